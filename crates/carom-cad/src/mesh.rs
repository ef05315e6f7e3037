//! Closed triangle meshes of bodies.
//!
//! Edges are divided once; all faces use the same points. Each face is divided in the plane of its parameters and mapped back
//! by number, so that the mesh is closed whatever the parameters are. The result passes the check of
//! [`ClosedMesh`]: closed, oriented, no crossings.

use crate::CadError;
use crate::brep::{Body, Loop};
use crate::chart::Chart;
use crate::loops::{FaceLoops, Trouble, lay_out};
use crate::polygon::{self, Node};
use crate::sample::{EdgeCurve, Fineness, SampledEdge, edge_curve, sample, size_of};
use crate::surface::Surface;
use crate::triangulate::{Patch, triangulate};
use carom_base::Vec3;
use carom_geometry::{ClosedMesh, Mesh, MeshError};

/// How often faces that fail are tried again with a quarter of the chord height.
const RETRIES: usize = 4;

/// How closely a mesh follows a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshOptions {
    /// Greatest distance of chords and triangles from curves and surfaces, in the length unit of the body.
    pub chord: f64,
    /// Greatest angle between the tangents at the ends of a chord, in radians, at most 1.
    pub angle: f64,
}

impl MeshOptions {
    /// Chord height, and 15° as the angle.
    pub fn new(chord: f64) -> Self {
        Self {
            chord,
            angle: 15f64.to_radians(),
        }
    }

    /// The smallest side of the box around the body divided by `resolution`, as CONTACT_FACETING_TOLERANCE is understood.
    pub fn by_resolution(body: &Body, resolution: f64) -> Result<Self, CadError> {
        let [low, high] = bounds(body)?;
        Ok(Self::new((high - low).min() / resolution))
    }
}

/// Lower and upper corner of a box around a body along its axes, to about a thousandth of its size.
pub fn bounds(body: &Body) -> Result<[Vec3; 2], CadError> {
    let options = MeshOptions {
        chord: 1e-3 * size_of(body),
        angle: 0.5,
    };
    body.check()?;
    let points = Mesher::new(body, &options)?.points()?;
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = Vec3::repeat(f64::NEG_INFINITY);
    for p in &points {
        (low, high) = (low.inf(p), high.sup(p));
    }
    Ok([low, high])
}

/// The mesh of a body.
#[derive(Clone, Debug)]
pub struct BodyMesh {
    /// Closed, counter-clockwise seen from outside, in the length unit of the body.
    pub mesh: Mesh,
    /// The face that each triangle belongs to, as index into [`Body::faces`].
    pub faces: Vec<u32>,
    /// Outward unit normals of the exact surfaces at the corners of each triangle.
    pub normals: Vec<[Vec3; 3]>,
    /// The points of each edge, from start to end, in the order of [`Body::edges`].
    pub edges: Vec<Vec<Vec3>>,
    /// The checked solid.
    pub solid: ClosedMesh,
}

/// Divides the boundary of a body into triangles.
///
/// Errors: a tolerance that is not positive; an edge or face that is inconsistent or cannot be divided (named); a mesh that does
/// not enclose a solid.
pub fn mesh(body: &Body, options: &MeshOptions) -> Result<BodyMesh, CadError> {
    let wrong = |what: &str| CadError::Options {
        body: body.name.clone(),
        what: what.into(),
    };
    if !(options.chord > 0.0 && options.chord.is_finite()) {
        return Err(wrong("the chord height of its mesh is not positive"));
    }
    if options.angle.is_nan() || options.angle <= 0.0 {
        return Err(wrong("the angle of its mesh is not positive"));
    }
    body.check()?;
    Mesher::new(body, options)?.run()
}

struct Mesher<'a> {
    body: &'a Body,
    options: MeshOptions,
    size: f64,
    curves: Vec<EdgeCurve>,
    /// Faces of each edge.
    users: Vec<Vec<usize>>,
    /// By which the chord height of each face is multiplied.
    factors: Vec<f64>,
}

/// The edges of a body divided, and all points so far.
pub(crate) struct Skeleton {
    pub edges: Vec<SampledEdge>,
    pub points: Vec<Vec3>,
}

/// All faces divided, not yet checked.
struct Divided {
    skeleton: Skeleton,
    mesh: Mesh,
    faces: Vec<u32>,
    normals: Vec<[Vec3; 3]>,
}

/// The curves of all edges.
pub(crate) fn edge_curves(body: &Body, size: f64) -> Result<Vec<EdgeCurve>, CadError> {
    (0..body.edges.len())
        .map(|i| edge_curve(body, i, size))
        .collect()
}

/// Divides all edges.
pub(crate) fn skeleton(
    body: &Body,
    curves: &[EdgeCurve],
    fineness: impl Fn(usize) -> Fineness,
) -> Result<Skeleton, CadError> {
    let mut points: Vec<Vec3> = body.vertices.iter().map(|v| v.point).collect();
    let mut edges = Vec::with_capacity(curves.len());
    for (i, curve) in curves.iter().enumerate() {
        edges.push(sample(
            body,
            &body.edges[i],
            curve.clone(),
            fineness(i),
            &mut points,
        )?);
    }
    Ok(Skeleton { edges, points })
}

impl<'a> Mesher<'a> {
    fn new(body: &'a Body, options: &MeshOptions) -> Result<Self, CadError> {
        let size = size_of(body);
        let mut users = vec![Vec::new(); body.edges.len()];
        for (f, face) in body.faces.iter().enumerate() {
            for one in &face.loops {
                if let Loop::Fins(fins) = one {
                    fins.iter().for_each(|fin| users[fin.edge].push(f));
                }
            }
        }
        Ok(Self {
            body,
            options: MeshOptions {
                chord: options.chord,
                angle: options.angle.min(1.0),
            },
            size,
            curves: edge_curves(body, size)?,
            users,
            factors: vec![1.0; body.faces.len()],
        })
    }

    fn fineness(&self, factor: f64) -> Fineness {
        Fineness {
            chord: self.options.chord * factor,
            angle: self.options.angle * factor.sqrt(),
        }
    }

    fn run(mut self) -> Result<BodyMesh, CadError> {
        for retry in 0..=RETRIES {
            let last = retry == RETRIES;
            let Some(divided) = self.divide(last)? else {
                continue;
            };
            match ClosedMesh::new(&divided.mesh) {
                Ok(solid) => {
                    let edges = divided.skeleton.edges.into_iter().map(|e| e.points);
                    return Ok(BodyMesh {
                        mesh: divided.mesh,
                        faces: divided.faces,
                        normals: divided.normals,
                        edges: edges.collect(),
                        solid,
                    });
                }
                Err(source) => {
                    let named = triangles_of(&source);
                    let coarse = named.iter().map(|&t| divided.faces[t] as usize);
                    let coarse: Vec<usize> = coarse.collect();
                    if last || coarse.is_empty() {
                        let body = self.body.name.clone();
                        return Err(CadError::Mesh { body, source });
                    }
                    self.refine(coarse);
                }
            }
        }
        unreachable!("the last division is one or an error")
    }

    /// Some vertices of a mesh that need not be closed.
    fn points(mut self) -> Result<Vec<Vec3>, CadError> {
        for retry in 0..=RETRIES {
            if let Some(divided) = self.divide(retry == RETRIES)? {
                return Ok(divided.mesh.vertices);
            }
        }
        unreachable!("the last division is one or an error")
    }

    /// All edges and faces; none if some faces have to be divided more finely first.
    fn divide(&mut self, last: bool) -> Result<Option<Divided>, CadError> {
        let mut skeleton = skeleton(self.body, &self.curves, |edge| {
            let factor = self.users[edge]
                .iter()
                .map(|&f| self.factors[f])
                .fold(1.0, f64::min);
            self.fineness(factor)
        })?;
        let mut patches = Vec::with_capacity(self.body.faces.len());
        let mut coarse = Vec::new();
        for f in 0..self.body.faces.len() {
            match self.face(f, &mut skeleton) {
                Ok(patch) => patches.push(patch),
                Err(Trouble::Coarse(_)) if !last => coarse.push(f),
                Err(Trouble::Coarse(what) | Trouble::Refused(what)) => {
                    let face = &self.body.faces[f];
                    return Err(CadError::Face {
                        body: self.body.name.clone(),
                        face: face.name.clone(),
                        surface: face.surface.kind(),
                        what,
                    });
                }
            }
        }
        if coarse.is_empty() {
            return Ok(Some(self.join(skeleton, patches)));
        }
        self.refine(coarse);
        Ok(None)
    }

    /// The next division has a quarter of the chord height on these faces.
    fn refine(&mut self, mut faces: Vec<usize>) {
        faces.sort_unstable();
        faces.dedup();
        faces.iter().for_each(|&f| self.factors[f] *= 0.25);
    }

    fn face(&self, index: usize, skeleton: &mut Skeleton) -> Result<Patch, Trouble> {
        let fineness = self.fineness(self.factors[index]);
        let face = &self.body.faces[index];
        let mut laid = lay_out(self.body, index, &skeleton.edges, self.size)?;
        if let (Surface::Sphere { .. }, true) = (&*face.surface, laid.loops.is_empty()) {
            return whole_sphere(&face.surface, self.size, fineness, &mut skeleton.points);
        }
        let arrangement = polygon::arrange(&mut laid)?;
        let steps = steps(&laid, fineness);
        let points = &mut skeleton.points;
        let rings = polygon::rings(&laid, arrangement, steps, fineness.chord, points)?;
        triangulate(&laid.chart, &rings, steps, fineness, &mut skeleton.points)
    }

    /// All patches as one mesh of the points that they use.
    fn join(&self, skeleton: Skeleton, patches: Vec<Patch>) -> Divided {
        let mut renumbered = vec![u32::MAX; skeleton.points.len()];
        let mut mesh = Mesh::default();
        let (mut faces, mut normals) = (Vec::new(), Vec::new());
        for (f, patch) in patches.into_iter().enumerate() {
            let reversed = self.body.faces[f].reversed;
            for (triangle, corners) in patch.triangles.iter().zip(patch.normals) {
                let mut t = triangle.map(|n| {
                    let new = &mut renumbered[n as usize];
                    if *new == u32::MAX {
                        *new = mesh.vertices.len() as u32;
                        mesh.vertices.push(skeleton.points[n as usize]);
                    }
                    *new
                });
                let mut n = corners;
                if reversed {
                    t.swap(1, 2);
                    n.swap(1, 2);
                    n = n.map(|n| -n);
                }
                mesh.triangles.push(t);
                normals.push(n);
                faces.push(f as u32);
            }
        }
        Divided {
            skeleton,
            mesh,
            faces,
            normals,
        }
    }
}

/// The triangles that an error names.
fn triangles_of(error: &MeshError) -> Vec<usize> {
    match error {
        MeshError::NoArea { triangle, .. } => vec![*triangle],
        MeshError::Flipped { triangles, .. }
        | MeshError::Crowded { triangles, .. }
        | MeshError::Crossing { triangles, .. } => triangles.to_vec(),
        _ => Vec::new(),
    }
}

/// Steps of a chart over the box of a face's boundary.
fn steps(face: &FaceLoops, fineness: Fineness) -> [f64; 2] {
    let corners = || face.loops.iter().flat_map(|l| &l.corners);
    let domain = face.chart.surface.domain();
    let mut low = [0, 1].map(|i| corners().map(|c| c.q[i]).fold(f64::INFINITY, f64::min));
    let mut high = [0, 1].map(|i| corners().map(|c| c.q[i]).fold(f64::NEG_INFINITY, f64::max));
    // A band goes all around, and to the pole where one loop bounds it.
    let around = face.loops.iter().any(|l| l.winding != [0, 0]);
    for i in 0..2 {
        let open = !low[i].is_finite() || (around && high[i] - low[i] < 1e-9);
        if (open || around && face.chart.periods[i].is_some())
            && domain[i].iter().all(|x| x.is_finite())
        {
            [low[i], high[i]] = domain[i];
        }
    }
    face.chart.steps(low, high, fineness.chord, fineness.angle)
}

/// A whole sphere: all but a small triangle around one point in a stereographic plane, and that triangle.
fn whole_sphere(
    surface: &Surface,
    size: f64,
    fineness: Fineness,
    points: &mut Vec<Vec3>,
) -> Result<Patch, Trouble> {
    let refused = || Trouble::Refused("its sphere has no projection".into());
    let Surface::Sphere { frame, radius } = surface else {
        return Err(refused());
    };
    let chart = Chart::sphere(surface, frame.z, size).ok_or_else(refused)?;
    let step = (4.0 * fineness.chord / radius).sqrt().min(fineness.angle);
    let reach = 1.0 / (0.35 * step).tan();
    let ring: Vec<Node> = (0..3)
        .map(|k| {
            let (s, c) = (f64::from(k) * std::f64::consts::TAU / 3.0).sin_cos();
            let q = [reach * c, reach * s];
            points.push(chart.at(q).0);
            (points.len() as u32 - 1, q)
        })
        .collect();
    let numbers = [ring[2].0, ring[1].0, ring[0].0];
    let mut patch = triangulate(&chart, &[ring], [1.0; 2], fineness, points)?;
    patch.triangles.push(numbers);
    let normal = |n: u32| (points[n as usize] - frame.origin).normalize();
    patch.normals.push(numbers.map(normal));
    Ok(patch)
}
