//! Events that are known before their time: impacts that accumulate, whose end is computed from the last of them.

use crate::analysis::observer::{Observer, row};
use crate::equations::EventRecord;
use crate::output::{EventKind, EventRow};

/// Rows that are told when their time has come; beyond the end of the run it never does.
#[derive(Default)]
pub(crate) struct PendingEvents {
    /// In the order of time, with the contacts that they are about.
    rows: Vec<(usize, EventRow)>,
}

impl PendingEvents {
    /// Tells the row of an event at `now`, or keeps it for its time.
    pub fn tell(&mut self, now: f64, h: EventRecord, observer: &mut dyn Observer) {
        let stop = h.stop;
        let row = row(now, h);
        if row.time > now {
            let at = self.rows.partition_point(|(_, r)| r.time <= row.time);
            self.rows.insert(at, (stop, row));
            return;
        }
        if matches!(row.kind, EventKind::Impact | EventKind::Separation) {
            self.interrupt(now, stop, observer);
        }
        observer.event(&row);
    }

    /// Tells what has happened until `now`.
    pub fn until(&mut self, now: f64, observer: &mut dyn Observer) {
        let due = self.rows.partition_point(|(_, r)| r.time <= now);
        let rows = self.rows.drain(..due);
        rows.for_each(|(_, row)| observer.event(&row));
    }

    /// Nothing is kept any more.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Something else happens to a contact before its impacts have come to their end: they do not, and it has been closed until now.
    fn interrupt(&mut self, now: f64, stop: usize, observer: &mut dyn Observer) {
        let all = std::mem::take(&mut self.rows);
        let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(k, _)| *k == stop);
        self.rows = others;
        let lasts = |r: &EventRow| !matches!(r.kind, EventKind::Impact | EventKind::Accumulation);
        for (_, row) in own.into_iter().filter(|(_, r)| lasts(r)) {
            observer.event(&EventRow { time: now, ..row });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::observer::{Progress, Statistics};
    use crate::output::{Frame, Layout};
    use carom_model::analysis::Analysis;

    #[derive(Default)]
    struct List(Vec<(f64, EventKind)>);

    impl Observer for List {
        fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
        fn frame(&mut self, _: &Frame) {}
        fn event(&mut self, e: &EventRow) {
            self.0.push((e.time, e.kind));
        }
        fn progress(&mut self, _: Progress) -> bool {
            true
        }
        fn end(&mut self, _: &Statistics) {}
    }

    fn at(time: f64, kind: EventKind, stop: usize) -> EventRecord {
        EventRecord {
            time: Some(time),
            stop,
            ..EventRecord::new(kind, "CONTACT/1".into(), 0.0, 0.0, 0.0)
        }
    }

    #[test]
    fn rows_come_in_the_order_of_time_and_not_before() {
        let (mut pending_events, mut list) = (PendingEvents::default(), List::default());
        pending_events.tell(1.0, at(3.0, EventKind::Closure, 0), &mut list);
        pending_events.tell(1.0, at(2.0, EventKind::Impact, 0), &mut list);
        pending_events.tell(1.0, at(1.0, EventKind::Impact, 1), &mut list);
        assert_eq!(list.0, [(1.0, EventKind::Impact)]);
        pending_events.until(2.5, &mut list);
        assert_eq!(list.0[1..], [(2.0, EventKind::Impact)]);
        assert!(!pending_events.is_empty());
        pending_events.until(3.0, &mut list);
        assert_eq!(list.0[2..], [(3.0, EventKind::Closure)]);
        assert!(pending_events.is_empty());
    }

    #[test]
    fn impacts_that_are_interrupted_do_not_come_to_their_end() {
        let (mut pending_events, mut list) = (PendingEvents::default(), List::default());
        for kind in [
            EventKind::Impact,
            EventKind::Accumulation,
            EventKind::Closure,
        ] {
            pending_events.tell(1.0, at(3.0, kind, 0), &mut list);
        }
        pending_events.tell(2.0, at(2.0, EventKind::Separation, 0), &mut list);
        assert!(pending_events.is_empty());
        assert_eq!(
            list.0,
            [(2.0, EventKind::Closure), (2.0, EventKind::Separation)]
        );
    }
}
