//! A process that stands still at a random call on files while another one wants its folder, and then
//! goes on with what may be gone by then.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{run, send, start, wait};
use crate::processes::{is_refusal, settled};
use crate::shim::{ALL_CALLS, Fault};
use crate::support::process;
use crate::work::Work;

/// The calls before a batch has its folder are among so many, and all of a comparison.
const EARLY: u32 = 60;

/// Holds a process, lets a rival come to its end, and looks at what both have left.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    let works = &campaign.rivals[case.number as usize % campaign.rivals.len()];
    let out = case.folder.0.join("out");
    let (first, rival) = (case.pick(&[&works[0], &works[1]]), case.pick(&[&works[0], &works[1]]));
    let is_begun = case.rng.below(2) == 0;
    if is_begun {
        first.copy_to(&out);
    }
    let mut command = command(case, first, &out, is_begun);
    let most = case.pick(&[EARLY, first.calls(ALL_CALLS, is_begun)]);
    let at = 1 + u64::from(case.rng.below(most));
    let fault = Fault { calls: ALL_CALLS, at, span: 1, deed: "hold", error: 0 };
    campaign.shim.fail(&mut command, &out, fault, &case.folder.0.join("log"));
    let mut held = start(command);
    let is_held = stands_still(&mut held);
    let flags = case.pick(&["", "--resume", "--force", "--force"]);
    let other = run(rival.command(flags, &out));
    send(&mut held, "CONT");
    let mut tally = Tally { injected: 1, ..Tally::default() };
    tally.hit = u64::from(is_held && other.code == Some(0));
    for ended in [wait(held), other] {
        tally.refused += u64::from(is_refusal(&ended));
        if ended.code != Some(0) && !is_refusal(&ended) {
            tally.violations.push(format!("{}, held at call {at}: {ended}", first.name));
        }
    }
    match settled(works, &out) {
        Ok(()) => tally.healed = tally.hit,
        Err(fault) => {
            tally.violations.push(format!("{}, held at call {at}: {fault}", first.name));
        }
    }
    tally
}

/// A batch, or a comparison of one that is done.
fn command(case: &mut Case, work: &Work, out: &Path, is_begun: bool) -> Command {
    if is_begun && work.compares() && case.rng.below(2) == 0 {
        return process(&format!("compare {} -q", out.display()));
    }
    work.command(case.pick(&["--resume", "--force"]), out)
}

/// Waits until a process stands still; `false` where it has ended instead.
fn stands_still(child: &mut Child) -> bool {
    let stat = format!("/proc/{}/stat", child.id());
    while child.try_wait().expect("a child").is_none() {
        let told = fs::read_to_string(&stat).unwrap_or_default();
        // The state stands behind the name, which is in brackets.
        if told.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T')) {
            return true;
        }
        sleep(Duration::from_millis(1));
    }
    false
}
