//! Rigid contacts: gaps and the forces that keep them closed, impacts, and which contacts stay closed after them.
//!
//! A closed contact is a constraint like any other, its row among the kept ones, with a multiplier that presses. Its guard is that multiplier;
//! the guard of an open one is its gap. At an event, with W the gradients of the gaps of all contacts that touch and `A = W·M̂⁻¹·Wᵀ` (M̂⁻¹: the
//! mechanism with its joints, as it answers an impulse),
//!
//! ```text
//! impact             0 ≤ Λ ⟂ A·Λ + ġ⁻ + e·min(ġ⁻, 0) ≥ 0     M·(v⁺ − v⁻) = Wᵀ·Λ + Gᵀ·Λ_G
//! what stays closed  0 ≤ λ ⟂ A·λ + g̈ ≥ 0                     of those with ġ⁺ = 0; g̈ without their forces
//! ```
//!
//! The second decides after every impact, plastic ones included, and after every separation: a contact that would have to pull is open.
//!
//! Impacts of several contacts that follow each other ever faster (a box on its corners, a chain on a table) end as those of one do: a contact that an impact
//! lifts by less than a rebound that counts, against what would press it if it stayed, stays. The rates that are left go by the smallest change of the
//! velocities, in the metric of the kinetic energy, that brings the closed gaps to rest.
//!
//! Where contacts carry more than is determined, impulses and forces are those of least square.
//!
//! Sources: Pfeiffer, Glocker, Multibody Dynamics with Unilateral Contacts (1996), chapters 5, 6 and 8; two masses as in Dedow, Murphy, Numerical Computation
//! of Separation Events, GJES (2021).
#![allow(non_snake_case)]

use super::contact_friction::StickSlip;
use super::contact_friction_events::Occasion;
use super::{Equations, EventRecord};
use crate::constraint::Equations as Rows;
use crate::kinematics::Flow;
use crate::kkt::{Gamma, Kkt};
use crate::motion::View;
use crate::system::System;
use carom_base::{Diagnostic, Number};
use carom_model::analysis::{ImpactList, ImpactOrder, RestitutionLaw};
use carom_model::run::EventKind;
use carom_solve::accumulation::Accumulation;
use carom_solve::{Fault, Guard, lcp};
use std::sync::Arc;

/// What the memory keeps of a stop: the numbers of [`Accumulation`]; 1 while the closed stops hold it too; its gap at the last event if that was
/// negative; the rates of its gap before and after its last impact, and the impulse of that.
pub const IMPACT_NUMBERS: usize = HELD + 5;
/// Where it says whether the closed stops hold it.
pub(super) const HELD: usize = Accumulation::NUMBERS;
/// Where its gap is.
const FLOOR: usize = HELD + 1;
/// Where its last impact is.
const STRUCK: usize = HELD + 2;

/// Rounding of a gap, relative to the coordinates it is a difference of.
const GAP_ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Rounding of a force that follows from linear equations, relative to the forces in them.
pub(super) const FORCE_ROUNDING: f64 = 1e-13;
/// Rounding of what is left of friction at contacts that share their load, likewise.
const SHARED_ROUNDING: f64 = 1e-8;
/// A gap of so many roundings is closed; steps along a curved guard leave more than steps that are solved for their length.
pub(super) const TOUCHES: f64 = 1e4;
/// Speeds this small, relative to those of the bodies, are zero.
const STILL: f64 = 1e-11;
/// Or relative to what the accelerations give them over the size of the mechanism, where all is at rest.
const AT_REST: f64 = 1e3 * f64::EPSILON;
/// Open gaps do not approach faster than by this part of them.
pub(super) const SINKS: f64 = 1e-3;
/// Accelerations this small, relative to the largest one, are zero.
const NEUTRAL: f64 = 1e-9;
/// A force that causes less than so many neutral accelerations may come from the pushes of 10 of these that contacts which open are given.
const LOADED: f64 = 100.0;
/// A gap opens a moment later with this part of the largest acceleration: beyond rounding, as the moment is short.
const AHEAD: f64 = 1e-11;
/// The same with friction, whose forces are found by iteration to some 1e-10 and shared to 1e-8.
const AHEAD_WITH_FRICTION: f64 = 1e-7;
/// A rebound of one contact counts as none up to so many roundings of the gap in height, or of the time in length.
const NO_REBOUND: f64 = 100.0;
/// Contacts are struck again together if their rebounds are as long as each other, and keep the same part of their speeds, to this part.
const TOGETHER: f64 = 1e-4;
/// A gap of whose gradient the closed stops leave this part is held by them.
pub(super) const DEPENDENT: f64 = 1e-8;
/// Impacts one after the other at one event, for each contact, before all are solved for at once.
pub(super) const ROUNDS: usize = 50;
/// Two lines are the same when the motions that unit forces along them cause differ by no more than this part.
const SAME_LINE: f64 = 1e-6;

/// What goes with the stops of a system.
pub(super) struct Contacts {
    /// The mechanism with all stops open, and its equations at acceleration level.
    joints: Option<(Arc<System>, Kkt)>,
    /// The rows that are kept from the last event on, where they are others.
    pub(super) next: Option<Vec<usize>>,
    /// Force of each closed stop along the motion.
    pressing: Vec<Flow>,
    /// What is left of sticking at each friction along the motion.
    pub(super) reserves: Vec<Flow>,
    /// The time of these.
    pub(super) pressed_at: f64,
    /// Room for them.
    reserve: Vec<f64>,
    /// Contacts that stick together, where that was asked for since the last event.
    pub(super) sticking: Option<Vec<super::contact_friction::Sticking>>,
    /// Room for a state beside the one in hand.
    beside: Vec<f64>,
    /// Stops that the event in hand is about; all where there are none, and between events.
    pub(super) causes: Vec<usize>,
    /// Closed stops whose features have slid off each other at the last event.
    pub(super) left: Vec<usize>,
    /// Tolerance of the integration.
    pub error: f64,
    /// Bodies are at rest and time stands still: gaps that depend on time have no rates, and what motions drive has no accelerations.
    pub(super) stands_still: bool,
}

impl Contacts {
    pub fn new(system: &System) -> Self {
        let joints = (!system.stops.is_empty()).then(|| {
            let mut open = System::clone(system);
            open.rows = system.joint_rows();
            let kkt = Kkt::new(&open, Vec::new());
            (Arc::new(open), kkt)
        });
        Self {
            joints,
            next: None,
            pressing: vec![Flow::constant(0.0); system.stops.len()],
            reserves: vec![Flow::constant(f64::INFINITY); system.contact_frictions.len()],
            pressed_at: f64::NAN,
            reserve: vec![f64::INFINITY; system.contact_frictions.len()],
            sticking: None,
            beside: vec![0.0; system.differential()],
            causes: Vec::new(),
            left: Vec::new(),
            error: 0.0,
            stands_still: false,
        }
    }

    /// Forgets pivots.
    pub fn renew(&mut self) {
        self.sticking = None;
        if let Some((_, kkt)) = &mut self.joints {
            kkt.renew();
        }
    }
}

/// The contacts that touch at an event, with what the mechanism does about unit impulses at them.
#[derive(Clone)]
pub(super) struct Delassus {
    /// Numbers of the stops.
    pub stops: Vec<usize>,
    /// Where the two tangents of each stand among the rows; none of one without friction. The rows of the normals come first.
    pub tangents: Vec<Option<[usize; 2]>>,
    /// Gradient of each gap, then of each slip, length of the velocities.
    pub gradients: Vec<Vec<f64>>,
    /// Change of the velocities by a unit impulse at each.
    pub answers: Vec<Vec<f64>>,
    /// Change of each rate by a unit impulse at each: (n, n), symmetric.
    pub a: Vec<f64>,
    /// Rate of each gap where all bodies stand still.
    pub drift: Vec<f64>,
}

impl Delassus {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.gradients.len()
    }

    /// What the others leave of the answer of one, relative to it: A's entry less its projection on the columns of the others.
    pub fn left_of(&self, at: usize, others: &[usize]) -> f64 {
        let mut span = Span::of(self);
        others.iter().for_each(|k| span.add(*k));
        span.left_of(at)
    }

    /// Acceleration with which a force of this contact opens it while `others` stay closed.
    pub fn opens_by(&self, at: usize, force: f64, others: &[usize]) -> f64 {
        force * self.a[at * self.len() + at] * self.left_of(at, others)
    }

    /// Impulses of either sign at the `closed` contacts that bring them to rest, and others that keep the rest of `free` ones from approaching. The change
    /// of the velocities is the smallest one that does so, in the metric of the kinetic energy.
    pub fn rest(&self, rates: &[f64], closed: &[usize], free: &[usize]) -> Option<Vec<f64>> {
        let n = self.len();
        let entry = |i: usize, j: usize| self.a[i * n + j];
        let held = |right: Vec<f64>| lcp::solve_on(&self.a, closed, &right);
        let column = |j: usize| closed.iter().map(|i| entry(*i, j)).collect::<Vec<f64>>();
        let stop = held(closed.iter().map(|i| -rates[*i]).collect())?;
        let toward: Option<Vec<_>> = free.iter().map(|j| held(column(*j))).collect();
        let toward = toward?;
        // The others while the closed ones rest: Schur's complement.
        let m = free.len();
        let a: Vec<f64> = (0..m * m)
            .map(|at| {
                entry(free[at / m], free[at % m]) - dot(&column(free[at / m]), &toward[at % m])
            })
            .collect();
        let b: Vec<f64> = free
            .iter()
            .map(|i| rates[*i] + dot(&column(*i), &stop))
            .collect();
        let pushed = lcp::solve(&a, &b)?;
        let mut impulse = vec![0.0; n];
        for (k, i) in closed.iter().enumerate() {
            let less: f64 = toward.iter().zip(&pushed).map(|(t, z)| t[k] * z).sum();
            impulse[*i] = stop[k] - less;
        }
        for (i, z) in free.iter().zip(pushed) {
            impulse[*i] = z;
        }
        Some(impulse)
    }

    /// Forces at the contacts `carry` that keep them from overlapping; `free`: accelerations of the gaps without any.
    fn pressed(&self, free: &[f64], carry: &[usize]) -> Option<Vec<f64>> {
        let n = self.len();
        let each = carry.iter();
        let row = |i: &usize| {
            carry
                .iter()
                .map(|j| self.a[i * n + j])
                .collect::<Vec<f64>>()
        };
        let a: Vec<f64> = each.clone().flat_map(row).collect();
        let b: Vec<f64> = each.map(|at| free[*at]).collect();
        let mut force = vec![0.0; n];
        for (at, f) in carry.iter().zip(lcp::solve(&a, &b)?) {
            force[*at] = f;
        }
        Some(force)
    }

    /// Accelerations with which the gaps close while the contacts `carry` are pressed together; `free`: those of the gaps without any contact.
    fn drawn_back(&self, free: &[f64], carry: &[usize]) -> Option<Vec<f64>> {
        let force = self.pressed(free, carry)?;
        Some(self.after(free, &force).iter().map(|a| -a).collect())
    }

    /// `rates + A·impulse`.
    pub fn after(&self, rates: &[f64], impulse: &[f64]) -> Vec<f64> {
        let n = self.len();
        let change = |i: usize| (0..n).map(|j| self.a[i * n + j] * impulse[j]).sum::<f64>();
        (0..n).map(|i| rates[i] + change(i)).collect()
    }
}

/// The span of unit impulses in the metric of A, on an orthonormal basis (Gram and Schmidt, twice for rounding).
struct Span<'a> {
    of: &'a Delassus,
    /// Vectors of the basis, and A times each.
    basis: Vec<[Vec<f64>; 2]>,
}

impl<'a> Span<'a> {
    fn of(of: &'a Delassus) -> Self {
        Self {
            of,
            basis: Vec::new(),
        }
    }

    /// A unit impulse less its projection, and its square.
    fn reduce(&self, at: usize) -> (Vec<f64>, f64) {
        let n = self.of.len();
        let mut v = vec![0.0; n];
        v[at] = 1.0;
        for [q, a] in self.basis.iter().chain(&self.basis) {
            let d = dot(a, &v);
            v.iter_mut().zip(q).for_each(|(v, q)| *v -= d * q);
        }
        let square = dot(&self.times(&v), &v);
        (v, square)
    }

    fn times(&self, v: &[f64]) -> Vec<f64> {
        self.of
            .a
            .chunks_exact(v.len())
            .map(|row| dot(row, v))
            .collect()
    }

    fn add(&mut self, at: usize) {
        let (mut v, square) = self.reduce(at);
        v.iter_mut().for_each(|x| *x /= square.sqrt());
        let a = self.times(&v);
        self.basis.push([v, a]);
    }

    /// What the span leaves of a unit impulse, relative to it.
    fn left_of(&self, at: usize) -> f64 {
        self.reduce(at).1 / self.of.a[at * self.of.len() + at]
    }
}

/// The end of the impacts of a contact, which are closer to each other in a constant ratio.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// When.
    pub end: f64,
    /// Ratio of the intervals, and of the speeds.
    ratio: f64,
}

/// The impacts of a contact that come to their end, as far as they are not computed.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    pub limit: Limit,
    /// When the last one was that was computed.
    last: f64,
    /// Rates of the gap before it and after, and its impulse.
    struck: [f64; 3],
}

/// What happened to the rates of gaps at an event, one after the other: what they were, what impacts made of them, and what they are once rebounds that are
/// none are over.
#[derive(Clone, Copy)]
pub(super) struct Rates<'a> {
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

/// How contacts would accelerate without the forces of stops.
pub(super) struct Pushed {
    /// Second rates of the rows; those of gaps are not neutral.
    pub free: Vec<f64>,
    /// What was added to those that open.
    pub push: Vec<f64>,
    /// Which carry nothing any more, whether they open or not.
    pub falls: Vec<bool>,
    /// An acceleration of a gap that is none.
    pub neutral: f64,
    /// Forces a moment later, where they were asked for.
    pub ahead: Option<Vec<f64>>,
}

/// The contacts that touch, a moment later.
struct Later {
    /// Which open.
    opens: Vec<bool>,
    /// Forces of all rows.
    force: Vec<f64>,
}

/// What the accelerations say about the contacts that touch.
pub(super) struct Staying {
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

impl Equations {
    /// Where contacts carry that others hold already, their forces are not determined: of all that cause the same motion those of least square
    /// are told, and the reactions of joints that go with them. After [`Equations::accelerations`].
    pub fn share_forces(&mut self) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let stops = 0..system.stops.len();
        // With friction how they share is not free: it says what sticks.
        if !stops.clone().any(|k| self.is_held(k)) || !system.contact_frictions.is_empty() {
            return Ok(());
        }
        let carry = stops.filter(|k| system.is_closed(*k) || self.is_held(*k));
        let touching = self.touching(&system, carry.collect())?;
        let of = |k: &usize| self.now.multipliers[system.stop_row(*k)];
        let forces: Vec<f64> = touching.stops.iter().map(of).collect();
        let least = lcp::least(&touching.a, &forces);
        let (mut force, mut gamma) = (self.force.clone(), self.rates.clone());
        for (w, f) in touching.gradients.iter().zip(&least) {
            force.iter_mut().zip(w).for_each(|(sum, w)| *sum += w * f);
        }
        if self.contacts.stands_still {
            gamma.fill(0.0);
            self.solve_open(&force, Gamma::Given(&gamma))?;
        } else {
            self.solve_open(&force, Gamma::Joints(&mut gamma))?;
        }
        if let Some((open, kkt)) = &self.contacts.joints {
            for (row, lambda) in open.rows.iter().zip(&kkt.lambda) {
                self.now.multipliers[*row] = *lambda;
            }
        }
        for (k, f) in touching.stops.iter().zip(least) {
            self.now.multipliers[system.stop_row(*k)] = f;
        }
        Ok(())
    }

    /// Forces of the closed stops at (t, y), with their rates along `dy`: central differences of order 4. Leaves the state at (t, y).
    pub(super) fn press_along(&mut self, t: f64, y: &[f64], dy: &[f64]) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let closed = |k: &usize| system.is_closed(*k);
        if !(0..system.stops.len()).any(|k| closed(&k)) {
            return Ok(());
        }
        let distance = self.watch.distance(t);
        let mut beside = std::mem::take(&mut self.contacts.beside);
        self.contacts.pressing.fill(Flow::constant(0.0));
        self.contacts.reserves.fill(Flow::constant(0.0));
        let mut reserve = std::mem::take(&mut self.contacts.reserve);
        // (f₋₂ − 8·f₋₁ + 8·f₁ − f₂)/12δ, and the value last.
        let mut result = Ok(());
        for (ahead, weight) in [
            (-2.0, 1.0),
            (-1.0, -8.0),
            (1.0, 8.0),
            (2.0, -1.0),
            (0.0, 0.0),
        ] {
            let by = ahead * distance;
            for ((b, y), dy) in beside.iter_mut().zip(y).zip(dy) {
                *b = y + by * dy;
            }
            result = self
                .look(t + by, &beside)
                .and_then(|()| self.accelerations());
            if result.is_err() {
                break;
            }
            for k in (0..system.stops.len()).filter(closed) {
                let force = self.now.multipliers[system.stop_row(k)];
                let pressing = &mut self.contacts.pressing[k];
                pressing.re = force;
                pressing.eps[0] += weight * force / (12.0 * distance);
            }
            result = self.reserves_into(&mut reserve);
            if result.is_err() {
                break;
            }
            for (flow, left) in self.contacts.reserves.iter_mut().zip(&reserve) {
                flow.re = *left;
                if left.is_finite() {
                    flow.eps[0] += weight * left / (12.0 * distance);
                }
            }
        }
        // What rounding leaves of forces is no rate: a contact at the edge of what the others carry neither presses nor pulls.
        let smooth = system.contact_frictions.is_empty();
        for k in (0..system.stops.len()).filter(|k| smooth && closed(k)) {
            let least = FORCE_ROUNDING * self.largest_force(k);
            let pressing = &mut self.contacts.pressing[k];
            if pressing.eps[0].abs() * distance <= least {
                pressing.eps[0] = 0.0;
            }
        }
        if result.is_ok()
            && self
                .contacts
                .sticking
                .as_ref()
                .is_some_and(|all| all.iter().any(|s| s.is_shared()))
        {
            // What the search for the shares leaves is no rate.
            let force = self.force.iter().fold(0.0, |m: f64, f| m.max(f.abs()));
            for flow in &mut self.contacts.reserves {
                if flow.eps[0].abs() * distance <= SHARED_ROUNDING * force {
                    flow.eps[0] = 0.0;
                }
            }
        }
        self.contacts.reserve = reserve;
        self.contacts.beside = beside;
        self.contacts.pressed_at = t;
        result
    }

    /// Guards of the stops, after [`Equations::press_along`] and with the state along the motion.
    pub(super) fn stop_guards(&self, system: &System, out: &mut [Guard]) -> Result<(), Fault> {
        let view = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for (k, stop) in system.stops.iter().enumerate() {
            let is_closed = system.is_closed(k);
            // Forces are those of the rows before an event, with the friction behind it, until the rows change.
            let waits = is_closed && self.active_set_changes();
            let is_shared = is_closed && self.is_undetermined(k);
            let (guard, tolerance) = if waits || is_shared || self.is_held(k) && !is_closed {
                out[stop.guard] = Guard::IDLE;
                continue;
            } else if is_closed {
                let force = self.contacts.pressing[k];
                (force, FORCE_ROUNDING * self.largest_force(k))
            } else {
                // What it sank before the last event is no reason to watch it less.
                let floor = self.memory.impacts[IMPACT_NUMBERS * k + FLOOR].min(0.0);
                let gap = match system.touch(k) {
                    Some(touch) => self.clearance_along((k, touch), &view, floor),
                    None => Some(self.gap_along(system, k, &view)? - floor),
                };
                let Some(gap) = gap else {
                    out[stop.guard] = Guard::IDLE;
                    continue;
                };
                (gap, self.gap_rounding(system, k))
            };
            out[stop.guard] = Guard {
                value: guard.re,
                rate: guard.eps[0],
                tolerance: tolerance.max(f64::MIN_POSITIVE),
            };
        }
        Ok(())
    }

    /// The gap of a stop along the motion.
    fn gap_along(
        &self,
        system: &System,
        stop: usize,
        view: &View<'_, Flow>,
    ) -> Result<Flow, Fault> {
        let mut gap = [Flow::constant(0.0)];
        let constraint = &system.constraints[system.stops[stop].constraint];
        constraint.values(system, view, &mut gap);
        match (gap[0].re.is_finite(), &constraint.equations) {
            (false, Rows::Expression(f)) => Err(self.function_fault(*f)),
            _ => Ok(gap[0]),
        }
    }

    /// What an open stop sank before the last event, ≤ 0, below which its gap is watched; `None`: its gap is not.
    pub(super) fn watched_floor(&self, system: &System, stop: usize) -> Option<f64> {
        let open = !system.is_closed(stop) && !self.is_held(stop);
        open.then(|| self.memory.impacts[IMPACT_NUMBERS * stop + FLOOR].min(0.0))
    }

    /// The largest force beside that of a closed stop.
    pub(super) fn largest_force(&self, stop: usize) -> f64 {
        let force = self.contacts.pressing[stop].re;
        self.force.iter().fold(force, |m, f| m.max(f.abs()))
    }

    /// Rounding of a gap: of the places of its bodies.
    pub(super) fn gap_rounding(&self, system: &System, stop: usize) -> f64 {
        let bodies = &system.constraints[system.stops[stop].constraint].bodies;
        let place = |b: &u32| {
            let b = *b as usize;
            self.now.bodies[b].r.amax().max(system.bodies[b].radius)
        };
        GAP_ROUNDING * bodies.iter().map(place).fold(0.0, f64::max)
    }

    pub(super) fn gap(&self, system: &System, stop: usize) -> f64 {
        let mut gap = [0.0];
        let c = &system.constraints[system.stops[stop].constraint];
        c.values(system, &self.view(), &mut gap);
        gap[0]
    }

    pub(super) fn gap_rate(&self, system: &System, stop: usize) -> f64 {
        let mut rate = [0.0];
        let c = &system.constraints[system.stops[stop].constraint];
        c.rates(system, &self.view(), &mut rate);
        rate[0]
    }

    /// The largest rate of a gap that is rounding.
    pub(super) fn still(&mut self, system: &System, touching: &Delassus) -> Result<f64, Fault> {
        // Those of the forces: the others vanish with the speeds.
        self.applied_forces()?;
        let answers = touching.answers[..touching.stops.len()].iter();
        let acceleration = answers
            .map(|answer| dot(answer, &self.force).abs())
            .fold(0.0, f64::max);
        let stops = touching.stops.iter();
        let size = stops.map(|k| self.gap_rounding(system, *k) / GAP_ROUNDING);
        let size = size.fold(0.0, f64::max);
        Ok(STILL * self.speed() + AT_REST * (acceleration * size).sqrt())
    }

    /// Velocities of the state in the arrays, as the gradients of gaps multiply them.
    pub(super) fn velocities(&self) -> Vec<f64> {
        let mut v = vec![0.0; self.system.positions];
        for (body, data) in self.now.bodies.iter().zip(&self.system.bodies) {
            v[data.first..data.first + 3].copy_from_slice(&body.v.to_array());
            if data.turns {
                v[data.first + 3..data.first + 6].copy_from_slice(&body.w.to_array());
            }
        }
        v
    }

    /// Rates of the gaps with the velocities in the arrays.
    pub(super) fn gap_rates(&self, touching: &Delassus) -> Vec<f64> {
        let v = self.velocities();
        let each = touching.gradients.iter().zip(&touching.drift);
        each.map(|(w, drift)| dot(w, &v) + drift).collect()
    }

    /// Generalized force of a unit force that opens a stop.
    pub(super) fn opening(&self, system: &System, stop: usize) -> Vec<f64> {
        let mut force = vec![0.0; system.positions];
        let c = &system.constraints[system.stops[stop].constraint];
        c.forces(system, &self.view(), &[1.0], &mut |b, q: [f64; 6]| {
            super::accumulate(&mut force, &system.bodies[b], &q, 1.0);
        });
        force
    }

    /// Velocities after a generalized impulse, less those before, the joints held.
    pub(super) fn answer(&mut self, impulse: &[f64]) -> Result<Vec<f64>, Fault> {
        let nothing = vec![0.0; self.system.all_rows];
        self.solve_open(impulse, Gamma::Given(&nothing))
    }

    /// Accelerations (or what they stand for) with all stops open, for forces and γ of all rows.
    pub(super) fn solve_open(
        &mut self,
        force: &[f64],
        gamma: Gamma<'_>,
    ) -> Result<Vec<f64>, Fault> {
        let Some((open, kkt)) = &mut self.contacts.joints else {
            return Ok(Vec::new());
        };
        let view = View {
            system: open,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        kkt.solve(open, &view, force, gamma)
            .map_err(|message| Fault { message })?;
        Ok(kkt.a.clone())
    }

    /// The contacts of these stops, with the rows of slip of those with friction behind the gaps.
    pub(super) fn touching(
        &mut self,
        system: &System,
        stops: Vec<usize>,
    ) -> Result<Delassus, Fault> {
        self.touching_rows(system, stops, true)
    }

    /// The same, with rows of slip or without.
    pub(super) fn touching_rows(
        &mut self,
        system: &System,
        stops: Vec<usize>,
        with_slip: bool,
    ) -> Result<Delassus, Fault> {
        let mut gradients: Vec<Vec<f64>> = stops.iter().map(|k| self.opening(system, *k)).collect();
        let mut tangents = Vec::new();
        for &k in &stops {
            let contact_friction = system.stops[k].contact_friction.filter(|_| with_slip);
            tangents.push(contact_friction.map(|contact_friction| {
                let first = gradients.len();
                gradients.extend((0..2).map(|t| self.tangent_force(system, contact_friction, t)));
                [first, first + 1]
            }));
        }
        let answers: Result<Vec<_>, _> = gradients.iter().map(|w| self.answer(w)).collect();
        let answers = answers?;
        let a = delassus(&gradients, &answers);
        let v = self.velocities();
        let each = stops.iter().zip(&gradients);
        let drift = match self.contacts.stands_still {
            true => vec![0.0; stops.len()],
            false => each
                .map(|(k, w)| self.gap_rate(system, *k) - dot(w, &v))
                .collect(),
        };
        Ok(Delassus {
            drift,
            stops,
            tangents,
            gradients,
            answers,
            a,
        })
    }

    /// Answers the stops `fired` at (t, y), the state in the arrays: impacts change `y`, and which contacts are closed is decided anew. Whether it differs from before; then
    /// [`Equations::update_active_set`] is due.
    pub(super) fn answer_contacts(
        &mut self,
        t: f64,
        y: &mut [f64],
        fired: &[usize],
    ) -> Result<bool, Fault> {
        let system = Arc::clone(&self.system);
        if !system.contact_frictions.is_empty() {
            return self.answer_contact_friction(t, y, fired, &[]);
        }
        let stops = self.at_hand(&system, fired);
        let touching = self.touching(&system, stops)?;
        let still = self.still(&system, &touching)?;
        let before = self.gap_rates(&touching);
        let mut bounced = before.clone();
        let mut impulse = vec![0.0; touching.len()];
        if before.iter().any(|rate| *rate < -still) {
            let of = |k: &usize| system.stops[*k].restitution;
            let restitution: Vec<f64> = touching.stops.iter().map(of).collect();
            let found = impact(&system, &touching, &before, &restitution, still)
                .ok_or_else(|| self.no_answer(&system, &touching))?;
            impulse = lcp::least(&touching.a, &found);
            self.apply(&system, t, y, &touching, &impulse)?;
            bounced = self.gap_rates(&touching);
        }
        let (after, staying, rests) = self.bring_to_rest(&system, t, y, &touching, still, fired)?;
        let (closed, held) = find_closed(&touching, &staying);
        let rates = Rates {
            before: &before,
            bounced: &bounced,
            after: &after,
        };
        let limit = rates.limit(t, touching.len(), still, |list| {
            let carry = (0..touching.len()).filter(|at| closed[*at] && !list.contains(at));
            touching.drawn_back(&staying.free, &carry.collect::<Vec<_>>())
        });
        self.note_impacts(&system, t, &touching, rates, &impulse, (limit, still));
        let endings = self.endings(&system, t, &touching, (rests, &closed, &held), limit);
        let forces = lcp::least(&touching.a, &staying.force);
        self.tell(
            &system,
            t,
            &touching,
            rates,
            (&impulse, &forces),
            (&closed, &held, &endings),
        );
        for (at, &k) in touching.stops.iter().enumerate() {
            self.memory.impacts[IMPACT_NUMBERS * k + HELD] = f64::from(u8::from(held[at]));
        }
        let mut rows = self.rows_beside(&system, &touching.stops);
        let stay = touching.stops.iter().zip(&closed).filter(|(_, c)| **c);
        rows.extend(stay.map(|(k, _)| system.stop_row(*k)));
        rows.sort_unstable();
        let changes = rows != system.rows;
        self.contacts.next = changes.then_some(rows);
        Ok(changes)
    }

    /// The stops that an event concerns: those that are closed, held by others or fired, and those whose gaps are closed, in the islands of its causes.
    pub(super) fn at_hand(&self, system: &System, fired: &[usize]) -> Vec<usize> {
        let is_at_hand = |k: &usize| {
            let touches = match system.touch(*k) {
                Some(_) => self.touches(system, *k),
                None => Some(self.gap(system, *k) <= TOUCHES * self.gap_rounding(system, *k)),
            };
            let holds = system.is_closed(*k) || self.is_held(*k) || fired.contains(k);
            touches.is_some_and(|touches| touches || holds) && !self.contacts.left.contains(k)
        };
        let stops: Vec<usize> = (0..system.stops.len()).filter(is_at_hand).collect();
        match &self.contacts.causes[..] {
            [] => stops,
            causes => self.beside(system, stops, causes),
        }
    }

    /// Notes how deep the open stops stand: rounding, which must not add up over events that follow closely.
    pub(super) fn note_floors(&mut self) {
        let system = Arc::clone(&self.system);
        for k in 0..system.stops.len() {
            self.memory.impacts[IMPACT_NUMBERS * k + FLOOR] = self.gap(&system, k).min(0.0);
        }
    }

    /// The largest speed of a body, that of its rotation at its radius of gyration.
    fn speed(&self) -> f64 {
        let bodies = self.now.bodies.iter().zip(&self.system.bodies);
        bodies
            .map(|(b, d)| b.v.norm() + b.w.norm() * d.radius)
            .fold(0.0, f64::max)
    }

    /// Second rates of the gaps, then of the slips, without the forces of stops; of the state in the arrays.
    pub(super) fn row_accelerations(
        &mut self,
        system: &System,
        touching: &Delassus,
    ) -> Result<Vec<f64>, Fault> {
        self.applied_forces()?;
        self.deform();
        self.curvatures(system, &touching.stops);
        let (force, mut gamma) = (self.force.clone(), self.rates.clone());
        let a = if self.contacts.stands_still {
            gamma.fill(0.0);
            self.solve_open(&force, Gamma::Given(&gamma))?
        } else {
            self.solve_open(&force, Gamma::Joints(&mut gamma))?
        };
        let normals = touching.stops.iter().map(|k| system.stop_row(*k));
        let contact_frictions = touching
            .stops
            .iter()
            .filter_map(|k| system.stops[*k].contact_friction);
        let rows = normals.chain(
            contact_frictions.flat_map(|contact_friction| system.slip_rows(contact_friction)),
        );
        let each = rows.zip(&touching.gradients);
        Ok(each.map(|(row, w)| dot(w, &a) - gamma[row]).collect())
    }

    /// Whether the closed stops hold this one too.
    pub(super) fn is_held(&self, stop: usize) -> bool {
        self.memory.impacts[IMPACT_NUMBERS * stop + HELD] == 1.0
    }

    /// Impacts of a stop as they follow each other.
    fn series(&self, stop: usize) -> Accumulation {
        let numbers = &self.memory.impacts[IMPACT_NUMBERS * stop..][..HELD];
        Accumulation::from_numbers(std::array::from_fn(|n| numbers[n]))
    }

    /// Notes the impacts of the open stops that approached; when those of the ones that were thrown back end if all goes on as it was.
    pub(super) fn note_impacts(
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
        let mut ends = (0..self.system.stops.len()).filter_map(|k| self.series(k).end());
        ends.any(|end| end > t)
    }

    /// Intervals between impacts that are told apart.
    fn least_interval(&self, system: &System) -> f64 {
        match system.impacts.list {
            ImpactList::Resolved => self.contacts.error * system.scale.time,
            ImpactList::All => 0.0,
        }
    }

    /// A contact that leaves with a speed and is drawn back with an acceleration flies if this is above 1. It does not where the rebound is rounding, nor where
    /// all rebounds together that follow are over within the tolerance: those of one contact, or of a series of impacts of several, whose end is in sight.
    pub(super) fn rebound_of(
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
        let alone = rebound / (1.0 - system.stops[stop].restitution);
        let end = self.series(stop).end();
        let left = end.map_or(alone, |end| alone.max(end - t));
        as_high.min(as_long).min(left / self.least_interval(system))
    }

    /// The impacts that end now: of stops that close, and of closed ones that were struck in turn with these. What the memory knows of them is forgotten.
    pub(super) fn endings(
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
    fn report_impacts_to_come(&mut self, system: &System, t: f64, ending: &Ending, stop: usize) {
        let Limit { end, ratio } = ending.limit;
        let rounding = 2.0 * f64::EPSILON * end.abs();
        let least = self.least_interval(system).max(rounding);
        let (mut left, mut part) = (end - ending.last, 1.0);
        while left * (1.0 - ratio) > least {
            left *= ratio;
            part *= ratio;
            let [before, after, impulse] = ending.struck.map(|x| x * part);
            let label = system.stops[stop].label.clone();
            let next = EventRecord::new(EventKind::Impact, label, 0.0, before, 0.0);
            self.happened.push(EventRecord {
                rate_after: after,
                impulse,
                time: Some((end - left).max(t)),
                stop,
                ..next
            });
        }
    }

    /// Changes the velocities by impulses, and the work by the energy that goes.
    pub(super) fn apply(
        &mut self,
        system: &System,
        t: f64,
        y: &mut [f64],
        touching: &Delassus,
        impulse: &[f64],
    ) -> Result<(), Fault> {
        let n = system.positions;
        let kinetic = self.energies()[0];
        for (answer, impulse) in touching.answers.iter().zip(impulse) {
            for (v, dv) in y[n..2 * n].iter_mut().zip(answer) {
                *v += dv * impulse;
            }
        }
        self.look(t, y)?;
        let work = system.differential() - 1;
        y[work] += self.energies()[0] - kinetic;
        if let Some(told) = self.now.states.last_mut() {
            *told = y[work];
        }
        Ok(())
    }

    /// Decides which contacts stay, and takes from those that would rebound no higher than counts what speed they have left. Rates of the gaps, what stays, and
    /// whether there were such.
    fn bring_to_rest(
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
    pub(super) fn pushed(
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
            NEUTRAL * largest(&free[..n]).max(largest(&self.force) * largest(&touching.a));
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
                // What the next rate does decides.
                let next = self.gap_jerk(system, t, y, touching, at)?;
                free[at] = (10.0 * neutral).copysign(next);
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
    fn a_moment_later(
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
        let distance = self.watch.distance(t);
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
    fn forces_of(
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
    fn rates_under(
        &mut self,
        system: &System,
        y: &[f64],
        touching: &Delassus,
        forces: &[f64],
    ) -> Result<Vec<f64>, Fault> {
        let (force, mut gamma) = (self.force.clone(), self.rates.clone());
        let mut a = self.solve_open(&force, Gamma::Joints(&mut gamma))?;
        for (answer, force) in touching.answers.iter().zip(forces) {
            a.iter_mut().zip(answer).for_each(|(a, x)| *a += x * force);
        }
        let (mut dy, n) = (vec![0.0; system.differential()], system.positions);
        self.position_rates_into(y, None, &mut dy);
        dy[n..2 * n].copy_from_slice(&a);
        self.state_rates_into(0.0, &mut dy[2 * n..]);
        Ok(dy)
    }

    /// Which contacts stay by the forces on them; `after`: rates of their gaps. Rebounds that are higher than `most` times what counts as none fly.
    #[allow(clippy::too_many_arguments)]
    fn find_staying(
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
    fn rebound(
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
    pub(super) fn gap_jerk(
        &mut self,
        system: &System,
        t: f64,
        y: &[f64],
        touching: &Delassus,
        at: usize,
    ) -> Result<f64, Fault> {
        let dy = self.rates_under(system, y, touching, &[])?;
        let distance = self.watch.distance(t);
        let mut jerk = 0.0;
        for sign in [-1.0, 1.0] {
            let beside: Vec<f64> = y
                .iter()
                .zip(&dy)
                .map(|(y, dy)| y + sign * distance * dy)
                .collect();
            self.look(t + sign * distance, &beside)?;
            let one = self.touching(system, vec![touching.stops[at]])?;
            jerk += sign * self.row_accelerations(system, &one)?[0];
        }
        self.look(t, y)?;
        self.applied_forces()?;
        Ok(jerk)
    }

    pub(super) fn no_answer(&self, system: &System, touching: &Delassus) -> Fault {
        let names: Vec<&str> = touching
            .stops
            .iter()
            .map(|k| system.stops[*k].label.as_str())
            .collect();
        Fault {
            message: format!(
                "no impulses or forces keep these contacts from overlapping: {}",
                names.join(", ")
            ),
        }
    }

    /// Notes what happened at the contacts.
    pub(super) fn tell(
        &mut self,
        system: &System,
        t: f64,
        touching: &Delassus,
        rates: Rates<'_>,
        (impulse, force): (&[f64], &[f64]),
        (closed, held, endings): (&[bool], &[bool], &[Option<Ending>]),
    ) {
        let Rates { before, after, .. } = rates;
        for (at, &k) in touching.stops.iter().enumerate() {
            let record = |kind, gap| EventRecord {
                kind,
                element: system.stops[k].label.clone(),
                gap,
                rate: before[at],
                value: force[at],
                print: false,
                rate_after: after[at],
                impulse: impulse[at],
                time: None,
                stop: k,
            };
            let gap = self.gap(system, k);
            if impulse[at] > 0.0 {
                self.happened.push(EventRecord {
                    rate_after: rates.bounced[at],
                    ..record(EventKind::Impact, gap)
                });
            }
            let quiet = |kind, rate| EventRecord {
                rate,
                impulse: 0.0,
                ..record(kind, gap)
            };
            // Impacts that accumulate end, and the contact closes, after the last one that was computed.
            let end = endings[at].map(|ending| ending.limit.end);
            if let Some(ending) = &endings[at] {
                self.report_impacts_to_come(system, t, ending, k);
                self.happened.push(EventRecord {
                    time: end,
                    ..quiet(EventKind::Accumulation, after[at])
                });
            }
            let (was, is) = (
                system.is_closed(k) || self.is_held(k),
                closed[at] || held[at],
            );
            if is && !was {
                self.happened.push(EventRecord {
                    time: end,
                    ..quiet(EventKind::Closure, after[at])
                });
            } else if was && !is {
                self.happened.push(quiet(EventKind::Separation, after[at]));
            }
        }
    }

    /// Stands where the contacts of the start are decided; `y` is the state there.
    ///
    /// # Errors
    /// When a gap is negative.
    pub fn start_contacts(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        if system.stops.is_empty() {
            return Ok(());
        }
        self.look(t, y)?;
        self.refuse_overlaps(&system)?;
        self.renew_features(&system, &[]);
        for (k, stop) in system.stops.iter().enumerate() {
            let gap = self.gap(&system, k);
            if gap < -TOUCHES * self.gap_rounding(&system, k) && !system.is_closed(k) {
                let message = format!(
                    "{}: its rigid parts overlap by {:e} at the start",
                    stop.label, -gap
                );
                return Err(Fault { message });
            }
        }
        self.happened.clear();
        self.contacts.next = None;
        self.contacts.causes.clear();
        let touching = self.at_hand(&system, &[]);
        // What has been put elsewhere sticks to nothing any more.
        for (k, friction) in system.contact_frictions.iter().enumerate() {
            if !touching.contains(&friction.stop) {
                StickSlip::Open.keep(&mut self.memory, k);
            }
        }
        for causes in self.in_islands(&system, touching) {
            self.contacts.causes = causes;
            self.answer_contacts(t, y, &[])?;
        }
        self.contacts.causes.clear();
        Ok(())
    }

    /// Tells the tolerance of the integration that comes: rebounds of its size are none.
    pub fn expect_error(&mut self, error: f64) {
        self.contacts.error = error;
    }

    /// The tolerance of the integration.
    pub(crate) fn expected_error(&self) -> f64 {
        self.contacts.error
    }

    /// Whether [`Equations::update_active_set`] is due.
    pub fn active_set_changes(&self) -> bool {
        self.contacts.next.is_some()
    }

    /// Goes on with a system that keeps other rows, in the midst of a run.
    pub(crate) fn go_on_with(&mut self, system: System) {
        let (error, sensor_actions) = (self.contacts.error, self.sensor_actions);
        let (still, relaxed) = (self.contacts.stands_still, self.relaxed_searches);
        let by_friction = self.rests_by_friction;
        let happened = std::mem::take(&mut self.happened);
        self.replace_rows(Arc::new(system));
        (self.contacts.error, self.sensor_actions, self.happened) =
            (error, sensor_actions, happened);
        (self.contacts.stands_still, self.relaxed_searches) = (still, relaxed);
        self.rests_by_friction = by_friction;
    }

    /// Takes the rows that the last event asks for; the unknowns of the new equations, multipliers among them.
    pub fn update_active_set(&mut self) -> Result<Vec<f64>, Fault> {
        if let Some(rows) = self.contacts.next.take() {
            let mut system = System::clone(&self.system);
            system.rows = rows;
            let left = std::mem::take(&mut self.contacts.left);
            self.go_on_with(system);
            self.contacts.left = left;
            self.forget_left();
        }
        let (t, mut y) = (self.now.time, self.unknowns());
        self.look(t, &y)?;
        self.accelerations()?;
        let nd = self.system.differential();
        y[nd..nd + self.system.rows.len()].copy_from_slice(&self.kkt.lambda);
        self.note_reserves()?;
        Ok(y)
    }

    /// Stops whose law's force acts along another line than their gap opens.
    pub fn check_lines(&mut self) -> Vec<Diagnostic> {
        let system = Arc::clone(&self.system);
        let mut list = Vec::new();
        if let (Some(friction), false) = (system.frictions.first(), system.stops.is_empty()) {
            let message = format!(
                "{} stands beside rigid contacts, which is not supported yet",
                friction.label
            );
            list.push(Diagnostic::error("rigid-friction", friction.span, message));
        }
        if let (Some(&f), false) = (system.loaded.first(), system.stops.is_empty()) {
            let function = &system.functions[f];
            let message = format!(
                "{} looks at reactions or accelerations and stands beside rigid contacts, which is not supported yet",
                function.owner
            );
            list.push(Diagnostic::error("rigid-friction", function.span, message));
        }
        for (k, stop) in system.stops.iter().enumerate() {
            let own = self.opening(&system, k);
            let Some(laws) = self.line_of_law(&system, k) else {
                continue;
            };
            let moves = self.answer(&own).and_then(|a| Ok((a, self.answer(&laws)?)));
            let same = moves.is_ok_and(|(own, laws)| {
                let apart = own
                    .iter()
                    .zip(&laws)
                    .map(|(a, b)| (a - b) * (a - b))
                    .sum::<f64>();
                apart.sqrt() <= SAME_LINE * dot(&own, &own).sqrt()
            });
            if !same {
                let span = system.constraints[stop.constraint].span;
                let message = format!(
                    "{}: as a rigid contact it would press along another line than its force acts",
                    stop.label
                );
                let d = Diagnostic::error("rigid-line", span, message);
                list.push(d.help("measure the gap along the line of the force, between its own markers, and keep the markers apart by a free length"));
            }
        }
        list
    }

    /// Generalized force of a unit force of the law, with the sign that opens the gap; none where the gap alone says.
    fn line_of_law(&self, system: &System, stop: usize) -> Option<Vec<f64>> {
        let stop = &system.stops[stop];
        let law = stop.law.as_ref()?;
        let p = self.now.marker(system, stop.ends[0]).p;
        let mut unit = [0.0; 6];
        unit[stop.component] = stop.sign;
        let (f, t) = law.action(&self.view(), stop.ends, &unit, 0.0);
        let mut force = vec![0.0; system.positions];
        let mut add = |marker: usize, sign: f64| {
            if let Some(b) = system.markers[marker].carrier.body() {
                let body = &self.now.bodies[b];
                let q = crate::coordinate::generalized(body, &p, &(f * sign), &(t * sign));
                super::accumulate(&mut force, &system.bodies[b], &q, 1.0);
            }
        };
        add(stop.ends[0], 1.0);
        if stop.has_reaction {
            add(stop.ends[1], -1.0);
        }
        Some(force)
    }
}

/// Which contacts are closed: those that carry, and of the idle ones those that are not held closed by the others already, as the legs of a table
/// beyond three are; and which are held so. They are remembered, and not watched. Those that carry a moment later come first.
pub(super) fn find_closed(touching: &Delassus, staying: &Staying) -> (Vec<bool>, Vec<bool>) {
    let n = touching.stops.len();
    let carries = |at: usize| staying.force[at] > 0.0 && !staying.idle[at] && !staying.released[at];
    let mut closed: Vec<bool> = (0..n).map(carries).collect();
    let mut span = Span::of(touching);
    (0..n).filter(|at| closed[*at]).for_each(|at| span.add(at));
    let mut held = vec![false; n];
    let mut idle: Vec<usize> = (0..n).filter(|at| staying.idle[*at]).collect();
    if let Some(ahead) = &staying.ahead {
        idle.sort_by(|a, b| ahead[*b].total_cmp(&ahead[*a]));
    }
    for at in idle {
        held[at] = span.left_of(at) <= DEPENDENT;
        if !held[at] {
            span.add(at);
            closed[at] = true;
        }
    }
    for at in (0..n).filter(|at| staying.released[*at]) {
        held[at] = span.left_of(at) <= DEPENDENT;
    }
    (closed, held)
}

/// Impulses that answer the rates `before`.
fn impact(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    restitution: &[f64],
    still: f64,
) -> Option<Vec<f64>> {
    // Contacts that close at the same time have no order.
    let closing = before.iter().filter(|rate| **rate < -still).count();
    let solved = match system.impacts.order {
        ImpactOrder::Sequential if closing == 1 => {
            one_by_one(touching, before, restitution, still)?
        }
        _ => match system.impacts.law {
            RestitutionLaw::Newton => newton(touching, before, restitution)?,
            RestitutionLaw::Poisson | RestitutionLaw::Stronge => {
                poisson(touching, before, restitution)?
            }
        },
    };
    // The impulses take the mean speed's work out of the motion. Different restitutions at contacts that are coupled may put some in; compression
    // and expansion apart never do with equal ones, and plastic impacts never do.
    let gains = |impulse: &[f64]| {
        let after = touching.after(before, impulse);
        let all = || 0..before.len();
        let gain: f64 = all().map(|k| impulse[k] * (before[k] + after[k])).sum();
        let size: f64 = all()
            .map(|k| impulse[k] * (before[k].abs() + after[k].abs()))
            .sum();
        gain > 1e-12 * size
    };
    if !gains(&solved) {
        return Some(solved);
    }
    let softer = poisson(touching, before, restitution)?;
    if !gains(&softer) {
        return Some(softer);
    }
    poisson(touching, before, &vec![0.0; before.len()])
}

/// 0 ≤ Λ ⟂ A·Λ + ġ⁻ + e·min(ġ⁻, 0) ≥ 0
fn newton(touching: &Delassus, before: &[f64], restitution: &[f64]) -> Option<Vec<f64>> {
    let b: Vec<f64> = before
        .iter()
        .zip(restitution)
        .map(|(rate, e)| rate + e * rate.min(0.0))
        .collect();
    lcp::solve(&touching.a, &b)
}

/// `A = W·M⁻¹·Wᵀ`, row by row, of the rows W and their answers `M⁻¹·Wᵀ`. A row names the few bodies of its contact.
fn delassus(rows: &[Vec<f64>], answers: &[Vec<f64>]) -> Vec<f64> {
    let mut a = Vec::with_capacity(rows.len() * rows.len());
    for row in rows {
        let own: Vec<usize> = (0..row.len()).filter(|k| row[*k] != 0.0).collect();
        let along = |answer: &Vec<f64>| own.iter().map(|k| row[*k] * answer[*k]).sum::<f64>();
        a.extend(answers.iter().map(along));
    }
    a
}

/// Compression to rest, then a part e of each impulse comes back, and what else keeps the gaps from closing.
fn poisson(touching: &Delassus, before: &[f64], restitution: &[f64]) -> Option<Vec<f64>> {
    let compression = lcp::solve(&touching.a, before)?;
    let expansion: Vec<f64> = compression
        .iter()
        .zip(restitution)
        .map(|(l, e)| l * e)
        .collect();
    let both: Vec<f64> = compression
        .iter()
        .zip(&expansion)
        .map(|(c, e)| c + e)
        .collect();
    let more = lcp::solve(&touching.a, &touching.after(before, &both))?;
    Some(both.iter().zip(more).map(|(a, b)| a + b).collect())
}

/// One contact after the other, the one that approaches fastest first; what is left after many rounds all at once.
fn one_by_one(
    touching: &Delassus,
    before: &[f64],
    restitution: &[f64],
    still: f64,
) -> Option<Vec<f64>> {
    let n = touching.len();
    let mut impulse = vec![0.0; n];
    let mut rates = before.to_vec();
    for _ in 0..ROUNDS * n {
        let fastest = (0..n).min_by(|a, b| rates[*a].total_cmp(&rates[*b]))?;
        if rates[fastest] >= -still {
            return Some(impulse);
        }
        let l = -(1.0 + restitution[fastest]) * rates[fastest] / touching.a[fastest * n + fastest];
        impulse[fastest] += l;
        rates = touching.after(before, &impulse);
    }
    let rest = newton(touching, &rates, restitution)?;
    Some(impulse.iter().zip(rest).map(|(a, b)| a + b).collect())
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
