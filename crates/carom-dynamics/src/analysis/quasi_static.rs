//! Kinematic and quasi-static analyses: from position to position, each found by itself.
//!
//! Sensors are looked at at each output time. Where one has crossed its value since the last, the position in between at
//! which it does so is searched by bisection and secants, to the last digit of the time.

use crate::analysis::observer::{Observer, Progress, RunError, Statistics, output_times, row};
use crate::analysis::simulation::Simulation;
use crate::equations::Equations;
use crate::system::SensorActions;
use carom_model::analysis::OutputGrid;
use carom_solve::{Fault, Response};

/// Finds the position at a time; says how many iterations that took.
pub type Mover<'a> = &'a dyn Fn(&mut Equations, f64, &mut dyn Observer) -> Result<u64, Fault>;

/// Times that differ by this part of them are the same where a contact opens or closes: forces are known to their rounding.
const SAME_TIME: f64 = 1e-14;

/// Halvings of an interval after which no time is left in it.
const SEARCHES: usize = 200;

impl Simulation {
    /// Goes from output time to output time.
    pub(crate) fn quasi_static_sweep(
        &mut self,
        times: &[f64],
        stride: Stride,
        mover: Mover<'_>,
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        self.equations.initialize_modes_at_rest();
        if self.equations.sample_what_is_due() {
            self.equations.initialize_modes_at_rest();
        }
        self.equations
            .start_sensors(false)
            .map_err(|f| self.fault(f))?;
        let end = times.last().copied().unwrap_or(self.time);
        let (mut outputs, mut next) = (times.to_vec(), 0);
        while let Some(&wanted) = outputs.get(next) {
            let t = next_time(self.time, wanted, stride.h_max);
            let closed = self.equations.closed_stops();
            let (fired, iterations) = self
                .move_on(t, stride, mover, observer)
                .map_err(|f| self.fault(f))?;
            self.stay_apart(mover, observer)?;
            self.tell_contacts(closed, mover, observer, statistics)?;
            if let Err(fault) = self.equations.agree() {
                if !self.equations.choose_rows_anew() {
                    return Err(self.parting(mover, fault, observer));
                }
                let time = self.equations.now.time;
                mover(&mut self.equations, time, observer).map_err(|f| self.fault(f))?;
            }
            self.time = self.equations.now.time;
            self.equations.watch_splines(self.time);
            statistics.steps += 1;
            statistics.newton_iterations += iterations;
            let (sensor_actions, is_reported) = self.fire_all(&fired, observer, statistics)?;
            if self.time == wanted {
                if !is_reported {
                    self.report_start(observer)?;
                }
                next += 1;
            }
            if sensor_actions.response() == Response::Stop {
                break;
            }
            if let Some(interval) = sensor_actions.output_interval {
                outputs = output_times(self.time, end, Some(OutputGrid::Interval(interval)));
                next = 0;
            }
            let go_on = observer.progress(Progress {
                time: self.time,
                end,
                step: 0.0,
                events: statistics.events,
            });
            if !go_on {
                break;
            }
        }
        Ok(())
    }

    /// Moves to `t`, or to the first event of a sensor before: which sensors cross their values there.
    fn move_on(
        &mut self,
        t: f64,
        stride: Stride,
        mover: Mover<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(Vec<usize>, u64), Fault> {
        let e = &mut self.equations;
        let (mut low, mut high) = (self.time, t);
        let mut iterations = reach(e, (low, high), stride.halvings, mover, observer)?;
        let mut at_high = e.distances()?;
        let crossed = |d: &[f64]| d.iter().any(|d| *d <= 0.0);
        if !crossed(&at_high) {
            return Ok((Vec::new(), iterations));
        }
        let mut last = at_high.clone();
        for search in 0..SEARCHES {
            let middle = low + 0.5 * (high - low);
            if middle <= low || middle >= high {
                break;
            }
            // Bisection, and a secant through the last two points every other time.
            let secant = secant(low, high, &last, &at_high).filter(|_| search % 2 == 1);
            let at = secant.filter(|x| *x > low && *x < high).unwrap_or(middle);
            iterations += mover(e, at, observer)?;
            let here = e.distances()?;
            if crossed(&here) {
                (high, at_high) = (at, here);
            } else {
                (low, last) = (at, here);
            }
        }
        iterations += mover(e, high, observer)?;
        // Found from another start the position differs by rounding, and what has crossed its value may seem not to have: what was seen there holds.
        e.distances()?;
        let fired = (0..at_high.len()).filter(|k| at_high[*k] <= 0.0).collect();
        Ok((fired, iterations))
    }

    /// Nothing overlaps where the equations stand, or the run ends where a gap closes.
    fn stay_apart(
        &mut self,
        mover: Mover<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let e = &mut self.equations;
        let Some((label, gap)) = e.overlap() else {
            return Ok(());
        };
        let (end, label) = (e.now.time, label.to_string());
        let (mut low, mut high) = (self.time, end);
        while let Some(middle) = between(low, high) {
            mover(e, middle, observer).map_err(|f| RunError {
                time: middle,
                message: f.message,
                help: None,
            })?;
            match e.overlap() {
                None => low = middle,
                Some(_) => high = middle,
            }
        }
        Err(RunError {
            time: high,
            message: format!(
                "{label}: what drives the mechanism closes its gap, which would be {gap:.3e} at the time {end}"
            ),
            help: Some("a dynamic analysis of a mechanism with some freedom has impacts; here nothing can give way".into()),
        })
    }

    /// Tells which rigid contacts have closed or opened between the last time and where the equations stand, each at its time.
    fn tell_contacts(
        &mut self,
        mut closed: Vec<bool>,
        mover: Mover<'_>,
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        let (mut begin, end) = (self.time, self.equations.now.time);
        for _ in 0..2 * closed.len() {
            if self.equations.closed_stops() == closed {
                return Ok(());
            }
            let (mut low, mut high) = (begin, end);
            let e = &self.equations;
            let mut changed = (e.contact_changes(&closed), e.closed_stops());
            while let Some(middle) = between(low, high) {
                self.go_to(middle, mover, observer)?;
                let e = &self.equations;
                if e.closed_stops() == closed {
                    low = middle;
                } else {
                    high = middle;
                    changed = (e.contact_changes(&closed), e.closed_stops());
                }
            }
            for h in changed.0 {
                statistics.events += 1;
                observer.event(&row(high, h));
            }
            closed = changed.1;
            begin = high;
            self.go_to(end, mover, observer)?;
        }
        Ok(())
    }

    fn go_to(
        &mut self,
        t: f64,
        mover: Mover<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let moved = mover(&mut self.equations, t, observer);
        moved.map(|_| ()).map_err(|f| RunError {
            time: t,
            message: f.message,
            help: None,
        })
    }

    /// Where rows that were left out as redundant cease to agree with the others, between the last time and where the equations stand.
    fn parting(&mut self, mover: Mover<'_>, fault: Fault, observer: &mut dyn Observer) -> RunError {
        let e = &mut self.equations;
        let (mut low, mut high) = (self.time, e.now.time);
        let (whole, mut message) = (high - low, fault.message);
        while high - low > 1e-6 * whole {
            let middle = low + 0.5 * (high - low);
            if middle <= low || middle >= high {
                break;
            }
            match mover(e, middle, observer).and_then(|_| e.agree()) {
                Ok(()) => low = middle,
                Err(f) => (high, message) = (middle, f.message),
            }
        }
        RunError {
            time: high,
            message,
            help: None,
        }
    }

    /// Lets sensors act; how they steer, and whether one of them has asked for an output here.
    fn fire_all(
        &mut self,
        fired: &[usize],
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(SensorActions, bool), RunError> {
        if fired.is_empty() {
            return Ok((SensorActions::default(), false));
        }
        statistics.events += 1;
        self.equations.event.happened.clear();
        let sensor_actions = self.equations.fire_sensors(fired);
        let prints = self.equations.event.happened.iter().any(|h| h.print);
        if prints {
            self.report_start(observer)?;
        }
        let now = self.time;
        for h in std::mem::take(&mut self.equations.event.happened) {
            observer.event(&row(now, h));
        }
        Ok((sensor_actions, prints))
    }
}

/// How far a walk goes at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stride {
    /// Largest step.
    pub h_max: Option<f64>,
    /// How often a step is halved where no position is found at its end.
    pub halvings: u32,
}

/// Finds the position at the later time; where that is too far for the search, from positions in between. The iterations.
fn reach(
    e: &mut Equations,
    (low, high): (f64, f64),
    halvings: u32,
    mover: Mover<'_>,
    observer: &mut dyn Observer,
) -> Result<u64, Fault> {
    let before = (e.now.clone(), e.memory.clone());
    let fault = match mover(e, high, observer) {
        Ok(iterations) => return Ok(iterations),
        Err(fault) => fault,
    };
    let middle = low + 0.5 * (high - low);
    if halvings == 0 || middle <= low || middle >= high {
        return Err(fault);
    }
    (e.now, e.memory) = before;
    let first = reach(e, (low, middle), halvings - 1, mover, observer)?;
    Ok(first + reach(e, (middle, high), halvings - 1, mover, observer)?)
}

/// The middle of an interval, as long as it is longer than times are told apart.
fn between(low: f64, high: f64) -> Option<f64> {
    let middle = low + 0.5 * (high - low);
    let wide = high - low > SAME_TIME * low.abs().max(high.abs());
    (wide && middle > low && middle < high).then_some(middle)
}

/// The time after `now` on equal steps of no more than `h_max` to the next output.
fn next_time(now: f64, wanted: f64, h_max: Option<f64>) -> f64 {
    let Some(h_max) = h_max.filter(|h| *h > 0.0) else {
        return wanted;
    };
    // A last step that is longer by rounding is no further one.
    let steps = ((wanted - now) / h_max * (1.0 - 1e-9)).ceil();
    if steps <= 1.0 {
        return wanted;
    }
    now + (wanted - now) / steps
}

/// Where the first of the values that are not positive at `high` crosses zero, if it goes straight.
fn secant(low: f64, high: f64, at_low: &[f64], at_high: &[f64]) -> Option<f64> {
    let lines = at_low
        .iter()
        .zip(at_high)
        .filter(|(a, b)| **a > 0.0 && **b <= 0.0);
    let roots = lines.map(|(a, b)| low + (high - low) * (a / (a - b)));
    roots.min_by(f64::total_cmp)
}
