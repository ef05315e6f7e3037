//! The list of events that ends a run.

use carom::model::run::EventRow;
use std::fmt::Write;

/// More events than this are counted only; the table of events has all.
const SHOWN: usize = 40;

/// The first events as a table, and how many more there are.
pub fn table(events: &[EventRow], count: u64) -> String {
    if count == 0 {
        return "no events\n".to_owned();
    }
    let shown = &events[..events.len().min(SHOWN)];
    let width = |name: &str, of: &dyn Fn(&EventRow) -> usize| {
        shown.iter().map(of).max().unwrap_or(0).max(name.len())
    };
    let times: Vec<String> = shown.iter().map(|e| format!("{:.15}", e.time)).collect();
    let w_time = times.iter().map(String::len).max().unwrap_or(0);
    let w_kind = width("event", &|e| e.kind.name().len());
    let w_element = width("element", &|e| e.element.chars().count());
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:>w_time$}  {:w_kind$}  {:w_element$}  {:>13}  {:>13}  {:>13}",
        "time", "event", "element", "gap", "rate", "force"
    );
    for (e, time) in shown.iter().zip(times) {
        let [gap, rate, force] = [e.gap, e.rate[0], e.force].map(number);
        let _ = writeln!(
            out,
            "{time:>w_time$}  {:w_kind$}  {:w_element$}  {gap:>13}  {rate:>13}  {force:>13}",
            e.kind.name(),
            e.element,
        );
    }
    let more = count - shown.len() as u64;
    if more > 0 {
        let _ = writeln!(out, "... and {more} more events");
    }
    out
}

fn number(x: f64) -> String {
    if x.is_nan() {
        "-".to_owned()
    } else if x == 0.0 {
        "0".to_owned()
    } else {
        format!("{x:.6e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::model::run::EventKind;

    fn event(k: usize) -> EventRow {
        EventRow {
            time: 0.451_600_755_751_787_5 + k as f64,
            kind: EventKind::ContactBegin,
            element: "SFORCE/1".into(),
            gap: f64::NAN,
            rate: [-4.428_690_551, 0.0],
            impulse: 0.0,
            force: 0.0,
        }
    }

    #[test]
    fn a_table() {
        let expected = "             time  event          element             gap           rate          force
0.451600755751787  contact-begin  SFORCE/1              -    -4.428691e0              0
";
        assert_eq!(table(&[event(0)], 1), expected);
        assert_eq!(table(&[], 0), "no events\n");
    }

    #[test]
    fn many_events_are_counted() {
        let all: Vec<_> = (0..100).map(event).collect();
        let text = table(&all, 5000);
        assert_eq!(text.lines().count(), 1 + SHOWN + 1);
        assert!(text.ends_with("... and 4960 more events\n"));
    }
}
