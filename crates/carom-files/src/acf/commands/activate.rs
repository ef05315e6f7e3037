//! ACTIVATE and DEACTIVATE: elements that work or rest from here on.

use super::command::{Command, Record, Runner};
use crate::adm::syntax::{Argument, Label, Syntax, flag, ids};
use crate::common::coverage::Status;
use carom_base::{Diagnostic, Span};
use carom_model::analysis::Command as Action;
use carom_model::{Element, Model, Table};

const OTHER: &str = "this kind of element is not supported";

const TYPES: &[&str] = &[
    "BEAM",
    "BUSHING",
    "CONTACT",
    "COUPLER",
    "CVCV",
    "FIELD",
    "FRICTION",
    "GCON",
    "GEAR",
    "GFORCE",
    "JOINT",
    "JPRIM",
    "MOTION",
    "NFORCE",
    "PTCV",
    "SENSOR",
    "SFORCE",
    "SPRINGDAMPER",
    "VFORCE",
    "VTORQUE",
];

const ARGUMENTS: &[Argument] = &[
    flag("BEAM"),
    flag("BUSHING"),
    flag("CONTACT"),
    flag("COUPLER"),
    flag("CVCV"),
    flag("FIELD"),
    flag("FRICTION"),
    flag("GCON"),
    flag("GEAR"),
    flag("GFORCE"),
    flag("JOINT"),
    flag("JPRIM"),
    flag("MOTION"),
    flag("NFORCE"),
    flag("PTCV"),
    flag("SENSOR"),
    flag("SFORCE"),
    flag("SPRINGDAMPER"),
    flag("VFORCE"),
    flag("VTORQUE"),
    flag("CLEARANCE").refused(OTHER),
    flag("MFORCE").refused(OTHER),
    flag("UCON").refused(OTHER),
    ids("ID", 1, usize::MAX),
    ids("RANGE", 2, 2),
];

const fn command(
    name: &'static str,
    text: &'static str,
    take: fn(&Record, &mut Runner),
) -> Command {
    Command {
        syntax: Syntax {
            name,
            aliases: &[],
            label: Label::None,
            status: Status::Partial("the elements that are supported"),
            text,
            source: "Adams Solver help; command files of the FAST-to-ADAMS writer",
            arguments: ARGUMENTS,
        },
        opaque: false,
        take: Some(take),
    }
}

/// ACTIVATE
pub const ACTIVATE: Command = command(
    "ACTIVATE",
    "Lets elements work that were deactivated.",
    |r, run| take(r, run, true),
);

/// DEACTIVATE
pub const DEACTIVATE: Command = command("DEACTIVATE", "Lets elements rest.", |r, run| {
    take(r, run, false);
});

fn take(r: &Record, run: &mut Runner, active: bool) {
    let Some(statement) = run.one_of(r, TYPES, "a type") else {
        return;
    };
    if run.one_of(r, &["ID", "RANGE"], "ID or RANGE").is_none() {
        return;
    }
    let known = labels(run.model, statement);
    let labels = match r.args.ids("RANGE") {
        [(from, _), (to, _)] => {
            let inside = known.into_iter().filter(|l| (from..=to).contains(&l));
            inside.collect()
        }
        _ => named(r, run, statement, &known),
    };
    if labels.is_empty() {
        if r.args.has("RANGE") {
            let message = format!(
                "{}: no {statement} lies in this range",
                r.command.syntax.name
            );
            run.reading.push(Diagnostic::warning(
                "acf-unknown-element",
                r.place("RANGE"),
                message,
            ));
        }
        return;
    }
    run.model.commands.push(Action::SetActive {
        statements: vec![statement],
        labels,
        active,
        span: r.span,
    });
}

/// The ids that the model has; the others are reported.
fn named(r: &Record, run: &mut Runner, statement: &str, known: &[u32]) -> Vec<u32> {
    let mut labels = Vec::new();
    for &(label, span) in r.args.ids("ID") {
        if known.contains(&label) {
            labels.push(label);
        } else {
            missing(r, run, &format!("{statement}/{label}"), span);
        }
    }
    labels
}

/// Elements that a hint names.
const MOST_NAMED: usize = 12;

fn missing(r: &Record, run: &mut Runner, element: &str, span: Span) {
    let mut list = run.model.unsupported.iter();
    if list.any(|u| u.statement == element) {
        let why = format!("{element} is not supported");
        run.unsupported(r, span, &why);
    } else {
        let message = format!("{}: there is no {element}", r.command.syntax.name);
        let d = Diagnostic::error("acf-unknown-element", span, message);
        let statement = element.split('/').next().unwrap_or_default();
        let mut labels = labels(run.model, statement);
        labels.sort_unstable();
        let there: Vec<String> = labels.iter().take(MOST_NAMED).map(u32::to_string).collect();
        let more = if labels.len() > MOST_NAMED {
            ", ..."
        } else {
            ""
        };
        run.reading.push(match there.is_empty() {
            true => d.help(format!("the dataset has no {statement} at all")),
            false => d.help(format!("there is {statement}/{}{more}", there.join(", "))),
        });
    }
}

/// The labels of a kind of element.
fn labels(model: &Model, statement: &str) -> Vec<u32> {
    fn all<T: Element>(table: &Table<T>) -> Vec<u32> {
        table.labels().collect()
    }
    match statement {
        "BEAM" => all(&model.beams),
        "BUSHING" => all(&model.bushings),
        "CONTACT" => all(&model.contacts),
        "COUPLER" => all(&model.couplers),
        "CVCV" => all(&model.curves_on_curves),
        "FIELD" => all(&model.fields),
        "FRICTION" => all(&model.frictions),
        "GCON" => all(&model.general_constraints),
        "GEAR" => all(&model.gears),
        "GFORCE" => all(&model.general_forces),
        "JOINT" => all(&model.joints),
        "JPRIM" => all(&model.primitives),
        "MOTION" => all(&model.motions),
        "NFORCE" => all(&model.multi_points),
        "PTCV" => all(&model.points_on_curves),
        "SENSOR" => all(&model.sensors),
        "SFORCE" => all(&model.scalar_forces),
        "SPRINGDAMPER" => all(&model.spring_dampers),
        "UCON" => all(&model.user_constraints),
        "VFORCE" => all(&model.vector_forces),
        "VTORQUE" => all(&model.vector_torques),
        _ => Vec::new(),
    }
}
