//! A run with user-written code goes on in a process of its own, and this one looks after it.
//!
//! A routine may crash, leave the program, throw, or never come back. The run then ends; its results up to the last thing
//! written are kept, and this process says which routine of which element it was, at what time, and closes `run.json`.

use crate::output::{Say, err};
use crate::{Exit, signal};
use carom::summary::{ErrorSummary, Summary};
use carom::user::page::{self, Call, Page};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(20);

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
pub fn supervise(limit: Duration, say: Say) -> Exit {
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
                Ok(child) => look_after(child, &page, limit, say),
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

fn look_after(mut child: Child, page: &Page, limit: Duration, say: Say) -> Exit {
    let (mut count, mut since) = (page.count(), Instant::now());
    let mut told = false;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return ended(status, page, say),
            Ok(None) => {}
            Err(e) => return refused(&format!("the run is lost: {e}")),
        }
        if let (Some(number), false) = (signal::number(), told) {
            told = true;
            signal::send(child.id(), number);
        }
        let now = page.count();
        if now != count || page.call().is_none() {
            (count, since) = (now, Instant::now());
        } else if since.elapsed() >= limit {
            let call = page.call();
            // It may have come back in the meantime; then it has taken too long all the same.
            let _ = child.kill();
            let _ = child.wait();
            let seconds = limit.as_secs();
            let why = format!("did not come back within {seconds} s (--user-timeout)");
            return lost(page, call, &why, say);
        }
        std::thread::sleep(LOOK);
    }
}

fn ended(status: ExitStatus, page: &Page, say: Say) -> Exit {
    let call = page.call();
    match (status.code(), call) {
        (Some(0), None) => Exit::Done,
        (Some(1), None) => Exit::Early,
        (Some(2), None) => Exit::Refused,
        (Some(3), None) => Exit::Bug,
        (Some(code), call) => lost(
            page,
            call,
            &format!("ended the program with the status {code}"),
            say,
        ),
        (None, call) => {
            let number = signal::of(status);
            if call.is_none() && signal::number() == Some(number) {
                return Exit::Early;
            }
            let name = signal::name(number);
            lost(page, call, &format!("ended the program by {name}"), say)
        }
    }
}

/// Says what is known of the end, and writes it to `run.json`.
fn lost(page: &Page, call: Option<Call>, why: &str, say: Say) -> Exit {
    let (time, message) = match call {
        Some(call) => (call.time, format!("{} {why}", call.what)),
        None => (
            f64::NAN,
            format!("something outside of calls of user-written code {why}"),
        ),
    };
    let help = "the fault is in the user-written code, or in how it is called; results written so far are kept";
    let Some(folder) = page.results() else {
        err(&format!(
            "error: {message}, before the run began\n   = help: {help}\n"
        ));
        return Exit::Refused;
    };
    if let Some(mut summary) = Summary::read(&folder) {
        summary.status = "early".to_owned();
        summary.resumable = false;
        summary.error = Some(ErrorSummary {
            time,
            message: message.clone(),
            help: Some(help.to_owned()),
        });
        if let Err(e) = summary.write(&folder) {
            err(&format!("run.json could not be written: {e}\n"));
        }
    }
    err(&format!(
        "ended early at time {time}: {message}\n   = help: {help}\n"
    ));
    if say != Say::Errors {
        err(&format!("results so far in {}\n", folder.display()));
    }
    Exit::Early
}
