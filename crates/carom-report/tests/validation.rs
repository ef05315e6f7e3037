//! The records of `validation/records`: each comes out as expected, each has its row on the page.

use carom_report::repository;
use carom_report::validation::observe::{read, run};
use carom_report::validation::record::{Group, Run};
use carom_report::validation::verify_all;
use std::collections::HashSet;

fn groups() -> Vec<Group> {
    Group::read_all(&repository().join("validation/records")).expect("records have the format")
}

#[test]
fn fast_records_come_out_as_expected() {
    let mut count = 0;
    let mut wrong = Vec::new();
    let judged = verify_all(&groups(), &repository(), false).expect("references can be read");
    for outcome in judged.into_iter().flatten() {
        count += 1;
        if !outcome.is_as_expected() {
            wrong.push(outcome.line());
        }
    }
    assert!(count > 50, "only {count} records were found");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn ids_are_unique_and_every_record_has_its_row() {
    let page = std::fs::read_to_string(repository().join("docs/verification.md"))
        .expect("the page is there");
    let mut seen = HashSet::new();
    for group in groups() {
        assert!(
            page.contains(&format!("\n## {}\n", group.title)),
            "{}",
            group.title
        );
        for r in group.records {
            assert!(seen.insert(r.id.clone()), "{} stands twice", r.id);
            assert!(!r.reason.is_empty() && r.tolerance >= 0.0, "{}", r.id);
            assert!(
                page.contains(&format!("| {}", r.quantity)),
                "{}: no row; run cargo run --release -p carom-report --bin carom-validate",
                r.id
            );
        }
    }
}

/// The times of events in the table of the front page are those of the run it tells of.
#[test]
fn front_page_has_the_events_of_the_run() {
    let page = std::fs::read_to_string(repository().join("README.md")).expect("the page is there");
    let model = read(&repository().join("examples/bouncing_ball/ball.adm")).expect("it is read");
    let options = Run {
        error: Some(1e-10),
        segments: vec![(2.0, 1)],
        ..Run::default()
    };
    let told = run(&model, &options).expect("it runs");
    for event in &told.events[..4] {
        let row = format!("| `{}` | ", event.kind.name());
        let (_, rest) = page.split_once(&row).expect("the page has a row for it");
        let time: f64 = rest
            .split(' ')
            .next()
            .unwrap_or("")
            .parse()
            .expect("a time");
        // 1e-9 s: what the front page promises
        assert!((time - event.time).abs() < 1e-9, "{row}{}", event.time);
    }
}
