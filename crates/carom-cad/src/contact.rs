//! Bodies made ready for contacts and pictures: triangles, the exact faces behind them, and the shape that a body is as a whole.

use crate::CadError;
use crate::brep::{Body, Placement};
use crate::foot::Feet;
use crate::mesh::{BodyMesh, MeshOptions, mesh};
use crate::rim::Edges;
use crate::surface::Surface;
use crate::whole;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::overlap::Form;
use carom_geometry::{EdgeFoot, Faces, Faceted, Facets, Foot, Mesh};
use std::sync::Arc;

/// The finest triangles, relative to the chord height that was asked for.
const FINEST: f64 = 1e-4;
/// Finer triangles are made only if they halve the length of chords.
const WORTH: f64 = 2.0;

/// A body where it stands: `x' = (R·x + t)·unit`.
#[derive(Debug)]
struct Placed {
    body: Arc<Body>,
    rotation: Mat3,
    translation: Vec3,
    unit: f64,
    /// How much longer lengths are outside than in the body.
    scale: f64,
    options: MeshOptions,
    feet: Vec<Feet>,
    edges: Edges,
}

/// The faces of bodies, numbered one body after the other.
#[derive(Debug)]
struct AllFaces {
    bodies: Vec<Placed>,
    /// Triangles as they were asked for that bend in one direction at most, and in both.
    counts: [usize; 2],
}

/// Bodies as one solid, each divided by its options, where their placements put them times `unit`.
///
/// # Errors
/// Those of [`mesh`].
pub fn faceted(
    parts: &[(Arc<Body>, &Placement, MeshOptions)],
    unit: f64,
) -> Result<Faceted, CadError> {
    let mut facets = Facets::default();
    let mut whole = Mesh::default();
    let mut bodies = Vec::new();
    let mut counts = [0; 2];
    for (body, placement, options) in parts {
        let made = mesh(body, options)?;
        for &face in &made.faces {
            counts[usize::from(bends_twice(&body.faces[face as usize].surface))] += 1;
        }
        let placed = Placed {
            feet: feet(body, &made),
            edges: Edges::new(body),
            body: Arc::clone(body),
            rotation: placement.rotation,
            translation: placement.translation,
            unit,
            scale: placement.rotation.determinant().abs().cbrt() * unit,
            options: *options,
        };
        let first: usize = bodies.iter().map(|b: &Placed| b.body.faces.len()).sum();
        placed.append(made, first as u32, (&mut whole, &mut facets));
        bodies.push(placed);
    }
    facets.mesh = Arc::new(whole);
    let primitive = match &bodies[..] {
        [only] => only.shape(),
        _ => None,
    };
    Ok(Faceted {
        facets,
        primitive,
        exact: Arc::new(AllFaces { bodies, counts }),
    })
}

fn bends_twice(surface: &Surface) -> bool {
    !matches!(
        surface,
        Surface::Plane(_) | Surface::Cylinder { .. } | Surface::Cone { .. } | Surface::Swept { .. }
    )
}

/// What finds nearest points, of each face.
fn feet(body: &Body, made: &BodyMesh) -> Vec<Feet> {
    let mut points = vec![Vec::new(); body.faces.len()];
    for (triangle, &face) in made.mesh.triangles.iter().zip(&made.faces) {
        let corners = triangle.map(|v| made.mesh.vertices[v as usize]);
        points[face as usize].extend(corners);
    }
    let faces = body.faces.iter().zip(&points);
    faces
        .map(|(face, near)| Feet::new(&face.surface, face.reversed, near))
        .collect()
}

impl Placed {
    fn out(&self, p: &Vec3) -> Vec3 {
        (self.rotation * p + self.translation) * self.unit
    }

    fn inside(&self, p: &Vec3) -> Vec3 {
        // a rotation but for its sign: the transpose is the inverse
        (self.turn().tr_mul(&(p - self.translation * self.unit))) / self.scale
    }

    /// Rotation without scale: with reflection where the placement has one.
    fn turn(&self) -> Mat3 {
        self.rotation * (self.unit / self.scale)
    }

    /// Adds triangles to those of all bodies.
    fn append(&self, made: BodyMesh, first_face: u32, to: (&mut Mesh, &mut Facets)) {
        let (whole, facets) = to;
        let first = whole.vertices.len() as u32;
        whole
            .vertices
            .extend(made.mesh.vertices.iter().map(|p| self.out(p)));
        // a reflection turns triangles over
        let mirrored = self.rotation.determinant() < 0.0;
        let turn = self.turn();
        for (triangle, normals) in made.mesh.triangles.iter().zip(&made.normals) {
            let mut triangle = triangle.map(|v| v + first);
            let mut normals = normals.map(|n| turn * n);
            if mirrored {
                triangle.swap(1, 2);
                normals.swap(1, 2);
            }
            whole.triangles.push(triangle);
            facets.normals.push(normals);
        }
        let faces = made.faces.iter().map(|f| f + first_face);
        facets.faces.extend(faces);
        let lines = made.edges.into_iter().filter(|e| e.len() > 1);
        let lines = lines.map(|line| line.iter().map(|p| self.out(p)).collect());
        facets.edges.extend(lines);
        facets.tolerance = facets.tolerance.max(self.options.chord * self.scale);
    }

    /// The shape that it is as a whole, where it stands.
    fn shape(&self) -> Option<(Form, Pose)> {
        let (form, frame) = whole::shape(&self.body)?;
        let turn = self.turn();
        // a reflection maps each shape to itself
        let (x, z) = (turn * frame.x, turn * frame.z);
        let pose = Pose {
            position: self.out(&frame.origin),
            rotation: Mat3::from_columns([x, z.cross(&x), z]),
        };
        Some((form.scaled(self.scale), pose))
    }
}

impl AllFaces {
    /// The body of a face, and its number there.
    fn find(&self, face: u32) -> Option<(&Placed, usize)> {
        let mut face = face as usize;
        for placed in &self.bodies {
            if face < placed.feet.len() {
                return Some((placed, face));
            }
            face -= placed.feet.len();
        }
        None
    }
}

impl Faces for AllFaces {
    fn foot(&self, face: u32, point: &Vec3) -> Option<Foot> {
        let (placed, face) = self.find(face)?;
        let turn = placed.turn();
        let foot = placed.feet[face].of(&placed.inside(point))?;
        Some(Foot {
            point: placed.out(&foot.point),
            normal: turn * foot.normal,
            follows: turn * foot.follows * turn.transpose(),
            bend: turn * foot.bend * turn.transpose() / placed.scale,
        })
    }

    fn edge_foot(&self, faces: [u32; 2], point: &Vec3) -> Option<EdgeFoot> {
        let [(placed, a), (other, b)] = [self.find(faces[0])?, self.find(faces[1])?];
        if !std::ptr::eq(placed, other) {
            return None;
        }
        let inside = placed.inside(point);
        let foot = (placed.edges).foot(&placed.body, [a as u32, b as u32], &inside)?;
        let turn = placed.turn();
        Some(EdgeFoot {
            point: placed.out(&foot.point),
            tangent: turn * foot.tangent,
            bend: turn * foot.bend / placed.scale,
            end: foot.end,
        })
    }

    fn is_flat(&self, face: u32) -> bool {
        self.find(face).is_some_and(|(placed, face)| {
            matches!(&*placed.body.faces[face].surface, Surface::Plane(_))
        })
    }

    /// Triangles on planes, cylinders, cones and swept faces grow in number as the square root of what the chord height falls by, on others as that itself: with x
    /// times as many along one direction there are about `n₁·x + n₂·x²`.
    fn divide(&self, most: usize) -> Result<Option<Facets>, String> {
        let [n1, n2] = self.counts.map(|n| n as f64);
        let most = most as f64;
        let x = 2.0 * most / (n1 + (n1 * n1 + 4.0 * n2 * most).sqrt());
        let x = x.min(FINEST.sqrt().recip());
        let flat = |p: &Placed| {
            let mut faces = p.body.faces.iter();
            faces.all(|f| matches!(&*f.surface, Surface::Plane(_)))
        };
        if x.is_nan() || x < WORTH || self.bodies.iter().all(flat) {
            return Ok(None);
        }
        let mut facets = Facets::default();
        let mut whole = Mesh::default();
        let mut first = 0;
        for placed in &self.bodies {
            let options = MeshOptions {
                chord: placed.options.chord / (x * x),
                angle: placed.options.angle / x,
            };
            let made = mesh(&placed.body, &options).map_err(|e| e.to_string())?;
            placed.append(made, first, (&mut whole, &mut facets));
            first += placed.body.faces.len() as u32;
        }
        facets.tolerance /= x * x;
        facets.mesh = Arc::new(whole);
        Ok(Some(facets))
    }
}
