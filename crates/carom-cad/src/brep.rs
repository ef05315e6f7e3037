//! Bodies: faces on surfaces, bounded by loops of fins on edges.
//!
//! Entities stand in arrays of their body and refer to each other by index. Geometry is shared by [`Arc`].
//!
//! Senses, as in Parasolid and STEP:
//!
//! ```text
//! outward normal of a face = natural normal of its surface (∂P/∂u × ∂P/∂v), negated if the face is reversed
//! direction of an edge     = direction of growing parameter of its curve, negated if the edge is reversed
//! direction of a fin       = direction of its edge, negated if the fin is reversed
//! a loop has the face on its left, seen against the outward normal
//! ```

use crate::CadError;
use crate::curve::Curve;
use crate::surface::Surface;
use carom_base::{Mat3, Vec3};
use std::sync::Arc;

/// Red, green, blue, each 0 to 1.
pub type Colour = [f64; 3];

/// A solid.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Name for messages and for decks (`AdamsObjectName`, the name of a MANIFOLD_SOLID_BREP), else that of its entity.
    pub name: String,
    /// Further names and numbers as the file gives them.
    pub attributes: Vec<Attribute>,
    /// Colour of faces without their own.
    pub colour: Option<Colour>,
    /// Metres per length unit of all coordinates.
    pub metres: f64,
    /// Points closer than this are the same (Parasolid's linear resolution, STEP's uncertainty), in the length unit.
    pub resolution: f64,
    /// Its solid regions.
    pub regions: Vec<Region>,
    /// All faces.
    pub faces: Vec<Face>,
    /// All edges.
    pub edges: Vec<Edge>,
    /// All vertices.
    pub vertices: Vec<Vertex>,
}

/// A connected piece of material.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Its boundary: one outer shell, and one more for each cavity, in any order.
    pub shells: Vec<Shell>,
}

/// A closed, connected surface. Outward normals of its faces point out of the region.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    /// Indices of faces.
    pub faces: Vec<usize>,
}

/// A part of a surface.
#[derive(Clone, Debug)]
pub struct Face {
    /// Name for messages (`face 12`, `#123`).
    pub name: String,
    /// Its surface.
    pub surface: Arc<Surface>,
    /// Whether the outward normal is against the natural normal of the surface.
    pub reversed: bool,
    /// Its boundary. Without loops: a whole sphere, torus or other closed surface.
    pub loops: Vec<Loop>,
    /// Its own colour.
    pub colour: Option<Colour>,
}

/// One closed boundary curve of a face.
#[derive(Clone, Debug)]
pub enum Loop {
    /// Each fin ends where the next one starts. A seam may be run through twice, once in each direction.
    Fins(Vec<Fin>),
    /// A single point: the apex of a cone, the pole of a sphere. Index of a vertex.
    Vertex(usize),
}

/// The use of an edge by a loop.
#[derive(Clone, Debug)]
pub struct Fin {
    /// Index of the edge.
    pub edge: usize,
    /// Whether the fin runs against its edge.
    pub reversed: bool,
    /// Of tolerant edges, and where the file gives it: a curve in the direction of the **fin**, in general
    /// a trimmed [`Curve::OnSurface`] of the face's surface.
    pub curve: Option<Arc<Curve>>,
}

/// A curve between two vertices, or a closed one without vertices (ring).
#[derive(Clone, Debug)]
pub struct Edge {
    /// Name for messages.
    pub name: String,
    /// Its curve. `None` for tolerant edges, whose fins have curves.
    pub curve: Option<Arc<Curve>>,
    /// Whether the edge runs against the direction of growing parameter of its curve.
    pub reversed: bool,
    /// Start and end, as indices of vertices; `None` for rings. Both may be the same vertex.
    pub ends: Option<[usize; 2]>,
    /// How far the true edge may be from the curve; zero for exact edges.
    pub tolerance: f64,
}

/// A point.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Name for messages.
    pub name: String,
    /// Its place.
    pub point: Vec3,
    /// How far the ends of edges may be from it; zero for exact vertices.
    pub tolerance: f64,
}

/// A name or number that the file attaches to a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its identifier (`AdamsPartName`, `UG2/ADAMS_ID`, `PRODUCT`).
    pub name: String,
    /// Its values in their order.
    pub values: Vec<AttributeValue>,
}

/// One value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue {
    /// Text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A real number.
    Real(f64),
}

/// A body where an assembly puts it: `x' = rotation · x + translation`, in the length unit of the body.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Index of the body in its file.
    pub body: usize,
    /// Names from the assembly down to the body, joined by `/`; empty outside of assemblies.
    pub path: String,
    /// Rotation, with scale and reflection where the file has them.
    pub rotation: Mat3,
    /// Translation.
    pub translation: Vec3,
}

/// The bodies of a file.
#[derive(Clone, Debug, Default)]
pub struct Bodies {
    /// Each body once.
    pub bodies: Vec<Body>,
    /// Where they stand: bodies that no assembly places stand once at the origin.
    pub placements: Vec<Placement>,
}

impl Body {
    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&[AttributeValue]> {
        let found = self.attributes.iter().find(|a| a.name == name)?;
        Some(&found.values)
    }

    /// The first value of the attribute of that name, if it is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.attribute(name)?.first()? {
            AttributeValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Checks that indices exist, that edges have two fins in opposite directions, and that splines are sound.
    pub fn check(&self) -> Result<(), CadError> {
        let fail = |entity: &str, what: String| CadError::Entity {
            body: self.name.clone(),
            entity: entity.to_owned(),
            what,
        };
        for vertex in &self.vertices {
            if !vertex.point.amax().is_finite() {
                return Err(fail(&vertex.name, "is not at a finite place".into()));
            }
        }
        for edge in &self.edges {
            let known = |v: &usize| *v < self.vertices.len();
            if !edge.ends.iter().flatten().all(known) {
                return Err(fail(&edge.name, "has a vertex that does not exist".into()));
            }
            if let Some(curve) = &edge.curve {
                curve.check().map_err(|what| fail(&edge.name, what))?;
            }
        }
        let mut uses = vec![[0usize; 2]; self.edges.len()];
        for face in &self.faces {
            face.surface
                .check()
                .map_err(|what| fail(&face.name, what))?;
            for one in &face.loops {
                let Loop::Fins(fins) = one else { continue };
                if fins.is_empty() {
                    return Err(fail(&face.name, "has a loop without edges".into()));
                }
                for fin in fins {
                    let count = uses.get_mut(fin.edge);
                    let count = count.ok_or_else(|| {
                        fail(&face.name, "has an edge that does not exist".into())
                    })?;
                    count[usize::from(fin.reversed)] += 1;
                    if let Some(curve) = &fin.curve {
                        curve
                            .check()
                            .map_err(|what| fail(&self.edges[fin.edge].name, what))?;
                    }
                }
            }
        }
        for (edge, count) in self.edges.iter().zip(&uses) {
            if count[0] + count[1] > 0 && *count != [1, 1] {
                let all = count[0] + count[1];
                let what = if all == 1 {
                    "has one face only: the shell is open".into()
                } else {
                    format!(
                        "has {all} uses by faces, {} of them along and {} against it, where a solid has one each",
                        count[0], count[1]
                    )
                };
                return Err(fail(&edge.name, what));
            }
        }
        if self.faces.is_empty() {
            return Err(fail("its shell", "has no faces".into()));
        }
        Ok(())
    }
}
