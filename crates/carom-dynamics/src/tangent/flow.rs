//! X over a step.
//!
//! The variations of `M·y' = f(t, y)` with `y = [q, v, x | λ, μ]` (see [`crate::equations`]) solve `M·u' = f_y·u + f_p`, with constraints of positions and of
//! velocities among the rows: by collocation ([`carom_solve::variation`]) X meets both at the end of each step. f_y is exact, from the tapes of the functions; its
//! entries belong to charts whose origin is the state at the node. For small turns on body axes, `δφ' = δω − ω×δφ`, while a rotation vector at its origin
//! has `δθ' = δω − ω×δθ/2`: the matrix takes the difference.
//!
//! f_p, and `M_p·y'` where the parameter is of a mass, come by differences between models with other values of the parameter.

use super::state::{Change, State};
use super::{AT, Column, WEIGHTS, follow};
use crate::equations::Equations;
use carom_solve::variation::{STAGES, Scales, Variation};
use carom_solve::{Fault, Problem, Step};
use std::ops::Range;

/// Of this part of what a part of twice the length showed it is not halved.
const RESOLVED: f64 = 0.75;
/// The first part behind the begin of a power: what it errs by, of the order of its length to the power of 3/2, is 1e-7 of that of the step.
const GRADED: f64 = 1.0 / 65536.0;
/// How often a step is halved.
const HALVINGS: u32 = 12;

/// What carries X over steps; its matrices fit one choice of rows.
pub(super) struct Flow {
    rows: Vec<usize>,
    variation: Variation,
    /// Places of `−ω×/2` in the Jacobian: entry, body, and which component of ω with which sign.
    spins: Vec<(usize, usize, usize, f64)>,
    kinds: Vec<Range<usize>>,
    sizes: Vec<f64>,
    jacobians: Vec<f64>,
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
        // Lengths and angles, their rates, each extra state but the work of the forces.
        let moving = [0..n, n..2 * n];
        let extra = (2 * n..system.differential() - 1).map(|k| k..k + 1);
        Self {
            rows: system.rows.clone(),
            variation: Variation::new(e.mass(), pattern),
            spins,
            kinds: moving
                .into_iter()
                .filter(|k| !k.is_empty())
                .chain(extra)
                .collect(),
            sizes: (0..system.differential())
                .map(|k| e.size_of_unknown(k))
                .collect(),
            jacobians: vec![0.0; STAGES * pattern.len()],
            nodes: Vec::new(),
            y: Vec::new(),
            dy: Vec::new(),
            f: vec![0.0; e.dimension()],
        }
    }

    /// Takes columns over the part of a step up to `until`, in parts so short that the local error stays below `error`.
    pub fn advance(
        &mut self,
        (of, model): (&Equations, &mut Equations),
        step: &Step<'_>,
        until: f64,
        (columns, x): (&mut [Column], &mut [Change]),
        error: f64,
    ) -> Result<(), Fault> {
        follow(of, model);
        if self.rows != model.system.rows {
            *self = Self::new(model);
        }
        self.y.resize(step.y0.len(), 0.0);
        self.dy.resize(step.y0.len(), 0.0);
        let (mut t, mut h, mut halvings) = (step.t0, until - step.t0, 0);
        // Behind the begin of a power, pᵉ, no part is of the order of the method: the first ones are short, each four times as long as the one before.
        let begins = of.power_begins(step.t0);
        if begins {
            h *= GRADED;
        }
        // What a part showed that was halved. Of one half as long it is half of that, but where it is rounding.
        let mut shown = f64::INFINITY;
        while t < until {
            let end = if t + 1.5 * h >= until { until } else { t + h };
            let before = x.to_vec();
            let rate = self.part((of, model), step, [t, end], (columns, x))?;
            let is_rounding = rate > RESOLVED * shown;
            if Variation::error(rate) > error && !is_rounding && halvings < HALVINGS {
                x.clone_from_slice(&before);
                (h, halvings, shown) = (0.5 * (end - t), halvings + 1, rate);
                continue;
            }
            t = end;
            if begins {
                (h, halvings, shown) = (4.0 * h, 0, f64::INFINITY);
            }
        }
        Ok(())
    }

    /// One part of a step; the largest `hλ`.
    fn part(
        &mut self,
        (of, model): (&Equations, &mut Equations),
        step: &Step<'_>,
        [t0, t1]: [f64; 2],
        (columns, x): (&mut [Column], &mut [Change]),
    ) -> Result<f64, Fault> {
        let h = t1 - t0;
        let nd = model.system.differential();
        self.nodes.clear();
        let shares = self.variation.nodes().to_vec();
        let entries = self.jacobians.len() / STAGES;
        for (i, c) in shares.into_iter().enumerate() {
            let t = if c == 1.0 { t1 } else { t0 + c * h };
            step.interpolate(t, &mut self.y, &mut self.dy);
            let state = State::at(of, &self.y);
            let values = i * entries..(i + 1) * entries;
            let node = self.node(model, t, state, values)?;
            self.nodes.push(node);
        }
        let singular = || Fault {
            message: "the variations of this step have no solution".into(),
        };
        self.variation
            .factor(h, &self.jacobians)
            .map_err(|_| singular())?;
        let mut rate: f64 = 0.0;
        for (column, x) in columns.iter_mut().zip(x) {
            let g = self.sources(of, column)?;
            let mut u = vec![0.0; model.dimension()];
            u[..nd].copy_from_slice(&x.0);
            let scales = Scales {
                kinds: &self.kinds,
                sizes: &self.sizes,
                least: column.least(x, of),
            };
            let found = self.variation.step(h, &self.jacobians, &g, &mut u, &scales);
            rate = rate.max(found);
            x.0.copy_from_slice(&u[..nd]);
            if !x.0.iter().all(|x| x.is_finite()) {
                return Err(singular());
            }
        }
        Ok(rate)
    }

    /// The Jacobian at a state, among `values`.
    fn node(
        &mut self,
        model: &mut Equations,
        t: f64,
        state: State,
        values: Range<usize>,
    ) -> Result<Node, Fault> {
        let mut y = state.enter(model, t);
        model.look(t, &y)?;
        model.accelerations()?;
        let a = model.kkt.a.clone();
        let nd = model.system.differential();
        let rows = model.system.rows.clone();
        for (y, row) in y[nd..].iter_mut().zip(&rows) {
            *y = model.multipliers()[*row];
        }
        let values = &mut self.jacobians[values];
        model.jacobian(t, &y, values)?;
        for &(at, b, w, factor) in &self.spins {
            values[at] += factor * model.now.bodies[b].w[w];
        }
        Ok(Node { t, state, y, a })
    }

    /// `f_p − M_p·y'` at all nodes; empty where there is no parameter. With the differences D₁ and D₂ over ±δ and ±2δ, `(D₂ − D₁)/3 = δ²·f‴/6`; what the order leaves of
    /// `(4·D₁ − D₂)/3` is 6/5 of the square of that, relative to f', for a sine of the parameter.
    fn sources(&mut self, of: &Equations, column: &mut Column) -> Result<Vec<f64>, Fault> {
        let Some(variants) = &mut column.variants else {
            return Ok(Vec::new());
        };
        let n = of.system.positions;
        let size = self.f.len();
        let mut g = vec![0.0; STAGES * size];
        // D₂ − D₁
        let mut apart = vec![0.0; STAGES * size];
        for ((at, weight), other) in AT.iter().zip(WEIGHTS).zip(&mut variants.models) {
            follow(of, other);
            let doubled = if at.abs() > 1.0 { 0.5 } else { -1.0 };
            let of_apart = at.signum() * doubled / (2.0 * variants.change);
            let factor = weight / variants.change;
            let each = g.chunks_exact_mut(size).zip(apart.chunks_exact_mut(size));
            for (node, (g, apart)) in self.nodes.iter().zip(each) {
                node.state.enter(other, node.t);
                other.rhs(node.t, &node.y, &mut self.f)?;
                other.take_inertia(&node.a, &mut self.f[n..2 * n]);
                for ((g, apart), f) in g.iter_mut().zip(apart).zip(&self.f) {
                    *g += factor * f;
                    *apart += of_apart * f;
                }
            }
        }
        let most = |of: &[f64]| of.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let (slope, apart) = (most(&g), most(&apart));
        if slope > column.steepest {
            column.steepest = slope;
            column.left = 1.2 * (apart / (3.0 * slope)).powi(2);
        }
        Ok(g)
    }
}
