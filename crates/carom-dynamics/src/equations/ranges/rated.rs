//! Guards whose rates are bounded by those of bodies.
#![allow(non_snake_case)]

use crate::elements::constraint::Equations as Rows;
use crate::mechanism::function::{Function, Source};
use crate::mechanism::kinematics::Carrier;
use crate::system::System;
use carom_base::{Dual, Interval, Mat3, Vec3};
use carom_expr::measure::Measure;
use carom_expr::tape::{LinearSwitch, Ranged, Sum};
use carom_solve::{GuardRange, Part};

/// A body whose turning counts in bounds of rates.
pub(in crate::equations) struct Turning {
    pub(in crate::equations) body: usize,
    /// Number of the first component of its rotation vector.
    pub(in crate::equations) first: usize,
    /// At the origin of the chart.
    pub(in crate::equations) R: Mat3,
    /// Bounds of the lengths of the rotation vector, of its rate, of the angular velocity, and of the rate of that.
    pub(in crate::equations) angle: f64,
    pub(in crate::equations) rate: f64,
    pub(in crate::equations) speed: f64,
    pub(in crate::equations) growth: f64,
}

/// A guard, or those of a switching operation, whose rate is a sum of rates: that of x, but for its sign.
#[derive(Clone, Debug)]
pub(in crate::equations) struct GuardRate {
    pub(in crate::equations) owner: RateOf,
    /// The rate of x.
    pub(in crate::equations) rate: Motion,
    /// What the stop is given as that, where its clamp has bounds by it.
    pub(in crate::equations) speed: Option<Motion>,
}

#[derive(Clone, Debug)]
pub(in crate::equations) enum RateOf {
    /// A switching operation of a function; its first guard.
    Switch {
        function: usize,
        linear: LinearSwitch,
        guard: usize,
    },
    /// The gap of a stop.
    Stop(usize),
}

/// The function whose value is the gap of a stop; `None`: its gap is that of two solids.
pub(in crate::equations) fn gap_function(system: &System, stop: usize) -> Option<usize> {
    match system.constraints[system.rigid.stops[stop].constraint].equations {
        Rows::Expression(f) => Some(f),
        _ => None,
    }
}

/// The guards of functions and stops that are such sums; `rate` and `speed` say how a sum of inputs of a function moves, if that is known.
pub(in crate::equations) fn guard_rates(
    system: &System,
    (functions, stops): (&[usize], &[usize]),
    rate: impl Fn(usize, &Sum) -> Option<Motion>,
    speed: impl Fn(usize, &Sum) -> Option<Motion>,
) -> Vec<GuardRate> {
    let mut rates = Vec::new();
    let is_watched = |f: &&usize| !system.mechanism.functions[**f].guards.is_empty();
    for &f in functions.iter().filter(is_watched) {
        let function = &system.mechanism.functions[f];
        for linear in function.tape.linear_switches() {
            let Some(rate) = rate(f, &linear.x) else {
                continue;
            };
            let clamp = linear.clamp.as_ref();
            rates.push(GuardRate {
                rate,
                speed: clamp.and_then(|c| speed(f, &c.speed)),
                owner: RateOf::Switch {
                    function: f,
                    guard: function.guards.start + linear.slot,
                    linear,
                },
            });
        }
    }
    for &k in stops {
        if let Some(f) = gap_function(system, k)
            && let Some(gap) = system.mechanism.functions[f].tape.linear_value()
            && let Some(rate) = rate(f, &gap)
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
pub(in crate::equations) fn turning_bodies(
    system: &System,
    rates: &mut [GuardRate],
) -> Vec<Turning> {
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

pub(in crate::equations) fn known(guard: Ranged) -> GuardRange {
    GuardRange {
        value: guard.re,
        rate: guard.eps[0],
        quotient: None,
        is_known: true,
    }
}

/// Guards of the clamps of IMPACT and BISTOP among those of a switch.
pub(in crate::equations) const CLAMPS: [usize; 2] = [2, 5];

/// A point of a turning body.
#[derive(Clone, Debug)]
pub(in crate::equations) struct Arm {
    /// The body by its place in [`turning`](super::state::Ranges::turning), at first by its number.
    pub(in crate::equations) turning: usize,
    /// From the centre of mass, body axes.
    pub(in crate::equations) s: Vec3,
    /// The line along which its velocity counts, times a factor, fixed in ground.
    pub(in crate::equations) along: Vec3,
}

impl Arm {
    /// Its part of the velocity: a sum of components of what turns the body, angular velocities or rates of the rotation vector, of this length, and how far
    /// that may be off.
    ///
    /// `ω·(s × a)`, a being the line on the axes of the body, which the turn θ since the origin of the chart moves by no more than |θ|·|a|; θ' as an angular
    /// velocity differs from the rate of the rotation vector by no more than |θ|·|θ'|/2, and is no longer.
    pub(in crate::equations) fn add_to(
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
#[derive(Clone, Debug, Default)]
pub(in crate::equations) struct Motion {
    /// Of time, or without a cause.
    pub(in crate::equations) fixed: f64,
    /// Numbers of unknowns, each with its factor.
    pub(in crate::equations) plain: Vec<(usize, f64)>,
    /// Points of turning bodies.
    pub(in crate::equations) turning: Vec<Arm>,
}

impl Motion {
    /// The rate of a sum of inputs.
    pub(in crate::equations) fn rate(
        system: &System,
        function: &Function,
        of: &Sum,
    ) -> Option<Motion> {
        let mut motion = Motion::default();
        for &(input, factor) in &of.terms {
            match &function.sources[input] {
                Source::Time => motion.fixed += factor,
                Source::Constant(_) | Source::Mode | Source::Sensor(_) => {}
                Source::State(k) => motion
                    .plain
                    .push((2 * system.mechanism.positions + k, factor)),
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
    pub(in crate::equations) fn speed(
        system: &System,
        function: &Function,
        of: &Sum,
    ) -> Option<Motion> {
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
    pub(in crate::equations) fn add_two(
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
    pub(in crate::equations) fn add(&mut self, system: &System, marker: usize, along: &Vec3) {
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
    pub(in crate::equations) fn collect(
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
    pub(in crate::equations) fn rate_bound(
        &self,
        r: (&[Turning], &mut Vec<(usize, f64)>),
        part: &Part<'_>,
    ) -> Interval {
        let (turning, terms) = r;
        let off = self.collect(terms, turning, 0, |t| t.rate);
        part.bounds.sum_of_rates(terms) + off + self.fixed
    }

    /// Bounds of a sum of velocities of points with its rate; velocities stand `n` after the places.
    pub(in crate::equations) fn speed_bound(
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
