//! Contacts with Coulomb friction: normal and tangential forces at once, one problem of complementarity in cones.
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

use active_set::{DONE, SETTLED, left, newton, polish, rest, scattered, try_all, unordered};
use local::pass;

mod active_set;
mod contact;
mod local;
mod reserve;
#[cfg(test)]
mod tests;

pub use active_set::RESTS;
pub use contact::{Contact, Outcome, State, TangentialLaw};
pub use local::{directions, pseudo_solve};
pub use reserve::{best_share, reserve};

/// Passes over all contacts.
const PASSES: usize = 20_000;
/// Passes after which all that the contacts may do is tried, one after the other.
const PATIENCE: usize = 40;
/// Solutions that differ by less, relative to what they are made of, are one.
const APART: f64 = 1e-6;

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
        Outcome::Found(z, states) => {
            let better = evener(a, b, contacts, (&z, &states));
            let (z, states) = better.unwrap_or((z, states));
            Outcome::Found(z, states)
        }
        Outcome::Lost => scattered(a, b, contacts).map_or(Outcome::Lost, |found| {
            let (z, states) = to_rounding(a, b, contacts, found);
            Outcome::Found(z, states)
        }),
        paradox => paradox,
    }
}

/// A solution of Newton's method to rounding, with what the contacts do as it is.
fn to_rounding(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    (mut z, mut states): (Vec<f64>, Vec<State>),
) -> (Vec<f64>, Vec<State>) {
    let exact = (z.clone(), states.clone());
    polish(a, b, contacts, &mut states, &mut z);
    let (mut again, mut same) = (z.clone(), states.clone());
    let (change, paradox) = pass(a, b, contacts, &mut again, &mut same);
    let size = z.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if paradox.is_some() || change > SETTLED * size {
        (z, states) = exact;
    }
    rest(a, b, contacts, &z, &mut states);
    (z, states)
}

/// Another solution with a smaller sum of squares, by which the bodies move otherwise.
///
/// Where several contacts slide there may be several solutions, and to which of them the passes lead depends on the order of the contacts. Newton's method from the
/// impulses without friction, with the smallest steps, knows no order: the two ends of an edge that are alike come out alike. What stuck before goes on sticking.
fn evener(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    (z, states): (&[f64], &[State]),
) -> Option<(Vec<f64>, Vec<State>)> {
    let each = || contacts.iter().zip(states);
    let holds = |c: &Contact| matches!(c.tangential, TangentialLaw::Holds { .. });
    let begins = each().any(|(c, state)| holds(c) && matches!(state, State::Slides(_)));
    if !begins || contacts.len() < 2 {
        return None;
    }
    let found = unordered(a, b, contacts)?;
    let (other, do_then) = to_rounding(a, b, contacts, found);
    let stuck = |c: &Contact| matches!(c.tangential, TangentialLaw::Holds { stuck: true, .. });
    let mut ends = each().zip(&do_then);
    let lets_go =
        ends.any(|((c, now), then)| stuck(c) && *now == State::Holds && *then != State::Holds);
    let square = |z: &[f64]| z.iter().map(|x| x * x).sum::<f64>();
    let rows = || contacts.iter().flat_map(Contact::rows);
    let largest = rows().fold(0.0, |m: f64, row| m.max(b[row].abs()));
    let apart = |row| (left(a, b, z, row) - left(a, b, &other, row)).abs();
    let moves_otherwise = rows().any(|row| apart(row) > APART * largest);
    let is_less = square(&other) < (1.0 - APART) * square(z);
    (moves_otherwise && is_less && !lets_go).then_some((other, do_then))
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
