//! Triangles of one face: constrained Delaunay in the plane of its chart, refined until they are close to the surface.

use crate::chart::Chart;
use crate::loops::{Trouble, contains};
use crate::polygon::Node;
use crate::sample::Fineness;
use carom_base::Vec3;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};
use std::collections::{HashMap, HashSet};

/// Rounds of refinement.
const ROUNDS: usize = 10;
/// Of these, rounds that also put points into triangles that are folded; more of them make slivers.
const UNFOLDING: usize = 1;
/// Points inside of one face at most.
const MOST: usize = 2_000_000;
/// Triangles are closer to the surface than 60 degrees.
const FOLDED: f64 = 0.5;
/// Distance of seeds in steps: equilateral triangles of this side have two thirds of the chord height at their centres.
const SPACING: f64 = 1.2;

/// The triangles of a face, counter-clockwise about the natural normal, with the natural normals at their corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patch {
    pub triangles: Vec<[u32; 3]>,
    pub normals: Vec<[Vec3; 3]>,
}

/// A vertex of the triangulation.
#[derive(Clone, Copy, Debug)]
struct Site {
    place: Point2<f64>,
    number: u32,
    /// On the line of a pole, which is one point of the surface: the coordinate along that line, which means nothing there.
    idle: Option<usize>,
}

/// The middle of an edge or a triangle over the surface: its coordinates are the means of those that mean something.
fn middle(sites: &[Site]) -> [f64; 2] {
    [0, 1].map(|i| {
        let mean = |all: bool| {
            let of = sites.iter().filter(|s| all || s.idle != Some(i));
            let of = of.map(|s| [s.place.x, s.place.y][i]);
            let (sum, count) = of.fold((0.0, 0.0), |(sum, n), x| (sum + x, n + 1.0));
            (count > 0.0).then(|| sum / count)
        };
        mean(false).or_else(|| mean(true)).unwrap_or(f64::NAN)
    })
}

impl HasPosition for Site {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        self.place
    }
}

/// A face in its plane, scaled so that Delaunay triangles suit it.
struct Plane<'a> {
    chart: &'a Chart,
    scale: [f64; 2],
    fineness: Fineness,
    cdt: ConstrainedDelaunayTriangulation<Site>,
}

/// Divides the inside of the rings. `steps` are those of [`Chart::steps`]; new points are appended to `points`.
pub(crate) fn triangulate(
    chart: &Chart,
    rings: &[Vec<Node>],
    steps: [f64; 2],
    fineness: Fineness,
    points: &mut Vec<Vec3>,
) -> Result<Patch, Trouble> {
    let scale = if chart.sphere.is_some() {
        [1.0; 2]
    } else {
        steps.map(|s| 1.0 / s)
    };
    let mut plane = Plane {
        chart,
        scale,
        fineness,
        cdt: ConstrainedDelaunayTriangulation::new(),
    };
    let shape: Vec<Vec<[f64; 2]>> = rings
        .iter()
        .map(|r| r.iter().map(|n| plane.scaled(n.1)).collect())
        .collect();
    if !shape.iter().flatten().flatten().all(|x| x.is_finite()) {
        return Err(Trouble::Refused(
            "its boundary is not finite in the parameters of its surface".into(),
        ));
    }
    plane.boundary(rings, points)?;
    if plane.cdt.all_vertices_on_line() {
        return Ok(Patch::default());
    }
    if chart.doubly_curved() {
        let seeds = if let Some((_, r)) = &chart.sphere {
            let step = (4.0 * fineness.chord / r).sqrt().min(fineness.angle);
            sphere_seeds(&shape, SPACING * step, chart)
        } else {
            lattice(&shape)
        };
        let seeds =
            seeds.ok_or_else(|| Trouble::Refused(format!("needs more than {MOST} points")))?;
        for q in seeds {
            plane.add(q, points)?;
        }
    }
    plane.refine(points)?;
    plane.patch(points)
}

impl Plane<'_> {
    fn scaled(&self, q: [f64; 2]) -> [f64; 2] {
        // Below what the predicates can hold, a coordinate is zero.
        [0, 1].map(|i| {
            let x = q[i] * self.scale[i];
            if x.abs() < 1e-100 { 0.0 } else { x }
        })
    }

    /// Place and normal of the surface at a point of the scaled plane.
    fn surface(&self, x: [f64; 2]) -> (Vec3, Vec3) {
        self.chart.at([x[0] / self.scale[0], x[1] / self.scale[1]])
    }

    fn insert(
        &mut self,
        x: [f64; 2],
        number: u32,
        point: &Vec3,
    ) -> Result<spade::handles::FixedVertexHandle, Trouble> {
        let place = Point2::new(x[0], x[1]);
        let idle = self.chart.pole_at(point).map(|pole| 1 - pole.fixed);
        self.cdt
            .insert(Site {
                place,
                number,
                idle,
            })
            .map_err(|e| Trouble::Refused(format!("its parameters are out of range ({e:?})")))
    }

    /// A new point inside of the face.
    fn add(&mut self, x: [f64; 2], points: &mut Vec<Vec3>) -> Result<(), Trouble> {
        let x = x.map(|x| if x.abs() < 1e-100 { 0.0 } else { x });
        let (point, _) = self.surface(x);
        if point.amax().is_finite() {
            let before = self.cdt.num_vertices();
            let number = points.len() as u32;
            let handle = self.insert(x, number, &point)?;
            if self.cdt.num_vertices() > before {
                points.push(point);
            } else {
                let _ = handle;
                return Err(Trouble::Coarse(
                    "two points fall together in its plane".into(),
                ));
            }
        }
        Ok(())
    }

    fn boundary(&mut self, rings: &[Vec<Node>], points: &[Vec3]) -> Result<(), Trouble> {
        let mut known: HashMap<[u64; 2], u32> = HashMap::new();
        let mut handles = Vec::with_capacity(rings.len());
        for ring in rings {
            let mut list = Vec::with_capacity(ring.len());
            for &(number, q) in ring {
                let x = self.scaled(q);
                let first = *known
                    .entry(x.map(|x| (x + 0.0).to_bits()))
                    .or_insert(number);
                if first != number {
                    return Err(Trouble::Coarse(
                        "two points of its boundary fall together in its plane".into(),
                    ));
                }
                list.push(self.insert(x, number, &points[number as usize])?);
            }
            handles.push(list);
        }
        for list in &handles {
            for i in 0..list.len() {
                let (a, b) = (list[i], list[(i + 1) % list.len()]);
                if a == b {
                    continue;
                }
                if !self.cdt.can_add_constraint(a, b) {
                    return Err(Trouble::Coarse("its boundary crosses itself".into()));
                }
                self.cdt.add_constraint(a, b);
                if !self.cdt.exists_constraint(a, b) {
                    return Err(Trouble::Coarse("its boundary touches itself".into()));
                }
            }
        }
        Ok(())
    }

    /// For each face of the triangulation whether it is inside: an odd number of constraints away from the outside.
    fn inside(&self) -> Vec<bool> {
        let mut parity: Vec<Option<bool>> = vec![None; self.cdt.num_all_faces()];
        let mut stack = Vec::new();
        let outer = self.cdt.outer_face().fix().index();
        parity[outer] = Some(false);
        for e in self.cdt.convex_hull() {
            for e in [e, e.rev()] {
                let f = e.face().fix();
                if f.index() != outer && parity[f.index()].is_none() {
                    parity[f.index()] = Some(e.as_undirected().is_constraint_edge());
                    stack.push(f);
                }
            }
        }
        while let Some(f) = stack.pop() {
            let here = parity[f.index()] == Some(true);
            let Some(face) = self.cdt.face(f).as_inner() else {
                continue;
            };
            for e in face.adjacent_edges() {
                let g = e.rev().face().fix();
                if parity[g.index()].is_none() {
                    parity[g.index()] = Some(here != e.as_undirected().is_constraint_edge());
                    stack.push(g);
                }
            }
        }
        parity.into_iter().map(|p| p == Some(true)).collect()
    }

    fn refine(&mut self, points: &mut Vec<Vec3>) -> Result<(), Trouble> {
        if matches!(&*self.chart.surface, crate::surface::Surface::Plane(_)) {
            return Ok(());
        }
        let limit = self.fineness.chord;
        let mut tested: HashSet<[u32; 2]> = HashSet::new();
        for round in 0..ROUNDS {
            let mut new: Vec<[f64; 2]> = Vec::new();
            let inside = self.inside();
            for face in self.cdt.inner_faces() {
                if !inside[face.fix().index()] {
                    continue;
                }
                let corners = face.vertices().map(|v| *v.data());
                let mut failed = false;
                for e in face.adjacent_edges() {
                    let (a, b) = (*e.from().data(), *e.to().data());
                    if e.as_undirected().is_constraint_edge() || a.number == b.number {
                        continue;
                    }
                    let key = [a.number.min(b.number), a.number.max(b.number)];
                    if !tested.insert(key) {
                        continue;
                    }
                    let x = middle(&[a, b]);
                    let chord = (points[a.number as usize] + points[b.number as usize]) * 0.5;
                    if self.height(x, chord) > limit {
                        new.push(x);
                        failed = true;
                    }
                }
                let numbers = corners.map(|c| c.number);
                let flat = numbers[0] == numbers[1]
                    || numbers[1] == numbers[2]
                    || numbers[2] == numbers[0];
                if failed || flat {
                    continue;
                }
                let x = middle(&corners);
                let chord = numbers
                    .iter()
                    .fold(Vec3::zeros(), |s, &n| s + points[n as usize])
                    * (1.0 / 3.0);
                if self.height(x, chord) > limit {
                    new.push(x);
                } else if round < UNFOLDING && self.is_folded(&corners, x, points) {
                    // as between a pole and two points on one line to it: a point beside that line
                    let mean = |i: usize| {
                        let all = corners.iter().map(|c| [c.place.x, c.place.y][i]);
                        all.sum::<f64>() / 3.0
                    };
                    new.push([mean(0), mean(1)]);
                }
            }
            if new.is_empty() {
                return Ok(());
            }
            if points.len() + new.len() > MOST {
                return Err(Trouble::Refused(format!("needs more than {MOST} points")));
            }
            for x in new {
                let (point, _) = self.surface(x);
                let before = self.cdt.num_vertices();
                if point.amax().is_finite() && self.far_from_sites(x) {
                    self.insert(x, points.len() as u32, &point)?;
                    if self.cdt.num_vertices() > before {
                        points.push(point);
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether no vertex stands at a place already.
    fn far_from_sites(&self, x: [f64; 2]) -> bool {
        self.cdt.locate_vertex(Point2::new(x[0], x[1])).is_none()
    }

    /// Distance of the surface from the middle of a chord or triangle, along its normal.
    fn height(&self, x: [f64; 2], chord: Vec3) -> f64 {
        let (point, normal) = self.surface(x);
        let height = (point - chord).dot(&normal).abs();
        if height.is_finite() { height } else { 0.0 }
    }

    /// Whether a triangle lies across the surface at its centre. Slivers have no direction to compare.
    fn is_folded(&self, corners: &[Site; 3], centre: [f64; 2], points: &[Vec3]) -> bool {
        let [a, b, c] = corners.map(|site| points[site.number as usize]);
        let area = (b - a).cross(&(c - a));
        let (_, normal) = self.surface(centre);
        let sides = [b - a, c - a, c - b].map(|e| e.norm_squared());
        let longest = sides.into_iter().fold(0.0, f64::max);
        area.norm() > 1e-3 * longest && area.dot(&normal) < FOLDED * area.norm()
    }

    fn patch(&self, points: &[Vec3]) -> Result<Patch, Trouble> {
        let inside = self.inside();
        let normals: Vec<Vec3> = self
            .cdt
            .vertices()
            .map(|v| self.surface([v.data().place.x, v.data().place.y]).1)
            .collect();
        let mut patch = Patch::default();
        for face in self.cdt.inner_faces() {
            if !inside[face.fix().index()] {
                continue;
            }
            let vertices = face.vertices();
            let t = vertices.map(|v| v.data().number);
            if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
                continue;
            }
            let [a, b, c] = t.map(|n| points[n as usize]);
            let area = (b - a).cross(&(c - a));
            let sites = vertices.map(|v| *v.data());
            let centre = middle(&sites);
            if self.is_folded(&sites, centre, points) {
                return Err(Trouble::Coarse(
                    "a triangle is folded against the surface".into(),
                ));
            }
            let (_, normal) = self.surface(centre);
            let facet = area.try_normalize(0.0).unwrap_or(normal);
            let exact = vertices.map(|v| {
                let site = v.data();
                // A pole has the normal of a place next to it: a cone has another one on each side.
                let n = if let Some(idle) = site.idle {
                    let mut next = [site.place.x, site.place.y];
                    next[idle] = centre[idle];
                    self.surface([0, 1].map(|i| next[i] + 1e-6 * (centre[i] - next[i])))
                        .1
                } else {
                    normals[v.fix().index()]
                };
                if n.amax().is_finite() { n } else { facet }
            });
            patch.triangles.push(t);
            patch.normals.push(exact);
        }
        Ok(patch)
    }
}

/// Points near a boundary, in cells of size one.
struct Near {
    cells: HashMap<[i64; 3], Vec<[f64; 3]>>,
}

impl Near {
    fn new(points: impl Iterator<Item = [f64; 3]>) -> Self {
        let mut cells: HashMap<[i64; 3], Vec<[f64; 3]>> = HashMap::new();
        for p in points {
            cells
                .entry(p.map(|x| x.floor() as i64))
                .or_default()
                .push(p);
        }
        Self { cells }
    }

    /// Whether a point is nearer than `distance` (at most 1).
    fn has(&self, p: [f64; 3], distance: f64) -> bool {
        let cell = p.map(|x| x.floor() as i64);
        let close =
            |q: &[f64; 3]| (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>() < distance * distance;
        (0..27i64).any(|k| {
            let key = [
                cell[0] + k % 3 - 1,
                cell[1] + k / 3 % 3 - 1,
                cell[2] + k / 9 - 1,
            ];
            self.cells
                .get(&key)
                .is_some_and(|list| list.iter().any(close))
        })
    }
}

/// Points along all sides of the rings, at most half a unit apart.
fn along(shape: &[Vec<[f64; 2]>]) -> Vec<[f64; 2]> {
    let mut out = Vec::new();
    for ring in shape {
        for i in 0..ring.len() {
            let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
            let count = ((p[0] - q[0]).hypot(p[1] - q[1]) / 0.5)
                .ceil()
                .clamp(1.0, 1e5) as usize;
            out.extend((0..count).map(|k| {
                let t = k as f64 / count as f64;
                [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]
            }));
        }
    }
    out
}

/// A lattice of equilateral triangles inside of the rings, off the boundary. `None` if it is too large.
fn lattice(shape: &[Vec<[f64; 2]>]) -> Option<Vec<[f64; 2]>> {
    let all = || shape.iter().flatten();
    let low = [0, 1].map(|i| all().map(|p| p[i]).fold(f64::INFINITY, f64::min));
    let high = [0, 1].map(|i| all().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max));
    let rise = SPACING * 0.75f64.sqrt();
    if (high[0] - low[0]) * (high[1] - low[1]) / (rise * SPACING) > MOST as f64 {
        return None;
    }
    let near = Near::new(along(shape).into_iter().map(|[x, y]| [x, y, 0.0]));
    let mut seeds = Vec::new();
    let rows = ((high[1] - low[1]) / rise).floor();
    let first = low[1] + 0.5 * (high[1] - low[1] - rows * rise);
    for row in 0..=rows as usize {
        let y = first + rise * row as f64;
        let mut crossings: Vec<f64> = Vec::new();
        for ring in shape {
            for i in 0..ring.len() {
                let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                if (a[1] > y) != (b[1] > y) {
                    crossings.push(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
                }
            }
        }
        crossings.sort_by(f64::total_cmp);
        let offset = low[0] + if row % 2 == 0 { 0.0 } else { 0.5 * SPACING };
        for pair in crossings.chunks_exact(2) {
            let from = ((pair[0] - offset) / SPACING).ceil() as i64;
            let to = ((pair[1] - offset) / SPACING).floor() as i64;
            for k in from..=to {
                let x = offset + SPACING * k as f64;
                if !near.has([x, y, 0.0], 0.7) {
                    seeds.push([x, y]);
                }
            }
        }
    }
    Some(seeds)
}

/// Points of a spiral that covers the sphere evenly (Fibonacci lattice), inside of the rings, at distances of about `h` radians.
fn sphere_seeds(shape: &[Vec<[f64; 2]>], h: f64, chart: &Chart) -> Option<Vec<[f64; 2]>> {
    let (frame, r) = chart.sphere.as_ref()?;
    let count = (16.0 * std::f64::consts::PI / (3f64.sqrt() * 2.0) / (h * h)).ceil();
    if count.is_nan() || count > MOST as f64 {
        return None;
    }
    let direction = |q: [f64; 2]| {
        let n = (chart.at(q).0 - frame.origin) * (1.0 / (r * h));
        [n.x, n.y, n.z]
    };
    let near = Near::new(dense(shape, h).into_iter().map(direction));
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let mut seeds = Vec::new();
    for k in 0..count as usize {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / count;
        let (s, c) = (golden * k as f64).sin_cos();
        let rho = (1.0 - z * z).sqrt() / (1.0 + z);
        let q = [rho * c, rho * s];
        let inside = shape.iter().filter(|ring| contains(ring, q)).count() % 2 == 1;
        if inside && !near.has(direction(q), 0.6) {
            seeds.push(((k as f64 / count.sqrt()) as usize, q));
        }
    }
    // Turn by turn, so that each point is next to the one before it.
    let angle = |q: &[f64; 2]| q[1].atan2(q[0]);
    seeds.sort_by(|a, b| a.0.cmp(&b.0).then(angle(&a.1).total_cmp(&angle(&b.1))));
    Some(seeds.into_iter().map(|s| s.1).collect())
}

/// Points along the rings of a stereographic plane, at most half of `h` radians apart on the sphere.
fn dense(shape: &[Vec<[f64; 2]>], h: f64) -> Vec<[f64; 2]> {
    let mut out = Vec::new();
    for ring in shape {
        for i in 0..ring.len() {
            let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
            let square = (p[0] * p[0] + p[1] * p[1]).min(q[0] * q[0] + q[1] * q[1]);
            let size = 2.0 * (p[0] - q[0]).hypot(p[1] - q[1]) / (1.0 + square);
            let count = (size / (0.5 * h)).ceil().clamp(1.0, 1e4) as usize;
            out.extend((0..count).map(|k| {
                let t = k as f64 / count as f64;
                [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]
            }));
        }
    }
    out
}
