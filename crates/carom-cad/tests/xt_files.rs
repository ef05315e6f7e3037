//! Parasolid XT text: the file of a public Adams model, and solids that a writer of these tests makes.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use crate::damage;
use crate::xt_writer;

use carom_base::Vec3;
use carom_cad::brep::{AttributeValue, Body, Loop};
use carom_cad::xt::{self, Fault};
use carom_cad::{mass_properties, step};
use std::path::Path;
use xt_writer::{F, Writer};

fn data(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::read(folder.join(format!("{name}.step"))).unwrap()
}

fn axle() -> Vec<u8> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/models/aview_hpc");
    std::fs::read(models.join("test_2.x_t")).unwrap()
}

/// Facts of the file: counted by an independent script, and the names that the deck uses.
#[test]
fn the_axle_of_test_2() {
    let file = xt::read(&axle()).unwrap();
    assert!(file.refused.is_empty(), "{:?}", file.refused);
    let [body] = &file.solids.bodies[..] else {
        panic!("one body")
    };
    let kinds = |kind: &str| {
        body.faces
            .iter()
            .filter(|f| f.surface.kind() == kind)
            .count()
    };
    assert_eq!(
        (kinds("plane"), kinds("cylinder"), kinds("sphere")),
        (4, 3, 2)
    );
    assert_eq!(
        (body.faces.len(), body.edges.len(), body.vertices.len()),
        (9, 16, 16)
    );
    assert!(
        body.edges
            .iter()
            .all(|e| e.tolerance == 1e-8 && e.curve.is_none() && e.ends.is_some())
    );
    let fins = body.faces.iter().flat_map(|f| &f.loops).map(|l| match l {
        Loop::Fins(fins) => fins.iter().filter(|f| f.curve.is_some()).count(),
        Loop::Vertex(_) => panic!("no isolated loops"),
    });
    assert_eq!(fins.sum::<usize>(), 32);
    assert_eq!(body.name, "SOLID1");
    assert_eq!(body.text("AdamsPartName"), Some("axle"));
    assert_eq!(
        body.attribute("UG2/ADAMS_ID"),
        Some(&[AttributeValue::Integer(2)][..])
    );
    assert_eq!((body.metres, body.resolution), (1.0, 1e-8));
    assert_eq!(file.solids.placements.len(), 1);
    let mass = mass_properties(body).unwrap();
    // Another kernel: 1166.558 mm³ and 22.5424 mm. Edges are known to 1e-8 m, so a surface of 1.1e-3 m² leaves the volume open by 1e-5.
    assert!(
        (mass.properties.volume / 1166.558e-9 - 1.0).abs() < 1e-5,
        "{}",
        mass.properties.volume
    );
    assert!(
        (mass.properties.centroid.z / 22.5424e-3 - 1.0).abs() < 1e-5,
        "{}",
        mass.properties.centroid.z
    );
    // Adams: 0.0199264127 lbm, at 7750 kg/m³; its masses of tolerant bodies agree with other kernels to 5e-4
    assert!((mass.properties.volume * 7750.0 / 0.453_592_37 / 0.019_926_412_7 - 1.0).abs() < 5e-4);
}

/// The same solid read from STEP, written as XT text, and read from that.
#[test]
fn solids_written_as_xt_text() {
    for name in [
        "box",
        "cylinder",
        "cone",
        "cone_apex",
        "sphere",
        "torus",
        "filleted_box",
        "plate",
        "loft",
        "revolved",
        "boolean",
    ] {
        let step = step::read(&data(name)).unwrap().solids.bodies.remove(0);
        let mut writer = Writer::default();
        let root = writer.index();
        writer.body(root, &step, 0);
        let text = writer.file("SCH_1300000_13006");
        assert!(
            text.lines().all(|l| l.len() <= 80 && !l.ends_with(' ')) || text.ends_with("1 0 \n")
        );
        let file = xt::read(text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(file.refused.is_empty(), "{name}: {:?}", file.refused);
        let body = &file.solids.bodies[0];
        assert_eq!(
            (body.faces.len(), body.edges.len(), body.vertices.len()),
            (step.faces.len(), step.edges.len(), step.vertices.len())
        );
        for (a, b) in body.faces.iter().zip(&step.faces) {
            assert_eq!(
                (a.surface.kind(), a.reversed, a.loops.len()),
                (b.surface.kind(), b.reversed, b.loops.len()),
                "{name}"
            );
        }
        let volume = |b: &Body| mass_properties(b).unwrap().properties.volume;
        let error = volume(body) / volume(&step) - 1.0;
        // weights are multiplied and divided, frames made orthogonal again: rounding
        assert!(error.abs() < 1e-12, "{name}: {error:e}");
    }
}

/// Two bodies in an assembly: one as it is, one turned, moved and twice as large.
#[test]
fn assemblies() {
    let cone = step::read(&data("cone")).unwrap().solids.bodies.remove(0);
    let mut w = Writer::default();
    let [root, first, second, transform, body] = [(); 5].map(|()| w.index());
    let zero = |n: usize| std::iter::repeat_n(F::I(0), n).collect::<Vec<_>>();
    let assembly = [
        zero(8),
        vec![F::R(1e3), F::R(1e-8)],
        zero(6),
        vec![F::I(first)],
    ]
    .concat();
    w.node(10, None, root, &assembly);
    for (index, transform, next) in [(first, 0, second), (second, transform, 0)] {
        let fields = [
            F::I(1),
            F::I(0),
            F::I(1),
            F::I(body),
            F::I(transform),
            F::I(root),
            F::I(next),
            F::I(0),
            F::I(0),
            F::I(0),
        ];
        w.node(11, None, index, &fields);
    }
    let turn = [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0].map(F::R);
    let shift = [
        F::R(10.0),
        F::R(0.0),
        F::R(0.0),
        F::R(2.0),
        F::I(0),
        F::R(0.0),
        F::R(0.0),
        F::R(0.0),
    ];
    w.node(
        100,
        None,
        transform,
        &[&zero(4)[..], &turn[..], &shift[..]].concat(),
    );
    let name = w.text_attribute("AdamsObjectName", "a\\9\\n\\\\b", 13, 0);
    w.body(body, &cone, name);
    let file = xt::read(w.file("SCH_1300000_13006").as_bytes()).unwrap();
    assert!(file.refused.is_empty(), "{:?}", file.refused);
    assert_eq!(file.solids.bodies[0].name, "a         \n\\b");
    let [a, b] = &file.solids.placements[..] else {
        panic!("two places")
    };
    assert_eq!((a.body, b.body), (0, 0));
    let p = Vec3::new(1.0, 2.0, 3.0);
    assert_eq!(a.rotation * p + a.translation, p);
    // (R·x + t)·scale
    assert_eq!(b.rotation * p + b.translation, Vec3::new(16.0, 2.0, 6.0));
}

/// Faults in the whole file, and in one body of it.
#[test]
fn faults() {
    let cylinder = step::read(&data("cylinder"))
        .unwrap()
        .solids
        .bodies
        .remove(0);
    let mut w = Writer::default();
    let root = w.index();
    w.body(root, &cylinder, 0);
    let good = w.file("SCH_1300000_13006");
    assert!(xt::read(good.as_bytes()).is_ok());
    let joined = good
        .replacen("****\n", "****|", 1)
        .replace('\n', "")
        .replacen("****|", "****\n", 1);
    assert!(xt::read(joined.as_bytes()).is_ok());
    for (from, to, kind, expected) in [
        (
            "SCH_1300000_13006",
            "SCH_1200000_12006",
            Fault::Schema,
            "the schema `SCH_1200000_12006` is not known",
        ),
        (
            "19 2 1 0 1",
            "999 2 1 0 1",
            Fault::Schema,
            "node type 999 is not known",
        ),
        (
            "19 3 2 0",
            "19 2 2 0",
            Fault::Syntax,
            "node 2 (REGION): the node index 2 is used twice",
        ),
        (
            "1e3 1e-8",
            "nan 1e-8",
            Fault::Syntax,
            "node 1 (BODY): a number is expected, not `nan`",
        ),
        (
            "12 1 1 0",
            "19 1 1 0",
            Fault::Syntax,
            "a whole number is expected",
        ),
    ] {
        let text = joined.rsplit_once(from).map(|(a, b)| format!("{a}{to}{b}"));
        let text = match from.starts_with("SCH") {
            true => text.unwrap(),
            false => joined.replacen(from, to, 1),
        };
        assert_ne!(text, joined, "{from}");
        let e = xt::read(text.as_bytes()).unwrap_err();
        assert!(
            e.kind == kind && e.to_string().contains(expected),
            "{e} | {expected}"
        );
    }
    let cut = xt::read(&joined.as_bytes()[..joined.len() / 2]).unwrap_err();
    assert_eq!(cut.kind, Fault::Truncated, "{cut}");
}

/// A length of 2³¹ values is refused before anything is allocated.
#[test]
fn lengths_that_lie() {
    let mut w = Writer::default();
    let root = w.index();
    w.node(45, Some(2_000_000_000), root, &[F::R(1.0)]);
    let e = xt::read(w.file("SCH_1300000_13006").as_bytes()).unwrap_err();
    assert_eq!(e.kind, Fault::Limit, "{e}");
    assert!(
        e.to_string().contains("2000000000 values are announced"),
        "{e}"
    );
}

/// Bodies whose nodes do not fit together are refused, each with its node.
#[test]
fn faults_of_a_body() {
    let refused = |change: &dyn Fn(&mut Body)| {
        let mut body = step::read(&data("box")).unwrap().solids.bodies.remove(0);
        change(&mut body);
        let mut w = Writer::default();
        let root = w.index();
        w.body(root, &body, 0);
        let file = xt::read(w.file("SCH_1300000_13006").as_bytes()).unwrap();
        file.refused
            .first()
            .map(|r| r.error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(refused(&|_| {}), "");
    let open = refused(&|b| drop(b.faces.pop()));
    assert!(open.contains("(EDGE): "), "{open}");
    let radius = refused(&|b| {
        b.faces[0].surface = std::sync::Arc::new(carom_cad::surface::Surface::Cylinder {
            frame: carom_cad::surface::Frame {
                origin: Vec3::zeros(),
                x: Vec3::x(),
                z: Vec3::z(),
            },
            radius: -1.0,
        });
    });
    assert!(
        radius.contains("(CYLINDER): radius = -1 must be greater than 0"),
        "{radius}"
    );
    let skew = refused(&|b| {
        b.faces[0].surface = std::sync::Arc::new(carom_cad::surface::Surface::Plane(
            carom_cad::surface::Frame {
                origin: Vec3::zeros(),
                x: Vec3::new(0.6, 0.0, 0.8),
                z: Vec3::z(),
            },
        ));
    });
    assert!(
        skew.contains("(PLANE): x_axis and normal are not at right angles"),
        "{skew}"
    );
    let joint = refused(&|b| b.edges[0].ends = Some([3, 3]));
    assert!(
        joint.contains("(LOOP): EDGE node") && joint.contains("does not end where"),
        "{joint}"
    );
}

#[test]
fn damaged_files() {
    damage::all("axle", &axle(), 1200, |bytes| {
        xt::read(bytes).ok().map(|f| f.solids)
    });
    let revolved = step::read(&data("revolved"))
        .unwrap()
        .solids
        .bodies
        .remove(0);
    let mut w = Writer::default();
    let root = w.index();
    w.body(root, &revolved, 0);
    damage::all(
        "revolved",
        w.file("SCH_1300000_13006").as_bytes(),
        800,
        |bytes| xt::read(bytes).ok().map(|f| f.solids),
    );
}
