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

use super::accelerations::Solving;
use super::{Equations, EventRecord, drawn_in};
use crate::equations::contact::state::HELD;
use crate::equations::contact::state::IMPACT_NUMBERS;
use crate::equations::contact::stick_slip::StickSlip;
use crate::equations::contact::tolerances::AT_REST;
use crate::equations::contact::tolerances::FORCE_ROUNDING;
use crate::equations::contact::tolerances::SAME_LINE;
use crate::equations::contact::tolerances::SHARED_ROUNDING;
use crate::equations::contact::tolerances::STILL;
use crate::equations::contact::tolerances::TOUCHES;
use crate::equations::kkt::rows::Gamma;
use crate::mechanism::kinematics::Flow;
use crate::system::System;
use crate::system::motion::View;
use carom_base::{Diagnostic, Number};
use carom_model::run::EventKind;
use carom_solve::{Fault, lcp};
use delassus::{Delassus, delassus, dot};
use endings::{Ending, Rates};
use gaps::{GAP_ROUNDING, note_pulls};
use immovable::that_give_way;
use restitution::impact;
use staying::find_closed;
use std::sync::Arc;

pub(super) mod delassus;
pub(super) mod endings;
pub(super) mod gaps;
pub(super) mod immovable;
pub(super) mod restitution;
pub(in crate::equations) mod state;
pub(super) mod staying;
pub(in crate::equations) mod stick_slip;
pub(in crate::equations) mod tolerances;

impl Equations {
    /// Where contacts carry that others hold already, their forces are not determined: of all that cause the same motion those of least square
    /// are told, and the reactions of joints that go with them. After [`Equations::accelerations`].
    pub fn share_forces(&mut self) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let stops = 0..system.rigid.stops.len();
        // With friction how they share is not free: it says what sticks.
        if !stops.clone().any(|k| self.is_held(k)) || !system.rigid.contact_frictions.is_empty() {
            return Ok(());
        }
        let carry = stops.filter(|k| system.is_closed(*k) || self.is_held(*k));
        let touching = self.touching(&system, carry.collect())?;
        let of = |k: &usize| self.now.multipliers[system.stop_row(*k)];
        let forces: Vec<f64> = touching.stops.iter().map(of).collect();
        let least = lcp::least(&touching.a, &forces);
        let (mut force, mut gamma) = (self.loads.force.clone(), self.buffers.rates.clone());
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

    /// Forces of the closed stops at (t, y), with their rates along `dy`: central differences of order 4. Leaves the state at (t, y), whatever coordinates it is given
    /// in.
    pub(super) fn press_along(
        &mut self,
        (t, y, dy): (f64, &[f64], &[f64]),
        by: &mut impl Solving,
    ) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let closed = |k: &usize| system.is_closed(*k);
        if !(0..system.rigid.stops.len()).any(|k| closed(&k)) {
            return Ok(());
        }
        let distance = self.watching.watch.distance(t);
        let mut beside = std::mem::take(&mut self.contacts.beside);
        let mut reserve = std::mem::take(&mut self.contacts.reserve);
        let mut result = Ok(());
        for stencil in [CENTRAL, AHEAD_ALONE] {
            let room = (&mut beside[..], &mut reserve);
            result = differences_of_presses(self, (t, y, dy), (distance, &stencil), by, room);
            // A force may have no value before a motion begins.
            if result.is_ok() {
                break;
            }
        }
        // What rounding leaves of forces is no rate: a contact at the edge of what the others carry neither presses nor pulls.
        let smooth = system.rigid.contact_frictions.is_empty();
        for k in (0..system.rigid.stops.len()).filter(|k| smooth && closed(k)) {
            let least = FORCE_ROUNDING * self.largest_force(k);
            let pressing = &mut self.contacts.pressing[k];
            if pressing.eps[0].abs() * distance <= least {
                pressing.eps[0] = 0.0;
            }
        }
        let mut sticking = self.contacts.sticking.iter().flatten();
        if result.is_ok() && sticking.any(|s| s.is_shared()) {
            // What the search for the shares leaves is no rate.
            let forces = self.loads.force.iter();
            let force = forces.fold(0.0, |m: f64, f| m.max(f.abs()));
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

    /// The largest rate of a gap that is rounding.
    pub(super) fn still(&mut self, system: &System, touching: &Delassus) -> Result<f64, Fault> {
        // Those of the forces: the others vanish with the speeds.
        self.applied_forces()?;
        let answers = touching.answers[..touching.stops.len()].iter();
        let acceleration = answers
            .map(|answer| dot(answer, &self.loads.force).abs())
            .fold(0.0, f64::max);
        let stops = touching.stops.iter();
        let size = stops.map(|k| self.gap_rounding(system, *k) / GAP_ROUNDING);
        let size = size.fold(0.0, f64::max);
        Ok(STILL * self.speed() + AT_REST * (acceleration * size).sqrt())
    }

    /// Velocities of the state in the arrays, as the gradients of gaps multiply them.
    pub(super) fn velocities(&self) -> Vec<f64> {
        let mut v = vec![0.0; self.system.mechanism.positions];
        for (body, data) in self.now.bodies.iter().zip(&self.system.mechanism.bodies) {
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
            let contact_friction = system.rigid.stops[k].contact_friction.filter(|_| with_slip);
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
        if !system.rigid.contact_frictions.is_empty() {
            return self.answer_contact_friction(t, y, fired, &[]);
        }
        let stops = self.at_hand(&system, fired);
        let (touching, immovable) = that_give_way(self, &system, stops)?;
        let still = self.still(&system, &touching)?;
        let before = self.gap_rates(&touching);
        let mut bounced = before.clone();
        let mut impulse = vec![0.0; touching.len()];
        if before.iter().any(|rate| *rate < -still) {
            let restitution =
                |at: usize, rate| restitution::of_stop(&system, touching.stops[at], rate);
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
        let mut rows = self.rows_beside(&system, &[&touching.stops[..], &immovable].concat());
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
        let stops: Vec<usize> = (0..system.rigid.stops.len()).filter(is_at_hand).collect();
        match &self.contacts.causes[..] {
            [] => stops,
            causes => self.beside(system, stops, causes),
        }
    }

    /// The largest speed of a body, that of its rotation at its radius of gyration.
    pub(super) fn speed(&self) -> f64 {
        let bodies = self.now.bodies.iter().zip(&self.system.mechanism.bodies);
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
        let (force, mut gamma) = (self.loads.force.clone(), self.buffers.rates.clone());
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
            .filter_map(|k| system.rigid.stops[*k].contact_friction);
        let rows = normals.chain(
            contact_frictions.flat_map(|contact_friction| system.slip_rows(contact_friction)),
        );
        let each = rows.zip(&touching.gradients);
        Ok(each.map(|(row, w)| dot(w, &a) - gamma[row]).collect())
    }

    /// Whether the closed stops hold this one too.
    pub(crate) fn is_held(&self, stop: usize) -> bool {
        self.memory.impacts[IMPACT_NUMBERS * stop + HELD] == 1.0
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
        let n = system.mechanism.positions;
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

    pub(super) fn no_answer(&self, system: &System, touching: &Delassus) -> Fault {
        let names: Vec<&str> = touching
            .stops
            .iter()
            .map(|k| system.rigid.stops[*k].label.as_str())
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
                element: system.rigid.stops[k].label.clone(),
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
                self.event.happened.push(EventRecord {
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
                self.event.happened.push(EventRecord {
                    time: end,
                    ..quiet(EventKind::Accumulation, after[at])
                });
            }
            let (was, is) = (
                system.is_closed(k) || self.is_held(k),
                closed[at] || held[at],
            );
            if is && !was {
                self.event.happened.push(EventRecord {
                    time: end,
                    ..quiet(EventKind::Closure, after[at])
                });
            } else if was && !is {
                self.event
                    .happened
                    .push(quiet(EventKind::Separation, after[at]));
            }
        }
    }

    /// Stands where the contacts of the start are decided; `y` is the state there.
    ///
    /// # Errors
    /// When a gap is negative.
    pub fn start_contacts(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        if system.rigid.stops.is_empty() {
            return Ok(());
        }
        self.look(t, y)?;
        self.refuse_overlaps(&system)?;
        self.renew_features(&system, &[]);
        for (k, stop) in system.rigid.stops.iter().enumerate() {
            let gap = self.gap(&system, k);
            if gap < -TOUCHES * self.gap_rounding(&system, k) && !system.is_closed(k) {
                let message = format!(
                    "{}: its rigid parts overlap by {:e} at the start",
                    stop.label, -gap
                );
                return Err(Fault { message });
            }
        }
        self.event.happened.clear();
        self.contacts.next = None;
        self.contacts.causes.clear();
        let touching = self.at_hand(&system, &[]);
        // What has been put elsewhere sticks to nothing any more.
        for (k, friction) in system.rigid.contact_frictions.iter().enumerate() {
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
        let (error, sensor_actions) = (self.contacts.error, self.event.sensor_actions);
        let (still, relaxed) = (self.contacts.stands_still, self.search.relaxed_searches);
        let by_friction = self.search.rests_by_friction;
        let happened = std::mem::take(&mut self.event.happened);
        self.replace_rows(Arc::new(system));
        (
            self.contacts.error,
            self.event.sensor_actions,
            self.event.happened,
        ) = (error, sensor_actions, happened);
        (self.contacts.stands_still, self.search.relaxed_searches) = (still, relaxed);
        self.search.rests_by_friction = by_friction;
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
        self.note_floors();
        note_pulls(self);
        drawn_in::note_determinant(self);
        self.note_reserves()?;
        Ok(y)
    }

    /// Stops whose law's force acts along another line than their gap opens.
    pub fn check_lines(&mut self) -> Vec<Diagnostic> {
        let system = Arc::clone(&self.system);
        let mut list = Vec::new();
        if let (Some(friction), false) = (system.frictions.first(), system.rigid.stops.is_empty()) {
            let message = format!(
                "{} stands beside rigid contacts, which is not supported yet",
                friction.label
            );
            list.push(Diagnostic::error("rigid-friction", friction.span, message));
        }
        if let (Some(&f), false) = (system.order.loaded.first(), system.rigid.stops.is_empty()) {
            let function = &system.mechanism.functions[f];
            let message = format!(
                "{} looks at reactions or accelerations and stands beside rigid contacts, which is not supported yet",
                function.owner
            );
            list.push(Diagnostic::error("rigid-friction", function.span, message));
        }
        for (k, stop) in system.rigid.stops.iter().enumerate() {
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
        let stop = &system.rigid.stops[stop];
        let law = stop.law.as_ref()?;
        let p = self.now.marker(system, stop.ends[0]).p;
        let mut unit = [0.0; 6];
        unit[stop.component] = stop.sign;
        let (f, t) = law.action(&self.view(), stop.ends, &unit, &|_| 0.0);
        let mut force = vec![0.0; system.mechanism.positions];
        let mut add = |marker: usize, sign: f64| {
            if let Some(b) = system.mechanism.markers[marker].carrier.body() {
                let body = &self.now.bodies[b];
                let q =
                    crate::mechanism::coordinate::generalized(body, &p, &(f * sign), &(t * sign));
                super::accumulate(&mut force, &system.mechanism.bodies[b], &q, 1.0);
            }
        };
        add(stop.ends[0], 1.0);
        if stop.has_reaction {
            add(stop.ends[1], -1.0);
        }
        Some(force)
    }
}

/// Places of a difference of order 4, in distances, with twelve times their weights; the value itself is last, at which the state stays: on both sides, and ahead alone.
type Stencil = [(f64, f64); 5];
const CENTRAL: Stencil = [
    (-2.0, 1.0),
    (-1.0, -8.0),
    (1.0, 8.0),
    (2.0, -1.0),
    (0.0, 0.0),
];
const AHEAD_ALONE: Stencil = [
    (1.0, 48.0),
    (2.0, -36.0),
    (3.0, 16.0),
    (4.0, -3.0),
    (0.0, -25.0),
];

/// Forces of the closed stops and what is left of them, with their rates along `dy`.
fn differences_of_presses(
    e: &mut Equations,
    (t, y, dy): (f64, &[f64], &[f64]),
    (distance, stencil): (f64, &Stencil),
    by: &mut impl Solving,
    (beside, reserve): (&mut [f64], &mut Vec<f64>),
) -> Result<(), Fault> {
    let system = Arc::clone(&e.system);
    e.contacts.pressing.fill(Flow::constant(0.0));
    e.contacts.reserves.fill(Flow::constant(0.0));
    for (ahead, weight) in stencil {
        let way = ahead * distance;
        for ((b, y), dy) in beside.iter_mut().zip(y).zip(dy) {
            *b = y + way * dy;
        }
        // There are as many unknowns, or fewer.
        let given = y.len().min(beside.len());
        by.solve(e, t + way, &beside[..given])?;
        for k in (0..system.rigid.stops.len()).filter(|k| system.is_closed(*k)) {
            let force = e.now.multipliers[system.stop_row(k)];
            let pressing = &mut e.contacts.pressing[k];
            pressing.re = force;
            pressing.eps[0] += weight * force / (12.0 * distance);
        }
        e.reserves_into(reserve)?;
        for (flow, left) in e.contacts.reserves.iter_mut().zip(&*reserve) {
            flow.re = *left;
            if left.is_finite() {
                flow.eps[0] += weight * left / (12.0 * distance);
            }
        }
    }
    Ok(())
}
