//! Bounds of guards over an interval of time: the same formulas as the guards, in interval arithmetic.
//!
//! A guard has bounds where all that it looks at is a formula of time, of the places and velocities of bodies, and of extra states. What follows from
//! the solution of the equations (accelerations, reactions), from the geometry of solids, or from circles of functions has none.
#![allow(non_snake_case)]

use super::{Equations, JointCoordinates, Looks};
use crate::equations::ranges::rated::{gap_function, known};
use crate::equations::ranges::state::Ranges;
use crate::equations::switching::distance_of_sensor;
use crate::mechanism::kinematics::{Carrier, chart_rotation_ranges};
use crate::system::System;
use crate::system::motion::{EvaluatedState, View};
use crate::system::source::source_value;
use carom_base::{Dual, Interval, Number, Vec3};
use carom_expr::tape::Ranged;
use carom_geometry::touch::ranges::UNKNOWN;
use carom_solve::{Guard, GuardRange};
use std::sync::Arc;

pub(in crate::equations) mod needs;
pub(in crate::equations) mod rated;
mod rates;
pub(in crate::equations) mod state;

/// Bounds of the state, in absolute coordinates or in those of joints.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    y: &'a [Interval],
    dy: &'a [Interval],
    joints: Option<&'a JointCoordinates>,
}

impl Bounds<'_> {
    /// An unknown.
    pub fn at(&self, k: usize) -> Ranged {
        Dual {
            re: self.y[k],
            eps: [self.dy[k]],
        }
    }

    /// Whether these bodies move by no more than a part of the size of their places; bounds of the bodies in `now`.
    pub fn all_stay(
        &self,
        e: &Equations,
        (bodies, now): (&[u32], &EvaluatedState<Ranged>),
        part: f64,
    ) -> bool {
        let stays = |x: &Interval, k: usize| x.width() <= part * e.form.sizes[k];
        bodies.iter().all(|b| {
            let (data, body) = (
                &e.system.mechanism.bodies[*b as usize],
                &now.bodies[*b as usize],
            );
            let k = data.first;
            if self.joints.is_none() {
                return (k..k + data.freedoms()).all(|k| stays(&self.y[k], k));
            }
            // An entry of the orientation moves by no more than its body turns.
            let mut axes = (0..3).flat_map(|c| body.R.column(c).to_array());
            (0..3).all(|c| stays(&body.r[c].re, k + c))
                && (!data.turns || axes.all(|x| stays(&x.re, k + 3)))
        })
    }

    fn three(&self, k: usize) -> Vec3<Ranged> {
        Vec3::new(self.at(k), self.at(k + 1), self.at(k + 2))
    }
}

impl Equations {
    /// Puts bounds of time and of extra states into the arrays.
    fn place_ranges(&self, r: &mut Ranges, t: Interval, bounds: Bounds<'_>) {
        r.unplace();
        r.now.time = Dual {
            re: t,
            eps: [Interval::constant(1.0)],
        };
        let n = bounds
            .joints
            .map_or(self.system.mechanism.positions, JointCoordinates::count);
        for (k, state) in r.now.states.iter_mut().enumerate() {
            *state = bounds.at(2 * n + k);
        }
    }

    /// Bodies and markers that a function looks at.
    fn place_for(&self, r: &mut Ranges, function: usize, bounds: Bounds<'_>) {
        if r.needs[function].all {
            return self.place_all(r, bounds);
        }
        for k in 0..r.needs[function].markers.len() {
            let m = r.needs[function].markers[k];
            self.place_marker(r, m, bounds);
        }
    }

    fn place_marker(&self, r: &mut Ranges, m: usize, bounds: Bounds<'_>) {
        let marker = &self.system.mechanism.markers[m];
        let Carrier::Body(b) = marker.carrier else {
            return;
        };
        if std::mem::replace(&mut r.placed[1][m], true) {
            return;
        }
        let (b, wants) = (b as usize, r.wants[m]);
        self.place_body(r, b, bounds);
        let (body, state) = (&r.now.bodies[b], &mut r.now.markers[m]);
        marker.place_with(body, state);
        if wants.axes {
            marker.turn_with(body, state);
        }
        if wants.velocities {
            let spin = r.spins[b].get_or_insert_with(|| body.R * body.w);
            marker.swing_with(body, *spin, state);
        }
    }

    pub(super) fn place_body(&self, r: &mut Ranges, b: usize, bounds: Bounds<'_>) {
        if r.placed[0][b] {
            return;
        }
        if let Some(joints) = bounds.joints {
            return joints.place_range(b, bounds, &mut r.placed[0], &mut r.now.bodies);
        }
        r.placed[0][b] = true;
        let (n, data) = (
            self.system.mechanism.positions,
            &self.system.mechanism.bodies[b],
        );
        let (k, body) = (data.first, &mut r.now.bodies[b]);
        (body.r, body.v) = (bounds.three(k), bounds.three(n + k));
        if data.turns {
            body.R = chart_rotation_ranges(&self.base[b], &bounds.three(k + 3));
            body.w = bounds.three(n + k + 3);
        }
    }

    /// All bodies and markers.
    fn place_all(&self, r: &mut Ranges, bounds: Bounds<'_>) {
        if r.placed[1].iter().all(|placed| *placed) {
            return;
        }
        for b in 0..self.system.mechanism.bodies.len() {
            self.place_body(r, b, bounds);
        }
        r.now.place_markers(&self.system);
        r.placed[1].fill(true);
    }

    fn evaluate_ranges(&self, r: &mut Ranges, functions: &[usize]) {
        for &f in functions {
            let view = View {
                system: &self.system,
                now: &r.now,
                memory: &self.memory,
                reactions: None,
            };
            let function = &self.system.mechanism.functions[f];
            let modes = &self.memory.modes[function.modes.clone()];
            r.now.values[f] = function.eval_with(|s| source_value(s, &self.system, &view), modes);
        }
    }

    /// The bounds of the guards of some functions, by the state in the arrays.
    fn function_ranges(
        &self,
        r: &mut Ranges,
        (functions, looks): (&[usize], Option<&Looks>),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        for &f in functions {
            let function = &self.system.mechanism.functions[f];
            if function.guards.is_empty() {
                continue;
            }
            let view = View {
                system: &self.system,
                now: &r.now,
                memory: &self.memory,
                reactions: None,
            };
            let (count, inputs) = (function.sources.len(), &mut r.inputs);
            let inputs = match looks.and_then(|looks| looks.first(f)) {
                Some(first) => &inputs.of_looks[first..][..count],
                None => {
                    for (input, source) in inputs.of_one.iter_mut().zip(&function.sources) {
                        *input = source_value(source, &self.system, &view);
                    }
                    &inputs.of_one[..count]
                }
            };
            let slots = function.guards.len();
            function.tape.guard_ranges(
                inputs,
                &self.memory.modes[function.modes.clone()],
                &wanted[function.guards.clone()],
                &mut r.registers[..function.tape.registers()],
                (&mut r.guards[..slots], &mut r.quotients[..slots]),
            );
            let guards = r.guards.iter().zip(&r.quotients);
            let wanted = &wanted[function.guards.clone()];
            let slots = out[function.guards.clone()].iter_mut().zip(wanted);
            // What comes along with others of a switch tells more of parts.
            let is_told = |wanted: bool, guard: &Ranged| wanted || guard.re.is_bounded();
            for ((out, wanted), (guard, quotient)) in slots.zip(guards) {
                if !is_told(*wanted, guard) {
                    continue;
                }
                *out = GuardRange {
                    quotient: quotient.map(|q| (q.re, q.eps[0])),
                    ..known(*guard)
                };
            }
        }
    }

    /// The bounds of sensors whose functions are among those that hold.
    fn sensor_ranges(&self, r: &Ranges, holds: impl Fn(usize) -> bool, out: &mut [GuardRange]) {
        for sensor in &self.system.sensing.sensors {
            if !sensor.watches_solution && holds(sensor.function) {
                let off = r.now.values[sensor.function] - sensor.value;
                out[sensor.guard] = known(distance_of_sensor(self, sensor, off));
            }
        }
    }

    /// See [`carom_solve::Problem::guard_ranges`].
    pub(super) fn ranges_of_guards(
        &mut self,
        t: Interval,
        (y, dy): (&[Interval], &[Interval]),
        joints: Option<&JointCoordinates>,
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let Some(mut r) = self.watching.ranges.take() else {
            return;
        };
        let system = Arc::clone(&self.system);
        let bounds = Bounds { y, dy, joints };
        self.place_ranges(&mut r, t, bounds);
        let mut functions = std::mem::take(&mut r.asked);
        let is_wanted =
            |f: &usize| wanted[system.mechanism.functions[*f].guards.clone()].contains(&true);
        functions.clear();
        functions.extend(r.functions.iter().copied().filter(is_wanted));
        let looks = joints.and_then(JointCoordinates::looks);
        let by_looks = |f: &usize| looks.is_some_and(|looks| looks.first(*f).is_some());
        let presses = r.pressing.is_some() && self.may_press(wanted);
        let [any_gap, any_other] = wanted_gaps((&system, &r.stops), by_looks, wanted);
        let any_stop = presses || any_other;
        if any_stop
            || functions.iter().any(|f| r.needs[*f].values)
            || system.sensing.sensors.iter().any(|s| wanted[s.guard])
        {
            let values = std::mem::take(&mut r.values);
            values
                .iter()
                .for_each(|f| self.place_for(&mut r, *f, bounds));
            self.evaluate_ranges(&mut r, &values);
            r.values = values;
        }
        if presses {
            self.evaluate_loads(&mut r, bounds);
        }
        if let Some(looks) = looks.filter(|_| any_gap || functions.iter().any(by_looks)) {
            let unknowns = (0..y.len()).map(|k| bounds.at(k));
            let inputs = std::iter::once(r.now.time).chain(unknowns);
            looks.look(inputs, &mut r.inputs.slots, &mut r.inputs.of_looks);
        }
        let others = functions.iter().filter(|f| !by_looks(f));
        others.for_each(|f| self.place_for(&mut r, *f, bounds));
        let mut pairs = system.rigid.polyhedra.iter();
        let any_pair = pairs.any(|pair| pair.is_wanted(&system, wanted));
        let mut slips = system.rigid.contact_frictions.iter();
        let any_slip = slips.any(|slip| wanted[slip.guard] || wanted[slip.guard + 1]);
        if any_stop || any_pair || any_slip {
            self.place_all(&mut r, bounds);
        }
        self.function_ranges(&mut r, (&functions, looks), wanted, out);
        self.sensor_ranges(&r, |f| r.bounded[f], out);
        self.delay_ranges(t, out);
        if any_slip {
            self.slide_ranges(&r.now, wanted, out);
        }
        if presses {
            self.press_ranges(&mut r, bounds, wanted, out);
        }
        if any_stop || any_gap {
            self.gap_ranges((&system, &r), (looks, any_stop), wanted, out);
        }
        self.friction_ranges(&mut r, bounds, wanted, out);
        self.solid_ranges(&mut r, bounds, wanted, out);
        if any_pair {
            self.feature_ranges((&r.now, &mut r.heights), wanted, out);
        }
        for (range, room) in out.iter_mut().zip(&self.watching.held.room) {
            range.value = range.value + *room;
            if *room != 0.0 {
                // What is watched is another function.
                range.quotient = None;
            }
        }
        r.asked = functions;
        self.watching.ranges = Some(r);
    }

    /// The functions that forces of closed stops depend on.
    fn evaluate_loads(&self, r: &mut Ranges, bounds: Bounds<'_>) {
        let pressing = r.pressing.take();
        if let Some(p) = &pressing {
            for &f in &p.functions {
                self.place_for(r, f, bounds);
            }
            self.evaluate_ranges(r, &p.functions);
        }
        r.pressing = pressing;
    }

    /// The bounds of open gaps: of those that are looked at by a program if they are wanted, as the program has run then, and of all others where bodies are placed.
    fn gap_ranges(
        &self,
        (system, r): (&System, &Ranges),
        (looks, is_placed): (Option<&Looks>, bool),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        for &k in &r.stops {
            let Some(floor) = self.watched_floor(system, k) else {
                continue;
            };
            let stop = &system.rigid.stops[k];
            let function = gap_function(system, k);
            let by_looks = function.and_then(|f| Some((f, looks?.first(f)?)));
            let gap = match by_looks {
                Some(_) if !wanted[stop.guard] => continue,
                Some((f, first)) => {
                    let function = &system.mechanism.functions[f];
                    let modes = &self.memory.modes[function.modes.clone()];
                    function.eval_of(&r.inputs.of_looks[first..], modes)
                }
                None if is_placed => {
                    let view = View {
                        system,
                        now: &r.now,
                        memory: &self.memory,
                        reactions: None,
                    };
                    let mut gap = [UNKNOWN];
                    system.constraints[stop.constraint].values(&system.mechanism, &view, &mut gap);
                    gap[0]
                }
                None => continue,
            };
            out[stop.guard] = known(gap - floor);
        }
    }

    /// The bounds of the regimes of friction in joints.
    fn friction_ranges(
        &self,
        r: &mut Ranges,
        bounds: Bounds<'_>,
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let frictions = self.system.frictions.iter();
        for friction in frictions.filter(|friction| friction.slots() > 0) {
            for surface in &friction.surfaces {
                let slots = surface.guard..surface.guard + friction.slots();
                if !wanted[slots.clone()].contains(&true) {
                    continue;
                }
                for m in [friction.i, friction.j] {
                    self.place_marker(r, m, bounds);
                }
                let view = View {
                    system: &self.system,
                    now: &r.now,
                    memory: &self.memory,
                    reactions: None,
                };
                let guards = friction.guards(surface, &view);
                for (out, guard) in out[slots].iter_mut().zip(guards) {
                    if let Some(guard) = guard {
                        *out = known(guard);
                    }
                }
            }
        }
    }

    /// The bounds of the breaks of the past.
    fn delay_ranges(&self, t: Interval, out: &mut [GuardRange]) {
        for (slot, at) in self.delay_events() {
            let Some(at) = at else {
                out[slot] = GuardRange::UNKNOWN;
                continue;
            };
            out[slot] = match at.is_finite() {
                true => known(Dual {
                    re: Interval::constant(at) - t,
                    eps: [Interval::constant(-1.0)],
                }),
                false => GuardRange {
                    value: Interval::constant(f64::MAX),
                    rate: Interval::constant(0.0),
                    ..known(UNKNOWN)
                },
            };
        }
    }

    /// See [`carom_solve::Problem::timed_ranges`].
    pub(super) fn ranges_of_time(&mut self, t: Interval, out: &mut [GuardRange]) {
        let Some(mut r) = self.watching.ranges.take() else {
            return;
        };
        r.now.time = Dual {
            re: t,
            eps: [Interval::constant(1.0)],
        };
        let timed = std::mem::take(&mut r.timed);
        self.evaluate_ranges(&mut r, &timed);
        let every = std::mem::take(&mut r.every);
        self.function_ranges(&mut r, (&timed, None), &every, out);
        r.every = every;
        self.sensor_ranges(&r, |f| timed.contains(&f), out);
        self.delay_ranges(t, out);
        r.timed = timed;
        self.watching.ranges = Some(r);
    }

    /// See [`carom_solve::Problem::timed_at`].
    pub(super) fn guards_of_time(&mut self, t: f64, out: &mut [Guard]) {
        let Some(r) = self.watching.ranges.take() else {
            return;
        };
        self.flow.time = Dual { re: t, eps: [1.0] };
        let system = Arc::clone(&self.system);
        self.flow.evaluate(&system, &self.memory, &r.timed);
        for &f in &r.timed {
            let function = &system.mechanism.functions[f];
            if !function.guards.is_empty() {
                self.function_guards(f, &mut out[function.guards.clone()]);
            }
        }
        for sensor in &system.sensing.sensors {
            if r.timed_slots.binary_search(&sensor.guard).is_ok() {
                out[sensor.guard] = self.sensor_guard(sensor, self.flow.values[sensor.function]);
            }
        }
        self.delay_guards(t, out);
        self.watching.ranges = Some(r);
    }
}

/// Whether any gap is wanted whose function is looked at by a program, and any other one.
fn wanted_gaps(
    (system, stops): (&System, &[usize]),
    by_looks: impl Fn(&usize) -> bool,
    wanted: &[bool],
) -> [bool; 2] {
    let wanted = |k: &&usize| wanted[system.rigid.stops[**k].guard];
    let is_by_looks = |k: usize| gap_function(system, k).is_some_and(|f| by_looks(&f));
    let mut any = [false; 2];
    for k in stops.iter().filter(wanted) {
        any[usize::from(!is_by_looks(*k))] = true;
    }
    any
}
