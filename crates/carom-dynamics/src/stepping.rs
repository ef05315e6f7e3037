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

use crate::analysis::integration::Integration;
use crate::analysis::integration::segment::{Arrival, Wait};
use crate::analysis::observer::{Observer, Progress, RunError, Statistics};
use crate::analysis::run_options::RunOptions;
use crate::analysis::simulation::Simulation;
use crate::equations::Equations;
use crate::output::{EventRow, Frame, Layout};
use crate::system::System;
pub use crate::system::motion::BODY_NUMBERS;
use carom_model::analysis::Analysis;
use carom_solve::drive::End;
use carom_solve::{Formulation, Problem};

mod derivatives;
mod mechanics;
pub use mechanics::rates_along;
mod state;

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
        if !self.is_known
            && let Some(integration) = &mut self.integration
        {
            let e = &mut self.simulation.equations;
            let found = integration.look(e, self.time, &mut self.y);
            found.map_err(|f| self.refuse(f.message))?;
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
        if !self.system().rigid.stops.is_empty() {
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
            e.event.happened.clear();
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

    /// The inputs: what the model has bound to [`carom_model::Bound::Input`].
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        let inputs = self.simulation.equations.system.sensing.inputs.iter();
        inputs.map(|(name, _)| name.as_str())
    }

    /// The value of an input, by its number.
    pub fn input(&self, number: usize) -> f64 {
        let e = &self.simulation.equations;
        e.memory.sensors[e.system.sensing.inputs[number].1]
    }

    /// Sets an input by its number. It holds from the current time on until it is set again.
    ///
    /// # Errors
    /// When the value is not finite.
    pub fn set_input(&mut self, number: usize, value: f64) -> Result<(), RunError> {
        if !value.is_finite() {
            let name = &self.simulation.equations.system.sensing.inputs[number].0;
            return Err(self.refuse(format!("the input {name} is {value}")));
        }
        let e = &mut self.simulation.equations;
        let slot = e.system.sensing.inputs[number].1;
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
}
