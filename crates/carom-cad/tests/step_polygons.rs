//! Solids whose faces are polygons of points: FACETED_BREP.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::Vec3;
use carom_cad::file::CadFile;
use carom_cad::step::{self, StepError};
use carom_cad::{MeshOptions, mass_properties, mesh};
use std::fmt::Write;

/// How faces are written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Faces {
    /// `FACE`, points shared.
    Plain,
    /// `FACE`, each face with points of its own.
    OwnPoints,
    /// `FACE_SURFACE` with a plane.
    WithPlanes,
    /// `FACE_SURFACE` with a plane that faces inwards, and bounds that run backwards with orientation `.F.`.
    TurnedPlanes,
}

/// A frame: the box (0, 0, 0) to (4, 5, 2) with the hole (1, 1) to (2, 3) through it along z, each face with its polygons, the outer one first.
fn frame() -> Vec<Vec<Vec<[f64; 3]>>> {
    let ring = |x: [f64; 2], y: [f64; 2]| [[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]];
    let (outer, hole) = (ring([0.0, 4.0], [0.0, 5.0]), ring([1.0, 2.0], [1.0, 3.0]));
    let at = |p: [f64; 2], z: f64| [p[0], p[1], z];
    let lid = |r: &[[f64; 2]; 4], z: f64, turn: bool| {
        let mut all: Vec<_> = r.iter().map(|p| at(*p, z)).collect();
        if turn {
            all.reverse();
        }
        all
    };
    let mut faces = vec![
        vec![lid(&outer, 2.0, false), lid(&hole, 2.0, true)],
        vec![lid(&outer, 0.0, true), lid(&hole, 0.0, false)],
    ];
    for k in 0..4 {
        let (p, q) = (outer[k], outer[(k + 1) % 4]);
        faces.push(vec![vec![at(p, 0.0), at(q, 0.0), at(q, 2.0), at(p, 2.0)]]);
        let (q, p) = (hole[k], hole[(k + 1) % 4]);
        faces.push(vec![vec![at(p, 0.0), at(q, 0.0), at(q, 2.0), at(p, 2.0)]]);
    }
    faces
}

fn text(faces: &[Vec<Vec<[f64; 3]>>], style: Faces) -> String {
    let mut out = String::from(
        "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('CONFIG_CONTROL_DESIGN'));\nENDSEC;\nDATA;
#10=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#11,#12))REPRESENTATION_CONTEXT('',''));
#11=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
#12=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));
#1=FACETED_BREP_SHAPE_REPRESENTATION('',(#2),#10);
#2=FACETED_BREP('frame',#3);
",
    );
    let mut next = 100;
    let mut known: Vec<([f64; 3], u32)> = Vec::new();
    let mut names = Vec::new();
    for polygons in faces {
        let mut bounds = Vec::new();
        for (k, polygon) in polygons.iter().enumerate() {
            let mut corners = Vec::new();
            for p in polygon {
                let shared = known
                    .iter()
                    .find(|(q, _)| q == p && style != Faces::OwnPoints);
                let id = shared.map_or(next, |(_, id)| *id);
                if id == next {
                    let [x, y, z] = p;
                    writeln!(out, "#{id}=CARTESIAN_POINT('',({x:?},{y:?},{z:?}));").unwrap();
                    known.push((*p, id));
                    next += 1;
                }
                corners.push(format!("#{id}"));
            }
            let (kind, sense) = match (k, style) {
                (_, Faces::TurnedPlanes) => {
                    corners.reverse();
                    ("FACE_BOUND", "F")
                }
                (0, _) => ("FACE_OUTER_BOUND", "T"),
                _ => ("FACE_BOUND", "T"),
            };
            writeln!(out, "#{next}=POLY_LOOP('',({}));", corners.join(",")).unwrap();
            writeln!(out, "#{}={kind}('',#{next},.{sense}.);", next + 1).unwrap();
            bounds.push(format!("#{}", next + 1));
            next += 2;
        }
        let bounds = bounds.join(",");
        if matches!(style, Faces::WithPlanes | Faces::TurnedPlanes) {
            let [a, b, c] = [0, 1, 2].map(|i| Vec3::from(polygons[0][i]));
            let turned = style == Faces::TurnedPlanes;
            let z = (b - a).cross(&(c - b)).normalize() * if turned { -1.0 } else { 1.0 };
            let (sense, [x, y, z]) = (if turned { "F" } else { "T" }, z.to_array());
            let [px, py, pz] = polygons[0][0];
            writeln!(
                out,
                "#{next}=CARTESIAN_POINT('',({px:?},{py:?},{pz:?}));
#{}=DIRECTION('',({x:?},{y:?},{z:?}));\n#{}=AXIS2_PLACEMENT_3D('',#{next},#{},$);
#{}=PLANE('',#{});\n#{}=FACE_SURFACE('',({bounds}),#{},.{sense}.);",
                next + 1,
                next + 2,
                next + 1,
                next + 3,
                next + 2,
                next + 4,
                next + 3
            )
            .unwrap();
            next += 4;
        } else {
            writeln!(out, "#{next}=FACE('',({bounds}));").unwrap();
        }
        names.push(format!("#{next}"));
        next += 1;
    }
    writeln!(out, "#3=CLOSED_SHELL('',({}));", names.join(",")).unwrap();
    out + "ENDSEC;\nEND-ISO-10303-21;\n"
}

fn read(text: &str) -> Result<CadFile, StepError> {
    step::read(text.as_bytes())
}

/// Volume, centre, edges and triangles of the frame, however its faces are written.
#[test]
fn polygons_of_points() {
    for style in [
        Faces::Plain,
        Faces::OwnPoints,
        Faces::WithPlanes,
        Faces::TurnedPlanes,
    ] {
        let file = read(&text(&frame(), style)).unwrap();
        assert!(file.refused.is_empty(), "{style:?}: {:?}", file.refused);
        let body = &file.solids.bodies[0];
        let counts = [body.faces.len(), body.edges.len(), body.vertices.len()];
        assert_eq!((body.name.as_str(), counts), ("frame", [10, 24, 16]));
        let mass = mass_properties(body).unwrap().properties;
        // 4·5·2 less 1·2·2, and the centre by moments; rounding
        assert!((mass.volume - 36.0).abs() < 1e-12, "{style:?}");
        let centre = Vec3::new(
            (40.0 * 2.0 - 4.0 * 1.5) / 36.0,
            (40.0 * 2.5 - 4.0 * 2.0) / 36.0,
            1.0,
        );
        assert!((mass.centroid - centre).amax() < 1e-13, "{style:?}");
        let made = mesh(body, &MeshOptions::new(0.1)).unwrap();
        // F = 2·(V − χ) with V = 16 and χ = 0: no point is added
        assert_eq!(made.mesh.triangles.len(), 32, "{style:?}");
        assert!((made.mesh.mass_properties().volume - 36.0).abs() < 1e-12);
    }
}

/// What is wrong is said with the polygon or the face.
#[test]
fn polygons_that_are_no_solid() {
    let refused = |faces: &[Vec<Vec<[f64; 3]>>]| {
        let file = read(&text(faces, Faces::Plain)).unwrap();
        file.refused[0].error.to_string()
    };
    let mut open = frame();
    open.pop();
    let said = refused(&open);
    assert!(
        said.contains("POLY_LOOP") && said.contains("the shell is open"),
        "{said}"
    );
    let mut short = frame();
    short[0][1].truncate(2);
    let said = refused(&short);
    assert!(said.contains("fewer than three corners"), "{said}");
    let mut flat = frame();
    flat[2][0] = vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
    let said = refused(&flat);
    assert!(
        said.contains("FACE") && said.contains("have no area"),
        "{said}"
    );
}
