//! The verification page as Markdown.

use super::Outcome;
use super::record::Group;
use std::fmt::Write;

/// The page: a summary, then a table for each group.
pub fn markdown(groups: &[(Group, Vec<Outcome>)], date: &str) -> String {
    let all = || groups.iter().flat_map(|(_, o)| o);
    let known = all()
        .filter(|o| o.record.known_difference.is_some())
        .count();
    let failed = all().filter(|o| !o.is_as_expected()).count();
    let mut out = String::from("# Verification\n\n");
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "What Carom computes against what is known. Each row is a record in `validation/records`; \
         `cargo run --release -p carom-report --bin carom-validate` runs them all and writes this page, \
         and the tests run all but those marked slow. The error of a curve is its largest difference over all rows.\n\n\
         {} quantities, {} within their tolerance, {known} known differences, {failed} failed. Last run: {date}.\n",
        all().count(),
        all().filter(|o| o.is_within()).count(),
    );
    for (group, outcomes) in groups {
        let _ = write!(out, "\n## {}\n\n{}\n\n", group.title, group.text.trim());
        out.push_str(
            "| quantity | source of the reference | digits | reference | Carom | error | tolerance | why this tolerance | |\n\
             |---|---|---|---|---|---|---|---|---|\n",
        );
        for o in outcomes {
            row(&mut out, o);
        }
        for o in outcomes {
            if let Some(why) = &o.record.known_difference {
                let _ = write!(out, "\nKnown difference `{}`: {why}\n", o.record.id);
            }
        }
    }
    out
}

fn row(out: &mut String, o: &Outcome) {
    let r = &o.record;
    let unit = if r.unit.is_empty() {
        String::new()
    } else {
        format!(" {}", r.unit)
    };
    let (value, error) = match &o.result {
        Ok(x) => (
            number(x.value, r.digits.max(12)),
            format!("{:.1e}", x.error),
        ),
        Err(why) => (why.replace(['\n', '|'], " "), "-".into()),
    };
    let verdict = match (&r.known_difference, o.is_within()) {
        (None, true) => "pass",
        (None, false) => "**FAIL**",
        (Some(_), false) => "known difference",
        (Some(_), true) => "**known difference is gone**",
    };
    let slow = if r.slow { " (slow)" } else { "" };
    let _ = writeln!(
        out,
        "| {}{slow} | {} | {} | {}{unit} | {value} | {error} | {} | {} | {verdict} |",
        r.quantity,
        r.source,
        r.digits,
        number(o.reference, r.digits),
        short(r.tolerance),
        r.reason,
    );
}

/// Two digits are enough to compare an error with its tolerance.
fn short(x: f64) -> String {
    match format!("{x:.1e}").replace(".0e", "e") {
        zero if x == 0.0 => zero[..1].into(),
        text => text,
    }
}

/// A number with so many significant digits, at most those of a double, without zeros at its end.
fn number(x: f64, digits: u32) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let digits = digits.min(16) as usize;
    let exponent = x.abs().log10().floor() as i32;
    if (-4..9).contains(&exponent) {
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        let text = format!("{x:.decimals$}");
        if text.contains('.') {
            return text.trim_end_matches('0').trim_end_matches('.').into();
        }
        return text;
    }
    let text = format!("{x:.*e}", digits - 1);
    match text.split_once('e') {
        Some((m, e)) if m.contains('.') => {
            format!("{}e{e}", m.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

/// The date (UTC, ISO 8601) of a number of seconds since 1970.
pub fn date(seconds: u64) -> String {
    // Days in the proleptic Gregorian calendar, years that begin in March: the leap day is the last one.
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_735_689_599), "2024-12-31");
        assert_eq!(date(1_735_689_600), "2025-01-01");
    }

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(number(0.451_600_755_751_788, 15), "0.451600755751788");
        assert_eq!(number(3.8e9, 16), "3.8e9");
        assert_eq!(number(1200.0, 12), "1200");
        assert_eq!(number(-1.25e-7, 3), "-1.25e-7");
        assert_eq!(number(0.0, 3), "0");
        assert_eq!(
            [short(0.0), short(1e-9), short(0.12)],
            ["0", "1e-9", "1.2e-1"]
        );
    }
}
