//! Bristles: a block on an incline that they hold, and the load at which they let go.

use super::*;

/// A block with bristles on an incline: of 10 degrees it stays, held by a creep z with `tan 10° = μ_s·r·(3 − r²)/2`, r = z/Δ; of 20 degrees,
/// beyond the angle of friction, it slides with g·(sin − μ_d·cos).
#[test]
fn bristles_hold_a_block() {
    let sticks = Friction {
        max_stiction_deformation: Some(1e-4),
        ..coulomb(0.01, 0.1)
    };
    let deck = |degrees| block_on_incline(degrees, sticks.clone());
    let record = run(
        &deck(10.0),
        Analysis::Dynamic,
        10.0,
        10,
        &options("auto", 1e-9),
    );
    let (s, c) = 10f64.to_radians().sin_cos();
    let place = |k: usize| record.frames[k].bodies[0].position[0];
    // it has come to rest after a second, and stays for nine
    assert!(
        (place(10) - place(1)).abs() < 1e-9,
        "{}",
        place(10) - place(1)
    );
    let end = record.frames.last().expect("told");
    assert!(end.bodies[0].velocity[0].abs() < 1e-9);
    let [row] = &end.contacts[..] else {
        panic!("one volume")
    };
    let friction = Vec3::from(row.friction);
    // the tolerance of the run
    assert!(
        (friction.x / (-9.80665 * s) - 1.0).abs() < 1e-6,
        "{friction}"
    );
    assert!((row.force / (9.80665 * c) - 1.0).abs() < 1e-6);
    let (mut low, mut high) = (0.0, 1.0);
    while high - low > 1e-15 {
        let r: f64 = 0.5 * (low + high);
        *(if 0.3 * r * (3.0 - r * r) / 2.0 < s / c {
            &mut low
        } else {
            &mut high
        }) = r;
    }
    // it has moved by its creep, and by what it slid before it came down on all of its load
    let creep = 1e-4 * low;
    assert!(
        place(10) > 0.99 * creep && place(10) < 2.0 * creep,
        "{} {creep}",
        place(10)
    );

    let record = run(
        &deck(20.0),
        Analysis::Dynamic,
        2.0,
        4,
        &options("auto", 1e-8),
    );
    let (s, c) = 20f64.to_radians().sin_cos();
    let slide = 9.80665 * (s - 0.1 * c);
    let a = record.frames.last().expect("told").bodies[0].acceleration[0];
    assert!((a / slide - 1.0).abs() < 1e-6, "{a}");
    assert!(record.events.iter().any(|e| e.kind == EventKind::Slip));
}

/// A block with bristles that is pulled harder and harder, F = 2·t, slips where F = μ_s·N; held before, by its bristles alone.
#[test]
fn bristles_let_go_at_the_static_load() {
    let sticks = Friction {
        max_stiction_deformation: Some(1e-5),
        ..coulomb(1e-3, 2e-3)
    };
    let mut d = block_on_incline(0.0, sticks);
    d.0.gravity = [0.0, 0.0, -10.0];
    d.marker(12, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.sforce(1, Kind::Translation, true, (200, 12), "2*TIME");
    let record = run(&d, Analysis::Dynamic, 1.6, 16, &options("auto", 1e-9));
    let slips: Vec<f64> = record
        .events
        .iter()
        .filter(|e| e.kind == EventKind::Slip && e.time > 0.5)
        .map(|e| e.time)
        .collect();
    let [time] = slips[..] else {
        panic!("{slips:?}")
    };
    // F = 3 at 1.5 s; from there to v_s = 1 mm/s it takes √(2·v_s·m/F') = 32 ms at most
    assert!(time > 1.5 && time < 1.532, "{time}");
    let moved = record.frames[14].bodies[0].position[0] - record.frames[5].bodies[0].position[0];
    assert!(moved > 0.0 && moved < 1e-5, "{moved}");
}
