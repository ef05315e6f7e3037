//! One contact with the others held.

use super::contact::{Contact, State, TangentialLaw};
use nalgebra::allocator::Allocator;
use nalgebra::{
    DefaultAllocator, DimDiff, DimSub, Matrix3, OMatrix, OVector, U1, Vector2, Vector3,
};
use std::sync::LazyLock;

/// Directions at which the condition of sliding is looked at for changes of sign.
const DIRECTIONS: usize = 96;
/// Singular values below this part of the largest are none.
pub(super) const RANK: f64 = 1e-11;

/// Solves one contact after the other. The largest change, and a contact without a solution.
pub(super) fn pass(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    z: &mut [f64],
    states: &mut [State],
) -> (f64, Option<usize>) {
    let (mut change, mut paradox) = (0.0, None);
    for (k, c) in contacts.iter().enumerate() {
        let local = Local::of(a, b, z, c);
        let found = match local.solve(c) {
            Some(found) => found,
            // What is held by others on the way to the solution may have none by itself.
            None if matches!(c.tangential, TangentialLaw::Holds { .. }) => local.approach(c, z),
            None => {
                paradox = paradox.or(Some(k));
                continue;
            }
        };
        let (own, state) = found;
        states[k] = state;
        for (row, x) in c.rows().zip(own.iter()) {
            change = f64::max(change, (z[row] - x).abs());
            z[row] = *x;
        }
    }
    (change, paradox)
}

/// One contact with the others held: its block of A, and what is left without it.
struct Local {
    a: Matrix3<f64>,
    q: Vector3<f64>,
}

impl Local {
    fn of(a: &[f64], b: &[f64], z: &[f64], c: &Contact) -> Self {
        let n = b.len();
        let mut local = Self {
            a: Matrix3::zeros(),
            q: Vector3::zeros(),
        };
        for (i, row) in c.rows().enumerate() {
            let all: f64 = (0..n).map(|j| a[row * n + j] * z[j]).sum();
            let own: f64 = c.rows().map(|j| a[row * n + j] * z[j]).sum();
            local.q[i] = b[row] + all - own;
            for (j, column) in c.rows().enumerate() {
                local.a[(i, j)] = a[row * n + column];
            }
        }
        local
    }

    /// `None`: no solution, by its own friction.
    fn solve(&self, c: &Contact) -> Option<(Vector3<f64>, State)> {
        match c.tangential {
            TangentialLaw::Smooth => {
                let left = self.q[0] + self.a[(0, 0)] * c.least;
                if left >= 0.0 {
                    return Some((Vector3::new(c.least, 0.0, 0.0), State::Open));
                }
                let z = c.least - left / self.a[(0, 0)];
                Some((Vector3::new(z, 0.0, 0.0), State::Holds))
            }
            TangentialLaw::Slides { mu, direction } => {
                let along = Vector3::new(1.0, -mu * direction[0], -mu * direction[1]);
                let slope = self.a.row(0).transpose().dot(&along);
                let left = self.q[0] + slope * c.least;
                if left >= 0.0 {
                    return Some((along * c.least, State::Open));
                }
                if slope <= 0.0 {
                    return None;
                }
                Some((along * (c.least - left / slope), State::Slides(direction)))
            }
            TangentialLaw::Holds { mu, stuck } => self.hold(mu, stuck, c.least),
        }
    }

    /// A step towards the solution of a contact that holds: along what is left, back into its cone.
    fn approach(&self, c: &Contact, z: &[f64]) -> (Vector3<f64>, State) {
        let TangentialLaw::Holds { mu, .. } = c.tangential else {
            return (Vector3::zeros(), State::Open);
        };
        let now = Vector3::from_iterator(c.rows().map(|row| z[row]));
        let rho = 1.0 / self.a.trace();
        let mut next = now - (self.a * now + self.q) * rho;
        next[0] = next[0].max(c.least);
        let (radius, pull) = (mu * next[0], next.yz().norm());
        if pull <= radius {
            return (next, State::Holds);
        }
        let s = -next.yz() / pull;
        (next[1], next[2]) = (-s.x * radius, -s.y * radius);
        (next, State::Slides(s.into()))
    }

    fn hold(&self, mu: f64, stuck: bool, least: f64) -> Option<(Vector3<f64>, State)> {
        let sticks = || {
            let z = -pseudo_solve(&self.a, &self.q);
            let within = z.yz().norm() <= mu * z[0] && z[0] > least;
            let meets = (self.a * z + self.q).amax() <= 1e-9 * self.q.amax();
            (within && meets).then_some((z, State::Holds))
        };
        if stuck && let Some(found) = sticks() {
            return Some(found);
        }
        let (z, state) = self.at_least(mu, least);
        if self.q[0] + self.a.row(0).transpose().dot(&z) >= 0.0 {
            return Some((z, state));
        }
        if let Some(found) = sticks() {
            return Some(found);
        }
        // s ∥ w_T with w_N = 0.
        let at = self.a.fixed_view::<2, 1>(1, 0).into_owned();
        let att = self.a.fixed_view::<2, 2>(1, 1).into_owned();
        let qt = self.q.yz();
        let slope = |s: &Vector2<f64>| self.a[(0, 0)] - mu * at.dot(s);
        // Both times the slope, which may be zero.
        let slip = |s: &Vector2<f64>| qt * slope(s) - (at - att * s * mu) * self.q[0];
        let found = directions(
            |s| slip(s),
            |s| slope(s) > 0.0 && slip(s).dot(s) >= 0.0 && -self.q[0] >= least * slope(s),
        )?;
        let normal = -self.q[0] / slope(&found);
        let z = Vector3::new(normal, -mu * normal * found.x, -mu * normal * found.y);
        Some((z, State::Slides(found.into())))
    }

    /// The least normal impulse, with the friction that goes with it.
    fn at_least(&self, mu: f64, least: f64) -> (Vector3<f64>, State) {
        let none = (Vector3::new(least, 0.0, 0.0), State::Open);
        if least == 0.0 || mu == 0.0 {
            return none;
        }
        let att = self.a.fixed_view::<2, 2>(1, 1).into_owned();
        let r = self.q.yz() + self.a.fixed_view::<2, 1>(1, 0) * least;
        let t = -pseudo_solve(&att, &r);
        if t.norm() <= mu * least && (att * t + r).amax() <= 1e-9 * r.amax() {
            return (Vector3::new(least, t.x, t.y), State::Open);
        }
        let slip = |s: &Vector2<f64>| r - att * s * (mu * least);
        match directions(|s| slip(s), |s| slip(s).dot(s) >= 0.0) {
            Some(s) => {
                let t = s * (-mu * least);
                (Vector3::new(least, t.x, t.y), State::Open)
            }
            None => none,
        }
    }
}

/// The direction s in the plane to which the vector f(s) is parallel, and which is `good`; f is a trigonometric polynomial of degree two.
///
/// With f the acceleration of a slip in the direction s, s turns by the part of f across it: where that part rises with
/// the angle, the least error of a slip that sets out so grows over all bounds at once. Such a direction is taken only
/// if there is no other.
pub fn directions(
    f: impl Fn(&Vector2<f64>) -> Vector2<f64>,
    good: impl Fn(&Vector2<f64>) -> bool,
) -> Option<Vector2<f64>> {
    let across = |s: &Vector2<f64>| s.x * f(s).y - s.y * f(s).x;
    // The axes exactly: motion in a plane stays in it.
    for axis in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
        let s = Vector2::from(axis);
        if across(&s) == 0.0 && f(&s) != Vector2::zeros() && good(&s) {
            return Some(s);
        }
    }
    let table = around();
    let mut best: Option<(bool, f64, Vector2<f64>)> = None;
    let mut above = across(&table[0]);
    for k in 0..DIRECTIONS {
        let below = above;
        above = across(&table[k + 1]);
        if below * above > 0.0 {
            continue;
        }
        let root = between(across, [table[k], table[k + 1]], [below, above]);
        if good(&root) {
            // Of several that last the one that slides fastest.
            let (lasts, speed) = (below > above, f(&root).dot(&root));
            if best.is_none_or(|(lasted, most, _)| (lasts, speed) > (lasted, most)) {
                best = Some((lasts, speed, root));
            }
        }
    }
    best.map(|(.., s)| s)
}

/// Directions all around, the first one again at the end; away from the axes, so that zeros there are found between two of them.
fn around() -> &'static [Vector2<f64>; DIRECTIONS + 1] {
    static TABLE: LazyLock<[Vector2<f64>; DIRECTIONS + 1]> = LazyLock::new(|| {
        std::array::from_fn(|k| {
            let angle = (k as f64 + 0.5) * std::f64::consts::TAU / DIRECTIONS as f64;
            Vector2::new(angle.cos(), angle.sin())
        })
    });
    &TABLE
}

/// The direction between two at which `f` is zero, to rounding; its values at these differ in sign. By the chord, whose standing end counts half
/// (the Illinois method: M. Dowell, P. Jarratt, BIT 11 (1971)).
fn between(
    f: impl Fn(&Vector2<f64>) -> f64,
    [mut low, mut high]: [Vector2<f64>; 2],
    [mut below, mut above]: [f64; 2],
) -> Vector2<f64> {
    let (mut root, mut moved) = (low, 0);
    for _ in 0..200 {
        if below == above {
            break;
        }
        let next = ((low * above - high * below) / (above - below)).normalize();
        if next == low || next == high {
            // One end is the root to rounding.
            return next;
        }
        root = next;
        let value = f(&root);
        if value == 0.0 {
            break;
        }
        // Which end moved, and whether it did so twice.
        if value * above > 0.0 {
            below *= if moved == 1 { 0.5 } else { 1.0 };
            (high, above, moved) = (root, value, 1);
        } else {
            above *= if moved == -1 { 0.5 } else { 1.0 };
            (low, below, moved) = (root, value, -1);
        }
    }
    root
}

/// A⁺·q of a symmetric positive semidefinite matrix.
pub fn pseudo_solve<D: DimSub<U1>>(a: &OMatrix<f64, D, D>, q: &OVector<f64, D>) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<DimDiff<D, U1>>,
{
    let eigen = a.clone_owned().symmetric_eigen();
    let largest = eigen.eigenvalues.amax();
    let along = eigen.eigenvectors.transpose() * q;
    let kept = along.zip_map(&eigen.eigenvalues, |x, l| {
        if l > RANK * largest { x / l } else { 0.0 }
    });
    eigen.eigenvectors * kept
}
