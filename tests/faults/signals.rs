//! A batch that is asked to stop, once or twice in a row: it obeys within seconds, tells the signal
//! by its exit code, and leaves whole files that it can be gone on with.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{Ended, send, start, wait};
use crate::journals::{journals, runs};
use crate::truth::{judge, whole_files};
use crate::work::files_of;

/// Within this time a batch has to stop.
const PROMPT: Duration = Duration::from_secs(2);

/// The signals with their numbers.
const SIGNALS: [(&str, i32); 2] = [("TERM", 15), ("INT", 2)];

/// Stops a batch of short runs or of long ones.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    if case.rng.below(4) == 0 { stop_long(campaign, case) } else { stop_short(campaign, case) }
}

/// Stops runs that take minutes, goes on with them, stops them again, and then lets them be short.
fn stop_long(campaign: &Campaign, case: &mut Case) -> Tally {
    let work = &campaign.long_work;
    let out = case.folder.0.join("out");
    let mut tally = Tally::default();
    for _ in 0..2 {
        let (signal, number) = case.pick(&SIGNALS);
        let before = files_of(&out);
        let mut child = start(work.lengthened(&out));
        sleep(Duration::from_millis(60 + u64::from(case.rng.below(100))));
        let sent = Instant::now();
        send(&mut child, signal);
        let ended = wait(child);
        let took = sent.elapsed();
        let is_stopped = is_stopped(&ended, number, before == files_of(&out));
        tally.injected += 1;
        tally.hit += u64::from(is_stopped);
        let mut violation =
            |what: String| tally.violations.push(format!("long runs, SIG{signal}: {what}"));
        if !is_stopped {
            violation(ended.to_string());
        }
        if took > PROMPT {
            violation(format!("obeyed after {took:?}"));
        }
        if let Err(half) = whole_files(&out, false) {
            violation(half);
        }
        if runs(&journals(&out)) > 0 {
            violation("a run that was stopped is kept".to_owned());
        }
    }
    match work.heal(&out) {
        Ok(()) => tally.healed = tally.hit,
        Err(fault) => tally.violations.push(format!("long runs, in the end short: {fault}")),
    }
    tally
}

/// Whether a process has obeyed a signal. Before it watches for signals the system ends it, which
/// is as good as long as it has not touched its folder.
fn is_stopped(ended: &Ended, number: i32, is_untouched: bool) -> bool {
    ended.code == Some(128 + number) || ended.signal == Some(number) && is_untouched
}

/// Stops a batch, looks at what it leaves, and lets it come to its end.
fn stop_short(campaign: &Campaign, case: &mut Case) -> Tally {
    let work = &campaign.works[case.number as usize % campaign.works.len()];
    let out = case.folder.0.join("out");
    let (signal, number) = case.pick(&SIGNALS);
    let is_doubled = case.rng.below(3) == 0;
    let mut moment =
        |most: Duration| Duration::from_micros(case.rng.below(most.as_micros() as u32 + 1).into());
    let (first, second) = (moment(work.time), moment(Duration::from_millis(10)));
    let before = files_of(&out);
    let mut child = start(work.go_on(&out));
    sleep(first);
    let sent = Instant::now();
    send(&mut child, signal);
    if is_doubled {
        sleep(second);
        send(&mut child, signal);
    }
    let ended = wait(child);
    let took = sent.elapsed();
    let mut tally = Tally { injected: 1, ..Tally::default() };
    let is_stopped = is_stopped(&ended, number, before == files_of(&out));
    tally.hit = u64::from(is_stopped);
    let mut violation = |what: String| tally.violations.push(format!("{}: {what}", work.name));
    if !is_stopped && ended.code != Some(0) {
        violation(format!("SIG{signal}: {ended}"));
    }
    if took > PROMPT {
        violation(format!("SIG{signal} was obeyed after {took:?}"));
    }
    if let Err(wrong) = judge(work, &out, &ended, is_doubled) {
        violation(format!("after SIG{signal}: {wrong}"));
    }
    match work.heal(&out) {
        Ok(()) => tally.healed = tally.hit,
        Err(fault) => violation(format!("after SIG{signal}: {fault}")),
    }
    tally
}
