//! What is remembered of a pair of solids.

use crate::solid::ClosedMesh;
use carom_base::Pose;

/// What is remembered of one pair of solids from query to query.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Which meshes it is about.
    pub(super) owners: [u64; 2],
    /// Pose of the last query.
    pub(super) last: Option<Pose>,
    /// Pairs of triangles that could meet within `margin` of motion from `pose`.
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) pose: Option<Pose>,
    pub(super) margin: f64,
    /// Known to be apart within this motion from `apart_at`.
    pub(super) gap: f64,
    pub(super) apart_at: Option<Pose>,
    /// The nearest pair of triangles when they were apart.
    pub(super) hint: [u32; 2],
}

/// A list is made for a motion of so many steps like the last one,
const STEPS_AHEAD: f64 = 8.0;

/// within these parts of the smaller radius.
const MARGINS: [f64; 2] = [1e-4, 1e-2];

impl Memory {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.owners = [0; 2];
        self.last = None;
        self.pairs.clear();
        self.pose = None;
        self.margin = 0.0;
        self.gap = 0.0;
        self.apart_at = None;
    }

    pub(super) fn own(&mut self, a: &ClosedMesh, b: &ClosedMesh) {
        if self.owners != [a.id, b.id] {
            self.clear();
            self.owners = [a.id, b.id];
        }
    }

    /// Known to be apart by the distance found last, less what B has moved since.
    #[inline]
    pub(super) fn still_apart(&self, b: &ClosedMesh, pose: &Pose) -> bool {
        self.apart_at
            .as_ref()
            .is_some_and(|from| motion_of(b, from, pose) < self.gap)
    }

    /// Motion since the list was made.
    pub(super) fn motion(&self, a: &ClosedMesh, b: &ClosedMesh, pose: &Pose) -> Option<f64> {
        let both = |from: &Pose| {
            let back = (from.inverse(), pose.inverse());
            motion_of(b, from, pose).max(motion_of(a, &back.0, &back.1))
        };
        self.pose.as_ref().map(both)
    }

    /// Margin of the next list: 0 for none, as long as the solids move far between queries.
    pub(super) fn next_margin(&self, a: &ClosedMesh, b: &ClosedMesh, pose: &Pose) -> f64 {
        let size = a.radius.min(b.radius);
        let [least, most] = MARGINS.map(|m| m * size);
        match self.last.as_ref().map(|from| motion_of(b, from, pose)) {
            Some(step) if 4.0 * step < most => (STEPS_AHEAD * step).clamp(least, most),
            _ => 0.0,
        }
    }
}

/// How far any point of a solid moves at most from one pose to another: its centre, and its radius times the chord of the angle.
fn motion_of(solid: &ClosedMesh, from: &Pose, to: &Pose) -> f64 {
    let turn = to.rotation - from.rotation;
    let centre = turn * solid.centre + (to.position - from.position);
    // ‖R₁ − R₀‖_F = 2√2·sin(θ/2), and a point at r moves by 2r·sin(θ/2)
    centre.norm() + solid.radius * std::f64::consts::FRAC_1_SQRT_2 * turn.norm()
}
