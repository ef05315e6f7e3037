//! From a state to a row of results.
#![allow(non_snake_case)]

use crate::equations::Equations;
use crate::equations::limits::watch_told_splines;
use crate::equations::solution::Solution;
use crate::mechanism::function::FunctionId;
use crate::mechanism::kinematics::Carrier;
use crate::output::{BodyRow, Frame};
use crate::system::Column;
use crate::system::motion::{Reactions, View};
use crate::system::source::source_value;
use carom_base::Quaternion;
use carom_solve::Fault;
use std::sync::Arc;

impl Solution {
    /// Accelerations of markers and reactions of constraints, of the state that [`Equations::accelerations`] solved.
    pub fn find(&mut self, e: &mut Equations) {
        self.accelerate_markers(e);
        self.find_reactions(e);
    }

    pub(crate) fn accelerate_markers(&self, e: &mut Equations) {
        let system = Arc::clone(&e.system);
        for (state, marker) in e.now.markers.iter_mut().zip(&system.mechanism.markers) {
            if let Carrier::Body(b) = marker.carrier {
                let (a, wdot) = system.mechanism.bodies[b as usize].accelerations(&e.kkt.a);
                let body = &e.now.bodies[b as usize];
                (state.a, state.wdot) = marker.acceleration(body, &a, &wdot);
            }
        }
    }

    pub(crate) fn find_reactions(&mut self, e: &Equations) {
        let (system, view) = (&e.system, e.view());
        self.reactions.at_i.clear();
        self.reactions.at_j.clear();
        for c in &system.constraints {
            let lambda = &e.multipliers()[c.first_row..c.first_row + c.rows()];
            let on_body = |b: usize| {
                let mut sum = [0.0; 6];
                c.forces(&system.mechanism, &view, lambda, &mut |on, q: [f64; 6]| {
                    if on == b {
                        sum.iter_mut().zip(q).for_each(|(s, q)| *s += q);
                    }
                });
                sum
            };
            self.reactions
                .at_i
                .push(c.reaction(&system.mechanism, &view, lambda, false, on_body));
            self.reactions
                .at_j
                .push(c.reaction(&system.mechanism, &view, lambda, true, on_body));
        }
    }

    /// Computes functions that may look at accelerations and reactions, in the given order.
    pub fn evaluate(&mut self, e: &mut Equations, order: &[FunctionId]) {
        let system = Arc::clone(&e.system);
        for &f in order {
            let function = &system.mechanism.functions[f];
            let view = View {
                system: &system,
                now: &e.now,
                memory: &e.memory,
                reactions: Some(&self.reactions),
            };
            self.inputs.clear();
            self.inputs.extend(
                function
                    .sources
                    .iter()
                    .map(|s| source_value::<f64>(s, &system, &view)),
            );
            self.registers.resize(function.tape.registers(), 0.0);
            e.now.values[f] = function.tape.eval_live(&self.inputs, &mut self.registers);
            watch_told_splines(e, f, &self.inputs);
        }
    }
}

/// Makes frames; keeps its room between them.
#[derive(Default)]
pub struct Reporter {
    frame: Frame,
    solution: Solution,
}

impl Reporter {
    /// The frame of a state (unknowns in the current chart).
    pub fn frame(&mut self, equations: &mut Equations, t: f64, y: &[f64]) -> Result<&Frame, Fault> {
        equations.look(t, y)?;
        equations.accelerations()?;
        equations.share_forces()?;
        self.solution.find(equations);
        let system = Arc::clone(&equations.system);
        self.solution.evaluate(equations, &system.order.told);
        equations.report_contact_groups()?;
        self.fill(equations, t);
        Ok(&self.frame)
    }

    /// Reactions of the state of the last frame.
    pub fn reactions(&self) -> &Reactions {
        &self.solution.reactions
    }

    fn fill(&mut self, e: &Equations, t: f64) {
        let system = &e.system;
        let view = View {
            system,
            now: &e.now,
            memory: &e.memory,
            reactions: Some(&self.solution.reactions),
        };
        let frame = &mut self.frame;
        frame.time = t;
        frame.bodies.clear();
        for (body, data) in e.now.bodies.iter().zip(&system.mechanism.bodies) {
            let (a, wdot) = data.accelerations(&e.kkt.a);
            frame.bodies.push(BodyRow {
                position: body.r.into(),
                orientation: Quaternion::from_matrix(&body.R).0,
                velocity: body.v.into(),
                angular_velocity: (body.R * body.w).into(),
                acceleration: a.into(),
                angular_acceleration: (body.R * wdot).into(),
            });
        }
        frame.joints.clear();
        for &c in &system.outputs.told_joints {
            let (f, t) = self.solution.reactions.at_i[c];
            frame.joints.push([f.x, f.y, f.z, t.x, t.y, t.z]);
        }
        frame.forces.clear();
        for element in &system.forces {
            let (f, t) = element.action(&system.mechanism, &view);
            frame.forces.push([f.x, f.y, f.z, t.x, t.y, t.z]);
        }
        for stop in &system.rigid.stops {
            let (f, t) = self.solution.reactions.at_i[stop.constraint];
            let row = &mut frame.forces[stop.element];
            for (sum, x) in row.iter_mut().zip(f.iter().chain(t.iter())) {
                *sum += x;
            }
            if let Some(contact_friction) = stop.contact_friction {
                let (f, t) = self.solution.reactions.at_i
                    [system.rigid.contact_frictions[contact_friction].constraint];
                for (sum, x) in row.iter_mut().zip(f.iter().chain(t.iter())) {
                    *sum += x;
                }
            }
        }
        for friction in &system.frictions {
            let (f, t) = friction.action(&system.constraints, &view);
            frame.forces.push([f.x, f.y, f.z, t.x, t.y, t.z]);
        }
        frame.contacts.clear();
        for contact in &system.solid_contacts.contacts {
            contact.tell(&system.solid_contacts, &view, &mut frame.contacts);
            if contact.contact_group.is_some() {
                let own = e.group_rows().iter();
                let own = own.filter(|r| r.contact == contact.element);
                frame.contacts.extend(own.cloned());
            }
        }
        frame.requests.clear();
        let requests = system.outputs.requests.iter();
        frame
            .requests
            .extend(requests.map(|columns| request_row(columns, e, &view)));
        frame.variables.clear();
        for f in &system.outputs.variables {
            frame
                .variables
                .push(f.map_or(f64::NAN, |f| e.now.values[f]));
        }
        frame.diffs.clear();
        for (x, f) in &system.outputs.diffs {
            let rate = f.map_or(f64::NAN, |f| e.now.values[f]);
            frame.diffs.push([source_value(x, system, &view), rate]);
        }
    }
}

/// The numbers of a request.
fn request_row(columns: &[Column; 8], e: &Equations, view: &View<'_, f64>) -> [f64; 8] {
    let mut row = [0.0; 8];
    for (value, column) in row.iter_mut().zip(columns) {
        *value = match column {
            Column::Zero => 0.0,
            Column::Missing => f64::NAN,
            Column::Function(f) => e.now.values[*f],
            Column::Source(s) => source_value(s, &e.system, view),
        };
    }
    row
}
