//! Where forces that depend on reactions and accelerations enter the matrix at acceleration level.
#![allow(non_snake_case)]

use crate::elements::friction::MOST_ROWS;
use crate::mechanism::function::FED;
use crate::mechanism::kinematics::SEEDS;
use crate::system::System;

/// Bodies on which a friction acts, with the sign, and the rows of its joint that are kept: number in the joint, number among the kept.
pub(in crate::equations) fn coupled<'a>(
    system: &'a System,
    friction: &'a crate::elements::friction::Friction,
) -> impl Iterator<Item = (usize, f64, impl Iterator<Item = (usize, usize)> + 'a)> + 'a {
    let joint = &system.constraints[friction.joint];
    let ends = [(friction.i, 1.0), (friction.j, -1.0)];
    ends.into_iter().filter_map(move |(m, sign)| {
        let body = system.mechanism.markers[m].carrier.body()?;
        let rows = (0..joint.rows().min(MOST_ROWS))
            .filter_map(|k| Some((k, system.rows.binary_search(&(joint.first_row + k)).ok()?)));
        Some((body, sign, rows))
    })
}

/// Where friction enters the matrix at acceleration level, all zero.
pub(in crate::equations) fn joint_friction_coupling(system: &System) -> Vec<(usize, usize, f64)> {
    let mut list = Vec::new();
    for friction in &system.frictions {
        for (b, _, rows) in coupled(system, friction) {
            let data = &system.mechanism.bodies[b];
            for (_, row) in rows {
                let column = system.mechanism.positions + row;
                list.extend((0..data.freedoms()).map(|c| (data.first + c, column, 0.0)));
            }
        }
    }
    list
}

/// Hands over each way in which the force of an element depends on a kept row: number of the element, which of its
/// functions it is, number of the kept row, place of the derivative among the gradients.
pub(in crate::equations) fn for_each_load(
    system: &System,
    mut take: impl FnMut(usize, usize, usize, usize),
) {
    for (number, element) in system.forces.iter().enumerate() {
        for (c, f) in element.functions.iter().enumerate() {
            let Some(f) = *f else { continue };
            let function = &system.mechanism.functions[f];
            let first = function.gradient + SEEDS * function.bodies.len() + function.states.len();
            for (k, &row) in function.rows.iter().enumerate() {
                if let Ok(kept) = system.rows.binary_search(&(row as usize)) {
                    take(number, c, kept, first + k);
                }
            }
        }
    }
}

/// Where forces that depend on reactions enter the matrix at acceleration level, all zero.
pub(in crate::equations) fn load_coupling(system: &System) -> Vec<(usize, usize, f64)> {
    let mut list = Vec::new();
    for_each_load(system, |element, _, row, _| {
        for (b, _) in system.forces[element].ends(&system.mechanism) {
            let (data, column) = (
                &system.mechanism.bodies[b],
                system.mechanism.positions + row,
            );
            list.extend((0..data.freedoms()).map(|c| (data.first + c, column, 0.0)));
        }
    });
    list
}

/// Hands over each way in which the force of an element depends on an acceleration: number of the element, which of its functions
/// it is, number of the measure, place of the derivative among the gradients.
pub(in crate::equations) fn for_each_push(
    system: &System,
    mut take: impl FnMut(usize, usize, usize, usize),
) {
    for (number, element) in system.forces.iter().enumerate() {
        for (c, f) in element.functions.iter().enumerate() {
            let Some(f) = *f else { continue };
            for (z, gradient) in fed_by(system, f) {
                take(number, c, z, gradient);
            }
        }
    }
}

/// The measures that a function depends on, with the places of the derivatives among the gradients.
pub(in crate::equations) fn fed_by(
    system: &System,
    f: usize,
) -> impl Iterator<Item = (usize, usize)> + '_ {
    let function = &system.mechanism.functions[f];
    let first = function.gradient + SEEDS * function.bodies.len() + function.states.len();
    let rows = function.rows.iter().enumerate();
    rows.filter(|(_, row)| **row >= FED)
        .map(move |(k, row)| ((row - FED) as usize, first + k))
}

/// Where forces that depend on accelerations enter the matrix at acceleration level, all zero.
pub(in crate::equations) fn fed_coupling(system: &System) -> Vec<(usize, usize, f64)> {
    let mut list = Vec::new();
    for_each_push(system, |element, _, z, _| {
        for (on, _) in system.forces[element].ends(&system.mechanism) {
            let rows = &system.mechanism.bodies[on];
            for &b in &system.order.fed[z].bodies {
                let data = &system.mechanism.bodies[b as usize];
                for r in 0..rows.freedoms() {
                    list.extend(
                        (0..data.freedoms()).map(|c| (rows.first + r, data.first + c, 0.0)),
                    );
                }
            }
        }
    });
    list
}

/// Where sliding enters the matrix at acceleration level, all zero.
pub(in crate::equations) fn contact_friction_coupling(system: &System) -> Vec<(usize, usize, f64)> {
    let mut list = Vec::new();
    for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
        let Ok(column) = system
            .rows
            .binary_search(&system.stop_row(contact_friction.stop))
        else {
            continue;
        };
        let slip = system.slip(k);
        let bodies = [slip.i, slip.j].map(|m| system.mechanism.markers[m].carrier.body());
        for data in bodies
            .into_iter()
            .flatten()
            .map(|b| &system.mechanism.bodies[b])
        {
            let column = system.mechanism.positions + column;
            list.extend((0..data.freedoms()).map(|c| (data.first + c, column, 0.0)));
        }
    }
    list
}
