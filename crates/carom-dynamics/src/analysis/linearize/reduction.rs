//! Independent coordinates: what deviations of all bodies follow from them.
#![allow(non_snake_case)]

use super::probe::Probe;
use crate::analysis::linearize::plan::more_than_positions;
use crate::analysis::linearize::plan::unit;
use crate::analysis::linearize::probe::with_loads;
use crate::equations::Equations;
use crate::equations::kkt::rows::{Gamma, for_each_row};
use crate::mechanism::kinematics::Body;
use crate::system::System;
use carom_base::Vec3;
use carom_solve::Fault;
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;

/// The equations of a linearization in the coordinates of bodies (ρ and φ, each on body axes).
pub(super) struct Reduction {
    pub(super) system: Arc<System>,
    /// Orientation of each body, to turn translations.
    bodies: Vec<Body<f64>>,
    a: Vec<f64>,
    /// Numbers of the body coordinates that are states, after those of the plan.
    pub(super) chosen: Vec<usize>,
    /// Factors of `[C; S]`.
    split: nalgebra::LU<f64, nalgebra::Dyn, nalgebra::Dyn>,
    /// Factors of `[M, −Gᵀ; G, 0]`.
    kkt: nalgebra::LU<f64, nalgebra::Dyn, nalgebra::Dyn>,
}

impl Reduction {
    pub(super) fn freedoms(&self) -> usize {
        self.system.mechanism.positions - self.system.rows.len()
    }

    /// Solves `[C; S]·δ = [c; s]`.
    pub(super) fn deviation(&self, c: &[f64], s: &[f64]) -> Vec<f64> {
        let n = self.system.mechanism.positions;
        let right = DVector::from_iterator(n, c.iter().chain(s).copied());
        let solution = self.split.solve(&right);
        solution.map_or_else(|| vec![f64::NAN; n], |x| x.as_slice().to_vec())
    }

    /// Translations on ground axes from those on body axes, or back.
    pub(super) fn turn(&self, x: &[f64], to_ground: bool) -> Vec<f64> {
        let mut out = x.to_vec();
        for (body, data) in self.bodies.iter().zip(&self.system.mechanism.bodies) {
            let k = data.first;
            let v = Vec3::new(x[k], x[k + 1], x[k + 2]);
            let v = if to_ground {
                body.R * v
            } else {
                body.R.tr_mul(&v)
            };
            out[k..k + 3].copy_from_slice(&v.to_array());
        }
        out
    }

    /// The change of the velocities (translations on ground axes) for δ and δ' on body axes: both turn with the body.
    pub(super) fn velocities(&self, d: &[f64], rate: &[f64]) -> Vec<f64> {
        let mut out = rate.to_vec();
        for (body, data) in self.bodies.iter().zip(&self.system.mechanism.bodies) {
            for k in (data.first..data.first + data.freedoms()).step_by(3) {
                let spin = body.w.cross(&Vec3::new(d[k], d[k + 1], d[k + 2]));
                for c in 0..3 {
                    out[k + c] += spin[c];
                }
            }
        }
        self.turn(&out, true)
    }

    /// δ'' on body axes for the change `a` of the accelerations.
    pub(super) fn second_rates(&self, d: &[f64], rate: &[f64], a: &[f64]) -> Vec<f64> {
        let a = self.turn(a, false);
        let mut out = vec![0.0; a.len()];
        for (body, data) in self.bodies.iter().zip(&self.system.mechanism.bodies) {
            let (_, wdot) = data.accelerations(&self.a);
            let w = &body.w;
            let at = |x: &[f64], k: usize| Vec3::new(x[k], x[k + 1], x[k + 2]);
            let k = data.first;
            let (p, v) = (at(d, k), at(rate, k));
            let second = at(&a, k) - w.cross(&v) * 2.0 - wdot.cross(&p) - w.cross(&w.cross(&p));
            out[k..k + 3].copy_from_slice(&second.to_array());
            if data.turns {
                let k = k + 3;
                let second = at(&a, k) - wdot.cross(&at(d, k)) - w.cross(&at(rate, k));
                out[k..k + 3].copy_from_slice(&second.to_array());
            }
        }
        out
    }

    /// Changes of accelerations and multipliers (kept rows).
    pub(super) fn accelerations(&self, force: &[f64], seconds: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.system.mechanism.positions;
        let size = n + seconds.len();
        let right = force.iter().copied().chain(seconds.iter().map(|x| -x));
        let solution = self.kkt.solve(&DVector::from_iterator(size, right));
        let all = solution.map_or_else(|| vec![f64::NAN; size], |x| x.as_slice().to_vec());
        (all[..n].to_vec(), all[n..].to_vec())
    }
}

/// What a body coordinate counts as a length.
pub(super) fn lengths(system: &System) -> Vec<f64> {
    let mut length = vec![1.0; system.mechanism.positions];
    for data in system.mechanism.bodies.iter().filter(|b| b.turns) {
        length[data.first + 3..data.first + 6].fill(data.radius);
    }
    length
}

/// Rows of `candidates` (first `given`, all of them wanted, then any) that make a square matrix regular together with
/// `fixed`: Gram-Schmidt with pivoting. The first given row that follows from the others is the error.
fn complete(
    fixed: &DMatrix<f64>,
    given: &DMatrix<f64>,
    length: &[f64],
) -> Result<Vec<usize>, usize> {
    let n = length.len();
    let scaled = |row: &[f64]| -> Vec<f64> { row.iter().zip(length).map(|(x, l)| x / l).collect() };
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let remove = |basis: &[Vec<f64>], row: &mut [f64]| {
        // Twice, against rounding.
        for _ in 0..2 {
            for q in basis {
                let d: f64 = q.iter().zip(row.iter()).map(|(a, b)| a * b).sum();
                row.iter_mut().zip(q).for_each(|(x, q)| *x -= d * q);
            }
        }
    };
    let norm = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    for (matrix, wanted) in [(fixed, false), (given, true)] {
        for r in 0..matrix.nrows() {
            let mut row = scaled(&matrix.row(r).iter().copied().collect::<Vec<f64>>());
            let before = norm(&row);
            remove(&basis, &mut row);
            let rest = norm(&row);
            // The bound of redundant constraints: less than a millionth is new.
            if wanted && !(rest > 1e-6 * before) {
                return Err(r);
            }
            row.iter_mut().for_each(|x| *x /= rest);
            basis.push(row);
        }
    }
    // A coordinate for itself, as far as it is not yet decided.
    let mut rest: Vec<Vec<f64>> = (0..n)
        .map(|k| {
            let mut row = vec![0.0; n];
            row[k] = 1.0;
            remove(&basis, &mut row);
            row
        })
        .collect();
    let mut chosen = Vec::new();
    while basis.len() < n {
        // The first one as good as any: a part in a thousand does not count, so that rounding decides nothing.
        let most = rest.iter().map(|r| norm(r)).fold(0.0, f64::max);
        let Some(k) = (0..n).find(|&k| norm(&rest[k]) >= 0.999 * most) else {
            return Err(usize::MAX);
        };
        if !(most > 1e-9) {
            return Err(usize::MAX);
        }
        let mut row = rest[k].clone();
        let length = norm(&row);
        row.iter_mut().for_each(|x| *x /= length);
        for other in &mut rest {
            remove(std::slice::from_ref(&row), other);
        }
        basis.push(row);
        chosen.push(k);
    }
    chosen.sort_unstable();
    Ok(chosen)
}

/// The coordinates at the state in the arrays of `e`, for which accelerations were computed.
pub(super) fn reduce(e: &Equations, probe: &mut Probe<'_>) -> Result<Reduction, Fault> {
    let system = Arc::clone(&e.system);
    let (n, m) = (system.mechanism.positions, system.rows.len());
    let mut G = DMatrix::zeros(m, n);
    for_each_row(&system, &e.view(), &mut Gamma::none(), |row, b, g| {
        let data = &system.mechanism.bodies[b];
        for c in 0..data.freedoms() {
            G[(row, data.first + c)] += g[c];
        }
    });
    let mut reduction = Reduction {
        bodies: e.now.bodies.clone(),
        a: e.kkt.a.clone(),
        chosen: Vec::new(),
        split: DMatrix::zeros(0, 0).lu(),
        kkt: with_loads(probe, kkt_matrix(&system, &G)).lu(),
        system: Arc::clone(&system),
    };
    let mut C = G;
    for r in 0..m {
        let row: Vec<f64> = C.row(r).iter().copied().collect();
        for (k, x) in reduction.turn(&row, false).into_iter().enumerate() {
            C[(r, k)] = x;
        }
    }
    let given = coordinate_rows(probe, &reduction)?;
    let chosen = complete(&C, &given, &lengths(&system)).map_err(|row| {
        let message = probe.plan.coordinates.get(row).map_or_else(
            || "the degrees of freedom cannot be told apart here".to_string(),
            |(name, _)| {
                format!("{name} as a state of the linear analysis follows from the constraints and the states before it")
            },
        );
        Fault { message }
    })?;
    let mut split = DMatrix::zeros(n, n);
    split.rows_mut(0, m).copy_from(&C);
    split.rows_mut(m, given.nrows()).copy_from(&given);
    for (k, &c) in chosen.iter().enumerate() {
        split[(m + given.nrows() + k, c)] = 1.0;
    }
    reduction.split = split.lu();
    reduction.chosen = chosen;
    Ok(reduction)
}

fn kkt_matrix(system: &System, G: &DMatrix<f64>) -> DMatrix<f64> {
    let (m, n) = G.shape();
    let mut K = DMatrix::zeros(n + m, n + m);
    for data in &system.mechanism.bodies {
        let k = data.first;
        for c in 0..3 {
            K[(k + c, k + c)] = data.mass;
        }
        if data.turns {
            for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
                K[(k + 3 + a, k + 3 + b)] = data.inertia[(a, b)];
            }
        }
    }
    K.view_mut((n, 0), (m, n)).copy_from(G);
    K.view_mut((0, n), (n, m)).copy_from(&-G.transpose());
    K
}

/// The gradients of the coordinates that the plan gives, on body axes.
fn coordinate_rows(probe: &mut Probe<'_>, reduction: &Reduction) -> Result<DMatrix<f64>, Fault> {
    let (n, given) = (probe.system.mechanism.positions, &probe.plan.coordinates);
    let f = n - probe.system.rows.len();
    if given.len() > f {
        let message = format!(
            "{} states of positions are asked for, and there are {f} degrees of freedom",
            given.len()
        );
        return Err(Fault { message });
    }
    for (name, function) in given {
        if let Some(what) = more_than_positions(probe.system, *function) {
            let message = format!(
                "{name} is a state of the linear analysis and depends on {what}; it may depend on positions only, its rate is added as a state"
            );
            return Err(Fault { message });
        }
    }
    let mut rows = DMatrix::zeros(given.len(), n);
    if given.is_empty() {
        return Ok(rows);
    }
    for k in 0..n {
        let mut d = probe.no_direction();
        // The rate of a function of positions for a velocity is its gradient.
        d.v = reduction.turn(&unit(n, k), true);
        for (r, x) in probe.ask(&d).coordinates.iter().enumerate() {
            rows[(r, k)] = x[0];
        }
    }
    Ok(rows)
}

impl Reduction {
    /// Translations and rotations on ground axes from those on body axes.
    pub(super) fn on_ground_axes(&self, x: &[f64]) -> Vec<f64> {
        let mut out = x.to_vec();
        for (body, data) in self.bodies.iter().zip(&self.system.mechanism.bodies) {
            for k in (data.first..data.first + data.freedoms()).step_by(3) {
                let v = body.R * Vec3::new(x[k], x[k + 1], x[k + 2]);
                out[k..k + 3].copy_from_slice(&v.to_array());
            }
        }
        out
    }
}
