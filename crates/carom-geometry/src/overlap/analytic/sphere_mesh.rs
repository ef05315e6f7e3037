//! A ball on triangles, by distances.
//!
//! Triangles within the radius of the centre make patches, connected over edges within the radius. Each patch is one contact: the depth is the radius
//! less the distance of its nearest point q, the direction leads from q to the centre. On a face this is the volume's depth and direction; at an edge
//! or a corner it is continuous where the nearest points of the volume jump. Volume, centroid and area are those of the cap that the plane through q
//! across this direction cuts off.
//!
//! The flanks of a groove, an edge that bends inwards by more than 30 degrees, stay patches of their own when the ball has come down to the edge, where
//! their volumes are one ([`Flags::MERGED`]): so two forces stay two, and none goes with a jump.
//!
//! A centre inside has one contact, at the nearest point of the whole surface: the depth is the radius and the distance, so that it goes on from outside.
//!
//! Where triangles stand for exact faces, q is the nearest point of the face.

use super::balls::{from_within, on_plane_at};
use super::found::{Found, Six, rates_of, seeded, to_frame_of_a};
use super::numbers::constant;
use crate::Foot;
use crate::overlap::nearest::{self, Feature, Nearest, nearest_of_triangle, projection};
use crate::overlap::query::Options;
use crate::overlap::volume::{Flags, Rates, Volume};
use crate::solid::{ClosedMesh, near};
use carom_base::{Mat3, Number, Pose, Vec3};

/// Work space.
#[derive(Default)]
pub(crate) struct Patches {
    stack: Vec<(u32, u32)>,
    /// Number, squared distance, nearest point and feature of each triangle within the radius, by number.
    close: Vec<(u32, f64, Vec3, Feature)>,
    parents: Vec<u32>,
    /// Those of them on a flank of a groove whose edge is within the radius.
    flanks: Vec<u32>,
    /// By how much the mean direction to what the ball has in common with the mesh is shorter than one, of the patch found last.
    pub short: f64,
}

/// So far beside an axis, relative to the distance from the surface, the foot of a point is that on the axis to rounding.
const BESIDE: f64 = 1e-9;

/// What became of a query.
pub(crate) enum Answer {
    /// Volumes are there.
    Meets,
    /// Apart by this much.
    Apart(f64),
    /// The centre is on the surface: no way leads to it.
    Nowhere,
}

impl Patches {
    fn find(&self, mut i: u32) -> u32 {
        while self.parents[i as usize] != i {
            i = self.parents[i as usize];
        }
        i
    }

    fn unite(&mut self, i: u32, j: u32) {
        let (i, j) = (self.find(i), self.find(j));
        self.parents[i.max(j) as usize] = i.min(j);
    }

    /// Contacts of a ball A with a mesh B; `pose` is that of B in A.
    pub(crate) fn solve(
        &mut self,
        radius: f64,
        mesh: &ClosedMesh,
        pose: &Pose,
        options: &Options,
        volumes: &mut Vec<Volume>,
        rates: &mut Vec<Rates>,
    ) -> Answer {
        let of_a = pose.inverse();
        let x = of_a.position;
        let best = nearest::nearest(mesh, &x, &mut self.stack);
        let (foot, p) = on_surface(mesh, &x, &best);
        let distance = (foot - x).norm();
        if best.squared == 0.0 || distance == 0.0 {
            return Answer::Nowhere;
        }
        if !self.is_outside(mesh, &x, best.squared) {
            let found = from_within(radius, &x, &foot);
            volumes.push(by_distance(&found, radius, mesh, pose, options));
            if options.rates {
                let (place, foot) = moving(&of_a, &p, &foot);
                rates.push(rates_of(&from_within(radius, &place, &foot), pose));
            }
            return Answer::Meets;
        }
        // faces may be nearer than their triangles
        let reach = radius + 2.0 * mesh.offset();
        if distance >= radius && best.squared >= reach * reach {
            return Answer::Apart(distance - radius);
        }
        self.collect(mesh, &x, reach);
        let begin = volumes.len();
        self.short = 0.0;
        for k in 0..self.close.len() as u32 {
            if self.parents[k as usize] == k {
                self.patch(k, radius, mesh, &of_a, pose, options, volumes, rates);
            }
        }
        if volumes.len() == begin && distance >= radius {
            return Answer::Apart(distance - radius);
        }
        sort(&mut volumes[begin..], rates);
        Answer::Meets
    }

    fn collect(&mut self, mesh: &ClosedMesh, x: &Vec3, radius: f64) {
        let Self {
            stack,
            close,
            parents,
            flanks,
            ..
        } = self;
        flanks.clear();
        close.clear();
        let bound = radius * radius;
        near(&mesh.tree, x, stack, bound, |t| {
            let (q, feature) = nearest_of_triangle(x, &mesh.corners(t));
            let d = (q - x).norm_squared();
            if d < bound {
                close.push((t, d, q, feature));
            }
            bound
        });
        close.sort_unstable_by_key(|c| c.0);
        parents.clear();
        parents.extend(0..close.len() as u32);
        for k in 0..self.close.len() {
            let t = self.close[k].0;
            for e in mesh.edges_of[t as usize] {
                let edge = &mesh.edges[e as usize];
                let [p, q] = edge.ends.map(|v| mesh.vertices[v as usize]);
                let along = q - p;
                let s = ((x - p).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
                let other = if edge.left == t {
                    edge.right
                } else {
                    edge.left
                };
                if (p + along * s - x).norm_squared() >= bound {
                    continue;
                }
                if is_groove(mesh, [t, other]) {
                    self.flanks.push(k as u32);
                } else if let Ok(j) = self.close.binary_search_by_key(&other, |c| c.0) {
                    self.unite(k as u32, j as u32);
                }
            }
        }
    }

    /// Whether a point at this squared distance lies outside: against the sum of the normals of the triangles that are nearest (at an edge or a
    /// corner several), each weighted by how much it faces the point.
    fn is_outside(&mut self, mesh: &ClosedMesh, x: &Vec3, squared: f64) -> bool {
        let bound = squared * (1.0 + 1e-12);
        let (mut most, mut facing) = (0.0f64, 0.0);
        near(&mesh.tree, x, &mut self.stack, bound, |t| {
            let corners = mesh.corners(t);
            let (q, _) = nearest_of_triangle(x, &corners);
            if (q - x).norm_squared() <= bound {
                let n = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
                let towards = n.dot(&(x - q)) / n.norm();
                // the triangle seen least obliquely decides (Thürmer and Wüthrich's normals would weigh angles)
                if towards.abs() > most {
                    (most, facing) = (towards.abs(), towards);
                }
            }
            bound
        });
        facing > 0.0
    }

    fn patch(
        &mut self,
        root: u32,
        radius: f64,
        mesh: &ClosedMesh,
        of_a: &Pose,
        pose: &Pose,
        options: &Options,
        volumes: &mut Vec<Volume>,
        rates: &mut Vec<Rates>,
    ) {
        let members = || {
            (0..self.close.len() as u32)
                .filter(|&k| self.find(k) == root)
                .map(|k| self.close[k as usize])
        };
        let Some(best) = members().min_by(|a, b| a.1.total_cmp(&b.1)) else {
            return;
        };
        let x = of_a.position;
        let (triangle, squared, q, feature) = best;
        let corners = mesh.corners(triangle);
        let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
        // the back of a thin wall, seen through it
        let seen = members()
            .filter(|m| m.1 <= squared * (1.0 + 1e-12))
            .map(|m| {
                let [a, b, c] = mesh.corners(m.0);
                let n = (b - a).cross(&(c - a));
                n.dot(&(x - m.2)) / n.norm()
            })
            .max_by(|a, b| a.abs().total_cmp(&b.abs()));
        if seen.is_none_or(|s| s <= 0.0) || normal.norm_squared() == 0.0 {
            return;
        }
        let on = Nearest {
            squared,
            point: q,
            triangle,
            feature,
        };
        let (q, p) = on_surface(mesh, &x, &on);
        if (q - x).norm_squared() >= radius * radius {
            return;
        }
        let found: Found<f64> = on_plane_at(radius, &x, &q);
        let mut volume = by_distance(&found, radius, mesh, pose, options);
        let f = &mut volume.flags;
        // another place of the patch as near, more than 5 or 30 degrees off
        let towards = (q - x).normalize();
        let cosine = members()
            .filter(|m| m.1 <= squared * (1.0 + 2e-6))
            .map(|m| (m.2 - x).normalize().dot(&towards))
            .fold(1.0, f64::min);
        f.set(Flags::AMBIGUOUS_NEAREST, cosine < 0.996_194_698);
        let in_groove = self.flanks.iter().any(|k| self.find(*k) == root);
        f.set(Flags::MERGED, in_groove || cosine < 0.866_025_403);
        volumes.push(volume);
        if options.rates {
            let (centre, foot) = moving(of_a, &p, &q);
            rates.push(rates_of(&on_plane_at(radius, &centre, &foot), pose));
        }
        self.short = self.shortness(root, radius, mesh, &x);
    }

    /// By how much the mean of the directions to the triangles of a patch is shorter than one, weighed by their areas and the squares of their depths.
    fn shortness(&self, root: u32, radius: f64, mesh: &ClosedMesh, x: &Vec3) -> f64 {
        let (mut sum, mut ways) = (0.0, Vec3::zeros());
        for k in 0..self.close.len() as u32 {
            let (triangle, squared, q, _) = self.close[k as usize];
            let depth = radius - squared.sqrt();
            if depth <= 0.0 || self.find(k) != root {
                continue;
            }
            let [a, b, c] = mesh.corners(triangle);
            let weight = (b - a).cross(&(c - a)).norm() * depth * depth;
            sum += weight;
            ways += (q - x) * (weight / squared.sqrt());
        }
        if sum > 0.0 {
            1.0 - ways.norm() / sum
        } else {
            0.0
        }
    }
}

/// The nearest point of the surface and how it moves with the centre: on the exact face, else on the triangle, moved back to where that was.
pub(crate) fn on_surface(mesh: &ClosedMesh, x: &Vec3, on: &Nearest) -> (Vec3, Mat3) {
    // on the axis of a cone a whole circle is nearest: a hair beside it, one place of it
    let beside = || mesh.foot(&(x + (on.point - x) * BESIDE), on);
    // next to the axis it goes around as fast as it likes, and its rates are rounding
    let rates = |foot: &Foot| foot.follows.amax() < 1.0 / BESIDE.sqrt();
    match mesh.foot(x, on).filter(rates).or_else(beside) {
        Some(foot) if rates(&foot) => (foot.point, foot.follows),
        Some(foot) => {
            let corners = mesh.corners(on.triangle);
            (foot.point, projection(&corners, on.feature, x, &on.point))
        }
        None => {
            let corners = mesh.corners(on.triangle);
            let follows = projection(&corners, on.feature, x, &on.point);
            let back = (on.point - x)
                .try_normalize(0.0)
                .unwrap_or_else(Vec3::zeros);
            (on.point + back * mesh.offset(), follows)
        }
    }
}

/// What was found, with the flags of all that goes by distance.
fn by_distance(
    found: &Found<f64>,
    radius: f64,
    mesh: &ClosedMesh,
    pose: &Pose,
    options: &Options,
) -> Volume {
    let mut volume = to_frame_of_a(found, pose);
    let least = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let deep = options.deep * least.min(mesh.mass_properties().volume);
    volume.flags.set(Flags::BY_DISTANCE, true);
    volume.flags.set(Flags::DEEP, found.volume > deep);
    volume
}

/// The centre, and the nearest point q on a feature with the projection p, as A moves.
fn moving(of_a: &Pose, p: &Mat3, q: &Vec3) -> (Vec3<Six>, Vec3<Six>) {
    let centre = seeded(of_a).position;
    let fixed = q - p * of_a.position;
    let foot = p.map(Six::constant) * centre + constant::<Six>(&fixed);
    (centre, foot)
}

/// Whether two triangles with an edge in common bend inwards there by more than 30 degrees.
fn is_groove(mesh: &ClosedMesh, triangles: [u32; 2]) -> bool {
    let [[a, b, c], other] = triangles.map(|t| mesh.corners(t));
    let m = (b - a).cross(&(c - a));
    let n = (other[1] - other[0]).cross(&(other[2] - other[0]));
    if m.dot(&n) > 0.866_025_403_784_438_6 * m.norm() * n.norm() {
        return false;
    }
    // the corner that is not on the edge is the one farthest from the plane
    let heights = other.map(|p| m.dot(&(p - a)));
    let farthest = heights
        .into_iter()
        .max_by(|x, y| x.abs().total_cmp(&y.abs()));
    farthest.is_some_and(|h| h > 0.0)
}

/// By x, y, z of the centroids; there are few.
pub(crate) fn sort(volumes: &mut [Volume], rates: &mut [Rates]) {
    let after = |a: &Volume, b: &Volume| {
        a.centroid.to_array().partial_cmp(&b.centroid.to_array())
            == Some(std::cmp::Ordering::Greater)
    };
    for i in 1..volumes.len() {
        let mut j = i;
        while j > 0 && after(&volumes[j - 1], &volumes[j]) {
            volumes.swap(j - 1, j);
            if rates.len() == volumes.len() {
                rates.swap(j - 1, j);
            }
            j -= 1;
        }
    }
}
