//! Tolerances do not depend on the units: the same mechanism takes the same steps in all of them.

use crate::support;

use carom_base::Units;
use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use carom_model::{JointKind, Model};
use support::*;

/// A pendulum of two bars with a spring and damper at its tip, a stop under it, and a rod driven at a rate, thirty metres or thirty centimetres large.
fn mechanism(size: f64) -> Deck {
    let mut deck = Deck::new(9.81);
    let inertia = [1e-2 * size * size, 2e-2 * size * size, 1.5e-2 * size * size];
    deck.body(2, 1.0, inertia, at(0.5 * size, 0.0, 0.0));
    deck.body(3, 0.5, inertia, at(1.5 * size, 0.0, 0.0));
    deck.marker(20, 2, at(-0.5 * size, 0.0, 0.0));
    deck.marker(21, 2, at(0.5 * size, 0.0, 0.0));
    deck.marker(30, 3, at(-0.5 * size, 0.0, 0.0));
    deck.marker(31, 3, at(0.5 * size, 0.0, 0.0));
    deck.joint(1, JointKind::Spherical, 20, 1);
    deck.joint(2, JointKind::Spherical, 30, 21);
    // All velocities, and such as the joints allow: what is left open starts by a measure in the numbers of the units.
    let moves = [
        (2, [0.0; 3], [0.0; 3]),
        (3, [0.0, 2.0 * size, 0.1 * size], [0.3, -0.2, 4.0]),
    ];
    for (label, v, w) in moves {
        let id = deck.part_id(label);
        deck.0.parts[id].velocity = v.map(Some);
        deck.0.parts[id].angular_velocity = w.map(Some);
    }
    let spring = "-40*(DM(31,1)-1)-0.5*VR(31,1)";
    let spring = spring.replace("-1)", &format!("-{})", 1.2 * size));
    deck.sforce(1, Kind::Translation, true, (31, 1), &spring);
    let depth = 1e-3 * size;
    let stop = format!(
        "IMPACT(DZ(31,1,1),VZ(31,1,1,1),{},{},1.5,1,{depth})",
        -0.8 * size,
        1e4 / size.powf(0.5)
    );
    deck.sforce(2, Kind::Translation, true, (31, 1), &stop);
    deck
}

/// The same model in other units.
fn in_units(model: &Model, names: [&str; 4]) -> Model {
    let [force, mass, length, time] = names;
    let units = Units::from_names(force, mass, length, time).expect("known names");
    let (other, diagnostics) = model.in_units(&units);
    assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    other
}

const SYSTEMS: [[&str; 4]; 4] = [
    ["newton", "kilogram", "millimeter", "second"],
    ["kilogram_force", "slinch", "kilometer", "millisecond"],
    ["kilogram_force", "gram", "inch", "minute"],
    ["pound_force", "slug", "foot", "hour"],
];

#[test]
fn the_same_steps_in_all_units() {
    let methods = [
        ("dop853", 1e-6),
        ("dop853", 1e-10),
        ("radau", 1e-6),
        ("hht", 1e-4),
    ];
    for (size, (method, error)) in [30.0, 0.03]
        .into_iter()
        .flat_map(|s| methods.map(|m| (s, m)))
    {
        let deck = mechanism(size);
        // Half a second: a few collisions with the stop. PendingEvents the double pendulum makes rounding visible.
        let seconds = 0.5;
        let options = options(method, error);
        let record = run(&deck, Analysis::Dynamic, seconds, 1, &options);
        let own = record.statistics[0].steps as f64;
        let place = record.frames.last().expect("frames").bodies[1].position;
        for names in SYSTEMS {
            let other = Deck(in_units(&deck.0, names));
            let units = &other.0.units;
            let end = seconds / units.time.si;
            let record = run(&other, Analysis::Dynamic, end, 1, &options);
            let what = format!("{names:?} {size} {method} {error:e}");
            let steps = record.statistics[0].steps as f64;
            // 3 %: rounding decides about single steps of Newton's method
            assert!(
                (steps / own - 1.0).abs() <= 0.03,
                "{what}: {steps} steps, {own} in SI"
            );
            let there = record.frames.last().expect("frames").bodies[1].position;
            // What single steps change; the steps of the explicit method are the same to rounding, which collisions magnify.
            let bound = if method == "dop853" {
                1e-10
            } else {
                100.0 * error
            };
            for k in 0..3 {
                let off = (there[k] * units.length.si - place[k]).abs() / size;
                assert!(off < bound, "{what}: {off:e}");
            }
        }
    }
}

/// A crank in kilometres and in millimetres, positions by kinematics, equilibrium by statics: residuals are judged by the size of the mechanism.
#[test]
fn positions_alone_in_all_units() {
    for size in [30.0, 0.03] {
        let deck = mechanism(size);
        let rest = |deck: &Deck| {
            let record = run(deck, Analysis::Static, 0.0, 1, &options("auto", 1e-6));
            record.frames.last().expect("frames").bodies[1].position
        };
        let own = rest(&deck);
        for names in SYSTEMS {
            let other = Deck(in_units(&deck.0, names));
            let there = rest(&other);
            for k in 0..3 {
                let off = (there[k] * other.0.units.length.si - own[k]).abs() / size;
                // 1e-9: forces balance to rounding, through the stiffness of the spring
                assert!(off < 1e-9, "{names:?} {size}: {off:e}");
            }
        }
    }
}
