//! A volume that a formula finds, and its way to the frame of A with its rates.

use super::numbers::constant;
use crate::overlap::rate::{Rate1, Rate3};
use crate::overlap::volume::{Flags, Rates, Volume};
use carom_base::space::skew;
use carom_base::{Dual, Mat3, Number, Pose, Vec3};

/// A number with the rates by the six motions of A.
pub(in crate::overlap) type Six = Dual<f64, 6>;

/// One volume in the frame of B.
#[derive(Clone, Copy)]
pub(in crate::overlap) struct Found<T: Number> {
    pub(super) volume: T,
    pub(super) centroid: Vec3<T>,
    /// N.
    pub(super) area: Vec3<T>,
    /// M about the origin of B.
    pub(super) moment: Vec3<T>,
    pub(super) nearest: [Vec3<T>; 2],
    pub(super) chord: T,
    pub(super) flags: Flags,
}

/// A contact without extent: between two points.
pub(in crate::overlap) fn found_at<T: Number>(nearest: [Vec3<T>; 2]) -> Found<T> {
    Found {
        volume: T::zero(),
        centroid: (nearest[0] + nearest[1]) * T::constant(0.5),
        area: Vec3::zeros(),
        moment: Vec3::zeros(),
        nearest,
        chord: T::zero(),
        flags: Flags::NONE,
    }
}

/// At most two volumes: none of the pairs has more.
pub(in crate::overlap) type List<T> = [Option<Found<T>>; 2];

/// Where A lies in the frame of B.
#[derive(Clone, Copy)]
pub(in crate::overlap) struct Place<T: Number> {
    pub position: Vec3<T>,
    pub rotation: Mat3<T>,
}

impl<T: Number> Place<T> {
    /// A point of A in the frame of B.
    pub(in crate::overlap) fn carry(&self, p: &Vec3<T>) -> Vec3<T> {
        self.rotation * p + self.position
    }
}

/// The place of A as it moves by the screw: velocity and turning on the axes of A, about the origin of A.
pub(in crate::overlap) fn seeded(of_a: &Pose) -> Place<Six> {
    let mut position = constant::<Six>(&of_a.position);
    let mut rotation = of_a.rotation.map(Six::constant);
    for k in 0..3 {
        let axis = of_a.rotation.column(k);
        let turned = skew(&axis) * of_a.rotation;
        for i in 0..3 {
            position[i].eps[k] = axis[i];
            for j in 0..3 {
                rotation[(i, j)].eps[k + 3] = turned[(i, j)];
            }
        }
    }
    Place { position, rotation }
}

pub(in crate::overlap) fn to_frame_of_a(f: &Found<f64>, pose: &Pose) -> Volume {
    let place = |p: &Vec3| pose.rotation * p + pose.position;
    let area = pose.rotation * f.area;
    Volume {
        volume: f.volume,
        centroid: place(&f.centroid),
        vector_area: area,
        moment: pose.rotation * f.moment + pose.position.cross(&area),
        nearest: [place(&f.nearest[0]), place(&f.nearest[1])],
        chord: f.chord,
        flags: f.flags,
    }
}

pub(in crate::overlap) fn rates_of(f: &Found<Six>, pose: &Pose) -> Rates {
    let row = |x: &Six| Rate1::new(Vec3::from_slice(&x.eps[..3]), Vec3::from_slice(&x.eps[3..]));
    let rows = |v: &Vec3<Six>| {
        let by = |first| Mat3::from_fn(|i, k| v[i].eps[first + k]);
        pose.rotation * Rate3::new(by(0), by(3))
    };
    let area = rows(&f.area);
    Rates {
        volume: row(&f.volume),
        centroid: rows(&f.centroid),
        vector_area: area,
        moment: rows(&f.moment) + skew(&pose.position) * area,
        nearest: [rows(&f.nearest[0]), rows(&f.nearest[1])],
        chord: row(&f.chord),
    }
}
