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

/// Ratios of intervals that count as those of impacts that accumulate.
const RATIOS: [f64; 2] = [1e-3, 0.995];
/// So many ratios in a row have to agree.
const AGREE: u32 = 3;
/// To this part of themselves.
const SAME: f64 = 1e-2;

/// The impacts of one contact as they follow each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accumulation {
    last: f64,
    interval: f64,
    ratio: f64,
    agreed: u32,
}

impl Default for Accumulation {
    fn default() -> Self {
        Self::new()
    }
}

impl Accumulation {
    /// No impact yet.
    pub fn new() -> Self {
        Self {
            last: f64::NAN,
            interval: f64::NAN,
            ratio: f64::NAN,
            agreed: 0,
        }
    }

    /// An impact at `t`. The end of them all, once the intervals shrink by a constant ratio and no more than `left` (time) is left.
    pub fn impact(&mut self, t: f64, left: f64) -> Option<f64> {
        self.note(t);
        self.end().filter(|end| end - t <= left)
    }

    /// An impact at `t`.
    pub fn note(&mut self, t: f64) {
        let interval = t - self.last;
        let ratio = interval / self.interval;
        let agrees = (ratio - self.ratio).abs() <= SAME * ratio;
        let shrinks = ratio > RATIOS[0] && ratio < RATIOS[1];
        self.agreed = match (shrinks, agrees) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => self.agreed + 1,
        };
        (self.last, self.interval, self.ratio) = (t, interval, ratio);
    }

    /// The end of them all, once the intervals shrink by a constant ratio.
    pub fn end(&self) -> Option<f64> {
        let rest = self.interval * self.ratio / (1.0 - self.ratio);
        (self.agreed >= AGREE).then_some(self.last + rest)
    }

    /// Whether the last interval has begun a series, or goes on with one.
    pub fn shrinks(&self) -> bool {
        self.agreed > 0
    }

    /// The numbers of [`Accumulation::from_numbers`].
    pub fn numbers(&self) -> [f64; 4] {
        [self.last, self.interval, self.ratio, f64::from(self.agreed)]
    }

    /// As it was, from its numbers.
    pub fn from_numbers([last, interval, ratio, agreed]: [f64; 4]) -> Self {
        Self {
            last,
            interval,
            ratio,
            agreed: agreed as u32,
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
    fn numbers_return() {
        let mut impacts = Accumulation::new();
        for t in [0.0, 1.0, 1.5, 1.75] {
            impacts.impact(t, 0.0);
        }
        assert_eq!(Accumulation::from_numbers(impacts.numbers()), impacts);
    }
}
