//! Volumes and their rates from the sums.

use super::around::{Around, Nearests, around};
use super::query::Query;
use super::sums::Sums;
use crate::overlap::faces::{self, FARTHEST, Of, Stand};
use crate::overlap::nearest::{self, Nearest};
use crate::overlap::predicates::Side;
use crate::overlap::query::Options;
use crate::overlap::rate::{Rate1, Rate3};
use crate::overlap::volume::{Flags, Rates, Volume};
use crate::solid::ClosedMesh;
use carom_base::space::skew;
use carom_base::{Mat3, Vec3};

/// Volumes below this part of the cube of their extent are rounding.
const NOTHING: f64 = 1e-14;
/// Deepest places of exact faces are the same if they are no farther apart, relative to the smaller solid.
const SAME: f64 = 1e-6;

impl Query<'_> {
    pub(super) fn results(&mut self, origin: &Vec3, options: &Options) {
        let mut found = std::mem::take(&mut self.s.swap);
        found.clear();
        for k in 0..self.s.sums.len() {
            let sums = self.s.sums[k];
            let extent = (sums.high - sums.low).amax();
            if sums.volume.is_finite() && sums.volume > NOTHING * extent.powi(3) {
                found.extend(self.result(k as u32, &sums, origin, options));
            }
        }
        if self.a.offset() + self.b.offset() > 0.0 {
            one_of_each_place(&mut found, SAME * self.a.radius.min(self.b.radius));
        }
        found.sort_by(|(x, _), (y, _)| {
            let [p, q] = [x.centroid, y.centroid];
            p.x.total_cmp(&q.x)
                .then(p.y.total_cmp(&q.y))
                .then(p.z.total_cmp(&q.z))
        });
        for (volume, rates) in &found {
            self.s.volumes.push(*volume);
            if options.rates {
                self.s.rates.push(*rates);
            }
        }
        self.s.swap = found;
    }

    pub(super) fn result(
        &mut self,
        component: u32,
        sums: &Sums,
        origin: &Vec3,
        options: &Options,
    ) -> Option<(Volume, Rates)> {
        let (a, b) = (self.a, self.b);
        let v = sums.volume;
        let local = sums.first / v;
        let c = origin + local;
        let of_b = self.pose.rotation.tr_mul(&(c - self.pose.position));
        let stack = &mut self.s.stack;
        let on_a = nearest::nearest(a, &c, stack);
        let on_b = nearest::nearest(b, &of_b, stack);
        let tie_a = nearest::second(a, &c, &on_a, stack);
        let tie_b = nearest::second(b, &of_b, &on_b, stack);
        let mut volume = Volume {
            volume: v,
            centroid: c,
            vector_area: sums.area,
            moment: sums.moment + origin.cross(&sums.area),
            nearest: [
                on_a.point,
                self.pose.rotation * on_b.point + self.pose.position,
            ],
            chord: 0.0,
            flags: Flags::NONE,
        };
        // 1e-12: sums over a surface that closes, up to rounding of its points
        let [va, vb] = [a, b].map(|m| m.mass_properties().volume);
        let closed = !sums.curve
            || sums.area.norm() <= 1e-12 * v.powf(2.0 / 3.0)
            || (v - va.min(vb)).abs() <= 1e-12 * va.min(vb);
        if closed && !sums.curve {
            volume.vector_area = Vec3::zeros();
            volume.moment = Vec3::zeros();
        }
        let line = volume.normal().unwrap_or_else(Vec3::z);
        let hits = self.hits(&c, &of_b, &line);
        let within =
            hits.map(|of_solid| of_solid.map(|h| h.is_some_and(|h| h.leaves)) == [true, true]);
        let ends = [0, 1].map(|way| first_of(hits[0][way], hits[1][way]));
        if within == [true, true]
            && let [Some(x), Some(y)] = ends
            && volume.normal().is_some()
        {
            volume.chord = x.0.at + y.0.at;
        }
        let on = [&on_a, &on_b];
        let mut rates = match options.rates {
            true => self.rates(sums, origin, &local, &volume, on, ends),
            false => Rates::zero(),
        };
        if a.offset() + b.offset() > 0.0 {
            let bounds = [sums.low, sums.high].map(|p| origin + p);
            if !self.by_faces(component, &mut volume, &mut rates, on, bounds, within) {
                return None;
            }
        }
        let cosine_5: f64 = 0.996_194_698_091_745_5;
        let cosine_30: f64 = 0.866_025_403_784_438_6;
        let f = &mut volume.flags;
        f.set(Flags::AMBIGUOUS_NEAREST, tie_a.min(tie_b) < cosine_5);
        f.set(Flags::CENTROID_OUTSIDE, within != [true, true]);
        f.set(
            Flags::MERGED,
            (!within[0] && tie_a < cosine_30) || (!within[1] && tie_b < cosine_30),
        );
        f.set(Flags::DEEP, v > options.deep * va.min(vb));
        f.set(Flags::CONTAINED, closed);
        f.set(Flags::COPLANAR, self.s.coplanar);
        volume.flags.set(Flags::DIVERGING, volume.diverges());
        Some((volume, rates))
    }

    /// Replaces nearest points by those of the exact faces, and what the chord owes to facets. False if the faces do not meet.
    fn by_faces(
        &mut self,
        component: u32,
        volume: &mut Volume,
        rates: &mut Rates,
        on: [&Nearest; 2],
        [low, high]: [Vec3; 2],
        within: [bool; 2],
    ) -> bool {
        let Some(direction) = volume.direction() else {
            return true;
        };
        // the solids are within their triangles, so what they have in common is within the volume
        let room = (self.a.offset() + self.b.offset()) * FARTHEST;
        let can_be = |s: &Stand| {
            let middle = (s.at[0].point + s.at[1].point) * 0.5;
            let out = (low - middle).max().max((middle - high).max());
            if s.depth > 0.0 {
                out <= room && s.depth <= (high - low).norm() + room
            } else {
                -s.depth <= room
            }
        };
        let around = outside(self, component, volume, rates, within, &can_be);
        let around_part = around
            .as_ref()
            .map_or((0.0, Rate1::ZERO), |(_, part)| *part);
        let nearests = match around {
            Some((Around::Apart(stand), _)) => return apart(self, &stand),
            Some((Around::Deep(around, ..), (1.0, _))) => around,
            around => {
                let pair = faces::Pair {
                    sides: [Of::Mesh(self.a, on[0]), Of::Mesh(self.b, on[1])],
                    pose: &self.pose,
                    stays: None,
                };
                let hint = volume.normal().unwrap_or(direction);
                let stack = &mut self.s.stack;
                let found = pair.stand(&volume.centroid, &rates.centroid, &hint, can_be, stack);
                let found = found.map(|stand| (stand.depth > 0.0, stand));
                match (found, around) {
                    (Some((true, stand)), Some((Around::Deep(around, ..), (w, w_by)))) => {
                        around.mixed(&Nearests::of(&stand), w, &w_by)
                    }
                    (Some((true, stand)), _) => Nearests::of(&stand),
                    (_, Some((Around::Deep(around, ..), _))) => around,
                    (Some((false, stand)), _) => return apart(self, &stand),
                    (None, _) => return true,
                }
            }
        };
        let before = (volume.distance(), rates.distance(volume));
        volume.nearest = nearests.points;
        rates.nearest = nearests.points_by;
        let room = self.a.offset() + self.b.offset();
        without_facets(room, volume, rates, before, around_part);
        true
    }

    /// Where the line through the centroid meets the solids: of A and of B, along m and against it.
    fn hits(&mut self, c: &Vec3, of_b: &Vec3, line: &Vec3) -> [[Option<nearest::Hit>; 2]; 2] {
        let stack = &mut self.s.stack;
        let turned = self.pose.rotation.tr_mul(line);
        let mut both = |mesh, origin: &Vec3, along: Vec3| {
            [1.0, -1.0].map(|s| nearest::cast(mesh, origin, &(along * s), stack))
        };
        [both(self.a, c, *line), both(self.b, of_b, turned)]
    }

    pub(super) fn rates(
        &mut self,
        sums: &Sums,
        origin: &Vec3,
        local: &Vec3,
        volume: &Volume,
        on: [&Nearest; 2],
        ends: [Option<(nearest::Hit, Side)>; 2],
    ) -> Rates {
        let v = volume.volume;
        // about the working origin first; rotation about A's origin moves the working origin too: δx_O = δx + δθ × O
        let about = |velocity: Mat3, turning: Mat3| -> Rate3 {
            Rate3::new(velocity, turning - velocity * skew(origin))
        };
        let centroid = about(
            (sums.outer - local.outer(&sums.area)) / v,
            (sums.turning - local.outer(&sums.moment)) / v,
        );
        let vector_area = about(sums.area_rate.velocity, sums.area_rate.turning);
        let moment =
            about(sums.moment_rate.velocity, sums.moment_rate.turning) + skew(origin) * vector_area;
        let carried = Rate3::carried;
        let r = self.pose.rotation;
        let c = volume.centroid;
        let follow = |mesh: &ClosedMesh, on: &Nearest, c: &Vec3| {
            nearest::projection(&mesh.corners(on.triangle), on.feature, c, &on.point)
        };
        let of_a = follow(self.a, on[0], &c);
        let near_a = carried(&volume.nearest[0]) + of_a * (centroid - carried(&c));
        let of_b = r.tr_mul(&(c - self.pose.position));
        let of_b = r * follow(self.b, on[1], &of_b) * r.transpose();
        let mut rates = Rates {
            volume: volume_rate(volume),
            centroid,
            vector_area,
            moment,
            nearest: [near_a, of_b * centroid],
            chord: Rate1::ZERO,
        };
        if volume.chord > 0.0
            && let (Some(m), [Some(fore), Some(back)]) = (volume.normal(), ends)
        {
            let turn = rates.normal(volume);
            for ((hit, side), way) in [(fore, 1.0), (back, -1.0)] {
                let [a, b, c] = self.corners(side, hit.triangle);
                let n = (b - a).cross(&(c - a)).normalize();
                let along = m * way;
                let place = volume.centroid + along * hit.at;
                // the end stays on its face: n·(ċ + t·ṁ + ṫ·m − w) = 0
                let drift = match side {
                    Side::A => carried(&place),
                    Side::B => Rate3::ZERO,
                } - centroid
                    - turn * (way * hit.at);
                rates.chord += drift.along(&n) / n.dot(&along);
            }
        }
        rates
    }
}

/// Faces that do not meet, though triangles do.
fn apart(query: &mut Query, stand: &Stand) -> bool {
    let gap = stand.separation();
    if query
        .s
        .gap
        .is_none_or(|least| gap.distance < least.distance)
    {
        query.s.gap = Some(gap);
    }
    false
}

/// What the faces say around a centroid outside of the volume, and how much of that counts: w from 0 to 1 as it comes out by the depth.
fn outside(
    query: &mut Query,
    component: u32,
    volume: &Volume,
    rates: &Rates,
    within: [bool; 2],
    can_be: &impl Fn(&Stand) -> bool,
) -> Option<(Around, (f64, Rate1))> {
    let gaps = volume.gaps();
    let outside = (0..2).filter(|&k| !within[k]);
    let k = outside.max_by(|&i, &j| gaps[i].total_cmp(&gaps[j]))?;
    let found = around(query, component, volume, rates, can_be)?;
    let Around::Deep(_, depth, depth_by) = &found else {
        return Some((found, (1.0, Rate1::ZERO)));
    };
    let s = gaps[k] / depth;
    if s >= 1.0 {
        return Some((found, (1.0, Rate1::ZERO)));
    }
    let way = volume.centroid - volume.nearest[k];
    let out_by = way.try_normalize(0.0).map_or(Rate1::ZERO, |n| {
        (rates.centroid - rates.nearest[k]).along(&n)
    });
    let s_by = (out_by - *depth_by * s) / *depth;
    let w = s * s * (3.0 - 2.0 * s);
    let w_by = s_by * (6.0 * s * (1.0 - s));
    Some((found, (w, w_by)))
}

/// Where facets divide the volume around a deepest place of exact faces, this is one contact: that of the larger part.
fn one_of_each_place(found: &mut Vec<(Volume, Rates)>, room: f64) {
    found.sort_by(|(x, _), (y, _)| y.volume.total_cmp(&x.volume));
    let mut kept = 0;
    for k in 0..found.len() {
        let places = found[k].0.nearest;
        let same = |(v, _): &(Volume, Rates)| {
            let off = |i: usize| (v.nearest[i] - places[i]).norm();
            off(0).max(off(1)) <= room
        };
        if !found[..kept].iter().any(same) {
            found.swap(kept, k);
            kept += 1;
        }
    }
    found.truncate(kept);
}

/// (Nᵀ, Mᵀ).
fn volume_rate(v: &Volume) -> Rate1 {
    Rate1::new(v.vector_area, v.moment)
}

fn first_of(a: Option<nearest::Hit>, b: Option<nearest::Hit>) -> Option<(nearest::Hit, Side)> {
    match (a, b) {
        (Some(x), Some(y)) if y.at < x.at => Some((y, Side::B)),
        (Some(x), _) => Some((x, Side::A)),
        (None, y) => y.map(|y| (y, Side::B)),
    }
}

/// Triangles that were moved out have a volume where faces only touch. By the part p/(p + δ) of their depth p + δ
/// `before` that is that of the faces, lengths are smaller,
/// N and M by this part, and V by its square, as those of caps are. Of a volume around a hole, where nearest
/// points of triangles say nothing, the mean thickness is at most p.
fn without_facets(
    room: f64,
    volume: &mut Volume,
    rates: &mut Rates,
    (before, before_by): (f64, Rate1),
    (around, around_by): (f64, Rate1),
) {
    let (depth, depth_by) = (volume.distance(), rates.distance(volume));
    let over = before - depth;
    let (over, over_by) = match over > 0.0 && over < room {
        true => (over, before_by - depth_by),
        false => (over.clamp(0.0, room), Rate1::ZERO),
    };
    let whole = (depth + over).max(f64::MIN_POSITIVE);
    let plain = (
        depth / whole,
        (depth_by * over - over_by * depth) / (whole * whole),
    );
    let mean = volume.mean_thickness();
    let ring = match depth < mean {
        true => (
            depth / mean,
            (depth_by - rates.mean_thickness(volume) * (depth / mean)) / mean,
        ),
        false => (1.0, Rate1::ZERO),
    };
    let r = plain.0 + (ring.0 - plain.0) * around;
    let r_by = plain.1 + (ring.1 - plain.1) * around + around_by * (ring.0 - plain.0);
    rates.chord = rates.chord * r + r_by * volume.chord;
    rates.volume = rates.volume * (r * r) + r_by * (2.0 * r * volume.volume);
    rates.vector_area = rates.vector_area * r + Rate3::outer(&volume.vector_area, &r_by);
    rates.moment = rates.moment * r + Rate3::outer(&volume.moment, &r_by);
    volume.chord *= r;
    volume.volume *= r * r;
    volume.vector_area *= r;
    volume.moment *= r;
}
