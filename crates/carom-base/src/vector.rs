//! Vectors of three numbers and 3 × 3 matrices, over any [`Number`].
//!
//! They are written out here, and not taken from a library of general matrices, because the equations of motion are
//! compiled for many kinds of numbers: products of three terms as plain expressions are a fifth of the work for the
//! compiler (`docs/decisions/013-small-vectors.md`).

use crate::number::Number;
use std::fmt;
use std::iter::Sum;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign,
};

/// A vector of three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3<T = f64> {
    /// The first coordinate.
    pub x: T,
    /// The second coordinate.
    pub y: T,
    /// The third coordinate.
    pub z: T,
}

/// A 3 × 3 matrix; for a rotation, column `k` is the axis `k` of the turned frame.
///
/// `m[(i, j)]` is the entry of row `i` and column `j`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mat3<T = f64> {
    columns: [Vec3<T>; 3],
}

impl<T> Vec3<T> {
    /// The vector with these coordinates.
    #[inline(always)]
    pub const fn new(x: T, y: T, z: T) -> Self {
        Self { x, y, z }
    }

    /// The vector whose coordinate `k` is `f(k)`.
    #[inline]
    pub fn from_fn(mut f: impl FnMut(usize) -> T) -> Self {
        Self::new(f(0), f(1), f(2))
    }

    /// Coordinate after coordinate.
    #[inline]
    pub fn iter(&self) -> std::array::IntoIter<&T, 3> {
        [&self.x, &self.y, &self.z].into_iter()
    }

    /// Coordinate after coordinate, to be changed.
    #[inline]
    pub fn iter_mut(&mut self) -> std::array::IntoIter<&mut T, 3> {
        [&mut self.x, &mut self.y, &mut self.z].into_iter()
    }
}

impl<T: Copy> Vec3<T> {
    /// The vector of the first three entries of a slice; panics on a shorter one.
    #[inline]
    pub fn from_slice(entries: &[T]) -> Self {
        Self::new(entries[0], entries[1], entries[2])
    }

    /// All coordinates equal.
    #[inline]
    pub const fn repeat(x: T) -> Self {
        Self::new(x, x, x)
    }

    /// The coordinates.
    #[inline]
    pub const fn to_array(self) -> [T; 3] {
        [self.x, self.y, self.z]
    }

    /// `f` of each coordinate.
    #[inline]
    pub fn map<U>(&self, mut f: impl FnMut(T) -> U) -> Vec3<U> {
        Vec3::new(f(self.x), f(self.y), f(self.z))
    }

    /// `f` of the coordinates of two vectors, pair by pair.
    #[inline]
    pub fn zip_map<U: Copy, V>(&self, b: &Vec3<U>, mut f: impl FnMut(T, U) -> V) -> Vec3<V> {
        Vec3::new(f(self.x, b.x), f(self.y, b.y), f(self.z, b.z))
    }
}

impl<T: Number> Vec3<T> {
    /// The vector 0.
    #[inline]
    pub fn zeros() -> Self {
        Self::repeat(T::zero())
    }

    /// The first axis.
    #[inline]
    pub fn x() -> Self {
        Self::new(T::one(), T::zero(), T::zero())
    }

    /// The second axis.
    #[inline]
    pub fn y() -> Self {
        Self::new(T::zero(), T::one(), T::zero())
    }

    /// The third axis.
    #[inline]
    pub fn z() -> Self {
        Self::new(T::zero(), T::zero(), T::one())
    }

    /// `self · b`
    #[inline(always)]
    pub fn dot(&self, b: &Self) -> T {
        self.x * b.x + self.y * b.y + self.z * b.z
    }

    /// `self × b`
    #[inline(always)]
    pub fn cross(&self, b: &Self) -> Self {
        Self::new(
            self.y * b.z - self.z * b.y,
            self.z * b.x - self.x * b.z,
            self.x * b.y - self.y * b.x,
        )
    }

    /// `self × b` of plain numbers: without the products of derivatives that are zero.
    #[inline]
    pub fn cross_with(&self, b: &Vec3) -> Self {
        Self::new(
            self.y * b.z - self.z * b.y,
            self.z * b.x - self.x * b.z,
            self.x * b.y - self.y * b.x,
        )
    }

    /// `self · self`
    #[inline(always)]
    pub fn norm_squared(&self) -> T {
        self.x.square() + self.y.square() + self.z.square()
    }

    /// Length.
    #[inline]
    pub fn norm(&self) -> T {
        self.norm_squared().sqrt()
    }

    /// The vector of length one in this direction; not finite for the vector 0.
    #[inline]
    pub fn normalize(&self) -> Self {
        *self / self.norm()
    }

    /// The matrix `self · bᵀ`.
    #[inline]
    pub fn outer(&self, b: &Self) -> Mat3<T> {
        Mat3 {
            columns: [*self * b.x, *self * b.y, *self * b.z],
        }
    }

    /// The products of the coordinates, pair by pair.
    #[inline]
    pub fn component_mul(&self, b: &Self) -> Self {
        self.zip_map(b, |a, b| a * b)
    }
}

impl Vec3 {
    /// The vector of length one in this direction, unless this one is no longer than `least`.
    pub fn try_normalize(&self, least: f64) -> Option<Self> {
        let n = self.norm();
        (n > least).then(|| *self / n)
    }

    /// The largest absolute value of a coordinate.
    #[inline]
    pub fn amax(&self) -> f64 {
        self.x.abs().max(self.y.abs()).max(self.z.abs())
    }

    /// The absolute values of the coordinates.
    #[inline]
    pub fn abs(&self) -> Self {
        self.map(f64::abs)
    }

    /// The smaller of the coordinates, pair by pair.
    #[inline]
    pub fn inf(&self, b: &Self) -> Self {
        self.zip_map(b, f64::min)
    }

    /// The larger of the coordinates, pair by pair.
    #[inline]
    pub fn sup(&self, b: &Self) -> Self {
        self.zip_map(b, f64::max)
    }

    /// The number of the largest coordinate, the first of equal ones.
    pub fn imax(&self) -> usize {
        (1..3).fold(0, |best, k| if self[k] > self[best] { k } else { best })
    }

    /// The number of the largest coordinate by absolute value, the first of equal ones.
    pub fn iamax(&self) -> usize {
        self.abs().imax()
    }

    /// The number of the smallest coordinate, the first of equal ones.
    pub fn imin(&self) -> usize {
        (-*self).imax()
    }

    /// The number of the smallest coordinate by absolute value, the first of equal ones.
    pub fn iamin(&self) -> usize {
        self.abs().imin()
    }

    /// The largest coordinate.
    #[inline]
    pub fn max(&self) -> f64 {
        self.x.max(self.y).max(self.z)
    }

    /// The smallest coordinate.
    #[inline]
    pub fn min(&self) -> f64 {
        self.x.min(self.y).min(self.z)
    }

    /// The sum of the coordinates.
    #[inline]
    pub fn sum(&self) -> f64 {
        self.x + self.y + self.z
    }

    /// The product of the coordinates.
    #[inline]
    pub fn product(&self) -> f64 {
        self.x * self.y * self.z
    }

    /// The angle between two directions in radians, in [0, π].
    pub fn angle(&self, b: &Self) -> f64 {
        self.cross(b).norm().atan2(self.dot(b))
    }
}

impl<T: fmt::Display> fmt::Display for Vec3<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "({}, {}, {})", self.x, self.y, self.z)
    }
}
impl<T> From<[T; 3]> for Vec3<T> {
    #[inline]
    fn from([x, y, z]: [T; 3]) -> Self {
        Self { x, y, z }
    }
}
impl<T> From<Vec3<T>> for [T; 3] {
    #[inline]
    fn from(v: Vec3<T>) -> Self {
        [v.x, v.y, v.z]
    }
}
impl<T> Index<usize> for Vec3<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, k: usize) -> &T {
        match k {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("a vector in space has no coordinate {k}"),
        }
    }
}
impl<T> IndexMut<usize> for Vec3<T> {
    #[inline(always)]
    fn index_mut(&mut self, k: usize) -> &mut T {
        match k {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("a vector in space has no coordinate {k}"),
        }
    }
}
impl<'a, T> IntoIterator for &'a Vec3<T> {
    type Item = &'a T;
    type IntoIter = std::array::IntoIter<&'a T, 3>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Mat3<T> {
    /// The matrix with these columns.
    #[inline]
    pub const fn from_columns(columns: [Vec3<T>; 3]) -> Self {
        Self { columns }
    }

    /// The matrix with these entries, row by row.
    #[inline(always)]
    pub const fn new(xx: T, xy: T, xz: T, yx: T, yy: T, yz: T, zx: T, zy: T, zz: T) -> Self {
        Self {
            columns: [
                Vec3::new(xx, yx, zx),
                Vec3::new(xy, yy, zy),
                Vec3::new(xz, yz, zz),
            ],
        }
    }

    /// The matrix whose entry of row `i` and column `j` is `f(i, j)`.
    #[inline]
    pub fn from_fn(mut f: impl FnMut(usize, usize) -> T) -> Self {
        let mut column = |j| Vec3::new(f(0, j), f(1, j), f(2, j));
        Self {
            columns: [column(0), column(1), column(2)],
        }
    }

    /// Entry after entry, column by column.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.columns.iter().flatten()
    }

    /// Entry after entry, column by column, to be changed.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.columns.iter_mut().flat_map(Vec3::iter_mut)
    }
}

impl<T: Copy> Mat3<T> {
    /// Column `j`.
    #[inline(always)]
    pub fn column(&self, j: usize) -> Vec3<T> {
        self.columns[j]
    }

    /// Row `i`.
    #[inline]
    pub fn row(&self, i: usize) -> Vec3<T> {
        let [x, y, z] = &self.columns;
        Vec3::new(x[i], y[i], z[i])
    }

    /// Puts `v` into column `j`.
    #[inline]
    pub fn set_column(&mut self, j: usize, v: &Vec3<T>) {
        self.columns[j] = *v;
    }

    /// The entries of the diagonal.
    #[inline]
    pub fn diagonal(&self) -> Vec3<T> {
        let [x, y, z] = &self.columns;
        Vec3::new(x.x, y.y, z.z)
    }

    /// Rows as columns.
    #[inline]
    pub fn transpose(&self) -> Self {
        Self::from_columns([self.row(0), self.row(1), self.row(2)])
    }

    /// The matrix of the first nine entries of a slice, column by column; panics on a shorter one.
    pub fn from_column_slice(entries: &[T]) -> Self {
        Self {
            columns: [0, 3, 6].map(|k| Vec3::from_slice(&entries[k..])),
        }
    }

    /// All entries equal.
    #[inline]
    pub fn repeat(x: T) -> Self {
        Self {
            columns: [Vec3::repeat(x); 3],
        }
    }

    /// `f` of each entry.
    #[inline]
    pub fn map<U>(&self, mut f: impl FnMut(T) -> U) -> Mat3<U> {
        let [x, y, z] = &self.columns;
        Mat3 {
            columns: [x.map(&mut f), y.map(&mut f), z.map(&mut f)],
        }
    }

    /// `f` of the entries of two matrices, pair by pair.
    #[inline]
    pub fn zip_map<U: Copy, V>(&self, b: &Mat3<U>, mut f: impl FnMut(T, U) -> V) -> Mat3<V> {
        let ([x, y, z], [u, v, w]) = (&self.columns, &b.columns);
        Mat3 {
            columns: [
                x.zip_map(u, &mut f),
                y.zip_map(v, &mut f),
                z.zip_map(w, &mut f),
            ],
        }
    }
}

impl<T: Number> Mat3<T> {
    /// The matrix 0.
    #[inline]
    pub fn zeros() -> Self {
        Self::repeat(T::zero())
    }

    /// The matrix 1.
    #[inline]
    pub fn identity() -> Self {
        Self {
            columns: [Vec3::x(), Vec3::y(), Vec3::z()],
        }
    }

    /// The matrix with this diagonal and zeros beside it.
    #[inline]
    pub fn from_diagonal(d: &Vec3<T>) -> Self {
        let o = T::zero();
        Self::new(d.x, o, o, o, d.y, o, o, o, d.z)
    }

    /// The sum of the diagonal.
    #[inline]
    pub fn trace(&self) -> T {
        let d = self.diagonal();
        d.x + d.y + d.z
    }

    /// `selfᵀ · v`
    #[inline]
    pub fn tr_mul(&self, v: &Vec3<T>) -> Vec3<T> {
        let [x, y, z] = &self.columns;
        Vec3::new(x.dot(v), y.dot(v), z.dot(v))
    }

    /// `self · v` of plain numbers: without the products of derivatives that are zero.
    #[inline]
    pub fn times(&self, v: &Vec3) -> Vec3<T> {
        let [x, y, z] = &self.columns;
        x.map(|a| a * v.x) + y.map(|a| a * v.y) + z.map(|a| a * v.z)
    }

    /// The same with a matrix of plain numbers.
    #[inline]
    pub fn times_matrix(&self, b: &Mat3) -> Self {
        Self::from_columns(b.columns.map(|column| self.times(&column)))
    }

    /// The volume of the block of the columns, negative for a left-handed one.
    #[inline]
    pub fn determinant(&self) -> T {
        let [x, y, z] = &self.columns;
        x.dot(&y.cross(z))
    }

    /// The inverse by cofactors, unless the determinant is zero.
    pub fn try_inverse(&self) -> Option<Self> {
        let [x, y, z] = &self.columns;
        let rows = [y.cross(z), z.cross(x), x.cross(y)];
        let d = x.dot(&rows[0]);
        (d.value() != 0.0).then(|| Self::from_columns(rows.map(|r| r / d)).transpose())
    }
}

impl Mat3 {
    /// The largest absolute value of an entry.
    pub fn amax(&self) -> f64 {
        self.columns.iter().fold(0.0, |m, c| m.max(c.amax()))
    }

    /// The eigenvalues of a symmetric matrix, in no order.
    pub fn symmetric_eigenvalues(&self) -> Vec3 {
        let general = nalgebra::Matrix3::from_fn(|i, j| self[(i, j)]);
        Vec3::from_slice(general.symmetric_eigenvalues().as_slice())
    }

    /// The absolute values of the entries.
    pub fn abs(&self) -> Self {
        self.map(f64::abs)
    }

    /// The square root of the sum of squares of the entries.
    pub fn norm(&self) -> f64 {
        self.columns
            .iter()
            .map(Vec3::norm_squared)
            .sum::<f64>()
            .sqrt()
    }
}

impl<T> Index<(usize, usize)> for Mat3<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.columns[j][i]
    }
}
impl<T> IndexMut<(usize, usize)> for Mat3<T> {
    #[inline(always)]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        &mut self.columns[j][i]
    }
}

/// One operator between values, for every mixture of values and references.
macro_rules! operator {
    ($op:ident, $name:ident, $a:ty, $b:ty, $out:ty, |$x:ident, $y:ident| $formula:expr) => {
        impl<T: Number> $op<$b> for $a {
            type Output = $out;
            #[inline]
            fn $name(self, $y: $b) -> $out {
                let $x = self;
                $formula
            }
        }
        impl<T: Number> $op<&$b> for $a {
            type Output = $out;
            #[inline]
            fn $name(self, b: &$b) -> $out {
                self.$name(*b)
            }
        }
        impl<T: Number> $op<$b> for &$a {
            type Output = $out;
            #[inline]
            fn $name(self, b: $b) -> $out {
                (*self).$name(b)
            }
        }
        impl<T: Number> $op<&$b> for &$a {
            type Output = $out;
            #[inline]
            fn $name(self, b: &$b) -> $out {
                (*self).$name(*b)
            }
        }
    };
}
operator!(Add, add, Vec3<T>, Vec3<T>, Vec3<T>, |a, b| Vec3::new(
    a.x + b.x,
    a.y + b.y,
    a.z + b.z
));
operator!(Sub, sub, Vec3<T>, Vec3<T>, Vec3<T>, |a, b| Vec3::new(
    a.x - b.x,
    a.y - b.y,
    a.z - b.z
));
operator!(Add, add, Mat3<T>, Mat3<T>, Mat3<T>, |a, b| a
    .zip_map(&b, |x, y| x + y));
operator!(Sub, sub, Mat3<T>, Mat3<T>, Mat3<T>, |a, b| a
    .zip_map(&b, |x, y| x - y));
operator!(Mul, mul, Mat3<T>, Vec3<T>, Vec3<T>, |m, v| {
    let [x, y, z] = &m.columns;
    Vec3::new(
        x.x * v.x + y.x * v.y + z.x * v.z,
        x.y * v.x + y.y * v.y + z.y * v.z,
        x.z * v.x + y.z * v.y + z.z * v.z,
    )
});
operator!(Mul, mul, Mat3<T>, Mat3<T>, Mat3<T>, |a, b| Mat3 {
    columns: [a * b.columns[0], a * b.columns[1], a * b.columns[2]],
});

/// What a vector and a matrix do with one number, entry by entry.
macro_rules! entries {
    ($of:ident) => {
        impl<T: Number> Neg for $of<T> {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                self.map(|x| -x)
            }
        }
        impl<T: Number> Neg for &$of<T> {
            type Output = $of<T>;
            #[inline]
            fn neg(self) -> $of<T> {
                -*self
            }
        }
        impl<T: Number> Mul<T> for $of<T> {
            type Output = Self;
            #[inline]
            fn mul(self, s: T) -> Self {
                self.map(|x| x * s)
            }
        }
        impl<T: Number> Mul<T> for &$of<T> {
            type Output = $of<T>;
            #[inline]
            fn mul(self, s: T) -> $of<T> {
                *self * s
            }
        }
        impl<T: Number> Div<T> for $of<T> {
            type Output = Self;
            #[inline]
            fn div(self, s: T) -> Self {
                self.map(|x| x / s)
            }
        }
        impl<T: Number> Div<T> for &$of<T> {
            type Output = $of<T>;
            #[inline]
            fn div(self, s: T) -> $of<T> {
                *self / s
            }
        }
        impl Mul<$of> for f64 {
            type Output = $of;
            #[inline]
            fn mul(self, v: $of) -> $of {
                v * self
            }
        }
        impl Mul<&$of> for f64 {
            type Output = $of;
            #[inline]
            fn mul(self, v: &$of) -> $of {
                v * self
            }
        }
        impl<T: Number> AddAssign for $of<T> {
            #[inline]
            fn add_assign(&mut self, b: Self) {
                *self = *self + b;
            }
        }
        impl<T: Number> AddAssign<&Self> for $of<T> {
            #[inline]
            fn add_assign(&mut self, b: &Self) {
                *self = *self + b;
            }
        }
        impl<T: Number> SubAssign for $of<T> {
            #[inline]
            fn sub_assign(&mut self, b: Self) {
                *self = *self - b;
            }
        }
        impl<T: Number> SubAssign<&Self> for $of<T> {
            #[inline]
            fn sub_assign(&mut self, b: &Self) {
                *self = *self - b;
            }
        }
        impl<T: Number> MulAssign<T> for $of<T> {
            #[inline]
            fn mul_assign(&mut self, s: T) {
                *self = *self * s;
            }
        }
        impl<T: Number> DivAssign<T> for $of<T> {
            #[inline]
            fn div_assign(&mut self, s: T) {
                *self = *self / s;
            }
        }
        impl<T: Number> Sum for $of<T> {
            fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
                terms.fold(Self::zeros(), |a, b| a + b)
            }
        }
        impl<'a, T: Number> Sum<&'a Self> for $of<T> {
            fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
                terms.fold(Self::zeros(), |a, b| a + b)
            }
        }
    };
}
entries!(Vec3);
entries!(Mat3);

impl<T: Number> MulAssign for Mat3<T> {
    #[inline]
    fn mul_assign(&mut self, b: Self) {
        *self = *self * b;
    }
}

/// Against nalgebra. Entries are of order one, so that a rounding error is of order 1e-16; sums of up to nine
/// products of three lose a few of them: 1e-14, and 1e-12 where an inverse divides by a determinant above 0.1.
#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3, Vector3};

    /// Numbers in [-1, 1], the same each time (a linear congruential generator, Knuth's constants).
    struct Draw(u64);

    impl Draw {
        fn number(&mut self) -> f64 {
            let Self(state) = self;
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }
        fn vector(&mut self) -> Vec3 {
            Vec3::from_fn(|_| self.number())
        }
        fn matrix(&mut self) -> Mat3 {
            Mat3::from_fn(|_, _| self.number())
        }
    }

    fn v(a: &Vec3) -> Vector3<f64> {
        Vector3::new(a.x, a.y, a.z)
    }

    fn m(a: &Mat3) -> Matrix3<f64> {
        Matrix3::from_fn(|i, j| a[(i, j)])
    }

    #[track_caller]
    fn same(ours: f64, theirs: f64, tolerance: f64) {
        assert!((ours - theirs).abs() <= tolerance, "{ours} {theirs}");
    }

    #[track_caller]
    fn same_vector(ours: &Vec3, theirs: &Vector3<f64>, tolerance: f64) {
        assert!((v(ours) - theirs).amax() <= tolerance, "{ours} {theirs}");
    }

    #[track_caller]
    fn same_matrix(ours: &Mat3, theirs: &Matrix3<f64>, tolerance: f64) {
        assert!((m(ours) - theirs).amax() <= tolerance, "{ours:?} {theirs}");
    }

    #[test]
    fn vectors() {
        let mut draw = Draw(1);
        for _ in 0..1000 {
            let (a, b, s) = (draw.vector(), draw.vector(), draw.number());
            let (p, q) = (v(&a), v(&b));
            same_vector(&(a + b), &(p + q), 0.0);
            same_vector(&(a - b), &(p - q), 0.0);
            same_vector(&(-a), &-p, 0.0);
            same_vector(&(a * s), &(p * s), 0.0);
            same_vector(&(a / s), &(p / s), 0.0);
            same_vector(&a.cross(&b), &p.cross(&q), 1e-14);
            same_vector(&a.component_mul(&b), &p.component_mul(&q), 0.0);
            same_vector(&a.normalize(), &p.normalize(), 1e-14);
            same_vector(&a.inf(&b), &p.inf(&q), 0.0);
            same_vector(&a.sup(&b), &p.sup(&q), 0.0);
            same_vector(&a.abs(), &p.abs(), 0.0);
            same(a.dot(&b), p.dot(&q), 1e-14);
            same(a.norm(), p.norm(), 1e-14);
            same(a.norm_squared(), p.norm_squared(), 1e-14);
            // Nearly parallel vectors turn a rounding error of the cosine into its root.
            same(a.angle(&b), p.angle(&q), 1e-7);
            same(a.amax(), p.amax(), 0.0);
            same(a.max(), p.max(), 0.0);
            same(a.min(), p.min(), 0.0);
            same(a.sum(), p.sum(), 1e-14);
            same(a.product(), p.product(), 1e-14);
            assert_eq!(a.imax(), p.imax());
            assert_eq!(a.imin(), p.imin());
            assert_eq!(a.iamax(), p.iamax());
            assert_eq!(a.iamin(), p.iamin());
            same_matrix(&a.outer(&b), &(p * q.transpose()), 0.0);
        }
    }

    /// Of equal coordinates the first one counts.
    #[test]
    fn extremes_of_equal_coordinates() {
        for a in [
            Vec3::new(1.0, 1.0, -1.0),
            Vec3::new(-2.0, 2.0, 2.0),
            Vec3::repeat(0.0),
            Vec3::new(0.0, -0.0, 0.0),
        ] {
            let p = v(&a);
            assert_eq!(a.imax(), p.imax(), "{a}");
            assert_eq!(a.imin(), p.imin(), "{a}");
            assert_eq!(a.iamax(), p.iamax(), "{a}");
            assert_eq!(a.iamin(), p.iamin(), "{a}");
        }
    }

    #[test]
    fn a_vector_too_short_has_no_direction() {
        assert_eq!(Vec3::new(1e-9, 0.0, 0.0).try_normalize(1e-8), None);
        assert_eq!(
            Vec3::new(0.0, 2.0, 0.0).try_normalize(1e-8),
            Some(Vec3::y())
        );
    }

    #[test]
    fn matrices() {
        let mut draw = Draw(2);
        for _ in 0..1000 {
            let (a, b) = (draw.matrix(), draw.matrix());
            let (x, s) = (draw.vector(), draw.number());
            let (p, q) = (m(&a), m(&b));
            same_matrix(&(a + b), &(p + q), 0.0);
            same_matrix(&(a - b), &(p - q), 0.0);
            same_matrix(&(a * s), &(p * s), 0.0);
            same_matrix(&(a * b), &(p * q), 1e-14);
            same_matrix(&a.transpose(), &p.transpose(), 0.0);
            same_matrix(&a.abs(), &p.abs(), 0.0);
            same_vector(&(a * x), &(p * v(&x)), 1e-14);
            same_vector(&a.tr_mul(&x), &p.tr_mul(&v(&x)), 1e-14);
            same_vector(&a.diagonal(), &p.diagonal(), 0.0);
            same_vector(&a.row(1), &p.row(1).transpose(), 0.0);
            same_vector(&a.column(2), &p.column(2).into_owned(), 0.0);
            same(a.trace(), p.trace(), 1e-14);
            same(a.norm(), p.norm(), 1e-14);
            same(a.amax(), p.amax(), 0.0);
            same(a.determinant(), p.determinant(), 1e-14);
            if a.determinant().abs() > 0.1 {
                let theirs = p.try_inverse().expect("regular");
                same_matrix(&a.try_inverse().expect("regular"), &theirs, 1e-12);
            }
        }
    }

    #[test]
    fn a_singular_matrix_has_no_inverse() {
        let flat = Mat3::from_fn(|i, j| if i == 2 { 0.0 } else { (i + j) as f64 });
        assert_eq!(flat.try_inverse(), None);
    }

    /// The three numbers of a matrix that a rotation leaves as they are.
    #[test]
    fn eigenvalues_of_a_symmetric_matrix() {
        let mut draw = Draw(3);
        for _ in 0..1000 {
            let a = draw.matrix();
            let symmetric = a + a.transpose();
            let e = symmetric.symmetric_eigenvalues();
            same(e.sum(), symmetric.trace(), 1e-13);
            same(e.product(), symmetric.determinant(), 1e-13);
            same(e.norm(), symmetric.norm(), 1e-13);
        }
    }
}
