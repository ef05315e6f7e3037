//! The program as users call it: what it prints, what it leaves on disk, how it exits.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom::files::results::read::Table;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ball() -> String {
    path("examples/bouncing_ball/ball.adm")
}

fn path(name: &str) -> String {
    root().join(name).to_str().unwrap().to_owned()
}

/// A folder to work in.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
        c.args(args).current_dir(self.0.path());
        c
    }

    fn carom(&self, args: &[&str]) -> Said {
        Said(self.command(args).output().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.file(name)).unwrap()).unwrap()
    }
}

struct Said(Output);

impl Said {
    fn out(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    fn err(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.0.stdout).unwrap_or_else(|e| panic!("{e}: {}", self.out()))
    }

    /// Checks the exit status.
    fn exits(self, status: i32) -> Self {
        let (out, err) = (self.out(), self.err());
        assert_eq!(self.0.status.code(), Some(status), "{out}\n{err}");
        self
    }
}

/// A part that is pulled by a force which has no value after t = 1.
const STOPS: &str = "\
Falls until its force has no value
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
ACCGRAV/KGRAV=-10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=SQRT(1-TIME)
END
";

// Reference: the quadruple-precision values of validation/values/impact_ball.json, B1.
const EVENTS: [(&str, f64); 4] = [
    ("contact-begin", 0.451_600_755_751_787_5),
    ("full-damping", 0.451_623_339_051_328_8),
    ("force-off", 0.473_072_367_269_029_4),
    ("contact-end", 0.477_774_924_851_584_3),
];

#[test]
fn the_bouncing_ball_ends_with_its_events() {
    let place = Place::new();
    // 1e-9 s and 1e-5 s are what the program promises at these settings
    for (options, tolerance) in [(&["--error", "1e-10"][..], 1e-9), (&[], 1e-5)] {
        let model = ball();
        let args: Vec<&str> = ["run", &model].iter().chain(options).copied().collect();
        let text = place.carom(&args).exits(0).out();
        for (line, (kind, time)) in text.lines().skip(1).zip(EVENTS) {
            let words: Vec<_> = line.split_whitespace().collect();
            assert_eq!((words[1], words[2]), (kind, "SFORCE/1"));
            let digits = words[0].split_once('.').unwrap().1.len();
            assert!(digits >= 12);
            let ours: f64 = words[0].parse().unwrap();
            assert!((ours - time).abs() < tolerance, "{kind}: {ours} {time}");
        }
        assert!(text.contains("results in ball.carom: bodies.parquet"));
    }
    let run = place.json("ball.carom/run.json");
    assert_eq!(run["program"], "carom");
    assert_eq!(run["status"], "done");
    assert_eq!(run["degrees_of_freedom"], 6);
    assert_eq!(run["units"]["length"], "meter");
    let analysis = &run["analyses"][0];
    assert_eq!(
        (analysis["kind"].as_str(), analysis["end"].as_f64()),
        (Some("dynamic"), Some(2.0))
    );
    for key in ["steps", "rhs_evaluations", "events"] {
        assert!(analysis[key].as_u64().unwrap() > 0, "{key}");
    }
    for file in run["files"].as_array().unwrap() {
        let file = format!("ball.carom/{}", file.as_str().unwrap());
        assert!(place.file(&file).exists());
    }
}

/// The same ball in both languages: the same equations, so the same numbers but for the order of a few sums.
#[test]
fn two_languages_one_ball() {
    let place = Place::new();
    let run = |ending: &str| {
        let model = path(&format!("examples/bouncing_ball/ball.{ending}"));
        let args = [
            "run", &model, "--error", "1e-10", "--out", ending, "--format", "csv", "--json",
        ];
        let said = place.carom(&args).exits(0).json();
        let events = said["events"].as_array().unwrap().clone();
        let table = |name: &str| Table::read(&place.file(ending), name).unwrap();
        (events, table("bodies"), table("requests"), table("forces"))
    };
    let (a, b) = (run("adm"), run("xml"));
    let near = |x: f64, y: f64, scale: f64| (x - y).abs() <= 1e-12 * scale;
    assert_eq!(a.0.len(), b.0.len());
    for (a, b) in a.0.iter().zip(&b.0).take(12) {
        assert_eq!(a["kind"], b["kind"]);
        let time = |e: &Value| e["time"].as_f64().unwrap();
        assert!(near(time(a), time(b), 1.0), "{a} {b}");
    }
    for column in ["time", "x", "z", "vz"] {
        let (a, b) = (a.1.numbers(column), b.1.numbers(column));
        assert_eq!(a.len(), b.len());
        // 5: the largest of the numbers, a speed
        assert!(a.iter().zip(b).all(|(a, b)| near(*a, *b, 5.0)), "{column}");
    }
    // 500: the largest force
    let (a, b) = (a.2.numbers("f4"), b.2.numbers("f4"));
    assert!(a.iter().any(|f| *f > 400.0));
    assert!(a.iter().zip(b).all(|(a, b)| near(*a, *b, 500.0)));
}

#[test]
fn json_and_overrides() {
    let place = Place::new();
    let model = ball();
    let args = [
        "run", &model, "--end", "0.5", "--steps", "10", "--format", "csv", "--out", "here",
        "--json",
    ];
    let said = place.carom(&args).exits(0).json();
    assert_eq!(said["event_count"], 4);
    assert_eq!(said["events"][3]["kind"], "contact-end");
    assert_eq!(said["run"]["analyses"][0]["end"], 0.5);
    let bodies = std::fs::read_to_string(place.file("here/bodies.csv")).unwrap();
    assert_eq!(bodies.lines().count(), 1 + 11);
    assert!(bodies.starts_with(
        "time,part,x,y,z,q0,q1,q2,q3,vx,vy,vz,wx,wy,wz,ax,ay,az,bx,by,bz\n0,2,0,0,1.1,"
    ));
    assert!(bodies.lines().last().unwrap().starts_with("0.5,2,"));

    // another grid, another method
    let args = [
        "run",
        &model,
        "--end",
        "0.4",
        "--dt",
        "0.1",
        "--integrator",
        "rk4",
        "--hmax",
        "0.001",
        "--format",
        "csv,res",
        "--out",
        "here",
        "--json",
    ];
    let said = place.carom(&args).exits(0).json();
    assert_eq!(said["run"]["analyses"][0]["integrator"], "rk4");
    assert!(place.file("here/ball.res").exists());
    let bodies = std::fs::read_to_string(place.file("here/bodies.csv")).unwrap();
    assert_eq!(bodies.lines().count(), 1 + 5);
}

/// An example that `carom examples` writes runs where it was written; nothing is replaced, and a slip of the name is caught.
#[test]
fn examples_are_copied_and_run() {
    let place = Place::new();
    let listed = place.carom(&["examples"]).exits(0).out();
    assert!(
        listed.contains("four_bar") && listed.contains("mesh_contact"),
        "{listed}"
    );
    place
        .carom(&["examples", "mesh_contact", "-o", "mine"])
        .exits(0);
    // With the STL file that the model names.
    let check = ["check", "mine/mesh_contact/wedge_of_triangles.adm"];
    place.carom(&check).exits(0);
    let said = place
        .carom(&["examples", "mesh_contact", "-o", "mine"])
        .exits(2)
        .err();
    assert!(
        said.contains("session-example") && said.contains("is there already"),
        "{said}"
    );
    let said = place.carom(&["examples", "four_ba"]).exits(2).err();
    assert!(said.contains("did you mean four_bar?"), "{said}");
}

/// What a run prints and writes is explained by name: kinds of events, columns, tables, formats.
#[test]
fn words_of_results_are_explained() {
    let place = Place::new();
    for (name, text) in [
        ("contact-begin", "gap of a contact closes"),
        ("fn", "normal force (force)"),
        ("rate_after", "rate of gap (velocity)"),
        ("events", "kinds of events"),
        ("parquet", "result format"),
    ] {
        let page = place.carom(&["explain", name]).exits(0).out();
        assert!(page.contains(text), "{name}: {page}");
    }
}

/// What `carom new` writes runs, in both languages with the same events; nothing is replaced.
#[test]
fn new_models_run() {
    let place = Place::new();
    let mut times = Vec::new();
    for name in ["start.adm", "start.xml"] {
        place.carom(&["new", name]).exits(0);
        let run = [
            "run", name, "--json", "--end", "1", "--dt", "0.1", "--error", "1e-10",
        ];
        let said = place.carom(&run).exits(0).json();
        times.push(said["events"][0]["time"].as_f64().unwrap());
        let text = std::fs::read(place.file(name)).unwrap();
        let said = place.carom(&["new", name]).exits(2).err();
        assert!(
            said.contains("session-new-model") && said.contains("is there already"),
            "{said}"
        );
        assert_eq!(std::fs::read(place.file(name)).unwrap(), text);
    }
    // the ball falls 1 m: sqrt(2/g), to a thousand times the error asked for
    for time in times {
        assert!((time - (2.0_f64 / 9.80665).sqrt()).abs() < 1e-7, "{time}");
    }
    let said = place.carom(&["new", "start.dat"]).exits(2).err();
    assert!(said.contains(".adm") && said.contains(".xml"), "{said}");
}

#[test]
fn results_replace_results_only() {
    let place = Place::new();
    let model = ball();
    std::fs::create_dir(place.file("ball.carom")).unwrap();
    place.write("ball.carom/notes.txt", "mine");
    let said = place.carom(&["run", &model, "--end", "0.1"]).exits(2);
    assert!(said.err().contains("error[session-output-not-ours]"));
    assert!(place.file("ball.carom/notes.txt").exists());
    let out = ["run", &model, "--end", "0.1", "--out", "b", "--format"];
    place.carom(&[&out[..], &["csv"]].concat()).exits(0);
    assert!(place.file("b/events.csv").exists());
    // the second run into the folder moves the first one aside, and says so
    let said = place.carom(&[&out[..], &["parquet"]].concat()).exits(0);
    assert!(
        said.err().contains("note[session-output-kept]"),
        "{}",
        said.err()
    );
    assert!(!place.file("b/events.csv").exists() && place.file("b/events.parquet").exists());
    assert!(place.file("b.1/events.csv").exists());
    // the third one replaces, as it is asked to
    let replaced = [&out[..], &["csv", "--overwrite"]].concat();
    let said = place.carom(&replaced).exits(0);
    assert!(
        !said.err().contains("session-output-kept"),
        "{}",
        said.err()
    );
    assert!(place.file("b/events.csv").exists() && !place.file("b/events.parquet").exists());
    assert!(!place.file("b.2").exists());
}

#[test]
fn a_run_that_ends_early_keeps_its_results() {
    let place = Place::new();
    place.write("stops.adm", STOPS);
    let args = [
        "run",
        "stops.adm",
        "--end",
        "2",
        "--steps",
        "20",
        "--format",
        "csv",
    ];
    let said = place.carom(&args).exits(1);
    assert!(said.err().contains("ended early at time"), "{}", said.err());
    assert!(said.err().contains("SFORCE/1"), "{}", said.err());
    let run = place.json("stops.carom/run.json");
    assert_eq!(run["status"], "early");
    let time = run["error"]["time"].as_f64().unwrap();
    assert!((0.9..=1.0).contains(&time), "{time}");
    let bodies = std::fs::read_to_string(place.file("stops.carom/bodies.csv")).unwrap();
    let last = bodies.lines().last().unwrap();
    let last: f64 = last.split_once(',').unwrap().0.parse().unwrap();
    assert!(last >= 0.9, "{last}");
}

#[test]
fn a_killed_run_leaves_whole_rows() {
    let place = Place::new();
    let model = ball();
    let args = [
        "run",
        &model,
        "--end",
        "1000",
        "--dt",
        "1e-5",
        "--format",
        "csv,parquet",
    ];
    let mut child = place
        .command(&args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let folder = place.file("ball.carom");
    let rows = || Table::read(&folder, "bodies").map_or(0, |t| t.len());
    let started = Instant::now();
    while rows() <= 1000 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(rows() > 1000);
    // the same as text, up to where the kill struck
    std::fs::remove_file(folder.join("bodies.parquet")).unwrap();
    assert!(rows() > 1000);
    assert_eq!(place.json("ball.carom/run.json")["status"], "running");
    // and the next run takes the folder over
    place.carom(&["run", &model, "--end", "0.1"]).exits(0);
}

#[test]
fn refused_runs_say_why() {
    let place = Place::new();
    place.write("stops.adm", STOPS);
    place.write("broken.adm", &STOPS.replace("SQRT(1-TIME)", "SQRT(1-TIME"));
    let model = ball();
    for (args, name) in [
        (&["run", "stops.adm"][..], "session-no-end"),
        (&["run", "nothing.adm"], "file-not-readable"),
        (&["run", "notes.txt"], "session-unknown-ending"),
        (&["run", "own.toml"], "session-unknown-ending"),
        (&["run", "broken.adm", "--end", "1"], "error["),
        (&["run", &model, "--contact", "rigid"], "rigid-restitution"),
        (
            &["run", &model, "--restitution", "0.5"],
            "session-bad-option",
        ),
        (
            &["run", &model, "--format", "gra"],
            "session-format-refused",
        ),
        (
            &["run", &model, "--format", "mrf"],
            "session-format-refused",
        ),
        (
            &["run", &model, "--format", "xls"],
            "session-unknown-format",
        ),
        (
            &["run", &model, "--integrator", "gear"],
            "session-unknown-integrator",
        ),
        (&["run", &model, "--error", "-1"], "session-bad-option"),
        (&["run", &model, "--hmax", "nan"], "session-bad-option"),
        (
            &["run", &model, "--dt", "1e-300"],
            "session-too-many-outputs",
        ),
        (&["run", &model, "--out", &model], "session-output-folder"),
        (
            &["run", &model, "--steps", "3", "--dt", "1"],
            "cannot be used with",
        ),
        (&["run", &model, "--steps", "many"], "invalid value"),
        (&["run"], "Usage"),
        (&["walk"], "unrecognized subcommand"),
    ] {
        let said = place.carom(args).exits(2);
        assert!(said.err().contains(name), "{args:?}: {}", said.err());
        assert_eq!(said.out(), "", "{args:?}");
    }
    assert!(!place.file("stops.carom").exists() && !place.file("ball.carom").exists());
}

#[test]
fn an_error_shows_the_place() {
    let place = Place::new();
    place.write("broken.adm", &STOPS.replace("MASS=1,", "MASS=1x,"));
    let said = place.carom(&["run", "broken.adm", "--end", "1"]).exits(2);
    assert!(said.err().contains(" broken.adm:5:"), "{}", said.err());
    assert!(
        said.err().contains("5 | PART/2, MASS=1x,"),
        "{}",
        said.err()
    );
    assert!(said.err().contains("^"), "{}", said.err());
}

#[test]
fn quiet_is_quiet() {
    let place = Place::new();
    let said = place
        .carom(&["run", &ball(), "--end", "0.5", "-q"])
        .exits(0);
    assert_eq!((said.out(), said.err()), (String::new(), String::new()));
    let said = place.carom(&["run", "nothing.adm", "-q"]).exits(2);
    assert!(said.err().contains("nothing.adm"));
}

#[test]
fn strict_refuses_warnings() {
    let place = Place::new();
    place.write("open.adm", &STOPS.replace("END\n", ""));
    let run = ["run", "open.adm", "--end", "0.5"];
    let said = place.carom(&run).exits(0);
    assert!(said.err().contains("warning["), "{}", said.err());
    let said = place.carom(&[&run[..], &["--strict"]].concat()).exits(2);
    assert!(said.err().contains("error["), "{}", said.err());
    place.carom(&["check", "open.adm"]).exits(0);
    place.carom(&["check", "open.adm", "--strict"]).exits(2);
}

#[test]
fn check_counts_and_names() {
    let place = Place::new();
    let model = path("validation/models/adamspy/generic_model.acf");
    let said = place.carom(&["check", &model]).exits(0).out();
    assert!(said.contains("0 degrees of freedom"), "{said}");
    assert!(said.contains("redundant  JPRIM/1: "), "{said}");
    assert!(said.contains("verdict    accepted"), "{said}");
    let said = place.carom(&["check", &model, "--json"]).exits(0).json();
    assert_eq!(said["degrees_of_freedom"], 0);
    assert_eq!(said["accepted"], true);
    assert_eq!(said["redundant_constraints"].as_array().unwrap().len(), 1);

    // what is not supported: named with its place, and refused
    let deck = "t\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\nMFORCE/1\nTIRE/3\nEND\n";
    place.write("unsupported.adm", deck);
    let said = place
        .carom(&["check", "unsupported.adm", "--json"])
        .exits(2)
        .json();
    assert_eq!(said["accepted"], false);
    let unsupported = said["unsupported"].as_array().unwrap();
    assert!(!unsupported.is_empty());
    for u in unsupported {
        let place = u["place"].as_str().unwrap();
        assert!(place.contains("unsupported.adm:"), "{place}");
    }
    place.carom(&["check", "nothing.adm"]).exits(2);
}

#[test]
fn eval_gives_values_and_derivatives() {
    let place = Place::new();
    let impact = "IMPACT(x, v, 1.0, 100, 1.5, 25, 0.1)";
    // the values that the manual's parameters give, to the digits printed there
    for (x, v, value) in [("0.95", "-2", 26.11803), ("0.85", "-2", 55.80948)] {
        let (x, v) = (format!("x={x}"), format!("v={v}"));
        let said = place
            .carom(&["eval", impact, "--let", &x, "--let", &v])
            .exits(0);
        let ours: f64 = said.out().trim().parse().unwrap();
        assert!((ours - value).abs() < 0.5e-5 * 1.01, "{ours}");
    }
    let args = [
        "eval",
        "a*a*b",
        "--let",
        "a=3",
        "--let",
        "b=5",
        "--derivatives",
        "--json",
    ];
    let said = place.carom(&args).exits(0).json();
    assert_eq!(said["value"], 45.0);
    assert_eq!(said["names"], serde_json::json!(["a", "b"]));
    assert_eq!(said["gradient"], serde_json::json!([30.0, 9.0]));
    assert_eq!(said["second"], serde_json::json!([[10.0, 6.0], [6.0, 0.0]]));
    let said = place
        .carom(&["eval", "-2*x", "--let", "x=-3", "--derivatives"])
        .exits(0);
    assert_eq!(said.out(), "6\nd/dx = -2\nd²/dx² = 0\n");
    let said = place
        .carom(&["eval", "--let", "x=1", "x", "--json"])
        .exits(0);
    assert_eq!(said.json(), serde_json::json!({ "value": 1.0 }));
}

#[test]
fn eval_refuses_with_a_reason() {
    let place = Place::new();
    for (args, reason) in [
        (&["x+1"][..], "X"),
        (&["SQRT(x)", "--let", "x=-1"], "session-not-finite"),
        (&["DZ(1,2)"], "session-needs-model"),
        (&["IMPACT(1,2,3)"], "IMPACT"),
        (&["(1+2"], "error["),
        (&["1", "--let", "x"], "is not NAME=NUMBER"),
        (&["1", "--let", "x=1", "--let", "X=2"], "twice"),
    ] {
        let args = [&["eval"][..], args].concat();
        let said = place.carom(&args).exits(2);
        assert!(said.err().contains(reason), "{args:?}: {}", said.err());
        assert_eq!(said.out(), "");
    }
}

/// Cases of the reference files, a mesh from a file, text and JSON.
#[test]
fn overlap_tells_the_contact_geometry() {
    let place = Place::new();
    let cases = path("validation/values/contact-analytic.json");
    let said = place.carom(&["overlap", &cases, "--json"]).exits(0).json();
    let references: Value = serde_json::from_slice(&std::fs::read(&cases).unwrap()).unwrap();
    let (ours, theirs) = (
        said["cases"].as_array().unwrap(),
        references["cases"].as_array().unwrap(),
    );
    assert_eq!((ours.len(), theirs.len()), (38, 38));
    for (x, y) in ours.iter().zip(theirs) {
        assert_eq!(x["id"], y["id"]);
        let [x, y] = [x, y].map(|v| v["components"].as_array().unwrap());
        assert_eq!(x.len(), y.len());
        for k in 0..x.len() {
            // in the order of their centroids, as the references are except for grooves, whose volumes are equal
            let [v, w] = [&x[k], &y[k]].map(|c| c["volume"].as_f64().unwrap());
            // 1e-9: half an ulp of a radius in the smallest depth of 1e-6
            assert!((v / w - 1.0).abs() < 1e-9, "{v} {w}");
        }
    }
    let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    place.write("t.obj", tetrahedron);
    let case = r#"{"A": {"type": "mesh", "file": "t.obj", "center": [0, 0, -0.5]},
                   "B": {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}}"#;
    place.write("case.json", case);
    let said = place
        .carom(&["overlap", "case.json", "--rule", "smooth"])
        .exits(0)
        .out();
    // 1/6 − (1/6)/8
    let volume: f64 = said
        .lines()
        .find_map(|l| l.trim().strip_prefix("volume "))
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert!((volume - 7.0 / 48.0).abs() < 1e-15, "{said}");
    assert!(
        said.starts_with("1 volume of intersection\n") && said.contains("smooth depth"),
        "{said}"
    );
    // the pieces as triangles, read again: the volume to the bits that sums leave
    let stl = ["overlap", "case.json", "--stl", "piece.stl"];
    place.carom(&stl).exits(0);
    let piece = r#"{"A": {"type": "mesh", "file": "piece.stl"},
                    "B": {"type": "halfspace", "normal": [0, 0, 1], "offset": 1}}"#;
    place.write("piece.json", piece);
    let read = place
        .carom(&["overlap", "piece.json", "--json"])
        .exits(0)
        .json();
    let kept = read["components"][0]["volume"].as_f64().unwrap();
    assert!((kept - volume).abs() < 1e-15, "{kept} {volume}");
    let several = ["overlap", &cases, "--stl", "pieces.stl"];
    let said = place.carom(&several).exits(2).err();
    assert!(said.contains("--stl takes a file of one case"), "{said}");
    place.write("t.obj", &tetrahedron.replace("f 2 3 4\n", ""));
    let said = place.carom(&["overlap", "case.json"]).exits(2).err();
    assert!(
        said.contains("case.json: A: the mesh is not closed: edge (1, 2)"),
        "{said}"
    );
    assert!(
        place
            .carom(&["overlap", "none.json"])
            .exits(2)
            .err()
            .contains("none.json: ")
    );
}

/// Eigenvalues on the terminal and in tables, matrices as JSON and as text.
#[test]
fn linear_writes_eigenvalues_modes_and_matrices() {
    let place = Place::new();
    let plant = path("validation/decks/linear/plant.adm");
    let text = place
        .carom(&["linear", &plant, "--format", "csv"])
        .exits(0)
        .out();
    assert!(text.contains("3 states, 1 inputs, 2 outputs"), "{text}");
    let run = place.json("plant.carom/run.json");
    let files: Vec<_> = run["files"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for name in [
        "eigenvalues.csv",
        "modes.csv",
        "linear.json",
        "plant.a",
        "plant.b",
        "plant.c",
        "plant.d",
    ] {
        assert!(files.contains(&name), "{name}: {files:?}");
        assert!(
            place.file(&format!("plant.carom/{name}")).exists(),
            "{name}"
        );
    }
    assert_eq!(
        run["analyses"].as_array().unwrap().last().unwrap()["kind"],
        "linear"
    );
    let linear = place.json("plant.carom/linear.json");
    let one = &linear["analyses"][0];
    assert_eq!(one["states"][2], "TFSISO/1: state 1");
    assert_eq!(
        one["outputs"],
        serde_json::json!(["VARIABLE/2", "VARIABLE/3"])
    );
    // s = -10 of the filter, and 2 s^2 + 0.3 s + 50 = 0
    let values = Table::read(&place.file("plant.carom"), "eigenvalues").unwrap();
    let real = values.numbers("real");
    assert!(
        (real[0] + 10.0).abs() < 1e-12 && (real[1] + 0.075).abs() < 1e-12,
        "{real:?}"
    );
    let json = place.carom(&["linear", &plant, "--json"]).exits(0).json();
    assert_eq!(json["linear"][0]["a"].as_array().unwrap().len(), 3);
}

#[test]
fn explain_and_completions() {
    let place = Place::new();
    for (name, text) in [
        ("IMPACT", "IMPACT(x, xdot, x1, k, e, cmax, d)"),
        ("sforce", "statement, Adams dataset"),
        ("radau5", "integrator"),
        ("parquet", "result format"),
        ("events", "rate_before"),
        ("adm-bad-id", "positive whole number"),
        ("diagnostics", "session-no-end"),
        ("--hmax", "option of carom run"),
        ("contact", "as-modelled"),
    ] {
        let said = place.carom(&["explain", name]).exits(0).out();
        assert!(said.contains(text), "{name}: {said}");
    }
    let said = place.carom(&["explain", "IMPCAT"]).exits(2);
    assert!(said.err().contains("did you mean IMPACT?"));
    let said = place
        .carom(&["explain", "IMPACT", "--json"])
        .exits(0)
        .json();
    assert_eq!(said[0]["kind"], "function");
    assert!(
        place
            .carom(&["explain"])
            .exits(0)
            .out()
            .contains("functions")
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.carom(&["completions", shell]).exits(0).out();
        assert!(script.contains("explain"), "{shell}");
    }
}

/// `carom explain functions | head -1` is no bug.
#[test]
fn a_reader_that_leaves_is_no_failure() {
    let place = Place::new();
    let mut child = place
        .command(&["explain", "functions"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn help_and_version() {
    let place = Place::new();
    let said = place.carom(&["--version"]).exits(0).out();
    assert!(said.starts_with("carom "));
    for args in [&["--help"][..], &["run", "--help"], &["eval", "--help"]] {
        let said = place.carom(args).exits(0).out();
        assert!(said.contains("2  the input is refused"), "{said}");
    }
}

/// Two runs give the same bytes once their date is told; a date that cannot be read is not passed over.
#[test]
fn the_date_of_result_files_can_be_told() {
    let place = Place::new();
    let model = path("examples/solid_contact/ball_on_plate.adm");
    let run = |date: &str| {
        let arguments = ["run", &model, "--quiet", "--end", "0.01", "--format", "req"];
        let mut command = place.command(&arguments);
        Said(command.env("SOURCE_DATE_EPOCH", date).output().unwrap())
    };
    run("951782400").exits(0);
    let written = std::fs::read_to_string(place.file("ball_on_plate.carom/ball_on_plate.req"));
    assert!(written.unwrap().contains("2000-02-29 00:00:00"));
    let said = run("yesterday").exits(2);
    assert!(said.err().contains("SOURCE_DATE_EPOCH is 'yesterday'"));
}

/// `--analysis` puts one analysis in the place of those of the model.
#[test]
fn one_analysis_in_place_of_those_of_the_model() {
    let place = Place::new();
    let (four_bar, ball) = (path("examples/four_bar/four_bar.adm"), ball());
    let driven = ["run", &four_bar, "--analysis", "kinematic", "--end", "1"];
    let text = place.carom(&driven).exits(0).out();
    assert!(
        text.contains("kinematic from 0 to 1: none, 500 steps"),
        "{text}"
    );
    let rest = ["run", &ball, "--analysis", "static", "--format", "csv"];
    let text = place.carom(&rest).exits(0).out();
    assert!(text.contains("static from 0 to 0: newton"), "{text}");
    let bodies = Table::read(&place.file("ball.carom"), "bodies").unwrap();
    let z = *bodies.numbers("z").last().unwrap();
    // 0.1 − (m·g/k)^(2/3) with 1 kg and 1e5; 1e-10 is what equilibrium promises
    let exact = 0.1 - (9.80665f64 / 1e5).powf(2.0 / 3.0);
    assert!((z - exact).abs() < 1e-10, "{z} {exact}");
    let free = ["run", &ball, "--analysis", "kinematic", "--end", "1"];
    // Nothing has moved: the input is refused, as `carom check` does.
    let said = place.carom(&free).exits(2).err();
    assert!(said.contains("degrees of freedom"), "{said}");
    let endless = ["run", &ball, "--analysis", "dynamic"];
    assert!(place.carom(&endless).exits(2).err().contains("no --end"));
}
