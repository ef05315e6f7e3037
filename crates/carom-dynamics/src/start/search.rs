//! Helpers of searches for positions and velocities that meet the constraints.
#![allow(non_snake_case)]

use crate::elements::constraint::{Drive, Equations as Rows};
use crate::equations::Equations;
use crate::mechanism::frames::Frames;
use crate::mechanism::term::Term;
use carom_base::{Diagnostic, Span};
use std::sync::Arc;

pub(crate) fn copy_state(from: &Equations, to: &mut Equations) {
    to.now.time = from.now.time;
    to.now.bodies.copy_from_slice(&from.now.bodies);
    to.now.states.copy_from_slice(&from.now.states);
    // Those of initial conditions come behind the others.
    for (to, from) in to.memory.turns.iter_mut().zip(&from.memory.turns) {
        *to = *from;
    }
    to.memory.modes.copy_from_slice(&from.memory.modes);
    to.memory.loops.copy_from_slice(&from.memory.loops);
    let system = Arc::clone(&to.system);
    to.now.place_markers(&system);
}

/// Functions at the state in the arrays, modes settled without rates.
pub(crate) fn prepare(search: &mut Equations) {
    let system = Arc::clone(&search.system);
    search.now.place_markers(&system);
    search.initialize_modes_at_rest();
}

/// Motions given by a rate start from the displacement (and rate) that the mechanism has.
pub(crate) fn open_drives(search: &mut Equations, rates: bool) {
    let system = Arc::clone(&search.system);
    for c in &system.constraints {
        let Rows::Sum(terms, Drive::Velocity(_, x) | Drive::Acceleration(_, x)) = &c.equations
        else {
            continue;
        };
        let view = search.view();
        let sum = |f: &dyn Fn(&Term) -> f64| terms.iter().map(f).sum::<f64>();
        let at = sum(&|t| {
            let wrapped = t.coordinate.value(&view.marker(t.i), &view.marker(t.j));
            let turns = t.slot.map_or(0.0, |s| view.turns(s, wrapped));
            t.factor * (wrapped + turns)
        });
        let rate = sum(&|t| t.factor * t.coordinate.rate(&view.marker(t.i), &view.marker(t.j)));
        if system.extra.state_start[*x].is_nan() {
            search.now.states[*x] = at;
        }
        if rates
            && matches!(c.equations, Rows::Sum(_, Drive::Acceleration(..)))
            && system.extra.state_start[*x + 1].is_nan()
        {
            search.now.states[*x + 1] = rate;
        }
    }
}

/// The largest of some residuals, with its number.
pub(crate) fn worst_row(rows: &[f64]) -> Option<(usize, f64)> {
    rows.iter()
        .map(|r| r.abs())
        .enumerate()
        // What is not a number is the worst.
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

/// A length to judge residuals by: the coordinates of its markers, whose rounding residuals have, and at least L.
pub(crate) fn model_size(search: &Equations) -> f64 {
    let view = search.view();
    (0..search.system.mechanism.markers.len())
        .map(|m| view.marker(m).p.norm())
        .filter(|d| d.is_finite())
        .fold(search.system.mechanism.scale.length, f64::max)
}

/// A number to four digits, as one would write it: `2`, `0.0125`, `3.1e-7`.
pub(crate) fn short(x: f64) -> String {
    let rounded: f64 = format!("{x:.3e}").parse().unwrap_or(x);
    match rounded.abs() {
        0.0 => "0".into(),
        a if (1e-4..1e6).contains(&a) => format!("{rounded}"),
        _ => format!("{rounded:e}"),
    }
}

pub(crate) fn span_of_row(search: &Equations, row: usize) -> Span {
    search.system.constraints[search.system.constraint_of_row(row)].span
}

/// What is not a number in a row of the constraints: the function that made it so, or the rate of the row's own.
pub(crate) fn not_finite(search: &Equations, row: usize) -> Diagnostic {
    if let Some((why, span)) = search.function_not_finite() {
        let message = format!("no value at the start: {why}");
        return Diagnostic::error("cannot-start", span, message);
    }
    let name = search.system.row_name(row);
    let function = match &search.system.constraint_of(row).equations {
        Rows::Sum(
            _,
            Drive::Displacement(f) | Drive::Velocity(f, _) | Drive::Acceleration(f, _),
        )
        | Rows::Expression(f)
        | Rows::Nonholonomic(f) => Some(&search.system.mechanism.functions[*f]),
        _ => None,
    };
    let Some(function) = function else {
        let message = format!("the constraints cannot all be met: {name} has no value here");
        return Diagnostic::error("cannot-assemble", span_of_row(search, row), message)
            .help("start the parts nearer to the assembled position");
    };
    let message =
        format!("no velocity at the start: the rate of the function of {name} is not finite");
    Diagnostic::error("cannot-start", function.span, message).help(
        "a function whose slope is infinite at the start, such as SQRT(TIME) at 0, begins with an infinite velocity",
    )
}

pub(crate) fn cannot_assemble(search: &Equations, row: usize, r: f64) -> Diagnostic {
    if !r.is_finite() {
        return not_finite(search, row);
    }
    let name = search.system.row_name(row);
    Diagnostic::error(
        "cannot-assemble",
        span_of_row(search, row),
        format!("the constraints cannot all be met: {name} stays off by {}", short(r)),
    )
    .help(format!(
        "{}look for two constraints that ask for different positions, or start the parts nearer to the assembled position",
        opponents(search, row)
    ))
}

/// The elements that fix already what a row that cannot be met asks for, as the beginning of a hint; nothing where none do.
pub(crate) fn opponents(search: &Equations, row: usize) -> String {
    let names = search.names_behind(row);
    names.map_or_else(String::new, |names| format!("it conflicts with {names}: "))
}

pub(crate) fn no_start(search: &Equations, message: &str) -> Diagnostic {
    let span = search
        .system
        .constraints
        .first()
        .map_or(Span::NONE, |c| c.span);
    Diagnostic::error(
        "cannot-assemble",
        span,
        format!("no initial conditions: {message}"),
    )
}
