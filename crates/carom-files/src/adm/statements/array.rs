//! ARRAY: constants, or the states, inputs and outputs of system elements.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Range, Syntax, flag, ids, integer, some_numbers};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::Array;
use carom_model::control::ArrayKind;

/// ARRAY
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "ARRAY",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Constants (IC), or states (X), outputs (Y) and inputs (U) of system elements.",
        source: "Adams Solver help, ARRAY; datasets of the FAST-to-ADAMS writer",
        arguments: &[
            flag("IC"),
            flag("X"),
            flag("Y"),
            flag("U"),
            integer("SIZE")
                .default("as many as there are")
                .range(Range::Positive),
            some_numbers("NUMBERS", 1, usize::MAX),
            ids("VARIABLES", 1, usize::MAX),
        ],
    },
    USERS,
    build,
)
.motionless();

fn build(r: &Record, b: &mut Builder) -> Built {
    let size = r.args.number("SIZE").map(|n| n as usize);
    let kind = match b.one_of(r, &["IC", "X", "Y", "U"], "a type")? {
        "IC" => {
            b.exclusive(r, &[("IC", "VARIABLES")])?;
            if !r.args.has("NUMBERS") {
                b.needs(r, None::<()>, "NUMBERS")?;
            }
            ArrayKind::Constants(r.args.numbers("NUMBERS"))
        }
        "U" => {
            b.exclusive(r, &[("U", "NUMBERS")])?;
            if !r.args.has("VARIABLES") {
                b.needs(r, None::<()>, "VARIABLES")?;
            }
            ArrayKind::Inputs(b.elements(r, "VARIABLES", "VARIABLE", |m| &m.variables)?)
        }
        name => {
            b.exclusive(r, &[(name, "NUMBERS"), (name, "VARIABLES")])?;
            // Without SIZE the element that uses the array says how many there are.
            let size = size.unwrap_or(0);
            match name {
                "X" => ArrayKind::States(size),
                _ => ArrayKind::Outputs(size),
            }
        }
    };
    let count = match &kind {
        ArrayKind::Constants(list) => list.len(),
        ArrayKind::Inputs(list) => list.len(),
        ArrayKind::States(n) | ArrayKind::Outputs(n) => *n,
    };
    if size.is_some_and(|s| s != count) {
        let what = format!("SIZE does not fit the {count} values");
        return Err(b.error(r, "adm-array-size", r.place("SIZE"), &what));
    }
    insert(&mut b.model.arrays, Array { tag: r.tag(), kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};

    #[test]
    fn kinds() {
        let m = accept(
            "ARRAY/1\n, IC, SIZE = 3\n, NUMBERS = 1,\n, 2.5\n, 3D\nARRAY/2, X, SIZE=4\nARRAY/3, Y, SIZE=5\n\
             ARRAY/4, U, SIZE = 1, VARIABLES = 7\nVARIABLE/7, FUNCTION=1",
        );
        let kind = |l| &m.arrays[find(&m.arrays, l)].kind;
        let ArrayKind::Constants(list) = kind(1) else {
            panic!("constants")
        };
        assert_eq!(list[..], [1.0, 2.5, 3f64.to_radians()]);
        assert!(matches!(kind(2), ArrayKind::States(4)));
        assert!(matches!(kind(3), ArrayKind::Outputs(5)));
        assert!(matches!(kind(4), ArrayKind::Inputs(list) if list.len() == 1));
    }

    /// The element that names an array knows its size: two states and one output of the system, one state of the lag.
    #[test]
    fn sizes_from_the_elements() {
        let m = accept(
            "ARRAY/1, X\nARRAY/2, U, VARIABLES=7\nARRAY/3, Y\nARRAY/4, X\nARRAY/5, Y\nARRAY/6, X\nVARIABLE/7, FUNCTION=1\n\
             MATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=0,1,-1,0\nMATRIX/2, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=1,0\n\
             LSE/1, X=1, Y=3, A=1, C=2\nTFSISO/1, X=4, U=2, Y=5, NUM=1, DEN=1,1\nVARIABLE/8, FUNCTION=ARYVAL(1,2)+ARYVAL(5,1)",
        );
        let kind = |l| &m.arrays[find(&m.arrays, l)].kind;
        assert!(matches!(kind(1), ArrayKind::States(2)));
        assert!(matches!(kind(3), ArrayKind::Outputs(1)));
        assert!(matches!(kind(4), ArrayKind::States(1)));
        assert!(matches!(kind(5), ArrayKind::Outputs(1)));
        // Nobody uses it.
        assert!(matches!(kind(6), ArrayKind::States(0)));
    }

    #[test]
    fn refused() {
        refuse("ARRAY/1, NUMBERS=1", &["adm-missing-argument"]);
        refuse("ARRAY/1, IC, SIZE=2, NUMBERS=1", &["adm-array-size"]);
        refuse("ARRAY/1, IC, SIZE=1.5, NUMBERS=1", &["adm-bad-value"]);
        refuse("ARRAY/1, U, VARIABLES=3", &["adm-unknown-element"]);
        refuse(
            "ARRAY/1, X, SIZE=1, NUMBERS=1",
            &["adm-conflicting-arguments"],
        );
    }
}
