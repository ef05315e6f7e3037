//! The reference cases of polyhedra: `validation/values/contact-polyhedra.json` and `contact-mesh-convergence.json`.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Flags, Memory, Options, Volume, Workspace};
use common::{cases, closed, number, polyhedron, vector};
use serde_json::Value;

/// Of the printed references, relative to the value (or to the size of a vector).
const TOLERANCE: f64 = 1e-11;

fn solve(case: &Value) -> (Vec<Volume>, Pose) {
    let (a, pose_a) = polyhedron(&case["A"]);
    let (b, pose_b) = polyhedron(&case["B"]);
    let pose = pose_a.inverse() * pose_b;
    let mut work = Workspace::default();
    let found = work
        .meshes(
            &closed(&a),
            &closed(&b),
            &pose,
            &mut Memory::default(),
            &Options::default(),
        )
        .unwrap()
        .to_vec();
    (found, pose_a)
}

/// The worst error of a component in units of the tolerance, with its name.
fn worst(case: &Value, volume: &Volume, world: &Pose, reference: &Value) -> Vec<(String, f64)> {
    let place = |p: &Vec3| world.rotation * p + world.position;
    let turn = |p: &Vec3| world.rotation * p;
    let size = number(&reference["volume"]).cbrt();
    let mut errors = vec![(
        "volume".to_owned(),
        (volume.volume / number(&reference["volume"]) - 1.0).abs(),
    )];
    let mut vectors = vec![
        ("centroid", place(&volume.centroid)),
        ("nearest_on_A", place(&volume.nearest[0])),
        ("nearest_on_B", place(&volume.nearest[1])),
        ("vector_area_A", turn(&volume.vector_area)),
    ];
    if let Some(u) = volume.direction() {
        vectors.push(("force_dir_on_A", turn(&u)));
    }
    for (name, ours) in vectors {
        if reference[name].is_array() {
            let theirs = vector(&reference[name]);
            errors.push((
                name.into(),
                (ours - theirs).norm() / theirs.norm().max(size),
            ));
        }
    }
    let [to_a, to_b] = volume.gaps();
    for (name, ours) in [
        ("nearest_distance", volume.distance()),
        ("mean_thickness", volume.mean_thickness()),
        ("chord_along_vector_area", volume.chord),
        ("distance_centroid_to_A", to_a),
        ("distance_centroid_to_B", to_b),
    ] {
        if reference[name].is_number() {
            let theirs = number(&reference[name]);
            errors.push((name.into(), (ours - theirs).abs() / theirs.max(size)));
        }
    }
    let _ = case;
    errors
}

#[test]
fn polyhedra_agree_with_the_references() {
    let mut report = String::new();
    for case in cases("contact-polyhedra.json") {
        let id = case["id"].as_str().unwrap();
        let references = case["components"].as_array().unwrap();
        let (found, world) = solve(&case);
        assert_eq!(found.len(), references.len(), "{id}");
        let mut found = found;
        found.sort_by(|x, y| {
            let [p, q] = [x, y].map(|v| world.rotation * v.centroid + world.position);
            p.x.total_cmp(&q.x)
        });
        for (volume, reference) in found.iter().zip(references) {
            for (name, error) in worst(&case, volume, &world, reference) {
                if error.is_nan() || error > TOLERANCE {
                    report += &format!("{id} {name} {error:e}\n");
                }
            }
            if let Some(flag) = case["expect_flag"].as_str() {
                assert!(
                    volume.flags.names().any(|n| n == flag),
                    "{id}: {:?}",
                    volume.flags
                );
            }
            if reference["nearest_unique"] == Value::Bool(true) {
                assert!(!volume.flags.contains(Flags::AMBIGUOUS_NEAREST), "{id}");
            } else {
                let tie = Flags::AMBIGUOUS_NEAREST;
                assert!(
                    volume.flags.contains(tie) || volume.flags.contains(Flags::CONTAINED),
                    "{id}"
                );
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn spheres_of_triangles_agree_with_the_references() {
    for case in cases("contact-mesh-convergence.json") {
        let (found, world) = solve(&case);
        assert_eq!(found.len(), 1);
        let c = world.rotation * found[0].centroid + world.position;
        assert!(
            (found[0].volume / number(&case["volume"]) - 1.0).abs() < TOLERANCE,
            "{case}"
        );
        assert!((c - vector(&case["centroid"])).norm() < TOLERANCE);
    }
}
