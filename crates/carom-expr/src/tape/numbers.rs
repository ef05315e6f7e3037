//! Kinds of numbers that tapes are run with.

use carom_base::Dual;
pub use carom_base::Ranged;

/// A value with its first and second derivative in time.
pub type TimeJet = Dual<Dual<f64, 1>, 1>;
