//! Switches that constraints hold where they switch.
//!
//! A condition such as `IF(WZ(i, j, j): a, b, c)` under a MOTION that holds the joint still, or IMPACT at zero gap under a FIXED joint, is legal and
//! common in decks that programs write. Its value is rounding about zero, and no event. Whether the constraints determine a guard shows when the state is
//! moved at random and put back on the constraints: a guard that comes back to its value whatever the move depends on nothing that is free. One that
//! also rests at zero is watched with room on both sides, above what errors of constraints come to, until it leaves.

use super::Equations;
use crate::system::GuardOwner;
use carom_solve::{Guard, Problem};

pub(in crate::equations) mod state;

/// A value and a rate below this may be rounding, relative to what a move of size one changes; only then the state is moved.
const SMALL: f64 = 1e-6;
/// By how much the state is moved, radians and parts of lengths: far above rounding, and yet its square does not count.
const MOVE: f64 = 1e-4;
/// A guard that keeps less than this part of its change comes back: what Newton's method leaves of residuals is 1e-9 of the move.
const COMES_BACK: f64 = 1e-5;
/// A guard so many times its room above zero has left it.
const LEFT: f64 = 100.0;
/// Room on both sides of zero, relative to what a move of size one changes.
const ROOM: f64 = 1e-6;

impl Equations {
    /// Finds the guards that are held at zero in the state (t, y): among those that `fired`, or among all where none did.
    pub(super) fn hold_guards(&mut self, t: f64, y: &[f64], dy: &[f64], fired: &[usize]) {
        for &slot in fired {
            if let Some(room) = self.watching.held.room.get_mut(slot) {
                *room = 0.0;
            }
        }
        if self.system.rows.is_empty() || self.system.arrays.guards.is_empty() {
            return;
        }
        let slots = self.system.arrays.guards.len();
        let all: Vec<usize>;
        let asked = if fired.is_empty() {
            self.watching.held.room.clear();
            all = (0..slots).collect();
            &all[..]
        } else {
            fired
        };
        let switches = |slot: &&usize| {
            let owner = &self.system.arrays.guards[**slot];
            matches!(owner, GuardOwner::Switch { .. } | GuardOwner::Sensor(_))
        };
        let asked: Vec<usize> = asked.iter().filter(switches).copied().collect();
        let mut guards = vec![Guard::IDLE; slots];
        if asked.is_empty() || self.guards(t, y, dy, &mut guards).is_err() {
            return;
        }
        let before: Vec<f64> = guards.iter().map(|g| g.value).collect();
        for (room, value) in self.watching.held.room.iter_mut().zip(&before) {
            // It has left.
            if *value > LEFT * *room {
                *room = 0.0;
            }
        }
        if fired.is_empty() || self.watching.held.sizes.is_empty() {
            self.find_sizes((t, y, dy), &before);
        }
        let (sizes, time) = (&self.watching.held.sizes, self.system.mechanism.scale.time);
        let rests = |slot: &usize| {
            let (guard, size) = (&guards[*slot], sizes[*slot]);
            // A guard of a mode that was not seen yet may have any size.
            let small = if size > 0.0 {
                SMALL * size
            } else {
                f64::INFINITY
            };
            guard.value.abs() <= small && guard.rate.abs() * time <= small
        };
        let held: Vec<usize> = asked.into_iter().filter(rests).collect();
        if !held.is_empty() {
            self.find_held((t, y, dy), held, &before);
        }
    }

    /// How far guards go when the state is moved at random.
    fn find_sizes(&mut self, (t, y, dy): (f64, &[f64], &[f64]), before: &[f64]) {
        let mut guards = vec![Guard::IDLE; before.len()];
        let moved = self.moved_at_random(y, 1);
        self.watching.held.sizes.clear();
        self.watching.held.sizes.resize(before.len(), 0.0);
        if self.guards(t, &moved, dy, &mut guards).is_ok() {
            for ((size, guard), before) in
                self.watching.held.sizes.iter_mut().zip(&guards).zip(before)
            {
                let change = (guard.value - before).abs() / MOVE;
                // Guards of other modes are infinite.
                *size = if change.is_finite() { change } else { 0.0 };
            }
        }
    }

    /// Which of these guards, with their values, come back to them: those get room.
    fn find_held(
        &mut self,
        (t, y, dy): (f64, &[f64], &[f64]),
        mut held: Vec<usize>,
        before: &[f64],
    ) {
        let slots = before.len();
        let mut guards = vec![Guard::IDLE; slots];
        let mut room = vec![0.0; slots];
        let nd = self.system.differential();
        for seed in 1..=2 {
            let mut moved = self.moved_at_random(y, seed);
            if self.guards(t, &moved, dy, &mut guards).is_err() {
                return;
            }
            let change = |guards: &[Guard], s: usize| (guards[s].value - before[s]).abs();
            let changes: Vec<f64> = (0..slots).map(|s| change(&guards, s)).collect();
            if self.project(t, &mut moved[..nd]).is_err()
                || self.guards(t, &moved, dy, &mut guards).is_err()
            {
                return;
            }
            held.retain(|&s| changes[s] > 0.0 && change(&guards, s) <= COMES_BACK * changes[s]);
            for &s in &held {
                room[s] = f64::max(room[s], ROOM * changes[s] / MOVE);
            }
            for (size, change) in self.watching.held.sizes.iter_mut().zip(&changes) {
                if change.is_finite() && *change > 0.0 {
                    *size = change / MOVE;
                }
            }
        }
        self.watching.held.room.resize(slots, 0.0);
        for s in held {
            self.watching.held.room[s] = room[s];
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
        let n = self.system.mechanism.positions;
        for data in &self.system.mechanism.bodies {
            for c in 0..data.freedoms() {
                let k = data.first + c;
                let size = if c < 3 { data.radius } else { 1.0 };
                moved[k] += MOVE * size * random();
                moved[n + k] += MOVE * size / self.system.mechanism.scale.time * random();
            }
        }
        for k in 2 * n..self.system.differential() {
            moved[k] += MOVE * self.form.sizes[k] * random();
        }
        moved
    }

    /// Lowers the zeros of guards that are held.
    pub(super) fn make_room(&self, out: &mut [Guard]) {
        for (guard, room) in out.iter_mut().zip(&self.watching.held.room) {
            guard.value += room;
        }
    }
}
