//! What is known of one volume of intersection.

use super::rate::{Rate1, Rate3};
use carom_base::space::skew;
use carom_base::{Mat3, Pose, Vec3};

/// One connected volume in which solid A and solid B overlap, in the frame of A.
///
/// Normals point out of their solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// `V`, L³.
    pub volume: f64,
    /// `c`, of the volume.
    pub centroid: Vec3,
    /// `N = ∫ n_A dS` over the part of A's surface inside B, L². Equal to `∂V/∂x_A`; points from A into B.
    pub vector_area: Vec3,
    /// `M = ∫ x × n_A dS` over the same part, about the origin of A, L³. Equal to `∂V/∂θ_A`.
    pub moment: Vec3,
    /// The points of the surfaces of A and of B nearest to the centroid.
    pub nearest: [Vec3; 2],
    /// Length of the piece of the line through the centroid along N that lies in the volume; 0 if the centroid does not.
    pub chord: f64,
    /// What is special about it.
    pub flags: Flags,
}

impl Volume {
    /// `d = |p_B − p_A|`, the depth of penetration by nearest points.
    pub fn distance(&self) -> f64 {
        (self.nearest[1] - self.nearest[0]).norm()
    }

    /// `u = (p_B − p_A)/d`, the direction of the force on A by nearest points; none if both points are one.
    pub fn direction(&self) -> Option<Vec3> {
        (self.nearest[1] - self.nearest[0]).try_normalize(0.0)
    }

    /// `m = −N/|N|`, the smooth direction of the force on A; none if N is zero, as of a solid within the other.
    pub fn normal(&self) -> Option<Vec3> {
        (-self.vector_area).try_normalize(0.0)
    }

    /// Is the direction by nearest points more than 30 degrees off the smooth one? Not if there are no two.
    pub(super) fn diverges(&self) -> bool {
        let cosine_30 = 0.866_025_403_784_438_6;
        let (u, m) = (self.nearest[1] - self.nearest[0], -self.vector_area);
        u.dot(&m) < cosine_30 * (u.norm() * m.norm())
    }

    /// `h = V/|N|`; 0 if N is zero.
    pub fn mean_thickness(&self) -> f64 {
        let area = self.vector_area.norm();
        if area > 0.0 { self.volume / area } else { 0.0 }
    }

    /// Distances of the centroid from the surfaces of A and of B.
    pub fn gaps(&self) -> [f64; 2] {
        self.nearest.map(|p| (p - self.centroid).norm())
    }
}

impl Volume {
    /// From the frame of A to the frame in which A stands at `at`; M is about the origin of that frame then.
    pub fn carry(&mut self, at: &Pose) {
        let place = |p: &Vec3| at.rotation * p + at.position;
        self.vector_area = at.rotation * self.vector_area;
        self.moment = at.rotation * self.moment + at.position.cross(&self.vector_area);
        self.centroid = place(&self.centroid);
        self.nearest = self.nearest.map(|p| place(&p));
    }

    /// Results with A and B exchanged, in the frame of B, become those in the frame of A. `pose` is that of B in A.
    pub(super) fn swap_roles(&mut self, pose: &Pose) {
        let place = |p: &Vec3| pose.rotation * p + pose.position;
        // over the closed surface of the volume ∮ n dS and ∮ x × n dS vanish
        let area = -(pose.rotation * self.vector_area);
        self.moment = pose.position.cross(&area) - pose.rotation * self.moment;
        self.vector_area = area;
        self.centroid = place(&self.centroid);
        self.nearest = [place(&self.nearest[1]), place(&self.nearest[0])];
    }
}

/// Rates of change of a [`Volume`] when A moves and B stands still.
///
/// Columns: velocity of the origin of A along the three axes, then angular velocity about them. All vectors are on axes that stand
/// still and coincide with those of A at this moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// `(Nᵀ, Mᵀ)`.
    pub volume: Rate1,
    /// Of the centroid.
    pub centroid: Rate3,
    /// Of N.
    pub vector_area: Rate3,
    /// Of M about the place where the origin of A is now.
    pub moment: Rate3,
    /// Of the nearest points.
    pub nearest: [Rate3; 2],
    /// Of the chord.
    pub chord: Rate1,
}

impl Rates {
    /// Of everything zero.
    pub(crate) fn zero() -> Self {
        Self {
            volume: Rate1::ZERO,
            centroid: Rate3::ZERO,
            vector_area: Rate3::ZERO,
            moment: Rate3::ZERO,
            nearest: [Rate3::ZERO; 2],
            chord: Rate1::ZERO,
        }
    }

    /// Rates with A and B exchanged become those by a motion of A while B stands still. `of` is the volume before the exchange.
    ///
    /// A moves by w relative to B as B moves by −w relative to A, with everything carried along by w.
    pub(super) fn swap_roles(&mut self, of: &Volume, pose: &Pose) {
        let (r, p) = (pose.rotation, pose.position);
        let mut now = *of;
        now.swap_roles(pose);
        // −w at the origin of B on its axes
        let minus = r.transpose();
        let screw = [
            Rate3::new(-minus, minus * skew(&p)),
            Rate3::new(Mat3::zeros(), -minus),
        ];
        let carried = Rate3::carried;
        let seen = |rate: &Rate3| r * rate.by(&screw);
        let area_there = seen(&self.vector_area);
        let moment = seen(&self.moment) + skew(&p) * area_there;
        let nearest = self.nearest.map(|n| seen(&n));
        *self = Self {
            volume: self.volume.by(&screw),
            centroid: carried(&now.centroid) + seen(&self.centroid),
            vector_area: Rate3::turning_with(&now.vector_area) - area_there,
            // M about a point that stands still: dM = δθ × M + δx × N as all is carried
            moment: Rate3::new(-skew(&now.vector_area), -skew(&now.moment)) - moment,
            nearest: [
                carried(&now.nearest[0]) + nearest[1],
                carried(&now.nearest[1]) + nearest[0],
            ],
            chord: self.chord.by(&screw),
        };
    }

    /// Of the mean thickness: `dh = dV/|N| − V·(N·dN)/|N|³`.
    pub fn mean_thickness(&self, of: &Volume) -> Rate1 {
        let area = of.vector_area.norm();
        if area == 0.0 {
            return Rate1::ZERO;
        }
        self.volume / area - self.vector_area.along(&of.vector_area) * (of.volume / area.powi(3))
    }

    /// Of the smooth direction: `dm = −(1 − m·mᵀ)·dN/|N|`.
    pub fn normal(&self, of: &Volume) -> Rate3 {
        let Some(m) = of.normal() else {
            return Rate3::ZERO;
        };
        let across = self.vector_area - Rate3::outer(&m, &self.vector_area.along(&m));
        across * (-1.0 / of.vector_area.norm())
    }

    /// Of the distance of the nearest points: `dd = u·(dp_B − dp_A)`.
    pub fn distance(&self, of: &Volume) -> Rate1 {
        match of.direction() {
            Some(u) => (self.nearest[1] - self.nearest[0]).along(&u),
            None => Rate1::ZERO,
        }
    }

    /// Of the direction by nearest points: `du = (1 − u·uᵀ)·(dp_B − dp_A)/d`.
    pub fn direction(&self, of: &Volume) -> Rate3 {
        let Some(u) = of.direction() else {
            return Rate3::ZERO;
        };
        let apart = self.nearest[1] - self.nearest[0];
        (apart - Rate3::outer(&u, &apart.along(&u))) * (1.0 / of.distance())
    }
}

/// What is special about a volume; a set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Flags(u16);

macro_rules! flags {
    ($($constant:ident = $bit:expr, $name:literal, $text:literal;)*) => {
        impl Flags {
            $(#[doc = $text] pub const $constant: Self = Self(1 << $bit);)*
        }
        /// Each flag with its name in files and what it means.
        pub const FLAGS: &[(Flags, &str, &str)] = &[$((Flags::$constant, $name, $text),)*];
    };
}

flags! {
    AMBIGUOUS_NEAREST = 0, "ambiguous_nearest", "A solid has a second place as near to the centroid (within 1e-6), more than 5 degrees away as the centroid sees it.";
    CENTROID_OUTSIDE = 1, "centroid_outside", "The centroid does not lie in the volume.";
    MERGED = 2, "merged", "Volumes have grown together: the centroid lies outside of a solid, as far from two of its faces more than 30 degrees apart.";
    DEEP = 3, "deep", "The volume is more than one per cent of that of the smaller solid: the assumption of contact is doubtful.";
    CONTAINED = 4, "contained", "One solid, or a shell of it, lies within the other: there is no contact curve, or it closes up to rounding.";
    DIVERGING = 5, "diverging_directions", "The direction by nearest points is more than 30 degrees off the smooth one.";
    COPLANAR = 6, "coplanar", "Points, edges or faces of both solids fall into one plane exactly: rates are one-sided.";
    BY_DISTANCE = 7, "by_distance", "A sphere on triangles: depth and direction by distance; volume, centroid and area are those of a cap.";
}

impl Flags {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether all of `other` are in this set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds flags if a condition holds.
    pub(crate) fn set(&mut self, other: Self, holds: bool) {
        if holds {
            self.0 |= other.0;
        }
    }

    /// Names of the flags in this set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        FLAGS
            .iter()
            .filter(move |(flag, ..)| self.contains(*flag))
            .map(|(_, name, _)| *name)
    }
}

impl std::fmt::Debug for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
