//! X over a step.
//!
//! The variations of `M·y' = f(t, y)` with `y = [q, v, x | λ, μ]` (see [`crate::equations`]) solve `M·u' = f_y·u + f_p`, with constraints of velocities
//! among the rows ([`super::rows`]), by collocation ([`carom_solve::variation`]): in coordinates that the constraints leave free where these are few and no force depends on reactions. f_y is exact, from the tapes of the functions; its
//! entries belong to charts whose origin is the state at the node. For small turns on body axes, `δφ' = δω − ω×δφ`, while a rotation vector at its origin
//! has `δθ' = δω − ω×δθ/2`: the matrix takes the difference.
//!
//! f_p, and `M_p·y'` where the parameter is of a mass, come by differences between models with other values of the parameter.
//!
//! Where the run goes by the coordinates of joints and its derivative is a program, X is carried in these ([`variations`]): then there are neither multipliers nor constraints.

use super::rows::Rows;
use super::state::{Change, State};
use crate::equations::Equations;
use crate::equations::variations::Variations;
use crate::tangent::column::Column;
use crate::tangent::column::Moment;
use crate::tangent::column::left_by_order;
use crate::tangent::event::rates_of;
use carom_solve::sparse::Singular;
use carom_solve::variation::{
    Clock, Decoupled, Independent, Scales, Variation, error as local_error,
};
use carom_solve::{Fault, Guard, Problem, Step};
use std::ops::Range;

/// Stages of the methods that X is carried with.
const STAGES: [usize; 5] = [3, 4, 5, 6, 7];
/// The next part may look so much rougher than the last one.
const ROUGHER: f64 = 1.3;

/// Of this part of what a part of twice the length showed it is not halved.
const RESOLVED: f64 = 0.75;
/// How a step is divided next to the begin or the end of a power pᵉ: up to which local error; the share of its first part, over which time runs as a power of what the stages are spread
/// over; how much longer each further part is; that power. With 1.05 ≤ e ≤ 2.2 and `k·e·h²` up to 4 in `δv' = −k·e·t^(e−1)·δx`, the error of X was measured to be below the first
/// number, and 4e-12 in the last case.
const GRADES: [(f64, f64, f64, i32); 4] = [
    (4e-9, 1.0 / 32.0, 2.5, 5),
    (6e-10, 1.0 / 64.0, 2.5, 5),
    (1e-10, 1.0 / 256.0, 2.0, 5),
    (0.0, 1.0 / 1024.0, 1.6, 6),
];
/// Where time would stand still, multipliers of the constraints would not be known: with this they are, and X does not change.
const SLOWEST: f64 = 1e-12;
/// A guard this near to zero, in its tolerances, falls there.
const NEAR_ZERO: f64 = 16.0;
/// Most numbers of Jacobians that a run keeps for the way back: a quarter of a gigabyte. What is beyond is computed again.
pub(super) const MOST_KEPT: usize = 1 << 25;
/// How often a step is halved.
const HALVINGS: u32 = 12;

/// How time runs over a part: as a power of what the stages are spread over next to the begin or the end of a power pᵉ.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pace {
    Even,
    Begin(i32),
    End(i32),
}

impl Pace {
    /// The share of time at the share `c` of the stages, and its slope.
    fn at(self, c: f64) -> (f64, f64) {
        match self {
            Self::Even => (c, 1.0),
            Self::Begin(m) => (c.powi(m), f64::from(m) * c.powi(m - 1)),
            Self::End(m) => {
                let (rest, slope) = Self::Begin(m).at(1.0 - c);
                (1.0 - rest, slope)
            }
        }
    }
}

/// What takes X over a part, with one number of stages.
struct Carrier {
    general: Option<Variation>,
    /// Of mechanisms with few degrees of freedom.
    independent: Option<Independent>,
    /// In the coordinates of joints.
    decoupled: Option<Decoupled>,
    /// Whether the part in hand is factored by one of these.
    is_special: bool,
}

/// What carries X over steps; its matrices fit one choice of rows.
pub(super) struct Flow {
    rows: Vec<usize>,
    reduced: Rows,
    /// One for each of [`STAGES`], made when it is first needed.
    carriers: [Option<Carrier>; STAGES.len()],
    /// Nodes of each.
    spread: [Vec<f64>; STAGES.len()],
    /// λ as the last part showed it.
    steepness: f64,
    /// Places of `−ω×/2` in the Jacobian: entry, body, and which component of ω with which sign.
    spins: Vec<(usize, usize, usize, f64)>,
    kinds: Vec<Range<usize>>,
    sizes: Vec<f64>,
    /// The Jacobian of the model; those of X at the nodes of a part, and its columns of numbers there.
    whole: Vec<f64>,
    jacobians: Vec<f64>,
    by_numbers: Vec<f64>,
    /// Of each node: y (at its chart's origin) and accelerations, for f_p.
    nodes: Vec<Node>,
    /// Slopes in the coordinates of joints.
    variations: Option<Variations>,
    y: Vec<f64>,
    dy: Vec<f64>,
    f: Vec<f64>,
    /// How many numbers of Jacobians may still be kept for a way back; none where there will be none.
    pub may_keep: usize,
}

struct Node {
    t: f64,
    state: State,
    y: Vec<f64>,
    a: Vec<f64>,
}

/// Where a node stands.
#[derive(Clone, Debug)]
pub(super) enum At {
    /// By bodies.
    Bodies(State),
    /// In the coordinates of joints: the inputs of [`Variations`].
    Joints(Vec<f64>),
}

/// The run over a step.
pub(super) struct Motion<'a> {
    pub of: &'a Equations,
    pub step: &'a Step<'a>,
    /// Where it stands.
    pub read: &'a dyn Fn(f64, &[f64]) -> At,
}

/// A part of a step over which X is carried at once.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Which of [`STAGES`].
    method: usize,
    pace: Pace,
    pub ends: [f64; 2],
    /// Times and states of the nodes.
    pub nodes: Vec<(f64, At)>,
    /// The Jacobians at the nodes and their columns of numbers, where they are kept for the way back.
    linear: Option<[Vec<f64>; 2]>,
}

impl Flow {
    pub fn new(e: &Equations) -> Self {
        let system = &e.system;
        let pattern = e.pattern_of_jacobian();
        let n = system.mechanism.positions;
        let mut spins = Vec::new();
        for (b, data) in system
            .mechanism
            .bodies
            .iter()
            .enumerate()
            .filter(|(_, d)| d.turns)
        {
            let k = data.first + 3;
            // entries of ω×: (row, column, component, sign)
            let cross = [
                (0, 1, 2, -1.0),
                (0, 2, 1, 1.0),
                (1, 0, 2, 1.0),
                (1, 2, 0, -1.0),
                (2, 0, 1, -1.0),
                (2, 1, 0, 1.0),
            ];
            for (r, c, w, sign) in cross {
                if let Some(at) = pattern.position(k + r, k + c) {
                    spins.push((at, b, w, -0.5 * sign));
                }
            }
        }
        let sizes = (0..system.differential()).map(|k| e.size_of_unknown(k));
        Self {
            rows: system.rows.clone(),
            spins,
            whole: vec![0.0; pattern.len()],
            f: vec![0.0; e.dimension()],
            ..Self::of_rows(Rows::new(e), n, sizes.collect())
        }
    }

    /// In the coordinates of joints, whose sizes these are.
    pub fn in_joints(
        variations: Variations,
        (states, numbers): (usize, usize),
        sizes: Vec<f64>,
    ) -> Self {
        let n = variations.count();
        let (rows, spins) = Rows::in_joints(&variations, (states, numbers));
        Self {
            spins,
            variations: Some(variations),
            ..Self::of_rows(rows, n, sizes)
        }
    }

    /// So many positions are among the unknowns.
    fn of_rows(reduced: Rows, n: usize, sizes: Vec<f64>) -> Self {
        // Lengths and angles, their rates, each extra state but the work of the forces.
        let moving = [0..n, n..2 * n];
        let extra = (2 * n..reduced.numbers.start).map(|k| k..k + 1);
        Self {
            rows: Vec::new(),
            carriers: Default::default(),
            spread: STAGES.map(carom_solve::variation::nodes),
            steepness: f64::INFINITY,
            spins: Vec::new(),
            kinds: moving
                .into_iter()
                .filter(|k| !k.is_empty())
                .chain(extra)
                .collect(),
            sizes,
            whole: Vec::new(),
            jacobians: Vec::new(),
            by_numbers: Vec::new(),
            nodes: Vec::new(),
            variations: None,
            y: Vec::new(),
            dy: Vec::new(),
            f: Vec::new(),
            may_keep: 0,
            reduced,
        }
    }

    /// The most unknowns that are solved for together in the coordinates of joints, at a stage.
    pub fn coupled(&self) -> usize {
        let places = self.variations.as_ref().map_or(0, Variations::count);
        let entries: Vec<_> = self.reduced.pattern.entries().collect();
        carom_solve::variation::most_coupled((self.reduced.pattern.n, places), &entries)
    }

    /// The slopes, in the coordinates of joints.
    pub fn variations(&self) -> Option<&Variations> {
        self.variations.as_ref()
    }

    /// Fits these equations to the rows that hold.
    fn fit(&mut self, model: &Equations) {
        if self.variations.is_none() && self.rows != model.system.rows {
            let may_keep = self.may_keep;
            *self = Self::new(model);
            self.may_keep = may_keep;
        }
    }

    /// The method with the fewest stages whose error over this length is likely to be below `error`.
    fn choose(&self, h: f64, error: f64) -> usize {
        let rate = ROUGHER * self.steepness * h;
        let last = STAGES.len() - 1;
        let is_enough = |k: &usize| local_error(STAGES[*k], rate) <= error;
        (0..last).find(is_enough).unwrap_or(last)
    }

    /// Takes columns over the part of a step up to `until`, in parts so short that the local error stays below `error`; the parts. `corners`: where coefficients have some; `ends`: whether a
    /// power pᵉ may end there.
    pub fn advance(
        &mut self,
        (motion, model): (&Motion<'_>, &mut Equations),
        (until, corners, ends): (f64, &[f64], bool),
        (columns, x): (&mut [Column], &mut [Change]),
        error: f64,
    ) -> Result<Vec<Part>, Fault> {
        if x.is_empty() {
            return Ok(Vec::new());
        }
        self.fit(model);
        let step = motion.step;
        self.y.resize(step.y0.len(), 0.0);
        self.dy.resize(step.y0.len(), 0.0);
        let begins = motion.of.power_begins(step.t0);
        if begins || ends {
            self.steepness = f64::INFINITY;
        }
        let mut parts = Vec::new();
        let mut from = step.t0;
        for (to, pace) in breaks([step.t0, until], begins, ends, corners, error) {
            let stretch = ([from, to], pace, error);
            let moving = (&mut *columns, &mut *x);
            self.stretch((motion, model), stretch, moving, &mut parts)?;
            from = to;
        }
        Ok(parts)
    }

    /// Takes columns over a stretch of a step, in parts so short that the local error stays below `error`.
    fn stretch(
        &mut self,
        (motion, model): (&Motion<'_>, &mut Equations),
        ([from, until], pace, error): ([f64; 2], Pace, f64),
        (columns, x): (&mut [Column], &mut [Change]),
        parts: &mut Vec<Part>,
    ) -> Result<(), Fault> {
        let (mut t, mut h, mut halvings) = (from, until - from, 0);
        // What a part showed that was halved. Of one half as long it is half of that, but where it is rounding.
        let mut shown = f64::INFINITY;
        while t < until {
            let end = if t + 1.5 * h >= until { until } else { t + h };
            let pace = match pace {
                Pace::Begin(_) if t > from => Pace::Even,
                Pace::End(_) if end < until => Pace::Even,
                pace => pace,
            };
            // Friction of joints goes through its creep in a part of a step, which the steepness does not tell.
            let is_even = pace == Pace::Even && motion.of.system.frictions.is_empty();
            let method = match is_even {
                true => self.choose(end - t, error),
                false => STAGES.len() - 1,
            };
            let before = x.to_vec();
            let nodes = self.spread[method].iter().map(|c| {
                let (share, _) = pace.at(*c);
                let at = if share == 1.0 {
                    end
                } else {
                    t + share * (end - t)
                };
                motion.step.interpolate(at, &mut self.y, &mut self.dy);
                (at, (motion.read)(at, &self.y))
            });
            let mut part = Part {
                method,
                pace,
                ends: [t, end],
                nodes: nodes.collect(),
                linear: None,
            };
            self.linearize(model, &part)?;
            let rate = self.carry(motion.of, &part, (&mut *columns, &mut *x))?;
            let is_rounding = rate > RESOLVED * shown;
            let is_last = method + 1 == STAGES.len();
            self.steepness = rate / (end - t);
            if local_error(STAGES[method], rate) > error && !is_rounding {
                if !is_last {
                    x.clone_from_slice(&before);
                    self.steepness = f64::INFINITY;
                    continue;
                }
                if halvings < HALVINGS {
                    x.clone_from_slice(&before);
                    (h, halvings, shown) = (0.5 * (end - t), halvings + 1, rate);
                    continue;
                }
            }
            let numbers = self.jacobians.len() + self.by_numbers.len();
            if numbers <= self.may_keep {
                self.may_keep -= numbers;
                part.linear = Some([self.jacobians.clone(), self.by_numbers.clone()]);
            }
            parts.push(part);
            t = end;
        }
        Ok(())
    }

    /// The equations of X over a part: Jacobians at its nodes, factors.
    fn linearize(&mut self, model: &mut Equations, part: &Part) -> Result<(), Fault> {
        self.nodes.clear();
        self.jacobians.clear();
        self.by_numbers.clear();
        let mut by_joints = Vec::new();
        for (t, at) in &part.nodes {
            match at {
                At::Bodies(state) => {
                    let node = self.node(model, *t, state)?;
                    self.nodes.push(node);
                    self.keep_entries();
                }
                At::Joints(inputs) => by_joints.push(&inputs[..]),
            }
        }
        self.nodes_in_joints(&by_joints);
        self.factor_in_hand(part)
    }

    /// The matrices of a part whose Jacobians are there, factored.
    fn factor_in_hand(&mut self, part: &Part) -> Result<(), Fault> {
        let jacobians = std::mem::take(&mut self.jacobians);
        let factored = self.factor(part, &jacobians);
        self.jacobians = jacobians;
        factored
    }

    /// The matrices of a part, factored: those of independent coordinates where there are few of them and they serve.
    fn factor(&mut self, part: &Part, jacobians: &[f64]) -> Result<(), Fault> {
        let (rows, sizes) = (&self.reduced, &self.sizes);
        let stages = STAGES[part.method];
        let carrier = self.carriers[part.method].get_or_insert_with(|| Carrier {
            general: None,
            decoupled: self.variations.as_ref().map(|variations| {
                let entries: Vec<_> = rows.pattern.entries().collect();
                Decoupled::new(stages, (rows.pattern.n, variations.count()), &entries)
            }),
            independent: rows.shape.map(|shape| {
                let equations = (&rows.mass, &rows.pattern);
                Independent::new(stages, shape, equations, &rows.places, sizes)
            }),
            is_special: false,
        });
        let rates = part.rates(&self.spread[part.method]);
        let clock = part.clock(&rates);
        let special = match (&mut carrier.decoupled, &mut carrier.independent) {
            (Some(own), _) => own.factor(&clock, jacobians),
            (_, Some(own)) => own.factor(&clock, jacobians),
            _ => Err(Singular { column: 0, row: 0 }),
        };
        carrier.is_special = special.is_ok();
        if carrier.is_special {
            return Ok(());
        }
        let general = carrier.general.get_or_insert_with(|| {
            Variation::new(stages, &rows.mass, &rows.pattern, rows.unused())
        });
        general.factor(&clock, jacobians).map_err(|_| singular())
    }

    /// Columns over a part whose equations are there; the largest `hλ`.
    fn carry(
        &mut self,
        of: &Equations,
        part: &Part,
        (columns, x): (&mut [Column], &mut [Change]),
    ) -> Result<f64, Fault> {
        let rates = part.rates(&self.spread[part.method]);
        let clock = part.clock(&rates);
        let together = self.carriers[part.method].as_ref();
        if together.is_some_and(|c| c.is_special && c.decoupled.is_some()) {
            return self.carry_together(part, (columns, x));
        }
        let n = self.reduced.pattern.n;
        let mut rate: f64 = 0.0;
        let mut u = vec![0.0; n];
        for (column, x) in columns.iter_mut().zip(x) {
            let g = self.sources(Moment::of(of), column, x)?;
            u.fill(0.0);
            u.iter_mut()
                .zip(self.reduced.moving(x))
                .for_each(|(u, x)| *u = x);
            let scales = Scales {
                kinds: &self.kinds,
                sizes: &self.sizes,
                least: &[column.least(x, &self.sizes)],
            };
            let carrier = self.carriers[part.method].as_mut().ok_or_else(singular)?;
            let found = carrier.step(&clock, &self.jacobians, &g, &mut u, &scales);
            rate = rate.max(found);
            self.reduced.put(u.iter().copied(), x);
            if !x.0.iter().all(|x| x.is_finite()) {
                return Err(singular());
            }
        }
        Ok(rate)
    }

    /// The same of all columns at once, beside each other in each row, where numbers of functions are all that parameters move.
    fn carry_together(
        &mut self,
        part: &Part,
        (columns, x): (&[Column], &mut [Change]),
    ) -> Result<f64, Fault> {
        let (n, count) = (self.reduced.pattern.n, x.len());
        let mut u = vec![0.0; n * count];
        for (k, x) in x.iter().enumerate() {
            let own = u[k..].iter_mut().step_by(count);
            own.zip(self.reduced.moving(x)).for_each(|(u, x)| *u = x);
        }
        let g = self.sources_together(x);
        let each = columns.iter().zip(&*x);
        let least: Vec<f64> = each.map(|(c, x)| c.least(x, &self.sizes)).collect();
        let scales = Scales {
            kinds: &self.kinds,
            sizes: &self.sizes,
            least: &least,
        };
        let carrier = self.carriers[part.method].as_ref();
        let own = carrier.and_then(|c| c.decoupled.as_ref());
        let own = own.ok_or_else(singular)?;
        let rate = own.step(&self.jacobians, &g, (&mut u, count), &scales);
        if !u.iter().all(|x| x.is_finite()) {
            return Err(singular());
        }
        for (k, x) in x.iter_mut().enumerate() {
            let own = u[k..].iter().step_by(count).copied();
            self.reduced.put(own, x);
        }
        Ok(rate)
    }

    /// What columns of numbers give at all nodes, for all columns of X.
    fn sources_together(&self, x: &[Change]) -> Vec<f64> {
        let (numbers, count) = (&self.reduced.numbers, x.len());
        let moved: Vec<f64> = numbers
            .clone()
            .flat_map(|k| x.iter().map(move |x| x.0[k]))
            .collect();
        if moved.iter().all(|x| *x == 0.0) {
            return Vec::new();
        }
        let (size, entries) = (self.reduced.rows.len(), &self.reduced.by_numbers);
        let nodes = self.by_numbers.chunks_exact(entries.len().max(1));
        let mut g = vec![0.0; nodes.len() * size * count];
        for (g, values) in g.chunks_exact_mut(size * count).zip(nodes) {
            for ((row, number, _), value) in entries.iter().zip(values) {
                let of_number = &moved[number * count..][..count];
                let own = g[row * count..][..count].iter_mut().zip(of_number);
                own.for_each(|(g, x)| *g += value * x);
            }
        }
        g
    }

    /// Gradients by the state at the end of a part back to its start, each with those by parameters, of which `rest` move more than numbers of functions.
    pub fn back(
        &mut self,
        (moment, model): (Moment<'_>, &mut Equations),
        part: &Part,
        rest: &mut [Option<&mut Column>],
        each: &mut [(&mut Change, &mut [f64])],
    ) -> Result<(), Fault> {
        self.fit(model);
        let differs = rest.iter().any(Option::is_some);
        match &part.linear {
            Some([jacobians, by_numbers]) if !differs => {
                self.jacobians.clone_from(jacobians);
                self.by_numbers.clone_from(by_numbers);
                self.factor_in_hand(part)?;
            }
            _ => self.linearize(model, part)?,
        }
        let rates = part.rates(&self.spread[part.method]);
        let clock = part.clock(&rates);
        let mut sources = Vec::new();
        for (k, column) in rest.iter_mut().enumerate() {
            let Some(column) = column else { continue };
            let mut g = Vec::new();
            self.add_differences(moment, column, &mut g)?;
            sources.push((k, g));
        }
        let n = self.reduced.pattern.n;
        let mut u = vec![0.0; n];
        for (by_state, by_parameters) in each {
            u.fill(0.0);
            let moving = self.reduced.moving(by_state);
            u.iter_mut().zip(moving).for_each(|(u, x)| *u = x);
            let carrier = self.carriers[part.method].as_mut().ok_or_else(singular)?;
            let by_g = carrier.step_back(&clock, &self.jacobians, &mut u);
            let first = self.reduced.numbers.start;
            let count = self.reduced.by_numbers.len();
            if count > 0 {
                let nodes = by_g.chunks_exact(self.reduced.rows.len());
                for (w, values) in nodes.zip(self.by_numbers.chunks_exact(count)) {
                    for ((row, number, _), value) in self.reduced.by_numbers.iter().zip(values) {
                        by_state.0[first + number] += value * w[*row];
                    }
                }
            }
            for (k, g) in &sources {
                by_parameters[*k] += by_g.iter().zip(g).map(|(w, g)| w * g).sum::<f64>();
            }
            self.reduced.put(u.iter().copied(), by_state);
            if !by_state.0.iter().all(|x| x.is_finite()) {
                return Err(singular());
            }
        }
        Ok(())
    }

    /// The Jacobian at a state.
    fn node(&mut self, model: &mut Equations, t: f64, state: &State) -> Result<Node, Fault> {
        let mut y = state.enter(model, t);
        model.look(t, &y)?;
        model.accelerations()?;
        let a = model.kkt.a.clone();
        let nd = model.system.differential();
        let system = std::sync::Arc::clone(&model.system);
        for (y, row) in y[nd..].iter_mut().zip(&system.rows) {
            *y = model.multipliers()[*row];
        }
        model.jacobian(t, &y, &mut self.whole)?;
        for &(at, b, w, factor) in &self.spins {
            self.whole[at] += factor * model.now.bodies[b].w[w];
        }
        let state = state.clone();
        Ok(Node { t, state, y, a })
    }

    /// Of each node the slopes where the inputs of their program say, then a one for `δq' = δv` and the entries of `−ω×`: as [`Rows::in_joints`] counts them.
    fn nodes_in_joints(&mut self, nodes: &[&[f64]]) {
        let Some(variations) = &mut self.variations else {
            return;
        };
        let mut slopes = Vec::new();
        variations.run(nodes, &mut slopes);
        let count = variations.len();
        for (k, inputs) in nodes.iter().enumerate() {
            self.whole.clear();
            self.whole.extend(&slopes[k * count..(k + 1) * count]);
            self.whole.push(1.0);
            // The time comes first.
            let of_spins = self.spins.iter();
            self.whole
                .extend(of_spins.map(|(_, _, w, factor)| factor * inputs[1 + w]));
            self.keep_entries();
        }
    }

    /// Keeps the entries of a node that the equations of X have.
    fn keep_entries(&mut self) {
        let kept = self.reduced.kept.iter().map(|at| self.whole[*at]);
        self.jacobians.extend(kept);
        let by_numbers = self.reduced.by_numbers.iter();
        self.by_numbers
            .extend(by_numbers.map(|(_, _, at)| self.whole[*at]));
    }

    /// What does not depend on the unknowns that move: columns of numbers, and what else a parameter moves.
    fn sources(
        &mut self,
        moment: Moment<'_>,
        column: &mut Column,
        x: &Change,
    ) -> Result<Vec<f64>, Fault> {
        let numbers = &x.0[self.reduced.numbers.clone()];
        let size = self.reduced.rows.len();
        let mut g = Vec::new();
        if numbers.iter().any(|x| *x != 0.0) {
            let count = self.reduced.by_numbers.len();
            g.resize(self.by_numbers.len() / count.max(1) * size, 0.0);
            let nodes = g.chunks_exact_mut(size);
            for (g, values) in nodes.zip(self.by_numbers.chunks_exact(count.max(1))) {
                for ((row, number, _), value) in self.reduced.by_numbers.iter().zip(values) {
                    g[*row] += value * numbers[*number];
                }
            }
        }
        self.add_differences(moment, column, &mut g)?;
        Ok(g)
    }

    /// `f_p − M_p·y'` at all nodes by differences between models, where there are such. With the differences D₁ and D₂ over ±δ and ±2δ, `(D₂ − D₁)/3 = δ²·f‴/6`; what the order leaves of
    /// `(4·D₁ − D₂)/3` is 6/5 of the square of that, relative to f', for a sine of the parameter.
    fn add_differences(
        &mut self,
        moment: Moment<'_>,
        column: &mut Column,
        g: &mut Vec<f64>,
    ) -> Result<(), Fault> {
        let Some(variants) = &mut column.variants else {
            return Ok(());
        };
        let n = variants.models[0].system.mechanism.positions;
        let size = self.f.len();
        let (nodes, f) = (&self.nodes, &mut self.f);
        let found = variants.slopes(Some(size), &mut |other, _| {
            moment.enter(other);
            let mut all = Vec::with_capacity(nodes.len() * size);
            for node in nodes {
                node.state.enter(other, node.t);
                other.rhs(node.t, &node.y, f)?;
                other.take_inertia(&node.a, &mut f[n..2 * n]);
                all.extend_from_slice(f);
            }
            Ok(all)
        })?;
        let slopes = &found.slopes;
        let is_crossed = |k: usize| found.crossed.get(k).is_some_and(|c| *c);
        let smooth = (0..slopes.len()).filter(|k| !is_crossed(*k));
        let (mut slope, mut apart) = (0.0f64, 0.0f64);
        for k in smooth {
            slope = slope.max(slopes[k].abs());
            apart = apart.max(found.apart[k].abs());
        }
        if slope > column.steepest {
            column.steepest = slope;
            column.left = 1.2 * (apart / (3.0 * slope)).powi(2);
        }
        for (k, slope) in slopes.iter().enumerate() {
            let time = time_of(nodes, k / size);
            let off = match is_crossed(k) {
                true => left_by_order(found.apart[k], *slope),
                false => 0.0,
            };
            column.crossed[0] += time * off;
            column.crossed[1] += time * slope.abs();
        }
        let moving = self.reduced.rows.len();
        g.resize(self.nodes.len() * moving, 0.0);
        for (g, slopes) in g.chunks_exact_mut(moving).zip(slopes.chunks_exact(size)) {
            for (g, row) in g.iter_mut().zip(&self.reduced.rows) {
                *g += slopes[*row];
            }
        }
        Ok(())
    }
}

impl Part {
    /// How fast time runs at nodes spread like this.
    fn rates(&self, spread: &[f64]) -> Vec<f64> {
        let rate = |c: &f64| self.pace.at(*c).1.max(SLOWEST);
        spread.iter().map(rate).collect()
    }

    fn clock<'a>(&self, rates: &'a [f64]) -> Clock<'a> {
        let length = self.ends[1] - self.ends[0];
        Clock { length, rates }
    }
}

impl Carrier {
    fn step(
        &mut self,
        clock: &Clock<'_>,
        jacobians: &[f64],
        g: &[f64],
        u: &mut [f64],
        scales: &Scales<'_>,
    ) -> f64 {
        match (&mut self.independent, &mut self.general) {
            (Some(own), _) if self.is_special => own.step(clock, jacobians, g, u, scales),
            (_, Some(general)) => general.step(clock, jacobians, g, u, scales),
            _ => 0.0,
        }
    }

    fn step_back(&mut self, clock: &Clock<'_>, jacobians: &[f64], u: &mut [f64]) -> Vec<f64> {
        match (&self.decoupled, &mut self.independent, &mut self.general) {
            (Some(own), ..) if self.is_special => own.step_back(jacobians, u),
            (_, Some(own), _) if self.is_special => own.step_back(clock, jacobians, u),
            (.., Some(general)) => general.step_back(clock, jacobians, u),
            _ => Vec::new(),
        }
    }
}

/// The time that a node stands for: to the middle between it and the next ones.
fn time_of(nodes: &[Node], k: usize) -> f64 {
    let t = |k: usize| nodes[k.min(nodes.len() - 1)].t;
    0.5 * (t(k + 1) - t(k.saturating_sub(1)))
}

/// The ends of the stretches of an interval, and how time runs over each: next to the begin or the end of a power pᵉ as [`GRADES`] tells.
/// Corners divide stretches too.
fn breaks(
    [a, b]: [f64; 2],
    begins: bool,
    ends: bool,
    corners: &[f64],
    error: f64,
) -> Vec<(f64, Pace)> {
    let length = b - a;
    let most = if begins && ends { 0.5 } else { 1.0 };
    let grade = GRADES.iter().find(|g| error >= g.0);
    let &(_, first, growth, power) = grade.unwrap_or(&GRADES[GRADES.len() - 1]);
    // from the place of the power
    let mut shares = Vec::new();
    let (mut share, mut width) = (first, first);
    while share < most * 0.75 {
        shares.push(share);
        width *= growth;
        share += width;
    }
    shares.push(most);
    let mut all = Vec::new();
    if begins {
        let each = shares.iter().enumerate();
        let pace = |k: usize| {
            if k == 0 {
                Pace::Begin(power)
            } else {
                Pace::Even
            }
        };
        all.extend(each.map(|(k, share)| (a + share * length, pace(k))));
    }
    if ends {
        let nearer = shares[..shares.len() - 1].iter().rev();
        all.extend(nearer.map(|share| (b - share * length, Pace::Even)));
        all.push((b, Pace::End(power)));
    }
    match all.last_mut() {
        Some(last) => last.0 = b,
        None => all.push((b, Pace::Even)),
    }
    for corner in corners {
        let at = all.partition_point(|(end, _)| end < corner);
        if all[at].0 > *corner {
            // The place of a power stays at the end of a stretch that it is at.
            let (before, behind) = match all[at].1 {
                Pace::End(m) => (Pace::Even, Pace::End(m)),
                pace => (pace, Pace::Even),
            };
            all[at].1 = behind;
            all.insert(at, (*corner, before));
        }
    }
    all
}

/// Whether a power pᵉ may end in a state: a guard is zero there.
pub(super) fn power_ends(model: &mut Equations, t: f64, state: &State) -> Result<bool, Fault> {
    let (y, rates) = rates_of(model, t, state)?;
    let mut guards = vec![Guard::IDLE; model.guard_count()];
    model.guards(t, &y, &rates.0, &mut guards)?;
    let is_zero = |g: &Guard| g.value.abs() <= NEAR_ZERO * g.tolerance;
    Ok(guards.iter().any(is_zero))
}

fn singular() -> Fault {
    Fault {
        message: "the variations of this step have no solution".into(),
    }
}
