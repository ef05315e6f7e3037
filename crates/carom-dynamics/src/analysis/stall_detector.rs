//! Whether a run gets on: one whose steps shrink without end is stopped with words instead of going on for ever.

/// How the steps of a run have shrunk, looked at each time their number has doubled.
///
/// Over the last three doublings the mean step falls as `N^-s`. With the smallest of the three slopes `s` (a sudden change,
/// such as the begin of a stiff phase, shows in one of them only) the remaining time `R` is reached after
/// `M` steps, `R = h N / (1-s) * ((M/N)^(1-s) - 1)`: a force that oscillates faster and faster ends all the same, a speed that grows
/// like an exponential of time (`s = 1`) does not. Before [`StallDetector::LAW`] steps the pace of now has to be out of reach by itself, `s = 0`.
#[derive(Clone, Copy, Default)]
pub(crate) struct StallDetector {
    /// Steps so far.
    pub steps: u64,
    /// Times at the last five looks, the last one at the end.
    pub marks: [f64; 5],
    /// The end is out of reach.
    pub crawls: bool,
}

impl StallDetector {
    /// Steps at the first look.
    const FIRST: u64 = 250;
    /// A run with fewer steps ahead, at its pace of now, is not given up, however fast it slows down.
    const FEW_STEPS: f64 = 1e6;
    /// Steps before the law of their shrinking is believed: those of a contact shrink as its force builds up, and no further. A method of first order at a
    /// tight tolerance takes some ten thousand steps for that.
    const LAW: u64 = Self::FIRST << 8;
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
        let slopes = (0..3).map(|k| (h[k] / h[k + 1]).log2());
        let slope = match self.steps < Self::LAW {
            true => 0.0,
            false => slopes.fold(f64::INFINITY, f64::min).max(0.0),
        };
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

/// Whether a run would end within days, by the clock: the pace of now, if it has lasted.
///
/// A window is at least five seconds and a thousand steps; where a step takes more than ten milliseconds, as with solids of many triangles, and the
/// rest would take more than a month at this pace, half as long and eight steps. A run is given up when all of the last three windows, and those of the
/// last quarter of its time so far, say that the rest would take more than a day at their pace. A short phase of small steps (an
/// impact, a start) ends in between, and a phase that lasts is a small part of a run that got far before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Nothing is given up.
    pub endless: bool,
    /// Seconds, time of the model and steps at the beginning of the window.
    window: (f64, f64, u64),
    steps: u64,
    /// Since when windows say so, in seconds, and how many.
    slow: Option<(f64, u32)>,
    /// Days that the rest would take, if the run is given up.
    pub days: Option<f64>,
}

impl Patience {
    const WINDOW_SECONDS: f64 = 5.0;
    const WINDOW_STEPS: u64 = 1000;
    const WINDOWS: u32 = 3;
    /// Part of the time so far that has to be slow.
    const SHARE: f64 = 0.25;
    /// A window of costly steps.
    const COSTLY_SECONDS: f64 = 2.5;
    /// Its steps at least, and days to the end.
    const COSTLY_STEPS: u64 = 8;
    const HOPELESS: f64 = 30.0;
    /// Seconds of a costly step.
    const COSTLY_STEP: f64 = 0.01;
    /// Steps between two looks at the clock.
    const STRIDE: u64 = 8;
    const DAY: f64 = 86_400.0;

    /// At the start of an analysis.
    pub fn new(endless: bool, time: f64) -> Self {
        Self {
            endless,
            window: (0.0, time, 0),
            steps: 0,
            slow: None,
            days: None,
        }
    }

    /// After a step to `time`, on the way to `end`, so many `seconds` after the start; whether to go on.
    pub fn lasts(&mut self, time: f64, end: f64, seconds: impl FnOnce() -> f64) -> bool {
        self.steps += 1;
        if self.endless || !self.steps.is_multiple_of(Self::STRIDE) {
            return true;
        }
        let (began, from, before) = self.window;
        let steps = self.steps - before;
        if steps < Self::COSTLY_STEPS {
            return true;
        }
        let now = seconds();
        let passed = now - began;
        let days = (end - time) / (time - from) * passed / Self::DAY;
        let is_whole = steps >= Self::WINDOW_STEPS && passed >= Self::WINDOW_SECONDS;
        let is_costly = passed >= Self::COSTLY_SECONDS
            && passed > Self::COSTLY_STEP * steps as f64
            && days > Self::HOPELESS;
        if !is_whole && !is_costly {
            return true;
        }
        self.window = (now, time, self.steps);
        if days.is_nan() || days <= 1.0 {
            self.slow = None;
            return true;
        }
        let (since, count) = self.slow.map_or((began, 1), |(s, n)| (s, n + 1));
        self.slow = Some((since, count));
        if count >= Self::WINDOWS && now - since >= Self::SHARE * now {
            self.days = Some(days);
        }
        self.days.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds after which a run to `end` is given up whose step at `t` is `h(t)` and takes a millisecond.
    fn lost_patience(end: f64, most: u64, endless: bool, h: impl Fn(f64) -> f64) -> Option<f64> {
        let (mut patience, mut time) = (Patience::new(endless, 0.0), 0.0);
        for k in 1..=most {
            time += h(time);
            if time >= end {
                return None;
            }
            let seconds = k as f64 * 1e-3;
            if !patience.lasts(time, end, || seconds) {
                return Some(seconds);
            }
        }
        None
    }

    #[test]
    fn a_pace_of_days_is_noticed_after_seconds() {
        // 58,717 steps for a microsecond: 1 s is 680 days of milliseconds
        let crawl = |_: f64| 1e-6 / 58_717.0;
        let after = lost_patience(1.0, 100_000, false, crawl).unwrap();
        assert!((15.0..16.0).contains(&after), "{after}");
        assert_eq!(lost_patience(1.0, 100_000, true, crawl), None);
        // an hour of a thousand seconds of good pace, then the same: a quarter of the time is waited for
        let late = |t: f64| if t < 0.5 { 5e-7 } else { 1e-11 };
        let after = lost_patience(1.0, 3_000_000, false, late).unwrap();
        assert!((1330.0..1350.0).contains(&after), "{after}");
    }

    #[test]
    fn costly_steps_that_lead_nowhere_are_noticed_soon() {
        // Fifty milliseconds a step: a hundred and fifty of them are looked at.
        let after = |h: f64| {
            let (mut patience, mut time) = (Patience::new(false, 0.0), 0.0);
            (1..=4000).find_map(|k| {
                time += h;
                let seconds = f64::from(k) * 0.05;
                (!patience.lasts(time, 1.0, || seconds)).then_some(seconds)
            })
        };
        assert!((7.5..10.0).contains(&after(1e-12).unwrap()));
        // A month at the pace of now is no reason yet; a day is one after three thousand steps.
        assert!((150.0..160.0).contains(&after(1e-7).unwrap()));
        assert_eq!(after(1e-5), None);
    }

    #[test]
    fn short_slow_phases_and_long_runs_go_on() {
        // ten seconds of a pace of years, then minutes to the end
        let start = |t: f64| if t < 1e-7 { 1e-11 } else { 1e-5 };
        assert_eq!(lost_patience(1.0, 1_000_000, false, start), None);
        // twenty hours, at a steady pace
        assert_eq!(lost_patience(72_000.0, 1_000_000, false, |_| 1e-3), None);
    }

    /// Steps until the pace gives up on a run to `end` with steps `h(t)`, if it does within `most`.
    fn given_up(end: f64, most: u64, h: impl Fn(f64) -> f64) -> Option<u64> {
        let (mut pace, mut time) = (StallDetector::default(), 0.0);
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
            Some(64_000)
        );
        // Blow-up in finite time, speed 1/(1 - t).
        assert_eq!(
            given_up(2.0, 1_000_000, |t| 1e-4 * (1.0 - t).max(0.0)),
            Some(128_000)
        );
    }

    #[test]
    fn long_runs_that_end_go_on() {
        // Nineteen contacts, one after the other, whose steps shrink with the square of the time since they began, until the force has built up.
        let contact = |t: f64| match (19.0 * t).fract() {
            since if since < 0.12 => 7e-9 / since.max(0.01).powi(2),
            _ => 2.5e-6,
        };
        assert_eq!(given_up(1.0, 10_000_000, contact), None);
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
