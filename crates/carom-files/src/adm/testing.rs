//! What the tests of the statements share.

use super::read_text;
use carom_base::diagnostic::render_plain;
use carom_base::{Diagnostics, Severity};
use carom_model::{Element, Id, Model, Table};

/// Reads statements below a ground part with marker 1.
fn read(body: &str) -> (Model, Diagnostics) {
    let deck = format!("test\nPART/1, GROUND\nMARKER/1, PART=1\n{body}\nEND\n");
    let (model, diagnostics) = read_text("test.adm", deck);
    (model.expect("a text gives a model"), diagnostics)
}

fn names(d: &Diagnostics, severity: Severity) -> Vec<&'static str> {
    d.iter()
        .filter(|d| d.severity == severity)
        .map(|d| d.name)
        .collect()
}

fn rendered(model: &Model, d: &Diagnostics) -> String {
    d.iter().map(|d| render_plain(d, &model.sources)).collect()
}

/// Statements that are read without error and warning.
pub fn accept(body: &str) -> Model {
    let (model, d) = read(body);
    let text = rendered(&model, &d);
    assert_eq!(names(&d, Severity::Error), [""; 0], "{text}");
    assert_eq!(names(&d, Severity::Warning), [""; 0], "{text}");
    model
}

/// All that is told about statements.
pub fn told(body: &str) -> String {
    let (model, d) = read(body);
    rendered(&model, &d)
}

/// Statements with exactly these errors.
pub fn refuse(body: &str, errors: &[&str]) {
    let (model, d) = read(body);
    let text = rendered(&model, &d);
    assert_eq!(names(&d, Severity::Error), errors, "{body}\n{text}");
    for d in &d {
        let mut listed = super::diagnostics::DIAGNOSTICS.iter();
        let ours = d.name.starts_with("adm-");
        assert!(!ours || listed.any(|l| l.name == d.name), "{}", d.name);
    }
}

/// Statements without error and with exactly these warnings.
pub fn warn(body: &str, warnings: &[&str]) -> Model {
    let (model, d) = read(body);
    let text = rendered(&model, &d);
    assert_eq!(names(&d, Severity::Error), [""; 0], "{text}");
    assert_eq!(names(&d, Severity::Warning), warnings, "{text}");
    model
}

/// Statements without error of which exactly these are not supported.
pub fn unsupported(body: &str, statements: &[&str]) -> Model {
    let (model, d) = read(body);
    let text = rendered(&model, &d);
    assert_eq!(names(&d, Severity::Error), [""; 0], "{text}");
    let list: Vec<&str> = model
        .unsupported
        .iter()
        .map(|u| u.statement.as_str())
        .collect();
    assert_eq!(list, statements, "{text}");
    model
}

/// The element with a label.
pub fn find<T: Element>(table: &Table<T>, label: u32) -> Id<T> {
    table.find(label).expect("the statement was read")
}
