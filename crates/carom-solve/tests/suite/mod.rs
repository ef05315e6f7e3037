//! Test problems with exact or reference solutions, shared by all tests of the integrators.
#![allow(dead_code)] // each test file uses some of them

pub mod ball;
pub mod bounces;
pub mod flat;
pub mod pendulum;
pub mod top;

use carom_solve::{
    Driver, End, Failure, Fault, INTEGRATORS, Integrator, Problem, Settings, Sink, Step,
};

/// Relative and absolute tolerance `error`, or the finest that the method meets; methods of fixed step take `fixed`.
pub fn settings(integrator: &dyn Integrator, error: f64, fixed: f64) -> Settings {
    let error = reachable(integrator, error);
    let h_max = if integrator.profile().is_fixed {
        fixed
    } else {
        f64::INFINITY
    };
    Settings {
        rtol: error,
        atol: error,
        h_max,
        ..Settings::default()
    }
}

/// This tolerance, or the finest that the method meets.
pub fn reachable(integrator: &dyn Integrator, error: f64) -> f64 {
    error.max(integrator.profile().finest)
}

/// What errors of this tolerance add up to over a run of some hundred or, with methods of low order, some thousand steps.
pub fn collected(integrator: &dyn Integrator, error: f64) -> f64 {
    let profile = integrator.profile();
    let steps = if profile.orders[1] <= 2 {
        10_000.0
    } else if profile.finest > 1e-12 {
        1000.0
    } else {
        100.0
    };
    steps * reachable(integrator, error)
}

/// The integrators that follow a tolerance.
pub fn adaptive() -> impl Iterator<Item = &'static dyn Integrator> {
    let all = INTEGRATORS.iter().copied();
    all.filter(|i| !i.profile().is_fixed)
}

/// The implicit ones: for stiff problems and problems with constraints.
pub fn implicit() -> impl Iterator<Item = &'static dyn Integrator> {
    adaptive().filter(|i| i.profile().is_stiff)
}

/// Runs from (0, y) to `t_end` and returns the driver there.
pub fn run<P: Problem>(
    integrator: &dyn Integrator,
    problem: &mut P,
    settings: Settings,
    y: &[f64],
    t_end: f64,
) -> Result<(Driver, End), Failure> {
    run_with(integrator, problem, settings, y, t_end, &[], &mut ())
}

/// The same with outputs.
pub fn run_with<P: Problem, S: Sink<P>>(
    integrator: &dyn Integrator,
    problem: &mut P,
    settings: Settings,
    y: &[f64],
    t_end: f64,
    outputs: &[f64],
    sink: &mut S,
) -> Result<(Driver, End), Failure> {
    let mut driver = Driver::new(integrator, problem, settings);
    driver.start(problem, 0.0, y)?;
    let end = driver.advance(problem, t_end, outputs, sink)?;
    Ok((driver, end))
}

/// Keeps what it is told, from the dense output.
#[derive(Default)]
pub struct Recorder {
    /// Time, state, rates.
    pub rows: Vec<(f64, Vec<f64>, Vec<f64>)>,
    /// Time, state after, slots.
    pub events: Vec<(f64, Vec<f64>, Vec<usize>)>,
    /// Ends of all steps.
    pub steps: Vec<f64>,
}

impl<P> Sink<P> for Recorder {
    fn output(&mut self, _: &mut P, step: &Step<'_>, t: f64) -> Result<(), Fault> {
        let mut y = vec![0.0; step.y0.len()];
        let mut dy = y.clone();
        step.interpolate(t, &mut y, &mut dy);
        self.rows.push((t, y, dy));
        Ok(())
    }

    fn event(
        &mut self,
        _: &mut P,
        t: f64,
        y: &[f64],
        fired: &[usize],
        _: carom_solve::Response,
    ) -> Result<(), Fault> {
        self.events.push((t, y.to_vec(), fired.to_vec()));
        Ok(())
    }

    fn progress(&mut self, t: f64, _: f64, _: &carom_solve::Statistics) -> bool {
        self.steps.push(t);
        true
    }
}
