//! Elements that are known and left aside: they do not change a result.

use crate::common::coverage::Status;
use crate::motionsolve::element::Element;
use crate::motionsolve::syntax::{Attribute, Content, Section, text};

const fn left_aside(
    name: &'static str,
    text: &'static str,
    source: &'static str,
    why: &'static str,
    attributes: &'static [&'static [Attribute]],
) -> Element {
    Element {
        status: Status::Ignored(why),
        section: Section::Both,
        attributes,
        content: Content::Anything,
        changes_motion: false,
        ..Element::new(name, text, source)
    }
}

/// DebugOutput
pub const DEBUG_OUTPUT: Element = left_aside(
    "DebugOutput",
    "What is printed while a run goes on.",
    "MotionSolve help, xml-format_6",
    "it only prints",
    &[],
);

/// H3DOutput
pub const H3D_OUTPUT: Element = left_aside(
    "H3DOutput",
    "What the animation file holds.",
    "MotionSolve help, xml-format_15",
    "no .h3d files are written",
    &[&[
        text("switch_on"),
        text("increment"),
        text("format_option"),
        text("stress_option"),
        text("strain_option"),
        text("start_time"),
        text("end_time"),
        text("elemforce_1d"),
        text("nodal_velocity"),
        text("nodal_acceleration"),
        text("linear_animation"),
    ]],
);

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::read_with;
    use carom_base::Severity;

    #[test]
    fn a_note_says_so_in_both_sections() {
        for e in [
            "<DebugOutput verbose='TRUE'/>",
            "<H3DOutput switch_on='TRUE' increment='1' format_option='AUTO'/>",
        ] {
            for (model, command) in [(e, ""), ("", e)] {
                let (m, d) = read_with(model, command);
                assert!(d.iter().all(|d| d.severity == Severity::Note), "{d:#?}");
                let notes = d.iter().filter(|d| d.name == "xml-ignored-element");
                assert_eq!(notes.count(), 1, "{e}");
                let m = m.expect("a model");
                assert!(m.unsupported.is_empty() && m.commands.is_empty());
            }
        }
    }
}
