//! Contacts of solids as unilateral constraints, where contacts are rigid and the gap has a formula.
//!
//! | pair | gap |
//! |---|---|
//! | ball and plane | height of the centre over the plane − r |
//! | box and plane | height of each of its eight corners |
//! | ball and ball | d − r₁ − r₂, d the distance of the centres |
//! | ball in a cavity | ((R − r)² − d²)/2(R − r): R − r − d to first order where they touch, and smooth at d = 0 |
//! | ball and box | distance of the centre from the box − r |
//!
//! The gap is written as an expression over markers of its own, so a contact of solids is a stop like any other.

use super::Builder;
use super::solids::form_of;
use crate::kinematics::MarkerOn;
use crate::system::Stop;
use carom_base::{Diagnostic, Diagnostics, Dialect, SpannedText, Vec3};
use carom_expr::{ElementForce, Expression};
use carom_geometry::overlap::Form;
use carom_model::force::NormalLaw;
use carom_model::{Contact, Graphic, Id, MarkerId};

/// A shape on its marker.
struct Solid {
    form: Form,
    /// Its marker.
    marker: MarkerId,
    /// Where its frame is on the marker.
    at: Vec3,
    /// `GRAPHICS/3`.
    label: String,
}

impl Builder<'_> {
    /// Makes stops of a contact of solids.
    pub(super) fn rigid_contact(&mut self, c: &Contact) {
        let slides = |f: &carom_model::force::Friction| f.mu_static > 0.0 || f.mu_dynamic > 0.0;
        if c.friction.as_ref().is_some_and(slides) {
            self.error(
                "unsupported-statement",
                c.tag.span,
                format!("{}: friction in rigid contacts is not computed", c.tag),
                Some("leave the friction out, or --contact rigid"),
            );
            return;
        }
        // POISSON brings a coefficient of its own.
        let own = match c.normal {
            NormalLaw::Poisson { restitution, .. } => Some(restitution),
            _ => None,
        };
        let restitution = own.or(self.model.settings.rigid.and_then(|r| r.restitution));
        let [i, j] = [&c.i, &c.j].map(|list| self.shapes(c, list));
        let (Some(i), Some(j)) = (i, j) else { return };
        let (Some(a), Some(b)) = (i.first(), j.first()) else {
            return;
        };
        let element = self.system.forces.len();
        self.place_of_stops(&c.tag, ElementForce::Contact, a.marker, b.marker);
        for a in &i {
            for b in &j {
                let Some(gaps) = self
                    .gaps_of_solids(a, b)
                    .or_else(|| self.gaps_of_solids(b, a))
                else {
                    let message = format!(
                        "{}: the gap between {} and {} has no formula, which a rigid contact needs",
                        c.tag, a.label, b.label
                    );
                    let d = Diagnostic::error("contact-shape", c.tag.span, message);
                    self.diagnostics.push(d.help(
                        "a ball with a plane, a ball, a cavity or a box, and a box with a plane are rigid; others need --contact compliant",
                    ));
                    continue;
                };
                let parse = |text: String| {
                    let text = SpannedText::bare(text);
                    Expression::parse(text, Dialect::Adams, &mut Diagnostics::default())
                };
                let gaps: Vec<(f64, Expression)> = gaps
                    .into_iter()
                    .filter_map(|gap| Some((1.0, parse(gap)?)))
                    .collect();
                let ends = [self.marker(a.marker), self.marker(b.marker), 0];
                self.stops(&c.tag, &gaps, restitution, |constraint| Stop {
                    label: c.tag.to_string(),
                    element,
                    constraint,
                    guard: 0,
                    restitution: 0.0,
                    law: None,
                    ends,
                    has_reaction: true,
                    component: 0,
                    sign: 1.0,
                });
            }
        }
    }

    fn shapes(&mut self, c: &Contact, list: &[Id<Graphic>]) -> Option<Vec<Solid>> {
        let mut solids = Vec::new();
        for &id in list {
            let graphic = &self.model.graphics[id];
            let found = form_of(graphic)
                .and_then(|form| Ok((form, graphic.marker.ok_or("is on no marker")?)));
            match found {
                Ok(((form, at), marker)) => solids.push(Solid {
                    form,
                    marker,
                    at,
                    label: graphic.tag.to_string(),
                }),
                Err(why) => {
                    let message = format!("{}: {} {why}", c.tag, graphic.tag);
                    let d = Diagnostic::error("contact-shape", c.tag.span, message);
                    self.diagnostics
                        .push(d.related(graphic.tag.span, "this shape"));
                }
            }
        }
        (solids.len() == list.len()).then_some(solids)
    }

    /// Gaps between two solids as expressions, in this order of them.
    fn gaps_of_solids(&mut self, a: &Solid, b: &Solid) -> Option<Vec<String>> {
        let zero = Vec3::zeros();
        match (a.form, b.form) {
            (Form::Sphere { radius }, Form::HalfSpace) => {
                let (centre, plane) = (self.point_on(a, zero), self.point_on(b, zero));
                Some(vec![format!("DZ({centre},{plane},{plane})-{radius:e}")])
            }
            (Form::Box { extents }, Form::HalfSpace) => {
                let plane = self.point_on(b, zero);
                let corners = (0..8).map(|k| {
                    let side = |bit: u32| if k >> bit & 1 == 1 { 0.5 } else { -0.5 };
                    let [x, y, z] = extents.to_array();
                    Vec3::new(side(0) * x, side(1) * y, side(2) * z)
                });
                let corners: Vec<u32> = corners.map(|at| self.point_on(a, at)).collect();
                let gap = |corner: &u32| format!("DZ({corner},{plane},{plane})");
                Some(corners.iter().map(gap).collect())
            }
            (Form::Sphere { radius: r }, Form::Sphere { radius: s }) => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                Some(vec![format!("DM({i},{j})-{:e}", r + s)])
            }
            (Form::Sphere { radius: r }, Form::Cavity { radius: s }) if s > r => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                let room = s - r;
                let d = format!("(DX({i},{j})**2+DY({i},{j})**2+DZ({i},{j})**2)");
                Some(vec![format!("({room:e}-{d}/{room:e})/2")])
            }
            (Form::Sphere { radius }, Form::Box { extents }) => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                let beyond = |axis: char, extent: f64| {
                    format!("MAX(ABS(D{axis}({i},{j},{j}))-{:e},0)**2", 0.5 * extent)
                };
                let [x, y, z] = extents.to_array();
                let all = [beyond('X', x), beyond('Y', y), beyond('Z', z)].join("+");
                Some(vec![format!("SQRT({all})-{radius:e}")])
            }
            _ => None,
        }
    }

    /// The label of a marker of our own, with the axes of the solid's frame, at a place in it.
    fn point_on(&mut self, solid: &Solid, at: Vec3) -> u32 {
        let on = self.marker(solid.marker);
        let on = &self.system.markers[on];
        let own = MarkerOn {
            carrier: on.carrier,
            s: on.s + on.R * (solid.at + at),
            R: on.R,
        };
        self.system.markers.push(own);
        self.system.marker_ids.push(None);
        let mut label = u32::MAX - self.own_markers.len() as u32;
        while self.model.markers.find(label).is_some() || self.own_markers.contains_key(&label) {
            label -= 1;
        }
        self.own_markers
            .insert(label, self.system.markers.len() - 1);
        label
    }
}
