//! Ctrl-C, SIGTERM and the end of a terminal (SIGHUP): the first ends the runs under way, the second the program.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::solver::{Event, Observer};

/// How long after a signal the runs under way may take to end.
const GRACE: Duration = Duration::from_millis(1500);

/// Exit code after SIGHUP.
#[cfg(unix)]
const AFTER_HANGUP: u8 = 129;

/// Exit code after Ctrl-C.
const AFTER_INTERRUPT: u8 = 130;

/// Exit code after SIGTERM.
const AFTER_TERMINATION: u8 = 143;

/// Whether a signal has come; as an observer it ends a run when one has.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    raised: Arc<AtomicBool>,
    code: Arc<AtomicUsize>,
    /// When somebody first saw that one has come.
    seen: Arc<OnceLock<Instant>>,
    /// Whether a signal ends the program at once.
    is_final: Arc<AtomicBool>,
}

impl Signals {
    /// Watches for signals from now on.
    pub fn watch() -> io::Result<Self> {
        let signals = Self::default();
        let mut codes = vec![(SIGINT, AFTER_INTERRUPT), (SIGTERM, AFTER_TERMINATION)];
        #[cfg(unix)]
        codes.extend(hears_hangup().then_some((signal_hook::consts::SIGHUP, AFTER_HANGUP)));
        for (signal, code) in codes {
            flag::register_conditional_shutdown(signal, code.into(), signals.is_final.clone())?;
            // In this order: the first signal finds the flag down and raises it.
            flag::register_conditional_shutdown(signal, code.into(), signals.raised.clone())?;
            flag::register_usize(signal, signals.code.clone(), code.into())?;
            flag::register(signal, signals.raised.clone())?;
        }
        // A file that may not grow is an error of the write, not the end of the program.
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        Ok(signals)
    }

    /// Whether a signal has come.
    pub fn raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// Whether a signal has come so long ago that runs which are still under way do not hear of it.
    pub fn is_overdue(&self) -> bool {
        self.raised() && self.seen.get_or_init(Instant::now).elapsed() >= GRACE
    }

    /// From now on already the first signal ends the program. For work that only reads, or writes files
    /// that appear whole, and that would otherwise go on for long.
    pub fn end_at_once(&self) {
        self.is_final.store(true, Ordering::SeqCst);
    }

    /// Does work that must hear of a signal and come to an orderly end.
    pub fn orderly<T>(&self, work: impl FnOnce() -> T) -> T {
        let was_final = self.is_final.swap(false, Ordering::SeqCst);
        let done = work();
        self.is_final.store(was_final, Ordering::SeqCst);
        done
    }

    /// The exit code of the signal that has come, if one has.
    pub fn exit_code(&self) -> Option<u8> {
        self.raised().then(|| self.code.load(Ordering::SeqCst) as u8)
    }
}

/// Whether a SIGHUP would end this program now. Under `nohup` it is ignored, and to handle it
/// would undo that; where the system does not tell, it stays as it is.
#[cfg(unix)]
fn hears_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal_hook::consts::SIGHUP - 1) & 1 == 0)
}

impl Observer for Signals {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        if self.raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_a_while_to_hear_of_a_signal() {
        let signals = Signals::default();
        assert!(!signals.is_overdue() && signals.seen.get().is_none());
        signals.raised.store(true, Ordering::SeqCst);
        assert!(!signals.is_overdue() && signals.seen.get().is_some());
        let long_ago = Instant::now().checked_sub(GRACE).expect("a machine that is not just up");
        let signals = Signals { seen: Arc::new(OnceLock::from(long_ago)), ..signals };
        assert!(signals.is_overdue());
    }

    #[test]
    fn orderly_work_is_not_cut_off_and_what_comes_after_it_is() {
        let signals = Signals::default();
        let is_final = || signals.is_final.load(Ordering::SeqCst);
        assert!(!signals.orderly(is_final) && !is_final());
        signals.end_at_once();
        assert!(!signals.orderly(is_final) && is_final());
    }
}
