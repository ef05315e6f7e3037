//! Closed meshes of solids that are boxes of a grid.
#![allow(dead_code)]

use carom_base::Vec3;
use carom_geometry::Mesh;
use std::collections::BTreeMap;

/// The boxes of a grid that are there, each with sides of one: faces between one that is and one that is not.
pub fn grid(sides: [usize; 3], is_there: impl Fn([usize; 3]) -> bool) -> Mesh {
    let mut numbers = BTreeMap::new();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let there = |c: [isize; 3]| {
        let inside = (0..3).all(|k| c[k] >= 0 && (c[k] as usize) < sides[k]);
        inside && is_there(c.map(|x| x as usize))
    };
    let mut number = |p: [isize; 3]| {
        *numbers.entry(p).or_insert_with(|| {
            vertices.push(Vec3::from_fn(|k| p[k] as f64));
            vertices.len() as u32 - 1
        })
    };
    let [m, n, o] = sides.map(|s| s as isize);
    let cells = (0..m).flat_map(|x| (0..n).flat_map(move |y| (0..o).map(move |z| [x, y, z])));
    for cell in cells.filter(|c| there(*c)) {
        for axis in 0..3 {
            for up in [0, 1] {
                let mut next = cell;
                next[axis] += 2 * up - 1;
                if there(next) {
                    continue;
                }
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let mut corner = |a: isize, b: isize| {
                    let mut p = cell;
                    p[axis] += up;
                    p[u] += a;
                    p[v] += b;
                    number(p)
                };
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                let (first, second) = match up {
                    1 => ([a, b, c], [a, c, d]),
                    _ => ([a, c, b], [a, d, c]),
                };
                triangles.extend([first, second]);
            }
        }
    }
    Mesh {
        vertices,
        triangles,
    }
}

/// A solid by the rows of its layers, from below.
pub fn layers(rows: &[&[&str]]) -> Mesh {
    let sides = [rows[0][0].len(), rows[0].len(), rows.len()];
    grid(sides, |[x, y, z]| rows[z][y].as_bytes()[x] == b'#')
}
