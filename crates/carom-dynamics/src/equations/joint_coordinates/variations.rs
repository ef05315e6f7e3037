//! How a motion in the coordinates of joints changes with where it stands: derivatives of the derivative, as programs, and the way between changes of coordinates and changes of bodies.
//!
//! A change is `[δq, δv, δx]`: of coordinates, of their velocities, of extra states. Of turns that are a rotation vector it has the small turn about the body's own axes, so that no chart enters;
//! a place is always told at the origin of its charts, where that is a change of the rotation vector. For bodies it is `[δr, δφ]` of each, then `[δv, δω]`, δφ and δω on body axes.
#![allow(non_snake_case)]

use super::JointCoordinates;
use super::programs::{Branches, are_of_joints, derivative, held, held_inputs, suits};
use super::recursion::{Recursion, read};
use super::tree::Tree;
use crate::equations::Equations;
use crate::mechanism::kinematics::{Body, chart_rotation};
use crate::system::System;
use crate::system::motion::DiscreteState;
use carom_base::recorded::{Recorded, record_within};
use carom_base::slopes::{Moves, slopes};
use carom_base::{Dual, Lanes, Mat3, Number, Program, Slopes, Vec3};
use std::sync::Arc;

/// Operations of the derivative of a mechanism, and of its slopes, up to which they are recorded.
const MOST: [usize; 2] = [1 << 14, 1 << 17];

/// Velocities that depend on each other up to which these coordinates serve: their matrix of all stages is dense. Of twenty rods in a row derivatives take 0.36 of what they take by bodies,
/// and the cost grows with the third power here, there with the first or second.
pub(crate) const MOST_COUPLED: usize = 32;

/// One tree, closed by some rows, in one set of branches.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    tree: Arc<Tree>,
    closed_by: Vec<usize>,
    branches: Branches,
}

/// Slopes of the derivative in one case.
#[derive(Clone, Debug)]
pub(crate) struct Variations {
    case: Case,
    slopes: Slopes,
    rooms: Rooms,
    /// First coordinate of each rotation vector.
    vectors: Vec<usize>,
}

/// Where a mechanism stands, at the origin of its charts.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub t: f64,
    charts: Vec<Mat3>,
    y: Vec<f64>,
}

/// The way between both kinds of changes, in one place.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    tree: Arc<Tree>,
    place: Place,
    bodies: Vec<Body<f64>>,
    /// The first position of each body, and whether it turns.
    layout: Vec<(usize, bool)>,
    positions: usize,
}

/// A place in the chart of a step.
pub(crate) fn place_at(joints: &JointCoordinates, t: f64, y: &[f64]) -> Place {
    let (mut charts, mut y) = (joints.charts.clone(), y.to_vec());
    for (node, chart) in joints.tree.nodes.iter().zip(&mut charts) {
        if node.has_chart() {
            let own = &mut y[node.first_turn()..][..3];
            *chart = chart_rotation(chart, &Vec3::from_slice(own));
            own.fill(0.0);
        }
    }
    Place { t, charts, y }
}

/// Where the bodies are.
pub(crate) fn bodies_at(joints: &JointCoordinates, place: &Place, count: usize) -> Vec<Body<f64>> {
    placed(&joints.tree, place, count)
}

fn placed(tree: &Tree, place: &Place, count: usize) -> Vec<Body<f64>> {
    let mut bodies = vec![Body::rest(); count];
    let (q, v) = place.y[..2 * tree.count].split_at(tree.count);
    Recursion::new(tree).place(tree, &place.charts, (q, v), &mut bodies);
    bodies
}

/// The sizes that tolerances of coordinates, velocities and extra states are measured by.
pub(crate) fn sizes(joints: &JointCoordinates, e: &Equations) -> Vec<f64> {
    let mut sizes = vec![1.0; joints.differential(e)];
    let still = vec![0.0; sizes.len()];
    joints.lengths_of_vectors(e, &still, |own, _, size| sizes[own].fill(size));
    sizes
}

impl Place {
    /// Extra states.
    pub fn states(&self, joints: &JointCoordinates) -> Vec<f64> {
        self.y[2 * joints.tree.count..].to_vec()
    }

    /// What the program of [`Variations`] starts from, with numbers before the last extra state.
    pub fn inputs(
        &self,
        (joints, memory): (&JointCoordinates, &DiscreteState),
        numbers: &[f64],
    ) -> Vec<f64> {
        let (last, others) = self.y.split_last().map_or((0.0, &[][..]), |(l, o)| (*l, o));
        let held = held((&joints.tree, &self.charts), memory);
        let states = others.iter().chain(numbers).copied();
        std::iter::once(self.t)
            .chain(states)
            .chain([last])
            .chain(held)
            .collect()
    }
}

impl Variations {
    /// In the branches that `memory` says; `None`: the derivative is no program, or a long one.
    pub fn new(joints: &JointCoordinates, system: &System, memory: &DiscreteState) -> Option<Self> {
        let (tree, loops) = (&joints.tree, joints.loops.as_ref());
        let serves = suits(system) && loops.is_none_or(are_of_joints);
        if !serves || largest_part(tree) > MOST_COUPLED {
            return None;
        }
        let (n, states) = (tree.count, system.extra.states.len());
        let unknowns = 2 * n + states;
        let with_charts: Vec<_> = tree.nodes.iter().filter(|n| n.has_chart()).collect();
        let vectors: Vec<usize> = with_charts.iter().map(|n| n.first_turn()).collect();
        let inputs = 1 + unknowns + 9 * vectors.len() + memory.turns.len();
        let program = record_within(MOST[0], inputs, |inputs| {
            let (y, rest) = inputs[1..].split_at(unknowns);
            let (charts, turns) = held_inputs(tree, rest);
            let mut y = y.to_vec();
            for first in &vectors {
                y[*first..first + 3].fill(Recorded::constant(0.0));
            }
            let place = (tree, &charts[..], loops);
            derivative((system, memory), place, (inputs[0], &y, &turns))
        })?;
        let seeds = |inputs: &[Recorded]| seeds(inputs, (n, unknowns), &vectors);
        Some(Self {
            slopes: slopes(&program, n..unknowns, MOST[1], seeds)?,
            case: Case::of(joints, memory),
            rooms: Rooms::default(),
            vectors,
        })
    }

    /// Of which case they are.
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// Number of coordinates.
    pub fn count(&self) -> usize {
        self.case.tree.count
    }

    /// First coordinates of rotation vectors.
    pub fn vectors(&self) -> &[usize] {
        &self.vectors
    }

    /// Row and column of each slope, both counted as unknowns.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let n = self.count();
        self.slopes.places.iter().map(move |(r, c)| (n + r, *c))
    }

    /// The slopes where each of `inputs` says ([`Place::inputs`]), one list after the other.
    pub fn run(&mut self, inputs: &[&[f64]], out: &mut Vec<f64>) {
        let (program, rooms) = (&self.slopes.program, &mut self.rooms);
        for some in inputs.chunks(4) {
            match some.len() {
                1 => run_together(program, &mut rooms.one, some, out),
                2 => run_together(program, &mut rooms.two, some, out),
                _ => run_together(program, &mut rooms.four, some, out),
            }
        }
    }

    /// Number of the slopes.
    pub fn len(&self) -> usize {
        self.slopes.places.len()
    }

    /// The way between changes in a place.
    pub fn passage(&self, place: Place, system: &System) -> Passage {
        let all = &system.mechanism.bodies;
        Passage {
            bodies: placed(&self.case.tree, &place, all.len()),
            tree: Arc::clone(&self.case.tree),
            place,
            layout: all.iter().map(|b| (b.first, b.turns)).collect(),
            positions: system.mechanism.positions,
        }
    }
}

/// Rooms of a program for so many places at once.
#[derive(Clone, Debug, Default)]
struct Rooms {
    one: Vec<Lanes<1>>,
    two: Vec<Lanes<2>>,
    four: Vec<Lanes<4>>,
}

/// Results of a program at up to N places, one list after the other.
fn run_together<const N: usize>(
    program: &Program,
    room: &mut Vec<Lanes<N>>,
    inputs: &[&[f64]],
    out: &mut Vec<f64>,
) {
    if room.is_empty() {
        program.start(room);
    }
    for (k, lanes) in program.inputs(room).iter_mut().enumerate() {
        // What is left over does what the last one does.
        *lanes = Lanes(std::array::from_fn(|l| inputs[l.min(inputs.len() - 1)][k]));
    }
    program.run(room);
    for l in 0..inputs.len() {
        out.extend(program.results(room).map(|lanes| lanes.0[l]));
    }
}

impl Case {
    /// That of these coordinates now.
    pub fn of(joints: &JointCoordinates, memory: &DiscreteState) -> Self {
        Self {
            tree: Arc::new(joints.tree.clone()),
            closed_by: rows_of(joints),
            branches: Branches::of(memory),
        }
    }

    /// Whether it is.
    pub fn is(&self, joints: &JointCoordinates, memory: &DiscreteState) -> bool {
        self.branches.are(memory) && *self.tree == joints.tree && self.closed_by == rows_of(joints)
    }
}

/// Coordinates of the largest part of a tree that ground alone holds together with others.
fn largest_part(tree: &Tree) -> usize {
    let mut of_root = vec![0; tree.nodes.len()];
    let mut roots: Vec<usize> = Vec::with_capacity(tree.nodes.len());
    for (k, node) in tree.nodes.iter().enumerate() {
        let root = node.parent.map_or(k, |parent| roots[parent]);
        roots.push(root);
        of_root[root] += node.count();
    }
    of_root.into_iter().max().unwrap_or(0)
}

fn rows_of(joints: &JointCoordinates) -> Vec<usize> {
    let rows = joints.loops.as_ref().map(|l| l.system.rows.clone());
    rows.unwrap_or_default()
}

/// How the inputs of a program move with the unknowns: each with itself, but for the sum at the end, on which nothing depends; a chart with the rotation vector, by `C·δφ×`.
fn seeds(inputs: &[Recorded], (n, unknowns): (usize, usize), vectors: &[usize]) -> Vec<Moves> {
    let mut all: Vec<Moves> = inputs.iter().map(|_| Vec::new()).collect();
    for k in 0..unknowns - 1 {
        all[1 + k].push((k, Recorded::constant(1.0)));
    }
    for (first, chart) in vectors.iter().zip((1 + unknowns..).step_by(9)) {
        debug_assert!(*first < n);
        for axis in 0..3 {
            all[1 + first + axis].clear();
            for column in (0..3).filter(|c| *c != axis) {
                // e_axis × e_column = ± e_other
                let other = 3 - axis - column;
                let is_cyclic = (axis + 1) % 3 == column;
                for row in 0..3 {
                    let entry = inputs[chart + 3 * other + row];
                    let moved = if is_cyclic { entry } else { -entry };
                    all[chart + 3 * column + row].push((first + axis, moved));
                }
            }
        }
    }
    all.iter_mut().for_each(|m| m.sort_by_key(|(k, _)| *k));
    all
}

/// A dual number that moves like this.
fn dual(re: f64, eps: f64) -> Dual<f64, 1> {
    Dual { re, eps: [eps] }
}

/// The vector of a skew part.
fn vector_of_skew(m: &Mat3) -> Vec3 {
    Vec3::new(
        m[(2, 1)] - m[(1, 2)],
        m[(0, 2)] - m[(2, 0)],
        m[(1, 0)] - m[(0, 1)],
    ) * 0.5
}

impl Passage {
    /// Unknowns of coordinates, without extra states.
    pub fn joints(&self) -> usize {
        2 * self.tree.count
    }

    /// Unknowns of bodies, without extra states.
    pub fn bodies(&self) -> usize {
        2 * self.positions
    }

    /// A change of bodies, by one of coordinates; extra states keep theirs.
    pub fn to_bodies(&self, change: &[f64]) -> Vec<f64> {
        let joints = self.joints();
        let mut all = self.moved_bodies(&change[..joints]);
        all.extend(&change[joints..]);
        all
    }

    fn moved_bodies(&self, change: &[f64]) -> Vec<f64> {
        let (tree, n) = (&*self.tree, self.tree.count);
        let y = &self.place.y;
        let mut moved: Vec<_> = (0..2 * n).map(|k| dual(y[k], change[k])).collect();
        let each = tree.nodes.iter().zip(&self.place.charts);
        let charts = each.map(|(node, chart)| {
            let mut slope = Mat3::zeros();
            if node.has_chart() {
                let k = node.first_turn();
                let turn = Vec3::from_slice(&change[k..k + 3]);
                moved[k..k + 3].fill(dual(0.0, 0.0));
                let columns = [0, 1, 2].map(|c| chart * turn.cross(&Mat3::identity().column(c)));
                slope = Mat3::from_columns(columns);
            }
            Mat3::from_fn(|i, j| dual(chart[(i, j)], slope[(i, j)]))
        });
        let charts: Vec<Mat3<Dual<f64, 1>>> = charts.collect();
        let mut bodies = vec![Body::<Dual<f64, 1>>::rest(); self.layout.len()];
        let (q, v) = moved.split_at(n);
        Recursion::new(tree).place(tree, &charts, (q, v), &mut bodies);
        let mut all = vec![0.0; 2 * self.positions];
        let slope = |v: &Vec3<Dual<f64, 1>>| [v.x, v.y, v.z].map(|x| x.eps[0]);
        for ((body, now), (first, turns)) in bodies.iter().zip(&self.bodies).zip(&self.layout) {
            let mut put = |at: usize, d: [f64; 3]| all[at..at + 3].copy_from_slice(&d);
            put(*first, slope(&body.r));
            put(self.positions + first, slope(&body.v));
            if *turns {
                let change = Mat3::from_fn(|i, j| body.R[(i, j)].eps[0]);
                let turn = vector_of_skew(&(now.R.transpose() * change));
                put(first + 3, turn.to_array());
                put(self.positions + first + 3, slope(&body.w));
            }
        }
        all
    }

    /// A change of coordinates, by one of bodies that goes with the joints of the tree; extra states keep theirs.
    pub fn to_joints(&self, change: &[f64]) -> Vec<f64> {
        let of_bodies = self.bodies();
        let n = self.tree.count;
        // Positions change as they would by velocities; velocities do so where positions stay, which takes away what the change of positions alone makes of them.
        let (places, rates) = change[..of_bodies].split_at(self.positions);
        let mut all = self.as_velocities(places);
        let mut by_places = all.clone();
        by_places.resize(2 * n, 0.0);
        let taken = self.moved_bodies(&by_places);
        let left: Vec<f64> = rates
            .iter()
            .zip(&taken[self.positions..])
            .map(|(x, y)| x - y)
            .collect();
        all.extend(self.as_velocities(&left));
        all.extend(&change[of_bodies..]);
        all
    }

    /// The velocities of the coordinates at which bodies have these.
    fn as_velocities(&self, velocities: &[f64]) -> Vec<f64> {
        let moving = self.bodies.iter().zip(&self.layout);
        let moving = moving.map(|(body, (first, turns))| Body {
            v: Vec3::from_slice(&velocities[*first..][..3]),
            w: match turns {
                true => Vec3::from_slice(&velocities[first + 3..][..3]),
                false => Vec3::zeros(),
            },
            ..*body
        });
        let moving: Vec<Body<f64>> = moving.collect();
        let mut v = vec![0.0; self.tree.count];
        let mut q = v.clone();
        for node in &self.tree.nodes {
            let own = node.first..node.first + node.count();
            let parent = node.parent.map(|p| &moving[self.tree.nodes[p].body]);
            let numbers = (&mut q[own.clone()], &mut v[own]);
            read(node, parent, &moving[node.body], numbers);
        }
        v
    }

    /// The gradient by coordinates where that by bodies is known: the transposed of [`Passage::to_bodies`].
    pub fn gradient_by_joints(&self, by_bodies: &[f64]) -> Vec<f64> {
        let (joints, bodies) = (self.joints(), self.bodies());
        transposed((joints, bodies), |unit| self.moved_bodies(unit), by_bodies)
    }

    /// The transposed of [`Passage::to_joints`].
    pub fn gradient_by_bodies(&self, by_joints: &[f64]) -> Vec<f64> {
        let (joints, bodies) = (self.joints(), self.bodies());
        transposed((bodies, joints), |unit| self.to_joints(unit), by_joints)
    }
}

/// The transposed of a linear map of so many numbers to so many others, of a gradient; what it has behind these stays.
fn transposed(
    (from, to): (usize, usize),
    map: impl Fn(&[f64]) -> Vec<f64>,
    gradient: &[f64],
) -> Vec<f64> {
    let (by_results, rest) = gradient.split_at(to);
    let columns = (0..from).map(|k| {
        let mut unit = vec![0.0; from];
        unit[k] = 1.0;
        let column = map(&unit);
        column.iter().zip(by_results).map(|(a, b)| a * b).sum()
    });
    columns.chain(rest.iter().copied()).collect()
}
