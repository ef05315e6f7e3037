//! The functions of a model, compiled and bound to the bodies they look at.

use crate::mechanism::frames::Frames;
pub use crate::mechanism::frames::FunctionId;
use crate::mechanism::kinematics::{MarkerOn, SEEDS};
use carom_base::{Dual, Number, Span};
use carom_expr::tape::Mode;
use carom_expr::{FrictionQuantity, GenericForce, Measure, Tape};
use std::ops::Range;

/// Where the numbers of accelerations begin among those of rows, far above the number of any row.
pub const FED: u32 = 1 << 30;

/// Where the value of a tape's input comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Time.
    Time,
    /// Known at assembly.
    Constant(f64),
    /// The kind of analysis, MODE.
    Mode,
    /// A measure of markers (numbers in [`crate::mechanism::Mechanism::markers`]); `slot` counts turns where the measure does.
    Measure {
        /// Which.
        measure: Measure,
        /// Markers i, j, k, l.
        markers: [usize; 4],
        /// Counter of turns.
        slot: Option<usize>,
    },
    /// A measure of accelerations that the motion depends on, by its number in [`crate::system::FunctionOrder::fed`].
    Acceleration(usize),
    /// Value of another function (VARVAL, ARYVAL, DIF1).
    Function(FunctionId),
    /// An extra state (DIF, the displacement of a motion given by its rate).
    State(usize),
    /// The value a sensor stored (SENVAL).
    Sensor(usize),
    /// A quantity of the friction of a joint.
    Friction {
        /// Number in [`crate::system::System::frictions`].
        friction: usize,
        /// Which.
        quantity: FrictionQuantity,
        /// Component: 0 x, 1 y, 2 z.
        axis: u8,
        /// Marker of the axes.
        rm: usize,
    },
    /// What an expression was some time ago.
    Delayed {
        /// Its number in [`crate::system::FunctionOrder::delays`].
        delay: usize,
        /// The function that says how long ago, where that varies.
        lag: Option<FunctionId>,
    },
    /// A number about the run (CPU, HSIZE, NJAC, NRHS, ORDER), for results only.
    Statistic(&'static str),
    /// Kinetic energy of a body.
    KineticEnergy(usize),
    /// A component (1 FM ... 8 TZ) of the force of an element on its I marker (or the opposite on J), on the axes of a marker.
    Applied {
        /// Number in [`crate::system::System::forces`].
        element: usize,
        /// Acting at J.
        at_j: bool,
        /// 1 FM, 2 FX ... 8 TZ.
        component: u8,
        /// Marker of the axes.
        rm: usize,
    },
    /// The same of a constraint's reaction.
    Reaction {
        /// Number in [`crate::system::System::constraints`].
        constraint: usize,
        /// Acting at J.
        at_j: bool,
        /// 1 FM, 2 FX ... 8 TZ.
        component: u8,
        /// Marker of the axes.
        rm: usize,
    },
    /// A component of the force of a contact of solids on side I (or the opposite on J), summed over its volumes; torques are about the centre of
    /// mass of that side's body (the global origin for ground).
    Contact {
        /// Numbers in [`crate::elements::solid::SolidContacts::contacts`]: several of a contact of groups.
        contacts: Range<usize>,
        /// On side J.
        at_j: bool,
        /// 1 FM, 2 FX ... 8 TZ.
        component: u8,
        /// Marker of the axes.
        rm: usize,
    },
    /// Sum of all actions on a marker, from the elements that join it with another (FX, FY, ...).
    Sum {
        /// Elements of [`crate::system::System::forces`] with the end of theirs that the marker is.
        forces: Vec<(usize, ForceEnd)>,
        /// Elements of [`crate::system::System::constraints`] likewise.
        constraints: Vec<(usize, ForceEnd)>,
        /// Which component.
        force: GenericForce,
        /// Marker of the axes.
        rm: usize,
    },
}

/// An unknown that is a single number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// An extra state.
    State(usize),
    /// The multiplier of a row of the constraints, or an acceleration, counted from [`FED`].
    Row(usize),
}

/// An end of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForceEnd {
    /// Its marker I.
    I,
    /// Its marker J.
    J,
}

impl Source {
    /// Whether its value can change with the positions and velocities of bodies.
    pub fn depends_on_bodies(&self) -> bool {
        !matches!(
            self,
            Source::Time
                | Source::Constant(_)
                | Source::Mode
                | Source::State(_)
                | Source::Sensor(_)
                | Source::Delayed { lag: None, .. }
                | Source::Statistic(_)
                | Source::Acceleration(_)
        )
    }

    /// Whether its value can change with one number alone: measures of markers do not, which saves to make these.
    pub fn may_vary_with(&self, single: Single) -> bool {
        match self {
            Source::Measure { .. } | Source::KineticEnergy(_) => false,
            Source::Time | Source::Constant(_) | Source::Mode => false,
            Source::Delayed { lag, .. } => lag.is_some(),
            Source::State(_) => matches!(single, Single::State(_)),
            _ => true,
        }
    }

    /// Its value, if it is the same for all places where solids touch: time, a sensor, a function; else not a number.
    pub fn of_all_places<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        match self {
            Source::Time => frames.time(),
            Source::Constant(x) => T::constant(*x),
            Source::Mode => T::constant(frames.mode()),
            Source::Function(f) => frames.value(*f),
            Source::Sensor(k) => T::constant(frames.sensor(*k)),
            _ => T::undefined(),
        }
    }

    /// Whether accelerations or multipliers must be known first.
    pub fn needs_solution(&self) -> bool {
        match self {
            Source::Measure { measure, .. } => measure.needs_acceleration(),
            Source::Reaction { .. } | Source::Acceleration(_) => true,
            Source::Friction { quantity, .. } => {
                matches!(quantity, FrictionQuantity::Force | FrictionQuantity::Torque)
            }
            Source::Sum { constraints, .. } => !constraints.is_empty(),
            _ => false,
        }
    }
}

/// A compiled function with its place in the run's arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The owner in the user's words: `SFORCE/1`.
    pub owner: String,
    /// Where its expression stands.
    pub span: Span,
    /// The code.
    pub tape: Tape,
    /// One source for each input of the tape.
    pub sources: Vec<Source>,
    /// Its modes in the run's array of modes.
    pub modes: Range<usize>,
    /// Its guards among the run's guards.
    pub guards: Range<usize>,
    /// Bodies whose unknowns its value depends on, ascending.
    pub bodies: Vec<u32>,
    /// Extra states its value depends on, ascending.
    pub states: Vec<u32>,
    /// Rows of constraints whose multipliers its value depends on, ascending; then the accelerations that it depends on, their numbers
    /// counted from [`FED`].
    pub rows: Vec<u32>,
    /// Start of its gradient in the run's array of gradients: `SEEDS` numbers a body, then one a state, then one a row.
    pub gradient: usize,
    /// The circle it belongs to, in [`crate::system::FunctionOrder::loops`].
    pub algebraic_loop: Option<usize>,
    /// It has no code: its value is what makes this function zero.
    pub root_of: Option<FunctionId>,
}

/// The most registers of a small function, the many; larger functions than these take theirs from the heap.
const SMALL: usize = 16;
/// See [`SMALL`].
const LARGE: usize = 64;

impl Function {
    /// A function that is not yet bound to anything.
    pub fn new(owner: String, span: Span, tape: Tape) -> Self {
        Self {
            owner,
            span,
            tape,
            sources: Vec::new(),
            modes: 0..0,
            guards: 0..0,
            bodies: Vec::new(),
            states: Vec::new(),
            rows: Vec::new(),
            gradient: 0,
            algebraic_loop: None,
            root_of: None,
        }
    }

    /// Length of its gradient.
    pub fn support(&self) -> usize {
        SEEDS * self.bodies.len() + self.states.len() + self.rows.len()
    }

    /// Its value, if it looks at time and at places and velocities of markers only, as constraints and penalties do; else not a number.
    pub fn eval_at_markers<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        let look = |source: &Source| match source {
            Source::Time => frames.time(),
            Source::Constant(x) => T::constant(*x),
            Source::Mode => T::constant(frames.mode()),
            Source::Measure {
                measure,
                markers,
                slot,
            } => measured(frames, *measure, markers, *slot),
            _ => T::undefined(),
        };
        self.eval_with(look, frames.modes(&self.modes))
    }

    /// Its value in these modes, with somebody who knows its inputs.
    #[inline]
    pub fn eval_with<T: Number>(&self, input: impl FnMut(&Source) -> T, modes: &[Mode]) -> T {
        let n = self.tape.registers();
        if n <= SMALL {
            self.eval_in(input, modes, &mut [T::zero(); SMALL])
        } else if n <= LARGE {
            self.eval_in(input, modes, &mut [T::zero(); LARGE])
        } else {
            self.eval_in(input, modes, &mut vec![T::zero(); n])
        }
    }

    /// Its value in these modes, with its inputs in their order.
    pub fn eval_of<T: Number>(&self, inputs: &[T], modes: &[Mode]) -> T {
        let mut inputs = inputs.iter();
        self.eval_with(
            |_| inputs.next().copied().unwrap_or_else(T::undefined),
            modes,
        )
    }

    #[inline]
    fn eval_in<T: Number>(
        &self,
        mut input: impl FnMut(&Source) -> T,
        modes: &[Mode],
        registers: &mut [T],
    ) -> T {
        for (register, source) in registers.iter_mut().zip(&self.sources) {
            *register = input(source);
        }
        self.tape.eval_loaded(modes, registers)
    }
}

/// A measure of markers, its turns counted where it has a counter.
pub fn measured<T: Number>(
    frames: &dyn Frames<T>,
    measure: Measure,
    markers: &[usize; 4],
    slot: Option<usize>,
) -> T {
    let value = frames.measure(measure, markers);
    match slot {
        None if measure.is_cut() => carom_expr::tape::without_cut(value),
        None => value,
        Some(s) => value + frames.turned(s, value),
    }
}

/// Value and rate of a function of time only, asked for by others or not.
pub fn time_jet<T: Number>(
    f: FunctionId,
    functions: &[Function],
    frames: &dyn Frames<T>,
) -> [T; 2] {
    let time = Dual::<T, 1>::variable(frames.time(), 0);
    let jet = at_time(f, time, functions, frames);
    [jet.re, jet.eps[0]]
}

fn at_time<T: Number>(
    f: FunctionId,
    time: Dual<T, 1>,
    functions: &[Function],
    frames: &dyn Frames<T>,
) -> Dual<T, 1> {
    let function = &functions[f];
    let input = |source: &Source| match source {
        Source::Time => time,
        Source::Constant(x) => Dual::constant(*x),
        Source::Mode => Dual::constant(frames.mode()),
        Source::Function(g) => at_time(*g, time, functions, frames),
        // Refused by assembly.
        _ => Dual::undefined(),
    };
    let modes = frames.modes(&function.modes);
    if !function.tape.has_root() {
        return function.eval_with(input, modes);
    }
    let mut registers = vec![Dual::constant(0.0); function.tape.registers()];
    let value = function.eval_in(input, modes, &mut registers);
    // Elsewhere the slope of a root at zero is the mean of its sides; a motion that begins so has an infinite velocity.
    let rate = match function.tape.is_steep(modes, &registers) {
        true => T::undefined(),
        false => value.eps[0],
    };
    Dual {
        re: value.re,
        eps: [rate],
    }
}

/// Turns to add to a wrapped angle so that it follows its last value: a multiple of 2π.
pub fn follow<T: Number>(previous: T, wrapped: T) -> T {
    use std::f64::consts::TAU;
    ((previous - wrapped) / TAU).round() * TAU
}

/// The markers and carriers of a measure that really count: those it reads.
pub fn carriers(markers: &[usize; 4], all: &[MarkerOn]) -> Vec<u32> {
    let mut list: Vec<u32> = markers
        .iter()
        .filter_map(|&m| all[m].carrier.body())
        .map(|b| b as u32)
        .collect();
    list.sort_unstable();
    list.dedup();
    list
}
