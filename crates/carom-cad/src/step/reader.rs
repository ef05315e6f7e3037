//! The reader of one solid: what it reads from, and what it has read so far.

use super::entities::Entities;
use super::geometry::Geometry;
use crate::brep::{Body, Colour};
use std::collections::{HashMap, HashSet};

/// Corners and sides of all polygons of a solid.
#[derive(Default)]
pub(super) struct Polygons {
    /// Vertices by the bits of their coordinates.
    pub(super) corners: HashMap<[u64; 3], usize>,
    /// Edges by their vertices, the smaller one first.
    pub(super) sides: HashMap<[usize; 2], usize>,
}

/// One at work on the entities of a file.
pub(super) struct Reader<'r, 'e, 'a> {
    pub(super) entities: &'r Entities<'a>,
    pub(super) geometry: &'r mut Geometry<'e, 'a>,
    pub(super) colours: &'r HashMap<u32, Colour>,
    pub(super) body: Body,
    pub(super) faces: HashSet<u32>,
    pub(super) edges: HashMap<u32, usize>,
    pub(super) vertices: HashMap<u32, usize>,
    /// Of each edge: the number of its entity, and how often loops run with it and against it.
    pub(super) uses: Vec<(u32, [usize; 2])>,
    pub(super) polygons: Polygons,
}
