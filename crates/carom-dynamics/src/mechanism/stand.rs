//! How two solids stand to each other at a place, as the geometry says it.

use carom_base::Vec3;
use carom_geometry::overlap::{Rate1, Rate3, Separation};

/// How two solids stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// This place has no volume, though the solids may overlap elsewhere.
    Vacant,
    /// So far apart that balls around the solids are; the depth is less than 0, by their gap.
    Far,
    /// Apart; the depth is less than 0, by the gap.
    Apart,
    /// They overlap.
    Inside,
}

/// What the geometry says of a place: ground axes.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Whether there is a volume.
    pub stand: Stand,
    /// p.
    pub depth: f64,
    /// n.
    pub normal: Vec3,
    /// x.
    pub point: Vec3,
    /// Volume, L³.
    pub volume: f64,
    /// Its centroid.
    pub centroid: Vec3,
    /// Derivatives by a motion of I while J stands still: velocity at `origin`, angular velocity.
    pub depth_by: Rate1,
    /// Of n.
    pub normal_by: Rate3,
    /// Of x.
    pub point_by: Rate3,
    /// Whether its volume is one with another that has a touch of its own.
    pub is_merged: bool,
    /// |N|, where the law asks for the overlap, else nothing.
    pub area: f64,
    /// Of the volume, likewise.
    pub volume_by: Rate1,
    /// Of |N|.
    pub area_by: Rate1,
    /// By the rule `potential` the torque about x of a normal force of one.
    pub lever: Vec3,
    /// Of the torque.
    pub lever_by: Rate3,
    /// See `depth_by`.
    pub origin: Vec3,
}

impl Touch {
    /// Nothing.
    pub const NONE: Self = {
        const ZERO: Vec3 = Vec3::new(0.0, 0.0, 0.0);
        Self {
            stand: Stand::Vacant,
            depth: 0.0,
            normal: ZERO,
            point: ZERO,
            volume: 0.0,
            centroid: ZERO,
            depth_by: Rate1::ZERO,
            normal_by: Rate3::ZERO,
            point_by: Rate3::ZERO,
            is_merged: false,
            area: 0.0,
            volume_by: Rate1::ZERO,
            area_by: Rate1::ZERO,
            lever: ZERO,
            lever_by: Rate3::ZERO,
            origin: ZERO,
        }
    };

    /// Whether a force may act.
    pub fn is_near(&self) -> bool {
        matches!(self.stand, Stand::Apart | Stand::Inside)
    }

    /// Solids apart, by points and direction on ground axes: p = −|gap|, which a motion of I changes as its nearest point moves along n.
    pub fn apart(gap: &Separation, stand: Stand) -> Self {
        let n = -gap.direction;
        let mut depth_by = Rate1::ZERO;
        for k in 0..3 {
            depth_by[k] = -n[k];
        }
        let point = (gap.nearest[0] + gap.nearest[1]) * 0.5;
        Self {
            stand,
            depth: -gap.distance,
            normal: n,
            point,
            centroid: point,
            depth_by,
            origin: gap.nearest[0],
            ..Self::NONE
        }
    }
}
