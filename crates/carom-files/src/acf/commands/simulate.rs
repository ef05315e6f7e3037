//! SIMULATE: an analysis.

use super::command::{Command, Record, Runner};
use crate::adm::syntax::{Label, Range, Syntax, flag, integer, number};
use crate::common::coverage::Status;
use carom_model::analysis::{Analysis, Command as Action, End, OutputGrid};

const ANALYSES: &[&str] = &[
    "DYNAMICS",
    "KINEMATICS",
    "STATICS",
    "TRANSIENT",
    "INITIAL_CONDITIONS",
];
const LEVELS: &str = "all levels are solved";

/// SIMULATE
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "SIMULATE",
        aliases: &[],
        label: Label::None,
        status: Status::Full,
        text: "Dynamics, kinematics, statics, or whichever of the first two fits (TRANSIENT).",
        source: "Adams Solver help, SIMULATE",
        arguments: &[
            flag("DYNAMICS"),
            flag("KINEMATICS"),
            flag("STATICS"),
            flag("TRANSIENT"),
            flag("INITIAL_CONDITIONS"),
            flag("DISPLACEMENT").partial(LEVELS),
            flag("VELOCITY").partial(LEVELS),
            flag("ACCELERATION").partial(LEVELS),
            number("END").dim("T"),
            number("DURATION").dim("T").range(Range::Positive),
            integer("STEPS").range(Range::Positive),
            number("DTOUT").dim("T").range(Range::Positive),
        ],
    },
    opaque: false,
    take: Some(take),
};

fn take(r: &Record, run: &mut Runner) {
    let Some(name) = run.one_of(r, ANALYSES, "an analysis") else {
        return;
    };
    let analysis = match name {
        "DYNAMICS" => Analysis::Dynamic,
        "KINEMATICS" => Analysis::Kinematic,
        "STATICS" => Analysis::Static,
        "TRANSIENT" => Analysis::Transient,
        _ => Analysis::InitialConditions,
    };
    let at_one_time = matches!(analysis, Analysis::Static | Analysis::InitialConditions);
    let (Some(end), Some(output)) = (end(r, run, at_one_time), output(r, run)) else {
        return;
    };
    run.revise();
    run.simulated = true;
    if run.model.sensors.iter().any(|s| s.ends_command) {
        // It may end before.
        run.time = None;
    }
    run.model.commands.push(Action::Simulate {
        analysis,
        end,
        output,
        span: r.span,
    });
}

/// When it ends; `None` after an error.
fn end(r: &Record, run: &mut Runner, at_one_time: bool) -> Option<Option<End>> {
    match (r.args.number("END"), r.args.number("DURATION")) {
        (Some(_), Some(_)) => {
            let what = "END and DURATION exclude each other";
            run.error(r, "adm-conflicting-arguments", r.place("DURATION"), what);
            None
        }
        (Some(t), None) if run.time.is_some_and(|now| t <= now) => {
            let now = run.time.unwrap_or(0.0);
            let what = format!("END={t} is not after the time {now} that was reached");
            run.error(r, "acf-end-not-after-start", r.place("END"), &what);
            None
        }
        (Some(t), None) => {
            run.time = Some(t);
            Some(Some(End::Time(t)))
        }
        (None, Some(d)) => {
            run.time = run.time.map(|now| now + d);
            Some(Some(End::Duration(d)))
        }
        (None, None) if at_one_time => Some(None),
        (None, None) => {
            let what = "END or DURATION is needed";
            run.error(r, "adm-missing-argument", r.span, what);
            None
        }
    }
}

/// Where output is asked for; `None` after an error.
fn output(r: &Record, run: &mut Runner) -> Option<Option<OutputGrid>> {
    match (r.args.number("STEPS"), r.args.number("DTOUT")) {
        (Some(_), Some(_)) => {
            let what = "STEPS and DTOUT exclude each other";
            run.error(r, "adm-conflicting-arguments", r.place("DTOUT"), what);
            None
        }
        (Some(n), None) => Some(Some(OutputGrid::Steps(n as u32))),
        (None, Some(dt)) => Some(Some(OutputGrid::Interval(dt))),
        (None, None) => Some(None),
    }
}
