//! A routine with the constants of its element, and a call of it.

use crate::element::{Element, Kind, Record, Shape};
use crate::host::Host;
use crate::library::{Found, Interface};
use crate::{page, utilities};
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

/// Room for results: more than the most, as some routines write too much.
pub const ROOM: usize = 32;

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
    /// The results, as many as the kind of routine has.
    pub values: [f64; ROOM],
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
}

/// Users' routines keep memory of their own and do not expect two calls at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

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
            par,
            slot: page::describe(&what),
            found,
        }
    }

    /// Calls the routine at a time. Results that it does not set are zero.
    pub fn call(&self, ask: Ask, time: f64, host: &mut dyn Host) -> Answer {
        let mut values = [0.0; ROOM];
        let one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let stop = utilities::answering(host, &self.owner, || {
            page::enter(self.slot, time);
            self.enter(ask, time, &mut values);
            page::leave();
        });
        drop(one);
        Answer { values, stop }
    }

    fn enter(&self, ask: Ask, time: f64, values: &mut [f64; ROOM]) {
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
            Shape::Order => iord,
            _ => dflag,
        };
        let out = values.as_mut_ptr();
        let entry = self.found.entry;
        // SAFETY: the symbol is the entry of a routine of this kind with this calling sequence: that is what its name says, and the
        // user has allowed to rely on it. The library is never closed. `out` has room for more than the routine may write, the
        // structure and the constants live as long as `self`.
        unsafe {
            match (self.found.interface, self.kind.shape()) {
                (Interface::C, Shape::Flags | Shape::Order) => {
                    let call: unsafe extern "C-unwind" fn(*const u64, f64, c_int, c_int, *mut f64) =
                        std::mem::transmute(entry);
                    call(self.record.as_ptr(), time, second, iflag, out);
                }
                (Interface::C, Shape::Plain) => {
                    let call: unsafe extern "C-unwind" fn(*const u64, f64, c_int, *mut f64) =
                        std::mem::transmute(entry);
                    call(self.record.as_ptr(), time, iflag, out);
                }
                (Interface::Pointers, Shape::Flags | Shape::Order) => {
                    let call: unsafe extern "C-unwind" fn(
                        *const c_int,
                        *const f64,
                        *const f64,
                        *const c_int,
                        *const c_int,
                        *const c_int,
                        *mut f64,
                    ) = std::mem::transmute(entry);
                    let count = self.par.len() as c_int;
                    call(
                        &self.id,
                        &time,
                        self.par.as_ptr(),
                        &count,
                        &second,
                        &iflag,
                        out,
                    );
                }
                (Interface::Pointers, Shape::Plain) => {
                    let call: unsafe extern "C-unwind" fn(
                        *const c_int,
                        *const f64,
                        *const f64,
                        *const c_int,
                        *const c_int,
                        *mut f64,
                    ) = std::mem::transmute(entry);
                    let count = self.par.len() as c_int;
                    call(&self.id, &time, self.par.as_ptr(), &count, &iflag, out);
                }
            }
        }
    }
}
