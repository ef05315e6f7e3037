//! The ball on a compliant floor, 2 s with all impacts: time of a whole run.

#![allow(clippy::unwrap_used)] // a test may panic

#[path = "../tests/suite/mod.rs"]
mod suite;

use carom_solve::{Driver, INTEGRATORS, Settings};
use suite::ball::Ball;

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    INTEGRATORS.iter().map(|i| i.name()).filter(|n| *n != "rk4")
}

/// One degree of freedom, and the same with 12 unknowns.
#[divan::bench(args = names(), consts = [0, 10])]
fn error_1e_10<const EXTRA: usize>(name: &str) {
    let mut ball = Ball::new(EXTRA);
    let settings = Settings {
        rtol: 1e-10,
        atol: 1e-10,
        ..Settings::default()
    };
    let integrator = carom_solve::integrator(name).unwrap();
    let mut driver = Driver::new(integrator, &mut ball, settings);
    let y = ball.start();
    driver.start(&mut ball, 0.0, &y).unwrap();
    driver.advance(&mut ball, 2.0, &[], &mut ()).unwrap();
}
