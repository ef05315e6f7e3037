//! Powers in expressions of what is zero at the end of a branch: `MAX(x,0)**e`, `IF(x: (-x)**e, 0, 0)`. They act as IMPACT with the same exponent, which
//! is tested by itself (`roots`): the same motion, the same energy.

use crate::support;

use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use carom_solve::INTEGRATORS;
use support::*;

const G: f64 = 9.81;
const MASS: f64 = 0.210_859_534_400_519;
const START: f64 = 0.480_589_443_462_795;
const FREE: f64 = 0.458_879_5;

/// A ball that falls two centimetres on what this law says.
fn ball(law: &str) -> Deck {
    let mut deck = Deck::new(G);
    deck.body(2, MASS, [1.0; 3], at(0.0, 0.0, START));
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    deck
}

/// The state at the end, with the number of steps and the energy that the balance misses.
fn end_of(deck: &Deck, method: &str, error: f64, end: f64) -> ([f64; 2], u64, f64) {
    let mut options = options(method, error);
    if method == "rk4" {
        options.hmax = Some(1e-4);
    }
    let record = run(deck, Analysis::Dynamic, end, 1, &options);
    let body = &record.frames.last().expect("frames").bodies[0];
    let [missing, _] = record.statistics[0].energy_balance.expect("a balance");
    let steps = record.statistics[0].steps;
    ([body.position[2], body.velocity[2]], steps, missing)
}

/// How a stop with the stiffness `k` and the exponent `e` is written.
fn spellings(k: f64, e: f64) -> Vec<String> {
    let x = "DZ(200,1,1)";
    let half = 0.5 * e;
    let mut all = vec![
        format!("{k}*MAX({FREE}-{x},0)**{e}"),
        format!("{k}*MAX(0,{FREE}-{x})**{e}"),
        format!("{k}*DIM({FREE},{x})**{e}"),
        format!("{k}*(-MIN({x}-{FREE},0))**{e}"),
        format!("IF({x}-{FREE}: {k}*({FREE}-{x})**{e}, 0, 0)"),
        format!("IF({FREE}-{x}: 0, 0, {k}*({FREE}-{x})**{e})"),
        format!("IF({x}-{FREE}: {k}*ABS({FREE}-{x})**{e}, 0, 0)"),
        format!("IF({x}-{FREE}: {k}*(({FREE}-{x})**2)**{half}, 0, 0)"),
        format!("{k}*(2*MAX({FREE}-{x},0)/2)**{e}"),
    ];
    if e == 0.5 {
        all.push(format!("{k}*SQRT(MAX({FREE}-{x},0))"));
        all.push(format!("SIGN({k}*SQRT(MAX({FREE}-{x},0)), 1)"));
    }
    all
}

/// Over some contacts each spelling ends where IMPACT does, by the methods that runs take by themselves, and others of each kind.
#[test]
fn a_stop_is_the_same_however_it_is_written() {
    for (k, e) in [(44.6, 0.3), (44.6, 0.5), (2e3, 0.9), (1e5, 1.5), (1e6, 2.2)] {
        let law = format!("IMPACT({},{},{FREE},{k},{e},0,1E-3)", "DZ(200,1,1)", "0");
        for method in ["auto", "radau5", "gstiff", "rkf45"] {
            // The touch is 0.067 s away, and each contact shorter than a fifth of a second.
            let ([z, v], ..) = end_of(&ball(&law), method, 1e-9, 0.6);
            for text in spellings(k, e) {
                let ([x, u], ..) = end_of(&ball(&text), method, 1e-9, 0.6);
                // Five contacts at most, each off by some tens of the tolerance, which flights of a tenth of a second and forces of 50 m/s² carry on
                let off = (x - z).abs().max((u - v).abs());
                assert!(off < 1e-5, "{text} by {method}: {off:e}");
            }
        }
    }
}

/// All methods at the default tolerance: the energy is kept as by IMPACT (the test `roots`, whose bars these are), and the balance tells what is not.
#[test]
fn all_methods_keep_the_energy() {
    let law = format!("IF(DZ(200,1,1)-{FREE}: 44.6*({FREE}-DZ(200,1,1))**0.3, 0, 0)");
    let energy = MASS * G * (START - FREE);
    for method in INTEGRATORS {
        let profile = method.profile();
        if profile.formulation == carom_solve::Formulation::Positions || profile.is_fixed {
            continue;
        }
        let mut deck = ball(&law);
        // The energy at the end, wherever the ball is then.
        deck.0.gravity = [0.0, 0.0, -G];
        let ([z, v], steps, _) = end_of(&deck, method.name(), 1e-6, 3.0);
        let depth = (FREE - z).max(0.0);
        let spring = 44.6 * depth.powf(1.3) / 1.3;
        let off = (0.5 * MASS * v * v + MASS * G * (z - FREE) + spring) / energy - 1.0;
        // 17 contacts; speeds within 1e-4 each (4 or 5 stages and less) or 3e-4, twice that in energy
        assert!(off.abs() < 17.0 * 6e-4, "{}: {off:e}", method.name());
        // Steps as long as with IMPACT: 500 to 1800.
        assert!(steps < 5000, "{}: {steps}", method.name());
    }
}

/// To and fro through the middle, with a force that is a root on both sides, with its sign: the speed there stays, however the root is written.
#[test]
fn a_root_on_both_sides() {
    let x = "DZ(200,1,1)";
    let powers = [
        (0.3, format!("-30*SIGN(ABS({x})**0.3, {x})")),
        (0.3, format!("-30*SIGN(({x}**2)**0.15, {x})")),
        (0.5, format!("-30*SIGN(SQRT(SQRT({x}*{x})), {x})")),
        (0.4, format!("-30*SIGN(({x}**4)**0.1, {x})")),
        // |x|^1.5 has a second derivative without bounds, |x| a kink.
        (1.5, format!("-30*SIGN(({x}**2)**0.75, {x})")),
        (1.0, format!("-30*SIGN(SQRT({x}**2), {x})")),
    ];
    for (e, law) in powers {
        let mut deck = Deck::new(0.0);
        deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.02));
        deck.sforce(1, Kind::Translation, true, (200, 1), &law);
        let p = e + 1.0;
        let energy = 30.0 / p * 0.02f64.powf(p);
        for method in ["auto", "dop853", "radau5", "radau13", "gstiff", "rkf45"] {
            for error in [1e-6, 1e-8] {
                let ([z, v], ..) = end_of(&deck, method, error, 3.0);
                let now = 0.5 * v * v + 30.0 / p * z.abs().powf(p);
                let off = now / energy - 1.0;
                // Some 70 passages, each off by 40 tolerances at most (the test `roots`), and the balance of methods of low order five times that
                assert!(
                    off.abs() < 70.0 * 200.0 * error,
                    "{law} {method} {error:e}: {off:e}"
                );
            }
        }
    }
}

/// A base that is below zero, and that no branch keeps from it, is an error that names it, as before.
#[test]
fn a_base_below_zero_is_an_error() {
    for law in [
        format!("1E-9*(DZ(200,1,1)-{FREE})**0.3"),
        format!("1E-9*SQRT(DZ(200,1,1)-{FREE})"),
        format!("1E-9*MAX(DZ(200,1,1)-{FREE},-1)**1.5"),
        format!("IF(DZ(200,1,1)-{FREE}: (DZ(200,1,1)-{FREE})**1.5, 0, 0)"),
    ] {
        let tried = try_run(
            &ball(&law),
            Analysis::Dynamic,
            1.0,
            1,
            &options("auto", 1e-6),
        );
        let error = tried.err().unwrap_or_else(|| panic!("{law} runs"));
        let words = format!("{error:?}");
        assert!(words.contains("SFORCE/1"), "{law}: {words}");
    }
}

/// A motion by a root begins with an infinite velocity: it is refused by name, at the start and where the root comes to zero in the run; so does one by ASIN
/// that comes to 1. A root of a square, whose slope is that of a magnitude, and a power above 1 are motions.
#[test]
fn infinite_velocities_are_named() {
    use carom_model::constraint::{Freedom, Function, MotionLevel, MotionTarget};
    use carom_model::{JointKind, Motion, Tag};
    let driven = |text: &str| {
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
        d.joint(1, JointKind::Translational, 200, 1);
        let motion = Motion {
            tag: Tag::new("MOTION", 1),
            target: MotionTarget::Joint(d.0.joints.find(1).expect("made"), Freedom::Translation),
            level: MotionLevel::Displacement,
            function: Function::Expression(expression(text)),
            initial_displacement: None,
            initial_velocity: None,
        };
        d.0.motions.insert(motion).expect("a new label");
        d
    };
    for text in [
        "SQRT(TIME)",
        "TIME**0.3",
        "2*SQRT(SIN(TIME))",
        "IF(TIME-5: TIME**0.5, 0, 0)",
    ] {
        let mut found = carom_base::Diagnostics::default();
        let assembled = carom_dynamics::Simulation::assemble(&driven(text).0, &mut found);
        assert!(assembled.is_none(), "{text}");
        let all: Vec<&str> = found.iter().map(|d| &*d.message).collect();
        assert!(
            all[0].contains("MOTION/1") && all[0].contains("not finite"),
            "{text}: {all:?}"
        );
    }
    for text in ["SQRT(ABS(TIME-0.5))", "ASIN(TIME/0.5)"] {
        let ended = try_run(
            &driven(text),
            Analysis::Kinematic,
            1.0,
            2,
            &options("auto", 1e-6),
        );
        let message = ended.err().expect("it ends at 0.5").message;
        assert!(
            message.contains("MOTION/1") && message.contains("infinite velocity"),
            "{text}: {message}"
        );
    }
    for (text, end) in [
        ("SQRT(TIME**2)", 1.0),
        ("TIME**1.5", 1.0),
        ("SQRT(TIME+1)", 2.0f64.sqrt()),
    ] {
        let record = run(
            &driven(text),
            Analysis::Kinematic,
            1.0,
            4,
            &options("auto", 1e-6),
        );
        let z = record.frames.last().expect("frames").bodies[0].position[2];
        assert!((z - end).abs() < 1e-12, "{text}: {z}");
    }
}
