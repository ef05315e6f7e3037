//! The same equations in the coordinates of the joints: what a tree of bodies moves by has no constraints, and loops are closed by few rows.
//!
//! Unknowns `y = [q, v, x]`: coordinates of the joints, their velocities, extra states. All else, forces, functions and results, looks at bodies and markers
//! and does not know which coordinates are used: these are placed by the coordinates first ([`recursion`]). Where a joint's turns are
//! a rotation vector it counts from the chart of the step, and its velocities are those about the body's own axes.
//!
//! Motion by these coordinates is what the equations of the module above say, to rounding: a joint of the tree is met at any time, so that there is nothing to be
//! stabilized, and multipliers are those of the loops alone.

use super::Equations;
use super::problem::{MET, MOST_TURN, UNMET, lengths_of_states};
use super::ranges::Bounds;
use crate::equations::singular::approach::Approach;
use crate::mechanism::BodyData;
use crate::mechanism::kinematics::{Body, chart_rate};
use crate::system::GuardOwner;
use crate::system::row_choice::Independence;
use carom_base::{Mat3, Number, Vec3};
use carom_expr::tape::Ranged;
use carom_solve::Fault;
use carom_solve::sparse::{Matrix, Pattern};
use loops::Loops;
use programs::Programs;
use recursion::Recursion;
use tree::Tree;

mod contact_rows;
mod contacts;
mod loops;
mod problem;
mod programs;
mod recursion;
pub(in crate::equations) mod state;
mod tree;
pub(crate) mod variations;

pub(crate) use problem::{InJoints, in_joints};
pub(in crate::equations) use programs::Looks;
pub(crate) use state::{JointCoordinates, Leaving};

/// Closing rows from which on their matrix would take more than constraints in absolute coordinates do: so many, and a part of the bodies.
const MOST_CLOSING: usize = 24;

/// A residual of a row that others imply, relative to its size, from which on absolute coordinates judge: far above rounding, and a thousandth of what they take for a
/// disagreement.
const AGREES: f64 = 1e-8;

/// How far accelerations may differ from those in absolute coordinates, relative to the largest: rounding, enlarged by masses and lever arms.
const ALIKE: f64 = 1e-6;

/// A part of a closing row that is new, below which a loop is near a singular position: the sine of a degree.
const SINGULAR: f64 = 0.017;

impl JointCoordinates {
    /// The coordinates of the joints, where the bodies of `e` stand. The programs of `before`, of an earlier part of the same motion, are taken over where they are
    /// those of this tree. `anyway`: also where the motion gains nothing by it.
    ///
    /// # Errors
    /// Why absolute coordinates serve here.
    pub fn new(
        e: &mut Equations,
        before: Option<Self>,
        anyway: bool,
    ) -> Result<Self, &'static str> {
        suits(e)?;
        let system = std::sync::Arc::clone(&e.system);
        let tree = Tree::new(&system, &e.now.bodies);
        if !anyway && !gains(e, &tree) {
            return Err("no joint holds one body on another");
        }
        let mut joint_rows = 0;
        for (c, is_joint) in system.constraints.iter().zip(&tree.is_joint) {
            joint_rows += if *is_joint { c.rows() } else { 0 };
        }
        let kept = system.joint_rows().len();
        let Some(of_loops) = kept.checked_sub(joint_rows) else {
            return Err("joints of the tree are left out as redundant in a singular position");
        };
        // Those of contacts make the matrix of absolute coordinates larger, too.
        let closing = of_loops + (system.rows.len() - kept);
        if closing > MOST_CLOSING || of_loops > 2 * system.mechanism.bodies.len() {
            return Err("many loops or contacts are closed");
        }
        let unknowns = 2 * tree.count + system.extra.states.len();
        let mut all = Self {
            shape: (Matrix::from_entries(0, &[]), Pattern::from_entries(0, [])),
            index: vec![1; unknowns],
            recursion: Recursion::new(&tree),
            charts: vec![Mat3::identity(); tree.nodes.len()],
            loops: None,
            implied: Vec::new(),
            approach: Approach::default(),
            rates: vec![0.0; tree.count],
            accelerations: vec![0.0; system.mechanism.positions],
            room: vec![0.0; unknowns],
            node_of: tree.nodes_of_bodies(),
            programs: Programs::default(),
            leaves: None,
            tree,
        };
        all.close(e, closing)?;
        if !all.is_alike(e) {
            return Err("accelerations that differ from those in absolute coordinates");
        }
        all.programs = match before.filter(|before| move_alike(before, &all)) {
            Some(before) => before.programs.of(&system),
            None => {
                let mut own = Programs::new(&system, (&all.tree, all.loops.as_ref()));
                let ranges = e.watching.ranges.as_ref();
                let guards = ranges.map(|r| (&r.functions[..], &r.stops[..]));
                own.looks = guards.and_then(|guards| Looks::new(&system, &all.tree, guards));
                own
            }
        };
        Ok(all)
    }

    /// Whether the bodies accelerate here as they do in absolute coordinates.
    fn is_alike(&mut self, e: &mut Equations) -> bool {
        let n = self.tree.count;
        let mut y = vec![0.0; self.differential(e)];
        let mut dy = y.clone();
        self.read(e, &mut y);
        let multipliers = e.now.multipliers.clone();
        let found = self
            .derivative(e, e.now.time, &y, &mut dy)
            .and_then(|()| e.accelerations());
        e.now.multipliers = multipliers;
        self.follow(e, &dy[n..2 * n]);
        // What joints take up of the forces counts, too: there may be no acceleration at all.
        let free = |data: &BodyData| {
            let f = Vec3::from_slice(&e.loads.force[data.first..][..3]);
            if data.mass > 0.0 {
                f.norm() / data.mass
            } else {
                0.0
            }
        };
        let largest = e
            .system
            .mechanism
            .bodies
            .iter()
            .map(free)
            .fold(0.0, f64::max);
        let largest = e.kkt.a.iter().fold(largest, |m, a| m.max(a.abs()));
        let pairs = e.kkt.a.iter().zip(&self.accelerations);
        let off = pairs.fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        found.is_ok() && off <= ALIKE * largest
    }

    /// Chooses the rows that close the loops.
    fn close(&mut self, e: &mut Equations, closing: usize) -> Result<(), &'static str> {
        let mut y = vec![0.0; self.differential(e)];
        self.read(e, &mut y);
        self.place(e, e.now.time, &y);
        let (bodies, data) = (&e.now.bodies, &e.system.mechanism.bodies);
        if !self.recursion.factor(
            &self.tree,
            (bodies, data),
            &e.loads.force,
            recursion::resists,
        ) {
            return Err("a joint moves what has no inertia");
        }
        let mut loops = Loops::new(&e.system, &self.tree);
        if loops.system.constraints.is_empty() {
            return Ok(());
        }
        let all = loops.system.rows.clone();
        if all.len() > 4 * MOST_CLOSING {
            return Err("many loops are closed");
        }
        loops.look(e, &self.tree, &mut self.recursion, false);
        let is_singular = "a loop stands near a singular position";
        if !loops.choose(closing, &self.tree, &self.recursion) {
            return Err(is_singular);
        }
        loops.look(e, &self.tree, &mut self.recursion, false);
        let kept = &loops.system.rows;
        self.implied = all
            .into_iter()
            .filter(|r| kept.binary_search(r).is_err())
            .collect();
        self.loops = Some(loops);
        match self.independence() {
            Some(sigma) if sigma < SINGULAR => Err(is_singular),
            _ => Ok(()),
        }
    }

    /// What functions with bounded guards look at.
    pub(super) fn looks(&self) -> Option<&Looks> {
        self.programs.looks.as_ref()
    }

    /// Number of coordinates.
    pub fn count(&self) -> usize {
        self.tree.count
    }

    /// Bounds of a body, and of its parents, by bounds of the unknowns.
    pub(super) fn place_range(
        &self,
        body: usize,
        bounds: Bounds<'_>,
        placed: &mut [bool],
        bodies: &mut [Body<Ranged>],
    ) {
        if std::mem::replace(&mut placed[body], true) {
            return;
        }
        let k = self.node_of[body];
        let node = &self.tree.nodes[k];
        let parent = node.parent.map(|p| self.tree.nodes[p].body);
        if let Some(parent) = parent {
            self.place_range(parent, bounds, placed, bodies);
        }
        let mut numbers = [[Ranged::constant(0.0); 6]; 2];
        for (own, first) in numbers.iter_mut().zip([0, self.tree.count]) {
            for (x, at) in own
                .iter_mut()
                .zip(first + node.first..first + node.first + node.count())
            {
                *x = bounds.at(at);
            }
        }
        let parent = parent.map(|p| &bodies[p]);
        bodies[body] =
            recursion::place_range(node, parent, &self.charts[k], (&numbers[0], &numbers[1]));
    }

    /// Accelerations of the bodies by those of the coordinates, in the order of the absolute unknowns. Of the state in the arrays.
    fn follow(&mut self, e: &Equations, rates: &[f64]) {
        self.follow_with((&e.system.mechanism.bodies, &e.now.bodies), rates);
    }

    /// The same of bodies that were placed last.
    fn follow_with(&mut self, (data, bodies): (&[BodyData], &[Body<f64>]), rates: &[f64]) {
        self.recursion.follow(&self.tree, rates);
        for (k, node) in self.tree.nodes.iter().enumerate() {
            let (a, data) = (self.recursion.acceleration(k), &data[node.body]);
            self.accelerations[data.first..][..3].copy_from_slice(&a.moving.to_array());
            if data.turns {
                let own = bodies[node.body].R.tr_mul(&a.turning);
                self.accelerations[data.first + 3..][..3].copy_from_slice(&own.to_array());
            }
        }
    }

    /// State and rates of bodies and extra states in absolute coordinates, at a chart's origin.
    fn absolute(&mut self, e: &mut Equations, t: f64, y: &[f64], dy: &[f64]) -> [Vec<f64>; 2] {
        let n = self.tree.count;
        self.place(e, t, y);
        self.follow(e, &dy[n..2 * n]);
        let all = e.unknowns();
        let mut rates = vec![0.0; all.len()];
        let positions = e.system.mechanism.positions;
        rates[positions..2 * positions].copy_from_slice(&self.accelerations);
        rates[2 * positions..e.system.differential()].copy_from_slice(&dy[2 * n..]);
        e.position_rates_into(&all, None, &mut rates);
        [all, rates]
    }

    /// Number of unknowns.
    pub fn differential(&self, e: &Equations) -> usize {
        2 * self.tree.count + e.system.extra.states.len()
    }

    /// Writes the state in the arrays as unknowns, at a chart's origin.
    pub fn read(&mut self, e: &Equations, y: &mut [f64]) {
        let n = self.tree.count;
        let (q, rest) = y.split_at_mut(n);
        let (v, states) = rest.split_at_mut(n);
        let bodies = &e.now.bodies;
        for (node, chart) in self.tree.nodes.iter().zip(&mut self.charts) {
            let parent = node.parent.map(|p| &bodies[self.tree.nodes[p].body]);
            let own = node.first..node.first + node.count();
            let numbers = (&mut q[own.clone()], &mut v[own]);
            *chart = recursion::read(node, parent, &bodies[node.body], numbers);
        }
        states.copy_from_slice(&e.now.states);
    }

    /// Puts a state into the arrays: bodies, markers, extra states.
    pub fn place(&mut self, e: &mut Equations, t: f64, y: &[f64]) {
        let n = self.tree.count;
        e.now.time = t;
        let numbers = (&y[..n], &y[n..2 * n]);
        self.recursion
            .place(&self.tree, &self.charts, numbers, &mut e.now.bodies);
        let states = e.system.extra.states.len();
        e.now.states.copy_from_slice(&y[2 * n..2 * n + states]);
        e.now.move_markers(&e.system);
    }

    /// The same as [`JointCoordinates::place`] with contacts and the functions of the motion.
    fn look(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.place(e, t, y);
        e.touch();
        e.touching.solids.sound()?;
        e.now.evaluate(&e.system, &e.memory, e.system.looked_at());
        e.check_functions(e.system.looked_at())
    }

    /// `y'` of the state (t, y).
    fn derivative(
        &mut self,
        e: &mut Equations,
        t: f64,
        y: &[f64],
        dy: &mut [f64],
    ) -> Result<(), Fault> {
        if self.by_program(e, (t, y), dy) {
            return Ok(());
        }
        self.look(e, t, y)?;
        e.applied_forces()?;
        e.deform();
        self.factor(e)?;
        let n = self.tree.count;
        let a = &mut dy[n..2 * n];
        self.recursion.accelerate(&self.tree, a);
        if let Some(loops) = &mut self.loops {
            e.curvatures(&std::sync::Arc::clone(&loops.system), &[]);
            loops.right.copy_from_slice(&e.buffers.rates);
            self.rates.copy_from_slice(a);
            loops.look(e, &self.tree, &mut self.recursion, true);
            self.recursion.follow(&self.tree, &self.rates);
            loops.miss(&self.recursion);
            if !loops.factor() {
                return Err(dependent());
            }
            loops.contacts.is_determined()?;
            loops.solve();
            loops.answer(&self.tree, &mut self.recursion, a);
            loops.tell(&mut e.now.multipliers);
            if loops.slides() {
                e.add_contact_friction(&std::sync::Arc::clone(&e.system));
            }
        }
        self.position_rates(y, dy);
        let power = e.power();
        e.state_rates_into(power, &mut dy[2 * n..]);
        let multipliers = self.loops.as_ref().map_or(&[][..], |l| &l.multipliers);
        let place = (&self.tree, &self.charts[..]);
        self.programs
            .check((place, &e.memory), (t, y), (dy, multipliers));
        Ok(())
    }

    /// Computes the derivative by a program, if these branches have one; whether it did.
    fn by_program(&mut self, e: &mut Equations, now: (f64, &[f64]), dy: &mut [f64]) -> bool {
        let mut of_loops = self
            .loops
            .as_mut()
            .map(|l| std::mem::take(&mut l.multipliers));
        let of = (&e.system, &e.memory);
        let place = (&self.tree, &self.charts[..], self.loops.as_ref());
        let multipliers = of_loops.as_deref_mut().unwrap_or_default();
        let found = self.programs.derivative(of, place, now, (dy, multipliers));
        if let (Some(loops), Some(multipliers)) = (&mut self.loops, of_loops) {
            loops.multipliers = multipliers;
            if found {
                loops.tell(&mut e.now.multipliers);
            }
        }
        found
    }

    fn factor(&mut self, e: &Equations) -> Result<(), Fault> {
        let (bodies, data) = (&e.now.bodies, &e.system.mechanism.bodies);
        match self.recursion.factor(
            &self.tree,
            (bodies, data),
            &e.loads.force,
            recursion::resists,
        ) {
            true => Ok(()),
            false => Err(Fault {
                message: "the accelerations are not determined: a joint moves what has no inertia"
                    .into(),
            }),
        }
    }

    /// q' of the velocities.
    fn position_rates(&self, y: &[f64], dy: &mut [f64]) {
        let n = self.tree.count;
        dy[..n].copy_from_slice(&y[n..2 * n]);
        for k in self.rotation_vectors() {
            let [theta, w] = [k, n + k].map(|k| Vec3::new(y[k], y[k + 1], y[k + 2]));
            dy[k..k + 3].copy_from_slice(&chart_rate(&theta, &w).to_array());
        }
    }

    /// First coordinates of the turns that are rotation vectors.
    fn rotation_vectors(&self) -> impl Iterator<Item = usize> + '_ {
        let nodes = self.tree.nodes.iter().filter(|n| n.has_chart());
        nodes.map(tree::Node::first_turn)
    }

    /// The vectors that unknowns are components of, one after the other: which unknowns, the length of the vector, and the size that its absolute tolerance is
    /// measured by ([`crate::mechanism::scale`]). Turns count from the chart of the step, as those of bodies do.
    fn lengths_of_vectors(
        &self,
        e: &Equations,
        y: &[f64],
        mut look: impl FnMut(std::ops::Range<usize>, f64, f64),
    ) {
        let n = self.tree.count;
        let norm =
            |own: &std::ops::Range<usize>| y[own.clone()].iter().map(|x| x * x).sum::<f64>().sqrt();
        let scale = &e.system.mechanism.scale;
        for (first, per_time) in [(0, 1.0), (n, scale.time)] {
            for node in &self.tree.nodes {
                let start = first + node.first;
                let slides = start..start + node.slides.len();
                let turns = slides.end..start + node.count();
                if !slides.is_empty() {
                    let length = norm(&slides);
                    look(slides, length, scale.length / per_time);
                }
                // An angle of many turns is known as well as one of few.
                let turn = if first == 0 && !node.has_chart() {
                    0.0
                } else {
                    norm(&turns)
                };
                if !turns.is_empty() {
                    look(turns, turn, 1.0 / per_time);
                }
            }
        }
        let of_states = 2 * e.system.mechanism.positions;
        lengths_of_states(&e.system, |own, first| {
            let own = 2 * n + own.start..2 * n + own.end;
            let length = norm(&own);
            look(own, length, e.form.sizes[of_states + first]);
        });
    }

    /// Puts a state on the constraints that close the loops: positions, then velocities, by the change of the least kinetic energy.
    fn project(&mut self, e: &mut Equations, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        let Some(mut loops) = self.loops.take() else {
            return Ok(());
        };
        let mut step = std::mem::take(&mut self.rates);
        let done = self.project_on(e, &mut loops, (t, y), &mut step);
        (self.loops, self.rates) = (Some(loops), step);
        done
    }

    fn project_on(
        &mut self,
        e: &mut Equations,
        loops: &mut Loops,
        (t, y): (f64, &mut [f64]),
        step: &mut [f64],
    ) -> Result<(), Fault> {
        let n = self.tree.count;
        let mut worst = f64::INFINITY;
        for _ in 0..4 {
            self.look(e, t, y)?;
            worst = residuals(e, loops, true);
            if worst < MET {
                break;
            }
            self.correct(e, loops, step)?;
            self.move_by(step, y);
        }
        if worst > UNMET {
            return Err(dependent());
        }
        self.look(e, t, y)?;
        residuals(e, loops, false);
        e.rates_are_finite()?;
        self.correct(e, loops, step)?;
        for (v, d) in y[n..2 * n].iter_mut().zip(step) {
            *v += *d;
        }
        Ok(())
    }

    /// The change that removes the right side of the closing rows, to first order.
    fn correct(&mut self, e: &Equations, loops: &mut Loops, step: &mut [f64]) -> Result<(), Fault> {
        self.factor(e)?;
        loops.look(e, &self.tree, &mut self.recursion, false);
        for (x, row) in loops.multipliers.iter_mut().zip(&loops.system.rows) {
            *x = -loops.right[*row];
        }
        if !loops.factor() {
            return Err(dependent());
        }
        loops.solve();
        step.fill(0.0);
        loops.answer(&self.tree, &mut self.recursion, step);
        Ok(())
    }

    /// Adds a small change, of turns about the body's own axes.
    fn move_by(&self, step: &[f64], y: &mut [f64]) {
        y.iter_mut().zip(step).for_each(|(q, d)| *q += d);
        for k in self.rotation_vectors() {
            let vector = |x: &[f64]| Vec3::new(x[k], x[k + 1], x[k + 2]);
            let turn = vector(step);
            let theta = vector(y) - turn;
            y[k..k + 3].copy_from_slice(&(theta + chart_rate(&theta, &turn)).to_array());
        }
    }

    /// A step was accepted at (t, y): the charts' origins move there.
    fn accept(&mut self, e: &mut Equations, t: f64, y: &mut [f64]) {
        self.place(e, t, y);
        e.touch();
        let nodes = self.tree.nodes.iter().zip(&mut self.charts);
        for (node, chart) in nodes.filter(|(node, _)| node.has_chart()) {
            let k = node.first_turn();
            let turn = crate::mechanism::kinematics::chart_rotation(
                chart,
                &Vec3::new(y[k], y[k + 1], y[k + 2]),
            );
            *chart = carom_base::Quaternion::from_matrix(&turn).matrix();
            y[k..k + 3].fill(0.0);
        }
        if self.comes_near_singular(e, t, y) || !self.agrees(e) {
            self.leaves = Some(Leaving::NearSingular);
        }
    }

    /// The least part of a closing row that is new to the joints of the tree and to the rows before it, where the recursion and the rows were looked at last;
    /// `None`: there are no such rows.
    fn independence(&mut self) -> Option<f64> {
        let loops = self.loops.as_mut()?;
        Some(loops.independence(&self.tree, &self.recursion).sqrt())
    }

    /// Whether a loop is, or will be within the next steps, near a singular position: there absolute coordinates have methods of their own. The state is that
    /// of the last evaluation, and in the arrays.
    fn comes_near_singular(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> bool {
        let Some(sigma) = self.independence() else {
            return false;
        };
        self.approach.note(t, Some(sigma));
        let Some(ahead) = self.approach.closer() else {
            return sigma < SINGULAR;
        };
        let n = self.tree.count;
        let mut moved = y.to_vec();
        for k in 0..n {
            moved[k] += ahead * y[n + k];
        }
        let soon = self.independence_at(e, t, &moved);
        self.place(e, t, y);
        self.approach.refine(ahead, soon);
        sigma < SINGULAR || self.approach.closer().is_some()
    }

    /// The same in another state.
    fn independence_at(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Option<f64> {
        self.place(e, t, y);
        let loops = self.loops.as_mut()?;
        loops.look(e, &self.tree, &mut self.recursion, false);
        self.independence()
    }

    /// Whether rows of closing constraints that are left out are met in the state in the arrays.
    fn agrees(&self, e: &mut Equations) -> bool {
        if self.implied.is_empty() {
            return true;
        }
        let sizes = &e.form.row_sizes;
        let Some(loops) = &self.loops else {
            return true;
        };
        let view = crate::system::motion::View {
            system: &e.system,
            now: &e.now,
            memory: &e.memory,
            reactions: None,
        };
        let mut rows = [0.0; 6];
        loops.system.constraints.iter().all(|c| {
            c.values(&e.system.mechanism, &view, &mut rows[..c.rows()]);
            let mut own = rows[..c.rows()].iter().zip(c.first_row..);
            own.all(|(x, row)| x.abs() <= AGREES * sizes[row])
        })
    }
}

/// Whether both have the same tree, closed by the same rows.
fn move_alike(a: &JointCoordinates, b: &JointCoordinates) -> bool {
    let [a_rows, b_rows] = [a, b].map(|all| all.loops.as_ref().map(|l| &l.system.rows));
    a.tree == b.tree && a_rows == b_rows
}

fn dependent() -> Fault {
    Fault {
        message: "the constraints of a loop depend on each other".into(),
    }
}

/// Φ, or Φ', of the closing constraints in the state in the arrays, as their right side: the largest of those that are kept, relative to its size.
fn residuals(e: &mut Equations, loops: &mut Loops, positions: bool) -> f64 {
    let view = crate::system::motion::View {
        system: &e.system,
        now: &e.now,
        memory: &e.memory,
        reactions: None,
    };
    for c in &loops.system.constraints {
        let own = &mut loops.right[c.first_row..c.first_row + c.rows()];
        match positions {
            true => c.values(&e.system.mechanism, &view, own),
            false => c.rates(&e.system.mechanism, &view, own),
        }
    }
    for row in &loops.system.rows {
        e.buffers.rates[*row] = loops.right[*row];
    }
    let rows = loops.system.rows.iter();
    rows.map(|r| loops.right[*r].abs() / e.form.row_sizes[*r])
        .fold(0.0, f64::max)
}

/// Whether a guard follows from what bodies and markers do.
fn is_plain(e: &Equations, guard: &GuardOwner) -> bool {
    match guard {
        GuardOwner::Switch { .. } | GuardOwner::Solid(..) => true,
        owner if owner.is_of_rigid_contact() => true,
        GuardOwner::Sensor(k) => !e.system.sensing.sensors[*k].watches_solution,
        _ => false,
    }
}

/// Whether the coordinates of joints are taken where nobody asks for one or the other. Rigid contacts that are closed gain too little: forces that press are bounded
/// less closely over a step there, so that less is proved, and what sticks or slides by friction may take longer.
pub(crate) fn joints_pay(e: &Equations) -> bool {
    let mut stops = 0..e.system.rigid.stops.len();
    !stops.any(|stop| e.system.is_closed(stop))
}

/// Whether a run gains anything: free bodies that turn do not.
fn gains(e: &Equations, tree: &Tree) -> bool {
    let mut bodies = e.system.mechanism.bodies.iter();
    tree.is_joint.contains(&true) || !bodies.any(|body| body.turns)
}

/// Whether a model moves by what the coordinates of joints can do.
fn suits(e: &Equations) -> Result<(), &'static str> {
    let system = &e.system;
    let refused = [
        (!system.frictions.is_empty(), "friction in joints"),
        (!system.order.delays.is_empty(), "delays"),
        (
            !system.order.loaded.is_empty(),
            "forces that look at reactions or accelerations",
        ),
        (
            !system.order.fed.is_empty(),
            "forces that look at reactions or accelerations",
        ),
        (
            matches!(system.left_out.independence, Some(Independence::Share(_))),
            "redundant constraints that agree in few digits",
        ),
        (
            system.left_out.independent_nearby > 0,
            "a start in a singular position",
        ),
        (system.curve_pairs().next().is_some(), "contacts on curves"),
        (!e.singular.folding.is_empty(), "constant-velocity joints"),
    ];
    if let Some((_, why)) = refused.iter().find(|(has, _)| *has) {
        return Err(why);
    }
    match system.arrays.guards.iter().all(|guard| is_plain(e, guard)) {
        true => Ok(()),
        false => Err("sensors of reactions or accelerations"),
    }
}
