//! Changes of statements by commands: a command repeats a statement with the arguments that change.
//!
//! The arguments of the command take the place of those of the statement, and the dataset is built again from all
//! statements. So whatever a statement may say, a command may change, by the same code and with the same messages.
//!
//! Source: Adams Solver help, commands such as SFORCE, PART, MOTION: each "respecifies" arguments of the statement.

use super::arguments::Args;
use super::build::Builder;
use super::diagnostics::Reading;
use super::lexer;
use super::record::Record;
use super::records::records;
use super::statement::{Item, Statement};
use carom_base::{Diagnostic, Dialect, Severity, SourceId, Sources, Span};
use carom_model::Model;
use std::collections::HashSet;

/// Forms of a statement of which one holds: the arguments of one form put those of the others out of force.
type Forms = &'static [&'static [&'static str]];

/// Statement and its forms.
const FORMS: &[(&str, Forms)] = &[
    ("BEAM", &[&["CRATIO"], &["CMATRIX"]]),
    (
        "CONTACT",
        &[
            &["IMPACT", "STIFFNESS", "EXPONENT", "DAMPING", "DMAX"],
            &["POISSON", "PENALTY", "RESTITUTION_COEFFICIENT"],
            &["NORMAL_FUNCTION"],
        ],
    ),
    ("FIELD", &[&["CRATIO"], &["CMATRIX"]]),
    (
        "GFORCE",
        &[
            &["FX", "FY", "FZ", "FXYZ", "TX", "TY", "TZ", "TXYZ"],
            &["FUNCTION"],
        ],
    ),
    ("GFORCE", &[&["FX", "FY", "FZ"], &["FXYZ"]]),
    ("GFORCE", &[&["TX", "TY", "TZ"], &["TXYZ"]]),
    ("MARKER", &[&["REULER"], &["ZP", "XP", "USEXP"]]),
    (
        "MOTION",
        &[&["DISPLACEMENT"], &["VELOCITY"], &["ACCELERATION"]],
    ),
    (
        "MOTION",
        &[&["X"], &["Y"], &["Z"], &["B1"], &["B2"], &["B3"]],
    ),
    (
        "MOTION",
        &[
            &["JOINT", "TRANSLATION", "ROTATION"],
            &["I", "J", "X", "Y", "Z", "B1", "B2", "B3"],
        ],
    ),
    ("MOTION", &[&["TRANSLATION"], &["ROTATION"]]),
    (
        "REQUEST",
        &[
            &["DISPLACEMENT"],
            &["VELOCITY"],
            &["ACCELERATION"],
            &["FORCE"],
            &["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"],
            &["FUNCTION"],
        ],
    ),
    ("SENSOR", &[&["EQ"], &["GE"], &["LE"]]),
    ("SFORCE", &[&["ACTIONONLY"], &["REACTION"]]),
    ("SFORCE", &[&["TRANSLATION"], &["ROTATION"]]),
    ("SPRINGDAMPER", &[&["TRANSLATION"], &["ROTATION"]]),
    ("VFORCE", &[&["FX", "FY", "FZ"], &["FXYZ"], &["FUNCTION"]]),
    ("VTORQUE", &[&["TX", "TY", "TZ"], &["TXYZ"], &["FUNCTION"]]),
];

/// The statements of a dataset that was read before.
#[derive(Clone)]
pub struct Dataset {
    items: Vec<Item>,
    /// What there is to say about the dataset as it was; it was said.
    said: HashSet<(&'static str, Span, String)>,
    /// The commands that have changed statements, as written.
    pub revisions: Vec<String>,
    /// The texts that the statements come from: they say in which folder further files are.
    sources: Sources,
}

impl Dataset {
    /// Reads the statements of a model's dataset again. `None` if its text is not among the model's sources.
    pub fn again(model: &Model) -> Option<Self> {
        let source: SourceId = model.parts.iter().next()?.tag.span.source;
        let text = &model.sources.get(source)?.text;
        let mut reading = Reading::dataset();
        let lexed = lexer::lex(text, source, true, 0, &mut reading);
        let mut dataset = Self {
            items: records(&lexed, &mut reading),
            said: HashSet::new(),
            revisions: Vec::new(),
            sources: model.sources.clone(),
        };
        dataset.build(&mut reading);
        dataset.said = reading.finish().into_iter().map(|d| key(&d)).collect();
        Some(dataset)
    }

    /// The arguments of a command take the place of those of its statement; `false` if there is no such statement.
    pub fn change(&mut self, statement: &str, label: u32, by: &Args) -> bool {
        let is_it = |r: &&mut Record| r.syntax.name == statement && r.label == label;
        let mut records = self.items.iter_mut().map(|i| &mut i.record);
        let Some(record) = records.find(is_it) else {
            return false;
        };
        let of_it = FORMS.iter().filter(|(name, _)| *name == statement);
        for forms in of_it.map(|(_, forms)| forms) {
            let given = |form: &&[&str]| form.iter().any(|a| by.has(a));
            let Some(holds) = forms.iter().find(|f| given(f)) else {
                continue;
            };
            let others = forms.iter().flat_map(|f| f.iter());
            for argument in others.filter(|a| !holds.contains(a)) {
                record.args.clear(argument);
            }
        }
        record.args.replace(by);
        true
    }

    /// Adds a statement that the dataset may have once and does not have.
    pub fn add(&mut self, statement: &'static Statement, span: Span) {
        let record = Record {
            syntax: &statement.syntax,
            changes_motion: statement.changes_motion,
            who: statement.syntax.name.to_string(),
            label: 0,
            name: String::new(),
            span,
            args: Args::new(&statement.syntax),
            last_part: None,
        };
        self.items.push(Item { statement, record });
    }

    /// The model that the statements are now. What the changes are to blame for is reported; `None` after an error.
    pub fn model(&mut self, reading: &mut Reading) -> Option<Model> {
        let mut own = Reading::dataset();
        let mut model = self.build(&mut own);
        model.revisions.clone_from(&self.revisions);
        let mut sound = true;
        for d in own.finish() {
            if self.said.insert(key(&d)) {
                sound &= d.severity != Severity::Error;
                reading.push(d);
            }
        }
        sound.then_some(model)
    }

    fn build(&self, reading: &mut Reading) -> Model {
        let mut model = Model::new(Dialect::Adams);
        model.sources.clone_from(&self.sources);
        let mut builder = Builder::new(model, reading);
        builder.build(&self.items);
        // Messages of a run point into the texts of the first model.
        Model {
            sources: Sources::default(),
            ..builder.model
        }
    }
}

fn key(d: &Diagnostic) -> (&'static str, Span, String) {
    (d.name, d.span, d.message.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::STATEMENTS;

    #[test]
    fn forms_are_of_the_language() {
        for (name, forms) in FORMS {
            let statement = STATEMENTS.iter().find(|s| s.syntax.name == *name);
            let syntax = &statement.expect("a statement").syntax;
            for argument in forms.iter().flat_map(|f| f.iter()) {
                assert!(syntax.position(argument).is_some(), "{name} {argument}");
            }
        }
    }
}
