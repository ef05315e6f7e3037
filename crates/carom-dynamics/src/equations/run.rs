//! The equations of one run: the system, its state, and room for what is computed.
#![allow(non_snake_case)]

use crate::elements::constraint::{Constraint, Equations as Rows};
use crate::equations::couplings::{self, joint_friction_coupling, load_coupling};
use crate::equations::feedback::state::Feedback;
use crate::equations::held::state::Held;
use crate::equations::jacobian::{Entries, Layout};
use crate::equations::kkt::Kkt;
use crate::equations::powers::Powers;
use crate::equations::ranges::state::Ranges;
use crate::equations::singular::approach::{Approach, Folding, folding};
use crate::mechanism::kinematics::{Body, Flow, chart_rate, chart_rotation};
use crate::system::motion::{DiscreteState, EvaluatedState, RunNumbers, SensorSide, View};
use crate::system::{ExtraState, SensorActions, System};
use carom_base::{Mat3, Number, Vec3};
use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{Fault, Formulation};
use std::sync::{Arc, OnceLock};

/// What came of the last event.
#[derive(Default)]
pub struct EventOutcome {
    /// What happened at the last event.
    pub happened: Vec<EventRecord>,
    /// How sensors want the run to go on since it was asked last.
    pub sensor_actions: SensorActions,
    /// Whether all that changed at the last event was the state.
    pub(in crate::equations) only_jumped: bool,
    /// Whether what a drive asks for is nothing that any coordinates could follow.
    pub(crate) cannot_follow: bool,
}

/// What is watched along a step.
pub(in crate::equations) struct Watching {
    /// What sensors see of accelerations and reactions.
    pub(in crate::equations) watch: Watch,
    /// Contacts beyond their laws.
    pub(in crate::equations) limits: Limits,
    /// Switches that constraints hold where they switch.
    pub(in crate::equations) held: Held,
    /// Bounds of guards over intervals of time; none where nothing is watched.
    pub(in crate::equations) ranges: Option<Box<Ranges>>,
}

/// Solids that touch, or may touch within a step.
pub(in crate::equations) struct Touching {
    /// Contacts of solids.
    pub(in crate::equations) solids: Solids,
    /// Contacts of groups of them.
    pub(in crate::equations) contact_groups: ContactGroups,
    /// Looks for touches inside a step.
    pub(in crate::equations) swept: Swept,
}

/// Generalized forces of the state and their powers, and what forces feed on.
pub(in crate::equations) struct Loads {
    pub(in crate::equations) force: Vec<f64>,
    pub(in crate::equations) applied_power: f64,
    pub(in crate::equations) friction: Vec<f64>,
    pub(in crate::equations) friction_power: f64,
    pub(in crate::equations) loaded: Vec<f64>,
    pub(in crate::equations) deforming: Vec<f64>,
    /// Functions and their operations, and places of contacts, whose forces begin as powers ([`carom_solve::Problem::is_rough`]).
    pub(in crate::equations) powers: Powers,
    /// Forces that look at accelerations.
    pub(in crate::equations) feedback: Feedback,
    /// Number of places of friction in the matrix at acceleration level; those of other forces follow.
    pub(in crate::equations) friction_coupling: usize,
    /// Where those of accelerations begin.
    pub(in crate::equations) fed_coupling: usize,
    /// Where those of rigid contacts begin.
    pub(in crate::equations) contact_friction_coupling: usize,
}

/// Which equations the unknowns have, and the sizes of these.
pub(in crate::equations) struct Form {
    pub(in crate::equations) formulation: Formulation,
    /// Whether the pattern of the Jacobian has room for both formulations.
    pub(in crate::equations) has_both_formulations: bool,
    /// Are there constraints of other kinds than a pair of markers?
    pub(in crate::equations) has_other_rows: bool,
    pub(in crate::equations) jacobian_layout: OnceLock<JacobianLayout>,
    pub(in crate::equations) mass: Matrix,
    pub(in crate::equations) index: Vec<u8>,
    /// Sizes of the differential unknowns and of the rows of the constraints that absolute tolerances are measured by.
    pub(in crate::equations) sizes: Vec<f64>,
    pub(in crate::equations) row_sizes: Vec<f64>,
}

/// Room for what is computed anew at each look.
pub(in crate::equations) struct Buffers {
    pub(in crate::equations) gradients: Vec<f64>,
    pub(in crate::equations) stabilization: Vec<f64>,
    pub(in crate::equations) rows: Vec<f64>,
    pub(in crate::equations) rates: Vec<f64>,
    pub(in crate::equations) scratch: Vec<f64>,
    /// A state as it will be soon.
    pub(in crate::equations) moved: Vec<f64>,
    /// Room for what is kept of the past.
    pub(in crate::equations) delay_room: crate::mechanism::delay::Room,
    pub(in crate::equations) delay_state: (Vec<f64>, Vec<f64>),
    pub(in crate::equations) room: Room,
    /// Contacts that slide, each with its speed and that of rest: room of the questions about them.
    pub(in crate::equations) slipping: Vec<(usize, f64, f64)>,
}

/// How near singular positions are.
pub(crate) struct Singular {
    /// How near the mechanism is to a singular position.
    pub(crate) approach: Approach,
    /// Constant-velocity joints, see [`folding`].
    pub(in crate::equations) folding: Vec<Folding>,
}

/// How the last equilibrium was found.
#[derive(Default)]
pub(crate) struct SearchOutcome {
    /// Searches for equilibrium that took the fallback by dynamics.
    pub(crate) relaxed_searches: u64,
    /// Whether the last equilibrium is where the bodies stood, held by friction.
    pub(crate) rests_by_friction: bool,
}

use crate::equations::contact::state::Contacts;
use crate::equations::contact::state::IMPACT_NUMBERS;
use crate::equations::contact::stick_slip::CONTACT_FRICTION_NUMBERS;
use crate::equations::contact_groups::state::ContactGroups;
use crate::equations::event_record::EventRecord;
use crate::equations::limits::state::Limits;
use crate::equations::solids::state::Solids;
use crate::equations::swept::state::Swept;
use crate::equations::watch::state::Watch;
/// A system with the state of one run.
pub struct Equations {
    /// The system.
    pub system: Arc<System>,
    /// Modes, turns.
    pub memory: DiscreteState,
    /// The state last looked at.
    pub now: EvaluatedState<f64>,
    /// Rigid contacts.
    pub(in crate::equations) contacts: Contacts,
    /// Solver at acceleration level.
    pub kkt: Kkt,
    /// Orientation at the origin of the chart, of each body.
    pub(in crate::equations) base: Vec<Mat3>,
    pub(in crate::equations) flow: EvaluatedState<Flow>,
    /// What came of the last event.
    pub event: EventOutcome,
    /// What is watched along a step.
    pub(in crate::equations) watching: Watching,
    /// Solids that touch, or may touch within a step.
    pub(in crate::equations) touching: Touching,
    /// Generalized forces of the state and their powers, and what forces feed on.
    pub(in crate::equations) loads: Loads,
    /// Which equations the unknowns have, and the sizes of these.
    pub(in crate::equations) form: Form,
    /// Room for what is computed anew at each look.
    pub(in crate::equations) buffers: Buffers,
    /// How near singular positions are.
    pub(crate) singular: Singular,
    /// How the last equilibrium was found.
    pub(crate) search: SearchOutcome,
}

/// Where the Jacobian may be nonzero.
pub(in crate::equations) struct JacobianLayout {
    pub(in crate::equations) layout: Layout,
    /// What forces add that look at accelerations: number of the measure, row, column.
    pub(in crate::equations) fed: Vec<(usize, usize, usize)>,
}

/// The most guards of one function.
pub(in crate::equations) const MOST_GUARDS: usize = 256;

/// Room for the inputs, registers and guards of one function.
#[derive(Default)]
pub(in crate::equations) struct Room {
    pub(in crate::equations) values: Vec<f64>,
    pub(in crate::equations) rates: Vec<f64>,
    pub(in crate::equations) registers: Vec<Flow>,
    pub(in crate::equations) plain: Vec<f64>,
    pub(in crate::equations) partials: Vec<f64>,
    pub(in crate::equations) adjoints: Vec<f64>,
    pub(in crate::equations) guards: Vec<(f64, f64, f64)>,
    /// For the gradients of circles of functions: the matrix, and what each function looks at outside.
    pub(in crate::equations) matrix: Vec<f64>,
    pub(in crate::equations) direct: Vec<f64>,
}

impl Room {
    /// Enough for each function of a system.
    pub(in crate::equations) fn new(system: &System) -> Self {
        let most = |of: fn(&crate::mechanism::function::Function) -> usize| {
            system.mechanism.functions.iter().map(of).max().unwrap_or(0)
        };
        let inputs = most(|f| f.sources.len());
        let registers = most(|f| f.tape.registers());
        let circle = system
            .order
            .loops
            .iter()
            .map(crate::system::algebraic_loop::AlgebraicLoop::len)
            .max()
            .unwrap_or(0);
        let support = most(|f| f.support());
        Self {
            values: vec![0.0; inputs],
            rates: vec![0.0; inputs],
            registers: vec![Flow::constant(0.0); registers],
            plain: vec![0.0; registers],
            partials: vec![0.0; inputs],
            adjoints: vec![0.0; registers],
            guards: vec![(f64::INFINITY, 0.0, 1.0); most(|f| f.guards.len())],
            matrix: vec![0.0; circle * circle],
            direct: vec![0.0; circle * support],
        }
    }
}

impl Watching {
    fn new(system: &System) -> Self {
        let is_any = !system.arrays.guards.is_empty();
        Self {
            watch: Watch::new(system),
            limits: Limits::new(system),
            held: Held::default(),
            ranges: is_any.then(|| Box::new(Ranges::new(system))),
        }
    }
}

impl Touching {
    fn new(system: &System) -> Self {
        Self {
            solids: Solids::new(system),
            contact_groups: ContactGroups::new(system),
            swept: Swept::default(),
        }
    }
}

impl Loads {
    /// With the places where forces enter the matrix at acceleration level.
    fn new(system: &System) -> (Self, Vec<(usize, usize, f64)>) {
        let mut coupling = joint_friction_coupling(system);
        let friction_coupling = coupling.len();
        coupling.extend(load_coupling(system));
        let fed_coupling = coupling.len();
        coupling.extend(couplings::fed_coupling(system));
        let contact_friction_coupling = coupling.len();
        coupling.extend(couplings::contact_friction_coupling(system));
        let p = system.mechanism.positions;
        let loads = Self {
            force: vec![0.0; p],
            applied_power: 0.0,
            friction: vec![0.0; p],
            friction_power: 0.0,
            loaded: vec![0.0; p],
            deforming: vec![0.0; system.extra.states.len()],
            powers: Powers::new(system),
            feedback: Feedback::new(system),
            friction_coupling,
            fed_coupling,
            contact_friction_coupling,
        };
        (loads, coupling)
    }
}

impl Form {
    fn new(system: &System) -> Self {
        let is_other = |c: &Constraint| !matches!(c.equations, Rows::Pair(_));
        let index = |k: usize| if k < system.differential() { 1 } else { 2 };
        Self {
            formulation: Formulation::default(),
            has_both_formulations: false,
            has_other_rows: system.constraints.iter().any(is_other),
            jacobian_layout: OnceLock::new(),
            mass: mass_matrix(system),
            index: (0..system.dimension()).map(index).collect(),
            sizes: system.mechanism.scale.of_unknowns(system),
            row_sizes: system.mechanism.scale.of_rows(system),
        }
    }
}

impl Buffers {
    fn new(system: &System) -> Self {
        let rows = system.all_rows;
        Self {
            gradients: vec![0.0; system.arrays.gradients],
            stabilization: vec![0.0; system.mechanism.positions],
            rows: vec![0.0; rows],
            rates: vec![0.0; rows],
            scratch: vec![0.0; rows.max(system.rows.len())],
            moved: vec![0.0; system.differential()],
            delay_room: crate::mechanism::delay::Room::default(),
            delay_state: (Vec::new(), Vec::new()),
            room: Room::new(system),
            slipping: Vec::with_capacity(system.rigid.contact_frictions.len()),
        }
    }
}

/// Bodies of a state in the charts `base`.
pub(in crate::equations) fn place_bodies(
    system: &System,
    base: &[Mat3],
    y: &[f64],
    bodies: &mut [Body<f64>],
) {
    let n = system.mechanism.positions;
    for ((body, data), base) in bodies.iter_mut().zip(&system.mechanism.bodies).zip(base) {
        let (q, v) = (&y[data.first..], &y[n + data.first..]);
        body.r = Vec3::new(q[0], q[1], q[2]);
        body.v = Vec3::new(v[0], v[1], v[2]);
        if data.turns {
            body.R = chart_rotation(base, &Vec3::new(q[3], q[4], q[5]));
            body.w = Vec3::new(v[3], v[4], v[5]);
        }
    }
}

/// The rate of an extra state, `power` being that of the work; `None`: of surfaces that deform, which forces know.
pub(crate) fn rate_of_state<T: Number>(
    system: &System,
    now: &EvaluatedState<T>,
    k: usize,
    power: T,
) -> Option<T> {
    match &system.extra.states[k] {
        ExtraState::Diff(f) | ExtraState::MotionDisplacement(f) | ExtraState::MotionVelocity(f) => {
            Some(now.values[*f])
        }
        ExtraState::MotionPosition => Some(now.states[k + 1]),
        ExtraState::Deformation(..) | ExtraState::Bristles(..) => None,
        ExtraState::Number(_) => Some(T::zero()),
        ExtraState::Work => Some(power),
    }
}

impl Equations {
    /// The equations of a system at its start (before assembly).
    pub fn new(system: Arc<System>) -> Self {
        let mut now = EvaluatedState::new(&system);
        for (body, data) in now.bodies.iter_mut().zip(&system.mechanism.bodies) {
            *body = data.start;
        }
        now.states.copy_from_slice(&system.extra.state_start);
        now.place_markers(&system);
        let (loads, coupling) = Loads::new(&system);
        Self {
            event: EventOutcome::default(),
            watching: Watching::new(&system),
            touching: Touching::new(&system),
            loads,
            form: Form::new(&system),
            buffers: Buffers::new(&system),
            singular: Singular {
                approach: Approach::default(),
                folding: folding(&system, &now.bodies),
            },
            search: SearchOutcome::default(),
            memory: initial_memory(&system),
            contacts: Contacts::new(&system),
            kkt: Kkt::new(&system, coupling),
            base: now.bodies.iter().map(|b| b.R).collect(),
            flow: EvaluatedState::new(&system),
            now,
            system,
        }
    }

    /// Where the Jacobian may be nonzero: found when it is asked for first, as explicit methods have no use for it.
    pub(in crate::equations) fn jacobian_layout(&self) -> &JacobianLayout {
        self.form.jacobian_layout.get_or_init(|| {
            let mut sequence = Vec::new();
            self.fill(&mut Entries::Record(&mut sequence));
            let fed = self.feed_pattern(&mut sequence);
            let layout = Layout::new(self.system.dimension(), &sequence);
            JacobianLayout { layout, fed }
        })
    }

    /// Puts a state into the arrays: bodies, markers, extra states, functions.
    ///
    /// Functions that depend on reactions get theirs by the multipliers in the arrays, and are not right before
    /// [`Equations::accelerations`].
    pub fn look(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.place(t, y);
        self.touching.solids.sound()?;
        let system = &self.system;
        self.now.evaluate(system, &self.memory, system.looked_at());
        self.check_functions(system.looked_at())
    }

    /// Puts a state into the arrays: bodies, markers, extra states.
    pub fn place(&mut self, t: f64, y: &[f64]) {
        let n = self.system.mechanism.positions;
        self.now.time = t;
        place_bodies(&self.system, &self.base, y, &mut self.now.bodies);
        self.now
            .states
            .copy_from_slice(&y[2 * n..self.system.differential()]);
        self.now.move_markers(&self.system);
        self.touch();
    }

    /// As [`Equations::look`], with the rates of the geometry of contacts.
    pub(in crate::equations) fn look_with_rates(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.touching.solids.with_rates = true;
        let seen = self.look(t, y);
        self.touching.solids.with_rates = false;
        seen
    }

    /// As [`Equations::look_with_rates`], as far as guards look.
    pub(in crate::equations) fn look_for_guards(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.touching.solids.with_rates = true;
        self.place(t, y);
        self.touching.solids.with_rates = false;
        self.touching.solids.sound()?;
        let system = &self.system;
        self.now
            .evaluate(system, &self.memory, &system.order.guarded);
        self.check_functions(&system.order.guarded)
    }

    /// Writes the state in the arrays as unknowns at the chart's origin; multipliers are zero.
    pub fn unknowns(&mut self) -> Vec<f64> {
        let n = self.system.mechanism.positions;
        let mut y = vec![0.0; self.system.dimension()];
        for ((body, data), base) in self
            .now
            .bodies
            .iter()
            .zip(&self.system.mechanism.bodies)
            .zip(&mut self.base)
        {
            *base = body.R;
            y[data.first..data.first + 3].copy_from_slice(&body.r.to_array());
            y[n + data.first..n + data.first + 3].copy_from_slice(&body.v.to_array());
            if data.turns {
                y[n + data.first + 3..n + data.first + 6].copy_from_slice(&body.w.to_array());
            }
        }
        y[2 * n..self.system.differential()].copy_from_slice(&self.now.states);
        y
    }

    /// What absolute tolerances of an extra state are measured by.
    pub(crate) fn size_of_state(&self, state: usize) -> f64 {
        self.form.sizes[2 * self.system.mechanism.positions + state]
    }

    /// Rates of the extra states, with the power of the forces for [`ExtraState::Work`].
    pub(crate) fn state_rates_into(&self, power: f64, out: &mut [f64]) {
        for k in 0..self.system.extra.states.len() {
            let rate = rate_of_state(&self.system, &self.now, k, power);
            out[k] = rate.unwrap_or_else(|| self.loads.deforming[k]);
        }
    }

    /// Whether reactions are in the rate of extra state `k`: they are in the power of driven constraints and of friction.
    pub(crate) fn integrates_reactions(&self, k: usize) -> bool {
        let system = &self.system;
        match &system.extra.states[k] {
            ExtraState::Work => {
                self.form.has_other_rows
                    || !system.frictions.is_empty()
                    || !system.order.loaded.is_empty()
            }
            ExtraState::Diff(f) => system.order.loaded.contains(f),
            _ => false,
        }
    }

    /// A look at the state in the arrays.
    pub fn view(&self) -> View<'_, f64> {
        View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        }
    }

    /// Multipliers of all rows, zero for redundant ones, from those of the kept rows.
    pub fn spread_multipliers(&mut self, kept: &[f64]) {
        self.now.multipliers.fill(0.0);
        for (row, l) in self.system.rows.iter().zip(kept) {
            self.now.multipliers[*row] = *l;
        }
    }

    /// Multipliers of all rows.
    pub fn multipliers(&self) -> &[f64] {
        &self.now.multipliers
    }

    /// Φ of all rows for the state in the arrays; zero for open stops.
    pub fn constraint_values(&mut self) -> &[f64] {
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for c in self.system.acting() {
            let range = c.first_row..c.first_row + c.rows();
            c.values(&self.system.mechanism, &view, &mut self.buffers.rows[range]);
        }
        for row in self.system.open_rows() {
            self.buffers.rows[row] = 0.0;
        }
        &self.buffers.rows
    }

    /// What [`Equations::constraint_values`] found for a row.
    pub(crate) fn residual(&self, row: usize) -> f64 {
        self.buffers.rows[row]
    }

    /// Φ' of all rows for the state in the arrays; zero for open stops.
    pub fn constraint_rates(&mut self) -> &[f64] {
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for c in self.system.acting() {
            let range = c.first_row..c.first_row + c.rows();
            c.rates(
                &self.system.mechanism,
                &view,
                &mut self.buffers.rates[range],
            );
        }
        for row in self.system.open_rows() {
            self.buffers.rates[row] = 0.0;
        }
        &self.buffers.rates
    }

    /// Rates of the differential unknowns of the state in the arrays, after [`Equations::accelerations`].
    pub(in crate::equations) fn explicit_rates_into(&self, y: &[f64], dy: &mut [f64]) {
        let n = self.system.mechanism.positions;
        dy[n..2 * n].copy_from_slice(&self.kkt.a);
        self.position_rates_into(y, None, dy);
        let power = self.power();
        self.state_rates_into(power, &mut dy[2 * n..self.system.differential()]);
    }

    /// `q'`, with the stabilization's velocity correction if there is one.
    pub(in crate::equations) fn position_rates_into(
        &self,
        y: &[f64],
        correction: Option<&[f64]>,
        dy: &mut [f64],
    ) {
        for (body, data) in self.now.bodies.iter().zip(&self.system.mechanism.bodies) {
            let k = data.first;
            let (mut v, mut w) = (body.v, body.w);
            if let Some(c) = correction {
                v -= Vec3::new(c[k], c[k + 1], c[k + 2]);
                if data.turns {
                    w -= Vec3::new(c[k + 3], c[k + 4], c[k + 5]) / (data.radius * data.radius);
                }
            }
            dy[k..k + 3].copy_from_slice(&v.to_array());
            if data.turns {
                let rate = chart_rate(&Vec3::new(y[k + 3], y[k + 4], y[k + 5]), &w);
                dy[k + 3..k + 6].copy_from_slice(&rate.to_array());
            }
        }
    }

    /// Forgets all that is remembered for speed only: what comes depends on time, state and memory alone.
    pub fn renew(&mut self) {
        self.kkt.renew();
        self.contacts.renew();
        self.watching.watch.renew();
        self.loads.powers.renew(&self.system, &self.memory);
        self.singular.approach = Approach::default();
        self.event.happened.clear();
    }

    /// Orientation of each body at the origin of the current chart.
    pub fn charts(&self) -> &[Mat3] {
        &self.base
    }

    /// Sets the orientations at the origin of the current chart.
    pub fn set_charts(&mut self, charts: &[Mat3]) {
        self.base.copy_from_slice(charts);
    }

    /// The same equations for a system that keeps other rows.
    pub fn replace_rows(&mut self, system: Arc<System>) {
        let mut other = Self::new(system);
        other.now = self.now.clone();
        other.now.multipliers = vec![0.0; other.system.all_rows];
        other.memory = self.memory.clone();
        other.take_formulation(self.form.formulation);
        other.kkt.weights = std::mem::take(&mut self.kkt.weights);
        other.kkt.arms = std::mem::take(&mut self.kkt.arms);
        *self = other;
    }

    /// Kinetic energy and energy in the field of gravity of the state in the arrays.
    pub fn energies(&self) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for (body, data) in self.now.bodies.iter().zip(&self.system.mechanism.bodies) {
            sum[0] += data.kinetic_energy(body);
            sum[1] -= data.mass * self.system.mechanism.gravity.dot(&body.r);
        }
        sum
    }

    /// What absolute tolerances of a differential unknown are measured by.
    pub(crate) fn size_of_unknown(&self, k: usize) -> f64 {
        self.form.sizes[k]
    }

    /// Whether a force acts that begins, and may end, as a power whose exponent is no whole number.
    pub(crate) fn powers_act(&self) -> bool {
        self.loads.powers.some_act(&self.system, &self.memory)
    }

    /// Pattern of the Jacobian.
    pub fn pattern_of_jacobian(&self) -> &Pattern {
        &self.jacobian_layout().layout.pattern
    }
}

/// Discrete state before modes are initialized.
pub(in crate::equations) fn initial_memory(system: &System) -> DiscreteState {
    DiscreteState {
        modes: start_modes(system),
        turns: vec![0.0; system.arrays.turns.len()],
        sensors: {
            let own = system.sensing.sensor_slots - system.sensing.slot_start.len();
            [&vec![0.0; own][..], &system.sensing.slot_start].concat()
        },
        sides: vec![SensorSide::Unknown; system.sensing.sensor_slots],
        mode: 4.0,
        impacts: vec![f64::NAN; IMPACT_NUMBERS * system.rigid.stops.len()],
        contact_frictions: vec![
            0.0;
            CONTACT_FRICTION_NUMBERS * system.rigid.contact_frictions.len()
        ],
        anchors: vec![f64::NAN; 3 * system.solid_contacts.places.len()],
        loops: system
            .order
            .loops
            .iter()
            .flat_map(|l| &l.start)
            .copied()
            .collect(),
        pasts: vec![crate::mechanism::delay::Past::default(); system.order.delays.len()],
        numbers: RunNumbers::default(),
    }
}

/// Modes before they are settled: contacts on curves stand on the pieces that assembly found.
pub(in crate::equations) fn start_modes(system: &System) -> Vec<carom_expr::tape::Mode> {
    let mut modes = vec![0; system.arrays.modes];
    for pair in system.curve_pairs() {
        for (mode, piece) in modes[pair.1.modes.clone()].iter_mut().zip(pair.1.start) {
            *mode = piece as carom_expr::tape::Mode;
        }
    }
    modes
}

/// Takes a buffer of at least `n` numbers out of its owner.
pub(in crate::equations) fn vec_take(owner: &mut Vec<f64>, n: usize) -> Vec<f64> {
    let mut v = std::mem::take(owner);
    if v.len() < n {
        v.resize(n, 0.0);
    }
    v
}

pub(in crate::equations) fn mass_matrix(system: &System) -> Matrix {
    let (n, nd) = (system.mechanism.positions, system.differential());
    let mut entries: Vec<(usize, usize, f64)> = (0..n).map(|k| (k, k, 1.0)).collect();
    for data in &system.mechanism.bodies {
        let k = n + data.first;
        for a in 0..3 {
            entries.push((k + a, k + a, data.mass));
            if data.turns {
                for b in 0..3 {
                    entries.push((k + 3 + a, k + 3 + b, data.inertia[(a, b)]));
                }
            }
        }
    }
    entries.extend((2 * n..nd).map(|k| (k, k, 1.0)));
    Matrix::from_entries(system.dimension(), &entries)
}
