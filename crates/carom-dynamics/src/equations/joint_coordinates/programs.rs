//! The derivative of a tree of bodies as a straight-line program ([`carom_base::recorded`]): the same formulas, recorded once for each set of branches that the
//! run comes through. What is fixed in a mechanism, as axes in a plane and frames that do not turn, is folded away.
//!
//! Only where the derivative follows from coordinates, time and branches alone: loops closed by joints, no contacts that are closed, no solids, nothing that
//! remembers, no code of users.
//! A derivative that is not a number, or whose joints move what has no inertia, is computed again in the plain way, which says why.

use super::loops::{Loops, factor_while, on_ground_axes, products, push_of_row, solve};
use super::recursion::{Block, Pair, Recursion};
use super::tree::Tree;
use crate::elements::constraint::Equations as Rows;
use crate::equations::applied_forces::push;
use crate::equations::kkt::rows::for_each_row_of_joint;
use crate::equations::ranges::rated::{GuardRate, Motion, gap_function, guard_rates};
use crate::equations::run::rate_of_state;
use crate::mechanism::function::Source;
use crate::mechanism::kinematics::chart_rate;
use crate::system::motion::{DiscreteState, EvaluatedState, View};
use crate::system::{ExtraState, System};
use carom_base::program::Affine;
use carom_base::recorded::{Recorded, record, record_within};
use carom_base::{Mat3, Number, Program, Vec3};
use carom_expr::tape::{Mode, Ranged, Sum, has_routines};
use std::sync::Arc;

/// So often a derivative is asked for in the same branches before a program is made for it, which takes as long as some tens of them.
const WORTH: u32 = 60;

/// Operations up to which a program is quicker than the plain way, for each body: one of a planar chain takes 86 of some 2 ns, and 160 ns in the plain way.
const OF_A_BODY: usize = 60;

/// The same for each row that closes a loop, which looks at its joint and at all rows: some 500 ns in the plain way.
const OF_A_ROW: usize = 250;

/// Sets of branches with a program each. A run that comes through more of them changes them too often, and goes the plain way from then on.
const MOST_SETS: usize = 64;

/// What resists a coordinate, relative to what did where the program was checked, below which the plain way judges whether that is rounding.
const NEARLY_NOTHING: f64 = 1e-6;

/// Bodies up to which the record of a derivative is small beside the model.
const MOST_BODIES: usize = 2000;

/// What a derivative depends on besides time and state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Branches {
    modes: Vec<Mode>,
    /// Bits of what sensors stored.
    sensors: Vec<u64>,
}

impl Branches {
    pub fn of(memory: &DiscreteState) -> Self {
        Self {
            modes: memory.modes.clone(),
            sensors: memory.sensors.iter().map(|x| x.to_bits()).collect(),
        }
    }

    pub fn are(&self, memory: &DiscreteState) -> bool {
        let stored = memory.sensors.iter().map(|x| x.to_bits());
        // One by one: there are few, and this is asked at each evaluation.
        self.modes.iter().eq(&memory.modes) && self.sensors.iter().copied().eq(stored)
    }
}

/// A derivative in one set of branches.
#[derive(Clone, Debug)]
struct OfBranches {
    branches: Branches,
    calls: u32,
    /// With its slots, once it is made.
    program: Option<(Program, Vec<f64>)>,
    /// What results behind derivative and multipliers have to be above, once it has given what the plain way gives.
    floors: Option<Vec<f64>>,
}

impl OfBranches {
    fn new(memory: &DiscreteState) -> Self {
        Self {
            branches: Branches::of(memory),
            calls: 0,
            program: None,
            floors: None,
        }
    }

    /// Whether the next call is computed in the plain way too: the first one, and in builds with assertions some more.
    fn is_due(&self) -> bool {
        self.floors.is_none() || (cfg!(debug_assertions) && self.calls.is_multiple_of(64))
    }

    /// The derivative of a state, by charts of the nodes that have one and last values of angles that count turns; `false`: it is not a number, or a joint moves what has no inertia.
    fn run(
        &mut self,
        held: impl Iterator<Item = f64>,
        (t, y): (f64, &[f64]),
        (dy, multipliers): (&mut [f64], &mut [f64]),
    ) -> bool {
        let Some((program, room)) = &mut self.program else {
            return false;
        };
        let inputs = program.inputs(room);
        inputs[0] = t;
        inputs[1..][..y.len()].copy_from_slice(y);
        for (input, x) in inputs[1 + y.len()..].iter_mut().zip(held) {
            *input = x;
        }
        program.run(room);
        let mut first = 0;
        let mut sound = true;
        for out in [dy, multipliers] {
            for (to, x) in out.iter_mut().zip(program.results_from(first, room)) {
                *to = x;
                sound &= x.is_finite();
            }
            first += out.len();
        }
        let floors = self.floors.as_deref().unwrap_or_default();
        let mut resisting = program.results_from(first, room).zip(floors);
        sound && resisting.all(|(x, floor)| x > *floor)
    }
}

/// The programs of a tree.
#[derive(Clone, Debug, Default)]
pub(in crate::equations) struct Programs {
    /// The system that they are of; `None`: it has none.
    system: Option<Arc<System>>,
    sets: Vec<OfBranches>,
    /// The set of the last call, if it had one.
    last: Option<usize>,
    /// What functions with bounded guards look at, in any branches.
    pub looks: Option<Looks>,
}

impl Programs {
    /// Those of a tree in a system, with what closes its loops.
    pub fn new(system: &Arc<System>, (tree, loops): (&Tree, Option<&Loops>)) -> Self {
        let may_pay = loops.map_or_else(|| !is_of_chains(tree), are_of_joints);
        let suits = may_pay && suits(system);
        Self {
            system: suits.then(|| Arc::clone(system)),
            sets: Vec::new(),
            last: None,
            looks: None,
        }
    }

    /// The same ones of a system that differs in what is closed elsewhere.
    pub fn of(mut self, system: &Arc<System>) -> Self {
        self.system = self.system.map(|_| Arc::clone(system));
        self
    }

    /// Computes the derivative by a program; `false`: these branches have none yet, or it is due to be compared, or its results are no numbers.
    pub fn derivative(
        &mut self,
        (system, memory): (&Arc<System>, &DiscreteState),
        (tree, charts, loops): (&Tree, &[Mat3], Option<&Loops>),
        now: (f64, &[f64]),
        (dy, multipliers): (&mut [f64], &mut [f64]),
    ) -> bool {
        let is_own = |own: &Arc<System>| Arc::ptr_eq(own, system);
        self.last = match self.system.as_ref().is_some_and(is_own) {
            true => self.set_of(memory),
            false => None,
        };
        let Some(of) = self.last.map(|last| &mut self.sets[last]) else {
            return false;
        };
        of.calls = of.calls.saturating_add(1);
        if of.calls == WORTH {
            let rows = loops.map_or(0, Loops::len);
            let most = OF_A_BODY * tree.nodes.len() + OF_A_ROW * rows;
            let program = program(most, (system, memory), (tree, loops));
            of.program = program.map(|program| {
                let room = program.room();
                (program, room)
            });
        }
        of.program.is_some()
            && !of.is_due()
            && of.run(held((tree, charts), memory), now, (dy, multipliers))
    }

    /// Compares a program that is due with the derivative that the plain way found, and drops it where they differ.
    pub fn check(
        &mut self,
        (place, memory): ((&Tree, &[Mat3]), &DiscreteState),
        now: (f64, &[f64]),
        (found, multipliers): (&[f64], &[f64]),
    ) {
        let of = self.last.map(|last| &mut self.sets[last]);
        let Some(of) = of.filter(|of| of.program.is_some()) else {
            return;
        };
        let [mut dy, mut own] = [found, multipliers].map(|x| vec![0.0; x.len()]);
        let runs = of.run(held(place, memory), now, (&mut dy, &mut own));
        let agrees = runs && dy == found && own == multipliers;
        debug_assert!(agrees || !runs, "{dy:?} in the place of {found:?}");
        match &of.program {
            Some((program, room)) if agrees => {
                let behind = program.results(room).skip(dy.len() + own.len());
                of.floors
                    .get_or_insert_with(|| behind.map(|x| NEARLY_NOTHING * x).collect());
            }
            _ => of.program = None,
        }
    }

    /// The number of the set of these branches; `None`: there are too many.
    fn set_of(&mut self, memory: &DiscreteState) -> Option<usize> {
        let is = |of: &OfBranches| of.branches.are(memory);
        let last = self.last.filter(|last| is(&self.sets[*last]));
        let known = last.or_else(|| self.sets.iter().position(is));
        if known.is_none() && self.sets.len() == MOST_SETS {
            (self.system, self.sets) = (None, Vec::new());
            return None;
        }
        known.or_else(|| {
            self.sets.push(OfBranches::new(memory));
            Some(self.sets.len() - 1)
        })
    }
}

/// What is held over a step: the charts of the nodes that have one, column by column, and the last values of angles that count turns.
pub(super) fn held<'a>(
    (tree, charts): (&'a Tree, &'a [Mat3]),
    memory: &'a DiscreteState,
) -> impl Iterator<Item = f64> + 'a {
    let with_charts = tree.nodes.iter().zip(charts).filter(|(n, _)| n.has_chart());
    let charts = with_charts.flat_map(|(_, chart)| chart.iter().copied());
    charts.chain(memory.turns.iter().copied())
}

/// The same of a program: charts and turns.
pub(super) fn held_inputs(
    tree: &Tree,
    inputs: &[Recorded],
) -> (Vec<Mat3<Recorded>>, Vec<Recorded>) {
    let mut left = inputs;
    let mut next = |node: &super::tree::Node| match node.has_chart() {
        true => {
            let (own, rest) = left.split_at(9);
            left = rest;
            Mat3::from_column_slice(own)
        }
        false => Mat3::identity(),
    };
    let charts = tree.nodes.iter().map(&mut next).collect();
    (charts, left.to_vec())
}

/// Whether the derivative is a function of time, state, branches and what sensors stored.
pub(super) fn suits(system: &System) -> bool {
    let order = &system.order;
    let remembers = !order.loops.is_empty() || !order.delays.is_empty() || !order.fed.is_empty();
    let touches = !system.solid_contacts.pairs.is_empty()
        || !system.solid_contacts.contact_groups.is_empty()
        || !system.frictions.is_empty();
    let is_known = |source: &Source| {
        use Source::{Constant, Function, Measure, Mode, Sensor, State, Time};
        matches!(
            source,
            Time | Constant(_) | Mode | Measure { .. } | Function(_) | State(_) | Sensor(_)
        )
    };
    let functions = &system.mechanism.functions;
    let mut looked_at = system.looked_at().iter().map(|f| &functions[*f]);
    !remembers
        && !touches
        && system.mechanism.bodies.len() <= MOST_BODIES
        && system.extra.states.iter().all(|state| {
            !matches!(
                state,
                ExtraState::Deformation(..) | ExtraState::Bristles(..)
            )
        })
        && looked_at.all(|f| !has_routines(&f.tape) && f.sources.iter().all(is_known))
}

/// Whether more than two thirds of the bodies are carried by one that turns. A hinge on such a body takes more than [`OF_A_BODY`] operations: the record would take as
/// long as a hundred evaluations and be thrown away.
fn is_of_chains(tree: &Tree) -> bool {
    let mut turn = Vec::with_capacity(tree.nodes.len());
    let mut hanging = 0;
    for node in &tree.nodes {
        let hangs = node.parent.is_some_and(|parent| turn[parent]);
        hanging += usize::from(hangs);
        turn.push(hangs || node.turns.count() > 0);
    }
    3 * hanging > 2 * tree.nodes.len()
}

/// Whether all that is closed is joints.
pub(super) fn are_of_joints(loops: &Loops) -> bool {
    let mut all = loops.system.constraints.iter();
    loops.contacts.rows.is_empty() && all.all(|c| matches!(c.equations, Rows::Pair(_)))
}

/// The derivative, the multipliers of closed loops, then what resists each coordinate and the pivots of loops, which have to stay above nothing; inputs are time, unknowns, charts and turns ([`held`]). `None` also where it is of more than
/// `most` operations.
fn program(
    most: usize,
    (system, memory): (&System, &DiscreteState),
    (tree, loops): (&Tree, Option<&Loops>),
) -> Option<Program> {
    let unknowns = 2 * tree.count + system.extra.states.len();
    let with_charts = tree.nodes.iter().filter(|n| n.has_chart()).count();
    let inputs = 1 + unknowns + 9 * with_charts + memory.turns.len();
    record_within(most, inputs, |inputs| {
        let (y, rest) = inputs[1..].split_at(unknowns);
        let (charts, turns) = held_inputs(tree, rest);
        let place = (tree, &charts[..], loops);
        derivative((system, memory), place, (inputs[0], y, &turns))
    })
}

/// See [`program`].
pub(super) fn derivative<T: Number>(
    (system, memory): (&System, &DiscreteState),
    (tree, charts, loops): (&Tree, &[Mat3<T>], Option<&Loops>),
    (t, y, turns): (T, &[T], &[T]),
) -> Vec<T> {
    let n = tree.count;
    let (q, v, states) = (&y[..n], &y[n..2 * n], &y[2 * n..]);
    let mut now = EvaluatedState::<T>::new(system);
    let mut recursion = Recursion::<T>::new(tree);
    now.time = t;
    recursion.place(tree, charts, (q, v), &mut now.bodies);
    now.states.copy_from_slice(states);
    now.turns = turns.to_vec();
    now.place_markers(system);
    now.evaluate(system, memory, system.looked_at());
    let view = View {
        system,
        now: &now,
        memory,
        reactions: None,
    };
    let mut force = vec![T::zero(); system.mechanism.positions];
    let power = push(&view, &mut force, |_, _| Ok(())).unwrap_or_else(|_| T::undefined());
    let mut resisting = Vec::with_capacity(n);
    let of_bodies = (&now.bodies[..], &system.mechanism.bodies[..]);
    recursion.factor(tree, of_bodies, &force, |left, _| {
        resisting.push(left);
        true
    });
    let mut dy = v.to_vec();
    dy.resize(2 * n, T::zero());
    recursion.accelerate(tree, &mut dy[n..]);
    let mut multipliers = Vec::new();
    if let Some(loops) = loops {
        let found = close(&view, (tree, loops), &mut recursion, &mut dy[n..]);
        multipliers = found.0;
        resisting.extend(found.1);
    }
    for node in tree.nodes.iter().filter(|node| node.has_chart()) {
        let k = node.first_turn();
        let vector = |of: &[T]| Vec3::from_slice(&of[k..k + 3]);
        dy[k..k + 3].copy_from_slice(&chart_rate(&vector(q), &vector(v)).to_array());
    }
    let rates = (0..states.len()).map(|k| rate_of_state(system, &now, k, power));
    dy.extend(rates.map(|rate| rate.unwrap_or_else(T::undefined)));
    dy.extend(multipliers);
    dy.extend(resisting);
    dy
}

/// Adds to the accelerations of a tree what keeps loops closed; the multipliers, and the pivots.
fn close<T: Number>(
    view: &View<'_, T>,
    (tree, loops): (&Tree, &Loops),
    recursion: &mut Recursion<T>,
    accelerations: &mut [T],
) -> (Vec<T>, Vec<T>) {
    let (system, m, n) = (&*loops.system, loops.len(), tree.count);
    let node_of = tree.nodes_of_bodies();
    let mut blocks: Vec<Block<T>> = Vec::new();
    let mut gamma = vec![T::zero(); system.all_rows];
    let mut kept = system.kept_rows();
    for c in &system.constraints {
        let Rows::Pair(rows) = &c.equations else {
            continue;
        };
        let number = |k: usize| kept.number(c.first_row + k).map(Some);
        let of_joint = &mut gamma[c.first_row..][..rows.len()];
        for_each_row_of_joint(
            (c, rows),
            system,
            view,
            (number, Some(of_joint)),
            |row, b, g| {
                let turns = system.mechanism.bodies[b].turns;
                blocks.push(Block {
                    row,
                    node: node_of[b],
                    g: on_ground_axes((&view.now.bodies[b], turns), g),
                });
            },
        );
    }
    let mut loads = vec![Pair::zero(); tree.nodes.len()];
    let mut pushes = vec![T::zero(); m * n];
    for row in 0..m {
        let own: Vec<_> = blocks.iter().filter(|b| b.row == row).copied().collect();
        let out = &mut pushes[row * n..][..n];
        push_of_row((tree, recursion), (loops.path(row), &own), &mut loads, out);
    }
    let mut matrix = vec![T::zero(); m * m];
    products(recursion, (m, n), &pushes, &mut matrix);
    recursion.follow(tree, accelerations);
    let mut multipliers: Vec<T> = system.rows.iter().map(|row| gamma[*row]).collect();
    for block in &blocks {
        multipliers[block.row] -= block.g.dot(recursion.acceleration(block.node));
    }
    let mut pivots = Vec::with_capacity(m);
    factor_while(&mut matrix, m, |_, _, pivot| {
        pivots.push(pivot);
        true
    });
    solve(&matrix, m, &mut multipliers);
    let answers = blocks
        .iter()
        .map(|b| (b.node, b.g.times(multipliers[b.row])));
    let mut answer = vec![T::zero(); n];
    recursion.respond(tree, answers, &mut answer);
    for (a, more) in accelerations.iter_mut().zip(answer) {
        *a += more;
    }
    (multipliers, pivots)
}

/// What functions and gaps look at, measures of markers, as one program of time and unknowns: for bounds of their guards over an interval. Not for trees with charts,
/// whose rotations have bounds of their own.
#[derive(Clone, Debug)]
pub(in crate::equations) struct Looks {
    program: Program,
    /// The first input of each function that is looked at by it.
    first: Vec<Option<usize>>,
    /// The guards whose rates are sums of rates of unknowns.
    rates: Vec<GuardRate>,
}

impl Looks {
    /// Of functions with guards and of gaps, as far as they look at nothing else. `None`: none does.
    pub(super) fn new(
        system: &System,
        tree: &Tree,
        (functions, stops): (&[usize], &[usize]),
    ) -> Option<Self> {
        let few = system.mechanism.bodies.len() <= MOST_BODIES;
        if !few || tree.nodes.iter().any(super::tree::Node::has_chart) {
            return None;
        }
        let all = &system.mechanism.functions;
        let is_plain = |source: &Source| match source {
            Source::Time | Source::Constant(_) | Source::State(_) => true,
            Source::Measure { measure, slot, .. } => {
                slot.is_none() && !measure.is_cut() && !measure.needs_acceleration()
            }
            _ => false,
        };
        let with_guards = functions.iter().copied();
        let with_guards = with_guards.filter(|f| !all[*f].guards.is_empty());
        let gaps = stops.iter().filter_map(|k| gap_function(system, *k));
        let suits = |f: &usize| all[*f].sources.iter().all(is_plain);
        let mut functions: Vec<usize> = with_guards.chain(gaps).filter(suits).collect();
        functions.sort_unstable();
        functions.dedup();
        let (mut first, mut count) = (vec![None; all.len()], 0);
        for f in &functions {
            first[*f] = Some(count);
            count += all[*f].sources.len();
        }
        if count == 0 {
            return None;
        }
        let (n, states) = (tree.count, system.extra.states.len());
        let program = record(1 + 2 * n + states, |inputs| {
            let mut now = EvaluatedState::<Recorded>::new(system);
            now.time = inputs[0];
            let (q, rest) = inputs[1..].split_at(n);
            let (v, states) = rest.split_at(n);
            let charts = vec![Mat3::identity(); tree.nodes.len()];
            Recursion::new(tree).place(tree, &charts, (q, v), &mut now.bodies);
            now.states.copy_from_slice(states);
            now.place_markers(system);
            let input = |source: &Source| match source {
                Source::Time => now.time,
                Source::Constant(x) => Recorded::constant(*x),
                Source::State(k) => now.states[*k],
                Source::Measure {
                    measure, markers, ..
                } => measure.eval(markers.map(|m| &now.markers[m])),
                _ => Recorded::undefined(),
            };
            let sources = functions.iter().flat_map(|f| &all[*f].sources);
            sources.map(input).collect()
        })?;
        let rates = guard_rates_by(&program.sums_of_inputs(), &first, (system, stops));
        Some(Self {
            program,
            first,
            rates,
        })
    }

    /// The guards whose rates are sums of rates of unknowns, which are numbered as these are here.
    pub fn rates(&self) -> &[GuardRate] {
        &self.rates
    }

    /// The first input of a function, if it is looked at here.
    pub fn first(&self, function: usize) -> Option<usize> {
        self.first[function]
    }

    /// All inputs into `out`; `slots` is room.
    pub fn look(
        &self,
        inputs: impl Iterator<Item = Ranged>,
        slots: &mut Vec<Ranged>,
        out: &mut Vec<Ranged>,
    ) {
        self.program.start(slots);
        for (to, x) in self.program.inputs(slots).iter_mut().zip(inputs) {
            *to = x;
        }
        self.program.run(slots);
        out.clear();
        out.extend(self.program.results(slots));
    }
}

/// The guards of functions and gaps that are sums of inputs which are sums of time and unknowns.
fn guard_rates_by(
    inputs: &[Option<Affine>],
    first: &[Option<usize>],
    (system, stops): (&System, &[usize]),
) -> Vec<GuardRate> {
    // Its value, and how it moves; time is the first input of the program.
    let motion = |f: usize, sum: &Sum| {
        let mut whole = Affine::constant(sum.constant);
        for &(input, factor) in &sum.terms {
            let input = inputs[first[f]? + input].as_ref()?;
            whole = whole.plus(&input.times(factor));
        }
        let mut motion = Motion::default();
        for (k, x) in whole.terms {
            match k.checked_sub(1) {
                None => motion.fixed = x,
                Some(unknown) => motion.plain.push((unknown, x)),
            }
        }
        Some((motion, whole.constant))
    };
    let functions: Vec<usize> = (0..first.len()).filter(|f| first[*f].is_some()).collect();
    let rate = |f: usize, sum: &Sum| motion(f, sum).map(|(motion, _)| motion);
    let speed = |f: usize, sum: &Sum| {
        let (mut motion, value) = motion(f, sum)?;
        // One that changes by itself has no bound here.
        let is_fixed = std::mem::replace(&mut motion.fixed, value) == 0.0;
        is_fixed.then_some(motion)
    };
    guard_rates(system, (&functions, stops), rate, speed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::simulation::Simulation;
    use crate::equations::JointCoordinates;
    use carom_base::{Diagnostics, Dialect, Pose, Units};
    use carom_model::{Joint, JointKind, Marker, Model, Part, PartKind, Tag};

    const GRAVITY: f64 = 9.81;

    /// A body of the mass 2 and the moment 0.1 on a hinge about z, its centre of mass at (1/2, 0, 0); gravity along −y.
    fn pendulum() -> Simulation {
        let mut model = Model::new(Dialect::Adams);
        (model.units, model.gravity) = (Units::si(), [0.0, -GRAVITY, 0.0]);
        let ground = Part::new(Tag::new("PART", 1), PartKind::Ground);
        let mut rod = Part::new(Tag::new("PART", 2), PartKind::Rigid);
        (rod.mass, rod.inertia) = (2.0, Mat3::from_diagonal(&Vec3::repeat(0.1)));
        let mut at_center = Pose::identity();
        at_center.position.x = 0.5;
        let [ground, rod] = [ground, rod].map(|part| model.parts.insert(part).unwrap());
        let places = [
            (1, ground, Pose::identity()),
            (20, rod, at_center),
            (21, rod, Pose::identity()),
        ];
        let markers = places.map(|(label, part, pose)| {
            let marker = Marker {
                tag: Tag::new("MARKER", label),
                part,
                pose,
                given: None,
                floating: false,
            };
            model.markers.insert(marker).unwrap()
        });
        model.parts[rod].cm = Some(markers[1]);
        let hinge = Joint {
            tag: Tag::new("JOINT", 1),
            kind: JointKind::Revolute,
            i: markers[2],
            j: markers[0],
            initial_translation: [None; 2],
            initial_rotation: [None; 2],
        };
        model.joints.insert(hinge).unwrap();
        Simulation::assemble(&model, &mut Diagnostics::default()).unwrap()
    }

    /// The derivative of a pendulum becomes a program of few operations, which gives the bits of the plain way and `q'' = −m·g·l·cos q/(I + m·l²)`.
    #[test]
    fn a_derivative_becomes_a_program() {
        let mut simulation = pendulum();
        let e = &mut simulation.equations;
        let mut joints = JointCoordinates::new(e, None, false).unwrap();
        let mut y = vec![0.0; joints.differential(e)];
        let mut dy = y.clone();
        for k in 0..3 * WORTH {
            (y[0], y[1]) = (0.1 * f64::from(k), 0.3);
            joints.derivative(e, 0.0, &y, &mut dy).unwrap();
            let exact = -2.0 * GRAVITY * 0.5 * y[0].cos() / (0.1 + 2.0 * 0.25);
            // 1e-14: rounding of a few products, the largest some tens
            assert!(
                (dy[1] - exact).abs() < 1e-14 * 20.0 && dy[0] == 0.3,
                "{dy:?} {exact}"
            );
        }
        let of = &joints.programs.sets[0];
        let (program, _) = of.program.as_ref().unwrap();
        assert!(
            of.floors.is_some() && program.len() < 40,
            "{}",
            program.len()
        );
    }
}
