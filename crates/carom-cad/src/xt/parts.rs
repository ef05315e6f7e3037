//! The parts of a file: bodies, assemblies that place them, attributes.

use super::attributes::{attributes, name_of};
use super::body::body;
use super::error::{Fault, XtError};
use super::geometry::Geometry;
use super::nodes::{Node, Nodes};
use crate::brep::{Bodies, Placement};
use crate::contents::{CadFile, Refused};
use carom_base::{Mat3, Vec3};
use std::collections::{HashMap, HashSet};

/// Types of nodes.
const ASSEMBLY: u32 = 10;
const INSTANCE: u32 = 11;
const BODY: u32 = 12;
const POINTER_BLOCK: u32 = 74;
const WORLD: u32 = 101;
const PARTS: u32 = 176;

/// More bodies are refused, placed or not.
pub(crate) const MOST_BODIES: usize = 100_000;

/// Assemblies within assemblies.
const DEEPEST: usize = 64;

/// Reads all parts of a file. A body that cannot be represented is kept among those refused, the others are read.
pub(super) fn parts(nodes: &Nodes) -> Result<CadFile, XtError> {
    let Some(root) = nodes.get(1) else {
        return super::error::fault(
            Fault::Reference,
            0,
            "the file has no node of index 1, which would be its root",
        );
    };
    let mut reader = Reader::default();
    for part in roots(root)? {
        match part.kind() {
            BODY => reader.place(part, &Place::default())?,
            ASSEMBLY => reader.assembly(part, &Place::default(), 0)?,
            _ => {
                let message = format!(
                    "parts are bodies and assemblies, not {}",
                    part.type_name().escape_default()
                );
                return part.wrong(Fault::Unsupported, message);
            }
        }
    }
    Ok(reader.file)
}

fn roots(root: Node) -> Result<Vec<Node>, XtError> {
    match root.kind() {
        BODY | ASSEMBLY => Ok(vec![root]),
        PARTS => unplaced(root.all("entries")?),
        POINTER_BLOCK => {
            let mut parts = root.all("entries")?;
            for block in root.chain("next_block", "next_block", &[POINTER_BLOCK])? {
                parts.extend(block.all("entries")?);
            }
            unplaced(parts)
        }
        WORLD => root.wrong(
            Fault::Unsupported,
            "a partition is not supported; export parts",
        ),
        _ => {
            let message = format!(
                "the root of a file is a body or an assembly, not {}",
                root.type_name().escape_default()
            );
            root.wrong(Fault::Unsupported, message)
        }
    }
}

/// Without the parts that assemblies of the list place.
fn unplaced(parts: Vec<Node>) -> Result<Vec<Node>, XtError> {
    let mut placed = HashSet::new();
    for part in parts.iter().filter(|p| p.kind() == ASSEMBLY) {
        for instance in part.chain("sub_instance", "next_in_part", &[INSTANCE])? {
            placed.insert(instance.needs("part", &[BODY, ASSEMBLY])?.index);
        }
    }
    Ok(parts
        .into_iter()
        .filter(|p| !placed.contains(&p.index))
        .collect())
}

/// x' = rotation·x + translation
#[derive(Clone)]
struct Place {
    rotation: Mat3,
    translation: Vec3,
    path: String,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            rotation: Mat3::identity(),
            translation: Vec3::zeros(),
            path: String::new(),
        }
    }
}

#[derive(Default)]
struct Reader {
    file: CadFile,
    geometry: Geometry,
    /// Index of each body that was read; none for those refused.
    known: HashMap<u32, Option<usize>>,
    instances: usize,
}

impl Reader {
    fn place(&mut self, node: Node, place: &Place) -> Result<(), XtError> {
        self.count(node)?;
        let number = match self.known.get(&node.index) {
            Some(number) => *number,
            None => {
                let number = match body(node, &mut self.geometry) {
                    Ok(body) => {
                        self.file.solids.bodies.push(body);
                        Some(self.file.solids.bodies.len() - 1)
                    }
                    Err(error) => {
                        let attributes = attributes(node).unwrap_or_default();
                        self.file.refused.push(Refused {
                            name: name_of(node, &attributes),
                            attributes,
                            error: error.into(),
                        });
                        None
                    }
                };
                self.known.insert(node.index, number);
                number
            }
        };
        let Bodies { placements, .. } = &mut self.file.solids;
        if let Some(body) = number {
            placements.push(Placement {
                body,
                path: place.path.clone(),
                rotation: place.rotation,
                translation: place.translation,
            });
        }
        Ok(())
    }

    fn count(&mut self, node: Node) -> Result<(), XtError> {
        self.instances += 1;
        match self.instances > MOST_BODIES {
            false => Ok(()),
            true => node.wrong(
                Fault::Limit,
                format!("the file has more than {MOST_BODIES} bodies"),
            ),
        }
    }

    fn assembly(&mut self, node: Node, place: &Place, depth: usize) -> Result<(), XtError> {
        if depth == DEEPEST {
            return node.wrong(
                Fault::Limit,
                "assemblies contain each other in a circle or too deep",
            );
        }
        self.count(node)?;
        let name = name_of(node, &attributes(node)?);
        let path = match place.path.is_empty() {
            true => name,
            false => format!("{}/{name}", place.path),
        };
        for instance in node.chain("sub_instance", "next_in_part", &[INSTANCE])? {
            if instance.integer("type")? != 1 {
                return instance.wrong(Fault::Unsupported, "a negative instance is not supported");
            }
            let own = transform(instance)?;
            let place = Place {
                rotation: place.rotation * own.rotation,
                translation: place.rotation * own.translation + place.translation,
                path: path.clone(),
            };
            let part = instance.needs("part", &[BODY, ASSEMBLY])?;
            match part.kind() {
                BODY => self.place(part, &place)?,
                _ => self.assembly(part, &place, depth + 1)?,
            }
        }
        Ok(())
    }
}

/// x' = (R·x + t)·scale
fn transform(instance: Node) -> Result<Place, XtError> {
    let Some(node) = instance.maybe_to("transform", &[100])? else {
        return Ok(Place::default());
    };
    let [rows, shift, away] = [
        "rotation_matrix",
        "translation_vector",
        "perspective_vector",
    ]
    .map(|name| node.values(name));
    let (rows, shift) = (rows?, shift?);
    if rows.len() != 9 || shift.len() != 3 {
        return node.wrong(
            Fault::Schema,
            "a transformation has nine numbers of rotation and three of translation",
        );
    }
    let scale = node.maybe("scale")?.unwrap_or(1.0);
    if away?.iter().any(|x| !x.is_nan() && *x != 0.0) {
        return node.wrong(
            Fault::Unsupported,
            "a transformation with perspective is not supported",
        );
    }
    let rotation = Mat3::from_fn(|i, j| rows[3 * i + j]);
    let square = rotation * rotation.transpose() - Mat3::identity();
    // 15 digits are written
    if square.amax().is_nan() || square.amax() > 1e-9 || !(scale > 0.0 && scale < 1e6) {
        return node.wrong(
            Fault::Geometry,
            "the transformation is neither a rotation nor a reflection with a scale",
        );
    }
    let translation = Vec3::new(shift[0], shift[1], shift[2]) * scale;
    match translation.amax() < 1e9 {
        true => Ok(Place {
            rotation: rotation * scale,
            translation,
            path: String::new(),
        }),
        false => node.wrong(Fault::Geometry, "the translation is unset or too large"),
    }
}
