//! The plane in which a face is divided: its surface's parameters, or for spheres a stereographic projection.

use crate::periods::next_to;
use crate::surface::{Frame, Surface};
use carom_base::Vec3;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// A line of the parameter plane that is one point of the surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pole {
    /// The parameter that is constant: 0 for u, 1 for v.
    pub fixed: usize,
    /// Its value.
    pub value: f64,
    /// Whether the surface ends there at growing parameter.
    pub high: bool,
    pub point: Vec3,
}

/// Parameters of a face's surface, with what is needed to walk on it.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub surface: Arc<Surface>,
    pub periods: [Option<f64>; 2],
    pub poles: Vec<Pole>,
    /// Closed directions whose parameter is not an angle.
    wrap: [Option<[f64; 2]>; 2],
    /// Of a sphere with a boundary: the plane is a stereographic projection from `−z`, which is not in the face.
    pub sphere: Option<(Frame, f64)>,
    /// Points closer than this to a pole are the pole.
    reach: f64,
}

impl Chart {
    /// `size` is that of the body.
    pub fn new(surface: &Arc<Surface>, size: f64) -> Self {
        let periods = surface.periods();
        let domain = surface.domain();
        let wrap = [0, 1].map(|i| {
            let angle = !matches!(
                (&**surface, i),
                (
                    Surface::Nurbs(_) | Surface::Swept { .. } | Surface::Offset { .. },
                    _
                ) | (Surface::Spun { .. }, 0)
            );
            (!angle && periods[i].is_some()).then_some(domain[i])
        });
        let mut chart = Self {
            surface: surface.clone(),
            periods,
            poles: Vec::new(),
            wrap,
            sphere: None,
            reach: 1e-7 * size,
        };
        chart.find_poles(domain, size);
        chart
    }

    /// The stereographic chart of a sphere, from the point of the sphere at `−towards`.
    pub fn sphere(surface: &Surface, towards: Vec3, size: f64) -> Option<Self> {
        let Surface::Sphere { frame, radius } = surface else {
            return None;
        };
        let frame = Frame::new(frame.origin, towards, None)?;
        let surface = Arc::new(Surface::Sphere {
            frame,
            radius: *radius,
        });
        let mut chart = Self::new(&surface, size);
        chart.sphere = Some((frame, *radius));
        Some(chart)
    }

    fn find_poles(&mut self, domain: [[f64; 2]; 2], size: f64) {
        for fixed in 0..2 {
            for (value, high) in [(domain[fixed][0], false), (domain[fixed][1], true)] {
                if !value.is_finite() || self.periods[fixed].is_some() {
                    continue;
                }
                let [low, end] = domain[1 - fixed];
                if !(end - low).is_finite() {
                    continue;
                }
                let at = |k: u32| {
                    let other = low + (end - low) * f64::from(k) / 8.0;
                    let q = if fixed == 0 {
                        [value, other]
                    } else {
                        [other, value]
                    };
                    self.surface.at(q[0], q[1]).point
                };
                let point = at(0);
                // Collapsed to a point, or merely short? Nine points of the side lie within 1e-8 of `size` of each other.
                if (1..=8).all(|k| (at(k) - point).norm() <= 1e-8 * size) {
                    self.poles.push(Pole {
                        fixed,
                        value,
                        high,
                        point,
                    });
                }
            }
        }
    }

    /// The pole at a point.
    pub fn pole_at(&self, point: &Vec3) -> Option<&Pole> {
        if self.sphere.is_some() {
            return None;
        }
        self.poles
            .iter()
            .find(|p| (p.point - *point).norm() <= self.reach)
    }

    /// Parameters of the surface for a (u, v) that was unwrapped.
    pub fn wrapped(&self, q: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|i| match self.wrap[i] {
            Some([low, high]) if q[i] < low || q[i] > high => {
                low + (q[i] - low).rem_euclid(high - low)
            }
            _ => q[i],
        })
    }

    /// Place and natural unit normal at a point of the plane.
    pub fn at(&self, q: [f64; 2]) -> (Vec3, Vec3) {
        if let Some((frame, r)) = &self.sphere {
            let (x, y) = (q[0], q[1]);
            let square = x * x + y * y;
            let n = (frame.x * (2.0 * x) + frame.y() * (2.0 * y) + frame.z * (1.0 - square))
                * (1.0 / (1.0 + square));
            return (frame.origin + n * *r, n);
        }
        if let Surface::Sphere { frame, .. } = &*self.surface {
            let point = self.surface.at(q[0], q[1]).point;
            return (point, (point - frame.origin).normalize());
        }
        let w = self.wrapped(q);
        let s = self.surface.at(w[0], w[1]);
        (s.point, s.unit_normal())
    }

    /// The point of the plane for a point of the surface, next to a start.
    pub fn locate(&self, point: &Vec3, near: Option<[f64; 2]>) -> Option<[f64; 2]> {
        if let Some((frame, _)) = &self.sphere {
            let [x, y, z] = frame.coordinates(point);
            let size = (x * x + y * y + z * z).sqrt().max(f64::MIN_POSITIVE);
            let down = 1.0 + z / size;
            return (down > 1e-12).then(|| [x / size / down, y / size / down]);
        }
        self.surface_parameters(point, near)
    }

    /// (u, v) of the surface, unwrapped next to a start.
    pub fn surface_parameters(&self, point: &Vec3, near: Option<[f64; 2]>) -> Option<[f64; 2]> {
        let start = near.map(|q| self.wrapped(q));
        let found = self.surface.parameters(point, start)?;
        let found = match near {
            Some(near) => [0, 1].map(|i| next_to(found[i], near[i], self.periods[i])),
            None => found,
        };
        found.iter().all(|x| x.is_finite()).then_some(found)
    }

    /// Steps in u and v at which a chord of the surface has half the height `chord`, or its normals differ by `angle`, as a mean
    /// over the box `low` to `high` of the plane.
    pub fn steps(&self, low: [f64; 2], high: [f64; 2], chord: f64, angle: f64) -> [f64; 2] {
        let by = |r: f64| (4.0 * chord / r).sqrt().min(angle);
        match &*self.surface {
            Surface::Plane(_) => {
                let size = (high[0] - low[0]).max(high[1] - low[1]);
                [size, size]
            }
            Surface::Cylinder { radius, .. } => {
                let step = (8.0 * chord / radius).sqrt().min(angle);
                [step, (8.0 * step * radius).max(high[1] - low[1])]
            }
            Surface::Cone { radius, slope, .. } => {
                let r = (radius + slope * low[1])
                    .abs()
                    .max((radius + slope * high[1]).abs());
                let step = (8.0 * chord / r).sqrt().min(angle);
                [step, (8.0 * step * r).max(high[1] - low[1])]
            }
            Surface::Torus { major, minor, .. } => [by(major.abs() + minor), by(*minor)],
            _ => self.mean_steps(low, high, chord, angle),
        }
    }

    fn mean_steps(&self, low: [f64; 2], high: [f64; 2], chord: f64, angle: f64) -> [f64; 2] {
        let range = [high[0] - low[0], high[1] - low[1]];
        let (mut bend, mut length, mut count) = ([0.0; 2], [0.0; 2], 0.0);
        const GRID: u32 = 9;
        for i in 0..GRID {
            for j in 0..GRID {
                let q = [
                    low[0] + range[0] * (f64::from(i) + 0.5) / f64::from(GRID),
                    low[1] + range[1] * (f64::from(j) + 0.5) / f64::from(GRID),
                ];
                let w = self.wrapped(q);
                let s = self.surface.at(w[0], w[1]);
                let n = s.unit_normal();
                let found = [s.duu.dot(&n), s.dvv.dot(&n), s.du.norm(), s.dv.norm()];
                if found.iter().all(|x| x.is_finite()) {
                    bend[0] += found[0].abs();
                    bend[1] += found[1].abs();
                    length[0] += found[2];
                    length[1] += found[3];
                    count += 1.0;
                }
            }
        }
        let mut steps = [0, 1].map(|i| {
            let (bend, length) = (bend[i] / count, length[i] / count);
            let by_chord = (4.0 * chord / bend).sqrt();
            let by_angle = angle * length / bend;
            let step = by_chord.min(by_angle).min(range[i]);
            if step.is_finite() && step > 0.0 {
                step
            } else {
                range[i].max(f64::MIN_POSITIVE)
            }
        });
        // Along its direction a swept surface is straight.
        if matches!(&*self.surface, Surface::Swept { .. }) {
            return [steps[0], range[1].max(f64::MIN_POSITIVE)];
        }
        // Triangles no longer than eight times their width.
        let sizes = [steps[0] * length[0], steps[1] * length[1]];
        for i in 0..2 {
            if sizes[i] > 8.0 * sizes[1 - i] && sizes[1 - i] > 0.0 {
                steps[i] *= 8.0 * sizes[1 - i] / sizes[i];
            }
        }
        steps
    }

    /// Whether the surface bends in both directions, so that its inside needs points.
    pub fn doubly_curved(&self) -> bool {
        !matches!(
            &*self.surface,
            Surface::Plane(_)
                | Surface::Cylinder { .. }
                | Surface::Cone { .. }
                | Surface::Swept { .. }
        )
    }
}

/// Directions that may point away from a face of a sphere, for the centre of its projection: those of each loop's vector area
/// reversed, tilted a little so that no pole falls on an edge of a symmetric part, then those beside the boundary.
pub(crate) fn sphere_directions(centre: Vec3, loops: &[Vec<Vec3>]) -> Vec<Vec3> {
    let mut out = Vec::new();
    let tilt = |n: Vec3, angle: f64| {
        Frame::new(centre, n, None).map(|f| {
            let (x, _) = f.radial(1.234);
            f.z * angle.cos() + x * angle.sin()
        })
    };
    for points in loops {
        let mut area = Vec3::zeros();
        for (i, p) in points.iter().enumerate() {
            let q = points[(i + 1) % points.len()];
            area += (*p - centre).cross(&(q - centre));
        }
        if let Some(n) = area.try_normalize(0.0) {
            out.extend([0.1, 0.0, 0.3].iter().filter_map(|&angle| tilt(n, angle)));
        }
    }
    // −towards lies to the right of the middle of a chord, at several distances.
    for points in loops {
        for i in (0..points.len()).step_by((points.len() / 8).max(1)) {
            let (p, q) = (points[i] - centre, points[(i + 1) % points.len()] - centre);
            let m = (p + q).normalize();
            let right = (q - p).cross(&m).normalize();
            for angle in [0.3, 0.05, 1.0, FRAC_PI_2, 0.01] {
                out.push(-(m * angle.cos() + right * angle.sin()));
            }
        }
    }
    out.retain(|d| d.amax().is_finite());
    out
}
