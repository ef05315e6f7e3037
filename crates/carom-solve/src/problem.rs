//! What the integrators ask of a model.

use crate::integrators::Step;
use crate::sparse::{Matrix, Pattern};
use carom_base::Interval;

/// A rate, a force or a guard could not be computed: not a number, outside a function's domain, singular.
/// The message is already in the user's words.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What happened, naming the element of the model.
    pub message: String,
}

/// A switching function and its rate along the motion. Positive while the current mode is valid;
/// an event happens where an armed guard falls through zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard {
    /// `g(t, y)`.
    pub value: f64,
    /// `dg/dt` along the motion.
    pub rate: f64,
    /// Size below which `value` counts as zero (rounding of its own terms), > 0.
    pub tolerance: f64,
}

impl Guard {
    /// The guard of a slot that the current mode does not watch.
    pub const IDLE: Guard = Guard {
        value: f64::INFINITY,
        rate: 0.0,
        tolerance: 1.0,
    };
}

/// What a jump of a guard counts as a fall for, made by the event of another guard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jump {
    /// It fires also where it rested at zero before.
    pub from_zero: bool,
    /// It fires also where it comes to zero and no further.
    pub onto_zero: bool,
}

/// Bounds of a guard and of its rate over an interval of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuardRange {
    /// Bounds of the value, but for the rounding that [`Guard::tolerance`] covers.
    pub value: Interval,
    /// Bounds of the rate along the motion.
    pub rate: Interval,
    /// Bounds of another function, and of its rate, that has the sign of the guard everywhere and may be easier to bound.
    pub quotient: Option<(Interval, Interval)>,
    /// Whether the model can bound this guard at all, at least over short intervals. If not, it is sampled.
    pub is_known: bool,
}

impl GuardRange {
    /// A guard that the model cannot bound.
    pub const UNKNOWN: GuardRange = GuardRange {
        value: Interval::ENTIRE,
        rate: Interval::ENTIRE,
        quotient: None,
        is_known: false,
    };
}

/// What the model answers to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// The right-hand side changed its branch: discard history and restart with a small step.
    Restart,
    /// Only noted: go on as if nothing had happened; what `switch` may have written to `y` is not looked at.
    Continue,
    /// As [`Response::Restart`]; then the caller of the driver has a say in how the run goes on.
    Pause,
    /// The run ends here, as the model asked.
    Stop,
}

/// On which levels the constraints stand among the equations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formulation {
    /// Positions and velocities, with second multipliers that pay for the difference (Gear, Leimkuhler, Gupta 1985):
    /// differentiation index 2.
    #[default]
    Stabilized,
    /// Positions only; in the place of the constraints on velocities the second multipliers are zero: index 3.
    Positions,
}

/// A sum of unknowns: their numbers, each with its factor.
pub type Terms<'a> = &'a [(usize, f64)];

/// Bounds of the state and its rates over a time, of the differential unknowns at least.
pub trait Bounds {
    /// Of each unknown.
    fn state(&self) -> &[Interval];
    /// Of its rate.
    fn rates(&self) -> &[Interval];
    /// Of a sum of unknowns, no wider than the sum of their bounds.
    fn sum_of_state(&self, terms: Terms<'_>) -> Interval {
        sum_of(self.state(), terms)
    }
    /// Of the rate of such a sum.
    fn sum_of_rates(&self, terms: Terms<'_>) -> Interval {
        sum_of(self.rates(), terms)
    }
}

impl Bounds for (&[Interval], &[Interval]) {
    fn state(&self) -> &[Interval] {
        self.0
    }

    fn rates(&self) -> &[Interval] {
        self.1
    }
}

/// The bounds of a sum by those of its terms.
pub(crate) fn sum_of(bounds: &[Interval], terms: Terms<'_>) -> Interval {
    let zero = Interval::new(0.0, 0.0);
    terms
        .iter()
        .fold(zero, |sum, &(k, factor)| sum + bounds[k] * factor)
}

/// A part of a step: what is known of it without a look at the model.
pub struct Part<'a> {
    /// Its length in time.
    pub w: f64,
    /// Bounds of the state and its rates.
    pub bounds: &'a dyn Bounds,
    /// Bounds of the value of a guard at both ends.
    pub ends: &'a dyn Fn(usize) -> (Interval, Interval),
}

impl Part<'_> {
    /// Bounds of a guard over the part by those of its rate.
    pub fn value(&self, slot: usize, rate: Interval) -> Interval {
        let (a, b) = (self.ends)(slot);
        let low = least_between(a.low, b.low, rate, self.w);
        Interval::new(low, -least_between(-a.high, -b.high, -rate, self.w))
    }
}

/// The least value between `a` and `b` at a distance `w` for rates within `rate`.
pub(crate) fn least_between(a: f64, b: f64, rate: Interval, w: f64) -> f64 {
    let Interval { low, high } = rate;
    if low >= 0.0 || high <= 0.0 {
        return a.min(b);
    }
    if !rate.is_bounded() {
        return f64::NEG_INFINITY;
    }
    // Where the lines through both ends meet.
    let s = (b - a - high * w) / (low - high);
    a + low * s.clamp(0.0, w)
}

/// What is known of the equations behind an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    /// Whether the switch left them as they were and only the state jumped, as at a rigid impact. Methods of one step then go on with steps as long as they
    /// were before, and the guards are expected to fall as they did.
    pub as_before: bool,
    /// A number of them, the same wherever their branches are the same. Steps behind an event begin as long as these equations let them become before; a number
    /// that two of them share costs a trial. `None`: not known, or a start is not like other steps.
    pub branches: Option<u64>,
}

/// Surfaces that slide on each other with dry friction: what explicit methods ask of them ([`Problem::slipping`]).
pub trait Slipping {
    /// See [`Problem::gives_in`].
    fn gives_in(&mut self, t: f64, y: &[f64]) -> Vec<usize>;
    /// See [`Problem::known_decay`].
    fn known_decay(&mut self, t: f64, y: &[f64]) -> f64;
    /// See [`Problem::drawn_rate`].
    fn drawn_rate(&mut self, t: f64, y: &[f64]) -> f64;
    /// See [`Problem::last_length`].
    fn last_length(&mut self, step: &Step<'_>) -> Option<f64>;
}

/// `M·y' = f(t, y)` with a constant, possibly singular `M`, in the chart of the current step.
///
/// `y = [differential (nd) | algebraic]`. The model may live on a manifold: the integrators work in a
/// chart that the model moves along in [`Problem::accept`]; interpolation over a step happens before that.
///
/// Within a step every branch of the right-hand side is frozen in its current mode and continued
/// smoothly beyond its end; [`Problem::guards`] tell where a mode ends and [`Problem::switch`] changes it.
pub trait Problem {
    /// Number of unknowns `n`.
    fn dimension(&self) -> usize;
    /// Number `nd` of differential unknowns, the first ones of `y`.
    fn differential(&self) -> usize;
    /// Chooses the formulation of the constraints: before a method is made for the problem, and, of a method that asked for
    /// [`Formulation::Positions`] first, also between steps. Mass, pattern and dimension stay. Nothing to do without constraints.
    fn formulate(&mut self, formulation: Formulation) {
        let _ = formulation;
    }
    /// The formulation in which the equations stand; without constraints the stabilized one.
    fn formulation(&self) -> Formulation {
        Formulation::Stabilized
    }
    /// Number of position unknowns, the first ones of `y`; as many velocities follow, with q' = v at a chart's origin.
    /// 0 where the order of the equations is not known.
    fn positions(&self) -> usize {
        0
    }
    /// Differential unknowns outside the error test, ascending. Under [`Formulation::Positions`] these are the velocities, and what integrates
    /// multipliers: an error δ of the velocities makes one of δ/h in the multipliers, and so an error in their integral that no shorter step makes less.
    fn untested(&self) -> Vec<usize> {
        match self.formulation() {
            Formulation::Stabilized => Vec::new(),
            Formulation::Positions => (self.positions()..2 * self.positions()).collect(),
        }
    }
    /// A differential unknown that integrates multipliers, and that nothing depends on. Newton's iteration is not judged by it: multipliers come an iteration later
    /// than what they hold, and what is still missing of their integral says nothing of the motion.
    fn integral_of_multipliers(&self) -> Option<usize> {
        None
    }
    /// `M`, shape (n, n).
    fn mass(&self) -> &Matrix;
    /// `f(t, y)`, both of length `n`; without algebraic unknowns and with `M = 1` it is `y'`.
    fn rhs(&mut self, t: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        self.derivative(t, y, f)
    }
    /// Where `∂f/∂y` may be nonzero, shape (n, n); fixed for the life of the problem.
    fn pattern(&self) -> &Pattern;
    /// The values of `∂f/∂y` at (t, y), in the order of [`Problem::pattern`]. Steps take it at chart
    /// origins; within a step (see the module of Radau IIA on coupled stages) derivatives with respect to small turns on body axes may stand for those
    /// with respect to the coordinates of the chart.
    fn jacobian(&mut self, t: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault>;
    /// A method that chooses between formulas would go on with an implicit one from here. `true`: there is no Jacobian, the explicit one has to go on until the
    /// caller of the driver answers.
    fn declines_implicit(&mut self) -> bool {
        false
    }
    /// Whether this form of the equations no longer serves, after a step that was accepted: the run is interrupted, for the caller to take another one.
    fn hands_over(&self) -> bool {
        false
    }
    /// Differentiation index (1, 2 or 3) of each unknown: an unknown of index k counts with h^(k-1) in Newton's norm.
    fn index(&self) -> &[u8];
    /// Size below which a change of an unknown does not matter: `atol·scale + rtol·|y|`, length `n`.
    /// Infinite for unknowns outside the error test (multipliers).
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]);
    /// `|y|` of the differential unknowns as [`Problem::weights`] counts it (`out` of length `nd`): where they are parts of vectors or count from an origin
    /// of the model's own, a first step must not depend on the axes and on the place of the origin.
    fn magnitudes(&self, y: &[f64], out: &mut [f64]) {
        for (out, y) in out.iter_mut().zip(y) {
            *out = y.abs();
        }
    }

    /// Explicit form on the constraint manifold: `y'` of the differential unknowns (`y`, `dy` of length `nd`).
    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault>;
    /// Puts the differential unknowns (`y` of length `nd`) back on the constraints (positions, then velocities).
    fn project(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault>;

    /// Whether [`Problem::keep_past`] is to be asked.
    fn keeps_past(&self) -> bool {
        false
    }
    /// A step is about to become final, as far as `until`, in the chart of its start, with its dense output ready: time to keep what later steps look back
    /// at. Right before [`Problem::carry`] and [`Problem::accept`].
    ///
    /// # Errors
    /// When the model cannot be looked at within the step.
    fn keep_past(&mut self, step: &Step<'_>, until: f64) -> Result<(), Fault> {
        let _ = (step, until);
        Ok(())
    }
    /// A step was accepted at `t`: move the chart's origin there and rewrite `y` (length `n`) in the new chart.
    fn accept(&mut self, t: f64, y: &mut [f64]);
    /// Called right after [`Problem::accept`] with the same `y`: rewrites `y'` (length n, given in the old chart) in
    /// the new one. For a rotation vector that is the angular velocity, which `y` holds. Nothing to do in flat space.
    fn accept_rates(&mut self, t: f64, y: &[f64], dy: &mut [f64]) {
        let _ = (t, y, dy);
    }
    /// Called right before [`Problem::accept`]: rewrites an earlier state and its rates (length ≥ `nd` each) from the current
    /// chart in the one whose origin is `end` (length n, current chart). Nothing to do in flat space.
    fn carry(&self, end: &[f64], y: &mut [f64], dy: &mut [f64]) {
        let _ = (end, y, dy);
    }
    /// Orders of elimination worth trying beside minimum degree (each a permutation of 0..n), such as body by body.
    fn elimination_orders(&self) -> Vec<Vec<u32>> {
        Vec::new()
    }

    /// Number of guard slots, fixed for the life of the problem.
    fn guard_count(&self) -> usize;
    /// All guards at (t, y) in the current chart, `dy` being `y'` (both of length ≥ `nd`).
    fn guards(&mut self, t: f64, y: &[f64], dy: &[f64], out: &mut [Guard]) -> Result<(), Fault>;
    /// The guards are about to be armed anew, at a start or after `fired` fell: time to look which of them may fall at all. At a start, when none
    /// has fallen, `fired` is empty.
    fn arm_guards(&mut self, t: f64, y: &[f64], dy: &[f64], fired: &[usize]) {
        let _ = (t, y, dy, fired);
    }
    /// Whether [`Problem::guard_ranges`] bounds any guard.
    fn bounds_guards(&self) -> bool {
        false
    }
    /// Bounds of all guards in the modes in force while the time stays within `t`, the state within `y` and its rates within `dy` (length ≥ `nd` each,
    /// current chart): so the driver proves that no guard falls unseen between two states. Those that the model cannot bound stay
    /// [`GuardRange::UNKNOWN`], as they come, and so may those that are not `wanted`; where it can bound none it does nothing.
    fn guard_ranges(
        &mut self,
        t: Interval,
        (y, dy): (&[Interval], &[Interval]),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let _ = (t, y, dy, wanted, out);
    }
    /// Bounds of `wanted` guards at little cost; they may be wider than those of [`Problem::guard_ranges`], which are asked where they do not decide.
    /// `false`: there are none, and `out` is as it came.
    fn guard_rates(&mut self, part: &Part<'_>, wanted: &[bool], out: &mut [GuardRange]) -> bool {
        let _ = (part, wanted, out);
        false
    }
    /// Whether a guard without bounds may be faster than the motion, as a function of one's own: such a guard is looked at by its own time scale over each
    /// step.
    fn has_own_scale(&self, slot: usize) -> bool {
        let _ = slot;
        false
    }
    /// Slots of the guards that depend on nothing but time, ascending; they may be bounded and looked at anywhere.
    fn timed_guards(&self) -> &[usize] {
        &[]
    }
    /// Bounds of the guards of [`Problem::timed_guards`] over an interval of time, in the modes in force.
    fn timed_ranges(&mut self, t: Interval, out: &mut [GuardRange]) {
        let _ = (t, out);
    }
    /// The guards of [`Problem::timed_guards`] at a time, in the modes in force; the others are left alone.
    fn timed_at(&mut self, t: f64, out: &mut [Guard]) {
        let _ = (t, out);
    }
    /// The guards `fired` fell through zero at `t`, in the order of their slots. Changes modes, and for an
    /// impact `y` (length `n`, at a chart's origin).
    fn switch(&mut self, t: f64, y: &mut [f64], fired: &[usize]) -> Result<Response, Fault>;
    /// What a jump of this guard counts as, by the event of another one; that of a guard that was up and is down again is a fall in any case.
    fn jump_of(&self, slot: usize) -> Jump {
        let _ = slot;
        Jump::default()
    }
    /// Whether a slot whose guard fired with [`Response::Restart`] watches another quantity afterwards, that of the new mode. Then it
    /// fires again at once if it falls, even with the same value and rate, as where a force changes its sign with a
    /// velocity. Otherwise a guard whose fall the switch left as it was waits until it has risen.
    fn renews_guards(&self) -> bool {
        false
    }
    /// The equations in force behind the last switch.
    fn in_force(&self) -> InForce {
        InForce::default()
    }
    /// Whether what the equations leave out holds in the state (t, y) of the present chart, asked at the end of each step before
    /// [`Problem::accept`], and where it does not, within the step.
    ///
    /// # Errors
    /// What no longer holds; the run ends where that begins.
    fn holds(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        let _ = (t, y);
        Ok(())
    }
    /// Whether the motion goes through a place between two states next to each other where [`Problem::holds`] begins to be false: nothing jumps there, and what
    /// held before it holds behind it.
    fn passes(&mut self, before: (f64, &[f64]), after: (f64, &[f64])) -> bool {
        let _ = (before, after);
        false
    }
    /// The surfaces that slide on each other with dry friction, where the problem leaves what is asked of them to something else.
    fn slipping(&mut self) -> Option<&mut dyn Slipping> {
        None
    }
    /// Time (> 0) until the mechanism is expected to pass a singular position, where its constraints become dependent for a moment;
    /// `None`: not soon. Asked at the end of the last accepted step.
    fn singular_ahead(&self) -> Option<f64> {
        None
    }
    /// A time (> 0) of the order of one second in the units of the problem: what a first step is tried with where nothing moves.
    fn time_scale(&self) -> f64 {
        1.0
    }
    /// Guards that may be answered in this state though they have not fallen, asked where no step can be made from it: what they wait for is less than the
    /// tolerance away, as the rest of a slip that has nearly come to it.
    fn gives_in(&mut self, t: f64, y: &[f64]) -> Vec<usize> {
        self.slipping().map_or(Vec::new(), |s| s.gives_in(t, y))
    }
    /// The rate (1/time) of the fastest decay that is known in this state and that an explicit method may not see, as it goes on below the tolerance; 0: of none.
    fn known_decay(&mut self, t: f64, y: &[f64]) -> f64 {
        self.slipping().map_or(0.0, |s| s.known_decay(t, y))
    }
    /// The same of all such decays, however fast what decays moves: how stiff this state is for an explicit method.
    fn drawn_rate(&mut self, t: f64, y: &[f64]) -> f64 {
        match self.slipping() {
            Some(s) => s.drawn_rate(t, y),
            None => self.known_decay(t, y),
        }
    }
    /// To which share (≤ 1) of the usual Newton's iteration has to solve the step that starts in this state. Less than 1 where forces depend on a velocity that
    /// is smaller than the tolerance, as friction does on the direction of a slip that sets out or nearly comes to rest: what the iteration usually leaves would turn
    /// it anyhow.
    fn newton_share(&mut self, t: f64, y: &[f64]) -> f64 {
        let _ = (t, y);
        1.0
    }
    /// How short the last step should be to an event on which `step` lands, where the rates at its end say nothing about the rest of it: friction turns at once with
    /// a slip that errors of the integration lead past its rest, and all that lies inside a step which ends there would be wrong by that.
    fn last_length(&mut self, step: &Step<'_>) -> Option<f64> {
        self.slipping().and_then(|s| s.last_length(step))
    }
    /// Does a force act that begins as a root, `pᵉ` with e < 1? Where p is zero its slope is unbounded: the Jacobian of the start of a
    /// step says nothing about the rest of it, and no formula of a high order sees what the start adds to the motion.
    fn is_rough(&self) -> bool {
        false
    }
    /// Has a force begun at `t` that is a power, `pᵉ` with e no whole number? Where p is zero, some derivative is unbounded: a step that begins there is not of
    /// the order of its method.
    fn power_begins(&self, t: f64) -> bool {
        let _ = t;
        false
    }
    /// Whether guards may have fallen and risen again within a step of which no guard has fallen at its end: asked with the states and rates at its ends
    /// alone, of every step, so it has to cost little. If so, [`Problem::passed`] looks more closely.
    fn may_pass(&mut self, step: &Step<'_>) -> bool {
        let _ = step;
        false
    }
    /// A guard and a time inside the step at which it is below zero, though it is not at the ends; `None` if there is none. Right after
    /// [`Problem::may_pass`] of the same step, which has its dense output now.
    ///
    /// # Errors
    /// When the model cannot be looked at within the step.
    fn passed(&mut self, step: &Step<'_>) -> Result<Option<(usize, f64)>, Fault> {
        let _ = step;
        Ok(None)
    }
    /// Whether [`Problem::passed`] sees this guard fall anywhere inside of a step.
    fn watches_inside(&self, slot: usize) -> bool {
        let _ = slot;
        false
    }
    /// Largest step (> 0) that cannot jump over something the guards do not see (a gap that closes and opens); may be infinite.
    fn step_bound(&mut self, t: f64, y: &[f64], dy: &[f64]) -> f64;
}
