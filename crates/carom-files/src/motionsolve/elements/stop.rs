//! Stop: the end of the commands.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::Section;
use carom_model::Command;

/// Stop
pub const ELEMENT: Element = Element {
    section: Section::Command,
    attributes: &[],
    changes_motion: false,
    command: Some(command),
    ..Element::new("Stop", "Ends the run.", "MotionSolve help, xml-format_32")
};

fn command(_: &Record, b: &mut Builder) -> Built {
    b.model.commands.push(Command::Stop);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_with, names_of, refused};
    use carom_model::Command;

    #[test]
    fn ends_the_commands() {
        let m = model_with(
            "",
            "<Simulate analysis_type='Transient' end_time='1'/><Stop/>",
        );
        assert_eq!(m.commands.len(), 2);
        assert_eq!(m.commands[1], Command::Stop);
        refused(&names_of("<Stop/>"), "xml-wrong-section");
    }
}
