//! What a solver asks of the equations: [`Problem`].

use super::contact_friction::last_of_a_slip;
use super::driven::{asked, follow_drives};
use super::solids::{begins_deep, shorten};
use super::swept::Absolute;
use super::switching::{rests_on_value, turn_at_start, waits_for};
use super::{Equations, accumulate, drawn_in, features, nested};
use crate::equations::jacobian::Entries;
use crate::equations::kkt::Purpose;
use crate::mechanism::kinematics::chart_rate;
use crate::system::motion::View;
use crate::system::{ExtraState, GuardOwner, SensorActions, System};
use carom_base::{Interval, Vec3};
use carom_model::friction::FrictionLaw;
use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{
    Fault, Formulation, Guard, GuardRange, InForce, Jump, Part, Problem, Response, Step,
};
use std::ops::Range;
use std::sync::Arc;

/// How far a body may turn in one step, radians: two that turn against each other stay below half a turn.
pub(super) const MOST_TURN: f64 = 1.5;

/// A residual of positions, relative to the mechanism's size, that no correction may leave: far above the drift of a step near a singular
/// position, which the tolerance bounds.
pub(super) const UNMET: f64 = 1e-4;

/// A residual, relative to the same, that is rounding.
pub(super) const MET: f64 = 1e-13;

/// The share of the tolerance while a force acts that begins as a root: the estimate of dop853 is 4 to 6.6 times smaller than the error of a
/// step that begins with `tᵉ`, e from 0.9 to 0.1, as its coefficients say; other methods of an order above 2 err alike.
const ROUGH: f64 = 0.1;

/// The share of the tolerance between impacts that accumulate: an error of the speed of one, relative to it, is one of the end of them all, relative to the time that
/// is left, and there are some tens of flights whose errors add up.
const BETWEEN_IMPACTS: f64 = 0.1;

impl Equations {
    /// As [`Problem::project`], to the last digit: what is left of residuals otherwise differs from state to state, and differences between projected states over a small change show it.
    pub(crate) fn project_closely(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        self.project_until(0.0, t, y)
    }

    /// Corrects positions until residuals are below `met`, or rounding, and velocities.
    fn project_until(&mut self, met: f64, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        if self.system.rows.is_empty() {
            return Ok(());
        }
        let n = self.system.mechanism.positions;
        let mut worst = f64::INFINITY;
        for _ in 0..4 {
            self.look(t, y)?;
            self.constraint_values();
            let last = worst;
            let rows = self.system.rows.iter();
            worst = rows
                .map(|r| self.buffers.rows[*r].abs() / self.form.row_sizes[*r])
                .fold(0.0, f64::max);
            if worst < met || (worst < MET && worst >= 0.5 * last) {
                break;
            }
            self.correct(true, Purpose::State)?;
            self.move_positions(&self.kkt.step, y);
        }
        // Near a singular position a part of a residual may stay; one that is not small is a mechanism beyond its reach.
        let size = self
            .now
            .bodies
            .iter()
            .map(|b| b.r.norm() / self.system.mechanism.scale.length)
            .fold(1.0, f64::max);
        if worst > UNMET * size {
            let message = "the constraints cannot be met: beyond a singular position the mechanism may have no way to go on".to_string();
            return Err(Fault { message });
        }
        self.look(t, y)?;
        self.constraint_rates();
        self.rates_are_finite()?;
        self.correct(false, Purpose::State)?;
        for (v, d) in y[n..2 * n].iter_mut().zip(&self.kkt.step) {
            *v += d;
        }
        Ok(())
    }
}

impl Problem for Equations {
    fn dimension(&self) -> usize {
        self.system.dimension()
    }

    fn differential(&self) -> usize {
        self.system.differential()
    }

    fn formulate(&mut self, formulation: Formulation) {
        self.take_formulation(formulation);
    }

    fn formulation(&self) -> Formulation {
        self.form.formulation
    }

    fn positions(&self) -> usize {
        self.system.mechanism.positions
    }

    fn untested(&self) -> Vec<usize> {
        let system = &self.system;
        if self.is_stabilized() {
            return Vec::new();
        }
        let first = 2 * system.mechanism.positions;
        let states = (0..system.extra.states.len())
            .filter(|&k| self.integrates_reactions(k))
            .map(|k| first + k);
        (system.mechanism.positions..first).chain(states).collect()
    }

    /// The work, where multipliers act on nothing else: of forces by friction or by functions of reactions it says how well they are solved.
    fn integral_of_multipliers(&self) -> Option<usize> {
        let system = &self.system;
        let lags = self.form.has_other_rows
            && system.frictions.is_empty()
            && system.rigid.contact_frictions.is_empty()
            && system.order.loaded.is_empty();
        let work = |s: &ExtraState| matches!(s, ExtraState::Work);
        let k = system.extra.states.iter().position(work).filter(|_| lags)?;
        Some(2 * system.mechanism.positions + k)
    }

    fn mass(&self) -> &Matrix {
        &self.form.mass
    }

    fn rhs(&mut self, t: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let mechanism = &system.mechanism;
        let (n, nd, m) = (
            mechanism.positions,
            system.differential(),
            system.rows.len(),
        );
        self.spread_multipliers(&y[nd..nd + m]);
        self.look(t, y)?;
        self.feed()?;
        self.check_loaded()?;
        self.add_contact_friction(&system);
        self.applied_forces()?;
        self.deform();
        self.apply_joint_friction(&system)?;
        for (force, friction) in self.loads.force.iter_mut().zip(&self.loads.friction) {
            *force += friction;
        }
        let stabilized = self.is_stabilized();
        self.buffers.stabilization.fill(0.0);
        for (row, mu) in system.rows.iter().zip(&y[nd + m..]) {
            self.buffers.scratch[*row] = *mu;
        }
        let view = View {
            system: &system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for c in system.acting() {
            let range = c.first_row..c.first_row + c.rows();
            let room = &mut self.buffers;
            c.values(mechanism, &view, &mut room.rows[range.clone()]);
            c.rates(mechanism, &view, &mut room.rates[range.clone()]);
            if !c.is_holonomic() {
                // One equation a row, of velocities; the second multiplier stays zero.
                room.rows[range.clone()].copy_from_slice(&room.rates[range.clone()]);
                room.rates[range.clone()].copy_from_slice(&room.scratch[range.clone()]);
            }
            let lambda = &self.now.multipliers[range.clone()];
            c.forces(mechanism, &view, lambda, &mut |b, q| {
                accumulate(&mut self.loads.force, &mechanism.bodies[b], &q, 1.0);
            });
            if stabilized && c.is_holonomic() {
                let (mu, sum) = (&room.scratch[range], &mut room.stabilization);
                c.forces(mechanism, &view, mu, &mut |b, q| {
                    accumulate(sum, &mechanism.bodies[b], &q, 1.0);
                });
            }
        }
        self.position_rates_into(y, Some(&self.buffers.stabilization), f);
        f[n..2 * n].copy_from_slice(&self.loads.force);
        let power = self.power();
        self.state_rates_into(power, &mut f[2 * n..nd]);
        for (k, row) in system.rows.iter().enumerate() {
            f[nd + k] = self.buffers.rows[*row];
            f[nd + m + k] = if stabilized {
                self.buffers.rates[*row]
            } else {
                y[nd + m + k]
            };
        }
        Ok(())
    }

    fn pattern(&self) -> &Pattern {
        self.pattern_of_jacobian()
    }

    fn jacobian(&mut self, t: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        let (nd, m) = (self.system.differential(), self.system.rows.len());
        self.spread_multipliers(&y[nd..nd + m]);
        self.look_with_rates(t, y)?;
        self.feed()?;
        let system = Arc::clone(&self.system);
        self.add_contact_friction(&system);
        self.compute_gradients();
        values.fill(0.0);
        self.fill(&mut Entries::Fill {
            places: &self.jacobian_layout().layout.places,
            values,
            next: 0,
        });
        self.feed_jacobian(values)
    }

    fn index(&self) -> &[u8] {
        &self.form.index
    }

    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        let nd = self.system.differential();
        let share = share_of_tolerance(self);
        self.lengths_of_vectors(y, |unknowns, length| {
            for k in unknowns {
                w[k] = share * (atol * self.form.sizes[k] + rtol * length);
            }
        });
        w[nd..].fill(f64::INFINITY);
    }

    fn magnitudes(&self, y: &[f64], out: &mut [f64]) {
        self.lengths_of_vectors(y, |unknowns, length| {
            // Each component has the same part of it, so that the sum of squares is that of the vector.
            let part = length / (unknowns.len() as f64).sqrt();
            out[unknowns].fill(part);
        });
    }

    fn time_scale(&self) -> f64 {
        self.system.mechanism.scale.time
    }

    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        self.look(t, y)?;
        self.accelerations()?;
        self.explicit_rates_into(y, dy);
        Ok(())
    }

    fn project(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        self.project_until(MET, t, y)
    }

    fn keeps_past(&self) -> bool {
        !self.system.order.delays.is_empty()
    }

    fn keep_past(&mut self, step: &Step<'_>, until: f64) -> Result<(), Fault> {
        self.keep_pasts(step, until)
    }

    fn accept(&mut self, t: f64, y: &mut [f64]) {
        self.watching.watch.accept(t);
        self.place(t, y);
        for ((body, data), base) in self
            .now
            .bodies
            .iter()
            .zip(&self.system.mechanism.bodies)
            .zip(&mut self.base)
        {
            if data.turns {
                // Orthonormal to round-off: through the unit quaternion.
                *base = carom_base::Quaternion::from_matrix(&body.R).matrix();
                y[data.first + 3..data.first + 6].fill(0.0);
            }
        }
        accepted(self, t);
        self.look_for_singular_position(t, y);
        remember(self);
    }

    /// Rows that are left out as redundant have to agree with the others all the time, joints have to hold, and solids must not overlap unseen.
    fn holds(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        let slides = drawn_in::some_contact_slides(self);
        let is_checked =
            !self.system.left_out.dropped.is_empty() || !self.singular.folding.is_empty();
        let mut pairs = self.system.rigid.polyhedra.iter();
        let is_sampled = pairs.any(|pair| !pair.has_bounds());
        if !slides && !is_checked && !is_sampled {
            return Ok(());
        }
        self.look(t, y)?;
        features::sampled_pairs_are_sound(self)?;
        if slides {
            drawn_in::sliding_is_determined(self)?;
        }
        self.shafts_are_apart()?;
        self.agree()
    }

    fn passes(&mut self, before: (f64, &[f64]), after: (f64, &[f64])) -> bool {
        drawn_in::passes(self, before, after)
    }

    fn singular_ahead(&self) -> Option<f64> {
        self.singular.approach.ahead
    }

    /// At the origin of a chart the rate of the rotation vector is the angular velocity itself.
    fn accept_rates(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) {
        let n = self.system.mechanism.positions;
        for data in self.system.mechanism.bodies.iter().filter(|b| b.turns) {
            let k = data.first + 3;
            dy[k..k + 3].copy_from_slice(&y[n + k..n + k + 3]);
        }
    }

    fn carry(&self, end: &[f64], y: &mut [f64], dy: &mut [f64]) {
        self.carry_rotations(end, y, dy);
    }

    fn guard_count(&self) -> usize {
        self.system.arrays.guards.len()
    }

    fn guards(&mut self, t: f64, y: &[f64], dy: &[f64], out: &mut [Guard]) -> Result<(), Fault> {
        self.watch_along(t, y, dy)?;
        self.press_along((t, y, dy), &mut Absolute)?;
        let has_rates = self.load_along(t, y, dy)?;
        self.look_for_guards(t, y)?;
        let (n, nd) = (self.system.mechanism.positions, self.system.differential());
        if has_rates {
            self.accelerations()?;
        }
        guards_along(self, t, (&dy[n..2 * n], &dy[2 * n..nd]), has_rates, out)
    }

    fn arm_guards(&mut self, t: f64, y: &[f64], dy: &[f64], fired: &[usize]) {
        if fired.is_empty() {
            self.touching.swept.begin();
            turn_at_start(self, (t, y, dy), |e| e);
        }
        self.hold_guards(t, y, dy, fired);
    }

    fn bounds_guards(&self) -> bool {
        let ranges = self.watching.ranges.as_ref();
        ranges.is_some_and(|r| r.is_any())
    }

    fn has_own_scale(&self, slot: usize) -> bool {
        let ranges = self.watching.ranges.as_ref();
        ranges.is_some_and(|r| r.is_looked_at(slot))
    }

    fn guard_ranges(
        &mut self,
        t: Interval,
        state: (&[Interval], &[Interval]),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        self.ranges_of_guards(t, state, None, wanted, out);
    }

    fn guard_rates(&mut self, part: &Part<'_>, wanted: &[bool], out: &mut [GuardRange]) -> bool {
        self.rates_of_guards(None, part, wanted, out)
    }

    fn timed_guards(&self) -> &[usize] {
        self.watching
            .ranges
            .as_ref()
            .map_or(&[], |r| r.timed_slots())
    }

    fn timed_ranges(&mut self, t: Interval, out: &mut [GuardRange]) {
        self.ranges_of_time(t, out);
    }

    fn timed_at(&mut self, t: f64, out: &mut [Guard]) {
        self.guards_of_time(t, out);
    }

    fn switch(&mut self, t: f64, y: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        let response = self.switch_at(t, y, fired)?;
        self.note_breaks(t, fired, response);
        self.loads.powers.note(t, &self.system, &self.memory);
        Ok(response)
    }

    /// A switch watches the end of its new mode.
    fn jump_of(&self, slot: usize) -> Jump {
        match self.system.arrays.guards[slot] {
            GuardOwner::Sensor(k) => Jump {
                from_zero: true,
                onto_zero: waits_for(self, &self.system.sensing.sensors[k]),
            },
            _ => Jump::default(),
        }
    }

    fn renews_guards(&self) -> bool {
        true
    }

    fn in_force(&self) -> InForce {
        // Near the begin of a power its steps are shorter than they become, whatever error they seem to have.
        let is_smooth = !self.powers_act();
        InForce {
            as_before: self.event.only_jumped,
            branches: is_smooth.then(|| self.memory.branches(&self.system.rows)),
        }
    }

    fn gives_in(&mut self, t: f64, y: &[f64]) -> Vec<usize> {
        self.nearly_at_rest((t, y), &mut Absolute)
    }

    fn known_decay(&mut self, t: f64, y: &[f64]) -> f64 {
        self.decay_of_turns((t, y), self.speed_of_error(), &mut Absolute)
    }

    fn drawn_rate(&mut self, t: f64, y: &[f64]) -> f64 {
        self.decay_of_turns((t, y), f64::INFINITY, &mut Absolute)
    }

    fn newton_share(&mut self, t: f64, y: &[f64]) -> f64 {
        self.share_of_slips(t, y)
    }

    fn last_length(&mut self, step: &Step<'_>) -> Option<f64> {
        last_of_a_slip(self, step, &mut Absolute)
    }

    fn is_rough(&self) -> bool {
        self.loads.powers.roots_act(&self.system, &self.memory)
    }

    fn power_begins(&self, t: f64) -> bool {
        self.loads.powers.begin(t)
    }

    fn may_pass(&mut self, step: &Step<'_>) -> bool {
        self.find_suspects(step, &mut Absolute) | self.may_slip_inside()
    }

    /// Of solids that are apart, unless it took too many looks.
    fn watches_inside(&self, slot: usize) -> bool {
        match self.system.arrays.guards[slot] {
            GuardOwner::Solid(place, _) => {
                let place = &self.system.solid_contacts.places[place];
                let open = self.memory.modes[place.modes.start] == crate::elements::solid::OPEN;
                open && self.touching.swept.is_decided(place.pair)
            }
            _ => false,
        }
    }

    fn passed(&mut self, step: &Step<'_>) -> Result<Option<(usize, f64)>, Fault> {
        match self.touch_inside(step, &mut Absolute)? {
            None => self.slip_inside(step, &mut Absolute),
            found => Ok(found),
        }
    }

    /// No body turns by more than `MOST_TURN` in a step, so that angles of one body seen from another, which count
    /// turns from the start of the step, change by less than half a turn, and the chart stays away from its singularity. And no solid of a contact
    /// passes through another, and no curve rolls on another by more than a piece.
    fn step_bound(&mut self, t: f64, y: &[f64], dy: &[f64]) -> f64 {
        let n = self.system.mechanism.positions;
        let rates = &dy[n..2 * n];
        let passing = self.passing_bound(rates).min(self.polyhedra_bound(rates));
        let passing = passing.min(self.rolling_bound(t, y, dy));
        let passing = passing.min(self.bound_by_delays(t, y));
        let turning = self.system.mechanism.bodies.iter().filter(|b| b.turns);
        let size = |v: &[f64], k: usize| Vec3::new(v[n + k + 3], v[n + k + 4], v[n + k + 5]).norm();
        turning
            .map(|b| {
                // The first root of |ω|·h + |ω'|·h²/2 = MOST_TURN.
                let (w, wdot) = (size(y, b.first), size(dy, b.first));
                2.0 * MOST_TURN / (w + (w * w + 2.0 * MOST_TURN * wdot).sqrt())
            })
            .fold(passing, f64::min)
    }
}

impl Equations {
    /// The vectors that differential unknowns are components of, one after the other: which unknowns, and the length of the vector. Positions count from
    /// the middle of the mechanism.
    fn lengths_of_vectors(&self, y: &[f64], mut look: impl FnMut(Range<usize>, f64)) {
        let (system, n) = (&self.system, self.system.mechanism.positions);
        let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        for data in &system.mechanism.bodies {
            let (k, v) = (data.first, n + data.first);
            let r = Vec3::new(y[k], y[k + 1], y[k + 2]) - system.mechanism.scale.middle;
            look(k..k + 3, r.norm());
            look(v..v + 3, norm(&y[v..v + 3]));
            if data.turns {
                look(k + 3..k + 6, norm(&y[k + 3..k + 6]));
                look(v + 3..v + 6, norm(&y[v + 3..v + 6]));
            }
        }
        lengths_of_states(system, |own, _| {
            let own = 2 * n + own.start..2 * n + own.end;
            let length = norm(&y[own.clone()]);
            look(own, length);
        });
    }

    /// Adds a small change of positions (rotations on body axes) to the unknowns of the current chart.
    fn move_positions(&self, step: &[f64], y: &mut [f64]) {
        for data in &self.system.mechanism.bodies {
            let k = data.first;
            for c in 0..3 {
                y[k + c] += step[k + c];
            }
            if data.turns {
                let theta = Vec3::new(y[k + 3], y[k + 4], y[k + 5]);
                let turn = Vec3::new(step[k + 3], step[k + 4], step[k + 5]);
                let moved = theta + chart_rate(&theta, &turn);
                y[k + 3..k + 6].copy_from_slice(&moved.to_array());
            }
        }
    }

    /// Whether the constraints have rates.
    ///
    /// # Errors
    /// Which has none.
    pub fn rates_are_finite(&self) -> Result<(), Fault> {
        let mut rows = self.system.rows.iter();
        match rows.find(|r| !self.buffers.rates[**r].is_finite()) {
            None => Ok(()),
            Some(row) => Err(Fault {
                message: format!(
                    "{}: its rate is not finite; a function whose slope is infinite, as that of SQRT(TIME) at 0 or of ASIN(TIME) at 1, asks for an infinite velocity",
                    self.system.row_name(*row)
                ),
            }),
        }
    }

    /// The smallest change (in the metric of the radii) that removes Φ (positions) or Φ' (velocities) of the kept
    /// rows, left in `kkt.step`.
    pub fn correct(&mut self, positions: bool, purpose: Purpose) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let view = View {
            system: &system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let residual = if positions {
            &self.buffers.rows
        } else {
            &self.buffers.rates
        };
        self.kkt
            .correct(&system, &view, residual, purpose)
            .map_err(|message| Fault { message })
    }
}

/// All guards of the state in the arrays, whose functions are computed as far as guards look, by accelerations of the bodies and rates of extra states.
pub(super) fn guards_along(
    e: &mut Equations,
    t: f64,
    (accelerations, rates): (&[f64], &[f64]),
    has_rates: bool,
    out: &mut [Guard],
) -> Result<(), Fault> {
    let system = Arc::clone(&e.system);
    e.flow.along(&system, &e.now, accelerations, rates);
    if has_rates {
        for (flow, rate) in e
            .flow
            .multipliers
            .iter_mut()
            .zip(&e.watching.watch.load_rates)
        {
            flow.eps[0] = *rate;
        }
        for (flow, rate) in e.flow.fed.iter_mut().zip(&e.loads.feedback.rates) {
            flow.eps[0] = *rate;
        }
    }
    e.flow.evaluate(&system, &e.memory, &system.order.guarded);
    for &f in &system.order.dynamic {
        let function = &system.mechanism.functions[f];
        if !function.guards.is_empty() {
            e.function_guards(f, &mut out[function.guards.clone()]);
        }
    }
    e.friction_guards(&system, out);
    e.curve_guards(&system, out)?;
    e.stop_guards(&system, out)?;
    e.feature_guards(&system, out);
    e.contact_friction_guards(&system, out);
    e.contact_guards(&system, out);
    // A law that has no value says why, where its guards could only say which.
    if out.iter().any(|g| g.value.is_nan())
        && let Some(fault) = e.formula_fault()
    {
        return Err(fault);
    }
    for (k, sensor) in system.sensing.sensors.iter().enumerate() {
        let value = if sensor.watches_solution {
            e.watching.watch.seen[k]
        } else {
            e.flow.values[sensor.function]
        };
        out[sensor.guard] = e.sensor_guard(sensor, value);
    }
    e.delay_guards(t, out);
    e.make_room(out);
    Ok(())
}

/// The vectors that extra states are components of, by their numbers, and the first of each.
pub(super) fn lengths_of_states(system: &System, mut look: impl FnMut(Range<usize>, usize)) {
    let mut states = system.extra.states.as_slice();
    let mut k = 0;
    while let Some(state) = states.first() {
        let count = states
            .iter()
            .take_while(|other| other.is_beside(state))
            .count();
        look(k..k + count, k);
        (states, k) = (&states[count..], k + count);
    }
}

/// The part of the tolerance that steps from here on have.
pub(super) fn share_of_tolerance(e: &Equations) -> f64 {
    if e.is_rough() {
        ROUGH
    } else if e.awaits_end(e.now.time) {
        BETWEEN_IMPACTS
    } else {
        1.0
    }
}

/// A step was accepted, and its end is the state in the arrays.
pub(super) fn accepted(e: &mut Equations, t: f64) {
    e.count_turns();
    e.drop_anchors();
    e.leave_verge();
    e.watch_limits(t);
}

/// What later steps look back at, of the end of a step.
pub(super) fn remember(e: &mut Equations) {
    e.remember_bends();
    e.remember_loops();
}

/// What guards that fired together have switched, and what of them is to be answered together.
#[derive(Default)]
struct Switched {
    /// Whether a contact went on to another piece of its curve.
    moved: bool,
    /// Whether more than the state changed.
    switched: bool,
    sensor_actions: SensorActions,
    stops: Vec<usize>,
    contact_frictions: Vec<usize>,
    features: bool,
    borders: Vec<usize>,
}

impl Equations {
    /// Lets one guard switch.
    fn switch_guard(
        &mut self,
        system: &System,
        (t, g): (f64, usize),
        y: &mut [f64],
        all: &mut Switched,
    ) -> Result<(), Fault> {
        match system.arrays.guards[g] {
            GuardOwner::Switch {
                function,
                switch,
                slot,
            } => {
                self.switch_function(function, switch, slot);
                self.watch_splines(t);
                all.switched = true;
            }
            GuardOwner::Friction {
                friction,
                surface,
                slot,
            } => {
                self.switch_friction(friction, surface, slot);
                let of = &system.frictions[friction];
                if let FrictionLaw::StickSlip(law) = &of.law {
                    let surface = &of.surfaces[surface];
                    let first = 2 * system.mechanism.positions + surface.state;
                    let own = first..first + surface.shape.components();
                    shorten(&mut y[own], law.creep);
                }
                all.switched = true;
            }
            GuardOwner::Piece {
                constraint,
                side,
                forward,
            } => {
                self.leave_piece(system, constraint, side, forward)?;
                all.moved = true;
                all.switched = true;
            }
            // The rest is done by what notes breaks.
            GuardOwner::Delay(_) => all.switched = true,
            GuardOwner::Stop(k) => all.stops.push(k),
            GuardOwner::Features(_) => all.features = true,
            GuardOwner::Border(k) => all.borders.push(k),
            GuardOwner::ContactFriction(k) => all.contact_frictions.push(k),
            GuardOwner::Solid(place, slot) => {
                self.switch_contact(system, place, slot);
                self.straighten(system, place, y);
                all.switched = true;
            }
            GuardOwner::Sensor(k) => {
                let rests = rests_on_value(self, system, k);
                if self.fire_sensor(system, k, rests) {
                    all.switched |= system.reads_sensor(k);
                    all.sensor_actions = all.sensor_actions.and(&system.sensing.sensors[k].actions);
                }
            }
        }
        Ok(())
    }

    /// Lets the guards `fired` switch.
    fn switch_at(&mut self, t: f64, y: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        self.look_with_rates(t, y)?;
        if !self.system.order.loaded.is_empty() {
            self.accelerations()?;
        }
        self.watch_here()?;
        self.event.happened.clear();
        let system = Arc::clone(&self.system);
        let all = switch_all(self, &system, (t, y), fired)?;
        let Switched {
            moved,
            mut switched,
            sensor_actions,
            stops,
            contact_frictions,
            features,
            borders,
        } = all;
        if moved {
            // The multipliers belong to the axes of the new piece.
            self.accelerations()?;
            let nd = system.differential();
            y[nd..nd + system.rows.len()].copy_from_slice(&self.kkt.lambda);
        }
        self.event.sensor_actions = self.event.sensor_actions.and(&sensor_actions);
        let touching = features
            || [&stops, &contact_frictions, &borders]
                .iter()
                .any(|list| !list.is_empty());
        if touching {
            drawn_in::open_at_zeros(self, &stops)?;
            // What a switch that was only tried has left.
            self.contacts.next = None;
            let fresh = self.renew_features(&system, &borders);
            let frictions = contact_frictions.iter();
            let of_frictions = frictions.map(|k| system.rigid.contact_frictions[*k].stop);
            let causes = stops.iter().chain(&borders).chain(&fresh).copied();
            self.contacts.causes = causes.chain(of_frictions).collect();
        }
        self.note_floors();
        // Friction acts differently after an impact.
        self.event.only_jumped = !switched && system.rigid.contact_frictions.is_empty();
        if touching {
            switched = true;
            let changes = if system.rigid.contact_frictions.is_empty() {
                self.answer_contacts(t, y, &stops)?
            } else {
                self.answer_contact_friction(t, y, &stops, &contact_frictions)?
            };
            self.contacts.causes.clear();
            if changes && sensor_actions.response() != Response::Stop {
                return Ok(Response::Pause);
            }
            if !system.rigid.contact_frictions.is_empty() {
                self.report_multipliers_again(t, y)?;
            }
        }
        Ok(match sensor_actions.response() {
            Response::Continue if switched => Response::Restart,
            response => response,
        })
    }
}

/// Lets guards that fired together switch, then what looks at what they have switched, and has velocities follow what drives constraints.
fn switch_all(
    e: &mut Equations,
    system: &System,
    (t, y): (f64, &mut [f64]),
    fired: &[usize],
) -> Result<Switched, Fault> {
    let owner = |g: &usize| &system.arrays.guards[*g];
    let looks_at_flow = |g: &usize| match owner(g) {
        GuardOwner::Switch { .. } | GuardOwner::Sensor(_) => true,
        GuardOwner::Solid(place, slot) => {
            system.solid_contacts.has_formulas() || begins_deep(e, system, *place, *slot)
        }
        _ => false,
    };
    if fired.iter().any(looks_at_flow) {
        // The last look at the guards may have been elsewhere in the step.
        e.flow_here(system)?;
    }
    let mut all = Switched::default();
    let mut of_functions = fired.iter().map(owner);
    let switches = of_functions.any(|owner| matches!(owner, GuardOwner::Switch { .. }));
    let asked = if switches { asked(e, system) } else { None };
    for &g in fired {
        e.switch_guard(system, (t, g), y, &mut all)?;
    }
    if switches && !system.order.nested.is_empty() {
        nested::pass_on(e, system, (t, y), fired)?;
    }
    e.event.cannot_follow = asked.is_some();
    if let Some(asked) = asked
        && let Some(closed) = follow_drives(e, &asked, (t, y))?
    {
        all.moved = true;
        all.stops.extend(closed);
    }
    e.event.cannot_follow = false;
    Ok(all)
}
