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
    ("END\n", "MFORCE/1\nEND\n", "unsupported", 2),
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
    ("AZ(21,10)\nVAR", "VARVAL(2)/2\nVAR", "cannot-start", 2),
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
    let out = within(child, Duration::from_secs(120));
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

/// The speed grows without bound: each millisecond takes e times as many steps as the one before.
#[test]
fn a_run_away_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let deck = RIGHT.replace("-VARVAL(2)", "EXP(1000*TIME)");
    std::fs::write(folder.path().join("m.adm"), deck).unwrap();
    let args = ["run", "m.adm", "--end", "1", "--integrator", "dop853"];
    let (status, err) = carom(folder.path(), &args);
    assert_eq!(status, Some(1), "{err}");
    assert!(err.contains("the steps have become so short"), "{err}");
}

/// A spring that takes more than 1e9 steps to the end is given up at once, and goes on with `--patient` until it is asked to end.
#[test]
fn a_patient_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let deck = "Stiff\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\nMARKER/10, PART=1\n\
                PART/2, MASS=2, CM=20, IP=0.1,0.2,0.3, QG=1,0,0\nMARKER/20, PART=2\n\
                SPRINGDAMPER/1, TRANSLATION, I=20, J=10, K=1E20, LENGTH=0.9\nEND\n";
    std::fs::write(folder.path().join("m.adm"), deck).unwrap();
    let args = ["run", "m.adm", "--end", "10"];
    let (status, err) = carom(folder.path(), &args);
    assert_eq!(status, Some(1), "{err}");
    assert!(err.contains("the steps have become so short"), "{err}");
    assert!(err.contains("--patient"), "{err}");
    let mut patient = Command::new(env!("CARGO_BIN_EXE_carom"))
        .current_dir(folder.path())
        .args([&args[..], &["--patient", "--overwrite"]].concat())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert!(patient.try_wait().unwrap().is_none(), "it has ended");
    let id = patient.id().to_string();
    assert!(Command::new("kill").arg(&id).status().unwrap().success());
    let said = patient.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&said.stderr);
    assert!(err.contains("interrupted by SIGTERM"), "{err}");
}

/// A solid on a plate that nothing keeps from sliding: statics says so, and of a box also that its force goes by nearest points.
#[test]
fn statics_of_contacts() {
    let deck = |solid: &str| {
        format!(
            "Slide\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nACCGRAV/IGRAV=-9.81\nPART/1, GROUND\n\
             MARKER/11, PART=1, QP=-2,-2,-1\nGRAPHICS/1, BOX, CORNER=11, X=4, Y=4, Z=1\n\
             PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2, QP=0,0,0.499\nMARKER/21, PART=2, QP=-0.5,-0.5,-0.001\n\
             GRAPHICS/2, {solid}\nCONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=1.5, DAMPING=50, DMAX=1E-4\nEND\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    for (solid, jumps) in [
        ("BOX, CORNER=21, X=1, Y=1, Z=1", true),
        ("ELLIPSOID, CM=20, XSCALE=1, YSCALE=1, ZSCALE=1", false),
    ] {
        std::fs::write(folder.path().join("m.adm"), deck(solid)).unwrap();
        let (status, err) = carom(folder.path(), &["run", "m.adm", "--analysis", "static"]);
        assert_eq!(status, Some(1), "{err}");
        assert!(err.contains("no equilibrium"), "{err}");
        assert_eq!(err.contains("--contact-rule smooth"), jumps, "{err}");
    }
}

/// A mechanism that two motions drive: each is refused with what it contradicts, where the positions exclude each other and where
/// only the speeds do.
#[test]
fn an_over_driven_mechanism_names_the_conflict() {
    let folder = tempfile::tempdir().unwrap();
    let deck = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../validation/decks/kinematics/four_bar.adm");
    let right = std::fs::read_to_string(deck).unwrap();
    let motion = "MOTION/1, ROTATIONAL, JOINT=1, FUNCTION=2*PI*TIME+0.1*SIN(5*TIME)\n";
    for (joint, name, others) in [
        (
            4,
            "cannot-assemble",
            "JOINT/1, JOINT/2, JOINT/3, JOINT/4, MOTION/1",
        ),
        (1, "inconsistent-velocities", "MOTION/1"),
    ] {
        let second = format!("{motion}MOTION/2, ROTATIONAL, JOINT={joint}, FUNCTION=TIME\n");
        let wrong = right.replace(motion, &second);
        assert_ne!(wrong, right);
        std::fs::write(folder.path().join("m.adm"), wrong).unwrap();
        let (status, err) = carom(folder.path(), &["run", "m.adm", "--end", "1"]);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains(name) && err.contains("MOTION/2"), "{err}");
        assert!(
            err.contains(&format!("it conflicts with {others}: ")),
            "{err}"
        );
    }
}

#[test]
fn wrong_models_are_told_so() {
    assert_told(RIGHT, "m.adm", &["run", "m.adm", "--end", "1"], CASES);
}

fn assert_told(right: &str, file: &str, args: &[&str], cases: &[Case]) {
    let mut wrong = Vec::new();
    for (k, (this, that, words, status)) in cases.iter().enumerate() {
        assert!(right.contains(this), "{this}");
        let folder = tempfile::tempdir().unwrap();
        let deck = right.replacen(this, that, 1);
        std::fs::write(folder.path().join(file), deck).unwrap();
        let (code, err) = carom(folder.path(), args);
        if code != Some(*status) || !err.contains(words) || (*status > 0 && err.trim().is_empty()) {
            wrong.push(format!("{k}: {this} -> {that}: {code:?}\n{err}"));
        }
        if code == Some(1) {
            assert!(folder.path().join("m.carom/bodies.parquet").exists());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A ball on a spring, in the language of MotionSolve.
const RIGHT_XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<MultiBodySystem>
 <Model>
  <Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="METER" time_unit="SECOND"/>
  <Force_Gravity grav_x="0." grav_y="0." grav_z="-9.81"/>
  <Body_Rigid id="1" IsGround="TRUE"/>
  <Reference_Marker id="10" body_id="1" body_type="RigidBody"/>
  <Body_Rigid id="2" cg_id="20" mass="1." inertia_xx="1." inertia_yy="1." inertia_zz="1."/>
  <Reference_Marker id="20" body_id="2" body_type="RigidBody" pos_z="1."/>
  <Force_Scalar_TwoBody id="1" type="Force" i_marker_id="20" j_marker_id="10" is_action_only="TRUE"
     val_expression="-100*DZ(20,10)"/>
 </Model>
 <Command>
  <Simulate analysis_type="Transient" end_time="1." print_interval="0.01"/>
 </Command>
</MultiBodySystem>
"#;

const XML_CASES: &[Case] = &[
    (
        "Body_Rigid id=\"2\"",
        "Body_Rigit id=\"2\"",
        "xml-unknown-element",
        2,
    ),
    ("pos_z=\"1.\"", "pos_zz=\"1.\"", "xml-unknown-attribute", 2),
    ("pos_z=\"1.\"", "pos_z=\"one\"", "xml-bad-number", 2),
    ("pos_z=\"1.\"", "pos_z=\"1.\" pos_z=\"1.\"", "xml-", 2),
    ("mass=\"1.\"", "mass=\"-1.\"", "xml-out-of-range", 2),
    ("cg_id=\"20\"", "cg_id=\"29\"", "xml-unknown-reference", 2),
    ("body_id=\"2\"", "body_id=\"9\"", "xml-unknown-reference", 2),
    ("id=\"20\"", "id=\"10\"", "xml-", 2),
    (
        "IsGround=\"TRUE\"",
        "IsGround=\"MAYBE\"",
        "xml-bad-value",
        2,
    ),
    (
        "IsGround=\"TRUE\"",
        "IsGround=\"FALSE\"",
        "xml-no-ground",
        2,
    ),
    ("type=\"Force\"", "type=\"Push\"", "xml-bad-value", 2),
    ("i_marker_id=\"20\" ", "", "xml-missing-attribute", 2),
    ("\"METER\"", "\"FURLONG\"", "xml-unknown-unit", 2),
    ("-100*DZ(20,10)", "-100*DZ(20,10", "expr-", 2),
    (
        "-100*DZ(20,10)",
        "-100*DZ(20,77)",
        "xml-unknown-reference",
        2,
    ),
    ("-100*DZ(20,10)", "SQRT(0.5-TIME)", "ended early", 1),
    ("</Model>", "", "xml-", 2),
    ("</MultiBodySystem>", "", "xml-truncated", 2),
    ("<Model>", "<Model><Model>", "xml-", 2),
    ("end_time=\"1.\"", "end_time=\"-1.\"", "xml-", 2),
    ("MultiBodySystem>", "MultiBodyCistern>", "xml-", 2),
    (
        "<MultiBodySystem>",
        "<!DOCTYPE b [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><MultiBodySystem>",
        "xml-dtd",
        2,
    ),
];

#[test]
fn wrong_xml_models_are_told_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("m.xml"), RIGHT_XML).unwrap();
    let (status, err) = carom(folder.path(), &["run", "m.xml"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_told(RIGHT_XML, "m.xml", &["run", "m.xml"], XML_CASES);
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
