//! Neither units nor a detour by another method change what a run costs.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, PoissonParameters};
use carom_laws::restitution::NEWTON;

use carom_base::Units;
use carom_model::JointKind;
use carom_model::analysis::Analysis;
use carom_model::force::NormalLaw;
use support::solids::*;
use support::{Deck, at, options, run};

/// A ball that bounces to its rest on a plane, rigid: the rebounds that count as none are measured by the model, not by numbers.
#[test]
fn hops_end_alike_in_all_units() {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [4e-3; 3], at(0.31, 0.23, 0.4));
    speed(&mut deck, 2, [0.1, 0.2, 0.0].into(), [0.5, 0.4, 0.3].into());
    shape(&mut deck, 1, 200, ball(0.1), false);
    shape(&mut deck, 2, 1, PLANE, false);
    let law = NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
        penalty: 1e6,
        restitution: 0.6,
        transition_velocity: None,
    }));
    contact(&mut deck, [1, 2], law, None);
    rigid(&mut deck, None, NEWTON);
    let options = options("dop853", 1e-6);
    let own = run(&deck, Analysis::Dynamic, 2.0, 1, &options);
    assert!(
        own.events.len() > 8,
        "it comes to rest: {}",
        own.events.len()
    );
    for names in [
        ["newton", "kilogram", "millimeter", "second"],
        ["kilogram_force", "tonne", "kilometer", "minute"],
        ["dyne", "gram", "centimeter", "millisecond"],
    ] {
        let [force, mass, length, time] = names;
        let units = Units::from_names(force, mass, length, time).expect("known names");
        let (other, diagnostics) = deck.0.in_units(&units);
        assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
        let end = 2.0 / units.time.si;
        let other = run(&Deck(other), Analysis::Dynamic, end, 1, &options);
        assert_eq!(other.events.len(), own.events.len(), "{names:?}");
        let [a, b] = [&own, &other].map(|record| record.statistics[0].steps);
        // 1: the step that ends the run may be cut off by rounding
        assert!(a.abs_diff(b) <= 1, "{names:?}: {a} and {b} steps");
    }
}

/// Bars of 1 m and 1 kg in a row, each hinged to the one before, released at rest.
fn chain(links: u32) -> Deck {
    let mut deck = Deck::new(G);
    for k in 0..links {
        let (part, x) = (k + 2, f64::from(k));
        let inertia = [1.0 / 600.0, 1.0 / 12.0, 1.0 / 12.0];
        deck.body(part, 1.0, inertia, at(x + 0.5, 0.0, 0.0));
        let turned = |x: f64| support::turned(x, 0.0, 0.0, [0.0, 90.0, 0.0]);
        deck.marker(100_000 + 2 * part, part, turned(-0.5));
        deck.marker(100_001 + 2 * part, part, turned(0.5));
        let before = if k == 0 {
            deck.marker(99_999, 1, turned(0.0));
            99_999
        } else {
            100_001 + 2 * (part - 1)
        };
        deck.joint(k + 1, JointKind::Revolute, 100_000 + 2 * part, before);
    }
    deck
}

/// Where steps are short for stability but longer ones are not to be had either, `auto` sees it by one implicit step.
#[test]
fn auto_costs_little_more_than_the_better_method() {
    for links in [50, 100] {
        let deck = chain(links);
        // An evaluation for the implicit method costs about what one for the explicit method does, a factorization ten.
        let work = |method: &str| {
            let record = run(&deck, Analysis::Dynamic, 3.0, 1, &options(method, 1e-2));
            let s = &record.statistics[0];
            s.rhs_evaluations as f64 + 10.0 * s.factorizations as f64
        };
        // The explicit one is the better one: radau takes as many steps, each with factorizations.
        let (own, better) = (work("auto"), work("dop853"));
        // 1.35: the implicit step, and steps that differ behind it; eight of them made 1.8 of it
        assert!(own <= 1.35 * better, "{links} links: {own} and {better}");
    }
}
