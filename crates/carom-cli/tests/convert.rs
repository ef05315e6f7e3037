//! `carom convert`, and runs of what it writes.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn carom(folder: &Path, args: &[&str]) -> Output {
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    c.args(args).current_dir(folder).output().unwrap()
}

fn done(folder: &Path, args: &[&str]) -> String {
    let output = carom(folder, args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is said of a refused input.
fn refused(folder: &Path, args: &[&str]) -> String {
    let output = carom(folder, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    said
}

fn example(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    root.join(name).display().to_string()
}

#[test]
fn through_a_model_file_and_back_a_run_gives_the_same_files() {
    let place = tempfile::tempdir().unwrap();
    let at = place.path();
    let ball = example("bouncing_ball/ball.adm");
    let said = done(at, &["convert", &ball, "--to", "toml", "--quiet"]);
    assert_eq!(said, "");
    let said = done(at, &["convert", "ball.carom.toml", "--to", "adm"]);
    assert_eq!(said, "ball.adm\nball.acf\n");
    let options = ["--end", "0.6", "--format", "csv", "--quiet"];
    let mut tables = Vec::new();
    for (model, out) in [(&*ball, "a"), ("ball.carom.toml", "b"), ("ball.acf", "c")] {
        done(at, &[&["run", model, "--out", out], &options[..]].concat());
        let table = |name: &str| std::fs::read(at.join(out).join(name)).unwrap();
        tables.push((
            table("bodies.csv"),
            table("events.csv"),
            table("requests.csv"),
        ));
    }
    assert!(tables[0].1.len() > 200, "there are events");
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0], tables[2]);
    // A study varies numbers of a model file by its keys.
    let places = done(at, &["sweep", "ball.carom.toml", "--places"]);
    assert!(places.contains("SFORCE/1.function.IMPACT.k"), "{places}");
    assert!(places.contains("PART/2.pose.position.z"), "{places}");
}

#[test]
fn units_are_carried_over_and_said() {
    let place = tempfile::tempdir().unwrap();
    let at = place.path();
    let ball = example("bouncing_ball/ball.adm");
    let units = "newton,tonne,millimeter,millisecond";
    done(at, &["convert", &ball, "--to", "adm", "--units", units]);
    let text = std::fs::read_to_string(at.join("ball.adm")).unwrap();
    assert!(
        text.contains("MASS = TONNE, LENGTH = MILLIMETER, TIME = MILLISECOND"),
        "{text}"
    );
    // 1E5 N/m^1.5 = 1E5/1000^1.5 N/mm^1.5
    assert!(text.contains("3.1622776601683795"), "{text}");
    let commands = std::fs::read_to_string(at.join("ball.acf")).unwrap();
    assert_eq!(
        commands,
        "ball\nball\nSIMULATE/DYNAMICS, END = 2000, DTOUT = 1\nSTOP\n"
    );
}

#[test]
fn nothing_is_replaced_or_written_in_part() {
    let place = tempfile::tempdir().unwrap();
    let at = place.path();
    let ball = example("bouncing_ball/ball.adm");
    std::fs::write(at.join("ball.acf"), "mine").unwrap();
    let said = refused(at, &["convert", &ball, "--to", "adm"]);
    assert!(
        said.contains("ball.acf is there already; --force replaces it"),
        "{said}"
    );
    assert!(!at.join("ball.adm").exists());
    done(at, &["convert", &ball, "--to", "adm", "--force"]);
    assert_ne!(
        std::fs::read_to_string(at.join("ball.acf")).unwrap(),
        "mine"
    );
    for (units, hint) in [
        ("newton,kilogram", "is not a list of four units"),
        (
            "newton,stone,meter,second",
            "stone is no unit of mass; there are kilogram, ",
        ),
    ] {
        let said = refused(at, &["convert", &ball, "--to", "toml", "--units", units]);
        assert!(said.contains(hint), "{said}");
    }
    let xml = example("bouncing_ball/ball.xml");
    let said = refused(at, &["convert", &xml, "--to", "adm", "--force"]);
    assert!(said.contains("convert-not-in-adams"), "{said}");
    let bare = "Bare\nPART/1, GROUND\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\nEND\n";
    std::fs::write(at.join("bare.adm"), bare).unwrap();
    let units = "newton,kilogram,meter,second";
    let said = refused(
        at,
        &["convert", "bare.adm", "--to", "toml", "--units", units],
    );
    assert!(said.contains("convert-no-units"), "{said}");
    let user = bare.replace(
        "END",
        "MARKER/1, PART=1\nSFORCE/1, I=2, J=1, TRANSLATION, FUNCTION=USER(1)\nEND",
    );
    // The call of a routine is kept as it is.
    std::fs::write(at.join("user.adm"), user).unwrap();
    done(at, &["convert", "user.adm", "--to", "toml"]);
    let written = std::fs::read_to_string(at.join("user.carom.toml")).unwrap();
    assert!(written.contains("user = [1"), "{written}");
    let mforce = bare.replace("END", "MARKER/1, PART=1\nMFORCE/1\nEND");
    std::fs::write(at.join("mforce.adm"), mforce).unwrap();
    let said = refused(at, &["convert", "mforce.adm", "--to", "toml"]);
    assert!(
        said.contains("convert-not-supported") && said.contains("mforce.adm:6:"),
        "{said}"
    );
}

/// Lines of a model file and wrong ones in their place, the error that they are, and a word that is said of it.
const WRONG: &[(&str, &str, &str, &str)] = &[
    ("carom = 1\n", "carom = 7\n", "toml-wrong-version", ""),
    ("carom = 1\n", "carom = \n", "toml-syntax", "1:"),
    ("mass = 1\n", "mass = -1\n", "toml-bad-value", ""),
    ("mass = 1\n", "mass = nan\n", "toml-bad-value", "mass = nan"),
    (
        "mass = 1\n",
        "mass = \"much\"\n",
        "toml-wrong-type",
        "mass = \"much\"",
    ),
    (
        "mass = 1\n",
        "mas = 1\n",
        "toml-unknown-key",
        "did you mean mass?",
    ),
    (
        "cm = 20\n",
        "cm = 21\n",
        "toml-unknown-element",
        "MARKER/21",
    ),
    ("cm = 20\n", "", "toml-missing-key", "cm"),
    ("cm = 20\n", "cm = 10\n", "toml-wrong-part", "MARKER/10"),
    (
        "kind = \"ground\"",
        "kind = \"rigid\"",
        "toml-no-ground",
        "kind = \"ground\"",
    ),
    (
        "kind = \"rigid\"",
        "kind = \"ridgid\"",
        "toml-bad-value",
        "did you mean rigid?",
    ),
    ("id = 20\n", "id = 10\n", "toml-duplicate-id", "MARKER/10"),
    (
        "DZ(20,10,10)",
        "DZ(20,10,11)",
        "toml-unknown-element",
        "DZ(20,10,11)",
    ),
    ("VZ(20,10,10,10)", "VX5(20)", "expr-unknown-function", "VX5"),
    ("1.5, 50.0", "1.5, -50.0", "expr-argument-range", ""),
    (
        "position = [0, 0, 1.1]",
        "position = [0, 1.1]",
        "toml-wrong-count",
        "position",
    ),
    (
        "position = [0, 0, 1.1]",
        "angles = [0, 1, 2], axes = [[1,0,0],[0,1,0],[0,0,1]]",
        "toml-bad-pose",
        "",
    ),
    (
        "position = [0, 0, 1.1]",
        "axes = [[1,1,0],[0,1,0],[0,0,1]]",
        "toml-bad-pose",
        "",
    ),
    (
        "length = \"meter\"",
        "length = \"stone\"",
        "toml-bad-value",
        "stone",
    ),
    ("i = 20\n", "i = [20]\n", "toml-wrong-type", "i = [20]"),
];

/// Whatever is wrong with a model file is said with its place, and nothing breaks.
#[test]
fn wrong_model_files_are_refused_with_their_place() {
    let place = tempfile::tempdir().unwrap();
    let at = place.path();
    done(
        at,
        &[
            "convert",
            &example("bouncing_ball/ball.adm"),
            "--to",
            "toml",
            "--quiet",
        ],
    );
    let sound = std::fs::read_to_string(at.join("ball.carom.toml")).unwrap();
    for &(old, new, name, hint) in WRONG {
        assert!(sound.contains(old), "{old}");
        std::fs::write(at.join("m.carom.toml"), sound.replacen(old, new, 1)).unwrap();
        let said = refused(at, &["check", "m.carom.toml"]);
        assert!(
            said.contains(&format!("error[{name}] m.carom.toml:")) && said.contains(hint),
            "{new}: {said}"
        );
    }
    std::fs::write(at.join("m.carom.toml"), [0xff, 0xfe]).unwrap();
    assert!(refused(at, &["run", "m.carom.toml"]).contains("toml-syntax"));
}
