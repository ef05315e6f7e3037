//! Counters of turns, and where searches for the values of algebraic loops begin.

use super::Equations;
use crate::mechanism::function::follow;
use crate::system::TurnCounter;
use crate::system::motion::wrapped_angle;
use std::sync::Arc;

impl Equations {
    /// Brings the counters of turns to the state in the arrays.
    pub fn count_turns(&mut self) {
        for (k, counter) in self.system.arrays.turns.iter().enumerate() {
            let wrapped = wrapped_angle(counter, &self.system, &self.now);
            self.memory.turns[k] = wrapped + follow(self.memory.turns[k], wrapped);
        }
    }

    /// The next search for the values of circles of functions begins at those of the state in the arrays.
    pub fn remember_loops(&mut self) {
        if self.system.order.loops.is_empty() {
            return;
        }
        let system = Arc::clone(&self.system);
        self.now
            .evaluate(&system, &self.memory, &system.order.dynamic);
        let members = system.order.loops.iter().flat_map(|l| &l.members);
        for (x, f) in self.memory.loops.iter_mut().zip(members) {
            let value = self.now.values[*f];
            if value.is_finite() {
                *x = value;
            }
        }
    }

    /// After assembly: angles of constraints follow what they were where the deck places the bodies, so that what depends
    /// on their start stays met; measures start from zero turns.
    pub fn follow_turns(&mut self) {
        for (k, counter) in self.system.arrays.turns.iter().enumerate() {
            let wrapped = wrapped_angle(counter, &self.system, &self.now);
            self.memory.turns[k] = match counter {
                TurnCounter::Coordinate(..) => wrapped + follow(self.memory.turns[k], wrapped),
                TurnCounter::Measure(..) => wrapped,
            };
        }
    }

    /// Sets the counters of turns by the state in the arrays, starting from zero turns.
    pub fn start_turns(&mut self) {
        for (k, counter) in self.system.arrays.turns.iter().enumerate() {
            self.memory.turns[k] = wrapped_angle(counter, &self.system, &self.now);
        }
    }
}
