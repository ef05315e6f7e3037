//! A routine with the constants of its element, and a call of it.

use crate::element::{Element, Kind, Record, Shape};
use crate::host::Host;
use crate::library::{Found, Interface};
use crate::{page, python, utilities};
use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Room behind results, as some routines write too much.
const ROOM: usize = 32;
/// What stands in it before a call: a NaN that no computation gives.
const UNTOUCHED: u64 = 0x7ff8_5e1f_0dd5_ca70;

/// The most coordinates that a user-written constraint is about.
pub const MOST_COORDINATES: usize = 30;

/// Zeros for results, with room behind them.
fn with_room(count: usize) -> Vec<f64> {
    let mut all = vec![0.0; count];
    all.resize(count + ROOM, f64::from_bits(UNTOUCHED));
    all
}

/// What UCOSUB is asked for: the value, its first and its second derivatives. The manuals differ in which of the first two entries stands for which,
/// so that all are asked for; the value alone is used.
const ALL: [c_int; 3] = [1; 3];

/// What is asked of a routine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// To set itself up, once.
    Construct,
    /// To say what it reads.
    Declare,
    /// The result; `differencing`: it must not take notice of the call.
    Value {
        /// Called to find a derivative.
        differencing: bool,
    },
    /// The derivative of this order in time, of a motion.
    Order(i32),
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The results, as many as the kind of routine has for its element.
    pub values: Vec<f64>,
    /// Behind the results: the derivatives that a FIELD gives with them, 36 by displacements and 36 by velocities, by
    /// columns.
    pub slopes: Vec<f64>,
    /// The routine asked for the end of the run, and why.
    pub stop: Option<String>,
}

/// A routine with the constants of the element that calls it.
#[derive(Debug)]
pub struct Callee {
    /// What it is.
    pub kind: Kind,
    /// The element in the user's words: `SFORCE/1`.
    pub owner: String,
    /// The routine.
    pub found: Found,
    id: c_int,
    par: Arc<[f64]>,
    record: Record,
    slot: usize,
    element: Element,
    calls: AtomicU64,
}

/// Users' routines keep memory of their own and do not expect two calls at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
thread_local! {
    static IS_CALLING: Cell<bool> = const { Cell::new(false) };
}

/// As long as it is there, no other thread calls a routine. The thread of one that runs analyses, CONSUB, goes on with calls of others.
struct Alone {
    _lock: Option<MutexGuard<'static, ()>>,
    was_calling: bool,
}

fn alone() -> Alone {
    let was_calling = IS_CALLING.replace(true);
    let lock = || ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    Alone {
        _lock: (!was_calling).then(lock),
        was_calling,
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        IS_CALLING.set(self.was_calling);
    }
}

impl Callee {
    /// A routine for an element with the label `id` and the constants `par`.
    pub fn new(
        kind: Kind,
        found: Found,
        owner: &str,
        id: u32,
        par: &[f64],
        element: &Element,
    ) -> Self {
        let par: Arc<[f64]> = par.into();
        let id = c_int::try_from(id).unwrap_or(c_int::MAX);
        let what = format!("{owner}: {found}");
        Self {
            kind,
            owner: owner.to_owned(),
            id,
            record: Record::new(id, &par, element),
            element: element.clone(),
            par,
            slot: page::describe(&what),
            found,
            calls: AtomicU64::new(0),
        }
    }

    /// How many numbers it gives.
    pub fn results(&self) -> usize {
        self.element.results(self.kind)
    }

    /// How often it was called so far, by all runs of the process.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// The element as the routine is told of it.
    pub fn element(&self) -> &Element {
        &self.element
    }

    /// Calls the routine at a time, with what it is given as arguments beside the time. Results that it does not set
    /// are zero.
    pub fn call(&self, ask: Ask, time: f64, given: &[f64], host: &mut dyn Host) -> Answer {
        let mut given = given.to_vec();
        given.resize(given.len().max(ROOM), 0.0);
        let n = self.results();
        let mut values = with_room(n);
        let mut second = match self.kind.shape() {
            Shape::System => with_room(n),
            Shape::Field => with_room(36),
            Shape::Coordinates => with_room(MOST_COORDINATES),
            _ => Vec::new(),
        };
        let mut third = match self.kind.shape() {
            Shape::Field => with_room(36),
            Shape::Coordinates => with_room(MOST_COORDINATES * MOST_COORDINATES),
            _ => Vec::new(),
        };
        self.calls.fetch_add(1, Ordering::Relaxed);
        let one = alone();
        let stop = utilities::answering(host, (&self.owner, &self.element), || {
            let before = page::enter(self.slot, time);
            self.enter(ask, time, &given, [&mut values, &mut second, &mut third]);
            page::leave(before);
        });
        drop(one);
        let overrun = [&values, &second, &third].iter().any(|all| {
            let room = &all[all.len().saturating_sub(ROOM)..];
            room.iter().any(|x| x.to_bits() != UNTOUCHED)
        });
        let stop = stop.or(overrun.then(|| "it wrote past the end of its results".to_owned()));
        values.truncate(n);
        let mut slopes = Vec::new();
        match (self.kind.shape(), &self.element) {
            (Shape::System, Element::Gse(g)) => {
                let states = usize::try_from(g.ns).unwrap_or(0).min(n);
                values[states..].copy_from_slice(&second[..n - states]);
            }
            (Shape::Field, _) => slopes = [&second[..36], &third[..36]].concat(),
            _ => {}
        }
        Answer {
            values,
            slopes,
            stop,
        }
    }

    /// Calls a function of a script; its numbers go one after the other into the parts of the results.
    fn enter_script(
        &self,
        t: f64,
        [second, iflag]: [c_int; 2],
        given: &[f64],
        g: &crate::element::Gse,
        parts: [Option<&mut [f64]>; 3],
    ) {
        use python::Value::{List, Number, Whole};
        let par = List(self.par.to_vec());
        let npar = Whole(self.par.len() as c_int);
        let head = [Whole(self.id), Number(t), par.clone(), npar.clone()];
        let list = |from: usize, count: usize| List(given[from..from + count].to_vec());
        let flags = [Whole(second), Whole(iflag)];
        let states = usize::try_from(g.ns).unwrap_or(0);
        let inputs = usize::try_from(g.ni).unwrap_or(0);
        let own: Vec<python::Value> = match self.kind.shape() {
            Shape::Flags | Shape::Order => flags.into(),
            Shape::Plain => vec![Whole(iflag)],
            Shape::Counted => {
                let [d, i] = flags;
                vec![d, i, Whole(self.results() as c_int)]
            }
            Shape::System | Shape::Partial => {
                let arrays = [
                    Whole(g.ns),
                    list(0, states),
                    Whole(g.ni),
                    list(states, inputs),
                    Whole(g.no),
                ];
                let first = usize::from(self.kind.shape() == Shape::Partial);
                flags.into_iter().skip(first).chain(arrays).collect()
            }
            Shape::Normal => [4, 7, 10, 13]
                .map(|at| list(at, 3))
                .into_iter()
                .chain(given[..3].iter().map(|x| Number(*x)))
                .chain(flags)
                .collect(),
            Shape::Friction => [(8, 3), (11, 3), (2, 3), (5, 3)]
                .map(|(at, n)| list(at, n))
                .into_iter()
                .chain([Number(given[0])])
                .chain(flags)
                .collect(),
            Shape::Field => [list(0, 6), list(6, 6)].into_iter().chain(flags).collect(),
            Shape::Coupler => {
                let n = self.element.joints();
                vec![list(0, n), Whole(n as c_int), Whole(iflag)]
            }
            Shape::Control | Shape::Curve | Shape::Spline | Shape::Coordinates => Vec::new(),
        };
        // They return nothing.
        let controls = matches!(self.kind.shape(), Shape::Control | Shape::Spline);
        let all = match (self.kind.shape(), &self.element) {
            (Shape::Control, _) => vec![par, npar],
            // Neither has a time.
            (Shape::Curve, _) => vec![
                Whole(self.id),
                par,
                npar,
                Number(given[0]),
                Whole(second),
                Whole(iflag),
            ],
            (Shape::Coordinates, _) => vec![
                Whole(self.id),
                Number(t),
                List(given.to_vec()),
                par,
                npar,
                List(ALL.map(f64::from).to_vec()),
                Whole(iflag),
            ],
            (Shape::Spline, Element::Spline { file, block }) => vec![
                Whole(self.id),
                python::Value::Text(file.clone()),
                python::Value::Text(block.clone()),
            ],
            _ => head.into_iter().chain(own).collect(),
        };
        let found = python::call(&self.found.library, &self.found.symbol, controls, &all);
        let wanted: usize = parts.iter().flatten().map(|p| p.len()).sum();
        let mut from = found.into_iter();
        let count = from.len();
        if count < wanted && self.kind.shape() != Shape::Field && count > 0 {
            utilities::ask_for_stop(format!("its script gives {count} numbers for {wanted}"));
        }
        for x in parts.into_iter().flatten().flatten() {
            *x = from.next().unwrap_or(0.0);
        }
    }

    fn enter(&self, ask: Ask, time: f64, given: &[f64], out: [&mut Vec<f64>; 3]) {
        let (mut iflag, mut dflag, mut iord): (c_int, c_int, c_int) = (0, 0, 0);
        match ask {
            Ask::Construct => iflag = 1,
            // LOGICAL flags of Fortran are sound for 0 and 1 alone.
            Ask::Declare => {
                iflag = if self.found.interface == Interface::C {
                    3
                } else {
                    1
                }
            }
            Ask::Value { differencing } => dflag = c_int::from(differencing),
            Ask::Order(order) => iord = order,
        }
        let second = match self.kind.shape() {
            Shape::Order | Shape::Curve => iord,
            _ => dflag,
        };
        let [out, more, rest] = out.map(|v| v.as_mut_ptr());
        let par = self.par.as_ptr();
        let npar = self.par.len() as c_int;
        let record = self.record.as_ptr();
        let t = time;
        let g = match &self.element {
            Element::Gse(g) => *g,
            _ => crate::element::Gse::default(),
        };
        let count = self.results() as c_int;
        let joints = self.element.joints() as c_int;
        let mut failed: c_int = 0;
        let none = String::new();
        let (file, block) = match &self.element {
            Element::Spline { file, block } => (file, block),
            _ => (&none, &none),
        };
        // Where the parts of `given` begin; there is room for all of them.
        let at = |k: usize| given[k.min(given.len() - 1)..].as_ptr();
        let states = usize::try_from(g.ns).unwrap_or(0);
        if self.found.interface == Interface::Python {
            let count = self.results();
            let flags = [second, iflag];
            // SAFETY: there is room for as many results as the kind gives.
            let results = |p: W, n: usize| unsafe { std::slice::from_raw_parts_mut(p, n) };
            let (out, more, rest) = match self.kind.shape() {
                Shape::System => (
                    results(out, states),
                    Some(results(more, count - states)),
                    None,
                ),
                Shape::Field => (
                    results(out, count),
                    Some(results(more, 36)),
                    Some(results(rest, 36)),
                ),
                _ => (results(out, count), None, None),
            };
            let parts = [Some(out), more, rest];
            return self.enter_script(t, flags, given, &g, parts);
        }
        let is_c = self.found.interface == Interface::C;
        /// Calls the entry with these arguments.
        macro_rules! call {
            ($($argument:expr => $type:ty),+ $(,)?) => {{
                let call: unsafe extern "C-unwind" fn($($type),+) = std::mem::transmute(self.found.entry);
                call($($argument),+)
            }};
        }
        type I = c_int;
        type R = *const f64;
        type W = *mut f64;
        type P = *const c_int;
        type S = *const u64;
        type E = *mut c_int;
        type L = usize;
        type B = *const u8;
        // SAFETY: the symbol is the entry of a routine of this kind with this calling sequence: that is what its name says, and the
        // user has allowed to rely on it. The library is never closed. Results have room for more than the routine may
        // write, the structure and the constants live as long as `self`, all else as long as the call.
        unsafe {
            match (self.kind.shape(), is_c) {
                (Shape::Flags | Shape::Order, true) => {
                    call!(record => S, t => f64, second => I, iflag => I, out => W);
                }
                (Shape::Flags | Shape::Order, false) => {
                    call!(&self.id => P, &t => R, par => R, &npar => P, &second => P, &iflag => P, out => W);
                }
                (Shape::Plain, true) => call!(record => S, t => f64, iflag => I, out => W),
                (Shape::Plain, false) => {
                    call!(&self.id => P, &t => R, par => R, &npar => P, &iflag => P, out => W);
                }
                (Shape::Counted, true) => {
                    call!(record => S, t => f64, dflag => I, iflag => I, count => I, out => W);
                }
                (Shape::Counted, false) => {
                    call!(&self.id => P, &t => R, par => R, &npar => P, &dflag => P, &iflag => P, &count => P, out => W);
                }
                (Shape::System, true) => call!(
                    record => S, t => f64, dflag => I, iflag => I, g.ns => I, at(0) => R, g.ni => I, at(states) => R,
                    g.no => I, out => W, more => W,
                ),
                (Shape::System, false) => call!(
                    &self.id => P, &t => R, par => R, &npar => P, &dflag => P, &iflag => P, &g.ns => P, at(0) => R,
                    &g.ni => P, at(states) => R, &g.no => P, out => W, more => W,
                ),
                (Shape::Partial, true) => call!(
                    record => S, t => f64, iflag => I, g.ns => I, at(0) => R, g.ni => I, at(states) => R, g.no => I, out => W,
                ),
                (Shape::Partial, false) => call!(
                    &self.id => P, &t => R, par => R, &npar => P, &iflag => P, &g.ns => P, at(0) => R, &g.ni => P,
                    at(states) => R, &g.no => P, out => W,
                ),
                (Shape::Normal, true) => call!(
                    record => S, t => f64, at(4) => R, at(7) => R, at(10) => R, at(13) => R, given[0] => f64, given[1] => f64,
                    given[2] => f64, given[3] => f64, dflag => I, iflag => I, out => W,
                ),
                (Shape::Normal, false) => call!(
                    &self.id => P, &t => R, par => R, &npar => P, at(4) => R, at(7) => R, at(10) => R, at(13) => R, at(0) => R,
                    at(1) => R, at(2) => R, at(3) => R, &dflag => P, &iflag => P, out => W,
                ),
                (Shape::Friction, true) => call!(
                    record => S, t => f64, at(8) => R, at(11) => R, at(2) => R, at(5) => R, given[0] => f64, given[1] => f64,
                    dflag => I, iflag => I, out => W,
                ),
                (Shape::Friction, false) => call!(
                    &self.id => P, &t => R, par => R, &npar => P, at(8) => R, at(11) => R, at(2) => R, at(5) => R, at(0) => R,
                    at(1) => R, &dflag => P, &iflag => P, out => W,
                ),
                (Shape::Field, true) => call!(
                    record => S, t => f64, at(0) => R, at(6) => R, dflag => I, iflag => I, out => W, more => W, rest => W,
                ),
                (Shape::Field, false) => call!(
                    &self.id => P, &t => R, par => R, &npar => P, at(0) => R, at(6) => R, &dflag => P, &iflag => P, out => W,
                    more => W, rest => W,
                ),
                // There is no structure of its element.
                (Shape::Coordinates, _) => call!(
                    &self.id => P, &t => R, at(0) => R, par => R, &npar => P, ALL.as_ptr() => P, &iflag => P, out => W, more => W,
                    rest => W,
                ),
                (Shape::Curve, true) => {
                    call!(record => S, given[0] => f64, second => I, iflag => I, out => W)
                }
                (Shape::Curve, false) => call!(
                    &self.id => P, par => R, &npar => P, at(0) => R, &second => P, &iflag => P, out => W,
                ),
                (Shape::Spline, true) => call!(record => S, &mut failed => E),
                (Shape::Spline, false) => call!(
                    &self.id => P, file.as_ptr() => B, block.as_ptr() => B, &mut failed => E, file.len() => L, block.len() => L,
                ),
                (Shape::Control, true) => call!(record => S),
                (Shape::Control, false) => call!(par => R, &npar => P),
                (Shape::Coupler, true) => {
                    call!(record => S, t => f64, at(0) => R, iflag => I, out => W)
                }
                (Shape::Coupler, false) => call!(
                    &self.id => P, &t => R, par => R, &npar => P, at(0) => R, &joints => P, &iflag => P, out => W,
                ),
            }
        }
        if failed != 0 {
            utilities::ask_for_stop("its routine says that it has failed".to_owned());
        }
    }
}
