//! Modes, guards and transitions.

use crate::common;

use carom_expr::SwitchEvent;
use carom_expr::tape::UNSET;
use common::Run;

/// One guard of one switch: decided on both sides, its sign, its rate, its transition and back.
#[test]
fn every_switch_changes_at_its_place() {
    // expression, place of the change in X, mode before, mode after
    for (text, at, before, after) in [
        ("IF(X - 2: 1, 2, 3)", 2.0, -1, 1),
        ("ABS(3*X - 1)", 1.0 / 3.0, -1, 1),
        ("SIGN(2, X + 1)", -1.0, -1, 1),
        ("MAX(X, 4)", 4.0, 1, 0),
        ("MIN(X, 4)", 4.0, 0, 1),
        ("DIM(X, 0.5)", 0.5, 1, 0),
        ("AINT(X)", 3.0, 2, 3),
        ("AINT(X)", 1.0, 0, 1),
        ("AINT(X)", -1.0, -1, 0),
        ("AINT(X)", -2.0, -2, -1),
        ("ANINT(X)", 0.5, 0, 1),
        ("ANINT(X)", -1.5, -2, -1),
        ("MOD(X, 2)", 4.0, 1, 2),
        ("STEP(X, 1, 0, 2, 1)", 1.0, 0, 1),
        ("STEP(X, 1, 0, 2, 1)", 2.0, 1, 2),
        ("STEP5(X, 2, 0, 1, 1)", 1.0, 2, 1),
        ("HAVSIN(X, 1, 0, 2, 1)", 2.0, 1, 2),
    ] {
        let mut run = Run::of(text, &["X"]);
        let switch = run.modes.len() - 1; // SIGN has its ABS folded away
        let mut at_edge = Vec::new();
        for (rate, mode) in [(-1.0, before), (1.0, after)] {
            run.settle(&[at + 0.01 * rate], &[rate]);
            assert_eq!(run.modes[switch], mode, "{text} beside {at}");
            let inside = run.guards(&[at + 0.01 * rate], &[rate]);
            assert!(
                inside.iter().all(|g| g.0 > g.2 && g.2 > 0.0),
                "{text}: {inside:?}"
            );
            assert_eq!(run.live(&[at + 0.01 * rate]), run.eval(&[at + 0.01 * rate]));
            // the guard that counts falls through zero where the mode ends
            let over = run.guards(&[at - 0.01 * rate], &[-rate]);
            let slots: Vec<usize> = (0..over.len()).filter(|&k| over[k].0 < 0.0).collect();
            assert_eq!(slots.len(), 1, "{text}: {over:?}");
            let slot = slots[0];
            assert!(
                over[slot].1 < 0.0 && (inside[slot].0 + over[slot].0).abs() < 1e-12,
                "{text}"
            );
            let (next, event) = run.tape.transition(switch, slot, mode);
            assert_eq!(
                (next, event),
                (
                    if mode == before { after } else { before },
                    SwitchEvent::Switch
                ),
                "{text}"
            );
            at_edge.push(run.guards(&[at], &[0.0])[slot]);
        }
        // on the edge itself zero to the tolerance, from both sides
        for g in at_edge {
            assert!(g.0.abs() <= g.2, "{text}: {g:?}");
        }
        // and there the rate decides
        if (at * 8.0).fract() == 0.0 {
            run.settle(&[at], &[1.0]);
            assert_eq!(run.modes[switch], after, "{text}");
            run.settle(&[at], &[-1.0]);
            assert_eq!(run.modes[switch], before, "{text}");
        }
    }
}

#[test]
fn a_frozen_mode_goes_on_smoothly() {
    for (text, mode, x, want) in [
        ("ABS(X)", 1, -2.0, -2.0),
        ("MAX(X, 1)", 0, 0.5, 0.5),
        ("IF(X: 1, 2, X**2)", 1, -3.0, 9.0),
        ("AINT(X)", 2, 3.5, 2.0),
        ("MOD(X, 2)", 1, 4.5, 2.5),
        ("STEP(X, 0, 0, 1, 1)", 1, 2.0, -4.0),
        ("STEP(X, 0, 0, 1, 1)", 0, 0.5, 0.0),
    ] {
        let mut run = Run::of(text, &["X"]);
        run.modes.fill(mode);
        assert_eq!(run.eval(&[x]), want, "{text}");
        assert_eq!(run.gradient(&[x]).0, want, "{text}");
    }
}

#[test]
fn a_ball_touches_and_leaves() {
    let mut run = Run::of("IMPACT(X, V, 1.0, 100, 1.5, 25, 0.1)", &["X", "V"]);
    let mut events = Vec::new();
    // falls in, is thrown out faster than the spring pushes, slows down, opens
    for (x, v) in [
        (1.05, -2.0),
        (0.95, -2.0),
        (0.85, -2.0),
        (0.85, 5.0),
        (0.95, 5.0),
        (0.95, 0.05),
        (1.05, 0.05),
    ] {
        if events.is_empty() && run.modes[0] == 0 {
            run.settle(&[1.5, -2.0], &[-2.0, 0.0]);
        }
        let guards = run.guards(&[x, v], &[v, 0.0]);
        for (slot, g) in guards.iter().enumerate() {
            if g.0 < 0.0 {
                let (mode, event) = run.tape.transition(0, slot, run.modes[0]);
                run.modes[0] = mode;
                events.push(event);
            }
        }
        assert!(
            run.guards(&[x, v], &[v, 0.0]).iter().all(|g| g.0 > 0.0),
            "{x} {v}"
        );
        assert_eq!(run.eval(&[x, v]), run.live(&[x, v]));
    }
    use SwitchEvent::*;
    assert_eq!(
        events,
        [
            ContactBegin,
            FullDamping,
            ForceOff,
            Switch,
            ForceOn,
            ContactEnd
        ]
    );
}

#[test]
fn gaps_of_stops() {
    let mut run = Run::of("BISTOP(X, V, 1, 3, 100, 1.5, 25, 0.1)", &["X", "V"]);
    let mut registers = vec![
        carom_base::Dual {
            re: 0.0,
            eps: [0.0]
        };
        run.tape.registers()
    ];
    let mut out = vec![(0.0, 0.0, 0.0); 6];
    for (x, gap, rate) in [
        (0.8, -0.2, 7.0),
        (1.5, 0.5, 7.0),
        (2.75, 0.25, -7.0),
        (3.5, -0.5, -7.0),
    ] {
        run.settle(&[x, 7.0], &[7.0, 0.0]);
        run.tape
            .guards(&[x, 7.0], &[7.0, 0.0], &run.modes, &mut registers, &mut out);
        let (g, r) = run
            .tape
            .switch_gap(0, &run.modes, &registers)
            .expect("a stop");
        assert!((g - gap).abs() < 1e-15 && r == rate, "{x}: {g} {r}");
    }
    let single = run.tape.single_impact().expect("one call");
    assert_eq!((single.bistop, single.count(), single.switch), (true, 8, 0));
    run.eval(&[0.8, 7.0]);
    let numbers: Vec<f64> = single.arguments.iter().map(|&a| run.registers[a]).collect();
    assert_eq!(numbers, [0.8, 7.0, 1.0, 3.0, 100.0, 1.5, 25.0, 0.1]);
    for text in [
        "2*IMPACT(X, V, 1, 1, 1, 1, 1)",
        "IF(X: IMPACT(X, V, 1, 1, 1, 1, 1), 0, 0)",
        "ABS(X) + V",
        "X + V",
    ] {
        assert!(
            Run::of(text, &["X", "V"]).tape.single_impact().is_none(),
            "{text}"
        );
    }
    let none = Run::of("ABS(X)", &["X"]);
    assert!(none.tape.switch_gap(0, &[1], &registers).is_none());
}

#[test]
fn switches_in_branches_wait() {
    // ABS in the negative branch, AINT in the positive one
    let mut run = Run::of("IF(X: ABS(Y), 0, AINT(Y))", &["X", "Y"]);
    run.settle(&[-1.0, -0.5], &[1.0, 0.0]);
    assert_eq!(run.modes, [-1, -1, UNSET]);
    let g = run.guards(&[-1.0, -0.5], &[1.0, 0.0]);
    assert_eq!(g[0], (1.0, -1.0, g[0].2));
    assert_eq!((g[2].0, g[2].1), (0.5, 0.0));
    assert_eq!(g[3..], [(f64::INFINITY, 0.0, 1.0); 2]);
    // IF goes over: before the modes are completed the new branch follows its arguments
    run.modes[0] = run.tape.transition(0, 0, -1).0;
    assert_eq!((run.modes[0], run.eval(&[0.0, 2.5])), (1, 2.0));
    assert_eq!(run.gradient(&[0.0, 2.5]), (2.0, vec![0.0, 0.0]));
    assert_eq!(
        run.guards(&[0.0, 2.5], &[1.0, 0.0])[3..],
        [(f64::INFINITY, 0.0, 1.0); 2]
    );
    run.tape.refresh(&[0.0, 2.5], &[1.0, 0.0], &mut run.modes);
    assert_eq!(run.modes, [1, UNSET, 2]);
    let g = run.guards(&[0.0, 2.5], &[1.0, 0.0]);
    assert_eq!((g[2].0, g[3].0, g[4].0), (f64::INFINITY, 0.5, 0.5));
    // modes that hold are kept, even where the values say otherwise
    run.tape.refresh(&[0.0, 3.5], &[1.0, 0.0], &mut run.modes);
    assert_eq!(run.modes, [1, UNSET, 2]);
}

#[test]
fn a_test_may_rest_at_zero() {
    let mut run = Run::of("IF(MAX(X, 0): 1, 2, 3)", &["X"]);
    run.settle(&[1.0], &[-1.0]);
    assert_eq!((run.modes.clone(), run.eval(&[1.0])), (vec![0, 1], 3.0));
    // X falls to zero: both guards reach it together
    let g = run.guards(&[0.0], &[-1.0]);
    assert_eq!((g[0].0, g[1].0), (0.0, 0.0));
    run.modes[0] = run.tape.transition(0, 0, 0).0;
    run.modes[1] = run.tape.transition(1, 0, 1).0;
    run.tape.refresh(&[0.0], &[-1.0], &mut run.modes);
    assert_eq!((run.modes.clone(), run.eval(&[-0.5])), (vec![1, 0], 2.0));
    let g = run.guards(&[-0.5], &[-1.0]);
    assert!(g[1].0 > 0.0 && g[2].0 > 0.0, "{g:?}");
    // and back
    run.modes[0] = run.tape.transition(0, 0, 1).0;
    let g = run.guards(&[0.1], &[1.0]);
    assert!(g[1].0 > 0.0 && g[2].0 < 0.0, "{g:?}");
    assert_eq!(run.tape.transition(1, 1, 0).0, 1);
    // settled there with a rate: not at rest
    let mut run = Run::of("IF(X: 1, 2, 3)", &["X"]);
    run.settle(&[0.0], &[0.0]);
    assert_eq!(run.eval(&[0.0]), 2.0);
    run.settle(&[0.0], &[-1.0]);
    assert_eq!(run.eval(&[0.0]), 1.0);
}

#[test]
fn tolerances_know_the_terms() {
    // 1e6 - 1e6: rounding of the terms, not of the difference
    let mut run = Run::of("IF(X - 1E6: 0, 0, 1)", &["X"]);
    run.settle(&[1e6 + 1.0], &[1.0]);
    let g = run.guards(&[1e6 + 1e-10], &[1.0]);
    assert!(g[0].2 > 1e-10 && g[0].2 < 1e-8, "{g:?}");
    let mut run = Run::of("ABS(2*X - (X - 3) + 1)", &["X"]);
    run.settle(&[1.0], &[1.0]);
    assert!(run.guards(&[-4.0], &[1.0])[0].2 > 1e-15);
}

#[test]
fn beyond_the_range_of_a_mode() {
    let mut run = Run::of("AINT(X)", &["X"]);
    for x in [3e9 + 0.5, -1e300, 2_147_483_646.5] {
        run.settle(&[x], &[1.0]);
        assert_eq!(run.eval(&[x]), x.trunc());
        assert_eq!(run.live(&[x]), x.trunc());
        assert!(run.guards(&[x], &[1.0]).iter().all(|g| g.0 > 0.0));
    }
}

/// Along a motion, following the guards step by step as an integrator does, the frozen value stays the live one.
#[test]
fn guards_lead_through_all_branches() {
    for (text, fewest) in [
        ("IF(X - 1: ABS(Y), 7, IF(Y: X**2, 0, MAX(X, 3*Y)))", 6),
        ("SWEEP(X, 1 + Y, 0.3, 2, 1.5, 5, 0.4)", 4),
        ("SWEEP(-X, 1, -1.5, 2, 0.1, 5, 0.2)", 4),
        (
            "STEP(X, Y, 0, 2, 1) + STEP5(Y, 1, 2, -1, 3) + HAVSIN(X*Y, -1, 0, 1, 2)",
            6,
        ),
        (
            "AINT(3*X)*ANINT(2*Y) + MOD(X + Y, 0.7) + DIM(X, Y) + SIGN(X - 1, Y) - MIN(X, Y, 0)",
            20,
        ),
        (
            "IMPACT(X, 3*Y, 1, 100, 1.5, 20, 0.3) + BISTOP(Y, -X, -0.5, 0.5, 10, 2.2, 5, 0.1)",
            8,
        ),
        (
            "IF(MOD(X, 1) - 0.5: IMPACT(Y, X, 0.2, 1E3, 2, 10, 0.1), 0, -AINT(5*Y))",
            10,
        ),
        (
            "ABS(ABS(ABS(X - 1) - 0.5) - 0.2)*IF(Y: ABS(X - Y), 0, ABS(X + Y))",
            8,
        ),
    ] {
        let mut run = Run::of(text, &["X", "Y"]);
        // X first, whatever the order of the inputs
        let x_first = run.tape.inputs()[0].to_string() == "X";
        let at = |t: f64| {
            let (x, y) = (1.1 + 1.7 * (0.83 * t).sin(), 1.2 * (1.31 * t + 0.4).sin());
            let (dx, dy) = (
                1.7 * 0.83 * (0.83 * t).cos(),
                1.2 * 1.31 * (1.31 * t + 0.4).cos(),
            );
            if x_first {
                ([x, y], [dx, dy])
            } else {
                ([y, x], [dy, dx])
            }
        };
        let (start, rates) = at(0.0);
        run.settle(&start, &rates);
        let mut events = 0;
        for step in 1..8_000 {
            let (x, rate) = at(0.001 * f64::from(step));
            // a branch just entered may hold for less than a step
            for _ in 0..8 {
                let guards = run.guards(&x, &rate);
                let mut slot = 0;
                let before = events;
                for switch in 0..run.tape.switches() {
                    for k in 0..run.tape.guard_slots(switch) {
                        if guards[slot].0 < 0.0 && events == before {
                            run.modes[switch] = run.tape.transition(switch, k, run.modes[switch]).0;
                            run.tape.refresh(&x, &rate, &mut run.modes);
                            events += 1;
                        }
                        slot += 1;
                    }
                }
                if events == before {
                    break;
                }
            }
            let (frozen, live) = (run.eval(&x), run.live(&x));
            // at e > 2 the clamp's guard is taken at a least penetration: forces below 1e-9 may differ
            assert!(
                (frozen - live).abs() < 1e-9 * (1.0 + live.abs()),
                "{text} {step}: {frozen} {live} {:?}",
                run.modes
            );
        }
        assert!(events >= fewest, "{text}: {events}");
    }
}
