//! Depth of a volume whose centroid lies outside of it, as where a disc lies on a pipe, a cone in its seat, a shaft along its bearing.
//!
//! The points of the surfaces nearest to such a centroid c say nothing of the volume, and with c in the middle of a ring every direction is as good as the other. So
//! the faces are asked at places x_k of the volume around the line through c along the smooth direction m of the force, in eight directions. They have the
//! exact depths d_k there, or none, and the volume has
//!
//! ```text
//! d = Σw_k·d_k³/Σw_k·d_k²,   p = c + m·(m·(Σw_k·d_k²·p_k/Σw_k·d_k² − c))
//! ```
//!
//! with p_k the middle between the faces and w_k how far the half-plane of that direction lies in the volume, from its contact curve: the depth of a ring, whose
//! places are all as deep; that of a sickle, whose places all come to the deepest one; and where a place comes into the volume or leaves it, neither values nor rates jump. Rates
//! are those of d_k and p_k; that of w_k, which is of the second order in how unlike the depths are, is left out. Where planes lie on each other their depth is
//! that at c, as for other volumes.
//!
//! As c comes out of the volume, by o = 0 to d, the nearest points change over from those of c to these.

use super::query::Query;
use crate::overlap::faces::{At, Of, Pair, Stand, flatness, on_planes};
use crate::overlap::nearest::nearest;
use crate::overlap::rate::{Rate1, Rate3};
use crate::overlap::volume::{Rates, Volume};
use carom_base::space::skew;
use carom_base::{Mat3, Vec3};
use std::f64::consts::TAU;

/// Directions around c.
const WAYS: usize = 8;
/// No place of faces is deeper than so many times the mean thickness of the volume by triangles.
const DEEPER: f64 = 8.0;

/// That of a way from the first axis.
fn angle(k: usize) -> f64 {
    k as f64 / WAYS as f64 * TAU
}

/// The nearest points that a volume has, with their rates.
#[derive(Clone, Copy)]
pub(super) struct Nearests {
    pub points: [Vec3; 2],
    pub points_by: [Rate3; 2],
}

impl Nearests {
    pub fn of(stand: &Stand) -> Self {
        Self {
            points: stand.at.map(|a| a.point),
            points_by: stand.at.map(|a| a.point_by),
        }
    }

    /// `w·self + (1 − w)·other`.
    pub fn mixed(&self, other: &Self, w: f64, w_by: &Rate1) -> Self {
        let point = |k: usize| other.points[k] + (self.points[k] - other.points[k]) * w;
        let rate = |k: usize| {
            let between = self.points[k] - other.points[k];
            other.points_by[k]
                + (self.points_by[k] - other.points_by[k]) * w
                + Rate3::outer(&between, w_by)
        };
        Self {
            points: [0, 1].map(point),
            points_by: [0, 1].map(rate),
        }
    }
}

/// What the faces say of a volume around its centroid.
// it lives on the stack of one query and is never stored
#[allow(clippy::large_enum_variant)]
pub(super) enum Around {
    /// Its nearest points, its depth with its rates.
    Deep(Nearests, f64, Rate1),
    /// The faces do not meet; the place where they are nearest.
    Apart(Stand),
}

/// A unit vector with its rates.
type Turning = (Vec3, Rate3);

/// Two directions across m, with m right-handed.
fn across(m: &Vec3, m_by: &Rate3) -> [Turning; 2] {
    let axis = Vec3::from_fn(|i| if i == m.iamin() { 1.0 } else { 0.0 });
    // |m × axis| is 0.8 at least
    let way = m.cross(&axis);
    let f = way.normalize();
    let flat = (Mat3::identity() - f.outer(&f)) / way.norm();
    let f_by = flat * (-skew(&axis)) * *m_by;
    let e = f.cross(m);
    let e_by = skew(&f) * *m_by - skew(m) * f_by;
    [(e, e_by), (f, f_by)]
}

/// What the faces say at places around the centroid; none if there is no direction, or no face at any place.
pub(super) fn around(
    query: &mut Query,
    component: u32,
    volume: &Volume,
    rates: &Rates,
    can_be: &impl Fn(&Stand) -> bool,
) -> Option<Around> {
    let m = volume.normal()?;
    let m_by = rates.normal(volume);
    let axes = across(&m, &m_by);
    let places = places(
        query,
        component,
        &volume.centroid,
        [axes[0].0, axes[1].0, m],
    );
    // by triangles, and along m: no face is much deeper
    let most = DEEPER * volume.mean_thickness();
    let can_be = |s: &Stand| s.depth <= most && can_be(s);
    let mut stands = [None; WAYS];
    let mut widths = [0.0; WAYS];
    for (k, place) in places.into_iter().enumerate() {
        let Some([near, far]) = place else {
            continue;
        };
        let [reach, height] = [0, 1].map(|i| 0.5 * (near[i] + far[i]));
        let (s, c) = angle(k).sin_cos();
        let [(e, e_by), (f, f_by)] = axes;
        let place = volume.centroid + (e * c + f * s) * reach + m * height;
        let place_by = rates.centroid + (e_by * c + f_by * s) * reach + m_by * height;
        let found = stand_at(query, &place, &place_by, [&m, &(f * c - e * s)], &can_be);
        stands[k] = found.filter(|s| s.depth <= most);
        widths[k] = far[0] - near[0];
    }
    let found = summed(&stands, &widths, volume, rates, (m, m_by))?;
    match (&found, on_two_planes(&stands)) {
        (Around::Deep(all, d, d_by), Some(at)) => {
            let flat = on_planes(&at, &volume.centroid, &rates.centroid)?;
            let (w, w_by) = flatness(&at);
            let (depth, depth_by) = depth_of(&flat);
            let nearests = Nearests::of(&flat).mixed(all, w, &w_by);
            let d_by = *d_by + (depth_by - *d_by) * w + w_by * (depth - d);
            Some(Around::Deep(nearests, d + (depth - d) * w, d_by))
        }
        _ => Some(found),
    }
}

/// Where half-planes from the line through c along m on meet the contact curve of a component: the nearest and the farthest point of each, by its distance from
/// the line and its height along m.
fn places(
    query: &Query,
    component: u32,
    c: &Vec3,
    [e, f, m]: [Vec3; 3],
) -> [Option<[[f64; 2]; 2]>; WAYS] {
    let ways = std::array::from_fn::<_, WAYS, _>(|k| angle(k).sin_cos());
    let mut ends: [Option<([[f64; 2]; 2], bool)>; WAYS] = [None; WAYS];
    for segment in &query.s.segments {
        if query.s.component[segment.from as usize].1 != component {
            continue;
        }
        let [a, b] = [segment.from, segment.to].map(|i| {
            let off = query.s.crossings[i as usize].point - c;
            Vec3::new(off.dot(&e), off.dot(&f), off.dot(&m))
        });
        for ((sin, cos), ends) in ways.iter().zip(&mut ends) {
            let side = |p: &Vec3| p.y * cos - p.x * sin;
            let (s, t) = (side(&a), side(&b));
            if (s < 0.0) == (t < 0.0) {
                continue;
            }
            let p = a + (b - a) * (s / (s - t));
            let at = [p.x * cos + p.y * sin, p.z];
            if at[0] < 0.0 {
                continue;
            }
            let ([near, far], even) = ends.get_or_insert(([at; 2], true));
            *even = !*even;
            if at[0] < near[0] {
                *near = at;
            }
            if at[0] > far[0] {
                *far = at;
            }
        }
    }
    ends.map(|e| {
        e.map(|([near, far], even)| {
            // the volume is on both sides of a line that passes through it
            let near = if even { near } else { [0.0, far[1]] };
            [near, far]
        })
    })
}

/// How the faces stand at a place of the volume, which stays where it is along one direction.
fn stand_at(
    query: &mut Query,
    place: &Vec3,
    place_by: &Rate3,
    [m, stays]: [&Vec3; 2],
    can_be: &impl Fn(&Stand) -> bool,
) -> Option<Stand> {
    let of_b = query.pose.rotation.tr_mul(&(place - query.pose.position));
    let stack = &mut query.s.stack;
    let on_a = nearest(query.a, place, stack);
    let on_b = nearest(query.b, &of_b, stack);
    let way = query.pose.rotation * on_b.point + query.pose.position - on_a.point;
    let hint = way.try_normalize(0.0).unwrap_or(*m);
    let hint = if hint.dot(m) < 0.0 { -hint } else { hint };
    let pair = Pair {
        sides: [Of::Mesh(query.a, &on_a), Of::Mesh(query.b, &on_b)],
        pose: &query.pose,
        stays: Some(*stays),
    };
    pair.stand(place, place_by, &hint, can_be, stack)
}

/// The two planes on which all places are, if there are such.
fn on_two_planes(stands: &[Option<Stand>; WAYS]) -> Option<[At; 2]> {
    let first = stands.iter().flatten().next()?.at;
    let level = |s: &Stand| s.at.iter().zip(&first).all(|(at, to)| to.is_level_with(at));
    stands.iter().flatten().all(level).then_some(first)
}

/// The depth of a place with its rates.
fn depth_of(s: &Stand) -> (f64, Rate1) {
    let by = (s.at[1].point_by - s.at[0].point_by).along(&s.direction);
    (s.depth, by)
}

/// d and p of all places.
fn summed(
    stands: &[Option<Stand>; WAYS],
    widths: &[f64; WAYS],
    volume: &Volume,
    rates: &Rates,
    (m, m_by): Turning,
) -> Option<Around> {
    let deepest = stands.iter().flatten();
    let deepest = deepest.max_by(|a, b| a.depth.total_cmp(&b.depth))?;
    if deepest.depth <= 0.0 {
        return Some(Around::Apart(*deepest));
    }
    let in_volume = || {
        let all = stands.iter().zip(widths);
        all.filter_map(|(s, w)| Some((s.as_ref().filter(|s| s.depth > 0.0)?, *w)))
    };
    let middle = |s: &Stand| (s.at[0].point + s.at[1].point) * 0.5;
    let sum: f64 = in_volume().map(|(s, w)| w * s.depth.powi(2)).sum();
    let d = in_volume().map(|(s, w)| w * s.depth.powi(3)).sum::<f64>() / sum;
    let mut d_by = Rate1::ZERO;
    let mut p = Vec3::zeros();
    for (s, w) in in_volume() {
        d_by += depth_of(s).1 * (w * s.depth * (3.0 * s.depth - 2.0 * d) / sum);
        p += middle(s) * (w * s.depth.powi(2) / sum);
    }
    let mut p_by = Rate3::ZERO;
    for (s, w) in in_volume() {
        let middle_by = (s.at[0].point_by + s.at[1].point_by) * 0.5;
        p_by += middle_by * (w * s.depth.powi(2) / sum);
        let off = (middle(s) - p) * (2.0 * w * s.depth / sum);
        p_by += Rate3::outer(&off, &depth_of(s).1);
    }
    // onto the line through c along m
    let (way, way_by) = (p - volume.centroid, p_by - rates.centroid);
    let along = m.dot(&way);
    let along_by = way_by.along(&m) + m_by.along(&way);
    let q = volume.centroid + m * along;
    let q_by = rates.centroid + m_by * along + Rate3::outer(&m, &along_by);
    let half = m * (0.5 * d);
    let half_by = m_by * (0.5 * d) + Rate3::outer(&(m * 0.5), &d_by);
    let nearests = Nearests {
        points: [q - half, q + half],
        points_by: [q_by - half_by, q_by + half_by],
    };
    Some(Around::Deep(nearests, d, d_by))
}
