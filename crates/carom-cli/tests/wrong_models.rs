//! Wrong models, each with the diagnostic it gets and the exit status of a run: 2 where the input is refused,
//! 1 where the run ends early, 0 where it is only warned. None may panic (3) or hang.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A pendulum with a spring: the right model from which the wrong ones are made.
const RIGHT: &str = "\
Pendulum
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.81
PART/1, GROUND
MARKER/10, PART=1, REULER=0,90D,0
MARKER/11, PART=1, QP=0,0,2
PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1
MARKER/20, PART=2, QP=1,0,0, REULER=0,90D,0
MARKER/21, PART=2, REULER=0,90D,0
JOINT/1, REVOLUTE, I=21, J=10
VARIABLE/1, FUNCTION=AZ(21,10)
VARIABLE/2, FUNCTION=2*VARVAL(1)
SFORCE/1, ROTATION, I=21, J=10, FUNCTION=-VARVAL(2)
REQUEST/1, DISPLACEMENT, I=20, J=11
END
";

/// (replace this, by that, name of the diagnostic or words of the message, exit status)
type Case = (&'static str, &'static str, &'static str, i32);

const CASES: &[Case] = &[
    // words of the language
    ("SFORCE/1", "SFROCE/1", "adm-unknown-statement", 2),
    ("ROTATION", "ROTATING", "adm-unknown-argument", 2),
    ("MASS=2", "MAS_S=2", "adm-unknown-argument", 2),
    ("MASS=2", "MASS=two", "adm-bad-number", 2),
    ("MASS=2", "MASS=", "adm-", 2),
    ("MASS=2", "MASS=-2", "adm-out-of-range", 2),
    ("IP=0.1,0.1,0.1", "IP=0.1,0.1", "adm-", 2),
    ("IP=0.1,0.1,0.1", "IP=-0.1,0.1,0.1", "adm-", 2),
    ("IP=0.1,0.1,0.1", "IP=9,0.1,0.1", "adm-inertia-triangle", 0),
    ("FORCE=NEWTON", "FORCE=NEUTON", "adm-unknown-unit", 2),
    ("PART/2", "PART/-2", "adm-missing-id", 2),
    ("PART/2", "PART/two", "adm-missing-id", 2),
    ("MARKER/21", "MARKER/20", "adm-duplicate-id", 2),
    ("PART/1, GROUND\n", "", "adm-", 2),
    ("CM=20", "CM=29", "adm-unknown-element", 2),
    ("CM=20, ", "", "adm-missing-cm", 2),
    (
        "I=21, J=10\nVAR",
        "I=21, J=99\nVAR",
        "adm-unknown-element",
        2,
    ),
    ("I=21, J=10\nVAR", "I=21\nVAR", "adm-missing-argument", 2),
    ("I=21, J=10\nVAR", "I=21, J=20\nVAR", "adm-same-part", 2),
    ("REVOLUTE", "REVOLVING", "adm-", 2),
    (
        "QP=1,0,0, REULER",
        "QP=1,0,0, QP=1,0,0, REULER",
        "adm-duplicate-argument",
        2,
    ),
    ("END\n", "SFORCE/2, TRANSLATION, I=20,", "adm-truncated", 2),
    // statements that are known and not supported, and change the motion
    ("END\n", "CVCV/1, I=20, J=10\nEND\n", "unsupported", 2),
    ("-VARVAL(2)", "USER(1,2)", "user", 2),
    // expressions
    ("-VARVAL(2)", "-VARVAL(2", "expr-", 2),
    ("-VARVAL(2)", "-VARVAL(2))", "expr-", 2),
    ("-VARVAL(2)", "", "", 2),
    ("-VARVAL(2)", "1+*2", "expr-", 2),
    ("-VARVAL(2)", "VARVOL(2)", "expr-unknown", 2),
    ("-VARVAL(2)", "STIFF*2", "expr-unknown-name", 2),
    ("-VARVAL(2)", "VARVAL(7)", "adm-unknown-element", 2),
    ("-VARVAL(2)", "AZ(21,77)", "adm-unknown-element", 2),
    ("-VARVAL(2)", "SIN(1,2)", "expr-", 2),
    ("-VARVAL(2)", "IMPACT(1,0,1)", "expr-", 2),
    (
        "-VARVAL(2)",
        "IMPACT(AZ(21,10),0,1,-5,1.5,1,0.1)",
        "expr-argument-range",
        2,
    ),
    (
        "-VARVAL(2)",
        "BISTOP(AZ(21,10),0,1,2,5,0,1,0.1)",
        "expr-argument-range",
        2,
    ),
    ("-VARVAL(2)", "AKISPL(TIME,0,5)", "", 2),
    ("-VARVAL(2)", "1/0", "", 2),
    ("AZ(21,10)\nVAR", "VARVAL(2)\nVAR", "cyclic-functions", 2),
    ("-VARVAL(2)", "ACCX(20)", "algebraic-loop", 2),
    // mechanics
    (
        "MASS=2, CM=20, IP=0.1,0.1,0.1",
        "MASS=0, CM=20, IP=0,0,0",
        "",
        2,
    ),
    (
        "VARIABLE/1,",
        "MARKER/12, PART=1, QP=0,5,0\nMARKER/22, PART=2, QP=0,1,0\nJOINT/2, SPHERICAL, I=22, J=12\nVARIABLE/1,",
        "cannot-assemble",
        2,
    ),
    (
        "VARIABLE/1,",
        "MOTION/1, JOINT=1, ROTATION, FUNCTION=TIME\nMOTION/2, JOINT=1, ROTATION, FUNCTION=2*TIME\nVARIABLE/1,",
        "inconsistent-velocities",
        2,
    ),
    ("-VARVAL(2)", "LOG(TIME-1)", "cannot-start", 2),
    // during the run
    ("-VARVAL(2)", "SQRT(0.5-TIME)", "ended early", 1),
    ("-VARVAL(2)", "1/(0.5-TIME)", "ended early", 1),
    ("-VARVAL(2)", "ASIN(2*TIME)", "ended early", 1),
];

fn carom(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let out = within(child, Duration::from_secs(20));
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    (out.status.code(), err)
}

/// Waits for the end, and kills a program that hangs: then it has no exit status.
fn within(mut child: Child, limit: Duration) -> std::process::Output {
    let started = Instant::now();
    // stderr is read at the end: what is said about one model fits into the pipe
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > limit {
            child.kill().unwrap();
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn the_right_model_runs() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("m.adm"), RIGHT).unwrap();
    let (status, err) = carom(folder.path(), &["run", "m.adm", "--end", "1"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
}

#[test]
fn wrong_models_are_told_so() {
    let mut wrong = Vec::new();
    for (k, (this, that, words, status)) in CASES.iter().enumerate() {
        assert!(RIGHT.contains(this), "{this}");
        let folder = tempfile::tempdir().unwrap();
        let deck = RIGHT.replacen(this, that, 1);
        std::fs::write(folder.path().join("m.adm"), deck).unwrap();
        let (code, err) = carom(folder.path(), &["run", "m.adm", "--end", "1"]);
        if code != Some(*status) || !err.contains(words) || (*status > 0 && err.trim().is_empty()) {
            wrong.push(format!("{k}: {this} -> {that}: {code:?}\n{err}"));
        }
        if code == Some(1) {
            assert!(folder.path().join("m.carom/bodies.parquet").exists());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_that_are_no_models() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    };
    let mut noise = Vec::new();
    let mut state = 1u64;
    for _ in 0..100_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        noise.push((state >> 56) as u8);
    }
    write("noise.adm", &noise);
    write("noise.acf", &noise);
    write("empty.adm", b"");
    write("empty.acf", b"");
    write("zeros.adm", &[0; 5000]);
    write("line.adm", &vec![b'x'; 100_000_000]);
    write(
        "dangling.acf",
        b"nothing\nnothing\nSIMULATE/DYNAMICS, END=1, STEPS=10\n",
    );
    for name in [
        "noise.adm",
        "noise.acf",
        "empty.adm",
        "empty.acf",
        "zeros.adm",
        "line.adm",
        "dangling.acf",
    ] {
        let (code, err) = carom(folder.path(), &["run", name, "--end", "1"]);
        assert_eq!(code, Some(2), "{name}: {err}");
        assert!(err.contains("error[") && err.len() < 100_000, "{name}");
    }
}
