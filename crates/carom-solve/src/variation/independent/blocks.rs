//! The matrix J of a stage, by the kinds of its rows and columns.

use super::shape::Shape;
use nalgebra::DMatrix;

/// Entries of J that make one block of it: place among the values of a stage, row and column in the block.
#[derive(Clone, Debug, Default)]
pub(super) struct Block(Vec<(u32, u32, u32)>);

impl Block {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn each(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let wide = |&(at, r, c): &(u32, u32, u32)| (at as usize, r as usize, c as usize);
        self.0.iter().map(wide)
    }

    /// Adds the product with a matrix.
    pub fn add_product(&self, values: &[f64], by: &DMatrix<f64>, to: &mut DMatrix<f64>) {
        for k in 0..by.ncols() {
            let (by, mut to) = (by.column(k), to.column_mut(k));
            self.each()
                .for_each(|(at, r, c)| to[r] += values[at] * by[c]);
        }
    }

    /// Adds the block itself.
    pub fn add_to(&self, values: &[f64], to: &mut DMatrix<f64>) {
        self.each().for_each(|(at, r, c)| to[(r, c)] += values[at]);
    }

    pub fn add_applied(&self, values: &[f64], factor: f64, x: &[f64], to: &mut [f64]) {
        self.each()
            .for_each(|(at, r, c)| to[r] += factor * values[at] * x[c]);
    }

    pub fn add_transposed(&self, values: &[f64], factor: f64, x: &[f64], to: &mut [f64]) {
        self.each()
            .for_each(|(at, r, c)| to[c] += factor * values[at] * x[r]);
    }
}

/// The blocks of J, named by what rows and columns belong to: positions, velocities, states, the sum, constraints of places and of velocities.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    pub kq: Block,
    pub vq: Block,
    pub vv: Block,
    pub vx: Block,
    pub xq: Block,
    pub xv: Block,
    pub xx: Block,
    pub sum: [Block; 3],
    /// Forces and rates of x by δλ.
    pub pressed: Block,
    pub rates_q: Block,
    pub rates_x: Block,
    pub places_q: Block,
    pub places_x: Block,
}

impl Blocks {
    pub fn new(shape: &Shape, entries: impl Iterator<Item = (usize, usize)>) -> Self {
        let (n, x) = (shape.positions, 2 * shape.positions);
        let sum = x + shape.states - 1;
        let (rates, places) = (sum + 1, sum + 1 + shape.rows);
        let mut blocks = Self::default();
        for (at, (r, c)) in entries.enumerate() {
            if c > sum && (n..sum).contains(&r) {
                let [at, r, c] = [at, r - n, c - rates].map(|k| k as u32);
                blocks.pressed.0.push((at, r, c));
            }
            if c >= sum {
                continue;
            }
            let column = if c < n { 0 } else { 1 + usize::from(c >= x) };
            let first_column = [0, n, x][column];
            let (of_row, first_row) = match r {
                r if r < n => ([Some(&mut blocks.kq), None, None], 0),
                r if r < x => {
                    let b = &mut blocks;
                    ([Some(&mut b.vq), Some(&mut b.vv), Some(&mut b.vx)], n)
                }
                r if r < sum => {
                    let b = &mut blocks;
                    ([Some(&mut b.xq), Some(&mut b.xv), Some(&mut b.xx)], x)
                }
                r if r == sum => (blocks.sum.each_mut().map(Some), sum),
                r if r < places => {
                    let (q, x) = (&mut blocks.rates_q, &mut blocks.rates_x);
                    ([Some(q), None, Some(x)], rates)
                }
                _ => {
                    let (q, x) = (&mut blocks.places_q, &mut blocks.places_x);
                    ([Some(q), None, Some(x)], places)
                }
            };
            let [q, v, x] = of_row;
            if let Some(block) = [q, v, x].into_iter().nth(column).flatten() {
                let place = [at, r - first_row, c - first_column];
                let [at, r, c] = place.map(|k| k as u32);
                block.0.push((at, r, c));
            }
        }
        blocks
    }
}
