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
    let shared = shared_seeds(dataset);
    if pairing == Some(Pairing::Common) && shared.unequal > 0 {
        return Err(CannotCompare::NoPairs);
    }
    let told = if shared.are_common() { Pairing::Common } else { Pairing::Independent };
    Ok(Terms { unit: agreed_unit(dataset, unit)?, pairing: pairing.unwrap_or(told) })
}

/// The unit of the budget: the first in which every run has a cap. Where methods have no cap in
/// common it is the first unit that every run counts.
pub fn agreed_unit(
    dataset: &Dataset,
    asked: Option<EffortUnit>,
) -> Result<EffortUnit, CannotCompare> {
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
    let is_capped =
        |unit: &EffortUnit| all(&|run| run.is_error() || run.cap(*unit).is_some()) && counts(*unit);
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

/// How many repeats of two methods on a puzzle have one seed, and how many have not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedSeeds {
    /// With one seed.
    pub equal: usize,
    /// With two.
    pub unequal: usize,
}

impl SharedSeeds {
    /// Whether all of them have one seed.
    pub fn are_common(self) -> bool {
        self.equal > 0 && self.unequal == 0
    }

    /// Whether no two runs could be looked at.
    pub fn are_unknown(self) -> bool {
        self.equal + self.unequal == 0
    }
}

/// Looks at the seeds of all methods.
pub fn shared_seeds(dataset: &Dataset) -> SharedSeeds {
    let mut found = SharedSeeds::default();
    for puzzle in 0..dataset.puzzles().len() {
        let mut seeds: Vec<(u64, u64)> = (0..dataset.methods().len())
            .flat_map(|method| dataset.runs(puzzle, method))
            .filter_map(|run| Some((run.repeat, run.seed?)))
            .collect();
        seeds.sort_unstable();
        for pair in seeds.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let is_one = pair[0].1 == pair[1].1;
            *(if is_one { &mut found.equal } else { &mut found.unequal }) += 1;
        }
    }
    found
}
