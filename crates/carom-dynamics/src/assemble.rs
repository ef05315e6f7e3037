//! From the model to the system: numbers bodies and markers, compiles functions, resolves labels, orders
//! evaluations, finds redundant constraints.

use crate::assemble::builder::Builder;
mod algebraic_loops;
mod bindings;
mod bodies;
pub(in crate::assemble) mod builder;
pub(crate) mod caller;
mod constraints;
mod contact_groups;
mod control;
mod curves;
mod forces;
mod formulas;
mod friction;
mod functions;
mod order;
mod outputs;
mod rigid_polyhedra;
mod rigid_solid;
mod rigid_solids;
mod solids;
mod stops;
mod systems;
pub(crate) mod user;
mod user_constraint;
mod user_data;

use crate::elements::constraint::Constraint;
use crate::mechanism::kinematics::{Carrier, MarkerOn};
use crate::system::System;
use carom_base::{Diagnostic, Diagnostics, Span};
use carom_model::{MarkerId, Model};
use std::sync::Arc;

/// Assembles. Problems go to `diagnostics`; `None` if there is an error among them.
pub fn assemble(model: &Model, diagnostics: &mut Diagnostics) -> Option<System> {
    let whole = if user_data::is_needed(model) {
        let whole = Builder::new(model, diagnostics).with_users_data();
        if diagnostics.has_errors() {
            return None;
        }
        Some(whole)
    } else {
        None
    };
    let model = whole.as_ref().unwrap_or(model);
    let mut builder = Builder::new(model, diagnostics);
    builder.refuse_unsupported();
    builder.bodies();
    builder.variables_and_diffs();
    builder.linear_systems();
    builder.general_systems();
    builder.plants();
    builder.forces();
    builder.constraints();
    builder.frictions();
    builder.contacts();
    builder.sensors();
    builder.outputs();
    builder.refuse_unused_bindings();
    builder.resolve();
    if builder.diagnostics.has_errors() {
        return None;
    }
    builder.order();
    if builder.diagnostics.has_errors() {
        return None;
    }
    builder
        .system
        .extra
        .states
        .push(crate::system::ExtraState::Work);
    builder.system.extra.state_start.push(0.0);
    let mut system = builder.system;
    if diagnostics.has_errors() {
        return None;
    }
    number_rows(&mut system);
    system.mechanism.riding = riders(&system);
    system.mechanism.scale = crate::mechanism::scale::Scale::new(&system, &model.units);
    for body in &mut system.mechanism.bodies {
        if body.inertia.trace() == 0.0 {
            body.radius = system.mechanism.scale.length;
        }
    }
    let forces = system.forces.iter().enumerate();
    system.order.pushing = forces
        .filter(|(_, e)| !e.is_idle())
        .map(|(k, _)| k)
        .collect();
    Some(system)
}

/// The markers that are stored and move.
fn riders(system: &System) -> Vec<(usize, usize)> {
    let markers = system
        .mechanism
        .markers
        .iter()
        .zip(&system.mechanism.stored)
        .enumerate();
    let kept = markers.filter(|(_, (_, stored))| **stored);
    kept.filter_map(|(m, (marker, _))| Some((m, marker.carrier.body()?)))
        .collect()
}

/// Numbers the rows of the constraints, all of them kept but those of stops, which are open.
pub fn number_rows(system: &mut System) {
    let mut row = 0;
    for c in &mut system.constraints {
        c.first_row = row;
        row += c.rows();
    }
    system.all_rows = row;
    system.rows = (0..row).collect();
    system.rows = system.joint_rows();
}

/// The system with further constraints, for the search of initial conditions.
pub fn with_constraints(system: &Arc<System>, more: Vec<Constraint>) -> Arc<System> {
    if more.is_empty() {
        return Arc::clone(system);
    }
    let mut extended = System::clone(system);
    let (kept, first) = (extended.rows.clone(), extended.all_rows);
    extended.constraints.extend(more);
    number_rows(&mut extended);
    extended.rows = kept.into_iter().chain(first..extended.all_rows).collect();
    Arc::new(extended)
}

impl Builder<'_> {
    fn refuse_unsupported(&mut self) {
        for u in self.model.unsupported.iter().filter(|u| u.changes_motion) {
            let told = self.raise(
                |d| {
                    d.name.contains("-unsupported-") && d.message.contains(&u.reason)
                        || d.name.ends_with("user-subroutine")
                },
                &u.statement,
            );
            if !told {
                self.error(
                    "unsupported-statement",
                    u.span,
                    format!("{} is not supported: {}", u.statement, u.reason),
                    Some("a run without it would move differently, so it is refused"),
                );
            }
        }
    }

    /// Makes an error of the warnings of a reader about a statement, in the place of a second message on one cause; whether there
    /// is one.
    fn raise(&mut self, test: impl Fn(&Diagnostic) -> bool, statement: &str) -> bool {
        let test = |d: &Diagnostic| {
            let rest = d.message.strip_prefix(statement);
            rest.is_some_and(|r| r.starts_with([':', ' '])) && test(d)
        };
        while self.diagnostics.raise(test) {}
        self.diagnostics.iter().any(test)
    }

    fn error(&mut self, name: &'static str, span: Span, message: String, help: Option<&str>) {
        let mut d = Diagnostic::error(name, span, message);
        if let Some(h) = help {
            d = d.help(h);
        }
        self.diagnostics.push(d);
    }

    /// The number of a marker in the system, whose state is kept.
    fn marker(&mut self, id: MarkerId) -> usize {
        let m = self.marker_of_joint(id);
        self.system.mechanism.stored[m] = true;
        m
    }

    /// The same of a marker that a joint looks at.
    fn marker_of_joint(&mut self, id: MarkerId) -> usize {
        if let Some(&m) = self.markers.get(&id) {
            return m;
        }
        let marker = &self.model.markers[id];
        let carrier = self
            .carriers
            .get(&marker.part)
            .copied()
            .unwrap_or(Carrier::Ground);
        let (s, rotation) = match carrier {
            Carrier::Ground => {
                let x = self.model.parts[marker.part].pose * marker.pose;
                (x.position, x.rotation)
            }
            Carrier::Body(b) => (
                marker.pose.position - self.system.mechanism.bodies[b as usize].cm,
                marker.pose.rotation,
            ),
        };
        self.system.mechanism.markers.push(MarkerOn {
            carrier,
            s,
            R: rotation,
        });
        self.system.mechanism.marker_ids.push(Some(id));
        self.system.mechanism.stored.push(false);
        let m = self.system.mechanism.markers.len() - 1;
        self.markers.insert(id, m);
        m
    }

    /// The moving bodies among the carriers of some markers, ascending.
    fn bodies_of(&self, markers: &[usize]) -> Vec<u32> {
        let mut list: Vec<u32> = markers
            .iter()
            .filter_map(|&m| self.system.mechanism.markers[m].carrier.body())
            .map(|b| b as u32)
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    }
}
