//! Users' routines in C, C++ and Fortran, compiled here, beside the same laws as expressions.
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
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_code");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_code");
        for (source, library) in [
            ("forces.c", "in_c.so"),
            ("forces.f90", "in_fortran.so"),
            ("wrong.cpp", "wrong.so"),
        ] {
            let work = folder.join(format!("work_{library}"));
            std::fs::create_dir_all(&work).unwrap();
            let built = compile::build(&[sources.join(source)], &folder.join(library), &work);
            built.unwrap_or_else(|e| {
                panic!("gcc, g++ and gfortran are needed (apt-get install gcc g++ gfortran): {e}")
            });
        }
        folder
    })
}

const HEAD: &str = "a part on springs
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/30, PART=1, FLOATING
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0.3,-0.1,0.2, VX=0.5, WX=1.0, WY=0.2
MARKER/20, PART=2
";

/// The deck with these statements, allowed to call the libraries.
fn loaded(statements: &str) -> carom::Loaded {
    let dir = tempfile::tempdir().unwrap();
    let deck = dir.path().join("deck.adm");
    std::fs::write(
        &deck,
        format!("{HEAD}{statements}\nREQUEST/9, F2=DX(20,10)\\F3=VX(20,10)\nEND\n"),
    )
    .unwrap();
    let mut loaded = carom::open(&deck, None);
    loaded.path = libraries().join("deck.adm");
    loaded
}

fn request(integrator: &str, error: f64) -> Request {
    let mut request = Request {
        end: Some(2.0),
        output: Some(carom::model::analysis::OutputGrid::Steps(40)),
        ..Request::default()
    };
    request.options.integrator = Some(integrator.into());
    request.options.error = Some(error);
    request
}

fn run_with(statements: &str, request: &Request) -> Results {
    let mut loaded = loaded(statements);
    loaded.allow_user_code(None);
    let model = loaded.model.as_ref().unwrap();
    carom::simulate(model, request).unwrap_or_else(|d| {
        let all: Vec<_> = d
            .iter()
            .map(|d| (d.message.clone(), d.help.clone()))
            .collect();
        panic!("{all:?} {:?}", loaded.diagnostics)
    })
}

/// All positions and velocities of a run to its end, as bits.
fn path(results: &Results) -> Vec<f64> {
    assert!(results.error.is_none(), "{:?}", results.error);
    assert!(results.frames.len() > 20);
    let of_body =
        |b: &carom::model::run::BodyRow| [b.position.to_vec(), b.velocity.to_vec()].concat();
    results
        .frames
        .iter()
        .flat_map(|f| f.bodies.iter().flat_map(of_body))
        .collect()
}

/// A routine is the same function as the expression: an explicit method, which looks at values alone, gives the same bits. An implicit one has
/// slopes by differences in the place of exact ones, and ends within its tolerance.
fn same_as_expression(routine: &str, expression: &str) {
    let by = |statements: &str, integrator: &str, error: f64| {
        path(&run_with(statements, &request(integrator, error)))
    };
    let (a, b) = (by(routine, "dop853", 1e-8), by(expression, "dop853", 1e-8));
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(&b) {
        assert_eq!(a.to_bits(), b.to_bits(), "{a} {b}: {routine}");
    }
    let implicit = by(routine, "radau5", 1e-8);
    for (a, b) in implicit.iter().zip(&b) {
        // 1e-6: a hundred times the tolerance of a step, for some tens of steps of both
        assert!((a - b).abs() < 1e-6, "{a} {b}: {routine}");
    }
}

#[test]
fn sfosub_in_both_languages() {
    let expression =
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-40*DX(20,10)-0.5*VX(20,10)";
    for library in ["in_c", "in_fortran"] {
        let routine = format!(
            "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE={library}::sfosub"
        );
        let routine = routine.replace("in_c::sfosub", "in_c::Sfosub");
        same_as_expression(&routine, expression);
    }
}

#[test]
fn a_routine_that_declares_nothing_is_asked_in_evaluation_too() {
    same_as_expression(
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE=in_fortran::silent",
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-40*DX(20,10)-0.5*VX(20,10)",
    );
}

/// The routine is called in other places before the run, where it reads what it has not said.
#[test]
fn a_branch_that_is_not_declared_is_met_before_the_run() {
    let deck = |function: &str| {
        format!(
            "ACCGRAV/KGRAV=-9.80665\nSFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION={function}"
        )
    };
    let a = deck("IF(DZ(20,10): -900*DZ(20,10)-2*VZ(20,10), 0, 0)");
    let b = deck("USER(20,10)\\, ROUTINE=wrong::Branches");
    let (a, b) = (
        path(&run_with(&a, &request("dop853", 1e-10))),
        path(&run_with(&b, &request("dop853", 1e-10))),
    );
    let far = a
        .iter()
        .zip(&b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max);
    // Some impacts on a spring of 0.15 s; the jump of the damping where it is met is found by the steps alone.
    assert!(far < 1e-6, "{far}");
}

#[test]
fn vfosub_and_vtosub() {
    same_as_expression(
        "VFORCE/1, I=20, JFLOAT=30, RM=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE=in_c::
VTORQUE/2, I=20, JFLOAT=30, RM=10, FUNCTION=USER(20,10,0.25)\\, ROUTINE=in_c::",
        "VFORCE/1, I=20, JFLOAT=30, RM=10, FX=-40*DX(20,10)-0.5*VX(20,10)\\
, FY=-40*DY(20,10)-0.5*VY(20,10)\\, FZ=-40*DZ(20,10)-0.5*VZ(20,10)
VTORQUE/2, I=20, JFLOAT=30, RM=10, TX=-0.25*WX(20,10)\\, TY=-0.25*WY(20,10)\\, TZ=-0.25*WZ(20,10)",
    );
}

#[test]
fn gfosub_in_both_languages() {
    let expression = "GFORCE/1, I=20, JFLOAT=30, RM=10, FX=-40*DX(20,10)-0.5*VX(20,10)\\
, FY=-40*DY(20,10)-0.5*VY(20,10)\\, FZ=-40*DZ(20,10)-0.5*VZ(20,10)\\
, TX=-0.5*WX(20,10)\\, TY=-0.5*WY(20,10)\\, TZ=-0.5*WZ(20,10)";
    for library in ["in_c", "in_fortran"] {
        let routine = format!(
            "GFORCE/1, I=20, JFLOAT=30, RM=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE={library}::"
        );
        same_as_expression(&routine, expression);
    }
}

#[test]
fn varsub_and_difsub() {
    let force = "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-3*DIF(2)-40*DX(20,10)";
    same_as_expression(
        &format!(
            "{force}
VARIABLE/1, FUNCTION=USER(20,10,5)\\, ROUTINE=in_c::
DIFF/2, IC=0.1, FUNCTION=USER(2,1.5,1)\\, ROUTINE=in_c::Difsub"
        ),
        &format!(
            "{force}
VARIABLE/1, FUNCTION=5*DX(20,10)+STEP(TIME,-1,0,3,1)
DIFF/2, IC=0.1, FUNCTION=-1.5*DIF(2)+VARVAL(1)"
        ),
    );
}

#[test]
fn an_implicit_difsub_gives_the_residual() {
    let statements = "DIFF/2, IC=2.0, IMPLICIT, FUNCTION=USER(2,1.5,1)\\, ROUTINE=in_c::
VARIABLE/1, FUNCTION=0
REQUEST/1, F2=DIF(2)";
    let results = run_with(statements, &request("radau5", 1e-9));
    assert!(results.error.is_none(), "{:?}", results.error);
    for f in &results.frames {
        let row = results
            .layout
            .requests
            .iter()
            .position(|r| *r == 1)
            .unwrap();
        // x' = −1.5·x from 2; the tolerance is that of the run, times ten
        assert!((f.requests[row][1] - 2.0 * (-1.5 * f.time).exp()).abs() < 1e-8);
    }
}

#[test]
fn motsub_gives_its_own_derivatives() {
    let slider = "MARKER/11, PART=1, REULER=90D,90D,0D\nMARKER/21, PART=2, REULER=90D,90D,0D\n";
    for library in ["in_c", "in_fortran"] {
        let head = format!(
            "{slider}JOINT/1, TRANSLATIONAL, I=21, J=11\nMOTION/1, JOINT=1, FUNCTION=USER(0.3,2)\\, ROUTINE={library}::"
        );
        let deck = head.replace("MARKER/11, PART=1", "MARKER/11, PART=1, QP=0,-0.1,0.2");
        let results = run_with(&deck, &request("radau5", 1e-8));
        assert!(results.error.is_none(), "{:?}", results.error);
        for f in &results.frames {
            let (b, t) = (&f.bodies[0], f.time);
            let (x, v) = (0.3 * (2.0 * t).sin(), 0.6 * (2.0 * t).cos());
            // 1e-9: to what assembly of positions and velocities converges
            assert!(
                (b.position[0] - x).abs() < 1e-9,
                "{t}: {} {x}",
                b.position[0]
            );
            assert!(
                (b.velocity[0] - v).abs() < 1e-9,
                "{t}: {} {v}",
                b.velocity[0]
            );
            let a = -1.2 * (2.0 * t).sin();
            assert!(
                (b.acceleration[0] - a).abs() < 1e-8,
                "{t}: {} {a}",
                b.acceleration[0]
            );
        }
    }
}

#[test]
fn reqsub_fills_its_columns() {
    let force = "VFORCE/1, I=20, JFLOAT=30, RM=10, FX=-40*DX(20,10)\\, FY=0\\, FZ=0";
    let statements = format!(
        "{force}
REQUEST/1, FUNCTION=USER(20,10)\\, ROUTINE=in_c::
REQUEST/2, F2=DX(20,10)\\F3=VX(20,10)\\F4=ACCX(20,10)\\F6=DX(20,10)*DX(20,10)\\F8=TIME"
    );
    let results = run_with(&statements, &request("dop853", 1e-8));
    let (a, b) = (results.request(1), results.request(2));
    assert!(
        a.len() > 20 && a.iter().any(|r| r[3] != 0.0),
        "{:?} {:?}",
        results.diagnostics,
        &a[..2]
    );
    for (a, b) in a.iter().zip(&b) {
        assert_eq!(a.map(f64::to_bits), b.map(f64::to_bits));
    }
}

#[test]
fn sensub_ends_the_run_where_the_expression_does() {
    let end = |function: &str| {
        let statements = format!("SENSOR/1, GE, VALUE=0.5, ERROR=1E-6, HALT, FUNCTION={function}");
        let results = run_with(&statements, &request("dop853", 1e-8));
        assert!(results.error.is_none(), "{:?}", results.error);
        results.frames.last().unwrap().time
    };
    // From 0.3 at the speed 0.5: after 0.4 s.
    let (a, b) = (end("DX(20,10)"), end("USER(20,10)\\, ROUTINE=in_c::"));
    assert!((a - 0.4).abs() < 1e-9, "{a}");
    // The same: the location of an event asks the same function.
    assert!((a - b).abs() < 1e-9, "{b}");
}

#[test]
fn the_structure_tells_the_element() {
    let statements =
        "SFORCE/7, ROTATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(1,2,3)\\, ROUTINE=in_c::Records
REQUEST/1, F2=SFORCE(7,0,8,10)";
    let results = run_with(
        statements,
        &Request {
            end: Some(1e-9),
            ..request("dop853", 1e-3)
        },
    );
    let told = results.request(1)[0][1];
    // ID 7, I 20, J 10, ACTIONONLY, not a translation, three parameters
    let expected = 7e6 + 20e4 + 10e2 + 10.0 + 0.3;
    assert!((told - expected).abs() < 1e-6, "{told}");
}

/// A ball of `examples/bouncing_ball`, its force as an expression or by a routine that calls the utility IMPACT.
fn ball(function: &str, integrator: &str) -> Results {
    let deck = format!(
        "ACCGRAV/KGRAV=-9.80665\nSFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION={function}"
    );
    run_with(&deck, &request(integrator, 1e-10))
}

const IMPACT: &str = "IMPACT(DZ(20,10,10),VZ(20,10,10),0.1,1.0E5,1.5,50.0,1.0E-4)";

/// The SFOSUB of IMPACT is IMPACT: its branches are watched with the arguments of the call, and the same events are found.
#[test]
fn a_ball_on_a_table() {
    let name = |e: &carom::model::run::EventRow| (e.kind.name(), e.element.clone());
    for routine in ["in_fortran::ball", "in_c::Ball", "in_c::Computed"] {
        for integrator in ["dop853", "radau5", "auto"] {
            let law = ball(IMPACT, integrator);
            let user = ball(
                &format!("USER(20,10,0.1,1.0E5,1.5,50.0,1.0E-4)\\, ROUTINE={routine}"),
                integrator,
            );
            assert!(law.events.len() > 6, "{:?}", law.events);
            assert_eq!(
                law.events.iter().map(name).collect::<Vec<_>>(),
                user.events.iter().map(name).collect::<Vec<_>>()
            );
            // Exact slopes with the law and differences with the routine change steps of implicit methods, and so their errors; the arguments that a
            // routine computes have rates by differences.
            let tolerance = match (integrator, routine) {
                ("dop853", "in_c::Computed") => 1e-9,
                ("dop853", _) => 1e-12,
                _ => 1e-7,
            };
            for (a, b) in law.events.iter().zip(&user.events) {
                assert!(
                    (a.time - b.time).abs() < tolerance,
                    "{routine} {integrator}: {} {}",
                    a.time,
                    b.time
                );
            }
            for (a, b) in path(&law).iter().zip(path(&user)) {
                assert!(
                    (a - b).abs() < 1e3 * tolerance,
                    "{routine} {integrator}: {a} {b}"
                );
            }
        }
    }
}

/// A switch that a routine declares is located like one of an expression.
#[test]
fn a_declared_switch_is_located() {
    let law = "IF(DZ(20,10)-0.1: -900*(DZ(20,10)-0.1), 0, 0)";
    let times = |function: &str| {
        let deck = format!(
            "ACCGRAV/KGRAV=-9.80665\nSFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION={function}"
        );
        let mut request = request("dop853", 1e-10);
        request.options.verbose_events = true;
        let r = run_with(&deck, &request);
        let times: Vec<f64> = r.events.iter().map(|e| e.time).collect();
        (times, path(&r))
    };
    let (law, expected) = times(law);
    assert!(law.len() >= 4, "{law:?}");
    for routine in ["in_c::Declares", "in_fortran::declares"] {
        let (user, found) = times(&format!("USER(20,10,0.1,900)\\, ROUTINE={routine}"));
        assert_eq!(law.len(), user.len(), "{law:?} {user:?}");
        for (a, b) in law.iter().zip(&user).chain(expected.iter().zip(&found)) {
            // Rates by differences: some digits less than the tolerance of a step, for a few bounces.
            assert!((a - b).abs() < 1e-8, "{routine}: {a} {b}");
        }
    }
}

/// The step of a difference is that of the quantity: slopes of a force on a thing of micrometres, against those of the expression.
#[test]
fn slopes_are_those_of_small_quantities() {
    let deck = |function: &str| {
        format!(
            "tiny
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1E-9, CM=20, IP=1E-21,1E-21,1E-21, QG=0,0,2E-7
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=10
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION={function}
END
"
        )
    };
    let frequency = |function: &str| {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("deck.adm");
        std::fs::write(&file, deck(function)).unwrap();
        let mut loaded = carom::open(&file, None);
        loaded.path = libraries().join("deck.adm");
        loaded.allow_user_code(None);
        let request = Request {
            linear: Some(carom::LinearRequest::default()),
            ..Request::default()
        };
        let r = carom::simulate(loaded.model.as_ref().unwrap(), &request)
            .unwrap_or_else(|d| panic!("{d:?}"));
        let eigenvalues = r.linearizations[0].eigenvalues.iter();
        eigenvalues.map(|[_, im]| *im).fold(0.0, f64::max)
    };
    let law = frequency("-3E9*DZ(20,10)**3");
    let user = frequency("USER(20,10,3E9)\\, ROUTINE=in_c::Cubic");
    assert!(law > 0.0);
    // The step is 1.5e-8 of the size, 2e-6 at most: 1.5e-7 of z, and the slope of a square changes by twice as much.
    assert!((user / law - 1.0).abs() < 1e-6, "{law} {user}");
}

#[test]
fn without_leave_nothing_is_called() {
    let mut l = loaded(
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE=in_c::Sfosub",
    );
    let check = carom::check(&mut l, false).unwrap();
    assert!(!check.accepted);
    let d: Vec<_> = l
        .diagnostics
        .iter()
        .filter(|d| d.name == "user-code")
        .collect();
    assert_eq!(d.len(), 1);
    assert!(
        d[0].message.contains("SFORCE/1") && d[0].message.contains("library in_c"),
        "{}",
        d[0].message
    );
    assert!(d[0].help.as_ref().unwrap().contains("--allow-user-code"));
}

fn refusal(routine: &str) -> String {
    let mut l = loaded(&format!(
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE={routine}"
    ));
    l.allow_user_code(None);
    let check = carom::check(&mut l, false).unwrap();
    assert!(!check.accepted);
    let errors = l.diagnostics.take_errors();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].name, "user-library");
    format!(
        "{} | {}",
        errors[0].message,
        errors[0].help.clone().unwrap()
    )
}

#[test]
fn what_is_missing_is_named() {
    let text = refusal("nowhere::Sfosub");
    assert!(
        text.contains("SFORCE/1 names the library nowhere, which is not found"),
        "{text}"
    );
    assert!(text.contains("nowhere.so"), "{text}");
    let text = refusal("in_c::Nothing");
    assert!(
        text.contains("calls Nothing") && text.contains("nothing_") && text.contains("Gfosub"),
        "{text}"
    );
    let text = refusal("Sfosub");
    assert!(
        text.contains("names no library") && text.contains("--user-library"),
        "{text}"
    );
    std::fs::write(libraries().join("text.so"), "no library").unwrap();
    let text = refusal("text::Sfosub");
    assert!(text.contains("cannot be opened"), "{text}");
}

/// What refuses the start of a run.
fn refused_at_start(routine: &str) -> String {
    let mut l = loaded(&format!(
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(0)\\, ROUTINE=wrong::{routine}"
    ));
    l.allow_user_code(None);
    let Err(mut d) = carom::simulate(l.model.as_ref().unwrap(), &request("dop853", 1e-6)) else {
        panic!("{routine} refuses the start");
    };
    let errors = d.take_errors();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].message.clone()
}

fn early(routine: &str) -> String {
    let statements = format!(
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(0)\\, ROUTINE=wrong::{routine}"
    );
    let results = run_with(&statements, &request("dop853", 1e-6));
    let e = results
        .error
        .unwrap_or_else(|| panic!("{routine} ends the run"));
    format!("{} {}", results.frames.len(), e.message)
}

#[test]
fn an_end_that_a_routine_asks_for_is_told_in_its_words() {
    let text = early("Stop");
    assert!(
        text.contains("SFORCE/1") && text.contains("the rope is broken"),
        "{text}"
    );
    assert!(
        text.contains("Stop of ") && text.contains("wrong.so"),
        "{text}"
    );
}

#[test]
fn a_result_that_is_no_number_is_named() {
    let text = early("Nan");
    assert!(
        text.contains("SFORCE/1") && text.contains("its result is NaN"),
        "{text}"
    );
}

#[test]
fn a_function_that_does_not_exist_raises_the_flag() {
    let text = refused_at_start("Unnamed");
    assert!(text.contains("there is no AW (id 7)"), "{text}");
}

#[test]
fn a_utility_of_another_routine_is_named() {
    let text = refused_at_start("Rare");
    assert!(
        text.contains("it called DATOUT, which CONSUB alone may call"),
        "{text}"
    );
}

#[test]
fn what_was_not_declared_is_named() {
    let text = early("Changes");
    assert!(text.contains("it asks for DY(20,10)"), "{text}");
}

#[test]
fn a_routine_with_a_memory_is_noticed() {
    let statements =
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(0)\\, ROUTINE=wrong::Counts";
    run_with(statements, &request("dop853", 1e-3));
    let said = carom::dynamics::elements::user::said();
    assert!(
        said.iter()
            .any(|d| d.name == "user-not-repeated" && d.message.contains("SFORCE/1")),
        "{said:?}"
    );
}
