//! Bounds of guards over an interval of time: the same formulas as the guards, in interval arithmetic.
//!
//! A guard has bounds where all that it looks at is a formula of time, of the places and velocities of bodies, and of extra states. What follows from
//! the solution of the equations (accelerations, reactions), from the geometry of solids, or from circles of functions has none.
#![allow(non_snake_case)]

use super::Equations;
use crate::constraint::Equations as Rows;
use crate::function::{Function, Source, source_value};
use crate::kinematics::chart_rotation_ranges;
use crate::motion::{Now, View};
use crate::system::{GuardOwner, System};
use carom_base::{Dual, Interval, Number, Vec3};
use carom_expr::tape::Ranged;
use carom_solve::{Guard, GuardRange};
use std::sync::Arc;

/// What bounds of guards are made with.
pub(super) struct Ranges {
    now: Now<Ranged>,
    /// Functions that have bounds, in their order: those that guards look at.
    functions: Vec<usize>,
    /// Those of them whose values others, or sensors, look at.
    values: Vec<usize>,
    /// Whether each function has bounds.
    bounded: Vec<bool>,
    /// Functions of time alone whose guards are watched, and all that they need, in their order.
    timed: Vec<usize>,
    /// The guards of these, and of sensors that watch one.
    timed_slots: Vec<usize>,
    /// Stops whose open gaps have bounds.
    stops: Vec<usize>,
    /// Bodies whose states are looked at.
    bodies: Vec<usize>,
    inputs: Vec<Ranged>,
    registers: Vec<Ranged>,
    guards: Vec<Ranged>,
    quotients: Vec<Option<Ranged>>,
    /// Whether any guard has bounds.
    any: bool,
    /// Guards without bounds that are cheap to look at.
    looked_at: Vec<bool>,
}

const UNKNOWN: Ranged = Dual {
    re: Interval::ENTIRE,
    eps: [Interval::ENTIRE],
};

impl Ranges {
    pub fn new(system: &System) -> Self {
        let mut bounded = vec![false; system.functions.len()];
        let mut timed_only = bounded.clone();
        for &f in &system.dynamic {
            let function = &system.functions[f];
            let plain = function.circle.is_none() && function.root_of.is_none();
            let sources = || function.sources.iter();
            bounded[f] = plain && sources().all(|s| is_bounded(s, system, &bounded));
            timed_only[f] = bounded[f]
                && sources().all(|s| match s {
                    Source::Function(g) => timed_only[*g],
                    other => matches!(other, Source::Time | Source::Constant(_) | Source::Mode),
                });
        }
        let guarded = system.guarded.iter().copied();
        let functions: Vec<usize> = guarded.filter(|f| bounded[*f]).collect();
        let is_asked = |f: &usize| {
            let asks = |g: &usize| {
                let mut sources = system.functions[*g].sources.iter();
                sources.any(|source| match source {
                    Source::Function(other) => other == f,
                    Source::Applied { element, .. } => {
                        system.forces[*element].functions.contains(&Some(*f))
                    }
                    _ => false,
                })
            };
            functions.iter().any(asks) || system.sensors.iter().any(|s| s.function == *f)
        };
        let values: Vec<usize> = functions.iter().copied().filter(is_asked).collect();
        let timed: Vec<usize> = functions
            .iter()
            .copied()
            .filter(|f| timed_only[*f])
            .collect();
        let mut timed_slots: Vec<usize> = timed
            .iter()
            .flat_map(|f| system.functions[*f].guards.clone())
            .collect();
        let sensors = system.sensors.iter().filter(|s| !s.watches_solution);
        timed_slots.extend(sensors.filter(|s| timed_only[s.function]).map(|s| s.guard));
        timed_slots.sort_unstable();
        let stops = (0..system.stops.len()).filter(|k| {
            let constraint = &system.constraints[system.stops[*k].constraint];
            match &constraint.equations {
                Rows::Expression(f) => bounded[*f],
                Rows::Pair(_) => true,
                _ => false,
            }
        });
        let most = |of: fn(&Function) -> usize| system.functions.iter().map(of).max().unwrap_or(0);
        let switches = |f: &usize| !system.functions[*f].guards.is_empty();
        let any = functions.iter().any(switches)
            || stops.clone().next().is_some()
            || system.sensors.iter().any(|s| bounded[s.function]);
        let mut now = Now::new(system);
        now.multipliers.fill(UNKNOWN);
        now.values.fill(UNKNOWN);
        Self {
            looked_at: looked_at(system, &bounded),
            any,
            stops: stops.collect(),
            bodies: (0..system.bodies.len()).collect(),
            inputs: vec![UNKNOWN; most(|f| f.sources.len())],
            registers: vec![UNKNOWN; most(|f| f.tape.registers())],
            guards: vec![UNKNOWN; most(|f| f.guards.len())],
            quotients: vec![None; most(|f| f.guards.len())],
            now,
            functions,
            values,
            bounded,
            timed,
            timed_slots,
        }
    }

    /// Whether any guard has bounds.
    pub fn is_any(&self) -> bool {
        self.any
    }

    /// Whether a guard without bounds is one of a function that may be faster than the motion, and cheap to look at.
    pub fn is_looked_at(&self, slot: usize) -> bool {
        self.looked_at[slot]
    }

    /// Guards of time alone.
    pub fn timed_slots(&self) -> &[usize] {
        &self.timed_slots
    }
}

/// Whether the value of a source has bounds, functions before it being known to have some.
fn is_bounded(source: &Source, system: &System, bounded: &[bool]) -> bool {
    match source {
        Source::Function(f) => bounded[*f],
        // The sign of Euler parameters is that of one rotation.
        Source::Measure { measure, .. } => {
            !measure.needs_acceleration() && !measure.is_euler_parameter()
        }
        Source::Applied { element, .. } => system.forces[*element]
            .functions
            .iter()
            .flatten()
            .all(|f| bounded[*f]),
        Source::Reaction { .. }
        | Source::Acceleration(_)
        | Source::Contact { .. }
        | Source::Sum { .. } => false,
        _ => true,
    }
}

/// Guards of functions without bounds, as those in circles, whose values follow from the state alone: without solutions of the equations and overlaps
/// of solids.
fn looked_at(system: &System, bounded: &[bool]) -> Vec<bool> {
    let mut cheap = vec![true; system.functions.len()];
    loop {
        let before = cheap.clone();
        for &f in &system.dynamic {
            let is_cheap = |source: &Source| match source {
                Source::Function(g) => before[*g],
                other => is_bounded(other, system, &before),
            };
            cheap[f] = system.functions[f].sources.iter().all(is_cheap);
        }
        if cheap == before {
            break;
        }
    }
    let asks = |f: usize| cheap[f] && !bounded[f];
    let is_looked_at = |owner: &GuardOwner| match owner {
        GuardOwner::Switch { function, .. } => asks(*function),
        GuardOwner::Sensor(k) => {
            let sensor = &system.sensors[*k];
            !sensor.watches_solution && asks(sensor.function)
        }
        _ => false,
    };
    system.guards.iter().map(is_looked_at).collect()
}

impl Equations {
    /// Puts bounds of the state into the arrays.
    fn place_ranges(&self, r: &mut Ranges, t: Interval, y: &[Interval], dy: &[Interval]) {
        let n = self.system.positions;
        r.now.time = Dual {
            re: t,
            eps: [Interval::constant(1.0)],
        };
        let at = |k: usize| Dual {
            re: y[k],
            eps: [dy[k]],
        };
        let three = |k: usize| Vec3::new(at(k), at(k + 1), at(k + 2));
        for &b in &r.bodies {
            let data = &self.system.bodies[b];
            let k = data.first;
            let body = &mut r.now.bodies[b];
            (body.r, body.v) = (three(k), three(n + k));
            if data.turns {
                body.R = chart_rotation_ranges(&self.base[b], &three(k + 3));
                body.w = three(n + k + 3);
            }
        }
        for (k, state) in r.now.states.iter_mut().enumerate() {
            *state = at(2 * n + k);
        }
        r.now.place_markers(&self.system);
    }

    fn evaluate_ranges(&self, r: &mut Ranges, functions: &[usize]) {
        for &f in functions {
            let view = View {
                system: &self.system,
                now: &r.now,
                memory: &self.memory,
                reactions: None,
            };
            let function = &self.system.functions[f];
            let modes = &self.memory.modes[function.modes.clone()];
            r.now.values[f] = function.eval_with(|s| source_value(s, &self.system, &view), modes);
        }
    }

    /// The bounds of the guards of some functions, by the state in the arrays.
    fn function_ranges(&self, r: &mut Ranges, functions: &[usize], out: &mut [GuardRange]) {
        for &f in functions {
            let function = &self.system.functions[f];
            if function.guards.is_empty() {
                continue;
            }
            let view = View {
                system: &self.system,
                now: &r.now,
                memory: &self.memory,
                reactions: None,
            };
            for (input, source) in r.inputs.iter_mut().zip(&function.sources) {
                *input = source_value(source, &self.system, &view);
            }
            let slots = function.guards.len();
            function.tape.guard_ranges(
                &r.inputs[..function.sources.len()],
                &self.memory.modes[function.modes.clone()],
                &mut r.registers[..function.tape.registers()],
                (&mut r.guards[..slots], &mut r.quotients[..slots]),
            );
            let guards = r.guards.iter().zip(&r.quotients);
            for (out, (guard, quotient)) in out[function.guards.clone()].iter_mut().zip(guards) {
                *out = GuardRange {
                    quotient: quotient.map(|q| (q.re, q.eps[0])),
                    ..known(*guard)
                };
            }
        }
    }

    /// The bounds of sensors whose functions are among those that hold.
    fn sensor_ranges(&self, r: &Ranges, holds: impl Fn(usize) -> bool, out: &mut [GuardRange]) {
        for sensor in &self.system.sensors {
            if !sensor.watches_solution && holds(sensor.function) {
                let side = self.memory.sides[sensor.number];
                let distance = (r.now.values[sensor.function] - sensor.value) * side;
                out[sensor.guard] = known(distance);
            }
        }
    }

    /// See [`carom_solve::Problem::guard_ranges`].
    pub(super) fn ranges_of_guards(
        &mut self,
        t: Interval,
        y: &[Interval],
        dy: &[Interval],
        out: &mut [GuardRange],
    ) {
        let Some(mut r) = self.ranges.take() else {
            return;
        };
        let system = Arc::clone(&self.system);
        self.place_ranges(&mut r, t, y, dy);
        let functions = std::mem::take(&mut r.functions);
        let values = std::mem::take(&mut r.values);
        self.evaluate_ranges(&mut r, &values);
        r.values = values;
        self.function_ranges(&mut r, &functions, out);
        self.sensor_ranges(&r, |f| r.bounded[f], out);
        for &k in &r.stops {
            let stop = &system.stops[k];
            if let Some(floor) = self.watched_floor(&system, k) {
                let view = View {
                    system: &system,
                    now: &r.now,
                    memory: &self.memory,
                    reactions: None,
                };
                let mut gap = [UNKNOWN];
                system.constraints[stop.constraint].values(&system, &view, &mut gap);
                out[stop.guard] = known(gap[0] - floor);
            }
        }
        for (range, room) in out.iter_mut().zip(&self.held.room) {
            range.value = range.value + *room;
            if *room != 0.0 {
                // What is watched is another function.
                range.quotient = None;
            }
        }
        r.functions = functions;
        self.ranges = Some(r);
    }

    /// See [`carom_solve::Problem::timed_ranges`].
    pub(super) fn ranges_of_time(&mut self, t: Interval, out: &mut [GuardRange]) {
        let Some(mut r) = self.ranges.take() else {
            return;
        };
        r.now.time = Dual {
            re: t,
            eps: [Interval::constant(1.0)],
        };
        let timed = std::mem::take(&mut r.timed);
        self.evaluate_ranges(&mut r, &timed);
        self.function_ranges(&mut r, &timed, out);
        self.sensor_ranges(&r, |f| timed.contains(&f), out);
        r.timed = timed;
        self.ranges = Some(r);
    }

    /// See [`carom_solve::Problem::timed_at`].
    pub(super) fn guards_of_time(&mut self, t: f64, out: &mut [Guard]) {
        let Some(r) = self.ranges.take() else {
            return;
        };
        self.flow.time = Dual { re: t, eps: [1.0] };
        let system = Arc::clone(&self.system);
        self.flow.evaluate(&system, &self.memory, &r.timed);
        for &f in &r.timed {
            let function = &system.functions[f];
            if !function.guards.is_empty() {
                self.function_guards(f, &mut out[function.guards.clone()]);
            }
        }
        for sensor in &system.sensors {
            if r.timed_slots.binary_search(&sensor.guard).is_ok() {
                out[sensor.guard] = self.sensor_guard(sensor, self.flow.values[sensor.function]);
            }
        }
        self.ranges = Some(r);
    }
}

fn known(guard: Ranged) -> GuardRange {
    GuardRange {
        value: guard.re,
        rate: guard.eps[0],
        quotient: None,
        is_known: true,
    }
}
