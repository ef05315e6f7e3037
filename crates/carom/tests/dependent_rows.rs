//! Rows that are kept beside redundant ones, and come to depend on each other where the mechanism does not: others take their place.
// The whole file is a test: what fails here fails the test.
#![allow(clippy::unwrap_used)]

use carom::dynamics::Coordinates;
use carom::dynamics::RunOptions;
use carom::model::Model;
use carom::model::analysis::OutputGrid;
use carom::{Request, Simulation};

const END: f64 = 1.0;

/// Three hinges and a spherical joint hold a plane loop by one row more than it needs. Which of the hinges' rows of rotation may be left out depends on
/// where the links point: the row that goes at the start is needed where the rocker has turned by a quarter, first at 0.2 s.
fn four_bar() -> Model {
    let deck = include_str!("linkages/four_bar_on_table.adm");
    let (model, diagnostics) = carom::files::adm::read_text("four_bar_on_table.adm", deck);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    model.unwrap()
}

fn by(method: &str, coordinates: Coordinates, error: f64) -> Request {
    Request {
        end: Some(END),
        output: Some(OutputGrid::Interval(0.1)),
        options: RunOptions {
            integrator: Some(method.into()),
            error: Some(error),
            coordinates,
            ..RunOptions::default()
        },
        ..Request::default()
    }
}

fn state_at_end(request: &Request) -> Vec<f64> {
    let mut sim = Simulation::new(&four_bar(), request, &[]).unwrap();
    sim.run_until(END).unwrap();
    sim.state().unwrap()
}

/// The largest difference, of places in millimetres and velocities, relative to the largest number or one.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let largest = a.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    let pairs = a.iter().zip(b);
    pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) / largest
}

#[test]
fn a_linkage_passes_where_its_first_rows_hold_nothing() {
    let joints = state_at_end(&by("dop853", Coordinates::Joint, 1e-10));
    // A hundred tolerances, and a thousand of the one whose errors add up over 1,000 steps.
    for (method, error, most) in [
        ("dop853", 1e-10, 1e-8),
        ("radau", 1e-10, 1e-8),
        ("gstiff", 1e-8, 1e-5),
    ] {
        let absolute = state_at_end(&by(method, Coordinates::Absolute, error));
        let off = apart(&joints, &absolute);
        assert!(off < most, "{method}: {off:e}");
    }
}

/// What is watched is part of a saved state, wherever that is: also close to where rows are chosen anew.
#[test]
fn it_goes_on_to_the_same_bits() {
    for method in ["dop853", "gstiff"] {
        let request = by(method, Coordinates::Absolute, 1e-8);
        for at in [0.1, 0.19, 0.2, 0.21, 0.5] {
            let mut sim = Simulation::new(&four_bar(), &request, &[]).unwrap();
            sim.run_until(at).unwrap();
            let saved = sim.save().unwrap();
            sim.run_until(END).unwrap();
            let mut other = Simulation::new(&four_bar(), &request, &[]).unwrap();
            other.restore(&saved).unwrap();
            other.run_until(END).unwrap();
            assert_eq!(
                other.state().unwrap(),
                sim.state().unwrap(),
                "{method}, {at}"
            );
        }
    }
}
