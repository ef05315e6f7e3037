//! States as numbers, their changes, and the space of changes that the constraints leave.
#![allow(non_snake_case)]

use super::state::{Change, State};
use crate::equations::Equations;
use crate::mechanism::kinematics::Body;
use crate::system::motion::BODY_NUMBERS;
use crate::system::{ExtraState, System};
use crate::tangent::column::AT;
use crate::tangent::column::CHANGE;
use crate::tangent::column::WEIGHTS;
use crate::tangent::column::follow;
use carom_base::{Quaternion, Vec3};
use carom_solve::{Fault, Problem};

/// A state from its numbers, in the order of [`crate::Stepping::state_names`]; the work of the forces is zero.
fn state(system: &System, numbers: &[f64]) -> State {
    let count = BODY_NUMBERS.len();
    let (bodies, extra) = numbers.split_at(count * system.mechanism.bodies.len());
    let three = |x: &[f64]| Vec3::new(x[0], x[1], x[2]);
    let bodies = bodies.chunks_exact(count).map(|x| {
        let R = Quaternion([x[3], x[4], x[5], x[6]]).normalized().matrix();
        Body {
            r: three(x),
            R,
            v: three(&x[7..]),
            w: R.transpose() * three(&x[10..]),
        }
    });
    let mut states = vec![0.0; system.extra.states.len()];
    states[..extra.len()].copy_from_slice(extra);
    State {
        bodies: bodies.collect(),
        turns: system.mechanism.bodies.iter().map(|b| b.turns).collect(),
        states,
        positions: system.mechanism.positions,
    }
}

/// The numbers of a state.
fn numbers(system: &System, state: &State) -> Vec<f64> {
    let bodies = state.bodies.iter().flat_map(|body| {
        let w = body.R * body.w;
        let q = Quaternion::from_matrix(&body.R).0;
        let [r, v, w] = [body.r, body.v, w].map(|x| x.to_array());
        [&r[..], &q, &v, &w].concat()
    });
    let is_told = |s: &&ExtraState| !matches!(s, ExtraState::Work);
    let extra = system.extra.states.iter().filter(is_told).count();
    bodies
        .chain(state.states[..extra].iter().copied())
        .collect()
}

/// The change that leads from one state to another.
pub(crate) fn change(system: &System, from: &[f64], to: &[f64]) -> Vec<f64> {
    state(system, from).to(&state(system, to)).0
}

/// A state changed by a sum of changes, before constraints are looked at.
pub(crate) fn moved(system: &System, from: &[f64], along: &[Vec<f64>], by: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; system.differential()];
    for (direction, by) in along.iter().zip(by) {
        sum.iter_mut()
            .zip(direction)
            .for_each(|(s, d)| *s += by * d);
    }
    numbers(system, &state(system, from).moved(&Change(sum), 1.0))
}

/// Puts equations into a state, on the constraints that hold now, at the origin of its chart. Where these cannot be met the state is the one before.
pub(crate) fn put(e: &mut Equations, t: f64, numbers: &[f64]) -> Result<(), Fault> {
    let system = std::sync::Arc::clone(&e.system);
    let before = State::of(e);
    let work = e.now.states.last().copied();
    let mut y = state(&system, numbers).enter(e, t);
    if let Err(fault) = e.project(t, &mut y) {
        before.enter(e, t);
        return Err(fault);
    }
    e.accept(t, &mut y);
    if let (Some(now), Some(work)) = (e.now.states.last_mut(), work) {
        *now = work;
    }
    Ok(())
}

/// The rates of the state in the arrays, whose derivative is known.
pub(crate) fn rates(e: &Equations, dy: &[f64]) -> Vec<f64> {
    State::rates(e, dy).0
}

/// What the projection on the constraints makes of a change of each unknown, one list a column, and the sizes of the unknowns; both in the order of
/// [`super::Tangent::column`]. At a state that meets the constraints this is a projector on the space of changes that meet them.
pub(crate) fn projector(of: &Equations, t: f64) -> Result<(Vec<Vec<f64>>, Vec<f64>), Fault> {
    let mut model = Equations::new(std::sync::Arc::clone(&of.system));
    follow(of, &mut model);
    let here = State::of(of);
    let count = of.system.differential();
    let sizes: Vec<f64> = (0..count).map(|k| of.size_of_unknown(k)).collect();
    let mut columns = Vec::with_capacity(count);
    for k in 0..count {
        let mut unit = Change(vec![0.0; count]);
        unit.0[k] = 1.0;
        let mut column = Change(vec![0.0; count]);
        let distance = CHANGE * sizes[k];
        // the work of the forces is no state of the mechanism
        for (at, weight) in AT.iter().zip(WEIGHTS).filter(|_| k + 1 < count) {
            let mut y = here.moved(&unit, at * distance).enter(&mut model, t);
            model.project_closely(t, &mut y)?;
            column.add(&here.to(&State::at(&model, &y)), weight / distance);
        }
        columns.push(column.0);
    }
    Ok((columns, sizes))
}
