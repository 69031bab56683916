//! On which terms runs are compared: the unit of effort, and whether they are pairs.

use super::super::dataset::Dataset;
use super::super::observation::Observation;
use super::super::unit::EffortUnit;
use super::CannotCompare;
use crate::lab::Pairing;

const UNITS: [EffortUnit; 4] =
    [EffortUnit::Generations, EffortUnit::Evaluations, EffortUnit::Nodes, EffortUnit::Seconds];

/// How the runs of a comparison are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The unit of effort.
    pub unit: EffortUnit,
    /// Whether runs are pairs.
    pub pairing: Pairing,
}

/// The terms on which runs can be compared, or why they cannot.
pub fn agreed(
    dataset: &Dataset,
    unit: Option<EffortUnit>,
    pairing: Option<Pairing>,
) -> Result<Terms, CannotCompare> {
    let methods = dataset.methods();
    let Some(reference) = methods.first() else {
        return Err(CannotCompare::NoRun);
    };
    let has_met = |puzzle: usize| {
        let has_runs = |method: &usize| !dataset.runs(puzzle, *method).is_empty();
        has_runs(&0) && (1..methods.len()).any(|method| has_runs(&method))
    };
    if methods.len() > 1 && !(0..dataset.puzzles().len()).any(has_met) {
        return Err(CannotCompare::NoCommonPuzzle(reference.clone()));
    }
    let told = seeds(dataset).unwrap_or_default();
    Ok(Terms { unit: agreed_unit(dataset, unit)?, pairing: pairing.unwrap_or(told) })
}

/// The unit of the budget: the first in which every run has a cap. Where methods have no cap in
/// common it is the first unit that every run counts.
fn agreed_unit(dataset: &Dataset, asked: Option<EffortUnit>) -> Result<EffortUnit, CannotCompare> {
    let all = |holds: &dyn Fn(&Observation) -> bool| runs(dataset).all(|(_, run)| holds(run));
    let counts = |unit: EffortUnit| all(&|run| run.is_error() || run.spent(unit).is_some());
    if let Some(unit) = asked {
        let lacks = |(_, run): &(usize, &Observation)| run.is_solved && run.spent(unit).is_none();
        return match runs(dataset).find(lacks) {
            Some((method, _)) => {
                let counted = UNITS.into_iter().filter(|&unit| counts(unit));
                let counted = counted.map(EffortUnit::word).collect::<Vec<_>>().join(", ");
                let method = dataset.methods()[method].clone();
                Err(CannotCompare::Uncounted { method, unit: unit.word(), counted })
            }
            None => Ok(unit),
        };
    }
    let is_capped = |unit: &EffortUnit| all(&|run| run.cap(*unit).is_some()) && counts(*unit);
    let capped = UNITS.into_iter().find(is_capped);
    let found = capped.or_else(|| UNITS.into_iter().find(|&unit| counts(unit)));
    found.ok_or(CannotCompare::NoUnit)
}

/// Every run with the place of its method.
pub fn runs(dataset: &Dataset) -> impl Iterator<Item = (usize, &Observation)> {
    let methods = 0..dataset.methods().len();
    (0..dataset.puzzles().len()).flat_map(move |puzzle| {
        let each = move |method| dataset.runs(puzzle, method).iter().map(move |run| (method, run));
        methods.clone().flat_map(each)
    })
}

/// Whether methods share their seeds: runs of one puzzle and repeat have one seed, all of them.
/// `None` where no two runs could be pairs.
pub fn seeds(dataset: &Dataset) -> Option<Pairing> {
    let mut found = None;
    for puzzle in 0..dataset.puzzles().len() {
        let mut seeds: Vec<(u64, Option<u64>)> = (0..dataset.methods().len())
            .flat_map(|method| dataset.runs(puzzle, method))
            .map(|run| (run.repeat, run.seed))
            .collect();
        seeds.sort_unstable();
        let could_be_pairs = |pair: &&[(u64, Option<u64>)]| {
            pair[0].0 == pair[1].0 && pair.iter().all(|(_, seed)| seed.is_some())
        };
        for pair in seeds.windows(2).filter(could_be_pairs) {
            if pair[0].1 != pair[1].1 {
                return Some(Pairing::Independent);
            }
            found = Some(Pairing::Common);
        }
    }
    found
}
