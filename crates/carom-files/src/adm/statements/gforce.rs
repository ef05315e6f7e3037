//! GFORCE: a force and a torque of three components each.

use super::vforce::read;
use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, function, id, routine, vector};
use crate::common::coverage::Status;
use crate::common::labels::Built;

/// GFORCE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "GFORCE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Force and torque on marker I; the reaction acts on the part of JFLOAT.",
        source: "Adams Solver help, GFORCE",
        arguments: &[
            id("I").required(),
            id("JFLOAT").required(),
            id("RM").default("ground"),
            function("FX").dim("F").default("0"),
            function("FY").dim("F").default("0"),
            function("FZ").dim("F").default("0"),
            function("TX").dim("F·L").default("0"),
            function("TY").dim("F·L").default("0"),
            function("TZ").dim("F·L").default("0"),
            vector("FXYZ").dim("F"),
            vector("TXYZ").dim("F·L"),
            function("FUNCTION"),
            routine("ROUTINE"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let force = read(r, b, &["FX", "FY", "FZ", "TX", "TY", "TZ"])?;
    insert(&mut b.model.general_forces, force)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/9, PART=1, FLOATING\n";

    #[test]
    fn components_on_one_line() {
        let m = accept(&format!(
            "{TWO}GFORCE/5, I=2, JFLOAT=9, FX = 0\\ FY = 1\\ FZ = 0\\ TX = 0\\ TY = 0\\ TZ = 0\\"
        ));
        let f = &m.general_forces[find(&m.general_forces, 5)];
        assert!(f.components.iter().all(Option::is_some));
    }

    #[test]
    fn refused() {
        refuse(
            &format!("{TWO}GFORCE/5, I=2, JFLOAT=9"),
            &["adm-missing-argument"],
        );
        refuse(
            &format!("{TWO}GFORCE/5, I=2, JFLOAT=9, FX=1\\ FX=2"),
            &["adm-duplicate-argument"],
        );
    }
}
