//! One run of a basin: from its start to where its motion repeats itself.

use super::settle::Settling;
use super::{BasinSpec, Motion, MotionKind, SAME};
use crate::deck::with_source;
use crate::orbit::OrbitReturn;
use crate::response::Which;
use crate::row::{Row, Status};
use crate::study::{Stop, Study};
use carom::dynamics::{EventRow, Reached, RunError, Stepping};
use carom::{Simulation, StepError};
use std::collections::VecDeque;
use std::fmt::Write;

/// A run that waits for events is looked at so many times until its end: whether it has come to rest.
const LOOKS: f64 = 100.0;
/// The part of a period after which a motion is looked at once more: one that is at rest is where it was. The golden section, of which no motion has a period.
const BETWEEN: f64 = 0.381_966_011_250_105_15;
/// More events of a period are counted, and not named one by one.
const MOST_NAMED: usize = 12;

impl Study {
    /// Whether the runs of this study are those of `[basin]`; then carries out one.
    pub(crate) fn basin_run(
        &self,
        run: u64,
        values: &[f64],
        stop: &dyn Fn() -> bool,
    ) -> Option<Row> {
        let spec = self.basin.as_ref()?;
        let made = self.basin_start(spec, values);
        Some(match made {
            Ok((stepping, sensors)) => {
                let mut course = Course::new(self, spec, stepping, sensors);
                let ended = course.carry_out(values, stop);
                course.row(run, values, ended)
            }
            Err((status, reason)) => self.empty(run, values.to_vec(), status, reason),
        })
    }

    /// The run at its start, and the names of the sensors of its stop conditions.
    fn basin_start(
        &self,
        spec: &BasinSpec,
        values: &[f64],
    ) -> Result<(Stepping, Vec<String>), (Status, String)> {
        let refused = |why| (Status::Refused, why);
        let mut model = self.deck.with(&self.edits(values));
        let model = model
            .as_mut()
            .map_err(|(d, sources)| refused(crate::refusal::first_error(d, sources)))?;
        crate::requests::ask(model, &self.expressions);
        let sensors = self.add_sensors(model, values);
        let mut request = self.request(values);
        if let OrbitReturn::Period(period) = &spec.at {
            let period = period.value(values);
            if !(period > 0.0 && period.is_finite()) {
                return Err(refused(format!(
                    "the period is {period}; it has to be above 0"
                )));
            }
            // Further than the last return, so that this is none of the end.
            request.end = Some(period * (f64::from(spec.returns) + 2.0));
        }
        let made = Simulation::new(model, &request, &[]).map_err(|e| match e {
            StepError::Refused(d) => {
                let sources = with_source(&model.sources, &self.path, &self.text);
                refused(crate::refusal::first_error(&d, &sources))
            }
            StepError::Run(e) => (Status::Early, e.message),
            e => refused(e.to_string()),
        })?;
        let stepping = made.into_stepping();
        if stepping.system().state_names() != spec.states {
            return Err(refused(
                "the model has other parts with these numbers".into(),
            ));
        }
        Ok((stepping, sensors))
    }
}

/// How a run has ended.
enum End {
    Settled(MotionKind, usize),
    /// By a stop condition or a sensor.
    Stopped(String),
    Failed(RunError),
    GivenUp,
    /// Somebody wants no more of it.
    Dropped,
}

impl From<RunError> for End {
    fn from(e: RunError) -> Self {
        Self::Failed(e)
    }
}

struct Course<'a> {
    study: &'a Study,
    spec: &'a BasinSpec,
    run: Stepping,
    sensors: Vec<String>,
    /// Events that each stop still waits for.
    left: Vec<u64>,
    settling: Settling<'a>,
    times: VecDeque<f64>,
    /// The events before each of the last returns.
    events: VecDeque<Vec<EventRow>>,
    /// Those since the last one.
    since: Vec<EventRow>,
    count: u64,
}

impl<'a> Course<'a> {
    fn new(study: &'a Study, spec: &'a BasinSpec, run: Stepping, sensors: Vec<String>) -> Self {
        let left = study.stops.iter().map(|s| match s {
            Stop::Events(_, count) => *count,
            Stop::Level { .. } => 0,
        });
        let width = spec.states.len();
        Self {
            left: left.collect(),
            settling: Settling::new(&spec.measure, spec.tolerance, spec.periods, width),
            study,
            spec,
            run,
            sensors,
            times: VecDeque::new(),
            events: VecDeque::new(),
            since: Vec::new(),
            count: 0,
        }
    }

    fn carry_out(&mut self, values: &[f64], stop: &dyn Fn() -> bool) -> End {
        let ended = match &self.spec.at {
            OrbitReturn::Period(period) => self.by_period(period.value(values), stop),
            OrbitReturn::Event(which) => self.by_event(which, stop),
        };
        ended.unwrap_or_else(|e| e)
    }

    fn by_period(&mut self, period: f64, stop: &dyn Fn() -> bool) -> Result<End, End> {
        let start = self.run.time();
        for k in 1..=self.spec.returns {
            if stop() {
                return Ok(End::Dropped);
            }
            let reached = self.run.run_until(start + f64::from(k) * period)?;
            self.look(reached)?;
            if let Some(p) = self.come_back()? {
                let rests = p == 1 && self.rests(period)?;
                let kind = [MotionKind::Periodic, MotionKind::Equilibrium][usize::from(rests)];
                return Ok(End::Settled(kind, p));
            }
        }
        Ok(End::GivenUp)
    }

    fn by_event(&mut self, which: &Which, stop: &dyn Fn() -> bool) -> Result<End, End> {
        let (spec, end) = (self.spec, self.run.end());
        let wait = (end - self.run.time()) / LOOKS;
        let resting = || Settling::new(&spec.measure, spec.tolerance, 1, spec.states.len());
        let mut rest = resting();
        let mut limit = self.run.time() + wait;
        while self.settling.count() < spec.returns as usize {
            if stop() {
                return Ok(End::Dropped);
            }
            let reached = self.run.advance_to_event(limit.min(end))?;
            if self.look(reached)?.iter().any(|e| which.is(e)) {
                if let Some(p) = self.come_back()?
                    && self.keeps_time(p)
                {
                    return Ok(End::Settled(MotionKind::Periodic, p));
                }
                rest = resting();
                limit = self.run.time() + wait;
            }
            if reached == Reached::End {
                break;
            }
            if reached == Reached::Time {
                let state = self.run.state()?;
                if rest.take(&state).is_some() && self.rests(wait)? {
                    self.settling = rest;
                    self.times.push_back(self.run.time());
                    self.events.push_back(Vec::new());
                    return Ok(End::Settled(MotionKind::Equilibrium, 1));
                }
                limit += wait;
            }
        }
        Ok(End::GivenUp)
    }

    /// Whether a period takes as long as the one before. Impacts without number come nearer to a state, too, and each of them after a part of the time of the
    /// one before.
    fn keeps_time(&self, period: usize) -> bool {
        let from_last = |k: usize| {
            let at = self.times.len().checked_sub(1 + k);
            at.map(|at| self.times[at])
        };
        let (Some(now), Some(before), Some(first)) =
            (from_last(0), from_last(period), from_last(2 * period))
        else {
            return false;
        };
        let (last, earlier) = (now - before, before - first);
        (last - earlier).abs() <= SAME * self.spec.tolerance * earlier
    }

    /// The events since the last look; an end by a stop condition or a sensor.
    fn look(&mut self, reached: Reached) -> Result<Vec<EventRow>, End> {
        let events = self.run.take_events();
        let own = |e: &EventRow| self.sensors.iter().position(|n| *n == e.element);
        if reached == Reached::Halted {
            let last = events.last();
            let said = last.map_or_else(String::new, |e| match own(e) {
                Some(k) => self.level(k),
                None => e.element.clone(),
            });
            return Err(End::Stopped(format!("stopped by {said}")));
        }
        self.count += events.len() as u64;
        for event in &events {
            for (stop, left) in self.study.stops.iter().zip(&mut self.left) {
                if let Stop::Events(which, _) = stop
                    && which.is(event)
                {
                    *left -= 1;
                    if *left == 0 {
                        let (kind, of) = (event.kind.name(), &event.element);
                        return Err(End::Stopped(format!("stopped by {kind} of {of}")));
                    }
                }
            }
        }
        self.since.extend(events.iter().cloned());
        Ok(events)
    }

    /// A stop condition in words: its expression, and on which side it was left.
    fn level(&self, number: usize) -> String {
        let levels = self.study.stops.iter().filter_map(|s| match s {
            Stop::Level {
                expression, sign, ..
            } => Some((*expression, *sign)),
            Stop::Events(..) => None,
        });
        let found = levels.into_iter().nth(number);
        found.map_or_else(String::new, |(e, sign)| {
            let side = if sign > 0.0 { "above" } else { "below" };
            format!("{} {side} its bound", self.study.expressions[e].text())
        })
    }

    /// A return: the period, when the motion has settled.
    fn come_back(&mut self) -> Result<Option<usize>, End> {
        let state = self.run.state()?;
        if let Some(k) = state.iter().position(|x| !x.is_finite()) {
            let message = format!("{} is {}", self.spec.states[k], state[k]);
            let time = self.run.time();
            return Err(End::Failed(RunError {
                time,
                message,
                help: None,
            }));
        }
        // Two of the longest periods, and where the first begins.
        let most = 2 * self.spec.periods as usize + 1;
        if self.events.len() == most {
            self.events.pop_front();
            self.times.pop_front();
        }
        self.events.push_back(std::mem::take(&mut self.since));
        self.times.push_back(self.run.time());
        Ok(self.settling.take(&state))
    }

    /// Whether nothing moves: the state a part of the period later is the same.
    fn rests(&mut self, period: f64) -> Result<bool, End> {
        let here = self.run.state()?;
        if self.run.run_until(self.run.time() + BETWEEN * period)? != Reached::Time {
            return Ok(false);
        }
        let there = self.run.state()?;
        let most = SAME * self.spec.tolerance;
        Ok(self.spec.measure.is_within(&here, &there, most))
    }

    fn row(self, run: u64, values: &[f64], ended: End) -> Row {
        let (status, reason, kind, period) = match ended {
            End::Settled(kind, period) => (Status::Done, String::new(), Some(kind), period),
            End::GivenUp | End::Dropped => (
                Status::Done,
                String::new(),
                Some(self.settling.unsettled()),
                0,
            ),
            End::Stopped(reason) => (Status::Stopped, reason, None, 0),
            End::Failed(e) => (Status::Early, e.message, None, 0),
        };
        let mut row = self.study.empty(run, values.to_vec(), status, reason);
        // The look at whether nothing moves went a little further than the last return.
        let settled = self.times.back().filter(|_| period > 0);
        row.time = settled.copied().unwrap_or_else(|| self.run.time());
        row.steps = self.run.statistics().steps;
        row.events = self.count;
        let n = self.settling.count();
        let mut point = |time: f64, state: &[f64]| {
            row.points.push(time);
            row.points.extend_from_slice(state);
        };
        match kind {
            Some(MotionKind::Periodic | MotionKind::Equilibrium) => {
                let times = self.times.iter().skip(self.times.len() - period);
                (n - period..n)
                    .zip(times)
                    .for_each(|(k, t)| point(*t, self.settling.state(k)));
            }
            Some(MotionKind::Other) if n > 0 => {
                self.settling
                    .statistics()
                    .iter()
                    .for_each(|s| point(self.run.time(), s));
            }
            Some(MotionKind::Unsettled) if n > 0 => {
                point(self.run.time(), self.settling.state(n - 1));
            }
            _ => {}
        }
        row.motion = kind.map(|kind| Motion {
            kind,
            period: period as u32,
            returns: n as u32,
            sequence: sequence(
                self.events
                    .iter()
                    .skip(self.events.len().saturating_sub(period.max(1)))
                    .flatten(),
            ),
        });
        row
    }
}

/// Events of a period in words, the same ones behind each other counted: `3 impact SFORCE/1, separation SFORCE/1`. The period has no first event: the list begins
/// where it is the smallest in the order of words.
fn sequence<'a>(events: impl Iterator<Item = &'a EventRow>) -> String {
    let names = events.map(|e| format!("{} {}", e.kind.name(), e.element));
    rounded(names)
}

fn rounded(names: impl Iterator<Item = String>) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for name in names {
        match groups.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => groups.push((name, 1)),
        }
    }
    let (first, last) = (groups.first().cloned(), groups.last().cloned());
    if let (Some(first), Some(last)) = (first, last)
        && groups.len() > 1
        && first.0 == last.0
    {
        groups[0].1 += last.1;
        groups.pop();
    }
    let turned = |k: usize| groups[k..].iter().chain(&groups[..k]);
    let smallest = (0..groups.len()).min_by(|a, b| turned(*a).cmp(turned(*b)));
    groups.rotate_left(smallest.unwrap_or(0));
    let mut text = String::new();
    for (k, (name, count)) in groups.iter().take(MOST_NAMED).enumerate() {
        let separator = if k > 0 { ", " } else { "" };
        let _ = match count {
            1 => write!(text, "{separator}{name}"),
            n => write!(text, "{separator}{n} {name}"),
        };
    }
    let more: usize = groups.iter().skip(MOST_NAMED).map(|g| g.1).sum();
    if more > 0 {
        let _ = write!(text, ", {more} more");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_of_events_has_no_first_one() {
        let words = |list: &[&str]| rounded(list.iter().map(|w| (*w).to_owned()));
        assert_eq!(words(&[]), "");
        assert_eq!(words(&["a", "a"]), "2 a");
        for turned in [
            ["a", "b", "a", "c"],
            ["b", "a", "c", "a"],
            ["c", "a", "b", "a"],
        ] {
            assert_eq!(words(&turned), "a, b, a, c");
        }
        assert_eq!(words(&["a", "b", "a"]), "2 a, b");
        let many: Vec<String> = (0..30).map(|k| format!("{k:02}")).collect();
        assert!(rounded(many.into_iter()).ends_with("11, 18 more"));
    }
}
