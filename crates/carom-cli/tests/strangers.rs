//! Small decks that strangers wrote, which once were refused, panicked, hung or were answered with poor words.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use std::path::Path;
use std::process::{Command, Output};

const SI: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
";
const BODY: &str = "PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
";

/// A deck with a title and ground.
fn deck(body: &str) -> String {
    format!("t\n{SI}{body}END\n")
}

fn carom(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.args(arguments.split_whitespace());
    command.current_dir(folder).output().unwrap()
}

/// The exit status, and what was said, of a command in a folder with these files.
fn with(files: &[(&str, &str)], arguments: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let out = carom(folder.path(), arguments);
    let said = String::from_utf8(out.stderr).unwrap() + &String::from_utf8(out.stdout).unwrap();
    (out.status.code().unwrap(), said)
}

#[track_caller]
fn runs(body: &str, commands: &str) -> String {
    let deck = deck(body);
    let commands = format!("d\n\n{commands}STOP\n");
    let files = [("d.adm", deck.as_str()), ("d.acf", commands.as_str())];
    let (status, said) = with(&files, "check d.acf");
    assert_eq!(status, 0, "{said}");
    let (status, said) = with(&files, "run d.acf");
    assert_eq!(status, 0, "{said}");
    said
}

/// Refused by `check` and by `run`, with this in the words.
#[track_caller]
fn refused(files: &[(&str, &str)], arguments: &str, words: &[&str]) {
    for command in ["check", "run"] {
        let (status, said) = with(files, &format!("{command} {arguments}"));
        assert_eq!(status, 2, "{command}: {said}");
        for word in words {
            assert!(said.contains(word), "{command}: no {word} in {said}");
        }
    }
}

#[test]
fn xml_that_is_cut_off_has_file_and_line() {
    let text = "<MultiBodySystem>\n<Model>\n<Param_Unit/>\n</MultiBodySystem>\n";
    refused(&[("u.xml", text)], "u.xml", &["u.xml:4:1", "</Model>"]);
}

#[test]
fn what_is_not_finite_is_named() {
    let body = format!(
        "{BODY}JOINT/1, TRANSLATIONAL, I=20, J=10\nMOTION/1, JOINT=1, FUNCTION=SQRT(TIME-1)\n"
    );
    let files = [("d.adm", deck(&body))];
    let files = files.each_ref().map(|(n, t)| (*n, t.as_str()));
    refused(
        &files,
        "d.adm --end 1",
        &["d.adm:8:", "SQRT of -1", "MOTION/1"],
    );
}

#[test]
fn a_spline_beyond_its_points_is_noted() {
    let body = format!(
        "{BODY}JOINT/1, TRANSLATIONAL, I=20, J=10\nSPLINE/1, X=0,1,2,3, Y=0,1,0,1
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=AKISPL(TIME,0,1)\n"
    );
    let said = runs(&body, "SIMULATE/DYNAMIC, END=5, STEPS=5\n");
    assert!(said.contains("spline-extrapolated"), "{said}");
    assert!(said.contains("from time 3 on"), "{said}");
}

#[test]
fn a_method_of_fixed_step_asks_for_it() {
    let deck = deck(BODY);
    let files = [("d.adm", deck.as_str())];
    refused(&files, "d.adm --end 1 --integrator rk4", &["--hmax"]);
}

#[test]
fn all_stages_are_told_at_once() {
    // text, argument, not supported, geometry, assembly
    let body = format!(
        "{BODY}MARKER/21, PART=2, QP=1,O,0
JOINT/1, REVOLUTE, I=20, J=10, MU=3
TIRE/1
GRAPHICS/1, EXTERNAL, RM=20, FILE=a.xmt_txt
GRAPHICS/2, PLANE, RM=10, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1, EXPONENT=2, DAMPING=1, DMAX=1
GCON/1, FUNCTION=DM(20,10)+2\n"
    );
    let deck = deck(&body);
    let (status, said) = with(&[("d.adm", &deck)], "check d.adm --end 1");
    assert_eq!(status, 2);
    for word in ["MARKER/21", "MU", "TIRE/1", "CONTACT/1", "GCON/1"] {
        assert!(said.contains(word), "no {word} in {said}");
    }
}

#[test]
fn the_last_constraint_may_be_switched_off() {
    let body = "PART/2, MASS=2, CM=20, IP=.1,.1,.1
MARKER/20, PART=2, QP=0,0,-1
JOINT/1, TRANS, I=20, J=10
MOTION/1, JOINT=1, FUNCTION=-1
SPRINGDAMPER/1, TRANS, I=20, J=10, K=200, C=.2, LENGTH=1
ACCGRAV/KGRAV=-10\n";
    runs(body, "DEACTIVATE/MOTION, ID=1\nLINEAR/EIGENSOL\n");
    runs(body, "DEACTIVATE/MOTION, ID=1\nSIM/STAT\n");
    runs(
        body,
        "DEACTIVATE/MOTION, ID=1\nDEACTIVATE/JOINT, ID=1\nLINEAR/EIGENSOL\n",
    );
}

#[test]
fn the_only_constraint_that_cannot_be_met_is_named() {
    let body = "PART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
GCON/1, I=20, FUNCTION=DM(20,10)+2\n";
    let deck = deck(body);
    refused(
        &[("d.adm", &deck)],
        "d.adm --end 1",
        &["cannot-assemble", "GCON/1"],
    );
}

#[test]
fn rows_that_agree_to_printed_digits_are_left_out() {
    // A door on two hinges whose markers are off by what is printed.
    for off in ["1.0E-10", "1.0E-8", "1.0E-6"] {
        let body = format!(
            "MARKER/11, PART=1, QP=0,0,1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0.5,0,0.5
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.5,0,-0.5
MARKER/22, PART=2, QP=-0.5,{off},0.5
JOINT/1, REVOLUTE, I=21, J=10
JOINT/2, REVOLUTE, I=22, J=11\n"
        );
        let said = runs(&body, "SIMULATE/DYNAMIC, END=0.1, STEPS=1\n");
        assert!(said.contains("redundant"), "{said}");
    }
}

#[test]
fn a_motion_may_begin_beyond_half_a_turn() {
    let hinge = format!("{BODY}JOINT/1, REVOLUTE, I=20, J=10\n");
    for motion in [
        "FUNCTION=4+TIME",
        "VELOCITY, ICDISP=3.141593, FUNCTION=0",
        "FUNCTION=-10",
    ] {
        let body = format!("{hinge}MOTION/1, JOINT=1, ROTATION, {motion}\n");
        runs(&body, "SIMULATE/KINEMATIC, END=1, STEPS=4\n");
    }
}

#[test]
fn a_switch_that_is_held_is_no_event() {
    let body = format!(
        "{BODY}MARKER/21, PART=2
JOINT/1, REVOLUTE, I=21, J=10
MOTION/1, JOINT=1, ROTATION, FUNCTION=0
SFORCE/1, ROTATION, I=21, J=10, FUNCTION=IF(AZ(21,10)-0: -0.137*WZ(21,10,10), 0, 0)
SFORCE/2, ROTATION, I=21, J=10, FUNCTION=IF(WZ(21,10,10): 0, 0, -0)
INTEGRATOR/GSTIFF, ERROR=0.001\n"
    );
    runs(&body, "SIMULATE/DYNAMIC, END=1, STEPS=4\n");
}

#[test]
fn the_rate_of_an_implicit_equation_is_known() {
    // y = x, with x' = sin t
    let equations =
        "DIFF/1, IC=0, FUNCTION=SIN(TIME)\nDIFF/2, IC=0, IMPLICIT, FUNCTION=(DIF(1)-DIF(2))\n";
    // 2y = x + 1
    let halved =
        "DIFF/1, IC=0, FUNCTION=SIN(TIME)\nDIFF/2, IC=0.5, IMPLICIT, FUNCTION=DIF(1)-2*DIF(2)+1\n";
    let variable = "VARIABLE/1, FUNCTION=DIF1(2)\nREQUEST/1, F2=VARVAL(1)\n";
    // 1 kg, pulled by the rate
    let pulled =
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=DIF1(2)\nREQUEST/1, F2=VZ(20)\n";
    type Told = fn(f64) -> f64;
    let cases: [(&str, &str, Told); 3] = [
        (equations, variable, f64::sin),
        (halved, variable, |t| 0.5 * t.sin()),
        (equations, pulled, |t| 1.0 - t.cos()),
    ];
    for (equations, use_of_it, right) in cases {
        let body = format!("{BODY}{equations}{use_of_it}");
        let rows = told(&body, "SIMULATE/DYNAMIC, END=1, STEPS=4\n");
        assert_eq!(rows.len(), 5, "{body}");
        for row in rows {
            // The tolerance of the run is 1e-9.
            assert!((row[1] - right(row[0])).abs() < 1e-8, "{body}: {row:?}");
        }
    }
}

#[test]
fn settings_change_between_analyses() {
    let body = format!(
        "{BODY}JOINT/1, REVOLUTE, I=20, J=10
SPRINGDAMPER/1, ROTATION, I=20, J=10, KT=1, CT=0, TORQUE=0.1, ANGLE=0\n"
    );
    runs(
        &body,
        "equil/error=10, imbalance=10\nsim/stat\nequil/error=1, imbalance=1\nsim/stat
integrator/gstiff, error=1e-5\nsim/dyn, end=0.1, steps=2\nspringdamper/1, kt=2\nsim/stat\n",
    );
}

#[test]
fn what_a_run_would_stop_at_is_refused_before() {
    let body = format!("{BODY}JOINT/1, TRANS, I=20, J=10\nMOTION/1, JOINT=1, FUNCTION=0\n");
    let deck = deck(&body);
    let acf = "d\n\nSIM/KIN, END=.1, STEPS=2\nPART/2, VX=1\nSIM/KIN, END=.2, STEPS=2\nSTOP\n";
    let files = [("d.adm", deck.as_str()), ("d.acf", acf)];
    let (status, said) = with(&files, "check d.acf");
    assert_eq!(status, 2);
    assert!(said.contains("PART is not supported: VX"), "{said}");
    // A run keeps what it has computed until there.
    let (status, said) = with(&files, "run d.acf");
    assert_eq!(status, 1);
    assert!(said.contains("ended early at time 0.1"), "{said}");
}

#[test]
fn arguments_that_only_print_are_legal() {
    let body = format!(
        "{BODY}JOINT/1, REVOLUTE, I=20, J=10
FRICTION/1, JOINT=1, MU_STATIC=0.001, MU_DYNAMIC=5E-4, INACTIVE_DURING=STATIC
ARRAY/2, X
REQUEST/1, CNAMES=\"a\", \"b\", CLABELS=\"mm\", \"mm\", F2=AZ(20,10)\\F3=WZ(20,10)
RESULTS/XRF, NOCONTACTS\n"
    );
    runs(&body, "SIMULATE/DYNAMIC, END=0.1, STEPS=1\n");
}

#[test]
fn a_power_may_have_a_gap_in_it() {
    let body = "PART/2, MASS=1, CM=20, IP=1,1,1, QG=2,0,0
MARKER/20, PART=2
MARKER/30, PART=1, QP=2,0,0
JOINT/1, FIXED, I=20, J=30
SFORCE/0104, I=20, J=10, TRANSLATION
, FUNCTION=1422.0 * DM(20, 10) * * (-1.0)
REQUEST/1, F2=SFORCE(104,0,1,0)\\F3=2* *DM(20,10)*  *3-(TIME+1)* * 2\n";
    for row in told(body, "SIMULATE/DYNAMIC, END=1, STEPS=1\n") {
        // As in FORTRAN, 2**2**3 is 2**(2**3).
        let right = [711.0, 256.0 - (row[0] + 1.0).powi(2)];
        for (told, right) in row[1..].iter().zip(right) {
            assert!((told - right).abs() < 1e-9, "{row:?}, {right}");
        }
    }
}

#[test]
fn numbers_of_the_run_are_told() {
    let body = format!("{BODY}REQUEST/1, F2=HSIZE\\F3=ORDER\\F4=NRHS\\F6=CPU\\F7=NJAC\n");
    runs(&body, "SIMULATE/DYNAMIC, END=1, STEPS=1\n");
}

#[test]
fn a_motion_looks_at_time_and_variables_of_time() {
    let hinge = format!("{BODY}JOINT/1, REVOLUTE, I=20, J=10\n");
    let body = format!(
        "{hinge}VARIABLE/1, FUNCTION=2*TIME\nVARIABLE/2, FUNCTION=0.3*SIN(VARVAL(1))
MOTION/1, JOINT=1, ROTATION, FUNCTION=VARVAL(2)+1\nREQUEST/1, F2=AZ(20,10)\\F3=WZ(20,10)\n"
    );
    let files = [("d.adm", deck(&body))];
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("d.adm"), &files[0].1).unwrap();
    let out = carom(folder.path(), "run d.adm --end 1 --steps 4 --format csv");
    assert_eq!(out.status.code(), Some(0));
    let table = std::fs::read_to_string(folder.path().join("d.carom/requests.csv")).unwrap();
    let rows: Vec<Vec<f64>> = table
        .lines()
        .skip(1)
        .map(|l| l.split(',').map(|x| x.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 5);
    for r in &rows {
        let (t, angle, rate) = (r[0], r[3], r[4]);
        // Positions are solved to rounding.
        assert!((angle - 1.0 - 0.3 * (2.0 * t).sin()).abs() < 1e-12, "{r:?}");
        assert!((rate - 0.6 * (2.0 * t).cos()).abs() < 1e-12, "{r:?}");
    }
    for function in ["0.3*DX(20,10)", "VARVAL(1)", "SENVAL(1)"] {
        let body = format!(
            "{hinge}VARIABLE/1, FUNCTION=WZ(20,10)\nSENSOR/1, FUNCTION=TIME, VALUE=0.5, EVALUATE=TIME
MOTION/1, JOINT=1, ROTATION, FUNCTION={function}\n"
        );
        let deck = deck(&body);
        refused(
            &[("d.adm", &deck)],
            "d.adm --end 1",
            &["constraint-input", "MOTION/1"],
        );
    }
}

/// The columns `f2` and `f3` of request 1 after a run of a deck by commands.
fn told(body: &str, commands: &str) -> Vec<[f64; 3]> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("d.adm"), deck(body)).unwrap();
    std::fs::write(
        folder.path().join("d.acf"),
        format!("d\n\n{commands}STOP\n"),
    )
    .unwrap();
    let out = carom(folder.path(), "run d.acf --format csv --error 1e-9");
    assert_eq!(
        out.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let table = std::fs::read_to_string(folder.path().join("d.carom/requests.csv")).unwrap();
    let row = |line: &str| {
        let numbers: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        [numbers[0], numbers[3], numbers[4]]
    };
    table.lines().skip(1).map(row).collect()
}

#[test]
fn contacts_and_equations_change_between_analyses() {
    let body = "PART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,0.499
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=10
GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=1, YSCALE=1, ZSCALE=1
GRAPHICS/2, PLANE, RM=10, XMIN=-9, XMAX=9, YMIN=-9, YMAX=9
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E6, EXPONENT=2, DAMPING=100, DMAX=1E-3
REQUEST/1, F2=DZ(20,10)
ACCGRAV/KGRAV=-10\n";
    let rows = told(body, "SIM/STATIC\nCONTACT/1, STIFFNESS=4E6\nSIM/STATIC\n");
    for (row, k) in rows.iter().zip([1e6_f64, 4e6]) {
        // k·p² carries 20 N; the search of equilibria goes on to rounding.
        assert!((row[1] - 0.5 + (20.0 / k).sqrt()).abs() < 1e-12, "{row:?}");
    }
    let body = format!("{BODY}DIFF/1, IC=1, FUNCTION=-DIF(1)\nREQUEST/1, F2=DIF(1)\n");
    let commands = "SIM/DYN, END=1, STEPS=1\nDIFF/1, FUNCTION=-2*DIF(1)\nSIM/DYN, END=2, STEPS=1\n";
    let rows = told(&body, commands);
    let last = rows.last().unwrap();
    // The tolerance of the run is 1e-9.
    assert!((last[1] - (-3.0_f64).exp()).abs() < 1e-8, "{last:?}");
}
