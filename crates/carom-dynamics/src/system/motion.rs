//! The state of a run and the quantities that follow from it, in any kind of number.
#![allow(non_snake_case)]

use crate::mechanism::frames::Frames;
use crate::mechanism::function::{FunctionId, follow};
use crate::mechanism::kinematics::{Body, Carrier, Flow};
use crate::system::algebraic_loop;
use crate::system::{System, TurnCounter};
use carom_base::{Dual, Number, Vec3};
use carom_expr::tape::Mode;
use carom_expr::{MarkerState, Measure};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Where what a sensor watches stands against its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SensorSide {
    /// Not known yet.
    #[default]
    Unknown,
    /// Smaller.
    Below,
    /// Larger.
    Above,
    /// It came to the value and rests there, as a function that jumps onto it does.
    On,
}

impl SensorSide {
    /// All of them, in the order of their numbers in what is saved.
    pub const ALL: [Self; 4] = [Self::Unknown, Self::Below, Self::Above, Self::On];

    /// The one of a value so far off.
    pub fn of(off: f64) -> Self {
        if off < 0.0 { Self::Below } else { Self::Above }
    }

    /// How far from leaving this side what is so far off the value is; what rests on it has this room.
    pub fn distance<T: Number>(self, off: T, room: f64) -> T {
        match self {
            Self::Below => -off,
            Self::On => -off.abs() + room,
            Self::Unknown | Self::Above => off,
        }
    }
}

/// What a run remembers between steps.
#[derive(Clone, Debug, Default)]
pub struct DiscreteState {
    /// Modes of all switching operations.
    pub modes: Vec<Mode>,
    /// Last value of each angle that counts turns.
    pub turns: Vec<f64>,
    /// What sensors stored.
    pub sensors: Vec<f64>,
    /// Where the value of each sensor stands.
    pub sides: Vec<SensorSide>,
    /// The kind of analysis, MODE.
    pub mode: f64,
    /// The impacts of each stop, as they follow each other: `IMPACT_NUMBERS` a stop.
    pub impacts: Vec<f64>,
    /// Whether and how the surfaces of each rigid contact with friction stick or slide: [`crate::equations::CONTACT_FRICTION_NUMBERS`] each.
    pub contact_frictions: Vec<f64>,
    /// Where each place of a contact of solids was, in the frame of solid A: three numbers a place, not numbers while it is open.
    pub anchors: Vec<f64>,
    /// Values of the circles of functions at the end of the last step.
    pub loops: Vec<f64>,
    /// The past of each expression that a DELAY looks back at.
    pub pasts: Vec<crate::mechanism::delay::Past>,
    /// Numbers about the run, for results.
    pub numbers: RunNumbers,
}

impl DiscreteState {
    /// One number of all modes, with the rows in force.
    pub fn branches(&self, rows: &[usize]) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.modes.hash(&mut hasher);
        rows.hash(&mut hasher);
        let numbers = self.sensors.iter().chain(&self.contact_frictions);
        numbers.for_each(|x| x.to_bits().hash(&mut hasher));
        hasher.finish()
    }
}

/// Numbers about the run: CPU, HSIZE, NJAC, NRHS and ORDER.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunNumbers {
    /// Seconds that the analysis has taken so far.
    pub seconds: f64,
    /// Size of the last step.
    pub step: f64,
    /// Order of the method in the last step; 0 before the first.
    pub order: u32,
    /// Jacobians so far.
    pub jacobians: u64,
    /// Evaluations of the right-hand side so far.
    pub evaluations: u64,
}

impl RunNumbers {
    /// The number of a name of the language; `None` if it is none of them.
    pub fn of(&self, name: &str) -> Option<f64> {
        Some(match name {
            "CPU" => self.seconds,
            "HSIZE" => self.step,
            "NJAC" => self.jacobians as f64,
            "NRHS" => self.evaluations as f64,
            "ORDER" => f64::from(self.order),
            _ => return None,
        })
    }
}

/// Everything that follows from a state at one instant.
#[derive(Clone, Debug)]
pub struct EvaluatedState<T> {
    /// Time.
    pub time: T,
    /// Moving bodies.
    pub bodies: Vec<Body<T>>,
    /// Markers in use, as far as they are stored ([`crate::mechanism::Mechanism::stored`]); see [`EvaluatedState::marker`].
    pub markers: Vec<MarkerState<T>>,
    /// Extra states.
    pub states: Vec<T>,
    /// Last value of each angle that counts turns, where that is not the one in memory.
    pub turns: Vec<T>,
    /// Values of functions, as far as they were computed.
    pub values: Vec<T>,
    /// Multipliers of all rows of the constraints, zero for redundant ones.
    pub multipliers: Vec<T>,
    /// The measures of accelerations that the motion depends on ([`crate::system::FunctionOrder::fed`]).
    pub fed: Vec<T>,
    /// What the geometry says of each place where solids may touch.
    pub touches: Vec<crate::elements::solid::Touch>,
    /// Force on side I of each contact of groups.
    pub contact_groups: Vec<Vec3>,
    /// For circles of functions.
    pub room: algebraic_loop::Room<T>,
}

impl<T: Number> EvaluatedState<T> {
    /// Room for a system.
    pub fn new(system: &System) -> Self {
        Self {
            time: T::zero(),
            bodies: vec![Body::rest().lift(); system.mechanism.bodies.len()],
            markers: system
                .mechanism
                .markers
                .iter()
                .map(|m| m.state(&Body::rest().lift()))
                .collect(),
            states: vec![T::zero(); system.extra.states.len()],
            turns: Vec::new(),
            values: vec![T::constant(f64::NAN); system.mechanism.functions.len()],
            multipliers: vec![T::zero(); system.all_rows],
            fed: vec![T::zero(); system.order.fed.len()],
            touches: vec![crate::elements::solid::Touch::NONE; system.solid_contacts.places.len()],
            contact_groups: vec![Vec3::zeros(); system.solid_contacts.contact_groups.len()],
            room: algebraic_loop::Room::new(&system.order.loops, &system.mechanism.functions),
        }
    }

    /// Places the markers that are stored on their bodies. Those on ground stay.
    pub fn place_markers(&mut self, system: &System) {
        let mut last: Option<(usize, Vec3<T>)> = None;
        for &(m, b) in &system.mechanism.riding {
            let body = &self.bodies[b];
            let spin = match last {
                Some((of, spin)) if of == b => spin,
                _ => body.R * body.w,
            };
            last = Some((b, spin));
            system.mechanism.markers[m].move_with_spin(body, spin, &mut self.markers[m]);
        }
    }

    /// The same once they have been placed: those on bodies that do not turn keep their axes.
    pub fn move_markers(&mut self, system: &System) {
        for &(m, b) in &system.mechanism.riding {
            let (marker, body, state) = (
                &system.mechanism.markers[m],
                &self.bodies[b],
                &mut self.markers[m],
            );
            if system.mechanism.bodies[b].turns {
                marker.move_with(body, state);
            } else {
                marker.shift_with(body, state);
            }
        }
    }

    /// A marker: looked at where it is stored, made where it is not.
    pub fn marker(&self, system: &System, m: usize) -> Cow<'_, MarkerState<T>> {
        match system.mechanism.markers[m].carrier {
            Carrier::Body(b) if !system.mechanism.stored[m] => {
                Cow::Owned(system.mechanism.markers[m].state(&self.bodies[b as usize]))
            }
            _ => Cow::Borrowed(&self.markers[m]),
        }
    }
}

impl EvaluatedState<Flow> {
    /// Moves along: from a state, the accelerations of its bodies (ground; body axes) and the rates of its extra states.
    pub fn along(
        &mut self,
        system: &System,
        now: &EvaluatedState<f64>,
        accelerations: &[f64],
        rates: &[f64],
    ) {
        self.time = Dual {
            re: now.time,
            eps: [1.0],
        };
        for ((flow, body), data) in self
            .bodies
            .iter_mut()
            .zip(&now.bodies)
            .zip(&system.mechanism.bodies)
        {
            let (a, wdot) = data.accelerations(accelerations);
            *flow = body.flow(&a, &wdot);
        }
        for ((flow, x), dx) in self.states.iter_mut().zip(&now.states).zip(rates) {
            *flow = Dual { re: *x, eps: [*dx] };
        }
        for (flow, touch) in self.touches.iter_mut().zip(&now.touches) {
            if touch.is_near() {
                *flow = *touch;
            } else {
                flow.stand = touch.stand;
            }
        }
        for (flow, lambda) in self.multipliers.iter_mut().zip(&now.multipliers) {
            *flow = Flow::constant(*lambda);
        }
        for (flow, z) in self.fed.iter_mut().zip(&now.fed) {
            *flow = Flow::constant(*z);
        }
        self.place_markers(system);
    }
}

/// Reactions of constraints at I, ground axes, and the multipliers they come from.
#[derive(Clone, Debug, Default)]
pub struct Reactions {
    /// Force and torque on I at I's origin, of each constraint.
    pub at_i: Vec<(Vec3, Vec3)>,
    /// The same on J at J's origin.
    pub at_j: Vec<(Vec3, Vec3)>,
}

/// A look at a state in one kind of number.
pub struct View<'a, T> {
    /// The system.
    pub system: &'a System,
    /// The state.
    pub now: &'a EvaluatedState<T>,
    /// Modes and turns.
    pub memory: &'a DiscreteState,
    /// Reactions, once they are known; else they are those of the multipliers in the state.
    pub reactions: Option<&'a Reactions>,
}

impl<T: Number> Frames<T> for View<'_, T> {
    fn time(&self) -> T {
        self.now.time
    }
    fn body(&self, b: usize) -> Cow<'_, Body<T>> {
        Cow::Borrowed(&self.now.bodies[b])
    }
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<T>> {
        self.now.marker(self.system, m)
    }
    fn arm(&self, m: usize, body: usize) -> Vec3<T> {
        self.now.bodies[body].R * self.system.mechanism.markers[m].s.map(T::constant)
    }
    fn measure(&self, measure: Measure, m: &[usize; 4]) -> T {
        // Markers of functions are stored.
        measure.eval(m.map(|m| &self.now.markers[m]))
    }
    fn carrier(&self, m: usize) -> Carrier {
        self.system.mechanism.markers[m].carrier
    }
    fn modes(&self, range: &Range<usize>) -> &[Mode] {
        &self.memory.modes[range.clone()]
    }
    fn turns(&self, slot: usize, wrapped: f64) -> f64 {
        follow(self.memory.turns[slot], wrapped)
    }
    fn turned(&self, slot: usize, wrapped: T) -> T {
        match self.now.turns.get(slot) {
            Some(previous) => follow(*previous, wrapped),
            None => T::constant(self.turns(slot, wrapped.value())),
        }
    }
    fn mode(&self) -> f64 {
        self.memory.mode
    }
    fn value(&self, f: FunctionId) -> T {
        self.now.values[f]
    }
    fn state(&self, k: usize) -> T {
        self.now.states[k]
    }
    fn touch(&self, place: usize) -> crate::elements::solid::Touch {
        self.now.touches[place]
    }
    fn contact_group(&self, contact_group: usize) -> Vec3<T> {
        self.now.contact_groups[contact_group].map(T::constant)
    }
    fn delayed(&self, k: usize, time: T) -> T {
        self.memory.pasts[k].at(time, self.system.order.delays[k].lag)
    }
    fn sensor(&self, k: usize) -> f64 {
        self.memory.sensors[k]
    }
    fn statistic(&self, name: &str) -> f64 {
        self.memory.numbers.of(name).unwrap_or(f64::NAN)
    }
    fn acceleration(&self, k: usize) -> T {
        self.now.fed[k]
    }
    fn multiplier(&self, row: usize) -> T {
        self.now.multipliers[row]
    }
    fn reaction(&self, c: usize, at_j: bool) -> (Vec3<T>, Vec3<T>) {
        let Some(r) = self.reactions else {
            return self.system.constraints[c].reaction_in(&self.system.mechanism, self, at_j);
        };
        let (f, t) = if at_j { r.at_j[c] } else { r.at_i[c] };
        (f.map(T::constant), t.map(T::constant))
    }
}

/// The wrapped value of a counter of turns.
pub fn wrapped_angle(counter: &TurnCounter, system: &System, now: &EvaluatedState<f64>) -> f64 {
    match counter {
        TurnCounter::Coordinate(c, i, j) => {
            c.value(&now.marker(system, *i), &now.marker(system, *j))
        }
        TurnCounter::Measure(measure, markers) => {
            let markers = markers.map(|k| now.marker(system, k));
            measure.eval(markers.each_ref().map(AsRef::as_ref))
        }
    }
}

/// Numbers of the state of a body: x y z of the centre of mass on ground axes, q0 q1 q2 q3 of the part frame in ground (scalar first), vx vy vz, wx wy wz on
/// ground axes.
pub const BODY_NUMBERS: [&str; 13] = [
    "x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz",
];
