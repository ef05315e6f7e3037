//! The nearest point of a face's surface, and how it follows the point that it is asked for: for contacts, many times a step.
//!
//! ```text
//! r(q)       the surface by its parameters q = (u, v)
//! g = Jᵀ·(r − p) = 0,    J = [∂r/∂u  ∂r/∂v]
//! δr = J·H⁻¹·Jᵀ·δp,      H = JᵀJ + (r − p)·∂²r
//! δn = S·δr,             S = −J·G⁻¹·(n·∂²r)·G⁻¹·Jᵀ,   G = JᵀJ
//! ```
//!
//! Planes, cylinders and spheres have it in closed form, cones and tori their parameters; the others search by Newton's method from the nearest of
//! points that are laid over the face once.

use crate::surface::{Surface, SurfacePoint};
use carom_base::{Mat3, Vec3};
use carom_geometry::Foot;
use std::sync::Arc;

/// Points along one direction of a surface from which a search starts, at most.
const STARTS: usize = 32;
/// Steps of a search.
const STEPS: usize = 20;
/// A foot is one if the way to it is at a right angle to the surface: the sine, relative to the way or to this part of the size of the surface.
const SQUARE: f64 = 1e-9;

/// What finds the nearest points of a face.
#[derive(Debug)]
pub(crate) struct Feet {
    surface: Arc<Surface>,
    /// Of the outward normal: 1 along the natural one, else −1.
    sense: f64,
    search: Search,
}

#[derive(Debug)]
enum Search {
    /// Parameters in closed form.
    Closed,
    /// From one of these.
    From {
        starts: Vec<([f64; 2], Vec3)>,
        domain: [[f64; 2]; 2],
        periods: [Option<f64>; 2],
        size: f64,
    },
    /// Surfaces that are themselves solved for.
    Unknown,
}

impl Feet {
    /// Of a face; `near` are points on it, such as those of its triangles.
    pub fn new(surface: &Arc<Surface>, reversed: bool, near: &[Vec3]) -> Self {
        let search = match &**surface {
            Surface::Plane(_)
            | Surface::Cylinder { .. }
            | Surface::Cone { .. }
            | Surface::Sphere { .. }
            | Surface::Torus { .. } => Search::Closed,
            Surface::Nurbs(_) | Surface::Swept { .. } | Surface::Spun { .. } => {
                starts(surface, near)
            }
            Surface::Offset { .. } | Surface::Blend { .. } => Search::Unknown,
        };
        Self {
            surface: Arc::clone(surface),
            sense: if reversed { -1.0 } else { 1.0 },
            search,
        }
    }

    /// The foot of a point; none where it is not the only one near by, or not on the surface.
    pub fn of(&self, p: &Vec3) -> Option<Foot> {
        let (point, normal, follows, bend) = match &*self.surface {
            Surface::Plane(frame) => {
                let n = frame.z;
                let height = n.dot(&(p - frame.origin));
                (
                    p - n * height,
                    n,
                    Mat3::identity() - n.outer(&n),
                    Mat3::zeros(),
                )
            }
            Surface::Cylinder { frame, radius } => {
                let arm = p - frame.origin;
                let along = frame.z * frame.z.dot(&arm);
                let (out, distance) = direction(&(arm - along))?;
                let ahead = frame.z.cross(&out);
                let follows = frame.z.outer(&frame.z) + ahead.outer(&ahead) * (radius / distance);
                let bend = ahead.outer(&ahead) / *radius;
                (frame.origin + along + out * *radius, out, follows, bend)
            }
            Surface::Sphere { frame, radius } => {
                let (out, distance) = direction(&(p - frame.origin))?;
                let across = Mat3::identity() - out.outer(&out);
                (
                    frame.origin + out * *radius,
                    out,
                    across * (radius / distance),
                    across / *radius,
                )
            }
            surface => {
                let q = self.parameters(p)?;
                let s = surface.at(q[0], q[1]);
                let (n, _) = direction(&s.normal())?;
                (s.point, n, follows(&s, p)?, bend(&s, &n)?)
            }
        };
        let finite = point.iter().chain(normal.iter()).all(|x| x.is_finite())
            && (0..3).all(|k| follows.column(k).iter().all(|x| x.is_finite()));
        finite.then_some(Foot {
            point,
            normal: normal * self.sense,
            follows,
            bend: bend * self.sense,
        })
    }

    fn parameters(&self, p: &Vec3) -> Option<[f64; 2]> {
        let (starts, domain, periods, size) = match &self.search {
            Search::Closed => return self.surface.parameters(p, None),
            Search::Unknown => return None,
            Search::From {
                starts,
                domain,
                periods,
                size,
            } => (starts, domain, periods, *size),
        };
        let bounded = |q: [f64; 2]| {
            [0, 1].map(|i| {
                let [low, high] = domain[i];
                match periods[i] {
                    Some(period) => low + (q[i] - low).rem_euclid(period),
                    None => q[i].clamp(low, high),
                }
            })
        };
        let distance = |s: &&([f64; 2], Vec3)| (s.1 - p).norm_squared();
        let nearest = starts
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let mut q = nearest.0;
        let mut s = self.surface.at(q[0], q[1]);
        for _ in 0..STEPS {
            let way = s.point - p;
            let mut factor = 1.0;
            let step = newton(&s, &way)?;
            let mut next = bounded([q[0] + step[0], q[1] + step[1]]);
            let mut there = self.surface.at(next[0], next[1]);
            // near the foot the distance no longer tells steps apart
            let least = way.norm_squared() * (1.0 + 1e-12);
            while (there.point - p).norm_squared() > least && factor > 1e-3 {
                factor *= 0.25;
                next = bounded([q[0] + factor * step[0], q[1] + factor * step[1]]);
                there = self.surface.at(next[0], next[1]);
            }
            // the last step squares what is left
            let moved = (there.point - s.point).norm();
            let closer = (there.point - p).norm_squared() <= least;
            if closer {
                (q, s) = (next, there);
            }
            if moved <= 1e-9 * size || !closer {
                break;
            }
        }
        let way = s.point - p;
        let allowed = SQUARE * (way.norm() + size);
        let square = [s.du, s.dv]
            .iter()
            .all(|d| way.dot(d).abs() <= allowed * d.norm());
        square.then_some(q)
    }
}

fn direction(v: &Vec3) -> Option<(Vec3, f64)> {
    let norm = v.norm();
    (norm > 0.0).then(|| (v / norm, norm))
}

/// `H` of a surface point, `way` = r − p.
fn hessian(s: &SurfacePoint, way: &Vec3) -> [f64; 3] {
    [
        s.du.norm_squared() + way.dot(&s.duu),
        s.du.dot(&s.dv) + way.dot(&s.duv),
        s.dv.norm_squared() + way.dot(&s.dvv),
    ]
}

/// The inverse of a positive definite matrix, by its rows 00, 01, 11.
fn inverse([a, b, c]: [f64; 3]) -> Option<[f64; 3]> {
    let det = a * c - b * b;
    (a > 0.0 && det > 1e-12 * a * c).then(|| [c / det, -b / det, a / det])
}

/// Newton's step, that of Gauss where the distance is not convex.
fn newton(s: &SurfacePoint, way: &Vec3) -> Option<[f64; 2]> {
    let g = [s.du.dot(way), s.dv.dot(way)];
    let i = inverse(hessian(s, way)).or_else(|| inverse(hessian(s, &Vec3::zeros())))?;
    let step = [-(i[0] * g[0] + i[1] * g[1]), -(i[1] * g[0] + i[2] * g[1])];
    step.iter().all(|x| x.is_finite()).then_some(step)
}

/// `J·H⁻¹·Jᵀ`; none beyond a centre of curvature.
fn follows(s: &SurfacePoint, p: &Vec3) -> Option<Mat3> {
    let [a, b, c] = inverse(hessian(s, &(s.point - p)))?;
    let (u, v) = (&s.du, &s.dv);
    Some(u.outer(u) * a + (u.outer(v) + v.outer(u)) * b + v.outer(v) * c)
}

/// `S`.
fn bend(s: &SurfacePoint, n: &Vec3) -> Option<Mat3> {
    let [a, b, c] = inverse(hessian(s, &Vec3::zeros()))?;
    // the dual directions: J·G⁻¹
    let (u, v) = (s.du * a + s.dv * b, s.du * b + s.dv * c);
    let mixed = (u.outer(&v) + v.outer(&u)) * n.dot(&s.duv);
    let whole = u.outer(&u) * n.dot(&s.duu) + mixed + v.outer(&v) * n.dot(&s.dvv);
    Some(-whole)
}

/// Points over the part of a surface where its triangles are.
fn starts(surface: &Arc<Surface>, near: &[Vec3]) -> Search {
    let (domain, periods) = (surface.domain(), surface.periods());
    let low = near
        .iter()
        .fold(Vec3::repeat(f64::INFINITY), |a, p| a.inf(p));
    let high = near
        .iter()
        .fold(Vec3::repeat(f64::NEG_INFINITY), |a, p| a.sup(p));
    let size = (high - low).norm();
    // parameters of some of its points say which part of an endless direction is taken
    let some = near.iter().step_by((near.len() / 64).max(1));
    let known: Vec<[f64; 2]> = some.filter_map(|p| surface.parameters(p, None)).collect();
    let range = |i: usize| {
        let [low, high] = domain[i];
        if (high - low).is_finite() {
            return [low, high];
        }
        let least = known.iter().map(|q| q[i]).fold(f64::INFINITY, f64::min);
        let most = known.iter().map(|q| q[i]).fold(f64::NEG_INFINITY, f64::max);
        let room = 0.25 * (most - least).max(0.0);
        [least - room, most + room]
    };
    let ranges = [range(0), range(1)];
    if known.is_empty() || !(size > 0.0 && ranges.iter().flatten().all(|x| x.is_finite())) {
        return Search::Unknown;
    }
    let mut starts = Vec::new();
    // along its direction a swept surface needs one
    let counts = match &**surface {
        Surface::Swept { .. } => [2 * STARTS, 1],
        _ => [STARTS; 2],
    };
    let at = |i: usize, k: usize| {
        ranges[i][0] + (ranges[i][1] - ranges[i][0]) * (k as f64 + 0.5) / counts[i] as f64
    };
    for k in 0..counts[0] {
        for l in 0..counts[1] {
            let q = [at(0, k), at(1, l)];
            let point = surface.at(q[0], q[1]).point;
            let beside = (point - low.inf(&high)).min() > -0.25 * size
                && (high.sup(&low) - point).min() > -0.25 * size;
            if point.amax().is_finite() && beside {
                starts.push((q, point));
            }
        }
    }
    if starts.is_empty() {
        return Search::Unknown;
    }
    Search::From {
        starts,
        domain: [0, 1].map(|i| match (domain[i][1] - domain[i][0]).is_finite() {
            true => domain[i],
            false => [f64::NEG_INFINITY, f64::INFINITY],
        }),
        periods,
        size,
    }
}
