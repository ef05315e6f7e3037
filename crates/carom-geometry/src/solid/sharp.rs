//! The convex edges of a solid that are not smooth, and how far a place is from them.

use super::edge::Edge;
use super::patches::patches;
use super::tree::{Tree, near};
use carom_base::Vec3;

/// Triangles of a polyhedron meet smoothly where their normals are no farther apart: the sine of 0.06 degrees.
pub(super) const SMOOTH: f64 = 1e-3;

/// What is nearer to an end of an edge than this part of its length is that end: a place that has been to another frame and back is off by rounding.
const END: f64 = 1e-12;

/// An edge between two triangles, on the faces: the triangles may have been moved out from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharpEdge {
    /// Its number in the mesh.
    pub edge: u32,
    /// From, to.
    pub ends: [Vec3; 2],
    /// Of the faces on its left and on its right, half way.
    pub normals: [Vec3; 2],
}

impl SharpEdge {
    /// The nearest point of the chord.
    pub fn nearest(&self, p: &Vec3) -> Vec3 {
        let [a, b] = self.ends;
        let along = b - a;
        let t = (p - a).dot(&along) / along.norm_squared();
        match t {
            _ if t < END => a,
            _ if t > 1.0 - END => b,
            _ => a + along * t,
        }
    }
}

/// All such edges of a solid.
#[derive(Debug)]
pub(crate) struct Sharp {
    tree: Tree,
    /// In the order of the tree.
    edges: Vec<SharpEdge>,
    /// By the number of the edge in the mesh.
    pub(super) number: Vec<u32>,
    /// Vertices of the mesh on the faces.
    pub vertices: Vec<Vec3>,
    /// Of each triangle of the mesh, the patch: where it goes on smoothly.
    pub(super) patch: Vec<u32>,
}

impl Sharp {
    /// Of the edges of a closed mesh with its vertices on the faces and the normals of the triangles on the left and on the right of an edge at its ends, none
    /// where the surface is smooth across it.
    pub(super) fn new(
        all: &[Edge],
        vertices: Vec<Vec3>,
        normals: impl Fn(u32, &Edge) -> Option<[[Vec3; 2]; 2]>,
    ) -> Option<Self> {
        let mut list = Vec::new();
        for (edge, e) in (0u32..).zip(all) {
            let Some([left, right]) = normals(edge, e) else {
                continue;
            };
            let ends = e.ends.map(|v| vertices[v as usize]);
            let along = ends[1] - ends[0];
            let convex = |i: usize| left[i].cross(&right[i]).dot(&along) > 0.0;
            let middle = |n: [Vec3; 2]| (n[0] + n[1]).try_normalize(0.0);
            if convex(0)
                && convex(1)
                && let (Some(l), Some(r)) = (middle(left), middle(right))
            {
                list.push(SharpEdge {
                    edge,
                    ends,
                    normals: [l, r],
                });
            }
        }
        if list.is_empty() {
            return None;
        }
        let corners: Vec<[Vec3; 3]> = list
            .iter()
            .map(|e| [e.ends[0], e.ends[1], e.ends[1]])
            .collect();
        let (tree, order) = Tree::build(&corners);
        let edges: Vec<SharpEdge> = order.iter().map(|&k| list[k as usize]).collect();
        let mut number = vec![u32::MAX; all.len()];
        for (k, e) in (0u32..).zip(&edges) {
            number[e.edge as usize] = k;
        }
        Some(Self {
            tree,
            edges,
            number,
            vertices,
            // three edges around each triangle, each between two
            patch: patches(2 * all.len() / 3, all, |k, e| normals(k, e).is_none()),
        })
    }

    pub fn edge(&self, k: u32) -> &SharpEdge {
        &self.edges[k as usize]
    }

    /// The edge that is nearest to a point within a distance, among those that are kept by themselves and their nearest point.
    pub fn nearest(
        &self,
        p: &Vec3,
        within: f64,
        stack: &mut Vec<(u32, u32)>,
        keep: impl Fn(&SharpEdge, &Vec3) -> bool,
    ) -> Option<u32> {
        let mut best = (within * within, None);
        near(&self.tree, p, stack, best.0, |k| {
            let edge = &self.edges[k as usize];
            let q = edge.nearest(p);
            let squared = (q - p).norm_squared();
            if squared < best.0 && keep(edge, &q) {
                best = (squared, Some(k));
            }
            best.0
        });
        best.1
    }
}
