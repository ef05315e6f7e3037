//! Curves of tori over two parameters, against the closed form of a linear system with one impact a period.

// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_stability::Family;
use carom_stability::curves::Curve;
use common::study;
use nalgebra::{DMatrix, DVector};
use std::f64::consts::TAU;

const TWO_MASSES: &str = include_str!("../../../validation/studies/torus.adm");

/// The curve of the lower torus over frequency and restitution, with the forcing begun at a phase.
fn curve(phase: f64, first: f64) -> Curve {
    let deck = TWO_MASSES.replace("COS(1.8*TIME)", &format!("COS(1.8*TIME+{phase})"));
    let toml = "
[run]
contact = \"rigid\"
restitution = \"e\"
integrator = \"dop853\"
error = 1e-11
[parameters]
w = { at = \"SFORCE/1.function#1\", was = 1.8, values = [FIRST] }
e = { values = [0.6] }
[orbit]
period = \"2*PI/w\"
settle = \"80*2*PI/w\"
[branch]
along = \"w\"
from = 1.43
to = 1.85
step = 0.2
doublings = 0
[curve]
of = \"torus\"
along = [\"w\", \"e\"]
from = [1.2, 0.55]
to = [1.7, 0.7]
step = 0.1
";
    let study = study(&deck, &toml.replace("FIRST", &first.to_string()));
    let family = Family::new(&study);
    let branches = family.branches().unwrap();
    family.curve(&branches).unwrap()
}

/// |μ|² − 1 of the largest complex pair: x' = A·x + b·cos(w·t), R at x1 = 0. With the particular solution Re(z·exp(i·φ)) and P = exp(A·T) the state before
/// the impact is Re(c·exp(i·φ)), c = (1 − P·R)⁻¹·(1 − P)·z, which gives φ by x1 = 0, and the multipliers are those of S·P, S = R + (f⁺ − R·f⁻)·n/(n·f⁻).
fn outside(w: f64, e: f64) -> f64 {
    let a = DMatrix::from_row_slice(
        4,
        4,
        &[
            0.0,
            0.0,
            1.0,
            0.0,
            0.0,
            0.0,
            0.0,
            1.0,
            -2.0,
            1.0,
            -0.12,
            0.02,
            1.0 / 3.0,
            -1.0 / 3.0,
            0.02 / 3.0,
            -0.02 / 3.0,
        ],
    );
    let b = DVector::from_vec(vec![0.0, 0.0, 1.0, 0.0]);
    let unit = DMatrix::<f64>::identity(4, 4);
    // (i·w − A)·z = b, real and imaginary parts one above the other
    let mut both = DMatrix::zeros(8, 8);
    both.view_mut((0, 0), (4, 4)).copy_from(&-&a);
    both.view_mut((4, 4), (4, 4)).copy_from(&-&a);
    both.view_mut((0, 4), (4, 4)).copy_from(&(&unit * -w));
    both.view_mut((4, 0), (4, 4)).copy_from(&(&unit * w));
    let mut right = DVector::zeros(8);
    right.rows_mut(0, 4).copy_from(&b);
    let z = both.lu().solve(&right).unwrap();
    let p = (&a * (TAU / w)).exp();
    let r = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 1.0, -e, 1.0]));
    let m = (&unit - &p * &r).lu().solve(&(&unit - &p)).unwrap();
    let (re, im) = (&m * z.rows(0, 4), &m * z.rows(4, 4));
    let at = |phase: f64| (phase, &re * phase.cos() - &im * phase.sin());
    let phase = re[0].atan2(im[0]);
    let (phase, before) = [at(phase), at(phase + 0.5 * TAU)]
        .into_iter()
        .find(|(_, y)| y[2] > 0.0)
        .unwrap();
    let rate = |x: &DVector<f64>| &a * x + &b * phase.cos();
    let (down, up) = (rate(&before), rate(&(&r * &before)));
    let normal = DVector::from_vec(vec![1.0, 0.0, 0.0, 0.0]);
    let s = &r + (up - &r * &down) * normal.transpose() / down[0];
    let pairs = (s * p).complex_eigenvalues();
    let sizes = pairs.iter().filter(|z| z.im > 0.0);
    sizes
        .map(|z| z.norm_sqr() - 1.0)
        .fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn a_torus_over_frequency_and_restitution() {
    let curve = curve(1.0, 1.46);
    let points = &curve.points;
    assert!(points.len() > 4, "{:?}", curve.ended);
    for point in points {
        let [w, e] = [0, 1].map(|k| point.orbit.point[k]);
        // a hundred tolerances of the runs
        assert!(outside(w, e).abs() < 1e-9, "{w} {e}: {:e}", outside(w, e));
    }
    let e = points.iter().map(|p| p.orbit.point[1]);
    let (low, high) = e.fold((1.0f64, 0.0f64), |m, e| (m.0.min(e), m.1.max(e)));
    assert!(low < 0.58 && high > 0.65, "{low} {high} {:?}", curve.ended);
}

/// Where the impact comes to the start of the period, the end of the curve says so.
#[test]
fn an_impact_at_the_start_of_the_period() {
    let curve = curve(0.0, 1.8);
    let says = |e: &String| e.contains("the impact of SFORCE/2 comes to the start of the period");
    assert!(curve.ended.iter().any(says), "{:?}", curve.ended);
}
