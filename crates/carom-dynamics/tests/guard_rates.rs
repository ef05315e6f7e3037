//! Rates of guards that come at little cost hold the rates of the guards.

mod support;

use carom_base::{Diagnostics, Interval};
use carom_dynamics::assemble::assemble;
use carom_dynamics::equations::Equations;
use carom_dynamics::initial;
use carom_model::force::Kind;
use carom_solve::{Guard, GuardRange, Part, Problem};
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
        // Deep in contact, at more and at less than the depth of full damping.
        "IMPACT(DZ(20,10,10), VZ(20,10,10,10), 9, 1E2, 1.5, 50, 1E-4)",
        "IMPACT(DZ(20,10), -VX(31,21)+0.1, 9, 1E2, 2.2, 50, 30)",
        "BISTOP(DX(30,20,10), VX(30,20,10), -9, -8, 1E2, 1, 50, 1E-4)",
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
    // Six coordinates for each body.
    let turns = |k: usize| k % 6 >= 3;
    e.settle(0.0, &start).expect("finite");
    let (nd, n) = (e.differential(), e.positions());
    let slots = e.guard_count();
    let mut at_rest = vec![Guard::IDLE; slots];
    e.guards(0.0, &start, &vec![0.0; start.len()], &mut at_rest)
        .expect("finite");
    let (mut checked, mut clamps, mut decided) = (0, 0, 0);
    for (size, angle) in [(1e-3, 0.05), (0.1, 0.0), (2.0, 1e-3), (2.0, 1.0)] {
        for _ in 0..50 {
            let middle: Vec<f64> = (0..n).map(|_| 3.0 * draw()).collect();
            let mut bounds = vec![Interval::ENTIRE; nd];
            let mut state = bounds.clone();
            let grows: Vec<f64> = (0..n).map(|_| 30.0 * draw()).collect();
            for (k, m) in middle.iter().enumerate() {
                bounds[k] = Interval::around(*m, size);
                bounds[n + k] = Interval::around(grows[k], size);
                state[n + k] = bounds[k];
                state[k] = Interval::around(start[k], if turns(k) { angle } else { 0.0 });
            }
            let mut ranges = vec![GuardRange::UNKNOWN; slots];
            // The places of the centres of mass stay; no arm is longer than 0.6, no factor larger than 2.
            let depth =
                |slot: usize| Interval::around(at_rest[slot].value, 2.4 * 3f64.sqrt() * angle);
            let part = Part {
                w: 1e-9,
                bounds: &(&state[..], &bounds[..]),
                ends: &|slot| (depth(slot), depth(slot)),
            };
            assert!(e.guard_rates(&part, &vec![true; slots], &mut ranges));
            for _ in 0..20 {
                // The rates of positions are the velocities at the origin of the chart, and anything elsewhere.
                let mut y = start.clone();
                let mut dy = vec![0.0; y.len()];
                for k in 0..n {
                    dy[k] = middle[k] + size * draw();
                    y[n + k] = dy[k];
                    dy[n + k] = grows[k] + size * draw();
                    y[k] += if turns(k) { angle * draw() } else { 0.0 };
                }
                let mut guards = vec![Guard::IDLE; slots];
                e.guards(0.0, &y, &dy, &mut guards).expect("finite");
                for (guard, range) in guards.iter().zip(&ranges) {
                    if range.is_known && guard.value.is_finite() {
                        checked += 1;
                        // 1e-12: rounding of sums
                        let Interval { low, high } = range.rate;
                        let room = 1e-12 * (1.0 + low.abs().min(high.abs()));
                        let holds = low - room <= guard.rate && guard.rate <= high + room;
                        assert!(holds, "{guard:?} {range:?}");
                        let Interval { low, high } = range.value;
                        let holds = low - 1e-9 <= guard.value && guard.value <= high + 1e-9;
                        assert!(holds, "{guard:?} {range:?}");
                        clamps += u32::from(range.value.is_bounded());
                        decided += u32::from(low > 0.0 || high < 0.0);
                    }
                }
            }
        }
    }
    // Six guards of the open ones: the gap of each IMPACT, both of BISTOP, those of IF and of MAX. Of those in contact the depth, of the one within the depth
    // of full damping both ends of it, of BISTOP the gap of the other stop, and the three clamps.
    let draws = 4 * 50 * 20;
    assert_eq!((checked, clamps), (draws * (6 + 5 + 3), draws * 3));
    // Slow or narrow enough, the sign of most is known.
    assert!(decided > draws, "{decided} of {clamps}");
}
