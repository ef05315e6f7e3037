//! Switches that look at other switches: where one goes over, what looks at it may have to go over too.

use super::switching::{MOMENT, kind_of, refresh};
use super::{Equations, EventRecord};
use crate::system::System;
use carom_expr::SwitchEvent;
use carom_solve::{Fault, Guard};

/// So many roundings of the time locating an event leaves.
const LOCATED: f64 = 64.0;

/// The guards of functions in which a switch looks at another one, function after function.
fn guards_of_nested(e: &mut Equations, system: &System) -> Vec<Vec<Guard>> {
    let guards = system.order.nested.iter().map(|f| {
        let slots = system.mechanism.functions[*f].guards.len();
        let mut guards = vec![Guard::IDLE; slots];
        e.function_guards(*f, &mut guards);
        guards
    });
    guards.collect()
}

/// What others have switched at this instant may make a switch that looks at them switch too: MAX(0, IMPACT(...)) looks at nothing but zero until the contact begins. Where a guard is zero,
/// what it is a moment later decides. `fired`: the guards that have fallen.
pub(super) fn pass_on(
    e: &mut Equations,
    system: &System,
    (t, y): (f64, &[f64]),
    fired: &[usize],
) -> Result<(), Fault> {
    // What looks at reactions has its rates from the guards of a step.
    if !system.order.loaded.is_empty() {
        return Ok(());
    }
    e.flow_here(system)?;
    let here = guards_of_nested(e, system);
    let is_down = |guard: &Guard| guard.value <= zero_of(e, *guard);
    if !here.iter().flatten().any(is_down) {
        return Ok(());
    }
    let (later, moved) = moved_a_moment(e, t, y);
    let seen = e.look_with_rates(later, &moved);
    // A branch that is to end here may have no value there.
    if seen.and_then(|()| e.flow_here(system)).is_err() {
        e.look_with_rates(t, y)?;
        e.flow_here(system)?;
    }
    let mut switched = Vec::new();
    for (f, here) in system.order.nested.iter().zip(&here) {
        pass_on_within(e, system, *f, (here, fired), &mut switched);
    }
    e.look_with_rates(t, y)?;
    e.flow_here(system)?;
    for (f, meaning) in switched {
        let owner = system.mechanism.functions[f].owner.clone();
        let (kind, value) = (kind_of(meaning), e.now.values[f]);
        let record = EventRecord::new(kind, owner, f64::NAN, f64::NAN, value);
        e.event.happened.push(record);
    }
    Ok(())
}

/// The same of the switches of one function, whose guards were `here` at the instant itself; each goes over once.
fn pass_on_within(
    e: &mut Equations,
    system: &System,
    f: usize,
    (here, fired): (&[Guard], &[usize]),
    switched: &mut Vec<(usize, SwitchEvent)>,
) {
    let function = &system.mechanism.functions[f];
    let tape = &function.tape;
    let mut guards = vec![Guard::IDLE; here.len()];
    let mut first = 0;
    for switch in 0..tape.switches() {
        let slots = first..first + tape.guard_slots(switch);
        first = slots.end;
        let has_fired = |slot: usize| fired.contains(&(function.guards.start + slot));
        if slots.clone().any(has_fired) {
            continue;
        }
        e.function_guards(f, &mut guards);
        let at = function.modes.start + switch;
        // SIGN of what is zero, and stays so, is positive.
        let turns_at_zero = e.memory.modes[at] < 0 && tape.holds_at_zero(switch, 1);
        let rests = |slot: usize| {
            let later = guards[slot];
            here[slot].value == 0.0 && (later.value, later.rate) == (0.0, 0.0)
        };
        let falls = |slot: &usize| {
            falls_by_others(e, here[*slot], guards[*slot]) || (turns_at_zero && rests(*slot))
        };
        let Some(slot) = slots.clone().find(falls) else {
            continue;
        };
        let (mode, meaning) = tape.transition(switch, slot - slots.start, e.memory.modes[at]);
        e.memory.modes[at] = mode;
        refresh(e, f);
        switched.push((f, meaning));
    }
    e.function_guards(f, &mut guards);
    refresh(e, f);
}

/// Whether a guard that is zero, or less, comes below it.
fn falls_by_others(e: &Equations, here: Guard, later: Guard) -> bool {
    let is_watched = here.value != f64::INFINITY && later.value != f64::INFINITY;
    let is_down = here.value <= zero_of(e, here);
    let comes_down = later.value <= later.tolerance && later.rate < 0.0;
    is_watched && is_down && (later.value < -later.tolerance || comes_down)
}

/// How far a guard that fell at this instant may be from zero.
fn zero_of(e: &Equations, guard: Guard) -> f64 {
    let time = e.now.time.abs() + e.watching.watch.length_of_step();
    let located = LOCATED * f64::EPSILON * time;
    guard.tolerance.max(located * guard.rate.abs())
}

/// A time in which nothing moves far, but further than locating an event leaves, and the state by then.
fn moved_a_moment(e: &mut Equations, t: f64, y: &[f64]) -> (f64, Vec<f64>) {
    let step = e.watching.watch.length_of_step();
    let scale = e.system.mechanism.scale.time;
    let length = if step > 0.0 { step.min(scale) } else { scale };
    let moment = (MOMENT * length).max(LOCATED * f64::EPSILON * t.abs());
    let mut dy = vec![0.0; e.system.differential()];
    e.explicit_rates_into(y, &mut dy);
    let mut moved = y.to_vec();
    moved
        .iter_mut()
        .zip(dy)
        .for_each(|(y, rate)| *y += moment * rate);
    (t + moment, moved)
}
