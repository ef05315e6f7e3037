//! X in the coordinates of joints: what there is of it.

use super::flow::Flow;
use super::state::Change;
use crate::equations::variations::{Case, Place};

/// X in the coordinates of joints, and what carries it there.
#[derive(Default)]
pub(in crate::tangent) struct ByJoints {
    /// One for each case that X is carried in here, and the cases in which it is not.
    pub flows: Vec<Flow>,
    pub others: Vec<Case>,
    /// X, as long as it is in these coordinates.
    pub now: Option<Now>,
    /// Nothing carries it up to the next event.
    pub refused: bool,
}

/// X in the coordinates of joints.
pub(in crate::tangent) struct Now {
    /// Number of the flow.
    pub flow: usize,
    /// Where the run stands.
    pub place: Place,
    /// The columns.
    pub x: Vec<Change>,
}
