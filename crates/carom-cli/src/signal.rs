//! Signals that ask for an end: Ctrl-C (SIGINT), SIGTERM, SIGHUP.
//!
//! The first one is noted, and whoever works looks at it after each step, closes its files and says so. The second one ends
//! the program at once. When the work is put away, the program ends by the signal itself, so that the shell that started it
//! sees why: a loop over runs ends on Ctrl-C, and the exit status is 128 and the number of the signal.

use crate::exit::Exit;
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

/// From now on the first signal ends the program at once: the work is done.
pub fn stop_listening() {
    ONCE.store(true, Ordering::Relaxed);
}

/// What the program was asked by to end, if it was.
pub fn given() -> Option<&'static str> {
    let signal = GIVEN.load(Ordering::Relaxed);
    let found = SIGNALS
        .iter()
        .find(|s| s.0.unsigned_abs() as usize == signal);
    found.map(|s| s.1)
}

/// The number of the signal that asked for an end.
pub fn number() -> Option<i32> {
    match GIVEN.load(Ordering::Relaxed) {
        0 => None,
        number => i32::try_from(number).ok(),
    }
}

/// The signal that ended a process, 0 if none did.
pub fn of(status: std::process::ExitStatus) -> i32 {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        status.signal().unwrap_or(0)
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        0
    }
}

/// A signal in words.
pub fn name(number: i32) -> String {
    match signal_hook::low_level::signal_name(number) {
        Some("SIGSEGV") => "SIGSEGV (it touched memory that is not its own)".into(),
        Some("SIGFPE") => "SIGFPE (an operation of integers without a result)".into(),
        Some("SIGABRT") => "SIGABRT (it gave up, as after an exception that nobody catches)".into(),
        Some("SIGKILL") => "SIGKILL (from outside, or by the system for want of memory)".into(),
        Some("SIGILL") => "SIGILL (what it runs is no code)".into(),
        Some(name) => name.into(),
        None => format!("signal {number}"),
    }
}

/// Hands a signal on to another process.
pub fn send(process: u32, number: i32) {
    let name = signal_hook::low_level::signal_name(number).unwrap_or("SIGTERM");
    let name = name.trim_start_matches("SIG");
    // Without `kill` the process is not told, and ends when it ends.
    let _ = std::process::Command::new("kill")
        .args(["-s", name, &process.to_string()])
        .status();
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
