//! Guards without bounds that may be faster than the motion: functions of one's own, whose code is not known.
//!
//! Nothing proves what they do between two looks, so they are looked at by their own time scale: a part of the step over which a guard is not the
//! cubic through its ends, within a tenth of its size, at two places in between is halved, until it is. A guard whose scale is found so is followed
//! through the step; what is left is one that is the same cubic at four places by chance.

use super::cubic::Cubic;
use super::ends::Ends;
use super::failure::{Failure, FailureKind};
use super::look::Room;
use super::walk::Walk;
use super::watch::Watch;
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

impl Scan {
    /// The slot that falls first inside of the step in hand, among guards without bounds that have a time scale of their own and are not `known` by bounds, and a place (part of the
    /// step) by which it has fallen, or to which it was followed.
    pub fn find(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
        (ends, known): (&Ends<'_>, &[bool]),
        room: &mut Room<'_>,
    ) -> Result<Option<(usize, f64)>, Failure> {
        self.slots.clear();
        self.slots.extend((0..ends.watch.len()).filter(|&s| {
            let watched = ends.watch[s] != Watch::Idle
                && ends.start[s].value < f64::INFINITY
                && ends.end[s].value < f64::INFINITY;
            watched && !known[s] && problem.has_own_scale(s)
        }));
        if self.slots.is_empty() {
            return Ok(None);
        }
        let (t0, t1) = ends.t;
        let (slots, start, end) = (&self.slots, ends.start, ends.end);
        let left = slots.iter().map(|s| start[*s]);
        let right = slots.iter().map(|s| end[*s]);
        self.walk.begin((t0, t1), left, right);
        self.all.resize(ends.watch.len(), Guard::IDLE);
        self.up.clear();
        let watch = ends.watch;
        self.up
            .extend(self.slots.iter().map(|s| watch[*s] == Watch::Armed));
        let mut looks = 0;
        while let Some((a, b)) = self.walk.part() {
            self.inside.clear();
            for x in CHECKS {
                looks += 1;
                self.look_inside(problem, stepper, a + x * (b - a), room)?;
            }
            let rough = self.unresolved(b - a);
            if rough.is_none() && self.walk.depth() == 1 && a == t0 {
                // The whole is smooth: its ends say all.
                return Ok(None);
            }
            let place = |k: usize, t: f64| Some((self.slots[k], (t - t0) / (t1 - t0)));
            if let Some(k) = rough {
                if looks >= LOOKS_MAX {
                    // As far as the effort reached.
                    let end = if a > t0 { a } else { b };
                    return Ok(place(k, end).filter(|_| end < t1));
                }
                if let Some(middle) = self.walk.middle()
                    && self.walk.depth() < DEPTH_MAX
                {
                    self.inside.clear();
                    looks += 1;
                    self.look_inside(problem, stepper, middle, room)?;
                    self.walk.halve(middle, self.inside.iter().copied());
                    continue;
                }
            }
            if let Some((k, t)) = self.first_dip((a, b), b == t1) {
                return Ok(place(k, t));
            }
            for (up, guard) in self.up.iter_mut().zip(self.walk.right()) {
                *up |= guard.value > guard.tolerance;
            }
            self.walk.advance();
        }
        Ok(None)
    }

    /// Appends the guards in between, the state on the cubic of the step.
    fn look_inside(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
        t: f64,
        room: &mut Room<'_>,
    ) -> Result<(), Failure> {
        let step = stepper.step();
        hermite::cubic(&step, t, room.y, room.dy);
        *room.evaluations += 1;
        problem
            .guards(t, room.y, room.dy, &mut self.all)
            .map_err(|fault| Failure::new(step.t0, step.h(), FailureKind::Model(fault)))?;
        self.inside.extend(self.slots.iter().map(|s| self.all[*s]));
        Ok(())
    }

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
