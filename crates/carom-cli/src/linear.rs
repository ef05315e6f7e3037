//! `carom linear`.

use crate::args::LinearArgs;
use crate::exit::Exit;
use crate::output::{self, Say, out, say_error};
use crate::run::{carry_out, formats};
use carom::base::Diagnostics;
use carom::dynamics::RunOptions;
use carom::model::run::Linearization;
use carom::{LinearRequest, Report, Request};
use serde_json::json;
use std::fmt::Write;

pub fn linear(args: &LinearArgs) -> Exit {
    let say = if args.output.quiet {
        Say::Errors
    } else {
        Say::All
    };
    let mut refused = Diagnostics::default();
    let formats = formats(&args.format, &mut refused);
    if refused.has_errors() {
        output::diagnostics(&refused, &carom::base::Sources::default(), say);
        return Exit::Refused;
    }
    let request = Request {
        end: args.end,
        options: RunOptions {
            error: args.error,
            ..RunOptions::default()
        },
        formats,
        out: args.out.clone(),
        strict: args.output.strict,
        overwrite: args.overwrite,
        linear: Some(LinearRequest {
            equilibrium: args.equilibrium,
            undamped: args.undamped,
        }),
        ..Request::default()
    };
    let model = (args.model.as_path(), args.commands.as_deref());
    carry_out(model, &args.user, request, say, |report| tell(report, args))
}

fn tell(report: &Report, args: &LinearArgs) {
    let s = &report.summary;
    if args.output.json {
        output::json(&json!({
            "folder": report.folder,
            "run": s,
            "linear": report.linearizations.iter().map(equations).collect::<Vec<_>>(),
        }));
    } else if !args.output.quiet {
        let mut text: String = report.linearizations.iter().map(table).collect();
        let folder = report.folder.display();
        let _ = writeln!(text, "results in {folder}: {}", s.files.join(", "));
        out(&text);
    }
    say_error(s);
}

/// Eigenvalues, one of each pair.
fn table(l: &Linearization) -> String {
    let mut text = format!(
        "linear at time {}: {} states, {} inputs, {} outputs\n",
        l.time,
        l.states.len(),
        l.inputs.len(),
        l.outputs.len()
    );
    if l.largest_velocity > 0.0 {
        text.push_str("the parts move: eigenvalues are those of this instant\n");
    }
    if !l.eigenvalues.is_empty() {
        let names = ["mode", "real", "imaginary", "frequency", "damping"];
        let [a, b, c, d, e] = names;
        let _ = writeln!(text, "{a:>5} {b:>16} {c:>16} {d:>14} {e:>12}");
    }
    for (k, &value) in l.eigenvalues.iter().enumerate() {
        if value[1] < 0.0 {
            continue;
        }
        let (frequency, damping) = (
            Linearization::frequency(value),
            Linearization::damping(value),
        );
        let pair = if value[1] > 0.0 { "±" } else { " " };
        let _ = writeln!(
            text,
            "{:>5} {:>16.8e} {pair}{:>15.8e} {frequency:>14.6e} {damping:>12.6}",
            k + 1,
            value[0],
            value[1]
        );
    }
    text
}

fn equations(l: &Linearization) -> serde_json::Value {
    json!({
        "time": l.time,
        "states": l.states,
        "inputs": l.inputs,
        "outputs": l.outputs,
        "a": l.a,
        "b": l.b,
        "c": l.c,
        "d": l.d,
        "eigenvalues": l.eigenvalues,
    })
}
