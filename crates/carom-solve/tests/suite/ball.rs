//! A ball on a compliant floor: IMPACT force with its branches frozen between events.

use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{Fault, Guard, Problem, Response};

/// m = 1, g = 9.80665, F = max(0, k·pᵉ + C(p)·ṗ) with p = x₁ - x; y = (x, v, other unknowns at rest).
pub struct Ball {
    pub mode: Mode,
    pub log: Vec<(f64, &'static str)>,
    n: usize,
    mass: Matrix,
    pattern: Pattern,
    index: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    Free,
    /// 0 < p < d
    Entering,
    /// p > d, force on
    Full,
    /// Inside, force zero.
    Off,
}

const G: f64 = 9.80665;
const X1: f64 = 0.1;
const K: f64 = 1e5;
const E: f64 = 1.5;
const C: f64 = 50.0;
const D: f64 = 1e-4;

impl Ball {
    /// One degree of freedom, and `extra` unknowns that fall with it (n = 2 + extra).
    pub fn new(extra: usize) -> Ball {
        let n = 2 + extra;
        Ball {
            mode: Mode::Free,
            log: Vec::with_capacity(100),
            n,
            mass: Matrix::identity(n),
            pattern: Pattern::from_entries(
                n,
                [(0, 1), (1, 0), (1, 1)]
                    .into_iter()
                    .chain((0..extra / 2).map(|i| (2 + i, 2 + extra / 2 + i))),
            ),
            index: vec![1; n],
        }
    }

    pub fn start(&self) -> Vec<f64> {
        let mut y = vec![0.0; self.n];
        y[0] = 1.1;
        y
    }

    /// Unclamped force and its derivatives by x and v, in the frozen mode.
    fn force(&self, x: f64, v: f64) -> (f64, f64, f64) {
        let p = X1 - x;
        match self.mode {
            Mode::Free | Mode::Off => (0.0, 0.0, 0.0),
            mode => {
                let (c, dc) = if mode == Mode::Entering {
                    let s = p / D;
                    (C * s * s * (3.0 - 2.0 * s), C * 6.0 * s * (1.0 - s) / D)
                } else {
                    (C, 0.0)
                };
                let root = p.abs().sqrt();
                let spring = K * p * root;
                (spring - c * v, -K * E * root + dc * v, -c)
            }
        }
    }
}

impl Problem for Ball {
    fn dimension(&self) -> usize {
        self.n
    }
    fn differential(&self) -> usize {
        self.n
    }
    fn mass(&self) -> &Matrix {
        &self.mass
    }
    fn rhs(&mut self, _: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        f.fill(0.0);
        f[0] = y[1];
        f[1] = self.force(y[0], y[1]).0 - G;
        let half = (self.n - 2) / 2;
        f[2..2 + half].copy_from_slice(&y[2 + half..2 + 2 * half]);
        Ok(())
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn jacobian(&mut self, _: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        let (_, fx, fv) = self.force(y[0], y[1]);
        // Columns: x holds ∂v'/∂x, v holds ∂x'/∂v and ∂v'/∂v.
        values[0] = fx;
        values[1] = 1.0;
        values[2] = fv;
        values[3..].fill(1.0);
        Ok(())
    }
    fn index(&self) -> &[u8] {
        &self.index
    }
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        for (w, y) in w.iter_mut().zip(y) {
            *w = atol + rtol * y.abs();
        }
    }
    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        self.rhs(t, y, dy)
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn accept(&mut self, _: f64, _: &mut [f64]) {}
    fn guard_count(&self) -> usize {
        3
    }
    /// Slots: the gap's sign, full damping, the force.
    fn guards(&mut self, _: f64, y: &[f64], dy: &[f64], out: &mut [Guard]) -> Result<(), Fault> {
        out.fill(Guard::IDLE);
        let p = X1 - y[0];
        let gap = |sign: f64, at: f64, tolerance: f64| Guard {
            value: sign * (p - at),
            rate: -sign * y[1],
            tolerance,
        };
        match self.mode {
            Mode::Free => out[0] = gap(-1.0, 0.0, 1e-15),
            Mode::Entering => {
                out[0] = gap(1.0, 0.0, 1e-15);
                out[1] = gap(-1.0, D, 1e-15);
            }
            Mode::Full => out[1] = gap(1.0, D, 1e-15),
            Mode::Off => out[0] = gap(1.0, 0.0, 1e-15),
        }
        if matches!(self.mode, Mode::Full) {
            let (force, fx, fv) = self.force(y[0], y[1]);
            out[2] = Guard {
                value: force,
                rate: fx * y[1] + fv * dy[1],
                tolerance: 1e-11,
            };
        }
        Ok(())
    }
    fn switch(&mut self, t: f64, _: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        for &slot in fired {
            let (mode, name) = match (self.mode, slot) {
                (Mode::Free, 0) => (Mode::Entering, "contact-begin"),
                (Mode::Entering, 1) => (Mode::Full, "full-damping"),
                (Mode::Full, 2) => (Mode::Off, "force-off"),
                (_, 0) => (Mode::Free, "contact-end"),
                (Mode::Full, 1) => (Mode::Entering, "part-damping"),
                other => {
                    return Err(Fault {
                        message: format!("unexpected event {other:?} at {t}"),
                    });
                }
            };
            self.mode = mode;
            self.log.push((t, name));
        }
        Ok(Response::Restart)
    }
    fn step_bound(&mut self, _: f64, _: &[f64], _: &[f64]) -> f64 {
        f64::INFINITY
    }
}
