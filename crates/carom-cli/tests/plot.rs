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

/// Runs an example, or another model, for a short time.
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

/// How long examples run here: long enough to show something, and little work. Others run for `A_WHILE`.
const ENDS: &[(&str, &str)] = &[
    ("andrews.adm", "0.005"),
    ("ball.adm", "0.6"),
    ("ball.xml", "0.5"),
    ("ball_in_groove.adm", "0.05"),
    ("ball_on_plate.adm", "0.05"),
    ("box.adm", "0.2"),
    ("box_stack.adm", "0.01"),
    ("chain.adm", "0.3"),
    ("cradle.adm", "0.235"),
    ("four_bar.adm", "0.2"),
    ("pendulum.adm", "0.6"),
    ("stop_oscillator.adm", "6"),
    ("two_masses.adm", "1"),
    ("two_masses.xml", "1"),
    ("vibrating_table.adm", "1.5"),
];
const A_WHILE: &str = "0.02";

/// All models of the folder of examples.
fn models(folder: &Path, list: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    entries.sort_by_key(|e| e.as_ref().unwrap().file_name());
    for entry in entries {
        let path = entry.unwrap().path();
        // Users' code runs only where the command line allows it.
        if path.is_dir() && !path.ends_with("users_code") {
            models(&path, list);
        } else if path.extension().is_some_and(|e| e == "adm" || e == "xml") {
            list.push(path);
        }
    }
}

#[test]
fn every_table_of_every_example_becomes_a_picture() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let mut list = Vec::new();
    models(Path::new(&example("")), &mut list);
    assert!(list.len() >= ENDS.len(), "{list:?}");
    for model in list {
        let name = model.file_name().unwrap().to_str().unwrap().to_owned();
        let end = ENDS.iter().find(|e| e.0 == name).map_or(A_WHILE, |e| e.1);
        // Both formats of tables are read.
        let format = if name.ends_with("xml") {
            "csv"
        } else {
            "parquet"
        };
        let options = ["--end", end, "--steps", "40", "--format", format];
        let folder = run(place, model.to_str().unwrap(), &options);
        let folder = folder.to_str().unwrap();
        let (_, words) = plot(place, &[folder]);
        assert!(
            words.iter().any(|w| w.starts_with("time")),
            "{name}: {words:?}"
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
        assert!(tables >= 2, "{name}: {list}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// Where a picture has the points of its longest line.
fn longest(svg: &str) -> Vec<[f64; 2]> {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let paths = tree.descendants().filter_map(|n| n.attribute("d"));
    let longest = paths.max_by_key(|d| d.len()).unwrap();
    let numbers = longest.split(|c: char| c.is_ascii_alphabetic() || c == ' ' || c == ',');
    let numbers: Vec<f64> = numbers.filter_map(|w| w.parse().ok()).collect();
    numbers.chunks_exact(2).map(|p| [p[0], p[1]]).collect()
}

#[test]
fn paths_are_drawn_to_scale() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let circle = "\
A mass on a wheel
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2
JOINT/1, REVOLUTE, I=21, J=1
MOTION/1, JOINT=1, ROTATIONAL, FUNCTION=2*PI*TIME
MARKER/22, PART=2, QP=3, 0, 0
REQUEST/1, F2=DX(22,1)\\F3=DY(22,1)
END
";
    std::fs::write(place.join("wheel.adm"), circle).unwrap();
    let args = [
        "run",
        "wheel.adm",
        "--end",
        "1",
        "--steps",
        "200",
        "--quiet",
    ];
    let output = carom(place, &args);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let path = ["wheel.carom", "--x", "requests.f2", "--y", "requests.f3"];
    let shape = |args: &[&str]| {
        let points = longest(&plot(place, args).0);
        assert!(points.len() > 30, "{points:?}");
        let extent = |k: usize| {
            let all = points.iter().map(|p| p[k]);
            all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
        };
        extent(0) / extent(1)
    };
    // places are written to a hundredth of a pixel, and a line is thinned where that cannot be seen
    assert!((shape(&[&path[..], &["--equal"]].concat()) - 1.0).abs() < 0.01);
    assert!(shape(&path) > 1.5);
    let output = carom(place, &["plot", "wheel.carom", "--equal"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let output = carom(place, &["plot", "wheel.carom", "--equal", "--x", "time"]);
    assert!(
        said(&output).contains("view-bad-option"),
        "{}",
        said(&output)
    );
}

/// A run of the bouncing ball over a second.
fn bouncing_ball(place: &Path) -> String {
    let options = ["--end", "1", "--dt", "0.005"];
    let folder = run(place, "bouncing_ball/ball.adm", &options);
    folder.to_str().unwrap().to_owned()
}

fn has(words: &[String], word: &str) -> bool {
    words.iter().any(|w| w == word)
}

#[test]
fn what_is_asked_for_is_drawn() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let folder = &bouncing_ball(place)[..];
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
}

#[test]
fn phase_portraits_sections_and_spectra_are_drawn() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let folder = &bouncing_ball(place)[..];
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
}

#[test]
fn runs_are_drawn_over_each_other_and_as_pixels() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let folder = &bouncing_ball(place)[..];
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

/// Of many elements some are drawn; the picture and the notes say so, and names or a star bring the others.
#[test]
fn of_many_elements_some_are_drawn() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let mut deck = "Many\nPART/1, GROUND\nMARKER/1, PART = 1\nACCGRAV/KGRAV = -10\n".to_owned();
    for k in 2..92 {
        deck += &format!(
            "PART/{k}, MASS = 1, CM = {k}, IP = 1, 1, 1, VX = {k}\nMARKER/{k}, PART = {k}\n"
        );
    }
    std::fs::write(place.join("many.adm"), deck + "END\n").unwrap();
    let args = ["run", "many.adm", "--end", "1", "--steps", "20", "--quiet"];
    let output = carom(place, &args);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let (svg, words) = plot(place, &["many.carom", "--y", "bodies.x"]);
    let title = "position (30 of 90 elements)";
    assert!(words.iter().any(|w| w == title), "{words:?}");
    let paths = |svg: &str| svg.matches("<path").count();
    let output = carom(place, &["plot", "many.carom", "--y", "bodies.x"]);
    assert!(
        said(&output).contains("view-left-out") && said(&output).contains("[*]"),
        "{}",
        said(&output)
    );
    // the first, then every third
    let has = |words: &[String], k: u32| words.iter().any(|w| *w == format!("x of PART/{k}"));
    assert!(has(&words, 2) && !has(&words, 3) && has(&words, 5));
    let (all, words) = plot(place, &["many.carom", "--y", "bodies.x[*]"]);
    assert!(words.iter().any(|w| w == "position"), "{words:?}");
    // 60 more curves, and some more in the legend
    assert!(paths(&all) >= paths(&svg) + 60);
    let (_, words) = plot(place, &["many.carom", "--y", "bodies.x[3,4]"]);
    assert!(has(&words, 3) && has(&words, 4) && words.iter().any(|w| w == "position"));
}

/// In contacts of groups a curve belongs to a pair of solids.
#[test]
fn pairs_of_groups_have_curves() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let folder = run(
        place,
        "spheres/heap.adm",
        &["--end", "0.1", "--steps", "50", "--error", "1e-3"],
    );
    let folder = folder.to_str().unwrap();
    // PART/15 of the lowest layer meets the floor, GRAPHICS/1
    let (_, words) = plot(place, &[folder, "--y", "contacts.fn[2.15-1]"]);
    assert!(
        words
            .iter()
            .any(|w| w == "normal force of CONTACT/2 15-1, N"),
        "{words:?}"
    );
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
