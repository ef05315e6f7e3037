//! Friction of rigid contacts between events: what sticks is a constraint, what slides a force.
//!
//! ```text
//! sticks   u = 0 by two rows more, their multipliers λ_T the friction       guard: what is left of |λ_T| ≤ μ_s·λ_N
//! slides   λ_T = −μ_d·λ_N·s, s = u/|u| continued through rest               guard: u·s₀ − |u|/2, s₀ the direction at the last event
//! ```
//!
//! Sliding is linear in the multiplier of the normal, so that it enters the matrix at acceleration level as it is. Events are in
//! [`super::rubbing_events`].
#![allow(non_snake_case)]

use super::{Equations, power_on};
use crate::jacobian::Entries;
use crate::kinematics::{Flow, Seeded};
use crate::motion::{Memory, Seeds, View};
use crate::slip::{Slip, direction, slides_on};
use crate::system::{Rub, System};
use carom_base::Number;
use carom_solve::{Fault, Guard, cone};
use std::sync::Arc;

/// What the memory keeps of the friction of a stop: whether it rubs, the direction in which it slides, and a speed that does not count.
pub const RUB_NUMBERS: usize = 4;
/// The tangents of a curved pair are chosen anew when the square of the sine between normal and axis falls to this.
const CLEARANCE: f64 = 0.04;
/// What friction leaves of an acceleration where sticking has just come to its end, in parts of what it gives itself: only what comes next says whether
/// the surfaces move, and in which direction.
const MARGINAL: f64 = 1e-5;

/// What the surfaces of a contact do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rubbing {
    /// Nothing: they do not touch, or others carry.
    Open,
    /// They stick.
    Sticks {
        /// What was left of it at the last event, if that was negative: rounding, and no reason to watch it less.
        floor: f64,
    },
    /// They slide.
    Slides {
        /// Direction at the last event.
        along: [f64; 2],
        /// A speed that does not count.
        faint: f64,
        /// Whether they stuck before, and that came to its end: they are at its verge until they move.
        verge: bool,
    },
}

impl Rubbing {
    pub(super) fn of(memory: &Memory, rub: usize) -> Self {
        let m = &memory.rubs[RUB_NUMBERS * rub..][..RUB_NUMBERS];
        match m[0] {
            1.0 => Rubbing::Sticks { floor: m[1] },
            2.0 | 3.0 => Rubbing::Slides {
                along: [m[1], m[2]],
                faint: m[3],
                verge: m[0] == 3.0,
            },
            _ => Rubbing::Open,
        }
    }

    /// Whether they stick.
    pub(super) fn sticks(self) -> bool {
        matches!(self, Rubbing::Sticks { .. })
    }

    pub(super) fn keep(self, memory: &mut Memory, rub: usize) {
        let numbers = match self {
            Rubbing::Open => [0.0; RUB_NUMBERS],
            Rubbing::Sticks { floor } => [1.0, floor, 0.0, 0.0],
            Rubbing::Slides {
                along,
                faint,
                verge,
            } => {
                let kind = if verge { 3.0 } else { 2.0 };
                [kind, along[0], along[1], faint]
            }
        };
        memory.rubs[RUB_NUMBERS * rub..][..RUB_NUMBERS].copy_from_slice(&numbers);
    }
}

/// The contacts that stick together.
#[derive(Default)]
pub(super) struct Sticking {
    /// Their frictions.
    rubs: Vec<usize>,
    /// Forces at them (normal, tangents) that cause no motion: how a load may be shared otherwise.
    shares: Vec<Vec<f64>>,
}

impl Sticking {
    /// Whether how they carry is not determined.
    pub(super) fn is_shared(&self) -> bool {
        !self.shares.is_empty()
    }
}

/// Where sliding enters the matrix at acceleration level, all zero.
pub(super) fn coupling(system: &System) -> Vec<(usize, usize, f64)> {
    let mut list = Vec::new();
    for (k, rub) in system.rubs.iter().enumerate() {
        let Ok(column) = system.rows.binary_search(&system.stop_row(rub.stop)) else {
            continue;
        };
        let slip = system.slip(k);
        let bodies = [slip.i, slip.j].map(|m| system.markers[m].carrier.body());
        for data in bodies.into_iter().flatten().map(|b| &system.bodies[b]) {
            list.extend((0..data.freedoms()).map(|c| (data.first + c, column, 0.0)));
        }
    }
    list
}

impl Equations {
    /// Friction that slides, its direction and coefficient, by the state in the arrays.
    fn sliding(&self, rub: usize) -> Option<([f64; 2], f64)> {
        let Rubbing::Slides { along, faint, .. } = Rubbing::of(&self.memory, rub) else {
            return None;
        };
        let data = &self.system.rubs[rub];
        if !self.system.is_closed(data.stop) {
            return None;
        }
        let u = self.system.slip(rub).velocity(&self.view());
        Some((direction(u, along, faint), data.mu_dynamic))
    }

    /// Puts sliding into the matrix at acceleration level.
    pub(super) fn couple_rubs(&mut self, system: &System) {
        let mut next = self.rub_coupling;
        for (k, rub) in system.rubs.iter().enumerate() {
            if !system.is_closed(rub.stop) {
                continue;
            }
            let pull = self
                .sliding(k)
                .map_or([0.0; 2], |(s, mu)| s.map(|s| mu * s));
            let mut coupling = std::mem::take(&mut self.kkt.coupling);
            system
                .slip(k)
                .forces(system, &self.view(), pull, &mut |b, q| {
                    for x in &q[..system.bodies[b].freedoms()] {
                        coupling[next].2 = *x;
                        next += 1;
                    }
                });
            self.kkt.coupling = coupling;
        }
    }

    /// Takes it out again: corrections of positions and velocities know no forces.
    pub(super) fn uncouple_rubs(&mut self) {
        for entry in &mut self.kkt.coupling[self.rub_coupling..] {
            entry.2 = 0.0;
        }
    }

    /// Friction of what slides, into the multipliers of its rows, by those of the normals in the arrays.
    pub(super) fn rub_solids(&mut self, system: &System) {
        for (k, rub) in system.rubs.iter().enumerate() {
            if let Some((s, mu)) = self.sliding(k) {
                let pull = mu * self.now.multipliers[system.stop_row(rub.stop)];
                for (row, s) in system.slip_rows(k).zip(s) {
                    self.now.multipliers[row] = -pull * s;
                }
            }
        }
    }

    /// After an event that left the rows as they were: the multipliers of what rubs otherwise.
    pub(super) fn retell_multipliers(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        self.look(t, y)?;
        self.accelerations()?;
        let nd = self.system.differential();
        let m = self.system.rows.len();
        y[nd..nd + m].copy_from_slice(&self.kkt.lambda);
        self.note_reserves()
    }

    /// Notes what is left of sticking after an event, of the state whose accelerations were solved last: what is decided to stick may be a rounding
    /// beyond its cone, and must not go farther unseen.
    pub(super) fn note_reserves(&mut self) -> Result<(), Fault> {
        let mut reserves = vec![f64::INFINITY; self.system.rubs.len()];
        self.reserves_into(&mut reserves)?;
        let shared = self
            .contacts
            .sticking
            .as_ref()
            .is_some_and(Sticking::is_shared);
        for (k, reserve) in reserves.into_iter().enumerate() {
            if Rubbing::of(&self.memory, k).sticks() {
                // How a load is shared leaves more than rounding, and says it of all together.
                let floor = if shared { 0.0 } else { reserve.min(0.0) };
                Rubbing::Sticks { floor }.keep(&mut self.memory, k);
            }
        }
        Ok(())
    }

    /// What is left of sticking, of the state whose accelerations were solved last: one number a friction.
    pub(super) fn reserves_into(&mut self, out: &mut [f64]) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        out.fill(f64::INFINITY);
        let all = 0..system.rubs.len();
        let sticks = |k: &usize| Rubbing::of(&self.memory, *k).sticks();
        let rubs: Vec<usize> = all.filter(sticks).collect();
        if rubs.is_empty() {
            return Ok(());
        }
        if self
            .contacts
            .sticking
            .as_ref()
            .is_none_or(|s| s.rubs != rubs)
        {
            let lambda = self.now.multipliers.clone();
            let stops = rubs.iter().map(|k| system.rubs[*k].stop).collect();
            let touching = self.touching(&system, stops)?;
            self.now.multipliers = lambda;
            let shares = touching.shares();
            self.contacts.sticking = Some(Sticking { rubs, shares });
        }
        let Some(Sticking { rubs, shares }) = &self.contacts.sticking else {
            return Ok(());
        };
        let multipliers = &self.now.multipliers;
        let forces: Vec<[f64; 3]> = rubs
            .iter()
            .map(|k| {
                let first = system.slip_rows(*k).start;
                let normal = multipliers[system.stop_row(system.rubs[*k].stop)];
                [normal, multipliers[first], multipliers[first + 1]]
            })
            .collect();
        let mu: Vec<f64> = rubs.iter().map(|k| system.rubs[*k].mu_static).collect();
        if shares.is_empty() {
            for ((k, [n, s, t]), mu) in rubs.iter().zip(forces).zip(mu) {
                out[*k] = mu * n - s.hypot(t);
            }
        } else {
            // They go together: the first one watches for all.
            out[rubs[0]] = cone::reserve(shares, &forces, &mu);
        }
        Ok(())
    }

    /// Guards of friction, after [`Equations::press_along`] and with the state along the motion.
    pub(super) fn rub_guards(&self, system: &System, out: &mut [Guard]) {
        let view = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for (k, rub) in system.rubs.iter().enumerate() {
            let slots = &mut out[rub.guard..rub.guard + crate::system::RUB_GUARDS];
            slots.fill(Guard::IDLE);
            if !system.is_closed(rub.stop) && !Rubbing::of(&self.memory, k).sticks() {
                continue;
            }
            let slip: &Slip = system.slip(k);
            let watch = |g: Flow, tolerance: f64| Guard {
                value: g.re,
                rate: g.eps[0],
                tolerance: tolerance.max(f64::MIN_POSITIVE),
            };
            match Rubbing::of(&self.memory, k) {
                Rubbing::Open => continue,
                Rubbing::Sticks { floor } => {
                    let reserve = self.contacts.reserves[k] - floor;
                    if reserve.re < f64::INFINITY {
                        let largest = self.largest_force(rub.stop);
                        slots[0] = watch(reserve, super::contact::FORCE_ROUNDING * largest);
                    }
                }
                Rubbing::Slides { along, faint, .. } => {
                    let u = slip.velocity(&view);
                    slots[0] = watch(slides_on(u, along, faint), faint);
                    let marginal = MARGINAL * self.rubbed_acceleration(system, rub);
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

    /// The acceleration that friction gives to the lighter of two bodies that rub.
    fn rubbed_acceleration(&self, system: &System, rub: &Rub) -> f64 {
        let bodies = system.constraints[rub.constraint].bodies.iter();
        let lightest = bodies
            .map(|b| system.bodies[*b as usize].mass)
            .fold(f64::INFINITY, f64::min);
        let normal = self.now.multipliers[system.stop_row(rub.stop)];
        rub.mu_dynamic * normal.abs() / lightest
    }

    /// Sliding in the Jacobian: how it hangs on velocities, on the way it lies, and on the normal force. Sticking is in it as other constraints are, and
    /// so is the force of sliding as it turns with the bodies.
    pub(super) fn fill_rubs(&self, system: &System, entries: &mut Entries<'_>) {
        let (n, nd) = (system.positions, system.differential());
        let work = nd - 1;
        for (k, rub) in system.rubs.iter().enumerate() {
            let Ok(normal) = system.rows.binary_search(&system.stop_row(rub.stop)) else {
                continue;
            };
            let c = &system.constraints[rub.constraint];
            let slip = system.slip(k);
            // What a unit force on each tangent does to each body.
            let pushes = [[1.0, 0.0], [0.0, 1.0]].map(|size| {
                let mut on = [[0.0; 6]; 2];
                slip.forces(system, &self.view(), size, &mut |b, q| {
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
            let slides = match Rubbing::of(&self.memory, k) {
                Rubbing::Slides { along, faint, .. } => Some((along, faint)),
                _ => None,
            };
            let pull = rub.mu_dynamic * self.now.multipliers[system.stop_row(rub.stop)];
            for &b in &c.bodies {
                let b = b as usize;
                let seeds = Seeds::new(system, &self.now, &self.memory, b, &self.gradients);
                let u: [Seeded; 2] = slip.velocity(&seeds);
                let friction = slides.map_or([Seeded::constant(0.0); 2], |(along, faint)| {
                    direction(u, along, faint).map(|s| s * -pull)
                });
                for (at, &on) in c.bodies.iter().enumerate() {
                    let acted = &system.bodies[on as usize];
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
                let data = &system.bodies[b as usize];
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
