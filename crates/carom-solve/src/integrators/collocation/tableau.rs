//! The Radau IIA method with s stages, in the form that its Newton iteration needs.
//!
//! Collocation at the zeros c₁ < ... < c_s = 1 of d^{s-1}/dx^{s-1} [x^{s-1}(x-1)^s], order 2s-1. With the increments
//! z_j = Y_j - y₀ the collocation polynomial through (0, 0), (c_j, z_j) has the slopes `D·z` at the nodes; D = A⁻¹ is the
//! inverse of the Runge-Kutta matrix. `D = T·Λ·T⁻¹` with one real eigenvalue γ and (s-1)/2 pairs α ± iβ decouples the
//! stages. Everything is computed from the definition, to a few units in the last place.
//!
//! Source: Hairer, Wanner, Solving Ordinary Differential Equations II (1996), sections IV.5 and IV.8.

use nalgebra::{Complex, DMatrix, DVector};

/// Most stages of the family.
pub const STAGES_MAX: usize = 7;

/// Radau IIA with `stages` stages.
#[derive(Clone, Debug)]
pub struct Tableau {
    /// Number of stages s.
    pub stages: usize,
    /// Nodes c₁ ... c_s = 1.
    pub nodes: Vec<f64>,
    /// Barycentric weights of the nodes 0, c₁, ..., c_s, length s + 1.
    weights: Vec<f64>,
    /// D, row by row: slopes of the collocation polynomial at the nodes.
    pub slopes: Vec<f64>,
    /// Slope of the collocation polynomial at 0: Σ start_slope[j]·z_j.
    pub start_slope: Vec<f64>,
    /// T, row by row: first column the real eigenvector, then two columns for each pair.
    pub from_modes: Vec<f64>,
    /// T⁻¹, row by row.
    pub to_modes: Vec<f64>,
    /// The real eigenvalue γ of D.
    pub gamma: f64,
    /// The pairs (α, β): modes w₁ + i·w₂ have the eigenvalue α + i·β.
    pub pairs: Vec<(f64, f64)>,
}

impl Tableau {
    /// The widest gap between two nodes, 0 among them.
    pub fn widest_gap(&self) -> [f64; 2] {
        let before = std::iter::once(&0.0).chain(&self.nodes);
        let gaps = before.zip(&self.nodes).map(|(a, b)| [*a, *b]);
        let wider = |x: &[f64; 2], y: &[f64; 2]| (x[1] - x[0]).total_cmp(&(y[1] - y[0]));
        gaps.max_by(wider).unwrap_or([0.0, 1.0])
    }

    /// The method with this odd number of stages.
    ///
    /// # Panics
    /// When `stages` is even, 1 or more than [`STAGES_MAX`].
    pub fn radau(stages: usize) -> Tableau {
        assert!(stages % 2 == 1);
        let mut tableau = Tableau::coupled(stages);
        let d = DMatrix::from_row_slice(stages, stages, &tableau.slopes);
        let (t, gamma, pairs) = real_modes(&d);
        let inverse = t
            .clone()
            .try_inverse()
            .expect("eigenvectors of distinct eigenvalues are independent");
        let by_rows = |m: &DMatrix<f64>| m.transpose().as_slice().to_vec();
        (tableau.from_modes, tableau.to_modes) = (by_rows(&t), by_rows(&inverse));
        (tableau.gamma, tableau.pairs) = (gamma, pairs);
        tableau
    }

    /// The method with this number of stages, even ones too, without the modes that decouple its stages.
    ///
    /// # Panics
    /// When `stages` is 1 or more than [`STAGES_MAX`].
    pub fn coupled(stages: usize) -> Tableau {
        assert!(stages > 1 && stages <= STAGES_MAX);
        let nodes = radau_nodes(stages);
        let all: Vec<f64> = std::iter::once(0.0).chain(nodes.iter().copied()).collect();
        let weights = barycentric_weights(&all);
        let full = slope_matrix(&all, &weights);
        let at = |i: usize, j: usize| full[i * (stages + 1) + j];
        let inner = (0..stages).flat_map(|i| (0..stages).map(move |j| (i + 1, j + 1)));
        Tableau {
            stages,
            slopes: inner.map(|(i, j)| at(i, j)).collect(),
            start_slope: (0..stages).map(|j| at(0, j + 1)).collect(),
            from_modes: Vec::new(),
            to_modes: Vec::new(),
            gamma: f64::NAN,
            pairs: Vec::new(),
            weights,
            nodes,
        }
    }

    /// The Runge-Kutta matrix D⁻¹, row by row.
    pub fn runge_kutta(&self) -> Vec<f64> {
        let s = self.stages;
        let d = DMatrix::from_row_slice(s, s, &self.slopes);
        let a = d.try_inverse().expect("D is the inverse of this matrix");
        a.transpose().as_slice().to_vec()
    }

    /// L⁻¹, row by row, of D⁻¹ = L·U with ones on U's diagonal: a lower triangular matrix in the place of D.
    pub fn lower_slopes(&self) -> Vec<f64> {
        let s = self.stages;
        let a = DMatrix::from_row_slice(s, s, &self.slopes)
            .try_inverse()
            .expect("D is the inverse of the Runge-Kutta matrix");
        // Crout's elimination.
        let (mut l, mut u) = (DMatrix::zeros(s, s), DMatrix::identity(s, s));
        for k in 0..s {
            for i in k..s {
                l[(i, k)] = a[(i, k)] - (0..k).map(|m| l[(i, m)] * u[(m, k)]).sum::<f64>();
            }
            for j in k + 1..s {
                let sum: f64 = (0..k).map(|m| l[(k, m)] * u[(m, j)]).sum();
                u[(k, j)] = (a[(k, j)] - sum) / l[(k, k)];
            }
        }
        let one = DMatrix::identity(s, s);
        let inverse: DMatrix<f64> = l
            .solve_lower_triangular(&one)
            .expect("L has a positive diagonal");
        inverse.transpose().as_slice().to_vec()
    }

    /// Values at `x` of the Lagrange polynomials of the nodes c₁ ... c_s (the one of node 0 belongs to z = 0).
    pub fn values_at(&self, x: f64, out: &mut [f64]) {
        out[..self.stages].fill(0.0);
        if x == 0.0 {
            return;
        }
        let mut sum = self.weights[0] / x;
        for (j, &c) in self.nodes.iter().enumerate() {
            if x == c {
                out[..self.stages].fill(0.0);
                out[j] = 1.0;
                return;
            }
            out[j] = self.weights[j + 1] / (x - c);
            sum += out[j];
        }
        for v in &mut out[..self.stages] {
            *v /= sum;
        }
    }

    /// Leading coefficient of each of these polynomials, of degree s.
    pub fn leading(&self) -> Vec<f64> {
        self.weights[1..].to_vec()
    }

    /// Slopes at `x` of the same polynomials.
    pub fn slopes_at(&self, x: f64, out: &mut [f64]) {
        // ℓ_j = w_j Π(x - τ_k); its slope is the sum over the factor that is differentiated.
        let node = |k: usize| if k == 0 { 0.0 } else { self.nodes[k - 1] };
        for j in 1..=self.stages {
            let mut slope = 0.0;
            for m in (0..=self.stages).filter(|&m| m != j) {
                let product: f64 = (0..=self.stages)
                    .filter(|&k| k != j && k != m)
                    .map(|k| x - node(k))
                    .product();
                slope += product;
            }
            out[j - 1] = slope * self.weights[j];
        }
    }
}

/// Zeros of P_s - P_{s-1}, moved from [-1, 1] to [0, 1], ascending; the last is 1.
fn radau_nodes(s: usize) -> Vec<f64> {
    let mut nodes: Vec<f64> = (0..s)
        .map(|j| {
            let mut x = (2.0 * std::f64::consts::PI * j as f64 / (2 * s - 1) as f64).cos();
            for _ in 0..20 {
                let (value, slope) = radau_polynomial(s, x);
                x -= value / slope;
            }
            if j == 0 { 1.0 } else { (1.0 + x) / 2.0 }
        })
        .collect();
    nodes.reverse();
    nodes
}

/// P_s(x) - P_{s-1}(x) and its slope, by the three-term recurrence of the Legendre polynomials.
fn radau_polynomial(s: usize, x: f64) -> (f64, f64) {
    let (mut p0, mut p1, mut d0, mut d1) = (1.0, x, 0.0, 1.0);
    for k in 1..s {
        let k = k as f64;
        let p2 = ((2.0 * k + 1.0) * x * p1 - k * p0) / (k + 1.0);
        let d2 = d0 + (2.0 * k + 1.0) * p1;
        (p0, p1, d0, d1) = (p1, p2, d1, d2);
    }
    (p1 - p0, d1 - d0)
}

fn barycentric_weights(nodes: &[f64]) -> Vec<f64> {
    let others = |j: usize| {
        nodes
            .iter()
            .enumerate()
            .filter(move |&(k, _)| k != j)
            .map(|n| n.1)
    };
    (0..nodes.len())
        .map(|j| 1.0 / others(j).map(|x| nodes[j] - x).product::<f64>())
        .collect()
}

/// ℓ_j'(τ_i), row by row; the diagonal from the rows' sum 0 (the slope of a constant).
fn slope_matrix(nodes: &[f64], weights: &[f64]) -> Vec<f64> {
    let n = nodes.len();
    let mut slopes = vec![0.0; n * n];
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let slope = weights[j] / (weights[i] * (nodes[i] - nodes[j]));
            slopes[i * n + j] = slope;
            slopes[i * n + i] -= slope;
        }
    }
    slopes
}

/// Real form of the eigenvectors of D: (T, γ, pairs).
fn real_modes(d: &DMatrix<f64>) -> (DMatrix<f64>, f64, Vec<(f64, f64)>) {
    let s = d.nrows();
    let mut t = DMatrix::zeros(s, s);
    let (mut gamma, mut pairs) = (0.0, Vec::new());
    for pole in stability_poles(s).into_iter().filter(|p| p.im > -1e-6) {
        let (eigenvalue, v) = eigenpair(d, pole);
        if eigenvalue.im < 1e-6 {
            gamma = eigenvalue.re;
            t.set_column(0, &v.map(|z| z.re));
        } else {
            // z = Re(v·(w₁ + i·w₂)) = Re v·w₁ - Im v·w₂, and D multiplies w₁ + i·w₂ by the eigenvalue.
            let column = 1 + 2 * pairs.len();
            t.set_column(column, &v.map(|z| z.re));
            t.set_column(column + 1, &v.map(|z| -z.im));
            pairs.push((eigenvalue.re, eigenvalue.im));
        }
    }
    (t, gamma, pairs)
}

/// The eigenvalues of D to a few digits: poles of the (s-1, s) Padé approximation of eᶻ, by the iteration of Durand and Kerner.
fn stability_poles(s: usize) -> Vec<Complex<f64>> {
    // Denominator Σ (s choose j) (2s-1-j)!/(2s-1)! (-z)^j, made monic; coefficients of ascending powers.
    let mut coefficients = vec![1.0];
    for j in 0..s {
        let ratio = -((s - j) as f64) / ((j + 1) as f64 * (2 * s - 1 - j) as f64);
        coefficients.push(coefficients[j] * ratio);
    }
    let lead = coefficients[s];
    let value = |z: Complex<f64>| {
        coefficients
            .iter()
            .rev()
            .fold(Complex::new(0.0, 0.0), |sum, c| sum * z + c / lead)
    };
    let mut roots: Vec<_> = (0..s)
        .map(|k| Complex::from_polar(s as f64, 0.4 + 2.4 * k as f64))
        .collect();
    let mut largest_step = f64::INFINITY;
    while largest_step > 1e-10 {
        largest_step = 0.0;
        for k in 0..s {
            let spread = (0..s)
                .filter(|&m| m != k)
                .fold(Complex::new(1.0, 0.0), |p, m| p * (roots[k] - roots[m]));
            let step = value(roots[k]) / spread;
            roots[k] -= step;
            largest_step = f64::max(largest_step, step.norm());
        }
    }
    roots.sort_by(|a, b| a.im.total_cmp(&b.im));
    roots
}

/// The eigenvalue next to `guess` and its eigenvector (largest entry 1), by inverse iteration.
fn eigenpair(d: &DMatrix<f64>, guess: Complex<f64>) -> (Complex<f64>, DVector<Complex<f64>>) {
    let s = d.nrows();
    let complex = d.map(|x| Complex::new(x, 0.0));
    let (mut eigenvalue, mut v) = (guess, DVector::from_element(s, Complex::new(1.0, 0.1)));
    for _ in 0..4 {
        let shift = eigenvalue * (1.0 + 1e-9);
        let shifted = &complex - DMatrix::from_diagonal_element(s, s, shift);
        let Some(next) = shifted.lu().solve(&v) else {
            break;
        };
        let largest = (0..s).fold(0, |m, i| {
            if next[i].norm() > next[m].norm() {
                i
            } else {
                m
            }
        });
        // (D - σ)·next = v, hence D·next = σ·next + v.
        eigenvalue = shift + v[largest] / next[largest];
        let scale = next[largest];
        v = next.map(|z| z / scale);
    }
    (eigenvalue, v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangular_iteration_ends_after_as_many_rounds_as_stages() {
        for s in [3, 5, 7] {
            let tableau = Tableau::radau(s);
            let lower = DMatrix::from_row_slice(s, s, &tableau.lower_slopes());
            let slopes = DMatrix::from_row_slice(s, s, &tableau.slopes);
            assert_eq!(lower, lower.lower_triangle());
            assert!(lower.diagonal().min() > 0.0);
            let inverse = lower.try_inverse().expect("a positive diagonal");
            let round = DMatrix::identity(s, s) - inverse * slopes;
            // Rounding in matrices with entries up to some hundreds.
            assert!(round.pow(s as u32).amax() < 1e-10, "{s}");
            assert!(round.pow(s as u32 - 1).amax() > 1e-6, "{s}");
        }
    }

    #[test]
    fn three_stages_are_radau_5() {
        let tableau = Tableau::radau(3);
        let root = 6f64.sqrt();
        for (c, exact) in tableau
            .nodes
            .iter()
            .zip([(4.0 - root) / 10.0, (4.0 + root) / 10.0, 1.0])
        {
            assert!((c - exact).abs() < 4e-16);
        }
        // γ = 1/((6 + ∛81 - ∛9)/30), the closed form of the method's real eigenvalue.
        let gamma = 30.0 / (6.0 + 81f64.cbrt() - 9f64.cbrt());
        assert!((tableau.gamma - gamma).abs() < 4e-15, "{}", tableau.gamma);
        // α and β from trace 9 and determinant 60 of A⁻¹.
        let alpha = (9.0 - gamma) / 2.0;
        let beta = (60.0 / gamma - alpha * alpha).sqrt();
        assert!((tableau.pairs[0].0 - alpha).abs() < 1e-14);
        assert!((tableau.pairs[0].1 - beta).abs() < 1e-14);
        // Slope of the collocation polynomial at 0: (13 + 7√6)/3, (13 - 7√6)/3, 1/3.
        let start = [
            (13.0 + 7.0 * root) / 3.0,
            (13.0 - 7.0 * root) / 3.0,
            1.0 / 3.0,
        ];
        for (s, exact) in tableau.start_slope.iter().zip(start) {
            assert!((s - exact).abs() < 1e-13, "{s} {exact}");
        }
    }

    #[test]
    fn modes_decouple_the_slopes() {
        for s in [3, 5, 7] {
            let tableau = Tableau::radau(s);
            let matrix = |v: &[f64]| DMatrix::from_row_slice(s, s, v);
            let (t, inverse) = (matrix(&tableau.from_modes), matrix(&tableau.to_modes));
            let mut modes = DMatrix::zeros(s, s);
            modes[(0, 0)] = tableau.gamma;
            for (p, &(alpha, beta)) in tableau.pairs.iter().enumerate() {
                let k = 1 + 2 * p;
                modes[(k, k)] = alpha;
                modes[(k + 1, k + 1)] = alpha;
                modes[(k, k + 1)] = -beta;
                modes[(k + 1, k)] = beta;
            }
            let d = matrix(&tableau.slopes);
            let error = (&t * modes * inverse - &d).amax() / d.amax();
            // The eigenvectors' condition number (up to 1e3 for 7 stages) times rounding.
            assert!(error < 1e-13, "{s} stages: {error:e}");
        }
    }

    #[test]
    fn quadrature_has_order_2s_minus_1() {
        for s in 2..=7 {
            let tableau = Tableau::coupled(s);
            // Weights b = last row of A = D⁻¹.
            let a = tableau.runge_kutta();
            for power in 0..2 * s - 1 {
                let sum: f64 = (0..s)
                    .map(|j| a[(s - 1) * s + j] * tableau.nodes[j].powi(power as i32))
                    .sum();
                assert!(
                    (sum - 1.0 / (power + 1) as f64).abs() < 1e-14,
                    "{s} stages, x^{power}"
                );
            }
        }
    }

    #[test]
    fn interpolation_is_exact_for_polynomials_that_vanish_at_0() {
        let mut row = [0.0; STAGES_MAX];
        for s in 2..=7 {
            let tableau = Tableau::coupled(s);
            for x in [-0.3, 0.0, 0.2, tableau.nodes[1], 1.0, 1.7] {
                for power in 1..=s as i32 {
                    let sum = |row: &[f64]| -> f64 {
                        (0..s).map(|j| row[j] * tableau.nodes[j].powi(power)).sum()
                    };
                    tableau.values_at(x, &mut row);
                    assert!(
                        (sum(&row) - x.powi(power)).abs() < 1e-11 * (1.0 + x.abs().powi(power))
                    );
                    tableau.slopes_at(x, &mut row);
                    let slope = f64::from(power) * x.powi(power - 1);
                    assert!(
                        (sum(&row) - slope).abs() < 1e-10 * (1.0 + slope.abs()),
                        "{s} {x} {power}"
                    );
                }
            }
        }
    }
}
