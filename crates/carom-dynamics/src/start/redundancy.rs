//! Which constraint rows say nothing new.
//!
//! The rows of G are looked at in two passes. First bodies are peeled off: where all rows that are left on a body are
//! independent by their entries on this body alone, none of them can be a combination of others, and body and rows are
//! put aside. This takes chains and trees apart from their ends, in time proportional to their size. What stays are the
//! closed loops; there a sparse elimination takes one row after the other, first come first kept.
//!
//! Rows are scaled to length one in the metric in which a radian counts as the longest lever of a row about the centre of mass of the body. Radii of
//! gyration would not do: models have bodies whose inertia only stands for none, and of two that differ much the rows between them say next to nothing of one.

use crate::equations::Equations;
use crate::equations::kkt::rows::{Gamma, for_each_row};
use crate::system::System;
use carom_solve::least_squares::LeastSquares;
use std::collections::VecDeque;

/// A row of which elimination leaves less than this share is redundant.
/// Decks print directions with 8 to 10 digits, so exact dependence shows as 1e-8.
const TOLERANCE: f64 = 1e-6;

/// Between [`TOLERANCE`] and this share a row may be a redundant one of a model whose places were printed with few digits, or an
/// independent one of a mechanism near a singular position.
const DOUBT: f64 = 1e-3;

/// A dependence that is exact leaves no more than this; a row that keeps more than the second stands well by itself.
const EXACT: f64 = 1e-9;
const WEAK: f64 = 3e-2;

/// Rows of a dense decomposition that nobody has to wait for.
const MOST_ROWS: usize = 600;

/// Entries on one body count as independent where orthogonalization leaves this share of each row: far from any doubt,
/// as a row that is not put aside only takes the longer way.
const CLEARLY: f64 = 1e-2;

/// Among the entries of a row those within this factor of the largest may be the pivot; the one in the column of
/// fewest rows is taken. Larger: less fill; smaller: less growth of rounding.
const PIVOT_SHARE: f64 = 0.3;

/// Room for the elimination. Beyond it the rows left are kept, and a dependence shows as a singular matrix.
const MOST_ENTRIES: usize = 20_000_000;

/// A sparse row: columns ascending.
type Row = Vec<(u32, f64)>;

/// The rows that are independent where the system stands, first come first kept, ascending.
pub fn independent_rows(equations: &Equations) -> Vec<usize> {
    let shares = shares(equations, &all(&equations.system), TOLERANCE);
    pick(equations, &shares, |share| share > TOLERANCE)
}

/// The rows that are independent beyond doubt where the system stands, and the rows of which something is new, but little; both
/// ascending. Of rows that agree and of which none has a share near a bound these are the first ones; else those that hang least on
/// each other.
pub fn clear_and_doubtful_rows(equations: &Equations, agree: bool) -> (Vec<usize>, Vec<usize>) {
    let system = &equations.system;
    let rows = scaled_rows(equations, &all(system));
    let loops = peel(system, &rows, rows_of_bodies(system, &rows));
    let mut shares = vec![1.0; rows.len()];
    eliminate(
        &rows,
        &loops,
        system.mechanism.positions,
        DOUBT,
        &mut shares,
    );
    let is_clean = |k: &usize| shares[*k] <= EXACT || shares[*k] > WEAK;
    let first_ones_do = || agree && loops.iter().all(is_clean) && hold_well(&rows, &loops, &shares);
    if loops.len() <= MOST_ROWS && !first_ones_do() {
        orthogonalize(&rows, &loops, &mut shares);
    }
    let doubtful = |share| share > TOLERANCE && share <= DOUBT;
    let clear = pick(equations, &shares, |share| share > DOUBT);
    (clear, pick(equations, &shares, doubtful))
}

/// Whether the rows of loops that elimination keeps beside redundant ones are far from a combination of each other in any order: the share that elimination leaves of a
/// row is not its distance from the others.
fn hold_well(rows: &[Row], loops: &[usize], shares: &[f64]) -> bool {
    let kept: Vec<usize> = loops
        .iter()
        .copied()
        .filter(|k| shares[*k] > WEAK)
        .collect();
    if kept.len() == loops.len() {
        return true;
    }
    let mut own = vec![1.0; rows.len()];
    orthogonalize(rows, &kept, &mut own);
    kept.iter().all(|k| own[*k] > WEAK)
}

/// The least share of a kept row in a loop that is new to the rows before it, contacts aside: near zero the rows hardly hold the mechanism together. One where
/// there are no loops.
pub fn independence(equations: &Equations) -> f64 {
    let system = &equations.system;
    let joints = system.joint_rows();
    let is_of_joint = |row: &usize| joints.binary_search(row).is_ok();
    let which: Vec<bool> = system.rows.iter().map(is_of_joint).collect();
    shares(equations, &which, 0.0)
        .into_iter()
        .fold(1.0, f64::min)
}

/// Every kept row.
fn all(system: &System) -> Vec<bool> {
    vec![true; system.rows.len()]
}

/// The length of each kept row of G, a radian counting as the lever of the rows of the body: a residual over it is a distance.
pub fn row_lengths(equations: &Equations) -> Vec<f64> {
    let rows = plain_rows(equations, &all(&equations.system));
    rows.iter().map(norm).collect()
}

/// Which share of each of `which` of the kept rows is new to those before it that are taken: those with more than `least`. One of all others.
fn shares(equations: &Equations, which: &[bool], least: f64) -> Vec<f64> {
    let system = &equations.system;
    let rows = scaled_rows(equations, which);
    let on_body = rows_of_bodies(system, &rows);
    let mut loops = peel(system, &rows, on_body);
    loops.retain(|k| which[*k]);
    let mut shares = vec![1.0; rows.len()];
    eliminate(
        &rows,
        &loops,
        system.mechanism.positions,
        least,
        &mut shares,
    );
    shares
}

fn pick(equations: &Equations, shares: &[f64], wanted: impl Fn(f64) -> bool) -> Vec<usize> {
    let numbers = equations.system.rows.iter().zip(shares);
    let wanted = numbers.filter(|(_, share)| wanted(**share));
    wanted.map(|(row, _)| *row).collect()
}

/// The rows that row `row` of G (among those of `equations`) is a combination of: where it cannot be met, these ask for something
/// else. Empty where the row is independent of the others, or where there are too many to look at.
pub fn implied_by(equations: &Equations, row: usize) -> Vec<usize> {
    /// Share of the row that the others may leave: where two constraints exclude each other, the search for positions ends close to
    /// the place where they are dependent, not on it.
    const NEARLY: f64 = 1e-2;
    let system = &equations.system;
    let rows = scaled_rows(equations, &all(system));
    let Some(this) = system.rows.iter().position(|r| *r == row) else {
        return Vec::new();
    };
    if rows.len() > MOST_ROWS || rows.iter().flatten().any(|(_, x)| !x.is_finite()) {
        return Vec::new();
    }
    let others: Vec<usize> = (0..rows.len()).filter(|k| *k != this).collect();
    if others.is_empty() || system.mechanism.positions == 0 {
        return Vec::new();
    }
    let mut all = nalgebra::DMatrix::zeros(system.mechanism.positions, others.len());
    for (column, k) in others.iter().enumerate() {
        rows[*k]
            .iter()
            .for_each(|(c, x)| all[(*c as usize, column)] = *x);
    }
    let mut wanted = nalgebra::DVector::zeros(system.mechanism.positions);
    rows[this]
        .iter()
        .for_each(|(c, x)| wanted[*c as usize] = *x);
    let shares = LeastSquares::of(all.clone(), TOLERANCE).solve(&wanted);
    if (&all * &shares - wanted).norm() > NEARLY {
        return Vec::new();
    }
    let least = 1e-3 * shares.amax();
    let taking_part = others.iter().zip(&shares).filter(|(_, x)| x.abs() > least);
    taking_part.map(|(k, _)| system.rows[*k]).collect()
}

/// The kept rows of G, scaled to length one; empty but for `which`.
fn scaled_rows(equations: &Equations, which: &[bool]) -> Vec<Row> {
    let mut rows = plain_rows(equations, which);
    for row in &mut rows {
        let length = norm(row);
        row.iter_mut().for_each(|(_, x)| *x /= length);
    }
    rows
}

/// What a radian of each body counts as a length: the largest lever with which a row moves it, no longer than the mechanism. Where no row moves its centre of
/// mass with a lever it is the radius of gyration, within the levers of the others; where none has one, the length of the mechanism. A body whose turns a row
/// ties to those of another has no lever that is much shorter: such a row says the same of both, and would count for the shorter one alone.
fn levers(equations: &Equations, which: &[bool]) -> Vec<f64> {
    /// Of the size of the mechanism: no lever is shorter.
    const SHORTEST: f64 = 1e-6;
    let system = &equations.system;
    let mut levers = vec![0.0_f64; system.mechanism.bodies.len()];
    // Of each row the largest way of a body, and the turns of those that it does not move.
    let mut ways = vec![0.0_f64; system.rows.len()];
    let mut turning = vec![Vec::new(); system.rows.len()];
    for_each_row(
        system,
        &equations.view(),
        &mut Gamma::none(),
        |row, b, g| {
            if !which[row] {
                return;
            }
            let size = |from: usize| g[from..from + 3].iter().map(|x| x * x).sum::<f64>().sqrt();
            let (moves, turns) = (size(0), size(3));
            ways[row] = ways[row].max(moves);
            if !system.mechanism.bodies[b].turns {
                return;
            }
            if moves > 0.0 {
                levers[b] = levers[b].max(turns / moves);
            } else if turns > 0.0 {
                turning[row].push((b, turns));
            }
        },
    );
    // What a row makes of a turn is a way of another body: that is a lever, too.
    for (bodies, way) in turning.iter().zip(&ways).filter(|(_, way)| **way > 0.0) {
        for (b, turns) in bodies {
            levers[*b] = levers[*b].max(turns / way);
        }
    }
    let turning: Vec<Vec<usize>> = turning
        .into_iter()
        .map(|bodies| bodies.into_iter().map(|(b, _)| b).collect())
        .collect();
    let longest = system.mechanism.scale.length;
    let found = levers.iter().filter(|l| **l > SHORTEST * longest);
    let [least, most] = found.fold([f64::INFINITY, 0.0], |[least, most], l| {
        [l.min(least), l.min(longest).max(most)]
    });
    for (lever, body) in levers.iter_mut().zip(&system.mechanism.bodies) {
        *lever = match *lever > SHORTEST * longest {
            true => lever.min(longest),
            false if most > 0.0 => body.radius.min(most).max(least.min(most)),
            false => longest,
        };
    }
    lengthen(&mut levers, &turning);
    levers
}

/// Lengthens levers that are far shorter than those of other bodies in the same row of turns alone.
fn lengthen(levers: &mut [f64], turning: &[Vec<usize>]) {
    /// Large enough that such a row is far from doubt by its entries on one body, small enough that two rows of forces on a small body
    /// between large ones are, too.
    const SHARE: f64 = 0.03;
    /// Bodies in a row, each far smaller than the one before.
    const PASSES: usize = 4;
    for _ in 0..PASSES {
        let mut is_even = true;
        for bodies in turning.iter().filter(|bodies| bodies.len() > 1) {
            let least = SHARE * bodies.iter().map(|b| levers[*b]).fold(0.0, f64::max);
            for b in bodies {
                is_even &= levers[*b] >= least;
                levers[*b] = levers[*b].max(least);
            }
        }
        if is_even {
            return;
        }
    }
}

/// The kept rows of G in the metric of the [`levers`]; empty but for `which`.
fn plain_rows(equations: &Equations, which: &[bool]) -> Vec<Row> {
    let system = &equations.system;
    let levers = levers(equations, which);
    let mut rows = vec![Row::new(); system.rows.len()];
    for_each_row(
        system,
        &equations.view(),
        &mut Gamma::none(),
        |row, b, g| {
            let data = &system.mechanism.bodies[b];
            for c in (0..data.freedoms()).filter(|_| which[row]) {
                let scale = if c < 3 { 1.0 } else { levers[b] };
                let x = g[c] / scale;
                if x != 0.0 {
                    rows[row].push(((data.first + c) as u32, x));
                }
            }
        },
    );
    for row in &mut rows {
        row.sort_unstable_by_key(|e| e.0);
    }
    rows
}

/// Which rows have entries on each body.
fn rows_of_bodies(system: &System, rows: &[Row]) -> Vec<Vec<usize>> {
    let mut on_body = vec![Vec::new(); system.mechanism.bodies.len()];
    for (k, row) in rows.iter().enumerate() {
        let mut last = usize::MAX;
        for &(column, _) in row {
            let b = body_of(system, column);
            if b != last {
                on_body[b].push(k);
                last = b;
            }
        }
    }
    on_body
}

fn body_of(system: &System, column: u32) -> usize {
    let first = |b: &crate::mechanism::BodyData| b.first <= column as usize;
    system.mechanism.bodies.partition_point(first) - 1
}

/// Puts bodies and their rows aside as long as it goes; the rows that are left, ascending.
fn peel(system: &System, rows: &[Row], mut on_body: Vec<Vec<usize>>) -> Vec<usize> {
    let mut aside = vec![false; rows.len()];
    let mut queue: VecDeque<usize> = (0..system.mechanism.bodies.len()).collect();
    while let Some(b) = queue.pop_front() {
        on_body[b].retain(|k| !aside[*k]);
        if on_body[b].is_empty() || !independent_on(system, rows, &on_body[b], b) {
            continue;
        }
        for k in std::mem::take(&mut on_body[b]) {
            aside[k] = true;
            let others = rows[k].iter().map(|e| body_of(system, e.0));
            queue.extend(others.filter(|o| *o != b));
        }
    }
    (0..rows.len()).filter(|k| !aside[*k]).collect()
}

/// Whether the entries of these rows on one body are independent beyond doubt.
fn independent_on(system: &System, rows: &[Row], which: &[usize], b: usize) -> bool {
    let data = &system.mechanism.bodies[b];
    if which.len() > data.freedoms() {
        return false;
    }
    let mut basis: Vec<[f64; 6]> = Vec::new();
    for &k in which {
        let mut v = [0.0; 6];
        for &(column, x) in &rows[k] {
            if (data.first..data.first + data.freedoms()).contains(&(column as usize)) {
                v[column as usize - data.first] = x;
            }
        }
        for _ in 0..2 {
            for q in &basis {
                let d: f64 = q.iter().zip(&v).map(|(a, b)| a * b).sum();
                v.iter_mut().zip(q).for_each(|(x, q)| *x -= d * q);
            }
        }
        let rest = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        if rest.is_nan() || rest <= CLEARLY {
            return false;
        }
        basis.push(v.map(|x| x / rest));
    }
    true
}

/// Eliminates rows one after the other against those before; the share of each that is left. A row of which no more than `least` is
/// left is not among those that the later ones are compared with.
fn eliminate(rows: &[Row], which: &[usize], columns: usize, least: f64, shares: &mut [f64]) {
    let mut count = vec![0u32; columns];
    for &(column, _) in which.iter().flat_map(|k| &rows[*k]) {
        count[column as usize] += 1;
    }
    // Reduced rows, each 1 in its pivot column; the row of each pivot column; its place in the order of elimination.
    let mut reduced: Vec<Row> = Vec::new();
    let mut pivot_of = vec![u32::MAX; columns];
    let mut dense = vec![0.0; columns];
    let mut touched: Vec<u32> = Vec::new();
    let mut due = std::collections::BinaryHeap::new();
    let mut entries = 0;
    for &k in which {
        let mut add = |column: u32, x: f64, dense: &mut Vec<f64>, due: &mut Due| {
            if dense[column as usize] == 0.0 {
                touched.push(column);
                let pivot = pivot_of[column as usize];
                if pivot != u32::MAX {
                    due.push(std::cmp::Reverse((pivot, column)));
                }
            }
            dense[column as usize] += x;
        };
        for &(column, x) in &rows[k] {
            add(column, x, &mut dense, &mut due);
        }
        // A reduced row has entries in its own pivot column and in columns without pivot at its time: those of later
        // pivots. So pivots in ascending order meet each column once.
        while let Some(std::cmp::Reverse((pivot, column))) = due.pop() {
            let factor = std::mem::take(&mut dense[column as usize]);
            if factor == 0.0 {
                continue;
            }
            for &(c, x) in &reduced[pivot as usize] {
                if c != column {
                    add(c, -factor * x, &mut dense, &mut due);
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let rest: Row = touched
            .drain(..)
            .map(|c| (c, std::mem::take(&mut dense[c as usize])))
            .filter(|(_, x)| x.abs() > TOLERANCE * 1e-6)
            .collect();
        shares[k] = norm(&rest);
        if shares[k].is_nan() || shares[k] <= least {
            continue;
        }
        let (column, size) = choose_pivot(&rest, &count);
        pivot_of[column as usize] = reduced.len() as u32;
        entries += rest.len();
        if entries > MOST_ENTRIES {
            return;
        }
        reduced.push(rest.into_iter().map(|(c, x)| (c, x / size)).collect());
    }
}

/// Takes rows one after the other, always one of which much is left beside those taken before; the share of each that was left. So what
/// is left out is what the others imply best, and what they imply of it grows none of their errors.
fn orthogonalize(rows: &[Row], which: &[usize], shares: &mut [f64]) {
    /// The first row that keeps this share of the most.
    const ABOUT: f64 = 0.5;
    let mut columns: Vec<u32> = which.iter().flat_map(|k| &rows[*k]).map(|e| e.0).collect();
    columns.sort_unstable();
    columns.dedup();
    let dense = |row: &Row| {
        let mut v = vec![0.0; columns.len()];
        for (c, x) in row {
            v[columns.partition_point(|known| known < c)] = *x;
        }
        v
    };
    let mut left: Vec<(usize, Vec<f64>)> = which.iter().map(|k| (*k, dense(&rows[*k]))).collect();
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    while !left.is_empty() {
        let lengths: Vec<f64> = left.iter().map(|(_, v)| length(v)).collect();
        let most = lengths.iter().copied().fold(0.0, f64::max);
        if most.is_nan() || most <= TOLERANCE {
            for ((k, _), length) in left.iter().zip(&lengths) {
                shares[*k] = *length;
            }
            return;
        }
        let first = lengths.iter().position(|x| *x >= ABOUT * most).unwrap_or(0);
        let (k, taken) = left.remove(first);
        shares[k] = lengths[first];
        // Twice, against rounding.
        for _ in 0..2 {
            for (_, v) in &mut left {
                let d: f64 = taken.iter().zip(v.iter()).map(|(a, b)| a * b).sum();
                let d = d / (lengths[first] * lengths[first]);
                v.iter_mut().zip(&taken).for_each(|(x, q)| *x -= d * q);
            }
        }
    }
}

/// Pivots that a row still has to be reduced by, first one first.
type Due = std::collections::BinaryHeap<std::cmp::Reverse<(u32, u32)>>;

/// Column and value of a large entry in a column of few rows.
fn choose_pivot(row: &Row, count: &[u32]) -> (u32, f64) {
    let largest = row.iter().map(|e| e.1.abs()).fold(0.0, f64::max);
    let candidates = row.iter().filter(|e| e.1.abs() >= PIVOT_SHARE * largest);
    let fewest = candidates.min_by_key(|e| count[e.0 as usize]);
    *fewest.expect("a row with a length has a largest entry")
}

fn norm(row: &Row) -> f64 {
    row.iter().map(|(_, x)| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Greedy choice by dense orthogonalization, the plain way.
    fn plain(rows: &[Row], columns: usize) -> Vec<bool> {
        let mut basis: Vec<Vec<f64>> = Vec::new();
        let mut keep = |row: &Row| {
            let mut v = vec![0.0; columns];
            row.iter().for_each(|&(c, x)| v[c as usize] = x);
            for _ in 0..2 {
                for q in &basis {
                    let d: f64 = q.iter().zip(&v).map(|(a, b)| a * b).sum();
                    v.iter_mut().zip(q).for_each(|(x, q)| *x -= d * q);
                }
            }
            let rest = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if rest > TOLERANCE {
                basis.push(v.iter().map(|x| x / rest).collect());
            }
            rest > TOLERANCE
        };
        rows.iter().map(&mut keep).collect()
    }

    #[test]
    fn elimination_keeps_the_rows_that_orthogonalization_keeps() {
        // Random sparse rows, and combinations of earlier ones among them.
        let mut seed = 7u64;
        let mut random = move || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        };
        for columns in [3usize, 8, 20, 60] {
            let mut rows: Vec<Row> = Vec::new();
            for k in 0..columns + 5 {
                let mut v = vec![0.0; columns];
                if k % 3 == 2 {
                    for source in &rows[k - 2..k] {
                        let factor = random() - 0.5;
                        source
                            .iter()
                            .for_each(|&(c, x)| v[c as usize] += factor * x);
                    }
                } else {
                    for _ in 0..4 {
                        v[(random() * columns as f64) as usize] = random() - 0.5;
                    }
                }
                let mut row: Row = (0..columns as u32).zip(v).filter(|e| e.1 != 0.0).collect();
                let length = norm(&row);
                row.iter_mut().for_each(|e| e.1 /= length);
                rows.push(row);
            }
            let which: Vec<usize> = (0..rows.len()).collect();
            let mut shares = vec![1.0; rows.len()];
            eliminate(&rows, &which, columns, TOLERANCE, &mut shares);
            let kept: Vec<bool> = shares.iter().map(|share| *share > TOLERANCE).collect();
            assert_eq!(kept, plain(&rows, columns), "{columns} columns");
        }
    }

    /// Three rows in a plane: the second hardly differs from the first. The one that is left out is made of others with small factors.
    #[test]
    fn what_is_left_out_is_implied_best() {
        let rows: Vec<Row> = vec![
            vec![(0, 1.0)],
            vec![(0, 0.999_95), (1, 0.01)],
            vec![(0, 0.6), (1, 0.8)],
        ];
        let mut shares = vec![1.0; 3];
        orthogonalize(&rows, &[0, 1, 2], &mut shares);
        assert!(shares[0] > 0.5 && shares[2] > 0.5, "{shares:?}");
        assert!(shares[1] < 1e-12, "{shares:?}");
    }
}
