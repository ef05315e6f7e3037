//! Reference_String: a text for user-written code.

use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Section, USERSUB, text};
use carom_model::Text;

/// Reference_String
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[text("string"), text("file_name"), text("block_name")],
        USERSUB,
    ],
    phase: 3,
    changes_motion: false,
    build: Some(build),
    ..Element::new(
        "Reference_String",
        "A text.",
        "MotionSolve help, string_read; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if let Some(user) = b.user_code(r) {
        let reason = "its text comes from user-written code".to_string();
        return Err(Stop::Unsupported(reason, user.span));
    }
    b.needs(r, r.get("string"), "string")?;
    let string = Text {
        tag: r.tag(),
        text: r.text("string").to_string(),
    };
    b.insert(|m| &mut m.strings, string)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, read, refused};

    #[test]
    fn forms() {
        let m = model_of(
            "<Reference_String id='3' string='C:\\tires\\a &amp; b.tir'/><Reference_String id='4' string=''/>",
        );
        assert_eq!(find(&m.strings, 3).text, "C:\\tires\\a & b.tir");
        assert_eq!(find(&m.strings, 4).text, "");
    }

    #[test]
    fn refusals() {
        refused(
            &names_of("<Reference_String id='3'/>"),
            "xml-missing-attribute",
        );
        let text = "<Reference_String id='3' usrsub_dll_name='a.dll' file_name='a.txt'/>";
        assert_eq!(names_of(text), ["xml-unsupported-reference"]);
        assert!(!read(text).0.expect("a model").unsupported[0].changes_motion);
    }
}
