//! The motion of a run, ready to be shown: poses at the output times, arrows, shapes as triangles, and from where to look.

use crate::plot::select::owners;
use crate::run::Run;
use carom_base::{Diagnostic, Span};
use carom_files::results::scene::{Form, Graphic, Mesh, Scene};
use carom_geometry::shapes::{Cylinder, Ellipsoid, Frustum, Torus};
use carom_geometry::{Refinement, Solid};
use std::collections::HashSet;

/// Numbers of poses in a page; beyond, outputs are left out.
const MOST_NUMBERS: usize = 8_000_000;
/// Volumes of overlap that are shown at a time; beyond, those of the smallest forces are left out.
const MOST_TOUCHES: usize = 400;
/// Triangles of all shapes that are made here; beyond, curved surfaces are divided less finely.
const MOST_TRIANGLES: usize = 200_000;

/// A force that is drawn as an arrow.
#[derive(Clone, Debug)]
pub struct Load {
    /// The marker on which it acts.
    pub marker: usize,
    /// Whether it is a reaction.
    pub reaction: bool,
    /// At each time, ground axes.
    pub forces: Vec<[f64; 3]>,
}

/// A volume of overlap at a time.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Ground axes.
    pub centroid: [f64; 3],
    /// Where the force acts.
    pub point: [f64; 3],
    /// On side I, friction included.
    pub force: [f64; 3],
    /// Volume.
    pub volume: f64,
}

/// A shape that can be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// In [`Scene::graphics`].
    pub graphic: usize,
    /// In [`Motion::meshes`].
    pub mesh: usize,
    /// It has no inside: a plane.
    pub sheet: bool,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Motion {
    /// Output times.
    pub times: Vec<f64>,
    /// For each time, for each body of [`Scene::bodies`]: x y z of the centre of mass, q0 q1 q2 q3.
    pub poses: Vec<[f64; 7]>,
    /// Arrows.
    pub loads: Vec<Load>,
    /// Where the rows of each time begin in `contacts`; one more at the end.
    pub starts: Vec<u32>,
    /// Volumes of overlap.
    pub contacts: Vec<Touch>,
    /// Triangles.
    pub meshes: Vec<Mesh>,
    /// What they are of.
    pub shapes: Vec<Drawing>,
    /// Against gravity.
    pub up: [f64; 3],
    /// Towards the eye, for a motion in a plane.
    pub normal: Option<[f64; 3]>,
    /// Diagonal of what moves and where it goes.
    pub size: f64,
    /// Its middle.
    pub centre: [f64; 3],
    /// Its lowest height along `up`.
    pub floor: f64,
    /// Length of an arrow for a unit of force.
    pub unit: f64,
    /// Time of the model that passes in a second of watching.
    pub speed: f64,
    /// Digits of times behind the point.
    pub digits: usize,
    /// What was left out.
    pub notes: Vec<Diagnostic>,
}

impl Motion {
    /// Of a run. Errors: `view-no-motion`.
    pub fn new(run: &Run) -> Result<Self, Diagnostic> {
        let mut notes = Vec::new();
        let (times, poses, kept) = poses(run, &mut notes)?;
        let (meshes, shapes) = shapes(&run.scene);
        let bodies = run.scene.bodies.len();
        let view = view(&run.scene, &poses, bodies, &meshes, &shapes);
        let loads = loads(run, &kept);
        let (starts, contacts) = contacts(run, &times, &mut notes);
        let applied = loads
            .iter()
            .filter(|l| !l.reaction)
            .flat_map(|l| &l.forces)
            .map(norm);
        let strongest = applied
            .chain(contacts.iter().map(|c| norm(&c.force)))
            .fold(0.0, f64::max);
        let reactions = loads
            .iter()
            .flat_map(|l| &l.forces)
            .map(norm)
            .fold(0.0, f64::max);
        let strongest = if strongest > 0.0 {
            strongest
        } else {
            reactions
        };
        let duration = times.last().unwrap_or(&0.0) - times.first().unwrap_or(&0.0);
        let decade = |x: f64| 10f64.powf(x.log10().round());
        Ok(Self {
            loads,
            starts,
            contacts,
            meshes,
            shapes,
            up: view.up,
            normal: view.normal,
            size: view.size,
            centre: view.centre,
            floor: view.floor,
            unit: if strongest > 0.0 {
                0.25 * view.size / strongest
            } else {
                0.0
            },
            speed: match duration {
                d if (2.0..=40.0).contains(&d) || d <= 0.0 => 1.0,
                d => decade(d / 8.0),
            },
            digits: match duration {
                d if d > 0.0 => (4.0 - d.log10().floor()).clamp(0.0, 12.0) as usize,
                _ => 3,
            },
            times,
            poses,
            notes,
        })
    }
}

/// Times, poses, and which outputs they are.
type Poses = (Vec<f64>, Vec<[f64; 7]>, Vec<usize>);

fn poses(run: &Run, notes: &mut Vec<Diagnostic>) -> Result<Poses, Diagnostic> {
    let none = || {
        let message = format!("{} has no motion to show", run.folder.display());
        Diagnostic::error("view-no-motion", Span::NONE, message)
            .help("the run has no rows of bodies, or was made by a version that wrote no scene.json: run the model again")
    };
    let bodies = run.scene.bodies.len();
    let table = run
        .table("bodies")
        .filter(|t| !t.is_empty() && bodies > 0)
        .ok_or_else(none)?;
    if table.len() % bodies != 0 {
        return Err(none());
    }
    let outputs = table.len() / bodies;
    let each = (7 * table.len()).div_ceil(MOST_NUMBERS).max(1);
    if each > 1 {
        let message = format!("one of {each} outputs is shown");
        notes.push(
            Diagnostic::note("view-left-out", Span::NONE, message)
                .help("events keep their exact times"),
        );
    }
    let mut kept: Vec<usize> = (0..outputs).step_by(each).collect();
    if kept.last() != Some(&(outputs - 1)) {
        kept.push(outputs - 1);
    }
    let columns = ["x", "y", "z", "q0", "q1", "q2", "q3"].map(|c| table.numbers(c));
    let rows = kept.iter().flat_map(|k| k * bodies..(k + 1) * bodies);
    let poses = rows.map(|r| columns.map(|c| c[r])).collect();
    let times = kept
        .iter()
        .map(|k| table.numbers("time")[k * bodies])
        .collect();
    Ok((times, poses, kept))
}

fn loads(run: &Run, kept: &[usize]) -> Vec<Load> {
    let mut list = Vec::new();
    for name in ["forces", "joints"] {
        let Some(table) = run.table(name) else {
            continue;
        };
        let [x, y, z] = ["fx", "fy", "fz"].map(|c| table.numbers(c));
        for owner in owners(run, name, table) {
            let element = match owner.label {
                Some(id) => format!("/{id}"),
                None => owner.id.clone(),
            };
            let is_joint = |e: &str| {
                ["JOINT", "Constraint_Joint"]
                    .iter()
                    .any(|s| e == format!("{s}{element}"))
            };
            let is_it = |e: &str| {
                if name == "joints" {
                    is_joint(e)
                } else {
                    e == element
                }
            };
            let reaction = run.scene.joints.iter().find(|l| is_it(&l.element));
            let applied = run
                .scene
                .forces
                .iter()
                .find(|l| name == "forces" && is_it(&l.element));
            let Some(link) = applied.or(reaction) else {
                continue;
            };
            let rows: Option<Vec<usize>> =
                kept.iter().map(|&k| owner.rows.get(k).copied()).collect();
            let Some(rows) = rows else {
                continue;
            };
            let forces: Vec<[f64; 3]> = rows.iter().map(|&r| [x[r], y[r], z[r]]).collect();
            if forces.iter().flatten().any(|f| *f != 0.0) {
                list.push(Load {
                    marker: link.i,
                    reaction: applied.is_none(),
                    forces,
                });
            }
        }
    }
    list
}

/// Length of a vector.
fn norm(f: &[f64; 3]) -> f64 {
    f[0].hypot(f[1]).hypot(f[2])
}

fn contacts(run: &Run, times: &[f64], notes: &mut Vec<Diagnostic>) -> (Vec<u32>, Vec<Touch>) {
    let mut groups: Vec<Vec<Touch>> = vec![Vec::new(); times.len()];
    if let Some(t) = run.table("contacts") {
        let three = |names: [&str; 3]| names.map(|c| t.numbers(c));
        let (c, p, n) = (
            three(["cx", "cy", "cz"]),
            three(["px", "py", "pz"]),
            three(["nx", "ny", "nz"]),
        );
        let f = three(["ftx", "fty", "ftz"]);
        let (force, volume) = (t.numbers("fn"), t.numbers("volume"));
        let keys = ["contact", "solid_i", "solid_j", "incident"].map(|c| t.ids(c));
        let (mut at, mut seen) = (0, HashSet::new());
        for (r, &time) in t.numbers("time").iter().enumerate() {
            let key = keys.map(|k| k[r]);
            let first = times.partition_point(|&s| s < time).max(at);
            // The same volume twice at one time: the end of one analysis and the begin of the next.
            let again = first == at && !seen.insert(key);
            let frame = if again { at + 1 } else { first };
            if times.get(frame) != Some(&time) {
                continue;
            }
            if frame != at {
                at = frame;
                seen = HashSet::from([key]);
            }
            groups[frame].push(Touch {
                centroid: c.map(|v| v[r]),
                point: p.map(|v| v[r]),
                force: [0, 1, 2].map(|k| force[r] * n[k][r] + f[k][r]),
                volume: volume[r],
            });
        }
    }
    let most = groups.iter().map(Vec::len).max().unwrap_or(0);
    if most > MOST_TOUCHES {
        let message = format!(
            "of up to {most} contacts at a time, the {MOST_TOUCHES} with the largest forces are shown"
        );
        notes.push(
            Diagnostic::note("view-left-out", Span::NONE, message)
                .help("the table contacts has all of them"),
        );
    }
    let mut starts = vec![0];
    for g in &mut groups {
        if g.len() > MOST_TOUCHES {
            g.sort_by(|a, b| norm(&b.force).total_cmp(&norm(&a.force)));
            g.truncate(MOST_TOUCHES);
        }
        starts.push(starts[starts.len() - 1] + g.len() as u32);
    }
    (starts, groups.concat())
}

/// The shapes and their surfaces; shapes that are alike share one.
fn shapes(scene: &Scene) -> (Vec<Mesh>, Vec<Drawing>) {
    let fineness = fineness(scene);
    let mut meshes = scene.meshes.clone();
    let mut known: Vec<(&Form, Option<usize>)> = Vec::new();
    let mut list = Vec::new();
    for (graphic, g) in scene.graphics.iter().enumerate() {
        let mesh = match &g.shape {
            Form::Mesh { mesh } => Some(*mesh),
            form => match known.iter().find(|(f, _)| *f == form) {
                Some((_, mesh)) => *mesh,
                None => {
                    let mesh = surface(form, fineness).map(|m| {
                        meshes.push(m);
                        meshes.len() - 1
                    });
                    known.push((form, mesh));
                    mesh
                }
            },
        };
        list.extend(mesh.map(|mesh| Drawing {
            graphic,
            mesh,
            sheet: matches!(g.shape, Form::Plane { .. }),
        }));
    }
    (meshes, list)
}

/// How finely curved surfaces are divided. A sphere has 960 triangles at the finest; each level below has a quarter of them.
fn fineness(scene: &Scene) -> Refinement {
    let curved = |g: &&Graphic| matches!(g.shape, Form::Ellipsoid { .. } | Form::Torus { .. });
    match 960 * scene.graphics.iter().filter(curved).count() {
        n if n <= MOST_TRIANGLES => Refinement::VIEW,
        _ => Refinement::SMALL,
    }
}

/// The surface of a shape; none for what has none, or whose dimensions make none.
fn surface(form: &Form, fineness: Refinement) -> Option<Mesh> {
    let solid: Box<dyn Solid> = match form {
        Form::Box { low, high } => return Some(cuboid(low, high)),
        Form::Plane { from, to } => return Some(rectangle(from, to)),
        Form::Cylinder { length, radius } => Box::new(Cylinder::new(length.abs(), *radius).ok()?),
        Form::Frustum {
            length,
            bottom,
            top,
        } => Box::new(Frustum::new(length.abs(), *bottom, *top).ok()?),
        Form::Ellipsoid { axes } => Box::new(Ellipsoid::new(*axes).ok()?),
        Form::Torus { major, minor } => Box::new(Torus::new(*major, *minor).ok()?),
        Form::Point | Form::Mesh { .. } | Form::Other { .. } => return None,
    };
    let mesh = solid.mesh(fineness);
    let below = matches!(form, Form::Cylinder { length, .. } | Form::Frustum { length, .. } if *length < 0.0);
    let sign = if below { -1.0 } else { 1.0 };
    Some(Mesh {
        vertices: mesh
            .vertices
            .iter()
            .map(|v| [v.x, v.y, sign * v.z])
            .collect(),
        triangles: mesh
            .triangles
            .iter()
            .map(|&[a, b, c]| if below { [a, c, b] } else { [a, b, c] })
            .collect(),
        ..Mesh::default()
    })
}

/// The ends of each piece of the edges of a mesh, one after the other.
pub(crate) fn pieces(mesh: &Mesh) -> impl Iterator<Item = [f64; 3]> + '_ {
    mesh.edges
        .iter()
        .flat_map(|line| line.windows(2))
        .flatten()
        .copied()
}

pub(crate) fn cuboid(low: &[f64; 3], high: &[f64; 3]) -> Mesh {
    let corner = |k: usize| [0, 1, 2].map(|c| if k >> c & 1 == 0 { low[c] } else { high[c] });
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: vec![
            [0, 2, 3],
            [0, 3, 1],
            [4, 5, 7],
            [4, 7, 6],
            [0, 1, 5],
            [0, 5, 4],
            [2, 6, 7],
            [2, 7, 3],
            [0, 4, 6],
            [0, 6, 2],
            [1, 3, 7],
            [1, 7, 5],
        ],
        ..Mesh::default()
    }
}

fn rectangle([x0, y0]: &[f64; 2], [x1, y1]: &[f64; 2]) -> Mesh {
    Mesh {
        vertices: vec![
            [*x0, *y0, 0.0],
            [*x1, *y0, 0.0],
            [*x1, *y1, 0.0],
            [*x0, *y1, 0.0],
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Mesh::default()
    }
}

struct View {
    up: [f64; 3],
    normal: Option<[f64; 3]>,
    size: f64,
    centre: [f64; 3],
    floor: f64,
}

/// v turned by the unit quaternion q: v + 2w(u×v) + 2u×(u×v).
pub fn turn(q: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let u = [q[1], q[2], q[3]];
    let once = cross(u, v);
    let twice = cross(u, once);
    [0, 1, 2].map(|k| v[k] + 2.0 * (q[0] * once[k] + twice[k]))
}

/// A box that grows.
#[derive(Clone, Copy)]
struct Bounds([f64; 3], [f64; 3]);

impl Bounds {
    const EMPTY: Self = Self([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);

    fn add(&mut self, p: [f64; 3]) {
        if p.iter().all(|c| c.is_finite()) {
            for k in 0..3 {
                self.0[k] = self.0[k].min(p[k]);
                self.1[k] = self.1[k].max(p[k]);
            }
        }
    }

    fn diagonal(&self) -> f64 {
        let e = [0, 1, 2].map(|k| (self.1[k] - self.0[k]).max(0.0));
        e[0].hypot(e[1]).hypot(e[2])
    }
}

/// Points of each part, on the part: corners around its shapes, markers, its centre of mass.
fn points_of_parts(scene: &Scene, meshes: &[Mesh], shapes: &[Drawing]) -> Vec<Vec<[f64; 3]>> {
    let mut points: Vec<Vec<[f64; 3]>> = vec![Vec::new(); scene.parts.len()];
    for s in shapes.iter().filter(|s| !s.sheet) {
        let g = &scene.graphics[s.graphic];
        let mut own = Bounds::EMPTY;
        for v in &meshes[s.mesh].vertices {
            let v = turn(g.orientation, *v);
            own.add([0, 1, 2].map(|k| g.position[k] + v[k]));
        }
        if own.diagonal() > 0.0 {
            points[g.part].extend([own.0, own.1]);
        }
    }
    for l in scene.joints.iter().chain(&scene.forces) {
        for m in [Some(l.i), l.j].into_iter().flatten() {
            let m = &scene.markers[m];
            points[m.part].push(m.position);
        }
    }
    for (k, p) in scene.parts.iter().enumerate() {
        if !p.ground {
            points[k].push([0.0; 3]);
        }
    }
    points
}

/// Which way is up, and the direction from which a motion in a plane is looked at.
fn directions(g: [f64; 3], centres: &Bounds, size: f64) -> ([f64; 3], Option<[f64; 3]>) {
    let pull = g[0].hypot(g[1]).hypot(g[2]);
    // Centres of mass that keep to a plane: one coordinate stands still, and no other.
    let still = [0, 1, 2].map(|k| centres.1[k] - centres.0[k] < 1e-6 * size);
    let plane = match still {
        [true, false, false] => Some(0),
        [false, true, false] => Some(1),
        [false, false, true] => Some(2),
        _ => None,
    };
    let up = match (pull > 0.0, plane) {
        (true, _) => g.map(|c| -c / pull),
        (false, Some(2)) => [0.0, 1.0, 0.0],
        (false, _) => [0.0, 0.0, 1.0],
    };
    // x to the right or, looking along it, y.
    let normal = plane.map(|k| match k {
        0 => [1.0, 0.0, 0.0],
        1 => [0.0, -1.0, 0.0],
        _ => [0.0, 0.0, 1.0],
    });
    let normal = normal.filter(|n| (n[0] * up[0] + n[1] * up[1] + n[2] * up[2]).abs() < 0.5);
    (up, normal)
}

/// Where the mechanism is and goes, and from where to look at it.
fn view(
    scene: &Scene,
    poses: &[[f64; 7]],
    bodies: usize,
    meshes: &[Mesh],
    shapes: &[Drawing],
) -> View {
    let points = points_of_parts(scene, meshes, shapes);
    let (mut start, mut whole, mut centres) = (Bounds::EMPTY, Bounds::EMPTY, Bounds::EMPTY);
    for (part, list) in points.iter().enumerate() {
        if !scene.bodies.contains(&part) {
            let p = &scene.parts[part];
            for v in list {
                let v = turn(p.orientation, *v);
                let at = [0, 1, 2].map(|k| p.position[k] + v[k]);
                start.add(at);
                whole.add(at);
            }
        }
    }
    let outputs = poses.len() / bodies.max(1);
    let each = outputs.div_ceil(400).max(1);
    for output in (0..outputs).step_by(each) {
        for (n, &part) in scene.bodies.iter().enumerate() {
            let [x, y, z, q0, q1, q2, q3] = poses[output * bodies + n];
            centres.add([x, y, z]);
            for v in &points[part] {
                let v = turn([q0, q1, q2, q3], *v);
                let at = [x + v[0], y + v[1], z + v[2]];
                whole.add(at);
                if output == 0 {
                    start.add(at);
                }
            }
        }
    }
    // What flies far away would leave nothing to be seen of the rest.
    let bounds = if whole.diagonal() > 12.0 * start.diagonal() && start.diagonal() > 0.0 {
        start
    } else {
        whole
    };
    let size = match bounds.diagonal() {
        d if d > 0.0 && d.is_finite() => d,
        _ => 1.0,
    };
    let (up, normal) = directions(scene.gravity, &centres, size);
    let middle = |k: usize| 0.5 * (bounds.0[k] + bounds.1[k]);
    let finite = bounds.0.iter().chain(&bounds.1).all(|c| c.is_finite());
    let centre = if finite {
        [0, 1, 2].map(middle)
    } else {
        [0.0; 3]
    };
    let lowest = [0, 1, 2].map(|k| {
        up[k]
            * if up[k] >= 0.0 {
                bounds.0[k]
            } else {
                bounds.1[k]
            }
    });
    View {
        up,
        normal,
        size,
        centre,
        floor: if finite { lowest.iter().sum() } else { 0.0 },
    }
}
