//! The assembled system: numbers and code, no text to look at. Immutable; any number of runs may share it.
#![allow(non_snake_case)]

pub mod algebraic_loop;
pub(crate) mod evaluation;
pub mod motion;
pub(crate) mod row_choice;
pub(crate) mod seeds;
pub mod source;
pub(crate) mod unknown_sizes;

use crate::elements::constraint::Constraint;
use crate::elements::force_element::ForceElement;
use crate::elements::friction::Friction;
use crate::elements::law::Law;
use crate::elements::solid::SolidContacts;
use crate::elements::touch::{OnMarkers, Touch};
use crate::mechanism::Mechanism;
use crate::mechanism::function::{FunctionId, Source};
use crate::output::Layout;
use crate::system::algebraic_loop::AlgebraicLoop;
use carom_geometry::touch::ring_of;
use carom_solve::Response;

/// What an extra state is, and its rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExtraState {
    /// A DIFF: the rate is a function.
    Diff(FunctionId),
    /// Displacement of a motion given by its velocity.
    MotionDisplacement(FunctionId),
    /// Displacement of a motion given by its acceleration: the rate is the next state.
    MotionPosition,
    /// Its rate, whose rate is a function.
    MotionVelocity(FunctionId),
    /// Deformation of sliding surfaces: friction number, component.
    Deformation(usize, usize),
    /// Bend of the bristles of a contact of solids: its number in [`crate::elements::solid::SolidContacts::contacts`], component.
    Bristles(usize, usize),
    /// A number of functions that derivatives are asked by: it does not change. Its size.
    Number(f64),
    /// Work of all forces but gravity and reactions of rest, for the energy balance.
    Work,
}

impl ExtraState {
    /// Whether both are components of one vector.
    pub fn is_beside(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Deformation(a, _), Self::Deformation(b, _))
            | (Self::Bristles(a, _), Self::Bristles(b, _)) => a == b,
            _ => self == other,
        }
    }
}

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorData {
    /// `SENSOR/1`.
    pub label: String,
    /// Its number among the sensors.
    pub number: usize,
    /// What it watches.
    pub function: FunctionId,
    /// Value that it waits for.
    pub value: f64,
    /// Relation that it waits for.
    pub comparison: carom_model::control::Comparison,
    /// How it steers the run.
    pub actions: SensorActions,
    /// Whether it asks for a frame at its time.
    pub prints: bool,
    /// What it stores.
    pub evaluate: Option<FunctionId>,
    /// It is the clock of a sampled system.
    pub sampler: Option<Sampler>,
    /// Whether what it watches follows from accelerations or reactions.
    pub watches_solution: bool,
    /// Those of its functions that follow from these.
    pub after_solution: Vec<FunctionId>,
    /// Its guard.
    pub guard: usize,
}

/// A clock that samples: what is stored at its times. It is a sensor of the time left to the next sample, with the
/// number of the slot that holds that time.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampler {
    /// The functions whose values are stored, and where; all are read before one is stored.
    pub stores: Vec<(FunctionId, usize)>,
    /// Time from one sample to the next.
    pub period: FunctionId,
    /// When the first one is taken.
    pub offset: f64,
}

impl Sampler {
    /// The time of the sample behind one at `t`, this much later. Samples that come in equal periods fall on multiples
    /// of it.
    pub fn next(&self, t: f64, period: f64) -> f64 {
        if period.is_nan() || period <= 0.0 {
            return f64::INFINITY;
        }
        let count = (t - self.offset) / period;
        let whole = count.round();
        match (count - whole).abs() < 1e-9 {
            true => self.offset + (whole + 1.0) * period,
            false => t + period,
        }
    }
}

impl SensorData {
    /// What it watches and what it stores.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        let stored = self.sampler.iter();
        let stored = stored.flat_map(|s| s.stores.iter().map(|(f, _)| *f).chain([s.period]));
        std::iter::once(self.function)
            .chain(self.evaluate)
            .chain(stored)
    }
}

/// How sensors steer a run at an event.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SensorActions {
    /// Ends the run.
    pub halt: bool,
    /// Ends the analysis.
    pub ends_analysis: bool,
    /// Restarts the integrator with its first step.
    pub restart: bool,
    /// New output interval, T.
    pub output_interval: Option<f64>,
    /// Length of the next step, T.
    pub step_size: Option<f64>,
    /// Largest step from now on, T.
    pub step_limit: Option<f64>,
}

impl SensorActions {
    /// What the integration does.
    pub fn response(&self) -> Response {
        if self.halt || self.ends_analysis {
            Response::Stop
        } else if *self != Self::default() {
            Response::Pause
        } else {
            Response::Continue
        }
    }

    /// Both at once; where both give a number, the later one holds.
    pub fn and(self, pending_events: &Self) -> Self {
        Self {
            halt: self.halt || pending_events.halt,
            ends_analysis: self.ends_analysis || pending_events.ends_analysis,
            restart: self.restart || pending_events.restart,
            output_interval: pending_events.output_interval.or(self.output_interval),
            step_size: pending_events.step_size.or(self.step_size),
            step_limit: pending_events.step_limit.or(self.step_limit),
        }
    }
}

/// One column of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Nothing.
    Zero,
    /// A function.
    Function(FunctionId),
    /// A quantity without a function around it.
    Source(crate::mechanism::function::Source),
    /// Not computed: told as not a number.
    Missing,
}

/// A unilateral constraint: a gap that may not close further, of a force that would be a law of contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// `SFORCE/3`.
    pub label: String,
    /// The force in [`System::forces`] that tells what it exerts.
    pub element: usize,
    /// Its one row, in [`System::constraints`]: among [`System::rows`] while it is closed. Its multiplier presses, positive.
    pub constraint: usize,
    /// Its guard: the gap while open, the multiplier while closed.
    pub guard: usize,
    /// Coefficient of restitution, 0 to 1.
    pub restitution: f64,
    /// Along which line the force of the law would act: law, markers I, J and of the axes. None for solids, whose force acts along the gap.
    pub law: Option<Law>,
    /// See `law`.
    pub ends: [usize; 3],
    /// Whether the law's force has a reaction.
    pub has_reaction: bool,
    /// Which number of the law it was.
    pub component: usize,
    /// Sign of the law's force that opens the gap.
    pub sign: f64,
    /// Its friction, in [`crate::system::RigidContacts::contact_frictions`].
    pub contact_friction: Option<usize>,
}

/// Two convex polyhedra as a rigid contact: stops for the points in which they may touch.
#[derive(Clone, Debug, PartialEq)]
pub struct PolyhedronPair {
    /// The solids on their markers.
    pub solids: std::sync::Arc<OnMarkers>,
    /// Their stops.
    pub stops: std::ops::Range<usize>,
    /// How far their points may move against each other in a step beyond their distance.
    pub room: f64,
    /// First of its guards: features that no stop is about; then for each stop whether its features slide off each other.
    pub guard: usize,
}

impl PolyhedronPair {
    /// Whether its guards have bounds: those of a ring and a solid that is no sharp polyhedron are sampled.
    pub fn has_bounds(&self) -> bool {
        ring_of(&self.solids).is_none()
    }

    /// Whether bounds of a guard of the pair or of one of its stops are wanted, where it has some.
    pub fn is_wanted(&self, system: &System, wanted: &[bool]) -> bool {
        let own = self.guard..=self.guard + self.stops.len();
        let mut stops = system.rigid.stops[self.stops.clone()].iter();
        let any = wanted[own].contains(&true) || stops.any(|stop| wanted[stop.guard]);
        any && self.has_bounds()
    }
}

/// Friction of a stop.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFriction {
    /// The stop, in [`crate::system::RigidContacts::stops`].
    pub stop: usize,
    /// Its rows of slip, in [`System::constraints`], right behind that of the stop.
    pub constraint: usize,
    /// Coefficient of what sticks.
    pub mu_static: f64,
    /// Coefficient of what slides.
    pub mu_dynamic: f64,
    /// First of its guards, [`CONTACT_FRICTION_GUARDS`] of them: what is left of sticking or sliding; the axis of its tangents.
    pub guard: usize,
}

/// Number of guards of a [`ContactFriction`].
pub const CONTACT_FRICTION_GUARDS: usize = 2;

/// Where a guard belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardOwner {
    /// A switch of a function.
    Switch {
        /// The function.
        function: FunctionId,
        /// Its switch.
        switch: usize,
        /// The switch's slot.
        slot: usize,
    },
    /// An end of the piece of a curve on which a contact is.
    Piece {
        /// Number in [`System::constraints`].
        constraint: usize,
        /// The curve on J or on I.
        side: crate::elements::curve::Side,
        /// The end towards which the parameter grows.
        forward: bool,
    },
    /// A break of the past of an expression, by its number in [`crate::system::FunctionOrder::delays`].
    Delay(usize),
    /// A sensor.
    Sensor(usize),
    /// A stop.
    Stop(usize),
    /// Two polyhedra: features that no stop is about.
    Features(usize),
    /// The features of a stop slide off each other.
    Border(usize),
    /// The friction of a stop.
    ContactFriction(usize),
    /// A place where solids may touch: which, and which of its guards.
    Solid(usize, usize),
    /// The regime of friction.
    Friction {
        /// Number of the friction.
        friction: usize,
        /// Which of its surfaces.
        surface: usize,
        /// Slot of the law.
        slot: usize,
    },
}

impl GuardOwner {
    /// Whether the guard watches a rigid contact.
    pub fn is_of_rigid_contact(&self) -> bool {
        use GuardOwner::{Border, ContactFriction, Features, Stop};
        matches!(self, Stop(_) | Features(_) | Border(_) | ContactFriction(_))
    }
}

/// A measure of accelerations that forces or differential equations look at, directly or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Fed {
    /// Which.
    pub measure: carom_expr::Measure,
    /// Markers i, j, k, l.
    pub markers: [usize; 4],
    /// The bodies that carry them, ascending.
    pub bodies: Vec<u32>,
}

/// What is evaluated, and in which order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FunctionOrder {
    /// Functions that the motion needs, each after those it asks.
    pub dynamic: Vec<FunctionId>,
    /// How many of them are computed at each look; those behind them are gaps, which their constraints compute by themselves.
    pub moving: usize,
    /// The measures of accelerations that the motion depends on.
    pub fed: Vec<Fed>,
    /// The bodies that these look at, ascending.
    pub fed_bodies: Vec<u32>,
    /// Functions among them that look at reactions or accelerations, directly or not.
    pub loaded: Vec<FunctionId>,
    /// Functions that only results need, likewise ordered.
    pub told: Vec<FunctionId>,
    /// Those of them that sensors watch: they follow from accelerations or reactions.
    pub watched: Vec<FunctionId>,
    /// Functions computed at each look that guards look at, in their order.
    pub guarded: Vec<FunctionId>,
    /// Whether a function that may switch drives a constraint.
    pub drives_switch: bool,
    /// Functions of which a switch may look at another one, of theirs or of a function that they need, in their order.
    pub nested: Vec<FunctionId>,
    /// Expressions whose past is kept.
    pub delays: Vec<crate::mechanism::delay::Delay>,
    /// They and the functions that they need, in their order.
    pub delayed: Vec<FunctionId>,
    /// Their guards: one each.
    pub delay_guards: usize,
    /// Algebraic loops.
    pub loops: Vec<AlgebraicLoop>,
    /// Those of them that exert something.
    pub pushing: Vec<usize>,
}

/// The rigid contacts of a system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RigidContacts {
    /// Rigid contacts.
    pub stops: Vec<Stop>,
    /// Pairs of polyhedra among them.
    pub polyhedra: Vec<PolyhedronPair>,
    /// Their friction.
    pub contact_frictions: Vec<ContactFriction>,
    /// How they answer impacts.
    pub impacts: carom_model::analysis::RigidContact,
}

/// Rows of the constraints that are left out, as others imply them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeftOutRows {
    /// Names of the redundant rows.
    pub redundant: Vec<String>,
    /// The rows of these names, which are watched.
    pub dropped: Vec<crate::system::row_choice::Dropped>,
    /// How independent the kept rows were where they were chosen, or found to be the best ones since. `None`: no rows are left out, or no others hold.
    pub independence: Option<crate::system::row_choice::Independence>,
    /// How many more rows are independent where the mechanism has left the singular position that it starts in.
    pub independent_nearby: usize,
}

/// The extra states of a system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtraStates {
    /// Extra states.
    pub states: Vec<ExtraState>,
    /// Start values of extra states; not a number where assembly finds it.
    pub state_start: Vec<f64>,
    /// Extra states that keep their values in statics, ascending.
    pub held: Vec<usize>,
}

/// What results tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outputs {
    /// Variables of each PINPUT, by name, in the order of the model.
    pub plant_inputs: Vec<Vec<(String, FunctionId)>>,
    /// Those of each POUTPUT.
    pub plant_outputs: Vec<Vec<(String, FunctionId)>>,
    /// Those of each PSTATE.
    pub plant_states: Vec<Vec<(String, FunctionId)>>,
    /// Requests.
    pub requests: Vec<[Column; 8]>,
    /// Functions of variables, in the order of the layout.
    pub variables: Vec<Option<FunctionId>>,
    /// State and rate of differential equations, in the order of the layout; one without a rate is algebraic.
    pub diffs: Vec<(crate::mechanism::function::Source, Option<FunctionId>)>,
    /// Order of the rows of results.
    pub layout: Layout,
    /// Which constraint is which row of `layout.joints`.
    pub told_joints: Vec<usize>,
}

/// The sensors of a system, and the numbers that they store.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sensing {
    /// Sensors that work.
    pub sensors: Vec<SensorData>,
    /// Number of sensors, those that rest among them.
    pub sensor_slots: usize,
    /// What the slots hold at the start, behind those of sensors, which hold zero.
    pub slot_start: Vec<f64>,
    /// Functions that a program sets between steps: the element, and the slot that holds the number.
    pub inputs: Vec<(String, usize)>,
}

/// What stands where in the arrays of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunArrays {
    /// Length of the array of modes.
    pub modes: usize,
    /// Owners of all guards.
    pub guards: Vec<GuardOwner>,
    /// Number of counters of turns, with what they count.
    pub turns: Vec<TurnCounter>,
    /// Length of the array of gradients.
    pub gradients: usize,
}

/// Code of the user that functions call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UserCode {
    /// The users' routines that functions call, with their elements and libraries.
    pub user_routines: Vec<String>,
    /// The libraries that these stand in, each once.
    pub user_libraries: Vec<std::path::PathBuf>,
}

/// The assembled system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct System {
    /// Bodies, markers, curves and functions: what the elements look at.
    pub mechanism: Mechanism,
    /// Force elements.
    pub forces: Vec<ForceElement>,
    /// Constraints.
    pub constraints: Vec<Constraint>,
    /// Friction in joints.
    pub frictions: Vec<Friction>,
    /// Contacts of solids.
    pub solid_contacts: SolidContacts,
    /// Rows of constraints that are kept: `rows[k]` is the number of the k-th independent row.
    pub rows: Vec<usize>,
    /// Number of all rows.
    pub all_rows: usize,
    /// What is evaluated, and in which order.
    pub order: FunctionOrder,
    /// The rigid contacts of a system.
    pub rigid: RigidContacts,
    /// Rows of the constraints that are left out, as others imply them.
    pub left_out: LeftOutRows,
    /// The extra states of a system.
    pub extra: ExtraStates,
    /// What results tell.
    pub outputs: Outputs,
    /// The sensors of a system, and the numbers that they store.
    pub sensing: Sensing,
    /// What stands where in the arrays of a run.
    pub arrays: RunArrays,
    /// Code of the user that functions call.
    pub user_code: UserCode,
}

/// An angle that counts turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnCounter {
    /// A coordinate of two markers.
    Coordinate(crate::mechanism::coordinate::Coordinate, usize, usize),
    /// A measure.
    Measure(carom_expr::Measure, [usize; 4]),
}

impl TurnCounter {
    /// The markers between which it is.
    pub fn markers(&self) -> impl Iterator<Item = usize> + use<> {
        let all = match *self {
            Self::Coordinate(_, i, j) => [i, j, 0, 0],
            Self::Measure(_, markers) => markers,
        };
        all.into_iter()
    }
}

/// The kept rows, walked through with the constraints: rows that are asked for in ascending order are found without a search.
pub struct KeptRows<'a> {
    rows: &'a [usize],
    next: usize,
}

impl KeptRows<'_> {
    /// The number of this row among the kept ones, if it is one of them.
    pub fn number(&mut self, row: usize) -> Option<usize> {
        if self.next > 0 && self.rows[self.next - 1] >= row {
            self.next = self.rows.partition_point(|r| *r < row);
        }
        while self.rows.get(self.next).is_some_and(|r| *r < row) {
            self.next += 1;
        }
        (self.rows.get(self.next) == Some(&row)).then_some(self.next)
    }
}

impl System {
    /// Whether a function of the motion looks at what a sensor stores (SENVAL): its event is one of the equations then.
    pub fn reads_sensor(&self, sensor: usize) -> bool {
        let number = self.sensing.sensors[sensor].number;
        let reads = |f: &FunctionId| {
            let mut sources = self.mechanism.functions[*f].sources.iter();
            sources.any(|s| matches!(s, Source::Sensor(k) if *k == number))
        };
        self.sensing.sensors[sensor].sampler.is_some()
            || (self.sensing.sensors[sensor].evaluate.is_some()
                && self.order.dynamic.iter().any(reads))
    }

    /// Functions that a source needs first.
    pub fn needs(&self, source: &Source) -> Vec<FunctionId> {
        let of_element = |e: usize| self.forces[e].functions.iter().flatten().copied();
        match source {
            Source::Function(f) | Source::Delayed { lag: Some(f), .. } => vec![*f],
            Source::Applied { element, .. } => of_element(*element).collect(),
            Source::Sum { forces, .. } => forces.iter().flat_map(|(e, _)| of_element(*e)).collect(),
            Source::Contact { contacts, .. } => {
                let contacts = self.solid_contacts.contacts[contacts.clone()].iter();
                contacts.flat_map(|c| c.functions()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Functions that a function needs.
    pub fn needed(&self, f: FunctionId) -> Vec<FunctionId> {
        let function = &self.mechanism.functions[f];
        let sources = function.sources.iter().flat_map(|s| self.needs(s));
        sources.chain(function.root_of).collect()
    }

    /// The slots of the breaks that come back at times which are known.
    pub fn timed_delays(&self) -> impl Iterator<Item = usize> + '_ {
        let slots = self.guards_of_delays().zip(&self.order.delays);
        slots
            .filter(|(_, d)| d.lag.constant().is_some())
            .map(|(slot, _)| slot)
    }

    /// The slots of the breaks of the past, one for each delay.
    pub fn guards_of_delays(&self) -> impl Iterator<Item = usize> + use<> {
        self.order.delay_guards..self.order.delay_guards + self.order.delays.len()
    }

    /// Number of differential unknowns: positions, velocities, extra states.
    pub fn differential(&self) -> usize {
        2 * self.mechanism.positions + self.extra.states.len()
    }

    /// Number of all unknowns of the stabilized form: two multipliers a row.
    pub fn dimension(&self) -> usize {
        self.differential() + 2 * self.rows.len()
    }

    /// Degrees of freedom, all stops open.
    pub fn degrees_of_freedom(&self) -> i64 {
        self.mechanism.positions as i64
            - (self.joint_rows().len() + self.left_out.independent_nearby) as i64
    }

    /// Watches rows that are left out by what they are to agree to from here on.
    pub(crate) fn watch_dropped(&mut self) {
        let is_close = self.left_out.independent_nearby > 0;
        for dropped in &mut self.left_out.dropped {
            dropped.is_close = is_close;
        }
    }

    /// The kept rows that are not those of stops.
    pub fn joint_rows(&self) -> Vec<usize> {
        let of_stop = |row: usize| {
            (0..self.rigid.stops.len()).any(|k| self.stop_row(k) == row)
                || (0..self.rigid.contact_frictions.len()).any(|k| self.slip_rows(k).contains(&row))
        };
        let rows = self.rows.iter().copied();
        rows.filter(|row| !of_stop(*row)).collect()
    }

    /// The constraints without those of open stops, which hold nothing.
    pub fn acting(&self) -> impl Iterator<Item = &Constraint> {
        let is_open = |number: usize| {
            // Stops are in the order of their constraints, and so is their friction.
            if let Ok(stop) = self
                .rigid
                .stops
                .binary_search_by_key(&number, |s| s.constraint)
            {
                return !self.is_closed(stop);
            }
            let contact_friction = self
                .rigid
                .contact_frictions
                .binary_search_by_key(&number, |r| r.constraint);
            contact_friction.is_ok_and(|contact_friction| {
                !self.is_closed(self.rigid.contact_frictions[contact_friction].stop)
                    && !self.holds_slip(contact_friction)
            })
        };
        let numbered = self.constraints.iter().enumerate();
        numbered.filter_map(move |(k, c)| (!is_open(k)).then_some(c))
    }

    /// Functions of the motion that are computed at each look at a state.
    pub fn looked_at(&self) -> &[FunctionId] {
        &self.order.dynamic[..self.order.moving]
    }

    /// Finds the numbers of kept rows.
    pub fn kept_rows(&self) -> KeptRows<'_> {
        KeptRows {
            rows: &self.rows,
            next: 0,
        }
    }

    /// The row of a stop.
    pub fn stop_row(&self, stop: usize) -> usize {
        self.constraints[self.rigid.stops[stop].constraint].first_row
    }

    /// The features that a stop may be about; none of one with a gap of its own.
    pub fn touch(&self, stop: usize) -> Option<&Touch> {
        match &self.constraints[self.rigid.stops[stop].constraint].equations {
            crate::elements::constraint::Equations::Touch(touch) => Some(touch),
            _ => None,
        }
    }

    /// The rows of slip of a friction.
    pub fn slip_rows(&self, contact_friction: usize) -> std::ops::Range<usize> {
        let first =
            self.constraints[self.rigid.contact_frictions[contact_friction].constraint].first_row;
        first..first + crate::elements::slip::ROWS
    }

    /// The surfaces of a friction.
    pub fn slip(&self, contact_friction: usize) -> &crate::elements::slip::Slip {
        match &self.constraints[self.rigid.contact_frictions[contact_friction].constraint].equations
        {
            crate::elements::constraint::Equations::Slip(slip) => slip,
            _ => unreachable!("friction has rows of slip"),
        }
    }

    /// The rows of open stops, and those of their slip.
    pub fn open_rows(&self) -> impl Iterator<Item = usize> + '_ {
        let open = (0..self.rigid.stops.len()).filter(|k| !self.is_closed(*k));
        open.flat_map(|k| {
            let slip = self.rigid.stops[k]
                .contact_friction
                .filter(|contact_friction| !self.holds_slip(*contact_friction));
            let slip = slip.map_or(0..0, |contact_friction| self.slip_rows(contact_friction));
            std::iter::once(self.stop_row(k)).chain(slip)
        })
    }

    /// Whether rows of this slip are constraints: of what sticks, also where its gap is held closed by others.
    fn holds_slip(&self, contact_friction: usize) -> bool {
        let mut rows = self.slip_rows(contact_friction);
        rows.any(|row| self.rows.binary_search(&row).is_ok())
    }

    /// Whether a stop is closed, or its slip held.
    pub fn has_rows(&self, stop: usize) -> bool {
        let slip = self.rigid.stops[stop].contact_friction;
        self.is_closed(stop) || slip.is_some_and(|friction| self.holds_slip(friction))
    }

    /// Whether a stop is closed.
    pub fn is_closed(&self, stop: usize) -> bool {
        self.rows.binary_search(&self.stop_row(stop)).is_ok()
    }

    /// The name of an unknown, for messages.
    pub fn unknown_name(&self, k: usize) -> String {
        let n = self.mechanism.positions;
        let (k, what) = match k {
            _ if k < n => (k, "position"),
            _ if k < 2 * n => (k - n, "velocity"),
            _ if k < self.differential() => {
                return match self.extra.states[k - 2 * n] {
                    ExtraState::Diff(f)
                    | ExtraState::MotionDisplacement(f)
                    | ExtraState::MotionVelocity(f) => self.mechanism.functions[f].owner.clone(),
                    ExtraState::MotionPosition => "a motion".into(),
                    ExtraState::Deformation(f, _) => {
                        format!("{}: deformation", self.frictions[f].label)
                    }
                    ExtraState::Bristles(c, _) => {
                        format!("{}: stiction", self.solid_contacts.contacts[c].label)
                    }
                    ExtraState::Number(_) => "a parameter".into(),
                    ExtraState::Work => "the work of the forces".into(),
                };
            }
            _ => {
                let row = (k - self.differential()) % self.rows.len().max(1);
                return self.row_name(self.rows[row]);
            }
        };
        let b = self.mechanism.bodies.partition_point(|b| b.first <= k) - 1;
        let axis = ["x", "y", "z"][(k - self.mechanism.bodies[b].first) % 3];
        let turn = if k - self.mechanism.bodies[b].first < 3 {
            what
        } else if what == "position" {
            "orientation"
        } else {
            "angular velocity"
        };
        format!("{}: {turn} {axis}", self.mechanism.bodies[b].label)
    }

    /// The name of a row of the constraints.
    pub fn row_name(&self, row: usize) -> String {
        let c = self.constraint_of(row);
        c.row_name(row - c.first_row)
    }

    /// The constraint that a row belongs to.
    pub fn constraint_of(&self, row: usize) -> &Constraint {
        &self.constraints[self.constraints.partition_point(|c| c.first_row <= row) - 1]
    }

    /// The contacts on curves, with their numbers in [`System::constraints`].
    pub fn curve_pairs(&self) -> impl Iterator<Item = (usize, &crate::elements::curve::CurvePair)> {
        let numbered = self.constraints.iter().enumerate();
        numbered.filter_map(|(k, c)| match &c.equations {
            crate::elements::constraint::Equations::Curve(pair) => Some((k, pair)),
            _ => None,
        })
    }

    /// The constraint of a row.
    pub fn constraint_of_row(&self, row: usize) -> usize {
        self.constraints.partition_point(|c| c.first_row <= row) - 1
    }
}

/// A pair of polyhedra has no more stops.
pub const MOST_POINTS: usize = 128;
