//! Forces that hang linearly on the displacements of several markers against one: NFORCE, Force_MultiPoint.
//!
//! ```text
//! F = preload − K·(q − length) − C·u
//! ```
//!
//! on the axes of J, with q = [x y z a b c] of each I marker in turn (displacement against J and its projected small angles about x, y, z
//! of J) and u their velocities and angular velocities as seen from J. Each I marker gets its six numbers of F; the part of J takes the
//! opposite at the same place, so that no momentum is added.
#![allow(non_snake_case)]

use crate::mechanism::frames::Frames;
use crate::mechanism::relative::{deviation, velocity};
use carom_base::{Number, Vec3};
use std::sync::Arc;

/// What all forces of one element share.
#[derive(Debug, PartialEq)]
pub struct Matrices {
    /// The I markers.
    pub markers: Vec<usize>,
    /// Their counters of turns about z of J.
    pub slots: Vec<usize>,
    /// K, shape (6·n, 6·n), row major.
    pub stiffness: Vec<f64>,
    /// C, likewise.
    pub damping: Vec<f64>,
    /// q without elastic force, 6·n.
    pub length: Vec<f64>,
    /// F at `length`, 6·n.
    pub preload: Vec<f64>,
}

/// The force on one of the I markers.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiPoint {
    /// The element.
    pub matrices: Arc<Matrices>,
    /// Which of its I markers.
    pub number: usize,
}

impl MultiPoint {
    /// Force and torque on its I marker at its origin, ground axes.
    pub fn action<T: Number>(&self, frames: &dyn Frames<T>, j: usize) -> (Vec3<T>, Vec3<T>) {
        let m = &*self.matrices;
        let columns = 6 * m.markers.len();
        let first = 6 * self.number;
        let mut out: [T; 6] = std::array::from_fn(|r| T::constant(m.preload[first + r]));
        let j = frames.marker(j);
        for (k, (&marker, &slot)) in m.markers.iter().zip(&m.slots).enumerate() {
            let i = frames.marker(marker);
            let (mut q, u) = (deviation(&i, &j), velocity(&i, &j));
            q[5] += frames.turned(slot, q[5]);
            for (r, out) in out.iter_mut().enumerate() {
                let at = (first + r) * columns + 6 * k;
                for c in 0..6 {
                    let (stiffness, damping) = (m.stiffness[at + c], m.damping[at + c]);
                    if stiffness != 0.0 {
                        *out -= (q[c] - m.length[6 * k + c]) * stiffness;
                    }
                    if damping != 0.0 {
                        *out -= u[c] * damping;
                    }
                }
            }
        }
        (
            j.R * Vec3::new(out[0], out[1], out[2]),
            j.R * Vec3::new(out[3], out[4], out[5]),
        )
    }
}
