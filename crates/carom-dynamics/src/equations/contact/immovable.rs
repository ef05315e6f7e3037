//! Contacts that nothing can give way to: joints and motions say how both of their parts move, as where a fixed part stands on the ground.
//!
//! No force at such a contact does anything, so none is determined: what presses there the joints carry.

use super::delassus::{Delassus, dot};
use crate::equations::Equations;
use crate::system::System;
use carom_solve::Fault;

/// What joints leave of the answer to a unit impulse where they hold both parts, relative to the answer of the parts without joints: rounding.
const IMMOVABLE: f64 = 1e-14;

/// The contacts of these stops that something gives way to, and the other stops. One of these that closes all the same is a contradiction.
pub(in crate::equations) fn that_give_way(
    e: &mut Equations,
    system: &System,
    mut stops: Vec<usize>,
) -> Result<(Delassus, Vec<usize>), Fault> {
    let touching = e.touching(system, stops.clone())?;
    let immovable = immovable(e, &touching);
    if immovable.is_empty() {
        return Ok((touching, immovable));
    }
    let still = e.still(system, &touching)?;
    let rates = e.gap_rates(&touching);
    for (k, rate) in stops.iter().zip(rates) {
        if rate < -still && immovable.contains(k) {
            let label = &system.rigid.stops[*k].label;
            return Err(Fault {
                message: format!(
                    "{label} closes at {rate} and nothing can give way: joints and motions say how both parts move; --contact compliant lets them overlap"
                ),
            });
        }
    }
    stops.retain(|k| !immovable.contains(k));
    Ok((e.touching(system, stops)?, immovable))
}

/// The stops of these contacts that nothing can give way to.
pub(in crate::equations) fn immovable(e: &mut Equations, touching: &Delassus) -> Vec<usize> {
    let each = touching.stops.iter().zip(&touching.gradients);
    let with_joints = each.zip(&touching.answers);
    with_joints
        .filter(|((_, gradient), answer)| {
            let alone = answer_alone(e, gradient);
            alone.is_some_and(|alone| dot(gradient, answer) <= IMMOVABLE * alone)
        })
        .map(|((k, _), _)| *k)
        .collect()
}

/// How far a unit impulse along this row moves what it acts on, if nothing but the parts' own masses resists; `None` where a part has none.
fn answer_alone(e: &mut Equations, row: &[f64]) -> Option<f64> {
    let (open, kkt) = e.contacts.joints.as_mut()?;
    kkt.solve_free(open, row).ok()?;
    Some(dot(row, &kkt.a))
}
