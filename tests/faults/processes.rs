//! Several processes that want one folder at once: one has it, the others are told so.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use sudoga::lab::Manifest;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{Ended, start, wait};
use crate::support::process;
use crate::work::{Work, bytes_of};

/// What those are told who have met another one at work.
const IN_USE: &str = "is in use by another sudoga";

/// Refusals that are right while others are at work, or have been.
const REFUSALS: [&str; 6] = [
    IN_USE,
    "is there already",
    "is no result folder",
    "manifest is missing",
    "made for another plan",
    "holds other results by now",
];

/// Starts processes one shortly after another and looks at what is there when all have ended.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    let works = &campaign.rivals[case.number as usize % campaign.rivals.len()];
    let name = works[0].name;
    let out = case.folder.0.join("out");
    let count = 2 + case.rng.below(3);
    let rivals: Vec<Rival> =
        (0..count).map(|number| Rival::start(case, works, &out, number)).collect();
    let mut tally = Tally { injected: 1, ..Tally::default() };
    let mut is_had = false;
    for rival in rivals {
        let Rival { flags, child, merged } = rival;
        let ended = wait(child);
        let is_refused = is_refusal(&ended);
        tally.refused += u64::from(is_refused);
        if is_refused && ended.errors.contains(IN_USE) {
            tally.hit = 1;
        }
        is_had |= ended.code == Some(0) && merged.is_none();
        if ended.code != Some(0) && !is_refused {
            tally.violations.push(format!("{name} {flags}: {ended}"));
        }
        let merged = merged.filter(|_| ended.code == Some(0));
        let is_batch = |merged: PathBuf| {
            let runs = &bytes_of(&merged)["runs.csv"];
            works.iter().any(|work| work.bytes["runs.csv"] == *runs)
        };
        if merged.is_some_and(|merged| !is_batch(merged)) {
            tally.violations.push(format!("{name} {flags}: what was merged is no batch"));
        }
    }
    if !is_had {
        tally.violations.push(format!("{name}: nobody had the folder"));
    }
    match settled(works, &out) {
        Ok(()) => tally.healed = tally.hit,
        Err(fault) => tally.violations.push(fault),
    }
    tally
}

/// What is wrong with a folder when all have ended. Whoever had it last has called it done.
pub fn settled(works: &[Work; 2], out: &Path) -> Result<(), String> {
    let manifest = Manifest::read(&out.join("manifest.json")).map_err(|error| error.to_string())?;
    let owner = works.iter().find(|work| work.plan_digest() == manifest.plan_digest);
    let owner = owner.ok_or("the folder belongs to nobody")?;
    owner.check(out)?;
    owner.heal(out)
}

struct Rival {
    flags: &'static str,
    child: Child,
    /// Where it merges the folder to, if it does.
    merged: Option<PathBuf>,
}

impl Rival {
    fn start(case: &mut Case, works: &[Work; 2], out: &Path, number: u32) -> Self {
        let flags = match number {
            0 => case.pick(&["", "--resume", "--force"]),
            _ => case.pick(&["", "--resume", "--force", "merge"]),
        };
        let work = case.pick(&[&works[0], &works[1]]);
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

/// Whether somebody was told that the folder is another one's, or is by now.
pub fn is_refusal(ended: &Ended) -> bool {
    ended.code == Some(2) && REFUSALS.iter().any(|refusal| ended.errors.contains(refusal))
}
