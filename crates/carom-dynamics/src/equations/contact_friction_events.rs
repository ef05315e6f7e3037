//! Events of rigid contacts with friction: impacts with friction, and what sticks, slides or opens after them.
//!
//! Rows of the contacts that touch are their normals and, of those with friction, two tangents; W their gradients, `A = W·M̂⁻¹·Wᵀ`.
//!
//! - **Impacts** in sequence follow the path of each contact in its own impulse ([`super::friction_impact`]); at once they are the problem in cones of
//!   [`carom_solve::cone`], for Newton's law with `b_N = ġ⁻ + e·min(ġ⁻, 0)`, for Poisson's twice. The dynamic coefficient holds.
//! - **Afterwards** the same problem with forces and accelerations decides: contacts that slide keep their direction, those at rest stick with the
//!   static coefficient if they can, and slide with the dynamic one if not.
//! - **Painlevé**: where friction draws a sliding contact in, it is stopped by an impact without collision, the path of its impulse from rest of the gap.
//!   Where opening is a solution too, it opens. Both are told.
#![allow(non_snake_case)]

use super::contact::delassus::Delassus;
use super::contact::endings::{Ending, Limit, Rates};
use super::contact::immovable::that_give_way;
use super::contact::staying::SINKS;
use super::contact_friction::PASSES;
use super::contact_rows::{Carried, choose, independent};
use super::friction_impact::{friction_impact, plastic};
use super::{Equations, EventRecord};
use crate::equations::contact::state::HELD;
use crate::equations::contact::state::IMPACT_NUMBERS;
use crate::equations::contact::state::Sticking;
use crate::equations::contact::staying::Occasion;
use crate::equations::contact::stick_slip::StickSlip;
use crate::system::System;
use carom_model::run::EventKind;
use carom_solve::Fault;
use carom_solve::cone::State;
use decision::{Decision, VERGE, Verdict};
use std::sync::Arc;

pub(super) mod decision;

/// Answers to one event by impacts without collision.
const PARADOXES: usize = 10;

/// Contacts once they have been decided.
struct Settled {
    decision: Decision,
    /// Rows of the normals and tangents that are constraints from now on.
    kept: Vec<usize>,
    /// Whether rebounds that do not count came to their end.
    rests: bool,
    /// Contacts that were drawn in, with the impulses that stopped them.
    drawn: Vec<(usize, Vec<f64>)>,
}

impl Settled {
    /// The rates of all rows at the event.
    fn rates<'a>(&'a self, before: &'a [f64], bounced: &'a [f64]) -> Rates<'a> {
        let after = &self.decision.after;
        Rates {
            before,
            // Without rebounds that end, what impacts without collision have done is part of them.
            bounced: if self.rests { bounced } else { after },
            after,
        }
    }
}

impl Equations {
    /// Answers the stops `fired` and the `contact_frictions` whose guards fell at (t, y), as [`Equations::answer_contacts`].
    pub(super) fn answer_contact_friction(
        &mut self,
        t: f64,
        y: &mut [f64],
        fired: &[usize],
        contact_frictions: &[usize],
    ) -> Result<bool, Fault> {
        let system = Arc::clone(&self.system);
        self.look(t, y)?;
        let sticking = self.contacts.sticking.take();
        let mut fired = fired.to_vec();
        let opening = sticking.iter().flatten();
        fired.extend(opening.flat_map(|s| s.opening(contact_frictions)));
        fired.sort_unstable();
        fired.dedup();
        let fired = &fired[..];
        let is_at_limit = sticking.is_none_or(|all| {
            let own = |s: &Sticking| s.comes_to_its_limit(contact_frictions);
            all.iter().all(own)
        });
        let stops = self.at_hand(&system, fired);
        self.choose_tangents(&system, &stops);
        let (touching, immovable) = that_give_way(self, &system, stops)?;
        let still = self.still(&system, &touching)?;
        let occasion = Occasion {
            is_at_limit,
            ..self.occasion(&system, &touching, still, fired, contact_frictions)
        };
        let n = touching.stops.len();
        let before = self.row_rates(&system, &touching);
        let mut bounced = before.clone();
        let mut impulse = vec![0.0; touching.len()];
        let mut softened = false;
        let start = y.to_vec();
        if before[..n].iter().any(|rate| *rate < -still) {
            (impulse, softened) = friction_impact(&system, &touching, &before, still)
                .ok_or_else(|| self.no_answer(&system, &touching))?;
            self.apply(&system, t, y, &touching, &impulse)?;
            bounced = self.row_rates(&system, &touching);
        }
        let mut settled = self.initialize_contact_friction(&system, t, y, &touching, &occasion)?;
        let rates = settled.rates(&before, &bounced);
        let Decision { closed, held, .. } = &settled.decision;
        let limit =
            self.limit_contact_friction(&system, t, &touching, rates, &settled.decision, &occasion);
        self.note_impacts(&system, t, &touching, rates, &impulse, (limit, still));
        let endings = self.endings(&system, t, &touching, (settled.rests, closed, held), limit);
        if settled.rests && settled.drawn.is_empty() && rates.repeat(n, still).is_some() {
            let end = self.end_at_once(&system, t, (y, &start), &touching, &before, &occasion)?;
            settled = end.unwrap_or(settled);
        }
        for (_, more) in &settled.drawn {
            impulse.iter_mut().zip(more).for_each(|(sum, x)| *sum += x);
        }
        self.tell(
            &system,
            t,
            &touching,
            settled.rates(&before, &bounced),
            (&impulse, &settled.decision.force),
            (&settled.decision.closed, &settled.decision.held, &endings),
        );
        self.report_paradoxes(&system, &touching, &before, &settled, softened);
        for (at, &k) in touching.stops.iter().enumerate() {
            self.memory.impacts[IMPACT_NUMBERS * k + HELD] =
                f64::from(u8::from(settled.decision.held[at]));
        }
        self.report_contact_friction(&system, &touching, (&before, &endings), &settled, &occasion);
        let mut rows = self.rows_beside(&system, &[&touching.stops[..], &immovable].concat());
        rows.extend(settled.kept.iter().map(|row| match row {
            at if *at < n => system.stop_row(touching.stops[*at]),
            row => touching.slip_row(&system, *row),
        }));
        rows.sort_unstable();
        let changes = rows != system.rows;
        self.contacts.next = changes.then_some(rows);
        Ok(changes)
    }

    /// When the impacts end of those that were thrown back, if they repeat themselves.
    fn limit_contact_friction(
        &self,
        system: &System,
        t: f64,
        touching: &Delassus,
        rates: Rates<'_>,
        decision: &Decision,
        occasion: &Occasion<'_>,
    ) -> Option<Limit> {
        let n = touching.stops.len();
        rates.limit(t, n, occasion.still, |list| {
            let carry: Vec<usize> = (0..n)
                .filter(|at| decision.closed[*at] && !list.contains(at))
                .collect();
            let (free, after) = (&decision.free, &decision.after);
            let found = self.hold_or_slide(system, touching, free, after, &carry, occasion);
            let (force, _) = found.ok()?.ok()?;
            Some(touching.after(free, &force).iter().map(|a| -a).collect())
        })
    }

    /// All impacts that are left of those that repeat themselves, in one: up to their end the contact presses as long on the whole as if it were closed, so that its
    /// friction does the same, once the impact that begins them is plastic. From the state before that; `None`, and all as it was, where the
    /// contact would not stay.
    fn end_at_once(
        &mut self,
        system: &System,
        t: f64,
        (y, start): (&mut [f64], &[f64]),
        touching: &Delassus,
        before: &[f64],
        occasion: &Occasion<'_>,
    ) -> Result<Option<Settled>, Fault> {
        let Some(impulse) = plastic(system, touching, before, occasion.still) else {
            return Ok(None);
        };
        let kept = y.to_vec();
        y.copy_from_slice(start);
        self.look(t, y)?;
        self.apply(system, t, y, touching, &impulse)?;
        let struck = |at: &usize| before[*at] < -occasion.still;
        if let Ok(mut settled) = self.initialize_contact_friction(system, t, y, touching, occasion)
            && settled.drawn.is_empty()
            && (0..touching.stops.len())
                .filter(struck)
                .all(|at| settled.decision.closed[at] || settled.decision.held[at])
        {
            settled.rests = true;
            return Ok(Some(settled));
        }
        y.copy_from_slice(&kept);
        self.look(t, y)?;
        Ok(None)
    }

    fn occasion<'a>(
        &self,
        system: &System,
        touching: &Delassus,
        still: f64,
        fired: &'a [usize],
        contact_frictions: &[usize],
    ) -> Occasion<'a> {
        let states: Vec<StickSlip> = touching
            .stops
            .iter()
            .map(|k| match system.rigid.stops[*k].contact_friction {
                Some(contact_friction) => StickSlip::of(&self.memory, contact_friction),
                None => StickSlip::Open,
            })
            .collect();
        let of_kind = |sticks: bool| {
            let mut fired = contact_frictions
                .iter()
                .map(|contact_friction| StickSlip::of(&self.memory, *contact_friction));
            fired.any(|s| s.sticks() == sticks && s != StickSlip::Open)
        };
        let (rates, most) = (
            self.row_rates(system, touching),
            PASSES * self.speed_of_error(),
        );
        let passes = passes_rest(&rates, most, touching, &states);
        let (spends, stops) = (of_kind(true), of_kind(false) || passes);
        let slide = |s: &StickSlip| !stops && matches!(s, StickSlip::Slides { .. });
        Occasion {
            still,
            slow: still.max(if passes { most } else { self.speed_of_error() }),
            fired,
            is_at_limit: false,
            spent: states
                .iter()
                .map(|s| match s {
                    StickSlip::Sticks { .. } => spends,
                    // Where it falls back at once it is no better than it was.
                    StickSlip::Slides { verge, .. } => stops && *verge,
                    StickSlip::Open => false,
                })
                .collect(),
            // Where one comes to rest those that slide with it do. One that others held carried nothing, but has not just met what it slides on with them.
            slides_on: touching
                .stops
                .iter()
                .zip(&states)
                .map(|(k, s)| slide(s) || (self.is_held(*k) && states.iter().any(slide)))
                .collect(),
        }
    }

    /// Decides until nothing is left to bring to rest.
    fn initialize_contact_friction(
        &mut self,
        system: &System,
        t: f64,
        y: &mut [f64],
        touching: &Delassus,
        occasion: &Occasion<'_>,
    ) -> Result<Settled, Fault> {
        let n = touching.stops.len();
        let (mut rests, mut drawn) = (false, Vec::new());
        for round in 0..=touching.len() + PARADOXES {
            let decision = match self.decide(system, t, y, touching, occasion)? {
                Verdict::Decided(decision) => decision,
                Verdict::DrawnIn(at) => {
                    let after = self.row_rates(system, touching);
                    let impulse = self
                        .stop_by_itself(system, touching, at, &after)
                        .filter(|_| drawn.len() < PARADOXES)
                        .ok_or_else(|| self.locks(system, touching.stops[at]))?;
                    self.apply(system, t, y, touching, &impulse)?;
                    drawn.push((at, impulse));
                    continue;
                }
            };
            let (closed, held) = (&decision.closed, &decision.held);
            let after = &decision.after;
            rests |= decision.rests;
            let kept = rows_to_keep(system, touching, &decision);
            let free: Vec<usize> = (0..n).filter(|at| !closed[*at] && !held[*at]).collect();
            let sinks = free.iter().any(|at| after[*at] < -SINKS * occasion.still);
            let rebounds = kept
                .iter()
                .any(|row| *row < n && after[*row] > occasion.still);
            // Also what begins to slide does so from rest, and in no other direction than that in which it is drawn.
            let stopped = self.stopped_rows(touching, &decision, &kept, occasion);
            let drags = stopped
                .iter()
                .any(|row| *row >= n && after[*row].abs() > SINKS * occasion.still);
            let last_round = round == touching.len() + PARADOXES;
            if last_round || !(rebounds || sinks || drags) {
                return Ok(Settled {
                    decision,
                    kept,
                    rests,
                    drawn,
                });
            }
            rests |= rebounds;
            let last = touching.rest(after, &stopped, &free);
            let last = last
                .or_else(|| touching.rest(after, &stopped, &[]))
                .ok_or_else(|| self.no_answer(system, touching))?;
            self.apply(system, t, y, touching, &last)?;
        }
        Err(self.no_answer(system, touching))
    }

    /// The rows `kept` and, as far as they say something new, the tangents of surfaces that touch at rest and begin to slide.
    fn stopped_rows(
        &self,
        touching: &Delassus,
        decision: &Decision,
        kept: &[usize],
        occasion: &Occasion<'_>,
    ) -> Vec<usize> {
        let begins = |at: &usize| {
            let u = touching.slip(*at, &decision.after);
            decision.closed[*at]
                && matches!(decision.states[*at], State::Slides(_))
                && u[0].hypot(u[1]) <= occasion.still_of(*at)
        };
        let tangents: Vec<usize> = (0..touching.stops.len())
            .filter(begins)
            .flat_map(|at| touching.tangents[at].into_iter().flatten())
            .collect();
        independent(touching, kept.to_vec(), &tangents)
    }

    fn locks(&self, system: &System, stop: usize) -> Fault {
        let label = &system.rigid.stops[stop].label;
        Fault {
            message: format!(
                "{label}: friction draws the sliding contact in, and no impulse ends it (Painlevé's paradox)"
            ),
        }
    }

    fn report_paradoxes(
        &mut self,
        system: &System,
        touching: &Delassus,
        before: &[f64],
        settled: &Settled,
        softened: bool,
    ) {
        let mut list: Vec<(EventKind, usize, f64)> = Vec::new();
        let drawn = settled.drawn.iter().map(|(at, p)| (*at, p[*at]));
        let opens = settled.decision.ambiguous.iter().map(|at| (*at, 0.0));
        list.extend(
            drawn
                .chain(opens)
                .map(|(at, p)| (EventKind::Painleve, at, p)),
        );
        if softened {
            let first = (0..touching.stops.len()).min_by(|a, b| before[*a].total_cmp(&before[*b]));
            list.extend(first.map(|at| (EventKind::Softened, at, 0.0)));
        }
        for (kind, at, impulse) in list {
            let k = touching.stops[at];
            let label = system.rigid.stops[k].label.clone();
            let gap = self.gap(system, k);
            self.event.happened.push(EventRecord {
                rate_after: settled.decision.after[at],
                impulse,
                stop: k,
                ..EventRecord::new(kind, label, gap, before[at], settled.decision.force[at])
            });
        }
    }

    /// Keeps what the surfaces do from now on, and tells what begins.
    fn report_contact_friction(
        &mut self,
        system: &System,
        touching: &Delassus,
        (before, endings): (&[f64], &[Option<Ending>]),
        settled: &Settled,
        occasion: &Occasion<'_>,
    ) {
        let faint = (SINKS * occasion.still).max(f64::MIN_POSITIVE);
        for (at, &k) in touching.stops.iter().enumerate() {
            let Some(contact_friction) = system.rigid.stops[k].contact_friction else {
                continue;
            };
            let u = touching.slip(at, &settled.decision.after);
            let speed = u[0].hypot(u[1]);
            let slides = speed > occasion.still_of(at);
            let (closed, held) = (settled.decision.closed[at], settled.decision.held[at]);
            let next = match settled.decision.states[at] {
                _ if !closed && !held => StickSlip::Open,
                State::Slides(_) | State::Open if held && slides => StickSlip::Open,
                State::Slides(along) => {
                    let verge = occasion.spent[at] && !slides;
                    // What sets out from rest has the direction in which it is drawn; errors of the speed would turn it at rates beyond all bounds.
                    let least = if slides {
                        0.0
                    } else {
                        VERGE * self.speed_of_error()
                    };
                    StickSlip::Slides {
                        along,
                        faint: faint.max(least),
                        verge,
                    }
                }
                State::Open if slides => StickSlip::Slides {
                    along: u.map(|u| u / speed),
                    faint,
                    verge: false,
                },
                State::Holds if slides => StickSlip::Open, // smooth
                State::Open | State::Holds => StickSlip::Sticks { floor: 0.0 },
            };
            let was = StickSlip::of(&self.memory, contact_friction);
            next.keep(&mut self.memory, contact_friction);
            let turns = match (was, next) {
                (StickSlip::Slides { along: a, .. }, StickSlip::Slides { along: b, .. }) => {
                    a[0] * b[0] + a[1] * b[1] < 0.0
                }
                _ => false,
            };
            let kind = match (was, next) {
                (StickSlip::Sticks { .. }, StickSlip::Sticks { .. }) => continue,
                (_, StickSlip::Sticks { .. }) => EventKind::Stick,
                (StickSlip::Sticks { .. }, StickSlip::Slides { .. }) => EventKind::Slip,
                (StickSlip::Slides { .. }, StickSlip::Slides { .. }) if turns => EventKind::Slip,
                _ => continue,
            };
            let friction_before = touching.slip(at, before);
            let friction = touching.slip(at, &settled.decision.force);
            let label = system.rigid.stops[k].label.clone();
            let gap = self.gap(system, k);
            let record = EventRecord::new(
                kind,
                label,
                gap,
                friction_before[0].hypot(friction_before[1]),
                friction[0].hypot(friction[1]),
            );
            self.event.happened.push(EventRecord {
                rate_after: speed,
                time: endings[at].map(|ending| ending.limit.end),
                stop: k,
                ..record
            });
        }
    }
}

/// Whether one that slides has turned aside with next to no speed, `most` at most. Errors of the integration lead it past its rest at that distance, where friction that
/// turns with it would stop it in no time; and whatever happens next to it, such as a force that the turn makes zero, must not be decided for friction of
/// that direction.
fn passes_rest(rates: &[f64], most: f64, touching: &Delassus, states: &[StickSlip]) -> bool {
    let turned = |(at, state): (usize, &StickSlip)| match state {
        StickSlip::Slides { along, .. } => {
            let u = touching.slip(at, rates);
            let speed = u[0].hypot(u[1]);
            speed <= most && u[0] * along[0] + u[1] * along[1] < 0.5 * speed
        }
        _ => false,
    };
    states.iter().enumerate().any(turned)
}

/// The rows that are constraints: the normals of what is closed, and the tangents of what sticks as far as they say something new.
fn rows_to_keep(system: &System, touching: &Delassus, decision: &Decision) -> Vec<usize> {
    let closed = &decision.closed;
    let normals: Vec<usize> = (0..closed.len()).filter(|at| closed[*at]).collect();
    let tangents = |closed: bool| -> Vec<usize> {
        (0..decision.closed.len())
            .filter(|at| decision.states[*at] == State::Holds && decision.closed[*at] == closed)
            .flat_map(|at| touching.tangents[at].into_iter().flatten())
            .collect()
    };
    let carried = |at: usize| match (decision.states[at], closed[at]) {
        (_, false) => Carried::Nothing,
        (State::Slides(direction), true) => {
            let friction = system.rigid.stops[touching.stops[at]].contact_friction;
            let mu = friction.map_or(0.0, |k| system.rigid.contact_frictions[k].mu_dynamic);
            Carried::Slides { mu, direction }
        }
        (State::Holds, true) => Carried::Sticks,
        (State::Open, true) => Carried::Normal,
    };
    let carried: Vec<Carried> = (0..closed.len()).map(carried).collect();
    let coupled = touching.with_friction(&carried);
    let coupled = coupled.as_deref();
    let (by_closed, _) = choose(touching, coupled, normals, &tangents(true));
    // What is held by others sticks with them, where they belong to the same bodies.
    choose(touching, coupled, by_closed, &tangents(false)).0
}
