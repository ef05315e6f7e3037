//! What to linearize for.
#![allow(non_snake_case)]

use crate::mechanism::function::{FunctionId, Source};
use crate::system::System;

/// What to linearize for.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Functions that inputs are added to, with their names.
    pub inputs: Vec<(String, FunctionId)>,
    /// Functions that are outputs, with their names.
    pub outputs: Vec<(String, FunctionId)>,
    /// Functions of positions that are coordinates, with their names.
    pub coordinates: Vec<(String, FunctionId)>,
    /// Forces are kept from depending on velocities.
    pub undamped: bool,
    /// Eigenvalues and shapes are asked for.
    pub eigenvalues: bool,
}

/// The vector number `k` of `n` along the axes.
pub(in crate::analysis::linearize) fn unit(n: usize, k: usize) -> Vec<f64> {
    let mut x = vec![0.0; n];
    x[k] = 1.0;
    x
}

/// What a function depends on beside positions and time.
pub(in crate::analysis::linearize) fn more_than_positions(
    system: &System,
    f: FunctionId,
) -> Option<&'static str> {
    system.mechanism.functions[f]
        .sources
        .iter()
        .find_map(|s| match s {
            Source::Time
            | Source::Constant(_)
            | Source::Mode
            | Source::Sensor(_)
            | Source::Delayed { .. }
            | Source::Statistic(_) => None,
            Source::Acceleration(_) => Some("an acceleration"),
            Source::Measure { measure, .. } if measure.needs_acceleration() => {
                Some("an acceleration")
            }
            Source::Measure { measure, .. } if measure.needs_velocity() => Some("a velocity"),
            Source::Measure { .. } => None,
            Source::Function(g) => more_than_positions(system, *g),
            Source::State(_) => Some("an extra state"),
            _ => Some("a force or an energy"),
        })
}
