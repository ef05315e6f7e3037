//! The committed pages of the manual are those that the lists make.

use carom_report::{manual, repository};

#[test]
fn pages_are_up_to_date() {
    for page in manual::pages() {
        let committed = std::fs::read_to_string(repository().join(page.path)).unwrap_or_default();
        assert!(
            committed == page.text,
            "{} is not up to date: cargo run -p carom-report --bin carom-docs",
            page.path
        );
    }
}
