//! Contacts of two convex solids, sharp polyhedra or rounded ones, as unilateral constraints: a stop for each point in which they may touch ([`crate::elements::touch`]).
//! A solid that is not convex is several that are ([`convex_pieces`]).

use super::rigid_solid::{Coefficients, Solid};
use crate::assemble::builder::Builder;
use crate::elements::constraint::Equations;
use crate::elements::slip::Spot;
use crate::elements::touch::{OnMarkers, Touch};
use crate::system::MOST_POINTS;
use crate::system::{PolyhedronPair, Stop};
use carom_base::Vec3;
use carom_geometry::overlap::Form;
use carom_geometry::shapes::Cuboid;
use carom_geometry::touch::pair_of;
use carom_geometry::{Extrusion, Mesh, Polyhedron, Refinement, Solid as _};
use carom_geometry::{convex_pieces, hide_seams};
use carom_model::graphics::Shape;
use carom_model::{Contact, Model};
use std::sync::Arc;

/// In a step solids may move into each other by this part of their thicknesses.
const PASSING: f64 = 0.25;
/// In how many points a solid with rims touches another: on the feet of a rim, and where it crosses edges.
const MOST_OF_RIMS: usize = 12;
/// Features are looked at one by one: no more faces than this.
const MOST_FACES: usize = 64;

/// So many pairs of convex pieces two solids may have.
const MOST_PAIRS: usize = 1000;

/// So many pairs of edges their pieces may have: each is looked at in each step in which the pieces are near each other.
const MOST_EDGES: usize = 500_000;

/// Why the convex pieces of two solids are too many.
fn too_many(i: &[Polyhedron], j: &[Polyhedron]) -> Option<String> {
    let edges = |pieces: &[Polyhedron]| pieces.iter().map(|p| p.edges.len()).sum::<usize>();
    let [a, b] = [edges(i), edges(j)];
    if i.len() * j.len() > MOST_PAIRS {
        let (i, j) = (i.len(), j.len());
        Some(format!(
            "they are {i} and {j} convex pieces, more than {MOST_PAIRS} pairs"
        ))
    } else if a * b > MOST_EDGES {
        Some(format!(
            "their convex pieces have {a} and {b} edges, more than {MOST_EDGES} pairs"
        ))
    } else {
        None
    }
}

/// The convex solids that make up a shape, or why there are none; `None` where it has other faces.
type Core = Option<Result<Vec<Polyhedron>, String>>;

/// Of a shape with plane faces.
pub(super) fn with_plane_faces(model: &Model, solid: &Solid) -> Core {
    let shape = &model.graphics[solid.graphic].shape;
    let meshes = match (solid.form, shape) {
        (Form::Box { extents }, _) => {
            let cuboid = Cuboid::new(extents.into()).ok()?;
            Ok(vec![cuboid.mesh(Refinement::COARSE)])
        }
        (Form::Mesh, Shape::Named(_)) => return None,
        (Form::Mesh, Shape::Extrusion { outline, length }) => {
            let pieces = Extrusion::new(outline, *length).map(|whole| whole.convex_pieces());
            let mesh = |piece: &Extrusion| piece.mesh(Refinement::COARSE);
            pieces.map(|list| list.iter().map(mesh).collect())
        }
        (Form::Mesh, _) => {
            let mesh = match shape.triangles(Refinement::COARSE)? {
                Ok(mesh) => mesh,
                Err(error) => return Some(Err(error.to_string())),
            };
            match convex_pieces(&mesh) {
                Ok(pieces) => Ok(pieces),
                Err(error) => return Some(Err(error.to_string())),
            }
        }
        _ => return None,
    };
    let made = meshes.map_err(|e| e.to_string());
    let pieces = made.and_then(|list| list.iter().map(with_few_faces).collect());
    Some(pieces.map(|mut pieces: Vec<Polyhedron>| {
        hide_seams(&mut pieces);
        pieces
    }))
}

fn with_few_faces(mesh: &Mesh) -> Result<Polyhedron, String> {
    let made = Polyhedron::of(mesh).map_err(|e| e.to_string())?;
    match made.faces.len() {
        0..=MOST_FACES => Ok(made),
        faces => Err(format!(
            "a convex piece of it has {faces} faces, more than {MOST_FACES}"
        )),
    }
}

/// Of a ball, an ellipsoid, a capsule, a cylinder, a frustum, a torus, a shape of the list with a core, or a shape with plane faces.
pub(super) fn with_core(model: &Model, solid: &Solid) -> Core {
    if let (Form::Mesh, Shape::Named(named)) = (solid.form, &model.graphics[solid.graphic].shape) {
        return named.solid().core().map(|core| Ok(vec![core]));
    }
    let round = match solid.form {
        Form::Sphere { radius } => Polyhedron::ball(radius),
        Form::Capsule { length, radius } => Polyhedron::capsule(0.5 * length.abs(), radius),
        Form::Cylinder { length, radius } => Polyhedron::cylinder(0.5 * length.abs(), radius),
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
            Polyhedron::frustum(0.5 * length.abs(), [low, high])
        }
        Form::Ellipsoid { semi_axes } => Polyhedron::ellipsoid(semi_axes),
        Form::Torus { major, minor } => Polyhedron::torus(major, minor),
        _ => return with_plane_faces(model, solid),
    };
    Some(Ok(vec![round]))
}

impl Builder<'_> {
    /// Makes stops for the points in which two solids may touch whose convex pieces are `of`, or says why one of them has none; `false` where one has other faces.
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
        let mut take = |solid: &Solid, found: Result<Vec<Polyhedron>, String>| {
            let why = |why| format!("{}: {} as a rigid contact: {why}", c.tag, solid.label);
            let help = "a solid with plane faces, of which each convex piece has few, is rigid; others need --contact compliant";
            found
                .map_err(|e| self.error("contact-shape", c.tag.span, why(e), Some(help)))
                .ok()
        };
        let (Some(i), Some(j)) = (take(a, i), take(b, j)) else {
            return true;
        };
        if let Some(why) = too_many(&i, &j) {
            let message = format!(
                "{}: {} and {} as a rigid contact: {why}",
                c.tag, a.label, b.label
            );
            let help = "solids with fewer concave edges have fewer pieces; others need --contact compliant";
            self.error("contact-shape", c.tag.span, message, Some(help));
            return true;
        }
        for own in &i {
            for other in &j {
                let solids = [own.clone(), other.clone()];
                self.rigid_polyhedra(c, (a, b), solids, make, (restitution, friction));
            }
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
        let sharpest = solids.iter().filter(|s| s.ellipsoid.is_some());
        let sharpest = sharpest
            .map(Polyhedron::least_radius)
            .fold(f64::INFINITY, f64::min);
        let room = match solids.iter().all(Polyhedron::is_plain) {
            true => PASSING * (m + n),
            // The part that is next to an ellipsoid is known until it is deeper than its least radius of curvature.
            false if sharpest.is_finite() => PASSING * sharpest.min(m).min(n),
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
        let solids = Arc::new(OnMarkers {
            i: ends[0],
            j: ends[1],
            of: pair_of(solids),
        });
        let touch = Touch {
            of: Arc::clone(&solids),
            modes: 0..0, // allotted with those of functions
        };
        let first = self.system.rigid.stops.len();
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
        self.system.rigid.polyhedra.push(PolyhedronPair {
            solids,
            stops: first..self.system.rigid.stops.len(),
            room,
            guard: 0,
        });
    }
}

/// In how many points two convex solids touch at most, those between which one goes over into another counted twice.
fn most_points(solids: &[Polyhedron; 2]) -> usize {
    let has_ring = solids.iter().any(Polyhedron::is_ring);
    if !has_ring && solids.iter().any(|solid| solid.ellipsoid.is_some()) {
        return 2;
    }
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
