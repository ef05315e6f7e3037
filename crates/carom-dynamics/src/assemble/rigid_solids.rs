//! Contacts of solids as unilateral constraints, where contacts are rigid and the gap has a formula.
//!
//! | pair | gap |
//! |---|---|
//! | ball and plane | height of the centre over the plane − r |
//! | box and plane | height of each of its eight corners |
//! | ball and ball | d − r₁ − r₂, d the distance of the centres |
//! | ball in a cavity | ((R − r)² − d²)/2(R − r): R − r − d to first order where they touch, and smooth at d = 0 |
//! | ball and box, ball and cylinder | distance of the centre from the solid − r |
//! | ball and capsule | distance of the centre from the axis − R − r |
//! | ball and frustum | distance of the centre from the solid − r |
//! | ball and torus | √((ρ − R)² + z²) − r₁ − r₂, ρ and z the distances of the centre from the axis and the plane of the torus |
//! | ellipsoid and plane | height of the centre − √Σ(aₖ·nₖ)², a the half axes, n the normal on its axes |
//! | torus and plane | height of the centre − R·sin θ − r, θ between its axis and the normal |
//! | cylinder or frustum and plane | height of the centre of each rim − R·sin θ |
//! | capsule and plane | height of the centre of each end − r |
//!
//! A ball that lies in the hole of a torus touches it all round. There it lies on three feet, balls that fill the tube where the ball would touch it, and the ring
//! recedes about its axis by `D·F·R·exp(−(ρ/F·R)²)`.
//!
//! The lowest point of a ring runs round it ever faster as it comes to lie flat, and there is none where it does. Three feet on it carry it there, and
//! where sin θ is no more than some 1e-4 the ring between them recedes,
//!
//! ```text
//! height of the centre − R·(sin θ − D·F·exp(−sin θ/F))      F = 1e-4, D = 0.1
//! ```
//!
//! so that flat it is D·F·R above the plane. The feet stand on the circle of radius (1 − 1e-3)·R, above the lowest point wherever the ring does not recede. Together they
//! are one shape, that of the ring but for D·F·R, and steeper than 40·F the ring is exact to rounding.
//!
//! Two solids that are convex with plane faces, balls, ellipsoids, capsules, cylinders, frustums or tori touch in features that change
//! ([`super::rigid_polyhedra`]).
//!
//! The gap is written as an expression over markers of its own, so a contact of solids is a stop like any other. With friction, the slip of its surfaces
//! stands right behind it among the constraints.

use super::rigid_polyhedra::{with_core, with_plane_faces};
use super::rigid_solid::{Coefficients, Solid};
use super::solids::form_of;
use crate::assemble::builder::Builder;
use crate::elements::constraint::{Constraint, Equations};
use crate::elements::slip::{Profile, Slip, Spot};
use crate::mechanism::kinematics::MarkerOn;
use crate::system::{ContactFriction, Stop};
use carom_base::{Diagnostic, Diagnostics, Dialect, SpannedText, Vec3};
use carom_expr::{ElementForce, Expression};
use carom_geometry::overlap::Form;
use carom_geometry::polyhedron::INSET;
use carom_geometry::touch::{FLAT, LEVEL_RIM, RECEDES};
use carom_model::force::NormalLaw;
use carom_model::{Contact, Graphic, Id};

/// Angle of the first foot in a hole: symmetric mechanisms have none in their planes.
const FEET_FROM: f64 = 0.3;

/// A gap between two solids, and where they touch when it is closed.
struct Gap {
    text: String,
    /// Markers of the two, by the labels that they have in the text.
    ends: [u32; 2],
    spot: Spot,
}

impl Builder<'_> {
    /// Makes stops of a contact of solids, for all shapes of one list with all of the other of each pair of lists.
    pub(super) fn rigid_contact(&mut self, c: &Contact, sides: &[[Vec<Id<Graphic>>; 2]]) {
        let friction = self.coefficients(c);
        // POISSON brings a coefficient of its own.
        let own = match c.normal {
            NormalLaw::Parametric(law) => law.restitution(),
            _ => None,
        };
        let restitution = own.or(self.model.settings.rigid.and_then(|r| r.restitution));
        let mut pairs = Vec::new();
        for [i, j] in sides {
            let [i, j] = [i, j].map(|list| self.shapes(c, list));
            let (Some(i), Some(j)) = (i, j) else { return };
            pairs.push((i, j));
        }
        let ends = |(i, j): &(Vec<Solid>, Vec<Solid>)| Some((i.first()?.marker, j.first()?.marker));
        let Some((a, b)) = pairs.first().and_then(ends) else {
            return;
        };
        let element = self.system.forces.len();
        self.place_of_stops(&c.tag, ElementForce::Contact, a, b);
        for (i, j) in &pairs {
            self.rigid_pairs(c, (i, j), element, (restitution, friction));
        }
    }

    /// Stops of the contact of each of some solids with each of some others; their forces are those of an element.
    fn rigid_pairs(
        &mut self,
        c: &Contact,
        (i, j): (&[Solid], &[Solid]),
        element: usize,
        (restitution, friction): (Option<f64>, Option<Coefficients>),
    ) {
        for a in i {
            for b in j {
                let ends = [self.marker(a.marker), self.marker(b.marker), 0];
                let stop = |constraint| Stop {
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
                    contact_friction: None,
                };
                if self.of_features(c, (a, b), with_plane_faces, &stop, (restitution, friction)) {
                    continue;
                }
                let gaps = self
                    .gaps_of_solids(a, b)
                    .or_else(|| self.gaps_of_solids(b, a));
                if gaps.is_none()
                    && self.of_features(c, (a, b), with_core, &stop, (restitution, friction))
                {
                    continue;
                }
                let Some(gaps) = gaps else {
                    let message = format!(
                        "{}: the gap between {} and {} has no formula, which a rigid contact needs",
                        c.tag, a.label, b.label
                    );
                    let d = Diagnostic::error("contact-shape", c.tag.span, message);
                    self.diagnostics.push(d.help(
                        "a ball with a plane, ball, cavity, box, cylinder, frustum, capsule or torus, a cylinder, frustum, capsule, ellipsoid, torus or solid with plane faces with a plane, two solids of which each is a ball, an ellipsoid, a capsule, a cylinder, a frustum, a torus, a box with round edges or has plane faces (boxes, straight extrusions, closed meshes) are rigid; others need --contact compliant",
                    ));
                    continue;
                };
                for gap in gaps {
                    let text = SpannedText::bare(gap.text.clone());
                    let parsed =
                        Expression::parse(text, Dialect::Adams, &mut Diagnostics::default())
                            .expect("the texts of gaps are formulas");
                    let before = self.system.rigid.stops.len();
                    self.stops(&c.tag, &[(1.0, parsed)], restitution, stop);
                    if self.system.rigid.stops.len() == before {
                        continue;
                    }
                    if let Some(friction) = friction {
                        let on = gap.ends.map(|label| self.own_markers[&label]);
                        self.contact_friction(c, friction, (gap.spot, on), ends);
                    }
                }
            }
        }
    }

    /// The coefficients of a contact with friction. Velocities of transition belong to the compliant law: rigid surfaces stick at rest.
    fn coefficients(&mut self, c: &Contact) -> Option<Coefficients> {
        let f = c.friction.as_ref()?;
        if f.mu_static < f.mu_dynamic {
            let message = format!(
                "{}: its static coefficient of friction {} is less than the dynamic one, {}, which is taken for both",
                c.tag, f.mu_static, f.mu_dynamic
            );
            self.diagnostics.push(Diagnostic::warning(
                "rigid-static-friction",
                c.tag.span,
                message,
            ));
        }
        let mu_static = f.mu_static.max(f.mu_dynamic);
        (mu_static > 0.0).then_some(Coefficients {
            mu_static,
            mu_dynamic: f.mu_dynamic,
        })
    }

    /// Friction of the stop made last, at a spot on markers of ours.
    pub(super) fn contact_friction(
        &mut self,
        c: &Contact,
        friction: Coefficients,
        (spot, [i, j]): (Spot, [usize; 2]),
        ends: [usize; 3],
    ) {
        let stop = self.system.rigid.stops.len() - 1;
        let constraint = self.system.constraints.len();
        let bodies = self.bodies_of(&[i, j]);
        self.system.constraints.push(Constraint {
            label: c.tag.to_string(),
            span: c.tag.span,
            i: ends[0],
            j: ends[1],
            equations: Equations::Slip(Slip {
                i,
                j,
                spot,
                modes: 0..0, // allotted with those of functions
            }),
            first_row: 0,
            bodies,
        });
        self.system.rigid.stops[stop].contact_friction =
            Some(self.system.rigid.contact_frictions.len());
        self.system.rigid.contact_frictions.push(ContactFriction {
            stop,
            constraint,
            mu_static: friction.mu_static,
            mu_dynamic: friction.mu_dynamic,
            guard: 0,
        });
    }

    fn shapes(&mut self, c: &Contact, list: &[Id<Graphic>]) -> Option<Vec<Solid>> {
        let mut solids = Vec::new();
        for &id in list {
            let graphic = &self.model.graphics[id];
            let outside = graphic.cavity != c.flipped.contains(&id);
            let found = form_of(graphic, outside)
                .and_then(|form| Ok((form, graphic.marker.ok_or("is on no marker")?)));
            match found {
                Ok(((form, at), marker)) => solids.push(Solid {
                    form,
                    graphic: id,
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
    fn gaps_of_solids(&mut self, a: &Solid, b: &Solid) -> Option<Vec<Gap>> {
        let zero = Vec3::zeros();
        let one = |text, i, j, spot| {
            let ends = [i, j];
            Some(vec![Gap { text, ends, spot }])
        };
        match (a.form, b.form) {
            (Form::Sphere { radius }, Form::HalfSpace) => {
                let (centre, plane) = (self.point_on(a, zero), self.point_on(b, zero));
                let text = format!("DZ({centre},{plane},{plane})-{radius:e}");
                one(text, centre, plane, Spot::BallOnPlane(radius))
            }
            (Form::Box { extents }, Form::HalfSpace) => {
                let plane = self.point_on(b, zero);
                let corners = (0..8).map(|k| {
                    let side = |bit: u32| if k >> bit & 1 == 1 { 0.5 } else { -0.5 };
                    let [x, y, z] = extents.to_array();
                    Vec3::new(side(0) * x, side(1) * y, side(2) * z)
                });
                let corners: Vec<u32> = corners.map(|at| self.point_on(a, at)).collect();
                let gap = |corner: &u32| Gap {
                    text: format!("DZ({corner},{plane},{plane})"),
                    ends: [*corner, plane],
                    spot: Spot::PointOnPlane,
                };
                Some(corners.iter().map(gap).collect())
            }
            (Form::Sphere { radius: r }, Form::Sphere { radius: s }) => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                let text = format!("DM({i},{j})-{:e}", r + s);
                one(text, i, j, Spot::BallOnBall(s))
            }
            (Form::Sphere { radius: r }, Form::Cavity { radius: s }) if s > r => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                let room = s - r;
                let d = format!("(DX({i},{j})**2+DY({i},{j})**2+DZ({i},{j})**2)");
                let text = format!("({room:e}-{d}/{room:e})/2");
                one(text, i, j, Spot::BallInCavity(r))
            }
            (Form::Sphere { radius }, Form::Box { extents }) => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                let beyond = |axis: char, extent: f64| {
                    format!("MAX(ABS(D{axis}({i},{j},{j}))-{:e},0)**2", 0.5 * extent)
                };
                let [x, y, z] = extents.to_array();
                let all = [beyond('X', x), beyond('Y', y), beyond('Z', z)].join("+");
                let text = format!("SQRT({all})-{radius:e}");
                one(text, i, j, Spot::BallOnBox(extents * 0.5))
            }
            (Form::Sphere { radius: r }, Form::Cylinder { length, radius }) => {
                let middle = Vec3::new(0.0, 0.0, 0.5 * length);
                let (i, j) = (self.point_on(a, zero), self.point_on(b, middle));
                let half = 0.5 * length.abs();
                let out = format!("MAX(SQRT(DX({i},{j},{j})**2+DY({i},{j},{j})**2)-{radius:e},0)");
                let along = format!("MAX(ABS(DZ({i},{j},{j}))-{half:e},0)");
                let text = format!("SQRT({out}**2+{along}**2)-{r:e}");
                one(text, i, j, Spot::BallOnCylinder { radius, half })
            }
            (Form::Sphere { radius: r }, Form::Capsule { length, radius }) => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                let half = 0.5 * length.abs();
                let out = format!("DX({i},{j},{j})**2+DY({i},{j},{j})**2");
                let along = format!("MAX(ABS(DZ({i},{j},{j}))-{half:e},0)");
                let text = format!("SQRT({out}+{along}**2)-{:e}", r + radius);
                one(text, i, j, Spot::BallOnCapsule { radius, half })
            }
            (
                Form::Sphere { radius: r },
                Form::Frustum {
                    length,
                    bottom,
                    top,
                },
            ) => {
                let (i, j) = (self.point_on(a, zero), self.point_on(b, zero));
                let profile = Profile::new(length, bottom, top);
                let text = format!("{}-{r:e}", profile.distance(i, j));
                one(text, i, j, Spot::BallOnFrustum(profile))
            }
            (Form::Sphere { radius }, Form::Torus { major, minor }) => {
                Some(self.ball_on_torus(a, radius, b, [major, minor]))
            }
            (Form::Capsule { length, radius }, Form::HalfSpace) => {
                let plane = self.point_on(b, zero);
                let ends = [0.5, -0.5].map(|z| self.point_on(a, Vec3::new(0.0, 0.0, z * length)));
                let gap = |end: u32| Gap {
                    text: format!("DZ({end},{plane},{plane})-{radius:e}"),
                    ends: [end, plane],
                    spot: Spot::BallOnPlane(radius),
                };
                Some(ends.into_iter().map(gap).collect())
            }
            (Form::Ellipsoid { semi_axes }, Form::HalfSpace) => {
                let [x, y, z] = semi_axes.to_array();
                let tips = [
                    Vec3::new(x, 0.0, 0.0),
                    Vec3::new(0.0, y, 0.0),
                    Vec3::new(0.0, 0.0, z),
                ];
                let (i, plane) = (self.point_on(a, zero), self.point_on(b, zero));
                let square = self.square_of(a, i, &tips, plane);
                let text = format!("DZ({i},{plane},{plane})-SQRT({square})");
                one(text, i, plane, Spot::EllipsoidOnPlane(semi_axes))
            }
            (Form::Torus { major, minor }, Form::HalfSpace) => {
                let mut gaps = vec![self.ring(a, zero, [major, minor], b)];
                gaps.extend(self.feet(a, zero, [major, minor], b));
                Some(gaps)
            }
            (Form::Cylinder { length, radius }, Form::HalfSpace) => {
                let ends = [(0.0, radius), (length, radius)];
                Some(self.rims(a, ends, b))
            }
            (
                Form::Frustum {
                    length,
                    bottom,
                    top,
                },
                Form::HalfSpace,
            ) => Some(self.rims(a, [(0.0, bottom), (length, top)], b)),
            (_, Form::HalfSpace) => corners_on_plane(self, a, b),
            _ => None,
        }
    }

    /// The gaps of a ball and a torus: of its ring, and where the ball could lie in its hole of the feet there.
    fn ball_on_torus(
        &mut self,
        ball: &Solid,
        r: f64,
        torus: &Solid,
        [major, minor]: [f64; 2],
    ) -> Vec<Gap> {
        let (i, j) = (
            self.point_on(ball, Vec3::zeros()),
            self.point_on(torus, Vec3::zeros()),
        );
        let reach = minor + r;
        let square = format!("(DX({i},{j},{j})**2+DY({i},{j},{j})**2)");
        // So little that it has a slope on the axis.
        let out = format!("SQRT({square}+{:e})", (LEVEL_RIM * major).powi(2));
        let lies_in_hole = reach >= major;
        let (flat, back) = (FLAT * major, RECEDES * FLAT * major);
        let recedes = match lies_in_hole {
            true => format!("+{back:e}*EXP(-{square}/{:e})", flat * flat),
            false => String::new(),
        };
        let mut gaps = vec![Gap {
            text: format!("SQRT(({out}-{major:e})**2+DZ({i},{j},{j})**2){recedes}-{reach:e}"),
            ends: [i, j],
            spot: Spot::BallOnTorus([major, minor]),
        }];
        if lies_in_hole {
            // As high in the hole as the ring carries it, a little farther in.
            let radius = major * (1.0 - INSET);
            let reach = (reach * reach - major * major + radius * radius).sqrt();
            for k in 0..3 {
                let (s, c) = (FEET_FROM + std::f64::consts::TAU * f64::from(k) / 3.0).sin_cos();
                let foot = self.point_on(torus, Vec3::new(radius * c, radius * s, 0.0));
                gaps.push(Gap {
                    text: format!("DM({i},{foot})-{reach:e}"),
                    ends: [i, foot],
                    spot: Spot::BallOnBall(reach - r),
                });
            }
        }
        gaps
    }

    /// The sum of the squares of the heights of the tips over the marker `centre`.
    fn square_of(&mut self, solid: &Solid, centre: u32, tips: &[Vec3], plane: u32) -> String {
        let squares: Vec<String> = tips
            .iter()
            .map(|tip| {
                let tip = self.point_on(solid, *tip);
                format!("DZ({tip},{centre},{plane})**2")
            })
            .collect();
        format!("({})", squares.join("+"))
    }

    /// The gap of a ring about z of a solid over a plane.
    fn ring(&mut self, solid: &Solid, at: Vec3, radii: [f64; 2], plane: &Solid) -> Gap {
        let (i, plane) = (
            self.point_on(solid, at),
            self.point_on(plane, Vec3::zeros()),
        );
        let [major, minor] = radii;
        let tips = [
            at + Vec3::new(major, 0.0, 0.0),
            at + Vec3::new(0.0, major, 0.0),
        ];
        let square = self.square_of(solid, i, &tips, plane);
        // So little that it has a slope where the ring lies flat.
        let lean = format!("SQRT({square}+{:e})", (LEVEL_RIM * major).powi(2));
        let (flat, back) = (FLAT * major, RECEDES * FLAT * major);
        Gap {
            text: format!(
                "DZ({i},{plane},{plane})-{lean}+{back:e}*EXP(-{lean}/{flat:e})-{minor:e}"
            ),
            ends: [i, plane],
            spot: Spot::RingOnPlane(radii),
        }
    }

    /// The gaps of the feet on which a ring lies.
    fn feet(
        &mut self,
        solid: &Solid,
        at: Vec3,
        [major, minor]: [f64; 2],
        plane: &Solid,
    ) -> Vec<Gap> {
        let plane = self.point_on(plane, Vec3::zeros());
        let radius = major * (1.0 - INSET);
        let foot = |k: u32| {
            let (s, c) = (std::f64::consts::TAU * f64::from(k) / 3.0).sin_cos();
            let i = self.point_on(solid, at + Vec3::new(radius * c, radius * s, 0.0));
            Gap {
                text: format!("DZ({i},{plane},{plane})-{minor:e}"),
                ends: [i, plane],
                spot: if minor > 0.0 {
                    Spot::BallOnPlane(minor)
                } else {
                    Spot::PointOnPlane
                },
            }
        };
        (0..3).map(foot).collect()
    }

    /// The gaps of the rims at places along z with their radii; a rim without a radius is a point.
    fn rims(&mut self, solid: &Solid, ends: [(f64, f64); 2], plane: &Solid) -> Vec<Gap> {
        let mut gaps = Vec::new();
        for (z, radius) in ends {
            let at = Vec3::new(0.0, 0.0, z);
            if radius > 0.0 {
                gaps.push(self.ring(solid, at, [radius, 0.0], plane));
                gaps.extend(self.feet(solid, at, [radius, 0.0], plane));
                continue;
            }
            let (i, plane) = (
                self.point_on(solid, at),
                self.point_on(plane, Vec3::zeros()),
            );
            gaps.push(Gap {
                text: format!("DZ({i},{plane},{plane})"),
                ends: [i, plane],
                spot: Spot::PointOnPlane,
            });
        }
        gaps
    }

    /// The label of a marker of our own, with the axes of the solid's frame, at a place in it.
    pub(super) fn point_on(&mut self, solid: &Solid, at: Vec3) -> u32 {
        let on = self.marker(solid.marker);
        let on = &self.system.mechanism.markers[on];
        let own = MarkerOn {
            carrier: on.carrier,
            s: on.s + on.R * (solid.at.rotation * at + solid.at.position),
            R: on.R * solid.at.rotation,
        };
        self.system.mechanism.markers.push(own);
        self.system.mechanism.marker_ids.push(None);
        self.system.mechanism.stored.push(true);
        let mut label = u32::MAX - self.own_markers.len() as u32;
        while self.model.markers.find(label).is_some() || self.own_markers.contains_key(&label) {
            label -= 1;
        }
        self.own_markers
            .insert(label, self.system.mechanism.markers.len() - 1);
        label
    }
}

/// The gaps of the corners of a solid with plane faces over a plane, balls of a rounded one.
fn corners_on_plane(builder: &mut Builder, solid: &Solid, plane: &Solid) -> Option<Vec<Gap>> {
    let cores = with_core(builder.model, solid)?.ok()?;
    if cores.iter().any(|core| !core.rims.is_empty()) {
        return None;
    }
    let r = cores.iter().fold(0.0, |r: f64, core| r.max(core.rounding));
    let plane = builder.point_on(plane, Vec3::zeros());
    let corners = cores.iter().flat_map(|core| {
        let seen = core.corners.iter().enumerate();
        seen.filter(|(k, _)| !core.hidden.corner(*k))
    });
    let gap = |(_, corner): (usize, &Vec3)| {
        let corner = builder.point_on(solid, *corner);
        Gap {
            text: format!("DZ({corner},{plane},{plane})-{r:e}"),
            ends: [corner, plane],
            spot: match r > 0.0 {
                true => Spot::BallOnPlane(r),
                false => Spot::PointOnPlane,
            },
        }
    };
    Some(corners.map(gap).collect())
}
