//! Every command between two analyses, as a stranger would try it: what `check` accepts runs to its end, and what a run would
//! stop at `check` refuses, at the command and with the cause.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::base::Severity;
use carom::{Request, Results};
use std::fs;

/// One element of each kind that commands name: a slider with friction, a driven crank, a body held by a bushing, a beam and a
/// field, and the elements of control.
const DECK: &str = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, REULER=90D,90D,0
MARKER/12, PART=1, QP=0,0,5
MARKER/13, PART=1, FLOATING
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, REULER=90D,90D,0
MARKER/22, PART=2, QP=1,0,0
PART/3, MASS=2, CM=30, IP=1,2,3, QG=0,0,5
MARKER/30, PART=3
MARKER/31, PART=3, QP=0.1,0,0
PART/4, MASS=2, CM=40, IP=1,2,3, QG=0,5,5
MARKER/40, PART=4
MARKER/41, PART=1, QP=0,5,5
MARKER/42, PART=1, FLOATING
JOINT/1, TRANSLATIONAL, I=21, J=11
JOINT/2, REVOLUTE, I=30, J=12
MOTION/2, JOINT=2, ROTATION, FUNCTION=TIME
SFORCE/1, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=1
SPRINGDAMPER/1, TRANSLATIONAL, I=20, J=12, K=1, C=0.1, LENGTH=1
VFORCE/1, I=40, JFLOAT=42, RM=10, FX=1\\ FY=2\\ FZ=3
VTORQUE/1, I=40, JFLOAT=42, RM=10, TX=1\\ TY=2\\ TZ=3
GFORCE/1, I=40, JFLOAT=42, RM=10, FX=1\\ FY=2\\ FZ=3\\ TX=1
BUSHING/1, I=40, J=41, K=1,1,1, C=1,1,1, KT=1,1,1, CT=1,1,1
BEAM/1, I=40, J=41, LENGTH=1, AREA=1E-2, IXX=1E-4, IYY=1E-4, IZZ=1E-4, EMODULUS=1E3, GMODULUS=1E3
FIELD/1, I=40, J=41, KMATRIX=1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1
FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2
VARIABLE/1, FUNCTION=2*TIME
DIFF/1, IC=1, FUNCTION=-DIF(1)
ARRAY/1, IC, NUMBERS=1
MATRIX/1, FULL=RORDER, ROWS=1, COLUMNS=1, VALUES=-1
ARRAY/2, X
ARRAY/3, U, VARIABLES=1
LSE/1, X=2, A=1, IC=1
SPLINE/1, X=0,1,2,3,4, Y=0,1,2,3,4
STRING/1, STRING=abc
REQUEST/1, DISPLACEMENT, I=20, J=10
REQUEST/2, F2=VARVAL(1)\\ F3=DIF(1)
SENSOR/1, FUNCTION=TIME, VALUE=100, GE, HALT
ACCGRAV/KGRAV=-10
END
";

/// Commands that are carried out.
const CARRIED_OUT: &[&str] = &[
    "PART/2, MASS=3",
    "PART/2, IP=2,2,2",
    "PART/2, IM=22",
    "MARKER/20, QP=0.5,0,0",
    "MARKER/22, REULER=90D,0,0",
    "MARKER/31, ZP=0,0,1",
    "MARKER/40, QP=1,0,0",
    "JOINT/2, I=31",
    "MOTION/2, FUNCTION=2*TIME-1",
    "MOTION/2, VELOCITY, FUNCTION=2",
    "SFORCE/1, FUNCTION=5",
    "SFORCE/1, J=12",
    "SFORCE/1, ROTATION",
    "SFORCE/1, TRANSLATION, FUNCTION=VARVAL(1)",
    "SPRINGDAMPER/1, K=3",
    "VFORCE/1, FX=4",
    "VFORCE/1, FX=4\\ FZ=7\\ RM=20",
    "VTORQUE/1, TX=4",
    "GFORCE/1, TX=4\\ FX=1",
    "BUSHING/1, K=3,3,3",
    "BEAM/1, LENGTH=2",
    "FIELD/1, CRATIO=1",
    "FIELD/1, FORCE=1,1,1,1,1,1",
    "FRICTION/1, MU_STATIC=0.5",
    "VARIABLE/1, FUNCTION=3*TIME",
    "ARRAY/1, NUMBERS=3",
    "SPLINE/1, Y=0,1,2,3,5",
    "STRING/1, STRING=def",
    "REQUEST/1, VELOCITY",
    "REQUEST/2, F4=TIME",
    "SENSOR/1, VALUE=3",
    "SENSOR/1, FUNCTION=2*TIME, RETURN",
    "ACCGRAV/IGRAV=3",
    "INTEGRATOR/HHT, ERROR=1E-5",
    "EQUILIBRIUM/MAXIT=50",
    "SIM/TRANSIENT, END=1.5, STEPS=2",
    "DEACTIVATE/JOINT, ID=1",
    "DEACTIVATE/JOINT, ID=2\nDEACTIVATE/MOTION, ID=2",
    "DEACTIVATE/MOTION, ID=2",
    "DEACTIVATE/SFORCE, ID=1",
    "DEACTIVATE/VFORCE, ID=1",
    "DEACTIVATE/VTORQUE, ID=1",
    "DEACTIVATE/GFORCE, ID=1",
    "DEACTIVATE/BUSHING, ID=1",
    "DEACTIVATE/BEAM, ID=1",
    "DEACTIVATE/FIELD, ID=1",
    "DEACTIVATE/FRICTION, ID=1",
    "DEACTIVATE/SENSOR, ID=1",
    "DEACTIVATE/SPRINGDAMPER, ID=1",
    "SAVE/SYSTEM, FILE=kept\nSFORCE/1, FUNCTION=7\nRELOAD/SYSTEM, FILE=kept",
    "DEACTIVATE/FRICTION, ID=1\nLINEAR/EIGENSOL",
    "IC/ERROR=1E-5",
    "KINEMATICS/ERROR=1E-5",
    "DEBUG/EPRINT",
    "INFO/FORCE, I=20",
    "OUTPUT/REQSAVE",
    "OUTPUT/NOSEPARATOR, LIST",
];

/// Commands that are refused: by what, and a part of what is said.
const REFUSED: &[(&str, &str, &str)] = &[
    ("PART/2, VX=3", "acf-unsupported-command", "VX"),
    ("PART/2, QG=1,0,0", "acf-unsupported-command", "QG"),
    ("PART/2, CM=22", "acf-unsupported-command", "CM"),
    ("PART/2, MASS=-1", "adm-out-of-range", "MASS"),
    ("PART/9, MASS=1", "acf-unknown-element", "PART/9"),
    ("MARKER/31, PART=2", "acf-unsupported-command", "PART"),
    (
        "MARKER/13, QP=1,1,1",
        "adm-conflicting-arguments",
        "FLOATING",
    ),
    ("JOINT/1, IC=3", "acf-unsupported-command", "IC"),
    ("MOTION/2, JOINT=1", "adm-motion-target", "slides"),
    ("MOTION/2, ICDISP=2", "acf-unsupported-command", "ICDISP"),
    (
        "SFORCE/1, FUNCTION=VARVAL(7)",
        "adm-unknown-element",
        "VARIABLE/7",
    ),
    (
        "SPRINGDAMPER/1, ROTATIONAL, KT=3",
        "adm-conflicting-arguments",
        "K",
    ),
    ("VARIABLE/1, IC=3", "acf-unsupported-command", "IC"),
    ("DIFF/1, IC=3", "acf-unsupported-command", "IC"),
    ("ARRAY/1, NUMBERS=3,4", "adm-array-size", "ARRAY/1"),
    ("SPLINE/1, Y=0,1,2", "adm-wrong-count", "SPLINE/1"),
    ("GCON/1, FUNCTION=DX(20)", "acf-unknown-element", "GCON/1"),
    (
        "SIM/KIN, END=1.5, STEPS=2",
        "session-run-stops",
        "degrees of freedom",
    ),
    (
        "DEACTIVATE/VARIABLE, ID=1",
        "adm-unknown-argument",
        "VARIABLE",
    ),
    ("DEACTIVATE/SFORCE, ID=7", "acf-unknown-element", "SFORCE/7"),
    ("UNITS/SYSTEM=MKS", "acf-unsupported-command", "UNITS"),
    ("CONTROL/FUNCTION=USER(1)", "user-code", "CONSUB"),
    // What only shows when the changed model is assembled, or at the analysis behind it.
    (
        "SFORCE/1, FUNCTION=USER(1,2)",
        "session-run-stops",
        "SFOSUB",
    ),
    ("VFORCE/1, FUNCTION=USER(1)", "session-run-stops", "VFOSUB"),
    ("LINEAR/EIGENSOL", "session-run-stops", "FRICTION/1"),
    (
        "SFORCE/1, FUNCTION=2\nLINEAR/EIGENSOL",
        "session-run-stops",
        "FRICTION/1",
    ),
    (
        "RELOAD/SYSTEM, BUFFER=1",
        "session-run-stops",
        "nothing was saved",
    ),
    (
        "DEACTIVATE/FRICTION, ID=1\nSAVE/SYSTEM, FILE=a\nACTIVATE/FRICTION, ID=1\nLINEAR/EIGENSOL",
        "session-run-stops",
        "FRICTION/1",
    ),
];

/// The errors of `check`, and the run if there are none.
fn try_out(command: &str) -> (Vec<(&'static str, String)>, Option<Results>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.adm"), DECK).unwrap();
    let path = folder.path().join("m.acf");
    let commands =
        format!("m\n\nSIM/DYN, END=1, STEPS=2\n{command}\nSIM/DYN, END=2, STEPS=2\nSTOP\n");
    fs::write(&path, commands).unwrap();
    let mut loaded = carom::open(&path, None);
    carom::check(&mut loaded, false);
    let errors = loaded.diagnostics.iter();
    let errors: Vec<_> = errors
        .filter(|d| d.severity == Severity::Error)
        .map(|d| (d.name, d.message.clone()))
        .collect();
    let results = errors.is_empty().then(|| {
        let loaded = carom::open(&path, None);
        carom::simulate(loaded.accepted().unwrap(), &Request::default()).unwrap()
    });
    (errors, results)
}

#[test]
fn what_check_accepts_runs_to_its_end() {
    for command in CARRIED_OUT {
        let (errors, results) = try_out(command);
        assert!(errors.is_empty(), "{command}: {errors:?}");
        let results = results.unwrap();
        assert!(results.error.is_none(), "{command}: {:?}", results.error);
        assert_eq!(results.times().last(), Some(&2.0), "{command}");
    }
}

#[test]
fn what_a_run_would_stop_at_is_refused() {
    for (command, name, part) in REFUSED {
        let (errors, _) = try_out(command);
        let told = errors.iter().any(|(n, m)| n == name && m.contains(part));
        assert!(told && errors.len() == 1, "{command}: {errors:?}");
    }
}

/// Friction that rests is no obstacle to a linear analysis: a mass of 1 on a spring of 4, ω = 2.
#[test]
fn friction_that_rests_is_linear() {
    let deck = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=21, J=11
FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=11, FUNCTION=-4*DX(20,10)
END
";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.adm"), deck).unwrap();
    let path = folder.path().join("m.acf");
    let commands =
        "m\n\nSIM/DYN, END=1, STEPS=2\nDEACTIVATE/FRICTION, ID=1\nLINEAR/EIGENSOL\nSTOP\n";
    fs::write(&path, commands).unwrap();
    let loaded = carom::open(&path, None);
    let results = carom::simulate(loaded.accepted().unwrap(), &Request::default()).unwrap();
    assert_eq!(results.error, None);
    let values = &results.linearizations[0].eigenvalues;
    assert_eq!(values.len(), 2);
    for [re, im] in values {
        // The eigenvalues of a matrix of exact derivatives.
        assert!(
            re.abs() < 1e-9 && (im.abs() - 2.0).abs() < 1e-9,
            "{values:?}"
        );
    }
}
