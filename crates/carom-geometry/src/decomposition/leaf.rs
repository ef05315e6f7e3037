//! Convex parts of a solid: the part of it in a cell without concave edges, and what such parts are together.

use super::cell::{Cell, Plane, Space, around, height};
use crate::Mesh;
use crate::polyhedron::{FLAT, Face};
use carom_base::Vec3;

/// What a side of a part lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum In {
    /// A face of the solid.
    Face(usize),
    /// A plane that was cut along, with the part below or above it.
    Plane(usize, bool),
}

#[derive(Clone, Debug)]
struct Side {
    of: In,
    plane: Plane,
    /// Points of the part on it.
    on: Vec<u32>,
}

/// A convex part of a solid.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    sides: Vec<Side>,
    points: Vec<u32>,
}

/// Each once.
fn once(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list.dedup();
    list
}

fn are_one(a: &Side, b: &Side, near: f64) -> bool {
    a.plane.normal.dot(&b.plane.normal) > 0.0
        && a.plane.normal.cross(&b.plane.normal).norm() < FLAT
        && (a.plane.offset - b.plane.offset).abs() <= near
}

impl Leaf {
    /// The part of a solid with these faces in a cell without concave edges.
    pub fn of(space: &Space, cell: &Cell, faces: &[Face]) -> Self {
        let mut sides: Vec<Side> = Vec::new();
        for facet in &cell.facets {
            let of = In::Face(facet.face);
            match sides.iter_mut().find(|side| side.of == of) {
                Some(side) => side.on.extend(&facet.corners),
                None => sides.push(Side {
                    of,
                    plane: plane_of(&faces[facet.face]),
                    on: facet.corners.clone(),
                }),
            }
        }
        sides
            .iter_mut()
            .for_each(|side| side.on = once(std::mem::take(&mut side.on)));
        let is_inside = |k: &u32| {
            let x = space.point(*k);
            sides
                .iter()
                .all(|side| height(&side.plane, &x, space.near) < 0.0)
        };
        let corners = cell.walls.iter().flat_map(|wall| &wall.corners);
        let inner = corners.copied().filter(is_inside);
        let points = once(
            sides
                .iter()
                .flat_map(|side| side.on.clone())
                .chain(inner)
                .collect(),
        );
        for wall in &cell.walls {
            let plane = space.planes[wall.plane];
            let sign = if wall.is_above { 1.0 } else { -1.0 };
            let on = |k: &u32| height(&plane, &space.point(*k), space.near) == 0.0;
            let side = Side {
                of: In::Plane(wall.plane, wall.is_above),
                plane: Plane {
                    normal: plane.normal * sign,
                    offset: plane.offset * sign,
                },
                on: points.iter().copied().filter(on).collect(),
            };
            let is_face = sides.iter().any(|other| are_one(&side, other, space.near));
            if side.on.len() >= 3 && !is_face {
                sides.push(side);
            }
        }
        Self { sides, points }
    }

    /// Whether sides with three independent normals meet in a point.
    fn is_corner(&self, point: u32) -> bool {
        let at = self.sides.iter().filter(|side| side.on.contains(&point));
        let normals: Vec<Vec3> = at.map(|side| side.plane.normal).collect();
        let Some(first) = normals.first() else {
            return false;
        };
        let longer = |a: Vec3, b: Vec3| if b.norm() > a.norm() { b } else { a };
        let line = normals
            .iter()
            .map(|n| first.cross(n))
            .fold(Vec3::zeros(), longer);
        let size = line.norm();
        size > FLAT && normals.iter().any(|n| n.dot(&line).abs() > FLAT * size)
    }

    /// The corners of each side in order; an empty list for one that bounds nothing.
    fn polygons(&self, space: &Space) -> Vec<Vec<u32>> {
        let corners: Vec<u32> = self
            .points
            .iter()
            .copied()
            .filter(|k| self.is_corner(*k))
            .collect();
        let polygon = |side: &Side| {
            let on = side.on.iter().copied().filter(|k| corners.contains(k));
            let on: Vec<u32> = on.collect();
            if on.len() < 3 {
                Vec::new()
            } else {
                around(space, on, &side.plane.normal)
            }
        };
        self.sides.iter().map(polygon).collect()
    }

    pub fn mesh(&self, space: &Space) -> Mesh {
        let mut numbers: Vec<u32> = Vec::new();
        let mut triangles = Vec::new();
        for polygon in self.polygons(space) {
            let own: Vec<u32> = polygon
                .iter()
                .map(|k| match numbers.iter().position(|n| n == k) {
                    Some(at) => at as u32,
                    None => {
                        numbers.push(*k);
                        numbers.len() as u32 - 1
                    }
                })
                .collect();
            triangles.extend(
                own.windows(2)
                    .skip(1)
                    .map(|pair| [own[0], pair[0], pair[1]]),
            );
        }
        Mesh {
            vertices: numbers.iter().map(|k| space.point(*k)).collect(),
            triangles,
        }
    }

    /// Both parts as one, if they lie against each other with a whole side and are convex together.
    fn joined(
        &self,
        other: &Self,
        space: &Space,
        polygons: [&[Vec<u32>]; 2],
    ) -> Option<(f64, Self)> {
        let (k, m, polygon) = shared(self, other, polygons)?;
        let rest = |leaf: &Self, k: usize| -> Vec<Side> {
            let all = leaf.sides.iter().enumerate();
            all.filter(|(s, _)| *s != k)
                .map(|(_, side)| side.clone())
                .collect()
        };
        let (mut sides, others) = (rest(self, k), rest(other, m));
        let are_below = |sides: &[Side], points: &[u32]| {
            let below =
                |side: &Side, k: u32| height(&side.plane, &space.point(k), space.near) <= 0.0;
            sides.iter().all(|side| {
                points
                    .iter()
                    .all(|k| side.on.contains(k) || below(side, *k))
            })
        };
        if !are_below(&sides, &other.points) || !are_below(&others, &self.points) {
            return None;
        }
        for side in others {
            if let Some(own) = sides.iter_mut().find(|own| own.of == side.of) {
                own.on = once(own.on.iter().chain(&side.on).copied().collect());
                continue;
            }
            // A face would be on the surface and inside.
            if sides.iter().any(|own| are_one(own, &side, space.near)) {
                return None;
            }
            sides.push(side);
        }
        let points = once(self.points.iter().chain(&other.points).copied().collect());
        Some((area(space, polygon), Self { sides, points }))
    }
}

/// The side that one part has from below and the other one from above, and its corners.
fn shared<'a>(
    a: &Leaf,
    b: &Leaf,
    [of_a, of_b]: [&'a [Vec<u32>]; 2],
) -> Option<(usize, usize, &'a [u32])> {
    a.sides.iter().enumerate().find_map(|(k, side)| {
        let In::Plane(plane, is_above) = side.of else {
            return None;
        };
        let m = b
            .sides
            .iter()
            .position(|s| s.of == In::Plane(plane, !is_above))?;
        let are_same = !of_a[k].is_empty() && once(of_a[k].clone()) == once(of_b[m].clone());
        are_same.then_some((k, m, of_a[k].as_slice()))
    })
}

fn area(space: &Space, polygon: &[u32]) -> f64 {
    let first = space.point(polygon[0]);
    let d = |k: u32| space.point(k) - first;
    let pairs = polygon.windows(2);
    let sum = pairs.fold(Vec3::zeros(), |sum, pair| {
        sum + d(pair[0]).cross(&d(pair[1]))
    });
    sum.norm()
}

/// Convex parts put together to larger ones, along the largest sides first.
pub(super) fn merged(space: &Space, mut leaves: Vec<Leaf>) -> Vec<Leaf> {
    let mut polygons: Vec<Vec<Vec<u32>>> = leaves.iter().map(|leaf| leaf.polygons(space)).collect();
    loop {
        let mut best: Option<(f64, Leaf, [usize; 2])> = None;
        for a in 0..leaves.len() {
            for b in a + 1..leaves.len() {
                let of = [polygons[a].as_slice(), polygons[b].as_slice()];
                if let Some((size, leaf)) = leaves[a].joined(&leaves[b], space, of)
                    && best.as_ref().is_none_or(|(most, _, _)| size > *most)
                {
                    best = Some((size, leaf, [a, b]));
                }
            }
        }
        let Some((_, leaf, [a, b])) = best else {
            return leaves;
        };
        polygons[a] = leaf.polygons(space);
        leaves[a] = leaf;
        leaves.remove(b);
        polygons.remove(b);
    }
}

/// The plane of a face.
pub(super) fn plane_of(face: &Face) -> Plane {
    Plane {
        normal: face.normal,
        offset: face.offset,
    }
}
