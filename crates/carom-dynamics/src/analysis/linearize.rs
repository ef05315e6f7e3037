//! Linearization: how small deviations from the present motion go on.
//!
//! A deviation of a body is a small displacement ρ of its centre of mass and a small rotation φ, both *on the axes of
//! the body as it moves*. In a steady motion (rest, straight travel, steady turning) the linear equations then have
//! constant coefficients, and their eigenvalues do not depend on who looks. In any other motion the coefficients are
//! those of the instant, frozen, and depend on the choice of states; a PSTATE makes this choice.
//!
//! The states are independent coordinates ξ, their rates ξ', and the extra states x. Coordinates are functions of the
//! positions that a PSTATE lists, completed by displacements and rotations of bodies; those of the bodies are chosen by
//! pivoting, so that all others follow from them as well as can be. With the rows S of the coordinates and C of the constraints,
//!
//! ```text
//! [ C ]       [ 0 ]
//! [ S ] · δ = [ ξ ]    position      C·δ' = −(C'·δ) ...  the constraints hold at their rates and accelerations, too
//! ```
//!
//! Each column of the state matrix is the exact derivative in one direction: the state is given numbers that carry the
//! derivative along the direction and twice along time (`Jet`), and the formulas of forces, constraints and functions are evaluated
//! with them, in the modes that are in force (a contact stays closed or open). So the stiffness that multipliers
//! give, gyroscopic and centrifugal terms are all there.
#![allow(non_snake_case)]
// `!(x <= limit)` is meant: what is not a number shall fail the test.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use crate::analysis::linearize::plan::unit;
use crate::elements::solid::{Contact, Grip};
use crate::equations::Equations;
use crate::mechanism::function::FunctionId;
use crate::system::motion::Reactions;
use crate::system::{ExtraState, System};
use carom_base::Vec3;
use carom_model::run::{Linearization, ModeShape};
use carom_solve::Fault;
use carom_solve::eigen::eigen;
use nalgebra::DMatrix;
pub use plan::Plan;
use probe::Probe;
use reduction::{Reduction, lengths, reduce};
use std::ops::Range;
use std::sync::Arc;

mod plan;
mod probe;
mod reduction;

const NOT_FINITE: &str = "the linear equations have a number that is not finite: a function may have no derivative here, or a part no mass where nothing holds it";

/// The direction (translations on ground axes, rotations on body axes) in which a body at rest would leave its position by
/// itself, by the stiffness alone; `None` if there is none, or no derivative.
pub fn unstable_direction(e: &Equations) -> Option<Vec<f64>> {
    let system = Arc::clone(&e.system);
    if !system.frictions.is_empty()
        || !system.order.loaded.is_empty()
        || bristles(&system).is_some()
    {
        return None; // what holds by friction may rest where its stiffness alone would not let it
    }
    let plan = Plan::default();
    let mut probe = Probe::new(e, &system, &plan, &Reactions::default());
    let reduction = reduce(e, &mut probe).ok()?;
    let f = reduction.freedoms();
    let (no_rows, no_rates) = (vec![0.0; system.rows.len()], vec![0.0; f]);
    let mut a = DMatrix::zeros(f, f);
    for k in 0..f {
        let d = reduction.deviation(&no_rows, &unit(f, k));
        let column = column(&mut probe, &reduction, &[], &d, &no_rates, None, None);
        for r in 0..f {
            a[(r, k)] = column[f + r];
        }
    }
    let found = eigen(&a)?;
    // What lies on its contacts may be free to move along them: then all eigenvalues are rounding, beside those that its forces could give.
    let stops = !system.rigid.stops.is_empty();
    let pace = system.mechanism.bodies.iter().map(|data| {
        let force = &e.generalized_forces()[data.first..data.first + 3];
        let largest = force.iter().fold(0.0, |m: f64, f| m.max(f.abs()));
        largest / (data.mass * system.mechanism.scale.length)
    });
    let pace = pace.filter(|x| x.is_finite()).fold(0.0, f64::max);
    let size = found
        .values
        .iter()
        .map(|v| v.re.hypot(v.im))
        .fold(0.0, f64::max);
    let size = if stops { size.max(pace) } else { size };
    // ξ'' = μ·ξ with μ > 0 grows; a billionth of the largest is rounding.
    let worst = (0..f).max_by(|&i, &j| found.values[i].re.total_cmp(&found.values[j].re))?;
    if !(found.values[worst].re > 1e-9 * size) {
        return None;
    }
    let x: Vec<f64> = found.vectors[worst].iter().map(|v| v.re).collect();
    Some(reduction.turn(&reduction.deviation(&no_rows, &x), true))
}

/// A contact whose friction holds by bristles.
fn bristles(system: &System) -> Option<&str> {
    let sticks = |c: &&Contact| matches!(c.friction, Some(Grip::Bristles(_)));
    let found = system.solid_contacts.contacts.iter().find(sticks)?;
    Some(&found.label)
}

/// What of a model linear analysis does not know yet, in the user's words.
pub(crate) fn unknown_to_linear(system: &System) -> Option<String> {
    // Without surfaces it rests.
    let contact_frictions = |f: &&crate::elements::friction::Friction| !f.surfaces.is_empty();
    if let Some(friction) = system.frictions.iter().find(contact_frictions) {
        return Some(format!(
            "{} depends on the reaction of its joint, which linear analysis does not follow yet",
            friction.label
        ));
    }
    let label = bristles(system)?;
    Some(format!(
        "{label} sticks, which linear analysis does not follow yet"
    ))
}

/// Linearizes about the state in the arrays of `e`, for which accelerations and `reactions` were computed.
pub fn linearize(
    e: &Equations,
    plan: &Plan,
    reactions: &Reactions,
) -> Result<Linearization, Fault> {
    let system = Arc::clone(&e.system);
    let (n, m) = (system.mechanism.positions, system.rows.len());
    let f = n - m;
    if let Some(message) = unknown_to_linear(&system) {
        return Err(Fault { message });
    }
    let mut probe = Probe::new(e, &system, plan, reactions);
    let reduction = reduce(e, &mut probe)?;

    let states: Vec<usize> = (0..system.extra.states.len())
        .filter(|&k| matches!(system.extra.states[k], ExtraState::Diff(_)))
        .collect();
    let size = 2 * f + states.len();
    let columns = columns(&mut probe, &reduction, &states, plan);
    if columns.iter().flatten().any(|x| !x.is_finite()) {
        return Err(Fault {
            message: NOT_FINITE.into(),
        });
    }
    let names = state_names(&system, plan, &reduction, &states);
    let entry = |r: usize, c: usize| columns[c][r];
    let outputs = plan.outputs.len();
    let matrix = |rows: Range<usize>, cols: Range<usize>| -> Vec<Vec<f64>> {
        rows.map(|r| cols.clone().map(|c| entry(r, c)).collect())
            .collect()
    };
    let all = size + plan.inputs.len();
    let mut result = Linearization {
        time: e.now.time,
        states: names,
        inputs: plan.inputs.iter().map(|(n, _)| n.clone()).collect(),
        outputs: plan.outputs.iter().map(|(n, _)| n.clone()).collect(),
        a: matrix(0..size, 0..size),
        b: matrix(0..size, size..all),
        c: matrix(size..size + outputs, 0..size),
        d: matrix(size..size + outputs, size..all),
        largest_velocity: largest(e.now.bodies.iter().flat_map(|b| [b.v, b.w])),
        largest_acceleration: e.kkt.a.iter().fold(0.0, |m: f64, x| m.max(x.abs())),
        ..Linearization::default()
    };
    if plan.eigenvalues {
        add_eigenvalues(&mut result, &reduction)?;
    }
    Ok(result)
}

/// By how much the rates of a state at rest, in the arrays of `e`, change along changes of positions and extra states, both as [`crate::tangent::Tangent::column`].
pub fn rates_along(
    e: &Equations,
    reactions: &Reactions,
    directions: &[Vec<f64>],
) -> Result<Vec<Vec<f64>>, Fault> {
    let system = Arc::clone(&e.system);
    if let Some(message) = unknown_to_linear(&system) {
        return Err(Fault { message });
    }
    let n = system.mechanism.positions;
    let plan = Plan::default();
    let mut probe = Probe::new(e, &system, &plan, reactions);
    let reduction = reduce(e, &mut probe)?;
    let each = directions.iter().map(|along| {
        let mut direction = probe.no_direction();
        direction.q.copy_from_slice(&along[..n]);
        direction.x.copy_from_slice(&along[2 * n..]);
        let answer = probe.ask(&direction);
        let (a, lambda) = reduction.accelerations(&answer.force, &answer.seconds);
        direction.dx.copy_from_slice(&answer.states);
        let mut rates = vec![0.0; along.len()];
        rates[n..2 * n].copy_from_slice(&a);
        direction.a = a;
        for (row, l) in system.rows.iter().zip(&lambda) {
            direction.lambda[*row] = *l;
        }
        // Rates of extra states may look at forces and accelerations.
        let states = match system.order.loaded.is_empty() {
            true => answer.states,
            false => probe.ask(&direction).states,
        };
        rates[2 * n..].copy_from_slice(&states);
        rates
    });
    let found: Vec<Vec<f64>> = each.collect();
    match found.iter().flatten().all(|x| x.is_finite()) {
        true => Ok(found),
        false => Err(Fault {
            message: NOT_FINITE.into(),
        }),
    }
}

/// Columns of the states (coordinates, their rates, extra states), then those of the inputs.
fn columns(
    probe: &mut Probe<'_>,
    reduction: &Reduction,
    states: &[usize],
    plan: &Plan,
) -> Vec<Vec<f64>> {
    let (n, m) = (probe.system.mechanism.positions, probe.system.rows.len());
    let f = n - m;
    let (no_rows, no_states, still) = (vec![0.0; m], vec![0.0; f], vec![0.0; n]);
    let mut of = |d: &[f64], rates: &[f64], state, input| {
        column(probe, reduction, states, d, rates, state, input)
    };
    let mut columns = Vec::with_capacity(2 * f + states.len() + plan.inputs.len());
    for k in 0..f {
        let d = reduction.deviation(&no_rows, &unit(f, k));
        columns.push(of(&d, &no_states, None, None));
    }
    for k in 0..f {
        columns.push(of(&still, &unit(f, k), None, None));
    }
    for &x in states {
        columns.push(of(&still, &no_states, Some(x), None));
    }
    for (_, input) in &plan.inputs {
        columns.push(of(&still, &no_states, None, Some(*input)));
    }
    columns
}

fn largest(vectors: impl Iterator<Item = Vec3>) -> f64 {
    vectors.fold(0.0, |m, v| m.max(v.amax()))
}

/// One column: rates of all states, then the outputs, for a deviation `d` on body axes, rates of the coordinates, an
/// extra state and an input.
fn column(
    probe: &mut Probe<'_>,
    reduction: &Reduction,
    states: &[usize],
    d: &[f64],
    coordinate_rates: &[f64],
    state: Option<usize>,
    input: Option<FunctionId>,
) -> Vec<f64> {
    let system = &reduction.system;
    let f = reduction.freedoms();
    let given = probe.plan.coordinates.len();
    let mut direction = probe.no_direction();
    direction.input = input;
    if let Some(x) = state {
        direction.x[x] = 1.0;
    }
    direction.q = reduction.turn(d, true);
    // With δ' = 0 constraints and coordinates have rates; δ' takes them away and adds those asked for.
    direction.v = reduction.velocities(d, &vec![0.0; d.len()]);
    let first = probe.ask(&direction);
    let c: Vec<f64> = first.rates.iter().map(|x| -x).collect();
    let mut s = coordinate_rates.to_vec();
    for (s, x) in s.iter_mut().zip(&first.coordinates) {
        *s -= x[0];
    }
    let rate = reduction.deviation(&c, &s);
    direction.v = reduction.velocities(d, &rate);
    let second = probe.ask(&direction);
    direction.dx.copy_from_slice(&second.states);
    let (a, lambda) = reduction.accelerations(&second.force, &second.seconds);
    let seconds = reduction.second_rates(d, &rate, &a);
    direction.a = a;
    for (row, l) in system.rows.iter().zip(&lambda) {
        direction.lambda[*row] = *l;
    }
    if !system.order.loaded.is_empty() {
        // Rates of extra states may look at them.
        direction.dx = probe.ask(&direction).states;
    }
    let last = if !system.order.loaded.is_empty() || given > 0 || !probe.plan.outputs.is_empty() {
        probe.ask(&direction)
    } else {
        second
    };
    let mut column = coordinate_rates.to_vec();
    column.extend(last.coordinates.iter().map(|x| x[1]));
    column.extend(reduction.chosen.iter().map(|&k| seconds[k]));
    debug_assert_eq!(column.len(), 2 * f);
    column.extend(states.iter().map(|&x| last.states[x]));
    column.extend(last.outputs);
    column
}

/// `VARIABLE/3`, `PART/2: x` (of its centre of mass, on its own axes), their rates, `DIFF/1`.
fn state_names(
    system: &System,
    plan: &Plan,
    reduction: &Reduction,
    states: &[usize],
) -> Vec<String> {
    let body = |&k: &usize| {
        let b = system.mechanism.bodies.partition_point(|b| b.first <= k) - 1;
        let data = &system.mechanism.bodies[b];
        let c = k - data.first;
        let what = if c < 3 { "" } else { "rotation " };
        format!("{}: {what}{}", data.label, ["x", "y", "z"][c % 3])
    };
    let coordinates: Vec<String> = plan
        .coordinates
        .iter()
        .map(|(name, _)| name.clone())
        .chain(reduction.chosen.iter().map(body))
        .collect();
    let rates = coordinates.iter().map(|c| format!("rate of {c}"));
    let extra = states
        .iter()
        .map(|x| system.unknown_name(2 * system.mechanism.positions + x));
    coordinates
        .iter()
        .cloned()
        .chain(rates)
        .chain(extra)
        .collect()
}

/// Eigenvalues of the state matrix, with the shapes of the bodies.
fn add_eigenvalues(result: &mut Linearization, reduction: &Reduction) -> Result<(), Fault> {
    let size = result.a.len();
    let a = DMatrix::from_fn(size, size, |r, c| result.a[r][c]);
    let Some(e) = eigen(&a) else {
        return Err(Fault {
            message: "the eigenvalues of the state matrix could not be found".into(),
        });
    };
    let system = &reduction.system;
    let (f, length) = (reduction.freedoms(), lengths(system));
    let no_rows = vec![0.0; system.rows.len()];
    for (value, vector) in e.values.iter().zip(&e.vectors) {
        result.eigenvalues.push([value.re, value.im]);
        let part = |of: fn(&carom_solve::sparse::Complex) -> f64| {
            let x: Vec<f64> = vector[..f].iter().map(of).collect();
            reduction.deviation(&no_rows, &x)
        };
        let (mut re, mut im) = (part(|x| x.re), part(|x| x.im));
        scale_shape(&mut re, &mut im, &length);
        let (re, im) = (reduction.on_ground_axes(&re), reduction.on_ground_axes(&im));
        let bodies = system
            .mechanism
            .bodies
            .iter()
            .map(|data| {
                let at = |c: usize| {
                    if c < data.freedoms() {
                        [re[data.first + c], im[data.first + c]]
                    } else {
                        [0.0, 0.0]
                    }
                };
                std::array::from_fn(at)
            })
            .collect();
        result.modes.push(ModeShape { bodies });
    }
    Ok(())
}

/// The largest movement (a rotation times the radius of gyration counts as a length) becomes one, without imaginary part.
/// A mode of extra states alone moves nothing and stays at zero.
fn scale_shape(re: &mut [f64], im: &mut [f64], length: &[f64]) {
    let size = |k: usize, re: &[f64], im: &[f64]| re[k].hypot(im[k]) * length[k];
    let most = (0..re.len()).map(|k| size(k, re, im)).fold(0.0, f64::max);
    if !(most > 1e-12) {
        re.fill(0.0);
        im.fill(0.0);
        return;
    }
    let lead = (0..re.len()).find(|&k| size(k, re, im) >= most * (1.0 - 1e-6));
    let Some(k) = lead else { return };
    // Times the conjugate of the leading number over its square.
    let factor = length[k] * re[k].hypot(im[k]).powi(2);
    let (c, s) = (re[k] / factor, -im[k] / factor);
    for (x, y) in re.iter_mut().zip(im) {
        (*x, *y) = (*x * c - *y * s, *x * s + *y * c);
    }
}
