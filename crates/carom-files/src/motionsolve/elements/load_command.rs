//! Load_Command: the commands of another file.

use crate::motionsolve::element::Element;
use crate::motionsolve::syntax::{Section, text};

/// Load_Command
///
/// The reader puts the commands of the file in its place.
pub const ELEMENT: Element = Element {
    section: Section::Command,
    attributes: &[&[text("command_file").required()]],
    command: Some(|_, _| Ok(())),
    ..Element::new(
        "Load_Command",
        "Carries out the commands of another file.",
        "MotionSolve help, xml-format_17",
    )
};
