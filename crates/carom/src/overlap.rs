//! Contact geometry of two solids, from a description in JSON.
//!
//! A case is an object with the solids `A` and `B`, each with its `type`, its dimensions and its place in the world:
//!
//! | type | dimensions | place |
//! |---|---|---|
//! | `halfspace` | | `normal` (out of it), `offset` along it |
//! | `sphere`, `spherical_cavity` | `radius` | `center` |
//! | `box` | `extents` | `center`, `rotation` (three rows; identity without it) |
//! | `ellipsoid` | `semi_axes` | `center`, `rotation` |
//! | `cylinder`, `capsule` | `radius`, `length` (of a capsule without its ends) | `center`, `axis` |
//! | `frustum` | `bottom_radius`, `top_radius`, `length` | `bottom_center`, `axis` |
//! | `cone` | `half_angle_deg`, `height` | `apex`, `axis` |
//! | `torus` | `major`, `minor` | `center`, `axis` |
//! | `vgroove`, `edge` | `normals` (two, out of the solid) | `edge_point` |
//! | `mesh` | `vertices` and `triangles`, or `file` (STL, OBJ, PLY, STEP, Parasolid text) | `center`, `rotation` |
//! | `icosphere` | `radius`, `subdivisions` | `center`, `rotation` |
//!
//! Of a file of CAD solids (STEP, Parasolid text) `element` names the body; `resolution` (300 without it) is the smallest side of the box
//! around the body by the distance of its triangles from its faces; `unit` (such as `millimeter`) is the length unit of the case. Without
//! `unit` lengths stay in the unit of the file, which is metre for Parasolid.
//!
//! The places of all results are in the world. A whole file of cases (`cases`) is answered case by case.

use carom_base::diagnostic::closest;
use carom_base::{Mat3, Pose, Vec3, units};
use carom_files::common::solids;
use carom_geometry::formats::format_of;
pub use carom_geometry::formats::stl_text;
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Volume, Workspace};
use carom_geometry::{Faceted, Mesh, Refinement};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;

/// A case cannot be read or solved. `at` is the place in the description, such as `A/radius`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {message}")]
pub struct CaseError {
    /// Where in the description.
    pub at: String,
    /// What is wrong.
    pub message: String,
}

fn wrong<T>(at: impl Into<String>, message: impl Into<String>) -> Result<T, CaseError> {
    Err(CaseError {
        at: at.into(),
        message: message.into(),
    })
}

/// How the force of a volume would be directed; see the page of overlaps in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Nearest points.
    Adams,
    /// Vector area, chord and mean thickness.
    Smooth,
    /// The gradient of the volume.
    Potential,
}

/// Two solids in the world.
#[derive(Debug)]
pub struct Case {
    a: (Prepared, Pose),
    b: (Prepared, Pose),
    /// The name it has in a file of cases.
    pub id: Option<String>,
}

/// Curved solids without a formula for their pair: 128 facets around.
const REFINEMENT: Refinement = Refinement::FINE;
/// Triangles of an icosphere are 20·4ⁿ.
const MOST_SUBDIVISIONS: u64 = 8;

/// The names beside `type` that each solid has. What others say in files of reference cases (the direction of an edge, which its normals give) stands here, too.
const NAMES: &[(&str, &[&str])] = &[
    ("halfspace", &["normal", "offset"]),
    ("sphere", &["radius", "center"]),
    ("spherical_cavity", &["radius", "center"]),
    ("box", &["extents", "center", "rotation"]),
    ("ellipsoid", &["semi_axes", "center", "rotation"]),
    ("cylinder", &["radius", "length", "center", "axis"]),
    ("capsule", &["radius", "length", "center", "axis"]),
    (
        "frustum",
        &[
            "bottom_radius",
            "top_radius",
            "length",
            "bottom_center",
            "axis",
        ],
    ),
    ("cone", &["half_angle_deg", "height", "apex", "axis"]),
    ("torus", &["major", "minor", "center", "axis"]),
    ("vgroove", &["normals", "edge_point", "edge_dir"]),
    ("edge", &["normals", "edge_point", "edge_dir"]),
    ("quarter_space", &["inequalities"]),
    (
        "mesh",
        &[
            "vertices",
            "triangles",
            "file",
            "center",
            "rotation",
            "element",
            "resolution",
            "unit",
        ],
    ),
    (
        "icosphere",
        &["radius", "subdivisions", "center", "rotation"],
    ),
];

/// Reads the cases of a description; `folder` is where files of meshes are looked for.
pub fn read_cases(text: &str, folder: &Path) -> Result<Vec<Case>, CaseError> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(e) => {
            return wrong(
                format!("line {}, column {}", e.line(), e.column()),
                e.to_string(),
            );
        }
    };
    match value.get("cases") {
        None => Ok(vec![read_case(&value, "", folder)?]),
        Some(Value::Array(list)) => {
            let one = |(k, v): (usize, &Value)| read_case(v, &format!("cases/{k}/"), folder);
            list.iter().enumerate().map(one).collect()
        }
        Some(_) => wrong("cases", "a list is expected"),
    }
}

fn read_case(value: &Value, at: &str, folder: &Path) -> Result<Case, CaseError> {
    let solid = |name: &str| {
        let at = format!("{at}{name}");
        match value.get(name) {
            Some(Value::Object(map)) => Reader { map, at, folder }.solid(),
            Some(_) => wrong(at, "an object with a type is expected"),
            None => wrong(at, "is missing: a case has the solids A and B"),
        }
    };
    Ok(Case {
        a: solid("A")?,
        b: solid("B")?,
        id: value.get("id").and_then(Value::as_str).map(str::to_owned),
    })
}

/// A message, with the known word that comes closest to what was written.
fn with_hint<'a>(message: String, word: &str, known: impl Iterator<Item = &'a str>) -> String {
    match closest(word, known) {
        Some(known) => format!("{message}; did you mean {known}?"),
        None => message,
    }
}

struct Reader<'a> {
    map: &'a Map<String, Value>,
    at: String,
    folder: &'a Path,
}

impl Reader<'_> {
    fn wrong<T>(&self, name: &str, message: impl Into<String>) -> Result<T, CaseError> {
        wrong(format!("{}/{name}", self.at), message)
    }

    fn get(&self, name: &str) -> Result<&Value, CaseError> {
        match self.map.get(name) {
            Some(v) => Ok(v),
            None => self.wrong(name, "is missing"),
        }
    }

    fn number(&self, name: &str) -> Result<f64, CaseError> {
        match self.get(name)?.as_f64() {
            Some(x) => Ok(x),
            None => self.wrong(name, "a number is expected"),
        }
    }

    fn as_vector(&self, name: &str, v: &Value) -> Result<Vec3, CaseError> {
        let list: Option<Vec<f64>> = v
            .as_array()
            .and_then(|l| l.iter().map(Value::as_f64).collect());
        match list.as_deref() {
            Some([x, y, z]) => Ok(Vec3::new(*x, *y, *z)),
            _ => self.wrong(name, "three numbers are expected"),
        }
    }

    fn vector(&self, name: &str) -> Result<Vec3, CaseError> {
        self.as_vector(name, self.get(name)?)
    }

    fn vectors(&self, name: &str) -> Result<Vec<Vec3>, CaseError> {
        let Some(list) = self.get(name)?.as_array() else {
            return self.wrong(name, "a list of vectors is expected");
        };
        let one = |(k, v)| self.as_vector(&format!("{name}/{k}"), v);
        list.iter().enumerate().map(one).collect()
    }

    /// A vector of length one.
    fn direction(&self, name: &str) -> Result<Vec3, CaseError> {
        let v = self.vector(name)?;
        match v.try_normalize(0.0) {
            Some(unit) if unit.iter().all(|x| x.is_finite()) => Ok(unit),
            _ => self.wrong(name, "a direction is expected, not zero"),
        }
    }

    fn rotation(&self) -> Result<Mat3, CaseError> {
        if !self.map.contains_key("rotation") {
            return Ok(Mat3::identity());
        }
        let rows = self.vectors("rotation")?;
        let [x, y, z] = rows.as_slice() else {
            return self.wrong("rotation", "three rows are expected");
        };
        let r = Mat3::from_columns([*x, *y, *z]).transpose();
        // 1e-9: printed with ten digits at least
        match (r.transpose() * r - Mat3::identity()).amax() < 1e-9 && r.determinant() > 0.0 {
            true => Ok(r),
            false => self.wrong("rotation", "the rows are not those of a rotation"),
        }
    }

    fn turned(&self) -> Result<Pose, CaseError> {
        Ok(Pose {
            position: self.vector("center")?,
            rotation: self.rotation()?,
        })
    }

    /// With z along the axis, `back` below a point.
    fn upright(&self, point: &str, back: f64) -> Result<Pose, CaseError> {
        let axis = self.direction("axis")?;
        Ok(Pose {
            position: self.vector(point)? - axis * back,
            rotation: with_third(&axis),
        })
    }

    fn solid(&self) -> Result<(Prepared, Pose), CaseError> {
        let kind = self.get("type")?.as_str().unwrap_or_default();
        self.refuse_other_names(kind)?;
        let (form, pose) = match kind {
            "halfspace" => {
                let normal = self.direction("normal")?;
                let pose = Pose {
                    position: normal * self.number("offset")?,
                    rotation: with_third(&normal),
                };
                (Form::HalfSpace, pose)
            }
            "sphere" | "spherical_cavity" => {
                let radius = self.number("radius")?;
                let pose = Pose {
                    position: self.vector("center")?,
                    rotation: Mat3::identity(),
                };
                match kind {
                    "sphere" => (Form::Sphere { radius }, pose),
                    _ => (Form::Cavity { radius }, pose),
                }
            }
            "box" => {
                let extents = self.vector("extents")?;
                (Form::Box { extents }, self.turned()?)
            }
            "ellipsoid" => {
                let semi_axes = self.vector("semi_axes")?;
                (Form::Ellipsoid { semi_axes }, self.turned()?)
            }
            "cylinder" | "capsule" | "frustum" | "cone" | "torus" => self.round(kind)?,
            "vgroove" | "edge" => self.wedge(kind == "edge")?,
            // the quarter x <= 0, z <= 0 of the reference files
            "quarter_space" => {
                let normals = [Vec3::x(), Vec3::z()];
                (
                    Form::Wedge {
                        normals,
                        convex: true,
                    },
                    Pose::identity(),
                )
            }
            "mesh" | "icosphere" => return self.triangles(kind),
            other => {
                let known = NAMES.iter().map(|(kind, _)| *kind);
                let message = format!("`{other}` is not a solid known here");
                return self.wrong("type", with_hint(message, other, known));
            }
        };
        match Prepared::new(form, REFINEMENT) {
            Ok(prepared) => Ok((prepared, pose)),
            Err(e) => wrong(&self.at, e.to_string()),
        }
    }

    /// Solids of revolution about an axis.
    fn round(&self, kind: &str) -> Result<(Form, Pose), CaseError> {
        Ok(match kind {
            "cylinder" => {
                let (length, radius) = (self.number("length")?, self.number("radius")?);
                (
                    Form::Cylinder { length, radius },
                    self.upright("center", 0.5 * length)?,
                )
            }
            "capsule" => {
                let (length, radius) = (self.number("length")?, self.number("radius")?);
                (
                    Form::Capsule { length, radius },
                    self.upright("center", 0.0)?,
                )
            }
            "frustum" => {
                let (bottom, top) = (self.number("bottom_radius")?, self.number("top_radius")?);
                let length = self.number("length")?;
                (
                    Form::Frustum {
                        length,
                        bottom,
                        top,
                    },
                    self.upright("bottom_center", 0.0)?,
                )
            }
            "cone" => {
                let (length, angle) = (self.number("height")?, self.number("half_angle_deg")?);
                let top = length * angle.to_radians().tan();
                (
                    Form::Frustum {
                        length,
                        bottom: 0.0,
                        top,
                    },
                    self.upright("apex", 0.0)?,
                )
            }
            _ => {
                let (major, minor) = (self.number("major")?, self.number("minor")?);
                (Form::Torus { major, minor }, self.upright("center", 0.0)?)
            }
        })
    }

    /// What is misspelt would leave a solid at a place that nobody wrote.
    fn refuse_other_names(&self, kind: &str) -> Result<(), CaseError> {
        let Some((_, names)) = NAMES.iter().find(|(known, _)| *known == kind) else {
            return Ok(());
        };
        let is_other = |name: &&String| *name != "type" && !names.contains(&name.as_str());
        match self.map.keys().find(is_other) {
            None => Ok(()),
            Some(name) => {
                let message = format!("a solid of type {kind} has nothing of this name");
                self.wrong(name, with_hint(message, name, names.iter().copied()))
            }
        }
    }

    fn wedge(&self, convex: bool) -> Result<(Form, Pose), CaseError> {
        let normals = self.vectors("normals")?;
        let unit: Option<Vec<Vec3>> = normals.iter().map(|n| n.try_normalize(0.0)).collect();
        let Some([m, n]) = unit.as_deref() else {
            return self.wrong("normals", "two directions are expected");
        };
        let pose = Pose {
            position: self.vector("edge_point")?,
            rotation: Mat3::identity(),
        };
        let normals = [*m, *n];
        Ok((Form::Wedge { normals, convex }, pose))
    }

    fn triangles(&self, kind: &str) -> Result<(Prepared, Pose), CaseError> {
        let named = self.map.get("file").and_then(Value::as_str);
        if let (Some(name), "mesh") = (named, kind)
            && let Some(solid) = self.solid_of(name)?
        {
            return self.of_faces(&solid);
        }
        let mesh = if kind == "icosphere" {
            let n = self.get("subdivisions")?.as_u64().unwrap_or(u64::MAX);
            if n > MOST_SUBDIVISIONS {
                return self.wrong(
                    "subdivisions",
                    format!("a number from 0 to {MOST_SUBDIVISIONS} is expected"),
                );
            }
            let mut mesh = Mesh::icosphere(n as u32);
            let radius = self.number("radius")?;
            for p in &mut mesh.vertices {
                *p *= radius;
            }
            mesh
        } else if let Some(name) = self.map.get("file") {
            self.file(name.as_str().unwrap_or_default())?
        } else {
            Mesh {
                vertices: self.vectors("vertices")?,
                triangles: self.indices()?,
            }
        };
        match Prepared::mesh(&mesh) {
            Ok(prepared) => Ok((prepared, self.as_it_stands()?)),
            Err(e) => wrong(&self.at, e.to_string()),
        }
    }

    /// Where a solid of a file is put.
    fn as_it_stands(&self) -> Result<Pose, CaseError> {
        match self.map.contains_key("center") {
            true => self.turned(),
            false => Ok(Pose {
                position: Vec3::zeros(),
                rotation: self.rotation()?,
            }),
        }
    }

    /// A solid of a CAD file: the shape that it is as a whole, else its faces, with triangles of the stated resolution.
    fn of_faces(&self, solid: &Faceted) -> Result<(Prepared, Pose), CaseError> {
        let pose = self.as_it_stands()?;
        if let Some((form, at)) = solid.primitive {
            return match Prepared::new(form, REFINEMENT) {
                Ok(prepared) => Ok((prepared, pose * at)),
                Err(e) => wrong(&self.at, e.to_string()),
            };
        }
        match solid.closed(&solid.facets) {
            Ok(closed) => Ok((Prepared::facets(closed), pose)),
            Err(e) => wrong(&self.at, e.to_string()),
        }
    }

    fn indices(&self) -> Result<Vec<[u32; 3]>, CaseError> {
        let Some(list) = self.get("triangles")?.as_array() else {
            return self.wrong("triangles", "a list of triangles is expected");
        };
        let index = |v: &Value| v.as_u64().and_then(|i| u32::try_from(i).ok());
        let one = |(k, v): (usize, &Value)| {
            let corners: Option<Vec<u32>> =
                v.as_array().and_then(|l| l.iter().map(index).collect());
            match corners.as_deref() {
                Some([a, b, c]) => Ok([*a, *b, *c]),
                _ => self.wrong(
                    &format!("triangles/{k}"),
                    "three numbers of vertices are expected",
                ),
            }
        };
        list.iter().enumerate().map(one).collect()
    }

    /// A body of a CAD file; none if the file has another ending.
    fn solid_of(&self, name: &str) -> Result<Option<Arc<Faceted>>, CaseError> {
        let length = match self.map.get("unit") {
            None => None,
            Some(unit) => match units::find(units::LENGTH, unit.as_str().unwrap_or_default()) {
                None => {
                    return self.wrong(
                        "unit",
                        "the name of a unit of length is expected, such as millimeter",
                    );
                }
                found => found,
            },
        };
        let resolution = match self.map.contains_key("resolution") {
            true => self.number("resolution")?,
            false => solids::RESOLUTION,
        };
        let element = self.map.get("element").and_then(Value::as_str);
        let wanted = solids::Wanted {
            elements: element.into_iter().collect(),
            part: None,
            part_name: "",
            resolution,
        };
        let from = self.folder.join("case.json");
        match solids::CadFiles::default().solid(&from, name, &wanted, length.as_ref()) {
            None => Ok(None),
            Some(answer) => match answer.solid {
                Ok(found) => Ok(Some(found.solid)),
                Err(trouble) => self.wrong("file", trouble.text()),
            },
        }
    }

    fn file(&self, name: &str) -> Result<Mesh, CaseError> {
        let Some(format) = format_of(name) else {
            return self.wrong(
                "file",
                format!(
                    "`{name}` does not end in .step, .stp, .x_t, .xmt_txt, .stl, .obj or .ply: every CAD system exports one of them"
                ),
            );
        };
        let bytes = match carom_files::special::read(&self.folder.join(name), 1 << 30) {
            Ok(bytes) => bytes,
            Err(e) => return self.wrong("file", format!("{name}: {e}")),
        };
        format
            .read(&bytes)
            .or_else(|e| self.wrong("file", format!("{name}, {e}")))
    }
}

/// A rotation with this third column.
fn with_third(axis: &Vec3) -> Mat3 {
    let other = if axis.x.abs() < 0.9 {
        Vec3::x()
    } else {
        Vec3::y()
    };
    let y = axis.cross(&other).normalize();
    Mat3::from_columns([y.cross(axis), y, *axis])
}

impl Case {
    /// Its volumes, ordered by x, y, z of their centroids in the world, and the smallest distance of two bounded solids that do not meet.
    pub fn solve(&self) -> Result<(Vec<Volume>, Option<f64>), CaseError> {
        let ((a, at), (b, of_b)) = (&self.a, &self.b);
        let pose = at.inverse() * *of_b;
        let (mut work, mut memory) = (Workspace::default(), Memory::default());
        let found = work.overlap(a, b, &pose, &mut memory, &Options::default());
        let mut volumes = match found {
            Ok(found) => found.to_vec(),
            Err(e) => return wrong("A, B", e.to_string()),
        };
        for v in &mut volumes {
            v.carry(at);
        }
        volumes.sort_by(|x, y| {
            let [p, q] = [x.centroid, y.centroid];
            p.x.total_cmp(&q.x)
                .then(p.y.total_cmp(&q.y))
                .then(p.z.total_cmp(&q.z))
        });
        let apart = match (a.triangles(), b.triangles()) {
            (Some(x), Some(y)) if volumes.is_empty() => work.separation(x, y, &pose, &mut memory),
            _ => Ok(None),
        };
        Ok((volumes, apart.ok().flatten().map(|s| s.distance)))
    }

    /// The surface of all volumes in triangles, in the world: closed, normals outwards. Curved solids go by facets.
    pub fn surface(&self) -> Result<Mesh, CaseError> {
        let ((a, at), (b, of_b)) = (&self.a, &self.b);
        let made = Workspace::default().surface(a, b, &(at.inverse() * *of_b));
        let mut mesh = made.or_else(|e| wrong("A, B", e.to_string()))?;
        for p in &mut mesh.vertices {
            *p = at.rotation * *p + at.position;
        }
        Ok(mesh)
    }

    /// The answer in the words of the reference files, with what a rule makes of each volume.
    pub fn answer(&self, rule: Option<Rule>) -> Result<Value, CaseError> {
        let (volumes, apart) = self.solve()?;
        let components: Vec<Value> = volumes.iter().map(|v| component(v, rule)).collect();
        let mut answer = json!({ "components": components });
        if let Some(id) = &self.id {
            answer["id"] = json!(id);
        }
        if let Some(d) = apart {
            answer["min_distance"] = json!(d);
        }
        Ok(answer)
    }
}

fn list(v: &Vec3) -> [f64; 3] {
    (*v).into()
}

fn component(v: &Volume, rule: Option<Rule>) -> Value {
    use carom_geometry::overlap::Flags;
    let [to_a, to_b] = v.gaps();
    let mut value = json!({
        "volume": v.volume,
        "centroid": list(&v.centroid),
        "nearest_on_A": list(&v.nearest[0]),
        "nearest_on_B": list(&v.nearest[1]),
        "nearest_distance": v.distance(),
        "nearest_unique": !v.flags.contains(Flags::AMBIGUOUS_NEAREST),
        "force_dir_on_A": v.direction().map(|u| list(&u)),
        "vector_area_A": list(&v.vector_area),
        "moment_A": list(&v.moment),
        "mean_thickness": v.mean_thickness(),
        "chord_along_vector_area": v.chord,
        "distance_centroid_to_A": to_a,
        "distance_centroid_to_B": to_b,
        "flags": v.flags.names().collect::<Vec<_>>(),
    });
    if let Some(rule) = rule {
        value["rule"] = told(v, rule);
    }
    value
}

/// Direction of the force on A, depth, and the point of both solids that feels it.
fn told(v: &Volume, rule: Rule) -> Value {
    let middle = (v.nearest[0] + v.nearest[1]) * 0.5;
    let [direction, depth, point] = match rule {
        Rule::Adams => [
            json!(v.direction().map(|u| list(&u))),
            json!(v.distance()),
            json!(list(&middle)),
        ],
        Rule::Smooth => [
            json!(v.normal().map(|m| list(&m))),
            json!(v.chord.max(v.mean_thickness())),
            json!(list(&v.centroid)),
        ],
        // force −U'(V)·N and torque −U'(V)·M about the origin: no depth and no point of its own
        Rule::Potential => [
            json!(v.normal().map(|m| list(&m))),
            Value::Null,
            Value::Null,
        ],
    };
    let name = match rule {
        Rule::Adams => "adams",
        Rule::Smooth => "smooth",
        Rule::Potential => "potential",
    };
    json!({ "name": name, "direction": direction, "depth": depth, "point": point })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        read_cases(text, Path::new(".")).unwrap_err().to_string()
    }

    #[test]
    fn a_ball_on_a_plate() {
        let text = r#"{"A": {"type": "sphere", "radius": 1, "center": [0.3, -0.2, 0.9]},
                       "B": {"type": "halfspace", "normal": [0, 0, 2], "offset": 0}}"#;
        let cases = read_cases(text, Path::new(".")).unwrap();
        let answer = cases[0].answer(Some(Rule::Smooth)).unwrap();
        let c = &answer["components"][0];
        // π·p²·(1 − p/3), p = 0.1
        assert!((c["volume"].as_f64().unwrap() - 0.030368728984701335).abs() < 1e-15);
        assert!((c["rule"]["depth"].as_f64().unwrap() - 0.1).abs() < 1e-15);
        assert_eq!(c["rule"]["direction"][2], 1.0);
        assert_eq!(c["nearest_unique"], true);
    }

    #[test]
    fn apart_and_by_a_rotation() {
        let text = r#"{"A": {"type": "box", "extents": [1, 2, 3], "center": [0, 0, 0], "rotation": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]},
                       "B": {"type": "box", "extents": [1, 1, 1], "center": [2, 0, 0]}}"#;
        let answer = read_cases(text, Path::new(".")).unwrap()[0]
            .answer(None)
            .unwrap();
        assert_eq!(answer["components"].as_array().map(Vec::len), Some(0));
        // turned, A reaches to x = 1; B begins at 1.5
        assert!((answer["min_distance"].as_f64().unwrap() - 0.5).abs() < 1e-15);
    }

    /// Wrong solids, and what is said of them.
    const FAULTS: &[(&str, &str)] = &[
        ("3", "A: an object with a type is expected"),
        ("{}", "A/type: is missing"),
        (
            r#"{"type": "cube"}"#,
            "A/type: `cube` is not a solid known here",
        ),
        (
            r#"{"type": "capsul"}"#,
            "A/type: `capsul` is not a solid known here; did you mean capsule?",
        ),
        (
            r#"{"type": "box", "extents": [1,1,1], "center": [0,0,0], "rotations": [[1,0,0],[0,1,0],[0,0,1]]}"#,
            "A/rotations: a solid of type box has nothing of this name; did you mean rotation?",
        ),
        (
            r#"{"type": "icosphere", "radius": 1, "subdivisions": 1, "centre": [0,0,0]}"#,
            "A/centre: a solid of type icosphere has nothing of this name; did you mean center?",
        ),
        (
            r#"{"type": "sphere", "radius": 1, "center": [0,0,0], "axis": [0,0,1]}"#,
            "A/axis: a solid of type sphere has nothing of this name",
        ),
        (
            r#"{"type": "sphere", "radius": "1", "center": [0,0,0]}"#,
            "A/radius: a number is expected",
        ),
        (
            r#"{"type": "sphere", "radius": -1, "center": [0,0,0]}"#,
            "A: sphere: radius = -1 must be greater than 0",
        ),
        (
            r#"{"type": "sphere", "radius": 1, "center": [0,0]}"#,
            "A/center: three numbers are expected",
        ),
        (
            r#"{"type": "torus", "major": 1, "minor": 0.1, "center": [0,0,0], "axis": [0,0,0]}"#,
            "A/axis: a direction is expected, not zero",
        ),
        (
            r#"{"type": "box", "extents": [1,1,1], "center": [0,0,0], "rotation": [[1,0,0],[0,1,0],[0,0,2]]}"#,
            "A/rotation: the rows are not those of a rotation",
        ),
        (
            r#"{"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1]]}"#,
            "A/triangles/0: three numbers of vertices are expected",
        ),
        (
            r#"{"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2]]}"#,
            "A: the mesh is not closed: edge (0, 1)",
        ),
        (
            r#"{"type": "mesh", "file": "part.igs"}"#,
            "A/file: `part.igs` does not end in .step, .stp, .x_t, .xmt_txt, .stl, .obj or .ply",
        ),
        (
            r#"{"type": "mesh", "file": "part.step"}"#,
            "A/file: the file part.step is not in the folder of the model",
        ),
        (
            r#"{"type": "mesh", "file": "part.step", "unit": "cubit"}"#,
            "A/unit: the name of a unit of length is expected",
        ),
        (
            r#"{"type": "mesh", "file": "missing.stl"}"#,
            "A/file: missing.stl: ",
        ),
    ];

    #[test]
    fn faults_have_their_place() {
        assert_eq!(
            refused("{\"A\": }"),
            "line 1, column 7: expected value at line 1 column 7"
        );
        let with = |a: &str| {
            format!(
                "{{\"A\": {a}, \"B\": {{\"type\": \"halfspace\", \"normal\": [0,0,1], \"offset\": 0}}}}"
            )
        };
        for (a, expected) in FAULTS {
            let found = refused(&with(a));
            assert!(found.starts_with(expected), "{found} | {expected}");
        }
        assert!(refused("{\"cases\": 3}").starts_with("cases: a list"));
        assert!(refused("{}").starts_with("A: is missing"));
    }
}
