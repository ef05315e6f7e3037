//! The equations at acceleration level: `M·a − Gᵀ·λ = F`, `G·a = γ`.
#![allow(non_snake_case)]

use super::swept::Absolute;
use super::{Equations, drawn_in, vec_take};
use crate::elements::constraint::{Constraint, Equations as Rows};
use crate::equations::kkt::rows::Gamma;
use crate::mechanism::kinematics::Flow;
use crate::system::System;
use crate::system::motion::View;
use carom_base::Number;
use carom_solve::Fault;
use std::sync::Arc;

/// How multipliers of a state are found: in absolute coordinates, or in those of joints.
pub(super) trait Solving {
    /// Puts the state (t, y) into the arrays, functions computed.
    fn look(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault>;
    /// The same with multipliers.
    fn solve(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault>;
}

impl Solving for Absolute {
    fn look(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault> {
        e.look(t, y)
    }

    fn solve(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault> {
        e.look(t, y)?;
        e.accelerations()
    }
}

impl Equations {
    /// Accelerations and multipliers (kept rows) of the state in the arrays, functions computed:
    /// `M·a − Gᵀ·λ = F`, `G·a = γ`.
    pub fn accelerations(&mut self) -> Result<(), Fault> {
        self.unload();
        self.applied_forces()?;
        self.deform();
        let system = &self.system;
        if system.rows.is_empty() && system.frictions.is_empty() && system.order.loaded.is_empty() {
            // Bodies that nothing holds.
            self.now.multipliers.fill(0.0);
            self.loads.friction_power = 0.0;
            let solved = self.kkt.solve_free(system, &self.loads.force);
            return solved.map_err(|message| Fault { message });
        }
        let system = Arc::clone(system);
        self.curvatures(&system, &[]);
        let forces = std::mem::take(&mut self.loads.force);
        self.couple_frictions(&system);
        let solved = self.solve_kkt(&system, &forces);
        self.uncouple_frictions();
        self.loads.force = forces;
        solved.map_err(|fault| drawn_in::fault_of_accelerations(self, fault))?;
        self.add_contact_friction(&system);
        self.loads.friction_power = 0.0;
        if system.frictions.is_empty() && system.order.loaded.is_empty() {
            Ok(())
        } else {
            self.solve_friction(&system)
        }
    }

    /// Functions that depend on reactions as if there were none: where the search for the reactions begins. What has no value there is zero.
    fn unload(&mut self) {
        if self.system.order.loaded.is_empty() {
            return;
        }
        self.now.multipliers.fill(0.0);
        self.now.fed.fill(0.0);
        self.loads.feedback.has_slopes = false;
        self.load_functions();
        for &f in &self.system.order.loaded {
            if !self.now.values[f].is_finite() {
                self.now.values[f] = 0.0;
            }
        }
    }

    /// γ of the rows of all constraints that act, and of these stops, into `rates`; of the state in the arrays, functions computed. Joints
    /// are left out: theirs are found with their rows ([`Gamma::Joints`]).
    pub(super) fn curvatures(&mut self, system: &System, stops: &[usize]) {
        let n = system.mechanism.positions;
        if self.contacts.stands_still() {
            self.buffers.rates.fill(0.0);
            return;
        }
        if self.form.has_other_rows && (!system.rows.is_empty() || !stops.is_empty()) {
            // γ = −d(Φ')/dt at zero acceleration
            let mut power_free =
                vec_take(&mut self.buffers.scratch, system.extra.states.len().max(1));
            self.state_rates_into(0.0, &mut power_free[..system.extra.states.len()]);
            self.kkt.zero.resize(n, 0.0);
            self.flow
                .along(system, &self.now, &self.kkt.zero, &power_free);
            self.buffers.scratch = power_free;
            for &f in &system.order.dynamic {
                self.flow.values[f] = Flow::constant(self.now.values[f]);
            }
            let view = View {
                system,
                now: &self.flow,
                memory: &self.memory,
                reactions: None,
            };
            let mut out = [Flow::constant(0.0); 6];
            let mut take = |c: &Constraint| {
                if matches!(c.equations, Rows::Pair(_)) {
                    return;
                }
                c.rates(&system.mechanism, &view, &mut out[..c.rows()]);
                for k in 0..c.rows() {
                    self.buffers.rates[c.first_row + k] = -out[k].eps[0];
                }
            };
            system.acting().for_each(&mut take);
            let open = stops.iter().filter(|k| !system.is_closed(**k));
            open.for_each(|k| {
                let stop = &system.rigid.stops[*k];
                take(&system.constraints[stop.constraint]);
                if let Some(contact_friction) = stop.contact_friction {
                    take(
                        &system.constraints
                            [system.rigid.contact_frictions[contact_friction].constraint],
                    );
                }
            });
        }
    }

    /// The equations at acceleration level with the forces given; accelerations stay in `kkt`, multipliers go to the arrays too.
    pub(super) fn solve_kkt(&mut self, system: &System, forces: &[f64]) -> Result<(), Fault> {
        let view = View {
            system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let gamma = if self.contacts.stands_still() {
            Gamma::Given(&self.buffers.rates)
        } else {
            Gamma::Joints(&mut self.buffers.rates)
        };
        self.kkt
            .solve(system, &view, forces, gamma)
            .map_err(|message| Fault { message })?;
        let lambda = std::mem::take(&mut self.kkt.lambda);
        self.spread_multipliers(&lambda);
        self.kkt.lambda = lambda;
        Ok(())
    }

    /// The constraint that is about to depend on the others, if the state in the arrays is near a singular position.
    pub fn dependent_constraint(&mut self) -> Option<String> {
        let system = Arc::clone(&self.system);
        let view = View {
            system: &system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let row = self.kkt.dependent_row(&system, &view)?;
        Some(system.row_name(system.rows[row]))
    }

    /// `f − M·a` for the velocities.
    pub(crate) fn take_inertia(&self, a: &[f64], f: &mut [f64]) {
        for data in &self.system.mechanism.bodies {
            let k = data.first;
            let (linear, turning) = data.accelerations(a);
            let force = linear * data.mass;
            for (f, d) in f[k..k + 3].iter_mut().zip(force.iter()) {
                *f -= d;
            }
            if data.turns {
                let torque = data.inertia * turning;
                for (f, d) in f[k + 3..k + 6].iter_mut().zip(torque.iter()) {
                    *f -= d;
                }
            }
        }
    }
}
