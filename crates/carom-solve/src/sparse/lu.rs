//! LU factors of sparse matrices: factor once with a search for pivots, then refactor in place.

use super::{Pattern, Scalar, ordering};

/// A pivot below this part of its column's largest entry is no candidate, even on the diagonal.
const PIVOT_THRESHOLD: f64 = 1e-3;
/// Growth of the entries of a row in a refactorisation that asks for a new search, unless the search itself made a tenth of it: the
/// factors are those of a matrix that differs by rounding times this.
const GROWTH_LIMIT: f64 = 1e5;
/// A residual of a row that is rounding, relative to its terms.
const WELL: f64 = 64.0 * f64::EPSILON;
/// A column whose remaining entries are below this part of its original ones is dependent on the columns before.
const SINGULAR: f64 = 1e-14;
/// Marks a row that has no pivot yet.
const NONE: u32 = u32::MAX;

/// A matrix that has no inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the matrix is singular at column {column}, row {row}")]
pub struct Singular {
    /// The column that depends on others.
    pub column: usize,
    /// A row that is left without a pivot.
    pub row: usize,
}

/// What a factorisation costs and has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LuStatistics {
    /// Factorisations with a search for pivots.
    pub searches: u64,
    /// All factorisations.
    pub factorizations: u64,
    /// Entries of L and U together, diagonal counted once.
    pub entries: usize,
    /// Multiplications of one refactorisation.
    pub operations: u64,
}

/// A direct solver for a fixed pattern.
pub trait LinearSolver<S: Scalar> {
    /// Factors the matrix with these values, in the order of its pattern.
    ///
    /// # Errors
    /// When the matrix is singular to working precision or holds something that is not finite.
    fn factor(&mut self, values: &[S]) -> Result<(), Singular>;
    /// `b := A⁻¹·b`, with the last factors.
    fn solve(&mut self, b: &mut [S]);
    /// Cost and counts.
    fn statistics(&self) -> LuStatistics;
}

/// Left-looking sparse LU with row scaling, threshold pivoting and refactorisation on frozen pivots.
///
/// The first [`LinearSolver::factor`] searches the pivots; the next ones keep pivots and patterns, allocate nothing,
/// and search again only where |L|·|U| outgrows a row of the matrix by 10⁵: small pivots that follow each other multiply, so that no entry of L
/// alone says how much is lost. Column `k` of the factors belongs to column
/// `order[k]` of A and to the row of A found as its pivot.
///
/// Places of the pattern whose values have all been zero so far take no part: contacts that are open fill nothing. The
/// first value there that is not zero asks for a search.
///
/// Source: Gilbert and Peierls, SIAM J. Sci. Stat. Comput. 9 (1988) 862.
#[derive(Clone, Debug)]
pub struct Lu<S> {
    pattern: Pattern,
    order: Vec<u32>,
    /// Places that have held nothing but zeros, and whether a place is none of them.
    asleep: Vec<u32>,
    awake: Vec<bool>,
    searched: bool,
    /// Row of A of each pivot, and the pivot of each row of A.
    pivot_row: Vec<u32>,
    pivot_of_row: Vec<u32>,
    /// 1/(largest entry of the row at the last search).
    row_scale: Vec<f64>,
    /// Entries of A in order of elimination: place in `values`, pivot of its row, scale of its row.
    scatter: Vec<Scatter>,
    scatter_starts: Vec<u32>,
    /// L without its unit diagonal and U without its diagonal; rows ascending within a column.
    lower: Factor<S>,
    upper: Factor<S>,
    /// 1/U(k, k).
    inverse_diagonal: Vec<S>,
    work: Vec<S>,
    /// Of each row, in the order of pivots: its largest entry of the scaled matrix, of U, and of |L|·|U|.
    row_sizes: Vec<[f64; 3]>,
    /// Growth in the last search.
    searched_growth: f64,
    search: Search,
    /// A search that fills more than this is given up.
    most_entries: usize,
    statistics: LuStatistics,
}

#[derive(Clone, Copy, Debug)]
struct Scatter {
    place: u32,
    row: u32,
    scale: f64,
}

/// A triangular factor in compressed columns.
#[derive(Clone, Debug, Default)]
struct Factor<S> {
    starts: Vec<u32>,
    entries: Vec<(u32, S)>,
}

impl<S> Factor<S> {
    fn column(&self, k: usize) -> &[(u32, S)] {
        &self.entries[self.starts[k] as usize..self.starts[k + 1] as usize]
    }

    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.entries.clear();
    }

    fn close_column(&mut self) {
        self.starts.push(self.entries.len() as u32);
    }
}

/// Work space of the search for the pattern of a column.
#[derive(Clone, Debug, Default)]
struct Search {
    mark: Vec<u32>,
    /// Columns reached, in reverse topological order; then rows of A without pivot.
    reached: Vec<u32>,
    open_rows: Vec<u32>,
    stack: Vec<(u32, u32)>,
    column_size: Vec<f64>,
    /// Whether the pivots that were found last exchange rows an odd number of times.
    is_odd: bool,
}

impl<S: Scalar> Lu<S> {
    /// Analyses a pattern; columns are eliminated in the order of minimum degree.
    pub fn new(pattern: &Pattern) -> Lu<S> {
        Lu::with_order(pattern, ordering::minimum_degree(pattern))
    }

    /// Analyses a pattern; column `order[k]` is eliminated as the k-th.
    ///
    /// # Panics
    /// When `order` is not a permutation of 0..n.
    pub fn with_order(pattern: &Pattern, order: Vec<u32>) -> Lu<S> {
        let n = pattern.n;
        assert!(
            ordering::is_permutation(&order, n),
            "an order of elimination names each column once"
        );
        Lu {
            pattern: pattern.clone(),
            order,
            asleep: (0..pattern.len() as u32).collect(),
            awake: vec![false; pattern.len()],
            searched: false,
            pivot_row: vec![NONE; n],
            pivot_of_row: vec![NONE; n],
            row_scale: vec![1.0; n],
            scatter: Vec::with_capacity(pattern.len()),
            scatter_starts: Vec::with_capacity(n + 1),
            lower: Factor::default(),
            upper: Factor::default(),
            inverse_diagonal: vec![S::default(); n],
            work: vec![S::default(); n],
            row_sizes: vec![[0.0; 3]; n],
            searched_growth: 1.0,
            search: Search {
                mark: vec![NONE; n],
                column_size: vec![0.0; n],
                ..Search::default()
            },
            most_entries: usize::MAX,
            statistics: LuStatistics::default(),
        }
    }

    /// Factors once with each order (minimum degree and `others`) and keeps the one that costs least to refactor.
    /// An order that fills more than twice as much as the best one so far is given up on the way.
    ///
    /// # Errors
    /// When the matrix with these values is singular.
    pub fn with_best_order(
        pattern: &Pattern,
        others: Vec<Vec<u32>>,
        values: &[S],
    ) -> Result<Lu<S>, Singular> {
        let mut best = Lu::new(pattern);
        best.factor(values)?;
        for order in others {
            let mut candidate = Lu::with_order(pattern, order);
            candidate.most_entries = 2 * best.statistics.entries;
            if candidate.factor(values).is_ok()
                && candidate.statistics.operations < best.statistics.operations
            {
                best = candidate;
            }
        }
        best.most_entries = usize::MAX;
        Ok(best)
    }

    /// The order of elimination of the columns.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Wakes the places whose values are no longer zero; is there one?
    fn wake(&mut self, values: &[S]) -> bool {
        let before = self.asleep.len();
        let awake = &mut self.awake;
        self.asleep.retain(|&place| {
            let place = place as usize;
            awake[place] = values[place] != S::default();
            !awake[place]
        });
        self.asleep.len() < before
    }

    /// Factors on the pivots of the last search. `false`: those pivots are too small for these values.
    fn refactor(&mut self, values: &[S]) -> bool {
        let n = self.pattern.n;
        let x = &mut self.work[..n];
        let rows = &mut self.row_sizes;
        rows.fill([0.0; 3]);
        let (mut largest_lower, mut largest_upper) = (1.0f64, 0.0f64);
        let mut is_finite = true;
        for k in 0..n {
            for a in
                &self.scatter[self.scatter_starts[k] as usize..self.scatter_starts[k + 1] as usize]
            {
                let value = values[a.place as usize].scale(a.scale);
                x[a.row as usize] = value;
                let [of_matrix, ..] = &mut rows[a.row as usize];
                *of_matrix = of_matrix.max(value.size());
            }
            for e in self.upper.starts[k] as usize..self.upper.starts[k + 1] as usize {
                let (j, ref mut u) = self.upper.entries[e];
                let ujk = std::mem::take(&mut x[j as usize]);
                *u = ujk;
                largest_upper = largest_upper.max(ujk.size());
                for &(i, l) in self.lower.column(j as usize) {
                    x[i as usize] -= l * ujk;
                }
            }
            let pivot = std::mem::take(&mut x[k]);
            largest_upper = largest_upper.max(pivot.size());
            let inverse = pivot.reciprocal();
            self.inverse_diagonal[k] = inverse;
            let (from, to) = (
                self.lower.starts[k] as usize,
                self.lower.starts[k + 1] as usize,
            );
            for (i, l) in &mut self.lower.entries[from..to] {
                *l = std::mem::take(&mut x[*i as usize]) * inverse;
                largest_lower = largest_lower.max(l.size());
                // `max` swallows what is not a number.
                is_finite &= l.size().is_finite();
            }
            is_finite &= inverse.size().is_finite();
        }
        if !is_finite {
            return false;
        }
        // What bounds the growth of every row costs nothing beside the factors, and mostly says enough.
        let smallest_row = rows.iter().map(|r| r[0]).fold(f64::INFINITY, f64::min);
        if largest_lower * largest_upper <= GROWTH_LIMIT * smallest_row {
            return true;
        }
        let growth = self.growth(values);
        growth.is_finite() && growth <= GROWTH_LIMIT.max(10.0 * self.searched_growth)
    }

    /// By how much |L|·|U| outgrows the row of the scaled matrix, at most: rounding of the factors is that much larger than of the matrix.
    fn growth(&mut self, values: &[S]) -> f64 {
        let rows = &mut self.row_sizes;
        rows.fill([0.0; 3]);
        for a in &self.scatter {
            let size = values[a.place as usize].scale(a.scale).size();
            let [of_matrix, ..] = &mut rows[a.row as usize];
            *of_matrix = of_matrix.max(size);
        }
        for (j, u) in &self.upper.entries {
            let [_, of_upper, _] = &mut rows[*j as usize];
            *of_upper = of_upper.max(u.size());
        }
        for (row, inverse) in rows.iter_mut().zip(&self.inverse_diagonal) {
            row[1] = row[1].max(1.0 / inverse.size());
            row[2] = row[1];
        }
        for k in 0..self.pattern.n {
            let of_upper = rows[k][1];
            for (i, l) in self.lower.column(k) {
                let [.., of_product] = &mut rows[*i as usize];
                let product = l.size() * of_upper;
                if !product.is_finite() {
                    return f64::INFINITY;
                }
                *of_product = of_product.max(product);
            }
        }
        let growth = |[of_matrix, _, of_product]: &[f64; 3]| of_product / of_matrix;
        rows.iter().map(growth).fold(1.0, f64::max)
    }

    /// Searches pivots and patterns, and factors.
    fn search(&mut self, values: &[S]) -> Result<(), Singular> {
        let n = self.pattern.n;
        self.searched = false;
        self.scale_rows(values)?;
        self.pivot_of_row.fill(NONE);
        self.search.mark.fill(NONE);
        self.work.fill(S::default());
        self.lower.clear();
        self.upper.clear();
        for k in 0..n {
            self.reach(k);
            self.eliminate(k, values);
            self.pivot(k)?;
            if self.lower.entries.len() + self.upper.entries.len() > self.most_entries {
                let column = self.order[k] as usize;
                return Err(Singular {
                    column,
                    row: column,
                });
            }
        }
        self.renumber();
        self.search.is_odd = self.exchanges_are_odd();
        self.searched = true;
        self.searched_growth = self.growth(values);
        self.statistics.searches += 1;
        Ok(())
    }

    /// Whether the permutation of each column's number into that of the row of its pivot is odd.
    fn exchanges_are_odd(&self) -> bool {
        let mut row_of = vec![0; self.pattern.n];
        for (column, row) in self.order.iter().zip(&self.pivot_row) {
            row_of[*column as usize] = *row as usize;
        }
        let mut is_odd = false;
        for k in 0..row_of.len() {
            while row_of[k] != k {
                let other = row_of[k];
                row_of.swap(k, other);
                is_odd = !is_odd;
            }
        }
        is_odd
    }

    fn scale_rows(&mut self, values: &[S]) -> Result<(), Singular> {
        self.row_scale.fill(0.0);
        for (&row, value) in self.pattern.rows.iter().zip(values) {
            let largest = &mut self.row_scale[row as usize];
            if !(value.size() <= *largest) {
                *largest = value.size();
            }
        }
        for (row, scale) in self.row_scale.iter_mut().enumerate() {
            if !(*scale > 0.0 && scale.is_finite()) {
                let column = self
                    .pattern
                    .entries()
                    .zip(values)
                    .find(|((i, _), v)| *i == row && !v.size().is_finite())
                    .map_or(row, |((_, j), _)| j);
                return Err(Singular { column, row });
            }
            *scale = 1.0 / *scale;
        }
        Ok(())
    }

    /// Which columns of L column k of U meets (depth first through L), and which rows of A stay open.
    fn reach(&mut self, k: usize) {
        let search = &mut self.search;
        search.reached.clear();
        search.open_rows.clear();
        let stamp = k as u32;
        for place in self.pattern.column(self.order[k] as usize) {
            let row = self.pattern.rows[place];
            if !self.awake[place] || search.mark[row as usize] == stamp {
                continue;
            }
            search.mark[row as usize] = stamp;
            if self.pivot_of_row[row as usize] == NONE {
                search.open_rows.push(row);
                continue;
            }
            search.stack.push((self.pivot_of_row[row as usize], 0));
            while let Some(top) = search.stack.last_mut() {
                let below = self.lower.column(top.0 as usize);
                let Some(&(row, _)) = below.get(top.1 as usize) else {
                    search.reached.push(top.0);
                    search.stack.pop();
                    continue;
                };
                top.1 += 1;
                if search.mark[row as usize] == stamp {
                    continue;
                }
                search.mark[row as usize] = stamp;
                match self.pivot_of_row[row as usize] {
                    NONE => search.open_rows.push(row),
                    pivot => search.stack.push((pivot, 0)),
                }
            }
        }
    }

    /// Column k of U, and what is left of the column in the open rows (in `work`, by row of A).
    fn eliminate(&mut self, k: usize, values: &[S]) {
        let column = self.order[k] as usize;
        let mut size = 0.0f64;
        for place in self.pattern.column(column).filter(|p| self.awake[*p]) {
            let row = self.pattern.rows[place] as usize;
            let value = values[place].scale(self.row_scale[row]);
            size = size.max(value.size());
            self.work[row] = value;
        }
        self.search.column_size[k] = size;
        // Ascending order is a valid order of elimination too, and the one that `refactor` uses.
        self.search.reached.sort_unstable();
        for &j in &self.search.reached {
            let row = self.pivot_row[j as usize] as usize;
            let ujk = std::mem::take(&mut self.work[row]);
            self.upper.entries.push((j, ujk));
            for &(i, l) in self.lower.column(j as usize) {
                self.work[i as usize] -= l * ujk;
            }
        }
        self.upper.close_column();
    }

    /// Chooses the pivot of column k among the open rows and makes column k of L (rows of A for now).
    fn pivot(&mut self, k: usize) -> Result<(), Singular> {
        let column = self.order[k];
        let (mut best, mut largest) = (NONE, 0.0f64);
        for &row in &self.search.open_rows {
            let size = self.work[row as usize].size();
            if size > largest {
                (best, largest) = (row, size);
            }
        }
        if !(largest > SINGULAR * self.search.column_size[k]) || !largest.is_finite() {
            let open = |row: &u32| self.pivot_of_row[*row as usize] == NONE;
            let row = (0..self.pattern.n as u32).find(open).unwrap_or(column);
            let row = if best == NONE { row } else { best };
            return Err(Singular {
                column: column as usize,
                row: row as usize,
            });
        }
        let diagonal = self.search.open_rows.contains(&column)
            && self.work[column as usize].size() >= PIVOT_THRESHOLD * largest;
        if diagonal {
            best = column;
        }
        self.pivot_row[k] = best;
        self.pivot_of_row[best as usize] = k as u32;
        let inverse = std::mem::take(&mut self.work[best as usize]).reciprocal();
        self.inverse_diagonal[k] = inverse;
        for &row in &self.search.open_rows {
            if row != best {
                let l = std::mem::take(&mut self.work[row as usize]) * inverse;
                self.lower.entries.push((row, l));
            }
        }
        self.lower.close_column();
        Ok(())
    }

    /// From rows of A to pivots, and the scatter list for `refactor`.
    fn renumber(&mut self) {
        for (row, _) in &mut self.lower.entries {
            *row = self.pivot_of_row[*row as usize];
        }
        self.scatter.clear();
        self.scatter_starts.clear();
        self.scatter_starts.push(0);
        for k in 0..self.pattern.n {
            let (from, to) = (
                self.lower.starts[k] as usize,
                self.lower.starts[k + 1] as usize,
            );
            self.lower.entries[from..to].sort_unstable_by_key(|e| e.0);
            let places = self.pattern.column(self.order[k] as usize);
            for place in places.filter(|p| self.awake[*p]) {
                let row = self.pattern.rows[place] as usize;
                self.scatter.push(Scatter {
                    place: place as u32,
                    row: self.pivot_of_row[row],
                    scale: self.row_scale[row],
                });
            }
            self.scatter_starts.push(self.scatter.len() as u32);
        }
        let n = self.pattern.n;
        let lower = |k: u32| self.lower.column(k as usize).len() as u64;
        let updates: u64 = self.upper.entries.iter().map(|&(j, _)| lower(j)).sum();
        self.statistics.entries = n + self.lower.entries.len() + self.upper.entries.len();
        self.statistics.operations = updates + self.lower.entries.len() as u64;
    }
}

impl Lu<f64> {
    /// The sign of the determinant of the matrix that was factored last.
    pub fn determinant_is_negative(&self) -> bool {
        let negative = self.inverse_diagonal.iter().filter(|x| **x < 0.0).count();
        (negative % 2 == 1) != self.search.is_odd
    }
}

impl<S: Scalar> LinearSolver<S> for Lu<S> {
    fn factor(&mut self, values: &[S]) -> Result<(), Singular> {
        self.statistics.factorizations += 1;
        let woken = self.wake(values);
        if self.searched && !woken && self.refactor(values) {
            return Ok(());
        }
        self.search(values)
    }

    fn solve(&mut self, b: &mut [S]) {
        let n = self.pattern.n;
        let x = &mut self.work[..n];
        for k in 0..n {
            let row = self.pivot_row[k] as usize;
            x[k] = b[row].scale(self.row_scale[row]);
        }
        for k in 0..n {
            let xk = x[k];
            for &(i, l) in self.lower.column(k) {
                x[i as usize] -= l * xk;
            }
        }
        for k in (0..n).rev() {
            let xk = x[k] * self.inverse_diagonal[k];
            for &(i, u) in self.upper.column(k) {
                x[i as usize] -= u * xk;
            }
            b[self.order[k] as usize] = xk;
        }
        // `refactor` expects a clean slate.
        x.fill(S::default());
    }

    fn statistics(&self) -> LuStatistics {
        self.statistics
    }
}

impl Lu<f64> {
    /// `b := A⁻ᵀ·b`, with the last factors.
    pub fn solve_transposed(&mut self, b: &mut [f64]) {
        let n = self.pattern.n;
        let x = &mut self.work[..n];
        for k in 0..n {
            let mut sum = b[self.order[k] as usize];
            for &(i, u) in self.upper.column(k) {
                sum -= u * x[i as usize];
            }
            x[k] = sum * self.inverse_diagonal[k];
        }
        for k in (0..n).rev() {
            let mut sum = x[k];
            for &(i, l) in self.lower.column(k) {
                sum -= l * x[i as usize];
            }
            x[k] = sum;
            let row = self.pivot_row[k] as usize;
            b[row] = sum * self.row_scale[row];
        }
        x.fill(0.0);
    }

    /// As [`Lu::solve_refined`], refined only where the pivots, which are kept from earlier values, were not good for these: where the backward error is not rounding.
    pub fn solve_well(&mut self, values: &[f64], b: &mut [f64], space: &mut [f64]) {
        let n = self.pattern.n;
        space[..n].copy_from_slice(&b[..n]);
        self.solve(b);
        let terms = &mut self.work[..n];
        for j in 0..n {
            for e in self.pattern.column(j) {
                let (row, term) = (self.pattern.rows[e] as usize, values[e] * b[j]);
                space[row] -= term;
                terms[row] += term.abs();
            }
        }
        let rows = space.iter().zip(terms.iter());
        let is_rounding = rows.into_iter().all(|(r, terms)| r.abs() <= WELL * terms);
        terms.fill(0.0);
        if is_rounding {
            return;
        }
        self.solve(&mut space[..n]);
        for (x, d) in b.iter_mut().zip(space.iter()) {
            *x += d;
        }
    }

    /// The same for `b := A⁻ᵀ·b`.
    pub fn solve_transposed_well(&mut self, values: &[f64], b: &mut [f64], space: &mut [f64]) {
        let n = self.pattern.n;
        space[..n].copy_from_slice(&b[..n]);
        self.solve_transposed(b);
        for j in 0..n {
            for e in self.pattern.column(j) {
                space[j] -= values[e] * b[self.pattern.rows[e] as usize];
            }
        }
        self.solve_transposed(&mut space[..n]);
        for (x, d) in b.iter_mut().zip(space.iter()) {
            *x += d;
        }
    }

    /// `b := A⁻¹·b`, followed by one step of iterative refinement with the matrix of these values.
    /// `space` is overwritten; both vectors have length n.
    pub fn solve_refined(&mut self, values: &[f64], b: &mut [f64], space: &mut [f64]) {
        let n = self.pattern.n;
        space[..n].copy_from_slice(&b[..n]);
        self.solve(b);
        for j in 0..n {
            for e in self.pattern.column(j) {
                space[self.pattern.rows[e] as usize] -= values[e] * b[j];
            }
        }
        self.solve(&mut space[..n]);
        for (x, d) in b.iter_mut().zip(space.iter()) {
            *x += d;
        }
    }
}
