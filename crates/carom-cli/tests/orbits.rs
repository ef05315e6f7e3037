//! `carom orbit`, `branch`, `exponents`: their tables and pictures.
#![allow(clippy::unwrap_used)]

use carom_study::{Values, read_table};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An oscillator at a rigid stop near its first period doubling.
const STUDY: &str = r#"
model = "stop_oscillator.adm"

[run]
contact = "rigid"
restitution = 0.6
integrator = "dop853"
error = 1e-10

[parameters]
omega = { at = "SFORCE/1.function#1", was = 2.2, values = [2.6] }

[orbit]
period = "2*PI/omega"
settle = "50*2*PI/omega"

[branch]
along = "omega"
from = 2.55
to = 2.75
step = 0.25

[exponents]
periods = 40
batches = 4
"#;

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-orbits-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let deck =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/studies/stop_oscillator.adm");
    std::fs::copy(deck, folder.join("stop_oscillator.adm")).unwrap();
    std::fs::write(folder.join("stop.toml"), STUDY).unwrap();
    folder
}

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_carom");
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = carom(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(folder: &Path, arguments: &[&str], said: &str) {
    let output = carom(folder, arguments);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert!(text.contains(said), "{text}");
}

type Columns = Vec<(String, Values)>;

fn numbers(columns: &Columns, name: &str) -> Vec<f64> {
    match columns.iter().find(|c| c.0 == name) {
        Some((_, Values::Numbers(v))) => v.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

fn words(columns: &Columns, name: &str) -> Vec<String> {
    match columns.iter().find(|c| c.0 == name) {
        Some((_, Values::Words(v))) => v.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn branches_leave_the_same_tables_in_both_forms_and_are_drawn() {
    let folder = scratch("branch");
    done(&folder, &["branch", "stop.toml", "--out", "a"]);
    done(
        &folder,
        &["branch", "stop.toml", "--out", "b", "--format", "csv"],
    );
    same_tables(&folder);
    doubling(&folder);
    branch_is_drawn(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
}

fn read(folder: &Path, run: &str, name: &str) -> Columns {
    read_table(&folder.join(run).join(name)).unwrap()
}

/// The tables of the run `a`, in Parquet, and of `b`, in CSV.
fn same_tables(folder: &Path) {
    for name in [
        "orbits",
        "multipliers",
        "orbit_events",
        "bifurcations",
        "branches",
    ] {
        let [a, b] = [("a", "parquet"), ("b", "csv")]
            .map(|(run, ending)| read(folder, run, &format!("{name}.{ending}")));
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().zip(&b) {
            // a text that is missing everywhere is empty in CSV, as a number is
            let is_empty = matches!(&a.1, Values::Words(w) if w.iter().all(String::is_empty));
            let is_none = matches!(&b.1, Values::Numbers(v) if v.iter().all(|x| x.is_nan()));
            // not a number is unequal to itself: by text
            let same = format!("{a:?}") == format!("{b:?}");
            assert!(same || is_empty && is_none, "{name}: {a:?} {b:?}");
        }
        assert!(!a.is_empty());
    }
}

/// The run `a` finds where the period doubles.
fn doubling(folder: &Path) {
    let bifurcations = read(folder, "a", "bifurcations.parquet");
    assert_eq!(words(&bifurcations, "type"), ["period-doubling"]);
    let value = numbers(&bifurcations, "value")[0];
    // validation/values/stability.json: 2.6807600178
    assert!((value - 2.680_760_017_8).abs() < 1e-7, "{value}");
    assert_eq!(numbers(&bifurcations, "new_branch"), [2.0]);
    let branches = read(folder, "a", "branches.parquet");
    assert_eq!(numbers(&branches, "from_bifurcation"), [0.0, 1.0]);
    assert_eq!(numbers(&branches, "returns"), [1.0, 2.0]);
    assert_eq!(words(&branches, "along")[0], "omega");
    let orbits = read(folder, "a", "orbits.parquet");
    let (omega, stable) = (numbers(&orbits, "omega"), numbers(&orbits, "stable"));
    let first = numbers(&orbits, "branch")
        .iter()
        .filter(|b| **b == 1.0)
        .count();
    for k in 0..first {
        assert_eq!(stable[k] > 0.0, omega[k] < value, "{}", omega[k]);
    }
    assert_eq!(words(&orbits, "signature")[0], "impact SFORCE/2");
    // the speed of the only impact is the slowest
    let events = read(folder, "a", "orbit_events.parquet");
    assert_eq!(
        numbers(&orbits, "slowest_impact")[0],
        -numbers(&events, "rate_before")[0]
    );
}

/// Pictures of the runs `a` and `b`; what cannot be drawn is refused.
fn branch_is_drawn(folder: &Path) {
    // The line of the stable orbits ends at the bifurcation.
    done(folder, &["plot", "a", "--y", "impacts", "-o", "a.svg"]);
    let svg = std::fs::read_to_string(folder.join("a.svg")).unwrap();
    for word in [
        "PD",
        "period-doubling",
        "stable",
        "unstable",
        "stroke-dasharray",
    ] {
        assert!(svg.contains(word), "{word}");
    }
    done(
        folder,
        &["plot", "b", "--y", "impacts", "--title", "a", "-o", "b.svg"],
    );
    assert_eq!(svg, std::fs::read_to_string(folder.join("b.svg")).unwrap());
    let list = done(folder, &["plot", "a", "--list"]);
    assert!(
        list.contains("bifurcations (1 rows): number branch after_point type"),
        "{list}"
    );
    refused(
        folder,
        &["plot", "a", "--y", "mu_mx"],
        "did you mean mu_max?",
    );
    refused(
        folder,
        &["plot", "a", "--spectrum"],
        "drawn without --spectrum",
    );
    refused(folder, &["plot", "a", "b"], "which b is not");
    refused(
        folder,
        &["plot", "a", "--cloud", "v"],
        "no folder of one is given",
    );
    std::fs::write(folder.join("a/orbits.parquet"), "damaged").unwrap();
    refused(folder, &["plot", "a"], "orbits.parquet");
}

#[test]
fn points_of_a_sweep_stand_behind_a_branch() {
    let folder = scratch("cloud");
    done(&folder, &["branch", "stop.toml", "--out", "a", "--quiet"]);
    let sweep = STUDY
        .replace("values = [2.6]", "from = 2.55, to = 2.75, points = 5")
        .split("[orbit]")
        .next()
        .unwrap()
        .to_owned()
        + "[section]\nevent = \"impact\"\nsettle = \"60*2*PI/omega\"\npoints = 2\ncolumns = { v = \"rate_before\", t = \"time\" }\n";
    let sweep = sweep.replace("[run]", "[run]\nend = \"80*2*PI/omega\"\nsteps = 1");
    std::fs::write(folder.join("cloud.toml"), sweep).unwrap();
    done(&folder, &["sweep", "cloud.toml", "--quiet"]);
    let plot = ["plot", "a", "cloud.sweep", "--y", "impacts", "-o", "c.svg"];
    refused(&folder, &plot, "--cloud names it: v, t");
    done(&folder, &[&plot[..], &["--cloud", "-v"]].concat());
    let svg = std::fs::read_to_string(folder.join("c.svg")).unwrap();
    assert!(svg.contains("runs of the study"));
    refused(
        &folder,
        &[&plot[..], &["--cloud", "w"]].concat(),
        "no column w",
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn orbits_and_exponents_leave_tables() {
    let folder = scratch("orbit");
    done(&folder, &["orbit", "stop.toml", "--out", "a"]);
    let trajectory = read_table(&folder.join("a/trajectory.parquet")).unwrap();
    let (t, z) = (
        numbers(&trajectory, "time"),
        numbers(&trajectory, "POINT_MASS/2.z"),
    );
    // 401 even times, and both sides of the impact
    assert_eq!(t.len(), 403);
    assert_eq!(
        (t[0], *t.last().unwrap()),
        (0.0, std::f64::consts::TAU / 2.6)
    );
    // closed to the tolerance of Newton's method, ten times that of the runs
    assert!((z[0] - z[402]).abs() < 1e-8, "{} {}", z[0], z[402]);
    let v = numbers(&trajectory, "POINT_MASS/2.vz");
    let jump = (0..402)
        .find(|k| v[*k] * v[k + 1] < 0.0 && z[*k] > -1e-6)
        .unwrap();
    // over 2e-9 of the period
    assert!((v[jump + 1] + 0.6 * v[jump]).abs() < 1e-7);
    refused(
        &folder,
        &["orbit", "stop.toml", "--out", "a"],
        "--out names a new folder",
    );

    done(
        &folder,
        &["exponents", "stop.toml", "--out", "e", "--format", "csv"],
    );
    let exponents = read_table(&folder.join("e/exponents.csv")).unwrap();
    let convergence = read_table(&folder.join("e/convergence.csv")).unwrap();
    let (values, known) = (numbers(&exponents, "value"), numbers(&convergence, "value"));
    assert_eq!(known.len(), 40 * values.len());
    // what is known at the end are the exponents, but for the order of sums
    for (a, b) in values.iter().zip(&known[39 * values.len()..]) {
        assert!((a - b).abs() < 1e-13, "{a} {b}");
    }
    done(&folder, &["plot", "e", "-o", "e.svg"]);
    refused(
        &folder,
        &["plot", "e", "--y", "impacts"],
        "no parameter to be drawn over",
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_orbit_needs_no_parameters() {
    let folder = scratch("none");
    let (run, _) = STUDY.split_once("[parameters]").unwrap();
    let orbit = "[orbit]\nperiod = \"2*PI/2.2\"\nsettle = \"50*2*PI/2.2\"\n";
    std::fs::write(folder.join("as_is.toml"), format!("{run}{orbit}")).unwrap();
    let said = done(&folder, &["orbit", "as_is.toml", "--out", "a"]);
    // validation/values/stability.json
    assert!(said.contains("plain            0.360098"), "{said}");
    let orbits = read_table(&folder.join("a/orbits.parquet")).unwrap();
    assert_eq!(orbits[2].0, "arclength");
    let branch = "[branch]\nalong = \"omega\"\nfrom = 1\nto = 3\n";
    std::fs::write(folder.join("branch.toml"), format!("{run}{orbit}{branch}")).unwrap();
    refused(&folder, &["branch", "branch.toml"], "omega");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Branches of equilibria have tables and a picture of their own.
#[test]
fn equilibria() {
    let folder = scratch("equilibria");
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/studies");
    for name in ["truss.adm", "truss.toml"] {
        std::fs::copy(studies.join(name), folder.join(name)).unwrap();
    }
    let told = done(&folder, &["branch", "truss.toml", "--out", "a"]);
    assert!(
        told.contains("equilibria, ") && told.matches("  fold ").count() == 2,
        "{told}"
    );
    let equilibria = read(&folder, "a", "equilibria.parquet");
    let (stable, unstable) = (
        numbers(&equilibria, "stable"),
        numbers(&equilibria, "unstable_eigenvalues"),
    );
    assert!(
        stable
            .iter()
            .zip(&unstable)
            .all(|(s, u)| (*s > 0.0) == (*u == 0.0))
    );
    // one mass on a line: two eigenvalues at each
    assert_eq!(
        numbers(&read(&folder, "a", "eigenvalues.parquet"), "re").len(),
        2 * stable.len()
    );
    let bifurcations = read(&folder, "a", "bifurcations.parquet");
    assert_eq!(words(&bifurcations, "type"), ["fold", "fold"]);
    let picture = std::fs::read_to_string(folder.join("a/picture.svg")).unwrap();
    assert!(picture.contains("PART/2.z over load") && picture.contains("LP"));
    let both = STUDY.replace("[branch]", "[equilibrium]\n[branch]");
    std::fs::write(folder.join("both.toml"), both).unwrap();
    let refused = carom(&folder, &["branch", "both.toml"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        refused.status.code() == Some(2) && said.contains("not both"),
        "{said}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A folder that is there is kept, unless it is to be replaced; then what is not of an earlier result stays.
#[test]
fn a_folder_is_replaced_when_asked_for() {
    let folder = scratch("overwrite");
    done(
        &folder,
        &["orbit", "stop.toml", "--out", "a", "--format", "csv"],
    );
    std::fs::write(folder.join("a/notes.txt"), "mine").unwrap();
    let refused = carom(&folder, &["orbit", "stop.toml", "--out", "a"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--overwrite"));
    done(
        &folder,
        &["orbit", "stop.toml", "--out", "a", "--overwrite"],
    );
    let is_there = |name: &str| folder.join("a").join(name).exists();
    assert!(is_there("orbits.parquet") && !is_there("orbits.csv"));
    assert!(is_there("picture.svg") && is_there("notes.txt"));
}
