//! Applied, gyroscopic and gravity forces as generalized forces, and their power.
#![allow(non_snake_case)]

use super::Equations;
use crate::elements::constraint::{Drive, Equations as Rows};
use crate::elements::force_element::ForceElement;
use crate::elements::law::Law;
use crate::mechanism::BodyData;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::kinematics::{Body, Carrier};
use crate::system::motion::View;
use carom_base::{Number, Vec3};
use carom_solve::Fault;

fn hint(law: &Law) -> &'static str {
    match law {
        Law::Line | Law::Spring(_) => {
            "; its markers I and J may coincide, so its line of action is undefined"
        }
        _ => "",
    }
}

/// Power of a generalized force on a body.
pub(super) fn power_on<T: Number>(body: &Body<T>, q: &[T; 6]) -> T {
    let on = |v: &Vec3<T>, k: usize| q[k] * v.x + q[k + 1] * v.y + q[k + 2] * v.z;
    on(&body.v, 0) + on(&body.w, 3)
}

pub(super) fn accumulate<T: Number>(all: &mut [T], data: &BodyData, q: &[T; 6], factor: T) {
    for k in 0..data.freedoms() {
        all[data.first + k] += q[k] * factor;
    }
}

/// Gravity, gyroscopic forces and those of the force elements, as generalized forces in `force`; the power of the elements. `look` is shown the force and torque of each.
pub(super) fn push<T: Number>(
    view: &View<'_, T>,
    force: &mut [T],
    mut look: impl FnMut(&ForceElement, [&Vec3<T>; 2]) -> Result<(), Fault>,
) -> Result<T, Fault> {
    let (system, now) = (view.system, view.now);
    for (body, data) in now.bodies.iter().zip(&system.mechanism.bodies) {
        let k = data.first;
        let weight = system.mechanism.gravity * data.mass;
        force[k..k + 3].copy_from_slice(&weight.map(T::constant).to_array());
        if data.turns {
            let gyro = -body.w.cross(&(data.inertia.map(T::constant) * body.w));
            force[k + 3..k + 6].copy_from_slice(&gyro.to_array());
        }
    }
    let mut power = T::zero();
    for element in system.order.pushing.iter().map(|k| &system.forces[*k]) {
        let (f, t) = element.action(&system.mechanism, view);
        look(element, [&f, &t])?;
        let p = now.markers[element.i].p;
        let mut add = |carrier: Carrier, f: &Vec3<T>, t: &Vec3<T>| {
            if let Carrier::Body(b) = carrier {
                let (body, data) = (
                    &now.bodies[b as usize],
                    &system.mechanism.bodies[b as usize],
                );
                if data.turns {
                    let q = generalized(body, &p, f, t);
                    accumulate(force, data, &q, T::one());
                    power += power_on(body, &q);
                } else {
                    for (all, f) in force[data.first..][..3].iter_mut().zip(f.iter()) {
                        *all += *f;
                    }
                    power += body.v.dot(f);
                }
            }
        };
        add(system.mechanism.markers[element.i].carrier, &f, &t);
        if let Some(carrier) = element.reaction {
            add(carrier, &-f, &-t);
        }
    }
    Ok(power)
}

/// Whether a force and a torque are numbers.
fn is_finite(element: &ForceElement, [f, t]: [&Vec3; 2]) -> Result<(), Fault> {
    if f.iter().chain(t.iter()).all(|x| x.is_finite()) {
        return Ok(());
    }
    let (label, hint) = (&element.label, hint(&element.law));
    Err(Fault {
        message: format!("{label}: its force is not finite{hint}"),
    })
}

impl Equations {
    /// Applied, gyroscopic and gravity forces of the state in the arrays, as generalized forces.
    pub fn applied_forces(&mut self) -> Result<(), Fault> {
        let system = &self.system;
        let view = View {
            system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let mut power = push(&view, &mut self.loads.force, is_finite)?;
        self.touching.solids.sound()?;
        if system.solid_contacts.may_touch(&self.memory.modes) {
            for contact in &system.solid_contacts.contacts {
                contact.forces(&system.solid_contacts, &view, |b, q| {
                    accumulate(&mut self.loads.force, &system.mechanism.bodies[b], &q, 1.0);
                    power += power_on(&self.now.bodies[b], &q);
                });
            }
        }
        if !power.is_finite()
            && let Some(fault) = self.formula_fault()
        {
            return Err(fault);
        }
        self.loads.applied_power = power + self.push_contact_groups()?;
        Ok(())
    }

    /// Generalized forces computed last.
    pub fn generalized_forces(&self) -> &[f64] {
        &self.loads.force
    }

    /// Power of the applied forces computed last (gravity is not among them), and of driven constraints with the
    /// multipliers in the arrays.
    #[inline]
    pub(super) fn power(&self) -> f64 {
        let applied = self.loads.applied_power + self.loads.friction_power;
        if self.form.has_other_rows && !self.system.rows.is_empty() {
            self.driving_power(applied)
        } else {
            applied
        }
    }

    /// Some power and that of driven constraints.
    fn driving_power(&self, mut power: f64) -> f64 {
        let (system, view) = (&self.system, self.view());
        for c in system.acting() {
            if matches!(
                c.equations,
                Rows::Pair(_)
                    | Rows::Sum(_, Drive::Constant(_))
                    | Rows::Curve(_)
                    | Rows::Gear(_)
                    | Rows::Touch(_)
            ) {
                continue;
            }
            let lambda = &self.now.multipliers[c.first_row..c.first_row + c.rows()];
            c.forces(&system.mechanism, &view, lambda, &mut |b, q| {
                power += power_on(&self.now.bodies[b], &q);
            });
        }
        power
    }
}
