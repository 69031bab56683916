//! A batch that is asked to stop, once or twice in a row: it obeys within seconds, tells the signal
//! by its exit code, and leaves whole files that it can be gone on with.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use sudoga::lab::Manifest;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{send, start, wait};
use crate::support::process;
use crate::work::files_of;

/// Within this time a batch has to stop.
const PROMPT: Duration = Duration::from_secs(2);

/// The signals with their numbers.
const SIGNALS: [(&str, i32); 2] = [("TERM", 15), ("INT", 2)];

/// Runs that take minutes each.
const LONG: &str = "sweep @twodoku/hard-1 -m baseline --mutation 0.1,0.2 --repeats 100 --seed 1 \
                    --generations 10000000 -q --resume";

/// Stops a batch of short runs or of long ones.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    if case.rng.below(4) == 0 { stop_long(case) } else { stop_short(campaign, case) }
}

/// Stops runs that take minutes, goes on with them, and stops them again.
fn stop_long(case: &mut Case) -> Tally {
    let out = case.folder.0.join("out");
    let mut tally = Tally::default();
    for _ in 0..2 {
        let (signal, number) = case.pick(&SIGNALS);
        let mut child = start(process(&format!("{LONG} -o {}", out.display())));
        sleep(Duration::from_millis(60 + u64::from(case.rng.below(100))));
        let sent = Instant::now();
        send(&mut child, signal);
        let ended = wait(child);
        let took = sent.elapsed();
        tally.injected += 1;
        tally.hit += 1;
        match whole_files(&out, false) {
            Err(half) => tally.violations.push(format!("SIG{signal} leaves {half}")),
            Ok(()) if ended.code != Some(128 + number) && ended.signal != Some(number) => {
                tally.violations.push(format!("long runs, SIG{signal}: {ended}"));
            }
            Ok(()) if took > PROMPT => {
                tally.violations.push(format!("long runs, SIG{signal} was obeyed after {took:?}"));
            }
            Ok(()) => tally.healed += 1,
        }
    }
    tally
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
    let is_stopped = ended.code == Some(128 + number) || ended.signal == Some(number);
    tally.hit = u64::from(is_stopped);
    let mut violation = |what: String| tally.violations.push(format!("{}: {what}", work.name));
    if !is_stopped && ended.code != Some(0) {
        violation(format!("SIG{signal}: {ended}"));
    }
    if took > PROMPT {
        violation(format!("SIG{signal} was obeyed after {took:?}"));
    }
    if let Err(half) = whole_files(&out, is_doubled) {
        violation(format!("SIG{signal} leaves {half}"));
    }
    match work.heal(&out) {
        Ok(()) => tally.healed = tally.hit,
        Err(fault) => violation(format!("after SIG{signal}: {fault}")),
    }
    tally
}

/// Whether no file is half written, but the journal's last line where a second signal came.
fn whole_files(out: &Path, may_be_torn: bool) -> Result<(), String> {
    for (name, bytes) in files_of(out) {
        let is_draft = name.ends_with(".draft");
        let is_empty_by_nature = name.ends_with(".lock") || name.ends_with(".sudoga-probe");
        let may_be_half = is_draft || name.ends_with(".jsonl") && may_be_torn;
        if !bytes.ends_with(b"\n") && !may_be_half && !is_empty_by_nature {
            return Err(format!("{name} without its end"));
        }
        if name.ends_with("manifest.json") {
            Manifest::read(&out.join(&name)).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
