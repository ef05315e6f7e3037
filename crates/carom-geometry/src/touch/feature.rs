//! Features of two solids that may touch, how they are numbered, and where one solid is in the frame of the other.
#![allow(non_snake_case)]

use crate::Polyhedron;
use carom_base::{Flow, Mat3, Number, Vec3};

/// Width of the border that belongs to corners, relative to the size of the solids.
pub const BORDER: f64 = 1e-10;

/// Edges whose angle has a smaller sine are parallel.
pub(super) const PARALLEL: f64 = 1e-6;

/// The sine of an angle by which an edge may lean into a face and turns away from it all the same.
pub(super) const LEVEL: f64 = 1e-9;

/// Features of two solids that may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A corner of solid `side` (0: I, 1: J) on a face of the other.
    Corner {
        /// Which solid has the corner.
        side: usize,
        /// The corner.
        corner: usize,
        /// The face.
        face: usize,
    },
    /// An edge of I and one of J.
    Edges([usize; 2]),
    /// A corner of solid `side` beside an edge of the other.
    Beside {
        /// Which solid has the corner.
        side: usize,
        /// The corner.
        corner: usize,
        /// The edge.
        edge: usize,
    },
    /// A corner of I and one of J.
    Corners([usize; 2]),
    /// A rim of solid `side` on a face of the other.
    RimFace {
        /// Which solid has the rim.
        side: usize,
        /// The rim.
        rim: usize,
        /// The face.
        face: usize,
    },
    /// A rim of solid `side` and an edge of the other.
    RimEdge {
        /// Which solid has the rim.
        side: usize,
        /// The rim.
        rim: usize,
        /// The edge.
        edge: usize,
        /// Which of two places, 0 or 1.
        branch: usize,
    },
    /// A rim of I and one of J.
    Rims {
        /// The rims.
        rims: [usize; 2],
        /// Which of two places, 0 or 1.
        branch: usize,
    },
    /// A rim of solid `side` and a corner of the other.
    RimCorner {
        /// Which solid has the rim.
        side: usize,
        /// The rim.
        rim: usize,
        /// The corner.
        corner: usize,
    },
    /// An ellipsoid, the whole of solid `side`, and a part of the other.
    Smooth {
        /// Which solid is the ellipsoid.
        side: usize,
        /// What kind of part.
        part: Part,
        /// Which one of its kind.
        at: usize,
    },
    /// A sector of a ring, which is solid `side`, and a part of the other, if that is no sharp polyhedron.
    Ring {
        /// Which solid is the ring.
        side: usize,
        /// One of `SECTORS`.
        sector: usize,
        /// What kind of part.
        part: Part,
        /// Which one of its kind.
        at: usize,
    },
}

/// Sectors of a ring, the first about its first foot.
pub const SECTORS: usize = 15;

/// Kinds of parts of a solid that an ellipsoid or a ring may be next to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A plane face.
    Face,
    /// An edge, or the wall around an axis.
    Edge,
    /// A corner, or the centre of a ball.
    Corner,
    /// A rim, or the circle of a ring.
    Rim,
    /// All of an ellipsoid.
    Ellipsoid,
}

impl Feature {
    /// Whether a corner of solid `side` belongs to it.
    pub fn has_corner(self, side: usize, corner: usize) -> bool {
        match self {
            Feature::Corner {
                side: own,
                corner: at,
                ..
            }
            | Feature::Beside {
                side: own,
                corner: at,
                ..
            } => (own, at) == (side, corner),
            Feature::Corners(corners) => corners[side] == corner,
            Feature::Edges(_)
            | Feature::RimFace { .. }
            | Feature::RimEdge { .. }
            | Feature::Rims { .. }
            | Feature::RimCorner { .. }
            | Feature::Ring { .. }
            | Feature::Smooth { .. } => false,
        }
    }
}

impl Feature {
    /// Whether both are about the same two curves, in places of the same or of another branch.
    pub fn is_branch_of(self, other: Feature) -> bool {
        let first = |feature| match feature {
            Feature::RimEdge {
                side, rim, edge, ..
            } => Some(Feature::RimEdge {
                side,
                rim,
                edge,
                branch: 0,
            }),
            Feature::Rims { rims, .. } => Some(Feature::Rims { rims, branch: 0 }),
            Feature::Ring { side, part, at, .. } => Some(Feature::Ring {
                side,
                sector: 0,
                part,
                at,
            }),
            _ => None,
        };
        first(self).is_some() && first(self) == first(other)
    }
}

/// Two solids, each in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedra {
    /// Solids I and J.
    pub solids: [Polyhedron; 2],
}

/// Solid I in the frame of J: `x_J = R·x_I + p`.
#[derive(Clone, Copy, Debug)]
pub struct Relative<T: Number> {
    pub(super) R: Mat3<T>,
    pub(super) p: Vec3<T>,
}

impl<T: Number> Relative<T> {
    /// `x_J = R·x_I + p`
    pub fn new(R: Mat3<T>, p: Vec3<T>) -> Self {
        Self { R, p }
    }

    /// `R` and `p`.
    pub fn parts(&self) -> (Mat3<T>, Vec3<T>) {
        (self.R, self.p)
    }
}

impl Relative<Flow> {
    /// The same at this moment.
    pub fn still(&self) -> Relative<f64> {
        Relative {
            R: self.R.map(|x| x.re),
            p: self.p.map(|x| x.re),
        }
    }
}

/// Where two features are next to each other; in the frame of J.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<T: Number> {
    /// Negative where they overlap.
    pub gap: T,
    /// How far they are beyond each other's borders, or too deep in each other to touch; negative inside.
    pub beyond: T,
    /// How far they are beyond each other's borders, however deep.
    pub outside: T,
    /// On J.
    pub at: Vec3<T>,
    /// From J to I.
    pub normal: Vec3<T>,
    /// Whether all of it is so where numbers stand for intervals.
    pub is_decided: bool,
}

/// Kinds of features: corners of I and of J on faces, and
pub(super) const KINDS: usize = 32;

/// two edges,
pub(super) const EDGES: usize = 2;

/// corners of I, then of J, beside edges,
pub(super) const BESIDE: usize = 3;

/// two corners,
pub(super) const CORNERS: usize = 5;

/// rims of I, then of J, on faces,
pub(super) const RIM_FACE: usize = 6;

/// at edges,
pub(super) const RIM_EDGE: usize = 8;

/// two rims,
pub(super) const RIMS: usize = 10;

/// and rims of I, then of J, at corners.
pub(super) const RIM_CORNER: usize = 11;

/// An ellipsoid I, then J, and a face, an edge, a corner or a rim of the other solid, one kind of part after the other,
pub(super) const SMOOTH: usize = 13;

/// two ellipsoids,
pub(super) const ELLIPSOIDS: usize = 21;

/// and a ring I, then J, and a part of the other solid, likewise.
pub(super) const RING: usize = 22;

/// Parts in this order.
pub(super) const PARTS: [Part; 5] = [
    Part::Face,
    Part::Edge,
    Part::Corner,
    Part::Rim,
    Part::Ellipsoid,
];

/// The features of a kind by their numbers: of I and of J, or of the one that is named first and of the other solid.
pub(super) fn feature_of(kind: usize, [first, second]: [usize; 2]) -> Feature {
    match kind {
        EDGES => Feature::Edges([first, second]),
        CORNERS => Feature::Corners([first, second]),
        RIMS => Feature::Rims {
            rims: [first, second / 2],
            branch: second % 2,
        },
        RING.. => Feature::Ring {
            side: (kind - RING) % 2,
            sector: first,
            part: PARTS[(kind - RING) / 2],
            at: second,
        },
        ELLIPSOIDS => Feature::Smooth {
            side: 0,
            part: Part::Ellipsoid,
            at: 0,
        },
        SMOOTH.. => Feature::Smooth {
            side: (kind - SMOOTH) % 2,
            part: PARTS[(kind - SMOOTH) / 2],
            at: second,
        },
        RIM_CORNER.. => Feature::RimCorner {
            side: kind - RIM_CORNER,
            rim: first,
            corner: second,
        },
        RIM_EDGE.. => Feature::RimEdge {
            side: kind - RIM_EDGE,
            rim: first,
            edge: second / 2,
            branch: second % 2,
        },
        RIM_FACE.. => Feature::RimFace {
            side: kind - RIM_FACE,
            rim: first,
            face: second,
        },
        BESIDE.. => Feature::Beside {
            side: kind - BESIDE,
            corner: first,
            edge: second,
        },
        side => Feature::Corner {
            side,
            corner: first,
            face: second,
        },
    }
}

pub(super) fn larger<T: Number>(a: T, b: T) -> T {
    a.at_least(b)
}

pub(super) fn squared<T: Number>(v: &Vec3<T>) -> T {
    v.x.square() + v.y.square() + v.z.square()
}

impl Polyhedra {
    /// Size of the solids.
    pub fn size(&self) -> f64 {
        self.solids[0].radius.max(self.solids[1].radius)
    }

    /// Whether one of the solids is more than a sharp polyhedron.
    pub fn is_curved(&self) -> bool {
        !self.solids.iter().all(Polyhedron::is_plain)
    }

    /// How many features each solid has for those of each kind.
    pub(super) fn counts(&self) -> [[usize; 2]; KINDS] {
        let [i, j] = &self.solids;
        let mut counts = [[0; 2]; KINDS];
        if let Some(side) = ring_of(self) {
            for (k, count) in counts_of_parts(&self.solids[1 - side])
                .into_iter()
                .enumerate()
            {
                counts[RING + 2 * k + side] = [SECTORS, count];
            }
            return counts;
        }
        counts[0] = [i.corners.len(), j.faces.len()];
        counts[1] = [j.corners.len(), i.faces.len()];
        counts[EDGES] = [i.edges.len(), j.edges.len()];
        if !self.is_curved() {
            return counts;
        }
        for (side, [own, other]) in [[i, j], [j, i]].into_iter().enumerate() {
            // Sharp corners touch no sharp edge.
            if rounding(self) > 0.0 || other.wall.is_there() {
                counts[BESIDE + side] = [own.points, other.edges.len()];
            }
            counts[RIM_FACE + side] = [own.rims.len(), other.faces.len()];
            counts[RIM_EDGE + side] = [own.rims.len(), 2 * other.edges.len()];
            if is_rounded(self) {
                counts[RIM_CORNER + side] = [own.rims.len(), other.points];
            }
            if own.ellipsoid.is_some() {
                for (k, count) in counts_of_parts(other).into_iter().take(4).enumerate() {
                    counts[SMOOTH + 2 * k + side] = [1, count];
                }
            }
        }
        if is_rounded(self) {
            counts[CORNERS] = [i.points, j.points];
        }
        counts[RIMS] = [i.rims.len(), 2 * j.rims.len()];
        let are_smooth = self.solids.iter().all(|solid| solid.ellipsoid.is_some());
        counts[ELLIPSOIDS] = [1, usize::from(are_smooth)];
        counts
    }

    /// The mode of features, counted from 1; 0 says that there are no features.
    pub fn code(&self, feature: Feature) -> i32 {
        let counts = self.counts();
        let (kind, at) = match feature {
            Feature::Corner { side, corner, face } => (side, [corner, face]),
            Feature::Edges(edges) => (EDGES, edges),
            Feature::Beside { side, corner, edge } => (BESIDE + side, [corner, edge]),
            Feature::Corners(corners) => (CORNERS, corners),
            Feature::RimFace { side, rim, face } => (RIM_FACE + side, [rim, face]),
            Feature::RimEdge {
                side,
                rim,
                edge,
                branch,
            } => (RIM_EDGE + side, [rim, 2 * edge + branch]),
            Feature::Rims { rims, branch } => (RIMS, [rims[0], 2 * rims[1] + branch]),
            Feature::RimCorner { side, rim, corner } => (RIM_CORNER + side, [rim, corner]),
            Feature::Smooth { side, part, at } => {
                let kind = match part {
                    Part::Ellipsoid => ELLIPSOIDS,
                    part => SMOOTH + 2 * part as usize + side,
                };
                (kind, [0, at])
            }
            Feature::Ring {
                side,
                sector,
                part,
                at,
            } => (RING + 2 * part as usize + side, [sector, at]),
        };
        let before: usize = counts[..kind].iter().map(|[m, n]| m * n).sum();
        (1 + before + at[0] * counts[kind][1] + at[1]) as i32
    }

    /// The features of a mode.
    pub fn feature(&self, mode: i32) -> Option<Feature> {
        let mut left = usize::try_from(mode).ok()?.checked_sub(1)?;
        for (kind, [m, n]) in self.counts().into_iter().enumerate() {
            if left < m * n {
                return Some(feature_of(kind, [left / n, left % n]));
            }
            left -= m * n;
        }
        None
    }

    /// A corner in the frame of the other solid.
    pub fn corner<T: Number>(&self, at: &Relative<T>, side: usize, corner: usize) -> Vec3<T> {
        let c = self.solids[side].corners[corner].map(T::constant);
        match side {
            0 => at.R * c + at.p,
            _ => at.R.tr_mul(&(c - at.p)),
        }
    }

    /// The height of a point over a face of the solid that is not `side`, in its frame.
    pub fn height<T: Number>(&self, side: usize, face: usize, x: &Vec3<T>) -> T {
        let face = &self.solids[1 - side].faces[face];
        x.dot(&face.normal.map(T::constant)) - face.offset
    }

    /// A depth at which edges do not touch.
    pub fn deep(&self) -> f64 {
        0.5 * self.solids[0].thickness.min(self.solids[1].thickness)
    }

    /// Width of the border that belongs to corners.
    pub fn border(&self) -> f64 {
        BORDER * self.size()
    }

    /// Distance of the balls around both solids.
    pub fn ball_distance<T: Number>(&self, at: &Relative<T>) -> T {
        let [i, j] = &self.solids;
        let between = at.R * i.centre.map(T::constant) + at.p - j.centre.map(T::constant);
        between.norm() - (i.radius + j.radius)
    }
}

/// Which solid is a ring, the other one being no sharp polyhedron: the first of them.
pub fn ring_of(of: &Polyhedra) -> Option<usize> {
    let solids = &of.solids;
    (0..2).find(|side| solids[*side].is_ring() && !solids[1 - side].is_plain())
}

/// How many parts of each kind a solid has.
pub(super) fn counts_of_parts(solid: &Polyhedron) -> [usize; PARTS.len()] {
    [
        solid.faces.len(),
        solid.edges.len(),
        solid.points,
        solid.rims.len(),
        usize::from(solid.ellipsoid.is_some()),
    ]
}

/// Whether one of two solids is rounded.
pub(super) fn is_rounded(of: &Polyhedra) -> bool {
    rounding(of) > 0.0
}

/// Radius of both balls by which two solids are rounded.
pub fn rounding(of: &Polyhedra) -> f64 {
    of.solids[0].rounding + of.solids[1].rounding
}
