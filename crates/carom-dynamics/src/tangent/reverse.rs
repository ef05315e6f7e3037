//! The way back: gradients of few numbers by many parameters.
//!
//! The run leaves the parts over which X would be carried, and its events. From the end to the start, λ, the gradient of a number by the state, goes through the transposed of
//! what takes X forth: of the collocation over a part ([`carom_solve::variation`]), and of the rule at events. With `φ(x, t) = λ⁺·g(x, t, p) + w·(numbers of the event)`, w_t the
//! weight of its time, and for each component e of the state (or a parameter)
//!
//! ```text
//! t' = −h_x·e/hdot          λ⁻·e = φ_x·(e + f⁻·t') + φ_t·t' + (w_t − λ⁺·f⁺)·t'
//! ```
//!
//! where φ is looked at along the guard only: to its sides it may have a corner. Guards, φ and outputs are looked at on the constraints: with P the projection on these and D how it moves with
//! a parameter, `X = P·X + D`, so that the rows of the state are those of P·e and D belongs to the parameter.
//!
//! Numbers of functions are states that do not change ([`super::lifted`]): the gradients by all of them are components of λ at the start, whatever their number. What else a parameter moves costs as
//! much as forward.
//!
//! Source: Cao, Li, Petzold, Serban, Adjoint sensitivity analysis for differential-algebraic equations, SIAM J. Sci. Comput. 24 (2003) 1076; at events as the transposed of the saltation
//! matrix (Kong, Payne, Zhu, Johnson, Proc. IEEE 112 (2024) 585).

use super::flow::{MOST_KEPT, Part};
use super::joints::{leave, passage};
use super::look_at_frame;
use super::state::{Change, State};
use crate::equations::variations::Passage;
use crate::equations::{Equations, JointCoordinates};
use crate::output::Frame;
use crate::tangent::column::CHANGE;
use crate::tangent::column::Column;
use crate::tangent::column::Look;
use crate::tangent::column::Moment;
use crate::tangent::event::Past;
use crate::tangent::event::numbers;
use crate::tangent::event::rates_on_constraints;
use crate::tangent::event::replay;
use crate::tangent::record::{Item, Output, Record};
use crate::tangent::run::Tangent;
use carom_solve::{Fault, Guard, Problem, Step};
use std::ops::Range;

/// What a number depends on: weights of what outputs read, and of the times and numbers of events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seeds {
    /// Of each output that counts: its number, and a weight for each number that is read there.
    pub outputs: Vec<(usize, Vec<f64>)>,
    /// Of each event that counts: its number in [`Tangent::events`], the weight of its time, and those of its numbers ([`super::EventTangent::numbers_by`]).
    pub events: Vec<(usize, f64, [f64; 5])>,
}

/// A gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// By the parameters.
    pub parameters: Vec<f64>,
    /// By the initial state, as [`Tangent::column`].
    pub state: Vec<f64>,
}

/// λ of a number and what parameters have gathered so far.
struct Back {
    by_state: Change,
    by_parameters: Vec<f64>,
}

/// Goes over to other coordinates.
fn change_all(all: &mut [Back], to: impl Fn(&[f64]) -> Vec<f64>) {
    for back in all {
        back.by_state = Change(to(&back.by_state.0));
    }
}

impl Tangent {
    /// Keeps what the way back needs: parameters are not carried along; in their place one generic change of the initial state shows how long parts may be.
    pub(crate) fn keep_record(&mut self, of: &Equations) -> Result<(), Fault> {
        let here = self.widened(State::of(of));
        let mut generic = Change(vec![0.0; self.model.system.differential()]);
        for (k, x) in generic.0.iter_mut().enumerate() {
            // The golden ratio spreads its multiples evenly.
            let spread = (0.618_033_988_749_895 * (k + 1) as f64).fract();
            *x = (0.5 + spread) * self.model.size_of_unknown(k);
        }
        if let Some(work) = generic.0.last_mut() {
            *work = 0.0;
        }
        let mut y = here
            .moved(&generic, CHANGE)
            .enter(&mut self.model, of.now.time);
        self.model.project_closely(of.now.time, &mut y)?;
        let moved = here.to(&State::at(&self.model, &y));
        let mut probe = Change(vec![0.0; moved.0.len()]);
        probe.add(&moved, 1.0 / CHANGE);
        self.flow.may_keep = MOST_KEPT;
        let parameters = std::mem::replace(&mut self.columns, vec![Column::of(probe)]);
        self.record = Some(Record {
            parameters,
            ..Record::default()
        });
        Ok(())
    }

    /// Marks an output at `until`, in the step in hand: its number.
    pub(crate) fn mark(
        &mut self,
        e: &Equations,
        in_hand: Option<(Step<'_>, Option<&JointCoordinates>)>,
        (until, y): (f64, &[f64]),
    ) -> Result<usize, Fault> {
        let (parts, place) = match in_hand {
            Some((step, joints)) => {
                let reached = self.inside(e, joints, &step, until)?;
                (reached.parts, reached.place)
            }
            None => {
                let now = self.by_joints.now.as_ref();
                (Vec::new(), now.map(|now| (now.flow, now.place.clone())))
            }
        };
        let in_joints = place.and_then(|(flow, place)| Some((flow, passage(self, flow, &place)?)));
        let state = self.widened(State::at(e, y));
        let record = self.record.get_or_insert_default();
        let output = Output {
            setting: record.setting(e),
            parts,
            t: until,
            state,
            in_joints,
        };
        record.items.push(Item::Output(Box::new(output)));
        record.outputs += 1;
        Ok(record.outputs - 1)
    }

    /// Gradients of numbers by all parameters and by the initial state, where [`crate::Stepping::vary_back`] kept what they need. `read` is what the seeds of outputs weigh.
    pub(crate) fn gradients(
        &mut self,
        read: &dyn Fn(&Frame) -> Vec<f64>,
        seeds: &[Seeds],
    ) -> Result<Vec<Gradient>, Fault> {
        leave(self);
        let Some(mut record) = self.record.take() else {
            return Ok(Vec::new());
        };
        let found = self.go_back(&mut record, read, seeds);
        let all = found.map(|all| {
            let gradient = |back: Back| {
                let own = record.parameters.iter().zip(back.by_parameters);
                let at_start = |x: &Change| dot(&back.by_state, x);
                Gradient {
                    parameters: own.map(|(c, rest)| rest + at_start(&c.x)).collect(),
                    state: back.by_state.clone().narrowed(self.lifted.count()).0,
                }
            };
            all.into_iter().map(gradient).collect()
        });
        self.record = Some(record);
        all
    }

    fn go_back(
        &mut self,
        record: &mut Record,
        read: &dyn Fn(&Frame) -> Vec<f64>,
        seeds: &[Seeds],
    ) -> Result<Vec<Back>, Fault> {
        let count = self.model.system.differential();
        let none = || Back {
            by_state: Change(vec![0.0; count]),
            by_parameters: vec![0.0; record.parameters.len()],
        };
        let mut all: Vec<Back> = seeds.iter().map(|_| none()).collect();
        let mut output = record.outputs;
        let parameters = &mut record.parameters;
        for (k, item) in record.items.iter().enumerate().rev() {
            match item {
                Item::Parts(setting, flow, parts) => {
                    self.back_over((setting.moment(), *flow), parts, parameters, &mut all)?;
                }
                Item::Enter(passage) => change_all(&mut all, |x| passage.gradient_by_bodies(x)),
                Item::Leave(passage) => change_all(&mut all, |x| passage.gradient_by_joints(x)),
                Item::Output(of) => {
                    output -= 1;
                    let weights = seeds.iter().map(|s| {
                        let found = s.outputs.iter().find(|(k, _)| *k == output);
                        found.map_or(&[][..], |(_, w)| &w[..])
                    });
                    let weights: Vec<&[f64]> = weights.collect();
                    if weights.iter().all(|w| w.is_empty()) {
                        continue;
                    }
                    let moment = of.setting.moment();
                    let before = k.checked_sub(1).map(|k| &record.items[k]);
                    let left = match (&of.in_joints, before) {
                        (None, Some(Item::Leave(passage))) => Some(&**passage),
                        _ => None,
                    };
                    let own = of.in_joints.as_ref().map(|(_, passage)| passage);
                    let passage = own.or(left);
                    let mut side =
                        self.back_of_output((of, passage), read, &weights, parameters)?;
                    if let Some(passage) = left {
                        change_all(&mut side, |x| passage.gradient_by_bodies(x));
                    }
                    let flow = of.in_joints.as_ref().map(|(flow, _)| *flow);
                    self.back_over((moment, flow), &of.parts, parameters, &mut side)?;
                    for (back, side) in all.iter_mut().zip(side) {
                        back.by_state.add(&side.by_state, 1.0);
                        let each = back.by_parameters.iter_mut().zip(side.by_parameters);
                        each.for_each(|(x, d)| *x += d);
                    }
                }
                Item::Event(past) => self.back_through(past, seeds, parameters, &mut all)?,
            }
        }
        Ok(all)
    }

    /// Over parts, from the last to the first.
    fn back_over(
        &mut self,
        (moment, flow): (Moment<'_>, Option<usize>),
        parts: &[Part],
        parameters: &mut [Column],
        all: &mut [Back],
    ) -> Result<(), Fault> {
        if all.iter().all(Back::is_nothing) {
            return Ok(());
        }
        moment.enter(&mut self.model);
        for part in parts.iter().rev() {
            let rest = parameters
                .iter_mut()
                .map(|c| c.variants.is_some().then_some(c));
            let mut rest: Vec<Option<&mut Column>> = rest.collect();
            let each = all.iter_mut();
            let each = each.map(|b| (&mut b.by_state, &mut b.by_parameters[..]));
            let mut each: Vec<_> = each.collect();
            let flow = match flow {
                Some(flow) => &mut self.by_joints.flows[flow],
                None => &mut self.flow,
            };
            flow.back((moment, &mut self.model), part, &mut rest, &mut each)?;
        }
        Ok(())
    }

    /// The gradients at an output of what is read there: by the coordinates of joints where there is a way to these, else by bodies.
    fn back_of_output(
        &mut self,
        (of, passage): (&Output, Option<&Passage>),
        read: &dyn Fn(&Frame) -> Vec<f64>,
        weights: &[&[f64]],
        parameters: &mut [Column],
    ) -> Result<Vec<Back>, Fault> {
        let (moment, here) = (of.setting.moment(), (of.t, &of.state));
        let mut reporter = std::mem::take(&mut self.reporter);
        let by = {
            let mut frame = look_at_frame(&mut reporter, read);
            let mut look = |other: &mut Equations, t: f64, state: &State| {
                let values = frame(other, t, state)?;
                let sum = |w: &&[f64]| w.iter().zip(&values).map(|(w, x)| w * x).sum();
                Ok(weights.iter().map(sum).collect())
            };
            let rows = match passage {
                Some(passage) => {
                    gradient_by_joints(self, (moment, here, passage), &mut look, weights.len())
                }
                None => self.gradient_of(moment, here, &mut look, (weights.len(), ALONE)),
            };
            rows.and_then(|rows| {
                let by = self.by_parameters(moment, here, parameters, &mut look, ALONE)?;
                Ok((rows, by))
            })
        };
        self.reporter = reporter;
        let (rows, by) = by?;
        let back = |(m, by_state): (usize, Change)| Back {
            by_state,
            by_parameters: by
                .iter()
                .map(|by| by.get(m).copied().unwrap_or(0.0))
                .collect(),
        };
        Ok(rows.into_iter().enumerate().map(back).collect())
    }

    /// Through an event.
    fn back_through(
        &mut self,
        past: &Past,
        seeds: &[Seeds],
        parameters: &mut [Column],
        all: &mut [Back],
    ) -> Result<(), Fault> {
        let weights: Vec<_> = seeds.iter().map(|s| weights_at(past, s)).collect();
        let own_times: Vec<_> = seeds.iter().map(|s| own_times_at(past, s)).collect();
        let asks = |s: &Seeds| s.events.iter().any(|(k, ..)| past.events.contains(k));
        let is_asked = seeds.iter().any(asks);
        if past.is_skipped || (!is_asked && (past.is_smooth || all.iter().all(Back::is_nothing))) {
            return Ok(());
        }
        let (rows, memory) = (&past.rows, &past.memory);
        let moment = Moment { rows, memory };
        let here = (past.t, &past.before);
        let told = past.events.len();
        let is_replayed = is_asked || !past.is_still;
        let lambdas: Vec<Change> = all.iter().map(|b| b.by_state.clone()).collect();
        let mut phi = |other: &mut Equations, t: f64, state: &State| {
            moment.enter(other);
            let replayed = replay(other, t, state, &past.batches, past.response)?;
            let change = past.after.to(&replayed);
            let happened = other.event.happened.iter().take(told);
            let events: Vec<[f64; 6]> = happened.map(numbers).collect();
            let value = |m: usize| {
                let of = |k: usize| events.get(k).copied().unwrap_or([f64::NAN; 6]);
                let of_numbers = weights[m].1.iter().map(|(k, w)| {
                    let each = w.iter().zip(of(*k)).filter(|(w, _)| **w != 0.0);
                    each.map(|(w, x)| w * x).sum::<f64>()
                });
                let of_times = own_times[m].iter().map(|(k, w)| w * of(*k)[5]);
                dot(&lambdas[m], &change) + of_numbers.chain(of_times).sum::<f64>()
            };
            Ok((0..lambdas.len()).map(value).collect())
        };
        let mut h = guard_of(past, self.model.guard_count());
        let h_x = self.gradient_of(moment, here, &mut h, (1, ALONE))?;
        let h_p = self.by_parameters(moment, here, parameters, &mut h, ALONE)?;
        let time_by = |h: f64| Some(-h / past.fall).filter(|t| t.is_finite() && *t != 0.0);
        let rows = if is_replayed {
            let time = |k: usize| time_by(h_x[0].0[k]);
            let along = Along {
                rates: Some(&past.rates),
                time: &time,
            };
            self.gradient_of(moment, here, &mut phi, (all.len(), along))?
        } else {
            lambdas.clone()
        };
        let by = if is_replayed {
            let time = |j: usize| time_by(h_p[j].first().copied().unwrap_or(0.0));
            let along = Along {
                rates: Some(&past.rates),
                time: &time,
            };
            self.by_parameters(moment, here, parameters, &mut phi, along)?
        } else {
            vec![Vec::new(); parameters.len()]
        };
        for (m, (back, row)) in all.iter_mut().zip(rows).enumerate() {
            let mut later = weights[m].0 - dot(&lambdas[m], &past.rates_after);
            if !is_replayed {
                later += dot(&lambdas[m], &past.rates);
            }
            back.by_state = row;
            for (total, by) in back.by_parameters.iter_mut().zip(&by) {
                *total += by.get(m).copied().unwrap_or(0.0);
            }
            back.delay(later, time_by, &h_x[0], &h_p);
        }
        Ok(())
    }

    /// Gradients by the state of numbers, so many. Each component of the state is moved as `along` says: together with a share of a motion, and of time.
    fn gradient_of(
        &mut self,
        moment: Moment<'_>,
        here: (f64, &State),
        look: &mut Look<'_>,
        (count, along): (usize, Along<'_>),
    ) -> Result<Vec<Change>, Fault> {
        let all = self.model.system.differential();
        let numbers = self.lifted.count();
        let mut rows = vec![Change(vec![0.0; all]); count];
        let first = all - 1 - numbers;
        let mut wanted: Vec<usize> = (0..first).chain([all - 1]).collect();
        self.find_numbers(
            moment,
            here,
            look,
            (first..first + numbers, along),
            &mut wanted,
        )?;
        for k in wanted {
            let mut unit = Change(vec![0.0; all]);
            unit.0[k] = 1.0;
            if k < first {
                unit = self.consistent(moment, here, &unit)?;
            }
            let time = along.add(k, &mut unit);
            let mut column = Column::of(Change(Vec::new()));
            let found = column.derivative(&mut self.model, moment, here, (&unit, time), look)?;
            for (row, x) in rows.iter_mut().zip(found) {
                row.0[k] = x;
            }
        }
        Ok(rows)
    }

    /// P·change, the part that the constraints leave: an event of a state that breaks them would be another one. Of a parameter that moves constraints `X = P·X + D`, D being how the
    /// projection on the constraints moves with it: what looks on these finds D with the derivative by the parameter.
    fn consistent(
        &mut self,
        moment: Moment<'_>,
        (t, here): (f64, &State),
        change: &Change,
    ) -> Result<Change, Fault> {
        if moment.rows.is_empty() {
            return Ok(change.clone());
        }
        let mut look = |other: &mut Equations, t: f64, state: &State| {
            let mut y = state.enter(other, t);
            other.project_closely(t, &mut y)?;
            Ok(here.to(&State::at(other, &y)).0)
        };
        let mut column = Column::of(Change(Vec::new()));
        let found =
            column.derivative(&mut self.model, moment, (t, here), (change, 0.0), &mut look)?;
        Ok(Change(found))
    }

    /// Of the numbers, those that something here looks at: all are moved together, then halves of them, as most do nothing.
    fn find_numbers(
        &mut self,
        moment: Moment<'_>,
        here: (f64, &State),
        look: &mut Look<'_>,
        (numbers, along): (Range<usize>, Along<'_>),
        wanted: &mut Vec<usize>,
    ) -> Result<(), Fault> {
        let (still, moving): (Vec<usize>, Vec<usize>) =
            numbers.partition(|k| (along.time)(*k).is_none());
        wanted.extend(moving);
        if still.is_empty() {
            return Ok(());
        }
        let bits = |values: Vec<f64>| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        moment.enter(&mut self.model);
        let middle = bits(look(&mut self.model, here.0, here.1)?);
        let mut open: Vec<&[usize]> = vec![&still];
        while let Some(some) = open.pop() {
            let mut together = Change(vec![0.0; self.model.system.differential()]);
            for k in some {
                together.0[*k] = self.model.size_of_unknown(*k);
            }
            moment.enter(&mut self.model);
            let moved = here.1.moved(&together, CHANGE);
            if bits(look(&mut self.model, here.0, &moved)?) == middle {
                continue;
            }
            match some {
                [one] => wanted.push(*one),
                _ => {
                    let (a, b) = some.split_at(some.len() / 2);
                    open.extend([a, b]);
                }
            }
        }
        Ok(())
    }

    /// Derivatives by what parameters move beside numbers of functions, each along a share of a motion and of time; an empty list where there is nothing.
    fn by_parameters(
        &mut self,
        moment: Moment<'_>,
        here: (f64, &State),
        parameters: &mut [Column],
        look: &mut Look<'_>,
        along: Along<'_>,
    ) -> Result<Vec<Vec<f64>>, Fault> {
        let mut all = Vec::with_capacity(parameters.len());
        for (j, column) in parameters.iter_mut().enumerate() {
            let mut change = Change(vec![0.0; self.model.system.differential()]);
            let time = along.add(j, &mut change);
            all.push(match column.variants {
                Some(_) => {
                    column.derivative(&mut self.model, moment, here, (&change, time), look)?
                }
                None => Vec::new(),
            });
        }
        Ok(all)
    }
}

/// The first guard that fell, of so many. It is looked at on the constraints of the model that looks, as the replay is: there, what moves the constraints themselves (places of joints, motions)
/// shows in the derivative by the parameter.
fn guard_of(
    past: &Past,
    count: usize,
) -> impl FnMut(&mut Equations, f64, &State) -> Result<Vec<f64>, Fault> + use<> {
    let mut guards = vec![Guard::IDLE; count];
    let guard = past.batches.first().and_then(|b| b.first()).copied();
    move |other, t, state| {
        let (y, rates) = rates_on_constraints(other, t, state)?;
        other.guards(t, &y, &rates.0, &mut guards)?;
        Ok(vec![guard.map_or(0.0, |g| guards[g].value)])
    }
}

/// Gradients of numbers, so many, by the coordinates of joints: what they change meets the constraints.
fn gradient_by_joints(
    of: &mut Tangent,
    (moment, here, passage): (Moment<'_>, (f64, &State), &Passage),
    look: &mut Look<'_>,
    count: usize,
) -> Result<Vec<Change>, Fault> {
    let all = of.model.system.differential();
    let fewer = passage.bodies() - passage.joints();
    let numbers = of.lifted.count();
    let first = all - 1 - numbers;
    let mut wanted = vec![all - 1];
    let of_numbers = (first..first + numbers, ALONE);
    of.find_numbers(moment, here, look, of_numbers, &mut wanted)?;
    let moving = 0..first - fewer;
    let each = moving.chain(wanted.into_iter().map(|k| k - fewer));
    let mut rows = vec![Change(vec![0.0; all - fewer]); count];
    for k in each {
        let mut unit = vec![0.0; all - fewer];
        unit[k] = 1.0;
        let unit = Change(passage.to_bodies(&unit));
        let mut column = Column::of(Change(Vec::new()));
        let along = (&unit, 0.0);
        let found = column.derivative(&mut of.model, moment, here, along, look)?;
        for (row, x) in rows.iter_mut().zip(found) {
            row.0[k] = x;
        }
    }
    Ok(rows)
}

/// The motion that goes with what is moved: its rates, and for how long.
#[derive(Clone, Copy)]
struct Along<'a> {
    rates: Option<&'a Change>,
    time: &'a dyn Fn(usize) -> Option<f64>,
}

/// Nothing goes with it.
const ALONE: Along<'static> = Along {
    rates: None,
    time: &|_| None,
};

impl Along<'_> {
    /// What moves together with component (or parameter) k, and the time that goes with it.
    fn add(&self, k: usize, to: &mut Change) -> f64 {
        match (self.rates, (self.time)(k)) {
            (Some(rates), Some(time)) => {
                to.add(rates, time);
                time
            }
            _ => 0.0,
        }
    }
}

impl Back {
    fn is_nothing(&self) -> bool {
        self.by_state.0.iter().all(|x| *x == 0.0)
    }

    /// Adds what a later event changes: so much per time, the time by the guard's changes with state and parameters.
    fn delay(
        &mut self,
        later: f64,
        time_by: impl Fn(f64) -> Option<f64>,
        by_state: &Change,
        by_parameters: &[Vec<f64>],
    ) {
        for (x, h) in self.by_state.0.iter_mut().zip(&by_state.0) {
            *x += time_by(*h).map_or(0.0, |t| later * t);
        }
        for (j, total) in self.by_parameters.iter_mut().enumerate() {
            let h = by_parameters[j].first().copied().unwrap_or(0.0);
            *total += time_by(h).map_or(0.0, |t| later * t);
        }
    }
}

fn dot(a: &Change, b: &Change) -> f64 {
    a.0.iter().zip(&b.0).map(|(a, b)| a * b).sum()
}

/// What is asked for of the events of a jump: a weight of its time, and those of the numbers of each event.
fn weights_at(past: &Past, s: &Seeds) -> (f64, Vec<(usize, [f64; 5])>) {
    let own = s.events.iter().filter(|(k, ..)| past.events.contains(k));
    let mut time = 0.0;
    let mut weights = Vec::new();
    for (k, w, numbers) in own {
        // What has a time of its own tells it among its numbers.
        time += if past.has_own_time[k - past.events.start] {
            0.0
        } else {
            *w
        };
        weights.push((k - past.events.start, *numbers));
    }
    (time, weights)
}

/// Weights of times that events have of their own.
fn own_times_at(past: &Past, s: &Seeds) -> Vec<(usize, f64)> {
    let own = s.events.iter().filter(|(k, ..)| past.events.contains(k));
    own.map(|(k, w, _)| (k - past.events.start, *w))
        .filter(|(k, _)| past.has_own_time[*k])
        .collect()
}
