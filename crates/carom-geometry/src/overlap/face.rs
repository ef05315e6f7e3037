//! A round solid over a face of a box, or over the flat end of a cylinder or a frustum.
//!
//! As long as what of it is below the plane of that face is within the solid, over no edge and through no other face,
//! their overlap is that with the half-space below the
//! face, whose formulas are exact.

use super::form::Form;
use super::prepared::Prepared;
use carom_base::{Mat3, Pose, Vec3};

/// By so much of the radius of a flat end may a solid reach over its edge: equal ends that are coaxial stand on each other whole.
const OVERHANG: f64 = 1e-12;

/// The half-space below the face of B over which A stands, as its pose in A. `pose` gives that of B in A; most pairs do not need it.
pub(super) fn below(a: &Prepared, b: &Prepared, pose: impl FnOnce() -> Pose) -> Option<Pose> {
    if !a.form.is_round() {
        return None;
    }
    match b.form {
        Form::Box { extents } => of_box(a, extents * 0.5, &pose()),
        Form::Cylinder { length, radius } => of_ends(a, length, [radius, radius], &pose()),
        Form::Frustum {
            length,
            bottom,
            top,
        } => of_ends(a, length, [bottom, top], &pose()),
        _ => None,
    }
}

fn of_box(a: &Prepared, half: Vec3, pose: &Pose) -> Option<Pose> {
    let solid = OverBox {
        form: &a.form,
        pose,
        of_a: pose.inverse(),
        half,
    };
    let (centre, radius) = a.bounding_sphere()?;
    let centre = solid.of_a.rotation * centre + solid.of_a.position;
    let (axis, side) = (0..3)
        .flat_map(|axis| [(axis, 1.0), (axis, -1.0)])
        .filter(|&(axis, side)| side * centre[axis] + radius > half[axis])
        .find(|&(axis, side)| solid.stands_over(axis, side) == Some(true))?;
    let z = unit(axis) * side;
    let x = unit(axis + 1);
    let face = Pose {
        position: z * half[axis],
        rotation: Mat3::from_columns([x, z.cross(&x), z]),
    };
    Some(*pose * face)
}

fn unit(axis: usize) -> Vec3 {
    Vec3::from_fn(|i| if i == axis % 3 { 1.0 } else { 0.0 })
}

/// A round solid and a box at `pose` in its frame.
struct OverBox<'a> {
    form: &'a Form,
    pose: &'a Pose,
    of_a: Pose,
    half: Vec3,
}

/// Halvings of the angle of a plane through an edge until it is known to rounding.
const HALVINGS: usize = 52;

impl OverBox<'_> {
    /// The point of the round solid farthest along a unit vector, in the frame of the box.
    fn farthest(&self, way: &Vec3) -> Option<Vec3> {
        let local = self.form.farthest(None, &(self.pose.rotation * way))?;
        Some(self.of_a.rotation * local + self.of_a.position)
    }

    /// Whether the solid stands out over a face, and what of it is below that face is within the box; of one that is
    /// above it, its lowest point. What the rest of it is
    /// next to does not matter.
    fn stands_over(&self, axis: usize, side: f64) -> Option<bool> {
        let (n, height) = (unit(axis) * side, self.half[axis]);
        let low = self.farthest(&-n)?;
        let depth = height - n.dot(&low);
        if n.dot(&self.farthest(&n)?) <= height || depth >= 2.0 * height {
            return Some(false);
        }
        for (across, sign) in [(1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)] {
            let (w, border) = (unit(axis + across) * sign, self.half[(axis + across) % 3]);
            let is_within = match depth > 0.0 {
                true => self.is_within([&w, &n], [border, height])?,
                false => w.dot(&low) <= border,
            };
            if !is_within {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether nothing of the solid is both below a face, `n·x < h`, and beyond its border, `w·x > b`: then a plane
    /// through the edge between the two has all of the
    /// solid on its side,
    ///
    /// ```text
    /// u·x ≤ u·e    u = w·cos θ − n·sin θ, θ in [0, 90°),   w·e = b, n·e = h
    /// ```
    ///
    /// Of the point x farthest along u, the height says which way to turn the plane.
    fn is_within(&self, [w, n]: [&Vec3; 2], [border, height]: [f64; 2]) -> Option<bool> {
        let [mut low, mut high] = [0.0, std::f64::consts::FRAC_PI_2];
        for k in 0..=HALVINGS {
            let angle: f64 = if k == 0 { 0.0 } else { 0.5 * (low + high) };
            let (sin, cos) = angle.sin_cos();
            let x = self.farthest(&(*w * cos - *n * sin))?;
            let (out, up) = (w.dot(&x) - border, n.dot(&x) - height);
            if out * cos - up * sin <= 0.0 {
                return Some(true);
            }
            if up > 0.0 {
                low = angle;
            } else if out > 0.0 {
                return Some(false);
            } else {
                high = angle;
            }
        }
        Some(false)
    }
}

/// The ends of a solid along z, at the origin and at `length`, with these radii.
fn of_ends(a: &Prepared, length: f64, radii: [f64; 2], pose: &Pose) -> Option<Pose> {
    let middle = pose.position + pose.rotation.column(2) * (0.5 * length);
    let (centre, _) = a.bounding_sphere()?;
    // The end that A is nearer to.
    let is_up = (centre - middle).dot(&pose.rotation.column(2)) > 0.0;
    let [near, far] = if is_up == (length > 0.0) {
        [radii[1], radii[0]]
    } else {
        radii
    };
    if near == 0.0 {
        return None;
    }
    let end = if is_up {
        Pose {
            position: Vec3::z() * length.max(0.0),
            rotation: Mat3::identity(),
        }
    } else {
        Pose {
            position: Vec3::z() * length.min(0.0),
            rotation: Mat3::from_columns([Vec3::x(), -Vec3::y(), -Vec3::z()]),
        }
    };
    let face = *pose * end;
    let of_a = face.inverse();
    let up = face.rotation.column(2);
    let along = |way: Vec3| Some(a.form.farthest(None, &way)?.dot(&way));
    let height = along(up)? + of_a.position.z;
    let depth = along(-up)? - of_a.position.z;
    // A wall that leans in below the end leaves less room there.
    let narrower = (near - far).max(0.0) * depth.max(0.0) / length.abs();
    let stands_out = height > 0.0 && depth < length.abs();
    let fits = stands_out && reach(&a.form, &of_a)? <= near * (1.0 + OVERHANG) - narrower;
    fits.then_some(face)
}

/// How far from the z axis, at most, what a round solid at this pose has below z = 0 is; of one that has nothing there, its lowest point.
fn reach(form: &Form, pose: &Pose) -> Option<f64> {
    let [centre, axis] = [pose.position, pose.rotation.column(2)];
    let aside = |p: &Vec3| p.x.hypot(p.y);
    let lean = axis.x.hypot(axis.y);
    // of a circle of this radius whose centre is so high, what is level with the plane
    let level = |radius: f64, height: f64| {
        let height = height.clamp(0.0, radius);
        ((radius - height) * (radius + height)).sqrt()
    };
    Some(match *form {
        Form::Cylinder { length, radius } => {
            of_discs(centre, axis * length, [radius, radius], lean)
        }
        Form::Frustum {
            length,
            bottom,
            top,
        } => of_discs(centre, axis * length, [bottom, top], lean),
        Form::Capsule { length, radius } => {
            let half = axis * (0.5 * length).copysign(axis.z);
            let low = centre - half;
            // the last ball that is in
            let to = match 2.0 * half.z {
                0.0 => 1.0,
                rise => ((radius - low.z) / rise).clamp(0.0, 1.0),
            };
            aside(&low).max(aside(&(low + half * (2.0 * to)))) + level(radius, low.z)
        }
        Form::Torus { major, minor } => {
            aside(&centre) + major + level(minor, centre.z - major * lean)
        }
        // Squeezed to a ball, the plane cuts it in a circle.
        Form::Ellipsoid { semi_axes } => {
            let up = pose.rotation.row(2);
            let low = semi_axes.component_mul(&up);
            let high = low.norm();
            let share = (centre.z / high).clamp(0.0, 1.0);
            let lowest = pose.rotation * semi_axes.component_mul(&low) * (-1.0 / high);
            aside(&(centre + lowest * share)) + semi_axes.max() * level(1.0, share)
        }
        _ => return None,
    })
}

/// Of discs from one centre on by `way`, with radii in proportion, that lean by so much against the plane: how far those that reach below it are from the axis.
fn of_discs(centre: Vec3, way: Vec3, [first, last]: [f64; 2], lean: f64) -> f64 {
    let radius = |t: f64| first + (last - first) * t;
    let lowest = |t: f64| centre.z + way.z * t - radius(t) * lean;
    let [low, high] = if lowest(0.0) <= lowest(1.0) {
        [0.0, 1.0]
    } else {
        [1.0, 0.0]
    };
    let [below, above] = [lowest(low), lowest(high)];
    // the last disc that is in
    let to = if above <= below.max(0.0) {
        high
    } else if below < 0.0 {
        low + (high - low) * (below / (below - above))
    } else {
        low
    };
    let reach = |t: f64| {
        let p = centre + way * t;
        p.x.hypot(p.y) + radius(t)
    };
    reach(low).max(reach(to))
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

    /// Solids with flat faces: of each the way out of it and how far it is that way from the origin.
    fn faces() -> Vec<(Form, Vec<(Vec3, f64)>)> {
        let axis = |k: usize| Vec3::from_fn(|i| if i == k { 1.0 } else { 0.0 });
        let sides = (0..3).flat_map(|k| [1.0, -1.0].map(|side| (axis(k) * side, 0.5 * EXTENTS[k])));
        let ends = |length: f64, which: &[f64]| {
            let [high, low] = [length.max(0.0), length.min(0.0)];
            let end = |up: &f64| (Vec3::z() * *up, if *up > 0.0 { high } else { -low });
            which.iter().map(end).collect()
        };
        let frustum = |length, bottom, top| Form::Frustum {
            length,
            bottom,
            top,
        };
        vec![
            (Form::Box { extents: EXTENTS }, sides.collect()),
            (
                Form::Cylinder {
                    length: -3.0,
                    radius: 2.0,
                },
                ends(-3.0, &[1.0, -1.0]),
            ),
            (frustum(3.0, 2.0, 1.0), ends(3.0, &[1.0, -1.0])),
            (frustum(-3.0, 0.0, 2.0), ends(-3.0, &[-1.0])),
        ]
    }

    /// Over each face a round solid overlaps as with a plane there, both ways round, with the gap that ends where the overlap begins.
    #[test]
    fn a_round_solid_over_a_face_is_over_a_plane() {
        let plane = ready(&Form::HalfSpace);
        let options = Options {
            rates: true,
            ..Options::default()
        };
        let mut space = Workspace::default();
        let mut memory = Memory::default();
        for (k, form) in FORMS.iter().enumerate() {
            let round = ready(form);
            for (other, up, height) in faces()
                .iter()
                .flat_map(|(form, faces)| faces.iter().map(|(up, height)| (*form, *up, *height)))
            {
                let cuboid = ready(&other);
                let turn = exp_so3(&Vec3::new(0.3 + k as f64, 0.2 * up.z, 0.4 * up.x));
                let lowest = form.farthest(None, &turn.tr_mul(&-up)).unwrap();
                let lowest = up.dot(&(turn * lowest));
                for depth in [0.03, -0.02] {
                    let across = Vec3::new(up.y, up.z, up.x);
                    let position = up * (height - depth - lowest) + across * 0.17;
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

    /// What is below the plane is within the reach that is said of it; of a cylinder that stands on it, just so.
    #[test]
    fn reach_holds_what_is_below() {
        let mut forms = FORMS.to_vec();
        forms.push(Form::Capsule {
            length: 0.4,
            radius: 0.15,
        });
        let mut next = 1u64;
        let mut some = || {
            next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (next >> 33) as f64 / f64::from(1u32 << 31) - 0.5
        };
        for form in forms {
            let mut closest = f64::INFINITY;
            for _ in 0..200 {
                let turn = exp_so3(&(Vec3::new(some(), some(), some()) * 6.0));
                let position = Vec3::new(some(), some(), 0.8 * some());
                let pose = Pose {
                    position,
                    rotation: turn,
                };
                let found = reach(&form, &pose).unwrap();
                // Points on the hull, and of a torus on its tube.
                for _ in 0..200 {
                    let way = Vec3::new(some(), some(), some());
                    let Some(way) = way.try_normalize(1e-3) else {
                        continue;
                    };
                    let p = turn * form.farthest(None, &way).unwrap() + position;
                    if p.z <= 0.0 {
                        let aside = p.x.hypot(p.y);
                        assert!(aside <= found * (1.0 + 1e-14), "{form:?} {pose:?}");
                        closest = closest.min(found - aside);
                    }
                }
            }
            // Not far from what is there, in a case of many.
            assert!(closest < 0.01, "{form:?} {closest}");
        }
        let standing = Pose {
            position: Vec3::new(0.3, 0.4, -0.01),
            rotation: Mat3::identity(),
        };
        assert_eq!(reach(&FORMS[0], &standing), Some(0.5 + 0.2));
    }

    /// Equal cylinders on each other are over a plane; beside each other, leaning, or through each other they are not.
    #[test]
    fn a_cylinder_on_another() {
        let cylinder = ready(&FORMS[0]);
        let at = |x: f64, z: f64, lean: f64| {
            let p = Pose {
                position: Vec3::new(x, 0.0, z),
                rotation: exp_so3(&Vec3::new(0.0, lean, 0.0)),
            };
            below(&cylinder, &cylinder, || p.inverse()).is_some()
        };
        assert!(at(0.0, 0.499, 0.0) && at(0.0, 0.501, 0.0) && at(1e-14, 0.499, 0.0));
        assert!(!at(1e-3, 0.499, 0.0) && !at(0.0, 0.499, 0.01) && !at(0.0, 0.0, 0.0));
        assert!(at(0.0, -0.499, 0.0));
        // What is inside all over stands on no end.
        let pin = ready(&Form::Cylinder {
            length: 0.1,
            radius: 0.05,
        });
        let inside = |z: f64| {
            let p = Pose {
                position: Vec3::z() * z,
                rotation: Mat3::identity(),
            };
            below(&pin, &cylinder, || p.inverse()).is_some()
        };
        assert!(inside(0.41) && inside(-0.01) && !inside(0.39) && !inside(0.2));
        // Over a wall that leans in there is less room the deeper it is.
        let cone = ready(&Form::Frustum {
            length: 0.5,
            bottom: 0.1,
            top: 0.21,
        });
        let on = |depth: f64| {
            let p = Pose {
                position: Vec3::new(0.0, 0.0, 0.5 - depth),
                rotation: Mat3::identity(),
            };
            below(&cylinder, &cone, || p.inverse()).is_some()
        };
        assert!(on(-0.1) && on(0.045) && !on(0.046));
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
