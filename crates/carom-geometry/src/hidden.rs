//! Features of a convex piece that nothing touches.

/// Features of a piece that nothing touches, as other pieces lie against them, or touch there in its place; empty of a solid that is one piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hidden {
    /// Of each corner whether it is so,
    pub corners: Vec<bool>,
    /// of each edge,
    pub edges: Vec<bool>,
    /// and of each face.
    pub faces: Vec<bool>,
    /// Of each corner whether a concave edge of the solid ends there.
    pub notches: Vec<bool>,
}

impl Hidden {
    /// Of a corner.
    pub fn corner(&self, k: usize) -> bool {
        self.corners.get(k).is_some_and(|hidden| *hidden)
    }

    /// Of an edge.
    pub fn edge(&self, k: usize) -> bool {
        self.edges.get(k).is_some_and(|hidden| *hidden)
    }

    /// Of a face.
    pub fn face(&self, k: usize) -> bool {
        self.faces.get(k).is_some_and(|hidden| *hidden)
    }
}
