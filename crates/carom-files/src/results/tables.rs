//! The result tables: which there are, their columns, and how a run fills them.

use super::error::ResultError;
use super::format::{Heading, Outcome, ResultWriter};
use carom_model::Model;
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout, Linearization};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A number in the model's units, radians.
    Number,
    /// The label of an element.
    Id,
    /// A word, such as `contact-begin` or `SFORCE/3`.
    Text,
}

use ColumnKind::{Id, Number, Text};

/// A table: its name, what a row is, its columns in order.
#[derive(Debug)]
pub struct TableSpec {
    /// Name of the file without extension.
    pub name: &'static str,
    /// What a row tells.
    pub text: &'static str,
    /// Columns.
    pub columns: &'static [(&'static str, ColumnKind)],
}

/// The tables of a run.
pub const TABLES: &[TableSpec] = &[
    TableSpec {
        name: "bodies",
        text: "centre of mass x y z, orientation q0 ... q3 of the part frame in ground (scalar first), \
               velocity, angular velocity, acceleration, angular acceleration, all on ground axes",
        columns: &[
            ("time", Number),
            ("part", Id),
            ("x", Number),
            ("y", Number),
            ("z", Number),
            ("q0", Number),
            ("q1", Number),
            ("q2", Number),
            ("q3", Number),
            ("vx", Number),
            ("vy", Number),
            ("vz", Number),
            ("wx", Number),
            ("wy", Number),
            ("wz", Number),
            ("ax", Number),
            ("ay", Number),
            ("az", Number),
            ("bx", Number),
            ("by", Number),
            ("bz", Number),
        ],
    },
    TableSpec {
        name: "requests",
        text: "the eight columns of a request",
        columns: &[
            ("time", Number),
            ("request", Id),
            ("f1", Number),
            ("f2", Number),
            ("f3", Number),
            ("f4", Number),
            ("f5", Number),
            ("f6", Number),
            ("f7", Number),
            ("f8", Number),
        ],
    },
    TableSpec {
        name: "joints",
        text: "reaction of a joint on its I marker, at I, ground axes",
        columns: &[
            ("time", Number),
            ("joint", Id),
            ("fx", Number),
            ("fy", Number),
            ("fz", Number),
            ("tx", Number),
            ("ty", Number),
            ("tz", Number),
        ],
    },
    TableSpec {
        name: "forces",
        text: "force of an element on its I marker, at I, ground axes; also the reactions of joint primitives, \
               motions and other constraints, whose labels would mix with those of joints",
        columns: &[
            ("time", Number),
            ("element", Text),
            ("fx", Number),
            ("fy", Number),
            ("fz", Number),
            ("tx", Number),
            ("ty", Number),
            ("tz", Number),
        ],
    },
    TableSpec {
        name: "contacts",
        text: "a volume in which the solids of a contact overlap (incident, from 1): volume, centroid, depth and its rate, point at which the force acts, \
               unit normal on I, normal force, friction on I, slip velocity of I against J, all on ground axes; labels of the two solids. \
               In contacts of groups incidents are counted for each pair of solids; written for models with contacts",
        columns: &[
            ("time", Number),
            ("contact", Id),
            ("incident", Id),
            ("volume", Number),
            ("cx", Number),
            ("cy", Number),
            ("cz", Number),
            ("depth", Number),
            ("rate", Number),
            ("px", Number),
            ("py", Number),
            ("pz", Number),
            ("nx", Number),
            ("ny", Number),
            ("nz", Number),
            ("fn", Number),
            ("ftx", Number),
            ("fty", Number),
            ("ftz", Number),
            ("sx", Number),
            ("sy", Number),
            ("sz", Number),
            ("solid_i", Id),
            ("solid_j", Id),
        ],
    },
    TableSpec {
        name: "events",
        text: "an event at its exact time; not a number where an event has no gap",
        columns: &[
            ("time", Number),
            ("kind", Text),
            ("element", Text),
            ("gap", Number),
            ("rate_before", Number),
            ("rate_after", Number),
            ("impulse", Number),
            ("force", Number),
        ],
    },
    TableSpec {
        name: "eigenvalues",
        text: "eigenvalues of a linear analysis (counted from 1), ordered by frequency: radians per time; undamped frequency \
               in cycles per time, damping ratio (not a number where the eigenvalue is zero)",
        columns: &[
            ("time", Number),
            ("analysis", Id),
            ("mode", Id),
            ("real", Number),
            ("imag", Number),
            ("frequency", Number),
            ("damping", Number),
        ],
    },
    TableSpec {
        name: "modes",
        text: "shape of a mode of a linear analysis: translation of the centre of mass and rotation of a part, ground axes, real \
               and imaginary part; the largest translation, or rotation times radius of gyration, is one",
        columns: &[
            ("time", Number),
            ("analysis", Id),
            ("mode", Id),
            ("part", Id),
            ("x_re", Number),
            ("x_im", Number),
            ("y_re", Number),
            ("y_im", Number),
            ("z_re", Number),
            ("z_im", Number),
            ("rx_re", Number),
            ("rx_im", Number),
            ("ry_re", Number),
            ("ry_im", Number),
            ("rz_re", Number),
            ("rz_im", Number),
        ],
    },
];

/// What columns of a table measure.
#[derive(Debug)]
pub struct Measure {
    /// Name of the table.
    pub table: &'static str,
    /// Its columns: the components of a vector together.
    pub columns: &'static [&'static str],
    /// In words, such as `normal force`.
    pub words: &'static str,
    /// The dimension, such as `velocity`; empty for pure numbers.
    pub dimension: &'static str,
}

impl Measure {
    const fn new(
        table: &'static str,
        columns: &'static [&'static str],
        words: &'static str,
        dimension: &'static str,
    ) -> Self {
        Self {
            table,
            columns,
            words,
            dimension,
        }
    }
}

/// What each column of numbers measures but `time`, and but the columns of requests, whose elements decide.
pub const MEASURES: &[Measure] = &[
    Measure::new("bodies", &["x", "y", "z"], "position", "length"),
    Measure::new("bodies", &["q0", "q1", "q2", "q3"], "orientation", ""),
    Measure::new("bodies", &["vx", "vy", "vz"], "velocity", "velocity"),
    Measure::new(
        "bodies",
        &["wx", "wy", "wz"],
        "angular velocity",
        "angular velocity",
    ),
    Measure::new(
        "bodies",
        &["ax", "ay", "az"],
        "acceleration",
        "acceleration",
    ),
    Measure::new(
        "bodies",
        &["bx", "by", "bz"],
        "angular acceleration",
        "angular acceleration",
    ),
    Measure::new("joints", &["fx", "fy", "fz"], "reaction force", "force"),
    Measure::new("joints", &["tx", "ty", "tz"], "reaction torque", "torque"),
    Measure::new("forces", &["fx", "fy", "fz"], "force", "force"),
    Measure::new("forces", &["tx", "ty", "tz"], "torque", "torque"),
    Measure::new("contacts", &["volume"], "volume of overlap", "volume"),
    Measure::new(
        "contacts",
        &["cx", "cy", "cz"],
        "centroid of overlap",
        "length",
    ),
    Measure::new("contacts", &["depth"], "depth", "length"),
    Measure::new("contacts", &["rate"], "rate of depth", "velocity"),
    Measure::new(
        "contacts",
        &["px", "py", "pz"],
        "point of contact",
        "length",
    ),
    Measure::new("contacts", &["nx", "ny", "nz"], "normal", ""),
    Measure::new("contacts", &["fn"], "normal force", "force"),
    Measure::new("contacts", &["ftx", "fty", "ftz"], "friction", "force"),
    Measure::new("contacts", &["sx", "sy", "sz"], "slip", "velocity"),
    Measure::new("events", &["gap"], "gap", "length"),
    Measure::new(
        "events",
        &["rate_before", "rate_after"],
        "rate of gap",
        "velocity",
    ),
    Measure::new("events", &["impulse"], "impulse", "impulse"),
    Measure::new("events", &["force"], "force", "force"),
    Measure::new("eigenvalues", &["real"], "real part", "rate"),
    Measure::new("eigenvalues", &["imag"], "imaginary part", "rate"),
    Measure::new("eigenvalues", &["frequency"], "frequency", "frequency"),
    Measure::new("eigenvalues", &["damping"], "damping ratio", ""),
    Measure::new(
        "modes",
        &["x_re", "x_im", "y_re", "y_im", "z_re", "z_im"],
        "translation in the mode",
        "",
    ),
    Measure::new(
        "modes",
        &["rx_re", "rx_im", "ry_re", "ry_im", "rz_re", "rz_im"],
        "rotation in the mode",
        "",
    ),
];

/// What a column of a table measures.
pub fn measure(table: &str, column: &str) -> Option<&'static Measure> {
    MEASURES
        .iter()
        .find(|m| m.table == table && m.columns.contains(&column))
}

/// One column of a group of rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Numbers.
    Number(Vec<f64>),
    /// Labels.
    Id(Vec<u32>),
    /// Words.
    Text(Vec<Arc<str>>),
}

impl Column {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Number(v) => v.len(),
            Self::Id(v) => v.len(),
            Self::Text(v) => v.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Some rows of a table, column by column.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Which table.
    pub table: &'static TableSpec,
    /// Its columns, all of one length.
    pub columns: Vec<Column>,
    count: usize,
}

/// One value of a row.
enum Cell<'a> {
    Number(f64),
    Id(u32),
    Text(&'a Arc<str>),
}

impl Rows {
    /// No rows.
    pub fn new(table: &'static TableSpec) -> Self {
        let columns = table
            .columns
            .iter()
            .map(|(_, kind)| match kind {
                Number => Column::Number(Vec::new()),
                Id => Column::Id(Vec::new()),
                Text => Column::Text(Vec::new()),
            })
            .collect();
        Self {
            table,
            columns,
            count: 0,
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn push<'a>(&mut self, row: impl IntoIterator<Item = Cell<'a>>) {
        let mut columns = self.columns.iter_mut();
        for cell in row {
            match (columns.next(), cell) {
                (Some(Column::Number(c)), Cell::Number(x)) => c.push(x),
                (Some(Column::Id(c)), Cell::Id(i)) => c.push(i),
                (Some(Column::Text(c)), Cell::Text(t)) => c.push(t.clone()),
                _ => unreachable!("a row has the cells of its table"),
            }
        }
        debug_assert!(columns.next().is_none());
        self.count += 1;
    }

    fn clear(&mut self) {
        for c in &mut self.columns {
            match c {
                Column::Number(v) => v.clear(),
                Column::Id(v) => v.clear(),
                Column::Text(v) => v.clear(),
            }
        }
        self.count = 0;
    }
}

/// Takes groups of rows of one table to disk. After each group the file holds all rows so far and can be read.
pub trait GroupSink {
    /// Appends rows.
    fn write(&mut self, rows: &Rows) -> Result<(), ResultError>;
    /// The file.
    fn path(&self) -> &Path;
}

/// Rows that are collected before they go to disk: large enough to compress, small enough to lose.
const GROUP_ROWS: usize = 1 << 15;
/// A slow run writes at least this often.
const GROUP_INTERVAL: Duration = Duration::from_secs(5);

const BODIES: usize = 0;
const REQUESTS: usize = 1;
const JOINTS: usize = 2;
const FORCES: usize = 3;
/// Made for models with contacts.
const CONTACTS: usize = 4;
const EVENTS: usize = 5;
/// The tables from here on are made for the first linear analysis.
const EIGENVALUES: usize = 6;
const MODES: usize = 7;

/// Fills the tables of a run, row by row.
pub struct Tables {
    /// In the order of [`TABLES`]; none while a table is not made.
    tables: Vec<Option<Rows>>,
    linear_analyses: u32,
    parts: Vec<u32>,
    requests: Vec<u32>,
    /// For each reaction of the layout: the label of its joint, or its name among the forces.
    reactions: Vec<Reaction>,
    forces: Vec<Arc<str>>,
    contacts: Vec<u32>,
}

enum Reaction {
    Joint(u32),
    Other(Arc<str>),
}

impl Tables {
    /// The tables of a run of this model, without rows.
    pub fn new(model: &Model, layout: &Layout) -> Self {
        let made = |k: usize| k < EIGENVALUES && (k != CONTACTS || !layout.contacts.is_empty());
        let tables = TABLES.iter().enumerate();
        Self {
            tables: tables
                .map(|(k, table)| made(k).then(|| Rows::new(table)))
                .collect(),
            linear_analyses: 0,
            parts: layout
                .bodies
                .iter()
                .map(|&p| model.parts[p].tag.label)
                .collect(),
            requests: layout.requests.clone(),
            reactions: reactions(model, layout),
            forces: layout.forces.iter().map(|n| n.as_str().into()).collect(),
            contacts: layout.contacts.clone(),
        }
    }

    /// All tables in the order of [`TABLES`]; those that this run has no use for are empty.
    pub fn into_rows(self) -> Vec<Rows> {
        let all = self.tables.into_iter().zip(TABLES);
        all.map(|(made, table)| made.unwrap_or_else(|| Rows::new(table)))
            .collect()
    }

    /// The rows of an output time.
    pub fn frame(&mut self, frame: &Frame) {
        let time = || Cell::Number(frame.time);
        let bodies = rows(&mut self.tables, BODIES);
        for (&part, b) in self.parts.iter().zip(&frame.bodies) {
            let values = [
                &b.position[..],
                &b.orientation,
                &b.velocity,
                &b.angular_velocity,
                &b.acceleration,
                &b.angular_acceleration,
            ];
            let row = [time(), Cell::Id(part)].into_iter();
            bodies.push(row.chain(values.into_iter().flat_map(numbers)));
        }
        let requests = rows(&mut self.tables, REQUESTS);
        for (&id, f) in self.requests.iter().zip(&frame.requests) {
            requests.push([time(), Cell::Id(id)].into_iter().chain(numbers(f)));
        }
        for (reaction, f) in self.reactions.iter().zip(&frame.joints) {
            let (table, key) = match reaction {
                Reaction::Joint(label) => (JOINTS, Cell::Id(*label)),
                Reaction::Other(name) => (FORCES, Cell::Text(name)),
            };
            let row = [time(), key].into_iter().chain(numbers(f));
            rows(&mut self.tables, table).push(row);
        }
        let forces = rows(&mut self.tables, FORCES);
        for (name, f) in self.forces.iter().zip(&frame.forces) {
            forces.push([time(), Cell::Text(name)].into_iter().chain(numbers(f)));
        }
        for c in &frame.contacts {
            let ids = [self.contacts[c.contact as usize], c.incident].map(Cell::Id);
            let values = [
                &[c.volume][..],
                &c.centroid,
                &[c.depth, c.rate],
                &c.point,
                &c.normal,
                &[c.force],
                &c.friction,
                &c.slip,
            ];
            let row = [time()].into_iter().chain(ids);
            let row = row.chain(values.into_iter().flat_map(numbers));
            rows(&mut self.tables, CONTACTS).push(row.chain(c.solids.map(Cell::Id)));
        }
    }

    /// The row of an event.
    pub fn event(&mut self, e: &EventRow) {
        let (kind, element) = (e.kind.name().into(), e.element.as_str().into());
        rows(&mut self.tables, EVENTS).push([
            Cell::Number(e.time),
            Cell::Text(&kind),
            Cell::Text(&element),
            Cell::Number(e.gap),
            Cell::Number(e.rate[0]),
            Cell::Number(e.rate[1]),
            Cell::Number(e.impulse),
            Cell::Number(e.force),
        ]);
    }

    /// The rows of a linear analysis.
    pub fn linear(&mut self, l: &Linearization) {
        if self.linear_analyses == 0 {
            for (made, table) in self.tables.iter_mut().zip(TABLES).skip(EIGENVALUES) {
                *made = Some(Rows::new(table));
            }
        }
        self.linear_analyses += 1;
        let head = |mode: usize| {
            let ids = [self.linear_analyses, mode as u32 + 1].map(Cell::Id);
            [Cell::Number(l.time)].into_iter().chain(ids)
        };
        for (mode, &value) in l.eigenvalues.iter().enumerate() {
            let frequency = Linearization::frequency(value);
            let damping = Linearization::damping(value);
            let row = [value[0], value[1], frequency, damping].map(Cell::Number);
            rows(&mut self.tables, EIGENVALUES).push(head(mode).chain(row));
        }
        for (mode, shape) in l.modes.iter().enumerate() {
            for (&part, body) in self.parts.iter().zip(&shape.bodies) {
                let row = [Cell::Id(part)].into_iter();
                let row = row.chain(body.as_flattened().iter().map(|&x| Cell::Number(x)));
                rows(&mut self.tables, MODES).push(head(mode).chain(row));
            }
        }
    }
}

/// The rows of a table that is made.
fn rows(tables: &mut [Option<Rows>], k: usize) -> &mut Rows {
    let made = tables[k].as_mut();
    made.expect("rows are of tables that are made")
}

/// `JOINT/3` is joint 3 if the model has it; everything else keeps its full name.
fn reactions(model: &Model, layout: &Layout) -> Vec<Reaction> {
    let joints = model.joints.iter();
    let labels: HashMap<String, u32> = joints.map(|j| (j.tag.to_string(), j.tag.label)).collect();
    let names = layout.joints.iter();
    names
        .map(|name| match labels.get(name) {
            Some(label) => Reaction::Joint(*label),
            None => Reaction::Other(name.as_str().into()),
        })
        .collect()
}

fn numbers(x: &[f64]) -> impl Iterator<Item = Cell<'_>> {
    x.iter().map(|&x| Cell::Number(x))
}

/// Opens the sink of a table.
type OpenSink = dyn FnMut(&'static TableSpec) -> Result<Box<dyn GroupSink>, ResultError>;

/// Fills the tables and hands them to sinks, group by group.
pub struct TableWriter {
    tables: Tables,
    /// One for each table that is made.
    sinks: Vec<Option<Box<dyn GroupSink>>>,
    open: Box<OpenSink>,
    last_write: Instant,
}

impl TableWriter {
    /// Opens a sink for each table.
    pub fn create(
        heading: &Heading,
        open: impl FnMut(&'static TableSpec) -> Result<Box<dyn GroupSink>, ResultError> + 'static,
    ) -> Result<Self, ResultError> {
        let mut writer = Self {
            tables: Tables::new(heading.model, heading.layout),
            sinks: TABLES.iter().map(|_| None).collect(),
            open: Box::new(open),
            last_write: Instant::now(),
        };
        writer.open_sinks()?;
        Ok(writer)
    }

    /// Opens the sinks of tables that are made and have none yet.
    fn open_sinks(&mut self) -> Result<(), ResultError> {
        for (made, sink) in self.tables.tables.iter().zip(&mut self.sinks) {
            if let (Some(rows), None) = (made, &sink) {
                *sink = Some((self.open)(rows.table)?);
            }
        }
        Ok(())
    }

    fn write_all(&mut self) -> Result<(), ResultError> {
        for (made, sink) in self.tables.tables.iter_mut().zip(&mut self.sinks) {
            if let (Some(rows), Some(sink)) = (made, sink)
                && !rows.is_empty()
            {
                sink.write(rows)?;
                rows.clear();
            }
        }
        self.last_write = Instant::now();
        Ok(())
    }
}

impl ResultWriter for TableWriter {
    fn begin(&mut self, _: Analysis) -> Result<(), ResultError> {
        Ok(())
    }

    fn frame(&mut self, frame: &Frame) -> Result<(), ResultError> {
        self.tables.frame(frame);
        let mut made = self.tables.tables.iter().flatten();
        let full = made.any(|rows| rows.len() >= GROUP_ROWS);
        if full || self.last_write.elapsed() > GROUP_INTERVAL {
            self.write_all()?;
        }
        Ok(())
    }

    fn event(&mut self, e: &EventRow) -> Result<(), ResultError> {
        self.tables.event(e);
        Ok(())
    }

    fn linear(&mut self, l: &Linearization) -> Result<(), ResultError> {
        self.tables.linear(l);
        self.open_sinks()
    }

    fn end(&mut self) -> Result<(), ResultError> {
        self.write_all()
    }

    fn finish(&mut self, _: Outcome) -> Result<(), ResultError> {
        self.write_all()
    }

    fn files(&self) -> Vec<PathBuf> {
        let sinks = self.sinks.iter().flatten();
        sinks.map(|sink| sink.path().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_of_numbers_measures_something() {
        for table in TABLES.iter().filter(|t| t.name != "requests") {
            for (column, kind) in table.columns.iter().filter(|(c, _)| *c != "time") {
                let known = MEASURES
                    .iter()
                    .filter(|m| m.table == table.name && m.columns.contains(column));
                let expected = usize::from(*kind == Number);
                assert_eq!(known.count(), expected, "{}.{column}", table.name);
            }
        }
    }
}
