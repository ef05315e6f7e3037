//! The nearest points of curves and surfaces, and points of their intersections, by Newton's method.

use crate::kinds::{Curve, Surface};
use crate::periods::next_to;
use crate::points::SurfacePoint;
use carom_base::{Mat3, Vec3};
use std::sync::Arc;

/// Newton steps before a search is given up.
const STEPS: usize = 60;
/// Starts taken from a grid.
const STARTS: usize = 4;
/// Points of a grid along one direction at most.
const GRID: usize = 400;

/// Half the squared distance by one parameter, with its first and second derivative and the part of the latter that is
/// never negative (Gauss-Newton).
struct Slope {
    value: f64,
    first: f64,
    second: f64,
    positive: f64,
}

/// Least value over an interval: from a start, or from the best points of a grid with `per_span` points between breaks.
fn least(
    domain: [f64; 2],
    period: Option<f64>,
    breaks: &[f64],
    near: Option<f64>,
    f: impl Fn(f64) -> Slope,
) -> Option<f64> {
    let bounded = |t: f64| match period {
        Some(_) => t,
        None => t.clamp(domain[0], domain[1]),
    };
    let descend = |mut t: f64| -> Option<(f64, f64)> {
        let mut here = f(t);
        for _ in 0..STEPS {
            let curvature = if here.second > 0.1 * here.positive {
                here.second
            } else {
                here.positive
            };
            let step = -here.first / curvature;
            if !step.is_finite() {
                break;
            }
            let mut factor = 1.0;
            let (next, there) = loop {
                let next = bounded(t + factor * step);
                let there = f(next);
                if there.value <= here.value || factor < 1e-3 {
                    break (next, there);
                }
                factor *= 0.25;
            };
            let moved = (next - t).abs();
            if there.value <= here.value {
                (t, here) = (next, there);
            }
            if moved <= 4e-16 * (t.abs() + period.unwrap_or(0.0)) || factor < 1e-3 {
                break;
            }
        }
        here.value.is_finite().then_some((here.value, t))
    };
    if let Some(near) = near {
        return descend(bounded(near)).map(|(_, t)| t);
    }
    if !(domain[1] - domain[0]).is_finite() {
        return descend(0.0).map(|(_, t)| t);
    }
    let grid = grid(domain, breaks, 8);
    let mut starts: Vec<(f64, f64)> = grid
        .iter()
        .map(|&t| (f(t).value, t))
        .filter(|s| s.0.is_finite())
        .collect();
    starts.sort_by(|a, b| a.0.total_cmp(&b.0));
    starts.truncate(STARTS);
    let found = starts
        .iter()
        .filter_map(|s| descend(s.1))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    found.map(|(_, t)| t)
}

/// Points between breaks, ends included; fewer for each span where there are very many.
fn grid([low, high]: [f64; 2], breaks: &[f64], per_span: usize) -> Vec<f64> {
    let mut ends = vec![low];
    ends.extend_from_slice(breaks);
    ends.push(high);
    let per_span = per_span.min(GRID / ends.len()).max(1);
    let inside = |pair: &[f64]| {
        let (a, b) = (pair[0], pair[1]);
        (0..per_span)
            .map(move |k| a + (b - a) * k as f64 / per_span as f64)
            .collect::<Vec<_>>()
    };
    let mut points: Vec<f64> = ends.windows(2).flat_map(inside).collect();
    points.push(high);
    points
}

/// Parameter of the point of a curve nearest to a point.
pub(crate) fn to_curve(curve: &Curve, point: &Vec3, near: Option<f64>) -> Option<f64> {
    let f = |t: f64| {
        let c = curve.at(t);
        let r = c.point - *point;
        let positive = c.first.norm_squared();
        Slope {
            value: 0.5 * r.norm_squared(),
            first: r.dot(&c.first),
            second: positive + r.dot(&c.second),
            positive,
        }
    };
    least(curve.domain(), curve.period(), &curve.breaks(), near, f)
}

/// Parameters of the point of a surface nearest to a point.
pub(crate) fn to_surface(
    surface: &Surface,
    point: &Vec3,
    near: Option<[f64; 2]>,
) -> Option<[f64; 2]> {
    match surface {
        Surface::Swept { section, direction } => {
            let across = |a: Vec3| a - *direction * direction.dot(&a);
            let f = |u: f64| {
                let c = section.at(u);
                let (r, first) = (across(c.point - *point), across(c.first));
                let positive = first.norm_squared();
                Slope {
                    value: 0.5 * r.norm_squared(),
                    first: r.dot(&first),
                    second: positive + r.dot(&c.second),
                    positive,
                }
            };
            let u = least(
                section.domain(),
                section.period(),
                &section.breaks(),
                near.map(|n| n[0]),
                f,
            )?;
            Some([u, direction.dot(&(*point - section.at(u).point))])
        }
        Surface::Spun {
            profile,
            origin,
            axis,
            ..
        } => to_spun(surface, profile, origin, axis, point, near),
        _ => to_patch(surface, point, near),
    }
}

/// In the half-plane (ρ, z) of the profile; the angle follows.
fn to_spun(
    surface: &Surface,
    profile: &Curve,
    origin: &Vec3,
    axis: &Vec3,
    point: &Vec3,
    near: Option<[f64; 2]>,
) -> Option<[f64; 2]> {
    let split = |a: Vec3| (a - *axis * axis.dot(&a), axis.dot(&a));
    let (arm, height) = split(*point - *origin);
    let distance = arm.norm();
    let f = |u: f64| {
        let c = profile.at(u);
        let ((w, z), (w1, z1), (w2, z2)) =
            (split(c.point - *origin), split(c.first), split(c.second));
        let rho = w.norm();
        let (rho1, rho2) = if rho > 0.0 {
            let rho1 = w.dot(&w1) / rho;
            (rho1, (w1.norm_squared() + w.dot(&w2) - rho1 * rho1) / rho)
        } else {
            (w1.norm(), 0.0)
        };
        let (a, b) = (rho - distance, z - height);
        let positive = rho1 * rho1 + z1 * z1;
        Slope {
            value: 0.5 * (a * a + b * b),
            first: a * rho1 + b * z1,
            second: positive + a * rho2 + b * z2,
            positive,
        }
    };
    let [domain, _] = surface.domain();
    let [period, _] = surface.periods();
    let u = least(domain, period, &profile.breaks(), near.map(|n| n[0]), f)?;
    let (start, _) = split(profile.at(u).point - *origin);
    let v = axis.dot(&start.cross(&arm)).atan2(start.dot(&arm));
    Some([u, v])
}

/// Newton's method in two parameters, kept in the domain.
fn to_patch(surface: &Surface, point: &Vec3, near: Option<[f64; 2]>) -> Option<[f64; 2]> {
    let (domain, periods) = (surface.domain(), surface.periods());
    let bounded = |q: [f64; 2]| {
        [0, 1].map(|i| match periods[i] {
            Some(period) => {
                let [low, _] = domain[i];
                low + (q[i] - low).rem_euclid(period)
            }
            None => q[i].clamp(domain[i][0], domain[i][1]),
        })
    };
    let value = |s: &SurfacePoint| 0.5 * (s.point - *point).norm_squared();
    let descend = |start: [f64; 2]| -> Option<(f64, [f64; 2])> {
        let mut q = bounded(start);
        let mut s = surface.at(q[0], q[1]);
        for _ in 0..STEPS {
            let step = newton_step(&s, point, |i, x| {
                periods[i].is_none() && stuck(domain[i], q[i], x)
            })?;
            let mut factor = 1.0;
            let (next, there) = loop {
                let next = bounded([q[0] + factor * step[0], q[1] + factor * step[1]]);
                let there = surface.at(next[0], next[1]);
                if value(&there) <= value(&s) || factor < 1e-3 {
                    break (next, there);
                }
                factor *= 0.25;
            };
            let small = (0..2).all(|i| {
                let moved = (next[i] - next_to(q[i], next[i], periods[i])).abs();
                moved <= 1e-15 * (1e-3 + q[i].abs() + periods[i].unwrap_or(0.0))
            });
            let better = value(&there) <= value(&s);
            if better {
                (q, s) = (next, there);
            }
            if small || !better {
                break;
            }
        }
        value(&s).is_finite().then(|| (value(&s), q))
    };
    if let Some(near) = near {
        return descend(near).map(|(_, q)| q);
    }
    let lines = [0, 1].map(|i| grid(domain[i], &surface.breaks(i), 4));
    let mut starts = Vec::new();
    for &u in &lines[0] {
        for &v in &lines[1] {
            let distance = value(&surface.at(u, v));
            if distance.is_finite() {
                starts.push((distance, [u, v]));
            }
        }
    }
    starts.sort_by(|a, b| a.0.total_cmp(&b.0));
    starts.truncate(STARTS);
    let found = starts
        .iter()
        .filter_map(|s| descend(s.1))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    found.map(|(_, q)| q)
}

/// Whether a step of sign `x` would leave the domain at once.
fn stuck([low, high]: [f64; 2], q: f64, x: f64) -> bool {
    (q <= low && x < 0.0) || (q >= high && x > 0.0)
}

/// The Newton step of half the squared distance; Gauss-Newton where the Hessian is not positive. Parameters that are stuck at
/// their bounds are left out.
fn newton_step(
    s: &SurfacePoint,
    point: &Vec3,
    stuck: impl Fn(usize, f64) -> bool,
) -> Option<[f64; 2]> {
    let r = s.point - *point;
    let g = [r.dot(&s.du), r.dot(&s.dv)];
    let j = [s.du.norm_squared(), s.du.dot(&s.dv), s.dv.norm_squared()];
    let h = [
        j[0] + r.dot(&s.duu),
        j[1] + r.dot(&s.duv),
        j[2] + r.dot(&s.dvv),
    ];
    let fixed = [0, 1].map(|i| stuck(i, -g[i]));
    let solve = |m: [f64; 3]| -> Option<[f64; 2]> {
        match fixed {
            [true, true] => Some([0.0, 0.0]),
            [true, false] => (m[2] > 0.0).then(|| [0.0, -g[1] / m[2]]),
            [false, true] => (m[0] > 0.0).then(|| [-g[0] / m[0], 0.0]),
            [false, false] => {
                let det = m[0] * m[2] - m[1] * m[1];
                let good = m[0] > 0.0 && m[2] > 0.0 && det > 1e-10 * m[0] * m[2];
                good.then(|| {
                    [
                        (m[1] * g[1] - m[2] * g[0]) / det,
                        (m[1] * g[0] - m[0] * g[1]) / det,
                    ]
                })
            }
        }
    };
    let damped = [
        j[0] * (1.0 + 1e-9) + f64::MIN_POSITIVE,
        j[1] * (1.0 - 1e-6),
        j[2] * (1.0 + 1e-9) + f64::MIN_POSITIVE,
    ];
    let step = solve(h).or_else(|| solve(damped))?;
    step.iter().all(|x| x.is_finite()).then_some(step)
}

/// The nearest point of a surface and its unit normal there.
struct Foot {
    parameters: [f64; 2],
    point: Vec3,
    normal: Vec3,
}

fn foot(surface: &Surface, x: &Vec3, near: Option<[f64; 2]>) -> Option<Foot> {
    let parameters = surface.parameters(x, near)?;
    let s = surface.at(parameters[0], parameters[1]);
    let normal = match surface {
        // its poles are as good as any other point
        Surface::Sphere { frame, .. } => (s.point - frame.origin).normalize(),
        _ => s.unit_normal(),
    };
    let finite = normal.iter().all(|n| n.is_finite());
    finite.then_some(Foot {
        parameters,
        point: s.point,
        normal,
    })
}

/// The point of two surfaces in the plane through `start` across `chord`, and the unit tangent of their intersection along
/// the chord. Where the surfaces touch without crossing, the tangent is that of the chord.
pub(crate) fn to_intersection(
    surfaces: &[Arc<Surface>; 2],
    start: Vec3,
    chord: &Vec3,
) -> Option<(Vec3, Vec3)> {
    let length = chord.norm();
    let c = *chord * (1.0 / length);
    let mut x = start;
    let mut near = [None, None];
    let mut before = f64::INFINITY;
    for _ in 0..STEPS {
        let a = foot(&surfaces[0], &x, near[0])?;
        let b = foot(&surfaces[1], &x, near[1])?;
        near = [Some(a.parameters), Some(b.parameters)];
        let rows = [a.normal, b.normal, c];
        let residual = Vec3::new(
            a.normal.dot(&(a.point - x)),
            b.normal.dot(&(b.point - x)),
            c.dot(&(start - x)),
        );
        let j = Mat3::from_fn(|i, k| rows[i][k]);
        let step = if j.determinant().abs() > 1e-6 {
            j.try_inverse()? * residual
        } else {
            // Nearly tangent surfaces: least squares.
            let normal = j.transpose() * j + Mat3::identity() * 1e-12;
            normal.try_inverse()? * (j.transpose() * residual)
        };
        let size = step.norm();
        if !size.is_finite() || (x - start).norm() > 4.0 * length.max(1e-300) {
            return None;
        }
        x += step;
        let floor = 1e-15 * (x.amax() + length);
        if size <= floor || (size >= 0.5 * before && size <= 1e5 * floor) {
            let across = a.normal.cross(&b.normal);
            let tangent = match across.try_normalize(1e-7) {
                Some(t) if t.dot(&c) < 0.0 => -t,
                Some(t) => t,
                None => c,
            };
            return Some((x, tangent));
        }
        before = size;
    }
    None
}
