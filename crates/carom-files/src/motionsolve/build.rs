//! From records to a model: ids, references, phases.
//!
//! All ids are known before the first element is built, so a reference may go forward. Elements are built in
//! phases (bodies, markers, ..., requests) because an element may only use elements of earlier phases; markers
//! are placed before all of them (see [`super::placement`]).

use super::change::Dataset;
use super::diagnostics::Reading;
use super::placement::Placement;
use super::record::Record;
use crate::common::coverage::Status;
pub use crate::common::labels::{Built, Stop};
use crate::common::labels::{Known, Labels, Words};
use crate::common::solids::CadFiles;
use carom_base::{Diagnostic, Mat3, Severity, Span};
use carom_model::analysis::{IntegratorSettings, StaticSettings};
use carom_model::constraint::{Function, UserFunction};
use carom_model::{Command, Id, MarkerId, Model, Part, PartId, Table, Unsupported};
use std::collections::HashMap;

/// How a model speaks of an id that it does not have.
const UNKNOWN: Words = Words {
    name: "xml-unknown-reference",
    whole: "model",
};

/// A model while it is built.
pub struct Builder<'a> {
    /// The model.
    pub model: Model,
    /// Where messages go.
    pub reading: &'a mut Reading,
    /// Where the markers stand, by id.
    pub placements: HashMap<u32, Placement>,
    /// The functions of Sensor_Evaluate, by id.
    pub evaluations: HashMap<u32, Function>,
    /// Markers that follow the I marker of a force, and that force.
    pub floating: HashMap<MarkerId, (String, Span)>,
    /// The time that the commands have reached, if it is known.
    pub time: Option<f64>,
    /// Whether a Simulate command was read.
    pub simulated: bool,
    /// The settings of the integrator that hold where the commands have arrived.
    pub integrator: IntegratorSettings,
    /// Those of statics.
    pub statics: StaticSettings,
    /// CAD files that were read.
    pub solids: CadFiles,
    /// The elements of the model, once a command changes one.
    pub(super) dataset: Option<Box<Dataset>>,
    labels: Labels,
    bodies: HashMap<(&'static str, u32), PartId>,
}

/// Elements whose user-written routines are called.
const CALLING: &[&str] = &[
    "Force_Scalar_TwoBody",
    "Force_Vector_OneBody",
    "Force_Vector_TwoBody",
    "Reference_Variable",
    "Control_Diff",
    "Motion_Joint",
    "Motion_Marker",
    "Post_Request",
    "Sensor_Event",
    "Control_StateEqn",
    "Force_Field",
    "Constraint_Coupler",
    "Reference_ParamCurve",
    "Reference_Spline",
    "Constraint_General",
    "Constraint_UserConstr",
    "UserProgramControl",
];

impl<'a> Builder<'a> {
    /// For an empty model.
    pub fn new(model: Model, reading: &'a mut Reading) -> Self {
        Self {
            model,
            reading,
            placements: HashMap::new(),
            evaluations: HashMap::new(),
            floating: HashMap::new(),
            time: Some(0.0),
            simulated: false,
            integrator: IntegratorSettings::default(),
            statics: StaticSettings::default(),
            solids: CadFiles::default(),
            dataset: None,
            labels: Labels::default(),
            bodies: HashMap::new(),
        }
    }

    /// Takes the elements of the section Model in.
    ///
    /// Errors: `xml-duplicate-element`, `xml-duplicate-id`, those of the elements and of [`super::checks`].
    pub fn build_model(&mut self, records: &[Record]) {
        let records = self.declare(records);
        super::placement::place(&records, self);
        let last = records.iter().map(|r| r.element.phase).max();
        for phase in 0..=last.unwrap_or(0) {
            for record in records.iter().filter(|r| r.element.phase == phase) {
                if self.reading.is_full() {
                    return;
                }
                match record.element.build {
                    Some(build) if record.sound => {
                        let built = self.before(record).and_then(|()| build(record, self));
                        self.after(record, built);
                    }
                    Some(build) => self.build_rest(record, build),
                    None => self.without_builder(record),
                }
            }
        }
        for record in &records {
            if let Some(link) = record.element.link
                && record.sound
                && record.refused.is_empty()
            {
                let linked = link(record, self);
                self.after(record, linked);
            }
        }
        super::checks::check(&records, self);
    }

    /// Makes of an element with errors what can be made of it. What follows from them is not reported.
    fn build_rest(&mut self, record: &Record, build: fn(&Record, &mut Builder) -> Built) {
        let empty = super::diagnostics::Reading::default();
        let reported = std::mem::replace(&mut self.reading.found, empty.found);
        let built = match self.before(record) {
            Err(Stop::Reported) if record.is_usable() => build(record, self),
            other => other,
        };
        let lost = |name: &str| record.lost.iter().any(|l| l.starts_with(name));
        if built.is_ok()
            && (lost("mass") || lost("inertia_"))
            && let Some(id) = self.bodies.get(&("Body_Rigid", record.label))
        {
            // Some mass in the place of one that could not be read.
            let part = &mut self.model.parts[*id];
            part.mass = 1.0;
            part.inertia = Mat3::identity();
        }
        let own = std::mem::replace(&mut self.reading.found, reported);
        for d in own.diagnostics {
            if d.severity == Severity::Error && d.name != "xml-missing-attribute" {
                self.reading.push(d);
            }
        }
        if let Err(Stop::Unsupported(..)) = built {
            self.after(record, built);
        }
    }

    /// Takes the commands in, in their order.
    ///
    /// Errors: those of the commands. Warnings: `xml-unsupported-command`.
    pub fn build_commands(&mut self, records: &[Record]) {
        self.integrator = self.model.settings.integrator.clone();
        self.statics = self.model.settings.statics.clone();
        for record in records {
            if self.reading.is_full() {
                return;
            }
            match (record.element.command, record.element.status) {
                (Some(command), _) => {
                    let done = self.before(record).and_then(|()| command(record, self));
                    if let Err(Stop::Unsupported(reason, _)) = done {
                        self.unsupported_command(record, &reason);
                    }
                }
                (None, Status::Ignored(why)) => self.ignored(record, why),
                (None, Status::Refused(why)) => self.unsupported_command(record, why),
                (None, _) => {
                    let done = self.before(record).and_then(|()| self.change(record));
                    if let Err(Stop::Unsupported(reason, _)) = done {
                        self.unsupported_command(record, &reason);
                    }
                }
            }
        }
        self.revise();
    }

    /// Keeps a command that is not carried out, with a warning.
    pub fn unsupported_command(&mut self, record: &Record, why: &str) {
        let message = format!("the command {} is not supported: {why}", record.who);
        self.reading.push(
            Diagnostic::warning("xml-unsupported-command", record.span, message)
                .help("a run stops when it arrives here"),
        );
        self.model.commands.push(Command::Unsupported {
            name: record.element.name.to_string(),
            span: record.span,
        });
    }

    /// Enters all ids. Gives the records without the second ones of an id.
    fn declare<'r>(&mut self, records: &'r [Record]) -> Vec<&'r Record> {
        for name in std::mem::take(&mut self.reading.nameless) {
            self.labels.lose(name);
        }
        let mut kept = Vec::with_capacity(records.len());
        for record in records {
            let element = record.element;
            let has_id = element.has_id();
            if has_id && record.label == 0 {
                // The missing or wrong id was reported.
                self.labels.lose(element.name);
                continue;
            }
            if has_id || element.once {
                let known = Known {
                    span: record.span,
                    variant: element.position("type").and_then(|_| record.word("type")),
                    unsupported: element.refusal().map(str::to_string),
                };
                if let Err(first) = self.labels.enter(element.name, record.label, known) {
                    let (name, what) = if has_id {
                        ("xml-duplicate-id", "has an id that is taken")
                    } else {
                        ("xml-duplicate-element", "may stand only once")
                    };
                    let message = format!("{} {what}", record.who);
                    let d =
                        Diagnostic::error(name, record.span, message).related(first, "first here");
                    self.reading.push(d);
                    self.labels.lose(element.name);
                    continue;
                }
            }
            kept.push(record);
        }
        kept
    }

    /// What holds for every element: its attributes are sound and supported, what it names exists.
    pub fn before(&mut self, record: &Record) -> Built {
        if let Some((name, reason, span)) = record.refused.first() {
            let message = format!("{name}: {reason}");
            return Err(Stop::Unsupported(message, *span));
        }
        let mut result = match record.sound {
            true => Ok(()),
            false => Err(Stop::Reported),
        };
        for (names, list) in record.references() {
            for &(label, span) in list {
                if let Err(stop) = self.known(record, names, label, span) {
                    result = Err(stop);
                }
            }
        }
        for (attribute, expression) in record.expressions() {
            if let Err(stop) = super::inputs::check(record, attribute, expression, self) {
                result = Err(stop);
            }
        }
        result
    }

    /// Reports what stopped an element.
    pub fn after(&mut self, record: &Record, built: Built) {
        if let Err(Stop::Unsupported(reason, span)) = built {
            let name = if record.refused.is_empty() {
                "xml-unsupported-reference"
            } else {
                "xml-unsupported-attribute"
            };
            self.unsupported(record, name, reason, span);
        }
    }

    fn without_builder(&mut self, record: &Record) {
        match record.element.status {
            Status::Refused(why) => {
                let name = "xml-unsupported-element";
                self.unsupported(record, name, why.to_string(), record.span);
            }
            Status::Ignored(why) => self.ignored(record, why),
            Status::Full | Status::Partial(_) => {}
        }
    }

    fn ignored(&mut self, record: &Record, why: &str) {
        let message = format!("{} is not used: {why}", record.who);
        self.reading.push(Diagnostic::note(
            "xml-ignored-element",
            record.span,
            message,
        ));
    }

    /// Keeps an element as not supported, with a warning.
    fn unsupported(&mut self, record: &Record, name: &'static str, reason: String, span: Span) {
        let changes_motion = record.element.changes_motion;
        let consequence = if changes_motion {
            "a run would move differently without it"
        } else {
            "the motion does not depend on it"
        };
        let message = format!("{} is not supported: {reason}", record.who);
        self.reading
            .push(Diagnostic::warning(name, span, message).help(consequence));
        self.labels
            .refuse(record.element.name, record.label, &reason);
        self.model.unsupported.push(Unsupported {
            statement: record.who.clone(),
            span: record.span,
            changes_motion,
            reason,
        });
    }

    /// Reports an error in an element.
    pub fn error(&mut self, record: &Record, name: &'static str, span: Span, what: &str) -> Stop {
        let message = format!("{}: {what}", record.who);
        self.reading.push(Diagnostic::error(name, span, message));
        Stop::Reported
    }

    /// Reports a warning in an element.
    pub fn warning(&mut self, record: &Record, name: &'static str, span: Span, what: &str) {
        let message = format!("{}: {what}", record.who);
        self.reading.push(Diagnostic::warning(name, span, message));
    }

    /// What is known of the element with an id and one of several names.
    pub fn lookup(&self, names: &[&'static str], label: u32) -> Option<(&'static str, &Known)> {
        self.labels.find(names, label)
    }

    /// Whether an element with this id can be used: an error if there is none, not supported if it is not.
    pub fn known(
        &mut self,
        record: &Record,
        names: &[&'static str],
        label: u32,
        span: Span,
    ) -> Built {
        self.labels
            .usable(&UNKNOWN, &record.who, names, label, span)
            .unwrap_or_else(|d| {
                self.reading.push(d);
                Err(Stop::Reported)
            })
    }

    /// The element that an id names; `None` if the attribute is not given or 0. That it exists was checked.
    pub fn find<T: carom_model::Element>(
        &self,
        record: &Record,
        attribute: &str,
        table: impl Fn(&Model) -> &Table<T>,
    ) -> Built<Option<Id<T>>> {
        let Some((label, _)) = record.id(attribute) else {
            return Ok(None);
        };
        // An element that is known and not in the table had an error of its own.
        table(&self.model)
            .find(label)
            .map(Some)
            .ok_or(Stop::Reported)
    }

    /// The marker that an attribute names, floating or not.
    pub fn any_marker(&self, record: &Record, attribute: &str) -> Built<Option<MarkerId>> {
        self.find(record, attribute, |m| &m.markers)
    }

    /// The marker that an attribute names, which must have a place of its own.
    pub fn marker(&mut self, record: &Record, attribute: &str) -> Built<Option<MarkerId>> {
        let marker = self.any_marker(record, attribute)?;
        if let Some((who, span)) = marker.and_then(|m| self.floating.get(&m).cloned()) {
            let message = format!(
                "{}: {attribute} names a marker that follows the force of {who}",
                record.who
            );
            let d = Diagnostic::error("xml-floating-marker", record.place(attribute), message)
                .related(span, "floating here");
            self.reading.push(d);
            return Err(Stop::Reported);
        }
        Ok(marker)
    }

    /// The marker that an attribute names, which is needed.
    pub fn needed_marker(&mut self, record: &Record, attribute: &str) -> Built<MarkerId> {
        let marker = self.marker(record, attribute)?;
        self.needs(record, marker, attribute)
    }

    /// i_marker_id and j_marker_id, both needed.
    pub fn pair(&mut self, record: &Record) -> Built<(MarkerId, MarkerId)> {
        let i = self.needed_marker(record, "i_marker_id");
        let j = self.needed_marker(record, "j_marker_id");
        Ok((i?, j?))
    }

    /// i_marker_id and j_marker_id, on different bodies.
    pub fn pair_of_bodies(&mut self, record: &Record) -> Built<(MarkerId, MarkerId)> {
        let (i, j) = self.pair(record)?;
        self.different_bodies(record, i, (j, "j_marker_id"))?;
        Ok((i, j))
    }

    /// Reports markers that have to be on different bodies and are not.
    pub fn different_bodies(
        &mut self,
        record: &Record,
        i: MarkerId,
        (j, j_name): (MarkerId, &str),
    ) -> Built {
        let markers = &self.model.markers;
        let part = markers[i].part;
        if part != markers[j].part {
            return Ok(());
        }
        let (i, j) = (&markers[i].tag, &markers[j].tag);
        let owner = &self.model.parts[part].tag;
        let message = format!(
            "{}: i_marker_id and {j_name} are both on {owner}",
            record.who
        );
        let d = Diagnostic::error("xml-same-body", record.place(j_name), message)
            .related(i.span, format!("i_marker_id is {i}"))
            .related(j.span, format!("{j_name} is {j}"));
        self.reading.push(d);
        Err(Stop::Reported)
    }

    /// Reports an attribute that is missing in this case.
    pub fn needs<T>(&mut self, record: &Record, value: Option<T>, attribute: &str) -> Built<T> {
        value.ok_or_else(|| {
            let what = format!("{attribute} is needed");
            self.error(
                record,
                "xml-missing-attribute",
                record.place(attribute),
                &what,
            )
        })
    }

    /// Reports the first pair of attributes of which both are given.
    pub fn exclusive(&mut self, record: &Record, pairs: &[(&str, &str)]) -> Built {
        for &(a, b) in pairs {
            if let (Some(first), Some(second)) = (record.get(a), record.get(b)) {
                let message = format!("{}: {a} and {b} exclude each other", record.who);
                let d = Diagnostic::error("xml-conflicting-attributes", second.name, message)
                    .related(first.name, "the other one");
                self.reading.push(d);
                return Err(Stop::Reported);
            }
        }
        Ok(())
    }

    /// Enters an element of the model. A second one of its id is not possible here: `declare` has seen to it.
    pub fn insert<T: carom_model::Element>(
        &mut self,
        table: impl Fn(&mut Model) -> &mut Table<T>,
        item: T,
    ) -> Built {
        table(&mut self.model)
            .insert(item)
            .map(|_| ())
            .map_err(|_| Stop::Reported)
    }

    /// Enters an element whose table holds elements of another name, too, which may have the same id: functions
    /// then mean the other one, with a warning.
    pub fn insert_shared<T: carom_model::Element>(
        &mut self,
        record: &Record,
        table: impl Fn(&mut Model) -> &mut Table<T>,
        item: T,
    ) -> Id<T> {
        let table = table(&mut self.model);
        let first = table
            .find(item.tag().label)
            .map(|id| (table[id].tag().to_string(), table[id].tag().span));
        let id = table.insert_aside(item);
        if let Some((other, span)) = first {
            let message = format!(
                "{} has the id of {other}; functions mean that one",
                record.who
            );
            let d = Diagnostic::warning("xml-shared-label", record.span, message)
                .related(span, "the other one");
            self.reading.push(d);
        }
        id
    }

    /// Enters a body.
    pub fn insert_body(&mut self, record: &Record, part: Part) {
        let id = self.model.parts.insert_aside(part);
        self.bodies.insert((record.element.name, record.label), id);
    }

    /// The body with a name and an id.
    pub fn body(
        &mut self,
        record: &Record,
        name: &'static str,
        label: u32,
        span: Span,
    ) -> Built<PartId> {
        self.known(record, &[name], label, span)?;
        self.bodies
            .get(&(name, label))
            .copied()
            .ok_or(Stop::Reported)
    }

    /// The body that a record became.
    pub fn own_body(&self, record: &Record) -> Built<PartId> {
        let key = (record.element.name, record.label);
        self.bodies.get(&key).copied().ok_or(Stop::Reported)
    }

    /// The call of user-written code that the attributes of an element make, if they do.
    pub fn user_code(&self, record: &Record) -> Option<UserFunction> {
        let named = [
            "usrsub_param_string",
            "usrsub_dll_name",
            "usrsub_fnc_name",
            "script_name",
        ];
        let span = named.iter().find_map(|n| record.get(n)).map(|g| g.span);
        let is_user =
            record.element.position("type").is_some() && record.word("type") == Some("USERSUB");
        let span = span.or(is_user.then(|| record.place("type")))?;
        let parameters = record.list("usrsub_param_string");
        let library = match record.text("script_name") {
            "" => record.text("usrsub_dll_name"),
            script => script,
        };
        let routine = record.text("usrsub_fnc_name");
        Some(UserFunction {
            parameters: parameters.iter().map(|(x, _)| *x).collect(),
            routine: match (library, routine) {
                ("", r) => r.to_string(),
                (l, r) => format!("{l}::{r}"),
            },
            span,
        })
    }

    /// Reports the user-written code that an element calls. It stays in the model.
    pub fn report_user_code(&mut self, record: &Record, user: &UserFunction) {
        // What assembly makes functions of is refused there, if at all.
        let interpreter = match record.element.position("interpreter") {
            Some(_) => record.word("interpreter").unwrap_or("PYTHON"),
            None => "PYTHON",
        };
        let is_other = record.element.position("script_name").is_some()
            && !record.text("script_name").is_empty()
            && !interpreter.eq_ignore_ascii_case("PYTHON");
        if CALLING.contains(&record.element.name) && !is_other {
            return;
        }
        let reason = "it calls user-written code".to_string();
        let message = format!("{}: user-written code is not run", record.who);
        self.reading.push(
            Diagnostic::warning("xml-user-subroutine", user.span, message)
                .help("write the function as an expression"),
        );
        self.model.unsupported.push(Unsupported {
            statement: record.who.clone(),
            span: record.span,
            changes_motion: record.element.changes_motion,
            reason,
        });
    }

    /// The function of an element: the expression, or user-written code, which is reported. `type` decides if it
    /// is given; else what is there.
    pub fn function(&mut self, record: &Record, attribute: &str) -> Built<Option<Function>> {
        let word = record
            .element
            .position("type")
            .and_then(|_| record.word("type"));
        let expression = record.expression(attribute);
        let user = match (word, expression) {
            (Some("EXPRESSION"), _) => None,
            (Some("USERSUB"), _) | (_, None) => self.user_code(record),
            _ => None,
        };
        if let Some(user) = user {
            self.report_user_code(record, &user);
            return Ok(Some(Function::User(user)));
        }
        let Some(expression) = expression else {
            return Ok(None);
        };
        let user = expression.as_user().map(|parameters| UserFunction {
            parameters: parameters.to_vec(),
            routine: String::new(),
            span: expression.span(),
        });
        match user {
            Some(user) => {
                self.report_user_code(record, &user);
                Ok(Some(Function::User(user)))
            }
            None => Ok(Some(Function::Expression(expression.clone()))),
        }
    }

    /// The function of an element, which is needed.
    pub fn needed_function(&mut self, record: &Record, attribute: &str) -> Built<Function> {
        let function = self.function(record, attribute)?;
        self.needs(record, function, attribute)
    }
}
