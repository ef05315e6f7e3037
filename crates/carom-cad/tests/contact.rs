//! Contact of CAD solids by their exact faces: whole shapes, feet on faces, depth without facets.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_cad::brep::{Body, Placement};
use carom_cad::{MeshOptions, faceted, step};
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Volume, Workspace};
use carom_geometry::{Faceted, Refinement};
use std::sync::Arc;

fn body(name: &str) -> Arc<Body> {
    let path = format!("{}/tests/data/{name}.step", env!("CARGO_MANIFEST_DIR"));
    let file = step::read(&std::fs::read(path).unwrap()).unwrap();
    Arc::new(file.solids.bodies[0].clone())
}

fn placed(rotation: Mat3, translation: Vec3) -> Placement {
    Placement {
        body: 0,
        path: String::new(),
        rotation,
        translation,
    }
}

/// As the reader of decks makes it, by the smallest side over `resolution`.
fn solid(name: &str, resolution: f64) -> Faceted {
    let body = body(name);
    let options = MeshOptions::by_resolution(&body, resolution).unwrap();
    let place = placed(Mat3::identity(), Vec3::zeros());
    faceted(&[(body, &place, options)], 1.0).unwrap()
}

fn ready(solid: &Faceted) -> Prepared {
    Prepared::facets(solid.closed(&solid.facets).unwrap())
}

fn half_space() -> Prepared {
    Prepared::new(Form::HalfSpace, Refinement::COARSE).unwrap()
}

/// The overlap of A with the half-space, A turned by `turn` and then moved to `at`.
fn on_plane(
    a: &Prepared,
    turn: &Mat3,
    at: Vec3,
) -> Option<(Volume, carom_geometry::overlap::Rates)> {
    let of_a = Pose {
        position: at,
        rotation: *turn,
    };
    let options = Options {
        rates: true,
        ..Options::default()
    };
    let mut space = Workspace::default();
    let pose = of_a.inverse();
    space
        .overlap(a, &half_space(), &pose, &mut Memory::default(), &options)
        .unwrap();
    let found = space.volumes().first().copied();
    found.zip(space.rates().first().copied())
}

#[test]
fn whole_bodies_are_the_shapes_that_they_are() {
    let form = |name: &str| solid(name, 300.0).primitive.map(|(form, _)| form);
    assert_eq!(form("sphere"), Some(Form::Sphere { radius: 5.0 }));
    let Some(Form::Box { extents }) = form("box") else {
        panic!()
    };
    let mut sides = extents.to_array();
    sides.sort_by(f64::total_cmp);
    // of the file's coordinates
    assert!((Vec3::from(sides) - Vec3::new(10.0, 20.0, 30.0)).amax() < 1e-12);
    let Some(Form::Cylinder { length, radius }) = form("cylinder") else {
        panic!()
    };
    assert!((length - 20.0).abs() < 1e-12 && (radius - 5.0).abs() < 1e-12);
    let Some(Form::Torus { major, minor }) = form("torus") else {
        panic!()
    };
    assert!((major - 10.0).abs() < 1e-12 && (minor - 3.0).abs() < 1e-12);
    for (name, ends) in [("cone", [2.0, 5.0]), ("cone_apex", [0.0, 5.0])] {
        let Some(Form::Frustum {
            length,
            bottom,
            top,
        }) = form(name)
        else {
            panic!("{name}")
        };
        // from sines and cosines of the file's half angle
        assert!((length - 10.0).abs() < 1e-9, "{name}");
        assert!((bottom - ends[0]).abs() < 1e-9 && (top - ends[1]).abs() < 1e-9);
    }
    for other in ["filleted_box", "plate", "loft", "revolved", "boolean"] {
        assert_eq!(form(other), None, "{other}");
    }
}

/// Turned, mirrored, moved and in another unit a shape stands where its triangles are.
#[test]
fn shapes_stand_where_their_bodies_are_put() {
    let turn = exp_so3(&Vec3::new(0.4, -0.9, 0.3));
    let mirror = Mat3::from_diagonal(&Vec3::new(1.0, 1.0, -1.0));
    for name in ["box", "cylinder", "cone", "torus"] {
        for rotation in [turn, turn * mirror * 2.0] {
            let body = body(name);
            let options = MeshOptions::by_resolution(&body, 1000.0).unwrap();
            let place = placed(rotation, Vec3::new(7.0, -3.0, 2.0));
            let made = faceted(&[(body, &place, options)], 0.1).unwrap();
            let (form, pose) = made.primitive.unwrap();
            assert!((pose.rotation.determinant() - 1.0).abs() < 1e-12, "{name}");
            let shape = Prepared::new(form, Refinement::FINE).unwrap();
            let mass = |s: &Prepared| s.triangles().unwrap().mass_properties();
            let (exact, facets) = (mass(&shape), mass(&ready(&made)));
            let centre = pose.rotation * exact.centroid + pose.position;
            let size = exact.volume.cbrt();
            // both of facets: one part in a thousand of the size
            assert!((centre - facets.centroid).amax() < 2e-3 * size, "{name}");
            assert!((facets.volume / exact.volume - 1.0).abs() < 1e-2, "{name}");
        }
    }
}

/// The foot of a point is on the surface, at a right angle, and moves as differences say.
#[test]
fn feet_on_all_kinds_of_faces() {
    for name in [
        "filleted_box",
        "cone",
        "torus",
        "loft",
        "revolved",
        "boolean",
    ] {
        let solid = solid(name, 100.0);
        let facets = &solid.facets;
        let mut seen = 0;
        for (k, (t, face)) in facets.mesh.triangles.iter().zip(&facets.faces).enumerate() {
            if k % 7 != 0 {
                continue;
            }
            let [a, b, c] = t.map(|v| facets.mesh.vertices[v as usize]);
            let n = (b - a).cross(&(c - a)).normalize();
            let p = (a + b + c) / 3.0 + n * 0.05;
            let Some(foot) = solid.exact.foot(*face, &p) else {
                continue;
            };
            seen += 1;
            // triangles at edges lean
            assert!(foot.normal.dot(&n) > 0.5, "{name} {face}");
            let way = p - foot.point;
            // 1e-9: as the search promises; the way is about 0.05 long
            assert!(
                (way - foot.normal * foot.normal.dot(&way)).norm() < 1e-8,
                "{name}"
            );
            for axis in 0..3 {
                let step = Vec3::from_fn(|i| if i == axis { 1e-5 } else { 0.0 });
                let at = |q: Vec3| solid.exact.foot(*face, &q).unwrap();
                let (ahead, behind) = (at(p + step), at(p - step));
                let slope = (ahead.point - behind.point) / 2e-5;
                // what the search leaves, over the step
                let off = (slope - foot.follows.column(axis)).amax();
                assert!(off < 2e-5, "{name} {face} {off:e}");
                let turn = (ahead.normal - behind.normal) / 2e-5;
                let off = (turn - foot.bend * foot.follows.column(axis)).amax();
                assert!(off < 2e-5, "{name} {face} {off:e}");
            }
        }
        assert!(seen > 10, "{name}: {seen}");
    }
}

/// The rounded edge of a box rolls on a plane: by its faces the depth is that of the cylinder of the edge, by facets it is not.
#[test]
fn a_rounded_edge_rolls_without_facets() {
    let made = solid("filleted_box", 300.0);
    let (with, without) = (ready(&made), Prepared::mesh(&made.facets.mesh).unwrap());
    // the edge along x at y = z = 0 of the box 10·20·30: its axis is at y = z = 2
    let axis = Vec3::new(0.0, 2.0, 2.0);
    let p = 0.3;
    let (mut worst, mut rough, mut lean) = (0.0f64, 0.0f64, 0.0f64);
    for k in 0..60 {
        // about x, so that the edge is lowest; the flat faces beside it stay above
        let turn = exp_so3(&Vec3::new(0.3 + 0.017 * f64::from(k), 0.0, 0.0));
        let at = Vec3::z() * (2.0 - p) - turn * axis;
        let depth = |a: &Prepared| on_plane(a, &turn, at).unwrap().0;
        worst = worst.max((depth(&with).distance() / p - 1.0).abs());
        lean = lean.max((turn * depth(&with).direction().unwrap() - Vec3::z()).norm());
        rough = rough.max((depth(&without).distance() / p - 1.0).abs());
    }
    // the facets are 10/300 of a length off: up to a tenth of the depth
    assert!(rough > 0.02, "{rough}");
    // what two steps towards the common normal leave: 6e-7 and 3e-4 were found
    assert!(worst < 2e-6 && lean < 1e-3, "{worst:e} {lean:e}");
}

/// From first touch on the depth grows continuously; its rate is that of differences.
#[test]
fn depth_by_faces_begins_at_zero() {
    let made = solid("filleted_box", 300.0);
    let a = ready(&made);
    let turn = exp_so3(&Vec3::new(0.7, 0.0, 0.0));
    let axis = Vec3::new(0.0, 2.0, 2.0);
    let at = |p: f64| Vec3::z() * (2.0 - p) - turn * axis;
    let mut before: Option<f64> = None;
    let step = 1e-3;
    for k in 0..400 {
        let p = step * f64::from(k);
        let Some((v, rates)) = on_plane(&a, &turn, at(p)) else {
            assert!(before.is_none());
            continue;
        };
        let d = v.distance();
        let first = before.is_none();
        let last = before.unwrap_or(0.0);
        // at the touch of the triangles one step of theirs
        assert!(
            d > last && d - last < if first { 3.0 } else { 2.0 } * step,
            "{p} {last} {d}"
        );
        before = Some(d);
        let deeper = |h: f64| on_plane(&a, &turn, at(p + h)).unwrap().0.distance();
        if k % 20 == 19 {
            let slope = (deeper(1e-6) - deeper(-1e-6)) / 2e-6;
            let down = turn.tr_mul(&-Vec3::z());
            let rate = rates.distance(&v).velocity.dot(&down);
            // the step of the differences, over the curvature of facets
            assert!(
                (slope - rate).abs() < 1e-4 * slope.abs().max(1.0),
                "{p} {slope} {rate}"
            );
        }
    }
    assert!((before.unwrap() - 0.399).abs() < 1e-3);
}

/// A ball on a solid by the distance of its centre: exact on all faces.
#[test]
fn a_ball_meets_faces_exactly() {
    let made = solid("filleted_box", 100.0);
    let cad = ready(&made);
    let ball = Prepared::new(Form::Sphere { radius: 1.0 }, Refinement::COARSE).unwrap();
    let mut space = Workspace::default();
    for k in 0..50 {
        let phi = std::f64::consts::FRAC_PI_2 * (0.02 + 0.96 * f64::from(k) / 50.0);
        let out = -Vec3::new(0.0, phi.cos(), phi.sin());
        for gap in [-0.01, 0.02] {
            let centre = Vec3::new(5.0, 2.0, 2.0) + out * (2.0 + 1.0 + gap);
            let pose = Pose {
                position: centre,
                rotation: Mat3::identity(),
            };
            let found = space
                .stand(
                    &cad,
                    &ball,
                    &pose,
                    &mut Memory::default(),
                    &Options::default(),
                )
                .unwrap();
            let depth = match found {
                Some(apart) => -apart.distance,
                None => space.volumes()[0].distance(),
            };
            // rounding of coordinates of ten
            assert!((depth + gap).abs() < 1e-13, "{phi} {gap} {depth}");
        }
    }
}

/// Ellipsoids that a writer gives as one spline surface with two poles are divided as finely as asked for, also where radii of curvature are 0.05 and 400.
#[test]
fn ellipsoids_of_splines() {
    for (name, most) in [("ellipsoid", 4_000), ("lens", 10_000)] {
        let made = solid(name, 300.0);
        // where poles and seams are divided more finely than that, it is ten times as many
        let count = made.facets.mesh.triangles.len();
        assert!(count < most, "{name}: {count}");
        // with its faces
        assert!(
            ready(&made).triangles().unwrap().tolerance() > 0.0,
            "{name}"
        );
    }
}

/// It rolls on a plane as its support says, √Σ(a·n)².
#[test]
fn an_ellipsoid_of_splines_rolls() {
    let cad = ready(&solid("ellipsoid", 300.0));
    let semi_axes = Vec3::new(1.0, 2.0, 3.0);
    let p = 1e-3;
    let mut worst = 0.0f64;
    for k in 0..200 {
        let k = f64::from(k);
        let turn = exp_so3(&Vec3::new(0.031 * k, 0.017 * k, 0.4));
        let down = turn.tr_mul(&-Vec3::z());
        let reach = down.component_mul(&semi_axes).norm();
        let (v, _) = on_plane(&cad, &turn, Vec3::z() * (reach - p)).unwrap();
        worst = worst.max((v.distance() / p - 1.0).abs());
    }
    // the facets are 7e-3 off, seven times the depth; what Newton's steps leave where the curvature changes: 3e-3 was found
    assert!(worst < 1e-2, "{worst:e}");
}

/// A body of the examples.
fn example(name: &str) -> Faceted {
    let path = format!(
        "{}/../../examples/cad_contact/{name}.step",
        env!("CARGO_MANIFEST_DIR")
    );
    let file = step::read(&std::fs::read(path).unwrap()).unwrap();
    let body = Arc::new(file.solids.bodies[0].clone());
    let options = MeshOptions::by_resolution(&body, 300.0).unwrap();
    let place = placed(Mat3::identity(), Vec3::zeros());
    faceted(&[(body, &place, options)], 1.0).unwrap()
}

/// As contacts take it.
fn in_contact(name: &str) -> Prepared {
    Prepared::facets(
        example(name)
            .solid(carom_geometry::CONTACT_TRIANGLES)
            .unwrap(),
    )
}

/// A cylinder of 40 with its axis at (10, 0), and a ball of 10 about the origin of its body: depth and direction are those of two circles, at any angle.
#[test]
fn a_cam_lifts_its_follower_evenly() {
    let (cam, follower) = (in_contact("cam"), in_contact("follower"));
    let (mut off, mut lean) = (0.0f64, 0.0f64);
    let mut space = Workspace::default();
    for p in [0.002, 0.0077, 0.05] {
        for k in 0..2000 {
            let a = 0.003 * f64::from(k);
            let turn = exp_so3(&Vec3::new(0.0, 0.0, a));
            let axis = turn * Vec3::new(10.0, 0.0, 0.0);
            let reach = 50.0 - p;
            let y = axis.y + (reach * reach - axis.x * axis.x).sqrt();
            // the follower in the frame of the cam
            let pose = Pose {
                position: turn.tr_mul(&Vec3::new(0.0, y, 0.0)),
                rotation: turn.transpose(),
            };
            let volumes = space
                .overlap(
                    &cam,
                    &follower,
                    &pose,
                    &mut Memory::default(),
                    &Options::default(),
                )
                .unwrap();
            assert_eq!(volumes.len(), 1, "{p} {a}");
            let up = (Vec3::new(0.0, y, 0.0) - axis).normalize();
            let v = &volumes[0];
            let d = (v.distance() / p - 1.0).abs();
            let l = (turn * v.direction().unwrap() + up).norm();
            (off, lean) = (off.max(d), lean.max(l));
        }
    }
    // what three steps towards the common normal leave of the place of the centroid
    assert!(off < 1e-5 && lean < 1e-4, "{off:e} {lean:e}");
}

/// Two involute gears, one of them ahead of the even motion by an angle: each pair of flanks is as deep in each other as that angle at the base circle, at any
/// angle of the pinion. With K·d^1.5 the force on the line of action is that of one pair or of two.
#[test]
fn gears_mesh_without_noise() {
    let (pinion, gear) = (in_contact("pinion"), in_contact("gear"));
    let (base, pitch) = (54.0 * 20f64.to_radians().cos(), 54.0);
    // half of the play of 0.1 along the pitch circle
    let play = 0.05 / pitch;
    let mut space = Workspace::default();
    let mut memory = Memory::default();
    for p in [0.003, 0.02] {
        let (mut low, mut high) = (f64::INFINITY, 0.0f64);
        let mut pairs = [0; 4];
        for k in 0..400 {
            // one and a half pitches
            let a = 0.0013 * f64::from(k);
            let b = -a * 18.0 / 27.0 + play + p / base;
            let turn = exp_so3(&Vec3::new(0.0, 0.0, a));
            let pose = Pose {
                position: turn.tr_mul(&Vec3::new(90.0, 0.0, 0.0)),
                rotation: turn.transpose() * exp_so3(&Vec3::new(0.0, 0.0, b)),
            };
            let volumes = space
                .overlap(&pinion, &gear, &pose, &mut memory, &Options::default())
                .unwrap();
            pairs[volumes.len()] += 1;
            // a tip that has just come in carries less
            let depths = volumes.iter().map(Volume::distance);
            let most = depths.fold(0.0, f64::max);
            (low, high) = (low.min(most), high.max(most));
        }
        // splines of 19 points are 1.8e-5 off the involute as near to the base circle as tips reach
        assert!(
            (low - p).abs() < 2e-5 && (high - p).abs() < 2e-5,
            "{p}: {low} {high}"
        );
        // contact ratio 1.6, and the tips on their way out: one pair or two
        assert!(
            pairs[1] > 60 && pairs[2] > 200 && pairs[1] + pairs[2] == 400,
            "{pairs:?}"
        );
    }
}
