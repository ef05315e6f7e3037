//! The spanning tree of a mechanism: the parent of each body, and the joint between them.
//!
//! A joint of a tree is slides along axes of the parent's marker, followed by turns: about the common z axis, about the two axes of a cross, or in any
//! way. That covers all joints of the languages but those by a function and the constant-velocity joint.

use crate::elements::constraint::{Constraint, Equations as Rows, joint_rows};
use crate::mechanism::kinematics::{Body, Carrier, MarkerOn};
use crate::system::{System, TurnCounter};
use carom_base::{Mat3, Vec3};
use carom_model::JointKind;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a body turns against its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Turns {
    /// Not at all: the axes of the body on those of the parent.
    None(Mat3),
    /// About the common z axis of the markers.
    About,
    /// About an axis of the parent's marker, then about one of the child's.
    Cross(Cross),
    /// In any way.
    Any,
}

/// The axes of a cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cross {
    /// Axis of the parent's marker.
    pub on_parent: usize,
    /// Axis of the child's.
    pub on_child: usize,
    /// The axes of the child's marker on those of the parent's where both angles are zero.
    pub straight: Mat3,
}

impl Turns {
    /// Number of its coordinates.
    pub fn count(&self) -> usize {
        match self {
            Turns::None(_) => 0,
            Turns::About => 1,
            Turns::Cross(_) => 2,
            Turns::Any => 3,
        }
    }
}

/// A body of the tree with the joint to its parent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// The body.
    pub body: usize,
    /// The node of its parent, one before it; `None`: ground.
    pub parent: Option<usize>,
    /// First of its coordinates.
    pub first: usize,
    /// The marker on the parent, and that on the body.
    pub on_parent: MarkerOn,
    /// See `on_parent`.
    pub on_child: MarkerOn,
    /// Axes of the parent's marker along which it slides, each a coordinate.
    pub slides: &'static [usize],
    /// How it turns: the coordinates behind those.
    pub turns: Turns,
    /// Of a turn about one axis: the body's axes on those of the parent are `fixed + cos·c + sin·s`.
    pub about: [Mat3; 3],
}

impl Node {
    /// Number of its coordinates.
    pub fn count(&self) -> usize {
        self.slides.len() + self.turns.count()
    }

    /// The first coordinate of its turns.
    pub fn first_turn(&self) -> usize {
        self.first + self.slides.len()
    }

    /// Whether its turns are a rotation vector, which counts from the chart of the step.
    pub fn has_chart(&self) -> bool {
        self.turns == Turns::Any
    }
}

/// The tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    /// Parents before their children.
    pub nodes: Vec<Node>,
    /// Number of coordinates.
    pub count: usize,
    /// Whether each constraint is a joint of the tree.
    pub is_joint: Vec<bool>,
    /// The nodes whose bodies have angles that count turns.
    pub counted: Vec<usize>,
}

/// What a joint of a kind is in a tree.
struct Shape {
    slides: &'static [usize],
    turns: ShapeOfTurns,
    /// Whether the marker on the parent has to be J, as its axes say where I may be.
    from_j: bool,
}

enum ShapeOfTurns {
    None,
    About,
    /// Axes of I and of J that stay at right angles.
    Cross(usize, usize),
    Any,
}

/// The kinds that can be joints of a tree.
const KINDS: [(JointKind, Shape); 12] = {
    use JointKind::*;
    use ShapeOfTurns as T;
    const fn shape(slides: &'static [usize], turns: ShapeOfTurns) -> Shape {
        Shape {
            slides,
            turns,
            from_j: false,
        }
    }
    const fn from_j(slides: &'static [usize]) -> Shape {
        Shape {
            slides,
            turns: ShapeOfTurns::Any,
            from_j: true,
        }
    }
    [
        (Fixed, shape(&[], T::None)),
        (Revolute, shape(&[], T::About)),
        (Translational, shape(&[2], T::None)),
        (Cylindrical, shape(&[2], T::About)),
        (Universal, shape(&[], T::Cross(2, 2))),
        (Hooke, shape(&[], T::Cross(0, 1))),
        (Planar, shape(&[0, 1], T::About)),
        (Spherical, shape(&[], T::Any)),
        (InLine, from_j(&[2])),
        (Orientation, shape(&[0, 1, 2], T::None)),
        (ParallelAxes, shape(&[0, 1, 2], T::About)),
        (InPlane, from_j(&[0, 1])),
    ]
};

/// The shape of a constraint that can be a joint of the tree; its bodies turn.
fn shape(system: &System, c: &Constraint) -> Option<&'static Shape> {
    static ALL: std::sync::LazyLock<Vec<(Vec<crate::elements::constraint::PairRow>, Shape)>> =
        std::sync::LazyLock::new(|| {
            let kinds = KINDS.into_iter();
            kinds
                .map(|(kind, shape)| (joint_rows(kind), shape))
                .collect()
        });
    let Rows::Pair(rows) = &c.equations else {
        return None;
    };
    let carriers = [c.i, c.j].map(|m| system.mechanism.markers[m].carrier);
    let turns = |carrier: &Carrier| {
        carrier
            .body()
            .is_none_or(|b| system.mechanism.bodies[b].turns)
    };
    let between_two = carriers[0] != carriers[1] && carriers.iter().all(turns);
    let mut all = ALL.iter();
    let (_, shape) = all.find(|(own, _)| own[..] == rows[..])?;
    between_two.then_some(shape)
}

/// The axes of a marker where the bodies stand.
fn axes(marker: &MarkerOn, bodies: &[Body<f64>]) -> Mat3 {
    match marker.carrier.body() {
        Some(b) => bodies[b].R * marker.R,
        None => marker.R,
    }
}

/// The nearest matrix of a turn by a multiple of half a turn about z; `None`: the z axes are not codirected.
fn about_z(between: &Mat3) -> Option<Mat3> {
    let cosine = between[(0, 0)].signum();
    let straight = Mat3::from_diagonal(&Vec3::new(cosine, cosine, 1.0));
    ((between - straight).amax() < STRAIGHT).then_some(straight)
}

/// How far the axes of a joint may be from where it holds them: assembly puts them there to rounding.
const STRAIGHT: f64 = 1e-6;

/// The axes of the child's marker on those of the parent's with both angles of a cross zero.
fn straight_cross(on_parent: usize, on_child: usize) -> Mat3 {
    match (on_parent, on_child) {
        // The child's z axis along the parent's x axis.
        (2, 2) => Mat3::new(0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0),
        _ => Mat3::identity(),
    }
}

impl Tree {
    /// The tree of a system whose bodies stand there: from ground outwards, by the joints that take the most freedoms, the nearest first.
    pub fn new(system: &System, bodies: &[Body<f64>]) -> Self {
        let mut growth = Growth::new(system, bodies);
        growth.reach(None);
        let unreached = |g: &Growth<'_>, from: usize| {
            (from..system.mechanism.bodies.len()).find(|b| g.node_of[*b].is_none())
        };
        let mut next = 0;
        while let Some(b) = unreached(&growth, next) {
            growth.let_free(b);
            next = b + 1;
        }
        let counted = system.arrays.turns.iter().flat_map(TurnCounter::markers);
        let body = |m: usize| system.mechanism.markers[m].carrier.body();
        let nodes = counted.filter_map(|m| growth.node_of[body(m)?]);
        growth.tree.counted = nodes.collect();
        growth.tree.counted.sort_unstable();
        growth.tree.counted.dedup();
        growth.tree
    }
}

impl Tree {
    /// These nodes and their parents up to the root, the last first.
    pub fn path(&self, mut nodes: Vec<usize>) -> Vec<usize> {
        let mut next = 0;
        while let Some(k) = nodes.get(next) {
            nodes.extend(self.nodes[*k].parent);
            next += 1;
        }
        nodes.sort_unstable_by_key(|k| Reverse(*k));
        nodes.dedup();
        nodes
    }

    /// The node of each body.
    pub fn nodes_of_bodies(&self) -> Vec<usize> {
        let mut nodes = vec![0; self.nodes.len()];
        for (k, node) in self.nodes.iter().enumerate() {
            nodes[node.body] = k;
        }
        nodes
    }
}

/// An edge that may be taken: rows, nearness to the root, constraint; the largest first.
type Edge = (usize, Reverse<usize>, Reverse<usize>);

/// A tree as it grows.
struct Growth<'a> {
    system: &'a System,
    bodies: &'a [Body<f64>],
    tree: Tree,
    node_of: Vec<Option<usize>>,
    depths: Vec<usize>,
    /// Constraints that may be joints, of each body; those of ground last.
    joints_of: Vec<Vec<usize>>,
    edges: BinaryHeap<Edge>,
}

impl<'a> Growth<'a> {
    fn new(system: &'a System, bodies: &'a [Body<f64>]) -> Self {
        let mut joints_of = vec![Vec::new(); bodies.len() + 1];
        // A contact is no joint, even where it holds the same.
        let is_contact = of_contacts(system);
        for (k, c) in system.constraints.iter().enumerate() {
            if !is_contact[k] && shape(system, c).is_some() {
                for m in [c.i, c.j] {
                    let carrier = system.mechanism.markers[m].carrier.body();
                    joints_of[carrier.unwrap_or(bodies.len())].push(k);
                }
            }
        }
        Self {
            system,
            bodies,
            tree: Tree {
                nodes: Vec::with_capacity(bodies.len()),
                count: 0,
                is_joint: vec![false; system.constraints.len()],
                counted: Vec::new(),
            },
            node_of: vec![None; bodies.len()],
            depths: Vec::new(),
            joints_of,
            edges: BinaryHeap::new(),
        }
    }

    /// Offers the joints of a node (of ground), and takes the best ones as long as there are any.
    fn reach(&mut self, node: Option<usize>) {
        self.offer(node);
        while let Some((.., Reverse(constraint))) = self.edges.pop() {
            if let Some(node) = self.attach(constraint) {
                self.offer(Some(node));
            }
        }
    }

    fn offer(&mut self, node: Option<usize>) {
        let own = node.map_or(self.bodies.len(), |n| self.tree.nodes[n].body);
        let depth = node.map_or(0, |n| self.depths[n] + 1);
        for k in std::mem::take(&mut self.joints_of[own]) {
            let rows = self.system.constraints[k].rows();
            self.edges.push((rows, Reverse(depth), Reverse(k)));
        }
    }

    /// Adds the body that this joint leads to, as a child of the one that is in the tree.
    fn attach(&mut self, constraint: usize) -> Option<usize> {
        let (system, c) = (self.system, &self.system.constraints[constraint]);
        let shape = shape(system, c)?;
        let [i, j] = [c.i, c.j].map(|m| system.mechanism.markers[m]);
        let is_reached = |m: &MarkerOn| m.carrier.body().is_none_or(|b| self.node_of[b].is_some());
        let (parent, child, is_j) = match (is_reached(&i), is_reached(&j)) {
            (false, true) => (j, i, true),
            (true, false) if !shape.from_j => (i, j, false),
            _ => return None,
        };
        let between = axes(&parent, self.bodies).transpose() * axes(&child, self.bodies);
        let turns = match shape.turns {
            ShapeOfTurns::None => {
                let between = parent.R * about_z(&between)? * child.R.transpose();
                Turns::None(between)
            }
            ShapeOfTurns::About => {
                let is_codirected = between.column(2).z > 1.0 - STRAIGHT;
                is_codirected.then_some(Turns::About)?
            }
            ShapeOfTurns::Cross(of_i, of_j) => {
                let (on_parent, on_child) = if is_j { (of_j, of_i) } else { (of_i, of_j) };
                Turns::Cross(Cross {
                    on_parent,
                    on_child,
                    straight: straight_cross(on_parent, on_child),
                })
            }
            ShapeOfTurns::Any => Turns::Any,
        };
        self.tree.is_joint[constraint] = true;
        Some(self.add(parent, child, shape.slides, turns))
    }

    /// A body without a parent: its coordinates are those of its centre of mass and its orientation.
    fn let_free(&mut self, body: usize) {
        let child = MarkerOn {
            carrier: Carrier::Body(body as u32),
            ..MarkerOn::ground()
        };
        let turns = match self.system.mechanism.bodies[body].turns {
            true => Turns::Any,
            false => Turns::None(self.bodies[body].R),
        };
        let node = self.add(MarkerOn::ground(), child, &[0, 1, 2], turns);
        self.reach(Some(node));
    }

    fn add(
        &mut self,
        on_parent: MarkerOn,
        on_child: MarkerOn,
        slides: &'static [usize],
        turns: Turns,
    ) -> usize {
        let body = on_child.carrier.body().unwrap_or_default();
        let parent = on_parent.carrier.body().and_then(|b| self.node_of[b]);
        let number = self.tree.nodes.len();
        self.node_of[body] = Some(number);
        self.depths.push(parent.map_or(0, |p| self.depths[p] + 1));
        let node = Node {
            body,
            parent,
            first: self.tree.count,
            about: about(&on_parent, &on_child),
            on_parent,
            on_child,
            slides,
            turns,
        };
        self.tree.count += node.count();
        self.tree.nodes.push(node);
        number
    }
}

/// The child's axes on those of the parent, `fixed + cos·c + sin·s`, for a turn about the markers' z axis.
fn about(on_parent: &MarkerOn, on_child: &MarkerOn) -> [Mat3; 3] {
    let [a, b] = [&on_parent.R, &on_child.R];
    let outer = |i: usize, j: usize| a.column(i).outer(&b.column(j));
    [
        outer(2, 2),
        outer(0, 0) + outer(1, 1),
        outer(1, 0) - outer(0, 1),
    ]
}

/// Whether each constraint is a rigid contact's, its gap or its slip.
pub(super) fn of_contacts(system: &System) -> Vec<bool> {
    let mut all = vec![false; system.constraints.len()];
    let slips = system.rigid.contact_frictions.iter().map(|f| f.constraint);
    let gaps = system.rigid.stops.iter().map(|s| s.constraint);
    slips.chain(gaps).for_each(|c| all[c] = true);
    all
}
