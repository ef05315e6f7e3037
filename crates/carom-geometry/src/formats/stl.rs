//! STL, text and binary. Normals are ignored: the order of the corners says where outside is.

use super::format::{Format, FormatError, at_byte, at_line, coordinate, lines};
use crate::Mesh;
use carom_base::Vec3;

pub(super) struct Stl;

/// Header, number of triangles.
const HEADER: usize = 84;
/// Normal and three corners of three 32-bit numbers each, and two bytes.
const RECORD: usize = 50;

/// The text of an STL file: numbers with all their digits, so that vertices that are one stay one.
pub fn stl_text(mesh: &Mesh, name: &str) -> String {
    let numbers = |p: &Vec3| format!("{:e} {:e} {:e}", p.x, p.y, p.z);
    let mut text = format!("solid {name}\n");
    for corners in mesh.corners() {
        let [a, b, c] = &corners;
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
        let normal = numbers(&normal.unwrap_or_else(Vec3::zeros));
        text += &format!("  facet normal {normal}\n    outer loop\n");
        for p in &corners {
            text += &format!("      vertex {}\n", numbers(p));
        }
        text += "    endloop\n  endfacet\n";
    }
    text + &format!("endsolid {name}\n")
}

impl Format for Stl {
    fn name(&self) -> &'static str {
        "stl"
    }

    fn text(&self) -> &'static str {
        "triangles one by one, text or binary"
    }

    /// Binary if the length is what the binary header says: the word `solid` at the beginning is no sign of a text.
    fn read(&self, bytes: &[u8]) -> Result<Mesh, FormatError> {
        let count = bytes
            .get(80..HEADER)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
        if let Some(n) = count
            && bytes.len() == HEADER + RECORD * n
        {
            return binary(bytes, n);
        }
        let start = bytes
            .iter()
            .position(|b| !b.is_ascii_whitespace())
            .unwrap_or(0);
        let is_text = bytes[start..]
            .get(..5)
            .is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
        let has_zero = bytes.iter().take(1024).any(|b| *b == 0);
        match count {
            _ if is_text && !has_zero => text(bytes),
            Some(n) => at_byte(
                80,
                format!(
                    "the header promises {n} triangles, {} bytes, and the file has {}",
                    HEADER + RECORD * n,
                    bytes.len()
                ),
            ),
            None => at_byte(
                0,
                "neither text that begins with `solid` nor a binary file with a header of 84 bytes",
            ),
        }
    }
}

fn binary(bytes: &[u8], count: usize) -> Result<Mesh, FormatError> {
    let mut mesh = Mesh::default();
    if count == 0 {
        return at_byte(80, "no triangles");
    }
    mesh.vertices.reserve(3 * count);
    mesh.triangles.reserve(count);
    for (k, record) in bytes[HEADER..].chunks_exact(RECORD).enumerate() {
        let first = mesh.vertices.len() as u32;
        for corner in record[12..48].chunks_exact(12) {
            let x = |i: usize| {
                let b = &corner[4 * i..4 * i + 4];
                f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            };
            let p = Vec3::new(x(0), x(1), x(2));
            if !p.iter().all(|x| x.is_finite()) {
                return at_byte(
                    HEADER + RECORD * k,
                    format!("triangle {k}: a coordinate is not finite"),
                );
            }
            mesh.vertices.push(p);
        }
        mesh.triangles.push([first, first + 1, first + 2]);
    }
    Ok(mesh)
}

/// `solid` ... `facet normal` ... `outer loop` `vertex` ... `endloop` `endfacet` ... `endsolid`, any number of solids.
fn text(bytes: &[u8]) -> Result<Mesh, FormatError> {
    let mut mesh = Mesh::default();
    // what comes next within a facet
    const STEPS: [&str; 7] = [
        "facet", "outer", "vertex", "vertex", "vertex", "endloop", "endfacet",
    ];
    let mut step = 0;
    let mut last = 1;
    for (number, line) in lines(bytes) {
        let line = line?;
        let mut words = line.split_ascii_whitespace();
        let Some(word) = words.next() else {
            continue;
        };
        last = number;
        let is = |expected: &str| word.eq_ignore_ascii_case(expected);
        if step == 0 && (is("solid") || is("endsolid")) {
            continue;
        }
        if !is(STEPS[step]) {
            return at_line(
                number,
                format!("`{}` is expected, not `{word}`", STEPS[step]),
            );
        }
        if is("vertex") {
            let mut x = || coordinate(number, words.next());
            let p = Vec3::new(x()?, x()?, x()?);
            mesh.vertices.push(p);
        }
        step = (step + 1) % STEPS.len();
        if step == 0 {
            let n = mesh.vertices.len() as u32;
            mesh.triangles.push([n - 3, n - 2, n - 1]);
        }
    }
    if step != 0 {
        return at_line(last, "the file ends within a facet");
    }
    if mesh.triangles.is_empty() {
        return at_line(last, "no facets");
    }
    Ok(mesh)
}
