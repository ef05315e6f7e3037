//! Error against cost: each integrator on benchmarks with known results, over a range of tolerances.

use crate::validation::extract::Series;
use crate::validation::observe::{Recording, read, run};
use crate::validation::record::{Reference, Run};
use carom_dynamics::Statistics;
use carom_plot::{Axis, Curve, Figure, Panel};
use std::fmt::Write;
use std::path::Path;

/// A benchmark with known results at its end.
pub struct Benchmark {
    /// Heading.
    pub title: &'static str,
    /// Stem of its picture.
    pub stem: &'static str,
    /// The model, relative to the repository.
    pub model: &'static str,
    /// End of the run.
    pub end: f64,
    /// Unit of the error.
    pub unit: &'static str,
    /// File of values, and for each series the place of its value at the end.
    values: &'static str,
    quantities: &'static [(&'static str, &'static str)],
    /// Methods of fixed or low order take too long below this tolerance.
    finest: f64,
}

/// All benchmarks.
pub const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        title: "Andrews' squeezing mechanism",
        stem: "andrews",
        model: "examples/andrews/andrews.adm",
        end: 0.03,
        unit: "rad",
        values: "validation/values/andrews.json",
        quantities: &[
            ("request 1 f1", "/carom_reference_t0.03/angles/0"),
            ("request 1 f2", "/carom_reference_t0.03/angles/1"),
            ("request 1 f3", "/carom_reference_t0.03/angles/2"),
            ("request 1 f4", "/carom_reference_t0.03/angles/3"),
            ("request 1 f5", "/carom_reference_t0.03/angles/4"),
            ("request 1 f6", "/carom_reference_t0.03/angles/5"),
            ("request 1 f7", "/carom_reference_t0.03/angles/6"),
        ],
        finest: 1e-12,
    },
    Benchmark {
        title: "Bricard's mechanism",
        stem: "bricard",
        model: "validation/decks/iftomm/a04_bricard_thin.adm",
        end: 2.0,
        unit: "m",
        values: "validation/values/iftomm.json",
        quantities: &[
            ("request 1 f2", "/A04/thin_rod/P3/2/0"),
            ("request 1 f3", "/A04/thin_rod/P3/2/1"),
            ("request 1 f4", "/A04/thin_rod/P3/2/2"),
        ],
        finest: 1e-11,
    },
    Benchmark {
        title: "Flyball governor",
        stem: "governor",
        model: "validation/decks/iftomm/a05_governor.adm",
        end: 1.0,
        unit: "m, rad",
        values: "validation/values/iftomm.json",
        quantities: &[
            ("request 1 f2", "/A05/samples/1/alpha"),
            ("request 1 f3", "/A05/samples/1/s"),
        ],
        finest: 1e-11,
    },
];

/// A run of a benchmark.
pub struct Point {
    /// Tolerance asked for.
    pub tolerance: f64,
    /// Largest error at the end.
    pub error: f64,
    /// What it took; the shortest of the times.
    pub statistics: Statistics,
}

/// One integrator over the tolerances, loosest first. A run that fails or takes longer than `longest` seconds ends the list.
///
/// # Errors
/// When the model or its values cannot be read.
pub fn measure(
    root: &Path,
    benchmark: &Benchmark,
    integrator: &str,
    repeat: usize,
    longest: f64,
) -> Result<Vec<Point>, String> {
    let model = read(&root.join(benchmark.model))?;
    let mut points = Vec::new();
    for exponent in 3..=12 {
        let tolerance = 10f64.powi(-exponent);
        if tolerance < 0.5 * benchmark.finest {
            break;
        }
        let options = Run {
            error: Some(tolerance),
            integrator: Some(integrator.into()),
            segments: vec![(benchmark.end, 1)],
            ..Run::default()
        };
        let mut best: Option<Recording> = None;
        for _ in 0..repeat {
            let Ok(told) = run(&model, &options) else {
                return Ok(points);
            };
            let wall = |r: &Recording| r.statistics[0].wall_s;
            if best.as_ref().is_none_or(|b| wall(&told) < wall(b)) {
                best = Some(told);
            }
        }
        let Some(told) = best else { break };
        let error = error(root, benchmark, &told)?;
        let statistics = told.statistics[0].clone();
        let slow = statistics.wall_s > longest;
        points.push(Point {
            tolerance,
            error,
            statistics,
        });
        if slow {
            break;
        }
    }
    Ok(points)
}

fn error(root: &Path, benchmark: &Benchmark, told: &Recording) -> Result<f64, String> {
    let last = told.frames.last().ok_or("the run has no output")?;
    let mut worst = 0.0f64;
    for (series, at) in benchmark.quantities {
        let reference = Reference::Json {
            json: benchmark.values.into(),
            at: (*at).into(),
            times: 1.0,
            plus: 0.0,
        };
        let ours = Series::parse(series, told)?.of(last);
        worst = worst.max((ours - reference.value(root)?).abs());
    }
    Ok(worst)
}

/// The table of a benchmark.
pub fn table(benchmark: &Benchmark, curves: &[(&str, Vec<Point>)]) -> String {
    let mut out = format!(
        "## {}\n\n![Error over time and over evaluations](images/precision-{}.svg)\n\n\
         | integrator | `--error` | error, {} | steps | rejected | right-hand sides | Jacobians | factorizations | time, ms |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        benchmark.title, benchmark.stem, benchmark.unit
    );
    for (name, points) in curves {
        for p in points {
            let s = &p.statistics;
            let _ = writeln!(
                out,
                "| `{name}` | {:.0e} | {:.1e} | {} | {} | {} | {} | {} | {:.1} |",
                p.tolerance,
                p.error,
                s.steps,
                s.rejected,
                s.rhs_evaluations,
                s.jacobians,
                s.factorizations,
                1e3 * s.wall_s
            );
        }
    }
    out
}

/// The picture of a benchmark: error over time, over right-hand sides and over factorizations.
pub fn picture(benchmark: &Benchmark, curves: &[(&str, Vec<Point>)]) -> String {
    let panel = |title: &str, label: &str, cost: fn(&Statistics) -> f64| Panel {
        title: title.into(),
        x: Axis::log(label),
        y: Axis::log(format!("error, {}", benchmark.unit)),
        height: 300.0,
        curves: curves
            .iter()
            .enumerate()
            .map(|(k, (name, points))| {
                let points = points.iter().map(|p| [cost(&p.statistics), p.error]);
                Curve::number(k, *name, points.collect())
            })
            .collect(),
        ..Panel::default()
    };
    let panels = vec![
        panel("over time", "time, ms", |s| 1e3 * s.wall_s),
        panel("over right-hand sides", "evaluations", |s| {
            s.rhs_evaluations as f64
        }),
        panel(
            "over factorizations (implicit methods)",
            "factorizations",
            |s| s.factorizations as f64,
        ),
    ];
    Figure {
        width: 1260.0,
        columns: 3,
        ..Figure::of(panels, benchmark.title)
    }
    .svg()
}
