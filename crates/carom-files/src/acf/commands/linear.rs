//! LINEAR: eigenvalues and state matrices at the state that the commands before it have reached.

use super::command::{Command, Record, Runner};
use crate::adm::syntax::{Argument, Label, Syntax, flag, id, number, some_numbers, text, word};
use crate::common::coverage::Status;
use carom_model::analysis::{Command as Action, LinearSettings};
use carom_model::{Id, Plant, Table};

const ENERGIES: &str = "energies of modes are not computed";
const OTHERS: &str = "eigenvalues and state matrices are what LINEAR gives";

const fn modes(name: &'static str) -> Argument {
    some_numbers(name, 1, 2).ignored(ENERGIES)
}

/// LINEAR
///
/// Which states are asked for matters where parts move: see the theory of the linear analysis.
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "LINEAR",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("EIGENSOL and STATEMAT; states are those of bodies, or a PSTATE"),
        text: "Eigenvalues and modes (EIGENSOL), or state matrices of the plant (STATEMAT), about the current state.",
        source: "Adams Solver help, LINEAR; command files of the FAST-to-ADAMS writer",
        arguments: &[
            flag("EIGENSOL"),
            flag("STATEMAT"),
            flag("MKB").refused(OTHERS),
            flag("EXPORT").refused(OTHERS),
            flag("NODAMPIN").alias(&["NODAMPING"]),
            flag("NOVECTOR"),
            some_numbers("COORDS", 1, 2).ignored("all modes are told"),
            modes("KINETIC"),
            modes("STRAIN"),
            modes("DISSIPAT"),
            number("TABLE_PRECISION").ignored("numbers are told in full"),
            text("FILE"),
            word("FORMAT", &["MATLAB", "MATRIXX"])
                .ignored("the matrices are written as JSON and as plain text"),
            id("PINPUT"),
            id("POUTPUT"),
            id("PSTATE"),
            id("RM").refused("displacements count on the axes of the bodies themselves; a PSTATE gives other states"),
        ],
    },
    opaque: false,
    take: Some(take),
};

fn take(r: &Record, run: &mut Runner) {
    let Some(what) = run.one_of(r, &["EIGENSOL", "STATEMAT"], "an analysis") else {
        return;
    };
    let inputs = plant(r, run, "PINPUT", |m| &m.plant_inputs);
    let outputs = plant(r, run, "POUTPUT", |m| &m.plant_outputs);
    let states = plant(r, run, "PSTATE", |m| &m.plant_states);
    let (Some(inputs), Some(outputs), Some(states)) = (inputs, outputs, states) else {
        return;
    };
    let eigenvalues = what == "EIGENSOL";
    let file = r.args.file("FILE");
    let settings = LinearSettings {
        eigenvalues,
        shapes: eigenvalues && !r.args.has("NOVECTOR"),
        matrices: !eigenvalues,
        damping: !r.args.has("NODAMPIN"),
        inputs,
        outputs,
        states,
        file: (!file.is_empty()).then(|| file.to_string()),
    };
    run.revise();
    run.simulated = true;
    run.model.commands.push(Action::Linear(settings, r.span));
}

/// The element that an argument names, if it is given; `None` after an error.
fn plant(
    r: &Record,
    run: &mut Runner,
    name: &'static str,
    table: impl Fn(&carom_model::Model) -> &Table<Plant>,
) -> Option<Vec<Id<Plant>>> {
    let Some((label, span)) = r.args.id(name) else {
        return Some(Vec::new());
    };
    let found = table(run.model).find(label);
    if found.is_none() {
        let what = format!("there is no {name}/{label}");
        run.error(r, "adm-unknown-element", span, &what);
    }
    Some(vec![found?])
}
