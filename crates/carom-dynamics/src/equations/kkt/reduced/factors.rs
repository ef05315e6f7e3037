//! Factors L·D·Lᵀ of the reduced matrix.
#![allow(non_snake_case)]

use carom_solve::sparse::Pattern;

/// The lower triangle of S and its factors.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    /// By columns: start of each column, its rows from the diagonal down.
    pub(super) starts: Vec<u32>,
    pub(super) rows: Vec<u32>,
    /// For each row the columns before it that have an entry there, and where: in `row_starts[k]..row_starts[k + 1]`.
    row_starts: Vec<u32>,
    in_row: Vec<(u32, u32)>,
    /// S, then L·D.
    pub(super) s: Vec<f64>,
    /// D⁻¹.
    inverse: Vec<f64>,
    /// One column while it is eliminated.
    work: Vec<f64>,
    /// The row of which least is new, in the order of elimination, and σ².
    pub(super) weakest: (usize, f64),
}

impl Factors {
    /// The columns and rows of L from the columns of S: each takes over the rows of the columns that it is the first to meet.
    pub(super) fn new(mut columns: Vec<Vec<u32>>) -> Self {
        let m = columns.len();
        for k in 0..m {
            columns[k].sort_unstable();
            columns[k].dedup();
            if let Some(&parent) = columns[k].get(1) {
                let inherited = columns[k][1..].to_vec();
                columns[parent as usize].extend(inherited);
            }
        }
        let (mut starts, mut rows) = (vec![0], Vec::new());
        let mut by_row = vec![Vec::new(); m];
        for (k, column) in columns.into_iter().enumerate() {
            for (e, i) in column.iter().enumerate().skip(1) {
                by_row[*i as usize].push((k as u32, (rows.len() + e) as u32));
            }
            rows.extend(column);
            starts.push(rows.len() as u32);
        }
        let (mut row_starts, mut in_row) = (vec![0], Vec::new());
        for list in by_row {
            in_row.extend(list);
            row_starts.push(in_row.len() as u32);
        }
        Self {
            s: vec![0.0; rows.len()],
            inverse: vec![0.0; m],
            work: vec![0.0; m],
            weakest: (0, 1.0),
            starts,
            rows,
            row_starts,
            in_row,
        }
    }

    /// The entries of a column, its diagonal first.
    pub(super) fn column(&self, k: usize) -> std::ops::Range<usize> {
        self.starts[k] as usize..self.starts[k + 1] as usize
    }

    /// `S + shift·diag(S) = L·D·Lᵀ`, and x := L⁻¹·x; the least share of a row that is new, squared. None where S has no good factors. Rows may be left out
    /// that meet no other.
    pub(super) fn factor(
        &mut self,
        shift: f64,
        mut x: Option<&mut [f64]>,
        left_out: Option<&[bool]>,
    ) -> Option<f64> {
        self.weakest = (0, f64::INFINITY);
        for k in 0..self.inverse.len() {
            if left_out.is_some_and(|out| out[k]) {
                continue;
            }
            let column = self.column(k);
            for (&i, s) in self.rows[column.clone()]
                .iter()
                .zip(&self.s[column.clone()])
            {
                self.work[i as usize] = *s;
            }
            let whole = self.s[column.start];
            self.work[k] += shift * whole;
            let before = self.row_starts[k] as usize..self.row_starts[k + 1] as usize;
            for &(j, e) in &self.in_row[before] {
                let (e, end) = (e as usize, self.starts[j as usize + 1] as usize);
                let factor = self.s[e] * self.inverse[j as usize];
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
            let inverse = 1.0 / pivot;
            self.inverse[k] = inverse;
            for (&i, s) in self.rows[column.clone()]
                .iter()
                .zip(&mut self.s[column.clone()])
            {
                *s = self.work[i as usize];
            }
            if let Some(x) = &mut x {
                let l = x[k] * inverse;
                let below = column.start + 1..column.end;
                for (&i, s) in self.rows[below.clone()].iter().zip(&self.s[below]) {
                    x[i as usize] -= s * l;
                }
            }
        }
        Some(self.weakest.1)
    }

    /// x := L⁻¹·x.
    pub(super) fn substitute(&self, x: &mut [f64], left_out: Option<&[bool]>) {
        for k in 0..self.inverse.len() {
            if left_out.is_some_and(|out| out[k]) {
                continue;
            }
            let l = x[k] * self.inverse[k];
            let below = self.starts[k] as usize + 1..self.starts[k + 1] as usize;
            for (&i, s) in self.rows[below.clone()].iter().zip(&self.s[below]) {
                x[i as usize] -= s * l;
            }
        }
    }

    /// x := (D·Lᵀ)⁻¹·x.
    pub(super) fn substitute_back(&self, x: &mut [f64], left_out: Option<&[bool]>) {
        for k in (0..self.inverse.len()).rev() {
            if left_out.is_some_and(|out| out[k]) {
                continue;
            }
            let below = self.starts[k] as usize + 1..self.starts[k + 1] as usize;
            let terms = self.rows[below.clone()].iter().zip(&self.s[below]);
            let sum: f64 = terms.map(|(&i, s)| s * x[i as usize]).sum();
            x[k] = (x[k] - sum) * self.inverse[k];
        }
    }
}

/// Entries of L below the diagonal in this order of elimination; more than `most` are not counted.
///
/// Row k of L has an entry in each column on the paths of the elimination tree from the entries of row k of S up to k.
pub(super) fn fill(pattern: &Pattern, order: &[u32], most: usize) -> usize {
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

/// A diagonal entry of which one step of elimination leaves less than this share is left to the sparse matrix: S squares the
/// condition of G.
const SMALLEST_PIVOT: f64 = 1e-9;
