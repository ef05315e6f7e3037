//! What a closed mesh says of its sharp edges.

use super::ClosedMesh;
use super::edge::Edge;
use super::sharp::{SMOOTH, Sharp, SharpEdge};
use super::tips::Tip;
use crate::EdgeFoot;
use carom_base::Vec3;

/// Polyhedra with more edges, scans for instance, keep those to their triangles: hundreds of bytes for each.
const MOST: usize = 200_000;
/// A face looks the same way as another place of its patch within 37 degrees;
const ALONG: f64 = 0.8;
/// facets do that go on into each other within 0.26 degrees, four times what is smooth from one to the next.
const LEVEL: f64 = 1.0 - 1e-5;

impl ClosedMesh {
    /// Its convex edges that are not smooth; none if it has none, or is a polyhedron with very many.
    pub(crate) fn sharp(&self) -> Option<&Sharp> {
        if let Some(exact) = &self.exact {
            return exact.sharp.as_ref();
        }
        if self.edges.len() > MOST {
            return None;
        }
        let of_triangles = || {
            let facet = |t: u32| {
                let [a, b, c] = self.corners(t);
                (b - a).cross(&(c - a)).normalize()
            };
            let normals = |_: u32, e: &Edge| {
                let [l, r] = [facet(e.left), facet(e.right)];
                (l.cross(&r).norm() > SMOOTH || l.dot(&r) < 0.0).then_some([[l; 2], [r; 2]])
            };
            Sharp::new(&self.edges, self.vertices.clone(), normals).map(std::sync::Arc::new)
        };
        self.sharp.get_or_init(of_triangles).as_deref()
    }

    /// The nearest point of an edge: of its exact curve, or of the chord where that is not known.
    pub(crate) fn edge_foot(&self, edge: &SharpEdge, p: &Vec3) -> EdgeFoot {
        let exact = self.exact.as_ref();
        let [left, right] = self.beside(edge);
        let foot = exact.and_then(|e| e.edge_foot([left, right], p));
        let point = edge.nearest(p);
        foot.unwrap_or_else(|| EdgeFoot {
            point,
            tangent: (edge.ends[1] - edge.ends[0]).normalize(),
            bend: Vec3::zeros(),
            end: edge.ends.contains(&point),
        })
    }

    /// The triangles on the left and on the right of an edge.
    pub(crate) fn beside(&self, edge: &SharpEdge) -> [u32; 2] {
        let e = &self.edges[edge.edge as usize];
        [e.left, e.right]
    }

    /// The normals of the faces on both sides of an edge at one of its points.
    pub(crate) fn edge_normals(&self, edge: &SharpEdge, q: &Vec3) -> [Vec3; 2] {
        let beside = self.beside(edge);
        let at = |k: usize| self.exact.as_ref()?.normal(beside[k], q);
        [0, 1].map(|k| match at(k) {
            Some(n) if n.dot(&edge.normals[k]) > 0.0 => n,
            _ => edge.normals[k],
        })
    }

    /// The side of an edge on which it borders the patch of a triangle where that looks along a direction: what is beside that patch may look nearly the same way.
    pub(crate) fn border(
        &self,
        sharp: &Sharp,
        edge: &SharpEdge,
        triangle: u32,
        direction: &Vec3,
    ) -> Option<usize> {
        let alike = if self.exact.is_some() { ALONG } else { LEVEL };
        let patch = |t: u32| sharp.patch[t as usize];
        let beside = self.beside(edge);
        let look = edge.normals.map(|n| n.dot(direction));
        let is_border = |k: &usize| patch(beside[*k]) == patch(triangle) && look[*k] > alike;
        (0..2)
            .filter(is_border)
            .max_by(|&i, &j| look[i].total_cmp(&look[j]))
    }

    /// The vertex at the end of an edge that is next to a point.
    pub(crate) fn end_of(&self, edge: &SharpEdge, q: &Vec3) -> u32 {
        let off = edge.ends.map(|p| (p - q).norm_squared());
        self.edges[edge.edge as usize].ends[usize::from(off[1] < off[0])]
    }

    /// The edges that end at a vertex, sharp or not.
    pub(super) fn edges_around(&self, vertex: u32) -> impl Iterator<Item = &Edge> {
        let v = vertex as usize;
        let around = &self.around[self.begin[v] as usize..self.begin[v + 1] as usize];
        around.iter().map(|&e| &self.edges[e as usize])
    }

    /// The tip of a cone at a vertex.
    pub(crate) fn tip(&self, vertex: u32) -> Option<&Tip> {
        self.tips().iter().find(|tip| tip.vertex == vertex)
    }

    /// Its tips of cones.
    pub(crate) fn tips(&self) -> &[Tip] {
        self.exact.as_ref().map_or(&[], |e| &e.tips)
    }

    /// The sharp edges that end at a vertex.
    pub(crate) fn sharp_around<'a>(
        &'a self,
        sharp: &'a Sharp,
        vertex: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let v = vertex as usize;
        let around = &self.around[self.begin[v] as usize..self.begin[v + 1] as usize];
        let numbers = around.iter().map(|&e| sharp.number[e as usize]);
        numbers.filter(|&k| k != u32::MAX)
    }
}
