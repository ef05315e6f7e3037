//! What is kept of the one run: the series of responses at output times and the events, with their derivatives.

use super::differences::CHANGE;
use super::found::EventSensitivity;
use crate::family::{Error, Family};
use carom::Ready;
use carom::dynamics::tangent::{EventTangent, Tangent, crossed};
use carom::dynamics::{EventKind, EventRow, Frame, Reached, Stepping, output_times};
use carom::model::analysis::{Analysis, Command, End, OutputGrid};
use carom_study::{EVENT_COLUMNS, Every, Rule, Series, Source, Study};

/// A value that a response looks at, and how it changes.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub when: When,
    /// The value.
    pub value: f64,
    /// Its derivatives, one a parameter: at this output time, or of this event.
    pub by: Vec<f64>,
    /// How fast it changes along the motion.
    rate: f64,
}

/// The time of a sample.
#[derive(Clone, Debug)]
pub(super) enum When {
    /// Of an output, by its number.
    Output(usize),
    /// Of an event, and its derivatives.
    Event(f64, Vec<f64>),
}

impl Sample {
    /// Its time; those of outputs are given.
    pub fn time_of(&self, outputs: &[f64]) -> f64 {
        match &self.when {
            When::Output(k) => outputs[*k],
            When::Event(t, _) => *t,
        }
    }

    /// To first order at p + s, where outputs are at `then` in the place of `now`.
    pub fn shift(&mut self, j: usize, s: f64, now: &[f64], then: &[f64]) {
        // 0·NaN: what does not change has its value
        if s == 0.0 {
            return;
        }
        self.value += s * self.by[j];
        match &mut self.when {
            When::Output(k) if now[*k].to_bits() != then[*k].to_bits() => {
                self.value += self.rate * (then[*k] - now[*k]);
            }
            When::Output(_) => {}
            When::Event(t, by) => *t += s * by[j],
        }
    }
}

/// Where outputs are.
struct Grid<'a> {
    study: &'a Study,
    start: f64,
    /// As the model says it, where the study does not.
    end: f64,
    output: Option<OutputGrid>,
}

impl Grid<'_> {
    /// The start, and the output times behind it, of the run with these values.
    fn times(&self, point: &[f64]) -> Vec<f64> {
        let request = self.study.request_with(&self.study.values_at(point));
        let end = request.end.unwrap_or(self.end);
        let mut times = vec![self.start];
        times.extend(output_times(
            self.start,
            end,
            request.output.or(self.output),
        ));
        times
    }
}

/// The series at an output time.
struct Output {
    values: Vec<f64>,
    /// Derivatives, one list a parameter.
    by: Vec<Vec<f64>>,
    /// How fast they change along the motion; zero where no output moves.
    rates: Vec<f64>,
}

/// A run with its tangent.
pub(super) struct Record<'a> {
    /// The first point of the design.
    pub point: Vec<f64>,
    /// The coordinates of the parameters in it.
    pub coordinates: Vec<usize>,
    /// What counts as a change of order one of each parameter.
    pub sizes: Vec<f64>,
    /// The events.
    pub events: Vec<EventSensitivity>,
    /// What differences between models leave of the derivatives, relative to them, one a parameter.
    pub left: Vec<f64>,
    /// How much of them comes from differences over corners of forces, likewise.
    pub crossed: Vec<f64>,
    /// Times of events nearer to an output than this may be on either side of it.
    pub near: f64,
    grid: Grid<'a>,
    times: Vec<f64>,
    moves: Vec<bool>,
    series: Vec<Series>,
    outputs: Vec<Output>,
}

impl<'a> Record<'a> {
    /// Of the first point of a study, by these of its parameters. Where derivatives come on the way back, those of outputs are zero here, those of events not known.
    pub fn of(study: &'a Study, parameters: &[usize], is_reverse: bool) -> Result<Self, Error> {
        refuse_ends(study)?;
        let coordinates = parameters.iter().filter_map(|k| study.coordinate(*k));
        let coordinates: Vec<usize> = coordinates.collect();
        if coordinates.is_empty() {
            return Err(Error::NotFound(
                "no parameter of the study is varied".into(),
            ));
        }
        let point = study.design.point(0);
        let family = Family::new(study);
        let grid = grid(study, &point)?;
        let times = grid.times(&point);
        let sizes: Vec<f64> = coordinates
            .iter()
            .map(|k| family.size(&point, *k))
            .collect();
        let moves = coordinates.iter().zip(&sizes).map(|(k, size)| {
            let mut beside = point.clone();
            beside[*k] += CHANGE * size;
            grid.times(&beside) != times
        });
        let end = times.last().copied().unwrap_or(grid.start);
        let moves: Vec<bool> = moves.collect();
        let mut run = match is_reverse {
            true => family.vary(&point, &[], &[], Some(end))?,
            false => family.vary(&point, &coordinates, &[], Some(end))?,
        };
        let mut record = Self {
            series: series(study),
            near: family.error() * (end - grid.start),
            events: Vec::new(),
            left: Vec::new(),
            crossed: Vec::new(),
            outputs: Vec::new(),
            grid,
            times,
            moves,
            sizes,
            coordinates,
            point,
        };
        record.carry_out(study, &mut run)?;
        Ok(record)
    }

    fn carry_out(&mut self, study: &Study, run: &mut Stepping) -> Result<(), Error> {
        let requests = study.layout.requests.len();
        if run.layout().requests.len() != requests + study.expressions.len() {
            let message = "the model has other requests with these numbers".to_owned();
            return Err(Error::Refused(message));
        }
        let read = self.reader(study);
        let moves = self.moves.iter().any(|m| *m);
        let is_reverse = run.tangent().is_none_or(|t| t.is_empty());
        for (k, t) in self.times.iter().enumerate() {
            if k > 0 && run.run_until(*t)? == Reached::Halted {
                return Err(halted(run));
            }
            let values = read(run.frame()?);
            let by = match is_reverse {
                true => vec![vec![0.0; values.len()]; self.coordinates.len()],
                false => run.derivatives(&read)?,
            };
            let rates = match moves {
                true => run.frame_rates(&read)?,
                false => vec![0.0; values.len()],
            };
            self.outputs.push(Output { values, by, rates });
        }
        let rows = run.take_events();
        let count = self.coordinates.len();
        if is_reverse {
            self.events = pair(rows, &[], count, f64::NAN).0;
            for e in &mut self.events {
                e.time_by = vec![0.0; count];
                e.numbers_by = vec![[0.0; 5]; count];
            }
        } else {
            let told = run.tangent().map_or(&[][..], |t| t.events());
            self.events = pair(rows, told, count, self.grid.start).0;
            self.take_leftovers_of(run);
        }
        Ok(())
    }

    /// Takes what differences between models left in a run.
    pub fn take_leftovers_of(&mut self, run: &Stepping) {
        let all = |of: &dyn Fn(&Tangent, usize) -> f64| {
            let each = 0..self.coordinates.len();
            each.map(|j| run.tangent().map_or(0.0, |t| of(t, j)))
                .collect()
        };
        (self.left, self.crossed) = (all(&Tangent::left), all(&crossed));
    }

    /// What is read of a frame: the series that responses look at.
    pub fn reader(&self, study: &Study) -> impl Fn(&Frame) -> Vec<f64> + use<> {
        let requests = study.layout.requests.len();
        let expressions: Vec<usize> = (0..study.expressions.len()).map(|k| requests + k).collect();
        let series = self.series.clone();
        move |f| series.iter().map(|s| s.value(f, &expressions)).collect()
    }

    /// Number of these.
    pub fn series_count(&self) -> usize {
        self.series.len()
    }

    /// Which of them a response looks at.
    pub fn column(&self, rule: &Rule) -> Option<usize> {
        match rule {
            Rule::Found {
                source: Source::Outputs(wanted),
                ..
            } => self.series.iter().position(|s| s == wanted),
            _ => None,
        }
    }

    /// Numbers of the events of a kind.
    pub fn numbers_of(&self, which: &carom_study::Which) -> Vec<usize> {
        let all = self.events.iter().enumerate();
        all.filter(|(_, e)| which.is(&e.event))
            .map(|(k, _)| k)
            .collect()
    }

    /// Takes doubts of the events of a recorded run, which has those of this record; of each of them its number in the tangent, if that knows it. Derivatives are not known.
    pub fn take_events_of(&mut self, run: &mut Stepping) -> Vec<Option<usize>> {
        let rows = run.take_events();
        let told = run.tangent().map_or(&[][..], |t| t.events());
        let count = self.coordinates.len();
        let (mut events, numbers) = pair(rows, told, count, f64::NAN);
        for e in &mut events {
            e.time_by = vec![f64::NAN; count];
            e.numbers_by = vec![[f64::NAN; 5]; count];
            e.valid_within = vec![f64::INFINITY; count];
        }
        self.events = events;
        numbers
    }

    /// The output times, the start first.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Output times at another point, as many as here: where there are fewer or more, the ends correspond.
    pub fn times_at(&self, point: &[f64]) -> Vec<f64> {
        if !self.moves.iter().any(|m| *m) {
            return self.times.clone();
        }
        let mut times = self.grid.times(point);
        let end = times.last().copied();
        times.resize(self.times.len(), f64::INFINITY);
        if let (Some(last), Some(end)) = (times.last_mut(), end) {
            *last = end;
        }
        times
    }

    /// Whether output times depend on a parameter.
    pub fn moves(&self, j: usize) -> bool {
        self.moves[j]
    }

    /// The point with one of the parameters changed by s.
    pub fn beside(&self, j: usize, s: f64) -> Vec<f64> {
        let mut point = self.point.clone();
        point[self.coordinates[j]] += s;
        point
    }

    /// What a response looks at.
    pub fn samples(&self, rule: &Rule) -> Vec<Sample> {
        match rule {
            Rule::Formula(_) => Vec::new(),
            Rule::Found {
                source: Source::Outputs(wanted),
                ..
            } => {
                let column = self.series.iter().position(|s| s == wanted);
                let sample = |k: usize, column: usize| {
                    let Output { values, by, rates } = &self.outputs[k];
                    Sample {
                        when: When::Output(k),
                        value: values[column],
                        by: by.iter().map(|by| by[column]).collect(),
                        rate: rates[column],
                    }
                };
                let all = column.map(|c| (0..self.outputs.len()).map(move |k| sample(k, c)));
                all.into_iter().flatten().collect()
            }
            Rule::Found {
                source: Source::Events(which, column),
                ..
            } => {
                let these = self.events.iter().filter(|e| which.is(&e.event));
                let samples = these.map(|e| Sample {
                    when: When::Event(e.event.time, e.time_by.clone()),
                    value: EVENT_COLUMNS[*column].1(&e.event),
                    by: (0..self.coordinates.len())
                        .map(|j| match column.checked_sub(1) {
                            None => e.time_by[j],
                            Some(k) => e.numbers_by[j][k],
                        })
                        .collect(),
                    rate: 0.0,
                });
                samples.collect()
            }
        }
    }
}

/// The series that responses look at, each once.
fn series(study: &Study) -> Vec<Series> {
    let mut list = Vec::new();
    for response in &study.responses {
        if let Rule::Found {
            source: Source::Outputs(s),
            ..
        } = &response.rule
            && !list.contains(s)
        {
            list.push(s.clone());
        }
    }
    list
}

/// Runs that end where something happens: the end, and what is found up to it, would have derivatives of their own.
fn refuse_ends(study: &Study) -> Result<(), Error> {
    let refuse = |what: &str| {
        Err(Error::Refused(format!(
            "the study has {what}, which sensitivities do not know: leave it out and give the run an end"
        )))
    };
    if !study.stops.is_empty() {
        return refuse("a stop rule ([[stop]])");
    }
    if study.continuation.is_some() {
        return refuse("a [continuation]");
    }
    match study.section.as_ref().map(|s| &s.every) {
        Some(Every::Event(_)) => refuse("a [section] whose last event ends the run"),
        _ => Ok(()),
    }
}

fn halted(run: &mut Stepping) -> Error {
    let time = run.time();
    let rows = run.take_events();
    let by = rows.last().map_or("a sensor", |e| e.element.as_str());
    Error::Refused(format!(
        "{by} ends the run at time {time}; when it does changes with the parameters, which sensitivities do not know: give the run an end before it"
    ))
}

/// The one dynamic analysis of a study: where it starts and ends, and its output times.
fn grid<'a>(study: &'a Study, point: &[f64]) -> Result<Grid<'a>, Error> {
    let values = study.values_at(point);
    let (model, _) = study.model_with(&values).map_err(Error::Refused)?;
    let ready = Ready::new(&model, &study.request_with(&values));
    let ready = ready.map_err(|d| Error::Refused(study.first_error(&d)))?;
    let analyses = ready.commands.iter().filter_map(|c| match c {
        Command::Simulate {
            analysis,
            end,
            output,
            ..
        } => Some((*analysis, *end, *output)),
        _ => None,
    });
    let analyses: Vec<_> = analyses.collect();
    let refuse = |what: &str| {
        Err(Error::Refused(format!(
            "{what}; sensitivities are those of one dynamic analysis: ask for it with analysis = \"dynamic\" and end in [run]"
        )))
    };
    let [(analysis, end, output)] = analyses[..] else {
        return refuse("the run has several analyses");
    };
    let moves_freely = ready.simulation.degrees_of_freedom() > 0;
    match analysis {
        Analysis::Dynamic => {}
        Analysis::Transient if moves_freely => {}
        Analysis::Transient => return refuse("nothing is free to move in the model"),
        _ => return refuse("the run has another analysis than a dynamic one"),
    }
    let start = ready.simulation.time();
    let end = match end {
        Some(End::Time(t)) => t,
        Some(End::Duration(d)) => start + d,
        None => return refuse("the run has no end"),
    };
    Ok(Grid {
        study,
        start,
        end,
        output,
    })
}

/// Puts events and what the tangent knows of them together, with their numbers there.
fn pair(
    rows: Vec<EventRow>,
    told: &[EventTangent],
    columns: usize,
    start: f64,
) -> (Vec<EventSensitivity>, Vec<Option<usize>>) {
    let mut left: Vec<(usize, &EventTangent)> = told.iter().enumerate().collect();
    let mut all = Vec::with_capacity(rows.len());
    let mut numbers = Vec::with_capacity(rows.len());
    for event in rows {
        let is_it = |(_, t): &(usize, &EventTangent)| {
            t.kind == event.kind && t.time == event.time && t.element == event.element
        };
        let found = left.iter().position(is_it).map(|k| left.remove(k));
        numbers.push(found.map(|(number, _)| number));
        all.push(match found {
            Some((_, t)) => EventSensitivity {
                time_by: t.time_by.clone(),
                numbers_by: t.numbers_by.clone(),
                valid_within: t.valid_within.clone(),
                is_smooth: t.is_smooth,
                in_series: false,
                doubt: t.doubt.clone(),
                event,
            },
            // at the start, whose time does not change; or the end of impacts that something else interrupted
            None => EventSensitivity {
                time_by: vec![if event.time == start { 0.0 } else { f64::NAN }; columns],
                numbers_by: vec![[f64::NAN; 5]; columns],
                valid_within: vec![f64::INFINITY; columns],
                is_smooth: true,
                in_series: false,
                doubt: String::new(),
                event,
            },
        });
    }
    unbound_series(&mut all);
    (all, numbers)
}

/// Impacts that become ever slower and come to an end are each bounded by their small speed, but where they end is a smooth function of the first of them
/// (Nordmark, Piiroinen, Nonlinear Dynamics 58 (2009) 85): only that one bounds it.
fn unbound_series(all: &mut [EventSensitivity]) {
    for end in 0..all.len() {
        let EventRow {
            kind,
            time,
            ref element,
            ..
        } = all[end].event;
        if kind != EventKind::Accumulation {
            continue;
        }
        let element = element.clone();
        let ends = |e: &EventRow| {
            let last = matches!(e.kind, EventKind::Accumulation | EventKind::Closure);
            last && e.time == time && e.element == element
        };
        let is_impact = |e: &EventRow| e.kind == EventKind::Impact && e.element == element;
        let series = (0..end).rev().filter(|k| is_impact(&all[*k].event));
        let mut members = Vec::new();
        let mut slowest = 0.0;
        for k in series {
            let speed = all[k].event.rate[0].abs();
            if speed < slowest {
                break;
            }
            slowest = speed;
            members.push(k);
        }
        let bounds = members.last().map(|k| all[*k].valid_within.clone());
        let ends: Vec<usize> = (0..all.len()).filter(|k| ends(&all[*k].event)).collect();
        if let Some(bounds) = bounds {
            for k in ends {
                all[k].valid_within.clone_from(&bounds);
            }
        }
        members.pop();
        members.iter().for_each(|k| all[*k].in_series = true);
    }
}
