//! Splines: through the points, derivatives, beyond the ends, families of curves, events at the points.

use crate::common;

use carom_base::{Dialect, Dual, Number};
use carom_expr::spline::{Beyond, SplineTable};
use common::{Run, World, try_compile};

const X: [f64; 7] = [-1.0, 0.0, 0.5, 2.0, 3.0, 4.5, 5.0];
const Y: [f64; 7] = [2.0, -1.0, 0.3, 1.7, -2.0, 0.0, 4.0];

fn curve() -> SplineTable {
    SplineTable {
        x: X.to_vec(),
        curves: vec![(0.0, Y.to_vec())],
        beyond: Beyond::Parabola,
    }
}

/// Three curves y, 2y, y + 1 at z = 1, 2, 4.
fn family() -> SplineTable {
    SplineTable {
        curves: vec![
            (1.0, Y.to_vec()),
            (2.0, Y.map(|y| 2.0 * y).to_vec()),
            (4.0, Y.map(|y| y + 1.0).to_vec()),
        ],
        ..curve()
    }
}

fn world() -> World {
    let line = SplineTable {
        beyond: Beyond::Line,
        ..curve()
    };
    let mut w = World::with_names(&["X", "Z"])
        .with_spline(1, curve())
        .with_spline(2, line)
        .with_spline(3, family());
    w.splines.insert(
        4,
        std::sync::Arc::new(SplineTable {
            x: X[..4].to_vec(),
            curves: vec![(0.0, Y[..4].to_vec())],
            beyond: Beyond::Parabola,
        }),
    );
    w
}

fn run(text: &str) -> Run {
    let (tape, d) = try_compile(text, Dialect::MotionSolve, &world());
    Run::new(tape.unwrap_or_else(|| panic!("{text}: {d:?}")))
}

const METHODS: [&str; 4] = ["AKISPL", "CUBSPL", "LINSPL", "QUISPL"];

#[test]
fn through_the_points() {
    for method in METHODS {
        let mut r = run(&format!("{method}(X, 0, 1)"));
        for (x, y) in X.into_iter().zip(Y) {
            // 1e-12: rounding of a quintic with coefficients of up to 1e2
            assert!((r.live(&[x]) - y).abs() < 1e-12, "{method} at {x}");
        }
    }
    let mut r = run("LINSPL(X, 0, 1)");
    assert_eq!(r.live(&[0.25]), -0.35);
}

#[test]
fn derivatives_of_each_order() {
    for method in METHODS {
        for order in 0..2 {
            let mut f = run(&format!("{method}(X, 0, 1, {order})"));
            let mut g = run(&format!("{method}(X, 0, 1, {})", order + 1));
            for x in [-1.7, -0.5, 0.2, 1.1, 2.5, 4.4, 4.9, 5.6] {
                f.settle(&[x], &[1.0]);
                let (_, slope) = f.gradient(&[x]);
                assert!(
                    (slope[0] - g.live(&[x])).abs() < 1e-11,
                    "{method} {order} {x}"
                );
                let difference = (f.eval(&[x + 1e-5]) - f.eval(&[x - 1e-5])) / 2e-5;
                // h²/6 times a third derivative of up to 1e3
                assert!((slope[0] - difference).abs() < 1e-6, "{method} {order} {x}");
            }
        }
    }
}

#[test]
fn beyond_the_ends() {
    // parabola through the last three points; its values by Lagrange's formula
    let parabola = |x: [f64; 3], y: [f64; 3], at: f64| {
        (0..3)
            .map(|i| {
                let (a, b) = ((i + 1) % 3, (i + 2) % 3);
                y[i] * (at - x[a]) * (at - x[b]) / ((x[i] - x[a]) * (x[i] - x[b]))
            })
            .sum::<f64>()
    };
    for method in ["AKISPL", "CUBSPL", "QUISPL"] {
        let mut r = run(&format!("{method}(X, 0, 1)"));
        for x in [-1.5, -3.0] {
            let want = parabola([-1.0, 0.0, 0.5], [2.0, -1.0, 0.3], x);
            assert!((r.live(&[x]) - want).abs() < 1e-12, "{method} {x}");
        }
        let want = parabola([3.0, 4.5, 5.0], [-2.0, 0.0, 4.0], 6.0);
        assert!((r.live(&[6.0]) - want).abs() < 1e-12);
        let mut r = run(&format!("{method}(X, 0, 2)"));
        assert!((r.live(&[6.0]) - 12.0).abs() < 1e-12 && (r.live(&[-2.0]) - 5.0).abs() < 1e-12);
    }
    assert_eq!(run("LINSPL(X, 0, 1)").live(&[6.0]), 12.0);
}

#[test]
fn lines_between_curves() {
    let mut r = run("CUBSPL(X, Z, 3)");
    let mut single = run("CUBSPL(X, 0, 1)");
    for x in [-1.5, 0.3, 2.2, 5.5] {
        let y = single.live(&[x]);
        for (z, want) in [
            (1.0, y),
            (1.5, 1.5 * y),
            (2.0, 2.0 * y),
            (3.0, 1.5 * y + 0.5),
            (4.0, y + 1.0),
            // beyond, the line between the last two curves goes on
            (0.5, 0.5 * y),
            (6.0, 2.0),
        ] {
            // 1e-12: rounding; the spline of y + 1 is the spline of y plus 1
            assert!((r.live(&[x, z]) - want).abs() < 1e-12, "{x} {z}");
            r.settle(&[x, z], &[1.0, 1.0]);
            let (_, g) = r.gradient(&[x, z]);
            let difference = (r.eval(&[x, z + 1e-4]) - r.eval(&[x, z - 1e-4])) / 2e-4;
            assert!((g[1] - difference).abs() < 1e-10);
        }
    }
    // events: ends in x, inner curves in z
    r.settle(&[1.0, 1.5], &[1.0, 1.0]);
    let g = r.guards(&[1.0, 1.5], &[1.0, 1.0]);
    assert_eq!(
        (g[0].0, g[1].0, g[2].0, g[3].0),
        (2.0, 4.0, f64::INFINITY, 0.5)
    );
    let (mode, _) = r.tape.transition(0, 3, r.modes[0]);
    r.modes[0] = mode;
    let g = r.guards(&[1.0, 2.5], &[1.0, 1.0]);
    assert_eq!((g[2].0, g[3].0), (0.5, f64::INFINITY));
    assert!((r.eval(&[1.0, 2.5]) - r.live(&[1.0, 2.5])).abs() < 1e-15);
}

#[test]
fn points_are_events_where_the_second_derivative_breaks() {
    for (method, watched) in [
        ("AKISPL", true),
        ("LINSPL", true),
        ("CUBSPL", false),
        ("QUISPL", false),
    ] {
        let mut r = run(&format!("{method}(X, 0, 1)"));
        r.settle(&[1.0], &[1.0]);
        let g = r.guards(&[1.0], &[1.0]);
        let (low, high) = if watched { (0.5, 1.0) } else { (2.0, 4.0) };
        assert_eq!(
            (g[0].0, g[1].0, g[0].1, g[1].1),
            (low, high, 1.0, -1.0),
            "{method}"
        );
        // walk to the right through all points and back, following the guards
        for direction in [1.0, -1.0] {
            let mut x = if direction > 0.0 { -2.0 } else { 6.0 };
            r.settle(&[x], &[direction]);
            let mut events = 0;
            while (-2.0..=6.0).contains(&x) {
                let g = r.guards(&[x], &[direction]);
                if let Some(slot) = (0..2).find(|&k| g[k].0 < 0.0) {
                    r.modes[0] = r.tape.transition(0, slot, r.modes[0]).0;
                    events += 1;
                }
                assert_eq!(r.eval(&[x]), r.live(&[x]), "{method} {x}");
                x += direction * 0.03125001;
            }
            assert_eq!(events, if watched { 7 } else { 2 }, "{method}");
        }
        // on a point the direction decides
        r.settle(&[5.0], &[1.0]);
        let beyond = r.modes[0];
        r.settle(&[5.0], &[-1.0]);
        assert_eq!(r.modes[0], beyond - 1);
    }
}

#[test]
fn duals_of_duals_pass_through() {
    let r = run("QUISPL(X, 0, 1)");
    let mut second = run("QUISPL(X, 0, 1, 2)");
    type Jet = Dual<Dual<f64, 1>, 1>;
    let x = Jet::variable(Dual::variable(2.7, 0), 0);
    let y = r.tape.eval(
        &[x],
        &[1],
        &mut vec![Jet::constant(0.0); r.tape.registers()],
    );
    assert!((y.eps[0].eps[0] - second.live(&[2.7])).abs() < 1e-11);
}

#[test]
fn few_points_and_many() {
    let (tape, d) = try_compile("AKISPL(X, 0, 4)", Dialect::MotionSolve, &world());
    assert!(tape.is_some());
    assert_eq!(
        d.iter().map(|d| d.name).collect::<Vec<_>>(),
        ["expr-few-spline-points"]
    );
    assert!(
        try_compile("AKISPL(X, 0, 4)", Dialect::Adams, &world())
            .1
            .is_empty()
    );
    // 5000 points: no trouble with the size of the system
    let x: Vec<f64> = (0..5000).map(|k| 0.001 * f64::from(k)).collect();
    let y: Vec<f64> = x.iter().map(|x| x.sin()).collect();
    let w = World::with_names(&["X"]).with_spline(
        9,
        SplineTable {
            x,
            curves: vec![(0.0, y)],
            beyond: Beyond::Parabola,
        },
    );
    for (method, error) in [
        ("CUBSPL", 1e-13),
        ("QUISPL", 1e-13),
        ("AKISPL", 1e-9),
        ("LINSPL", 2e-7),
    ] {
        let mut r = Run::new(
            try_compile(&format!("{method}(X, 0, 9)"), Dialect::MotionSolve, &w)
                .0
                .unwrap(),
        );
        // h⁴/384, h⁶, about h³, h²/8
        assert!(
            (r.live(&[2.00047]) - 2.00047f64.sin()).abs() < error,
            "{method}"
        );
    }
}

#[test]
fn tables_are_looked_at() {
    let bad = |change: fn(&mut SplineTable)| {
        let mut t = curve();
        change(&mut t);
        t.problem().unwrap_or_default()
    };
    assert_eq!(curve().problem(), None);
    assert_eq!(
        bad(|t| t.x[3] = 0.5),
        "x must increase, but 0.5 is followed by 0.5"
    );
    assert_eq!(
        bad(|t| t.curves[0].1[2] = f64::NAN),
        "NaN is not a finite number"
    );
    assert_eq!(
        bad(|t| t.curves.push((0.0, Y.to_vec()))),
        "z must increase, but 0 is followed by 0"
    );
    assert_eq!(
        bad(|t| t.curves[0].1.truncate(5)),
        "the curve at z = 0 has 5 values for 7 abscissas"
    );
    assert_eq!(bad(|t| t.curves.clear()), "it has no curve");
    assert_eq!(
        bad(|t| t.x.truncate(1)),
        "it has 1 points, at least 2 are needed"
    );
}
