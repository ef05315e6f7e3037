//! Friction in joints.

use crate::assemble::builder::Builder;
use crate::assemble::builder::ElementRef;
use crate::elements::friction::{Friction, Shape, Surface};
use crate::system::{ExtraState, GuardOwner};
use carom_expr::ElementForce;
use carom_model::friction::{FrictionLaw, Yokes};
use carom_model::{JointFriction, JointKind};

impl Builder<'_> {
    pub(super) fn frictions(&mut self) {
        let model = self.model;
        for f in &model.frictions {
            self.friction(f);
        }
    }

    fn friction(&mut self, f: &JointFriction) {
        let joint = &self.model.joints[f.joint];
        let label = f.tag.to_string();
        // Without surfaces it keeps its place in the results and exerts nothing.
        let rests = !f.tag.active || !joint.tag.active;
        let shapes: &[Shape] = match (joint.kind, f.yokes) {
            _ if rests => &[],
            (JointKind::Translational, _) => &[Shape::Slider],
            (JointKind::Cylindrical, _) => &[Shape::Cylinder],
            (JointKind::Revolute, _) => &[Shape::PinOfJ(2)],
            (JointKind::Spherical, _) => &[Shape::Ball],
            (JointKind::Universal, Yokes::I) => &[Shape::PinOfI(2)],
            (JointKind::Universal, Yokes::J) => &[Shape::PinOfJ(2)],
            (JointKind::Universal, Yokes::Both) => &[Shape::PinOfI(2), Shape::PinOfJ(2)],
            (JointKind::Hooke, Yokes::I) => &[Shape::PinOfI(0)],
            (JointKind::Hooke, Yokes::J) => &[Shape::PinOfJ(1)],
            (JointKind::Hooke, Yokes::Both) => &[Shape::PinOfI(0), Shape::PinOfJ(1)],
            _ => {
                self.error(
                    "friction-joint",
                    f.tag.span,
                    format!("{label}: {} is of a type that has no friction", joint.tag),
                    Some("translational, revolute, cylindrical, spherical, universal and Hooke joints have"),
                );
                return;
            }
        };
        if let Err(e) = match &f.law {
            FrictionLaw::StickSlip(law) => law.check(),
            FrictionLaw::LuGre(law) => law.check(),
        } {
            self.error(
                "friction-parameter",
                f.tag.span,
                format!("{label}: {e}"),
                None,
            );
            return;
        }
        let key = (ElementForce::Joint, joint.tag.label);
        let Some(&ElementRef::Constraint(constraint)) = self.elements.get(&key) else {
            return; // the joint itself was refused
        };
        let number = self.system.frictions.len();
        let surfaces = shapes.iter().enumerate();
        let surfaces = surfaces
            .map(|(k, shape)| self.surface(number, k, *shape, &f.law))
            .collect();
        let (i, j) = (self.marker(joint.i), self.marker(joint.j));
        let start = self.start_translation(i, j);
        let friction = Friction {
            label: label.clone(),
            span: f.tag.span,
            joint: constraint,
            i,
            j,
            law: f.law,
            inputs: f.inputs,
            force_preload: f.force_preload,
            torque_preload: f.torque_preload,
            largest_force: f.largest_force.unwrap_or(f64::INFINITY),
            largest_torque: f.largest_torque.unwrap_or(f64::INFINITY),
            size: f.size,
            start,
            inactive_in_statics: f.inactive_in_statics,
            surfaces,
            bodies: self.bodies_of(&[i, j]),
        };
        self.system.outputs.layout.forces.push(label);
        self.system.frictions.push(friction);
    }

    /// Places of a pair of surfaces: states, mode, guards.
    fn surface(
        &mut self,
        friction: usize,
        number: usize,
        shape: Shape,
        law: &FrictionLaw,
    ) -> Surface {
        let s = &mut self.system;
        let surface = Surface {
            shape,
            state: s.extra.states.len(),
            mode: s.arrays.modes,
            guard: s.arrays.guards.len(),
        };
        for k in 0..shape.components() {
            s.extra.states.push(ExtraState::Deformation(friction, k));
            s.extra.state_start.push(0.0);
        }
        s.arrays.modes += 1;
        if matches!(law, FrictionLaw::StickSlip(_)) {
            let slots = 0..carom_laws::friction::StickSlip::SLOTS;
            s.arrays
                .guards
                .extend(slots.map(|slot| GuardOwner::Friction {
                    friction,
                    surface: number,
                    slot,
                }));
        }
        surface
    }

    /// Translation of I along z of J where the deck places the bodies.
    fn start_translation(&self, i: usize, j: usize) -> f64 {
        let term = crate::mechanism::term::Term {
            factor: 1.0,
            coordinate: crate::mechanism::coordinate::Coordinate::Along(2),
            i,
            j,
            slot: None,
        };
        self.start_value(&[term])
    }
}
