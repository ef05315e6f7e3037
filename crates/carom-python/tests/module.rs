//! Because of this test `cargo test` builds the module; the tests of the package (`test_*.py`) load it from where it lies.
// What fails here fails the test.
#![allow(clippy::unwrap_used)]

#[test]
fn the_module_has_the_entry_that_python_looks_for() {
    let own = std::env::current_exe().unwrap();
    let name = file_name();
    let module = std::fs::read(own.with_file_name(name)).unwrap();
    let entry = b"PyInit__carom";
    assert!(module.windows(entry.len()).any(|w| w == entry));
}

/// How this system names the library.
fn file_name() -> String {
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    format!("{prefix}_carom{suffix}")
}
