//! The process around the one that fuzzes: it ends an input that does not come to an end, and tells
//! which input has aborted the process, as an overflow of the stack or a lack of memory does.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use crate::note::{Underway, underway};
use crate::options::Options;
use crate::targets::scratch;

/// The longest that one input may take, far above all of them.
const LONGEST: Duration = Duration::from_secs(20);

/// The most address space of the process that fuzzes, so that a reader without bounds ends it and not
/// the machine. What one input may hold is far below and looked at behind it.
#[cfg(unix)]
const MOST_SPACE: u64 = 4 << 30;

/// How often the process is looked after.
const PAUSE: Duration = Duration::from_millis(50);

/// How the process that fuzzes came to its end.
enum End {
    /// With an exit code.
    Code(u8),
    /// By a signal, amid these inputs.
    Broken(ExitStatus, Vec<Underway>),
    /// It was ended, since this input took too long.
    Late(Underway),
}

/// Does what the words of the command line ask for in a process of its own; the exit code.
pub fn run(words: &[String], options: &Options) -> Result<u8, String> {
    match guarded(words)? {
        End::Code(code) => Ok(code),
        End::Late(input) => {
            let path = keep(&input, options)?;
            eprintln!(
                "{}: time: more than {} s; {}",
                path.display(),
                LONGEST.as_secs(),
                replay(&input, &path)
            );
            Ok(1)
        }
        End::Broken(status, inputs) => {
            eprintln!(
                "the process was aborted ({status}) with seed {}, amid these inputs",
                options.seed
            );
            for input in &inputs {
                let path = keep(input, options)?;
                eprintln!("{}: {}", path.display(), alone(input, &path)?);
            }
            Ok(1)
        }
    }
}

/// What an input does by itself.
fn alone(input: &Underway, path: &Path) -> Result<String, String> {
    let words = ["--target", &input.target, "--input", &path.display().to_string()];
    let told = match guarded(&words.map(str::to_owned))? {
        End::Code(0) => return Ok("by itself without a finding".to_owned()),
        End::Code(_) => "a finding by itself".to_owned(),
        End::Broken(status, _) => format!("abort: {status} by itself"),
        End::Late(_) => format!("time: more than {} s by itself", LONGEST.as_secs()),
    };
    Ok(format!("{told}; {}", replay(input, path)))
}

/// How to see it again.
fn replay(input: &Underway, path: &Path) -> String {
    format!("again by --target {} --input {}", input.target, path.display())
}

/// Writes an input to the findings.
fn keep(input: &Underway, options: &Options) -> Result<PathBuf, String> {
    let path = options.findings.join(format!("{}-{}", input.target, input.name));
    fs::create_dir_all(&options.findings)
        .and_then(|()| fs::write(&path, &input.input))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// Starts this program again and looks after it to its end.
fn guarded(words: &[String]) -> Result<End, String> {
    let notes = scratch::place(process::id());
    let failed = |error: io::Error| format!("the process that fuzzes: {error}");
    fs::create_dir_all(&notes).map_err(failed)?;
    let program = env::current_exe().map_err(failed)?;
    let child = Command::new(program).args(words).arg("--notes").arg(&notes).spawn();
    let mut child = child.map_err(failed)?;
    let end = wait(&mut child, &notes).map_err(failed);
    fs::remove_dir_all(&notes).ok();
    fs::remove_dir_all(scratch::place(child.id())).ok();
    end
}

fn wait(child: &mut Child, notes: &Path) -> io::Result<End> {
    let mut seen: BTreeMap<PathBuf, (u64, Instant)> = BTreeMap::new();
    loop {
        if let Some(status) = child.try_wait()? {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            return Ok(code.map_or_else(|| End::Broken(status, underway(notes)), End::Code));
        }
        let mut inputs = underway(notes);
        seen.retain(|path, _| inputs.iter().any(|input| input.path == *path));
        let is_late = |input: &Underway| {
            let known = seen.entry(input.path.clone()).or_insert((input.count, Instant::now()));
            if known.0 != input.count {
                *known = (input.count, Instant::now());
            }
            known.1.elapsed() > LONGEST
        };
        if let Some(place) = inputs.iter().position(is_late) {
            child.kill()?;
            child.wait()?;
            return Ok(End::Late(inputs.swap_remove(place)));
        }
        thread::sleep(PAUSE);
    }
}

/// Bounds this process, where the system can.
pub fn bound_memory() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let space = Rlimit { current: Some(MOST_SPACE), maximum: Some(MOST_SPACE) };
        setrlimit(Resource::As, space).ok();
    }
}
