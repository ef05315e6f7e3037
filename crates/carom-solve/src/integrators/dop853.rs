//! Dormand and Prince's explicit method of order 8 with error estimates of order 5 and 3, dense output of order 7.
//!
//! Works on the explicit form [`Problem::derivative`] and puts the end of each step back on the constraints. Algebraic unknowns
//! keep the values they had at the start.
//!
//! Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), sections II.5, II.6 and II.4 (control).

mod coefficients;

use super::ends::Ends;
use super::norms::{largest, norm};
use super::passing::Passing;
use super::profile::{Integrator, OnGuard, Profile};
use super::starting;
use super::step::{Dense, Inside, Step};
use super::stepper::{Aim, REACH, Stepper, Trial};
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Fault, Problem};
use coefficients::{DENSE, DENSE_STAGES, ERROR_3, ERROR_5, NODES, Row, SOLUTION, STAGES};

/// A step, in times of decay of a slip, from which on Radau IIA takes over: within the domain of stability, which ends at 6.
/// The rate of the decay is known from above only.
const EASED: f64 = 2.0;
/// Bounds of the factor from one step's length to the next, and its safety.
const GROWTH_MAX: f64 = 6.0;
const SHRINK_MAX: f64 = 1.0 / 3.0;
const SAFETY: f64 = 0.9;
/// How much a step that is better than the one before it foretold counts for the length of the next: its error passes through zero now and
/// then, and a length taken from such a step is refused. On an oscillator with its work as a state, that was every sixth step.
///
/// After K. Gustafsson, Control-theoretic techniques for stepsize selection in explicit Runge-Kutta methods, ACM Transactions on Mathematical
/// Software 17 (1991), whose controllers look at two steps as well.
const LUCK: f64 = 0.1;
/// Steps that grow faster than this foretell nothing of each other: after a start they may well go on growing.
const ALIKE: f64 = 1.2;
/// What a step that begins where a force begins as a power errs by, as a share of the estimate of order 3. That of order 5 is a difference of two
/// errors there, which passes through zero at some length, and a control that looks for the longest step finds it. Measured with exponents from 0.3 to
/// 2.5, the error is 0.001 to 0.04 of that estimate, and grows with the power 2.3 to 3.5 of the length; with roots up to 0.1, whose tolerance is a tenth anyhow.
const OF_POWER: f64 = 0.02;
/// The order of such a step.
const ORDER_OF_POWER: usize = 3;
/// The growth of the step behind such a start: the power is smooth within a step that is not much longer than the way from there.
const GROWTH_OF_POWER: f64 = 2.0;

/// Dormand-Prince 8(5,3).
pub struct Dop853;

impl Integrator for Dop853 {
    fn name(&self) -> &'static str {
        "dop853"
    }
    fn aliases(&self) -> &'static [&'static str] {
        &["dopri8"]
    }
    fn text(&self) -> &'static str {
        "Dormand-Prince 8(5,3), explicit, variable step, on the index-1 form with projection"
    }
    fn purpose(&self) -> &'static str {
        "smooth models that are not stiff, and references to compare with"
    }
    fn profile(&self) -> Profile {
        Profile {
            orders: [8; 2],
            on_guard: OnGuard::Whole,
            ..Profile::default()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        let method = Method::new(problem, settings);
        Box::new(Passing::new(method, problem, settings).easing(EASED))
    }
}

/// The method at work.
pub(super) struct Method {
    nd: usize,
    /// Unknowns in a row of `slopes` and `dense`: nd and zeros behind it, so that sums run over whole groups of [`LANES`].
    row: usize,
    ends: Ends,
    weights: Vec<f64>,
    /// Slopes k₀ ... k₁₅, a row each; k₀ = dy0, k₁₂ = dy1.
    slopes: Vec<f64>,
    /// The seven coefficients of the dense output, a row each, once prepared.
    dense: Vec<f64>,
    dense_ready: bool,
    /// Are the slopes those of another length than that of the step in hand?
    landed: bool,
    /// The length that the slopes are of.
    solved: f64,
    /// y₀ and zeros, a row.
    origin: Vec<f64>,
    stage: Vec<f64>,
    sums: [Vec<f64>; 2],
    rejected_before: bool,
    /// Error and length of the step before, once there is one.
    before: Option<(f64, f64)>,
    /// The error of the step in hand.
    error: f64,
    /// Does the step in hand begin where a force may begin as a power?
    begins_power: bool,
    /// |y₁ - Y|, Y the last stage, before y₁ is put on the constraints.
    apart: f64,
    /// An estimate of h·|λ| of the last step tried, λ the eigenvalue that its last stages met; 0 where rounding hides it.
    pub(super) h_lambda: f64,
    stiffness: Stiffness,
    complaint: Option<Failure>,
    statistics: Statistics,
    settings: Settings,
}

/// Counts steps at the bound of stability.
///
/// Source: Hairer, Wanner, Solving Ordinary Differential Equations II (1996), section IV.2, and the same authors' program DOP853.
#[derive(Clone, Copy, Default)]
struct Stiffness {
    at_bound: u32,
    within: u32,
}

impl Stiffness {
    /// A little within the domain of stability, which ends at 6.1 on the negative axis: the control of the error may hold the steps at 5.
    const BOUND: f64 = 4.0;
    /// Stages closer together than this share of the state tell of rounding only.
    const TELLING: f64 = 1e3 * f64::EPSILON;
    /// So many steps at the bound are no accident.
    const MANY: u32 = 15;
    /// Pairs of products that the estimate of the fastest rate is made of: within a third where the spectrum is dense.
    const POWERS: usize = 4;
    /// So many steps one after the other within it make those before forgotten.
    const FEW: u32 = 6;

    fn count(&mut self, h_lambda: f64) {
        if h_lambda > Self::BOUND {
            self.at_bound += 1;
            self.within = 0;
        } else {
            self.within += 1;
            if self.within == Self::FEW {
                self.at_bound = 0;
            }
        }
    }
}

impl Method {
    pub(super) fn new(problem: &dyn Problem, settings: &Settings) -> Method {
        let (n, nd) = (problem.dimension(), problem.differential());
        let row = nd.next_multiple_of(LANES);
        Method {
            nd,
            row,
            ends: Ends::new(n),
            weights: vec![1.0; n],
            slopes: vec![0.0; 16 * row],
            dense: vec![0.0; 7 * row],
            dense_ready: false,
            landed: false,
            solved: 0.0,
            origin: vec![0.0; row],
            stage: vec![0.0; row],
            sums: [vec![0.0; row], vec![0.0; row]],
            rejected_before: false,
            before: None,
            error: 0.0,
            begins_power: false,
            apart: 0.0,
            h_lambda: 0.0,
            stiffness: Stiffness::default(),
            complaint: None,
            statistics: Statistics::default(),
            settings: *settings,
        }
    }

    /// So many steps at the bound of stability are no accident.
    pub(super) const MANY_AT_BOUND: u32 = Stiffness::MANY;

    /// How many steps have been as long as stability lets them be?
    pub(super) fn steps_at_bound(&self) -> u32 {
        self.stiffness.at_bound
    }

    /// Would a step of length `h` from the start in hand be within the bound of stability?
    pub(super) fn is_stable(&mut self, problem: &mut dyn Problem, h: f64) -> Result<bool, Fault> {
        Ok(h * self.fastest_rate(problem)? <= Stiffness::BOUND)
    }

    /// An estimate of the largest |λ| of the eigenvalues of ∂f/∂y at the start in hand, by powers of this matrix, its products being differences of f. Two
    /// products count together, since displacements and velocities of a vibration change roles in each.
    ///
    /// Source: the nonlinear power method of Sommeijer, Shampine, Verwer, RKC: an explicit solver for parabolic PDEs, J. Comput. Appl. Math. 88 (1998), 315.
    pub(super) fn fastest_rate(&mut self, problem: &mut dyn Problem) -> Result<f64, Fault> {
        let (nd, row) = (self.nd, self.row);
        let Settings { rtol, atol, .. } = self.settings;
        // The square root of the rounding, as a share of the scales that the weights are shares of.
        let reach = f64::EPSILON.sqrt() / rtol.max(atol);
        // Something of every mode: no two neighbours alike.
        for (i, (d, w)) in self.sums[0].iter_mut().zip(&self.weights[..nd]).enumerate() {
            let share = 1.0 + (0.754_877_666 * i as f64).fract();
            *d = if w.is_finite() { share * w } else { 0.0 };
        }
        let mut rate = 0.0;
        for _ in 0..Stiffness::POWERS {
            let mut growth = 1.0;
            for _ in 0..2 {
                let [direction, _] = &mut self.sums;
                let direction = &mut direction[..nd];
                let length = norm(direction, &self.weights);
                if length == 0.0 {
                    return Ok(0.0);
                }
                let share = reach / length;
                for ((y, y0), d) in self.stage.iter_mut().zip(&self.origin).zip(&*direction) {
                    *y = y0 + share * d;
                }
                let slope = &mut self.slopes[row..][..nd];
                self.statistics.rhs_evaluations += 1;
                problem.derivative(self.ends.t0, &self.stage[..nd], slope)?;
                for ((d, a), b) in direction.iter_mut().zip(&*slope).zip(&self.ends.dy0) {
                    *d = (a - b) / share;
                }
                growth *= norm(direction, &self.weights) / length;
            }
            rate = growth.sqrt();
        }
        Ok(rate)
    }

    /// Begins to count anew.
    pub(super) fn forget_stiffness(&mut self) {
        self.stiffness = Stiffness::default();
    }

    /// k_stage = f(t₀ + c·h, y₀ + h·Σ row·k).
    fn slope(
        &mut self,
        problem: &mut dyn Problem,
        stage: usize,
        row: Row,
        h: f64,
    ) -> Result<(), Fault> {
        combine(row, &self.slopes, &mut self.stage);
        for (y, y0) in self.stage.iter_mut().zip(&self.origin) {
            *y = y0 + h * *y;
        }
        self.statistics.rhs_evaluations += 1;
        let slope = &mut self.slopes[stage * self.row..][..self.nd];
        let at = &self.stage[..self.nd];
        problem.derivative(self.ends.t0 + NODES[stage] * h, at, slope)
    }

    /// All stages.
    fn stages(&mut self, problem: &mut dyn Problem, h: f64) -> Result<(), Fault> {
        self.slopes[..self.nd].copy_from_slice(&self.ends.dy0[..self.nd]);
        for (stage, row) in STAGES.iter().enumerate().skip(1) {
            self.slope(problem, stage, row, h)?;
        }
        (self.landed, self.solved) = (false, h);
        Ok(())
    }

    /// The solution of the stages into `y1`.
    fn solution(&mut self, h: f64) {
        // The last stage stands at the end of the step, too: where it was is still in `stage`.
        let [increment, apart] = &mut self.sums;
        combine(SOLUTION, &self.slopes, increment);
        self.ends.y1.copy_from_slice(&self.ends.y0);
        let apart = &mut apart[..self.nd];
        for (i, apart) in apart.iter_mut().enumerate() {
            self.ends.y1[i] += h * increment[i];
            *apart = self.ends.y1[i] - self.stage[i];
        }
        self.apart = norm(apart, &self.weights);
    }

    /// The error of the step in units of the tolerance, e₅²/√(e₅² + e₃²/100), and e₃.
    fn error(&mut self, h: f64) -> (f64, f64) {
        let [five, three] = &mut self.sums;
        combine(ERROR_5, &self.slopes, five);
        combine(ERROR_3, &self.slopes, three);
        let [five, three] = [five, three].map(|e| norm(&e[..self.nd], &self.weights));
        let size = (five * five + 0.01 * three * three).sqrt();
        let error = if size > 0.0 {
            h.abs() * five * five / size
        } else if size == 0.0 {
            0.0
        } else {
            f64::INFINITY
        };
        (error, h.abs() * three)
    }

    /// The error from which the length of the next step follows: what the step before foretold counts where that is more.
    fn telling_error(&self, h: f64) -> f64 {
        let Some((error, length)) = self.before else {
            return self.error;
        };
        let foretold = error * (h / length).powi(8);
        if h < ALIKE * length && foretold > self.error && self.error > 0.0 {
            self.error.powf(LUCK) * foretold.powf(1.0 - LUCK)
        } else {
            self.error
        }
    }

    /// Puts y₁ on the constraints and finds its rates.
    fn finish(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        let nd = self.nd;
        problem.project(self.ends.t1, &mut self.ends.y1[..nd])?;
        self.statistics.rhs_evaluations += 1;
        problem.derivative(self.ends.t1, &self.ends.y1[..nd], &mut self.ends.dy1[..nd])?;
        // h·|f(y₁) - f(Y)| / |y₁ - Y|
        self.h_lambda = 0.0;
        if self.apart > Stiffness::TELLING * norm(&self.ends.y1[..nd], &self.weights) {
            let last = &self.slopes[11 * self.row..][..nd];
            let rises = &mut self.sums[0][..nd];
            let differences = rises.iter_mut().zip(&self.ends.dy1).zip(last);
            differences.for_each(|((d, a), b)| *d = a - b);
            let rise = norm(rises, &self.weights);
            self.h_lambda = (self.ends.length()) * rise / self.apart;
        }
        Ok(())
    }

    fn refused(&mut self, h: f64, fault: Fault) -> Trial {
        self.complaint = Some(Failure::new(self.ends.t0, h, FailureKind::Model(fault)));
        self.rejected_before = true;
        Trial::Retry { length: 0.25 * h }
    }

    fn set_off(&mut self, problem: &dyn Problem) {
        let settings = &self.settings;
        problem.weights(
            &self.ends.y0,
            settings.rtol,
            settings.atol,
            &mut self.weights,
        );
        self.origin[..self.nd].copy_from_slice(&self.ends.y0[..self.nd]);
        self.rejected_before = false;
        self.complaint = None;
    }
}

/// From a length to the next, by the error in units of the tolerance.
fn growth(error: f64) -> f64 {
    SAFETY * error.powf(-1.0 / 8.0)
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.before = None;
        self.begins_power = problem.power_begins(t);
        self.ends.start(problem, t, y, &mut self.statistics)?;
        self.set_off(problem);
        Ok(())
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        let [one, two] = &mut self.sums;
        let order = if self.begins_power { ORDER_OF_POWER } else { 8 };
        starting::length(
            problem,
            self.ends.now(),
            &self.weights,
            (order, bound),
            (one, two),
            &mut self.statistics,
        )
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, _: Aim) -> Result<Trial, Failure> {
        let h = t1 - self.ends.t0;
        self.ends.t1 = t1;
        self.dense_ready = false;
        if let Err(fault) = self.stages(problem, h) {
            return Ok(self.refused(h, fault));
        }
        self.solution(h);
        let (error, three) = self.error(h);
        self.error = error;
        let of_power = if self.begins_power {
            OF_POWER * three
        } else {
            0.0
        };
        if !(error < 1.0 && of_power < 1.0) {
            let (worst, residual) = largest(&self.sums[0][..self.nd], &self.weights);
            let kind = if error.is_finite() {
                FailureKind::StepTooSmall
            } else {
                FailureKind::NotFinite
            };
            self.complaint = Some(Failure {
                worst: Some(worst),
                residual: residual * h.abs(),
                ..Failure::new(self.ends.t0, h, kind)
            });
            self.rejected_before = true;
            // An error that is no number shrinks the step like a large one.
            let smooth = growth(error).max(SHRINK_MAX);
            let power = (SAFETY / of_power.cbrt()).max(SHRINK_MAX);
            let length = h * smooth.min(power);
            return Ok(Trial::Retry { length });
        }
        if let Err(fault) = self.finish(problem) {
            return Ok(self.refused(h, fault));
        }
        let most = match (self.rejected_before, self.begins_power) {
            (true, false) => 1.0,
            (_, true) => GROWTH_OF_POWER,
            (false, false) => GROWTH_MAX,
        };
        Ok(Trial::Good {
            next: h * growth(self.telling_error(h)).clamp(SHRINK_MAX, most),
        })
    }

    fn prepare_dense(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        if self.dense_ready {
            return Ok(());
        }
        let (nd, row, h) = (self.nd, self.row, self.ends.length());
        if self.landed {
            self.stages(problem, h)?;
        }
        self.slopes[12 * row..][..nd].copy_from_slice(&self.ends.dy1[..nd]);
        for (k, factors) in DENSE_STAGES.iter().enumerate() {
            self.slope(problem, 13 + k, factors, h)?;
        }
        for (k, factors) in DENSE.iter().enumerate() {
            let out = &mut self.dense[(3 + k) * row..][..row];
            combine(factors, &self.slopes, out);
        }
        for i in 0..nd {
            let rise = self.ends.y1[i] - self.ends.y0[i];
            self.dense[i] = rise;
            self.dense[row + i] = h * self.ends.dy0[i] - rise;
            self.dense[2 * row + i] = 2.0 * rise - h * (self.ends.dy0[i] + self.ends.dy1[i]);
        }
        for c in &mut self.dense[3 * row..] {
            *c *= h;
        }
        self.dense_ready = true;
        Ok(())
    }

    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        (self.dense_ready, self.landed, self.h_lambda) = (false, true, 0.0);
        self.ends.land(problem, t1, y1, &mut self.statistics)?;
        Ok(true)
    }

    fn step(&self) -> Step<'_> {
        self.ends.step(self)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        self.statistics.steps += 1;
        self.before = Some((self.error, self.ends.length()));
        self.begins_power = false;
        self.stiffness.count(self.h_lambda);
        self.ends.accept(problem);
        self.set_off(problem);
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        self.ends.now()
    }

    fn complaint(&self) -> Option<Failure> {
        self.complaint.clone()
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl Dense for Method {
    fn order(&self) -> u32 {
        8
    }

    fn degree(&self) -> usize {
        7
    }

    fn inside(&self, look: &mut dyn FnMut(f64, &[f64])) -> Inside {
        if self.dense_ready {
            return Inside::Dense;
        }
        let longer = self.solved / self.ends.length();
        if (longer - 1.0).abs() > 2.0 * REACH {
            return Inside::Unknown;
        }
        // Those before are of low order.
        for k in 5..12 {
            look(longer * NODES[k], &self.slopes[k * self.row..][..self.nd]);
        }
        Inside::Stages
    }

    /// y₀ + x·(d₀ + (1-x)·(d₁ + x·(d₂ + (1-x)·(d₃ + ...)))) and its slope.
    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        let h = self.ends.length();
        let x = (t - self.ends.t0) / h;
        y.copy_from_slice(&self.ends.y0);
        dy.copy_from_slice(&self.ends.dy0);
        for i in 0..self.nd {
            let (mut value, mut slope) = (0.0, 0.0);
            for k in (0..7).rev() {
                value += self.dense[k * self.row + i];
                let (factor, sign) = if k % 2 == 0 {
                    (x, 1.0)
                } else {
                    (1.0 - x, -1.0)
                };
                slope = slope * factor + value * sign;
                value *= factor;
            }
            y[i] += value;
            dy[i] = slope / h;
        }
    }
}

/// Unknowns that are summed together, so that their sums stay in registers.
const LANES: usize = 4;

/// `out := Σ factor·k_stage`, over whole rows.
fn combine(factors: Row, slopes: &[f64], out: &mut [f64]) {
    let row = out.len();
    let mut first = 0;
    while first + 2 * LANES <= row {
        sum::<{ 2 * LANES }>(factors, slopes, out, first);
        first += 2 * LANES;
    }
    if first < row {
        sum::<LANES>(factors, slopes, out, first);
    }
}

/// The unknowns from `first` on.
#[inline(always)]
fn sum<const W: usize>(factors: Row, slopes: &[f64], out: &mut [f64], first: usize) {
    let row = out.len();
    let mut sums = [0.0; W];
    for &(stage, factor) in factors {
        let slope = &slopes[stage * row + first..][..W];
        for (sum, k) in sums.iter_mut().zip(slope) {
            *sum += factor * k;
        }
    }
    out[first..first + W].copy_from_slice(&sums);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(row: Row, term: impl Fn(usize) -> f64) -> f64 {
        row.iter().map(|&(j, a)| a * term(j)).sum()
    }

    #[test]
    fn rows_sum_to_their_nodes() {
        let rows = STAGES.iter().enumerate().chain((13..).zip(&DENSE_STAGES));
        for (i, row) in rows {
            assert!((total(row, |_| 1.0) - NODES[i]).abs() < 1e-14, "stage {i}");
        }
    }

    #[test]
    fn quadrature_has_order_8_and_the_errors_vanish_up_to_theirs() {
        for power in 0..8i32 {
            let exact = 1.0 / f64::from(power + 1);
            let moment = |row| total(row, |j| NODES[j].powi(power));
            assert!((moment(SOLUTION) - exact).abs() < 1e-14, "x^{power}");
            if power < 5 {
                assert!(
                    moment(ERROR_5).abs() < 1e-14,
                    "x^{power}: {:e}",
                    moment(ERROR_5)
                );
            }
            if power < 3 {
                assert!(
                    moment(ERROR_3).abs() < 1e-14,
                    "x^{power}: {:e}",
                    moment(ERROR_3)
                );
            }
        }
    }
}
