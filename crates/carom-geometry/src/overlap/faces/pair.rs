//! Two solids by their faces: feet of a place on both, and how they stand there.

use crate::Foot;
use crate::overlap::distance::Separation;
use crate::overlap::nearest::{self, Feature, Nearest};
use crate::overlap::rate::Rate3;
use crate::solid::ClosedMesh;
use carom_base::{Mat3, Pose, Vec3};

/// Directions in which both faces together bend by less than this part of the strongest bend count as straight: ε.
pub(super) const STRAIGHT: f64 = 1e-3;
/// Triangles are moved by no more than so many offsets, to which their tolerance comes.
pub(in crate::overlap) const FARTHEST: f64 = 4.0;

/// Places are on one plane if they are no farther from it, relative to how far they are apart: rounding of numbers of size one over a thousandth.
const LEVEL: f64 = 1e-12;

/// A side of a pair: triangles with or without faces, or the half-space z ≤ 0.
#[derive(Clone, Copy)]
pub(in crate::overlap) enum Of<'a> {
    /// With the nearest point of the triangles to c.
    Mesh(&'a ClosedMesh, &'a Nearest),
    /// Its plane.
    HalfSpace,
}

/// A foot with its rates, in the frame of A.
#[derive(Clone, Copy)]
pub(in crate::overlap) struct At {
    pub point: Vec3,
    pub point_by: Rate3,
    pub(super) normal: Vec3,
    pub(super) normal_by: Rate3,
    pub(super) bend: Mat3,
}

impl At {
    /// Whether it lies in a plane.
    pub fn is_flat(&self) -> bool {
        self.normal != Vec3::zeros() && self.bend == Mat3::zeros()
    }

    /// Whether another place is on the same plane.
    pub fn is_level_with(&self, other: &Self) -> bool {
        let way = other.point - self.point;
        self.is_flat() && other.is_flat() && way.dot(&self.normal).abs() <= LEVEL * way.norm()
    }
}

/// How two solids stand by their faces, in the frame of A.
#[derive(Clone, Copy)]
pub(in crate::overlap) struct Stand {
    /// Less than 0 for a gap.
    pub depth: f64,
    /// u.
    pub direction: Vec3,
    /// On A and on B.
    pub at: [At; 2],
}

impl Stand {
    /// As a gap.
    pub fn separation(&self) -> Separation {
        Separation {
            distance: -self.depth,
            nearest: self.at.map(|a| a.point),
            direction: -self.direction,
        }
    }
}

/// Two solids next to a place, B at `pose` in the frame of A.
pub(in crate::overlap) struct Pair<'a> {
    pub sides: [Of<'a>; 2],
    pub pose: &'a Pose,
    /// A unit vector along which places stay where they are, as along a ring; on edges they stay altogether.
    pub stays: Option<Vec3>,
}

impl Pair<'_> {
    /// How far triangles may lie outside of the faces of both, with corners.
    pub fn room(&self) -> f64 {
        let offset = |side: &Of| match side {
            Of::Mesh(mesh, _) => mesh.offset(),
            Of::HalfSpace => 0.0,
        };
        FARTHEST * self.sides.iter().map(offset).sum::<f64>()
    }

    /// With the points of the triangles where a face has no foot.
    pub(super) fn by_triangles(&self, c: &Vec3, by: &Rate3, direction: &Vec3) -> Option<Stand> {
        let at = [0, 1].map(|k| match self.foot(k, self.nearest(k), c) {
            Some(foot) => Some(self.follow(k, &foot, c, by)),
            None => self.on_triangles(k, c, by, direction),
        });
        let [Some(a), Some(b)] = at else { return None };
        let u = (b.normal - a.normal).try_normalize(0.0);
        let u = u.filter(|u| u.dot(direction) > 0.5);
        Some(found([a, b], u.unwrap_or(*direction)))
    }

    /// The nearest point of the triangles of a side.
    pub(super) fn nearest(&self, k: usize) -> Option<&Nearest> {
        match self.sides[k] {
            Of::Mesh(_, on) => Some(on),
            Of::HalfSpace => None,
        }
    }

    /// A point of a side in the frame of A.
    pub(super) fn outside(&self, k: usize, x: &Vec3) -> Vec3 {
        match k {
            0 => *x,
            _ => self.pose.rotation * x + self.pose.position,
        }
    }

    /// A direction of the frame of A in that of a side.
    pub(super) fn turned_inside(&self, k: usize, v: &Vec3) -> Vec3 {
        match k {
            0 => *v,
            _ => self.pose.rotation.tr_mul(v),
        }
    }

    /// A direction of the frame of a side in that of A.
    pub(super) fn turned_outside(&self, k: usize, v: &Vec3) -> Vec3 {
        match k {
            0 => *v,
            _ => self.pose.rotation * v,
        }
    }

    /// A point of the frame of A in that of a side.
    pub(super) fn inside(&self, k: usize, x: &Vec3) -> Vec3 {
        match k {
            0 => *x,
            _ => self.pose.rotation.tr_mul(&(x - self.pose.position)),
        }
    }

    /// The foot of a point in the frame of A on the face of a triangle, in the frame of its side.
    pub(super) fn foot(&self, k: usize, on: Option<&Nearest>, x: &Vec3) -> Option<Foot> {
        let p = self.inside(k, x);
        match self.sides[k] {
            Of::Mesh(mesh, _) => on.and_then(|on| {
                let foot = mesh.foot(&p, on);
                foot.or_else(|| flat_foot(mesh, on, &p))
            }),
            Of::HalfSpace => Some(on_plane(&p, &Vec3::zeros(), Vec3::z())),
        }
    }

    /// The nearest point of triangles, moved back to where they were.
    fn on_triangles(&self, k: usize, c: &Vec3, by: &Rate3, direction: &Vec3) -> Option<At> {
        let Of::Mesh(mesh, on) = self.sides[k] else {
            return None;
        };
        let p = self.inside(k, c);
        let corners = mesh.corners(on.triangle);
        let foot = Foot {
            point: on.point,
            normal: Vec3::z(),
            follows: nearest::projection(&corners, on.feature, &p, &on.point),
            bend: Mat3::zeros(),
        };
        let mut at = self.follow(k, &foot, c, by);
        let back = if k == 0 {
            mesh.offset()
        } else {
            -mesh.offset()
        };
        at.point += direction * back;
        Some(at)
    }

    /// A foot in the frame of A with its rates, as the point x that it belongs to moves.
    pub(super) fn follow(&self, k: usize, foot: &Foot, x: &Vec3, by: &Rate3) -> At {
        let carried = Rate3::carried;
        if k == 0 {
            let point_by = carried(&foot.point) + foot.follows * (*by - carried(x));
            // on the axes of A the normal turns by S, with A by the motion
            let within = point_by - carried(&foot.point);
            return At {
                point: foot.point,
                point_by,
                normal: foot.normal,
                normal_by: Rate3::turning_with(&foot.normal) + foot.bend * within,
                bend: foot.bend,
            };
        }
        let r = self.pose.rotation;
        let turned = |m: &Mat3| r * *m * r.transpose();
        let point_by = turned(&foot.follows) * *by;
        let bend = turned(&foot.bend);
        At {
            point: r * foot.point + self.pose.position,
            point_by,
            normal: r * foot.normal,
            normal_by: bend * point_by,
            bend,
        }
    }
}

/// How the planes of two places stand at the place c that moves by `by`, on them or not.
pub(in crate::overlap) fn on_planes(at: &[At; 2], c: &Vec3, by: &Rate3) -> Option<Stand> {
    let u = (at[1].normal - at[0].normal).try_normalize(0.0)?;
    let foot = |k: usize| {
        let n = at[k].normal;
        let along = Mat3::identity() - n.outer(&n);
        let point = c - n * n.dot(&(c - at[k].point));
        let point_by = match k {
            0 => Rate3::carried(&point) + along * (*by - Rate3::carried(c)),
            _ => along * *by,
        };
        At {
            point,
            point_by,
            ..at[k]
        }
    };
    Some(found([foot(0), foot(1)], u))
}

pub(super) fn found(at: [At; 2], direction: Vec3) -> Stand {
    Stand {
        depth: (at[1].point - at[0].point).dot(&direction),
        direction,
        at,
    }
}

/// As the nearest point of a surface.
pub(super) fn on_triangle(triangle: u32, point: Vec3, squared: f64) -> Nearest {
    Nearest {
        squared,
        point,
        triangle,
        feature: Feature::Face,
    }
}

/// On a plane face of triangles that are the solid.
fn flat_foot(mesh: &ClosedMesh, on: &Nearest, p: &Vec3) -> Option<Foot> {
    if on.feature != Feature::Face || mesh.offset() > 0.0 {
        return None;
    }
    let [a, b, c] = mesh.corners(on.triangle);
    Some(on_plane(p, &a, (b - a).cross(&(c - a)).normalize()))
}

fn on_plane(p: &Vec3, origin: &Vec3, normal: Vec3) -> Foot {
    Foot {
        point: p - normal * normal.dot(&(p - origin)),
        normal,
        follows: Mat3::identity() - normal.outer(&normal),
        bend: Mat3::zeros(),
    }
}

/// How far to step along a principal direction with the curvature x: 1/x, but not along what is straight.
fn part(x: f64, floor: f64) -> f64 {
    match x > 0.0 {
        true => x / (x * x + floor * floor),
        false => 0.0,
    }
}

/// K⁺ of the one direction along the common tangent plane that is at a right angle to `stays`.
pub(super) fn unbent_across(bend: &Mat3, across: &Vec3, stays: &Vec3) -> Option<Mat3> {
    let way = across.cross(stays).try_normalize(0.0)?;
    let strongest = bend.amax();
    // not a number has to fail as well
    if !(strongest > 0.0 && strongest.is_finite()) {
        return None;
    }
    let curvature = way.dot(&(*bend * way));
    Some(way.outer(&way) * part(curvature, STRAIGHT * strongest))
}

/// `K⁺` in the plane across a direction.
pub(super) fn unbent(bend: &Mat3, across: &Vec3) -> Option<Mat3> {
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
    let (first, second) = (e * cos + f * sin, f * cos - e * sin);
    let [p, q] = [mean + radius, mean - radius].map(|x| part(x, floor));
    Some(first.outer(&first) * p + second.outer(&second) * q)
}
