//! `carom sensitivities`.

use crate::args::SensitivitiesArgs;
use crate::exit::Exit;
use crate::output::{self, Say, err, out};
use crate::studies;
use carom_stability::{Error, Sensitivities, tables};
use carom_study::SensitivityRequest;
use std::fmt::Write;

/// Scaled derivatives that are printed as zero.
const ROUNDING: f64 = 1e-12;

pub fn sensitivities(args: &SensitivitiesArgs) -> Exit {
    let say = if args.quiet { Say::Errors } else { Say::All };
    let study = match studies::read(&args.study, &args.user, say) {
        Ok(study) => study,
        Err(exit) => return exit,
    };
    let names = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
    let (of, to) = (names(&args.of), names(&args.to));
    let request = match study.seek(of.as_deref(), to.as_deref()) {
        Ok(request) => SensitivityRequest {
            is_reverse: request.is_reverse || args.reverse,
            ..request
        },
        Err(wrong) => {
            output::diagnostics(&wrong, &study.sources(), say);
            return Exit::Refused;
        }
    };
    output::diagnostics(&study.diagnostics, &study.sources(), say);
    let found = match carom_stability::sensitivities(&study, &request) {
        Ok(found) => found,
        Err(Error::Run(e)) => {
            let help = e
                .help
                .map_or(String::new(), |h| format!("\n   = help: {h}"));
            err(&format!(
                "ended early at time {}: {}{help}\n",
                e.time, e.message
            ));
            return Exit::Early;
        }
        Err(e) => {
            err(&format!("error: {e}\n"));
            return Exit::Refused;
        }
    };
    let files = match args
        .out
        .as_ref()
        .map(|folder| tables::write(&found.tables(), folder, args.format.into()))
    {
        None => Vec::new(),
        Some(Ok(files)) => files,
        Some(Err(e)) => {
            err(&format!("error: {e}\n"));
            return Exit::Refused;
        }
    };
    if args.json {
        output::json(&found.to_json());
    } else if !args.quiet {
        out(&text(&found, args.events));
        for file in files {
            out(&format!("wrote {}\n", file.display()));
        }
    }
    Exit::Done
}

/// Everything in words and tables.
fn text(found: &Sensitivities, most_events: usize) -> String {
    let at = found.parameters.iter();
    let at: Vec<String> = at.map(|p| format!("{} = {}", p.name, p.value)).collect();
    let mut text = format!("at {}\n\n", at.join(", "));
    let names: Vec<&str> = found.parameters.iter().map(|p| p.name.as_str()).collect();
    let first = widest(found.responses.iter().map(|r| r.name.as_str()), "response");
    let is_flagged = |r: &str, p: &str| found.flags_of(r, p).next().is_some();
    let head = |what: &str, first: usize| {
        let columns = names
            .iter()
            .map(|n| format!(" {:>w$}", format!("d/d{n}"), w = wide(n)));
        format!(
            "{what:first$} {:>14}{}\n",
            "value",
            columns.collect::<String>()
        )
    };
    text.push_str(&head("response", first));
    for r in &found.responses {
        let _ = write!(text, "{:first$} {:>14}", r.name, number(r.value));
        for (p, by) in found.parameters.iter().zip(&r.by) {
            let mark = if is_flagged(&r.name, &p.name) {
                "*"
            } else {
                ""
            };
            let cell = format!("{}{mark}", derivative(*by, r.value, p.value));
            let _ = write!(text, " {cell:>w$}", w = wide(&p.name));
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "\nscaled, p/R dR/dp: by how many per cent a response R changes for one per cent of a parameter p"
    );
    for r in &found.responses {
        let _ = write!(text, "{:first$} {:>14}", r.name, "");
        for (j, p) in found.parameters.iter().enumerate() {
            let cell = r.scaled(j, p.value).map_or("-".into(), part);
            let _ = write!(text, " {cell:>w$}", w = wide(&p.name));
        }
        text.push('\n');
    }
    text.push_str(&events(found, &names, most_events));
    if !found.flags.is_empty() {
        text.push_str("\n* to be taken with care:\n");
    }
    for f in &found.flags {
        let by = f
            .parameter
            .as_ref()
            .map_or(String::new(), |p| format!(" by {p}"));
        let _ = writeln!(text, "  {}{by}: {}", f.output, f.text);
    }
    text
}

/// Events with the derivatives of their times.
fn events(found: &Sensitivities, names: &[&str], most: usize) -> String {
    if found.events.is_empty() || most == 0 {
        return String::new();
    }
    let shown = &found.events[..most.min(found.events.len())];
    let kind = widest(shown.iter().map(|e| e.event.kind.name()), "event");
    let of = widest(shown.iter().map(|e| e.event.element.as_str()), "of");
    let mut text = format!("\n{:>5} {:kind$} {:of$} {:>14}", "", "event", "of", "time");
    for name in names {
        let _ = write!(text, " {:>w$}", format!("d/d{name}"), w = wide(name));
    }
    text.push('\n');
    let mut doubts = String::new();
    for (k, e) in shown.iter().enumerate() {
        let (n, row) = (k + 1, &e.event);
        let _ = write!(
            text,
            "{n:>5} {:kind$} {:of$} {:>14.9}",
            row.kind.name(),
            row.element,
            row.time
        );
        for (p, by) in found.parameters.iter().zip(&e.time_by) {
            let mark = if e.doubt.is_empty() { "" } else { "*" };
            let cell = format!("{}{mark}", derivative(*by, Some(row.time), p.value));
            let _ = write!(text, " {cell:>w$}", w = wide(&p.name));
        }
        text.push('\n');
        if !e.doubt.is_empty() {
            let _ = writeln!(doubts, "  * event {n}: {}", e.doubt);
        }
    }
    let more = found.events.len() - shown.len();
    if more > 0 {
        let _ = writeln!(text, "{more} more events; --events all shows them");
    }
    text + &doubts
}

/// Width of the column of a parameter.
fn wide(name: &str) -> usize {
    (name.len() + 3).max(15)
}

fn widest<'a>(names: impl Iterator<Item = &'a str>, head: &str) -> usize {
    names.map(str::len).fold(head.len(), usize::max)
}

fn number(x: Option<f64>) -> String {
    match x {
        Some(0.0) => "0".to_owned(),
        Some(x) if x.is_finite() => format!("{x:.6e}"),
        _ => "-".to_owned(),
    }
}

/// A derivative; what is rounding beside the value counts as zero. Of a parameter that is zero nothing says what would be.
fn derivative(by: f64, value: Option<f64>, parameter: f64) -> String {
    let is_rounding =
        parameter != 0.0 && (by * parameter).abs() < ROUNDING * value.unwrap_or(0.0).abs();
    number(Some(if is_rounding { 0.0 } else { by }))
}

/// A scaled derivative.
fn part(x: f64) -> String {
    match x.abs() < ROUNDING {
        true => "0".to_owned(),
        false => format!("{x:.6}"),
    }
}
