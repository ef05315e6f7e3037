//! How far apart two solids are, by formulas: for pairs whose overlap goes by formulas, so that the gap ends where the overlap begins.
//!
//! A ball: the distance of its centre less its radius. On a half-space: the lowest point,
//!
//! ```text
//! x = Σ_i a_i²·w_i/|a∘w| (ellipsoid),   the rim farthest along w (cylinder, frustum),   the end ball or the tube (capsule, torus)
//! ```
//!
//! with w the direction into the half-space.

use super::analytic::{nearest_from_outside, on_surface};
use super::distance::Separation;
use super::face;
use super::faces::{Of, Pair, Stand};
use super::form::Form;
use super::nearest::nearest;
use super::prepared::Prepared;
use super::rate::Rate3;
use crate::solid::ClosedMesh;
use carom_base::{Pose, Vec3};

/// In the frame of A, `pose` being that of B in A; none if there is no formula. Of solids that meet it says nothing.
pub(super) fn by_formula(
    a: &Prepared,
    b: &Prepared,
    pose: &Pose,
    stack: &mut Vec<(u32, u32)>,
) -> Option<Separation> {
    if let Some(face) = face::below(a, b, || *pose) {
        return on_half_space(a, &face.inverse(), stack).map(|found| carried(found, &face));
    }
    if let Some(face) = face::below(b, a, || pose.inverse()) {
        let found = on_half_space(b, &face.inverse(), stack)?;
        return Some(swapped(carried(found, &(*pose * face))));
    }
    if let Some(found) = in_frame_of_b(a, b, &pose.inverse(), stack) {
        return Some(carried(found, pose));
    }
    in_frame_of_b(b, a, pose, stack).map(swapped)
}

/// From a frame to the one in which it stands at `at`.
fn carried(found: Separation, at: &Pose) -> Separation {
    Separation {
        distance: found.distance,
        nearest: found.nearest.map(|p| at.rotation * p + at.position),
        direction: at.rotation * found.direction,
    }
}

/// With A and B exchanged.
fn swapped(found: Separation) -> Separation {
    Separation {
        distance: found.distance,
        nearest: [found.nearest[1], found.nearest[0]],
        direction: -found.direction,
    }
}

/// A ball and triangles.
pub(super) fn by_triangles(
    a: &Prepared,
    b: &Prepared,
    pose: &Pose,
    stack: &mut Vec<(u32, u32)>,
) -> Option<Separation> {
    let mut on = |radius: f64, mesh: &ClosedMesh, centre: Vec3| {
        let on = nearest(mesh, &centre, stack);
        let (foot, _) = on_surface(mesh, &centre, &on);
        beside(radius, &centre, 0.0, &(centre - foot))
    };
    match (&a.form, &b.form) {
        (Form::Sphere { radius }, Form::Mesh) => {
            let found = on(*radius, b.mesh.as_ref()?, pose.inverse().position);
            Some(carried(found, pose))
        }
        (Form::Mesh, Form::Sphere { radius }) => {
            let found = on(*radius, a.mesh.as_ref()?, pose.position);
            Some(swapped(found))
        }
        _ => None,
    }
}

/// The gap of triangles that hold two solids as that of their faces.
pub(super) fn by_faces(
    a: &ClosedMesh,
    b: &ClosedMesh,
    pose: &Pose,
    found: Separation,
    stack: &mut Vec<(u32, u32)>,
) -> Separation {
    if a.offset() + b.offset() == 0.0 {
        return found;
    }
    let c = (found.nearest[0] + found.nearest[1]) * 0.5;
    let on_a = nearest(a, &c, stack);
    let of_b = pose.rotation.tr_mul(&(c - pose.position));
    let on_b = nearest(b, &of_b, stack);
    let pair = Pair {
        sides: [Of::Mesh(a, &on_a), Of::Mesh(b, &on_b)],
        pose,
        stays: None,
    };
    // the force on A would be against the way from A to B
    let can_be = between(found.distance, pair.room());
    let stand = pair.stand(&c, &Rate3::carried(&c), &-found.direction, can_be, stack);
    stand.map_or(found, |s| s.separation())
}

/// Solids within triangles are no nearer than these, and not much farther.
fn between(distance: f64, room: f64) -> impl Fn(&Stand) -> bool {
    move |s| (-s.depth - distance).abs() <= room
}

/// A ball A against all kinds of B, or a bounded A against a half-space B; A stands at `of_a` in the frame of B.
fn in_frame_of_b(
    a: &Prepared,
    b: &Prepared,
    of_a: &Pose,
    stack: &mut Vec<(u32, u32)>,
) -> Option<Separation> {
    let centre = of_a.position;
    match (&a.form, &b.form) {
        (_, Form::HalfSpace) => on_half_space(a, of_a, stack),
        (Form::Sphere { radius }, Form::Sphere { radius: other }) => {
            Some(beside(*radius, &centre, *other, &centre))
        }
        (Form::Sphere { radius }, Form::Cavity { radius: other }) => {
            let s = centre.norm();
            let out = centre.try_normalize(0.0).unwrap_or_else(Vec3::x);
            Some(Separation {
                distance: other - radius - s,
                nearest: [centre + out * *radius, out * *other],
                direction: out,
            })
        }
        (Form::Sphere { radius }, Form::Box { extents }) => {
            let foot = nearest_from_outside(extents, &centre);
            Some(beside(*radius, &centre, 0.0, &(centre - foot)))
        }
        (Form::Sphere { radius }, form) => {
            let (foot, _) = form.revolved()?.nearest(&centre);
            Some(beside(*radius, &centre, 0.0, &(centre - foot)))
        }
        _ => None,
    }
}

/// A bounded A and z ≤ 0, in the frame of the latter.
fn on_half_space(a: &Prepared, of_a: &Pose, stack: &mut Vec<(u32, u32)>) -> Option<Separation> {
    let down = of_a.rotation.tr_mul(&-Vec3::z());
    let local = a.form.farthest(a.mesh.as_ref(), &down)?;
    let x = of_a.rotation * local + of_a.position;
    if let Some(mesh) = a.mesh.as_ref().filter(|m| m.offset() > 0.0) {
        let on = nearest(mesh, &local, stack);
        let pose = of_a.inverse();
        let pair = Pair {
            sides: [Of::Mesh(mesh, &on), Of::HalfSpace],
            pose: &pose,
            stays: None,
        };
        let up = of_a.rotation.tr_mul(&Vec3::z());
        let can_be = between(x.z, pair.room());
        let found = pair.stand(&local, &Rate3::carried(&local), &up, can_be, stack)?;
        return Some(carried(found.separation(), of_a));
    }
    Some(Separation {
        distance: x.z,
        nearest: [x, Vec3::new(x.x, x.y, 0.0)],
        direction: -Vec3::z(),
    })
}

/// A ball about `centre`, and a ball of radius `other` (or a point) from whose centre `way` leads to it.
fn beside(radius: f64, centre: &Vec3, other: f64, way: &Vec3) -> Separation {
    let out = way.try_normalize(0.0).unwrap_or_else(Vec3::x);
    Separation {
        distance: way.norm() - radius - other,
        nearest: [centre - out * radius, centre - way + out * other],
        direction: -out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Refinement;
    use crate::overlap::{Memory, Options, Workspace};
    use carom_base::space::exp_so3;

    fn forms() -> [Form; 7] {
        [
            Form::Sphere { radius: 0.3 },
            Form::Box {
                extents: Vec3::new(0.4, 0.6, 0.5),
            },
            Form::Cylinder {
                length: -0.5,
                radius: 0.2,
            },
            Form::Capsule {
                length: 0.4,
                radius: 0.2,
            },
            Form::Ellipsoid {
                semi_axes: Vec3::new(0.2, 0.3, 0.4),
            },
            Form::Frustum {
                length: 0.5,
                bottom: 0.3,
                top: 0.1,
            },
            Form::Torus {
                major: 0.3,
                minor: 0.1,
            },
        ]
    }

    /// The least distance at which a pair is apart, by halving; none where it is apart at 0, or touches at 3.
    fn touch(mut apart: impl FnMut(f64) -> bool) -> Option<f64> {
        let (mut low, mut high) = (0.0, 3.0);
        if apart(low) || !apart(high) {
            return None;
        }
        while high - low > 1e-15 {
            let middle = 0.5 * (low + high);
            if middle == low || middle == high {
                break;
            }
            *(if apart(middle) { &mut high } else { &mut low }) = middle;
        }
        Some(high)
    }

    /// The gap falls to zero where the overlap begins, with the slope of the motion, and its points are on the surfaces.
    #[test]
    fn gaps_end_where_overlaps_begin() {
        let forms = forms();
        let ready = |f: &Form| Prepared::new(*f, Refinement::VIEW).unwrap();
        let ball = ready(&forms[0]);
        let plane = ready(&Form::HalfSpace);
        let mut space = Workspace::default();
        let options = Options::default();
        for (k, form) in forms.iter().enumerate() {
            let solid = ready(form);
            let turn = exp_so3(&Vec3::new(0.3 + k as f64, -0.7, 0.4));
            for (a, b) in [
                (&solid, &plane),
                (&plane, &solid),
                (&ball, &solid),
                (&solid, &ball),
            ] {
                let along = Vec3::new(0.1, 0.2, -0.97).normalize();
                let along = if std::ptr::eq(a, &plane) {
                    -along
                } else {
                    along
                };
                // a pose of B at the distance s from that of touch
                let at = |s: f64| Pose {
                    position: along * s,
                    rotation: turn,
                };
                let mut gap = |s: f64| {
                    let mut memory = Memory::default();
                    let apart = space.stand(a, b, &at(s), &mut memory, &options).unwrap();
                    apart.map(|f| (f.distance, (f.nearest[1] - f.nearest[0]).norm()))
                };
                // the plane is not met along its own axes at all poses
                let Some(touch) = touch(|s| gap(s).is_some()) else {
                    continue;
                };
                // meshes of the pair drop volumes below 1e-14 of the box: (1e-14)^(1/3) of a corner is 2e-5 of its size
                let (d, between) = gap(touch).unwrap();
                assert!(
                    d.abs() < 5e-5 && (d.abs() - between).abs() < 1e-12,
                    "{k} {d}"
                );
                let (d, between) = gap(touch + 0.1).unwrap();
                assert!(d > 0.0 && d <= 0.1 + 1e-12 && (d - between).abs() < 1e-12);
            }
        }
    }
}
