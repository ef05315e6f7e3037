//! What a query is asked for, and why it may fail.

/// A query failed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum OverlapError {
    /// A number of the pose is infinite or not a number, or its matrix is not a rotation to 1e-6.
    #[error("the pose of the second solid is not finite, or its matrix no rotation")]
    Pose,
    /// The surfaces contradict each other, as where a mesh touches itself in a way that has no inside.
    #[error("the intersection of the two surfaces is not closed: {0}")]
    Inconsistent(&'static str),
    /// Two solids without bounds, or one of which formulas for this pair do not exist.
    #[error("there is no formula for this pair of solids, and one of them has no triangles")]
    Unsupported,
    /// Contacts in a plane, of figures that are not in one.
    #[error(
        "the two figures do not lie in one plane, or it is not across the plane on which one of them stands"
    )]
    OutOfPlane,
}

/// What a query is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Also the rates of everything.
    pub rates: bool,
    /// Volumes above this part of the smaller solid are flagged [`Flags::DEEP`](super::Flags::DEEP).
    pub deep: f64,
}

impl Default for Options {
    /// No rates; deep from one per cent on.
    fn default() -> Self {
        Self {
            rates: false,
            deep: 0.01,
        }
    }
}
