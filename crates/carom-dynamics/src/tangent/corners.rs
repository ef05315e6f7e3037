//! Where the coefficients of X have a corner inside of a step that is no event: where a slip of a joint in stiction turns round, as the law of its friction knows the size of the slip there.
//! Forces are continuous, so X is; but no part may reach over it.

use super::state::State;
use crate::equations::Equations;
use crate::system::motion::View;
use carom_solve::{Fault, Step};

/// Halvings of an interval: to the last digit.
const HALVINGS: usize = 60;
/// Looks over a step.
const LOOKS: usize = 8;

/// Slips that may turn round.
fn slips(model: &Equations) -> Vec<f64> {
    let view = View {
        system: &model.system,
        now: &model.now,
        memory: &model.memory,
        reactions: None,
    };
    let of = |f| {
        let f: &crate::elements::friction::Friction = f;
        f.surfaces.iter().map(|s| f.turning(s, &view))
    };
    model.system.frictions.iter().flat_map(of).collect()
}

/// The times of the corners in a step up to `until`, ascending. `state` reads a state from unknowns of the step.
pub(super) fn corners(
    model: &mut Equations,
    state: &dyn Fn(&[f64]) -> State,
    step: &Step<'_>,
    until: f64,
) -> Result<Vec<f64>, Fault> {
    if model.system.frictions.is_empty() {
        return Ok(Vec::new());
    }
    let (mut y, mut dy) = (vec![0.0; step.y0.len()], vec![0.0; step.y0.len()]);
    let mut at = |t: f64| {
        step.interpolate(t, &mut y, &mut dy);
        let unknowns = state(&y).enter(model, t);
        model.look(t, &unknowns)?;
        Ok::<_, Fault>(slips(model))
    };
    let mut found = Vec::new();
    let (mut from, mut before) = (step.t0, at(step.t0)?);
    for k in 1..=LOOKS {
        let to = step.t0 + (until - step.t0) * k as f64 / LOOKS as f64;
        let after = at(to)?;
        for s in 0..before.len() {
            if before[s] * after[s] >= 0.0 {
                continue;
            }
            let (mut a, mut b) = (from, to);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (a + b);
                if middle <= a || middle >= b {
                    break;
                }
                if at(middle)?[s] * before[s] > 0.0 {
                    a = middle;
                } else {
                    b = middle;
                }
            }
            found.push(b);
        }
        (from, before) = (to, after);
    }
    found.sort_by(f64::total_cmp);
    found.retain(|t| *t > step.t0 && *t < until);
    Ok(found)
}
