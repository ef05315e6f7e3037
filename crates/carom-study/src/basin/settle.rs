//! When a motion has settled, from the states at its returns.
//!
//! A motion of the period p comes nearer to its limit from return to return, `|x(k) − x(k−p)| → 0`. It has settled when p such changes in a row, and what is
//! left to the limit, are below the tolerance. What is left follows from how fast the changes have become smaller: with the factor r of a period it is the
//! rest of a geometric series, `|x(k) − x(k−p)|·r/(1 − r)`. Changes below the runs' own error become no smaller; there the series is continued from where it
//! was seen.
//!
//! A run that passes an unstable motion within the tolerance is taken for one that stays there: its start lies on the boundary of basins, within about that.

use super::{Measure, MotionKind};

/// Changes over so many returns at least are one look at how large they are: with complex multipliers single ones may be small by chance.
const LOOK: usize = 4;
/// Changes have to be smaller by this factor before it is believed.
const SEEN: f64 = 3.0;
/// They are followed backwards up to this factor.
const FAR: f64 = 100.0;
/// The factor of a period where none was seen: the motion was there from the beginning.
const UNKNOWN: f64 = 0.95;
/// Nearer to 1 no factor is told from 1.
const MOST: f64 = 0.999_99;
/// The largest change of the last returns over that of as many before, above which a motion does not come nearer to a period. Of a chaotic motion both are
/// about as large as the motion.
const STILL_SETTLING: f64 = 0.7;

/// States at returns as they come, and whether they repeat.
pub struct Settling<'a> {
    measure: &'a Measure,
    tolerance: f64,
    width: usize,
    states: Vec<f64>,
    /// By period: for how many returns the state has been that of a period before, and what was seen then.
    agreeing: Vec<(usize, Option<Decay>)>,
}

/// How changes over a period become smaller.
#[derive(Clone, Copy, Debug)]
struct Decay {
    /// Return.
    at: usize,
    /// Largest change there.
    change: f64,
    /// Factor of one return.
    ratio: f64,
}

impl Decay {
    /// What is left to the limit at a return.
    fn left(self, at: usize, period: usize) -> f64 {
        let r = self.ratio.powi(period as i32);
        self.change * self.ratio.powi((at - self.at) as i32) * r / (1.0 - r)
    }
}

impl<'a> Settling<'a> {
    /// Nothing yet. `periods`: the longest one that is looked for; `width`: numbers of a state.
    pub fn new(measure: &'a Measure, tolerance: f64, periods: u32, width: usize) -> Self {
        Self {
            measure,
            tolerance,
            width,
            states: Vec::new(),
            agreeing: vec![(0, None); periods as usize],
        }
    }

    /// How many returns.
    pub fn count(&self) -> usize {
        self.states.len() / self.width.max(1)
    }

    /// The state at a return, from 0.
    pub fn state(&self, k: usize) -> &[f64] {
        &self.states[k * self.width..][..self.width]
    }

    /// Takes the state at the next return; the period, when the motion has settled.
    pub fn take(&mut self, state: &[f64]) -> Option<usize> {
        self.states.extend_from_slice(state);
        let k = self.count() - 1;
        for p in 1..=self.agreeing.len().min(k) {
            if !self.agrees(k, p, self.tolerance) {
                self.agreeing[p - 1] = (0, None);
                continue;
            }
            let (count, seen) = self.agreeing[p - 1];
            let seen = seen.or_else(|| (count + 1 >= p.max(2)).then(|| self.decay(k, p)));
            self.agreeing[p - 1] = (count + 1, seen);
            if seen.is_some_and(|d| d.left(k, p) <= self.tolerance) {
                return Some(self.shortest(k, p));
            }
        }
        None
    }

    fn change(&self, k: usize, p: usize) -> f64 {
        self.measure.distance(self.state(k), self.state(k - p))
    }

    fn agrees(&self, k: usize, p: usize, most: f64) -> bool {
        self.measure
            .is_within(self.state(k), self.state(k - p), most)
    }

    /// The shortest part of a period in which the motion repeats itself, too, as far as motions are told apart.
    fn shortest(&self, k: usize, period: usize) -> usize {
        let most = super::SAME * self.tolerance;
        let repeats = |p: usize| (k + 1 - period..=k).all(|j| j < p || self.agrees(j, p, most));
        let parts = (1..period).filter(|p| period.is_multiple_of(*p));
        parts.into_iter().find(|p| repeats(*p)).unwrap_or(period)
    }

    /// The largest change over a period among the last `count` returns up to one.
    fn largest(&self, at: usize, count: usize, p: usize) -> f64 {
        let first = (at + 1).saturating_sub(count).max(p);
        (first..=at).fold(0.0, |most, j| self.change(j, p).max(most))
    }

    fn decay(&self, at: usize, p: usize) -> Decay {
        let look = p.max(LOOK);
        let change = self.largest(at, look, p);
        let (mut far, mut then) = (change, at);
        while then >= 2 * look + p - 1 && far < FAR * change {
            let before = self.largest(then - look, look, p);
            if before <= far {
                break;
            }
            (far, then) = (before, then - look);
        }
        let ratio = match far >= SEEN * change && change > 0.0 {
            true => (change / far).powf(1.0 / (at - then) as f64).min(MOST),
            false if change > 0.0 => UNKNOWN.powf(1.0 / p as f64),
            false => 0.0,
        };
        Decay { at, change, ratio }
    }

    /// What a motion is that has not settled so far.
    pub fn unsettled(&self) -> MotionKind {
        let n = self.count();
        let quarter = n / 4;
        let comes_nearer = |p: usize| {
            quarter >= LOOK.max(p) && {
                let last = self.largest(n - 1, quarter, p);
                last < STILL_SETTLING * self.largest(n - 1 - quarter, quarter, p)
            }
        };
        match (1..=self.agreeing.len()).any(comes_nearer) {
            true => MotionKind::Unsettled,
            false => MotionKind::Other,
        }
    }

    /// Mean and standard deviation of all numbers over the last half of the returns.
    pub fn statistics(&self) -> [Vec<f64>; 2] {
        let n = self.count();
        let used = n - n / 2;
        let rows = || (n / 2..n).map(|k| self.state(k));
        let mut mean = vec![0.0; self.width];
        for row in rows() {
            mean.iter_mut()
                .zip(row)
                .for_each(|(m, x)| *m += x / used as f64);
        }
        let mut square = vec![0.0; self.width];
        for row in rows() {
            let each = square.iter_mut().zip(row.iter().zip(&mean));
            each.for_each(|(s, (x, m))| *s += (x - m) * (x - m) / used as f64);
        }
        let deviation = square.into_iter().map(f64::sqrt).collect();
        [mean, deviation]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: f64 = 1e-6;

    /// The period that is found, and where the state is then; none within 4000 returns.
    fn settle(mut next: impl FnMut(usize) -> Vec<f64>) -> (Option<usize>, Vec<f64>, MotionKind) {
        let width = next(0).len();
        let measure = Measure::plain(width);
        let mut settling = Settling::new(&measure, TOLERANCE, 32, width);
        for k in 0..4000 {
            let state = next(k);
            if let Some(p) = settling.take(&state) {
                return (Some(p), state, MotionKind::Periodic);
            }
        }
        let last = settling.state(3999).to_vec();
        (None, last, settling.unsettled())
    }

    /// What has settled is within the tolerance of its limit, however slow it is and on whichever way it comes.
    #[test]
    fn the_limit_is_near() {
        for ratio in [0.0, 0.3, -0.5, 0.66, 0.9, -0.97, 0.99, 0.995] {
            let (period, last, _) = settle(|k| vec![1.0 + 0.7 * f64::powi(ratio, k as i32)]);
            assert_eq!(period, Some(1), "{ratio}");
            assert!(
                (last[0] - 1.0).abs() <= 1.1 * TOLERANCE,
                "{ratio}: {}",
                last[0] - 1.0
            );
        }
        for angle in [0.3, 1.6, 2.8] {
            let spiral = |k: usize| {
                let r = 2.0 * 0.93_f64.powi(k as i32);
                let at = angle * k as f64;
                vec![r * at.cos(), 3.0 + 5.0 * r * at.sin()]
            };
            let (period, last, _) = settle(spiral);
            assert_eq!(period, Some(1));
            assert!(last[0].hypot(last[1] - 3.0) < 2.0 * TOLERANCE, "{angle}");
        }
    }

    /// Noise of the size of the runs' error does not keep a slow motion from settling.
    #[test]
    fn noise_is_no_change() {
        let mut seed = 1_u32;
        let mut noise = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (f64::from(seed) / f64::from(u32::MAX) - 0.5) * 0.02 * TOLERANCE
        };
        let (period, last, _) = settle(|k| vec![0.98_f64.powi(k as i32) + noise()]);
        assert_eq!(period, Some(1));
        assert!(last[0].abs() <= 1.5 * TOLERANCE);
    }

    #[test]
    fn periods_are_the_smallest() {
        let round =
            |n: usize| move |k: usize| vec![(k % n) as f64 + 0.4 * 0.8_f64.powi(k as i32), 1.0];
        for n in [1, 2, 3, 6, 32] {
            assert_eq!(settle(round(n)).0, Some(n));
        }
        assert_eq!(settle(round(33)).0, None);
        assert_eq!(settle(round(33)).2, MotionKind::Other);
    }

    /// The logistic map: a fixed point up to 3, 2 and 4 points beyond, and chaos at 4 (Feigenbaum 1978).
    #[test]
    fn the_logistic_map() {
        let map = |a: f64| {
            let mut x = 0.3;
            move |_: usize| {
                x = a * x * (1.0 - x);
                vec![x]
            }
        };
        let found: Vec<_> = [2.9, 3.2, 3.5, 3.55].map(|a| settle(map(a)).0).to_vec();
        assert_eq!(found, [Some(1), Some(2), Some(4), Some(8)]);
        for a in [3.7, 3.9, 3.99] {
            let (period, _, kind) = settle(map(a));
            assert_eq!((period, kind), (None, MotionKind::Other), "{a}");
        }
        // At 3 the fixed point attracts as 1/√k: nobody waits for it.
        let (period, _, kind) = settle(map(3.0));
        assert_eq!((period, kind), (None, MotionKind::Unsettled));
        let torus = settle(|k| vec![(1.0 + 0.618_033_988_749_895 * k as f64).sin()]);
        assert_eq!((torus.0, torus.2), (None, MotionKind::Other));
    }

    #[test]
    fn means_and_deviations() {
        let measure = Measure::plain(1);
        let mut settling = Settling::new(&measure, 1e-9, 1, 1);
        for x in [9.0, 9.5, 7.0, 1.0, 3.0, 5.0] {
            settling.take(&[x]);
        }
        // of 1, 3, 5: mean 3, mean square of the deviations 8/3
        assert_eq!(
            settling.statistics(),
            [vec![3.0], vec![(8.0_f64 / 3.0).sqrt()]]
        );
    }
}
