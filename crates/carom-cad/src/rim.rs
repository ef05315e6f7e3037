//! The nearest point of an edge, by its exact curve: for contacts, many times a step.
//!
//! ```text
//! (C(t) − p)·C' = 0,   δt = −(C − p)·C'/(C'·C' + (C − p)·C'')
//! tangent C'/|C'|,     its turning by length (C'' − (C''·T)·T)/|C'|²
//! ```
//!
//! by Newton's method from the nearest of points that are laid along the edge once.

use crate::brep::{Body, Loop};
use crate::curve::CurvePoint;
use crate::sample::{EdgeCurve, edge_curve, size_of};
use carom_base::Vec3;
use carom_geometry::EdgeFoot;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Points from which a search starts, between two breaks of a curve.
const STARTS: usize = 16;
/// Points at most, but for one between two breaks.
const MOST: usize = 256;
/// Steps of a search.
const STEPS: usize = 20;

/// The edges of a body by the faces on both sides.
#[derive(Debug)]
pub(crate) struct Edges {
    /// Numbers of edges by their two faces, the smaller number first.
    between: HashMap<[u32; 2], Vec<u32>>,
    /// Each as it is asked for first; none if it has no curve.
    known: Vec<OnceLock<Option<Rim>>>,
    size: f64,
}

/// An edge made ready.
#[derive(Debug)]
struct Rim {
    curve: EdgeCurve,
    /// Growing.
    range: [f64; 2],
    /// Whether it ends where it starts.
    closed: bool,
    starts: Vec<(f64, Vec3)>,
}

impl Edges {
    pub fn new(body: &Body) -> Self {
        let mut faces = vec![Vec::new(); body.edges.len()];
        for (f, face) in (0u32..).zip(&body.faces) {
            for one in &face.loops {
                if let Loop::Fins(fins) = one {
                    fins.iter().for_each(|fin| faces[fin.edge].push(f));
                }
            }
        }
        let mut between: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
        for (e, faces) in (0u32..).zip(&faces) {
            if let [a, b] = faces[..] {
                between.entry([a.min(b), a.max(b)]).or_default().push(e);
            }
        }
        Self {
            between,
            known: body.edges.iter().map(|_| OnceLock::new()).collect(),
            size: size_of(body),
        }
    }

    /// The foot on the nearest edge between two faces.
    pub fn foot(&self, body: &Body, [a, b]: [u32; 2], p: &Vec3) -> Option<EdgeFoot> {
        let list = self.between.get(&[a.min(b), a.max(b)])?;
        let rim = |e: u32| {
            let make = || Rim::new(edge_curve(body, e as usize, self.size).ok()?);
            self.known[e as usize].get_or_init(make).as_ref()
        };
        let started = list.iter().filter_map(|&e| {
            let rim = rim(e)?;
            Some((rim, rim.start(p)?))
        });
        let (rim, start) = started.min_by(|(_, x), (_, y)| x.1.total_cmp(&y.1))?;
        rim.foot(p, start.0, self.size)
    }
}

impl Rim {
    fn new(curve: EdgeCurve) -> Option<Self> {
        let [from, to] = curve.range;
        let range = [from.min(to), from.max(to)];
        let mut ends = vec![range[0]];
        ends.extend(&curve.breaks);
        ends.push(range[1]);
        let each = STARTS.min(MOST / ends.len()).max(1);
        let spans = ends.windows(2).flat_map(|span| {
            let (a, b) = (span[0], span[1]);
            (0..each).map(move |k| a + (b - a) * (k as f64 + 0.5) / each as f64)
        });
        let starts: Vec<(f64, Vec3)> = spans
            .map(|t| (t, curve.at(t).point))
            .filter(|(_, p)| p.amax().is_finite())
            .collect();
        let [first, last] = range.map(|t| curve.at(t).point);
        let size = starts.iter().map(|s| (s.1 - first).norm());
        let size = size.fold(0.0, f64::max);
        Some(Self {
            closed: (last - first).norm() <= 1e-7 * size,
            curve,
            range,
            starts,
        })
    }

    /// The parameter of the nearest of its points, with the squared distance.
    fn start(&self, p: &Vec3) -> Option<(f64, f64)> {
        let off = self
            .starts
            .iter()
            .map(|(t, q)| (*t, (q - p).norm_squared()));
        off.min_by(|x, y| x.1.total_cmp(&y.1))
    }

    fn foot(&self, p: &Vec3, start: f64, size: f64) -> Option<EdgeFoot> {
        let [low, high] = self.range;
        let bounded = |t: f64| match self.closed {
            true => low + (t - low).rem_euclid(high - low),
            false => t.clamp(low, high),
        };
        let mut t = start;
        let mut c = self.curve.at(t);
        for _ in 0..STEPS {
            let way = c.point - p;
            let positive = c.first.norm_squared();
            let second = positive + way.dot(&c.second);
            let second = if second > 0.1 * positive {
                second
            } else {
                positive
            };
            let wanted = t - way.dot(&c.first) / second;
            if !wanted.is_finite() {
                return None;
            }
            let next = bounded(wanted);
            let moved = (next - t).abs() * positive.sqrt();
            (t, c) = (next, self.curve.at(next));
            // the last step squares what is left
            if moved <= 1e-9 * size {
                break;
            }
        }
        made(&c, !self.closed && (t == low || t == high))
    }
}

fn made(c: &CurvePoint, end: bool) -> Option<EdgeFoot> {
    let tangent = c.first.try_normalize(0.0)?;
    let bend = (c.second - tangent * tangent.dot(&c.second)) / c.first.norm_squared();
    let finite = c.point.iter().chain(bend.iter()).all(|x| x.is_finite());
    finite.then_some(EdgeFoot {
        point: c.point,
        tangent,
        bend,
        end,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step;

    /// On each edge between two faces of bodies with lines, circles, splines and intersections: the foot is the nearest of many points, the way to it is across, and
    /// tangent and turning are those of differences.
    #[test]
    fn feet_on_all_kinds_of_edges() {
        let mut seen = 0;
        for name in ["boolean", "loft", "filleted_box", "cone", "revolved"] {
            let path = format!("{}/tests/data/{name}.step", env!("CARGO_MANIFEST_DIR"));
            let file = step::read(&std::fs::read(path).unwrap()).unwrap();
            let body = &file.solids.bodies[0];
            let edges = Edges::new(body);
            let size = size_of(body);
            let mut pairs: Vec<_> = edges.between.iter().filter(|(f, _)| f[0] != f[1]).collect();
            pairs.sort();
            for (&faces, list) in pairs {
                let curves: Vec<EdgeCurve> = list
                    .iter()
                    .map(|&e| edge_curve(body, e as usize, size).unwrap())
                    .collect();
                let along =
                    |c: &EdgeCurve, s: f64| c.at(c.range[0] + (c.range[1] - c.range[0]) * s);
                for (k, curve) in (0u32..).zip(&curves) {
                    let at = along(curve, 0.37);
                    let off = Vec3::new(0.3, -0.5, 0.4) * (0.01 * size);
                    let p = at.point + off;
                    let foot = edges.foot(body, faces, &p).unwrap();
                    let way = p - foot.point;
                    let least = curves.iter().flat_map(|c| {
                        (0..=2000).map(move |i| (along(c, f64::from(i) / 2000.0).point - p).norm())
                    });
                    let least = least.fold(f64::INFINITY, f64::min);
                    // rounding; points of the file have ten digits
                    assert!(way.norm() < least + 1e-9 * size, "{name} {faces:?} {k}");
                    if foot.end {
                        continue;
                    }
                    assert!(
                        way.dot(&foot.tangent).abs() < 1e-9 * size,
                        "{name} {faces:?}"
                    );
                    let h = 1e-4 * size;
                    let next = |h: f64| edges.foot(body, faces, &(p + foot.tangent * h)).unwrap();
                    let [ahead, behind] = [next(h), next(-h)];
                    if ahead.end || behind.end {
                        continue;
                    }
                    seen += 1;
                    // ds = dp/(1 − (p − C)·C'')
                    let length = (ahead.point - behind.point).dot(&foot.tangent);
                    let stretch = 1.0 - way.dot(&foot.bend);
                    // the step of the differences, over the third derivative of a spline
                    assert!(
                        (length * stretch / (2.0 * h) - 1.0).abs() < 1e-4,
                        "{name} {faces:?}"
                    );
                    let turned = (ahead.tangent - behind.tangent) * (1.0 / length);
                    let room = 1e-3 * (foot.bend.norm() + 0.1 / size);
                    assert!(
                        (turned - foot.bend).norm() < room,
                        "{name} {faces:?} {turned:?} {:?}",
                        foot.bend
                    );
                }
            }
        }
        assert!(seen > 30, "{seen}");
    }
}
