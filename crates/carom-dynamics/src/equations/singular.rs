//! When the mechanism will pass a singular position: the share σ of a constraint that is new goes through zero linearly there.
//!
//! One kind of position is none to pass: the shafts of a constant-velocity joint folded back upon each other. Its equation of spin vanishes there from all
//! sides, and what leads away on the other side is not the motion that led there.

use super::Equations;
use crate::equations::singular::approach::FOLDED;
use crate::equations::singular::approach::FOLDING;
use crate::equations::singular::approach::Folding;
use crate::equations::singular::approach::axes;
use crate::system::motion::View;
use carom_base::Vec3;
use carom_solve::Fault;
use std::sync::Arc;

pub(in crate::equations) mod approach;

impl Equations {
    /// Looks how independent the constraints are of each other in the state `y`, at the chart's origin.
    pub(super) fn look_for_singular_position(&mut self, t: f64, y: &[f64]) {
        if self.system.rows.is_empty() {
            return;
        }
        let sigma = self.sigma_here();
        self.singular.approach.note(t, sigma);
        if let Some(pending_events) = self.singular.approach.closer() {
            let n = self.system.mechanism.positions;
            let mut moved = std::mem::take(&mut self.buffers.moved);
            moved.copy_from_slice(&y[..self.system.differential()]);
            for k in 0..n {
                moved[k] += pending_events * y[n + k];
            }
            self.place(t, &moved);
            let sigma = self.sigma_here();
            self.singular.approach.refine(pending_events, sigma);
            self.buffers.moved = moved;
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
        let near = if self.singular.approach.closer().is_some() {
            FOLDING
        } else {
            FOLDED
        };
        let folded = self.singular.folding.iter().find(|joint| {
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
        for k in 0..self.singular.folding.len() {
            self.singular.folding[k].before = self.bend_of(&self.singular.folding[k]).1;
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
    use crate::equations::singular::approach::Approach;

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
