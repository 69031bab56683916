//! A batch that is killed, at a random time or at a random system call, and gone on with until it
//! is killed again or done.

use std::time::Duration;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{Ended, kill_after, run, start};
use crate::journals::{journals, nothing_lost};
use crate::shim::{CHANGING, Fault};
use crate::truth::judge;
use crate::work::Work;

/// Kills of one folder at most.
const MOST: u64 = 12;

/// Kills a batch again and again, and lets it come to its end.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    let work = &campaign.works[case.number as usize % campaign.works.len()];
    let out = case.folder.0.join("out");
    let mut tally = Tally::default();
    for _ in 0..MOST {
        tally.injected += 1;
        let before = journals(&out);
        let ended = kill(campaign, case, work);
        if let Err(wrong) = judge(work, &out, &ended, true) {
            tally.violations.push(format!("{} after {} kills: {wrong}", work.name, tally.hit));
        }
        if !work.starts_over()
            && let Err(lost) = nothing_lost(&before, &out)
        {
            tally.violations.push(format!("{} after {} kills: {lost}", work.name, tally.hit));
        }
        if ended.is_killed() {
            tally.hit += 1;
            continue;
        }
        if ended.code != Some(0) {
            tally.violations.push(format!("{} after {} kills: {ended}", work.name, tally.hit));
        }
        break;
    }
    match work.heal(&out) {
        Ok(()) => tally.healed = tally.hit,
        Err(fault) => tally.violations.push(format!("after {} kills: {fault}", tally.hit)),
    }
    tally
}

fn kill(campaign: &Campaign, case: &mut Case, work: &Work) -> Ended {
    let out = case.folder.0.join("out");
    let mut command = work.go_on(&out);
    if case.rng.below(3) == 0 {
        let most = work.time.as_micros() as u32 + 1;
        let time = Duration::from_micros(case.rng.below(most).into());
        return kill_after(start(command), time);
    }
    let at = 1 + u64::from(case.rng.below(work.calls(CHANGING, false)));
    let deed = case.pick(&["kill", "tear"]);
    let fault = Fault { calls: CHANGING, at, span: 1, deed, error: 0 };
    campaign.shim.fail(&mut command, &out, fault, &case.folder.0.join("log"));
    run(command)
}
