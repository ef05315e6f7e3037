//! Hénon's step: the guard itself becomes the independent variable, and one step of it ends where the guard is zero.
//!
//! ```text
//! y' = f(t, y), g(t, y)   →   dy/ds = −f/g',  dt/ds = −1/g'     s from 0 to g₀,  g = g₀ − s
//! ```
//!
//! A gap as independent variable is the displacement step that locates an impact, a contact force the force step that locates a
//! separation. The step has the local error of the method it is taken with. Where it is taken, it must be regular: g' must not change much over it,
//! which is tested at all its stages; near a graze it would return a finite time that is wrong by a ninth of the step.
//!
//! Explicit methods take it whole, from the start of the step in hand. Implicit ones, and explicit ones where the whole is not regular, step
//! to the root that their dense output predicts and take the short rest; implicit ones do that with the classical method of order 4.
//!
//! Source: M. Hénon, On the numerical computation of Poincaré maps, Physica D 5 (1982) 412; the force step: G.A. Dedow, K.D. Murphy,
//! Numerical Computation of Separation Events, GJES (2021).

use super::failure::{Failure, FailureKind};
use super::settings::Settings;
use crate::integrators::{Aim, Integrator, OnGuard, Stepper, Trial, plain_method};
use crate::problem::{Fault, Guard, Problem, Response};
use crate::sparse::{Matrix, Pattern};

/// The most that the guard's rate may change over the step, relative to its final value. At a constant second rate this keeps the error
/// of the classical method of order 4 below 1e-4 of the step.
const REGULAR: f64 = 0.3;
/// The most of the guard that may be left at the end, relative to its start: a curved guard leaves some, an irregular step much.
const LEFT: f64 = 1e-3;
/// The longest rest of a step that is taken with the method of order 4, relative to the step.
const REST: f64 = 0.05;

/// Takes Hénon's steps for one method and problem.
pub struct Henon {
    /// How the method takes them.
    pub kind: OnGuard,
    stepper: Box<dyn Stepper>,
    settings: Settings,
    /// State and time along the guard.
    z: Vec<f64>,
    weights: Vec<f64>,
    /// All guards at the end of the last step.
    pub end: Vec<Guard>,
    nothing: Nothing,
    /// Steps that located an event.
    pub taken: u64,
    /// Steps that were not regular, or left too much.
    pub refused: u64,
}

/// Where a step along the guard sets out.
pub struct From<'a> {
    pub t: f64,
    /// State, length n, in the chart of the step in hand.
    pub y: &'a [f64],
    pub guard: Guard,
    /// The end of the step along the guard lies within these times.
    pub between: (f64, f64),
    /// Length of the step in hand.
    pub length: f64,
}

/// What explicit methods never ask for.
struct Nothing {
    mass: Matrix,
    pattern: Pattern,
}

impl Henon {
    /// `None` if the method has no step along a guard.
    pub fn new(
        integrator: &dyn Integrator,
        problem: &mut dyn Problem,
        settings: &Settings,
    ) -> Option<Henon> {
        let kind = integrator.profile().on_guard;
        let method = match kind {
            OnGuard::Never => return None,
            OnGuard::Whole => integrator,
            OnGuard::Rest => plain_method(),
        };
        let (n, nd, slots) = (
            problem.dimension(),
            problem.differential(),
            problem.guard_count(),
        );
        let nothing = Nothing {
            mass: Matrix::identity(0),
            pattern: Pattern::from_entries(0, []),
        };
        let mut end = vec![Guard::IDLE; slots];
        let along = Along::new(problem, (0, &mut end), &[], &nothing);
        let stepper = method.make(&along, settings);
        Some(Henon {
            kind,
            stepper,
            settings: *settings,
            z: vec![0.0; nd + 1],
            weights: vec![0.0; n],
            end,
            nothing,
            taken: 0,
            refused: 0,
        })
    }

    /// The work of its steps.
    pub fn rhs_evaluations(&self) -> u64 {
        self.stepper.statistics().rhs_evaluations
    }

    /// One step along guard `slot`: the time where it is zero, with the guards there in `end`. `None`: the step is not to be trusted. Unless
    /// it is the `whole` step from the start of the one in hand, it has to be a short rest of that.
    pub fn step(
        &mut self,
        problem: &mut dyn Problem,
        slot: usize,
        from: &From<'_>,
        whole: bool,
    ) -> Option<f64> {
        let end = self.try_step(problem, slot, from, whole);
        self.taken += u64::from(end.is_some());
        self.refused += u64::from(end.is_none());
        end
    }

    /// The differential unknowns where the last step ended.
    pub fn state(&self) -> &[f64] {
        &self.z[..self.z.len() - 1]
    }

    fn try_step(
        &mut self,
        problem: &mut dyn Problem,
        slot: usize,
        from: &From<'_>,
        whole: bool,
    ) -> Option<f64> {
        let nd = self.z.len() - 1;
        problem.weights(
            from.y,
            self.settings.rtol,
            self.settings.atol,
            &mut self.weights,
        );
        self.z[..nd].copy_from_slice(&from.y[..nd]);
        self.z[nd] = from.t;
        let mut along = Along::new(
            problem,
            (slot, &mut self.end),
            &self.weights[..nd],
            &self.nothing,
        );
        self.stepper.start(&mut along, 0.0, &self.z).ok()?;
        let trial = self
            .stepper
            .attempt(&mut along, from.guard.value, Aim::Event);
        let [steepest, flattest] = along.rates;
        if !matches!(trial, Ok(Trial::Good { .. })) {
            return None;
        }
        self.z.copy_from_slice(self.stepper.step().y1);
        let (t, end) = (self.z[nd], self.end[slot]);
        let regular = flattest < 0.0 && flattest - steepest <= REGULAR * end.rate.abs();
        let rest = whole || (t - from.t).abs() <= REST * from.length;
        let left = LEFT * from.guard.value.abs() + end.tolerance;
        let inside = t > from.between.0 && t <= from.between.1;
        (regular && rest && inside && end.value.abs() <= left).then_some(t)
    }
}

/// The equations with the time among the unknowns, `z = (y, t)`, and s = g₀ − g in its place.
struct Along<'a> {
    problem: &'a mut dyn Problem,
    slot: usize,
    guards: &'a mut [Guard],
    weights: &'a [f64],
    nothing: &'a Nothing,
    nd: usize,
    /// The lowest and highest rate of the guard so far.
    rates: [f64; 2],
}

impl<'a> Along<'a> {
    fn new(
        problem: &'a mut dyn Problem,
        (slot, guards): (usize, &'a mut [Guard]),
        weights: &'a [f64],
        nothing: &'a Nothing,
    ) -> Along<'a> {
        Along {
            nd: problem.differential(),
            problem,
            slot,
            guards,
            weights,
            nothing,
            rates: [f64::INFINITY, f64::NEG_INFINITY],
        }
    }
}

impl Problem for Along<'_> {
    fn dimension(&self) -> usize {
        self.nd + 1
    }
    fn differential(&self) -> usize {
        self.nd + 1
    }
    fn mass(&self) -> &Matrix {
        &self.nothing.mass
    }
    fn rhs(&mut self, s: f64, z: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        self.derivative(s, z, f)
    }
    fn pattern(&self) -> &Pattern {
        &self.nothing.pattern
    }
    fn jacobian(&mut self, _: f64, _: &[f64], _: &mut [f64]) -> Result<(), Fault> {
        Err(Fault {
            message: "explicit methods need no Jacobian".into(),
        })
    }
    fn index(&self) -> &[u8] {
        &[]
    }
    /// The time is outside the error test: the states it belongs to are in it.
    fn weights(&self, _: &[f64], _: f64, _: f64, w: &mut [f64]) {
        w[..self.nd].copy_from_slice(self.weights);
        w[self.nd] = f64::INFINITY;
    }
    fn derivative(&mut self, _: f64, z: &[f64], dz: &mut [f64]) -> Result<(), Fault> {
        let (t, y, dy) = (z[self.nd], &z[..self.nd], &mut dz[..self.nd]);
        self.problem.derivative(t, y, dy)?;
        self.problem.guards(t, y, dy, self.guards)?;
        let rate = self.guards[self.slot].rate;
        self.rates = [self.rates[0].min(rate), self.rates[1].max(rate)];
        dz[self.nd] = 1.0;
        for dz in dz {
            *dz /= -rate;
        }
        Ok(())
    }
    fn project(&mut self, _: f64, z: &mut [f64]) -> Result<(), Fault> {
        let (y, t) = z.split_at_mut(self.nd);
        self.problem.project(t[0], y)
    }
    fn accept(&mut self, _: f64, _: &mut [f64]) {}
    fn guard_count(&self) -> usize {
        0
    }
    fn guards(&mut self, _: f64, _: &[f64], _: &[f64], _: &mut [Guard]) -> Result<(), Fault> {
        Ok(())
    }
    fn switch(&mut self, _: f64, _: &mut [f64], _: &[usize]) -> Result<Response, Fault> {
        Ok(Response::Continue)
    }
    fn step_bound(&mut self, _: f64, _: &[f64], _: &[f64]) -> f64 {
        f64::INFINITY
    }
}

/// The failure of a landing, in the words of a step.
pub fn landing_failed(t0: f64, t1: f64, fault: Fault) -> Failure {
    Failure::new(t0, t1 - t0, FailureKind::Model(fault))
}
