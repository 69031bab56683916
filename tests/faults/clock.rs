//! A clock that jumps while a batch runs: no result depends on it, and nothing panics.

use std::path::Path;
use std::time::{Duration, Instant};

use sudoga::lab::Manifest;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::run;
use crate::shim::letters;
use crate::support::process;
use crate::work::Work;

const CLOCKS: [&str; 4] = ["real", "steady", "past", "future"];

/// Runs that take hours all together.
const LONG: &str = "sweep @twodoku/hard-1 -m baseline --mutation 0.1,0.2 --repeats 100 --seed 1 \
                    --generations 1000000 -q --wall-seconds 0.4";

/// A day, which no batch here takes.
const TOO_LONG: f64 = 86_400.0;

/// Runs a batch under a clock that jumps, and one that is to end by the clock.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    let clock = CLOCKS[case.number as usize % CLOCKS.len()];
    let work = case.rng.index(campaign.works.len());
    let work = &campaign.works[work];
    let mut tally = Tally { injected: 2, ..Tally::default() };
    let logs = ["whole", "limited"].map(|name| case.folder.0.join(name).with_extension("log"));
    let results =
        [whole(campaign, case, work, clock, &logs[0]), limited(campaign, case, clock, &logs[1])];
    for (result, log) in results.into_iter().zip(&logs) {
        let hit = u64::from(!letters(log).is_empty());
        tally.hit += hit;
        match result {
            Ok(()) => tally.healed += hit,
            Err(fault) => tally.violations.push(format!("{clock} clock: {fault}")),
        }
    }
    tally
}

fn whole(
    campaign: &Campaign,
    case: &mut Case,
    work: &Work,
    clock: &str,
    log: &Path,
) -> Result<(), String> {
    let out = case.folder.0.join("out");
    let mut command = work.go_on(&out);
    campaign.shim.jump(&mut command, clock, case.rng.next_u64(), log);
    let ended = run(command);
    if ended.code != Some(0) {
        return Err(format!("{}: {ended}", work.name));
    }
    work.check(&out)?;
    let manifest = Manifest::read(&out.join("manifest.json")).map_err(|error| error.to_string())?;
    let seconds = manifest.wall_seconds;
    let most = if clock == "steady" { f64::MAX } else { TOO_LONG };
    match (0.0..most).contains(&seconds) {
        true => Ok(()),
        false => Err(format!("{}: {seconds} seconds on the wall", work.name)),
    }
}

fn limited(campaign: &Campaign, case: &mut Case, clock: &str, log: &Path) -> Result<(), String> {
    let out = case.folder.0.join("limited");
    let mut command = process(&format!("{LONG} -o {}", out.display()));
    campaign.shim.jump(&mut command, clock, case.rng.next_u64(), log);
    let began = Instant::now();
    let ended = run(command);
    let took = began.elapsed();
    if ended.code != Some(3) {
        return Err(format!("--wall-seconds: {ended}"));
    }
    // The steady clock is the one that the limit is told by.
    let least = Duration::from_millis(if clock == "steady" { 0 } else { 400 });
    match (least..Duration::from_secs(20)).contains(&took) {
        true => Ok(()),
        false => Err(format!("--wall-seconds 0.4 took {took:?}")),
    }
}
