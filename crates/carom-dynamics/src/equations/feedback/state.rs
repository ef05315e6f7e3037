//! Room for forces that look at accelerations.
#![allow(non_snake_case)]

use crate::system::{ExtraState, Fed, System};
use carom_base::Dual;
use carom_expr::Measure;
use std::collections::BTreeSet;

use crate::equations::couplings::fed_by;
use crate::equations::couplings::for_each_push;
/// A number with derivatives with respect to the accelerations of one body.
pub(in crate::equations) type Accelerated = Dual<f64, 6>;

/// Room for the loops, and what they are made of.
#[derive(Default)]
pub(in crate::equations) struct Feedback {
    /// Rates of the measures along the motion.
    pub rates: Vec<f64>,
    /// `F_z`, a column after the other.
    pub(in crate::equations) pushes: Vec<f64>,
    /// Slopes of each measure with respect to the accelerations of each of its bodies.
    pub(in crate::equations) slopes: Vec<Vec<[f64; 6]>>,
    /// Whether these are of the state in the arrays.
    pub has_slopes: bool,
    /// Whether they depend on the accelerations, as those of a magnitude do.
    pub(in crate::equations) is_bent: bool,
    /// Accelerations of the state with the multipliers in the arrays.
    pub(in crate::equations) a: Vec<f64>,
    /// How large the terms of these are at most, times the slopes.
    pub(in crate::equations) terms: f64,
    pub(in crate::equations) matrix: Vec<f64>,
    pub(in crate::equations) residual: Vec<f64>,
    /// The measures before a step of Newton's method.
    pub(in crate::equations) before: Vec<f64>,
    /// `dz/dy`, a row after the other.
    pub(in crate::equations) gradients: Vec<f64>,
}

impl Feedback {
    pub fn new(system: &System) -> Self {
        let (n, k) = (system.mechanism.positions, system.order.fed.len());
        if k == 0 {
            return Self::default();
        }
        Self {
            rates: vec![0.0; k],
            pushes: vec![0.0; n * k],
            slopes: system
                .order
                .fed
                .iter()
                .map(|z| vec![[0.0; 6]; z.bodies.len()])
                .collect(),
            has_slopes: false,
            is_bent: {
                let is_magnitude = |z: &Fed| matches!(z.measure, Measure::ACCM | Measure::WDTM);
                system.order.fed.iter().any(is_magnitude)
            },
            a: vec![0.0; n],
            terms: 0.0,
            matrix: vec![0.0; k * k],
            residual: vec![0.0; k],
            before: vec![0.0; k],
            gradients: vec![0.0; k * system.dimension()],
        }
    }
}

/// Which measures feed each other: a number for each group, at most as many as measures.
pub(in crate::equations) fn groups(system: &System) -> Vec<usize> {
    let mut touched: Vec<BTreeSet<u32>> = system
        .order
        .fed
        .iter()
        .map(|z| z.bodies.iter().copied().collect())
        .collect();
    for_each_push(system, |element, _, z, _| {
        let on = system.forces[element].ends(&system.mechanism);
        touched[z].extend(on.map(|(b, _)| b as u32));
    });
    let mut group: Vec<usize> = (0..touched.len()).collect();
    for k in 0..touched.len() {
        for j in 0..k {
            if group[j] != group[k] && !touched[j].is_disjoint(&touched[k]) {
                let (from, to) = (group[k].max(group[j]), group[k].min(group[j]));
                group
                    .iter_mut()
                    .filter(|g| **g == from)
                    .for_each(|g| *g = to);
            }
        }
    }
    group
}

/// For each measure the rows of the Jacobian that depend on it.
pub(in crate::equations) fn feeding_rows(system: &System) -> Vec<BTreeSet<usize>> {
    let n = system.mechanism.positions;
    let mut rows = vec![BTreeSet::new(); system.order.fed.len()];
    let work = system.differential() - 1;
    for_each_push(system, |element, _, z, _| {
        for (b, _) in system.forces[element].ends(&system.mechanism) {
            let data = &system.mechanism.bodies[b];
            rows[z].extend(n + data.first..n + data.first + data.freedoms());
        }
        rows[z].insert(work);
    });
    for (x, state) in system.extra.states.iter().enumerate() {
        if let ExtraState::Diff(f) = state {
            for (z, _) in fed_by(system, *f) {
                rows[z].insert(2 * n + x);
            }
        }
    }
    rows
}
