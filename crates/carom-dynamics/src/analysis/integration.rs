//! A dynamic analysis under way: segment after segment of steps, as a value that can be kept and gone on with.
//!
//! A segment begins with nothing but time, state and memory, so that a run can be taken up there. The loop is the same for a run that goes to its end and for
//! one that is stepped: [`Simulation::integrate`] hands back where its caller waits, with the driver as it is, and goes on from there as if it had not.

use crate::analysis::integration::segment::Arrival;
use crate::analysis::integration::segment::Segment;
use crate::analysis::integration::segment::Wait;
use crate::analysis::integrator_selection;
use crate::analysis::observer::{Observer, RunError, Statistics};
use crate::analysis::run_options::{Coordinates, DEFAULT_ERROR, DEFAULT_INTEGRATOR, RunOptions};
use crate::analysis::simulation::Simulation;
use crate::analysis::stall_detector::{Patience, StallDetector};
use crate::equations::Equations;
use crate::equations::{JointCoordinates, Leaving, in_joints, joints_pay};
use crate::tangent::joints::leave;
use carom_base::Mat3;
use carom_solve::drive::{self, Driver, End, Failure};
use carom_solve::integrators::Integrator;
use carom_solve::{Fault, Formulation, Problem};
use listener::{Ledger, Listener};
use std::time::Instant;

mod listener;
pub(crate) mod segment;

/// Changes of the closed contacts at one time before a run is given up.
const MOST_UPDATES: u32 = 50;

/// Steps of one segment of a dynamic analysis. A segment begins anew, which costs a search for pivots and a few short steps.
const SEGMENT_STEPS: u64 = 1000;

/// A dynamic analysis under way.
pub(crate) struct Integration {
    pub segment: Segment,
    pub method: &'static dyn Integrator,
    settings: drive::Settings,
    pub t_end: f64,
    verbose: bool,
    strict: bool,
    /// When the closed contacts changed last, and how often at this time.
    updated: (f64, u32),
    clock: Instant,
    patience: Patience,
    /// The segment that has begun.
    begun: Option<Begun>,
    /// Whether the last segment ended at an event behind which the caller waits.
    waits: bool,
    /// The coordinates that somebody asked for.
    coordinates: Coordinates,
    /// How the coordinates of joints ended, where the next segment goes by absolute ones for that.
    left_joints: Option<Left>,
    /// The coordinates of joints of an earlier segment, whose programs serve again.
    joints_before: Option<Box<JointCoordinates>>,
    /// Segments by the coordinates of joints, and by absolute ones.
    by_coordinates: [u64; 2],
}

/// How a segment in the coordinates of joints ended before its time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// For a reason.
    For(Leaving),
    /// It failed.
    Failed,
}

/// A segment that has begun.
struct Begun {
    driver: Driver,
    ledger: Ledger,
    /// When it did.
    at: f64,
    /// The coordinates of the joints, where it goes by these, and the charts of the absolute state that it began with.
    joints: Option<Box<JointCoordinates>>,
    charts: Vec<Mat3>,
}

impl Begun {
    /// The state of the driver, at a chart's origin where it goes by the coordinates of joints.
    fn state(&mut self, e: &mut Equations) -> Vec<f64> {
        let y = self.driver.state();
        match &mut self.joints {
            None => y.to_vec(),
            Some(joints) => {
                joints.place(e, self.driver.time(), y);
                e.unknowns()
            }
        }
    }
}

impl Integration {
    pub fn new(
        segment: Segment,
        (method, settings): (&'static dyn Integrator, drive::Settings),
        t_end: f64,
        options: &RunOptions,
        time: f64,
    ) -> Self {
        Self {
            segment,
            method,
            settings,
            t_end,
            verbose: options.verbose_events,
            strict: options.strict,
            updated: (time, 0),
            clock: Instant::now(),
            patience: Patience::new(options.patient, time),
            begun: None,
            waits: false,
            coordinates: options.coordinates,
            left_joints: None,
            joints_before: None,
            by_coordinates: [0, 0],
        }
    }

    /// The coordinates of the joints, where the next segment goes by these; the equations stand at its start. `is_varied`: its tangent is wanted as well.
    fn joints(&mut self, e: &mut Equations, is_varied: bool) -> Option<Box<JointCoordinates>> {
        let is_left = self.left_joints.is_some();
        // A method that is implicit would have to find that again.
        let is_implicit = self.segment.changes.last().is_some_and(|(_, to)| *to);
        let wanted = match self.coordinates {
            Coordinates::Absolute => false,
            Coordinates::Joint => true,
            Coordinates::Auto => joints_pay(e),
        };
        let serves = wanted && !is_left && !is_implicit;
        let joints = (serves && integrator_selection::is_explicit(self.method)).then(|| {
            let before = self.joints_before.take().map(|before| *before);
            // The tangent of a motion gains by it where the motion alone does not.
            let anyway = is_varied || self.coordinates == Coordinates::Joint;
            JointCoordinates::new(e, before, anyway).ok()
        });
        let joints = joints.flatten().map(Box::new);
        self.by_coordinates[usize::from(joints.is_none())] += 1;
        joints
    }

    /// The state at a time that the segment which has begun waits for, as absolute unknowns.
    pub fn look(&mut self, e: &mut Equations, t: f64, y: &mut Vec<f64>) -> Result<(), Fault> {
        let Some(begun) = &mut self.begun else {
            return Ok(());
        };
        // A contact that closes or opens changes their number.
        let n = begun.driver.state().len();
        y.resize(n, 0.0);
        begun.ledger.dy.resize(n, 0.0);
        let between = begun.driver.look(t, y, &mut begun.ledger.dy);
        let Some(joints) = &mut begun.joints else {
            return if between { e.project(t, y) } else { Ok(()) };
        };
        if t == begun.at && !begun.driver.is_inside() {
            // The state that it began with, to the bit.
            y.clone_from(&self.segment.y);
            e.set_charts(&begun.charts);
            return Ok(());
        }
        if between {
            let mut p = in_joints(e, joints);
            p.project(t, y)?;
        }
        joints.place(e, t, y);
        *y = e.unknowns();
        Ok(())
    }

    /// Whether it waits behind an event.
    pub fn has_stopped_at_event(&self) -> bool {
        match &self.begun {
            Some(begun) => begun.ledger.waits,
            None => self.waits,
        }
    }

    /// The driver of the segment that has begun.
    pub fn driver(&self) -> Option<&Driver> {
        self.begun.as_ref().map(|b| &b.driver)
    }

    /// The step that the driver has in hand, and the coordinates of joints, where it is in these.
    pub fn in_hand(&self) -> Option<(carom_solve::Step<'_>, Option<&JointCoordinates>)> {
        let begun = self.begun.as_ref()?;
        Some((begun.driver.step_in_hand()?, begun.joints.as_deref()))
    }

    /// The work so far.
    pub fn counts(&self) -> drive::Statistics {
        match &self.begun {
            Some(begun) => self.segment.counts.and(&begun.driver.statistics()),
            None => self.segment.counts,
        }
    }

    /// Starts the method anew at (t, y), at a chart's origin, in the segment that has begun: an input has jumped.
    pub fn restart(
        &mut self,
        e: &mut Equations,
        (t, y): (f64, &[f64]),
        most: f64,
    ) -> Result<(), Failure> {
        match &mut self.begun {
            Some(Begun {
                driver,
                joints: None,
                ..
            }) => driver.start_behind_jump(e, (t, y), most),
            Some(Begun {
                driver,
                joints: Some(joints),
                ..
            }) => {
                e.place(t, y);
                let mut own = vec![0.0; driver.state().len()];
                joints.read(e, &mut own);
                let mut p = in_joints(e, joints);
                driver.start_behind_jump(&mut p, (t, &own), most)
            }
            None => {
                self.segment.y.copy_from_slice(y);
                self.segment.length = None;
                Ok(())
            }
        }
    }

    /// Ends the segment that has begun, and stands ready for another one at (t, y), at a chart's origin.
    pub fn renew(&mut self, y: Vec<f64>) {
        if let Some(begun) = self.begun.take() {
            self.take_work(&begun);
        }
        self.segment.y = y;
        self.segment.length = None;
    }

    fn take_work(&mut self, begun: &Begun) {
        let (driver, ledger) = (&begun.driver, &begun.ledger);
        (self.segment.audit, self.segment.pace) = (ledger.audit, ledger.pace);
        self.patience = ledger.patience;
        self.segment.counts = self.segment.counts.and(&driver.statistics());
        integrator_selection::join(&mut self.segment.changes, begun.at, driver.changes());
        self.segment.length = Some(driver.next_step());
    }
}

/// A driver that starts at (t, y).
fn set_out<P: Problem>(
    method: &dyn Integrator,
    problem: &mut P,
    settings: drive::Settings,
    (t, y): (f64, &[f64]),
) -> (Driver, Result<(), Failure>) {
    let mut driver = Driver::new(method, problem, settings);
    let started = driver.start(problem, t, y);
    (driver, started)
}

impl Simulation {
    /// A segment begins.
    fn begin_leg(&mut self, integration: &mut Integration) -> (Begun, Result<(), Failure>) {
        self.equations.place(self.time, &integration.segment.y);
        let charts = self.equations.charts().to_vec();
        let is_varied = self.tangent.is_some();
        let mut joints = integration.joints(&mut self.equations, is_varied);
        let is_stiff = integration.left_joints.take() == Some(Left::For(Leaving::Stiff));
        let segment = &integration.segment;
        let settings = drive::Settings {
            is_stiff,
            h_max: segment.h_max,
            h_start: integration
                .settings
                .h_start
                .filter(|_| segment.length.is_none()),
            ..integration.settings
        };
        let y = match &mut joints {
            None => segment.y.clone(),
            Some(joints) => {
                let mut y = vec![0.0; joints.differential(&self.equations)];
                joints.read(&self.equations, &mut y);
                y
            }
        };
        let e = &mut self.equations;
        let (mut driver, started) = match &mut joints {
            None => set_out(integration.method, e, settings, (self.time, &y)),
            Some(joints) => {
                let mut p = in_joints(e, joints);
                set_out(integration.method, &mut p, settings, (self.time, &y))
            }
        };
        let ledger = Ledger {
            shrinks: self.equations.awaits_end(self.time),
            stops_at_events: false,
            waits: false,
            y: vec![0.0; y.len()],
            dy: vec![0.0; y.len()],
            end: integration.t_end,
            verbose: integration.verbose,
            started: segment.started,
            events: segment.counts.events,
            left: SEGMENT_STEPS,
            audit: segment.audit,
            pace: segment.pace,
            patience: integration.patience,
            before: segment.counts,
            work: self.equations.memory.numbers,
            clock: integration.clock,
        };
        if let Some(length) = segment.length {
            driver.propose_step(length.min(driver.next_step()));
        }
        let begun = Begun {
            driver,
            ledger,
            at: self.time,
            joints,
            charts,
        };
        (begun, started)
    }

    /// Integrates segment after segment, to the end or to where the caller waits.
    pub(crate) fn integrate(
        &mut self,
        integration: &mut Integration,
        wait: Wait,
        observer: &mut dyn Observer,
    ) -> Result<Arrival, RunError> {
        loop {
            let (mut begun, started) = match integration.begun.take() {
                Some(begun) => (begun, Ok(())),
                None => self.begin_leg(integration),
            };
            let result = started.and_then(|()| self.drive(integration, &mut begun, wait, observer));
            if result == Ok(End::Waiting) {
                integration.begun = Some(begun);
                return Ok(Arrival::Waiting);
            }
            let lost_patience = begun.ledger.patience.days.is_some();
            let renews = !lost_patience && begun.ledger.left == 0 && result == Ok(End::Interrupted);
            integration.take_work(&begun);
            let segment = &mut integration.segment;
            let sampled = begun
                .driver
                .sampled_guards()
                .map(|g| self.equations.guard_name(g));
            segment.sampled_of.extend(sampled);
            (segment.y, self.time) = (begun.state(&mut self.equations), begun.driver.time());
            self.tangent.as_deref_mut().map(leave);
            // What comes next (statics, linear analyses, another method) finds the equations as they were.
            self.equations.formulate(Formulation::Stabilized);
            self.equations.place(self.time, &segment.y);
            if let Some(joints) = begun.joints.take() {
                integration.left_joints = match &result {
                    Err(_) => Some(Left::Failed),
                    Ok(_) => joints.leaves.map(Left::For),
                };
                let goes_on = result == Ok(End::Interrupted) && begun.ledger.left > 0;
                let fails = result.is_err() && !self.equations.event.cannot_follow;
                let leaves = fails || joints.leaves.is_some() && goes_on;
                integration.joints_before = Some(joints);
                if leaves {
                    // Absolute coordinates go on, or say what is wrong.
                    segment.length = segment.length.filter(|_| result.is_ok());
                    let unknowns = self.equations.update_active_set();
                    segment.y = unknowns.map_err(|f| self.fault(f))?;
                    continue;
                }
            }
            if let Err(failure) = &result
                && let Some(y) = self.part_and_go_on(
                    segment,
                    (integration.method, integration.settings),
                    failure,
                )?
            {
                segment.y = y;
                continue;
            }
            let active_set_changes = result == Ok(End::Paused);
            if !renews && !active_set_changes {
                return Ok(Arrival::Over(segment.pace.crawls, result));
            }
            self.equations.renew();
            if active_set_changes {
                self.update_contacts(integration)?;
            }
            let segment = &mut integration.segment;
            if integration.strict && !segment.sampled_of.is_empty() {
                return Ok(Arrival::Over(segment.pace.crawls, result));
            }
            // What is known already but not told yet is in no checkpoint.
            if self.pending_events.is_empty() {
                observer.checkpoint(&mut || self.checkpoint(Some(&integration.segment)));
            }
            integration.waits = begun.ledger.waits;
            if integration.waits {
                return Ok(Arrival::Waiting);
            }
        }
    }

    /// Steps on until the end, an event that somebody waits for, or other rows.
    fn drive(
        &mut self,
        integration: &mut Integration,
        begun: &mut Begun,
        wait: Wait,
        observer: &mut dyn Observer,
    ) -> Result<End, Failure> {
        begun.ledger.stops_at_events = wait.at_events;
        begun.ledger.waits = false;
        let driver = &mut begun.driver;
        let mut listener = Listener {
            observer,
            reporter: &mut self.reporter,
            pending_events: &mut self.pending_events,
            ledger: &mut begun.ledger,
            tangent: self.tangent.as_deref_mut(),
        };
        let segment = &mut integration.segment;
        let mut result = Ok(End::Paused);
        while result == Ok(End::Paused) && !self.equations.active_set_changes() {
            if listener.ledger.waits {
                result = Ok(End::Waiting);
                break;
            }
            if !driver.is_inside() {
                let sensor_actions = &mut self.equations.event.sensor_actions;
                segment.h_max = sensor_actions.step_limit.unwrap_or(segment.h_max);
                crate::analysis::between_analyses::apply_sensor_actions(
                    sensor_actions,
                    self.settings.hinit,
                    driver,
                    integration.t_end,
                    &mut segment.outputs,
                );
            }
            let (end, outputs) = (integration.t_end, &segment.outputs);
            result = match &mut begun.joints {
                None => {
                    let e = &mut self.equations;
                    driver.advance_until(e, end, wait.until, outputs, &mut listener)
                }
                Some(joints) => {
                    let mut p = in_joints(&mut self.equations, joints);
                    driver.advance_until(&mut p, end, wait.until, outputs, &mut listener)
                }
            };
        }
        result
    }

    /// Other rows hold from here on.
    fn update_contacts(&mut self, integration: &mut Integration) -> Result<(), RunError> {
        self.count_updates(integration)?;
        let segment = &mut integration.segment;
        segment.y = self
            .equations
            .update_active_set()
            .map_err(|f| self.fault(f))?;
        if let Some(x) = self.tangent.as_deref_mut() {
            let went = x.went_on(&self.equations);
            went.map_err(|f| self.fault(f))?;
        }
        Ok(())
    }

    /// One more update of the active set; many at one time are refused.
    fn count_updates(&self, integration: &mut Integration) -> Result<(), RunError> {
        integration.updated = match integration.updated {
            (time, count) if time == self.time => (time, count + 1),
            _ => (self.time, 0),
        };
        if integration.updated.1 > MOST_UPDATES {
            return Err(RunError {
                time: self.time,
                message: "rigid contacts open and close again and again without time going by"
                    .into(),
                help: Some(
                    "a contact with its force law, --contact compliant, gets over this time".into(),
                ),
            });
        }
        Ok(())
    }

    /// The statistics of an integration that is over, and its error if it has one.
    pub(crate) fn conclude(
        &mut self,
        integration: Integration,
        crawls: bool,
        result: Result<End, Failure>,
        options: &RunOptions,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        let Integration {
            mut segment,
            method,
            patience,
            t_end,
            by_coordinates,
            ..
        } = integration;
        segment.audit.look(&self.equations);
        statistics.energy_balance = Some(segment.audit.balance());
        let counts = segment.counts;
        statistics.steps = counts.steps;
        if method.name() == DEFAULT_INTEGRATOR {
            let (methods, reason) = integrator_selection::outcome(
                counts.steps,
                counts.implicit_steps,
                &segment.changes,
            );
            statistics.integrator = methods.into();
            statistics.reason = Some(reason);
        }
        let in_coordinates = match by_coordinates {
            [0, _] => None,
            [_, 0] => Some("in the coordinates of the joints"),
            _ => Some("in the coordinates of the joints for a part of the time"),
        };
        if let (Some(reason), Some(how)) = (&mut statistics.reason, in_coordinates) {
            *reason = format!("{reason}; {how}");
        }
        statistics.take_counts(&counts);
        statistics.guards.sampled_of = segment.sampled_of.iter().cloned().collect();
        if options.strict && result.is_ok() && !segment.sampled_of.is_empty() {
            let names: Vec<&str> = segment.sampled_of.iter().map(String::as_str).collect();
            return Err(RunError {
                time: self.time,
                message: format!(
                    "it is not proved that no event of {} was missed: looked at in single places of steps only",
                    names.join(", ")
                ),
                help: Some("without --strict the run goes on and says so at its end".into()),
            });
        }
        if crawls && result.is_ok() {
            return Err(RunError {
                time: self.time,
                message: format!(
                    "the steps have become so short that the end would take more than {:.0e} of them{}{}",
                    StallDetector::MOST_STEPS,
                    self.fastest(&segment.y),
                    self.while_in_contact()
                ),
                help: Some(self.steadier_rule(true).unwrap_or_else(|| {
                    "look for a force or a speed that grows without bound at this time, or a stiffness that is far too large; --patient goes on whatever it takes".into()
                })),
            });
        }
        if let Some(days) = patience.days.filter(|_| result.is_ok()) {
            return Err(self.lost_patience(days, &segment, t_end));
        }
        result.map(|_| ()).map_err(|f| {
            let mut error = self.failure(&f);
            // The work is that of all forces: the one state that names nobody.
            let work = self.equations.system.differential() - 1;
            let is_small = f.kind == drive::FailureKind::StepTooSmall;
            if f.worst == Some(work) || (f.worst.is_none() && is_small) {
                error.message += &self.fastest(&segment.y);
            }
            error
        })
    }

    /// The error of a run that would take days.
    fn lost_patience(&mut self, days: f64, segment: &Segment, end: f64) -> RunError {
        let left = end - self.time;
        let step = segment.length.unwrap_or(0.0);
        RunError {
            time: self.time,
            message: format!(
                "at the pace of now the rest of the run would take {days:.3e} days: steps of {step:.1e} for {left:.3e} of time{}{}",
                self.fastest(&segment.y),
                self.while_in_contact()
            ),
            help: Some(
                "look for a stiffness, a speed or a friction that is far too large; --patient goes on whatever it takes, with --resume from here"
                    .into(),
            ),
        }
    }

    /// The state that changes fastest for its size, for a message about steps.
    fn fastest(&mut self, y: &[f64]) -> String {
        let states = self.equations.system.differential() - 1;
        let mut dy = vec![0.0; y.len()];
        if self.equations.derivative(self.time, y, &mut dy).is_err() {
            return String::new();
        }
        let rate = |k: usize| dy[k].abs() / y[k].abs().max(DEFAULT_ERROR);
        let worst = (0..states).max_by(|a, b| rate(*a).total_cmp(&rate(*b)));
        worst.map_or_else(String::new, |k| {
            format!("; fastest is {}", self.equations.system.unknown_name(k))
        })
    }

    /// The contacts that are closed, for a message about steps.
    pub(crate) fn while_in_contact(&self) -> String {
        let names = self.equations.in_contact();
        names.map_or_else(String::new, |names| format!("; in contact: {names}"))
    }

    /// What may help where the direction of a contact jumps; in statics also where none is closed, as the search may throw it off.
    pub(crate) fn steadier_rule(&self, closed_only: bool) -> Option<String> {
        let (name, closed) = self.equations.goes_by_nearest_points()?;
        (closed || !closed_only).then(|| {
            format!(
                "{name}: by the rule adams the direction of its force jumps where the nearest point of a surface does, at tips and edges and from triangle to triangle; --contact-rule smooth has a steady one"
            )
        })
    }
}
