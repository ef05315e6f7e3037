//! Runs each integrator on benchmarks with known results and writes `docs/work-precision.md` with its pictures.
//!
//! Takes some minutes. Times depend on the machine; compare them with each other.

use carom_report::precision::{BENCHMARKS, measure, picture, table};
use carom_report::repository;
use carom_solve::INTEGRATORS;
use std::process::ExitCode;

const HEAD: &str = "\
# Error against cost

Made by `cargo run --release -p carom-report --bin carom-precision`; do not edit.

Each integrator on mechanisms whose motion is known to many digits, from loose to tight tolerances. The error is the largest of
the compared quantities at the end of the run, the time the shortest of three runs on one thread, without reading and assembly. A line
ends where a run fails or takes longer than three seconds. `rk4` has a fixed step and is not among them.

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
    let docs = repository().join("docs");
    let store = |name: &str, text: &str| {
        let path = docs.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    };
    let mut page = HEAD.to_string();
    for benchmark in BENCHMARKS {
        let mut curves = Vec::new();
        for name in INTEGRATORS.iter().map(|i| i.name()).filter(|n| *n != "rk4") {
            println!("{} {name}", benchmark.stem);
            curves.push((name, measure(&repository(), benchmark, name, 3, 3.0)?));
        }
        page += &table(benchmark, &curves);
        page += "\n";
        store(
            &format!("images/precision-{}.svg", benchmark.stem),
            &picture(benchmark, &curves),
        )?;
    }
    store("work-precision.md", &page)
}
