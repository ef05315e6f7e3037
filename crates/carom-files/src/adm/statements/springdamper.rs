//! SPRINGDAMPER: a linear spring and damper along a line or about an axis.

use super::sforce::kind;
use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Range, Syntax, flag, id, number};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::SpringDamper;
use carom_model::force::Kind;

const OF_TRANSLATION: [&str; 4] = ["K", "C", "FORCE", "LENGTH"];
const OF_ROTATION: [&str; 4] = ["KT", "CT", "TORQUE", "ANGLE"];

/// SPRINGDAMPER
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "SPRINGDAMPER",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Linear spring and damper between I and J, along their line or about z of J.",
        source: "Adams Solver help, SPRINGDAMPER",
        arguments: &[
            flag("TRANSLATION").alias(&["TRANSLATIONAL"]),
            flag("ROTATION").alias(&["ROTATIONAL"]),
            id("I").required(),
            id("J").required(),
            number("K")
                .dim("F·L⁻¹")
                .default("0")
                .range(Range::NonNegative),
            number("C")
                .dim("F·T·L⁻¹")
                .default("0")
                .range(Range::NonNegative),
            number("FORCE").dim("F").default("0"),
            number("LENGTH")
                .dim("L")
                .default("0")
                .range(Range::NonNegative),
            number("KT")
                .dim("F·L·θ⁻¹")
                .default("0")
                .range(Range::NonNegative),
            number("CT")
                .dim("F·L·T·θ⁻¹")
                .default("0")
                .range(Range::NonNegative),
            number("TORQUE").dim("F·L").default("0"),
            number("ANGLE").dim("θ").default("0"),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let kind = kind(r, b)?;
    let (names, foreign) = match kind {
        Kind::Translation => (OF_TRANSLATION, OF_ROTATION),
        Kind::Rotation => (OF_ROTATION, OF_TRANSLATION),
    };
    for name in foreign {
        if r.args.has(name) {
            let what = format!("{name} belongs to the other kind of spring-damper");
            return Err(b.error(r, "adm-conflicting-arguments", r.place(name), &what));
        }
    }
    let (i, j) = b.pair_of_parts(r)?;
    let [stiffness, damping, preload, length] = names.map(|n| r.args.number(n).unwrap_or(0.0));
    let spring = SpringDamper {
        tag: r.tag(),
        kind,
        i,
        j,
        stiffness,
        damping,
        preload,
        length,
    };
    insert(&mut b.model.spring_dampers, spring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\n";

    #[test]
    fn both_kinds() {
        let m = accept(&format!(
            "{TWO}SPRINGDAMPER/5, TRANSLATIONAL, I=2, J=1, C=1, K=2, FORCE=-3, LENGTH=4\n\
             SPRINGDAMPER/6, ROTATION, I=2, J=1, CT=5, KT=6, TORQUE=7, ANGLE=180D"
        ));
        let s = &m.spring_dampers[find(&m.spring_dampers, 5)];
        assert_eq!(s.kind, Kind::Translation);
        assert_eq!(
            (s.damping, s.stiffness, s.preload, s.length),
            (1.0, 2.0, -3.0, 4.0)
        );
        let s = &m.spring_dampers[find(&m.spring_dampers, 6)];
        assert_eq!(s.kind, Kind::Rotation);
        assert_eq!(
            (s.damping, s.stiffness, s.preload, s.length),
            (5.0, 6.0, 7.0, std::f64::consts::PI)
        );
    }

    #[test]
    fn refused() {
        let refuse =
            |text: &str, names: &[&str]| refuse(&format!("{TWO}SPRINGDAMPER/5, {text}"), names);
        refuse("I=2, J=1, K=1", &["adm-missing-argument"]);
        refuse("TRANS, I=2, J=1, K=-1", &["adm-out-of-range"]);
        refuse("TRANS, I=2, J=1, KT=1", &["adm-conflicting-arguments"]);
        refuse("ROT, I=2, J=1, LENGTH=1", &["adm-conflicting-arguments"]);
        refuse("ROT, I=2, J=3, KT=1", &["adm-same-part"]);
    }
}
