//! Contacts with Coulomb friction that press and tangential at once: one problem of complementarity in cones.
//!
//! Each contact has a row of A for its normal and, if it has friction, two for its tangents. With z the impulses (forces) and `w = A·z + b` the speeds
//! (accelerations) that are left,
//!
//! ```text
//! 0 ≤ z_N − o ⟂ w_N ≥ 0      |z_T| ≤ μ·z_N      z_T = −μ·z_N·w_T/|w_T| where w_T ≠ 0
//! ```
//!
//! o is an impulse that is there anyway (the expansion of Poisson's law). A contact that slides already keeps its direction s: `z_T = −μ·z_N·s`.
//!
//! One contact after the other is solved exactly with the others held, until nothing changes (a nonlinear method of Gauss and Seidel); then the equations
//! of those that press and stick are solved once more to rounding. The problem is that of M. Jean, J.J. Moreau (1992); the way to a solution as in F. Jourdan,
//! P. Alart, M. Jean, A Gauss-Seidel like algorithm to solve frictional contact problems, Comput. Methods Appl. Mech. Eng. 155 (1998).
//!
//! With much friction a contact that slides may be drawn in by its own friction: `A_NN − μ·A_NT·s ≤ 0`. Then there is no solution, or more than one (P. Painlevé,
//! 1895); [`Outcome::Paradox`] says at which contact.

use crate::least_squares::LeastSquares;
use nalgebra::{DMatrix, DVector, Matrix2, Matrix3, Vector2, Vector3};
use std::sync::LazyLock;

/// Passes over all contacts.
const PASSES: usize = 20_000;
/// Passes after which all that the contacts may do is tried, one after the other,
const PATIENCE: usize = 40;
/// where these are no more.
const MOST_CHOICES: usize = 6561;
/// So many are tried with other first directions, too.
const FEW_CHOICES: usize = 729;
/// Change of a pass, relative to the impulses, at which they are done.
const DONE: f64 = 1e-14;

/// A solution of the equations of what presses and sticks is one of the problem if a pass changes it by no more than this part.
const SETTLED: f64 = 1e-10;
/// Most steps of Newton's method, between passes.
const NEWTON: usize = 40;
/// The same from scattered starts, their number,
const DESCENT: usize = 100;
const STARTS: usize = 200;
/// and the shortest part of a step that is looked at for leading nearer.
const SHORTEST: f64 = 1e-3;
/// A start that comes no nearer by a tenth in so many steps is given up,
const STALLED: usize = 15;
/// but where it is this near, relative to the impulses: rounding of many rows leaves no less.
const NEAR: f64 = 1e-12;
/// Iterations of the directions in it.
const TURNS: usize = 30;
/// Weight of what is wanted against the barrier at the end, relative to the forces: what is left of it is twice the number of contacts over that.
const BARRIER: f64 = 1e12;
/// How much steeper it becomes from one step of the method to the next.
const STEEPER: f64 = 30.0;
/// Directions at which the condition of sliding is looked at for changes of sign.
const DIRECTIONS: usize = 96;
/// Sliding slower than this part of the largest number of the problem is none.
pub const RESTS: f64 = 1e-9;
/// Singular values below this part of the largest are none.
const RANK: f64 = 1e-11;

/// How a contact has friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TangentialLaw {
    /// Not at all.
    Smooth,
    /// It slides in this direction (a unit vector).
    Slides {
        /// Coefficient.
        mu: f64,
        /// Direction of the velocity of the surfaces against each other.
        direction: [f64; 2],
    },
    /// It sticks as long as it can.
    Holds {
        /// Coefficient.
        mu: f64,
        /// It stuck before: where it may stick or open, it sticks.
        stuck: bool,
    },
}

/// A contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Row of its normal.
    pub normal: usize,
    /// Rows of its tangents.
    pub tangents: [usize; 2],
    /// How it has friction; the tangents of a smooth one are not looked at.
    pub tangential: TangentialLaw,
    /// The least normal impulse, o.
    pub least: f64,
}

/// What a contact does in a solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// Nothing presses it.
    Open,
    /// It presses, and sticks if it has friction.
    Holds,
    /// It presses and slides in this direction.
    Slides([f64; 2]),
}

/// A solution, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All z, and what each contact does.
    Found(Vec<f64>, Vec<State>),
    /// This contact (its number in the list) would be drawn in by its own friction.
    Paradox(usize),
    /// The search came to no end.
    Lost,
}

/// Solves for z with `a` of shape (n, n), row by row, symmetric and positive semidefinite. Contacts that A does not couple, as those of bodies that have
/// nothing to do with each other, are problems of their own.
pub fn solve(a: &[f64], b: &[f64], contacts: &[Contact]) -> Outcome {
    if !a.iter().chain(b).all(|x| x.is_finite()) {
        return Outcome::Lost;
    }
    let parts = coupled(a, b.len(), contacts);
    if parts.len() < 2 {
        return solve_coupled(a, b, contacts);
    }
    let (mut z, mut states) = (vec![0.0; b.len()], vec![State::Open; contacts.len()]);
    for part in parts {
        let (rows, own) = renumbered(contacts, &part);
        let pairs = rows.iter().flat_map(|r| rows.iter().map(move |s| (r, s)));
        let block: Vec<f64> = pairs.map(|(r, s)| a[r * b.len() + s]).collect();
        let right: Vec<f64> = rows.iter().map(|r| b[*r]).collect();
        match solve_coupled(&block, &right, &own) {
            Outcome::Found(impulses, found) => {
                rows.iter().zip(impulses).for_each(|(r, x)| z[*r] = x);
                part.iter().zip(found).for_each(|(k, s)| states[*k] = s);
            }
            Outcome::Paradox(k) => return Outcome::Paradox(part[k]),
            Outcome::Lost => return Outcome::Lost,
        }
    }
    Outcome::Found(z, states)
}

/// The contacts that A couples, directly or by others, in the order of the first of each.
fn coupled(a: &[f64], n: usize, contacts: &[Contact]) -> Vec<Vec<usize>> {
    // What is less is the rounding of a sum that vanishes.
    let are_coupled = |r: usize, s: usize| {
        let size = (a[r * n + r] * a[s * n + s]).abs().sqrt();
        a[r * n + s].abs().max(a[s * n + r].abs()) > f64::EPSILON * size
    };
    let touch = |c: &Contact, d: &Contact| c.rows().any(|r| d.rows().any(|s| are_coupled(r, s)));
    let mut left: Vec<usize> = (0..contacts.len()).collect();
    let mut parts = Vec::new();
    while !left.is_empty() {
        let mut part = vec![left.remove(0)];
        let mut next = 0;
        while next < part.len() {
            let c = &contacts[part[next]];
            let joins = |k: &usize| touch(c, &contacts[*k]);
            let (joined, others): (Vec<usize>, Vec<usize>) = left.into_iter().partition(joins);
            part.extend(joined);
            left = others;
            next += 1;
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Some of the contacts with rows of their own, and which rows these are in the whole.
fn renumbered(contacts: &[Contact], part: &[usize]) -> (Vec<usize>, Vec<Contact>) {
    let mut rows = Vec::new();
    let own = part.iter().map(|k| {
        let first = rows.len();
        rows.extend(contacts[*k].rows());
        let tangents = match contacts[*k].tangential {
            TangentialLaw::Smooth => [first; 2],
            _ => [first + 1, first + 2],
        };
        Contact {
            normal: first,
            tangents,
            ..contacts[*k]
        }
    });
    let own = own.collect();
    (rows, own)
}

fn solve_coupled(a: &[f64], b: &[f64], contacts: &[Contact]) -> Outcome {
    match by_passes(a, b, contacts) {
        Outcome::Lost => scattered(a, b, contacts).map_or(Outcome::Lost, |(mut z, mut states)| {
            // To rounding, with what the contacts do as it is.
            let exact = (z.clone(), states.clone());
            polish(a, b, contacts, &mut states, &mut z);
            let (mut again, mut same) = (z.clone(), states.clone());
            let (change, paradox) = pass(a, b, contacts, &mut again, &mut same);
            let size = z.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            if paradox.is_some() || change > SETTLED * size {
                (z, states) = exact;
            }
            rest(a, b, contacts, &z, &mut states);
            Outcome::Found(z, states)
        }),
        found => found,
    }
}

fn by_passes(a: &[f64], b: &[f64], contacts: &[Contact]) -> Outcome {
    let n = b.len();
    let mut z = vec![0.0; n];
    for c in contacts {
        z[c.normal] = c.least;
    }
    let mut states = vec![State::Open; contacts.len()];
    let mut look = 2;
    let mut solved = None;
    for round in 1..=PASSES {
        let (change, paradox) = pass(a, b, contacts, &mut z, &mut states);
        let size = z.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let diverges = !(size < 1e300);
        let done = change <= DONE * size;
        if (diverges || round == PATIENCE)
            && !done
            && let Some((next, found)) = try_all(a, b, contacts)
        {
            (solved, states) = (Some(next), found);
            break;
        }
        if diverges {
            return Outcome::Lost;
        }
        if let (true, Some(k)) = (done, paradox) {
            return Outcome::Paradox(k);
        }
        if done || round == look {
            // What is told of the states may be right long before the numbers are.
            look *= 2;
            // Of all that carry alike the least first.
            let least = contacts.iter().fold(vec![0.0; n], |mut z, c| {
                z[c.normal] = c.least;
                z
            });
            solved = [least, z.clone()].into_iter().find_map(|mut next| {
                polish(a, b, contacts, &mut states, &mut next);
                let (mut again, mut same) = (next.clone(), states.clone());
                let (change, paradox) = pass(a, b, contacts, &mut again, &mut same);
                let size = next.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                (paradox.is_none() && change <= SETTLED * size).then_some(next)
            });
            if solved.is_none() {
                let mut next = z.clone();
                if newton(a, b, contacts, &mut states, &mut next) {
                    rest(a, b, contacts, &next, &mut states);
                    solved = Some(next);
                }
            }
            if solved.is_some() {
                break;
            }
            if done {
                solved = Some(z.clone());
                break;
            }
        }
    }
    let Some(z) = solved else {
        return Outcome::Lost;
    };
    rest(a, b, contacts, &z, &mut states);
    Outcome::Found(z, states)
}

/// Solves one contact after the other. The largest change, and a contact without a solution.
fn pass(
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

impl Contact {
    fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        let [s, t] = self.tangents;
        let count = if self.tangential == TangentialLaw::Smooth {
            1
        } else {
            3
        };
        [self.normal, s, t].into_iter().take(count)
    }
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
            let z = -pseudo_solve3(&self.a, &self.q);
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
        let t = -pseudo_solve2(&att, &r);
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
pub fn pseudo_solve2(a: &Matrix2<f64>, q: &Vector2<f64>) -> Vector2<f64> {
    let eigen = a.symmetric_eigen();
    let largest = eigen.eigenvalues.amax();
    let along = eigen.eigenvectors.transpose() * q;
    let kept = along.zip_map(&eigen.eigenvalues, |x, l| {
        if l > RANK * largest { x / l } else { 0.0 }
    });
    eigen.eigenvectors * kept
}

fn pseudo_solve3(a: &Matrix3<f64>, q: &Vector3<f64>) -> Vector3<f64> {
    let eigen = a.symmetric_eigen();
    let largest = eigen.eigenvalues.amax();
    let along = eigen.eigenvectors.transpose() * q;
    let kept = along.zip_map(&eigen.eigenvalues, |x, l| {
        if l > RANK * largest { x / l } else { 0.0 }
    });
    eigen.eigenvectors * kept
}

/// The equations `w = 0` of what presses and sticks, solved to rounding by the smallest change; the directions of what begins to slide follow.
fn polish(a: &[f64], b: &[f64], contacts: &[Contact], states: &mut [State], z: &mut [f64]) {
    rest(a, b, contacts, z, states);
    for _ in 0..TURNS {
        press(a, b, contacts, states, z);
        let mut turned = 0.0;
        for (c, state) in contacts.iter().zip(&mut *states) {
            let (TangentialLaw::Holds { .. }, State::Slides(d)) = (c.tangential, &mut *state)
            else {
                continue;
            };
            let [s, t] = c.tangents.map(|row| left(a, b, z, row));
            let speed = s.hypot(t);
            let scale = b.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            if speed > RESTS * scale && s * d[0] + t * d[1] > 0.0 {
                let next = [s / speed, t / speed];
                turned = f64::max(turned, (next[0] - d[0]).hypot(next[1] - d[1]));
                *d = next;
            }
        }
        if turned <= DONE {
            return;
        }
    }
    press(a, b, contacts, states, z);
}

/// A solution among all that the contacts may do, tried one by one: where many carry what few are enough for, the passes may go in circles, and with
/// directions that are held they need not come to an end. `None`: none is found, or there are too many.
///
/// Of several that carry with the least sum of squares is taken.
fn try_all(a: &[f64], b: &[f64], contacts: &[Contact]) -> Option<(Vec<f64>, Vec<State>)> {
    // What begins to slide does so in the direction in which it is drawn, or, where other contacts draw it, in any other.
    let mut quarters = 0..=4;
    quarters.find_map(|quarter| try_all_from(a, b, contacts, quarter))
}

/// The same with first directions of what begins to slide turned by so many right angles; but for none, others press before it is asked what slides.
fn try_all_from(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    quarter: u32,
) -> Option<(Vec<f64>, Vec<State>)> {
    let choices = |c: &Contact| match c.tangential {
        TangentialLaw::Holds { .. } => 3,
        TangentialLaw::Smooth | TangentialLaw::Slides { .. } => 2,
    };
    let count: usize = contacts
        .iter()
        .try_fold(1, |n: usize, c| n.checked_mul(choices(c)))
        .filter(|n| {
            *n <= if quarter == 0 {
                MOST_CHOICES
            } else {
                FEW_CHOICES
            }
        })?;
    let mut best: Option<(f64, Vec<f64>, Vec<State>)> = None;
    for number in 0..count {
        let mut rest = number;
        let mut states: Vec<State> = contacts
            .iter()
            .map(|c| {
                let choice = rest % choices(c);
                rest /= choices(c);
                match (c.tangential, choice) {
                    (_, 0) => State::Open,
                    (TangentialLaw::Slides { direction, .. }, _) => State::Slides(direction),
                    (TangentialLaw::Holds { .. }, 2) => {
                        let turn = |[x, y]: [f64; 2], _| [-y, x];
                        State::Slides((0..quarter).fold(drift(b, c), turn))
                    }
                    _ => State::Holds,
                }
            })
            .collect();
        let mut z = vec![0.0; b.len()];
        for c in contacts {
            z[c.normal] = c.least;
        }
        if quarter > 0 {
            press(a, b, contacts, &states, &mut z);
        }
        polish(a, b, contacts, &mut states, &mut z);
        let size = z.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let (mut again, mut same) = (z.clone(), states.clone());
        let (change, paradox) = pass(a, b, contacts, &mut again, &mut same);
        let squares: f64 = z.iter().map(|x| x * x).sum();
        if paradox.is_none()
            && change <= SETTLED * size
            && best.as_ref().is_none_or(|(least, ..)| squares < *least)
        {
            best = Some((squares, z, states));
        }
    }
    best.map(|(_, z, states)| (z, states))
}

/// The direction in which a contact is drawn without any forces.
fn drift(b: &[f64], c: &Contact) -> [f64; 2] {
    let [s, t] = c.tangents.map(|row| b[row]);
    let speed = s.hypot(t);
    if speed > 0.0 {
        [s / speed, t / speed]
    } else {
        [1.0, 0.0]
    }
}

/// Newton's method on the projections of which a solution is the fixed point (P. Alart, A. Curnier, Comput. Methods Appl. Mech. Eng. 92 (1991)):
///
/// ```text
/// z_N = max(o, z_N − ρ·w_N)      z_T = the point of the disc of radius μ·z_N nearest to z_T − ρ·w_T
/// ```
///
/// Steps are the smallest where forces are not determined. Whether it came to its end.
fn newton(a: &[f64], b: &[f64], contacts: &[Contact], states: &mut [State], z: &mut [f64]) -> bool {
    let rows: Vec<usize> = contacts.iter().flat_map(Contact::rows).collect();
    for _ in 0..NEWTON {
        let (miss, slope) = projections(a, b, contacts, &rows, states, z);
        if miss.amax() <= DONE * size_of(z) {
            open_exactly(contacts, states, z);
            return true;
        }
        let step = LeastSquares::of(slope, RANK).solve(&miss);
        for (row, x) in rows.iter().zip(step.iter()) {
            z[*row] -= x;
        }
        if !z.iter().all(|x| x.is_finite()) {
            return false;
        }
    }
    false
}

/// The largest impulse.
fn size_of(z: &[f64]) -> f64 {
    z.iter().fold(f64::MIN_POSITIVE, |m: f64, x| m.max(x.abs()))
}

/// What opens carries no more than the least.
fn open_exactly(contacts: &[Contact], states: &[State], z: &mut [f64]) {
    for (c, state) in contacts.iter().zip(states) {
        if *state == State::Open {
            z[c.normal] = c.least;
        }
    }
}

/// How far z is from its projections, with the derivative of that; and what the contacts do there.
fn projections(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    rows: &[usize],
    states: &mut [State],
    z: &[f64],
) -> (DVector<f64>, DMatrix<f64>) {
    let (n, m) = (b.len(), rows.len());
    let place = |row: usize| {
        rows.iter()
            .position(|r| *r == row)
            .expect("a row of a contact")
    };
    let (mut miss, mut slope) = (DVector::zeros(m), DMatrix::zeros(m, m));
    for (c, state) in contacts.iter().zip(&mut *states) {
        let at = place(c.normal);
        let diagonal = |row: usize| a[row * n + row];
        let rho = 1.0 / diagonal(c.normal);
        let w = left(a, b, z, c.normal);
        let presses = z[c.normal] - c.least - rho * w > 0.0;
        if presses {
            miss[at] = rho * w;
            for (j, row) in rows.iter().enumerate() {
                slope[(at, j)] = rho * a[c.normal * n + row];
            }
        } else {
            miss[at] = z[c.normal] - c.least;
            slope[(at, at)] = 1.0;
        }
        *state = if presses { State::Holds } else { State::Open };
        match c.tangential {
            TangentialLaw::Smooth => {}
            TangentialLaw::Slides { mu, direction } => {
                for (row, d) in c.tangents.into_iter().zip(direction) {
                    let t = place(row);
                    miss[t] = z[row] + mu * d * z[c.normal];
                    slope[(t, t)] = 1.0;
                    slope[(t, at)] = mu * d;
                }
                if presses {
                    *state = State::Slides(direction);
                }
            }
            TangentialLaw::Holds { mu, .. } => {
                let [s, t] = c.tangents;
                let stiff = diagonal(s) + diagonal(t);
                let rho = if stiff > 0.0 { 2.0 / stiff } else { rho };
                let pull = [s, t].map(|row| z[row] - rho * left(a, b, z, row));
                let (r, radius) = (pull[0].hypot(pull[1]), mu * z[c.normal].max(0.0));
                let turned = |row: usize, j: usize| {
                    f64::from(u8::from(rows[j] == row)) - rho * a[row * n + rows[j]]
                };
                for (k, row) in [s, t].into_iter().enumerate() {
                    let at_row = place(row);
                    if r <= radius {
                        miss[at_row] = z[row] - pull[k];
                        for j in 0..m {
                            slope[(at_row, j)] =
                                f64::from(u8::from(rows[j] == row)) - turned(row, j);
                        }
                        continue;
                    }
                    let d = pull.map(|p| p / r);
                    miss[at_row] = z[row] - radius * d[k];
                    slope[(at_row, at_row)] += 1.0;
                    slope[(at_row, at)] -= if radius > 0.0 { mu * d[k] } else { 0.0 };
                    for j in 0..m {
                        let along = d[0] * turned(s, j) + d[1] * turned(t, j);
                        let across = turned(row, j) - d[k] * along;
                        slope[(at_row, j)] -= radius / r * across;
                    }
                    if presses {
                        *state = State::Slides(d.map(|d| -d));
                    }
                }
            }
        }
    }
    (miss, slope)
}

/// Newton's method as above, each step as long as it leads nearer, from starts that are scattered in the cones. A
/// problem in which friction couples contacts strongly may have one solution that neither passes nor a single start
/// lead to.
fn scattered(a: &[f64], b: &[f64], contacts: &[Contact]) -> Option<(Vec<f64>, Vec<State>)> {
    let n = b.len();
    let rows: Vec<usize> = contacts.iter().flat_map(Contact::rows).collect();
    let mut states = vec![State::Open; contacts.len()];
    // What a contact alone would need.
    let alone = contacts
        .iter()
        .map(|c| b[c.normal].abs() / a[c.normal * n + c.normal]);
    let size = alone.filter(|x| x.is_finite()).fold(0.0, f64::max);
    let mut seed = 0;
    (0..STARTS).find_map(|_| {
        let mut z = vec![0.0; n];
        for c in contacts {
            let normal = c.least + size * 10f64.powf(1.3 * unit(&mut seed) - 1.0);
            z[c.normal] = normal;
            let [s, t] = c.tangents;
            match c.tangential {
                TangentialLaw::Smooth => {}
                TangentialLaw::Slides { mu, direction } => {
                    (z[s], z[t]) = (-mu * normal * direction[0], -mu * normal * direction[1]);
                }
                TangentialLaw::Holds { mu, .. } => {
                    let radius = mu * normal * unit(&mut seed).sqrt();
                    let (sin, cos) = (std::f64::consts::TAU * unit(&mut seed)).sin_cos();
                    (z[s], z[t]) = (radius * cos, radius * sin);
                }
            }
        }
        descend(a, b, contacts, &rows, &mut states, &mut z).then(|| (z, states.clone()))
    })
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014): numbers in [0, 1).
fn unit(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Newton's method with steps that lead nearer. Whether it came to a solution.
fn descend(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    rows: &[usize],
    states: &mut [State],
    z: &mut Vec<f64>,
) -> bool {
    let (mut nearest, mut since) = (f64::INFINITY, 0);
    for _ in 0..DESCENT {
        let (miss, slope) = projections(a, b, contacts, rows, states, z);
        let far = miss.norm();
        if far < 0.9 * nearest {
            (nearest, since) = (far, 0);
        }
        let is_there = if since < STALLED { DONE } else { NEAR };
        if miss.amax() <= is_there * size_of(z) {
            open_exactly(contacts, states, z);
            return true;
        }
        if since >= STALLED {
            return false;
        }
        since += 1;
        let step = LeastSquares::of(slope, RANK).solve(&miss);
        let mut length = 1.0;
        loop {
            let mut next = z.clone();
            for (row, x) in rows.iter().zip(step.iter()) {
                next[*row] -= length * x;
            }
            let left = projections(a, b, contacts, rows, states, &next).0.norm();
            if left <= (1.0 - 1e-4 * length) * far || length < SHORTEST {
                *z = next;
                break;
            }
            length *= 0.5;
        }
        if !z.iter().all(|x| x.is_finite()) {
            return false;
        }
    }
    false
}

/// What would slide and is held by others sticks.
fn rest(a: &[f64], b: &[f64], contacts: &[Contact], z: &[f64], states: &mut [State]) {
    let scale = b.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    for (c, state) in contacts.iter().zip(states) {
        let [s, t] = c.tangents.map(|row| left(a, b, z, row));
        if matches!(
            (c.tangential, &state),
            (TangentialLaw::Holds { .. }, State::Slides(_))
        ) && s.hypot(t) <= RESTS * scale
        {
            *state = State::Holds;
        }
    }
}

/// w of a row.
fn left(a: &[f64], b: &[f64], z: &[f64], row: usize) -> f64 {
    let n = b.len();
    b[row] + (0..n).map(|j| a[row * n + j] * z[j]).sum::<f64>()
}

/// The same with the directions as they are.
fn press(a: &[f64], b: &[f64], contacts: &[Contact], states: &[State], z: &mut [f64]) {
    let n = b.len();
    // Each unknown: its row, and the impulses that go with it.
    let mut unknowns: Vec<(usize, Vec<(usize, f64)>)> = Vec::new();
    for (c, state) in contacts.iter().zip(states) {
        let mu = match c.tangential {
            TangentialLaw::Smooth => 0.0,
            TangentialLaw::Slides { mu, .. } | TangentialLaw::Holds { mu, .. } => mu,
        };
        let [s, t] = c.tangents;
        match state {
            State::Open => {}
            State::Slides(d) => {
                let with = vec![(c.normal, 1.0), (s, -mu * d[0]), (t, -mu * d[1])];
                (z[s], z[t]) = (-mu * d[0] * z[c.normal], -mu * d[1] * z[c.normal]);
                unknowns.push((c.normal, with));
            }
            State::Holds => unknowns.extend(c.rows().map(|row| (row, vec![(row, 1.0)]))),
        }
    }
    let m = unknowns.len();
    if m == 0 {
        return;
    }
    let matrix = DMatrix::from_fn(m, m, |i, j| {
        let row = unknowns[i].0;
        unknowns[j]
            .1
            .iter()
            .map(|(k, x)| a[row * n + k] * x)
            .sum::<f64>()
    });
    let matrix = LeastSquares::of(matrix, RANK);
    for _ in 0..2 {
        let missing = DVector::from_fn(m, |i, _| -left(a, b, z, unknowns[i].0));
        let step = matrix.solve(&missing);
        for ((_, with), x) in unknowns.iter().zip(step.iter()) {
            with.iter().for_each(|(k, factor)| z[*k] += factor * x);
        }
    }
}

/// So much, relative to the largest force, is enough to be left.
const ENOUGH: f64 = 1e-2;

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
    let (m, count) = (shares.len(), forces.len());
    let margin = |z: &[f64], k: usize| mu[k] * z[3 * k] - z[3 * k + 1].hypot(z[3 * k + 2]);
    let least = |z: &[f64]| {
        (0..count)
            .map(|k| margin(z, k))
            .fold(f64::INFINITY, f64::min)
    };
    let mut z: Vec<f64> = forces.as_flattened().to_vec();
    let size = z.iter().fold(0.0, |s: f64, x| s.max(x.abs()));
    if m == 0 || size == 0.0 {
        return (least(&z), z);
    }
    // The forces of least square, if they leave enough: whether anything is left is all that counts, and the best ones are many times the work.
    for share in shares {
        let square: f64 = share.iter().map(|s| s * s).sum();
        let along = share.iter().zip(&z).map(|(s, z)| s * z).sum::<f64>() / square;
        z.iter_mut().zip(share).for_each(|(z, s)| *z -= along * s);
    }
    if least(&z) > ENOUGH * size {
        return (least(&z), z);
    }
    let mut t = least(&z) - size;
    // −t·weight − Σ log((μ·z_N − t)² − |z_T|²)
    let value = |z: &[f64], t: f64, weight: f64| {
        let logs = (0..count).map(|k| {
            let (room, force) = (mu[k] * z[3 * k] - t, z[3 * k + 1].hypot(z[3 * k + 2]));
            if room > force {
                (room * room - force * force).ln()
            } else {
                f64::NEG_INFINITY
            }
        });
        -weight * t - logs.sum::<f64>()
    };
    let (mut g, mut h) = (DVector::zeros(m + 1), DMatrix::zeros(m + 1, m + 1));
    let mut d = vec![[0.0; 4]; m + 1];
    let mut weight = 1.0 / size;
    while weight * size < BARRIER {
        weight *= STEEPER;
        for _ in 0..60 {
            g.fill(0.0);
            h.fill(0.0);
            g[m] = -weight;
            for k in 0..count {
                let (room, s, r) = (mu[k] * z[3 * k] - t, z[3 * k + 1], z[3 * k + 2]);
                let inside = room * room - s * s - r * r;
                // Gradients of room, s, r and the logarithm of what is inside.
                for (i, d) in d.iter_mut().enumerate() {
                    *d = match shares.get(i) {
                        Some(share) => [
                            share[3 * k] * mu[k],
                            share[3 * k + 1],
                            share[3 * k + 2],
                            0.0,
                        ],
                        None => [-1.0, 0.0, 0.0, 0.0],
                    };
                    d[3] = 2.0 * (d[0] * room - d[1] * s - d[2] * r) / inside;
                }
                for (i, a) in d.iter().enumerate() {
                    g[i] -= a[3];
                    // The lower half is all that is looked at.
                    for (j, b) in d.iter().enumerate().take(i + 1) {
                        let curved = a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
                        h[(i, j)] += a[3] * b[3] - 2.0 * curved / inside;
                    }
                }
            }
            let Some(step) = h.clone().cholesky().map(|c| c.solve(&-&g)) else {
                return (least(&z), z);
            };
            let decrement = -g.dot(&step);
            if !(decrement > 1e-10) {
                break;
            }
            let (start, mut length) = (value(&z, t, weight), 1.0);
            loop {
                let next: Vec<f64> = (0..z.len())
                    .map(|i| z[i] + (0..m).map(|j| length * step[j] * shares[j][i]).sum::<f64>())
                    .collect();
                let later = t + length * step[m];
                if value(&next, later, weight) <= start - 0.1 * length * decrement {
                    (z, t) = (next, later);
                    break;
                }
                length *= 0.5;
                if length < 1e-8 {
                    return (least(&z), z);
                }
            }
            if least(&z) > ENOUGH * size {
                return (least(&z), z);
            }
        }
    }
    (least(&z), z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(a: &[f64], b: &[f64], contacts: &[Contact]) -> (Vec<f64>, Vec<State>) {
        match solve(a, b, contacts) {
            Outcome::Found(z, states) => (z, states),
            other => panic!("{other:?}"),
        }
    }

    fn contact(k: usize, mu: f64) -> Contact {
        Contact {
            normal: 3 * k,
            tangents: [3 * k + 1, 3 * k + 2],
            tangential: TangentialLaw::Holds { mu, stuck: false },
            least: 0.0,
        }
    }

    /// Looks whether a solution is one, to `bound`.
    fn check(a: &[f64], b: &[f64], contacts: &[Contact], z: &[f64], bound: f64) {
        let n = b.len();
        let w = |i: usize| b[i] + (0..n).map(|j| a[i * n + j] * z[j]).sum::<f64>();
        for c in contacts {
            let [s, t] = c.tangents;
            let TangentialLaw::Holds { mu, .. } = c.tangential else {
                continue;
            };
            assert!(z[c.normal] >= c.least && w(c.normal) > -bound);
            assert!(((z[c.normal] - c.least) * w(c.normal)).abs() < bound);
            let (force, speed) = (z[s].hypot(z[t]), w(s).hypot(w(t)));
            assert!(force <= mu * z[c.normal] + bound, "outside of its cone");
            // z_T·|w_T| + μ·z_N·w_T = 0
            let miss = [s, t].map(|k| z[k] * speed + mu * z[c.normal] * w(k));
            assert!(miss.iter().all(|m| m.abs() < bound), "{miss:?}");
        }
    }

    /// Two points of a rim that leans, nearly one, with friction that couples them to their normals: passes go in circles, and so does Newton's method from
    /// where they are. There is one solution:
    /// one of them sticks, and the other one slides by next to nothing.
    #[test]
    fn what_passes_do_not_find_is_found_from_scattered_starts() {
        #[rustfmt::skip]
        let a = [
            4.980533488386565, 4.98023539048141, -4.8857141178823635, -1.9204396807721282, -4.885715441985278, -1.920439922927894,
            4.98023539048141, 4.986329164971402, -4.783738575216473, -2.4602087067882397, -4.78374007458964, -2.4602089089943577,
            -4.8857141178823635, -4.783738575216472, 55.910995134043105, 11.168117452150906, 55.91852315337059, 11.170059297328056,
            -1.9204396807721282, -2.46020870678824, 11.168117452150906, 58.319134530703906, 11.127033485056256, 58.308531015800845,
            -4.885715441985279, -4.78374007458964, 55.91852315337059, 11.127033485056256, 55.93120863847405, 11.130305484464186,
            -1.920439922927894, -2.4602089089943577, 11.170059297328052, 58.308531015800845, 11.130305484464182, 58.29827055897329,
        ];
        let b = [
            -9.810751809490682,
            -9.809835457316009,
            1.4270369913693922e-05,
            3.467516937630742e-06,
            1.4549703698582487e-05,
            3.5863094050364122e-06,
        ];
        let contacts = [[0, 2, 3], [1, 4, 5]].map(|[normal, s, t]| Contact {
            normal,
            tangents: [s, t],
            tangential: TangentialLaw::Holds {
                mu: 1.2038881093651916,
                stuck: false,
            },
            least: 0.0,
        });
        let (z, states) = found(&a, &b, &contacts);
        // Rounding of the matrix, whose least direction answers with 3e-4 of 140.
        check(&a, &b, &contacts, &z, 1e-7);
        assert!(
            matches!(states[..], [State::Slides(_), State::Holds]),
            "{states:?}"
        );
    }

    /// f = s·(2 + s·d) + s⊥·(d × s) is along s for s = d, three times as long and with a part across that rises with the angle, and for s = −d.
    #[test]
    fn a_direction_that_lasts_is_taken_before_one_that_is_faster() {
        let d = Vector2::new(0.3_f64.cos(), 0.3_f64.sin());
        let f = |s: &Vector2<f64>| {
            let across = Vector2::new(-s.y, s.x);
            s * (2.0 + s.dot(&d)) + across * (d.x * s.y - d.y * s.x)
        };
        let s = directions(f, |s| f(s).dot(s) > 0.0).expect("two directions");
        // Bisection to rounding.
        assert!((s + d).norm() < 1e-14, "{s}");
    }

    /// Two contacts that nothing couples: each as alone, to the bit, whatever rows they have in the whole.
    #[test]
    fn what_is_not_coupled_is_solved_by_itself() {
        let block = [2.0, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 1.0];
        let right = [-1.0, 0.4, -0.9];
        let alone = [contact(0, 0.3)];
        let Outcome::Found(z, states) = solve(&block, &right, &alone) else {
            panic!("a single contact has a solution");
        };
        // The second one has its rows in another order, between those of the first.
        let places = [[0, 2, 4], [5, 1, 3]];
        let (mut a, mut b) = ([0.0; 36], [0.0; 6]);
        for rows in places {
            for (i, r) in rows.into_iter().enumerate() {
                b[r] = right[i];
                for (j, s) in rows.into_iter().enumerate() {
                    a[6 * r + s] = block[3 * i + j];
                }
            }
        }
        let both = places.map(|[normal, s, t]| Contact {
            normal,
            tangents: [s, t],
            ..alone[0]
        });
        assert_eq!(coupled(&a, 6, &both), [[0], [1]]);
        let (all, told) = found(&a, &b, &both);
        for (rows, state) in places.into_iter().zip(told) {
            assert_eq!(rows.map(|r| all[r]).as_slice(), z);
            assert_eq!(state, states[0]);
        }
        a[6 * 2 + 3] = 1e-3;
        a[6 * 3 + 2] = 1e-3;
        assert_eq!(coupled(&a, 6, &both), [[0, 1]]);
    }

    /// A mass on a plane that is pushed sideways: A = 1/m.
    #[test]
    fn a_mass_on_a_plane() {
        let a = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let (z, states) = found(&a, &[-10.0, 3.0, 0.0], &[contact(0, 0.5)]);
        assert_eq!((z, states), (vec![10.0, -3.0, 0.0], vec![State::Holds]));
        let (z, states) = found(&a, &[-10.0, 6.0, 0.0], &[contact(0, 0.5)]);
        assert_eq!(states, [State::Slides([1.0, 0.0])]);
        assert_eq!(z, [10.0, -5.0, 0.0]);
        let (z, states) = found(&a, &[1.0, 6.0, 0.0], &[contact(0, 0.5)]);
        assert_eq!((z, states), (vec![0.0; 3], vec![State::Open]));
        // Off the axes: against the push.
        let (z, _) = found(&a, &[-10.0, 6.0, -8.0], &[contact(0, 0.5)]);
        assert!(
            (z[1] + 3.0).abs() < 1e-14 && (z[2] - 4.0).abs() < 1e-14,
            "{z:?}"
        );
    }

    /// A box on an incline on four corners: twelve unknowns, rank 6. It sticks below the angle of friction and slides above.
    #[test]
    fn a_box_on_four_corners() {
        let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
        // Mass 1, inertias 1/2; centre of mass at height 0.3 above the corners. Rows: normal z, tangents x, y.
        let gradients: Vec<[f64; 6]> = corners
            .iter()
            .flat_map(|[x, y]| {
                let z = -0.3;
                [
                    [0.0, 0.0, 1.0, *y, -x, 0.0],
                    [1.0, 0.0, 0.0, 0.0, z, -y],
                    [0.0, 1.0, 0.0, -z, 0.0, *x],
                ]
            })
            .collect();
        let mass = [1.0, 1.0, 1.0, 0.5, 0.5, 0.5];
        let n = gradients.len();
        let a: Vec<f64> = (0..n * n)
            .map(|at| {
                (0..6)
                    .map(|k| gradients[at / n][k] * gradients[at % n][k] / mass[k])
                    .sum()
            })
            .collect();
        let contacts: Vec<Contact> = (0..4).map(|k| contact(k, 0.5)).collect();
        for (slope, sticks) in [(0.4999_f64, true), (0.5001, false)] {
            let angle = slope.atan();
            let pull = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
            let b: Vec<f64> = gradients
                .iter()
                .map(|g| (0..3).map(|k| g[k] * pull[k]).sum())
                .collect();
            let (z, states) = found(&a, &b, &contacts);
            check(&a, &b, &contacts, &z, 1e-8);
            let along: f64 = (0..4).map(|k| z[3 * k + 1]).sum();
            let exact = -pull[0].min(0.5 * -pull[2]);
            assert!(
                (along - exact).abs() < 1e-10,
                "{slope}: {along} for {exact}"
            );
            assert_eq!(
                states.iter().all(|s| *s == State::Holds),
                sticks,
                "{states:?}"
            );
        }
    }

    /// A flat box just above its angle of friction: forces that are not determined, and contacts that only just slide.
    #[test]
    fn a_flat_box_that_just_slides() {
        let corners = [[-0.15, -0.1], [0.15, -0.1], [-0.15, 0.1], [0.15, 0.1]];
        let gradients: Vec<[f64; 6]> = corners
            .iter()
            .flat_map(|[x, y]| {
                let z = -0.05;
                [
                    [0.0, 0.0, 1.0, *y, -x, 0.0],
                    [1.0, 0.0, 0.0, 0.0, z, -y],
                    [0.0, 1.0, 0.0, -z, 0.0, *x],
                ]
            })
            .collect();
        let mass = [2.0, 2.0, 2.0, 0.1, 0.2, 0.25];
        let n = gradients.len();
        let a: Vec<f64> = (0..n * n)
            .map(|at| {
                let terms = (0..6).map(|k| gradients[at / n][k] * gradients[at % n][k] / mass[k]);
                terms.sum()
            })
            .collect();
        for mu in [0.5, 0.4] {
            let contacts: Vec<Contact> = (0..4).map(|k| contact(k, mu)).collect();
            let pull = [4.386368870960267, 0.0, -8.770983545211491];
            let b: Vec<f64> = gradients
                .iter()
                .map(|g| (0..3).map(|k| g[k] * pull[k]).sum())
                .collect();
            let (z, states) = found(&a, &b, &contacts);
            check(&a, &b, &contacts, &z, 1e-9);
            let along: f64 = (0..4).map(|k| z[3 * k + 1]).sum();
            assert!((along / 2.0 - mu * pull[2]).abs() < 1e-12, "{along}");
            assert!(
                states.iter().all(|s| matches!(s, State::Slides(_))),
                "{states:?}"
            );
        }
    }

    #[test]
    fn random_problems() {
        let mut seed = 11u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let mut paradoxes = 0;
        for round in 0..300 {
            let count = 1 + round % 4;
            let (n, rank) = (3 * count, 3 * count.min(2));
            let g: Vec<f64> = (0..n * rank).map(|_| random()).collect();
            let a: Vec<f64> = (0..n * n)
                .map(|at| {
                    (0..rank)
                        .map(|k| g[at / n * rank + k] * g[at % n * rank + k])
                        .sum()
                })
                .collect();
            let v: Vec<f64> = (0..rank).map(|_| random()).collect();
            let b: Vec<f64> = (0..n)
                .map(|i| (0..rank).map(|k| g[i * rank + k] * v[k]).sum())
                .collect();
            let contacts: Vec<Contact> = (0..count).map(|k| contact(k, 0.3)).collect();
            match solve(&a, &b, &contacts) {
                Outcome::Found(z, _) => check(&a, &b, &contacts, &z, 1e-7),
                // The tangents of such a problem may draw in as hard as a rod's.
                Outcome::Paradox(_) | Outcome::Lost => paradoxes += 1,
            }
        }
        assert!(paradoxes < 30, "{paradoxes}");
    }

    /// A box turns about one of its four corners, at rest, another corner is drawn away a little, and a box lies on it: three slide, one opens, and the one at
    /// rest begins to slide in a direction that only the others give it.
    #[test]
    fn a_corner_at_rest_of_a_box_that_turns() {
        let text = include_str!("../tests/turning_box.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let numbers = lines.flat_map(str::split_whitespace).map(|x| x.parse());
        let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().expect("numbers");
        let (a, b) = numbers.split_at(15 * 15);
        let slides = |direction| TangentialLaw::Slides {
            mu: 0.24374154717570543,
            direction,
        };
        let laws = [
            TangentialLaw::Holds {
                mu: 0.27082394130633936,
                stuck: false,
            },
            slides([-0.3780792813503809, 0.9257732211581732]),
            slides([-0.4952721050162352, 0.8687379017821124]),
            slides([-0.288001830820431, 0.957629858266794]),
            slides([0.3603484569782589, -0.932817768673704]),
        ];
        let contacts = laws.into_iter().enumerate();
        let contacts = contacts.map(|(k, tangential)| Contact {
            normal: k,
            tangents: [5 + 2 * k, 6 + 2 * k],
            tangential,
            least: 0.0,
        });
        let contacts: Vec<Contact> = contacts.collect();
        let (z, states) = found(a, b, &contacts);
        check(a, b, &contacts, &z, 1e-9);
        assert_eq!(states[1], State::Open);
        // By least squares and bisection of the direction, in another language.
        assert!((z[0] - 2.25048132e-3).abs() < 1e-10, "{z:?}");
        assert!((z[2] - 18.5157747).abs() < 1e-6);
    }

    /// Two contacts that can squeeze each other along s: they share what they hold, the stronger one more of it.
    #[test]
    fn what_is_left_of_sticking() {
        let squeeze = vec![vec![0.0, 1.0, 0.0, 0.0, -1.0, 0.0]];
        let even = [[2.0, 0.3, 0.1], [2.0, 0.1, 0.1]];
        // Each holds 0.2 along s.
        let exact = 0.5 * 2.0 - f64::hypot(0.2, 0.1);
        let found = reserve(&squeeze, &even, &[0.5; 2]);
        // What the barrier leaves.
        assert!((found - exact).abs() < 1e-11, "{found} {exact}");
        // Limits 1.5 and 0.5, and 1 to hold: 0.5 is left at each where all is held by the first, and a hundredth of the largest force is enough.
        let uneven = [[3.0, 0.2, 0.0], [1.0, 0.8, 0.0]];
        let found = reserve(&squeeze, &uneven, &[0.5; 2]);
        assert!(found > ENOUGH * 3.0 && found < 0.5 + 1e-11, "{found}");
        // 1.98 to hold: less than that is left, and the most is found.
        let nearly = [[3.0, 1.18, 0.0], [1.0, 0.8, 0.0]];
        let found = reserve(&squeeze, &nearly, &[0.5; 2]);
        assert!((found - 0.01).abs() < 1e-11, "{found}");
        // More than both hold together.
        let much = [[3.0, 1.9, 0.0], [1.0, 0.5, 0.0]];
        let found = reserve(&squeeze, &much, &[0.5; 2]);
        assert!((found + 0.2).abs() < 1e-11, "{found}");
    }

    /// A slender rod that slides on its end: `p = 1 + 3·cos²θ − 3·μ·sinθ·cosθ` (mass 1, length 2). With μ = 1.4 it is drawn in between the
    /// angles of validation/values/zoo.json.
    #[test]
    fn a_rod_is_drawn_in_by_its_friction() {
        for (degrees, paradox) in [(55.58, false), (55.59, true), (69.95, true), (69.96, false)] {
            let (s, c) = f64::to_radians(degrees).sin_cos();
            let a = [
                1.0 + 3.0 * c * c,
                3.0 * s * c,
                0.0,
                3.0 * s * c,
                1.0 + 3.0 * s * s,
                0.0,
                0.0,
                0.0,
                1.0,
            ];
            let slides = Contact {
                tangential: TangentialLaw::Slides {
                    mu: 1.4,
                    direction: [1.0, 0.0],
                },
                ..contact(0, 1.4)
            };
            let outcome = solve(&a, &[-1.0, 0.0, 0.0], &[slides]);
            assert_eq!(outcome == Outcome::Paradox(0), paradox, "{degrees}");
        }
    }
}
