//! A round solid over a face of a box.
//!
//! As long as it reaches beyond that one face only, and over no edge of it, the rest of the box is out of its reach: their overlap is that with the
//! half-space below the face, whose formulas are exact.

use super::form::Form;
use super::prepared::Prepared;
use carom_base::{Mat3, Pose, Vec3};

/// The half-space below the face of B over which A stands, as its pose in A. `pose` gives that of B in A; most pairs do not need it.
pub(super) fn below(a: &Prepared, b: &Prepared, pose: impl FnOnce() -> Pose) -> Option<Pose> {
    let Form::Box { extents } = b.form else {
        return None;
    };
    if !a.form.is_round() {
        return None;
    }
    let pose = pose();
    let half = extents * 0.5;
    let of_a = pose.inverse();
    let (centre, radius) = a.bounding_sphere()?;
    let centre = of_a.rotation * centre + of_a.position;
    // whether A reaches beyond the face on this side of an axis of the box
    let beyond = |axis: usize, side: f64| -> Option<bool> {
        if side * centre[axis] + radius <= half[axis] {
            return Some(false);
        }
        let way = pose.rotation.column(axis) * side;
        let reach = side * of_a.position[axis] + a.form.farthest(None, &way)?.dot(&way);
        Some(reach > half[axis])
    };
    let mut over = None;
    for axis in 0..3 {
        match [beyond(axis, 1.0)?, beyond(axis, -1.0)?] {
            [false, false] => {}
            [true, true] => return None,
            [up, _] if over.is_none() => over = Some((axis, if up { 1.0 } else { -1.0 })),
            _ => return None,
        }
    }
    let (axis, side) = over?;
    let unit = |k: usize| Vec3::from_fn(|i| if i % 3 == k % 3 { 1.0 } else { 0.0 });
    let z = unit(axis) * side;
    let x = unit(axis + 1);
    let face = Pose {
        position: z * half[axis],
        rotation: Mat3::from_columns([x, z.cross(&x), z]),
    };
    Some(pose * face)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Refinement;
    use crate::overlap::{Memory, Options, Workspace};
    use carom_base::space::exp_so3;

    const FORMS: [Form; 4] = [
        Form::Cylinder {
            length: 0.5,
            radius: 0.2,
        },
        Form::Ellipsoid {
            semi_axes: Vec3::new(0.2, 0.3, 0.4),
        },
        Form::Frustum {
            length: -0.5,
            bottom: 0.3,
            top: 0.1,
        },
        Form::Torus {
            major: 0.3,
            minor: 0.1,
        },
    ];

    const EXTENTS: Vec3 = Vec3::new(3.0, 4.0, 5.0);

    fn ready(form: &Form) -> Prepared {
        Prepared::new(*form, Refinement::VIEW).unwrap()
    }

    /// Over each face of a box a round solid overlaps as with a plane there, both ways round, with the gap that ends
    /// where the overlap begins.
    #[test]
    fn a_round_solid_over_a_face_is_over_a_plane() {
        let cuboid = ready(&Form::Box { extents: EXTENTS });
        let plane = ready(&Form::HalfSpace);
        let options = Options {
            rates: true,
            ..Options::default()
        };
        let mut space = Workspace::default();
        let mut memory = Memory::default();
        for (k, form) in FORMS.iter().enumerate() {
            let round = ready(form);
            for (axis, side) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
                let turn = exp_so3(&Vec3::new(0.3 + k as f64, 0.2 * side, 0.4 * axis as f64));
                let up = Vec3::from_fn(|i| if i == axis { side } else { 0.0 });
                let lowest = form.farthest(None, &turn.tr_mul(&-up)).unwrap();
                let lowest = up.dot(&(turn * lowest));
                for depth in [0.03, -0.02] {
                    let mut position = up * (0.5 * EXTENTS[axis] - depth - lowest);
                    position[(axis + 1) % 3] = 0.37;
                    let of_round = Pose {
                        position,
                        rotation: turn,
                    };
                    let pose = of_round.inverse();
                    let face = below(&round, &cuboid, || pose).unwrap();
                    let there = pose.rotation * up;
                    assert!((face.rotation.column(2) - there).amax() < 1e-15);
                    let mut ask = |a: &Prepared, b: &Prepared, at: &Pose| {
                        memory.clear();
                        let gap = space.stand(a, b, at, &mut memory, &options).unwrap();
                        let first = space.volumes().first().copied();
                        (gap, first.zip(space.rates().first().copied()))
                    };
                    let on_plane = ask(&round, &plane, &face);
                    assert_eq!(ask(&round, &cuboid, &pose), on_plane);
                    let (gap, touch) = ask(&cuboid, &round, &of_round);
                    match (gap, touch) {
                        (Some(gap), None) => {
                            // of the construction: sums of a few numbers of the size of the box
                            assert!((gap.distance + depth).abs() < 1e-14);
                            assert!((gap.direction - up).amax() < 1e-15);
                        }
                        (None, Some((v, r))) => {
                            let (w, s) = on_plane.1.unwrap();
                            assert!((v.volume - w.volume).abs() <= 1e-15 * w.volume);
                            assert!((v.distance() - w.distance()).abs() < 1e-14);
                            // what approaches here is the box
                            let toward = r.volume.velocity.dot(&up) + s.volume.velocity.dot(&there);
                            assert!(toward.abs() < 1e-13 * s.volume.velocity.norm());
                        }
                        found => panic!("{found:?}"),
                    }
                }
            }
        }
    }

    /// Over an edge, and through a thin plate, it goes by triangles.
    #[test]
    fn a_round_solid_over_an_edge_is_over_no_plane() {
        let cuboid = ready(&Form::Box { extents: EXTENTS });
        let cylinder = ready(&FORMS[0]);
        let at = |x: f64, z: f64| {
            let p = Pose {
                position: Vec3::new(x, 0.0, z),
                rotation: Mat3::identity(),
            };
            p.inverse()
        };
        assert!(below(&cylinder, &cuboid, || at(1.29, 2.49)).is_some());
        assert!(below(&cylinder, &cuboid, || at(1.31, 2.49)).is_none());
        let extents = Vec3::new(3.0, 4.0, 0.1);
        let sheet = ready(&Form::Box { extents });
        assert!(below(&cylinder, &sheet, || at(0.0, -0.04)).is_some());
        assert!(below(&cylinder, &sheet, || at(0.0, -0.06)).is_none());
        let sphere = ready(&Form::Sphere { radius: 0.1 });
        assert!(below(&sphere, &cuboid, || at(0.0, 2.59)).is_none()); // by its distance
    }
}
