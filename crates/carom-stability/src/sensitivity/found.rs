//! Values with their derivatives: of responses and of events.

use carom::dynamics::EventRow;

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterValue {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// A response, and its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseSensitivity {
    /// Its name.
    pub name: String,
    /// Its value; none where the run gives none.
    pub value: Option<f64>,
    /// Derivatives, one for each parameter; NaN where it does not exist.
    pub by: Vec<f64>,
    /// Up to which change of a parameter the first derivative says anything, one a parameter; infinite: nothing bounds it. From there on an event takes place
    /// with a much different speed or not at all, or passes the output that the response looks at.
    pub valid_within: Vec<f64>,
}

/// An event, and its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct EventSensitivity {
    /// The event.
    pub event: EventRow,
    /// Derivatives of its time, one a parameter.
    pub time_by: Vec<f64>,
    /// Derivatives of gap, rate before, rate after, impulse and force, one list a parameter.
    pub numbers_by: Vec<[f64; 5]>,
    /// Up to which change of a parameter they hold.
    pub valid_within: Vec<f64>,
    /// Whether nothing jumps: then the motion behind it does not depend on its time, to first order.
    pub is_smooth: bool,
    /// Whether it is one of impacts that become ever slower and come to an end, behind the first of them.
    pub in_series: bool,
    /// Why they are doubtful; empty: they are not.
    pub doubt: String,
}

impl ResponseSensitivity {
    /// The relative derivative with respect to a parameter: p/R·dR/dp. None where the response is 0 or missing.
    pub fn scaled(&self, j: usize, parameter: f64) -> Option<f64> {
        let value = self.value.filter(|x| *x != 0.0)?;
        Some(self.by[j] * parameter / value).filter(|x| x.is_finite())
    }
}
