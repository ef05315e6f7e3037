//! Motion outwards along a tree, articulated inertias inwards, accelerations outwards again: the articulated-body recursion (Featherstone 2008,
//! *Rigid Body Dynamics Algorithms*, chapter 7), linear in the number of bodies.
//!
//! All on axes of ground and about the centres of mass, so that what goes from body to body is moved and not turned. A joint with several coordinates is
//! eliminated coordinate by coordinate, the last first.
#![allow(non_snake_case)]

use super::tree::{Node, Tree, Turns};
use crate::mechanism::BodyData;
use crate::mechanism::kinematics::{Body, chart_rotation, chart_rotation_ranges};
use carom_base::{Mat3, Number, Vec3};
use carom_expr::tape::Ranged;

/// A part of the inertia that a joint turns or slides, relative to that of the body itself, below which nothing resists.
const NOTHING: f64 = 1e-14;

/// Whether what resists a coordinate is more than the rounding of the whole that it is left of.
pub(super) fn resists(left: f64, whole: f64) -> bool {
    left > NOTHING * whole && left > f64::MIN_POSITIVE
}

/// A symmetric matrix.
#[derive(Clone, Copy, Debug)]
struct Symmetric<T> {
    xx: T,
    yy: T,
    zz: T,
    xy: T,
    yz: T,
    zx: T,
}

impl<T: Number> Symmetric<T> {
    fn diagonal(x: T) -> Self {
        let zero = T::zero();
        Self {
            xx: x,
            yy: x,
            zz: x,
            xy: zero,
            yz: zero,
            zx: zero,
        }
    }

    fn trace(&self) -> T {
        self.xx + self.yy + self.zz
    }

    /// `R·I·Rᵀ`, I symmetric.
    fn turned(R: &Mat3<T>, I: &Mat3) -> Self {
        let half = R.times_matrix(I);
        let entry = |i: usize, j: usize| half.row(i).dot(&R.row(j));
        Self {
            xx: entry(0, 0),
            yy: entry(1, 1),
            zz: entry(2, 2),
            xy: entry(0, 1),
            yz: entry(1, 2),
            zx: entry(2, 0),
        }
    }

    #[inline]
    fn times(&self, v: &Vec3<T>) -> Vec3<T> {
        Vec3::new(
            self.xx * v.x + self.xy * v.y + self.zx * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.zx * v.x + self.yz * v.y + self.zz * v.z,
        )
    }

    /// Less `k·v·vᵀ`.
    #[inline]
    fn take(&mut self, v: &Vec3<T>, k: T) {
        let w = v * k;
        self.xx -= w.x * v.x;
        self.yy -= w.y * v.y;
        self.zz -= w.z * v.z;
        self.xy -= w.x * v.y;
        self.yz -= w.y * v.z;
        self.zx -= w.z * v.x;
    }

    fn add(&mut self, b: &Self) {
        self.xx += b.xx;
        self.yy += b.yy;
        self.zz += b.zz;
        self.xy += b.xy;
        self.yz += b.yz;
        self.zx += b.zx;
    }

    fn columns(&self) -> [Vec3<T>; 3] {
        [
            Vec3::new(self.xx, self.xy, self.zx),
            Vec3::new(self.xy, self.yy, self.yz),
            Vec3::new(self.zx, self.yz, self.zz),
        ]
    }
}

/// How a force and an acceleration of a body go together while its children move as their joints allow: `torque = J·α + H·a + t`, `force = Hᵀ·α + M·a + f`,
/// at the centre of mass.
#[derive(Clone, Copy, Debug)]
struct Articulated<T> {
    J: Symmetric<T>,
    H: Mat3<T>,
    M: Symmetric<T>,
}

/// A torque and a force at a centre of mass, or the accelerations that go with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair<T = f64> {
    /// Torque, or angular acceleration.
    pub turning: Vec3<T>,
    /// Force, or acceleration.
    pub moving: Vec3<T>,
}

impl Pair {
    /// Nothing.
    pub const ZERO: Self = Self {
        turning: Vec3 {
            x: 0.0,
            y: 0.0,
            z: 0.0,
        },
        moving: Vec3 {
            x: 0.0,
            y: 0.0,
            z: 0.0,
        },
    };
}

impl<T: Number> Pair<T> {
    pub fn zero() -> Self {
        Self {
            turning: Vec3::zeros(),
            moving: Vec3::zeros(),
        }
    }

    /// The power of a force by a velocity, and its kin.
    #[inline]
    pub fn dot(&self, b: &Self) -> T {
        self.turning.dot(&b.turning) + self.moving.dot(&b.moving)
    }

    /// A load as one at a centre of mass that is `way` back.
    #[inline]
    fn moved(&self, way: &Vec3<T>) -> Self {
        Self {
            turning: self.turning + way.cross(&self.moving),
            moving: self.moving,
        }
    }

    /// So many times.
    #[inline]
    pub fn times(&self, k: T) -> Self {
        Self {
            turning: self.turning * k,
            moving: self.moving * k,
        }
    }

    #[inline]
    pub fn add(&mut self, b: &Self, k: T) {
        self.turning += b.turning * k;
        self.moving += b.moving * k;
    }
}

/// What acts on a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pair: Pair,
    /// Sizes of the torques and forces that it is a sum of.
    sizes: [f64; 2],
}

impl Default for Load {
    fn default() -> Self {
        Self {
            pair: Pair::ZERO,
            sizes: [0.0; 2],
        }
    }
}

impl Load {
    fn add(&mut self, pair: &Pair, sizes: [f64; 2]) {
        self.pair.add(pair, 1.0);
        self.sizes = [self.sizes[0] + sizes[0], self.sizes[1] + sizes[1]];
    }
}

impl<T: Number> Articulated<T> {
    #[inline]
    fn times(&self, a: &Pair<T>) -> Pair<T> {
        Pair {
            turning: self.J.times(&a.turning) + self.H * a.moving,
            moving: self.H.tr_mul(&a.turning) + self.M.times(&a.moving),
        }
    }

    /// Less `k·u·uᵀ`.
    #[inline]
    fn take(&mut self, u: &Pair<T>, k: T) {
        self.J.take(&u.turning, k);
        self.M.take(&u.moving, k);
        self.H -= (u.turning * k).outer(&u.moving);
    }

    /// What it adds to a body whose centre of mass is `way` back.
    #[inline]
    fn moved(&self, way: &Vec3<T>) -> Self {
        // With w~ the matrix of way×: H + w~·M, and J − H·w~ + w~·(H + w~·M)ᵀ.
        let [x, y, z] = self.M.columns().map(|c| way.cross(&c));
        let H = self.H + Mat3::from_columns([x, y, z]);
        // Row i of −H·w~ is −hᵢ × way; column j of w~·Hᵀ is way × hⱼ, hᵢ and hⱼ rows.
        let before = [0, 1, 2].map(|i| way.cross(&self.H.row(i)));
        let behind = [0, 1, 2].map(|j| way.cross(&H.row(j)));
        let mut J = self.J;
        J.xx += before[0].x + behind[0].x;
        J.yy += before[1].y + behind[1].y;
        J.zz += before[2].z + behind[2].z;
        J.xy += before[0].y + behind[1].x;
        J.yz += before[1].z + behind[2].y;
        J.zx += before[2].x + behind[0].z;
        Self { J, H, M: self.M }
    }

    fn add(&mut self, b: &Self) {
        self.J.add(&b.J);
        self.H += b.H;
        self.M.add(&b.M);
    }
}

/// A body of the tree in one state.
#[derive(Clone, Copy, Debug)]
struct Link<T> {
    /// From the parent's centre of mass (from the origin of ground) to its own.
    way: Vec3<T>,
    /// Angular velocity.
    spin: Vec3<T>,
    /// What it accelerates by while its parent and its coordinates do not.
    bias: Pair<T>,
    inertia: Articulated<T>,
    /// What it exerts while it does not accelerate.
    load: Pair<T>,
    /// Its acceleration.
    acceleration: Pair<T>,
}

/// A coordinate in one state.
#[derive(Clone, Copy, Debug)]
struct Axis<T> {
    /// How the body moves by it.
    s: Pair<T>,
    /// What that takes.
    u: Pair<T>,
    /// One over what resists it.
    inverse: T,
    /// What pushes it.
    push: T,
}

impl<T: Number> Axis<T> {
    /// The coordinate gives way to any force: what the inertia behind it lets through. What resists, and the whole that this is left of.
    #[inline]
    fn give_way(&mut self, inertia: &mut Articulated<T>) -> [T; 2] {
        self.u = inertia.times(&self.s);
        let resists = self.s.dot(&self.u);
        // What is left of the body's own where what resists is eliminated already is rounding.
        let (mass, turning) = (inertia.M.trace(), inertia.J.trace());
        let whole = mass * self.s.moving.norm_squared() + turning * self.s.turning.norm_squared();
        self.inverse = resists.recip();
        inertia.take(&self.u, self.inverse);
        [resists, whole]
    }

    /// What pushes the coordinate of a load, and what of it goes on inwards.
    #[inline]
    fn take(&mut self, load: &mut Pair<T>) {
        self.push = -self.s.dot(load);
        load.add(&self.u, self.push * self.inverse);
    }
}

/// The recursion for one tree; keeps its room.
#[derive(Clone, Debug)]
pub(super) struct Recursion<T = f64> {
    links: Vec<Link<T>>,
    axes: Vec<Axis<T>>,
}

/// A parent as its children see it.
struct Base<T> {
    R: Mat3<T>,
    r: Vec3<T>,
    v: Vec3<T>,
    spin: Vec3<T>,
}

impl<T: Number> Base<T> {
    fn new(parent: Option<(&Body<T>, Vec3<T>)>) -> Self {
        let ground = || Self {
            R: Mat3::identity(),
            r: Vec3::zeros(),
            v: Vec3::zeros(),
            spin: Vec3::zeros(),
        };
        parent.map_or_else(ground, |(body, spin)| Self {
            R: body.R,
            r: body.r,
            v: body.v,
            spin,
        })
    }
}

impl<T: Number> Recursion<T> {
    /// Room for a tree.
    pub fn new(tree: &Tree) -> Self {
        let link = Link {
            way: Vec3::zeros(),
            spin: Vec3::zeros(),
            bias: Pair::zero(),
            inertia: Articulated {
                J: Symmetric::diagonal(T::zero()),
                H: Mat3::zeros(),
                M: Symmetric::diagonal(T::zero()),
            },
            load: Pair::zero(),
            acceleration: Pair::zero(),
        };
        let axis = Axis {
            s: Pair::zero(),
            u: Pair::zero(),
            inverse: T::zero(),
            push: T::zero(),
        };
        Self {
            links: vec![link; tree.nodes.len()],
            axes: vec![axis; tree.count],
        }
    }

    /// Places the bodies by coordinates and their velocities; `charts` are the origins of those that are rotation vectors.
    pub fn place(
        &mut self,
        tree: &Tree,
        charts: &[Mat3<T>],
        (q, v): (&[T], &[T]),
        bodies: &mut [Body<T>],
    ) {
        for (k, node) in tree.nodes.iter().enumerate() {
            let parent = node.parent;
            let base = Base::new(parent.map(|p| (&bodies[tree.nodes[p].body], self.links[p].spin)));
            let own = node.first..node.first + node.count();
            let turn = |theta: &Vec3<T>| chart_rotation(&charts[k], theta);
            let axes = &mut self.axes[own.clone()];
            let tell = |k: usize, s: Pair<T>| axes[k].s = s;
            let placed = place(node, &base, (&q[own.clone()], &v[own]), turn, tell);
            let link = &mut self.links[k];
            (link.way, link.spin, link.bias) = (placed.way, placed.spin, placed.bias);
            bodies[node.body] = placed.body;
        }
    }

    /// Eliminates the coordinates, from the leaves to the root, and moves loads inwards: forces on the bodies, gravity and gyroscopic terms among them, force on
    /// ground axes and torque on body axes. `resists` is told what resists each coordinate, and the whole that this is left of; `false`: it does not go on.
    pub fn factor(
        &mut self,
        tree: &Tree,
        (bodies, data): (&[Body<T>], &[BodyData]),
        force: &[T],
        mut resists: impl FnMut(T, T) -> bool,
    ) -> bool {
        for (link, node) in self.links.iter_mut().zip(&tree.nodes) {
            let (body, data) = (&bodies[node.body], &data[node.body]);
            link.inertia = Articulated {
                J: Symmetric::turned(&body.R, &data.inertia),
                H: Mat3::zeros(),
                M: Symmetric::diagonal(T::constant(data.mass)),
            };
            let f = &force[data.first..];
            let torque = match data.turns {
                true => body.R * Vec3::new(-f[3], -f[4], -f[5]),
                false => Vec3::zeros(),
            };
            link.load = Pair {
                turning: torque,
                moving: -Vec3::new(f[0], f[1], f[2]),
            };
        }
        for (k, node) in tree.nodes.iter().enumerate().rev() {
            let link = &mut self.links[k];
            for axis in self.axes[node.first..node.first + node.count()]
                .iter_mut()
                .rev()
            {
                let [left, whole] = axis.give_way(&mut link.inertia);
                if !resists(left, whole) {
                    return false;
                }
                axis.take(&mut link.load);
            }
            if let Some(p) = node.parent {
                link.load.add(&link.inertia.times(&link.bias), T::one());
                let (moved, load) = (link.inertia.moved(&link.way), link.load.moved(&link.way));
                let parent = &mut self.links[p];
                parent.inertia.add(&moved);
                parent.load.add(&load, T::one());
            }
        }
        true
    }

    /// Accelerations of the coordinates, and of the bodies, by the loads of [`Recursion::factor`].
    pub fn accelerate(&mut self, tree: &Tree, out: &mut [T]) {
        self.spread(tree, true, out);
    }

    /// What pushes each coordinate by `loads`, of the nodes on a path to the root; zero for the others as they are. The loads are moved on.
    pub fn push(&self, tree: &Tree, path: &[usize], loads: &mut [Pair<T>], out: &mut [T]) {
        for &k in path {
            let node = &tree.nodes[k];
            let mut load = loads[k];
            for c in (node.first..node.first + node.count()).rev() {
                let axis = &self.axes[c];
                out[c] = -axis.s.dot(&load);
                load.add(&axis.u, out[c] * axis.inverse);
            }
            if let Some(p) = node.parent {
                loads[p].add(&load.moved(&self.links[k].way), T::one());
            }
        }
    }

    /// `g·M⁻¹·h` by what pushes each coordinate by g and by h.
    pub fn product(&self, g: &[T], h: &[T]) -> T {
        let pairs = g.iter().zip(h).zip(&self.axes);
        let terms = pairs.map(|((g, h), axis)| *g * *h * axis.inverse);
        terms.fold(T::zero(), |sum, term| sum + term)
    }

    /// Accelerations by forces and torques at the centres of mass of a few bodies alone, on axes of ground, without what velocities ask for.
    pub fn respond(
        &mut self,
        tree: &Tree,
        loads: impl Iterator<Item = (usize, Pair<T>)>,
        out: &mut [T],
    ) {
        self.links
            .iter_mut()
            .for_each(|link| link.load = Pair::zero());
        for (node, load) in loads {
            self.links[node].load.add(&load, -T::one());
        }
        for (k, node) in tree.nodes.iter().enumerate().rev() {
            let link = &mut self.links[k];
            for axis in self.axes[node.first..node.first + node.count()]
                .iter_mut()
                .rev()
            {
                axis.take(&mut link.load);
            }
            if let Some(p) = node.parent {
                let load = link.load.moved(&link.way);
                self.links[p].load.add(&load, T::one());
            }
        }
        self.spread(tree, false, out);
    }

    /// The acceleration of a node's body, of the last solution.
    pub fn acceleration(&self, node: usize) -> &Pair<T> {
        &self.links[node].acceleration
    }

    /// Accelerations of the bodies for given ones of the coordinates.
    pub fn follow(&mut self, tree: &Tree, rates: &[T]) {
        for (k, node) in tree.nodes.iter().enumerate() {
            let mut a = self.arriving(k, node.parent, true);
            for c in node.first..node.first + node.count() {
                a.add(&self.axes[c].s, rates[c]);
            }
            self.links[k].acceleration = a;
        }
    }

    /// Accelerations outwards, with what velocities ask for or without.
    fn spread(&mut self, tree: &Tree, moving: bool, out: &mut [T]) {
        for (k, node) in tree.nodes.iter().enumerate() {
            let mut a = self.arriving(k, node.parent, moving);
            for c in node.first..node.first + node.count() {
                let axis = &self.axes[c];
                let rate = (axis.push - axis.u.dot(&a)) * axis.inverse;
                a.add(&axis.s, rate);
                out[c] = rate;
            }
            self.links[k].acceleration = a;
        }
    }

    /// The acceleration of a body while its coordinates have none.
    #[inline]
    fn arriving(&self, k: usize, parent: Option<usize>, moving: bool) -> Pair<T> {
        let link = &self.links[k];
        let mut a = if moving { link.bias } else { Pair::zero() };
        if let Some(p) = parent {
            let of_parent = &self.links[p].acceleration;
            a.turning += of_parent.turning;
            a.moving += of_parent.moving + of_parent.turning.cross(&link.way);
        }
        a
    }
}

impl Recursion {
    /// The power of these loads along each coordinate, and the most that loads of their sizes have; `on_each` is room for what acts on each body.
    pub fn gradient(
        &self,
        tree: &Tree,
        loads: impl Iterator<Item = (usize, Pair)>,
        on_each: &mut [Load],
        (powers, most): (&mut [f64], &mut [f64]),
    ) {
        on_each.fill(Load::default());
        for (node, load) in loads {
            let sizes = [load.turning.norm(), load.moving.norm()];
            on_each[node].add(&load, sizes);
        }
        for (k, node) in tree.nodes.iter().enumerate().rev() {
            let Load { pair, sizes } = on_each[k];
            for c in node.first..node.first + node.count() {
                let s = &self.axes[c].s;
                powers[c] = s.dot(&pair);
                most[c] = s.turning.norm() * sizes[0] + s.moving.norm() * sizes[1];
            }
            if let Some(p) = node.parent {
                let way = self.links[k].way;
                on_each[p].add(
                    &pair.moved(&way),
                    [sizes[0] + way.norm() * sizes[1], sizes[1]],
                );
            }
        }
    }

    /// Angular velocity and acceleration of a node's body, their lengths; after [`Recursion::follow`].
    pub fn turning(&self, node: usize) -> (f64, f64) {
        let link = &self.links[node];
        (link.spin.norm(), link.acceleration.turning.norm())
    }
}

/// A body on its parent.
struct Placed<T> {
    body: Body<T>,
    way: Vec3<T>,
    spin: Vec3<T>,
    bias: Pair<T>,
}

/// A body on its parent, by its coordinates and their velocities; `chart` turns by a rotation vector, `tell` takes how the body moves by each coordinate.
#[inline]
fn place<T: Number>(
    node: &Node,
    base: &Base<T>,
    (q, v): (&[T], &[T]),
    chart: impl Fn(&Vec3<T>) -> Mat3<T>,
    mut tell: impl FnMut(usize, Pair<T>),
) -> Placed<T> {
    let zero = Vec3::zeros();
    let mut to_marker = base.R.times(&node.on_parent.s);
    let mut sliding = zero;
    let slides = node.slides.len();
    for (k, axis) in node.slides.iter().enumerate() {
        let along = base.R.times(&node.on_parent.R.column(*axis));
        to_marker += along * q[k];
        sliding += along * v[k];
        let by_slide = Pair {
            turning: zero,
            moving: along,
        };
        tell(k, by_slide);
    }
    let turned = turn(node, base, (&q[slides..], &v[slides..]), chart);
    let (R, turning, bend) = (turned.R, turned.turning, turned.bend);
    let spin = base.spin + turning;
    let arm = -R.times(&node.on_child.s);
    for (k, about) in turned.axes.into_iter().enumerate().take(node.turns.count()) {
        let by_turn = Pair {
            turning: about,
            moving: about.cross(&arm),
        };
        tell(slides + k, by_turn);
    }
    let swing = base.spin.cross(&to_marker);
    let around = spin.cross(&arm);
    let way = to_marker + arm;
    let to_center = base.spin.cross(&(swing + sliding + sliding)) + spin.cross(&around);
    Placed {
        body: Body {
            r: base.r + way,
            v: base.v + swing + sliding + around,
            w: R.tr_mul(&spin),
            R,
        },
        way,
        spin,
        bias: Pair {
            turning: bend,
            moving: to_center + bend.cross(&arm),
        },
    }
}

/// A body by the turns of its joint.
struct Turned<T> {
    /// Its orientation.
    R: Mat3<T>,
    /// Its angular velocity against the parent.
    turning: Vec3<T>,
    /// The rate of that while the coordinates' rates do not change.
    bend: Vec3<T>,
    axes: [Vec3<T>; 3],
}

#[inline]
fn turn<T: Number>(
    node: &Node,
    base: &Base<T>,
    (q, v): (&[T], &[T]),
    chart: impl Fn(&Vec3<T>) -> Mat3<T>,
) -> Turned<T> {
    let zero = Vec3::zeros();
    match &node.turns {
        Turns::None(between) => Turned {
            R: base.R.times_matrix(between),
            turning: zero,
            bend: zero,
            axes: [zero; 3],
        },
        Turns::About => {
            let (s, c) = (q[0].sin(), q[0].cos());
            let [fixed, cosine, sine] = &node.about;
            let entry = |i: usize, j: usize| c * cosine[(i, j)] + s * sine[(i, j)] + fixed[(i, j)];
            let axis = base.R.times(&node.on_parent.R.column(2));
            let turning = axis * v[0];
            Turned {
                R: base.R * Mat3::from_fn(entry),
                turning,
                bend: base.spin.cross(&turning),
                axes: [axis, zero, zero],
            }
        }
        Turns::Cross(cross) => {
            let on_parent = base.R.times_matrix(&node.on_parent.R);
            let first = on_parent.column(cross.on_parent);
            let half = (on_parent * about(cross.on_parent, q[0])).times_matrix(&cross.straight);
            let turned = half * about(cross.on_child, q[1]);
            let second = turned.column(cross.on_child);
            let (by_first, by_second) = (first * v[0], second * v[1]);
            let turning = by_first + by_second;
            Turned {
                R: turned.times_matrix(&node.on_child.R.transpose()),
                turning,
                bend: base.spin.cross(&by_first) + (base.spin + turning).cross(&by_second),
                axes: [first, second, zero],
            }
        }
        Turns::Any => {
            let R = base.R * chart(&Vec3::new(q[0], q[1], q[2]));
            let turning = R * Vec3::new(v[0], v[1], v[2]);
            Turned {
                R,
                turning,
                bend: base.spin.cross(&turning),
                axes: [0, 1, 2].map(|k| R.column(k)),
            }
        }
    }
}

/// Bounds of a body by those of its parent, with its angular velocity on axes of ground, and of its coordinates.
pub(super) fn place_range(
    node: &Node,
    parent: Option<&Body<Ranged>>,
    chart: &Mat3,
    (q, v): (&[Ranged], &[Ranged]),
) -> Body<Ranged> {
    let base = Base::new(parent.map(|body| (body, body.R * body.w)));
    let turn = |theta: &Vec3<Ranged>| chart_rotation_ranges(chart, theta);
    place(node, &base, (q, v), turn, |_, _| ()).body
}

/// A turn about an axis of the frame.
fn about<T: Number>(axis: usize, angle: T) -> Mat3<T> {
    let (s, c) = (angle.sin(), angle.cos());
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut turn = Mat3::identity();
    (turn[(j, j)], turn[(k, k)]) = (c, c);
    (turn[(k, j)], turn[(j, k)]) = (s, -s);
    turn
}

/// The coordinates, and their velocities, of a body that stands and moves against its parent as its joint allows; the origin of its chart, where the turns
/// are a rotation vector.
pub(super) fn read(
    node: &Node,
    parent: Option<&Body<f64>>,
    body: &Body<f64>,
    (q, v): (&mut [f64], &mut [f64]),
) -> Mat3 {
    let ground = Body::rest();
    let parent = parent.unwrap_or(&ground);
    let (R_p, spin_p) = (parent.R, parent.R * parent.w);
    let on_parent = R_p * node.on_parent.R;
    let to_marker = R_p * node.on_parent.s;
    let on_child = body.R * node.on_child.s;
    let spin = body.R * body.w;
    let between = (body.r + on_child) - (parent.r + to_marker);
    // The velocity of the child's marker in the parent's frame.
    let velocity =
        body.v + spin.cross(&on_child) - (parent.v + spin_p.cross(&(to_marker + between)));
    for (k, axis) in node.slides.iter().enumerate() {
        let along = on_parent.column(*axis);
        (q[k], v[k]) = (between.dot(&along), velocity.dot(&along));
    }
    let (q, v) = (&mut q[node.slides.len()..], &mut v[node.slides.len()..]);
    let turning = spin - spin_p;
    let on_each_other = on_parent.transpose() * (body.R * node.on_child.R);
    match &node.turns {
        Turns::None(_) => {}
        Turns::About => {
            q[0] = on_each_other[(1, 0)].atan2(on_each_other[(0, 0)]);
            v[0] = turning.dot(&on_parent.column(2));
        }
        Turns::Cross(cross) => {
            let angle = |axis: usize, from: &Vec3, to: &Vec3| {
                let e = Mat3::identity().column(axis);
                e.cross(from).dot(to).atan2(from.dot(to))
            };
            let to = on_each_other.column(cross.on_child);
            q[0] = angle(cross.on_parent, &cross.straight.column(cross.on_child), &to);
            let first = about(cross.on_parent, q[0]) * cross.straight;
            let rest = first.transpose() * on_each_other;
            let other = (cross.on_child + 1) % 3;
            let e = Mat3::identity().column(other);
            q[1] = angle(cross.on_child, &e, &rest.column(other));
            // The axes are at right angles.
            v[0] = turning.dot(&on_parent.column(cross.on_parent));
            v[1] = turning.dot(&(on_parent * on_each_other).column(cross.on_child));
        }
        Turns::Any => {
            q.fill(0.0);
            let own = body.R.tr_mul(&turning);
            v.copy_from_slice(&own.to_array());
        }
    }
    R_p.transpose() * body.R
}

/// One row of G on one body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<T = f64> {
    pub row: usize,
    pub node: usize,
    pub g: Pair<T>,
}
