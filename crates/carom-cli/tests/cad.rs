//! Solids of CAD files at the command line: masses, overlaps, decks.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn solid(name: &str) -> PathBuf {
    root()
        .join("crates/carom-cad/tests/data")
        .join(format!("{name}.step"))
}

/// Exit status, what is printed, what is said besides.
fn carom(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

fn done(folder: &Path, args: &[&str]) -> (String, String) {
    let (code, out, err) = carom(folder, args);
    assert_eq!(code, Some(0), "{args:?}: {out}{err}");
    (out, err)
}

fn refused(folder: &Path, args: &[&str]) -> String {
    let (code, out, err) = carom(folder, args);
    assert_eq!(code, Some(2), "{args:?}: {out}{err}");
    err
}

#[test]
fn masses() {
    let folder = tempfile::tempdir().unwrap();
    let box_ = solid("box");
    let box_ = box_.to_str().unwrap();
    let (out, _) = done(folder.path(), &["mass", box_, "--json"]);
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(said["length_unit"], "millimeter");
    let body = &said["bodies"][0];
    // 10 × 20 × 30: V = 6000, A = 2200, Ixx = V/12·(20² + 30²) at density one; rounding of sums of a few hundred terms
    let close = |x: &Value, y: f64| (x.as_f64().unwrap() / y - 1.0).abs() < 1e-12;
    assert!(
        close(&body["volume"], 6000.0) && close(&body["area"], 2200.0),
        "{out}"
    );
    assert!(
        close(&body["inertia"][0][0], 650_000.0) && close(&body["centre"][2], 15.0),
        "{out}"
    );
    assert!(body["mass"].is_null() && body["exact"] == true);
    // steel, in gram and centimetre: 6 cm³ of 7.85 g/cm³
    let args = [
        "mass",
        box_,
        "--json",
        "--density",
        "7850",
        "--units",
        "gram,centimeter",
    ];
    let said: Value = serde_json::from_str(&done(folder.path(), &args).0).unwrap();
    let body = &said["bodies"][0];
    assert!(
        close(&body["volume"], 6.0)
            && close(&body["mass"], 47.1)
            && close(&body["inertia"][2][2], 47.1 / 12.0 * 5.0)
    );
    let (out, _) = done(folder.path(), &["mass", box_, "--density", "7850"]);
    for word in [
        "faces    6",
        "volume   6000",
        "millimeter³",
        "mass     0.047",
        "inertia",
    ] {
        assert!(out.contains(word), "{word}: {out}");
    }
}

/// The solid of the public deck, in its units: its mass by the density of stainless steel is that of the deck to 3e-4.
#[test]
fn the_axle_of_the_public_deck() {
    let models = root().join("validation/models/aview_hpc");
    let args = [
        "mass",
        "test_2.x_t",
        "--json",
        "--density",
        "7750",
        "--units",
        "pound_mass,inch",
    ];
    let said: Value = serde_json::from_str(&done(&models, &args).0).unwrap();
    let axle = &said["bodies"][0];
    assert_eq!(axle["name"], "SOLID1 (axle, part 2)");
    // PART/2 of the deck; Adams' masses of tolerant bodies agree with integrals to 5e-4, its moments too
    let close =
        |x: &Value, y: f64, tolerance: f64| (x.as_f64().unwrap() / y - 1.0).abs() < tolerance;
    assert!(close(&axle["mass"], 0.019_926_412_7, 5e-4), "{axle}");
    assert!(close(&axle["centre"][2], 0.887_502_432_3, 1e-4), "{axle}");
    for (k, moment) in [
        (0, 0.005_967_287_6),
        (1, 0.005_966_799_6),
        (2, 1.174_910_081e-4),
    ] {
        assert!(close(&axle["inertia"][k][k], moment, 1e-3), "{axle}");
    }
}

#[test]
fn wrong_calls() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("a.step"), "solid\n").unwrap();
    std::fs::write(at.join("a.x_b"), b"PS\0\0\0\x33").unwrap();
    let box_ = solid("box");
    let box_ = box_.to_str().unwrap();
    for (args, expected) in [
        (
            vec!["mass", "a.step"],
            "a.step: byte 0: this is no STEP file",
        ),
        (
            vec!["mass", "a.x_b"],
            "a.x_b: byte 0: this is a binary Parasolid file",
        ),
        (
            vec!["mass", "a.stl"],
            "the ending is not that of a file of solids",
        ),
        (vec!["mass", "b.step"], "b.step: "),
        (
            vec!["mass", box_, "--units", "stone,meter"],
            "--units: `stone` is no unit of mass",
        ),
        (
            vec!["mass", box_, "--density", "0"],
            "the density 0 must be greater than 0",
        ),
    ] {
        let said = refused(at, &args);
        assert!(said.contains(expected), "{said} | {expected}");
    }
    // an open shell is refused by its entity, and the exit status says so
    let text = std::fs::read_to_string(box_).unwrap();
    let list = text.find("CLOSED_SHELL('',(").unwrap();
    let end = list + text[list..].find("))").unwrap();
    let last = text[..end].rfind(',').unwrap();
    std::fs::write(
        at.join("open.step"),
        format!("{}{}", &text[..last], &text[end..]),
    )
    .unwrap();
    let said = refused(at, &["mass", "open.step"]);
    assert!(
        said.contains("EDGE_CURVE: the edge has one face: the shell is open there"),
        "{said}"
    );
}

/// A STEP ball of 5 mm in a half space, in metre, against the closed form.
#[test]
fn overlap_of_a_step_ball() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(solid("sphere"), folder.path().join("ball.stp")).unwrap();
    let volume = |resolution: u32| {
        let case = format!(
            r#"{{"A": {{"type": "mesh", "file": "ball.stp", "unit": "meter", "resolution": {resolution}, "center": [0, 0, 0.004]}},
                 "B": {{"type": "halfspace", "normal": [0, 0, 1], "offset": 0}}}}"#
        );
        std::fs::write(folder.path().join("case.json"), case).unwrap();
        let said: Value =
            serde_json::from_str(&done(folder.path(), &["overlap", "case.json", "--json"]).0)
                .unwrap();
        said["components"][0]["volume"].as_f64().unwrap()
    };
    // π·p²·(r − p/3), p = 1 mm, r = 5 mm
    let exact = std::f64::consts::PI * 1e-6 * (0.005 - 0.001 / 3.0);
    let errors = [300, 3000].map(|r| (volume(r) / exact - 1.0).abs());
    // a body that is a ball is one, whatever its facets are: rounding of the closed form
    assert!(errors.iter().all(|e| *e < 1e-14), "{errors:?}");
    let missing = r#"{"A": {"type": "mesh", "file": "ball.stp", "element": "cube"}, "B": {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}}"#;
    std::fs::write(folder.path().join("case.json"), missing).unwrap();
    let said = refused(folder.path(), &["overlap", "case.json"]);
    assert!(
        said.contains("A/file: ball.stp has no body cube: ball.stp has 1 body"),
        "{said}"
    );
}

/// The public deck runs as it is: nothing touches, and both parts fall freely.
#[test]
fn the_public_deck_runs() {
    let folder = tempfile::tempdir().unwrap();
    let models = root().join("validation/models/aview_hpc");
    let deck = models.join("test_2.acf");
    let deck = deck.to_str().unwrap();
    let (out, err) = done(folder.path(), &["check", deck, "--verbose"]);
    let said = format!("{out}{err}");
    assert!(
        said.contains("test_2.x_t has 1 body: SOLID1 (axle, part 2)"),
        "{said}"
    );
    assert!(
        said.contains("GRAPHICS/1: SOLID1 (axle, part 2) by ")
            && said.contains("inch of its faces"),
        "{said}"
    );
    done(
        folder.path(),
        &["run", deck, "--format", "csv", "--out", "r"],
    );
    let rows = std::fs::read_to_string(folder.path().join("r/bodies.csv")).unwrap();
    let header: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|h| *h == name).unwrap();
    let last: Vec<&str> = rows
        .lines()
        .rev()
        .find(|l| l.split(',').nth(column("part")) == Some("2"))
        .unwrap()
        .split(',')
        .collect();
    let y: f64 = last[column("y")].parse().unwrap();
    // −½·g·t² from the centre's y, g = 386.0885827 in/s², t = 0.25 s; the default error is 1e-6
    let expected = -3.100849178e-7 - 0.5 * 386.0885827 * 0.0625;
    assert!((y - expected).abs() < 1e-5, "{y} {expected}");
}

fn drop_deck(shape: &str, preferences: &str) -> String {
    format!(
        "a ball on a plate\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\nACCGRAV/KGRAV=-9806.65\n{preferences}\
PART/1, GROUND\nMARKER/10, PART=1, QP=-50,-50,-10\nGRAPHICS/1, BOX, CORNER=10, X=100, Y=100, Z=10\n\
PART/2, MASS=0.004, CM=20, IP=4E-2,4E-2,4E-2, QG=0,0,6\nMARKER/20, PART=2\n{shape}\n\
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E3, EXPONENT=1.5, DAMPING=1, DMAX=0.05\nEND\n"
    )
}

/// A ball as a STEP file falls on a plate as the ball with a formula does, whatever its facets are.
#[test]
fn a_step_ball_on_a_plate() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(solid("sphere"), folder.path().join("ball.step")).unwrap();
    let height = |shape: &str, preferences: &str| {
        std::fs::write(folder.path().join("m.adm"), drop_deck(shape, preferences)).unwrap();
        let args = [
            "run",
            "m.adm",
            "--end",
            "0.02",
            "--steps",
            "10",
            "--format",
            "csv",
            "--out",
            "r",
            "--overwrite",
        ];
        done(folder.path(), &args);
        let rows = std::fs::read_to_string(folder.path().join("r/bodies.csv")).unwrap();
        let z = rows
            .lines()
            .next()
            .unwrap()
            .split(',')
            .position(|h| h == "z")
            .unwrap();
        let last = rows
            .lines()
            .rfind(|l| l.split(',').nth(1) == Some("2"))
            .unwrap();
        last.split(',').nth(z).unwrap().parse::<f64>().unwrap()
    };
    let exact = height("GRAPHICS/2, SPHERE, CM=20, RADIUS=5", "");
    let external = "GRAPHICS/2, EXTERNAL, RM=20, FILE=ball.step, FACETING_TOLERANCE=300.0028";
    for preferences in ["", "PREFERENCES/CONTACT_FACETING_TOLERANCE=3000\n"] {
        // the radius of the file, in metre and back: rounding, through one touch and its rebound
        assert!((height(external, preferences) - exact).abs() < 1e-11);
    }
}

#[test]
fn files_that_give_no_solid() {
    let folder = tempfile::tempdir().unwrap();
    let check = |shape: &str| {
        std::fs::write(folder.path().join("m.adm"), drop_deck(shape, "")).unwrap();
        refused(folder.path(), &["check", "m.adm", "--end", "1"])
    };
    let missing = check("GRAPHICS/2, EXTERNAL, RM=20, FILE=gone.x_t, ELEMENT=S1");
    assert!(
        missing.contains("the file gone.x_t is not in") && missing.contains("error[contact-shape]"),
        "{missing}"
    );
    std::fs::copy(solid("two"), folder.path().join("two.step")).unwrap();
    let several = check("GRAPHICS/2, EXTERNAL, RM=20, FILE=two.step");
    assert!(
        several.contains("two.step has 2 bodies, and none is named"),
        "{several}"
    );
    let unknown = check("GRAPHICS/2, EXTERNAL, RM=20, FILE=two.step, ELEMENT=S1");
    assert!(
        unknown.contains("two.step has no body S1: two.step has 2 bodies: "),
        "{unknown}"
    );
    std::fs::write(folder.path().join("cut.step"), "ISO-10303-21;\nHEADER;\n").unwrap();
    let cut = check("GRAPHICS/2, EXTERNAL, RM=20, FILE=cut.step");
    assert!(
        cut.contains("m.adm:") && cut.contains("the file ends before END-ISO-10303-21"),
        "{cut}"
    );
}
