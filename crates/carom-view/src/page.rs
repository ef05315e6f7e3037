//! A run as one page: the mechanism in motion, its curves and its events, in a file that needs nothing else.
//!
//! The page is `assets/page.html` with the bundled script and styles of `page/` (its `build.js` makes them) and the run as JSON. Nothing of the model is
//! written as markup: JSON has each `<` as `\u003c`, the script puts names into the page as text, and the policy of the page lets no other script run.

use crate::motion::{Motion, pieces};
use crate::plot::{self, event_colour};
use crate::quantity::unit;
use crate::run::Run;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use carom_base::{Diagnostic, Span};
use carom_files::results::scene::{Link, Scene};
use carom_plot::{Figure, PALETTE};
use hmac_sha256::Hash;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../assets/page.html");
const SCRIPT: &str = include_str!("../assets/page.js");
const STYLE: &str = include_str!("../assets/page.css");
const LICENSES: &str = include_str!("../assets/LICENSES");
/// Points of a curve; a screen shows fewer.
const MOST_POINTS: usize = 20_000;

/// A page, and what there is to say about it.
#[derive(Clone, Debug)]
pub struct Page {
    /// The file.
    pub html: String,
    /// Notes: what was left out.
    pub notes: Vec<Diagnostic>,
}

/// Makes the page of the first of some runs, with the curves of all of them. Errors: `view-no-motion`, a run without rows of bodies.
pub fn page(runs: &[Run]) -> Result<Page, Diagnostic> {
    let Some(run) = runs.first() else {
        let message = "no run to show";
        return Err(Diagnostic::error("view-no-motion", Span::NONE, message));
    };
    let motion = Motion::new(run)?;
    let mut notes = motion.notes.clone();
    let data = data(runs, &motion, &mut notes);
    let mut html = String::with_capacity(PAGE.len() + SCRIPT.len() + data.len() + 10_000);
    // One pass over the template: what is put in is not looked at again.
    for (k, piece) in PAGE.split('@').enumerate() {
        if k % 2 == 0 {
            html.push_str(piece);
            continue;
        }
        match piece {
            "SCRIPT_HASH" => html.push_str(&hash(SCRIPT)),
            "STYLE_HASH" => html.push_str(&hash(STYLE)),
            "LICENSES" => html.push_str(LICENSES.trim()),
            "STYLE" => html.push_str(STYLE),
            "SCRIPT" => html.push_str(SCRIPT),
            "DATA" => html.push_str(&data),
            other => html.push_str(other),
        }
    }
    Ok(Page { html, notes })
}

fn hash(text: &str) -> String {
    STANDARD.encode(Hash::hash(text.as_bytes()))
}

fn floats(values: impl IntoIterator<Item = f64>) -> String {
    let bytes: Vec<u8> = values
        .into_iter()
        .flat_map(|v| (v as f32).to_le_bytes())
        .collect();
    STANDARD.encode(bytes)
}

fn doubles(values: impl IntoIterator<Item = f64>) -> String {
    let bytes: Vec<u8> = values.into_iter().flat_map(f64::to_le_bytes).collect();
    STANDARD.encode(bytes)
}

fn words(values: impl IntoIterator<Item = u32>) -> String {
    let bytes: Vec<u8> = values.into_iter().flat_map(u32::to_le_bytes).collect();
    STANDARD.encode(bytes)
}

/// The runs as JSON that may stand in a script element.
fn data(runs: &[Run], motion: &Motion, notes: &mut Vec<Diagnostic>) -> String {
    let run = &runs[0];
    let scene = &run.scene;
    let short = |name: &str, element: &str| match name.rsplit('.').next().unwrap_or_default().trim()
    {
        "" => element.to_owned(),
        name => name.to_owned(),
    };
    let parts: Vec<Value> = scene
        .parts
        .iter()
        .map(|p| {
            json!({
                "name": short(&p.name, &p.element), "element": p.element, "ground": p.ground,
                "position": p.position, "orientation": p.orientation, "edges": p.edges,
            })
        })
        .collect();
    let markers: Vec<Value> = scene
        .markers
        .iter()
        .map(|m| json!({"part": m.part, "position": m.position, "orientation": m.orientation}))
        .collect();
    let links = |list: &[Link]| -> Vec<Value> {
        list.iter()
            .map(|l| json!({"kind": l.kind, "i": l.i, "j": l.j}))
            .collect()
    };
    let contacts = motion.contacts.iter().flat_map(|c| {
        let [p, q, f] = [c.centroid, c.point, c.force];
        [
            p[0], p[1], p[2], q[0], q[1], q[2], f[0], f[1], f[2], c.volume,
        ]
    });
    let value = json!({
        "title": run.about.title.trim(),
        "subtitle": run.about.model,
        "name": run.name(),
        "units": {"time": unit("time", &run.about.units), "length": unit("length", &run.about.units)},
        "up": motion.up,
        "normal": motion.normal,
        "size": motion.size,
        "centre": motion.centre,
        "floor": motion.floor,
        "unit": motion.unit,
        "speed": motion.speed,
        "digits": motion.digits,
        "times": doubles(motion.times.iter().copied()),
        "bodies": scene.bodies,
        "poses": floats(motion.poses.iter().flatten().copied()),
        "parts": parts,
        "meshes": meshes(motion),
        "shapes": shapes(scene, motion),
        "markers": markers,
        "joints": links(&scene.joints),
        "forces": links(&scene.forces),
        "loads": loads(motion),
        "contacts": {"starts": words(motion.starts.iter().copied()), "rows": floats(contacts)},
        "events": events(run),
        "panels": panels(runs, notes),
    });
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

fn meshes(motion: &Motion) -> Vec<Value> {
    motion
        .meshes
        .iter()
        .map(|m| {
            json!({
                "vertices": floats(m.vertices.iter().flatten().copied()),
                "triangles": words(m.triangles.iter().flatten().copied()),
                "normals": floats(m.normals.iter().flatten().copied()),
                "lines": floats(pieces(m).flatten()),
            })
        })
        .collect()
}

fn shapes(scene: &Scene, motion: &Motion) -> Vec<Value> {
    motion
        .shapes
        .iter()
        .map(|s| {
            let g = &scene.graphics[s.graphic];
            json!({
                "part": g.part, "mesh": s.mesh, "position": g.position, "orientation": g.orientation,
                "sheet": s.sheet, "cavity": g.cavity,
            })
        })
        .collect()
}

fn loads(motion: &Motion) -> Vec<Value> {
    motion
        .loads
        .iter()
        .map(|l| {
            json!({
                "marker": l.marker, "reaction": l.reaction,
                "values": floats(l.forces.iter().flatten().copied()),
            })
        })
        .collect()
}

fn events(run: &Run) -> Vec<Value> {
    let Some(table) = run.table("events") else {
        return Vec::new();
    };
    let (kinds, elements) = (table.words("kind"), table.words("element"));
    let rows = table
        .numbers("time")
        .iter()
        .zip(kinds.iter().zip(&elements));
    rows.map(|(time, (kind, element))| {
        json!({"time": time, "kind": kind, "element": element, "colour": PALETTE[event_colour(kind)]})
    })
    .collect()
}

/// The curves that `carom plot` draws by default, and those of contacts.
fn panels(runs: &[Run], notes: &mut Vec<Diagnostic>) -> Vec<Value> {
    let mut list = Vec::new();
    let mut add = |request: plot::Request| {
        if let Ok(drawn) = plot::draw(runs, &request) {
            list.extend(panels_of(&drawn.figure));
            notes.extend(drawn.notes);
        }
    };
    add(plot::Request::default());
    let touches = |run: &Run| run.table("contacts").is_some_and(|t| !t.is_empty());
    if runs.iter().all(touches) {
        add(plot::Request {
            y: vec!["contacts.fn".into(), "contacts.depth".into()],
            ..plot::Request::default()
        });
    }
    list
}

fn panels_of(figure: &Figure) -> Vec<Value> {
    let one = |panel: &carom_plot::Panel| {
        // One row of times for all: those of all curves together.
        let mut times: Vec<f64> = panel
            .curves
            .iter()
            .flat_map(|c| c.points.iter().map(|p| p[0]))
            .collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let each = times.len().div_ceil(MOST_POINTS).max(1);
        let times: Vec<f64> = times.into_iter().step_by(each).collect();
        let curves: Vec<Value> = panel
            .curves
            .iter()
            .map(|c| {
                // Breaks of the curve are no numbers; at times of other curves alone it is infinite.
                let value = |t: &f64| {
                    let k = c.points.partition_point(|p| p[0] < *t);
                    match c.points.get(k) {
                        Some([at, value]) if at == t && value.is_finite() => *value,
                        Some([at, _]) if at == t => f64::NAN,
                        _ => f64::INFINITY,
                    }
                };
                let name = if c.name.is_empty() {
                    &panel.title
                } else {
                    &c.name
                };
                json!({"name": name, "values": floats(times.iter().map(value))})
            })
            .collect();
        json!({"title": panel.title, "times": doubles(times), "curves": curves})
    };
    figure.panels.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assets_may_stand_in_a_page() {
        let script = SCRIPT.to_lowercase();
        assert!(!script.contains("</script") && !script.contains("<!--"));
        assert!(!STYLE.to_lowercase().contains("</style"));
        assert!(!LICENSES.contains("--"));
        // names of places to fill in stand between two signs; nothing else in the template has them
        let filled: Vec<_> = PAGE.split('@').skip(1).step_by(2).collect();
        assert_eq!(
            filled,
            [
                "SCRIPT_HASH",
                "STYLE_HASH",
                "LICENSES",
                "STYLE",
                "DATA",
                "SCRIPT"
            ]
        );
    }

    #[test]
    fn the_assets_are_those_of_the_sources() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |path: &str| std::fs::read(folder.join(path)).unwrap_or_default();
        let manifest: Value = serde_json::from_slice(&read("assets/manifest.json")).unwrap();
        let check = |files: &Value, place: &dyn Fn(&str) -> String| {
            for (name, expected) in files.as_object().unwrap() {
                let digest: String = Hash::hash(&read(&place(name)))
                    .iter()
                    .map(|b| format!("{b:02x}"))
                    .collect();
                assert_eq!(
                    Some(digest.as_str()),
                    expected.as_str(),
                    "{name}: npm ci && npm run build"
                );
            }
        };
        check(&manifest["sources"], &|name| match name {
            "package-lock.json" => "page/package-lock.json".into(),
            name => format!("page/src/{name}"),
        });
        check(&manifest["assets"], &|name| format!("assets/{name}"));
    }
}
