//! Files of triangle meshes: STL, OBJ, PLY.
//!
//! Readers of our own, as what matters here is not to be had elsewhere: coordinates with all their digits (STL libraries round text
//! to 32 bits), errors with their line or byte, and no allocation that a file's header asks for and its length does not bear out.

mod format;
mod obj;
mod ply;
mod stl;

pub use format::{Format, FormatError, Place};
pub use stl::stl_text;

/// All formats.
pub const FORMATS: &[&dyn Format] = &[&stl::Stl, &obj::Obj, &ply::Ply];

/// The format of a file name, by its extension.
pub fn format_of(name: &str) -> Option<&'static dyn Format> {
    let (_, extension) = name.rsplit_once('.')?;
    FORMATS
        .iter()
        .find(|f| f.name().eq_ignore_ascii_case(extension))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::Frustum;
    use crate::{ClosedMesh, Mesh, Refinement, Solid};
    use std::fmt::Write;

    fn cone() -> Mesh {
        Frustum::new(0.7, 0.3, 0.1)
            .unwrap()
            .mesh(Refinement::COARSE)
    }

    fn stl_text(mesh: &Mesh) -> String {
        let mut text = "solid a part with a name\n".to_owned();
        for t in mesh.corners() {
            text += "  facet normal 0 0 1\n    outer loop\n";
            for p in t {
                let _ = writeln!(text, "      vertex {:e} {:e} {:e}", p.x, p.y, p.z);
            }
            text += "    endloop\n  endfacet\n";
        }
        text + "endsolid a part with a name\n"
    }

    fn stl_binary(mesh: &Mesh) -> Vec<u8> {
        // the usual trap: a binary file that begins with the word of text files
        let mut bytes = b"solid, but binary".to_vec();
        bytes.resize(80, 0);
        bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
        for t in mesh.corners() {
            bytes.extend([0; 12]);
            for x in t.iter().flat_map(|p| [p.x, p.y, p.z]) {
                bytes.extend((x as f32).to_le_bytes());
            }
            bytes.extend([0; 2]);
        }
        bytes
    }

    fn obj(mesh: &Mesh) -> String {
        let mut text = "# by hand\no cone\n".to_owned();
        for p in &mesh.vertices {
            let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
        }
        text += "vn 0 0 1\ns off\n";
        for t in &mesh.triangles {
            let back = mesh.vertices.len() as i64;
            let _ = writeln!(
                text,
                "f {}//1 {}/1/1 {}",
                t[0] + 1,
                t[1] + 1,
                i64::from(t[2]) - back
            );
        }
        text
    }

    fn ply(mesh: &Mesh, format: &str) -> Vec<u8> {
        let mut bytes = format!(
            "ply\nformat {format} 1.0\ncomment by hand\nelement vertex {}\nproperty double x\nproperty uchar red\nproperty double y\nproperty double z\n\
             element face {}\nproperty list uchar int vertex_indices\nproperty float quality\nelement edge 1\nproperty list uchar short weights\nend_header\n",
            mesh.vertices.len(),
            mesh.triangles.len()
        )
        .into_bytes();
        let text = format == "ascii";
        let big = format == "binary_big_endian";
        let mut put = |little: Vec<u8>, word: String| {
            if text {
                bytes.extend((word + " ").bytes());
            } else if big {
                bytes.extend(little.iter().rev());
            } else {
                bytes.extend(little);
            }
        };
        let number = |x: f64| (x.to_le_bytes().to_vec(), format!("{x}"));
        for p in &mesh.vertices {
            let (b, w) = number(p.x);
            put(b, w);
            put(vec![7], "7".into());
            for x in [p.y, p.z] {
                let (b, w) = number(x);
                put(b, w);
            }
            if text {
                put(vec![], "\n".into());
            }
        }
        for t in &mesh.triangles {
            put(vec![3], "3".into());
            for i in t {
                put(i.to_le_bytes().to_vec(), i.to_string());
            }
            put(0.5f32.to_le_bytes().to_vec(), "0.5".into());
            if text {
                put(vec![], "\n".into());
            }
        }
        put(vec![1], "1".into());
        put(5i16.to_le_bytes().to_vec(), "5".into());
        bytes
    }

    fn read(name: &str, bytes: &[u8]) -> Result<Mesh, FormatError> {
        format_of(name).unwrap().read(bytes)
    }

    fn refused(name: &str, bytes: &[u8]) -> String {
        read(name, bytes).unwrap_err().to_string()
    }

    #[test]
    fn the_same_solid_in_every_format() {
        let mesh = cone();
        let exact = ClosedMesh::new(&mesh).unwrap().mass_properties();
        let files = [
            ("a.stl", stl_text(&mesh).into_bytes(), 1e-14),
            // binary files hold 32 bits
            ("b.STL", stl_binary(&mesh), 1e-6),
            ("c.obj", obj(&mesh).into_bytes(), 1e-14),
            ("d.ply", ply(&mesh, "ascii"), 1e-14),
            ("e.ply", ply(&mesh, "binary_little_endian"), 1e-14),
            ("f.ply", ply(&mesh, "binary_big_endian"), 1e-14),
        ];
        for (name, bytes, tolerance) in files {
            let found = read(name, &bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(found.triangles.len(), mesh.triangles.len(), "{name}");
            let mass = ClosedMesh::new(&found)
                .unwrap_or_else(|e| panic!("{name}: {e}"))
                .mass_properties();
            assert!(
                (mass.volume / exact.volume - 1.0).abs() < tolerance,
                "{name}"
            );
            assert!(
                (mass.centroid - exact.centroid).amax() < tolerance,
                "{name}"
            );
        }
        assert!(format_of("model.step").is_none());
    }

    /// Headers that promise more than the file holds are refused before anything is allocated.
    #[test]
    fn headers_that_lie() {
        let mut lie = stl_binary(&cone());
        lie[80..84].copy_from_slice(&43_000_000u32.to_le_bytes());
        assert_eq!(
            refused("x.stl", &lie),
            format!(
                "byte 80: the header promises 43000000 triangles, 2150000084 bytes, and the file has {}",
                lie.len()
            )
        );
        let lie = b"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n1234";
        assert!(refused("x.ply", lie).contains("the file ends within element vertex 0"));
        let mut list = ply(&cone(), "binary_little_endian");
        let face = list.len() - 3 - 17 * cone().triangles.len();
        list[face] = 255;
        assert!(refused("x.ply", &list).starts_with("byte "));
    }

    #[test]
    fn errors_have_their_place() {
        let text = stl_text(&cone());
        for (broken, expected) in [
            (
                text.replacen("vertex", "vertx", 1),
                "line 4: `vertex` is expected, not `vertx`",
            ),
            (
                text.replacen("endloop", "", 1),
                "line 8: `endloop` is expected, not `endfacet`",
            ),
            (
                text[..150].rsplit_once('\n').unwrap().0.to_owned(),
                "the file ends within a facet",
            ),
            (
                text.replacen("1e0", "NaN", 1).replacen("0e0", "inf", 1),
                "line 4: the coordinate inf is not finite",
            ),
            (text.replacen("0e0", "x", 1), "line 4: x is not a number"),
            (String::new(), "byte 0: neither text"),
            ("solid empty\nendsolid".into(), "line 2: no facets"),
        ] {
            let found = refused("x.stl", broken.as_bytes());
            assert!(found.contains(expected), "{found} | {expected}");
        }
        for (broken, expected) in [
            ("v 0 0\n", "line 1: a coordinate is missing"),
            (
                "v 0 0 0\nf 1 2 3\n",
                "line 2: vertex 2 does not exist, there is 1 so far",
            ),
            ("v 0 0 0\nf 0 1 1\n", "line 2: vertex 0 does not exist"),
            ("v 0 0 0\nf 1 1\n", "line 2: a face needs three corners"),
            (
                "v 0 0 0\nv 1 0 0\nv 0.1 0.1 0\nv 0 1 0\nf 1 2 \\\n 3 4\n",
                "line 5: a face of 4 corners that is not convex",
            ),
            ("curv 0 1 2\n", "line 1: `curv` is not supported"),
            ("v 0 0 0\n", "no faces"),
        ] {
            let found = refused("x.obj", broken.as_bytes());
            assert!(found.contains(expected), "{found} | {expected}");
        }
        let ply = String::from_utf8(ply(&cone(), "ascii")).unwrap();
        for (broken, expected) in [
            (ply.replacen("ply", "plx", 1), "line 1: not a PLY file"),
            (
                ply.replacen("ascii", "utf8", 1),
                "line 2: the format `utf8 1.0` is not known",
            ),
            (
                ply.replacen("double z", "double w", 1),
                "element vertex has no property z",
            ),
            (
                ply.replacen("vertex_indices", "corners", 1),
                "element face has no list vertex_indices",
            ),
            (
                ply.replacen("3 0 2 1", "3 900 2 1", 1),
                "vertex 900 does not exist",
            ),
            (
                ply.replacen("property float quality\n", "property half quality\n", 1),
                "line 11: the type `half` is not known",
            ),
            (
                ply[..ply.len() / 2].to_owned(),
                "the file ends within element",
            ),
        ] {
            let found = refused("x.ply", broken.as_bytes());
            assert!(found.contains(expected), "{found} | {expected}");
        }
    }

    /// Polygons of OBJ and PLY files.
    #[test]
    fn polygons_are_cut() {
        let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
        let mesh = read("x.obj", cube.as_bytes()).unwrap();
        let volume = ClosedMesh::new(&mesh).unwrap().mass_properties().volume;
        assert!((volume - 1.0).abs() < 1e-15, "{volume}");
    }

    /// No input makes a reader panic: every file cut short and with single bytes changed.
    #[test]
    fn broken_files_never_panic() {
        let mesh = cone();
        let files = [
            ("a.stl", stl_text(&mesh).into_bytes()),
            ("b.stl", stl_binary(&mesh)),
            ("c.obj", obj(&mesh).into_bytes()),
            ("d.ply", ply(&mesh, "ascii")),
            ("e.ply", ply(&mesh, "binary_little_endian")),
        ];
        let mut refused = 0;
        for (name, bytes) in &files {
            for k in (0..bytes.len()).step_by(7) {
                refused += u32::from(read(name, &bytes[..k]).is_err());
                let mut changed = bytes.clone();
                changed[k] = changed[k].wrapping_add(k as u8 | 1);
                if let Ok(mesh) = read(name, &changed) {
                    // readable, perhaps not closed
                    let _ = ClosedMesh::new(&mesh);
                }
            }
        }
        assert!(refused > 500);
    }
}
