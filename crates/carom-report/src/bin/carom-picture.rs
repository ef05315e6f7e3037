//! Runs the bouncing ball and writes `docs/images/ball.svg`: height, force, and the first contact with its events.

use carom_model::run::{EventKind, EventRow};
use carom_plot::{Axis, Curve, Figure, Mark, Panel};
use carom_report::repository;
use carom_report::validation::extract::Series;
use carom_report::validation::observe::{read, run};
use carom_report::validation::record::Run;
use std::process::ExitCode;

const MODEL: &str = "examples/bouncing_ball/ball.adm";
const PICTURE: &str = "docs/images/ball.svg";

fn main() -> ExitCode {
    match draw() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn draw() -> Result<(), String> {
    let model = read(&repository().join(MODEL))?;
    let options = Run {
        error: Some(1e-10),
        // The second stretch shows the first contact from close by.
        segments: vec![(0.449, 200), (0.488, 780), (2.0, 1500)],
        ..Run::default()
    };
    let told = run(&model, &options)?;
    let series = |name: &str| -> Result<Vec<[f64; 2]>, String> {
        let s = Series::parse(name, &told)?;
        Ok(told.frames.iter().map(|f| [f.time, s.of(f)]).collect())
    };
    let (height, force) = (series("body 2 z")?, series("force SFORCE/1 fz")?);
    let picture = Figure::of(
        panels(&told.events, height, force),
        "A ball falls on a table: height, contact force, events",
    )
    .svg();
    let path = repository().join(PICTURE);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    std::fs::write(&path, picture).map_err(|e| format!("{}: {e}", path.display()))?;
    println!("wrote {PICTURE}, {} events", told.events.len());
    Ok(())
}

/// Height and force over the run, and the force at the first contact, with marks at the events.
fn panels(events: &[EventRow], height: Vec<[f64; 2]>, force: Vec<[f64; 2]>) -> Vec<Panel> {
    // Green, orange, red, purple of the palette.
    let colour = |kind: EventKind| match kind {
        EventKind::ContactBegin => 2,
        EventKind::FullDamping => 5,
        EventKind::ForceOff | EventKind::ForceOn => 1,
        _ => 3,
    };
    let mark = |e: &EventRow, label: String| Mark {
        x: e.time,
        colour: colour(e.kind),
        label,
        ..Mark::default()
    };
    let plain: Vec<Mark> = events.iter().map(|e| mark(e, String::new())).collect();
    let named = events.iter().take(4);
    let named = named.map(|e| mark(e, format!("{} {:.6} s", e.kind.name(), e.time)));
    let panel = |title: &str, height: f64, points: Vec<[f64; 2]>, marks: Vec<Mark>| Panel {
        title: title.into(),
        height,
        curves: vec![Curve::line("", points)],
        marks,
        ..Panel::default()
    };
    let along = |range: [f64; 2]| Axis {
        range: Some(range),
        ..Axis::named("time, s")
    };
    vec![
        Panel {
            x: Axis {
                label: String::new(),
                ..along([0.0, 2.0])
            },
            ..panel(
                "height of the ball's centre, m",
                170.0,
                height,
                plain.clone(),
            )
        },
        Panel {
            x: along([0.0, 2.0]),
            ..panel("contact force, N", 130.0, force.clone(), plain)
        },
        Panel {
            x: along([0.45, 0.487]),
            ..panel(
                "contact force at the first contact, N",
                170.0,
                force,
                named.collect(),
            )
        },
    ]
}
