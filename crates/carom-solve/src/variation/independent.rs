//! Variations of a mechanism with constraints in coordinates that these leave free.
//!
//! The unknowns are `u = [δq, δv, x | δλ]`, the last of x a sum on which nothing depends (the work of the forces), and at each stage
//!
//! ```text
//! δq' = δv + K·δq      M·δv' = F_q·δq + F_v·δv + F_x·x + Gᵀ·δλ + g_v      x' = X_q·δq + X_v·δv + X_x·x + g_x
//! 0 = G·δv + V_q·δq + V_x·x + g_V                 0 = G·δq + P_x·x + g_P
//! ```
//!
//! With z, as many components of δq as there are degrees of freedom, the others of δq (index d) follow from the last row, and those of δv from the row before. With `w = z'`,
//! `δv_free = w − (K·δq)_free`,
//!
//! ```text
//! δq = N·z + Q·x + p        δv = N·w + B·z + C·x + c        N = [1; −G_d⁻¹·G_free]
//! ```
//!
//! Nᵀ times the second row has no δλ, unless forces depend on those of the constraints: then this form does not serve. Collocation of it and of x, with `z_i = z₀ + Σ_l A_il·h_l·w_l`, are equations for w and x at the stages:
//!
//! ```text
//! Nᵢᵀ·(Σ_j D_ij·M·(δv_j − δv₀) − h_i·(F_q·δq + F_v·δv + F_x·x + g_v)_i) = 0
//! ```
//!
//! so few that a dense matrix serves. This is the collocation of [`super::Variation`] with δλ eliminated, but that places meet their constraints at each stage in place of their rates alone.
//!
//! Source: the null space of the constraints as in Haug, Computer Aided Kinematics and Dynamics (1989), 7.3 (generalized coordinate partitioning).
#![allow(non_snake_case)]

use super::{Clock, Scales, steepness};
use crate::integrators::collocation::Tableau;
use crate::sparse::{Matrix, Pattern, Singular};
use blocks::{Block, Blocks};
use nalgebra::{DMatrix, DVector, Dyn};
pub use shape::Shape;

mod blocks;
mod shape;

/// Of a component that follows, in its size, no free one may move it by more than this: another choice does better.
const STEEPEST: f64 = 30.0;
/// A pivot so much smaller than the first is rounding: the constraints depend on each other.
const LEAST_PIVOT: f64 = 1e-9;

/// What Nᵀ leaves of Gᵀ, relative to it, is rounding.
const ROUNDING: f64 = 1e-9;
const DEPENDENT: Singular = Singular { column: 0, row: 0 };

/// What holds at a stage.
#[derive(Clone, Debug)]
struct Node {
    /// G_d, factored.
    follow: Factors,
    N: DMatrix<f64>,
    B: DMatrix<f64>,
    Q: DMatrix<f64>,
    C: DMatrix<f64>,
    MN: DMatrix<f64>,
    MB: DMatrix<f64>,
    MC: DMatrix<f64>,
    /// Of the sum of all forces on z (N's directions): by w, z, x; of the rates of x by the same.
    forces: [DMatrix<f64>; 3],
    rates: [DMatrix<f64>; 3],
}

/// LU factors for both directions.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    order: nalgebra::PermutationSequence<Dyn>,
    lower: DMatrix<f64>,
    upper: DMatrix<f64>,
}

impl Factors {
    pub fn new(matrix: DMatrix<f64>) -> Result<Self, Singular> {
        let factors = matrix.lu();
        if !factors.is_invertible() {
            return Err(DEPENDENT);
        }
        let (order, lower, upper) = factors.unpack();
        Ok(Self {
            order,
            lower,
            upper,
        })
    }

    fn solve(&self, b: &mut DMatrix<f64>) {
        self.order.permute_rows(b);
        self.lower.solve_lower_triangular_mut(b);
        self.upper.solve_upper_triangular_mut(b);
    }

    pub fn solve_vector(&self, b: &mut DVector<f64>) {
        self.order.permute_rows(b);
        self.lower.solve_lower_triangular_mut(b);
        self.upper.solve_upper_triangular_mut(b);
    }

    pub fn solve_transposed(&self, b: &mut DVector<f64>) {
        self.upper.tr_solve_upper_triangular_mut(b);
        self.lower.tr_solve_lower_triangular_mut(b);
        self.order.inv_permute_rows(b);
    }
}

/// Variations over steps of one mechanism.
#[derive(Clone, Debug)]
pub struct Independent {
    shape: Shape,
    tableau: Tableau,
    /// The Runge-Kutta matrix A, row by row, and the sums of the rows of D.
    runge_kutta: Vec<f64>,
    sums: Vec<f64>,
    leading: Vec<f64>,
    /// Values of J at a stage.
    values: usize,
    blocks: Blocks,
    /// Rows of velocities of M.
    mass: Vec<(usize, usize, f64)>,
    sizes: Vec<f64>,
    /// Components of δq that are free, and those that follow; empty before the first choice.
    free: Vec<usize>,
    following: Vec<usize>,
    nodes: Vec<Node>,
    /// What z at the start does to the equations of each stage.
    by_start: Vec<DMatrix<f64>>,
    lu: Option<Factors>,
}

/// What enters a step at its stages.
struct Sources<'a> {
    /// Values of J.
    values: Vec<&'a [f64]>,
    /// g, empty where there is none.
    g: Vec<&'a [f64]>,
    /// p and c, where g moves them.
    moved: Vec<Option<[Vec<f64>; 2]>>,
}

impl Sources<'_> {
    fn moved(&self, stage: usize) -> Option<&[Vec<f64>; 2]> {
        self.moved.get(stage).and_then(Option::as_ref)
    }
}

/// u at a stage, and what depends on it linearly.
struct Stage {
    q: Vec<f64>,
    v: Vec<f64>,
    x: Vec<f64>,
}

impl Independent {
    /// With this number of stages. M and the pattern of J as for [`super::Variation`], rows and columns as above; behind the values of J at a stage come those of `places`, the row and
    /// column of each entry of the constraints of places, and behind g's rows theirs. `sizes` are those of δq.
    pub fn new(
        stages: usize,
        shape: Shape,
        (mass, pattern): (&Matrix, &Pattern),
        places: &[(usize, usize)],
        sizes: &[f64],
    ) -> Self {
        let tableau = Tableau::coupled(stages);
        let all = shape.all();
        let of_places = places.iter().map(|(r, c)| (all + r, *c));
        let entries: Vec<_> = pattern.entries().chain(of_places).collect();
        let n = shape.positions;
        let of_mass = mass.pattern.entries().zip(&mass.values);
        let is_velocity = |k: usize| (n..2 * n).contains(&k);
        let velocities = of_mass.filter(|((r, c), _)| is_velocity(*r) && is_velocity(*c));
        let row = |k: usize| &tableau.slopes[k * stages..(k + 1) * stages];
        Self {
            shape,
            runge_kutta: tableau.runge_kutta(),
            sums: (0..stages).map(|i| row(i).iter().sum()).collect(),
            leading: tableau.leading(),
            values: entries.len(),
            blocks: Blocks::new(&shape, entries.into_iter()),
            mass: velocities.map(|((r, c), m)| (r - n, c - n, *m)).collect(),
            sizes: sizes.to_vec(),
            free: Vec::new(),
            following: Vec::new(),
            nodes: Vec::new(),
            by_start: Vec::new(),
            lu: None,
            tableau,
        }
    }

    fn slope(&self, i: usize, j: usize) -> f64 {
        self.tableau.slopes[i * self.tableau.stages + j]
    }

    /// A_ij·h_j.
    fn reach(&self, clock: &Clock<'_>, i: usize, j: usize) -> f64 {
        self.runge_kutta[i * self.tableau.stages + j] * clock.length * clock.rates[j]
    }

    /// States without the sum.
    fn states(&self) -> usize {
        self.shape.states - 1
    }

    /// Place of the sum in u.
    fn sum(&self) -> usize {
        2 * self.shape.positions + self.states()
    }

    /// Which components are free: elimination with the largest pivot of all, in their sizes.
    fn choose(&mut self, values: &[f64]) -> Result<(), Singular> {
        let Shape {
            positions, rows, ..
        } = self.shape;
        let mut g = DMatrix::zeros(rows, positions);
        self.blocks.places_q.add_to(values, &mut g);
        for (mut column, size) in g.column_iter_mut().zip(&self.sizes) {
            column *= *size;
        }
        // Rows count alike, whatever their units.
        for mut row in g.row_iter_mut() {
            let most = row.amax();
            row /= if most > 0.0 { most } else { 1.0 };
        }
        let mut following = Vec::with_capacity(rows);
        let mut first: f64 = 0.0;
        for k in 0..rows {
            let rest = g.view((k, 0), (rows - k, positions));
            let (r, c) = rest.iamax_full();
            let pivot = rest[(r, c)];
            first = first.max(pivot.abs());
            if !(pivot.abs() > LEAST_PIVOT * first) {
                return Err(DEPENDENT);
            }
            g.swap_rows(k, k + r);
            following.push(c);
            for below in k + 1..rows {
                let factor = g[(below, c)] / g[(k, c)];
                if factor != 0.0 {
                    for j in 0..positions {
                        g[(below, j)] -= factor * g[(k, j)];
                    }
                }
            }
            g.view_mut((k + 1, c), (rows - k - 1, 1)).fill(0.0);
        }
        following.sort_unstable();
        let is_free = |k: &usize| following.binary_search(k).is_err();
        self.free = (0..positions).filter(is_free).collect();
        self.following = following;
        Ok(())
    }

    /// A matrix by rows of the components that follow, minus what the constraints give for them.
    fn fill_following(&self, follow: &Factors, mut right: DMatrix<f64>, to: &mut DMatrix<f64>) {
        follow.solve(&mut right);
        for (row, at) in right.row_iter().zip(&self.following) {
            to.row_mut(*at).zip_apply(&row, |to, x| *to -= x);
        }
    }

    /// N of a stage, G_d factored; none where another choice of free components does better.
    fn free_directions(&self, g: &DMatrix<f64>, follow: &Factors) -> Option<DMatrix<f64>> {
        let mut N = DMatrix::zeros(self.shape.positions, self.free.len());
        for (k, at) in self.free.iter().enumerate() {
            N[(*at, k)] = 1.0;
        }
        self.fill_following(follow, g.select_columns(&self.free), &mut N);
        let is_steep = |k: usize, at: usize| {
            let share = N[(at, k)].abs() * self.sizes[self.free[k]] / self.sizes[at];
            !(share <= STEEPEST)
        };
        let mut each = 0..self.free.len();
        let steep = each.any(|k| self.following.iter().any(|at| is_steep(k, *at)));
        (!steep).then_some(N)
    }

    /// Whether δλ moves the free directions N, or x: then this form does not serve.
    fn is_pressed(&self, values: &[f64], N: &DMatrix<f64>) -> bool {
        let (n, e) = (self.shape.positions, self.states());
        let mut pressed = DMatrix::zeros(n + e, self.shape.rows);
        self.blocks.pressed.add_to(values, &mut pressed);
        let left = N.tr_mul(&pressed.rows(0, n)).amax();
        left > ROUNDING * pressed.amax() || pressed.rows(n, e).amax() > 0.0
    }

    /// Q: the components that follow x.
    fn by_states(&self, values: &[f64], follow: &Factors) -> DMatrix<f64> {
        let e = self.states();
        let mut Q = DMatrix::zeros(self.shape.positions, e);
        if !self.blocks.places_x.is_empty() {
            let mut right = DMatrix::zeros(self.shape.rows, e);
            self.blocks.places_x.add_to(values, &mut right);
            self.fill_following(follow, right, &mut Q);
        }
        Q
    }

    /// δv by what moves δq by X, `−N·(K·X)_free − [0; G_d⁻¹·(V_q·X + V_x)]`, with V_x where that is x.
    fn velocities(
        &self,
        values: &[f64],
        (N, follow): (&DMatrix<f64>, &Factors),
        X: &DMatrix<f64>,
        by_states: Option<&Block>,
    ) -> DMatrix<f64> {
        let Shape {
            positions: n, rows, ..
        } = self.shape;
        let mut turned = DMatrix::zeros(n, X.ncols());
        self.blocks.kq.add_product(values, X, &mut turned);
        let mut result = -(N * turned.select_rows(&self.free));
        let mut right = DMatrix::zeros(rows, X.ncols());
        self.blocks.rates_q.add_product(values, X, &mut right);
        if let Some(block) = by_states {
            block.add_to(values, &mut right);
        }
        self.fill_following(follow, right, &mut result);
        result
    }

    /// M·X.
    fn heavy_columns(&self, X: &DMatrix<f64>) -> DMatrix<f64> {
        let mut product = DMatrix::zeros(X.nrows(), X.ncols());
        for k in 0..X.ncols() {
            for &(r, c, m) in &self.mass {
                product[(r, k)] += m * X[(c, k)];
            }
        }
        product
    }

    /// The blocks of a stage; none where another choice of free components does better.
    fn node(&self, values: &[f64]) -> Result<Option<Node>, Singular> {
        let Shape {
            positions: n, rows, ..
        } = self.shape;
        let (f, e) = (self.free.len(), self.states());
        let b = &self.blocks;
        let mut g = DMatrix::zeros(rows, n);
        b.places_q.add_to(values, &mut g);
        let follow = Factors::new(g.select_columns(&self.following))?;
        let Some(N) = self.free_directions(&g, &follow) else {
            return Ok(None);
        };
        if self.is_pressed(values, &N) {
            return Err(DEPENDENT);
        }
        let Q = self.by_states(values, &follow);
        let B = self.velocities(values, (&N, &follow), &N, None);
        let C = self.velocities(values, (&N, &follow), &Q, Some(&b.rates_x));
        let by = |q: &Block, v: &Block, x: &Block, count: usize| {
            let mut by_w = DMatrix::zeros(count, f);
            v.add_product(values, &N, &mut by_w);
            let mut by_z = DMatrix::zeros(count, f);
            q.add_product(values, &N, &mut by_z);
            v.add_product(values, &B, &mut by_z);
            let mut by_x = DMatrix::zeros(count, e);
            q.add_product(values, &Q, &mut by_x);
            v.add_product(values, &C, &mut by_x);
            x.add_to(values, &mut by_x);
            [by_w, by_z, by_x]
        };
        let forces = by(&b.vq, &b.vv, &b.vx, n).map(|X| N.tr_mul(&X));
        let rates = by(&b.xq, &b.xv, &b.xx, e);
        Ok(Some(Node {
            follow,
            MN: self.heavy_columns(&N),
            MB: self.heavy_columns(&B),
            MC: self.heavy_columns(&C),
            N,
            B,
            Q,
            C,
            forces,
            rates,
        }))
    }

    /// The matrix of a step, factored. `jacobians`: the values of J, one stage after the other.
    ///
    /// # Errors
    /// When it is singular, or the constraints nearly depend on each other.
    pub fn factor(&mut self, clock: &Clock<'_>, jacobians: &[f64]) -> Result<(), Singular> {
        let stages: Vec<&[f64]> = jacobians.chunks_exact(self.values).collect();
        if self.free.len() != self.shape.free() {
            self.choose(stages[0])?;
        }
        let mut is_new = false;
        self.nodes.clear();
        while self.nodes.len() < stages.len() {
            let values = stages[self.nodes.len()];
            match self.node(values)? {
                Some(node) => self.nodes.push(node),
                None if is_new => return Err(DEPENDENT),
                None => {
                    self.choose(values)?;
                    self.nodes.clear();
                    is_new = true;
                }
            }
        }
        let matrix = self.matrix(clock);
        self.lu = Some(Factors::new(matrix)?);
        Ok(())
    }

    fn matrix(&mut self, clock: &Clock<'_>) -> DMatrix<f64> {
        let s = self.tableau.stages;
        let (f, e) = (self.free.len(), self.states());
        let count = s * (f + e);
        let mut matrix = DMatrix::zeros(count, count);
        let mut by_start = vec![DMatrix::zeros(f, f); s];
        // Nᵢᵀ·M·[N, B, C]_j for all stages at once
        let side = |of: &dyn Fn(&Node) -> &DMatrix<f64>, width: usize| {
            let mut all = DMatrix::zeros(self.shape.positions, s * width);
            for (j, node) in self.nodes.iter().enumerate() {
                all.columns_mut(j * width, width).copy_from(of(node));
            }
            all
        };
        let N = side(&|node| &node.N, f).transpose();
        let by = [
            &N * side(&|node| &node.MN, f),
            &N * side(&|node| &node.MB, f),
            &N * side(&|node| &node.MC, e),
        ];
        let first = s * f;
        let mut by_places = DMatrix::zeros(first, first);
        for (i, node) in self.nodes.iter().enumerate() {
            let h = clock.length * clock.rates[i];
            for j in 0..s {
                let d = self.slope(i, j);
                let own = if i == j { h } else { 0.0 };
                for (a, b) in (0..f).flat_map(|b| (0..f).map(move |a| (a, b))) {
                    let (row, column) = (i * f + a, j * f + b);
                    matrix[(row, column)] +=
                        d * by[0][(row, column)] - own * node.forces[0][(a, b)];
                    let by_z = d * by[1][(row, column)] - own * node.forces[1][(a, b)];
                    by_start[i][(a, b)] += by_z;
                    by_places[(row, column)] = by_z;
                }
                for (a, b) in (0..e).flat_map(|b| (0..f).map(move |a| (a, b))) {
                    let x = d * by[2][(i * f + a, j * e + b)] - own * node.forces[2][(a, b)];
                    matrix[(i * f + a, first + j * e + b)] += x;
                }
                let reach = self.reach(clock, i, j);
                for (a, b) in (0..f).flat_map(|b| (0..e).map(move |a| (a, b))) {
                    let x = h * reach * node.rates[1][(a, b)] + own * node.rates[0][(a, b)];
                    matrix[(first + i * e + a, j * f + b)] -= x;
                }
                for (a, b) in (0..e).flat_map(|b| (0..e).map(move |a| (a, b))) {
                    let one = if a == b { d } else { 0.0 };
                    let x = one - own * node.rates[2][(a, b)];
                    matrix[(first + i * e + a, first + j * e + b)] += x;
                }
            }
        }
        for (j, l) in (0..s).flat_map(|j| (0..s).map(move |l| (j, l))) {
            let reach = self.reach(clock, j, l);
            let places = by_places.columns(j * f, f);
            let mut to = matrix.view_mut((0, l * f), (first, f));
            to.zip_apply(&places, |to, z| *to += reach * z);
        }
        self.by_start = by_start;
        matrix
    }

    /// p and c of a stage: what g alone moves; none where it moves nothing.
    fn moved_by_sources(&self, node: &Node, values: &[f64], g: &[f64]) -> Option<[Vec<f64>; 2]> {
        let Shape {
            positions: n, rows, ..
        } = self.shape;
        let rates = self.shape.all() - rows;
        let (of_rates, of_places) = g[rates..].split_at(rows);
        if of_rates.iter().chain(of_places).all(|g| *g == 0.0) {
            return None;
        }
        let following = |mut right: DVector<f64>, to: &mut [f64]| {
            node.follow.solve_vector(&mut right);
            for (x, at) in right.iter().zip(&self.following) {
                to[*at] -= x;
            }
        };
        let mut p = vec![0.0; n];
        following(DVector::from_column_slice(of_places), &mut p);
        let mut turned = vec![0.0; n];
        self.blocks.kq.add_applied(values, 1.0, &p, &mut turned);
        let free = self.free.iter().map(|k| turned[*k]);
        let free = DVector::from_iterator(self.free.len(), free);
        let mut c: Vec<f64> = (-(&node.N * free)).as_slice().to_vec();
        let mut right = DVector::from_column_slice(of_rates);
        self.blocks
            .rates_q
            .add_applied(values, 1.0, &p, right.as_mut_slice());
        following(right, &mut c);
        Some([p, c])
    }

    fn heavy(&self, x: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; x.len()];
        for &(r, c, m) in &self.mass {
            product[r] += m * x[c];
        }
        product
    }

    /// Takes `u` over the step, as [`super::Variation::step`] does; the unknowns of the constraints are left alone.
    pub fn step(
        &mut self,
        clock: &Clock<'_>,
        jacobians: &[f64],
        g: &[f64],
        u: &mut [f64],
        scales: &Scales<'_>,
    ) -> f64 {
        let Some(lu) = &self.lu else { return 0.0 };
        let (s, total) = (self.tableau.stages, self.shape.all());
        let values: Vec<&[f64]> = jacobians.chunks_exact(self.values).collect();
        let g: Vec<&[f64]> = g.chunks_exact(total + self.shape.rows).collect();
        let moved = g
            .iter()
            .zip(&self.nodes)
            .zip(&values)
            .map(|((g, node), values)| self.moved_by_sources(node, values, g));
        let sources = Sources {
            moved: moved.collect(),
            values,
            g,
        };
        let z0 = DVector::from_iterator(self.free.len(), self.free.iter().map(|k| u[*k]));
        let mut right = self.right_side(clock, &sources, u, &z0);
        lu.solve_vector(&mut right);
        let (increments, sum_by) = self.increments(clock, &sources, u, (&z0, &right));
        let rate = steepness(&self.leading, &increments, (u, 1), scales);
        let sum = self.sum();
        let last = &increments[(s - 1) * total..];
        for (u, z) in u[..sum].iter_mut().zip(last) {
            *u += z;
        }
        u[sum] += sum_by;
        rate
    }

    /// The right side of the equations for w and x at the stages, by u at the start and what is added at each stage.
    fn right_side(
        &self,
        clock: &Clock<'_>,
        sources: &Sources<'_>,
        u: &[f64],
        z0: &DVector<f64>,
    ) -> DVector<f64> {
        let (n, s) = (self.shape.positions, self.tableau.stages);
        let (f, e, sum) = (self.free.len(), self.states(), self.sum());
        let start = self.heavy(&u[n..2 * n]);
        let heavy: Vec<_> = (0..s)
            .map(|j| sources.moved(j).map(|[_, c]| self.heavy(c)))
            .collect();
        let mut right = DVector::zeros(s * (f + e));
        for i in 0..s {
            let (node, h) = (&self.nodes[i], clock.length * clock.rates[i]);
            // what Nᵀ multiplies
            let mut force: Vec<f64> = start.iter().map(|x| self.sums[i] * x).collect();
            for (j, heavy) in heavy.iter().enumerate() {
                if let Some(heavy) = heavy {
                    axpy(-self.slope(i, j), heavy, &mut force);
                }
            }
            let mut rate = vec![0.0; e];
            if let Some([p, c]) = sources.moved(i) {
                let (b, values) = (&self.blocks, sources.values[i]);
                b.vq.add_applied(values, h, p, &mut force);
                b.vv.add_applied(values, h, c, &mut force);
                b.xq.add_applied(values, h, p, &mut rate);
                b.xv.add_applied(values, h, c, &mut rate);
            }
            if let Some(g) = sources.g.get(i) {
                axpy(h, &g[n..2 * n], &mut force);
                axpy(h, &g[2 * n..sum], &mut rate);
            }
            let by_z = &node.rates[1] * z0;
            axpy(h, by_z.as_slice(), &mut rate);
            axpy(self.sums[i], &u[2 * n..sum], &mut rate);
            let mut on_free = node.N.tr_mul(&DVector::from_vec(force));
            on_free -= &self.by_start[i] * z0;
            right.rows_mut(i * f, f).copy_from(&on_free);
            right.rows_mut(s * f + i * e, e).copy_from_slice(&rate);
        }
        right
    }

    /// What `u` changes by to each stage, by z at the start and w and x at the stages; and what the step adds to the sum.
    fn increments(
        &self,
        clock: &Clock<'_>,
        sources: &Sources<'_>,
        u: &[f64],
        (z0, solved): (&DVector<f64>, &DVector<f64>),
    ) -> (Vec<f64>, f64) {
        let (s, total) = (self.tableau.stages, self.shape.all());
        let (f, e, sum) = (self.free.len(), self.states(), self.sum());
        let mut increments = vec![0.0; s * total];
        let mut sum_by = 0.0;
        for i in 0..s {
            let node = &self.nodes[i];
            let mut z = z0.clone();
            for j in 0..s {
                z.axpy(self.reach(clock, i, j), &solved.rows(j * f, f), 1.0);
            }
            let w = solved.rows(i * f, f);
            let x = solved.rows(s * f + i * e, e);
            let mut q = &node.N * &z;
            let mut v = &node.N * w + &node.B * &z;
            if e > 0 {
                q += &node.Q * x;
                v += &node.C * x;
            }
            if let Some([p, c]) = sources.moved(i) {
                axpy(1.0, p, q.as_mut_slice());
                axpy(1.0, c, v.as_mut_slice());
            }
            let mut rate = [0.0];
            let each = [q.as_slice(), v.as_slice(), x.as_slice()];
            for (block, x) in self.blocks.sum.iter().zip(each) {
                block.add_applied(sources.values[i], 1.0, x, &mut rate);
            }
            let by_g = sources.g.get(i).map_or(0.0, |g| g[sum]);
            sum_by += self.reach(clock, s - 1, i) * (rate[0] + by_g);
            let to = &mut increments[i * total..(i + 1) * total];
            let all = q.iter().chain(v.iter()).chain(x.iter());
            for ((to, x), u) in to.iter_mut().zip(all).zip(u) {
                *to = x - u;
            }
        }
        (increments, sum_by)
    }

    /// Takes a gradient by the state at the end back to that by the state at the start, as [`super::Variation::step_back`] does: exactly the transposed of [`Independent::step`]. Of
    /// δq it leaves components by what is free alone.
    pub fn step_back(&mut self, clock: &Clock<'_>, jacobians: &[f64], u: &mut [f64]) -> Vec<f64> {
        let (n, s) = (self.shape.positions, self.tableau.stages);
        let size = self.shape.all() + self.shape.rows;
        let mut by_g = vec![0.0; s * size];
        let Some(lu) = &self.lu else { return by_g };
        let values: Vec<&[f64]> = jacobians.chunks_exact(self.values).collect();
        let mut stages = self.end_back(clock, &values, u, &mut by_g);
        let (mut right, mut by_start) = self.increments_back(clock, &stages);
        lu.solve_transposed(&mut right);
        // the right side by what it is made of
        let (f, e, sum) = (self.free.len(), self.states(), self.sum());
        let mut start = vec![0.0; n];
        u[2 * n..sum].fill(0.0);
        for i in 0..s {
            let (node, h) = (&self.nodes[i], clock.length * clock.rates[i]);
            let w = right.rows(i * f, f);
            let x = right.rows(s * f + i * e, e);
            let force = &node.N * w;
            let heavy = self.heavy(force.as_slice());
            axpy(self.sums[i], &heavy, &mut start);
            axpy(self.sums[i], x.as_slice(), &mut u[2 * n..sum]);
            for j in 0..s {
                axpy(-self.slope(i, j), &heavy, &mut stages[j].v);
            }
            by_start -= self.by_start[i].tr_mul(&w);
            let b = &self.blocks;
            let stage = &mut stages[i];
            b.vq.add_transposed(values[i], h, force.as_slice(), &mut stage.q);
            b.vv.add_transposed(values[i], h, force.as_slice(), &mut stage.v);
            b.xq.add_transposed(values[i], h, x.as_slice(), &mut stage.q);
            b.xv.add_transposed(values[i], h, x.as_slice(), &mut stage.v);
            let by = &mut by_g[i * size..(i + 1) * size];
            axpy(h, force.as_slice(), &mut by[n..2 * n]);
            axpy(h, x.as_slice(), &mut by[2 * n..sum]);
            by_start += node.rates[1].tr_mul(&x) * h;
        }
        for (i, stage) in stages.iter_mut().enumerate() {
            self.sources_back(i, values[i], stage, &mut by_g[i * size..(i + 1) * size]);
        }
        u[..n].fill(0.0);
        for (x, at) in by_start.iter().zip(&self.free) {
            u[*at] = *x;
        }
        u[n..2 * n].copy_from_slice(&start);
        by_g
    }

    /// The gradient by u at the stages, from that by `u` at the end; that by the rates added to the sum goes to `by_g`.
    fn end_back(
        &self,
        clock: &Clock<'_>,
        values: &[&[f64]],
        u: &[f64],
        by_g: &mut [f64],
    ) -> Vec<Stage> {
        let (n, s) = (self.shape.positions, self.tableau.stages);
        let (e, sum) = (self.states(), self.sum());
        let size = self.shape.all() + self.shape.rows;
        let mut stages: Vec<Stage> = (0..s)
            .map(|_| Stage {
                q: vec![0.0; n],
                v: vec![0.0; n],
                x: vec![0.0; e],
            })
            .collect();
        stages[s - 1].q.copy_from_slice(&u[..n]);
        stages[s - 1].v.copy_from_slice(&u[n..2 * n]);
        stages[s - 1].x.copy_from_slice(&u[2 * n..sum]);
        for (i, stage) in stages.iter_mut().enumerate() {
            let last = self.reach(clock, s - 1, i) * u[sum];
            by_g[i * size + sum] = last;
            let each = [&mut stage.q, &mut stage.v, &mut stage.x];
            for (block, to) in self.blocks.sum.iter().zip(each) {
                block.add_transposed(values[i], last, &[1.0], to);
            }
        }
        stages
    }

    /// The transposed of [`Self::increments`]: the gradient by w and x at the stages, and by z at the start, from that
    /// by u at the stages.
    fn increments_back(&self, clock: &Clock<'_>, stages: &[Stage]) -> (DVector<f64>, DVector<f64>) {
        let s = self.tableau.stages;
        let (f, e) = (self.free.len(), self.states());
        let mut right = DVector::zeros(s * (f + e));
        let mut by_start = DVector::zeros(f);
        for (i, stage) in stages.iter().enumerate() {
            let node = &self.nodes[i];
            let q = DVector::from_column_slice(&stage.q);
            let v = DVector::from_column_slice(&stage.v);
            let by_z = node.N.tr_mul(&q) + node.B.tr_mul(&v);
            for j in 0..s {
                let mut w = right.rows_mut(j * f, f);
                w.axpy(self.reach(clock, i, j), &by_z, 1.0);
            }
            by_start += by_z;
            let mut w = right.rows_mut(i * f, f);
            w += node.N.tr_mul(&v);
            let x = node.Q.tr_mul(&q) + node.C.tr_mul(&v) + DVector::from_column_slice(&stage.x);
            let mut to = right.rows_mut(s * f + i * e, e);
            to += x;
        }
        (right, by_start)
    }

    /// The transposed of [`Self::moved_by_sources`].
    fn sources_back(&self, i: usize, values: &[f64], stage: &mut Stage, by_g: &mut [f64]) {
        let (node, rows) = (&self.nodes[i], self.shape.rows);
        let rates = self.shape.all() - rows;
        let following = |x: &[f64]| {
            let each = self.following.iter().map(|k| -x[*k]);
            let mut right = DVector::from_iterator(rows, each);
            node.follow.solve_transposed(&mut right);
            right
        };
        let of_rates = following(&stage.v);
        let b = &self.blocks;
        b.rates_q
            .add_transposed(values, 1.0, of_rates.as_slice(), &mut stage.q);
        let on_free = node.N.tr_mul(&DVector::from_column_slice(&stage.v));
        let mut turned = vec![0.0; self.shape.positions];
        for (x, at) in on_free.iter().zip(&self.free) {
            turned[*at] = -x;
        }
        b.kq.add_transposed(values, 1.0, &turned, &mut stage.q);
        let of_places = following(&stage.q);
        by_g[rates..rates + rows].copy_from_slice(of_rates.as_slice());
        by_g[rates + rows..].copy_from_slice(of_places.as_slice());
    }
}

fn axpy(factor: f64, x: &[f64], to: &mut [f64]) {
    for (to, x) in to.iter_mut().zip(x) {
        *to += factor * x;
    }
}

#[cfg(test)]
mod tests;
