//! Where two features are next to each other: of sharp polyhedra by the formulas of [`super`], of others by those of [`super::curved`].
#![allow(non_snake_case)]

use super::feature::{BORDER, Feature, Meeting, PARALLEL, Polyhedra, Relative, larger, squared};
use super::regions::OVERLAP;
use super::{curved, rims, smooth};
use carom_base::{Flow, Number, Vec3};

impl Polyhedra {
    /// Where two features are next to each other.
    pub fn meeting<T: Number>(&self, at: &Relative<T>, feature: Feature) -> Meeting<T> {
        if self.is_curved() {
            return curved::meeting(self, at, feature);
        }
        match feature {
            Feature::Corner { side, corner, face } => {
                let x = self.corner(at, side, corner);
                let normal = self.solids[1 - side].faces[face].normal.map(T::constant);
                let others = (0..self.solids[1 - side].faces.len()).filter(|k| *k != face);
                let beyond = others
                    .map(|k| self.height(side, k, &x))
                    .fold(T::constant(f64::NEG_INFINITY), larger)
                    - 0.5 * self.border();
                let gap = self.height(side, face, &x);
                let (at, normal) = match side {
                    0 => (x - normal * gap, normal),
                    _ => (
                        self.solids[side].corners[corner].map(T::constant),
                        -(at.R * normal),
                    ),
                };
                Meeting {
                    gap,
                    beyond,
                    outside: beyond,
                    at,
                    normal,
                    is_decided: true,
                }
            }
            Feature::Edges([a, b]) => self.crossing(at, a, b),
            _ => curved::meeting(self, at, feature),
        }
    }

    /// Where two edges cross: the points of their lines next to each other, `m_I + s·u` and `m_J + t·v`.
    fn crossing<T: Number>(&self, at: &Relative<T>, a: usize, b: usize) -> Meeting<T> {
        let (a, b) = (&self.solids[0].edges[a], &self.solids[1].edges[b]);
        let u = at.R * a.direction.map(T::constant);
        let v = b.direction.map(T::constant);
        let middle = b.middle.map(T::constant);
        let w = at.R * a.middle.map(T::constant) + at.p - middle;
        let (cos, n) = (u.dot(&v), u.cross(&v));
        let square = squared(&n);
        if square.value() < PARALLEL * PARALLEL {
            let far = T::constant(self.size());
            return Meeting {
                gap: far,
                beyond: far,
                outside: far,
                at: middle,
                normal: Vec3::zeros(),
                is_decided: true,
            };
        }
        let (wu, wv) = (w.dot(&u), w.dot(&v));
        let s = (cos * wv - wu) / square;
        let t = (wv - cos * wu) / square;
        let n = n / square.sqrt();
        let out = b.out.map(T::constant);
        let n = if n.dot(&out).value() < 0.0 { -n } else { n };
        // n may lean from the edge of J into neither of its faces, and −n likewise on I.
        let on_j = b.into.map(|d| n.dot(&d.map(T::constant)));
        let on_i = a.into.map(|d| -n.dot(&(at.R * d.map(T::constant))));
        let lean = larger(larger(on_j[0], on_j[1]), larger(on_i[0], on_i[1]));
        let past = larger(s.abs() - a.half, t.abs() - b.half) + 0.25 * self.border();
        let gap = n.dot(&w);
        let beyond = larger(past, (lean - BORDER) * self.size());
        Meeting {
            gap,
            // Deeper than this they are edges on the far sides of the solids.
            beyond: larger(beyond, -gap - self.deep()),
            outside: beyond,
            at: middle + v * t,
            normal: n,
            is_decided: true,
        }
    }

    /// Whether the normal of two features is known where numbers stand for intervals: of edges, that they are not parallel, and which way it points.
    pub fn is_known<T: Number>(&self, at: &Relative<T>, feature: Feature) -> bool {
        if self.is_curved() {
            return curved::is_known(self, at, feature);
        }
        let Feature::Edges([a, b]) = feature else {
            return true;
        };
        let (a, b) = (&self.solids[0].edges[a], &self.solids[1].edges[b]);
        let n = (at.R * a.direction.map(T::constant)).cross(&b.direction.map(T::constant));
        let [low, high] = n.dot(&b.out.map(T::constant)).bounds();
        squared(&n).bounds()[0] > PARALLEL * PARALLEL && low * high > 0.0
    }

    /// The clearance of two features, the gap counted from `floor`.
    pub fn clearance_of<T: Number>(&self, at: &Relative<T>, feature: Feature, floor: f64) -> T {
        let m = self.meeting(at, feature);
        larger(m.gap - floor, m.beyond)
    }

    /// Positive where the features do not touch.
    pub fn clearance(&self, at: &Relative<f64>, feature: Feature) -> f64 {
        let m = self.meeting(at, feature);
        m.gap.max(m.beyond)
    }

    /// The same along the motion, the gap counted from `floor`. Where gap and border are the same but for `rounding`, the rate is that of the one which is larger
    /// a moment later.
    pub fn clearance_along(
        &self,
        at: &Relative<Flow>,
        feature: Feature,
        (floor, rounding): (f64, f64),
    ) -> Flow {
        let m = self.meeting(at, feature);
        let (gap, beyond) = (m.gap - floor, m.beyond);
        let mut clearance = larger(gap, beyond);
        if (gap.re - beyond.re).abs() <= rounding {
            clearance.eps = [gap.eps[0].max(beyond.eps[0])];
        }
        clearance
    }

    /// Whether two features touch, their gap being at most `gap`.
    pub fn touches(&self, at: &Relative<f64>, feature: Feature, gap: f64) -> bool {
        let m = self.meeting(at, feature);
        // What is deeper where nothing overlaps is next to something else.
        let is_near = m.gap <= gap && (!self.is_curved() || m.gap >= -self.border());
        is_near && is_inside(self, feature, &m)
    }

    /// What is left until features that touch slide off each other.
    pub fn room<T: Number>(&self, at: &Relative<T>, feature: Feature) -> T {
        let slack = match feature {
            _ if self.is_curved() => OVERLAP,
            Feature::Edges(_) => 0.125,
            _ => 0.5,
        };
        T::constant(slack * self.border()) - self.meeting(at, feature).beyond
    }

    /// Where two features touch, on J and from J to I, in the frame of J.
    pub fn spot(&self, at: &Relative<f64>, feature: Feature) -> [Vec3; 2] {
        let m = self.meeting(at, feature);
        [m.at, m.normal]
    }
}

/// Whether two features touch, or would, were they not beyond each other's borders by the width of one: what slides from one edge to the next over a corner is there in
/// between.
pub fn nearly_touches(of: &Polyhedra, at: &Relative<f64>, feature: Feature, gap: f64) -> bool {
    let m = of.meeting(at, feature);
    of.touches(at, feature, gap) || !of.is_curved() && m.gap <= gap && m.beyond <= of.border()
}

/// Whether two features are next to each other, however far apart.
pub fn are_next(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> bool {
    is_inside(of, feature, &of.meeting(at, feature))
}

fn is_inside(of: &Polyhedra, feature: Feature, m: &Meeting<f64>) -> bool {
    let slack = match feature {
        _ if of.is_curved() => 0.5 * OVERLAP,
        Feature::Edges(_) => 1.0 / 16.0,
        _ => 0.25,
    };
    m.beyond <= slack * of.border()
}

/// Whether the clearance of two features is above a number, seen with little effort; `false` where this is not seen.
pub fn is_farther(of: &Polyhedra, at: &Relative<f64>, feature: Feature, than: f64) -> bool {
    let apart = match feature {
        Feature::Smooth { side, part, at: k } => {
            Some(smooth::seen_from_ball(of, at, (side, part, k)))
        }
        _ => rims::apart(of, at, feature),
    };
    apart.is_some_and(|apart| apart > than)
}
