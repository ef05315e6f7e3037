//! Accelerations and reactions at a state.
#![allow(non_snake_case)]

use crate::system::motion::Reactions;

/// What follows from a state when its accelerations are known; keeps its room.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    pub(crate) reactions: Reactions,
    pub(crate) inputs: Vec<f64>,
    pub(crate) registers: Vec<f64>,
}
