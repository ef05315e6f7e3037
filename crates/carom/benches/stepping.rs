//! What it costs to step a run from a program: stops alone, inputs that are set in each period, and the parts of that.
//!
//! ```text
//! cargo bench -p carom --bench stepping
//! ```
// What fails here has no result.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use carom::{Request, Simulation};
use std::time::Instant;

const BALL: &str = include_str!("../../../examples/bouncing_ball/ball.adm");
/// A cart with a pole on it, a wall, and a push that a program sets.
const CART: &str = include_str!("../tests/user_code/cart.adm");

fn simulation(deck: &str, inputs: &[&str], error: f64) -> Simulation {
    let (model, diagnostics) = carom::files::adm::read_text("deck.adm", deck);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    let mut request = Request::default();
    request.options.error = Some(error);
    Simulation::new(&model.unwrap(), &request, inputs).unwrap()
}

/// Microseconds for each of some calls, the least of five rounds.
fn clock(what: &str, count: u32, mut round: impl FnMut() -> f64) {
    let least = (0..5).map(|_| round()).fold(f64::INFINITY, f64::min);
    println!("{what}: {:.2} µs", 1e6 * least / f64::from(count));
}

fn timed(work: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64()
}

fn main() {
    clock("a stop of the ball, 1 ms apart", 2000, || {
        let mut sim = simulation(BALL, &[], 1e-6);
        timed(|| {
            (0..2000).for_each(|_| {
                sim.step(1e-3).unwrap();
            })
        })
    });
    let periods = 300;
    for (what, sets) in [
        ("a period of 20 ms of the cart, no input", false),
        ("a period of 20 ms of the cart, another input in each", true),
    ] {
        clock(what, periods, || {
            let mut sim = simulation(CART, &["SFORCE/1"], 1e-5);
            timed(|| {
                for k in 0..periods {
                    if sets {
                        let push = 3.0 * (0.7 * f64::from(k)).sin();
                        sim.set_input("SFORCE/1", push).unwrap();
                    }
                    sim.step(0.02).unwrap();
                }
            })
        });
    }
    let mut sim = simulation(CART, &["SFORCE/1"], 1e-5);
    let mut state = vec![0.0; sim.state_names().len()];
    for k in 0..periods {
        sim.set_input("SFORCE/1", f64::from(k % 3)).unwrap();
        sim.step(0.02).unwrap();
        state = sim.state().unwrap();
    }
    println!("{:?}; {}", sim.statistics(), state.len());
}
