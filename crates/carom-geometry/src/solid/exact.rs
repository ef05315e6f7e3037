//! The exact faces behind triangles.

use super::sharp::Sharp;
use super::tips::Tip;
use crate::{EdgeFoot, Faces};
use carom_base::Vec3;
use std::sync::Arc;

/// The faces that triangles stand for.
#[derive(Debug)]
pub(crate) struct Exact {
    pub(super) faces: Arc<dyn Faces>,
    /// Of each triangle, in the order of the tree.
    pub(super) face_of: Vec<u32>,
    /// Whether the surface is smooth across an edge.
    pub(super) smooth: Vec<bool>,
    /// The convex ones of those that are not.
    pub sharp: Option<Sharp>,
    pub tips: Vec<Tip>,
    /// No triangle as asked for is farther from its face.
    pub tolerance: f64,
    /// By how much the triangles were moved out from there, so that they hold the solid.
    pub offset: f64,
}

impl Exact {
    /// The nearest point of the edge between the faces of two triangles.
    pub fn edge_foot(&self, triangles: [u32; 2], p: &Vec3) -> Option<EdgeFoot> {
        let faces = triangles.map(|t| self.face_of[t as usize]);
        self.faces.edge_foot(faces, p)
    }

    /// The normal of the face of a triangle at a point of it.
    pub fn normal(&self, triangle: u32, p: &Vec3) -> Option<Vec3> {
        let foot = self.faces.foot(self.face_of[triangle as usize], p)?;
        Some(foot.normal)
    }

    /// The face of a triangle.
    pub fn face(&self, triangle: u32) -> u32 {
        self.face_of[triangle as usize]
    }
}
