//! What a MOTION or another constraint asks for may jump where its function goes over to another branch: at a kink of a displacement, or a step of a velocity.
//!
//! The velocities of the bodies then jump too, as in an inelastic impact at the constraints (Pfeiffer, Glocker, Multibody Dynamics with Unilateral Contacts, 1996, chapter 6):
//!
//! ```text
//! M·Δv = Gᵀ·Λ     G·(v + Δv) + Φ_t = 0
//! ```
//!
//! Rigid contacts that are closed take no part in that: they answer what comes of it as an impact.

use super::{Equations, EventRecord};
use crate::elements::constraint::Equations as Rows;
use crate::system::System;
use crate::system::motion::View;
use carom_model::run::EventKind;
use carom_solve::Fault;
use std::sync::Arc;

/// A change of a velocity, relative to L/T and 1/T, that is less than this is put right with the next step.
const LEAST: f64 = 1e-9;
/// A change of a position, relative to L and 1 rad, up to which formulas that should join may miss each other.
const MISFIT: f64 = 1e-3;

/// Φ and Φ' of all rows, and what drives ask for.
pub(super) struct Asked {
    values: Vec<f64>,
    rates: Vec<f64>,
}

/// What constraints ask for in the state in the arrays, where a function that may switch drives one.
pub(super) fn asked(e: &mut Equations, system: &System) -> Option<Asked> {
    system.order.drives_switch.then(|| Asked {
        values: e.constraint_values().to_vec(),
        rates: e.constraint_rates().to_vec(),
    })
}

/// Answers what constraints ask for otherwise than `before`, in the state (t, y): the closed contacts that are to look at it, or none where nothing jumps.
///
/// # Errors
/// When a position jumps.
pub(super) fn follow_drives(
    e: &mut Equations,
    before: &Asked,
    (t, y): (f64, &mut [f64]),
) -> Result<Option<Vec<usize>>, Fault> {
    e.look_with_rates(t, y)?;
    let system = Arc::clone(&e.system);
    let scale = &system.mechanism.scale;
    let (sizes, per_time) = (scale.of_rows(&system), scale.of_rates(&system));
    let values = e.constraint_values().to_vec();
    let moved = |row: usize| (values[row] - before.values[row]) / sizes[row];
    if let Some(row) = (system.rows.iter().copied()).find(|row| moved(*row).abs() > MISFIT) {
        let (name, by) = (
            system.row_name(row),
            (values[row] - before.values[row]).abs(),
        );
        let message = format!(
            "{name} asks for a position that jumps by {by:.6}: no motion gets there; a STEP over a short time takes it there"
        );
        return Err(Fault { message });
    }
    let rates = e.constraint_rates().to_vec();
    let jump = |row: usize| before.rates[row] - rates[row];
    let jumps = |row: &usize| jump(*row).abs() > LEAST * per_time[*row];
    let rows: Vec<usize> = system.rows.iter().copied().filter(jumps).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let asked: Vec<f64> = rows
        .iter()
        .map(|row| asked_rate(e, &system, *row))
        .collect();
    let stops = 0..system.rigid.stops.len();
    let closed: Vec<usize> = stops.filter(|k| system.is_closed(*k)).collect();
    let impulses = impact_without(e, &closed)?;
    write_velocities(e, (t, y))?;
    for (row, asked) in rows.iter().zip(asked) {
        let owner = system.constraint_of(*row).label.clone();
        let mut record = EventRecord::new(
            EventKind::Jump,
            owner,
            f64::NAN,
            asked - jump(*row),
            f64::NAN,
        );
        record.rate_after = asked;
        record.impulse = impulses[*row].abs();
        e.event.happened.push(record);
    }
    Ok(Some(closed))
}

/// The velocity that the drive of a row asks for; not a number of a row without one.
fn asked_rate(e: &Equations, system: &System, row: usize) -> f64 {
    let view = View {
        system,
        now: &e.now,
        memory: &e.memory,
        reactions: None,
    };
    match &system.constraint_of(row).equations {
        Rows::Sum(_, drive) => drive.rate(&system.mechanism, &view),
        _ => f64::NAN,
    }
}

/// An inelastic impact at all constraints but the rows of these contacts; the impulses, one for each row.
fn impact_without(e: &mut Equations, stops: &[usize]) -> Result<Vec<f64>, Fault> {
    let system = Arc::clone(&e.system);
    let rows = e.rows_beside(&system, stops);
    let is_other = rows != system.rows;
    if is_other {
        let mut others = System::clone(&system);
        others.rows = rows;
        let y = e.unknowns();
        e.go_on_with(others);
        e.look(e.now.time, &y)?;
    }
    let found = e.impact_velocities();
    let mut impulses = vec![0.0; system.all_rows];
    for (row, impulse) in e.system.rows.iter().zip(&found?) {
        impulses[*row] = *impulse;
    }
    if is_other {
        let y = e.unknowns();
        e.go_on_with(System::clone(&system));
        e.look(e.now.time, &y)?;
    }
    Ok(impulses)
}

/// Writes the velocities of the bodies in the arrays; what that takes is work.
fn write_velocities(e: &mut Equations, (t, y): (f64, &mut [f64])) -> Result<(), Fault> {
    let n = e.system.mechanism.positions;
    let after = e.unknowns()[n..2 * n].to_vec();
    e.look(t, y)?;
    let kinetic = e.energies()[0];
    y[n..2 * n].copy_from_slice(&after);
    e.look(t, y)?;
    let work = e.system.differential() - 1;
    y[work] += e.energies()[0] - kinetic;
    e.look_with_rates(t, y)
}
