//! The rows of G, each with its body and six numbers.

use crate::elements::constraint::{Constraint, Equations as Rows, PairRow};
use crate::mechanism::coordinate::End;
use crate::mechanism::frames::Frames;
use crate::system::System;
use carom_base::Number;

/// The right side of the constraints, of all rows.
pub enum Gamma<'a> {
    /// As it stands.
    Given(&'a [f64]),
    /// What has to change so that this vanishes.
    Opposite(&'a [f64]),
    /// γ, the accelerations that velocities ask for: known but for joints, whose rows it is found with.
    Joints(&'a mut [f64]),
}

impl Gamma<'_> {
    /// For those that ask for the rows only.
    pub fn none() -> Self {
        Self::Given(&[])
    }

    pub(super) fn of(&self, row: usize) -> f64 {
        match self {
            Gamma::Given(all) => all[row],
            Gamma::Joints(all) => all[row],
            Gamma::Opposite(all) => -all[row],
        }
    }
}

/// Hands over the rows of G: number of the kept row, body, six numbers. Finds γ of joints where it is asked for.
pub fn for_each_row(
    system: &System,
    frames: &dyn Frames<f64>,
    gamma: &mut Gamma<'_>,
    take: impl FnMut(usize, usize, &[f64; 6]),
) {
    for_each_row_but(&[], system, frames, gamma, take);
}

/// The same but for rows of joints that are left out (by their number among all; none where the list is empty), whose γ is zero.
pub fn for_each_row_but(
    left_out: &[bool],
    system: &System,
    frames: &dyn Frames<f64>,
    gamma: &mut Gamma<'_>,
    mut take: impl FnMut(usize, usize, &[f64; 6]),
) {
    let is_left_out = |row: usize| left_out.get(row) == Some(&true);
    let mut unit = [0.0; 6];
    let mut kept = system.kept_rows();
    for c in &system.constraints {
        if let Rows::Pair(rows) = &c.equations {
            let gamma = match gamma {
                Gamma::Joints(gamma) => Some(&mut gamma[c.first_row..][..rows.len()]),
                _ => None,
            };
            let number = |k: usize| match is_left_out(c.first_row + k) {
                true => None,
                false => Some(kept.number(c.first_row + k)),
            };
            for_each_row_of_joint((c, rows), system, frames, (number, gamma), &mut take);
            continue;
        }
        for k in 0..c.rows() {
            let Some(row) = kept.number(c.first_row + k) else {
                continue;
            };
            unit[k] = 1.0;
            let mut blocks = [[0.0; 6]; 8];
            c.forces(
                &system.mechanism,
                frames,
                &unit[..c.rows()],
                &mut |on, q| {
                    if let Ok(at) = c.bodies.binary_search(&(on as u32)) {
                        for (sum, q) in blocks[at].iter_mut().zip(q) {
                            *sum += q;
                        }
                    }
                },
            );
            unit[k] = 0.0;
            for (&b, block) in c.bodies.iter().zip(&blocks) {
                take(row, b as usize, block);
            }
        }
    }
}

/// The rows of a joint. `number` gives the number of a row among those that are kept: `None` for one that is left out, whose γ is zero, and `Some(None)` for one
/// that is not kept and whose γ is asked for.
pub fn for_each_row_of_joint<T: Number>(
    (c, rows): (&Constraint, &[PairRow]),
    system: &System,
    frames: &dyn Frames<T>,
    (mut number, gamma): (impl FnMut(usize) -> Option<Option<usize>>, Option<&mut [T]>),
    mut take: impl FnMut(usize, usize, &[T; 6]),
) {
    // Most of all constraints: each body is looked up once, its marker made here.
    let (on_i, on_j) = (
        &system.mechanism.markers[c.i],
        &system.mechanism.markers[c.j],
    );
    let (b_i, b_j) = (on_i.carrier.body(), on_j.carrier.body());
    let (body_i, body_j) = (b_i.map(|b| frames.body(b)), b_j.map(|b| frames.body(b)));
    let i = End::new(on_i, body_i.as_deref());
    let j = End::new(on_j, body_j.as_deref());
    let mut gamma = gamma;
    for (k, (coordinate, _, _)) in rows.iter().enumerate() {
        let found = number(k);
        if let Some(gamma) = &mut gamma {
            gamma[k] = match found {
                None => T::zero(),
                Some(_) => coordinate.gamma(&i, &j),
            };
        }
        let Some(row) = found.flatten() else {
            continue;
        };
        let (on_i, on_j) = coordinate.row(&i, &j);
        if let (Some(b), Some(g), Some(h)) = (b_i, &on_i, &on_j)
            && b_i == b_j
        {
            take(row, b, &std::array::from_fn(|k| g[k] + h[k]));
            continue;
        }
        if let (Some(b), Some(g)) = (b_i, &on_i) {
            take(row, b, g);
        }
        if let (Some(b), Some(g)) = (b_j, &on_j) {
            take(row, b, g);
        }
    }
}
