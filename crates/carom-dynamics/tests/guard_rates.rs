//! Rates of guards that come at little cost hold the rates of the guards.

mod support;

use carom_base::{Diagnostics, Interval};
use carom_dynamics::assemble::assemble;
use carom_dynamics::equations::Equations;
use carom_dynamics::initial;
use carom_model::force::Kind;
use carom_solve::{Guard, GuardRange, Problem};
use support::*;

/// Two bodies that turn, with gaps between points of both and of ground, on the axes of a marker of ground that leans.
fn start() -> Equations {
    let mut deck = Deck::new(9.80665);
    deck.marker(10, 1, turned(0.1, 0.2, -3.0, [20.0, 30.0, 40.0]));
    deck.body(2, 1.0, [1e-2, 2e-2, 3e-2], at(0.0, 0.0, 0.3));
    deck.body(3, 2.0, [1e-2, 2e-2, 3e-2], at(0.2, 0.1, 1.5));
    for (label, x) in [(20, -0.3), (21, 0.4)] {
        deck.marker(label, 2, at(x, 0.1 - x, 0.2));
        deck.marker(label + 10, 3, at(0.1, x, 0.5 * x));
    }
    let gaps = [
        "IMPACT(DZ(20,10,10), VZ(20,10,10,10), -9, 1E5, 1.5, 50, 1E-4)",
        "IMPACT(2*DZ(31,21,10)+0.1*TIME-3, 0, -9, 1E5, 1.5, 50, 1E-4)",
        "BISTOP(DX(30,20,10)-DY(21,10,10), 0, -9, 9, 1E5, 1.5, 50, 1E-4)",
        "IF(DY(31,20): 1, 2, 3)",
        "MAX(DX(20,10), 7-DZ(30,10))",
    ];
    for (k, f) in (1..).zip(gaps) {
        deck.sforce(k, Kind::Translation, true, (20, 10), f);
    }
    let mut d = Diagnostics::default();
    let system = assemble(&deck.0, &mut d).unwrap_or_else(|| panic!("{d:?}"));
    initial::start(&deck.0, system).expect("starts")
}

#[test]
fn they_hold_the_rates() {
    let mut e = start();
    let mut state = 3u64;
    let mut draw = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let start = e.unknowns();
    e.settle(0.0, &start).expect("finite");
    let (nd, n) = (e.differential(), e.positions());
    let slots = e.guard_count();
    let mut checked = 0;
    for size in [1e-3, 0.1, 2.0] {
        for _ in 0..50 {
            let middle: Vec<f64> = (0..n).map(|_| 3.0 * draw()).collect();
            let mut bounds = vec![Interval::ENTIRE; nd];
            for (b, m) in bounds.iter_mut().zip(&middle) {
                *b = Interval::around(*m, size);
            }
            let mut ranges = vec![GuardRange::UNKNOWN; slots];
            assert!(e.guard_rates(&bounds, &vec![true; slots], &mut ranges));
            for _ in 0..20 {
                // At the origin of the chart the rates of positions are the velocities.
                let mut y = start.clone();
                let mut dy = vec![0.0; y.len()];
                for k in 0..n {
                    dy[k] = middle[k] + size * draw();
                    y[n + k] = dy[k];
                }
                let mut guards = vec![Guard::IDLE; slots];
                e.guards(0.0, &y, &dy, &mut guards).expect("finite");
                for (guard, range) in guards.iter().zip(&ranges) {
                    if range.is_known && guard.value.is_finite() {
                        checked += 1;
                        // 1e-12: rounding of sums of numbers of order ten
                        let Interval { low, high } = range.rate;
                        let holds = low - 1e-12 <= guard.rate && guard.rate <= high + 1e-12;
                        assert!(holds, "{guard:?} {range:?}");
                    }
                }
            }
        }
    }
    // Six guards: the gap of each IMPACT, both of BISTOP, those of IF and of MAX.
    assert_eq!(checked, 3 * 50 * 20 * 6);
}
