//! Motion_Marker: one direction between two markers as a function of time.

use super::motion_joint::{DRIVE, drive};
use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{FUNCTION_TYPE, LABELLED, Section, USERSUB, marker, word};
use carom_model::constraint::{MotionDirection, MotionTarget};

/// Motion_Marker
///
/// X, Y and Z are translations of I along the axes of J; B1, B2 and B3 the body-fixed 1-2-3 angles of I in J.
pub const ELEMENT: Element = Element {
    status: Status::Partial("user-written motions with --allow-user-code"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            marker("i_marker_id").required(),
            marker("j_marker_id").required(),
            word("direction", &["X", "Y", "Z", "B1", "B2", "B3"]).required(),
        ],
        FUNCTION_TYPE,
        DRIVE,
        USERSUB,
    ],
    phase: 5,
    build: Some(build),
    ..Element::new(
        "Motion_Marker",
        "Drives one direction between markers I and J as a function of time.",
        "MotionSolve help, xml-format_19",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_bodies(r)?;
    let direction = match b.needs(r, r.word("direction"), "direction")? {
        "X" => MotionDirection::X,
        "Y" => MotionDirection::Y,
        "Z" => MotionDirection::Z,
        "B1" => MotionDirection::B1,
        "B2" => MotionDirection::B2,
        _ => MotionDirection::B3,
    };
    drive(r, b, MotionTarget::Markers(i, j, direction))
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, refused};
    use carom_model::constraint::{MotionDirection, MotionLevel, MotionTarget};

    fn with(attributes: &str) -> String {
        format!("{BODY}<Motion_Marker id='5' i_marker_id='20' j_marker_id='10' {attributes}/>")
    }

    #[test]
    fn every_direction() {
        let directions = [
            ("X", MotionDirection::X),
            ("y", MotionDirection::Y),
            ("Z", MotionDirection::Z),
            ("B1", MotionDirection::B1),
            ("b2", MotionDirection::B2),
            ("B3", MotionDirection::B3),
        ];
        for (word, direction) in directions {
            let m = model_of(&with(&format!(
                "direction='{word}' val_type='V' ic_disp='1' expr='2*TIME'"
            )));
            let motion = find(&m.motions, 5);
            let MotionTarget::Markers(i, j, d) = motion.target else {
                panic!("markers")
            };
            assert_eq!([i, j].map(|k| label(&m.markers, k)), [20, 10]);
            assert_eq!((d, motion.level), (direction, MotionLevel::Velocity));
            assert_eq!(motion.initial_displacement, Some(1.0));
        }
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("expr='0'"), "xml-missing-attribute");
        refused(&names("direction='X'"), "xml-missing-attribute");
        refused(&names("direction='B4' expr='0'"), "xml-bad-value");
        let same = format!(
            "{BODY}<Motion_Marker id='5' i_marker_id='20' j_marker_id='21' direction='X' expr='0'/>"
        );
        refused(&names_of(&same), "xml-same-body");
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("motion_marker").motions.iter().count(), 6);
    }
}
