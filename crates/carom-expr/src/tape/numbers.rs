//! Kinds of numbers that tapes are run with.

use carom_base::{Dual, Interval};

/// An enclosure of a value over an interval of time, with that of its rate.
pub type Ranged = Dual<Interval, 1>;

/// A value with its first and second derivative in time.
pub type TimeJet = Dual<Dual<f64, 1>, 1>;
