//! On which pieces of their curves the contacts are, and how they go over to the next.

use super::{Equations, EventRecord};
use crate::elements::curve::{CurvePair, PARALLEL, Side};
use crate::mechanism::frames::Frames;
use crate::system::System;
use crate::system::motion::View;
use carom_model::run::EventKind;
use carom_solve::{Fault, Guard};
use std::sync::Arc;

/// A contact counts as on its piece if it lies no farther beyond an end, relative to the piece. What a run starts with
/// is that close to a knot where the deck puts it on one; then the guards decide, which know where it moves.
const SLACK: f64 = 1e-9;

impl Equations {
    /// Puts every contact of a point or a curve on the piece of its curve beside which it is. Whether that was another one.
    pub fn initialize_curves(&mut self) -> bool {
        let system = Arc::clone(&self.system);
        let mut changed = false;
        for (_, pair) in system.curve_pairs() {
            let most: usize = pair
                .sides()
                .iter()
                .map(|s| pair.curve(&system.mechanism, *s).pieces.len())
                .sum();
            for _ in 0..most {
                let touch = pair.touch(&system.mechanism, &self.view());
                if touch.u[0].is_nan() {
                    if !self.follow_curves(&system, pair) {
                        break;
                    }
                    changed = true;
                    continue;
                }
                let modes = &mut self.memory.modes[pair.modes.clone()];
                let mut moved = false;
                for &side in pair.sides() {
                    let piece = &mut modes[side as usize];
                    for forward in [false, true] {
                        let room: f64 = CurvePair::room(&touch, side, forward);
                        let curve = pair.curve(&system.mechanism, side);
                        if room < -SLACK
                            && let Some(next) = curve.neighbour(*piece as usize, forward)
                        {
                            *piece = next as carom_expr::tape::Mode;
                            moved = true;
                            break;
                        }
                    }
                }
                if !moved {
                    break;
                }
                changed = true;
            }
        }
        changed
    }

    /// Goes on to the next pieces of two curves that have a common tangent, where the present ones have none. `false`: there are none.
    fn follow_curves(&mut self, system: &System, pair: &CurvePair) -> bool {
        let view = self.view();
        let (i, j) = (view.marker(pair.i), view.marker(pair.j));
        let modes = &self.memory.modes[pair.modes.clone()];
        let from = [modes[Side::J as usize], modes[Side::I as usize]].map(|m| m as usize);
        let Some(next) = pair.find_next(&system.mechanism.curves, &i, &j, from) else {
            return false;
        };
        let modes = &mut self.memory.modes[pair.modes.clone()];
        for (mode, piece) in modes.iter_mut().zip(next) {
            *mode = piece as carom_expr::tape::Mode;
        }
        true
    }

    /// Contacts that an open curve does not reach: their constraint, if there is one.
    pub fn off_its_curve(&self) -> Option<usize> {
        let (system, view) = (&self.system, self.view());
        let mut pairs = system.curve_pairs();
        let off = pairs.find(|(_, pair)| {
            let touch = pair.touch(&system.mechanism, &view);
            pair.sides().iter().any(|&side| {
                [false, true].into_iter().any(|forward| {
                    let room: f64 = CurvePair::room(&touch, side, forward);
                    room.is_nan() || room < -SLACK
                })
            })
        });
        off.map(|(number, _)| number)
    }

    /// A length of the next step at which two curves that touch go along no more than one piece, at their present rates: pieces far from
    /// where they touch may have no common tangent. The step would end there anyway. `dy`: the rates of the state `y`, where a step begins.
    pub(super) fn rolling_bound(&mut self, t: f64, y: &[f64], dy: &[f64]) -> f64 {
        let system = Arc::clone(&self.system);
        let rolls = |pair: &CurvePair| pair.curve_i.is_some();
        if !system.curve_pairs().any(|(_, pair)| rolls(pair)) {
            return f64::INFINITY;
        }
        let (n, nd) = (system.mechanism.positions, system.differential());
        self.place(t, y);
        let rates = (&dy[n..2 * n], &dy[2 * n..nd]);
        self.flow.along(&system, &self.now, rates.0, rates.1);
        let view = View {
            system: &system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        let pairs = system.curve_pairs().filter(|(_, pair)| rolls(pair));
        let rates = pairs.flat_map(|(_, pair)| {
            let touch: crate::elements::curve::Touch<crate::mechanism::kinematics::Flow> =
                pair.touch(&system.mechanism, &view);
            touch.u.map(|u| u.eps[0].abs())
        });
        let fastest = rates.filter(|r| r.is_finite()).fold(0.0, f64::max);
        1.0 / fastest
    }

    /// The guards of the ends of the pieces, for the state last looked at along the motion.
    pub(super) fn curve_guards(&self, system: &System, out: &mut [Guard]) -> Result<(), Fault> {
        let view = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for (number, pair) in system.curve_pairs() {
            let touch = pair.touch(&system.mechanism, &view);
            let plain = pair.touch(&system.mechanism, &self.view());
            let modes = &self.memory.modes[pair.modes.clone()];
            let tilt = pair.tilt(&system.mechanism, &self.view());
            if tilt > PARALLEL {
                return Err(Fault {
                    message: format!(
                        "{}: the planes of its curves are no longer parallel; the joints have to keep them so",
                        system.constraints[number].label
                    ),
                });
            }
            let mut slots = pair.guards.clone();
            for &side in pair.sides() {
                let tolerance = pair.tolerance(&system.mechanism, modes, side, &plain);
                for forward in [false, true] {
                    let room: crate::mechanism::kinematics::Flow =
                        CurvePair::room(&touch, side, forward);
                    if let Some(slot) = slots.next() {
                        out[slot] = Guard {
                            value: room.re,
                            rate: room.eps[0],
                            tolerance,
                        };
                    }
                }
            }
        }
        Ok(())
    }

    /// A contact goes over to the next piece of its curve.
    ///
    /// # Errors
    /// An open curve has none.
    pub(super) fn leave_piece(
        &mut self,
        system: &System,
        constraint: usize,
        side: Side,
        forward: bool,
    ) -> Result<(), Fault> {
        let c = &system.constraints[constraint];
        let crate::elements::constraint::Equations::Curve(pair) = &c.equations else {
            return Ok(());
        };
        let piece = &mut self.memory.modes[pair.modes.clone()][side as usize];
        let curve = pair.curve(&system.mechanism, side);
        let Some(next) = curve.neighbour(*piece as usize, forward) else {
            let end = if forward { "end" } else { "beginning" };
            return Err(Fault {
                message: format!(
                    "{}: the contact arrives at the {end} of its open curve",
                    c.label
                ),
            });
        };
        *piece = next as carom_expr::tape::Mode;
        let (kind, element) = (EventKind::Switch, c.label.clone());
        self.event.happened.push(EventRecord::new(
            kind,
            element,
            f64::NAN,
            f64::NAN,
            f64::NAN,
        ));
        Ok(())
    }
}
