//! Whether a run gets on: one whose steps shrink without end is stopped with words instead of going on for ever.

/// How the steps of a run have shrunk, looked at each time their number has doubled.
///
/// Over the last three doublings the mean step falls as `N^-s`. With the smallest of the three slopes `s` (a sudden change,
/// such as the begin of a stiff phase, shows in one of them only) the remaining time `R` is reached after
/// `M` steps, `R = h N / (1-s) * ((M/N)^(1-s) - 1)`: a force that oscillates faster and faster ends all the same, a speed that grows
/// like an exponential of time (`s = 1`) does not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pace {
    /// Steps so far.
    pub steps: u64,
    /// Times at the last five looks, the last one at the end.
    pub marks: [f64; 5],
    /// The end is out of reach.
    pub crawls: bool,
}

impl Pace {
    /// Steps at the first look.
    const FIRST: u64 = 250;
    /// A run with fewer steps ahead, at its pace of now, is not given up, however fast it slows down.
    const FEW_STEPS: f64 = 1e6;
    /// More steps than this to the end are no run anybody waits for.
    pub const MOST_STEPS: f64 = 1e9;

    /// After a step to `time`; whether the run gets on towards `end`.
    pub fn gets_on(&mut self, time: f64, end: f64) -> bool {
        self.steps += 1;
        if self.steps.is_multiple_of(Self::FIRST) && (self.steps / Self::FIRST).is_power_of_two() {
            self.marks.rotate_left(1);
            self.marks[4] = time;
            self.crawls = self.steps >= Self::FIRST << 4 && self.needs(end) > Self::MOST_STEPS;
        }
        !self.crawls
    }

    /// Steps to `end` in all, by the law above.
    fn needs(&self, end: f64) -> f64 {
        let n = self.steps as f64;
        // Mean steps from N/16 to N/8, to N/4, to N/2, to N.
        let h: [f64; 4] =
            std::array::from_fn(|k| (self.marks[k + 1] - self.marks[k]) / (n / f64::from(16 >> k)));
        let slope = (0..3)
            .map(|k| (h[k] / h[k + 1]).log2())
            .fold(f64::INFINITY, f64::min)
            .max(0.0);
        if end - self.marks[4] < Self::FEW_STEPS * h[3] {
            return n;
        }
        let ratio = (end - self.marks[4]) / (h[3] * n);
        let q = 1.0 - slope;
        if q.abs() < 1e-6 {
            n * ratio.exp()
        } else if 1.0 + q * ratio <= 0.0 {
            f64::INFINITY
        } else {
            n * (1.0 + q * ratio).powf(1.0 / q)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps until the pace gives up on a run to `end` with steps `h(t)`, if it does within `most`.
    fn given_up(end: f64, most: u64, h: impl Fn(f64) -> f64) -> Option<u64> {
        let (mut pace, mut time) = (Pace::default(), 0.0);
        for k in 1..=most {
            time += h(time);
            if time >= end {
                return None;
            }
            if !pace.gets_on(time, end) {
                return Some(k);
            }
        }
        None
    }

    #[test]
    fn a_speed_that_grows_without_bound_is_noticed_soon() {
        // Steps of a fixed angle at a speed exp(1000 t): the second would take e^1000 of them.
        assert_eq!(
            given_up(1.0, 1_000_000, |t| 1e-4 * (-1000.0 * t).exp()),
            Some(4_000)
        );
        // Blow-up in finite time, speed 1/(1 - t).
        assert_eq!(
            given_up(2.0, 1_000_000, |t| 1e-4 * (1.0 - t).max(0.0)),
            Some(128_000)
        );
    }

    #[test]
    fn long_runs_that_end_go_on() {
        // A million steps of a microsecond; a sweep of frequency; a stiff phase that begins suddenly.
        assert_eq!(given_up(10.0, 1_000_000, |_| 1e-6), None);
        assert_eq!(given_up(100.0, 1_000_000, |t| 1e-4 / (1e-3 + t)), None);
        assert_eq!(
            given_up(10.0, 1_000_000, |t| if t < 1.0 { 1e-2 } else { 1e-6 }),
            None
        );
    }

    #[test]
    fn steps_too_short_for_any_patience_are_noticed() {
        assert_eq!(given_up(1.0, 1_000_000, |_| 1e-12), Some(4_000));
    }
}
