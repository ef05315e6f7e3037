//! Contacts in a plane: against support functions, circles, differences.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::overlap::{
    Form, Memory, Options, OverlapError, Prepared, Separation, Volume, Workspace,
};
use carom_geometry::{Curve, Refinement};
use std::f64::consts::{PI, TAU};

type Radius<'a> = &'a dyn Fn(f64) -> Vec3;

/// The spline through points of a closed line.
fn curve(n: u32, line: Radius) -> Curve {
    let points: Vec<[f64; 3]> = (0..=n)
        .map(|k| line(TAU * f64::from(k % n) / f64::from(n)).into())
        .collect();
    Curve::through(&points, true).unwrap()
}

fn egg(n: u32) -> Curve {
    curve(n, &|t| {
        Vec3::new(0.6 * t.cos() + 0.08 * (2.0 * t).cos(), 0.4 * t.sin(), 0.0)
    })
}

/// With a waist: two hollows.
fn peanut() -> Curve {
    curve(48, &|t| {
        let r = 0.5 + 0.2 * (2.0 * t).cos();
        Vec3::new(r * t.cos(), r * t.sin(), 0.0)
    })
}

fn ring(radius: f64, n: u32) -> Curve {
    curve(n, &|t| Vec3::new(radius * t.cos(), radius * t.sin(), 0.0))
}

fn of(curve: &Curve) -> Prepared {
    Prepared::curve(curve).unwrap()
}

fn prepared(form: Form) -> Prepared {
    Prepared::new(form, Refinement::COARSE).unwrap()
}

fn disc(radius: f64) -> Prepared {
    prepared(Form::Circle { radius })
}

/// In the plane z = 0.
fn at(x: f64, y: f64, angle: f64) -> Pose {
    Pose {
        position: Vec3::new(x, y, 0.0),
        rotation: exp_so3(&Vec3::new(0.0, 0.0, angle)),
    }
}

enum Answer {
    Inside(Vec<Volume>),
    Apart(Separation),
}

fn ask(a: &Prepared, b: &Prepared, pose: &Pose) -> Answer {
    let mut space = Workspace::default();
    let found = space.stand(a, b, pose, &mut Memory::default(), &Options::default());
    match found.unwrap() {
        Some(gap) => Answer::Apart(gap),
        None => Answer::Inside(space.volumes().to_vec()),
    }
}

/// The depth, or minus the gap, of a pair with one contact; and where it is.
fn depth(a: &Prepared, b: &Prepared, pose: &Pose) -> (f64, [Vec3; 2]) {
    match ask(a, b, pose) {
        Answer::Apart(gap) => (-gap.distance, gap.nearest),
        Answer::Inside(list) => {
            assert_eq!(list.len(), 1, "{list:?}");
            (list[0].distance(), list[0].nearest)
        }
    }
}

/// How far a curve reaches along a direction: the largest of many values of its cubics, made better by a parabola.
fn reach(curve: &Curve, w: &Vec3) -> f64 {
    let parts = 100u32;
    let n = curve.pieces.len() * parts as usize;
    let value = |k: usize| {
        let k = k % n;
        let u = (k % parts as usize) as f64 / f64::from(parts);
        curve.pieces[k / parts as usize].at(u).dot(w)
    };
    let best = (0..n)
        .max_by(|i, j| value(*i).total_cmp(&value(*j)))
        .unwrap();
    let [x, y, z] = [best + n - 1, best, best + 1].map(value);
    y + (x - z).powi(2) / (8.0 * (2.0 * y - x - z))
}

/// Convex figures overlap along the direction in which they do so least, and are apart along the one in which they are so most:
/// depth = min over w of h_A(−w) + h_B(w).
#[test]
fn convex_figures_by_their_support() {
    let (one, other) = (
        egg(40),
        curve(24, &|t| Vec3::new(0.3 * t.cos(), 0.5 * t.sin(), 0.0)),
    );
    let (a, b) = (of(&one), of(&other));
    for (k, distance) in [0.7, 0.8, 0.86, 0.95, 1.1].into_iter().enumerate() {
        let way = 0.9 * k as f64;
        let pose = at(
            distance * way.cos(),
            distance * way.sin(),
            0.3 + 0.7 * k as f64,
        );
        let overlap = |angle: f64| {
            let w = Vec3::new(angle.cos(), angle.sin(), 0.0);
            reach(&one, &-w) + reach(&other, &pose.rotation.tr_mul(&w)) + w.dot(&pose.position)
        };
        let (mut least, mut angle) = (f64::INFINITY, 0.0);
        for j in 0..60 {
            let w = TAU * f64::from(j) / 60.0;
            if overlap(w) < least {
                (least, angle) = (overlap(w), w);
            }
        }
        // by thirds
        let (mut low, mut high) = (angle - PI / 30.0, angle + PI / 30.0);
        for _ in 0..60 {
            let [p, q] = [(2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0];
            *(if overlap(p) < overlap(q) {
                &mut high
            } else {
                &mut low
            }) = if overlap(p) < overlap(q) { q } else { p };
        }
        let (found, ends) = depth(&a, &b, &pose);
        let expected = overlap(0.5 * (low + high));
        // fourth derivatives of the cubics over the fourth power of a sample's length, 1/100 of a piece
        assert!((found - expected).abs() < 1e-8, "{k}: {found} {expected}");
        assert!(((ends[1] - ends[0]).norm() - found.abs()).abs() < 1e-13);
        // exchanged
        let (back, _) = depth(&b, &a, &pose.inverse());
        assert!((back - found).abs() < 1e-13);
    }
}

/// A spline through 120 points of a circle is a circle but for 1e-8; all pairs of figures then agree.
#[test]
fn circles_in_all_forms() {
    let (r, s) = (0.5, 0.3);
    let plane = |angle: f64| Pose {
        // its normal along (−sin, cos) of the plane z = 0
        position: Vec3::new(0.0, 0.1, 0.0),
        rotation: exp_so3(&Vec3::new(0.0, 0.0, angle))
            * Mat3::from_columns([Vec3::z(), Vec3::x(), Vec3::y()]),
    };
    let half = prepared(Form::HalfSpace);
    let figures = |r: f64| [disc(r), of(&ring(r, 120))];
    for a in figures(r) {
        for b in figures(s) {
            for distance in [0.75, 0.8, 0.9] {
                let (found, _) = depth(&a, &b, &at(0.6 * distance, 0.8 * distance, 0.4));
                assert!(
                    (found - (r + s - distance)).abs() < 2e-8,
                    "{found} {distance}"
                );
            }
        }
        for angle in [0.0, 0.2] {
            // the plane's height below the centre of A, along its normal
            let pose = plane(angle);
            let up = pose.rotation.column(2);
            for lift in [0.55, 0.5, 0.4] {
                let pose = Pose {
                    position: -up * lift,
                    ..pose
                };
                let (found, ends) = depth(&a, &half, &pose);
                assert!((found - (r - lift)).abs() < 2e-8, "{found} {lift}");
                // the slope of a spline is better than the cube of its step
                assert!((ends[1] + up * lift).norm() < 1e-5);
                let (back, _) = depth(&half, &a, &pose.inverse());
                assert!((back - found).abs() < 1e-13);
            }
        }
    }
    // a point in a disc, and in a curve
    let point = prepared(Form::Point);
    for b in figures(s) {
        for x in [0.25, 0.35] {
            let (found, ends) = depth(&point, &b, &at(-x, 0.0, 1.0));
            assert!((found - (s - x)).abs() < 2e-8);
            assert!(ends[0].norm() < 1e-15);
        }
    }
}

/// A figure with a waist lies on a plane with two feet, and holds a disc in its hollow by two flanks.
#[test]
fn several_contacts() {
    let a = of(&peanut());
    let half = prepared(Form::HalfSpace);
    let upright = Mat3::from_columns([Vec3::z(), Vec3::x(), Vec3::y()]);
    let pose = |y: f64| Pose {
        position: Vec3::new(0.0, y, 0.0),
        rotation: upright,
    };
    let Answer::Inside(feet) = ask(&a, &half, &pose(-0.31)) else {
        panic!("the figure reaches down to 0.33")
    };
    assert_eq!(feet.len(), 2);
    assert!((feet[0].centroid + feet[1].centroid).x.abs() < 1e-12);
    assert!((feet[0].distance() - feet[1].distance()).abs() < 1e-12);
    // the hollow at y = 0.3 is 0.3 + 0.9·x² wide there: a disc of 0.8 spans it
    let ball = disc(0.8);
    let mut y = 1.2;
    let two = loop {
        match ask(&ball, &a, &at(0.0, -y, 0.0)) {
            Answer::Inside(list) => break list,
            Answer::Apart(_) => y -= 1e-3,
        }
    };
    assert_eq!(two.len(), 2, "{two:?}");
    assert!((two[0].distance() - two[1].distance()).abs() < 1e-12);
    let sum = two[0].direction().unwrap() + two[1].direction().unwrap();
    assert!(sum.x.abs() < 1e-9 && sum.y > 0.0);
}

/// Rates by the motions in the plane against differences.
#[test]
fn rates() {
    let (one, other, waist) = (of(&egg(40)), of(&ring(0.3, 24)), of(&peanut()));
    let half = prepared(Form::HalfSpace);
    let (track, hill) = (bowl(1.0), of(&Curve::arc(1.0, PI)));
    let wheel = of(&Curve::arc(0.3, 2.0 * PI / 3.0));
    let corner = on_its_end(0.3, Vec3::new(0.1, 0.98, 0.0));
    let plane = Pose {
        position: Vec3::new(0.1, -0.35, 0.0),
        rotation: exp_so3(&Vec3::new(0.0, 0.0, 0.2))
            * Mat3::from_columns([Vec3::z(), Vec3::x(), Vec3::y()]),
    };
    let cases = [
        (&disc(0.5), &disc(0.3), at(0.6, 0.3, 0.2)),
        (&one, &other, at(0.7, 0.3, 0.2)),
        (&other, &one, at(-0.4, 0.45, 1.2)),
        (&one, &waist, at(0.8, 0.5, 0.7)),
        (&disc(0.3), &one, at(0.75, 0.2, 0.4)),
        (&one, &disc(0.3), at(0.6, 0.4, 0.4)),
        (&prepared(Form::Point), &one, at(0.5, 0.1, 0.4)),
        (&one, &half, plane),
        (&disc(0.45), &half, plane),
        (&half, &one, plane.inverse()),
        (&half, &disc(0.45), plane.inverse()),
        (&disc(0.3), &track, at(-0.1, 0.72, 0.4)),
        (&track, &disc(0.3), at(0.1, -0.72, 0.4)),
        // over an end at (1, 0)
        (&disc(0.3), &hill, at(-1.2, 0.1, 0.0)),
        (&hill, &disc(0.3), at(1.2, -0.1, 0.7)),
        (&track, &wheel, at(0.1, -0.72, -5.0 * PI / 6.0)),
        // on a corner
        (&hill, &wheel, corner),
        (&wheel, &hill, corner.inverse()),
    ];
    for (k, (a, b, pose)) in cases.iter().enumerate() {
        rates_agree(k, a, b, pose);
    }
}

fn rates_agree(k: usize, a: &Prepared, b: &Prepared, pose: &Pose) {
    let options = Options {
        rates: true,
        ..Options::default()
    };
    let mut space = Workspace::default();
    let mut at = |pose: &Pose| {
        let mut memory = Memory::default();
        let volumes = space.overlap(a, b, pose, &mut memory, &options).unwrap();
        assert_eq!(volumes.len(), 1, "case {k}");
        (volumes[0], space.rates()[0])
    };
    let (here, rates) = at(pose);
    // the frame of A: motions in the plane of the figures
    let half_first = *a.form() == Form::HalfSpace;
    let (axes, normal) = match half_first {
        false => ([Vec3::x(), Vec3::y()], Vec3::z()),
        true => ([Vec3::y(), Vec3::z()], Vec3::x()),
    };
    let motions = [
        (axes[0], Vec3::zeros()),
        (axes[1], Vec3::zeros()),
        (Vec3::zeros(), normal),
    ];
    for (velocity, turning) in motions {
        let mut moved = |h: f64| {
            let motion = Pose {
                position: velocity * h,
                rotation: exp_so3(&(turning * h)),
            };
            let (mut v, _) = at(&(motion.inverse() * *pose));
            v.carry(&motion);
            (v.distance(), v.direction().unwrap(), v.nearest)
        };
        let h = 1e-5;
        let (p, m) = (moved(h), moved(-h));
        let along = |r: &carom_geometry::overlap::Rate1| {
            r.velocity.dot(&velocity) + r.turning.dot(&turning)
        };
        let by = |r: &carom_geometry::overlap::Rate3| r.velocity * velocity + r.turning * turning;
        let error = [
            (along(&rates.distance(&here)) - (p.0 - m.0) / (2.0 * h)).abs(),
            (by(&rates.direction(&here)) - (p.1 - m.1) / (2.0 * h)).amax(),
            (by(&rates.nearest[0]) - (p.2[0] - m.2[0]) / (2.0 * h)).amax(),
            (by(&rates.nearest[1]) - (p.2[1] - m.2[1]) / (2.0 * h)).amax(),
        ];
        // 1e-16 over h, and the third derivatives of bends of some ten over h²
        assert!(error.iter().all(|e| *e < 1e-6), "case {k}: {error:?}");
    }
}

/// From apart to inside the depth goes through zero with the slope of the motion.
#[test]
fn gaps_are_continuous() {
    let (a, b) = (of(&egg(40)), of(&peanut()));
    let point = prepared(Form::Point);
    for (a, b) in [(&a, &b), (&disc(0.2), &b), (&point, &a)] {
        let mut before: Option<f64> = None;
        for k in 0..200 {
            let x = 1.5 - 0.006 * f64::from(k);
            let (found, _) = depth(a, b, &at(x, 0.05, 0.3));
            if let Some(before) = before {
                assert!(
                    found > before && found - before < 0.0061,
                    "{x}: {before} {found}"
                );
            }
            before = Some(found);
            if found > 0.05 {
                break;
            }
        }
        assert!(before.unwrap() > 0.05);
    }
}

#[test]
fn refusals() {
    let a = of(&egg(40));
    let b = disc(0.3);
    let stand = |a: &Prepared, b: &Prepared, pose: Pose| {
        Workspace::default()
            .stand(a, b, &pose, &mut Memory::default(), &Options::default())
            .unwrap_err()
    };
    let mut lifted = at(0.7, 0.0, 0.0);
    lifted.position.z = 1e-3;
    assert_eq!(stand(&a, &b, lifted), OverlapError::OutOfPlane);
    let tilted = Pose {
        position: Vec3::new(0.7, 0.0, 0.0),
        rotation: exp_so3(&Vec3::new(1e-3, 0.0, 0.0)),
    };
    assert_eq!(stand(&a, &b, tilted), OverlapError::OutOfPlane);
    let half = prepared(Form::HalfSpace);
    assert_eq!(
        stand(&a, &half, at(0.0, 0.0, 0.0)),
        OverlapError::OutOfPlane
    );
    let ball = prepared(Form::Sphere { radius: 1.0 });
    assert_eq!(
        stand(&a, &ball, at(0.0, 0.0, 0.0)),
        OverlapError::Unsupported
    );
    assert!(Prepared::new(Form::Circle { radius: 0.0 }, Refinement::COARSE).is_err());
    // points in no plane
    let helix = |k: i32| {
        let t = f64::from(k);
        [t.cos(), t.sin(), 0.3 * t]
    };
    let helix: Vec<[f64; 3]> = (0..6).map(helix).collect();
    assert!(Prepared::curve(&Curve::through(&helix, false).unwrap()).is_err());
}

/// The lower half of a circle about the origin, as a track for what is inside, and a disc on it.
fn bowl(radius: f64) -> Prepared {
    of(&Curve::arc(radius, -PI)).turned()
}

/// A disc in a bowl, on its convex side, past its ends and behind its wall, against distances of points.
#[test]
fn discs_on_arcs() {
    let (big, r) = (1.0, 0.2);
    let (track, hill) = (bowl(big), of(&Curve::arc(big, PI)));
    let d = disc(r);
    for angle in [0.3, 1.5, 2.9_f64] {
        for lift in [-0.01, 0.02] {
            let way = Vec3::new(angle.cos(), -angle.sin(), 0.0);
            // the disc at way·(R − r − lift) in the bowl
            let centre = way * (big - r - lift);
            let pose = at(-centre.x, -centre.y, 0.0);
            let (found, ends) = depth(&d, &track, &pose);
            // what an arc of cubics is off
            assert!((found + lift).abs() < 2e-11, "{found} {lift}");
            assert!((ends[1] + centre - way * big).norm() < 1e-8);
            let (back, _) = depth(&track, &d, &pose.inverse());
            assert!((back - found).abs() < 1e-13);
            // on the hill, mirrored
            let centre = Vec3::new(way.x, -way.y, 0.0) * (big + r + lift);
            let (found, _) = depth(&d, &hill, &at(-centre.x, -centre.y, 0.0));
            assert!((found + lift).abs() < 2e-11, "{found} {lift}");
        }
    }
    // Over the end of the hill at (1, 0) the depth goes on smoothly as that of a corner; its normal there is x.
    let mut before: Option<f64> = None;
    for k in 0..80 {
        let y = 0.05 - 0.002 * f64::from(k);
        let (found, _) = depth(&d, &hill, &at(-(big + 0.19), -y, 0.0));
        let expected = match y > 0.0 {
            true => r - ((big + 0.19_f64).hypot(y) - big),
            false => r - 0.19_f64.hypot(y),
        };
        assert!((found - expected).abs() < 2e-11, "{y}: {found} {expected}");
        // 2 mm along a slope of y/0.19 at most
        assert!(before.is_none_or(|b| (found - b).abs() < 2e-3));
        before = Some(found);
    }
    // a point past the end touches nothing, one behind the front does as deep as the wall is thick
    let point = prepared(Form::Point);
    let stands = |x: f64, y: f64| depth(&point, &hill, &at(-x, -y, 0.0)).0;
    assert!((stands(0.0, 0.97) - 0.03).abs() < 2e-11);
    assert!(stands(0.99, -1e-3) < 0.0 && stands(1.01, -1e-3) < 0.0);
    // the circle around half a circle has its radius: the wall is a tenth of it thick, and the next piece away from its front is known
    let wall = of(&Curve::arc(big, PI)).thickness();
    assert!((stands(0.0, 1.0 - wall + 1e-6) - (wall - 1e-6)).abs() < 2e-11);
    assert!((stands(0.0, 1.0 - wall - 0.01) + 0.01).abs() < 2e-11);
    assert!((0.09..0.12).contains(&wall));
}

/// The spline through points of the parabola y = x²: distances to its exact feet.
#[test]
fn points_on_a_parabola() {
    let point_at = |k: i32| {
        let x = -1.0 + 0.025 * f64::from(k);
        [x, x * x, 0.0]
    };
    let points: Vec<[f64; 3]> = (0..=80).map(point_at).collect();
    let line = Curve::through(&points, false).unwrap();
    // from left to right its material is on the left, above; the point comes from below
    let (under, over) = (of(&line), of(&line).turned());
    let point = prepared(Form::Point);
    for x in [-0.8, -0.1, 0.0, 0.55_f64] {
        // the unit normal down from (x, x²)
        let out = Vec3::new(2.0 * x, -1.0, 0.0) / (1.0 + 4.0 * x * x).sqrt();
        for h in [0.03, -0.02] {
            let p = Vec3::new(x, x * x, 0.0) + out * h;
            let (found, ends) = depth(&point, &under, &at(-p.x, -p.y, 0.0));
            // fourth order: 0.025⁴ times fourth derivatives by the length over 384
            assert!((found + h).abs() < 2e-8, "{x}: {found} {h}");
            assert!((ends[1] + out * h).norm() < 1e-6);
            let (found, _) = depth(&point, &over, &at(-p.x, -p.y, 0.0));
            assert!((found - h).abs() < 2e-8);
        }
    }
    // Upright on a plane: by its lowest place with the front down, and on an end when it is tipped over.
    let half = prepared(Form::HalfSpace);
    let upright = |angle: f64, lift: f64| {
        let rotation = exp_so3(&Vec3::new(0.0, 0.0, angle))
            * Mat3::from_columns([Vec3::z(), Vec3::x(), Vec3::y()]);
        Pose {
            position: -rotation.column(2) * lift,
            rotation,
        }
    };
    let (found, _) = depth(&under, &half, &upright(0.0, -0.01));
    assert!((found - 0.01).abs() < 1e-8);
    // tan of the tangent's angle at (1, 1) is 2: the end is lowest from there on
    let angle: f64 = 1.2;
    let up = Vec3::new(-angle.sin(), angle.cos(), 0.0);
    let (found, ends) = depth(
        &under,
        &half,
        &upright(angle, -up.dot(&Vec3::new(1.0, 1.0, 0.0)) - 0.01),
    );
    assert!((found - 0.01).abs() < 1e-14, "{found}");
    assert!((ends[0] - Vec3::new(1.0, 1.0, 0.0)).norm() < 1e-14);
    // with its front up it touches nothing
    assert!(depth(&over, &half, &upright(0.0, -0.01)).0 < 0.0);
}

/// An arc of 120 degrees, turned so that it stands on its second end at a place: 40 degrees beyond its lowest normal.
fn on_its_end(radius: f64, place: Vec3) -> Pose {
    let angle = -PI / 2.0 - 2.0 * PI / 3.0 - 40.0_f64.to_radians();
    let mut pose = at(0.0, 0.0, angle);
    let (s, c) = (2.0 * PI / 3.0).sin_cos();
    pose.position = place - pose.rotation * Vec3::new(c, s, 0.0) * radius;
    pose
}

/// Arcs on arcs, also turned over, against circles; and a corner of one on the other.
#[test]
fn arcs_on_arcs() {
    let (big, small) = (1.0, 0.3);
    let track = bowl(big);
    // the lower part of a wheel: from −150 to −30 degrees, about its own centre
    let wheel = of(&Curve::arc(small, 2.0 * PI / 3.0));
    let turn = -5.0 * PI / 6.0;
    let turned_over = exp_so3(&Vec3::new(PI, 0.0, 0.0));
    for lift in [-0.01, 0.02] {
        for angle in [-0.4, 0.0, 0.3] {
            let centre = Vec3::new(f64::sin(angle), -f64::cos(angle), 0.0) * (big - small - lift);
            let pose = at(centre.x, centre.y, turn);
            let (found, _) = depth(&track, &wheel, &pose);
            assert!((found + lift).abs() < 2e-10, "{found} {lift}");
            // the same wheel about the opposite normal, its arc the same
            let over = Pose {
                position: pose.position,
                rotation: exp_so3(&Vec3::new(0.0, 0.0, -PI / 6.0)) * turned_over,
            };
            let (found, _) = depth(&track, &wheel, &over);
            assert!((found + lift).abs() < 2e-10, "{found} {lift}");
            let (back, _) = depth(&wheel, &track, &over.inverse());
            assert!((back - found).abs() < 1e-12);
        }
    }
    // On a round hill the wheel stands on an end, if the way down is beyond its normal there.
    let hill = of(&Curve::arc(big, PI));
    let corner = Vec3::new(0.0, big - 0.01, 0.0);
    let (found, ends) = depth(&hill, &wheel, &on_its_end(small, corner));
    assert!((found - 0.01).abs() < 2e-11, "{found}");
    assert!((ends[1] - corner).norm() < 1e-12);
    // back to back nothing touches
    let backs = (track.turned(), wheel.turned());
    for y in [-0.2, 0.0, 0.2] {
        assert!(depth(&backs.0, &backs.1, &at(0.0, y, turn)).0 < 0.0);
    }
}

/// Wherever two figures are, one of them open, there is an answer of finite numbers, and the same one with the two exchanged.
#[test]
fn open_curves_anywhere() {
    let wave = |k: i32| {
        let x = -1.0 + 0.1 * f64::from(k);
        [x, 0.3 * (4.0 * x).sin(), 0.0]
    };
    let wave: Vec<[f64; 3]> = (0..=20).map(wave).collect();
    let wave = of(&Curve::through(&wave, false).unwrap());
    let figures = [
        disc(0.2),
        prepared(Form::Point),
        bowl(1.0),
        of(&Curve::arc(0.3, 2.0)),
        of(&egg(20)),
        wave.turned(),
    ];
    let options = Options {
        rates: true,
        ..Options::default()
    };
    let (mut inside, mut apart) = (0, 0);
    for other in &figures {
        for k in 0..300u32 {
            let number = |m: u32| f64::from(k * m % 211) / 105.5 - 1.0;
            let pose = at(1.6 * number(37), 1.2 * number(59), 4.0 * number(101));
            let mut space = Workspace::default();
            let mut sum = |a: &Prepared, b: &Prepared, pose: &Pose| {
                let found = space.stand(a, b, pose, &mut Memory::default(), &options);
                match found.unwrap() {
                    Some(gap) => {
                        assert!(gap.distance >= 0.0 && gap.distance.is_finite());
                        let ends = gap.nearest[0] + gap.nearest[1] + gap.direction;
                        assert!(ends.x.is_finite() && ends.y.is_finite());
                        -gap.distance
                    }
                    None => {
                        let deepest = |d: f64, v: &Volume| d.max(v.distance());
                        space.volumes().iter().fold(0.0, deepest)
                    }
                }
            };
            let found = sum(&wave, other, &pose);
            let back = sum(other, &wave, &pose.inverse());
            assert!((found - back).abs() < 1e-9, "{k}: {found} {back}");
            if found > 0.0 {
                inside += 1;
            } else {
                apart += 1;
            }
        }
    }
    assert!(inside > 100 && apart > 100, "{inside} {apart}");
}
