//! What a query works with, kept from one to the next.

use super::sums::Sums;
use crate::overlap::distance::Separation;
use crate::overlap::predicates::Side;
use crate::overlap::volume::{Rates, Volume};
use crate::solid::ClosedMesh;
use carom_base::Vec3;

/// Marks a vertex known to be outside.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// Where an edge of one solid passes a triangle of the other.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    /// Whose edge.
    pub(super) side: Side,
    pub(super) edge: u32,
    pub(super) triangle: u32,
    /// 1: the edge enters the other solid there in its own direction, −1: it leaves.
    pub(super) sign: i8,
    /// How many segments begin and end there; one each in the end.
    pub(super) starts: u8,
    pub(super) ends: u8,
    /// Place along the edge, 0 to 1, and a bound of its error.
    pub(super) along: f64,
    pub(super) error: f64,
    pub(super) point: Vec3,
}

/// Where triangle `faces[0]` of A meets triangle `faces[1]` of B, run through as on A's face.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub(super) faces: [u32; 2],
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A piece of an edge inside the other solid.
#[derive(Clone, Copy)]
pub(super) struct Portion {
    pub(super) side: Side,
    pub(super) edge: u32,
    pub(super) element: u32,
    pub(super) from: Vec3,
    pub(super) to: Vec3,
}

/// What belongs to one point of the union-find forest: a whole shell inside the other solid.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub(super) side: Side,
    pub(super) shell: u32,
    pub(super) element: u32,
}

/// Marks on the parts of one mesh, valid if stamped with the current generation.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) vertex: Vec<(u32, u32)>,
    pub(super) edge: Vec<u32>,
    pub(super) shell: Vec<u32>,
    pub(super) face: Vec<Face>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Face {
    /// The first component seen there, and whether there were others; the generation in which they were.
    pub(super) labelled: u32,
    pub(super) label: u32,
    pub(super) several: bool,
    /// Fans are about this point; the generation in which it was set.
    pub(super) referred: u32,
    pub(super) reference: Vec3,
}

/// A node in the frame of the other solid: its box, and its disc.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    pub(super) centre: Vec3,
    pub(super) half: Vec3,
    pub(super) middle: Vec3,
    pub(super) normal: Vec3,
}

/// A loop piece on a face that carries several components.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub(super) side: Side,
    pub(super) face: u32,
    pub(super) element: u32,
    pub(super) from: Vec3,
    pub(super) to: Vec3,
}

/// Work space, kept between queries so that nothing is allocated once it has grown.
#[derive(Default)]
pub(crate) struct Scratch {
    /// How far apart the faces are where their triangles meet, the least.
    pub gap: Option<Separation>,
    pub(super) generation: u32,
    pub(super) stack: Vec<(u32, u32)>,
    pub(in crate::overlap) bounds: Vec<(f64, u32, u32)>,
    /// What rounding may have moved in the last query.
    pub(in crate::overlap) slack: f64,
    /// Vertices of B in the frame of A, made as they are needed.
    pub(super) placed: Vec<(u32, Vec3)>,
    /// Boxes of the nodes of A in the frame of B: centre, half; made as they are needed.
    pub(super) from_b: Vec<(u32, Vec3, Vec3)>,
    /// Nodes of B in the frame of A, likewise.
    pub(super) from_a: Vec<(u32, Seen)>,
    pub(super) marks: [Marks; 2],
    pub(super) crossings: Vec<Crossing>,
    /// Open addressing: key, generation, number of the crossing.
    pub(super) table: Vec<(u64, u32, u32)>,
    pub(super) segments: Vec<Segment>,
    pub(super) portions: Vec<Portion>,
    pub(super) insides: Vec<Inside>,
    pub(super) order: Vec<u32>,
    pub(super) parents: Vec<u32>,
    pub(super) queue: Vec<(Side, u32)>,
    /// Component of each root, by element.
    pub(super) component: Vec<(u32, u32)>,
    pub(super) sums: Vec<Sums>,
    pub(super) loops: Vec<Loop>,
    pub(super) areas: Vec<(u32, f64, Vec3)>,
    /// Volumes, or with them rates, found last.
    pub(crate) volumes: Vec<Volume>,
    pub(crate) rates: Vec<Rates>,
    pub(super) swap: Vec<(Volume, Rates)>,
    pub(super) coplanar: bool,
    /// Pairs of triangles looked at, crossings found: for counts of work.
    pub(crate) pairs_seen: u64,
    pub(crate) boxes_seen: u64,
}

pub(super) fn at(side: Side) -> usize {
    match side {
        Side::A => 0,
        Side::B => 1,
    }
}

pub(super) fn other(side: Side) -> Side {
    match side {
        Side::A => Side::B,
        Side::B => Side::A,
    }
}

impl Scratch {
    /// Whether the surfaces cross or a shell lies within the other solid.
    pub(in crate::overlap) fn meets(&self) -> bool {
        !(self.crossings.is_empty() && self.insides.is_empty())
    }

    pub(super) fn prepare(&mut self, a: &ClosedMesh, b: &ClosedMesh) {
        if self.generation == u32::MAX {
            *self = Self::default();
        }
        self.generation += 1;
        grow(&mut self.placed, b.vertices.len(), (0, Vec3::zeros()));
        let zero = Vec3::zeros();
        grow(&mut self.from_b, a.tree.nodes.len(), (0, zero, zero));
        grow(&mut self.from_a, b.tree.nodes.len(), (0, Seen::default()));
        for (marks, mesh) in self.marks.iter_mut().zip([a, b]) {
            grow(&mut marks.vertex, mesh.vertices.len(), (0, 0));
            grow(&mut marks.edge, mesh.edges.len(), 0);
            grow(&mut marks.shell, mesh.shells.len(), 0);
            grow(&mut marks.face, mesh.triangles.len(), Face::default());
        }
        if self.table.is_empty() {
            self.table.resize(256, (0, 0, 0));
        }
        self.crossings.clear();
        self.segments.clear();
        self.portions.clear();
        self.insides.clear();
        self.parents.clear();
        self.queue.clear();
        self.sums.clear();
        self.loops.clear();
        self.volumes.clear();
        self.rates.clear();
        self.gap = None;
        self.coplanar = false;
    }

    /// The place of a key in the table: its own or a free one.
    pub(super) fn slot(&self, key: u64) -> usize {
        let mask = self.table.len() - 1;
        // Fibonacci hashing
        let mut i = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask;
        while self.table[i].1 == self.generation && self.table[i].0 != key {
            i = (i + 1) & mask;
        }
        i
    }

    pub(super) fn rehash(&mut self) {
        let size = 2 * self.table.len();
        self.table.clear();
        self.table.resize(size, (0, 0, 0));
        for k in 0..self.crossings.len() {
            let key = self.crossings[k].key();
            let i = self.slot(key);
            self.table[i] = (key, self.generation, k as u32);
        }
    }

    pub(super) fn find(&mut self, mut i: u32) -> u32 {
        while self.parents[i as usize] != i {
            let up = self.parents[self.parents[i as usize] as usize];
            self.parents[i as usize] = up;
            i = up;
        }
        i
    }

    /// The smaller number becomes the root: the result does not depend on the order.
    pub(super) fn unite(&mut self, i: u32, j: u32) {
        let (i, j) = (self.find(i), self.find(j));
        self.parents[i.max(j) as usize] = i.min(j);
    }

    pub(super) fn element(&mut self) -> u32 {
        let n = self.parents.len() as u32;
        self.parents.push(n);
        n
    }
}

fn grow<T: Clone>(list: &mut Vec<T>, size: usize, value: T) {
    if list.len() < size {
        list.resize(size, value);
    }
}

impl Crossing {
    pub(super) fn key(&self) -> u64 {
        key(self.side, self.edge, self.triangle)
    }
}

pub(super) fn key(side: Side, edge: u32, triangle: u32) -> u64 {
    (at(side) as u64) << 63 | u64::from(edge) << 32 | u64::from(triangle)
}
