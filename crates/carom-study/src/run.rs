//! One run of a study.

use crate::refusal::first_error;
use crate::requests::{ask, free_label};
use crate::response::{EVENT_COLUMNS, Gathering, Rule, Source};
use crate::row::{Row, Status};
use crate::section::Points;
use crate::study::{Stop, Study};
use carom::Ready;
use carom::dynamics::{EventRow, Frame, Layout, Observer, Progress, Statistics};
use carom::model::analysis::Analysis;
use carom::model::constraint::Function;
use carom::model::control::Comparison;
use carom::model::{Model, Sensor, Tag};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Study {
    /// Carries out one run, from where another one ended if its state is given; where it ends, if a continuation asks for it.
    ///
    /// Whatever happens in it is in the row: a model that is refused with these numbers, a run that ends early, and
    /// even a bug of the solver. When `stop` says so it ends after a step, and its row is worth nothing.
    pub(crate) fn run_from(
        &self,
        run: u64,
        state: Option<&[u8]>,
        stop: &dyn Fn() -> bool,
    ) -> (Row, Option<Vec<u8>>) {
        let values = self.values(run);
        let attempt = catch_unwind(AssertUnwindSafe(|| self.attempt(run, &values, state, stop)));
        attempt.unwrap_or_else(|panic| {
            let said = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            let reason = format!("a bug of Carom: {said}");
            (self.empty(run, values, Status::Refused, reason), None)
        })
    }

    pub(crate) fn empty(
        &self,
        run: u64,
        parameters: Vec<f64>,
        status: Status,
        reason: String,
    ) -> Row {
        Row {
            run,
            status,
            reason,
            time: 0.0,
            steps: 0,
            events: 0,
            parameters,
            responses: vec![None; self.responses.len()],
            points: Vec::new(),
            motion: None,
        }
    }

    fn attempt(
        &self,
        run: u64,
        values: &[f64],
        state: Option<&[u8]>,
        stop: &dyn Fn() -> bool,
    ) -> (Row, Option<Vec<u8>>) {
        let empty = |status, reason| (self.empty(run, values.to_vec(), status, reason), None);
        let refuse = |reason| empty(Status::Refused, reason);
        if let Some((p, x)) = self
            .parameters
            .iter()
            .zip(values)
            .find(|(_, x)| !x.is_finite())
        {
            return refuse(format!("{} is {x}", p.name));
        }
        if let Some(row) = self.basin_run(run, values, stop) {
            return (row, None);
        }
        let mut model = match self.deck.with(&self.edits(values)) {
            Ok(model) => model,
            Err((d, sources)) => return refuse(first_error(&d, &sources)),
        };
        let labels = ask(&mut model, &self.expressions);
        let own_sensors = self.add_sensors(&mut model, values);
        let request = self.request(values);
        let mut ready = match Ready::new(&model, &request) {
            Ok(ready) => ready,
            Err(d) => {
                let sources = crate::deck::with_source(&model.sources, &self.path, &self.text);
                return refuse(first_error(&d, &sources));
            }
        };
        if let Some(Err(why)) = state.map(|s| ready.simulation.begin_where(s)) {
            return refuse(format!(
                "the run cannot go on from the one before it: {why}"
            ));
        }
        let mut gatherer = match Gatherer::new(self, values, &labels, own_sensors, &ready, stop) {
            Ok(gatherer) => gatherer,
            Err(reason) => return refuse(reason),
        };
        let ended = ready.carry_out(&request, &mut gatherer);
        let halted = ready.simulation.halted() || gatherer.stopped;
        let end =
            (self.continuation.is_some() && ended.is_ok()).then(|| ready.simulation.snapshot());
        let (status, reason) = match (&ended, halted) {
            (Err(e), _) => (Status::Early, e.message.clone()),
            (Ok(()), true) => (Status::Stopped, gatherer.why_stopped()),
            (Ok(()), false) => (Status::Done, String::new()),
        };
        let row = Row {
            run,
            status,
            reason,
            time: ready.simulation.time(),
            steps: gatherer.steps,
            events: gatherer.events,
            parameters: values.to_vec(),
            responses: if status.is_sound() {
                gatherer.responses(values)
            } else {
                vec![None; self.responses.len()]
            },
            points: gatherer.points.map_or_else(Vec::new, |p| p.rows),
            motion: None,
        };
        (row, end)
    }

    /// Adds a sensor for each level at which a run stops; their names in events.
    pub(crate) fn add_sensors(&self, model: &mut Model, values: &[f64]) -> Vec<String> {
        let mut names = Vec::new();
        for stop in &self.stops {
            let Stop::Level {
                expression,
                value,
                sign,
            } = stop
            else {
                continue;
            };
            let e = &self.expressions[*expression];
            let mut tag = Tag::new("SENSOR", free_label(&model.sensors));
            tag.span = e.span();
            names.push(tag.to_string());
            let sensor = Sensor {
                tag,
                function: Function::Expression(e.clone()),
                value: value.value(values),
                error: 1e-3,
                comparison: if *sign > 0.0 {
                    Comparison::GreaterOrEqual
                } else {
                    Comparison::LessOrEqual
                },
                halt: true,
                ends_command: false,
                restart: false,
                print: true,
                output_interval: None,
                step_size: None,
                step_limit: None,
                evaluate: None,
            };
            let _ = model.sensors.insert(sensor);
        }
        names
    }
}

/// Listens to a run and keeps what the study asks for.
struct Gatherer<'a> {
    study: &'a Study,
    /// In which request of a frame each expression stands.
    expressions: Vec<usize>,
    /// One for each response that is found in the run.
    gatherings: Vec<Option<Gathering>>,
    /// Sensors that the study added.
    own_sensors: Vec<String>,
    /// Events that each stop still waits for.
    left: Vec<u64>,
    stopped: bool,
    /// The time of the event that stops the run, while the state behind it is still to come.
    awaits_end: Option<f64>,
    events: u64,
    steps: u64,
    last_event: Option<String>,
    points: Option<Points<'a>>,
    /// Whether somebody wants an end of all runs.
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Gatherer<'a> {
    fn new(
        study: &'a Study,
        values: &'a [f64],
        labels: &[u32],
        own_sensors: Vec<String>,
        ready: &Ready,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Self, String> {
        let layout = ready.simulation.layout();
        let expected = Layout {
            requests: study
                .layout
                .requests
                .iter()
                .chain(labels)
                .copied()
                .collect(),
            ..study.layout.clone()
        };
        if *layout != expected {
            return Err("the model has other elements with these numbers".to_owned());
        }
        Ok(Self {
            study,
            expressions: (0..labels.len())
                .map(|k| study.layout.requests.len() + k)
                .collect(),
            gatherings: study
                .responses
                .iter()
                .map(|r| r.rule.gathering(values))
                .collect(),
            own_sensors,
            left: study
                .stops
                .iter()
                .map(|s| match s {
                    Stop::Events(_, count) => *count,
                    Stop::Level { .. } => 0,
                })
                .collect(),
            stopped: false,
            awaits_end: None,
            events: 0,
            steps: 0,
            last_event: None,
            points: study.section.as_ref().map(|s| Points::new(s, values)),
            stop,
        })
    }

    /// All responses; what a formula needs and is missing makes it missing.
    fn responses(&self, values: &[f64]) -> Vec<Option<f64>> {
        let mut known = values.to_vec();
        let mut list = Vec::new();
        for (response, gathering) in self.study.responses.iter().zip(&self.gatherings) {
            let x = match (&response.rule, gathering) {
                (Rule::Formula(f), _) => Some(f.value(&known)),
                (_, Some(g)) => g.result(),
                (_, None) => None,
            };
            // What is missing is not a number in the formulas behind it, and stays missing.
            let x = x.filter(|x| !x.is_nan());
            known.push(x.unwrap_or(f64::NAN));
            list.push(x);
        }
        list
    }

    fn why_stopped(&self) -> String {
        match &self.last_event {
            Some(event) => format!("stopped by {event}"),
            None => "stopped".to_owned(),
        }
    }
}

impl Observer for Gatherer<'_> {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}

    fn wants_frame(&mut self) -> bool {
        self.awaits_end.is_some()
    }

    fn frame(&mut self, frame: &Frame) {
        let is_end = self.awaits_end.take().is_some_and(|end| frame.time <= end);
        if self.stopped && !is_end {
            return;
        }
        for (response, gathering) in self.study.responses.iter().zip(&mut self.gatherings) {
            if let (
                Rule::Found {
                    source: Source::Outputs(series),
                    ..
                },
                Some(g),
            ) = (&response.rule, gathering)
            {
                g.take(frame.time, series.value(frame, &self.expressions));
            }
        }
        if let Some(points) = &mut self.points {
            points.frame(frame, &self.expressions);
        }
    }

    fn event(&mut self, event: &EventRow) {
        if self.stopped {
            return;
        }
        if let Some(k) = self.own_sensors.iter().position(|n| *n == event.element) {
            let mut levels = self.study.stops.iter().filter_map(|s| match s {
                Stop::Level { expression, .. } => Some(*expression),
                Stop::Events(..) => None,
            });
            let text = levels.nth(k).map(|e| self.study.expressions[e].text());
            self.last_event = Some(text.unwrap_or_default().to_owned());
            return;
        }
        self.events += 1;
        for (response, gathering) in self.study.responses.iter().zip(&mut self.gatherings) {
            if let (
                Rule::Found {
                    source: Source::Events(which, column),
                    ..
                },
                Some(g),
            ) = (&response.rule, gathering)
                && which.is(event)
            {
                g.take(event.time, EVENT_COLUMNS[*column].1(event));
            }
        }
        for (stop, left) in self.study.stops.iter().zip(&mut self.left) {
            if let Stop::Events(which, _) = stop
                && which.is(event)
            {
                *left -= 1;
                if *left == 0 {
                    (self.stopped, self.awaits_end) = (true, Some(event.time));
                    self.last_event = Some(format!("{} of {}", event.kind.name(), event.element));
                }
            }
        }
        if let Some(points) = &mut self.points
            && !points.is_full()
        {
            points.event(event);
            // A run that another one goes on from goes to its end, where the phase is known.
            if points.is_full() && self.study.continuation.is_none() {
                self.stopped = true;
                self.last_event = Some("the last point of the section".to_owned());
            }
        }
        if event.kind == carom::dynamics::EventKind::Sensor {
            self.last_event = Some(event.element.clone());
        }
    }

    fn progress(&mut self, _: Progress) -> bool {
        !self.stopped && !(self.stop)()
    }

    fn end(&mut self, statistics: &Statistics) {
        self.steps += statistics.steps;
    }
}
