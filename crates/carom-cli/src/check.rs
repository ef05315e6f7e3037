//! `carom check`.

use crate::args::CheckArgs;
use crate::exit::Exit;
use crate::output::{self, Say, out};
use crate::{run, supervise};
use carom::Check;
use carom::base::Diagnostics;
use carom::check::UnsupportedSummary;
use std::fmt::Write;
use std::time::Duration;

pub fn check(args: &CheckArgs) -> Exit {
    let say = Say::of(args.output.quiet, args.verbose);
    // The routines are asked what they read: their code runs.
    if args.how.user.allow_user_code && !supervise::is_child() {
        return supervise::supervise(Duration::from_secs(args.how.user.user_timeout), say, || {
            None
        });
    }
    let mut refused = Diagnostics::default();
    let request = run::request(&args.how, args.output.strict, &mut refused);
    let mut loaded = carom::open(&args.model, args.how.commands.as_deref());
    if args.how.user.allow_user_code {
        loaded.allow_user_code(args.how.user.user_library.clone());
    }
    let early: Vec<_> = refused.into_iter().collect();
    loaded.diagnostics.extend(early);
    let check = carom::check_with(&mut loaded, &request);
    output::diagnostics(&loaded.diagnostics, &loaded.sources(), say);
    let Some(check) = check else {
        return Exit::Refused;
    };
    if args.output.json {
        output::json(&check);
    } else if !args.output.quiet {
        out(&text(&check));
    }
    if check.accepted {
        Exit::Done
    } else {
        Exit::Refused
    }
}

/// What is not supported, with its effect: statements of one kind and one reason in a line, with the first of them.
fn unsupported(all: &[UnsupportedSummary]) -> String {
    let mut lines: Vec<(&UnsupportedSummary, &str, usize)> = Vec::new();
    for s in all {
        let kind = s.statement.split('/').next().unwrap_or_default();
        let alike = |(first, of, _): &&mut (&UnsupportedSummary, &str, usize)| {
            *of == kind && first.reason == s.reason && first.changes_motion == s.changes_motion
        };
        match lines.iter_mut().find(alike) {
            Some((_, _, count)) => *count += 1,
            None => lines.push((s, kind, 1)),
        }
    }
    let mut out = String::new();
    for (s, kind, count) in lines {
        let effect = match s.changes_motion {
            true => "changes the motion",
            false => "does not change the motion",
        };
        let more = match count {
            1 => String::new(),
            n => format!(" and {} more {kind}", n - 1),
        };
        let _ = writeln!(
            out,
            "  unsupported {} at {}{more}: {} ({effect})",
            s.statement, s.place, s.reason
        );
    }
    out
}

fn text(c: &Check) -> String {
    let mut out = String::new();
    if c.elements.is_empty() && !c.accepted {
        let _ = writeln!(
            out,
            "{}\n  verdict    refused: there is no model to look at",
            c.model
        );
        return out;
    }
    let u = &c.units;
    let _ = writeln!(out, "{}", c.model);
    let _ = writeln!(out, "  title      {}", c.title);
    let _ = writeln!(
        out,
        "  units      {}, {}, {}, {} (force · {} = mass · acceleration)",
        u.force, u.mass, u.length, u.time, u.ucf
    );
    let counts: Vec<_> = c.elements.iter().map(|(k, n)| format!("{n} {k}")).collect();
    let _ = writeln!(out, "  elements   {}", counts.join(", "));
    match c.degrees_of_freedom {
        Some(n) => {
            let _ = writeln!(out, "  freedom    {n} degrees of freedom");
        }
        None => out.push_str("  freedom    not counted: the model is not assembled\n"),
    }
    for r in &c.redundant_constraints {
        let _ = writeln!(out, "  redundant  {r}");
    }
    out.push_str(&unsupported(&c.unsupported));
    let verdict = match (c.accepted, c.needs_end) {
        (true, false) => "accepted",
        (true, true) => "accepted; a run needs --end, as the model does not say how long",
        (false, _) => "refused: a run would stop at the errors above",
    };
    let _ = writeln!(out, "  verdict    {verdict}");
    out
}
