//! Nearest points and rays of solids of revolution about z.

use carom_base::{Number, Vec3};

/// A solid of revolution about z with a formula.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Revolved {
    /// Of radius `start` + `slope`·z between z = `begin` and `end`.
    Frustum {
        begin: f64,
        end: f64,
        start: f64,
        slope: f64,
    },
    /// Of `half` the length between the centres of the end balls.
    Capsule {
        half: f64,
        radius: f64,
    },
    Torus {
        major: f64,
        minor: f64,
    },
}

impl Revolved {
    /// From z = `begin` to `end` with these radii at the ends.
    pub(crate) fn frustum(begin: f64, end: f64, bottom: f64, top: f64) -> Self {
        let slope = (top - bottom) / (end - begin);
        Self::Frustum {
            begin,
            end,
            start: bottom - slope * begin,
            slope,
        }
    }

    /// The nearest point of the surface, and whether another place more than 5 degrees off is within 1e-6 as near.
    pub(crate) fn nearest<T: Number>(&self, p: &Vec3<T>) -> (Vec3<T>, bool) {
        let rr = p.x * p.x + p.y * p.y;
        let on_axis = rr.value() == 0.0;
        let rho = if on_axis { T::zero() } else { rr.sqrt() };
        let out = if on_axis {
            Vec3::new(T::one(), T::zero(), T::zero())
        } else {
            let inverse = rho.recip();
            Vec3::new(p.x * inverse, p.y * inverse, T::zero())
        };
        let (q, tie) = self.nearest_in_half_plane(rho, p.z);
        // On the axis a whole circle is nearest; off it the far side is farther by 2ρ·cos of the direction.
        let [x, z] = [q[0].value(), q[1].value()];
        let (dx, dz) = (x - rho.value(), z - p.z.value());
        let dd = dx * dx + dz * dz;
        let circle = x * 2.0 * rho.value() <= 1e-6 * dd && x * x > 0.0436 * 0.0436 * dd;
        (
            out * q[0] + Vec3::new(T::zero(), T::zero(), q[1]),
            tie || circle,
        )
    }

    /// The same of the outline in the half-plane (ρ, z).
    fn nearest_in_half_plane<T: Number>(&self, rho: T, z: T) -> ([T; 2], bool) {
        match *self {
            Self::Frustum {
                begin,
                end,
                start,
                slope,
            } => nearest_of_outline(
                [begin, end],
                [begin, end].map(|z| start + slope * z),
                [rho, z],
            ),
            Self::Capsule { half, radius } => {
                let end = half.copysign(z.value());
                let q = if z.value().abs() <= half {
                    [T::constant(radius), z]
                } else {
                    on_circle([0.0, end], radius, [rho, z])
                };
                (q, false)
            }
            Self::Torus { major, minor } => (on_circle([major, 0.0], minor, [rho, z]), false),
        }
    }

    /// How far along a unit vector from a point inside to where it leaves the solid first, `most` at most.
    pub(super) fn leave<T: Number>(&self, p: &Vec3<T>, m: &Vec3<T>, most: T) -> T {
        let t = match *self {
            Self::Frustum {
                begin,
                end,
                start,
                slope,
            } => {
                let side = leave_cone(start, slope, p, m);
                let z = if m.z.value() > 0.0 { end } else { begin };
                let across = (-p.z + z) / m.z;
                match side {
                    // an axis across m has no end
                    Some(t) if m.z.value() == 0.0 || t.value() < across.value() => t,
                    _ => across,
                }
            }
            Self::Capsule { half, radius } => {
                let side = leave_cone(radius, 0.0, p, m);
                let z = side.map_or(m.z.value() * f64::INFINITY, |t| (p.z + m.z * t).value());
                match side {
                    Some(t) if z.abs() <= half => t,
                    _ => {
                        let centre = T::constant(half.copysign(z));
                        leave_ball(radius, &Vec3::new(p.x, p.y, p.z - centre), m)
                    }
                }
            }
            Self::Torus { major, minor } => {
                leave_torus(major, minor, p, m, most.value()).unwrap_or(most)
            }
        };
        if most.value() < t.value() { most } else { t }
    }

    /// Whether a point lies inside or on the surface.
    pub(crate) fn holds(&self, p: &Vec3) -> bool {
        let rr = p.x * p.x + p.y * p.y;
        match *self {
            Self::Frustum {
                begin,
                end,
                start,
                slope,
            } => p.z >= begin && p.z <= end && rr.sqrt() <= start + slope * p.z,
            Self::Capsule { half, radius } => {
                let beyond = (p.z.abs() - half).max(0.0);
                rr + beyond * beyond <= radius * radius
            }
            Self::Torus { major, minor } => {
                let out = rr.sqrt() - major;
                out * out + p.z * p.z <= minor * minor
            }
        }
    }
}

/// From within the cone (or cylinder) of radius `start` + `slope`·z out of its side; none if it does not.
fn leave_cone<T: Number>(start: f64, slope: f64, p: &Vec3<T>, m: &Vec3<T>) -> Option<T> {
    let rho = p.z * slope + start;
    let a = m.x * m.x + m.y * m.y - m.z * m.z * (slope * slope);
    let b = p.x * m.x + p.y * m.y - rho * m.z * slope;
    let c = p.x * p.x + p.y * p.y - rho * rho;
    // a·t² + 2b·t + c = 0, c ≤ 0
    let square = b * b - a * c;
    if square.value() <= 0.0 {
        return None;
    }
    let root = square.sqrt();
    if b.value() > 0.0 {
        Some(-c / (b + root))
    } else if a.value() > 0.0 {
        Some((root - b) / a)
    } else {
        None
    }
}

/// From within a ball about the origin.
pub(super) fn leave_ball<T: Number>(radius: f64, p: &Vec3<T>, m: &Vec3<T>) -> T {
    let b = p.dot(m);
    (b * b - p.dot(p) + radius * radius).sqrt() - b
}

/// From within a torus: the first root of f = (ρ − R)² + z² − r², R `major`, r `minor`; none before `most`. Steps of the distance never pass the surface; near to it
/// those to the root of the parabola with f, f′ and f″ are so short that they do not pass it twice. The last step carries the derivative.
fn leave_torus<T: Number>(
    major: f64,
    minor: f64,
    p: &Vec3<T>,
    m: &Vec3<T>,
    most: f64,
) -> Option<T> {
    let (q, w) = (super::numbers::value(p), super::numbers::value(m));
    let square = minor * minor;
    let ww = w.x * w.x + w.y * w.y;
    let mut t = 0.0;
    let mut slope = 0.0;
    for _ in 0..200 {
        let x = q + w * t;
        let rho = (x.x * x.x + x.y * x.y).sqrt();
        let out = rho - major;
        let f = out * out + x.z * x.z - square;
        let growth = (x.x * w.x + x.y * w.y) / rho;
        slope = 2.0 * (out * growth + x.z * w.z);
        if f.abs() < 1e-9 * square {
            break;
        }
        let bend = 2.0 * (growth * growth + out * (ww - growth * growth) / rho + w.z * w.z);
        let below = slope * slope - 2.0 * f * bend;
        if f > -NEAR_TORUS * square && below > 0.0 {
            t -= 2.0 * f / (slope + below.sqrt());
        } else {
            t += minor - (f + square).max(0.0).sqrt();
        }
        if t >= most {
            return None;
        }
    }
    if slope.abs() < 1e-9 * minor {
        return Some(T::constant(t));
    }
    let x = p + m * T::constant(t);
    let out = (x.x * x.x + x.y * x.y).sqrt() - major;
    Some(-(out * out + x.z * x.z - square) / slope + t)
}

/// So near to the surface of a torus, in squares of the radius of its tube, parabolas are good.
const NEAR_TORUS: f64 = 0.1;

/// Of a circle about a centre; any of them, the outermost, if the point is the centre.
fn on_circle<T: Number>(centre: [f64; 2], radius: f64, p: [T; 2]) -> [T; 2] {
    let (x, y) = (p[0] - centre[0], p[1] - centre[1]);
    let rr = x * x + y * y;
    if rr.value() == 0.0 {
        return [T::constant(centre[0] + radius), T::constant(centre[1])];
    }
    let k = T::constant(radius) / rr.sqrt();
    [x * k + centre[0], y * k + centre[1]]
}

/// Of the outline of a frustum, its ends at these heights with these radii: the side, and a disc at each end that has one.
fn nearest_of_outline<T: Number>(ends: [f64; 2], radii: [f64; 2], p: [T; 2]) -> ([T; 2], bool) {
    let [[z0, z1], [r0, r1]] = [ends, radii];
    let (dr, dz) = (r1 - r0, z1 - z0);
    let t = ((p[0] - r0) * dr + (p[1] - z0) * dz) / (dr * dr + dz * dz);
    let side = if t.value() <= 0.0 {
        [T::constant(r0), T::constant(z0)]
    } else if t.value() >= 1.0 {
        [T::constant(r1), T::constant(z1)]
    } else {
        [t * dr + r0, t * dz + z0]
    };
    let disc = |r: f64, z: f64| {
        let rho = if p[0].value() < r {
            p[0]
        } else {
            T::constant(r)
        };
        [rho, T::constant(z)]
    };
    let way = |q: &[T; 2]| [0, 1].map(|k| q[k].value() - p[k].value());
    let square = |[x, y]: [f64; 2]| x * x + y * y;
    let mut best = side;
    let mut tie = false;
    for (r, z) in radii.into_iter().zip(ends).filter(|(r, _)| *r > 0.0) {
        let other = disc(r, z);
        let (a, b) = (way(&best), way(&other));
        let (aa, bb) = (square(a), square(b));
        // within 1e-6 of each other
        let near = (aa - bb).abs() <= 2e-6 * aa.max(bb);
        // the cosine of 5 degrees
        let dot = a[0] * b[0] + a[1] * b[1];
        let apart = near && (dot < 0.0 || dot * dot < 0.996_194_7 * 0.996_194_7 * aa * bb);
        tie = apart || (tie && (near || aa <= bb));
        if bb < aa {
            best = other;
        }
    }
    (best, tie)
}
