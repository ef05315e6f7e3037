//! The functions of a model, compiled and bound to the bodies they look at.

use crate::delay::Lag;
use crate::frames::Frames;
use crate::kinematics::{MarkerOn, SEEDS};
use crate::motion::Single;
use crate::system::System;
use carom_base::{Dual, Number, Span, Vec3};
use carom_expr::tape::Mode;
use carom_expr::{FrictionQuantity, GenericForce, MarkerState, Measure, Tape};
use std::ops::Range;

/// Where the numbers of accelerations begin among those of rows, far above the number of any row.
pub const FED: u32 = 1 << 30;

/// Number of a function in [`System::functions`].
pub type FunctionId = usize;

/// Where the value of a tape's input comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Time.
    Time,
    /// Known at assembly.
    Constant(f64),
    /// The kind of analysis, MODE.
    Mode,
    /// A measure of markers (numbers in [`System::markers`]); `slot` counts turns where the measure does.
    Measure {
        /// Which.
        measure: Measure,
        /// Markers i, j, k, l.
        markers: [usize; 4],
        /// Counter of turns.
        slot: Option<usize>,
    },
    /// A measure of accelerations that the motion depends on, by its number in [`System::fed`].
    Acceleration(usize),
    /// Value of another function (VARVAL, ARYVAL, DIF1).
    Function(FunctionId),
    /// An extra state (DIF, the displacement of a motion given by its rate).
    State(usize),
    /// The value a sensor stored (SENVAL).
    Sensor(usize),
    /// A quantity of the friction of a joint.
    Friction {
        /// Number in [`System::frictions`].
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
        /// Its number in [`System::delays`].
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
        /// Number in [`System::forces`].
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
        /// Number in [`System::constraints`].
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
        /// Numbers in [`System::contacts`]: several of a contact of groups.
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
        /// Elements of [`System::forces`] with the end of theirs that the marker is.
        forces: Vec<(usize, ForceEnd)>,
        /// Elements of [`System::constraints`] likewise.
        constraints: Vec<(usize, ForceEnd)>,
        /// Which component.
        force: GenericForce,
        /// Marker of the axes.
        rm: usize,
    },
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
    /// The circle it belongs to, in [`System::loops`].
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

    /// Its value for any kind of number.
    pub fn eval<T: Number>(&self, system: &System, frames: &dyn Frames<T>) -> T {
        let modes = frames.modes(&self.modes);
        self.eval_with(|source| source_value(source, system, frames), modes)
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
    pub fn eval_with<T: Number>(&self, input: impl Fn(&Source) -> T, modes: &[Mode]) -> T {
        let n = self.tape.registers();
        if n <= SMALL {
            self.eval_in(input, modes, &mut [T::zero(); SMALL])
        } else if n <= LARGE {
            self.eval_in(input, modes, &mut [T::zero(); LARGE])
        } else {
            self.eval_in(input, modes, &mut vec![T::zero(); n])
        }
    }

    #[inline]
    fn eval_in<T: Number>(
        &self,
        input: impl Fn(&Source) -> T,
        modes: &[Mode],
        registers: &mut [T],
    ) -> T {
        for (register, source) in registers.iter_mut().zip(&self.sources) {
            *register = input(source);
        }
        self.tape.eval_loaded(modes, registers)
    }

    /// The value of one of its inputs.
    pub fn input<T: Number>(&self, source: &Source, system: &System, frames: &dyn Frames<T>) -> T {
        source_value(source, system, frames)
    }
}

/// The value of a source.
pub fn source_value<T: Number>(source: &Source, system: &System, frames: &dyn Frames<T>) -> T {
    match source {
        Source::Time => frames.time(),
        Source::Constant(x) => T::constant(*x),
        Source::Mode => T::constant(frames.mode()),
        Source::Measure {
            measure,
            markers,
            slot,
        } => measured(frames, *measure, markers, *slot),
        Source::Acceleration(k) => frames.acceleration(*k),
        Source::Function(f) => frames.value(*f),
        Source::State(k) => frames.state(*k),
        Source::Sensor(k) => T::constant(frames.sensor(*k)),
        Source::Friction {
            friction,
            quantity: FrictionQuantity::Sticking,
            ..
        } => system.frictions[*friction].sticking(frames),
        Source::Friction {
            friction,
            quantity,
            axis,
            rm,
        } => {
            let v = system.frictions[*friction].quantity(*quantity, system, frames);
            frames.marker(*rm).R.column(usize::from(*axis)).dot(&v)
        }
        Source::Delayed { delay, .. } => {
            let time = match system.delays[*delay].lag {
                Lag::Constant(time) => frames.time() - time,
                Lag::Varies(f) => frames.time() - frames.value(f),
            };
            frames.delayed(*delay, time)
        }
        Source::Statistic(name) => T::constant(frames.statistic(name)),
        Source::KineticEnergy(b) => system.bodies[*b].kinetic_energy(&frames.body(*b)),
        Source::Applied {
            element,
            at_j,
            component: c,
            rm,
        } => {
            let end = if *at_j { ForceEnd::J } else { ForceEnd::I };
            let (f, t) = applied(*element, end, system, frames);
            component(*c, &f, &t, &frames.marker(*rm))
        }
        Source::Reaction {
            constraint,
            at_j,
            component: c,
            rm,
        } => {
            let (f, t) = frames.reaction(*constraint, *at_j);
            component(*c, &f, &t, &frames.marker(*rm))
        }
        Source::Contact {
            contacts,
            at_j,
            component: c,
            rm,
        } => {
            let (f, t) = sum_of_contacts(contacts, usize::from(*at_j), system, frames);
            component(*c, &f, &t, &frames.marker(*rm))
        }
        Source::Sum {
            forces,
            constraints,
            force,
            rm,
        } => {
            let sum = sum_of_forces(forces, constraints, system, frames);
            component(number_of(*force), &sum.0, &sum.1, &frames.marker(*rm))
        }
    }
}

/// The component that a generic force asks for.
fn number_of(force: GenericForce) -> u8 {
    match force {
        GenericForce::FM => 1,
        GenericForce::FX => 2,
        GenericForce::FY => 3,
        GenericForce::FZ => 4,
        GenericForce::TM => 5,
        GenericForce::TX => 6,
        GenericForce::TY => 7,
        GenericForce::TZ => 8,
    }
}

/// Force and torque of an element on one of its ends.
fn applied<T: Number>(
    element: usize,
    end: ForceEnd,
    system: &System,
    frames: &dyn Frames<T>,
) -> (carom_base::Vec3<T>, carom_base::Vec3<T>) {
    let e = &system.forces[element];
    let action = e.action(system, frames);
    match end {
        ForceEnd::I => action,
        ForceEnd::J => e.reaction_of(system, frames, action),
    }
}

/// Force and torque of contacts on a side.
fn sum_of_contacts<T: Number>(
    contacts: &Range<usize>,
    side: usize,
    system: &System,
    frames: &dyn Frames<T>,
) -> (Vec3<T>, Vec3<T>) {
    let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
    for contact in &system.contacts[contacts.clone()] {
        let (f, t) = contact.sum(system, frames, side);
        force += f;
        torque += t;
    }
    (force, torque)
}

/// Force and torque of elements and constraints on their ends.
fn sum_of_forces<T: Number>(
    forces: &[(usize, ForceEnd)],
    constraints: &[(usize, ForceEnd)],
    system: &System,
    frames: &dyn Frames<T>,
) -> (carom_base::Vec3<T>, carom_base::Vec3<T>) {
    let mut sum = (carom_base::Vec3::zeros(), carom_base::Vec3::zeros());
    for &(element, end) in forces {
        let (f, t) = applied(element, end, system, frames);
        sum.0 += f;
        sum.1 += t;
    }
    for &(c, end) in constraints {
        let (f, t) = frames.reaction(c, end == ForceEnd::J);
        sum.0 += f;
        sum.1 += t;
    }
    sum
}

/// A measure of markers, its turns counted where it has a counter.
fn measured<T: Number>(
    frames: &dyn Frames<T>,
    measure: Measure,
    markers: &[usize; 4],
    slot: Option<usize>,
) -> T {
    let value = frames.measure(measure, markers);
    match slot {
        None if measure.is_cut() => carom_expr::tape::without_cut(value),
        None => value,
        Some(s) => value + frames.turns(s, value.value()),
    }
}

/// Component 1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ of a force and torque on the axes of a marker.
fn component<T: Number>(
    number: u8,
    force: &carom_base::Vec3<T>,
    torque: &carom_base::Vec3<T>,
    rm: &MarkerState<T>,
) -> T {
    let magnitude = |v: &carom_base::Vec3<T>| {
        let square = v.norm_squared();
        // The slope of a magnitude at zero is undefined; zero is the mean of its sides.
        if square.value() == 0.0 {
            T::zero()
        } else {
            square.sqrt()
        }
    };
    match number {
        1 => magnitude(force),
        2..=4 => rm.R.column(usize::from(number) - 2).dot(force),
        5 => magnitude(torque),
        _ => rm.R.column(usize::from(number) - 6).dot(torque),
    }
}

/// Value and rate of a function of time only, asked for by others or not.
pub fn time_jet<T: Number>(f: FunctionId, system: &System, frames: &dyn Frames<T>) -> [T; 2] {
    let time = Dual::<T, 1>::variable(frames.time(), 0);
    let jet = at_time(f, time, system, frames);
    [jet.re, jet.eps[0]]
}

fn at_time<T: Number>(
    f: FunctionId,
    time: Dual<T, 1>,
    system: &System,
    frames: &dyn Frames<T>,
) -> Dual<T, 1> {
    let function = &system.functions[f];
    let input = |source: &Source| match source {
        Source::Time => time,
        Source::Constant(x) => Dual::constant(*x),
        Source::Mode => Dual::constant(frames.mode()),
        Source::Function(g) => at_time(*g, time, system, frames),
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
pub fn follow(previous: f64, wrapped: f64) -> f64 {
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
