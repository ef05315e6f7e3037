//! The equations of motion as a [`carom_solve::Problem`].
//!
//! Unknowns `y = [q, v, x | λ, μ]`: positions (centre of mass; rotation vector in the chart of the step's start),
//! velocities (centre of mass on ground axes, angular on body axes), extra states, multipliers of the constraints and
//! of the stabilization (Gear, Leimkuhler, Gupta 1985):
//!
//! ```text
//! q' = T(q)⁻¹(v − W⁻¹·Gᵀ·μ)     M·v' = F(t, q, v, x) + Gᵀ·λ     x' = h(t, q, v, x)     Φ(t, q, x) = 0     G·v + Φ_t = 0
//! ```
//!
//! In the formulation of index 3 ([`Formulation::Positions`]) the last of these and μ in the first are left out; `μ = 0` stands in their
//! place.
//!
//! Masses are divided by the units consistency factor, so that forces and multipliers are in model units.
#![allow(non_snake_case)]

use crate::constraint::Equations as Rows;
use crate::jacobian::{Entries, Layout};
use crate::kinematics::{Body, Flow, chart_rate, chart_rotation};
use crate::kkt::Kkt;
use crate::motion::{DiscreteState, EvaluatedState, RunNumbers, View};
use crate::system::{ExtraState, SensorActions, System};
use applied_forces::{accumulate, power_on};
use carom_base::{Mat3, Number, Vec3};
use carom_model::run::EventKind;
use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{Fault, Formulation};
use contact::Contacts;
pub use contact::IMPACT_NUMBERS;
pub use contact_friction::CONTACT_FRICTION_NUMBERS;
use contact_groups::ContactGroups;
pub use features::MOST_POINTS;
pub(crate) use feedback::measured;
pub(crate) use islands::Islands;
pub(crate) use joint_coordinates::{InJoints, JointCoordinates, Leaving, in_joints, joints_pay};
use joint_friction::{FRICTION_ITERATIONS, coupling, no_friction};
use limits::Limits;
use powers::Powers;
use solids::Solids;
use std::sync::{Arc, OnceLock};
use swept::Swept;
use watch::Watch;

mod accelerations;
mod applied_forces;
mod contact;
mod contact_friction;
mod contact_friction_events;
mod contact_groups;
mod contact_rows;
mod contact_statics;
mod delays;
pub(crate) mod drawn_in;
mod features;
mod feedback;
mod formulation;
mod friction_impact;
mod function_faults;
mod held;
mod islands;
mod joint_coordinates;
mod joint_friction;
mod limits;
mod linearization;
mod pieces;
mod powers;
mod pressing;
mod problem;
mod ranges;
mod singular;
mod solid_ranges;
mod solids;
mod swept;
mod switching;
mod turns;
mod watch;

/// An event as the equations saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRecord {
    /// What.
    pub kind: EventKind,
    /// Which element.
    pub element: String,
    /// Gap of a contact; not a number otherwise.
    pub gap: f64,
    /// Its rate.
    pub rate: f64,
    /// Value of the function that switched, just after.
    pub value: f64,
    /// Whether a frame is asked for.
    pub print: bool,
    /// Its rate after the event.
    pub rate_after: f64,
    /// Impulse of an impact.
    pub impulse: f64,
    /// When, if not at the time of the event itself.
    pub time: Option<f64>,
    /// Which stop it is about, if one: an element may have several.
    pub stop: usize,
}

impl EventRecord {
    /// An event without an impact.
    pub fn new(kind: EventKind, element: String, gap: f64, rate: f64, value: f64) -> Self {
        Self {
            kind,
            element,
            gap,
            rate,
            value,
            print: false,
            rate_after: rate,
            impulse: 0.0,
            time: None,
            stop: 0,
        }
    }
}

/// A system with the state of one run.
pub struct Equations {
    /// The system.
    pub system: Arc<System>,
    /// Modes, turns.
    pub memory: DiscreteState,
    /// The state last looked at.
    pub now: EvaluatedState<f64>,
    /// What happened at the last event.
    pub happened: Vec<EventRecord>,
    /// How sensors want the run to go on since it was asked last.
    pub sensor_actions: SensorActions,
    /// Whether all that changed at the last event was the state.
    only_jumped: bool,
    /// What sensors see of accelerations and reactions.
    watch: Watch,
    /// Rigid contacts.
    contacts: Contacts,
    /// Contacts of solids.
    solids: Solids,
    /// Contacts of groups of them.
    contact_groups: ContactGroups,
    /// Looks for touches inside a step.
    swept: Swept,
    /// Contacts that slide, each with its speed and that of rest: room of the questions about them.
    slipping: Vec<(usize, f64, f64)>,
    /// Contacts beyond their laws.
    limits: Limits,
    /// Solver at acceleration level.
    pub kkt: Kkt,
    /// Orientation at the origin of the chart, of each body.
    base: Vec<Mat3>,
    flow: EvaluatedState<Flow>,
    /// Are there constraints of other kinds than a pair of markers?
    has_other_rows: bool,
    /// Functions and their operations, and places of contacts, whose forces begin as powers ([`Problem::is_rough`]).
    powers: Powers,
    formulation: Formulation,
    /// Whether the pattern of the Jacobian has room for both formulations.
    has_both_formulations: bool,
    jacobian_layout: OnceLock<JacobianLayout>,
    mass: Matrix,
    index: Vec<u8>,
    /// Sizes of the differential unknowns and of the rows of the constraints that absolute tolerances are measured by.
    sizes: Vec<f64>,
    row_sizes: Vec<f64>,
    gradients: Vec<f64>,
    force: Vec<f64>,
    applied_power: f64,
    friction: Vec<f64>,
    loaded: Vec<f64>,
    /// Number of places of friction in the matrix at acceleration level; those of other forces follow.
    friction_coupling: usize,
    /// Where those of accelerations begin.
    fed_coupling: usize,
    /// Where those of rigid contacts begin.
    contact_friction_coupling: usize,
    /// Forces that look at accelerations.
    feedback: feedback::Feedback,
    friction_power: f64,
    deforming: Vec<f64>,
    stabilization: Vec<f64>,
    rows: Vec<f64>,
    rates: Vec<f64>,
    scratch: Vec<f64>,
    room: Room,
    /// Searches for equilibrium that took the fallback by dynamics.
    pub(crate) relaxed_searches: u64,
    /// Whether the last equilibrium is where the bodies stood, held by friction.
    pub(crate) rests_by_friction: bool,
    /// How near the mechanism is to a singular position.
    pub(crate) approach: singular::Approach,
    /// Constant-velocity joints, see [`singular::folding`].
    folding: Vec<singular::Folding>,
    /// A state as it will be soon.
    moved: Vec<f64>,
    /// Room for what is kept of the past.
    delay_room: crate::delay::Room,
    delay_state: (Vec<f64>, Vec<f64>),
    /// Bounds of guards over intervals of time; none where nothing is watched.
    ranges: Option<Box<ranges::Ranges>>,
    /// Switches that constraints hold where they switch.
    held: held::Held,
}

/// Where the Jacobian may be nonzero.
struct JacobianLayout {
    layout: Layout,
    /// What forces add that look at accelerations: number of the measure, row, column.
    fed: Vec<(usize, usize, usize)>,
}

/// The most guards of one function.
const MOST_GUARDS: usize = 256;

/// Room for the inputs, registers and guards of one function.
#[derive(Default)]
struct Room {
    values: Vec<f64>,
    rates: Vec<f64>,
    registers: Vec<Flow>,
    plain: Vec<f64>,
    partials: Vec<f64>,
    adjoints: Vec<f64>,
    guards: Vec<(f64, f64, f64)>,
    /// For the gradients of circles of functions: the matrix, and what each function looks at outside.
    matrix: Vec<f64>,
    direct: Vec<f64>,
}

impl Room {
    /// Enough for each function of a system.
    fn new(system: &System) -> Self {
        let most = |of: fn(&crate::function::Function) -> usize| {
            system.mechanism.functions.iter().map(of).max().unwrap_or(0)
        };
        let inputs = most(|f| f.sources.len());
        let registers = most(|f| f.tape.registers());
        let circle = system
            .loops
            .iter()
            .map(crate::algebraic_loop::AlgebraicLoop::len)
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

/// Bodies of a state in the charts `base`.
fn place_bodies(system: &System, base: &[Mat3], y: &[f64], bodies: &mut [Body<f64>]) {
    let n = system.positions;
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

impl Equations {
    /// The equations of a system at its start (before assembly).
    pub fn new(system: Arc<System>) -> Self {
        let (n, p, m) = (system.dimension(), system.positions, system.rows.len());
        let index = (0..n)
            .map(|k| if k < system.differential() { 1 } else { 2 })
            .collect();
        let mut now = EvaluatedState::new(&system);
        for (body, data) in now.bodies.iter_mut().zip(&system.mechanism.bodies) {
            *body = data.start;
        }
        now.states.copy_from_slice(&system.state_start);
        now.place_markers(&system);
        let mut couplings = coupling(&system);
        let friction_coupling = couplings.len();
        couplings.extend(linearization::load_coupling(&system));
        let fed_coupling = couplings.len();
        couplings.extend(feedback::coupling(&system));
        let contact_friction_coupling = couplings.len();
        couplings.extend(contact_friction::coupling(&system));
        Self {
            memory: initial_memory(&system),
            base: now.bodies.iter().map(|b| b.R).collect(),
            flow: EvaluatedState::new(&system),
            has_other_rows: system
                .constraints
                .iter()
                .any(|c| !matches!(c.equations, Rows::Pair(_))),
            kkt: Kkt::new(&system, couplings),
            friction_coupling,
            fed_coupling,
            contact_friction_coupling,
            powers: Powers::new(&system),
            feedback: feedback::Feedback::new(&system),
            formulation: Formulation::default(),
            has_both_formulations: false,
            jacobian_layout: OnceLock::new(),
            mass: mass_matrix(&system),
            index,
            sizes: system.scale.of_unknowns(&system),
            row_sizes: system.scale.of_rows(&system),
            gradients: vec![0.0; system.gradients],
            force: vec![0.0; p],
            applied_power: 0.0,
            friction: vec![0.0; p],
            loaded: vec![0.0; p],
            friction_power: 0.0,
            deforming: vec![0.0; system.states.len()],
            stabilization: vec![0.0; p],
            rows: vec![0.0; system.all_rows],
            rates: vec![0.0; system.all_rows],
            scratch: vec![0.0; system.all_rows.max(m)],
            room: Room::new(&system),
            relaxed_searches: 0,
            rests_by_friction: false,
            approach: singular::Approach::default(),
            folding: singular::folding(&system, &now.bodies),
            moved: vec![0.0; system.differential()],
            happened: Vec::new(),
            sensor_actions: SensorActions::default(),
            only_jumped: false,
            watch: Watch::new(&system),
            contacts: Contacts::new(&system),
            solids: Solids::new(&system),
            contact_groups: ContactGroups::new(&system),
            held: held::Held::default(),
            ranges: (!system.guards.is_empty()).then(|| Box::new(ranges::Ranges::new(&system))),
            swept: Swept::default(),
            delay_room: crate::delay::Room::default(),
            delay_state: (Vec::new(), Vec::new()),
            slipping: Vec::with_capacity(system.contact_frictions.len()),
            limits: Limits::new(&system),
            now,
            system,
        }
    }

    /// Where the Jacobian may be nonzero: found when it is asked for first, as explicit methods have no use for it.
    fn jacobian_layout(&self) -> &JacobianLayout {
        self.jacobian_layout.get_or_init(|| {
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
        self.solids.sound()?;
        let system = &self.system;
        self.now.evaluate(system, &self.memory, system.looked_at());
        self.check_functions(system.looked_at())
    }

    /// Puts a state into the arrays: bodies, markers, extra states.
    pub fn place(&mut self, t: f64, y: &[f64]) {
        let n = self.system.positions;
        self.now.time = t;
        place_bodies(&self.system, &self.base, y, &mut self.now.bodies);
        self.now
            .states
            .copy_from_slice(&y[2 * n..self.system.differential()]);
        self.now.move_markers(&self.system);
        self.touch();
    }

    /// As [`Equations::look`], with the rates of the geometry of contacts.
    fn look_with_rates(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.solids.with_rates = true;
        let seen = self.look(t, y);
        self.solids.with_rates = false;
        seen
    }

    /// As [`Equations::look_with_rates`], as far as guards look.
    fn look_for_guards(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.solids.with_rates = true;
        self.place(t, y);
        self.solids.with_rates = false;
        self.solids.sound()?;
        let system = &self.system;
        self.now.evaluate(system, &self.memory, &system.guarded);
        self.check_functions(&system.guarded)
    }

    /// Writes the state in the arrays as unknowns at the chart's origin; multipliers are zero.
    pub fn unknowns(&mut self) -> Vec<f64> {
        let n = self.system.positions;
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
        self.sizes[2 * self.system.positions + state]
    }

    /// Rates of the extra states, with the power of the forces for [`ExtraState::Work`].
    pub(crate) fn state_rates_into(&self, power: f64, out: &mut [f64]) {
        for (k, state) in self.system.states.iter().enumerate() {
            out[k] = match state {
                ExtraState::Diff(f)
                | ExtraState::MotionDisplacement(f)
                | ExtraState::MotionVelocity(f) => self.now.values[*f],
                ExtraState::MotionPosition => self.now.states[k + 1],
                ExtraState::Deformation(..) | ExtraState::Bristles(..) => self.deforming[k],
                ExtraState::Number(_) => 0.0,
                ExtraState::Work => power,
            };
        }
    }

    /// Whether reactions are in the rate of extra state `k`: they are in the power of driven constraints and of friction.
    pub(crate) fn integrates_reactions(&self, k: usize) -> bool {
        let system = &self.system;
        match &system.states[k] {
            ExtraState::Work => {
                self.has_other_rows || !system.frictions.is_empty() || !system.loaded.is_empty()
            }
            ExtraState::Diff(f) => system.loaded.contains(f),
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
            c.values(&self.system.mechanism, &view, &mut self.rows[range]);
        }
        for row in self.system.open_rows() {
            self.rows[row] = 0.0;
        }
        &self.rows
    }

    /// What [`Equations::constraint_values`] found for a row.
    pub(crate) fn residual(&self, row: usize) -> f64 {
        self.rows[row]
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
            c.rates(&self.system.mechanism, &view, &mut self.rates[range]);
        }
        for row in self.system.open_rows() {
            self.rates[row] = 0.0;
        }
        &self.rates
    }

    /// Rates of the differential unknowns of the state in the arrays, after [`Equations::accelerations`].
    fn explicit_rates_into(&self, y: &[f64], dy: &mut [f64]) {
        let n = self.system.positions;
        dy[n..2 * n].copy_from_slice(&self.kkt.a);
        self.position_rates_into(y, None, dy);
        let power = self.power();
        self.state_rates_into(power, &mut dy[2 * n..self.system.differential()]);
    }

    /// `q'`, with the stabilization's velocity correction if there is one.
    fn position_rates_into(&self, y: &[f64], correction: Option<&[f64]>, dy: &mut [f64]) {
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
        self.watch.renew();
        self.powers.renew(&self.system, &self.memory);
        self.approach = singular::Approach::default();
        self.happened.clear();
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
        other.take_formulation(self.formulation);
        other.kkt.weights = std::mem::take(&mut self.kkt.weights);
        other.kkt.arms = std::mem::take(&mut self.kkt.arms);
        *self = other;
    }

    /// Kinetic energy and energy in the field of gravity of the state in the arrays.
    pub fn energies(&self) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for (body, data) in self.now.bodies.iter().zip(&self.system.mechanism.bodies) {
            sum[0] += data.kinetic_energy(body);
            sum[1] -= data.mass * self.system.gravity.dot(&body.r);
        }
        sum
    }

    /// What absolute tolerances of a differential unknown are measured by.
    pub(crate) fn size_of_unknown(&self, k: usize) -> f64 {
        self.sizes[k]
    }

    /// Whether a force acts that begins, and may end, as a power whose exponent is no whole number.
    pub(crate) fn powers_act(&self) -> bool {
        self.powers.some_act(&self.system, &self.memory)
    }

    /// Pattern of the Jacobian.
    pub fn pattern_of_jacobian(&self) -> &Pattern {
        &self.jacobian_layout().layout.pattern
    }
}

/// Discrete state before modes are initialized.
fn initial_memory(system: &System) -> DiscreteState {
    DiscreteState {
        modes: start_modes(system),
        turns: vec![0.0; system.turns.len()],
        sensors: {
            let own = system.sensor_slots - system.slot_start.len();
            [&vec![0.0; own][..], &system.slot_start].concat()
        },
        sides: vec![0.0; system.sensor_slots],
        mode: 4.0,
        impacts: vec![f64::NAN; IMPACT_NUMBERS * system.stops.len()],
        contact_frictions: vec![0.0; CONTACT_FRICTION_NUMBERS * system.contact_frictions.len()],
        anchors: vec![f64::NAN; 3 * system.solid_contacts.places.len()],
        loops: system
            .loops
            .iter()
            .flat_map(|l| &l.start)
            .copied()
            .collect(),
        pasts: vec![crate::delay::Past::default(); system.delays.len()],
        numbers: RunNumbers::default(),
    }
}

/// Modes before they are settled: contacts on curves stand on the pieces that assembly found.
fn start_modes(system: &System) -> Vec<carom_expr::tape::Mode> {
    let mut modes = vec![0; system.modes];
    for pair in system.curve_pairs() {
        for (mode, piece) in modes[pair.1.modes.clone()].iter_mut().zip(pair.1.start) {
            *mode = piece as carom_expr::tape::Mode;
        }
    }
    modes
}

/// Takes a buffer of at least `n` numbers out of its owner.
fn vec_take(owner: &mut Vec<f64>, n: usize) -> Vec<f64> {
    let mut v = std::mem::take(owner);
    if v.len() < n {
        v.resize(n, 0.0);
    }
    v
}

fn mass_matrix(system: &System) -> Matrix {
    let (n, nd) = (system.positions, system.differential());
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
