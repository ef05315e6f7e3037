//! Bounds of guards over an interval of time: the same formulas as the guards, in interval arithmetic.
//!
//! A guard has bounds where all that it looks at is a formula of time, of the places and velocities of bodies, and of extra states. What follows from
//! the solution of the equations (accelerations, reactions), from the geometry of solids, or from circles of functions has none.
#![allow(non_snake_case)]

use super::Equations;
use crate::constraint::Equations as Rows;
use crate::function::{Function, Source, source_value};
use crate::kinematics::{Carrier, chart_rotation_ranges};
use crate::motion::{Now, View};
use crate::system::{GuardOwner, System};
use carom_base::{Dual, Interval, Number, Vec3};
use carom_expr::measure::{Measure, Role};
use carom_expr::tape::{Ranged, Terms};
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
    /// Those of them whose guards are asked for.
    asked: Vec<usize>,
    /// All guards are asked for.
    every: Vec<bool>,
    /// Functions of time alone whose guards are watched, and all that they need, in their order.
    timed: Vec<usize>,
    /// The guards of these, and of sensors that watch one.
    timed_slots: Vec<usize>,
    /// Stops whose open gaps have bounds.
    stops: Vec<usize>,
    /// What each function looks at.
    needs: Vec<Needs>,
    /// What is looked at of each marker.
    wants: Vec<Wants>,
    /// Bodies and markers that have been placed, and the angular velocities of bodies on axes of ground.
    placed: [Vec<bool>; 2],
    spins: Vec<Option<Vec3<Ranged>>>,
    /// Guards whose rates are bounded by those of bodies.
    rates: Vec<GuardRate>,
    /// Bodies whose turning counts there, each with the bound of its rate.
    turning: Vec<(usize, f64)>,
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

fn nowhere() -> Vec3<Ranged> {
    Vec3::from_fn(|_| UNKNOWN)
}

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
        let stops: Vec<usize> = stops.collect();
        let mut rates = guard_rates(system, &functions, &stops);
        let most = |of: fn(&Function) -> usize| system.functions.iter().map(of).max().unwrap_or(0);
        let switches = |f: &usize| !system.functions[*f].guards.is_empty();
        let any = functions.iter().any(switches)
            || !stops.is_empty()
            || system.sensors.iter().any(|s| bounded[s.function]);
        let mut now = Now::new(system);
        now.multipliers.fill(UNKNOWN);
        now.values.fill(UNKNOWN);
        for (m, _) in &system.riding {
            let state = &mut now.markers[*m];
            (state.R, state.v, state.w) = (state.R.map(|_| UNKNOWN), nowhere(), nowhere());
        }
        Self {
            looked_at: looked_at(system, &bounded),
            any,
            stops,
            wants: wants(system, &functions),
            needs: system.functions.iter().map(Needs::of).collect(),
            placed: [system.bodies.len(), system.markers.len()].map(|n| vec![false; n]),
            spins: vec![None; system.bodies.len()],
            turning: turning_bodies(&mut rates),
            rates,
            inputs: vec![UNKNOWN; most(|f| f.sources.len())],
            registers: vec![UNKNOWN; most(|f| f.tape.registers())],
            guards: vec![UNKNOWN; most(|f| f.guards.len())],
            quotients: vec![None; most(|f| f.guards.len())],
            now,
            asked: Vec::with_capacity(functions.len()),
            every: vec![true; system.guards.len()],
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

/// What a function looks at beside time and states.
#[derive(Default)]
struct Needs {
    /// Markers of measures.
    markers: Vec<usize>,
    /// The values of other functions.
    values: bool,
    /// More than these.
    all: bool,
}

impl Needs {
    fn of(function: &Function) -> Needs {
        let mut needs = Needs::default();
        for source in &function.sources {
            match source {
                Source::Measure {
                    measure, markers, ..
                } => needs.markers.extend(&markers[..measure.roles().len()]),
                Source::Function(_) => needs.values = true,
                Source::Time | Source::Constant(_) | Source::Mode | Source::State(_) => {}
                Source::Sensor(_) | Source::Statistic(_) => {}
                _ => (needs.values, needs.all) = (true, true),
            }
        }
        needs
    }
}

/// What is looked at of a marker beside its place.
#[derive(Clone, Copy, Default)]
struct Wants {
    axes: bool,
    velocities: bool,
}

/// What functions look at of each marker; what nobody looks at is never computed.
fn wants(system: &System, functions: &[usize]) -> Vec<Wants> {
    let mut wants = vec![Wants::default(); system.markers.len()];
    let sources = functions.iter().flat_map(|f| &system.functions[*f].sources);
    for source in sources {
        let Source::Measure {
            measure, markers, ..
        } = source
        else {
            continue;
        };
        let axes = !measure.is_displacement() && !measure.is_velocity();
        for (role, m) in measure.roles().iter().zip(markers) {
            let want = &mut wants[*m];
            want.axes |= axes || matches!(role, Role::K | Role::L);
            want.velocities |= measure.needs_velocity();
        }
    }
    wants
}

/// A guard, or those of a switching operation, whose rate is a sum of rates: that of x, but for its sign.
struct GuardRate {
    owner: RateOf,
    /// Of time.
    fixed: f64,
    /// Numbers of unknowns, each with its factor.
    plain: Vec<(usize, f64)>,
    /// Lengths of arms on turning bodies; the bodies by their places in [`Ranges::turning`].
    turning: Vec<(usize, f64)>,
}

enum RateOf {
    /// A switching operation of a function; its first guard.
    Switch {
        function: usize,
        switch: usize,
        guard: usize,
    },
    /// The gap of a stop.
    Stop(usize),
}

impl GuardRate {
    fn new(system: &System, function: &Function, owner: RateOf, terms: &Terms) -> Option<Self> {
        let mut rate = GuardRate {
            owner,
            fixed: 0.0,
            plain: Vec::new(),
            turning: Vec::new(),
        };
        for &(input, factor) in terms {
            match &function.sources[input] {
                Source::Time => rate.fixed += factor,
                Source::Constant(_) | Source::Mode | Source::Sensor(_) => {}
                Source::State(k) => rate.plain.push((2 * system.positions + k, factor)),
                Source::Measure {
                    measure, markers, ..
                } => {
                    let [i, j, k, _] = *markers;
                    let on = &system.markers[k];
                    if on.carrier != Carrier::Ground {
                        return None;
                    }
                    let axis = match measure {
                        Measure::DX => 0,
                        Measure::DY => 1,
                        Measure::DZ => 2,
                        _ => return None,
                    };
                    let along = on.R.column(axis) * factor;
                    rate.add(system, i, &along);
                    rate.add(system, j, &-along);
                }
                _ => return None,
            }
        }
        Some(rate)
    }

    /// The velocity of a marker along a line fixed in ground: that of the centre of mass, and no more than |s|·|θ'| about it, since θ' as an angular
    /// velocity is no longer than as a rate of the rotation vector.
    fn add(&mut self, system: &System, marker: usize, along: &Vec3) {
        let marker = &system.markers[marker];
        let Carrier::Body(b) = marker.carrier else {
            return;
        };
        let data = &system.bodies[b as usize];
        let factors = along.iter().enumerate().filter(|(_, c)| **c != 0.0);
        self.plain
            .extend(factors.map(|(c, factor)| (data.first + c, *factor)));
        if data.turns && marker.s != Vec3::zeros() {
            self.turning
                .push((b as usize, marker.s.norm() * along.norm()));
        }
    }

    /// The bounds of x'.
    fn bound(&self, dy: &[Interval], turning: &[(usize, f64)]) -> Interval {
        let reach: f64 = self
            .turning
            .iter()
            .map(|(k, arm)| turning[*k].1 * arm)
            .sum();
        let plain = self.plain.iter().map(|(k, factor)| dy[*k] * *factor);
        plain.fold(Interval::around(self.fixed, reach), |a, b| a + b)
    }
}

/// The guards of functions and stops that are such sums.
fn guard_rates(system: &System, functions: &[usize], stops: &[usize]) -> Vec<GuardRate> {
    let mut rates = Vec::new();
    for &f in functions {
        let function = &system.functions[f];
        for linear in function.tape.linear_switches() {
            let owner = RateOf::Switch {
                function: f,
                switch: linear.switch,
                guard: function.guards.start + linear.slot,
            };
            rates.extend(GuardRate::new(system, function, owner, &linear.terms));
        }
    }
    for &k in stops {
        let constraint = &system.constraints[system.stops[k].constraint];
        if let Rows::Expression(f) = &constraint.equations
            && let function = &system.functions[*f]
            && let Some(terms) = function.tape.linear_value()
        {
            rates.extend(GuardRate::new(system, function, RateOf::Stop(k), &terms));
        }
    }
    rates
}

/// The bodies whose turning counts; their numbers in the rates become places among these.
fn turning_bodies(rates: &mut [GuardRate]) -> Vec<(usize, f64)> {
    let mut bodies: Vec<(usize, f64)> = Vec::new();
    for (body, _) in rates.iter_mut().flat_map(|r| &mut r.turning) {
        let known = bodies.iter().position(|(b, _)| b == body);
        let place = known.unwrap_or(bodies.len());
        if known.is_none() {
            bodies.push((*body, 0.0));
        }
        *body = place;
    }
    bodies
}

impl Ranges {
    /// Forgets where things were.
    fn unplace(&mut self) {
        self.placed.iter_mut().for_each(|p| p.fill(false));
        self.spins.fill(None);
    }
}

/// Bounds of the state.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    y: &'a [Interval],
    dy: &'a [Interval],
}

impl Bounds<'_> {
    fn at(&self, k: usize) -> Ranged {
        Dual {
            re: self.y[k],
            eps: [self.dy[k]],
        }
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
        let n = self.system.positions;
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
            let marker = &self.system.markers[m];
            let Carrier::Body(b) = marker.carrier else {
                continue;
            };
            if r.placed[1][m] {
                continue;
            }
            r.placed[1][m] = true;
            let b = b as usize;
            self.place_body(r, b, bounds);
            let (body, state) = (&r.now.bodies[b], &mut r.now.markers[m]);
            let wants = r.wants[m];
            marker.place_with(body, state);
            if wants.axes {
                marker.turn_with(body, state);
            }
            if wants.velocities {
                let spin = r.spins[b].get_or_insert_with(|| body.R * body.w);
                marker.swing_with(body, *spin, state);
            }
        }
    }

    fn place_body(&self, r: &mut Ranges, b: usize, bounds: Bounds<'_>) {
        if r.placed[0][b] {
            return;
        }
        r.placed[0][b] = true;
        let (n, data) = (self.system.positions, &self.system.bodies[b]);
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
        for b in 0..self.system.bodies.len() {
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
            let function = &self.system.functions[f];
            let modes = &self.memory.modes[function.modes.clone()];
            r.now.values[f] = function.eval_with(|s| source_value(s, &self.system, &view), modes);
        }
    }

    /// The bounds of the guards of some functions, by the state in the arrays.
    fn function_ranges(
        &self,
        r: &mut Ranges,
        functions: &[usize],
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
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
                &wanted[function.guards.clone()],
                &mut r.registers[..function.tape.registers()],
                (&mut r.guards[..slots], &mut r.quotients[..slots]),
            );
            let guards = r.guards.iter().zip(&r.quotients);
            let wanted = &wanted[function.guards.clone()];
            let slots = out[function.guards.clone()].iter_mut().zip(wanted);
            for ((out, _), (guard, quotient)) in slots.zip(guards).filter(|((_, w), _)| **w) {
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
        (y, dy): (&[Interval], &[Interval]),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let Some(mut r) = self.ranges.take() else {
            return;
        };
        let system = Arc::clone(&self.system);
        let bounds = Bounds { y, dy };
        self.place_ranges(&mut r, t, bounds);
        let mut functions = std::mem::take(&mut r.asked);
        let is_wanted = |f: &usize| wanted[system.functions[*f].guards.clone()].contains(&true);
        functions.clear();
        functions.extend(r.functions.iter().copied().filter(is_wanted));
        let mut stops = r.stops.iter().map(|k| system.stops[*k].guard);
        let any_stop = stops.any(|guard| wanted[guard]);
        if any_stop
            || functions.iter().any(|f| r.needs[*f].values)
            || system.sensors.iter().any(|s| wanted[s.guard])
        {
            let values = std::mem::take(&mut r.values);
            values
                .iter()
                .for_each(|f| self.place_for(&mut r, *f, bounds));
            self.evaluate_ranges(&mut r, &values);
            r.values = values;
        }
        functions
            .iter()
            .for_each(|f| self.place_for(&mut r, *f, bounds));
        if any_stop {
            self.place_all(&mut r, bounds);
        }
        self.function_ranges(&mut r, &functions, wanted, out);
        self.sensor_ranges(&r, |f| r.bounded[f], out);
        for &k in r.stops.iter().filter(|_| any_stop) {
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
        r.asked = functions;
        self.ranges = Some(r);
    }

    /// See [`carom_solve::Problem::guard_rates`].
    pub(super) fn rates_of_guards(
        &mut self,
        dy: &[Interval],
        wanted: &[bool],
        out: &mut [GuardRange],
    ) -> bool {
        let Some(mut r) = self.ranges.take_if(|r| !r.rates.is_empty()) else {
            return false;
        };
        for (body, rate) in &mut r.turning {
            let most = |k: usize| dy[k].low.abs().max(dy[k].high.abs());
            let first = self.system.bodies[*body].first + 3;
            *rate = Vec3::from_fn(|c| most(first + c)).norm();
        }
        for guards in &r.rates {
            let (first, rates) = match guards.owner {
                RateOf::Switch {
                    function,
                    switch,
                    guard,
                } => {
                    let function = &self.system.functions[function];
                    if !wanted[guard..function.guards.end].contains(&true) {
                        continue;
                    }
                    let modes = &self.memory.modes[function.modes.clone()];
                    let x = guards.bound(dy, &r.turning);
                    (guard, function.tape.linear_rates(switch, modes, x))
                }
                RateOf::Stop(k) => {
                    let guard = self.system.stops[k].guard;
                    if !wanted[guard] || self.watched_floor(&self.system, k).is_none() {
                        continue;
                    }
                    let mut rates = [None; 6];
                    rates[0] = Some(guards.bound(dy, &r.turning));
                    (guard, rates)
                }
            };
            for (slot, rate) in rates.into_iter().enumerate() {
                if let Some(rate) = rate {
                    out[first + slot] = GuardRange {
                        rate,
                        is_known: true,
                        ..GuardRange::UNKNOWN
                    };
                }
            }
        }
        self.ranges = Some(r);
        true
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
        let every = std::mem::take(&mut r.every);
        self.function_ranges(&mut r, &timed, &every, out);
        r.every = every;
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
