//! Sliding contacts that their own friction draws in.
//!
//! With friction that slides the matrix of the equations at acceleration level is not symmetric. Its determinant, which the masses and independent constraints
//! make positive but for a sign that the order of rows says, goes through zero where the force of a contact grows beyond all bounds: there rigid bodies with
//! Coulomb's law have no motion any more (P. Painlevé, 1895; the dynamic jam of F. Génot, B. Brogliato, Eur. J. Mech. A/Solids 18 (1999)). A step may lead across,
//! to finite forces behind it that mean nothing, so the sign is looked at at the end of each.
//!
//! With many contacts the sign changes also where nothing grows ([`passes`]), and where the direction of a slip turns that is slower than the tolerance: such a slip is at rest
//! (`Problem::gives_in`).
#![allow(non_snake_case)]

use super::Equations;
use carom_solve::Fault;
use std::sync::Arc;

/// Where friction leaves less than this part of what opens a sliding contact it is drawn in.
pub(super) const DRAWN_IN: f64 = 0.05;

/// Where it leaves less than this part its force has a pole rather than a zero.
const POLE: f64 = 1e-3;

/// Forces that differ by less than this part of the largest one are the same on both sides of a place that is known to a millionth of a step.
const SAME_FORCE: f64 = 1e-3;

/// What is said of a contact that its friction draws in.
pub(crate) fn paradox(contact: &str) -> String {
    format!(
        "{contact}: friction draws the sliding contact in, and its force grows beyond all bounds (Painlevé's paradox)"
    )
}

/// Keeps the sign of the determinant, after [`Equations::accelerations`] with what an event has decided.
pub(super) fn note_determinant(e: &mut Equations) {
    e.contacts.determinant_is_negative = e.kkt.determinant_is_negative();
}

/// Whether a contact slides and presses.
pub(super) fn some_contact_slides(e: &Equations) -> bool {
    (0..e.system.rigid.contact_frictions.len()).any(|k| e.slides(k))
}

/// Whether forces of sliding contacts are bounded from the last event on to the state in the arrays.
///
/// # Errors
/// The contact that is drawn in.
pub(super) fn sliding_is_determined(e: &mut Equations) -> Result<(), Fault> {
    e.accelerations()?;
    match (
        e.contacts.determinant_is_negative,
        e.kkt.determinant_is_negative(),
    ) {
        (Some(before), Some(now)) if before != now => {}
        (Some(_), _) => return Ok(()),
        // Rows that were chosen anew since have a sign of their own.
        (None, _) => {
            note_determinant(e);
            return Ok(());
        }
    }
    let contact = drawn_in(e).unwrap_or_else(|| sliding_labels(e));
    Err(Fault {
        message: paradox(&contact),
    })
}

/// Whether the motion goes through a change of the sign between two states next to each other: forces stay as they are.
///
/// At a zero of the determinant there are forces that are in balance with each other. Where nothing drives them the others stay bounded, as of two corners of an edge that
/// are alike: what differs between them is zero, whatever its equations are. A force that grows beyond all bounds is never the same at both states and halfway.
pub(super) fn passes(e: &mut Equations, before: (f64, &[f64]), after: (f64, &[f64])) -> bool {
    let mean = |a: f64, b: f64| a + 0.5 * (b - a);
    let each = before.1.iter().zip(after.1);
    let halfway: Vec<f64> = each.map(|(a, b)| mean(*a, *b)).collect();
    let mut solve = |t: f64, y: &[f64]| {
        e.look(t, y).ok()?;
        e.accelerations().ok()?;
        Some((e.kkt.determinant_is_negative()?, e.now.multipliers.clone()))
    };
    let (Some((was_negative, was)), Some((_, between)), Some((is_negative, is))) = (
        solve(before.0, before.1),
        solve(mean(before.0, after.0), &halfway),
        solve(after.0, after.1),
    ) else {
        return false;
    };
    let passes = was_negative != is_negative
        && [between, is]
            .iter()
            .all(|now| forces_are_same(e, &was, now));
    if passes {
        e.contacts.determinant_is_negative = Some(is_negative);
    }
    passes
}

/// Whether the forces of contacts are the same but for a small part of the largest one of their island.
fn forces_are_same(e: &Equations, was: &[f64], is: &[f64]) -> bool {
    let system = &e.system;
    let rows_of = |stop: &usize| {
        let friction = system.rigid.stops[*stop].contact_friction;
        let tangents = friction.into_iter().flat_map(|k| system.slip_rows(k));
        std::iter::once(system.stop_row(*stop)).chain(tangents)
    };
    let closed = (0..system.rigid.stops.len()).filter(|k| system.is_closed(*k));
    let islands = e.in_islands(system, closed.collect());
    islands.iter().all(|stops| {
        let rows = || stops.iter().flat_map(rows_of);
        let largest = rows().map(|k| was[k].abs()).fold(0.0, f64::max);
        rows().all(|k| (is[k] - was[k]).abs() <= SAME_FORCE * largest)
    })
}

fn sliding_labels(e: &Equations) -> String {
    let sliding = (0..e.system.rigid.contact_frictions.len()).filter(|k| e.slides(*k));
    let stops = sliding.map(|k| e.system.rigid.contact_frictions[k].stop);
    let mut labels: Vec<&str> = stops
        .map(|k| e.system.rigid.stops[k].label.as_str())
        .collect();
    labels.dedup();
    labels.join(", ")
}

/// A fault of the equations at acceleration level, by the contact that is drawn in where one is.
pub(super) fn fault_of_accelerations(e: &mut Equations, fault: Fault) -> Fault {
    match some_contact_slides(e).then(|| drawn_in(e)).flatten() {
        Some(contact) => Fault {
            message: paradox(&contact),
        },
        None => fault,
    }
}

/// A sliding contact that its friction draws in at the state in the arrays, by name: next to nothing is left of `A_NN − μ·A_NT·s`, and the normal force
/// grows beyond all bounds (Painlevé's paradox, the dynamic jam of F. Génot, B. Brogliato, Eur. J. Mech. A/Solids 18 (1999)).
pub(crate) fn drawn_in(e: &mut Equations) -> Option<String> {
    drawn_in_by(e, DRAWN_IN)
}

/// Whether closed contacts that slide open where their forces fall to zero. Their sign changes at a pole as well, and a search for the zero may end there.
///
/// # Errors
/// The contact that is drawn in.
pub(super) fn open_at_zeros(e: &mut Equations, fired: &[usize]) -> Result<(), Fault> {
    let opens = |k: usize| {
        let stop = e.system.rigid.contact_frictions[k].stop;
        fired.contains(&stop) && e.system.is_closed(stop) && e.slides(k)
    };
    if !(0..e.system.rigid.contact_frictions.len()).any(opens) {
        return Ok(());
    }
    match drawn_in_by(e, POLE) {
        Some(contact) => Err(Fault {
            message: paradox(&contact),
        }),
        None => Ok(()),
    }
}

/// The same where friction leaves less than a part of what opens the contact.
fn drawn_in_by(e: &mut Equations, part: f64) -> Option<String> {
    let system = Arc::clone(&e.system);
    let all = 0..system.rigid.contact_frictions.len();
    let sliding: Vec<(usize, ([f64; 2], f64))> =
        all.filter_map(|k| Some((k, e.sliding(k)?))).collect();
    let stops = sliding
        .iter()
        .map(|(k, _)| system.rigid.contact_frictions[*k].stop)
        .collect();
    let touching = e.touching(&system, stops).ok()?;
    let n = touching.len();
    let drawn = sliding.iter().enumerate().find(|(at, (_, (s, mu)))| {
        let answer = |row: usize| touching.a[at * n + row];
        let [x, y] = touching.tangents[*at].map_or([0.0; 2], |t| t.map(answer));
        answer(*at) - mu * (x * s[0] + y * s[1]) <= part * answer(*at)
    })?;
    let (_, (contact_friction, _)) = drawn;
    Some(
        system.rigid.stops[system.rigid.contact_frictions[*contact_friction].stop]
            .label
            .clone(),
    )
}
