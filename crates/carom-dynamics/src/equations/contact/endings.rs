//! Impacts that follow each other ever faster, and when they end.

use super::delassus::Delassus;
use super::{HELD, IMPACT_NUMBERS, TOUCHES};
use crate::equations::Equations;
use crate::equations::EventRecord;
use crate::equations::contact::state::STRUCK;
use crate::system::System;
use carom_model::analysis::ImpactList;
use carom_model::run::EventKind;
use carom_solve::accumulation::Accumulation;

/// A rebound of one contact counts as none up to so many roundings of the gap in height, or of the time in length.
pub(super) const NO_REBOUND: f64 = 100.0;

/// Contacts are struck again together if their rebounds are as long as each other, and keep the same part of their speeds, to this part.
pub(super) const TOGETHER: f64 = 1e-4;

/// The end of the impacts of a contact, which are closer to each other in a constant ratio.
#[derive(Clone, Copy)]
pub(in crate::equations) struct Limit {
    /// When.
    pub end: f64,
    /// Ratio of the intervals, and of the speeds.
    ratio: f64,
}

/// The impacts of a contact that come to their end, as far as they are not computed.
#[derive(Clone, Copy)]
pub(in crate::equations) struct Ending {
    pub limit: Limit,
    /// When the last one was that was computed.
    last: f64,
    /// Rates of the gap before it and after, and its impulse.
    struck: [f64; 3],
}

/// What happened to the rates of gaps at an event, one after the other: what they were, what impacts made of them, and what they are once rebounds that are
/// none are over.
#[derive(Clone, Copy)]
pub(in crate::equations) struct Rates<'a> {
    pub before: &'a [f64],
    pub bounced: &'a [f64],
    pub after: &'a [f64],
}

impl Rates<'_> {
    /// Whether an impact threw a contact back.
    pub fn bounces(&self, at: usize, still: f64) -> bool {
        self.before[at] < -still && self.bounced[at] > still
    }

    /// The contacts that impacts threw back if these repeat themselves: nothing else was struck or left, and all kept the same part of
    /// their speed; and that part.
    pub fn repeat(&self, contacts: usize, still: f64) -> Option<(Vec<usize>, f64)> {
        let struck = |at: usize| self.before[at] < -still;
        let leaves = |at: usize| self.bounced[at] > still;
        let all = 0..contacts;
        if all.clone().any(|at| struck(at) != leaves(at)) {
            return None;
        }
        let list: Vec<usize> = all.filter(|at| struck(*at)).collect();
        let part = |at: usize| -self.bounced[at] / self.before[at];
        let first = part(*list.first()?);
        let same = list
            .iter()
            .all(|at| (part(*at) - first).abs() <= TOGETHER * first);
        (same && first < 1.0).then_some((list, first))
    }

    /// When the impacts of these contacts end: their rebounds, as long as each other, are followed by ones that are shorter in the ratio ρ of the speeds after and
    /// before the impact, so that after one of the length d to come no more than d/(1 − ρ) is left. `drawn`: the accelerations with which gaps close
    /// while those of the list fly.
    pub fn limit(
        &self,
        t: f64,
        contacts: usize,
        still: f64,
        drawn: impl FnOnce(&[usize]) -> Option<Vec<f64>>,
    ) -> Option<Limit> {
        let (list, ratio) = self.repeat(contacts, still)?;
        let drawn = drawn(&list)?;
        let rebound = |at: usize| 2.0 * self.bounced[at] / drawn[at];
        let first = rebound(*list.first()?);
        let alike = |at: &usize| (rebound(*at) - first).abs() <= TOGETHER * first;
        (first.is_finite() && list.iter().all(alike)).then_some(Limit {
            end: t + first / (1.0 - ratio),
            ratio,
        })
    }
}

impl Equations {
    /// Impacts of a stop as they follow each other.
    pub(super) fn series(&self, stop: usize) -> Accumulation {
        let numbers = &self.memory.impacts[IMPACT_NUMBERS * stop..][..HELD];
        Accumulation::from_numbers(std::array::from_fn(|n| numbers[n]))
    }

    /// Notes the impacts of the open stops that approached; when those of the ones that were thrown back end if all goes on as it was.
    pub(in crate::equations) fn note_impacts(
        &mut self,
        system: &System,
        t: f64,
        touching: &Delassus,
        rates: Rates<'_>,
        impulse: &[f64],
        (limit, still): (Option<Limit>, f64),
    ) {
        let Rates {
            before, bounced, ..
        } = rates;
        for (at, &k) in touching.stops.iter().enumerate() {
            if system.is_closed(k) || before[at] >= -still {
                continue;
            }
            let own = limit.filter(|_| rates.bounces(at, still));
            // A gap is known to its rounding, and so is when it closes.
            let rounding = self.gap_rounding(system, k) / before[at].abs() + f64::EPSILON * t.abs();
            let mut series = self.series(k);
            series.note(t, rounding, own.map(|limit| [limit.end, limit.ratio]));
            let numbers = &mut self.memory.impacts[IMPACT_NUMBERS * k..][..IMPACT_NUMBERS];
            numbers[..HELD].copy_from_slice(&series.numbers());
            numbers[STRUCK..].copy_from_slice(&[before[at], bounced[at], impulse[at]]);
        }
    }

    /// Whether the impacts of a contact come to an end ahead.
    pub fn awaits_end(&self, t: f64) -> bool {
        let mut ends = (0..self.system.rigid.stops.len()).filter_map(|k| self.series(k).end());
        ends.any(|end| end > t)
    }

    /// Intervals between impacts that are told apart.
    pub(super) fn least_interval(&self, system: &System) -> f64 {
        match system.rigid.impacts.list {
            ImpactList::Resolved => self.contacts.error * system.mechanism.scale.time,
            ImpactList::All => 0.0,
        }
    }

    /// A contact that leaves with a speed and is drawn back with an acceleration flies if this is above 1. It does not where the rebound is rounding, nor where
    /// all rebounds together that follow are over within the tolerance: those of one contact, or of a series of impacts of several, whose end is in sight.
    pub(in crate::equations) fn rebound_of(
        &self,
        system: &System,
        t: f64,
        touching: &Delassus,
        at: usize,
        speed: f64,
        acceleration: f64,
    ) -> f64 {
        let stop = touching.stops[at];
        let rebound = 2.0 * speed / acceleration;
        let height = 0.25 * speed * rebound;
        // Beside others that rebound too, it touches all the time where they are struck.
        let least = if touching.stops.len() > 1 {
            TOUCHES
        } else {
            NO_REBOUND
        };
        let as_high = height / (least * self.gap_rounding(system, stop));
        let as_long = rebound / (NO_REBOUND * f64::EPSILON * t.abs());
        let alone = rebound / (1.0 - system.rigid.stops[stop].restitution);
        let end = self.series(stop).end();
        let left = end.map_or(alone, |end| alone.max(end - t));
        as_high.min(as_long).min(left / self.least_interval(system))
    }

    /// The impacts that end now: of stops that close, and of closed ones that were struck in turn with these. What the memory knows of them is forgotten.
    pub(in crate::equations) fn endings(
        &mut self,
        system: &System,
        t: f64,
        touching: &Delassus,
        (rests, closed, held): (bool, &[bool], &[bool]),
        limit: Option<Limit>,
    ) -> Vec<Option<Ending>> {
        let mut endings = vec![None; touching.stops.len()];
        let all = 0..touching.stops.len();
        for at in all.filter(|at| rests && (closed[*at] || held[*at])) {
            let k = touching.stops[at];
            let (series, was) = (self.series(k), system.is_closed(k) || self.is_held(k));
            let numbers = &mut self.memory.impacts[IMPACT_NUMBERS * k..][..IMPACT_NUMBERS];
            let seen = series.end().map(|end| Limit {
                end,
                ratio: series.shrinks_by(),
            });
            // It is noted with the impact; what is known of one impact alone is not.
            let alone = limit.filter(|_| !was && series.last() == t);
            let ending = seen.or(alone).map(|limit| Ending {
                limit,
                last: series.last(),
                struck: [0, 1, 2].map(|n| numbers[STRUCK + n]),
            });
            endings[at] = ending.filter(|ending| ending.limit.end > t);
            numbers[..HELD].fill(f64::NAN);
        }
        endings
    }

    /// Tells the impacts between the last one that was computed and the end of them all, as far as they are further apart than is asked for.
    pub(super) fn report_impacts_to_come(
        &mut self,
        system: &System,
        t: f64,
        ending: &Ending,
        stop: usize,
    ) {
        let Limit { end, ratio } = ending.limit;
        let rounding = 2.0 * f64::EPSILON * end.abs();
        let least = self.least_interval(system).max(rounding);
        let (mut left, mut part) = (end - ending.last, 1.0);
        while left * (1.0 - ratio) > least {
            left *= ratio;
            part *= ratio;
            let [before, after, impulse] = ending.struck.map(|x| x * part);
            let label = system.rigid.stops[stop].label.clone();
            let next = EventRecord::new(EventKind::Impact, label, 0.0, before, 0.0);
            self.event.happened.push(EventRecord {
                rate_after: after,
                impulse,
                time: Some((end - left).max(t)),
                stop,
                ..next
            });
        }
    }
}

/// Forgets what earlier impacts tell of the end of those to come.
pub(crate) fn forget_series(e: &mut Equations) {
    for numbers in e.memory.impacts.chunks_exact_mut(IMPACT_NUMBERS) {
        numbers[..HELD].fill(f64::NAN);
    }
}
