//! What is known of one volume of intersection.

use carom_base::Vec3;
use nalgebra::SMatrix;

/// Rates of a vector by the screw of A, see [`Rates`].
pub type Rate3 = SMatrix<f64, 3, 6>;
/// Rates of a number by the screw of A.
pub type Rate1 = SMatrix<f64, 1, 6>;

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
            volume: Rate1::zeros(),
            centroid: Rate3::zeros(),
            vector_area: Rate3::zeros(),
            moment: Rate3::zeros(),
            nearest: [Rate3::zeros(); 2],
            chord: Rate1::zeros(),
        }
    }

    /// Of the mean thickness: `dh = dV/|N| − V·(N·dN)/|N|³`.
    pub fn mean_thickness(&self, of: &Volume) -> Rate1 {
        let area = of.vector_area.norm();
        if area == 0.0 {
            return Rate1::zeros();
        }
        self.volume / area
            - of.vector_area.transpose() * self.vector_area * (of.volume / area.powi(3))
    }

    /// Of the smooth direction: `dm = −(1 − m·mᵀ)·dN/|N|`.
    pub fn normal(&self, of: &Volume) -> Rate3 {
        let Some(m) = of.normal() else {
            return Rate3::zeros();
        };
        let across = self.vector_area - m * (m.transpose() * self.vector_area);
        across * (-1.0 / of.vector_area.norm())
    }

    /// Of the distance of the nearest points: `dd = u·(dp_B − dp_A)`.
    pub fn distance(&self, of: &Volume) -> Rate1 {
        match of.direction() {
            Some(u) => u.transpose() * (self.nearest[1] - self.nearest[0]),
            None => Rate1::zeros(),
        }
    }

    /// Of the direction by nearest points: `du = (1 − u·uᵀ)·(dp_B − dp_A)/d`.
    pub fn direction(&self, of: &Volume) -> Rate3 {
        let Some(u) = of.direction() else {
            return Rate3::zeros();
        };
        let apart = self.nearest[1] - self.nearest[0];
        (apart - u * (u.transpose() * apart)) * (1.0 / of.distance())
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
