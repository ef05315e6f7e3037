//! How near the mechanism is to a singular position, and constant-velocity joints that fold.

use crate::elements::constraint::{Constraint, Equations as Rows};
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::kinematics::Body;
use crate::system::System;
use carom_base::Vec3;

/// 1 + cos of the bend of a constant-velocity joint, below which its shafts are folded: 177.4 degrees; and below which they may be within the next steps.
pub(in crate::equations) const FOLDED: f64 = 1e-3;

pub(in crate::equations) const FOLDING: f64 = 0.1;

/// σ at the ends of the last two steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Approach {
    pub(in crate::equations) before: Option<(f64, f64)>,
    pub(in crate::equations) now: Option<(f64, f64)>,
    /// Time from now until σ is expected to be zero.
    pub ahead: Option<f64>,
}

impl Approach {
    /// σ at this time.
    pub(in crate::equations) fn note(&mut self, t: f64, sigma: Option<f64>) {
        self.before = self.now.filter(|(earlier, _)| *earlier < t);
        self.now = sigma.map(|sigma| (t, sigma));
        self.ahead = self.line();
    }

    /// σ at the end of the last step.
    pub(crate) fn sigma(&self) -> Option<f64> {
        self.now.map(|(_, sigma)| sigma)
    }

    /// Time from now until the line through both is zero.
    pub(in crate::equations) fn line(&self) -> Option<f64> {
        let ((t0, before), (t1, now)) = (self.before?, self.now?);
        (now < before).then(|| now * (t1 - t0) / (before - now))
    }

    /// A time from now at which to look closer, if zero is only some steps ahead.
    pub(in crate::equations) fn closer(&self) -> Option<f64> {
        let (ahead, step) = (self.ahead?, self.now?.0 - self.before?.0);
        (ahead < 3.0 * step).then_some(0.5 * ahead)
    }

    /// σ as it would be after this time at the present velocities.
    pub(in crate::equations) fn refine(&mut self, pending_events: f64, sigma: Option<f64>) {
        if let (Some((_, now)), Some(sigma)) = (self.now, sigma) {
            self.ahead = (sigma < now).then(|| now * pending_events / (now - sigma));
        }
    }
}

/// A constant-velocity joint.
#[derive(Clone, Debug)]
pub(in crate::equations) struct Folding {
    pub(in crate::equations) constraint: usize,
    /// Do its z axes point away from each other where it is straight?
    pub(in crate::equations) outward: bool,
    /// The axis of its bend at the end of the last step, times the sine.
    pub(in crate::equations) before: Vec3,
}

/// The constant-velocity joints of a system, whose bodies stand there.
pub(in crate::equations) fn folding(system: &System, bodies: &[Body<f64>]) -> Vec<Folding> {
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
pub(in crate::equations) fn axes(
    constraint: &Constraint,
    system: &System,
    bodies: &[Body<f64>],
) -> (Vec3, Vec3) {
    let axis = |m: usize| {
        let (marker, z) = (
            &system.mechanism.markers[m],
            system.mechanism.markers[m].R.column(2),
        );
        marker.carrier.body().map_or(z, |b| bodies[b].R * z)
    };
    (axis(constraint.i), axis(constraint.j))
}
