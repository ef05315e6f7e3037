//! Gears, and points and curves on curves.

use crate::assemble::builder::Builder;
use crate::assemble::builder::ElementRef;
use crate::elements::constraint::Equations;
use crate::elements::curve::{CurvePair, PARALLEL};
use crate::elements::gear::GearPair;
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::term::Term;
use carom_base::Vec3;
use carom_expr::ElementForce;
use carom_geometry::Curve;
use carom_model::curve::StartPoint;
use carom_model::table::{Id, Tag};
use carom_model::{JointKind, MarkerId};

/// A lever arm or a cosine below this part of the largest one is zero: decks print directions with eight digits.
const NO_LEVER: f64 = 1e-7;

impl Builder<'_> {
    pub(super) fn gears(&mut self) {
        let model = self.model;
        for gear in &model.gears {
            if self.resting_constraint(&gear.tag).is_some() {
                continue;
            }
            let cv = self.marker(gear.cv);
            let carrier = self.system.mechanism.markers[cv].carrier;
            let mut terms = Vec::new();
            let mut gears = [0; 2];
            let mut sound = true;
            for (k, side) in [1.0, -1.0].into_iter().enumerate() {
                let joint = &model.joints[gear.joints[k]];
                let ends = [self.marker(joint.i), self.marker(joint.j)];
                // The joint measures I as seen from J.
                let (on_gear, on_carrier, sign) = match ends
                    .map(|m| self.system.mechanism.markers[m].carrier)
                {
                    [_, j] if j == carrier => (ends[0], ends[1], side),
                    [i, _] if i == carrier => (ends[1], ends[0], -side),
                    _ => {
                        let message = format!(
                            "{}: {} does not join a body with the carrier, on which the CV marker is",
                            gear.tag, joint.tag
                        );
                        let help = "both joints have one marker on the part of the CV marker";
                        self.error("gear-carrier", gear.tag.span, message, Some(help));
                        sound = false;
                        continue;
                    }
                };
                gears[k] = on_gear;
                let own = self.lever_terms(joint, cv, on_carrier, sign);
                if own.is_empty() {
                    let message = format!(
                        "{}: {} moves nothing along z of the CV marker at the pitch point",
                        gear.tag, joint.tag
                    );
                    let help = "z of the CV marker is the direction in which the teeth move";
                    self.error("gear-direction", gear.tag.span, message, Some(help));
                    sound = false;
                }
                terms.extend(own);
            }
            if !sound {
                continue;
            }
            let start = self.start_value(&terms);
            let pair = GearPair {
                terms,
                start,
                cv,
                gears,
            };
            let (label, span) = (gear.tag.to_string(), gear.tag.span);
            self.push_constraint(label, span, (0, 0), Equations::Gear(pair));
        }
    }

    /// The displacements of a joint with what they move the pitch point along z of the CV marker.
    fn lever_terms(
        &mut self,
        joint: &carom_model::Joint,
        cv: usize,
        on_carrier: usize,
        sign: f64,
    ) -> Vec<Term> {
        // Both markers stand still on the carrier, so its own axes serve.
        let (p, a) = (
            self.system.mechanism.markers[cv],
            self.system.mechanism.markers[on_carrier],
        );
        let (axis, z) = (a.R.column(2), p.R.column(2));
        let arm = p.s - a.s;
        let lever = axis.cross(&arm).dot(&z);
        let along = axis.dot(&z);
        let turns = matches!(joint.kind, JointKind::Revolute | JointKind::Cylindrical);
        let slides = matches!(
            joint.kind,
            JointKind::Translational | JointKind::Cylindrical
        );
        let mut terms = Vec::new();
        if turns && lever.abs() > NO_LEVER * arm.norm() {
            terms.push(self.term(sign * lever, Coordinate::Angle, joint.i, joint.j));
        }
        if slides && along.abs() > NO_LEVER {
            terms.push(self.term(sign * along, Coordinate::Along(2), joint.i, joint.j));
        }
        terms
    }

    pub(super) fn curves(&mut self) {
        let model = self.model;
        let numbers: Vec<Option<usize>> = model
            .curves
            .iter()
            .map(|curve| match Curve::through(&curve.points, curve.closed) {
                // Nothing stays on it, see below.
                _ if curve.straight => None,
                Ok(shape) => {
                    self.system.mechanism.curves.push(shape);
                    Some(self.system.mechanism.curves.len() - 1)
                }
                Err(e) => {
                    let message = format!("{}: {e}", curve.tag);
                    self.error("curve-points", curve.tag.span, message, None);
                    None
                }
            })
            .collect();
        let on_i = model.points_on_curves.iter().map(|c| (&c.tag, c.curve));
        let two = model.curves_on_curves.iter();
        let two = two.flat_map(|c| c.curves.map(|curve| (&c.tag, curve)));
        for (tag, curve) in on_i.chain(two) {
            let curve = &model.curves[curve];
            if curve.straight {
                let message = format!(
                    "{tag} is on {}, which is of straight lines: what slides along them would have to jump at each corner",
                    curve.tag
                );
                let help = "give the curve ORDER=4, and more points where it is to have corners";
                self.error("curve-corners", tag.span, message, Some(help));
            }
        }
        let number = |id: Id<carom_model::Curve>| numbers[id.index()];
        for c in &model.points_on_curves {
            if let Some(curve) = number(c.curve) {
                let kind = ElementForce::Ptcv;
                let ends = [Some(c.i), c.jfloat];
                let start = [c.start, None];
                self.curve_pair(&c.tag, kind, ends, (c.i, None), (c.rm, curve), start);
            }
        }
        for c in &model.curves_on_curves {
            let (Some(on_i), Some(on_j)) = (number(c.curves[0]), number(c.curves[1])) else {
                continue;
            };
            if !self.plane_curves(&c.tag, [on_i, on_j]) {
                continue;
            }
            let kind = ElementForce::Cvcv;
            let (i, j) = ((c.rm[0], Some(on_i)), (c.rm[1], on_j));
            let start = [c.start[1], c.start[0]];
            self.curve_pair(&c.tag, kind, c.floats, i, j, start);
        }
    }

    /// Two curves that touch lie in planes.
    fn plane_curves(&mut self, tag: &Tag, curves: [usize; 2]) -> bool {
        let flat = |c: &usize| self.system.mechanism.curves[*c].plane.is_some();
        let sound = curves.iter().all(flat);
        if !sound {
            let message = format!("{tag}: one of its curves lies in no plane");
            let help = "only plane curves can touch; a point may stay on any curve (PTCV)";
            self.error("curve-plane", tag.span, message, Some(help));
        }
        sound
    }

    /// `ends`: the markers by which forces between them are asked for. `start`: points on the curves of J and I.
    fn curve_pair(
        &mut self,
        tag: &Tag,
        kind: ElementForce,
        ends: [Option<MarkerId>; 2],
        (i, curve_i): (MarkerId, Option<usize>),
        (j, curve_j): (MarkerId, usize),
        start: [Option<StartPoint>; 2],
    ) {
        if let Some(number) = self.resting_constraint(tag) {
            let at = (kind, tag.label);
            self.elements.insert(at, ElementRef::Constraint(number));
            return;
        }
        let (i, j) = (self.marker(i), self.marker(j));
        if self.system.mechanism.markers[i].carrier == self.system.mechanism.markers[j].carrier {
            let message = format!("{tag} connects two markers of one part");
            self.error("same-part", tag.span, message, None);
            return;
        }
        let mut pair = CurvePair {
            i,
            j,
            curve_i,
            curve_j,
            modes: 0..0,
            guards: 0..0,
            start: [0; 2],
            start_point: None,
        };
        let near = [(start[0], j), (start[1], i)].map(|(s, m)| s.map(|s| self.start_point(&s, m)));
        let (state_i, state_j) = (self.start_state(i), self.start_state(j));
        pair.start_point = near[0];
        pair.start = pair.find_pieces(&self.system.mechanism.curves, &state_i, &state_j, near);
        if let Some(on_i) = curve_i {
            let normal = |c: usize| {
                self.system.mechanism.curves[c]
                    .plane
                    .unwrap_or_else(Vec3::z)
            };
            let (a, b) = (state_i.R * normal(on_i), state_j.R * normal(curve_j));
            // Assembly may turn the bodies a little; what lies farther off is meant otherwise.
            if a.cross(&b).norm() > 1e3 * PARALLEL {
                let message = format!("{tag}: the planes of its curves are not parallel");
                self.error("curve-plane", tag.span, message, None);
                return;
            }
        }
        let [i, j] = ends.map(|m| m.map_or(0, |m| self.marker(m)));
        let (label, span) = (tag.to_string(), tag.span);
        let number = self.push_constraint(label, span, (i, j), Equations::Curve(pair));
        let at = (kind, tag.label);
        self.elements.insert(at, ElementRef::Constraint(number));
    }

    /// A start point on the axes of the marker that carries the curve.
    fn start_point(&mut self, start: &StartPoint, carrier: usize) -> Vec3 {
        let point = Vec3::from(start.point);
        let ground = match start.frame {
            None => point,
            Some(frame) => {
                let m = self.marker(frame);
                let state = self.start_state(m);
                state.p + state.R * point
            }
        };
        let state = self.start_state(carrier);
        state.R.tr_mul(&(ground - state.p))
    }
}
