//! Events of rigid contacts with friction: impacts with friction, and what sticks, slides or opens after them.
//!
//! Rows of the contacts that touch are their normals and, of those with friction, two tangents; W their gradients, `A = W·M̂⁻¹·Wᵀ`.
//!
//! - **Impacts** in sequence follow the path of each contact in its own impulse ([`crate::strike`]); at once they are the problem in cones of
//!   [`carom_solve::cone`], for Newton's law with `b_N = ġ⁻ + e·min(ġ⁻, 0)`, for Poisson's twice. The dynamic coefficient holds.
//! - **Afterwards** the same problem with forces and accelerations decides: contacts that slide keep their direction, those at rest stick with the
//!   static coefficient if they can, and slide with the dynamic one if not.
//! - **Painlevé**: where friction draws a sliding contact in, it is stopped by an impact without collision, the path of its impulse from rest of the gap.
//!   Where opening is a solution too, it opens. Both are told.
#![allow(non_snake_case)]

use super::contact::{
    DEPENDENT, Delassus, Ending, HELD, IMPACT_NUMBERS, Limit, Pushed, Rates, SINKS, Staying, dot,
    find_closed,
};
use super::contact_friction::{PASSES, StickSlip, Sticking};
use super::contact_rows::{Carried, at_limit, choose, independent};
use super::friction_impact::{friction_impact, plastic, strike};
use super::{Equations, EventRecord};
use crate::system::System;
use carom_model::run::EventKind;
use carom_solve::Fault;
use carom_solve::cone::{self, Outcome, State, TangentialLaw};
use std::sync::Arc;

/// A contact whose reserve of friction has just come to its end sticks with so much less only, so that rounding does not hold it.
const SPENT: f64 = 1e-6;
/// A speed that does not count where a slip sets out from rest, relative to the tolerance: what begins there with next to no acceleration would
/// else be decided again and again while it is rounding.
const VERGE: f64 = 1e-4;
/// Answers to one event by impacts without collision.
const PARADOXES: usize = 10;
/// A force relative to the largest that counts as zero.
const NO_FORCE: f64 = 1e-12;

/// What the accelerations say about the contacts that touch.
struct Decision {
    /// Rates of all rows that go with it.
    after: Vec<f64>,
    /// How the rows would accelerate without the forces of stops.
    free: Vec<f64>,
    /// Whether rebounds that do not count came to their end for it.
    rests: bool,
    /// What each contact does.
    states: Vec<State>,
    /// All forces, row by row.
    force: Vec<f64>,
    /// Sliding contacts that open where they could as well be drawn in.
    ambiguous: Vec<usize>,
    /// Which contacts are closed, of those an independent part that carries all.
    closed: Vec<bool>,
    /// Which are held closed by these.
    held: Vec<bool>,
}

/// A decision, or the contact that is drawn in by its own friction.
enum Verdict {
    Decided(Decision),
    DrawnIn(usize),
}

/// A decision once rebounds that do not count are over, or the contacts that would open there.
enum AtRest {
    Decided(Decision),
    Opens(Vec<usize>),
}

/// What an event begins with.
pub(super) struct Occasion<'a> {
    /// The largest rate that is rounding.
    still: f64,
    /// The same of surfaces that come to rest or have just met: what the tolerance of the integration leaves is none.
    slow: f64,
    /// Stops whose guards fired.
    fired: &'a [usize],
    /// Whether the reserve of each contact came to its end.
    spent: Vec<bool>,
    /// Whether it is the friction of those that has come to its limit, and not their tangents that are chosen anew.
    is_at_limit: bool,
    /// Whether each contact was sliding and goes on.
    slides_on: Vec<bool>,
}

impl Occasion<'_> {
    fn is_at_rest(&self, touching: &Delassus, rates: &[f64], at: usize) -> bool {
        let u = touching.slip(at, rates);
        u[0].hypot(u[1]) <= self.still_of(at)
    }

    fn still_of(&self, at: usize) -> f64 {
        if self.slides_on[at] {
            self.still
        } else {
            self.slow
        }
    }
}

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
        let touching = self.touching(&system, stops)?;
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
        let mut rows = self.rows_beside(&system, &touching.stops);
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
            .map(|k| match system.stops[*k].contact_friction {
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

    /// What stays, sticks and slides by the forces.
    fn decide(
        &mut self,
        system: &System,
        t: f64,
        y: &mut [f64],
        touching: &Delassus,
        occasion: &Occasion<'_>,
    ) -> Result<Verdict, Fault> {
        let after = self.row_rates(system, touching);
        let pushed = self.pushed(
            system,
            t,
            y,
            touching,
            (occasion.fired, occasion.still),
            Some(occasion),
        )?;
        let all = 0..touching.stops.len();
        let mut stays: Vec<usize> = all.filter(|at| after[*at] >= -occasion.still).collect();
        self.let_fly(
            system,
            t,
            touching,
            &pushed.free,
            &after,
            &mut stays,
            occasion,
        );
        let leaves = |at: &usize| after[*at] > occasion.still;
        while stays.iter().any(leaves) {
            let opens =
                match self.decide_at_rest(system, t, y, touching, &after, &stays, occasion)? {
                    AtRest::Decided(decision) => return Ok(Verdict::Decided(decision)),
                    AtRest::Opens(opens) => opens,
                };
            // Those that would open at rest fly; the others may rest without them.
            let flies = |at: &usize| leaves(at) && opens.contains(at);
            if stays.iter().any(flies) {
                stays.retain(|at| !flies(at));
            } else {
                stays.retain(|at| !leaves(at));
            }
        }
        let verdict = self.decide_for(system, touching, &pushed, after.clone(), &stays, occasion);
        let Err(fault) = verdict else { return verdict };
        // What is left of the speeds at rest may ask for accelerations that surfaces which hold each other cannot have together.
        match self.decide_at_rest(system, t, y, touching, &after, &stays, occasion)? {
            AtRest::Decided(decision) => Ok(Verdict::Decided(decision)),
            AtRest::Opens(_) => Err(fault),
        }
    }

    /// The decision once rebounds that do not count are over, if it is that they are: what is left of their speed bends the paths of surfaces that stick, which
    /// no forces could answer. Else the state is as it was.
    #[allow(clippy::too_many_arguments)]
    fn decide_at_rest(
        &mut self,
        system: &System,
        t: f64,
        y: &mut [f64],
        touching: &Delassus,
        rates: &[f64],
        stays: &[usize],
        occasion: &Occasion<'_>,
    ) -> Result<AtRest, Fault> {
        let slow = |at: &&usize| occasion.is_at_rest(touching, rates, **at);
        let tangents = stays.iter().filter(slow);
        let tangents: Vec<usize> = tangents
            .flat_map(|at| touching.tangents[*at].into_iter().flatten())
            .collect();
        let closed = independent(
            touching,
            independent(touching, Vec::new(), stays),
            &tangents,
        );
        let all = 0..touching.stops.len();
        let open: Vec<usize> = all.filter(|at| !stays.contains(at)).collect();
        let Some(last) = touching.rest(rates, &closed, &open) else {
            return Ok(AtRest::Opens(Vec::new()));
        };
        let before = y.to_vec();
        self.apply(system, t, y, touching, &last)?;
        let after = self.row_rates(system, touching);
        let pushed = self.pushed(
            system,
            t,
            y,
            touching,
            (occasion.fired, occasion.still),
            Some(occasion),
        )?;
        let verdict = self.decide_for(system, touching, &pushed, after, stays, occasion);
        let mut opens = Vec::new();
        if let Ok(Verdict::Decided(mut decision)) = verdict {
            let stays_closed = |at: &usize| decision.closed[*at] || decision.held[*at];
            opens.extend(stays.iter().copied().filter(|at| !stays_closed(at)));
            if opens.is_empty() {
                decision.rests = true;
                return Ok(AtRest::Decided(decision));
            }
        }
        y.copy_from_slice(&before);
        self.look(t, y)?;
        Ok(AtRest::Opens(opens))
    }

    /// The decision among the contacts that may stay; `after`: rates of the rows.
    fn decide_for(
        &self,
        system: &System,
        touching: &Delassus,
        pushed: &Pushed,
        after: Vec<f64>,
        stays: &[usize],
        occasion: &Occasion<'_>,
    ) -> Result<Verdict, Fault> {
        let (n, rows) = (touching.stops.len(), touching.len());
        let Pushed {
            push,
            neutral,
            falls,
            ahead,
            ..
        } = pushed;
        let at_rest: Vec<usize> = stays
            .iter()
            .filter(|at| occasion.is_at_rest(touching, &after, **at))
            .flat_map(|at| touching.tangents[*at].into_iter().flatten())
            .collect();
        let free = &touching.consistent(system, &pushed.free, (stays, &at_rest));
        let found = match self.hold_or_slide(system, touching, free, &after, stays, occasion)? {
            Ok(found) => found,
            Err(at) => return Ok(Verdict::DrawnIn(at)),
        };
        let ambiguous = self.ambiguous(system, touching, &after, &found.1, occasion);
        let (force, states, idle) =
            self.carried_by_few(system, touching, free, &after, found, occasion, *neutral);
        let largest = force[..n].iter().fold(0.0, |m: f64, f| m.max(*f));
        let mut staying = Staying {
            free: Vec::new(),
            force: vec![0.0; n],
            idle: vec![false; n],
            released: vec![false; n],
            ahead: ahead.clone(),
        };
        for &at in stays {
            if force[at] > NO_FORCE * largest {
                staying.force[at] = force[at];
                continue;
            }
            let left = free[at] + dot(&touching.a[at * rows..][..rows], &force);
            let rests = idle.contains(&at) || left - push[at] <= *neutral;
            let goes = falls[at] || push[at] > 0.0;
            staying.idle[at] = rests && !goes;
            staying.released[at] = rests && goes;
        }
        let (closed, held) = find_closed(touching, &staying);
        Ok(Verdict::Decided(Decision {
            after,
            free: free.clone(),
            rests: false,
            states,
            force,
            ambiguous,
            closed,
            held,
        }))
    }

    /// Forces of the contacts that stay, without their decision; `None`: there is no answer.
    pub(super) fn share_at(
        &self,
        system: &System,
        touching: &Delassus,
        (free, rates): (&[f64], &[f64]),
        stays: &[usize],
        occasion: &Occasion<'_>,
    ) -> Option<Vec<f64>> {
        let slow = stays
            .iter()
            .filter(|at| occasion.is_at_rest(touching, rates, **at));
        let at_rest: Vec<usize> = slow
            .flat_map(|at| touching.tangents[*at].into_iter().flatten())
            .collect();
        let free = touching.consistent(system, free, (stays, &at_rest));
        let found = self.hold_or_slide(system, touching, &free, rates, stays, occasion);
        found.ok()?.ok().map(|(force, _)| force)
    }

    /// Takes those out of `stays` that leave with a speed and would rebound higher than none is, drawn back by what acts while the others stay.
    #[allow(clippy::too_many_arguments)]
    fn let_fly(
        &self,
        system: &System,
        t: f64,
        touching: &Delassus,
        free: &[f64],
        after: &[f64],
        stays: &mut Vec<usize>,
        occasion: &Occasion<'_>,
    ) {
        let leaves = |at: &usize| after[*at] > occasion.still;
        let (mut flies, mut rest): (Vec<usize>, Vec<usize>) =
            stays.iter().copied().partition(leaves);
        // What rests carries, and may draw back what would fly away without it.
        while !flies.is_empty() {
            let found = self.hold_or_slide(system, touching, free, after, &rest, occasion);
            // Without an answer they fly.
            let Some((force, _)) = found.ok().and_then(Result::ok) else {
                break;
            };
            let carry = independent(touching, Vec::new(), &rest);
            let Some(stopped) = touching.rest(after, &carry, &[]) else {
                break;
            };
            let (drawn, rates) = (
                touching.after(free, &force),
                touching.after(after, &stopped),
            );
            let is_low = |at: &usize| {
                let (speed, back) = (rates[*at].max(0.0), -drawn[*at]);
                back > 0.0 && self.rebound_of(system, t, touching, *at, speed, back) <= 1.0
            };
            let (low, high): (Vec<usize>, Vec<usize>) = flies.iter().partition(|at| is_low(at));
            if low.is_empty() {
                break;
            }
            rest.extend(low);
            flies = high;
        }
        stays.retain(|at| !flies.contains(at));
    }

    /// Forces at contacts whose normals are independent, where those of all are not: others are held. With the forces what these contacts do, as their
    /// friction depends on how they share the load, and those that now carry none.
    #[allow(clippy::too_many_arguments)]
    fn carried_by_few(
        &self,
        system: &System,
        touching: &Delassus,
        free: &[f64],
        after: &[f64],
        (mut force, mut states): (Vec<f64>, Vec<State>),
        occasion: &Occasion<'_>,
        neutral: f64,
    ) -> (Vec<f64>, Vec<State>, Vec<usize>) {
        let (n, rows) = (touching.stops.len(), touching.len());
        let mut idle = Vec::new();
        loop {
            let pressing: Vec<usize> = (0..n).filter(|at| force[*at] > 0.0).collect();
            if independent(touching, Vec::new(), &pressing).len() == pressing.len() {
                return (force, states, idle);
            }
            // Without one of them, the one that carries least first.
            let mut order = pressing.clone();
            order.sort_by(|a, b| force[*a].total_cmp(&force[*b]));
            let without = order.into_iter().find_map(|out| {
                let rest: Vec<usize> = pressing.iter().copied().filter(|k| *k != out).collect();
                if touching.left_of(out, &independent(touching, Vec::new(), &rest)) > DEPENDENT {
                    return None;
                }
                let found = self.hold_or_slide(system, touching, free, after, &rest, occasion);
                let (force, states) = found.ok()?.ok()?;
                let opens = |at: &usize| free[*at] + dot(&touching.a[at * rows..][..rows], &force);
                let keeps = pressing
                    .iter()
                    .all(|at| opens(at).abs() <= neutral.max(1e-9 * free[*at].abs()));
                keeps.then_some((out, rest, force, states))
            });
            match without {
                Some((out, rest, few, do_now)) => {
                    idle.push(out);
                    force = few;
                    for at in rest {
                        states[at] = do_now[at];
                    }
                }
                // Friction that turns forbids it: as many as are independent carry, and the others are watched for what comes.
                None => {
                    let few = independent(touching, Vec::new(), &pressing);
                    for at in pressing.into_iter().filter(|at| !few.contains(at)) {
                        force[at] = 0.0;
                        idle.push(at);
                    }
                    return (force, states, idle);
                }
            }
        }
    }

    /// Forces and states of the contacts that may stay: static friction first, dynamic for those that it cannot hold. Or the contact that is drawn in.
    #[allow(clippy::type_complexity)]
    fn hold_or_slide(
        &self,
        system: &System,
        touching: &Delassus,
        free: &[f64],
        after: &[f64],
        stays: &[usize],
        occasion: &Occasion<'_>,
    ) -> Result<Result<(Vec<f64>, Vec<State>), usize>, Fault> {
        let mut slides = vec![false; touching.stops.len()];
        loop {
            let contacts: Vec<cone::Contact> = stays
                .iter()
                .map(|&at| {
                    let contact_friction =
                        self.friction_of(system, touching, after, at, slides[at], occasion);
                    touching.cone(at, contact_friction, 0.0)
                })
                .collect();
            let (force, found) = match cone::solve(&touching.a, free, &contacts) {
                Outcome::Found(force, states) => (force, states),
                Outcome::Paradox(k) => return Ok(Err(stays[k])),
                Outcome::Lost => return Err(self.no_answer(system, touching)),
            };
            let mut states = vec![State::Open; touching.stops.len()];
            let mut more = false;
            let is_spent = |at: usize| occasion.spent[at] && occasion.is_at_limit;
            // Of all ways to share a load the one that was found may have one contact at its limit where another one leaves it room.
            let has_room = stays.iter().any(|at| is_spent(*at))
                && touching.leaves_room(&contacts, &found, &force);
            for ((&at, state), c) in stays.iter().zip(&found).zip(&contacts) {
                let state = if is_spent(at) && !has_room {
                    at_limit(c, &force).unwrap_or(*state)
                } else {
                    *state
                };
                states[at] = state;
                let gives_way = matches!(
                    (c.tangential, state),
                    (TangentialLaw::Holds { .. }, State::Slides(_))
                ) && !slides[at];
                slides[at] |= gives_way;
                more |= gives_way;
            }
            if !more {
                return Ok(Ok((force, states)));
            }
        }
    }

    /// How a contact may stick or slide.
    fn friction_of(
        &self,
        system: &System,
        touching: &Delassus,
        rates: &[f64],
        at: usize,
        slides: bool,
        occasion: &Occasion<'_>,
    ) -> TangentialLaw {
        let Some(number) = system.stops[touching.stops[at]].contact_friction else {
            return TangentialLaw::Smooth;
        };
        let contact_friction = &system.contact_frictions[number];
        let u = touching.slip(at, rates);
        let speed = u[0].hypot(u[1]);
        if speed > occasion.still_of(at) {
            return TangentialLaw::Slides {
                mu: contact_friction.mu_dynamic,
                direction: u.map(|u| u / speed),
            };
        }
        let most = if occasion.spent[at] {
            contact_friction.mu_static * (1.0 - SPENT)
        } else {
            contact_friction.mu_static
        };
        // Where both are the same it begins to slide without a push.
        let mu = if slides {
            most.min(contact_friction.mu_dynamic)
        } else {
            most
        };
        let stuck = StickSlip::of(&self.memory, number).sticks() && !occasion.spent[at];
        TangentialLaw::Holds { mu, stuck }
    }

    /// Contacts that slide and open where their friction could as well draw them in: of those that touched before or slide on.
    fn ambiguous(
        &self,
        system: &System,
        touching: &Delassus,
        rates: &[f64],
        states: &[State],
        occasion: &Occasion<'_>,
    ) -> Vec<usize> {
        let opens = |at: &usize| states[*at] == State::Open && rates[*at].abs() <= occasion.still;
        (0..touching.stops.len())
            .filter(opens)
            .filter(
                |at| match self.friction_of(system, touching, rates, *at, false, occasion) {
                    TangentialLaw::Slides {
                        mu,
                        direction: [s, t],
                    } => {
                        let (a, _) = touching.block(*at, rates);
                        a[(0, 0)] - mu * (a[(0, 1)] * s + a[(0, 2)] * t) <= 0.0
                    }
                    _ => false,
                },
            )
            .collect()
    }

    /// The impulses of a contact that its own friction draws in until it sticks or slides the other way: an impact without collision.
    fn stop_by_itself(
        &self,
        system: &System,
        touching: &Delassus,
        at: usize,
        rates: &[f64],
    ) -> Option<Vec<f64>> {
        strike(system, touching, at, rates, system.impacts.law, None)
    }

    fn locks(&self, system: &System, stop: usize) -> Fault {
        let label = &system.stops[stop].label;
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
            let label = system.stops[k].label.clone();
            let gap = self.gap(system, k);
            self.happened.push(EventRecord {
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
            let Some(contact_friction) = system.stops[k].contact_friction else {
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
            let label = system.stops[k].label.clone();
            let gap = self.gap(system, k);
            let record = EventRecord::new(
                kind,
                label,
                gap,
                friction_before[0].hypot(friction_before[1]),
                friction[0].hypot(friction[1]),
            );
            self.happened.push(EventRecord {
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
            let friction = system.stops[touching.stops[at]].contact_friction;
            let mu = friction.map_or(0.0, |k| system.contact_frictions[k].mu_dynamic);
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
