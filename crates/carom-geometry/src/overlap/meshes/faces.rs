//! Depth and direction of a volume by the exact faces behind the triangles.
//!
//! Triangles give a volume with a centroid c. Its feet a, b on the faces have outward normals m, n. Where smooth faces are deepest in each other, these are
//! opposite; from c this place is found by two of Newton's steps along the common tangent plane,
//!
//! ```text
//! x ← x − K⁺·(m + n),   K = S_A + S_B,   λ⁺ = λ/(λ² + ε²) of the eigenvalues λ > 0 of K, else 0
//! ```
//!
//! so that it does not depend on where facets have put the centroid. Along a line of contact K is zero: there the place stays that of the centroid. Nearest points are
//! the feet of x.
//!
//! A face is at most as far from its triangles as their tolerance says. Where the triangles only just meet, the depth is theirs, so that it begins at zero; from
//! four times the tolerances of both on it is that of the faces:
//!
//! ```text
//! p = p_△ + w·(p_face − p_△),   w = s²(3 − 2s),   s = d_△/(4·(e_A + e_B)) up to 1
//! ```
//!
//! so it grows with d_△ everywhere, as |d_face − d_△| ≤ e_A + e_B and w' ≤ 3/2.

use super::Query;
use crate::Foot;
use crate::overlap::nearest::{Feature, Nearest};
use crate::overlap::rate::{Rate1, Rate3};
use crate::overlap::volume::{Rates, Volume};
use crate::solid::ClosedMesh;
use carom_base::{Mat3, Vec3};

/// Newton's steps.
const STEPS: usize = 2;
/// Directions in which both faces together bend by less than this part of the strongest bend count as straight: ε.
const STRAIGHT: f64 = 1e-3;
/// A step goes no farther than this part of the width of the patch √(8·depth/bend).
const FARTHEST: f64 = 1.0;

/// A foot with its rates, in the frame of A.
struct At {
    point: Vec3,
    normal: Vec3,
    bend: Mat3,
    point_by: Rate3,
    normal_by: Rate3,
}

impl Query<'_> {
    /// Replaces nearest points, and what the chord owes to facets.
    pub(super) fn by_faces(&self, volume: &mut Volume, rates: &mut Rates, on: [&Nearest; 2]) {
        let c = volume.centroid;
        let of_b = self.pose.rotation.tr_mul(&(c - self.pose.position));
        let exact = [self.a.foot(&c, on[0]), self.b.foot(&of_b, on[1])];
        if exact.iter().all(Option::is_none) {
            return;
        }
        let flat = |mesh: &ClosedMesh, on: &Nearest| flat_foot(mesh, on);
        let feet = [
            exact[0].or_else(|| flat(self.a, on[0])),
            exact[1].or_else(|| flat(self.b, on[1])),
        ];
        let before = volume.distance();
        let mut nearest = [None, None];
        if let [Some(a), Some(b)] = feet {
            let found = self.deepest([a, b], c, rates.centroid, before, on);
            nearest = found.map(Some);
        } else {
            for (k, foot) in feet.iter().enumerate() {
                nearest[k] = foot.map(|f| self.follow(k, &f, &c, &rates.centroid));
            }
        }
        let range = 4.0 * (self.a.tolerance() + self.b.tolerance());
        let s = if before < range { before / range } else { 1.0 };
        let (w, slope) = (s * s * (3.0 - 2.0 * s), 6.0 * s * (1.0 - s));
        let was = rates.distance(volume);
        // of w, by the motion
        let growth = match s < 1.0 {
            true => was * (slope / range),
            false => Rate1::ZERO,
        };
        for (k, at) in nearest.iter().enumerate() {
            let Some(at) = at else { continue };
            let way = at.point - volume.nearest[k];
            volume.nearest[k] += way * w;
            let change = (at.point_by - rates.nearest[k]) * w + Rate3::outer(&way, &growth);
            rates.nearest[k] += change;
        }
        // the chord ends on the same faces
        if volume.chord > 0.0 {
            volume.chord += volume.distance() - before;
            rates.chord += rates.distance(volume) - was;
        }
    }

    /// The feet of the deepest place next to c.
    fn deepest(
        &self,
        feet: [Foot; 2],
        c: Vec3,
        c_by: Rate3,
        depth: f64,
        on: [&Nearest; 2],
    ) -> [At; 2] {
        let at = |feet: &[Foot; 2], x: &Vec3, by: &Rate3| {
            [0, 1].map(|k| self.follow(k, &feet[k], x, by))
        };
        let (mut x, mut by) = (c, c_by);
        let mut now = at(&feet, &x, &by);
        for _ in 0..STEPS {
            let bend = now[0].bend + now[1].bend;
            let open = now[0].normal + now[1].normal;
            let across = now[0].normal - now[1].normal;
            let Some(inverse) = unbent(&bend, &across) else {
                return now;
            };
            let step = -(inverse * open);
            let widest = FARTHEST * (8.0 * depth / bend.amax()).sqrt();
            if step.norm() > widest {
                return at(&feet, &c, &c_by);
            }
            let open_by = now[0].normal_by + now[1].normal_by;
            let (next, next_by) = (x + step, by - inverse * open_by);
            let of_b = self.pose.rotation.tr_mul(&(next - self.pose.position));
            let moved = [
                again(self.a, on[0], &next, &feet[0]),
                again(self.b, on[1], &of_b, &feet[1]),
            ];
            let [Some(a), Some(b)] = moved else {
                return at(&feet, &c, &c_by);
            };
            (x, by) = (next, next_by);
            now = at(&[a, b], &x, &by);
        }
        now
    }

    /// A foot in the frame of A with its rates, as the point x that it belongs to moves.
    fn follow(&self, k: usize, foot: &Foot, x: &Vec3, by: &Rate3) -> At {
        let carried = Rate3::carried;
        if k == 0 {
            let point_by = carried(&foot.point) + foot.follows * (*by - carried(x));
            // on the axes of A the normal turns by S, with A by the motion
            let within = point_by - carried(&foot.point);
            return At {
                point: foot.point,
                normal: foot.normal,
                bend: foot.bend,
                point_by,
                normal_by: Rate3::turning_with(&foot.normal) + foot.bend * within,
            };
        }
        let r = self.pose.rotation;
        let turned = |m: &Mat3| r * *m * r.transpose();
        let point_by = turned(&foot.follows) * *by;
        let bend = turned(&foot.bend);
        At {
            point: r * foot.point + self.pose.position,
            normal: r * foot.normal,
            bend,
            point_by,
            normal_by: bend * point_by,
        }
    }
}

/// The foot of a point that has moved a little.
fn again(mesh: &ClosedMesh, on: &Nearest, p: &Vec3, before: &Foot) -> Option<Foot> {
    match mesh.foot(p, on) {
        Some(foot) => Some(foot),
        // a plane goes on
        None if before.bend == Mat3::zeros() => {
            let height = before.normal.dot(&(p - before.point));
            Some(Foot {
                point: p - before.normal * height,
                ..*before
            })
        }
        None => None,
    }
}

/// The foot on a plane face: of triangles that are the solid.
fn flat_foot(mesh: &ClosedMesh, on: &Nearest) -> Option<Foot> {
    if on.feature != Feature::Face || mesh.tolerance() > 0.0 {
        return None;
    }
    let [a, b, c] = mesh.corners(on.triangle);
    let normal = (b - a).cross(&(c - a)).normalize();
    Some(Foot {
        point: on.point,
        normal,
        follows: Mat3::identity() - normal.outer(&normal),
        bend: Mat3::zeros(),
    })
}

/// `K⁺` in the plane across a direction.
fn unbent(bend: &Mat3, across: &Vec3) -> Option<Mat3> {
    let n = across.try_normalize(0.0)?;
    let least = Vec3::from_fn(|i| if i == n.iamin() { 1.0 } else { 0.0 });
    let e = n.cross(&least).try_normalize(0.0)?;
    let f = n.cross(&e);
    let (a, b, c) = (
        e.dot(&(*bend * e)),
        e.dot(&(*bend * f)),
        f.dot(&(*bend * f)),
    );
    // eigenvalues and the angle of the first one's direction
    let (mean, half) = (0.5 * (a + c), 0.5 * (a - c));
    let radius = half.hypot(b);
    let (sin, cos) = (0.5 * b.atan2(half)).sin_cos();
    let strongest = (mean + radius).abs().max((mean - radius).abs());
    // not a number has to fail as well
    if !(strongest > 0.0 && strongest.is_finite()) {
        return None;
    }
    let floor = STRAIGHT * strongest;
    let part = |x: f64| match x > 0.0 {
        true => x / (x * x + floor * floor),
        false => 0.0,
    };
    let (first, second) = (e * cos + f * sin, f * cos - e * sin);
    let [p, q] = [mean + radius, mean - radius].map(part);
    Some(first.outer(&first) * p + second.outer(&second) * q)
}
