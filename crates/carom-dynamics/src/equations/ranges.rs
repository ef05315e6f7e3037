//! Bounds of guards over an interval of time: the same formulas as the guards, in interval arithmetic.
//!
//! A guard has bounds where all that it looks at is a formula of time, of the places and velocities of bodies, and of extra states. What follows from
//! the solution of the equations (accelerations, reactions), from the geometry of solids, or from circles of functions has none.
#![allow(non_snake_case)]

use super::Equations;
use super::solid_ranges::any_has_bounds;
use crate::constraint::Equations as Rows;
use crate::function::{Function, Source, source_value};
use crate::kinematics::{Carrier, chart_rotation_ranges};
use crate::motion::{EvaluatedState, View};
use crate::system::{GuardOwner, System};
use crate::touch_ranges::{Heights, UNKNOWN};
use carom_base::{Dual, Interval, Mat3, Number, Vec3};
use carom_expr::measure::{Measure, Role};
use carom_expr::tape::{LinearSwitch, Ranged, Sum};
use carom_solve::{Guard, GuardRange, Part};
use std::sync::Arc;

/// What bounds of guards are made with.
pub(super) struct Ranges {
    pub(super) now: EvaluatedState<Ranged>,
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
    /// Forces of closed stops, where they have bounds.
    pub(super) pressing: Option<super::pressing::Pressing>,
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
    /// Bodies whose turning counts there.
    turning: Vec<Turning>,
    /// Room for sums of unknowns.
    terms: Vec<(usize, f64)>,
    inputs: Vec<Ranged>,
    registers: Vec<Ranged>,
    guards: Vec<Ranged>,
    quotients: Vec<Option<Ranged>>,
    /// Of the corners of polyhedra.
    heights: Heights,
    /// Whether any guard has bounds.
    any: bool,
    /// Guards without bounds that are cheap to look at.
    looked_at: Vec<bool>,
}

/// Guards of the clamps of IMPACT and BISTOP among those of a switch.
const CLAMPS: [usize; 2] = [2, 5];

fn nowhere() -> Vec3<Ranged> {
    Vec3::from_fn(|_| UNKNOWN)
}

impl Ranges {
    pub fn new(system: &System) -> Self {
        let mut bounded = vec![false; system.functions.len()];
        let mut timed_only = bounded.clone();
        for &f in &system.dynamic {
            let function = &system.functions[f];
            let plain = function.algebraic_loop.is_none() && function.root_of.is_none();
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
        timed_slots.extend(system.timed_delays());
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
        let pressing = super::pressing::Pressing::new(system, &bounded);
        let loads = pressing.iter().flat_map(|p| &p.functions);
        let any = functions.iter().any(switches)
            || pressing.is_some()
            || !stops.is_empty()
            || !system.polyhedra.is_empty()
            || !system.contact_frictions.is_empty()
            || any_has_bounds(system)
            || system.frictions.iter().any(|friction| friction.slots() > 0)
            || !system.delays.is_empty()
            || system.sensors.iter().any(|s| bounded[s.function]);
        let mut now = EvaluatedState::new(system);
        now.multipliers.fill(UNKNOWN);
        now.values.fill(UNKNOWN);
        for (m, _) in &system.riding {
            let state = &mut now.markers[*m];
            (state.R, state.v, state.w) = (state.R.map(|_| UNKNOWN), nowhere(), nowhere());
        }
        Self {
            looked_at: looked_at(system, &bounded),
            heights: Heights::default(),
            any,
            stops,
            wants: wants(system, functions.iter().chain(loads)),
            pressing,
            needs: system.functions.iter().map(Needs::of).collect(),
            placed: [system.bodies.len(), system.markers.len()].map(|n| vec![false; n]),
            spins: vec![None; system.bodies.len()],
            turning: turning_bodies(system, &mut rates),
            rates,
            terms: Vec::new(),
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
        | Source::Delayed { .. }
        | Source::Friction { .. }
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

/// What functions and joints with friction look at of each marker; what nobody looks at is never computed.
fn wants<'a>(system: &System, functions: impl Iterator<Item = &'a usize>) -> Vec<Wants> {
    let mut wants = vec![Wants::default(); system.markers.len()];
    let sources = functions.flat_map(|f| &system.functions[*f].sources);
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
    for m in system.frictions.iter().flat_map(|f| [f.i, f.j]) {
        (wants[m].axes, wants[m].velocities) = (true, true);
    }
    wants
}

/// A body whose turning counts in bounds of rates.
struct Turning {
    body: usize,
    /// Number of the first component of its rotation vector.
    first: usize,
    /// At the origin of the chart.
    R: Mat3,
    /// Bounds of the lengths of the rotation vector, of its rate, of the angular velocity, and of the rate of that.
    angle: f64,
    rate: f64,
    speed: f64,
    growth: f64,
}

/// A point of a turning body.
struct Arm {
    /// The body by its place in [`Ranges::turning`], at first by its number.
    turning: usize,
    /// From the centre of mass, body axes.
    s: Vec3,
    /// The line along which its velocity counts, times a factor, fixed in ground.
    along: Vec3,
}

impl Arm {
    /// Its part of the velocity: a sum of components of what turns the body, angular velocities or rates of the rotation vector, of this length, and how far
    /// that may be off.
    ///
    /// `ω·(s × a)`, a being the line on the axes of the body, which the turn θ since the origin of the chart moves by no more than |θ|·|a|; θ' as an angular
    /// velocity differs from the rate of the rotation vector by no more than |θ|·|θ'|/2, and is no longer.
    fn add_to(
        &self,
        terms: &mut Vec<(usize, f64)>,
        body: &Turning,
        first: usize,
        length: f64,
    ) -> f64 {
        let most = self.s.norm() * self.along.norm() * length;
        let share = 1.5 * body.angle;
        // Neither if the angle is no number.
        if share < 1.0 {
            let lever = self.s.cross(&body.R.tr_mul(&self.along));
            terms.extend(
                lever
                    .iter()
                    .enumerate()
                    .map(|(c, arm)| (first + body.first + c, *arm)),
            );
            share * most
        } else {
            most
        }
    }
}

/// A sum of rates of unknowns and of points of bodies.
#[derive(Default)]
struct Motion {
    /// Of time, or without a cause.
    fixed: f64,
    /// Numbers of unknowns, each with its factor.
    plain: Vec<(usize, f64)>,
    /// Points of turning bodies.
    turning: Vec<Arm>,
}

impl Motion {
    /// The rate of a sum of inputs.
    fn rate(system: &System, function: &Function, of: &Sum) -> Option<Motion> {
        let mut motion = Motion::default();
        for &(input, factor) in &of.terms {
            match &function.sources[input] {
                Source::Time => motion.fixed += factor,
                Source::Constant(_) | Source::Mode | Source::Sensor(_) => {}
                Source::State(k) => motion.plain.push((2 * system.positions + k, factor)),
                Source::Measure {
                    measure, markers, ..
                } => {
                    let axes = [Measure::DX, Measure::DY, Measure::DZ];
                    let axis = axes.iter().position(|m| m == measure)?;
                    motion.add_two(system, markers, axis, factor)?;
                }
                _ => return None,
            }
        }
        Some(motion)
    }

    /// A sum of velocities of points; the numbers of its unknowns are those of positions.
    fn speed(system: &System, function: &Function, of: &Sum) -> Option<Motion> {
        let mut motion = Motion {
            fixed: of.constant,
            ..Motion::default()
        };
        for &(input, factor) in &of.terms {
            match &function.sources[input] {
                Source::Constant(c) => motion.fixed += factor * c,
                Source::Measure {
                    measure, markers, ..
                } => {
                    let axes = [Measure::VX, Measure::VY, Measure::VZ];
                    let axis = axes.iter().position(|m| m == measure)?;
                    // Seen from ground.
                    if system.markers[markers[3]].carrier != Carrier::Ground {
                        return None;
                    }
                    motion.add_two(system, markers, axis, factor)?;
                }
                _ => return None,
            }
        }
        Some(motion)
    }

    /// The velocity of I against J along an axis of K, which is fixed in ground.
    fn add_two(
        &mut self,
        system: &System,
        [i, j, k, _]: &[usize; 4],
        axis: usize,
        factor: f64,
    ) -> Option<()> {
        let on = &system.markers[*k];
        if on.carrier != Carrier::Ground {
            return None;
        }
        let along = on.R.column(axis) * factor;
        self.add(system, *i, &along);
        self.add(system, *j, &-along);
        Some(())
    }

    /// The velocity of a marker along a line fixed in ground: that of the centre of mass, and that about it.
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
            self.turning.push(Arm {
                turning: b as usize,
                s: marker.s,
                along: *along,
            });
        }
    }

    /// It as a sum of unknowns from `first` on, and how far that may be off, `length` being that of what turns a body.
    fn collect(
        &self,
        terms: &mut Vec<(usize, f64)>,
        turning: &[Turning],
        first: usize,
        length: fn(&Turning) -> f64,
    ) -> Interval {
        terms.clear();
        terms.extend(self.plain.iter().map(|&(k, factor)| (first + k, factor)));
        let off = self.turning.iter().map(|arm| {
            let body = &turning[arm.turning];
            arm.add_to(terms, body, first, length(body))
        });
        Interval::around(0.0, off.sum())
    }

    /// Bounds of a rate.
    fn rate_bound(&self, r: (&[Turning], &mut Vec<(usize, f64)>), part: &Part<'_>) -> Interval {
        let (turning, terms) = r;
        let off = self.collect(terms, turning, 0, |t| t.rate);
        part.bounds.sum_of_rates(terms) + off + self.fixed
    }

    /// Bounds of a sum of velocities of points with its rate; velocities stand `n` after the places.
    fn speed_bound(
        &self,
        (turning, terms): (&[Turning], &mut Vec<(usize, f64)>),
        n: usize,
        part: &Part<'_>,
    ) -> Ranged {
        let off = self.collect(terms, turning, n, |t| t.speed);
        let speed = part.bounds.sum_of_state(terms) + off + self.fixed;
        let off = self.collect(terms, turning, n, |t| t.growth);
        // The line that is fixed in ground turns in the body.
        let turned = self.turning.iter().map(|arm| {
            let body = &turning[arm.turning];
            arm.s.norm() * arm.along.norm() * body.speed * body.speed.max(body.rate)
        });
        let off = off + Interval::around(0.0, turned.sum());
        Dual {
            re: speed,
            eps: [part.bounds.sum_of_rates(terms) + off],
        }
    }
}

/// A guard, or those of a switching operation, whose rate is a sum of rates: that of x, but for its sign.
struct GuardRate {
    owner: RateOf,
    /// The rate of x.
    rate: Motion,
    /// What the stop is given as that, where its clamp has bounds by it.
    speed: Option<Motion>,
}

enum RateOf {
    /// A switching operation of a function; its first guard.
    Switch {
        function: usize,
        linear: LinearSwitch,
        guard: usize,
    },
    /// The gap of a stop.
    Stop(usize),
}

/// The guards of functions and stops that are such sums.
fn guard_rates(system: &System, functions: &[usize], stops: &[usize]) -> Vec<GuardRate> {
    let mut rates = Vec::new();
    let is_watched = |f: &&usize| !system.functions[**f].guards.is_empty();
    for &f in functions.iter().filter(is_watched) {
        let function = &system.functions[f];
        for linear in function.tape.linear_switches() {
            let Some(rate) = Motion::rate(system, function, &linear.x) else {
                continue;
            };
            let clamp = linear.clamp.as_ref();
            rates.push(GuardRate {
                rate,
                speed: clamp.and_then(|c| Motion::speed(system, function, &c.speed)),
                owner: RateOf::Switch {
                    function: f,
                    guard: function.guards.start + linear.slot,
                    linear,
                },
            });
        }
    }
    for &k in stops {
        let constraint = &system.constraints[system.stops[k].constraint];
        if let Rows::Expression(f) = &constraint.equations
            && let function = &system.functions[*f]
            && let Some(gap) = function.tape.linear_value()
            && let Some(rate) = Motion::rate(system, function, &gap)
        {
            rates.push(GuardRate {
                owner: RateOf::Stop(k),
                rate,
                speed: None,
            });
        }
    }
    rates
}

/// The bodies whose turning counts; their numbers in the rates become places among these.
fn turning_bodies(system: &System, rates: &mut [GuardRate]) -> Vec<Turning> {
    let mut bodies: Vec<Turning> = Vec::new();
    let motions = rates
        .iter_mut()
        .flat_map(|r| std::iter::once(&mut r.rate).chain(&mut r.speed));
    for arm in motions.flat_map(|m| &mut m.turning) {
        let body = arm.turning;
        let known = bodies.iter().position(|t| t.body == body);
        arm.turning = known.unwrap_or(bodies.len());
        if known.is_none() {
            bodies.push(Turning {
                body,
                first: system.bodies[body].first + 3,
                R: Mat3::identity(),
                angle: 0.0,
                rate: 0.0,
                speed: 0.0,
                growth: 0.0,
            });
        }
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
pub(super) struct Bounds<'a> {
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
            self.place_marker(r, m, bounds);
        }
    }

    fn place_marker(&self, r: &mut Ranges, m: usize, bounds: Bounds<'_>) {
        let marker = &self.system.markers[m];
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
        let presses = r.pressing.is_some() && self.may_press(wanted);
        let any_stop = presses || stops.any(|guard| wanted[guard]);
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
        if presses {
            let pressing = r.pressing.take();
            if let Some(p) = &pressing {
                for &f in &p.functions {
                    self.place_for(&mut r, f, bounds);
                }
                self.evaluate_ranges(&mut r, &p.functions);
            }
            r.pressing = pressing;
        }
        functions
            .iter()
            .for_each(|f| self.place_for(&mut r, *f, bounds));
        let mut pairs = system.polyhedra.iter();
        let any_pair = pairs.any(|pair| pair.is_wanted(&system, wanted));
        let mut slips = system.contact_frictions.iter();
        let any_slip = slips.any(|slip| wanted[slip.guard] || wanted[slip.guard + 1]);
        if any_stop || any_pair || any_slip {
            self.place_all(&mut r, bounds);
        }
        self.function_ranges(&mut r, &functions, wanted, out);
        self.sensor_ranges(&r, |f| r.bounded[f], out);
        self.delay_ranges(t, out);
        if any_slip {
            self.slide_ranges(&r.now, wanted, out);
        }
        if presses {
            self.press_ranges(&mut r, (y, dy), wanted, out);
        }
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
        self.friction_ranges(&mut r, bounds, wanted, out);
        self.solid_ranges(&mut r, bounds, wanted, out);
        if any_pair {
            self.feature_ranges((&r.now, &mut r.heights), wanted, out);
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
        part: &Part<'_>,
        wanted: &[bool],
        out: &mut [GuardRange],
    ) -> bool {
        let Some(mut r) = self.ranges.take_if(|r| !r.rates.is_empty()) else {
            return false;
        };
        let n = self.system.positions;
        let (state, rates) = (part.bounds.state(), part.bounds.rates());
        for turning in &mut r.turning {
            let first = turning.first;
            let longest = |of: &[Interval]| {
                let most = |c: usize| of[first + c].low.abs().max(of[first + c].high.abs());
                Vec3::from_fn(most).norm()
            };
            turning.R = self.base[turning.body];
            turning.angle = longest(state);
            (turning.rate, turning.speed) = (longest(rates), longest(&state[n..]));
            turning.growth = longest(&rates[n..]);
        }
        let mut terms = std::mem::take(&mut r.terms);
        for guards in &r.rates {
            let mut rate = || guards.rate.rate_bound((&r.turning, &mut terms), part);
            match &guards.owner {
                RateOf::Switch {
                    function,
                    linear,
                    guard,
                } => {
                    let slots =
                        *guard..*guard + self.system.functions[*function].tape.slots_of(linear);
                    if wanted[slots.clone()].contains(&true) {
                        let rate = rate();
                        // What nobody asks for is most of the work while a stop is open.
                        let is_clamped = CLAMPS
                            .iter()
                            .any(|slot| slots.len() > *slot && wanted[slots.start + slot]);
                        let speed = guards.speed.as_ref().filter(|_| is_clamped);
                        let speed = speed.map(|s| s.speed_bound((&r.turning, &mut terms), n, part));
                        self.rates_of_switch((*function, linear), slots, (rate, speed), part, out);
                    }
                }
                RateOf::Stop(k) => {
                    let guard = self.system.stops[*k].guard;
                    if wanted[guard] && self.watched_floor(&self.system, *k).is_some() {
                        out[guard] = of_rate(rate());
                    }
                }
            }
        }
        r.terms = terms;
        self.ranges = Some(r);
        true
    }

    /// The bounds of the guards `slots` of a switch by that of the rate of its x, and those of clamps by the speed that the stop is given, if they are wanted.
    fn rates_of_switch(
        &self,
        (function, linear): (usize, &LinearSwitch),
        slots: std::ops::Range<usize>,
        (rate, speed): (Interval, Option<Ranged>),
        part: &Part<'_>,
        out: &mut [GuardRange],
    ) {
        let function = &self.system.functions[function];
        let modes = &self.memory.modes[function.modes.clone()];
        let Some(rates) = function.tape.linear_rates(linear, modes, rate) else {
            return;
        };
        for (out, rate) in out[slots.clone()].iter_mut().zip(rates) {
            if let Some(rate) = rate {
                *out = of_rate(rate);
            }
        }
        // What is watched may be another function.
        let rooms = self.held.room.get(slots.clone());
        let is_own = rooms.is_none_or(|rooms| rooms.iter().all(|room| *room == 0.0));
        let Some(speed) = speed.filter(|_| is_own) else {
            return;
        };
        let guard = |slot: usize| match rates[slot] {
            Some(rate) => Dual {
                re: part.value(slots.start + slot, rate),
                eps: [rate],
            },
            None => UNKNOWN,
        };
        let ranges = function.tape.clamp_ranges(linear, modes, speed, guard);
        for (slot, range) in CLAMPS.into_iter().zip(ranges) {
            if let Some(range) = range {
                out[slots.start + slot] = known(range);
            }
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
        self.delay_ranges(t, out);
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
        self.delay_guards(t, out);
        self.ranges = Some(r);
    }
}

fn of_rate(rate: Interval) -> GuardRange {
    GuardRange {
        rate,
        is_known: true,
        ..GuardRange::UNKNOWN
    }
}

pub(super) fn known(guard: Ranged) -> GuardRange {
    GuardRange {
        value: guard.re,
        rate: guard.eps[0],
        quotient: None,
        is_known: true,
    }
}
