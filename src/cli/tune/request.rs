//! What is asked of a search: the command line, looked up and found to be right.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::HumanDuration;
use serde_json::json;
use toml::Value;

use super::super::args::TuneArguments;
use super::super::batch::seed_for;
use super::super::console::{Messages, plain};
use super::super::input::plan_entries;
use super::super::tell_ignored;
use crate::analysis::EffortUnit;
use crate::board::{Puzzle, whole};
use crate::lab::estimate::estimate;
use crate::lab::ledger::Commission;
use crate::lab::plan::{PlanFile, Source, method_written_out, puzzle_written_out};
use crate::lab::{Pairing, Plan, Planned, Shard};
use crate::method::{Method, RateName, setting_pair};
use crate::solver::Budget;
use crate::tune::{
    Axis, Parts, Point, Rectangle, SMALLEST_BUDGET, Scoring, Search, Space, listed_points,
    refuse_overlap, split,
};

/// Blocks that every point of a list must be able to see.
const BLOCKS_A_POINT: u64 = 5;

/// The most runs of a search, all of which are kept in memory.
const MOST_RUNS: u64 = 10_000_000;

/// The most bytes of a list of points; thousands of them are more than any race takes.
const MOST_LIST_BYTES: u64 = 16 << 20;

/// A search, ready to begin.
pub struct Request {
    /// The method as it is.
    pub method: Method,
    /// What the user calls it.
    pub base: String,
    /// The settings of `--set`.
    pub sets: Vec<(String, Value)>,
    /// What is varied.
    pub space: Space,
    /// How points are suggested, one after another.
    pub searches: Vec<Search>,
    /// Points of the first race.
    pub start: Vec<Point>,
    /// Runs of each search.
    pub runs: u64,
    /// The master seed.
    pub seed: u64,
    /// What was asked for as the budget of a run.
    pub budget: Budget,
    /// How runs are scored.
    pub scoring: Scoring,
    /// The puzzles.
    pub parts: Parts,
    /// Which part of a race to prepare; the whole is raced.
    pub shard: Shard,
    /// Whether the puzzles that are held out are some of those given.
    is_split: bool,
    /// The budget of a run of the method.
    own_budget: Budget,
}

impl Request {
    /// Looks up all that the command line names.
    pub fn new(arguments: &TuneArguments, messages: Messages) -> anyhow::Result<Self> {
        refuse_shard(arguments)?;
        let method = Method::resolve(&arguments.method, &arguments.sets)?;
        let (space, searches, start) = points(&method, arguments)?;
        refuse_budget(arguments.runs, &searches, &start)?;
        let folder = arguments.output.as_deref();
        let seed = seed_for(arguments.seed, arguments.resume, folder, messages)?;
        let mut parts = puzzles(arguments, seed)?;
        let is_split = arguments.held_out.is_empty() && arguments.check_repeats > 0;
        if is_split {
            parts = split(parts.tuned, seed);
        } else {
            refuse_overlap(&parts)?;
        }
        let budget = (&arguments.budget).into();
        let own_budget = method.budget_or(budget);
        tell_ignored(budget, own_budget, &method, messages);
        let tuned: Vec<&Puzzle> = parts.tuned.iter().collect();
        let scoring = Scoring::new(own_budget, &tuned)
            .context("no budget ends a run; give --evaluations or another one")?;
        let sets = arguments.sets.iter().map(|text| setting_pair(text, "--set"));
        Ok(Self {
            base: arguments.method.clone(),
            sets: sets.collect::<Result<_, _>>()?,
            runs: arguments.runs,
            shard: arguments.shard.unwrap_or(Shard::WHOLE),
            method,
            space,
            searches,
            start,
            seed,
            budget,
            scoring,
            parts,
            is_split,
            own_budget,
        })
    }

    /// What the folder is known by; that of a part like that of the whole.
    pub fn commission(&self) -> Commission {
        let axis = |axis: &Axis| json!({"key": axis.key, "values": format!("{:?}", axis.range)});
        let start: Vec<_> = self.start.iter().map(|point| &point.0).collect();
        let request = json!({
            "method": method_written_out(self.method.name(), &self.method),
            "budget": self.own_budget,
            "vary": self.space.axes.iter().map(axis).collect::<Vec<_>>(),
            "search": self.searches.iter().map(|search| search.word()).collect::<Vec<_>>(),
            "start": start,
            "runs": self.runs,
            "seed": self.seed,
            "puzzles": self.parts.tuned.iter().map(puzzle_written_out).collect::<Vec<_>>(),
        });
        Commission { request, seed: self.seed, runs: self.most_runs() }
    }

    /// A plan of the puzzles to tune on, with repeats for every block there may be.
    pub fn plan(&self) -> Plan {
        let puzzles: Vec<Planned> = self.parts.tuned.iter().cloned().map(Planned::new).collect();
        Plan {
            name: "tune".to_owned(),
            seed: self.seed,
            repeats: self.runs.div_ceil(puzzles.len() as u64) + 1,
            pairing: Pairing::Common,
            primary: Default::default(),
            history: false,
            solutions: false,
            keys: self.space.keys(),
            puzzles,
            arms: Vec::new(),
            digest: PlanFile::default().digest_with(std::iter::empty()),
            outline: PlanFile::default(),
        }
    }

    /// Runs of all searches at most, or those of the part.
    pub fn most_runs(&self) -> usize {
        match self.shard {
            Shard::WHOLE => (self.runs as usize).saturating_mul(self.searches.len()),
            shard => self.rectangle().share_len(shard),
        }
    }

    /// What the parts of a race do together.
    pub fn rectangle(&self) -> Rectangle<'_> {
        Rectangle::new(&self.start, self.runs)
    }

    /// The word for the unit of the score.
    pub fn unit(&self) -> &'static str {
        self.scoring.unit.word()
    }

    /// Tells what the user should know before it begins.
    pub fn tell(&self, messages: Messages) {
        match self.scoring.unit {
            EffortUnit::Seconds => messages.note(
                "scored by CPU seconds: another machine, or the same one tomorrow, may find another \
                 winner; --evaluations N is the same everywhere",
            ),
            EffortUnit::Generations if self.method.solver().units().evaluations => messages.note(
                "scored by generations, which cost more in a larger population; --evaluations N \
                 compares points by what they cost",
            ),
            _ => {}
        }
        messages.note(self.told_parts());
    }

    fn told_parts(&self) -> String {
        let (tuned, held_out) = (self.parts.tuned.len(), self.parts.held_out.len());
        match (held_out, self.is_split) {
            (0, true) => format!(
                "{tuned} puzzles, too few to hold some out: the winner is not checked; --held-out \
                 names puzzles for that"
            ),
            (0, false) => "no check of the winner was asked for".to_owned(),
            (_, true) => {
                let names = self.parts.held_out.iter().map(|puzzle| plain(puzzle.name()));
                format!(
                    "tuned on {tuned} puzzles, {held_out} held out for the check: {}",
                    names.collect::<Vec<_>>().join(", ")
                )
            }
            (_, false) => format!("tuned on {tuned} puzzles, checked on {held_out} others"),
        }
    }

    fn told_runs(&self) -> String {
        let (runs, rectangle) = (self.most_runs(), self.rectangle());
        if self.shard != Shard::WHOLE {
            return format!(
                "{runs} runs: shard {} of {} points on {} blocks, {} runs",
                self.shard,
                self.start.len(),
                rectangle.blocks,
                rectangle.len()
            );
        }
        let searches: Vec<&str> = self.searches.iter().map(|search| search.word()).collect();
        format!("at most {runs} runs, {} each by {}", self.runs, searches.join(" and "))
    }

    /// What would be done, where, and for how long.
    pub fn preview(&self, path: &Path, threads: usize) -> anyhow::Result<String> {
        let mut text = format!(
            "{}; seed {}\n{}\ninto {}\n",
            self.told_runs(),
            self.seed,
            self.told_parts(),
            path.display()
        );
        for Axis { key, range } in &self.space.axes {
            writeln!(text, "  {key}: {}", told_range(range))?;
        }
        let file = PlanFile {
            puzzles: self.parts.tuned.iter().map(puzzle_written_out).collect(),
            methods: vec![Value::Table(method_written_out(self.method.name(), &self.method))],
            budget: self.budget,
            ..PlanFile::default()
        };
        let plan = Plan::resolve(&Source::made("tune", file), self.seed)?;
        let found = estimate(&plan, self.most_runs());
        let wall = Duration::try_from_secs_f64(found.cpu_seconds / threads as f64);
        let wall = HumanDuration(wall.unwrap_or(Duration::MAX));
        writeln!(
            text,
            "about {wall:#} on {threads} threads if all points cost as the method as it is"
        )?;
        Ok(text)
    }
}

fn told_range(range: &crate::tune::Range) -> String {
    use crate::tune::{Range, Scale};
    match range {
        Range::Numbers { low, high, scale, is_whole } => format!(
            "{low} to {high}{}{}",
            if *is_whole { ", whole numbers" } else { "" },
            if *scale == Scale::Log { ", logarithmic" } else { "" }
        ),
        Range::Categories(values) => {
            values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
        }
    }
}

type Points = (Space, Vec<Search>, Vec<Point>);

/// What is varied, and the points of the first race.
fn points(method: &Method, arguments: &TuneArguments) -> anyhow::Result<Points> {
    if let Some(path) = &arguments.points_from {
        let label = path.display().to_string();
        let text = whole::read_text(path, MOST_LIST_BYTES)
            .with_context(|| format!("--points-from {label}"))?;
        let (space, points) = listed_points(method, &label, &text)?;
        return Ok((space, vec![Search::Listed], points));
    }
    let mut axes = Vec::new();
    for (name, option, range) in [
        (RateName::Mutation, "--mutation", &arguments.mutation),
        (RateName::Crossover, "--crossover", &arguments.crossover),
    ] {
        if let Some(range) = range {
            let key = method.rate_key(name)?.to_owned();
            axes.push(Axis::of(method, &key, range, option)?);
        }
    }
    for text in &arguments.vary {
        axes.push(Axis::parse(method, text, "--vary")?);
    }
    let space = Space::new(axes)?;
    let mut searches: Vec<Search> = Vec::new();
    for &choice in &arguments.search {
        if searches.contains(&choice.into()) {
            bail!("--search: `{}` is named twice", Search::from(choice).word());
        }
        searches.push(choice.into());
    }
    let start = space.current(method).into_iter().collect();
    Ok((space, searches, start))
}

/// Parts must be told apart before there is any score, and belong to one whole.
fn refuse_shard(arguments: &TuneArguments) -> anyhow::Result<()> {
    if arguments.shard.is_none() {
        return Ok(());
    }
    if arguments.points_from.is_none() {
        bail!(
            "--shard needs --points-from FILE: a search suggests its points by the scores so far, \
             and cannot be parted"
        );
    }
    if arguments.seed.is_none() {
        bail!("--shard needs --seed: all parts must have the same");
    }
    Ok(())
}

fn refuse_budget(runs: u64, searches: &[Search], start: &[Point]) -> anyhow::Result<()> {
    let least = match searches {
        [Search::Listed] => BLOCKS_A_POINT * start.len() as u64,
        _ => SMALLEST_BUDGET,
    };
    if runs < least {
        bail!("--runs {runs}: one race takes at least {least} runs; give more");
    }
    if runs > MOST_RUNS {
        bail!("--runs {runs}: expected at most {MOST_RUNS}");
    }
    Ok(())
}

/// The puzzles of the command line; the method must be able to work on all of them.
fn puzzles(arguments: &TuneArguments, seed: u64) -> anyhow::Result<Parts> {
    let read = |paths: &[std::path::PathBuf]| -> anyhow::Result<Vec<Puzzle>> {
        let file = PlanFile {
            puzzles: plan_entries(paths, &arguments.input.reading)?,
            methods: vec![Value::from(arguments.method.as_str())],
            set: arguments.sets.clone(),
            ..PlanFile::default()
        };
        let plan = Plan::resolve(&Source::made("tune", file), seed)?;
        Ok(plan.puzzles.into_iter().map(|planned| planned.puzzle).collect())
    };
    let tuned = read(&arguments.input.puzzles)?;
    let held_out = match arguments.held_out.as_slice() {
        [] => Vec::new(),
        _ if arguments.check_repeats == 0 => {
            bail!("--held-out and --check-repeats 0 contradict each other; leave one of them out")
        }
        paths => read(paths)?,
    };
    Ok(Parts { tuned, held_out })
}
