//! Load_Model: the model of another file.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Section, text};

const OUTPUTS: &str = "the names of results come from the run";

/// Load_Model
///
/// The reader takes it out of the commands of a file without a model; what is left are those in other places.
pub const ELEMENT: Element = Element {
    status: Status::Partial("as the first command of a file without a model"),
    section: Section::Command,
    attributes: &[&[
        text("model_file").required(),
        text("result_file").ignored(OUTPUTS),
        text("anima_file").ignored(OUTPUTS),
    ]],
    command: Some(command),
    ..Element::new(
        "Load_Model",
        "Takes the model of another file.",
        "MotionSolve help, xml-format_16",
    )
};

fn command(r: &Record, b: &mut Builder) -> Built {
    let what =
        "a run has one model; this command works only as the first one of a file without a model";
    Err(b.error(r, "xml-load-model", r.span, what))
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{names, read_with, refused};
    use crate::motionsolve::{read, read_text};

    #[test]
    fn takes_the_model_of_another_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("writable");
        };
        write(
            "model.xml",
            "<MultiBodySystem><Model><Body_Rigid id='1' IsGround='TRUE'/></Model></MultiBodySystem>",
        );
        write(
            "run.xml",
            "<Command><Load_Model model_file='model.xml'/><Simulate analysis_type='Static'/></Command>",
        );
        let (m, d) = read(&folder.path().join("run.xml"));
        assert!(!d.has_errors(), "{d:#?}");
        let m = m.expect("a model");
        assert_eq!((m.parts.len(), m.commands.len()), (1, 1));
        write(
            "lost.xml",
            "<Command><Load_Model model_file='none.xml'/></Command>",
        );
        refused(
            &names(&read(&folder.path().join("lost.xml")).1),
            "file-not-readable",
        );
    }

    #[test]
    fn refusals() {
        let second = "<Load_Model model_file='b.xml'/>";
        refused(&names(&read_with("", second).1), "xml-load-model");
        let none = "<Command><Simulate analysis_type='Static'/></Command>";
        refused(
            &names(&read_text("a.xml".as_ref(), none.into()).1),
            "xml-no-model",
        );
        let unnamed = "<Command><Load_Model/></Command>";
        refused(
            &names(&read_text("a.xml".as_ref(), unnamed.into()).1),
            "xml-missing-attribute",
        );
    }
}
