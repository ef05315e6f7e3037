//! Variations without constraints, one group of unknowns after the other where they do not all depend on each other.
//!
//! `u' = J·u + g`, by the same collocation as [`super::Variation`] in the form of its Runge-Kutta matrix A: with `R_ij = A_ij·h_j` the stages are
//!
//! ```text
//! U_i = u₀ + Σ_j R_ij·(J_j·U_j + g_j)
//! ```
//!
//! Unknowns that depend on each other, directly or by others, make one group; groups are solved for in an order in which each depends on earlier ones alone, so that what only follows is a sum and no
//! equation. Where a group has a place with its velocity, and `q' = v` is all that is known of the place, q is put in: `Q_j = q₀ + Σ_l R_jl·V_l`.
//!
//! The way back is exactly the transposed of that: with W the gradients by the right sides, `by_g_j = Σ_i R_ij·W_i` and `W_i = (by U_i) + J_iᵀ·by_g_i`.

use super::dense::Dense;
use super::{Clock, Scales, add, steepness};
use crate::integrators::collocation::Tableau;
use crate::sparse::Singular;

/// An entry of J: place among the values of a stage, row, column.
type Entry = (usize, usize, usize);

/// Unknowns that depend on each other.
#[derive(Clone, Debug)]
struct Group {
    /// Those that are solved for.
    own: Vec<usize>,
    /// Places that are put in, with their velocities, numbers in `own`.
    places: Vec<(usize, usize)>,
    /// Entries between `own` and itself; between `own` and `places`; rows and columns are numbers in these.
    among: Vec<Entry>,
    by_places: Vec<Entry>,
    /// Entries of `own` with unknowns of earlier groups, by their numbers.
    earlier: Vec<Entry>,
    /// Of what its equations multiply at all stages.
    factors: Dense,
}

impl Group {
    fn is_sum(&self) -> bool {
        self.among.is_empty() && self.by_places.is_empty()
    }
}

/// Variations over steps of one problem without constraints.
#[derive(Clone, Debug)]
pub struct Decoupled {
    stages: usize,
    n: usize,
    values: usize,
    runge_kutta: Vec<f64>,
    leading: Vec<f64>,
    groups: Vec<Group>,
    /// R of the step in hand.
    reach: Vec<f64>,
}

impl Decoupled {
    /// With this number of stages, of n unknowns, for these entries of J, row and column each, in the order of its values. The first unknowns, so many, are places, the next
    /// as many their velocities, with a one in the row of each place.
    pub fn new(stages: usize, (n, places): (usize, usize), entries: &[(usize, usize)]) -> Self {
        let tableau = Tableau::coupled(stages);
        Self {
            stages,
            n,
            values: entries.len(),
            runge_kutta: tableau.runge_kutta(),
            leading: tableau.leading(),
            groups: groups((n, places), entries),
            reach: Vec::new(),
        }
    }

    /// The matrices of a step, factored. `jacobians`: the values of J, one stage after the other.
    ///
    /// # Errors
    /// When one is singular.
    pub fn factor(&mut self, clock: &Clock<'_>, jacobians: &[f64]) -> Result<(), Singular> {
        let s = self.stages;
        let each = self.runge_kutta.iter().enumerate();
        self.reach = each
            .map(|(k, a)| a * clock.length * clock.rates[k % s])
            .collect();
        let values: Vec<&[f64]> = jacobians.chunks_exact(self.values).collect();
        for group in self.groups.iter_mut().filter(|g| !g.is_sum()) {
            let m = group.own.len();
            let matrix = &mut group.factors;
            matrix.become_one(s * m);
            for (i, j) in (0..s).flat_map(|i| (0..s).map(move |j| (i, j))) {
                let reach = self.reach[i * s + j];
                for &(at, r, c) in &group.among {
                    matrix.add((i * m + r, j * m + c), -reach * values[j][at]);
                }
                for &(at, r, place) in &group.by_places {
                    let by_place = reach * values[j][at];
                    let velocity = group.places[place].1;
                    for l in 0..s {
                        let back = self.reach[j * s + l];
                        matrix.add((i * m + r, l * m + velocity), -by_place * back);
                    }
                }
            }
            matrix.factor()?;
        }
        Ok(())
    }

    /// Takes columns `u`, so many beside each other in each row, over the step; `g`, with n rows a stage, may be empty for zero. Gives `hλ` as [`super::Variation::step`] does.
    pub fn step(
        &self,
        jacobians: &[f64],
        g: &[f64],
        (u, columns): (&mut [f64], usize),
        scales: &Scales<'_>,
    ) -> f64 {
        let (s, n, p) = (self.stages, self.n, columns);
        let mut stages: Vec<f64> = u.repeat(s);
        let value = |j: usize, at: usize| jacobians[j * self.values + at];
        let at = |stage: usize, row: usize| (stage * n + row) * p..(stage * n + row + 1) * p;
        let (mut rates, mut right) = (Vec::new(), Vec::new());
        for group in &self.groups {
            let m = group.own.len();
            let own = |stage: usize, row: usize| (stage * m + row) * p..(stage * m + row + 1) * p;
            // Places as they are without the velocities.
            for (place, _) in group.places.iter().filter(|_| !g.is_empty()) {
                for (i, l) in pairs(s) {
                    let moved = &mut stages[at(i, *place)];
                    add(moved, self.reach[i * s + l], &g[at(l, *place)]);
                }
            }
            // What is known of the rates at each stage.
            rates.clear();
            rates.resize(s * m * p, 0.0);
            for j in 0..s {
                for (k, row) in group.own.iter().enumerate().filter(|_| !g.is_empty()) {
                    rates[own(j, k)].copy_from_slice(&g[at(j, *row)]);
                }
                for &(entry, r, c) in &group.earlier {
                    add(&mut rates[own(j, r)], value(j, entry), &stages[at(j, c)]);
                }
                for &(entry, r, place) in &group.by_places {
                    let place = &stages[at(j, group.places[place].0)];
                    add(&mut rates[own(j, r)], value(j, entry), place);
                }
            }
            right.clear();
            for _ in 0..s {
                let start = group.own.iter().flat_map(|row| &u[at(0, *row)]);
                right.extend(start);
            }
            for (i, j) in pairs(s) {
                let of_stage = |k: usize| k * m * p..(k + 1) * m * p;
                let moved = &mut right[of_stage(i)];
                add(moved, self.reach[i * s + j], &rates[of_stage(j)]);
            }
            if !group.is_sum() {
                group.factors.solve(&mut right, p);
            }
            for i in 0..s {
                for (k, row) in group.own.iter().enumerate() {
                    stages[at(i, *row)].copy_from_slice(&right[own(i, k)]);
                }
                for (place, velocity) in &group.places {
                    let moved = &mut stages[at(i, *place)];
                    for l in 0..s {
                        add(moved, self.reach[i * s + l], &right[own(l, *velocity)]);
                    }
                }
            }
        }
        let each = stages.chunks_exact_mut(n * p);
        each.for_each(|stage| add(stage, -1.0, u));
        let rate = steepness(&self.leading, &stages, (u, p), scales);
        add(u, 1.0, &stages[(s - 1) * n * p..]);
        rate
    }

    /// Takes a gradient by the state at the end back to that by the state at the start; the gradients by g, one stage after the other.
    pub fn step_back(&self, jacobians: &[f64], u: &mut [f64]) -> Vec<f64> {
        let (s, n) = (self.stages, self.n);
        let value = |j: usize, at: usize| jacobians[j * self.values + at];
        // By U at the stages, from the end and from what later groups make of it.
        let mut by_stages = vec![0.0; s * n];
        by_stages[(s - 1) * n..].copy_from_slice(u);
        let mut by_g = vec![0.0; s * n];
        for group in self.groups.iter().rev() {
            let m = group.own.len();
            let mut right = vec![0.0; s * m];
            for i in 0..s {
                for (k, row) in group.own.iter().enumerate() {
                    right[i * m + k] += by_stages[i * n + row];
                }
                for (place, velocity) in &group.places {
                    for l in 0..s {
                        right[l * m + velocity] += self.reach[i * s + l] * by_stages[i * n + place];
                    }
                }
            }
            if !group.is_sum() {
                group.factors.solve_transposed(&mut right);
            }
            for (k, row) in group.own.iter().enumerate() {
                for j in 0..s {
                    let each = (0..s).map(|i| self.reach[i * s + j] * right[i * m + k]);
                    by_g[j * n + row] = each.sum();
                }
                u[*row] = (0..s).map(|i| right[i * m + k]).sum();
            }
            for j in 0..s {
                for &(at, r, c) in &group.earlier {
                    by_stages[j * n + c] += value(j, at) * by_g[j * n + group.own[r]];
                }
                for &(at, r, place) in &group.by_places {
                    let (place, _) = group.places[place];
                    by_stages[j * n + place] += value(j, at) * by_g[j * n + group.own[r]];
                }
            }
            for (place, _) in &group.places {
                u[*place] = (0..s).map(|i| by_stages[i * n + place]).sum();
                for j in 0..s {
                    let each = (0..s).map(|i| self.reach[i * s + j] * by_stages[i * n + place]);
                    by_g[j * n + place] = each.sum();
                }
            }
        }
        by_g
    }
}

/// All pairs of stages.
fn pairs(stages: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..stages).flat_map(move |i| (0..stages).map(move |j| (i, j)))
}

/// The most unknowns that [`Decoupled`] solves for together, at a stage.
pub fn most_coupled(sizes: (usize, usize), entries: &[(usize, usize)]) -> usize {
    let groups = groups(sizes, entries);
    groups.iter().map(|g| g.own.len()).max().unwrap_or(0)
}

/// The groups of unknowns in an order in which each depends on earlier ones alone.
fn groups((n, places): (usize, usize), entries: &[(usize, usize)]) -> Vec<Group> {
    let each = entries.iter().enumerate();
    let entries: Vec<Entry> = each.map(|(at, (r, c))| (at, *r, *c)).collect();
    let mut needs = vec![false; n * n];
    for &(_, r, c) in &entries {
        needs[r * n + c] = true;
    }
    for k in 0..n {
        for r in (0..n).filter(|r| *r != k) {
            if needs[r * n + k] {
                for c in 0..n {
                    needs[r * n + c] |= needs[k * n + c];
                }
            }
        }
    }
    // What depends on more comes later, with itself counted: who needs another needs all that this one needs.
    let count = |k: usize| (0..n).filter(|c| *c == k || needs[k * n + c]).count();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|k| (count(*k), *k));
    let mut taken = vec![false; n];
    let mut all = Vec::new();
    for first in order {
        if taken[first] {
            continue;
        }
        let alike = |k: &usize| *k == first || (needs[first * n + k] && needs[k * n + first]);
        let members: Vec<usize> = (0..n).filter(alike).collect();
        members.iter().for_each(|k| taken[*k] = true);
        all.push(group(&members, places, &entries));
    }
    all
}

/// The group of these unknowns.
fn group(members: &[usize], places: usize, entries: &[Entry]) -> Group {
    let is_member = |k: usize| members.binary_search(&k).is_ok();
    // A place of whose rate nothing is known but the velocity.
    let follows = |k: usize| {
        let mut row = entries.iter().filter(|(_, r, _)| *r == k);
        k < places && is_member(k + places) && row.all(|(_, _, c)| *c == k + places)
    };
    let (put_in, own): (Vec<usize>, Vec<usize>) = members.iter().partition(|k| follows(**k));
    let number = |of: &[usize], k: usize| of.iter().position(|x| *x == k);
    let with_velocity = |k: &usize| Some((*k, number(&own, k + places)?));
    let mut group = Group {
        places: put_in.iter().filter_map(with_velocity).collect(),
        among: Vec::new(),
        by_places: Vec::new(),
        earlier: Vec::new(),
        factors: Dense::default(),
        own,
    };
    for &(at, r, c) in entries {
        let Some(r) = number(&group.own, r) else {
            continue;
        };
        match (number(&group.own, c), number(&put_in, c)) {
            (Some(c), _) => group.among.push((at, r, c)),
            (_, Some(c)) => group.by_places.push((at, r, c)),
            _ => group.earlier.push((at, r, c)),
        }
    }
    group
}

#[cfg(test)]
mod tests {
    use super::super::Variation;
    use super::*;
    use crate::sparse::{Matrix, Pattern};

    /// Two places, one of which turns about what moves it, their velocities, two states one of which decays, and a sum.
    const ENTRIES: [(usize, usize); 14] = [
        (0, 2),
        (1, 3),
        (1, 0),
        (2, 0),
        (2, 2),
        (2, 4),
        (3, 0),
        (3, 1),
        (3, 3),
        (4, 4),
        (5, 3),
        (5, 4),
        (6, 5),
        (6, 0),
    ];

    /// The same maps as of the general form, forth and back, to rounding.
    #[test]
    fn as_all_at_once() {
        let n = 7;
        let mut next = 7u32;
        let mut some = || {
            next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(next) / f64::from(u32::MAX) - 0.5
        };
        let mut sorted = ENTRIES;
        sorted.sort_by_key(|(r, c)| (*c, *r));
        let pattern = Pattern::from_entries(n, sorted.iter().copied());
        let scales = Scales {
            kinds: &[0..2, 2..4, 4..5, 5..6],
            sizes: &[1.0; 7],
            least: &[1e-300; 2],
        };
        for stages in 3..=7 {
            let rates: Vec<f64> = (0..stages).map(|_| 1.0 + 0.5 * some()).collect();
            let clock = Clock {
                length: 0.7,
                rates: &rates,
            };
            let mut jacobians = Vec::new();
            for _ in 0..stages {
                let one = |e: &(usize, usize)| e.0 < 2 && e.1 == e.0 + 2;
                jacobians.extend(
                    sorted
                        .iter()
                        .map(|e| if one(e) { 1.0 } else { 3.0 * some() }),
                );
            }
            // two columns beside each other
            let g: Vec<f64> = (0..2 * n * stages).map(|_| some()).collect();
            let mut start: Vec<f64> = (0..2 * n).map(|_| some()).collect();
            let column = |all: &[f64], k: usize| -> Vec<f64> {
                all.iter().skip(k).step_by(2).copied().collect()
            };
            let end: Vec<f64> = (0..n).map(|_| some()).collect();
            let mut general = Variation::new(stages, &Matrix::identity(n), &pattern, [0, 0]);
            let mut own = Decoupled::new(stages, (n, 2), &sorted);
            assert!(own.groups.len() > 3);
            general.factor(&clock, &jacobians).unwrap();
            own.factor(&clock, &jacobians).unwrap();
            let mut columns = [column(&start, 0), column(&start, 1)];
            let rates = [0, 1].map(|k| {
                let g = column(&g, k);
                general.step(&clock, &jacobians, &g, &mut columns[k], &scales)
            });
            let found = own.step(&jacobians, &g, (&mut start, 2), &scales);
            // roundings of some tens of terms of order one
            let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
            near(rates[0].max(rates[1]), found);
            for (k, a) in columns.iter().enumerate() {
                let b = column(&start, k);
                a.iter().zip(&b).for_each(|(a, b)| near(*a, *b));
            }
            let (mut a, mut b) = (end.clone(), end);
            let by_a = general.step_back(&clock, &jacobians, &mut a);
            let by_b = own.step_back(&jacobians, &mut b);
            a.iter().zip(&b).for_each(|(a, b)| near(*a, *b));
            by_a.iter().zip(&by_b).for_each(|(a, b)| near(*a, *b));
        }
    }
}
