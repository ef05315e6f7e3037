//! Rows of the contacts that touch, their normals and tangents: what they say that others do not, and how they share a load.
#![allow(non_snake_case)]

use super::Equations;
use super::contact::delassus::Delassus;
use crate::equations::contact::stick_slip::StickSlip;
use crate::equations::contact::tolerances::DEPENDENT;
use crate::system::System;
use carom_solve::cone::{self, State, TangentialLaw};
use carom_solve::lcp;
use nalgebra::{Matrix3, Vector3};

/// The same of contacts that share their load: what the search for the best way leaves is some 1e-11 of the forces.
const SHARED_LIMIT: f64 = 1e-8;
/// What stands for the coefficient of a contact of which all that counts is that it presses: large, so that it does not limit what is left of friction at others.
pub(super) const PRESSES: f64 = 1e3;
/// A row that the joints hold answers with less than this part of the largest answer.
const HELD_BY_JOINTS: f64 = 1e-10;
/// Friction that is less than the limit by this part is at it.
const AT_LIMIT: f64 = 1e-9;

impl Equations {
    /// Generalized force of a unit force along a tangent.
    pub(super) fn tangent_force(
        &self,
        system: &System,
        contact_friction: usize,
        tangent: usize,
    ) -> Vec<f64> {
        let mut force = vec![0.0; system.mechanism.positions];
        let mut size = [0.0; 2];
        size[tangent] = 1.0;
        system.slip(contact_friction).forces(
            &system.mechanism,
            &self.view(),
            size,
            &mut |b, q: [f64; 6]| {
                super::accumulate(&mut force, &system.mechanism.bodies[b], &q, 1.0);
            },
        );
        force
    }

    /// A speed that is within the tolerance of the integration.
    pub(super) fn speed_of_error(&self) -> f64 {
        let scale = &self.system.mechanism.scale;
        self.contacts.error * scale.length / scale.time
    }

    pub(super) fn row_rates(&self, system: &System, touching: &Delassus) -> Vec<f64> {
        let mut rates = self.gap_rates(touching);
        for contact_friction in touching
            .stops
            .iter()
            .filter_map(|k| system.rigid.stops[*k].contact_friction)
        {
            rates.extend(system.slip(contact_friction).velocity(&self.view()));
        }
        rates
    }

    /// The tangents of curved pairs, by the axes that are farthest from their normals; the directions in which surfaces slide stay as they are.
    pub(super) fn choose_tangents(&mut self, system: &System, stops: &[usize]) {
        for contact_friction in stops
            .iter()
            .filter_map(|k| system.rigid.stops[*k].contact_friction)
        {
            let slip = system.slip(contact_friction);
            if slip.is_plane() {
                continue;
            }
            let before = slip.place(&self.view()).t;
            let axis = slip.best_axis(&self.view());
            self.memory.modes[slip.modes.start] = axis;
            let slides = StickSlip::of(&self.memory, contact_friction);
            if let StickSlip::Slides {
                along,
                faint,
                verge,
            } = slides
            {
                let direction = before[0] * along[0] + before[1] * along[1];
                let along = slip.place(&self.view()).t.map(|t| t.dot(&direction));
                let slides = StickSlip::Slides {
                    along,
                    faint,
                    verge,
                };
                slides.keep(&mut self.memory, contact_friction);
            }
        }
    }
}

/// The forces that a contact can carry.
#[derive(Clone, Copy, Debug)]
pub(super) enum Carried {
    /// None.
    Nothing,
    /// One along its normal.
    Normal,
    /// Any; the cone is looked at elsewhere.
    Sticks,
    /// One along its normal with friction against this direction.
    Slides { mu: f64, direction: [f64; 2] },
}

impl Carried {
    /// Forces (normal, tangents) from which all are made.
    fn directions(self) -> Vec<[f64; 3]> {
        match self {
            Carried::Nothing => Vec::new(),
            Carried::Normal => vec![[1.0, 0.0, 0.0]],
            Carried::Sticks => vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Carried::Slides { mu, direction } => {
                let [s, t] = direction.map(|d| -mu * d);
                vec![[1.0, s, t]]
            }
        }
    }
}

impl Delassus {
    /// Forces at the contacts, one after the other, that cause no motion together: normal and tangents of those that stick, of others the normal alone, with
    /// which their friction goes.
    pub(super) fn shares(&self, carried: &[Carried]) -> Vec<Vec<f64>> {
        let n = self.len();
        let each = carried.iter().enumerate();
        let unknowns: Vec<(usize, [f64; 3])> = each
            .flat_map(|(at, c)| c.directions().into_iter().map(move |d| (at, d)))
            .collect();
        let column = |(at, d): &(usize, [f64; 3])| -> Vec<(usize, f64)> {
            self.rows_of(*at).into_iter().zip(*d).collect()
        };
        let columns: Vec<_> = unknowns.iter().map(column).collect();
        let entry = |i: &[(usize, f64)], j: &[(usize, f64)]| -> f64 {
            let row = |(r, x): &(usize, f64)| {
                let sum = j.iter().map(|(c, y)| self.a[r * n + c] * y);
                x * sum.sum::<f64>()
            };
            i.iter().map(row).sum()
        };
        let each = columns
            .iter()
            .flat_map(|i| columns.iter().map(|j| entry(i, j)));
        let all = lcp::nullspace(&each.collect::<Vec<f64>>(), columns.len());
        let sorted = |v: Vec<f64>| {
            let mut share = vec![0.0; 3 * carried.len()];
            for ((at, d), x) in unknowns.iter().zip(v) {
                let sticks = matches!(carried[*at], Carried::Sticks);
                for k in 0..if sticks { 3 } else { 1 } {
                    share[3 * at + k] += d[k] * x;
                }
            }
            share
        };
        all.into_iter().map(sorted).collect()
    }

    /// A, in which the force of each contact that slides brings its friction along; none where nothing slides.
    pub(super) fn with_friction(&self, carried: &[Carried]) -> Option<Vec<f64>> {
        let n = self.len();
        let mut a = self.a.clone();
        let mut slides = false;
        for (at, c) in carried.iter().enumerate() {
            let (&Carried::Slides { mu, direction }, Some(tangents)) = (c, self.tangents[at])
            else {
                continue;
            };
            slides = true;
            for row in 0..n {
                let along = tangents.iter().zip(direction);
                let friction: f64 = along.map(|(t, d)| self.a[row * n + t] * d).sum();
                a[row * n + at] -= mu * friction;
            }
        }
        slides.then_some(a)
    }

    /// What is new in the tangents that are constraints, relative to what would be in the best choice; `contact_frictions`: those that
    /// stick, whose contacts come first.
    pub(super) fn quality(
        &self,
        system: &System,
        contact_frictions: &[usize],
        carried: &[Carried],
    ) -> f64 {
        let coupled = self.with_friction(carried);
        let normals: Vec<usize> = (0..self.stops.len())
            .filter(|at| system.is_closed(self.stops[*at]))
            .collect();
        let own = &self.tangents[..contact_frictions.len()];
        let all: Vec<usize> = own.iter().flatten().flatten().copied().collect();
        let is_kept = |row: usize| system.rows.binary_search(&row).is_ok();
        let own = contact_frictions
            .iter()
            .flat_map(|contact_friction| system.slip_rows(*contact_friction));
        let kept = all.iter().zip(own).filter(|(_, row)| is_kept(*row));
        let kept: Vec<usize> = kept.map(|(at, _)| *at).collect();
        let new = |list: &[usize]| {
            let found = choose(self, coupled.as_deref(), normals.clone(), list);
            (found.0.len(), found.1)
        };
        let ((count, best), (own_count, own)) = (new(&all), new(&kept));
        if own_count < count { 0.0 } else { own / best }
    }

    /// Whether contacts that hold with these forces can share their load in such a way that none is at the limit of its friction.
    pub(super) fn leaves_room(
        &self,
        contacts: &[cone::Contact],
        states: &[State],
        force: &[f64],
    ) -> bool {
        let carried_by = |c: &cone::Contact, state: &State| match (c.tangential, *state) {
            (_, State::Open) => Carried::Nothing,
            (TangentialLaw::Smooth, _) => Carried::Normal,
            (TangentialLaw::Holds { .. }, State::Holds) => Carried::Sticks,
            (
                TangentialLaw::Holds { mu, .. } | TangentialLaw::Slides { mu, .. },
                State::Slides(direction),
            ) => Carried::Slides { mu, direction },
            (TangentialLaw::Slides { .. }, State::Holds) => Carried::Nothing,
        };
        let mut carried = vec![Carried::Nothing; self.stops.len()];
        let (mut forces, mut mu) = (vec![[0.0; 3]; carried.len()], vec![PRESSES; carried.len()]);
        let mut most = 0.0;
        for (c, state) in contacts.iter().zip(states) {
            let at = c.normal;
            carried[at] = carried_by(c, state);
            forces[at][0] = force[at];
            if let (Carried::Sticks, TangentialLaw::Holds { mu: own, .. }) =
                (carried[at], c.tangential)
            {
                let [s, t] = c.tangents.map(|row| force[row]);
                (forces[at], mu[at]) = ([force[at], s, t], own);
                most = f64::max(most, own * force[at]);
            }
        }
        let shares = self.shares(&carried);
        if shares.is_empty() {
            return false;
        }
        // What carries nothing leaves all room.
        let carries = |at: &usize| !matches!(carried[*at], Carried::Nothing);
        let carrying: Vec<usize> = (0..carried.len()).filter(carries).collect();
        let of = |share: Vec<f64>| -> Vec<f64> {
            let each = carrying.iter().flat_map(|at| &share[3 * at..][..3]);
            each.copied().collect()
        };
        let shares: Vec<Vec<f64>> = shares.into_iter().map(of).collect();
        let forces: Vec<[f64; 3]> = carrying.iter().map(|at| forces[*at]).collect();
        let mu: Vec<f64> = carrying.iter().map(|at| mu[*at]).collect();
        cone::reserve(&shares, &forces, &mu) > SHARED_LIMIT * most
    }

    /// The rows of a contact: normal and tangents.
    pub(super) fn rows_of(&self, at: usize) -> Vec<usize> {
        let tangents = self.tangents[at].into_iter().flatten();
        std::iter::once(at).chain(tangents).collect()
    }

    /// A contact alone.
    pub(super) fn block(&self, at: usize, rates: &[f64]) -> (Matrix3<f64>, Vector3<f64>) {
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
    pub(super) fn slip(&self, at: usize, rates: &[f64]) -> [f64; 2] {
        self.tangents[at].map_or([0.0; 2], |t| t.map(|row| rates[row]))
    }

    /// The accelerations `free`, those of `tangents` at rest that depend on other rows at rest as these have them. Rows of a pair of bodies that depend on each
    /// other do so in their rates too, up to what their speeds are, which count as none: two points of a body that still turns a little are drawn together by
    /// ω²·l along the line through both, which no force changes, and only one of them could stick. Rows that only the joints make depend on each other, as those
    /// of a slider at its dead centre, do so for an instant.
    pub(super) fn consistent(
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
        let mut weights = vec![1.0; system.mechanism.positions];
        for body in system.mechanism.bodies.iter().filter(|b| b.turns) {
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

    pub(super) fn cone(&self, at: usize, tangential: TangentialLaw, least: f64) -> cone::Contact {
        cone::Contact {
            normal: at,
            tangents: self.tangents[at].unwrap_or([at; 2]),
            tangential,
            least,
        }
    }
}

impl Delassus {
    /// The row of a tangent among those of the system.
    pub(super) fn slip_row(&self, system: &System, row: usize) -> usize {
        let each = self.stops.iter().zip(&self.tangents);
        for (k, tangents) in each {
            if let (Some([s, t]), Some(contact_friction)) =
                (tangents, system.rigid.stops[*k].contact_friction)
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
pub(super) fn independent(touching: &Delassus, list: Vec<usize>, more: &[usize]) -> Vec<usize> {
    choose(touching, None, list, more).0
}

/// The same with the product of what is new in each, relative to all that it says: it does not depend on their order. `coupled`: A where forces of some
/// contacts bring friction along ([`Delassus::with_friction`]); then also forces have to be independent.
pub(super) fn choose(
    touching: &Delassus,
    coupled: Option<&[f64]>,
    mut list: Vec<usize>,
    more: &[usize],
) -> (Vec<usize>, f64) {
    let n = touching.len();
    let answer = |row: usize| touching.a[row * n + row];
    let largest = (0..n).map(answer).fold(0.0, f64::max);
    let mut left = touching.a.clone();
    let mut coupled = coupled.map(<[f64]>::to_vec);
    let new_of = |left: &[f64], row: usize| left[row * n + row] / answer(row);
    for &row in &list {
        if new_of(&left, row) > DEPENDENT {
            lcp::eliminate(&mut left, n, row);
        }
        if let Some(all) = &mut coupled
            && new_of(all, row).abs() > DEPENDENT
        {
            lcp::eliminate_from_any(all, n, row);
        }
    }
    let mut rest: Vec<usize> = more
        .iter()
        .copied()
        .filter(|row| answer(*row) > HELD_BY_JOINTS * largest)
        .collect();
    let mut new = 1.0;
    loop {
        let is_new = |row: usize| new_of(&left, row) > DEPENDENT;
        let measure = |row: usize| match &coupled {
            Some(all) if is_new(row) => new_of(all, row).abs(),
            _ => new_of(&left, row),
        };
        // Of equals the first.
        let places = (0..rest.len()).rev();
        let Some(at) = places.max_by(|a, b| {
            let [a, b] = [a, b].map(|at| measure(rest[*at]));
            a.total_cmp(&b)
        }) else {
            break;
        };
        let row = rest.remove(at);
        if !is_new(row) {
            break;
        }
        new *= measure(row);
        lcp::eliminate(&mut left, n, row);
        if let Some(all) = &mut coupled
            && new_of(all, row).abs() > DEPENDENT
        {
            lcp::eliminate_from_any(all, n, row);
        }
        list.push(row);
    }
    (list, new)
}

/// That a contact slides which holds at the limit of its friction: where what it can hold has come to its end it is not others that hold it, however slowly it
/// begins to slide against them.
pub(super) fn at_limit(c: &cone::Contact, force: &[f64]) -> Option<State> {
    let TangentialLaw::Holds { mu, .. } = c.tangential else {
        return None;
    };
    let ([s, t], most) = (c.tangents.map(|row| force[row]), mu * force[c.normal]);
    let size = s.hypot(t);
    (most > 0.0 && size >= most * (1.0 - AT_LIMIT)).then(|| State::Slides([-s / size, -t / size]))
}
