//! Curves: `C(t)`, its derivatives, and the parameter of a point.

use crate::frame::Frame;
use crate::kinds::Surface;
use crate::periods::next_to;
use crate::project;
use carom_base::Vec3;
use std::f64::consts::TAU;
use std::sync::Arc;

pub use crate::kinds::{Curve, Intersection};
pub use crate::points::CurvePoint;

impl Curve {
    /// What it is called in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Curve::Line { .. } => "line",
            Curve::Circle { .. } => "circle",
            Curve::Ellipse { .. } => "ellipse",
            Curve::Nurbs(_) => "NURBS curve",
            Curve::OnSurface { .. } => "curve on a surface",
            Curve::Trimmed { .. } => "trimmed curve",
            Curve::Intersection(_) => "intersection curve",
        }
    }

    /// Checks sizes and splines, of what it is made of too. Errors: the end of a sentence about the edge.
    pub fn check(&self) -> Result<(), String> {
        let positive = |x: f64, what: &str| {
            let good = x > 0.0 && x.is_finite();
            if good {
                Ok(())
            } else {
                Err(format!("has a {} whose {what} is {x}", self.kind()))
            }
        };
        match self {
            Curve::Line { direction, .. } => positive(direction.norm(), "direction"),
            Curve::Circle { frame, radius } => {
                frame.check()?;
                positive(*radius, "radius")
            }
            Curve::Ellipse { frame, radii } => {
                frame.check()?;
                radii.iter().try_for_each(|r| positive(*r, "radius"))
            }
            Curve::Nurbs(nurbs) => nurbs.check(),
            Curve::OnSurface {
                surface,
                parameters,
            } => {
                surface.check()?;
                parameters.check()
            }
            Curve::Trimmed { basis, range } => {
                positive((range[1] - range[0]).abs(), "range")?;
                basis.check()
            }
            Curve::Intersection(i) => {
                i.surfaces.iter().try_for_each(|s| s.check())?;
                let growing = i.parameters.windows(2).all(|p| p[1] > p[0]);
                let finite = i.chart.iter().all(|p| p.amax().is_finite());
                let good =
                    i.chart.len() >= 2 && i.chart.len() == i.parameters.len() && growing && finite;
                if good {
                    Ok(())
                } else {
                    Err("has an intersection curve whose chart is not sound".into())
                }
            }
        }
    }

    /// Point and derivatives. Not finite where an intersection cannot be solved for.
    /// The second derivative of an intersection is a difference, good to six digits.
    pub fn at(&self, t: f64) -> CurvePoint {
        match self {
            Curve::Line { origin, direction } => CurvePoint {
                point: *origin + *direction * t,
                first: *direction,
                second: Vec3::zeros(),
            },
            Curve::Circle { frame, radius } => ellipse_at(frame, [*radius; 2], t),
            Curve::Ellipse { frame, radii } => ellipse_at(frame, *radii, t),
            Curve::Nurbs(nurbs) => nurbs.at(t),
            Curve::OnSurface {
                surface,
                parameters,
            } => {
                let q = parameters.at(t);
                let s = surface.at(q.point.x, q.point.y);
                let (u, v) = (q.first.x, q.first.y);
                CurvePoint {
                    point: s.point,
                    first: s.du * u + s.dv * v,
                    second: s.duu * (u * u)
                        + s.duv * (2.0 * u * v)
                        + s.dvv * (v * v)
                        + s.du * q.second.x
                        + s.dv * q.second.y,
                }
            }
            // The parameter of a trimmed curve is that of its basis, counted from the start in the direction of the trimmed curve.
            Curve::Trimmed { basis, range } => {
                let sign = trimmed_sign(range);
                let c = basis.at(range[0] + sign * t);
                CurvePoint {
                    point: c.point,
                    first: c.first * sign,
                    second: c.second,
                }
            }
            Curve::Intersection(intersection) => intersection.at(t),
        }
    }

    /// Parameter of the point of the curve nearest to a point, from a start where one is known. `None` if the search does not end.
    pub fn parameter(&self, point: &Vec3, near: Option<f64>) -> Option<f64> {
        let found = match self {
            Curve::Line { origin, direction } => (*point - *origin).dot(direction),
            Curve::Circle { frame, .. } => {
                let [x, y, _] = frame.coordinates(point);
                y.atan2(x)
            }
            Curve::Intersection(intersection) => intersection.nearest(point),
            _ => project::to_curve(self, point, near)?,
        };
        Some(match near {
            Some(near) => next_to(found, near, self.period()),
            None => found,
        })
    }

    /// Range of the parameter; infinite for a line, one turn for circles and ellipses.
    pub fn domain(&self) -> [f64; 2] {
        match self {
            Curve::Line { .. } => [f64::NEG_INFINITY, f64::INFINITY],
            Curve::Circle { .. } | Curve::Ellipse { .. } => [0.0, TAU],
            Curve::Nurbs(nurbs) => nurbs.domain(),
            Curve::OnSurface { parameters, .. } => parameters.domain(),
            Curve::Trimmed { range, .. } => [0.0, (range[1] - range[0]).abs()],
            Curve::Intersection(i) => {
                let last = i.parameters.last().copied().unwrap_or(0.0);
                [i.parameters.first().copied().unwrap_or(0.0), last]
            }
        }
    }

    /// The period of a closed curve.
    pub fn period(&self) -> Option<f64> {
        let [low, high] = self.domain();
        match self {
            Curve::Line { .. } => None,
            Curve::Circle { .. } | Curve::Ellipse { .. } => Some(TAU),
            _ => {
                let (a, b, middle) = (
                    self.at(low).point,
                    self.at(high).point,
                    self.at((low + high) / 2.0).point,
                );
                let size = (middle - a)
                    .norm()
                    .max((self.at(low + (high - low) / 4.0).point - a).norm());
                ((b - a).norm() <= 1e-7 * size).then_some(high - low)
            }
        }
    }

    /// Parameters inside of the range at which the curve is less smooth.
    pub fn breaks(&self) -> Vec<f64> {
        match self {
            Curve::Nurbs(nurbs) => nurbs.breaks(),
            Curve::OnSurface { parameters, .. } => parameters.breaks(),
            Curve::Trimmed { basis, range } => {
                let sign = trimmed_sign(range);
                let length = (range[1] - range[0]).abs();
                let mut breaks: Vec<f64> = basis
                    .breaks()
                    .iter()
                    .map(|b| (b - range[0]) * sign)
                    .collect();
                breaks.retain(|b| *b > 0.0 && *b < length);
                breaks.sort_by(f64::total_cmp);
                breaks
            }
            Curve::Intersection(i) if i.parameters.len() > 2 => {
                i.parameters[1..i.parameters.len() - 1].to_vec()
            }
            _ => Vec::new(),
        }
    }
}

fn trimmed_sign(range: &[f64; 2]) -> f64 {
    if range[1] < range[0] { -1.0 } else { 1.0 }
}

fn ellipse_at(frame: &Frame, [a, b]: [f64; 2], t: f64) -> CurvePoint {
    let (s, c) = t.sin_cos();
    let y = frame.y();
    let out = frame.x * (a * c) + y * (b * s);
    CurvePoint {
        point: frame.origin + out,
        first: y * (b * c) - frame.x * (a * s),
        second: -out,
    }
}

impl Intersection {
    /// With the arc length of the chart as parameter.
    pub fn new(surfaces: [Arc<Surface>; 2], chart: Vec<Vec3>) -> Self {
        let mut length = 0.0;
        let mut parameters = vec![0.0; chart.len().min(1)];
        for pair in chart.windows(2) {
            length += (pair[1] - pair[0]).norm();
            parameters.push(length);
        }
        Self {
            surfaces,
            chart,
            parameters,
        }
    }

    /// The segment of the chart that holds a parameter (the first or last one outside of the range) and the place in it.
    fn segment(&self, t: f64) -> (usize, f64) {
        let last = self.chart.len().saturating_sub(2);
        let i = self
            .parameters
            .partition_point(|&p| p <= t)
            .saturating_sub(1)
            .min(last);
        let (a, b) = (self.parameters[i], self.parameters[i + 1]);
        (i, (t - a) / (b - a))
    }

    fn at(&self, t: f64) -> CurvePoint {
        let h = {
            let (i, _) = self.segment(t);
            1e-5 * (self.parameters[i + 1] - self.parameters[i])
        };
        let (point, first) = self.solve(t);
        let (_, ahead) = self.solve(t + h);
        let (_, behind) = self.solve(t - h);
        CurvePoint {
            point,
            first,
            second: (ahead - behind) * (0.5 / h),
        }
    }

    /// Point and first derivative: Newton's method on the distances to both surfaces and to the plane across the chord.
    fn solve(&self, t: f64) -> (Vec3, Vec3) {
        let (i, s) = self.segment(t);
        let (a, b) = (self.chart[i], self.chart[i + 1]);
        let chord = b - a;
        let rate = 1.0 / (self.parameters[i + 1] - self.parameters[i]);
        let missing = Vec3::repeat(f64::NAN);
        let Some((point, tangent)) =
            project::to_intersection(&self.surfaces, a + chord * s, &chord)
        else {
            return (missing, missing);
        };
        // The plane moves along the chord by |chord|·ds.
        let across = tangent.dot(&chord);
        (point, tangent * (chord.norm_squared() / across * rate))
    }

    /// Of the segments whose planes hold the point, the nearest.
    pub(crate) fn nearest(&self, point: &Vec3) -> f64 {
        let last = self.chart.len() - 2;
        let mut best = (f64::INFINITY, 0.0);
        for i in 0..=last {
            let (a, chord) = (self.chart[i], self.chart[i + 1] - self.chart[i]);
            let free = (*point - a).dot(&chord) / chord.norm_squared();
            let low = if i == 0 { f64::NEG_INFINITY } else { 0.0 };
            let high = if i == last { f64::INFINITY } else { 1.0 };
            let s = free.clamp(low, high);
            let distance = (a + chord * s.clamp(0.0, 1.0) - *point).norm();
            if distance < best.0 {
                let (p, q) = (self.parameters[i], self.parameters[i + 1]);
                best = (distance, p + s * (q - p));
            }
        }
        best.1
    }
}
