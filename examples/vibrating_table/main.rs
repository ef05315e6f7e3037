//! A ball on a vibrating table: where its orbits double their period, and the diagram of a study of it.
//!
//! ```text
//! cargo run --release -p carom-study --example vibrating_table
//! ```
//!
//! The doublings are found on the map from one impact to the next, which the event engine computes: of the orbit of 1, 2, 4, ... impacts, solved by
//! Newton's method, the forcing at which a multiplier of its map is −1. The diagram is that of `examples/studies/vibrating_table.toml`, run here as
//! `carom sweep` runs it; `vibrating_table.svg` and `vibrating_table.png` show it with the doublings.
use carom_base::Number;
use carom_plot::{Axis, Curve, Figure, Mark, Panel, Style};
use carom_solve::hybrid::{Along, Hybrid, Told, Trajectory};
use carom_solve::{Settings, integrator};
use carom_study::{Dataset, Earlier, Row, Study, run_missing};
use std::f64::consts::{PI, TAU};

/// Coefficient of restitution.
const RESTITUTION: f64 = 0.5;
/// How many doublings are looked for: the last one of an orbit of 32 impacts.
const DOUBLINGS: usize = 6;
/// Later doublings follow each other by this ratio (Feigenbaum 1978); first guesses come from it.
const RATIO: f64 = 4.669;

/// A ball in flight over a table that moves as Γ·sin t; lengths in g/ω², times in 1/ω. The flight ends at the impact.
struct Flight {
    gamma: f64,
}

impl Hybrid for Flight {
    type Mode = ();
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, _: (), _: f64, y: &[f64], dy: &mut [f64]) {
        dy.copy_from_slice(&[y[1], -1.0]);
    }
    fn watch(&self, _: (), t: Along, y: &[Along], guards: &mut [Along]) {
        guards[0] = y[0] - t.sin() * self.gamma;
    }
    fn jump(&mut self, _: (), _: f64, _: &mut [f64], _: &[usize]) -> Option<()> {
        None
    }
}

/// Phase of an impact, less whole periods, and speed after it.
type Impact = [f64; 2];

/// The impact after one.
fn next(gamma: f64, [phase, speed]: Impact) -> Impact {
    let method = integrator("dop853").expect("it is in the list");
    let settings = Settings {
        rtol: 1e-13,
        atol: 1e-13,
        ..Settings::default()
    };
    let start = [gamma * phase.sin(), speed];
    let mut flight = Trajectory::new(Flight { gamma }, (), phase, &start, method, settings)
        .expect("the rates are finite");
    let mut landing = [f64::NAN; 2];
    flight
        .advance(phase + 100.0, &[], |told| {
            if let Told::Event { t, before, .. } = told {
                landing = [t, before[1]];
            }
        })
        .expect("a parabola");
    let [t, falls] = landing;
    let table = gamma * t.cos();
    // One impact in each period, on all orbits of the cascade.
    [t - TAU, table - RESTITUTION * (falls - table)]
}

/// A matrix of two rows.
type Matrix = [[f64; 2]; 2];

/// Derivative of the map at an impact, by central differences of order 4: 1e-12 of fifth derivatives, and 1e-13 of the map over 1e-3.
fn slope(gamma: f64, at: Impact) -> Matrix {
    const STEP: f64 = 1e-3;
    let columns = [0, 1].map(|k| {
        let moved = |by: f64| {
            let mut from = at;
            from[k] += by * STEP;
            next(gamma, from)
        };
        let (a, b, c, d) = (moved(-2.0), moved(-1.0), moved(1.0), moved(2.0));
        [0, 1].map(|i| (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * STEP))
    });
    [0, 1].map(|i| [columns[0][i], columns[1][i]])
}

fn apply(m: &Matrix, x: Impact) -> Impact {
    m.map(|row| row[0] * x[0] + row[1] * x[1])
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| [0, 1].map(|k| row[0] * b[0][k] + row[1] * b[1][k]))
}

/// Newton's method for an orbit, from impacts near it; its whole derivative.
///
/// With `xₖ₊₁ + δₖ₊₁ = P(xₖ) + Jₖ·δₖ` around the orbit δ₀ solves `(1 − J·J·...·J)·δ₀ = s`.
fn solve(gamma: f64, orbit: &mut [Impact]) -> Matrix {
    loop {
        let slopes: Vec<Matrix> = orbit.iter().map(|x| slope(gamma, *x)).collect();
        let rests: Vec<Impact> = (0..orbit.len())
            .map(|k| {
                let (to, is) = (orbit[(k + 1) % orbit.len()], next(gamma, orbit[k]));
                [is[0] - to[0], is[1] - to[1]]
            })
            .collect();
        let (mut whole, mut sum) = ([[1.0, 0.0], [0.0, 1.0]], [0.0; 2]);
        for (m, rest) in slopes.iter().zip(&rests) {
            let moved = apply(m, sum);
            sum = [moved[0] + rest[0], moved[1] + rest[1]];
            whole = product(m, &whole);
        }
        let [[a, b], [c, d]] = [
            [1.0 - whole[0][0], -whole[0][1]],
            [-whole[1][0], 1.0 - whole[1][1]],
        ];
        let det = a * d - b * c;
        let mut change = [
            (d * sum[0] - b * sum[1]) / det,
            (a * sum[1] - c * sum[0]) / det,
        ];
        let mut largest = 0.0_f64;
        for k in 0..orbit.len() {
            orbit[k][0] += change[0];
            orbit[k][1] += change[1];
            largest = largest.max(change[0].abs()).max(change[1].abs());
            let moved = apply(&slopes[k], change);
            change = [moved[0] + rests[k][0], moved[1] + rests[k][1]];
        }
        assert!(
            largest < 1.0,
            "the orbit of {} impacts is lost",
            orbit.len()
        );
        if largest < 1e-9 {
            return whole;
        }
    }
}

/// (1 + μ₁)·(1 + μ₂) of the multipliers: zero where the period doubles.
fn test(whole: &Matrix) -> f64 {
    let [[a, b], [c, d]] = whole;
    1.0 + a + d + a * d - b * c
}

/// Forcings Γ = Aω²/g at which the orbits of 1, 2, 4, ... impacts double their period.
fn doublings() -> Vec<f64> {
    let mut found: Vec<f64> = Vec::new();
    // The orbit of one impact begins at Γ = π(1 − e)/(1 + e), with cos φ = Γ₀/Γ and the speed π.
    let first = PI * (1.0 - RESTITUTION) / (1.0 + RESTITUTION);
    let (mut before, mut gap) = (first, 0.4);
    let mut impact = [(first / (first + 0.5 * gap)).acos(), PI];
    for level in 0..DOUBLINGS {
        // In the middle of its window the orbit attracts, from wherever the one before it was.
        let mut gamma = before + 0.5 * gap;
        for _ in 0..4000 {
            impact = next(gamma, impact);
        }
        let mut orbit = Vec::new();
        for _ in 0..1 << level {
            orbit.push(impact);
            impact = next(gamma, impact);
        }
        let mut value = test(&solve(gamma, &mut orbit));
        // The secant method.
        let mut other = gamma + 0.1 * gap;
        while (other - gamma).abs() > 1e-12 {
            let at_other = test(&solve(other, &mut orbit));
            let better = other - at_other * (other - gamma) / (at_other - value);
            (gamma, value, other) = (other, at_other, better);
        }
        found.push(other);
        gap = (other - before) / RATIO;
        before = other;
    }
    found
}

/// Rows of the study, run on both processors.
fn rows(study: &Study) -> std::io::Result<Vec<Row>> {
    let folder = tempfile::tempdir()?;
    let mut rows = Vec::new();
    let mut dataset = Dataset::open(study, &folder.path().join("table.sweep"), Earlier::Kept)
        .map_err(|d| std::io::Error::other(d.message))?;
    run_missing(&mut dataset, study, 2, &|| false, &mut |row| {
        rows.push(row.clone())
    })?;
    Ok(rows)
}

fn main() -> std::io::Result<()> {
    let doublings = doublings();
    for (k, gamma) in doublings.iter().enumerate() {
        println!("{:2} to {:2} impacts: {gamma:.10}", 1 << k, 2 << k);
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let study = Study::read(root.join("examples/studies/vibrating_table.toml"))
        .map_err(|refused| std::io::Error::other(format!("{:?}", refused.diagnostics)))?;
    let started = std::time::Instant::now();
    let rows = rows(&study)?;
    // Of each row of points: the time, the phase, the speed.
    let points: Vec<[f64; 2]> = rows
        .iter()
        .flat_map(|row| row.points.chunks(3).map(|p| [row.parameters[0], p[1]]))
        .collect();
    println!(
        "{} runs, {} impacts in {:.1} s",
        rows.len(),
        points.len(),
        started.elapsed().as_secs_f64()
    );
    let mark = |gamma: &f64| Mark {
        x: *gamma,
        colour: 1,
        name: "doubling".into(),
        ..Mark::default()
    };
    let panel = Panel {
        title: "Phase of the impacts, in periods".into(),
        x: Axis::named("largest acceleration of the table over gravity"),
        height: 380.0,
        curves: vec![Curve {
            name: "impact".into(),
            points,
            style: Style::Dots,
            ..Curve::default()
        }],
        marks: doublings.iter().map(mark).collect(),
        ..Panel::default()
    };
    let figure = Figure::of(vec![panel], "Bifurcations of a ball on a vibrating table");
    std::fs::write("vibrating_table.svg", figure.svg())?;
    let png = figure.png(2.0).map_err(std::io::Error::other)?;
    std::fs::write("vibrating_table.png", png)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// validation/values/zoo.json: the first in closed form, the others by Newton's method on the map in closed form.
    #[test]
    fn the_cascade_is_where_it_was_computed() {
        const EXACT: [f64; DOUBLINGS] = [
            1.526_823_700_519_060_9,
            1.667_130_660_77,
            1.696_780_745_805,
            1.703_180_525_646,
            1.704_556_469_161,
            1.704_851_463_657,
        ];
        for (found, exact) in doublings().iter().zip(EXACT) {
            // Rounding of the differences, 1e-10, times the slope of the forcing over the multipliers.
            assert!((found - exact).abs() < 1e-9, "{found} {exact}");
        }
    }
}
