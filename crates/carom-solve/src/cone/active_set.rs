//! Solutions by what the contacts do: the equations of those that press, stick and slide, Newton's method on the conditions of all, and searches among all
//! that they may do.

use super::contact::{Contact, State, TangentialLaw};
use super::local::{RANK, pass};
use crate::lcp;
use crate::least_squares::LeastSquares;
use nalgebra::{DMatrix, DVector};

/// Most choices of what the contacts do that are tried one by one.
const MOST_CHOICES: usize = 6561;
/// So many are tried with other first directions, too.
const FEW_CHOICES: usize = 729;
/// Change of a pass, relative to the impulses, at which they are done.
pub(super) const DONE: f64 = 1e-14;
/// A solution of the equations of what presses and sticks is one of the problem if a pass changes it by no more than this part.
pub(super) const SETTLED: f64 = 1e-10;
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
/// Part of the friction with which it begins to grow, and the least by which it does.
const FIRST_PART: f64 = 0.125;
const LEAST_PART: f64 = 1e-3;
/// Iterations of the directions in it.
const TURNS: usize = 30;
/// Sliding slower than this part of the largest number of the problem counts as rest.
pub const RESTS: f64 = 1e-9;

/// The equations `w = 0` of what presses and sticks, solved to rounding by the smallest change; the directions of what begins to slide follow.
pub(super) fn polish(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    states: &mut [State],
    z: &mut [f64],
) {
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
pub(super) fn try_all(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
) -> Option<(Vec<f64>, Vec<State>)> {
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
pub(super) fn newton(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
    states: &mut [State],
    z: &mut [f64],
) -> bool {
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
    let m = rows.len();
    let mut p = Projections {
        problem: (a, b, z),
        rows,
        miss: DVector::zeros(m),
        slope: DMatrix::zeros(m, m),
    };
    for (c, state) in contacts.iter().zip(&mut *states) {
        let presses = p.normal(c);
        *state = if presses { State::Holds } else { State::Open };
        let direction = match c.tangential {
            TangentialLaw::Smooth => None,
            TangentialLaw::Slides { mu, direction } => {
                p.slides(c, mu, direction);
                Some(direction)
            }
            TangentialLaw::Holds { mu, .. } => p.holds(c, mu),
        };
        if let (true, Some(direction)) = (presses, direction) {
            *state = State::Slides(direction);
        }
    }
    (p.miss, p.slope)
}

/// What [`projections`] gathers, row by row.
struct Projections<'a> {
    /// A, b and z.
    problem: (&'a [f64], &'a [f64], &'a [f64]),
    rows: &'a [usize],
    miss: DVector<f64>,
    slope: DMatrix<f64>,
}

impl Projections<'_> {
    fn place(&self, row: usize) -> usize {
        let found = self.rows.iter().position(|r| *r == row);
        found.expect("a row of a contact")
    }

    /// The inverse of the diagonal of A at the normal of a contact.
    fn rho(&self, c: &Contact) -> f64 {
        let (a, b, _) = self.problem;
        1.0 / a[c.normal * b.len() + c.normal]
    }

    /// The normal; whether it presses.
    fn normal(&mut self, c: &Contact) -> bool {
        let (a, b, z) = self.problem;
        let (at, rho) = (self.place(c.normal), self.rho(c));
        let w = left(a, b, z, c.normal);
        let presses = z[c.normal] - c.least - rho * w > 0.0;
        if presses {
            self.miss[at] = rho * w;
            for (j, row) in self.rows.iter().enumerate() {
                self.slope[(at, j)] = rho * a[c.normal * b.len() + row];
            }
        } else {
            self.miss[at] = z[c.normal] - c.least;
            self.slope[(at, at)] = 1.0;
        }
        presses
    }

    /// The tangents of a contact that slides in a direction.
    fn slides(&mut self, c: &Contact, mu: f64, direction: [f64; 2]) {
        let (at, (.., z)) = (self.place(c.normal), self.problem);
        for (row, d) in c.tangents.into_iter().zip(direction) {
            let t = self.place(row);
            self.miss[t] = z[row] + mu * d * z[c.normal];
            self.slope[(t, t)] = 1.0;
            self.slope[(t, at)] = mu * d;
        }
    }

    /// The tangents of a contact that sticks as long as it can; the direction in which it slides, if it does.
    fn holds(&mut self, c: &Contact, mu: f64) -> Option<[f64; 2]> {
        let (a, b, z) = self.problem;
        let (n, m, at) = (b.len(), self.rows.len(), self.place(c.normal));
        let [s, t] = c.tangents;
        let stiff = a[s * n + s] + a[t * n + t];
        let rho = if stiff > 0.0 {
            2.0 / stiff
        } else {
            self.rho(c)
        };
        let pull = [s, t].map(|row| z[row] - rho * left(a, b, z, row));
        let (r, radius) = (pull[0].hypot(pull[1]), mu * z[c.normal].max(0.0));
        let rows = self.rows;
        let one = |row: usize, j: usize| f64::from(u8::from(rows[j] == row));
        let turned = |row: usize, j: usize| one(row, j) - rho * a[row * n + rows[j]];
        let sticks = r <= radius;
        let d = pull.map(|p| p / r);
        for (k, row) in [s, t].into_iter().enumerate() {
            let at_row = self.place(row);
            if sticks {
                self.miss[at_row] = z[row] - pull[k];
                for j in 0..m {
                    self.slope[(at_row, j)] = one(row, j) - turned(row, j);
                }
                continue;
            }
            self.miss[at_row] = z[row] - radius * d[k];
            self.slope[(at_row, at_row)] += 1.0;
            self.slope[(at_row, at)] -= if radius > 0.0 { mu * d[k] } else { 0.0 };
            for j in 0..m {
                let along = d[0] * turned(s, j) + d[1] * turned(t, j);
                let across = turned(row, j) - d[k] * along;
                self.slope[(at_row, j)] -= radius / r * across;
            }
        }
        (!sticks).then(|| d.map(|d| -d))
    }
}

/// Newton's method as above, each step as long as it leads nearer, from starts that are scattered in the cones. A
/// problem in which friction couples contacts strongly may have one solution that neither passes nor a single start
/// lead to.
pub(super) fn scattered(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
) -> Option<(Vec<f64>, Vec<State>)> {
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

/// The same on ways that know no order of the contacts: from the impulses without friction, of which the least, and with friction that grows up to its own.
pub(super) fn unordered(
    a: &[f64],
    b: &[f64],
    contacts: &[Contact],
) -> Option<(Vec<f64>, Vec<State>)> {
    let rows: Vec<usize> = contacts.iter().flat_map(Contact::rows).collect();
    let mut states = vec![State::Open; contacts.len()];
    let smooth = without_friction(a, b, contacts)?;
    let mut z = smooth.clone();
    if descend(a, b, contacts, &rows, &mut states, &mut z) {
        return Some((z, states));
    }
    let (mut z, mut part, mut step) = (smooth, 0.0, FIRST_PART);
    while part < 1.0 {
        let next = f64::min(part + step, 1.0);
        let scaled: Vec<Contact> = contacts.iter().map(|c| with_part(c, next)).collect();
        let mut grown = z.clone();
        if descend(a, b, &scaled, &rows, &mut states, &mut grown) {
            (z, part, step) = (grown, next, 2.0 * step);
        } else {
            step *= 0.5;
            if step < LEAST_PART {
                return None;
            }
        }
    }
    Some((z, states))
}

/// A contact with a part of its friction.
fn with_part(c: &Contact, part: f64) -> Contact {
    let tangential = match c.tangential {
        TangentialLaw::Smooth => TangentialLaw::Smooth,
        TangentialLaw::Slides { mu, direction } => {
            let mu = part * mu;
            TangentialLaw::Slides { mu, direction }
        }
        TangentialLaw::Holds { mu, stuck } => {
            let mu = part * mu;
            TangentialLaw::Holds { mu, stuck }
        }
    };
    Contact { tangential, ..*c }
}

/// The impulses along the normals alone, of these the least.
fn without_friction(a: &[f64], b: &[f64], contacts: &[Contact]) -> Option<Vec<f64>> {
    let (n, m) = (b.len(), contacts.len());
    let mut z = vec![0.0; n];
    for c in contacts {
        z[c.normal] = c.least;
    }
    let normal = |k: usize| contacts[k].normal;
    let own: Vec<f64> = (0..m * m)
        .map(|at| a[normal(at / m) * n + normal(at % m)])
        .collect();
    let right: Vec<f64> = (0..m).map(|k| left(a, b, &z, normal(k))).collect();
    let more = lcp::least(&own, &lcp::solve(&own, &right)?);
    for (c, x) in contacts.iter().zip(more) {
        z[c.normal] += x;
    }
    Some(z)
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
pub(super) fn rest(a: &[f64], b: &[f64], contacts: &[Contact], z: &[f64], states: &mut [State]) {
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
pub(super) fn left(a: &[f64], b: &[f64], z: &[f64], row: usize) -> f64 {
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
