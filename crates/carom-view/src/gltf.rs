//! A run as a glTF 2.0 animation in one binary file (`.glb`), for programs that make pictures and films.
//!
//! A node for each part, turned and moved at every output; below it one for each of its shapes. A part without shapes is the box
//! of its mass and moments of inertia. Lengths are metres, up is +y, as glTF has it; times are seconds of watching, the `speed` of the page times those of
//! the model, and `extras` of the asset say how many. Normals are left to the viewer, which makes them flat.
//!
//! Source: glTF 2.0 specification, Khronos Group: sections 3.6 (buffers), 3.7 (meshes), 3.11 (animations), 4.4 (GLB).

use crate::motion::{Motion, pieces};
use crate::run::Run;
use carom_base::units;
use carom_base::{Diagnostic, Span};
use carom_files::results::scene::Mesh;
use carom_plot::PALETTE;
use serde_json::{Value, json};

/// A file, and what there is to say about it.
#[derive(Clone, Debug)]
pub struct Film {
    /// The file.
    pub bytes: Vec<u8>,
    /// Notes: what was left out.
    pub notes: Vec<Diagnostic>,
}

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
/// Points by twos.
const LINES: u32 = 1;

/// The buffer of a file with its views and accessors.
#[derive(Default)]
struct Store {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Store {
    fn view(&mut self, bytes: impl IntoIterator<Item = [u8; 4]>, target: Option<u32>) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(bytes.into_iter().flatten());
        let mut view = json!({
            "buffer": 0, "byteOffset": start, "byteLength": self.bytes.len() - start,
        });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        self.views.len() - 1
    }

    /// Vectors of `N` numbers; the range of each is said, as positions and times need it.
    fn vectors<const N: usize>(&mut self, list: &[[f32; N]], target: Option<u32>) -> usize {
        let view = self.view(list.iter().flatten().map(|x| x.to_le_bytes()), target);
        let fold = |start: f32, pick: fn(f32, f32) -> f32| -> Vec<f32> {
            let column = |k: usize| list.iter().fold(start, |a, v| pick(a, v[k]));
            (0..N).map(column).collect()
        };
        let kind = ["", "SCALAR", "VEC2", "VEC3", "VEC4"][N];
        self.accessors.push(json!({
            "bufferView": view, "componentType": FLOAT, "count": list.len(),
            "type": kind,
            "min": fold(f32::INFINITY, f32::min), "max": fold(f32::NEG_INFINITY, f32::max),
        }));
        self.accessors.len() - 1
    }

    fn indices(&mut self, list: &[[u32; 3]]) -> usize {
        let flat = list.iter().flatten().map(|k| k.to_le_bytes());
        let view = self.view(flat, Some(ELEMENT_ARRAY_BUFFER));
        self.accessors.push(json!({
            "bufferView": view, "componentType": UNSIGNED_INT, "count": 3 * list.len(), "type": "SCALAR",
        }));
        self.accessors.len() - 1
    }
}

/// Scalar first as scalar last.
fn quaternion([w, x, y, z]: [f64; 4]) -> [f32; 4] {
    // Single precision is not of unit length; glTF asks for it up to 5e-4.
    [x, y, z, w].map(|c| c as f32)
}

fn position(p: [f64; 3]) -> [f32; 3] {
    p.map(|x| x as f32)
}

/// Makes the file of a run. Errors: `view-no-motion`, a run without rows of bodies.
pub fn film(run: &Run) -> Result<Film, Diagnostic> {
    let motion = Motion::new(run)?;
    let scene = &run.scene;
    let mut store = Store::default();
    let mut materials = Vec::new();
    let mut meshes = Vec::new();
    let mut nodes = vec![json!({})];
    let mut roots = Vec::new();
    let mut node_of = Vec::new();
    // Where each mesh lies in the buffer, once.
    let mut placed: Vec<Option<Stored>> = vec![None; motion.meshes.len()];
    let mut has_lines = false;
    for (k, part) in scene.parts.iter().enumerate() {
        let name = named(&part.name, &part.element);
        materials.push(material(k, part.ground));
        let mut children = Vec::new();
        for s in motion
            .shapes
            .iter()
            .filter(|s| scene.graphics[s.graphic].part == k)
        {
            let mesh = &motion.meshes[s.mesh];
            if mesh.triangles.is_empty() {
                continue;
            }
            let g = &scene.graphics[s.graphic];
            let stored = *placed[s.mesh].get_or_insert_with(|| put(&mut store, mesh));
            has_lines |= stored.lines.is_some();
            meshes.push(primitives(&stored, k, scene.parts.len()));
            let named = named(&g.name, &g.element);
            children.push(nodes.len());
            nodes.push(json!({
                "name": named, "mesh": meshes.len() - 1,
                "translation": position(g.position), "rotation": quaternion(g.orientation),
            }));
        }
        let drawable = part.edges.iter().all(|e| *e > 0.0 && e.is_finite());
        if children.is_empty() && !part.ground && drawable {
            let half = part.edges.map(|e| 0.5 * e);
            let mesh = crate::motion::cuboid(&half.map(|h| -h), &half);
            meshes.push(primitives(&put(&mut store, &mesh), k, scene.parts.len()));
            children.push(nodes.len());
            nodes.push(json!({"name": "mass", "mesh": meshes.len() - 1}));
        }
        let mut node = json!({
            "name": name,
            "translation": position(part.position), "rotation": quaternion(part.orientation),
        });
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        node_of.push(nodes.len());
        roots.push(nodes.len());
        nodes.push(node);
    }
    let metre = units::find(units::LENGTH, &run.about.units.length).map_or(1.0, |u| u.si) as f32;
    nodes[0] = json!({
        "name": run.name(), "children": roots,
        "rotation": upright(motion.up), "scale": [metre, metre, metre],
    });
    let animation = animation(
        &motion,
        scene.bodies.iter().map(|b| node_of[*b]),
        &mut store,
    );
    let mut file = file_of(run, &motion, nodes, &store);
    if has_lines {
        materials.push(dark());
    }
    if !meshes.is_empty() {
        file["meshes"] = json!(meshes);
        file["materials"] = json!(materials);
    }
    file["animations"] = json!([animation]);
    Ok(Film {
        bytes: binary(&file, store.bytes)?,
        notes: motion.notes,
    })
}

/// The name of an element, or what it is.
fn named<'a>(name: &'a str, element: &'a str) -> &'a str {
    if name.is_empty() { element } else { name }
}

/// The file without meshes and animations.
fn file_of(run: &Run, motion: &Motion, nodes: Vec<Value>, store: &Store) -> Value {
    json!({
        "asset": {
            "version": "2.0", "generator": concat!("Carom ", env!("CARGO_PKG_VERSION")),
            "extras": {"time_in_a_second": motion.speed, "unit_of_time": run.about.units.time},
        },
        "scene": 0,
        "scenes": [{"name": run.name(), "nodes": [0]}],
        "nodes": nodes,
        "accessors": store.accessors,
        "bufferViews": store.views,
        "buffers": [{"byteLength": store.bytes.len()}],
    })
}

/// A mesh in the buffer, by its accessors.
#[derive(Clone, Copy)]
struct Stored {
    points: usize,
    triangles: usize,
    normals: Option<usize>,
    /// Ends of lines, by twos.
    lines: Option<usize>,
}

fn put(store: &mut Store, mesh: &Mesh) -> Stored {
    let mut vectors = |list: Vec<[f32; 3]>| store.vectors(&list, Some(ARRAY_BUFFER));
    let points = vectors(mesh.vertices.iter().map(|v| position(*v)).collect());
    let normals = (!mesh.normals.is_empty())
        .then(|| vectors(mesh.normals.iter().map(|n| unit(*n)).collect()));
    let ends: Vec<[f32; 3]> = pieces(mesh).map(position).collect();
    let lines = (!ends.is_empty()).then(|| vectors(ends));
    Stored {
        points,
        triangles: store.indices(&mesh.triangles),
        normals,
        lines,
    }
}

/// Of length one in single precision, as glTF asks for.
fn unit(n: [f64; 3]) -> [f32; 3] {
    let norm = n.iter().map(|x| x * x).sum::<f64>().sqrt();
    n.map(|x| (x / norm) as f32)
}

/// The surface in one material, and the lines along its edges in another one.
fn primitives(mesh: &Stored, material: usize, of_lines: usize) -> Value {
    let mut surface = json!({
        "attributes": {"POSITION": mesh.points}, "indices": mesh.triangles, "material": material,
    });
    if let Some(normals) = mesh.normals {
        surface["attributes"]["NORMAL"] = json!(normals);
    }
    let mut list = vec![surface];
    if let Some(lines) = mesh.lines {
        list.push(json!({"attributes": {"POSITION": lines}, "mode": LINES, "material": of_lines}));
    }
    json!({"primitives": list})
}

/// Of edges.
fn dark() -> Value {
    json!({"name": "edges", "pbrMetallicRoughness": {
        "baseColorFactor": [0.01, 0.01, 0.01, 1.0], "metallicFactor": 0.0, "roughnessFactor": 1.0,
    }})
}

/// The colour of a part, that of the page; ground is grey. Both sides are drawn: a plane and a cavity have no inside.
fn material(k: usize, ground: bool) -> Value {
    let hex = if ground {
        "#969696"
    } else {
        PALETTE[k % PALETTE.len()]
    };
    let rgb = [1, 3, 5].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or(0));
    // Colours of materials are linear, those of screens are not.
    let linear = |c: u8| {
        let s = f64::from(c) / 255.0;
        if s <= 0.040_45 {
            s / 12.92
        } else {
            ((s + 0.055) / 1.055).powf(2.4)
        }
    };
    let [r, g, b] = rgb.map(linear);
    json!({
        "pbrMetallicRoughness": {
            "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.1, "roughnessFactor": 0.7,
        },
        "doubleSided": true,
    })
}

/// The rotation that takes the direction against gravity to +y, the shortest.
fn upright(up: [f64; 3]) -> [f32; 4] {
    let [x, y, z] = up;
    // 1 + cos and the axis up × y, normalized: half of the angle
    let q = [1.0 + y, -z, 0.0, x];
    let norm = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    match norm > 1e-9 {
        true => quaternion(q.map(|c| c / norm)),
        // upside down: half a turn about x
        false => [1.0, 0.0, 0.0, 0.0],
    }
}

fn animation(motion: &Motion, bodies: impl Iterator<Item = usize>, store: &mut Store) -> Value {
    let first = motion.times.first().copied().unwrap_or(0.0);
    // The end of one analysis and the begin of the next are one time, which may stand once.
    let mut kept: Vec<usize> = Vec::new();
    let mut times: Vec<[f32; 1]> = Vec::new();
    for (k, t) in motion.times.iter().enumerate() {
        let t = ((t - first) / motion.speed) as f32;
        if times.last().is_none_or(|[last]| t > *last) {
            kept.push(k);
            times.push([t]);
        }
    }
    let input = store.vectors(&times, None);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    let bodies: Vec<usize> = bodies.collect();
    for (b, node) in bodies.iter().enumerate() {
        let poses = kept.iter().map(|k| motion.poses[k * bodies.len() + b]);
        let mut places: Vec<[f32; 3]> = Vec::with_capacity(kept.len());
        let mut turns: Vec<[f32; 4]> = Vec::with_capacity(kept.len());
        for [x, y, z, q0, q1, q2, q3] in poses {
            places.push(position([x, y, z]));
            let q = quaternion([q0, q1, q2, q3]);
            // q and −q are one rotation: the one that is near goes the short way.
            let near = turns
                .last()
                .is_none_or(|p| p.iter().zip(q).map(|(a, b)| a * b).sum::<f32>() >= 0.0);
            turns.push(if near { q } else { q.map(|c| -c) });
        }
        for (path, output) in [
            ("translation", store.vectors(&places, None)),
            ("rotation", store.vectors(&turns, None)),
        ] {
            channels.push(json!({
                "sampler": samplers.len(), "target": {"node": node, "path": path},
            }));
            samplers.push(json!({"input": input, "output": output, "interpolation": "LINEAR"}));
        }
    }
    json!({"name": "motion", "samplers": samplers, "channels": channels})
}

/// The binary form: a header, the JSON padded with blanks, the buffer padded with zeros.
fn binary(file: &Value, mut buffer: Vec<u8>) -> Result<Vec<u8>, Diagnostic> {
    let mut text = file.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    buffer.resize(buffer.len().next_multiple_of(4), 0);
    let length = 12 + 8 + text.len() + 8 + buffer.len();
    let too_long = |_| {
        let message = "the animation has more than the 4 GiB that a .glb file can hold";
        Diagnostic::error("view-file", Span::NONE, message)
    };
    let total = u32::try_from(length).map_err(too_long)?;
    let mut out = Vec::with_capacity(length);
    out.extend(b"glTF");
    out.extend(2u32.to_le_bytes());
    out.extend(total.to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &buffer)] {
        out.extend((chunk.len() as u32).to_le_bytes());
        out.extend(kind);
        out.extend(chunk);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::turn;

    #[test]
    fn up_becomes_y() {
        let h = 0.5f64.sqrt();
        for up in [
            [0.0, 0.0, 1.0],
            [0.0, 1.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, -1.0, 0.0],
            [h, 0.0, -h],
        ] {
            let [x, y, z, w] = upright(up).map(f64::from);
            let turned = turn([w, x, y, z], up);
            // 1e-6: single precision
            let off = (0..3).map(|k| (turned[k] - [0.0, 1.0, 0.0][k]).abs());
            assert!(off.fold(0.0, f64::max) < 1e-6, "{up:?} {turned:?}");
        }
    }
}
