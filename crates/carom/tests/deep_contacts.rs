//! Contacts beyond what their laws say: deep starts, plates that are shot through, volumes that become one. Such runs take a bounded effort and name
//! the contact.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::Report;
use carom::Request;
use carom::model::run::EventKind;
use std::fs;
use std::path::Path;

fn deck(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/decks/deep_contacts");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// A dynamic run of a deck: how it went, and `name: message` of what there was to say.
fn run(text: &str, end: f64) -> (Report, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, text).unwrap();
    let mut loaded = carom::open(&path, None);
    let request = Request {
        end: Some(end),
        out: Some(folder.path().join("out")),
        ..Request::default()
    };
    let report = carom::run(&mut loaded, &request, &mut ()).unwrap();
    let said = loaded.diagnostics.iter();
    let said = said.map(|d| format!("{}: {}", d.name, d.message));
    (report, said.collect())
}

fn steps(report: &Report) -> u64 {
    report.summary.analyses.iter().map(|a| a.steps).sum()
}

fn says(said: &[String], name: &str, element: &str) -> bool {
    let named = |s: &&String| s.starts_with(&format!("{name}: ")) && s.contains(element);
    said.iter().any(|s| named(&s))
}

/// A ball that starts deep in a plate, its centre 0.02 below the top and 0.03 above the bottom, is thrown up, by its potential: k·d^2.5/2.5 at the depth
/// d = 0.12 less what the damping takes. It took 13,108 steps for 10 ms, and flew sideways.
#[test]
fn a_ball_starts_deep_in_a_plate() {
    let text = deck("deep_start.adm");
    let (report, said) = run(&text, 0.02);
    assert!(
        report.is_complete() && steps(&report) < 60,
        "{}",
        steps(&report)
    );
    assert!(says(&said, "contact-deep-start", "CONTACT/1"), "{said:?}");
    assert!(says(&said, "contact-deep", "CONTACT/1"), "{said:?}");
    let end = report.events.last().unwrap();
    assert_eq!(end.kind, EventKind::ContactEnd);
    // without damping all of the potential less the weight's work over the way of 0.12
    let (undamped, _) = run(&text.replace("DAMPING = 50.0", "DAMPING = 0"), 0.02);
    let energy = 1e5 * 0.12f64.powf(2.5) / 2.5 - 9.80665 * 0.12;
    let speed = (2.0 * energy).sqrt();
    // the error of the run, 1e-6 of values of a tenth to ten, grown by the contact
    let rate = undamped.events.last().unwrap().rate[0];
    assert!((rate / speed - 1.0).abs() < 1e-4, "{rate} {speed}");
    // below the middle of the plate it leaves downwards
    let (below, _) = run(&text.replace("0.1, 0.2, -0.02", "0.1, 0.2, -0.03"), 0.02);
    assert!(below.is_complete() && steps(&below) < 60);
    assert_eq!(below.events.last().unwrap().kind, EventKind::ContactEnd);
}

/// The same with its centre in a cylinder and in an extrusion of the same place: one contact out of the nearest surface.
#[test]
fn a_ball_starts_deep_in_other_solids() {
    let text = deck("deep_start.adm");
    let plate = "GRAPHICS/1, BOX, CORNER = 11, X = 2, Y = 2, Z = 0.05";
    let mesh = "GRAPHICS/1, EXTRUSION, RM = 11, MATRIX = 1, LENGTH = 0.05
MATRIX/1, FULL = RORDER, ROWS = 5, COLUMNS = 3, VALUES = 0,0,0, 2,0,0, 2,2,0, 0,2,0, 0,0,0";
    let disc = "GRAPHICS/1, CYLINDER, CM = 12, LENGTH = 0.05, RADIUS = 1\nMARKER/12, PART = 1, QP = 0, 0, -0.05";
    let (first, _) = run(&text, 0.02);
    let leaves = |report: &Report| report.events.last().unwrap().clone();
    for other in [mesh, disc] {
        let (report, _) = run(&text.replace(plate, other), 0.02);
        let (a, b) = (leaves(&first), leaves(&report));
        assert_eq!(a.kind, b.kind);
        // the error of the run
        assert!((a.time - b.time).abs() < 1e-7, "{} {}", a.time, b.time);
        assert!((a.rate[0] / b.rate[0] - 1.0).abs() < 1e-5);
    }
}

/// A ball at 10 km/s through a plate of 1 mm: its force turns over in the middle of the plate, so that it leaves on the other side as fast as it came, but for the
/// damping. The run ended after 4000 steps and named nothing.
#[test]
fn a_plate_is_shot_through() {
    let text = deck("thin_plate_1e4.adm").replace("DAMPING = 10", "DAMPING = 0");
    let (report, said) = run(&text, 1.0);
    assert!(
        report.is_complete() && steps(&report) < 200,
        "{}",
        steps(&report)
    );
    assert!(
        says(
            &said,
            "contact-deep",
            "CONTACT/1: GRAPHICS/2 and GRAPHICS/1"
        ),
        "{said:?}"
    );
    let kinds: Vec<EventKind> = report.events.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, [EventKind::ContactBegin, EventKind::ContactEnd]);
    // 1e-5: of a jump of the force that no event locates
    assert!((report.events[1].rate[0] / 1e4 - 1.0).abs() < 1e-5);
    // and at 1 m/s it bounces
    let (slow, said) = run(&text.replace("VZ = -1e4", "VZ = -1"), 1.5);
    assert!(slow.is_complete() && !says(&said, "contact-deep", "CONTACT/1"));
    assert!((slow.events[1].rate[0] - 1.0).abs() < 1e-4);
}

/// A box all through a plate, of which both sides are as near: no rule knows where to, and rounding decides. The run ends soon, and names contact and shapes.
#[test]
fn a_box_stuck_through_a_plate_is_named() {
    let ball = "GRAPHICS/2, ELLIPSOID, CM = 20, XSCALE = 0.2, YSCALE = 0.2, ZSCALE = 0.2";
    let stuck = "MARKER/21, PART = 2, QP = -0.1, -0.08, -0.09
GRAPHICS/2, BOX, CORNER = 21, X = 0.2, Y = 0.16, Z = 0.18";
    let (report, _) = run(&deck("deep_start.adm").replace(ball, stuck), 0.05);
    let error = report.summary.error.as_ref().unwrap();
    let named = "CONTACT/1: GRAPHICS/2 and GRAPHICS/1";
    assert!(error.message.contains(named), "{}", error.message);
    assert!(steps(&report) < 4000, "{}", steps(&report));
}

/// A heavy ball in a groove of 90 degrees goes beyond p = R·(1 − sin 45°), where the volumes of both flanks are one: both forces go on, and the run says
/// so. One of the two contacts ended there, and the run after 128,000 steps.
#[test]
fn flanks_of_a_groove_keep_their_forces() {
    let text = deck("merge_dyn.adm");
    let (report, said) = run(&text, 2.0);
    assert!(
        report.is_complete() && steps(&report) < 200,
        "{}",
        steps(&report)
    );
    assert!(says(&said, "contact-merged", "CONTACT/5"), "{said:?}");
    // of 10 kg the ball stays above the edge: it swings about z with 2·sin 45°·k·(1 − z·sin 45°)^1.5 = m·g
    let light = text
        .replace("MASS=400", "MASS=40")
        .replace("DAMPING=0", "DAMPING=1000");
    let (report, said) = run(&light, 6.0);
    assert!(report.is_complete());
    assert!(says(&said, "contact-merged", "CONTACT/5"), "{said:?}");
    let kinds: Vec<EventKind> = report.events.iter().map(|e| e.kind).collect();
    let begins = kinds
        .iter()
        .filter(|k| **k == EventKind::ContactBegin)
        .count();
    let ends = kinds
        .iter()
        .filter(|k| **k == EventKind::ContactEnd)
        .count();
    // both flanks together, each time
    assert_eq!((begins % 2, ends % 2), (0, 0), "{kinds:?}");
    // a ball that stays small in it says nothing
    let (_, said) = run(&text.replace("STIFFNESS=1000", "STIFFNESS=1e6"), 1.0);
    assert!(!says(&said, "contact-merged", "CONTACT/5"), "{said:?}");
}
