//! JPRIM: a joint primitive.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, id};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::{Joint, JointKind};

const TYPES: &[&str] = &[
    "ATPOINT",
    "INLINE",
    "INPLANE",
    "ORIENTATION",
    "PARALLEL_AXES",
    "PERPENDICULAR",
];

/// JPRIM
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "JPRIM",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "One geometric condition between markers I and J of two parts.",
        source: "Adams Solver help, JPRIM",
        arguments: &[
            flag("ATPOINT"),
            flag("INLINE"),
            flag("INPLANE"),
            flag("ORIENTATION"),
            flag("PARALLEL_AXES"),
            flag("PERPENDICULAR").alias(&["PERPENDICULAR_AXES"]),
            id("I").required(),
            id("J").required(),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_parts(r)?;
    let kind = match b.one_of(r, TYPES, "a type")? {
        "ATPOINT" => JointKind::AtPoint,
        "INLINE" => JointKind::InLine,
        "INPLANE" => JointKind::InPlane,
        "ORIENTATION" => JointKind::Orientation,
        "PARALLEL_AXES" => JointKind::ParallelAxes,
        _ => JointKind::Perpendicular,
    };
    let primitive = Joint {
        tag: r.tag(),
        kind,
        i,
        j,
        initial_translation: [None; 2],
        initial_rotation: [None; 2],
    };
    insert(&mut b.model.primitives, primitive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\n";

    #[test]
    fn every_type() {
        for (text, kind) in [
            ("ATPOINT", JointKind::AtPoint),
            ("INLINE", JointKind::InLine),
            ("INPLANE", JointKind::InPlane),
            ("ORIENT", JointKind::Orientation),
            ("PARALLEL", JointKind::ParallelAxes),
            ("PERPENDICULAR", JointKind::Perpendicular),
            ("PERPENDICULAR_AXES", JointKind::Perpendicular),
        ] {
            let m = accept(&format!("{TWO}JPRIM/5, I=2, J=1, {text}"));
            assert_eq!(m.primitives[find(&m.primitives, 5)].kind, kind);
            assert!(m.joints.is_empty());
        }
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{TWO}JPRIM/5, {text}"), names);
        refuse("IN, I=2, J=1", &["adm-ambiguous-argument"]);
        refuse("P, I=2, J=1", &["adm-ambiguous-argument"]);
        refuse("I=2, J=1", &["adm-missing-argument"]);
        refuse("INLINE, I=2, J=3", &["adm-same-part"]);
    }
}
