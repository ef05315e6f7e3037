//! Exact signs of the positions of points of two solids, with a tie-break that leaves no zero.
//!
//! ```text
//! orient(a, b, c, d) = sign of (b − a) × (c − a) · (d − a)
//! ```
//!
//! A filter of floating point decides nearly all of them (Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997: the
//! error of the determinant is below (7 + 56u)·u of the sum of the absolute products); what it leaves goes to exact arithmetic.
//! An exact zero is decided as if solid A were moved by (ε, ε², ε³) for an ε as small as need be: the sign of the first
//! component of the derivative that is not zero. All answers together are those of one configuration in general position,
//! and so never contradict each other.

use super::exact::{Scale, cross, dot, sub};
use carom_base::Vec3;
use robust::{Coord, Coord3D};

/// (7 + 56u)·u with u = 2⁻⁵³.
const FILTER: f64 = (7.0 + 56.0 * UNIT) * UNIT;
const UNIT: f64 = 1.110_223_024_625_156_5e-16;

/// Which of the two solids something belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    A,
    B,
}

/// A determinant with a bound of its error.
#[derive(Clone, Copy, Default)]
pub(super) struct Det {
    pub value: f64,
    pub error: f64,
}

impl Det {
    pub(super) fn of(u: &Vec3, v: &Vec3, w: &Vec3) -> Self {
        Plane::spanned(Vec3::zeros(), u, v).det_of(w)
    }
}

/// The plane of a triangle, as the predicate needs it.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    base: Vec3,
    /// (b − a) × (c − a).
    pub normal: Vec3,
    /// The same with absolute products.
    permanent: Vec3,
}

impl Plane {
    #[inline]
    pub(super) fn new([a, b, c]: &[Vec3; 3]) -> Self {
        Self::spanned(*a, &(b - a), &(c - a))
    }

    #[inline]
    pub(super) fn spanned(base: Vec3, u: &Vec3, v: &Vec3) -> Self {
        let (yz, zy) = (u.y * v.z, u.z * v.y);
        let (zx, xz) = (u.z * v.x, u.x * v.z);
        let (xy, yx) = (u.x * v.y, u.y * v.x);
        Self {
            base,
            normal: Vec3::new(yz - zy, zx - xz, xy - yx),
            permanent: Vec3::new(
                yz.abs() + zy.abs(),
                zx.abs() + xz.abs(),
                xy.abs() + yx.abs(),
            ),
        }
    }

    #[inline]
    fn det_of(&self, w: &Vec3) -> Det {
        let (n, p) = (&self.normal, &self.permanent);
        Det {
            value: n.x * w.x + n.y * w.y + n.z * w.z,
            error: FILTER * (p.x * w.x.abs() + p.y * w.y.abs() + p.z * w.z.abs()),
        }
    }

    #[inline]
    pub(super) fn det(&self, d: &Vec3) -> Det {
        self.det_of(&(d - self.base))
    }

    #[inline]
    pub(super) fn dets(&self, points: &[Vec3; 3]) -> [Det; 3] {
        [
            self.det(&points[0]),
            self.det(&points[1]),
            self.det(&points[2]),
        ]
    }
}

/// On which side of the plane of a triangle a point of the other solid lies: 1 outside (where the normal points), −1 inside.
/// `point` says whose point it is; `zero` is set by an exact zero.
#[inline]
pub(super) fn point_triangle(
    det: Det,
    triangle: &[Vec3; 3],
    d: &Vec3,
    point: Side,
    zero: &mut bool,
) -> i8 {
    if det.value > det.error {
        return 1;
    }
    if det.value < -det.error {
        return -1;
    }
    point_triangle_exactly(triangle, d, point, zero)
}

#[cold]
fn point_triangle_exactly(triangle: &[Vec3; 3], d: &Vec3, point: Side, zero: &mut bool) -> i8 {
    let [a, b, c] = triangle;
    let exact = orient(a, b, c, d);
    if exact != 0 {
        return exact;
    }
    *zero = true;
    // d/dε of the determinant: +N for a point of A, −N for a triangle of A
    let turn = match point {
        Side::A => 1,
        Side::B => -1,
    };
    let flat = |i: usize, j: usize| {
        let [p, q, r] = [a, b, c].map(|v| Coord { x: v[i], y: v[j] });
        sign(robust::orient2d(p, q, r))
    };
    first([flat(1, 2), flat(2, 0), flat(0, 1)]) * turn
}

/// Sign of orient(p, q, a, b) of an edge of A and an edge of B.
pub(super) fn edge_edge(p: &Vec3, q: &Vec3, a: &Vec3, b: &Vec3, zero: &mut bool) -> i8 {
    let det = Det::of(&(q - p), &(a - p), &(b - p));
    if det.value > det.error {
        return 1;
    }
    if det.value < -det.error {
        return -1;
    }
    let exact = orient(p, q, a, b);
    if exact != 0 {
        return exact;
    }
    *zero = true;
    // d/dε of the determinant: (q − p) × (b − a)
    let flat = |i: usize, j: usize| cross_sign(p, q, a, b, i, j);
    first([flat(1, 2), flat(2, 0), flat(0, 1)])
}

/// Exactly; 0 for four points in a plane.
pub(super) fn orient(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> i8 {
    let [a, b, c, d] = [a, b, c, d].map(|v| Coord3D {
        x: v.x,
        y: v.y,
        z: v.z,
    });
    // The library's determinant has its rows from d, which turns the sign.
    -sign(robust::orient3d(a, b, c, d))
}

fn sign(x: f64) -> i8 {
    i8::from(x > 0.0) - i8::from(x < 0.0)
}

/// The first sign that is not zero. All zero: parallel edges or a triangle without area, which are never asked for (the ends
/// of an edge then lie on one side of every triangle that contains the other); the answer must only be the same every time.
fn first(signs: [i8; 3]) -> i8 {
    signs.into_iter().find(|s| *s != 0).unwrap_or(1)
}

/// Exact sign of component k of (q − p) × (b − a), i and j being the other two in cyclic order.
fn cross_sign(p: &Vec3, q: &Vec3, a: &Vec3, b: &Vec3, i: usize, j: usize) -> i8 {
    // (q_i − p_i)(b_j − a_j) − (q_j − p_j)(b_i − a_i) as an exact sum of eight products of two parts each
    let products = [
        (q[i], b[j]),
        (-q[i], a[j]),
        (-p[i], b[j]),
        (p[i], a[j]),
        (-q[j], b[i]),
        (q[j], a[i]),
        (p[j], b[i]),
        (-p[j], a[i]),
    ];
    let mut sum = [0.0; 16];
    let mut used = 0;
    for (x, y) in products {
        let high = x * y;
        let low = x.mul_add(y, -high);
        for part in [low, high] {
            used = grow(&mut sum, used, part);
        }
    }
    // Of an expansion without overlap the last part has the sign of the sum.
    sum[..used]
        .iter()
        .rev()
        .find(|s| **s != 0.0)
        .map_or(0, |s| sign(*s))
}

/// Adds a number to an expansion exactly (Shewchuk, GROW-EXPANSION).
fn grow(sum: &mut [f64; 16], used: usize, x: f64) -> usize {
    let mut q = x;
    for part in &mut sum[..used] {
        let s = q + *part;
        let virtual_part = s - q;
        *part = (q - (s - virtual_part)) + (*part - virtual_part);
        q = s;
    }
    sum[used] = q;
    used + 1
}

/// Where an edge passes a triangle of the other solid.
pub(super) struct Passage {
    pub triangle: [Vec3; 3],
}

/// Which of two passages of the edge `p`→`q` comes first, exactly; `edge` says whose edge it is. Equal only if both triangles lie
/// in one plane, as where two shells touch.
///
/// With o(x) = N·(x − a) the edge passes at τ = o(p)/(o(p) − o(q)); shifting A by δ moves it by −N·δ/(N·(q−p)) on an edge of A
/// and by the opposite on an edge of B.
pub(super) fn order(
    p: &Vec3,
    q: &Vec3,
    one: &Passage,
    two: &Passage,
    edge: Side,
) -> std::cmp::Ordering {
    let [a, b] = [&one.triangle, &two.triangle];
    let scale = Scale::of(&[*p, *q, a[0], a[1], a[2], b[0], b[1], b[2]]);
    let [ep, eq] = [p, q].map(|x| scale.vector(x));
    let along = sub(&eq, &ep);
    let of = |t: &[Vec3; 3]| {
        let [x, y, z] = [&t[0], &t[1], &t[2]].map(|v| scale.vector(v));
        let normal = cross(&sub(&y, &x), &sub(&z, &x));
        let op = dot(&normal, &sub(&ep, &x));
        let oq = dot(&normal, &sub(&eq, &x));
        let slope = dot(&normal, &along);
        (normal, op, oq, slope)
    };
    let ((n1, p1, q1, s1), (n2, p2, q2, s2)) = (of(a), of(b));
    let turn = s1.sign() * s2.sign();
    // τ₁ − τ₂ = (p₂·q₁ − p₁·q₂)/(slope₁·slope₂)
    let exact = p2.mul(&q1).sub(&p1.mul(&q2)).sign() * turn;
    if exact != 0 {
        return exact.cmp(&0);
    }
    for k in 0..3 {
        let d = n2[k].mul(&s1).sub(&n1[k].mul(&s2)).sign() * turn;
        let d = match edge {
            Side::A => d,
            Side::B => -d,
        };
        if d != 0 {
            return d.cmp(&0);
        }
    }
    std::cmp::Ordering::Equal
}

/// Boxes of two triangles more than `room` apart along an axis.
#[inline]
pub(crate) fn boxes_apart(a: &[Vec3; 3], b: &[Vec3; 3], room: f64) -> bool {
    // Corners are numbers: without the rules of `min` and `max` for others, each is one instruction.
    let less = |x: f64, y: f64| if x < y { x } else { y };
    let more = |x: f64, y: f64| if x > y { x } else { y };
    let along = |k: usize| {
        let low = |t: &[Vec3; 3]| less(less(t[0][k], t[1][k]), t[2][k]);
        let high = |t: &[Vec3; 3]| more(more(t[0][k], t[1][k]), t[2][k]);
        (low(a) > high(b) + room) | (low(b) > high(a) + room)
    };
    along(0) | along(1) | along(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    const T: [Vec3; 3] = [
        Vec3::new(0.0, 0.0, 0.0),
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(0.0, 1.0, 0.0),
    ];

    fn side(d: Vec3, point: Side) -> (i8, bool) {
        let mut zero = false;
        let s = point_triangle(Plane::new(&T).det(&d), &T, &d, point, &mut zero);
        (s, zero)
    }

    #[test]
    fn sides() {
        assert_eq!(side(Vec3::new(0.1, 0.1, 1e-300), Side::A), (1, false));
        assert_eq!(side(Vec3::new(0.1, 0.1, -1e-300), Side::A), (-1, false));
        // in the plane: A is moved along +z in the last place, x and y do not matter
        assert_eq!(side(Vec3::new(0.1, 0.1, 0.0), Side::A), (1, true));
        assert_eq!(side(Vec3::new(0.1, 0.1, 0.0), Side::B), (-1, true));
    }

    /// orient(p, q, a, b) does not change when the pairs are swapped, and turns when one pair is.
    #[test]
    fn edges_are_antisymmetric_also_in_ties() {
        let grid = |n: u32| Vec3::new(f64::from(n % 3), f64::from(n / 3 % 3), f64::from(n / 9));
        let mut ties = 0;
        for i in 0..27 * 27 {
            let (p, q) = (grid(i % 27), grid(i / 27));
            let (a, b) = (Vec3::new(0.0, 1.0, 0.5), Vec3::new(2.0, 1.0, 1.5));
            let mut zero = false;
            let s = edge_edge(&p, &q, &a, &b, &mut zero);
            ties += i32::from(zero);
            if (q - p).cross(&(b - a)).norm() > 0.0 {
                assert_eq!(edge_edge(&q, &p, &a, &b, &mut zero), -s);
                assert_eq!(edge_edge(&p, &q, &b, &a, &mut zero), -s);
            }
        }
        assert!(ties > 50, "{ties}");
    }

    /// A tie is decided as a real shift of A decides it.
    #[test]
    fn ties_follow_a_real_shift() {
        let shift = Vec3::new(1e-3, 1e-6, 1e-9);
        let grid = |n: u32| Vec3::new(f64::from(n % 3), f64::from(n / 3 % 3), f64::from(n / 9));
        let mut ties = 0;
        for i in 0..27 * 27 {
            let (p, q) = (grid(i % 27), grid(i / 27));
            let (a, b) = (Vec3::new(0.0, 1.0, 0.0), Vec3::new(2.0, 1.0, 1.0));
            if (q - p).cross(&(b - a)).norm() == 0.0 {
                continue;
            }
            let (mut zero, mut none) = (false, false);
            let s = edge_edge(&p, &q, &a, &b, &mut zero);
            ties += i32::from(zero);
            assert_eq!(s, edge_edge(&(p + shift), &(q + shift), &a, &b, &mut none));
            let d = side(p, Side::A).0;
            assert_eq!(d, side(p + shift, Side::A).0);
            let moved = T.map(|v| v + shift);
            let mut none = false;
            let det = Plane::new(&moved).det(&p);
            assert_eq!(
                side(p, Side::B).0,
                point_triangle(det, &moved, &p, Side::B, &mut none)
            );
        }
        assert!(ties > 50, "{ties}");
    }

    #[test]
    fn passages_in_order() {
        let (p, q) = (Vec3::new(0.2, 0.2, -1.0), Vec3::new(0.2, 0.2, 1.0));
        let at = |z: f64, tilt: f64| Passage {
            triangle: T.map(|v| v + Vec3::new(0.0, 0.0, z + tilt * (v.x - 0.25))),
        };
        // 0.2 is not a multiple of a power of two: both pass at the same place only in rational numbers
        assert_eq!(
            order(&p, &q, &at(0.0, 0.0), &at(1e-17, 0.0), Side::A),
            Ordering::Less
        );
        assert_eq!(
            order(&p, &q, &at(1e-17, 0.0), &at(0.0, 0.0), Side::B),
            Ordering::Greater
        );
        assert_eq!(
            order(&p, &q, &at(0.0, 0.0), &at(0.0, 0.0), Side::A),
            Ordering::Equal
        );
        // both through (¼, ·, 0): the shift of A along +x raises what the tilted triangle of A shows at a fixed x, falls
        let (p, q) = (Vec3::new(0.25, 0.2, -1.0), Vec3::new(0.25, 0.2, 1.0));
        let flat = at(0.0, 0.0);
        let tilted = at(0.0, 0.5);
        assert_eq!(order(&p, &q, &flat, &tilted, Side::A), Ordering::Less);
        assert_eq!(order(&p, &q, &flat, &tilted, Side::B), Ordering::Greater);
    }
}
