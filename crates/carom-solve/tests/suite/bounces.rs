//! A ball that bounces on a floor until its impacts have accumulated.

use carom_solve::accumulation::Accumulation;
use carom_solve::hybrid::{Along, Hybrid};

/// Gravity.
pub const G: f64 = 9.80665;

/// A ball on a floor. The impacts accumulate, and then it rests.
pub struct Ball {
    restitution: f64,
    impacts: Accumulation,
    /// When its impacts end, once they have.
    pub end: Option<f64>,
}

/// Whether it rests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Flight {
    Flying,
    Resting,
}

impl Ball {
    /// One that keeps this part of its speed.
    pub fn new(restitution: f64) -> Ball {
        Ball {
            restitution,
            impacts: Accumulation::new(),
            end: None,
        }
    }
}

impl Hybrid for Ball {
    type Mode = Flight;
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, mode: Flight, _: f64, y: &[f64], dy: &mut [f64]) {
        dy[0] = y[1];
        dy[1] = if mode == Flight::Flying { -G } else { 0.0 };
    }
    fn watch(&self, mode: Flight, _: Along, y: &[Along], guards: &mut [Along]) {
        if mode == Flight::Flying {
            guards[0] = y[0];
        }
    }
    fn jump(&mut self, _: Flight, t: f64, y: &mut [f64], _: &[usize]) -> Option<Flight> {
        y[1] *= -self.restitution;
        self.end = self.impacts.impact(t, 1e-6);
        if self.end.is_none() {
            return Some(Flight::Flying);
        }
        y.fill(0.0);
        Some(Flight::Resting)
    }
}
