//! A model while it is built of elements: what they name is found, what is wrong with them reported.

use super::diagnostics::Reading;
use super::record::Record;
pub use crate::common::labels::{Built, Stop};
use crate::common::labels::{Known, Labels, Words};
use crate::common::solids::CadFiles;
use carom_base::{Diagnostic, Pose, Span};
use carom_model::analysis::{IntegratorSettings, StaticSettings};
use carom_model::constraint::{Function, UserFunction};
use carom_model::{Command, Id, MarkerId, Model, Part, PartId, Table, Unsupported};
use std::collections::HashMap;

/// How a model speaks of an id that it does not have.
const UNKNOWN: Words = Words {
    name: "xml-unknown-reference",
    whole: "model",
};

/// Where a marker stands in the global frame, or why that is not known.
pub type Placement = Built<Pose>;

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
    /// The analysis that the command at hand begins.
    pub analysis: Option<Command>,
    pub(super) labels: Labels,
    pub(super) bodies: HashMap<(&'static str, u32), PartId>,
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
            analysis: None,
            labels: Labels::default(),
            bodies: HashMap::new(),
        }
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
        self.bodies.insert((record.syntax.name, record.label), id);
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
        let key = (record.syntax.name, record.label);
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
            record.syntax.position("type").is_some() && record.word("type") == Some("USERSUB");
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
        let interpreter = match record.syntax.position("interpreter") {
            Some(_) => record.word("interpreter").unwrap_or("PYTHON"),
            None => "PYTHON",
        };
        let is_other = record.syntax.position("script_name").is_some()
            && !record.text("script_name").is_empty()
            && !interpreter.eq_ignore_ascii_case("PYTHON");
        if CALLING.contains(&record.syntax.name) && !is_other {
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
            changes_motion: record.syntax.changes_motion,
            reason,
        });
    }

    /// The function of an element: the expression, or user-written code, which is reported. `type` decides if it
    /// is given; else what is there.
    pub fn function(&mut self, record: &Record, attribute: &str) -> Built<Option<Function>> {
        let word = record
            .syntax
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
