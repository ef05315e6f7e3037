//! Tips of cones: where a face has no normal though it has one beside them.
//!
//! From a tip a face goes on along lines. Those across a triangle at the tip are at one angle to an axis a, with the cosine C, and the line that leads most along a
//! direction o is
//!
//! ```text
//! t = C·a + √(1 − C²)·w/|w|,   w = o − (o·a)·a
//! ```
//!
//! as far as it is between the sides of the triangle, or else one of these.

use carom_base::Vec3;

/// A tip.
#[derive(Debug)]
pub(crate) struct Tip {
    /// Its number in the mesh.
    pub vertex: u32,
    /// On the faces: triangles may have been moved out from there.
    pub point: Vec3,
    fans: Vec<Fan>,
}

/// A triangle at a tip, with places of its face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub triangle: u32,
    /// Along its sides.
    pub ends: [Vec3; 2],
    /// Between its sides.
    pub middle: Vec3,
}

/// The lines across a triangle at a tip.
#[derive(Clone, Copy, Debug)]
struct Fan {
    corner: Corner,
    sides: [Vec3; 2],
    axis: Vec3,
}

/// A line from a tip along a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// With the direction that was asked for.
    pub slope: f64,
    pub triangle: u32,
    /// A place of the face along the triangle.
    pub along: Vec3,
}

impl Tip {
    pub(super) fn new(vertex: u32, point: Vec3, around: impl Iterator<Item = Corner>) -> Self {
        let fan = |corner: Corner| {
            let way = |p: Vec3| (p - point).try_normalize(0.0);
            let [s, t] = [way(corner.ends[0])?, way(corner.ends[1])?];
            let m = way(corner.middle)?;
            // all three are on one circle about it
            let axis = (m - s).cross(&(t - m)).try_normalize(0.0)?;
            Some(Fan {
                corner,
                sides: [s, t],
                axis,
            })
        };
        Self {
            vertex,
            point,
            fans: around.filter_map(fan).collect(),
        }
    }

    /// The line from it that leads most along a direction.
    pub fn line(&self, out: &Vec3) -> Option<Line> {
        let lines = self.fans.iter().map(|fan| Line {
            slope: fan.slope(out),
            triangle: fan.corner.triangle,
            along: fan.corner.middle,
        });
        lines.max_by(|x, y| x.slope.total_cmp(&y.slope))
    }
}

impl Fan {
    fn slope(&self, out: &Vec3) -> f64 {
        let ([s, t], a) = (self.sides, self.axis);
        let across = out - a * out.dot(&a);
        let cosine = a.dot(&s);
        let reach = (1.0 - cosine * cosine).max(0.0).sqrt();
        let best = across.try_normalize(0.0).map(|w| a * cosine + w * reach);
        // the sides turn by the axis as they were taken
        let is_between = |x: &Vec3| s.cross(x).dot(&a) >= 0.0 && x.cross(&t).dot(&a) >= 0.0;
        let inner = best.filter(is_between).map(|x| x.dot(out));
        inner.unwrap_or_else(|| s.dot(out).max(t.dot(out)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// The wall of a cone of 0.5 rad about z: of directions at an angle v to the axis, beyond it, the best line is at 0.5 − v to it.
    #[test]
    fn the_best_line_of_a_cone() {
        let line = |k: f64| {
            let ((s, c), (y, x)) = (0.5f64.sin_cos(), (TAU * k / 24.0).sin_cos());
            Vec3::new(s * x, s * y, c)
        };
        let corner = |k: u32| {
            let k = f64::from(k);
            Corner {
                triangle: 0,
                ends: [line(k), line(k + 1.0) * 2.0],
                middle: line(k + 0.5) * 0.7,
            }
        };
        let tip = Tip::new(0, Vec3::zeros(), (0..24).map(corner));
        for k in 0..100 {
            let (v, around) = (0.031 * f64::from(k), 0.7 * f64::from(k));
            let ((s, c), (y, x)) = (v.sin_cos(), around.sin_cos());
            let found = tip.line(&Vec3::new(s * x, s * y, c)).unwrap();
            // rounding
            assert!((found.slope - (0.5 - v).cos()).abs() < 1e-14, "{k}");
        }
    }
}
