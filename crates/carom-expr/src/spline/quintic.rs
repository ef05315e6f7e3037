//! QUISPL: the natural spline of degree five, four times continuously differentiable.
//!
//! Third and fourth derivatives vanish at both ends: of all curves through the points it has the least ∫ y‴².
//! Unknown are slope t and second derivative s at each point; on an interval of length h the quintic through
//! (y, t, s) at both ends has, with Δ = y₁ − y₀,
//!
//! ```text
//! y‴(0) = ( 60Δ − 36h·t₀ − 24h·t₁ − 9h²·s₀ + 3h²·s₁)/h³
//! y⁗(0) = (−360Δ + 192h·t₀ + 168h·t₁ + 36h²·s₀ − 24h²·s₁)/h⁴
//! ```
//!
//! and the mirror images at its other end. Continuity of both at each point is a block tridiagonal system.
//! Source: J. G. Herriot and C. H. Reinsch, ACM Algorithm 507 (1976), for the definition.

use super::piece::Piece;

type Row = [f64; 2];
type Block = [Row; 2];

/// `[[y‴, of t and s at the near end], [of t and s at the far end]]` and the part of Δ; the same of y⁗,
/// seen from the end at which the derivative is taken. Seen from the right end t and y⁗'s oddness change sign.
struct Ends {
    near: Block,
    far: Block,
    difference: Row,
}

/// Third (row 0) and fourth (row 1) derivative at one end; `side` is 1 at the left end and −1 at the right.
fn ends(h: f64, side: f64) -> Ends {
    // Mirroring the interval maps h to −h: odd powers of h change sign, even ones stay.
    let g = side * h;
    let (g2, g3, g4) = (g * g, g * g * g, g * g * g * g);
    Ends {
        near: [[-36.0 / g2, -9.0 / g], [192.0 / g3, 36.0 / g2]],
        far: [[-24.0 / g2, 3.0 / g], [168.0 / g3, -24.0 / g2]],
        difference: [60.0 / g3, -360.0 / g4],
    }
}

fn multiply(a: &Block, b: &Block) -> Block {
    std::array::from_fn(|i| std::array::from_fn(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
}

fn apply(a: &Block, v: Row) -> Row {
    a.map(|row| row[0] * v[0] + row[1] * v[1])
}

fn inverse(a: &Block) -> Block {
    let d = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    [[a[1][1] / d, -a[0][1] / d], [-a[1][0] / d, a[0][0] / d]]
}

fn add(a: &mut Block, b: &Block, sign: f64) {
    for i in 0..2 {
        for j in 0..2 {
            a[i][j] += sign * b[i][j];
        }
    }
}

/// (slope, second derivative) at each point.
fn solve(x: &[f64], y: &[f64]) -> Vec<Row> {
    let n = x.len();
    let zero = [[0.0; 2]; 2];
    // Equation k: (derivatives from the interval right of k) − (from the interval left of k) = 0.
    let (mut lower, mut diagonal, mut upper) = (vec![zero; n], vec![zero; n], vec![zero; n]);
    let mut right = vec![[0.0; 2]; n];
    for k in 0..n {
        if k + 1 < n {
            let e = ends(x[k + 1] - x[k], 1.0);
            add(&mut diagonal[k], &e.near, 1.0);
            add(&mut upper[k], &e.far, 1.0);
            for i in 0..2 {
                right[k][i] -= e.difference[i] * (y[k + 1] - y[k]);
            }
        }
        if k > 0 {
            let e = ends(x[k] - x[k - 1], -1.0);
            add(&mut diagonal[k], &e.near, -1.0);
            add(&mut lower[k], &e.far, -1.0);
            for i in 0..2 {
                right[k][i] += e.difference[i] * (y[k - 1] - y[k]);
            }
        }
    }
    for k in 1..n {
        let factor = multiply(&lower[k], &inverse(&diagonal[k - 1]));
        let (above, r) = (upper[k - 1], apply(&factor, right[k - 1]));
        add(&mut diagonal[k], &multiply(&factor, &above), -1.0);
        right[k] = [right[k][0] - r[0], right[k][1] - r[1]];
    }
    let mut solution = vec![[0.0; 2]; n];
    for k in (0..n).rev() {
        let mut r = right[k];
        if k + 1 < n {
            let u = apply(&upper[k], solution[k + 1]);
            r = [r[0] - u[0], r[1] - u[1]];
        }
        solution[k] = apply(&inverse(&diagonal[k]), r);
    }
    solution
}

pub fn pieces(x: &[f64], y: &[f64]) -> Vec<Piece> {
    // Scaled to intervals of mean length 1, so that powers of h stay moderate.
    let n = x.len();
    let unit = (x[n - 1] - x[0]) / (n - 1) as f64;
    let scaled: Vec<f64> = x.iter().map(|v| (v - x[0]) / unit).collect();
    let slopes = solve(&scaled, y);
    (1..n)
        .map(|k| {
            let ([t0, s0], [t1, s1]) = (slopes[k - 1], slopes[k]);
            let h = scaled[k] - scaled[k - 1];
            // What is missing at the far end after the parabola y₀ + t₀u + s₀u²/2.
            let a = y[k] - y[k - 1] - h * (t0 + 0.5 * h * s0);
            let b = (t1 - t0 - h * s0) * h;
            let c = (s1 - s0) * h * h;
            let p = [
                y[k - 1],
                t0,
                0.5 * s0,
                (10.0 * a - 4.0 * b + 0.5 * c) / h.powi(3),
                (-15.0 * a + 7.0 * b - c) / h.powi(4),
                (6.0 * a - 3.0 * b + 0.5 * c) / h.powi(5),
            ];
            std::array::from_fn(|i| p[i] / unit.powi(i as i32))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derivative(p: &Piece, h: f64, order: usize) -> f64 {
        let mut c = *p;
        for _ in 0..order {
            c = std::array::from_fn(|i| {
                if i < 5 {
                    c[i + 1] * (i + 1) as f64
                } else {
                    0.0
                }
            });
        }
        c.iter().rev().fold(0.0, |s, c| s * h + c)
    }

    #[test]
    fn joints_are_smooth_up_to_the_fourth_derivative() {
        let x = [0.0, 1.0, 1.7, 3.0, 4.0, 4.6, 6.0];
        let y = [1.0, -1.0, 2.0, 0.5, 0.0, 3.0, 1.0];
        let p = pieces(&x, &y);
        for k in 0..6 {
            let h = x[k + 1] - x[k];
            // 1e-9 relative to derivatives of up to 1e3: rounding of a well conditioned system
            assert!((derivative(&p[k], h, 0) - y[k + 1]).abs() < 1e-10);
            for order in 1..=4 {
                if k < 5 {
                    let jump = derivative(&p[k], h, order) - derivative(&p[k + 1], 0.0, order);
                    assert!(jump.abs() < 1e-6, "{k} {order} {jump}");
                }
            }
        }
        for order in [3, 4] {
            assert!(derivative(&p[0], 0.0, order).abs() < 1e-7);
            assert!(derivative(&p[5], x[6] - x[5], order).abs() < 1e-6);
        }
    }

    #[test]
    fn a_parabola_is_reproduced() {
        let x = [-1.0, 0.5, 2.0, 2.5, 7.0];
        let y = x.map(|x: f64| 3.0 - 2.0 * x + 0.5 * x * x);
        for (k, p) in pieces(&x, &y).iter().enumerate() {
            let m = 0.3 * x[k] + 0.7 * x[k + 1];
            let got = derivative(p, m - x[k], 0);
            assert!((got - (3.0 - 2.0 * m + 0.5 * m * m)).abs() < 1e-12);
            assert!((derivative(p, m - x[k], 2) - 1.0).abs() < 1e-11);
        }
    }
}
