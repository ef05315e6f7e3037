//! What a study wants to know of each run: numbers found while it goes on, without keeping the run.

use crate::formula::Formula;
use carom::dynamics::{EventKind, EventRow, Frame, Layout};
use carom::files::results::tables::TABLES;
use carom::model::Model;
use carom::model::run::BodyRow;
use carom::model::{Element, Table};

/// How a list of values becomes one number. Of outputs: the values at the output times; of events: at each event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reducer {
    /// The first value.
    First,
    /// The last value.
    Last,
    /// The smallest one.
    Min,
    /// The largest one.
    Max,
    /// The mean: over time, by trapezoids between outputs; of events, that of all of them.
    Mean,
    /// The root of the mean of the squares, likewise.
    Rms,
    /// The value at `time`, on the straight line between two outputs.
    At,
    /// The value of event `number`; from the end if negative.
    Nth,
    /// When the smallest value was reached first.
    TimeOfMin,
    /// When the largest value was reached first.
    TimeOfMax,
    /// How many events there were.
    Count,
}

/// The reducers, as study files name them.
pub const REDUCERS: &[(&str, Reducer)] = &[
    ("first", Reducer::First),
    ("last", Reducer::Last),
    ("min", Reducer::Min),
    ("max", Reducer::Max),
    ("mean", Reducer::Mean),
    ("rms", Reducer::Rms),
    ("at", Reducer::At),
    ("nth", Reducer::Nth),
    ("time-of-min", Reducer::TimeOfMin),
    ("time-of-max", Reducer::TimeOfMax),
    ("count", Reducer::Count),
];

/// Name of a column, and its number.
pub type EventColumn = (&'static str, fn(&EventRow) -> f64);

/// The columns of an event that are numbers.
pub const EVENT_COLUMNS: &[EventColumn] = &[
    ("time", |e| e.time),
    ("gap", |e| e.gap),
    ("rate_before", |e| e.rate[0]),
    ("rate_after", |e| e.rate[1]),
    ("impulse", |e| e.impulse),
    ("force", |e| e.force),
];

/// A number that each output has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Series {
    /// Time.
    Time,
    /// Column of a body.
    Body(usize, usize),
    /// Column of a request of the deck.
    Request(usize, usize),
    /// Column of a joint.
    Joint(usize, usize),
    /// Column of a force.
    Force(usize, usize),
    /// A variable.
    Variable(usize),
    /// Value or rate of a differential equation.
    Diff(usize, usize),
    /// The number of an expression among [`crate::Study`]'s, each of which becomes a request of the model.
    Expression(usize),
}

fn position(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|n| n.eq_ignore_ascii_case(name))
}

/// The columns of a table behind time and element.
fn columns(table: &str) -> Vec<&'static str> {
    let spec = TABLES.iter().find(|t| t.name == table);
    spec.map_or(Vec::new(), |t| {
        t.columns.iter().skip(2).map(|c| c.0).collect()
    })
}

/// Whether a text has the form of a column, `PART/2.z`, which no expression has.
pub fn is_column(text: &str) -> bool {
    let letters = |t: &str| t.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let word = |t: &str| t.starts_with(|c: char| c.is_ascii_alphabetic()) && letters(t);
    let whole = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    match text
        .split_once('/')
        .and_then(|(e, rest)| Some((e, rest.split_once('.')?)))
    {
        Some((element, (label, column))) => word(element) && whole(label) && word(column),
        None => false,
    }
}

/// The column of a name such as `PART/2.z`, `REQUEST/1.f2`, `JOINT/3.fx`, `SFORCE/1.fz`, `VARIABLE/4.value`, `DIFF/1.rate`.
///
/// # Errors
/// The names that would do in its place: of elements, or of columns.
pub fn column(model: &Model, layout: &Layout, name: &str) -> Result<Series, Vec<String>> {
    let (element, column) = name.split_once('.').unwrap_or((name, ""));
    let is_it = |n: &String| n.eq_ignore_ascii_case(element);
    let bodies: Vec<String> = layout
        .bodies
        .iter()
        .map(|p| model.parts[*p].tag.to_string())
        .collect();
    fn tags<T: Element>(labels: &[u32], table: &Table<T>) -> Vec<String> {
        let tag = |l: &u32| table.find(*l).map(|id| table[id].tag().to_string());
        labels.iter().map(|l| tag(l).unwrap_or_default()).collect()
    }
    let requests = tags(&layout.requests, &model.requests);
    let variables = tags(&layout.variables, &model.variables);
    let diffs = tags(&layout.diffs, &model.diffs);
    type Make = fn(usize, usize) -> Series;
    let (of_bodies, of_requests) = (columns("bodies"), columns("requests"));
    let (of_joints, of_forces) = (columns("joints"), columns("forces"));
    let groups: [(&[String], &[&str], Make); 6] = [
        (&bodies, &of_bodies, Series::Body),
        (&requests, &of_requests, Series::Request),
        (&layout.joints, &of_joints, Series::Joint),
        (&layout.forces, &of_forces, Series::Force),
        (&variables, &["value"], |row, _| Series::Variable(row)),
        (&diffs, &["value", "rate"], Series::Diff),
    ];
    for (elements, columns, make) in &groups {
        if let Some(row) = elements.iter().position(is_it) {
            return match position(columns, column) {
                Some(k) => Ok(make(row, k)),
                None => Err(columns.iter().map(|c| format!("{element}.{c}")).collect()),
            };
        }
    }
    let with = |wanted: &str| -> Vec<String> {
        let has_it = groups
            .iter()
            .filter(|(_, columns, _)| position(columns, wanted).is_some());
        let elements = has_it.flat_map(|(elements, ..)| elements.iter());
        elements.map(|e| format!("{e}.{wanted}")).collect()
    };
    let near = with(column);
    if !near.is_empty() {
        return Err(near);
    }
    // no table has such a column: one of each
    let firsts = groups.iter().flat_map(|(elements, columns, _)| {
        let of = move |e| format!("{e}.{}", columns[0]);
        elements.iter().map(of)
    });
    Err(firsts.collect())
}

impl Series {
    /// Its value at an output; `expressions` says in which requests the expressions are.
    pub fn value(&self, frame: &Frame, expressions: &[usize]) -> f64 {
        match *self {
            Self::Time => frame.time,
            Self::Body(row, k) => body(&frame.bodies[row], k),
            Self::Request(row, k) => frame.requests[row][k],
            Self::Joint(row, k) => frame.joints[row][k],
            Self::Force(row, k) => frame.forces[row][k],
            Self::Variable(row) => frame.variables[row],
            Self::Diff(row, k) => frame.diffs[row][k],
            Self::Expression(n) => frame.requests[expressions[n]][0],
        }
    }
}

/// A column of a body, in the order of the table.
fn body(b: &BodyRow, k: usize) -> f64 {
    match k {
        0..3 => b.position[k],
        3..7 => b.orientation[k - 3],
        7..10 => b.velocity[k - 7],
        10..13 => b.angular_velocity[k - 10],
        13..16 => b.acceleration[k - 13],
        _ => b.angular_acceleration[k - 16],
    }
}

/// Which events.
#[derive(Clone, Debug, PartialEq)]
pub struct Which {
    /// Their kind.
    pub kind: EventKind,
    /// Their element; `None`: all.
    pub element: Option<String>,
}

impl Which {
    /// Whether an event is one of them.
    pub fn is(&self, event: &EventRow) -> bool {
        let of = |e: &String| e.eq_ignore_ascii_case(&event.element);
        event.kind == self.kind && self.element.as_ref().is_none_or(of)
    }
}

/// Where the values of a response come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The outputs.
    Outputs(Series),
    /// Events, and which column of them, in [`EVENT_COLUMNS`].
    Events(Which, usize),
}

/// A number that is found of each run.
#[derive(Clone, Debug)]
pub struct Response {
    /// Its name.
    pub name: String,
    /// How it is found.
    pub rule: Rule,
}

/// How a response is found.
#[derive(Clone, Debug)]
pub enum Rule {
    /// From what happens in the run.
    Found {
        /// The values.
        source: Source,
        /// What becomes of them.
        reducer: Reducer,
        /// Values before this time do not count.
        from: Option<Formula>,
        /// Values after this time do not count.
        to: Option<Formula>,
        /// The time of `at`, the number of `nth`.
        argument: Option<Formula>,
    },
    /// From parameters and the responses before it.
    Formula(Formula),
}

impl Rule {
    /// What gathers the values of a run with these parameters; none for a formula.
    pub fn gathering(&self, values: &[f64]) -> Option<Gathering> {
        let Self::Found {
            source,
            reducer,
            from,
            to,
            argument,
        } = self
        else {
            return None;
        };
        let value = |f: &Option<Formula>, other: f64| f.as_ref().map_or(other, |f| f.value(values));
        let window = [value(from, f64::NEG_INFINITY), value(to, f64::INFINITY)];
        let by_time = matches!(source, Source::Outputs(_));
        let argument = value(argument, 0.0);
        let argument = match reducer {
            Reducer::Nth => argument.round(),
            _ => argument,
        };
        Some(Gathering::new(*reducer, by_time, window, argument))
    }
}

/// Values as they come, on their way to one number.
#[derive(Clone, Debug)]
pub struct Gathering {
    reducer: Reducer,
    window: [f64; 2],
    argument: f64,
    /// Events weigh one each, outputs by time.
    by_time: bool,
    count: u64,
    first: [f64; 2],
    last: [f64; 2],
    least: [f64; 2],
    most: [f64; 2],
    /// ∫x dt and ∫x² dt, or the sums.
    sums: [f64; 2],
    /// Time of the integrals.
    span: f64,
    /// The value before this one, within the window or not.
    before: [f64; 2],
    found: Option<f64>,
    /// The values of `nth` from the end.
    tail: Vec<f64>,
}

impl Gathering {
    /// Nothing yet. Values count within the window.
    pub fn new(reducer: Reducer, by_time: bool, window: [f64; 2], argument: f64) -> Self {
        Self {
            reducer,
            window,
            argument,
            by_time,
            count: 0,
            first: [f64::NAN; 2],
            last: [f64::NAN; 2],
            least: [f64::NAN; 2],
            most: [f64::NAN; 2],
            sums: [0.0; 2],
            span: 0.0,
            before: [f64::NAN; 2],
            found: None,
            tail: Vec::new(),
        }
    }

    /// A value at a time; times ascend.
    pub fn take(&mut self, t: f64, x: f64) {
        let before = std::mem::replace(&mut self.before, [t, x]);
        if self.by_time {
            self.add_line(before, [t, x]);
        }
        if t < self.window[0] || t > self.window[1] {
            return;
        }
        self.count += 1;
        let last = self.last;
        let starts = self.count == 1;
        if starts {
            self.first = [t, x];
        }
        // What is no number somewhere has no smallest and no largest value.
        let here = if x.is_nan() { [x, x] } else { [t, x] };
        if starts || x < self.least[1] || x.is_nan() {
            self.least = here;
        }
        if starts || x > self.most[1] || x.is_nan() {
            self.most = here;
        }
        if !self.by_time {
            self.sums[0] += x;
            self.sums[1] += x * x;
        }
        match self.reducer {
            Reducer::At => self.look_between(last, [t, x]),
            Reducer::Nth => self.number(x),
            _ => {}
        }
        self.last = [t, x];
    }

    /// The integrals over the straight line between two outputs, as far as it lies in the window.
    fn add_line(&mut self, [t0, x0]: [f64; 2], [t1, x1]: [f64; 2]) {
        let (from, to) = (t0.max(self.window[0]), t1.min(self.window[1]));
        let h = to - from;
        if t0.is_nan() || h <= 0.0 {
            return;
        }
        let at = |t: f64| match t {
            t if t == t0 => x0,
            t if t == t1 => x1,
            t => x0 + (x1 - x0) * (t - t0) / (t1 - t0),
        };
        let (a, b) = (at(from), at(to));
        self.span += h;
        self.sums[0] += 0.5 * h * (a + b);
        // The square of a straight line.
        self.sums[1] += h * (a * a + a * b + b * b) / 3.0;
    }

    /// The value at `argument`, if that lies here. Outputs that are meant to be there are off by rounding.
    fn look_between(&mut self, [before, earlier]: [f64; 2], [t, x]: [f64; 2]) {
        let near = 1e-12 * t.abs().max(self.argument.abs());
        if (t - self.argument).abs() <= near {
            self.found = Some(x);
        } else if before < self.argument && self.argument < t && self.found.is_none() {
            self.found = Some(earlier + (x - earlier) * (self.argument - before) / (t - before));
        }
    }

    fn number(&mut self, x: f64) {
        let n = self.argument;
        if n > 0.0 {
            if self.count as f64 == n {
                self.found = Some(x);
            }
            return;
        }
        self.tail.push(x);
        if self.tail.len() as f64 > -n {
            self.tail.remove(0);
        }
    }

    /// The number; `None` if there were no values to find it from.
    pub fn result(&self) -> Option<f64> {
        if self.reducer == Reducer::Count {
            return Some(self.count as f64);
        }
        let is_mean = matches!(self.reducer, Reducer::Mean | Reducer::Rms);
        if self.count == 0 && !(is_mean && self.span > 0.0) {
            return None;
        }
        let mean = |sum: f64, value: f64| match (self.by_time, self.span > 0.0) {
            (false, _) => sum / self.count as f64,
            (true, true) => sum / self.span,
            (true, false) => value,
        };
        let x = self.last[1];
        Some(match self.reducer {
            Reducer::First => self.first[1],
            Reducer::Last => x,
            Reducer::Min => self.least[1],
            Reducer::Max => self.most[1],
            Reducer::Mean => mean(self.sums[0], x),
            Reducer::Rms => mean(self.sums[1], x * x).sqrt(),
            Reducer::At => return self.found,
            Reducer::Nth if self.argument < 0.0 => {
                let whole = self.tail.len() as f64 == -self.argument;
                return self.tail.first().copied().filter(|_| whole);
            }
            Reducer::Nth => return self.found,
            Reducer::TimeOfMin => self.least[0],
            Reducer::TimeOfMax => self.most[0],
            Reducer::Count => self.count as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(reducer: Reducer, argument: f64) -> Option<f64> {
        let mut g = Gathering::new(reducer, true, [0.0, 4.0], argument);
        // x = 2t up to 2, then down; the value at 5 does not count
        for (t, x) in [(0.0, 0.0), (1.0, 2.0), (2.0, 4.0), (4.0, 0.0), (5.0, 99.0)] {
            g.take(t, x);
        }
        g.result()
    }

    #[test]
    fn outputs_by_hand() {
        assert_eq!(of(Reducer::First, 0.0), Some(0.0));
        assert_eq!(of(Reducer::Last, 0.0), Some(0.0));
        assert_eq!(of(Reducer::Max, 0.0), Some(4.0));
        assert_eq!(of(Reducer::TimeOfMax, 0.0), Some(2.0));
        assert_eq!(of(Reducer::Min, 0.0), Some(0.0));
        assert_eq!(of(Reducer::TimeOfMin, 0.0), Some(0.0));
        // two triangles of area 4 each over 4; squares: ∫ = 2·(2·16/3)
        assert_eq!(of(Reducer::Mean, 0.0), Some(2.0));
        let rms = of(Reducer::Rms, 0.0).unwrap();
        assert!((rms - (64.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-15);
        assert_eq!(of(Reducer::At, 3.0), Some(2.0));
        assert_eq!(of(Reducer::At, 1.0), Some(2.0));
        assert_eq!(of(Reducer::At, 4.5), None);
        assert_eq!(of(Reducer::Count, 0.0), Some(4.0));
    }

    /// x = t from outputs at quarters: over a window from a to b the mean is (a + b)/2 and that of the squares (a² + ab + b²)/3, whether outputs lie in it or not.
    #[test]
    fn means_are_over_the_window_and_not_over_the_outputs_in_it() {
        for (from, to) in [
            (0.2, 0.6),
            (0.3, 0.55),
            (0.3, 0.45),
            (0.25, 1.0),
            (-1.0, 2.0),
        ] {
            let of = |reducer| {
                let mut g = Gathering::new(reducer, true, [from, to], 0.0);
                (0..=4).for_each(|k| g.take(0.25 * f64::from(k), 0.25 * f64::from(k)));
                g.result().unwrap()
            };
            let (a, b) = (f64::max(from, 0.0), f64::min(to, 1.0));
            // rounding of a few sums
            assert!(
                (of(Reducer::Mean) - 0.5 * (a + b)).abs() < 1e-15,
                "{from} {to}"
            );
            let square = (a * a + a * b + b * b) / 3.0;
            assert!(
                (of(Reducer::Rms) - square.sqrt()).abs() < 1e-15,
                "{from} {to}"
            );
        }
        let nothing = Gathering::new(Reducer::Mean, true, [0.0, 1.0], 0.0);
        assert_eq!(nothing.result(), None);
    }

    #[test]
    fn what_is_no_number_somewhere_has_no_extremes() {
        for reducer in [
            Reducer::Min,
            Reducer::Max,
            Reducer::TimeOfMin,
            Reducer::TimeOfMax,
        ] {
            let mut g = Gathering::new(reducer, true, [0.0, 2.0], 0.0);
            for (t, x) in [(0.0, 1.0), (1.0, f64::NAN), (2.0, 0.0)] {
                g.take(t, x);
            }
            assert!(g.result().unwrap().is_nan());
        }
    }

    #[test]
    fn events_by_hand() {
        let of = |reducer, argument| {
            let mut g = Gathering::new(reducer, false, [0.0, f64::INFINITY], argument);
            for (t, x) in [(1.0, 3.0), (1.0, 5.0), (7.0, 4.0)] {
                g.take(t, x);
            }
            g.result()
        };
        assert_eq!(of(Reducer::Nth, 1.0), Some(3.0));
        assert_eq!(of(Reducer::Nth, 3.0), Some(4.0));
        assert_eq!(of(Reducer::Nth, 4.0), None);
        assert_eq!(of(Reducer::Nth, -1.0), Some(4.0));
        assert_eq!(of(Reducer::Nth, -3.0), Some(3.0));
        assert_eq!(of(Reducer::Nth, -4.0), None);
        assert_eq!(of(Reducer::Mean, 0.0), Some(4.0));
        let none = Gathering::new(Reducer::Max, false, [0.0, 1.0], 0.0);
        assert_eq!(none.result(), None);
        let none = Gathering::new(Reducer::Count, false, [0.0, 1.0], 0.0);
        assert_eq!(none.result(), Some(0.0));
    }

    #[test]
    fn columns_are_no_expressions() {
        for text in ["PART/2.z", "Body_Rigid/12.vx", "REQUEST/1.f2"] {
            assert!(is_column(text), "{text}");
        }
        for text in [
            "DZ(2,1)",
            "1/2.5",
            "VARVAL(1)/2.",
            "PART/2",
            "a/b.c",
            "2*PART/2.z",
        ] {
            assert!(!is_column(text), "{text}");
        }
    }
}
