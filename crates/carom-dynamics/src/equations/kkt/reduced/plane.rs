//! Coordinates of motion: in space, and in a plane.
#![allow(non_snake_case)]

use crate::mechanism::BodyData;
use crate::mechanism::kinematics::Body;
use crate::system::System;
use carom_base::{Mat3, Vec3};

/// What the passes over the blocks of a body need to know of their kind.
pub(super) trait Coordinates<const N: usize>: Copy {
    /// The coordinates of a body that the blocks of a side have.
    fn of(self, side: usize) -> [usize; N];
    /// `M⁻¹` of what acts on them.
    fn divide(self, f: &[f64; N], side: usize, inverse: &Inverse) -> [f64; N];
}

/// All coordinates; there is one side.
#[derive(Clone, Copy)]
pub(super) struct Space;

impl Coordinates<6> for Space {
    fn of(self, _: usize) -> [usize; 6] {
        std::array::from_fn(|k| k)
    }
    fn divide(self, f: &[f64; 6], _: usize, inverse: &Inverse) -> [f64; 6] {
        divide(f, inverse)
    }
}

impl Coordinates<3> for Plane {
    fn of(self, side: usize) -> [usize; 3] {
        self.sides[side]
    }
    /// The normal is a principal axis, so neither side acts on the other.
    fn divide(self, f: &[f64; 3], side: usize, (mass, inertia): &Inverse) -> [f64; 3] {
        let [_, j, k] = self.sides[side];
        if side == 0 {
            return [f[0] * mass, f[1] * mass, f[2] * inertia[(k - 3, k - 3)]];
        }
        let (j, k) = (j - 3, k - 3);
        let turn = |row: usize| inertia[(row, j)] * f[1] + inertia[(row, k)] * f[2];
        [f[0] * mass, turn(j), turn(k)]
    }
}

/// A plane in which a mechanism may move: the coordinates of a body (three translations, three rotations) that stay in it and those
/// that lead out of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) sides: [[usize; 3]; 2],
}

impl Plane {
    /// All that are looked for: normal to the axes z, x and y.
    const ALL: [Self; 3] = [
        Self {
            sides: [[0, 1, 5], [2, 3, 4]],
        },
        Self {
            sides: [[1, 2, 3], [0, 4, 5]],
        },
        Self {
            sides: [[2, 0, 4], [1, 5, 3]],
        },
    ];

    /// Whether a block acts on one side only: 0 in the plane, 1 across it.
    pub(super) fn holds(self, g: &[f64; 6], side: usize) -> bool {
        self.sides[1 - side].iter().all(|k| g[*k] == 0.0)
    }

    /// All of them, the likeliest last: bodies that move along a line stay in several, and one that weight and the velocities at the start do not lead out of
    /// is worth more.
    pub(super) fn by_likelihood(system: &System) -> Vec<Self> {
        let leads_out = |plane: &Self| {
            let n = plane.normal();
            let moves = |data: &BodyData| data.start.v[n] != 0.0 || !plane.turns_in(&data.start);
            system.mechanism.gravity[n] != 0.0 || system.mechanism.bodies.iter().any(moves)
        };
        let mut planes: Vec<Self> = Self::ALL.into_iter().rev().collect();
        planes.sort_by_key(|plane| !leads_out(plane));
        planes
    }

    /// The axis of the normal.
    pub(super) fn normal(self) -> usize {
        self.sides[0][2] - 3
    }

    /// Whether a body turns about the normal alone.
    pub(super) fn turns_in(self, body: &Body<f64>) -> bool {
        let n = self.normal();
        let others = [(n + 1) % 3, (n + 2) % 3];
        others
            .iter()
            .all(|&k| body.R[(n, k)] == 0.0 && body.R[(k, n)] == 0.0 && body.w[k] == 0.0)
    }

    /// Whether the normal is a principal axis.
    pub(super) fn is_principal(self, inertia: &Mat3) -> bool {
        let [[.., turn], [_, a, b]] = self.sides;
        inertia[(a - 3, turn - 3)] == 0.0 && inertia[(b - 3, turn - 3)] == 0.0
    }
}

/// `M⁻¹` of six numbers on a body.
pub(super) fn divide(f: &[f64; 6], (mass, inertia): &Inverse) -> [f64; 6] {
    let t = inertia * Vec3::new(f[3], f[4], f[5]);
    [f[0] * mass, f[1] * mass, f[2] * mass, t.x, t.y, t.z]
}

/// A metric: inverse mass and inverse inertia of a body. The corrections of positions and velocities use another one than the motion.
pub type Inverse = (f64, Mat3);
