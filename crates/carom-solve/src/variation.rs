//! Linear equations with known coefficients over a step: the variations of a motion that is known, and their adjoint.
//!
//! `M·u' = J(t)·u + g(t)` with a constant, possibly singular M, by collocation at the nodes of Radau IIA with s stages (order 2s − 1; the last node is the end, so that
//! algebraic equations hold there). With `u_i = u₀ + z_i` and D, the slopes of the collocation polynomial, all stages are solved for at once:
//!
//! ```text
//! Σ_j D_ij·M·z_j − h_i·J_i·z_i = h_i·(J_i·u₀ + g_i)      A·z = r      u₁ = u₀ + z_s
//! ```
//!
//! The adjoint of this map, exactly: with `Aᵀ·w = E_s·λ₁` the gradient by u₀ is `λ₀ = λ₁ + Σ h_i·J_iᵀ·w_i`, that by g_i is `h_i·w_i`. Where the stages are spread
//! evenly over time, all h_i are the length of the step ([`Clock`]).
//!
//! Mechanisms with constraints and few degrees of freedom have a form of their own: [`Independent`]; so has what has no constraints: [`Decoupled`].
//!
//! The local error is `s!·(s−1)!/((2s−1)!·(2s)!)·(hλ)^2s` for `u' = λ·u` (Hairer, Wanner II, IV.5); `(hλ)^s/s!` is the leading coefficient of the collocation
//! polynomial, so that one says what the other is.

mod decoupled;
mod dense;
mod independent;

use crate::integrators::collocation::Tableau;
use crate::sparse::{LinearSolver, Lu, Matrix, Pattern, Singular};

pub use decoupled::{Decoupled, most_coupled};
pub use independent::{Independent, Shape};

/// How time runs over a step.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a> {
    /// From start to end.
    pub length: f64,
    /// At each stage how much faster it runs than on the average, not zero. Where coefficients begin as a power of time, time as a power of what the stages are spread over makes
    /// them smooth.
    pub rates: &'a [f64],
}

/// What the size of a solution is measured by.
#[derive(Clone, Copy, Debug)]
pub struct Scales<'a> {
    /// Ranges of unknowns whose sizes belong together.
    pub kinds: &'a [std::ops::Range<usize>],
    /// Size of each unknown of these.
    pub sizes: &'a [f64],
    /// What is smaller than this, in these sizes, is rounding: of each column of the solution.
    pub least: &'a [f64],
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
    /// Of each row, whether it is a differential equation: time does not count in others.
    is_differential: Vec<bool>,
    /// Values of J and rows of g at a stage that are not asked for, behind the others.
    unused: [usize; 2],
    /// Weights of the stages in the leading coefficient of the collocation polynomial.
    leading: Vec<f64>,
    lu: Lu<f64>,
    values: Vec<f64>,
    right: Vec<f64>,
    room: Vec<f64>,
}

/// The nodes of the method with so many stages: shares of a step, the last of them 1.
pub fn nodes(stages: usize) -> Vec<f64> {
    Tableau::coupled(stages).nodes
}

/// n!
fn factorial(n: usize) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

impl Variation {
    /// With this number of stages, for this M and the pattern of J, both (n, n). At each stage so many values of J and rows of g as `unused` says stand behind those
    /// of the pattern and have no meaning here.
    pub fn new(stages: usize, mass: &Matrix, pattern: &Pattern, unused: [usize; 2]) -> Self {
        let tableau = Tableau::coupled(stages);
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
        let mut is_differential = vec![false; n];
        for (row, _) in mass.pattern.entries() {
            is_differential[row] = true;
        }
        Self {
            is_differential,
            unused,
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

    /// h of a row at a stage.
    fn length(&self, clock: &Clock<'_>, stage: usize, row: usize) -> f64 {
        match self.is_differential[row] {
            true => clock.length * clock.rates[stage],
            false => clock.length,
        }
    }

    /// The values of J, stage by stage.
    fn by_stages<'a>(&self, jacobians: &'a [f64]) -> std::slice::ChunksExact<'a, f64> {
        jacobians.chunks_exact(self.entries.len() + self.unused[0])
    }

    /// The matrix of a step, factored. `jacobians`: the values of J, one stage after the other.
    ///
    /// # Errors
    /// When it is singular.
    pub fn factor(&mut self, clock: &Clock<'_>, jacobians: &[f64]) -> Result<(), Singular> {
        self.values.fill(0.0);
        for &(at, value) in &self.mass {
            self.values[at as usize] += value;
        }
        for (i, values) in self.by_stages(jacobians).enumerate() {
            let each = self.entries.iter().zip(values).zip(&self.jacobian[i]);
            for ((&(row, _), value), &at) in each {
                self.values[at as usize] -= self.length(clock, i, row as usize) * value;
            }
        }
        self.lu.factor(&self.values)
    }

    /// Takes `u` (length n) over the step; `g` (one stage after the other) may be empty for zero. The algebraic unknowns of `u` are ignored, and found.
    /// Gives `hλ` as the solution shows it, the largest of all kinds of unknowns: see [`Variation::error`].
    pub fn step(
        &mut self,
        clock: &Clock<'_>,
        jacobians: &[f64],
        g: &[f64],
        u: &mut [f64],
        scales: &Scales<'_>,
    ) -> f64 {
        let n = self.n;
        self.right.fill(0.0);
        for (i, values) in self.by_stages(jacobians).enumerate() {
            for (&(row, column), value) in self.entries.iter().zip(values) {
                let h = self.length(clock, i, row as usize);
                self.right[i * n + row as usize] += h * value * u[column as usize];
            }
        }
        for (i, g) in g.chunks_exact(n + self.unused[1]).enumerate() {
            for (row, g) in g[..n].iter().enumerate() {
                self.right[i * n + row] += self.length(clock, i, row) * g;
            }
        }
        self.lu
            .solve_well(&self.values, &mut self.right, &mut self.room);
        let rate = steepness(&self.leading, &self.right, (u, 1), scales);
        let last = (self.tableau.stages - 1) * n;
        for (u, z) in u.iter_mut().zip(&self.right[last..]) {
            *u += z;
        }
        rate
    }

    /// Takes a gradient by the state at the end (length n, zero for algebraic unknowns) back to that by the state at the start; the gradients by g, one stage
    /// after the other. Those by algebraic unknowns at the start mean nothing.
    pub fn step_back(&mut self, clock: &Clock<'_>, jacobians: &[f64], u: &mut [f64]) -> Vec<f64> {
        let n = self.n;
        let last = (self.tableau.stages - 1) * n;
        self.right.fill(0.0);
        self.right[last..].copy_from_slice(u);
        self.lu
            .solve_transposed_well(&self.values, &mut self.right, &mut self.room);
        let size = n + self.unused[1];
        let mut by_g = vec![0.0; self.tableau.stages * size];
        for (i, values) in self.by_stages(jacobians).enumerate() {
            for row in 0..n {
                by_g[i * size + row] = self.length(clock, i, row) * self.right[i * n + row];
            }
            for (&(row, column), value) in self.entries.iter().zip(values) {
                u[column as usize] += value * by_g[i * size + row as usize];
            }
        }
        by_g
    }

    /// The local error, relative to the solution, of a step with this `hλ`.
    pub fn error(&self, rate: f64) -> f64 {
        error(self.tableau.stages, rate)
    }
}

/// The local error of a step by so many stages, relative to the solution, for this `hλ`.
pub fn error(stages: usize, rate: f64) -> f64 {
    let s = stages;
    let constant = factorial(s) * factorial(s - 1) / (factorial(2 * s - 1) * factorial(2 * s));
    constant * rate.powi(2 * s as i32)
}

/// Adds a multiple of other numbers.
fn add(to: &mut [f64], factor: f64, other: &[f64]) {
    let each = to.iter_mut().zip(other);
    each.for_each(|(x, other)| *x += factor * other);
}

/// `hλ` as a solution shows it, the largest of all kinds of unknowns and all columns, so many beside each other in each row: `z` are their increments from `u`, one stage after the other.
fn steepness(
    leading: &[f64],
    z: &[f64],
    (u, columns): (&[f64], usize),
    scales: &Scales<'_>,
) -> f64 {
    let (stages, n) = (leading.len(), z.len() / leading.len());
    let mut coefficient: f64 = 0.0;
    for (kind, column) in (scales.kinds.iter()).flat_map(|k| (0..columns).map(move |c| (k, c))) {
        let (mut top, mut size) = (0.0f64, scales.least[column]);
        for k in kind.clone() {
            let at = k * columns + column;
            let stage = |j: usize| z[j * n + at] / scales.sizes[k];
            let leading: f64 = (0..stages).map(|j| leading[j] * stage(j)).sum();
            top = top.max(leading.abs());
            let start = u[at] / scales.sizes[k];
            let all = (0..stages).map(|j| (start + stage(j)).abs());
            size = all.fold(size.max(start.abs()), f64::max);
        }
        if top > 0.0 {
            coefficient = coefficient.max(top / size);
        }
    }
    (factorial(stages) * coefficient).powf(1.0 / stages as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(length: f64) -> Clock<'static> {
        let rates = &[1.0; 7];
        Clock { length, rates }
    }

    /// `u'' = −u` with an algebraic copy `w = u`, over a step of one radian, and the error that the step says.
    #[test]
    fn oscillator_with_an_algebraic_unknown() {
        let mass = Matrix::from_entries(3, &[(0, 0, 1.0), (1, 1, 1.0)]);
        let pattern = Pattern::from_entries(3, [(0, 1), (1, 0), (2, 0), (2, 2)]);
        for (stages, h) in [
            (6, 1.0),
            (4, 0.5),
            (7, 0.5f64),
            (7, 1.0),
            (7, 2.0),
            (5, 0.5),
            (5, 1.0),
            (3, 0.5),
        ] {
            let mut of = Variation::new(stages, &mass, &pattern, [0, 0]);
            // column by column: (1,0), (2,0), (0,1), (2,2)
            let jacobians = [-1.0, 1.0, 1.0, -1.0].repeat(stages);
            let clock = even(h);
            of.factor(&clock, &jacobians).unwrap();
            let mut u = [1.0, 0.0, 7.0];
            let scales = Scales {
                kinds: &[0..1, 1..2],
                sizes: &[1.0, 1.0],
                least: &[1e-300],
            };
            let rate = of.step(&clock, &jacobians, &[], &mut u, &scales);
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
        let mut of = Variation::new(7, &Matrix::identity(1), &Pattern::dense(1), [0, 0]);
        let jacobians = [0.0; 7];
        let h = 2.0;
        let clock = even(h);
        of.factor(&clock, &jacobians).unwrap();
        let g: Vec<f64> = of.nodes().iter().map(|c| (c * h).powi(3)).collect();
        let mut u = [1.0];
        let scales = Scales {
            kinds: &[],
            sizes: &[],
            least: &[0.0],
        };
        of.step(&clock, &jacobians, &g, &mut u, &scales);
        // roundings of a sum of seven
        assert!((u[0] - 5.0).abs() < 1e-14);
    }

    /// `u' = e·t^(e−1)·u`, whose coefficient has an unbounded slope at 0, where time is the fifth power of what the stages count: then
    /// the coefficient is of the power 5·e − 1 of that.
    #[test]
    fn a_coefficient_that_begins_as_a_root() {
        let mut of = Variation::new(7, &Matrix::identity(1), &Pattern::dense(1), [0, 0]);
        let (h, e) = (0.1f64, 1.3);
        let rates: Vec<f64> = of.nodes().iter().map(|c| 5.0 * c.powi(4)).collect();
        let times: Vec<f64> = of.nodes().iter().map(|c| h * c.powi(5)).collect();
        let jacobians: Vec<f64> = times.iter().map(|t| e * t.powf(e - 1.0)).collect();
        let scales = Scales {
            kinds: &[],
            sizes: &[],
            least: &[0.0],
        };
        let mut errors = [even(h).rates, &rates].map(|rates| {
            let clock = Clock { length: h, rates };
            let nodes = of.nodes().to_vec();
            let even: Vec<f64> = nodes.iter().map(|c| e * (c * h).powf(e - 1.0)).collect();
            let jacobians = if rates[0] == 1.0 { &even } else { &jacobians };
            of.factor(&clock, jacobians).unwrap();
            let mut u = [1.0];
            of.step(&clock, jacobians, &[], &mut u, &scales);
            (u[0] - h.powf(e).exp()).abs()
        });
        errors.sort_by(f64::total_cmp);
        // Of a power α of what the stages are spread over their sums leave some (2·7)^−(2α+2): α is 0.3 and 5.5, and three orders at least lie between.
        assert!(errors[0] < 1e-3 * errors[1], "{errors:?}");
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
        for stages in 3..=7 {
            let mut of = Variation::new(stages, &mass, &pattern, [0, 0]);
            let jacobians: Vec<f64> = (0..9 * stages).map(|_| some()).collect();
            let g: Vec<f64> = (0..3 * stages).map(|_| some()).collect();
            let h = 0.7;
            let clock = even(h);
            of.factor(&clock, &jacobians).unwrap();
            let start = [some(), some(), 0.0];
            let mut u = start;
            let scales = Scales {
                kinds: &[],
                sizes: &[],
                least: &[0.0],
            };
            of.step(&clock, &jacobians, &g, &mut u, &scales);
            let end = [some(), some(), 0.0];
            let mut back = end;
            let by_g = of.step_back(&clock, &jacobians, &mut back);
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let (forth, back) = (dot(&end, &u), dot(&back, &start) + dot(&by_g, &g));
            // roundings of some 20 terms, the matrix well conditioned
            assert!((forth - back).abs() < 1e-13, "{forth} {back}");
        }
    }
}
