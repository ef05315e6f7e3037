//! From statement records to a model: labels, references, phases.
//!
//! All labels are known before the first element is built, so a reference may go forward. Elements are built
//! in phases (parts, markers, ..., requests) because an element may only name elements of earlier phases.

use super::arguments::Args;
use super::diagnostics::Reading;
use super::statements::{MARKERS, Statement};
use crate::common::coverage::Status;
use crate::common::diagnostics::Found;
pub use crate::common::labels::{Built, Stop};
use crate::common::labels::{Known, Labels, Words};
use crate::common::solids::CadFiles;
use carom_base::{Diagnostic, Mat3, Severity, Span};
use carom_model::{
    Element, Id, Marker, MarkerId, Model, Part, PartId, PartKind, Table, Tag, Unsupported,
};
use std::collections::HashMap;

/// A statement with its arguments read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Which statement.
    pub statement: &'static Statement,
    /// `PART/2`, `UNITS`.
    pub who: String,
    /// The label; 0 for a statement without one.
    pub label: u32,
    /// The name that a comment gave it.
    pub name: String,
    /// `NAME/label` in the text.
    pub span: Span,
    /// Its arguments.
    pub args: Args,
    /// The label of the last PART before it.
    pub last_part: Option<u32>,
}

impl Record {
    /// Label, name and place for the element.
    pub fn tag(&self) -> Tag {
        Tag {
            statement: self.statement.syntax.name,
            label: self.label,
            name: self.name.clone(),
            span: self.span,
            active: true,
        }
    }

    /// Whether the element can be made of the sound arguments, so that others which name it can be looked at: what is lost
    /// says nothing of where it is.
    fn is_usable(&self) -> bool {
        let allowed: &[&str] = match self.statement.syntax.name {
            "PART" => INERTIAL,
            _ => &[],
        };
        self.args.lost.iter().all(|name| allowed.contains(name))
    }

    /// The place of an argument, or of the statement if it is not given.
    pub fn place(&self, argument: &str) -> Span {
        self.args.span(argument).unwrap_or(self.span)
    }
}

/// Arguments of PART that say nothing of its place.
pub(super) const INERTIAL: &[&str] = &[
    "MASS", "CM", "IM", "IP", "VX", "VY", "VZ", "WX", "WY", "WZ", "VM", "WM", "EXACT",
];

/// Errors that may follow from an argument that could not be read.
const FOLLOW: &[&str] = &["adm-missing-argument", "adm-missing-cm", "adm-same-part"];

/// How a dataset speaks of a label that it does not have.
const UNKNOWN: Words = Words {
    name: "adm-unknown-element",
    whole: "dataset",
};

/// A model while it is built.
pub struct Builder<'a> {
    /// The model.
    pub model: Model,
    /// Where messages go.
    pub reading: &'a mut Reading,
    labels: Labels,
    parts: HashMap<u32, PartId>,
    point_masses: HashMap<u32, PartId>,
    /// Markers placed in the frame of another marker: which, where, and the place of its RM.
    pub relative: Vec<(MarkerId, MarkerId, Span)>,
    /// CAD files that were read.
    pub solids: CadFiles,
    /// `CONTACT_FACETING_TOLERANCE` of PREFERENCES.
    pub faceting: Option<f64>,
}

impl<'a> Builder<'a> {
    /// For an empty model.
    pub fn new(model: Model, reading: &'a mut Reading) -> Self {
        Self {
            model,
            reading,
            labels: Labels::default(),
            parts: HashMap::new(),
            point_masses: HashMap::new(),
            relative: Vec::new(),
            solids: CadFiles::default(),
            faceting: None,
        }
    }

    /// Takes all records of a dataset in.
    ///
    /// Errors: `adm-duplicate-id`, `adm-duplicate-statement`, and those of the statements.
    pub fn build(&mut self, records: &[Record]) {
        let records = self.declare(records);
        let last = records.iter().map(|r| r.statement.phase).max();
        for phase in 0..=last.unwrap_or(0) {
            for record in records.iter().filter(|r| r.statement.phase == phase) {
                match record.statement.build {
                    Some(build) => {
                        if record.args.sound {
                            let built = self.before(record).and_then(|()| build(record, self));
                            self.after(record, built);
                        } else {
                            self.build_rest(record, build);
                        }
                    }
                    None => self.without_builder(record),
                }
            }
            if phase == MARKERS {
                self.link(&records);
                super::orientation::resolve_chains(self);
            }
        }
    }

    /// Enters the labels; the first of two statements with one label stays.
    fn declare<'r>(&mut self, records: &'r [Record]) -> Vec<&'r Record> {
        for name in std::mem::take(&mut self.reading.nameless) {
            self.labels.lose(name);
        }
        let mut kept = Vec::with_capacity(records.len());
        for record in records {
            let once = record.statement.once;
            if record.label != 0 || once {
                let known = Known {
                    span: record.span,
                    variant: None,
                    unsupported: record.statement.refusal().map(str::to_string),
                };
                let name = record.statement.syntax.name;
                if let Err(first) = self.labels.enter(name, record.label, known) {
                    let (name, what) = if once {
                        ("adm-duplicate-statement", "may stand only once")
                    } else {
                        ("adm-duplicate-id", "has an id that is taken")
                    };
                    let message = format!("{} {what}", record.who);
                    let d =
                        Diagnostic::error(name, record.span, message).related(first, "first here");
                    self.reading.push(d);
                    self.labels.lose(record.statement.syntax.name);
                    continue;
                }
            }
            kept.push(record);
        }
        kept
    }

    /// Makes of a statement with errors what can be made of it. What follows from them is not reported.
    fn build_rest(&mut self, record: &Record, build: fn(&Record, &mut Builder) -> Built) {
        let reported =
            std::mem::replace(&mut self.reading.found, Found::new("adm-too-many-errors"));
        let refused = self.before(record);
        let built = match refused {
            Err(Stop::Reported) if record.is_usable() => build(record, self),
            other => other,
        };
        if built.is_ok() && record.statement.syntax.name == "PART" {
            self.stand_in(record);
        }
        let own = std::mem::replace(&mut self.reading.found, reported);
        for d in own.diagnostics {
            if d.severity == Severity::Error && !FOLLOW.contains(&d.name) {
                self.reading.push(d);
            }
        }
        if let Err(Stop::Unsupported(..)) = built {
            self.after(record, built);
        }
    }

    /// Some mass in the place of one that could not be read, so that the part does not count as one without.
    fn stand_in(&mut self, record: &Record) {
        let lost = |name| record.args.lost.contains(&name);
        if let Some(id) = self.parts.get(&record.label)
            && (lost("MASS") || lost("IP"))
        {
            let part = &mut self.model.parts[*id];
            part.mass = 1.0;
            part.inertia = Mat3::identity();
        }
    }

    /// Completes what waited for the markers.
    fn link(&mut self, records: &[&Record]) {
        for record in records {
            if let Some(link) = record.statement.link
                && record.args.sound
                && record.args.refused.is_empty()
            {
                let linked = link(record, self);
                self.after(record, linked);
            }
        }
    }

    /// What holds for every statement: its arguments are sound and supported, its functions name elements
    /// that exist.
    fn before(&mut self, record: &Record) -> Built {
        if let Some((_, _, span)) = record.args.refused.first() {
            // Arguments that are refused for one reason are named together.
            let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
            for (name, why, _) in &record.args.refused {
                match all.iter_mut().find(|(known, _)| known == why) {
                    Some((_, names)) => names.push(name),
                    None => all.push((why, vec![name])),
                }
            }
            let all = all
                .iter()
                .map(|(why, names)| format!("{}: {why}", names.join(", ")));
            let all: Vec<String> = all.collect();
            return Err(Stop::Unsupported(all.join(", "), *span));
        }
        let (mut result, mut wrong) = match record.args.sound {
            true => (Ok(()), None),
            false => (Err(Stop::Reported), None),
        };
        for (argument, function) in record.args.functions() {
            // The components of a vector look at the same elements: one of them says what is wrong.
            if wrong == Some(argument) {
                continue;
            }
            if let Err(stop) = super::inputs::check(record, function, self) {
                (result, wrong) = (Err(stop), Some(argument));
            }
        }
        result
    }

    /// Reports what stopped a statement.
    fn after(&mut self, record: &Record, built: Built) {
        match built {
            Ok(()) | Err(Stop::Reported) => {}
            Err(Stop::Unsupported(reason, span)) => {
                let name = if record.args.refused.is_empty() {
                    "adm-unsupported-reference"
                } else {
                    "adm-unsupported-argument"
                };
                self.unsupported(record, name, reason, span);
            }
        }
    }

    fn without_builder(&mut self, record: &Record) {
        match record.statement.syntax.status {
            Status::Refused(reason) => {
                let name = "adm-unsupported-statement";
                self.unsupported(record, name, reason.to_string(), record.span);
            }
            Status::Ignored(reason) => self.reading.push(Diagnostic::note(
                "adm-ignored-statement",
                record.span,
                format!("{} is not used: {reason}", record.who),
            )),
            Status::Full | Status::Partial(_) => {}
        }
    }

    /// Keeps a statement as not supported, with a warning.
    fn unsupported(&mut self, record: &Record, name: &'static str, reason: String, span: Span) {
        let changes_motion = record.statement.changes_motion;
        let consequence = if changes_motion {
            "a run would move differently without it"
        } else {
            "the motion does not depend on it by itself"
        };
        let message = format!("{} is not supported: {reason}", record.who);
        self.reading
            .push(Diagnostic::warning(name, span, message).help(consequence));
        let name = record.statement.syntax.name;
        self.labels.refuse(name, record.label, &reason);
        self.model.unsupported.push(Unsupported {
            statement: record.who.clone(),
            span: record.span,
            changes_motion,
            reason,
        });
    }

    /// Reports an error in a statement.
    pub fn error(&mut self, record: &Record, name: &'static str, span: Span, what: &str) -> Stop {
        let message = format!("{}: {what}", record.who);
        self.reading.push(Diagnostic::error(name, span, message));
        Stop::Reported
    }

    /// Reports a warning in a statement.
    pub fn warning(&mut self, record: &Record, name: &'static str, span: Span, what: &str) {
        let message = format!("{}: {what}", record.who);
        self.reading.push(Diagnostic::warning(name, span, message));
    }

    /// Whether a statement with this label can be used: an error if there is none, not supported if it is not.
    pub fn known(&mut self, record: &Record, name: &'static str, label: u32, span: Span) -> Built {
        self.labels
            .usable(&UNKNOWN, &record.who, &[name], label, span)
            .unwrap_or_else(|d| {
                self.reading.push(d);
                Err(Stop::Reported)
            })
    }

    /// The element that an id argument names; `None` if the argument is not given.
    pub fn find<T: Element>(
        &mut self,
        record: &Record,
        argument: &str,
        name: &'static str,
        table: impl Fn(&Model) -> &Table<T>,
    ) -> Built<Option<Id<T>>> {
        record
            .args
            .id(argument)
            .map(|(label, span)| self.element(record, name, label, span, &table))
            .transpose()
    }

    /// The element with a label.
    fn element<T: Element>(
        &mut self,
        record: &Record,
        name: &'static str,
        label: u32,
        span: Span,
        table: &impl Fn(&Model) -> &Table<T>,
    ) -> Built<Id<T>> {
        self.known(record, name, label, span)?;
        // An element that is known and not in the table had an error of its own.
        table(&self.model).find(label).ok_or(Stop::Reported)
    }

    /// All elements that an argument names; every one that is missing is reported.
    pub fn elements<T: Element>(
        &mut self,
        record: &Record,
        argument: &str,
        name: &'static str,
        table: impl Fn(&Model) -> &Table<T>,
    ) -> Built<Vec<Id<T>>> {
        let mut list = Vec::new();
        let mut stop = None;
        for &(label, span) in record.args.ids(argument) {
            match self.element(record, name, label, span, &table) {
                Ok(id) => list.push(id),
                Err(s) => stop = Some(s),
            }
        }
        stop.map_or(Ok(list), Err)
    }

    /// The marker that an argument names, floating or fixed.
    pub fn any_marker(&mut self, record: &Record, argument: &str) -> Built<Option<MarkerId>> {
        self.find(record, argument, "MARKER", |m| &m.markers)
    }

    /// The fixed marker that an argument names.
    pub fn marker(&mut self, record: &Record, argument: &str) -> Built<Option<MarkerId>> {
        let marker = self.any_marker(record, argument)?;
        if let Some(id) = marker
            && self.model.markers[id].floating
        {
            let tag = &self.model.markers[id].tag;
            let what = format!("{argument} needs a fixed marker, and {tag} floats");
            let span = record.place(argument);
            return Err(self.error(record, "adm-floating-marker", span, &what));
        }
        Ok(marker)
    }

    /// The fixed markers I and J, both needed.
    pub fn pair(&mut self, record: &Record) -> Built<(MarkerId, MarkerId)> {
        let (i, j) = (self.marker(record, "I"), self.marker(record, "J"));
        let (i, j) = (i?, j?);
        let i = self.needs(record, i, "I")?;
        let j = self.needs(record, j, "J")?;
        Ok((i, j))
    }

    /// The fixed markers I and J, on different parts.
    pub fn pair_of_parts(&mut self, record: &Record) -> Built<(MarkerId, MarkerId)> {
        let (i, j) = self.pair(record)?;
        self.different_parts(record, (i, "I"), (j, "J"))?;
        Ok((i, j))
    }

    /// Reports markers that have to be on different parts and are not.
    pub fn different_parts(
        &mut self,
        record: &Record,
        (i, i_name): (MarkerId, &str),
        (j, j_name): (MarkerId, &str),
    ) -> Built {
        let markers = &self.model.markers;
        let part = markers[i].part;
        if part != markers[j].part {
            return Ok(());
        }
        let (i, j) = (&markers[i].tag, &markers[j].tag);
        let owner = &self.model.parts[part].tag;
        let message = format!("{}: {i_name} and {j_name} are both on {owner}", record.who);
        let d = Diagnostic::error("adm-same-part", record.place(j_name), message)
            .related(i.span, format!("{i_name} is {i}"))
            .related(j.span, format!("{j_name} is {j}"));
        self.reading.push(d);
        Err(Stop::Reported)
    }

    /// Which one of several flags is given. More than one is an error.
    pub fn choice(
        &mut self,
        record: &Record,
        names: &[&'static str],
    ) -> Built<Option<&'static str>> {
        let mut given = names.iter().copied().filter(|n| record.args.has(n));
        match (given.next(), given.next()) {
            (Some(a), Some(b)) => Err(self.conflict(record, a, b)),
            (first, _) => Ok(first),
        }
    }

    /// Which one of several flags is given. None is an error, too.
    pub fn one_of(
        &mut self,
        record: &Record,
        names: &[&'static str],
        what: &str,
    ) -> Built<&'static str> {
        match self.choice(record, names)? {
            Some(name) => Ok(name),
            None => {
                let what = format!("{what} is needed: {}", names.join(", "));
                Err(self.error(record, "adm-missing-argument", record.span, &what))
            }
        }
    }

    /// Reports an argument that is missing in this case.
    pub fn needs<T>(&mut self, record: &Record, value: Option<T>, argument: &str) -> Built<T> {
        value.ok_or_else(|| {
            let what = format!("{argument} is needed");
            self.error(record, "adm-missing-argument", record.span, &what)
        })
    }

    /// Numbers that are all needed in this case; those that are missing are reported together.
    pub fn numbers<const N: usize>(
        &mut self,
        record: &Record,
        case: &str,
        names: [&'static str; N],
    ) -> Built<[f64; N]> {
        let given = names.map(|n| record.args.number(n));
        let without = |(n, x): (&&'static str, &Option<f64>)| x.is_none().then_some(*n);
        let missing: Vec<&str> = names.iter().zip(&given).filter_map(without).collect();
        let Some((last, others)) = missing.split_last() else {
            return Ok(given.map(Option::unwrap_or_default));
        };
        let list = match others {
            [] => (*last).to_string(),
            _ => format!("{} and {last}", others.join(", ")),
        };
        let what = format!("{case} needs {list}");
        Err(self.error(record, "adm-missing-argument", record.span, &what))
    }

    /// Reports two arguments that exclude each other.
    fn conflict(&mut self, record: &Record, a: &str, b: &str) -> Stop {
        let keyword = |name| record.args.get(name).map_or(record.span, |g| g.keyword);
        let (mut first, mut second) = (keyword(a), keyword(b));
        if second.start < first.start {
            std::mem::swap(&mut first, &mut second);
        }
        let message = format!("{}: {a} and {b} exclude each other", record.who);
        let d = Diagnostic::error("adm-conflicting-arguments", second, message)
            .related(first, "the other one");
        self.reading.push(d);
        Stop::Reported
    }

    /// Reports the first pair of arguments of which both are given.
    pub fn exclusive(&mut self, record: &Record, pairs: &[(&str, &str)]) -> Built {
        match pairs
            .iter()
            .find(|(a, b)| record.args.has(a) && record.args.has(b))
        {
            Some((a, b)) => Err(self.conflict(record, a, b)),
            None => Ok(()),
        }
    }

    /// Enters a part under its label. All PARTs come before the first POINT_MASS, which yields its label to them.
    pub fn insert_part(&mut self, label: u32, part: Part) {
        let point = part.kind == PartKind::Point;
        let id = self.model.parts.insert_aside(part);
        if point {
            self.point_masses.insert(label, id);
        } else {
            self.parts.insert(label, id);
        }
    }

    /// The PART with a label.
    pub fn part(&mut self, record: &Record, label: u32, span: Span) -> Built<PartId> {
        self.known(record, "PART", label, span)?;
        self.parts.get(&label).copied().ok_or(Stop::Reported)
    }

    /// The POINT_MASS with a label.
    pub fn point_mass(&mut self, record: &Record, label: u32, span: Span) -> Built<PartId> {
        self.known(record, "POINT_MASS", label, span)?;
        self.point_masses.get(&label).copied().ok_or(Stop::Reported)
    }

    /// The part that a PART or POINT_MASS record became.
    pub fn own_part(&self, record: &Record) -> Built<PartId> {
        let table = match record.statement.syntax.name {
            "PART" => &self.parts,
            _ => &self.point_masses,
        };
        table.get(&record.label).copied().ok_or(Stop::Reported)
    }

    /// Enters a marker.
    pub fn insert_marker(&mut self, marker: Marker) -> Built {
        self.model
            .markers
            .insert(marker)
            .map(|_| ())
            .map_err(|_| Stop::Reported)
    }
}
