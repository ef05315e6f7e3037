//! Switches that constraints hold where they switch.
//!
//! A condition such as `IF(WZ(i, j, j): a, b, c)` under a MOTION that holds the joint still, or IMPACT at zero gap under a FIXED joint, is legal and
//! common in decks that programs write. Its value is rounding about zero, and no event. Whether the constraints determine a guard shows when the state is
//! moved at random and put back on the constraints: a guard that comes back to its value whatever the move depends on nothing that is free. One that
//! also rests at zero is watched with room on both sides, above what errors of constraints come to, until it leaves.

use super::Equations;
use crate::system::GuardOwner;
use carom_solve::{Guard, Problem};

/// A value and a rate below this may be rounding; only then the state is moved.
const SMALL: f64 = 1e-6;
/// By how much the state is moved, radians and parts of lengths: far above rounding, and yet its square does not count.
const MOVE: f64 = 1e-4;
/// A guard that keeps less than this part of its change comes back: what Newton's method leaves of residuals is 1e-9 of the move.
const COMES_BACK: f64 = 1e-5;
/// Room on both sides of zero, in parts of what a move of size one changes.
const ROOM: f64 = 1e-6;

/// Which guards are held.
#[derive(Default)]
pub(super) struct Held {
    /// By how much the zero of each guard is lowered; zero for those that are free. Empty where none is held.
    pub room: Vec<f64>,
}

impl Equations {
    /// Finds the guards that are held at zero in the state (t, y).
    pub(super) fn hold_guards(&mut self, t: f64, y: &[f64], dy: &[f64]) {
        self.held.room.clear();
        if self.system.rows.is_empty() || self.system.guards.is_empty() {
            return;
        }
        let slots = self.system.guards.len();
        let mut guards = vec![Guard::IDLE; slots];
        if self.guards(t, y, dy, &mut guards).is_err() {
            return;
        }
        let rests = |slot: &usize| {
            let guard = &guards[*slot];
            let switches = matches!(
                self.system.guards[*slot],
                GuardOwner::Switch { .. } | GuardOwner::Sensor(_)
            );
            switches && guard.value.abs() <= SMALL && guard.rate.abs() <= SMALL
        };
        let candidates: Vec<usize> = (0..slots).filter(rests).collect();
        if candidates.is_empty() {
            return;
        }
        let before: Vec<f64> = guards.iter().map(|g| g.value).collect();
        let mut room = vec![0.0; slots];
        let mut held = candidates.clone();
        for seed in 1..=2 {
            let mut moved = self.moved_at_random(y, seed);
            if self.guards(t, &moved, dy, &mut guards).is_err() {
                return;
            }
            let changes: Vec<f64> = (0..slots)
                .map(|s| (guards[s].value - before[s]).abs())
                .collect();
            let nd = self.system.differential();
            if self.project(t, &mut moved[..nd]).is_err()
                || self.guards(t, &moved, dy, &mut guards).is_err()
            {
                return;
            }
            held.retain(|&s| {
                let left = (guards[s].value - before[s]).abs();
                changes[s] > 0.0 && left <= COMES_BACK * changes[s]
            });
            for &s in &held {
                room[s] = f64::max(room[s], ROOM * changes[s] / MOVE);
            }
        }
        if held.is_empty() {
            return;
        }
        self.held.room = vec![0.0; slots];
        for s in held {
            self.held.room[s] = room[s];
        }
    }

    /// The state with all positions, velocities and extra states moved a little, each by a number of its own.
    fn moved_at_random(&self, y: &[f64], seed: u64) -> Vec<f64> {
        let mut state = seed;
        let mut random = || {
            // Knuth's linear congruential generator: any numbers will do, the same in each run.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            0.5 + (state >> 40) as f64 / (1u64 << 25) as f64
        };
        let mut moved = y.to_vec();
        let n = self.system.positions;
        for data in &self.system.bodies {
            for c in 0..data.freedoms() {
                let k = data.first + c;
                let size = if c < 3 { data.radius } else { 1.0 };
                moved[k] += MOVE * size * random();
                moved[n + k] += MOVE * size * random();
            }
        }
        for x in &mut moved[2 * n..self.system.differential()] {
            *x += MOVE * random();
        }
        moved
    }

    /// Lowers the zeros of guards that are held.
    pub(super) fn make_room(&self, out: &mut [Guard]) {
        for (guard, room) in out.iter_mut().zip(&self.held.room) {
            guard.value += room;
        }
    }
}
