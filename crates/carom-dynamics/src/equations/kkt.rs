//! The linear equations at acceleration level, and their kin for corrections of positions and velocities:
//!
//! ```text
//! [ M  −Gᵀ ] [ a ]   [ F ]            [ W  −Gᵀ ] [ δ ]   [  0 ]
//! [ G   0  ] [ λ ] = [ γ ]            [ G   0  ] [ ν ] = [ −Φ ]
//! ```
#![allow(non_snake_case)]

use crate::equations::jacobian::{Entries, Layout};
use crate::equations::kkt::rows::Gamma;
use crate::equations::kkt::rows::for_each_row;
use crate::mechanism::frames::Frames;
use crate::system::System;
use carom_base::{Mat3, Vec3};
use carom_solve::sparse::{LinearSolver, Lu};
pub use reduced::Purpose;
use reduced::{Reduced, SHIFT_OF_COMPROMISE};

mod reduced;
pub mod rows;

/// Solver of the equations at acceleration level; holds its last solution.
#[derive(Clone, Debug)]
pub struct Kkt {
    /// Accelerations, length of the positions.
    pub a: Vec<f64>,
    /// Multipliers of the kept rows.
    pub lambda: Vec<f64>,
    /// Zeros, as many as accelerations.
    pub zero: Vec<f64>,
    /// The last correction, length of the positions.
    pub step: Vec<f64>,
    /// What each unknown weighs in a correction, on top of the metric; 1 by default.
    pub weights: Vec<f64>,
    /// What a radian of each body is worth as a length in a correction; its radius of gyration by default.
    pub arms: Vec<f64>,
    /// How far rows may give way to each other in the matrix of all unknowns: part of the diagonal of G·W⁻¹·Gᵀ.
    leniency: f64,
    /// Entries that friction adds in the columns of multipliers, and forces that look at accelerations in those of accelerations: row,
    /// column, value.
    pub coupling: Vec<(usize, usize, f64)>,
    /// The multipliers before the last solution, where [`Kkt::remember`] kept them.
    pub before: Vec<f64>,
    /// The accelerations before it, likewise.
    a_before: Vec<f64>,
    layout: Layout,
    values: Vec<f64>,
    solution: Vec<f64>,
    lu: Option<Lu<f64>>,
    inverse_inertia: Vec<Mat3>,
    /// The shorter way, where all bodies have masses and inertias.
    reduced: Option<Reduced>,
}

/// Which matrix stands in the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Metric {
    /// Masses.
    Mass,
    /// One for translations, the square of the arm for rotations.
    Radius,
}

impl Kkt {
    /// Room for a system with the places where friction couples forces to multipliers.
    pub fn new(system: &System, coupling: Vec<(usize, usize, f64)>) -> Self {
        let (n, m) = (system.mechanism.positions, system.rows.len());
        let simple = coupling.is_empty() && system.mechanism.bodies.iter().all(has_inertia);
        let reduced = Reduced::new(system).filter(|_| simple);
        Self {
            a: vec![0.0; n],
            lambda: vec![0.0; m],
            zero: vec![0.0; n],
            step: vec![0.0; n],
            weights: vec![1.0; n],
            arms: system.mechanism.bodies.iter().map(|b| b.radius).collect(),
            leniency: 0.0,
            coupling,
            before: vec![0.0; m],
            a_before: vec![0.0; n],
            layout: Layout::default(),
            values: Vec::new(),
            solution: vec![0.0; n + m],
            lu: None,
            reduced,
            inverse_inertia: system
                .mechanism
                .bodies
                .iter()
                .map(|b| crate::mechanism::inverse_or_zero(&b.inertia))
                .collect(),
        }
    }

    /// Forgets the pivots of earlier factors, so that the next ones depend on their matrix alone.
    pub fn renew(&mut self) {
        self.lu = None;
    }

    /// The sign of the determinant of the matrix of all unknowns that was factored last; `None` where the shorter way is taken.
    pub fn determinant_is_negative(&self) -> Option<bool> {
        self.lu.as_ref().map(Lu::determinant_is_negative)
    }

    /// Accelerations and multipliers for generalized forces and γ (of all rows), kept in `a` and `lambda`.
    pub fn solve(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        force: &[f64],
        mut gamma: Gamma<'_>,
    ) -> Result<(), String> {
        if system.rows.is_empty() && self.coupling.iter().all(|entry| entry.2 == 0.0) {
            return self.solve_free(system, force);
        }
        if let Some(reduced) = &mut self.reduced {
            let inverse = |b: usize| {
                (
                    1.0 / system.mechanism.bodies[b].mass,
                    self.inverse_inertia[b],
                )
            };
            let purpose = Purpose::Motion;
            if reduced.solve(
                system,
                frames,
                inverse,
                Some(force),
                &mut gamma,
                purpose,
                &mut self.a,
            ) {
                self.lambda.copy_from_slice(&reduced.lambda);
                return Ok(());
            }
        }
        self.be_lenient(0.0);
        self.factor(system, frames, Metric::Mass, &mut gamma)?;
        let n = system.mechanism.positions;
        self.solution[..n].copy_from_slice(force);
        for (k, row) in system.rows.iter().enumerate() {
            self.solution[n + k] = gamma.of(*row);
        }
        if let Some(lu) = &mut self.lu {
            lu.solve(&mut self.solution);
        }
        self.a.copy_from_slice(&self.solution[..n]);
        self.lambda.copy_from_slice(&self.solution[n..]);
        Ok(())
    }

    /// How far the mechanism is from a position where its constraints depend on each other: the least share of a row that is
    /// new. `None` where friction or bodies without inertia need the matrix of all unknowns.
    pub fn independence(&mut self, system: &System, frames: &dyn Frames<f64>) -> Option<f64> {
        let reduced = self.reduced.as_mut()?;
        reduced.independence(system, frames, by_radius(system))
    }

    /// The kept row that is about to depend on the others, if the mechanism stands near a singular position.
    pub fn dependent_row(&mut self, system: &System, frames: &dyn Frames<f64>) -> Option<usize> {
        let reduced = self.reduced.as_mut()?;
        reduced.dependent_row(system, frames, by_radius(system))
    }

    /// Keeps the solution for [`Kkt::change`].
    pub fn remember(&mut self) {
        self.before.copy_from_slice(&self.lambda);
        self.a_before.copy_from_slice(&self.a);
    }

    /// The largest change of a multiplier since [`Kkt::remember`], relative to the largest of them; or of an acceleration, if these count
    /// and it is more, relative to what they are sums of.
    pub fn change(&self, accelerations: Option<f64>) -> f64 {
        let relative = |new: &[f64], old: &[f64], least: f64| {
            let changes = new.iter().zip(old);
            let change = changes.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
            let size = new.iter().fold(least, |m: f64, x| m.max(x.abs()));
            if change == 0.0 { 0.0 } else { change / size }
        };
        let of_multipliers = relative(&self.lambda, &self.before, 0.0);
        match accelerations {
            Some(scale) => of_multipliers.max(relative(&self.a, &self.a_before, scale)),
            None => of_multipliers,
        }
    }

    /// An acceleration, or behind these a multiplier of the last solution.
    pub fn unknown(&self, column: usize) -> f64 {
        match column.checked_sub(self.a.len()) {
            Some(row) => self.lambda[row],
            None => self.a[column],
        }
    }

    /// Takes friction out of the matrix.
    pub fn uncouple(&mut self) {
        for entry in &mut self.coupling {
            entry.2 = 0.0;
        }
    }

    /// The smallest correction, in the metric of the arms, that removes `residual` (of all rows) to first
    /// order, kept in `step`. NeighbourList a singular position [`Purpose::State`] leaves a part of it; where rows ask for
    /// different things, [`Purpose::Compromise`] does.
    pub fn correct(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        residual: &[f64],
        purpose: Purpose,
    ) -> Result<(), String> {
        let n = system.mechanism.positions;
        if system.rows.is_empty() {
            self.step.fill(0.0);
            return Ok(());
        }
        if let Some(reduced) = &mut self.reduced
            && self.weights.iter().all(|w| *w == 1.0)
        {
            let arms = &self.arms;
            let inverse = |b: usize| (1.0, Mat3::identity() / (arms[b] * arms[b]));
            if reduced.solve(
                system,
                frames,
                inverse,
                None,
                &mut Gamma::Opposite(residual),
                purpose,
                &mut self.step,
            ) {
                return Ok(());
            }
        }
        self.be_lenient(match purpose {
            Purpose::Compromise => SHIFT_OF_COMPROMISE,
            _ => 0.0,
        });
        self.factor(
            system,
            frames,
            Metric::Radius,
            &mut Gamma::Opposite(residual),
        )?;
        self.solution[..n].fill(0.0);
        for (k, row) in system.rows.iter().enumerate() {
            self.solution[n + k] = -residual[*row];
        }
        if let Some(lu) = &mut self.lu {
            lu.solve(&mut self.solution);
        }
        self.step.copy_from_slice(&self.solution[..n]);
        Ok(())
    }

    /// Without constraints each body stands alone.
    pub fn solve_free(&mut self, system: &System, force: &[f64]) -> Result<(), String> {
        for (data, inverse) in system.mechanism.bodies.iter().zip(&self.inverse_inertia) {
            let k = data.first;
            if data.mass <= 0.0 {
                return Err(format!("{} is free to move and has no mass", data.label));
            }
            for c in 0..3 {
                self.a[k + c] = force[k + c] / data.mass;
            }
            if data.turns {
                let t = Vec3::new(force[k + 3], force[k + 4], force[k + 5]);
                if *inverse == Mat3::zeros() {
                    return Err(format!(
                        "{} is free to turn and has no inertia about some axis",
                        data.label
                    ));
                }
                let alpha = inverse * t;
                self.a[k + 3..k + 6].copy_from_slice(&alpha.to_array());
            }
        }
        Ok(())
    }

    /// Rows that give way have other entries in the matrix.
    fn be_lenient(&mut self, leniency: f64) {
        if leniency != self.leniency {
            self.leniency = leniency;
            self.lu = None;
        }
    }

    /// The diagonal of G·W⁻¹·Gᵀ, W the metric of corrections.
    fn diagonal(&self, system: &System, frames: &dyn Frames<f64>) -> Vec<f64> {
        let mut diagonal = vec![0.0; system.rows.len()];
        for_each_row(system, frames, &mut Gamma::none(), |row, b, g| {
            let data = &system.mechanism.bodies[b];
            for c in 0..data.freedoms() {
                let arm = if c < 3 { 1.0 } else { self.arms[b] };
                diagonal[row] += g[c] * g[c] / (arm * arm * self.weights[data.first + c]);
            }
        });
        // A row without a gradient can move nothing.
        let moves = |x: &f64| if *x > 0.0 { *x } else { 1.0 };
        diagonal.iter().map(moves).collect()
    }

    fn factor(
        &mut self,
        system: &System,
        frames: &dyn Frames<f64>,
        metric: Metric,
        gamma: &mut Gamma<'_>,
    ) -> Result<(), String> {
        let size = system.mechanism.positions + system.rows.len();
        let shares = if self.leniency > 0.0 {
            self.diagonal(system, frames)
        } else {
            Vec::new()
        };
        if self.lu.is_none() {
            let mut sequence = Vec::new();
            let mut record = Entries::Record(&mut sequence);
            let scales = (&self.weights[..], &self.arms[..]);
            fill(system, frames, metric, scales, gamma, &mut record);
            couple(&self.coupling, &mut record);
            give_way(system, self.leniency, &shares, &mut record);
            self.layout = Layout::new(size, &sequence);
            self.values = vec![0.0; self.layout.pattern.len()];
            self.lu = Some(Lu::new(&self.layout.pattern));
        }
        self.values.fill(0.0);
        let mut entries = Entries::Fill {
            places: &self.layout.places,
            values: &mut self.values,
            next: 0,
        };
        let scales = (&self.weights[..], &self.arms[..]);
        fill(system, frames, metric, scales, gamma, &mut entries);
        couple(&self.coupling, &mut entries);
        give_way(system, self.leniency, &shares, &mut entries);
        let Some(lu) = &mut self.lu else {
            return Ok(());
        };
        lu.factor(&self.values).map_err(|s| {
            let n = system.mechanism.positions;
            let who = if s.column < n {
                let b = system
                    .mechanism
                    .bodies
                    .partition_point(|b| b.first <= s.column)
                    - 1;
                format!(
                    "{} has no mass where nothing holds it",
                    system.mechanism.bodies[b].label
                )
            } else {
                format!(
                    "{} is not independent of the other constraints here",
                    system.row_name(system.rows[s.column - n])
                )
            };
            format!("the accelerations are not determined: {who}")
        })
    }
}

fn fill(
    system: &System,
    frames: &dyn Frames<f64>,
    metric: Metric,
    (weights, arms): (&[f64], &[f64]),
    gamma: &mut Gamma<'_>,
    entries: &mut Entries<'_>,
) {
    let n = system.mechanism.positions;
    for (data, arm) in system.mechanism.bodies.iter().zip(arms) {
        let k = data.first;
        let mass = match metric {
            Metric::Mass => data.mass,
            Metric::Radius => 1.0,
        };
        let weight = |c: usize| match metric {
            Metric::Mass => 1.0,
            Metric::Radius => weights[k + c],
        };
        for c in 0..3 {
            entries.add(k + c, k + c, mass * weight(c));
        }
        if data.turns {
            let inertia = match metric {
                Metric::Mass => data.inertia,
                Metric::Radius => Mat3::identity() * (arm * arm),
            };
            for r in 0..3 {
                for c in 0..3 {
                    let w = if r == c { weight(3 + r) } else { 1.0 };
                    entries.add(k + 3 + r, k + 3 + c, inertia[(r, c)] * w);
                }
            }
        }
    }
    for_each_row(system, frames, gamma, |row, b, g| {
        let data = &system.mechanism.bodies[b];
        for c in 0..data.freedoms() {
            entries.add(n + row, data.first + c, g[c]);
            entries.add(data.first + c, n + row, -g[c]);
        }
    });
}

fn couple(coupling: &[(usize, usize, f64)], entries: &mut Entries<'_>) {
    for &(row, column, value) in coupling {
        entries.add(row, column, value);
    }
}

/// Rows that give way: `G·δ + ε·diag(G·W⁻¹·Gᵀ)·ν = −Φ`.
fn give_way(system: &System, leniency: f64, diagonal: &[f64], entries: &mut Entries<'_>) {
    let n = system.mechanism.positions;
    for (k, share) in diagonal.iter().enumerate() {
        entries.add(n + k, n + k, leniency * share);
    }
}

/// The metric of corrections, inverted.
fn by_radius(system: &System) -> impl Fn(usize) -> (f64, Mat3) + '_ {
    |b| {
        let radius = system.mechanism.bodies[b].radius;
        (1.0, Mat3::identity() / (radius * radius))
    }
}

/// Whether a body resists each force on each of its freedoms.
fn has_inertia(data: &crate::mechanism::BodyData) -> bool {
    let turns = || crate::mechanism::inverse_or_zero(&data.inertia) != Mat3::zeros();
    data.mass > 0.0 && (!data.turns || (data.radius > 0.0 && turns()))
}
