//! The tables of a question, by its view.

use super::blocks::{Block, StudyPage};
use super::{Experimented, Repeated};
use crate::analysis::{
    Class, ClassFigures, EffortUnit, Guess, Sheet, UniquenessTally, View as RatingView, curve,
    curves,
};
use crate::analysis::{CurveAxis, Figures};
use crate::exact::Count;
use crate::report::comparison_tables::{count_table, puzzle_table};
use crate::report::curve_table::fit_table;
use crate::report::estimates::{effort, limits, percent, short};
use crate::report::figures::{MISSING, mean_count, one_line, seconds, swept};
use crate::report::table::{Align, Table};
use crate::stats::{Interval, Proportion, median};
use crate::study::file::{Axis, PrintedFit, Published, Test, Versus};
use crate::study::{CellPlace, Evidence, Question, View, cell_place, sheet_place, side_ratios};

/// Puzzles up to which a comparison is told puzzle by puzzle.
const FEW_PUZZLES: usize = 15;

/// Adds the tables of a question to a page.
pub fn add(
    page: &mut StudyPage,
    repeated: &Repeated<'_>,
    question: &Question,
    experimented: &Experimented<'_>,
) {
    let evidence = experimented.evidence;
    let mut table = |title: &str, table: Table| page.add(Block::Table(title.to_owned(), table));
    match question.view {
        View::Comparison => {
            table("By kind of puzzle", level_table(evidence, None));
            if let Some(cap) = question.cap {
                let title = format!("The same runs up to {cap} generations");
                table(&title, level_table(evidence, Some(cap)));
            }
            if let Some(comparison) = &evidence.survey.comparison {
                table("Against the first method", count_table(comparison));
                if comparison.puzzles.len() <= FEW_PUZZLES {
                    table("Puzzle by puzzle", puzzle_table(comparison));
                }
            }
        }
        View::Levels => table("By kind of puzzle", level_table(evidence, None)),
        View::Times => table("CPU time by kind of puzzle", time_table(evidence)),
        View::Published => {
            if question.published.as_ref().is_none_or(|published| published.runs == 1) {
                table("By kind of puzzle", level_table(evidence, None));
            }
        }
        View::Sweep => {
            for sheet in &evidence.survey.sheets {
                let title = format!(
                    "{} on {}: solved runs",
                    sheet.method.name(),
                    sheet.planned.puzzle.name()
                );
                let printed = question.published.as_ref();
                table(&title, sweep_table(sheet, printed));
            }
        }
        View::Curve => curve_tables(question, evidence, table),
        View::Failures => table("Runs that failed", failure_table(evidence)),
        View::Endings => table("Fitness at the end of the runs", ending_table(evidence)),
        View::Sizes => {
            for claim in &question.claims {
                if let Test::FallingRatio(versus) = &claim.test {
                    let title = format!("{} beside {}", versus.method, versus.against);
                    table(&title, size_table(evidence, versus));
                }
            }
            table("By kind of puzzle", level_table(evidence, None));
        }
        View::Long => table("By kind of puzzle", level_table(evidence, None)),
        View::Unique => {
            table("Guesses and proofs", tally_table(evidence));
            table("By givens", unique_table(evidence));
        }
        View::Rating => table("Do the views agree?", correlation_table(evidence)),
    }
    if question.view != View::Sweep
        && let Some(published) = &question.published
    {
        let title = format!("Published ({}) beside ours", published.source);
        page.add(Block::Table(title, published_table(published, evidence, repeated.has_originals)));
        page.add(Block::Text(published_note(published, repeated.has_originals)));
    }
    if question.view == View::Sweep {
        page.add(Block::Text(
            "In parentheses what the study prints, of 15 runs; a star marks every cell that is not shown to \
             be worse than the best."
                .to_owned(),
        ));
    }
}

/// Each method on each class of puzzles.
fn figures_of<'e>(
    evidence: &'e Evidence<'_>,
    unit: Option<EffortUnit>,
) -> impl Iterator<Item = (&'e Class, &'e str, ClassFigures)> {
    let dataset = &evidence.survey.dataset;
    evidence.classes.iter().flat_map(move |class| {
        dataset.methods().iter().enumerate().filter_map(move |(place, method)| {
            let own = || dataset_unit(class.runs(dataset, place).as_slice());
            let unit = unit.unwrap_or_else(own);
            Some((class, method.as_str(), class.figures(dataset, place, unit)?))
        })
    })
}

/// The unit that runs count: generations, nodes, or else seconds.
fn dataset_unit(runs: &[crate::analysis::Observation]) -> EffortUnit {
    match runs.first() {
        Some(run) if run.generations.is_some() => EffortUnit::Generations,
        Some(run) if run.nodes.is_some() => EffortUnit::Nodes,
        _ => EffortUnit::Seconds,
    }
}

fn table_of(names: &[(&str, Align)]) -> Table {
    let mut table = Table::default();
    table.group_column("puzzles");
    for (name, align) in names {
        table.column(name, *align);
    }
    table
}

fn level_table(evidence: &Evidence<'_>, cap: Option<u64>) -> Table {
    let mut table = table_of(&[
        ("method", Align::Left),
        ("solved", Align::Right),
        ("share", Align::Right),
        ("95 % interval", Align::Right),
        ("mean effort of solved", Align::Right),
        ("mean up to the cap", Align::Right),
        ("CPU seconds", Align::Right),
    ]);
    for (class, method, found) in figures_of(evidence, None) {
        let found = match cap {
            None => found,
            Some(cap) => match capped(evidence, class, method, cap) {
                Some(capped) => capped,
                None => continue,
            },
        };
        let Figures { solved, unit, mean_effort, restricted_mean, mean_seconds, .. } =
            &found.figures;
        let word = match unit {
            EffortUnit::Generations => "",
            EffortUnit::Nodes => " nodes",
            _ => " s",
        };
        let told = |number: Option<f64>| match number {
            Some(number) => format!("{}{word}", effort(Some(number), *unit)),
            None => MISSING.to_owned(),
        };
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{}/{}", solved.successes, solved.trials),
            share_text(found.share),
            found.interval.map_or(MISSING.to_owned(), percent),
            told(*mean_effort),
            told(*restricted_mean),
            seconds(*mean_seconds),
        ]);
    }
    table
}

/// The runs of a class up to a smaller cap in generations.
fn capped(evidence: &Evidence<'_>, class: &Class, method: &str, cap: u64) -> Option<ClassFigures> {
    let unit = EffortUnit::Generations;
    let dataset = &evidence.survey.dataset;
    let place = evidence.method(method)?;
    let mut cut = crate::analysis::Dataset::default();
    for &puzzle in &class.puzzles {
        let row = cut.puzzle(&dataset.puzzles()[puzzle]);
        let column = cut.method(method);
        for run in dataset.runs(puzzle, place) {
            let mut run = run.up_to(unit, cap as f64);
            run.caps.generations = run.caps.generations.map(|own| own.min(cap));
            cut.add(row, column, run);
        }
    }
    let all = Class { name: class.name.clone(), puzzles: (0..cut.puzzles().len()).collect() };
    all.figures(&cut, 0, unit)
}

fn kind(class: &Class) -> String {
    match class.puzzles.len() {
        1 => one_line(&class.name),
        count => format!("{} ({count})", one_line(&class.name)),
    }
}

fn share_text(share: Option<f64>) -> String {
    share.map_or(MISSING.to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

fn time_table(evidence: &Evidence<'_>) -> Table {
    let names = ["solved", "mean", "median", "longest", "generations a second"];
    let mut columns = vec![("method", Align::Left)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut table = table_of(&columns);
    for (class, method, found) in figures_of(evidence, None) {
        let Some(place) = evidence.method(method) else { continue };
        let runs = class.runs(&evidence.survey.dataset, place);
        let times: Vec<f64> = runs.iter().filter_map(|run| run.seconds).collect();
        let longest = times.iter().copied().max_by(f64::total_cmp);
        let solved = found.figures.solved;
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{}/{}", solved.successes, solved.trials),
            seconds(found.figures.mean_seconds),
            seconds(median(&times)),
            seconds(longest),
            effort(found.figures.generations_a_second, EffortUnit::Generations),
        ]);
    }
    table
}

fn failure_table(evidence: &Evidence<'_>) -> Table {
    let names = ["failed", "lowest cost", "mean cost", "cost 2", "stuck for (mean generations)"];
    let mut columns = vec![("method", Align::Left)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut table = table_of(&columns);
    for (class, method, found) in figures_of(evidence, None) {
        let Some(place) = evidence.method(method) else { continue };
        let Figures { solved, best_failed_cost, mean_failed_cost, mean_stagnant, .. } =
            &found.figures;
        let failed = solved.trials - solved.successes;
        let runs = class.runs(&evidence.survey.dataset, place);
        let nearly = runs.iter().filter(|run| !run.is_solved && run.cost == Some(2)).count();
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{failed}/{}", solved.trials),
            best_failed_cost.map_or(MISSING.to_owned(), |cost| cost.to_string()),
            mean_count(*mean_failed_cost),
            if failed == 0 { MISSING.to_owned() } else { format!("{nearly}/{failed}") },
            mean_count(*mean_stagnant),
        ]);
    }
    table
}

fn ending_table(evidence: &Evidence<'_>) -> Table {
    let names = ["solved", "best: median", "best: mean", "population: median", "population: mean"];
    let mut columns = vec![("method", Align::Left)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut table = table_of(&columns);
    for (class, method, found) in figures_of(evidence, None) {
        let Some(place) = evidence.method(method) else { continue };
        let runs = class.runs(&evidence.survey.dataset, place);
        let best: Vec<f64> = runs.iter().filter_map(|run| run.fitness).collect();
        let mean: Vec<f64> = runs.iter().filter_map(|run| run.mean_fitness).collect();
        let solved = found.figures.solved;
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{}/{}", solved.successes, solved.trials),
            short(median(&best)),
            short(crate::stats::mean(&best)),
            short(median(&mean)),
            short(crate::stats::mean(&mean)),
        ]);
    }
    table
}

fn size_table(evidence: &Evidence<'_>, versus: &Versus) -> Table {
    let mut table = Table::default();
    table.column("layout", Align::Left);
    for name in [versus.method.as_str(), versus.against.as_str()] {
        table.column(&format!("solved by {name}"), Align::Right);
        table.column(&format!("CPU seconds a solution, {name}"), Align::Right);
    }
    table.column("ratio", Align::Right);
    let share = |solved: Proportion| format!("{}/{}", solved.successes, solved.trials);
    for size in side_ratios(evidence, &versus.method, &versus.against).unwrap_or_default() {
        let limit = if size.is_limit { ">= " } else { "" };
        let ratio = size.ratio.map_or(MISSING.to_owned(), |ratio| format!("{limit}{ratio:.1}"));
        table.row(vec![
            size.layout,
            share(size.solved),
            format!("{limit}{}", seconds(size.seconds)),
            share(size.other_solved),
            seconds(size.other_seconds),
            ratio,
        ]);
    }
    table
}

fn curve_tables(question: &Question, evidence: &Evidence<'_>, mut table: impl FnMut(&str, Table)) {
    let axis = match question.axis {
        Axis::Givens => CurveAxis::Givens,
        Axis::Empty => CurveAxis::Empty,
    };
    if !question.fits.is_empty() {
        table("Printed fits", printed_fits(&question.fits));
    }
    let mut units = vec![EffortUnit::Seconds];
    units.extend(evidence.survey.unit.filter(|&unit| unit != EffortUnit::Seconds));
    for unit in units {
        for curve in curves(&evidence.survey.dataset, axis, unit, curve::FIT_SEED) {
            let title =
                format!("Our fits: {} of {} against {}", unit.word(), curve.method, axis.word());
            table(&title, fit_table(&curve));
        }
    }
}

fn printed_fits(fits: &[PrintedFit]) -> Table {
    let mut table = Table::default();
    table.column("where", Align::Left);
    table.column("method", Align::Left);
    table.column("R2 of an exponential", Align::Right);
    for fit in fits {
        table.row(vec![fit.source.clone(), fit.method.clone(), format!("{}", fit.squared)]);
    }
    table
}

fn sweep_table(sheet: &Sheet<'_>, published: Option<&Published>) -> Table {
    let mut table = Table::default();
    table.column(sheet.row_key, Align::Left);
    for value in &sheet.columns {
        let key = sheet.column_key.unwrap_or_default();
        table.column(&format!("{key} {}", swept(*value)), Align::Right);
    }
    let printed = |row: usize, column: usize| {
        let published = published?;
        let is_here = |at: &[String]| sheet_place(sheet, at) == Some((row, column));
        let cell = published.cells.iter().find(|cell| is_here(&cell.at))?;
        Some(format!(" ({}/{})", cell.solved, published.runs))
    };
    for (row, value) in sheet.rows.iter().enumerate() {
        let mut texts = vec![swept(*value)];
        for column in 0..sheet.columns.len() {
            let text = sheet.cell(row, column).map_or(MISSING.to_owned(), |cell| {
                let mark = if cell.is_worse { "" } else { "*" };
                format!("{}/{}{mark}", cell.solved.successes, cell.solved.trials)
            });
            texts.push(text + &printed(row, column).unwrap_or_default());
        }
        table.row(texts);
    }
    table
}

fn published_table(published: &Published, evidence: &Evidence<'_>, is_own: bool) -> Table {
    let mut table = Table::default();
    table.group_column("puzzle");
    table.column("method", Align::Left);
    table.column("published", Align::Right);
    table.column("mean", Align::Right);
    for name in ["as coded", "as described"] {
        table.column(&format!("ours, {name}"), Align::Right);
        table.column("mean", Align::Right);
    }
    table.column("stand-ins, from - to", Align::Right);
    table.column(if is_own { "expected" } else { "place" }, Align::Right);
    for cell in &published.cells {
        let place = |method| cell_place(cell, published.runs, method, evidence, is_own);
        let (coded, described) = (place(&cell.coded), place(&cell.described));
        let mut texts = vec![
            cell.puzzle.clone(),
            cell.described.clone(),
            format!("{}/{}", cell.solved, published.runs),
            mean_count(cell.generations),
        ];
        for found in [&coded, &described] {
            texts.extend(our_texts(found.as_ref()));
        }
        let range = |found: &CellPlace| {
            format!("{:.0}-{:.0} %", 100.0 * found.range.0, 100.0 * found.range.1)
        };
        texts.push(coded.as_ref().map_or(MISSING.to_owned(), range));
        texts.push(coded.as_ref().map_or(MISSING.to_owned(), |found| verdict(found, cell.solved)));
        table.row(texts);
    }
    table
}

fn our_texts(found: Option<&CellPlace>) -> [String; 2] {
    found.map_or([MISSING; 2].map(str::to_owned), |found| {
        let Proportion { successes, trials } = found.solved;
        [format!("{successes}/{trials}"), mean_count(found.mean_effort)]
    })
}

fn verdict(found: &CellPlace, published: u64) -> String {
    match found.expected {
        Some((low, high)) => {
            let is_inside = (low..=high).contains(&published);
            format!("{low}-{high}: {}", if is_inside { "inside" } else { "outside" })
        }
        None => format!("{:.2}", found.place),
    }
}

fn published_note(published: &Published, is_own: bool) -> String {
    let how = match is_own {
        true => {
            "Expected: as many runs as were published lie within these numbers with 95 % (beta-binomial \
             prediction from our runs of the program as coded)."
        }
        false => {
            "Place: where the published count falls in what our runs of the program as coded lead to \
             expect on a puzzle of the kind, from 0 (below all) to 1 (above all); it is another puzzle, \
             so that this is no verdict."
        }
    };
    format!("{how} {}", published.note)
}

fn tally_table(evidence: &Evidence<'_>) -> Table {
    let tally =
        UniquenessTally::of(evidence.guesses.iter().map(|&(_, guess, proof)| (guess, proof)));
    let mut table = Table::default();
    table.column("guess", Align::Left);
    for name in ["one solution", "several solutions", "not known"] {
        table.column(name, Align::Right);
    }
    for guess in Guess::ALL {
        let counts =
            [Count::One, Count::Several, Count::Unknown].map(|proof| tally.count(guess, proof));
        let mut texts = vec![guess.word().to_owned()];
        texts.extend(counts.map(|count| count.to_string()));
        table.row(texts);
    }
    table
}

fn unique_table(evidence: &Evidence<'_>) -> Table {
    let mut table = Table::default();
    for name in
        ["givens", "puzzles", "one solution", "called unique", "of these wrongly", "called nothing"]
    {
        table.column(name, Align::Right);
    }
    let mut givens: Vec<u32> = evidence.guesses.iter().map(|&(givens, _, _)| givens).collect();
    givens.sort_unstable();
    givens.dedup();
    for number in givens {
        let here: Vec<(Guess, Count)> = evidence
            .guesses
            .iter()
            .filter(|(givens, _, _)| *givens == number)
            .map(|&(_, guess, proof)| (guess, proof))
            .collect();
        let count = |is_counted: &dyn Fn(Guess, Count) -> bool| {
            here.iter().filter(|&&(guess, proof)| is_counted(guess, proof)).count().to_string()
        };
        table.row(vec![
            number.to_string(),
            here.len().to_string(),
            count(&|_, proof| proof == Count::One),
            count(&|guess, _| guess == Guess::Unique),
            count(&|guess, proof| guess == Guess::Unique && proof == Count::Several),
            count(&|guess, _| guess == Guess::Undecided),
        ]);
    }
    table
}

fn correlation_table(evidence: &Evidence<'_>) -> Table {
    let mut table = Table::default();
    for name in ["one view", "other view"] {
        table.column(name, Align::Left);
    }
    for name in ["puzzles", "Spearman's rho", "95 % interval", "Kendall's tau-b", "95 % interval"] {
        table.column(name, Align::Right);
    }
    let word = |view: RatingView| match view {
        RatingView::Effort => "generations",
        other => other.word(),
    };
    for found in evidence.ratings.iter().flat_map(|ratings| ratings.correlations()) {
        let mut texts = vec![
            word(found.first).to_owned(),
            word(found.second).to_owned(),
            found.puzzles.to_string(),
        ];
        for agreement in [&found.spearman, &found.kendall] {
            texts.push(short(agreement.found.ok().map(|found| found.coefficient)));
            let ends = agreement.resampled.map(|Interval { low, high }| (low, high)).unzip();
            texts.push(limits(ends.0, ends.1, short));
        }
        table.row(texts);
    }
    table
}
