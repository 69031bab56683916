//! Ctrl-C and SIGTERM: the first ends the runs under way, the second the program.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::solver::{Event, Observer};

/// Exit code after Ctrl-C.
const AFTER_INTERRUPT: u8 = 130;

/// Exit code after SIGTERM.
const AFTER_TERMINATION: u8 = 143;

/// Whether a signal has come; as an observer it ends a run when one has.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    raised: Arc<AtomicBool>,
    code: Arc<AtomicUsize>,
}

impl Signals {
    /// Watches for signals from now on.
    pub fn watch() -> io::Result<Self> {
        let signals = Self::default();
        for (signal, code) in [(SIGINT, AFTER_INTERRUPT), (SIGTERM, AFTER_TERMINATION)] {
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

    /// The exit code of the signal that has come, if one has.
    pub fn exit_code(&self) -> Option<u8> {
        self.raised().then(|| self.code.load(Ordering::SeqCst) as u8)
    }
}

impl Observer for Signals {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        if self.raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
