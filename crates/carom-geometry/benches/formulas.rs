//! Pairs with formulas, all results, over poses: at many angles and depths the time of each, and of all of them the least, the middle and the most.
//!
//! `cargo bench -p carom-geometry --bench formulas`; with a word, the pairs that have it in their names, pose by pose.
#![allow(clippy::unwrap_used)]

use carom_base::space::rotation_x;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::Refinement;
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Workspace};
use std::hint::black_box;
use std::time::Instant;

/// Between the axis and the normal, in degrees.
const ANGLES: [f64; 24] = [
    0.0, 0.1, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0, 70.0, 80.0, 85.0, 88.0, 89.0, 89.9,
    90.0, 91.0, 100.0, 120.0, 135.0, 160.0, 179.0, 180.0,
];
/// In parts of the radius, of the smaller solid, or of the tube of a torus.
const DEPTHS: [f64; 6] = [1e-5, 1e-3, 0.01, 0.03, 0.1, 0.3];

struct Case {
    what: String,
    a: Form,
    b: Form,
    at: Pose,
}

fn main() {
    let word = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    println!("pair, poses: least, median, most; with rates (ns)");
    for (name, a, b) in pairs() {
        if word.as_ref().is_some_and(|w| !name.contains(w.as_str())) {
            continue;
        }
        let mut times = [Vec::new(), Vec::new()];
        for case in cases(a, b) {
            for (rates, times) in [false, true].into_iter().zip(&mut times) {
                times.push((time(&case, rates), case.what.clone()));
            }
        }
        if word.is_some() {
            for ((time, what), (rates, _)) in times[0].iter().zip(&times[1]) {
                println!("  {what}: {time:.0}; {rates:.0}");
            }
        }
        let [plain, rates] = times.map(|mut list| {
            list.sort_by(|x, y| x.0.total_cmp(&y.0));
            let [least, median, most] = [0, list.len() / 2, list.len() - 1].map(|k| list[k].0);
            let at = &list[list.len() - 1].1;
            format!("{least:.0}, {median:.0}, {most:.0} ({at})")
        });
        println!("{name}: {plain}; {rates}");
    }
}

fn pairs() -> Vec<(&'static str, Form, Form)> {
    let x = std::f64::consts::FRAC_1_SQRT_2;
    let wedge = |convex: bool| Form::Wedge {
        normals: [Vec3::new(x, 0.0, x), Vec3::new(-x, 0.0, x)],
        convex,
    };
    let ball = |radius: f64| Form::Sphere { radius };
    let frustum = |bottom: f64, top: f64| Form::Frustum {
        length: 2.0,
        bottom,
        top,
    };
    let plane = Form::HalfSpace;
    let (length, radius) = (2.0, 0.5);
    let rod = Form::Cylinder { length, radius };
    let semi_axes = Vec3::new(1.0, 0.8, 1.3);
    let capsule = Form::Capsule {
        length: 1.2,
        radius: 0.3,
    };
    let torus = |minor: f64| Form::Torus { major: 1.0, minor };
    let disc = Form::Cylinder {
        length: 0.1,
        radius: 1.0,
    };
    let cuboid = Form::Box {
        extents: Vec3::new(1.0, 0.8, 0.6),
    };
    let plate = Form::Box {
        extents: Vec3::new(20.0, 20.0, 2.0),
    };
    vec![
        ("sphere on plane", ball(1.0), plane),
        ("capsule on plane", capsule, plane),
        ("ellipsoid on plane", Form::Ellipsoid { semi_axes }, plane),
        ("cylinder on plane", rod, plane),
        ("disc on plane", disc, plane),
        ("cone on plane", frustum(0.0, 1.0), plane),
        ("frustum on plane", frustum(0.7, 1.0), plane),
        ("torus on plane", torus(0.25), plane),
        ("thick torus on plane", torus(0.7), plane),
        ("sphere on sphere", ball(1.0), ball(0.5)),
        ("sphere in cavity", ball(1.0), Form::Cavity { radius: 1.2 }),
        ("sphere in groove", ball(1.0), wedge(false)),
        ("sphere on edge", ball(1.0), wedge(true)),
        ("sphere on cylinder", ball(1.0), rod),
        ("sphere on torus", ball(1.0), torus(0.25)),
        ("sphere on box", ball(0.4), cuboid),
        ("box on plane", cuboid, plane),
        ("cylinder on box", rod, plate),
        ("capsule on box", capsule, plate),
        ("sphere on cone", ball(0.4), frustum(0.0, 1.0)),
    ]
}

/// A below z = 0 of B by parts of its height, at all angles; or from along the axes of B, at all directions.
fn cases(a: Form, b: Form) -> Vec<Case> {
    let mut list = Vec::new();
    let turns = !matches!(a, Form::Sphere { .. });
    let fixed = !turns && !matches!(b, Form::HalfSpace);
    for angle in ANGLES {
        if !turns && !fixed && angle > 0.0 {
            continue;
        }
        for depth in DEPTHS {
            let turn = rotation_x(angle.to_radians());
            let place = |way: Vec3, s: f64, rotation: Mat3| Pose {
                position: way * s + Vec3::new(0.0, 0.01, 0.0),
                rotation,
            };
            // a little across the way, so that no pose is symmetric
            let at = |s: f64| match b {
                _ if turns => place(Vec3::z(), s, turn),
                Form::HalfSpace => place(Vec3::z(), s, turn),
                Form::Cylinder { .. } => {
                    let (sin, cos) = angle.to_radians().sin_cos();
                    place(Vec3::new(cos, sin, 1.0 / s.max(1e-9)), s, Mat3::identity())
                }
                _ => {
                    let (sin, cos) = (0.3 * angle.to_radians()).sin_cos();
                    place(Vec3::new(sin, 0.0, cos), s, Mat3::identity())
                }
            };
            let cavity = matches!(b, Form::Cavity { .. });
            let [mut apart, mut met] = if cavity { [0.0, 3.0] } else { [4.0, -4.0] };
            for _ in 0..60 {
                let middle = 0.5 * (apart + met);
                if meets(a, b, &at(middle)) {
                    met = middle;
                } else {
                    apart = middle;
                }
            }
            let depth_of = depth * radius_of(&a).min(radius_of(&b));
            let s = if cavity {
                apart + depth_of
            } else {
                apart - depth_of
            };
            list.push(Case {
                what: format!("{angle}° {depth}"),
                a,
                b,
                at: at(s),
            });
        }
    }
    list
}

fn radius_of(form: &Form) -> f64 {
    match *form {
        Form::Sphere { radius } | Form::Cylinder { radius, .. } | Form::Capsule { radius, .. } => {
            radius
        }
        Form::Ellipsoid { semi_axes } => semi_axes.min(),
        Form::Frustum { top, .. } => top,
        Form::Torus { minor, .. } => minor,
        Form::Box { extents } => 0.5 * extents.min(),
        _ => f64::INFINITY,
    }
}

fn meets(a: Form, b: Form, at: &Pose) -> bool {
    let mut work = Workspace::default();
    let [a, b] = [a, b].map(|f| Prepared::new(f, Refinement::COARSE).unwrap());
    let found = work.overlap(
        &a,
        &b,
        &at.inverse(),
        &mut Memory::default(),
        &Options::default(),
    );
    !found.unwrap().is_empty()
}

/// Nanoseconds of a call: of rounds of many, the least.
fn time(case: &Case, rates: bool) -> f64 {
    let mut work = Workspace::default();
    let [a, b] = [case.a, case.b].map(|f| Prepared::new(f, Refinement::COARSE).unwrap());
    let options = Options {
        rates,
        ..Options::default()
    };
    let mut memory = Memory::default();
    let pose = case.at.inverse();
    let mut round = || {
        let start = Instant::now();
        for _ in 0..ROUND {
            let found = work.overlap(&a, &b, black_box(&pose), &mut memory, &options);
            black_box(found.unwrap().len());
        }
        start.elapsed().as_nanos() as f64 / ROUND as f64
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

const ROUND: usize = 1000;
const ROUNDS: usize = 5;
