//! IMPACT at points, at its ends, in its branches and in bounds.

use super::*;
use crate::jet::jet2;
use crate::suite::Random;
use carom_base::number::Dual as D;

/// The examples of both manuals at points computed by hand.
#[test]
fn values() {
    let f = |x, v| impact(x, v, 1.0, 100.0, 1.5, 25.0, 0.1);
    // 100·0.05^1.5 + 12.5·2 and 100·0.15^1.5 + 25·2; 1e-12: rounding of 1 − x through the root
    assert!((f(0.95, -2.0) - 26.118_033_988_749_895).abs() < 1e-12);
    assert!((f(0.85, -2.0) - 55.809_475_019_311_13).abs() < 1e-12);
    assert_eq!(f(1.0, -2.0), 0.0);
    assert_eq!(f(1.2, -2.0), 0.0);
    assert_eq!(f(0.95, 2.0), 0.0); // 1.118 − 25: clamped
    // MotionSolve: 2500·1.5 + 1000·s²(3 − 2s) at s = 0.6 (0.648)
    let g = impact(1.0, -1.0, 2.5, 2500.0, 1.0, 1000.0, 2.5);
    assert!((g - 4398.0).abs() < 1e-9);
}

#[test]
fn free_length_zero_or_negative_is_legal() {
    let f = |x1: f64| impact(x1 - 0.05, -2.0, x1, 100.0, 1.5, 25.0, 0.1);
    for x1 in [0.0, -3.0] {
        assert!((f(x1) - f(1.0)).abs() < 1e-12);
    }
    assert!(
        Impact::from([0.0, 0.0, -3.0, 0.0, 0.5, 0.0, 1e-9])
            .check()
            .is_ok()
    );
}

#[test]
fn ranges() {
    let broken = |i: usize, value: f64| {
        let mut args = [0.0, 0.0, 1.0, 100.0, 1.5, 25.0, 0.1];
        args[i] = value;
        let error = Impact::from(args).check().unwrap_err();
        assert_eq!(error.value.to_bits(), value.to_bits());
        error.argument
    };
    assert_eq!(broken(3, -1.0), "k");
    assert_eq!(broken(4, 0.0), "e");
    assert_eq!(broken(5, -1e-300), "cmax");
    assert_eq!(broken(6, 0.0), "d");
    assert_eq!(broken(2, f64::INFINITY), "x1");
    assert_eq!(broken(3, f64::NAN), "k");
}

#[test]
fn a_number_that_is_none_stays_one() {
    let args = [0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1];
    for i in 0..7 {
        let mut a = args;
        a[i] = f64::NAN;
        assert!(Impact::from(a).value().is_nan(), "argument {i}");
    }
}

fn jet(x: f64, v: f64, e: f64) -> [[f64; 3]; 3] {
    let c = D::constant;
    jet2(x, v, |x, v| {
        impact(x, v, c(1.0), c(100.0), c(e), c(25.0), c(0.1))
    })
}

/// The quotient has the sign of the clamp's guard, and is that over pᵐ; bounds of it over an interval hold what it is inside.
#[test]
fn the_quotient_of_the_clamp() {
    use carom_base::Interval;
    let mut seen = [false; 2];
    for e in [0.5, 1.0, 1.5, 2.0, 2.2, 3.0] {
        for step in 0..400 {
            // From a hundredth of the depth that is watched to ten times that of full damping.
            let p = 0.1 * 10f64.powf(-8.0 + 9.0 * f64::from(step) / 400.0);
            let v = 4.0 * (f64::from(step) * 1.7).sin();
            let law = |p: f64| Impact::from([-p, v, 0.0, 100.0, e, 25.0, 0.1]);
            for mode in [Partial(Free), Full(Free), Partial(Clamped), Full(Clamped)] {
                let [_, _, guard] = law(p).guards(mode);
                let quotient = law(p).clamp_quotient(mode).unwrap();
                let scale = p.max(0.1 * REENTRY).powf(e.min(2.0));
                seen[usize::from(quotient > 0.0)] = true;
                // 1e-12 of the larger term: a few roundings, and powers
                let terms = guard.tolerance / f64::EPSILON / scale;
                assert!(
                    (quotient - guard.value / scale).abs() <= 1e-12 * terms,
                    "{e} {p:e} {v} {mode:?}: {quotient} {}",
                    guard.value / scale
                );
                let wide = Interval::new(-2.0 * p, -0.5 * p);
                let mut args = [0.0, v, 0.0, 100.0, e, 25.0, 0.1].map(Interval::constant);
                args[0] = wide;
                let range = Impact::from(args).clamp_quotient(mode).unwrap();
                for part in [0.5, 0.8, 1.0, 1.3, 2.0] {
                    let inside = law(part * p).clamp_quotient(mode).unwrap();
                    let room = 1e-12 * (range.low.abs() + range.high.abs());
                    assert!(range.low - room <= inside && inside <= range.high + room);
                }
            }
            assert_eq!(law(p).clamp_quotient(Open), None);
        }
    }
    assert_eq!(seen, [true; 2]);
}

/// Bounds of the clamp's guard over depths and speeds hold it and its rate inside, and are no wider than they have to be where the depth is known.
#[test]
fn the_range_of_the_clamp() {
    let ranged = |x: [f64; 2], rate: [f64; 2]| Dual {
        re: Interval::new(x[0], x[1]),
        eps: [Interval::new(rate[0], rate[1])],
    };
    for e in [0.5, 1.0, 1.5, 2.2] {
        for step in 0..200 {
            let p = 0.1 * 10f64.powf(-8.0 + 9.0 * f64::from(step) / 200.0);
            let v = 4.0 * (f64::from(step) * 1.7).sin();
            let a = 30.0 * (f64::from(step) * 2.3).sin();
            for mode in [Partial(Free), Full(Free), Partial(Clamped), Full(Clamped)] {
                let at = |p: f64, v: f64, a: f64| {
                    let law = [-p, v, 0.0, 100.0, e, 25.0, 0.1].map(D::<f64, 1>::constant);
                    let mut law = Impact::from(law);
                    (law.x.eps, law.xdot.eps) = ([v], [a]);
                    law.guards(mode)[2].value
                };
                let law = Impact::from([0.0, 0.0, 0.0, 100.0, e, 25.0, 0.1]);
                let speed = ranged([v - 0.3, v + 0.2], [a - 5.0, a + 2.0]);
                let rates = [-v - 0.2, -v + 0.3];
                let range = law.clamp_range(mode, ranged([0.5 * p, 2.0 * p], rates), speed);
                let range = range.unwrap();
                for (part, more, faster) in [
                    (0.5, -0.3, 0.0),
                    (1.0, 0.0, 2.0),
                    (1.3, 0.1, -5.0),
                    (2.0, 0.2, -5.0),
                    (0.5, 0.2, 2.0),
                ] {
                    let inside = at(part * p, v + more, a + faster);
                    for (range, inside) in [(range.re, inside.re), (range.eps[0], inside.eps[0])] {
                        // 1e-12: rounding of both terms
                        let room = 1e-12 * (1.0 + range.low.abs() + range.high.abs());
                        assert!(range.low - room <= inside && inside <= range.high + room);
                    }
                }
                let known = law.clamp_range(mode, ranged([p, p], rates), speed).unwrap();
                let ends = [at(p, v - 0.3, 0.0).re, at(p, v + 0.2, 0.0).re];
                let room = 1e-12 * (1.0 + ends[0].abs() + ends[1].abs());
                assert!((known.re.width() - (ends[0] - ends[1]).abs()).abs() <= room);
            }
            let law = Impact::from([0.0, 0.0, 0.0, 100.0, e, 25.0, 0.1]);
            let unit = ranged([0.0, 1.0], [0.0, 1.0]);
            assert_eq!(law.clamp_range(Open, unit, unit), None);
            let unknown = ranged([f64::NAN; 2], [0.0; 2]);
            assert_eq!(law.clamp_range(Full(Free), unknown, unit), None);
        }
    }
}

/// Derivatives at x = x₁ from below for each kind of exponent, and the jump at x₁ − d.
#[test]
fn side_limits() {
    let touch = |e| jet(1.0 - 1e-12, 0.0, e)[1][0];
    assert!(touch(2.2).abs() < 1e-11); // 100·2.2·1e-12^1.2
    assert!(touch(1.5).abs() < 1.6e-4); // 150·1e-6
    assert!((touch(1.0) + 100.0).abs() < 1e-10);
    assert!(touch(0.5) < -4.9e7); // 50·1e6
    assert!(jet(1.0 - 1e-12, 0.0, 1.5)[2][0] > 7.4e7); // 75·1e6
    assert_eq!(jet(1.0, 0.0, 0.5), [[0.0; 3]; 3]);
    assert_eq!(jet(1.1, -3.0, 1.5), [[0.0; 3]; 3]);
    let (v, h) = (-2.0, 1e-9);
    let (outer, inner) = (jet(0.9 + h, v, 1.5), jet(0.9 - h, v, 1.5));
    // slopes differ by about h·(6·cmax·v/d²) = 3e-5
    assert!((outer[1][0] - inner[1][0]).abs() < 1e-4);
    let jump = outer[2][0] - inner[2][0];
    // cxx = 6·cmax·(1 − 2s)/d² → −6·25/0.01 on the outer side; −cxx·v = 15000·v
    assert!((jump - 15000.0 * v).abs() < 1.0, "{jump}");
    assert_eq!(inner[1][1], -25.0);
}

#[test]
fn exponents_up_to_one() {
    let f = |p: f64, e: f64| impact(1.0 - p, 0.0, 1.0, 100.0, e, 25.0, 0.1);
    // powers of two keep 1 − p exact
    assert_eq!(f(0.25, 1.0), 25.0);
    assert_eq!(f(0.25, 0.5), 50.0);
    assert_eq!(f(2f64.powi(-40), 0.5), 100.0 * 2f64.powi(-20));
    // a frozen mode beyond p = 0: linear goes on, a root has no continuation
    let beyond = |e| Impact::from([1.25, 0.0, 1.0, 100.0, e, 0.0, 0.1]).value_in(Partial(Free));
    assert_eq!(
        [beyond(1.0), beyond(2.0), beyond(0.5), beyond(1.5)],
        [-25.0, 6.25, 0.0, 0.0]
    );
}

#[test]
fn an_exponent_may_vary() {
    // dF/de = k·pᵉ·ln p
    let c = D::<f64, 1>::constant;
    let f = |e: D<f64, 1>, x: f64| impact(c(x), c(0.0), c(1.0), c(100.0), e, c(25.0), c(0.1));
    let y = f(D::variable(1.7, 0), 0.5);
    let expected = 100.0 * 0.5f64.powf(1.7) * 0.5f64.ln();
    assert!((y.eps[0] - expected).abs() < 1e-12);
    let y = f(D::variable(2.0, 0), 0.5);
    assert!((y.eps[0] - 25.0 * 0.5f64.ln()).abs() < 1e-12);
    let law = Impact::from([
        c(1.5),
        c(0.0),
        c(1.0),
        c(100.0),
        D::variable(2.0, 0),
        c(25.0),
        c(0.1),
    ]);
    assert!(law.value_in(Partial(Free)).eps[0].is_finite());
}

/// The steel ball of `validation/values/impact_ball.json`: k, e, c, d and the known points of its flight.
fn ball(p: f64, v: f64) -> Impact<D<f64, 1>> {
    let mut law = Impact::from([0.1 - p, v, 0.1, 1e5, 1.5, 50.0, 1e-4].map(D::constant));
    law.x.eps = [v];
    law
}

#[test]
fn the_ball_passes_its_modes() {
    assert_eq!(ball(-0.1, -4.0).mode(), Open);
    assert_eq!(ball(0.0, -4.4).mode(), Partial(Free));
    assert_eq!(ball(0.5e-4, -4.4).mode(), Partial(Free));
    assert_eq!(ball(1e-2, 1.0).mode(), Full(Free));
    // force off at p = 0.011518871720838503936, v = 2.4725490076901784083
    let off = ball(0.011_518_871_720_838_504, 2.472_549_007_690_178_4);
    let [_, _, clamp] = off.guards(Full(Free));
    // 1e-12 N: rounding of 123 N with x known to 1e-17
    assert!(clamp.value.re.abs() < 1e-12 && clamp.value.eps[0] < 0.0);
    assert!(clamp.tolerance > clamp.value.re.abs() && clamp.tolerance < 1e-11);
    assert_eq!(ball(1e-2, 2.47).mode(), Full(Clamped));
    assert_eq!(ball(0.5e-4, 2.43).mode(), Partial(Clamped));
    // the force comes back below 7.5488541679e-12 with 1e-12 N: in the value, not in the guards
    let tiny = ball(4e-12, 2.426_432_671);
    assert!(tiny.value().re > 0.0 && tiny.value().re < 1e-11);
    assert_eq!(tiny.mode(), Partial(Clamped));
    assert!(
        tiny.guards(Partial(Clamped))
            .iter()
            .all(|g| g.value.re > 0.0)
    );
}

/// With light damping the spring alone ends the contact: the clamp is far from firing at p = 0.
#[test]
fn a_soft_end_fires_once() {
    for e in [0.5, 1.0, 1.5] {
        let law = Impact::from([1.0, 0.1, 1.0, 100.0, e, 1.0, 0.1]);
        let [gap, _, clamp] = law.guards(Partial(Free));
        assert_eq!(gap.value, 0.0);
        assert!(clamp.value > 100.0 * clamp.tolerance);
    }
}

/// Along random smooth motions: guards are positive in the mode that holds, one that falls leads to the next
/// mode, and the frozen value is the live one.
#[test]
fn modes_follow_a_motion() {
    let mut random = Random::new(7);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..200 {
        let e = [0.7, 1.0, 1.5, 2.0, 2.2, 3.0][random.below(6)];
        let k = 10f64.powf(random.between(2.0, 5.0));
        let cmax = 10f64.powf(random.between(-1.0, 3.0));
        let (amplitude, omega) = (random.between(0.05, 0.5), random.between(1.0, 20.0));
        let ripple = random.between(0.0, 0.2);
        let at = |t: f64| {
            let (s, c) = (omega * t).sin_cos();
            // a ripple: the separation slows down and speeds up again
            let (s9, c9) = (9.0 * omega * t).sin_cos();
            let x = 1.0 + amplitude * (c + ripple * s9);
            let v = amplitude * omega * (-s + 9.0 * ripple * c9);
            let a = amplitude * omega * omega * (-c - 81.0 * ripple * s9);
            let mut law = Impact::from([x, v, 1.0, k, e, cmax, 0.1].map(D::<f64, 1>::constant));
            law.x.eps = [v];
            law.xdot.eps = [a];
            law
        };
        let mut mode = at(0.0).mode();
        for i in 1..=4000 {
            // the offset keeps samples off x = x₁, where the rate decides
            let turns = (f64::from(i) + 0.37) * 2.5 / 4000.0;
            let law = at(turns * std::f64::consts::TAU / omega);
            // several ends may lie between two samples: each changes the mode once
            for _ in 0..4 {
                let fallen = law.guards(mode).iter().position(|g| g.value.re < 0.0);
                let Some(slot) = fallen else { break };
                let (next, meaning) = mode.after(slot);
                assert_ne!(next, mode);
                seen.insert((mode, next, meaning));
                mode = next;
            }
            assert_eq!(mode, law.mode(), "{law:?}");
            assert_eq!(law.value_in(mode), law.value(), "{mode:?} {law:?}");
            assert_eq!(ImpactMode::from_code(mode.code()), mode);
        }
    }
    // all of the table but Partial(Clamped) -> Full(Clamped), which a resting x₁ cannot make
    assert_eq!(seen.len(), 10, "{seen:?}");
}
