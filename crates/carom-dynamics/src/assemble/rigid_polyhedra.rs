//! Contacts of two convex solids, sharp polyhedra or rounded ones, as unilateral constraints: a stop for each point in which they may touch ([`crate::touch`]).

use super::Builder;
use super::rigid_solids::{Coefficients, Solid};
use crate::constraint::Equations;
use crate::equations::MOST_POINTS;
use crate::slip::Spot;
use crate::system::{PolyhedronPair, Stop};
use crate::touch::{Polyhedra, Touch};
use carom_base::Vec3;
use carom_geometry::overlap::Form;
use carom_geometry::shapes::Cuboid;
use carom_geometry::{Polyhedron, Refinement, Solid as _};
use carom_model::graphics::Shape;
use carom_model::{Contact, Model};
use std::sync::Arc;

/// In a step solids may move into each other by this part of their thicknesses.
const PASSING: f64 = 0.25;
/// In how many points a solid with rims touches another: on the feet of a rim, and where it crosses edges.
const MOST_OF_RIMS: usize = 12;
/// Features are looked at one by one: no more faces than this.
const MOST_FACES: usize = 64;

/// The solid of a shape, or why it has no such solid; `None` where it has other faces.
type Core = Option<Result<Polyhedron, String>>;

/// Of a shape with plane faces.
pub(super) fn with_plane_faces(model: &Model, solid: &Solid) -> Core {
    let mesh = match solid.form {
        Form::Box { extents } => Ok(Cuboid::new(extents.into()).ok()?.mesh(Refinement::COARSE)),
        Form::Mesh => {
            let shape = &model.graphics[solid.graphic].shape;
            if let Shape::Named(_) = shape {
                return None;
            }
            let mesh = shape.triangles(Refinement::COARSE)?;
            mesh.map(|m| (*m).clone()).map_err(|e| e.to_string())
        }
        _ => return None,
    };
    let made = mesh.and_then(|m| Polyhedron::of(&m).map_err(|e| e.to_string()));
    Some(made.and_then(|p| match p.faces.len() {
        0..=MOST_FACES => Ok(p),
        faces => Err(format!("it has {faces} faces, more than {MOST_FACES}")),
    }))
}

/// Of a ball, a capsule, a cylinder, a frustum, a torus, a shape of the list with a core, or a shape with plane faces.
pub(super) fn with_core(model: &Model, solid: &Solid) -> Core {
    if let (Form::Mesh, Shape::Named(named)) = (solid.form, &model.graphics[solid.graphic].shape) {
        return named.solid().core().map(Ok);
    }
    match solid.form {
        Form::Sphere { radius } => Some(Ok(Polyhedron::ball(radius))),
        Form::Capsule { length, radius } => {
            Some(Ok(Polyhedron::capsule(0.5 * length.abs(), radius)))
        }
        Form::Cylinder { length, radius } => {
            Some(Ok(Polyhedron::cylinder(0.5 * length.abs(), radius)))
        }
        Form::Frustum {
            length,
            bottom,
            top,
        } => {
            let [low, high] = if length > 0.0 {
                [bottom, top]
            } else {
                [top, bottom]
            };
            Some(Ok(Polyhedron::frustum(0.5 * length.abs(), [low, high])))
        }
        Form::Torus { major, minor } => Some(Ok(Polyhedron::torus(major, minor))),
        _ => with_plane_faces(model, solid),
    }
}

impl Builder<'_> {
    /// Makes stops for the points in which two solids may touch whose features are `of`, or says why one of them is not convex; `false` where one has other faces.
    pub(super) fn of_features(
        &mut self,
        c: &Contact,
        (a, b): (&Solid, &Solid),
        of: impl Fn(&Model, &Solid) -> Core,
        make: &impl Fn(usize) -> Stop,
        (restitution, friction): (Option<f64>, Option<Coefficients>),
    ) -> bool {
        let found = [a, b].map(|solid| of(self.model, solid));
        let [Some(i), Some(j)] = found else {
            return false;
        };
        // A ring may be as near to what goes through it all round, and then touches in no point of its own.
        let are = |so: fn(&Polyhedron) -> bool| [&i, &j].map(|s| s.as_ref().is_ok_and(so));
        let (is_ring, is_plain) = (are(Polyhedron::is_ring), are(Polyhedron::is_plain));
        if is_ring[0] && !is_plain[1] || is_ring[1] && !is_plain[0] {
            return false;
        }
        let mut take = |solid: &Solid, found: Result<Polyhedron, String>| {
            let why = |why| format!("{}: {} as a rigid contact: {why}", c.tag, solid.label);
            let help = "a convex solid with plane faces is rigid; others need --contact compliant";
            found
                .map_err(|e| self.error("contact-shape", c.tag.span, why(e), Some(help)))
                .ok()
        };
        if let (Some(i), Some(j)) = (take(a, i), take(b, j)) {
            self.rigid_polyhedra(c, (a, b), [i, j], make, (restitution, friction));
        }
        true
    }

    /// Stops for the points in which two polyhedra may touch.
    fn rigid_polyhedra(
        &mut self,
        c: &Contact,
        (a, b): (&Solid, &Solid),
        solids: [Polyhedron; 2],
        make: &impl Fn(usize) -> Stop,
        (restitution, friction): (Option<f64>, Option<Coefficients>),
    ) {
        let points = most_points(&solids);
        let [m, n] = [0, 1].map(|side| solids[side].thickness);
        let rounding: f64 = solids.iter().map(|s| s.rounding).sum();
        let room = match solids.iter().all(Polyhedron::is_plain) {
            true => PASSING * (m + n),
            // Cores that are rounded do not meet.
            false if rounding > 0.0 => PASSING * rounding.min(m).min(n),
            false => PASSING * m.min(n),
        };
        let ends = [a, b].map(|solid| {
            // That of a cylinder or frustum is in the middle of its bottom.
            let middle = match solid.form {
                Form::Cylinder { length, .. } | Form::Frustum { length, .. } => 0.5 * length,
                _ => 0.0,
            };
            let label = self.point_on(solid, Vec3::new(0.0, 0.0, middle));
            self.own_markers[&label]
        });
        let solids = Arc::new(Polyhedra {
            i: ends[0],
            j: ends[1],
            solids,
        });
        let touch = Touch {
            of: Arc::clone(&solids),
            modes: 0..0, // allotted with those of functions
        };
        let first = self.system.stops.len();
        for _ in 0..usize::min(points, MOST_POINTS) {
            let equations = Equations::Touch(touch.clone());
            if !self.stop(&c.tag, equations, (1.0, restitution), make) {
                return;
            }
            if let Some(friction) = friction {
                let spot = Spot::Features(touch.clone());
                let told = make(0).ends;
                self.contact_friction(c, friction, (spot, ends), told);
            }
        }
        self.system.polyhedra.push(PolyhedronPair {
            solids,
            stops: first..self.system.stops.len(),
            room,
            guard: 0,
        });
    }
}

/// In how many points two convex solids touch at most, those between which one goes over into another counted twice.
fn most_points(solids: &[Polyhedron; 2]) -> usize {
    if solids.iter().any(|solid| !solid.rims.is_empty()) {
        return MOST_OF_RIMS;
    }
    let [m, n] = [0, 1].map(|side| solids[side].longest_border());
    match m.min(n) {
        1 => 2,
        2 => 4,
        // Two convex polygons have no more corners in common.
        _ => m + n,
    }
}
