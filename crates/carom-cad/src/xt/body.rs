//! The topology of a body: regions, shells, faces, loops, fins, edges, vertices.
//!
//! ```text
//! body → regions of material → shells → back faces (normal out of the region) → loops → fins (by `forward`) → edges → vertices
//! ```
//!
//! The positive fin of an edge runs from its start to its end; a fin knows the vertex that it runs to.

use super::attributes::{attributes, colour, name_of};
use super::error::{Fault, XtError};
use super::geometry::{CURVES, Geometry, SURFACES, point};
use super::nodes::Node;
use crate::brep::{Body, Edge, Face, Fin, Loop, Region, Shell, Vertex};
use crate::curve::Curve;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Types of nodes.
const SHELL: u32 = 13;
const FACE: u32 = 14;
const LOOP: u32 = 15;
const EDGE: u32 = 16;
const FIN: u32 = 17;
const VERTEX: u32 = 18;
const REGION: u32 = 19;
const POINT: u32 = 29;

/// The body of a node. Coordinates are in metre, as the format has them.
pub(super) fn body(node: Node, geometry: &mut Geometry) -> Result<Body, XtError> {
    match node.integer("body_type")? {
        1 | 6 => {}
        kind => {
            let what = match kind {
                2 => "a wire body, which encloses nothing",
                3 => "a sheet body, which encloses nothing",
                _ => "of a type that is not known",
            };
            return node.wrong(Fault::Unsupported, format!("the body is {what}"));
        }
    }
    let attributes = attributes(node)?;
    let mut reader = Reader {
        body: Body {
            name: name_of(node, &attributes),
            colour: colour(&attributes),
            attributes,
            metres: 1.0,
            resolution: node
                .maybe("res_linear")?
                .filter(|r| *r > 0.0 && *r < 1.0)
                .unwrap_or(1e-8),
            ..Body::default()
        },
        geometry,
        faces: HashSet::new(),
        edges: HashMap::new(),
        vertices: HashMap::new(),
        fins: HashSet::new(),
        uses: Vec::new(),
    };
    for region in node.chain("region", "next", &[REGION])? {
        if region.char("type")? == b'S' {
            let region = reader.region(region)?;
            reader.body.regions.push(region);
        }
    }
    if reader.body.regions.is_empty() {
        return node.wrong(Fault::Topology, "the body has no region of material");
    }
    reader.check_edges()?;
    Ok(reader.body)
}

struct Reader<'a, 'g> {
    body: Body,
    geometry: &'g mut Geometry,
    faces: HashSet<u32>,
    edges: HashMap<u32, usize>,
    vertices: HashMap<u32, usize>,
    fins: HashSet<u32>,
    /// Of each edge: its node, and how often loops run with it and against it.
    uses: Vec<(Node<'a>, [usize; 2])>,
}

impl<'a> Reader<'a, '_> {
    fn region(&mut self, region: Node<'a>) -> Result<Region, XtError> {
        let mut shells = Vec::new();
        for shell in region.chain("shell", "next", &[SHELL])? {
            shells.push(self.shell(shell)?);
        }
        match shells.is_empty() {
            false => Ok(Region { shells }),
            true => region.wrong(Fault::Topology, "the region has no shell"),
        }
    }

    fn shell(&mut self, shell: Node<'a>) -> Result<Shell, XtError> {
        if shell.to("front_face")?.is_some() {
            return shell.wrong(
                Fault::Unsupported,
                "a face has material on both sides, which is not supported",
            );
        }
        if shell.to("edge")?.is_some() || shell.to("vertex")?.is_some() {
            return shell.wrong(
                Fault::Unsupported,
                "wires and single points in a region are not supported",
            );
        }
        let mut faces = Vec::new();
        for face in shell.chain("face", "next", &[FACE])? {
            if !self.faces.insert(face.index) {
                return face.wrong(Fault::Topology, "the face belongs to two shells");
            }
            faces.push(self.body.faces.len());
            let face = self.face(face)?;
            self.body.faces.push(face);
        }
        match faces.is_empty() {
            false => Ok(Shell { faces }),
            true => shell.wrong(Fault::Topology, "the shell has no faces"),
        }
    }

    fn face(&mut self, face: Node<'a>) -> Result<Face, XtError> {
        let surface = face.needs("surface", SURFACES)?;
        let mut loops = Vec::new();
        for node in face.chain("loop", "next", &[LOOP])? {
            loops.push(self.one_loop(node)?);
        }
        Ok(Face {
            name: format!("FACE node {}", face.index),
            surface: self.geometry.surface(surface)?,
            // the normal of the face is the natural one, turned by both senses
            reversed: surface.sense()? != face.sense()?,
            loops,
            colour: colour(&attributes(face)?),
        })
    }

    fn one_loop(&mut self, node: Node<'a>) -> Result<Loop, XtError> {
        let first = node.needs("halfedge", &[FIN])?;
        if first.to("edge")?.is_none() {
            let vertex = first.needs("vertex", &[VERTEX])?;
            return Ok(Loop::Vertex(self.vertex(vertex)?));
        }
        let mut fins = Vec::new();
        let mut at = first;
        loop {
            if !self.fins.insert(at.index) {
                return at.wrong(Fault::Topology, "the fin is run through twice");
            }
            if at.needs("loop", &[LOOP])?.index != node.index {
                return at.wrong(
                    Fault::Topology,
                    format!("the fin belongs to another loop than node {}", node.index),
                );
            }
            fins.push(self.fin(at)?);
            let next = at.needs("forward", &[FIN])?;
            if next.needs("backward", &[FIN])?.index != at.index {
                return next.wrong(
                    Fault::Topology,
                    format!("the fin before it is not node {}", at.index),
                );
            }
            if next.index == first.index {
                break;
            }
            at = next;
        }
        self.check_joints(node, &fins)?;
        Ok(Loop::Fins(fins))
    }

    /// Each fin begins where the one before it ends.
    fn check_joints(&self, node: Node, fins: &[Fin]) -> Result<(), XtError> {
        for (k, fin) in fins.iter().enumerate() {
            let next = &fins[(k + 1) % fins.len()];
            let [from, to] = [next, fin].map(|f| {
                let end = usize::from(f.reversed);
                self.body.edges[f.edge].ends.map(|e| [e[end], e[1 - end]])
            });
            let fits = match (to, from) {
                (Some([_, to]), Some([from, _])) => to == from,
                (None, None) => fins.len() == 1,
                _ => false,
            };
            if !fits {
                let names = [fin, next].map(|f| &self.body.edges[f.edge].name);
                let message = format!("{} does not end where {} begins", names[0], names[1]);
                return node.wrong(Fault::Topology, message);
            }
        }
        Ok(())
    }

    fn fin(&mut self, fin: Node<'a>) -> Result<Fin, XtError> {
        let edge = self.edge(fin.needs("edge", &[EDGE])?)?;
        let reversed = !fin.sense()?;
        self.uses[edge].1[usize::from(reversed)] += 1;
        let curve = match fin.maybe_to("curve", CURVES)? {
            Some(curve) => Some(self.along(curve)?),
            None => None,
        };
        if curve.is_none() && self.body.edges[edge].curve.is_none() {
            return fin.wrong(Fault::Geometry, "neither the fin nor its edge has a curve");
        }
        Ok(Fin {
            edge,
            reversed,
            curve,
        })
    }

    /// The curve of a fin, in the direction of the fin.
    fn along(&mut self, node: Node) -> Result<Arc<Curve>, XtError> {
        let curve = self.geometry.curve(node)?;
        if node.sense()? {
            return Ok(curve);
        }
        match &*curve {
            Curve::OnSurface { parameters, .. } => {
                let knots = &parameters.knots;
                let range = [knots[parameters.points.len()], knots[parameters.degree]];
                Ok(Arc::new(Curve::Trimmed {
                    basis: curve,
                    range,
                }))
            }
            Curve::Trimmed { basis, range } => {
                let (basis, range) = (Arc::clone(basis), [range[1], range[0]]);
                Ok(Arc::new(Curve::Trimmed { basis, range }))
            }
            _ => node.wrong(Fault::Unsupported, "a fin has a curve that runs against it"),
        }
    }

    fn edge(&mut self, edge: Node<'a>) -> Result<usize, XtError> {
        if let Some(&known) = self.edges.get(&edge.index) {
            return Ok(known);
        }
        let positive = edge.needs("halfedge", &[FIN])?;
        let negative = positive.needs("other", &[FIN])?;
        let ends = [
            negative.maybe_to("vertex", &[VERTEX])?,
            positive.maybe_to("vertex", &[VERTEX])?,
        ];
        let ends = match ends {
            [Some(from), Some(to)] => Some([self.vertex(from)?, self.vertex(to)?]),
            [None, None] => None,
            _ => {
                return edge.wrong(
                    Fault::Topology,
                    "the edge has one vertex, neither two nor none",
                );
            }
        };
        let curve = edge.maybe_to("curve", CURVES)?;
        let number = self.body.edges.len();
        self.body.edges.push(Edge {
            name: format!("EDGE node {}", edge.index),
            reversed: match curve {
                Some(curve) => !curve.sense()?,
                None => false,
            },
            curve: match curve {
                Some(curve) => Some(self.geometry.curve(curve)?),
                None => None,
            },
            ends,
            tolerance: tolerance(edge)?,
        });
        self.uses.push((edge, [0, 0]));
        self.edges.insert(edge.index, number);
        Ok(number)
    }

    fn vertex(&mut self, vertex: Node) -> Result<usize, XtError> {
        if let Some(&known) = self.vertices.get(&vertex.index) {
            return Ok(known);
        }
        let number = self.body.vertices.len();
        self.body.vertices.push(Vertex {
            name: format!("VERTEX node {}", vertex.index),
            point: point(vertex.needs("point", &[POINT])?, "pvec")?,
            tolerance: tolerance(vertex)?,
        });
        self.vertices.insert(vertex.index, number);
        Ok(number)
    }

    /// Faces close the shells if each edge is run through once in each direction.
    fn check_edges(&self) -> Result<(), XtError> {
        for (edge, uses) in &self.uses {
            match uses {
                [1, 1] => {}
                [0, 1] | [1, 0] => {
                    return edge.wrong(
                        Fault::Topology,
                        "the edge has one face: the shell is open there",
                    );
                }
                [2, 0] | [0, 2] => {
                    return edge.wrong(
                        Fault::Topology,
                        "both faces run through the edge in the same direction",
                    );
                }
                [with, against] => {
                    let message = format!("the edge has {} faces, not two", with + against);
                    return edge.wrong(Fault::Topology, message);
                }
            }
        }
        Ok(())
    }
}

fn tolerance(node: Node) -> Result<f64, XtError> {
    match node.maybe("tolerance")? {
        None => Ok(0.0),
        Some(t) if (0.0..1.0).contains(&t) => Ok(t),
        Some(t) => node.wrong(
            Fault::Geometry,
            format!("the tolerance {t} m is negative or too large"),
        ),
    }
}
