//! The equations at acceleration level reduced to the multipliers:
//!
//! ```text
//! S·λ = γ − G·M⁻¹·F        S = G·M⁻¹·Gᵀ        a = M⁻¹·(F + Gᵀ·λ)
//! ```
//!
//! S is symmetric and positive definite where all masses are positive and the rows independent. Its factors L·D·Lᵀ, rows in the order of
//! minimum degree, take a fraction of the time of those of the sparse matrix of all unknowns. Where S cannot be factored the caller
//! goes the longer way, which also knows the name of the culprit.
//!
//! **Singular positions.** The pivot of a row over its diagonal entry in S is the square of the share of the row that says something new,
//! σ². Where a mechanism passes a position at which rows become dependent, σ goes through zero linearly. There `S + ε·diag(S)` is factored
//! in the place of S: what a residual `r` moves along the singular direction is `r·σ/(σ² + ε)`, at most `r/(2√ε)`, in the place of `r/σ`, and rows
//! that are independent do not notice. See `docs/decisions/012-singular-positions.md`.
//!
//! **Planar mechanisms.** Where all rows act either in a plane or across it, and each body turns in that plane about a principal axis,
//! rows of the two kinds never meet in S: it falls apart into two matrices of half the size. The numbers tell, as zeros that are exact;
//! they are looked at each time, and a mechanism that leaves its plane is treated as a spatial one from then on.
#![allow(non_snake_case)]

use super::for_each_row;
use crate::frames::Frames;
use crate::system::System;
use carom_base::{Mat3, Vec3};
use carom_solve::sparse::Pattern;
use carom_solve::sparse::ordering::minimum_degree;

/// Up to this many rows the factors may fill as they like.
const FEW_ROWS: usize = 120;
/// Above that, a body with very many joints would fill them; the matrix of all unknowns stays sparse. Entries of L per row, at most.
const MOST_FILL: usize = 60;
/// A diagonal entry of which one step of elimination leaves less than this share is left to the sparse matrix: S squares the
/// condition of G.
const SMALLEST_PIVOT: f64 = 1e-9;
/// ε for accelerations: rows of which less than a millionth is new say nothing new at assembly either.
const SHIFT_OF_MOTION: f64 = 1e-12;
/// ε for a state that is put back on its constraints, and the σ² below which it is used. What is left undone along the singular direction
/// is made up for at the next state, outside; so ε may be large. Positions are known to 1e-14 or so, which at σ makes an error of the rates of
/// 1e-14/σ² turns: 1e-9 at these bounds.
const SHIFT_OF_STATE: f64 = 1e-5;
const NEAR: f64 = 1e-4;

/// What is solved for, which decides how singular positions are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Accelerations: the force of the constraints counts as long as it can be computed.
    Motion,
    /// A correction that a search for a position repeats.
    Search,
    /// Puts a state that is near its constraints back on them.
    State,
}

/// A metric: inverse mass and inverse inertia of a body. The corrections of positions and velocities use another one than the motion.
pub type Inverse = (f64, Mat3);

/// What a row of G has on a body.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    row: u32,
    body: u32,
    g: [f64; 6],
}

/// A plane in which a mechanism may move: the coordinates of a body (three translations, three rotations) that stay in it and those
/// that lead out of it.
#[derive(Clone, Copy, Debug)]
struct Plane {
    sides: [[usize; 3]; 2],
}

impl Plane {
    /// All that are looked for: normal to the axes z, x and y.
    const ALL: [Self; 3] = [
        Self {
            sides: [[0, 1, 5], [2, 3, 4]],
        },
        Self {
            sides: [[1, 2, 3], [0, 4, 5]],
        },
        Self {
            sides: [[2, 0, 4], [1, 5, 3]],
        },
    ];

    /// Whether a block acts on one side only: 0 in the plane, 1 across it.
    fn holds(self, g: &[f64; 6], side: usize) -> bool {
        self.sides[1 - side].iter().all(|k| g[*k] == 0.0)
    }

    /// The side on which a block acts, if it is one.
    fn side(self, g: &[f64; 6]) -> Option<usize> {
        (0..2).find(|side| self.holds(g, *side))
    }

    /// Whether the normal is a principal axis.
    fn is_principal(self, inertia: &Mat3) -> bool {
        let [[.., turn], [_, a, b]] = self.sides;
        inertia[(a - 3, turn - 3)] == 0.0 && inertia[(b - 3, turn - 3)] == 0.0
    }
}

/// Work space of the reduced equations. Rows stand in the order of elimination.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// Body by body, first those that act in the plane of the mechanism (all, where there is none), then those across it, each in the
    /// order of elimination: body `b` has the groups `2b` and `2b + 1`, `blocks[group_starts[k]..group_starts[k + 1]]`.
    blocks: Vec<Block>,
    group_starts: Vec<u32>,
    /// Where each block goes as the rows come.
    slots: Vec<u32>,
    /// The plane in which the mechanism moves, and those left to look for when it leaves that.
    plane: Option<Plane>,
    untried: &'static [Plane],
    /// Where the product of each two blocks of a body goes in `s`, in the order of [`Reduced::assemble`].
    pairs: Vec<u32>,
    /// When each row is eliminated.
    place: Vec<u32>,
    /// The lower triangle by columns: start of each column, its rows from the diagonal down.
    starts: Vec<u32>,
    rows: Vec<u32>,
    /// For each row the columns before it that have an entry there, and where: in `row_starts[k]..row_starts[k + 1]`.
    row_starts: Vec<u32>,
    in_row: Vec<(u32, u32)>,
    /// S, then L·D; L.
    s: Vec<f64>,
    l: Vec<f64>,
    /// One column while it is eliminated.
    work: Vec<f64>,
    /// Right side and solution, by place.
    x: Vec<f64>,
    /// The multipliers.
    pub lambda: Vec<f64>,
    /// Whether the factors stay sparse.
    suitable: bool,
    /// The row of which least is new, in the order of elimination, and σ².
    weakest: (usize, f64),
}

impl Reduced {
    /// For a system with constraints.
    pub fn new(system: &System) -> Option<Self> {
        let m = system.rows.len();
        (m > 0).then(|| Self {
            blocks: Vec::new(),
            group_starts: Vec::new(),
            slots: Vec::new(),
            plane: None,
            untried: &Plane::ALL,
            pairs: Vec::new(),
            place: (0..m as u32).collect(),
            starts: Vec::new(),
            rows: Vec::new(),
            row_starts: Vec::new(),
            in_row: Vec::new(),
            s: Vec::new(),
            l: Vec::new(),
            work: vec![0.0; m],
            x: vec![0.0; m],
            lambda: vec![0.0; m],
            suitable: true,
            weakest: (0, 1.0),
        })
    }

    /// Solves for the multipliers and `a`. `force`: generalized forces, or none; `right`: γ of each kept row. `false`: S has no
    /// good factors.
    pub fn solve(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        inverse: impl Fn(usize) -> Inverse,
        force: Option<&[f64]>,
        right: impl Fn(usize) -> f64,
        purpose: Purpose,
        a: &mut [f64],
    ) -> bool {
        self.take_rows(system, frames);
        if !self.suitable || !self.factor_for(&inverse, purpose) {
            return false;
        }
        match force {
            Some(force) => {
                for (b, data) in system.bodies.iter().enumerate() {
                    let k = data.first;
                    let mut f = [0.0; 6];
                    f[..data.freedoms()].copy_from_slice(&force[k..k + data.freedoms()]);
                    let f = divide(&f, &inverse(b));
                    a[k..k + data.freedoms()].copy_from_slice(&f[..data.freedoms()]);
                }
            }
            None => a.fill(0.0),
        }
        for (k, place) in self.place.iter().enumerate() {
            self.x[*place as usize] = right(k);
        }
        if force.is_some() {
            for block in &self.blocks {
                let data = &system.bodies[block.body as usize];
                let on = block.g.iter().zip(&a[data.first..][..data.freedoms()]);
                self.x[block.row as usize] -= on.map(|(g, a)| g * a).sum::<f64>();
            }
        }
        self.substitute();
        for (l, place) in self.lambda.iter_mut().zip(&self.place) {
            *l = self.x[*place as usize];
        }
        for (b, data) in system.bodies.iter().enumerate() {
            let mut f = [0.0; 6];
            for block in &self.blocks[self.group(2 * b).start..self.group(2 * b + 1).end] {
                let l = self.x[block.row as usize];
                f.iter_mut().zip(&block.g).for_each(|(f, g)| *f += l * g);
            }
            let f = divide(&f, &inverse(b));
            for (a, f) in a[data.first..][..data.freedoms()].iter_mut().zip(f) {
                *a += f;
            }
        }
        true
    }

    fn take_rows(&mut self, system: &System, frames: &dyn Frames<f64>) {
        if self.starts.is_empty() {
            self.analyse(system, frames);
        }
        while !self.place_rows(system, frames) {
            self.analyse(system, frames);
        }
    }

    /// Puts the rows in their places; `false`: some row leaves the plane of the mechanism.
    fn place_rows(&mut self, system: &System, frames: &dyn Frames<f64>) -> bool {
        let mut slots = self.slots.iter();
        let mut planar = true;
        for_each_row(system, frames, |row, body, g| {
            let Some(&slot) = slots.next() else { return };
            if let Some(plane) = self.plane {
                let side = (slot >= self.group_starts[2 * body + 1]) as usize;
                planar &= plane.holds(g, side);
            }
            self.blocks[slot as usize] = Block {
                row: self.place[row],
                body: body as u32,
                g: *g,
            };
        });
        planar
    }

    /// The next plane in which all rows act or across which, if there is one.
    fn look_for_plane(&mut self, system: &System, frames: &dyn Frames<f64>) {
        self.plane = None;
        while let Some((plane, rest)) = self.untried.split_first() {
            self.untried = rest;
            let mut fits = (system.bodies.iter()).all(|b| plane.is_principal(&b.inertia));
            for_each_row(system, frames, |_, _, g| fits &= plane.side(g).is_some());
            if fits {
                self.plane = Some(*plane);
                return;
            }
        }
    }

    /// The order of elimination and the pattern of L. The same rows come in the same order each time.
    fn analyse(&mut self, system: &System, frames: &dyn Frames<f64>) {
        self.look_for_plane(system, frames);
        let m = self.lambda.len();
        let mut groups = vec![Vec::new(); 2 * system.bodies.len()];
        let mut count = 0;
        for_each_row(system, frames, |row, body, g| {
            let side = self.plane.and_then(|plane| plane.side(g)).unwrap_or(0);
            groups[2 * body + side].push((row, count));
            count += 1;
        });
        let pairs = groups.iter().flat_map(|list| {
            let with =
                |p: &(usize, usize)| list.iter().map(move |q| (p.0, q.0)).collect::<Vec<_>>();
            list.iter().flat_map(with)
        });
        let pattern = Pattern::from_entries(m, pairs.chain((0..m).map(|k| (k, k))));
        let mut natural: Vec<u32> = (0..m as u32).collect();
        let best = minimum_degree(&pattern);
        // Chains as they are written fill no more than in any other order, and then memory is walked through in one direction.
        let few = fill(&pattern, &best, usize::MAX);
        if fill(&pattern, &natural, few) > few {
            natural = best;
        }
        for (place, row) in natural.into_iter().enumerate() {
            self.place[row as usize] = place as u32;
        }
        let mut columns = vec![Vec::new(); m];
        for (i, j) in pattern.entries() {
            let (i, j) = (self.place[i], self.place[j]);
            if i >= j {
                columns[j as usize].push(i);
            }
        }
        self.lay_out(columns);
        let by_place =
            |list: &mut Vec<(usize, usize)>| list.sort_by_key(|(row, _)| self.place[*row]);
        groups.iter_mut().for_each(by_place);
        self.pairs.clear();
        for list in &groups {
            for (at, q) in list.iter().enumerate() {
                let column = self.column(self.place[q.0] as usize);
                for p in &list[at..] {
                    let row = self.place[p.0];
                    let found = self.rows[column.clone()].binary_search(&row);
                    let e = found.expect("two rows on a body meet in S");
                    self.pairs.push((column.start + e) as u32);
                }
            }
        }
        self.blocks = vec![Block::default(); count];
        self.slots = vec![0; count];
        self.group_starts = vec![0];
        let mut slot = 0;
        for list in groups {
            for (_, arrival) in list {
                self.slots[arrival] = slot;
                slot += 1;
            }
            self.group_starts.push(slot);
        }
    }

    /// The columns and rows of L from the columns of S: each takes over the rows of the columns that it is the first to meet.
    fn lay_out(&mut self, mut columns: Vec<Vec<u32>>) {
        for k in 0..columns.len() {
            columns[k].sort_unstable();
            columns[k].dedup();
            if let Some(&parent) = columns[k].get(1) {
                let inherited = columns[k][1..].to_vec();
                columns[parent as usize].extend(inherited);
            }
        }
        (self.starts, self.rows) = (vec![0], Vec::new());
        let mut in_row = vec![Vec::new(); columns.len()];
        for (k, column) in columns.into_iter().enumerate() {
            for (e, i) in column.iter().enumerate().skip(1) {
                in_row[*i as usize].push((k as u32, (self.rows.len() + e) as u32));
            }
            self.rows.extend(column);
            self.starts.push(self.rows.len() as u32);
        }
        (self.row_starts, self.in_row) = (vec![0], Vec::new());
        for list in in_row {
            self.in_row.extend(list);
            self.row_starts.push(self.in_row.len() as u32);
        }
        let (m, entries) = (self.lambda.len(), self.rows.len());
        (self.s, self.l) = (vec![0.0; entries], vec![0.0; entries]);
        self.suitable = m <= FEW_ROWS || entries <= MOST_FILL * m;
    }

    /// The entries of a column, its diagonal first.
    fn column(&self, k: usize) -> std::ops::Range<usize> {
        self.starts[k] as usize..self.starts[k + 1] as usize
    }

    /// The blocks of a group.
    fn group(&self, k: usize) -> std::ops::Range<usize> {
        self.group_starts[k] as usize..self.group_starts[k + 1] as usize
    }

    fn assemble(&mut self, inverse: &impl Fn(usize) -> Inverse) {
        self.s.fill(0.0);
        let mut pairs = self.pairs.iter();
        for k in 0..self.group_starts.len() - 1 {
            let (blocks, inverse) = (&self.blocks[self.group(k)], inverse(k / 2));
            for (at, q) in blocks.iter().enumerate() {
                let h = divide(&q.g, &inverse);
                for (p, &e) in blocks[at..].iter().zip(&mut pairs) {
                    let [a, b, c, d, e_, f]: [f64; 6] = std::array::from_fn(|k| p.g[k] * h[k]);
                    self.s[e as usize] += (a + b) + (c + d) + (e_ + f);
                }
            }
        }
    }

    /// Factors S, or near a singular position S with a shift, as the purpose asks for. `false`: S has no good factors.
    fn factor_for(&mut self, inverse: &impl Fn(usize) -> Inverse, purpose: Purpose) -> bool {
        let share = self.factor(inverse, 0.0);
        match purpose {
            Purpose::Search => share.is_some(),
            Purpose::State => {
                share.is_some_and(|share| share > NEAR)
                    || self.factor(inverse, SHIFT_OF_STATE).is_some()
            }
            Purpose::Motion => {
                let singular = |share| share < 10.0 * SHIFT_OF_MOTION;
                share.is_some() || self.factor(inverse, SHIFT_OF_MOTION).is_some_and(singular)
            }
        }
    }

    /// `S + shift·diag(S) = L·D·Lᵀ`; the least share of a row that is new, squared.
    fn factor(&mut self, inverse: &impl Fn(usize) -> Inverse, shift: f64) -> Option<f64> {
        self.assemble(inverse);
        self.weakest = (0, f64::INFINITY);
        for k in 0..self.lambda.len() {
            let column = self.column(k);
            for e in column.clone() {
                self.work[self.rows[e] as usize] = self.s[e];
            }
            let whole = self.s[column.start];
            self.work[k] += shift * whole;
            let before = self.row_starts[k] as usize..self.row_starts[k + 1] as usize;
            for &(j, e) in &self.in_row[before] {
                let (e, end) = (e as usize, self.starts[j as usize + 1] as usize);
                let factor = self.l[e];
                let pivot = self.work[k];
                for (&i, s) in self.rows[e..end].iter().zip(&self.s[e..end]) {
                    self.work[i as usize] -= factor * s;
                }
                // What is taken away from a diagonal entry tells how near it comes to zero.
                if shift == 0.0 && self.work[k] <= SMALLEST_PIVOT * pivot {
                    return None;
                }
            }
            let pivot = self.work[k];
            if pivot.is_nan() || pivot <= 0.0 {
                return None;
            }
            if pivot / whole < self.weakest.1 {
                self.weakest = (k, pivot / whole);
            }
            for e in column {
                let value = self.work[self.rows[e] as usize];
                self.s[e] = value;
                self.l[e] = value / pivot;
            }
        }
        Some(self.weakest.1)
    }

    /// σ of the row of which least is new: how far the mechanism is from a singular position.
    pub fn independence(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        inverse: impl Fn(usize) -> Inverse,
    ) -> Option<f64> {
        self.take_rows(system, frames);
        let share = self
            .suitable
            .then(|| self.factor(&inverse, SHIFT_OF_MOTION))?;
        share.map(f64::sqrt)
    }

    /// The row that is about to depend on the others, if the mechanism stands near a singular position.
    pub fn dependent_row(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        inverse: impl Fn(usize) -> Inverse,
    ) -> Option<usize> {
        let sigma = self.independence(system, frames, inverse)?;
        let at = |place: &u32| *place as usize == self.weakest.0;
        let found = self.place.iter().position(at);
        found.filter(|_| sigma * sigma < NEAR)
    }

    /// x := (L·D·Lᵀ)⁻¹·x.
    fn substitute(&mut self) {
        let m = self.lambda.len();
        for k in 0..m {
            let (xk, below) = (self.x[k], self.starts[k] as usize + 1);
            let end = self.starts[k + 1] as usize;
            for (&i, l) in self.rows[below..end].iter().zip(&self.l[below..end]) {
                self.x[i as usize] -= l * xk;
            }
        }
        for k in (0..m).rev() {
            let (first, end) = (self.starts[k] as usize, self.starts[k + 1] as usize);
            let below = self.rows[first + 1..end].iter();
            let terms = below.zip(&self.l[first + 1..end]);
            let sum: f64 = terms.map(|(&i, l)| l * self.x[i as usize]).sum();
            self.x[k] = self.x[k] / self.s[first] - sum;
        }
    }
}

/// Entries of L below the diagonal in this order of elimination; more than `most` are not counted.
///
/// Row k of L has an entry in each column on the paths of the elimination tree from the entries of row k of S up to k.
fn fill(pattern: &Pattern, order: &[u32], most: usize) -> usize {
    let m = order.len();
    let mut place = vec![0; m];
    for (k, &row) in order.iter().enumerate() {
        place[row as usize] = k;
    }
    let (mut parent, mut mark) = (vec![usize::MAX; m], vec![usize::MAX; m]);
    let mut count = 0;
    for (k, &row) in order.iter().enumerate() {
        mark[k] = k;
        for &other in &pattern.rows[pattern.column(row as usize)] {
            let mut j = place[other as usize];
            while j < k && mark[j] != k {
                if parent[j] == usize::MAX {
                    parent[j] = k;
                }
                mark[j] = k;
                count += 1;
                j = parent[j];
            }
        }
        if count > most {
            return count;
        }
    }
    count
}

/// `M⁻¹` of six numbers on a body.
fn divide(f: &[f64; 6], (mass, inertia): &Inverse) -> [f64; 6] {
    let t = inertia * Vec3::new(f[3], f[4], f[5]);
    [f[0] * mass, f[1] * mass, f[2] * mass, t.x, t.y, t.z]
}
