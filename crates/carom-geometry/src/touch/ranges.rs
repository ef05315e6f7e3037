//! Bounds of the clearance of two polyhedra ([`crate::touch`]) over an interval of time, in which their places are known within bounds.
//!
//! The heights of all corners over all faces of the other solid decide nearly everything: a corner does not touch while it is above some face. Neither do two edges
//! while one is above a face at the other. With `n = α·m₁ + β·m₂`, α, β ≥ 0, m the normals of the faces at the edge of J, and a gap from `p_J` to
//! `p_I = p_J + gap·n`:
//!
//! ```text
//! m₁·p_I ≥ d₁ + h and m₂·p_I ≥ d₂ + h    gap = α·(m₁·p_I − d₁) + β·(m₂·p_I − d₂) ≥ (α + β)·h ≥ h
//! m₁·p_I ≥ d₁ + h, m₁·m₂ ≥ 0             gap·(m₁·n) ≥ h with 0 ≤ m₁·n ≤ 1, so that gap ≥ h
//! m·p_I ≥ d + h, any face                gap·(m·n) ≥ h: gap ≥ h or gap ≤ −h, and then −gap − D ≥ h − D
//! ```
//!
//! Only what this leaves open is bounded by the formulas of the clearance themselves, with rates.
#![allow(non_snake_case)]

pub use super::arcs::above;
use crate::touch::curved::{LOWEST, bounds, least_gap};
use crate::touch::smooth::{self, side_of};
use crate::touch::{
    Feature, Polyhedra, Relative, apart_along, are_pieces, is_hidden, likely_parting, parting,
};
use carom_base::{Dual, Interval, Mat3, Number, Ranged, Vec3};

/// So many pairs of edges are bounded by their formulas; where more are open, nothing is known.
const EDGES_MAX: usize = 32;

/// Nothing is known.
pub const UNKNOWN: Ranged = Dual {
    re: Interval::ENTIRE,
    eps: [Interval::ENTIRE],
};

/// `middle ± half`, component by component.
#[derive(Clone, Copy)]
struct Around<T> {
    middle: T,
    half: T,
}

impl Around<Vec3> {
    fn of(v: &Vec3<Ranged>) -> Self {
        Self {
            middle: v.map(|x| x.re.middle()),
            half: v.map(|x| 0.5 * x.re.width()),
        }
    }
}

impl Around<Mat3> {
    fn of(m: &Mat3<Ranged>) -> Self {
        Self {
            middle: m.map(|x| x.re.middle()),
            half: m.map(|x| 0.5 * x.re.width()),
        }
    }

    fn transpose(&self) -> Self {
        Self {
            middle: self.middle.transpose(),
            half: self.half.transpose(),
        }
    }

    fn apply(&self, v: &Around<Vec3>) -> Around<Vec3> {
        let size = |v: &Vec3| v.map(f64::abs);
        Around {
            middle: self.middle * v.middle,
            half: self.half * (size(&v.middle) + v.half) + self.middle.map(f64::abs) * v.half,
        }
    }
}

/// The least of clearances.
struct Least {
    low: f64,
    /// Of those that may come to zero; what stays above it does not fall, whatever its rate is.
    rate: Option<Interval>,
    tolerance: f64,
    /// Whether one of them is below zero all along: its features overlap, or are behind each other.
    is_below: bool,
}

impl Least {
    /// No more than `most`; what is above the tolerance is above zero.
    fn of(most: f64, tolerance: f64) -> Self {
        Self {
            low: most,
            rate: None,
            tolerance,
            is_below: false,
        }
    }

    fn bounds(&self) -> Ranged {
        Dual {
            re: Interval::new(self.low, f64::INFINITY),
            eps: [self.rate.unwrap_or(Interval::ENTIRE)],
        }
    }

    /// Takes one more; whether others can still tell something.
    fn take(&mut self, clearance: Ranged) -> bool {
        self.low = self.low.min(clearance.re.low);
        self.is_below |= clearance.re.high < 0.0;
        if clearance.re.low <= self.tolerance {
            let hull = |r: Interval| r.hull(clearance.eps[0]);
            self.rate = Some(self.rate.map_or(clearance.eps[0], hull));
        }
        !self.is_lost()
    }

    /// Whether one of them may come to zero at any rate.
    fn is_lost(&self) -> bool {
        self.low <= 0.0 && self.rate == Some(Interval::ENTIRE)
    }
}

/// Heights of the corners of both solids over the faces of the other one, and of edges.
#[derive(Clone, Debug, Default)]
pub struct Heights {
    /// Of the corners of I, then of J; those of a corner are one behind the other.
    corners: [Vec<Interval>; 2],
    /// Of each edge how high it is at least over the face over which it is highest.
    edges: [Vec<f64>; 2],
    /// The curved feature that left the last bounds open: it probably does so again, and then the others need no look.
    open: Option<Feature>,
}

impl Heights {
    /// Those of two solids of which I is at `at`.
    fn fill(&mut self, pair: &Polyhedra, at: &Relative<Ranged>) {
        let (turn, place) = at.parts();
        let (R, p) = (Around::<Mat3>::of(&turn), Around::<Vec3>::of(&place));
        let back = R.transpose();
        for side in 0..2 {
            let (own, other) = (&pair.solids[side], &pair.solids[1 - side]);
            let heights = &mut self.corners[side];
            heights.clear();
            for corner in &own.corners {
                let x = match side {
                    0 => {
                        let turned = R.apply(&Around {
                            middle: *corner,
                            half: Vec3::zeros(),
                        });
                        Around {
                            middle: turned.middle + p.middle,
                            half: turned.half + p.half,
                        }
                    }
                    _ => back.apply(&Around {
                        middle: *corner - p.middle,
                        half: p.half,
                    }),
                };
                heights.extend(other.faces.iter().map(|face| {
                    let height = face.normal.dot(&x.middle) - face.offset;
                    Interval::around(height, face.normal.map(f64::abs).dot(&x.half))
                }));
            }
        }
        for side in 0..2 {
            let faces = pair.solids[1 - side].faces.len();
            let mut edges = std::mem::take(&mut self.edges[side]);
            edges.clear();
            edges.extend(pair.solids[side].edges.iter().map(|edge| {
                let each = (0..faces).map(|face| self.above(side, faces, edge.ends, face));
                each.fold(f64::NEG_INFINITY, f64::max)
            }));
            self.edges[side] = edges;
        }
    }

    /// Those of a corner of solid `side`.
    fn of(&self, pair: &Polyhedra, side: usize, corner: usize) -> &[Interval] {
        let faces = pair.solids[1 - side].faces.len();
        &self.corners[side][faces * corner..][..faces]
    }

    /// How high an edge of solid `side` is at least over a face of the other one, which has so many.
    fn above(&self, side: usize, faces: usize, ends: [usize; 2], face: usize) -> f64 {
        let [a, b] = ends.map(|corner| self.corners[side][faces * corner + face].low);
        a.min(b)
    }
}

impl Polyhedra {
    /// Bounds of the least clearance of all features but those that are `known`, with those of its rate. A lower bound above zero has the sign
    /// of the clearance; it may be larger.
    ///
    /// `far`: solids whose balls are farther apart are watched by these.
    pub fn least_range(
        &self,
        at: &Relative<Ranged>,
        (far, tolerance): (f64, f64),
        known: impl Fn(Feature) -> bool,
        heights: &mut Heights,
    ) -> Ranged {
        let distance: Ranged = self.ball_distance(at);
        if !distance.re.is_bounded() {
            return UNKNOWN;
        }
        if distance.re.low > far {
            return distance;
        }
        let apart = apart_along(self, at, &likely_parting(self, &Middle::of(at).place));
        if apart.re.low > tolerance {
            return above(apart.re.low);
        }
        // Where no stop is about any feature the distance of the solids stands for all of them: it is zero where one of them touches, and no less than the least of all.
        let is_new = |f: Feature| !known(f);
        if side_of(self).is_some()
            && !are_pieces(self)
            && self.all(&Middle::of(at).place).all(is_new)
            && let Some(range) = smooth::range(self, at, &Middle::of(at).place)
            && range.eps[0].is_bounded()
        {
            return range;
        }
        let mut all = Least::of(self.size(), tolerance);
        if self.is_curved() {
            least_of_curved(self, at, known, &mut heights.open, &mut all);
        } else {
            heights.fill(self, at);
            if !least_of_sharp(self, at, known, heights, &mut all) {
                return UNKNOWN;
            }
        }
        if (all.is_below || all.is_lost())
            && let Some(n) = parting(self, &Middle::of(at).place)
        {
            let apart = apart_along(self, at, &n);
            if apart.re.low > tolerance {
                return above(apart.re.low);
            }
        }
        let rate = all.rate.unwrap_or(Interval::ENTIRE);
        Dual {
            re: Interval::new(all.low, f64::INFINITY),
            // That of the balls is another function.
            eps: [if distance.re.high > far {
                Interval::ENTIRE
            } else {
                rate
            }],
        }
    }

    /// How high a corner is at least over that face over which it is highest, less what belongs to borders.
    fn highest(&self, heights: &Heights, side: usize, corner: usize) -> f64 {
        let own = heights.of(self, side, corner).iter();
        own.fold(f64::NEG_INFINITY, |h, x| h.max(x.low)) - 0.5 * self.border()
    }

    /// Pairs of edges that heights leave open, how many these are, and the least height of all others; none if there is no room for them.
    fn open_edges(
        &self,
        heights: &Heights,
        tolerance: f64,
        known: &impl Fn(Feature) -> bool,
        open: &mut [[usize; 2]; EDGES_MAX],
    ) -> Option<(usize, f64)> {
        let (deep, mut count, mut least) = (self.deep(), 0, f64::INFINITY);
        for (a, own) in heights.edges[0].iter().enumerate() {
            for (b, other) in heights.edges[1].iter().enumerate() {
                let mut height = own.max(*other) - deep;
                if height <= tolerance {
                    let on_j = self.height_beside(heights, 0, a, b);
                    let on_i = self.height_beside(heights, 1, b, a);
                    height = height.max(on_j).max(on_i);
                }
                if height > tolerance {
                    least = least.min(height);
                } else if !is_hidden(self, Feature::Edges([a, b])) && !known(Feature::Edges([a, b]))
                {
                    *open.get_mut(count)? = [a, b];
                    count += 1;
                }
            }
        }
        Some((count, least))
    }

    /// How high an edge of solid `side` is at least over the faces at the edge `at` of the other one.
    fn height_beside(&self, heights: &Heights, side: usize, edge: usize, at: usize) -> f64 {
        let (own, other) = (&self.solids[side], &self.solids[1 - side]);
        let Some(sides) = other.edges[at].faces else {
            return f64::NEG_INFINITY;
        };
        let ends = own.edges[edge].ends;
        let [h, k] = sides.map(|face| heights.above(side, other.faces.len(), ends, face));
        let [m, n] = sides.map(|face| other.faces[face].normal);
        if m.dot(&n) >= 0.0 { h.max(k) } else { h.min(k) }
    }

    /// Bounds of the clearance of a corner by those of the faces over which it may be highest.
    fn corner_range(
        &self,
        at: &Relative<Ranged>,
        heights: &Heights,
        side: usize,
        corner: usize,
    ) -> Ranged {
        let own = heights.of(self, side, corner);
        let highest = own.iter().fold(f64::NEG_INFINITY, |h, x| h.max(x.low));
        let x = self.corner(at, side, corner);
        let active = (0..own.len()).filter(|face| own[*face].high >= highest);
        let clearance = active
            .map(|face| self.height(side, face, &x))
            .reduce(|a, b| a.at_least(b));
        clearance.unwrap_or(UNKNOWN) - 0.5 * self.border()
    }

    /// Bounds of the clearance of two features, the gap counted from `floor`; none where edges may be parallel, or which way their normal points is not known.
    pub fn clearance_range(&self, at: &Relative<Ranged>, feature: Feature, floor: f64) -> Ranged {
        if !self.is_curved() {
            return match self.is_known(at, feature) {
                true => self.clearance_of(at, feature, floor),
                false => UNKNOWN,
            };
        }
        let least = least_between(self, &Middle::of(at), feature);
        let mut all = Least::of(self.size(), 0.0);
        bounds(self, at, feature, (floor, 0.0, least), &mut |b| all.take(b));
        all.bounds()
    }

    /// Bounds of what is left until features slide off each other.
    pub fn room_range(&self, at: &Relative<Ranged>, feature: Feature) -> Ranged {
        match self.is_known(at, feature) {
            true => self.room(at, feature),
            false => UNKNOWN,
        }
    }
}

/// Features of rounded solids and of those with rims: what is far from each other in the middle of the bounds is so in all of them if nothing moves as far.
fn least_of_curved(
    of: &Polyhedra,
    at: &Relative<Ranged>,
    known: impl Fn(Feature) -> bool,
    open: &mut Option<Feature>,
    all: &mut Least,
) {
    let middle = Middle::of(at);
    let features = || of.all(&middle.place).filter(|f| !known(*f));
    let first = open.take().and_then(|open| features().find(|f| *f == open));
    let rest = features().filter(|f| Some(*f) != first);
    for feature in first.into_iter().chain(rest) {
        let gap = least_between(of, &middle, feature);
        let enough = all.tolerance;
        if gap > enough {
            all.take(above(gap));
        } else {
            bounds(of, at, feature, (0.0, enough, gap), &mut |b| all.take(b));
        }
        if all.is_lost() {
            *open = Some(feature);
            return;
        }
    }
}

/// The least gap of two features that I may have within bounds of its place.
fn least_between(of: &Polyhedra, middle: &Middle, feature: Feature) -> f64 {
    let (own, place) = (&of.solids[0], &middle.place);
    // Planes and borders of I go on beyond it, where they move by more.
    let lever = match feature {
        Feature::Corner {
            side: 1, corner, ..
        } => of.corner(place, 1, corner).norm(),
        Feature::RimFace { side: 1, rim, .. } => {
            let (rim, (R, p)) = (&of.solids[1].rims[rim], place.parts());
            R.tr_mul(&(rim.centre - p)).norm() + rim.radius
        }
        _ => own.centre.norm() + own.radius,
    };
    let moves = middle.turn * lever + middle.shift;
    let faster = match feature {
        Feature::RimFace { .. } => LOWEST,
        _ => 1.0,
    };
    least_gap(of, place, feature) - faster * moves
}

/// A position of I within bounds; what is as far from its frame as a lever moves by no more than `turn·lever + shift` against it.
struct Middle {
    place: Relative<f64>,
    turn: f64,
    shift: f64,
}

impl Middle {
    fn of(at: &Relative<Ranged>) -> Self {
        let (turn, place) = at.parts();
        let (R, p) = (Around::<Mat3>::of(&turn), Around::<Vec3>::of(&place));
        // The middle of the bounds of a rotation is not a rotation itself.
        let x = R.middle.column(0).normalize();
        let z = x.cross(&R.middle.column(1)).normalize();
        let axes = [x, z.cross(&x), z];
        let turned = Mat3::from_fn(|row, column| axes[column].to_array()[row]);
        let off = (R.middle - turned).map(f64::abs) + R.half;
        Self {
            place: Relative::new(turned, p.middle),
            turn: off.norm(),
            shift: p.half.norm(),
        }
    }
}

/// Features of sharp solids; `false` where too many are too near.
fn least_of_sharp(
    of: &Polyhedra,
    at: &Relative<Ranged>,
    known: impl Fn(Feature) -> bool,
    heights: &Heights,
    all: &mut Least,
) -> bool {
    let tolerance = all.tolerance;
    for side in 0..2 {
        for corner in 0..of.solids[side].corners.len() {
            let face = 0;
            let is_hidden = of.solids[side].hidden.corner(corner);
            if is_hidden || known(Feature::Corner { side, corner, face }) {
                continue;
            }
            let highest = of.highest(heights, side, corner);
            all.take(match highest > tolerance {
                true => above(highest),
                false => of.corner_range(at, heights, side, corner),
            });
        }
    }
    let mut open = [[0; 2]; EDGES_MAX];
    let Some((count, least)) = of.open_edges(heights, tolerance, &known, &mut open) else {
        return false;
    };
    all.take(above(least));
    for edges in &open[..count] {
        all.take(of.clearance_range(at, Feature::Edges(*edges), 0.0));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Polyhedron;
    use crate::touch::checks::{Course, Random, brick};

    /// `min over t of max(a + low·t, b − high·(w − t))`
    fn least_between(a: f64, b: f64, rate: Interval, w: f64) -> f64 {
        let t = (a - b + rate.high * w) / (rate.high - rate.low);
        (a + rate.low * t.clamp(0.0, w)).min(a).min(b)
    }

    #[test]
    fn no_overlap_is_ruled_out() {
        let ([i, j], ball) = (
            [brick([1.0, 0.7, 0.4]), brick([1.2, 0.5, 0.8])],
            Polyhedron::ball(0.3),
        );
        let [cylinder, disc] = [[0.4, 0.3], [0.1, 0.5]].map(|[h, r]| Polyhedron::cylinder(h, r));
        let [cup, cone] = [[0.3, 0.15], [0.0, 0.4]].map(|radii| Polyhedron::frustum(0.4, radii));
        let ring = Polyhedron::torus(0.4, 0.1);
        let [egg, disk] =
            [[0.5, 0.35, 0.3], [0.4, 0.3, 0.2]].map(|a| Polyhedron::ellipsoid(a.into()));
        let soap = brick([0.6, 0.5, 0.3]).rounded(0.05);
        let [long, short] = [0.8, 0.3].map(|half| Polyhedron::capsule(half, 0.2));
        for solids in [
            [i.clone(), j.clone()],
            [ball, j.clone()],
            [long.clone(), j.clone()],
            [i.clone(), short.clone()],
            [long.clone(), short.clone()],
            [cylinder.clone(), j.clone()],
            [disc.clone(), cylinder.clone()],
            [cylinder.clone(), long.clone()],
            [cup.clone(), j.clone()],
            [cone.clone(), cylinder],
            [cup, cone.clone()],
            [cone.clone(), long],
            [ring.clone(), j.clone()],
            [egg.clone(), j],
            [i, disk.clone()],
            [soap, egg.clone()],
            [egg.clone(), Polyhedron::ball(0.3)],
            [short.clone(), egg.clone()],
            [egg.clone(), disc.clone()],
            [cone.clone(), disk.clone()],
            [egg, disk],
            [disc, ring],
        ] {
            check_bounds(&Polyhedra { solids });
        }
    }

    /// Random solids that pass each other or collide, looked at twenty times by their separation: where this says that they overlap, bounds do not say that
    /// they stay apart. The shorter the interval, the more is decided.
    fn check_bounds(pair: &Polyhedra) {
        let mut random = Random(7);
        let far = 0.5 * pair.size();
        let mut heights = Heights::default();
        let (mut decided, mut apart, mut collisions) = ([0; 4], [0; 4], 0);
        // A ring is looked at piece by piece.
        let has_ring = pair.solids.iter().any(|s| s.rims.len() == 1);
        let courses = match (has_ring, pair.is_curved()) {
            (true, _) => 24,
            (_, true) => 100,
            _ => 400,
        };
        for _ in 0..courses {
            let course = Course {
                design: random.turn(),
                spin: 2.0 * random.next(),
                from: random.vector(),
                velocity: random.vector(),
            };
            if pair.separation(&course.at(0.0)) < 1e-3 {
                continue;
            }
            for (k, width) in [0.3, 0.03, 0.003, 0.0003].into_iter().enumerate() {
                let time = Dual {
                    re: Interval::new(0.0, width),
                    eps: [Interval::constant(1.0)],
                };
                let at = course.at(time);
                let range = pair.least_range(&at, (far, 1e-12), |_| false, &mut heights);
                let clearance = |t: f64| {
                    let at = course.at(t);
                    if pair.ball_distance(&at) > far {
                        return pair.ball_distance(&at);
                    }
                    let each = pair.all(&at).map(|f| pair.clearance(&at, f));
                    each.fold(pair.size(), f64::min)
                };
                let (start, end, rate) = (clearance(0.0), clearance(width), range.eps[0]);
                let stays = range.re.low > 1e-12
                    || rate.low >= 0.0
                    || rate.high <= 0.0 && end > 0.0
                    || rate.is_bounded() && least_between(start, end, rate, width) > 0.0;
                let times = (1..=20).map(|i| f64::from(i) * width / 20.0);
                let least = times
                    .map(|t| pair.separation(&course.at(t)))
                    .fold(f64::INFINITY, f64::min);
                // Rounding of places of size one.
                assert!(
                    !(stays && least < -1e-14),
                    "{range:?} {start} {end} {least} {:?}",
                    pair.solids
                        .each_ref()
                        .map(|s| (s.wall, s.points, s.rims.len(), s.rounding))
                );
                collisions += usize::from(least < 0.0);
                decided[k] += usize::from(stays);
                apart[k] += usize::from(least > 0.0);
            }
        }
        let parts = [0, 1, 2, 3].map(|k| decided[k] as f64 / apart[k] as f64);
        assert!(30 * collisions > courses, "{collisions}");
        // Bounds by one distance and how far all moves are wider than those by heights.
        let widest = if pair.is_curved() { 0.3 } else { 0.5 };
        assert!(
            parts[0] > widest && parts[3] > 0.99,
            "{parts:?} of {apart:?}"
        );
    }
}
