//! General systems of equations (GSE) in users' routines, against closed forms.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use carom::user::compile;
use carom::{Request, Results};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The libraries, compiled once for all tests.
fn libraries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_systems");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_code");
        for (source, library) in [
            ("systems.c", "parts.so"),
            ("systems.f90", "whole.so"),
            ("stub.f90", "stub.so"),
        ] {
            let work = folder.join(format!("work_{library}"));
            std::fs::create_dir_all(&work).unwrap();
            compile::build(&[sources.join(source)], &folder.join(library), &work)
                .unwrap_or_else(|e| panic!("gcc and gfortran are needed: {e}"));
        }
        folder
    })
}

const HEAD: &str = "systems of equations
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
VARIABLE/7, FUNCTION=TIME**2
ARRAY/1, X, SIZE=20
ARRAY/2, U, VARIABLES=7
ARRAY/3, Y, SIZE=1
ARRAY/4, IC, NUMBERS=1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0
ARRAY/5, X, SIZE=1
ARRAY/6, IC, NUMBERS=8
REQUEST/1, F1=ARYVAL(3,1)\\F2=ARYVAL(1,1)\\F3=ARYVAL(1,20)
REQUEST/2, F1=ARYVAL(5,1)\\F2=ARYVAL(3,1)
";

fn run(statements: &str, end: f64, integrator: &str) -> Results {
    let dir = tempfile::tempdir().unwrap();
    let deck = dir.path().join("deck.adm");
    std::fs::write(&deck, format!("{HEAD}{statements}\nEND\n")).unwrap();
    let mut loaded = carom::open(&deck, None);
    loaded.path = libraries().join("deck.adm");
    loaded.allow_user_code(None);
    let mut request = Request {
        end: Some(end),
        output: Some(carom::model::analysis::OutputGrid::Steps(40)),
        ..Request::default()
    };
    request.options.integrator = Some(integrator.into());
    request.options.error = Some(1e-9);
    request.options.hmax = (integrator == "rk4").then_some(0.01);
    let model = loaded.model.as_ref().unwrap();
    let results = carom::simulate(model, &request).unwrap_or_else(|d| {
        let all: Vec<_> = d.iter().map(|d| (&d.message, &d.help)).collect();
        panic!("{all:?} {:?}", loaded.diagnostics)
    });
    assert!(results.error.is_none(), "{:?}", results.error);
    results
}

/// The first request of a run of the oscillators: Σ cos kt + t², cos t, −sin 10t.
fn oscillates(statements: &str, integrator: &str) {
    let statements = statements.replace("REQUESTS", "");
    let results = run(&statements, 2.0, integrator);
    assert!(results.frames.len() == 41);
    for f in &results.frames {
        let t = f.time;
        let sum: f64 = (1..=10).map(|k| (f64::from(k) * t).cos()).sum();
        let shall = [sum + t * t, t.cos(), -(10.0 * t).sin()];
        for (x, shall) in f.requests[0].iter().zip(shall) {
            // 1e-6: a thousand times the tolerance of a step, for some hundred of them
            assert!(
                (x - shall).abs() < 1e-6,
                "{integrator}: {x} for {shall} at {t}"
            );
        }
    }
}

const SAMPLED: &str =
    "GSE/9, ND=1, XD=5, ICD=6, SAMPLE_PERIOD=1000\\, FUNCTION=USER(0)\\, ROUTINE=parts::";

fn continuous(rest: &str) -> String {
    format!("GSE/1, NS=20, NI=1, NO=1, X=1, U=2, Y=3, IC=4, {rest}\n{SAMPLED}")
}

#[test]
fn twenty_states_in_parts_and_in_one() {
    for integrator in ["dop853", "radau5"] {
        oscillates(
            &continuous("FUNCTION=USER(1)\\, ROUTINE=parts::"),
            integrator,
        );
        oscillates(
            &continuous("FUNCTION=USER(1)\\, ROUTINE=whole::"),
            integrator,
        );
        let named = "FUNCTION=USER(1)\\, ROUTINE=parts::Gse_deriv, parts::Gse_output";
        oscillates(&continuous(named), integrator);
    }
    oscillates(
        &continuous("FUNCTION=USER(1)\\, ROUTINE=whole::gsesub"),
        "radau5",
    );
    let five = ["gsesub", "gsexx", "gsexu", "gseyx", "gseyu"].map(|n| format!("whole::{n}"));
    let five = format!("FUNCTION=USER(1)\\, ROUTINE={}", five.join(", "));
    oscillates(&continuous(&five), "radau5");
}

#[test]
fn residuals_that_hold_two_rates_each() {
    let routine = "IMPLICIT, FUNCTION=USER(1)\\, ROUTINE=parts::Coupled, parts::Gse_output";
    oscillates(&continuous(routine), "radau5");
    oscillates(&continuous(routine), "dop853");
}

/// Without leave no library is opened: the constructor of this one would end the program.
#[test]
fn without_leave_no_library_is_looked_into() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("trap.cpp");
    let trap = "struct Trap { Trap() { _Exit(9); } };";
    let text = format!(
        "#include <cstdlib>\nstatic {trap}\nstatic Trap trap;\nextern \"C\" void gsesub_() {{}}\n"
    );
    std::fs::write(&source, text.replace("static struct", "struct")).unwrap();
    compile::build(&[source], &dir.path().join("trap.so"), dir.path()).unwrap();
    let deck = dir.path().join("deck.adm");
    let gse = "GSE/1, NS=20, X=1, FUNCTION=USER(1)\\, ROUTINE=trap::";
    std::fs::write(&deck, format!("{HEAD}{gse}\nEND\n")).unwrap();
    let loaded = carom::open(&deck, None);
    let request = Request {
        end: Some(1.0),
        ..Request::default()
    };
    let refused = carom::simulate(loaded.model.as_ref().unwrap(), &request);
    let Err(refused) = refused else {
        panic!("it is not refused")
    };
    let named =
        |d: &carom::base::Diagnostic| d.name == "user-code" && d.message.contains("GSE_DERIV");
    assert!(refused.iter().any(named), "{refused:?}");
}

/// x₀ = 8, x⁺ = x/2 + t at t = 0, 0.25, 0.5, ...; between the samples it is held.
#[test]
fn discrete_states_are_sampled_and_held() {
    for (period, offset) in [
        ("SAMPLE_PERIOD=0.25", 0.0),
        ("SAMPLE_PERIOD=0.25\\, SAMPLE_OFFSET=0.375", 0.375),
        ("SAMPLE_PERIOD=USER(0.25)\\", 0.0),
        ("SAMPLE_PERIOD=1/(3+MODE)*7/4", 0.0),
    ] {
        let statement = format!(
            "GSE/1, ND=1, NI=1, NO=1, XD=5, U=2, Y=3, ICD=6, {period}\\, FUNCTION=USER(0.25)\\, ROUTINE=parts::\n"
        );
        // The states of the first request are those of nobody.
        let statement = statement + "GSE/9, NS=20, X=1, IC=4, FUNCTION=USER(0)\\, ROUTINE=parts::";
        for integrator in ["dop853", "radau5", "rk4"] {
            let results = run(&statement, 2.0, integrator);
            assert_eq!(results.frames.len(), 41);
            for f in &results.frames {
                let (mut x, mut t) = (8.0, offset);
                // An output at the time of a sample may be either side of it.
                let mut before = x;
                while t <= f.time + 1e-9 {
                    before = if t >= f.time - 1e-9 { x } else { f64::NAN };
                    x = 0.5 * x + t;
                    t += 0.25;
                }
                let [seen, y, ..] = f.requests[1];
                let near = |a: f64, b: f64| (a - b).abs() < 1e-12 * (1.0 + b.abs());
                assert!(
                    near(seen, x) || near(seen, before),
                    "{integrator}, {period}: {seen} for {x} at {}",
                    f.time
                );
                assert!(near(y, seen + f.time * f.time), "{y}");
            }
            assert!(results.events.is_empty(), "{:?}", results.events);
        }
    }
}

/// A force that holds a part by what was sampled: between samples it moves with constant acceleration, to rounding.
#[test]
fn the_motion_goes_on_from_each_sample() {
    let statements = "GSE/1, ND=1, NO=1, XD=5, Y=3, ICD=6, SAMPLE_PERIOD=0.5\\, FUNCTION=USER(0)\\, ROUTINE=parts::\n\
        GSE/9, NS=20, X=1, IC=4, FUNCTION=USER(0)\\, ROUTINE=parts::\nMARKER/10, PART=1\n\
        SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=ARYVAL(3,1)";
    for integrator in ["dop853", "radau5"] {
        let results = run(statements, 2.0, integrator);
        // x = 8/2 + 0 on (0, ½), 4/2 + ½ on (½, 1), 2.5/2 + 1 on (1, 3/2), 2.25/2 + 3/2 on (3/2, 2)
        let (mut z, mut v) = (0.0, 0.0);
        for a in [4.0, 2.5, 2.25, 2.625] {
            z += v * 0.5 + a * 0.125;
            v += a * 0.5;
        }
        let body = &results.frames.last().unwrap().bodies[0];
        // a hundred times rounding of the sums; the method of order 5 or 8 is exact for parabolas
        assert!(
            (body.position[2] - z).abs() < 1e-12 * z,
            "{} {z}",
            body.position[2]
        );
        assert!(
            (body.velocity[2] - v).abs() < 1e-12 * v,
            "{} {v}",
            body.velocity[2]
        );
    }
}

/// A deck of the FAST-to-ADAMS writer as it is: 49 statements without ROUTINE, a GSE that is sampled among them, call a
/// library that is not public. With one of its names and without loads it runs.
#[test]
fn a_wind_turbine_with_a_library_without_loads() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/models/FAST");
    let mut loaded = carom::open(models.join("Test16_ADAMS.adm"), None);
    loaded.allow_user_code(Some(libraries().join("stub.so")));
    let request = Request {
        end: Some(0.002),
        output: Some(carom::model::analysis::OutputGrid::Steps(4)),
        ..Request::default()
    };
    let model = loaded.model.as_ref().unwrap();
    let results = carom::simulate(model, &request).unwrap_or_else(|d| panic!("{d:?}"));
    assert!(results.error.is_none(), "{:?}", results.error);
    let last = results.frames.last().unwrap();
    assert_eq!(last.time, 0.002);
    // REQSUB writes the label of its request into all columns.
    assert_eq!(last.requests, [[1.0; 8]]);
}
