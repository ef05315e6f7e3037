//! Pairs with formulas: the reference cases of `validation/values/contact-analytic.json`, rates against differences, and fine meshes.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::Refinement;
use carom_geometry::overlap::{
    Flags, Form, Memory, Options, OverlapError, Prepared, Rates, Volume, Workspace,
};
use common::{Random, cases, matrix, nearest, number, screwed, vector};
use serde_json::Value;

/// A rotation with this third column.
fn with_axis(axis: &Vec3) -> Mat3 {
    let other = if axis.x.abs() < 0.9 {
        Vec3::x()
    } else {
        Vec3::y()
    };
    let y = axis.cross(&other).normalize();
    Mat3::from_columns([y.cross(axis), y, *axis])
}

/// A solid of the reference file and where it stands.
fn solid(v: &Value) -> (Form, Pose) {
    let at = |name: &str| vector(&v[name]);
    let n = |name: &str| number(&v[name]);
    let along = |position: Vec3, axis: Vec3| Pose {
        position,
        rotation: with_axis(&axis.normalize()),
    };
    match v["type"].as_str().unwrap() {
        "halfspace" => {
            let normal = at("normal");
            (Form::HalfSpace, along(normal * n("offset"), normal))
        }
        "vgroove" | "quarter_space" => wedge(v),
        "sphere" | "spherical_cavity" => {
            let radius = n("radius");
            let form = match v["type"] == "sphere" {
                true => Form::Sphere { radius },
                false => Form::Cavity { radius },
            };
            let pose = Pose {
                position: at("center"),
                rotation: Mat3::identity(),
            };
            (form, pose)
        }
        "cylinder" => {
            let (axis, length) = (at("axis").normalize(), n("length"));
            let form = Form::Cylinder {
                length,
                radius: n("radius"),
            };
            (form, along(at("center") - axis * (0.5 * length), axis))
        }
        "capsule" => {
            let form = Form::Capsule {
                length: n("length"),
                radius: n("radius"),
            };
            (form, along(at("center"), at("axis")))
        }
        "ellipsoid" => {
            let pose = Pose {
                position: at("center"),
                rotation: matrix(&v["rotation"]),
            };
            (
                Form::Ellipsoid {
                    semi_axes: vector(&v["semi_axes"]),
                },
                pose,
            )
        }
        "torus" => {
            let form = Form::Torus {
                major: n("major"),
                minor: n("minor"),
            };
            (form, along(at("center"), at("axis")))
        }
        "cone" => {
            let length = n("height");
            let form = Form::Frustum {
                length,
                bottom: 0.0,
                top: length * n("half_angle_deg").to_radians().tan(),
            };
            (form, along(at("apex"), at("axis")))
        }
        "frustum" => {
            let form = Form::Frustum {
                length: n("length"),
                bottom: n("bottom_radius"),
                top: n("top_radius"),
            };
            (form, along(at("bottom_center"), at("axis")))
        }
        other => panic!("{other}"),
    }
}

/// A wedge of the reference file: a groove, or x <= 0 and z <= 0.
fn wedge(v: &Value) -> (Form, Pose) {
    let (convex, normals, position) = match v["type"].as_str().unwrap() {
        "vgroove" => {
            let normals = [0, 1].map(|k| vector(&v["normals"][k]).normalize());
            (false, normals, vector(&v["edge_point"]))
        }
        _ => (true, [Vec3::x(), Vec3::z()], Vec3::zeros()),
    };
    let pose = Pose {
        position,
        rotation: Mat3::identity(),
    };
    (Form::Wedge { normals, convex }, pose)
}

fn prepared(form: Form) -> Prepared {
    Prepared::new(form, Refinement::COARSE).unwrap()
}

/// Relative; a case of depth p has its input rounded by half an ulp of the size, which is 1.1e-16/p of the depth and twice that of V.
const TOLERANCE: f64 = 1e-12;

#[test]
fn formulas_agree_with_the_references() {
    let mut report = String::new();
    let mut count = 0;
    for case in cases("contact-analytic.json") {
        let id = case["id"].as_str().unwrap();
        let ((a, pose_a), (b, pose_b)) = (solid(&case["A"]), solid(&case["B"]));
        let pose = pose_a.inverse() * pose_b;
        let mut work = Workspace::default();
        let (pa, pb) = (prepared(a), prepared(b));
        let found = work.overlap(&pa, &pb, &pose, &mut Memory::default(), &Options::default());
        let mut found = match found {
            Ok(found) => found.to_vec(),
            Err(e) => {
                report += &format!("{id}: {e}\n");
                continue;
            }
        };
        let place = |p: &Vec3| pose_a.rotation * p + pose_a.position;
        found.sort_by(|x, y| place(&y.centroid).x.total_cmp(&place(&x.centroid).x));
        let references = case["components"].as_array().unwrap();
        if found.len() != references.len() {
            report += &format!("{id}: {} volumes\n", found.len());
            continue;
        }
        count += 1;
        for (v, r) in found.iter().zip(references) {
            // the references of edges and merged grooves are quadratures of 12 and 13 digits
            let digits = 10f64.powf(1.0 - number(&case["digits"]));
            let depth = r["nearest_distance"].as_f64().unwrap_or(0.01);
            let size = place(&v.centroid).norm().max(1.0);
            let tolerance = TOLERANCE.max(digits) + 4.0 * f64::EPSILON * size / depth;
            let scale = number(&r["volume"]).cbrt();
            let mut check = |name: &str, error: f64| {
                if error.is_nan() || error > tolerance {
                    report += &format!("{id} {name}: {error:e} of {tolerance:e}\n");
                }
            };
            check("volume", (v.volume / number(&r["volume"]) - 1.0).abs());
            let vectors = [
                ("centroid", place(&v.centroid)),
                ("nearest_on_A", place(&v.nearest[0])),
                ("nearest_on_B", place(&v.nearest[1])),
                ("vector_area_A", pose_a.rotation * v.vector_area),
                (
                    "force_dir_on_A",
                    pose_a.rotation * v.direction().unwrap_or_default(),
                ),
            ];
            let unique = r["nearest_unique"] == Value::Bool(true);
            for (name, ours) in vectors {
                let defined = unique || matches!(name, "centroid" | "vector_area_A");
                if defined && r[name].is_array() {
                    let theirs = vector(&r[name]);
                    check(name, (ours - theirs).norm() / theirs.norm().max(scale));
                }
            }
            if unique && r["nearest_distance"].is_number() {
                check("distance", (v.distance() - depth).abs() / depth);
            }
            if let Some(h) = r["mean_thickness"].as_f64() {
                check("mean_thickness", (v.mean_thickness() / h - 1.0).abs());
            }
            // around a hole the points are those of its depth
            if let Some(d) = r["distance_centroid_to_A"].as_f64()
                && !v.flags.contains(Flags::CENTROID_OUTSIDE)
            {
                check("distance_centroid_to_A", (v.gaps()[0] / d - 1.0).abs());
            }
            if unique == v.flags.contains(Flags::AMBIGUOUS_NEAREST) {
                report += &format!("{id}: unique {unique}, but {:?}\n", v.flags);
            }
            if let Some(flag) = missing(&case["expect_flag"], v) {
                report += &format!("{id}: {flag} is missing in {:?}\n", v.flags);
            }
        }
    }
    assert!(report.is_empty(), "{count} cases\n{report}");
    assert_eq!(count, 38);
}

/// The flag that a volume should have and does not.
fn missing<'a>(expected: &'a Value, v: &Volume) -> Option<&'a str> {
    let has = |f: &str| v.flags.names().any(|n| n.starts_with(f));
    expected
        .as_str()
        .filter(|flag| !flag.split("_or_").any(has))
}

const RATES: Options = Options {
    rates: true,
    deep: 0.01,
};

fn ask(work: &mut Workspace, a: &Prepared, b: &Prepared, pose: &Pose) -> Vec<(Volume, Rates)> {
    let volumes = work
        .overlap(a, b, pose, &mut Memory::default(), &RATES)
        .unwrap()
        .to_vec();
    volumes.into_iter().zip(work.rates().to_vec()).collect()
}

/// The depth of a ball below a plane grows on when the ball is wholly below: what comes up from there is pushed up all the way.
#[test]
fn depth_of_a_ball_below_a_plane_is_continuous() {
    let [ball, plane] = [Form::Sphere { radius: 0.5 }, Form::HalfSpace]
        .map(|form| Prepared::new(form, Refinement::VIEW).unwrap());
    let mut work = Workspace::default();
    for depth in [0.001, 0.5, 0.999, 1.0, 1.001, 3.0] {
        let at = Pose {
            position: Vec3::new(0.3, 0.1, 0.5 - depth),
            rotation: Mat3::identity(),
        };
        let (v, r) = ask(&mut work, &ball, &plane, &at.inverse())[0];
        // sums of a few numbers of this size
        assert!((v.distance() - depth).abs() < 1e-14);
        assert!((v.direction().unwrap() - Vec3::z()).amax() < 1e-12);
        assert!((r.distance(&v).velocity + Vec3::z()).amax() < 1e-12);
    }
}

fn moved(
    work: &mut Workspace,
    a: &Prepared,
    b: &Prepared,
    pose: &Pose,
    screw: [f64; 6],
    near: &Vec3,
) -> Option<Volume> {
    let at = screwed(screw);
    let found = ask(work, a, b, &(at.inverse() * *pose));
    nearest(found.into_iter().map(|(v, _)| v), &at, near)
}

fn quantities(v: &Volume) -> [f64; 17] {
    let mut list = [0.0; 17];
    list[0] = v.volume;
    list[1] = v.chord;
    for (n, x) in [
        v.centroid,
        v.vector_area,
        v.moment,
        v.nearest[0],
        v.nearest[1],
    ]
    .iter()
    .enumerate()
    {
        for k in 0..3 {
            list[2 + 3 * n + k] = x[k];
        }
    }
    list
}

fn rates_in(r: &Rates, k: usize) -> [f64; 17] {
    let mut list = [0.0; 17];
    list[0] = r.volume[k];
    list[1] = r.chord[k];
    for (n, x) in [
        r.centroid,
        r.vector_area,
        r.moment,
        r.nearest[0],
        r.nearest[1],
    ]
    .iter()
    .enumerate()
    {
        for i in 0..3 {
            list[2 + 3 * n + i] = x[(i, k)];
        }
    }
    list
}

fn forms() -> Vec<Form> {
    let semi_axes = Vec3::new(1.0, 0.7, 0.5);
    vec![
        Form::Sphere { radius: 0.6 },
        Form::Ellipsoid { semi_axes },
        Form::Cylinder {
            length: 1.2,
            radius: 0.5,
        },
        Form::Cylinder {
            length: -0.6,
            radius: 0.7,
        },
        Form::Capsule {
            length: 1.0,
            radius: 0.3,
        },
        Form::Frustum {
            length: 0.9,
            bottom: 0.5,
            top: 0.2,
        },
        Form::Frustum {
            length: 0.9,
            bottom: 0.0,
            top: 0.4,
        },
        Form::Torus {
            major: 0.7,
            minor: 0.25,
        },
    ]
}

fn partners() -> Vec<Form> {
    let n = |x: f64| Vec3::new(x.sin(), 0.0, x.cos());
    vec![
        Form::Sphere { radius: 0.8 },
        Form::Cavity { radius: 0.65 },
        Form::Wedge {
            normals: [n(0.7), n(-0.8)],
            convex: false,
        },
        Form::Wedge {
            normals: [n(0.7), n(-0.8)],
            convex: true,
        },
        Form::Wedge {
            normals: [n(1.0), n(-0.9)],
            convex: false,
        },
    ]
}

/// Each pair with its partner: solids on a half-space, balls with the others, and all in exchanged roles.
fn pairs() -> Vec<(Form, Form)> {
    let mut list: Vec<(Form, Form)> = forms().into_iter().map(|f| (f, Form::HalfSpace)).collect();
    list.extend(
        partners()
            .into_iter()
            .map(|f| (Form::Sphere { radius: 0.6 }, f)),
    );
    // a ball beside a long cylinder, as large as itself, larger, smaller
    for radius in [0.6, 1.5, 0.3] {
        list.push((
            Form::Sphere { radius: 0.6 },
            Form::Cylinder {
                length: 2.4,
                radius,
            },
        ));
    }
    // by triangles, on a plate in place of the half-space
    let extents = Vec3::new(1.0, 0.8, 0.6);
    list.push((Form::Box { extents }, Form::HalfSpace));
    list.push((Form::Sphere { radius: 0.4 }, Form::Box { extents }));
    let back: Vec<_> = list.iter().map(|&(a, b)| (b, a)).collect();
    list.extend(back);
    list
}

const STEP: f64 = 1e-4;

/// Rates against differences; which differ comes into `errors`. Whether a kink is within a step.
fn differs(
    work: &mut Workspace,
    (a, b): (&Prepared, &Prepared),
    pose: &Pose,
    (v, r): (&Volume, &Rates),
    errors: &mut String,
) -> bool {
    let mut kink = false;
    for k in 0..6 {
        let mut screw = [0.0; 6];
        let ends = [-STEP, -0.5 * STEP, 0.5 * STEP, STEP].map(|x| {
            screw[k] = x;
            moved(work, a, b, pose, screw, &v.centroid).map(|m| quantities(&m))
        });
        let [Some(low), Some(below), Some(above), Some(high)] = ends else {
            kink = true;
            continue;
        };
        for (n, rate) in rates_in(r, k).into_iter().enumerate() {
            let wide = (high[n] - low[n]) / (2.0 * STEP);
            let narrow = (above[n] - below[n]) / STEP;
            let error = (rate - (4.0 * narrow - wide) / 3.0).abs() / rate.abs().max(1.0);
            kink |= (wide - narrow).abs() > 1e-5 * rate.abs().max(1.0);
            let left = 1e-2 * (wide - narrow).abs() / rate.abs().max(1.0);
            if error.is_nan() || error > 1e-8 + left {
                *errors += &format!(
                    "quantity {n} motion {k}: {rate} {} {error:e} {:?}\n",
                    (4.0 * narrow - wide) / 3.0,
                    v.flags
                );
            }
        }
    }
    kink
}

/// Differences over h and h/2, extrapolated, to 1e-8 and a hundredth of what the extrapolation corrects.
#[test]
fn rates_agree_with_differences() {
    let mut random = Random(17);
    let mut work = Workspace::default();
    let mut report = String::new();
    for (a, b) in pairs() {
        let (pa, pb) = (prepared(a), prepared(b));
        let (mut tested, mut broken) = (0, 0);
        for _ in 0..4000 {
            if tested == 12 {
                break;
            }
            let pose = Pose {
                position: random.vector() * 0.9,
                rotation: random.rotation(),
            };
            // near the end of a cylinder a ball goes by triangles, whose kinks are another test's
            let of_ball = match (a, b) {
                (Form::Sphere { .. }, Form::Cylinder { .. }) => Some(pose.inverse().position.z),
                (Form::Cylinder { .. }, Form::Sphere { .. }) => Some(pose.position.z),
                _ => None,
            };
            if of_ball.is_some_and(|z| !(0.61..1.79).contains(&z)) {
                continue;
            }
            for (v, r) in ask(&mut work, &pa, &pb, &pose) {
                if v.flags.contains(Flags::AMBIGUOUS_NEAREST)
                    || v.flags.contains(Flags::CONTAINED)
                    || v.volume < 1e-3
                {
                    continue;
                }
                // a centroid next to the centre of its ball: there the nearest point is rounding magnified
                let wedge = matches!(a, Form::Wedge { .. }) || matches!(b, Form::Wedge { .. });
                if wedge && v.gaps().iter().any(|g| *g > 0.59) {
                    continue;
                }
                tested += 1;
                let mut errors = String::new();
                let kink = differs(&mut work, (&pa, &pb), &pose, (&v, &r), &mut errors);
                broken += usize::from(kink);
                if !kink {
                    let lines = errors.lines();
                    lines.for_each(|e| report += &format!("{a:?} {b:?} {e}\n"));
                }
            }
        }
        assert!(tested >= 12, "{a:?} {b:?}: {tested}");
        assert!(
            3 * broken <= tested,
            "{a:?} {b:?}: {broken} of {tested} with kinks"
        );
    }
    assert!(
        report.is_empty(),
        "{}\n{}",
        report.lines().count(),
        report.lines().take(30).collect::<Vec<_>>().join("\n")
    );
}

/// Fine meshes come near, from below, by as much as their facets cut off; the areas belong to the volumes.
#[test]
fn meshes_converge_to_the_formulas() {
    let mut random = Random(23);
    let mut work = Workspace::default();
    let plate = prepared(Form::HalfSpace);
    for form in forms() {
        let fine = Prepared::new(form, Refinement::FINE).unwrap();
        let exact = prepared(form);
        let triangles = fine.triangles().unwrap().to_mesh();
        let faceted = Prepared::mesh(&triangles).unwrap();
        let mut tested = 0;
        while tested < 6 {
            let pose = Pose {
                position: random.vector() * 0.5,
                rotation: random.rotation(),
            };
            let e = ask(&mut work, &exact, &plate, &pose);
            let f = ask(&mut work, &faceted, &plate, &pose);
            let ([(e, _)], [(f, _)]) = (&e[..], &f[..]) else {
                assert!(e.iter().all(|(v, _)| v.volume < 1e-3));
                continue;
            };
            if e.volume < 0.01 {
                continue;
            }
            // 128 facets around: 4e-4 of a whole disc, some times that of a thin slice
            assert!(
                (f.volume / e.volume - 1.0).abs() < 5e-3,
                "{form:?} {} {}",
                f.volume,
                e.volume
            );
            assert!(
                (f.centroid - e.centroid).norm() < 2e-3,
                "{form:?} {} {}",
                f.centroid,
                e.centroid
            );
            assert!((f.vector_area - e.vector_area).norm() < 5e-3, "{form:?}");
            assert!((f.moment - e.moment).norm() < 5e-3, "{form:?}");
            if !e.flags.contains(Flags::AMBIGUOUS_NEAREST)
                && !e.flags.contains(Flags::CENTROID_OUTSIDE)
                && !e.flags.contains(Flags::CONTAINED)
            {
                // a ray along a slanted side turns an error of the centroid into a larger one
                assert!(
                    (f.chord - e.chord).abs() < 2e-2,
                    "{form:?} {} {} {:?}",
                    f.chord,
                    e.chord,
                    e.flags
                );
            }
            tested += 1;
        }
    }
}

/// A sphere in grooves of 60, 90 and 120 degrees: two equal volumes about the flank normals up to p = R·(1 − sin α), one flagged volume
/// beyond; the larger one of both is continuous there.
#[test]
fn a_sphere_in_a_groove() {
    let mut work = Workspace::default();
    for degrees in [60.0f64, 90.0, 120.0] {
        let alpha = (0.5 * degrees).to_radians();
        let normals = [1.0, -1.0].map(|s| Vec3::new(s * alpha.cos(), 0.0, alpha.sin()));
        let groove = prepared(Form::Wedge {
            normals,
            convex: false,
        });
        let ball = prepared(Form::Sphere { radius: 1.0 });
        let limit = 1.0 - alpha.sin();
        // not at the limit itself, which rounding decides
        for k in (1..40).filter(|k| *k != 25) {
            let p = 0.04 * f64::from(k) * limit;
            let at = common::shift(0.0, 0.3, (1.0 - p) / alpha.sin());
            let found = work
                .overlap(
                    &ball,
                    &groove,
                    &at.inverse(),
                    &mut Memory::default(),
                    &Options::default(),
                )
                .unwrap();
            if p < limit {
                assert_eq!(found.len(), 2, "{degrees} {p}");
                for v in found {
                    assert!((v.distance() - p).abs() < 1e-14 && !v.flags.contains(Flags::MERGED));
                    let n = v.normal().unwrap();
                    assert!(normals.iter().any(|m| (m - n).norm() < 1e-14));
                }
                assert!((found[0].volume / found[1].volume - 1.0).abs() < 1e-12);
            } else {
                assert_eq!(found.len(), 1, "{degrees} {p}");
                assert!(
                    found[0].flags.contains(Flags::MERGED)
                        || found[0].flags.contains(Flags::CONTAINED)
                );
                // two caps less what they share
                let cap = std::f64::consts::PI * p * p * (1.0 - p / 3.0);
                assert!(found[0].volume <= 2.0 * cap && found[0].volume > cap);
            }
        }
    }
}

/// Triangles on a half-space go by a large box; the same in exchanged roles; and pairs that nobody knows are said so.
#[test]
fn boxes_on_half_spaces() {
    let mut work = Workspace::default();
    let cube = prepared(Form::Box {
        extents: Vec3::new(1.0, 2.0, 3.0),
    });
    let plane = prepared(Form::HalfSpace);
    let mut memory = Memory::default();
    let at = Pose {
        position: Vec3::new(100.0, -50.0, 1.4),
        rotation: Mat3::identity(),
    };
    let v = work
        .overlap(
            &cube,
            &plane,
            &at.inverse(),
            &mut memory,
            &Options::default(),
        )
        .unwrap()[0];
    // 1e-13: coordinates of 100
    assert!((v.volume - 0.2).abs() < 1e-13 && (v.distance() - 0.1).abs() < 1e-13);
    assert!((v.centroid - Vec3::new(0.0, 0.0, -1.45)).norm() < 1e-13);
    assert!((v.vector_area - Vec3::new(0.0, 0.0, -2.0)).norm() < 1e-12);
    let w = work
        .overlap(
            &plane,
            &cube,
            &at,
            &mut Memory::default(),
            &Options::default(),
        )
        .unwrap()[0];
    assert!((w.volume - 0.2).abs() < 1e-13 && (w.vector_area.z - 2.0).abs() < 1e-12);
    assert!((w.centroid - Vec3::new(100.0, -50.0, -0.05)).norm() < 1e-12);
    let high = common::shift(0.0, 0.0, 1.6);
    assert!(
        work.overlap(
            &cube,
            &plane,
            &high.inverse(),
            &mut memory,
            &Options::default()
        )
        .unwrap()
        .is_empty()
    );
    let groove = prepared(Form::Wedge {
        normals: [Vec3::x(), Vec3::z()],
        convex: true,
    });
    for pair in [[&plane, &plane], [&cube, &groove], [&groove, &plane]] {
        let answer = work.overlap(
            pair[0],
            pair[1],
            &high,
            &mut Memory::default(),
            &Options::default(),
        );
        assert_eq!(answer, Err(OverlapError::Unsupported));
    }
    let parallel = Form::Wedge {
        normals: [Vec3::x(), Vec3::x()],
        convex: true,
    };
    assert!(Prepared::new(parallel, Refinement::COARSE).is_err());
}

fn ball(radius: f64) -> Prepared {
    prepared(Form::Sphere { radius })
}

/// A sphere on triangles: on a face as on a half-space, around an edge with a depth that goes on evenly, through a thin wall not at all.
#[test]
fn a_sphere_on_triangles() {
    let mut work = Workspace::default();
    let mut ask = |a: &Prepared, b: &Prepared, pose: &Pose| {
        work.overlap(a, b, pose, &mut Memory::default(), &Options::default())
            .unwrap()
            .to_vec()
    };
    let plate = prepared(Form::Box {
        extents: Vec3::new(8.0, 8.0, 2.0),
    });
    let at = common::shift(0.4, 0.3, 1.95);
    let on_face = ask(&ball(1.0), &plate, &at.inverse());
    let on_plane = ask(
        &ball(1.0),
        &prepared(Form::HalfSpace),
        &common::shift(-0.4, -0.3, -0.95),
    );
    assert_eq!(on_face.len(), 1);
    assert!((on_face[0].volume / on_plane[0].volume - 1.0).abs() < 1e-13);
    assert!((on_face[0].centroid - on_plane[0].centroid).norm() < 1e-15);
    assert!(on_face[0].flags.contains(Flags::BY_DISTANCE));
    // around the edge x = 4, z = 1 at a constant distance: the same depth, the direction from the edge
    for k in 0..20 {
        let (s, c) = (0.08 * f64::from(k)).sin_cos();
        let at = common::shift(4.0 + 0.9 * s, 0.0, 1.0 + 0.9 * c);
        let v = ask(&ball(1.0), &plate, &at.inverse());
        assert_eq!(v.len(), 1);
        assert!((v[0].distance() - 0.1).abs() < 1e-14);
        assert!((v[0].normal().unwrap() - Vec3::new(s, 0.0, c)).norm() < 1e-14);
    }
    // apart, and remembered
    assert!(ask(&ball(1.0), &plate, &common::shift(0.0, 0.0, 2.1)).is_empty());
    let wall = prepared(Form::Box {
        extents: Vec3::new(8.0, 8.0, 0.1),
    });
    assert_eq!(
        ask(&ball(1.0), &wall, &common::shift(0.2, 0.1, -0.9)).len(),
        1
    );
    // between two boxes of one mesh: one contact with each; and in the other roles
    let mut pair = common::cube([1.0, 4.0, 1.0]);
    let other: Vec<Vec3> = pair
        .vertices
        .iter()
        .map(|v| v + Vec3::new(2.5, 0.0, 0.0))
        .collect();
    pair.triangles.extend(
        common::cube([1.0; 3])
            .triangles
            .iter()
            .map(|t| t.map(|v| v + 8)),
    );
    pair.vertices.extend(other);
    let pair = Prepared::mesh(&pair).unwrap();
    let at = common::shift(1.25, 0.0, 1.1);
    let two = ask(&ball(1.0), &pair, &at.inverse());
    let back = ask(&pair, &ball(1.0), &at);
    assert_eq!((two.len(), back.len()), (2, 2));
    // the edges are 0.75 to the side and 0.6 below
    let depth = 1.0 - 0.75f64.hypot(0.6);
    for k in 0..2 {
        assert!(
            (two[k].distance() - depth).abs() < 1e-14 && (back[k].distance() - depth).abs() < 1e-14
        );
        assert!((two[k].vector_area + back[k].vector_area).norm() < 1e-14);
    }
    // the centre inside: below the nearest face
    let inside = ask(&ball(0.5), &plate, &common::shift(0.0, 0.0, -0.9));
    assert!(inside.len() == 1 && inside[0].flags.contains(Flags::BY_DISTANCE));
    assert!((inside[0].distance() - 0.6).abs() < 1e-14);
    assert!((inside[0].direction().unwrap() - Vec3::z()).norm() < 1e-14);
}
