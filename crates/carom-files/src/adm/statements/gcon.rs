//! GCON: an expression kept at zero.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, function, id};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use carom_model::GeneralConstraint;
use carom_model::constraint::Function;

/// GCON
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "GCON",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Keeps an expression at zero: of displacements, or linear in velocities (nonholonomic).",
        source: "Adams Solver help, GCON",
        arguments: &[
            id("I").default("the reaction is not reported"),
            function("FUNCTION").required(),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let i = b.marker(r, "I")?;
    let Some(Function::Expression(function)) = r.args.function("FUNCTION", None) else {
        let reason = "FUNCTION calls a user-written subroutine";
        return Err(Stop::Unsupported(reason.into(), r.place("FUNCTION")));
    };
    let constraint = GeneralConstraint {
        tag: r.tag(),
        i,
        function: Function::Expression(function),
    };
    insert(&mut b.model.general_constraints, constraint)
}

#[cfg(test)]
mod tests {
    use super::Function;
    use crate::adm::testing::{accept, find, refuse, unsupported};

    #[test]
    fn forms() {
        let m = accept("PART/2\nMARKER/2, PART=2\nGCON/1\n, I = 01, FUNCTION = DM(2, 1)-2");
        let g = &m.general_constraints[find(&m.general_constraints, 1)];
        let Function::Expression(e) = &g.function else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "DM(2, 1)-2");
        assert_eq!(g.i.map(|i| m.markers[i].tag.label), Some(1));
        accept("PART/2\nMARKER/2, PART=2\nGCON/1, FUNCTION=DX(2)");
    }

    #[test]
    fn refused() {
        refuse("GCON/1, I=1", &["adm-missing-argument"]);
        refuse("GCON/1, I=9, FUNCTION=DX(1)", &["adm-unknown-element"]);
        unsupported("GCON/1, FUNCTION=USER(1)", &["GCON/1"]);
    }
}
