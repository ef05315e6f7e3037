//! Planes and straight edges that lie on each other: what of their depth stays as they lean.

use super::pair::{At, Stand, found};
use crate::overlap::rate::{Rate1, Rate3};
use carom_base::Vec3;

/// Planes, and straight edges on planes, that lean by less lie flat on each other and keep the place of the centroid: 1.7 degrees. It is `|m + n|` or `|n·t|`.
pub(super) const FLATTEST: f64 = 0.03;
/// Those that lean by more have the deepest edge or corner: 5.7 degrees. In between they have a mixture of both.
pub(super) const OPEN: f64 = 0.1;

/// What lies flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Flat {
    /// A plane on a plane.
    Face = 0,
    /// A straight edge on a plane.
    Edge = 1,
}

/// How far planes or an edge and a plane that lie on each other lean.
#[derive(Clone, Copy)]
pub(super) struct Lean {
    pub flat: Flat,
    /// `|m + n|` or `|n·t|`.
    pub by: f64,
    pub by_by: Rate1,
}

/// How much the depth of two planes counts that lie on each other, from 1 to 0 as they lean, with its rates.
pub(in crate::overlap) fn flatness(at: &[At; 2]) -> (f64, Rate1) {
    Lean::of_faces(at).map_or((1.0, Rate1::ZERO), |lean| lean.part())
}

/// How much of what is ahead is as deep where the faces lie flat, for that to count in full; from there to 0 where they do not reach each other.
pub(super) const DEEP: f64 = 0.25;

/// From 1 to 0 as what lies flat becomes a gap, at the centroid of facets that do not meet, while what is ahead is deep; with its rates.
fn part_of_depth(flat: &Stand, ahead: &Stand) -> (f64, Rate1) {
    if ahead.depth <= 0.0 || flat.depth >= DEEP * ahead.depth {
        return (1.0, Rate1::ZERO);
    }
    let by = |s: &Stand| (s.at[1].point_by - s.at[0].point_by).along(&s.direction);
    let ratio = flat.depth / ahead.depth;
    let ratio_by = (by(flat) - by(ahead) * ratio) * (1.0 / ahead.depth);
    let s = (ratio / DEEP).max(0.0);
    (
        s * s * (3.0 - 2.0 * s),
        ratio_by * (6.0 * s * (1.0 - s) / DEEP),
    )
}

impl Lean {
    /// None if they do not lean.
    pub fn of_faces(at: &[At; 2]) -> Option<Self> {
        let open = at[0].normal + at[1].normal;
        let way = open.try_normalize(0.0)?;
        Some(Self {
            flat: Flat::Face,
            by: open.norm(),
            by_by: (at[0].normal_by + at[1].normal_by).along(&way),
        })
    }

    /// The part of what lies flat, from 1 to 0 as it leans, with its rates.
    fn part(&self) -> (f64, Rate1) {
        let wide = OPEN - FLATTEST;
        let s = ((self.by - FLATTEST) / wide).clamp(0.0, 1.0);
        let w = 1.0 - s * s * (3.0 - 2.0 * s);
        (w, self.by_by * (-6.0 * s * (1.0 - s) / wide))
    }

    /// `w·flat + (1 − w)·ahead`.
    pub fn mixture(&self, flat: &Stand, ahead: &Stand) -> Stand {
        let [(p, p_by), (q, q_by)] = [self.part(), part_of_depth(flat, ahead)];
        let (w, w_by) = (p * q, p_by * q + q_by * p);
        let vector = |a: Vec3, b: Vec3| b + (a - b) * w;
        let rate = |a: Vec3, a_by: Rate3, b: Vec3, b_by: Rate3| {
            b_by + (a_by - b_by) * w + Rate3::outer(&(a - b), &w_by)
        };
        let at = [0, 1].map(|k: usize| {
            let (a, b) = (flat.at[k], ahead.at[k]);
            At {
                point: vector(a.point, b.point),
                point_by: rate(a.point, a.point_by, b.point, b.point_by),
                normal: vector(a.normal, b.normal),
                normal_by: rate(a.normal, a.normal_by, b.normal, b.normal_by),
                bend: b.bend + (a.bend - b.bend) * w,
            }
        });
        let u = vector(flat.direction, ahead.direction).try_normalize(0.0);
        u.map_or(*flat, |u| found(at, u))
    }
}
