//! Initial conditions: positions that meet the constraints, then velocities, near those of the deck.
//!
//! Each step is the smallest change, in the metric of the radii of gyration, that removes the residual to first order
//! (Gauss-Newton on the constraints). Coordinates that the deck calls exact weigh 10⁸ times more.
#![allow(non_snake_case)]

use crate::assemble::with_constraints;
use crate::constraint::{Constraint, Drive, Equations as Rows, Term};
use crate::coordinate::Coordinate;
use crate::equations::Equations;
use crate::frames::Frames;
use crate::kkt::Purpose;
use crate::redundancy::{implied_by, independent_rows};
use crate::system::System;
use carom_base::space::exp_so3;
use carom_base::{Diagnostic, Span, Vec3};
use carom_model::{Joint, Model, Part};
use std::sync::Arc;

/// What an exact coordinate weighs against a free one.
const EXACT: f64 = 1e8;
/// What a velocity given in the deck weighs against one left open.
const GIVEN: f64 = 1e4;
/// Largest rotation of a body in one iteration, radians.
const TURN_LIMIT: f64 = 0.5;
/// Most iterations of the position search.
const ITERATIONS: usize = 100;

/// Finds the start of a model: the system with its independent rows, and the equations standing there.
pub fn start(model: &Model, system: System) -> Result<Equations, Diagnostic> {
    let system = Arc::new(system);
    let markers = |joint: &Joint| {
        let find = |id| marker_number(&system, id).unwrap_or(0);
        (find(joint.i), find(joint.j))
    };
    let mut positions = Vec::new();
    let mut velocities = Vec::new();
    for joint in model.joints.iter().filter(|j| j.tag.active) {
        let given = [
            (Coordinate::Along(2), joint.initial_translation),
            (Coordinate::Angle, joint.initial_rotation),
        ];
        for (coordinate, [at, rate]) in given {
            let condition = |value, rate| {
                initial_condition(&system, joint, coordinate, markers(joint), value, rate)
            };
            if let Some(x) = at {
                positions.push(condition(x, 0.0));
            }
            if let Some(v) = rate {
                velocities.push(condition(0.0, v));
            }
        }
    }

    positions.extend(crate::curve::start_positions(model, &system));
    let mut search = Equations::new(with_constraints(&system, positions));
    search.start_turns();
    search.kkt.weights = weights(model, &search.system, |part| {
        part.exact.map(|e| if e { EXACT } else { 1.0 })
    });
    find_positions(&mut search)?;
    stay_on_curves(&search)?;

    // The independent rows are decided where the mechanism is assembled.
    let mut here = Equations::new(Arc::clone(&system));
    copy_state(&search, &mut here);
    judge_linearity(&here)?;
    let system = with_independent_rows(&here);

    velocities.extend(crate::curve::start_velocities(model, &here));
    let mut search = Equations::new(with_constraints(&system, velocities));
    copy_state(&here, &mut search);
    let independent = independent_rows(&search);
    search = with_rows(search, independent);
    search.kkt.weights = weights(model, &search.system, |part| {
        let mut w = [1.0; 6];
        for k in 0..3 {
            let exact = [part.exact_velocity[k], part.exact_velocity[3 + k]];
            let given = [
                part.velocity[k].is_some(),
                part.angular_velocity[k].is_some(),
            ];
            for (side, (exact, given)) in exact.into_iter().zip(given).enumerate() {
                w[3 * side + k] = if exact {
                    EXACT
                } else if given {
                    GIVEN
                } else {
                    1.0
                };
            }
        }
        w
    });
    find_velocities(&mut search)?;

    let mut equations = Equations::new(system);
    copy_state(&search, &mut equations);
    equations.follow_turns();
    Ok(equations)
}

/// The system of equations that stand assembled, with its independent rows; the others are named in it.
pub(crate) fn with_independent_rows(here: &Equations) -> Arc<System> {
    let kept = independent_rows(here);
    let mut system = System::clone(&here.system);
    system.redundant = system
        .rows
        .iter()
        .filter(|r| kept.binary_search(r).is_err())
        .map(|r| system.row_name(*r))
        .collect();
    system.rows = kept;
    Arc::new(system)
}

/// The same equations with other rows kept.
fn with_rows(equations: Equations, rows: Vec<usize>) -> Equations {
    let mut system = System::clone(&equations.system);
    system.rows = rows;
    let mut other = Equations::new(Arc::new(system));
    copy_state(&equations, &mut other);
    other
}

pub(crate) fn copy_state(from: &Equations, to: &mut Equations) {
    to.now.time = from.now.time;
    to.now.bodies.copy_from_slice(&from.now.bodies);
    to.now.states.copy_from_slice(&from.now.states);
    to.memory.turns.copy_from_slice(&from.memory.turns);
    to.memory.modes.copy_from_slice(&from.memory.modes);
    to.memory.loops.copy_from_slice(&from.memory.loops);
    let system = Arc::clone(&to.system);
    to.now.place_markers(&system);
}

fn marker_number(system: &System, id: carom_model::MarkerId) -> Option<usize> {
    system.marker_ids.iter().position(|m| *m == Some(id))
}

fn initial_condition(
    system: &System,
    joint: &Joint,
    coordinate: Coordinate,
    (i, j): (usize, usize),
    value: f64,
    rate: f64,
) -> Constraint {
    let mut bodies: Vec<u32> = [i, j]
        .iter()
        .filter_map(|&m| system.markers[m].carrier.body())
        .map(|b| b as u32)
        .collect();
    bodies.sort_unstable();
    let term = Term {
        factor: 1.0,
        coordinate,
        i,
        j,
        slot: None,
    };
    Constraint {
        label: format!("initial condition of {}", joint.tag),
        span: joint.tag.span,
        i,
        j,
        equations: Rows::Sum(vec![term], Drive::Start(value, rate)),
        first_row: 0,
        bodies,
    }
}

fn weights(model: &Model, system: &System, of: impl Fn(&Part) -> [f64; 6]) -> Vec<f64> {
    let mut weights = vec![1.0; system.positions];
    for data in &system.bodies {
        let w = of(&model.parts[data.part]);
        for c in 0..data.freedoms() {
            weights[data.first + c] = w[c];
        }
    }
    weights
}

pub(crate) fn find_positions(search: &mut Equations) -> Result<(), Diagnostic> {
    let size = model_size(search);
    let mut rows = None;
    for _ in 0..ITERATIONS {
        prepare(search);
        open_drives(search, false);
        let worst = worst_row(search.constraint_values());
        if worst.is_none_or(|(_, r)| r <= 1e-13 * size) {
            // On the way the pieces of curves stay; at its end they are looked at.
            if search.settle_curves() {
                continue;
            }
            break;
        }
        if rows.is_none() {
            // What restricts velocities alone does not hinder the search.
            let independent: Vec<usize> = (independent_rows(search).into_iter())
                .filter(|r| search.system.constraint_of(*r).is_holonomic())
                .collect();
            if independent.len() < search.system.rows.len() {
                let reduced = Arc::clone(&search.system);
                let mut system = System::clone(&reduced);
                system.rows = independent;
                search.replace_rows(Arc::new(system));
            }
            rows = Some(());
            prepare(search);
            open_drives(search, false);
            search.constraint_values();
        }
        search
            .correct(true, Purpose::Search)
            .map_err(|f| no_start(search, &f.message))?;
        let step = search.kkt.step.clone();
        let largest = move_bodies(search, &step);
        if largest < 1e-15 * size && !search.settle_curves() {
            break;
        }
    }
    prepare(search);
    open_drives(search, false);
    match worst_row(search.constraint_values()) {
        Some((row, r)) if r.is_nan() || r > 1e-8 * size => Err(cannot_assemble(search, row, r)),
        _ => Ok(()),
    }
}

/// A start beyond the end of an open curve is none.
fn stay_on_curves(search: &Equations) -> Result<(), Diagnostic> {
    let Some(c) = search.off_its_curve() else {
        return Ok(());
    };
    let c = &search.system.constraints[c];
    let message = format!(
        "{}: the contact is beyond an end of its open curve",
        c.label
    );
    Err(Diagnostic::error("cannot-assemble", c.span, message)
        .help("start the parts nearer to the curve, or say where the contact begins"))
}

fn find_velocities(search: &mut Equations) -> Result<(), Diagnostic> {
    prepare(search);
    for _ in 0..3 {
        open_drives(search, true);
        search.constraint_rates();
        search
            .correct(false, Purpose::Search)
            .map_err(|f| no_start(search, &f.message))?;
        let step = search.kkt.step.clone();
        for (body, data) in search.now.bodies.iter_mut().zip(&search.system.bodies) {
            let k = data.first;
            body.v += Vec3::new(step[k], step[k + 1], step[k + 2]);
            if data.turns {
                body.w += Vec3::new(step[k + 3], step[k + 4], step[k + 5]);
            }
        }
        let system = Arc::clone(&search.system);
        search.now.place_markers(&system);
    }
    judge_velocities(search)
}

/// Velocities enter a nonholonomic constraint linearly: its force stands along the gradient with respect to them, which is known to do no
/// work on motions that it allows where that gradient does not hang on them.
fn judge_linearity(start: &Equations) -> Result<(), Diagnostic> {
    let system = Arc::clone(&start.system);
    let row = |e: &Equations, c: &Constraint| {
        let mut row = vec![[0.0; 6]; system.bodies.len()];
        c.forces(&system, &e.view(), &[1.0], &mut |b, q: [f64; 6]| {
            row[b].iter_mut().zip(q).for_each(|(sum, q)| *sum += q);
        });
        row.concat()
    };
    let written = |c: &&Constraint| matches!(c.equations, Rows::Nonholonomic(_));
    if !system.constraints.iter().any(|c| written(&c)) {
        return Ok(());
    }
    let mut other = Equations::new(Arc::clone(&system));
    copy_state(start, &mut other);
    for body in &mut other.now.bodies {
        body.v = Vec3::new(0.3, -0.7, 1.1) - body.v;
        body.w = Vec3::new(-0.9, 0.4, 0.6) - body.w;
    }
    other.now.place_markers(&system);
    for c in system.constraints.iter().filter(written) {
        let (here, there) = (row(start, c), row(&other, c));
        let size = (here.iter().chain(&there)).fold(0.0, |m: f64, x| m.max(x.abs()));
        let agree = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * size;
        if !here.iter().zip(&there).all(agree) {
            let message = format!("{} is not linear in velocities", c.label);
            return Err(
                Diagnostic::error("constraint-velocities", c.span, message).help(
                    "write it as a sum of velocities times functions of displacements and TIME",
                ),
            );
        }
    }
    Ok(())
}

/// Whether the velocities in the arrays meet all constraints.
pub(crate) fn judge_velocities(search: &mut Equations) -> Result<(), Diagnostic> {
    let speed = search
        .now
        .bodies
        .iter()
        .map(|b| b.v.norm() + b.w.norm())
        .fold(1.0, f64::max);
    match worst_row(search.constraint_rates()) {
        Some((row, r)) if r.is_nan() || r > 1e-6 * speed => {
            let name = search.system.row_name(row);
            Err(Diagnostic::error(
                "inconsistent-velocities",
                span_of_row(search, row),
                format!("no velocities meet all constraints: {name} is missed by {r:.3e}"),
            )
            .help(format!(
                "{}constraints that others already imply must agree with them, motions and initial conditions too",
                opponents(search, row)
            )))
        }
        _ => Ok(()),
    }
}

/// Functions at the state in the arrays, modes settled without rates.
pub(crate) fn prepare(search: &mut Equations) {
    let system = Arc::clone(&search.system);
    search.now.place_markers(&system);
    search.settle_still();
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
        if system.state_start[*x].is_nan() {
            search.now.states[*x] = at;
        }
        if rates
            && matches!(c.equations, Rows::Sum(_, Drive::Acceleration(..)))
            && system.state_start[*x + 1].is_nan()
        {
            search.now.states[*x + 1] = rate;
        }
    }
}

/// Applies a correction, limited in rotation; the largest change made.
fn move_bodies(search: &mut Equations, step: &[f64]) -> f64 {
    let turn = search
        .system
        .bodies
        .iter()
        .filter(|b| b.turns)
        .map(|b| Vec3::new(step[b.first + 3], step[b.first + 4], step[b.first + 5]).norm())
        .fold(0.0, f64::max);
    let share = if turn > TURN_LIMIT {
        TURN_LIMIT / turn
    } else {
        1.0
    };
    for (body, data) in search.now.bodies.iter_mut().zip(&search.system.bodies) {
        let k = data.first;
        body.r += Vec3::new(step[k], step[k + 1], step[k + 2]) * share;
        if data.turns {
            body.R *= exp_so3(&(Vec3::new(step[k + 3], step[k + 4], step[k + 5]) * share));
        }
    }
    step.iter().fold(0.0, |m: f64, d| m.max(d.abs())) * share
}

fn worst_row(rows: &[f64]) -> Option<(usize, f64)> {
    rows.iter()
        .map(|r| r.abs())
        .enumerate()
        .max_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(std::cmp::Ordering::Greater))
}

/// A length to judge residuals by: the extent of the mechanism, at least the radii of its bodies.
fn model_size(search: &Equations) -> f64 {
    let view = search.view();
    (0..search.system.markers.len())
        .map(|m| view.marker(m).p.norm())
        .filter(|d| d.is_finite())
        .fold(1.0, f64::max)
}

fn span_of_row(search: &Equations, row: usize) -> Span {
    search.system.constraints[search.system.constraint_of_row(row)].span
}

fn cannot_assemble(search: &Equations, row: usize, r: f64) -> Diagnostic {
    let name = search.system.row_name(row);
    Diagnostic::error(
        "cannot-assemble",
        span_of_row(search, row),
        format!("the constraints cannot all be met: {name} stays off by {r:.3e}"),
    )
    .help(format!(
        "{}look for two constraints that ask for different positions, or start the parts nearer to the assembled position",
        opponents(search, row)
    ))
}

/// The elements that fix already what a row that cannot be met asks for, as the beginning of a hint; nothing where none do.
fn opponents(search: &Equations, row: usize) -> String {
    /// Names that a reader looks through.
    const MOST_NAMES: usize = 6;
    let mut system = System::clone(&search.system);
    system.rows = (0..system.all_rows).collect();
    let mut all = Equations::new(Arc::new(system));
    copy_state(search, &mut all);
    prepare(&mut all);
    let system = &all.system;
    let own = system.constraint_of_row(row);
    let mut others: Vec<usize> = constraints_behind(&all, row);
    others.retain(|c| *c != own);
    if others.is_empty() {
        return String::new();
    }
    let more = others.len().saturating_sub(MOST_NAMES);
    let names: Vec<&str> = others
        .iter()
        .take(MOST_NAMES)
        .map(|c| system.constraints[*c].label.as_str())
        .collect();
    let names = match more {
        0 => names.join(", "),
        _ => format!("{} and {more} more", names.join(", ")),
    };
    format!("it conflicts with {names}: ")
}

/// Numbers of the constraints that a row hangs on, ascending.
fn constraints_behind(all: &Equations, row: usize) -> Vec<usize> {
    let rows = implied_by(all, row);
    let mut constraints: Vec<usize> = rows
        .iter()
        .map(|r| all.system.constraint_of_row(*r))
        .collect();
    constraints.dedup();
    constraints
}

fn no_start(search: &Equations, message: &str) -> Diagnostic {
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
