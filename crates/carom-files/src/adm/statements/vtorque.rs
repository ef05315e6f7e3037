//! VTORQUE: a torque of three components.

use super::vforce::read;
use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, function, id, routine, vector};
use crate::common::coverage::Status;
use crate::common::labels::Built;

/// VTORQUE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "VTORQUE",
        aliases: &["VTORQ"],
        label: Label::Needed,
        status: Status::Full,
        text: "A torque of three components on marker I; the reaction acts on the part of JFLOAT.",
        source: "Adams Solver help, VTORQUE",
        arguments: &[
            id("I").required(),
            id("JFLOAT").required(),
            id("RM").default("ground"),
            function("TX").dim("F·L").default("0"),
            function("TY").dim("F·L").default("0"),
            function("TZ").dim("F·L").default("0"),
            vector("TXYZ").dim("F·L"),
            function("FUNCTION"),
            routine("ROUTINE"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let torque = read(r, b, &["TX", "TY", "TZ"])?;
    insert(&mut b.model.vector_torques, torque)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/9, PART=1, FLOATING\n";

    #[test]
    fn components() {
        let m = accept(&format!("{TWO}VTORQUE/5, I=2, JFLOAT=9, RM=2, TY=1\\ TZ=2"));
        let f = &m.vector_torques[find(&m.vector_torques, 5)];
        let given: Vec<bool> = f.components.iter().map(Option::is_some).collect();
        assert_eq!(given, [false, false, false, false, true, true]);
    }

    #[test]
    fn refused() {
        refuse(
            &format!("{TWO}VTORQUE/5, I=2, JFLOAT=9, FX=1"),
            &["adm-unknown-argument"],
        );
        refuse(
            &format!("{TWO}VTORQUE/5, I=2, JFLOAT=9"),
            &["adm-missing-argument"],
        );
    }
}
