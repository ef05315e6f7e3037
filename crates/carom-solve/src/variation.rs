//! Linear equations with known coefficients over a step: the variations of a motion that is known.
//!
//! `M·u' = J(t)·u + g(t)` with a constant, possibly singular M, by collocation at the nodes of Radau IIA with seven stages (order 13; the last node is the end, so that
//! algebraic equations hold there). With `u_i = u₀ + z_i` and D, the slopes of the collocation polynomial, all stages are solved for at once:
//!
//! ```text
//! Σ_j D_ij·M·z_j − h·J_i·z_i = h·(J_i·u₀ + g_i)
//! ```
//!
//! The local error is `s!·(s−1)!/((2s−1)!·(2s)!)·(hλ)^2s` for `u' = λ·u` (Hairer, Wanner II, IV.5); `(hλ)^s/s!` is the leading coefficient of the collocation
//! polynomial, so that one says what the other is.

use crate::integrators::collocation::Tableau;
use crate::sparse::{LinearSolver, Lu, Matrix, Pattern, Singular};

/// Stages s.
pub const STAGES: usize = 7;
/// `s!·(s−1)!/((2s−1)!·(2s)!)`, s = 7.
const ERROR: f64 = 6.685e-15;
/// s!.
const FACTORIAL: f64 = 5040.0;

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
    pattern: Pattern,
    /// Places in the matrix of all stages: those of `D_ij·M`, with D_ij; those of J at each stage.
    mass: Vec<(u32, f64)>,
    jacobian: Vec<Vec<u32>>,
    /// Column of each entry of J.
    columns: Vec<u32>,
    /// Weights of the stages in the leading coefficient of the collocation polynomial.
    leading: Vec<f64>,
    lu: Lu<f64>,
    values: Vec<f64>,
    right: Vec<f64>,
    room: Vec<f64>,
}

impl Variation {
    /// For this M and the pattern of J, both (n, n).
    pub fn new(mass: &Matrix, pattern: &Pattern) -> Self {
        let tableau = Tableau::radau(STAGES);
        let n = pattern.n;
        let stages = || 0..STAGES;
        let blocks = stages().flat_map(|i| stages().map(move |j| (i, j)));
        let of_mass = blocks.flat_map(|(i, j)| {
            let entries = mass.pattern.entries();
            entries.map(move |(r, c)| (i * n + r, j * n + c))
        });
        let of_mass: Vec<_> = of_mass.collect();
        let of_jacobian = |i: usize| pattern.entries().map(move |(r, c)| (i * n + r, i * n + c));
        let all = of_mass
            .iter()
            .copied()
            .chain(stages().flat_map(of_jacobian));
        let whole = Pattern::from_entries(STAGES * n, all);
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
        Self {
            mass: masses.collect(),
            jacobian: stages()
                .map(|i| of_jacobian(i).map(place).collect())
                .collect(),
            columns: pattern.entries().map(|(_, c)| c as u32).collect(),
            leading: tableau.leading(),
            lu: Lu::new(&whole),
            values: vec![0.0; whole.len()],
            right: vec![0.0; STAGES * n],
            room: vec![0.0; STAGES * n],
            pattern: whole,
            n,
            tableau,
        }
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
        let entries = jacobians.len() / STAGES;
        self.right.fill(0.0);
        for (i, right) in self.right.chunks_exact_mut(n).enumerate() {
            // the pattern of J is that of its places in the block of its stage
            let values = &jacobians[i * entries..(i + 1) * entries];
            let block = &self.jacobian[i];
            for (k, &at) in block.iter().enumerate() {
                let row = self.pattern.rows[at as usize] as usize - i * n;
                let column = self.columns[k] as usize;
                right[row] += h * values[k] * u[column];
            }
        }
        if !g.is_empty() {
            for (right, g) in self.right.iter_mut().zip(g) {
                *right += h * g;
            }
        }
        self.lu
            .solve_refined(&self.values, &mut self.right, &mut self.room);
        let mut rate: f64 = 0.0;
        for kind in scales.kinds {
            let (mut top, mut size) = (0.0f64, scales.least);
            for k in kind.clone() {
                let stage = |j: usize| self.right[j * n + k] / scales.sizes[k];
                let leading: f64 = (0..STAGES).map(|j| self.leading[j] * stage(j)).sum();
                top = top.max(leading.abs());
                let start = u[k] / scales.sizes[k];
                let all = (0..STAGES).map(|j| (start + stage(j)).abs());
                size = all.fold(size.max(start.abs()), f64::max);
            }
            if top > 0.0 {
                rate = rate.max((FACTORIAL * top / size).powf(1.0 / STAGES as f64));
            }
        }
        for (k, u) in u.iter_mut().enumerate() {
            *u += self.right[(STAGES - 1) * n + k];
        }
        rate
    }

    /// The local error, relative to the solution, of a step with this `hλ`.
    pub fn error(rate: f64) -> f64 {
        ERROR * rate.powi(2 * STAGES as i32)
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
        let mut of = Variation::new(&mass, &pattern);
        // column by column: (1,0), (2,0), (0,1), (2,2)
        let jacobians = [-1.0, 1.0, 1.0, -1.0].repeat(STAGES);
        for h in [0.5f64, 1.0, 2.0] {
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
            assert!(error < 3.0 * Variation::error(h) + 4e-15, "{h}: {error}");
            assert!(rate > 0.8 * h && rate < 1.6 * h, "{h}: {rate}");
            assert!((u[2] - u[0]).abs() < 1e-15);
        }
    }

    /// `u' = t³` by g alone: exact for polynomials.
    #[test]
    fn sources_are_integrated() {
        let mut of = Variation::new(&Matrix::identity(1), &Pattern::dense(1));
        let jacobians = [0.0; STAGES];
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
}
