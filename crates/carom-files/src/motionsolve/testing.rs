//! Small models for the tests of elements.

use super::read_text;
use carom_base::{Diagnostics, Severity};
use carom_model::{Element, Id, Model, Table};

/// A body with two markers, and a second marker on ground.
pub const BODY: &str = "<Body_Rigid id='2' cg_id='20' mass='1.' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\
    <Reference_Marker id='20' body_id='2'/><Reference_Marker id='21' body_id='2' pos_x='1'/>\
    <Reference_Marker id='10' body_id='1'/>";

/// Reads elements behind a ground (1) with a marker (1), and one command.
pub fn read(body: &str) -> (Option<Model>, Diagnostics) {
    read_with(
        body,
        "<Simulate analysis_type='Transient' end_time='1' num_step='10'/>",
    )
}

/// Reads elements and commands.
pub fn read_with(body: &str, commands: &str) -> (Option<Model>, Diagnostics) {
    let text = format!(
        "<MultiBodySystem><Model><Body_Rigid id='1' IsGround='TRUE'/><Reference_Marker id='1' body_id='1'/>\
         {body}</Model><Command>{commands}</Command></MultiBodySystem>"
    );
    read_text("test.xml".as_ref(), text)
}

/// The model, without any error.
pub fn model_of(body: &str) -> Model {
    let (model, diagnostics) = read(body);
    assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    model.expect("a model without errors")
}

/// The model with its commands, without any error.
pub fn model_with(body: &str, commands: &str) -> Model {
    let (model, diagnostics) = read_with(body, commands);
    assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    model.expect("a model without errors")
}

/// The names of warnings and errors.
pub fn names_of(body: &str) -> Vec<&'static str> {
    names(&read(body).1)
}

/// The names of warnings and errors.
pub fn names(diagnostics: &Diagnostics) -> Vec<&'static str> {
    let loud = diagnostics.iter().filter(|d| d.severity > Severity::Note);
    loud.map(|d| d.name).collect()
}

/// Whether one of the names is there.
pub fn refused(names: &[&'static str], name: &str) {
    assert!(names.contains(&name), "{name} is not in {names:?}");
}

/// The element with a label.
pub fn find<T: Element>(table: &Table<T>, label: u32) -> &T {
    let id: Id<T> = table.find(label).expect("an element with this label");
    &table[id]
}

/// The label of an element.
pub fn label<T: Element>(table: &Table<T>, id: Id<T>) -> u32 {
    table[id].tag().label
}

/// A deck of the folder of models, which is read without any error or warning.
pub fn deck(name: &str) -> Model {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../validation/models/motionsolve"
    );
    let path = std::path::Path::new(folder).join(format!("{name}.xml"));
    let (model, diagnostics) = super::read(&path);
    assert_eq!(names(&diagnostics), [""; 0], "{diagnostics:#?}");
    model.expect("a model without errors")
}
