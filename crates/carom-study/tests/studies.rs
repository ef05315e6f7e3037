//! Studies from file to dataset, against closed forms.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::base::Diagnostic;
use carom_study::{Dataset, Earlier, Row, Status, Study, read_summary, run_missing};
use std::fs;
use std::path::{Path, PathBuf};

/// A mass of 1 falls from the height 20 with 10.
const FALL: &str = "\
Fall
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,20
MARKER/20, PART=2
ACCGRAV/KGRAV=-10
END
";

/// A mass on a spring: ω² = k/m.
const SPRING: &str = "\
Spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,0
MARKER/20, PART=2
SFORCE/1, I=20, J=10, TRANSLATION, ACTIONONLY
, FUNCTION = -VARVAL(1)*DZ(20,10)
VARIABLE/1, FUNCTION = 4
END
";

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("fall.adm"), FALL).unwrap();
        fs::write(folder.path().join("spring.adm"), SPRING).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn study(&self, text: &str) -> Study {
        let path = self.path("study.toml");
        fs::write(&path, text).unwrap();
        Study::read(&path).unwrap_or_else(|r| panic!("{:#?}", r.diagnostics))
    }

    fn run(&self, text: &str) -> Vec<Row> {
        let study = self.study(text);
        (0..study.len()).map(|r| study.run(r)).collect()
    }
}

/// z = z₀ + v₀·t − 5·t², and the time at which it is 0.
#[test]
fn a_fall_in_closed_form() {
    let bench = Bench::new();
    let rows = bench.run(
        r#"
model = "fall.adm"
[run]
end = "2*t_half"
steps = 40
error = 1e-10
[parameters]
z0 = { at = "PART/2.qg.z", values = [20, 45], was = 20 }
v0 = { at = "PART/2.vz", from = 0, to = 2, points = 3 }
t_half = { value = 0.25 }
[responses]
height = { last = "PART/2.z" }
by_expression = { last = "DZ(20,10)" }
top = { max = "PART/2.z" }
when_top = { time-of-max = "DZ(20,10)" }
mean_speed = { mean = "VZ(20,10)" }
early = { at = "PART/2.z", time = "t_half" }
drop = { value = "z0-height" }
"#,
    );
    assert_eq!(rows.len(), 6);
    for row in &rows {
        assert_eq!(
            (row.status, row.reason.as_str(), row.time),
            (Status::Done, "", 0.5)
        );
        let [z0, v0] = [row.parameters[0], row.parameters[1]];
        let z = |t: f64| z0 + v0 * t - 5.0 * t * t;
        // the top is at t = v₀/10, an output time; tolerance of the integration
        let top = v0 / 10.0;
        let expected = [z(0.5), z(0.5), z(top), top, v0 - 2.5, z(0.25), z0 - z(0.5)];
        for (k, (x, e)) in row.responses.iter().zip(expected).enumerate() {
            let x = x.unwrap();
            assert!(
                (x - e).abs() < 1e-8,
                "response {k} of {row:?}: {x} is not {e}"
            );
        }
    }
    let pairs: Vec<_> = rows
        .iter()
        .map(|r| (r.parameters[0], r.parameters[1]))
        .collect();
    let grid = [
        (20.0, 0.0),
        (20.0, 1.0),
        (20.0, 2.0),
        (45.0, 0.0),
        (45.0, 1.0),
        (45.0, 2.0),
    ];
    assert_eq!(pairs, grid);
}

/// A study by hand: the run of the edited deck.
#[test]
fn a_run_is_the_run_of_the_edited_deck() {
    let bench = Bench::new();
    let study = bench.study(
        r#"
model = "spring.adm"
run = { end = 3, error = 1e-9 }
parameters.k = { at = "VARIABLE/1.function", values = [4, 9.5] }
parameters.m = { at = "PART/2.mass", values = [0.3] }
parameters.z = { at = "PART/2.qg.z", value = 0.7 }
responses.z_end = { last = "PART/2.z" }
"#,
    );
    for run in 0..2 {
        let row = study.run(run);
        let (k, m) = (row.parameters[0], row.parameters[1]);
        // z = 0.7·cos(√(k/m)·t)
        let exact = 0.7 * ((k / m).sqrt() * 3.0).cos();
        let z = row.responses[0].unwrap();
        assert!((z - exact).abs() < 1e-6, "{z} {exact}");
        let text = study.deck_text(run);
        assert!(
            text.contains("MASS=0.3, CM=20, IP=1,1,1, QG=0,0,0.7\n"),
            "{text}"
        );
        let (model, d) = carom::files::adm::read_text("by_hand.adm", text);
        assert!(!d.has_errors(), "{d:?}");
        let mut request = carom::Request {
            end: Some(3.0),
            ..carom::Request::default()
        };
        request.options.error = Some(1e-9);
        let by_hand = carom::simulate(&model.unwrap(), &request).unwrap();
        let last = by_hand.frames.last().unwrap();
        assert_eq!(last.bodies[0].position[2].to_bits(), z.to_bits());
    }
}

const MANY: &str = r#"
model = "fall.adm"
run = { end = 0.5, steps = 5 }
design = { kind = "latin-hypercube", points = 23, seed = 5 }
results = { part = 5 }
[parameters]
z0 = { at = "PART/2.qg.z", from = 10, to = 30 }
m = { at = "PART/2.mass", from = -0.2, to = 2.0 }
[responses]
z = { last = "PART/2.z" }
"#;

/// All files of the rows with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut list: Vec<_> = fs::read_dir(folder.join("runs"))
        .unwrap()
        .map(|e| {
            let path = e.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    list.sort();
    list
}

/// The folder of a study that goes on, or begins where an earlier one is moved aside.
fn open<'a>(study: &'a Study, folder: &Path, resume: bool) -> Result<Dataset<'a>, Diagnostic> {
    let earlier = if resume {
        Earlier::Resumed
    } else {
        Earlier::Kept
    };
    Dataset::open(study, folder, earlier)
}

fn complete(study: &Study, folder: &Path, threads: usize, resume: bool) {
    let mut dataset = open(study, folder, resume).unwrap();
    run_missing(&mut dataset, study, threads, &|| false, &mut |_| {}).unwrap();
    let summary = dataset.finish().unwrap();
    assert_eq!(summary.status, "done");
}

#[test]
fn the_dataset_does_not_depend_on_threads_interruptions_or_order() {
    let bench = Bench::new();
    let study = bench.study(MANY);
    let one = bench.path("one.sweep");
    complete(&study, &one, 1, false);
    let expected = files(&one);
    let names: Vec<_> = expected.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(
        names,
        [
            "part-000000.parquet",
            "part-000001.parquet",
            "part-000002.parquet",
            "part-000003.parquet",
            "part-000004.parquet"
        ]
    );
    assert!(!one.join("journal").exists());
    let counts = read_summary(&one).unwrap().ended;
    // masses below 0 are refused: 0.2 of 2.2 of 23 strata are two of them, and a part of a third
    assert!((2..=3).contains(&counts.refused), "{counts:?}");
    assert_eq!(counts.all(), 23);

    let three = bench.path("three.sweep");
    complete(&study, &three, 3, true);
    assert_eq!(files(&three), expected);

    // Points from elsewhere, in any order, some twice.
    let far = bench.path("far.sweep");
    let mut dataset = open(&study, &far, false).unwrap();
    for runs in [&[22, 3, 4][..], &[4, 5, 0], &[99]] {
        dataset.add_points(&study.run_points(runs)).unwrap();
    }
    assert_eq!(dataset.counts().all(), 5);
    assert!(dataset.add_points(&study.run_points(&[7])[..50]).is_err());
    let rest = dataset.missing();
    dataset.add_points(&study.run_points(&rest)).unwrap();
    dataset.finish().unwrap();
    assert_eq!(files(&far), expected);
}

/// What is left of a program that is killed while it writes: a journal that ends anywhere, a file that is not whole.
#[test]
fn a_study_that_was_killed_is_resumed_to_the_same_bytes() {
    let bench = Bench::new();
    let study = bench.study(MANY);
    let whole = bench.path("whole.sweep");
    complete(&study, &whole, 1, false);
    let expected = files(&whole);

    let folder = bench.path("killed.sweep");
    let mut dataset = open(&study, &folder, false).unwrap();
    for run in 0..13 {
        dataset.add_points(&study.run_points(&[run])).unwrap();
    }
    drop(dataset); // no finish
    let journal = fs::read(folder.join("journal")).unwrap();
    let mut counts = Vec::new();
    for cut in [
        0,
        1,
        100,
        journal.len() / 2,
        journal.len() - 1,
        journal.len(),
    ] {
        fs::write(folder.join("journal"), &journal[..cut]).unwrap();
        let mut dataset = open(&study, &folder, true).unwrap();
        // an end in the middle of a record is told
        let told = dataset
            .take_notes()
            .iter()
            .any(|d| d.name == "session-journal-damaged");
        assert_eq!(told, ![0, journal.len()].contains(&cut), "{cut}");
        counts.push(dataset.counts().all());
    }
    // 10 runs are in two files; the journal has the others as far as its records are whole
    assert_eq!((counts[0], counts[4], counts[5]), (10, 12, 13));
    // A file that was damaged is written again.
    let part = folder.join("runs/part-000001.parquet");
    let bytes = fs::read(&part).unwrap();
    fs::write(&part, &bytes[..bytes.len() / 2]).unwrap();
    complete(&study, &folder, 2, true);
    assert_eq!(files(&folder), expected);
}

#[test]
fn only_the_same_study_is_resumed() {
    let bench = Bench::new();
    let folder = bench.path("a.sweep");
    let study = bench.study(MANY);
    complete(&study, &folder, 1, false);
    let refused = |study: &Study, resume| match open(study, &folder, resume) {
        Ok(_) => "",
        Err(d) => d.name,
    };
    let other = bench.study(&MANY.replace("seed = 5", "seed = 6"));
    assert_eq!(refused(&other, true), "session-cannot-resume");
    fs::write(bench.path("fall.adm"), FALL.replace("-10", "-11")).unwrap();
    let other = bench.study(MANY);
    assert_eq!(refused(&other, true), "session-cannot-resume");
    assert_eq!(refused(&other, false), "");
    // the study that was there is kept, and so is this one, which was not ended: it could go on
    assert!(bench.path("a.1.sweep").join("study.json").exists());
    assert_eq!(refused(&other, false), "session-output-interrupted");
    assert!(Dataset::open(&other, &folder, Earlier::Replaced).is_ok());
    let claimed = open(&other, &folder, true).unwrap();
    assert_eq!(refused(&other, true), "session-output-in-use");
    drop(claimed);
    // nothing else is replaced
    fs::remove_file(folder.join("study.json")).unwrap();
    assert_eq!(refused(&other, false), "session-output-not-ours");
}

#[test]
fn runs_that_fail_are_rows_with_their_reason() {
    let bench = Bench::new();
    let rows = bench.run(
        r#"
model = "spring.adm"
run = { end = 1 }
[parameters]
m = { at = "PART/2.mass", values = [-1, 1] }
k = { at = "VARIABLE/1.function", values = [4, 1] }
root = { value = "1/(k-1)" }
[responses]
z = { last = "PART/2.z" }
[design]
kind = "list"
"#,
    );
    assert_eq!([rows[0].status, rows[1].status], [Status::Refused; 2]);
    assert!(
        rows[0].reason.starts_with("error[adm-out-of-range]"),
        "{}",
        rows[0].reason
    );
    // the place in the deck, with the number in it
    assert!(
        rows[0].reason.contains("spring.adm:5:14"),
        "{}",
        rows[0].reason
    );
    assert!(rows[0].reason.contains("MASS=-1.0"), "{}", rows[0].reason);
    assert_eq!(rows[1].reason, "root is inf");
    assert_eq!(rows[0].responses, [None]);
}

#[test]
fn stops() {
    let bench = Bench::new();
    // √(2·20/10) = 2 s to the ground
    let rows = bench.run(
        r#"
model = "fall.adm"
run = { end = 10, error = 1e-10 }
stop = { when = "DZ(20,10)", below = "floor" }
[parameters]
floor = { values = [0, 15, -1000] }
[responses]
t = { last = "time" }
v = { last = "VZ(20,10)" }
sensors = { count = "sensor" }
"#,
    );
    let status: Vec<_> = rows.iter().map(|r| r.status).collect();
    assert_eq!(status, [Status::Stopped, Status::Stopped, Status::Done]);
    assert_eq!(rows[0].reason, "stopped by DZ(20,10)");
    for (row, t) in rows.iter().zip([2.0, 1.0, 10.0]) {
        assert!((row.responses[0].unwrap() - t).abs() < 1e-9, "{row:?}");
        assert!(
            (row.responses[1].unwrap() + 10.0 * t).abs() < 1e-7,
            "{row:?}"
        );
        assert!((row.time - t).abs() < 1e-9);
        assert_eq!(
            (row.responses[2], row.events),
            (Some(0.0), 0),
            "the study's own sensor is no event"
        );
    }
}

/// Bounces of a ball: impact times in closed form, t₁ = √(2h/g) and t₂ = t₁·(1 + 2e).
#[test]
fn events_and_rigid_contacts() {
    let bench = Bench::new();
    let deck = FALL.replace(
        "END\n",
        "SFORCE/1, I=20, J=10, TRANSLATION, ACTIONONLY\n, FUNCTION=IMPACT(DZ(20,10), VZ(20,10), 0, 1E5, 1.5, 0, 1E-4)\nEND\n",
    );
    fs::write(bench.path("ball.adm"), deck).unwrap();
    let rows = bench.run(
        r#"
model = "ball.adm"
run = { end = 20, contact = "rigid", restitution = "e", error = 1e-10 }
stop = { event = "impact", count = 3 }
[parameters]
e = { values = [0.5, 0.8] }
[responses]
t1 = { first = "time", event = "impact", of = "SFORCE/1" }
t2 = { nth = "time", event = "impact", number = 2 }
v2 = { nth = "rate_before", event = "impact", number = -2 }
t = { last = "time" }
lowest = { min = "PART/2.z" }
count = { count = "impact" }
before_4 = { count = "impact", to = 4.5 }
none = { first = "time", event = "slip" }
ratio = { value = "t2/t1" }
missing = { value = "none+1" }
"#,
    );
    for row in rows {
        assert_eq!(row.status, Status::Stopped);
        assert!(row.reason.contains("impact of SFORCE/1"), "{}", row.reason);
        let e = row.parameters[0];
        let near = |k: usize, x: f64| {
            let y = row.responses[k].unwrap();
            assert!((x - y).abs() < 1e-8, "response {k}: {y} is not {x}");
        };
        near(0, 2.0);
        near(1, 2.0 + 4.0 * e);
        near(2, -20.0 * e);
        // the state at the impact that stops it is an output
        near(3, 2.0 + 4.0 * e + 4.0 * e * e);
        near(4, 0.0);
        near(5, 3.0);
        near(6, if e < 0.51 { 2.0 } else { 1.0 });
        near(8, 1.0 + 2.0 * e);
        assert_eq!([row.responses[7], row.responses[9]], [None, None]);
    }
}

#[test]
fn points_of_a_file() {
    let bench = Bench::new();
    fs::write(bench.path("points.csv"), "name,Z,m\na,5,1\nb,7.5,2\n").unwrap();
    let rows = bench.run(
        r#"
model = "fall.adm"
run = { end = 0.1 }
design = { kind = "file", file = "points.csv" }
[parameters]
m = { at = "PART/2.mass" }
z0 = { at = "PART/2.qg.z", column = "Z" }
[responses]
z = { first = "PART/2.z" }
"#,
    );
    let values: Vec<_> = rows.iter().map(|r| r.parameters.clone()).collect();
    assert_eq!(values, [[1.0, 5.0], [2.0, 7.5]]);
    assert_eq!(rows[1].responses, [Some(7.5)]);
}

/// The points of a study's sections, read back: one list for each run.
fn points(study: &Study, rows: &[Row]) -> Vec<Vec<Vec<f64>>> {
    let width = study.section.as_ref().unwrap().width();
    let split = |r: &Row| r.points.chunks(width).map(<[f64]>::to_vec).collect();
    rows.iter().map(split).collect()
}

/// A free oscillator is where it was after each period 2π/√k, and half way between at half of it.
#[test]
fn a_section_after_each_period() {
    let bench = Bench::new();
    let study = bench.study(
        r#"
model = "spring.adm"
run = { error = 1e-11 }
parameters.k = { at = "VARIABLE/1.function", values = [4, 9] }
parameters.z0 = { at = "PART/2.qg.z", value = 0.5 }
section = { every = "PI/SQRT(k)", settle = "3*PI/SQRT(k)", points = 4, columns = { z = "PART/2.z", v = "VZ(20,10)", n = { value = "time*SQRT(k)/PI" } } }
"#,
    );
    let rows: Vec<Row> = (0..2).map(|r| study.run(r)).collect();
    for (row, list) in rows.iter().zip(points(&study, &rows)) {
        assert_eq!((row.status, list.len()), (Status::Done, 4));
        let half = std::f64::consts::PI / row.parameters[0].sqrt();
        for (number, point) in (4..8).zip(&list) {
            let n = f64::from(number);
            let sign = if number % 2 == 0 { 1.0 } else { -1.0 };
            // the integration's error over some periods
            for (x, e) in point.iter().zip([n * half, 0.5 * sign, 0.0, n]) {
                assert!((x - e).abs() < 1e-8, "{point:?}");
            }
        }
    }
}

/// Two falls in a row are one: with g₁ for a second, then with g₂ from there.
#[test]
fn a_continuation_goes_on_from_the_run_before() {
    let bench = Bench::new();
    let text = r#"
model = "fall.adm"
run = { end = 1, steps = 10 }
continuation = { along = "g", direction = "both" }
[parameters]
z0 = { at = "PART/2.qg.z", values = [20, 100] }
g = { at = "ACCGRAV.kgrav", values = [-20, -10] }
[responses]
start = { first = "PART/2.z" }
end = { last = "PART/2.z" }
speed = { last = "PART/2.vz" }
"#;
    let study = bench.study(text);
    assert_eq!(study.len(), 8);
    // up: -20, then -10; down: -10, then -20; four chains of two
    let all: Vec<u64> = (0..8).collect();
    assert_eq!(study.jobs(&all), [[0, 1], [2, 3], [4, 5], [6, 7]]);
    for run in all {
        let row = study.run(run);
        let [z0, g] = [row.parameters[0], row.parameters[1]];
        let is_first = (run < 4) == (g == -20.0);
        let before = if g == -20.0 { -10.0 } else { -20.0 };
        let (z, v) = if is_first {
            (z0, 0.0)
        } else {
            (z0 + before / 2.0, before)
        };
        let expected = [z, z + v + g / 2.0, v + g];
        for (x, e) in row.responses.iter().zip(expected) {
            assert!(
                (x.unwrap() - e).abs() < 1e-9,
                "run {run}: {row:?}, {expected:?}"
            );
        }
    }
    // Interrupted in the middle of a chain, on more threads, or elsewhere: the same files.
    let whole = bench.path("whole.sweep");
    complete(&study, &whole, 1, false);
    let part = bench.path("part.sweep");
    let mut dataset = open(&study, &part, false).unwrap();
    dataset.add_points(&study.run_points(&[0, 7])).unwrap();
    drop(dataset);
    complete(&study, &part, 3, true);
    assert_eq!(files(&part), files(&whole));
}

/// Period doubling of the ball on a vibrating table, e = 1/2: Γ² = (π/3)² + (10/9)², validation/values/zoo.json. Beyond it the two
/// phases of the impacts part with the square root of the distance, so their squared distance falls to zero there.
#[test]
fn a_period_doubling_is_where_theory_has_it() {
    let bench = Bench::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/studies");
    fs::copy(
        root.join("vibrating_table.adm"),
        bench.path("vibrating_table.adm"),
    )
    .unwrap();
    let text = fs::read_to_string(root.join("vibrating_table.toml")).unwrap();
    let text = text
        .replace(
            "from = 1.2, to = 1.74, points = 541",
            "values = [1.4, 1.54, 1.545, 1.55]",
        )
        .replace("direction = \"both\"", "direction = \"up\"")
        .replace("end = 200", "end = 120")
        .replace("settle = 100", "settle = 110")
        .replace("points = 64", "points = 8");
    let study = bench.study(&text);
    let mut rows = Vec::new();
    let mut dataset = open(&study, &bench.path("table.sweep"), false).unwrap();
    run_missing(&mut dataset, &study, 2, &|| false, &mut |row| {
        rows.push(row.clone())
    })
    .unwrap();
    let phases: Vec<Vec<f64>> = points(&study, &rows)
        .iter()
        .map(|list| list.iter().map(|p| p[1]).collect())
        .collect();
    // One impact each period: sin φ of the phase is known, φ = acos(π(1−e)/(Γ(1+e))).
    let exact = (std::f64::consts::PI / 3.0 / 1.4).acos() / std::f64::consts::TAU;
    for phase in &phases[0] {
        assert!((phase - exact).abs() < 1e-6, "{phase} {exact}");
    }
    // Two impacts in turn, of which the squared distance is a smooth function of Γ: a parabola through three of the points.
    let squares: Vec<[f64; 2]> = rows[1..]
        .iter()
        .zip(&phases[1..])
        .map(|(row, p)| {
            assert!(
                (p[0] - p[2]).abs() < 1e-6 && (p[1] - p[3]).abs() < 1e-6,
                "{p:?}"
            );
            [(p[0] - p[1]).powi(2), row.parameters[0]]
        })
        .collect();
    let lagrange = |list: &[[f64; 2]]| -> f64 {
        let weight = |k: usize| -> f64 {
            let others = (0..list.len()).filter(|j| *j != k);
            others
                .map(|j| list[j][0] / (list[j][0] - list[k][0]))
                .product()
        };
        (0..list.len()).map(|k| weight(k) * list[k][1]).sum()
    };
    let found = lagrange(&squares);
    let theory = ((std::f64::consts::PI / 3.0).powi(2) + (10.0_f64 / 9.0).powi(2)).sqrt();
    assert!((theory - 1.526_823_700_519_060_9).abs() < 1e-14);
    // what the parabola leaves out of a smooth curve: 2e-6 with these points
    assert!((found - theory).abs() < 1e-5, "{found} {theory}");
}

/// In the middle between two doublings the orbit of as many impacts attracts best.
#[test]
fn between_doublings_the_diagram_has_as_many_impacts_as_theory() {
    let bench = Bench::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let deck = root.join("examples/studies/vibrating_table.adm");
    fs::copy(deck, bench.path("vibrating_table.adm")).unwrap();
    let zoo = fs::read_to_string(root.join("validation/values/zoo.json")).unwrap();
    let zoo: serde_json::Value = serde_json::from_str(&zoo).unwrap();
    let known = &zoo["vibrating_table_e0.5_n1"];
    let number = |name: &str| -> f64 {
        let value = &known[name];
        let text = value.as_str().map(|t| t.parse().unwrap());
        text.or(value.as_f64()).unwrap()
    };
    let doublings = ["1_2", "2_4", "4_8", "8_16"].map(|n| number(&format!("Gamma_PD_{n}")));
    let middles = doublings.windows(2).map(|w| 0.5 * (w[0] + w[1]));
    let values: Vec<String> = middles.map(|g| g.to_string()).collect();
    let text = fs::read_to_string(root.join("examples/studies/vibrating_table.toml")).unwrap();
    let text = text
        .replace(
            "from = 1.2, to = 1.74, points = 541",
            &format!("values = [1.3, {}]", values.join(", ")),
        )
        .replace("direction = \"both\"", "direction = \"up\"")
        .replace("points = 64", "points = 16");
    let study = bench.study(&text);
    let mut rows = Vec::new();
    let mut dataset = open(&study, &bench.path("table.sweep"), false).unwrap();
    run_missing(&mut dataset, &study, 2, &|| false, &mut |row| {
        rows.push(row.clone())
    })
    .unwrap();
    let counts: Vec<usize> = points(&study, &rows)
        .iter()
        .map(|list| {
            let mut phases: Vec<f64> = list.iter().map(|p| p[1]).collect();
            assert_eq!(phases.len(), 16);
            phases.sort_by(f64::total_cmp);
            // What a hundred impacts leave of the start is below 1e-6; phases of different impacts are farther apart than 1e-3.
            1 + phases.windows(2).filter(|w| w[1] - w[0] > 1e-5).count()
        })
        .collect();
    assert_eq!(counts, [1, 2, 4, 8]);
}
