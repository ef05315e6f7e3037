//! Contacts of two convex solids with plane faces as unilateral constraints: a stop for each point in which they may touch ([`crate::touch`]).

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
use carom_model::Contact;
use std::sync::Arc;

/// In a step solids may move into each other by this part of their thicknesses.
const PASSING: f64 = 0.25;
/// Features are looked at one by one: no more faces than this.
const MOST_FACES: usize = 64;

impl Builder<'_> {
    /// The solid of a shape with plane faces, or why it has no such solid; `None` where the shape has other faces.
    fn polyhedron(&self, solid: &Solid) -> Option<Result<Polyhedron, String>> {
        let mesh = match solid.form {
            Form::Box { extents } => Ok(Cuboid::new(extents.into()).ok()?.mesh(Refinement::COARSE)),
            Form::Mesh => {
                let shape = &self.model.graphics[solid.graphic].shape;
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

    /// Makes stops for the points in which two polyhedra may touch, or says why one of them is not convex; `false` where one has curved faces.
    pub(super) fn of_polyhedra(
        &mut self,
        c: &Contact,
        (a, b): (&Solid, &Solid),
        make: &impl Fn(usize) -> Stop,
        (restitution, friction): (Option<f64>, Option<Coefficients>),
    ) -> bool {
        let found = [a, b].map(|solid| self.polyhedron(solid));
        let [Some(i), Some(j)] = found else {
            return false;
        };
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
        // Two convex polygons have no more corners in common.
        let points = solids.iter().map(Polyhedron::longest_border).sum();
        let room = PASSING * solids.iter().map(|s| s.thickness).sum::<f64>();
        let ends = [a, b].map(|solid| {
            let label = self.point_on(solid, Vec3::zeros());
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
