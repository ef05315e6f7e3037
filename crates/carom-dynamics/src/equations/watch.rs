//! Sensors on accelerations and reactions: those follow from the state, so a sensor may look at them like at anything else.
//!
//! Their rate along the motion would be a third derivative of positions. The guards take it from a difference of two
//! values a thousandth of the step to both sides, or ahead alone where a motion or a mode begins, which serves the search for the event as a slope; where the event is, the value
//! alone decides.

use super::Equations;
use crate::mechanism::kinematics::Flow;
use carom_base::Dual;
use carom_solve::Fault;

pub(in crate::equations) mod state;

impl Equations {
    /// Solves for accelerations and reactions of the state last looked at, and computes what sensors watch of them.
    pub fn watch_here(&mut self) -> Result<(), Fault> {
        if self.system.order.watched.is_empty() {
            return Ok(());
        }
        self.accelerations()?;
        let system = std::sync::Arc::clone(&self.system);
        let mut solution = std::mem::take(&mut self.watching.watch.solution);
        solution.find(self);
        solution.evaluate(self, &system.order.watched);
        self.watching.watch.solution = solution;
        for sensor in system.sensing.sensors.iter().filter(|s| s.watches_solution) {
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
        if !self
            .system
            .sensing
            .sensors
            .iter()
            .any(|s| s.watches_solution)
        {
            return Ok(());
        }
        let [behind, before] = self.watching.watch.sides(t);
        let mut beside = std::mem::take(&mut self.watching.watch.beside);
        let mut result = Ok(());
        for (k, ahead) in [behind, before, 0.0].into_iter().enumerate() {
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
            self.see(|seen, value| match k {
                0 => Dual {
                    re: 0.0,
                    eps: [-value],
                },
                1 => Dual {
                    re: 0.0,
                    eps: [(seen.eps[0] + value) / (before - behind)],
                },
                _ => Dual { re: value, ..seen },
            });
        }
        self.watching.watch.beside = beside;
        result
    }

    /// Rates of the multipliers along `dy` at (t, y), by the same difference; `false` if nothing looks at them.
    pub(super) fn load_along(&mut self, t: f64, y: &[f64], dy: &[f64]) -> Result<bool, Fault> {
        if self.system.order.loaded.is_empty() {
            return Ok(false);
        }
        let [behind, before] = self.watching.watch.sides(t);
        let mut beside = std::mem::take(&mut self.watching.watch.beside);
        let mut result = Ok(());
        self.watching.watch.load_rates.fill(0.0);
        self.loads.feedback.rates.fill(0.0);
        for (sign, ahead) in [(-1.0, behind), (1.0, before)] {
            for ((b, y), dy) in beside.iter_mut().zip(y).zip(dy) {
                *b = y + ahead * dy;
            }
            result = self
                .look(t + ahead, &beside)
                .and_then(|()| self.accelerations());
            if result.is_err() {
                break;
            }
            for (rate, lambda) in self
                .watching
                .watch
                .load_rates
                .iter_mut()
                .zip(&self.now.multipliers)
            {
                *rate += sign * lambda / (before - behind);
            }
            for (rate, z) in self.loads.feedback.rates.iter_mut().zip(&self.now.fed) {
                *rate += sign * z / (before - behind);
            }
        }
        self.watching.watch.beside = beside;
        result.map(|()| true)
    }

    /// Updates what each sensor sees by the value of its function.
    fn see(&mut self, update: impl Fn(Flow, f64) -> Flow) {
        for (seen, sensor) in self
            .watching
            .watch
            .seen
            .iter_mut()
            .zip(&self.system.sensing.sensors)
        {
            if sensor.watches_solution {
                *seen = update(*seen, self.now.values[sensor.function]);
            }
        }
    }
}
