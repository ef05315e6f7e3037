//! ACCGRAV: the acceleration of gravity.

use crate::adm::build::Builder;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Label, Syntax, number};
use crate::common::coverage::Status;
use crate::common::labels::Built;

/// ACCGRAV
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "ACCGRAV",
        aliases: &[],
        label: Label::None,
        status: Status::Full,
        text: "Acceleration of gravity along the ground axes.",
        source: "Adams Solver help, ACCGRAV",
        arguments: &[
            number("IGRAV").dim("L·T⁻²").default("0"),
            number("JGRAV").dim("L·T⁻²").default("0"),
            number("KGRAV").dim("L·T⁻²").default("0"),
        ],
    },
    SETTINGS,
    build,
)
.once();

fn build(r: &Record, b: &mut Builder) -> Built {
    b.model.gravity = ["IGRAV", "JGRAV", "KGRAV"].map(|n| r.args.number(n).unwrap_or(0.0));
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, refuse};

    #[test]
    fn components() {
        let m = accept("ACCGRAV/ J=-9806.65,\n, KGRAV = 1");
        assert_eq!(m.gravity, [0.0, -9806.65, 1.0]);
    }

    #[test]
    fn refused() {
        refuse("ACCGRAV/GRAV=1", &["adm-unknown-argument"]);
        refuse("ACCGRAV/IGRAV=1, 2", &["adm-wrong-count"]);
        refuse("ACCGRAV/JGRAV=x", &["adm-bad-number"]);
        refuse(
            "ACCGRAV/JGRAV=-9.81\nACCGRAV/KGRAV=1",
            &["adm-duplicate-statement"],
        );
    }
}
