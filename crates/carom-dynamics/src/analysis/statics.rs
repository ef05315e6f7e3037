//! Statics: positions at which all forces balance.
//!
//! ```text
//! F(q, 0, x) + Gᵀ·λ = 0      Φ(t, q, x) = 0      h(q, 0, x) = 0   (extra states that are not held)
//! ```
//!
//! The bodies are put on their constraints first. Then
//!
//! 1. Pseudo-transient continuation: Newton's method with `σ·M` added to the stiffness, σ shrinking as the imbalance does, so that
//!    a body over an open contact falls until something carries it. Where a step goes against the forces, the stiffness is that
//!    of an unstable position, and σ grows.
//! 2. What converged is looked at through its eigenvalues: a position that the smallest push would leave is no
//!    answer, unless the search began there.
//! 3. Where that fails, dynamic relaxation: implicit steps of a motion whose velocities are set to zero at each peak of the
//!    kinetic energy, so that it comes to rest in a stable position; then again 1.
//!
//! Rigid contacts that press are rows like those of joints, chosen anew at each position, and a step ends where the first gap closes
//! ([`equations::contact_statics`](crate::equations)). Where nothing but friction holds the bodies, where they stand is the answer.
//!
//! The search goes on until all forces balance to rounding. What the model says about it: TLIMIT and ALIMIT shorten steps, MAXIT limits the
//! first search of Newton's method, before 3; ERROR (of the last correction) and IMBALANCE (of the forces) are what the search is content
//! with where rounding is out of reach.
#![allow(non_snake_case)]
// `!(x <= limit)` is meant: what is not a number shall fail the test.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use crate::analysis::linearize;
use crate::analysis::observer::Observer;
use crate::analysis::statics::search::{MET, STEPS};
use crate::equations::Equations;
use crate::system::System;
use carom_base::Vec3;
use carom_model::analysis::StaticSettings;
use carom_solve::sparse::LinearSolver;
use carom_solve::{Fault, Problem};
use search::{Imbalance, Places, Search};
use std::sync::Arc;

mod search;
pub(in crate::analysis) mod series;

/// Most steps of one relaxation.
const RELAXATIONS: u64 = 3000;
/// Relaxations before we give up.
const ATTEMPTS: usize = 3;
/// Mechanisms with more position unknowns than this are not looked at for stability: the eigenvalues would take longer than
/// the equilibrium.
const MOST_FOR_STABILITY: usize = 400;

/// Most of these.
const REVERSALS: u32 = 60;
/// Forces of contacts below this part of the largest count as zero.
const PULLS: f64 = 1e-9;
/// Least σ at the beginning of a search with rigid contacts, in forces over the lightest mass and the extent.
const LEAST_HOLD: f64 = 1e-2;
/// Positions that balance one after the other are the answer, whatever moves between them.
const STAYS: u32 = 3;
/// A body that has moved by so many extents of the mechanism meets no contact any more.
const OFF: f64 = 20.0;
/// Steps over open contacts, under a force that does not change, are so much longer each.
const LONGER: f64 = 0.5;

impl Equations {
    /// Finds the equilibrium at time `t` from the current position; returns the number of iterations.
    ///
    /// # Errors
    /// Why there is none, with the part that is out of balance most.
    pub fn equilibrium(
        &mut self,
        t: f64,
        settings: &StaticSettings,
        observer: &mut dyn Observer,
    ) -> Result<u64, Fault> {
        self.now.time = t;
        for body in &mut self.now.bodies {
            (body.v, body.w) = (Vec3::zeros(), Vec3::zeros());
        }
        if self.has_stops() {
            return self.equilibrium_on_contacts(t, settings, observer);
        }
        let bodies = self.now.bodies.clone();
        if self.close().is_err() {
            // Forces may lead to where the constraints can be met.
            self.now.bodies = bodies;
            self.arrange();
        }
        self.count_turns();
        let found = self.find_rest(t, (settings, ATTEMPTS), observer);
        let iterations = found.map_err(|fault| name_what_falls(&self.system, fault))?;
        self.count_turns();
        Ok(iterations)
    }

    /// The same with rigid contacts: an equilibrium without friction, or where they stand if nothing but friction holds the bodies.
    fn equilibrium_on_contacts(
        &mut self,
        t: f64,
        settings: &StaticSettings,
        observer: &mut dyn Observer,
    ) -> Result<u64, Fault> {
        let closed = self.kept_stops();
        self.close_stops(&closed);
        self.keep_gaps()?;
        self.count_turns();
        let start = (self.now.clone(), self.memory.clone());
        let holds = !self.system.rigid.contact_frictions.is_empty() && {
            self.rest_on_contacts(t)?;
            let holds = self.held_by_friction()?.is_ok();
            let closed = self.kept_stops();
            self.close_stops(&closed);
            holds
        };
        self.search.rests_by_friction = false;
        // What slides on for ever need not be followed for long.
        let attempts = if holds { 0 } else { ATTEMPTS };
        let iterations = match self.find_rest(t, (settings, attempts), observer) {
            Ok(iterations) => iterations,
            Err(fault) if self.system.rigid.contact_frictions.is_empty() => return Err(fault),
            Err(fault) => {
                self.close_stops(&[]);
                (self.now, self.memory) = start;
                self.arrange();
                self.stay_by_friction(t, fault)?;
                0
            }
        };
        self.rest_on_contacts(t)?;
        self.count_turns();
        Ok(iterations)
    }

    /// The position where the bodies stand as the answer, if friction holds them there.
    fn stay_by_friction(&mut self, t: f64, without: Fault) -> Result<(), Fault> {
        self.rest_on_contacts(t)?;
        let Err(gives_way) = self.held_by_friction()? else {
            self.search.rests_by_friction = true;
            return Ok(());
        };
        let who = match gives_way.is_empty() {
            true => "no contact that touches does".to_string(),
            false => format!("{} slips", gives_way.join(", ")),
        };
        Err(Fault {
            message: format!(
                "{}; friction does not hold the start position either: {who}",
                without.message
            ),
        })
    }

    fn find_rest(
        &mut self,
        t: f64,
        (settings, attempts): (&StaticSettings, usize),
        observer: &mut dyn Observer,
    ) -> Result<u64, Fault> {
        self.arrange();
        if self.has_stops() {
            let closed = self.pressed_at_rest(&[])?;
            self.close_stops(&closed.iter().map(|(k, _)| *k).collect::<Vec<_>>());
        }
        let mut search = Search::new(self, settings, observer);
        if self.balances(&mut search, t)? {
            return Ok(1);
        }
        match self.find_rest_in(&mut search, t, settings, attempts) {
            Ok(()) => {
                // The last step was not looked at.
                self.evaluate(&mut search, t)?;
                if let Some(fault) = search.moving_state(self) {
                    return Err(fault);
                }
                self.search.relaxed_searches += u64::from(search.relaxed > 0);
                Ok(search.iterations)
            }
            Err(fault) => {
                let moving = search.moving_name(self, 0.0);
                Err(search.how_far(beside_moving_state(fault, moving)))
            }
        }
    }

    fn find_rest_in(
        &mut self,
        search: &mut Search<'_>,
        t: f64,
        settings: &StaticSettings,
        attempts: usize,
    ) -> Result<(), Fault> {
        let mut why = None;
        if !settings.by_motion || attempts == 0 {
            search.most = settings.max_iterations.map_or(STEPS, u64::from);
            // Relaxation may come back to a position on contacts from which the bodies were pushed; steps along the forces do not.
            let pushes = if self.has_stops() { ATTEMPTS } else { 0 };
            for _ in 0..=pushes {
                match self.settle_to_rest(search, t) {
                    Ok(true) => return self.stay_on_curves(),
                    Ok(false) => {}
                    Err(fault) if search.moved.is_lost => return Err(fault),
                    Err(fault) => {
                        why = Some(fault);
                        break;
                    }
                }
            }
        }
        search.most = STEPS;
        for _ in 0..attempts {
            self.relax(search, t)?;
            match self.settle_to_rest(search, t) {
                Ok(true) => return self.stay_on_curves(),
                Ok(false) => {}
                Err(fault) => why = Some(fault),
            }
        }
        Err(self.no_equilibrium(search, t, why))
    }

    /// Newton's method to the end, then a look at the stability. `false`: it converged to an unstable position, from
    /// which the bodies were pushed.
    fn settle_to_rest(&mut self, search: &mut Search<'_>, t: f64) -> Result<bool, Fault> {
        self.continuation(search, t)?;
        match self.unstable_direction(t)? {
            None => Ok(true),
            Some(push) => {
                let largest = search.reach(self, &push).max(f64::MIN_POSITIVE);
                let step: Vec<f64> = push.iter().map(|x| 0.1 * x / largest).collect();
                self.go(search, &step)?;
                Ok(false)
            }
        }
    }

    /// Puts the state into the search and computes forces and their derivatives.
    fn evaluate(&mut self, search: &mut Search<'_>, t: f64) -> Result<Imbalance, Fault> {
        self.arrange();
        self.initialize_curves();
        self.choose_contacts(search)?;
        let nd = self.differential();
        let fresh = self.unknowns();
        search.y[..nd].copy_from_slice(&fresh[..nd]);
        self.rhs(t, &search.y, &mut search.f)?;
        self.jacobian(t, &search.y, &mut search.jacobian)?;
        search.note_rates(self);
        let now = search.imbalance(self);
        search.tell(t, &now)?;
        Ok(now)
    }

    /// Makes rows of the contacts that press, and of those that the last step would.
    fn choose_contacts(&mut self, search: &mut Search<'_>) -> Result<(), Fault> {
        if !self.has_stops() {
            return Ok(());
        }
        let closed = self.pressed_at_rest(&search.pressed.stops)?;
        let before = Arc::clone(&self.system);
        if self.close_stops(&closed.iter().map(|(k, _)| *k).collect::<Vec<_>>()) {
            search.take_rows(self, &before, &closed);
        }
        Ok(())
    }

    /// A body that has moved far beyond what the mechanism measures, without meeting a contact that stops it.
    fn moves_off(&self, search: &mut Search<'_>) -> Option<Fault> {
        if !self.has_stops() {
            return None;
        }
        let far = OFF * search.length;
        let mut bodies = self.now.bodies.iter().zip(&search.moved.bodies);
        let lost = bodies.position(|(body, start)| !((body.r - *start).norm() <= far))?;
        search.moved.is_lost = true;
        Some(Fault {
            message: format!(
                "no equilibrium: nothing stops {}, which moves on and on",
                self.system.mechanism.bodies[lost].label
            ),
        })
    }

    /// The contact that is a row and pulls, by the multipliers of the search.
    fn pulling(&self, search: &Search<'_>) -> Option<usize> {
        let nd = self.differential();
        let system = &self.system;
        let multipliers = &search.y[nd..nd + system.rows.len()];
        let largest = multipliers.iter().fold(0.0, |m: f64, l| m.max(l.abs()));
        self.kept_stops().into_iter().find(|k| {
            let row = system.rows.binary_search(&system.stop_row(*k));
            row.is_ok_and(|row| multipliers[row] < -PULLS * largest)
        })
    }

    /// Moves the bodies by a step, up to where the first gap closes; whether one did before its end.
    fn go(&mut self, search: &mut Search<'_>, step: &[f64]) -> Result<bool, Fault> {
        if !self.has_stops() {
            self.displace(step);
            return Ok(false);
        }
        let before = Arc::clone(&self.system);
        let share = self.advance(step);
        if share == 0.0 {
            // A gap that only the bend of its surfaces closes.
            self.displace(step);
        }
        if share == 0.0 || share * search.reach(self, step) > 1e-9 {
            search.pressed.stops.clear();
        }
        self.keep_gaps()?;
        if !Arc::ptr_eq(&before, &self.system) {
            search.take_rows(self, &before, &[]);
        }
        Ok(share < 1.0)
    }

    /// Whether the position balances as it is, with the multipliers that fit it best.
    fn balances(&mut self, search: &mut Search<'_>, t: f64) -> Result<bool, Fault> {
        self.arrange();
        if self.accelerations().is_err() {
            return Ok(false); // a part without mass: Newton's method may do without
        }
        let nd = self.differential();
        let m = self.system.rows.len();
        search.y[nd..nd + m].copy_from_slice(&self.kkt.lambda);
        let now = self.evaluate(search, t)?;
        search.iterations += 1;
        search.first = now.force;
        Ok(search.is_balanced(&now))
    }

    /// The next step of the continuation, with σ grown until the step goes along the forces, and how often it grew.
    fn downhill(
        &mut self,
        search: &mut Search<'_>,
        now: &Imbalance,
        sigma: &mut f64,
    ) -> Result<(Vec<f64>, usize), Fault> {
        let (n, m, nd) = (
            self.system.mechanism.positions,
            self.system.rows.len(),
            self.differential(),
        );
        let right = search.residual(n, m, nd);
        let mut step = right.clone();
        let mut tries = 0;
        loop {
            self.factor(search, *sigma)?;
            step.copy_from_slice(&right);
            search.lu.solve(&mut step);
            let power: f64 = step[..n]
                .iter()
                .zip(&search.f[n..2 * n])
                .map(|(d, f)| d * f)
                .sum();
            // Against the forces: the stiffness is that of an unstable position. Near balance, and where constraints leave nothing to move,
            // rounding decides.
            let telling = now.excess > 1e6
                && now.gap <= 1e-9 * search.length
                && search.reach(self, &step[..n]) > 1e-9;
            if power >= 0.0 || !telling || tries == 20 {
                return Ok((step, tries));
            }
            *sigma = (4.0 * *sigma).max(1e-6 * now.force / (self.lightest() * search.length));
            tries += 1;
        }
    }

    /// Pseudo-transient continuation.
    fn continuation(&mut self, search: &mut Search<'_>, t: f64) -> Result<(), Fault> {
        let n = self.system.mechanism.positions;
        let mut now = self.evaluate(search, t)?;
        // A first step of about a thousandth of the extent under the present imbalance.
        let mut sigma = (now.force / self.lightest()) / (1e-3 * search.length);
        if self.has_stops() {
            // What lies on its contacts is free to move along them, where rounding would drive it.
            let least = LEAST_HOLD * now.force.max(search.weight);
            sigma = sigma.max(least / (self.lightest() * search.length));
        }
        let mut moved = f64::INFINITY;
        let mut balanced = 0;
        for _ in 0..search.most {
            balanced = if search.is_balanced(&now) {
                balanced + 1
            } else {
                0
            };
            let stays = moved <= 1e-9 || balanced > STAYS;
            if balanced > 0 && stays {
                let Some(stop) = self.pulling(search) else {
                    return Ok(());
                };
                // Shorter steps go where the bodies would from rest, and there it opens.
                sigma *= 16.0;
                search.pressed.stops.clear();
                search.pressed.reversals += 1;
                if search.pressed.reversals > REVERSALS {
                    return Err(self.back_and_forth(search, stop));
                }
                now = self.evaluate(search, t)?;
            }
            let (step, tries) = match self.downhill(search, &now, &mut sigma) {
                Err(_) if sigma == 0.0 && search.moving_state(self).is_some() => {
                    // Bodies balance and extra states do not: what nothing holds is held on the way of these.
                    sigma = self.system.mechanism.scale.time.powi(-2);
                    continue;
                }
                // What nothing holds moves by rounding of the forces on it.
                Err(_) if search.is_nearly_balanced(&now) => return Ok(()),
                found => found?,
            };
            if let Some(stop) = self.pressed_by(&step[..n]) {
                search.pressed.stops.push(stop);
                search.iterations += 1;
                now = self.evaluate(search, t)?;
                continue;
            }
            (moved, _) = self.step(search, &step)?;
            if let Some(fault) = self.moves_off(search) {
                return Err(fault);
            }
            search.iterations += 1;
            let last = now.force.max(f64::MIN_POSITIVE);
            now = self.evaluate(search, t)?;
            if now.force.is_finite() {
                // Switched evolution relaxation: σ follows the imbalance, as long as it is more than rounding.
                if !(self.has_stops() && search.is_balanced(&now)) {
                    sigma *= (now.force / last).clamp(0.2, 2.0);
                }
                let open = self.has_stops() && tries == 0 && moved < 1.0 && now.excess > 1.0;
                if open && now.force > LONGER * last {
                    sigma *= LONGER;
                }
            } else {
                return Err(self.out_of_balance(&now, "the forces grow without bound"));
            }
        }
        if search.is_nearly_balanced(&now) || search.is_content(&now) {
            return Ok(());
        }
        Err(self.out_of_balance(&now, "the search does not settle"))
    }

    /// Dynamic relaxation: `M·(δ − δ₀) = Δt²·(F + Gᵀ·λ)`, with the last step δ₀, or zero after a peak of the kinetic energy.
    fn relax(&mut self, search: &mut Search<'_>, t: f64) -> Result<(), Fault> {
        let (n, nd) = (self.system.mechanism.positions, self.differential());
        let mut now = self.evaluate(search, t)?;
        let mut sigma = (now.force / self.lightest()) / (1e-3 * search.length);
        let mut last = vec![0.0; n];
        let mut energy: f64 = 0.0;
        let (mut peaks, mut calm) = (0, 0);
        for _ in 0..RELAXATIONS {
            if search.is_balanced(&now) {
                return Ok(());
            }
            let m = self.system.rows.len();
            let mut step = search.residual(n, m, nd);
            for ((row, column), value) in self.mass().pattern.entries().zip(&self.mass().values) {
                if (n..2 * n).contains(&row) {
                    step[row - n] -= sigma * value * last[column - n];
                }
            }
            self.factor(search, sigma)?;
            search.lu.solve(&mut step);
            let reach = search.reach(self, &step[..n]);
            if !(reach <= 1.0) {
                // Too far for one step: a shorter time.
                sigma *= 4.0;
                last.fill(0.0);
                energy = 0.0;
                if !sigma.is_finite() {
                    return Err(self.out_of_balance(&now, "the forces grow without bound"));
                }
                continue;
            }
            if let Some(stop) = self.pressed_by(&step[..n]) {
                search.pressed.stops.push(stop);
                now = self.evaluate(search, t)?;
                continue;
            }
            let (_, stopped) = self.step(search, &step)?;
            if let Some(fault) = self.moves_off(search) {
                return Err(fault);
            }
            search.iterations += 1;
            search.relaxed += 1;
            let new_energy = sigma * self.kinetic(&step[..n]);
            // A gap that closes stops what closed it.
            if new_energy < energy || stopped {
                last.fill(0.0);
                energy = 0.0;
                peaks += 1;
            } else {
                last.copy_from_slice(&step[..n]);
                energy = new_energy;
            }
            let before = now.force;
            now = self.evaluate(search, t)?;
            calm = if now.force < before { calm + 1 } else { 0 };
            if reach < 0.1 {
                // Longer times: the same velocity goes further in one.
                sigma *= 0.7;
                last.iter_mut().for_each(|d| *d /= 0.7f64.sqrt());
            }
            // Rest is near: Newton's method is faster from here.
            if peaks >= 10 && calm >= 5 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Twice the kinetic energy of a change in unit time.
    fn kinetic(&self, step: &[f64]) -> f64 {
        let n = self.system.mechanism.positions;
        let mass = self.mass();
        let entries = mass.pattern.entries().zip(&mass.values);
        entries
            .filter(|((row, _), _)| (n..2 * n).contains(row))
            .map(|((row, column), x)| step[row - n] * x * step[column - n])
            .sum()
    }

    /// Takes a step, shortened to the limits and to where a gap closes; the share of the limits that it makes use of, and whether a gap did close.
    fn step(&mut self, search: &mut Search<'_>, step: &[f64]) -> Result<(f64, bool), Fault> {
        let (n, nd) = (self.system.mechanism.positions, self.differential());
        let reach = search.reach(self, &step[..n]);
        let share = if reach > 1.0 { 1.0 / reach } else { 1.0 };
        let bodies: Vec<f64> = step[..n].iter().map(|d| d * share).collect();
        search.correction = bodies.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let free = search.free.len();
        for (k, &x) in search.free.iter().enumerate() {
            self.now.states[x] += share * step[n + k];
        }
        for (l, d) in search.y[nd..].iter_mut().zip(&step[n + free..]) {
            *l += d;
        }
        let stopped = self.go(search, &bodies)?;
        Ok((reach, stopped))
    }

    /// Factors `[∂F/∂q − σM, ∂F/∂x, Gᵀ; ∂h/∂q, ∂h/∂x − √σ, 0; G, Φ_x, 0]`.
    fn factor(&self, search: &mut Search<'_>, sigma: f64) -> Result<(), Fault> {
        let (n, m, nd) = (
            self.system.mechanism.positions,
            self.system.rows.len(),
            self.differential(),
        );
        let mut matrix = vec![0.0; search.pattern.len()];
        let place = Places {
            n,
            m,
            nd,
            free: &search.free,
        };
        for ((row, column), value) in self.pattern_of_jacobian().entries().zip(&search.jacobian) {
            if let (Some(r), Some(c)) = (place.row(row), place.column(column))
                && let Some(at) = search.pattern.position(r, c)
            {
                matrix[at] += value;
            }
        }
        for ((row, column), value) in self.mass().pattern.entries().zip(&self.mass().values) {
            if (n..2 * n).contains(&row)
                && let Some(at) = search.pattern.position(row - n, column - n)
            {
                matrix[at] -= sigma * value;
            }
        }
        for k in n..n + search.free.len() {
            if let Some(at) = search.pattern.position(k, k) {
                matrix[at] -= sigma.sqrt();
            }
        }
        search.lu.factor(&matrix).map_err(|s| {
            let k = s.column;
            let unknown = if k < n {
                k
            } else if k < n + search.free.len() {
                2 * n + search.free[k - n]
            } else {
                nd + k - n - search.free.len()
            };
            Fault {
                message: format!(
                    "no equilibrium: nothing holds {}",
                    self.system.unknown_name(unknown)
                ),
            }
        })
    }

    /// Why contacts that open and close again without end have no equilibrium.
    fn back_and_forth(&self, search: &Search<'_>, stop: usize) -> Fault {
        let label = |k: &usize| self.system.rigid.stops[*k].label.as_str();
        let mut names: Vec<&str> = std::iter::once(&stop)
            .chain(&search.pressed.stops)
            .map(label)
            .collect();
        names.sort_unstable();
        names.dedup();
        Fault {
            message: format!(
                "no equilibrium: rigid contacts open and close again without end: {}",
                names.join(", ")
            ),
        }
    }

    /// The direction in which the position would be left by itself, if there is one.
    fn unstable_direction(&mut self, t: f64) -> Result<Option<Vec<f64>>, Fault> {
        let system = Arc::clone(&self.system);
        if system.mechanism.positions > MOST_FOR_STABILITY {
            return Ok(None);
        }
        let y = self.unknowns();
        self.look(t, &y)?;
        self.accelerations()?;
        self.refresh_rates();
        let found = linearize::unstable_direction(self);
        // Contacts that touch without a force may stand in the way.
        Ok(found.and_then(|push| {
            let back: Vec<f64> = push.iter().map(|x| -x).collect();
            [push, back]
                .into_iter()
                .find(|d| self.pressed_by(d).is_none())
        }))
    }

    fn lightest(&self) -> f64 {
        let masses = self
            .system
            .mechanism
            .bodies
            .iter()
            .map(|b| b.mass)
            .filter(|m| *m > 0.0);
        let least = masses.fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { 1.0 }
    }

    fn extent(&self) -> f64 {
        let markers = 0..self.system.mechanism.markers.len();
        let markers = markers.map(|m| self.now.marker(&self.system, m).p.norm());
        let radii = self.system.mechanism.bodies.iter().map(|b| b.radius);
        let largest = markers
            .chain(radii)
            .filter(|x| x.is_finite())
            .fold(0.0, f64::max);
        if largest > 0.0 {
            largest
        } else {
            self.system.mechanism.scale.length
        }
    }

    fn out_of_balance(&self, now: &Imbalance, why: &str) -> Fault {
        let name = self
            .system
            .unknown_name(now.worst)
            .replace(": position ", ": force along ");
        let name = name.replace(": orientation ", ": torque about ");
        let apart = now.open.filter(|_| now.gap > MET * self.extent());
        let apart = apart.map_or(String::new(), |row| {
            let row = self.system.row_name(row);
            format!(", and {row} is off by {:.3e}", now.gap)
        });
        let message = format!(
            "no equilibrium: {why}; the largest unbalanced force is {:.3e} ({name}){apart}",
            now.force
        );
        Fault { message }
    }

    fn no_equilibrium(&mut self, search: &mut Search<'_>, t: f64, why: Option<Fault>) -> Fault {
        let unstable = || Fault {
            message: "no equilibrium: every position found is unstable".into(),
        };
        match (why, self.evaluate(search, t)) {
            (Some(fault), _) => fault,
            (None, Ok(now)) if !search.is_balanced(&now) => {
                self.out_of_balance(&now, "relaxation does not come to rest")
            }
            _ => unstable(),
        }
    }
}

/// Names an extra state that does not rest either beside why there is no equilibrium: what drives forces on and on may be the cause of that.
fn beside_moving_state(fault: Fault, moving: Option<(String, f64)>) -> Fault {
    match moving {
        Some((name, rate)) if !fault.message.contains(&name) => Fault {
            message: format!(
                "{}; {name} does not come to rest, its rate is {rate:.3e}",
                fault.message
            ),
        },
        _ => fault,
    }
}

/// Why there is no equilibrium, where a part with weight has nothing that acts on it.
fn name_what_falls(system: &System, fault: Fault) -> Fault {
    let mut is_held = vec![false; system.mechanism.bodies.len()];
    let of_constraints = system.constraints.iter().flat_map(|c| &c.bodies);
    let of_contacts = system
        .solid_contacts
        .contacts
        .iter()
        .flat_map(|c| &c.bodies);
    let of_forces = system.forces.iter().flat_map(|f| f.ends(&system.mechanism));
    let all = of_constraints.chain(of_contacts).map(|b| *b as usize);
    all.chain(of_forces.map(|end| end.0))
        .for_each(|b| is_held[b] = true);
    let has_weight = system.mechanism.gravity != Vec3::zeros();
    let mut bodies = system.mechanism.bodies.iter().zip(is_held);
    match bodies.find(|(body, is_held)| has_weight && body.mass > 0.0 && !is_held) {
        Some((body, _)) => Fault {
            message: format!(
                "no equilibrium: {} has weight, and no joint, force or contact acts on it",
                body.label
            ),
        },
        None => fault,
    }
}
