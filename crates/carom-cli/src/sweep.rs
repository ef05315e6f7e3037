//! `carom sweep`.

use crate::args::SweepArgs;
use crate::exit::Exit;
use crate::output::{self, Say, err, out};
use crate::{signal, studies, sweep_process};
use carom::base::Diagnostics;
use carom::files::places;
use carom_study::{
    Carrier, Dataset, Digest, Earlier, Extreme, Row, Status, Study, Summary, default_folder,
    digests, run_missing, run_missing_by,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

pub fn sweep(args: &SweepArgs) -> Exit {
    let say = if args.quiet { Say::Errors } else { Say::All };
    let name = args.study.to_string_lossy();
    let is_study = name.ends_with(".toml") && !name.ends_with(".carom.toml");
    if args.places && !is_study {
        return places_of_model(&args.study, args, say);
    }
    if let Some(address) = &args.dask {
        return on_dask(address, args);
    }
    let study = match studies::read(&args.study, &args.user, say) {
        Ok(study) => study,
        Err(exit) => return exit,
    };
    if args.places {
        list(&places::list(&study.deck.model), args.json);
        return Exit::Done;
    }
    if let Some(run) = args.deck {
        if run >= study.len() {
            err(&format!("the study has runs 0 to {}\n", study.len() - 1));
            return Exit::Refused;
        }
        out(&study.deck_text(run));
        return Exit::Done;
    }
    if let Some(file) = &args.rows {
        return match std::fs::write(file, study.run_points(&args.job)) {
            Ok(()) => Exit::Done,
            Err(e) => {
                err(&format!("error: {}: {e}\n", file.display()));
                Exit::Refused
            }
        };
    }
    output::diagnostics(&study.diagnostics, &study.sources(), say);
    carry_out(&study, args, say)
}

/// The Python package carries out the study: Dask speaks Python. `CAROM_PYTHON` names another interpreter than `python3`.
pub fn on_dask(address: &str, args: &SweepArgs) -> Exit {
    let refused = |what: &str| {
        err(&format!("error: {what}\n"));
        Exit::Refused
    };
    let python = std::env::var_os("CAROM_PYTHON").unwrap_or_else(|| "python3".into());
    let named = python.to_string_lossy();
    let there = Command::new(&python)
        .args(["-c", "import carom, distributed"])
        .output();
    match there {
        Err(e) => {
            return refused(&format!(
                "--dask needs Python, and {named} cannot be started: {e}"
            ));
        }
        Ok(output) if !output.status.success() => {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().last().unwrap_or_default().to_owned();
            return refused(&format!(
                "--dask needs the packages carom and distributed for {named}: {last}\n  help: pip install . distributed, or name another interpreter by CAROM_PYTHON"
            ));
        }
        Ok(_) => {}
    }
    let mut command = Command::new(&python);
    command.args(["-m", "carom", "sweep", "--dask", address]);
    command.arg(&args.study);
    if let Some(out) = &args.out {
        command.arg("--out").arg(out);
    }
    for (option, given) in [
        ("--resume", args.resume),
        ("--overwrite", args.overwrite),
        ("--quiet", args.quiet),
        ("--json", args.json),
    ] {
        if given {
            command.arg(option);
        }
    }
    match command.status().map(|s| s.code()) {
        Ok(Some(0)) => Exit::Done,
        Ok(Some(1)) => Exit::Early,
        Ok(Some(2)) => Exit::Refused,
        Ok(_) => refused("the study was interrupted: --resume goes on with it"),
        Err(e) => refused(&format!("{named} cannot be started: {e}")),
    }
}

/// A study whose runs were carried out.
pub struct Collected {
    /// Its folder.
    pub folder: PathBuf,
    /// How its runs ended.
    pub summary: Summary,
    /// How long this took.
    pub wall_s: f64,
    threads: usize,
    failures: Failures,
}

fn carry_out(study: &Study, args: &SweepArgs, say: Say) -> Exit {
    let found = match collect(study, args, say) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let summary = &found.summary;
    let responses = match digests(&found.folder) {
        Ok(responses) => responses,
        Err(d) => {
            let mut list = Diagnostics::default();
            list.push(d);
            output::diagnostics(&list, &study.sources(), say);
            return Exit::Early;
        }
    };
    if args.json {
        output::json(&json!({
            "folder": found.folder,
            "study": summary,
            "responses": responses,
            "threads": found.threads,
            "wall_s": found.wall_s,
        }));
    } else if !args.quiet {
        found.failures.tell();
        out(&text(summary, &responses, &found.folder, found.wall_s));
    }
    if found.tell_interruption() {
        return Exit::Early;
    }
    match summary.ended.failed() {
        0 => Exit::Done,
        _ => Exit::Early,
    }
}

impl Collected {
    /// Says it, if a signal has ended the study before all runs.
    pub fn tell_interruption(&self) -> bool {
        let left = self.summary.runs - self.summary.ended.all();
        let Some(signal) = signal::given().filter(|_| left > 0) else {
            return false;
        };
        err(&format!(
            "interrupted by {signal}: {left} runs are left\n   = help: --resume does them\n"
        ));
        true
    }
}

/// Carries out the runs of a study that are missing in its folder.
///
/// # Errors
/// How the command ends, where the folder cannot be used.
pub fn collect(study: &Study, args: &SweepArgs, say: Say) -> Result<Collected, Exit> {
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| default_folder(&study.path));
    let started = Instant::now();
    let earlier = match (args.resume, args.overwrite) {
        (true, _) => Earlier::Resumed,
        (_, true) => Earlier::Replaced,
        _ => Earlier::Kept,
    };
    signal::listen();
    let mut dataset = match Dataset::open(study, &folder, earlier) {
        Ok(dataset) => dataset,
        Err(d) => {
            let mut list = Diagnostics::default();
            list.push(d);
            output::diagnostics(&list, &study.sources(), say);
            return Err(Exit::Refused);
        }
    };
    let threads = args
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let bar = Bar::new(study.len(), dataset.counts().all(), !args.quiet);
    let mut failures = Failures::default();
    let mut said = Diagnostics::default();
    dataset.take_notes().into_iter().for_each(|d| said.push(d));
    output::diagnostics(&said, &study.sources(), say);
    let stop = || signal::given().is_some();
    let mut told = |row: &Row| {
        bar.count(row);
        failures.note(row);
    };
    let ran = match args.user.allow_user_code {
        true => {
            let carry: &Carrier<'_> = &|job, stop, row| {
                for found in sweep_process::carry_out(study, args, job, stop) {
                    if !row(found) {
                        return;
                    }
                }
            };
            run_missing_by(carry, &mut dataset, study, threads, &stop, &mut told)
        }
        false => run_missing(&mut dataset, study, threads, &stop, &mut told),
    };
    bar.0.finish_and_clear();
    let summary = match ran.and_then(|()| dataset.finish()) {
        Ok(summary) => summary,
        Err(e) => {
            let folder = folder.display();
            err(&format!(
                "ended early: {folder}: {e}\n   = help: --resume goes on from here\n"
            ));
            return Err(Exit::Early);
        }
    };
    let wall_s = started.elapsed().as_secs_f64();
    Ok(Collected {
        folder,
        summary,
        wall_s,
        threads,
        failures,
    })
}

fn text(summary: &Summary, responses: &[Digest], folder: &Path, wall_s: f64) -> String {
    let c = summary.ended;
    let mut parts = vec![format!("{} done", c.done)];
    for (n, word) in [
        (c.stopped, "stopped"),
        (c.early, "early"),
        (c.refused, "refused"),
    ] {
        if n > 0 {
            parts.push(format!("{n} {word}"));
        }
    }
    format!(
        "{} runs: {}; {wall_s:.3} s\n{}rows in {}\nto look at it: carom plot {}\n",
        summary.runs,
        parts.join(", "),
        table_of(responses),
        folder.join("runs").display(),
        folder.display()
    )
}

/// A number as tables show it.
fn six_digits(x: f64) -> String {
    let power = if x == 0.0 {
        0
    } else {
        x.abs().log10().floor() as i32
    };
    match power {
        -4..=5 => format!("{x:.0$}", (5 - power) as usize),
        _ => format!("{x:.5e}"),
    }
}

/// A line for each response: the smallest and the largest value with their runs, and the mean.
fn table_of(responses: &[Digest]) -> String {
    if responses.is_empty() {
        return String::new();
    }
    let extreme = |e: Option<Extreme>| {
        e.map_or("-".to_owned(), |e| {
            format!("{} in run {}", six_digits(e.value), e.run)
        })
    };
    let mut rows = vec![["response", "smallest", "mean", "largest", "missing"].map(str::to_owned)];
    rows.extend(responses.iter().map(|d| {
        [
            d.response.clone(),
            extreme(d.least),
            d.mean.map_or("-".to_owned(), six_digits),
            extreme(d.greatest),
            d.missing.to_string(),
        ]
    }));
    let widths: [usize; 5] = std::array::from_fn(|k| {
        let widths = rows.iter().map(|row| row[k].chars().count());
        widths.max().unwrap_or(0)
    });
    let line = |row: &[String; 5]| {
        let cells = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// The first runs that failed.
#[derive(Default)]
struct Failures {
    first: Vec<(u64, Status, String)>,
    count: u64,
}

impl Failures {
    const SHOWN: usize = 3;

    fn note(&mut self, row: &Row) {
        if row.status.is_sound() {
            return;
        }
        self.count += 1;
        if self.first.len() < Self::SHOWN {
            self.first.push((row.run, row.status, row.reason.clone()));
        }
    }

    fn tell(&self) {
        for (run, status, reason) in &self.first {
            err(&format!("run {run} {}: {reason}\n", status.name()));
        }
        let more = self.count.saturating_sub(self.first.len() as u64);
        if more > 0 {
            err(&format!(
                "{more} more runs failed; the column reason says why\n"
            ));
        }
    }
}

/// Runs that have ended, on stderr if that is a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new(runs: u64, ended: u64, shown: bool) -> Self {
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(runs), target);
        let style = "{bar:30} {pos} of {len} runs  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.set_position(ended);
        bar.reset_eta();
        Self(bar)
    }

    fn count(&self, _: &Row) {
        self.0.inc(1);
    }
}

fn places_of_model(model: &Path, args: &SweepArgs, say: Say) -> Exit {
    let loaded = carom::open(model, None);
    output::diagnostics(&loaded.diagnostics, &loaded.sources(), say);
    match loaded.accepted() {
        Some(model) => {
            list(&places::list(model), args.json);
            Exit::Done
        }
        None => Exit::Refused,
    }
}

fn list(places: &[places::Place], as_json: bool) {
    if as_json {
        let one = |p: &places::Place| json!({ "path": p.path, "value": p.value });
        output::json(&places.iter().map(one).collect::<Vec<_>>());
        return;
    }
    let width = places.iter().map(|p| p.path.len()).max().unwrap_or(0);
    let mut text = String::new();
    for p in places {
        let value = p.value.unwrap_or(f64::NAN);
        let _ = writeln!(text, "{:width$}  {value}", p.path);
    }
    out(&text);
}
