//! `scene.json`: what the rows of the tables belong to: names of parts, joints, forces, contacts and requests, and the shapes and markers that a picture
//! of the motion needs. Written once, when a run begins, so that a result can be looked at without its model.
//!
//! Lengths are in the model's units. Places on a part are given from its centre of mass on the axes of the part frame, as the table `bodies` gives
//! position and orientation; those on ground from the global origin on the global axes. Orientations are quaternions, scalar first.

use super::error::ResultError;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::{Facets, Refinement};
use carom_model::MarkerId;
use carom_model::constraint::{Function, MotionTarget};
use carom_model::graphics::Shape;
use carom_model::output::{RequestKind, Standard};
use carom_model::run::Layout;
use carom_model::{Model, PartKind, Tag};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Name of the file.
pub const SCENE_FILE: &str = "scene.json";

/// The whole file. Elements refer to each other by their positions in these lists, from 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Acceleration of gravity, ground axes.
    pub gravity: [f64; 3],
    /// All parts, ground among them.
    pub parts: Vec<Part>,
    /// The parts that have rows in `bodies`, in the order of these rows.
    pub bodies: Vec<usize>,
    /// All markers with a pose of their own.
    pub markers: Vec<Marker>,
    /// Joints and other constraints between markers.
    pub joints: Vec<Link>,
    /// Force elements.
    pub forces: Vec<Link>,
    /// Contacts of solids.
    pub contacts: Vec<Contact>,
    /// Requests.
    pub requests: Vec<Request>,
    /// Shapes.
    pub graphics: Vec<Graphic>,
    /// Meshes, each once, however many shapes are made of it.
    pub meshes: Vec<Mesh>,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// `PART/2`.
    pub element: String,
    /// Its label.
    pub id: u32,
    /// Its name in the deck; may be empty.
    pub name: String,
    /// Whether it is the ground.
    pub ground: bool,
    /// Its mass.
    pub mass: f64,
    /// Where it stands if it has no rows in `bodies`, and before the first row: the centre of mass as the deck places it.
    pub position: [f64; 3],
    /// The same for the part frame.
    pub orientation: [f64; 4],
    /// Edges of the box of its mass and inertia along the axes of the part frame; zero if there is none.
    pub edges: [f64; 3],
}

/// A marker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marker {
    /// Its label.
    pub id: u32,
    /// Its name in the deck; may be empty.
    pub name: String,
    /// The part that carries it.
    pub part: usize,
    /// On the part.
    pub position: [f64; 3],
    /// On the part.
    pub orientation: [f64; 4],
}

/// A joint, a force element or another element between two markers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// `JOINT/3`.
    pub element: String,
    /// Its name in the deck; may be empty.
    pub name: String,
    /// `revolute`, `sforce`, and so on: how it is drawn.
    pub kind: String,
    /// Marker I, on which its force acts.
    pub i: usize,
    /// Marker J, if it has one.
    pub j: Option<usize>,
}

/// A contact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// `CONTACT/1`.
    pub element: String,
    /// Its label, as in the table.
    pub id: u32,
    /// Its name in the deck; may be empty.
    pub name: String,
    /// Solids of side I.
    pub i: Vec<usize>,
    /// Solids of side J.
    pub j: Vec<usize>,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Its label.
    pub id: u32,
    /// Its name in the deck, else its comment; may be empty.
    pub name: String,
    /// Titles of its columns; empty where the deck gives none.
    pub titles: [String; 8],
    /// What its columns are: the component of a standard request, else the expression as the deck has it; empty where neither is known.
    #[serde(default)]
    pub columns: [String; 8],
    /// Dimensions of its columns where they are known: `length`, `angle`, `velocity`, ...; else empty.
    pub dimensions: [String; 8],
}

/// A shape on a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graphic {
    /// `GRAPHICS/3`.
    pub element: String,
    /// Its name in the deck; may be empty.
    pub name: String,
    /// The part that carries it.
    pub part: usize,
    /// On the part.
    pub position: [f64; 3],
    /// On the part.
    pub orientation: [f64; 4],
    /// In the frame of its position and orientation.
    pub shape: Form,
    /// Material is outside.
    pub cavity: bool,
}

/// A shape in its frame, as [`Shape`] has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Form {
    /// Between two corners.
    Box { low: [f64; 3], high: [f64; 3] },
    /// From the origin along z.
    Cylinder { length: f64, radius: f64 },
    /// From the origin along z.
    Frustum { length: f64, bottom: f64, top: f64 },
    /// Semi-axes.
    Ellipsoid { axes: [f64; 3] },
    /// Around z.
    Torus { major: f64, minor: f64 },
    /// In the xy plane, from x y to x y.
    Plane { from: [f64; 2], to: [f64; 2] },
    /// The origin.
    Point,
    /// One of [`Scene::meshes`].
    Mesh { mesh: usize },
    /// Not understood.
    Other { text: String },
}

/// Triangles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// x, y, z of each vertex.
    pub vertices: Vec<[f64; 3]>,
    /// Counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Outward normal at each vertex, for smooth shading; empty if faces are not known. A vertex on several faces stands in the list once for each normal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub normals: Vec<[f64; 3]>,
    /// Points along each edge between faces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Vec<[f64; 3]>>,
}

impl Scene {
    /// Of a model that is about to run.
    pub fn new(model: &Model, layout: &Layout) -> Self {
        let mut scene = Self {
            gravity: model.gravity,
            parts: model.parts.iter().map(|p| part(model, p)).collect(),
            bodies: layout.bodies.iter().map(|b| b.index()).collect(),
            ..Self::default()
        };
        let places = scene.add_markers(model);
        let place = |m: MarkerId| places.get(&m).copied();
        scene.joints = constraints(model, &place);
        scene.forces = forces(model, &place);
        scene.add_graphics(model);
        scene.contacts = model.contacts.iter().map(contact).collect();
        scene.requests = model.requests.iter().map(request).collect();
        scene
    }

    /// Reads the file in a folder of results.
    pub fn read(folder: &Path) -> Result<Self, ResultError> {
        let path = folder.join(SCENE_FILE);
        let text = crate::special::read_text(&path, crate::special::LARGEST)
            .map_err(ResultError::io(&path))?;
        let malformed = |message: String| ResultError::Malformed {
            path: path.clone(),
            message,
        };
        let scene: Self = serde_json::from_str(&text).map_err(|e| malformed(e.to_string()))?;
        scene.check().map_err(|m| malformed(m.to_owned()))?;
        Ok(scene)
    }

    /// Writes the file.
    pub fn write(&self, folder: &Path) -> Result<(), ResultError> {
        let path = folder.join(SCENE_FILE);
        let text = serde_json::to_string(self).expect("our own types have string keys only");
        std::fs::write(&path, text + "\n").map_err(ResultError::io(&path))
    }

    /// Whether all that is referred to is there, so that readers may index.
    fn check(&self) -> Result<(), &'static str> {
        let (parts, markers) = (self.parts.len(), self.markers.len());
        let graphics = self.graphics.len();
        let links = || self.joints.iter().chain(&self.forces);
        let solids = || self.contacts.iter().flat_map(|c| c.i.iter().chain(&c.j));
        let meshes = self.graphics.iter().all(|g| match g.shape {
            Form::Mesh { mesh } => mesh < self.meshes.len(),
            _ => true,
        });
        let triangles = self.meshes.iter().all(|m| {
            let mut all = m.triangles.iter().flatten();
            let normals = [0, m.vertices.len()].contains(&m.normals.len());
            normals && all.all(|&v| (v as usize) < m.vertices.len())
        });
        let whole = self.bodies.iter().all(|&p| p < parts)
            && self.markers.iter().all(|m| m.part < parts)
            && self.graphics.iter().all(|g| g.part < parts)
            && links().all(|l| l.i < markers && l.j.is_none_or(|j| j < markers))
            && solids().all(|&g| g < graphics)
            && meshes
            && triangles;
        if whole {
            Ok(())
        } else {
            Err("an element refers to one that is not there")
        }
    }

    /// The markers, and where each of the model's stands among them.
    fn add_markers(&mut self, model: &Model) -> HashMap<MarkerId, usize> {
        let mut places = HashMap::new();
        for id in model.markers.ids() {
            let m = &model.markers[id];
            if m.floating {
                continue;
            }
            let (position, orientation) = on_part(model, id);
            places.insert(id, self.markers.len());
            self.markers.push(Marker {
                id: m.tag.label,
                name: m.tag.name.clone(),
                part: m.part.index(),
                position,
                orientation,
            });
        }
        places
    }

    /// All of them, so that their positions are those of the model; drawing elements without a marker stand on the first part.
    fn add_graphics(&mut self, model: &Model) {
        let mut known: HashMap<*const carom_geometry::Mesh, usize> = HashMap::new();
        for g in &model.graphics {
            let (part, (position, orientation)) = match g.marker {
                Some(m) => (model.markers[m].part.index(), on_part(model, m)),
                None => (0, ([0.0; 3], [1.0, 0.0, 0.0, 0.0])),
            };
            let shape = match (&g.shape, g.marker) {
                (Shape::Mesh(mesh), Some(_)) => Form::Mesh {
                    mesh: *known.entry(Arc::as_ptr(mesh)).or_insert_with(|| {
                        self.meshes.push(triangles(mesh));
                        self.meshes.len() - 1
                    }),
                },
                (Shape::Solid(solid), Some(_)) => Form::Mesh {
                    mesh: *known
                        .entry(Arc::as_ptr(&solid.facets.mesh))
                        .or_insert_with(|| {
                            self.meshes.push(faceted(&solid.facets));
                            self.meshes.len() - 1
                        }),
                },
                (shape, Some(_)) => match shape.triangles(Refinement::VIEW) {
                    Some(Ok(mesh)) => {
                        self.meshes.push(triangles(&mesh));
                        Form::Mesh {
                            mesh: self.meshes.len() - 1,
                        }
                    }
                    _ => form(shape),
                },
                (_, None) => Form::Other {
                    text: "has no marker".into(),
                },
            };
            self.graphics.push(Graphic {
                element: g.tag.to_string(),
                name: g.tag.name.clone(),
                part,
                position,
                orientation,
                shape,
                cavity: g.cavity,
            });
        }
    }
}

/// Centre of mass in the part frame.
fn centre(model: &Model, part: &carom_model::Part) -> Vec3 {
    match part.cm {
        Some(cm) if part.kind != PartKind::Ground => model.markers[cm].pose.position,
        _ => Vec3::zeros(),
    }
}

fn on_part(model: &Model, marker: MarkerId) -> ([f64; 3], [f64; 4]) {
    let m = &model.markers[marker];
    let from = centre(model, &model.parts[m.part]);
    let p = m.pose.position - from;
    ([p.x, p.y, p.z], quaternion(&m.pose.rotation))
}

/// Scalar first, of a rotation matrix; the largest component is found first (S. W. Shepperd, J. Guidance and Control 1, 1978).
fn quaternion(r: &Mat3) -> [f64; 4] {
    let (xx, yy, zz) = (r[(0, 0)], r[(1, 1)], r[(2, 2)]);
    // four times the square of each component
    let squares = [
        1.0 + xx + yy + zz,
        1.0 + xx - yy - zz,
        1.0 - xx + yy - zz,
        1.0 - xx - yy + zz,
    ];
    let largest = (0..4)
        .max_by(|&a, &b| squares[a].total_cmp(&squares[b]))
        .unwrap_or(0);
    let (x, y, z) = (
        r[(2, 1)] - r[(1, 2)],
        r[(0, 2)] - r[(2, 0)],
        r[(1, 0)] - r[(0, 1)],
    );
    let (xy, yz, zx) = (
        r[(0, 1)] + r[(1, 0)],
        r[(1, 2)] + r[(2, 1)],
        r[(2, 0)] + r[(0, 2)],
    );
    let s = squares[largest];
    let q = match largest {
        0 => [s, x, y, z],
        1 => [x, s, xy, zx],
        2 => [y, xy, s, yz],
        _ => [z, zx, yz, s],
    };
    let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    q.map(|c| c / length)
}

fn part(model: &Model, p: &carom_model::Part) -> Part {
    let ground = p.kind == PartKind::Ground;
    let at = Pose {
        position: centre(model, p),
        rotation: Mat3::identity(),
    };
    let pose = if ground {
        Pose::identity()
    } else {
        p.pose * at
    };
    Part {
        element: p.tag.to_string(),
        id: p.tag.label,
        name: p.tag.name.clone(),
        ground,
        mass: p.mass,
        position: [pose.position.x, pose.position.y, pose.position.z],
        orientation: quaternion(&pose.rotation),
        edges: edges(model, p),
    }
}

/// A homogeneous box has Ixx = m·(b² + c²)/12 and so on, hence a² = 6·(Iyy + Izz − Ixx)/m. The moments are taken about the centre of mass;
/// products of inertia are passed over, which is good enough for a glyph.
fn edges(model: &Model, p: &carom_model::Part) -> [f64; 3] {
    let moments = || {
        let cm = model.markers[p.cm?].pose;
        let about = p.im.map_or(cm, |im| model.markers[im].pose);
        let turned = about.rotation * p.inertia * about.rotation.transpose();
        let d = about.position - cm.position;
        let square = d.dot(&d);
        let shift = [0, 1, 2].map(|k| p.mass * (square - d[k] * d[k]));
        Some([0, 1, 2].map(|k| turned[(k, k)] - shift[k]))
    };
    let Some([x, y, z]) = moments().filter(|_| p.mass > 0.0 && p.kind == PartKind::Rigid) else {
        return [0.0; 3];
    };
    [y + z - x, z + x - y, x + y - z].map(|s| (6.0 * s.max(0.0) / p.mass).sqrt())
}

fn triangles(mesh: &carom_geometry::Mesh) -> Mesh {
    Mesh {
        vertices: mesh.vertices.iter().map(|v| [v.x, v.y, v.z]).collect(),
        triangles: mesh.triangles.clone(),
        ..Mesh::default()
    }
}

/// With the normals of exact faces and the lines between these.
fn faceted(facets: &Facets) -> Mesh {
    let mut mesh = Mesh {
        edges: facets
            .edges
            .iter()
            .map(|line| line.iter().map(|p| p.to_array()).collect())
            .collect(),
        ..Mesh::default()
    };
    // normals of one vertex are one if they agree to a millionth
    let rounded = |n: &Vec3| n.to_array().map(|x| (x * 1e6).round());
    let mut known: HashMap<(u32, [i64; 3]), u32> = HashMap::new();
    let corners = facets.mesh.triangles.iter().zip(&facets.normals);
    for (triangle, normals) in corners {
        let place = |k: usize| {
            let n = rounded(&normals[k]);
            let key = (triangle[k], n.map(|x| x as i64));
            *known.entry(key).or_insert_with(|| {
                mesh.vertices
                    .push(facets.mesh.vertices[triangle[k] as usize].to_array());
                mesh.normals.push(n.map(|x| x * 1e-6 + 0.0));
                mesh.vertices.len() as u32 - 1
            })
        };
        mesh.triangles.push([0, 1, 2].map(place));
    }
    mesh
}

fn form(shape: &Shape) -> Form {
    match shape {
        Shape::BoxFromCorner(e) => Form::Box {
            low: e.map(|x| x.min(0.0)),
            high: e.map(|x| x.max(0.0)),
        },
        Shape::BoxFromCenter(e) => Form::Box {
            low: e.map(|x| -0.5 * x.abs()),
            high: e.map(|x| 0.5 * x.abs()),
        },
        Shape::Cylinder { length, radius } => Form::Cylinder {
            length: *length,
            radius: *radius,
        },
        Shape::Frustum {
            length,
            bottom,
            top,
        } => Form::Frustum {
            length: *length,
            bottom: *bottom,
            top: *top,
        },
        Shape::Ellipsoid(axes) => Form::Ellipsoid { axes: *axes },
        Shape::Torus { major, minor } => Form::Torus {
            major: *major,
            minor: *minor,
        },
        Shape::Plane([x0, x1, y0, y1]) => Form::Plane {
            from: [*x0, *y0],
            to: [*x1, *y1],
        },
        Shape::Point => Form::Point,
        Shape::Circle { .. } => Form::Other {
            text: "a circle".into(),
        },
        Shape::Arc { .. } => Form::Other {
            text: "an arc".into(),
        },
        Shape::Curve(_) => Form::Other {
            text: "a curve".into(),
        },
        // those that make a solid have triangles
        Shape::Mesh(_)
        | Shape::Solid(_)
        | Shape::Extrusion { .. }
        | Shape::Revolution { .. }
        | Shape::Named(_) => Form::Other {
            text: "an outline that makes no solid".into(),
        },
        Shape::Other(text) => Form::Other { text: text.clone() },
    }
}

type Place<'a> = &'a dyn Fn(MarkerId) -> Option<usize>;

fn link(tag: &Tag, kind: String, i: Option<usize>, j: Option<usize>) -> Option<Link> {
    Some(Link {
        element: tag.to_string(),
        name: tag.name.clone(),
        kind,
        i: i?,
        j,
    })
}

fn constraints(model: &Model, at: Place) -> Vec<Link> {
    let mut list = Vec::new();
    for j in model.joints.iter().chain(&model.primitives) {
        // `Screw { pitch: 2.0 }` is a screw.
        let kind = format!("{:?}", j.kind);
        let kind = kind.split(' ').next().unwrap_or_default().to_lowercase();
        list.push(link(&j.tag, kind, at(j.i), at(j.j)));
    }
    for m in &model.motions {
        let (i, j) = match m.target {
            MotionTarget::Joint(joint, _) => {
                let joint = &model.joints[joint];
                (joint.i, joint.j)
            }
            MotionTarget::Markers(i, j, _) => (i, j),
        };
        list.push(link(&m.tag, "motion".into(), at(i), at(j)));
    }
    for g in &model.general_constraints {
        let i = g.i.and_then(at);
        list.push(link(&g.tag, "general".into(), i, None));
    }
    list.into_iter().flatten().collect()
}

fn forces(model: &Model, at: Place) -> Vec<Link> {
    let mut list = Vec::new();
    for f in &model.scalar_forces {
        let line = f.kind == carom_model::force::Kind::Translation && !f.action_only;
        let kind = if line { "line" } else { "force" };
        list.push(link(&f.tag, kind.into(), at(f.i), at(f.j)));
    }
    let vectors = [
        &model.vector_forces,
        &model.vector_torques,
        &model.general_forces,
    ];
    for f in vectors.into_iter().flatten() {
        let j = f.reaction.and_then(|(_, j)| j).and_then(at);
        list.push(link(&f.tag, "force".into(), at(f.i), j));
    }
    for f in &model.spring_dampers {
        let line = f.kind == carom_model::force::Kind::Translation;
        let kind = if line { "spring" } else { "force" };
        list.push(link(&f.tag, kind.into(), at(f.i), at(f.j)));
    }
    for f in &model.bushings {
        list.push(link(&f.tag, "bushing".into(), at(f.i), at(f.j)));
    }
    for f in &model.beams {
        list.push(link(&f.tag, "beam".into(), at(f.i), at(f.j)));
    }
    for f in &model.fields {
        list.push(link(&f.tag, "field".into(), at(f.i), at(f.j)));
    }
    for f in &model.multi_points {
        let first = f.markers.first().copied().and_then(at);
        list.push(link(&f.tag, "field".into(), first, at(f.j)));
    }
    list.into_iter().flatten().collect()
}

fn contact(c: &carom_model::Contact) -> Contact {
    Contact {
        element: c.tag.to_string(),
        id: c.tag.label,
        name: c.tag.name.clone(),
        i: c.i.iter().map(|g| g.index()).collect(),
        j: c.j.iter().map(|g| g.index()).collect(),
    }
}

fn request(r: &carom_model::Request) -> Request {
    let [linear, angular] = match &r.kind {
        RequestKind::Standard { which, .. } => match which {
            Standard::Displacement => ["length", "angle"],
            Standard::Velocity => ["velocity", "angular velocity"],
            Standard::Acceleration => ["acceleration", "angular acceleration"],
            Standard::Force => ["force", "torque"],
        },
        _ => ["", ""],
    };
    let title = |k: usize| r.titles.get(k).cloned().unwrap_or_default();
    let columns = match &r.kind {
        RequestKind::Standard { which, .. } => {
            let [m, a, b, c] = match which {
                // The angles are those of a sequence, and have no magnitude.
                Standard::Displacement => ["", "first angle", "second angle", "third angle"],
                _ => ["magnitude, angular", "about x", "about y", "about z"],
            };
            ["magnitude", "x", "y", "z", m, a, b, c].map(str::to_owned)
        }
        RequestKind::Functions(functions) => functions.each_ref().map(|f| match f {
            Some(Function::Expression(e)) => {
                e.text().split_whitespace().collect::<Vec<_>>().join(" ")
            }
            _ => String::new(),
        }),
        RequestKind::Element(_) | RequestKind::User(_) => Default::default(),
    };
    Request {
        id: r.tag.label,
        name: match r.tag.name.as_str() {
            "" => r.comment.clone(),
            name => name.to_owned(),
        },
        titles: [0, 1, 2, 3, 4, 5, 6, 7].map(title),
        columns,
        dimensions: [0, 1, 2, 3, 4, 5, 6, 7].map(|k| [linear, angular][k / 4].to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::space::{rotation_313, rotation_x, rotation_z};

    #[test]
    fn quaternions_turn_like_their_matrices() {
        let turn = |q: [f64; 4], v: Vec3| {
            let u = Vec3::new(q[1], q[2], q[3]);
            // v + 2w(u×v) + 2u×(u×v)
            v + u.cross(&v) * (2.0 * q[0]) + u.cross(&u.cross(&v)) * 2.0
        };
        let half = std::f64::consts::PI;
        let cases = [
            Mat3::identity(),
            rotation_x(half),
            rotation_z(half),
            rotation_x(half) * rotation_z(half),
            rotation_313(0.3, 1.1, -2.0),
            rotation_313(3.0, 3.1, 2.0),
        ];
        for r in cases {
            let v = Vec3::new(1.0, -2.0, 0.5);
            let difference = turn(quaternion(&r), v) - r * v;
            // a dozen roundings of numbers of size 2
            assert!(difference.dot(&difference).sqrt() < 1e-14, "{r:?}");
        }
    }

    #[test]
    fn a_file_that_refers_to_nothing_is_malformed() {
        let folder = tempfile::tempdir().unwrap();
        let scene = Scene {
            bodies: vec![3],
            ..Scene::default()
        };
        scene.write(folder.path()).unwrap();
        let said = Scene::read(folder.path()).unwrap_err().to_string();
        assert!(said.contains("not there"), "{said}");
        Scene::default().write(folder.path()).unwrap();
        assert_eq!(Scene::read(folder.path()).unwrap(), Scene::default());
    }
}
