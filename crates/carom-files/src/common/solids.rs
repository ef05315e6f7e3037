//! Bodies of CAD files that a deck names as shapes: which body is meant, and its triangles on the axes of the marker.
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
use carom_cad::MeshOptions;
use carom_cad::brep::{AttributeValue, Body, Placement};
use carom_cad::file::{CadFile, Format};
use carom_geometry::Mesh;
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

/// Triangles of bodies.
#[derive(Clone, Debug)]
pub struct Facets {
    /// On the axes of the marker, in the length unit of the model.
    pub mesh: Arc<Mesh>,
    /// Which bodies, and how closely.
    pub text: String,
}

/// CAD files of a model; each is read once.
#[derive(Debug, Default)]
pub struct CadFiles {
    files: HashMap<PathBuf, Result<Arc<CadFile>, String>>,
    meshes: HashMap<(PathBuf, Vec<usize>, [u64; 2]), Facets>,
}

/// What a file gives, and the list of its bodies if it was read for the first time.
#[derive(Debug)]
pub struct Answer {
    /// The triangles, or why there are none.
    pub facets: Result<Facets, Trouble>,
    /// The bodies of the file.
    pub list: Option<String>,
}

/// Why a file gives no triangles.
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
    /// The triangles of bodies of a file, seen from the folder of the file `from`; none if its ending is not that of a CAD format.
    ///
    /// Lengths become those of the model; without a unit they stay in that of the file.
    pub fn facets(
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
                facets: Err(Trouble::Missing(text)),
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
        let facets = file.and_then(|file| self.made(&path, named, &file, wanted, length));
        Some(Answer {
            facets: facets.map_err(Trouble::Unusable),
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
    ) -> Result<Facets, String> {
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
        if let Some(known) = self.meshes.get(&key) {
            return Ok(known.clone());
        }
        let mut whole = Mesh {
            vertices: Vec::new(),
            triangles: Vec::new(),
        };
        let mut texts = Vec::new();
        for placement in chosen.iter().map(|k| &file.solids.placements[*k]) {
            let body = &file.solids.bodies[placement.body];
            let unit = length.map_or(1.0, |unit| body.metres / unit.si);
            let unit_name = length.map_or("length units of the file", |unit| &unit.name);
            let options = MeshOptions::by_resolution(body, wanted.resolution)
                .map_err(|e| format!("{named}: {e}"))?;
            let made = carom_cad::mesh(body, &options).map_err(|e| format!("{named}: {e}"))?;
            texts.push(format!(
                "{} by {} triangles within {:.3e} {} of its faces",
                label(body),
                made.mesh.triangles.len(),
                options.chord * unit,
                unit_name
            ));
            append(&mut whole, made.mesh, placement, unit);
        }
        let facets = Facets {
            mesh: Arc::new(whole),
            text: texts.join(", "),
        };
        self.meshes.insert(key, facets.clone());
        Ok(facets)
    }
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

/// Adds a body where its assembly puts it, times `unit`.
fn append(whole: &mut Mesh, mesh: Mesh, placement: &Placement, unit: f64) {
    let first = whole.vertices.len() as u32;
    let place = |p| (placement.rotation * p + placement.translation) * unit;
    whole.vertices.extend(mesh.vertices.into_iter().map(place));
    // a reflection turns triangles over
    let mirrored = placement.rotation.determinant() < 0.0;
    whole
        .triangles
        .extend(mesh.triangles.into_iter().map(|[a, b, c]| {
            let [a, b, c] = [a + first, b + first, c + first];
            if mirrored { [a, c, b] } else { [a, b, c] }
        }));
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
