//! Force_Beam: a massless straight uniform beam. Not supported: the public help names the element only.

use crate::motionsolve::syntax::{Element, Section};

/// Force_Beam
pub const ELEMENT: Element = Element {
    section: Section::Both,
    ..Element::refused(
        "Force_Beam",
        "A massless straight uniform beam between two markers.",
        "MotionSolve help, list of elements",
        "which attributes describe the beam is not known well enough",
    )
};

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, names_of, read};

    #[test]
    fn kept_as_unsupported() {
        let beam = "<Force_Beam id='5' i_marker_id='20' j_marker_id='10' length='1'/>";
        let text = format!("{BODY}{beam}");
        assert_eq!(names_of(&text), ["xml-unsupported-element"]);
        let m = read(&text).0.expect("a model");
        assert!(m.unsupported[0].changes_motion);
        assert_eq!(m.unsupported[0].statement, "Force_Beam/5");
    }
}
