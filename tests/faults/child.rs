//! The program as a process that is waited for, but not for ever.

use std::fmt;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Whoever takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a process ended.
pub struct Ended {
    /// Its exit code, unless a signal has ended it.
    pub code: Option<i32>,
    /// The signal that has ended it.
    pub signal: Option<i32>,
    /// What it said on standard error.
    pub errors: String,
}

impl Ended {
    /// Whether a SIGKILL has ended it.
    pub fn is_killed(&self) -> bool {
        self.signal == Some(9)
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, signal, errors } = self;
        write!(formatter, "exit code {code:?}, signal {signal:?}, {errors:?}")
    }
}

/// Starts a process whose messages are kept.
pub fn start(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

/// Waits for its end. Whoever hangs is killed, which nobody expects of them.
pub fn wait(mut child: Child) -> Ended {
    let began = Instant::now();
    let mut hung = "";
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if began.elapsed() > PATIENCE {
            hung = "hung, and was killed; ";
            child.kill().ok();
            break child.wait().expect("a child");
        }
        sleep(Duration::from_millis(1));
    };
    ended(status, child, hung)
}

/// Runs a process to its end.
pub fn run(command: Command) -> Ended {
    wait(start(command))
}

/// Kills a process after a time, unless it has ended.
pub fn kill_after(mut child: Child, time: Duration) -> Ended {
    sleep(time);
    child.kill().ok();
    wait(child)
}

/// Sends a signal, such as `TERM`, unless the process has ended.
pub fn send(child: &mut Child, signal: &str) {
    if child.try_wait().expect("a child").is_none() {
        let id = child.id().to_string();
        Command::new("kill").args(["-s", signal, &id]).status().expect("kill");
    }
}

fn ended(status: ExitStatus, mut child: Child, hung: &str) -> Ended {
    let mut bytes = Vec::new();
    child.stderr.take().map(|mut pipe| pipe.read_to_end(&mut bytes));
    let signal = status.signal().filter(|_| hung.is_empty());
    let errors = hung.to_owned() + &String::from_utf8_lossy(&bytes);
    Ended { code: status.code(), signal, errors }
}
