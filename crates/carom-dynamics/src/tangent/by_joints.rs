//! X in the coordinates of joints: what there is of it.

use super::flow::Flow;
use super::state::Change;
use crate::equations::variations::Place;

/// X in the coordinates of joints, and what carries it there.
#[derive(Default)]
pub(in crate::tangent) struct ByJoints {
    /// One for each set of branches, and tree.
    pub flows: Vec<Flow>,
    /// X, as long as it is in these coordinates.
    pub now: Option<Now>,
    /// Nothing carries it in the branches that hold.
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
