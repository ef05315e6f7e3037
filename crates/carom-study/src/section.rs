//! Sections of runs (Poincaré): where the motion is after each period, or at each event of a kind.
//!
//! A motion that repeats itself each period has one point in its section, one that repeats itself every n periods has n
//! of them, and a chaotic one has as many as are looked at.

use crate::formula::Formula;
use crate::response::{EVENT_COLUMNS, Series, Which};
use carom::dynamics::{EventRow, Frame};

/// When a point is taken.
#[derive(Clone, Debug)]
pub enum Every {
    /// After each of these times.
    Period(Formula),
    /// At each event of a kind.
    Event(Which),
}

/// What a point tells.
#[derive(Clone, Debug)]
pub enum PointColumn {
    /// A number of the output at this time.
    Series(Series),
    /// A number of the event.
    Event(usize),
    /// A formula over the parameters, the time of the point, and the columns before it.
    Formula(Formula),
}

/// The section of the runs of a study.
#[derive(Clone, Debug)]
pub struct Section {
    /// When a point is taken.
    pub every: Every,
    /// Points up to this time are left out.
    pub settle: Option<Formula>,
    /// Most points of a run.
    pub points: u64,
    /// Names and contents of the columns.
    pub columns: Vec<(String, PointColumn)>,
}

/// Points of one run as they come: time and columns, row behind row.
pub struct Points<'a> {
    section: &'a Section,
    values: &'a [f64],
    period: f64,
    settle: f64,
    /// Time and columns of all points so far.
    pub rows: Vec<f64>,
    count: u64,
}

impl Section {
    /// Numbers of a point: time, and its columns.
    pub fn width(&self) -> usize {
        1 + self.columns.len()
    }

    /// The period, and the end of a run that is looked at after each period.
    pub fn times(&self, values: &[f64]) -> Option<[f64; 2]> {
        let Every::Period(period) = &self.every else {
            return None;
        };
        let (period, settle) = (period.value(values), self.settle(values));
        let left_out = (settle / period - 1e-9).ceil().max(0.0);
        Some([period, period * (left_out + self.points as f64)])
    }

    fn settle(&self, values: &[f64]) -> f64 {
        self.settle.as_ref().map_or(0.0, |f| f.value(values))
    }
}

impl<'a> Points<'a> {
    /// None yet.
    pub fn new(section: &'a Section, values: &'a [f64]) -> Self {
        Self {
            section,
            values,
            period: section.times(values).map_or(0.0, |t| t[0]),
            settle: section.settle(values),
            rows: Vec::new(),
            count: 0,
        }
    }

    /// Whether there are as many as were asked for.
    pub fn is_full(&self) -> bool {
        self.count >= self.section.points
    }

    /// An output.
    pub fn frame(&mut self, frame: &Frame, expressions: &[usize]) {
        let Every::Period(_) = self.section.every else {
            return;
        };
        // Outputs of sensors stand between those of the grid.
        let number = frame.time / self.period;
        let on_grid = number > 0.5 && (number - number.round()).abs() < 1e-6;
        if on_grid && frame.time > self.settle + 1e-6 * self.period {
            self.take(frame.time, &|column| match column {
                PointColumn::Series(s) => s.value(frame, expressions),
                _ => f64::NAN,
            });
        }
    }

    /// An event.
    pub fn event(&mut self, event: &EventRow) {
        if let Every::Event(which) = &self.section.every
            && which.is(event)
            && event.time > self.settle
        {
            self.take(event.time, &|column| match column {
                PointColumn::Event(k) => EVENT_COLUMNS[*k].1(event),
                _ => f64::NAN,
            });
        }
    }

    fn take(&mut self, time: f64, measured: &dyn Fn(&PointColumn) -> f64) {
        if self.is_full() {
            return;
        }
        self.count += 1;
        let mut known = self.values.to_vec();
        known.push(time);
        for (_, column) in &self.section.columns {
            let x = match column {
                PointColumn::Formula(f) => f.value(&known),
                measurable => measured(measurable),
            };
            known.push(x);
        }
        self.rows.extend_from_slice(&known[self.values.len()..]);
    }
}
