//! Contacts whose damping is beyond all measure: the surfaces part by next to nothing, and the force that is left is below the rounding of its parts.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters};

use carom_dynamics::EventKind;
use carom_model::analysis::Analysis;
use carom_model::force::NormalLaw;
use carom_model::graphics::Shape;
use support::solids::{ball, contact, shape, speed};
use support::*;

const STIFFNESS: f64 = 1e8;
const DEPTH: f64 = 1e-4;

/// A ball of 10 g that hits a plate at 1 m/s, without weight.
fn hit(damping: f64) -> Deck {
    let mut deck = Deck::new(0.0);
    deck.body(2, 0.01, [4e-6; 3], at(0.1, 0.2, 0.12));
    deck.marker(11, 1, at(0.0, 0.0, -5e-4));
    shape(&mut deck, 1, 200, ball(0.02), false);
    shape(
        &mut deck,
        2,
        11,
        Shape::BoxFromCenter([2.0, 2.0, 1e-3]),
        false,
    );
    let law = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
        stiffness: STIFFNESS,
        exponent: 1.5,
        damping,
        dmax: DEPTH,
    }));
    contact(&mut deck, [1, 2], law, None);
    let down = carom_base::Vec3::new(0.0, 0.0, -1.0);
    speed(&mut deck, 2, down, carom_base::Vec3::zeros());
    deck
}

/// Damping holds the spring all the way, `k·p^1.5 = c(p)·v`, c = 3·c_max·(p/d)² far above full damping: `p^1.5` falls at the rate `k·d²/(2·c_max)`. The force
/// left is m·v', 1e-12 of either.
#[test]
fn what_damping_holds_creeps_out_without_switching() {
    for damping in [1e15, 1e14] {
        for (method, error) in [
            ("auto", 1e-6),
            ("auto", 1e-4),
            ("radau5", 1e-6),
            ("radau13", 1e-8),
            ("gstiff", 1e-6),
        ] {
            let record = run(
                &hit(damping),
                Analysis::Dynamic,
                2.0,
                20,
                &options(method, error),
            );
            let who = format!("{method} {error:e} {damping:e}");
            let depth = |at: usize| 0.02 - record.frames[at].bodies[0].position[2];
            let (from, to) = (5, 20);
            let [t, end] = [from, to].map(|k| record.frames[k].time);
            let rate = STIFFNESS * DEPTH * DEPTH / (2.0 * damping);
            let exact = (depth(from).powf(1.5) - rate * (end - t)).powf(2.0 / 3.0);
            let moved = depth(from) - exact;
            // All of it is a ten-thousandth of the tolerance and less: to some percent.
            let miss = (depth(to) - exact).abs();
            assert!(miss < 0.1 * moved, "{who}: {miss:e} of {moved:e}");
            let off = |kind| record.events.iter().filter(|e| e.kind == kind).count();
            let switches = off(EventKind::ForceOff) + off(EventKind::ForceOn);
            assert!(switches <= 4, "{who}: {switches}");
            // `auto` sees no stiffness in what is rounding, and tries the implicit method after 500 steps.
            let most = if method == "auto" { 1200 } else { 600 };
            let steps = record.statistics[0].steps;
            assert!(steps < most, "{who}: {steps} steps");
        }
    }
}
