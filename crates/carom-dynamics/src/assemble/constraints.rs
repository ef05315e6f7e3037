//! Joints, motions and other constraints.

use crate::assemble::builder::Builder;
use crate::assemble::builder::ElementRef;
use crate::elements::constraint::{
    Constraint, Drive, Equations, PairRow, joint_rows, outward_constant_velocity,
};
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::term::Term;
use crate::system::{ExtraState, TurnCounter};
use carom_base::Span;
use carom_expr::ElementForce;
use carom_model::constraint::{Freedom, MotionLevel, MotionTarget};
use carom_model::{Joint, JointId, JointKind, MarkerId, Tag};
use std::sync::Arc;

impl Builder<'_> {
    pub(super) fn constraints(&mut self) {
        let model = self.model;
        for joint in &model.joints {
            self.joint(joint, ElementForce::Joint);
        }
        for joint in &model.primitives {
            self.joint(joint, ElementForce::Jprim);
        }
        for coupler in &model.couplers {
            if self.resting_constraint(&coupler.tag).is_some() {
                continue;
            }
            if let Some(user) = &coupler.user {
                if let Some(f) = self.coupler_of_routine(coupler, user) {
                    let equations = Equations::Expression(f);
                    self.push_constraint(
                        coupler.tag.to_string(),
                        coupler.tag.span,
                        (0, 0),
                        equations,
                    );
                }
                continue;
            }
            let terms = coupler
                .terms
                .iter()
                .map(|&(joint, freedom, factor)| {
                    let (i, j) = (model.joints[joint].i, model.joints[joint].j);
                    self.term(factor, coordinate(freedom), i, j)
                })
                .collect();
            let equations = Equations::Sum(terms, Drive::Constant(0.0));
            self.push_constraint(coupler.tag.to_string(), coupler.tag.span, (0, 0), equations);
        }
        self.gears();
        self.curves();
        for g in &model.general_constraints {
            if self.resting_constraint(&g.tag).is_some() {
                continue;
            }
            let label = g.tag.to_string();
            let i = g.i.map_or(0, |m| self.marker(m));
            if let Some(f) = self.written(&g.function, Self::of_constraint(g)) {
                let j = self.partner(f, i);
                self.push_constraint(label, g.tag.span, (i, j), Equations::Expression(f));
            }
        }
        self.user_constraints();
        for m in &model.motions {
            self.motion(m);
        }
    }

    /// A constraint that rests keeps its place among the constraints and has no rows: its number, if it does rest.
    pub(super) fn resting_constraint(&mut self, tag: &Tag) -> Option<usize> {
        let none = Equations::Pair([].into());
        (!tag.active).then(|| self.push_constraint(tag.to_string(), tag.span, (0, 0), none))
    }

    fn joint(&mut self, joint: &Joint, kind: ElementForce) {
        if joint.kind == JointKind::Free {
            return;
        }
        if let Some(number) = self.resting_constraint(&joint.tag) {
            self.elements
                .insert((kind, joint.tag.label), ElementRef::Constraint(number));
            return;
        }
        let (i, j) = (self.marker_of_joint(joint.i), self.marker_of_joint(joint.j));
        let equations = match joint.kind {
            // One turn about z moves I by `pitch` along z.
            JointKind::Screw { pitch } => Equations::Sum(
                vec![
                    self.term(
                        std::f64::consts::TAU,
                        Coordinate::Along(2),
                        joint.i,
                        joint.j,
                    ),
                    self.term(-pitch, Coordinate::Angle, joint.i, joint.j),
                ],
                Drive::Constant(0.0),
            ),
            // The pinion (I) turns by θ while the rack (J) moves by θ·diameter/2 along its z past the pinion, as a
            // request file of Adams has it; so the teeth mesh on the side z_J × z_I of the pinion.
            // The sum keeps the value it has at the start.
            JointKind::RackPinion { diameter } => {
                let terms = vec![
                    self.term(0.5 * diameter, Coordinate::Roll, joint.i, joint.j),
                    self.term(1.0, Coordinate::Along(2), joint.i, joint.j),
                ];
                let start = self.start_value(&terms);
                Equations::Sum(terms, Drive::Constant(start))
            }
            JointKind::ConstantVelocity if self.points_outward(i, j) => {
                Equations::Pair(outward_constant_velocity().into())
            }
            kind => Equations::Pair(self.rows_of_joint(kind)),
        };
        if self.system.mechanism.markers[i].carrier == self.system.mechanism.markers[j].carrier {
            self.error(
                "same-part",
                joint.tag.span,
                format!("{} connects two markers of one part", joint.tag),
                None,
            );
            return;
        }
        let number = self.push_constraint(joint.tag.to_string(), joint.tag.span, (i, j), equations);
        self.elements
            .insert((kind, joint.tag.label), ElementRef::Constraint(number));
    }

    /// Whether the z axes of two markers point to opposite sides where the deck places them.
    fn points_outward(&self, i: usize, j: usize) -> bool {
        let axis = |m: usize| self.start_state(m).R.column(2);
        axis(i).dot(&axis(j)) < 0.0
    }

    /// The rows of a joint, one list for all joints of a kind.
    fn rows_of_joint(&mut self, kind: JointKind) -> Arc<[PairRow]> {
        let same = self.joint_rows.iter().find(|(known, _)| *known == kind);
        if let Some((_, rows)) = same {
            return Arc::clone(rows);
        }
        let rows: Arc<[PairRow]> = joint_rows(kind).into();
        self.joint_rows.push((kind, Arc::clone(&rows)));
        rows
    }

    fn motion(&mut self, m: &carom_model::Motion) {
        let number = match self.resting_constraint(&m.tag) {
            Some(number) => Some(number),
            None => self.working_motion(m),
        };
        if let Some(number) = number {
            self.elements.insert(
                (ElementForce::Motion, m.tag.label),
                ElementRef::Constraint(number),
            );
        }
    }

    fn working_motion(&mut self, m: &carom_model::Motion) -> Option<usize> {
        let label = m.tag.to_string();
        let (i, j, c) = match m.target {
            MotionTarget::Joint(joint, freedom) => {
                let joint = self.joint_of(joint);
                (joint.i, joint.j, coordinate(freedom))
            }
            MotionTarget::Markers(i, j, d) => (i, j, Coordinate::of_direction(d)),
        };
        let f = self.written(&m.function, self.of_motion(m))?;
        let term = self.term(1.0, c, i, j);
        // Not a number: found when the position is assembled.
        let state = |s: &mut Self, kind, start: Option<f64>| {
            s.system.extra.states.push(kind);
            s.system.extra.state_start.push(start.unwrap_or(f64::NAN));
            s.system.extra.states.len() - 1
        };
        let drive = match m.level {
            MotionLevel::Displacement => Drive::Displacement(f),
            MotionLevel::Velocity => Drive::Velocity(
                f,
                state(
                    self,
                    ExtraState::MotionDisplacement(f),
                    m.initial_displacement,
                ),
            ),
            MotionLevel::Acceleration => {
                let x = state(self, ExtraState::MotionPosition, m.initial_displacement);
                state(self, ExtraState::MotionVelocity(f), m.initial_velocity);
                Drive::Acceleration(f, x)
            }
        };
        let ij = (term.i, term.j);
        let equations = Equations::Sum(vec![term], drive);
        Some(self.push_constraint(label, m.tag.span, ij, equations))
    }

    /// The other marker of an expression about two markers; 0 if it is about more.
    pub(super) fn partner(&mut self, f: usize, i: usize) -> usize {
        let inputs = self.system.mechanism.functions[f].tape.inputs().to_vec();
        let mut others: Vec<usize> = inputs
            .iter()
            .filter_map(|input| match input {
                carom_expr::Input::Measure { markers, .. } => Some(*markers),
                _ => None,
            })
            .flat_map(|labels| labels.into_iter().flatten())
            .filter_map(|label| self.model.markers.find(label))
            .map(|id| self.marker(id))
            .filter(|&m| m != i)
            .collect();
        others.sort_unstable();
        others.dedup();
        match others[..] {
            [other] => other,
            _ => 0,
        }
    }

    fn joint_of(&self, id: JointId) -> &Joint {
        &self.model.joints[id]
    }

    pub(super) fn term(
        &mut self,
        factor: f64,
        coordinate: Coordinate,
        i: MarkerId,
        j: MarkerId,
    ) -> Term {
        let (i, j) = (self.marker(i), self.marker(j));
        let slot = coordinate.is_periodic().then(|| {
            self.system
                .arrays
                .turns
                .push(TurnCounter::Coordinate(coordinate, i, j));
            self.system.arrays.turns.len() - 1
        });
        Term {
            factor,
            coordinate,
            i,
            j,
            slot,
        }
    }

    /// The value of a sum where the deck places the bodies.
    pub(super) fn start_value(&self, terms: &[Term]) -> f64 {
        let state = |m: usize| self.start_state(m);
        terms
            .iter()
            .map(|t| t.factor * t.coordinate.value(&state(t.i), &state(t.j)))
            .sum()
    }

    /// A marker where the deck places the bodies.
    pub(super) fn start_state(&self, m: usize) -> carom_expr::MarkerState<f64> {
        let marker = &self.system.mechanism.markers[m];
        match marker.carrier.body() {
            None => marker.state(&crate::mechanism::kinematics::Body::rest()),
            Some(b) => marker.state(&self.system.mechanism.bodies[b].start),
        }
    }

    pub(super) fn push_constraint(
        &mut self,
        label: String,
        span: Span,
        (i, j): (usize, usize),
        equations: Equations,
    ) -> usize {
        let markers: Vec<usize> = match &equations {
            Equations::Pair(_) => vec![i, j],
            Equations::Sum(terms, _) => terms.iter().flat_map(|t| [t.i, t.j]).collect(),
            Equations::Curve(pair) => vec![pair.i, pair.j],
            Equations::Gear(gear) => [gear.cv].into_iter().chain(gear.gears).collect(),
            Equations::Slip(slip) => vec![slip.i, slip.j],
            Equations::Touch(touch) => vec![touch.of.i, touch.of.j],
            // Known once its sources are resolved.
            Equations::Expression(_) | Equations::Nonholonomic(_) => Vec::new(),
        };
        let number = self.system.constraints.len();
        if !label.starts_with("COUPLER") && !label.starts_with("Constraint_Coupler") {
            self.system.outputs.layout.joints.push(label.clone());
            self.system.outputs.told_joints.push(number);
        }
        self.system.constraints.push(Constraint {
            label,
            span,
            i,
            j,
            equations,
            first_row: 0,
            bodies: self.bodies_of(&markers),
        });
        number
    }
}

fn coordinate(freedom: Freedom) -> Coordinate {
    match freedom {
        Freedom::Translation => Coordinate::Along(2),
        Freedom::Rotation => Coordinate::Angle,
    }
}
