//! Series of equilibria: what motions ask for is followed from one to the next.
//!
//! From afar a search would begin with other turns of the bodies than the motions have made, or far from the constraints. So the way is split until the moves
//! that the motions ask for, the smallest ones, are short; each part ends in an equilibrium, so that what forces tie to the driven bodies comes along.

use crate::analysis::equilibrium::{follow_motions, follows_at_once, is_led_by_motions};
use crate::analysis::observer::Observer;
use crate::equations::Equations;
use carom_model::analysis::StaticSettings;
use carom_solve::Fault;

/// How often a way is halved: a body that turns by tens of thousands of radians between two outputs is followed.
const HALVINGS: u32 = 16;

/// Finds the equilibrium at time `t`, the one before being in the arrays; returns the number of iterations.
///
/// # Errors
/// As [`Equations::equilibrium`].
pub(crate) fn next_equilibrium(
    e: &mut Equations,
    t: f64,
    settings: &StaticSettings,
    observer: &mut dyn Observer,
) -> Result<u64, Fault> {
    if t == e.now.time || !is_led_by_motions(e) {
        return e.equilibrium(t, settings, observer);
    }
    if e.system.degrees_of_freedom() > 0 {
        let before = (e.now.clone(), e.memory.clone());
        let found = equilibria_up_to(e, t, HALVINGS, settings, observer);
        if found.is_ok() {
            return found;
        }
        // Between the times that are asked for there may be none.
        (e.now, e.memory) = before;
        e.arrange();
    }
    follow_motions(e, t);
    e.equilibrium(t, settings, observer)
}

fn equilibria_up_to(
    e: &mut Equations,
    t: f64,
    halvings: u32,
    settings: &StaticSettings,
    observer: &mut dyn Observer,
) -> Result<u64, Fault> {
    let from = e.now.time;
    let middle = from + 0.5 * (t - from);
    if halvings == 0 || middle == from || middle == t || follows_at_once(e, t) {
        return e.equilibrium(t, settings, observer);
    }
    let first = equilibria_up_to(e, middle, halvings - 1, settings, observer)?;
    Ok(first + equilibria_up_to(e, t, halvings - 1, settings, observer)?)
}
