//! How large a plan may be: what its file alone tells before anything is made for it, and what files
//! hold that it names while they are read.

use super::Planned;
use super::error::PlanError;
use super::file::Source;
use crate::board::digit::MAX_SYMBOL_SIDE;
use crate::board::{Layout, Puzzle};
use crate::rng::SEED_BITS;

/// The most runs of a plan: what is known of each while results are read takes some 60 bytes.
const MOST_RUNS: u128 = 100_000_000;

/// The most points of all methods together; each is kept ready to run and takes some 14 KB.
const MOST_ARMS: u128 = 100_000;

/// The most points of all methods together times the keys that any of them varies: each point has a
/// value, or none, for each key.
const MOST_VALUES: u128 = 5_000_000;

/// The most puzzles that the recipes of a plan make; more belong into files.
const MOST_MADE: u64 = 1_000_000;

/// The most bytes of all puzzles as a manifest holds them; what stands beside them has room in the
/// gigabyte that is read of one.
const MOST_WRITTEN: u64 = 768 << 20;

/// Refuses what can be told before methods are looked up.
pub(super) fn refuse_methods(source: &Source) -> Result<(), PlanError> {
    refuse_arms(source, "methods", source.plan.methods.len() as u128)
}

fn refuse_arms(source: &Source, key: &str, arms: u128) -> Result<(), PlanError> {
    if arms <= MOST_ARMS {
        return Ok(());
    }
    let message = format!(
        "{} points of all methods together, expected at most {MOST_ARMS}; vary fewer keys or values, \
         or split the plan",
        told(arms)
    );
    refusal(source, key, message)
}

/// Refuses more varied keys than so many points can hold values of; keys of one value make no points.
pub(super) fn refuse_grid(source: &Source, points: u128, keys: usize) -> Result<(), PlanError> {
    if points.saturating_mul(keys as u128) <= MOST_VALUES {
        return Ok(());
    }
    let message = format!(
        "{keys} varied keys and {points} points of all methods together, expected at most \
         {MOST_VALUES} when the one is multiplied by the other; set keys of one value by `set`, or \
         split the plan"
    );
    refusal(source, "vary", message)
}

/// Refuses what can be told before puzzles are read or made.
pub(super) fn refuse(source: &Source, seed: u64, arms: u128) -> Result<(), PlanError> {
    if let Err(message) = source.plan.budget.check() {
        return refusal(source, "budget", message);
    }
    if source.plan.repeats == Some(0) {
        return refusal(source, "repeats", "repeats = 0: nothing would run");
    }
    if seed >= 1 << SEED_BITS {
        return refusal(source, "seed", format!("seed = {seed}: expected less than 2^{SEED_BITS}"));
    }
    refuse_arms(source, "vary", arms)?;
    let made = source.plan.puzzles_to_make();
    if made > MOST_MADE {
        let message = format!(
            "{} puzzles to be made, expected at most {MOST_MADE}; make them with `sudoga generate` \
             and name the files",
            told(made.into())
        );
        return refusal(source, "puzzles", message);
    }
    let least = made.max(source.plan.puzzles.len().min(1) as u64);
    refuse_runs(source, least.into(), arms)
}

/// Refuses more runs than a plan can number.
pub(super) fn refuse_runs(source: &Source, puzzles: u128, arms: u128) -> Result<(), PlanError> {
    refuse_more_runs(source, puzzles, arms, "")
}

fn refuse_more_runs(
    source: &Source,
    puzzles: u128,
    arms: u128,
    least: &str,
) -> Result<(), PlanError> {
    let repeats = u128::from(source.plan.repeats.unwrap_or(1));
    let runs = puzzles.saturating_mul(arms).saturating_mul(repeats);
    if runs <= MOST_RUNS {
        return Ok(());
    }
    let message = format!(
        "{least}{} runs ({puzzles} puzzles, {arms} methods or points, {repeats} repeats), expected at most \
         {MOST_RUNS}; split the plan",
        told(runs)
    );
    refusal(source, "repeats", message)
}

/// Refuses puzzles that the manifest of a result folder could not hold.
pub(super) fn refuse_written(source: &Source, puzzles: &[Planned]) -> Result<(), PlanError> {
    let mut tally = Tally::default();
    puzzles.iter().try_for_each(|planned| tally.add(source, &planned.puzzle))
}

/// Puzzles counted as they come.
#[derive(Debug, Default)]
pub(super) struct Tally {
    puzzles: u64,
    bytes: u64,
}

impl Tally {
    /// Counts one more, unless the manifest of a result folder could not hold them.
    pub(super) fn add(&mut self, source: &Source, puzzle: &Puzzle) -> Result<(), PlanError> {
        self.puzzles += 1;
        self.bytes += written(puzzle);
        if self.bytes <= MOST_WRITTEN {
            return Ok(());
        }
        let message = format!(
            "at least {} puzzles that take {} MB when they are written out, expected at most {} MB; \
             split the plan",
            self.puzzles,
            self.bytes >> 20,
            MOST_WRITTEN >> 20
        );
        refusal(source, "puzzles", message)
    }

    /// The same where that is known, unless there are more runs of so many points than a plan can
    /// number.
    pub(super) fn add_read(
        &mut self,
        source: &Source,
        puzzle: &Puzzle,
        arms: u128,
    ) -> Result<(), PlanError> {
        self.add(source, puzzle)?;
        refuse_more_runs(source, self.puzzles.into(), arms, "at least ")
    }
}

/// Bytes of a puzzle in a manifest, rather too many than too few.
fn written(puzzle: &Puzzle) -> u64 {
    let layout = puzzle.layout();
    let cells = layout.cell_count() * if layout.side() > MAX_SYMBOL_SIDE { 3 } else { 1 };
    let is_known = Layout::named(layout.name()).is_some_and(|known| known == *layout);
    let own = 200 + 2 * layout.name().len() + layout.grid_count() * 110;
    (200 + 2 * puzzle.name().len() + cells + if is_known { 0 } else { own }) as u64
}

/// A number, which may have been too large to be counted.
fn told(count: u128) -> String {
    match count {
        u128::MAX => format!("more than {count}"),
        count if count == u64::MAX.into() => format!("at least {count}"),
        count => count.to_string(),
    }
}

fn refusal(source: &Source, key: &str, message: impl Into<String>) -> Result<(), PlanError> {
    Err(PlanError::wrong(&source.place(key, None), message))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::lab::plan::puzzle_written_out;

    #[test]
    fn a_puzzle_takes_no_more_in_a_manifest_than_is_counted() {
        let pair = Layout::new("pair", 2, &[(0, 0), (1, 1)]).expect("an overlay");
        let known =
            ["4x4", "25x25", "49x49", "samurai"].map(|name| Layout::named(name).expect(name));
        let long = Layout::new(&"long ".repeat(200), 3, &[(0, 0)]).expect("a layout");
        for layout in known.into_iter().chain([pair, long].map(Arc::new)) {
            let largest = layout.side() as u8;
            let mut givens = vec![0; layout.cell_count()];
            givens[0] = largest;
            let puzzle = Puzzle::new("a \"name\"", layout, givens).expect("a puzzle");
            // As deep as it lies in a manifest.
            let entry = serde_json::json!({ "plan": { "puzzles": [puzzle_written_out(&puzzle)] } });
            let text = serde_json::to_string_pretty(&entry).expect("JSON");
            let (counted, found) = (written(&puzzle), text.len() as u64);
            assert!((found..3 * found).contains(&counted), "{counted} for {found} bytes");
        }
    }
}
