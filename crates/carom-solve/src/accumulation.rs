//! Impacts that accumulate: infinitely many in a finite time.
//!
//! The intervals between the impacts of a ball on a floor shrink by a constant ratio r, that of the speeds; under other smooth forces they come to
//! do so, because near its end only the acceleration at that instant counts. What is left after an interval d is then
//!
//! ```text
//! d·r + d·r² + ... = d·r/(1 − r)
//! ```
//!
//! When that is so short that nothing else happens in it, the impacts are taken together: the contact closes, and the end of them all is known.
//!
//! What the end that each interval promises misses falls with the square of the intervals, until they come near to rounding; so these ends have a limit
//! of their own, by two of them. The end that is kept is the one that is known best, by how far it moved and by rounding, and it holds as long as the impacts go on
//! towards it. Where the motion after an impact is known to repeat itself,
//! its speed promises the end from the first impact on, and better: rounding enters with 1/(1 − r), not with the square of it.

/// Ratios of intervals that count as those of impacts that accumulate.
const RATIOS: [f64; 2] = [1e-6, 1.0 - 1e-6];
/// So many ratios in a row have to agree.
const AGREE: u32 = 3;
/// To this part of themselves, and of what they are below 1: an error δ of the ratio changes what is left by the part δ/r(1 − r).
const SAME: f64 = 1e-2;
/// Impacts go on towards an end while the time that is left shrinks by the ratio that goes with it, to this part.
const ASTRAY: f64 = 0.1;

/// The impacts of one contact as they follow each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accumulation {
    last: f64,
    interval: f64,
    ratio: f64,
    agreed: u32,
    /// The end that the last impact promises, and how far it is from the one before.
    promised: f64,
    moved: f64,
    /// The same of the limit of these ends.
    refined: f64,
    swayed: f64,
    /// The end that is kept; how far it was from those before, and the ratio that goes with it.
    end: f64,
    miss: f64,
    kept: f64,
}

impl Default for Accumulation {
    fn default() -> Self {
        Self::new()
    }
}

impl Accumulation {
    /// How many numbers it is.
    pub const NUMBERS: usize = 11;

    /// No impact yet.
    pub fn new() -> Self {
        Self {
            last: f64::NAN,
            interval: f64::NAN,
            ratio: f64::NAN,
            agreed: 0,
            promised: f64::NAN,
            moved: f64::NAN,
            refined: f64::NAN,
            swayed: f64::NAN,
            end: f64::NAN,
            miss: f64::NAN,
            kept: f64::NAN,
        }
    }

    /// An impact at `t`. The end of them all, once the intervals shrink by a constant ratio and no more than `left` (time) is left.
    pub fn impact(&mut self, t: f64, left: f64) -> Option<f64> {
        self.note(t, 0.0, None);
        self.end().filter(|end| end - t <= left)
    }

    /// An impact at a time that is known to `rounding`. `own`: the end that the motion after it promises, and the ratio of the intervals to come, if it is known to
    /// go on as it was.
    pub fn note(&mut self, t: f64, rounding: f64, own: Option<[f64; 2]>) {
        let interval = t - self.last;
        let ratio = interval / self.interval;
        let agrees = (ratio - self.ratio).abs() <= SAME * ratio.min(1.0 - ratio);
        let shrinks = ratio > RATIOS[0] && ratio < RATIOS[1];
        self.agreed = match (shrinks, agrees) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => self.agreed + 1,
        };
        let last = self.last;
        let goes_on = |end: f64, ratio: f64| {
            let left = (end - t) / (end - last);
            (left - ratio).abs() <= ASTRAY * ratio.min(1.0 - ratio)
        };
        // Rounding goes into the speeds of all hops that follow, or into the ratio of the intervals.
        let promise = match own {
            Some([end, r]) if goes_on(self.promised, r) => (end, r, (1.0 + r) / (1.0 - r)),
            Some([end, r]) if self.agreed < AGREE => (end, r, f64::NAN),
            _ if self.agreed >= AGREE => {
                let end = t + interval * ratio / (1.0 - ratio);
                (end, ratio, (1.0 - ratio).powi(-2))
            }
            _ => (t + interval * ratio / (1.0 - ratio), ratio, f64::NAN),
        };
        let (promised, kept, factor) = promise;
        // What a promise misses falls with the square of the intervals, what their limit by two of them misses with the cube.
        let step = promised - self.promised;
        let [square, cube] = [2, 3].map(|n| 1.0 / (1.0 - kept.powi(n)));
        let refined = promised + step * kept * kept * square;
        let (moved, swayed) = (step.abs(), (refined - self.refined).abs());
        let rounding = rounding * factor;
        let known = [
            (promised, moved, self.moved, square, rounding),
            (refined, swayed, self.swayed, cube, rounding * square),
        ];
        if !goes_on(self.end, self.kept) {
            (self.end, self.miss, self.kept) = (f64::NAN, f64::INFINITY, f64::NAN);
        }
        for (end, now, before, part, rounding) in known {
            let miss = (now.max(before) * part).max(rounding);
            if (now + rounding).is_finite() && miss <= self.miss {
                (self.end, self.miss, self.kept) = (end, miss, kept);
            }
        }
        (self.promised, self.moved) = (promised, moved);
        (self.refined, self.swayed) = (refined, swayed);
        (self.last, self.interval, self.ratio) = (t, interval, ratio);
    }

    /// The end of them all, once the intervals shrink by a constant ratio.
    pub fn end(&self) -> Option<f64> {
        self.end.is_finite().then_some(self.end)
    }

    /// The last impact.
    pub fn last(&self) -> f64 {
        self.last
    }

    /// The ratio of the intervals that goes with the end.
    pub fn shrinks_by(&self) -> f64 {
        self.kept
    }

    /// The numbers of [`Accumulation::from_numbers`].
    pub fn numbers(&self) -> [f64; Self::NUMBERS] {
        [
            self.last,
            self.interval,
            self.ratio,
            f64::from(self.agreed),
            self.promised,
            self.moved,
            self.refined,
            self.swayed,
            self.end,
            self.miss,
            self.kept,
        ]
    }

    /// As it was, from its numbers.
    pub fn from_numbers(numbers: [f64; Self::NUMBERS]) -> Self {
        Self {
            last: numbers[0],
            interval: numbers[1],
            ratio: numbers[2],
            agreed: numbers[3] as u32,
            promised: numbers[4],
            moved: numbers[5],
            refined: numbers[6],
            swayed: numbers[7],
            end: numbers[8],
            miss: numbers[9],
            kept: numbers[10],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometric_series_has_its_sum() {
        for ratio in [0.3f64, 0.8, 0.97] {
            let mut impacts = Accumulation::new();
            let end = 1.0 / (1.0 - ratio);
            let mut found = None;
            for k in 0..2000 {
                let t = (1.0 - ratio.powi(k)) / (1.0 - ratio);
                found = impacts.impact(t, 1e-8);
                if found.is_some() {
                    break;
                }
            }
            // Rounding of a time δ changes the ratio by δ/d and the rest d·r/(1 − r) by δ/(1 − r)²: 8e-12 for the slowest.
            let bound = 2.0 * f64::EPSILON * end / (1.0 - ratio).powi(2);
            assert!((found.unwrap() - end).abs() < bound, "{ratio}: {found:?}");
        }
    }

    #[test]
    fn what_does_not_shrink_steadily_does_not_accumulate() {
        let mut impacts = Accumulation::new();
        // A table that moves: intervals go up and down.
        let mut t = 0.0;
        for k in 0..100 {
            t += if k % 3 == 0 { 1e-12 } else { 2e-12 };
            assert_eq!(impacts.impact(t, 1.0), None);
        }
        // Two impacts close to each other are no series either.
        let mut impacts = Accumulation::new();
        for t in [0.0, 1.0, 1.0 + 1e-9, 2.0, 2.0 + 1e-9] {
            assert_eq!(impacts.impact(t, 1.0), None);
        }
    }

    #[test]
    fn rounding_of_the_last_impacts_does_not_move_the_end() {
        let mut impacts = Accumulation::new();
        // Intervals 0.7ᵏ whose times are off by up to 1e-9, towards both sides.
        for k in 0..60 {
            let noise = 1e-9 * (7.3 * f64::from(k)).sin();
            impacts.note((1.0 - 0.7f64.powi(k)) / 0.3 + noise, 1e-9, None);
            if k > 20 && 0.7f64.powi(k) > 1e-6 {
                // What moves an end by 1e-9 moves it by up to 4e-9/(1 − r)² through the ratio.
                assert!((impacts.end().unwrap() - 1.0 / 0.3).abs() < 5e-8, "{k}");
            }
        }
    }

    #[test]
    fn the_end_that_the_motion_promises_is_taken_when_it_holds() {
        let mut impacts = Accumulation::new();
        let t = |k: i32| 2.0 - 0.5f64.powi(k - 1);
        impacts.note(t(0), 0.0, Some([2.0 + 1e-3, 0.5]));
        assert_eq!(impacts.end(), None, "nothing has come of it yet");
        impacts.note(t(1), 0.0, Some([2.0 + 1e-4, 0.5]));
        assert_eq!(impacts.end(), Some(2.0 + 1e-4));
        // A promise that the impacts do not keep is none; what the intervals say is.
        let mut impacts = Accumulation::new();
        (0..12).for_each(|k| impacts.note(t(k), 0.0, Some([t(k) + 0.1 * 0.5f64.powi(k), 0.9])));
        assert!((impacts.end().unwrap() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_series_that_goes_elsewhere_has_no_end() {
        let mut impacts = Accumulation::new();
        let series = |k: i32| 2.0 - 0.5f64.powi(k - 1);
        (0..10).for_each(|k| impacts.note(series(k), 0.0, None));
        assert!((impacts.end().unwrap() - 2.0).abs() < 1e-12);
        impacts.note(series(10) + 0.5 * 0.5f64.powi(10), 0.0, None);
        assert_eq!(impacts.end(), None);
    }

    #[test]
    fn numbers_return() {
        let mut impacts = Accumulation::new();
        for t in [0.0, 1.0, 1.5, 1.75, 1.875, 1.9375] {
            impacts.impact(t, 0.0);
        }
        assert_eq!(Accumulation::from_numbers(impacts.numbers()), impacts);
    }
}
