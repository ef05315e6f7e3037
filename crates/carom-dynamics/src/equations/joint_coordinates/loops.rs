//! The constraints beside the joints of the tree: those that close loops, motions, couplers, curves.
//!
//! ```text
//! A = G·M⁻¹·Gᵀ        A·λ = γ − G·a₀        a = a₀ + M⁻¹·Gᵀ·λ
//! ```
//!
//! M⁻¹ is one pass of the recursion for each row of G, so that no matrix of masses is made.
#![allow(non_snake_case)]

use super::recursion::{Pair, Recursion};
use super::tree::Tree;
use crate::equations::Equations;
use crate::kkt::{Gamma, for_each_row};
use crate::system::System;
use carom_base::Vec3;
use std::sync::Arc;

/// A pivot of A, relative to its diagonal, below which rows depend on each other: a loop near a singular position.
const DEPENDENT: f64 = 1e-8;

/// One row of G on one body.
#[derive(Clone, Copy, Debug)]
struct Block {
    row: usize,
    node: usize,
    g: Pair,
}

/// The rows that close a tree.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    /// The system with these constraints alone; its kept rows are those that are solved for.
    pub system: Arc<System>,
    node_of: Vec<usize>,
    blocks: Vec<Block>,
    /// M⁻¹·Gᵀ, row by row, and A, which its factor replaces.
    responses: Vec<f64>,
    matrix: Vec<f64>,
    /// γ, or another right side, of all rows.
    pub right: Vec<f64>,
    /// Of the rows that are solved for.
    pub multipliers: Vec<f64>,
    count: usize,
}

impl Loops {
    /// The constraints that are no joints of the tree; their rows are still to be chosen.
    pub fn new(system: &System, tree: &Tree) -> Self {
        let mut own = system.clone();
        let mut is_joint = tree.is_joint.iter();
        own.constraints
            .retain(|_| !*is_joint.next().unwrap_or(&false));
        own.rows = own
            .constraints
            .iter()
            .flat_map(|c| c.first_row..c.first_row + c.rows())
            .collect();
        let mut loops = Self {
            right: vec![0.0; system.all_rows],
            count: tree.count,
            node_of: tree.nodes_of_bodies(),
            blocks: Vec::new(),
            responses: Vec::new(),
            matrix: Vec::new(),
            multipliers: Vec::new(),
            system: Arc::new(System::default()),
        };
        loops.keep(own);
        loops
    }

    fn keep(&mut self, system: System) {
        let m = system.rows.len();
        self.responses = vec![0.0; m * self.count];
        self.matrix = vec![0.0; m * m];
        self.multipliers = vec![0.0; m];
        self.system = Arc::new(system);
    }

    /// Number of rows that are solved for.
    pub fn len(&self) -> usize {
        self.system.rows.len()
    }

    /// Looks at the rows in the state in the arrays: G, M⁻¹·Gᵀ and A. With γ of joints, if that is asked for. After [`Recursion::factor`].
    pub fn look(
        &mut self,
        e: &Equations,
        tree: &Tree,
        recursion: &mut Recursion,
        with_gamma: bool,
    ) {
        let view = e.view();
        let mut gamma = match with_gamma {
            true => Gamma::Joints(&mut self.right),
            false => Gamma::none(),
        };
        let (blocks, node_of, bodies) = (&mut self.blocks, &self.node_of, &e.now.bodies);
        blocks.clear();
        for_each_row(&self.system, &view, &mut gamma, |row, b, g| {
            let torque = match e.system.bodies[b].turns {
                true => bodies[b].R * Vec3::new(g[3], g[4], g[5]),
                false => Vec3::zeros(),
            };
            blocks.push(Block {
                row,
                node: node_of[b],
                g: Pair {
                    turning: torque,
                    moving: Vec3::new(g[0], g[1], g[2]),
                },
            });
        });
        let m = self.len();
        for row in 0..m {
            let own = self.blocks.iter().filter(|b| b.row == row);
            let response = &mut self.responses[row * self.count..][..self.count];
            recursion.respond(tree, own.map(|b| (b.node, b.g)), response);
            let line = &mut self.matrix[row * m..][..m];
            line.fill(0.0);
            for block in &self.blocks {
                line[block.row] += block.g.dot(recursion.acceleration(block.node));
            }
        }
    }

    /// The least part of a row that the joints of the tree leave, squared: of the motion that it asks for of its bodies, that along the coordinates. A length
    /// stands for a radian.
    pub fn least_gradient(&self, tree: &Tree, recursion: &Recursion, length: f64) -> f64 {
        let share = |row: usize| {
            let own = self.blocks.iter().filter(|b| b.row == row);
            let whole: f64 = own.clone().map(|b| b.g.size(1.0 / length)).sum();
            recursion.gradient(tree, own.map(|b| (b.node, b.g)), length) / whole
        };
        (0..self.len()).map(share).fold(1.0, f64::min)
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

    /// A = L·Lᵀ in its own place: the least part of a row that is new, squared; `None`: rows depend on each other.
    pub fn factor(&mut self) -> Option<f64> {
        let (m, a) = (self.len(), &mut self.matrix);
        let mut least = 1.0_f64;
        for j in 0..m {
            let whole = a[j * m + j];
            for k in 0..j {
                a[j * m + j] -= a[j * m + k] * a[j * m + k];
            }
            let pivot = a[j * m + j];
            if pivot.is_nan() || pivot <= DEPENDENT * whole {
                return None;
            }
            least = least.min(pivot / whole);
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
        Some(least)
    }

    /// A·λ = what the multipliers hold, in their place.
    pub fn solve(&mut self) {
        let (m, a, x) = (self.len(), &self.matrix, &mut self.multipliers);
        for i in 0..m {
            for k in 0..i {
                x[i] -= a[i * m + k] * x[k];
            }
            x[i] /= a[i * m + i];
        }
        for i in (0..m).rev() {
            for k in i + 1..m {
                x[i] -= a[k * m + i] * x[k];
            }
            x[i] /= a[i * m + i];
        }
    }

    /// Adds M⁻¹·Gᵀ·λ to accelerations, or to what else is moved by it.
    pub fn answer(&self, out: &mut [f64]) {
        for (row, l) in self.multipliers.iter().enumerate() {
            let response = &self.responses[row * self.count..][..self.count];
            out.iter_mut().zip(response).for_each(|(a, r)| *a += l * r);
        }
    }

    /// Chooses so many rows, those that are new in the largest part first, where A has been made; `false`: so many are not independent.
    pub fn choose(&mut self, wanted: usize) -> bool {
        let m = self.len();
        let mut a = self.matrix.clone();
        let diagonal: Vec<f64> = (0..m).map(|k| a[k * m + k]).collect();
        let mut chosen = Vec::with_capacity(wanted);
        let mut is_chosen = vec![false; m];
        while chosen.len() < wanted {
            let share = |k: &usize| a[k * m + k] / diagonal[*k].max(f64::MIN_POSITIVE);
            let rest = (0..m).filter(|k| !is_chosen[*k]);
            let Some(best) = rest.max_by(|a, b| share(a).total_cmp(&share(b))) else {
                return false;
            };
            if share(&best).is_nan() || share(&best) <= DEPENDENT {
                return false;
            }
            let pivot = a[best * m + best];
            let line: Vec<f64> = (0..m).map(|k| a[best * m + k]).collect();
            for i in (0..m).filter(|i| !is_chosen[*i]) {
                for j in 0..m {
                    a[i * m + j] -= line[i] * line[j] / pivot;
                }
            }
            is_chosen[best] = true;
            chosen.push(self.system.rows[best]);
        }
        chosen.sort_unstable();
        let mut own = System::clone(&self.system);
        own.rows = chosen;
        self.keep(own);
        true
    }
}
