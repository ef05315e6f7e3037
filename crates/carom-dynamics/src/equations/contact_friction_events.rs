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
    DEPENDENT, Delassus, Ending, HELD, IMPACT_NUMBERS, Limit, Pushed, ROUNDS, Rates, SINKS,
    Staying, dot, find_closed,
};
use super::contact_friction::StickSlip;
use super::{Equations, EventRecord};
use crate::single_point_impact::SinglePointImpact;
use crate::system::System;
use carom_model::analysis::{ImpactOrder, RestitutionLaw};
use carom_model::run::EventKind;
use carom_solve::Fault;
use carom_solve::cone::{self, Outcome, State, TangentialLaw};
use carom_solve::lcp;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// A contact whose reserve of friction has just come to its end sticks with so much less only, so that rounding does not hold it.
const SPENT: f64 = 1e-6;
/// Friction that is less than the limit by this part is at it.
const AT_LIMIT: f64 = 1e-9;
/// The same of contacts that share their load: what the search for the best way leaves is some 1e-11 of the forces.
const SHARED_LIMIT: f64 = 1e-8;
/// A speed that does not count where a slip sets out from rest, relative to the tolerance: what begins there with next to no acceleration would
/// else be decided again and again while it is rounding.
const VERGE: f64 = 1e-4;
/// Answers to one event by impacts without collision.
const PARADOXES: usize = 10;
/// A row that the joints hold answers with less than this part of the largest answer.
const HELD_BY_JOINTS: f64 = 1e-10;
/// A force relative to the largest that counts as zero.
const NO_FORCE: f64 = 1e-12;
/// Work of impulses, relative to its terms, that is rounding.
const NO_GAIN: f64 = 1e-12;

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
struct Occasion<'a> {
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

impl Delassus {
    /// Forces of normal and tangents at each contact, one after the other, that cause no motion together.
    pub(super) fn shares(&self) -> Vec<Vec<f64>> {
        let all = carom_solve::lcp::nullspace(&self.a, self.len());
        let sorted = |v: Vec<f64>| {
            let each = self.tangents.iter().enumerate();
            each.flat_map(|(at, t)| {
                let [s, t] = t.map_or([0.0; 2], |t| t.map(|row| v[row]));
                [v[at], s, t]
            })
            .collect()
        };
        all.into_iter().map(sorted).collect()
    }

    /// What is new in the last of the tangents that are constraints, relative to what would be in the last of the best choice.
    pub(super) fn quality(&self, system: &System, contact_frictions: &[usize]) -> f64 {
        let normals: Vec<usize> = (0..self.stops.len())
            .filter(|at| system.is_closed(self.stops[*at]))
            .collect();
        let all: Vec<usize> = self.tangents.iter().flatten().flatten().copied().collect();
        let is_kept = |row: usize| system.rows.binary_search(&row).is_ok();
        let own = contact_frictions
            .iter()
            .flat_map(|contact_friction| system.slip_rows(*contact_friction));
        let kept = all.iter().zip(own).filter(|(_, row)| is_kept(*row));
        let kept: Vec<usize> = kept.map(|(at, _)| *at).collect();
        let last = |list: &[usize]| {
            let found = choose(self, normals.clone(), list);
            (found.0.len(), found.1)
        };
        let ((count, best), (own_count, own)) = (last(&all), last(&kept));
        if own_count < count { 0.0 } else { own / best }
    }

    /// Whether contacts that hold with these forces can share their load in such a way that none is at the limit of its friction.
    fn leaves_room(&self, contacts: &[cone::Contact], states: &[State], force: &[f64]) -> bool {
        let holds = contacts
            .iter()
            .zip(states)
            .filter_map(|(c, s)| match c.tangential {
                TangentialLaw::Holds { mu, .. } if *s == State::Holds => Some((c, mu)),
                _ => None,
            });
        let (rows, mu): (Vec<[usize; 3]>, Vec<f64>) = holds
            .map(|(c, mu)| ([c.normal, c.tangents[0], c.tangents[1]], mu))
            .unzip();
        let (n, rows) = (self.len(), rows.as_flattened());
        let entry = |i: usize| rows.iter().map(move |j| self.a[i * n + j]);
        let a: Vec<f64> = rows.iter().flat_map(|i| entry(*i)).collect();
        let shares = lcp::nullspace(&a, rows.len());
        if shares.is_empty() {
            return false;
        }
        let of = |row: usize| force[row];
        let forces: Vec<[f64; 3]> = rows
            .chunks_exact(3)
            .map(|r| [of(r[0]), of(r[1]), of(r[2])])
            .collect();
        let most = forces.iter().zip(&mu).map(|(f, mu)| mu * f[0]);
        let most = most.fold(0.0, f64::max);
        cone::reserve(&shares, &forces, &mu) > SHARED_LIMIT * most
    }

    /// The rows of a contact: normal and tangents.
    fn rows_of(&self, at: usize) -> Vec<usize> {
        let tangents = self.tangents[at].into_iter().flatten();
        std::iter::once(at).chain(tangents).collect()
    }

    /// A contact alone.
    fn block(&self, at: usize, rates: &[f64]) -> (Matrix3<f64>, Vector3<f64>) {
        let (mut a, mut u) = (Matrix3::zeros(), Vector3::zeros());
        let rows = self.rows_of(at);
        for (i, row) in rows.iter().enumerate() {
            u[i] = rates[*row];
            for (j, column) in rows.iter().enumerate() {
                a[(i, j)] = self.a[row * self.len() + column];
            }
        }
        (a, u)
    }

    /// Slip of a contact; zero if it has no friction.
    fn slip(&self, at: usize, rates: &[f64]) -> [f64; 2] {
        self.tangents[at].map_or([0.0; 2], |t| t.map(|row| rates[row]))
    }

    /// The accelerations `free`, those of `tangents` at rest that depend on other rows at rest as these have them. Rows of a pair of bodies that depend on each
    /// other do so in their rates too, up to what their speeds are, which count as none: two points of a body that still turns a little are drawn together by
    /// ω²·l along the line through both, which no force changes, and only one of them could stick. Rows that only the joints make depend on each other, as those
    /// of a slider at its dead centre, do so for an instant.
    fn consistent(
        &self,
        system: &System,
        free: &[f64],
        (normals, tangents): (&[usize], &[usize]),
    ) -> Vec<f64> {
        let n = self.len();
        let shapes = self.without_joints(system);
        let kept = independent(&shapes, independent(&shapes, Vec::new(), normals), tangents);
        let mut all = free.to_vec();
        for &row in tangents.iter().filter(|row| !kept.contains(row)) {
            let column: Vec<f64> = kept.iter().map(|k| shapes.a[k * n + row]).collect();
            if let Some(shares) = lcp::solve_on(&shapes.a, &kept, &column) {
                all[row] = kept.iter().zip(&shares).map(|(k, x)| free[*k] * x).sum();
            }
        }
        all
    }

    /// The same rows between bodies that no joint holds, as if each had a mass of 1: what depends on each other here does so by the shapes alone.
    fn without_joints(&self, system: &System) -> Delassus {
        let mut weights = vec![1.0; system.positions];
        for body in system.bodies.iter().filter(|b| b.turns) {
            weights[body.first + 3..body.first + 6].fill((body.radius * body.radius).recip());
        }
        let product = |g: &[f64], h: &[f64]| -> f64 {
            let pairs = g.iter().zip(h).zip(&weights);
            pairs.map(|((x, y), w)| x * y * w).sum()
        };
        let rows = &self.gradients;
        let entries = rows.iter().flat_map(|g| rows.iter().map(|h| product(g, h)));
        Delassus {
            a: entries.collect(),
            ..self.clone()
        }
    }

    fn cone(&self, at: usize, tangential: TangentialLaw, least: f64) -> cone::Contact {
        cone::Contact {
            normal: at,
            tangents: self.tangents[at].unwrap_or([at; 2]),
            tangential,
            least,
        }
    }
}

impl Equations {
    /// Generalized force of a unit force along a tangent.
    pub(super) fn tangent_force(
        &self,
        system: &System,
        contact_friction: usize,
        tangent: usize,
    ) -> Vec<f64> {
        let mut force = vec![0.0; system.positions];
        let mut size = [0.0; 2];
        size[tangent] = 1.0;
        system
            .slip(contact_friction)
            .forces(system, &self.view(), size, &mut |b, q: [f64; 6]| {
                super::accumulate(&mut force, &system.bodies[b], &q, 1.0);
            });
        force
    }

    /// A speed that is within the tolerance of the integration.
    pub(super) fn speed_of_error(&self) -> f64 {
        let scale = &self.system.scale;
        self.contacts.error * scale.length / scale.time
    }

    fn row_rates(&self, system: &System, touching: &Delassus) -> Vec<f64> {
        let mut rates = self.gap_rates(touching);
        for contact_friction in touching
            .stops
            .iter()
            .filter_map(|k| system.stops[*k].contact_friction)
        {
            rates.extend(system.slip(contact_friction).velocity(&self.view()));
        }
        rates
    }

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
        let is_at_limit = sticking.is_none_or(|s| s.comes_to_its_limit(contact_frictions));
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
        let mut rows = system.joint_rows();
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

    /// The tangents of curved pairs, by the axes that are farthest from their normals.
    fn choose_tangents(&mut self, system: &System, stops: &[usize]) {
        for contact_friction in stops
            .iter()
            .filter_map(|k| system.stops[*k].contact_friction)
        {
            let slip = system.slip(contact_friction);
            if !slip.is_plane() {
                let axis = slip.best_axis(&self.view());
                self.memory.modes[slip.modes.start] = axis;
            }
        }
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
        let (spends, stops) = (of_kind(true), of_kind(false));
        let slide = |s: &StickSlip| !stops && matches!(s, StickSlip::Slides { .. });
        Occasion {
            still,
            slow: still.max(self.speed_of_error()),
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
            let kept = rows_to_keep(touching, &decision);
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
        let pushed = self.pushed(system, t, y, touching, occasion.fired)?;
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
        let slow = |at: &&usize| self.is_at_rest(touching, rates, **at, occasion);
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
        let pushed = self.pushed(system, t, y, touching, occasion.fired)?;
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
        let Pushed { push, neutral, .. } = pushed;
        let at_rest: Vec<usize> = stays
            .iter()
            .filter(|at| self.is_at_rest(touching, &after, **at, occasion))
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
        };
        for &at in stays {
            if force[at] > NO_FORCE * largest {
                staying.force[at] = force[at];
                continue;
            }
            let left = free[at] + dot(&touching.a[at * rows..][..rows], &force);
            let rests = idle.contains(&at) || left - push[at] <= *neutral;
            staying.idle[at] = rests && push[at] == 0.0;
            staying.released[at] = rests && push[at] > 0.0;
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

    fn is_at_rest(
        &self,
        touching: &Delassus,
        rates: &[f64],
        at: usize,
        occasion: &Occasion<'_>,
    ) -> bool {
        let u = touching.slip(at, rates);
        u[0].hypot(u[1]) <= occasion.still_of(at)
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

/// That a contact slides which holds at the limit of its friction: where what it can hold has come to its end it is not others that hold it, however slowly it
/// begins to slide against them.
fn at_limit(c: &cone::Contact, force: &[f64]) -> Option<State> {
    let TangentialLaw::Holds { mu, .. } = c.tangential else {
        return None;
    };
    let ([s, t], most) = (c.tangents.map(|row| force[row]), mu * force[c.normal]);
    let size = s.hypot(t);
    (most > 0.0 && size >= most * (1.0 - AT_LIMIT)).then(|| State::Slides([-s / size, -t / size]))
}

impl Delassus {
    /// The row of a tangent among those of the system.
    fn slip_row(&self, system: &System, row: usize) -> usize {
        let each = self.stops.iter().zip(&self.tangents);
        for (k, tangents) in each {
            if let (Some([s, t]), Some(contact_friction)) =
                (tangents, system.stops[*k].contact_friction)
                && (*s..=*t).contains(&row)
            {
                return system.slip_rows(contact_friction).start + (row - s);
            }
        }
        unreachable!("each row behind the normals is a tangent")
    }
}

/// Rows of `more` that neither `list` nor those before them hold already, behind `list`: each time the one of which most is new. Which rows stand for all
/// is free, but not how well: one of which next to nothing is new would carry forces beyond all measure.
fn independent(touching: &Delassus, list: Vec<usize>, more: &[usize]) -> Vec<usize> {
    choose(touching, list, more).0
}

/// The same, with what is new in the last of them, relative to all that it says.
fn choose(touching: &Delassus, mut list: Vec<usize>, more: &[usize]) -> (Vec<usize>, f64) {
    let n = touching.len();
    let answer = |row: usize| touching.a[row * n + row];
    let largest = (0..n).map(answer).fold(0.0, f64::max);
    let mut left = touching.a.clone();
    let new_of = |left: &[f64], row: usize| left[row * n + row] / answer(row);
    for &row in &list {
        if new_of(&left, row) > DEPENDENT {
            lcp::eliminate(&mut left, n, row);
        }
    }
    let mut rest: Vec<usize> = more
        .iter()
        .copied()
        .filter(|row| answer(*row) > HELD_BY_JOINTS * largest)
        .collect();
    let mut last = 1.0;
    // Of equals the first.
    while let Some(at) = (0..rest.len()).rev().max_by(|a, b| {
        let [a, b] = [a, b].map(|at| new_of(&left, rest[*at]));
        a.total_cmp(&b)
    }) {
        let row = rest.remove(at);
        if new_of(&left, row) <= DEPENDENT {
            break;
        }
        last = new_of(&left, row);
        lcp::eliminate(&mut left, n, row);
        list.push(row);
    }
    (list, last)
}

/// The rows that are constraints: the normals of what is closed, and the tangents of what sticks as far as they say something new.
fn rows_to_keep(touching: &Delassus, decision: &Decision) -> Vec<usize> {
    let closed = &decision.closed;
    let normals: Vec<usize> = (0..closed.len()).filter(|at| closed[*at]).collect();
    let tangents = |closed: bool| -> Vec<usize> {
        (0..decision.closed.len())
            .filter(|at| decision.states[*at] == State::Holds && decision.closed[*at] == closed)
            .flat_map(|at| touching.tangents[at].into_iter().flatten())
            .collect()
    };
    let by_closed = independent(touching, normals, &tangents(true));
    // What is held by others sticks with them, where they belong to the same bodies.
    independent(touching, by_closed, &tangents(false))
}

/// The impulses of one contact by the path of its own impulse; `restitution` in place of its own.
fn strike(
    system: &System,
    touching: &Delassus,
    at: usize,
    rates: &[f64],
    law: RestitutionLaw,
    restitution: Option<f64>,
) -> Option<Vec<f64>> {
    let stop = &system.stops[touching.stops[at]];
    let (a, mut u) = touching.block(at, rates);
    u[0] = u[0].min(0.0);
    let mu = stop.contact_friction.map_or([0.0; 2], |contact_friction| {
        [
            system.contact_frictions[contact_friction].mu_static,
            system.contact_frictions[contact_friction].mu_dynamic,
        ]
    });
    let strike = SinglePointImpact {
        a,
        u,
        mu,
        restitution: restitution.unwrap_or(stop.restitution),
        law,
    };
    let own = strike.impulse()?;
    let mut impulse = vec![0.0; touching.len()];
    for (row, x) in touching.rows_of(at).into_iter().zip(own.iter()) {
        impulse[row] = *x;
    }
    Some(impulse)
}

/// Impulses that answer the rates `before`, and whether they are of a softer law because the one that was asked for would put energy into the motion.
fn friction_impact(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    still: f64,
) -> Option<(Vec<f64>, bool)> {
    let n = touching.stops.len();
    let closing = before[..n].iter().filter(|rate| **rate < -still).count();
    let law = system.impacts.law;
    // Contacts that close at the same time have no order.
    let in_sequence = closing == 1 && system.impacts.order == ImpactOrder::Sequential;
    let at_once = |law, e: Option<f64>| at_once(system, touching, before, law, e);
    let one_by_one = |law, e: Option<f64>| one_by_one(system, touching, before, law, e, still);
    let (first, second) = if in_sequence {
        (one_by_one(law, None), at_once(law, None))
    } else {
        (at_once(law, None), one_by_one(law, None))
    };
    let found = first.or(second);
    let softer = || {
        if in_sequence {
            one_by_one(RestitutionLaw::Stronge, None)
        } else {
            at_once(RestitutionLaw::Poisson, None)
        }
    };
    let plastic = || plastic(system, touching, before, still);
    let fair = |impulse: &Vec<f64>| !gains(touching, before, impulse);
    if let Some(impulse) = found.filter(fair) {
        return Some((impulse, false));
    }
    let impulse = softer().filter(fair).or_else(plastic)?;
    Some((impulse, true))
}

/// Impulses that answer the rates `before` without giving anything back.
fn plastic(system: &System, touching: &Delassus, before: &[f64], still: f64) -> Option<Vec<f64>> {
    let law = system.impacts.law;
    at_once(system, touching, before, law, Some(0.0))
        .or_else(|| one_by_one(system, touching, before, law, Some(0.0), still))
}

/// Whether the impulses do work on the motion: along the mean of the speeds before and after.
fn gains(touching: &Delassus, before: &[f64], impulse: &[f64]) -> bool {
    let after = touching.after(before, impulse);
    let all = || 0..before.len();
    let gain: f64 = all().map(|k| impulse[k] * (before[k] + after[k])).sum();
    let size: f64 = all()
        .map(|k| impulse[k].abs() * (before[k].abs() + after[k].abs()))
        .sum();
    gain > NO_GAIN * size
}

/// One contact after the other, the one that approaches fastest first; what is left after many rounds all at once.
fn one_by_one(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    law: RestitutionLaw,
    restitution: Option<f64>,
    still: f64,
) -> Option<Vec<f64>> {
    let n = touching.stops.len();
    let mut impulse = vec![0.0; touching.len()];
    for _ in 0..ROUNDS * n {
        let rates = touching.after(before, &impulse);
        let fastest = (0..n).min_by(|a, b| rates[*a].total_cmp(&rates[*b]))?;
        if rates[fastest] >= -still {
            return Some(impulse);
        }
        let more = strike(system, touching, fastest, &rates, law, restitution)?;
        impulse.iter_mut().zip(more).for_each(|(sum, x)| *sum += x);
    }
    let rates = touching.after(before, &impulse);
    let rest = at_once(system, touching, &rates, law, restitution)?;
    Some(impulse.iter().zip(rest).map(|(a, b)| a + b).collect())
}

/// All contacts that touch: Newton's law, or Poisson's, which stands for Stronge's too.
fn at_once(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    law: RestitutionLaw,
    restitution: Option<f64>,
) -> Option<Vec<f64>> {
    let n = touching.stops.len();
    let e = |at: usize| restitution.unwrap_or(system.stops[touching.stops[at]].restitution);
    let solve = |rates: &[f64], least: &[f64]| {
        let contacts: Vec<cone::Contact> = (0..n)
            .map(|at| {
                let contact_friction = match system.stops[touching.stops[at]].contact_friction {
                    None => TangentialLaw::Smooth,
                    Some(contact_friction) => TangentialLaw::Holds {
                        mu: system.contact_frictions[contact_friction].mu_dynamic,
                        stuck: false,
                    },
                };
                touching.cone(at, contact_friction, least[at])
            })
            .collect();
        match cone::solve(&touching.a, rates, &contacts) {
            Outcome::Found(impulse, _) => Some(impulse),
            Outcome::Paradox(_) | Outcome::Lost => None,
        }
    };
    let nothing = vec![0.0; n];
    if law == RestitutionLaw::Newton {
        let mut rates = before.to_vec();
        for (at, rate) in rates[..n].iter_mut().enumerate() {
            *rate += e(at) * rate.min(0.0);
        }
        return solve(&rates, &nothing);
    }
    let compression = solve(before, &nothing)?;
    let back: Vec<f64> = (0..n).map(|at| e(at) * compression[at]).collect();
    let expansion = solve(&touching.after(before, &compression), &back)?;
    Some(
        compression
            .iter()
            .zip(expansion)
            .map(|(a, b)| a + b)
            .collect(),
    )
}
