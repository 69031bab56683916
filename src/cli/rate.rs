//! `sudoga rate`: how hard puzzles are by several views beside each other.

use std::io::{self, Write};

use anyhow::bail;
use toml::Value;

use super::args::{RateArguments, RateFormat};
use super::batch::{self, Then, print};
use super::console::{Messages, plain, style};
use super::input::plan_entries;
use super::{DONE, INCOMPLETE};
use crate::analysis::uniqueness::EQUAL_ANSWERS;
use crate::analysis::{
    EffortUnit, Guessed, Ratings, ViewCorrelation, from_results, rate as rated, uniqueness,
};
use crate::board::Puzzle;
use crate::exact::{Count, Difficulty, difficulty};
use crate::lab::folder::PLOTS;
use crate::lab::plan::{PlanFile, Source};
use crate::lab::{Folder, FolderError, Plan, Primary, Stored};
use crate::report::{correlations_csv, rating_json, rating_pictures, rating_text, ratings_csv};
use crate::solver::{Budget, Meter, Unobserved};

/// Runs of each puzzle: as many as study 004's guess of uniqueness may take.
const DEFAULT_REPEATS: u64 = 10;

const RATINGS: &str = "ratings.csv";
const CORRELATIONS: &str = "correlations.csv";

/// Runs the method on all puzzles, then holds its effort against the other views.
pub fn rate(arguments: &RateArguments) -> anyhow::Result<u8> {
    let repeats = arguments.batch.repeats.unwrap_or(DEFAULT_REPEATS);
    if arguments.ga_unique && repeats < EQUAL_ANSWERS {
        bail!(
            "--ga-unique: no guess can come of --repeats {repeats}; it takes {EQUAL_ANSWERS} equal \
             answers in a row, so give at least --repeats {EQUAL_ANSWERS}"
        );
    }
    let plan = PlanFile {
        name: Some("rate".to_owned()),
        puzzles: plan_entries(&arguments.input.puzzles, &arguments.input.reading)?,
        methods: vec![Value::from(arguments.method.as_str())],
        set: arguments.sets.clone(),
        repeats: Some(DEFAULT_REPEATS),
        primary: Some(Primary::Rmst),
        solutions: arguments.ga_unique.then_some(true),
        ..PlanFile::default()
    };
    let look = |folder: &Folder| show(folder, arguments);
    batch::execute(Source::made("rate", plan), &arguments.batch, Then::HandOver(&look))
}

/// Rates what was run, writes the files and prints; the exit code tells whether every proof came
/// to its end.
fn show(folder: &Folder, arguments: &RateArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.batch.common.quiet);
    let shown = Shown::of(folder, arguments)?;
    let printed = shown.print(arguments);
    if let Err(error) = shown.save(folder) {
        // What was asked for is on standard output in any case.
        messages.error(format_args!("{RATINGS} and {CORRELATIONS} are not written: {error}"));
    }
    printed?;
    let mut code = DONE;
    for puzzle in &shown.ratings.puzzles {
        if puzzle.difficulty.solutions == Count::Unknown {
            let (name, nodes) = (plain(&puzzle.facts.name), arguments.proof_nodes);
            messages.note(format_args!(
                "{name}: its solutions are not counted within {nodes} nodes; raise them with \
                 --proof-nodes"
            ));
            code = INCOMPLETE;
        }
    }
    Ok(code)
}

/// All that is told of the puzzles.
struct Shown {
    ratings: Ratings,
    correlations: Vec<ViewCorrelation>,
    /// A guess for each puzzle, or none at all.
    guesses: Vec<Guessed>,
}

impl Shown {
    fn of(folder: &Folder, arguments: &RateArguments) -> anyhow::Result<Self> {
        let stored = Stored::of(folder.shared())?;
        let (agenda, plan) = (stored.agenda(), stored.plan());
        let mut results = stored.results(&agenda)?;
        let dataset = from_results(&mut results)?;
        let Some(arm) = plan.arms.first() else { bail!("the plan has no method") };
        let (label, unit) = (arm.label(&plan.keys), EffortUnit::of(arm));
        let puzzles = difficulties(plan, arguments.proof_nodes);
        let ratings = rated(&puzzles, &dataset, &label, unit);
        let guesses = match arguments.ga_unique {
            true => uniqueness(&mut results)?.iter().map(|found| found.guessed).collect(),
            false => Vec::new(),
        };
        Ok(Self { correlations: ratings.correlations(), ratings, guesses })
    }

    /// Writes the files beside the results.
    fn save(&self, folder: &Folder) -> Result<(), FolderError> {
        folder.write_whole(RATINGS, |target| self.ratings_csv(target))?;
        folder.write_whole(CORRELATIONS, |target| correlations_csv(&self.correlations, target))?;
        for picture in rating_pictures(&self.ratings) {
            let name = format!("{PLOTS}/{}.svg", picture.name);
            folder.write_whole(&name, |target| target.write_all(picture.svg.as_bytes()))?;
        }
        Ok(())
    }

    fn ratings_csv(&self, target: &mut dyn Write) -> io::Result<()> {
        ratings_csv(&self.ratings, &self.guesses, target)
    }

    fn print(&self, arguments: &RateArguments) -> anyhow::Result<u8> {
        let Self { ratings, correlations, guesses } = self;
        let mut bytes = Vec::new();
        print(&match arguments.format {
            RateFormat::Text => {
                rating_text(ratings, correlations, guesses, style(&arguments.batch.common))
            }
            RateFormat::Csv => {
                self.ratings_csv(&mut bytes)?;
                String::from_utf8(bytes)?
            }
            RateFormat::CorrelationsCsv => {
                correlations_csv(correlations, &mut bytes)?;
                String::from_utf8(bytes)?
            }
            RateFormat::Json => format!("{:#}\n", rating_json(ratings, correlations, guesses)),
        })
    }
}

/// Solutions, logic and nodes of every puzzle of a plan. They take long, but the batch before them
/// has seen to it that a signal ends the program here.
fn difficulties(plan: &Plan, nodes: u64) -> Vec<(&Puzzle, Difficulty)> {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let of = |puzzle| (puzzle, difficulty(puzzle, &mut Meter::new(budget, &mut Unobserved)));
    plan.puzzles.iter().map(|planned| of(&planned.puzzle)).collect()
}
