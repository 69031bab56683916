//! `sudoga generate`: seeded puzzles to standard output, or to a folder of files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;

use super::args::GenerateArguments;
use super::console::{Messages, Output, OutputError};
use super::progress::Progress;
use super::signals::Signals;
use super::{BAD_INPUT, DONE, INCOMPLETE, graver, master_seed, stream, workers};
use crate::ENGINE;
use crate::board::plain::is_odd;
use crate::board::text::{Form, print, print_with_header};
use crate::board::{Layout, source};
use crate::exact::Count;
use crate::exact::generate::{
    GenerateError, Generated, Recipe, RecipeError, Target, generate_numbered,
};
use crate::lab::files;

/// The most bytes of the name of puzzles: with a number and an ending it is the name of a file.
const LONGEST_PREFIX: usize = 200;

/// Makes the puzzles; exit 3 when one of them is not what was wanted.
pub fn generate(arguments: &GenerateArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    let layout = source::layout(&arguments.layout)?;
    let recipe = recipe(arguments, &layout)?;
    recipe.check()?;
    let printer = Printer::new(arguments, &layout, messages)?;
    let signals = Signals::watch()?;
    let (master, flag) = (printer.seed, signals.clone());
    let work =
        move |number: u64| (number, generate_numbered(&recipe, master, number, &mut flag.clone()));
    let mut progress = Progress::new(arguments.count, "puzzles", (&arguments.common).into());
    let mut code = DONE;
    let mut output = Output::new();
    let workers = workers(&arguments.common);
    stream::in_order(1..=arguments.count, workers, &signals, work, &mut output, |output, made| {
        let (number, result) = made;
        code = graver(code, progress.beside(|| printer.print(output, number, result))?);
        progress.advance(1, Vec::new);
        Ok(())
    })?;
    progress.finish();
    Ok(signals.exit_code().unwrap_or(code))
}

fn recipe(arguments: &GenerateArguments, layout: &Arc<Layout>) -> Result<Recipe, RecipeError> {
    Ok(Recipe {
        layout: Arc::clone(layout),
        givens: target(arguments).givens(layout)?,
        solutions: arguments.solutions.into(),
        symmetry: arguments.symmetry.into(),
        logic: arguments.logic.into(),
        shared: arguments.shared,
        attempts: arguments.attempts as usize,
        nodes: arguments.nodes,
    })
}

fn target(arguments: &GenerateArguments) -> Target {
    match (arguments.givens, arguments.difficulty) {
        (Some(range), _) => Target::Range(range),
        (None, Some(difficulty)) => Target::Level(difficulty.into()),
        (None, None) => Target::Minimal,
    }
}

/// Whether no file can be called with a character, or should be.
fn is_no_part_of_name(symbol: char) -> bool {
    is_odd(symbol) || matches!(symbol, '/' | '\\')
}

/// Writes puzzles where they belong.
struct Printer {
    seed: u64,
    prefix: String,
    form: Form,
    folder: Option<PathBuf>,
    messages: Messages,
}

impl Printer {
    fn new(
        arguments: &GenerateArguments,
        layout: &Layout,
        messages: Messages,
    ) -> anyhow::Result<Self> {
        let printer = Self {
            prefix: arguments.name.clone().unwrap_or_else(|| target(arguments).prefix(layout)),
            form: arguments.format.into(),
            folder: arguments.output.clone(),
            messages,
            seed: master_seed(arguments.seed, messages),
        };
        let is_long = printer.prefix.len() > LONGEST_PREFIX;
        if is_long || printer.prefix.is_empty() || printer.prefix.contains(is_no_part_of_name) {
            bail!(
                "--name {:?}: expected a plain name of at most {LONGEST_PREFIX} bytes without slashes",
                printer.prefix
            );
        }
        if let Some(folder) = &printer.folder {
            printer.claim(folder, arguments)?;
        }
        Ok(printer)
    }

    /// Refuses to begin when files would be overwritten or cannot be written.
    fn claim(&self, folder: &Path, arguments: &GenerateArguments) -> anyhow::Result<()> {
        let taken = (1..=arguments.count).map(|number| self.path(folder, number));
        if let Some(path) = taken.into_iter().find(|path| !arguments.force && path.exists()) {
            bail!(
                "{} is there already; use --force to overwrite, or another --name",
                path.display()
            );
        }
        Ok(files::prepare_folder(folder)?)
    }

    fn path(&self, folder: &Path, number: u64) -> PathBuf {
        folder.join(format!("{}-{number}.txt", self.prefix))
    }

    fn print(
        &self,
        output: &mut Output,
        number: u64,
        result: Result<Generated, GenerateError>,
    ) -> Result<u8, OutputError> {
        let name = format!("{}-{number}", self.prefix);
        let generated = match result {
            Ok(generated) => generated,
            Err(GenerateError::Stopped(_)) => return Ok(INCOMPLETE),
            Err(error) => {
                self.messages.error(format_args!("{name}: {error}"));
                let is_recipe = matches!(error, GenerateError::Recipe(_));
                return Ok(if is_recipe { BAD_INPUT } else { INCOMPLETE });
            }
        };
        let header = self.header(number, &generated);
        let puzzle = generated.puzzle.renamed(&name);
        match &self.folder {
            Some(folder) => {
                let text = print_with_header(&puzzle, &header, self.form);
                let path = self.path(folder, number);
                files::write_whole(&path, |file| file.write_all(text.as_bytes()))?;
            }
            None if self.form == Form::Line => {
                output.text(&print(puzzle.layout(), puzzle.givens(), self.form))?;
            }
            None => output.text(&print_with_header(&puzzle, &header, self.form))?,
        }
        Ok(generated.shortfall.map_or(DONE, |shortfall| {
            self.messages.error(format_args!("{name}: not reached: {shortfall}"));
            INCOMPLETE
        }))
    }

    fn header(&self, number: u64, generated: &Generated) -> Vec<(String, String)> {
        let solutions = match generated.solutions {
            Count::None => "0",
            Count::One => "1",
            Count::Several => "2+",
            Count::Unknown => "unknown",
        };
        let (version, seed) = (env!("CARGO_PKG_VERSION"), self.seed);
        let logic = generated.technique.map(|technique| ("logic", technique.to_string()));
        let shortfall = generated.shortfall.clone().map(|text| ("not reached", text));
        let made =
            format!("sudoga {version} generate, engine {ENGINE}, seed {seed}, number {number}");
        [
            ("givens", generated.puzzle.given_count().to_string()),
            ("solutions", solutions.to_owned()),
        ]
        .into_iter()
        .chain(logic)
        .chain(shortfall)
        .chain([("made by", made)])
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
    }
}
