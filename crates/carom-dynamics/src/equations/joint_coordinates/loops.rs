//! The constraints beside the joints of the tree: those that close loops, motions, couplers, and rigid contacts that are closed or stick.
//!
//! ```text
//! A = G·M⁻¹·Gᵀ        A·λ = γ − G·a₀        a = a₀ + M⁻¹·Gᵀ·λ
//! ```
//!
//! No matrix of masses is made: with the elimination of the coordinates, `g·M⁻¹·h = Σ pᵢ(g)·pᵢ(h)/Dᵢ` over all coordinates i, where p is what pushes a coordinate and D what
//! resists it; so A takes one pass inwards for each row, over the bodies between its own and the root alone.
#![allow(non_snake_case)]

use super::contact_rows::ContactRows;
use super::recursion::{Load, Pair, Recursion};
use super::tree::Tree;
use crate::elements::constraint::Constraint;
use crate::equations::Equations;
use crate::equations::joint_coordinates::recursion::Block;
use crate::equations::joint_coordinates::tree::of_contacts;
use crate::equations::kkt::rows::{Gamma, for_each_row_but};
use crate::mechanism::kinematics::Body;
use crate::system::System;
use carom_base::{Number, Vec3};
use std::sync::Arc;

/// A pivot, relative to its diagonal, that is rounding: rows depend on each other.
const ROUNDING: f64 = 1e-12;

/// The rows that close a tree.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    /// The system with these constraints alone; its kept rows are those that are solved for.
    pub system: Arc<System>,
    node_of: Vec<usize>,
    blocks: Vec<Block>,
    /// Whether each of all rows is left out.
    left_out: Vec<bool>,
    /// The first block of each row, and the end.
    starts: Vec<usize>,
    /// The nodes between the bodies of each row and the root, these among them, the last first.
    paths: Vec<Vec<usize>>,
    /// What pushes each coordinate, row by row, and A, which its factor replaces.
    pushes: Vec<f64>,
    matrix: Vec<f64>,
    /// What loads become on their way to the root.
    loads: Vec<Pair>,
    /// M⁻¹·Gᵀ·λ.
    answer: Vec<f64>,
    comparison: Comparison,
    /// Those of contacts among the rows, and their friction.
    pub contacts: ContactRows,
    /// γ, or another right side, of all rows.
    pub right: Vec<f64>,
    /// Of the rows that are solved for.
    pub multipliers: Vec<f64>,
    count: usize,
}

/// How rows compare with each other, masses aside.
#[derive(Clone, Debug, Default)]
struct Comparison {
    /// G in the coordinates, the most that its entries might be, and G·Gᵀ.
    gradients: Vec<f64>,
    most: Vec<f64>,
    products: Vec<f64>,
    /// Room for what acts on each body.
    on_each: Vec<Load>,
}

impl Comparison {
    fn new(rows: usize, tree: &Tree) -> Self {
        Self {
            gradients: vec![0.0; rows * tree.count],
            most: vec![0.0; rows * tree.count],
            products: vec![0.0; rows * rows],
            on_each: vec![Load::default(); tree.nodes.len()],
        }
    }
}

impl Loops {
    /// The constraints that are no joints of the tree, those of open contacts aside; the rows of the others that are no contacts are still to be chosen.
    pub fn new(system: &System, tree: &Tree) -> Self {
        let mut own = system.clone();
        let is_contact = of_contacts(system);
        let is_kept = |row: &usize| system.rows.binary_search(row).is_ok();
        let numbered = system.constraints.iter().enumerate();
        let rows = |(k, c): (usize, &Constraint)| -> Vec<usize> {
            let all = c.first_row..c.first_row + c.rows();
            match (tree.is_joint[k], is_contact[k]) {
                (true, _) => Vec::new(),
                (false, false) => all.collect(),
                (false, true) => all.filter(is_kept).collect(),
            }
        };
        let rows: Vec<Vec<usize>> = numbered.map(rows).collect();
        let mut held = rows.iter();
        own.constraints
            .retain(|_| held.next().is_some_and(|rows| !rows.is_empty()));
        own.rows = rows.concat();
        // All that are left here act, by other numbers.
        own.rigid.stops.clear();
        own.rigid.contact_frictions.clear();
        let contacts = system.rows.iter().copied();
        let is_of_contact = |row: &usize| is_contact[system.constraint_of_row(*row)];
        let contacts = ContactRows::new(contacts.filter(is_of_contact).collect());
        let mut loops = Self {
            contacts,
            right: vec![0.0; system.all_rows],
            count: tree.count,
            node_of: tree.nodes_of_bodies(),
            blocks: Vec::new(),
            left_out: vec![true; system.all_rows],
            starts: Vec::new(),
            paths: Vec::new(),
            pushes: Vec::new(),
            matrix: Vec::new(),
            loads: vec![Pair::ZERO; tree.nodes.len()],
            answer: vec![0.0; tree.count],
            comparison: Comparison::default(),
            multipliers: Vec::new(),
            system: Arc::new(System::default()),
        };
        loops.keep(own, tree);
        loops
    }

    fn keep(&mut self, system: System, tree: &Tree) {
        let m = system.rows.len();
        self.left_out.fill(true);
        system
            .rows
            .iter()
            .for_each(|row| self.left_out[*row] = false);
        let bodies = |row: &usize| system.constraint_of(*row).bodies.iter();
        let nodes = |row: &usize| bodies(row).map(|b| self.node_of[*b as usize]).collect();
        let paths = system.rows.iter().map(|row| tree.path(nodes(row)));
        self.paths = paths.collect();
        self.pushes = vec![0.0; m * self.count];
        self.comparison = Comparison::new(m, tree);
        self.matrix = vec![0.0; m * m];
        self.multipliers = vec![0.0; m];
        self.system = Arc::new(system);
    }

    /// Number of rows that are solved for.
    pub fn len(&self) -> usize {
        self.system.rows.len()
    }

    /// Whether a contact slides that presses, where forces were looked at last.
    pub fn slides(&self) -> bool {
        !self.contacts.pulls.is_empty()
    }

    /// Looks at the rows in the state in the arrays: G and A. With γ of joints and with friction, if that is asked for. After [`Recursion::factor`].
    pub fn look(
        &mut self,
        e: &Equations,
        tree: &Tree,
        recursion: &mut Recursion,
        with_forces: bool,
    ) {
        let view = e.view();
        let mut gamma = match with_forces {
            true => Gamma::Joints(&mut self.right),
            false => Gamma::none(),
        };
        let (blocks, node_of, bodies) = (&mut self.blocks, &self.node_of, &e.now.bodies);
        blocks.clear();
        for_each_row_but(
            &self.left_out,
            &self.system,
            &view,
            &mut gamma,
            |row, b, g| {
                let turns = e.system.mechanism.bodies[b].turns;
                blocks.push(Block {
                    row,
                    node: node_of[b],
                    g: on_ground_axes((&bodies[b], turns), g),
                });
            },
        );
        self.starts.clear();
        for (k, block) in self.blocks.iter().enumerate() {
            self.starts.resize(block.row + 1, k);
        }
        self.starts.resize(self.len() + 1, self.blocks.len());
        self.contacts.pulls.clear();
        if with_forces && !self.contacts.rows.is_empty() {
            self.contacts.slide(e, &self.system.rows, &self.node_of);
        }
        self.make_matrix(tree, recursion);
    }

    fn make_matrix(&mut self, tree: &Tree, recursion: &Recursion) {
        let (m, n) = (self.len(), self.count);
        for row in 0..m {
            let of_row = &self.blocks[self.starts[row]..self.starts[row + 1]];
            let out = &mut self.pushes[row * n..][..n];
            push_of_row(
                (tree, recursion),
                (&self.paths[row], of_row),
                &mut self.loads,
                out,
            );
        }
        products(recursion, (m, n), &self.pushes, &mut self.matrix);
        if self.slides() {
            let made = (&self.pushes[..], &self.paths[..], &mut self.loads[..]);
            self.contacts
                .add_to(&mut self.matrix, (tree, recursion), made);
        }
    }

    /// The least part of a row, squared, that is new to the joints of the tree and to the rows before it. A power along a coordinate counts by the largest one
    /// that forces of this size have there, so that neither units nor the sizes of parts do, nor masses.
    pub fn independence(&mut self, tree: &Tree, recursion: &Recursion) -> f64 {
        self.compare(tree, recursion);
        let (m, n) = (self.len(), self.count);
        let Comparison { most, products, .. } = &mut self.comparison;
        let whole = |row: usize| square(&most[row * n..][..n]);
        factor(products, m, |row, _| whole(row)).unwrap_or(0.0)
    }

    /// G in the coordinates, and G·Gᵀ.
    fn compare(&mut self, tree: &Tree, recursion: &Recursion) {
        let (m, n) = (self.len(), self.count);
        let (blocks, starts) = (&self.blocks, &self.starts);
        let Comparison {
            gradients,
            most,
            products,
            on_each,
        } = &mut self.comparison;
        for row in 0..m {
            let own = blocks[starts[row]..starts[row + 1]].iter();
            let own = own.map(|b| (b.node, b.g));
            let out = (&mut gradients[row * n..][..n], &mut most[row * n..][..n]);
            recursion.gradient(tree, own, on_each, out);
        }
        for c in 0..n {
            let largest = (0..m).map(|row| most[row * n + c]).fold(0.0, f64::max);
            if largest > 0.0 {
                for row in 0..m {
                    gradients[row * n + c] /= largest;
                    most[row * n + c] /= largest;
                }
            }
        }
        for i in 0..m {
            for j in 0..=i {
                let [a, b] = [i, j].map(|k| &gradients[k * n..][..n]);
                products[i * m + j] = a.iter().zip(b).map(|(a, b)| a * b).sum();
            }
        }
    }

    /// G·a for the accelerations that the recursion has, subtracted from the right side, into the multipliers.
    pub fn miss(&mut self, recursion: &Recursion) {
        for (x, row) in self.multipliers.iter_mut().zip(&self.system.rows) {
            *x = self.right[*row];
        }
        for block in &self.blocks {
            self.multipliers[block.row] -= block.g.dot(recursion.acceleration(block.node));
        }
    }

    /// A = L·Lᵀ in its own place, or its other factors where it is not symmetric; `false`: rows depend on each other.
    pub fn factor(&mut self) -> bool {
        let m = self.len();
        if self.slides() {
            return self.contacts.factor(&mut self.matrix, m);
        }
        factor(&mut self.matrix, m, |_, diagonal| diagonal).is_some()
    }

    /// A·λ = what the multipliers hold, in their place.
    pub fn solve(&mut self) {
        if self.slides() {
            return self.contacts.solve(&self.matrix, &mut self.multipliers);
        }
        solve(&self.matrix, self.len(), &mut self.multipliers);
    }

    /// Puts the multipliers among those of all rows, the others being zero.
    pub fn tell(&self, all: &mut [f64]) {
        all.fill(0.0);
        for (row, l) in self.system.rows.iter().zip(&self.multipliers) {
            all[*row] = *l;
        }
    }

    /// The nodes between the bodies of a row and the root.
    pub fn path(&self, row: usize) -> &[usize] {
        &self.paths[row]
    }

    /// Adds M⁻¹·Gᵀ·λ, and what friction does with it, to accelerations, or to what else is moved by it.
    pub fn answer(&mut self, tree: &Tree, recursion: &mut Recursion, out: &mut [f64]) {
        let (blocks, multipliers) = (&self.blocks, &self.multipliers);
        let loads = blocks
            .iter()
            .chain(&self.contacts.pulls)
            .map(|b| (b.node, b.g.times(multipliers[b.row])));
        recursion.respond(tree, loads, &mut self.answer);
        out.iter_mut().zip(&self.answer).for_each(|(a, r)| *a += r);
    }

    /// Chooses so many rows, those of contacts first and then those that are new in the largest part, where the recursion stands; `false`: so many are not
    /// independent.
    pub fn choose(&mut self, wanted: usize, tree: &Tree, recursion: &Recursion) -> bool {
        self.compare(tree, recursion);
        let m = self.len();
        let whole: Vec<f64> = (0..m)
            .map(|row| square(&self.comparison.most[row * self.count..][..self.count]))
            .collect();
        let mut a = vec![0.0; m * m];
        for (i, j) in (0..m).flat_map(|i| (0..m).map(move |j| (i, j))) {
            a[i * m + j] = self.comparison.products[i.max(j) * m + i.min(j)];
        }
        let mut chosen = Vec::with_capacity(wanted);
        let mut rest: Vec<usize> = (0..m).filter(|row| whole[*row] > 0.0).collect();
        while chosen.len() < wanted {
            let share = |row: &usize| a[row * m + row] / whole[*row];
            let is_of_contact = |row: &usize| {
                self.contacts
                    .rows
                    .binary_search(&self.system.rows[*row])
                    .is_ok()
            };
            let newest =
                (0..rest.len()).max_by(|i, j| share(&rest[*i]).total_cmp(&share(&rest[*j])));
            let Some(best) = rest.iter().position(is_of_contact).or(newest) else {
                return false;
            };
            let row = rest.remove(best);
            let pivot = a[row * m + row];
            if pivot.is_nan() || pivot <= ROUNDING * whole[row] {
                return false;
            }
            let line = a[row * m..][..m].to_vec();
            for i in &rest {
                for j in &rest {
                    a[i * m + j] -= line[*i] * line[*j] / pivot;
                }
            }
            chosen.push(self.system.rows[row]);
        }
        chosen.sort_unstable();
        let mut own = System::clone(&self.system);
        own.rows = chosen;
        self.keep(own, tree);
        true
    }
}

/// A sum of squares.
fn square(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

/// Generalized forces on a body (which turns or not) as a torque and a force on axes of ground.
pub(super) fn on_ground_axes<T: Number>((body, turns): (&Body<T>, bool), g: &[T; 6]) -> Pair<T> {
    Pair {
        turning: match turns {
            true => body.R * Vec3::new(g[3], g[4], g[5]),
            false => Vec3::zeros(),
        },
        moving: Vec3::new(g[0], g[1], g[2]),
    }
}

/// What pushes each coordinate by a row, of the nodes on its path to the root; `loads` is room.
pub(super) fn push_of_row<T: Number>(
    (tree, recursion): (&Tree, &Recursion<T>),
    (path, blocks): (&[usize], &[Block<T>]),
    loads: &mut [Pair<T>],
    out: &mut [T],
) {
    path.iter().for_each(|k| loads[*k] = Pair::zero());
    for block in blocks {
        loads[block.node].add(&block.g, -T::one());
    }
    recursion.push(tree, path, loads, out);
}

/// The lower half of A, by what pushes n coordinates by each of m rows.
pub(super) fn products<T: Number>(
    recursion: &Recursion<T>,
    (m, n): (usize, usize),
    pushes: &[T],
    matrix: &mut [T],
) {
    for i in 0..m {
        for j in 0..=i {
            let [a, b] = [i, j].map(|k| &pushes[k * n..][..n]);
            matrix[i * m + j] = recursion.product(a, b);
        }
    }
}

/// `L·Lᵀ·x = x`.
pub(super) fn solve<T: Number>(a: &[T], m: usize, x: &mut [T]) {
    for i in 0..m {
        for k in 0..i {
            let l = a[i * m + k] * x[k];
            x[i] -= l;
        }
        x[i] /= a[i * m + i];
    }
    for i in (0..m).rev() {
        for k in i + 1..m {
            let l = a[k * m + i] * x[k];
            x[i] -= l;
        }
        x[i] /= a[i * m + i];
    }
}

/// The lower half of a symmetric matrix as L·Lᵀ, in its own place: the least pivot, relative to what its row is compared with (its number, its diagonal).
/// `None`: one of them is rounding.
fn factor(a: &mut [f64], m: usize, whole: impl Fn(usize, f64) -> f64) -> Option<f64> {
    let mut least = f64::INFINITY;
    let all = factor_while(a, m, |row, diagonal, pivot| {
        let whole = whole(row, diagonal);
        least = least.min(pivot / whole);
        !(pivot.is_nan() || pivot <= ROUNDING * whole)
    });
    all.then_some(least)
}

/// The same, shown row, diagonal and pivot; ends where it is told to, and says whether it came to the end.
pub(super) fn factor_while<T: Number>(
    a: &mut [T],
    m: usize,
    mut goes_on: impl FnMut(usize, T, T) -> bool,
) -> bool {
    for j in 0..m {
        let diagonal = a[j * m + j];
        for k in 0..j {
            let square = a[j * m + k] * a[j * m + k];
            a[j * m + j] -= square;
        }
        let pivot = a[j * m + j];
        if !goes_on(j, diagonal, pivot) {
            return false;
        }
        let root = pivot.sqrt();
        a[j * m + j] = root;
        for i in j + 1..m {
            let mut x = a[i * m + j];
            for k in 0..j {
                x -= a[i * m + k] * a[j * m + k];
            }
            a[i * m + j] = x / root;
        }
    }
    true
}
