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
//! **Planar mechanisms.** Where each row acts either in a plane or across it, on all its bodies, and each body turns in that plane about a principal axis,
//! rows of the two kinds never meet in S: it falls apart into two matrices of half the size. The numbers tell, as zeros that are exact;
//! they are looked at each time, and a mechanism that leaves its plane is treated as a spatial one from then on. Where nothing acts across the plane and
//! no row asks for anything there, the multipliers of that matrix are zero, and it is not even put together. Rows of joints whose axes say that they act
//! across the plane as long as bodies turn about its normal alone ([`acts_across`]) are not even looked at then; their γ is zero.
//!
//! **Long chains** are slow where their numbers come from memory, so what is kept is small and walked through in few passes: of a row three
//! numbers a body in a planar mechanism, no L beside L·D, and the right side is eliminated together with S.
//!
//! **Bodies that do not turn**, on sliding joints, have the same rows in each state, to the last bit: then the factors of the last state are those of this one.
#![allow(non_snake_case)]

use super::rows::{Gamma, for_each_row, for_each_row_but};
use crate::elements::constraint::Equations as Rows;
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::frames::Frames;
use crate::mechanism::kinematics::MarkerOn;
use crate::system::System;
use carom_solve::sparse::Pattern;
use carom_solve::sparse::ordering::minimum_degree;
use factors::{Factors, fill};
use plane::{Coordinates, Inverse, Plane, Space, divide};

mod factors;
mod plane;

/// Up to this many rows the factors may fill as they like.
const FEW_ROWS: usize = 120;
/// Above that, a body with very many joints would fill them; the matrix of all unknowns stays sparse. Entries of L per row, at most.
const MOST_FILL: usize = 60;
/// ε for accelerations: rows of which less than a millionth is new say nothing new at assembly either.
const SHIFT_OF_MOTION: f64 = 1e-12;
/// ε for a state that is put back on its constraints, and the σ² below which it is used. What is left undone along the singular direction
/// is made up for at the next state, outside; so ε may be large. Positions are known to 1e-14 or so, which at σ makes an error of the rates of
/// 1e-14/σ² turns: 1e-9 at these bounds.
const SHIFT_OF_STATE: f64 = 1e-5;
const NEAR: f64 = 1e-4;
/// ε for a compromise between rows that may ask for different things: rows of which less than a thousandth is new give way.
pub const SHIFT_OF_COMPROMISE: f64 = 1e-6;

/// What is solved for, which decides how singular positions are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Accelerations: the force of the constraints counts as long as it can be computed.
    Motion,
    /// A correction that a search for a position repeats.
    Search,
    /// Puts a state that is near its constraints back on them.
    State,
    /// Comes near to a position that meets rows which may depend on each other.
    Compromise,
}

/// What a row of G has on a body: all its six coordinates, or the three of its side of the plane.
#[derive(Clone, Copy, Debug)]
struct Block<const N: usize> {
    g: [f64; N],
    row: u32,
}

impl<const N: usize> Block<N> {
    /// Puts another one in its place; they are no longer the same if it differs by a bit.
    fn put(&mut self, new: Self, are_same: &mut bool) {
        *are_same = *are_same && self.g.map(f64::to_bits) == new.g.map(f64::to_bits);
        *self = new;
    }
}

/// The blocks of all bodies.
#[derive(Clone, Debug)]
enum Blocks {
    Spatial(Vec<Block<6>>),
    Planar(Plane, Vec<Block<3>>),
}

impl Blocks {
    /// Room for so many.
    fn empty(plane: Option<Plane>, count: usize) -> Self {
        fn none<const N: usize>(count: usize) -> Vec<Block<N>> {
            let none = || Block {
                g: [0.0; N],
                row: 0,
            };
            (0..count).map(|_| none()).collect()
        }
        match plane {
            None => Blocks::Spatial(none(count)),
            Some(plane) => Blocks::Planar(plane, none(count)),
        }
    }
}

/// Work space of the reduced equations. Rows stand in the order of elimination.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// Body by body, first those that act in the plane of the mechanism (all, where there is none), then those across it, each in the
    /// order of elimination: body `b` has the groups `2b` and `2b + 1`, `blocks[group_starts[k]..group_starts[k + 1]]`.
    blocks: Blocks,
    group_starts: Vec<u32>,
    /// Where each block goes as the rows come.
    slots: Vec<u32>,
    /// The planes left to look for when the mechanism leaves the one in which it moved.
    untried: Vec<Plane>,
    /// Where the product of each two blocks of a body goes in `s`, in the order of [`assemble`].
    pairs: Vec<u32>,
    /// When each row is eliminated.
    place: Vec<u32>,
    /// Right side and solution, by place.
    x: Vec<f64>,
    /// S.
    factors: Factors,
    /// The multipliers.
    pub lambda: Vec<f64>,
    /// Whether the factors stay sparse.
    suitable: bool,
    /// Of each row, by place, whether it acts across the plane.
    across: Vec<bool>,
    /// Of each row, by its number among all, whether it does so by the axes of its joint; and the slots of the blocks of all others, as they come.
    left_out: Vec<bool>,
    slots_of_others: Vec<u32>,
    /// The factors, where they are those of the motion by the blocks as they stand.
    known: Option<Known>,
}

/// What is known of the factors.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The least share of a row that is new, squared.
    share: f64,
    /// Whether the rows across the plane are left out.
    in_plane: bool,
}

/// What is solved for, beside the matrix.
struct Load<'a, R> {
    /// Whether there are generalized forces.
    is_pushed: bool,
    /// Whether nothing acts across the plane of the mechanism, and no row asks for anything there.
    in_plane: bool,
    /// γ of each kept row.
    right: R,
    /// The accelerations without constraints, to which is added what the multipliers make of them.
    a: &'a mut [f64],
}

impl Reduced {
    /// For a system with constraints.
    pub fn new(system: &System) -> Option<Self> {
        let m = system.rows.len();
        (m > 0).then(|| Self {
            blocks: Blocks::Spatial(Vec::new()),
            group_starts: Vec::new(),
            slots: Vec::new(),
            untried: Plane::by_likelihood(system),
            pairs: Vec::new(),
            place: (0..m as u32).collect(),
            x: vec![0.0; m],
            factors: Factors::default(),
            lambda: vec![0.0; m],
            suitable: true,
            across: vec![false; m],
            left_out: Vec::new(),
            slots_of_others: Vec::new(),
            known: None,
        })
    }

    /// Solves for the multipliers and `a`. `force`: generalized forces, or none; `gamma`: γ of the rows, filled
    /// with them (see [`for_each_row`]). `false`: S has no good factors.
    #[allow(clippy::too_many_arguments)]
    pub fn solve(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        inverse: impl Fn(usize) -> Inverse,
        force: Option<&[f64]>,
        gamma: &mut Gamma<'_>,
        purpose: Purpose,
        a: &mut [f64],
    ) -> bool {
        match force {
            Some(force) => accelerate(system, &inverse, force, a),
            None => a.fill(0.0),
        }
        let mut in_plane = self.turns_in_plane(system, frames) && !self.is_pushed_across(system, a);
        in_plane = self.take_rows(system, frames, gamma, in_plane);
        if in_plane && self.asks_across(|k| gamma.of(system.rows[k])) {
            in_plane = false;
            self.take_rows(system, frames, gamma, false);
        }
        let load = Load {
            is_pushed: force.is_some(),
            in_plane,
            right: |k: usize| gamma.of(system.rows[k]),
            a,
        };
        self.suitable && self.solve_taken(system, &inverse, load, purpose)
    }

    /// The same with the rows in their places.
    fn solve_taken(
        &mut self,
        system: &System,
        inverse: &impl Fn(usize) -> Inverse,
        load: Load<'_, impl Fn(usize) -> f64>,
        purpose: Purpose,
    ) -> bool {
        let in_plane = load.in_plane;
        let same = |known: &Known| purpose == Purpose::Motion && known.in_plane == in_plane;
        let known = self.known.take().filter(same).map(|known| known.share);
        let mut factor = |shift, known| self.eliminate(system, inverse, &load, (shift, known));
        let share = factor(0.0, known);
        let is_solved = match purpose {
            Purpose::Search => share.is_some(),
            Purpose::Compromise => {
                share.is_some_and(|share| share > NEAR)
                    || factor(SHIFT_OF_COMPROMISE, None).is_some()
            }
            Purpose::State => {
                share.is_some_and(|share| share > NEAR) || factor(SHIFT_OF_STATE, None).is_some()
            }
            Purpose::Motion => {
                let singular = |share| share < 10.0 * SHIFT_OF_MOTION;
                share.is_some() || factor(SHIFT_OF_MOTION, None).is_some_and(singular)
            }
        };
        if !is_solved {
            return false;
        }
        self.known = share
            .filter(|_| purpose == Purpose::Motion)
            .map(|share| Known { share, in_plane });
        let left_out = in_plane.then_some(&self.across[..]);
        self.factors.substitute_back(&mut self.x, left_out);
        for (l, place) in self.lambda.iter_mut().zip(&self.place) {
            *l = self.x[*place as usize];
        }
        self.react(system, inverse, in_plane, load.a);
        true
    }

    /// Whether each body turns about the normal of the plane alone, if there is one.
    fn turns_in_plane(&self, system: &System, frames: &dyn Frames<f64>) -> bool {
        let Blocks::Planar(plane, _) = &self.blocks else {
            return false;
        };
        (0..system.mechanism.bodies.len()).all(|b| plane.turns_in(&frames.body(b)))
    }

    /// Whether some acceleration without constraints leads out of the plane.
    fn is_pushed_across(&self, system: &System, a: &[f64]) -> bool {
        let Blocks::Planar(plane, _) = &self.blocks else {
            return true;
        };
        system.mechanism.bodies.iter().any(|data| {
            let a = &a[data.first..data.first + data.freedoms()];
            let mut across = plane.sides[1].iter().filter_map(|k| a.get(*k));
            across.any(|a| *a != 0.0)
        })
    }

    /// Whether a row across the plane asks for anything.
    fn asks_across(&self, right: impl Fn(usize) -> f64) -> bool {
        let mut places = self.place.iter().enumerate();
        places.any(|(k, place)| self.across[*place as usize] && right(k) != 0.0)
    }

    /// S, its factors, and the right side multiplied by L⁻¹; the least share of a row that is new, squared (see [`Factors::factor`]). Where that is
    /// `known` the factors are.
    fn eliminate(
        &mut self,
        system: &System,
        inverse: &impl Fn(usize) -> Inverse,
        load: &Load<'_, impl Fn(usize) -> f64>,
        (shift, known): (f64, Option<f64>),
    ) -> Option<f64> {
        for (k, place) in self.place.iter().enumerate() {
            self.x[*place as usize] = (load.right)(k);
        }
        let a = load.is_pushed.then_some(&*load.a);
        self.assemble(system, inverse, a, load.in_plane, known.is_none());
        let left_out = load.in_plane.then_some(&self.across[..]);
        if known.is_some() {
            self.factors.substitute(&mut self.x, left_out);
            return known;
        }
        self.factors.factor(shift, Some(&mut self.x), left_out)
    }

    /// S, where it is not known, and what the accelerations `a` without constraints take away from the right side.
    fn assemble(
        &mut self,
        system: &System,
        inverse: &impl Fn(usize) -> Inverse,
        a: Option<&[f64]>,
        in_plane: bool,
        with_s: bool,
    ) {
        let (starts, pairs) = (&self.group_starts, &self.pairs);
        let (s, x) = (&mut self.factors.s, &mut self.x);
        let s = with_s.then_some(&mut s[..]);
        let with = (&starts[..], &pairs[..], in_plane);
        match &self.blocks {
            Blocks::Spatial(blocks) => assemble(Space, system, blocks, with, inverse, s, a, x),
            Blocks::Planar(plane, blocks) => {
                assemble(*plane, system, blocks, with, inverse, s, a, x)
            }
        }
    }

    /// What the multipliers add to the accelerations.
    fn react(
        &self,
        system: &System,
        inverse: &impl Fn(usize) -> Inverse,
        in_plane: bool,
        a: &mut [f64],
    ) {
        let (with, x) = ((&self.group_starts[..], in_plane), &self.x);
        match &self.blocks {
            Blocks::Spatial(blocks) => react(Space, system, blocks, with, inverse, x, a),
            Blocks::Planar(plane, blocks) => react(*plane, system, blocks, with, inverse, x, a),
        }
    }

    /// Puts the rows in their places; where all rests across the plane, those alone of which the axes of joints do not say that they act there. Whether the
    /// others were left out.
    fn take_rows(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        gamma: &mut Gamma<'_>,
        in_plane: bool,
    ) -> bool {
        if self.factors.starts.is_empty() {
            self.analyse(system, frames);
        }
        if in_plane && self.place_rows(system, frames, gamma, true) {
            return true;
        }
        while !self.place_rows(system, frames, gamma, false) {
            self.analyse(system, frames);
        }
        false
    }

    /// Puts the rows in their places; `false`: some row leaves the plane of the mechanism.
    fn place_rows(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        gamma: &mut Gamma<'_>,
        in_plane: bool,
    ) -> bool {
        let (slots, left_out) = match in_plane {
            true => (&self.slots_of_others, &self.left_out[..]),
            false => (&self.slots, &[][..]),
        };
        let mut slots = slots.iter();
        let mut are_same = self.known.is_some();
        let is_placed = match &mut self.blocks {
            Blocks::Spatial(blocks) => {
                for_each_row(system, frames, gamma, |row, _, g| {
                    let Some(&slot) = slots.next() else { return };
                    let row = self.place[row];
                    blocks[slot as usize].put(Block { g: *g, row }, &mut are_same);
                });
                true
            }
            Blocks::Planar(plane, blocks) => {
                let mut is_planar = true;
                for_each_row_but(left_out, system, frames, gamma, |row, body, g| {
                    let Some(&slot) = slots.next() else { return };
                    let side = usize::from(slot >= self.group_starts[2 * body + 1]);
                    is_planar &= plane.holds(g, side);
                    let row = self.place[row];
                    let g = plane.of(side).map(|k| g[k]);
                    blocks[slot as usize].put(Block { g, row }, &mut are_same);
                });
                is_planar
            }
        };
        self.known = self.known.filter(|_| are_same);
        is_placed
    }

    /// The next plane in which all rows act or across which, and the side of each, if there is one.
    fn look_for_plane(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
    ) -> Option<(Plane, Vec<usize>)> {
        while let Some(plane) = self.untried.pop() {
            let mut bodies = system.mechanism.bodies.iter();
            let sides = match bodies.all(|b| plane.is_principal(&b.inertia)) {
                true => sides_of_rows(system, frames, plane),
                false => None,
            };
            if let Some(sides) = sides {
                return Some((plane, sides));
            }
        }
        None
    }

    /// The order of elimination and the pattern of L. The same rows come in the same order each time.
    fn analyse(&mut self, system: &System, frames: &dyn Frames<f64>) {
        self.known = None;
        let (plane, sides) = self.look_for_plane(system, frames).unzip();
        let m = self.lambda.len();
        let mut groups = vec![Vec::new(); 2 * system.mechanism.bodies.len()];
        let mut arrivals = Vec::new();
        for_each_row(system, frames, &mut Gamma::none(), |row, body, _| {
            let side = sides.as_ref().map_or(0, |sides| sides[row]);
            groups[2 * body + side].push((row, arrivals.len()));
            arrivals.push(row);
        });
        let count = arrivals.len();
        let pairs = groups.iter().flat_map(|list| {
            let with =
                |p: &(usize, usize)| list.iter().map(move |q| (p.0, q.0)).collect::<Vec<_>>();
            list.iter().flat_map(with)
        });
        let pattern = Pattern::from_entries(m, pairs.chain((0..m).map(|k| (k, k))));
        for (place, row) in elimination_order(&pattern, m).into_iter().enumerate() {
            self.place[row as usize] = place as u32;
        }
        let mut columns = vec![Vec::new(); m];
        for (i, j) in pattern.entries() {
            let (i, j) = (self.place[i], self.place[j]);
            if i >= j {
                columns[j as usize].push(i);
            }
        }
        self.factors = Factors::new(columns);
        self.suitable = m <= FEW_ROWS || self.factors.rows.len() <= MOST_FILL * m;
        self.across.fill(false);
        for (row, _) in groups.iter().skip(1).step_by(2).flatten() {
            self.across[self.place[*row] as usize] = true;
        }
        let by_place =
            |list: &mut Vec<(usize, usize)>| list.sort_by_key(|(row, _)| self.place[*row]);
        groups.iter_mut().for_each(by_place);
        self.pair_rows(&groups);
        self.blocks = Blocks::empty(plane, count);
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
        self.left_out = plane.map_or(Vec::new(), |plane| rows_across(system, plane));
        let is_left_out = |row: usize| self.left_out.get(system.rows[row]) == Some(&true);
        let arrived = arrivals.iter().zip(&self.slots);
        let others = arrived.filter(|(row, _)| !is_left_out(**row));
        self.slots_of_others = others.map(|(_, slot)| *slot).collect();
    }

    /// Where the products of two rows on a body stand in S.
    fn pair_rows(&mut self, groups: &[Vec<(usize, usize)>]) {
        self.pairs.clear();
        for list in groups {
            for (at, q) in list.iter().enumerate() {
                let column = self.factors.column(self.place[q.0] as usize);
                for p in &list[at..] {
                    let row = self.place[p.0];
                    let found = self.factors.rows[column.clone()].binary_search(&row);
                    let e = found.expect("two rows on a body meet in S");
                    self.pairs.push((column.start + e) as u32);
                }
            }
        }
    }

    /// σ of the row of which least is new: how far the mechanism is from a singular position.
    pub fn independence(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        inverse: impl Fn(usize) -> Inverse,
    ) -> Option<f64> {
        self.take_rows(system, frames, &mut Gamma::none(), false);
        if !self.suitable {
            return None;
        }
        self.known = None;
        self.assemble(system, &inverse, None, false, true);
        let share = self.factors.factor(SHIFT_OF_MOTION, None, None);
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
        let at = |place: &u32| *place as usize == self.factors.weakest.0;
        let found = self.place.iter().position(at);
        found.filter(|_| sigma * sigma < NEAR)
    }
}

/// Minimum degree, or the rows as they come where that fills no more: chains as they are written fill no more than in any other order, and then
/// memory is walked through in one direction.
fn elimination_order(pattern: &Pattern, m: usize) -> Vec<u32> {
    let natural: Vec<u32> = (0..m as u32).collect();
    let best = minimum_degree(pattern);
    let few = fill(pattern, &best, usize::MAX);
    if fill(pattern, &natural, few) > few {
        best
    } else {
        natural
    }
}

/// On which side of a plane each kept row acts, where all do on one: a row that couples a turn about an axis with a way along it acts on both.
fn sides_of_rows(system: &System, frames: &dyn Frames<f64>, plane: Plane) -> Option<Vec<usize>> {
    let mut may = vec![[true; 2]; system.rows.len()];
    for_each_row(system, frames, &mut Gamma::none(), |row, _, g| {
        for (side, may) in may[row].iter_mut().enumerate() {
            *may &= plane.holds(g, side);
        }
    });
    may.iter()
        .map(|may| may.iter().position(|may| *may))
        .collect()
}

/// Which of all rows act across the plane by the axes of their joints, as long as bodies turn about its normal alone.
fn rows_across(system: &System, plane: Plane) -> Vec<bool> {
    let mut across = vec![false; system.all_rows];
    for c in &system.constraints {
        if let Rows::Pair(rows) = &c.equations {
            let (i, j) = (
                &system.mechanism.markers[c.i],
                &system.mechanism.markers[c.j],
            );
            for (k, (coordinate, _, _)) in rows.iter().enumerate() {
                across[c.first_row + k] = acts_across(*coordinate, i, j, plane.normal());
            }
        }
    }
    across
}

/// Whether the action of a coordinate is a force along the normal or a torque across it, and its γ zero: where it is along an axis of ground or of J that is the
/// normal, or between an axis that is the normal and one across it.
fn acts_across(coordinate: Coordinate, i: &MarkerOn, j: &MarkerOn, normal: usize) -> bool {
    let is_normal =
        |on: &MarkerOn, axis: usize| (0..3).all(|k| k == normal || on.R[(k, axis)] == 0.0);
    let is_across = |on: &MarkerOn, axis: usize| on.R[(normal, axis)] == 0.0;
    match coordinate {
        Coordinate::GroundAlong(axis) => axis == normal,
        Coordinate::Along(axis) => is_normal(j, axis),
        Coordinate::Dot(a, b) => {
            (is_normal(i, a) && is_across(j, b)) || (is_across(i, a) && is_normal(j, b))
        }
        _ => false,
    }
}

/// The blocks of one side of a body.
fn group(group_starts: &[u32], body: usize, side: usize) -> std::ops::Range<usize> {
    let k = 2 * body + side;
    group_starts[k] as usize..group_starts[k + 1] as usize
}

/// `a = M⁻¹·F`.
fn accelerate(system: &System, inverse: &impl Fn(usize) -> Inverse, force: &[f64], a: &mut [f64]) {
    for (b, data) in system.mechanism.bodies.iter().enumerate() {
        let range = data.first..data.first + data.freedoms();
        let mut f = [0.0; 6];
        f[..data.freedoms()].copy_from_slice(&force[range.clone()]);
        let f = divide(&f, &inverse(b));
        a[range].copy_from_slice(&f[..data.freedoms()]);
    }
}

/// `S = G·M⁻¹·Gᵀ`, where it is asked for, and what the accelerations `a` without constraints take away from the right side `x`, body by body.
#[allow(clippy::too_many_arguments)]
fn assemble<const N: usize>(
    coordinates: impl Coordinates<N>,
    system: &System,
    blocks: &[Block<N>],
    (group_starts, pairs, in_plane): (&[u32], &[u32], bool),
    inverse: &impl Fn(usize) -> Inverse,
    mut s: Option<&mut [f64]>,
    a: Option<&[f64]>,
    x: &mut [f64],
) {
    if let Some(s) = &mut s {
        s.fill(0.0);
    }
    let mut pairs = pairs.iter();
    for (b, data) in system.mechanism.bodies.iter().enumerate() {
        let inverse = inverse(b);
        for side in 0..2 {
            let blocks = &blocks[group(group_starts, b, side)];
            if in_plane && side == 1 {
                let count = blocks.len() * (blocks.len() + 1) / 2;
                pairs = pairs.as_slice()[count..].iter();
                continue;
            }
            if let Some(s) = &mut s {
                for (at, q) in blocks.iter().enumerate() {
                    let h = coordinates.divide(&q.g, side, &inverse);
                    for (p, &e) in blocks[at..].iter().zip(&mut pairs) {
                        s[e as usize] += dot(&p.g, &h);
                    }
                }
            }
            if let Some(a) = a {
                let of_body = |k: usize| (k < data.freedoms()).then(|| a[data.first + k]);
                let a = coordinates.of(side).map(|k| of_body(k).unwrap_or(0.0));
                for block in blocks {
                    x[block.row as usize] -= dot(&block.g, &a);
                }
            }
        }
    }
}

/// `a += M⁻¹·Gᵀ·λ`.
fn react<const N: usize>(
    coordinates: impl Coordinates<N>,
    system: &System,
    blocks: &[Block<N>],
    (group_starts, in_plane): (&[u32], bool),
    inverse: &impl Fn(usize) -> Inverse,
    lambda: &[f64],
    a: &mut [f64],
) {
    let sides = if in_plane { 1 } else { 2 };
    for (b, data) in system.mechanism.bodies.iter().enumerate() {
        let inverse = inverse(b);
        for side in 0..sides {
            let blocks = &blocks[group(group_starts, b, side)];
            if blocks.is_empty() {
                continue;
            }
            let mut f = [0.0; N];
            for block in blocks {
                let l = lambda[block.row as usize];
                f.iter_mut().zip(&block.g).for_each(|(f, g)| *f += l * g);
            }
            let f = coordinates.divide(&f, side, &inverse);
            for (k, f) in coordinates.of(side).into_iter().zip(f) {
                if k < data.freedoms() {
                    a[data.first + k] += f;
                }
            }
        }
    }
}

/// A sum in pairs: its terms need not wait for each other.
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let two = |k: usize| {
        if k + 1 < N {
            a[k] * b[k] + a[k + 1] * b[k + 1]
        } else {
            a[k] * b[k]
        }
    };
    (2..N).step_by(2).fold(two(0), |sum, k| sum + two(k))
}
