//! The manifest of a result folder: what was run, by which program, where, and how far it came.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::files::if_there;
use super::shard::Shard;
use super::utc::rfc3339;
use crate::ENGINE;
use crate::board::whole;
use crate::rng::GENERATOR;

/// The newest schema of manifests that is known.
const SCHEMA: u32 = 2;

/// The schema that has no sum.
const WITHOUT_SUM: u32 = 1;

const PROGRAM: &str = "sudoga";

/// The most bytes of a manifest: four times those of a plan, which stands in it with every puzzle.
const MOST_BYTES: u64 = 1 << 30;

/// What is known about the results of a folder. Only `host`, `threads` and the times differ
/// between two machines that have done the same plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The schema of this file.
    pub schema: u32,
    /// The program that made the results.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Its engine.
    pub engine: u32,
    /// Its random generator.
    pub generator: String,
    /// What the batch is called.
    pub name: String,
    /// The digest of the plan, 64 hexadecimal digits.
    pub plan_digest: String,
    /// The plan as resolved.
    pub plan: serde_json::Value,
    /// The master seed.
    pub seed: u64,
    /// Which part of the plan was run, if not the whole.
    pub shard: Option<Shard>,
    /// The shards of a race that were united here, each finished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub united: Vec<Shard>,
    /// How many runs the journal of a race held when this was written, where that is another number
    /// than that of the finished ones: it may hold runs that nobody asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journalled: Option<usize>,
    /// How many runs there are.
    pub runs: RunCounts,
    /// The digest of runs.csv without its last column; `None` while runs are missing.
    pub results: Option<String>,
    /// Whether every planned run is finished.
    pub complete: bool,
    /// Whether another machine must find the same: `false` when the clock has stopped a run.
    pub reproducible: bool,
    /// The machine of the last session.
    pub host: Host,
    /// Runs at a time in the last session.
    pub threads: usize,
    /// When the first session began, RFC 3339 in UTC.
    pub started: String,
    /// When the last session ended, RFC 3339 in UTC.
    pub ended: Option<String>,
    /// Seconds on the wall, all sessions together.
    pub wall_seconds: f64,
    /// How often the batch was begun or gone on with.
    pub sessions: u32,
    /// What shows that the file was changed; a manifest in memory has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
}

/// How many runs there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunCounts {
    /// Runs of the plan, or of the shard.
    pub planned: usize,
    /// Those that are done.
    pub finished: usize,
    /// Those of them that ended with an error.
    pub errors: usize,
}

/// A machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The operating system.
    pub os: String,
    /// The kind of processor.
    pub arch: String,
    /// Threads that run at a time.
    pub cores: usize,
    /// Its name, where the system tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// How long results have taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Seconds on the wall, all sessions together.
    pub wall_seconds: f64,
    /// How often a batch was begun or gone on with.
    pub sessions: u32,
}

/// Why a manifest cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The system does not let us.
    #[error("{}: {error}; expected the manifest of a result folder", .path.display())]
    Unreadable {
        /// The manifest.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no manifest of ours.
    #[error("{}: no manifest of a result folder: {reason}; delete it, and {} writes it anew", .path.display(), remaking(.path.parent().unwrap_or(.path)))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A later program has written it.
    #[error("{}: a manifest of schema {schema}, expected at most {SCHEMA}; use the newer sudoga that made it", .path.display())]
    Newer {
        /// The manifest.
        path: PathBuf,
        /// Its schema.
        schema: u32,
    },
}

/// The command that writes a manifest anew, from the plan and the journal.
pub(super) fn remaking(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "`sudoga run PLAN --resume -o {folder}`, or whichever command made it, with the --seed and \
         --shard it had,"
    )
}

/// What the manifest of every schema has.
#[derive(Deserialize)]
struct Kind {
    schema: u32,
    program: String,
}

impl Manifest {
    /// The manifest of a batch that begins now on this machine with this program.
    pub fn new(name: &str, plan_digest: blake3::Hash, plan: serde_json::Value, seed: u64) -> Self {
        Self {
            schema: SCHEMA,
            program: PROGRAM.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: ENGINE,
            generator: GENERATOR.to_owned(),
            name: name.to_owned(),
            plan_digest: plan_digest.to_string(),
            plan,
            seed,
            shard: None,
            runs: RunCounts::default(),
            results: None,
            complete: false,
            reproducible: true,
            host: Host::here(),
            threads: 1,
            started: rfc3339(SystemTime::now()),
            ended: None,
            wall_seconds: 0.0,
            sessions: 1,
            united: Vec::new(),
            journalled: None,
            sum: None,
        }
    }

    /// Reads a manifest back.
    pub fn read(path: &Path) -> Result<Self, ManifestError> {
        let wrong = |reason| ManifestError::Wrong { path: path.to_owned(), reason };
        let text = whole::read(path, MOST_BYTES).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => wrong(error.to_string()),
            _ => ManifestError::Unreadable { path: path.to_owned(), error },
        })?;
        let kind: Kind = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        if kind.program != PROGRAM {
            return Err(wrong(format!("made by the program `{}`", kind.program)));
        }
        if kind.schema > SCHEMA {
            return Err(ManifestError::Newer { path: path.to_owned(), schema: kind.schema });
        }
        let manifest: Self =
            serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        manifest.unsealed().map_err(|reason| wrong(reason.to_owned()))
    }

    /// The seeds that can still be read in a manifest that is damaged, each once. It has one, which
    /// stands there twice, so that they are several where one of the two is hit.
    pub fn seeds_left(path: &Path) -> Vec<u64> {
        let mut bytes = Vec::new();
        File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes)).ok();
        let text = String::from_utf8_lossy(&bytes);
        let mut seeds: Vec<u64> = text.split("\"seed\":").skip(1).filter_map(number).collect();
        seeds.sort_unstable();
        seeds.dedup();
        seeds
    }

    /// How long its results have taken.
    pub fn work(&self) -> Work {
        Work { wall_seconds: self.wall_seconds, sessions: self.sessions }
    }

    /// Whether a journal with so many runs has all those that this tells of.
    pub fn is_true_of(&self, journalled: usize) -> bool {
        match self.journalled {
            // A journal only grows.
            Some(known) => journalled >= known,
            // It may have more that were there before, and then lack some that are told.
            None => journalled == self.runs.finished,
        }
    }

    /// The same after one more session, which begins with so many runs in the journal.
    pub fn resumed(mut self, earlier: &Self, journalled: usize) -> Self {
        if self.plan_digest == earlier.plan_digest && earlier.is_true_of(journalled) {
            self.united.clone_from(&earlier.united);
            self.journalled = (!self.united.is_empty()).then_some(journalled);
        }
        // The question is the one that was named before there were results.
        if let Some(primary) = earlier.plan.get("primary") {
            self.plan["primary"] = primary.clone();
        }
        self.started.clone_from(&earlier.started);
        self.wall_seconds = earlier.wall_seconds;
        self.sessions = earlier.sessions.saturating_add(1);
        self
    }

    /// Writes it for people to read, a setting a line, with its sum.
    pub fn write(&mut self, mut target: &mut dyn Write) -> io::Result<()> {
        self.schema = SCHEMA;
        self.sum = Some(self.digits()?);
        let written = serde_json::to_writer_pretty(&mut target, self);
        self.sum = None;
        written?;
        target.write_all(b"\n")
    }

    /// The manifest without its sum, or what is wrong with that.
    fn unsealed(mut self) -> Result<Self, &'static str> {
        match (self.schema, self.sum.take()) {
            (WITHOUT_SUM, None) => Ok(self),
            (WITHOUT_SUM, Some(_)) => Err("its schema has no sum"),
            (..WITHOUT_SUM, _) => Err("there is no such schema"),
            (_, None) => Err("its sum is missing"),
            (_, Some(sum)) if self.digits().is_ok_and(|digits| digits == sum) => Ok(self),
            _ => Err("its sum is wrong: something else has changed it"),
        }
    }

    /// The sum of what it says, not of how it is laid out, while it has none. A plan of a hundred
    /// thousand puzzles is written straight into the digest, and never copied.
    fn digits(&self) -> io::Result<String> {
        let mut hasher = blake3::Hasher::new();
        let mut target = BufWriter::with_capacity(1 << 16, &mut hasher);
        serde_json::to_writer(&mut target, self)?;
        target.flush()?;
        drop(target);
        Ok(hasher.finalize().to_hex()[..16].to_owned())
    }
}

/// The whole number that is the value with which a text of JSON begins.
fn number(text: &str) -> Option<u64> {
    let (digits, _) = text.trim_start().split_once([',', '}', '\n'])?;
    digits.trim_end().parse().ok()
}

/// Whether the file at a path is a manifest of this program, of whatever schema.
pub(super) fn is_manifest(path: &Path) -> io::Result<bool> {
    use io::ErrorKind::{FileTooLarge, InvalidData};
    let text = match whole::read(path, MOST_BYTES) {
        Err(error) if [FileTooLarge, InvalidData].contains(&error.kind()) => return Ok(false),
        read => if_there(read)?,
    };
    Ok(serde_json::from_slice::<Kind>(&text).is_ok_and(|kind| kind.program == PROGRAM))
}

impl Host {
    /// This machine.
    pub fn here() -> Self {
        Self {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cores: available_parallelism().map_or(1, Into::into),
            name: host_name(),
        }
    }
}

/// The name that Linux and Windows tell without a call of the system.
fn host_name() -> Option<String> {
    let told = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = told.or_else(|| std::env::var("COMPUTERNAME").ok())?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}
