//! The benchmarks of the Library of Computational Benchmark Problems (IFToMM), each from its deck with each integrator that makes sense:
//! largest error over the records of `validation/records` for that deck, and what it took.

use crate::validation::extract::extract;
use crate::validation::observe::{Recording, Runs};
use crate::validation::record::{Group, Record, Run};
use std::fmt::Write;
use std::path::Path;

/// A deck with what to run it with.
pub struct Benchmark {
    /// What it is.
    pub title: &'static str,
    /// The deck, as the records name it.
    pub model: &'static str,
    /// Integrators by name, each with its `--error`.
    pub runs: &'static [(&'static str, f64)],
}

/// All of them. Where the errors asked for differ, each is the coarsest power of ten at which an error of 1e-6 is kept.
pub const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        title: "A01 pendulum, 2000 s",
        model: "validation/decks/iftomm/a01_pendulum.acf",
        runs: &[("auto", 1e-12), ("radau", 1e-10)],
    },
    Benchmark {
        title: "A02 four-bar, N = 2, 20 s",
        model: "validation/decks/iftomm/a02_four_bar_2.acf",
        runs: &[("auto", 1e-10), ("radau", 1e-9), ("radau5", 1e-10)],
    },
    Benchmark {
        title: "A02 four-bar, N = 40, 20 s",
        model: "validation/decks/iftomm/a02_four_bar_40.acf",
        runs: &[("auto", 1e-9), ("radau", 1e-9)],
    },
    Benchmark {
        title: "A03 Andrews' mechanism, 0.03 s",
        model: "examples/andrews/andrews.acf",
        runs: &[("auto", 1e-10), ("radau", 1e-8), ("gstiff", 1e-12)],
    },
    Benchmark {
        title: "A04 Bricard, thin rods, 10 s",
        model: "validation/decks/iftomm/a04_bricard_thin.acf",
        runs: &[("auto", 1e-8), ("radau", 1e-8), ("gstiff", 1e-8)],
    },
    Benchmark {
        title: "A04 Bricard, square rods, 10 s",
        model: "validation/decks/iftomm/a04_bricard_square.acf",
        runs: &[("auto", 1e-8), ("radau", 1e-8), ("gstiff", 1e-8)],
    },
    Benchmark {
        title: "A05 governor, 10 s",
        model: "validation/decks/iftomm/a05_governor.acf",
        runs: &[("auto", 1e-8), ("radau", 1e-8), ("gstiff", 1e-10)],
    },
];

/// One row of the table: the run with one integrator.
///
/// # Errors
/// When the records have nothing on this deck, or a reference cannot be read. A run that fails is a row that says so.
pub fn row(
    root: &Path,
    groups: &[Group],
    benchmark: &Benchmark,
    (integrator, tolerance): (&str, f64),
) -> Result<String, String> {
    let run = Run {
        error: Some(tolerance),
        integrator: Some(integrator.into()),
        ..Run::default()
    };
    let mut runs = Runs::new(root);
    let all = groups.iter().flat_map(|g| &g.records);
    let of_deck: Vec<&Record> = all.filter(|r| r.model == benchmark.model).collect();
    let mut worst = Ok(0.0f64);
    for record in &of_deck {
        let record = Record {
            run: run.clone(),
            ..(*record).clone()
        };
        let reference = record.reference.value(root)?;
        let found = extract(&record, reference, &mut runs);
        worst = worst.and_then(|w| found.map(|x| w.max(x.error)));
    }
    if of_deck.is_empty() {
        return Err(format!("no record is about {}", benchmark.model));
    }
    let told = runs.get(benchmark.model, &run);
    Ok(write_row(
        benchmark,
        (integrator, tolerance),
        worst,
        told.ok().as_deref(),
    ))
}

fn write_row(
    benchmark: &Benchmark,
    (integrator, tolerance): (&str, f64),
    worst: Result<f64, String>,
    told: Option<&Recording>,
) -> String {
    let mut row = format!("| {} | `{integrator}` | {tolerance:.0e} |", benchmark.title);
    match (worst, told.and_then(|t| t.statistics.last())) {
        (Ok(worst), Some(s)) => {
            let _ = writeln!(
                row,
                " {worst:.1e} | {:.3} | {} | {} | {} | {} |",
                s.wall_s, s.steps, s.rejected, s.rhs_evaluations, s.factorizations
            );
        }
        (Err(why), _) => {
            let _ = writeln!(row, " {why} | | | | | |");
        }
        (_, None) => row += " no statistics | | | | | |\n",
    }
    row
}
