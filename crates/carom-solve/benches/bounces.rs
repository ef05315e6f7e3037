//! A ball with restitution 0.9 down to the end of its impacts, all 153 of them: time of a whole run.

#![allow(clippy::unwrap_used)] // a test may panic

#[path = "../tests/suite/mod.rs"]
mod suite;

use carom_solve::Settings;
use carom_solve::hybrid::Trajectory;
use suite::bounces::{Ball, Flight};

fn main() {
    divan::main();
}

#[divan::bench(args = ["dop853", "rkf45", "rk4", "radau5", "radau9"])]
fn to_its_rest(name: &str) -> f64 {
    let settings = Settings {
        rtol: 1e-10,
        atol: 1e-10,
        h_max: if name == "rk4" { 1.0 } else { f64::INFINITY },
        ..Settings::default()
    };
    let method = carom_solve::integrator(name).unwrap();
    let ball = Ball::new(0.9);
    let mut run =
        Trajectory::new(ball, Flight::Flying, 0.0, &[1.0, 0.0], method, settings).unwrap();
    run.advance(9.0, &[], |_| {}).unwrap();
    run.system().end.unwrap()
}
