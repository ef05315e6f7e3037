//! What contacts with friction do from the state in hand on, by their accelerations: which stay, which stick, which slide and whereto.

use super::super::contact::delassus::{Delassus, dot};
use super::super::contact::staying::{NEUTRAL, Pushed, Staying, find_closed};
use super::super::contact_rows::{at_limit, independent};
use super::super::friction_impact::strike;
use crate::equations::Equations;
use crate::equations::contact::staying::Occasion;
use crate::equations::contact::stick_slip::StickSlip;
use crate::equations::contact::tolerances::DEPENDENT;
use crate::system::System;
use carom_solve::Fault;
use carom_solve::cone::{self, Outcome, State, TangentialLaw};

/// A contact whose reserve of friction has just come to its end sticks with so much less only, so that rounding does not hold it.
pub(super) const SPENT: f64 = 1e-6;

/// A speed that does not count where a slip sets out from rest, relative to the tolerance: what begins there with next to no acceleration would
/// else be decided again and again while it is rounding.
pub(super) const VERGE: f64 = 1e-4;

/// A force relative to the largest that counts as zero.
pub(super) const NO_FORCE: f64 = 1e-12;

/// What the accelerations say about the contacts that touch.
pub(super) struct Decision {
    /// Rates of all rows that go with it.
    pub(super) after: Vec<f64>,
    /// How the rows would accelerate without the forces of stops.
    pub(super) free: Vec<f64>,
    /// Whether rebounds that do not count came to their end for it.
    pub(super) rests: bool,
    /// What each contact does.
    pub(super) states: Vec<State>,
    /// All forces, row by row.
    pub(super) force: Vec<f64>,
    /// Sliding contacts that open where they could as well be drawn in.
    pub(super) ambiguous: Vec<usize>,
    /// Which contacts are closed, of those an independent part that carries all.
    pub(super) closed: Vec<bool>,
    /// Which are held closed by these.
    pub(super) held: Vec<bool>,
}

/// A decision, or the contact that is drawn in by its own friction.
pub(super) enum Verdict {
    Decided(Decision),
    DrawnIn(usize),
}

/// A decision once rebounds that do not count are over, or the contacts that would open there.
pub(super) enum AtRest {
    Decided(Decision),
    Opens(Vec<usize>),
}

impl Occasion<'_> {
    pub(super) fn is_at_rest(&self, touching: &Delassus, rates: &[f64], at: usize) -> bool {
        let u = touching.slip(at, rates);
        u[0].hypot(u[1]) <= self.still_of(at)
    }

    /// Whether a contact was closed before and its force has not just fallen to zero.
    fn goes_on_carrying(&self, system: &System, touching: &Delassus, at: usize) -> bool {
        let stop = touching.stops[at];
        system.is_closed(stop) && !self.fired.contains(&stop)
    }

    pub(super) fn still_of(&self, at: usize) -> f64 {
        if self.slides_on[at] {
            self.still
        } else {
            self.slow
        }
    }
}

impl Equations {
    /// What stays, sticks and slides by the forces.
    pub(super) fn decide(
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
    pub(super) fn decide_at_rest(
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
    pub(super) fn decide_for(
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

    /// Forces of the contacts that stay, as few of these as can carry, without their decision; `None`: there is no answer.
    pub(in crate::equations) fn share_at(
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
        let largest = free.iter().fold(0.0, |m: f64, a| m.max(a.abs()));
        let neutral = NEUTRAL * largest;
        let few = carried_on(
            self,
            system,
            touching,
            (&free, rates),
            stays,
            occasion,
            neutral,
        );
        if few.is_some() {
            return few;
        }
        let found = self.hold_or_slide(system, touching, &free, rates, stays, occasion);
        let found = found.ok()?.ok()?;
        let (force, ..) =
            self.carried_by_few(system, touching, &free, rates, found, occasion, neutral);
        Some(force)
    }

    /// Takes those out of `stays` that leave with a speed and would rebound higher than none is, drawn back by what acts while the others stay.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn let_fly(
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
    pub(super) fn carried_by_few(
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
            // Without one of them, the one that carries least first; those that carried before stay as long as can be.
            let carried = |at: usize| occasion.goes_on_carrying(system, touching, at);
            let mut order = pressing.clone();
            order.sort_by(|a, b| {
                let before = carried(*a).cmp(&carried(*b));
                before.then(force[*a].total_cmp(&force[*b]))
            });
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
    pub(super) fn hold_or_slide(
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
    pub(super) fn friction_of(
        &self,
        system: &System,
        touching: &Delassus,
        rates: &[f64],
        at: usize,
        slides: bool,
        occasion: &Occasion<'_>,
    ) -> TangentialLaw {
        let Some(number) = system.rigid.stops[touching.stops[at]].contact_friction else {
            return TangentialLaw::Smooth;
        };
        let contact_friction = &system.rigid.contact_frictions[number];
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
    pub(super) fn ambiguous(
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
    pub(super) fn stop_by_itself(
        &self,
        system: &System,
        touching: &Delassus,
        at: usize,
        rates: &[f64],
    ) -> Option<Vec<f64>> {
        strike(system, touching, at, rates, system.rigid.impacts.law, None)
    }
}

/// Forces where those that carried before go on to do so, with at most one more: a load that comes upon the line of two needs one beyond it, and a share
/// among all that touch would not say which. `None`: others carry.
fn carried_on(
    e: &Equations,
    system: &System,
    touching: &Delassus,
    (free, rates): (&[f64], &[f64]),
    stays: &[usize],
    occasion: &Occasion<'_>,
    neutral: f64,
) -> Option<Vec<f64>> {
    let rows = touching.len();
    let (before, others): (Vec<usize>, Vec<usize>) = stays
        .iter()
        .partition(|at| occasion.goes_on_carrying(system, touching, **at));
    if before.is_empty() {
        return None;
    }
    let opens = |at: &usize, force: &[f64]| {
        free[*at] + dot(&touching.a[at * rows..][..rows], force) >= -neutral
    };
    let one_more = others.into_iter().map(Some);
    std::iter::once(None).chain(one_more).find_map(|more| {
        let mut few: Vec<usize> = before.iter().copied().chain(more).collect();
        few.sort_unstable();
        let found = e.hold_or_slide(system, touching, free, rates, &few, occasion);
        let (force, _) = found.ok()?.ok()?;
        stays.iter().all(|at| opens(at, &force)).then_some(force)
    })
}
