//! The list of integrators.

#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::HashSet;

use carom_solve::{INTEGRATORS, integrator};

#[test]
fn names_are_unique_and_answer() {
    let mut seen = HashSet::new();
    for entry in INTEGRATORS {
        for name in std::iter::once(&entry.name()).chain(entry.aliases()) {
            assert!(seen.insert(*name), "{name} twice");
            assert_eq!(*name, name.to_ascii_lowercase());
            assert_eq!(
                integrator(&name.to_ascii_uppercase()).unwrap().name(),
                entry.name()
            );
        }
        assert!(entry.text().len() > 20 && entry.purpose().len() > 10);
    }
    assert!(integrator("gear").is_none());
}
