//! Rates of guards that come at little cost hold the rates of the guards.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters, PoissonParameters};

use carom_base::{Diagnostics, Interval, Vec3};
use carom_dynamics::EventKind;
use carom_dynamics::assemble::assemble;
use carom_dynamics::equations::Equations;
use carom_dynamics::start::initial;
use carom_model::analysis::Analysis;
use carom_model::force::{Friction, Kind, NormalLaw};
use carom_solve::{Guard, GuardRange, Part, Problem};
use support::solids::{PLANE, ball, connect, contact, of_kind, shape, speed};
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

/// Numbers from −1 to 1 that are the same everywhere (Knuth's MMIX).
fn numbers(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

#[test]
fn they_hold_the_rates() {
    let mut e = start();
    let mut draw = numbers(3);
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

/// Two balls that overlap a plane that leans, and each other, by 0.01 to 0.02 of some 0.2; all laws with bounds, friction by the slip and by bristles.
fn balls() -> Equations {
    let mut deck = Deck::new(9.80665);
    let plane = turned(0.1, 0.2, -0.3, [20.0, 30.0, 40.0]);
    deck.marker(10, 1, plane);
    shape(&mut deck, 10, 10, PLANE, false);
    // Centres on the axes of the plane: 0.48 apart.
    for (label, radius, x, height) in [(2, 0.2, 0.0, 0.19), (3, 0.3, 0.4695, 0.29)] {
        let local = Vec3::new(x, 0.0, height);
        let mut pose = turned(0.0, 0.0, 0.0, [10.0, 50.0, 20.0]);
        pose.position = plane.position + plane.rotation * local;
        deck.body(label, 1.0, [1e-2, 2e-2, 3e-2], pose);
        shape(&mut deck, label, 100 * label, ball(radius), false);
    }
    let impact = |damping: f64, dmax: f64| {
        NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            stiffness: 1e5,
            exponent: 1.5,
            damping,
            dmax,
        }))
    };
    let friction = |creep: Option<f64>| {
        Some(Friction {
            mu_static: 0.3,
            mu_dynamic: 0.2,
            stiction_velocity: 0.1,
            friction_velocity: 1.0,
            dynamics_only: false,
            max_stiction_deformation: creep,
        })
    };
    let restitution = NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
        penalty: 1e5,
        restitution: 0.5,
        transition_velocity: Some(0.3),
    }));
    connect(
        &mut deck,
        1,
        (&[2], &[10]),
        impact(50.0, 1e-3),
        friction(None),
    );
    connect(&mut deck, 2, (&[10], &[3]), restitution, friction(None));
    connect(
        &mut deck,
        3,
        (&[2], &[3]),
        impact(50.0, 0.03),
        friction(Some(0.01)),
    );
    let mut d = Diagnostics::default();
    let system = assemble(&deck.0, &mut d).unwrap_or_else(|| panic!("{d:?}"));
    initial::start(&deck.0, system).expect("starts")
}

#[test]
fn bounds_of_balls_that_overlap_hold_their_guards() {
    let mut e = balls();
    let mut draw = numbers(5);
    let start = e.unknowns();
    e.settle(0.0, &start).expect("finite");
    let (nd, n, slots) = (e.differential(), e.positions(), e.guard_count());
    let (mut known, mut decided) = (0, 0);
    for size in [1e-4, 1e-3, 3e-3] {
        for _ in 0..50 {
            let middle: Vec<f64> = (0..2 * n).map(|_| draw()).collect();
            let mut y = vec![Interval::ENTIRE; nd];
            let mut dy = y.clone();
            for k in 0..n {
                y[k] = Interval::around(start[k], size);
                y[n + k] = Interval::around(middle[k], size);
                dy[k] = y[n + k];
                dy[n + k] = Interval::around(30.0 * middle[n + k], size);
            }
            for k in 2 * n..nd {
                y[k] = Interval::around(0.003, size);
                dy[k] = Interval::around(0.1, size);
            }
            let mut ranges = vec![GuardRange::UNKNOWN; slots];
            let time = Interval::new(0.0, 0.0);
            e.guard_ranges(time, (&y, &dy), &vec![true; slots], &mut ranges);
            for _ in 0..20 {
                let mut draw_in = |x: &Interval| x.middle() + 0.5 * x.width() * draw();
                let mut at = start.clone();
                let mut rates = vec![0.0; at.len()];
                for k in 0..nd {
                    at[k] = draw_in(&y[k]);
                    rates[k] = if k < n { 0.0 } else { draw_in(&dy[k]) };
                }
                rates[..n].copy_from_slice(&at[n..2 * n]);
                let mut guards = vec![Guard::IDLE; slots];
                e.guards(0.0, &at, &rates, &mut guards).expect("finite");
                for (guard, range) in guards.iter().zip(&ranges) {
                    if !range.is_known || !guard.value.is_finite() {
                        continue;
                    }
                    known += 1;
                    // 1e-9: rounding of the geometry's rates, and of a volume beside 1e-14
                    let holds = |x: f64, Interval { low, high }: Interval| {
                        let room = 1e-9 * (1.0 + x.abs());
                        low - room <= x && x <= high + room
                    };
                    assert!(holds(guard.value, range.value), "{guard:?} {range:?}");
                    assert!(holds(guard.rate, range.rate), "{guard:?} {range:?}");
                    decided += u32::from(range.value.low > 0.0 || range.value.high < 0.0);
                }
            }
        }
    }
    // Of each law the touch, of those of IMPACT full damping and the clamp, of friction one end of its regime at least, of bristles the creep.
    let draws = 3 * 50 * 20;
    assert!(known >= draws * (3 + 2 * 2 + 3 + 1), "{known} of {draws}");
    assert!(decided > known / 2, "{decided} of {known}");
}

/// A ball thrown on a plane bounces, slides, sticks and rolls: what happens in its contact is proved.
#[test]
fn a_ball_that_bounces_is_proved() {
    for integrator in ["dop853", "radau13", "gstiff"] {
        let mut deck = Deck::new(9.80665);
        shape(&mut deck, 10, 1, PLANE, false);
        deck.body(2, 1.0, [4e-3; 3], at(0.0, 0.0, 0.3));
        shape(&mut deck, 2, 200, ball(0.1), false);
        let normal = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            stiffness: 1e5,
            exponent: 1.5,
            damping: 50.0,
            dmax: 1e-3,
        }));
        contact(&mut deck, [2, 10], normal, Some([0.3, 0.2]));
        speed(&mut deck, 2, Vec3::new(0.5, 0.2, 0.0), Vec3::zeros());
        let record = run(&deck, Analysis::Dynamic, 1.5, 3, &options(integrator, 1e-6));
        assert!(
            of_kind(&record, EventKind::ContactBegin).len() > 2,
            "{integrator}"
        );
        let guards = &record.statistics[0].guards;
        // A step may end with two guards at zero; radau13 takes few others.
        assert!(
            20 * guards.sampled <= guards.proved + guards.bisected,
            "{integrator}: {guards:?}"
        );
    }
}
