//! Bodies moved onto their constraints.

use crate::equations::Equations;
use crate::equations::kkt::Purpose;
use crate::equations::kkt::rows::{Gamma, for_each_row};
use crate::start::search::model_size;
use crate::start::search::open_drives;
use crate::start::search::prepare;
use crate::system::motion::View;
use carom_base::space::exp_so3;
use carom_base::{Quaternion, Vec3};
use carom_solve::Fault;
use std::sync::Arc;

/// Largest rotation of a body in one iteration, radians.
pub(crate) const TURN_LIMIT: f64 = 0.5;

/// Most iterations of the search for a position that meets the constraints.
pub(crate) const ITERATIONS: usize = 100;

/// Functions and drives for the bodies in the arrays, whose turns are counted on the way.
pub(crate) fn look(search: &mut Equations) {
    prepare(search);
    search.count_turns();
    open_drives(search, false);
}

/// Newton's method for the kept rows; the largest residual at its end. On the way the pieces of curves stay; at its end they are looked at.
pub(crate) fn close(search: &mut Equations) -> Result<f64, Fault> {
    let size = model_size(search);
    let mut off = f64::INFINITY;
    for _ in 0..ITERATIONS {
        look(search);
        off = farthest(search);
        if search.has_lost_curves() && search.initialize_curves() {
            look(search);
            off = farthest(search);
        }
        if off <= 1e-13 * size {
            if search.initialize_curves() {
                continue;
            }
            break;
        }
        if off.is_nan() {
            break;
        }
        search.correct(true, Purpose::Search)?;
        let step = search.kkt.step.clone();
        let largest = move_bodies(search, &step);
        if largest < 1e-15 * size && !search.initialize_curves() {
            look(search);
            off = farthest(search);
            break;
        }
    }
    Ok(off)
}

/// Applies a correction, limited in rotation; the largest change made.
pub(crate) fn move_bodies(search: &mut Equations, step: &[f64]) -> f64 {
    let turn = most_turn(search, step);
    let share = if turn > TURN_LIMIT {
        TURN_LIMIT / turn
    } else {
        1.0
    };
    for (body, data) in search
        .now
        .bodies
        .iter_mut()
        .zip(&search.system.mechanism.bodies)
    {
        let k = data.first;
        body.r += Vec3::new(step[k], step[k + 1], step[k + 2]) * share;
        if data.turns {
            body.R *= exp_so3(&(Vec3::new(step[k + 3], step[k + 4], step[k + 5]) * share));
        }
    }
    step.iter().fold(0.0, |m: f64, d| m.max(d.abs())) * share
}

/// The largest rotation of a body in a step.
pub(crate) fn most_turn(search: &Equations, step: &[f64]) -> f64 {
    let turning = search.system.mechanism.bodies.iter().filter(|b| b.turns);
    turning
        .map(|b| Vec3::new(step[b.first + 3], step[b.first + 4], step[b.first + 5]).norm())
        .fold(0.0, f64::max)
}

/// Takes from a step what the kept rows do not allow, to first order.
pub(crate) fn make_tangent(e: &mut Equations, step: &mut [f64]) -> Result<(), Fault> {
    let system = Arc::clone(&e.system);
    if system.rows.is_empty() {
        return Ok(());
    }
    let view = View {
        system: &system,
        now: &e.now,
        memory: &e.memory,
        reactions: None,
    };
    let mut crossing = vec![0.0; system.all_rows];
    for_each_row(&system, &view, &mut Gamma::none(), |row, b, g| {
        let data = &system.mechanism.bodies[b];
        let along = &step[data.first..data.first + data.freedoms()];
        let sum: f64 = g.iter().zip(along).map(|(g, s)| g * s).sum();
        crossing[system.rows[row]] += sum;
    });
    e.kkt
        .correct(&system, &view, &crossing, Purpose::Search)
        .map_err(|message| Fault { message })?;
    for (s, d) in step.iter_mut().zip(&e.kkt.step) {
        *s += d;
    }
    Ok(())
}

/// The rotation vector of a rotation by at most half a turn.
pub(crate) fn rotation_vector(turn: &carom_base::Mat3) -> Vec3 {
    let [w, x, y, z] = Quaternion::from_matrix(turn).0;
    let half = Vec3::new(x, y, z);
    let sine = half.norm();
    if sine < 1e-8 {
        half * 2.0
    } else {
        half * (2.0 * sine.atan2(w) / sine)
    }
}

/// The largest residual of the kept rows.
pub(crate) fn farthest(e: &mut Equations) -> f64 {
    let system = Arc::clone(&e.system);
    let values = e.constraint_values();
    let off = |m: f64, r: &usize| {
        if values[*r].is_nan() {
            f64::NAN
        } else {
            m.max(values[*r].abs())
        }
    };
    system.rows.iter().fold(0.0, off)
}
