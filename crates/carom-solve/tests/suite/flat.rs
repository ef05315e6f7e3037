//! Ordinary differential equations made of closures, with guards.

use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{Fault, Guard, InForce, Problem, Response};

type Rhs = Box<dyn Fn(f64, &[f64], &mut [f64])>;
type Guards = Box<dyn Fn(f64, &[f64], &[f64], &mut [Guard])>;
type Switch = Box<dyn FnMut(f64, &mut [f64], &[usize]) -> Response>;

/// y' = f(t, y) in flat space; the Jacobian by central differences.
pub struct Flat {
    n: usize,
    slots: usize,
    mass: Matrix,
    pattern: Pattern,
    index: Vec<u8>,
    rhs: Rhs,
    guards: Guards,
    switch: Switch,
    /// All tolerances are this number, if given.
    pub weight: Option<f64>,
    pub step_bound: f64,
    /// The Jacobian leaves out the last rows: an iteration with an inexact matrix.
    pub blind_rows: usize,
    pub keeps_equations: bool,
}

impl Flat {
    pub fn new(n: usize, rhs: impl Fn(f64, &[f64], &mut [f64]) + 'static) -> Flat {
        Flat {
            n,
            slots: 0,
            mass: Matrix::identity(n),
            pattern: Pattern::dense(n),
            index: vec![1; n],
            rhs: Box::new(rhs),
            guards: Box::new(|_, _, _, _| {}),
            switch: Box::new(|_, _, _| Response::Continue),
            weight: None,
            step_bound: f64::INFINITY,
            blind_rows: 0,
            keeps_equations: false,
        }
    }

    /// Adds guards and what happens when they fire.
    pub fn with_guards(
        mut self,
        slots: usize,
        guards: impl Fn(f64, &[f64], &[f64], &mut [Guard]) + 'static,
        switch: impl FnMut(f64, &mut [f64], &[usize]) -> Response + 'static,
    ) -> Flat {
        self.slots = slots;
        self.guards = Box::new(guards);
        self.switch = Box::new(switch);
        self
    }

    pub fn with_weight(mut self, weight: f64) -> Flat {
        self.weight = Some(weight);
        self
    }
}

impl Problem for Flat {
    fn dimension(&self) -> usize {
        self.n
    }
    fn differential(&self) -> usize {
        self.n
    }
    fn mass(&self) -> &Matrix {
        &self.mass
    }
    fn rhs(&mut self, t: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        (self.rhs)(t, y, f);
        Ok(())
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn jacobian(&mut self, t: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        let n = self.n;
        let (mut moved, mut up, mut down) = (y.to_vec(), vec![0.0; n], vec![0.0; n]);
        for j in 0..n {
            let d = 1e-6 * (1.0 + y[j].abs());
            moved[j] = y[j] + d;
            (self.rhs)(t, &moved, &mut up);
            moved[j] = y[j] - d;
            (self.rhs)(t, &moved, &mut down);
            moved[j] = y[j];
            for i in 0..n {
                let seen = i + self.blind_rows < n;
                values[j * n + i] = if seen {
                    (up[i] - down[i]) / (2.0 * d)
                } else {
                    0.0
                };
            }
        }
        Ok(())
    }
    fn index(&self) -> &[u8] {
        &self.index
    }
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        for (w, y) in w.iter_mut().zip(y) {
            *w = self.weight.unwrap_or(atol + rtol * y.abs());
        }
    }
    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        (self.rhs)(t, y, dy);
        Ok(())
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn accept(&mut self, _: f64, _: &mut [f64]) {}
    fn guard_count(&self) -> usize {
        self.slots
    }
    fn guards(&mut self, t: f64, y: &[f64], dy: &[f64], out: &mut [Guard]) -> Result<(), Fault> {
        (self.guards)(t, y, dy, out);
        Ok(())
    }
    fn switch(&mut self, t: f64, y: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        Ok((self.switch)(t, y, fired))
    }
    fn step_bound(&mut self, _: f64, _: &[f64], _: &[f64]) -> f64 {
        self.step_bound
    }
    fn in_force(&self) -> InForce {
        InForce {
            as_before: self.keeps_equations,
            branches: None,
        }
    }
}

/// x'' = -x from (1, 0): cos t.
pub fn oscillator() -> Flat {
    Flat::new(2, |_, y, f| {
        f[0] = y[1];
        f[1] = -y[0];
    })
}

/// y' = -λ(y - cos t) - sin t from y(0) = 1: cos t for every λ (Prothero and Robinson).
pub fn stiff(lambda: f64) -> Flat {
    Flat::new(1, move |t, y, f| {
        f[0] = -lambda * (y[0] - t.cos()) - t.sin()
    })
}

/// ε·z' = (1 - y²)·z - y, y' = z, ε = 1e-6, from (2, -0.66).
pub fn van_der_pol() -> Flat {
    Flat::new(2, |_, y, f| {
        f[0] = y[1];
        f[1] = ((1.0 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
    })
}

/// y' = -2·t·y² from 1: 1/(1 + t²).
pub fn bell() -> Flat {
    Flat::new(1, |t, y, f| f[0] = -2.0 * t * y[0] * y[0])
}
