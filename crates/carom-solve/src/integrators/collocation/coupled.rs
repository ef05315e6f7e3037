//! Newton's method for the stages with the Jacobian of each:
//!
//! ```text
//! (D ⊗ M - h·diag(J₁, ..., J_s))·Δz = r        J_i = ∂f/∂y (t₀ + c_i·h, y₀ + z_i)
//! ```
//!
//! The simplified iteration takes the Jacobian of the step's start for all stages. A mechanism that passes a singular position has a
//! singular value σ(t) of its constraints that goes through zero linearly; along that direction the simplified iteration multiplies
//! the error of a stage by `1 - σ(stage)/σ(start)`, so that no step ever gets across. Here each stage has its own σ, and the
//! multiplier in the singular direction may be as large as it wants, as long as the force σ·λ is smooth.
//!
//! All stages at once would be one matrix of s·n unknowns. In the place of D stands a lower triangular matrix `D~`, so that one stage
//! follows the other with a matrix of n unknowns each:
//!
//! ```text
//! (d~_ii·M - h·J_i)·Δz_i = r_i - Σ_{j<i} d~_ij·M·Δz_j
//! ```
//!
//! With A = D⁻¹ = L·U (U with unit diagonal) and D~ = L⁻¹ the iteration ends after s rounds where hJ is small, since `1 - D~⁻¹·D` is
//! nilpotent, and after one where it is large or a constraint decides; in between it contracts by 0.6 at worst for five stages.
//!
//! Source: van der Houwen, de Swart, Triangularly implicit iteration methods for ODE-IVP solvers, SIAM J. Sci. Comput. 18 (1997) 41.

use super::tableau::Tableau;
use crate::drive::Statistics;
use crate::integrators::implicit::Jacobian;
use crate::problem::{Fault, Problem};
use crate::sparse::{LinearSolver, Lu, Singular};

/// Matrices and factors of the stages. Made when the first step needs them.
pub struct Coupled {
    lu: Vec<Lu<f64>>,
    /// D~, row by row.
    lower: Vec<f64>,
    /// Of one stage: its matrix, ∂f/∂y, y, and what the stages before bring.
    matrix: Vec<f64>,
    jacobian: Vec<f64>,
    stage: Vec<f64>,
    brought: Vec<f64>,
}

impl Coupled {
    /// Room for the stages of a tableau; the unknowns of each are eliminated in the given order.
    pub fn new(tableau: &Tableau, of: &Jacobian, order: &[u32]) -> Coupled {
        let n = of.pattern().n;
        let lu = || Lu::with_order(of.pattern(), order.to_vec());
        Coupled {
            lu: (0..tableau.stages).map(|_| lu()).collect(),
            lower: tableau.lower_slopes(),
            matrix: vec![0.0; of.pattern().len()],
            jacobian: vec![0.0; of.entries()],
            stage: vec![0.0; n],
            brought: vec![0.0; n],
        }
    }

    /// The matrices at these stages, factored. `Ok(Err(_))`: one is singular.
    pub fn factor(
        &mut self,
        problem: &mut dyn Problem,
        of: &Jacobian,
        (t0, y0, h): (f64, &[f64], f64),
        nodes: &[f64],
        z: &[f64],
        statistics: &mut Statistics,
    ) -> Result<Result<(), Singular>, Fault> {
        let (n, s) = (self.stage.len(), self.lu.len());
        for (i, z) in z.chunks_exact(n).enumerate() {
            for ((y, y0), z) in self.stage.iter_mut().zip(y0).zip(z) {
                *y = y0 + z;
            }
            statistics.jacobians += 1;
            problem.jacobian(t0 + nodes[i] * h, &self.stage, &mut self.jacobian)?;
            of.negative_of(&self.jacobian, h, &mut self.matrix);
            let d = self.lower[i * s + i];
            of.add_mass(|m| d * m, &mut self.matrix);
            statistics.factorizations += 1;
            if let Err(singular) = self.lu[i].factor(&self.matrix) {
                return Ok(Err(singular));
            }
        }
        Ok(Ok(()))
    }

    /// Δz from r, in place.
    pub fn solve(&mut self, of: &Jacobian, r: &mut [f64]) {
        let (n, s) = (self.stage.len(), self.lu.len());
        for i in 0..s {
            let (before, rest) = r.split_at_mut(i * n);
            let r = &mut rest[..n];
            self.stage.fill(0.0);
            for (d, z) in self.lower[i * s..].iter().zip(before.chunks_exact(n)) {
                for (sum, z) in self.stage.iter_mut().zip(z) {
                    *sum += d * z;
                }
            }
            of.inertia_into(&self.stage, &mut self.brought);
            for (r, b) in r.iter_mut().zip(&self.brought) {
                *r -= b;
            }
            self.lu[i].solve(r);
        }
    }
}
