//! Linear equations with known coefficients over a step: the variations of a motion that is known, and their adjoint.
//!
//! `M·u' = J(t)·u + g(t)` with a constant, possibly singular M, by collocation at the nodes of Radau IIA with s stages (order 2s − 1; the last node is the end, so that
//! algebraic equations hold there). With `u_i = u₀ + z_i` and D, the slopes of the collocation polynomial, all stages are solved for at once:
//!
//! ```text
//! Σ_j D_ij·M·z_j − h·J_i·z_i = h·(J_i·u₀ + g_i)      A·z = r      u₁ = u₀ + z_s
//! ```
//!
//! The adjoint of this map, exactly: with `Aᵀ·w = E_s·λ₁` the gradient by u₀ is `λ₀ = λ₁ + h·Σ J_iᵀ·w_i`, that by g_i is `h·w_i`.
//!
//! The local error is `s!·(s−1)!/((2s−1)!·(2s)!)·(hλ)^2s` for `u' = λ·u` (Hairer, Wanner II, IV.5); `(hλ)^s/s!` is the leading coefficient of the collocation
//! polynomial, so that one says what the other is.

use crate::integrators::collocation::Tableau;
use crate::sparse::{LinearSolver, Lu, Matrix, Pattern, Singular};

/// What the size of a solution is measured by.
#[derive(Clone, Copy, Debug)]
pub struct Scales<'a> {
    /// Ranges of unknowns whose sizes belong together.
    pub kinds: &'a [std::ops::Range<usize>],
    /// Size of each unknown of these.
    pub sizes: &'a [f64],
    /// What is smaller than this, in these sizes, is rounding.
    pub least: f64,
}

/// Variations over steps of one problem.
#[derive(Clone, Debug)]
pub struct Variation {
    tableau: Tableau,
    n: usize,
    /// Places in the matrix of all stages: those of `D_ij·M`, with D_ij; those of J at each stage.
    mass: Vec<(u32, f64)>,
    jacobian: Vec<Vec<u32>>,
    /// Row and column of each entry of J.
    entries: Vec<(u32, u32)>,
    /// Weights of the stages in the leading coefficient of the collocation polynomial.
    leading: Vec<f64>,
    lu: Lu<f64>,
    values: Vec<f64>,
    right: Vec<f64>,
    room: Vec<f64>,
}

/// n!
fn factorial(n: usize) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

impl Variation {
    /// With this odd number of stages, for this M and the pattern of J, both (n, n).
    pub fn new(stages: usize, mass: &Matrix, pattern: &Pattern) -> Self {
        let tableau = Tableau::radau(stages);
        let n = pattern.n;
        let blocks = (0..stages).flat_map(|i| (0..stages).map(move |j| (i, j)));
        let of_mass = blocks.flat_map(|(i, j)| {
            let entries = mass.pattern.entries();
            entries.map(move |(r, c)| (i * n + r, j * n + c))
        });
        let of_mass: Vec<_> = of_mass.collect();
        let of_jacobian = |i: usize| pattern.entries().map(move |(r, c)| (i * n + r, i * n + c));
        let all = of_mass
            .iter()
            .copied()
            .chain((0..stages).flat_map(of_jacobian));
        let whole = Pattern::from_entries(stages * n, all);
        let place = |(r, c): (usize, usize)| {
            whole
                .position(r, c)
                .expect("the pattern was made of these entries") as u32
        };
        let masses = of_mass.iter().enumerate().map(|(k, at)| {
            let of = k % mass.values.len();
            let block = k / mass.values.len();
            (place(*at), tableau.slopes[block] * mass.values[of])
        });
        let entries = pattern.entries().map(|(r, c)| (r as u32, c as u32));
        Self {
            mass: masses.collect(),
            jacobian: (0..stages)
                .map(|i| of_jacobian(i).map(place).collect())
                .collect(),
            entries: entries.collect(),
            leading: tableau.leading(),
            lu: Lu::new(&whole),
            values: vec![0.0; whole.len()],
            right: vec![0.0; stages * n],
            room: vec![0.0; stages * n],
            n,
            tableau,
        }
    }

    /// Stages s.
    pub fn stages(&self) -> usize {
        self.tableau.stages
    }

    /// Where J is asked for: shares of a step, the last of them 1.
    pub fn nodes(&self) -> &[f64] {
        &self.tableau.nodes
    }

    /// The matrix of a step of length `h`, factored. `jacobians`: the values of J, one stage after the other.
    ///
    /// # Errors
    /// When it is singular.
    pub fn factor(&mut self, h: f64, jacobians: &[f64]) -> Result<(), Singular> {
        self.values.fill(0.0);
        for &(at, value) in &self.mass {
            self.values[at as usize] += value;
        }
        let of_stages = self.jacobian.iter().flatten();
        for (&at, value) in of_stages.zip(jacobians) {
            self.values[at as usize] -= h * value;
        }
        self.lu.factor(&self.values)
    }

    /// Takes `u` (length n) over the step; `g` (one stage after the other) may be empty for zero. The algebraic unknowns of `u` are ignored, and found.
    /// Gives `hλ` as the solution shows it, the largest of all kinds of unknowns: see [`Variation::error`].
    pub fn step(
        &mut self,
        h: f64,
        jacobians: &[f64],
        g: &[f64],
        u: &mut [f64],
        scales: &Scales<'_>,
    ) -> f64 {
        let n = self.n;
        self.right.fill(0.0);
        let stages = self.right.chunks_exact_mut(n);
        for (right, values) in stages.zip(jacobians.chunks_exact(self.entries.len())) {
            for (&(row, column), value) in self.entries.iter().zip(values) {
                right[row as usize] += h * value * u[column as usize];
            }
        }
        if !g.is_empty() {
            for (right, g) in self.right.iter_mut().zip(g) {
                *right += h * g;
            }
        }
        self.lu
            .solve_well(&self.values, &mut self.right, &mut self.room);
        let stages = self.tableau.stages;
        let mut rate: f64 = 0.0;
        for kind in scales.kinds {
            let (mut top, mut size) = (0.0f64, scales.least);
            for k in kind.clone() {
                let stage = |j: usize| self.right[j * n + k] / scales.sizes[k];
                let leading: f64 = (0..stages).map(|j| self.leading[j] * stage(j)).sum();
                top = top.max(leading.abs());
                let start = u[k] / scales.sizes[k];
                let all = (0..stages).map(|j| (start + stage(j)).abs());
                size = all.fold(size.max(start.abs()), f64::max);
            }
            if top > 0.0 {
                let coefficient = factorial(stages) * top / size;
                rate = rate.max(coefficient.powf(1.0 / stages as f64));
            }
        }
        for (k, u) in u.iter_mut().enumerate() {
            *u += self.right[(stages - 1) * n + k];
        }
        rate
    }

    /// Takes a gradient by the state at the end (length n, zero for algebraic unknowns) back to that by the state at the start; the gradients by g, one stage
    /// after the other. Those by algebraic unknowns at the start mean nothing.
    pub fn step_back<'a>(&'a mut self, h: f64, jacobians: &[f64], u: &mut [f64]) -> &'a [f64] {
        let n = self.n;
        let last = (self.tableau.stages - 1) * n;
        self.right.fill(0.0);
        self.right[last..].copy_from_slice(u);
        self.lu
            .solve_transposed_well(&self.values, &mut self.right, &mut self.room);
        self.right.iter_mut().for_each(|w| *w *= h);
        let stages = self.right.chunks_exact(n);
        for (w, values) in stages.zip(jacobians.chunks_exact(self.entries.len())) {
            for (&(row, column), value) in self.entries.iter().zip(values) {
                u[column as usize] += value * w[row as usize];
            }
        }
        &self.right
    }

    /// The local error, relative to the solution, of a step with this `hλ`.
    pub fn error(&self, rate: f64) -> f64 {
        let s = self.tableau.stages;
        let constant = factorial(s) * factorial(s - 1) / (factorial(2 * s - 1) * factorial(2 * s));
        constant * rate.powi(2 * s as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `u'' = −u` with an algebraic copy `w = u`, over a step of one radian, and the error that the step says.
    #[test]
    fn oscillator_with_an_algebraic_unknown() {
        let mass = Matrix::from_entries(3, &[(0, 0, 1.0), (1, 1, 1.0)]);
        let pattern = Pattern::from_entries(3, [(0, 1), (1, 0), (2, 0), (2, 2)]);
        for (stages, h) in [
            (7, 0.5f64),
            (7, 1.0),
            (7, 2.0),
            (5, 0.5),
            (5, 1.0),
            (3, 0.5),
        ] {
            let mut of = Variation::new(stages, &mass, &pattern);
            // column by column: (1,0), (2,0), (0,1), (2,2)
            let jacobians = [-1.0, 1.0, 1.0, -1.0].repeat(stages);
            of.factor(h, &jacobians).unwrap();
            let mut u = [1.0, 0.0, 7.0];
            let scales = Scales {
                kinds: &[0..1, 1..2],
                sizes: &[1.0, 1.0],
                least: 1e-300,
            };
            let rate = of.step(h, &jacobians, &[], &mut u, &scales);
            let error = (u[0] - h.cos()).abs().max((u[1] + h.sin()).abs());
            // what the constant of the error says, times three for the second unknown and the guess of λ; and rounding
            assert!(error < 3.0 * of.error(h) + 4e-15, "{h}: {error}");
            assert!(rate > 0.8 * h && rate < 1.6 * h, "{h}: {rate}");
            assert!((u[2] - u[0]).abs() < 1e-15);
        }
    }

    /// `u' = t³` by g alone: exact for polynomials.
    #[test]
    fn sources_are_integrated() {
        let mut of = Variation::new(7, &Matrix::identity(1), &Pattern::dense(1));
        let jacobians = [0.0; 7];
        let h = 2.0;
        of.factor(h, &jacobians).unwrap();
        let g: Vec<f64> = of.nodes().iter().map(|c| (c * h).powi(3)).collect();
        let mut u = [1.0];
        let scales = Scales {
            kinds: &[],
            sizes: &[],
            least: 0.0,
        };
        of.step(h, &jacobians, &g, &mut u, &scales);
        // roundings of a sum of seven
        assert!((u[0] - 5.0).abs() < 1e-14);
    }

    /// `⟨λ₁, u₁⟩ = ⟨λ₀, u₀⟩ + Σ⟨w_i, g_i⟩` for any u₀, g and λ₁: the adjoint is that of the map, not of the equations.
    #[test]
    fn back_and_forth() {
        let mass = Matrix::from_entries(3, &[(0, 0, 2.0), (1, 1, 1.0)]);
        let pattern = Pattern::dense(3);
        let mut next = 1u32;
        let mut some = || {
            next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(next) / f64::from(u32::MAX) - 0.5
        };
        for stages in [3, 5, 7] {
            let mut of = Variation::new(stages, &mass, &pattern);
            let jacobians: Vec<f64> = (0..9 * stages).map(|_| some()).collect();
            let g: Vec<f64> = (0..3 * stages).map(|_| some()).collect();
            let h = 0.7;
            of.factor(h, &jacobians).unwrap();
            let start = [some(), some(), 0.0];
            let mut u = start;
            let scales = Scales {
                kinds: &[],
                sizes: &[],
                least: 0.0,
            };
            of.step(h, &jacobians, &g, &mut u, &scales);
            let end = [some(), some(), 0.0];
            let mut back = end;
            let by_g = of.step_back(h, &jacobians, &mut back);
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let (forth, back) = (dot(&end, &u), dot(&back, &start) + dot(by_g, &g));
            // roundings of some 20 terms, the matrix well conditioned
            assert!((forth - back).abs() < 1e-13, "{forth} {back}");
        }
    }
}
