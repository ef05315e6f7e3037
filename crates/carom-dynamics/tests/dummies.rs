//! Parts of nearly no mass between a joint and a bushing, as exported models have them by the dozen: methods start with them, and they change
//! nothing.

use crate::support;

use carom_model::JointKind;
use carom_model::analysis::Analysis;
use support::*;

/// A bar that swings on a dummy, which hangs on the ground by springs and dampers along and about the axes, a millimetre off at the start.
fn bar(mass: f64) -> Deck {
    bar_on(mass, [1e6, 1e3], [1e4, 10.0])
}

/// The same with this stiffness and damping along and about the axes.
fn bar_on(mass: f64, along: [f64; 2], about: [f64; 2]) -> Deck {
    bar_by(JointKind::Revolute, mass, along, about)
}

/// The same on another joint with the dummy.
fn bar_by(joint: JointKind, mass: f64, [k, c]: [f64; 2], [kt, ct]: [f64; 2]) -> Deck {
    let mut deck = Deck::new(9.81);
    deck.body(2, 2.0, [0.02, 0.03, 0.04], at(0.5, 0.0, 0.0));
    deck.marker(20, 2, turned(-0.5, 0.0, 0.0, [0.0, 90.0, 0.0]));
    deck.body(3, mass, [mass * 1e-4; 3], at(0.0, 0.0, 0.0));
    deck.marker(30, 3, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
    deck.joint(1, joint, 20, 30);
    deck.marker(10, 1, at(1e-3, 1e-3, 0.0));
    let torque = |a: &str| format!("-{kt}*A{a}(300,10)-{ct}*W{a}(300,10,10)");
    let force = |a: &str| format!("-{k}*D{a}(300,10,1)-{c}*V{a}(300,10,1,1)");
    let function = |text: String| {
        Some(carom_model::constraint::Function::Expression(expression(
            &text,
        )))
    };
    let components = [
        function(force("X")),
        function(force("Y")),
        function(force("Z")),
        function(torque("X")),
        function(torque("Y")),
        function(torque("Z")),
    ];
    deck.vforce(1, 300, components);
    deck
}

/// Where the bar is after half a second.
fn place(deck: &Deck, method: &str, error: f64) -> ([f64; 3], u64) {
    let record = run(deck, Analysis::Dynamic, 0.5, 1, &options(method, error));
    let bodies = &record.frames.last().expect("frames").bodies;
    (bodies[0].position, record.statistics[0].steps)
}

#[test]
fn methods_start_with_dummies() {
    for mass in [1e-4, 1e-7, 1e-10] {
        let deck = bar(mass);
        let (truth, _) = place(&deck, "radau13", 1e-9);
        for (method, error) in [
            ("hht", 1e-4),
            ("hht", 1e-6),
            ("gstiff", 1e-6),
            ("gstiff_i3", 1e-5),
            ("wstiff", 1e-6),
            ("newmark", 1e-4),
            ("radau", 1e-6),
            ("auto", 1e-6),
        ] {
            let (there, steps) = place(&deck, method, error);
            let off = (0..3)
                .map(|k| (there[k] - truth[k]).abs())
                .fold(0.0, f64::max);
            // Errors of low orders add up over the half swing; a start that fails is off by the size of the bar.
            let bound = if error > 1e-5 { 2e-2 } else { 2e-3 };
            assert!(off < bound, "{mass:e} {method} {error:e}: {off:e}");
            assert!(steps < 8000, "{mass:e} {method} {error:e}: {steps}");
        }
    }
}

/// A dummy on a bushing without damping vibrates for ever by an explicit method: 4 to 19 million evaluations by `dop853`. `auto` finds out that an implicit one
/// damps it away.
#[test]
fn auto_does_not_follow_a_dummy_for_ever() {
    for (mass, stiffness, torsion) in [(4e-8, 3e4, 1e3), (1e-7, 1e5, 1e2), (1e-6, 1e6, 1e4)] {
        let mut deck = bar_on(mass, [stiffness, 0.0], [torsion, 0.0]);
        deck.0.gravity = [0.0, 0.0, -9.81];
        let work = |method: &str| {
            let record = run(&deck, Analysis::Dynamic, 0.5, 1, &options(method, 1e-5));
            let s = &record.statistics[0];
            s.rhs_evaluations as f64 + 10.0 * s.factorizations as f64
        };
        let (own, better) = (work("auto"), work("radau"));
        // 500 explicit steps of 13 evaluations, and twice the implicit ones
        assert!(
            own <= 10_000.0 + 2.0 * better,
            "{mass:e}: {own} and {better}"
        );
    }
}

/// On a cylindrical joint the bar also slides along its axis, which leans; the dummy of 1e-7 kg takes no more steps than one of a gram.
#[test]
fn dummies_on_cylindrical_joints_take_few_steps() {
    let deck = |mass| {
        let mut deck = bar_by(JointKind::Cylindrical, mass, [1e6, 1e3], [1e4, 10.0]);
        deck.0.gravity = [0.0, -3.0, -9.0];
        deck
    };
    let light = deck(1e-7);
    let (truth, _) = place(&light, "radau13", 1e-9);
    // As far as a free mass falls along the axis: the bushing gives way by a millimetre.
    let fall = 0.5 * 3.0 * 0.5 * 0.5;
    assert!((truth[1] + fall).abs() < 5e-3, "{truth:?}");
    for (method, error) in [
        ("hht", 1e-5),
        ("gstiff", 1e-6),
        ("gstiff_i3", 1e-5),
        ("auto", 1e-6),
    ] {
        let (there, steps) = place(&light, method, error);
        let (_, usual) = place(&deck(1e-3), method, error);
        let off = (0..3)
            .map(|k| (there[k] - truth[k]).abs())
            .fold(0.0, f64::max);
        println!("{method} {error:e}: off {off:e}, {steps} steps, {usual} of a gram");
        // Errors of low orders add up over the half swing.
        let bound = if error > 5e-6 { 1e-2 } else { 2e-3 };
        assert!(off < bound, "{method}: {off:e}");
        assert!(steps <= 2 * usual + 50, "{method}: {steps} and {usual}");
    }
}
