//! What events do to a varied run.

use crate::equations::Equations;
use crate::equations::EventRecord;
use crate::equations::forget_series;
use crate::output::EventKind;
use crate::system::motion::DiscreteState;
use crate::tangent::column::Moment;
use crate::tangent::state::{Change, State};
use carom_solve::{Fault, Guard, Problem, Response};

/// Derivatives of an event with respect to the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct EventTangent {
    /// What, when, of which element.
    pub kind: EventKind,
    /// Its time.
    pub time: f64,
    /// Its element.
    pub element: String,
    /// Derivative of its time, one a column.
    pub time_by: Vec<f64>,
    /// Derivatives of its numbers, one list a column: gap, rate before and after, impulse, force or value.
    pub numbers_by: Vec<[f64; 5]>,
    /// Up to which change of the parameter the first derivative holds, one a column: where the change of the speed with which the guard falls is as large as itself.
    pub valid_within: Vec<f64>,
    /// Whether neither the state nor its rates jump: then X does not either, whatever the time of the event does.
    pub is_smooth: bool,
    /// What makes the derivative doubtful, in words; empty: nothing.
    pub doubt: String,
}

/// An event under way: what was, before the model switched.
pub(in crate::tangent) struct Jump {
    pub(in crate::tangent) t: f64,
    pub(in crate::tangent) before: State,
    pub(in crate::tangent) rows: Vec<usize>,
    pub(in crate::tangent) memory: DiscreteState,
    /// Guards that fell, batch after batch at the same time.
    pub(in crate::tangent) batches: Vec<Vec<usize>>,
    /// f⁻.
    pub(in crate::tangent) rates: Change,
    /// How fast the first guard falls.
    pub(in crate::tangent) fall: f64,
    /// Derivative of the time, one a column; and the distance up to which it holds.
    pub(in crate::tangent) time_by: Vec<f64>,
    pub(in crate::tangent) valid_within: Vec<f64>,
    /// What happened, as the run tells it.
    pub(in crate::tangent) happened: Vec<EventRecord>,
    pub(in crate::tangent) doubt: String,
    /// Whether what it tells of impacts to come follows from the last one alone.
    pub(in crate::tangent) is_alone: bool,
}

/// An event as the way back needs it.
pub(in crate::tangent) struct Past {
    pub t: f64,
    /// What held before it.
    pub rows: Vec<usize>,
    pub memory: DiscreteState,
    /// Guards that fell.
    pub batches: Vec<Vec<usize>>,
    pub response: Response,
    pub before: State,
    /// f⁻ and f⁺.
    pub rates: Change,
    pub rates_after: Change,
    /// How fast the first guard fell.
    pub fall: f64,
    /// Nothing happened, X is not touched.
    pub is_skipped: bool,
    /// The state does not jump; nor do its rates.
    pub is_still: bool,
    pub is_smooth: bool,
    /// Its numbers in [`super::Tangent::events`], and which of them have a time of their own.
    pub events: std::ops::Range<usize>,
    pub has_own_time: Vec<bool>,
    /// Whether what it tells of impacts to come follows from the last one alone.
    pub is_alone: bool,
}

impl Past {
    /// As [`replay`].
    pub fn replay(&self, other: &mut Equations, t: f64, state: &State) -> Result<State, Fault> {
        if self.is_alone {
            forget_series(other);
        }
        replay(other, t, state, &self.batches, self.response)
    }

    /// What held before it.
    pub fn moment(&self) -> Moment<'_> {
        let (rows, memory) = (&self.rows, &self.memory);
        Moment { rows, memory }
    }

    /// How much later it is where its guard is higher by so much; none where that has no number, or nothing changes.
    pub fn time_by(&self, h: f64) -> Option<f64> {
        Some(-h / self.fall).filter(|t| t.is_finite() && *t != 0.0)
    }
}

/// A jump of the rates that counts as none, relative to them: forces that rise from zero are rounding where the event is located.
pub(in crate::tangent) const SMOOTH: f64 = 1e-7;

/// Two derivatives of a time that differ by more, relative to them: guards that fall together by chance.
pub(in crate::tangent) const APART: f64 = 1e-6;

/// Of how fast a guard falls, changes for differences may change at most this part: where the speed of an impact changes its sign, the impact does not happen.
const SLOWER: f64 = 1e-2;

/// The largest change for differences along which a guard that falls comes to stand still after so much.
pub(in crate::tangent) fn slower(within: f64) -> f64 {
    let longest = (SLOWER * within).abs();
    match longest > 0.0 {
        true => longest,
        false => f64::INFINITY,
    }
}

/// A guard whose fall beside zero differs by more from that at zero, relative to it, has a corner there.
pub(in crate::tangent) const STEEPER: f64 = 0.1;

pub(in crate::tangent) fn numbers(h: &EventRecord) -> [f64; 6] {
    let time = h.time.unwrap_or(f64::NAN);
    [h.gap, h.rate, h.rate_after, h.impulse, h.value, time]
}

/// The numbers of a model at (t, state) with its accelerations solved; its rates.
pub(in crate::tangent) fn rates_of(
    model: &mut Equations,
    t: f64,
    state: &State,
) -> Result<(Vec<f64>, Change), Fault> {
    let y = state.enter(model, t);
    rates_at(model, t, y)
}

/// The same at the state on the constraints of the model next to this one.
pub(in crate::tangent) fn rates_on_constraints(
    model: &mut Equations,
    t: f64,
    state: &State,
) -> Result<(Vec<f64>, Change), Fault> {
    let mut y = state.enter(model, t);
    model.project_closely(t, &mut y)?;
    rates_at(model, t, y)
}

fn rates_at(model: &mut Equations, t: f64, y: Vec<f64>) -> Result<(Vec<f64>, Change), Fault> {
    let nd = model.system.differential();
    let mut dy = vec![0.0; nd];
    model.derivative(t, &y[..nd], &mut dy)?;
    let rates = State::rates(model, &dy);
    Ok((y, rates))
}

/// Lets a model switch as the run did; the state behind it.
pub(in crate::tangent) fn replay(
    other: &mut Equations,
    t: f64,
    state: &State,
    batches: &[Vec<usize>],
    response: Response,
) -> Result<State, Fault> {
    let mut y = state.enter(other, t);
    other.project_closely(t, &mut y)?;
    other.accept(t, &mut y);
    // multipliers, as at the end of a step
    other.look(t, &y)?;
    other.accelerations()?;
    let nd = other.system.differential();
    let rows = other.system.rows.clone();
    for (y, row) in y[nd..].iter_mut().zip(&rows) {
        *y = other.multipliers()[*row];
    }
    let mut dy = vec![0.0; nd];
    other.derivative(t, &y[..nd], &mut dy)?;
    let mut guards = vec![Guard::IDLE; other.guard_count()];
    other.guards(t, &y, &dy, &mut guards)?;
    let mut happened = Vec::new();
    for fired in batches {
        other.switch(t, &mut y, fired)?;
        happened.append(&mut other.event.happened);
    }
    if response == Response::Pause {
        other.place(t, &y);
        other.renew();
        other.update_active_set()?;
    } else {
        other.place(t, &y);
    }
    other.event.happened = happened;
    Ok(State::of(other))
}
