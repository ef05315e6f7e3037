//! Where equations cease to hold inside of a step: the run ends, goes through, or has an event there.

#![allow(clippy::unwrap_used)] // a test may panic

use crate::suite;

use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{FailureKind, Fault, Guard, INTEGRATORS, Problem, Response};
use suite::{run, settings};

/// What becomes of the equations at 0.5.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// They end to hold.
    Ends,
    /// They hold behind it as well.
    IsPassed,
    /// What a guard waits for is next to nothing away.
    IsAnEvent,
}

/// y' = 1, whose equations have two sides, t below and above 0.5.
struct Crossing {
    place: Place,
    mass: Matrix,
    pattern: Pattern,
    is_above: bool,
    events: Vec<f64>,
}

impl Crossing {
    fn new(place: Place) -> Crossing {
        Crossing {
            place,
            mass: Matrix::identity(1),
            pattern: Pattern::dense(1),
            is_above: false,
            events: Vec::new(),
        }
    }
}

impl Problem for Crossing {
    fn dimension(&self) -> usize {
        1
    }
    fn differential(&self) -> usize {
        1
    }
    fn mass(&self) -> &Matrix {
        &self.mass
    }
    fn rhs(&mut self, _: f64, _: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        f[0] = 1.0;
        Ok(())
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn jacobian(&mut self, _: f64, _: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        values[0] = 0.0;
        Ok(())
    }
    fn index(&self) -> &[u8] {
        &[1]
    }
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        w[0] = atol + rtol * y[0].abs();
    }
    fn derivative(&mut self, _: f64, _: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        dy[0] = 1.0;
        Ok(())
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn accept(&mut self, _: f64, _: &mut [f64]) {}
    fn holds(&mut self, t: f64, _: &[f64]) -> Result<(), Fault> {
        let holds = (t > 0.5) == self.is_above;
        let message = "the other side".into();
        holds.then_some(()).ok_or(Fault { message })
    }
    fn passes(&mut self, before: (f64, &[f64]), after: (f64, &[f64])) -> bool {
        let is_between = before.0 <= 0.5 && after.0 >= 0.5;
        let passes = self.place == Place::IsPassed && is_between;
        self.is_above |= passes;
        passes
    }
    fn gives_in(&mut self, t: f64, _: &[f64]) -> Vec<usize> {
        let is_near = self.place == Place::IsAnEvent && (t - 0.5).abs() < 1e-3;
        if is_near { vec![0] } else { Vec::new() }
    }
    fn guard_count(&self) -> usize {
        1
    }
    fn guards(&mut self, _: f64, _: &[f64], _: &[f64], out: &mut [Guard]) -> Result<(), Fault> {
        out[0].value = 1.0;
        Ok(())
    }
    fn switch(&mut self, t: f64, _: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        assert_eq!(fired, [0]);
        self.events.push(t);
        self.is_above = true;
        Ok(Response::Restart)
    }
    fn step_bound(&mut self, _: f64, _: &[f64], _: &[f64]) -> f64 {
        f64::INFINITY
    }
}

/// The place is known to a millionth of a step.
#[test]
fn a_place_where_equations_cease_to_hold() {
    for integrator in INTEGRATORS {
        for place in [Place::Ends, Place::IsPassed, Place::IsAnEvent] {
            let mut problem = Crossing::new(place);
            let settings = settings(*integrator, 1e-6, 0.01);
            let done = run(*integrator, &mut problem, settings, &[0.0], 1.0);
            let who = integrator.name();
            match place {
                Place::Ends => {
                    let failure = done.err().unwrap();
                    assert!(matches!(failure.kind, FailureKind::Model(_)), "{who}");
                    assert!((failure.time - 0.5).abs() < 1e-6, "{who}: {failure:?}");
                }
                Place::IsPassed => {
                    assert!(done.is_ok(), "{who}");
                    assert!(problem.events.is_empty(), "{who}");
                }
                Place::IsAnEvent => {
                    assert!(done.is_ok(), "{who}");
                    let [time] = problem.events[..] else {
                        panic!("{who}: {:?}", problem.events)
                    };
                    assert!((time - 0.5).abs() < 1e-6, "{who}: {time}");
                }
            }
        }
    }
}
