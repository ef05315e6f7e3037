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
//! where φ is looked at along the guard only: to its sides it may have a corner. With r the component that moves the guard most, a change of e along it is
//!
//! ```text
//! e + f⁻·t'  =  [e − (h_x·e/h_x·r)·r]  +  t'·w          w = Σ f⁻_k·[e_k − (h_x·e_k/h_x·r)·r] + [a unit of time, less what of r it moves the guard by]
//! ```
//!
//! t' goes like 1/hdot: of slow impacts the sum would be mostly motion. So the brackets are what φ is looked at along, and the motion is their sum: what differences err by belongs to a
//! bracket, and not to t'. Where the speed of an impact changes its sign, the impact does not happen; where hdot is that small, each bracket is taken with a share of one more component, s, by which hdot stays, and s by
//! itself over a little of hdot.
//!
//! Guards, φ and outputs are looked at on the constraints: with P the projection on these and D how it moves with a parameter, `X = P·X + D`, so that the rows of the state are those of P·e
//! and D belongs to the parameter.
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
use crate::tangent::column::ROUNDING;
use crate::tangent::event::Past;
use crate::tangent::event::numbers;
use crate::tangent::event::rates_on_constraints;
use crate::tangent::event::slower;
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
                None => self.gradient_of(moment, here, &mut look, (weights.len(), READ)),
            };
            rows.and_then(|rows| {
                let by = self.by_parameters(moment, here, parameters, &mut look, READ)?;
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
        let asks = |s: &Seeds| s.events.iter().any(|(k, ..)| past.events.contains(k));
        let is_asked = seeds.iter().any(asks);
        if past.is_skipped || (!is_asked && (past.is_smooth || all.iter().all(Back::is_nothing))) {
            return Ok(());
        }
        let (moment, here) = (past.moment(), (past.t, &past.before));
        let asked = Asked::of(past, seeds, all);
        let mut h = guard_of(past, self.model.guard_count());
        let h_x = self.gradient_of(moment, here, &mut h, (2, ALONE))?;
        let h_p = self.by_parameters(moment, here, parameters, &mut h, ALONE)?;
        let through = match is_asked || !past.is_still {
            true => through(self, (past, &asked), (&h_x, &h_p), parameters)?,
            false => Through {
                of_motion: asked.lambdas.iter().map(|l| dot(l, &past.rates)).collect(),
                rows: asked.lambdas.clone(),
                by: vec![Vec::new(); parameters.len()],
            },
        };
        let time_by = |h: f64| past.time_by(h);
        for (m, (back, row)) in all.iter_mut().zip(through.rows).enumerate() {
            let at_once = dot(&asked.lambdas[m], &past.rates_after);
            back.by_state = row;
            for (total, by) in back.by_parameters.iter_mut().zip(&through.by) {
                *total += by.get(m).copied().unwrap_or(0.0);
            }
            let later = asked.weights[m].0 - at_once + through.of_motion[m];
            back.delay(later, time_by, &h_x[0], &h_p);
        }
        Ok(())
    }

    /// Gradients by the state of numbers, so many. Each component of the state is moved as `along` says: together with another change, and with time.
    fn gradient_of(
        &mut self,
        moment: Moment<'_>,
        here: (f64, &State),
        look: &mut Look<'_>,
        (count, along): (usize, Along<'_>),
    ) -> Result<Vec<Change>, Fault> {
        let all = self.model.system.differential();
        let numbers = self.lifted.count();
        let mut rows = match along.carries {
            [] => vec![Change(vec![0.0; all]); count],
            carries => carries.to_vec(),
        };
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
            let time = along.add(k, &mut unit, &self.model);
            let mut column = Column::of(Change(Vec::new()));
            column.is_read = along.is_read;
            column.longest = along.most / unit.size(&self.model);
            let found = column.derivative(&mut self.model, moment, here, (&unit, time), look)?;
            for (m, (row, x)) in rows.iter_mut().zip(found).enumerate() {
                row.0[k] = x + along.carried(m, &unit);
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
            numbers.partition(|k| (along.with)(*k).is_none());
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
            let time = along.add(j, &mut change, &self.model);
            column.is_read = along.is_read;
            let found = match column.variants {
                Some(_) => column.derivative(&mut self.model, moment, here, (&change, time), look),
                None => Ok(Vec::new()),
            };
            column.is_read = false;
            let mut found = found?;
            let each = found.iter_mut().enumerate();
            each.for_each(|(m, x)| *x += along.carried(m, &change));
            all.push(found);
        }
        Ok(all)
    }
}

/// Of the events of a jump: the weight of its time, and those of the numbers of each event.
type Weights = (f64, Vec<(usize, [f64; 5])>);

/// φ of an event: what is asked of it and of what lies behind it.
struct Asked {
    lambdas: Vec<Change>,
    weights: Vec<Weights>,
    own_times: Vec<Vec<(usize, f64)>>,
}

impl Asked {
    fn of(past: &Past, seeds: &[Seeds], all: &[Back]) -> Self {
        Self {
            lambdas: all.iter().map(|b| b.by_state.clone()).collect(),
            weights: seeds.iter().map(|s| weights_at(past, s)).collect(),
            own_times: seeds.iter().map(|s| own_times_at(past, s)).collect(),
        }
    }

    fn look(
        &self,
        past: &Past,
        other: &mut Equations,
        (t, state): (f64, &State),
    ) -> Result<Vec<f64>, Fault> {
        past.moment().enter(other);
        let replayed = past.replay(other, t, state)?;
        // What the event does to the state: the state itself is carried apart, whose rounding may be more than what a slow impact does.
        let change = state.to(&replayed);
        let happened = other.event.happened.iter().take(past.events.len());
        let events: Vec<[f64; 6]> = happened.map(numbers).collect();
        let value = |m: usize| {
            let of = |k: usize| events.get(k).copied().unwrap_or([f64::NAN; 6]);
            let of_numbers = self.weights[m].1.iter().map(|(k, w)| {
                let each = w.iter().zip(of(*k)).filter(|(w, _)| **w != 0.0);
                each.map(|(w, x)| w * x).sum::<f64>()
            });
            let own = self.own_times[m].iter().filter(|(_, w)| *w != 0.0);
            let of_times = own.map(|(k, w)| w * of(*k)[5]);
            dot(&self.lambdas[m], &change) + of_numbers.chain(of_times).sum::<f64>()
        };
        Ok((0..self.lambdas.len()).map(value).collect())
    }
}

/// Derivatives of φ along a guard: by the state, by parameters, and along the motion.
struct Through {
    rows: Vec<Change>,
    by: Vec<Vec<f64>>,
    of_motion: Vec<f64>,
}

/// Of an event that is replayed, whose guard has these derivatives.
fn through(
    of: &mut Tangent,
    (past, asked): (&Past, &Asked),
    (h_x, h_p): (&[Change], &[Vec<f64>]),
    parameters: &mut [Column],
) -> Result<Through, Fault> {
    let (moment, here) = (past.moment(), (past.t, &past.before));
    let count = asked.lambdas.len();
    let mut phi =
        |other: &mut Equations, t: f64, state: &State| asked.look(past, other, (t, state));
    let carried = Along {
        carries: &asked.lambdas,
        ..ALONE
    };
    let h = |j: usize| [0, 1].map(|n| h_p[j].get(n).copied().unwrap_or(0.0));
    let Some(crossing) = crossing(of, past, h_x)? else {
        // Nothing of the state moves the guard, as one of time.
        let along = Along {
            with: &|j| {
                let time = past.time_by(h(j)[0])?;
                Some((past.rates.times(time), time))
            },
            ..carried
        };
        return Ok(Through {
            rows: of.gradient_of(moment, here, &mut phi, (count, carried))?,
            by: of.by_parameters(moment, here, parameters, &mut phi, along)?,
            of_motion: vec![0.0; count],
        });
    };
    let h_of = |k: usize| [h_x[0].0[k], h_x[1].0[k]];
    // A contact that sticks through a slow impact slides if what it slips by is more than a little of that.
    let has_friction = !of.model.system.rigid.contact_frictions.is_empty();
    let slow = crossing.slow.as_ref().filter(|_| has_friction);
    let most = slow.map_or(f64::INFINITY, |s| s.longest * s.unit.size(&of.model));
    let along_state = Along {
        with: &|k| crossing.beside(h_of(k)),
        most,
        ..carried
    };
    let along_parameter = Along {
        with: &|j| crossing.beside(h(j)),
        ..carried
    };
    let mut rows = of.gradient_of(moment, here, &mut phi, (count, along_state))?;
    let mut by = of.by_parameters(moment, here, parameters, &mut phi, along_parameter)?;
    let mut waiting = Column::of(Change(Vec::new()));
    let second = 1.0 / of.model.system.mechanism.scale.time;
    waiting.longest = most / crossing.wait.size(&of.model).max(second);
    let wait = (&crossing.wait, 1.0);
    let by_time = waiting.derivative(&mut of.model, moment, here, wait, &mut phi)?;
    let mut of_motion: Vec<f64> = (by_time.iter().zip(&asked.lambdas))
        .map(|(x, l)| x + dot(l, &crossing.wait))
        .collect();
    if let Some(slow) = &crossing.slow {
        let mut column = Column::of(Change(Vec::new()));
        column.longest = slow.longest;
        let found = column.derivative(&mut of.model, moment, here, (&slow.unit, 0.0), &mut phi)?;
        for (m, (x, l)) in found.iter().zip(&asked.lambdas).enumerate() {
            let x = x + dot(l, &slow.unit);
            let rest = |by: [f64; 2]| crossing.shares(by)[1] * x;
            (0..rows[m].0.len()).for_each(|k| rows[m].0[k] -= rest(h_of(k)));
            let each = by.iter_mut().enumerate().filter(|(_, by)| !by.is_empty());
            each.for_each(|(j, by)| by[m] -= rest(h(j)));
            of_motion[m] -= crossing.wait_shares[1] * x;
        }
    }
    let all = of_motion.iter_mut().zip(&rows);
    all.for_each(|(sum, row)| *sum += dot(row, &past.rates));
    Ok(Through {
        rows,
        by,
        of_motion,
    })
}

/// Where a run crosses a guard, whose value and rate have these derivatives by the state; none where the state does not move it.
fn crossing(of: &mut Tangent, past: &Past, h_x: &[Change]) -> Result<Option<Crossing>, Fault> {
    let all = of.model.system.differential();
    let moving = 0..all - 1 - of.lifted.count();
    let sizes: Vec<f64> = moving
        .clone()
        .map(|k| of.model.size_of_unknown(k))
        .collect();
    let most = |by: &dyn Fn(usize) -> f64| {
        let size = |k: &usize| by(*k).abs() * sizes[*k];
        let found = moving.clone().max_by(|a, b| size(a).total_cmp(&size(b)));
        found.filter(|k| by(*k) != 0.0 && by(*k).is_finite())
    };
    let h = |k: usize| [h_x[0].0[k], h_x[1].0[k]];
    let first = most(&|k| h(k)[0]).filter(|_| past.fall != 0.0 && past.fall.is_finite());
    let Some(k) = first else {
        return Ok(None);
    };
    let (moment, here) = (past.moment(), (past.t, &past.before));
    let mut unit = |k: usize| {
        let mut unit = Change(vec![0.0; all]);
        unit.0[k] = 1.0;
        of.consistent(moment, here, &unit)
    };
    let mut found = Crossing {
        unit: unit(k)?,
        by: h(k),
        slow: None,
        wait: Change(vec![0.0; all]),
        wait_shares: [0.0; 2],
    };
    let slope = |k: usize| h(k)[1] + found.shares(h(k))[0] * found.by[1];
    if let Some(k) = most(&slope) {
        let (slope, share) = (slope(k), found.shares(h(k))[0]);
        let mut unit = unit(k)?;
        unit.add(&found.unit, share);
        let longest = slower(past.fall / slope);
        if longest < CHANGE / unit.size(&of.model) {
            found.slow = Some(Slow {
                unit,
                slope,
                longest,
            });
        }
    }
    let mut h = guard_of(past, of.model.guard_count());
    let along = (&found.wait, 1.0);
    let mut column = Column::of(Change(Vec::new()));
    let by_time = column.derivative(&mut of.model, moment, here, along, &mut h)?;
    let by_time = [by_time[0], by_time[1]];
    found.wait_shares = found.shares(by_time);
    if let Some((wait, _)) = found.beside(by_time) {
        found.wait = wait;
    }
    Ok(Some(found))
}

/// The first guard that fell, of so many: its value and its rate. It is looked at on the constraints of the model that looks, as the replay is: there, what moves the constraints themselves (places of joints, motions)
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
        Ok(guard.map_or(vec![0.0; 2], |g| vec![guards[g].value, guards[g].rate]))
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
        column.is_read = true;
        let along = (&unit, 0.0);
        let found = column.derivative(&mut of.model, moment, here, along, look)?;
        for (row, x) in rows.iter_mut().zip(found) {
            row.0[k] = x;
        }
    }
    Ok(rows)
}

/// What goes with what is moved.
#[derive(Clone, Copy)]
struct Along<'a> {
    /// Another change and some time, of component (or parameter) k.
    with: &'a dyn Fn(usize) -> Option<(Change, f64)>,
    /// The largest change for differences, in the sizes of the unknowns.
    most: f64,
    /// Whether what looks reads an output.
    is_read: bool,
    /// Gradients of what changes as the state does, beside what looks; one for each number, or none.
    carries: &'a [Change],
}

/// Nothing goes with it.
const ALONE: Along<'static> = Along {
    with: &|_| None,
    most: f64::INFINITY,
    is_read: false,
    carries: &[],
};

/// Nothing goes with what an output reads.
const READ: Along<'static> = Along {
    is_read: true,
    ..ALONE
};

impl Along<'_> {
    /// Adds what moves together with component (or parameter) k; the time that goes with it.
    fn add(&self, k: usize, to: &mut Change, model: &Equations) -> f64 {
        let Some((with, time)) = (self.with)(k) else {
            return 0.0;
        };
        let size = to.size(model);
        to.add(&with, 1.0);
        // Two changes that cancel leave rounding, whose direction says nothing.
        if time == 0.0 && to.size(model) <= ROUNDING * size {
            to.0.fill(0.0);
        }
        time
    }

    /// What the state carries of number m along a change.
    fn carried(&self, m: usize, change: &Change) -> f64 {
        self.carries.get(m).map_or(0.0, |l| dot(l, change))
    }
}

/// Where a run crosses a guard.
struct Crossing {
    /// The change of the state that moves the guard most, and by how much it moves its value and its rate.
    unit: Change,
    by: [f64; 2],
    /// Where the guard falls slowly.
    slow: Option<Slow>,
    /// What goes with a unit of time, and its shares.
    wait: Change,
    wait_shares: [f64; 2],
}

/// What moves the rate of a guard, along it.
struct Slow {
    unit: Change,
    slope: f64,
    /// The largest change for differences.
    longest: f64,
}

impl Crossing {
    /// How much of the units takes back what moves the guard's value and rate by so much.
    fn shares(&self, [value, rate]: [f64; 2]) -> [f64; 2] {
        let share = -value / self.by[0];
        let rate = rate + share * self.by[1];
        [share, self.slow.as_ref().map_or(0.0, |s| -rate / s.slope)]
    }

    /// What takes back what moves the guard by so much.
    fn beside(&self, by: [f64; 2]) -> Option<(Change, f64)> {
        let [share, of_rate] = self.shares(by);
        let mut change = self.unit.times(share);
        if let Some(slow) = &self.slow {
            change.add(&slow.unit, of_rate);
        }
        (share != 0.0 || of_rate != 0.0).then_some((change, 0.0))
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
fn weights_at(past: &Past, s: &Seeds) -> Weights {
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
