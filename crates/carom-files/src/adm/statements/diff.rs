//! DIFF: a differential equation of first order.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, function, routine, some_numbers};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::Diff;

/// DIFF
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "DIFF",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A differential equation: the function is the rate, or with IMPLICIT what stays zero.",
        source: "Adams Solver help, DIFF",
        arguments: &[
            function("FUNCTION").required(),
            some_numbers("IC", 1, 2).default("0"),
            flag("IMPLICIT"),
            flag("STATIC_HOLD"),
            routine("ROUTINE"),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let ic = r.args.numbers("IC");
    let implicit = r.args.has("IMPLICIT");
    if ic.len() == 2 && !implicit {
        let what = "a second initial value belongs to IMPLICIT equations";
        return Err(b.error(r, "adm-wrong-count", r.place("IC"), what));
    }
    let function = r.args.function("FUNCTION", Some("ROUTINE"));
    let diff = Diff {
        tag: r.tag(),
        initial: ic.first().copied().unwrap_or(0.0),
        initial_rate: ic.get(1).copied().unwrap_or(0.0),
        implicit,
        static_hold: r.args.has("STATIC_HOLD"),
        function: b.needs(r, function, "FUNCTION")?,
    };
    insert(&mut b.model.diffs, diff)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    #[test]
    fn forms() {
        let m = accept(
            "DIF/3, IC=2, STATIC_HOLD, FUNCTION=-DIF(3)\nDIFF/4, IMPLICIT, IC=1,2, FUNCTION=DIF1(4)+DIF(4)",
        );
        let d = &m.diffs[find(&m.diffs, 3)];
        assert_eq!(
            (d.initial, d.initial_rate, d.implicit, d.static_hold),
            (2.0, 0.0, false, true)
        );
        let d = &m.diffs[find(&m.diffs, 4)];
        assert_eq!(
            (d.initial, d.initial_rate, d.implicit, d.static_hold),
            (1.0, 2.0, true, false)
        );
    }

    #[test]
    fn refused() {
        refuse("DIFF/3, IC=1", &["adm-missing-argument"]);
        refuse("DIFF/3, IC=1,2, FUNCTION=1", &["adm-wrong-count"]);
    }
}
