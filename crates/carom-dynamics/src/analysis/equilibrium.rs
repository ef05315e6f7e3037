//! Positions without integration: kinematics, where constraints alone fix the motion.
#![allow(non_snake_case)]

use crate::elements::constraint::{Constraint, Drive, Equations as Rows};
use crate::equations::Equations;
use crate::equations::kkt::Purpose;
use crate::mechanism::kinematics::Body;
use crate::start::projection::rotation_vector;
use crate::system::motion::{DiscreteState, EvaluatedState};
use carom_base::Vec3;
use carom_base::space::exp_so3;
use carom_solve::Fault;
use std::sync::Arc;

/// Most Newton iterations of a position.
const ITERATIONS: usize = 100;

/// How often a way is halved: a body that turns by hundreds of radians between two outputs is followed.
const HALVINGS: u32 = 8;
/// The way of a body may differ from the trapezoidal rule by this part; at constant rates on a circle that is a turn of some 1.2.
const TRUST: f64 = 0.12;
/// Moves below this, in lengths of the model and radians, are believed.
const SMALL: f64 = 1e-6;
/// A longer turn could be another one by a whole turn.
const LARGEST_TURN: f64 = 2.0;
/// How often a way is halved beforehand because its rates alone turn a body further than that: a million times.
const SPLITS: u32 = 20;

impl Equations {
    /// Moves a mechanism without degrees of freedom to the time `t`, from the position in the arrays and its velocities: positions, then velocities.
    ///
    /// A search over a long way may find the position of another assembly. So it begins where the velocities lead, and its end is believed where the velocities at both ends agree with
    /// the way in between; else the way is halved.
    pub fn drive_to(&mut self, t: f64) -> Result<(), Fault> {
        drive(self, t, (HALVINGS, SPLITS))
    }

    /// Puts the bodies on their constraints, by the smallest moves.
    pub(crate) fn close(&mut self) -> Result<(), Fault> {
        let mut last = f64::INFINITY;
        for _ in 0..ITERATIONS {
            self.arrange();
            self.constraint_values();
            if self.has_lost_curves() && self.initialize_curves() {
                self.arrange();
                self.constraint_values();
            }
            self.correct(true, Purpose::Search)?;
            let step = self.kkt.step.clone();
            self.displace(&step);
            let size = self.largest(&step);
            // Quadratic convergence ends where rounding takes over.
            if size < 1e-13 || (size < 1e-9 && size >= last) {
                // On the way the pieces of curves stay; at its end they are looked at.
                if self.initialize_curves() {
                    last = f64::INFINITY;
                    continue;
                }
                return self.stay_on_curves();
            }
            last = size;
        }
        Err(Fault {
            message: format!(
                "the position could not be found at this time: the mechanism may lock here (last correction {last:.3e})"
            ),
        })
    }

    /// Whether some row has no value: pieces of two curves that have no common tangent here.
    pub(crate) fn has_lost_curves(&self) -> bool {
        let mut rows = self.system.rows.iter();
        rows.any(|r| self.residual(*r).is_nan())
    }

    /// The velocities that the constraints ask for, which fix all of them.
    pub(crate) fn follow_velocities(&mut self) -> Result<(), Fault> {
        for body in &mut self.now.bodies {
            (body.v, body.w) = (Vec3::zeros(), Vec3::zeros());
        }
        self.arrange();
        self.constraint_rates();
        self.rates_are_finite()?;
        self.correct(false, Purpose::Search)?;
        let step = self.kkt.step.clone();
        let system = Arc::clone(&self.system);
        for (body, data) in self.now.bodies.iter_mut().zip(&system.mechanism.bodies) {
            let k = data.first;
            body.v = Vec3::new(step[k], step[k + 1], step[k + 2]);
            if data.turns {
                body.w = Vec3::new(step[k + 3], step[k + 4], step[k + 5]);
            }
        }
        self.arrange();
        self.count_turns();
        Ok(())
    }

    /// A position beyond the end of an open curve is none.
    pub(crate) fn stay_on_curves(&self) -> Result<(), Fault> {
        match self.off_its_curve() {
            None => Ok(()),
            Some(c) => Err(Fault {
                message: format!(
                    "{}: the contact is beyond an end of its open curve",
                    self.system.constraints[c].label
                ),
            }),
        }
    }

    /// Markers, modes and functions for the bodies in the arrays.
    pub(crate) fn arrange(&mut self) {
        let system = Arc::clone(&self.system);
        self.now.place_markers(&system);
        self.initialize_modes_at_rest();
    }

    /// The largest part of a small change, relative to the length that tolerances are measured by, or radians.
    fn largest(&self, step: &[f64]) -> f64 {
        let changes = self.system.mechanism.bodies.iter().flat_map(|data| {
            let own = &step[data.first..data.first + data.freedoms()];
            let length = self.system.mechanism.scale.length;
            let sizes = [length, length, length, 1.0, 1.0, 1.0];
            own.iter().zip(sizes).map(|(d, size)| d.abs() / size)
        });
        changes.fold(0.0, f64::max)
    }

    /// Moves the bodies by a small change.
    pub(crate) fn displace(&mut self, step: &[f64]) {
        let system = Arc::clone(&self.system);
        for (body, data) in self.now.bodies.iter_mut().zip(&system.mechanism.bodies) {
            let k = data.first;
            body.r += Vec3::new(step[k], step[k + 1], step[k + 2]);
            if data.turns {
                body.R *= exp_so3(&Vec3::new(step[k + 3], step[k + 4], step[k + 5]));
            }
        }
        self.now.place_markers(&system);
    }
}

/// Follows what motions ask for up to the time `t`, by the smallest moves. Where the way is lost, all stands as before.
pub(crate) fn follow_motions(e: &mut Equations, t: f64) -> bool {
    let before = (e.now.clone(), e.memory.clone());
    let followed = e.follow_velocities().and_then(|()| e.drive_to(t));
    stay_if(e, followed.is_ok(), before)
}

/// The same if one move leads there, which the velocities at both ends believe.
pub(crate) fn follows_at_once(e: &mut Equations, t: f64) -> bool {
    let before = (e.now.clone(), e.memory.clone());
    let h = t - e.now.time;
    let is_there = e.follow_velocities().is_ok() && !turns_too_far(e, h) && {
        let begin = e.now.bodies.clone();
        drive_at_once(e, t).is_ok() && have_gone(e, &begin, h)
    };
    stay_if(e, is_there, before)
}

/// Goes back to a state unless what was tried holds; whether it does.
fn stay_if(e: &mut Equations, holds: bool, before: (EvaluatedState<f64>, DiscreteState)) -> bool {
    if !holds {
        (e.now, e.memory) = before;
        e.arrange();
    }
    holds
}

/// Whether motions say where joints stand, and nothing else moves with the time: no rates, which equilibria do not integrate, and no rigid contacts.
pub(crate) fn is_led_by_motions(e: &Equations) -> bool {
    let places = |c: &Constraint| matches!(c.equations, Rows::Sum(_, Drive::Displacement(_)));
    let rates = |c: &Constraint| match c.equations {
        Rows::Sum(_, Drive::Velocity(..) | Drive::Acceleration(..)) => true,
        _ => !c.is_holonomic(),
    };
    !e.has_stops() && e.system.acting().any(places) && !e.system.acting().any(rates)
}

fn drive(e: &mut Equations, t: f64, (halvings, splits): (u32, u32)) -> Result<(), Fault> {
    let from = e.now.time;
    let middle = from + 0.5 * (t - from);
    let has_middle = middle != from && middle != t;
    if splits > 0 && has_middle && turns_too_far(e, t - from) {
        drive(e, middle, (halvings, splits - 1))?;
        return drive(e, t, (halvings, splits - 1));
    }
    let (bodies, memory) = (e.now.bodies.clone(), e.memory.clone());
    let found = drive_at_once(e, t);
    // What is still no way after all halvings is a jump of what drives it.
    if halvings == 0 || !has_middle || (found.is_ok() && have_gone(e, &bodies, t - from)) {
        return found;
    }
    e.now.time = from;
    e.now.bodies.copy_from_slice(&bodies);
    e.memory = memory;
    e.arrange();
    drive(e, middle, (halvings - 1, splits))?;
    drive(e, t, (halvings - 1, splits))
}

/// Whether some body turns too far for one move in a time `h`, by the velocities where they stand.
fn turns_too_far(e: &Equations, h: f64) -> bool {
    let mut turns = e.now.bodies.iter().map(|b| b.w.norm() * h.abs());
    turns.any(|turn| turn > LARGEST_TURN)
}

fn drive_at_once(e: &mut Equations, t: f64) -> Result<(), Fault> {
    let h = t - e.now.time;
    for body in &mut e.now.bodies {
        body.r += body.v * h;
        body.R *= exp_so3(&(body.w * h));
    }
    e.now.time = t;
    e.close()?;
    e.follow_velocities()
}

/// Whether the bodies have come from these positions, a time `h` ago, as the velocities at both ends say: by less than [`TRUST`] of that way off the trapezoidal rule.
fn have_gone(e: &Equations, before: &[Body<f64>], h: f64) -> bool {
    let length = e.system.mechanism.scale.length;
    before.iter().zip(&e.now.bodies).all(|(a, b)| {
        let gone = (b.r - a.r - (a.v + b.v) * (0.5 * h)).norm();
        let way = 0.5 * h.abs() * (a.v.norm() + b.v.norm());
        let mean = exp_so3(&((a.w + b.w) * (0.5 * h)));
        let turned = rotation_vector(&((a.R * mean).transpose() * b.R)).norm();
        let turn = 0.5 * h.abs() * (a.w.norm() + b.w.norm());
        gone <= TRUST * way + SMALL * length
            && turned <= TRUST * turn + SMALL
            && turn <= LARGEST_TURN
    })
}
