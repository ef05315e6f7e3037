//! Rigid contacts in positions of rest.
//!
//! ```text
//! F(q) + Gᵀ·λ + Wᵀ·f = 0      Φ(q) = 0      0 ≤ f ⟂ g(q) ≥ 0
//! ```
//!
//! with g the gaps and W their gradients. A search for equilibrium ([`crate::analysis::statics`]) asks here
//!
//! - which contacts press where the bodies stand: those that would if the bodies were let go from rest, `0 ≤ f ⟂ A·f + W·M̂⁻¹·F ≥ 0`. They are rows of the
//!   next step, the others guard their gaps;
//! - how far a step may go: up to where the first gap closes. A contact that touches and would be pressed by the step is a row of it too;
//! - for positions in which nothing overlaps: the nearest ones, in the metric of the kinetic energy.
//!
//! It looks for an equilibrium without friction. What the contacts do in the position that was found is decided as at any event, with all bodies at rest and time
//! standing still ([`Contacts::stands_still`]): surfaces that are pressed stick, and what others hold already is told apart.
#![allow(non_snake_case)]

use super::contact::delassus::{Delassus, dot};
use super::contact::immovable::immovable;
use super::{Equations, EventRecord};
use crate::equations::contact::state::{Contacts, HELD as HELD_BY_OTHERS, IMPACT_NUMBERS};
use crate::equations::contact::stick_slip::StickSlip;
use crate::equations::contact::tolerances::DEPENDENT;
use crate::equations::contact::tolerances::TOUCHES;
use crate::equations::kkt::rows::Gamma;
use crate::system::System;
use carom_model::run::EventKind;
use carom_solve::{Fault, lcp};
use std::sync::Arc;

/// Forces and accelerations below this part of the largest are none.
const NEUTRAL: f64 = 1e-9;
/// Positions until nothing overlaps.
const PUSHES: usize = 50;
/// Looks along a step for where the first gap closes.
const LOOKS: usize = 100;
/// Accelerations that friction leaves at rest, relative to those of the forces without contacts.
const HELD: f64 = 1e-9;

/// Speeds below this part of L/T, and angular ones of 1/T, are none where equations are linearized about rest.
const RESTS: f64 = 1e-9;

/// A set of closed contacts, each with its force.
pub(crate) type Closed = Vec<(usize, f64)>;

impl Equations {
    /// Whether there are rigid contacts.
    pub(crate) fn has_stops(&self) -> bool {
        !self.system.rigid.stops.is_empty()
    }

    /// Whether contacts are decided for bodies at rest while time stands still; what was before.
    pub(crate) fn stand_still(&mut self, still: bool) -> bool {
        std::mem::replace(&mut self.contacts.stands_still, still)
    }

    /// The contacts that are closed, or held so by others.
    pub(crate) fn closed_stops(&self) -> Vec<bool> {
        let all = 0..self.system.rigid.stops.len();
        all.map(|k| self.system.is_closed(k) || self.is_held(k))
            .collect()
    }

    /// Gaps that are open: of stops, and of the features of polyhedra that no closed stop is about. Each with what of it is rounding, and a stop.
    fn open_gaps(&self) -> Vec<(f64, f64, usize)> {
        let system = &self.system;
        let touch = |k: usize| (TOUCHES * self.gap_rounding(system, k)).max(f64::MIN_POSITIVE);
        let open = (0..system.rigid.stops.len())
            .filter(|k| !system.is_closed(*k) && system.touch(*k).is_none());
        let own = open.map(|k| (self.gap(system, k), touch(k), k));
        let of_features = system.rigid.polyhedra.iter().map(|pair| {
            let first = pair.stops.start;
            (self.open_gap(system, pair), touch(first), first)
        });
        own.chain(of_features).collect()
    }

    /// The contact that overlaps most, beyond rounding, and its gap. Of the state in the arrays, functions computed.
    pub(crate) fn overlap(&self) -> Option<(&str, f64)> {
        let gaps = self.open_gaps().into_iter();
        let deep = gaps.filter(|(gap, touch, _)| *gap < -touch);
        let (gap, _, stop) = deep.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((&self.system.rigid.stops[stop].label, gap))
    }

    /// Lets stops of polyhedra be about the features that touch; those whose features have slid off each other are no rows any more.
    fn follow_features(&mut self) {
        if self.system.rigid.polyhedra.is_empty() {
            return;
        }
        let system = Arc::clone(&self.system);
        self.renew_features(&system, &[]);
        self.event.happened.clear();
        let left = std::mem::take(&mut self.contacts.left);
        let mut kept = self.kept_stops();
        kept.retain(|k| !left.contains(k) && self.has_gap(&system, *k));
        self.close_stops(&kept);
        self.contacts.left = left;
        self.forget_left();
    }

    /// Takes the rows of the joints and those of these stops, if they are others than now. Friction has none: equilibria are without it.
    pub(crate) fn close_stops(&mut self, stops: &[usize]) -> bool {
        self.memory.contact_frictions.fill(0.0);
        let mut rows = self.system.joint_rows();
        rows.extend(stops.iter().map(|k| self.system.stop_row(*k)));
        rows.sort_unstable();
        if rows == self.system.rows {
            return false;
        }
        let mut system = System::clone(&self.system);
        system.rows = rows;
        self.go_on_with(system);
        self.arrange();
        true
    }

    /// The stops whose rows are kept.
    pub(crate) fn kept_stops(&self) -> Vec<usize> {
        let all = 0..self.system.rigid.stops.len();
        all.filter(|k| self.system.is_closed(*k)).collect()
    }

    /// The contacts that press where the bodies stand, with their forces; those of `also` that say something new count too. Those that are closed now stay so
    /// if they could: of a box on four corners the choice is free. Functions are those of the state in the arrays.
    pub(crate) fn pressed_at_rest(&mut self, also: &[usize]) -> Result<Closed, Fault> {
        let system = Arc::clone(&self.system);
        let mut stops = self.at_hand(&system, &[]);
        let touching = self.touching_rows(&system, stops.clone(), false)?;
        let immovable = immovable(self, &touching);
        stops.retain(|k| !immovable.contains(k));
        if stops.is_empty() {
            return Ok(Vec::new());
        }
        let touching = self.touching_rows(&system, stops, false)?;
        let n = touching.len();
        let b = self.let_go(&touching)?;
        let largest = |list: &[f64]| list.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
        let neutral = NEUTRAL * largest(&b);
        let is_closed = |at: &usize| system.is_closed(touching.stops[*at]);
        let now: Vec<usize> = (0..n).filter(is_closed).collect();
        let mut force = vec![0.0; n];
        let right: Vec<f64> = now.iter().map(|at| -b[*at]).collect();
        let kept = lcp::solve_on(&touching.a, &now, &right).filter(|list| {
            for (at, f) in now.iter().zip(list) {
                force[*at] = *f;
            }
            let pulls = list.iter().any(|f| *f < -NEUTRAL * largest(list));
            !pulls && touching.after(&b, &force).iter().all(|w| *w >= -neutral)
        });
        let mut closed: Vec<usize> = now;
        if kept.is_none() {
            force =
                lcp::solve(&touching.a, &b).ok_or_else(|| self.no_answer(&system, &touching))?;
            closed = (0..n).filter(|at| force[*at] > 0.0).collect();
            // As many as are independent of those that could share the load.
            for (at, share) in lcp::least(&touching.a, &force).iter().enumerate() {
                let carries = *share > NEUTRAL * largest(&force) && !closed.contains(&at);
                if carries && touching.left_of(at, &closed) > DEPENDENT {
                    closed.push(at);
                }
            }
        }
        for k in also {
            let at = touching.stops.iter().position(|s| s == k);
            let new =
                at.filter(|at| !closed.contains(at) && touching.left_of(*at, &closed) > DEPENDENT);
            closed.extend(new);
        }
        let each = closed.iter();
        Ok(each.map(|at| (touching.stops[*at], force[*at])).collect())
    }

    /// Accelerations of the gaps from rest, without the forces of contacts.
    fn let_go(&mut self, touching: &Delassus) -> Result<Vec<f64>, Fault> {
        self.applied_forces()?;
        let (force, nothing) = (self.loads.force.clone(), vec![0.0; self.system.all_rows]);
        let a = self.solve_open(&force, Gamma::Given(&nothing))?;
        Ok(touching.gradients.iter().map(|w| dot(w, &a)).collect())
    }

    /// The open contact that touches and that a step would press most, by more than rounding.
    pub(crate) fn pressed_by(&self, step: &[f64]) -> Option<usize> {
        let system = &self.system;
        let at_hand = self.at_hand(system, &[]).into_iter();
        let open = at_hand.filter(|k| !system.is_closed(*k));
        let gaps = open.map(|k| {
            let after = self.gap(system, k) + dot(&self.opening(system, k), step);
            (k, after / (TOUCHES * self.gap_rounding(system, k)))
        });
        let worst = gaps.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (worst.1 < -1.0).then_some(worst.0)
    }

    /// Moves the bodies along a step, no farther than to where the first gap closes; the share of the step.
    pub(crate) fn advance(&mut self, step: &[f64]) -> f64 {
        let before = self.now.bodies.clone();
        // The gaps, each in its own roundings.
        let mut at = |share: f64| -> Vec<f64> {
            self.now.bodies.clone_from(&before);
            let part: Vec<f64> = step.iter().map(|d| d * share).collect();
            self.displace(&part);
            self.arrange();
            let gaps = self.open_gaps().into_iter();
            // What is not a number is nowhere to go, either.
            gaps.map(|(gap, touch, _)| if gap.is_nan() { -2.0 } else { gap / touch })
                .collect()
        };
        let deepest = |gaps: &[f64]| {
            let worst = (0..gaps.len()).min_by(|a, b| gaps[*a].total_cmp(&gaps[*b]));
            worst.filter(|k| gaps[*k] < -1.0)
        };
        let mut behind = at(1.0);
        let Some(mut first) = deepest(&behind) else {
            return 1.0;
        };
        let (mut low, mut high) = (0.0, 1.0);
        let mut ahead = at(0.0);
        for look in 0..LOOKS {
            if ahead[first] <= 1.0 || high - low <= f64::EPSILON * high {
                break;
            }
            // Regula falsi, and every other time a bisection.
            let falsi = low + (high - low) * ahead[first] / (ahead[first] - behind[first]);
            let share = match look % 2 {
                0 if falsi > low && falsi < high => falsi,
                _ => 0.5 * (low + high),
            };
            let gaps = at(share);
            match deepest(&gaps) {
                None => (low, ahead) = (share, gaps),
                Some(k) => (high, behind, first) = (share, gaps, k),
            }
        }
        at(low);
        low
    }

    /// Puts the bodies on their constraints, where nothing overlaps: the nearest such position in the metric of the kinetic energy.
    ///
    /// # Errors
    /// When there is none near by.
    pub(crate) fn keep_gaps(&mut self) -> Result<(), Fault> {
        self.follow_features();
        self.close()?;
        self.follow_features();
        if self.overlap().is_none() {
            return Ok(());
        }
        self.close_stops(&[]);
        for _ in 0..PUSHES {
            let Some((label, gap)) = self.overlap() else {
                return Ok(());
            };
            let fault = Fault {
                message: format!(
                    "{label}: its rigid parts overlap by {:.3e}, and no position near by keeps them apart",
                    -gap
                ),
            };
            if !self.push_apart()? {
                return Err(fault);
            }
            if self.close().is_err() {
                return Err(fault);
            }
            self.follow_features();
        }
        match self.overlap() {
            None => Ok(()),
            Some((label, _)) => Err(Fault {
                message: format!(
                    "{label}: its rigid parts overlap, and pushing them apart comes to no end"
                ),
            }),
        }
    }

    /// The smallest move, in the metric of the kinetic energy, after which no gap is negative to first order; `false` where no move does that.
    fn push_apart(&mut self) -> Result<bool, Fault> {
        let system = Arc::clone(&self.system);
        let all = (0..system.rigid.stops.len()).filter(|k| self.has_gap(&system, *k));
        let touching = self.touching_rows(&system, all.collect(), false)?;
        let stops = touching.stops.iter();
        let gaps: Vec<f64> = stops.map(|k| self.gap(&system, *k)).collect();
        let Some(pushes) = lcp::solve(&touching.a, &gaps) else {
            return Ok(false);
        };
        let mut step = vec![0.0; system.mechanism.positions];
        for (answer, push) in touching.answers.iter().zip(&pushes) {
            let each = step.iter_mut().zip(answer);
            each.for_each(|(d, a)| *d += a * push);
        }
        self.displace(&step);
        Ok(step.iter().all(|d| d.is_finite()))
    }

    /// Decides what the contacts do in a position of rest: which are closed, which of these others hold, and that they stick.
    pub(crate) fn rest_on_contacts(&mut self, t: f64) -> Result<(), Fault> {
        if !self.has_stops() {
            return Ok(());
        }
        let was = self.stand_still(true);
        self.contacts.next = None;
        let mut y = self.unknowns();
        let decided = self
            .look(t, &y)
            .and_then(|()| self.answer_contacts(t, &mut y, &[]))
            .and_then(|_| self.update_active_set());
        self.stand_still(was);
        // A sweep over positions tells what has changed between them.
        self.event.happened.clear();
        decided.map(|_| ())
    }

    /// What has become of the contacts since `before`: events, with the forces of the state in the arrays.
    pub(crate) fn contact_changes(&self, before: &[bool]) -> Vec<EventRecord> {
        let system = &self.system;
        let now = self.closed_stops();
        let changed = (0..now.len()).filter(|k| now[*k] != before[*k]);
        let each = changed.map(|k| {
            let kind = match now[k] {
                true => EventKind::Closure,
                false => EventKind::Separation,
            };
            let force = self.now.multipliers[system.stop_row(k)];
            let label = system.rigid.stops[k].label.clone();
            EventRecord {
                stop: k,
                ..EventRecord::new(kind, label, self.gap(system, k), 0.0, force)
            }
        });
        each.collect()
    }

    /// Whether friction holds all bodies where they stand, contacts decided by [`Equations::rest_on_contacts`]; if not, which contacts give way.
    pub(crate) fn held_by_friction(&mut self) -> Result<Result<(), Vec<String>>, Fault> {
        self.applied_forces()?;
        let (force, nothing) = (self.loads.force.clone(), vec![0.0; self.system.all_rows]);
        let free = self.solve_open(&force, Gamma::Given(&nothing))?;
        let was = self.stand_still(true);
        let solved = self.accelerations();
        self.stand_still(was);
        solved?;
        let size = |a: &[f64]| a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        if size(&self.kkt.a) <= HELD * size(&free) {
            return Ok(Ok(()));
        }
        let system = &self.system;
        let slides =
            |k: &usize| matches!(StickSlip::of(&self.memory, *k), StickSlip::Slides { .. });
        let of = |k: usize| {
            system.rigid.stops[system.rigid.contact_frictions[k].stop]
                .label
                .clone()
        };
        let mut names: Vec<String> = (0..system.rigid.contact_frictions.len())
            .filter(slides)
            .map(of)
            .collect();
        names.dedup();
        Ok(Err(names))
    }

    /// The first contact that slides.
    pub(crate) fn sliding_contact(&self) -> Option<&str> {
        let system = &self.system;
        let all = 0..system.rigid.contact_frictions.len();
        let mut slides = all.filter(|k| {
            system.is_closed(system.rigid.contact_frictions[*k].stop)
                && matches!(StickSlip::of(&self.memory, *k), StickSlip::Slides { .. })
        });
        let first = slides.next()?;
        Some(&system.rigid.stops[system.rigid.contact_frictions[first].stop].label)
    }

    /// The first contact that sticks.
    pub(crate) fn sticking_contact(&self) -> Option<&str> {
        let system = &self.system;
        let mut all = 0..system.rigid.contact_frictions.len();
        let first = all.find(|k| StickSlip::of(&self.memory, *k).sticks())?;
        Some(&system.rigid.stops[system.rigid.contact_frictions[first].stop].label)
    }

    /// Whether no body moves, up to rounding.
    pub(crate) fn all_rest(&self) -> bool {
        let scale = &self.system.mechanism.scale;
        let bodies = self.now.bodies.iter();
        let speeds = bodies.map(|b| (b.v.norm() / scale.length + b.w.norm()) * scale.time);
        speeds.fold(0.0, f64::max) <= RESTS
    }

    /// Contacts that are closed without a force, however those that touch share the load; after [`Equations::accelerations`]. They are about to open, or have just
    /// closed.
    pub(crate) fn on_the_edge(&mut self) -> Result<Vec<String>, Fault> {
        let system = Arc::clone(&self.system);
        let lambda = self.now.multipliers.clone();
        let all = 0..system.rigid.stops.len();
        let closed = all.filter(|k| system.is_closed(*k) || self.is_held(*k));
        let touching = self.touching_rows(&system, closed.collect(), false)?;
        let stops = touching.stops.iter();
        let forces: Vec<f64> = stops.map(|k| lambda[system.stop_row(*k)]).collect();
        let shares = lcp::least(&touching.a, &forces);
        self.now.multipliers = lambda;
        let largest = self.loads.force.iter().chain(&shares);
        let largest = largest.fold(0.0, |m: f64, f| m.max(f.abs()));
        let each = touching.stops.iter().zip(shares);
        let idle = each.filter(|(_, share)| *share <= NEUTRAL * largest);
        let mut names: Vec<String> = idle
            .map(|(k, _)| system.rigid.stops[*k].label.clone())
            .collect();
        names.dedup();
        Ok(names)
    }
}

impl Contacts {
    /// Whether bodies are at rest and time stands still: gaps that depend on time have no rates, and what motions drive has no accelerations.
    pub(super) fn stands_still(&self) -> bool {
        self.stands_still
    }
}

/// The stops by the names of their elements, and which stop of its element each is.
fn keys_of_stops(system: &System) -> Vec<(&str, usize)> {
    let mut keys: Vec<(&str, usize)> = Vec::new();
    for stop in &system.rigid.stops {
        let label = stop.label.as_str();
        let before = keys.iter().rev().find(|(other, _)| *other == label);
        keys.push((label, before.map_or(0, |(_, number)| number + 1)));
    }
    keys
}

/// After commands that change the model: contacts that were closed and touch as before count as held until the analysis decides at its start, so that one which stays closed is not told to
/// close again, and one that opens is told. The same of those that stick.
pub(crate) fn carry_contacts(e: &mut Equations, old: &Equations) {
    let system = Arc::clone(&e.system);
    let was_closed = old.closed_stops();
    let keys = keys_of_stops(&old.system);
    for (k, key) in keys_of_stops(&system).into_iter().enumerate() {
        let before = keys.iter().position(|other| *other == key);
        let Some(before) = before.filter(|b| was_closed[*b]) else {
            continue;
        };
        if system.touch(k).is_some() {
            let modes = [e.mode_of(&system, k), old.mode_of(&old.system, before)];
            e.memory.modes[modes[0]] = old.memory.modes[modes[1]];
        }
        if e.gap(&system, k).abs() > TOUCHES * e.gap_rounding(&system, k) {
            continue;
        }
        e.memory.impacts[IMPACT_NUMBERS * k + HELD_BY_OTHERS] = 1.0;
        let frictions = [
            system.rigid.stops[k].contact_friction,
            old.system.rigid.stops[before].contact_friction,
        ];
        if let [Some(friction), Some(before)] = frictions
            && StickSlip::of(&old.memory, before).sticks()
        {
            StickSlip::of(&old.memory, before).keep(&mut e.memory, friction);
        }
    }
}
