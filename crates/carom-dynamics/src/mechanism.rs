//! Bodies, markers, curves and functions: what the elements of a system look at.

pub(crate) mod along;
pub mod coordinate;
pub mod delay;
pub mod frames;
pub mod function;
pub mod kinematics;
pub(crate) mod relative;
pub mod scale;
pub mod stand;
pub mod term;

use crate::mechanism::function::Function;
use crate::mechanism::kinematics::{Body, MarkerOn};
use crate::mechanism::scale::Scale;
use carom_base::{Mat3, Number, Vec3};
use carom_model::PartId;
use std::collections::HashMap;

/// Bodies, markers, curves and functions, of which elements know theirs by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mechanism {
    /// Moving bodies.
    pub bodies: Vec<BodyData>,
    /// Markers in use; number 0 is the global frame.
    pub markers: Vec<MarkerOn>,
    /// Which marker of the model each of them is; `None` for the global frame.
    pub marker_ids: Vec<Option<carom_model::MarkerId>>,
    /// For each floating marker the marker at whose origin it is: I of the force whose reaction it takes.
    pub floating: HashMap<usize, usize>,
    /// Whether somebody else than the one joint that stands on it looks at each of them: then its state is kept. The others are made where they
    /// are looked at, which takes less time than to write them to memory and to read them from there, in long chains.
    pub stored: Vec<bool>,
    /// The markers that are stored and move: each with its body.
    pub riding: Vec<(usize, usize)>,
    /// Curves of the constraints.
    pub curves: Vec<carom_geometry::Curve>,
    /// All functions.
    pub functions: Vec<Function>,
    /// What absolute tolerances are measured by.
    pub scale: Scale,
    /// Gravity, ground axes.
    pub gravity: Vec3,
    /// Units consistency factor.
    pub ucf: f64,
    /// Number of position unknowns (tangent).
    pub positions: usize,
}

impl Mechanism {
    /// The marker at whose origin a marker is: itself, or the one that it floats with.
    pub fn stands_at(&self, marker: usize) -> usize {
        self.floating.get(&marker).copied().unwrap_or(marker)
    }
}

/// A moving body. What each step looks at comes first, so that long chains need less of it from memory.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct BodyData {
    /// First of its position unknowns; its velocity unknowns are `positions` further on.
    pub first: usize,
    /// Whether it turns (a point mass does not).
    pub turns: bool,
    /// Mass over the units consistency factor, F·T²·L⁻¹.
    pub mass: f64,
    /// Radius of gyration: what a radian is worth as a length.
    pub radius: f64,
    /// Inertia about the centre of mass on body axes, over the units consistency factor.
    pub inertia: Mat3,
    /// The part it is.
    pub part: PartId,
    /// `PART/2`.
    pub label: String,
    /// Centre of mass in the part frame.
    pub cm: Vec3,
    /// Where it stands and moves at the start, before assembly.
    pub start: Body<f64>,
}

impl BodyData {
    /// Number of its position unknowns.
    pub fn freedoms(&self) -> usize {
        if self.turns { 6 } else { 3 }
    }

    /// Kinetic energy, F·L.
    pub fn kinetic_energy<T: Number>(&self, body: &Body<T>) -> T {
        let momentum = self.inertia.map(T::constant) * body.w;
        (body.v.dot(&body.v) * self.mass + body.w.dot(&momentum)) * 0.5
    }

    /// Its acceleration (ground axes) and angular acceleration (body axes) in an array of all accelerations.
    pub fn accelerations(&self, all: &[f64]) -> (Vec3, Vec3) {
        let k = self.first;
        let a = Vec3::new(all[k], all[k + 1], all[k + 2]);
        let wdot = if self.turns {
            Vec3::new(all[k + 3], all[k + 4], all[k + 5])
        } else {
            Vec3::zeros()
        };
        (a, wdot)
    }
}

/// A symmetric positive definite matrix's inverse, or zero for zero.
pub fn inverse_or_zero(m: &Mat3) -> Mat3 {
    m.try_inverse().unwrap_or_else(Mat3::zeros)
}
