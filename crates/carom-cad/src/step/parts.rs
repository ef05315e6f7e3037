//! Products, representations, assemblies and colours.
//!
//! Representations hold solids and refer to each other: by relationships with a transformation (component to assembly), without one
//! (the same part in two forms), and by mapped items. A placement is the product of the transformations from the solid up to a
//! representation that nothing places.

use super::body::{SOLIDS, body};
use super::entities::{self, Entities, Entity};
use super::error::{Fault, StepError};
use super::geometry::Geometry;
use super::lexer::Value;
use super::units::{Units, units};
use crate::brep::{Attribute, AttributeValue, Colour, Placement};
use crate::contents::{CadFile, Refused};
use crate::surface::Frame;
use carom_base::{Mat3, Vec3};
use std::collections::{BTreeMap, HashMap, HashSet};

/// More bodies are refused, placed or not.
const MOST_BODIES: usize = 100_000;

/// Assemblies within assemblies.
const DEEPEST: usize = 64;

/// x' = rotation·x + translation, in metre.
#[derive(Clone, Copy)]
struct Place {
    rotation: Mat3,
    translation: Vec3,
}

impl Place {
    fn identity() -> Self {
        Self {
            rotation: Mat3::identity(),
            translation: Vec3::zeros(),
        }
    }

    fn then(self, outer: &Self) -> Self {
        Self {
            rotation: outer.rotation * self.rotation,
            translation: outer.rotation * self.translation + outer.translation,
        }
    }
}

/// A representation of a shape.
struct Shape {
    /// Needed where it has solids or places others.
    units: Result<Units, StepError>,
    solids: Vec<u32>,
    /// Representations that stand in this one.
    children: Vec<(u32, Place)>,
    /// Name of the product.
    product: String,
}

/// Reads all solids of a file. A solid that cannot be represented is kept among those refused, the others are read.
pub(super) fn parts(entities: &Entities) -> Result<CadFile, StepError> {
    let mut shapes = shapes(entities)?;
    let same = relate(entities, &mut shapes)?;
    let mut reader = Reader {
        entities,
        colours: colours(entities),
        known: HashMap::new(),
        count: 0,
        file: CadFile::default(),
        groups: BTreeMap::new(),
        shapes,
        same,
    };
    for &id in reader.shapes.keys() {
        let group = root(&reader.same, id);
        reader.groups.entry(group).or_default().push(id);
    }
    let placed: HashSet<u32> = reader
        .shapes
        .values()
        .flat_map(|s| &s.children)
        .map(|(id, _)| *id)
        .collect();
    let placed: HashSet<u32> = placed.iter().map(|id| reader.group(*id)).collect();
    let groups: Vec<u32> = reader.groups.keys().copied().collect();
    for &group in groups.iter().filter(|g| !placed.contains(g)) {
        reader.visit(group, Place::identity(), &mut Vec::new())?;
    }
    if reader.file.solids.bodies.is_empty() && reader.file.refused.is_empty() {
        return match groups.is_empty() {
            true => super::error::fault(
                Fault::Reference,
                0,
                "the file has no representation of a shape",
            ),
            false => super::error::fault(
                Fault::Reference,
                0,
                "the file has no solid (MANIFOLD_SOLID_BREP, BREP_WITH_VOIDS, FACETED_BREP)",
            ),
        };
    }
    Ok(reader.file)
}

/// All representations of shapes, with their solids and mapped items.
fn shapes(entities: &Entities) -> Result<BTreeMap<u32, Shape>, StepError> {
    let mut shapes = BTreeMap::new();
    let mut mapped = Vec::new();
    for id in entities.of_types_ending("SHAPE_REPRESENTATION") {
        let e = entities.get(id)?;
        if e.is("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION") {
            continue;
        }
        let a = e.simple(3)?;
        let mut shape = Shape {
            units: a.reference(2).and_then(|context| units(entities, context)),
            solids: Vec::new(),
            children: Vec::new(),
            product: String::new(),
        };
        for item in a.references(1)? {
            let item = entities.get(item)?;
            if SOLIDS.iter().any(|s| item.is(s)) {
                shape.solids.push(item.id);
            } else if item.is("MAPPED_ITEM") {
                mapped.push((id, item));
            }
        }
        shapes.insert(id, shape);
    }
    for (parent, item) in mapped {
        let a = item.simple(3)?;
        let (source, target) = (entities.get(a.reference(1)?)?, a.reference(2)?);
        let map = source.of("REPRESENTATION_MAP")?;
        let (origin, child) = (map.reference(0)?, map.reference(1)?);
        let place = between(entities, &shapes, &item, [child, parent], [origin, target])?;
        shapes
            .entry(parent)
            .and_modify(|s| s.children.push((child, place)));
    }
    name_products(entities, &mut shapes)?;
    Ok(shapes)
}

/// SHAPE_DEFINITION_REPRESENTATION → PRODUCT_DEFINITION_SHAPE → PRODUCT_DEFINITION → …_FORMATION → PRODUCT
fn name_products(entities: &Entities, shapes: &mut BTreeMap<u32, Shape>) -> Result<(), StepError> {
    for id in entities.of_types(&["SHAPE_DEFINITION_REPRESENTATION"]) {
        let e = entities.get(id)?;
        let a = e.simple(2)?;
        let Some(definition) = defined(entities, a.reference(0)?)? else {
            continue;
        };
        let name = product(entities, definition).unwrap_or_default();
        if let Some(shape) = shapes.get_mut(&a.reference(1)?) {
            shape.product = name;
        }
    }
    Ok(())
}

/// What a PRODUCT_DEFINITION_SHAPE is the shape of.
fn defined(entities: &Entities, shape: u32) -> Result<Option<u32>, StepError> {
    let e = entities.get(shape)?;
    match e.is("PRODUCT_DEFINITION_SHAPE") {
        true => e.simple(3)?.maybe_reference(2),
        false => Ok(None),
    }
}

fn product(entities: &Entities, definition: u32) -> Option<String> {
    let e = entities.get(definition).ok()?;
    let formation = entities.get(e.simple(3).ok()?.reference(2).ok()?).ok()?;
    let product = entities
        .get(formation.simple(3).ok()?.reference(2).ok()?)
        .ok()?;
    let a = product.of("PRODUCT").ok()?;
    let name = a.text(1).ok()?;
    let name = if name.is_empty() {
        a.text(0).ok()?
    } else {
        name
    };
    Some(name.to_owned())
}

/// Adds the relationships of representations: those with a transformation to the children, the others to the groups of what is
/// the same part. Gives the group of each representation.
fn relate(
    entities: &Entities,
    shapes: &mut BTreeMap<u32, Shape>,
) -> Result<HashMap<u32, u32>, StepError> {
    let occurrences = occurrences(entities)?;
    let mut same: HashMap<u32, u32> = HashMap::new();
    for id in entities.of_types(&[
        "SHAPE_REPRESENTATION_RELATIONSHIP",
        "REPRESENTATION_RELATIONSHIP",
        entities::COMPLEX,
    ]) {
        let e = entities.get(id)?;
        let simple = e.records.len() == 1;
        if !simple && !e.is("REPRESENTATION_RELATIONSHIP") {
            continue;
        }
        let a = match simple {
            true => e.simple(4)?,
            false => e.of("REPRESENTATION_RELATIONSHIP")?,
        };
        let both = [a.reference(2)?, a.reference(3)?];
        if !both.iter().all(|id| shapes.contains_key(id)) {
            continue;
        }
        if !e.is("REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION") {
            let [x, y] = both.map(|id| root(&same, id));
            if x != y {
                same.insert(x.max(y), x.min(y));
            }
            continue;
        }
        let transformation = entities.get(
            e.of("REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION")?
                .reference(0)?,
        )?;
        let items = transformation.of("ITEM_DEFINED_TRANSFORMATION")?;
        let items = [items.reference(2)?, items.reference(3)?];
        // the first is the component, unless the occurrence that it belongs to says otherwise
        let swapped = occurrences.get(&id).is_some_and(|[component, assembly]| {
            let is = |id: u32, name: &str| {
                shapes
                    .get(&id)
                    .is_some_and(|s| !name.is_empty() && s.product == *name)
            };
            is(both[1], component) && is(both[0], assembly)
        });
        let [child, parent] = if swapped { [both[1], both[0]] } else { both };
        let [at_child, at_parent] = if swapped { [items[1], items[0]] } else { items };
        let place = between(entities, shapes, &e, [child, parent], [at_child, at_parent])?;
        shapes
            .entry(parent)
            .and_modify(|s| s.children.push((child, place)));
    }
    Ok(same)
}

fn root(same: &HashMap<u32, u32>, mut id: u32) -> u32 {
    // each step leads to a smaller number
    while let Some(&next) = same.get(&id) {
        id = next;
    }
    id
}

/// Of each relationship: the names of the products of component and assembly, from CONTEXT_DEPENDENT_SHAPE_REPRESENTATION and
/// NEXT_ASSEMBLY_USAGE_OCCURRENCE.
fn occurrences(entities: &Entities) -> Result<HashMap<u32, [String; 2]>, StepError> {
    let mut found = HashMap::new();
    for id in entities.of_types(&["CONTEXT_DEPENDENT_SHAPE_REPRESENTATION"]) {
        let e = entities.get(id)?;
        let a = e.simple(2)?;
        let Some(usage) = defined(entities, a.reference(1)?)? else {
            continue;
        };
        let usage = entities.get(usage)?;
        if !usage.is("NEXT_ASSEMBLY_USAGE_OCCURRENCE") {
            continue;
        }
        let of = usage.simple(5)?;
        let [assembly, component] = [of.reference(3)?, of.reference(4)?]
            .map(|id| product(entities, id).unwrap_or_default());
        found.insert(a.reference(0)?, [component, assembly]);
    }
    Ok(found)
}

/// Where the frame `items[0]` of the representation `of[0]` lies on the frame `items[1]` of `of[1]`, in metre.
fn between(
    entities: &Entities,
    shapes: &BTreeMap<u32, Shape>,
    by: &Entity,
    of: [u32; 2],
    items: [u32; 2],
) -> Result<Place, StepError> {
    let mut frames = [Place::identity(), Place::identity()];
    for k in 0..2 {
        let Some(shape) = shapes.get(&of[k]) else {
            return by.wrong(
                Fault::Reference,
                format!("#{} is no representation of a shape", of[k]),
            );
        };
        let geometry = Geometry::new(entities, 1.0);
        let item = entities.get(items[k])?;
        if !item.is("AXIS2_PLACEMENT_3D") {
            let message = format!(
                "the transformation by #{} {:.60} is not supported",
                item.id,
                item.name()
            );
            return by.wrong(Fault::Unsupported, message);
        }
        let Frame { origin, x, z } = geometry.placement(items[k])?;
        frames[k] = Place {
            rotation: Mat3::from_columns([x, z.cross(&x), z]),
            translation: origin * shape.units.clone()?.metres,
        };
    }
    let [from, to] = frames;
    let back = from.rotation.transpose();
    let inverse = Place {
        rotation: back,
        translation: -(back * from.translation),
    };
    Ok(inverse.then(&to))
}

struct Reader<'e, 'a> {
    entities: &'e Entities<'a>,
    shapes: BTreeMap<u32, Shape>,
    same: HashMap<u32, u32>,
    /// Representations of the same part, by the smallest number of them.
    groups: BTreeMap<u32, Vec<u32>>,
    colours: HashMap<u32, Colour>,
    /// Index of each solid that was read; none for those refused.
    known: HashMap<u32, Option<usize>>,
    count: usize,
    file: CadFile,
}

impl Reader<'_, '_> {
    fn group(&self, id: u32) -> u32 {
        root(&self.same, id)
    }

    /// All solids of a group of representations and of what stands in it.
    fn visit(&mut self, group: u32, place: Place, path: &mut Vec<String>) -> Result<(), StepError> {
        self.count += 1;
        let limit = match (path.len() > DEEPEST, self.count > MOST_BODIES) {
            (true, _) => Some("assemblies contain each other in a circle or too deep".to_owned()),
            (_, true) => Some(format!(
                "the file places more than {MOST_BODIES} bodies and assemblies"
            )),
            _ => None,
        };
        if let Some(limit) = limit {
            return self.entities.get(group)?.wrong(Fault::Limit, limit);
        }
        let members = self.groups.get(&group).cloned().unwrap_or_default();
        let product = members.iter().find_map(|id| {
            self.shapes
                .get(id)
                .map(|s| &s.product)
                .filter(|p| !p.is_empty())
        });
        let product = product.cloned().unwrap_or_default();
        for &member in &members {
            let Some(shape) = self.shapes.get(&member) else {
                continue;
            };
            let (units, solids, children) = (
                shape.units.clone(),
                shape.solids.clone(),
                shape.children.clone(),
            );
            for solid in solids {
                self.solid(solid, units.clone()?, &product, place, path)?;
            }
            path.push(product.clone());
            for (child, own) in children {
                self.visit(self.group(child), own.then(&place), path)?;
            }
            path.pop();
        }
        Ok(())
    }

    fn solid(
        &mut self,
        id: u32,
        units: Units,
        product: &str,
        place: Place,
        path: &[String],
    ) -> Result<(), StepError> {
        let solid = self.entities.get(id)?;
        self.count += 1;
        if self.count > MOST_BODIES {
            return solid.wrong(
                Fault::Limit,
                format!("the file places more than {MOST_BODIES} bodies and assemblies"),
            );
        }
        let number = match self.known.get(&id) {
            Some(known) => *known,
            None => {
                let given = solid.simple(2)?.text(0)?.trim();
                let name = match (given, product) {
                    ("" | "NONE", "") => format!("{} #{id}", solid.name()),
                    ("" | "NONE", product) => product.to_owned(),
                    (given, _) => given.to_owned(),
                };
                let attributes = vec![Attribute {
                    name: "PRODUCT".to_owned(),
                    values: vec![AttributeValue::Text(product.to_owned())],
                }];
                let mut geometry = Geometry::new(self.entities, units.radians);
                let number = match body(self.entities, &solid, units, &mut geometry, &self.colours)
                {
                    Ok(mut body) => {
                        body.name = name;
                        body.attributes = attributes;
                        self.file.solids.bodies.push(body);
                        Some(self.file.solids.bodies.len() - 1)
                    }
                    Err(error) => {
                        self.file.refused.push(Refused {
                            name,
                            attributes,
                            error: error.into(),
                        });
                        None
                    }
                };
                self.known.insert(id, number);
                number
            }
        };
        if let Some(body) = number {
            let mut path: Vec<&str> = path.iter().map(String::as_str).collect();
            if !path.is_empty() {
                path.push(product);
            }
            self.file.solids.placements.push(Placement {
                body,
                path: path.join("/"),
                rotation: place.rotation,
                translation: place.translation * (1.0 / units.metres),
            });
        }
        Ok(())
    }
}

/// Colours of solids and faces, by STYLED_ITEM. What cannot be followed has no colour: pictures are no reason to refuse a file.
fn colours(entities: &Entities) -> HashMap<u32, Colour> {
    let mut found = HashMap::new();
    for id in entities.of_types(&["STYLED_ITEM", "OVER_RIDING_STYLED_ITEM"]) {
        let Ok(e) = entities.get(id) else { continue };
        let Ok(a) = e.simple(3) else { continue };
        let (Ok(styles), Ok(item)) = (a.references(1), a.reference(2)) else {
            continue;
        };
        if let Some(colour) = colour_of(entities, &styles) {
            found.insert(item, colour);
        }
    }
    found
}

/// The first colour that styles lead to.
fn colour_of(entities: &Entities, styles: &[u32]) -> Option<Colour> {
    // a style leads to its colour over five entities; files that are damaged lead anywhere
    let mut left = 100;
    styles.iter().find_map(|s| colour(entities, *s, &mut left))
}

fn colour(entities: &Entities, id: u32, left: &mut usize) -> Option<Colour> {
    *left = left.checked_sub(1)?;
    let e = entities.get(id).ok()?;
    if e.is("COLOUR_RGB") {
        let a = e.simple(4).ok()?;
        let rgb = [a.real(1).ok()?, a.real(2).ok()?, a.real(3).ok()?];
        return Some(rgb.map(|x| x.clamp(0.0, 1.0)));
    }
    // styles of curves colour lines, not faces
    if e.is("CURVE_STYLE") {
        return None;
    }
    let values = e.records.iter().flat_map(|r| &r.values);
    let all = values.flat_map(|v| match v {
        Value::List(list) => &list[..],
        one => std::slice::from_ref(one),
    });
    let references: Vec<u32> = all
        .filter_map(|v| match v {
            Value::Reference(id) => Some(*id),
            _ => None,
        })
        .collect();
    references.iter().find_map(|id| colour(entities, *id, left))
}
