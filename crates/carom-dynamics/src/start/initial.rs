//! Initial conditions: positions that meet the constraints, then velocities, near those of the deck.
//!
//! Positions are the nearest ones to the deck (`nearest.rs`). Velocities are those of which
//!
//! ```text
//! Σ |v|² + |ω|²
//! ```
//!
//! is least, v of the centre of mass, in the numbers of the model's units: so starts Adams. Velocities that the deck gives come first, whatever the units: they are met where the
//! constraints allow it, and else as nearly as can be; among these velocities the sum over those left open is the least. Coordinates that the deck calls exact weigh 10⁸ times
//! more than others.
#![allow(non_snake_case)]

use crate::assemble::with_constraints;
use crate::elements::constraint::{Constraint, Drive, Equations as Rows, PairRow};
use crate::equations::Equations;
use crate::equations::Islands;
use crate::equations::kkt::Purpose;
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::kinematics::Body;
use crate::mechanism::term::Term;
use crate::start::agreement::{PRINTED, choose_rows, dropped_rows, extent};
use crate::start::nearest::find_positions;
use crate::start::projection::rotation_vector;
use crate::start::rechoose::watch_independence;
use crate::start::redundancy::independent_rows;
use crate::start::search::copy_state;
use crate::start::search::no_start;
use crate::start::search::not_finite;
use crate::start::search::open_drives;
use crate::start::search::opponents;
use crate::start::search::prepare;
use crate::start::search::short;
use crate::start::search::span_of_row;
use crate::start::search::worst_row;
use crate::system::{System, TurnCounter};
use carom_base::{Diagnostic, Diagnostics, Span, Vec3};
use carom_model::{Joint, Model, Part};
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

/// What an exact coordinate weighs against a free one.
const EXACT: f64 = 1e8;
/// What a velocity given in the deck weighs at least against one left open.
const GIVEN: f64 = 1e2;
/// What a velocity that the deck calls exact weighs against one that it only gives.
const EXACT_VELOCITY: f64 = 1e4;
/// Given velocities change by less than this part of the largest one in the last round.
const SETTLED: f64 = 1e-13;
/// Most rounds: each leaves a hundredth of what is missing, or all that constraints forbid.
const ROUNDS: usize = 12;
/// Arms below this part of the longest are none.
const SHORTEST: f64 = 1e-6;

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

    positions.extend(crate::start::curve_starts::start_positions(model, &system));
    let mut search = Equations::new(with_turns(with_constraints(&system, positions)));
    prepare(&mut search);
    search.start_turns();
    choose_turns(&mut search, |_| true);
    search.kkt.arms = arms_of_positions(&search.system);
    search.kkt.weights = weights(model, &search.system, |part| {
        part.exact.map(|e| if e { EXACT } else { 1.0 })
    });
    let mut left_out = find_positions(&mut search)?;
    stay_on_curves(&search)?;

    // The independent rows are decided where the mechanism is assembled.
    let mut here = Equations::new(Arc::clone(&system));
    copy_state(&search, &mut here);
    judge_linearity(&here)?;
    if search.system.all_rows > system.all_rows {
        // A row may have been left out for a condition that holds at the start only.
        left_out.clear();
    }
    let system = with_independent_rows(&mut here, &left_out);

    velocities.extend(crate::start::curve_starts::start_velocities(model, &here));
    let mut search = Equations::new(with_constraints(&system, velocities));
    copy_state(&here, &mut search);
    let independent = independent_rows(&search);
    search = with_rows(search, independent);
    // Adams: the sum of |v|² and |ω|² of the centres of mass, in the numbers of the model's units.
    search.kkt.arms = vec![1.0; search.system.mechanism.bodies.len()];
    let given = weight_of_given(&search);
    search.kkt.weights = weights(model, &search.system, |part| {
        weights_of_velocities(part, given)
    });
    find_velocities(&mut search)?;

    let mut equations = Equations::new(system);
    copy_state(&search, &mut equations);
    equations.follow_turns();
    Ok(equations)
}

/// The same system, in which the angles of initial conditions count turns.
fn with_turns(mut system: Arc<System>) -> Arc<System> {
    let begins = |c: &Constraint| matches!(c.equations, Rows::Sum(_, Drive::Start(..)));
    if !system.constraints.iter().any(begins) {
        return system;
    }
    let own = Arc::make_mut(&mut system);
    for c in own.constraints.iter_mut().filter(|c| begins(c)) {
        let Rows::Sum(terms, _) = &mut c.equations else {
            continue;
        };
        for term in terms.iter_mut().filter(|t| t.coordinate.is_periodic()) {
            let counter = TurnCounter::Coordinate(term.coordinate, term.i, term.j);
            own.arrays.turns.push(counter);
            term.slot = Some(own.arrays.turns.len() - 1);
        }
    }
    system
}

/// What given velocities weigh against open ones: what a unit of one does to the other at the end of the longest and of the shortest arm between a centre of mass and a marker that is held
/// counts for a hundredth.
fn weight_of_given(start: &Equations) -> f64 {
    let system = &start.system;
    let held = system.constraints.iter().flat_map(|c| [c.i, c.j]);
    let arms = held.filter_map(|m| {
        let body = system.mechanism.markers[m].carrier.body()?;
        Some((start.now.marker(system, m).p - start.now.bodies[body].r).norm())
    });
    let arms: Vec<f64> = arms.collect();
    let longest = arms.iter().fold(0.0, |m: f64, x| m.max(*x));
    let some = arms.iter().filter(|x| **x > SHORTEST * longest);
    let shortest = some.fold(longest, |m: f64, x| m.min(*x));
    let ratio = |x: f64| if x > 0.0 { x } else { 1.0 };
    GIVEN * (longest * longest).max(ratio(shortest).powi(-2)).max(1.0)
}

/// What the velocities of a part weigh: exact, given, or left open.
fn weights_of_velocities(part: &carom_model::Part, of_given: f64) -> [f64; 6] {
    let mut w = [1.0; 6];
    for k in 0..3 {
        let exact = [part.exact_velocity[k], part.exact_velocity[3 + k]];
        let given = [
            part.velocity[k].is_some(),
            part.angular_velocity[k].is_some(),
        ];
        for (side, (exact, given)) in exact.into_iter().zip(given).enumerate() {
            w[3 * side + k] = if exact {
                EXACT_VELOCITY * of_given
            } else if given {
                of_given
            } else {
                1.0
            };
        }
    }
    w
}

/// The system of equations that stand assembled, with its independent rows; the others are named in it. The assembly left out some
/// already.
pub(crate) fn with_independent_rows(here: &mut Equations, left_out: &[usize]) -> Arc<System> {
    prepare(here);
    let mut kept = choose_beside(here, left_out);
    let mut system = System::clone(&here.system);
    let mut turned = None;
    while turn_points(&mut system, &kept) {
        let mut other = Equations::new(Arc::new(system.clone()));
        copy_state(here, &mut other);
        prepare(&mut other);
        kept = choose_beside(&other, left_out);
        turned = Some(other);
    }
    let here = turned.as_mut().unwrap_or(here);
    system.left_out.dropped = dropped_rows(here, &kept);
    let names = system
        .left_out
        .dropped
        .iter()
        .map(|d| system.row_name(d.row));
    system.left_out.redundant = names.collect();
    let nearby = if system.left_out.dropped.is_empty() {
        None
    } else {
        crate::start::rechoose::rank_nearby(here, &kept)
    };
    system.left_out.independent_nearby = nearby.map_or(0, |rank| rank - kept.len());
    system.watch_dropped();
    system.rows = kept;
    let system = Arc::new(system);
    watch_independence(here, system)
}

/// The independent rows of those that are not left out, where the system stands.
fn choose_beside(here: &Equations, left_out: &[usize]) -> Vec<usize> {
    if left_out.is_empty() {
        return choose_rows(here);
    }
    let mut system = System::clone(&here.system);
    system.rows.retain(|r| !left_out.contains(r));
    let mut rest = Equations::new(Arc::new(system));
    copy_state(here, &mut rest);
    prepare(&mut rest);
    choose_rows(&rest)
}

/// Points that close loops of moving bodies, held along a part of the axes of ground alone, are held along axes of marker J. What is redundant of a point that closes a
/// plane loop is across the plane, which turns with the bodies: an axis that turns with J stays as near to that as it is, and is that where J is of a hinge of the plane.
/// Planes of loops with ground stand still, as its axes do. Whether there are any.
fn turn_points(system: &mut System, kept: &[usize]) -> bool {
    let in_part = |c: &Constraint| {
        let mut of_point = points(c).map(|(_, row)| kept.binary_search(&row).is_ok());
        let first = of_point.next();
        of_point.any(|is_kept| Some(is_kept) != first)
    };
    let all = 0..system.constraints.len();
    let turned: Vec<usize> = all
        .filter(|k| in_part(&system.constraints[*k]) && closes_without_ground(system, *k))
        .collect();
    for k in &turned {
        system.constraints[*k].turn_point();
    }
    !turned.is_empty()
}

/// The coordinates along axes of ground that a constraint holds, with the numbers of their rows.
fn points(c: &Constraint) -> impl Iterator<Item = (&PairRow, usize)> {
    let rows = match &c.equations {
        Rows::Pair(rows) => &rows[..],
        _ => &[],
    };
    let all = rows.iter().zip(c.first_row..);
    all.filter(|(row, _)| matches!(row.0, Coordinate::GroundAlong(_)))
}

/// Whether the two bodies of a constraint are connected without it, and not by ground.
fn closes_without_ground(system: &System, constraint: usize) -> bool {
    let [a, b] = system.constraints[constraint].bodies[..] else {
        return false;
    };
    let mut islands = Islands::new(system.mechanism.bodies.len());
    for (k, c) in system.constraints.iter().enumerate() {
        if k != constraint {
            islands.join(c.bodies.iter().copied());
        }
    }
    islands.of(a as usize) == islands.of(b as usize)
}

/// The same equations with other rows kept.
fn with_rows(equations: Equations, rows: Vec<usize>) -> Equations {
    let mut system = System::clone(&equations.system);
    system.rows = rows;
    let mut other = Equations::new(Arc::new(system));
    copy_state(&equations, &mut other);
    other
}

fn marker_number(system: &System, id: carom_model::MarkerId) -> Option<usize> {
    system
        .mechanism
        .marker_ids
        .iter()
        .position(|m| *m == Some(id))
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
        .filter_map(|&m| system.mechanism.markers[m].carrier.body())
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
    let mut weights = vec![1.0; system.mechanism.positions];
    for data in &system.mechanism.bodies {
        let w = of(&model.parts[data.part]);
        for c in 0..data.freedoms() {
            weights[data.first + c] = w[c];
        }
    }
    weights
}

/// Mean radii of gyration: what a radian is worth as a length where positions are compared.
pub(crate) fn arms_of_positions(system: &System) -> Vec<f64> {
    // The radius of a body is that of half the sum of its three moments.
    let share = (2.0f64 / 3.0).sqrt();
    system
        .mechanism
        .bodies
        .iter()
        .map(|b| share * b.radius)
        .collect()
}

/// A motion about an axis, or an initial condition, may ask for an angle beyond half a turn: the turns of its joint are counted so that the position is as near as
/// can be, and couplers of this joint count with it. `of`: the numbers of the constraints that begin; others count on.
pub(crate) fn choose_turns(search: &mut Equations, of: impl Fn(usize) -> bool) {
    prepare(search);
    let system = Arc::clone(&search.system);
    search.constraint_values();
    let beginning = || {
        let numbered = system.constraints.iter().enumerate();
        numbered.filter(|(number, _)| of(*number)).map(|(_, c)| c)
    };
    let mut shifts: Vec<(Term, f64)> = Vec::new();
    for c in beginning() {
        if let Some((term, slot)) = asked_angle(&system, c) {
            let off = search.residual(c.first_row) / term.factor;
            // Half a turn away the angle is counted from where it is to be: on the way there it would seem to turn back.
            let whole = TAU * (off / TAU).round();
            let is_half = (off - whole).abs() > PI * (1.0 - 1e-6);
            let shift = if is_half { off } else { whole };
            if shift != 0.0 {
                search.memory.turns[slot] -= shift;
                shifts.push((term, shift));
            }
        }
    }
    for c in beginning().filter(|c| asked_angle(&system, c).is_none()) {
        let Rows::Sum(terms, _) = &c.equations else {
            continue;
        };
        for term in terms {
            let same = |t: &Term| (t.coordinate, t.i, t.j) == (term.coordinate, term.i, term.j);
            let shift = shifts.iter().find(|(of, _)| same(of));
            if let (Some(slot), Some((_, shift))) = (term.slot, shift) {
                search.memory.turns[slot] -= shift;
            }
        }
    }
    // A screw stands by so many leads from where I and J coincide as it has turned whole turns: nothing else says how many.
    search.constraint_values();
    for c in beginning() {
        if let Some((term, slot)) = turn_of_screw(c) {
            let off = search.residual(c.first_row) / term.factor;
            search.memory.turns[slot] -= TAU * (off / TAU).round();
        }
    }
}

/// The angle of a screw: of a sum that ties the turn about z of two markers to their distance along it.
fn turn_of_screw(c: &Constraint) -> Option<(Term, usize)> {
    let Rows::Sum(terms, Drive::Constant(_)) = &c.equations else {
        return None;
    };
    let [along, turn] = terms[..] else {
        return None;
    };
    let is_screw = (along.coordinate, turn.coordinate) == (Coordinate::Along(2), Coordinate::Angle)
        && (along.i, along.j) == (turn.i, turn.j)
        && turn.factor != 0.0;
    turn.slot.filter(|_| is_screw).map(|slot| (turn, slot))
}

/// The angle of a motion, or of an initial condition, that says where it starts, with its counter of turns.
fn asked_angle(system: &System, c: &Constraint) -> Option<(Term, usize)> {
    let Rows::Sum(terms, drive) = &c.equations else {
        return None;
    };
    let [term] = terms[..] else {
        return None;
    };
    let known = match drive {
        Drive::Displacement(_) => true,
        Drive::Velocity(_, x) | Drive::Acceleration(_, x) => !system.extra.state_start[*x].is_nan(),
        Drive::Start(..) => true,
        Drive::Constant(_) => false,
    };
    term.slot.filter(|_| known).map(|slot| (term, slot))
}

/// A part that the assembly moves by more than this part of the extent, or turns by more (radians, 5 degrees), is told of.
const MOVED: f64 = 0.05;
const TURNED: f64 = 0.087;
/// A velocity that the deck gives is replaced if it changes by more than this part of the largest speed: decks print few digits.
const REPLACED: f64 = 1e-3;
/// Speeds below this part of L/T and 1 rad/T are none.
const ROUNDING_OF_REST: f64 = 1e-12;

/// Tells which parts start far from where the deck puts them, and which velocities of the deck the constraints override.
pub(crate) fn report_changes(model: &Model, start: &Equations, diagnostics: &mut Diagnostics) {
    report_moves(model, start, diagnostics);
    let bodies = || start.now.bodies.iter().zip(&start.system.mechanism.bodies);
    let fastest = |speed: fn(&Body<f64>) -> f64| {
        let speeds = bodies().flat_map(|(body, data)| [speed(body), speed(&data.start)]);
        speeds.fold(0.0, f64::max)
    };
    // Where all is at rest, what the search leaves is rounding.
    let scale = &start.system.mechanism.scale;
    let rest = [scale.length, 1.0].map(|size| ROUNDING_OF_REST * size / scale.time);
    let fastest = [fastest(|b| b.v.norm()), fastest(|b| b.w.norm())];
    let limits = [0, 1].map(|k| (REPLACED * fastest[k]).max(rest[k]));
    let mut replaced: Vec<(String, Span)> = Vec::new();
    for (body, data) in bodies() {
        let part = &model.parts[data.part];
        let given = [part.velocity, part.angular_velocity].map(|v| v.map(|x| x.is_some()));
        let changes = [
            body.v - data.start.v,
            body.R * body.w - data.start.R * data.start.w,
        ];
        for (side, name) in ["velocity", "angular velocity"].iter().enumerate() {
            // Along the given components, as the search weighs them; a component that is open may be anything.
            let whole = given[side] == [true; 3];
            let change = (0..3)
                .filter(|k| whole || given[side][*k])
                .map(|k| changes[side][k].abs())
                .fold(0.0, f64::max);
            if change > limits[side] {
                replaced.push((
                    format!("the {name} of {} by {change:.3e}", data.label),
                    part.tag.span,
                ));
            }
        }
    }
    if let Some((_, span)) = replaced.first() {
        let more = replaced.len().saturating_sub(MOST_TOLD);
        let names: Vec<&str> = replaced
            .iter()
            .take(MOST_TOLD)
            .map(|(name, _)| name.as_str())
            .collect();
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let message = format!(
            "the constraints change velocities that the model gives: {}{more}",
            names.join(", ")
        );
        let d = Diagnostic::warning("start-velocity", *span, message);
        diagnostics
            .push(d.help("give velocities that the joints and motions allow, or leave them open"));
    }
}

/// Parts and velocities that one message names.
const MOST_TOLD: usize = 4;

fn report_moves(model: &Model, start: &Equations, diagnostics: &mut Diagnostics) {
    let from = start.system.mechanism.bodies.iter().map(|b| b.start);
    let moved = moved(model, start, from);
    diagnostics.extend(moved.map(|d| {
        d.help("if this is not the position that is meant, start the parts nearer to it")
    }));
}

/// Says which part stands far from where it was, if one does.
pub(crate) fn moved(
    model: &Model,
    start: &Equations,
    from: impl Iterator<Item = Body<f64>>,
) -> Option<Diagnostic> {
    let size = extent(start);
    let each = start.now.bodies.iter().zip(from);
    let moves = each
        .zip(&start.system.mechanism.bodies)
        .filter_map(|((body, from), data)| {
            let way = (body.r - from.r).norm();
            let turn = rotation_vector(&(from.R.transpose() * body.R)).norm();
            let share = (way / (MOVED * size)).max(if data.turns { turn / TURNED } else { 0.0 });
            (share > 1.0).then_some((share, way, turn, data))
        });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (_, way, turn, data) = moves.first()?;
    let more = match moves.len() - 1 {
        0 => String::new(),
        1 => ", and one more part far".to_owned(),
        n => format!(", and {n} more parts far"),
    };
    let message = format!(
        "to meet the constraints {} is moved by {way:.3e} and turned by {:.3} degrees{more}",
        data.label,
        turn.to_degrees()
    );
    let span = model.parts[data.part].tag.span;
    Some(Diagnostic::note("start-moved", span, message))
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

/// Velocities that meet the constraints: given ones first, then the least of those left open.
///
/// Weights alone would trade a little of a given velocity for open ones. What is missing of it is asked for on top, round by round, until given ones stay as they are: the method of
/// multipliers (Hestenes, Multiplier and gradient methods, 1969) for the given values.
fn find_velocities(search: &mut Equations) -> Result<(), Diagnostic> {
    prepare(search);
    let is_given: Vec<bool> = search.kkt.weights.iter().map(|w| *w > 1.0).collect();
    let wanted = velocities_of(search);
    let (mut asked, mut last) = (wanted.clone(), wanted.clone());
    for _ in 0..ROUNDS {
        put_velocities(search, &asked);
        meet_constraints(search)?;
        let found = velocities_of(search);
        let given = || (0..found.len()).filter(|k| is_given[*k]);
        let change = given().fold(0.0, |m: f64, k| m.max((found[k] - last[k]).abs()));
        let largest = given().fold(0.0, |m: f64, k| m.max(wanted[k].abs()));
        if change <= SETTLED * largest {
            break;
        }
        // From where it stands, so that rounding becomes smaller with what is missing.
        asked.clone_from(&found);
        given().for_each(|k| asked[k] = wanted[k]);
        last = found;
    }
    judge_velocities(search)
}

/// The velocities of all bodies, `v` on ground axes and `ω` on its own of each, as positions are numbered.
fn velocities_of(search: &Equations) -> Vec<f64> {
    let mechanism = &search.system.mechanism;
    let mut all = vec![0.0; mechanism.positions];
    for (body, data) in search.now.bodies.iter().zip(&mechanism.bodies) {
        all[data.first..data.first + 3].copy_from_slice(&body.v.to_array());
        if data.turns {
            all[data.first + 3..data.first + 6].copy_from_slice(&body.w.to_array());
        }
    }
    all
}

fn put_velocities(search: &mut Equations, all: &[f64]) {
    let system = Arc::clone(&search.system);
    for (body, data) in search.now.bodies.iter_mut().zip(&system.mechanism.bodies) {
        body.v = Vec3::from_slice(&all[data.first..data.first + 3]);
        if data.turns {
            body.w = Vec3::from_slice(&all[data.first + 3..data.first + 6]);
        }
    }
    search.now.place_markers(&system);
}

/// Changes the velocities in the arrays, by as little as the weights say, so that they meet all constraints.
fn meet_constraints(search: &mut Equations) -> Result<(), Diagnostic> {
    for _ in 0..3 {
        open_drives(search, true);
        search.constraint_rates();
        if search.rates_are_finite().is_err() {
            // Rates of others are not finite once velocities are not.
            judge_velocities(search)?;
        }
        search
            .correct(false, Purpose::Search)
            .map_err(|f| no_start(search, &f.message))?;
        let mut all = velocities_of(search);
        let step = &search.kkt.step;
        all.iter_mut().zip(step).for_each(|(v, step)| *v += step);
        put_velocities(search, &all);
    }
    Ok(())
}

/// Velocities enter a nonholonomic constraint linearly: its force stands along the gradient with respect to them, which is known to do no
/// work on motions that it allows where that gradient does not depend on them.
fn judge_linearity(start: &Equations) -> Result<(), Diagnostic> {
    let system = Arc::clone(&start.system);
    let row = |e: &Equations, c: &Constraint| {
        let mut row = vec![[0.0; 6]; system.mechanism.bodies.len()];
        c.forces(
            &system.mechanism,
            &e.view(),
            &[1.0],
            &mut |b, q: [f64; 6]| {
                row[b].iter_mut().zip(q).for_each(|(sum, q)| *sum += q);
            },
        );
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
    let system = Arc::clone(&search.system);
    let speed = search.relative_speed();
    let mut rates = search.constraint_rates().to_vec();
    let per_time = system.mechanism.scale.of_rates(&system);
    rates.iter_mut().zip(&per_time).for_each(|(r, s)| *r /= s);
    for dropped in &system.left_out.dropped {
        // They agree to the digits with which places are printed.
        rates[dropped.row] *= 1e-6 / PRINTED;
    }
    match worst_row(&rates) {
        Some((row, r)) if !r.is_finite() => Err(not_finite(search, row)),
        Some((row, r)) if r > 1e-6 * speed => {
            let r = search.constraint_rates()[row].abs();
            let name = search.system.row_name(row);
            Err(Diagnostic::error(
                "inconsistent-velocities",
                span_of_row(search, row),
                format!("no velocities meet all constraints: {name} is missed by {}", short(r)),
            )
            .help(format!(
                "{}constraints that others already imply must agree with them, motions and initial conditions too",
                opponents(search, row)
            )))
        }
        _ => Ok(()),
    }
}
