//! Where a motion begins: positions and velocities that meet the constraints, and the rows of these that are kept.

pub mod agreement;
pub(crate) mod curve_starts;
pub mod initial;
pub(crate) mod nearest;
pub(crate) mod projection;
pub(crate) mod reassemble;
pub(crate) mod rechoose;
pub mod redundancy;
pub(crate) mod search;
