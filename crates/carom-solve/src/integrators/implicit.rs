//! What all implicit methods share: the Jacobian and its place in the matrices, the norm of Newton's moves, and the
//! judgement whether an iteration has converged.

use super::stepper::Aim;
use crate::drive::{Settings, Statistics};
use crate::problem::{Fault, Formulation, Problem};
use crate::sparse::{Lu, Matrix, Pattern, Scalar, Singular};

/// How an iteration ended.
pub enum Iteration {
    /// The equations are solved to a small part of the tolerance.
    Converged,
    /// It diverges or would need too many iterations.
    Slow {
        /// Part of the length at which it should converge.
        factor: f64,
        /// The unknown that moved most in the last iteration, and by how many tolerances.
        worst: usize,
        residual: f64,
    },
    /// Something infinite or not a number came out.
    NotFinite { worst: usize },
    /// The model refused a point.
    Faulted(Fault),
}

/// `∂f/∂y` of some step, with `M`, and how both stand in the matrices `a·M - h·∂f/∂y`.
///
/// Rows of purely algebraic equations (no entry in M) are not multiplied by h, so that every row of the matrices stays of
/// order one as h goes to 0.
pub struct Jacobian {
    mass: Matrix,
    /// M's diagonal, where it has no other entries.
    mass_diagonal: Option<Vec<f64>>,
    /// 1 for rows of M with entries (multiplied by h), 0 for algebraic rows.
    differential_row: Vec<bool>,
    /// ∂f/∂y, its values, and where its and M's entries stand in the matrices.
    values: Vec<f64>,
    rows: Vec<u32>,
    places: Vec<u32>,
    mass_places: Vec<u32>,
    state: State,
    pattern: Pattern,
    /// Orders of elimination still to be tried.
    orders: Vec<Vec<u32>>,
    inertia: Vec<f64>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    None,
    /// From an earlier step.
    Old,
    /// From the start of the step in hand.
    Fresh,
}

impl Jacobian {
    pub fn new(problem: &dyn Problem) -> Jacobian {
        let n = problem.dimension();
        let mass = problem.mass().clone();
        let pattern: Pattern = mass.pattern.union(problem.pattern());
        let places = |part: &Pattern| {
            pattern
                .positions_of(part)
                .expect("a union holds both its parts")
        };
        let (mass_places, jacobian_places) = (places(&mass.pattern), places(problem.pattern()));
        let mut differential_row = vec![false; n];
        for &row in &mass.pattern.rows {
            differential_row[row as usize] = true;
        }
        let mut diagonal = vec![0.0; n];
        for ((i, _), m) in mass.pattern.entries().zip(&mass.values) {
            diagonal[i] = *m;
        }
        let is_diagonal = mass.pattern.entries().all(|(i, j)| i == j);
        Jacobian {
            mass_diagonal: is_diagonal.then_some(diagonal),
            mass,
            differential_row,
            values: vec![0.0; problem.pattern().len()],
            rows: problem.pattern().rows.clone(),
            places: jacobian_places,
            mass_places,
            state: State::None,
            pattern,
            orders: problem.elimination_orders(),
            inertia: vec![0.0; n],
        }
    }

    /// Where the matrices may be nonzero.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// A new mode of the problem: nothing of the past is valid.
    pub fn forget(&mut self) {
        self.state = State::None;
    }

    pub fn is_known(&self) -> bool {
        self.state != State::None
    }

    /// Asks for a new Jacobian; `false` when the one in use is already that of the step in hand.
    pub fn refresh(&mut self) -> bool {
        let old = self.state == State::Old;
        if old {
            self.state = State::None;
        }
        old
    }

    /// The step was accepted; its Jacobian is kept for the next one or not.
    pub fn age(&mut self, keep: bool) {
        self.state = if keep { State::Old } else { State::None };
    }

    pub fn evaluate(
        &mut self,
        problem: &mut dyn Problem,
        t: f64,
        y: &[f64],
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        statistics.jacobians += 1;
        problem.jacobian(t, y, &mut self.values)?;
        self.state = State::Fresh;
        Ok(())
    }

    /// `out := -h·∂f/∂y`.
    pub fn negative_into(&self, h: f64, out: &mut [f64]) {
        self.negative_of(&self.values, h, out);
    }

    /// `out := -h·∂f/∂y` with other values of `∂f/∂y`.
    pub fn negative_of(&self, values: &[f64], h: f64, out: &mut [f64]) {
        out.fill(0.0);
        for (k, &place) in self.places.iter().enumerate() {
            let factor = self.row_factor(self.rows[k] as usize, h);
            out[place as usize] = -factor * values[k];
        }
    }

    /// Number of entries of `∂f/∂y`.
    pub fn entries(&self) -> usize {
        self.values.len()
    }

    /// `out := M·x`.
    pub fn inertia_into(&self, x: &[f64], out: &mut [f64]) {
        self.mass.multiply_into(x, out);
    }

    /// `out := out + a·M`.
    pub fn add_mass<S: Scalar>(&self, a: impl Fn(f64) -> S, out: &mut [S]) {
        for (&place, &m) in self.mass_places.iter().zip(&self.mass.values) {
            out[place as usize] += a(m);
        }
    }

    /// Before the first factorisation: the best of the orders that the problem knows for a matrix with these values.
    pub fn choose_order(
        &mut self,
        values: impl FnOnce(&Jacobian) -> Vec<f64>,
    ) -> Result<Option<Lu<f64>>, Singular> {
        if self.orders.is_empty() {
            return Ok(None);
        }
        let values = values(self);
        let orders = std::mem::take(&mut self.orders);
        Lu::with_best_order(&self.pattern, orders, &values).map(Some)
    }

    /// What the equation of this row is multiplied by.
    pub fn row_factor(&self, row: usize, h: f64) -> f64 {
        if self.differential_row[row] { h } else { 1.0 }
    }

    /// `r := h·r - M·change`, `r` being f(t, y) and `change` h times the slopes.
    pub fn residual(&mut self, h: f64, change: &[f64], r: &mut [f64]) {
        let n = r.len();
        if let Some(diagonal) = &self.mass_diagonal {
            for k in 0..n {
                if self.differential_row[k] {
                    r[k] = h * r[k] - diagonal[k] * change[k];
                }
            }
        } else {
            self.mass.multiply_into(change, &mut self.inertia);
            for k in 0..n {
                if self.differential_row[k] {
                    r[k] = h * r[k] - self.inertia[k];
                }
            }
        }
    }
}

/// The norm of Newton's moves: an unknown of index k counts with h^(k-1), one of infinite weight not at all.
pub struct Scales {
    index: Vec<u8>,
    scales: Vec<f64>,
    /// What rounding of these positions makes in their velocities, in tolerances.
    of_differences: f64,
    rtol: f64,
}

impl Scales {
    pub fn new(problem: &dyn Problem, settings: &Settings) -> Scales {
        Scales {
            index: problem.index().to_vec(),
            scales: vec![1.0; problem.dimension()],
            of_differences: 0.0,
            rtol: settings.rtol,
        }
    }

    pub fn set(&mut self, problem: &dyn Problem, h: f64, weights: &[f64]) {
        for i in 0..self.scales.len() {
            self.scales[i] = match self.index[i] {
                0 | 1 => 1.0 / weights[i],
                k => h.abs().powi(i32::from(k) - 1) / weights[i],
            };
        }
        if let Some(k) = problem.integral_of_multipliers() {
            self.scales[k] = 0.0;
        }
        // Velocities of index 3 are differences of positions. A weight over rtol is the size of a position, and one for a rotation about
        // its chart's origin.
        let differenced = match problem.formulation() {
            Formulation::Stabilized => 0,
            Formulation::Positions => problem.positions(),
        };
        let mut sum = 0.0;
        for q in 0..differenced {
            let x = weights[q] / (self.rtol * h * weights[differenced + q]);
            sum += x * x;
        }
        self.of_differences = sum;
    }

    /// Size of the moves that rounding of y alone causes.
    pub fn rounding(&self, y: &[f64]) -> f64 {
        let sum: f64 = y
            .iter()
            .zip(&self.scales)
            .map(|(y, s)| (y * s) * (y * s))
            .sum();
        4.0 * f64::EPSILON * ((sum + self.of_differences) / self.scales.len() as f64).sqrt()
    }

    /// Root mean square of the moves of all stages, in tolerances.
    pub fn size(&self, moves: &[f64]) -> f64 {
        let mut sum = 0.0;
        for moved in moves.chunks_exact(self.scales.len()) {
            for (d, s) in moved.iter().zip(&self.scales) {
                // A multiplier outside the norm still has to be a number: 0·∞ is none.
                let x = d * s;
                sum += x * x;
            }
        }
        (sum / moves.len() as f64).sqrt()
    }

    /// The unknown that moved most, and by how many tolerances.
    pub fn worst(&self, moves: &[f64]) -> (usize, f64) {
        let mut worst = (0, 0.0);
        for moved in moves.chunks_exact(self.scales.len()) {
            for (i, (d, s)) in moved.iter().zip(&self.scales).enumerate() {
                let x = (d * s).abs();
                if x > worst.1 || !x.is_finite() {
                    worst = (i, x);
                }
            }
        }
        worst
    }
}

/// What to do after a move.
#[derive(Clone, Copy, PartialEq)]
pub enum Verdict {
    Converged,
    GoOn,
    /// Give up; this part of the length should do.
    Slow(f64),
}

/// Watches how fast the moves of an iteration shrink.
pub struct Convergence {
    /// Part of the tolerance to which the equations are solved.
    tolerance: f64,
    iterations_max: usize,
    /// Iteration after which the moves' ratio measures the contraction: the first one, or the second where unknowns
    /// outside the norm (multipliers) may have moved far in the first.
    first_ratio: usize,
    iterations: usize,
    /// θ/(1-θ) and θ of the last iteration, and the least θ that is believed.
    eta: f64,
    theta: f64,
    theta_min: f64,
    /// The last three moves, and those that are rounding of y.
    sizes: [f64; 3],
    rounding: f64,
    aim: Aim,
    /// Is no move believed before the contraction is measured?
    doubts: bool,
    /// The share of the tolerance that is asked for ([`Problem::newton_share`]).
    share: f64,
}

impl Convergence {
    pub fn new(problem: &dyn Problem, settings: &Settings, iterations_max: usize) -> Convergence {
        let rounding = 10.0 * f64::EPSILON / settings.rtol;
        Convergence {
            tolerance: rounding.max(settings.rtol.sqrt().clamp(1e-3, 0.03)),
            iterations_max,
            first_ratio: 1 + usize::from(problem.differential() < problem.dimension()),
            iterations: 1,
            eta: 1.0,
            theta: 1.0,
            theta_min: 0.0,
            sizes: [0.0; 3],
            rounding: 0.0,
            aim: Aim::Advance,
            doubts: false,
            share: 1.0,
        }
    }

    /// Asks for this share of the usual tolerance.
    pub fn take_share(&mut self, share: f64) {
        self.share = share;
    }

    /// Whether the iterations to come are to measure their contraction in any case: with a slope that is far too steep the first move is
    /// short however much is missing.
    pub fn doubt(&mut self, doubts: bool) {
        self.doubts = doubts;
    }

    /// For an iteration that contracts by no less than `theta` in the long run, whatever its first moves look like.
    pub fn no_faster(self, theta: f64) -> Convergence {
        Convergence {
            theta_min: theta,
            ..self
        }
    }

    /// A new mode of the problem: what was measured says nothing.
    pub fn forget(&mut self) {
        self.eta = 1.0;
    }

    /// Most iterations.
    pub fn most(&self) -> usize {
        self.iterations_max
    }

    /// Factor by which each iteration reduces the error.
    pub fn contraction(&self) -> f64 {
        self.theta
    }

    /// Safety factor of the step length, smaller after many iterations.
    pub fn safety(&self) -> f64 {
        let most = self.iterations_max as f64;
        0.9 * (2.0 * most + 1.0) / (2.0 * most + self.iterations as f64)
    }

    /// A new iteration begins; moves below `rounding` are rounding of y.
    pub fn begin(&mut self, aim: Aim, rounding: f64) {
        // The last step's contraction speaks for this one only so far: where the Jacobian is inexact, it depends on the
        // direction of the move.
        self.eta = self.eta.max(TRUST).powf(0.8);
        self.sizes = [0.0; 3];
        (self.aim, self.rounding) = (aim, rounding);
    }

    /// What to do after the move of this iteration (from 1), `size` tolerances long.
    pub fn after(&mut self, iteration: usize, size: f64) -> Verdict {
        self.iterations = iteration;
        self.sizes = [self.sizes[1], self.sizes[2], size.max(f64::MIN_POSITIVE)];
        self.measure(iteration);
        self.judge(iteration)
    }

    /// Contraction θ, and the part η = θ/(1-θ) of the last move that is still missing.
    fn measure(&mut self, iteration: usize) {
        let sizes = &self.sizes;
        let ratio = sizes[2] / sizes[1];
        if iteration == 1 {
            self.theta = self.theta.min(KEEP_AFTER_ONE);
            return;
        }
        self.theta = if iteration <= self.first_ratio {
            ratio.min(0.5)
        } else if iteration == self.first_ratio + 1 {
            ratio
        } else {
            (sizes[2] / sizes[0]).sqrt()
        };
        let theta = self.theta.max(self.theta_min);
        self.eta = if theta < 0.99 {
            theta / (1.0 - theta)
        } else {
            1.0
        };
    }

    fn judge(&mut self, iteration: usize) -> Verdict {
        let size = self.sizes[2];
        let missing = self.eta * size;
        let tolerance = self.share * self.tolerance;
        let diverges = iteration > self.first_ratio && self.theta >= 0.99;
        let wanted = match self.aim {
            Aim::Advance => tolerance,
            // What the iteration leaves unsolved would be noise in the guard that is to vanish.
            Aim::Event => self.rounding,
        };
        if self.doubts && iteration <= self.first_ratio && size > self.rounding {
            return Verdict::GoOn;
        }
        if size <= self.rounding || (missing <= wanted && !diverges) {
            // As soon as it was measured. With a small share these moves may be rounding of the forces, and so their ratio: it asks for no shorter steps, or these
            // become ever shorter, as moves that are rounding shrink no faster in them.
            if self.share < 1.0 && iteration <= self.first_ratio + 1 {
                self.theta = self.theta.min(ROUNDING_RATIO);
            }
            return Verdict::Converged;
        }
        // Moves far below the tolerance that no longer shrink are rounding of the forces.
        let noise = (self.share * NOISE).max(10.0 * self.rounding);
        let stagnates = iteration > 2 && size > 0.5 * self.sizes[1] && size <= noise;
        if stagnates || (iteration == self.iterations_max && missing <= tolerance) {
            self.theta = self.theta.min(KEEP_AFTER_ONE);
            self.eta = 1.0;
            return Verdict::Converged;
        }
        if iteration <= self.first_ratio || size <= self.share * NOISE {
            return Verdict::GoOn;
        }
        if diverges {
            return Verdict::Slow(0.5);
        }
        let left = (self.iterations_max - iteration) as i32;
        let expected = missing * self.theta.powi(left) / tolerance.max(self.rounding);
        if expected >= 1.0 {
            Verdict::Slow(0.8 * expected.clamp(1e-4, 20.0).powf(-1.0 / f64::from(4 + left)))
        } else {
            Verdict::GoOn
        }
    }
}

/// Lengths so close need no new factors: they slow the iteration down by less than its own contraction.
pub const SAME_LENGTH: f64 = 1e-3;
/// Moves below this part of the tolerance may be rounding of the forces.
const NOISE: f64 = 0.1;
/// Contraction that is believed before it is measured, at best.
const TRUST: f64 = 3e-3;
/// Contraction assumed after a single iteration.
const KEEP_AFTER_ONE: f64 = 1e-3;
/// Contraction assumed where moves are rounding at once: steps may grow, but the Jacobian is not taken for good.
const ROUNDING_RATIO: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;

    /// The contraction that moves of these sizes leave, one after the other until they are judged good.
    fn contraction_of(sizes: &[f64], share: f64) -> f64 {
        let mut convergence = Convergence {
            tolerance: 1e-3,
            iterations_max: 17,
            first_ratio: 2,
            iterations: 1,
            eta: 1.0,
            theta: 1.0,
            theta_min: 0.0,
            sizes: [0.0; 3],
            rounding: 0.0,
            aim: Aim::Advance,
            doubts: true,
            share,
        };
        convergence.begin(Aim::Advance, 1e-10);
        for (k, size) in sizes.iter().enumerate() {
            if convergence.after(k + 1, *size) == Verdict::Converged {
                assert_eq!(k + 1, sizes.len(), "all of them");
                return convergence.contraction();
            }
        }
        panic!("not converged")
    }

    /// Moves that are rounding of the forces no longer shrink: they say nothing of the contraction. As soon as more is asked for than is missing, their
    /// ratio counts.
    #[test]
    fn the_ratio_of_roundings_is_no_contraction() {
        assert!(contraction_of(&[4e-8, 5.4e-9, 3.6e-9], 8.9e-3) <= ROUNDING_RATIO);
        assert!(contraction_of(&[4.6e-6, 9.5e-9, 3.5e-9], 1.2e-3) <= ROUNDING_RATIO);
        let halved: Vec<f64> = (0..7).map(|k| 1e-3 * 0.45_f64.powi(k)).collect();
        let slow = contraction_of(&halved, 1e-2);
        assert!((slow - 0.45).abs() < 1e-12, "{slow}");
        let rough = contraction_of(&[1e-4, 9e-5, 8.1e-5], 1.0);
        assert!((rough - 0.9).abs() < 1e-12, "{rough}");
    }
}
