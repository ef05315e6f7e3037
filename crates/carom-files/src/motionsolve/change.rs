//! Changes of elements by commands: a command repeats an element with the attributes that change.
//!
//! The attributes of the command take the place of those of the element, and the model is built again from all elements.
//! So whatever an element may say, a command may change, by the same code and with the same messages.
//!
//! Source: MotionSolve help, the elements of the section Command that modify elements of the model.

use super::build::{Builder, Built, Stop};
use super::diagnostics::Reading;
use super::element::Item;
use super::placement;
use super::record::Record;
use super::sections::model_items;
use carom_base::{Diagnostic, Dialect, Severity, Span};
use carom_model::analysis::Revision;
use carom_model::{Command, Model};
use std::collections::HashSet;
use std::sync::Arc;

/// Forms of an element of which one holds: the attributes of one form put those of the others out of force.
const FORMS: &[(&str, &[&[&str]])] = &[
    ("Force_Scalar_TwoBody", &[&["val"], &["val_expression"]]),
    ("Reference_Marker", &placement::FORMS),
];

/// Attributes that stay as they are.
const FIXED: &[(&str, &[&str])] = &[
    ("Body_Rigid", &["isground", "cg_id", "im_id", "lprf_id"]),
    ("Body_Point", &["cg_id"]),
    ("Reference_Marker", &["body_id", "body_type"]),
    ("Constraint_Joint", &["type"]),
    ("Constraint_Jprim", &["type"]),
    ("Reference_Array", &["type"]),
];

/// Elements and attributes that a command may change before the first Simulate only, and why.
const AT_THE_START: &[(&str, &[&str], &str)] = &[
    (
        "Reference_Marker",
        &[],
        "its coordinates are those of the start of the run",
    ),
    ("ResOutput", &[], "files are opened when the run begins"),
    (
        "Control_Diff",
        &["ic", "ic_dot"],
        "initial values hold at the start of a run",
    ),
    (
        "Reference_Variable",
        &["ic"],
        "initial values hold at the start of a run",
    ),
    (
        "Body_Rigid",
        &[
            "v_ic_x",
            "v_ic_y",
            "v_ic_z",
            "w_ic_x",
            "w_ic_y",
            "w_ic_z",
            "v_ic_x_flag",
            "v_ic_y_flag",
            "v_ic_z_flag",
            "w_ic_x_flag",
            "w_ic_y_flag",
            "w_ic_z_flag",
            "vm_id",
            "wm_id",
        ],
        "initial velocities hold at the start of a run",
    ),
];

/// The elements of a model, to be changed.
pub struct Dataset {
    items: Vec<Item>,
    /// What there is to say about the model as it was; it was said.
    said: HashSet<(&'static str, Span, String)>,
    /// Elements changed since the last analysis, and where the first change stands.
    changed: Vec<String>,
    changed_at: Option<Span>,
    /// The commands that have changed elements.
    revisions: Vec<String>,
}

impl Dataset {
    /// Reads the elements of a model again. `None` if its text is not among the model's sources.
    fn again(model: &Model) -> Option<Self> {
        let source = model.parts.iter().next()?.tag.span.source;
        let text = &model.sources.get(source)?.text;
        let mut reading = Reading::default();
        let items = model_items(text, source, &mut reading)?;
        build(&items, &mut reading);
        let said = reading.finish().into_iter().map(|d| key(&d)).collect();
        Some(Self {
            items,
            said,
            changed: Vec::new(),
            changed_at: None,
            revisions: Vec::new(),
        })
    }
}

fn build(items: &[Item], reading: &mut Reading) -> Model {
    let mut builder = Builder::new(Model::new(Dialect::MotionSolve), reading);
    builder.build_model(items);
    builder.model
}

/// Whether a command gives an attribute of an element another value.
fn is_changed(element: &Record, by: &Record, attribute: &str) -> bool {
    match (element.get(attribute), by.get(attribute)) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(own), Some(other)) => !own.value.is_same(&other.value),
    }
}

fn key(d: &Diagnostic) -> (&'static str, Span, String) {
    (d.name, d.span, d.message.clone())
}

impl Builder<'_> {
    /// Puts the attributes of a command into its element.
    ///
    /// Errors: `xml-unknown-reference`.
    pub(super) fn change(&mut self, r: &Record, dataset: &mut Option<Dataset>) -> Built {
        let name = r.syntax.name;
        let of = |list: &'static [(&str, &[&str])]| list.iter().find(|(n, _)| *n == name);
        let mut list = self.model.unsupported.iter();
        if list.any(|u| u.statement == r.who) {
            return Err(Stop::Unsupported(
                format!("{} is not supported", r.who),
                r.span,
            ));
        }
        if dataset.is_none() {
            *dataset = Dataset::again(&self.model);
        }
        let Some(dataset) = dataset else {
            let why = "the elements of the model are not there".to_string();
            return Err(Stop::Unsupported(why, r.span));
        };
        let is_it = |e: &&mut Record| e.syntax.name == name && e.label == r.label;
        let mut records = dataset.items.iter_mut().map(|i| &mut i.record);
        let Some(element) = records.find(is_it) else {
            let what = "the model has no such element; a command cannot add it";
            return Err(self.error(r, "xml-unknown-reference", r.span, what));
        };
        let changes = |a: &&str| is_changed(element, r, a);
        let fixed = of(FIXED).map_or(&[][..], |(_, attributes)| attributes);
        if let Some(attribute) = fixed.iter().find(|a| changes(a)) {
            let why = format!("{attribute} stays as it is in the model");
            return Err(Stop::Unsupported(why, r.place(attribute)));
        }
        for (_, attributes, why) in AT_THE_START.iter().filter(|(n, ..)| *n == name) {
            let late = match attributes {
                [] => r.syntax.all().any(|a| changes(&a.name)),
                some => some.iter().any(changes),
            };
            if self.simulated && late {
                return Err(Stop::Unsupported((*why).to_string(), r.span));
            }
        }
        for forms in FORMS.iter().filter(|(n, _)| *n == name).map(|(_, f)| f) {
            let given = |form: &&&[&str]| form.iter().any(|a| r.has(a));
            if let Some(holds) = forms.iter().find(given) {
                let others = forms.iter().flat_map(|f| f.iter());
                for attribute in others.filter(|a| !holds.contains(a)) {
                    element.clear(attribute);
                }
            }
        }
        element.replace(r);
        dataset.changed_at.get_or_insert(r.span);
        dataset.changed.push(r.who.clone());
        dataset.revisions.push(r.digest());
        Ok(())
    }

    /// Builds the model with the changes so far, if there are any; the next analysis is about it.
    pub(super) fn revise(&mut self, dataset: &mut Option<Dataset>) {
        let Some(dataset) = dataset else {
            return;
        };
        let Some(span) = dataset.changed_at.take() else {
            return;
        };
        let what = std::mem::take(&mut dataset.changed).join(", ");
        let mut own = Reading::default();
        let mut revised = build(&dataset.items, &mut own);
        let mut sound = true;
        for d in own.finish() {
            if dataset.said.insert(key(&d)) {
                sound &= d.severity != Severity::Error;
                self.reading.push(d);
            }
        }
        if !sound {
            return;
        }
        revised.revisions.clone_from(&dataset.revisions);
        revised.title.clone_from(&self.model.title);
        revised.settings.clone_from(&self.model.settings);
        if !self.simulated {
            self.model.output.clone_from(&revised.output);
        }
        self.model.commands.push(Command::Revise {
            what,
            revision: Revision(Arc::new(revised)),
            span,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motionsolve::ELEMENTS;
    use crate::motionsolve::testing::{BODY, model_with, names, read_with};

    const ELEMENTS_OF_A_MODEL: &str = "<Constraint_Joint id='1' type='TRANSLATIONAL' i_marker_id='20' j_marker_id='10'/>
        <Reference_Array id='2' type='IC' num_element='2'>1. 3.</Reference_Array><Control_Diff id='3' is_implicit='FALSE' ic='2.5' expr='1'/>";
    const RUN: &str = "<Simulate analysis_type='Transient' end_time='1.' num_step='2'/>";
    const ON: &str = "<Simulate analysis_type='Transient' end_time='2.' num_step='2'/>";

    /// The manual's command of an array repeats its type and its size.
    #[test]
    fn what_stays_may_be_said_again() {
        let body = format!("{BODY}{ELEMENTS_OF_A_MODEL}");
        let same = "<Reference_Array id='2' type='ic' num_element='2'>1. 5.</Reference_Array>
            <Constraint_Joint id='1' type='Translational'/><Control_Diff id='3' ic='2.50' expr='2'/>
            <Reference_Marker id='20' body_id='2'/><Body_Rigid id='2' cg_id='20' mass='7'/>";
        let m = model_with(&body, &format!("{RUN}{same}{ON}"));
        let (_, list) = read_with(&body, &format!("{RUN}{same}{ON}"));
        assert_eq!(
            names(&list),
            [""; 0],
            "what stays is no command that is left out"
        );
        let revised = m.commands.iter().find_map(|c| match c {
            Command::Revise { revision, .. } => Some(&revision.0),
            _ => None,
        });
        let mass = revised.map(|m| m.parts.iter().map(|p| p.mass).fold(0.0, f64::max));
        assert_eq!(mass, Some(7.0));
        for other in [
            "<Reference_Array id='2' type='U'>1. 5.</Reference_Array>",
            "<Constraint_Joint id='1' type='REVOLUTE'/>",
            "<Control_Diff id='3' ic='2.6'/>",
            "<Reference_Marker id='20' body_id='1'/>",
            "<Reference_Marker id='20' pos_x='1'/>",
            "<Body_Rigid id='2' cg_id='10'/>",
        ] {
            let (_, list) = read_with(&body, &format!("{RUN}{other}{ON}"));
            assert_eq!(names(&list), ["xml-unsupported-command"], "{other}");
        }
    }

    #[test]
    fn forms_are_of_the_language() {
        let lists = FORMS
            .iter()
            .flat_map(|(n, forms)| forms.iter().map(move |f| (n, *f)))
            .chain(FIXED.iter().map(|(n, list)| (n, *list)))
            .chain(AT_THE_START.iter().map(|(n, list, _)| (n, *list)));
        for (name, list) in lists {
            let element = ELEMENTS.iter().find(|e| e.name == *name);
            let element = element.expect("an element");
            for attribute in list {
                assert!(element.position(attribute).is_some(), "{name} {attribute}");
            }
        }
    }
}
