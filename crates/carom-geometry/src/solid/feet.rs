//! Feet on the exact faces behind the triangles of a closed mesh.

use super::ClosedMesh;
use super::edge::Edge;
use super::exact::Exact;
use super::sharp::{SMOOTH, Sharp};
use super::tips::{Corner, Tip};
use crate::overlap::{Feature, Nearest};
use crate::{Faces, Facets, Foot};
use carom_base::Vec3;
use std::sync::Arc;

/// A foot is taken if its normal is within 60 degrees of that of the triangle.
const ALIKE: f64 = 0.5;

impl ClosedMesh {
    /// With the faces that its triangles stand for, which are those of `facets`.
    pub(crate) fn with_faces(
        mut self,
        facets: &Facets,
        faces: Arc<dyn Faces>,
        offset: f64,
    ) -> Self {
        let given = |t: u32| self.given[t as usize] as usize;
        let face_of: Vec<u32> = (0..self.len() as u32)
            .map(|t| facets.faces[given(t)])
            .collect();
        // the normal that a triangle has at one of its vertices
        let normal = |t: u32, vertex: u32| {
            let corner = self.triangles[t as usize].iter().position(|v| *v == vertex);
            // vertices at equal places were joined, and triangles keep the order of their corners
            corner.map(|k| facets.normals[given(t)][k])
        };
        let smooth = self.edges.iter().map(|edge| {
            let [s, t] = [edge.left, edge.right];
            let alike = |vertex: u32| match (normal(s, vertex), normal(t, vertex)) {
                (Some(m), Some(n)) => m.cross(&n).norm() < SMOOTH && m.dot(&n) > 0.0,
                _ => false,
            };
            face_of[s as usize] == face_of[t as usize] || edge.ends.iter().all(|v| alike(*v))
        });
        let smooth: Vec<bool> = smooth.collect();
        let mut on_faces = self.vertices.clone();
        for (t, triangle) in (0u32..).zip(&self.triangles) {
            let corners = facets.mesh.triangles[given(t)];
            for (v, corner) in triangle.iter().zip(corners) {
                on_faces[*v as usize] = facets.mesh.vertices[corner as usize];
            }
        }
        let tips = self.tips_of(&on_faces, &face_of, faces.as_ref(), &normal);
        let sharp = Sharp::new(&self.edges, on_faces, |number, edge| {
            if smooth[number as usize] {
                return None;
            }
            let at_ends = |t: u32| Some([normal(t, edge.ends[0])?, normal(t, edge.ends[1])?]);
            Some([at_ends(edge.left)?, at_ends(edge.right)?])
        });
        let exact = Exact {
            sharp,
            tips,
            smooth,
            faces,
            face_of,
            tolerance: facets.tolerance,
            offset,
        };
        self.exact = Some(Arc::new(exact));
        self
    }

    /// Where triangles of one face have different normals at a vertex, and the solid is convex; `normal` is that of a triangle at a vertex.
    fn tips_of(
        &self,
        on_faces: &[Vec3],
        face_of: &[u32],
        faces: &dyn Faces,
        normal: &impl Fn(u32, u32) -> Option<Vec3>,
    ) -> Vec<Tip> {
        let place = |v: u32| on_faces[v as usize];
        let is_tip = |edge: &Edge, v: u32| {
            let [s, t] = [edge.left, edge.right];
            let across = Some(normal(s, v)?.cross(&normal(t, v)?));
            let along = place(edge.ends[1]) - place(edge.ends[0]);
            let bends = |x: &Vec3| x.norm() > SMOOTH && x.dot(&along) > 0.0;
            across.filter(|x| face_of[s as usize] == face_of[t as usize] && bends(x))
        };
        let ends = self.edges.iter().flat_map(|e| e.ends.map(|v| (e, v)));
        let found = ends.filter(|(e, v)| is_tip(e, *v).is_some());
        let mut found: Vec<u32> = found.map(|(_, v)| v).collect();
        found.sort_unstable();
        found.dedup();
        let corner = |v: u32, edge: &Edge| {
            let triangle = if edge.ends[0] == v {
                edge.left
            } else {
                edge.right
            };
            let corners = self.triangles[triangle as usize];
            let k = corners.iter().position(|w| *w == v)?;
            let [p, a, b] = [0, 1, 2].map(|i| place(corners[(k + i) % 3]));
            let between = (a + b) * 0.25 + p * 0.5;
            let foot = faces.foot(face_of[triangle as usize], &between)?;
            Some(Corner {
                triangle,
                ends: [a, b],
                middle: foot.point,
            })
        };
        let tip = |v: u32| {
            let around = self.edges_around(v).filter_map(|e| corner(v, e));
            Tip::new(v, place(v), around)
        };
        found.into_iter().map(tip).collect()
    }

    /// How far its triangles may be from its faces; 0 where they are its faces.
    pub fn tolerance(&self) -> f64 {
        self.exact.as_ref().map_or(0.0, |e| e.tolerance)
    }

    /// How far its triangles lie outside of the triangles of its faces.
    pub(crate) fn offset(&self) -> f64 {
        self.exact.as_ref().map_or(0.0, |e| e.offset)
    }

    /// The foot on the exact surface of a point whose nearest point on the triangles is known; none at edges that are not smooth.
    pub(crate) fn foot(&self, p: &Vec3, on: &Nearest) -> Option<Foot> {
        let exact = self.exact.as_ref()?;
        let t = on.triangle as usize;
        let corners = self.corners(on.triangle);
        let smooth = |edge: u32| exact.smooth[edge as usize];
        let is_smooth = match on.feature {
            Feature::Face => true,
            Feature::Edge(k) => smooth(self.edges_of[t][k as usize]),
            Feature::Vertex => (0..3).filter(|&k| corners[k] == on.point).any(|k| {
                let v = self.triangles[t][k] as usize;
                let around = &self.around[self.begin[v] as usize..self.begin[v + 1] as usize];
                around.iter().all(|&edge| smooth(edge))
            }),
        };
        if !is_smooth {
            return None;
        }
        let foot = exact.faces.foot(exact.face_of[t], p)?;
        let [a, b, c] = corners;
        let facet = (b - a).cross(&(c - a));
        let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
        let stays = (foot.point - on.point).norm() <= longest + 4.0 * exact.offset;
        (stays && foot.normal.dot(&facet) > ALIKE * facet.norm()).then_some(foot)
    }
}
