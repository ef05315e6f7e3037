//! A ball on triangles, by distances.
//!
//! Triangles within the radius of the centre make patches, connected over edges within the radius. Each patch is one contact: the depth is the radius
//! less the distance of its nearest point q, the direction leads from q to the centre. On a face this is the volume's depth and direction; at an edge
//! or a corner it is continuous where the nearest points of the volume jump. Volume, centroid and area are those of the cap that the plane through q
//! across this direction cuts off.

use super::balls::on_plane_at;
use super::{Found, Six, constant, rates_of, seeded, to_frame_of_a};
use crate::overlap::Options;
use crate::overlap::nearest::{Feature, near, nearest_of_triangle, projection};
use crate::overlap::volume::{Flags, Rates, Volume};
use crate::solid::ClosedMesh;
use carom_base::{Number, Pose, Vec3};

/// Work space.
#[derive(Default)]
pub(crate) struct Patches {
    stack: Vec<(u32, u32)>,
    /// Number, squared distance, nearest point and feature of each triangle within the radius, by number.
    close: Vec<(u32, f64, Vec3, Feature)>,
    parents: Vec<u32>,
}

/// What became of a query.
pub(crate) enum Answer {
    /// Volumes are there.
    Meets,
    /// Apart by this much.
    Apart(f64),
    /// The centre is inside: distances say nothing there.
    Inside,
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
        let best = crate::overlap::nearest::nearest(mesh, &x, &mut self.stack);
        let distance = best.squared.sqrt();
        if best.squared == 0.0 || !self.is_outside(mesh, &x, best.squared) {
            return Answer::Inside;
        }
        if distance >= radius {
            return Answer::Apart(distance - radius);
        }
        self.collect(mesh, &x, radius);
        let begin = volumes.len();
        for k in 0..self.close.len() as u32 {
            if self.parents[k as usize] == k {
                self.patch(k, radius, mesh, &of_a, pose, options, volumes, rates);
            }
        }
        sort(&mut volumes[begin..], rates);
        Answer::Meets
    }

    fn collect(&mut self, mesh: &ClosedMesh, x: &Vec3, radius: f64) {
        let Self {
            stack,
            close,
            parents,
        } = self;
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
                if (p + along * s - x).norm_squared() < bound
                    && let Ok(j) = self.close.binary_search_by_key(&other, |c| c.0)
                {
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
        let found: Found<f64> = on_plane_at(radius, &x, &q);
        let mut volume = to_frame_of_a(&found, pose);
        let f = &mut volume.flags;
        f.set(Flags::BY_DISTANCE, true);
        let least = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        f.set(
            Flags::DEEP,
            found.volume > options.deep * least.min(mesh.mass_properties().volume),
        );
        // another place of the patch as near, more than 5 or 30 degrees off
        let towards = (q - x).normalize();
        let cosine = members()
            .filter(|m| m.1 <= squared * (1.0 + 2e-6))
            .map(|m| (m.2 - x).normalize().dot(&towards))
            .fold(1.0, f64::min);
        f.set(Flags::AMBIGUOUS_NEAREST, cosine < 0.996_194_698);
        f.set(Flags::MERGED, cosine < 0.866_025_403);
        volumes.push(volume);
        if options.rates {
            let place = seeded(of_a);
            let p = projection(&corners, feature, &x, &q);
            let fixed = q - p * x;
            let foot = p.map(Six::constant) * place.position + constant::<Six>(&fixed);
            rates.push(rates_of(&on_plane_at(radius, &place.position, &foot), pose));
        }
    }
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
