//! Closed triangle meshes, checked once and prepared for questions.
//!
//! A mesh encloses a solid if each edge has exactly two triangles, run through in opposite directions, no triangle is without
//! area, no two triangles cross, and normals point outwards. Then volume, inside and outside, and overlaps are defined.
//! Several shells are one solid; shells that look inwards are cavities.

mod disc;
mod edge;
mod exact;
mod feet;
mod patches;
mod sharp;
mod sharp_edges;
mod tips;
mod tree;

use crate::overlap::{Corners, passing};
use crate::{MassProperties, Mesh};
use carom_base::Vec3;
use edge::Edge;
pub(crate) use exact::Exact;
pub(crate) use sharp::{Sharp, SharpEdge};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
pub(crate) use tree::{Node, Tree, near};

/// A mesh does not enclose a solid. Triangles and vertices are counted from 0, as given (after equal vertices are joined).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// Nothing there.
    #[error("the mesh has no triangles")]
    Empty,
    /// More than the 2³¹ edges that numbers here hold.
    #[error("the mesh has {0} triangles, too many")]
    TooLarge(usize),
    /// A coordinate is infinite or not a number.
    #[error("vertex {vertex} at {position:?} is not finite")]
    NotFinite {
        /// Number of the vertex.
        vertex: usize,
        /// Its coordinates.
        position: [f64; 3],
    },
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} has vertex {index}, but there are {vertices} vertices")]
    Index {
        /// Number of the triangle.
        triangle: usize,
        /// What it names.
        index: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A triangle has no area.
    #[error("triangle {triangle} has no area: {corners:?}")]
    NoArea {
        /// Number of the triangle.
        triangle: usize,
        /// Its corners.
        corners: [[f64; 3]; 3],
    },
    /// An edge has one triangle only.
    #[error("the mesh is not closed: edge ({}, {}) from {:?} to {:?} has one triangle ({triangle})", edge[0], edge[1], ends[0], ends[1])]
    Open {
        /// Numbers of its vertices.
        edge: [u32; 2],
        /// Their coordinates.
        ends: [[f64; 3]; 2],
        /// The triangle.
        triangle: usize,
    },
    /// Two triangles run through an edge in the same direction: one is turned over.
    #[error("triangles {} and {} run through edge ({}, {}) from {:?} to {:?} in the same direction: one of them is turned over", triangles[0], triangles[1], edge[0], edge[1], ends[0], ends[1])]
    Flipped {
        /// Numbers of the vertices of the edge.
        edge: [u32; 2],
        /// Their coordinates.
        ends: [[f64; 3]; 2],
        /// The triangles.
        triangles: [usize; 2],
    },
    /// An edge has more than two triangles.
    #[error("edge ({}, {}) from {:?} to {:?} has {count} triangles, {}, {} and others", edge[0], edge[1], ends[0], ends[1], triangles[0], triangles[1])]
    Crowded {
        /// Numbers of its vertices.
        edge: [u32; 2],
        /// Their coordinates.
        ends: [[f64; 3]; 2],
        /// The first two triangles.
        triangles: [usize; 2],
        /// How many triangles it has.
        count: usize,
    },
    /// Normals point inwards.
    #[error(
        "the shell of triangle {triangle} is inside out: its volume is {volume:e}, and no other shell is around it"
    )]
    InsideOut {
        /// A triangle of the shell.
        triangle: usize,
        /// Its signed volume.
        volume: f64,
    },
    /// Two triangles cross.
    #[error("triangles {} and {} cross at {point:?}", triangles[0], triangles[1])]
    Crossing {
        /// Their numbers.
        triangles: [usize; 2],
        /// Where an edge of one passes the other.
        point: [f64; 3],
    },
}

/// A connected part of the surface.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    pub centre: Vec3,
    pub half: Vec3,
    /// One of its vertices.
    pub vertex: u32,
    /// Signed volume and first moment about `centre`.
    pub volume: f64,
    pub first: Vec3,
}

/// A solid bounded by triangles.
#[derive(Clone, Debug)]
pub struct ClosedMesh {
    pub(crate) vertices: Vec<Vec3>,
    /// In the order of the leaves of the tree.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Edges of a triangle: `k` runs from its corner k to its corner k + 1.
    pub(crate) edges_of: Vec<[u32; 3]>,
    pub(crate) edges: Vec<Edge>,
    /// Edges at a vertex: `around[begin[v]..begin[v + 1]]`.
    pub(crate) begin: Vec<u32>,
    pub(crate) around: Vec<u32>,
    pub(crate) shells: Vec<Shell>,
    /// The shell of a triangle.
    pub(crate) shell_of: Vec<u32>,
    pub(crate) tree: Tree,
    /// Number of each triangle as given.
    given: Vec<u32>,
    /// Of the bounding sphere.
    pub(crate) centre: Vec3,
    pub(crate) radius: f64,
    mass: MassProperties,
    /// The faces that its triangles stand for.
    pub(crate) exact: Option<Arc<Exact>>,
    /// Of triangles that are their own faces: found when they are asked for.
    sharp: OnceLock<Option<Arc<Sharp>>>,
    /// Its own among all meshes of the process; copies share it.
    pub(crate) id: u64,
}

static NEXT: AtomicU64 = AtomicU64::new(1);

impl ClosedMesh {
    /// Checks a mesh and prepares it. Vertices at equal places are joined first.
    pub fn new(mesh: &Mesh) -> Result<Self, MeshError> {
        let solid = Self::prepared(mesh)?;
        solid.each_crossing(Err)?;
        Ok(solid)
    }

    /// As [`ClosedMesh::new`]; of a mesh that is sound but for triangles that cross, all pairs of those.
    pub(crate) fn or_crossings(mesh: &Mesh) -> Result<Result<Self, Vec<[usize; 2]>>, MeshError> {
        let solid = Self::prepared(mesh)?;
        let mut pairs = Vec::new();
        solid.each_crossing(|error| {
            if let MeshError::Crossing { triangles, .. } = error {
                pairs.push(triangles);
            }
            Ok(())
        })?;
        Ok(if pairs.is_empty() {
            Ok(solid)
        } else {
            Err(pairs)
        })
    }

    /// All but the check of crossings.
    fn prepared(mesh: &Mesh) -> Result<Self, MeshError> {
        let (vertices, mut triangles) = joined(mesh)?;
        for (number, t) in triangles.iter().enumerate() {
            let corners = t.map(|v| vertices[v as usize]);
            if has_no_area(&corners) {
                return Err(MeshError::NoArea {
                    triangle: number,
                    corners: corners.map(Into::into),
                });
            }
        }
        edges(&vertices, &triangles)?;
        // From here on triangles stand in the order of the tree, vertices in the order of their first use.
        let corners: Vec<[Vec3; 3]> = triangles
            .iter()
            .map(|t| t.map(|v| vertices[v as usize]))
            .collect();
        let (tree, given) = Tree::build(&corners);
        let mut number = vec![u32::MAX; vertices.len()];
        let mut ordered = Vec::with_capacity(vertices.len());
        triangles = given
            .iter()
            .map(|&g| {
                triangles[g as usize].map(|v| {
                    let n = &mut number[v as usize];
                    if *n == u32::MAX {
                        *n = ordered.len() as u32;
                        ordered.push(vertices[v as usize]);
                    }
                    *n
                })
            })
            .collect();
        let vertices = ordered;
        let (edges, edges_of) = edges(&vertices, &triangles)?;
        let (begin, around) = neighbours(vertices.len(), &edges);
        let (shells, shell_of) = shells(&vertices, &triangles, &edges, &edges_of);
        let root = tree.nodes[0];
        let radius = vertices
            .iter()
            .map(|v| (v - root.centre).norm())
            .fold(0.0, f64::max);
        let whole = Mesh {
            vertices: vertices.clone(),
            triangles: triangles.clone(),
        };
        let solid = Self {
            mass: whole.mass_properties(),
            vertices,
            triangles,
            edges_of,
            edges,
            begin,
            around,
            shells,
            shell_of,
            tree,
            given,
            centre: root.centre,
            radius,
            exact: None,
            sharp: OnceLock::new(),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
        };
        solid.check_shells()?;
        Ok(solid)
    }

    /// Exact for the polyhedron.
    pub fn mass_properties(&self) -> MassProperties {
        self.mass
    }

    /// Number of triangles.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Never: a solid has triangles.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The surface, vertices joined, triangles in the order of the tree.
    pub fn to_mesh(&self) -> Mesh {
        Mesh {
            vertices: self.vertices.clone(),
            triangles: self.triangles.clone(),
        }
    }

    /// Centre and radius of a sphere around the solid.
    pub fn bounding_sphere(&self) -> (Vec3, f64) {
        (self.centre, self.radius)
    }

    /// Area of its surface.
    pub fn area(&self) -> f64 {
        (0..self.len() as u32)
            .map(|t| {
                let [a, b, c] = self.corners(t);
                0.5 * (b - a).cross(&(c - a)).norm()
            })
            .sum()
    }

    /// The vertex farthest along a direction.
    pub(crate) fn farthest(&self, w: &Vec3) -> Vec3 {
        let first = self.vertices.first().copied().unwrap_or_else(Vec3::zeros);
        self.vertices
            .iter()
            .fold(first, |p, q| if q.dot(w) > p.dot(w) { *q } else { p })
    }

    pub(crate) fn corners(&self, triangle: u32) -> [Vec3; 3] {
        let [i, j, k] = self.triangles[triangle as usize];
        let v = &self.vertices;
        [v[i as usize], v[j as usize], v[k as usize]]
    }

    fn check_shells(&self) -> Result<(), MeshError> {
        for (k, shell) in self.shells.iter().enumerate() {
            let surrounded = self.shells.iter().any(|o| {
                o.volume > -shell.volume
                    && ((shell.centre - o.centre).abs() + shell.half - o.half).max() <= 0.0
            });
            if shell.volume > 0.0 || (shell.volume < 0.0 && surrounded) {
                continue;
            }
            let triangle = self.shell_of.iter().position(|s| *s == k as u32);
            return Err(MeshError::InsideOut {
                triangle: triangle.map_or(0, |t| self.given[t] as usize),
                volume: shell.volume,
            });
        }
        Ok(())
    }

    /// Pairs of triangles of which an edge of one passes the inside of the other. Touching is allowed.
    fn each_crossing(
        &self,
        mut each: impl FnMut(MeshError) -> Result<(), MeshError>,
    ) -> Result<(), MeshError> {
        let nodes = &self.tree.nodes;
        let mut open = vec![(0u32, 0u32)];
        while let Some((i, j)) = open.pop() {
            let (a, b) = (&nodes[i as usize], &nodes[j as usize]);
            if i != j && ((a.centre - b.centre).abs() - a.half - b.half).max() > 0.0 {
                continue;
            }
            match (a.is_leaf(), b.is_leaf()) {
                (true, true) => {
                    for s in a.first..a.first + a.count {
                        for t in b.first..b.first + b.count {
                            if s < t
                                && let Some(crossing) = self.crossing(s, t)
                            {
                                each(crossing)?;
                            }
                        }
                    }
                }
                _ if i == j => {
                    let f = a.first;
                    open.extend([(f, f), (f, f + 1), (f + 1, f + 1)]);
                }
                (false, b_leaf) if b_leaf || a.size >= b.size => {
                    open.extend([(a.first, j), (a.first + 1, j)]);
                }
                _ => open.extend([(i, b.first), (i, b.first + 1)]),
            }
        }
        Ok(())
    }

    fn crossing(&self, s: u32, t: u32) -> Option<MeshError> {
        let of = |t: u32| Corners {
            at: self.corners(t),
            vertices: self.triangles[t as usize],
        };
        let point = passing(&of(s), &of(t))?.into();
        let mut triangles = [s, t].map(|x| self.given[x as usize] as usize);
        triangles.sort_unstable();
        Some(MeshError::Crossing { triangles, point })
    }
}

/// Vertices at equal places become one.
fn joined(mesh: &Mesh) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), MeshError> {
    if mesh.triangles.is_empty() {
        return Err(MeshError::Empty);
    }
    if mesh.triangles.len() > (1 << 30) {
        return Err(MeshError::TooLarge(mesh.triangles.len()));
    }
    let mut vertices = Vec::with_capacity(mesh.vertices.len());
    let mut places: HashMap<[u64; 3], u32> = HashMap::with_capacity(mesh.vertices.len());
    let mut number = Vec::with_capacity(mesh.vertices.len());
    for (vertex, p) in mesh.vertices.iter().enumerate() {
        if !p.iter().all(|x| x.is_finite()) {
            return Err(MeshError::NotFinite {
                vertex,
                position: (*p).into(),
            });
        }
        // −0 and 0 are one place
        let key = [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits());
        number.push(*places.entry(key).or_insert_with(|| {
            vertices.push(*p);
            vertices.len() as u32 - 1
        }));
    }
    let mut triangles = Vec::with_capacity(mesh.triangles.len());
    for (triangle, t) in mesh.triangles.iter().enumerate() {
        if let Some(&index) = t.iter().find(|&&v| v as usize >= number.len()) {
            return Err(MeshError::Index {
                triangle,
                index,
                vertices: number.len(),
            });
        }
        triangles.push(t.map(|v| number[v as usize]));
    }
    Ok((vertices, triangles))
}

/// Exactly: the cross product of two edges is zero in all components.
fn has_no_area([a, b, c]: &[Vec3; 3]) -> bool {
    let flat = |i: usize, j: usize| {
        let [p, q, r] = [a, b, c].map(|v| robust::Coord { x: v[i], y: v[j] });
        robust::orient2d(p, q, r) == 0.0
    };
    flat(0, 1) && flat(1, 2) && flat(2, 0)
}

type Edges = (Vec<Edge>, Vec<[u32; 3]>);

/// Pairs the halves of the edges.
fn edges(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Edges, MeshError> {
    // lower and higher end, triangle, which edge of it
    let mut halves: Vec<(u32, u32, u32, u8)> = Vec::with_capacity(3 * triangles.len());
    for (t, corners) in triangles.iter().enumerate() {
        for k in 0..3 {
            let (p, q) = (corners[k], corners[(k + 1) % 3]);
            halves.push((p.min(q), p.max(q), t as u32, k as u8));
        }
    }
    halves.sort_unstable();
    let mut list = Vec::with_capacity(halves.len() / 2);
    let mut edges_of = vec![[0; 3]; triangles.len()];
    for group in halves.chunk_by(|x, y| (x.0, x.1) == (y.0, y.1)) {
        let edge = [group[0].0, group[0].1];
        let ends = edge.map(|v| vertices[v as usize].into());
        let numbers = |k: usize| group[k].2 as usize;
        let from = |k: usize| triangles[numbers(k)][group[k].3 as usize];
        match group.len() {
            1 => {
                return Err(MeshError::Open {
                    edge,
                    ends,
                    triangle: numbers(0),
                });
            }
            2 if from(0) == from(1) => {
                return Err(MeshError::Flipped {
                    edge,
                    ends,
                    triangles: [numbers(0), numbers(1)],
                });
            }
            2 => {}
            count => {
                return Err(MeshError::Crowded {
                    edge,
                    ends,
                    triangles: [numbers(0), numbers(1)],
                    count,
                });
            }
        }
        for half in group {
            edges_of[half.2 as usize][half.3 as usize] = list.len() as u32;
        }
        let forward = from(0) == edge[0];
        list.push(Edge {
            ends: if forward { edge } else { [edge[1], edge[0]] },
            left: group[0].2,
            right: group[1].2,
        });
    }
    Ok((list, edges_of))
}

fn neighbours(vertices: usize, edges: &[Edge]) -> (Vec<u32>, Vec<u32>) {
    let mut begin = vec![0u32; vertices + 1];
    for e in edges {
        for v in e.ends {
            begin[v as usize + 1] += 1;
        }
    }
    for v in 0..vertices {
        begin[v + 1] += begin[v];
    }
    let mut next = begin.clone();
    let mut around = vec![0; 2 * edges.len()];
    for (k, e) in edges.iter().enumerate() {
        for v in e.ends {
            around[next[v as usize] as usize] = k as u32;
            next[v as usize] += 1;
        }
    }
    (begin, around)
}

/// Parts connected by edges.
fn shells(
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    edges: &[Edge],
    edges_of: &[[u32; 3]],
) -> (Vec<Shell>, Vec<u32>) {
    let mut shell_of = vec![u32::MAX; triangles.len()];
    let mut shells = Vec::new();
    for seed in 0..triangles.len() {
        if shell_of[seed] != u32::MAX {
            continue;
        }
        let name = shells.len() as u32;
        let mut members = vec![seed as u32];
        shell_of[seed] = name;
        let mut next = 0;
        while next < members.len() {
            for e in edges_of[members[next] as usize] {
                let Edge { left, right, .. } = edges[e as usize];
                for t in [left, right] {
                    if shell_of[t as usize] == u32::MAX {
                        shell_of[t as usize] = name;
                        members.push(t);
                    }
                }
            }
            next += 1;
        }
        let points = || {
            members
                .iter()
                .flat_map(|&t| triangles[t as usize])
                .map(|v| vertices[v as usize])
        };
        let low = points().fold(Vec3::repeat(f64::INFINITY), |l, p| l.inf(&p));
        let high = points().fold(Vec3::repeat(f64::NEG_INFINITY), |h, p| h.sup(&p));
        let centre = (low + high) * 0.5;
        let (mut volume, mut first) = (0.0, Vec3::zeros());
        for &t in &members {
            let [a, b, c] = triangles[t as usize].map(|v| vertices[v as usize] - centre);
            let v = a.dot(&b.cross(&c)) / 6.0;
            volume += v;
            first += (a + b + c) * (0.25 * v);
        }
        shells.push(Shell {
            centre,
            half: (high - centre).sup(&(centre - low)),
            vertex: triangles[seed][0],
            volume,
            first,
        });
    }
    (shells, shell_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::{Cuboid, Torus};
    use crate::{Refinement, Solid};

    fn cube() -> Mesh {
        Cuboid::new([2.0, 2.0, 2.0])
            .unwrap()
            .mesh(Refinement::COARSE)
    }

    fn refused(mesh: &Mesh) -> MeshError {
        ClosedMesh::new(mesh).unwrap_err()
    }

    #[test]
    fn a_good_mesh_is_taken() {
        let torus = Torus::new(1.0, 0.3).unwrap();
        let mesh = torus.mesh(Refinement::VIEW);
        let solid = ClosedMesh::new(&mesh).unwrap();
        assert_eq!(solid.len(), mesh.triangles.len());
        assert_eq!(solid.edges.len(), 3 * solid.len() / 2);
        assert_eq!(solid.shells.len(), 1);
        // the order of the sum differs
        assert!((solid.mass_properties().volume - mesh.mass_properties().volume).abs() < 1e-14);
        let (centre, radius) = solid.bounding_sphere();
        assert!(centre.norm() < 1e-15 && (radius - 1.3).abs() < 1e-12);
        for (t, edges) in solid.edges_of.iter().enumerate() {
            for k in 0..3 {
                let e = &solid.edges[edges[k] as usize];
                let way = [solid.triangles[t][k], solid.triangles[t][(k + 1) % 3]];
                match e.left == t as u32 {
                    true => assert_eq!(way, e.ends),
                    false => assert_eq!((way, e.right), ([e.ends[1], e.ends[0]], t as u32)),
                }
            }
        }
    }

    /// Triangles with corners of their own, as in STL files, are joined.
    #[test]
    fn a_soup_is_joined() {
        let soup = Mesh {
            vertices: cube().corners().flatten().collect(),
            triangles: (0..12).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
        };
        let solid = ClosedMesh::new(&soup).unwrap();
        assert_eq!(solid.vertices.len(), 8);
        assert!((solid.mass_properties().volume - 8.0).abs() < 1e-14);
    }

    /// Each fault is found and told with its place.
    #[test]
    fn faults_have_their_place() {
        assert_eq!(refused(&Mesh::default()), MeshError::Empty);

        let mut open = cube();
        open.triangles.remove(3);
        assert_eq!(
            refused(&open).to_string(),
            "the mesh is not closed: edge (1, 5) from [1.0, -1.0, -1.0] to [1.0, -1.0, 1.0] has one triangle (3)"
        );

        let mut flipped = cube();
        flipped.triangles[4].swap(0, 1);
        let MeshError::Flipped { triangles, .. } = refused(&flipped) else {
            panic!()
        };
        assert!(triangles.contains(&4));
        assert!(
            refused(&flipped)
                .to_string()
                .contains("in the same direction: one of them is turned over")
        );

        let mut crowded = cube();
        crowded.triangles.push(crowded.triangles[0]);
        assert!(matches!(
            refused(&crowded),
            MeshError::Crowded { count: 3, .. }
        ));

        let mut flat = cube();
        flat.vertices.push(flat.vertices[1]);
        flat.triangles.push([0, 1, 8]);
        assert_eq!(
            refused(&flat).to_string(),
            "triangle 12 has no area: [[-1.0, -1.0, -1.0], [1.0, -1.0, -1.0], [1.0, -1.0, -1.0]]"
        );
        // on a line that is not along an axis, with coordinates that are not multiples of each other
        let mut flat = cube();
        flat.vertices.extend([
            Vec3::new(0.1, 0.2, 0.3),
            Vec3::new(0.2, 0.4, 0.6),
            Vec3::new(0.4, 0.8, 1.2),
        ]);
        flat.triangles.push([8, 9, 10]);
        assert!(matches!(
            refused(&flat),
            MeshError::NoArea { triangle: 12, .. }
        ));

        let mut number = cube();
        number.vertices[5].y = f64::NAN;
        assert!(
            refused(&number)
                .to_string()
                .starts_with("vertex 5 at [1.0, NaN, 1.0]")
        );

        let mut index = cube();
        index.triangles[2][1] = 8;
        assert_eq!(
            refused(&index).to_string(),
            "triangle 2 has vertex 8, but there are 8 vertices"
        );

        let mut inside_out = cube();
        for t in &mut inside_out.triangles {
            t.swap(0, 1);
        }
        assert!(matches!(
            refused(&inside_out),
            MeshError::InsideOut { volume: -8.0, .. }
        ));
    }

    #[test]
    fn crossing_triangles_are_found() {
        // two cubes through each other as one mesh
        let mut double = cube();
        let other: Vec<Vec3> = double
            .vertices
            .iter()
            .map(|v| v + Vec3::new(1.1, 0.7, 0.3))
            .collect();
        double
            .triangles
            .extend(cube().triangles.iter().map(|t| t.map(|v| v + 8)));
        double.vertices.extend(other);
        let MeshError::Crossing { triangles, point } = refused(&double) else {
            panic!()
        };
        assert!(triangles[0] < 12 && triangles[1] >= 12);
        // the place is on both surfaces
        let p = Vec3::from(point);
        assert!((p.amax() - 1.0).abs() < 1e-15, "{p:?}");
        assert!(((p - Vec3::new(1.1, 0.7, 0.3)).amax() - 1.0).abs() < 1e-15);
        // a vertex pushed through the opposite face
        let mut through = cube();
        through.vertices[7] = Vec3::new(-0.5, -0.4, -2.0);
        assert!(matches!(refused(&through), MeshError::Crossing { .. }));
        // touching is not crossing: two cubes that share a face
        let mut side = cube();
        let other: Vec<Vec3> = side
            .vertices
            .iter()
            .map(|v| v + Vec3::new(2.0, 0.5, 0.5))
            .collect();
        side.triangles
            .extend(cube().triangles.iter().map(|t| t.map(|v| v + 8)));
        side.vertices.extend(other);
        assert_eq!(ClosedMesh::new(&side).unwrap().shells.len(), 2);
    }

    #[test]
    fn cavities() {
        let hollow = |inner: f64| {
            let mut mesh = cube();
            let hole: Vec<Vec3> = mesh.vertices.iter().map(|v| v * inner).collect();
            mesh.triangles.extend(
                cube()
                    .triangles
                    .iter()
                    .map(|t| [t[0] + 8, t[2] + 8, t[1] + 8]),
            );
            mesh.vertices.extend(hole);
            mesh
        };
        let solid = ClosedMesh::new(&hollow(0.5)).unwrap();
        assert_eq!(solid.shells.len(), 2);
        assert!((solid.mass_properties().volume - 7.0).abs() < 1e-14);
        assert!(matches!(
            refused(&hollow(1.5)),
            MeshError::InsideOut { triangle: 12.., .. }
        ));
    }
}
