//! How a run changes with parameters and with its start: the columns X that are carried along it.

use crate::equations::Equations;
use crate::equations::report::Reporter;
use crate::tangent::by_joints::ByJoints;
use crate::tangent::column::Column;
use crate::tangent::event::EventTangent;
use crate::tangent::event::Jump;
use crate::tangent::flow::Flow;
use crate::tangent::lifted::Lifted;
use crate::tangent::record::Record;

/// X along a run.
pub struct Tangent {
    pub(in crate::tangent) columns: Vec<Column>,
    /// Numbers of functions that parameters move: states of the model here, which the run does not have.
    pub(in crate::tangent) lifted: Lifted,
    /// The model itself, to look at other states than the run stands in.
    pub(in crate::tangent) model: Equations,
    pub(in crate::tangent) reporter: Reporter,
    pub(in crate::tangent) flow: Flow,
    pub(in crate::tangent) by_joints: ByJoints,
    /// An event that is not over yet.
    pub(in crate::tangent) jump: Option<Jump>,
    /// What the events' times and numbers do, in their order.
    pub(in crate::tangent) events: Vec<EventTangent>,
    /// Local error that the flow of X may have, relative to it.
    pub(in crate::tangent) error: f64,
    /// What the way back needs, where it is wanted.
    pub(in crate::tangent) record: Option<Record>,
}
