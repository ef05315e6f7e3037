//! The independent form against closed forms, the sparse form and its own adjoint.

use super::super::Variation;
use super::*;

const SIZES: [f64; 8] = [1.0; 8];
const LOOSE: Scales<'static> = Scales {
    kinds: &[],
    sizes: &SIZES,
    least: &[0.0],
};

fn even(length: f64) -> Clock<'static> {
    let rates = &[1.0; 7];
    Clock { length, rates }
}

/// A mass on the line `y = a·x`, a = tan(angle), held by a spring along x, with a state `s' = x` and the sum of `vx`; entries of J in the order of its pattern.
fn on_a_line() -> (Shape, Matrix, Pattern, Vec<(usize, usize)>, Vec<f64>) {
    let shape = Shape {
        positions: 2,
        states: 2,
        rows: 1,
    };
    let a = 0.75;
    // rows: x, y, vx, vy, s, sum, constraint of velocities
    let entries = [
        (0, 2, 1.0),
        (1, 3, 1.0),
        (2, 0, -25.0),
        (2, 6, -a),
        (3, 6, 1.0),
        (4, 0, 1.0),
        (5, 2, 1.0),
        (6, 2, -a),
        (6, 3, 1.0),
    ];
    let pattern = Pattern::from_entries(7, entries.iter().map(|(r, c, _)| (*r, *c)));
    let of = |place: (usize, usize)| {
        let found = entries.iter().find(|(r, c, _)| (*r, *c) == place);
        found.map_or(0.0, |e| e.2)
    };
    let places = vec![(0, 0), (0, 1)];
    let values = pattern.entries().map(of).chain([-a, 1.0]).collect();
    let ones = [0, 1, 2, 3, 4, 5].map(|k| (k, k, 1.0));
    (
        shape,
        Matrix::from_entries(7, &ones),
        pattern,
        places,
        values,
    )
}

/// The frequency is 5·cos(angle) = 4; the sparse form gives the same.
#[test]
fn a_mass_on_a_line() {
    let (shape, mass, pattern, places, values) = on_a_line();
    let h = 0.2;
    let mut of = Independent::new(7, shape, (&mass, &pattern), &places, &SIZES);
    let jacobians = values.repeat(7);
    of.factor(&even(h), &jacobians).unwrap();
    let start = [1.0, 0.75, 2.0, 1.5, 0.3, 7.0, 0.0];
    let mut u = start;
    of.step(&even(h), &jacobians, &[], &mut u, &LOOSE);
    let (sin, cos) = (4.0 * h).sin_cos();
    let x = cos + 0.5 * sin;
    let exact = [
        x,
        0.75 * x,
        2.0 * cos - 4.0 * sin,
        0.75 * (2.0 * cos - 4.0 * sin),
        0.3 + 0.25 * sin + 0.125 * (1.0 - cos),
        7.0 + x - 1.0,
    ];
    for (u, exact) in u.iter().zip(exact) {
        // hλ = 0.8: the constant of the error says 3e-16; roundings of some twenty terms
        assert!((u - exact).abs() < 4e-15, "{u} {exact}");
    }
    let mut sparse = Variation::new(7, &mass, &pattern, [2, 1]);
    sparse.factor(&even(h), &jacobians).unwrap();
    let mut other = start;
    sparse.step(&even(h), &jacobians, &[], &mut other, &LOOSE);
    for (u, other) in u[..6].iter().zip(other) {
        assert!((u - other).abs() < 4e-15);
    }
}

/// A source of the constraint `y − a·x + b·t = 0`, so that g of places is b·t and of velocities b, moves the line: `x'' = −16·x + …` as the closed form says.
#[test]
fn a_line_that_moves() {
    let (shape, mass, pattern, places, values) = on_a_line();
    let (h, b) = (0.2, 0.5);
    let mut of = Independent::new(7, shape, (&mass, &pattern), &places, &SIZES);
    let jacobians = values.repeat(7);
    of.factor(&even(h), &jacobians).unwrap();
    let mut g = vec![0.0; 7 * 8];
    for (g, c) in g.chunks_exact_mut(8).zip(of.tableau.nodes.clone()) {
        (g[6], g[7]) = (b, b * c * h);
    }
    // y = a·x − b·t: vy = a·vx − b. Along the line: (1 + a²)·x'' = −25·x.
    let mut u = [1.0, 0.75, 2.0, 0.75 * 2.0 - b, 0.0, 0.0, 0.0];
    of.step(&even(h), &jacobians, &g, &mut u, &LOOSE);
    let (sin, cos) = (4.0 * h).sin_cos();
    let (x, v) = (cos + 0.5 * sin, 2.0 * cos - 4.0 * sin);
    let exact = [x, 0.75 * x - b * h, v, 0.75 * v - b];
    for (u, exact) in u.iter().zip(exact) {
        // as above
        assert!((u - exact).abs() < 4e-15, "{u} {exact}");
    }
}

/// `⟨λ₁, u₁⟩ = ⟨λ₀, u₀⟩ + Σ⟨by_g, g⟩` for any blocks, sources and gradients, constraints or not.
#[test]
fn back_and_forth() {
    let mut next = 1u32;
    let mut some = || {
        next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(next) / f64::from(u32::MAX) - 0.5
    };
    for (rows, stages, end) in [(2, 3, 1.0), (1, 6, 1.0), (0, 4, 1.0), (2, 7, 1e-12)] {
        let shape = Shape {
            positions: 3,
            states: 3,
            rows,
        };
        let (all, size) = (9 + rows, 9 + 2 * rows);
        let filled = (0..all).flat_map(|r| (0..8).map(move |c| (r, c)));
        let pattern = Pattern::from_entries(all, filled.filter(|(r, c)| *c != 8 && *r < all));
        let places: Vec<_> = (0..rows)
            .flat_map(|r| [0, 1, 2, 6, 7].map(|c| (r, c)))
            .collect();
        let masses = [1.0, 1.0, 1.0, 2.0, 3.0, 1.5, 1.0, 1.0, 1.0];
        let masses: Vec<_> = masses.iter().enumerate().map(|(k, m)| (k, k, *m)).collect();
        let mass = Matrix::from_entries(all, &masses);
        let mut of = Independent::new(stages, shape, (&mass, &pattern), &places, &SIZES);
        let count = pattern.len() + places.len();
        let jacobians: Vec<f64> = (0..stages * count).map(|_| some()).collect();
        let mut rates: Vec<f64> = (0..stages).map(|_| 1.0 + some()).collect();
        rates[stages - 1] = end;
        let clock = Clock {
            length: 0.7,
            rates: &rates,
        };
        of.factor(&clock, &jacobians).unwrap();
        let g: Vec<f64> = (0..stages * size).map(|_| some()).collect();
        let start: Vec<f64> = (0..all).map(|k| if k < 9 { some() } else { 0.0 }).collect();
        let last: Vec<f64> = (0..all).map(|k| if k < 9 { some() } else { 0.0 }).collect();
        let mut u = start.clone();
        let scales = Scales {
            kinds: &[0..3, 3..6],
            sizes: &[1.0; 9],
            least: &[1.0],
        };
        let rate = of.step(&clock, &jacobians, &g, &mut u, &scales);
        assert!(rate > 0.0 && rate.is_finite());
        let mut back = last.clone();
        let by_g = of.step_back(&clock, &jacobians, &mut back);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let forth = dot(&last[..9], &u[..9]);
        let back = dot(&back[..9], &start[..9]) + dot(&by_g, &g);
        // roundings of some hundred terms, G_d of random numbers
        assert!((forth - back).abs() < 1e-11, "{forth} {back}");
    }
}
