//! `carom sweep` as users call it.
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

fn out(o: &Output) -> String {
    String::from_utf8(o.stdout.clone()).unwrap()
}

fn err(o: &Output) -> String {
    String::from_utf8(o.stderr.clone()).unwrap()
}

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("examples")
        .join(name)
        .to_str()
        .unwrap()
        .to_owned()
}

/// All files of rows with their bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut list: Vec<_> = std::fs::read_dir(folder.join("runs"))
        .unwrap()
        .map(|e| e.unwrap())
        .map(|e| {
            (
                PathBuf::from(e.file_name()),
                std::fs::read(e.path()).unwrap(),
            )
        })
        .collect();
    list.sort();
    list
}

#[test]
fn the_example_runs_and_tells_the_same_on_any_number_of_threads() {
    let place = tempfile::tempdir().unwrap();
    let study = example("studies/ball.toml");
    let o = carom(place.path(), &["sweep", &study, "--json", "--threads", "1"]);
    assert_eq!(o.status.code(), Some(0), "{}", err(&o));
    let said: Value = serde_json::from_str(&out(&o)).unwrap();
    assert_eq!(said["study"]["ended"]["done"], 27);
    assert_eq!(said["study"]["status"], "done");
    let o = carom(
        place.path(),
        &["sweep", &study, "--threads", "3", "--out", "three"],
    );
    assert_eq!(o.status.code(), Some(0), "{}", err(&o));
    assert!(out(&o).contains("27 runs: 27 done"), "{}", out(&o));
    // The ball touches after it has fallen by z0 - 0.1; z0, the fastest parameter, is 0.6, 1.1, 2.1.
    let speed = |fall: f64| -(2.0 * 9.80665 * fall).sqrt();
    let said = &said["responses"][1];
    assert_eq!(
        (&said["response"], &said["found"]),
        (&"speed".into(), &27.into())
    );
    for (name, run, fall) in [("least", 2, 2.0), ("greatest", 0, 0.5)] {
        assert_eq!(said[name]["run"], run);
        // the error of the study's runs
        assert!((said[name]["value"].as_f64().unwrap() - speed(fall)).abs() < 1e-6);
    }
    let line = format!("speed     {:.5} in run 2", speed(2.0));
    assert!(out(&o).contains(&line), "{line}: {}", out(&o));
    assert_eq!(
        files(&place.path().join("ball.sweep")),
        files(&place.path().join("three"))
    );
}

#[test]
fn places_and_decks() {
    let place = tempfile::tempdir().unwrap();
    let o = carom(
        place.path(),
        &["sweep", "--places", &example("bouncing_ball/ball.xml")],
    );
    assert_eq!(o.status.code(), Some(0), "{}", err(&o));
    let listed = out(&o);
    let line = |path: &str| {
        listed
            .lines()
            .find(|l| l.split_whitespace().next() == Some(path))
    };
    assert!(
        line("Body_Rigid/2.mass").unwrap().ends_with(" 1"),
        "{listed}"
    );
    assert!(
        line("Force_Scalar_TwoBody/1.val_expression.IMPACT.k")
            .unwrap()
            .ends_with(" 100000")
    );
    let study = example("studies/ball.toml");
    let o = carom(place.path(), &["sweep", &study, "--deck", "26"]);
    assert!(out(&o).contains("0.1, 1000000.0, 1.5, "), "{}", out(&o));
    let o = carom(place.path(), &["sweep", &study, "--deck", "27"]);
    assert_eq!(o.status.code(), Some(2));
}

#[test]
fn a_bad_study_is_refused_with_line_and_caret() {
    let place = tempfile::tempdir().unwrap();
    let deck = std::fs::read(example("bouncing_ball/ball.adm")).unwrap();
    std::fs::write(place.path().join("ball.adm"), deck).unwrap();
    let text = "model = \"ball.adm\"\n[run]\nend = 1\n[parameters]\nk = { at = \"SFORCE/1.function.IMPACT.kk\", values = [1] }\n";
    std::fs::write(place.path().join("s.toml"), text).unwrap();
    let o = carom(place.path(), &["sweep", "s.toml"]);
    assert_eq!(o.status.code(), Some(2));
    let said = err(&o);
    let expected = "error[study-unknown-place] s.toml:5:13 SFORCE/1 has no number function.IMPACT.kk\n   5 | k = { at = \"SFORCE/1.function.IMPACT.kk\", values = [1] }\n     |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  help: there is SFORCE/1.FUNCTION.IMPACT.k\n";
    assert!(said.contains(expected), "{said}");
    assert!(!place.path().join("s.sweep").exists());
}

#[test]
fn failing_runs_are_told_and_end_with_one() {
    let place = tempfile::tempdir().unwrap();
    let deck = std::fs::read(example("bouncing_ball/ball.adm")).unwrap();
    std::fs::write(place.path().join("ball.adm"), deck).unwrap();
    let text = "model = \"ball.adm\"\nrun = { end = 0.1 }\nparameters.m = { at = \"PART/2.mass\", values = [1, -1] }\nresponses.z = { last = \"PART/2.z\" }\n";
    std::fs::write(place.path().join("s.toml"), text).unwrap();
    let o = carom(place.path(), &["sweep", "s.toml"]);
    assert_eq!(o.status.code(), Some(1), "{}", err(&o));
    assert!(
        err(&o).contains("run 1 refused: error[adm-out-of-range]"),
        "{}",
        err(&o)
    );
    assert!(out(&o).contains("2 runs: 1 done, 1 refused"), "{}", out(&o));
}

/// kill -9 while the study goes on; the rest is done by --resume, to the bytes of a study that was left alone.
#[cfg(unix)]
#[test]
fn a_study_that_is_killed_is_resumed() {
    let place = tempfile::tempdir().unwrap();
    let deck = std::fs::read(example("bouncing_ball/ball.adm")).unwrap();
    std::fs::write(place.path().join("ball.adm"), deck).unwrap();
    let text = "model = \"ball.adm\"\nrun = { end = 2 }\nresults = { part = 7 }\ndesign = { kind = \"random\", points = 40 }\n\
                parameters.z = { at = \"PART/2.qg.z\", from = 0.5, to = 1.5 }\nresponses.n = { count = \"contact-begin\" }\n";
    std::fs::write(place.path().join("s.toml"), text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["sweep", "s.toml", "--threads", "2"])
        .current_dir(place.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Killed when some rows are there; if it is faster than we look, there is nothing left to resume.
    let journal = place.path().join("s.sweep/journal");
    let deadline = Instant::now() + Duration::from_secs(60);
    while std::fs::metadata(&journal).map_or(0, |m| m.len()) < 1000
        && child.try_wait().unwrap().is_none()
        && Instant::now() < deadline
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let o = carom(place.path(), &["sweep", "s.toml", "--resume"]);
    assert_eq!(o.status.code(), Some(0), "{}", err(&o));
    let o = carom(place.path(), &["sweep", "s.toml", "--out", "whole"]);
    assert_eq!(o.status.code(), Some(0), "{}", err(&o));
    let whole = files(&place.path().join("whole"));
    assert_eq!(whole.len(), 6);
    assert_eq!(files(&place.path().join("s.sweep")), whole);
}

#[test]
fn dask_needs_python_with_the_package() {
    let place = tempfile::tempdir().unwrap();
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    c.args([
        "sweep",
        &example("studies/ball.toml"),
        "--dask",
        "tcp://127.0.0.1:1",
    ]);
    let none = place.path().join("no-python");
    let output = c.env("CAROM_PYTHON", &none).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains("no-python cannot be started"),
        "{}",
        err(&output)
    );
}

/// The rows of a study as a picture: a dot for each run, each point, each direction.
#[test]
fn a_study_is_drawn() {
    let place = tempfile::tempdir().unwrap();
    let at = place.path();
    let deck = std::fs::read(example("bouncing_ball/ball.adm")).unwrap();
    std::fs::write(at.join("ball.adm"), deck).unwrap();
    let text = "model = \"ball.adm\"\nrun = { end = 3, contact = \"rigid\", restitution = \"e\" }\n\
                parameters.e = { values = [0.5, 0.6, 0.7] }\n\
                parameters.v = { at = \"PART/2.vz\", value = \"-3 - e\" }\n\
                section = { event = \"impact\", points = 1, columns = { speed = \"rate_before\" } }\n\
                continuation = { along = \"e\", direction = \"both\" }\nresponses.end = { last = \"PART/2.z\" }\n\
                results = { part = 2 }\n";
    std::fs::write(at.join("s.toml"), text).unwrap();
    let o = carom(at, &["sweep", "s.toml"]);
    assert_eq!(o.status.code(), Some(0), "{}", err(&o));
    let list = out(&carom(at, &["plot", "s.sweep", "--list"]));
    let (count, rest) = list.split_once(" rows): ").unwrap();
    let count: usize = count.strip_prefix("points (").unwrap().parse().unwrap();
    assert!(count >= 2, "one at least of each direction: {list}");
    assert_eq!(
        rest,
        "run direction e v point time speed\n\
         runs (6 rows): run direction e v end status reason time steps events\n"
    );
    let words = |args: &[&str]| -> Vec<String> {
        let o = carom(at, &[&["plot", "s.sweep", "--out", "p.svg"], args].concat());
        assert_eq!(o.status.code(), Some(0), "{}", err(&o));
        let svg = std::fs::read_to_string(at.join("p.svg")).unwrap();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let texts = tree.descendants().filter(|n| n.has_tag_name("text"));
        let dots = svg.matches("h0").count();
        let all = texts.filter_map(|n| n.text().map(str::to_owned));
        all.chain([format!("{dots} dots")]).collect()
    };
    let has = |words: &[String], word: &str| words.iter().any(|w| w == word);
    // in the legend there is a dot for each direction
    let dots = format!("{} dots", count + 2);
    let shown = words(&[]);
    for word in ["s", "e", "speed", "speed, up", "speed, down", &dots] {
        assert!(has(&shown, word), "{word}: {shown:?}");
    }
    let shown = words(&["--y", "runs.end", "--x", "v"]);
    assert!(has(&shown, "end") && has(&shown, "v"), "{shown:?}");
    for (args, name) in [
        (&["--y", "sped"][..], "view-unknown-column"),
        (&["--y", "status"], "view-unknown-column"),
        (&["--y", "rows.end"], "view-unknown-table"),
        (&["--spectrum"], "view-bad-option"),
        (&["--height", "1"], "view-bad-option"),
        (&["--out", "p.gif"], "view-unknown-ending"),
    ] {
        let o = carom(at, &[&["plot", "s.sweep"], args].concat());
        assert_eq!(o.status.code(), Some(2), "{args:?}");
        assert!(err(&o).contains(&format!("[{name}]")), "{}", err(&o));
    }
    std::fs::write(at.join("s.sweep/points/part-000001.parquet"), "broken").unwrap();
    let o = carom(at, &["plot", "s.sweep"]);
    assert!(err(&o).contains("view-bad-table"), "{}", err(&o));
}
