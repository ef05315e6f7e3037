//! Values with exact first and second derivatives, for callers that ask for an order.

use carom_base::Dual;

/// A number with its first and second derivative in one variable.
pub type Jet1 = Dual<Dual<f64, 1>, 1>;
/// A number with its first and second derivatives in two variables.
pub type Jet2 = Dual<Dual<f64, 2>, 2>;

/// `[f, f′, f″]` at `x`.
pub fn jet1(x: f64, f: impl FnOnce(Jet1) -> Jet1) -> [f64; 3] {
    let y = f(Dual::variable(Dual::variable(x, 0), 0));
    [y.re.re, y.re.eps[0], y.eps[0].eps[0]]
}

/// `[[f, 0, 0], [f_x, f_y, 0], [f_xx, f_xy, f_yy]]` at (`x`, `y`): one row per order.
pub fn jet2(x: f64, y: f64, f: impl FnOnce(Jet2, Jet2) -> Jet2) -> [[f64; 3]; 3] {
    let z = f(
        Dual::variable(Dual::variable(x, 0), 0),
        Dual::variable(Dual::variable(y, 1), 1),
    );
    [
        [z.re.re, 0.0, 0.0],
        [z.re.eps[0], z.re.eps[1], 0.0],
        [z.eps[0].eps[0], z.eps[0].eps[1], z.eps[1].eps[1]],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic() {
        // f = x³: 8, 12, 12 at 2;  g = x²y: at (2, 3)
        assert_eq!(jet1(2.0, |x| x * x * x), [8.0, 12.0, 12.0]);
        let g = jet2(2.0, 3.0, |x, y| x * x * y);
        assert_eq!(g, [[12.0, 0.0, 0.0], [12.0, 4.0, 0.0], [6.0, 4.0, 0.0]]);
    }
}
