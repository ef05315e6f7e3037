//! A run with user-written code goes on in a process of its own, and this one looks after it.
//!
//! A routine may crash, leave the program, throw, or never come back. The run then ends; this process says which
//! routine of which element it was, at what time, and writes the results up to there, which the run has left in its
//! journal.

use crate::exit::Exit;
use crate::output::{Say, err, say_error};
use crate::signal;
use carom::summary::{ErrorSummary, Summary};
use carom::user::page::{self, Call, Page};
use carom::{Loaded, Request};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// A call that has not come back this long after the run was asked to end is not waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether this process is the one that runs; then its calls are written to the page from now on.
pub fn is_child() -> bool {
    match std::env::var_os(page::VARIABLE) {
        Some(path) => {
            // Without the page a crash has no name; the run itself does not need it.
            let _ = page::write_to(Path::new(&path));
            true
        }
        None => false,
    }
}

/// Runs this program again with the same arguments, and looks after it.
pub fn supervise(
    limit: Duration,
    say: Say,
    run: impl FnOnce() -> Option<(Loaded, Request)>,
) -> Exit {
    let path = std::env::temp_dir().join(format!("carom-user-{}.page", std::process::id()));
    // One that another process with this number has left.
    let _ = std::fs::remove_file(&path);
    let exit = match (Page::create(&path), std::env::current_exe()) {
        (Ok(page), Ok(program)) => {
            let mut command = Command::new(program);
            command.args(std::env::args_os().skip(1));
            command.env(page::VARIABLE, &path);
            // What asks for an end is handed on to the run, once; it ends and says so, and this process waits for it.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            signal::listen();
            match command.spawn() {
                Ok(child) => {
                    let run = run();
                    let run = run.as_ref().map(|(loaded, request)| (loaded, request));
                    look_after(child, &page, limit, Watched { run, say })
                }
                Err(e) => refused(&format!("the run cannot be started: {e}")),
            }
        }
        (Err(e), _) | (_, Err(e)) => refused(&format!("{}: {e}", path.display())),
    };
    let _ = std::fs::remove_file(&path);
    exit
}

fn refused(why: &str) -> Exit {
    err(&format!("error: {why}\n"));
    Exit::Refused
}

fn look_after(mut child: Child, page: &Page, limit: Duration, run: Watched<'_>) -> Exit {
    let (mut count, mut since) = (page.count(), Instant::now());
    let mut told: Option<Instant> = None;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return ended(status, page, run),
            Ok(None) => {}
            Err(e) => return refused(&format!("the run is lost: {e}")),
        }
        if let (Some(number), None) = (signal::number(), told) {
            told = Some(Instant::now());
            signal::send(child.id(), number);
        }
        let now = page.count();
        if now != count || page.call().is_none() {
            (count, since) = (now, Instant::now());
        } else {
            let asked = told.is_some_and(|t| since.max(t).elapsed() >= PATIENCE);
            if asked || since.elapsed() >= limit {
                let call = page.call();
                // It may have come back in the meantime; then it has taken too long all the same.
                let _ = child.kill();
                let _ = child.wait();
                let why = match signal::given().filter(|_| asked) {
                    Some(signal) => format!("did not come back after {signal}"),
                    None => format!(
                        "did not come back within {} s (--user-timeout)",
                        limit.as_secs()
                    ),
                };
                return lost(page, call, &why, run);
            }
        }
        std::thread::sleep(LOOK);
    }
}

fn ended(status: ExitStatus, page: &Page, run: Watched<'_>) -> Exit {
    let call = page.call();
    // A thread of the user's may leave the program while no routine is being called.
    let goes_on = |page: &Page| {
        let summary = page.results().and_then(|folder| Summary::read(&folder));
        summary.is_some_and(|s| s.status == "running")
    };
    match (status.code(), call) {
        (Some(code), None) if goes_on(page) => lost(
            page,
            None,
            &format!("ended the program with the status {code}"),
            run,
        ),
        (Some(0), None) => Exit::Done,
        (Some(1), None) => Exit::Early,
        (Some(2), None) => Exit::Refused,
        (Some(3), None) => Exit::Bug,
        (Some(code), call) => lost(
            page,
            call,
            &format!("ended the program with the status {code}"),
            run,
        ),
        (None, call) => {
            let number = signal::of(status);
            if call.is_none() && signal::number() == Some(number) {
                return Exit::Early;
            }
            let name = signal::name(number);
            lost(page, call, &format!("ended the program by {name}"), run)
        }
    }
}

/// What goes on in the other process: if it is a run that is lost, its results are written here.
#[derive(Clone, Copy)]
struct Watched<'a> {
    /// The model, as that process has read it, and what is asked for.
    run: Option<(&'a Loaded, &'a Request)>,
    say: Say,
}

/// Says what is known of the end, and brings what the run has told to disk.
fn lost(page: &Page, call: Option<Call>, why: &str, run: Watched<'_>) -> Exit {
    let (time, message) = match call {
        Some(call) => (call.time, format!("{} {why}", call.what)),
        None => (
            f64::NAN,
            format!("something outside of calls of user-written code {why}"),
        ),
    };
    let fault = "the fault is in the user-written code, or in how it is called";
    let (Some(folder), Some((loaded, request))) = (page.results(), run.run) else {
        err(&format!(
            "error: {message}, before the run began\n   = help: {fault}\n"
        ));
        return Exit::Refused;
    };
    let error = ErrorSummary {
        time,
        message: message.clone(),
        help: Some(format!("{fault}; results up to there are kept")),
    };
    match carom::close(loaded, request, &folder, error) {
        Ok(closed) => {
            say_error(&closed.summary);
            if let Some(why) = closed.incomplete {
                err(&format!("the tables are not complete: {why}\n"));
            }
            if closed.summary.resumable {
                err(
                    "   = help: --resume goes on from the last checkpoint with the same library, to the same bits\n",
                );
            }
        }
        Err(why) => err(&format!(
            "ended early: {message}\n   = help: {fault}\nthe results could not be closed: {why}\n"
        )),
    }
    if run.say != Say::Errors {
        err(&format!("results so far in {}\n", folder.display()));
    }
    Exit::Early
}
