//! What Newton's method for a periodic orbit, or an equilibrium, is made of: the pieces of its period with their residuals and tangents.

use crate::orbit::OrbitEvent;
use carom::solve::eigen::eigen;
use nalgebra::{Complex, DMatrix, DVector};

/// Loops of the orthogonal iteration.
const LOOPS: usize = 60;
/// What couples two blocks less than this is rounding.
const SPLIT: f64 = 1e-12;
/// A singular value of M − 1 below this, relative to the largest, is zero: a neutral direction.
const NEUTRAL: f64 = 1e-8;

/// Directions that the constraints leave, and what gives coefficients of a change in them.
#[derive(Clone)]
pub(crate) struct Space {
    pub basis: Vec<Vec<f64>>,
    dual: Vec<Vec<f64>>,
}

impl Space {
    pub fn coefficients(&self, change: &[f64]) -> DVector<f64> {
        DVector::from_iterator(self.dual.len(), self.dual.iter().map(|d| dot(d, change)))
    }

    pub fn all_coefficients(&self, changes: &[Vec<f64>]) -> Vec<DVector<f64>> {
        changes.iter().map(|x| self.coefficients(x)).collect()
    }

    /// Of changes of so many numbers, those of this space at `places`, the others zero.
    pub fn widened(mut self, places: &[usize], count: usize) -> Self {
        for vector in self.basis.iter_mut().chain(&mut self.dual) {
            let mut wide = vec![0.0; count];
            places.iter().zip(&*vector).for_each(|(k, x)| wide[*k] = *x);
            *vector = wide;
        }
        self
    }

    fn change(&self, coefficients: &[f64]) -> Vec<f64> {
        let mut change = vec![0.0; self.basis.first().map_or(0, Vec::len)];
        for (basis, y) in self.basis.iter().zip(coefficients) {
            change.iter_mut().zip(basis).for_each(|(c, b)| *c += y * b);
        }
        change
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// A basis of the space that a projector leaves (columns, in the sizes of the unknowns), orthonormal in these sizes.
pub(crate) fn space_of(columns: &[Vec<f64>], sizes: &[f64]) -> Space {
    let n = columns.len();
    let scaled = DMatrix::from_fn(n, n, |i, j| columns[j][i] / sizes[i] * sizes[j]);
    // The trace of a projector is the dimension of its space.
    let dimension = scaled.trace().round().max(0.0) as usize;
    let svd = scaled.svd(true, false);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| svd.singular_values[*b].total_cmp(&svd.singular_values[*a]));
    let u = svd.u.unwrap_or_else(|| DMatrix::identity(n, n));
    let vector = |j: usize, f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        (0..n).map(|i| f(u[(i, j)], sizes[i])).collect()
    };
    let columns = order.into_iter().take(dimension);
    let (basis, dual) = columns
        .map(|j| (vector(j, &|u, s| u * s), vector(j, &|u, s| u / s)))
        .unzip();
    Space { basis, dual }
}

/// One piece.
#[derive(Clone)]
pub(crate) struct Piece {
    pub space: Space,
    pub residual: DVector<f64>,
    pub matrix: DMatrix<f64>,
    /// Changes of the end with the parameters.
    pub by: Vec<DVector<f64>>,
}

/// The pieces of a period.
#[derive(Clone)]
pub(crate) struct Chain {
    pub pieces: Vec<Piece>,
    /// The last M without what is cyclic, and what takes the place of the unit matrix for x_0; none: nothing is cyclic.
    pub closing: Option<(DMatrix<f64>, DMatrix<f64>)>,
    pub period: f64,
    pub events: Vec<OrbitEvent>,
    /// Of an equilibrium: the eigenvalues of its linear equations, which say what its multipliers say of an orbit.
    pub spectrum: Option<Vec<Complex<f64>>>,
}

impl Chain {
    /// Of an equilibrium, with the residual, `M − 1` and changes with the parameters (`rest`), and the eigenvalues of its linear equations.
    pub fn at_rest(
        space: Space,
        (residual, matrix, by): (DVector<f64>, DMatrix<f64>, Vec<DVector<f64>>),
        spectrum: Vec<Complex<f64>>,
    ) -> Self {
        let unit = DMatrix::identity(matrix.nrows(), matrix.ncols());
        let piece = Piece {
            space,
            residual,
            matrix: matrix + unit,
            by,
        };
        Self {
            pieces: vec![piece],
            closing: None,
            period: 0.0,
            events: Vec::new(),
            spectrum: Some(spectrum),
        }
    }

    /// All r_k.
    pub fn residual(&self) -> DVector<f64> {
        let all: Vec<f64> = self
            .pieces
            .iter()
            .flat_map(|p| p.residual.iter().copied())
            .collect();
        DVector::from_vec(all)
    }

    /// How many unknowns all knots have together.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(|p| p.space.basis.len()).sum()
    }

    /// Changes of r with parameter number `j` of the shot.
    pub fn by(&self, j: usize) -> DVector<f64> {
        let all = self.pieces.iter().flat_map(|p| p.by[j].iter().copied());
        DVector::from_vec(all.collect())
    }

    /// The matrix of δ; `sign` 1 for a change that comes back, −1 for one that comes back with the other sign, also where it is cyclic: what need not come back is only the motion itself.
    pub fn jacobian(&self, sign: f64) -> DMatrix<f64> {
        let n = self.len();
        let mut all = DMatrix::zeros(n, n);
        let (mut row, mut column) = (0, 0);
        let last = self.pieces.len() - 1;
        for (k, piece) in self.pieces.iter().enumerate() {
            let (m, unit) = match &self.closing {
                Some((m, unit)) if k == last && sign > 0.0 => (m, Some(unit)),
                _ => (&piece.matrix, None),
            };
            let (r, c) = m.shape();
            all.view_mut((row, column), (r, c)).copy_from(m);
            let (next, sign) = match k == last {
                true => (0, sign),
                false => (column + c, 1.0),
            };
            let mut there = all.view_mut((row, next), (r, r));
            match unit {
                Some(unit) => there -= unit * sign,
                None => (0..r).for_each(|i| there[(i, i)] -= sign),
            }
            (row, column) = (row + r, column + c);
        }
        all
    }

    /// The product of all M_k.
    pub fn product(&self) -> DMatrix<f64> {
        let n = self.pieces[0].matrix.ncols();
        let unit = DMatrix::identity(n, n);
        self.pieces.iter().fold(unit, |m, p| &p.matrix * m)
    }

    /// How many directions are neutral: changes that come back as they are.
    pub fn neutral(&self) -> usize {
        if self.len() == 0 {
            return 0;
        }
        let svd = self.jacobian(1.0).svd(false, false);
        let largest = svd.singular_values.max().max(1.0);
        let small = |s: &&f64| **s < NEUTRAL * largest;
        svd.singular_values.iter().filter(small).count()
    }

    /// How much a change grows at most over a piece.
    pub fn growth(&self) -> f64 {
        let all = self.pieces.iter().filter(|p| !p.matrix.is_empty());
        let each = all.map(|p| {
            let svd = p.matrix.clone().svd(false, false);
            svd.singular_values.iter().copied().fold(0.0, f64::max)
        });
        each.fold(0.0, f64::max)
    }

    /// The change of each knot that some coefficients stand for.
    pub fn changes(&self, coefficients: &DVector<f64>) -> Vec<Vec<f64>> {
        let mut first = 0;
        let each = self.pieces.iter().map(|p| {
            let n = p.space.basis.len();
            first += n;
            let own = &coefficients.as_slice()[first - n..first];
            p.space.change(own)
        });
        each.collect()
    }

    /// Coefficients of a change of each knot.
    pub fn coefficients(&self, changes: &[Vec<f64>]) -> DVector<f64> {
        let each = self.pieces.iter().zip(changes);
        let all: Vec<f64> = each
            .flat_map(|(p, c)| p.space.coefficients(c).data.as_vec().clone())
            .collect();
        DVector::from_vec(all)
    }

    /// Eigenvalues of the product of all M_k, without forming it where its blocks differ much in size: orthogonal iteration around the loop, `Q_{k+1}·R_k = M_k·Q_k`, until the
    /// blocks of different growth have parted; each block is a small product of its own.
    pub fn eigenvalues(&self) -> Option<Vec<Complex<f64>>> {
        if self.spectrum.is_some() {
            return self.spectrum.clone();
        }
        let first = self.pieces[0].matrix.ncols();
        let least = self.pieces.iter().map(|p| p.matrix.ncols()).min()?;
        let of = |m: &DMatrix<f64>| {
            let found = eigen(m)?.values;
            Some(found.iter().map(|z| Complex::new(z.re, z.im)).collect())
        };
        if self.pieces.len() == 1 || least == 0 {
            return if first == 0 {
                Some(Vec::new())
            } else {
                of(&self.product())
            };
        }
        // Directions beyond the smallest space are lost on the way.
        let mut q = DMatrix::identity(first, least);
        for _ in 0..LOOPS {
            for piece in &self.pieces {
                q = (&piece.matrix * q).qr().q();
            }
        }
        let start = q.clone();
        let mut factors = Vec::new();
        for piece in &self.pieces {
            let qr = (&piece.matrix * q).qr();
            q = qr.q();
            factors.push(qr.r());
        }
        let turn = start.transpose() * q;
        let mut values = vec![Complex::new(0.0, 0.0); first - least];
        let mut from = 0;
        for to in 1..=least {
            let parted = to == least || turn.view((to, 0), (least - to, to)).norm() < SPLIT;
            if !parted {
                continue;
            }
            let n = to - from;
            let own = |m: &DMatrix<f64>| m.view((from, from), (n, n)).into_owned();
            let block = factors
                .iter()
                .fold(DMatrix::identity(n, n), |m, r| own(r) * m);
            let block: Vec<Complex<f64>> = of(&(own(&turn) * block))?;
            values.extend(block);
            from = to;
        }
        Some(values)
    }
}
