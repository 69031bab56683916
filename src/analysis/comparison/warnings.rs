//! What the reader of a comparison must know before believing it.

use super::super::dataset::Dataset;
use super::super::figures::common_cap;
use super::super::observation::Observation;
use super::super::unit::EffortUnit;
use super::Options;
use super::terms::{Terms, runs, shared_seeds};
use crate::lab::{Pairing, Primary};
use crate::solver::Stop;

/// Fewer runs than these show large differences only.
const FEW: usize = 30;

/// From this share solved on, the other question tells more.
const MOSTLY_SOLVED: f64 = 0.8;

/// Costs of a generation are alike up to this factor.
const ALIKE: f64 = 1.1;

/// Everything to be warned of, a sentence each.
pub fn warnings(dataset: &Dataset, terms: Terms, options: &Options) -> Vec<String> {
    let count =
        |holds: &dyn Fn(&Observation) -> bool| runs(dataset).filter(|(_, run)| holds(run)).count();
    let mut found = Vec::new();
    found.extend(few(dataset));
    found.extend(gaps(dataset));
    found.extend(strangers(dataset));
    found.extend(unequal_caps(dataset, terms.unit));
    found.extend(no_caps(dataset, terms.unit));
    found.extend(unlike_generations(dataset, terms.unit));
    found.extend(seed_warnings(dataset, terms, options));
    let early = count(&|run| watched_less(run, terms.unit));
    if early > 0 {
        let (runs, unit) = (counted_runs(early), terms.unit.word());
        found.push(format!("{runs} failed by another limit, before the cap in {unit}"));
    }
    let errors = count(&|run| run.is_error());
    if errors > 0 {
        found.push(format!("{} ended in an error and count as not solved", counted_runs(errors)));
    }
    if count(&|run| run.stop == Some(Stop::Seconds)) > 0 || terms.unit == EffortUnit::Seconds {
        found.push("seconds are those of one machine: another one finds other results".to_owned());
    }
    found.extend(mostly_solved(dataset).filter(|_| options.primary == Primary::Solved));
    found
}

fn mostly_solved(dataset: &Dataset) -> Option<String> {
    let is_mostly_solved = |puzzle: &usize| {
        let runs = || (0..dataset.methods().len()).flat_map(|method| dataset.runs(*puzzle, method));
        let solved = runs().filter(|run| run.is_solved).count();
        solved as f64 >= MOSTLY_SOLVED * runs().count() as f64
    };
    let puzzles = (0..dataset.puzzles().len()).filter(is_mostly_solved).count();
    (puzzles > 0).then(|| {
        format!(
            "on {puzzles} of {} puzzles at least {:.0} % of all runs solved: there RMST tells more; \
             name it before the next run (--primary rmst)",
            dataset.puzzles().len(),
            MOSTLY_SOLVED * 100.0
        )
    })
}

/// The runs of each puzzle by each method, where there are any.
fn samples(dataset: &Dataset) -> impl Iterator<Item = (usize, usize, &[Observation])> {
    let methods = dataset.methods().len();
    let places = (0..dataset.puzzles().len())
        .flat_map(move |puzzle| (0..methods).map(move |method| (puzzle, method)));
    let found = places.map(|(puzzle, method)| (puzzle, method, dataset.runs(puzzle, method)));
    found.filter(|(_, _, runs)| !runs.is_empty())
}

fn counted_runs(count: usize) -> String {
    if count == 1 { "1 run".to_owned() } else { format!("{count} runs") }
}

fn on_puzzles(count: usize) -> String {
    if count == 1 { "on 1 puzzle".to_owned() } else { format!("on {count} puzzles") }
}

fn few(dataset: &Dataset) -> Option<String> {
    let least = samples(dataset).map(|(_, _, runs)| runs.len()).min()?;
    (least < FEW).then(|| {
        format!(
            "{least} runs a method and puzzle: with fewer than {FEW} only large differences show"
        )
    })
}

fn gaps(dataset: &Dataset) -> Option<String> {
    let all = dataset.puzzles().len() * dataset.methods().len();
    let missing = all - samples(dataset).count();
    (missing > 0).then(|| {
        format!("{missing} of {all} pairs of puzzle and method have no run and are left out")
    })
}

/// Methods that have no puzzle in common with the first.
fn strangers(dataset: &Dataset) -> Option<String> {
    let (methods, puzzles) = (dataset.methods(), dataset.puzzles().len());
    let has_met = |method: usize| {
        (0..puzzles).any(|puzzle| {
            !dataset.runs(puzzle, 0).is_empty() && !dataset.runs(puzzle, method).is_empty()
        })
    };
    let strangers: Vec<&str> = (1..methods.len())
        .filter(|&method| !has_met(method))
        .map(|method| methods[method].as_str())
        .collect();
    (!strangers.is_empty())
        .then(|| format!("no puzzle has runs of {} and of {}", strangers.join(", "), methods[0]))
}

fn no_caps(dataset: &Dataset, unit: EffortUnit) -> Option<String> {
    lacks_caps(dataset, unit).then(|| {
        let unit = unit.word();
        format!(
            "not every run had a cap in {unit}: times are compared up to where all are known, and \
             solved runs are those of whatever budget each had"
        )
    })
}

fn lacks_caps(dataset: &Dataset, unit: EffortUnit) -> bool {
    runs(dataset).any(|(_, run)| !run.is_error() && run.cap(unit).is_none())
}

fn unequal_caps(dataset: &Dataset, unit: EffortUnit) -> Option<String> {
    let cap = |run: &Observation| run.cap(unit);
    // Where caps are not told another warning says so.
    if lacks_caps(dataset, unit) {
        return None;
    }
    let differs = |puzzle: &usize| {
        let methods = 0..dataset.methods().len();
        let runs = methods.flat_map(|method| dataset.runs(*puzzle, method));
        let mut caps = runs.filter(|run| !run.is_error()).map(cap);
        let first = caps.next();
        caps.any(|cap| Some(cap) != first)
    };
    let puzzles: Vec<usize> = (0..dataset.puzzles().len()).filter(differs).collect();
    let &first = puzzles.first()?;
    let methods = 0..dataset.methods().len();
    let least = common_cap(methods.map(|method| dataset.runs(first, method)), unit)?.value;
    let unit = unit.word();
    Some(format!(
        "caps are unequal ({}, such as {}): all figures and tests are up to the smallest, {least} {unit} \
         there",
        on_puzzles(puzzles.len()),
        dataset.puzzles()[first].name,
    ))
}

/// Whether a failed run was watched less long than its cap.
fn watched_less(run: &Observation, unit: EffortUnit) -> bool {
    let is_short = run.watched(unit).zip(run.cap(unit)).is_some_and(|(watched, cap)| watched < cap);
    !run.is_solved && !run.has_given_up() && is_short
}

fn unlike_generations(dataset: &Dataset, unit: EffortUnit) -> Option<String> {
    if unit != EffortUnit::Generations {
        return None;
    }
    let mut sums = vec![(0.0, 0.0); dataset.methods().len()];
    for (method, run) in runs(dataset) {
        if let Some((evaluations, generations)) = run.evaluations.zip(run.generations) {
            sums[method].0 += evaluations as f64;
            sums[method].1 += generations as f64;
        }
    }
    let spent = sums.iter().zip(0..).filter(|((_, generations), _)| *generations > 0.0);
    let cost = |(&(evaluations, generations), method)| (evaluations / generations, method);
    let mut costs: Vec<(f64, usize)> = spent.map(cost).collect();
    costs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (&(least, cheap), &(most, dear)) = (costs.first()?, costs.last()?);
    (most > least * ALIKE).then(|| {
        format!(
            "a generation costs {} {least:.0} evaluations and {} {most:.0}: evaluations or seconds \
             are the fair unit (--metric), generations are that of the studies",
            dataset.methods()[cheap],
            dataset.methods()[dear]
        )
    })
}

fn seed_warnings(dataset: &Dataset, terms: Terms, options: &Options) -> Option<String> {
    let shared = shared_seeds(dataset);
    match (options.pairing, terms.pairing) {
        (Some(Pairing::Independent), _) if shared.are_common() => Some(
            "the methods share their seeds: unpaired tests then find differences too rarely"
                .to_owned(),
        ),
        (Some(Pairing::Common), _) if shared.are_unknown() => Some(
            "no seeds are told: runs of one repeat are taken for pairs, which is right only when \
             they had the same seed"
                .to_owned(),
        ),
        (_, Pairing::Common) => unpaired(dataset),
        _ if shared.equal > 0 => Some(format!(
            "{} of {} pairs of repeats share their seed and the others do not: no run is treated as \
             one of a pair",
            shared.equal,
            shared.equal + shared.unequal
        )),
        _ => None,
    }
}

fn unpaired(dataset: &Dataset) -> Option<String> {
    let uneven = |puzzle: &usize| {
        let mut counts = (0..dataset.methods().len())
            .map(|method| dataset.runs(*puzzle, method).len())
            .filter(|&count| count > 0);
        let first = counts.next();
        counts.any(|count| Some(count) != first)
    };
    let puzzles = (0..dataset.puzzles().len()).filter(uneven).count();
    (puzzles > 0).then(|| {
        format!("on {puzzles} puzzles some runs have no partner and are left out of pairs")
    })
}
