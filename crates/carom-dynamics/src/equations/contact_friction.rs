//! Friction of rigid contacts between events: what sticks is a constraint, what slides a force.
//!
//! ```text
//! sticks   u = 0 by two rows more, their multipliers λ_T the friction       guard: what is left of |λ_T| ≤ μ_s·λ_N
//! slides   λ_T = −μ_d·λ_N·s, s = u/|u| continued through rest               guard: u·s₀ − |u|/2, s₀ the direction at the last event
//! ```
//!
//! Sliding is linear in the multiplier of the normal, so that it enters the matrix at acceleration level as it is. Events are in
//! [`super::contact_friction_events`].
#![allow(non_snake_case)]

use super::accelerations::Solving;
use super::contact_rows::{Carried, PRESSES};
use super::swept::Absolute;
use super::{Equations, drawn_in, power_on};
use crate::elements::slip::{Slip, at_rest, direction, slides_on};
use crate::equations::contact::state::Sticking;
use crate::equations::contact::stick_slip::StickSlip;
use crate::equations::contact::tolerances::FORCE_ROUNDING;
use crate::equations::jacobian::Entries;
use crate::mechanism::kinematics::{Flow, Seeded};
use crate::system::motion::View;
use crate::system::seeds::Seeds;
use crate::system::{ContactFriction, System};
use carom_base::{Number, Vec3};
use carom_solve::{Fault, Guard, Step, cone};
use std::sync::Arc;

/// The tangents of a curved pair are chosen anew when the square of the sine between normal and axis falls to this.
pub(super) const CLEARANCE: f64 = 0.04;
/// What friction leaves of an acceleration where sticking has just come to its end, relative to what it gives itself: only what comes next says whether
/// the surfaces move, and in which direction.
const MARGINAL: f64 = 1e-5;

/// Of what tangents could say that is new, those that are constraints say at least this part, or they are chosen anew: contacts on a line that turns, as those
/// of a cone that rolls, have no tangents that serve for ever.
const LEAST_NEW: f64 = 0.1;
/// Places inside a step at which what is left of friction is looked at, relative to it.
const INSIDE: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];
/// What is below zero by this part of the forces, or of the speed, is clearly so.
const CLEARLY: f64 = 1e-6;
/// What Newton's iteration leaves of a step must not turn a direction of sliding by more: near Painlevé's paradox normal forces, and by these the slip, answer what
/// is left of the normal velocity a hundredfold.
const TURNS_BY: f64 = 1e-3;
/// Nor is less than this share of what it usually leaves asked for: forces are known to their rounding only.
const LEAST_SHARE: f64 = 1e-6;
/// Speeds at which what has turned aside passes its rest by errors that many steps have left, relative to the tolerance.
pub(super) const PASSES: f64 = 10.0;
/// Speeds whose direction is hardly one of errors, relative to the tolerance.
const CLEAR: f64 = 100.0;
/// Directions whose angle has a larger cosine are one: a slip that runs straight into its rest, or back.
const STRAIGHT: f64 = 0.999;
/// So many faint speeds backwards are clearly so: less is what a guard at zero may sink by.
const FAR: f64 = 10.0;
/// Where a parabola through three places comes below this part of the middle one, that is looked at.
const SINKS_TO: f64 = 0.3;
/// What is less of a force that is shared is rounding.
const LEAST_SHARED: f64 = 1e-7;
/// Places that differ by this part of themselves are the same.
const SAME_PLACE: f64 = 1e-13;

/// Where a parabola through the values before, at and after this place of [`INSIDE`] has its lowest point, if that is much lower.
fn bottom(seen: &[f64], k: usize) -> Option<f64> {
    let (a, b, c) = (*seen.get(k.checked_sub(1)?)?, seen[k], *seen.get(k + 1)?);
    let (slope, curved) = (0.5 * (c - a), a - 2.0 * b + c);
    let way = -slope / curved;
    let lowest = b + 0.5 * slope * way;
    let width = INSIDE[k + 1] - INSIDE[k];
    (curved > 0.0 && way.abs() < 1.0 && lowest < SINKS_TO * b).then(|| INSIDE[k] + way * width)
}

fn are_same(a: &[f64], b: &[f64]) -> bool {
    let each = a.iter().zip(b);
    each.clone().count() == a.len().max(b.len())
        && each
            .clone()
            .all(|(a, b)| (a - b).abs() <= SAME_PLACE * (1.0 + a.abs()))
}

impl Equations {
    /// Friction that slides, its direction and coefficient, by the state in the arrays.
    pub(super) fn sliding(&self, contact_friction: usize) -> Option<([f64; 2], f64)> {
        let StickSlip::Slides { along, faint, .. } = StickSlip::of(&self.memory, contact_friction)
        else {
            return None;
        };
        let data = &self.system.rigid.contact_frictions[contact_friction];
        if !self.slides(contact_friction) {
            return None;
        }
        let u = self.system.slip(contact_friction).velocity(&self.view());
        Some((direction(u, along, faint), data.mu_dynamic))
    }

    /// Whether it slides and presses.
    pub(super) fn slides(&self, contact_friction: usize) -> bool {
        let stop = self.system.rigid.contact_frictions[contact_friction].stop;
        let state = StickSlip::of(&self.memory, contact_friction);
        matches!(state, StickSlip::Slides { .. })
            && self.system.is_closed(stop)
            && !self.waits_to_slide(contact_friction)
    }

    /// Whether it slides from an event on, and is held by its tangents until the rows change.
    fn waits_to_slide(&self, contact_friction: usize) -> bool {
        let rows = &self.system.rows;
        let is_kept = |row: usize| rows.binary_search(&row).is_ok();
        self.active_set_changes() && self.system.slip_rows(contact_friction).any(is_kept)
    }

    /// Puts sliding into the matrix at acceleration level.
    pub(super) fn couple_frictions(&mut self, system: &System) {
        let mut next = self.loads.contact_friction_coupling;
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            if !system.is_closed(contact_friction.stop) {
                continue;
            }
            let pull = self
                .sliding(k)
                .map_or([0.0; 2], |(s, mu)| s.map(|s| mu * s));
            let mut coupling = std::mem::take(&mut self.kkt.coupling);
            system
                .slip(k)
                .forces(&system.mechanism, &self.view(), pull, &mut |b, q| {
                    for x in &q[..system.mechanism.bodies[b].freedoms()] {
                        coupling[next].2 = *x;
                        next += 1;
                    }
                });
            self.kkt.coupling = coupling;
        }
    }

    /// Takes it out again: corrections of positions and velocities know no forces.
    pub(super) fn uncouple_frictions(&mut self) {
        for entry in &mut self.kkt.coupling[self.loads.contact_friction_coupling..] {
            entry.2 = 0.0;
        }
    }

    /// Friction of what slides, into the multipliers of its rows, by those of the normals in the arrays.
    pub(super) fn add_contact_friction(&mut self, system: &System) {
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            if let Some((s, mu)) = self.sliding(k) {
                let pull = mu * self.now.multipliers[system.stop_row(contact_friction.stop)];
                for (row, s) in system.slip_rows(k).zip(s) {
                    self.now.multipliers[row] = -pull * s;
                }
            }
        }
    }

    /// After an event that left the rows as they were: the multipliers of contacts whose friction has changed.
    pub(super) fn report_multipliers_again(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        self.look(t, y)?;
        self.accelerations()?;
        let nd = self.system.differential();
        let m = self.system.rows.len();
        y[nd..nd + m].copy_from_slice(&self.kkt.lambda);
        drawn_in::note_determinant(self);
        self.note_reserves()
    }

    /// Notes what is left of sticking after an event, of the state whose accelerations were solved last: what is decided to stick may be a rounding
    /// beyond its cone, and must not go farther unseen.
    pub(super) fn note_reserves(&mut self) -> Result<(), Fault> {
        let mut reserves = vec![f64::INFINITY; self.system.rigid.contact_frictions.len()];
        self.reserves_into(&mut reserves)?;
        let shared = self
            .contacts
            .sticking
            .as_ref()
            .is_some_and(|all| all.iter().any(Sticking::is_shared));
        for (k, reserve) in reserves.into_iter().enumerate() {
            if StickSlip::of(&self.memory, k).sticks() {
                // How a load is shared leaves more than rounding, and says it of all together.
                let floor = if shared { 0.0 } else { reserve.min(0.0) };
                StickSlip::Sticks { floor }.keep(&mut self.memory, k);
            }
        }
        Ok(())
    }

    /// What is left of sticking, of the state whose accelerations were solved last: one number a friction.
    pub(super) fn reserves_into(&mut self, out: &mut [f64]) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        out.fill(f64::INFINITY);
        let all = 0..system.rigid.contact_frictions.len();
        let sticks = |k: &usize| StickSlip::of(&self.memory, *k).sticks();
        let contact_frictions: Vec<usize> = all.filter(sticks).collect();
        if contact_frictions.is_empty() {
            self.contacts.sticking = None;
            return Ok(());
        }
        if self.contacts.sticking.as_ref().is_none_or(|all| {
            let known = all.iter().map(|s| s.contact_frictions.len()).sum::<usize>();
            let has = |s: &Sticking| {
                s.contact_frictions
                    .iter()
                    .all(|k| contact_frictions.contains(k))
            };
            known != contact_frictions.len() || !all.iter().all(has)
        }) {
            self.contacts.sticking = Some(self.islands_that_stick(&system, &contact_frictions));
        }
        let mut all = self.contacts.sticking.take().unwrap_or_default();
        let result = all.iter_mut().try_for_each(|sticking| {
            self.find_shares(&system, sticking)?;
            self.reserve_into(&system, sticking, out);
            Ok(())
        });
        self.contacts.sticking = Some(all);
        result
    }

    /// The frictions that stick, those of an island together, and what may carry with them.
    fn islands_that_stick(&self, system: &System, frictions: &[usize]) -> Vec<Sticking> {
        let of = |stop: &usize| system.rigid.stops[*stop].contact_friction;
        let sticks = |stop: &usize| of(stop).is_some_and(|k| frictions.contains(&k));
        let may_carry = |stop: &usize| match of(stop) {
            Some(k) => sticks(stop) || self.sliding(k).is_some(),
            None => system.is_closed(*stop) || self.is_held(*stop),
        };
        let stops = (0..system.rigid.stops.len()).filter(may_carry).collect();
        let island = |stops: Vec<usize>| {
            let mut bodies: Vec<u32> = stops
                .iter()
                .flat_map(|k| &system.constraints[system.rigid.stops[*k].constraint].bodies)
                .copied()
                .collect();
            bodies.sort_unstable();
            bodies.dedup();
            let (sticking, others): (Vec<usize>, Vec<usize>) =
                stops.iter().partition(|k| sticks(k));
            Sticking {
                contact_frictions: sticking.iter().filter_map(of).collect(),
                others,
                bodies,
                ..Sticking::default()
            }
        };
        let islands = self.in_islands(system, stops).into_iter().map(island);
        islands
            .filter(|s| !s.contact_frictions.is_empty())
            .collect()
    }

    /// How the contacts of an island may share their load where its bodies are, unless that is known.
    fn find_shares(&mut self, system: &System, sticking: &mut Sticking) -> Result<(), Fault> {
        let places = self.places_of_bodies(&sticking.bodies);
        let is_known = !sticking.places.is_empty()
            && (sticking.shares.is_empty() || are_same(&sticking.places, &places));
        if is_known {
            return Ok(());
        }
        let lambda = self.now.multipliers.clone();
        let frictions = sticking.contact_frictions.iter();
        let stops = frictions.map(|k| system.rigid.contact_frictions[*k].stop);
        let stops = stops.chain(sticking.others.iter().copied()).collect();
        let touching = self.touching(system, stops)?;
        self.now.multipliers = lambda;
        let carried = |stop: &usize| match system.rigid.stops[*stop].contact_friction {
            Some(k) if !sticking.contact_frictions.contains(&k) => match self.sliding(k) {
                Some((direction, mu)) => Carried::Slides { mu, direction },
                None => Carried::Normal,
            },
            Some(_) => Carried::Sticks,
            None => Carried::Normal,
        };
        let carried: Vec<Carried> = touching.stops.iter().map(carried).collect();
        sticking.shares = touching.shares(&carried);
        let is_open = |at: &usize| {
            let mut shares = sticking.shares.iter();
            shares.any(|share| share[3 * at].abs() > LEAST_SHARED)
        };
        let open = (0..touching.stops.len()).filter(is_open);
        sticking.undetermined = open.map(|at| touching.stops[at]).collect();
        sticking.choice = touching.quality(system, &sticking.contact_frictions, &carried);
        sticking.places = places;
        Ok(())
    }

    /// What is left of sticking in an island.
    fn reserve_into(&self, system: &System, sticking: &mut Sticking, out: &mut [f64]) {
        let (frictions, multipliers) = (&sticking.contact_frictions, &self.now.multipliers);
        let force = |k: &usize| {
            let first = system.slip_rows(*k).start;
            let normal = multipliers[system.stop_row(system.rigid.contact_frictions[*k].stop)];
            [normal, multipliers[first], multipliers[first + 1]]
        };
        let mut forces: Vec<[f64; 3]> = frictions.iter().map(force).collect();
        let mu = |k: &usize| system.rigid.contact_frictions[*k].mu_static;
        let mut mu: Vec<f64> = frictions.iter().map(mu).collect();
        if !sticking.is_shared() {
            for ((k, [n, s, t]), mu) in frictions.iter().zip(forces).zip(mu) {
                out[*k] = mu * n - s.hypot(t);
            }
            return;
        }
        // Of the others all that counts is that they press.
        for stop in &sticking.others {
            forces.push([multipliers[system.stop_row(*stop)], 0.0, 0.0]);
            mu.push(PRESSES);
        }
        // They go together: the first one watches for all, the second one that the tangents still tell all that sticks.
        let (left, best) = cone::best_share(&sticking.shares, &forces, &mu);
        out[frictions[0]] = left;
        let of_stop = |k: &usize| system.rigid.contact_frictions[*k].stop;
        let stops = frictions.iter().map(of_stop);
        let stops = stops.chain(sticking.others.iter().copied());
        let size = forces.iter().fold(0.0, |m: f64, [n, ..]| m.max(n.abs()));
        let presses_no_more = stops.zip(&best).filter(|(stop, [n, ..])| {
            *n <= LEAST_SHARED * size && sticking.undetermined.contains(stop)
        });
        sticking.opening = presses_no_more.map(|(stop, _)| stop).collect();
        if let Some(second) = frictions.get(1) {
            let largest = forces.iter().fold(0.0, |m: f64, [n, ..]| m.max(n.abs()));
            out[*second] = (sticking.choice - LEAST_NEW) * largest;
        }
    }

    /// Whether contacts that stick leave open how much of their load this stop carries.
    pub(super) fn is_undetermined(&self, stop: usize) -> bool {
        let islands = self.contacts.sticking.iter().flatten();
        islands.flat_map(|s| &s.undetermined).any(|k| *k == stop)
    }

    /// Where these bodies are and how they are turned.
    fn places_of_bodies(&self, bodies: &[u32]) -> Vec<f64> {
        let each = bodies.iter().map(|b| &self.now.bodies[*b as usize]);
        each.flat_map(|b| {
            let columns = (0..3).flat_map(|k| b.R.column(k).to_array());
            b.r.to_array().into_iter().chain(columns)
        })
        .collect()
    }

    /// Guards of friction, after [`Equations::press_along`] and with the state along the motion.
    pub(super) fn contact_friction_guards(&self, system: &System, out: &mut [Guard]) {
        let view = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            let slots = &mut out[contact_friction.guard
                ..contact_friction.guard + crate::system::CONTACT_FRICTION_GUARDS];
            slots.fill(Guard::IDLE);
            if self.active_set_changes() {
                // The rows are those before the event, the modes those behind it.
                continue;
            }
            if !system.is_closed(contact_friction.stop) && !StickSlip::of(&self.memory, k).sticks()
            {
                continue;
            }
            let slip: &Slip = system.slip(k);
            let watch = |g: Flow, tolerance: f64| Guard {
                value: g.re,
                rate: g.eps[0],
                tolerance: tolerance.max(f64::MIN_POSITIVE),
            };
            match StickSlip::of(&self.memory, k) {
                StickSlip::Open => continue,
                StickSlip::Sticks { floor } => {
                    let reserve = self.contacts.reserves[k] - floor;
                    if reserve.re < f64::INFINITY {
                        let largest = self.largest_force(contact_friction.stop);
                        slots[0] = watch(reserve, FORCE_ROUNDING * largest);
                    }
                }
                StickSlip::Slides { along, faint, .. } => {
                    let u = slip.velocity(&view);
                    slots[0] = watch(slides_on(u, along, faint), faint);
                    let marginal = MARGINAL * slip_acceleration(self, contact_friction);
                    if slots[0].value.abs() <= faint && slots[0].rate.abs() <= marginal {
                        slots[0].rate = slots[0].rate.max(0.0);
                    }
                }
            }
            if !slip.is_plane() {
                let clearance: Flow = slip.clearance(&view);
                slots[1] = watch(clearance - CLEARANCE, 1e-12);
            }
        }
    }

    /// Whether a closed contact has friction: what it can hold may come to its end inside a step and be there again at its end.
    pub(super) fn may_slip_inside(&self) -> bool {
        let mut contact_frictions = self.system.rigid.contact_frictions.iter();
        contact_frictions.any(|contact_friction| self.system.is_closed(contact_friction.stop))
    }

    /// A guard of friction, or of the force that presses, and a time inside a step at which it is clearly below zero: looked at in some places, and where a
    /// parabola through these sinks.
    pub(super) fn slip_inside(
        &mut self,
        step: &Step<'_>,
        by: &mut impl Solving,
    ) -> Result<Option<(usize, f64)>, Fault> {
        if !self.may_slip_inside() {
            return Ok(None);
        }
        let mut all = Vec::new();
        for x in INSIDE {
            all.push(self.left_inside(step, x, by)?);
        }
        let mut first: Option<(usize, f64)> = None;
        for at in 0..all[0].len() {
            let (slot, ..) = all[0][at];
            let seen: Vec<f64> = all.iter().map(|list| list[at].1).collect();
            let mut lowest = None;
            for k in 0..INSIDE.len() {
                if seen[k] < 0.0 {
                    lowest = Some(INSIDE[k]);
                    break;
                }
                let Some(x) = bottom(&seen, k) else { continue };
                if self.left_inside(step, x, by)?[at].1 < 0.0 {
                    lowest = Some(x);
                    break;
                }
            }
            let Some(x) = lowest.filter(|x| first.is_none_or(|f| *x < f.1)) else {
                continue;
            };
            // What is no better at the start does not fall inside: it lies at zero, and its ends say what becomes of it.
            if self.left_inside(step, 0.0, by)?[at].1 > 0.0 {
                first = Some((slot, x));
            }
        }
        Ok(first.map(|(slot, x)| (slot, step.t0 + x * step.h())))
    }

    /// Guards of closed contacts with friction at a place of a step, each with its slot; lifted by what is not clearly below zero.
    fn left_inside(
        &mut self,
        step: &Step<'_>,
        x: f64,
        by: &mut impl Solving,
    ) -> Result<Vec<(usize, f64)>, Fault> {
        let system = Arc::clone(&self.system);
        let (mut y, mut dy) = (step.y1.to_vec(), step.dy1.to_vec());
        let t = step.t0 + x * step.h();
        step.interpolate(t, &mut y, &mut dy);
        by.solve(self, t, &y)?;
        let mut reserves = vec![f64::INFINITY; system.rigid.contact_frictions.len()];
        self.reserves_into(&mut reserves)?;
        let force = self
            .loads
            .force
            .iter()
            .fold(0.0, |m: f64, f| m.max(f.abs()));
        let mut list = Vec::new();
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            let closed = system.is_closed(contact_friction.stop);
            let presses = if closed && !self.is_undetermined(contact_friction.stop) {
                self.now.multipliers[system.stop_row(contact_friction.stop)]
            } else {
                f64::INFINITY
            };
            list.push((
                system.rigid.stops[contact_friction.stop].guard,
                presses + CLEARLY * force,
            ));
            let left = match StickSlip::of(&self.memory, k) {
                StickSlip::Sticks { floor } => reserves[k] - floor + CLEARLY * force,
                StickSlip::Slides { along, faint, .. } if closed => {
                    let u: [f64; 2] = system.slip(k).velocity(&self.view());
                    slides_on(u, along, faint) + FAR * faint + CLEARLY * u[0].hypot(u[1])
                }
                _ => f64::INFINITY,
            };
            list.push((contact_friction.guard, left));
        }
        Ok(list)
    }

    /// Finds the slips at (t, y), kept in `slipping`: number, speed, and the speed below which each has no direction of its own.
    fn find_slips(&mut self, (t, y): (f64, &[f64]), by: &mut impl Solving) {
        let system = Arc::clone(&self.system);
        self.buffers.slipping.clear();
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            if let StickSlip::Slides { faint, .. } = StickSlip::of(&self.memory, k)
                && system.is_closed(contact_friction.stop)
            {
                self.buffers.slipping.push((k, 0.0, at_rest(faint)));
            }
        }
        if self.buffers.slipping.is_empty() {
            return;
        }
        let mut slipping = std::mem::take(&mut self.buffers.slipping);
        if by.look(self, t, y).is_err() {
            slipping.clear();
        }
        for (k, speed, _) in &mut slipping {
            let u: [f64; 2] = system.slip(*k).velocity(&self.view());
            *speed = u[0].hypot(u[1]);
        }
        self.buffers.slipping = slipping;
    }

    /// How small the slowest slip is beside a speed within the tolerance: errors have to be as much smaller, or they turn its direction.
    pub(super) fn share_of_slips(&mut self, t: f64, y: &[f64]) -> f64 {
        let unknown = self.speed_of_error();
        self.find_slips((t, y), &mut Absolute);
        let each = self.buffers.slipping.iter();
        let slowest = each.fold(f64::INFINITY, |m, (_, speed, rest)| m.min(speed.max(*rest)));
        if unknown > 0.0 {
            (TURNS_BY * slowest / unknown).clamp(LEAST_SHARE, 1.0)
        } else {
            1.0
        }
    }

    /// The rate at which the direction of a slip is drawn to that of its balance: what friction gives, over the speed. Of those that are slow beside a speed
    /// that is `unknown`.
    pub(super) fn decay_of_turns(
        &mut self,
        (t, y): (f64, &[f64]),
        unknown: f64,
        by: &mut impl Solving,
    ) -> f64 {
        let slow = |(_, speed, _): &(usize, f64, f64)| *speed < unknown / TURNS_BY;
        self.find_slips((t, y), by);
        if !self.buffers.slipping.iter().any(slow) || by.solve(self, t, y).is_err() {
            return 0.0;
        }
        let system = Arc::clone(&self.system);
        let slips = self.buffers.slipping.iter().filter(|slip| slow(slip));
        let rates = slips.map(|(k, speed, rest)| {
            let contact_friction = &system.rigid.contact_frictions[*k];
            let normal = self.now.multipliers[system.stop_row(contact_friction.stop)];
            let given =
                contact_friction.mu_dynamic * normal.abs() * self.answer_of_slip(&system, *k);
            given / speed.max(*rest)
        });
        rates.fold(0.0, f64::max)
    }

    /// The largest acceleration of a slip by a unit of force along it, as if no joint held its bodies: the larger eigenvalue of `T·M⁻¹·Tᵀ`.
    fn answer_of_slip(&self, system: &System, contact_friction: usize) -> f64 {
        // Entries (1, 1), (1, 2) and (2, 2).
        let mut a = [0.0; 3];
        let slip = system.slip(contact_friction);
        for (unit, weights) in [
            ([1.0, 0.0], [1.0, -0.5, 0.0]),
            ([0.0, 1.0], [0.0, -0.5, 1.0]),
            ([1.0, 1.0], [0.0, 0.5, 0.0]),
        ] {
            let mut square = 0.0;
            slip.forces(
                &system.mechanism,
                &self.view(),
                unit,
                &mut |b, q: [f64; 6]| {
                    let data = &system.mechanism.bodies[b];
                    let [f, t] = [Vec3::new(q[0], q[1], q[2]), Vec3::new(q[3], q[4], q[5])];
                    square += f.dot(&f) / data.mass;
                    if data.turns
                        && let Some(inverse) = data.inertia.try_inverse()
                    {
                        square += t.dot(&(inverse * t));
                    }
                },
            );
            a.iter_mut()
                .zip(weights)
                .for_each(|(a, w)| *a += w * square);
        }
        let [x, xy, y] = a;
        0.5 * (x + y) + (0.5 * (x - y)).hypot(xy)
    }

    /// Slips that have moved on since they left sticking are no longer at the verge of it.
    pub(super) fn leave_verge(&mut self) {
        let unknown = self.speed_of_error();
        for k in 0..self.system.rigid.contact_frictions.len() {
            let StickSlip::Slides {
                along,
                faint,
                verge: true,
            } = StickSlip::of(&self.memory, k)
            else {
                continue;
            };
            let u: [f64; 2] = self.system.slip(k).velocity(&self.view());
            if u[0].hypot(u[1]) > unknown {
                let slides = StickSlip::Slides {
                    along,
                    faint,
                    verge: false,
                };
                slides.keep(&mut self.memory, k);
            }
        }
    }

    /// Guards of the slips that are slower than the tolerance tells apart from rest. A slip that comes to rest is drawn into one direction ever more stiffly,
    /// and where that is not the one from which it would go on, no step leads across.
    pub(super) fn nearly_at_rest(
        &mut self,
        (t, y): (f64, &[f64]),
        by: &mut impl Solving,
    ) -> Vec<usize> {
        let system = Arc::clone(&self.system);
        let unknown = self.speed_of_error();
        self.find_slips((t, y), by);
        let slow = self
            .buffers
            .slipping
            .iter()
            .filter(|slip| slip.1 <= unknown);
        slow.map(|slip| system.rigid.contact_frictions[slip.0].guard)
            .collect()
    }

    /// Sliding in the Jacobian: how it depends on velocities, on the way it lies, and on the normal force. Sticking is in it as other constraints are, and
    /// so is the force of sliding as it turns with the bodies.
    pub(super) fn fill_contact_frictions(&self, system: &System, entries: &mut Entries<'_>) {
        let (n, nd) = (system.mechanism.positions, system.differential());
        let work = nd - 1;
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            let Ok(normal) = system
                .rows
                .binary_search(&system.stop_row(contact_friction.stop))
            else {
                continue;
            };
            let c = &system.constraints[contact_friction.constraint];
            let slip = system.slip(k);
            // What a unit force on each tangent does to each body.
            let pushes = [[1.0, 0.0], [0.0, 1.0]].map(|size| {
                let mut on = [[0.0; 6]; 2];
                slip.forces(&system.mechanism, &self.view(), size, &mut |b, q| {
                    if let Ok(at) = c.bodies.binary_search(&(b as u32)) {
                        on[at].iter_mut().zip(q).for_each(|(s, q)| *s += q);
                    }
                });
                on
            });
            // Generalized force on a body of a force on the tangents.
            let push = |size: [Seeded; 2], at: usize, r: usize| {
                size[0] * pushes[0][at][r] + size[1] * pushes[1][at][r]
            };
            let slides = match StickSlip::of(&self.memory, k) {
                StickSlip::Slides { along, faint, .. } => Some((along, faint)),
                _ => None,
            };
            let pull = contact_friction.mu_dynamic
                * self.now.multipliers[system.stop_row(contact_friction.stop)];
            for &b in &c.bodies {
                let b = b as usize;
                let seeds = Seeds::new(system, &self.now, &self.memory, b, &self.buffers.gradients);
                let u: [Seeded; 2] = slip.velocity(&seeds);
                let friction = slides.map_or([Seeded::constant(0.0); 2], |(along, faint)| {
                    direction(u, along, faint).map(|s| s * -pull)
                });
                for (at, &on) in c.bodies.iter().enumerate() {
                    let acted = &system.mechanism.bodies[on as usize];
                    for r in 0..acted.freedoms() {
                        let force = push(friction, at, r);
                        self.add_seeds(entries, n + acted.first + r, b, &force, 1.0);
                    }
                }
                let power = friction[0] * u[0] + friction[1] * u[1];
                self.add_seeds(entries, work, b, &power, 1.0);
            }
            // By the normal force.
            let unit = self
                .sliding(k)
                .map_or([0.0; 2], |(s, mu)| s.map(|s| -mu * s));
            let unit = unit.map(Seeded::constant);
            let mut power = 0.0;
            for (at, &b) in c.bodies.iter().enumerate() {
                let data = &system.mechanism.bodies[b as usize];
                let mut q = [0.0; 6];
                for (r, q) in q.iter_mut().enumerate() {
                    *q = push(unit, at, r).re;
                }
                power += power_on(&self.now.bodies[b as usize], &q);
                for (r, x) in q.iter().enumerate().take(data.freedoms()) {
                    entries.add(n + data.first + r, nd + normal, *x);
                }
            }
            entries.add(work, nd + normal, power);
        }
    }
}

/// The acceleration that friction gives to the lighter of two bodies in frictional contact.
fn slip_acceleration(e: &Equations, contact_friction: &ContactFriction) -> f64 {
    let system = &e.system;
    let bodies = system.constraints[contact_friction.constraint]
        .bodies
        .iter();
    let lightest = bodies
        .map(|b| system.mechanism.bodies[*b as usize].mass)
        .fold(f64::INFINITY, f64::min);
    let normal = e.now.multipliers[system.stop_row(contact_friction.stop)];
    contact_friction.mu_dynamic * normal.abs() / lightest
}

/// How long before the end of a step those slips were clear that ended within the tolerance and aside of where they went.
pub(super) fn last_of_a_slip(
    e: &mut Equations,
    step: &Step<'_>,
    by: &mut impl Solving,
) -> Option<f64> {
    let unknown = e.speed_of_error();
    e.find_slips((step.t1, step.y1), by);
    let nearly = |(_, speed, _): &&(usize, f64, f64)| *speed <= PASSES * unknown;
    let ended: Vec<usize> = e
        .buffers
        .slipping
        .iter()
        .filter(nearly)
        .map(|s| s.0)
        .collect();
    if ended.is_empty() {
        return None;
    }
    let system = Arc::clone(&e.system);
    let mut slips = |t: f64, y: &[f64]| -> Option<Vec<[f64; 2]>> {
        by.look(e, t, y).ok()?;
        let view = e.view();
        Some(
            ended
                .iter()
                .map(|k| system.slip(*k).velocity(&view))
                .collect(),
        )
    };
    let (before, after) = (slips(step.t0, step.y0)?, slips(step.t1, step.y1)?);
    let last = |(a, b): (&[f64; 2], &[f64; 2])| {
        let along = a[0] * b[0] + a[1] * b[1];
        let speed = a[0].hypot(a[1]);
        let aside = along.abs() < STRAIGHT * speed * b[0].hypot(b[1]);
        aside.then(|| step.h() * CLEAR * unknown / speed)
    };
    before.iter().zip(&after).filter_map(last).reduce(f64::min)
}
