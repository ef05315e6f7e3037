//! What is left of friction at contacts that stick and share a load.

use nalgebra::{DMatrix, DVector};

/// Weight of what is wanted against the barrier at the end, relative to the forces: what is left of it is twice the number of contacts over that.
const BARRIER: f64 = 1e12;
/// How much steeper it becomes from one step of the method to the next.
const STEEPER: f64 = 30.0;
/// Most steps of Newton's method at one weight.
const STEPS: usize = 60;
/// So much, relative to the largest force, is enough to be left.
pub(super) const ENOUGH: f64 = 1e-2;

/// What is left of friction at contacts that stick, however they share their load: the largest t for which some forces with the same effect have
/// `|z_T| ≤ μ·z_N − t` at each, or less than that where it is more than a hundredth of the largest force. Negative where none hold.
///
/// `shares`: forces that have no effect together, `forces` one way to carry the load; three numbers a contact, normal and tangents.
pub fn reserve(shares: &[Vec<f64>], forces: &[[f64; 3]], mu: &[f64]) -> f64 {
    best_share(shares, forces, mu).0
}

/// The same with the forces that leave it.
pub fn best_share(shares: &[Vec<f64>], forces: &[[f64; 3]], mu: &[f64]) -> (f64, Vec<[f64; 3]>) {
    let mut best = forces.to_vec();
    let mut alone = |contacts: Vec<usize>| {
        let of = |list: &[f64]| -> Vec<f64> {
            contacts
                .iter()
                .flat_map(|k| &list[3 * k..3 * k + 3])
                .copied()
                .collect()
        };
        let own = shares.iter().map(|share| of(share));
        let own: Vec<Vec<f64>> = own.filter(|s| s.iter().any(|x| *x != 0.0)).collect();
        let forces: Vec<[f64; 3]> = contacts.iter().map(|k| forces[*k]).collect();
        let mu: Vec<f64> = contacts.iter().map(|k| mu[*k]).collect();
        let (left, z) = reserve_together(&own, &forces, &mu);
        for (k, z) in contacts.iter().zip(z.chunks_exact(3)) {
            best[*k].copy_from_slice(z);
        }
        left
    };
    let groups = groups(shares, forces.len()).into_iter();
    let left = groups.map(&mut alone).fold(f64::INFINITY, f64::min);
    (left, best)
}

/// The contacts that shares connect: no share is of two groups.
fn groups(shares: &[Vec<f64>], count: usize) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..count).collect();
    for share in shares {
        let part = |k: &usize| share[3 * k..3 * k + 3].iter().any(|x| *x != 0.0);
        let parts: Vec<usize> = (0..count).filter(part).map(|k| group[k]).collect();
        let Some(&first) = parts.first() else {
            continue;
        };
        for g in &mut group {
            if parts.contains(g) {
                *g = first;
            }
        }
    }
    let members = |g: usize| -> Vec<usize> { (0..count).filter(|k| group[*k] == g).collect() };
    let all = (0..count).map(members);
    all.filter(|list| !list.is_empty()).collect()
}

/// The same of contacts that share their load with each other. The method is the barrier of these cones (S. Boyd, L. Vandenberghe, Convex Optimization (2004),
/// chapter 11).
fn reserve_together(shares: &[Vec<f64>], forces: &[[f64; 3]], mu: &[f64]) -> (f64, Vec<f64>) {
    let barrier = Barrier { shares, mu };
    let m = shares.len();
    let mut z: Vec<f64> = forces.as_flattened().to_vec();
    let size = z.iter().fold(0.0, |s: f64, x| s.max(x.abs()));
    if m == 0 || size == 0.0 {
        return (barrier.least(&z), z);
    }
    // The forces of least square, if they leave enough: whether anything is left is all that counts, and the best ones are many times the work.
    for share in shares {
        let square: f64 = share.iter().map(|s| s * s).sum();
        let along = share.iter().zip(&z).map(|(s, z)| s * z).sum::<f64>() / square;
        z.iter_mut().zip(share).for_each(|(z, s)| *z -= along * s);
    }
    if barrier.least(&z) > ENOUGH * size {
        return (barrier.least(&z), z);
    }
    let mut t = barrier.least(&z) - size;
    let (mut g, mut h) = (DVector::zeros(m + 1), DMatrix::zeros(m + 1, m + 1));
    let mut weight = 1.0 / size;
    while weight * size < BARRIER {
        weight *= STEEPER;
        for _ in 0..STEPS {
            barrier.derivatives((&z, t, weight), &mut g, &mut h);
            let Some(step) = h.clone().cholesky().map(|c| c.solve(&-&g)) else {
                return (barrier.least(&z), z);
            };
            let decrement = -g.dot(&step);
            if !(decrement > 1e-10) {
                break;
            }
            let Some(next) = barrier.lower((&z, t, weight), &step, decrement) else {
                return (barrier.least(&z), z);
            };
            (z, t) = next;
            if barrier.least(&z) > ENOUGH * size {
                return (barrier.least(&z), z);
            }
        }
    }
    (barrier.least(&z), z)
}

/// `−t·weight − Σ log((μ·z_N − t)² − |z_T|²)` over forces z = z₀ + Σ share·x and t, as functions of (x, t).
struct Barrier<'a> {
    shares: &'a [Vec<f64>],
    mu: &'a [f64],
}

impl Barrier<'_> {
    /// The least that is left of friction at a contact.
    fn least(&self, z: &[f64]) -> f64 {
        let margin = |k: usize| self.mu[k] * z[3 * k] - z[3 * k + 1].hypot(z[3 * k + 2]);
        (0..self.mu.len()).map(margin).fold(f64::INFINITY, f64::min)
    }

    fn value(&self, z: &[f64], t: f64, weight: f64) -> f64 {
        let logs = (0..self.mu.len()).map(|k| {
            let (room, force) = (self.mu[k] * z[3 * k] - t, z[3 * k + 1].hypot(z[3 * k + 2]));
            if room > force {
                (room * room - force * force).ln()
            } else {
                f64::NEG_INFINITY
            }
        });
        -weight * t - logs.sum::<f64>()
    }

    /// Gradient and lower half of the second derivatives.
    fn derivatives(
        &self,
        (z, t, weight): (&[f64], f64, f64),
        g: &mut DVector<f64>,
        h: &mut DMatrix<f64>,
    ) {
        let m = self.shares.len();
        g.fill(0.0);
        h.fill(0.0);
        g[m] = -weight;
        let mut d = vec![[0.0; 4]; m + 1];
        for (k, mu) in self.mu.iter().enumerate() {
            let (room, s, r) = (mu * z[3 * k] - t, z[3 * k + 1], z[3 * k + 2]);
            let inside = room * room - s * s - r * r;
            // Gradients of room, s, r and the logarithm of what is inside.
            for (i, d) in d.iter_mut().enumerate() {
                *d = match self.shares.get(i) {
                    Some(share) => [share[3 * k] * mu, share[3 * k + 1], share[3 * k + 2], 0.0],
                    None => [-1.0, 0.0, 0.0, 0.0],
                };
                d[3] = 2.0 * (d[0] * room - d[1] * s - d[2] * r) / inside;
            }
            for (i, a) in d.iter().enumerate() {
                g[i] -= a[3];
                for (j, b) in d.iter().enumerate().take(i + 1) {
                    let curved = a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
                    h[(i, j)] += a[3] * b[3] - 2.0 * curved / inside;
                }
            }
        }
    }

    /// Forces and t on the way of a step where the value is lower; none where the step would be too short.
    fn lower(
        &self,
        (z, t, weight): (&[f64], f64, f64),
        step: &DVector<f64>,
        decrement: f64,
    ) -> Option<(Vec<f64>, f64)> {
        let m = self.shares.len();
        let (start, mut length) = (self.value(z, t, weight), 1.0);
        while length >= 1e-8 {
            let along =
                |i: usize| -> f64 { (0..m).map(|j| length * step[j] * self.shares[j][i]).sum() };
            let next: Vec<f64> = (0..z.len()).map(|i| z[i] + along(i)).collect();
            let later = t + length * step[m];
            if self.value(&next, later, weight) <= start - 0.1 * length * decrement {
                return Some((next, later));
            }
            length *= 0.5;
        }
        None
    }
}
