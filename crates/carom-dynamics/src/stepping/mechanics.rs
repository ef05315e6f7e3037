//! The equations of motion at the present state: mass matrix, Jacobian of the constraints, forces, residual.
#![allow(non_snake_case)]

use super::Stepping;
use crate::analysis::observer::{Observer, Progress, RunError, Statistics};
use crate::analysis::simulate::linear;
use crate::equations::Equations;
use crate::output::{EventRow, Frame, Layout};
use carom_model::analysis::Analysis;
use carom_model::run::Linearization;
use carom_solve::Problem;
use std::sync::Arc;

/// Keeps a linearization.
struct Found(Option<Linearization>);

impl Observer for Found {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, _: &Frame) {}
    fn event(&mut self, _: &EventRow) {}
    fn linear(&mut self, linearization: &Linearization) {
        self.0 = Some(linearization.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, _: &Statistics) {}
}

/// G of the state in the arrays.
fn jacobian(e: &mut Equations) -> Vec<f64> {
    let system = Arc::clone(&e.system);
    let (n, view) = (system.mechanism.positions, e.view());
    let mut g = vec![0.0; system.rows.len() * n];
    let mut rows = system.kept_rows();
    for c in system.acting() {
        for k in 0..c.rows() {
            let Some(row) = rows.number(c.first_row + k) else {
                continue;
            };
            let mut lambda = [0.0; 6];
            lambda[k] = 1.0;
            c.forces(
                &system.mechanism,
                &view,
                &lambda[..c.rows()],
                &mut |b, q: [f64; 6]| {
                    let data = &system.mechanism.bodies[b];
                    for (g, q) in g[row * n + data.first..][..data.freedoms()]
                        .iter_mut()
                        .zip(q)
                    {
                        *g += q;
                    }
                },
            );
        }
    }
    g
}

/// By how much the rates of the current state of a run, at rest, change along changes of its positions and extra states; both as [`crate::tangent::Tangent::column`]. The derivatives are exact, in
/// the modes that hold: a contact stays closed or open.
///
/// # Errors
/// As a linear analysis.
pub fn rates_along(run: &mut Stepping, directions: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, RunError> {
    let saved = run.save()?;
    let found = linear::rates_along(&mut run.simulation, directions);
    // The analysis leaves modes of its own.
    let events = std::mem::take(&mut run.events);
    run.restore(&saved)?;
    run.events = events;
    found
}

impl Stepping {
    /// The linear equations of small deviations from the current state.
    ///
    /// # Errors
    /// As a linear analysis.
    pub fn linearize(&mut self) -> Result<Linearization, RunError> {
        let saved = self.save()?;
        let mut found = Found(None);
        let settings = carom_model::analysis::LinearSettings {
            inputs: self.simulation.model.plant_inputs.ids().collect(),
            outputs: self.simulation.model.plant_outputs.ids().collect(),
            states: self.simulation.model.plant_states.ids().collect(),
            ..carom_model::analysis::LinearSettings::default()
        };
        let done = self.simulation.linearize(&settings, &mut found);
        // The analysis leaves modes of its own.
        let events = std::mem::take(&mut self.events);
        self.restore(&saved)?;
        self.events = events;
        done?;
        found
            .0
            .ok_or_else(|| self.refuse("nothing was found".into()))
    }

    /// Computes accelerations and multipliers at the current time; the equations.
    pub(super) fn solved(&mut self) -> Result<&mut Equations, RunError> {
        self.is_framed = false;
        self.frame()?;
        Ok(&mut self.simulation.equations)
    }

    /// Names of the velocities v, in the order of the matrices: of each body vx vy vz of the centre of mass on ground axes and wx wy wz on its own axes (a point
    /// mass: three).
    pub fn velocity_names(&self) -> Vec<String> {
        let system = &self.simulation.equations.system;
        let names = ["vx", "vy", "vz", "wx", "wy", "wz"];
        let bodies = system.mechanism.bodies.iter();
        bodies
            .flat_map(|b| {
                names[..b.freedoms()]
                    .iter()
                    .map(|n| format!("{}.{n}", b.label))
            })
            .collect()
    }

    /// Names of the rows of the constraints that are kept.
    pub fn constraint_names(&self) -> Vec<String> {
        let system = &self.simulation.equations.system;
        system.rows.iter().map(|r| system.row_name(*r)).collect()
    }

    /// Mass matrix M, (v, v) by rows, over the units consistency factor: M·v' is a force. Entries that are not zero are those of the body's own block.
    pub fn mass_matrix(&self) -> Vec<f64> {
        let system = &self.simulation.equations.system;
        let n = system.mechanism.positions;
        let mut m = vec![0.0; n * n];
        for data in &system.mechanism.bodies {
            let k = data.first;
            for i in 0..3 {
                m[(k + i) * n + k + i] = data.mass;
            }
            if data.turns {
                for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
                    m[(k + 3 + i) * n + k + 3 + j] = data.inertia[(i, j)];
                }
            }
        }
        m
    }

    /// Jacobian G of the kept constraints by the velocities, (rows, v) by rows: a multiplier λ exerts Gᵀ·λ.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn constraint_jacobian(&mut self) -> Result<Vec<f64>, RunError> {
        let e = self.solved()?;
        Ok(jacobian(e))
    }

    /// Accelerations v' and multipliers λ of the kept constraints at the current time.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn accelerations(&mut self) -> Result<(Vec<f64>, Vec<f64>), RunError> {
        let e = self.solved()?;
        let n = e.system.mechanism.positions;
        let lambda = e.system.rows.iter().map(|r| e.multipliers()[*r]);
        Ok((e.kkt.a[..n].to_vec(), lambda.collect()))
    }

    /// Generalized forces Q of all that acts but the constraints, gyroscopic ones among them: `M·v' = Q + Gᵀ·λ`.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn generalized_forces(&mut self) -> Result<Vec<f64>, RunError> {
        let (_, lambda) = self.accelerations()?;
        self.forces(&lambda)
    }

    /// What is missing in the equations of motion for given accelerations and multipliers: `M·v' − Q − Gᵀ·λ`. With accelerations that somebody wants this is
    /// the force that has to be added for them (inverse dynamics); with those of the motion it is rounding.
    ///
    /// # Errors
    /// As [`Stepping::frame`]; when the lengths are wrong.
    pub fn residual(
        &mut self,
        accelerations: &[f64],
        multipliers: &[f64],
    ) -> Result<Vec<f64>, RunError> {
        let (n, m) = (self.system().mechanism.positions, self.system().rows.len());
        if accelerations.len() != n || multipliers.len() != m {
            let (a, l) = (accelerations.len(), multipliers.len());
            let message = format!("there are {n} velocities and {m} multipliers, not {a} and {l}");
            return Err(self.refuse(message));
        }
        self.solved()?;
        let q = self.forces(multipliers)?;
        let g = jacobian(&mut self.simulation.equations);
        let mass = self.mass_matrix();
        Ok((0..n)
            .map(|i| {
                let inertia: f64 = (0..n).map(|j| mass[i * n + j] * accelerations[j]).sum();
                let reaction: f64 = (0..m).map(|r| g[r * n + i] * multipliers[r]).sum();
                inertia - q[i] - reaction
            })
            .collect())
    }

    /// Q for given multipliers: friction, and functions that look at reactions, depend on them.
    pub(super) fn forces(&mut self, lambda: &[f64]) -> Result<Vec<f64>, RunError> {
        let e = &mut self.simulation.equations;
        let (n, nd, m) = (
            e.system.mechanism.positions,
            e.system.differential(),
            e.system.rows.len(),
        );
        let mut y = self.y.clone();
        y[nd..nd + m].copy_from_slice(lambda);
        y[nd + m..].fill(0.0);
        let mut f = vec![0.0; y.len()];
        e.rhs(self.time, &y, &mut f)
            .map_err(|fault| self.simulation.refuse(fault.message))?;
        let g = jacobian(&mut self.simulation.equations);
        Ok((0..n)
            .map(|i| f[n + i] - (0..m).map(|r| g[r * n + i] * lambda[r]).sum::<f64>())
            .collect())
    }
}
