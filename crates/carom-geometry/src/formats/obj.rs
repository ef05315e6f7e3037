//! Wavefront OBJ: vertices and faces of it. Convex polygons are cut into triangles.

use super::format::{Format, FormatError, at_line, coordinate, lines};
use crate::Mesh;
use carom_base::Vec3;

pub(super) struct Obj;

/// Statements of free curves and surfaces, and of points.
const UNSUPPORTED: &[&str] = &[
    "p",
    "vp",
    "deg",
    "bmat",
    "step",
    "cstype",
    "curv",
    "curv2",
    "surf",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "call",
    "csh",
    "maplib",
    "ctech",
    "stech",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
];

/// Statements without a part in the shape of a solid.
const IGNORED: &[&str] = &[
    "vn", "vt", "g", "o", "s", "mtllib", "usemtl", "l", "p", "maplib", "usemap", "lod", "bevel",
    "c_interp", "d_interp",
];

impl Format for Obj {
    fn name(&self) -> &'static str {
        "obj"
    }

    fn text(&self) -> &'static str {
        "vertices and faces; convex polygons are cut into triangles"
    }

    fn read(&self, bytes: &[u8]) -> Result<Mesh, FormatError> {
        let mut mesh = Mesh::default();
        let mut joined = String::new();
        let mut begun = None;
        let mut last = 1;
        for (number, line) in lines(bytes) {
            let line = line?.trim_end();
            last = number;
            let first = *begun.get_or_insert(number);
            if let Some(part) = line.strip_suffix('\\') {
                joined += part;
                joined.push(' ');
                continue;
            }
            joined += line;
            statement(&mut mesh, first, joined.split('#').next().unwrap_or(""))?;
            joined.clear();
            begun = None;
        }
        statement(&mut mesh, last, &joined)?;
        if mesh.triangles.is_empty() {
            return at_line(last, "no faces");
        }
        Ok(mesh)
    }
}

fn statement(mesh: &mut Mesh, line: usize, text: &str) -> Result<(), FormatError> {
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        None => Ok(()),
        Some("v") => {
            let mut x = || coordinate(line, words.next());
            mesh.vertices.push(Vec3::new(x()?, x()?, x()?));
            Ok(())
        }
        Some("f") => {
            let mut corners = Vec::new();
            for word in words {
                corners.push(corner(mesh, line, word)?);
            }
            cut(mesh, line, &corners)
        }
        Some(word) if IGNORED.contains(&word) => Ok(()),
        Some(word) if UNSUPPORTED.contains(&word) => {
            at_line(line, format!("`{word}` is not supported"))
        }
        // Not quoted: a deck may name any file.
        Some(_) => at_line(line, "not a statement of an OBJ file"),
    }
}

/// `7`, `7/1`, `7//2` or `7/1/2`, from 1; negative ones count back from the last vertex so far.
fn corner(mesh: &Mesh, line: usize, word: &str) -> Result<u32, FormatError> {
    let count = mesh.vertices.len();
    let text = word.split('/').next().unwrap_or(word);
    let Ok(n) = text.parse::<i64>() else {
        return at_line(line, format!("{word} is not a corner"));
    };
    let index = if n < 0 { n + count as i64 } else { n - 1 };
    match u32::try_from(index) {
        Ok(i) if (i as usize) < count => Ok(i),
        _ => at_line(
            line,
            format!(
                "vertex {n} does not exist, there {} {count} so far",
                if count == 1 { "is" } else { "are" }
            ),
        ),
    }
}

/// Triangles about the first corner.
pub(super) fn cut(mesh: &mut Mesh, line: usize, corners: &[u32]) -> Result<(), FormatError> {
    let n = corners.len();
    if n < 3 {
        return at_line(line, format!("a face needs three corners, not {n}"));
    }
    if n > 3 {
        let p = |k: usize| mesh.vertices[corners[k % n] as usize];
        let turns: Vec<Vec3> = (0..n)
            .map(|k| (p(k + 1) - p(k)).cross(&(p(k + 2) - p(k + 1))))
            .collect();
        let normal: Vec3 = (1..n - 1)
            .map(|k| (p(k) - p(0)).cross(&(p(k + 1) - p(0))))
            .sum();
        // corners on a straight line are allowed
        if turns
            .iter()
            .any(|t| t.dot(&normal) < -1e-12 * t.norm() * normal.norm())
        {
            return at_line(
                line,
                format!("a face of {n} corners that is not convex: cut it into triangles"),
            );
        }
    }
    for k in 1..n - 1 {
        mesh.triangles
            .push([corners[0], corners[k], corners[k + 1]]);
    }
    Ok(())
}
