//! Runs of a study with user-written code, each in a process of its own.
//!
//! Routines keep memory of their own, in COMMON blocks and static variables: two runs in one process would share it. And what a
//! routine does to its process ends one run, not the study.

use crate::args::SweepArgs;
use crate::signal;
use carom::user::page::{self, Page};
use carom_study::{Row, Study};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often the process is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// The rows of a job: a run, or the runs of a chain of a continuation. None if the study is to stop.
pub fn carry_out(
    study: &Study,
    args: &SweepArgs,
    job: &[u64],
    stop: &dyn Fn() -> bool,
) -> Vec<Row> {
    let first = job.first().copied().unwrap_or_default();
    let name = format!("carom-sweep-{}-{first}", std::process::id());
    let [looked_at, written] =
        ["page", "rows"].map(|ending| std::env::temp_dir().join(format!("{name}.{ending}")));
    let _ = std::fs::remove_file(&looked_at);
    let lost = match Page::create(&looked_at) {
        Ok(page) => {
            let list: Vec<String> = job.iter().map(u64::to_string).collect();
            let mut command = Command::new(std::env::current_exe().unwrap_or_default());
            command.arg("sweep").arg(&args.study);
            command.args(["--allow-user-code", "--quiet"]);
            if let Some(library) = &args.user.user_library {
                command.arg("--user-library").arg(library);
            }
            command.arg("--job").arg(list.join(","));
            command.arg("--rows").arg(&written);
            command.env(page::VARIABLE, &looked_at);
            // What routines print would stand among the words of the study.
            command.stdin(Stdio::null()).stdout(Stdio::null());
            run(
                command,
                &page,
                Duration::from_secs(args.user.user_timeout),
                stop,
            )
        }
        Err(e) => Some(format!("{}: {e}", looked_at.display())),
    };
    let rows = std::fs::read(&written).map_or_else(|_| Vec::new(), |bytes| Study::rows(&bytes));
    for file in [&looked_at, &written] {
        let _ = std::fs::remove_file(file);
    }
    if stop() {
        return Vec::new();
    }
    let why = lost.unwrap_or_else(|| "its process has left no row".into());
    job.iter()
        .map(|run| {
            let found = rows.iter().find(|row| row.run == *run).cloned();
            found.unwrap_or_else(|| study.lost(*run, why.clone()))
        })
        .collect()
}

/// Waits for the end of a process; what is wrong with it, if anything is.
fn run(
    mut command: Command,
    page: &Page,
    limit: Duration,
    stop: &dyn Fn() -> bool,
) -> Option<String> {
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => return Some(format!("its process cannot be started: {e}")),
    };
    let (mut count, mut since) = (page.count(), Instant::now());
    let what = |page: &Page| match page.call() {
        Some(call) => format!("at time {}: {}", call.time, call.what),
        None => "something outside of calls of user-written code".to_owned(),
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return None,
            Ok(Some(status)) => {
                let how = match status.code() {
                    Some(code) => format!("ended the program with the status {code}"),
                    None => format!("ended the program by {}", signal::name(signal::of(status))),
                };
                return Some(format!("{} {how}", what(page)));
            }
            Ok(None) => {}
            Err(e) => return Some(format!("its process is lost: {e}")),
        }
        let now = page.count();
        if now != count || page.call().is_none() {
            (count, since) = (now, Instant::now());
        }
        let is_late = since.elapsed() >= limit;
        if stop() || is_late {
            let what = what(page);
            let _ = child.kill();
            let _ = child.wait();
            let limit = limit.as_secs();
            return is_late
                .then(|| format!("{what} did not come back within {limit} s (--user-timeout)"));
        }
        std::thread::sleep(LOOK);
    }
}
