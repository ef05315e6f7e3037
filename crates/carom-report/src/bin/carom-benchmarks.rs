//! Runs the IFToMM benchmarks and writes `docs/benchmarks.md`.
//!
//! Takes some minutes. Times depend on the machine; compare them with each other.

use carom_report::benchmarks::{BENCHMARKS, row};
use carom_report::repository;
use carom_report::validation::record::Group;
use std::process::ExitCode;

const HEAD: &str = "\
# Benchmarks

Made by `cargo run --release -p carom-report --bin carom-benchmarks`; do not edit.

The problems of the Library of Computational Benchmark Problems for multibody dynamics (IFToMM), run from their decks with all of their outputs. The error is the
largest over all quantities of [the verification page](verification.md) that belong to the deck, in metres, radians and their rates; the
time is that of one run on one thread, outputs included, without reading and assembly.

| benchmark | integrator | `--error` | error | time, s | steps | rejected | right-hand sides | factorizations |
|---|---|---|---|---|---|---|---|---|
";

fn main() -> ExitCode {
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<(), String> {
    let root = repository();
    let groups = Group::read_all(&root.join("validation/records"))?;
    let mut page = HEAD.to_string();
    for benchmark in BENCHMARKS {
        for &run in benchmark.runs {
            let row = row(&root, &groups, benchmark, run)?;
            print!("{row}");
            page += &row;
        }
    }
    let path = root.join("docs/benchmarks.md");
    std::fs::write(&path, page).map_err(|e| format!("{}: {e}", path.display()))
}
