//! The Parasolid file of a public Adams model.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_cad::brep::{AttributeValue, Loop};
use carom_cad::xt;
use std::path::Path;

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
}
