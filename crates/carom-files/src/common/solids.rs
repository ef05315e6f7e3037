//! Bodies of CAD files that a deck names as shapes: which body is meant, and its solid on the axes of the marker.
//!
//! | what the deck gives | what it selects |
//! |---|---|
//! | element, part | the body of that name whose `UG2/ADAMS_ID` is the number of the part |
//! | | else whose `AdamsPartName` is the name of the part |
//! | | else the only body of that name |
//! | no element | the only body of the file |
//!
//! A name is that of the body, or its path in an assembly. Coordinates of a file are in metre (Parasolid) or in its own unit (STEP),
//! on the axes of the marker; they become those of the model by `p = (R·x + t)·(metres of the file's unit) / (metres of the model's unit)`.

use super::{beside, special};
use carom_base::units::Unit;
use carom_cad::brep::{AttributeValue, Body, Placement};
use carom_cad::file::{CadFile, Format};
use carom_cad::{CadError, MeshOptions};
use carom_geometry::Faceted;
use carom_geometry::overlap::Form;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Larger files are refused, bytes: 3.5 MB are 43 bodies.
const LARGEST: u64 = 512 << 20;

/// The smallest side of the box around a body, divided by this, is the distance of its triangles from its faces: the default of
/// `CONTACT_FACETING_TOLERANCE`.
pub const RESOLUTION: f64 = 300.0;

/// Bodies of a file that a message names.
const MOST_NAMED: usize = 12;

/// What a deck asks a file for.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// Names of bodies; empty for the only one.
    pub elements: Vec<&'a str>,
    /// Number of the part that carries the marker.
    pub part: Option<u32>,
    /// Its name.
    pub part_name: &'a str,
    /// Smallest side of the box around a body by the distance of its triangles from its faces.
    pub resolution: f64,
}

/// Bodies as one solid.
#[derive(Clone, Debug)]
pub struct Solid {
    /// On the axes of the marker, in the length unit of the model.
    pub solid: Arc<Faceted>,
    /// Which bodies, and how closely.
    pub text: String,
}

/// CAD files of a model; each is read once.
#[derive(Debug, Default)]
pub struct CadFiles {
    files: HashMap<PathBuf, Result<Arc<CadFile>, String>>,
    solids: HashMap<(PathBuf, Vec<usize>, [u64; 2]), Solid>,
}

/// What a file gives, and the list of its bodies if it was read for the first time.
#[derive(Debug)]
pub struct Answer {
    /// The solid, or why there is none.
    pub solid: Result<Solid, Trouble>,
    /// The bodies of the file.
    pub list: Option<String>,
}

/// Why a file gives no solid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file is not there: decks are often published without it.
    Missing(String),
    /// It cannot be read, or has no such body, or its body cannot be used.
    Unusable(String),
}

impl Trouble {
    /// In words.
    pub fn text(&self) -> &str {
        match self {
            Self::Missing(text) | Self::Unusable(text) => text,
        }
    }
}

impl CadFiles {
    /// Bodies of a file as one solid, seen from the folder of the file `from`; none if its ending is not that of a CAD format.
    ///
    /// Lengths become those of the model; without a unit they stay in that of the file.
    pub fn solid(
        &mut self,
        from: &Path,
        named: &str,
        wanted: &Wanted,
        length: Option<&Unit>,
    ) -> Option<Answer> {
        let format = Format::of(named)?;
        let Some(path) = beside::find(from, &[named]) else {
            let folder = match beside::shown_folder(from).as_str() {
                "." | "" => "the folder of the model".to_owned(),
                other => other.to_owned(),
            };
            let text = format!("the file {named} is not in {folder}");
            return Some(Answer {
                solid: Err(Trouble::Missing(text)),
                list: None,
            });
        };
        let mut list = None;
        let file = self.files.entry(path.clone()).or_insert_with(|| {
            let read = read(&path, format);
            list = read.as_ref().ok().map(|file| listed(named, file));
            read.map(Arc::new)
        });
        let file = file.clone();
        let solid = file.and_then(|file| self.made(&path, named, &file, wanted, length));
        Some(Answer {
            solid: solid.map_err(Trouble::Unusable),
            list,
        })
    }

    fn made(
        &mut self,
        path: &Path,
        named: &str,
        file: &CadFile,
        wanted: &Wanted,
        length: Option<&Unit>,
    ) -> Result<Solid, String> {
        if length.is_some_and(|unit| unit.name == "none") {
            return Err(format!(
                "the model gives no length unit, and {named} has one: its lengths cannot be turned into those of the model"
            ));
        }
        let elements = match wanted.elements[..] {
            [] => vec![""],
            ref all => all.to_vec(),
        };
        let chosen = elements
            .iter()
            .map(|e| select(file, named, e, wanted))
            .collect::<Result<Vec<_>, _>>()?;
        let scale = length.map_or(0.0, |unit| unit.si);
        let key = (
            path.to_owned(),
            chosen.clone(),
            [wanted.resolution, scale].map(f64::to_bits),
        );
        if let Some(known) = self.solids.get(&key) {
            return Ok(known.clone());
        }
        let fails = |e: CadError| format!("{named}: {e}");
        let mut parts = Vec::new();
        for placement in chosen.iter().map(|k| &file.solids.placements[*k]) {
            let body = &file.solids.bodies[placement.body];
            let options = MeshOptions::by_resolution(body, wanted.resolution).map_err(fails)?;
            parts.push((Arc::new(body.clone()), placement, options));
        }
        // bodies of one file have one unit
        let metres = parts.first().map_or(1.0, |(body, ..)| body.metres);
        let unit = length.map_or(1.0, |unit| metres / unit.si);
        let solid = carom_cad::faceted(&parts, unit).map_err(fails)?;
        let names: Vec<String> = parts.iter().map(|(body, ..)| label(body)).collect();
        let found = Solid {
            text: described(&names.join(", "), &solid, length),
            solid: Arc::new(solid),
        };
        self.solids.insert(key, found.clone());
        Ok(found)
    }
}

/// `SOLID1 (axle, part 2) by 1456 triangles within 1.9e-2 millimeter of its faces, in contact a cylinder`
fn described(names: &str, solid: &Faceted, length: Option<&Unit>) -> String {
    let unit = length.map_or("length units of the file", |unit| &unit.name);
    let facets = &solid.facets;
    let as_shape = match solid.primitive {
        None => "",
        Some((Form::Sphere { .. }, _)) => ", in contact a sphere",
        Some((Form::Box { .. }, _)) => ", in contact a box",
        Some((Form::Cylinder { .. }, _)) => ", in contact a cylinder",
        Some((Form::Capsule { .. }, _)) => ", in contact a capsule",
        Some((Form::Frustum { .. }, _)) => ", in contact a frustum",
        Some((Form::Torus { .. }, _)) => ", in contact a torus",
        Some(_) => ", in contact a shape with formulas",
    };
    format!(
        "{names} by {} triangles within {:.3e} {unit} of its faces{as_shape}",
        facets.mesh.triangles.len(),
        facets.tolerance,
    )
}

/// A file of solids.
///
/// # Errors
/// Why it cannot be read, with its name.
pub fn read(path: &Path, format: Format) -> Result<CadFile, String> {
    let bytes = special::read(path, LARGEST).map_err(|e| format!("{}: {e}", path.display()))?;
    format
        .read(&bytes)
        .map_err(|e| format!("{}: {e}", path.display()))
}

fn adams_id(body: &Body) -> Option<i64> {
    match body.attribute("UG2/ADAMS_ID")? {
        [AttributeValue::Integer(id)] => Some(*id),
        _ => None,
    }
}

/// `SOLID1 (axle, part 2)`
pub fn label(body: &Body) -> String {
    let mut more: Vec<String> = Vec::new();
    more.extend(body.text("AdamsPartName").map(str::to_owned));
    more.extend(adams_id(body).map(|id| format!("part {id}")));
    match more.is_empty() {
        true => body.name.clone(),
        false => format!("{} ({})", body.name, more.join(", ")),
    }
}

/// The bodies of a file in one sentence.
fn listed(named: &str, file: &CadFile) -> String {
    let places = &file.solids.placements;
    let mut names: Vec<String> = places.iter().map(|p| placed(file, p)).collect();
    names.extend(
        file.refused
            .iter()
            .map(|r| format!("{} (not usable: {})", r.name, r.error)),
    );
    let count = match names.len() {
        1 => "1 body".to_owned(),
        n => format!("{n} bodies"),
    };
    let more = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    format!("{named} has {count}: {}", names.join(", "))
}

fn placed(file: &CadFile, placement: &Placement) -> String {
    let body = label(&file.solids.bodies[placement.body]);
    match placement.path.is_empty() {
        true => body,
        false => format!("{body} at {}", placement.path),
    }
}

/// The placement of the body that is meant.
fn select(file: &CadFile, named: &str, element: &str, wanted: &Wanted) -> Result<usize, String> {
    let places = &file.solids.placements;
    let body = |k: usize| &file.solids.bodies[places[k].body];
    let all: Vec<usize> = (0..places.len()).collect();
    let is_named = |name: &str, path: &str| {
        element.is_empty()
            || [name, path, path.rsplit('/').next().unwrap_or("")]
                .iter()
                .any(|n| n.eq_ignore_ascii_case(element))
    };
    let alike: Vec<usize> = all
        .into_iter()
        .filter(|k| is_named(&body(*k).name, &places[*k].path))
        .collect();
    if let [only] = alike[..] {
        return Ok(only);
    }
    let only = |by: &dyn Fn(&Body) -> bool| {
        let mut found = alike.iter().copied().filter(|k| by(body(*k)));
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    };
    let number = wanted.part.map(i64::from);
    let by_number = only(&|b| number.is_some() && adams_id(b) == number);
    let by_name = || {
        only(&|b| {
            b.text("AdamsPartName")
                .is_some_and(|n| n.eq_ignore_ascii_case(wanted.part_name))
        })
    };
    if let Some(found) = by_number.or_else(by_name) {
        return Ok(found);
    }
    if let Some(refused) = file.refused.iter().find(|r| is_named(&r.name, "")) {
        return Err(format!(
            "{named}: the body {} cannot be used: {}",
            refused.name, refused.error
        ));
    }
    let list = listed(named, file);
    match (alike.len(), element) {
        (0, "") => Err(format!("{named} has no body")),
        (0, element) => Err(format!("{named} has no body {element}: {list}")),
        (n, "") => Err(format!("{named} has {n} bodies, and none is named: {list}")),
        (n, element) => Err(format!(
            "{named} has {n} bodies {element}, and the part tells none of them apart: {list}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::{Mat3, Vec3};
    use carom_cad::brep::{Attribute, Bodies};

    fn file(bodies: &[(&str, &str, i64)]) -> CadFile {
        let one = |(name, part, id): &(&str, &str, i64)| Body {
            name: (*name).to_owned(),
            attributes: vec![
                Attribute {
                    name: "AdamsPartName".into(),
                    values: vec![AttributeValue::Text((*part).into())],
                },
                Attribute {
                    name: "UG2/ADAMS_ID".into(),
                    values: vec![AttributeValue::Integer(*id)],
                },
            ],
            ..Body::default()
        };
        let place = |body: usize| Placement {
            body,
            path: String::new(),
            rotation: Mat3::identity(),
            translation: Vec3::zeros(),
        };
        CadFile {
            solids: Bodies {
                bodies: bodies.iter().map(one).collect(),
                placements: (0..bodies.len()).map(place).collect(),
            },
            refused: Vec::new(),
        }
    }

    fn find(file: &CadFile, element: &str, part: u32, part_name: &str) -> Result<usize, String> {
        let wanted = Wanted {
            elements: vec![element],
            part: Some(part),
            part_name,
            resolution: RESOLUTION,
        };
        select(file, "m.x_t", element, &wanted)
    }

    /// One name may stand for bodies of several parts.
    #[test]
    fn the_part_tells_bodies_of_one_name_apart() {
        let file = file(&[
            ("SOLID1", "wheel", 3),
            ("SOLID1", "axle", 2),
            ("SOLID2", "axle", 2),
            ("SOLID1", "pin", 2),
        ]);
        assert_eq!(find(&file, "SOLID1", 3, ""), Ok(0));
        // the number does not decide, the name of the part does
        assert_eq!(find(&file, "solid1", 2, "Axle"), Ok(1));
        assert_eq!(find(&file, "SOLID2", 99, "other"), Ok(2));
        let none = find(&file, "SOLID9", 2, "axle").unwrap_err();
        assert_eq!(
            none,
            "m.x_t has no body SOLID9: m.x_t has 4 bodies: SOLID1 (wheel, part 3), SOLID1 (axle, part 2), SOLID2 (axle, part 2), SOLID1 (pin, part 2)"
        );
        let several = find(&file, "SOLID1", 9, "").unwrap_err();
        assert!(
            several.starts_with("m.x_t has 3 bodies SOLID1, and the part tells none"),
            "{several}"
        );
    }

    #[test]
    fn without_a_name_the_only_body() {
        assert_eq!(find(&file(&[("A", "", 1)]), "", 7, ""), Ok(0));
        assert!(find(&file(&[("A", "", 1), ("B", "", 2)]), "", 7, "").is_err());
        assert_eq!(find(&file(&[("A", "", 1), ("B", "", 2)]), "", 2, ""), Ok(1));
    }
}
