//! A solid with edges on a round one: over faces, edges and corners the depth is that of a ball, its radius less the distance of its centre.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::Refinement;
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Rates, Volume, Workspace};

const RADIUS: f64 = 40.0;

/// A ball that has no formulas of its own.
fn ball() -> Prepared {
    let semi_axes = Vec3::repeat(RADIUS);
    Prepared::with_faces(Form::Ellipsoid { semi_axes }, Refinement::VIEW).unwrap()
}

/// The nearest point of a solid from outside.
fn nearest(form: &Form, p: &Vec3) -> Vec3 {
    match *form {
        Form::Box { extents } => p.zip_map(&extents, |x, e| x.clamp(-0.5 * e, 0.5 * e)),
        Form::Cylinder { length, radius } => in_profile(p, &[(radius, 0.0), (radius, length)]),
        Form::Frustum {
            length,
            bottom,
            top,
        } => in_profile(p, &[(bottom, 0.0), (top, length)]),
        _ => panic!(),
    }
}

/// Of a solid of revolution with a straight side between two discs, from outside.
fn in_profile(p: &Vec3, side: &[(f64, f64); 2]) -> Vec3 {
    let rho = p.x.hypot(p.y);
    let lines = [
        [(0.0, side[0].1), side[0]],
        [side[0], side[1]],
        [side[1], (0.0, side[1].1)],
    ];
    let mut best = (f64::INFINITY, (0.0, 0.0));
    for [a, b] in lines {
        let (u, v) = (b.0 - a.0, b.1 - a.1);
        let t = ((rho - a.0) * u + (p.z - a.1) * v) / (u * u + v * v);
        let t = t.clamp(0.0, 1.0);
        let q = (a.0 + t * u, a.1 + t * v);
        let off = (rho - q.0).hypot(p.z - q.1);
        if off < best.0 {
            best = (off, q);
        }
    }
    let (r, z) = best.1;
    Vec3::new(p.x / rho * r, p.y / rho * r, z)
}

struct Contact {
    space: Workspace,
    solids: [Prepared; 2],
}

/// The pose of B in A after A has moved by a small screw.
fn moved(pose: &Pose, velocity: &Vec3, turning: &Vec3) -> Pose {
    let of_a = Pose {
        position: *velocity,
        rotation: exp_so3(turning),
    };
    of_a.inverse() * *pose
}

impl Contact {
    fn new(a: Prepared, b: Prepared) -> Self {
        Self {
            space: Workspace::default(),
            solids: [a, b],
        }
    }

    /// Depth and direction of the force on A, with B at `pose`; the depth is less than 0 for a gap.
    fn ask(&mut self, pose: &Pose) -> (f64, Vec3, Option<(Volume, Rates)>) {
        let options = Options {
            rates: true,
            ..Options::default()
        };
        let [a, b] = &self.solids;
        let mut memory = Memory::default();
        let gap = self.space.stand(a, b, pose, &mut memory, &options).unwrap();
        match gap {
            Some(gap) => (-gap.distance, -gap.direction, None),
            None => {
                let v = self.space.volumes();
                assert_eq!(v.len(), 1, "{pose:?}");
                let rates = self.space.rates()[0];
                (
                    v[0].distance(),
                    v[0].direction().unwrap(),
                    Some((v[0], rates)),
                )
            }
        }
    }

    /// The largest difference of the rates of depth and direction from differences, those of turns relative to a length.
    fn rates_off(&mut self, pose: &Pose, length: f64) -> [f64; 2] {
        let (_, _, found) = self.ask(pose);
        let (volume, rates) = found.unwrap();
        let (depth_by, direction_by) = (rates.distance(&volume), rates.direction(&volume));
        let mut worst = [0.0f64; 2];
        for k in 0..6 {
            let unit = |i: usize| Vec3::from_fn(|j| if i == 3 * (k / 3) + j { 1.0 } else { 0.0 });
            let (v, w) = match k < 3 {
                true => (unit(k), Vec3::zeros()),
                false => (Vec3::zeros(), unit(k) * (1.0 / length)),
            };
            let h = 1e-5;
            let mut at = |h: f64| {
                let (depth, u, _) = self.ask(&moved(pose, &(v * h), &(w * h)));
                (depth, exp_so3(&(w * h)) * u)
            };
            let ((d1, u1), (d0, u0)) = (at(h), at(-h));
            let scale = if k < 3 { 1.0 } else { 1.0 / length };
            let depth = depth_by[k] * scale - (d1 - d0) / (2.0 * h);
            let by = Vec3::from_fn(|i| direction_by[(i, k)]) * scale;
            let direction = by - (u1 - u0) / (2.0 * h);
            worst = [worst[0].max(depth.abs()), worst[1].max(direction.norm())];
        }
        worst
    }
}

fn forms() -> [Form; 4] {
    [
        Form::Box {
            extents: Vec3::new(9.0, 11.0, 13.0),
        },
        Form::Cylinder {
            length: 12.0,
            radius: 5.0,
        },
        Form::Frustum {
            length: 12.0,
            bottom: 6.0,
            top: 2.0,
        },
        Form::Frustum {
            length: 12.0,
            bottom: 3.0,
            top: 7.0,
        },
    ]
}

fn ready(form: &Form) -> Prepared {
    Prepared::with_faces(*form, Refinement::VIEW).unwrap()
}

/// Numbers in [−1, 1] that fill a cube evenly (powers of the root of x⁴ = x + 1).
fn even(k: u32) -> Vec3 {
    let x = |by: f64| (f64::from(k) * by).rem_euclid(1.0) * 2.0 - 1.0;
    Vec3::new(x(0.819_172_5), x(0.671_043_6), x(0.549_700_5))
}

#[test]
fn faces_edges_and_corners_on_a_ball() {
    for form in forms() {
        let mut contact = Contact::new(ready(&form), ball());
        let (mut worst, mut turned, mut rates) = (0.0f64, 0.0f64, [0.0f64; 2]);
        for k in 0..400u32 {
            let way = even(k);
            let Some(out) = way.try_normalize(0.1) else {
                continue;
            };
            for depth in [0.03, 0.003, -0.01] {
                // along a ray until the distance is right
                let (mut near, mut far) = (0.0, 200.0);
                let centre = |s: f64| out * s + Vec3::z() * 5.0;
                for _ in 0..100 {
                    let s = 0.5 * (near + far);
                    let off = (centre(s) - nearest(&form, &centre(s))).norm();
                    *(if off < RADIUS - depth {
                        &mut near
                    } else {
                        &mut far
                    }) = s;
                }
                let c = centre(near);
                let q = nearest(&form, &c);
                let pose = Pose {
                    position: c,
                    rotation: exp_so3(&(way * 3.0)),
                };
                let (found, u, _) = contact.ask(&pose);
                worst = worst.max((found - depth).abs());
                turned = turned.max((u - (q - c).normalize()).norm());
                if depth == 0.03 {
                    let off = contact.rates_off(&pose, RADIUS);
                    rates = [rates[0].max(off[0]), rates[1].max(off[1])];
                }
            }
        }
        // rounding of coordinates of forty
        assert!(worst < 1e-12, "{form:?} {worst:e}");
        // the last of Newton's steps begins with normals opposite to 1e-6 or with steps along a rim as small as that
        assert!(turned < 1e-5, "{form:?} {turned:e}");
        // steps of 1e-5 of the differences, over depths of 0.03
        assert!(rates[0] < 1e-7 && rates[1] < 3e-5, "{form:?} {rates:?}");
    }
}

/// The nearest points of two convex solids, B at `pose`, by going to and fro between them.
fn between(a: &Form, b: &Form, pose: &Pose) -> [Vec3; 2] {
    let mut p = Vec3::zeros();
    let mut q = p;
    for _ in 0..20_000 {
        let inside = pose.rotation.tr_mul(&(p - pose.position));
        q = pose.rotation * nearest(b, &inside) + pose.position;
        let next = nearest(a, &q);
        if (next - p).norm() < 1e-13 {
            break;
        }
        p = next;
    }
    [p, q]
}

/// How far a solid reaches along a direction.
fn reach(form: &Form, n: &Vec3) -> f64 {
    let across = n.x.hypot(n.y);
    match *form {
        Form::Box { extents } => 0.5 * extents.dot(&n.abs()),
        Form::Cylinder { length, radius } => radius * across + (length * n.z).max(0.0),
        Form::Frustum {
            length,
            bottom,
            top,
        } => (bottom * across).max(top * across + length * n.z),
        _ => panic!(),
    }
}

/// The depth of a round solid of the two over the plane of the face of the other one, a box, if n is across such a
/// face.
fn over_plane(a: &Form, b: &Form, pose: &Pose, n: &Vec3) -> Option<f64> {
    let (round, extents, at, up) = match (a, b) {
        (Form::Box { extents }, round) => (round, extents, pose.inverse(), *n),
        (round, Form::Box { extents }) => (round, extents, *pose, pose.rotation.tr_mul(&-n)),
        _ => return None,
    };
    let axis = up.iamax();
    let z = Vec3::from_fn(|i| if i == axis { up[i].signum() } else { 0.0 });
    let x = Vec3::from_fn(|i| if i == (axis + 1) % 3 { 1.0 } else { 0.0 });
    if (up - z).norm() > 1e-6 {
        return None;
    }
    let face = Pose {
        position: z * (0.5 * extents[axis]),
        rotation: Mat3::from_columns([x, z.cross(&x), z]),
    };
    let plane = Prepared::new(Form::HalfSpace, Refinement::VIEW).unwrap();
    let (depth, ..) = Contact::new(ready(round), plane).ask(&(at * face));
    Some(depth)
}

/// Faces, edges and corners of two solids on each other: the gap is the distance of convex sets, and what they are moved towards each other along it is the
/// depth.
#[test]
fn edges_across_edges() {
    let forms = forms();
    for (i, j) in [(0, 1), (2, 0), (1, 3), (2, 3)] {
        let (a, b) = (&forms[i], &forms[j]);
        let mut contact = Contact::new(ready(a), ready(b));
        let (mut exact, mut all) = (0, 0);
        for k in 0..150u32 {
            let (way, turn) = (even(k), exp_so3(&(even(k + 1000) * 3.0)));
            let Some(out) = way.try_normalize(0.1) else {
                continue;
            };
            let mut pose = Pose {
                position: out * 30.0,
                rotation: turn,
            };
            let mut ends = between(a, b, &pose);
            for _ in 0..40 {
                let gap = (ends[1] - ends[0]).norm();
                if gap < 1e-3 {
                    break;
                }
                // no farther than the gap, so that they stay apart
                pose.position -= out * (gap - 5e-4);
                ends = between(a, b, &pose);
            }
            let way = ends[1] - ends[0];
            let (gap, n, from) = (way.norm(), way.normalize(), pose.position);
            // going to and fro may come to rest only slowly: planes across the way say whether it has
            let apart = n.dot(&from) - reach(b, &turn.tr_mul(&-n)) - reach(a, &n);
            if (apart - gap).abs() > 1e-9 {
                continue;
            }
            for depth in [0.02, 0.002, -0.01] {
                pose.position = from - n * (gap + depth);
                let (found, u, touch) = contact.ask(&pose);
                // A round solid over a face of a box has the depth of its rule over a plane.
                let is_by_rule = touch.is_some() && over_plane(a, b, &pose, &n) == Some(found);
                if is_by_rule {
                    continue;
                }
                all += 1;
                // as good as the gap is known; the direction by that over the gap
                exact += usize::from((found - depth).abs() < 1e-7 && (u + n).norm() < 1e-4);
            }
        }
        // straight edges on planes and planes on planes, within 6 degrees of each other have the place of the centroid or a mixture with it
        assert!(
            all > 100 && exact * 100 > all * 85,
            "{a:?} {b:?} {exact} of {all}"
        );
    }
}

const BLOCK: Vec3 = Vec3::new(10.0, 12.0, 8.0);
/// Steps of a block that leans more and more, up to 20 degrees.
const TILTS: u32 = 400;

fn block(extents: Vec3) -> Prepared {
    ready(&Form::Box { extents })
}

/// A slab with its upper side at z = 0 as a block sees it that is turned and has its lowest point so deep in it.
fn slab_below(turn: &Mat3, depth: f64) -> Pose {
    let low = reach(&Form::Box { extents: BLOCK }, &turn.tr_mul(&-Vec3::z()));
    let of_block = Pose {
        position: Vec3::new(0.3, -0.2, low - depth),
        rotation: *turn,
    };
    let slab = Pose {
        position: Vec3::new(0.0, 0.0, -20.0),
        rotation: Mat3::identity(),
    };
    of_block.inverse() * slab
}

/// What a block finds on a slab as it leans about an axis.
struct Leaning {
    /// Depths at all angles.
    depths: Vec<f64>,
    /// The largest difference of the directions of neighbours.
    turned: f64,
    /// Of rates from differences.
    rates: [f64; 2],
}

fn lean(before: &Mat3, axis: &Vec3, depth: f64) -> Leaning {
    let slab = ready(&Form::Cylinder {
        length: 20.0,
        radius: 60.0,
    });
    let mut contact = Contact::new(block(BLOCK), slab);
    let (mut depths, mut turned, mut rates) = (Vec::new(), 0.0f64, [0.0f64; 2]);
    let mut last: Option<Vec3> = None;
    for k in 0..=TILTS {
        let turn = exp_so3(&(axis * angle(k).to_radians())) * *before;
        let pose = slab_below(&turn, depth);
        let (found, u, _) = contact.ask(&pose);
        let u = turn * u;
        turned = turned.max(last.map_or(0.0, |last| (u - last).norm()));
        last = Some(u);
        depths.push(found);
        if k > 0 {
            let off = contact.rates_off(&pose, BLOCK.x);
            rates = [rates[0].max(off[0]), rates[1].max(off[1])];
        }
    }
    Leaning {
        depths,
        turned,
        rates,
    }
}

/// In degrees.
fn angle(k: u32) -> f64 {
    20.0 * f64::from(k) / f64::from(TILTS)
}

/// From lying flat to standing on an edge, or from an edge to a corner, or from flat to an edge to a corner: evenly.
#[test]
fn a_block_that_leans() {
    let flat = Mat3::identity();
    let edge_down = exp_so3(&(Vec3::x() * 0.7));
    let askew = Vec3::new(0.3, 1.0, 0.0).normalize();
    for part in [0.002, 0.01] {
        let depth = part * BLOCK.x;
        for (before, axis, mixed_to) in [
            (flat, Vec3::y(), 6.0),
            (edge_down, Vec3::y(), 6.0),
            (flat, askew, 20.0),
        ] {
            let l = lean(&before, &axis, depth);
            for (k, w) in l.depths.windows(2).enumerate() {
                let (at, step) = (angle(k as u32), (w[1] - w[0]).abs());
                // first the centroid goes over to the side that is lower, by no more than half of the way across the face; then the depth grows from a half
                // of the deepest or more, over 4 degrees, and a smooth step is at most 1.5 times as steep as it is in the mean
                let most = match at < 1.7 {
                    true => 0.5 * BLOCK.x.hypot(BLOCK.y) * angle(1).to_radians(),
                    false => 1.5 * (0.5 * depth) * angle(1) / 4.0,
                };
                assert!(step < most, "{part} {axis:?} {at} {step:e} {most:e}");
                // rounding of coordinates of sixty
                let off = (l.depths[k + 1] - depth).abs();
                assert!(at < mixed_to || off < 1e-12, "{at} {off:e}");
            }
            // the direction turns with the normals of both while they lie flat, evenly
            assert!(l.turned < 1e-3, "{axis:?} {:e}", l.turned);
            // steps of 1e-5 of the differences, over angles from 9e-4 on
            let [of_depth, of_direction] = l.rates;
            assert!(
                of_depth < 1e-6 && of_direction < 1e-6,
                "{axis:?} {:?}",
                l.rates
            );
        }
    }
}
