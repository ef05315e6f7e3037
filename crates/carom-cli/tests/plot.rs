//! `carom plot`: every table of every example becomes a picture; what is asked for is what is drawn.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn carom(folder: &Path, args: &[&str]) -> Output {
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    c.args(args).current_dir(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    root.join(name).to_str().unwrap().to_owned()
}

/// Runs an example for a short time.
fn run(folder: &Path, model: &str, more: &[&str]) -> PathBuf {
    let model = example(model);
    let output = carom(folder, &[&["run", &model, "--quiet"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let stem = Path::new(&model).file_stem().unwrap().to_str().unwrap();
    folder.join(format!("{stem}.carom"))
}

/// A picture that was made, with its words; it is XML and all its numbers are numbers.
fn plot(folder: &Path, args: &[&str]) -> (String, Vec<String>) {
    let output = carom(folder, &[&["plot", "--out", "p.svg"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", said(&output));
    let svg = std::fs::read_to_string(folder.join("p.svg")).unwrap();
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{args:?}");
    let tree = roxmltree::Document::parse(&svg).unwrap();
    let text = |n: roxmltree::Node| -> String {
        let own = n.descendants().filter(|d| d.is_text());
        own.filter_map(|d| d.text()).collect()
    };
    let texts = tree.descendants().filter(|n| n.has_tag_name("text"));
    let words = texts.map(text).collect();
    (svg, words)
}

/// Examples with a length of time that shows something and takes little.
const EXAMPLES: &[(&str, &str)] = &[
    ("andrews/andrews.adm", "0.005"),
    ("bouncing_ball/ball.adm", "0.6"),
    ("bouncing_ball/ball.xml", "0.5"),
    ("four_bar/four_bar.adm", "0.2"),
    ("mesh_contact/wedge_of_triangles.adm", "0.02"),
    ("solid_contact/ball_in_groove.adm", "0.05"),
    ("solid_contact/ball_on_plate.adm", "0.05"),
    ("solid_contact/box_stack.adm", "0.01"),
    ("solid_contact/incline.adm", "0.02"),
    ("solid_contact/wedge_and_block.adm", "0.02"),
    ("two_masses/two_masses.adm", "1"),
    ("two_masses/two_masses.xml", "1"),
];

#[test]
fn every_table_of_every_example_becomes_a_picture() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    for (model, end) in EXAMPLES {
        let format = if model.ends_with("xml") {
            "csv"
        } else {
            "parquet"
        };
        let folder = run(
            place,
            model,
            &["--end", end, "--steps", "40", "--format", format],
        );
        let folder = folder.to_str().unwrap();
        let (_, words) = plot(place, &[folder]);
        assert!(
            words.iter().any(|w| w.starts_with("time")),
            "{model}: {words:?}"
        );
        let list = carom(place, &["plot", folder, "--list"]);
        let list = String::from_utf8(list.stdout).unwrap();
        let mut tables = 0;
        for line in list.lines().filter(|l| !l.starts_with(' ')) {
            let table = line.split(' ').next().unwrap();
            if !line.contains("(0 rows)") {
                plot(place, &[folder, "--y", table]);
                tables += 1;
            }
        }
        assert!(tables >= 2, "{model}: {list}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_is_asked_for_is_drawn() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let folder = run(
        place,
        "bouncing_ball/ball.adm",
        &["--end", "1", "--dt", "0.005"],
    );
    let folder = folder.to_str().unwrap();
    let has = |words: &[String], word: &str| words.iter().any(|w| w == word);

    // by default the requests, by their titles, with the events
    let (_, words) = plot(place, &[folder]);
    for word in [
        "height",
        "velocity",
        "force",
        "time, s",
        "contact-begin",
        "force-off",
    ] {
        assert!(has(&words, word), "{word}: {words:?}");
    }
    // by label, by name, by title; units are the model's
    let (one, words) = plot(place, &[folder, "--y", "bodies.z[2]"]);
    assert!(has(&words, "z of ball, m"), "{words:?}");
    assert_eq!(plot(place, &[folder, "--y", "bodies.z[ball]"]).0, one);
    let (_, words) = plot(
        place,
        &[folder, "--y", "bodies.v", "--y", "forces.fz[SFORCE/1]"],
    );
    assert!(
        has(&words, "|v| of ball, m/s") && has(&words, "fz of SFORCE/1, N"),
        "{words:?}"
    );
    assert_eq!(
        plot(place, &[folder, "--y", "requests.height"]).0,
        plot(place, &[folder, "--y", "requests.f2[1]"]).0
    );
    // a stretch of time
    let (_, words) = plot(
        place,
        &[folder, "--from", "0.45", "--to", "0.48", "--y", "bodies.z"],
    );
    assert!(has(&words, "0.460") && !has(&words, "0.6"), "{words:?}");
    // without events
    let (_, words) = plot(place, &[folder, "--events", "none"]);
    assert!(!has(&words, "contact-begin"));
    let (_, words) = plot(place, &[folder, "--events", "contact-end"]);
    assert!(has(&words, "contact-end") && !has(&words, "contact-begin"));
    // a phase portrait, a section, a spectrum
    let phase = ["--x", "bodies.z[2]", "--y", "bodies.vz[2]"];
    let (_, words) = plot(place, &[&[folder], &phase[..]].concat());
    assert!(
        has(&words, "z of ball, m") && has(&words, "vz of ball, m/s"),
        "{words:?}"
    );
    let (svg, _) = plot(
        place,
        &[&[folder, "--poincare", "0.1"], &phase[..]].concat(),
    );
    let dots = svg.lines().find(|l| l.contains("stroke-linecap")).unwrap();
    assert_eq!(dots.matches("h0").count(), 11);
    let (_, words) = plot(place, &[folder, "--spectrum", "--y", "bodies.vz"]);
    assert!(
        has(&words, "amplitude of vz of ball, m/s") && has(&words, "frequency, Hz"),
        "{words:?}"
    );

    // another run over the first, each with its name
    let soft = [
        "--end",
        "1",
        "--dt",
        "0.005",
        "--error",
        "1e-3",
        "--out",
        "coarse.carom",
    ];
    run(place, "bouncing_ball/ball.adm", &soft);
    let (_, words) = plot(place, &[folder, "coarse.carom", "--y", "bodies.z"]);
    assert!(has(&words, "ball") && has(&words, "coarse"), "{words:?}");

    // pixels
    let output = carom(place, &["plot", folder, "--out", "p.png", "--scale", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(
        std::fs::read(place.join("p.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    // the default file
    assert_eq!(carom(place, &["plot", folder]).status.code(), Some(0));
    assert!(place.join("ball.plot.svg").exists());
}

#[test]
fn wrong_wishes_are_refused_with_a_hint() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let folder = run(
        place,
        "bouncing_ball/ball.adm",
        &["--end", "0.1", "--steps", "5"],
    );
    let folder = folder.to_str().unwrap();
    let cases: &[(&[&str], &str, &str)] = &[
        (&[folder, "--y", "body.z"], "view-unknown-table", "bodies"),
        (
            &[folder, "--y", "bodies.zz"],
            "view-unknown-column",
            "did you mean z",
        ),
        (
            &[folder, "--y", "bodies.z[7]"],
            "view-unknown-element",
            "it has rows of 2",
        ),
        (
            &[folder, "--y", "requests.hight"],
            "view-unknown-column",
            "",
        ),
        (&[folder, "--from", "5"], "view-nothing-to-plot", "--list"),
        (&[folder, "--out", "p.gif"], "view-unknown-ending", ".svg"),
        (
            &[folder, "--events", "contact-start"],
            "view-unknown-event",
            "contact-begin",
        ),
        (
            &[folder, "--poincare", "0"],
            "view-bad-option",
            "--poincare",
        ),
        (&[folder, "--spectrum"], "view-bad-option", "16 outputs"),
        (&[folder, "--width", "NaN"], "view-bad-option", "--width"),
        (&["."], "view-not-a-run", "carom run"),
    ];
    for (args, name, words) in cases {
        let output = carom(place, &[&["plot"], *args].concat());
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(
            text.contains(&format!("[{name}]")) && text.contains(words),
            "{args:?}: {text}"
        );
    }
    let output = carom(place, &["plot", folder, "--out", "nowhere/p.svg"]);
    assert!(output.status.code() == Some(2) && said(&output).contains("view-file"));
}

#[test]
fn names_of_a_model_stay_text() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let deck = "\
<script>alert(1)</script> & more
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
! adams_view_name='<img src=x>'
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
ACCGRAV/KGRAV=-10
REQUEST/1, F2 = DZ(20,10)\\TITLE = unused:</text><script>
END
";
    std::fs::write(place.join("m.adm"), deck).unwrap();
    let output = carom(
        place,
        &["run", "m.adm", "--end", "1", "--steps", "9", "--quiet"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let (svg, words) = plot(place, &["m.carom", "--y", "bodies.z", "--y", "requests.f2"]);
    assert!(!svg.contains("<script") && !svg.contains("<img"));
    assert!(
        words
            .iter()
            .any(|w| w.contains("<script>alert(1)</script> & more")),
        "{words:?}"
    );
}
