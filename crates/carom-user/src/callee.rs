//! Calls of routines.

use crate::element::{Element, Gse, Shape};
use crate::host::Host;
use crate::library::Interface;
use crate::{page, utilities};
use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

mod compiled;
mod routine;
mod script;

use routine::Call;
pub use routine::Callee;

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
        let call = Call {
            t: time,
            given,
            iflag,
            dflag,
            second: match self.kind.shape() {
                Shape::Order | Shape::Curve => iord,
                _ => dflag,
            },
            g: match &self.element {
                Element::Gse(g) => *g,
                _ => Gse::default(),
            },
        };
        let failed = match self.found.interface {
            Interface::Python => return script::enter(self, &call, out),
            Interface::C => compiled::by_c(self, &call, out),
            Interface::Pointers => compiled::by_pointers(self, &call, out),
        };
        if failed {
            utilities::ask_for_stop("its routine says that it has failed".to_owned());
        }
    }
}
