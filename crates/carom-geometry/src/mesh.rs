//! Closed triangle meshes.

use crate::MassProperties;
use carom_base::{Mat3, Vec3};

/// Triangles that share their vertices, counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Mesh {
    /// Positions in the frame of the shape.
    pub vertices: Vec<Vec3>,
    /// Three indices of vertices each.
    pub triangles: Vec<[u32; 3]>,
}

/// How finely a curved surface is divided: 8·2ⁿ facets around, `n` = 0 to 8. Errors of volume fall as 4⁻ⁿ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refinement(u8);

impl Refinement {
    /// 8 facets around.
    pub const COARSE: Self = Self(0);
    /// 16 facets around: good for a view of what is small in it.
    pub const SMALL: Self = Self(1);
    /// 32 facets around: good for a view.
    pub const VIEW: Self = Self(2);
    /// 128 facets around.
    pub const FINE: Self = Self(4);

    /// Level `n`; `None` above 8, where a sphere would have more than ten million triangles.
    pub fn new(n: u8) -> Option<Self> {
        (n <= 8).then_some(Self(n))
    }

    /// Facets around a full turn.
    pub fn segments(self) -> u32 {
        8 << self.0
    }
}

impl Mesh {
    /// Volume, centroid and inertia of what a closed mesh encloses, by the divergence theorem: the sum over the
    /// signed tetrahedra between a vertex and each triangle. Not finite for a mesh that encloses nothing.
    pub fn mass_properties(&self) -> MassProperties {
        // A local origin: far from the world's one its moments would cancel.
        let origin = self.vertices.first().copied().unwrap_or_else(Vec3::zeros);
        let (mut volume, mut first, mut second) = (0.0, Vec3::zeros(), Mat3::zeros());
        for corners in self.corners() {
            let [a, b, c] = corners.map(|p| p - origin);
            let v = a.dot(&b.cross(&c)) / 6.0;
            let s = a + b + c;
            volume += v;
            first += s * (v / 4.0);
            let squares = a.outer(&a) + b.outer(&b) + c.outer(&c);
            second += (squares + s.outer(&s)) * (v / 20.0);
        }
        MassProperties::from_moments(volume, first, second, origin)
    }

    /// A unit sphere of 20·4ⁿ nearly equal triangles: an icosahedron, each triangle divided into four n times, all vertices on the sphere.
    pub fn icosphere(n: u32) -> Self {
        let t = (1.0 + 5f64.sqrt()) / 2.0;
        let corners = [
            [-1.0, t, 0.0],
            [1.0, t, 0.0],
            [-1.0, -t, 0.0],
            [1.0, -t, 0.0],
            [0.0, -1.0, t],
            [0.0, 1.0, t],
            [0.0, -1.0, -t],
            [0.0, 1.0, -t],
            [t, 0.0, -1.0],
            [t, 0.0, 1.0],
            [-t, 0.0, -1.0],
            [-t, 0.0, 1.0],
        ];
        let mut mesh = Mesh {
            vertices: corners.map(|c| Vec3::from(c).normalize()).to_vec(),
            triangles: vec![
                [0, 11, 5],
                [0, 5, 1],
                [0, 1, 7],
                [0, 7, 10],
                [0, 10, 11],
                [1, 5, 9],
                [5, 11, 4],
                [11, 10, 2],
                [10, 7, 6],
                [7, 1, 8],
                [3, 9, 4],
                [3, 4, 2],
                [3, 2, 6],
                [3, 6, 8],
                [3, 8, 9],
                [4, 9, 5],
                [2, 4, 11],
                [6, 2, 10],
                [8, 6, 7],
                [9, 8, 1],
            ],
        };
        for _ in 0..n {
            let mut middles = std::collections::HashMap::new();
            let mut next = Vec::with_capacity(4 * mesh.triangles.len());
            let mut vertices = mesh.vertices.clone();
            for t in &mesh.triangles {
                let mut middle = |i: u32, j: u32| {
                    *middles.entry((i.min(j), i.max(j))).or_insert_with(|| {
                        let m = mesh.vertices[i as usize] + mesh.vertices[j as usize];
                        vertices.push(m.normalize());
                        vertices.len() as u32 - 1
                    })
                };
                let [a, b, c] = *t;
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                next.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
            }
            mesh = Mesh {
                vertices,
                triangles: next,
            };
        }
        mesh
    }

    /// The corners of each triangle.
    pub fn corners(&self) -> impl Iterator<Item = [Vec3; 3]> + '_ {
        self.triangles
            .iter()
            .map(|t| t.map(|i| self.vertices[i as usize]))
    }

    /// Whether each edge is run through once in each direction: closed, and oriented alike everywhere.
    pub fn is_closed(&self) -> bool {
        let mut edges: Vec<(u32, u32)> = self
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
            .collect();
        edges.sort_unstable();
        let single = edges.windows(2).all(|w| w[0] != w[1]);
        single
            && edges
                .iter()
                .all(|&(a, b)| edges.binary_search(&(b, a)).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corner tetrahedron of the unit cube, far from the origin: V = 1/6, centroid ¼.
    #[test]
    fn a_tetrahedron_by_hand() {
        let p = Vec3::new(100.0, -200.0, 50.0);
        let mesh = Mesh {
            vertices: vec![p, p + Vec3::x(), p + Vec3::y(), p + Vec3::z()],
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        };
        assert!(mesh.is_closed());
        let m = mesh.mass_properties();
        // ∫x² = 1/60, ∫xy = 1/120; central: 1/60 − 1/96 = 1/160, 1/120 − 1/96 = −1/480
        assert!((m.volume - 1.0 / 6.0).abs() < 1e-15);
        assert!((m.centroid - p - Vec3::repeat(0.25)).amax() < 1e-13); // rounding at 200
        let expected = Mat3::repeat(1.0 / 480.0) + Mat3::identity() * (1.0 / 80.0 - 1.0 / 480.0);
        assert!((m.inertia - expected).amax() < 1e-15);
    }

    #[test]
    fn an_open_or_twisted_mesh_is_not_closed() {
        let mut mesh = Mesh {
            vertices: vec![Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()],
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2]],
        };
        assert!(!mesh.is_closed());
        mesh.triangles.push([1, 3, 2]);
        assert!(!mesh.is_closed());
    }

    #[test]
    fn refinement_has_an_end() {
        assert_eq!(Refinement::new(8).map(Refinement::segments), Some(2048));
        assert_eq!(Refinement::new(9), None);
    }
}
