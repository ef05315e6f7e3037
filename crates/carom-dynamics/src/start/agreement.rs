//! Rows of the constraints that are left out because others imply them: which they are, and whether they go on to agree.
//!
//! CAD systems print places with few digits, so a redundant row agrees with the others to these digits only, and its dependence on them
//! shows to these digits only. A row of which little is new is therefore tried: the mechanism is moved a little along what the other
//! rows allow, motions aside. A redundant row stays met; one that is independent, but near a singular position of the
//! mechanism, is missed by a part of the way.
//!
//! A residual over the length of its row of G is a distance; so rows of all units are compared with the extent of the mechanism.

use crate::elements::constraint::{Drive, Equations as Rows};
use crate::equations::Equations;
use crate::equations::kkt::rows::{Gamma, for_each_row};
use crate::start::projection::{close, move_bodies};
use crate::start::redundancy::{
    clear_and_doubtful_rows, implied_by, independent_rows, row_lengths,
};
use crate::start::search::{copy_state, prepare};
use crate::system::System;
use crate::system::row_choice::Dropped;
use carom_base::Vec3;
use carom_solve::Fault;
use std::sync::Arc;

/// Rows that say the same may differ by this part of the extent, whatever they do at the start: from rounding and its growth along the motion.
const ROUNDING: f64 = 1e-5;
/// Rows with places of few digits differ by no more than this: a millionth of the length, with the lever arms that enlarge it.
pub(crate) const PRINTED: f64 = 1e-4;
/// Rows that say the same at a singular position only: they part by the square of the way from there.
const CLOSE: f64 = 1e-10;
/// What is met to this part of the extent is met to rounding, also where it is one of an angle: then it does not matter which of rows
/// that imply each other are kept.
const MET: f64 = 1e-10;
/// How many times farther than at the start rows may be from agreeing as the mechanism moves and lever arms grow.
const GROWTH: f64 = 1e3;
/// How far a mechanism is moved to try a row, relative to its extent.
const TRIAL: f64 = 0.05;
/// A row that is missed by more than this part of the way is no redundant one: independent rows are missed by about the way over the
/// extent, halved; what is printed with few digits by some [`PRINTED`].
const MISSED: f64 = 3e-3;
/// The row of a motion that goes on by more than this part of the way, and by this part of what the bodies in it do, is new, however little its lever makes of it: far above
/// digits of angles, below the lead of a fine screw over the radius of its shaft. Rows of joints may go by as much where places have few digits.
const FINE: f64 = 3e-5;
const OWN: f64 = 0.05;
/// Moves by which a row is tried, beside those of chance.
const CHANCES: u64 = 3;
/// Names that a reader looks through.
const MOST_NAMES: usize = 6;

/// The extent of the mechanism: of what its constraints look at, with the bodies. Never zero.
pub(crate) fn extent(e: &Equations) -> f64 {
    let system = &e.system;
    let view = e.view();
    let mut corners: Option<(Vec3, Vec3)> = None;
    let mut take = |p: Vec3| {
        let (low, high) = corners.unwrap_or((p, p));
        corners = Some((low.zip_map(&p, f64::min), high.zip_map(&p, f64::max)));
    };
    for c in &system.constraints {
        for m in [c.i, c.j] {
            let p = crate::mechanism::frames::Frames::marker(&view, m).p;
            if m > 0 && p.iter().all(|x| x.is_finite()) {
                take(p);
            }
        }
    }
    let centres = e.now.bodies.iter().map(|b| b.r);
    centres
        .filter(|r| r.iter().all(|x| x.is_finite()))
        .for_each(&mut take);
    let diagonal = corners.map_or(0.0, |(low, high)| (high - low).norm());
    let radii = system.mechanism.bodies.iter().map(|b| b.radius);
    let most = radii.filter(|r| r.is_finite()).fold(diagonal, f64::max);
    if most > 0.0 { most } else { 1.0 }
}

/// The independent ones of the rows that `here` keeps, where it stands; ascending.
pub(crate) fn choose_rows(here: &Equations) -> Vec<usize> {
    let (clear, doubtful) = clear_and_doubtful_rows(here, is_met(here));
    if doubtful.is_empty() {
        return clear;
    }
    let redundant = stay_met(here, &clear, &doubtful);
    let mut system = System::clone(&here.system);
    system.rows = [clear, doubtful].concat();
    system.rows.retain(|r| !redundant.contains(r));
    system.rows.sort_unstable();
    let mut rest = Equations::new(Arc::new(system));
    copy_state(here, &mut rest);
    prepare(&mut rest);
    independent_rows(&rest)
}

/// Whether all rows are met to rounding.
fn is_met(here: &Equations) -> bool {
    let (system, view, limit) = (&here.system, here.view(), MET * extent(here));
    let mut values = [0.0; 6];
    system.acting().all(|c| {
        let values = &mut values[..c.rows()];
        c.values(&system.mechanism, &view, values);
        values.iter().all(|r| r.abs() <= limit)
    })
}

/// Those of the doubtful rows that stay met wherever the clear ones let the mechanism go.
fn stay_met(here: &Equations, clear: &[usize], doubtful: &[usize]) -> Vec<usize> {
    let moves = |row: &usize| says_of_places(&here.system, *row);
    let mut system = System::clone(&here.system);
    system.rows = clear.iter().copied().filter(moves).collect();
    let mut trial = Equations::new(Arc::new(system));
    let distances = distances(here);
    let far = |e: &mut Equations, row: usize| e.constraint_values()[row].abs() * distances[row];
    let size = extent(here);
    let mut rows = doubtful.to_vec();
    for number in 0..CHANCES {
        copy_state(here, &mut trial);
        prepare(&mut trial);
        if let Some(step) = somewhere(&mut trial, number) {
            let ways = ways_of_rows(here, &step);
            let goes_by_itself = |row: &usize| {
                let [net, most, whole] = ways[*row];
                !moves(row) && net * distances[*row] > FINE * whole && net > OWN * most
            };
            rows.retain(|row| !goes_by_itself(row));
        }
        let Some(way) = go_somewhere(&mut trial, number, TRIAL * size) else {
            continue;
        };
        rows.retain(|row| far(&mut trial, *row) <= PRINTED * size + MISSED * way);
    }
    rows
}

/// How fast a step of the bodies changes each row, how fast that of each body alone would, all added, and how large the step is. Of rows that others imply the first is
/// nothing beside the second, as bodies move against each other; a slide on a screw of a fine lead moves by little, but all of its row is that.
fn ways_of_rows(here: &Equations, step: &[f64]) -> Vec<[f64; 3]> {
    let system = &here.system;
    let whole = length_of(system, step);
    let (mut net, mut most) = (vec![0.0; system.rows.len()], vec![0.0; system.rows.len()]);
    for_each_row(system, &here.view(), &mut Gamma::none(), |row, b, g| {
        let data = &system.mechanism.bodies[b];
        let own: f64 = (0..data.freedoms())
            .map(|c| g[c] * step[data.first + c])
            .sum();
        net[row] += own;
        most[row] += own.abs();
    });
    let mut ways = vec![[0.0; 3]; system.all_rows];
    for (k, row) in system.rows.iter().enumerate() {
        ways[*row] = [net[k].abs(), most[k], whole];
    }
    ways
}

/// The farthest that a step moves a body, or a point of it at its radius of gyration.
fn length_of(system: &System, step: &[f64]) -> f64 {
    let on = |b: &crate::mechanism::BodyData| {
        let square = |c: usize| step[b.first + c] * step[b.first + c];
        let moved: f64 = (0..3).map(square).sum();
        let turned: f64 = (3..b.freedoms()).map(square).sum();
        moved.sqrt().max(turned.sqrt() * b.radius)
    };
    system.mechanism.bodies.iter().map(on).fold(0.0, f64::max)
}

/// Whether a row restricts places whatever the time: that of no motion, and of no constraint of velocities alone.
pub(crate) fn says_of_places(system: &System, row: usize) -> bool {
    let c = system.constraint_of(row);
    let driven =
        matches!(&c.equations, Rows::Sum(_, drive) if !matches!(drive, Drive::Constant(_)));
    !driven && c.is_holonomic()
}

/// Some direction that the kept rows allow; none if they allow none.
fn somewhere(e: &mut Equations, number: u64) -> Option<Vec<f64>> {
    let system = Arc::clone(&e.system);
    let mut seed =
        0x9e37_79b9_7f4a_7c15u64.wrapping_add(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut random = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let mut step = vec![0.0; system.mechanism.positions];
    for data in &system.mechanism.bodies {
        for c in 0..data.freedoms() {
            let arm = if c < 3 { 1.0 } else { data.radius };
            step[data.first + c] = random() / arm;
        }
    }
    crate::start::projection::make_tangent(e, &mut step).ok()?;
    let whole = length_of(&system, &step);
    // What rounding leaves of a direction is none.
    (whole > 1e-6).then_some(step)
}

/// Moves the bodies in some direction that the kept rows allow; how far. `None`: they allow none, or no way back to them was found.
pub(crate) fn go_somewhere(e: &mut Equations, number: u64, way: f64) -> Option<f64> {
    let system = Arc::clone(&e.system);
    let step = somewhere(e, number)?;
    let whole = length_of(&system, &step);
    let start = e.now.bodies.clone();
    for halvings in 0..4 {
        let share = way * 0.5f64.powi(halvings) / whole;
        e.now.bodies.copy_from_slice(&start);
        let step: Vec<f64> = step.iter().map(|x| x * share).collect();
        let turned = |b: &crate::mechanism::BodyData| {
            (3..b.freedoms())
                .map(|c| step[b.first + c].abs())
                .fold(0.0, f64::max)
        };
        if system
            .mechanism
            .bodies
            .iter()
            .map(turned)
            .fold(0.0, f64::max)
            > 0.3
        {
            continue;
        }
        move_bodies(e, &step);
        if close(e).is_ok_and(|off| off <= 1e-9 * way) {
            return Some(whole * share);
        }
    }
    None
}

/// The distance that a residual of one of each row is worth.
fn distances(all: &Equations) -> Vec<f64> {
    let mut distances = vec![1.0; all.system.all_rows];
    for (row, length) in all.system.rows.iter().zip(row_lengths(all)) {
        if length > 0.0 {
            distances[*row] = 1.0 / length;
        }
    }
    distances
}

/// The rows that `all` keeps and that are not among the `kept` ones, with the distance up to which they are to agree from here on.
pub(crate) fn dropped_rows(all: &mut Equations, kept: &[usize]) -> Vec<Dropped> {
    let is_dropped = |r: &usize| kept.binary_search(r).is_err();
    let rows: Vec<usize> = all.system.rows.iter().copied().filter(is_dropped).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let (distances, size) = (distances(all), extent(all));
    let values = all.constraint_values();
    let off = rows.iter().map(|r| values[*r].abs() * distances[*r]);
    let most = off.fold(0.0, f64::max);
    let tolerance = (GROWTH * most).clamp(ROUNDING * size, PRINTED * size);
    let close = tolerance.min(10.0 * most + CLOSE * size);
    let row = |row| Dropped {
        row,
        distance: distances[row],
        off: values[row].abs() * distances[row],
        tolerance,
        close,
        is_close: false,
    };
    rows.into_iter().map(row).collect()
}

/// The same for equations that stand with their rows chosen.
pub(crate) fn dropped_beside(e: &Equations, rows: Vec<usize>) -> Vec<Dropped> {
    let mut system = System::clone(&e.system);
    let kept = std::mem::replace(&mut system.rows, rows);
    let mut all = Equations::new(Arc::new(system));
    copy_state(e, &mut all);
    prepare(&mut all);
    dropped_rows(&mut all, &kept)
}

impl Equations {
    /// Whether the rows that are left out agree with the others in the state in the arrays, functions computed.
    ///
    /// # Errors
    /// Which does not agree with which.
    pub(crate) fn agree(&mut self) -> Result<(), Fault> {
        if self.system.left_out.dropped.is_empty() {
            return Ok(());
        }
        if self.leans() {
            let message = "the constraints that are kept in the place of redundant ones come close to depend on each other".into();
            return Err(Fault { message });
        }
        let system = Arc::clone(&self.system);
        let slack = self.slack();
        let values = self.constraint_values();
        // Rows that are kept are met to what Newton's method leaves; those that depend on them cannot be nearer.
        let left = |r: &usize| values[*r].abs();
        let left = 10.0 * system.rows.iter().map(left).fold(0.0, f64::max);
        let excess = |d: &Dropped| {
            let off = values[d.row].abs() * d.distance;
            let allowed = if d.is_close {
                d.close
            } else {
                d.tolerance + slack
            };
            let over = off / (allowed + left * d.distance);
            if over.is_nan() { f64::INFINITY } else { over }
        };
        let worst = (system.left_out.dropped.iter()).max_by(|a, b| excess(a).total_cmp(&excess(b)));
        let Some(worst) = worst.filter(|d| excess(d) > 1.0) else {
            return Ok(());
        };
        let (name, off) = (system.row_name(worst.row), values[worst.row]);
        let others = self
            .names_behind(worst.row)
            .unwrap_or_else(|| "the other constraints".into());
        let message = format!(
            "{name} and {others} no longer agree: it is off by {off:.3e}; where the run began they agreed, and it was left out as redundant"
        );
        Err(Fault { message })
    }

    /// What the integration of motions that are given by their rates may leave, as a distance.
    fn slack(&self) -> f64 {
        let integrated = |drive: &Drive| match drive {
            Drive::Velocity(_, x) | Drive::Acceleration(_, x) => {
                Some(self.now.states[*x].abs() + self.size_of_state(*x))
            }
            _ => None,
        };
        let drives = self
            .system
            .constraints
            .iter()
            .filter_map(|c| match &c.equations {
                Rows::Sum(_, drive) => integrated(drive),
                _ => None,
            });
        let largest = drives.fold(None, |most: Option<f64>, x| {
            Some(most.map_or(x, |m| m.max(x)))
        });
        largest.map_or(0.0, |x| 100.0 * self.expected_error() * x)
    }

    /// The elements that fix already what a row asks for; nothing where none are found.
    pub(crate) fn names_behind(&self, row: usize) -> Option<String> {
        let mut system = System::clone(&self.system);
        system.rows = (0..system.all_rows).collect();
        system.rows = system.joint_rows();
        let mut all = Equations::new(Arc::new(system));
        copy_state(self, &mut all);
        prepare(&mut all);
        let system = &all.system;
        let own = system.constraint_of_row(row);
        let rows = implied_by(&all, row);
        let mut others: Vec<usize> = rows.iter().map(|r| system.constraint_of_row(*r)).collect();
        others.retain(|c| *c != own);
        others.dedup();
        let more = others.len().saturating_sub(MOST_NAMES);
        let names = others.iter().take(MOST_NAMES);
        let names: Vec<&str> = names
            .map(|c| system.constraints[*c].label.as_str())
            .collect();
        match (names.is_empty(), more) {
            (true, _) => None,
            (_, 0) => Some(names.join(", ")),
            _ => Some(format!("{} and {more} more", names.join(", "))),
        }
    }
}
