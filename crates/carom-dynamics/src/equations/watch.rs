//! Sensors on accelerations and reactions: those follow from the state, so a sensor may look at them like at anything else.
//!
//! Their rate along the motion would be a third derivative of positions. The guards take it from a difference of two
//! values a thousandth of the step apart, which serves the search for the event as a slope; where the event is, the value
//! alone decides.

use super::Equations;
use crate::kinematics::Flow;
use crate::report::Solution;
use crate::system::System;
use carom_base::Dual;
use carom_solve::Fault;

/// Share of the step over which the difference is taken: truncation is its square, rounding its inverse times 1e-16.
const SHARE: f64 = 1e-3;
/// The distance in time where no step has been taken yet, in seconds.
const FIRST: f64 = 1e-6;

/// Room and memory of the looks at accelerations and reactions.
pub(super) struct Watch {
    /// What each sensor sees, with its rate along the motion; used by those that watch the solution.
    pub seen: Vec<Flow>,
    /// Rates of the multipliers along the motion, where functions of the motion look at reactions.
    pub load_rates: Vec<f64>,
    solution: Solution,
    /// A state a little earlier or later.
    beside: Vec<f64>,
    /// End of the last accepted step, and its length.
    last: f64,
    length: f64,
    /// [`FIRST`] in the units of the model.
    first: f64,
}

impl Watch {
    pub fn new(system: &System) -> Self {
        Self {
            seen: vec![
                Flow {
                    re: 0.0,
                    eps: [0.0]
                };
                system.sensors.len()
            ],
            load_rates: vec![0.0; system.all_rows],
            solution: Solution::default(),
            beside: vec![0.0; system.differential()],
            last: f64::NAN,
            length: f64::NAN,
            first: FIRST * system.scale.time,
        }
    }

    /// Forgets the steps so far.
    pub fn renew(&mut self) {
        (self.last, self.length) = (f64::NAN, f64::NAN);
    }

    /// A step ended.
    pub fn accept(&mut self, t: f64) {
        self.length = t - self.last;
        self.last = t;
    }

    /// The length of the last accepted step; not a number before there is one.
    pub fn length_of_step(&self) -> f64 {
        self.length
    }

    /// Half the distance of the two values of a difference at the time `t`.
    pub fn distance(&self, t: f64) -> f64 {
        let within = SHARE * (t - self.last);
        if within > 0.0 {
            within
        } else if self.length > 0.0 {
            SHARE * self.length
        } else {
            self.first
        }
    }
}

impl Equations {
    /// Solves for accelerations and reactions of the state last looked at, and computes what sensors watch of them.
    pub fn watch_here(&mut self) -> Result<(), Fault> {
        if self.system.watched.is_empty() {
            return Ok(());
        }
        self.accelerations()?;
        let system = std::sync::Arc::clone(&self.system);
        let mut solution = std::mem::take(&mut self.watch.solution);
        solution.find(self);
        solution.evaluate(self, &system.watched);
        self.watch.solution = solution;
        for sensor in system.sensors.iter().filter(|s| s.watches_solution) {
            if !self.now.values[sensor.function].is_finite() {
                return Err(Fault {
                    message: format!("{}: what it watches is not a finite number", sensor.label),
                });
            }
        }
        Ok(())
    }

    /// What sensors see of accelerations and reactions at (t, y), with their rates along `dy`.
    pub(super) fn watch_along(&mut self, t: f64, y: &[f64], dy: &[f64]) -> Result<(), Fault> {
        if !self.system.sensors.iter().any(|s| s.watches_solution) {
            return Ok(());
        }
        let distance = self.watch.distance(t);
        let mut beside = std::mem::take(&mut self.watch.beside);
        let mut result = Ok(());
        for ahead in [-distance, distance, 0.0] {
            for ((b, y), dy) in beside.iter_mut().zip(y).zip(dy) {
                *b = y + ahead * dy;
            }
            result = self
                .look(t + ahead, &beside)
                .and_then(|()| self.watch_here());
            if result.is_err() {
                break;
            }
            // The sum of the signed values is the difference.
            self.see(|seen, value| match ahead {
                0.0 => Dual { re: value, ..seen },
                _ if ahead < 0.0 => Dual {
                    re: 0.0,
                    eps: [-value],
                },
                _ => Dual {
                    re: 0.0,
                    eps: [(seen.eps[0] + value) / (2.0 * distance)],
                },
            });
        }
        self.watch.beside = beside;
        result
    }

    /// Rates of the multipliers along `dy` at (t, y), by the same difference; `false` if nothing looks at them.
    pub(super) fn load_along(&mut self, t: f64, y: &[f64], dy: &[f64]) -> Result<bool, Fault> {
        if self.system.loaded.is_empty() {
            return Ok(false);
        }
        let distance = self.watch.distance(t);
        let mut beside = std::mem::take(&mut self.watch.beside);
        let mut result = Ok(());
        self.watch.load_rates.fill(0.0);
        self.feedback.rates.fill(0.0);
        for sign in [-1.0, 1.0] {
            for ((b, y), dy) in beside.iter_mut().zip(y).zip(dy) {
                *b = y + sign * distance * dy;
            }
            result = self
                .look(t + sign * distance, &beside)
                .and_then(|()| self.accelerations());
            if result.is_err() {
                break;
            }
            for (rate, lambda) in self.watch.load_rates.iter_mut().zip(&self.now.multipliers) {
                *rate += sign * lambda / (2.0 * distance);
            }
            for (rate, z) in self.feedback.rates.iter_mut().zip(&self.now.fed) {
                *rate += sign * z / (2.0 * distance);
            }
        }
        self.watch.beside = beside;
        result.map(|()| true)
    }

    /// Updates what each sensor sees by the value of its function.
    fn see(&mut self, update: impl Fn(Flow, f64) -> Flow) {
        for (seen, sensor) in self.watch.seen.iter_mut().zip(&self.system.sensors) {
            if sensor.watches_solution {
                *seen = update(*seen, self.now.values[sensor.function]);
            }
        }
    }
}
