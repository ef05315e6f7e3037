//! Users' routines as functions of the measures that they read.
//!
//! A routine says in a pass of its own which functions of the state it reads; from then on it is a function of time and of their values,
//! an operation of a tape like others. Questions are answered from the arguments of the operation, so that differences by one of them
//! need nothing but a changed argument. Slopes are forward differences with a step of √ε·max(|x|, size), the size that of a quantity of this
//! dimension in the model ([`crate::mechanism::scale::Scale`]), unless the routine gives them itself (SYSPAR); those of a motion are its own (`iord`).
//!
//! Calls of IMPACT, STEP and the other laws with branches, and switches that the routine declares, are watched: before the run the routine
//! is called at three states that differ a little in everything that it reads, and each argument of these calls is found to be one of the things read,
//! a constant, or computed. The tape then has the law as a switch with these arguments, and the routine gets its mode. At each call it is
//! looked whether the arguments are those that the tape takes them for; a call that is not so is evaluated on its own, and said.

use carom_base::{Diagnostic, Span};
use carom_expr::Tape;
use carom_expr::tape::{External, Watched, Wire};
use carom_laws::Branched;
use carom_user::{Answer, Ask, Callee, Host, Kind, Message, Spline};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// One function of the state that a routine reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// By SYSARY.
    pub array: bool,
    /// Its name, upper case.
    pub name: String,
    /// The ids that go with it.
    pub ids: Vec<i32>,
    /// Its first value among the arguments.
    pub first: usize,
    /// How many values it has.
    pub count: usize,
}

impl Read {
    /// Whether it is asked for with these words.
    fn is(&self, array: bool, name: &str, ids: &[i32]) -> bool {
        self.array == array && self.ids == ids && self.name == name
    }
}

/// What a routine asks: by SYSARY or not, the name, the ids.
pub(crate) type Question = (bool, String, Vec<i32>);

/// TIME and MODE come first among the arguments.
pub(crate) const FIRST: usize = 2;

/// What routines may ask of the model apart from its state.
#[derive(Debug, Default)]
pub struct Data {
    pub(crate) arrays: HashMap<i32, Vec<f64>>,
    pub(crate) strings: HashMap<i32, String>,
    pub(crate) units: Option<[f64; 4]>,
    pub(crate) gravity: [f64; 3],
    /// Value and second derivative of each spline, by how it is read.
    pub(crate) splines: HashMap<(bool, i32), [Tape; 2]>,
    /// Curves through points.
    pub(crate) curves: HashMap<i32, carom_geometry::Curve>,
}

impl Data {
    /// A point of a curve through points, or its first or second derivative, by the parameter from -1 to 1.
    pub(crate) fn curve(&self, id: i32, parameter: f64, order: i32) -> Option<[f64; 3]> {
        let curve = self.curves.get(&id)?;
        if !(-1.0..=1.0).contains(&parameter) {
            return None;
        }
        let holds = |p: &&carom_geometry::Piece| parameter <= p.range[1];
        let piece = curve.pieces.iter().find(holds)?;
        let length = piece.range[1] - piece.range[0];
        let u = (parameter - piece.range[0]) / length;
        let found = match order {
            0 => piece.at(u),
            1 => piece.slope(u) / length,
            2 => piece.bend(u) / (length * length),
            _ => return None,
        };
        Some(found.to_array())
    }

    pub(crate) fn spline(
        &self,
        how: Spline,
        id: i32,
        x: f64,
        z: f64,
        order: i32,
    ) -> Option<[f64; 3]> {
        let tapes = self.splines.get(&(how == Spline::Akima, id))?;
        let tape = &tapes[usize::from(order == 2)];
        let mut registers = vec![0.0; tape.registers()];
        let mut adjoints = registers.clone();
        let (mut modes, mut slopes) = (vec![0; tape.switches()], [0.0; 2]);
        let inputs = &[x, z][..tape.inputs().len()];
        tape.settle(inputs, &[0.0; 2], &mut modes, &mut registers);
        let y = tape.gradient(inputs, &modes, &mut registers, &mut adjoints, &mut slopes);
        let found = if order == 1 {
            [slopes[0], slopes[1], 0.0]
        } else {
            [y, 0.0, 0.0]
        };
        found.iter().all(|y| y.is_finite()).then_some(found)
    }
}

/// A model whose routines have said something, or done something strange: told once each.
static SAID: Mutex<Vec<Message>> = Mutex::new(Vec::new());

/// The most messages that are kept.
const MOST_SAID: usize = 1000;

pub(crate) fn say(message: Message) {
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.len() < MOST_SAID && !said.contains(&message) {
        let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = *listener {
            listener(&diagnostic(message.clone()));
        }
        said.push(message);
    }
}

/// Who hears what routines say when they say it.
static LISTENER: Mutex<Option<fn(&Diagnostic)>> = Mutex::new(None);

/// From now on this function hears at once what routines say; [`said`] tells it at the end as well.
pub fn listen(listener: fn(&Diagnostic)) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
}

/// What a routine has said, as a diagnostic.
fn diagnostic(m: Message) -> Diagnostic {
    let number = match m.id {
        0 => String::new(),
        id => format!(" ({id})"),
    };
    let text = format!("{}{number}", m.text);
    match m.kind.as_str() {
        "ERROR" | "FAULT" | "WARN" | "WARNING" => {
            Diagnostic::warning("user-message", Span::NONE, text)
        }
        "OTHER LAWS" => Diagnostic::note("user-laws", Span::NONE, text),
        "NOT AVAILABLE" => Diagnostic::warning("user-unavailable", Span::NONE, text),
        "NOT REPEATED" => Diagnostic::warning("user-not-repeated", Span::NONE, text),
        _ => Diagnostic::note("user-message", Span::NONE, text),
    }
}

/// What the routines of all models of the process have said since this was last asked, as diagnostics.
pub fn said() -> Vec<Diagnostic> {
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    let all = std::mem::take(&mut *said);
    all.into_iter().map(diagnostic).collect()
}

/// A routine that gives partial derivatives of another one, by columns.
#[derive(Debug)]
pub(crate) struct Partials {
    /// The routine.
    pub callee: Arc<Callee>,
    /// The first result that it is about, and how many.
    pub rows: (usize, usize),
    /// The first of the arguments that are handed over, and how many.
    pub columns: (usize, usize),
}

/// A routine of an element in a system.
#[derive(Debug)]
pub struct Routine {
    callee: Arc<Callee>,
    /// How many arguments behind the first are handed over when it is called.
    given: usize,
    partials: Vec<Partials>,
    reads: Vec<Read>,
    /// Questions that have no answer in this model, told so before.
    refused: Vec<Question>,
    data: Arc<Data>,
    memo: Mutex<Memo>,
    fault: Mutex<Option<String>>,
    is_out: AtomicBool,
    /// Sizes of the arguments.
    sizes: Vec<f64>,
    /// The calls of laws with branches.
    calls: Vec<LawCall>,
    /// Whether one was met that is not as it was taken for.
    is_unlike: AtomicBool,
}

/// A call of a law with branches in a routine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LawCall {
    /// The law and where its arguments come from.
    pub watched: Watched,
    /// The number of its mode behind the arguments of the routine; `None`: nothing of it varies.
    pub mode: Option<usize>,
    /// Its arguments where the deck places the bodies.
    pub at_start: Vec<f64>,
}

/// A law that was called, with its arguments.
pub(crate) type Called = (Branched, Vec<f64>);

/// The last answers, as one routine gives several components.
#[derive(Debug, Default)]
struct Memo {
    at: Vec<f64>,
    values: Vec<f64>,
    slopes_at: Vec<f64>,
    /// One row for each component.
    slopes: Vec<f64>,
    calls: u64,
    /// Where arguments of laws were last computed, and what they were.
    laws_at: Vec<f64>,
    laws: Vec<f64>,
    /// Second derivatives of a constraint, by all pairs of arguments.
    bends_at: Vec<f64>,
    bends: Vec<f64>,
}

/// Answers from the arguments of the operation.
struct Known<'a> {
    reads: &'a [Read],
    refused: &'a [Question],
    data: &'a Data,
    arguments: &'a [f64],
    /// Where the next question is looked for first: they mostly come in one order.
    next: usize,
    /// Slopes that the routine gives, with their number of components, if they are wanted.
    slopes: Option<(&'a mut [f64], &'a mut [bool], usize)>,
    unknown: Option<String>,
    /// The calls of laws that are expected, and the modes in which they are evaluated; none where their arguments are looked for.
    expected: (&'a [LawCall], &'a [f64]),
    /// How many there were.
    met: usize,
    /// Those that there were, if they are asked for.
    called: Option<&'a mut Vec<Called>>,
    unlike: bool,
}

impl Known<'_> {
    fn find(&mut self, array: bool, name: &str, ids: &[i32]) -> Option<&Read> {
        let n = self.reads.len();
        let order = (self.next..n).chain(0..self.next.min(n));
        let at = order
            .into_iter()
            .find(|&k| self.reads[k].is(array, name, ids))?;
        self.next = at + 1;
        Some(&self.reads[at])
    }
}

/// As it is written in a deck.
fn words(name: &str, ids: &[i32]) -> String {
    let ids: Vec<String> = ids.iter().map(i32::to_string).collect();
    format!("{name}({})", ids.join(","))
}

impl Host for Known<'_> {
    fn read(&mut self, array: bool, name: &str, ids: &[i32], out: &mut [f64]) -> Option<usize> {
        let arguments = self.arguments;
        let Some(read) = self.find(array, name, ids) else {
            let is = |(a, n, i): &Question| *a == array && n == name && i == ids;
            if !self.refused.iter().any(is) {
                self.unknown.get_or_insert_with(|| words(name, ids));
            }
            return None;
        };
        let values = &arguments[read.first..read.first + read.count];
        out.get_mut(..values.len())?.copy_from_slice(values);
        Some(values.len())
    }

    fn partials(&mut self, name: &str, ids: &[i32], partials: &[f64]) -> bool {
        let found = self.find(true, name, ids).cloned();
        let Some(read) = found.or_else(|| self.find(false, name, ids).cloned()) else {
            return false;
        };
        let n = self.arguments.len();
        let Some((slopes, given, components)) = &mut self.slopes else {
            return true;
        };
        if partials.len() != *components * read.count {
            return false;
        }
        for measure in 0..read.count {
            given[read.first + measure] = true;
            for c in 0..*components {
                slopes[c * n + read.first + measure] = partials[c + *components * measure];
            }
        }
        true
    }

    fn wants_partials(&self) -> bool {
        self.slopes.is_some()
    }
    fn spline(&mut self, how: Spline, id: i32, x: f64, z: f64, order: i32) -> Option<[f64; 3]> {
        self.data.spline(how, id, x, z, order)
    }
    fn curve(&mut self, id: i32, parameter: f64, order: i32) -> Option<[f64; 3]> {
        self.data.curve(id, parameter, order)
    }
    fn array(&self, id: i32) -> Option<&[f64]> {
        self.data.arrays.get(&id).map(Vec::as_slice)
    }
    fn string(&self, id: i32) -> Option<&str> {
        self.data.strings.get(&id).map(String::as_str)
    }
    fn units(&self) -> Option<[f64; 4]> {
        self.data.units
    }
    fn gravity(&self) -> [f64; 3] {
        self.data.gravity
    }
    fn mode(&self) -> i32 {
        self.arguments.get(1).map_or(4, |m| *m as i32)
    }
    fn law(&mut self, law: Branched, arguments: &[f64]) -> Option<i32> {
        if let Some(called) = &mut self.called {
            called.push((law, arguments.to_vec()));
            return None;
        }
        let (expected, modes) = self.expected;
        let call = expected.get(self.met);
        self.met += 1;
        self.unlike |= call.is_none() && !modes.is_empty();
        let mode = modes.get(call?.mode?)?;
        let of = self.arguments;
        let same = |(wire, x): (&Wire, &f64)| match wire {
            Wire::Argument(k) => of[*k].to_bits() == x.to_bits(),
            Wire::Constant(c) => c.to_bits() == x.to_bits(),
            Wire::Component(_) => true,
        };
        let watched = &call?.watched;
        let is_it = watched.law == law && watched.arguments.iter().zip(arguments).all(same);
        self.unlike |= !is_it;
        is_it.then_some(*mode as i32)
    }
    fn message(&mut self, message: Message) {
        say(message);
    }
}

/// The calls of laws that a routine makes at `start`, where all of its arguments are told; see the head of this file.
pub(crate) fn law_calls(
    callee: &Callee,
    (reads, refused): (&[Read], &[Question]),
    data: &Data,
    start: &[f64],
    (given, sizes): (usize, &[f64]),
) -> Vec<LawCall> {
    let at = |arguments: &[f64]| {
        let mut called = Vec::new();
        let mut host = Known {
            called: Some(&mut called),
            ..Known::new(reads, refused, data, arguments)
        };
        let ask = Ask::Value { differencing: true };
        callee.call(
            ask,
            arguments[0],
            &arguments[FIRST..FIRST + given],
            &mut host,
        );
        called
    };
    let first = at(start);
    if first.is_empty() {
        return Vec::new();
    }
    /// How far the other states are, relative to the size of each argument.
    const FAR: f64 = 1e-3;
    // Steps that no two arguments share.
    let step = |k: usize| (1.0 + k as f64 * 0.618_033_988_749_895).fract() + 0.1;
    let moved = |sign: f64| -> Vec<f64> {
        let others = start.iter().enumerate();
        others
            .map(|(k, x)| match k {
                1 => *x,
                _ => x + sign * FAR * step(k) * sizes[k],
            })
            .collect()
    };
    let states = [start.to_vec(), moved(1.0), moved(-0.7)];
    let all = [first, at(&states[1]), at(&states[2])];
    let mut calls = Vec::new();
    let (mut modes, mut components) = (0, callee.results());
    for (k, (law, at_start)) in all[0].iter().enumerate() {
        if !all
            .iter()
            .all(|list| list.get(k).is_some_and(|c| c.0 == *law))
        {
            break;
        }
        let of = |state: usize, n: usize| all[state][k].1[n];
        let mut varies = false;
        let arguments = (0..at_start.len())
            .map(|n| {
                let same =
                    |f: &dyn Fn(usize) -> f64| (0..3).all(|s| f(s).to_bits() == of(s, n).to_bits());
                if same(&|_| at_start[n]) {
                    return Wire::Constant(at_start[n]);
                }
                varies = true;
                match (0..start.len()).find(|&a| same(&|s| states[s][a])) {
                    Some(a) => Wire::Argument(a),
                    None => Wire::Component(components + n),
                }
            })
            .collect();
        components += at_start.len();
        calls.push(LawCall {
            watched: Watched {
                law: *law,
                arguments,
            },
            mode: varies.then_some(modes),
            at_start: at_start.clone(),
        });
        modes += usize::from(varies);
    }
    calls
}

impl<'a> Known<'a> {
    /// Answers from these arguments, and takes no slopes.
    fn new(
        reads: &'a [Read],
        refused: &'a [Question],
        data: &'a Data,
        arguments: &'a [f64],
    ) -> Self {
        Self {
            reads,
            refused,
            data,
            arguments,
            next: 0,
            slopes: None,
            unknown: None,
            expected: (&[], &[]),
            met: 0,
            called: None,
            unlike: false,
        }
    }
}

/// The same numbers, bit for bit.
fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

impl Routine {
    /// A routine that reads these functions of the state.
    pub(crate) fn new(
        (callee, partials): (Arc<Callee>, Vec<Partials>),
        given: usize,
        (reads, refused): (Vec<Read>, Vec<Question>),
        data: Arc<Data>,
        (sizes, calls): (Vec<f64>, Vec<LawCall>),
    ) -> Self {
        let laws = calls.iter().flat_map(|c| c.at_start.clone()).collect();
        let memo = Memo {
            laws,
            ..Memo::default()
        };
        Self {
            callee,
            given,
            partials,
            reads,
            refused,
            data,
            memo: Mutex::new(memo),
            fault: Mutex::default(),
            is_out: AtomicBool::new(false),
            sizes,
            calls,
            is_unlike: AtomicBool::new(false),
        }
    }

    fn components(&self) -> usize {
        self.callee.results()
    }

    /// From now on the routine is not called any more.
    fn give_up(&self, why: String) {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.get_or_insert(why);
        self.is_out.store(true, Ordering::Release);
    }

    /// The results for these arguments; not numbers after a fault.
    fn call(
        &self,
        ask: Ask,
        arguments: &[f64],
        slopes: Option<(&mut [f64], &mut [bool], usize)>,
    ) -> Answer {
        let none = || Answer {
            values: vec![f64::NAN; self.components()],
            slopes: Vec::new(),
            stop: None,
        };
        if self.is_out.load(Ordering::Acquire) || arguments.iter().any(|x| !x.is_finite()) {
            return none();
        }
        let modes = arguments.get(self.sizes.len()..).unwrap_or_default();
        let mut host = Known {
            slopes,
            expected: (&self.calls, modes),
            ..Known::new(&self.reads, &self.refused, &self.data, arguments)
        };
        let given = arguments.get(FIRST..FIRST + self.given).unwrap_or_default();
        let answer = self.callee.call(ask, arguments[0], given, &mut host);
        if host.unlike && !self.is_unlike.swap(true, Ordering::Relaxed) {
            say(Message {
                kind: "OTHER LAWS".into(),
                text: format!(
                    "{}: {} calls IMPACT, STEP or another law with branches with other arguments, or in another order, than before: nothing is located where they end",
                    self.callee.owner, self.callee.found
                ),
                id: 0,
            });
        }
        let at = |what: String| format!("{}, at time {}: {what}", self.callee.found, arguments[0]);
        if let Some(why) = answer.stop {
            self.give_up(at(why));
            return none();
        }
        if let Some(what) = host.unknown {
            self.give_up(at(format!(
                "it asks for {what}, which it did not ask for when it was to say what it reads (iflag)"
            )));
            return none();
        }
        if self.callee.kind == Kind::Cffsub && answer.values[1..] != [0.0; 2] {
            self.give_up(at(
                "its results 2 and 3 are not zero: friction acts along the slip, and result 1 is all of it".into(),
            ));
            return none();
        }
        let results = &answer.values;
        if let Some(k) = results.iter().position(|x| !x.is_finite()) {
            let (value, count) = (results[k], results.len());
            let which = match count {
                1 => "its result".to_owned(),
                _ => format!("result {} of {count}", k + 1),
            };
            let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            *fault = Some(at(format!("{which} is {value}")));
        }
        answer
    }

    /// Brings the memo to these arguments.
    fn at<'a>(&self, memo: &'a mut Memo, arguments: &[f64]) -> &'a [f64] {
        if !same(&memo.at, arguments) {
            let ask = Ask::Value {
                differencing: false,
            };
            memo.values = self.call(ask, arguments, None).values;
            memo.at.clear();
            memo.at.extend_from_slice(arguments);
            memo.calls += 1;
            if memo.calls.is_power_of_two() {
                self.repeat(memo);
            }
        }
        &memo.values
    }

    /// Asks the same again: a routine whose results follow from something else than its inputs makes errors that no step control finds.
    fn repeat(&self, memo: &Memo) {
        let ask = Ask::Value { differencing: true };
        let again = self.call(ask, &memo.at, None).values;
        let finite = memo.values.iter().all(|x| x.is_finite());
        if finite && !same(&again, &memo.values) {
            say(Message {
                kind: "NOT REPEATED".into(),
                text: format!(
                    "{}: {} gives other results when it is called again with the same inputs: a run cannot be repeated, and its accuracy is unknown",
                    self.callee.owner, self.callee.found
                ),
                id: 0,
            });
        }
    }

    /// Brings values and slopes of the memo to these arguments.
    fn slopes_at(&self, memo: &mut Memo, arguments: &[f64]) {
        self.at(memo, arguments);
        if same(&memo.slopes_at, arguments) {
            return;
        }
        let (n, components) = (arguments.len(), self.components());
        let (mut slopes, mut given) = (vec![0.0; n * components], vec![false; n]);
        let ask = Ask::Value { differencing: true };
        let base = self.call(ask, arguments, Some((&mut slopes, &mut given, components)));
        // A FIELD gives all of its derivatives by what it is handed over.
        for (k, column) in base.slopes.chunks_exact(components).enumerate() {
            given[FIRST + k] = true;
            for (c, slope) in column.iter().enumerate() {
                slopes[c * n + FIRST + k] = *slope;
            }
        }
        let base = base.values;
        let mut moved = arguments.to_vec();
        for k in 0..n {
            // The kind of analysis does not vary, nor do the modes of laws.
            if given[k] || k == 1 || k >= self.sizes.len() {
                continue;
            }
            if self.callee.kind.is_constraint() {
                // Reactions act along these slopes: they are to be as good as ε^(2/3).
                let (both, apart) = self.moved(arguments, k, f64::EPSILON.cbrt());
                let [a, b] = both.map(|at| self.call(ask, &at, None).values[0]);
                slopes[k] = (a - b) / apart;
                continue;
            }
            let step = f64::EPSILON.sqrt() * arguments[k].abs().max(self.sizes[k]);
            moved[k] = arguments[k] + step;
            let step = moved[k] - arguments[k];
            let values = self.call(ask, &moved, None).values;
            for c in 0..components {
                slopes[c * n + k] = (values[c] - base[c]) / step;
            }
            moved[k] = arguments[k];
        }
        self.given_partials(arguments, &mut slopes);
        memo.slopes = slopes;
        memo.slopes_at.clear();
        memo.slopes_at.extend_from_slice(arguments);
    }

    /// Slopes that routines of their own give.
    fn given_partials(&self, arguments: &[f64], slopes: &mut [f64]) {
        let n = arguments.len();
        for p in self
            .partials
            .iter()
            .filter(|p| p.callee.kind != Kind::Couxx2)
        {
            let mut host = Known::new(&self.reads, &self.refused, &self.data, arguments);
            let given = &arguments[FIRST..FIRST + self.given];
            let ask = Ask::Value { differencing: true };
            let answer = p.callee.call(ask, arguments[0], given, &mut host);
            if let Some(why) = answer.stop {
                self.give_up(format!(
                    "{}, at time {}: {why}",
                    p.callee.found, arguments[0]
                ));
                continue;
            }
            let ((row, rows), (column, columns)) = (p.rows, p.columns);
            for c in 0..columns {
                for r in 0..rows {
                    slopes[(row + r) * n + FIRST + column + c] = answer.values[r + rows * c];
                }
            }
        }
    }

    /// The arguments of all laws for these arguments of the routine. A law that is not called keeps those that it had.
    fn laws_at<'a>(&self, memo: &'a mut Memo, arguments: &[f64]) -> &'a [f64] {
        if !same(&memo.laws_at, arguments) {
            let mut laws = std::mem::take(&mut memo.laws);
            self.laws(arguments, &mut laws);
            memo.laws = laws;
            memo.laws_at.clear();
            memo.laws_at.extend_from_slice(arguments);
        }
        &memo.laws
    }

    fn laws(&self, arguments: &[f64], laws: &mut [f64]) {
        if self.is_out.load(Ordering::Acquire) || arguments.iter().any(|x| !x.is_finite()) {
            laws.fill(f64::NAN);
            return;
        }
        let mut called = Vec::new();
        let mut host = Known {
            called: Some(&mut called),
            ..Known::new(&self.reads, &self.refused, &self.data, arguments)
        };
        let given = arguments.get(FIRST..FIRST + self.given).unwrap_or_default();
        let ask = Ask::Value { differencing: true };
        self.callee.call(ask, arguments[0], given, &mut host);
        let mut at = 0;
        for (expected, (law, found)) in self.calls.iter().zip(&called) {
            if expected.watched.law != *law {
                break;
            }
            laws[at..at + found.len()].copy_from_slice(found);
            at += found.len();
        }
    }

    /// One of them with its slopes, by differences.
    fn slopes_of_laws(
        &self,
        memo: &mut Memo,
        number: usize,
        arguments: &[f64],
        slopes: &mut [f64],
    ) -> f64 {
        let base = self.laws_at(memo, arguments)[number];
        let mut laws = memo.laws.clone();
        let mut moved = arguments.to_vec();
        for k in (0..arguments.len()).filter(|k| *k != 1) {
            let step = f64::EPSILON.sqrt() * arguments[k].abs().max(self.sizes[k]);
            moved[k] = arguments[k] + step;
            self.laws(&moved, &mut laws);
            slopes[k] = (laws[number] - base) / (moved[k] - arguments[k]);
            moved[k] = arguments[k];
        }
        slopes[1] = 0.0;
        base
    }

    fn memo(&self) -> std::sync::MutexGuard<'_, Memo> {
        self.memo.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn order(&self, order: i32, arguments: &[f64]) -> f64 {
        self.call(Ask::Order(order), arguments, None).values[0]
    }

    fn is_motion(&self) -> bool {
        self.callee.kind == Kind::Motsub
    }

    /// The second derivatives of a constraint: those that a routine gives for what it is handed over (COUXX2), else differences of the slopes.
    fn bends_at<'a>(&self, memo: &'a mut Memo, arguments: &[f64]) -> &'a [f64] {
        let n = arguments.len();
        if same(&memo.bends_at, arguments) {
            return &memo.bends;
        }
        self.slopes_at(memo, arguments);
        let mut bends = vec![0.0; n * n];
        let given = self.partials.iter().find(|p| p.callee.kind == Kind::Couxx2);
        if let Some(p) = given {
            let mut host = Known::new(&self.reads, &self.refused, &self.data, arguments);
            let handed = &arguments[FIRST..FIRST + self.given];
            let ask = Ask::Value { differencing: true };
            let answer = p.callee.call(ask, arguments[0], handed, &mut host);
            if let Some(why) = answer.stop {
                self.give_up(format!(
                    "{}, at time {}: {why}",
                    p.callee.found, arguments[0]
                ));
            }
            for k in 0..self.given {
                for l in 0..self.given {
                    bends[(FIRST + k) * n + FIRST + l] = answer.values[k + self.given * l];
                }
            }
        }
        let handed = FIRST..FIRST + self.given;
        let is_known = |k: usize| k == 1 || given.is_some() && handed.contains(&k);
        // Slopes that the routine gives are as exact as its values.
        let has_slopes = !self.partials.is_empty();
        for k in (0..self.sizes.len()).filter(|k| !is_known(*k)) {
            for l in (0..=k).filter(|l| !is_known(*l)) {
                let bend = match has_slopes {
                    true => self.bend_of_slopes(arguments, k, l),
                    false => self.bend_of_values(arguments, k, l),
                };
                bends[k * n + l] = bend;
                bends[l * n + k] = bend;
            }
        }
        memo.bends = bends;
        memo.bends_at.clear();
        memo.bends_at.extend_from_slice(arguments);
        &memo.bends
    }

    /// An argument moved by a part of its size to both sides: the arguments, and how far they are from each other.
    fn moved(&self, arguments: &[f64], k: usize, part: f64) -> ([Vec<f64>; 2], f64) {
        let step = part * arguments[k].abs().max(self.sizes[k]);
        let both = [step, -step].map(|step| {
            let mut moved = arguments.to_vec();
            moved[k] += step;
            moved
        });
        let apart = both[0][k] - both[1][k];
        (both, apart)
    }

    /// The mixed second derivative by two arguments, from slopes on both sides of one of them. ε^(1/3) is where rounding and curvature are
    /// least together.
    fn bend_of_slopes(&self, arguments: &[f64], k: usize, l: usize) -> f64 {
        let (both, apart) = self.moved(arguments, k, f64::EPSILON.cbrt());
        let [a, b] = both.map(|moved| {
            let mut aside = Memo::default();
            self.slopes_at(&mut aside, &moved);
            aside.slopes[l]
        });
        (a - b) / apart
    }

    /// The same from values at four corners, ε^(1/4) away.
    fn bend_of_values(&self, arguments: &[f64], k: usize, l: usize) -> f64 {
        let part = f64::EPSILON.sqrt().sqrt();
        let ask = Ask::Value { differencing: true };
        let (both, apart) = self.moved(arguments, k, part);
        let mut across = 1.0;
        let [a, b] = both.map(|moved| {
            let (corners, wide) = self.moved(&moved, l, part);
            across = wide;
            let [c, d] = corners.map(|at| self.call(ask, &at, None).values[0]);
            c - d
        });
        (a - b) / (apart * across)
    }
}

impl External for Routine {
    fn value(&self, component: usize, arguments: &[f64]) -> f64 {
        if self.is_motion() {
            return self.order(0, arguments);
        }
        if let Some(number) = component.checked_sub(self.components()) {
            return self.laws_at(&mut self.memo(), arguments)[number];
        }
        self.at(&mut self.memo(), arguments)[component]
    }

    fn slopes(&self, component: usize, arguments: &[f64], slopes: &mut [f64]) -> f64 {
        if self.is_motion() {
            slopes.fill(0.0);
            slopes[0] = self.order(1, arguments);
            return self.order(0, arguments);
        }
        let mut memo = self.memo();
        if let Some(number) = component.checked_sub(self.components()) {
            return self.slopes_of_laws(&mut memo, number, arguments, slopes);
        }
        self.slopes_at(&mut memo, arguments);
        let n = arguments.len();
        slopes.copy_from_slice(&memo.slopes[component * n..(component + 1) * n]);
        memo.values[component]
    }

    fn curved(&self) -> usize {
        match self.callee.kind {
            Kind::Motsub => 1,
            kind if kind.is_constraint() => self.sizes.len(),
            _ => 0,
        }
    }

    fn curvature(&self, _: usize, arguments: &[f64], [k, l]: [usize; 2]) -> f64 {
        match self.is_motion() {
            true => self.order(2, arguments),
            false => self.bends_at(&mut self.memo(), arguments)[k * arguments.len() + l],
        }
    }

    fn fault(&self) -> Option<String> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.clone()
    }
}
