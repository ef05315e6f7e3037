//! Which branch of a switching operation is in force, and the values with rates that decide on it.

use carom_base::Dual;

/// Mode of one switching operation: which branch is in force. Its meaning belongs to the operation.
pub type Mode = i32;

/// The mode of a switching operation that stands in a branch of IF which is not taken: it was never reached.
pub const UNSET: Mode = Mode::MIN;

/// A value with its rate in time.
pub type Rated = Dual<f64, 1>;

/// Rounding of a term of size one, with room for the few operations that made it.
pub const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The sign of `g`; at zero, that of its rate.
pub fn sign(g: Rated) -> Mode {
    let g = if g.re == 0.0 { g.eps[0] } else { g.re };
    Mode::from(g > 0.0) - Mode::from(g < 0.0)
}
