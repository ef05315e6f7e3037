//! Nearest points and rays of solids of revolution about z.

use super::norm;
use super::slices::Profile;
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

/// A solid of revolution about z with a formula.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Revolved {
    outline: [Option<Piece>; 3],
    /// Profiles with their range of z; a negative sign takes away.
    pub(super) profiles: [Option<(Profile, f64, f64, f64)>; 3],
}

impl Revolved {
    /// From z = `begin` to `end` with these radii at the ends.
    pub(crate) fn frustum(begin: f64, end: f64, bottom: f64, top: f64) -> Self {
        let slope = (top - bottom) / (end - begin);
        let line = Profile::Line {
            start: bottom - slope * begin,
            slope,
        };
        let disc = |z: f64, r: f64| (r > 0.0).then_some(Piece::Line([0.0, z], [r, z]));
        Self {
            outline: [
                Some(Piece::Line([bottom, begin], [top, end])),
                disc(begin, bottom),
                disc(end, top),
            ],
            profiles: [Some((line, begin, end, 1.0)), None, None],
        }
    }

    /// Length between the centres of the end balls.
    pub(crate) fn capsule(length: f64, radius: f64) -> Self {
        let h = 0.5 * length;
        let end = |z: f64| Profile::Arc {
            middle: z,
            offset: 0.0,
            radius,
            outer: true,
        };
        let line = Profile::Line {
            start: radius,
            slope: 0.0,
        };
        let arc = |z: f64, side: f64| Piece::Arc {
            centre: [0.0, z],
            radius,
            side,
        };
        Self {
            outline: [
                Some(Piece::Line([radius, -h], [radius, h])),
                Some(arc(-h, -1.0)),
                Some(arc(h, 1.0)),
            ],
            profiles: [
                Some((line, -h, h, 1.0)),
                Some((end(-h), -h - radius, -h, 1.0)),
                Some((end(h), h, h + radius, 1.0)),
            ],
        }
    }

    pub(crate) fn torus(major: f64, minor: f64) -> Self {
        let side = |outer: bool| Profile::Arc {
            middle: 0.0,
            offset: major,
            radius: minor,
            outer,
        };
        let ring = Piece::Arc {
            centre: [major, 0.0],
            radius: minor,
            side: 0.0,
        };
        Self {
            outline: [Some(ring), None, None],
            profiles: [
                Some((side(true), -minor, minor, 1.0)),
                Some((side(false), -minor, minor, -1.0)),
                None,
            ],
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
        let mut best: Option<([T; 2], f64)> = None;
        let mut tie = false;
        for piece in self.outline.iter().flatten() {
            let q = piece.nearest(rho, p.z);
            let (dx, dz) = ((q[0] - rho).value(), (q[1] - p.z).value());
            let d = dx.hypot(dz);
            match &best {
                Some((b, least)) => {
                    let (bx, bz) = ((b[0] - rho).value(), (b[1] - p.z).value());
                    let near = (d - least).abs() <= 1e-6 * least.max(d);
                    let cosine = (bx * dx + bz * dz) / (d * least);
                    // of 5 degrees
                    let apart = near && cosine < 0.996_194_7;
                    if d < *least {
                        tie = apart || (tie && near);
                        best = Some((q, d));
                    } else {
                        tie |= apart;
                    }
                }
                None => best = Some((q, d)),
            }
        }
        let (q, d) = best.unwrap_or(([T::zero(), T::zero()], 0.0));
        // On the axis a whole circle is nearest; off it the far side is farther by 2ρ·cos of the direction.
        let circle = q[0].value() * 2.0 * rho.value() <= 1e-6 * d * d && q[0].value() > 0.0436 * d;
        (
            out * q[0] + Vec3::new(T::zero(), T::zero(), q[1]),
            tie || circle,
        )
    }

    /// How far along a unit vector from a point to where it leaves the solid first; 0 from outside.
    pub(super) fn leave<T: Number>(&self, p: &Vec3<T>, m: &Vec3<T>) -> T {
        let at = |t: T| p + m * t;
        if !self.holds(&super::value(p)) {
            return T::zero();
        }
        // Steps of the distance never pass the surface; Newton's method ends them, and gives the derivative.
        let mut t = T::zero();
        for _ in 0..200 {
            let x = at(t);
            let (q, _) = self.nearest(&x);
            let d = norm_value(&(q - x));
            if d < 1e-7 {
                break;
            }
            t += T::constant(d);
        }
        t = T::constant(t.value());
        for _ in 0..4 {
            let x = at(t);
            let (q, _) = self.nearest(&x);
            let n = self.normal(&q);
            let slope = n.dot(m);
            if slope.value().abs() < 1e-9 {
                break;
            }
            t += n.dot(&(q - x)) / slope;
        }
        t
    }

    /// Whether a point lies inside or on the surface.
    pub(crate) fn holds(&self, p: &Vec3) -> bool {
        let rho = p.x.hypot(p.y);
        let mut inside = false;
        for (profile, begin, end, sign) in self.profiles.iter().flatten() {
            if p.z >= *begin && p.z <= *end && rho <= profile_at(profile, p.z) {
                inside = *sign > 0.0;
            }
        }
        inside
    }

    /// A unit normal at a point of the surface.
    fn normal<T: Number>(&self, q: &Vec3<T>) -> Vec3<T> {
        let rr = q.x * q.x + q.y * q.y;
        let rho = if rr.value() > 0.0 {
            rr.sqrt()
        } else {
            T::zero()
        };
        let mut best = (f64::INFINITY, [T::zero(), T::one()]);
        for piece in self.outline.iter().flatten() {
            let near = piece.nearest(rho, q.z);
            let d = (near[0] - rho).value().hypot((near[1] - q.z).value());
            if d < best.0 {
                best = (d, piece.normal(rho, q.z));
            }
        }
        let [x, z] = best.1;
        if rho.value() == 0.0 {
            return Vec3::new(T::zero(), T::zero(), z);
        }
        Vec3::new(q.x / rho * x, q.y / rho * x, z)
    }
}

fn norm_value<T: Number>(v: &Vec3<T>) -> f64 {
    norm(&super::value(v))
}

fn profile_at(profile: &Profile, z: f64) -> f64 {
    match *profile {
        Profile::Line { start, slope } => start + slope * z,
        Profile::Arc {
            middle,
            offset,
            radius,
            outer,
        } => {
            let g = (radius * radius - (z - middle) * (z - middle))
                .max(0.0)
                .sqrt();
            if outer { offset + g } else { offset - g }
        }
    }
}

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

    fn normal<T: Number>(&self, rho: T, z: T) -> [T; 2] {
        match *self {
            Self::Line([r0, z0], [r1, z1]) => {
                let (dr, dz) = (r1 - r0, z1 - z0);
                let l = dr.hypot(dz);
                [T::constant(dz / l), T::constant(-dr / l)]
            }
            Self::Arc {
                centre: [r0, z0], ..
            } => {
                let (x, y) = (rho - r0, z - z0);
                let l = (x * x + y * y).sqrt();
                [x / l, y / l]
            }
        }
    }
}
