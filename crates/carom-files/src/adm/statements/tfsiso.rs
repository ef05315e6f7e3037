//! TFSISO: a transfer function.

use crate::adm::build::{Builder, insert};
use crate::adm::linear_system::check_arrays;
use crate::adm::record::Record;
use crate::adm::statement::{SYSTEMS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, id, some_numbers};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use crate::common::system;
use carom_model::LinearSystem;

/// TFSISO
///
/// The states are those of the controllable canonical form, and start at zero: with denominator a and input u they are z, z', z'', ...
/// of `a₀·z + a₁·z' + ... = u`.
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "TFSISO",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A transfer function: coefficients of s⁰, s¹, ...; its states start at zero.",
        source: "Adams Solver help, TFSISO",
        arguments: &[
            id("X"),
            id("U").required(),
            id("Y").required(),
            some_numbers("NUMERATOR", 1, usize::MAX).required(),
            some_numbers("DENOMINATOR", 1, usize::MAX).required(),
            flag("STATIC_HOLD"),
        ],
    },
    SYSTEMS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let states = b.find(r, "X", "ARRAY", |m| &m.arrays);
    let inputs = b.find(r, "U", "ARRAY", |m| &m.arrays);
    let outputs = b.find(r, "Y", "ARRAY", |m| &m.arrays);
    let (numerator, denominator) = (r.args.numbers("NUMERATOR"), r.args.numbers("DENOMINATOR"));
    let Some([a, input, c, d]) = LinearSystem::transfer_function(&numerator, &denominator) else {
        let what = system::transfer_problem(&numerator, &denominator).unwrap_or_default();
        return Err(b.error(r, "adm-transfer-function", r.place("DENOMINATOR"), what));
    };
    let system = LinearSystem {
        tag: r.tag(),
        states: states?,
        inputs: inputs?,
        outputs: outputs?,
        a,
        b: input,
        c,
        d,
        initial: Vec::new(),
        static_hold: r.args.has("STATIC_HOLD"),
    };
    if !system.a.is_empty() {
        b.needs(r, system.states, "X")?;
    }
    check_arrays(r, b, &system)?;
    insert(&mut b.model.transfer_functions, system)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const ARRAYS: &str = "ARRAY/1, X, SIZE=2\nARRAY/2, U, VARIABLES=7\nARRAY/3, Y, SIZE=1\nVARIABLE/7, FUNCTION=TIME\n";

    #[test]
    fn a_second_order_lag() {
        let m = accept(&format!(
            "{ARRAYS}TFSISO/4, X=1, U=2, Y=3, NUMERATOR=4, DENOMINATOR=4,2,1, STATIC_HOLD\nVARIABLE/8, FUNCTION=ARYVAL(3,1)"
        ));
        let s = &m.transfer_functions[find(&m.transfer_functions, 4)];
        assert_eq!(s.a, [[0.0, 1.0], [-4.0, -2.0]]);
        assert_eq!(
            (&s.b[..], &s.c[..], &s.d[..]),
            (
                &[vec![0.0], vec![1.0]][..],
                &[vec![4.0, 0.0]][..],
                &[vec![0.0]][..]
            )
        );
        assert!(s.static_hold);
    }

    #[test]
    fn refused() {
        let one = |text: &str, name: &str| refuse(&format!("{ARRAYS}{text}"), &[name]);
        one("TFSISO/4, X=1, U=2, Y=3, NUM=1", "adm-missing-argument");
        one("TFSISO/4, X=1, U=2, Y=3, NUM=1, DEN=1,1", "adm-array-size");
        one(
            "TFSISO/4, X=2, U=2, Y=3, NUM=1, DEN=1,1,1",
            "adm-array-type",
        );
        one(
            "TFSISO/4, X=1, U=9, Y=3, NUM=1, DEN=1,1,1",
            "adm-unknown-element",
        );
        one(
            "TFSISO/4, X=1, U=2, Y=3, NUM=0,0,0,1, DEN=1,1,1",
            "adm-transfer-function",
        );
        one(
            "TFSISO/4, X=1, U=2, Y=3, NUM=1, DEN=0,0",
            "adm-transfer-function",
        );
    }
}
