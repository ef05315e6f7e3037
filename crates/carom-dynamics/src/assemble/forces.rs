//! Force elements.

use crate::assemble::builder::Builder;
use crate::assemble::builder::ElementRef;
use crate::elements::force_element::ForceElement;
use crate::elements::law::{Law, Linear, Spring, StringBeam, Turning};
use crate::elements::multi::{self, Matrices};
use crate::elements::penalty::Penalty;
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::kinematics::{Carrier, MarkerOn};
use crate::system::TurnCounter;
use carom_expr::{ElementForce, Input, Measure};
use carom_model::constraint::UserFunction;
use carom_model::force::{BeamTheory, Kind as Acts};
use carom_model::{MarkerId, MultiPoint, Tag, VectorForce};
use carom_user::Kind;
use std::sync::Arc;

impl Builder<'_> {
    pub(super) fn forces(&mut self) {
        let model = self.model;
        model.scalar_forces.iter().for_each(|e| self.scalar(e));
        for e in &model.vector_forces {
            self.vector(e, ElementForce::Vforce);
        }
        for e in &model.vector_torques {
            self.vector(e, ElementForce::Vtorq);
        }
        for e in &model.general_forces {
            self.vector(e, ElementForce::Gforce);
        }
        model
            .spring_dampers
            .iter()
            .for_each(|e| self.spring_damper(e));
        for e in &model.bushings {
            if self.resting_force(&e.tag, ElementForce::Bush) {
                continue;
            }
            let linear = Linear::diagonal(&e.stiffness, &e.damping, &e.preload);
            self.linear(&e.tag, ElementForce::Bush, linear, (e.i, e.j));
        }
        for e in &model.beams {
            if self.resting_force(&e.tag, ElementForce::Beam) {
                continue;
            }
            let law = match e.theory {
                BeamTheory::Linear => Law::Linear(Box::new(Linear::beam(e))),
                BeamTheory::String => Law::String(Box::new(StringBeam::new(e))),
            };
            self.pair(&e.tag, ElementForce::Beam, law, (e.i, e.j), [None; 6]);
        }
        for e in &model.fields {
            if self.resting_force(&e.tag, ElementForce::Field) {
                continue;
            }
            if let Some(user) = &e.user {
                self.field_of_routine(e, user);
                continue;
            }
            let linear = Linear::new(e.stiffness, &e.damping, e.length, e.preload);
            self.linear(&e.tag, ElementForce::Field, linear, (e.i, e.j));
        }
        for e in &model.multi_points {
            self.multi_point(e);
        }
        for e in &model.penalties {
            self.penalty(e);
        }
    }

    fn scalar(&mut self, e: &carom_model::ScalarForce) {
        if self.resting_force(&e.tag, ElementForce::Sforce) {
            return;
        }
        let law = match (e.kind, e.action_only) {
            (Acts::Translation, false) => Law::Line,
            (Acts::Translation, true) => Law::AlongZ,
            (Acts::Rotation, _) => Law::AboutZ,
        };
        if self.scalar_stops(e, &law) {
            self.place_of_stops(&e.tag, ElementForce::Sforce, e.i, e.j);
            return;
        }
        self.note_compliant(&e.tag, &e.function);
        let mut functions = [None; 6];
        functions[0] = self.written(&e.function, self.of_scalar(e));
        self.pair(&e.tag, ElementForce::Sforce, law, (e.i, e.j), functions);
        if e.action_only
            && let Some(last) = self.system.forces.last_mut()
        {
            last.reaction = None;
        }
    }

    fn spring_damper(&mut self, e: &carom_model::SpringDamper) {
        if self.resting_force(&e.tag, ElementForce::Spdp) {
            return;
        }
        let spring = Spring {
            stiffness: e.stiffness,
            damping: e.damping,
            preload: e.preload,
            length: e.length,
        };
        let law = match e.kind {
            Acts::Translation => Law::Spring(spring),
            Acts::Rotation => Law::TorsionSpring(spring),
        };
        self.pair(&e.tag, ElementForce::Spdp, law, (e.i, e.j), [None; 6]);
    }

    /// One force for each body that the expression looks at.
    fn penalty(&mut self, e: &carom_model::Penalty) {
        let Some(function) = self.expression(&e.tag.to_string(), &e.function) else {
            return;
        };
        let mut markers = Vec::new();
        let tape = &self.system.mechanism.functions[function].tape;
        let asked: Vec<_> = (0..tape.inputs().len())
            .map(|k| (tape.inputs()[k].clone(), tape.input_span(k)))
            .collect();
        for (input, span) in asked {
            match input {
                Input::Time => {}
                Input::Measure {
                    measure,
                    markers: labels,
                } if !measure.needs_velocity() && !measure.needs_acceleration() => {
                    let known = labels.into_iter().flatten();
                    let known = known.filter_map(|label| self.model.markers.find(label));
                    let known: Vec<MarkerId> = known.collect();
                    markers.extend(known.into_iter().map(|id| self.marker(id)));
                }
                _ => {
                    let what = format!(
                        "{} may look at displacements of markers and at TIME only",
                        e.tag
                    );
                    self.error("constraint-input", span, what, None);
                }
            }
        }
        let bodies = self.bodies_of(&markers);
        for &b in &bodies {
            let label = match bodies.len() {
                1 => e.tag.to_string(),
                _ => format!(
                    "{} on {}",
                    e.tag, self.system.mechanism.bodies[b as usize].label
                ),
            };
            self.system.mechanism.markers.push(MarkerOn {
                carrier: Carrier::Body(b),
                ..MarkerOn::ground()
            });
            self.system.mechanism.marker_ids.push(None);
            self.system.mechanism.stored.push(true);
            let law = Law::Penalty(Penalty {
                function,
                body: b as usize,
                stiffness: e.stiffness,
                damping: e.damping,
            });
            let element = ForceElement {
                label: label.clone(),
                span: e.tag.span,
                law: if e.tag.active { law } else { Law::Components },
                i: self.system.mechanism.markers.len() - 1,
                j: 0,
                rm: 0,
                reaction: None,
                functions: [None; 6],
                slot: None,
                bodies: bodies.clone(),
            };
            // No function asks for its force.
            self.system.outputs.layout.forces.push(label);
            self.system.forces.push(element);
        }
    }

    /// A field whose force and torque on I, on the axes of J, a routine gives; it gets displacements and velocities of
    /// I in J.
    fn field_of_routine(&mut self, e: &carom_model::force::Field, user: &UserFunction) {
        let [i, j] = [e.i, e.j].map(|m| self.model.markers[m].tag.label);
        let places = ["DX", "DY", "DZ"].map(|n| format!("{n}({i},{j},{j})"));
        let angles = ["AX", "AY", "AZ"].map(|n| format!("{n}({i},{j})"));
        let velocities = ["VX", "VY", "VZ"].map(|n| format!("{n}({i},{j},{j},{j})"));
        let turns = ["WX", "WY", "WZ"].map(|n| format!("{n}({i},{j},{j})"));
        let caller = self.of_field(e);
        let given = [places, angles, velocities, turns].concat();
        let found = self.routine_of(caller, user, &given, Vec::new());
        let mut functions = [None; 6];
        for (place, f) in functions.iter_mut().zip(found.unwrap_or_default()) {
            *place = Some(f);
        }
        self.pair(
            &e.tag,
            ElementForce::Field,
            Law::Components,
            (e.i, e.j),
            functions,
        );
        let axes = self.marker(e.j);
        if let Some(force) = self.system.forces.last_mut() {
            force.rm = axes;
        }
    }

    /// One force for each I marker.
    fn multi_point(&mut self, e: &MultiPoint) {
        let markers: Vec<usize> = e.markers.iter().map(|m| self.marker(*m)).collect();
        let j = self.marker(e.j);
        let ends: Vec<usize> = markers.iter().copied().chain([j]).collect();
        let bodies = self.bodies_of(&ends);
        let counters = markers.iter().map(|i| counter(self, projected(*i, j)));
        let slots = counters.collect();
        let matrices = Arc::new(Matrices {
            markers: markers.clone(),
            slots,
            stiffness: e.stiffness.clone(),
            damping: e.damping.clone(),
            length: e.length.clone(),
            preload: e.preload.clone(),
        });
        let first = self.system.forces.len();
        let places = first..first + markers.len();
        self.multi_points.insert(e.tag.label, places);
        for (number, &i) in markers.iter().enumerate() {
            let label = match e.markers.len() {
                1 => e.tag.to_string(),
                _ => format!("{} at {}", e.tag, self.model.markers[e.markers[number]].tag),
            };
            let law = Law::Multi(multi::MultiPoint {
                matrices: Arc::clone(&matrices),
                number,
            });
            let element = ForceElement {
                label,
                span: e.tag.span,
                law: if e.tag.active { law } else { Law::Components },
                i,
                j,
                rm: 0,
                reaction: e
                    .tag
                    .active
                    .then(|| self.system.mechanism.markers[j].carrier),
                functions: [None; 6],
                slot: None,
                bodies: if e.tag.active {
                    bodies.clone()
                } else {
                    Vec::new()
                },
            };
            self.push_force(&e.tag, ElementForce::Nforce, element);
        }
    }

    /// The place among the forces of a force that has become stops: it tells their reactions and exerts nothing by itself.
    pub(super) fn place_of_stops(
        &mut self,
        tag: &Tag,
        kind: ElementForce,
        i: MarkerId,
        j: MarkerId,
    ) {
        let (i, j) = (self.marker(i), self.marker(j));
        let element = ForceElement {
            label: tag.to_string(),
            span: tag.span,
            law: Law::Components,
            i,
            j,
            rm: 0,
            reaction: None,
            functions: [None; 6],
            slot: None,
            bodies: Vec::new(),
        };
        self.push_force(tag, kind, element);
    }

    /// An element that rests keeps its place among the forces and exerts none. Whether it does rest.
    pub(super) fn resting_force(&mut self, tag: &Tag, kind: ElementForce) -> bool {
        if !tag.active {
            let element = ForceElement {
                label: tag.to_string(),
                span: tag.span,
                law: Law::Components,
                i: 0,
                j: 0,
                rm: 0,
                reaction: None,
                functions: [None; 6],
                slot: None,
                bodies: Vec::new(),
            };
            self.push_force(tag, kind, element);
        }
        !tag.active
    }

    fn linear(&mut self, tag: &Tag, kind: ElementForce, l: Linear, ij: (MarkerId, MarkerId)) {
        self.pair(tag, kind, Law::Linear(Box::new(l)), ij, [None; 6]);
    }

    /// An element between two markers with action and reaction.
    fn pair(
        &mut self,
        tag: &Tag,
        kind: ElementForce,
        law: Law,
        (i, j): (MarkerId, MarkerId),
        functions: [Option<usize>; 6],
    ) {
        let (i, j) = (self.marker(i), self.marker(j));
        let reaction = self.system.mechanism.markers[j].carrier;
        let slot = law.turning().map(|angle| match angle {
            Turning::OfJoint => counter(self, TurnCounter::Coordinate(Coordinate::Angle, i, j)),
            Turning::Projected => counter(self, projected(i, j)),
        });
        let element = ForceElement {
            label: tag.to_string(),
            span: tag.span,
            law,
            i,
            j,
            rm: 0,
            reaction: Some(reaction),
            functions,
            slot,
            bodies: self.bodies_of(&[i, j]),
        };
        self.push_force(tag, kind, element);
    }

    fn vector(&mut self, e: &VectorForce, kind: ElementForce) {
        if self.resting_force(&e.tag, kind) {
            return;
        }
        let i = self.marker(e.i);
        let rm = e.rm.map_or(0, |m| self.marker(m));
        let reaction = e
            .reaction
            .map(|(part, _)| self.carriers.get(&part).copied().unwrap_or(Carrier::Ground));
        let j = e
            .reaction
            .and_then(|(_, m)| m)
            .map_or(0, |m| self.marker(m));
        if j != 0 {
            self.system.mechanism.floating.insert(j, i);
        }
        let mut functions = [None; 6];
        for (k, f) in e.components.iter().enumerate() {
            if let Some(f) = f {
                let ends = [i, j, rm];
                if self.component_stops(&e.tag, f, k, ends, reaction.is_some()) {
                    continue;
                }
                self.note_compliant(&e.tag, f);
                let name = ["FX", "FY", "FZ", "TX", "TY", "TZ"][k];
                functions[k] = self.function(&format!("{} {name}", e.tag), f);
            }
        }
        if let Some(user) = &e.user {
            self.components_of_routine(e, kind, user, &mut functions);
        }
        let mut bodies = self.bodies_of(&[i, rm]);
        if let Some(Carrier::Body(b)) = reaction {
            bodies.push(b);
            bodies.sort_unstable();
            bodies.dedup();
        }
        let element = ForceElement {
            label: e.tag.to_string(),
            span: e.tag.span,
            law: Law::Components,
            i,
            j,
            rm,
            reaction,
            functions,
            slot: None,
            bodies,
        };
        self.push_force(&e.tag, kind, element);
    }

    /// The components that one routine gives.
    fn components_of_routine(
        &mut self,
        e: &VectorForce,
        kind: ElementForce,
        user: &UserFunction,
        functions: &mut [Option<usize>; 6],
    ) {
        let (kind, first) = match kind {
            ElementForce::Vforce => (Kind::Vfosub, 0),
            ElementForce::Vtorq => (Kind::Vtosub, 3),
            _ => (Kind::Gfosub, 0),
        };
        let caller = self.of_vector(e, kind);
        let found = self.routine(caller, user).unwrap_or_default();
        for (place, f) in functions[first..].iter_mut().zip(found) {
            *place = Some(f);
        }
    }

    fn push_force(&mut self, tag: &Tag, kind: ElementForce, element: ForceElement) {
        let number = self.system.forces.len();
        self.elements
            .insert((kind, tag.label), ElementRef::Force(number));
        self.system
            .outputs
            .layout
            .forces
            .push(element.label.clone());
        self.system.forces.push(element);
    }
}

/// What counts the turns of AZ.
fn projected(i: usize, j: usize) -> TurnCounter {
    TurnCounter::Measure(Measure::AZ, [i, j, 0, 0])
}

/// A new counter of turns.
fn counter(builder: &mut Builder<'_>, of: TurnCounter) -> usize {
    builder.system.arrays.turns.push(of);
    builder.system.arrays.turns.len() - 1
}
