//! Bounds of guards by the bounds of rates of bodies and unknowns.
#![allow(non_snake_case)]

use super::known;
use crate::constraint::Equations as Rows;
use crate::equations::Equations;
use crate::function::{Function, Source};
use crate::kinematics::Carrier;
use crate::system::System;
use crate::touch_ranges::UNKNOWN;
use carom_base::{Dual, Interval, Mat3, Vec3};
use carom_expr::measure::Measure;
use carom_expr::tape::{LinearSwitch, Ranged, Sum};
use carom_solve::{GuardRange, Part};

/// Guards of the clamps of IMPACT and BISTOP among those of a switch.
const CLAMPS: [usize; 2] = [2, 5];

/// A body whose turning counts in bounds of rates.
pub(super) struct Turning {
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
                    if system.mechanism.markers[markers[3]].carrier != Carrier::Ground {
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
        let on = &system.mechanism.markers[*k];
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
        let marker = &system.mechanism.markers[marker];
        let Carrier::Body(b) = marker.carrier else {
            return;
        };
        let data = &system.mechanism.bodies[b as usize];
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
pub(super) struct GuardRate {
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
pub(super) fn guard_rates(system: &System, functions: &[usize], stops: &[usize]) -> Vec<GuardRate> {
    let mut rates = Vec::new();
    let is_watched = |f: &&usize| !system.mechanism.functions[**f].guards.is_empty();
    for &f in functions.iter().filter(is_watched) {
        let function = &system.mechanism.functions[f];
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
            && let function = &system.mechanism.functions[*f]
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
pub(super) fn turning_bodies(system: &System, rates: &mut [GuardRate]) -> Vec<Turning> {
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
                first: system.mechanism.bodies[body].first + 3,
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

fn of_rate(rate: Interval) -> GuardRange {
    GuardRange {
        rate,
        is_known: true,
        ..GuardRange::UNKNOWN
    }
}

impl Equations {
    /// See [`carom_solve::Problem::guard_rates`].
    pub(in crate::equations) fn rates_of_guards(
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
                    let slots = *guard
                        ..*guard
                            + self.system.mechanism.functions[*function]
                                .tape
                                .slots_of(linear);
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
        let function = &self.system.mechanism.functions[function];
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
}
