//! Solids around an axis that lie on each other: what they have in common goes around a hole, in which its centroid is.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Rates, Volume, Workspace};
use carom_geometry::{Refinement, Revolution};

fn turned(outline: &[[f64; 2]]) -> Prepared {
    let made = Revolution::new(outline).unwrap().faceted(Refinement::FINE);
    Prepared::facets(made.closed(&made.facets).unwrap())
}

fn pipe(inner: f64, outer: f64) -> Prepared {
    let ring = [
        [inner, 0.0],
        [outer, 0.0],
        [outer, 0.2],
        [inner, 0.2],
        [inner, 0.0],
    ];
    turned(&ring)
}

fn shape(form: Form) -> Prepared {
    Prepared::with_faces(form, Refinement::FINE).unwrap()
}

/// Two solids, the height of B at which they touch, and the depth by how far B is below.
struct Case {
    name: &'static str,
    solids: [Prepared; 2],
    touch: f64,
    depth: fn(f64) -> f64,
}

fn case(name: &'static str, solids: [Prepared; 2], touch: f64, depth: fn(f64) -> f64) -> Case {
    Case {
        name,
        solids,
        touch,
        depth,
    }
}

fn frustum(length: f64, bottom: f64, top: f64) -> Prepared {
    shape(Form::Frustum {
        length,
        bottom,
        top,
    })
}

fn cases() -> Vec<Case> {
    let outline = [
        [0.1, 0.0],
        [0.3, 0.0],
        [0.3, 0.2],
        [0.25, 0.2],
        [0.1, 0.05],
        [0.1, 0.0],
    ];
    let seat = || turned(&outline);
    let disc = shape(Form::Cylinder {
        length: 0.1,
        radius: 0.3,
    });
    let torus = || {
        shape(Form::Torus {
            major: 0.2,
            minor: 0.05,
        })
    };
    let ball = |radius| shape(Form::Sphere { radius });
    let plane = Prepared::new(Form::HalfSpace, Refinement::FINE).unwrap();
    let pipes = [pipe(0.1, 0.2), pipe(0.12, 0.22)];
    let tip = frustum(0.5, 0.05, 0.45);
    let valve = frustum(0.3, 0.05, 0.2);
    vec![
        case("disc on pipe", [pipe(0.1, 0.2), disc], 0.2, |d| d),
        case("pipe on pipe", pipes, 0.2, |d| d),
        case("torus on torus", [torus(), torus()], 0.1, |d| d),
        case("torus on a plane", [plane, torus()], 0.05, |d| d),
        // the distance of the middle of the tube from the side of the cone, of slope 4/5, is its radius
        case(
            "cone in the hole of a torus",
            [torus(), tip],
            (0.05 * 1.64f64.sqrt() - 0.15) / 0.8,
            |d| d * 0.8 / 1.64f64.sqrt(),
        ),
        // its middle is 0.2 + 0.05 from that of the tube
        case(
            "ball in the hole of a torus",
            [torus(), ball(0.2)],
            0.15,
            |d| 0.25 - 0.2f64.hypot(0.15 - d),
        ),
        // on the line z = ρ − 0.05
        case(
            "ball in a seat",
            [seat(), ball(0.15)],
            0.15 * 2f64.sqrt() - 0.05,
            |d| d * 0.5f64.sqrt(),
        ),
        // the cone has a radius of 0.1 where its side, of slope 1/2, is at the edge of the seat
        case(
            "cone on the edge of its seat",
            [seat(), valve],
            -0.05,
            |d| d * 0.2f64.sqrt(),
        ),
    ]
}

/// B below the place of touch by `down`, moved aside and turned.
fn at(case: &Case, down: f64, aside: [f64; 2], lean: Vec3) -> Pose {
    Pose {
        position: Vec3::new(aside[0], aside[1], case.touch - down),
        rotation: exp_so3(&lean),
    }
}

/// The volume of a case with its rates, one at most.
fn volume(space: &mut Workspace, case: &Case, pose: &Pose) -> Option<(Volume, Rates)> {
    let [a, b] = &case.solids;
    let options = Options {
        rates: true,
        ..Options::default()
    };
    let found = space.overlap(a, b, pose, &mut Memory::default(), &options);
    assert!(found.unwrap().len() < 2, "{}", case.name);
    let v = space.volumes().first()?;
    Some((*v, space.rates()[0]))
}

/// On one axis the depth is that of the faces at every place of the ring, the force along the axis and its place on it.
#[test]
fn rings_on_one_axis_are_as_deep_as_their_faces() {
    let mut space = Workspace::default();
    for case in cases() {
        for down in [1e-6, 1e-5, 1e-4, 3e-4, 1e-3] {
            let pose = at(&case, down, [0.0; 2], Vec3::zeros());
            let (v, r) = volume(&mut space, &case, &pose).unwrap();
            let exact = (case.depth)(down);
            // places of size 0.3 with some roundings
            let off = v.distance() - exact;
            assert!(off.abs() < 1e-15, "{} {off:e}", case.name);
            // triangles of faces that are round have some roundings of size one over the thickness
            let off = (v.direction().unwrap() + Vec3::z()).amax();
            assert!(off < 1e-10, "{} {off:e}", case.name);
            let middle = (v.nearest[0] + v.nearest[1]) * 0.5;
            assert!(middle.x.hypot(middle.y) < 1e-10, "{} {middle:?}", case.name);
            // A goes down, out of B; rates of upright solids on a plane are those of a lean of 1e-9, which is something of a small depth
            let by = r.distance(&v);
            let slope = ((case.depth)(down + 1e-7) - (case.depth)(down - 1e-7)) / 2e-7;
            let off = (by.velocity - Vec3::z() * slope).amax() + by.turning.amax();
            assert!(off < 1e-8 + 2e-10 / exact, "{} {by:?}", case.name);
        }
        let [a, b] = &case.solids;
        let above = at(&case, -1e-5, [0.0; 2], Vec3::zeros());
        let (memory, options) = (&mut Memory::default(), Options::default());
        let gap = space.stand(a, b, &above, memory, &options).unwrap();
        let off = gap.unwrap().distance + (case.depth)(-1e-5);
        assert!(off.abs() < 1e-15, "{} {off:e}", case.name);
    }
}

/// Points and direction along a way on which rings open to sickles: nothing jumps by more than the solids move, and the force on the leaning side grows.
#[test]
fn rings_open_without_a_jump() {
    let mut space = Workspace::default();
    let steps = 200;
    for case in cases() {
        let mut last: Option<[Vec3; 3]> = None;
        for k in 0..=steps {
            let t = f64::from(k) / f64::from(steps);
            let lean = Vec3::new(2e-3 * t * (3.0 * t).sin(), 4e-3 * t, 0.1 * t);
            let pose = at(&case, 3e-4, [1e-3 * t, 1e-4 * t * t], lean);
            let (v, _) = volume(&mut space, &case, &pose).unwrap();
            let u = v.direction().unwrap();
            let middle = (v.nearest[0] + v.nearest[1]) * 0.5;
            let now = [Vec3::z() * v.distance(), u, middle];
            if let Some(before) = last {
                let [depth, turn, way] = [0, 1, 2].map(|i| (now[i] - before[i]).norm());
                // a place at 0.3 moves by 0.3·8e-3 and 1.2e-3 on the whole way; the mean of depths by twice as much
                let most = 2.0 * (0.3 * 8e-3 + 1.2e-3) / f64::from(steps);
                assert!(depth < most, "{} {t} {depth:e}", case.name);
                // a cone turns its force by 45 degrees as it opens, a ball by a tenth of the way, and all move it to the rim
                assert!(turn < 10.0 / f64::from(steps), "{} {t} {turn:e}", case.name);
                assert!(way < 1.0 / f64::from(steps), "{} {t} {way:e}", case.name);
            }
            last = Some(now);
        }
        let [depth, _, middle] = last.unwrap();
        assert!(
            depth.z > 6e-4 && middle.x > 0.07,
            "{}: {middle:?}",
            case.name
        );
    }
}
