//! Holds pairs of CAD solids in contact and writes `docs/images/faceting.svg`: what facets leave in the forces, over their fineness and over the pitch of a gear.

use carom_plot::{Axis, Curve, Figure, Panel, Style};
use carom_report::faceting::{By, Pair, cam, gears};
use carom_report::repository;
use std::process::ExitCode;

const PICTURE: &str = "docs/images/faceting.svg";
/// Depth of the cam, mm.
const CAM_DEPTH: f64 = 0.5;
/// Depth of the flanks, mm.
const FLANK_DEPTH: f64 = 0.02;
/// Faceting tolerances of the cam: its thickness, 20 mm, over the distance of the triangles.
const RESOLUTIONS: [f64; 6] = [100.0, 300.0, 1_000.0, 3_000.0, 10_000.0, 30_000.0];

fn main() -> ExitCode {
    match draw() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The largest error of the force over a turn of the cam.
fn error_of_cam(pair: &mut Pair) -> Result<f64, String> {
    let mut worst: f64 = 0.0;
    for k in 0..500 {
        let force = cam::force(pair, CAM_DEPTH, 0.0123 * f64::from(k))?;
        worst = worst.max((force - 1.0).abs());
    }
    Ok(worst)
}

fn draw() -> Result<(), String> {
    let root = repository();
    let mut panels = vec![convergence()?];
    let mut curves = Vec::new();
    for (k, (name, resolution, by)) in [
        ("triangles, R = 300", 300.0, By::Triangles),
        ("triangles, R = 10 000", 10_000.0, By::Triangles),
        ("exact faces, R = 300", 300.0, By::Default),
    ]
    .into_iter()
    .enumerate()
    {
        let mut pair = gears::pair(&root, resolution, by)?;
        let at = |k: u32| gears::TOOTH * f64::from(k) / 300.0;
        let moment = |k: u32| gears::moment(&mut pair, FLANK_DEPTH, at(k));
        let moments = (0..=300).map(moment).collect::<Result<Vec<_>, _>>()?;
        let points = moments.iter().zip(0..);
        let points = points.map(|(m, k)| [at(k).to_degrees(), *m]).collect();
        curves.push(Curve::number(k, name, points));
    }
    panels.push(Panel {
        title: "moment of the teeth over that of one pair of involutes".into(),
        height: 200.0,
        x: Axis::named("angle of the pinion, °"),
        curves,
        ..Panel::default()
    });
    let title = "What facets leave in the forces of CAD solids: a cam over the fineness of its triangles, gears over a pitch";
    let path = root.join(PICTURE);
    std::fs::write(&path, Figure::of(panels, title).svg())
        .map_err(|e| format!("{}: {e}", path.display()))?;
    println!("wrote {PICTURE}");
    Ok(())
}

/// The error of the cam over the length of the chords of its cylinder, `√(8·r·e)`.
fn convergence() -> Result<Panel, String> {
    let root = repository();
    let (mut by_triangles, mut by_faces) = (Vec::new(), Vec::new());
    for resolution in RESOLUTIONS {
        let one = |by: By, points: &mut Vec<[f64; 2]>| -> Result<(), String> {
            let mut pair = cam::pair(&root, resolution, by)?;
            let chord = (8.0 * 40.0 * pair.tolerance).sqrt();
            let error = error_of_cam(&mut pair)?;
            println!(
                "R = {resolution}: {by:?}, triangles within {:.1e} mm, error {error:.2e}",
                pair.tolerance
            );
            points.push([chord, error]);
            Ok(())
        };
        one(By::Triangles, &mut by_triangles)?;
        one(By::Default, &mut by_faces)?;
    }
    let first = by_triangles[by_triangles.len() - 1];
    let second = by_triangles
        .iter()
        .map(|[x, _]| [*x, first[1] * (x / first[0]).powi(2)]);
    let line = |k: usize, name: &str, points: Vec<[f64; 2]>, style: Style| Curve {
        style,
        ..Curve::number(k, name, points)
    };
    let curves = vec![
        line(0, "triangles", by_triangles.clone(), Style::Dots),
        line(2, "exact faces", by_faces, Style::Dots),
        Curve {
            dash: 1,
            ..line(6, "second order", second.collect(), Style::Line)
        },
    ];
    Ok(Panel {
        title: "largest relative error of the force over a turn of the cam".into(),
        height: 220.0,
        x: Axis::log("chord of its triangles, mm"),
        y: Axis::log(""),
        curves,
        ..Panel::default()
    })
}
