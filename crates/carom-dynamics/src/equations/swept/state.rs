//! Room of the search for touches inside a step.

use crate::mechanism::kinematics::Body;
use carom_base::{Pose, Vec3};

/// What looks inside a step need.
#[derive(Default)]
pub(in crate::equations) struct Swept {
    /// Bodies at the start, at the end, and at the time looked at.
    pub(in crate::equations) ends: [Vec<Body<f64>>; 2],
    /// Rates of their unknowns at both ends.
    pub(in crate::equations) rates: [Vec<f64>; 2],
    pub(in crate::equations) inside: Vec<Body<f64>>,
    /// Pairs that the ends of the step in hand do not clear.
    pub(in crate::equations) suspects: Vec<Suspect>,
    /// Of each pair the looks at the ends of the last step: its end is the start of the next one.
    pub(in crate::equations) last: Vec<[Option<Look>; 2]>,
    /// Pairs of which the looks at the last step did not decide.
    pub(in crate::equations) undecided: Vec<usize>,
    /// Looks that each pair may take.
    pub(in crate::equations) credit: Vec<usize>,
    /// How many of the last steps were not decided.
    pub(in crate::equations) failures: Vec<u32>,
    pub(in crate::equations) looks: Vec<Look>,
    pub(in crate::equations) pieces: Vec<Piece>,
    pub(in crate::equations) y: Vec<f64>,
    pub(in crate::equations) dy: Vec<f64>,
}

/// How the moving solid of a pair stands and moves in the frame of the base.
#[derive(Clone, Copy)]
pub(in crate::equations) struct Place {
    pub(in crate::equations) time: f64,
    /// Its frame.
    pub(in crate::equations) pose: Pose,
    /// Its centre, and the velocity of that.
    pub(in crate::equations) centre: Vec3,
    pub(in crate::equations) velocity: Vec3,
    /// Its angular velocity.
    pub(in crate::equations) spin: Vec3,
}

impl Place {
    /// Whether it is another one but for rounding, as in another chart of the same motion.
    pub(in crate::equations) fn is_at(&self, other: &Place) -> bool {
        let turned = (self.pose.rotation - other.pose.rotation).norm();
        let moved = (self.pose.position - other.pose.position).norm();
        let size = self.centre.norm() + self.pose.position.norm();
        self.time == other.time && turned <= SAME && moved <= SAME * size
    }
}

/// A place with what the geometry says of it.
#[derive(Clone, Copy)]
pub(in crate::equations) struct Look {
    pub(in crate::equations) at: Place,
    /// Less than 0: the depth.
    pub(in crate::equations) gap: f64,
    /// From the base to the moving solid.
    pub(in crate::equations) direction: Vec3,
    /// The rate of the gap.
    pub(in crate::equations) rate: f64,
    /// What rounding leaves of the gap.
    pub(in crate::equations) rounding: f64,
}

/// A pair that the ends of a step do not clear.
#[derive(Clone, Copy)]
pub(in crate::equations) struct Suspect {
    pub(in crate::equations) pair: usize,
    /// The error of the cubic through its ends.
    pub(in crate::equations) off: f64,
    pub(in crate::equations) ends: [Look; 2],
}

/// Between two looks.
#[derive(Clone, Copy)]
pub(in crate::equations) struct Piece {
    pub(in crate::equations) ends: [usize; 2],
    /// The gap is at least this.
    pub(in crate::equations) bound: f64,
    /// Halved in the middle if not where the tangents cross, in turns.
    pub(in crate::equations) halved: u32,
}

impl Swept {
    /// At a start nothing is known of the steps before.
    pub fn begin(&mut self) {
        self.credit.fill(CREDIT_MAX);
        self.failures.fill(0);
    }

    /// Looks that a pair may take in this step.
    pub(in crate::equations) fn allowance(&mut self, pair: usize, pairs: usize) -> usize {
        self.credit.resize(pairs, CREDIT_MAX);
        self.failures.resize(pairs, 0);
        let halved = (self.failures[pair] / HALVED_AFTER).min(3);
        (self.credit[pair] + (CREDIT_A_STEP >> halved)).min(CREDIT_MAX)
    }

    /// Whether the looks at the last step decided about a pair.
    pub fn is_decided(&self, pair: usize) -> bool {
        !self.undecided.contains(&pair)
    }
}

/// Two poses that differ by less are one.
pub(in crate::equations) const SAME: f64 = 1e-14;

pub(in crate::equations) const CREDIT_MAX: usize = 120;

/// After so many steps one after the other that are not decided a pair may take half as many looks, and so on down to one a step.
pub(in crate::equations) const HALVED_AFTER: u32 = 2;

/// Looks that a pair may take a step on the average, and what it may save of them: solids that are not convex and slide past each other at a gap that
/// stays small are not decided by any number of looks.
pub(in crate::equations) const CREDIT_A_STEP: usize = 8;
