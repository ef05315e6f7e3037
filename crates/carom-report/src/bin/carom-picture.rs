//! Runs the bouncing ball and writes `docs/images/ball.svg`: height, force, and the first contact with its events.

use carom_model::run::EventKind;
use carom_report::plot::{Mark, Panel, svg};
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
    let colour = |kind: EventKind| match kind {
        EventKind::ContactBegin => "#2a8f3c",
        EventKind::FullDamping => "#b07d00",
        EventKind::ForceOff | EventKind::ForceOn => "#c0392b",
        _ => "#7d3c98",
    };
    let mark = |e: &carom_model::run::EventRow, label: String| Mark {
        x: e.time,
        colour: colour(e.kind),
        label,
    };
    let plain: Vec<Mark> = told.events.iter().map(|e| mark(e, String::new())).collect();
    let named = told.events.iter().take(4);
    let named = named.map(|e| mark(e, format!("{} {:.6} s", e.kind.name(), e.time)));
    let panels = [
        Panel {
            title: "height of the ball's centre, m".into(),
            x_label: String::new(),
            height: 170.0,
            x_range: [0.0, 2.0],
            points: height,
            marks: plain.clone(),
            ..Panel::default()
        },
        Panel {
            title: "contact force, N".into(),
            x_label: "time, s".into(),
            height: 130.0,
            x_range: [0.0, 2.0],
            points: force.clone(),
            marks: plain,
            ..Panel::default()
        },
        Panel {
            title: "contact force at the first contact, N".into(),
            x_label: "time, s".into(),
            height: 170.0,
            x_range: [0.45, 0.487],
            points: force,
            marks: named.collect(),
            ..Panel::default()
        },
    ];
    let picture = svg(
        &panels,
        "A ball falls on a table: height, contact force, events",
    );
    let path = repository().join(PICTURE);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    std::fs::write(&path, picture).map_err(|e| format!("{}: {e}", path.display()))?;
    println!("wrote {PICTURE}, {} events", told.events.len());
    Ok(())
}
