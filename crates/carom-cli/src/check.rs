//! `carom check`.

use crate::Exit;
use crate::args::CheckArgs;
use crate::output::{self, Say, out};
use carom::Check;
use std::fmt::Write;

pub fn check(args: &CheckArgs) -> Exit {
    let say = if args.quiet { Say::Errors } else { Say::All };
    let mut loaded = carom::open(&args.model, None);
    let check = carom::check(&mut loaded, args.strict);
    output::diagnostics(&loaded.diagnostics, &loaded.sources(), say);
    let Some(check) = check else {
        return Exit::Refused;
    };
    if args.json {
        output::json(&check);
    } else if !args.quiet {
        out(&text(&check));
    }
    if check.accepted {
        Exit::Done
    } else {
        Exit::Refused
    }
}

fn text(c: &Check) -> String {
    let mut out = String::new();
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
    for s in &c.unsupported {
        let effect = match s.changes_motion {
            true => "changes the motion",
            false => "does not change the motion",
        };
        let _ = writeln!(
            out,
            "  unsupported {} at {}: {} ({effect})",
            s.statement, s.place, s.reason
        );
    }
    let verdict = match c.accepted {
        true => "accepted",
        false => "refused: a run would stop at the errors above",
    };
    let _ = writeln!(out, "  verdict    {verdict}");
    out
}
