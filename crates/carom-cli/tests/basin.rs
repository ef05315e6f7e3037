//! `carom basin` as users call it.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn carom(folder: &Path, args: &[&str]) -> Output {
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    c.args(args).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The example with some of its lines replaced, in a folder of its own.
fn study(changes: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/studies");
    let place = tempfile::tempdir().unwrap();
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    std::fs::write(
        place.path().join("stop_oscillator.adm"),
        read("stop_oscillator.adm"),
    )
    .unwrap();
    let mut study = read("stop_basin.toml");
    for (from, to) in changes {
        assert!(study.contains(from), "{from}");
        study = study.replace(from, to);
    }
    std::fs::write(place.path().join("s.toml"), study).unwrap();
    (place, "s.toml".into())
}

/// All files of a folder with their bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut list = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let short = path.strip_prefix(folder).unwrap().to_owned();
                    list.push((short, std::fs::read(&path).unwrap()));
                }
            }
        }
    }
    list.sort();
    list
}

const SMALL: (&str, &str) = ("points = 31", "points = 7");

#[test]
fn labels_in_words_and_as_json() {
    let (place, study) = study(&[SMALL, ("to = 1,", "to = 4,")]);
    let o = carom(place.path(), &["basin", &study]);
    assert_eq!(o.status.code(), Some(0), "{}", text(&o.stderr));
    let said = text(&o.stdout);
    assert!(said.starts_with("49 starts, 2 motions found\n"), "{said}");
    // beyond the stop there is no start: 2, 3 and 4 of the seven columns
    assert!(said.contains("21   42.857%"), "{said}");
    assert!(said.contains("overlap by ... at the start"), "{said}");
    let o = carom(place.path(), &["basin", &study, "--resume", "--json"]);
    assert_eq!(o.status.code(), Some(0), "{}", text(&o.stderr));
    let found: Value = serde_json::from_slice(&o.stdout).unwrap();
    assert_eq!(
        (&found["starts"], &found["motions"]),
        (&49.into(), &2.into())
    );
    assert_eq!(found["axes"][0]["name"], "x");
    let shares = found["attractors"].as_array().unwrap().iter();
    let shares: f64 = shares.map(|a| a["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-12);
    let svg = std::fs::read_to_string(place.path().join("s.sweep/basin.svg")).unwrap();
    let picture = roxmltree::Document::parse(&svg).unwrap();
    assert!(picture.descendants().any(|n| n.has_tag_name("image")));
    // A study of basins is one of `carom sweep`, too.
    let o = carom(
        place.path(),
        &["sweep", &study, "--out", "swept", "--quiet"],
    );
    assert_eq!(o.status.code(), Some(1), "some starts failed");
    let rows = |folder: &str| files(&place.path().join(folder).join("runs"));
    assert_eq!(rows("s.sweep"), rows("swept"));
}

/// Killed at any moment, a study goes on to the same bytes.
#[cfg(unix)]
#[test]
fn a_study_that_was_killed_goes_on() {
    let (place, study) = study(&[
        ("points = 31", "points = 20"),
        ("[basin]", "[results]\npart = 37\n[basin]"),
    ]);
    let whole = carom(
        place.path(),
        &["basin", &study, "--out", "whole", "--threads", "1", "-q"],
    );
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["basin", &study, "--out", "killed", "--threads", "2", "-q"])
        .current_dir(place.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // in the middle: when the first files are there
    let first = place.path().join("killed/runs/part-000001.parquet");
    let begun = Instant::now();
    while !first.exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!place.path().join("killed/basin.parquet").exists());
    let o = carom(place.path(), &["basin", &study, "--out", "killed", "-q"]);
    assert_eq!(o.status.code(), Some(2), "an interrupted study is kept");
    let o = carom(
        place.path(),
        &["basin", &study, "--out", "killed", "--resume", "-q"],
    );
    assert_eq!(o.status.code(), Some(0), "{}", text(&o.stderr));
    assert_eq!(
        files(&place.path().join("whole")),
        files(&place.path().join("killed"))
    );
}

/// The example with these changes is refused, which is said with its place and with advice, and nothing is run.
fn refused(changes: &[(&str, &str)], name: &str, at: &str, words: &[&str]) {
    let (place, study) = study(changes);
    let o = carom(place.path(), &["basin", &study]);
    let said = text(&o.stderr);
    assert_eq!(o.status.code(), Some(2), "{said}");
    assert!(
        said.contains(&format!("error[{name}] s.toml:{at}")),
        "{said}"
    );
    for word in words {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert!(!place.path().join("s.sweep").exists());
}

const PERIOD: &str = "period = \"2*PI/omega\"";

#[test]
fn studies_that_say_no_return_or_two() {
    refused(
        &[(PERIOD, "")],
        "study-missing-key",
        "19:2",
        &["when the motion returns", "help: period = "],
    );
    refused(
        &[(PERIOD, "event = \"impact\"")],
        "study-missing-key",
        "7:2",
        &["no end", "help: [run] end"],
    );
    refused(
        &[(PERIOD, "event = \"impact\"\nperiod = 1")],
        "study-conflict",
        "20:1",
        &["not both"],
    );
    refused(
        &[("error = 1e-9", "error = 1e-9\nend = 3")],
        "study-conflict",
        "7:2",
        &["help: leave end out"],
    );
}

#[test]
fn parameters_that_make_no_grid() {
    let alone = [
        ("from = -2, to = 1, points = 31", "values = [0]"),
        ("from = -2, to = 2, points = 31", "values = [0]"),
    ];
    refused(
        &alone,
        "study-bad-value",
        "19:2",
        &["one run", "help: give parameters"],
    );
    refused(
        &[("from = -2, to = 1, points = 31", "values = [0, 0]")],
        "study-bad-value",
        "19:2",
        &["x is an axis", "constant"],
    );
    refused(
        &[("points = 31", "points = 100_000")],
        "study-too-large",
        "17:1",
        &["100000000"],
    );
    refused(
        &[("x = {", "label = {")],
        "study-bad-name",
        "16:1",
        &["a column of this name"],
    );
}

#[test]
fn wrong_keys_of_a_basin() {
    let more = |text: &str| format!("{PERIOD}\n{text}");
    refused(
        &[(PERIOD, &more("tolerance = 1e-10"))],
        "study-bad-value",
        "21:13",
        &["above the error of the runs, 1e-9"],
    );
    refused(
        &[(PERIOD, &more("ignore = [\"POINT_MASS/2.zz\"]"))],
        "study-unknown-column",
        "21:12",
        &["did you mean POINT_MASS/2.z?"],
    );
    refused(
        &[(PERIOD, &more("returns = 100\nlongest = 50"))],
        "study-bad-value",
        "22:11",
        &["4 times"],
    );
    refused(
        &[(PERIOD, &more("returns = 1_000_000_000"))],
        "study-bad-value",
        "21:11",
        &["20000"],
    );
    refused(
        &[(PERIOD, &more("settle = 3"))],
        "study-unknown-key",
        "21:1",
        &["help: its keys are"],
    );
    refused(
        &[(PERIOD, &more("[responses]\nn = { count = \"impact\" }"))],
        "study-conflict",
        "21:2",
        &["of its own"],
    );
}

#[test]
fn a_study_without_a_basin_and_one_whose_starts_are_all_refused() {
    let (place, study_file) = study(&[("[basin]\nperiod = \"2*PI/omega\"", "[orbit]\nperiod = 1")]);
    let o = carom(place.path(), &["basin", &study_file]);
    assert_eq!(o.status.code(), Some(2));
    let said = text(&o.stderr);
    assert!(
        said.contains("error[study-missing-key]") && said.contains("help: [basin] period"),
        "{said}"
    );
    let (place, study_file) = study(&[SMALL, ("2*PI/omega", "-1/omega")]);
    let o = carom(place.path(), &["basin", &study_file]);
    assert_eq!(o.status.code(), Some(2));
    let said = text(&o.stderr);
    assert!(
        said.contains("it has to be above 0") && said.contains("refused at every start"),
        "{said}"
    );
}
