//! The work of whole runs, pinned: a change that costs more work shows here, without any clock.

use crate::support;

use carom_model::analysis::{Analysis, RigidContact};
use carom_model::force::Kind;
use std::fmt::Write;
use support::*;

#[test]
fn work_of_the_ball() {
    let mut ball = Deck::new(9.80665);
    ball.body(2, 1.0, [1e-3; 3], at(0.0, 0.0, 1.1));
    let f = "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    ball.sforce(1, Kind::Translation, true, (200, 1), f);
    let mut table = String::from("method  error  steps   rej     rhs   jac    LU newton events\n");
    for (method, error) in [
        ("radau", 1e-3),
        ("radau", 1e-6),
        ("radau", 1e-10),
        ("radau5", 1e-6),
        ("dop853", 1e-10),
    ] {
        let r = run(&ball, Analysis::Dynamic, 2.0, 1, &options(method, error));
        let s = &r.statistics[0];
        writeln!(
            table,
            "{method:7} {error:5.0e} {:6} {:5} {:7} {:5} {:5} {:6} {:6}",
            s.steps,
            s.rejected,
            s.rhs_evaluations,
            s.jacobians,
            s.factorizations,
            s.newton_iterations,
            s.events
        )
        .expect("strings take everything");
    }
    insta::assert_snapshot!(table);
}

fn rigid(mut deck: Deck, restitution: f64) -> Deck {
    deck.0.settings.rigid = Some(RigidContact {
        restitution: Some(restitution),
        ..RigidContact::default()
    });
    deck
}

/// What events of rigid contacts cost: at most two steps solved again for each, hardly any where a ball rebounds.
#[test]
fn work_of_rigid_contacts() {
    let mut ball = Deck::new(9.80665);
    ball.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 1.1));
    let law = "IMPACT(DZ(200,1), VZ(200,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    ball.sforce(1, Kind::Translation, true, (200, 1), law);
    let mut oscillator = Deck::new(0.0);
    oscillator.body(2, 1.0, [1.0; 3], at(0.0, 0.0, -1.0));
    let spring = "COS(2.2*TIME)-0.2*VZ(200,1)-DZ(200,1)";
    oscillator.sforce(1, Kind::Translation, true, (200, 1), spring);
    let stop = "-IMPACT(-DZ(200,1), -VZ(200,1), 0, 1E6, 1.5, 50, 1E-4)";
    oscillator.sforce(2, Kind::Translation, true, (200, 1), stop);
    let decks = [
        ("ball", rigid(ball, 0.9), 9.0),
        ("oscillator", rigid(oscillator, 0.6), 100.0),
    ];
    let mut table = String::from("deck       method  error events again  steps   rej     rhs\n");
    for (name, deck, end) in &decks {
        for (method, error) in [
            ("dop853", 1e-6),
            ("dop853", 1e-9),
            ("dop853", 1e-12),
            ("radau", 1e-9),
        ] {
            let r = run(deck, Analysis::Dynamic, *end, 1, &options(method, error));
            let s = &r.statistics[0];
            assert!(s.event_steps <= 2 * s.events, "{name} {method}: {s:?}");
            writeln!(
                table,
                "{name:10} {method:7} {error:5.0e} {:6} {:5} {:6} {:5} {:7}",
                s.events, s.event_steps, s.steps, s.rejected, s.rhs_evaluations,
            )
            .expect("strings take everything");
        }
    }
    insta::assert_snapshot!(table);
}
