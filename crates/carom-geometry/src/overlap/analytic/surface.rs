//! Nearest points and rays of solids of revolution about z.

use carom_base::{Number, Vec3};

/// A piece of the outline in the half-plane (ρ, z).
#[derive(Clone, Copy, Debug)]
enum Piece {
    /// From point to point.
    Line([f64; 2], [f64; 2]),
    /// Of a circle about a centre: the part whose direction from the centre has `side`·(z − z₀) ≥ 0; all of it for 0.
    Arc {
        centre: [f64; 2],
        radius: f64,
        side: f64,
    },
}

/// Which of them, with its dimensions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
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

/// A solid of revolution about z with a formula.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Revolved {
    pub(super) shape: Shape,
    outline: [Option<Piece>; 3],
}

impl Revolved {
    /// From z = `begin` to `end` with these radii at the ends.
    pub(crate) fn frustum(begin: f64, end: f64, bottom: f64, top: f64) -> Self {
        let slope = (top - bottom) / (end - begin);
        let start = bottom - slope * begin;
        let disc = |z: f64, r: f64| (r > 0.0).then_some(Piece::Line([0.0, z], [r, z]));
        Self {
            shape: Shape::Frustum {
                begin,
                end,
                start,
                slope,
            },
            outline: [
                Some(Piece::Line([bottom, begin], [top, end])),
                disc(begin, bottom),
                disc(end, top),
            ],
        }
    }

    /// Length between the centres of the end balls.
    pub(crate) fn capsule(length: f64, radius: f64) -> Self {
        let h = 0.5 * length;
        let arc = |z: f64, side: f64| Piece::Arc {
            centre: [0.0, z],
            radius,
            side,
        };
        Self {
            shape: Shape::Capsule { half: h, radius },
            outline: [
                Some(Piece::Line([radius, -h], [radius, h])),
                Some(arc(-h, -1.0)),
                Some(arc(h, 1.0)),
            ],
        }
    }

    pub(crate) fn torus(major: f64, minor: f64) -> Self {
        let ring = Piece::Arc {
            centre: [major, 0.0],
            radius: minor,
            side: 0.0,
        };
        Self {
            shape: Shape::Torus { major, minor },
            outline: [Some(ring), None, None],
        }
    }

    /// The nearest point of the surface, its distance, and whether another place more than 5 degrees off is within 1e-6 as near.
    pub(crate) fn nearest<T: Number>(&self, p: &Vec3<T>) -> (Vec3<T>, bool) {
        let rr = p.x * p.x + p.y * p.y;
        let on_axis = rr.value() == 0.0;
        let rho = if on_axis { T::zero() } else { rr.sqrt() };
        let out = if on_axis {
            Vec3::new(T::one(), T::zero(), T::zero())
        } else {
            Vec3::new(p.x / rho, p.y / rho, T::zero())
        };
        let (r, z) = (rho.value(), p.z.value());
        let mut best: Option<(&Piece, [f64; 2], f64)> = None;
        let mut tie = false;
        for piece in self.outline.iter().flatten() {
            let q = piece.nearest(r, z);
            let (dx, dz) = (q[0] - r, q[1] - z);
            let d = (dx * dx + dz * dz).sqrt();
            let Some((_, [bx, bz], least)) = best else {
                best = Some((piece, [dx, dz], d));
                continue;
            };
            let near = (d - least).abs() <= 1e-6 * least.max(d);
            // the cosine of 5 degrees
            let apart = near && bx * dx + bz * dz < 0.996_194_7 * d * least;
            if d < least {
                tie = apart || (tie && near);
                best = Some((piece, [dx, dz], d));
            } else {
                tie |= apart;
            }
        }
        let (q, d) = match best {
            Some((piece, _, d)) => (piece.nearest(rho, p.z), d),
            None => ([T::zero(), T::zero()], 0.0),
        };
        // On the axis a whole circle is nearest; off it the far side is farther by 2ρ·cos of the direction.
        let circle = q[0].value() * 2.0 * rho.value() <= 1e-6 * d * d && q[0].value() > 0.0436 * d;
        (
            out * q[0] + Vec3::new(T::zero(), T::zero(), q[1]),
            tie || circle,
        )
    }

    /// How far along a unit vector from a point inside to where it leaves the solid first, `most` at most.
    pub(super) fn leave<T: Number>(&self, p: &Vec3<T>, m: &Vec3<T>, most: T) -> T {
        let t = match self.shape {
            Shape::Frustum {
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
            Shape::Capsule { half, radius } => {
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
            Shape::Torus { major, minor } => {
                leave_torus(major, minor, p, m, most.value()).unwrap_or(most)
            }
        };
        if most.value() < t.value() { most } else { t }
    }

    /// Whether a point lies inside or on the surface.
    pub(crate) fn holds(&self, p: &Vec3) -> bool {
        let rr = p.x * p.x + p.y * p.y;
        match self.shape {
            Shape::Frustum {
                begin,
                end,
                start,
                slope,
            } => p.z >= begin && p.z <= end && rr.sqrt() <= start + slope * p.z,
            Shape::Capsule { half, radius } => {
                let beyond = (p.z.abs() - half).max(0.0);
                rr + beyond * beyond <= radius * radius
            }
            Shape::Torus { major, minor } => {
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
    let (q, w) = (super::value(p), super::value(m));
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

impl Piece {
    fn nearest<T: Number>(&self, rho: T, z: T) -> [T; 2] {
        match *self {
            Self::Line([r0, z0], [r1, z1]) => {
                let (dr, dz) = (r1 - r0, z1 - z0);
                let t = ((rho - r0) * dr + (z - z0) * dz) / (dr * dr + dz * dz);
                if t.value() <= 0.0 {
                    [T::constant(r0), T::constant(z0)]
                } else if t.value() >= 1.0 {
                    [T::constant(r1), T::constant(z1)]
                } else {
                    [t * dr + r0, t * dz + z0]
                }
            }
            Self::Arc {
                centre: [r0, z0],
                radius,
                side,
            } => {
                let (x, y) = (rho - r0, z - z0);
                if side * y.value() < 0.0 {
                    // the end of the arc at the height of its centre
                    return [T::constant(r0 + radius), T::constant(z0)];
                }
                let rr = x * x + y * y;
                if rr.value() == 0.0 {
                    return [T::constant(r0 + radius), T::constant(z0)];
                }
                let k = T::constant(radius) / rr.sqrt();
                [x * k + r0, y * k + z0]
            }
        }
    }
}
