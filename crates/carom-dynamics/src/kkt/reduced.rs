//! The equations at acceleration level reduced to the multipliers, for mechanisms of few constraints:
//!
//! ```text
//! S·λ = γ − G·M⁻¹·F        S = G·M⁻¹·Gᵀ        a = M⁻¹·(F + Gᵀ·λ)
//! ```
//!
//! S is symmetric and positive definite where all masses are positive and the rows independent. Its factors take a fraction
//! of the time of those of the sparse matrix of all unknowns. They are kept in a full square, which bounds the number of rows; only the places
//! that fill are touched, rows in the order of minimum degree. Where S cannot be factored the caller goes the longer way,
//! which also knows the name of the culprit.
#![allow(non_snake_case)]

use super::for_each_row;
use crate::frames::Frames;
use crate::system::System;
use carom_base::{Mat3, Vec3};
use carom_solve::sparse::Pattern;
use carom_solve::sparse::ordering::minimum_degree;

/// Above this many rows the square would leave the nearest cache.
const MOST_ROWS: usize = 120;
/// A diagonal entry of which one step of elimination leaves less than this share is left to the sparse matrix: S squares the
/// condition of G.
const SMALLEST_PIVOT: f64 = 1e-9;

/// A metric: inverse mass and inverse inertia of a body. The corrections of positions and velocities use another one than the motion.
pub type Inverse = (f64, Mat3);

/// What a row of G has on a body, and `M⁻¹` of it.
#[derive(Clone, Copy, Debug)]
struct Block {
    row: u32,
    body: u32,
    g: [f64; 6],
    h: [f64; 6],
}

/// Work space of the reduced equations.
#[derive(Clone, Debug)]
pub struct Reduced {
    blocks: Vec<Block>,
    /// Blocks of each body, in the order of elimination.
    of_body: Vec<Vec<u32>>,
    /// When each row is eliminated.
    place: Vec<u32>,
    /// Rows below the diagonal of each column of L, by place.
    below: Vec<Vec<u32>>,
    /// Lower triangle of S, then of its factor L·D·Lᵀ, in full columns, by place.
    s: Vec<f64>,
    /// Right side and solution, by place.
    x: Vec<f64>,
    /// The multipliers.
    pub lambda: Vec<f64>,
}

impl Reduced {
    /// For a system, if it has few rows.
    pub fn new(system: &System) -> Option<Self> {
        let m = system.rows.len();
        (1..=MOST_ROWS).contains(&m).then(|| Self {
            blocks: Vec::new(),
            of_body: Vec::new(),
            place: (0..m as u32).collect(),
            below: Vec::new(),
            x: vec![0.0; m],
            s: vec![0.0; m * m],
            lambda: vec![0.0; m],
        })
    }

    /// Solves for the multipliers and `a`. `force`: generalized forces, or none; `right`: γ of each kept row. `false`: S has no
    /// good factors.
    pub fn solve(
        &mut self,
        system: &System,
        frames: &impl Frames<f64>,
        inverse: impl Fn(usize) -> Inverse,
        force: Option<&[f64]>,
        right: impl Fn(usize) -> f64,
        a: &mut [f64],
    ) -> bool {
        self.take_rows(system, frames, &inverse);
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
        self.assemble();
        if !self.factor() {
            return false;
        }
        self.substitute();
        for (l, place) in self.lambda.iter_mut().zip(&self.place) {
            *l = self.x[*place as usize];
        }
        for block in &self.blocks {
            let data = &system.bodies[block.body as usize];
            let l = self.x[block.row as usize];
            for (a, h) in a[data.first..][..data.freedoms()].iter_mut().zip(&block.h) {
                *a += l * h;
            }
        }
        true
    }

    fn take_rows(
        &mut self,
        system: &System,
        frames: &impl Frames<f64>,
        inverse: &impl Fn(usize) -> Inverse,
    ) {
        if self.below.is_empty() {
            self.analyse(system, frames);
        }
        self.blocks.clear();
        for_each_row(system, frames, |row, body, g| {
            self.blocks.push(Block {
                row: self.place[row],
                body: body as u32,
                g: *g,
                h: divide(g, &inverse(body)),
            });
        });
    }

    /// The order of elimination and the pattern of L. The same rows come in the same order each time.
    fn analyse(&mut self, system: &System, frames: &impl Frames<f64>) {
        let m = self.lambda.len();
        let mut on_body = vec![Vec::new(); system.bodies.len()];
        let mut count = 0;
        for_each_row(system, frames, |row, body, _| {
            on_body[body].push((row, count));
            count += 1;
        });
        let pairs = on_body.iter().flat_map(|list| {
            let with = |p: &(usize, u32)| list.iter().map(move |q| (p.0, q.0)).collect::<Vec<_>>();
            list.iter().flat_map(with)
        });
        let pattern = Pattern::from_entries(m, pairs.chain((0..m).map(|k| (k, k))));
        for (place, row) in minimum_degree(&pattern).into_iter().enumerate() {
            self.place[row as usize] = place as u32;
        }
        let mut filled = vec![false; m * m];
        for (i, j) in pattern.entries() {
            filled[self.place[j] as usize * m + self.place[i] as usize] = true;
        }
        for k in 0..m {
            let below: Vec<u32> = (k as u32 + 1..m as u32)
                .filter(|i| filled[k * m + *i as usize])
                .collect();
            for (at, &j) in below.iter().enumerate() {
                for &i in &below[at..] {
                    filled[j as usize * m + i as usize] = true;
                }
            }
            self.below.push(below);
        }
        self.of_body = on_body
            .into_iter()
            .map(|mut list: Vec<(usize, u32)>| {
                list.sort_by_key(|(row, _)| self.place[*row]);
                list.into_iter().map(|(_, block)| block).collect()
            })
            .collect();
        self.blocks.reserve_exact(count as usize);
    }

    fn assemble(&mut self) {
        let m = self.lambda.len();
        for (k, below) in self.below.iter().enumerate() {
            let column = &mut self.s[k * m..][..m];
            column[k] = 0.0;
            for &i in below {
                column[i as usize] = 0.0;
            }
        }
        for list in &self.of_body {
            for (at, &q) in list.iter().enumerate() {
                let q = &self.blocks[q as usize];
                let column = &mut self.s[q.row as usize * m..][..m];
                for &p in &list[at..] {
                    let p = &self.blocks[p as usize];
                    let [a, b, c, d, e, f]: [f64; 6] = std::array::from_fn(|k| p.g[k] * q.h[k]);
                    column[p.row as usize] += (a + b) + (c + d) + (e + f);
                }
            }
        }
    }

    /// S = L·D·Lᵀ in place, D on the diagonal.
    fn factor(&mut self) -> bool {
        let m = self.lambda.len();
        for (k, below) in self.below.iter().enumerate() {
            let (left, right) = self.s.split_at_mut((k + 1) * m);
            let column = &mut left[k * m..];
            let pivot = column[k];
            if pivot.is_nan() || pivot <= 0.0 {
                return false;
            }
            for (at, &j) in below.iter().enumerate() {
                let j = j as usize;
                let factor = column[j] / pivot;
                let target = &mut right[(j - k - 1) * m..][..m];
                let before = target[j];
                for &i in &below[at..] {
                    target[i as usize] -= factor * column[i as usize];
                }
                // What is taken away from a diagonal entry tells how near it comes to zero.
                if target[j] <= SMALLEST_PIVOT * before {
                    return false;
                }
            }
            for &i in below {
                column[i as usize] /= pivot;
            }
        }
        true
    }

    /// x := S⁻¹·x.
    fn substitute(&mut self) {
        let (m, x) = (self.lambda.len(), &mut self.x);
        for (k, below) in self.below.iter().enumerate() {
            let (xk, column) = (x[k], &self.s[k * m..][..m]);
            for &i in below {
                x[i as usize] -= column[i as usize] * xk;
            }
        }
        for (k, below) in self.below.iter().enumerate().rev() {
            let column = &self.s[k * m..][..m];
            let sum: f64 = below
                .iter()
                .map(|&i| column[i as usize] * x[i as usize])
                .sum();
            x[k] = x[k] / column[k] - sum;
        }
    }
}

/// `M⁻¹` of six numbers on a body.
fn divide(f: &[f64; 6], (mass, inertia): &Inverse) -> [f64; 6] {
    let t = inertia * Vec3::new(f[3], f[4], f[5]);
    [f[0] * mass, f[1] * mass, f[2] * mass, t.x, t.y, t.z]
}
