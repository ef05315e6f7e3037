//! What counts as zero at contacts.

/// Rounding of a force that follows from linear equations, relative to the forces in them.
pub(in crate::equations) const FORCE_ROUNDING: f64 = 1e-13;

/// Rounding of what is left of friction at contacts that share their load, likewise.
pub(in crate::equations) const SHARED_ROUNDING: f64 = 1e-8;

/// A gap of so many roundings is closed; steps along a curved guard leave more than steps that are solved for their length.
pub(in crate::equations) const TOUCHES: f64 = 1e4;

/// Speeds this small, relative to those of the bodies, are zero.
pub(in crate::equations) const STILL: f64 = 1e-11;

/// Or relative to what the accelerations give them over the size of the mechanism, where all is at rest.
pub(in crate::equations) const AT_REST: f64 = 1e3 * f64::EPSILON;

/// A gap of whose gradient the closed stops leave this part is held by them.
pub(in crate::equations) const DEPENDENT: f64 = 1e-8;

/// Two lines are the same when the motions that unit forces along them cause differ by no more than this part.
pub(in crate::equations) const SAME_LINE: f64 = 1e-6;
