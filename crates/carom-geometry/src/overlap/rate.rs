//! Rates by the motion of a solid: linear in its velocity and its angular velocity.

use carom_base::space::skew;
use carom_base::{Mat3, Vec3};
use std::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, Neg, Sub, SubAssign};

/// Rates of a number by the screw of A, see [`Rates`](super::Rates): `ḟ = velocity·w + turning·ω`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate1 {
    /// By the velocity of the origin of A.
    pub velocity: Vec3,
    /// By the angular velocity of A.
    pub turning: Vec3,
}

/// Rates of a vector by the screw of A, see [`Rates`](super::Rates): `v̇ = velocity·w + turning·ω`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate3 {
    /// By the velocity of the origin of A.
    pub velocity: Mat3,
    /// By the angular velocity of A.
    pub turning: Mat3,
}

impl Rate1 {
    /// Of what does not change.
    pub const ZERO: Self = Self::new(Vec3::new(0.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 0.0));

    /// By velocity and turning.
    pub const fn new(velocity: Vec3, turning: Vec3) -> Self {
        Self { velocity, turning }
    }

    /// The six rates, velocities first.
    pub fn iter(&self) -> impl Iterator<Item = &f64> {
        self.velocity.iter().chain(self.turning.iter())
    }

    /// Of the same number by a screw that is itself linear in another one.
    pub(super) fn by(&self, screw: &Screw) -> Self {
        let [velocity, turning] = screw;
        velocity.along(&self.velocity) + turning.along(&self.turning)
    }

    /// On other axes: `r` holds the axes of A as columns.
    pub fn turned(&self, r: &Mat3) -> Self {
        Self::new(r * self.velocity, r * self.turning)
    }
}

/// The velocity and the angular velocity of a solid, each linear in another screw.
pub(super) type Screw = [Rate3; 2];

impl Rate3 {
    const O: Vec3 = Vec3::new(0.0, 0.0, 0.0);
    /// Of what does not change.
    pub const ZERO: Self = Self::new(
        Mat3::from_columns([Self::O, Self::O, Self::O]),
        Mat3::from_columns([Self::O, Self::O, Self::O]),
    );

    /// By velocity and turning.
    pub const fn new(velocity: Mat3, turning: Mat3) -> Self {
        Self { velocity, turning }
    }

    /// Of the vector `v`, turned with A.
    pub(super) fn turning_with(v: &Vec3) -> Self {
        Self::new(Mat3::zeros(), -skew(v))
    }

    /// Of the point `p` of A.
    pub(super) fn carried(p: &Vec3) -> Self {
        Self::new(Mat3::identity(), -skew(p))
    }

    /// The rates of `n·v` with constant `n`.
    pub fn along(&self, n: &Vec3) -> Rate1 {
        Rate1::new(self.velocity.tr_mul(n), self.turning.tr_mul(n))
    }

    /// The rates of `n·f` with constant `n`, from those of a number f.
    pub fn outer(n: &Vec3, f: &Rate1) -> Self {
        Self::new(n.outer(&f.velocity), n.outer(&f.turning))
    }

    /// Of the same vector by a screw that is itself linear in another one.
    pub(super) fn by(&self, screw: &Screw) -> Self {
        let [velocity, turning] = screw;
        self.velocity * *velocity + self.turning * *turning
    }

    /// Of the vector on other axes, by a screw on other axes: `r` holds the axes of A as columns.
    pub fn turned(&self, r: &Mat3) -> Self {
        let back = r.transpose();
        Self::new(r * self.velocity * back, r * self.turning * back)
    }
}

impl Mul<Rate3> for Mat3 {
    type Output = Rate3;
    fn mul(self, rate: Rate3) -> Rate3 {
        Rate3::new(self * rate.velocity, self * rate.turning)
    }
}

macro_rules! linear {
    ($of:ident) => {
        impl Add for $of {
            type Output = Self;
            fn add(self, b: Self) -> Self {
                Self::new(self.velocity + b.velocity, self.turning + b.turning)
            }
        }
        impl Sub for $of {
            type Output = Self;
            fn sub(self, b: Self) -> Self {
                Self::new(self.velocity - b.velocity, self.turning - b.turning)
            }
        }
        impl AddAssign for $of {
            fn add_assign(&mut self, b: Self) {
                *self = *self + b;
            }
        }
        impl SubAssign for $of {
            fn sub_assign(&mut self, b: Self) {
                *self = *self - b;
            }
        }
        impl Neg for $of {
            type Output = Self;
            fn neg(self) -> Self {
                Self::new(-self.velocity, -self.turning)
            }
        }
        impl Mul<f64> for $of {
            type Output = Self;
            fn mul(self, s: f64) -> Self {
                Self::new(self.velocity * s, self.turning * s)
            }
        }
        impl Div<f64> for $of {
            type Output = Self;
            fn div(self, s: f64) -> Self {
                Self::new(self.velocity / s, self.turning / s)
            }
        }
    };
}
linear!(Rate1);
linear!(Rate3);

impl Index<usize> for Rate1 {
    type Output = f64;
    fn index(&self, k: usize) -> &f64 {
        if k < 3 {
            &self.velocity[k]
        } else {
            &self.turning[k - 3]
        }
    }
}
impl IndexMut<usize> for Rate1 {
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        if k < 3 {
            &mut self.velocity[k]
        } else {
            &mut self.turning[k - 3]
        }
    }
}
impl Index<(usize, usize)> for Rate3 {
    type Output = f64;
    /// The rate of coordinate `i` by component `k` of the screw.
    fn index(&self, (i, k): (usize, usize)) -> &f64 {
        if k < 3 {
            &self.velocity[(i, k)]
        } else {
            &self.turning[(i, k - 3)]
        }
    }
}
