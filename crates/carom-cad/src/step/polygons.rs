//! Polygons of points, the faces of a FACETED_BREP.
//!
//! A `POLY_LOOP` names its corners; its sides are edges along lines. Loops share corners by entity, or by coordinates where a writer gives each face
//! points of its own, and sides by their corners. A `FACE` without a surface lies in the plane of its loops: the normal is along their vector area
//! `½·Σ pₖ × pₖ₊₁` (outer loops run around it, inner ones against it).

use super::entities::Entity;
use super::error::{Fault, StepError};
use super::reader::Reader;
use crate::brep::{Edge, Fin, Loop, Vertex};
use crate::curve::Curve;
use crate::surface::{Frame, Surface};
use carom_base::Vec3;
use std::sync::Arc;

impl Reader<'_, '_, '_> {
    /// A `POLY_LOOP`.
    pub(super) fn polygon(&mut self, e: &Entity, backwards: bool) -> Result<Loop, StepError> {
        let mut corners = Vec::new();
        for point in e.simple(2)?.references(1)? {
            corners.push(self.corner(point)?);
        }
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        if corners.len() < 3 {
            return e.wrong(Fault::Topology, "the polygon has fewer than three corners");
        }
        if backwards {
            corners.reverse();
        }
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next);
        Ok(Loop::Fins(
            sides.map(|(a, b)| self.side(e.id, [*a, *b])).collect(),
        ))
    }

    fn corner(&mut self, point: u32) -> Result<usize, StepError> {
        if let Some(&known) = self.vertices.get(&point) {
            return Ok(known);
        }
        let place = self.geometry.point(point)?;
        // -0 is 0
        let bits = [place.x, place.y, place.z].map(|x| (x + 0.0).to_bits());
        let next = self.body.vertices.len();
        let number = *self.polygons.corners.entry(bits).or_insert(next);
        if number == next {
            self.body.vertices.push(Vertex {
                name: format!("#{point}"),
                point: place,
                tolerance: 0.0,
            });
        }
        self.vertices.insert(point, number);
        Ok(number)
    }

    /// From one corner to another; both are at different places.
    fn side(&mut self, polygon: u32, ends: [usize; 2]) -> Fin {
        let [a, b] = ends.map(|v| &self.body.vertices[v]);
        let next = self.body.edges.len();
        let key = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let edge = *self.polygons.sides.entry(key).or_insert(next);
        if edge == next {
            let name = format!("{}-{} of #{polygon}", a.name, b.name);
            let curve = Curve::Line {
                origin: a.point,
                direction: (b.point - a.point).normalize(),
            };
            self.body.edges.push(Edge {
                name,
                curve: Some(Arc::new(curve)),
                reversed: false,
                ends: Some(ends),
                tolerance: 0.0,
            });
            self.uses.push((polygon, [0, 0]));
        }
        Fin {
            edge,
            reversed: self.body.edges[edge].ends != Some(ends),
            curve: None,
        }
    }

    /// The plane of a face of polygons.
    pub(super) fn plane_of(&self, e: &Entity, loops: &[Loop]) -> Result<Arc<Surface>, StepError> {
        let fins = loops.iter().flat_map(|l| match l {
            Loop::Fins(fins) => &fins[..],
            Loop::Vertex(_) => &[],
        });
        let sides = fins.filter_map(|fin| {
            let [a, b] = self.body.edges[fin.edge].ends?;
            let [a, b] = [a, b].map(|v| self.body.vertices[v].point);
            Some(if fin.reversed { [b, a] } else { [a, b] })
        });
        let mut origin = None;
        let mut area = Vec3::zeros();
        for [a, b] in sides {
            let o = *origin.get_or_insert(a);
            area += (a - o).cross(&(b - o));
        }
        let frame = origin.and_then(|o| Frame::new(o, area, None));
        match frame {
            Some(frame) => Ok(Arc::new(Surface::Plane(frame))),
            None => e.wrong(Fault::Topology, "the polygons of the face have no area"),
        }
    }
}
