//! Functions that depend on each other in an algebraic loop: variables of themselves, and implicit differential equations.
//!
//! An implicit equation `0 = F(t, x, x', ...)` gives its rate `x'` as the root of F. If no implicit equation looks at the rate, it
//! gives the state `x` itself. Either is an unknown beside the values of the functions of the circle, and all of them are found
//! by Newton's method wherever functions are computed, so that for every integrator the model stays one of explicit rates:
//!
//! ```text
//! R(z, w) = 0     z unknowns of the circle, w what it looks at outside     dz = −(∂R/∂z)⁻¹·(∂R/∂w)·dw
//! ```
//!
//! The second equation is the theorem of implicit functions; it gives the exact derivatives. The method starts from the values at the
//! end of the last accepted step, so that an equation with several roots stays on one of them.

#![allow(non_snake_case)]

use crate::mechanism::function::{Function, FunctionId};
use carom_base::Number;

/// A pivot this small, relative to the largest entry, is rounding: the equations do not determine their unknowns.
const SINGULAR: f64 = 1e-14;

/// An algebraic loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AlgebraicLoop {
    /// Its functions, ascending.
    pub members: Vec<FunctionId>,
    /// Place of the first of them in [`crate::system::motion::DiscreteState::loops`].
    pub first: usize,
    /// Where the search for each begins.
    pub start: Vec<f64>,
}

impl AlgebraicLoop {
    /// The number of a function among the members.
    pub fn position(&self, f: FunctionId) -> Option<usize> {
        self.members.binary_search(&f).ok()
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// An algebraic loop has at least one function.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Its functions in the user's words.
    pub fn names(&self, functions: &[Function]) -> String {
        let mut names: Vec<&str> = Vec::new();
        for &f in &self.members {
            let owner = functions[f].owner.as_str();
            let name = owner.strip_suffix(EQUATION).unwrap_or(owner);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }
}

/// What the function of an implicit equation is called, after its owner.
pub const EQUATION: &str = ": its equation";

/// Room for the largest circle, in one kind of number.
#[derive(Clone, Debug)]
pub struct Room<T> {
    pub(crate) matrix: Vec<f64>,
    pub(crate) residual: Vec<T>,
    /// How large the terms of each residual are.
    pub(crate) terms: Vec<f64>,
    pub(crate) inputs: Vec<T>,
    pub(crate) registers: Vec<T>,
    pub(crate) plain_inputs: Vec<f64>,
    pub(crate) plain: Vec<f64>,
    pub(crate) adjoints: Vec<f64>,
    pub(crate) partials: Vec<f64>,
}

impl<T> Default for Room<T> {
    fn default() -> Self {
        Self {
            matrix: Vec::new(),
            residual: Vec::new(),
            terms: Vec::new(),
            inputs: Vec::new(),
            registers: Vec::new(),
            plain_inputs: Vec::new(),
            plain: Vec::new(),
            adjoints: Vec::new(),
            partials: Vec::new(),
        }
    }
}

impl<T: Number> Room<T> {
    /// Enough for each circle of a system.
    pub fn new(loops: &[AlgebraicLoop], functions: &[Function]) -> Self {
        let members = loops.iter().flat_map(|l| &l.members);
        let own = || members.clone().map(|&f| &functions[f]);
        let inputs = own().map(|f| f.sources.len()).max().unwrap_or(0);
        let registers = own().map(|f| f.tape.registers()).max().unwrap_or(0);
        let n = loops.iter().map(AlgebraicLoop::len).max().unwrap_or(0);
        Self {
            matrix: vec![0.0; n * n],
            residual: vec![T::zero(); n],
            terms: vec![0.0; n],
            inputs: vec![T::zero(); inputs],
            registers: vec![T::zero(); registers],
            plain_inputs: vec![0.0; inputs],
            plain: vec![0.0; registers],
            adjoints: vec![0.0; registers],
            partials: vec![0.0; inputs],
        }
    }
}

/// Solves `A·x = b` by Gauss's elimination with row pivoting, `x` in place of `b`. `b` has one or more numbers a row, row by row.
/// `false` if A is singular to rounding.
pub fn eliminate<T: Number>(a: &mut [f64], b: &mut [T]) -> bool {
    let n = a.len().isqrt();
    let columns = b.len() / n.max(1);
    let largest = a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    for k in 0..n {
        let size = |r: &usize| a[r * n + k].abs();
        let pivot = (k..n)
            .max_by(|p, q| size(p).total_cmp(&size(q)))
            .unwrap_or(k);
        let size = a[pivot * n + k].abs();
        if size.is_nan() || size <= SINGULAR * largest {
            return false;
        }
        if pivot != k {
            (k..n).for_each(|c| a.swap(k * n + c, pivot * n + c));
            (0..columns).for_each(|c| b.swap(k * columns + c, pivot * columns + c));
        }
        for r in k + 1..n {
            let factor = a[r * n + k] / a[k * n + k];
            if factor != 0.0 {
                for c in k..n {
                    a[r * n + c] -= factor * a[k * n + c];
                }
                for c in 0..columns {
                    let above = b[k * columns + c];
                    b[r * columns + c] -= above * factor;
                }
            }
        }
    }
    for k in (0..n).rev() {
        for c in 0..columns {
            let mut sum = b[k * columns + c];
            for j in k + 1..n {
                sum -= b[j * columns + c] * a[k * n + j];
            }
            b[k * columns + c] = sum / a[k * n + k];
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::eliminate;

    /// A·x = b with a zero on the diagonal; two right-hand sides.
    #[test]
    fn elimination() {
        let mut a = [0.0, 2.0, 1.0, 1.0, -1.0, 0.0, 3.0, 0.5, -2.0];
        let (x, y) = ([1.0, -2.0, 4.0], [0.5, 3.0, -1.0]);
        let mut b = [0.0; 6];
        for r in 0..3 {
            for c in 0..3 {
                b[2 * r] += a[3 * r + c] * x[c];
                b[2 * r + 1] += a[3 * r + c] * y[c];
            }
        }
        assert!(eliminate(&mut a, &mut b));
        for r in 0..3 {
            // Rounding of a well conditioned matrix.
            assert!((b[2 * r] - x[r]).abs() < 1e-14 && (b[2 * r + 1] - y[r]).abs() < 1e-14);
        }
        assert!(!eliminate(&mut [1.0, 2.0, 2.0, 4.0], &mut [1.0, 2.0]));
        assert!(!eliminate(&mut [f64::NAN], &mut [1.0]));
    }
}
