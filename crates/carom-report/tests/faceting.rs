//! What facets leave in the forces of CAD solids.

use carom_report::faceting::{By, cam, gears};
use carom_report::repository;

/// By triangles alone the error of the force falls with their distance from the faces, which is of second order in their chords; by exact faces there is none.
#[test]
fn forces_converge_at_second_order() {
    let error = |resolution: f64, by: By| {
        let mut pair = cam::pair(&repository(), resolution, by).expect("the files are there");
        let force = |k: u32| cam::force(&mut pair, 0.5, 0.0123 * f64::from(k));
        let forces: Vec<f64> = (0..500)
            .map(force)
            .collect::<Result<_, _>>()
            .expect("a contact");
        let worst = forces.iter().fold(0.0f64, |w, f| w.max((f - 1.0).abs()));
        (pair.tolerance, worst)
    };
    let [(e1, f1), (e2, f2)] = [1_000.0, 10_000.0].map(|r| error(r, By::Triangles));
    // ten times nearer, chords √10 times as short
    let order = (f1 / f2).ln() / (e1 / e2).sqrt().ln();
    assert!(
        (1.6..2.4).contains(&order),
        "{order}: {f1:e} at {e1}, {f2:e} at {e2}"
    );
    // rounding of coordinates of fifty over a depth of a half
    let (_, by_faces) = error(300.0, By::Default);
    assert!(by_faces < 1e-11, "{by_faces:e}");
}

/// Over a pitch the moment of the gears is that of one pair of involutes or of two, by the default faceting tolerance, and goes evenly from one to the other where the
/// edge of a tip comes in or goes out.
#[test]
fn the_mesh_of_gears_has_no_facets() {
    let mut pair = gears::pair(&repository(), 300.0, By::Default).expect("the files are there");
    let mut moment = |k: i32| {
        let angle = gears::TOOTH * f64::from(k) / 200.0;
        gears::moment(&mut pair, 0.02, angle).expect("a contact")
    };
    let moments: Vec<f64> = (0..=200).map(&mut moment).collect();
    let mut pairs = [0; 3];
    for (k, m) in moments.iter().enumerate().take(200) {
        // 0.5 per cent were found: splines through 19 points of the involute
        if (m / m.round() - 1.0).abs() < 0.01 {
            pairs[m.round() as usize] += 1;
        } else {
            assert!((1.0..2.0).contains(m), "{k}: {m}");
        }
    }
    // contact ratio 1.6; a tip passes over 12 of the 200 places
    let passing = 200 - pairs[1] - pairs[2];
    assert!(
        pairs[1] > 50 && pairs[2] > 90 && (20..28).contains(&passing),
        "{pairs:?}"
    );
    // evenly: the force of a pair over the places of its passage, twice that where it is steepest
    let steps = moments.windows(2).map(|m| (m[1] - m[0]).abs());
    let steepest = steps.fold(0.0, f64::max);
    assert!(steepest < 2.0 / 12.0, "{steepest}");
}
