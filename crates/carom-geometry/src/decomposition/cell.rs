//! Convex cells of space with what of the surface of a solid is in them, cut by planes. Points have numbers that all cells share.

use carom_base::Vec3;
use std::collections::HashMap;

/// A plane; below it is `normal·x ≤ offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: Vec3,
    pub offset: f64,
}

impl Plane {
    /// How far a point is above it.
    pub fn height(&self, x: &Vec3) -> f64 {
        self.normal.dot(x) - self.offset
    }
}

/// Points and planes of all cells.
pub(super) struct Space {
    pub points: Vec<Vec3>,
    pub planes: Vec<Plane>,
    /// Points that are nearer to a plane are on it, and to each other are one.
    pub near: f64,
    /// Where planes cut lines between two points.
    cuts: HashMap<(u32, u32, usize), u32>,
}

impl Space {
    pub fn new(points: Vec<Vec3>, near: f64) -> Self {
        Self {
            points,
            planes: Vec::new(),
            near,
            cuts: HashMap::new(),
        }
    }

    pub fn point(&self, k: u32) -> Vec3 {
        self.points[k as usize]
    }

    /// The number of a point, of one that is there if it is near.
    pub fn number(&mut self, x: Vec3) -> u32 {
        let near = |p: &Vec3| (*p - x).amax() <= self.near;
        let found = self.points.iter().position(near);
        let at = found.unwrap_or_else(|| {
            self.points.push(x);
            self.points.len() - 1
        });
        at as u32
    }

    /// How far a point is above a plane; zero of one that is on it.
    fn height(&self, k: u32, plane: usize) -> f64 {
        height(&self.planes[plane], &self.point(k), self.near)
    }

    /// Where a plane cuts the line between two points on different sides of it.
    fn cut(&mut self, a: u32, b: u32, plane: usize) -> u32 {
        let key = (a.min(b), a.max(b), plane);
        if let Some(found) = self.cuts.get(&key) {
            return *found;
        }
        let [from, to] = [key.0, key.1].map(|k| self.point(k));
        let [low, high] = [from, to].map(|x| self.planes[plane].height(&x));
        let made = self.number(from + (to - from) * (low / (low - high)));
        self.cuts.insert(key, made);
        made
    }

    /// The parts of a convex polygon below and above a plane; one in the plane has none.
    fn parts(&mut self, polygon: &[u32], plane: usize) -> [Vec<u32>; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        let n = polygon.len();
        for k in 0..n {
            let (a, b) = (polygon[k], polygon[(k + 1) % n]);
            let (on_a, on_b) = (self.height(a, plane), self.height(b, plane));
            if on_a <= 0.0 {
                parts[0].push(a);
            }
            if on_a >= 0.0 {
                parts[1].push(a);
            }
            if on_a * on_b < 0.0 {
                let at = self.cut(a, b, plane);
                parts.iter_mut().for_each(|part| part.push(at));
            }
        }
        let touches = |k: &u32, sign: f64| sign * self.height(*k, plane) > 0.0;
        for (part, sign) in parts.iter_mut().zip([-1.0, 1.0]) {
            part.dedup();
            if part.len() < 3 || !part.iter().any(|k| touches(k, sign)) {
                part.clear();
            }
        }
        parts
    }
}

/// How far a point is above a plane; zero where it is near to it.
pub(super) fn height(plane: &Plane, x: &Vec3, near: f64) -> f64 {
    let height = plane.height(x);
    if height.abs() <= near { 0.0 } else { height }
}

/// A part of a face of the solid.
#[derive(Clone, Debug)]
pub(super) struct Facet {
    pub face: usize,
    /// Convex, counterclockwise seen from outside.
    pub corners: Vec<u32>,
}

/// A part of a concave edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notch {
    pub edge: usize,
    pub ends: [u32; 2],
}

/// A face of a cell.
#[derive(Clone, Debug)]
pub(super) struct Wall {
    pub plane: usize,
    /// Out of the cell is along the normal of the plane, or against it.
    pub is_above: bool,
    pub corners: Vec<u32>,
}

/// A convex part of space.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub walls: Vec<Wall>,
    pub facets: Vec<Facet>,
    pub notches: Vec<Notch>,
}

impl Cell {
    /// A box around points, so wide that its walls are far from them.
    pub fn around(space: &mut Space, centre: Vec3, half: f64) -> Vec<Wall> {
        let corner = |k: usize| {
            let sign = |axis: usize| if k >> axis & 1 == 1 { half } else { -half };
            centre + Vec3::from_fn(sign)
        };
        let numbers: Vec<u32> = (0..8).map(|k| space.number(corner(k))).collect();
        let mut walls = Vec::new();
        for axis in 0..3 {
            for is_above in [false, true] {
                let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
                let first = usize::from(is_above) << axis;
                let around = [first, first | u, first | u | v, first | v];
                let normal = Vec3::from_fn(|k| if k == axis { 1.0 } else { 0.0 });
                let offset = centre[axis] + if is_above { half } else { -half };
                space.planes.push(Plane { normal, offset });
                walls.push(Wall {
                    plane: space.planes.len() - 1,
                    is_above,
                    corners: around.map(|k| numbers[k]).to_vec(),
                });
            }
        }
        walls
    }

    /// The parts below and above a plane.
    pub fn split(&self, space: &mut Space, plane: usize, normals: &[Vec3]) -> [Self; 2] {
        let empty = || Self {
            walls: Vec::new(),
            facets: Vec::new(),
            notches: Vec::new(),
        };
        let mut cells = [empty(), empty()];
        let mut rim: Vec<u32> = Vec::new();
        for wall in &self.walls {
            let parts = space.parts(&wall.corners, plane);
            let on = parts.iter().flatten();
            let on: Vec<u32> = on
                .copied()
                .filter(|k| space.height(*k, plane) == 0.0)
                .collect();
            rim.extend(on);
            for (cell, corners) in cells.iter_mut().zip(parts) {
                if !corners.is_empty() {
                    cell.walls.push(Wall { corners, ..*wall });
                }
            }
        }
        rim.sort_unstable();
        rim.dedup();
        let corners = around(space, rim, &space.planes[plane].normal);
        for (cell, is_above) in cells.iter_mut().zip([true, false]) {
            cell.walls.push(Wall {
                plane,
                is_above,
                corners: corners.clone(),
            });
        }
        for facet in &self.facets {
            let parts = space.parts(&facet.corners, plane);
            if parts.iter().all(Vec::is_empty) {
                // In the plane, its solid on one side.
                let is_top = normals[facet.face].dot(&space.planes[plane].normal) > 0.0;
                cells[usize::from(!is_top)].facets.push(facet.clone());
                continue;
            }
            for (cell, corners) in cells.iter_mut().zip(parts) {
                if !corners.is_empty() {
                    let face = facet.face;
                    cell.facets.push(Facet { face, corners });
                }
            }
        }
        for notch in &self.notches {
            let [a, b] = notch.ends;
            let [low, high] = notch.ends.map(|k| space.height(k, plane));
            let edge = notch.edge;
            let at = if low * high < 0.0 {
                Some(space.cut(a, b, plane))
            } else {
                None
            };
            for (cell, sign) in cells.iter_mut().zip([-1.0, 1.0]) {
                let ends = match at {
                    Some(at) if sign * low > 0.0 => [a, at],
                    Some(at) => [at, b],
                    None if sign * low > 0.0 || sign * high > 0.0 => [a, b],
                    // In the plane, which resolves it.
                    None => continue,
                };
                if ends[0] != ends[1] {
                    cell.notches.push(Notch { edge, ends });
                }
            }
        }
        cells
    }
}

/// Corners of a convex polygon in order, counterclockwise seen against its normal.
pub(super) fn around(space: &Space, mut corners: Vec<u32>, normal: &Vec3) -> Vec<u32> {
    let Some(first) = corners.first().map(|k| space.point(*k)) else {
        return corners;
    };
    let sum = corners
        .iter()
        .fold(Vec3::zeros(), |sum, k| sum + (space.point(*k) - first));
    let centre = first + sum / corners.len() as f64;
    let x = first - centre;
    let x = x - *normal * normal.dot(&x);
    let y = normal.cross(&x);
    let angle = |k: &u32| {
        let d = space.point(*k) - centre;
        y.dot(&d).atan2(x.dot(&d))
    };
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    corners
}
