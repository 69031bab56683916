//! Several processes that want one folder at once: one has it, the others are told so.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{Ended, start, wait};
use crate::support::process;
use crate::work::{Work, bytes_of};

/// Refusals that are right while others are at work.
const REFUSALS: [&str; 4] = [
    "is in use by another sudoga",
    "is there already",
    "is no result folder",
    "manifest is missing",
];

/// Starts processes one shortly after another and looks at what is there when all have ended.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    // A folder of `tune` is none that can be merged, and that of `merge` none to be resumed.
    let works = ["run", "sweep", "compare"];
    let name = works[case.number as usize % works.len()];
    let work = campaign.works.iter().find(|work| work.name == name).expect("a work");
    let out = case.folder.0.join("out");
    let count = 2 + case.rng.below(3);
    let rivals: Vec<Rival> =
        (0..count).map(|number| Rival::start(case, work, &out, number)).collect();
    let mut tally = Tally { injected: u64::from(count), ..Tally::default() };
    let mut winners = 0;
    for rival in rivals {
        let Rival { flags, child, merged } = rival;
        let ended = wait(child);
        let is_refused = is_refusal(&ended);
        tally.refused += u64::from(is_refused);
        tally.hit += u64::from(is_refused);
        winners += u32::from(ended.code == Some(0) && merged.is_none());
        if ended.code != Some(0) && !is_refused {
            tally.violations.push(format!("{name} {flags}: {ended}"));
        }
        if let Some(wrong) =
            merged.filter(|_| ended.code == Some(0)).and_then(|it| foreign_row(work, &it))
        {
            tally
                .violations
                .push(format!("{name} {flags}: a row that is none of the batch: {wrong}"));
        }
    }
    if winners == 0 {
        tally.violations.push(format!("{name}: nobody had the folder"));
    }
    match work.heal(&out) {
        Ok(()) => tally.healed += u64::from(winners),
        Err(fault) => tally.violations.push(fault),
    }
    tally
}

struct Rival {
    flags: &'static str,
    child: Child,
    /// Where it merges the folder to, if it does.
    merged: Option<PathBuf>,
}

impl Rival {
    fn start(case: &mut Case, work: &Work, out: &Path, number: u32) -> Self {
        let flags = match number {
            0 => case.pick(&["", "--resume", "--force"]),
            _ => case.pick(&["", "--resume", "--force", "merge"]),
        };
        let merged = (flags == "merge").then(|| case.folder.0.join(format!("merged-{number}")));
        let command: Command = match &merged {
            Some(target) => process(&format!("merge {} -q -o {}", out.display(), target.display())),
            None => work.command(flags, out),
        };
        let most = work.time.as_micros() as u32;
        let most = if case.rng.below(2) == 0 { most } else { 3000 };
        sleep(Duration::from_micros(case.rng.below(most).into()));
        Self { flags, child: start(command), merged }
    }
}

fn is_refusal(ended: &Ended) -> bool {
    ended.code == Some(2) && REFUSALS.iter().any(|refusal| ended.errors.contains(refusal))
}

/// A row of merged results that the batch does not have.
fn foreign_row(work: &Work, merged: &Path) -> Option<String> {
    let found = bytes_of(merged);
    let rows = found.get("runs.csv").map_or("", String::as_str).lines();
    let known: Vec<&str> = work.bytes["runs.csv"].lines().collect();
    rows.into_iter().find(|row| !known.contains(row)).map(str::to_owned)
}
