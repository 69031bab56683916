//! `sudoga list`: what there is to solve, and to solve with.

use std::fmt::Write;

use super::DONE;
use super::args::{ListArguments, Listing};
use super::console::Output;
use crate::board::layout::LAYOUT_NAMES;
use crate::board::text::{Form, print_with_header};
use crate::board::{Layout, collection, source};
use crate::method::{Method, MethodError, names};
use crate::study::{self, Study};

/// Prints the lists, or one thing whole.
pub fn list(arguments: &ListArguments) -> anyhow::Result<u8> {
    let text = match &arguments.show {
        Some(name) => shown(name, arguments)?,
        None => lists(arguments.what)?,
    };
    let mut output = Output::new();
    output.text(&text)?;
    output.flush()?;
    Ok(DONE)
}

fn shown(name: &str, arguments: &ListArguments) -> anyhow::Result<String> {
    let what = arguments.what.unwrap_or_else(|| match name {
        address if address.starts_with('@') => Listing::Puzzles,
        layout if LAYOUT_NAMES.contains(&layout) => Listing::Layouts,
        study if study::names().any(|known| known == study) => Listing::Studies,
        _ => Listing::Methods,
    });
    Ok(match what {
        Listing::Methods => Method::resolve(name, &arguments.sets)?.to_toml(),
        Listing::Layouts => layout_file(&*source::layout(name)?),
        Listing::Studies => questions(&study::find(name)?),
        Listing::Puzzles => {
            let puzzles = collection::find(name.strip_prefix('@').unwrap_or(name))?;
            puzzles.iter().map(|puzzle| print_with_header(puzzle, &[], Form::Grid)).collect()
        }
    })
}

fn layout_file(layout: &Layout) -> String {
    let table = layout.to_table();
    format!(
        "name = {}\nbox-side = {}\n# Box row and box column of each grid.\ngrids = {}\n",
        table["name"], table["box-side"], table["grids"]
    )
}

fn lists(what: Option<Listing>) -> anyhow::Result<String> {
    let mut parts = Vec::new();
    for listing in [Listing::Methods, Listing::Layouts, Listing::Puzzles, Listing::Studies] {
        if what.is_none_or(|wanted| wanted == listing) {
            parts.push(match listing {
                Listing::Methods => methods()?,
                Listing::Layouts => layouts(),
                Listing::Puzzles => puzzles()?,
                Listing::Studies => studies()?,
            });
        }
    }
    Ok(parts.join("\n"))
}

fn methods() -> Result<String, MethodError> {
    let mut groups: Vec<(String, Vec<Method>)> = Vec::new();
    for name in names() {
        let method = Method::resolve(name, &[])?;
        match groups.iter_mut().find(|(group, _)| group == method.group()) {
            Some((_, members)) => members.push(method),
            None => groups.push((method.group().to_owned(), vec![method])),
        }
    }
    let mut text = String::new();
    for (group, members) in groups {
        writeln!(text, "Methods: {group}").ok();
        let width = members.iter().map(|method| method.name().len()).max().unwrap_or(0);
        for method in members {
            writeln!(text, "  {:width$}  {}", method.name(), method.about()).ok();
            writeln!(text, "  {:width$}  ({})", "", method.source()).ok();
        }
    }
    Ok(text)
}

fn studies() -> anyhow::Result<String> {
    let mut text = "Studies\n".to_owned();
    let width = study::names().map(str::len).max().unwrap_or(0);
    for name in study::names() {
        let study = study::find(name)?;
        writeln!(text, "  {name:width$}  {}", study.title).ok();
        writeln!(text, "  {:width$}  ({})", "", study.authors).ok();
    }
    Ok(text)
}

fn questions(study: &Study) -> String {
    let mut text = format!("{}\n{}\n\n{}\n", study.title, study.authors, study.about);
    for question in &study.questions {
        let plan = format!("configs/studies/{}/{}.toml", study.key, question.plan);
        writeln!(text, "\n{}\n  the study: {}\n  plan: {plan}", question.asks, question.says).ok();
        for claim in &question.claims {
            writeln!(text, "  tested: {}", claim.says).ok();
        }
    }
    text
}

fn layouts() -> String {
    let mut text = "Layouts\n".to_owned();
    for layout in LAYOUT_NAMES.iter().filter_map(|name| Layout::named(name)) {
        let (rows, columns) = layout.canvas();
        writeln!(
            text,
            "  {:8}{:5} cells {:4} units {:3} boxes, canvas {rows}x{columns}",
            layout.name(),
            layout.cell_count(),
            layout.units().len(),
            layout.box_count(),
        )
        .ok();
    }
    text
}

fn puzzles() -> anyhow::Result<String> {
    let puzzles = collection::all()?;
    let width = puzzles.iter().map(|(address, _)| address.len()).max().unwrap_or(0);
    let mut text = "Puzzles\n".to_owned();
    for (address, puzzle) in puzzles {
        let (layout, givens) = (puzzle.layout().name(), puzzle.given_count());
        writeln!(text, "  @{address:width$}  {layout:8} {givens:4} givens").ok();
    }
    Ok(text)
}
