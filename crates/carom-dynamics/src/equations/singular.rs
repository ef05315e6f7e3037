//! When the mechanism will pass a singular position: the share σ of a constraint that is new goes through zero linearly there.
//!
//! One kind of position is none to pass: the shafts of a constant-velocity joint folded back upon each other. Its equation of spin vanishes there from all
//! sides, and what leads away on the other side is not the motion that led there.

use super::Equations;
use crate::constraint::{Constraint, Equations as Rows};
use crate::coordinate::Coordinate;
use crate::kinematics::Body;
use crate::motion::View;
use crate::system::System;
use carom_base::Vec3;
use carom_solve::Fault;
use std::sync::Arc;

/// 1 + cos of the bend of a constant-velocity joint, below which its shafts are folded: 177.4 degrees; and below which they may be within the next steps.
const FOLDED: f64 = 1e-3;
const FOLDING: f64 = 0.1;

/// σ at the ends of the last two steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Approach {
    before: Option<(f64, f64)>,
    now: Option<(f64, f64)>,
    /// Time from now until σ is expected to be zero.
    pub ahead: Option<f64>,
}

impl Approach {
    /// σ at this time.
    pub(super) fn note(&mut self, t: f64, sigma: Option<f64>) {
        self.before = self.now.filter(|(earlier, _)| *earlier < t);
        self.now = sigma.map(|sigma| (t, sigma));
        self.ahead = self.line();
    }

    /// σ at the end of the last step.
    pub(crate) fn sigma(&self) -> Option<f64> {
        self.now.map(|(_, sigma)| sigma)
    }

    /// Time from now until the line through both is zero.
    fn line(&self) -> Option<f64> {
        let ((t0, before), (t1, now)) = (self.before?, self.now?);
        (now < before).then(|| now * (t1 - t0) / (before - now))
    }

    /// A time from now at which to look closer, if zero is only some steps ahead.
    pub(super) fn closer(&self) -> Option<f64> {
        let (ahead, step) = (self.ahead?, self.now?.0 - self.before?.0);
        (ahead < 3.0 * step).then_some(0.5 * ahead)
    }

    /// σ as it would be after this time at the present velocities.
    pub(super) fn refine(&mut self, pending_events: f64, sigma: Option<f64>) {
        if let (Some((_, now)), Some(sigma)) = (self.now, sigma) {
            self.ahead = (sigma < now).then(|| now * pending_events / (now - sigma));
        }
    }
}

/// A constant-velocity joint.
#[derive(Clone, Debug)]
pub(super) struct Folding {
    constraint: usize,
    /// Do its z axes point away from each other where it is straight?
    outward: bool,
    /// The axis of its bend at the end of the last step, times the sine.
    before: Vec3,
}

/// The constant-velocity joints of a system, whose bodies stand there.
pub(super) fn folding(system: &System, bodies: &[Body<f64>]) -> Vec<Folding> {
    let outward = |c: &Constraint| match &c.equations {
        Rows::Pair(rows) => rows.iter().find_map(|row| match row.0 {
            Coordinate::EqualSpin => Some(false),
            Coordinate::OppositeSpin => Some(true),
            _ => None,
        }),
        _ => None,
    };
    let joints = system.constraints.iter().enumerate();
    let joint = |(constraint, c): (usize, &Constraint)| {
        let outward = outward(c)?;
        let (i, j) = axes(c, system, bodies);
        Some(Folding {
            constraint,
            outward,
            before: i.cross(&j),
        })
    };
    joints.filter_map(joint).collect()
}

/// The z axes of its markers, on ground.
fn axes(constraint: &Constraint, system: &System, bodies: &[Body<f64>]) -> (Vec3, Vec3) {
    let axis = |m: usize| {
        let (marker, z) = (
            &system.mechanism.markers[m],
            system.mechanism.markers[m].R.column(2),
        );
        marker.carrier.body().map_or(z, |b| bodies[b].R * z)
    };
    (axis(constraint.i), axis(constraint.j))
}

impl Equations {
    /// Looks how independent the constraints are of each other in the state `y`, at the chart's origin.
    pub(super) fn look_for_singular_position(&mut self, t: f64, y: &[f64]) {
        if self.system.rows.is_empty() {
            return;
        }
        let sigma = self.sigma_here();
        self.approach.note(t, sigma);
        if let Some(pending_events) = self.approach.closer() {
            let n = self.system.positions;
            let mut moved = std::mem::take(&mut self.moved);
            moved.copy_from_slice(&y[..self.system.differential()]);
            for k in 0..n {
                moved[k] += pending_events * y[n + k];
            }
            self.place(t, &moved);
            let sigma = self.sigma_here();
            self.approach.refine(pending_events, sigma);
            self.moved = moved;
            self.place(t, y);
        }
    }

    /// The bend of a constant-velocity joint, in the state last looked at: 1 + cos of its angle, 0 where it is folded, and its axis times the sine.
    fn bend_of(&self, joint: &Folding) -> (f64, Vec3) {
        let constraint = &self.system.constraints[joint.constraint];
        let (i, j) = axes(constraint, &self.system, &self.now.bodies);
        let cosine = i.dot(&j);
        let share = 1.0 + if joint.outward { -cosine } else { cosine };
        (share, i.cross(&j))
    }

    /// Whether no constant-velocity joint is folded, in the state last looked at, has passed that since the last step, or will within the next steps.
    pub(super) fn shafts_are_apart(&self) -> Result<(), Fault> {
        let near = if self.approach.closer().is_some() {
            FOLDING
        } else {
            FOLDED
        };
        let folded = self.folding.iter().find(|joint| {
            let (share, bend) = self.bend_of(joint);
            share < near || (share < 1.0 && joint.before.dot(&bend) < 0.0)
        });
        let Some(joint) = folded else {
            return Ok(());
        };
        let name = &self.system.constraints[joint.constraint].label;
        Err(Fault {
            message: format!(
                "{name}: its shafts fold back upon each other, where a constant-velocity joint does not say how they turn"
            ),
        })
    }

    /// A step is accepted, and its end is the state last looked at.
    pub(super) fn remember_bends(&mut self) {
        for k in 0..self.folding.len() {
            self.folding[k].before = self.bend_of(&self.folding[k]).1;
        }
    }

    /// σ of the kept rows where the bodies stand: the least share of a row that is new to the others.
    pub(crate) fn sigma_here(&mut self) -> Option<f64> {
        let system = Arc::clone(&self.system);
        let view = View {
            system: &system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        self.kkt.independence(&system, &view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_when_it_is_zero() {
        let mut approach = Approach::default();
        approach.note(1.0, Some(0.5));
        assert_eq!(approach.ahead, None);
        approach.note(1.5, Some(0.25));
        assert_eq!((approach.ahead, approach.closer()), (Some(0.5), Some(0.25)));
        // The curve is steeper here than the line: it will be zero sooner.
        approach.refine(0.25, Some(0.0625));
        assert_eq!(approach.ahead, Some(1.0 / 3.0));
        approach.note(2.0, Some(0.25));
        assert_eq!(approach.ahead, None);
        // A run that starts again earlier has no past.
        approach.note(1.0, Some(0.1));
        assert_eq!(approach.ahead, None);
    }
}
