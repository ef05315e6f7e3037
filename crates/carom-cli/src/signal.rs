//! Signals that ask for an end: Ctrl-C (SIGINT), SIGTERM, SIGHUP.
//!
//! The first one is noted, and whoever works looks at it after each step, closes its files and says so. The second one ends
//! the program at once. When the work is put away, the program ends by the signal itself, so that the shell that started it
//! sees why: a loop over runs ends on Ctrl-C, and the exit status is 128 and the number of the signal.

use crate::Exit;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

#[cfg(unix)]
const SIGNALS: &[(i32, &str)] = &[
    (SIGINT, "Ctrl-C (SIGINT)"),
    (SIGTERM, "SIGTERM"),
    (
        signal_hook::consts::SIGHUP,
        "SIGHUP, its terminal was closed",
    ),
];
#[cfg(not(unix))]
const SIGNALS: &[(i32, &str)] = &[(SIGINT, "Ctrl-C"), (SIGTERM, "SIGTERM")];

static GIVEN: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
static ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on signals are noted.
pub fn listen() {
    let ignored = ignored();
    for (signal, _) in SIGNALS {
        // What `nohup` or a shell's `&` has made deaf to a signal stays so.
        if ignored >> (signal - 1) & 1 == 1 {
            continue;
        }
        // The second one acts as if nobody listened; asked first, since the next lines answer it.
        let second = signal_hook::flag::register_conditional_default(*signal, ONCE.clone());
        let first = signal_hook::flag::register(*signal, ONCE.clone());
        let which = signal_hook::flag::register_usize(
            *signal,
            GIVEN.clone(),
            signal.unsigned_abs() as usize,
        );
        // Without them a signal ends the program at once, as before: no reason not to run.
        let _ = (second, first, which);
    }
}

/// What the program was asked by to end, if it was.
pub fn given() -> Option<&'static str> {
    let signal = GIVEN.load(Ordering::Relaxed);
    let found = SIGNALS
        .iter()
        .find(|s| s.0.unsigned_abs() as usize == signal);
    found.map(|s| s.1)
}

/// How a command ends that is asked to: by the signal. Gives `other` if there was none.
pub fn end(other: Exit) -> Exit {
    let signal = GIVEN.load(Ordering::Relaxed);
    if signal != 0 && other == Exit::Early {
        let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
    }
    other
}

/// Signals that this process was told to ignore when it was started, a bit each.
fn ignored() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|m| u64::from_str_radix(m.trim(), 16).ok())
        .unwrap_or(0)
}
