//! Contacts of solids: shapes become solids on their bodies.
//!
//! | shape | where it is on its marker |
//! |---|---|
//! | box from its corner | from the origin along x, y, z by signed lengths |
//! | box from its centre | about the origin |
//! | cylinder, frustum | from the middle of one face at the origin along z, by a signed length |
//! | ellipsoid, sphere, torus | about the origin, the axis of a torus along z |
//! | plane | what is below z = 0, without borders |
//! | extrusion | its outline at z = 0, along z by a signed length |
//! | revolution | about z |
//! | point | the origin |
//! | circle | in the xy plane about the origin |
//! | arc | in the xy plane about the origin, from the x axis; its material towards the origin |
//! | curve | its points on the axes of the marker; what it encloses, or has to its left |
//! | triangles, solids of CAD files | as they stand in their file |

use super::formulas::measures_overlap;
use crate::assemble::builder::Builder;
use crate::assemble::builder::ElementRef;
use crate::elements::solid::{Contact, Grip, MOST_PLACES, Normal, Pair, Place, SolidOn};
use crate::mechanism::function::Source;
use crate::mechanism::kinematics::Carrier;
use crate::system::{ExtraState, System};
use carom_base::{Diagnostic, Diagnostics, Mat3, Pose, Span, Vec3};
use carom_expr::ElementForce;
use carom_geometry::overlap::{Form, FormError, Prepared};
use carom_geometry::{CONTACT_TRIANGLES, Curve, Faceted, Refinement, Revolution};
use carom_laws::contact::solids::{AnyLaw, ImpactParameters, PoissonParameters};
use carom_laws::friction::{Effect, StickSlip};
use carom_model::analysis::ContactRule;
use carom_model::force::NormalLaw;
use carom_model::graphics::Shape;
use carom_model::{Graphic, Id};
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// The solid of a shape and where its frame is on the marker, or why there is none. Material is inside or outside.
pub(super) fn form_of(graphic: &Graphic, outside: bool) -> Result<(Form, Pose), String> {
    let zero = Pose::identity();
    let at = |position| Pose {
        position,
        rotation: Mat3::identity(),
    };
    let found = match &graphic.shape {
        Shape::BoxFromCorner(lengths) => {
            let lengths = Vec3::from(*lengths);
            let extents = lengths.abs();
            (Form::Box { extents }, at(lengths * 0.5))
        }
        Shape::BoxFromCenter(lengths) => (
            Form::Box {
                extents: Vec3::from(*lengths).abs(),
            },
            zero,
        ),
        Shape::Cylinder { length, radius } => (
            Form::Cylinder {
                length: *length,
                radius: *radius,
            },
            zero,
        ),
        Shape::Frustum {
            length,
            bottom,
            top,
        } => (
            Form::Frustum {
                length: *length,
                bottom: *bottom,
                top: *top,
            },
            zero,
        ),
        Shape::Ellipsoid([a, b, c]) if a == b && b == c => (Form::Sphere { radius: *a }, zero),
        Shape::Ellipsoid(axes) => (
            Form::Ellipsoid {
                semi_axes: Vec3::from(*axes),
            },
            zero,
        ),
        Shape::Torus { major, minor } => (
            Form::Torus {
                major: *major,
                minor: *minor,
            },
            zero,
        ),
        Shape::Plane(_) => (Form::HalfSpace, zero),
        Shape::Solid(solid) => solid.primitive.unwrap_or((Form::Mesh, zero)),
        Shape::Named(named) => (named.solid().form().unwrap_or(Form::Mesh), zero),
        Shape::Mesh(_) | Shape::Extrusion { .. } | Shape::Revolution { .. } => (Form::Mesh, zero),
        Shape::Point => (Form::Point, zero),
        Shape::Circle { radius } => (Form::Circle { radius: *radius }, zero),
        Shape::Curve(_) | Shape::Arc { .. } => (Form::Curve, zero),
        Shape::Other(name) => {
            return Err(format!(
                "is of the type {name}, which has no solid here; exported as a solid (Parasolid text, STEP) or as a closed surface of triangles (STL, OBJ, PLY) it has one"
            ));
        }
    };
    match (outside, found) {
        (false, found) => Ok(found),
        // the circle as a curve has two sides
        (true, (Form::Curve | Form::Circle { .. }, at)) => Ok((Form::Curve, at)),
        (true, (Form::Sphere { radius }, at)) => Ok((Form::Cavity { radius }, at)),
        (true, _) => Err("has its material outside; only a sphere, a circle and a curve can be turned inside out".into()),
    }
}

impl Builder<'_> {
    pub(super) fn contacts(&mut self) {
        for c in &self.model.contacts {
            let c = &*each_shape_once(c, self.diagnostics);
            if !c.tag.active {
                // A rigid contact has its place among the forces.
                if self.model.settings.rigid.is_some() {
                    self.resting_force(&c.tag, ElementForce::Contact);
                    continue;
                }
                let none = Normal::Parametric(AnyLaw::Impact(ImpactParameters {
                    stiffness: 0.0,
                    exponent: 1.0,
                    damping: 0.0,
                    dmax: 1.0,
                }));
                self.contact(c, none, None, Vec::new(), Vec::new());
                continue;
            }
            if c.is_of_groups(self.model) {
                self.contact_of_groups(c);
                continue;
            }
            if self.model.settings.rigid.is_some() {
                self.rigid_contact(c, &[[c.i.clone(), c.j.clone()]]);
                continue;
            }
            let Some((normal, friction)) = self.laws(c) else {
                continue;
            };
            let [i, j] = [&c.i, &c.j].map(|list| self.solids(c, list));
            let (Some(mut i), Some(mut j)) = (i, j) else {
                continue;
            };
            for a in &mut i {
                for b in &mut j {
                    self.check_pair(c, a, b);
                    if a.solid.needs_faces_with(&b.solid) {
                        self.refined(a);
                        self.refined(b);
                    }
                }
            }
            self.contact(c, normal, friction, i, j);
        }
    }

    pub(super) fn laws(&mut self, c: &carom_model::Contact) -> Option<(Normal, Option<Grip>)> {
        let normal = match c.normal {
            NormalLaw::Parametric(law) => {
                self.diagnostics.extend(note_on_law(c, &law));
                Some(Normal::Parametric(law.settled(&self.model.units)))
            }
            NormalLaw::Function(ref e) => self.formula(c, e),
            NormalLaw::User(ref user) => self.formula_of_routine(c, user),
        };
        if let Some(user) = &c.friction_routine {
            let friction = self.friction_of_routine(c, user);
            return Some((normal?, Some(friction?)));
        }
        let Some(f) = &c.friction else {
            return Some((normal?, None));
        };
        // In statics nothing slips, and friction by the slip velocity is zero: DYNAMICS_ONLY changes nothing.
        let Some(creep) = f.max_stiction_deformation else {
            let slip = [
                f.mu_static,
                f.mu_dynamic,
                f.stiction_velocity,
                f.friction_velocity,
            ];
            return Some((normal?, Some(Grip::Slip(slip))));
        };
        let law = StickSlip {
            mu_static: f.mu_static,
            mu_dynamic: f.mu_dynamic,
            vs: f.stiction_velocity,
            vd: f.friction_velocity,
            creep,
            effect: Effect::All,
        };
        if let Err(e) = law.check() {
            let message = format!("{}: {e}", c.tag);
            self.error("friction-parameter", c.tag.span, message, None);
            return None;
        }
        Some((normal?, Some(Grip::Bristles(law))))
    }

    /// A solid made ready; those of the same form are one. Triangles matter to pairs without a formula only.
    fn prepared(&mut self, form: Form, refinement: Refinement) -> Result<Arc<Prepared>, FormError> {
        let known = self.prepared.iter();
        for (level, solid) in known {
            if *level == refinement && *solid.form() == form {
                return Ok(Arc::clone(solid));
            }
        }
        let made = match refinement == Refinement::FINE {
            true => Prepared::with_faces(form, refinement),
            false => Prepared::new(form, refinement),
        };
        let solid = Arc::new(made?);
        self.prepared.push((refinement, Arc::clone(&solid)));
        Ok(solid)
    }

    /// The same solid in triangles that are fine enough to find its faces by.
    pub(super) fn refined(&mut self, solid: &mut SolidOn) {
        let form = *solid.solid.form();
        if form == Form::Mesh {
            return;
        }
        if let Ok(fine) = self.prepared(form, Refinement::FINE) {
            solid.solid = fine;
        }
    }

    /// The solid of a shape made of triangles, or what is within a curve, or why there is none; that of several contacts is one.
    fn of_file_or_curve(&mut self, id: Id<Graphic>) -> Result<Arc<Prepared>, String> {
        if let Some((_, solid)) = self.surfaces.iter().find(|(known, _)| *known == id) {
            return Ok(Arc::clone(solid));
        }
        let graphic = &self.model.graphics[id];
        let line = match graphic.shape {
            Shape::Curve(curve) => {
                let curve = &self.model.curves[curve];
                if curve.straight {
                    return Err(format!(
                        "{} is of straight lines, whose corners have no normal; give it ORDER=4",
                        curve.tag
                    ));
                }
                Some(Curve::through(&curve.points, curve.closed).map_err(|e| e.to_string())?)
            }
            Shape::Arc { radius, angle } => Some(Curve::arc(radius, angle)),
            Shape::Circle { radius } => Some(Curve::arc(radius, std::f64::consts::TAU)),
            _ => None,
        };
        if let Some(line) = line {
            let solid = Prepared::curve(&line).map_err(|e| e.to_string())?;
            let solid = Arc::new(solid);
            self.surfaces.push((id, Arc::clone(&solid)));
            return Ok(solid);
        }
        if let Shape::Solid(solid) = &graphic.shape {
            return self.of_faces(id, solid);
        }
        if let Shape::Revolution { outline } = &graphic.shape {
            let turned = Revolution::new(outline).map_err(|e| e.to_string())?;
            let made = turned.faceted(Refinement::FINE);
            return self.of_exact_faces(id, &made, |tag| {
                let message = format!(
                    "{tag} touches by its faces, found by {} facets around",
                    Refinement::FINE.segments()
                );
                Diagnostic::note("contact-facets", tag.span, message)
            });
        }
        if let Shape::Named(named) = &graphic.shape
            && let Some(made) = named.solid().faceted(Refinement::VIEW)
        {
            return self.of_exact_faces(id, &made, |tag| {
                let message = format!(
                    "{tag} touches by its exact surface, found by {} facets around; where a leaning edge goes over into its corner, depth and force step by up to an eighth",
                    Refinement::VIEW.segments()
                );
                let d = Diagnostic::note("contact-facets", tag.span, message);
                d.help("--contact rigid knows edges and corners to all digits")
            });
        }
        let mesh = graphic.shape.triangles(Refinement::FINE);
        let mesh = mesh
            .ok_or("it has no triangles")?
            .map_err(|e| e.to_string())?;
        let solid = Arc::new(Prepared::mesh(&mesh).map_err(|e| e.to_string())?);
        self.surfaces.push((id, Arc::clone(&solid)));
        Ok(solid)
    }

    /// A solid of exact faces that triangles find: an outline turned about an axis, a shape of the list. `note`: what there is to say of it.
    fn of_exact_faces(
        &mut self,
        id: Id<Graphic>,
        made: &Faceted,
        note: impl FnOnce(&carom_model::Tag) -> Diagnostic,
    ) -> Result<Arc<Prepared>, String> {
        let solid = made.closed(&made.facets).map_err(|e| e.to_string())?;
        let solid = Arc::new(Prepared::facets(solid));
        self.surfaces.push((id, Arc::clone(&solid)));
        self.diagnostics.push(note(&self.model.graphics[id].tag));
        Ok(solid)
    }

    /// A solid of a CAD file: its depth is by its faces and edges, by triangles where these are not known.
    fn of_faces(&mut self, id: Id<Graphic>, solid: &Faceted) -> Result<Arc<Prepared>, String> {
        let made = solid.solid(CONTACT_TRIANGLES).map_err(|e| e.to_string())?;
        let tag = &self.model.graphics[id].tag;
        let message = format!(
            "{tag} has {} triangles in contacts, within {:.1e} of its faces",
            made.len(),
            made.tolerance()
        );
        let d = Diagnostic::note("contact-facets", tag.span, message);
        self.diagnostics.push(d.help(
            "depth and direction are those of its faces, edges and corners, and of triangles where these are not known; a larger FACETING_TOLERANCE makes them finer",
        ));
        let solid = Arc::new(Prepared::facets(made));
        self.surfaces.push((id, Arc::clone(&solid)));
        Ok(solid)
    }

    /// Says of a plane and of an open curve where their material is taken to be.
    fn note_side(
        &mut self,
        c: &carom_model::Contact,
        graphic: &Graphic,
        solid: &Prepared,
        outside: bool,
    ) {
        if *solid.form() == Form::HalfSpace {
            let message = format!(
                "{}: {} is taken as all that is below it, without borders",
                c.tag, graphic.tag
            );
            let d = Diagnostic::note("contact-plane", c.tag.span, message);
            self.diagnostics
                .push(d.help("a BOX is a plate of its size"));
        }
        if solid.is_open() {
            let side = match (&graphic.shape, outside) {
                (Shape::Arc { .. }, false) => "towards its centre",
                (Shape::Arc { .. }, true) => "away from its centre",
                (_, false) => "to the left of its direction, seen from the tip of z of its marker",
                (_, true) => "to the right of its direction, seen from the tip of z of its marker",
            };
            let message = format!("{}: the material of {} is {side}", c.tag, graphic.tag);
            let d = Diagnostic::note("contact-open-curve", c.tag.span, message);
            self.diagnostics.push(
                    d.help("I_FLIP_GEOM and J_FLIP_GEOM of CONTACT, is_material_inside of Post_Graphic turn it to the other side"),
                );
        }
    }

    /// The solids of a side.
    pub(super) fn solids(
        &mut self,
        c: &carom_model::Contact,
        list: &[Id<Graphic>],
    ) -> Option<Vec<SolidOn>> {
        let mut solids = Vec::new();
        for &id in list {
            let graphic = &self.model.graphics[id];
            let outside = graphic.cavity != c.flipped.contains(&id);
            let made = form_of(graphic, outside).and_then(|(form, at)| {
                let solid = match form {
                    Form::Curve if outside => {
                        let solid = self.of_file_or_curve(id);
                        solid.map(|s| Arc::new(s.turned()))
                    }
                    Form::Mesh | Form::Curve => self.of_file_or_curve(id),
                    _ => {
                        let made = self.prepared(form, Refinement::COARSE);
                        made.map_err(|e| e.to_string())
                    }
                };
                Ok((solid.map_err(|e| format!("is no solid: {e}"))?, at))
            });
            let refused = |why: &str| {
                let message = format!("{}: {} {why}", c.tag, graphic.tag);
                Diagnostic::error("contact-shape", c.tag.span, message)
                    .related(graphic.tag.span, "this shape")
            };
            let (solid, at) = match made {
                Ok(made) => made,
                Err(why) => {
                    self.diagnostics.push(refused(&why));
                    continue;
                }
            };
            let Some(marker) = graphic.marker else {
                self.diagnostics.push(refused("is on no marker"));
                continue;
            };
            self.note_side(c, graphic, &solid, outside);
            let marker = self.marker(marker);
            let on = &self.system.mechanism.markers[marker];
            let pose = Pose {
                position: on.s,
                rotation: on.R,
            } * at;
            solids.push(SolidOn {
                label: graphic.tag.to_string(),
                id: graphic.tag.label,
                carrier: on.carrier,
                pose,
                ball: (solid.bounding_sphere())
                    .map(|(c, r)| (pose.rotation * c + pose.position, r)),
                thickness: solid.thickness(),
                solid,
            });
        }
        (solids.len() == list.len()).then_some(solids)
    }

    pub(super) fn contact(
        &mut self,
        c: &carom_model::Contact,
        normal: Normal,
        friction: Option<Grip>,
        i: Vec<SolidOn>,
        j: Vec<SolidOn>,
    ) {
        // A contact at rest has no solids.
        let carriers = [&i, &j].map(|side| side.first().map_or(Carrier::Ground, |s| s.carrier));
        let number = self.system.solid_contacts.contacts.len();
        let (first_pair, first_place) = (
            self.system.solid_contacts.pairs.len(),
            self.system.solid_contacts.places.len(),
        );
        let first_solid = self.system.solid_contacts.solids.len();
        for (m, a) in i.iter().enumerate() {
            for (n, b) in j.iter().enumerate() {
                let pair = self.system.solid_contacts.pairs.len();
                let first = self.system.solid_contacts.places.len();
                let several = !(a.solid.is_convex() && b.solid.is_convex() || is_one(a, b));
                let places = if several { MOST_PLACES } else { 1 };
                for _ in 0..places {
                    let bristles = bristles(&mut self.system, number, friction.as_ref());
                    self.system.solid_contacts.places.push(Place {
                        pair,
                        modes: 0..0,
                        bristles,
                        guards: 0..0,
                    });
                }
                self.system.solid_contacts.pairs.push(Pair {
                    contact: number,
                    solids: [first_solid + m, first_solid + i.len() + n],
                    places: first..first + places,
                });
            }
        }
        self.system
            .solid_contacts
            .solids
            .extend(i.into_iter().chain(j));
        let mut bodies: Vec<u32> = carriers
            .iter()
            .filter_map(|c| c.body().map(|b| b as u32))
            .collect();
        bodies.sort_unstable();
        let element = self.register_contact(c, number);
        self.system.solid_contacts.contacts.push(Contact {
            label: c.tag.to_string(),
            span: c.tag.span,
            carriers,
            contact_group: None,
            pairs: first_pair..self.system.solid_contacts.pairs.len(),
            places: first_place..self.system.solid_contacts.places.len(),
            rule: match normal.is_of_volumes() {
                true => ContactRule::Smooth,
                false => self.model.settings.contact_rule,
            },
            normal,
            friction,
            element,
            counts_by_pair: c.is_of_groups(self.model),
            bodies,
            support: Default::default(),
        });
    }

    /// The contact will have this number among those of the system, behind others that it has already. Its place among the contacts of the results.
    pub(super) fn register_contact(&mut self, c: &carom_model::Contact, number: usize) -> u32 {
        let own = self
            .elements
            .entry((ElementForce::Contact, c.tag.label))
            .or_insert(ElementRef::Contacts(number, 0));
        let labels = &mut self.system.outputs.layout.contacts;
        if let ElementRef::Contacts(first, count) = own {
            if *count == 0 {
                labels.push(c.tag.label);
            }
            *count = number + 1 - *first;
        }
        labels.len() as u32 - 1
    }

    pub(super) fn check_pair(&mut self, c: &carom_model::Contact, a: &SolidOn, b: &SolidOn) {
        let (x, y) = (a.solid.form(), b.solid.form());
        let open = |f: &Form| matches!(f, Form::HalfSpace | Form::Cavity { .. });
        let ball = |f: &Form| matches!(f, Form::Sphere { .. });
        let cavity = |f: &Form| matches!(f, Form::Cavity { .. });
        let faceted = |f: &Form| matches!(f, Form::Box { .. } | Form::Mesh);
        let plane = a.solid.is_plane() || b.solid.is_plane();
        let computed = match (open(x), open(y)) {
            _ if plane => a.solid.is_plane_with(&b.solid),
            (true, true) => false,
            (true, false) => !cavity(x) || ball(y),
            (false, true) => !cavity(y) || ball(x),
            (false, false) => true,
        };
        if !computed {
            let message = format!(
                "{}: {} and {} are no pair that is computed",
                c.tag, a.label, b.label
            );
            let help = match plane {
                true => "a point, a circle and a curve touch each other and a PLANE, in one plane",
                false => "a cavity takes a sphere, a plane any solid with bounds",
            };
            self.error("contact-shape", c.tag.span, message, Some(help));
        } else if plane
            && (needs_volume(c) || self.model.settings.contact_rule == ContactRule::Potential)
        {
            let (what, help) = match needs_volume(c) {
                true => (
                    "its normal law",
                    "laws by the depth are computed: IMPACT, POISSON, a function of DEPTH",
                ),
                false => (
                    "the rule potential",
                    "the rules adams and smooth are computed, and are one for them",
                ),
            };
            let message = format!(
                "{}: {} and {} are figures in a plane, which have no volume for {what}",
                c.tag, a.label, b.label
            );
            self.error("contact-shape", c.tag.span, message, Some(help));
        } else if needs_volume(c) && (ball(x) && faceted(y) || ball(y) && faceted(x)) {
            let message = format!(
                "{}: {} and {}: at edges and corners the volume is that of the cap that a plane cuts off the ball",
                c.tag, a.label, b.label
            );
            let d = Diagnostic::note("contact-volume", c.tag.span, message);
            self.diagnostics.push(d.help("on faces it is exact"));
        } else if a.solid.is_faceted_with(&b.solid) {
            let place = match a.solid.has_faces_for(&b.solid) {
                true => " where one reaches over an edge of the other",
                false => "",
            };
            let message = format!(
                "{}: {} and {} touch by their faces, found by {} facets around{place}",
                c.tag,
                a.label,
                b.label,
                Refinement::FINE.segments()
            );
            let d = Diagnostic::note("contact-facets", c.tag.span, message);
            let help = "pairs of a sphere or a plane with another shape, pairs of boxes, and what is over one face of a box or over an end of a cylinder or frustum are exact";
            self.diagnostics.push(d.help(help));
        }
    }

    /// CONTACT(id, jflag, comp, rm).
    pub(super) fn contact_force(
        &mut self,
        contacts: Range<usize>,
        at_j: bool,
        component: u8,
        rm: usize,
        span: Span,
    ) -> Option<Source> {
        let all = &self.system.solid_contacts.contacts[contacts.clone()];
        let body = |c: &Contact| c.carriers[usize::from(at_j)];
        let of_one_body = all
            .iter()
            .all(|c| c.contact_group.is_none() && body(c) == body(&all[0]));
        if component > 4 && !of_one_body {
            self.error(
                "unsupported-input",
                span,
                "a contact between groups has no torque: the bodies of a side have no point in common".into(),
                Some("components 1 to 4 are the sum of the forces; the table of contacts has the point of each"),
            );
            return None;
        }
        Some(Source::Contact {
            contacts,
            at_j,
            component,
            rm,
        })
    }
}

/// The contact with each shape once on a side.
fn each_shape_once<'c>(
    c: &'c carom_model::Contact,
    diagnostics: &mut Diagnostics,
) -> Cow<'c, carom_model::Contact> {
    let once = |list: &[Id<Graphic>]| -> Vec<Id<Graphic>> {
        let mut known = HashSet::new();
        list.iter().copied().filter(|g| known.insert(*g)).collect()
    };
    let [i, j] = [once(&c.i), once(&c.j)];
    if i.len() + j.len() == c.i.len() + c.j.len() {
        return Cow::Borrowed(c);
    }
    let message = format!("{} names a shape twice on one side", c.tag);
    let d = Diagnostic::warning("contact-shape-twice", c.tag.span, message);
    diagnostics.push(d.help("it counts once"));
    Cow::Owned(carom_model::Contact { i, j, ..c.clone() })
}

/// States of the bristles of a place, straight.
fn bristles(system: &mut System, contact: usize, friction: Option<&Grip>) -> Option<usize> {
    let Some(Grip::Bristles(_)) = friction else {
        return None;
    };
    let first = system.extra.states.len();
    for k in 0..3 {
        system.extra.states.push(ExtraState::Bristles(contact, k));
        system.extra.state_start.push(0.0);
    }
    Some(first)
}

/// Where a formula is ours because the help gives none.
fn note_on_law(c: &carom_model::Contact, law: &AnyLaw) -> Option<Diagnostic> {
    let AnyLaw::Poisson(PoissonParameters { restitution, .. }) = law else {
        return None;
    };
    let message = format!(
        "{}: the help gives no formula for POISSON; it is computed as a spring that gives back {restitution}² of the work it takes",
        c.tag
    );
    let d = Diagnostic::note("contact-poisson", c.tag.span, message);
    Some(d.help("IMPACT is a law that both solvers share; docs/theory/contact.md has the formula"))
}

/// Whether the normal law of a contact asks for the volume of the overlap.
fn needs_volume(c: &carom_model::Contact) -> bool {
    match &c.normal {
        NormalLaw::Parametric(law) => law.asks_volume(),
        NormalLaw::Function(e) => measures_overlap(e),
        NormalLaw::User(_) => false,
    }
}

/// A ball outside of a solid of revolution or a ball: the distance of its centre has one nearest point.
fn is_one(a: &SolidOn, b: &SolidOn) -> bool {
    let ball = |s: &SolidOn| matches!(s.solid.form(), Form::Sphere { .. });
    let mesh = |s: &SolidOn| matches!(s.solid.form(), Form::Mesh);
    (ball(a) && !mesh(b)) || (ball(b) && !mesh(a))
}
