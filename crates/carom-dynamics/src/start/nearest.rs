//! Positions that meet the constraints, nearest to where the search begins.
//!
//! The distance of two positions is
//!
//! ```text
//! d² = Σ |r − r₀|² + ρ²·|φ|²        R₀ = R·exp(φ~)
//! ```
//!
//! over the bodies, r the centre of mass and ρ the mean radius of gyration, ρ² = (Jx + Jy + Jz)/(3·m). Coordinates that are exact weigh
//! more. It depends on neither the way of the search nor on masses.
//!
//! 1. Gauss-Newton steps come near to where the constraints are met, rows that may depend on each other giving way to each other.
//! 2. There the independent rows are chosen; Newton's method meets them to rounding.
//! 3. On the positions that meet them, the gradient of d²/2 is followed to where it vanishes: conjugate gradients, the steps tangent to
//!    the constraints and put back on them.

use crate::elements::constraint::{Drive, Equations as Rows};
use crate::equations::Equations;
use crate::equations::kkt::Purpose;
use crate::mechanism::kinematics::Body;
use crate::start::agreement::{PRINTED, choose_rows, extent};
use crate::start::projection::ITERATIONS;
use crate::start::projection::TURN_LIMIT;
use crate::start::projection::close;
use crate::start::projection::farthest;
use crate::start::projection::look;
use crate::start::projection::make_tangent;
use crate::start::projection::most_turn;
use crate::start::projection::move_bodies;
use crate::start::projection::rotation_vector;
use crate::start::redundancy::row_lengths;
use crate::start::search::{cannot_assemble, model_size, no_start, worst_row};
use crate::system::System;
use carom_base::Diagnostic;
use std::sync::Arc;

/// How often the rows are chosen anew.
const CHOICES: usize = 4;
/// Farther off than this part of the extent the rows that will be independent cannot be told yet.
const FAR: f64 = 1e-8;
/// Most steps along the positions that meet the constraints.
const STEPS: usize = 200;
/// Most tries for the length of a step.
const TRIES: usize = 12;

/// Moves the bodies to the nearest position that meets all constraints. The rows that were left out on the way.
pub(crate) fn find_positions(search: &mut Equations) -> Result<Vec<usize>, Diagnostic> {
    let size = model_size(search);
    look(search);
    let worst = worst_row(search.constraint_values());
    if worst.is_none_or(|(_, r)| r <= 1e-13 * size) && !search.initialize_curves() {
        return Ok(Vec::new());
    }
    let all = Arc::clone(&search.system);
    let design = search.now.bodies.clone();
    take_rows(search, &all, restricts_positions(&all));
    come_near(search)?;
    let mut kept = Vec::new();
    for _ in 0..CHOICES {
        take_rows(search, &all, restricts_positions(&all));
        let chosen = choose_rows(search);
        let settled = chosen == kept;
        kept = chosen;
        take_rows(search, &all, kept.clone());
        if settled {
            break;
        }
        close(search).map_err(|f| no_start(search, &f.message))?;
    }
    go_nearest(search, &design);
    search.replace_rows(Arc::clone(&all));
    look(search);
    judge_positions(search, &kept, size)?;
    let left_out = restricts_positions(&all).into_iter();
    Ok(left_out
        .filter(|r| kept.binary_search(r).is_err())
        .collect())
}

/// Whether rows that are met and rows that are left out are so within their tolerances.
fn judge_positions(all: &mut Equations, kept: &[usize], size: f64) -> Result<(), Diagnostic> {
    let limit = PRINTED * extent(all);
    let lengths: Vec<f64> = row_lengths(all);
    let rows = all.system.rows.clone();
    let values = all.constraint_values();
    let excess = |(row, length): (&usize, &f64)| {
        let r = values[*row].abs();
        let share = match kept.binary_search(row) {
            Ok(_) => r / (1e-8 * size),
            Err(_) if *length > 0.0 => r / (limit * length),
            Err(_) => r / limit,
        };
        // What is not a number is worst.
        (*row, if share.is_nan() { f64::INFINITY } else { share })
    };
    let list = rows.iter().zip(&lengths).map(excess);
    match list.max_by(|a, b| a.1.total_cmp(&b.1)) {
        Some((row, share)) if share > 1.0 => {
            let off = values[row].abs();
            Err(cannot_assemble(all, row, off))
        }
        _ => Ok(()),
    }
}

/// The rows that say something about positions. A motion that is given by its rate, with no displacement to start from, starts from
/// what the position has.
fn restricts_positions(all: &System) -> Vec<usize> {
    let follows = |row: &usize| match &all.constraint_of(*row).equations {
        Rows::Sum(_, Drive::Velocity(_, x) | Drive::Acceleration(_, x)) => {
            all.extra.state_start[*x].is_nan()
        }
        _ => false,
    };
    let rows = all.rows.iter().copied();
    rows.filter(|r| all.constraint_of(*r).is_holonomic() && !follows(r))
        .collect()
}

/// The same equations with other rows.
fn take_rows(search: &mut Equations, all: &Arc<System>, rows: Vec<usize>) {
    if rows != search.system.rows {
        let mut system = System::clone(all);
        system.rows = rows;
        search.replace_rows(Arc::new(system));
    }
    look(search);
}

/// Gauss-Newton steps until what is left of the residuals is small, or gets no smaller.
fn come_near(search: &mut Equations) -> Result<(), Diagnostic> {
    let size = extent(search);
    let (mut best, mut idle) = (f64::INFINITY, 0);
    for _ in 0..ITERATIONS {
        look(search);
        let mut off = farthest(search);
        if search.has_lost_curves() && search.initialize_curves() {
            look(search);
            off = farthest(search);
        }
        if off.is_nan() || off <= FAR * size || idle > 8 {
            break;
        }
        idle = if off < 0.9 * best { 0 } else { idle + 1 };
        best = off.min(best);
        let corrected = search.correct(true, Purpose::Compromise);
        corrected.map_err(|f| no_start(search, &f.message))?;
        let step = search.kkt.step.clone();
        let largest = move_bodies(search, &step);
        if largest < 1e-15 * size {
            break;
        }
    }
    Ok(())
}

/// A position on the constraints with its distance from where the search began.
struct Place {
    bodies: Vec<Body<f64>>,
    /// d²/2
    value: f64,
    /// From here straight back, as a step of the bodies.
    back: Vec<f64>,
}

/// Goes along the positions that meet the kept rows to the one nearest to `design`. What cannot be improved stays.
fn go_nearest(search: &mut Equations, design: &[Body<f64>]) {
    let size = extent(search);
    let mut place = stand(search, design);
    let (mut last, mut length): (Option<(Vec<f64>, f64)>, f64) = (None, 1.0);
    for _ in 0..STEPS {
        let mut down = place.back.clone();
        if make_tangent(search, &mut down).is_err() {
            break;
        }
        let square = product(search, &down, &down);
        // 1e-11: what this leaves of the distance is beyond rounding of the places themselves.
        if square.is_nan() || square.sqrt() <= 1e-11 * size {
            break;
        }
        let mut way = down.clone();
        if let Some((mut before, was)) = last.take() {
            let share = square / was;
            if make_tangent(search, &mut before).is_ok() {
                way.iter_mut()
                    .zip(&before)
                    .for_each(|(w, b)| *w += share * b);
            }
            if product(search, &way, &down) <= 0.1 * square {
                way.clone_from(&down);
            }
        }
        let Some((next, tried)) = walk(search, design, &place, &way, length) else {
            break;
        };
        (place, length) = (next, tried);
        last = Some((way, square));
    }
    search.now.bodies.copy_from_slice(&place.bodies);
    look(search);
}

/// A place along `way` where the slope of the distance is small; `None` where none is nearer. Stands there.
fn walk(
    search: &mut Equations,
    design: &[Body<f64>],
    from: &Place,
    way: &[f64],
    length: f64,
) -> Option<(Place, f64)> {
    let slope = -product(search, &from.back, way);
    let most = 0.9 * TURN_LIMIT / most_turn(search, way).max(f64::MIN_POSITIVE);
    let mut length = length.min(most);
    let mut best: Option<(Place, f64)> = None;
    for _ in 0..TRIES {
        search.now.bodies.copy_from_slice(&from.bodies);
        let step: Vec<f64> = way.iter().map(|x| x * length).collect();
        move_bodies(search, &step);
        let met = close(search).is_ok_and(|off| off <= 1e-9 * model_size(search));
        let mut along = way.to_vec();
        if !met || make_tangent(search, &mut along).is_err() {
            length *= 0.25;
            continue;
        }
        let place = stand(search, design);
        let here = -product(search, &place.back, &along);
        // NeighbourList the end values differ by rounding only, and slopes tell.
        let is_nearer = place.value <= from.value * (1.0 + 1e-12);
        let tried = length;
        length = match () {
            () if here > slope => tried * (slope / (slope - here)).clamp(0.1, 4.0),
            () => 4.0 * tried,
        };
        if !is_nearer {
            length = length.min(0.5 * tried);
            continue;
        }
        let done = here.abs() <= 0.1 * slope.abs();
        if done || best.as_ref().is_none_or(|(b, _)| place.value < b.value) {
            best = Some((place, tried));
        }
        length = length.min(most);
        if done || length == tried {
            break;
        }
    }
    let (place, tried) = best?;
    search.now.bodies.copy_from_slice(&place.bodies);
    look(search);
    Some((place, tried))
}

/// Where the bodies stand.
fn stand(search: &Equations, design: &[Body<f64>]) -> Place {
    let mut back = vec![0.0; search.system.mechanism.positions];
    for ((body, data), was) in (search
        .now
        .bodies
        .iter()
        .zip(&search.system.mechanism.bodies))
    .zip(design)
    {
        let k = data.first;
        back[k..k + 3].copy_from_slice(&(was.r - body.r).to_array());
        if data.turns {
            let turn = rotation_vector(&(body.R.transpose() * was.R));
            back[k + 3..k + 6].copy_from_slice(&turn.to_array());
        }
    }
    Place {
        bodies: search.now.bodies.clone(),
        value: 0.5 * product(search, &back, &back),
        back,
    }
}

/// The product of two steps in the metric of the search.
fn product(search: &Equations, a: &[f64], b: &[f64]) -> f64 {
    let kkt = &search.kkt;
    let mut sum = 0.0;
    for (data, arm) in search.system.mechanism.bodies.iter().zip(&kkt.arms) {
        for c in 0..data.freedoms() {
            let k = data.first + c;
            let square = if c < 3 { 1.0 } else { arm * arm };
            sum += kkt.weights[k] * square * a[k] * b[k];
        }
    }
    sum
}
