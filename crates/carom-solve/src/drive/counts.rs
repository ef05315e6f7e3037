//! The work of a run, counted.

use super::failure::FailureKind;

/// Trial steps that were refused, by cause. Steps shortened to end on an event are no refusals
/// ([`Statistics::event_steps`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejections {
    /// The error was larger than the tolerance.
    pub error: u64,
    /// Newton's iteration did not converge.
    pub newton: u64,
    /// The matrix of the equations was singular.
    pub singular: u64,
    /// A rate was infinite or not a number.
    pub not_finite: u64,
    /// The model refused a point.
    pub model: u64,
}

impl Rejections {
    pub(super) fn count(&mut self, kind: &FailureKind) {
        match kind {
            FailureKind::NewtonFailed => self.newton += 1,
            FailureKind::Singular => self.singular += 1,
            FailureKind::NotFinite => self.not_finite += 1,
            FailureKind::Model(_) => self.model += 1,
            _ => self.error += 1,
        }
    }
}

/// The work of a run; counts, never clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Accepted steps.
    pub steps: u64,
    /// Trial steps that were refused, all causes together.
    pub rejected: u64,
    /// The same by cause.
    pub rejections: Rejections,
    /// Calls of [`Problem::rhs`](crate::Problem::rhs) and [`Problem::derivative`](crate::Problem::derivative).
    pub rhs_evaluations: u64,
    /// Calls of [`Problem::jacobian`](crate::Problem::jacobian).
    pub jacobians: u64,
    /// Matrices factored, a real one and a complex one counting one each.
    pub factorizations: u64,
    /// Newton iterations, of all stages together.
    pub newton_iterations: u64,
    /// Times at which guards fired.
    pub events: u64,
    /// Steps solved again to end on an event.
    pub event_steps: u64,
    /// Calls of [`Problem::guards`](crate::Problem::guards).
    pub guard_evaluations: u64,
    /// Steps of the implicit method, where `auto` chose between two.
    pub implicit_steps: u64,
    /// Hénon's steps that located an event.
    pub henon_steps: u64,
    /// Hénon's steps that were not regular, so that the event was located from a nearer start or by solving for the length of the step.
    pub henon_refused: u64,
    /// Guards of accepted steps that cannot have fallen inside unseen, by their bounds over the whole step.
    pub guards_proved: u64,
    /// The same by their bounds over parts of the step.
    pub guards_bisected: u64,
    /// Guards of accepted steps that were looked at in some places only.
    pub guards_sampled: u64,
}

impl Statistics {
    /// The work of two methods together.
    pub(crate) fn plus(&self, other: &Statistics) -> Statistics {
        Statistics {
            steps: self.steps + other.steps,
            rhs_evaluations: self.rhs_evaluations + other.rhs_evaluations,
            jacobians: self.jacobians + other.jacobians,
            factorizations: self.factorizations + other.factorizations,
            newton_iterations: self.newton_iterations + other.newton_iterations,
            ..*self
        }
    }

    /// All counts, in the order in which they stand.
    pub fn list(&self) -> [u64; 20] {
        let s = self;
        [
            s.steps,
            s.rejected,
            s.rejections.error,
            s.rejections.newton,
            s.rejections.singular,
            s.rejections.not_finite,
            s.rejections.model,
            s.rhs_evaluations,
            s.jacobians,
            s.factorizations,
            s.newton_iterations,
            s.events,
            s.event_steps,
            s.guard_evaluations,
            s.implicit_steps,
            s.henon_steps,
            s.henon_refused,
            s.guards_proved,
            s.guards_bisected,
            s.guards_sampled,
        ]
    }

    /// The counts of [`Statistics::list`].
    pub fn from_list(list: [u64; 20]) -> Statistics {
        let [
            steps,
            rejected,
            error,
            newton,
            singular,
            not_finite,
            model,
            rhs_evaluations,
            jacobians,
            factorizations,
            newton_iterations,
            events,
            event_steps,
            guard_evaluations,
            implicit_steps,
            henon_steps,
            henon_refused,
            guards_proved,
            guards_bisected,
            guards_sampled,
        ] = list;
        Statistics {
            steps,
            rejected,
            rejections: Rejections {
                error,
                newton,
                singular,
                not_finite,
                model,
            },
            rhs_evaluations,
            jacobians,
            factorizations,
            newton_iterations,
            events,
            event_steps,
            guard_evaluations,
            implicit_steps,
            henon_steps,
            henon_refused,
            guards_proved,
            guards_bisected,
            guards_sampled,
        }
    }

    /// The work of this and that together.
    pub fn and(&self, other: &Statistics) -> Statistics {
        let (a, b) = (self.list(), other.list());
        Statistics::from_list(std::array::from_fn(|k| a[k] + b[k]))
    }
}
