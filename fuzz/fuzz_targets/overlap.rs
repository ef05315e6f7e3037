#![no_main]
#[path = "../overlap.rs"]
mod overlap;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| overlap::overlap(bytes));
