//! What sensors see of accelerations and reactions.

use crate::equations::solution::Solution;
use crate::mechanism::kinematics::Flow;
use crate::system::System;

/// Room and memory of the looks at accelerations and reactions.
pub(in crate::equations) struct Watch {
    /// What each sensor sees, with its rate along the motion; used by those that watch the solution.
    pub seen: Vec<Flow>,
    /// Rates of the multipliers along the motion, where functions of the motion look at reactions.
    pub load_rates: Vec<f64>,
    pub(in crate::equations) solution: Solution,
    /// A state a little earlier or later.
    pub(in crate::equations) beside: Vec<f64>,
    /// End of the last accepted step, and its length.
    pub(in crate::equations) last: f64,
    pub(in crate::equations) length: f64,
    /// [`FIRST`] in the units of the model.
    pub(in crate::equations) first: f64,
}

impl Watch {
    pub fn new(system: &System) -> Self {
        Self {
            seen: vec![
                Flow {
                    re: 0.0,
                    eps: [0.0]
                };
                system.sensing.sensors.len()
            ],
            load_rates: vec![0.0; system.all_rows],
            solution: Solution::default(),
            beside: vec![0.0; system.differential()],
            last: f64::NAN,
            length: f64::NAN,
            first: FIRST * system.mechanism.scale.time,
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

    /// Where the two values of a difference at the time `t` are, relative to it: at the start of a motion, and behind an event, nothing is known of earlier times.
    pub fn sides(&self, t: f64) -> [f64; 2] {
        let distance = self.distance(t);
        let behind = if t > self.last { -distance } else { 0.0 };
        [behind, distance]
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

/// The distance in time where no step has been taken yet, in seconds.
pub(in crate::equations) const FIRST: f64 = 1e-6;

/// Share of the step over which the difference is taken: truncation is its square, rounding its inverse times 1e-16.
pub(in crate::equations) const SHARE: f64 = 1e-3;
