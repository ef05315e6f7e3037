//! PINPUT, POUTPUT, PSTATE: the inputs, outputs and states of a linear analysis.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Argument, Label, Syntax, ids};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::Plant;

const ARGUMENTS: &[Argument] = &[ids("VARIABLES", 1, usize::MAX).required()];

const fn statement(
    name: &'static str,
    text: &'static str,
    build: fn(&Record, &mut Builder) -> Built,
) -> Statement {
    let syntax = Syntax {
        name,
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text,
        source: "Adams Solver help, PINPUT, POUTPUT and LINEAR",
        arguments: ARGUMENTS,
    };
    Statement::new(syntax, USERS, build).motionless()
}

/// PINPUT
pub const PINPUT: Statement = statement(
    "PINPUT",
    "Variables that are the inputs of the plant: LINEAR adds a small number to each.",
    |r, b| {
        let plant = plant(r, b)?;
        insert(&mut b.model.plant_inputs, plant)
    },
);

/// POUTPUT
pub const POUTPUT: Statement = statement(
    "POUTPUT",
    "Variables that are the outputs of the plant of LINEAR.",
    |r, b| {
        let plant = plant(r, b)?;
        insert(&mut b.model.plant_outputs, plant)
    },
);

/// PSTATE
pub const PSTATE: Statement = statement(
    "PSTATE",
    "Variables, functions of positions, that LINEAR takes as states; others complete them.",
    |r, b| {
        let plant = plant(r, b)?;
        insert(&mut b.model.plant_states, plant)
    },
);

fn plant(r: &Record, b: &mut Builder) -> Built<Plant> {
    Ok(Plant {
        tag: r.tag(),
        variables: b.elements(r, "VARIABLES", "VARIABLE", |m| &m.variables)?,
    })
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    #[test]
    fn lists_keep_their_order() {
        let m = accept(
            "PINPUT/1, VARIABLES=8,7\nPOUTPUT/1, VAR=7\nPSTATE/2, VARIABLES=7\n\
             VARIABLE/7, FUNCTION=1\nVARIABLE/8, FUNCTION=PINVAL(1,2)+POUVAL(1,1)",
        );
        let labels = |p: &carom_model::Plant| -> Vec<u32> {
            p.variables
                .iter()
                .map(|v| m.variables[*v].tag.label)
                .collect()
        };
        assert_eq!(labels(&m.plant_inputs[find(&m.plant_inputs, 1)]), [8, 7]);
        assert_eq!(labels(&m.plant_outputs[find(&m.plant_outputs, 1)]), [7]);
        assert_eq!(labels(&m.plant_states[find(&m.plant_states, 2)]), [7]);
    }

    #[test]
    fn refused() {
        refuse("PINPUT/1", &["adm-missing-argument"]);
        refuse("POUTPUT/1, VARIABLES=3", &["adm-unknown-element"]);
    }
}
