//! X at events.

use super::joints::leave;
use super::jumps;
use super::state::{Change, State};
use crate::equations::Equations;
use crate::equations::EventRecord;
use crate::equations::forget_series;
use crate::output::EventKind;
use crate::tangent::column::Moment;
use crate::tangent::column::follow;
use crate::tangent::event::APART;
use crate::tangent::event::EventTangent;
use crate::tangent::event::Jump;
use crate::tangent::event::Past;
use crate::tangent::event::SMOOTH;
use crate::tangent::event::STEEPER;
use crate::tangent::event::numbers;
use crate::tangent::event::rates_of;
use crate::tangent::event::replay;
use crate::tangent::run::Tangent;
use carom_solve::{Fault, Guard, Problem, Response};

impl Jump {
    /// As [`replay`], from what held before.
    fn replay(
        &self,
        other: &mut Equations,
        t: f64,
        state: &State,
        response: Response,
    ) -> Result<State, Fault> {
        let (rows, memory) = (&self.rows, &self.memory);
        Moment { rows, memory }.enter(other);
        if self.is_alone {
            forget_series(other);
        }
        replay(other, t, state, &self.batches, response)
    }
}

impl Tangent {
    /// The guards `fired` fell at (t, y), and the model has not switched yet.
    pub(crate) fn fired(
        &mut self,
        e: &Equations,
        t: f64,
        y: &[f64],
        fired: &[usize],
    ) -> Result<(), Fault> {
        leave(self);
        if let Some(jump) = &mut self.jump {
            jump.batches.push(fired.to_vec());
            jump.doubt = "several events at one time, one as an answer to the other".into();
            return Ok(());
        }
        let before = self.widened(State::at(e, y));
        follow(e, &mut self.model);
        let (at, rates) = rates_of(&mut self.model, t, &before)?;
        let slots = self.model.guard_count();
        let mut guards = vec![Guard::IDLE; slots];
        self.model.guards(t, &at, &rates.0, &mut guards)?;
        let mut falls: Vec<f64> = fired.iter().map(|g| guards[*g].rate).collect();
        // Beside zero a guard may be steeper than there, as that of a slip that ends: its fall is looked at over the changes that its derivatives are.
        let look = &mut |other: &mut Equations, t: f64, state: &State| {
            let (y, rates) = rates_of(other, t, state)?;
            other.guards(t, &y, &rates.0, &mut guards)?;
            Ok(fired.iter().map(|g| guards[*g].value).collect())
        };
        let mut motion = super::Column::of(Change(Vec::new()));
        let held = Moment::of(e);
        let seen = motion.derivative(&mut self.model, held, (t, &before), (&rates, 1.0), look)?;
        for (fall, seen) in falls.iter_mut().zip(seen) {
            if seen * *fall > 0.0 && (seen - *fall).abs() > STEEPER * fall.abs() {
                *fall = seen;
            }
        }
        let mut jump = Jump {
            t,
            rows: e.system.rows.clone(),
            memory: e.memory.clone(),
            batches: vec![fired.to_vec()],
            rates,
            fall: falls.first().copied().unwrap_or(f64::NAN),
            time_by: Vec::new(),
            valid_within: Vec::new(),
            happened: Vec::new(),
            doubt: String::new(),
            is_alone: false,
            before,
        };
        for column in &mut self.columns {
            let look = &mut |other: &mut Equations, t: f64, state: &State| {
                let (y, rates) = rates_of(other, t, state)?;
                other.guards(t, &y, &rates.0, &mut guards)?;
                let guard = |g: &usize| guards[*g];
                let values = fired.iter().map(guard).map(|g| g.value);
                let rates = fired.iter().map(guard).map(|g| g.rate);
                Ok(values.chain(rates).collect())
            };
            let x = column.x.clone();
            let here = (t, &jump.before);
            let by = column.derivative(&mut self.model, Moment::of(e), here, (&x, 0.0), look)?;
            let (values, rates) = by.split_at(fired.len());
            let times: Vec<f64> = values.iter().zip(&falls).map(|(h, d)| -h / d).collect();
            let largest = times.iter().fold(0.0f64, |m, t| m.max(t.abs()));
            if times.iter().any(|t| (t - times[0]).abs() > APART * largest) {
                jump.doubt = "guards that fall together only by chance".into();
            }
            let within = rates.iter().zip(&falls);
            let within = within.map(|(change, fall)| (fall / change).abs());
            jump.valid_within.push(within.fold(f64::INFINITY, f64::min));
            jump.time_by.push(times[0]);
        }
        self.jump = Some(jump);
        Ok(())
    }

    /// The model has switched; with [`Response::Pause`] it has still to take its new rows ([`Tangent::went_on`]).
    pub(crate) fn switched(
        &mut self,
        e: &Equations,
        y: &[f64],
        response: Response,
    ) -> Result<(), Fault> {
        let Some(jump) = &mut self.jump else {
            return Ok(());
        };
        jump.happened.extend(e.event.happened.iter().cloned());
        match response {
            Response::Pause => Ok(()),
            Response::Restart | Response::Stop | Response::Continue => {
                let after = self.widened(State::at(e, y));
                self.jump_to(e, &after, response)
            }
        }
    }

    /// The model has taken its new rows.
    pub(crate) fn went_on(&mut self, e: &Equations) -> Result<(), Fault> {
        let after = self.widened(State::of(e));
        self.jump_to(e, &after, Response::Pause)
    }

    fn jump_to(&mut self, e: &Equations, after: &State, response: Response) -> Result<(), Fault> {
        let Some(mut jump) = self.jump.take() else {
            return Ok(());
        };
        follow(e, &mut self.model);
        let (_, rates) = rates_of(&mut self.model, jump.t, after)?;
        look_at_end(&mut self.model, &mut jump, response)?;
        let told = jump.happened.len();
        let jumped = jump.before.to(after);
        let is_still = jumped.0.iter().all(|x| *x == 0.0);
        let is_smooth = is_still && self.are_like(&jump.rates, &rates);
        let mut numbers_by = vec![Vec::new(); self.columns.len()];
        for (j, column) in self.columns.iter_mut().enumerate() {
            let dt = jump.time_by[j];
            if response == Response::Continue && told == 0 {
                continue;
            }
            // along the motion to the moved time
            let mut along = column.x.clone();
            if dt.is_finite() {
                along.add(&jump.rates, dt);
            }
            let mut doubt = String::new();
            let look = &mut |other: &mut Equations, t: f64, state: &State| {
                let replayed = jump.replay(other, t, state, response)?;
                let same = other.memory.modes == e.memory.modes
                    && other.system.rows == e.system.rows
                    && begins_with(&other.event.happened, &jump.happened);
                if !same {
                    doubt = "a change of the parameter, however small, brings other events".into();
                }
                let change = after.to(&replayed);
                let of_events = other.event.happened.iter().take(told).flat_map(numbers);
                let mut all = change.0;
                all.extend(of_events);
                all.resize(jumped.0.len() + 6 * told, f64::NAN);
                Ok(all)
            };
            let time = if dt.is_finite() { dt } else { 0.0 };
            let here = (jump.t, &jump.before);
            let mut by =
                column.derivative(&mut self.model, Moment::of(e), here, (&along, time), look)?;
            numbers_by[j] = by.split_off(jumped.0.len());
            let mut x = if is_still { along } else { Change(by) };
            if time != 0.0 {
                x.add(&rates, -time);
            }
            if !dt.is_finite() && !is_smooth {
                doubt = "the guard only touches zero there (grazing)".into();
            }
            if !doubt.is_empty() {
                jump.doubt = doubt;
            }
            column.x = x;
        }
        self.events_of(&jump, &numbers_by, is_smooth);
        if let Some(record) = &mut self.record {
            let end = self.events.len();
            record.event(Past {
                t: jump.t,
                has_own_time: jump.happened.iter().map(|h| h.time.is_some()).collect(),
                is_alone: jump.is_alone,
                rows: jump.rows,
                memory: jump.memory,
                batches: jump.batches,
                before: jump.before,
                rates: jump.rates,
                fall: jump.fall,
                rates_after: rates,
                is_skipped: response == Response::Continue && told == 0,
                events: end - told..end,
                response,
                is_still,
                is_smooth,
            });
        }
        Ok(())
    }

    /// Whether rates before and after are the same but for rounding.
    fn are_like(&self, before: &Change, after: &Change) -> bool {
        let mut apart = before.clone();
        apart.add(after, -1.0);
        let size = |x: &Change| x.size(&self.model);
        let most = size(before).max(size(after));
        size(&apart) <= SMOOTH * most
    }

    /// Tangents of what happened at a jump: six numbers of each event, by each parameter.
    fn events_of(&mut self, jump: &Jump, numbers_by: &[Vec<f64>], is_smooth: bool) {
        let per = |k: usize, j: usize| -> [f64; 6] {
            let of = numbers_by[j].get(6 * k..6 * k + 6);
            of.and_then(|n| n.try_into().ok()).unwrap_or([f64::NAN; 6])
        };
        for (k, h) in jump.happened.iter().enumerate() {
            let columns = 0..self.columns.len();
            let is_own = h.time.is_some();
            let time_by = columns.clone().map(|j| match is_own {
                true => per(k, j)[5],
                false => jump.time_by[j],
            });
            let mut doubt = jump.doubt.clone();
            // what follows from impacts without number is a smooth function of the last of them
            let falls = h.rate < 0.0 || !jumps(h.kind) || is_own || answers(h, &jump.happened);
            if !falls && doubt.is_empty() {
                doubt = "the gap closes without speed (grazing)".into();
            }
            self.events.push(EventTangent {
                kind: h.kind,
                time: h.time.unwrap_or(jump.t),
                element: h.element.clone(),
                time_by: time_by.collect(),
                numbers_by: columns
                    .map(|j| {
                        let [gap, rate, after, impulse, force, _] = per(k, j);
                        [gap, rate, after, impulse, force]
                    })
                    .collect(),
                valid_within: jump.valid_within.clone(),
                is_smooth,
                doubt,
            });
        }
    }
}

/// Whether the end of a series of impacts, and those to come until then, are told as they are where earlier impacts are forgotten: then they follow from the last one.
fn look_at_end(model: &mut Equations, jump: &mut Jump, response: Response) -> Result<(), Fault> {
    if jump.happened.iter().all(|h| h.time.is_none()) {
        return Ok(());
    }
    jump.is_alone = true;
    jump.replay(model, jump.t, &jump.before, response)?;
    jump.is_alone = begins_with(&model.event.happened, &jump.happened);
    if !jump.is_alone {
        jump.doubt = "the end of its impacts follows from several of them".into();
    }
    Ok(())
}

/// Whether what happened begins with the same kinds of events at the same elements.
fn begins_with(all: &[EventRecord], first: &[EventRecord]) -> bool {
    let is_like = |(a, b): (&EventRecord, &EventRecord)| a.kind == b.kind && a.element == b.element;
    all.len() >= first.len() && all.iter().zip(first).all(is_like)
}

/// Whether a contact closes as the end of its own impact, which had the speed.
fn answers(closure: &EventRecord, happened: &[EventRecord]) -> bool {
    let impact = |o: &&EventRecord| o.kind == EventKind::Impact && o.rate < 0.0;
    let mut impacts = happened.iter().filter(impact);
    closure.kind == EventKind::Closure && impacts.any(|o| o.element == closure.element)
}
