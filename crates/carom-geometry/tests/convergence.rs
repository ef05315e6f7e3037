//! A sphere on a plate by its triangles and by its formula: the table of docs/theory/overlap.md.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_base::{Pose, Vec3};
use carom_geometry::Refinement;
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Workspace};
use common::{Random, icosphere};

/// What a sphere of triangles makes of a depth, as it rolls: the smallest and the largest of each.
struct Spread {
    /// Of the distance of the nearest points, over that of the formula.
    depth: [f64; 2],
    /// Of the volume, likewise.
    volume: [f64; 2],
    /// Angle of the direction by nearest points from the plate's normal, degrees.
    lean: f64,
    /// The same of the smooth direction.
    smooth: f64,
}

fn rolled(level: u32, depth: f64) -> Spread {
    let ball = Prepared::mesh(&icosphere(level)).unwrap();
    let exact = Prepared::new(Form::Sphere { radius: 1.0 }, Refinement::COARSE).unwrap();
    let plate = Prepared::new(Form::HalfSpace, Refinement::COARSE).unwrap();
    let mut work = Workspace::default();
    let mut ask = |solid: &Prepared, pose: &Pose| {
        let found = work.overlap(
            solid,
            &plate,
            pose,
            &mut Memory::default(),
            &Options::default(),
        );
        found.unwrap()[0]
    };
    let mut random = Random(3);
    let mut s = Spread {
        depth: [f64::INFINITY, 0.0],
        volume: [f64::INFINITY, 0.0],
        lean: 0.0,
        smooth: 0.0,
    };
    for _ in 0..40 {
        let at = Pose {
            position: Vec3::new(0.1, 0.2, 1.0 - depth),
            rotation: random.rotation(),
        };
        let pose = at.inverse();
        let (v, w) = (ask(&ball, &pose), ask(&exact, &pose));
        let up = pose.rotation.column(2);
        let reach = |range: &mut [f64; 2], x: f64| *range = [range[0].min(x), range[1].max(x)];
        reach(&mut s.depth, v.distance() / w.distance());
        reach(&mut s.volume, v.volume / w.volume);
        // by the cross product: the cosine of a small angle is 1
        let angle = |u: Option<Vec3>| u.unwrap().cross(&up).norm().asin().to_degrees();
        s.lean = s.lean.max(angle(v.direction()));
        s.smooth = s.smooth.max(angle(v.normal()));
    }
    s
}

/// The rows stand on the page, and the volume converges with the square of the edges.
#[test]
fn a_sphere_of_triangles_on_a_plate() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/theory/overlap.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut rows = String::new();
    for depth in [0.05, 0.01] {
        let mut lost = Vec::new();
        for level in [3, 4, 5] {
            let s = rolled(level, depth);
            let ([a, b], [c, d]) = (s.depth, s.volume);
            rows += &format!(
                "| {} | {depth} | {a:.2} to {b:.2} | {:.1}° | {c:.2} to {d:.2} |\n",
                20 * 4u32.pow(level),
                s.lean
            );
            // the normal of a plane is exact for every mesh
            assert!(s.smooth < 1e-9, "{}", s.smooth);
            lost.push(1.0 - 0.5 * (c + d));
        }
        let order = (lost[1] / lost[2]).log2();
        assert!((order - 2.0).abs() < 0.1, "{order}");
    }
    assert!(page.contains(&rows), "not on the page:\n{rows}");
}
