//! Tells the program by which profile it is built: one that has to be ready soon says so where it is slow.

fn main() {
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=CAROM_OPT_LEVEL={level}");
    println!("cargo::rerun-if-changed=build.rs");
}
