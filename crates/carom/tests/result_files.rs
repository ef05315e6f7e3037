//! Result files of models written by others, against the files that Adams wrote for them.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

#[path = "support/xrf.rs"]
mod xrf;

use carom::files::results::{find, read::Table};
use carom::{Loaded, Report, Request};
use std::path::{Path, PathBuf};
use xrf::{Piece, Xrf, pieces, structure};

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../validation/models")
        .join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Runs a model of the validation folder as its deck says, with tables as text beside what it asks for.
fn run(name: &str, formats: &[&str]) -> (tempfile::TempDir, Loaded, Report) {
    let folder = tempfile::tempdir().unwrap();
    let mut loaded = carom::open(model(name), None);
    let request = Request {
        out: Some(folder.path().join("out")),
        formats: formats.iter().map(|f| find(f).unwrap()).collect(),
        ..Request::default()
    };
    let report = carom::run(&mut loaded, &request, &mut ())
        .unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics));
    assert!(report.is_complete(), "{:?}", report.summary.error);
    (folder, loaded, report)
}

#[test]
fn res_has_the_structure_of_the_reference() {
    let (_folder, _, report) = run("aview_hpc/test.acf", &["csv"]);
    let ours = read(&report.folder.join("test.res"));
    let theirs = read(&model("aview_hpc/test.res"));
    let (a, b) = (structure(&ours), structure(&theirs));
    for (k, (a, b)) in a.iter().zip(&b).enumerate() {
        assert_eq!(a, b, "piece {k}");
    }
    assert_eq!(a.len(), b.len());

    // Entities, components, units, blocks: everything but programs, dates, machines and numbers is the same.
    let fixed = [
        "Results",
        "ModelInfo",
        "Units",
        "StepMap",
        "Entity",
        "Component",
        "Data",
        "Step",
        "TerminationStatus",
    ];
    let named = |text: &str| {
        let keep = |p: &Piece| matches!(p, Piece::Start(n, _, _) if fixed.contains(&n.as_str()));
        pieces(text).into_iter().filter(keep).collect::<Vec<_>>()
    };
    assert_eq!(named(&ours), named(&theirs));
}

#[test]
fn res_is_read_back_and_agrees_with_the_reference() {
    let (_folder, _, report) = run("aview_hpc/test.acf", &["csv"]);
    let ours = Xrf::read(&read(&report.folder.join("test.res")));
    let theirs = Xrf::read(&read(&model("aview_hpc/test.res")));
    assert_eq!(ours.status, "Successful");
    let names: Vec<_> = ours.blocks.iter().map(|b| b.0.as_str()).collect();
    assert_eq!(
        names,
        ["modelInput_001", "initialConditions_001", "dynamic_001"]
    );
    assert_eq!(ours.units["PART_2_XFORM.ACCX"], "inch/sec**2");

    // 1e-12: times are k·0.01 added up there and multiplied here
    close(&ours.curve("time.TIME"), &theirs.curve("time.TIME"), 1e-12);
    // 1e-10: velocities of a free fall are g·t in both programs
    let vy = "PART_2_XFORM.VY";
    close(&ours.curve(vy), &theirs.curve(vy), 1e-10);
    let ay = "PART_2_XFORM.ACCY";
    close(&ours.curve(ay), &theirs.curve(ay), 1e-10);
    // 1.5e-4 inch: the start-up error that the reference carries from its first step on (ERROR = 1e-3)
    let y = "PART_2_XFORM.Y";
    close(&ours.curve(y), &theirs.curve(y), 1.5e-4);
}

/// A contact has its force on side I, the sum over its places, as the table of contacts has them.
#[test]
fn res_has_the_forces_of_contacts() {
    let groove = "../../examples/solid_contact/ball_in_groove.acf";
    let (_folder, _, report) = run(groove, &["csv", "res"]);
    let xrf = Xrf::read(&read(&report.folder.join("ball_in_groove.res")));
    assert_eq!(xrf.units["CONTACT_1.FZ"], "newton");
    let fz = xrf.curve("CONTACT_1.FZ");
    let times = xrf.curve("time.TIME");
    let table = Table::read(&report.folder, "contacts").unwrap();
    let column = |name| table.numbers(name);
    let (mut told, mut touching) = (0.0, 0);
    for (time, fz) in times.iter().zip(&fz) {
        let rows = (0..table.len()).filter(|&k| column("time")[k] == *time);
        let sum: f64 = rows
            .map(|k| column("fn")[k] * column("nz")[k] + column("ftz")[k])
            .sum();
        // the same numbers, added in the same order
        assert!((sum - fz).abs() <= 1e-13 * sum.abs(), "{time}");
        touching += usize::from(sum != 0.0);
        told = *fz;
    }
    assert!(touching > 2);
    // at rest m·g, up to what is left of its motion after two seconds
    assert!((told - 9.80665).abs() < 1e-2, "{told}");
}

fn close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= tolerance, "{a} {b}");
    }
}

#[test]
fn req_is_the_reference_but_for_its_date() {
    let (_folder, _, report) = run("aview_hpc/test.acf", &["csv"]);
    let ours = read(&report.folder.join("test.req"));
    let theirs = read(&model("aview_hpc/test.req"));
    let undated = |text: &str| {
        let (first, rest) = text.split_once('\n').unwrap();
        assert_eq!(&first[..9], " A.R3    ");
        assert!(first[9..28].chars().all(|c| "0123456789-: ".contains(c)));
        format!("{}\n{rest}", &first[28..])
    };
    assert_eq!(undated(&ours), undated(&theirs));
}

/// Two parts, two joints and a motion: values stand where the map says, quantity by quantity, and agree with the
/// tables of the same run.
#[test]
fn res_of_several_parts_interleaves_and_agrees_with_the_tables() {
    let (_folder, _, report) = run("adamspy/test_analysis_with_spikes.acf", &["csv", "res"]);
    let stem = "test_analysis_with_spikes";
    let xrf = Xrf::read(&read(&report.folder.join(format!("{stem}.res"))));
    // numbers run over all positions first, then all velocities
    let parts: Vec<_> = xrf
        .components
        .keys()
        .filter_map(|c| c.strip_suffix("_XFORM.X"))
        .collect();
    assert_eq!(parts.len(), 2, "{parts:?}");
    let id = |part: &str, c: &str| xrf.components[&format!("{part}_XFORM.{c}")];
    let (first, second) = match id(parts[0], "X") < id(parts[1], "X") {
        true => (parts[0], parts[1]),
        false => (parts[1], parts[0]),
    };
    assert_eq!((id(first, "X"), id(first, "PHI")), (1, 6));
    assert_eq!((id(second, "X"), id(first, "VX")), (7, 13));
    assert_eq!((id(second, "VX"), id(first, "ACCX")), (19, 25));

    let bodies = Table::read(&report.folder, "bodies").unwrap();
    let label = bodies.ids("part")[0];
    let rows: Vec<usize> = (0..bodies.len())
        .filter(|&k| bodies.ids("part")[k] == label)
        .collect();
    let column = |name| {
        let all = bodies.numbers(name);
        rows.iter().map(|&k| all[k]).collect::<Vec<_>>()
    };
    // the angular velocity is the same for every point of a part; both files keep all digits
    assert_eq!(xrf.curve("time.TIME"), column("time"));
    assert_eq!(xrf.curve(&format!("{first}_XFORM.WZ")), column("wz"));

    let joints = Table::read(&report.folder, "joints").unwrap();
    let fx: Vec<_> = (0..joints.len())
        .filter(|&k| joints.ids("joint")[k] == 1)
        .map(|k| joints.numbers("fx")[k])
        .collect();
    let joint = xrf.components.keys().find(|c| c.ends_with(".FX")).unwrap();
    assert!(xrf.units[joint] == "pound_force");
    assert!(
        xrf.components
            .keys()
            .filter(|c| c.ends_with(".FX"))
            .any(|c| xrf.curve(c) == fx)
    );
}
