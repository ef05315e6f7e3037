//! Straight extrusions among meshes, also with holes: two plane caps, and walls at right angles to them.

use crate::outline::{convex_of, turn};
use crate::polyhedron::{CONVEX, FLAT, faces};
use crate::{ClosedMesh, Mesh};
use carom_base::Vec3;
use std::collections::BTreeMap;

/// Convex prisms that make up a straight extrusion; none of another solid.
pub(super) fn pieces(solid: &ClosedMesh) -> Option<Vec<Mesh>> {
    let (face_of, faces) = faces(solid);
    let normals: Vec<Vec3> = faces.iter().map(|face| face.normal).collect();
    let (top, bottom) = caps(&normals)?;
    let rings = rings(solid, &face_of, top)?;
    let low = corners_on(solid, &face_of, bottom);
    let tops: Vec<u32> = rings.iter().flatten().copied().collect();
    if tops.len() != low.len() {
        return None;
    }
    let axis = normals[top];
    let below = |v: &u32| below(solid, &low, &axis, *v);
    let bottoms = tops.iter().map(below).collect::<Option<Vec<u32>>>()?;
    let places = seen_along(solid, &axis, &tops);
    let polygon = bridged(&places, &rings)?;
    let point = |v: u32| solid.vertices[v as usize];
    let prism = |piece: &Vec<u32>| {
        let of = |list: &[u32]| -> Vec<Vec3> {
            piece.iter().map(|k| point(list[*k as usize])).collect()
        };
        prism(of(&tops), of(&bottoms))
    };
    Some(convex_of(&places, &polygon).iter().map(prism).collect())
}

/// Two faces that are opposite to each other, all others at right angles to them.
fn caps(normals: &[Vec3]) -> Option<(usize, usize)> {
    (0..normals.len()).find_map(|top| {
        let axis = normals[top];
        let is_wall = |n: &Vec3| n.dot(&axis).abs() < FLAT;
        let mut caps = (0..normals.len()).filter(|k| !is_wall(&normals[*k]));
        let pair = [caps.next()?, caps.next()?];
        let bottom = pair.into_iter().find(|k| *k != top)?;
        let n = &normals[bottom];
        let are_opposite = n.dot(&axis) < 0.0 && n.cross(&axis).norm() < FLAT;
        (caps.next().is_none() && pair.contains(&top) && are_opposite).then_some((top, bottom))
    })
}

/// Whether three faces or more meet in a vertex.
fn is_corner(solid: &ClosedMesh, face_of: &[usize], vertex: u32) -> bool {
    let [begin, end] = [vertex, vertex + 1].map(|v| solid.begin[v as usize] as usize);
    let edges = solid.around[begin..end]
        .iter()
        .map(|e| &solid.edges[*e as usize]);
    let mut around: Vec<usize> = edges
        .flat_map(|e| [e.left, e.right].map(|t| face_of[t as usize]))
        .collect();
    around.sort_unstable();
    around.dedup();
    around.len() >= 3
}

/// From each vertex to the next one along the border of a face; none where the border meets itself.
fn border(solid: &ClosedMesh, face_of: &[usize], face: usize) -> Option<BTreeMap<u32, u32>> {
    let mut next = BTreeMap::new();
    for edge in &solid.edges {
        let [left, right] = [edge.left, edge.right].map(|t| face_of[t as usize] == face);
        let [a, b] = edge.ends;
        let (from, to) = if left { (a, b) } else { (b, a) };
        if left != right && next.insert(from, to).is_some() {
            return None;
        }
    }
    Some(next)
}

/// The corners around a cap: around its outline, then around each of its holes.
fn rings(solid: &ClosedMesh, face_of: &[usize], cap: usize) -> Option<Vec<Vec<u32>>> {
    let mut next = border(solid, face_of, cap)?;
    let mut rings = Vec::new();
    while let Some((&first, _)) = next.first_key_value() {
        let (mut ring, mut at) = (Vec::new(), first);
        while let Some(to) = next.remove(&at) {
            if is_corner(solid, face_of, at) {
                ring.push(at);
            }
            at = to;
        }
        if at != first || ring.len() < 3 {
            return None;
        }
        rings.push(ring);
    }
    Some(rings)
}

fn corners_on(solid: &ClosedMesh, face_of: &[usize], cap: usize) -> Vec<u32> {
    let on = border(solid, face_of, cap).unwrap_or_default();
    let all = on.into_keys();
    all.filter(|v| is_corner(solid, face_of, *v)).collect()
}

/// The corner of the other cap that is below one.
fn below(solid: &ClosedMesh, low: &[u32], axis: &Vec3, top: u32) -> Option<u32> {
    let aside = |v: u32| {
        let d = solid.vertices[v as usize] - solid.vertices[top as usize];
        (d - *axis * d.dot(axis)).norm()
    };
    let near = low.iter().map(|v| (aside(*v), *v));
    let (far, found) = near.min_by(|a, b| a.0.total_cmp(&b.0))?;
    (far <= CONVEX * solid.bounding_sphere().1).then_some(found)
}

/// Corners as they are seen against an axis: two of their coordinates as they are, so that they turn as seen from there.
fn seen_along(solid: &ClosedMesh, axis: &Vec3, corners: &[u32]) -> Vec<[f64; 2]> {
    let k = axis.iamax();
    let (x, y) = ((k + 1) % 3, (k + 2) % 3);
    let (x, y) = if axis[k] > 0.0 { (x, y) } else { (y, x) };
    let place = |v: &u32| {
        let p = solid.vertices[*v as usize];
        [p[x], p[y]]
    };
    corners.iter().map(place).collect()
}

/// Twice the area of a polygon, positive counterclockwise.
fn doubled_area(corners: &[[f64; 2]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let [x, y] = corners[0];
    let each = corners.iter().zip(next);
    let cross = |(a, b): (&[f64; 2], &[f64; 2])| (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
    each.map(cross).sum()
}

/// One polygon around an outline and its holes, with lines there and back between them. Corners are counted ring by ring.
fn bridged(places: &[[f64; 2]], rings: &[Vec<u32>]) -> Option<Vec<u32>> {
    let mut first = 0;
    let (mut outer, mut holes) = (Vec::new(), Vec::new());
    for ring in rings {
        let own: Vec<u32> = (first..first + ring.len() as u32).collect();
        first += ring.len() as u32;
        let at = own[0] as usize;
        match doubled_area(&places[at..at + ring.len()]) > 0.0 {
            true => outer.push(own),
            false => holes.push(own),
        }
    }
    let [outline] = &outer[..] else { return None };
    let mut polygon = outline.clone();
    while !holes.is_empty() {
        let (hole, at, to) = bridge(places, &polygon, &holes)?;
        let mut ring = holes.remove(hole);
        ring.rotate_left(at);
        // To the hole, around it, and back from where it began.
        let back = [ring[0], polygon[to]];
        polygon.splice(to + 1..to + 1, ring.into_iter().chain(back));
    }
    Some(polygon)
}

/// The shortest line between a corner of a hole and one of the polygon that crosses nothing: the hole, and the places of both corners in their rings.
fn bridge(
    places: &[[f64; 2]],
    polygon: &[u32],
    holes: &[Vec<u32>],
) -> Option<(usize, usize, usize)> {
    let at = |k: u32| places[k as usize];
    let mut all: Vec<(f64, usize, usize, usize)> = Vec::new();
    for (h, hole) in holes.iter().enumerate() {
        for (i, a) in hole.iter().enumerate() {
            for (j, b) in polygon.iter().enumerate() {
                let ([p, q], [r, s]) = (at(*a), at(*b));
                all.push(((p - r).hypot(q - s), h, i, j));
            }
        }
    }
    all.sort_by(|a, b| {
        a.0.total_cmp(&b.0)
            .then((a.1, a.2, a.3).cmp(&(b.1, b.2, b.3)))
    });
    let rings = || std::iter::once(polygon).chain(holes.iter().map(Vec::as_slice));
    let is_free = |&(_, h, i, j): &(f64, usize, usize, usize)| {
        let line = [holes[h][i], polygon[j]];
        is_between_sides(places, polygon, j, at(line[0]))
            && rings().all(|ring| crosses_nothing(places, ring, line))
    };
    all.into_iter().find(is_free).map(|(_, h, i, j)| (h, i, j))
}

/// Whether a point is seen from a corner of a polygon on its inner side.
fn is_between_sides(places: &[[f64; 2]], polygon: &[u32], corner: usize, to: [f64; 2]) -> bool {
    let n = polygon.len();
    let [before, own, after] =
        [corner + n - 1, corner, corner + 1].map(|k| places[polygon[k % n] as usize]);
    let (from, onto) = (turn(before, own, to) > 0, turn(own, after, to) > 0);
    match turn(before, own, after) > 0 {
        true => from && onto,
        false => from || onto,
    }
}

/// Whether a line between two corners meets no side of a ring but in these corners.
fn crosses_nothing(places: &[[f64; 2]], ring: &[u32], line: [u32; 2]) -> bool {
    let at = |k: u32| places[k as usize];
    let [p, q] = line.map(at);
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).all(|(a, b)| {
        let meets = line.contains(a) || line.contains(b);
        let [a, b] = [at(*a), at(*b)];
        let own = [turn(p, q, a), turn(p, q, b)];
        let other = [turn(a, b, p), turn(a, b, q)];
        meets && own != [0, 0] || own[0] * own[1] > 0 || other[0] * other[1] > 0
    })
}

/// Between a convex polygon, counterclockwise seen from outside, and the one below.
fn prism(top: Vec<Vec3>, bottom: Vec<Vec3>) -> Mesh {
    let n = top.len() as u32;
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for k in 1..n - 1 {
        triangles.extend([[0, k, k + 1], [n, n + k + 1, n + k]]);
    }
    for k in 0..n {
        let next = (k + 1) % n;
        triangles.extend([[k + n, next + n, next], [k + n, next, k]]);
    }
    let vertices = top.into_iter().chain(bottom).collect();
    Mesh {
        vertices,
        triangles,
    }
}
