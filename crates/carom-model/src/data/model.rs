//! The whole model as data and in units.

use super::field::{Field, Listed};
use super::node::{Entries, Node, Value};
use super::placement;
use super::reading::{Reading, TableReading};
use super::rows::{ROWS, Row, row, with_tables};
use super::scaling::{Of, Scaling};
use crate::analysis::{LinearSettings, Revision};
use crate::control::{Array, Plant, Variable};
use crate::curve::Curve;
use crate::graphics::Graphic;
use crate::table::{Element, Id, Table};
use crate::{Command, Joint, Marker, Model, Part, Placement};
use carom_base::dimension::symbols::{L, ONE, T};
use carom_base::units::{self, Units};
use carom_base::{Diagnostic, Diagnostics, Dialect, Scale};

/// The version of the form that [`Model::data`] gives.
pub const VERSION: u32 = 1;

macro_rules! tables {
    ($($table:ident $key:literal [$($statement:literal),+];)+) => {
        impl Model {
            fn write_tables(&self, entries: &mut Entries) {
                $(write_table(&self.$table, $key, self, entries);)+
            }
            fn declare_tables(file: &mut TableReading, reading: &mut Reading) {
                $(declare($key, file, reading);)+
            }
            fn read_tables(&mut self, file: &mut TableReading, reading: &mut Reading) {
                $(read_table(&mut self.$table, $key, file, reading);)+
            }
            fn scale_tables(&mut self, by: &mut Scaling) {
                $(scale_table(&mut self.$table, by);)+
            }
        }
    };
}
with_tables!(tables);

macro_rules! listed {
    ($($element:ident $table:ident $key:literal;)+) => {$(
        impl Listed for $element {
            const ROW: &'static Row = {
                let mut k = 0;
                while !equal(ROWS[k].key, $key) {
                    k += 1;
                }
                ROWS[k]
            };
            fn table(model: &Model) -> &Table<Self> {
                &model.$table
            }
        }
    )+};
}
// What elements of other tables name by label.
listed! {
    Part parts "part";
    Marker markers "marker";
    Joint joints "joint";
    Variable variables "variable";
    Array arrays "array";
    Curve curves "curve";
    Graphic graphics "graphic";
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}

fn write_table<E: Element + Field>(table: &Table<E>, key: &str, model: &Model, to: &mut Entries) {
    let list: Vec<_> = table.iter().map(|e| e.write(model)).collect();
    to.put(key, (!list.is_empty()).then(|| Value::list(list)));
}

/// The tables of one kind; the file has been told if it is something else.
fn nodes<'n>(key: &'static str, file: &mut TableReading<'n>, reading: &mut Reading) -> &'n [Node] {
    reading.who.clear();
    reading.row = row(key);
    let nodes = file.get(key).and_then(|node| reading.list(node));
    nodes.unwrap_or_default()
}

/// Enters the labels. What is wrong with them otherwise is told when the elements are read.
fn declare(key: &'static str, file: &mut TableReading, reading: &mut Reading) {
    for (k, node) in nodes(key, file, reading).iter().enumerate() {
        let told = std::mem::take(&mut reading.diagnostics);
        let tag = reading.table(node).and_then(|mut t| t.tag(reading));
        reading.diagnostics = told;
        reading.who.clear();
        if let Some(tag) = tag {
            reading.enter(&tag, k);
        }
    }
}

fn read_table<E: Element + Field>(
    table: &mut Table<E>,
    key: &'static str,
    file: &mut TableReading,
    reading: &mut Reading,
) {
    for node in nodes(key, file, reading) {
        reading.who.clear();
        if let Some(element) = E::read(node, reading) {
            if element.tag().statement == "POINT_MASS" {
                table.insert_aside(element);
            } else {
                // A label that is taken was an error when labels were declared.
                let _ = table.insert(element);
            }
        }
    }
}

fn scale_table<E: Element + Field>(table: &mut Table<E>, by: &mut Scaling) {
    for element in table.iter_mut() {
        by.who = element.tag().to_string();
        element.scale(by, &ONE.into());
    }
    by.who.clear();
}

const DIALECTS: [(Dialect, &str); 2] = [
    (Dialect::Adams, "adams"),
    (Dialect::MotionSolve, "motionsolve"),
];

impl Model {
    /// The model as data. Sources, revisions and statements that are not supported are no part of it.
    pub fn data(&self) -> Value {
        let mut entries = Entries::default();
        entries.put("carom", VERSION.write(self));
        entries.put("title", self.title.write(self));
        let dialect = DIALECTS.iter().find(|(d, _)| *d == self.dialect);
        entries.put("dialect", dialect.map(|(_, name)| Value::text(*name)));
        entries.put("units", self.units.write(self));
        let falls = self.gravity.iter().any(|g| *g != 0.0);
        entries.put("gravity", falls.then(|| self.gravity.item(self)));
        let usual = self.settings == Default::default();
        entries.put("settings", (!usual).then(|| self.settings.item(self)));
        let usual = self.output == Default::default();
        entries.put("output", (!usual).then(|| self.output.item(self)));
        self.write_tables(&mut entries);
        entries.put("command", self.commands.write(self));
        entries.into()
    }

    /// A model from data. It must not be used if the diagnostics have errors.
    ///
    /// What the expressions of `reading` name is not looked up: that is for the caller, who has all of it now.
    pub fn from_data(node: &Node, reading: &mut Reading) -> Option<Self> {
        let mut file = reading.table(node)?;
        let version = file.field::<u32>("carom", reading)?;
        if version != VERSION {
            let what =
                format!("the file is of version {version}; this program reads version {VERSION}");
            reading.error("toml-wrong-version", node.span, what);
            return None;
        }
        let dialect = match file.get("dialect") {
            None => Dialect::Adams,
            Some(node) => {
                let (name, body) = reading.choice(node, &DIALECTS.map(|(_, name)| name))?;
                reading.alone(name, body)?;
                DIALECTS.iter().find(|(_, n)| *n == name)?.0
            }
        };
        reading.dialect = dialect;
        let mut model = Model::new(dialect);
        let title = file.field("title", reading);
        let units = file.field_or("units", || Units::none(1.0), reading);
        let gravity = file.field_or("gravity", || [0.0; 3], reading);
        Self::declare_tables(&mut file, reading);
        model.read_tables(&mut file, reading);
        reading.who.clear();
        if let Err((marker, name, what)) = placement::resolve(&mut model.markers)
            && !reading.diagnostics.has_errors()
        {
            let tag = &model.markers[marker].tag;
            reading.who = tag.to_string();
            reading.error(name, tag.span, what);
            reading.who.clear();
        }
        let settings = file.field_or("settings", Default::default, reading);
        let output = file.field_or("output", Default::default, reading);
        let commands = file.field("command", reading);
        file.end(reading);
        model.title = title?;
        model.units = units?;
        model.gravity = gravity?;
        model.settings = settings?;
        model.output = output?;
        model.commands = commands?;
        Some(model)
    }

    /// Carries the model into other units, to the same motion. What has no other units is told; then the model must
    /// not be used.
    ///
    /// VARIABLE, DIFF, ARRAY, SPLINE and MATRIX keep their numbers; what functions of the model take from them has the old
    /// units, and factors in the functions say so.
    pub fn in_units(&self, units: &Units) -> (Self, Diagnostics) {
        let mut by = Scaling::new(Scale::between(&self.units, units));
        let mut model = self.clone();
        model.scale(&mut by);
        model.set_units(units);
        (model, by.diagnostics)
    }

    fn scale(&mut self, by: &mut Scaling) {
        // A placement goes along only if it is still that of its pose.
        for m in self.markers.ids() {
            let marker = &self.markers[m];
            if Placement::fits(marker.given.as_ref(), &marker.pose, &self.markers).is_none() {
                self.markers[m].given = None;
            }
        }
        self.gravity.scale(by, &(L / T / T).into());
        self.scale_tables(by);
        // Of markers that exist, frames are no circle.
        let resolved = placement::resolve(&mut self.markers);
        debug_assert!(resolved.is_ok(), "{resolved:?}");
        for part in self.parts.iter_mut() {
            if let Some(pose) = part.given.as_ref().and_then(Placement::local) {
                part.pose = pose;
            }
        }
        self.settings.scale(by, &ONE.into());
        self.commands.scale(by, &ONE.into());
    }

    fn set_units(&mut self, units: &Units) {
        self.units = units.clone();
        for command in &mut self.commands {
            if let Command::Revise { revision, .. } = command {
                std::sync::Arc::make_mut(&mut revision.0).set_units(units);
            }
        }
    }
}

/// Four names, or the factor between force and mass · acceleration alone.
impl Field for Units {
    fn write(&self, model: &Model) -> Option<Value> {
        let mut entries = Entries::default();
        if self.force.name == "none" {
            entries.put("ucf", self.ucf.write(model));
        } else {
            entries.put("force", self.force.name.write(model));
            entries.put("mass", self.mass.name.write(model));
            entries.put("length", self.length.name.write(model));
            entries.put("time", self.time.name.write(model));
        }
        Some(entries.into())
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let mut table = reading.table(node)?;
        let ucf = table.field::<Option<f64>>("ucf", reading)?;
        if let Some(ucf) = ucf {
            table.end(reading);
            if ucf <= 0.0 {
                reading.error("toml-bad-value", node.span, "ucf has to be positive");
                return None;
            }
            return Some(Self::none(ucf));
        }
        let mut named = |key: &'static str, list: &[(&str, f64)]| {
            let Some(node) = table.get(key) else {
                let what = format!("the key {key} is missing");
                reading.error("toml-missing-key", table.span(), what);
                return None;
            };
            let name = reading.text(node)?;
            if units::find(list, name).is_none() {
                let what = format!("{name} is not a unit of {key}");
                let names = || list.iter().map(|(known, _)| *known);
                let d = Diagnostic::error("toml-bad-value", node.span, what).suggest(name, names());
                reading.diagnostics.push(match d.help {
                    Some(_) => d,
                    None => d.help(format!(
                        "it is one of {}",
                        names().collect::<Vec<_>>().join(", ")
                    )),
                });
                return None;
            }
            Some(name)
        };
        let force = named("force", units::FORCE);
        let mass = named("mass", units::MASS);
        let length = named("length", units::LENGTH);
        let time = named("time", units::TIME);
        table.end(reading);
        Self::from_names(force?, mass?, length?, time?).ok()
    }
}

/// Statement names of commands.
impl Field for &'static str {
    fn write(&self, _: &Model) -> Option<Value> {
        Some(Value::text(*self))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let names: Vec<&'static str> = ROWS.iter().flat_map(|r| r.statements).copied().collect();
        let (name, body) = reading.choice(node, &names)?;
        reading.alone(name, body)?;
        Some(name)
    }
}

/// Other data between analyses are no part of a model file: whoever writes one looks for them first.
impl Field for Revision {
    fn write(&self, _: &Model) -> Option<Value> {
        None
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let what = "a model file has no other data for elements between analyses";
        reading.error("toml-bad-value", node.span, what);
        None
    }
    fn scale(&mut self, by: &mut Scaling, _: &Of) {
        std::sync::Arc::make_mut(&mut self.0).scale(by);
    }
}

type Plants = Vec<Id<Plant>>;

impl LinearSettings {
    fn plants<'a>(&'a self, model: &'a Model) -> [(&'static str, &'a Plants, &'a Table<Plant>); 3] {
        [
            ("inputs", &self.inputs, &model.plant_inputs),
            ("outputs", &self.outputs, &model.plant_outputs),
            ("states", &self.states, &model.plant_states),
        ]
    }
}

impl Field for LinearSettings {
    fn write(&self, model: &Model) -> Option<Value> {
        let mut entries = Entries::default();
        let usual = Self::default();
        let mut flag = |key, now: bool, usual: bool| {
            entries.put(key, (now != usual).then_some(Value::Flag(now)));
        };
        flag("eigenvalues", self.eigenvalues, usual.eigenvalues);
        flag("shapes", self.shapes, usual.shapes);
        flag("matrices", self.matrices, usual.matrices);
        flag("damping", self.damping, usual.damping);
        for (key, ids, table) in self.plants(model) {
            let labels: Vec<u32> = ids.iter().map(|p| table[*p].tag.label).collect();
            entries.put(key, labels.write(model));
        }
        entries.put("file", self.file.write(model));
        Some(entries.into())
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let mut table = reading.table(node)?;
        let usual = Self::default();
        let eigenvalues = table.field_or("eigenvalues", || usual.eigenvalues, reading);
        let shapes = table.field_or("shapes", || usual.shapes, reading);
        let matrices = table.field_or("matrices", || usual.matrices, reading);
        let damping = table.field_or("damping", || usual.damping, reading);
        let inputs = read_plants("inputs", "plant_input", &mut table, reading);
        let outputs = read_plants("outputs", "plant_output", &mut table, reading);
        let states = read_plants("states", "plant_state", &mut table, reading);
        let file = table.field("file", reading);
        table.end(reading);
        Some(Self {
            eigenvalues: eigenvalues?,
            shapes: shapes?,
            matrices: matrices?,
            damping: damping?,
            inputs: inputs?,
            outputs: outputs?,
            states: states?,
            file: file?,
        })
    }
}

fn read_plants(
    key: &'static str,
    plants: &str,
    table: &mut TableReading,
    reading: &mut Reading,
) -> Option<Plants> {
    let Some(node) = table.get(key) else {
        return Some(Vec::new());
    };
    let items = reading.list(node)?;
    let found = items.iter().map(|item| reading.find(row(plants), item));
    let found: Vec<Option<u32>> = found.collect();
    let ids = found.into_iter();
    ids.map(|k| k.map(|k| Id::new(k as usize))).collect()
}
