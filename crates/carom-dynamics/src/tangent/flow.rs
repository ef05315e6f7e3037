//! X over a step.
//!
//! The variations of `M·y' = f(t, y)` with `y = [q, v, x | λ, μ]` (see [`crate::equations`]) solve `M·u' = f_y·u + f_p`, with constraints of positions and of
//! velocities among the rows: by collocation ([`carom_solve::variation`]) X meets both at the end of each step. f_y is exact, from the tapes of the functions; its
//! entries belong to charts whose origin is the state at the node. For small turns on body axes, `δφ' = δω − ω×δφ`, while a rotation vector at its origin
//! has `δθ' = δω − ω×δθ/2`: the matrix takes the difference.
//!
//! f_p, and `M_p·y'` where the parameter is of a mass, come by differences between models with other values of the parameter.

use super::jump::rates_of;
use super::state::{Change, State};
use super::{AT, Column, Moment, WEIGHTS, follow};
use crate::equations::Equations;
use crate::system::ExtraState;
use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::variation::{Scales, Variation};
use carom_solve::{Fault, Guard, Problem, Step};
use std::ops::Range;

/// Stages of the methods that X is carried with.
const STAGES: [usize; 3] = [3, 5, 7];
/// The next part may look so much rougher than the last one.
const ROUGHER: f64 = 1.3;

/// Of this part of what a part of twice the length showed it is not halved.
const RESOLVED: f64 = 0.75;
/// The first part behind the begin of a power pᵉ, of the step: what it errs by is of the order of its length to the power of e, for e = 1.2 2e-9 of that of the step.
const GRADED: f64 = 1.0 / 16_777_216.0;
/// The next ones are so much longer each. On a part from l to 3·l the polynomials of a function with a branch point at 0 converge as 3.7⁻ˢ; with four times they would as 2.6⁻ˢ.
const GROWTH: f64 = 2.0;
/// A guard this near to zero, in its tolerances, falls there.
const NEAR_ZERO: f64 = 16.0;
/// How often a step is halved.
const HALVINGS: u32 = 12;

/// The equations of X: those of the model without the rows and columns of numbers that do not change ([`ExtraState::Number`]), which are sources, and with the constraints of velocities alone:
/// X meets those of positions at the start and at events, and with their rates between.
struct Reduced {
    pattern: Pattern,
    mass: Matrix,
    /// Rows of the model.
    rows: Vec<usize>,
    /// Places in the Jacobian of the model.
    kept: Vec<usize>,
    /// Columns of numbers: row here, number, place in the Jacobian of the model.
    by_numbers: Vec<(usize, usize, usize)>,
    /// Unknowns of numbers.
    numbers: Range<usize>,
}

impl Reduced {
    fn new(e: &Equations) -> Self {
        let system = &e.system;
        let is_number = |s: &&ExtraState| matches!(s, ExtraState::Number(_));
        let count = system.states.iter().filter(is_number).count();
        let (nd, m) = (system.differential(), system.rows.len());
        let numbers = nd - 1 - count..nd - 1;
        // Of a row that is one of velocities by itself, the other says that its second multiplier is zero.
        let mut of_rates = vec![true; m];
        for c in system.constraints.iter().filter(|c| !c.is_holonomic()) {
            for row in c.first_row..c.first_row + c.rows() {
                if let Ok(k) = system.rows.binary_search(&row) {
                    of_rates[k] = false;
                }
            }
        }
        let of_row = (0..m).map(|k| if of_rates[k] { nd + m + k } else { nd + k });
        let states = (0..nd).filter(|k| !numbers.contains(k));
        let rows: Vec<usize> = states.clone().chain(of_row).collect();
        let columns: Vec<usize> = states.chain(nd..nd + m).collect();
        let place = |all: &[usize]| {
            let mut place = vec![None; e.dimension()];
            all.iter()
                .enumerate()
                .for_each(|(k, at)| place[*at] = Some(k));
            place
        };
        let (row_of, column_of) = (place(&rows), place(&columns));
        let (mut found, mut by_numbers) = (Vec::new(), Vec::new());
        for (at, (r, c)) in e.pattern_of_jacobian().entries().enumerate() {
            match (row_of[r], column_of[c]) {
                (Some(r), Some(c)) => found.push(((c, r), at)),
                (Some(r), None) if numbers.contains(&c) => {
                    by_numbers.push((r, c - numbers.start, at));
                }
                _ => {}
            }
        }
        // in the order of the new pattern
        found.sort_unstable();
        let entries = found.iter().map(|((c, r), _)| (*r, *c));
        let mass = e.mass();
        let of_mass = mass.pattern.entries().zip(&mass.values);
        let of_mass = of_mass.filter_map(|((r, c), m)| Some((row_of[r]?, column_of[c]?, *m)));
        let n = rows.len();
        Self {
            pattern: Pattern::from_entries(n, entries),
            mass: Matrix::from_entries(n, &of_mass.collect::<Vec<_>>()),
            kept: found.into_iter().map(|(_, at)| at).collect(),
            rows,
            by_numbers,
            numbers,
        }
    }

    /// The unknowns that move, of a change.
    fn take(&self, x: &Change, u: &mut [f64]) {
        let Range { start, end } = self.numbers;
        u[..start].copy_from_slice(&x.0[..start]);
        u[start] = x.0[end];
    }

    /// The same back.
    fn put(&self, u: &[f64], x: &mut Change) {
        let Range { start, end } = self.numbers;
        x.0[..start].copy_from_slice(&u[..start]);
        x.0[end] = u[start];
    }
}

/// What carries X over steps; its matrices fit one choice of rows.
pub(super) struct Flow {
    rows: Vec<usize>,
    reduced: Reduced,
    /// One for each of [`STAGES`], made when it is first needed.
    variations: [Option<Variation>; STAGES.len()],
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
    y: Vec<f64>,
    dy: Vec<f64>,
    f: Vec<f64>,
}

struct Node {
    t: f64,
    state: State,
    y: Vec<f64>,
    a: Vec<f64>,
}

/// A part of a step over which X is carried at once.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Which of [`STAGES`].
    method: usize,
    pub ends: [f64; 2],
    /// Times and states of the nodes.
    pub nodes: Vec<(f64, State)>,
}

impl Flow {
    pub fn new(e: &Equations) -> Self {
        let system = &e.system;
        let pattern = e.pattern_of_jacobian();
        let n = system.positions;
        let mut spins = Vec::new();
        for (b, data) in system.bodies.iter().enumerate().filter(|(_, d)| d.turns) {
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
        let reduced = Reduced::new(e);
        // Lengths and angles, their rates, each extra state but the work of the forces.
        let moving = [0..n, n..2 * n];
        let extra = (2 * n..reduced.numbers.start).map(|k| k..k + 1);
        Self {
            rows: system.rows.clone(),
            variations: Default::default(),
            steepness: f64::INFINITY,
            spins,
            kinds: moving
                .into_iter()
                .filter(|k| !k.is_empty())
                .chain(extra)
                .collect(),
            sizes: (0..system.differential())
                .map(|k| e.size_of_unknown(k))
                .collect(),
            whole: vec![0.0; pattern.len()],
            jacobians: Vec::new(),
            by_numbers: Vec::new(),
            nodes: Vec::new(),
            y: Vec::new(),
            dy: Vec::new(),
            f: vec![0.0; e.dimension()],
            reduced,
        }
    }

    /// Fits these equations to the rows that hold.
    fn fit(&mut self, model: &Equations) {
        if self.rows != model.system.rows {
            *self = Self::new(model);
        }
    }

    fn variation(&mut self, method: usize) -> &mut Variation {
        let reduced = &self.reduced;
        self.variations[method]
            .get_or_insert_with(|| Variation::new(STAGES[method], &reduced.mass, &reduced.pattern))
    }

    /// The method with the fewest stages whose error over this length is likely to be below `error`.
    fn choose(&mut self, h: f64, error: f64) -> usize {
        let rate = ROUGHER * self.steepness * h;
        let last = STAGES.len() - 1;
        let is_enough = |k: &usize| self.variation(*k).error(rate) <= error;
        (0..last).find(is_enough).unwrap_or(last)
    }

    /// Takes columns over the part of a step up to `until`, in parts so short that the local error stays below `error`; the parts.
    pub fn advance(
        &mut self,
        (of, model): (&Equations, &mut Equations),
        widen: &dyn Fn(State) -> State,
        step: &Step<'_>,
        until: f64,
        (columns, x): (&mut [Column], &mut [Change]),
        error: f64,
    ) -> Result<Vec<Part>, Fault> {
        if x.is_empty() {
            return Ok(Vec::new());
        }
        follow(of, model);
        self.fit(model);
        self.y.resize(step.y0.len(), 0.0);
        self.dy.resize(step.y0.len(), 0.0);
        let begins = of.power_begins(step.t0);
        let ends = of.powers_act() && self.power_ends(of, model, widen, step, until)?;
        if begins || ends {
            self.steepness = f64::INFINITY;
        }
        let mut parts = Vec::new();
        let mut from = step.t0;
        for to in breaks([step.t0, until], begins, ends) {
            let is_graded = begins || ends;
            let stretch = ([from, to], is_graded, error);
            self.stretch(
                (of, model),
                widen,
                step,
                stretch,
                (&mut *columns, &mut *x),
                &mut parts,
            )?;
            from = to;
        }
        Ok(parts)
    }

    /// Whether a power pᵉ may end at the end of this stretch: a guard is zero there.
    fn power_ends(
        &mut self,
        of: &Equations,
        model: &mut Equations,
        widen: &dyn Fn(State) -> State,
        step: &Step<'_>,
        until: f64,
    ) -> Result<bool, Fault> {
        step.interpolate(until, &mut self.y, &mut self.dy);
        let state = widen(State::at(of, &self.y));
        let (y, rates) = rates_of(model, until, &state)?;
        let mut guards = vec![Guard::IDLE; model.guard_count()];
        model.guards(until, &y, &rates.0, &mut guards)?;
        let is_zero = |g: &Guard| g.value.abs() <= NEAR_ZERO * g.tolerance;
        Ok(guards.iter().any(is_zero))
    }

    /// Takes columns over a stretch of a step, in parts so short that the local error stays below `error`.
    fn stretch(
        &mut self,
        (of, model): (&Equations, &mut Equations),
        widen: &dyn Fn(State) -> State,
        step: &Step<'_>,
        ([from, until], is_graded, error): ([f64; 2], bool, f64),
        (columns, x): (&mut [Column], &mut [Change]),
        parts: &mut Vec<Part>,
    ) -> Result<(), Fault> {
        let (mut t, mut h, mut halvings) = (from, until - from, 0);
        // What a part showed that was halved. Of one half as long it is half of that, but where it is rounding.
        let mut shown = f64::INFINITY;
        while t < until {
            let end = if t + 1.5 * h >= until { until } else { t + h };
            let method = match is_graded {
                true => STAGES.len() - 1,
                false => self.choose(end - t, error),
            };
            let before = x.to_vec();
            let stages = self.variation(method).nodes().to_vec();
            let nodes = stages.into_iter().map(|c| {
                let at = if c == 1.0 { end } else { t + c * (end - t) };
                step.interpolate(at, &mut self.y, &mut self.dy);
                (at, widen(State::at(of, &self.y)))
            });
            let part = Part {
                method,
                ends: [t, end],
                nodes: nodes.collect(),
            };
            self.linearize(model, &part)?;
            let rate = self.carry(of, model, &part, (&mut *columns, &mut *x))?;
            let is_rounding = rate > RESOLVED * shown;
            let is_last = method + 1 == STAGES.len();
            self.steepness = rate / (end - t);
            if self.variation(method).error(rate) > error && !is_rounding {
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
        for (t, state) in &part.nodes {
            let node = self.node(model, *t, state)?;
            self.nodes.push(node);
        }
        let h = part.ends[1] - part.ends[0];
        let jacobians = std::mem::take(&mut self.jacobians);
        let factored = self.variation(part.method).factor(h, &jacobians);
        self.jacobians = jacobians;
        factored.map_err(|_| singular())
    }

    /// Columns over a part whose equations are there; the largest `hλ`.
    fn carry(
        &mut self,
        of: &Equations,
        model: &Equations,
        part: &Part,
        (columns, x): (&mut [Column], &mut [Change]),
    ) -> Result<f64, Fault> {
        let h = part.ends[1] - part.ends[0];
        let n = self.reduced.pattern.n;
        let mut rate: f64 = 0.0;
        let mut u = vec![0.0; n];
        for (column, x) in columns.iter_mut().zip(x) {
            let g = self.sources(Moment::of(of), column, x)?;
            u.fill(0.0);
            self.reduced.take(x, &mut u);
            let scales = Scales {
                kinds: &self.kinds,
                sizes: &self.sizes,
                least: column.least(x, model),
            };
            let variation = self.variations[part.method].as_mut().ok_or_else(singular)?;
            let found = variation.step(h, &self.jacobians, &g, &mut u, &scales);
            rate = rate.max(found);
            self.reduced.put(&u, x);
            if !x.0.iter().all(|x| x.is_finite()) {
                return Err(singular());
            }
        }
        Ok(rate)
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
        self.linearize(model, part)?;
        let h = part.ends[1] - part.ends[0];
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
            self.reduced.take(by_state, &mut u);
            let variation = self.variations[part.method].as_mut().ok_or_else(singular)?;
            let by_g = variation.step_back(h, &self.jacobians, &mut u);
            let first = self.reduced.numbers.start;
            let count = self.reduced.by_numbers.len();
            if count > 0 {
                let nodes = by_g.chunks_exact(n);
                for (w, values) in nodes.zip(self.by_numbers.chunks_exact(count)) {
                    for ((row, number, _), value) in self.reduced.by_numbers.iter().zip(values) {
                        by_state.0[first + number] += value * w[*row];
                    }
                }
            }
            for (k, g) in &sources {
                by_parameters[*k] += by_g.iter().zip(g).map(|(w, g)| w * g).sum::<f64>();
            }
            self.reduced.put(&u, by_state);
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
        let kept = self.reduced.kept.iter().map(|at| self.whole[*at]);
        self.jacobians.extend(kept);
        let by_numbers = self.reduced.by_numbers.iter();
        self.by_numbers
            .extend(by_numbers.map(|(_, _, at)| self.whole[*at]));
        let state = state.clone();
        Ok(Node { t, state, y, a })
    }

    /// What does not depend on the unknowns that move: columns of numbers, and what else a parameter moves.
    fn sources(
        &mut self,
        moment: Moment<'_>,
        column: &mut Column,
        x: &Change,
    ) -> Result<Vec<f64>, Fault> {
        let numbers = &x.0[self.reduced.numbers.clone()];
        let size = self.reduced.pattern.n;
        let mut g = Vec::new();
        if numbers.iter().any(|x| *x != 0.0) {
            g.resize(self.nodes.len() * size, 0.0);
            let count = self.reduced.by_numbers.len();
            let nodes = g.chunks_exact_mut(size);
            for (g, values) in nodes.zip(self.by_numbers.chunks_exact(count)) {
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
        let n = variants.models[0].system.positions;
        let size = self.f.len();
        let mut slopes = vec![0.0; self.nodes.len() * size];
        // D₂ − D₁
        let mut apart = slopes.clone();
        for ((at, weight), other) in AT.iter().zip(WEIGHTS).zip(&mut variants.models) {
            moment.enter(other);
            let doubled = if at.abs() > 1.0 { 0.5 } else { -1.0 };
            let of_apart = at.signum() * doubled / (2.0 * variants.change);
            let factor = weight / variants.change;
            let each = slopes
                .chunks_exact_mut(size)
                .zip(apart.chunks_exact_mut(size));
            for (node, (slope, apart)) in self.nodes.iter().zip(each) {
                node.state.enter(other, node.t);
                other.rhs(node.t, &node.y, &mut self.f)?;
                other.take_inertia(&node.a, &mut self.f[n..2 * n]);
                for ((slope, apart), f) in slope.iter_mut().zip(apart).zip(&self.f) {
                    *slope += factor * f;
                    *apart += of_apart * f;
                }
            }
        }
        let most = |of: &[f64]| of.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let (slope, apart) = (most(&slopes), most(&apart));
        if slope > column.steepest {
            column.steepest = slope;
            column.left = 1.2 * (apart / (3.0 * slope)).powi(2);
        }
        let moving = self.reduced.pattern.n;
        g.resize(self.nodes.len() * moving, 0.0);
        for (g, slopes) in g.chunks_exact_mut(moving).zip(slopes.chunks_exact(size)) {
            for (g, row) in g.iter_mut().zip(&self.reduced.rows) {
                *g += slopes[*row];
            }
        }
        Ok(())
    }
}

/// The ends of the stretches of an interval: next to the begin or the end of a power pᵉ no part is of the order of the method, the shortest stretch is there, and
/// each further one is longer by [`GROWTH`].
fn breaks([a, b]: [f64; 2], begins: bool, ends: bool) -> Vec<f64> {
    let length = b - a;
    let most = if begins && ends { 0.5 } else { 1.0 };
    let mut shares = Vec::new();
    let (mut share, mut width) = (GRADED, GRADED);
    while share < most * 0.75 {
        shares.push(share);
        width *= GROWTH;
        share += width;
    }
    let mut all = Vec::new();
    if begins {
        all.extend(shares.iter().map(|s| a + s * length));
    }
    if ends {
        all.extend(shares.iter().rev().map(|s| b - s * length));
    }
    all.retain(|t| *t > a && *t < b);
    all.sort_by(f64::total_cmp);
    all.dedup();
    all.push(b);
    all
}

fn singular() -> Fault {
    Fault {
        message: "the variations of this step have no solution".into(),
    }
}
