//! Dates as the result files print them.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable of the environment that tells the time that result files carry.
const TOLD: &str = "SOURCE_DATE_EPOCH";

/// The time that result files carry, in seconds since 1970-01-01 UTC: that of the environment variable
/// `SOURCE_DATE_EPOCH` where it is set, so that a run can be repeated to the same bytes
/// (<https://reproducible-builds.org/specs/source-date-epoch/>), else the clock's.
///
/// # Errors
/// What is wrong with the variable, when it is set to anything but a whole number of seconds up to the end of the
/// year 9999.
pub fn now() -> Result<u64, String> {
    match std::env::var_os(TOLD) {
        Some(text) => told(&text.to_string_lossy()),
        None => Ok(SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |d| d.as_secs())),
    }
}

fn told(text: &str) -> Result<u64, String> {
    /// 9999-12-31 23:59:59: dates are printed with four digits of the year.
    const LAST: u64 = 253_402_300_799;
    let seconds = text.parse().ok().filter(|s| *s <= LAST);
    seconds.ok_or_else(|| {
        format!("{TOLD} is '{text}', not a whole number of seconds since 1970-01-01 up to {LAST}")
    })
}

/// Prints seconds since 1970-01-01 UTC as `2023-06-13 22:52:01`.
pub struct Stamp(pub u64);

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (days, seconds) = (self.0 / 86_400, self.0 % 86_400);
        let (year, month, day) = civil(days);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
        )
    }
}

/// Year, month and day of a day counted from 1970-01-01, Gregorian.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let leap = |y: u64| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    // Whole 400-year cycles first, so that a nonsensical clock does not loop for long.
    let mut year = 1970 + 400 * (days / 146_097);
    days %= 146_097;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against `date -u -d @N`.
    #[test]
    fn dates() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_686_696_721, "2023-06-13 22:52:01"),
            (4_107_542_399, "2100-02-28 23:59:59"),
            (4_107_542_400, "2100-03-01 00:00:00"),
            (253_402_300_799, "9999-12-31 23:59:59"),
        ] {
            assert_eq!(Stamp(seconds).to_string(), text);
        }
    }

    #[test]
    fn a_time_told_is_a_whole_number() {
        assert_eq!(told("951782400"), Ok(951_782_400));
        for text in ["", "yesterday", "-1", "1.5", " 1", "253402300800", "1e9"] {
            assert!(told(text).unwrap_err().contains(&format!("'{text}'")));
        }
    }
}
