//! Guards without bounds that may be faster than the motion: functions of one's own, whose code is not known.
//!
//! Nothing proves what they do between two looks, so they are looked at by their own time scale: a part of the step over which a guard is not the
//! cubic through its ends, within a tenth of its size, at two places in between is halved, until it is. A guard whose scale is found so is followed
//! through the step; what is left is one that is the same cubic at four places by chance.

use super::cubic::Cubic;
use super::locate::Locator;
use super::walk::Walk;
use super::watch::Watch;
use super::{Failure, FailureKind};
use crate::integrators::{Stepper, hermite};
use crate::problem::{Guard, Problem};

/// Where a cubic is compared: at no simple parts of the interval, which a wave might share.
const CHECKS: [f64; 2] = [0.308_658_283_817_455_1, 0.691_341_716_182_544_9];
/// How far a guard may be off its cubic, relative to its size.
const RESOLVED: f64 = 0.1;
/// Looks that one step may take; further on it is cut.
const LOOKS_MAX: u32 = 400;
/// Bisections of one interval inside the other.
const DEPTH_MAX: usize = 20;

/// Room for the looks.
#[derive(Default)]
pub struct Scan {
    slots: Vec<usize>,
    up: Vec<bool>,
    walk: Walk<Guard>,
    inside: Vec<Guard>,
    all: Vec<Guard>,
}

impl Locator {
    /// The slot that falls first inside of the step in hand, among guards without bounds that have a time scale of their own, and a place (part of the
    /// step) by which it has fallen, or to which it was followed.
    pub(super) fn scan(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
    ) -> Result<Option<(usize, f64)>, Failure> {
        let mut scan = std::mem::take(&mut self.scan);
        let found = self.scan_with(&mut scan, problem, stepper);
        self.scan = scan;
        found
    }

    fn scan_with(
        &mut self,
        scan: &mut Scan,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
    ) -> Result<Option<(usize, f64)>, Failure> {
        scan.slots.clear();
        scan.slots.extend((0..self.watch.len()).filter(|&s| {
            let watched = self.watch[s] != Watch::Idle
                && self.start[s].value < f64::INFINITY
                && self.end[s].value < f64::INFINITY;
            watched && !self.prover.known[s] && problem.has_own_scale(s)
        }));
        if scan.slots.is_empty() {
            return Ok(None);
        }
        let step = stepper.step();
        let (t0, t1) = (step.t0, step.t1);
        let (slots, start, end) = (&scan.slots, &self.start, &self.end);
        let left = slots.iter().map(|s| start[*s]);
        let right = slots.iter().map(|s| end[*s]);
        scan.walk.begin((t0, t1), left, right);
        scan.all.resize(self.watch.len(), Guard::IDLE);
        scan.up.clear();
        let watch = &self.watch;
        scan.up
            .extend(scan.slots.iter().map(|s| watch[*s] == Watch::Armed));
        let mut looks = 0;
        while let Some((a, b)) = scan.walk.part() {
            scan.inside.clear();
            for x in CHECKS {
                looks += 1;
                self.look_inside(scan, problem, stepper, a + x * (b - a))?;
            }
            let rough = scan.unresolved(b - a);
            if rough.is_none() && scan.walk.depth() == 1 && a == t0 {
                // The whole is smooth: its ends say all.
                return Ok(None);
            }
            let place = |k: usize, t: f64| Some((scan.slots[k], (t - t0) / (t1 - t0)));
            if let Some(k) = rough {
                if looks >= LOOKS_MAX {
                    // As far as the effort reached.
                    let end = if a > t0 { a } else { b };
                    return Ok(place(k, end).filter(|_| end < t1));
                }
                if let Some(middle) = scan.walk.middle()
                    && scan.walk.depth() < DEPTH_MAX
                {
                    scan.inside.clear();
                    looks += 1;
                    self.look_inside(scan, problem, stepper, middle)?;
                    scan.walk.halve(middle, scan.inside.iter().copied());
                    continue;
                }
            }
            if let Some((k, t)) = scan.first_dip((a, b), b == t1) {
                return Ok(place(k, t));
            }
            for (up, guard) in scan.up.iter_mut().zip(scan.walk.right()) {
                *up |= guard.value > guard.tolerance;
            }
            scan.walk.advance();
        }
        Ok(None)
    }

    /// Appends the guards in between, the state on the cubic of the step.
    fn look_inside(
        &mut self,
        scan: &mut Scan,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
        t: f64,
    ) -> Result<(), Failure> {
        let step = stepper.step();
        hermite::cubic(&step, t, &mut self.y, &mut self.dy);
        self.work.guard_evaluations += 1;
        problem
            .guards(t, &self.y, &self.dy, &mut scan.all)
            .map_err(|fault| Failure::new(step.t0, step.h(), FailureKind::Model(fault)))?;
        scan.inside.extend(scan.slots.iter().map(|s| scan.all[*s]));
        Ok(())
    }
}

impl Scan {
    /// The first guard that is not its cubic over the part in hand, of length `w`.
    fn unresolved(&self, w: f64) -> Option<usize> {
        let n = self.slots.len();
        (0..n).find(|&k| {
            let (a, b) = (&self.walk.left()[k], &self.walk.right()[k]);
            let p = cubic(a, b, w);
            let inside = CHECKS
                .iter()
                .enumerate()
                .map(|(i, x)| (*x, &self.inside[i * n + k]));
            let all = inside.clone().map(|(_, g)| g).chain([a, b]);
            let size = all.fold(0.0f64, |s, g| {
                s.max(g.value.abs()).max(0.25 * w * g.rate.abs())
            });
            let mut inside = inside;
            inside.any(|(x, g)| {
                let (off, bent) = (p.value(x) - g.value, p.slope(x) - w * g.rate);
                // Also where a number is none.
                !(off.abs().max(0.25 * bent.abs()) <= RESOLVED * size + g.tolerance)
            })
        })
    }

    /// Where a guard that is up falls over the part in hand, by the cubics between its looks. `last`: its end is judged by others.
    fn first_dip(&self, (a, b): (f64, f64), last: bool) -> Option<(usize, f64)> {
        let n = self.slots.len();
        let dips = (0..n).filter_map(|k| {
            let points = [
                (0.0, &self.walk.left()[k]),
                (CHECKS[0], &self.inside[k]),
                (CHECKS[1], &self.inside[n + k]),
                (1.0, &self.walk.right()[k]),
            ];
            let mut up = self.up[k];
            for pair in points.windows(2) {
                let ((x, p), (y, q)) = (pair[0], pair[1]);
                let w = (y - x) * (b - a);
                let lowest = cubic(p, q, w).interior_minimum();
                if up && q.value <= 0.0 && !(last && y == 1.0) {
                    return Some((k, a + y * (b - a)));
                }
                if let Some((z, v)) = lowest
                    && up
                    && v <= 0.0
                {
                    return Some((k, a + x * (b - a) + z * w));
                }
                up |= q.value > q.tolerance;
            }
            None
        });
        dips.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

fn cubic(a: &Guard, b: &Guard, w: f64) -> Cubic {
    Cubic {
        v0: a.value,
        m0: a.rate * w,
        v1: b.value,
        m1: b.rate * w,
    }
}
