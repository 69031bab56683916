//! A disk that is full, fails, or takes less than it is given, at a random call and for a while.

use std::path::Path;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{Ended, run};
use crate::journals::{Journals, are_newly_torn, journals, nothing_lost, runs};
use crate::shim::{CHANGING, Fault, GRAVE, letters};
use crate::truth;
use crate::work::{Work, cut};

const NO_SPACE: i32 = 28;
const BROKEN: i32 = 5;
const READ_ONLY: i32 = 30;

/// What a disk may do, and to which calls: see `shim.c`.
const KINDS: [(&str, &str, i32); 10] = [
    ("owm", "fail", NO_SPACE),
    ("w", "full", NO_SPACE),
    ("w", "short", 0),
    ("w", "fail", BROKEN),
    ("sf", "fail", BROKEN),
    ("r", "fail", BROKEN),
    ("wt", "fail", BROKEN),
    ("t", "fail", BROKEN),
    ("di", "fail", BROKEN),
    (CHANGING, "fail", READ_ONLY),
];

/// Begins a batch, or goes on with a finished one that has lost the end of a journal, and lets it
/// run into a fault.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    let work = &campaign.works[case.number as usize % campaign.works.len()];
    let (out, log) = (case.folder.0.join("out"), case.folder.0.join("log"));
    let is_begun = case.rng.below(2) == 0;
    if is_begun {
        begin(case, work, &out);
    }
    let fault = fault(case, work, is_begun);
    let journals_before = journals(&out);
    let before = Before {
        journals: &journals_before,
        is_read: fault.calls == "di",
        may_fail: fault.deed != "short",
    };
    let mut command = work.go_on(&out);
    campaign.shim.fail(&mut command, &out, fault, &log);
    let ended = run(command);
    let hit = letters(&log);
    let mut tally = Tally { injected: 1, hit: u64::from(!hit.is_empty()), ..Tally::default() };
    let Fault { calls, at, span, deed, error } = fault;
    let begun = if is_begun { "begun" } else { "new" };
    let told =
        format!("{} {begun} {calls} {deed} {error} at {at} for {span}, hit {hit:?}", work.name);
    let after = journals(&out);
    let judged = judge(work, &out, &ended, &before).and_then(|()| not_passed_over(&ended, &hit));
    if let Err(wrong) = judged {
        tally.violations.push(format!("{told}: {wrong}: {ended}"));
    }
    match heal(work, &out, &after) {
        Ok(()) => tally.healed = tally.hit,
        Err(wrong) => tally.violations.push(format!("{told}: {wrong}")),
    }
    tally
}

/// A finished folder, one of whose journals is cut anywhere.
fn begin(case: &mut Case, work: &Work, out: &Path) {
    work.copy_to(out);
    let journals: Vec<(String, Vec<u8>)> = journals(out).into_iter().collect();
    let (name, journal) = &journals[case.rng.index(journals.len())];
    cut(&out.join(name), case.rng.index(journal.len()) as u64);
}

fn fault(case: &mut Case, work: &Work, is_begun: bool) -> Fault {
    let (calls, deed, error) = case.pick(&KINDS);
    let at = 1 + u64::from(case.rng.below(work.calls(calls, is_begun)));
    Fault { calls, at, span: case.pick(&[0, 0, 1, 2, 5]), deed, error }
}

/// What a batch is judged by.
pub struct Before<'a> {
    /// The journals that were there.
    pub journals: &'a Journals,
    /// Whether the fault is in reading, which comes before anything is begun and after all is done.
    pub is_read: bool,
    /// Whether the fault is one that it may fail by.
    pub may_fail: bool,
}

/// What is wrong with how a batch ended after a fault, and with what it has left behind.
pub fn judge(work: &Work, out: &Path, ended: &Ended, before: &Before<'_>) -> Result<(), String> {
    let after = journals(out);
    told_well(ended, before, &after)?;
    let could_not_cut = ended.errors.contains("could not be cut");
    truth::judge(work, out, ended, could_not_cut || !are_newly_torn(before.journals, &after))?;
    if work.starts_over() { Ok(()) } else { nothing_lost(before.journals, out) }
}

/// What is wrong with the exit code and the message.
fn told_well(ended: &Ended, before: &Before<'_>, after: &Journals) -> Result<(), String> {
    match ended.code {
        Some(0) => return Ok(()),
        _ if !before.may_fail => return Err("short writes are no fault".to_owned()),
        Some(2 | 3) => {}
        _ => return Err("neither done, nor refused, nor incomplete".to_owned()),
    }
    if !ended.errors.contains("/out") {
        return Err("no file is named".to_owned());
    }
    let has_grown = runs(after) > runs(before.journals);
    if ended.code == Some(2) && has_grown && !before.is_read {
        return Err("refused, with runs that were done".to_owned());
    }
    Ok(())
}

/// Whether nobody calls himself done after a call that failed and that he needs.
fn not_passed_over(ended: &Ended, hit: &str) -> Result<(), String> {
    match ended.code == Some(0) && hit.contains(|call| GRAVE.contains(call)) {
        true => Err("done, with an error that was passed over".to_owned()),
        false => Ok(()),
    }
}

/// Ends the batch; what was journalled is still there.
pub fn heal(work: &Work, out: &Path, kept: &Journals) -> Result<(), String> {
    work.heal(out)?;
    if work.starts_over() { Ok(()) } else { nothing_lost(kept, out) }
}
