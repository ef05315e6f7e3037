//! BUSHING: springs and dampers in all six directions, without coupling.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Range, Syntax, id, numbers};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::Bushing;

/// BUSHING
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "BUSHING",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Linear springs and dampers in three translations and three small rotations.",
        source: "Adams Solver help, BUSHING",
        arguments: &[
            id("I").required(),
            id("J").required(),
            numbers("K", 3)
                .dim("F·L⁻¹")
                .default("0")
                .range(Range::NonNegative),
            numbers("C", 3)
                .dim("F·T·L⁻¹")
                .default("0")
                .range(Range::NonNegative),
            numbers("KT", 3)
                .dim("F·L·θ⁻¹")
                .default("0")
                .range(Range::NonNegative),
            numbers("CT", 3)
                .dim("F·L·T·θ⁻¹")
                .default("0")
                .range(Range::NonNegative),
            numbers("FORCE", 3).dim("F").default("0"),
            numbers("TORQUE", 3).dim("F·L").default("0"),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_parts(r)?;
    let six = |first: &str, second: &str| {
        let [x, y, z] = r.args.array(first).unwrap_or_default();
        let [a, b, c] = r.args.array(second).unwrap_or_default();
        [x, y, z, a, b, c]
    };
    let bushing = Bushing {
        tag: r.tag(),
        i,
        j,
        stiffness: six("K", "KT"),
        damping: six("C", "CT"),
        preload: six("FORCE", "TORQUE"),
    };
    insert(&mut b.model.bushings, bushing)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\n";

    #[test]
    fn all_arguments() {
        let m = accept(&format!(
            "{TWO}BUSHING/5, I=2, J=1, K=1,2,3, KT=4,5,6, C=7,8,9, CT=10,11,12, FORCE=13,14,15\n, TORQUE=16\n, 17, 18"
        ));
        let e = &m.bushings[find(&m.bushings, 5)];
        assert_eq!(e.stiffness, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(e.damping, [7.0, 8.0, 9.0, 10.0, 11.0, 12.0]);
        assert_eq!(e.preload, [13.0, 14.0, 15.0, 16.0, 17.0, 18.0]);
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{TWO}BUSHING/5, {text}"), names);
        refuse("I=2, J=3, K=1,2,3", &["adm-same-part"]);
        refuse("I=2, J=1, K=1,2", &["adm-wrong-count"]);
        refuse("I=2, J=1, K=1,-2,3", &["adm-out-of-range"]);
        refuse("I=2, J=1, K=1,2 3", &["adm-missing-comma"]);
    }
}
