//! Parts become bodies.

use crate::assemble::builder::Builder;
use crate::mechanism::BodyData;
use crate::mechanism::kinematics::{Body, Carrier, MarkerOn};
use carom_base::space::skew;
use carom_base::{Diagnostic, Mat3, Vec3};
use carom_model::{MarkerId, Part, PartId, PartKind};
use std::collections::HashMap;

impl Builder<'_> {
    pub(super) fn bodies(&mut self) {
        self.system.mechanism.markers.push(MarkerOn::ground());
        self.system.mechanism.marker_ids.push(None);
        self.system.mechanism.stored.push(true);
        let mut labels = HashMap::new();
        for id in self.model.parts.ids() {
            let part = &self.model.parts[id];
            if let Some(other) = labels.insert(part.tag.label, &part.tag) {
                let message = format!(
                    "{other} and {} share their label: rows of results that tell labels do not tell which is which",
                    part.tag
                );
                let d = Diagnostic::warning("shared-label", part.tag.span, message);
                self.diagnostics
                    .push(d.help("give one of them another label"));
            }
            match part.kind {
                PartKind::Ground => {
                    self.carriers.insert(id, Carrier::Ground);
                }
                PartKind::Rigid | PartKind::Point => {
                    let body = self.body(id, part);
                    self.carriers
                        .insert(id, Carrier::Body(self.system.mechanism.bodies.len() as u32));
                    self.system.mechanism.positions += body.freedoms();
                    self.system.mechanism.bodies.push(body);
                    self.system.outputs.layout.bodies.push(id);
                }
            }
        }
    }

    fn body(&mut self, id: PartId, part: &Part) -> BodyData {
        let ucf = self.system.mechanism.ucf;
        let cm = part
            .cm
            .map_or(Vec3::zeros(), |m| self.model.markers[m].pose.position);
        let turns = part.kind == PartKind::Rigid;
        let inertia = if turns {
            self.inertia_at_cm(part, cm)
        } else {
            Mat3::zeros()
        };
        if !(part.mass.is_finite() && part.mass >= 0.0) {
            self.error(
                "negative-mass",
                part.tag.span,
                format!("{} has the mass {}", part.tag, part.mass),
                None,
            );
        }
        if part.mass > 0.0 && inertia.symmetric_eigenvalues().min() < -1e-9 * inertia.amax() {
            self.error(
                "impossible-inertia",
                part.tag.span,
                format!(
                    "the inertia of {} about its centre of mass is not positive",
                    part.tag
                ),
                Some("check IP, its marker IM, and the sign of the products of inertia"),
            );
        }
        let radius2 = inertia.trace() / (2.0 * part.mass);
        BodyData {
            part: id,
            label: part.tag.to_string(),
            turns,
            first: self.system.mechanism.positions,
            mass: part.mass / ucf,
            inertia: inertia / ucf,
            cm,
            radius: if radius2.is_finite() && radius2 > 0.0 {
                radius2.sqrt()
            } else {
                1.0
            },
            start: self.start(part, cm, turns),
        }
    }

    /// The inertia about the centre of mass on part axes: turned from the axes of IM, moved from its origin (Steiner).
    fn inertia_at_cm(&self, part: &Part, cm: Vec3) -> Mat3 {
        let Some(im) = part.im.or(part.cm) else {
            return part.inertia;
        };
        let pose = &self.model.markers[im].pose;
        let turned = pose.rotation * part.inertia * pose.rotation.transpose();
        let d = skew(&(pose.position - cm));
        turned + d * d * part.mass
    }

    fn start(&self, part: &Part, cm: Vec3, turns: bool) -> Body<f64> {
        let axes = |id: Option<MarkerId>, default: Mat3| {
            id.map_or(default, |m| {
                let marker = &self.model.markers[m];
                (self.model.parts[marker.part].pose * marker.pose).rotation
            })
        };
        let vector = |v: [Option<f64>; 3]| Vec3::from(v.map(|x| x.unwrap_or(0.0)));
        let own = axes(part.cm, part.pose.rotation);
        let v = axes(part.velocity_axes, Mat3::identity()) * vector(part.velocity);
        let w = axes(part.angular_velocity_axes, own) * vector(part.angular_velocity);
        Body {
            r: part.pose.position + part.pose.rotation * cm,
            R: part.pose.rotation,
            v,
            w: if turns {
                part.pose.rotation.transpose() * w
            } else {
                Vec3::zeros()
            },
        }
    }
}
