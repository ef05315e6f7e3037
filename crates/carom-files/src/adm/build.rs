//! A model while it is built of statements: what they name is found, what is wrong with them reported.

use super::diagnostics::Reading;
use super::record::Record;
pub use crate::common::labels::{Built, Stop};
use crate::common::labels::{Labels, Words};
use crate::common::solids::CadFiles;
use carom_base::{Diagnostic, Span};
use carom_model::{Element, Id, Marker, MarkerId, Model, Part, PartId, PartKind, Table};
use std::collections::HashMap;

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
    pub(super) labels: Labels,
    pub(super) parts: HashMap<u32, PartId>,
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
        let table = match record.syntax.name {
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

/// Enters an element. Labels were found to be unique before.
pub fn insert<T: Element>(table: &mut Table<T>, element: T) -> Built {
    table
        .insert(element)
        .map(|_| ())
        .map_err(|_| Stop::Reported)
}
