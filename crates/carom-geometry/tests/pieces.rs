//! Closed meshes that are not convex, in convex pieces: what the pieces are together, and what of them is on the surface.

use crate::common::grid::{grid, layers};
use crate::common::{Random, closed, placed};

use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::{MassProperties, Mesh, Polyhedron, convex_pieces, hide_seams};
use std::collections::BTreeMap;

/// A cone from a tip over a polygon in z = 0.
fn cone(base: &[[f64; 2]], tip: Vec3) -> Mesh {
    let n = base.len() as u32;
    let mut vertices: Vec<Vec3> = base.iter().map(|[x, y]| Vec3::new(*x, *y, 0.0)).collect();
    vertices.extend([Vec3::zeros(), tip]);
    let sides = (0..n).flat_map(|k| {
        let next = (k + 1) % n;
        [[k, next, n + 1], [next, k, n]]
    });
    let triangles = sides.collect();
    Mesh {
        vertices,
        triangles,
    }
}

/// A star with rays of two lengths.
fn star(rays: usize, inner: f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let (s, c) = (std::f64::consts::PI * k as f64 / rays as f64).sin_cos();
        let r = if k.is_multiple_of(2) { 1.0 } else { inner };
        [r * c, r * s]
    };
    (0..2 * rays).map(corner).collect()
}

/// A cube with a pyramid taken out of its top.
fn dented(depth: f64) -> Mesh {
    let corner = |k: usize| Vec3::from_fn(|axis| (k >> axis & 1) as f64);
    let mut vertices: Vec<Vec3> = (0..8).map(corner).collect();
    vertices.push(Vec3::new(0.4, 0.55, 1.0 - depth));
    let triangles = vec![
        [0, 2, 1],
        [1, 2, 3],
        [0, 1, 5],
        [0, 5, 4],
        [1, 3, 7],
        [1, 7, 5],
        [3, 2, 6],
        [3, 6, 7],
        [2, 0, 4],
        [2, 4, 6],
        [4, 5, 8],
        [5, 7, 8],
        [7, 6, 8],
        [6, 4, 8],
    ];
    Mesh {
        vertices,
        triangles,
    }
}

/// The same with planes for planes: x → A·x/(1 + c·x).
fn projected(mesh: &Mesh, random: &mut Random) -> Mesh {
    let c = random.vector() * 0.04;
    let a = Mat3::identity() + Mat3::from_fn(|_, _| 0.2 * random.unit());
    let vertices = mesh.vertices.iter().map(|x| a * *x / (1.0 + c.dot(x)));
    let vertices = vertices.collect();
    Mesh {
        vertices,
        triangles: mesh.triangles.clone(),
    }
}

fn solids() -> Vec<(&'static str, Mesh, usize)> {
    let frame: &[&str] = &["####", "#..#", "####"];
    vec![
        ("L", layers(&[&["##", "#."]]), 2),
        ("T", layers(&[&["###", ".#."]]), 4),
        ("U", layers(&[&["#.#", "###"]]), 3),
        ("plus", layers(&[&[".#.", "###", ".#."]]), 5),
        ("frame", layers(&[frame]), 4),
        ("two holes", layers(&[&["#####", "#.#.#", "#####"]]), 9),
        (
            "stairs",
            layers(&[&["####", "####"], &["###.", "###."], &["#...", "#..."]]),
            4,
        ),
        (
            "corner stairs",
            layers(&[
                &["###", "###", "###"],
                &["##.", "##.", "..."],
                &["#..", "...", "..."],
            ]),
            7,
        ),
        (
            "jack",
            layers(&[
                &["...", ".#.", "..."],
                &[".#.", "###", ".#."],
                &["...", ".#.", "..."],
            ]),
            6,
        ),
        ("three arms", layers(&[&["##", "#."], &["#.", ".."]]), 3),
        (
            "table",
            layers(&[&["#.#", "...", "#.#"], &["###", "###", "###"]]),
            7,
        ),
        (
            "plate with a post",
            layers(&[&["###", "###", "###"], &["...", ".#.", "..."]]),
            5,
        ),
        (
            "cup",
            layers(&[&["###", "###", "###"], &["###", "#.#", "###"]]),
            5,
        ),
        (
            "box with a cavity",
            layers(&[
                &["###", "###", "###"],
                &["###", "#.#", "###"],
                &["###", "###", "###"],
            ]),
            6,
        ),
        (
            "tunnel",
            layers(&[&["###", "###"], &["#.#", "###"], &["###", "###"]]),
            5,
        ),
        (
            "star pyramid",
            cone(&star(5, 0.4), Vec3::new(0.1, 0.05, 0.8)),
            4,
        ),
        ("dented cube", dented(0.7), 4),
        ("slightly dented cube", dented(0.01), 4),
    ]
}

/// Volume, first and second moments.
fn moments(of: &MassProperties) -> [f64; 10] {
    let (v, c, i) = (of.volume, of.centroid, of.inertia);
    let second = i + (Mat3::identity() * c.dot(&c) - c.outer(&c)) * v;
    let mut all = [0.0; 10];
    all[0] = v;
    for k in 0..3 {
        all[1 + k] = v * c[k];
        all[4 + k] = second[(k, k)];
        all[7 + k] = second[(k, (k + 1) % 3)];
    }
    all
}

/// The area of the mesh, and the length of its edges that are convex: `n₁ × n₂` along the edge, as the first triangle runs.
fn of_mesh(mesh: &Mesh) -> (f64, f64) {
    let (mut area, mut length) = (0.0, 0.0);
    let mut open: BTreeMap<(u32, u32), Vec3> = BTreeMap::new();
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|k| mesh.vertices[k as usize]);
        let n = (b - a).cross(&(c - a));
        area += 0.5 * n.norm();
        for k in 0..3 {
            let (from, to) = (t[k], t[(k + 1) % 3]);
            let along = mesh.vertices[to as usize] - mesh.vertices[from as usize];
            match open.remove(&(to, from)) {
                Some(m) => {
                    if m.cross(&n.normalize()).dot(&along.normalize()) < -1e-6 {
                        length += along.norm();
                    }
                }
                None => drop(open.insert((from, to), n.normalize())),
            }
        }
    }
    (area, length)
}

/// The same of pieces: of faces and edges that something may touch.
fn of_pieces(pieces: &[Polyhedron]) -> (f64, f64, usize) {
    let (mut area, mut length, mut corners) = (0.0, 0.0, 0);
    for p in pieces {
        for (k, edge) in p.edges.iter().enumerate() {
            if !p.hidden.edge(k) {
                length += 2.0 * edge.half;
            }
            // ∫ dA by the heights of the face over its centre: the sum of triangles from a corner.
            for face in edge.faces.unwrap() {
                if !p.hidden.face(face) {
                    let [a, b] = edge.ends.map(|c| p.corners[c]);
                    let on =
                        |e: &&carom_geometry::polyhedron::Edge| e.faces.unwrap().contains(&face);
                    let o = p.corners[p.edges.iter().find(on).unwrap().ends[0]];
                    area += 0.5 * (a - o).cross(&(b - o)).norm();
                }
            }
        }
        corners += (0..p.corners.len())
            .filter(|k| !p.hidden.corner(*k))
            .count();
    }
    (area, length, corners)
}

fn check(name: &str, mesh: &Mesh, most: usize) -> usize {
    let pieces = convex_pieces(mesh).unwrap_or_else(|e| panic!("{name}: {e}"));
    let of = |p: &Mesh| Polyhedron::of(p).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut solids: Vec<Polyhedron> = pieces.iter().map(of).collect();
    assert!(
        pieces.len() <= most,
        "{name}: {} pieces of {most}",
        pieces.len()
    );
    let whole = closed(mesh);
    let exact = moments(&whole.mass_properties());
    let mut sum = [0.0; 10];
    for piece in &pieces {
        for (s, m) in sum.iter_mut().zip(moments(&piece.mass_properties())) {
            *s += m;
        }
    }
    let (centre, radius) = whole.bounding_sphere();
    let reach = centre.norm() + radius;
    for k in 0..10 {
        // Rounding of moments about the origin, which is outside of the solid.
        let size = exact[0] * reach.powi([0, 1, 2][usize::from(k > 0) + usize::from(k > 3)]);
        let off = (sum[k] - exact[k]).abs();
        assert!(
            off < 1e-13 * size,
            "{name}: moment {k} {} {}",
            sum[k],
            exact[k]
        );
    }
    hide_seams(&mut solids);
    let (area, length, corners) = of_pieces(&solids);
    let (of_area, of_length) = of_mesh(mesh);
    // Some hundred roundings.
    assert!(
        (area / of_area - 1.0).abs() < 1e-11,
        "{name}: area {area} {of_area}"
    );
    assert!(
        (length / of_length - 1.0).abs() < 1e-11,
        "{name}: edges {length} {of_length}"
    );
    corners
}

/// Random boxes of a grid. A corner that something may touch is one with one box at it: of all others some edges are concave, straight or none.
#[test]
fn random_grids() {
    let mut random = Random(11);
    let mut tried = 0;
    while tried < 60 {
        let sides = [0; 3].map(|_| 2 + random.below(2) as usize);
        let seed = random.bits();
        let is_there =
            |[x, y, z]: [usize; 3]| Random(seed ^ (x + 5 * y + 25 * z) as u64).unit() > -0.2;
        let mesh = grid(sides, is_there);
        // Boxes that meet in an edge or a corner alone are no solid.
        let Ok(solid) = carom_geometry::ClosedMesh::new(&mesh) else {
            continue;
        };
        if Polyhedron::of(&mesh).is_ok() || mesh.vertices.len() > 60 {
            continue;
        }
        tried += 1;
        let boxes_at = |p: &[usize; 3]| {
            let is_one = |k: &usize| {
                let cell = [0, 1, 2].map(|axis| (p[axis] + (k >> axis & 1)).wrapping_sub(1));
                (0..3).all(|axis| cell[axis] < sides[axis]) && is_there(cell)
            };
            (0..8).filter(is_one).count()
        };
        let [m, n, o] = sides;
        let all = (0..=m).flat_map(|x| (0..=n).flat_map(move |y| (0..=o).map(move |z| [x, y, z])));
        let expected = all.filter(|p| boxes_at(p) == 1).count();
        let name = format!("grid {seed}, {} triangles", solid.len());
        assert_eq!(check(&name, &mesh, 30), expected, "{name}");
        let other = projected(&mesh, &mut random);
        assert_eq!(check(&name, &other, 60), expected, "{name}");
    }
}

/// Volumes and moments of the pieces are those of the solid; what of their faces and edges is left has the area of the mesh and the length of its convex edges.
/// Turned, moved, in mm, and with other angles.
#[test]
fn pieces_are_the_solid() {
    let mut random = Random(3);
    for (name, mesh, most) in solids() {
        let corners = check(name, &mesh, most);
        for scale in [1.0, 1000.0] {
            let pose = Pose {
                rotation: random.rotation(),
                position: random.vector() * 3.0,
            };
            let mut turned = placed(&mesh, &pose);
            turned.vertices.iter_mut().for_each(|x| *x *= scale);
            assert_eq!(check(name, &turned, most), corners, "{name}");
        }
        for round in 0..5 {
            let other = projected(&mesh, &mut random);
            let name = format!("{name}, projected {round}");
            assert_eq!(check(&name, &other, most.max(12)), corners, "{name}");
        }
    }
}
