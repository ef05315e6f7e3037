#![no_main]
#[path = "../study.rs"]
mod study;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| study::study(bytes));
