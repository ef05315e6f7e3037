//! Commands that give other data to a statement of the dataset, from the next analysis on.

use super::command::{Command, Record, Runner};
use crate::adm::STATEMENTS;
use crate::adm::change::Dataset;
use crate::adm::statements::Statement;
use crate::adm::syntax::{Argument, Label, Syntax, flag};
use crate::common::coverage::Status;
use carom_base::Diagnostic;

/// Arguments that hold where a run starts, and the statements whose commands may give them before the first analysis only.
const OF_THE_START: &[&str] = &["IC", "ICTRAN", "ICROT", "ICDISP", "ICVEL"];

/// Those of PART: where the part is and how it moves at the start, and what the state of a run is measured from.
const START_OF_PARTS: &[&str] = &[
    "QG", "REULER", "ZG", "XG", "CM", "VX", "VY", "VZ", "WX", "WY", "WZ", "VM", "WM", "EXACT",
];

const START: &str = "before the first analysis only";
const TOPOLOGY: &str = "which elements a model has, and on which parts, stays as it is";
const POINT_DATA: &str = "after the first analysis a command changes MASS of a POINT_MASS";
const PART_DATA: &str = "after the first analysis a command changes MASS, IP and IM of a PART";

/// The statement with a name.
const fn statement(name: &str) -> &'static Statement {
    let mut k = 0;
    while !same(STATEMENTS[k].syntax.name, name) {
        k += 1;
    }
    STATEMENTS[k]
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}

const fn is_body(name: &str) -> bool {
    same(name, "PART") || same(name, "POINT_MASS")
}

/// Whether an argument is one of the start of a run.
const fn holds_at_start(of_part: bool, name: &str) -> bool {
    is_among(OF_THE_START, name) || (of_part && is_among(START_OF_PARTS, name))
}

const fn is_among(list: &[&str], name: &str) -> bool {
    let mut k = 0;
    while k < list.len() {
        if same(list[k], name) {
            return true;
        }
        k += 1;
    }
    false
}

/// The arguments of a statement, none of them needed, those of `fixed` refused, and LIST.
const fn arguments<const N: usize>(
    of_part: bool,
    of_statement: &[Argument],
    fixed: &[&str],
    why: &'static str,
) -> [Argument; N] {
    let mut all = [flag("LIST").ignored("it only prints"); N];
    let mut k = 0;
    while k < of_statement.len() {
        all[k] = of_statement[k];
        all[k].required = false;
        if holds_at_start(of_part, all[k].name) {
            all[k].status = Status::Partial(START);
        }
        let mut f = 0;
        while f < fixed.len() {
            if same(fixed[f], all[k].name) {
                all[k].status = Status::Refused(why);
            }
            f += 1;
        }
        k += 1;
    }
    all
}

/// The status of the statement, or what of it stays as it is.
const fn status_of(statement: Status, why: &'static str) -> Status {
    if why.is_empty() {
        statement
    } else {
        Status::Partial(why)
    }
}

macro_rules! changes {
    ($name:ident, $fixed:expr, $why:expr) => {
        #[doc = stringify!($name)]
        pub const $name: Command = {
            const OF: Syntax = statement(stringify!($name)).syntax;
            const N: usize = OF.arguments.len() + 1;
            const ARGUMENTS: [Argument; N] =
                arguments(is_body(OF.name), OF.arguments, $fixed, $why);
            Command {
                syntax: Syntax {
                    name: OF.name,
                    aliases: OF.aliases,
                    label: match OF.label {
                        Label::None => Label::None,
                        _ => Label::Optional,
                    },
                    status: status_of(OF.status, $why),
                    text: "Gives other data to the statement from the next analysis on; what is not given stays.",
                    source: "Adams Solver help, commands",
                    arguments: &ARGUMENTS,
                },
                opaque: false,
                take: Some(take),
            }
        };
    };
    ($name:ident) => {
        changes!($name, &[], "");
    };
}

changes!(ACCGRAV);
changes!(ARRAY, &["IC", "X", "Y", "U", "SIZE"], TOPOLOGY);
changes!(BEAM);
changes!(BUSHING);
changes!(CONTACT, &["IGEOM", "JGEOM", "IFLEX", "JFLEX"], TOPOLOGY);
changes!(DIFF, &["IMPLICIT"], TOPOLOGY);
changes!(FIELD);
changes!(FRICTION);
changes!(GCON);
changes!(GFORCE);
changes!(
    JOINT,
    &[
        "CONVEL",
        "CYLINDRICAL",
        "FIXED",
        "HOOKE",
        "PLANAR",
        "RACKPIN",
        "REVOLUTE",
        "SCREW",
        "SPHERICAL",
        "TRANSLATIONAL",
        "UNIVERSAL",
    ],
    TOPOLOGY
);
changes!(MARKER, &["PART", "POINT_MASS", "FLOATING"], TOPOLOGY);
changes!(MOTION);
changes!(OUTPUT);
changes!(PART, &["GROUND"], PART_DATA);
changes!(POINT_MASS, &[], POINT_DATA);
changes!(REQUEST);
changes!(SENSOR);
changes!(SFORCE);
changes!(SPLINE);
changes!(SPRINGDAMPER);
changes!(STRING);
changes!(VARIABLE);
changes!(VFORCE);
changes!(VTORQUE);

fn take(r: &Record, run: &mut Runner) {
    let name = r.command.syntax.name;
    if run.simulated && name == "OUTPUT" {
        run.leave_output(r);
        return;
    }
    let started = run.simulated && name != "ARRAY";
    let of_parts = if is_body(name) { START_OF_PARTS } else { &[] };
    if let Some(late) = OF_THE_START
        .iter()
        .chain(of_parts)
        .find(|a| started && r.command.syntax.position(a).is_some() && r.args.has(a))
    {
        let why = format!("{late} holds at the start of a run only");
        run.unsupported(r, r.place(late), &why);
        return;
    }
    run.change(r, statement(name));
}

/// The arguments of OUTPUT that decide what the files of a run are.
const OF_FILES: [&str; 3] = ["REQSAVE", "GRSAVE", "YPR"];

impl Runner<'_> {
    /// OUTPUT between analyses: the motion is the same without it, and files that it asks for are said to be missing.
    fn leave_output(&mut self, r: &Record) {
        let output = &self.model.output;
        let is_there = [output.req, output.gra, output.yaw_pitch_roll];
        let mut late = OF_FILES.iter().zip(is_there);
        let late = late.find(|(name, is_there)| r.args.has(name) && !is_there);
        let d = match late {
            Some((name, _)) => Diagnostic::warning(
                "acf-ignored-command",
                r.place(name),
                format!("OUTPUT is not carried out, and {name} has no effect: files are opened when the run begins"),
            )
            .help("write it in front of the first SIMULATE, or into the dataset"),
            None => Diagnostic::note(
                "acf-ignored-command",
                r.span,
                "OUTPUT is not carried out: the files of the run stay as they were opened",
            ),
        };
        self.reading.push(d);
    }

    /// Puts the arguments of a command into its statement.
    fn change(&mut self, r: &Record, statement: &'static Statement) {
        let name = statement.syntax.name;
        if statement.syntax.label == Label::Needed && r.label.is_none() {
            let what = format!("an id is needed: {name}/id");
            self.error(r, "adm-missing-id", r.span, &what);
            return;
        }
        let label = r.label.unwrap_or(0);
        let element = r.label.map_or(name.to_string(), |l| format!("{name}/{l}"));
        let mut list = self.model.unsupported.iter();
        if list.any(|u| u.statement == element) {
            let why = format!("{element} is not supported");
            self.unsupported(r, r.span, &why);
            return;
        }
        if self.dataset.is_none() {
            self.dataset = Dataset::again(self.model);
        }
        let Some(dataset) = &mut self.dataset else {
            self.unsupported(r, r.span, "the model was not read from an Adams dataset");
            return;
        };
        if !dataset.change(name, label, &r.args) {
            if statement.syntax.label == Label::Needed {
                let what = format!("there is no {element}; a command cannot add it");
                self.error(r, "acf-unknown-element", r.span, &what);
                return;
            }
            dataset.add(statement, r.span);
            dataset.change(name, label, &r.args);
        }
        dataset.revisions.push(r.text.clone());
        self.changed_at.get_or_insert(r.span);
        self.changed.push(element);
    }
}
