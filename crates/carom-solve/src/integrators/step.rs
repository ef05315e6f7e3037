//! One step with its dense output.

/// Interpolates within a step.
pub(crate) trait Dense {
    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]);

    /// Order of the method in this step.
    fn order(&self) -> u32;

    /// Degree of the polynomial that it is.
    fn degree(&self) -> usize;

    /// What there is to know of the inside before [`Stepper::prepare_dense`](crate::integrators::Stepper::prepare_dense). Where it is the rates at stages, `look` gets those of high order:
    /// the part of the step, and the rates there (length nd).
    fn inside(&self, look: &mut dyn FnMut(f64, &[f64])) -> Inside {
        let _ = look;
        Inside::Dense
    }
}

/// What is known of the inside of a step without further evaluations.
pub(crate) enum Inside {
    /// The dense output, which is ready.
    Dense,
    /// The dense output, which is the cubic by both ends and their rates.
    Cubic,
    /// Rates at stages.
    Stages,
    /// Nothing before the dense output has been prepared.
    Unknown,
}

/// One step that is about to become final, in the chart of its start.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Time of the start.
    pub t0: f64,
    /// Time of the end.
    pub t1: f64,
    /// State at the start, length n.
    pub y0: &'a [f64],
    /// Rates at the start, length n.
    pub dy0: &'a [f64],
    /// State at the end, length n.
    pub y1: &'a [f64],
    /// Rates at the end, length n.
    pub dy1: &'a [f64],
    pub(crate) dense: &'a dyn Dense,
}

impl Step<'_> {
    /// Length of the step; 0 when the output is asked at the very start.
    pub fn h(&self) -> f64 {
        self.t1 - self.t0
    }

    /// Order of the method in this step.
    pub fn order(&self) -> u32 {
        self.dense.order()
    }

    /// Degree of the dense output.
    pub(crate) fn degree(&self) -> usize {
        self.dense.degree()
    }

    /// What is known of the inside; see [`Dense::inside`].
    pub(crate) fn inside(&self, look: &mut dyn FnMut(f64, &[f64])) -> Inside {
        self.dense.inside(look)
    }

    /// State and rates (length n each) at `t` in [t0, t1], from the method's own dense output.
    pub fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        if t == self.t0 {
            y.copy_from_slice(self.y0);
            dy.copy_from_slice(self.dy0);
        } else if t == self.t1 {
            y.copy_from_slice(self.y1);
            dy.copy_from_slice(self.dy1);
        } else {
            self.dense.interpolate(t, y, dy);
        }
    }
}
