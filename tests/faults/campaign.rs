//! What the campaign does, how often, and the table at its end.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use sudoga::rng::{Rng, derived_seed};

use crate::shim::Shim;
use crate::support::Folder;
use crate::work::{Work, all_rivals, all_works, long_work};
use crate::{clock, damage, disk, held, kills, processes, signals, small_disk};

/// The fault campaign: everything that can happen to a batch, and what must come of it.
#[derive(Parser)]
pub struct Options {
    /// Decides all that is done
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kills by SIGKILL, at random times and at random system calls
    #[arg(long, default_value_t = 60)]
    kills: u64,
    /// Signals, SIGTERM and SIGINT, one or two at a time
    #[arg(long, default_value_t = 20)]
    signals: u64,
    /// Faults of the disk
    #[arg(long, default_value_t = 60)]
    disk: u64,
    /// Batches on a disk that is too small, a real one; to mount it takes a privilege
    #[arg(long, default_value_t = 10)]
    small_disks: u64,
    /// Folders that several processes want at once
    #[arg(long, default_value_t = 10)]
    races: u64,
    /// Processes that stand still at a system call while another one wants their folder
    #[arg(long, default_value_t = 20)]
    holds: u64,
    /// Batches under a clock that jumps
    #[arg(long, default_value_t = 8)]
    clocks: u64,
    /// Bits that are flipped in a journal or manifest, which are then read in this process
    #[arg(long, default_value_t = 2000)]
    flips: u64,
    /// Damaged folders that the program is to resume
    #[arg(long, default_value_t = 40)]
    damages: u64,
    /// One scenario alone
    #[arg(long, value_parser = SCENARIOS)]
    only: Option<String>,
    /// One case of it alone
    #[arg(long, requires = "only")]
    case: Option<u64>,
    /// Folders of violations are not removed
    #[arg(long)]
    keep: bool,
}

/// The scenarios, as `--only` calls them.
const SCENARIOS: [&str; 9] =
    ["kills", "signals", "disk", SMALL_DISKS, "races", "holds", "clocks", "flips", "damages"];

/// The one that not everybody may play.
const SMALL_DISKS: &str = "small-disks";

/// What came of the faults of a scenario.
#[derive(Default)]
pub struct Tally {
    /// Faults that were asked for.
    pub injected: u64,
    /// Those that came to pass, such as kills of a process that was still there.
    pub hit: u64,
    /// Those after which the bytes were right.
    pub healed: u64,
    /// Those that were answered by a refusal, and changed nothing.
    pub refused: u64,
    /// What should never be.
    pub violations: Vec<String>,
}

impl Tally {
    /// Adds what came of a case.
    pub fn add(&mut self, other: Self) {
        self.injected += other.injected;
        self.hit += other.hit;
        self.healed += other.healed;
        self.refused += other.refused;
        self.violations.extend(other.violations);
    }
}

/// A scenario: how it is called, how many faults are asked for, and how a case of it is played.
struct Scenario {
    name: &'static str,
    about: &'static str,
    faults: u64,
    play: fn(&Campaign, &mut Case) -> Tally,
}

impl Scenario {
    /// Whether some of its faults must come to pass: a single case may miss, and not everybody may
    /// mount a disk.
    fn must_hit(&self, options: &Options) -> bool {
        self.faults > 0 && options.case.is_none() && self.name != SMALL_DISKS
    }
}

/// One case of a scenario.
pub struct Case {
    /// Which one, from 0.
    pub number: u64,
    /// All that it decides.
    pub rng: Rng,
    /// A folder of its own.
    pub folder: Folder,
}

impl Case {
    /// One of some things.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.rng.index(things.len())]
    }
}

/// The campaign.
pub struct Campaign {
    options: Options,
    /// The library that makes calls fail.
    pub shim: Shim,
    /// What is done, and what comes of it when nothing happens.
    pub works: Vec<Work>,
    /// Pairs of batches of one verb and two plans, which may want the same folder.
    pub rivals: Vec<[Work; 2]>,
    /// One whose runs can be made to take minutes.
    pub long_work: Work,
    /// Where all of it lies.
    _folder: Folder,
}

impl Campaign {
    /// Prepares everything.
    pub fn new(options: Options) -> Self {
        let folder = Folder::new("faults");
        let shim = Shim::build(&folder);
        let works = all_works(&folder, &shim);
        let rivals = all_rivals(&works, &folder, &shim);
        let long_work = long_work(&folder, &shim);
        Self { options, shim, works, rivals, long_work, _folder: folder }
    }

    /// Plays all scenarios and prints the table; the exit code tells whether all was well.
    pub fn run(&self) -> ExitCode {
        let mut table = "| scenario | faults | hit | healed | refused | violations | seconds |\n\
                         |---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
        let mut violations = 0;
        for scenario in self.scenarios() {
            let began = Instant::now();
            let tally = self.play(&scenario);
            violations += tally.violations.len();
            let Tally { injected, hit, healed, refused, .. } = tally;
            let (about, wrong) = (scenario.about, tally.violations.len());
            let seconds = began.elapsed().as_secs_f64();
            writeln!(
                table,
                "| {about} | {injected} | {hit} | {healed} | {refused} | {wrong} | {seconds:.0} |"
            )
            .expect("memory");
        }
        println!("{table}");
        if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn scenarios(&self) -> Vec<Scenario> {
        let Options { small_disks, .. } = &self.options;
        let Options { kills, signals, disk, races, holds, clocks, flips, damages, only, .. } =
            &self.options;
        let all = [
            ("kills", "SIGKILL", *kills, kills::play as fn(&Self, &mut Case) -> Tally),
            ("signals", "SIGTERM and SIGINT", *signals, signals::play),
            ("disk", "a disk that fails", *disk, disk::play),
            (SMALL_DISKS, "a disk that is too small", *small_disks, small_disk::play),
            ("races", "several processes on a folder", *races, processes::play),
            ("holds", "a process that stands still meanwhile", *holds, held::play),
            ("clocks", "a clock that jumps", *clocks, clock::play),
            ("flips", "a flipped bit, read in process", *flips, damage::flips),
            ("damages", "a damaged folder, resumed", *damages, damage::play),
        ];
        let all = all.map(|(name, about, faults, play)| Scenario { name, about, faults, play });
        let is_asked = |scenario: &Scenario| only.as_ref().is_none_or(|only| only == scenario.name);
        all.into_iter().filter(is_asked).collect()
    }

    /// Plays cases until as many faults were asked for as are wanted.
    fn play(&self, scenario: &Scenario) -> Tally {
        let mut tally = Tally::default();
        let mut number = self.options.case.unwrap_or(0);
        while tally.injected < scenario.faults {
            tally.add(self.play_case(scenario, number));
            if self.options.case.is_some() {
                break;
            }
            number += 1;
        }
        if tally.hit == 0 && scenario.must_hit(&self.options) {
            let nothing = format!("{}: nothing was hit, so that nothing was shown", scenario.name);
            eprintln!("violation: {nothing}");
            tally.violations.push(nothing);
        }
        if tally.hit == 0 && tally.injected > 0 && scenario.name == SMALL_DISKS {
            eprintln!("{SMALL_DISKS}: nothing was hit; to mount a disk takes a privilege");
        }
        tally
    }

    fn play_case(&self, scenario: &Scenario, number: u64) -> Tally {
        let name = scenario.name;
        let rng = Rng::from_seed(derived_seed(self.options.seed, name, number));
        let folder = Folder::new(&format!("{name}-{number}"));
        let mut case = Case { number, rng, folder };
        let tally = (scenario.play)(self, &mut case);
        for violation in &tally.violations {
            let seed = self.options.seed;
            eprintln!(
                "violation: {violation}\n  repeat: cargo test --release --test faults -- \
                 --seed {seed} --only {name} --case {number} --keep"
            );
        }
        if self.options.keep && !tally.violations.is_empty() {
            eprintln!("  kept: {}", case.folder.0.display());
            std::mem::forget(case.folder);
        }
        tally
    }
}
