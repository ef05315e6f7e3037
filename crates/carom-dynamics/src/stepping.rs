//! A dynamic analysis in the hands of a program: step, look, push back.
//!
//! ```text
//! steps of the method   t0 ───────────────────────────── t1 ────────── t2
//! times asked for            ↑        ↑            ↑
//! ```
//!
//! A stop costs the run nothing: the method takes the steps that it would take without it, and the state at a time inside of a step comes from its
//! dense output, put on the constraints, as at an output time. So the states at some times, and all events, have the same bits however often the run stops in
//! between, and with an end they are those of a run to this end with these output times. A step may be ahead of the time asked for: forces are evaluated
//! there too.
//!
//! What changes the run takes the step back: the method starts anew at this time. Behind an input its steps keep their length, but for the
//! first, which goes little further than the time since the input before: what a controller's period costs is a step of the method. Another state begins with a careful first step.
//! So does [`Stepping::save`], in the run that is saved as in the one that is restored, and both go on to the same bits.
#![allow(non_snake_case)]

use crate::equations::Equations;
use crate::integration::{Arrival, Integration, Wait};
use crate::output::{EventRow, Frame, Layout};
use crate::simulate::{Observer, Progress, RunError, RunOptions, Simulation, Statistics};
use crate::system::{ExtraState, System};
use crate::tangent::{Gradient, Seeds, Tangent, Variants};
use carom_base::Quaternion;
use carom_model::analysis::{Analysis, ReloadScope};
use carom_model::run::Linearization;
use carom_solve::drive::End;
use carom_solve::{Formulation, Problem};
use std::sync::Arc;

/// Numbers of the state of a body: x y z of the centre of mass on ground axes, q0 q1 q2 q3 of the part frame in ground (scalar first), vx vy vz, wx wy wz on
/// ground axes.
pub const BODY_NUMBERS: [&str; 13] = [
    "x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz",
];

/// Where a call has led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The time asked for.
    Time,
    /// An event: the state is the one behind it.
    Event,
    /// The end of the analysis.
    End,
    /// A sensor has ended the analysis.
    Halted,
}

/// A dynamic analysis that goes on when it is asked to.
pub struct Stepping {
    simulation: Simulation,
    /// `None`: it is over.
    integration: Option<Integration>,
    over: Option<Result<Reached, RunError>>,
    options: RunOptions,
    end: f64,
    time: f64,
    /// The state (length n), and whether it is the one at `time`.
    y: Vec<f64>,
    dy: Vec<f64>,
    is_known: bool,
    /// Whether the frame is the one at `time`.
    is_framed: bool,
    frame: Frame,
    /// An input has changed.
    is_disturbed: bool,
    /// When an input changed last.
    last_input: f64,
    statistics: Statistics,
    events: Vec<EventRow>,
}

/// Keeps events.
struct Events<'a>(&'a mut Vec<EventRow>);

impl Observer for Events<'_> {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, _: &Frame) {}
    fn event(&mut self, event: &EventRow) {
        self.0.push(event.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, _: &Statistics) {}
}

/// Keeps a linearization.
struct Found(Option<Linearization>);

impl Observer for Found {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, _: &Frame) {}
    fn event(&mut self, _: &EventRow) {}
    fn linear(&mut self, linearization: &Linearization) {
        self.0 = Some(linearization.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, _: &Statistics) {}
}

impl Stepping {
    /// Begins a dynamic analysis where the simulation stands. With an `end` the steps of the method are those of a run to it; without one they are no longer
    /// than one second of the model, unless the model or the options say how long they may be.
    ///
    /// # Errors
    /// When it cannot begin.
    pub fn new(
        mut simulation: Simulation,
        end: Option<f64>,
        options: &RunOptions,
    ) -> Result<Self, RunError> {
        let end = end.unwrap_or(f64::INFINITY);
        let time = simulation.time();
        if end.is_nan() || end <= time {
            let message = format!("the end, {end}, is not after the current time, {time}");
            return Err(simulation.refuse(message));
        }
        simulation.reassemble()?;
        simulation.is_possible(Analysis::Dynamic, &simulation.settings, options)?;
        simulation
            .equations
            .meet_velocities()
            .map_err(|f| simulation.refuse(f.message))?;
        simulation.analyses += 1;
        simulation.equations.memory.mode = 4.0;
        let mut stepping = Self {
            simulation,
            integration: None,
            over: None,
            options: RunOptions {
                patient: true,
                ..options.clone()
            },
            end,
            time,
            y: Vec::new(),
            dy: Vec::new(),
            is_known: false,
            is_framed: false,
            frame: Frame::default(),
            is_disturbed: false,
            last_input: f64::NEG_INFINITY,
            statistics: Statistics::default(),
            events: Vec::new(),
        };
        stepping.begin()?;
        Ok(stepping)
    }

    fn begin(&mut self) -> Result<(), RunError> {
        let mut statistics = Statistics {
            kind: "dynamic".into(),
            start: self.simulation.time(),
            ..Statistics::default()
        };
        let integration = self.simulation.begin_dynamic(
            self.end,
            &[],
            &self.options,
            &mut Events(&mut self.events),
            &mut statistics,
        )?;
        self.statistics = statistics;
        self.over = None;
        self.stand(integration);
        Ok(())
    }

    /// The state is that of an integration whose next leg has not begun.
    fn stand(&mut self, integration: Integration) {
        self.y.clone_from(&integration.segment.y);
        self.dy.resize(self.y.len(), 0.0);
        self.integration = Some(integration);
        self.time = self.simulation.time();
        (self.is_known, self.is_framed, self.is_disturbed) = (true, false, false);
        self.last_input = f64::NEG_INFINITY;
    }

    /// The current time.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The end of the analysis; infinite if it has none.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// The assembled system.
    pub fn system(&self) -> &System {
        &self.simulation.equations.system
    }

    /// The order of the rows of a frame.
    pub fn layout(&self) -> &Layout {
        self.simulation.layout()
    }

    /// Degrees of freedom.
    pub fn degrees_of_freedom(&self) -> i64 {
        self.simulation.degrees_of_freedom()
    }

    /// How the analysis ended, if it has.
    pub fn is_over(&self) -> Option<&Result<Reached, RunError>> {
        self.over.as_ref()
    }

    /// The events since this was asked last, in the order of time.
    pub fn take_events(&mut self) -> Vec<EventRow> {
        std::mem::take(&mut self.events)
    }

    /// Whether there are events that were not taken yet.
    pub fn has_events(&self) -> bool {
        !self.events.is_empty()
    }

    /// Counts of the work so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.statistics.clone();
        statistics.end = self.time;
        if let Some(integration) = &self.integration {
            statistics.take_counts(&integration.counts());
        }
        statistics
    }

    /// Goes on by a length of time, > 0.
    ///
    /// # Errors
    /// Why the run has ended; the state is the one of [`RunError::time`].
    pub fn step(&mut self, dt: f64) -> Result<Reached, RunError> {
        if !(dt.is_finite() && dt > 0.0) {
            let message = format!("a step of {dt}; its length has to be above 0");
            return Err(self.refuse(message));
        }
        self.go(self.time + dt, false)
    }

    /// Goes on to a time, or to the end of the analysis if that comes first. An event at this very time is still to come.
    ///
    /// # Errors
    /// As [`Stepping::step`]; the time lies before the current one, or is infinite and there is no end.
    pub fn run_until(&mut self, time: f64) -> Result<Reached, RunError> {
        self.go(time, false)
    }

    /// Goes on to the state behind the next event, to the time `limit`, or to the end of the analysis, whatever comes first.
    ///
    /// # Errors
    /// As [`Stepping::run_until`].
    pub fn advance_to_event(&mut self, limit: f64) -> Result<Reached, RunError> {
        self.go(limit, true)
    }

    /// Follows from here on how the motion changes with parameters, and with changes of the current state along `directions` (as [`Tangent::column`]). The flow of
    /// the tangent has a local error of `error` at most, relative to it.
    ///
    /// # Errors
    /// As said at [`Tangent`]: what has no derivative, or is not known.
    pub fn vary(
        &mut self,
        variants: Vec<Variants>,
        directions: &[Vec<f64>],
        error: f64,
    ) -> Result<(), RunError> {
        self.cut()?;
        let e = &mut self.simulation.equations;
        let mut tangent =
            Tangent::new(e, variants, error).map_err(|f| self.simulation.refuse(f.message))?;
        tangent.add_directions(directions);
        self.simulation.tangent = Some(Box::new(tangent));
        Ok(())
    }

    /// As [`Stepping::vary`], for gradients of few numbers by many parameters: see [`Stepping::gradients`].
    ///
    /// # Errors
    /// As [`Stepping::vary`].
    pub fn vary_back(&mut self, variants: Vec<Variants>, error: f64) -> Result<(), RunError> {
        self.vary(variants, &[], error)?;
        let simulation = &mut self.simulation;
        let kept = match simulation.tangent.as_deref_mut() {
            Some(tangent) => tangent.keep_record(&simulation.equations),
            None => Ok(()),
        };
        kept.map_err(|f| self.refuse(f.message))
    }

    /// Marks the current time as one at which numbers are read: what the number of an output is to [`Seeds::outputs`].
    ///
    /// # Errors
    /// When the variations cannot be solved for.
    pub fn mark_output(&mut self) -> Result<usize, RunError> {
        let driver = self.integration.as_ref().and_then(Integration::driver);
        let in_hand = driver.and_then(carom_solve::Driver::step_in_hand);
        let Some(tangent) = self.simulation.tangent.as_deref_mut() else {
            return Ok(0);
        };
        let here = (self.time, &self.y[..]);
        let found = tangent.mark(&self.simulation.equations, in_hand, here);
        found.map_err(|f| self.refuse(f.message))
    }

    /// Gradients of weighted sums of what `read` finds at outputs and of what events tell, one for each of `seeds`, by all parameters and the initial state: from the end of the run back to its
    /// start, at a cost that does not grow with the number of parameters of functions. After [`Stepping::vary_back`] and the run.
    ///
    /// # Errors
    /// When the variations cannot be solved for.
    pub fn gradients(
        &mut self,
        read: &dyn Fn(&Frame) -> Vec<f64>,
        seeds: &[Seeds],
    ) -> Result<Vec<Gradient>, RunError> {
        let Some(tangent) = self.simulation.tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.gradients(read, seeds);
        found.map_err(|f| self.refuse(f.message))
    }

    /// How the motion changes, as far as it has come, where [`Stepping::vary`] asked for it.
    pub fn tangent(&self) -> Option<&Tangent> {
        self.simulation.tangent.as_deref()
    }

    /// The columns of the tangent at the current time ([`Tangent::column`]).
    ///
    /// # Errors
    /// When the variations cannot be solved for.
    pub fn tangent_here(&mut self) -> Result<Vec<Vec<f64>>, RunError> {
        let driver = self.integration.as_ref().and_then(Integration::driver);
        let in_hand = driver.and_then(carom_solve::Driver::step_in_hand);
        let Some(tangent) = self.simulation.tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.at(&self.simulation.equations, in_hand, self.time);
        found.map_err(|f| self.refuse(f.message))
    }

    /// Replaces the columns of the tangent that are of initial states by sums of them, a list of factors each, and forgets the events so far.
    pub fn mix_directions(&mut self, factors: &[Vec<f64>]) {
        if let Some(tangent) = self.simulation.tangent.as_deref_mut() {
            tangent.mix(factors);
        }
    }

    /// Derivatives of numbers of the frame at the current time, one list for each column of the tangent.
    ///
    /// # Errors
    /// When the variations cannot be solved for, or the frame not be computed.
    pub fn derivatives(
        &mut self,
        read: &dyn Fn(&Frame) -> Vec<f64>,
    ) -> Result<Vec<Vec<f64>>, RunError> {
        let x = self.tangent_here()?;
        self.find()?;
        let Simulation {
            equations, tangent, ..
        } = &mut self.simulation;
        let Some(tangent) = tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.of_frame(equations, self.time, &self.y, &x, read);
        found.map_err(|f| self.refuse(f.message))
    }

    /// How fast numbers of the frame change along the motion, at the current time. Empty where nothing is varied ([`Stepping::vary`]).
    ///
    /// # Errors
    /// When the accelerations, or the frame, cannot be computed.
    pub fn frame_rates(&mut self, read: &dyn Fn(&Frame) -> Vec<f64>) -> Result<Vec<f64>, RunError> {
        self.find()?;
        let Simulation {
            equations, tangent, ..
        } = &mut self.simulation;
        let Some(tangent) = tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.rates_of_frame(equations, self.time, &self.y, read);
        found.map_err(|f| self.refuse(f.message))
    }

    /// The change that leads from one state to another, both as [`Stepping::state`] has them: as [`Tangent::column`].
    pub fn change(&self, from: &[f64], to: &[f64]) -> Vec<f64> {
        crate::tangent::space::change(self.system(), from, to)
    }

    /// A state changed by a sum of changes; [`Stepping::set_state`] puts it on the constraints.
    pub fn moved_state(&self, from: &[f64], along: &[Vec<f64>], by: &[f64]) -> Vec<f64> {
        crate::tangent::space::moved(self.system(), from, along, by)
    }

    /// The projector on the changes of the current state that meet the constraints, one list for each unknown, and the sizes of the unknowns that tolerances are
    /// measured by.
    ///
    /// # Errors
    /// When the constraints cannot be met beside this state.
    pub fn projector(&mut self) -> Result<(Vec<Vec<f64>>, Vec<f64>), RunError> {
        self.cut()?;
        let found = crate::tangent::space::projector(&self.simulation.equations, self.time);
        found.map_err(|f| self.refuse(f.message))
    }

    /// Rates of the state at the current time, as [`Tangent::column`].
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn rates(&mut self) -> Result<Vec<f64>, RunError> {
        self.find()?;
        let mut dy = vec![0.0; self.system().differential()];
        let e = &mut self.simulation.equations;
        let found = e.derivative(self.time, &self.y[..dy.len()], &mut dy);
        let rates = crate::tangent::space::rates(e, &dy);
        found.map(|()| rates).map_err(|f| self.refuse(f.message))
    }

    /// The equations, where the current state is the one in their arrays.
    pub(crate) fn into_equations(self) -> Equations {
        self.simulation.equations
    }

    fn refuse(&self, message: String) -> RunError {
        RunError {
            time: self.time,
            message,
            help: None,
        }
    }

    fn go(&mut self, until: f64, at_events: bool) -> Result<Reached, RunError> {
        if until.is_nan() || until < self.time {
            let message = format!("the time {until} is not after the current one");
            return Err(self.refuse(message));
        }
        if until.is_infinite() && self.end.is_infinite() {
            return Err(RunError {
                help: Some("give a limit, or the simulation an end".into()),
                ..self.refuse("there is no end to run to".into())
            });
        }
        if let Some(over) = &self.over {
            return over.clone();
        }
        self.apply_inputs()?;
        let reached = self.integrate(until.min(self.end), at_events)?;
        if reached != Reached::Time || until < self.end {
            return Ok(reached);
        }
        // The results at the end are those before an event there, as those of an output time.
        self.frame()?;
        let reached = self.integrate(f64::INFINITY, false)?;
        self.is_framed = true;
        Ok(reached)
    }

    fn integrate(&mut self, until: f64, at_events: bool) -> Result<Reached, RunError> {
        let Some(integration) = &mut self.integration else {
            return Ok(Reached::End);
        };
        (self.is_known, self.is_framed) = (false, false);
        let mut events = Events(&mut self.events);
        let wait = Wait { until, at_events };
        match self.simulation.integrate(integration, wait, &mut events) {
            Ok(Arrival::Waiting) => {
                let stopped = integration.has_stopped_at_event();
                self.time = match integration.driver() {
                    Some(driver) if driver.is_inside() => until,
                    Some(driver) => driver.time(),
                    None => self.simulation.time,
                };
                self.simulation.pending_events.until(self.time, &mut events);
                Ok(if stopped {
                    Reached::Event
                } else {
                    Reached::Time
                })
            }
            Ok(Arrival::Over(crawls, result)) => self.finish(crawls, result),
            Err(error) => self.break_off(error),
        }
    }

    fn finish(
        &mut self,
        crawls: bool,
        result: Result<End, carom_solve::Failure>,
    ) -> Result<Reached, RunError> {
        let Some(integration) = self.integration.take() else {
            return Ok(Reached::End);
        };
        self.y.clone_from(&integration.segment.y);
        (self.is_known, self.time) = (true, self.simulation.time);
        let reached = match result {
            Ok(End::Stopped) => Reached::Halted,
            _ => Reached::End,
        };
        let mut statistics = self.statistics.clone();
        let ended =
            self.simulation
                .conclude(integration, crawls, result, &self.options, &mut statistics);
        self.statistics = statistics;
        let over = ended.map(|()| reached);
        self.over = Some(over.clone());
        over
    }

    /// The run cannot go on; its state is the last one of the equations.
    fn break_off(&mut self, error: RunError) -> Result<Reached, RunError> {
        if let Some(integration) = self.integration.take() {
            self.y.clone_from(&integration.segment.y);
        }
        (self.is_known, self.time) = (true, self.simulation.time);
        self.over = Some(Err(error.clone()));
        Err(error)
    }

    /// Finds the state at the current time; whether it lies inside of a step of the method.
    fn find(&mut self) -> Result<bool, RunError> {
        let Some(driver) = self.integration.as_ref().and_then(Integration::driver) else {
            if let (false, Some(integration)) = (self.is_known, &self.integration) {
                self.y.clone_from(&integration.segment.y);
            }
            self.is_known = true;
            return Ok(false);
        };
        let inside = driver.is_inside();
        if !self.is_known {
            // A contact that closes or opens changes their number.
            let n = driver.state().len();
            self.y.resize(n, 0.0);
            self.dy.resize(n, 0.0);
            if driver.look(self.time, &mut self.y, &mut self.dy) {
                let e = &mut self.simulation.equations;
                let projected = e.project(self.time, &mut self.y);
                projected.map_err(|f| self.refuse(f.message))?;
            }
            self.is_known = true;
        }
        Ok(inside)
    }

    /// Makes the state at the current time the start of a step, in a chart of its own.
    fn cut(&mut self) -> Result<(), RunError> {
        let inside = self.find()?;
        let e = &mut self.simulation.equations;
        if inside && let Some(driver) = self.integration.as_ref().and_then(Integration::driver) {
            let kept = driver.keep_past(e, self.time);
            kept.map_err(|f| self.refuse(f.message))?;
        }
        let e = &mut self.simulation.equations;
        if inside {
            e.accept(self.time, &mut self.y);
        } else {
            e.place(self.time, &self.y);
        }
        self.simulation.time = self.time;
        Ok(())
    }

    /// Branches of functions, and which contacts press, follow from the new inputs as at the start of an analysis.
    fn apply_inputs(&mut self) -> Result<(), RunError> {
        if !self.is_disturbed {
            return Ok(());
        }
        self.cut()?;
        if !self.system().stops.is_empty() {
            // Which contacts press, and which part.
            return self.set_out();
        }
        self.is_disturbed = false;
        let Some(mut integration) = self.integration.take() else {
            return Ok(());
        };
        let e = &mut self.simulation.equations;
        e.begin_pasts(self.time);
        let settled = e.settle(self.time, &self.y).and_then(|()| {
            e.happened.clear();
            e.start_sensors(true)
        });
        // Inputs come in periods as a rule: a step that goes far beyond the next one is thrown away.
        let most = 1.1 * (self.time - self.last_input);
        let most = if most > 0.0 { most } else { f64::INFINITY };
        self.last_input = self.time;
        let started = integration.restart(e, (self.time, &self.y), most);
        self.integration = Some(integration);
        if let Err(fault) = settled {
            let error = self.refuse(fault.message);
            self.break_off(error)?;
        }
        if let Err(failure) = started {
            let error = self.simulation.failure(&failure);
            self.break_off(error)?;
        }
        Ok(())
    }

    /// Sets out anew from the state in the arrays of the equations, as at the start of an analysis.
    fn set_out(&mut self) -> Result<(), RunError> {
        self.is_disturbed = false;
        let Some(mut integration) = self.integration.take() else {
            return Ok(());
        };
        let mut events = Events(&mut self.events);
        let h_max = integration.segment.h_max;
        let e = &mut self.simulation.equations;
        e.formulate(Formulation::Stabilized);
        e.renew();
        let segment = self.simulation.first_segment(&[], h_max, &mut events)?;
        integration.renew(segment.y);
        self.stand(integration);
        Ok(())
    }

    /// Names of the numbers of the state: `PART/2.x` and so on for each moving part ([`BODY_NUMBERS`]), then the states of differential equations.
    pub fn state_names(&self) -> Vec<String> {
        self.system().state_names()
    }

    /// How many numbers the state has.
    pub fn state_len(&self) -> usize {
        self.system().state_len()
    }

    /// The state at the current time, in the order of [`Stepping::state_names`]; `out` has their number.
    ///
    /// # Errors
    /// When the constraints cannot be met there.
    pub fn state_into(&mut self, out: &mut [f64]) -> Result<(), RunError> {
        self.find()?;
        let e = &mut self.simulation.equations;
        e.place(self.time, &self.y);
        let (bodies, extra) = out.split_at_mut(BODY_NUMBERS.len() * e.now.bodies.len());
        for (body, out) in e
            .now
            .bodies
            .iter()
            .zip(bodies.chunks_exact_mut(BODY_NUMBERS.len()))
        {
            out[..3].copy_from_slice(&body.r.to_array());
            out[3..7].copy_from_slice(&Quaternion::from_matrix(&body.R).0);
            out[7..10].copy_from_slice(&body.v.to_array());
            out[10..].copy_from_slice(&(body.R * body.w).to_array());
        }
        extra.copy_from_slice(&e.now.states[..extra.len()]);
        Ok(())
    }

    /// The state, in a vector.
    ///
    /// # Errors
    /// As [`Stepping::state_into`].
    pub fn state(&mut self) -> Result<Vec<f64>, RunError> {
        let mut state = vec![0.0; self.state_len()];
        self.state_into(&mut state)?;
        Ok(state)
    }

    /// Puts the bodies into this state, at the current time. Quaternions are normalized, positions and velocities put on the constraints by the smallest change;
    /// contacts and branches of functions are found as at the start of an analysis. A run that was over goes on from here, if it is not at its end.
    ///
    /// # Errors
    /// When a number is not finite, a quaternion is zero, or the constraints cannot be met; then the state is the one before.
    pub fn set_state(&mut self, state: &[f64]) -> Result<(), RunError> {
        if state.len() != self.state_len() {
            let (has, n) = (state.len(), self.state_len());
            return Err(self.refuse(format!("the state has {n} numbers, not {has}")));
        }
        let names = |k: usize| self.state_names().swap_remove(k);
        if let Some(k) = state.iter().position(|x| !x.is_finite()) {
            return Err(self.refuse(format!("{} is {}", names(k), state[k])));
        }
        let count = BODY_NUMBERS.len();
        let bodies = self.simulation.equations.now.bodies.len();
        let turned = |b: usize| {
            state[count * b + 3..count * b + 7]
                .iter()
                .any(|q| *q != 0.0)
        };
        if let Some(b) = (0..bodies).find(|b| !turned(*b)) {
            return Err(self.refuse(format!("the quaternion of {} is zero", names(count * b))));
        }
        self.cut()?;
        let before = self.y.clone();
        let e = &mut self.simulation.equations;
        let charts = e.charts().to_vec();
        let system = Arc::clone(&e.system);
        let joints = system.joint_rows();
        if system.rows != joints {
            // A contact that is closed now holds nothing of the new state.
            let mut open = System::clone(&system);
            open.rows = joints;
            e.go_on_with(open);
        }
        for ((body, data), x) in e
            .now
            .bodies
            .iter_mut()
            .zip(&system.bodies)
            .zip(state.chunks_exact(count))
        {
            body.r = [x[0], x[1], x[2]].into();
            body.v = [x[7], x[8], x[9]].into();
            if data.turns {
                body.R = Quaternion([x[3], x[4], x[5], x[6]]).normalized().matrix();
                body.w = body.R.transpose() * carom_base::Vec3::new(x[10], x[11], x[12]);
            }
        }
        let extra = &state[count * bodies..];
        e.now.states[..extra.len()].copy_from_slice(extra);
        let mut y = e.unknowns();
        if let Err(fault) = e.project(self.time, &mut y) {
            e.go_on_with(System::clone(&system));
            e.set_charts(&charts);
            e.place(self.time, &before);
            return Err(self.refuse(fault.message));
        }
        e.accept(self.time, &mut y);
        self.y = y;
        self.go_on_here()
    }

    /// The same at another time: the run goes on from there, as an analysis that starts at it.
    ///
    /// # Errors
    /// As [`Stepping::set_state`]; when the time is not finite, or not before the end.
    pub fn set_state_at(&mut self, time: f64, state: &[f64]) -> Result<(), RunError> {
        if !(time.is_finite() && time < self.end) {
            return Err(self.refuse(format!("a run cannot go on at the time {time}")));
        }
        if time != self.time {
            self.cut()?;
            (self.time, self.simulation.time) = (time, time);
            self.simulation.equations.now.time = time;
        }
        self.set_state(state)
    }

    /// The unilateral constraints that are open at the current time: their elements, gaps, and rates of the gaps.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn open_gaps(&mut self) -> Result<Vec<(String, f64, f64)>, RunError> {
        self.find()?;
        let system = Arc::clone(&self.simulation.equations.system);
        let mut dy = vec![0.0; self.y.len()];
        let e = &mut self.simulation.equations;
        let differential = system.differential();
        let mut guards = vec![carom_solve::Guard::IDLE; system.guards.len()];
        let found = e
            .derivative(self.time, &self.y[..differential], &mut dy[..differential])
            .and_then(|()| e.guards(self.time, &self.y, &dy, &mut guards));
        found.map_err(|f| self.refuse(f.message))?;
        let open = system.stops.iter().enumerate();
        let open = open.filter(|(k, _)| !system.is_closed(*k));
        Ok(open
            .map(|(_, stop)| (stop.label.clone(), guards[stop.guard]))
            .filter(|(_, gap)| gap.value.is_finite())
            .map(|(label, gap)| (label, gap.value, gap.rate))
            .collect())
    }

    /// Changes the state by a sum of changes ([`Tangent::column`]); contacts that are closed stay closed.
    ///
    /// # Errors
    /// When the constraints cannot be met there; then the state is the one before.
    pub fn shift_state(&mut self, along: &[Vec<f64>], by: &[f64]) -> Result<(), RunError> {
        let now = self.state()?;
        let moved = self.moved_state(&now, along, by);
        self.cut()?;
        let e = &mut self.simulation.equations;
        let put = crate::tangent::space::put(e, self.time, &moved);
        put.map_err(|f| self.refuse(f.message))?;
        let put = self.simulation.equations.unknowns();
        self.y = put;
        self.go_on_here()
    }

    /// Goes on from the state in the arrays; a run that was over begins anew.
    fn go_on_here(&mut self) -> Result<(), RunError> {
        match self.integration.is_some() {
            true => self.set_out(),
            false if self.time < self.end => self.begin(),
            false => {
                (self.is_known, self.is_framed) = (true, false);
                Ok(())
            }
        }
    }

    /// Everything that decides how the run goes on, as bytes. The method starts anew at this time, here and where it is restored.
    ///
    /// # Errors
    /// When the constraints cannot be met at this time.
    pub fn save(&mut self) -> Result<Vec<u8>, RunError> {
        self.cut()?;
        let e = &mut self.simulation.equations;
        e.formulate(Formulation::Stabilized);
        e.renew();
        // The chart is that of the state itself, as it will be where it is restored.
        let multipliers = self.y[e.system.differential()..].to_vec();
        let mut y = e.unknowns();
        y[e.system.differential()..].copy_from_slice(&multipliers);
        self.y.clone_from(&y);
        if let Some(integration) = &mut self.integration {
            integration.renew(y);
        }
        let segment = self.integration.as_ref().map(|i| &i.segment);
        Ok(self.simulation.state(segment))
    }

    /// Stands where a run of this model was saved. Events that were not taken are dropped.
    ///
    /// # Errors
    /// When the bytes are no state of this model; then all is as it was.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RunError> {
        let taken = self.simulation.stand(saved, ReloadScope::System);
        taken.map_err(|why| self.refuse(format!("the state cannot be restored: {why}")))?;
        self.events.clear();
        self.integration = None;
        self.time = self.simulation.time;
        if self.simulation.resumed.is_some() {
            return self.begin();
        }
        // It was saved at its end.
        self.y = self.simulation.equations.unknowns();
        (self.is_known, self.is_framed, self.is_disturbed) = (true, false, false);
        self.last_input = f64::NEG_INFINITY;
        self.over = Some(Ok(Reached::End));
        Ok(())
    }

    /// The inputs: what the model has bound to [`carom_model::Bound::Input`].
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        let inputs = self.simulation.equations.system.inputs.iter();
        inputs.map(|(name, _)| name.as_str())
    }

    /// The value of an input, by its number.
    pub fn input(&self, number: usize) -> f64 {
        let e = &self.simulation.equations;
        e.memory.sensors[e.system.inputs[number].1]
    }

    /// Sets an input by its number. It holds from the current time on until it is set again.
    ///
    /// # Errors
    /// When the value is not finite.
    pub fn set_input(&mut self, number: usize, value: f64) -> Result<(), RunError> {
        if !value.is_finite() {
            let name = &self.simulation.equations.system.inputs[number].0;
            return Err(self.refuse(format!("the input {name} is {value}")));
        }
        let e = &mut self.simulation.equations;
        let slot = e.system.inputs[number].1;
        if e.memory.sensors[slot].to_bits() != value.to_bits() {
            if !self.is_disturbed {
                // The state is the one before the change.
                self.cut()?;
            }
            self.simulation.equations.memory.sensors[slot] = value;
            (self.is_disturbed, self.is_framed) = (true, false);
        }
        Ok(())
    }

    /// All results at the current time.
    ///
    /// # Errors
    /// When accelerations or functions cannot be computed.
    pub fn frame(&mut self) -> Result<&Frame, RunError> {
        self.apply_inputs()?;
        self.find()?;
        if !self.is_framed {
            let Simulation {
                reporter,
                equations,
                ..
            } = &mut self.simulation;
            match reporter.frame(equations, self.time, &self.y) {
                Ok(frame) => self.frame.clone_from(frame),
                Err(fault) => return Err(self.refuse(fault.message)),
            }
            self.is_framed = true;
        }
        Ok(&self.frame)
    }

    /// The linear equations of small deviations from the current state.
    ///
    /// # Errors
    /// As a linear analysis.
    pub fn linearize(&mut self) -> Result<Linearization, RunError> {
        let saved = self.save()?;
        let mut found = Found(None);
        let settings = carom_model::analysis::LinearSettings {
            inputs: self.simulation.model.plant_inputs.ids().collect(),
            outputs: self.simulation.model.plant_outputs.ids().collect(),
            states: self.simulation.model.plant_states.ids().collect(),
            ..carom_model::analysis::LinearSettings::default()
        };
        let done = self.simulation.linearize(&settings, &mut found);
        // The analysis leaves modes of its own.
        let events = std::mem::take(&mut self.events);
        self.restore(&saved)?;
        self.events = events;
        done?;
        found
            .0
            .ok_or_else(|| self.refuse("nothing was found".into()))
    }

    /// Computes accelerations and multipliers at the current time; the equations.
    fn solved(&mut self) -> Result<&mut Equations, RunError> {
        self.is_framed = false;
        self.frame()?;
        Ok(&mut self.simulation.equations)
    }

    /// Names of the velocities v, in the order of the matrices: of each body vx vy vz of the centre of mass on ground axes and wx wy wz on its own axes (a point
    /// mass: three).
    pub fn velocity_names(&self) -> Vec<String> {
        let system = &self.simulation.equations.system;
        let names = ["vx", "vy", "vz", "wx", "wy", "wz"];
        let bodies = system.bodies.iter();
        bodies
            .flat_map(|b| {
                names[..b.freedoms()]
                    .iter()
                    .map(|n| format!("{}.{n}", b.label))
            })
            .collect()
    }

    /// Names of the rows of the constraints that are kept.
    pub fn constraint_names(&self) -> Vec<String> {
        let system = &self.simulation.equations.system;
        system.rows.iter().map(|r| system.row_name(*r)).collect()
    }

    /// Mass matrix M, (v, v) by rows, over the units consistency factor: M·v' is a force. Entries that are not zero are those of the body's own block.
    pub fn mass_matrix(&self) -> Vec<f64> {
        let system = &self.simulation.equations.system;
        let n = system.positions;
        let mut m = vec![0.0; n * n];
        for data in &system.bodies {
            let k = data.first;
            for i in 0..3 {
                m[(k + i) * n + k + i] = data.mass;
            }
            if data.turns {
                for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
                    m[(k + 3 + i) * n + k + 3 + j] = data.inertia[(i, j)];
                }
            }
        }
        m
    }

    /// Jacobian G of the kept constraints by the velocities, (rows, v) by rows: a multiplier λ exerts Gᵀ·λ.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn constraint_jacobian(&mut self) -> Result<Vec<f64>, RunError> {
        let e = self.solved()?;
        Ok(jacobian(e))
    }

    /// Accelerations v' and multipliers λ of the kept constraints at the current time.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn accelerations(&mut self) -> Result<(Vec<f64>, Vec<f64>), RunError> {
        let e = self.solved()?;
        let n = e.system.positions;
        let lambda = e.system.rows.iter().map(|r| e.multipliers()[*r]);
        Ok((e.kkt.a[..n].to_vec(), lambda.collect()))
    }

    /// Generalized forces Q of all that acts but the constraints, gyroscopic ones among them: `M·v' = Q + Gᵀ·λ`.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn generalized_forces(&mut self) -> Result<Vec<f64>, RunError> {
        let (_, lambda) = self.accelerations()?;
        self.forces(&lambda)
    }

    /// What is missing in the equations of motion for given accelerations and multipliers: `M·v' − Q − Gᵀ·λ`. With accelerations that somebody wants this is
    /// the force that has to be added for them (inverse dynamics); with those of the motion it is rounding.
    ///
    /// # Errors
    /// As [`Stepping::frame`]; when the lengths are wrong.
    pub fn residual(
        &mut self,
        accelerations: &[f64],
        multipliers: &[f64],
    ) -> Result<Vec<f64>, RunError> {
        let (n, m) = (self.system().positions, self.system().rows.len());
        if accelerations.len() != n || multipliers.len() != m {
            let (a, l) = (accelerations.len(), multipliers.len());
            let message = format!("there are {n} velocities and {m} multipliers, not {a} and {l}");
            return Err(self.refuse(message));
        }
        self.solved()?;
        let q = self.forces(multipliers)?;
        let g = jacobian(&mut self.simulation.equations);
        let mass = self.mass_matrix();
        Ok((0..n)
            .map(|i| {
                let inertia: f64 = (0..n).map(|j| mass[i * n + j] * accelerations[j]).sum();
                let reaction: f64 = (0..m).map(|r| g[r * n + i] * multipliers[r]).sum();
                inertia - q[i] - reaction
            })
            .collect())
    }

    /// Q for given multipliers: friction, and functions that look at reactions, depend on them.
    fn forces(&mut self, lambda: &[f64]) -> Result<Vec<f64>, RunError> {
        let e = &mut self.simulation.equations;
        let (n, nd, m) = (
            e.system.positions,
            e.system.differential(),
            e.system.rows.len(),
        );
        let mut y = self.y.clone();
        y[nd..nd + m].copy_from_slice(lambda);
        y[nd + m..].fill(0.0);
        let mut f = vec![0.0; y.len()];
        e.rhs(self.time, &y, &mut f)
            .map_err(|fault| self.simulation.refuse(fault.message))?;
        let g = jacobian(&mut self.simulation.equations);
        Ok((0..n)
            .map(|i| f[n + i] - (0..m).map(|r| g[r * n + i] * lambda[r]).sum::<f64>())
            .collect())
    }
}

impl System {
    /// See [`Stepping::state_names`].
    pub fn state_names(&self) -> Vec<String> {
        let bodies = self.bodies.iter();
        let bodies = bodies.flat_map(|b| BODY_NUMBERS.iter().map(|n| format!("{}.{n}", b.label)));
        let first = 2 * self.positions;
        let extra = (0..self.extra_states()).map(|k| self.unknown_name(first + k));
        bodies.chain(extra).collect()
    }

    /// See [`Stepping::state_len`].
    pub fn state_len(&self) -> usize {
        BODY_NUMBERS.len() * self.bodies.len() + self.extra_states()
    }

    /// What absolute tolerances of the numbers of the state are measured by, in the order of [`Stepping::state_names`]; of the four numbers of an orientation
    /// that of an angle.
    pub fn state_sizes(&self) -> Vec<f64> {
        let crate::scale::Scale { length, time, .. } = self.scale;
        let numbers = |_| {
            let position = [length; 3].into_iter().chain([1.0; 4]);
            position.chain([length / time; 3]).chain([1.0 / time; 3])
        };
        let extra = self.scale.of_unknowns(self);
        let extra = &extra[2 * self.positions..][..self.extra_states()];
        let bodies = self.bodies.iter().flat_map(numbers);
        bodies.chain(extra.iter().copied()).collect()
    }

    /// How many extra states belong to the state: all but the work of the forces, which comes last.
    fn extra_states(&self) -> usize {
        let states = self.states.iter();
        states.filter(|s| !matches!(s, ExtraState::Work)).count()
    }
}

/// G of the state in the arrays.
fn jacobian(e: &mut Equations) -> Vec<f64> {
    let system = Arc::clone(&e.system);
    let (n, view) = (system.positions, e.view());
    let mut g = vec![0.0; system.rows.len() * n];
    let mut rows = system.kept_rows();
    for c in system.acting() {
        for k in 0..c.rows() {
            let Some(row) = rows.number(c.first_row + k) else {
                continue;
            };
            let mut lambda = [0.0; 6];
            lambda[k] = 1.0;
            c.forces(
                &system,
                &view,
                &lambda[..c.rows()],
                &mut |b, q: [f64; 6]| {
                    let data = &system.bodies[b];
                    for (g, q) in g[row * n + data.first..][..data.freedoms()]
                        .iter_mut()
                        .zip(q)
                    {
                        *g += q;
                    }
                },
            );
        }
    }
    g
}
