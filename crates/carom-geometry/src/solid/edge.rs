//! Edges of a closed mesh.

/// An edge and its two triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// From, to.
    pub ends: [u32; 2],
    /// Runs through it from `ends[0]` to `ends[1]`.
    pub left: u32,
    /// Runs through it backwards.
    pub right: u32,
}
