//! Which contacts stay closed, by the accelerations.

use super::delassus::{Delassus, Span, dot};
use crate::equations::Equations;
use crate::equations::contact::tolerances::DEPENDENT;
use crate::equations::kkt::rows::Gamma;
use crate::system::System;
use carom_solve::{Fault, lcp};

/// Accelerations this small, relative to the largest one, are zero.
pub(in crate::equations) const NEUTRAL: f64 = 1e-9;

/// A force that causes less than so many neutral accelerations may come from the pushes of 10 of these that contacts which open are given.
pub(super) const LOADED: f64 = 100.0;

/// A gap opens a moment later with this part of the largest acceleration: beyond rounding, as the moment is short.
pub(super) const AHEAD: f64 = 1e-11;

/// The same with friction, whose forces are found by iteration to some 1e-10 and shared to 1e-8.
pub(super) const AHEAD_WITH_FRICTION: f64 = 1e-7;

/// Open gaps do not approach faster than by this part of them.
pub(in crate::equations) const SINKS: f64 = 1e-3;

/// How contacts would accelerate without the forces of stops.
pub(in crate::equations) struct Pushed {
    /// Second rates of the rows; those of gaps are not neutral.
    pub free: Vec<f64>,
    /// What was added to those that open.
    pub push: Vec<f64>,
    /// Which carry nothing any more, whether they open or not.
    pub falls: Vec<bool>,
    /// Accelerations of gaps up to this count as zero.
    pub neutral: f64,
    /// Forces a moment later, where they were asked for.
    pub ahead: Option<Vec<f64>>,
}

/// The contacts that touch, a moment later.
pub(super) struct Later {
    /// Which open.
    opens: Vec<bool>,
    /// Forces of all rows.
    force: Vec<f64>,
}

/// What the accelerations say about the contacts that touch.
pub(in crate::equations) struct Staying {
    /// How the rows would accelerate without the forces of stops.
    pub free: Vec<f64>,
    /// Force of each that stays; zero for others.
    pub force: Vec<f64>,
    /// Those without force that stay as they are, their gaps at rest.
    pub idle: Vec<bool>,
    /// Closed ones whose force has just fallen to zero while their gaps stay at rest: they open, unless the others hold them.
    pub released: Vec<bool>,
    /// Forces a moment later, where they were asked for.
    pub ahead: Option<Vec<f64>>,
}

/// Which contacts are closed: those that carry, and of the idle ones those that are not held closed by the others already, as the legs of a table
/// beyond three are; and which are held so. They are remembered, and not watched. Those that carry a moment later come first: where a load crosses the line of two
/// feet, these carry all of it now, and no third one beside them may be one that the load leaves.
pub(in crate::equations) fn find_closed(
    touching: &Delassus,
    staying: &Staying,
) -> (Vec<bool>, Vec<bool>) {
    let n = touching.stops.len();
    let rests = |at: &usize| staying.idle[*at] || staying.released[*at];
    let carries = |at: &usize| staying.force[*at] > 0.0 && !rests(at);
    let later = |at: &usize| staying.ahead.as_ref().map_or(0.0, |ahead| ahead[*at]);
    let mut stay: Vec<usize> = (0..n)
        .filter(|at| carries(at) || staying.idle[*at])
        .collect();
    // With friction all that carry stay, for how they share is not free.
    let shares = touching.tangents.iter().any(Option::is_some);
    let is_kept = |at: &usize| shares && carries(at);
    stay.sort_by(|a, b| {
        let of = |at: &usize| (is_kept(at), later(at), carries(at));
        let ((kept, x, p), (stays, y, q)) = (of(a), of(b));
        stays.cmp(&kept).then(y.total_cmp(&x)).then(q.cmp(&p))
    });
    let (mut closed, mut held) = (vec![false; n], vec![false; n]);
    let mut span = Span::of(touching);
    for at in stay {
        let is_free = span.left_of(at) > DEPENDENT;
        if is_free {
            span.add(at);
        }
        closed[at] = is_free || is_kept(&at);
        held[at] = !closed[at];
    }
    for at in (0..n).filter(|at| staying.released[*at]) {
        held[at] = span.left_of(at) <= DEPENDENT;
    }
    (closed, held)
}

/// The span of some of the contacts.
fn span_of<'a>(touching: &'a Delassus, which: &[bool]) -> Span<'a> {
    let mut span = Span::of(touching);
    for at in (0..which.len()).filter(|at| which[*at]) {
        if span.left_of(at) > DEPENDENT {
            span.add(at);
        }
    }
    span
}

impl Equations {
    /// Decides which contacts stay, and takes from those that would rebound no higher than counts what speed they have left. Rates of the gaps, what stays, and
    /// whether there were such.
    pub(super) fn bring_to_rest(
        &mut self,
        system: &System,
        t: f64,
        y: &mut [f64],
        touching: &Delassus,
        still: f64,
        fired: &[usize],
    ) -> Result<(Vec<f64>, Staying, bool), Fault> {
        let mut rests = false;
        // Other speeds are other accelerations, by which others may stay.
        for _ in 0..=touching.len() {
            let after = self.gap_rates(touching);
            let staying = self.find_staying(system, t, y, touching, &after, still, (fired, 1.0))?;
            let (closed, held) = find_closed(touching, &staying);
            let all = 0..touching.len();
            let carry: Vec<usize> = all.clone().filter(|at| closed[*at]).collect();
            let free: Vec<usize> = all.filter(|at| !closed[*at] && !held[*at]).collect();
            // What rounding has left of a plastic impact would fall through an open gap.
            let sinks = free.iter().any(|at| after[*at] < -SINKS * still);
            let rebounds = carry.iter().any(|at| after[*at] > still);
            if !rebounds && !sinks {
                return Ok((after, staying, rests));
            }
            let last = match touching.rest(&after, &carry, &free) {
                Some(last) => last,
                // Where all that is left is rounding, the others may have no answer: they are watched.
                None => {
                    let last = touching.rest(&after, &carry, &[]);
                    let last = last.ok_or_else(|| self.no_answer(system, touching))?;
                    let then = touching.after(&after, &last);
                    let falls = |at: &usize| then[*at] < after[*at].min(0.0) - still;
                    if free.iter().any(falls) {
                        // A box that rocks on two feet and hits with a third one: what stopped the two would take the impact of the third one back.
                        let staying =
                            self.find_staying(system, t, y, touching, &after, still, (fired, 0.0))?;
                        return Ok((after, staying, rests));
                    }
                    last
                }
            };
            rests |= rebounds;
            self.apply(system, t, y, touching, &last)?;
        }
        let after = self.gap_rates(touching);
        let staying = self.find_staying(system, t, y, touching, &after, still, (fired, 1.0))?;
        Ok((after, staying, rests))
    }

    /// How the rows would accelerate without forces of stops, no gap of them undecided.
    pub(in crate::equations) fn pushed(
        &mut self,
        system: &System,
        t: f64,
        y: &[f64],
        touching: &Delassus,
        (fired, still): (&[usize], f64),
        occasion: Option<&Occasion<'_>>,
    ) -> Result<Pushed, Fault> {
        let mut free = self.row_accelerations(system, touching)?;
        let n = touching.stops.len();
        let largest = |list: &[f64]| list.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
        let neutral =
            NEUTRAL * largest(&free[..n]).max(largest(&self.loads.force) * largest(&touching.a));
        let mut push = vec![0.0; n];
        let falls = |k: &usize| system.is_closed(*k) && fired.contains(k);
        let any_falls = touching.stops.iter().any(falls);
        // Of two that are alike one falls a rounding before the other.
        let carries = |k: &usize| {
            let force = self.now.multipliers[system.stop_row(*k)];
            system.is_closed(*k) && force > NEUTRAL * self.largest_force(*k)
        };
        let holds = |k: &usize| system.is_closed(*k) || self.is_held(*k);
        let goes = |k: &usize| falls(k) || any_falls && holds(k) && !carries(k);
        let mut go: Vec<bool> = touching.stops.iter().map(goes).collect();
        let fell: Vec<bool> = touching.stops.iter().map(falls).collect();
        // Of contacts that hold their motion decides: a load that crosses the line of two feet leaves one of the others and comes upon the next, and what is held all
        // the same stays.
        let by_motion = |k: &usize| holds(k) && !self.contacts.stands_still;
        let hold: Vec<bool> = touching.stops.iter().map(by_motion).collect();
        let carry: Vec<bool> = touching.stops.iter().map(carries).collect();
        let in_doubt = |at: usize| {
            hold[at] && (fell[at] || !carry[at] && (go[at] || free[at].abs() <= neutral))
        };
        let (mut ahead, mut falls) = (None, vec![false; n]);
        if (0..n).any(in_doubt)
            && let Some(later) =
                self.a_moment_later(system, (t, y), touching, &free, still, occasion)?
        {
            for at in (0..n).filter(|at| hold[*at]) {
                go[at] = later.opens[at] && (fell[at] || !carry[at]);
                falls[at] = fell[at] && later.force[at] <= 0.0;
            }
            ahead = Some(later.force);
        }
        for at in 0..n {
            if go[at] {
                // Its force has just fallen to zero: it opens, unless others press it. So may those that it held: of the feet of a table that tips over
                // two, both others come off at once.
                push[at] = 10.0 * neutral;
                free[at] += push[at];
            } else if free[at].abs() <= neutral && (self.contacts.stands_still || hold[at]) {
                free[at] = 0.0;
            } else if free[at].abs() <= neutral {
                // What the next rate does decides; where that is rounding, those that hold it already go on with it.
                let next = self.gap_jerk(system, t, y, touching, at)?;
                let is_rounding = next.abs() <= AHEAD * largest(&free[..n]).max(neutral / NEUTRAL);
                free[at] = match is_rounding && span_of(touching, &hold).left_of(at) <= DEPENDENT {
                    true => 0.0,
                    false => (10.0 * neutral).copysign(next),
                };
            }
        }
        Ok(Pushed {
            free,
            push,
            neutral,
            falls,
            ahead,
        })
    }

    /// What the contacts that touch at rest do a moment later, when the forces that they have now have moved the bodies; `free`: accelerations of the rows without
    /// these. `None`: there is no answer.
    pub(super) fn a_moment_later(
        &mut self,
        system: &System,
        (t, y): (f64, &[f64]),
        touching: &Delassus,
        free: &[f64],
        still: f64,
        occasion: Option<&Occasion<'_>>,
    ) -> Result<Option<Later>, Fault> {
        let n = touching.stops.len();
        let rates = self.gap_rates(touching);
        let stays: Vec<usize> = (0..n).filter(|at| rates[*at].abs() <= still).collect();
        let Some(now) = self.forces_of(system, touching, free, &stays, occasion) else {
            return Ok(None);
        };
        let dy = self.rates_under(system, y, touching, &now)?;
        let distance = self.watching.watch.distance(t);
        let ahead: Vec<f64> = y.iter().zip(&dy).map(|(y, dy)| y + distance * dy).collect();
        self.look(t + distance, &ahead)?;
        let then = self.touching(system, touching.stops.clone())?;
        let free = self.row_accelerations(system, &then)?;
        let force = self.forces_of(system, &then, &free, &stays, occasion);
        self.look(t, y)?;
        self.applied_forces()?;
        let part = if occasion.is_some() {
            AHEAD_WITH_FRICTION
        } else {
            AHEAD
        };
        let least = part * free[..n].iter().fold(0.0, |m: f64, a| m.max(a.abs()));
        Ok(force.map(|force| {
            let opening = then.after(&free, &force);
            Later {
                opens: (0..n)
                    .map(|at| stays.contains(&at) && opening[at] > least)
                    .collect(),
                force,
            }
        }))
    }

    /// Forces of the contacts that stay, of the state in the arrays.
    pub(super) fn forces_of(
        &self,
        system: &System,
        touching: &Delassus,
        free: &[f64],
        stays: &[usize],
        occasion: Option<&Occasion<'_>>,
    ) -> Option<Vec<f64>> {
        let Some(occasion) = occasion else {
            return touching.pressed(free, stays);
        };
        let rates = self.row_rates(system, touching);
        self.share_at(system, touching, (free, &rates), stays, occasion)
    }

    /// Rates of the state under these forces of stops, after [`Equations::row_accelerations`].
    pub(super) fn rates_under(
        &mut self,
        system: &System,
        y: &[f64],
        touching: &Delassus,
        forces: &[f64],
    ) -> Result<Vec<f64>, Fault> {
        let (force, mut gamma) = (self.loads.force.clone(), self.buffers.rates.clone());
        let mut a = self.solve_open(&force, Gamma::Joints(&mut gamma))?;
        for (answer, force) in touching.answers.iter().zip(forces) {
            a.iter_mut().zip(answer).for_each(|(a, x)| *a += x * force);
        }
        let (mut dy, n) = (vec![0.0; system.differential()], system.mechanism.positions);
        self.position_rates_into(y, None, &mut dy);
        dy[n..2 * n].copy_from_slice(&a);
        self.state_rates_into(0.0, &mut dy[2 * n..]);
        Ok(dy)
    }

    /// Which contacts stay by the forces on them; `after`: rates of their gaps. Rebounds that are higher than `most` times what counts as none fly.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn find_staying(
        &mut self,
        system: &System,
        t: f64,
        y: &[f64],
        touching: &Delassus,
        after: &[f64],
        still: f64,
        (fired, most): (&[usize], f64),
    ) -> Result<Staying, Fault> {
        let all = touching.len();
        let Pushed {
            free,
            push,
            neutral,
            falls,
            ahead,
        } = self.pushed(system, t, y, touching, (fired, still), None)?;
        let mut stays: Vec<usize> = (0..all).filter(|at| after[*at] >= -still).collect();
        loop {
            let n = stays.len();
            let a: Vec<f64> = (0..n * n)
                .map(|at| touching.a[stays[at / n] * all + stays[at % n]])
                .collect();
            let b: Vec<f64> = stays.iter().map(|at| free[*at]).collect();
            let solved = lcp::solve(&a, &b).ok_or_else(|| self.no_answer(system, touching))?;
            let mut staying = Staying {
                free: free.clone(),
                force: vec![0.0; all],
                idle: vec![false; all],
                released: vec![false; all],
                ahead: ahead.clone(),
            };
            for (i, at) in stays.iter().enumerate() {
                staying.force[*at] = solved[i];
                let left = b[i] + dot(&a[i * n..][..n], &solved);
                // Of contacts that might carry nothing the motion says which do: pushes are no load.
                let acceleration = solved[i] * a[i * n + i];
                let carries = match ahead {
                    Some(_) => acceleration > LOADED * neutral,
                    None => acceleration > 0.0,
                };
                let still = !carries && left - push[*at] <= neutral;
                let goes = falls[*at] || push[*at] > 0.0;
                staying.idle[*at] = still && !goes;
                staying.released[*at] = still && goes;
            }
            // Those that leave do so one by one, the one that rebounds highest first: it may be what pressed another.
            let leaves = |at: &usize| after[*at] > still;
            let rebounds: Vec<(usize, f64)> = stays
                .iter()
                .filter(|at| leaves(at))
                .map(|at| {
                    (
                        *at,
                        self.rebound(system, t, touching, &staying, *at, after[*at]),
                    )
                })
                .collect();
            let highest = rebounds.iter().max_by(|a, b| a.1.total_cmp(&b.1));
            match highest {
                Some(&(at, height)) if height > most => stays.retain(|k| *k != at),
                _ => return Ok(staying),
            }
        }
    }

    /// Height of the rebound of a contact that leaves with a speed, relative to the height that counts as zero; the others that carry stay closed.
    pub(super) fn rebound(
        &self,
        system: &System,
        t: f64,
        touching: &Delassus,
        staying: &Staying,
        at: usize,
        speed: f64,
    ) -> f64 {
        let others: Vec<usize> = (0..touching.len())
            .filter(|k| *k != at && staying.force[*k] > 0.0)
            .collect();
        if staying.force[at] <= 0.0 {
            return f64::INFINITY;
        }
        let acceleration = touching.opens_by(at, staying.force[at], &others);
        self.rebound_of(system, t, touching, at, speed, acceleration)
    }

    /// Third rate of a gap without the forces of stops, by a central difference; only its sign is of interest.
    pub(in crate::equations) fn gap_jerk(
        &mut self,
        system: &System,
        t: f64,
        y: &[f64],
        touching: &Delassus,
        at: usize,
    ) -> Result<f64, Fault> {
        let dy = self.rates_under(system, y, touching, &[])?;
        let distance = self.watching.watch.distance(t);
        let mut acceleration = |ahead: f64| {
            let moved = y.iter().zip(&dy).map(|(y, dy)| y + ahead * dy);
            self.look(t + ahead, &moved.collect::<Vec<f64>>())?;
            let one = self.touching(system, vec![touching.stops[at]])?;
            Ok::<f64, Fault>(self.row_accelerations(system, &one)?[0])
        };
        // A force may have no value before a motion begins.
        let behind = acceleration(-distance).or_else(|_| acceleration(0.0))?;
        let jerk = acceleration(distance)? - behind;
        self.look(t, y)?;
        self.applied_forces()?;
        Ok(jerk)
    }
}

/// What an event begins with.
pub(in crate::equations) struct Occasion<'a> {
    /// The largest rate that is rounding.
    pub(in crate::equations) still: f64,
    /// The same of surfaces that come to rest or have just met: the tolerance of the integration does not tell less from rest.
    pub(in crate::equations) slow: f64,
    /// Stops whose guards fired.
    pub(in crate::equations) fired: &'a [usize],
    /// Whether the reserve of each contact came to its end.
    pub(in crate::equations) spent: Vec<bool>,
    /// Whether it is the friction of those that has come to its limit, and not their tangents that are chosen anew.
    pub(in crate::equations) is_at_limit: bool,
    /// Whether each contact was sliding and goes on.
    pub(in crate::equations) slides_on: Vec<bool>,
}
