//! When the mechanism will pass a singular position: the share σ of a constraint that is new goes through zero linearly there.

use super::Equations;
use crate::motion::View;
use std::sync::Arc;

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
    fn note(&mut self, t: f64, sigma: Option<f64>) {
        self.before = self.now.filter(|(earlier, _)| *earlier < t);
        self.now = sigma.map(|sigma| (t, sigma));
        self.ahead = self.line();
    }

    /// Time from now until the line through both is zero.
    fn line(&self) -> Option<f64> {
        let ((t0, before), (t1, now)) = (self.before?, self.now?);
        (now < before).then(|| now * (t1 - t0) / (before - now))
    }

    /// A time from now at which to look closer, if zero is only some steps ahead.
    fn closer(&self) -> Option<f64> {
        let (ahead, step) = (self.ahead?, self.now?.0 - self.before?.0);
        (ahead < 3.0 * step).then_some(0.5 * ahead)
    }

    /// σ as it would be after this time at the present velocities.
    fn refine(&mut self, later: f64, sigma: Option<f64>) {
        if let (Some((_, now)), Some(sigma)) = (self.now, sigma) {
            self.ahead = (sigma < now).then(|| now * later / (now - sigma));
        }
    }
}

impl Equations {
    /// Looks how independent the constraints are of each other in the state `y`, at the chart's origin.
    pub(super) fn look_for_singular_position(&mut self, t: f64, y: &[f64]) {
        if self.system.rows.is_empty() {
            return;
        }
        let sigma = self.independence();
        self.approach.note(t, sigma);
        if let Some(later) = self.approach.closer() {
            let n = self.system.positions;
            let mut moved = std::mem::take(&mut self.moved);
            moved.copy_from_slice(&y[..self.system.differential()]);
            for k in 0..n {
                moved[k] += later * y[n + k];
            }
            self.place(t, &moved);
            let sigma = self.independence();
            self.approach.refine(later, sigma);
            self.moved = moved;
            self.place(t, y);
        }
    }

    fn independence(&mut self) -> Option<f64> {
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
