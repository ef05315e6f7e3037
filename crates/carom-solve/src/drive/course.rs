//! What a guard does over an interval, by its bounds there.

use crate::problem::{Guard, GuardRange, least_between};
use carom_base::Interval;

/// A guard that has risen above this many tolerances is up.
pub const BAND: f64 = 4.0;

/// What one guard does over an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    /// It does not fall; whether it is up at the end.
    Stays {
        /// Positive at the end of the interval, or to be watched from there on.
        up: bool,
    },
    /// It falls, once.
    Falls,
    /// Not decided.
    Open,
}

/// The course of a guard over an interval of the length `w` by its values at both ends, each within bounds, and its bounds in between. `up`: it is
/// watched for its fall; else it must rise first. `last`: at the end of the interval others judge it.
pub fn course(
    up: bool,
    (a, b): (Interval, Interval),
    range: &GuardRange,
    tolerance: f64,
    w: f64,
    last: bool,
) -> Course {
    let (low, high) = (range.rate.low, range.rate.high);
    if up {
        // A guard that rises, or falls to what it is at the end.
        let lowest = least_between(a.low, b.low, range.rate, w).max(range.value.low);
        if low >= 0.0 || lowest > tolerance {
            return Course::Stays { up };
        }
        if high <= 0.0 {
            return if last || b.low > 0.0 {
                Course::Stays { up }
            } else if b.high <= 0.0 {
                Course::Falls
            } else {
                Course::Open
            };
        }
        return Course::Open;
    }
    let highest = -least_between(-a.high, -b.high, -range.rate, w);
    let band = BAND * tolerance;
    if high <= 0.0 || highest.min(range.value.high) <= band {
        return Course::Stays { up };
    }
    if range.value.low > band {
        return Course::Stays { up: true };
    }
    if low >= 0.0 && (b.low > band || b.high <= band) {
        return Course::Stays { up: b.low > band };
    }
    Course::Open
}

/// A guard at one end of an interval.
#[derive(Clone, Copy)]
pub struct At {
    pub value: Interval,
    /// Of the function with the sign of the guard, where there is one and it is known.
    pub quotient: Interval,
}

impl At {
    pub fn new(value: Interval) -> At {
        At {
            value,
            quotient: Interval::ENTIRE,
        }
    }

    /// By bounds at one time.
    pub fn of(range: &GuardRange) -> At {
        At {
            value: range.value,
            quotient: range.quotient.map_or(Interval::ENTIRE, |q| q.0),
        }
    }
}

/// [`course`] by the guard itself, or by the quotient that has its sign, with zero as its tolerance: whatever that is of, its sign is that of the guard.
pub fn course_by_both(
    up: bool,
    (a, b): (At, At),
    range: &GuardRange,
    tolerance: f64,
    w: f64,
    last: bool,
) -> Course {
    let own = course(up, (a.value, b.value), range, tolerance, w, last);
    let (Course::Open, Some((value, rate))) = (own, range.quotient) else {
        return own;
    };
    let quotient = GuardRange {
        value,
        rate,
        ..*range
    };
    match course(up, (a.quotient, b.quotient), &quotient, 0.0, w, last) {
        // One that is up is to be so beyond its own rounding.
        Course::Stays { up: true } if !up && b.value.low <= BAND * tolerance => own,
        stays @ Course::Stays { .. } => stays,
        Course::Falls | Course::Open => own,
    }
}

/// A value that is known.
pub fn point(guard: &Guard) -> Interval {
    Interval::new(guard.value, guard.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(a: f64, b: f64) -> (Interval, Interval) {
        (Interval::new(a, a), Interval::new(b, b))
    }

    fn range(value: [f64; 2], rate: [f64; 2]) -> GuardRange {
        GuardRange {
            value: Interval::new(value[0], value[1]),
            rate: Interval::new(rate[0], rate[1]),
            quotient: None,
            is_known: true,
        }
    }

    #[test]
    fn a_watched_guard() {
        let stays = Course::Stays { up: true };
        let judge =
            |a, b, value, rate| course(true, at(a, b), &range(value, rate), 1e-12, 1.0, false);
        // Its bounds stay above zero.
        assert_eq!(judge(1.0, 1.0, [0.5, 2.0], [-9.0, 9.0]), stays);
        // It rises; it falls, but not to zero; it falls through zero.
        assert_eq!(judge(0.0, 1.0, [-1.0, 2.0], [0.0, 9.0]), stays);
        assert_eq!(judge(1.0, 0.1, [-1.0, 2.0], [-9.0, 0.0]), stays);
        assert_eq!(judge(1.0, -0.1, [-1.0, 2.0], [-9.0, 0.0]), Course::Falls);
        // From 1 with rates of at most 1.9 it comes back from 0.05 at the deepest; with 2.1 it may be below zero.
        assert_eq!(judge(1.0, 1.0, [-9.0, 9.0], [-1.9, 1.9]), stays);
        assert_eq!(judge(1.0, 1.0, [-9.0, 9.0], [-2.1, 2.1]), Course::Open);
    }

    #[test]
    fn a_guard_that_must_rise_first() {
        let judge =
            |a, b, value, rate| course(false, at(a, b), &range(value, rate), 1e-12, 1.0, false);
        assert_eq!(
            judge(-1.0, -1.0, [-9.0, -0.5], [-9.0, 9.0]),
            Course::Stays { up: false }
        );
        assert_eq!(
            judge(0.0, 1.0, [-1.0, 2.0], [0.5, 2.0]),
            Course::Stays { up: true }
        );
        assert_eq!(
            judge(0.0, -1.0, [-1.0, 2.0], [-2.0, -0.5]),
            Course::Stays { up: false }
        );
        // It may rise and fall in between.
        assert_eq!(judge(0.0, 0.0, [-1.0, 2.0], [-2.0, 2.0]), Course::Open);
    }
}
