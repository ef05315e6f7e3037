//! Solids by their features: corners, plane faces, edges, rims and walls; sharp, or rounded by a ball that is swept over them.

use crate::hidden::Hidden;
use crate::{ClosedMesh, Mesh, MeshError};
use carom_base::{Number, Vec3};

/// Triangles whose normals differ by less, as a sine, are one face.
pub(crate) const FLAT: f64 = 1e-6;
/// A corner may stand so far out of a face, relative to the size of the solid.
pub(crate) const CONVEX: f64 = 1e-9;

/// A solid in its own frame: all points that are no farther than [`Polyhedron::rounding`] from a convex polyhedron, a frustum, a circle, a segment or a point,
/// its core.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    /// Its corners; behind them the feet of rims.
    pub corners: Vec<Vec3>,
    /// Number of corners that are no feet.
    pub points: usize,
    /// Its faces.
    pub faces: Vec<Face>,
    /// Its edges, and axes of walls.
    pub edges: Vec<Edge>,
    /// What is around the axis of a wall.
    pub wall: Wall,
    /// Circles.
    pub rims: Vec<Rim>,
    /// Of each corner the directions in which the solid leaves it.
    pub leaving: Vec<Leaving>,
    /// Of each face its border, edge by edge.
    pub borders: Vec<Vec<Border>>,
    /// Radius of the ball that is swept over the core; zero of a solid with sharp edges.
    pub rounding: f64,
    /// Half axes of an ellipsoid about the origin, which has no other features.
    pub ellipsoid: Option<Vec3>,
    /// Of a piece of a solid, what of it nothing touches.
    pub hidden: Hidden,
    /// Centre of a ball around it.
    pub centre: Vec3,
    /// Radius of that ball.
    pub radius: f64,
    /// Half the least distance between a face of the core and what is opposite of it, and the rounding: no ball in it is larger.
    pub thickness: f64,
}

/// A wall: the surface around all balls with their centres on its axis, a cylinder or a cone.
///
/// At `t` from the middle of the axis the ball has the radius `radius + slope·t`, and touches the wall in a circle `slope` times that radius behind its centre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wall {
    /// Of the ball in the middle of the axis; without a wall zero.
    pub radius: f64,
    /// Sine of the angle between wall and axis, positive where it widens along the axis.
    pub slope: f64,
}

impl Wall {
    /// Whether there is one.
    pub fn is_there(&self) -> bool {
        self.radius > 0.0
    }

    /// Cosine of the angle between wall and axis.
    pub fn cosine(&self) -> f64 {
        (1.0 - self.slope * self.slope).sqrt()
    }

    /// Radius of the ball at `t` from the middle of the axis.
    pub fn radius_at<T: Number>(&self, t: T) -> T {
        match self.slope {
            0.0 => T::constant(self.radius),
            slope => t * slope + self.radius,
        }
    }

    /// Radius of the largest of its balls, on an axis of length `2·half`.
    pub fn largest(&self, half: f64) -> f64 {
        self.radius + self.slope.abs() * half
    }
}

/// Directions from a corner into its solid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaving {
    /// Along edges; of a foot against the normal of its disc.
    pub along: Vec<Vec3>,
    /// Along the wall of a cone, of its tip.
    pub cone: Option<Cone>,
}

/// All directions at an angle to an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// The axis, of length one.
    pub axis: Vec3,
    /// Cosine of the angle.
    pub cosine: f64,
    /// Sine of the angle.
    pub sine: f64,
}

/// A plane face: the solid is where `normal·x ≤ offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Out of the solid, of length one.
    pub normal: Vec3,
    /// Distance of the plane from the origin along the normal.
    pub offset: f64,
    /// Radius of a face that is a disc about the foot of the origin.
    pub disc: Option<f64>,
}

/// A circle: the rim of a disc, or the middle of a tube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rim {
    /// Its centre.
    pub centre: Vec3,
    /// Its axis; of the rim of a disc, out of the solid.
    pub axis: Vec3,
    /// Two directions in its plane, at right angles to each other.
    pub across: [Vec3; 2],
    /// Its radius.
    pub radius: f64,
    /// Between a disc and a wall, not the middle of a tube.
    pub is_edge: bool,
    /// Cosine and sine of the angle between the axis and the wall: from the rim the wall goes on along `−cosine·axis + sine·out`, away from the disc.
    pub wall: [f64; 2],
}

/// How far inside of a circle the feet stand on which it lies, relative to its radius.
pub const INSET: f64 = 1e-3;

impl Rim {
    /// About z at a height, its axis the one way or the other.
    fn about_z(radius: f64, z: f64, sign: f64, is_edge: bool) -> Self {
        Self {
            centre: Vec3::new(0.0, 0.0, z),
            axis: Vec3::new(0.0, 0.0, sign),
            across: [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, sign, 0.0)],
            radius,
            is_edge,
            wall: [1.0, 0.0],
        }
    }

    /// How far it reaches along a direction of length one from its centre.
    pub fn reach(&self, n: &Vec3) -> f64 {
        let [x, y] = self.across.map(|x| x.dot(n));
        self.radius * x.hypot(y)
    }

    /// Three points a little inside of it, which carry it where it lies flat.
    fn feet(&self) -> [Vec3; 3] {
        [0, 1, 2].map(|k| {
            let (s, c) = (std::f64::consts::TAU * f64::from(k) / 3.0).sin_cos();
            let radius = self.radius * (1.0 - INSET);
            self.centre + (self.across[0] * c + self.across[1] * s) * radius
        })
    }
}

/// A part of the border of a face, on a straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// A point of the line.
    pub at: Vec3,
    /// From it into the face, at right angles to it, of length one.
    pub into: Vec3,
}

/// An edge between two faces, or a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Its middle.
    pub middle: Vec3,
    /// Along it, of length one.
    pub direction: Vec3,
    /// Half its length.
    pub half: f64,
    /// From the edge into each of its faces, at right angles to it, of length one; zero of a segment.
    pub into: [Vec3; 2],
    /// Sum of the normals of its faces; zero of a segment.
    pub out: Vec3,
    /// Its faces, in [`Polyhedron::faces`]; a segment has none.
    pub faces: Option<[usize; 2]>,
    /// Its ends, in [`Polyhedron::corners`].
    pub ends: [usize; 2],
}

/// Why a mesh is no convex polyhedron.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PolyhedronError {
    /// It encloses no solid.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A corner stands out of the plane of a face.
    #[error("it is not convex: the corner at {corner:?} is {by:e} outside of the plane of a face")]
    NotConvex {
        /// The corner.
        corner: [f64; 3],
        /// How far.
        by: f64,
    },
}

impl Polyhedron {
    /// The solid in a closed mesh; triangles in one plane are one face.
    ///
    /// # Errors
    /// When the mesh encloses no solid, or one that is not convex.
    ///
    /// ```
    /// use carom_geometry::{Polyhedron, Refinement, Solid, shapes::Cuboid};
    ///
    /// let brick = Polyhedron::of(&Cuboid::new([0.2, 0.1, 0.05])?.mesh(Refinement::COARSE))?;
    /// assert_eq!([brick.corners.len(), brick.faces.len(), brick.edges.len()], [8, 6, 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(mesh: &Mesh) -> Result<Self, PolyhedronError> {
        let solid = ClosedMesh::new(mesh)?;
        let (centre, radius) = solid.bounding_sphere();
        let (face_of, faces) = faces(&solid);
        let faces_at = |vertex: usize| {
            let [begin, end] = [vertex, vertex + 1].map(|v| solid.begin[v] as usize);
            solid.around[begin..end].iter().flat_map(|e| {
                let edge = &solid.edges[*e as usize];
                [edge.left, edge.right].map(|t| face_of[t as usize])
            })
        };
        // What lies inside of a face is no corner.
        let is_corner = |v: &usize| {
            let mut list = faces_at(*v);
            let first = list.next();
            list.any(|face| Some(face) != first)
        };
        let vertices: Vec<usize> = (0..solid.vertices.len()).filter(is_corner).collect();
        let corners: Vec<Vec3> = vertices.iter().map(|v| solid.vertices[*v]).collect();
        for corner in &corners {
            for face in &faces {
                let by = face.normal.dot(corner) - face.offset;
                if by > CONVEX * radius {
                    let corner = corner.to_array();
                    return Err(PolyhedronError::NotConvex { corner, by });
                }
            }
        }
        let edges = solid.edges.iter().filter_map(|e| {
            let sides = [e.left, e.right].map(|t| face_of[t as usize]);
            if sides[0] == sides[1] {
                return None;
            }
            // The ends of an edge are corners.
            let ends = e.ends.map(|v| vertices.binary_search(&(v as usize)));
            let ends = [ends[0].ok()?, ends[1].ok()?];
            Some(edge((&corners, ends), (&faces, sides)))
        });
        let depth = |face: &Face| {
            let low = corners.iter().map(|c| face.normal.dot(c));
            0.5 * (face.offset - low.fold(f64::INFINITY, f64::min))
        };
        let thickness = faces.iter().map(depth).fold(f64::INFINITY, f64::min);
        let edges: Vec<Edge> = edges.collect();
        Ok(Self {
            thickness,
            leaving: corners.iter().map(|c| leaving(c, &edges)).collect(),
            borders: (0..faces.len()).map(|f| border(f, &edges)).collect(),
            hidden: Hidden::default(),
            rounding: 0.0,
            ellipsoid: None,
            wall: Wall::default(),
            rims: Vec::new(),
            points: corners.len(),
            edges,
            corners,
            faces,
            centre,
            radius,
        })
    }

    /// A ball of this radius about the origin.
    pub fn ball(radius: f64) -> Self {
        Self {
            corners: vec![Vec3::zeros()],
            faces: Vec::new(),
            edges: Vec::new(),
            leaving: vec![Leaving::default()],
            borders: Vec::new(),
            hidden: Hidden::default(),
            rounding: 0.0,
            ellipsoid: None,
            wall: Wall::default(),
            rims: Vec::new(),
            points: 1,
            centre: Vec3::zeros(),
            radius: 0.0,
            thickness: 0.0,
        }
        .rounded(radius)
    }

    /// A ball of this radius swept along z, its centre no farther than `half` from the origin.
    pub fn capsule(half: f64, radius: f64) -> Self {
        let z = Vec3::new(0.0, 0.0, 1.0);
        Self {
            corners: vec![-z * half, z * half],
            points: 2,
            edges: vec![along_z(half)],
            leaving: [z, -z].map(Leaving::straight).to_vec(),
            radius: half,
            ..Self::ball(0.0)
        }
        .rounded(radius)
    }

    /// A cylinder about z, from `-half` to `half`.
    pub fn cylinder(half: f64, radius: f64) -> Self {
        Self::frustum(half, [radius; 2])
    }

    /// A frustum of a cone about z, from `-half` to `half`, with its radii there, one of which may be zero.
    ///
    /// ```
    /// use carom_geometry::Polyhedron;
    ///
    /// // The ball in a cone as wide as it is high: r = R·L/(R + √(R² + L²)).
    /// let cone = Polyhedron::frustum(0.5, [0.5, 0.0]);
    /// assert!((cone.thickness - 0.5 / (0.5 + 1.25_f64.sqrt())).abs() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frustum(half: f64, radii: [f64; 2]) -> Self {
        let [bottom, top] = radii;
        let (rise, middle) = (0.5 * (top - bottom), 0.5 * (top + bottom));
        let length = rise.hypot(half);
        let (sine, cosine) = (rise / length, half / length);
        let tan = rise / half;
        let rim = |sign: f64, radius: f64| Rim {
            wall: [cosine, -sign * sine],
            ..Rim::about_z(radius, sign * half, sign, true)
        };
        let ends = [(-1.0, bottom), (1.0, top)];
        let rims = ends.into_iter().filter(|(_, radius)| *radius > 0.0);
        let rims: Vec<Rim> = rims.map(|(sign, radius)| rim(sign, radius)).collect();
        let face = |rim: &Rim| Face {
            normal: rim.axis,
            offset: half,
            disc: Some(rim.radius),
        };
        let tip = ends.into_iter().find(|(_, radius)| *radius == 0.0);
        let tip = tip.map(|(sign, _)| Vec3::new(0.0, 0.0, sign));
        let feet = rims.iter().flat_map(Rim::feet);
        let corners: Vec<Vec3> = tip.iter().map(|z| *z * half).chain(feet).collect();
        let of_tip = tip.map(|z| Leaving {
            along: Vec::new(),
            cone: Some(Cone {
                axis: -z,
                cosine,
                sine: sine.abs(),
            }),
        });
        // Inwards, of three feet each.
        let of_feet = rims
            .iter()
            .flat_map(|rim| [0; 3].map(|_| Leaving::straight(-rim.axis)));
        let widest = bottom.max(top);
        Self {
            points: usize::from(tip.is_some()),
            faces: rims.iter().map(face).collect(),
            borders: vec![Vec::new(); rims.len()],
            // The feet of one rim are the ends of none.
            edges: vec![Edge {
                middle: Vec3::new(0.0, 0.0, middle * tan),
                ..along_z(half / (cosine * cosine))
            }],
            wall: Wall {
                radius: middle / cosine,
                slope: sine,
            },
            leaving: of_tip.into_iter().chain(of_feet).collect(),
            corners,
            // The axis of a flat one ends outside of it.
            radius: half.hypot(widest).max(half + widest * tan.abs()),
            // The ball that touches the wider disc and the wall.
            thickness: half.min(widest * cosine / (1.0 + sine.abs())),
            rims,
            ..Self::ball(0.0)
        }
    }

    /// A tube of radius `minor` about a circle about z.
    pub fn torus(major: f64, minor: f64) -> Self {
        let rim = Rim::about_z(major, 0.0, 1.0, false);
        Self {
            corners: rim.feet().to_vec(),
            points: 0,
            leaving: vec![Leaving::default(); 3],
            rims: vec![rim],
            radius: major,
            ..Self::ball(0.0)
        }
        .rounded(minor)
    }

    /// An ellipsoid about the origin with these half axes along x, y and z.
    ///
    /// ```
    /// use carom_base::Vec3;
    /// use carom_geometry::Polyhedron;
    ///
    /// let egg = Polyhedron::ellipsoid(Vec3::new(0.3, 0.2, 0.1));
    /// assert_eq!([egg.radius, egg.thickness], [0.3, 0.1]);
    /// // c²/a at the ends of the longest axis, towards the shortest one.
    /// assert!((egg.least_radius() - 0.1 * 0.1 / 0.3).abs() < 1e-16);
    /// ```
    pub fn ellipsoid(axes: Vec3) -> Self {
        Self {
            corners: Vec::new(),
            leaving: Vec::new(),
            points: 0,
            ellipsoid: Some(axes),
            radius: axes.max(),
            thickness: axes.min(),
            ..Self::ball(0.0)
        }
    }

    /// The least radius of curvature of an ellipsoid; zero of other solids.
    pub fn least_radius(&self) -> f64 {
        let of = |axes: Vec3| axes.min() * axes.min() / axes.max();
        self.ellipsoid.map_or(0.0, of)
    }

    /// Whether it is a sharp polyhedron.
    pub fn is_plain(&self) -> bool {
        self.rounding == 0.0 && self.rims.is_empty() && self.ellipsoid.is_none()
    }

    /// Whether it is a tube about a circle, which has a hole.
    pub fn is_ring(&self) -> bool {
        self.rims.iter().any(|rim| !rim.is_edge)
    }

    /// The same, with all that is no farther from it.
    ///
    /// ```
    /// use carom_geometry::{Polyhedron, Refinement, Solid, shapes::Cuboid};
    ///
    /// let brick = Polyhedron::of(&Cuboid::new([0.2, 0.1, 0.04])?.mesh(Refinement::COARSE))?;
    /// let soap = brick.rounded(0.01);
    /// assert!((soap.thickness - 0.03).abs() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rounded(self, by: f64) -> Self {
        Self {
            rounding: self.rounding + by,
            radius: self.radius + by,
            thickness: self.thickness + by,
            ..self
        }
    }

    /// The most corners that lie in one plane on the surface of the core: of a face, a segment or a point.
    pub fn longest_border(&self) -> usize {
        if self.faces.is_empty() {
            return self.corners.len();
        }
        let on = |face: &Face| {
            let near = |c: &&Vec3| (face.normal.dot(c) - face.offset).abs() <= CONVEX * self.radius;
            self.corners.iter().filter(near).count()
        };
        self.faces.iter().map(on).max().unwrap_or(0)
    }
}

/// A segment along z about the origin.
fn along_z(half: f64) -> Edge {
    Edge {
        middle: Vec3::zeros(),
        direction: Vec3::new(0.0, 0.0, 1.0),
        half,
        into: [Vec3::zeros(); 2],
        out: Vec3::zeros(),
        faces: None,
        ends: [0, 1],
    }
}

/// An edge between two corners; the first of its two faces runs through it from the first to the second, seen from outside against the clock.
fn edge((corners, ends): (&[Vec3], [usize; 2]), (all, faces): (&[Face], [usize; 2])) -> Edge {
    let ([from, to], normals) = (ends.map(|e| corners[e]), faces.map(|f| all[f].normal));
    let along = to - from;
    let direction = along.normalize();
    Edge {
        middle: (from + to) * 0.5,
        direction,
        half: 0.5 * along.norm(),
        into: [
            normals[0].cross(&direction).normalize(),
            direction.cross(&normals[1]).normalize(),
        ],
        out: normals[0] + normals[1],
        faces: Some(faces),
        ends,
    }
}

/// The border of a face.
fn border(face: usize, edges: &[Edge]) -> Vec<Border> {
    let of = |edge: &Edge| {
        let side = edge.faces?.iter().position(|f| *f == face)?;
        Some(Border {
            at: edge.middle,
            into: edge.into[side],
        })
    };
    edges.iter().filter_map(of).collect()
}

/// Directions in which edges leave a corner.
fn leaving(corner: &Vec3, edges: &[Edge]) -> Leaving {
    let from = |edge: &Edge| {
        [1.0, -1.0].into_iter().find_map(|sign| {
            let along = edge.direction * sign;
            let begin = edge.middle - along * edge.half;
            ((begin - *corner).norm() <= CONVEX * edge.half).then_some(along)
        })
    };
    Leaving {
        along: edges.iter().filter_map(from).collect(),
        cone: None,
    }
}

impl Leaving {
    /// In one direction.
    fn straight(along: Vec3) -> Self {
        Self {
            along: vec![along],
            cone: None,
        }
    }
}

/// The face of each triangle, and the faces.
pub(crate) fn faces(solid: &ClosedMesh) -> (Vec<usize>, Vec<Face>) {
    let normal = |t: u32| {
        let [a, b, c] = solid.corners(t);
        (b - a).cross(&(c - a))
    };
    let mut face_of = vec![usize::MAX; solid.len()];
    let mut faces = Vec::new();
    for seed in 0..solid.len() {
        if face_of[seed] != usize::MAX {
            continue;
        }
        let own = normal(seed as u32).normalize();
        let (mut open, mut members) = (vec![seed], Vec::new());
        face_of[seed] = faces.len();
        while let Some(t) = open.pop() {
            members.push(t as u32);
            for e in solid.edges_of[t] {
                let edge = &solid.edges[e as usize];
                for next in [edge.left as usize, edge.right as usize] {
                    let other = normal(next as u32).normalize();
                    let is_flat = own.cross(&other).norm() < FLAT && own.dot(&other) > 0.0;
                    if face_of[next] == usize::MAX && is_flat {
                        face_of[next] = faces.len();
                        open.push(next);
                    }
                }
            }
        }
        let normal = members
            .iter()
            .fold(Vec3::zeros(), |sum, t| sum + normal(*t));
        let normal = normal.normalize();
        let points = members.iter().flat_map(|t| solid.corners(*t));
        let offset = points
            .map(|p| normal.dot(&p))
            .fold(f64::NEG_INFINITY, f64::max);
        faces.push(Face {
            normal,
            offset,
            disc: None,
        });
    }
    (face_of, faces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::Cuboid;
    use crate::{Extrusion, Refinement, Solid};

    #[test]
    fn a_box_has_its_features() {
        let mesh = Cuboid::new([0.2, 0.1, 0.06])
            .unwrap()
            .mesh(Refinement::COARSE);
        let brick = Polyhedron::of(&mesh).unwrap();
        assert_eq!(brick.longest_border(), 4);
        // Half of the shortest side.
        assert!((brick.thickness - 0.03).abs() < 1e-16);
        assert!(brick.leaving.iter().all(|list| list.along.len() == 3));
        // The middle of each face is inside of its border, half a side from each part of it.
        for (face, border) in brick.faces.iter().zip(&brick.borders) {
            let middle = face.normal * face.offset;
            let depth = |b: &Border| (middle - b.at).dot(&b.into);
            assert!(border.len() == 4 && border.iter().all(|b| depth(b) > 0.0299));
        }
        for edge in &brick.edges {
            // The faces of a box meet at right angles; into one of them is against the normal of the other.
            assert!(edge.into[0].dot(&edge.into[1]).abs() < 1e-15);
            assert!(edge.into.iter().all(|d| d.dot(&edge.out) < -0.999_999));
            assert!(edge.out.dot(&edge.middle) > 0.0);
        }
    }

    /// A prism over a hexagon, its caps made of triangles.
    #[test]
    fn triangles_in_a_plane_are_one_face() {
        let corner = |k: usize| {
            let (s, c) = (std::f64::consts::TAU * k as f64 / 6.0).sin_cos();
            [c, s]
        };
        let outline: Vec<[f64; 2]> = (0..6).map(corner).collect();
        let prism = Extrusion::new(&outline, 0.5).unwrap();
        let prism = Polyhedron::of(&prism.mesh(Refinement::COARSE)).unwrap();
        let counts = [prism.corners.len(), prism.faces.len(), prism.edges.len()];
        assert_eq!(counts, [12, 8, 18]);
        assert_eq!(prism.longest_border(), 6);
    }

    #[test]
    fn what_is_not_convex_is_refused() {
        let outline = [[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]];
        let angle = Extrusion::new(&outline, 1.0).unwrap();
        let found = Polyhedron::of(&angle.mesh(Refinement::COARSE));
        assert!(matches!(found, Err(PolyhedronError::NotConvex { .. })));
    }
}
