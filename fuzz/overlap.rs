//! What the fuzz target of overlaps does with bytes; a file of its own, as it needs the crates of runs.

use carom::overlap::{Rule, read_cases};
use std::path::Path;

/// Cases of overlapping solids, each with all rules.
pub fn overlap(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(cases) = read_cases(&text, Path::new("/nonexistent")) {
        for case in cases.iter().take(4) {
            for rule in [Rule::Adams, Rule::Smooth, Rule::Potential] {
                let _ = case.answer(Some(rule));
            }
        }
    }
}
