//! Friction in joints at acceleration level: it depends on the multipliers, and they on it.
#![allow(non_snake_case)]

use super::{Equations, accumulate, power_on};
use crate::equations::couplings::coupled;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::frames::Frames;
use crate::mechanism::kinematics::Carrier;
use crate::system::System;
use crate::system::motion::View;
use crate::system::seeds::LoadSeeds;
use carom_solve::Fault;
use std::sync::Arc;

/// Most iterations of Newton's method for friction at acceleration level.
pub(super) const FRICTION_ITERATIONS: usize = 50;

/// Why the acceleration level has no solution with friction.
pub(super) fn no_friction(system: &System) -> String {
    let functions = system.order.loaded.iter();
    let functions = functions.map(|f| system.mechanism.functions[*f].owner.as_str());
    let names: Vec<&str> = system
        .frictions
        .iter()
        .map(|f| f.label.as_str())
        .chain(functions)
        .collect();
    format!(
        "the accelerations are not determined: the mechanism may lock by its friction, or by forces that feed on reactions or accelerations ({})",
        names.join(", ")
    )
}

impl Equations {
    /// Friction depends on the multipliers and the multipliers on friction, and so with forces by functions of reactions and accelerations.
    /// Newton's method from the solution without friction,
    ///
    /// ```text
    /// (M − C)·a − (Gᵀ + D)·λ = F + f(λ₀, a₀) − D·λ₀ − C·a₀,   G·a = γ,   D = ∂f/∂λ, C = ∂f/∂a at λ₀, a₀
    /// ```
    ///
    /// with the force of friction f piecewise smooth in λ.
    pub(super) fn solve_friction(&mut self, system: &System) -> Result<(), Fault> {
        let mut forces = std::mem::take(&mut self.loads.loaded);
        let mut last = f64::INFINITY;
        let mut result = None;
        for _ in 0..FRICTION_ITERATIONS {
            let change = match self.improve_friction(system, &mut forces) {
                Ok(change) => change,
                Err(fault) => {
                    result = Some(Err(fault));
                    break;
                }
            };
            // Quadratic convergence ends where rounding takes over.
            if change <= 1e-14 || (change <= 1e-10 && change >= last) {
                self.take_accelerations();
                result = Some(self.load(system));
                break;
            }
            last = change;
        }
        self.kkt.uncouple();
        self.loads.loaded = forces;
        result.unwrap_or_else(|| {
            Err(Fault {
                message: no_friction(system),
            })
        })
    }

    /// One step of Newton's method for friction; how far it moved the multipliers, and the accelerations if forces look at them, relative
    /// to the largest of each.
    fn improve_friction(&mut self, system: &System, forces: &mut [f64]) -> Result<f64, Fault> {
        self.take_accelerations();
        self.load(system)?;
        self.linearize_friction(system);
        if !system.order.loaded.is_empty() {
            let first = self.loads.friction_coupling;
            self.linearize_loads(&Arc::clone(&self.system), first);
            self.linearize_feedback(system, self.loads.fed_coupling);
        }
        for ((load, force), friction) in forces
            .iter_mut()
            .zip(&self.loads.force)
            .zip(&self.loads.friction)
        {
            *load = force + friction;
        }
        for &(row, column, minus_d) in &self.kkt.coupling {
            forces[row] += minus_d * self.kkt.unknown(column);
        }
        self.kkt.remember();
        let solved = self.solve_kkt(system, forces);
        if solved.is_err() && self.is_fed() {
            // A mass that a force takes away.
            return Err(Fault {
                message: no_friction(system),
            });
        }
        solved?;
        let scale = self.is_fed().then(|| self.largest_term(system));
        Ok(self.kkt.change(scale))
    }

    /// All that depends on reactions, by the multipliers in the arrays.
    pub(super) fn load(&mut self, system: &System) -> Result<(), Fault> {
        if !system.order.loaded.is_empty() {
            self.load_functions();
            self.check_loaded()?;
            self.applied_forces()?;
        }
        self.apply_joint_friction(system)
    }

    /// Friction of the state and multipliers in the arrays, as generalized forces, with its power.
    pub(super) fn apply_joint_friction(&mut self, system: &System) -> Result<(), Fault> {
        self.loads.friction.fill(0.0);
        let mut power = 0.0;
        for friction in &system.frictions {
            let view = View {
                system,
                now: &self.now,
                memory: &self.memory,
                reactions: None,
            };
            let (f, t) = friction.action(&system.constraints, &view);
            if !(f.iter().chain(t.iter()).all(|x| x.is_finite())) {
                let message = format!(
                    "{}: its force is not finite; the sliding parts may overlap no more",
                    friction.label
                );
                return Err(Fault { message });
            }
            let p = self.now.markers[friction.i].p;
            for (m, sign) in [(friction.i, 1.0), (friction.j, -1.0)] {
                if let Carrier::Body(b) = system.mechanism.markers[m].carrier {
                    let body = &self.now.bodies[b as usize];
                    let q = generalized(body, &p, &(f * sign), &(t * sign));
                    accumulate(
                        &mut self.loads.friction,
                        &system.mechanism.bodies[b as usize],
                        &q,
                        1.0,
                    );
                    power += power_on(body, &q);
                }
            }
        }
        self.loads.friction_power = power;
        Ok(())
    }

    /// Rates of the deformations of sliding surfaces.
    #[inline]
    pub(super) fn deform(&mut self) {
        if !self.system.frictions.is_empty() || !self.system.solid_contacts.contacts.is_empty() {
            self.deform_surfaces();
        }
    }

    /// See [`Equations::deform`].
    fn deform_surfaces(&mut self) {
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for friction in &self.system.frictions {
            friction.rates(&view, |state, rate| self.loads.deforming[state] = rate);
        }
        self.bend();
    }

    /// −∂f/∂λ of friction at the multipliers in the arrays, into the matrix at acceleration level.
    fn linearize_friction(&mut self, system: &System) {
        let mut entry = self.kkt.coupling.iter_mut();
        for friction in &system.frictions {
            let seeds = LoadSeeds::new(system, &self.now, &self.memory, friction);
            let (f, t) = friction.action(&system.constraints, &seeds);
            let p = Frames::marker(&seeds, friction.i).p;
            for (b, sign, rows) in coupled(system, friction) {
                let q = generalized(&Frames::body(&seeds, b), &p, &f, &t);
                for (k, _) in rows {
                    for q in &q[..system.mechanism.bodies[b].freedoms()] {
                        if let Some(entry) = entry.next() {
                            entry.2 = -sign * q.eps[k];
                        }
                    }
                }
            }
        }
    }
}
