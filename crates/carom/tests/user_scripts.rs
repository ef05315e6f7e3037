//! Routines in Python scripts, beside the same laws as expressions.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use carom::{Request, Results};
use std::path::Path;

const HEAD: &str = "a part on springs
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/30, PART=1, FLOATING
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0.3,-0.1,0.2, VX=0.5, WX=1.0, WY=0.2
MARKER/20, PART=2
";

fn run(statements: &str, commands: Option<&str>) -> Results {
    let dir = tempfile::tempdir().unwrap();
    let deck = dir.path().join("deck.adm");
    std::fs::write(&deck, format!("{HEAD}{statements}\nEND\n")).unwrap();
    let acf = commands.map(|text| {
        let acf = dir.path().join("deck.acf");
        std::fs::write(&acf, format!("deck\n\n{text}\nSTOP\n")).unwrap();
        acf
    });
    let mut loaded = carom::open(acf.as_ref().unwrap_or(&deck), None);
    loaded.path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_code/deck.adm");
    loaded.allow_user_code(None);
    let mut request = Request {
        end: commands.is_none().then_some(0.5),
        output: Some(carom::model::analysis::OutputGrid::Steps(20)),
        ..Request::default()
    };
    request.options.integrator = Some("dop853".into());
    request.options.error = Some(1e-8);
    let model = loaded.model.as_ref().unwrap();
    carom::simulate(model, &request).unwrap_or_else(|d| {
        let all: Vec<_> = d.iter().map(|d| (&d.message, &d.help)).collect();
        panic!("{all:?} {:?}", loaded.diagnostics)
    })
}

fn path(r: &Results) -> Vec<u64> {
    assert!(r.error.is_none(), "{:?}", r.error);
    let numbers =
        |b: &carom::model::run::BodyRow| [b.position.to_vec(), b.velocity.to_vec()].concat();
    let all = r
        .frames
        .iter()
        .flat_map(|f| f.bodies.iter().flat_map(numbers));
    all.map(f64::to_bits).collect()
}

/// An explicit method looks at values alone: the same bits.
fn same(routine: &str, expression: &str) {
    let (a, b) = (path(&run(routine, None)), path(&run(expression, None)));
    assert_eq!(a, b, "{routine}");
}

#[test]
fn forces() {
    same(
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE=scripts.py::SFOSUB",
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-40*DX(20,10)-0.5*VX(20,10)",
    );
    same(
        "GFORCE/1, I=20, JFLOAT=30, RM=10, FUNCTION=USER(20,10,40,0.5)\\, ROUTINE=scripts.py::",
        "GFORCE/1, I=20, JFLOAT=30, RM=10, FX=-40*DX(20,10)\\, FY=-40*DY(20,10)\\, FZ=-40*DZ(20,10)\\
, TX=-0.5*WX(20,10)\\, TY=-0.5*WY(20,10)\\, TZ=-0.5*WZ(20,10)",
    );
}

/// The utility IMPACT is watched from a script, too.
#[test]
fn a_ball() {
    let deck = |function: &str| {
        format!(
            "ACCGRAV/KGRAV=-9.80665\nSFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION={function}"
        )
    };
    let law = run(
        &deck("IMPACT(DZ(20,10,10),VZ(20,10,10),0.1,1.0E5,1.5,50.0,1.0E-4)"),
        None,
    );
    let user = run(
        &deck("USER(20,10,0.1,1.0E5,1.5,50.0,1.0E-4)\\, ROUTINE=scripts.py::BALL"),
        None,
    );
    assert!(law.events.len() >= 3 && law.events.len() == user.events.len());
    for (a, b) in law.events.iter().zip(&user.events) {
        assert!(
            a.kind == b.kind && (a.time - b.time).abs() < 1e-12,
            "{a:?} {b:?}"
        );
    }
    assert_eq!(path(&law), path(&user));
}

#[test]
fn requests_and_control() {
    let r = run(
        "REQUEST/1, FUNCTION=USER(20,10)\\, ROUTINE=scripts.py::REQSUB\nREQUEST/2, F2=DX(20,10)",
        Some("CONTROL/FUNCTION=USER(0)\\, ROUTINE=scripts.py::CONSUB"),
    );
    assert!(r.error.is_none(), "{:?}", r.error);
    assert_eq!(r.times(), [0.5, 1.0, 1.5]);
    for f in &r.frames {
        let row = [0.0, f.requests[1][1], f.time.sin(), 2.0, 0.0, 0.0, 0.0, 1.0];
        assert_eq!(f.requests[0], row);
    }
}

#[test]
fn what_goes_wrong_is_said() {
    for (routine, why) in [
        ("RAISES", "ZeroDivisionError: division by zero, line "),
        ("LEAVES", "its interpreter has ended (exit status: 3)"),
    ] {
        let r = run(
            &format!(
                "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(0)\\, ROUTINE=scripts.py::{routine}"
            ),
            None,
        );
        let e = r.error.expect("it ends the run");
        assert!(
            e.message.contains("SFORCE/1")
                && e.message.contains(why)
                && e.message.contains("scripts.py"),
            "{}",
            e.message
        );
        assert!(e.time < 0.3, "{}", e.time);
    }
}

/// The example: a routine in Fortran named by a dataset and by a model of MotionSolve, and a script. All are the ball of the other example, bit for bit
/// with an explicit method, events included.
#[test]
fn the_example_in_all_its_forms() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("users_code");
    std::fs::create_dir_all(folder.join("work")).unwrap();
    let source = examples.join("users_code/ball.f90");
    let (library, work) = (folder.join("ball.so"), folder.join("work"));
    carom::user::compile::build(&[source], &library, &work).unwrap();
    std::fs::copy(examples.join("users_code/ball.py"), folder.join("ball.py")).unwrap();
    let run = |file: &str| {
        let mut loaded = carom::open(examples.join(file), None);
        let name = Path::new(file).file_name().unwrap();
        loaded.path = folder.join(name);
        loaded.allow_user_code(None);
        assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
        let model = loaded.model.as_mut().unwrap();
        model.commands.clear();
        let mut request = Request {
            end: Some(2.0),
            output: Some(carom::model::analysis::OutputGrid::Steps(20)),
            ..Request::default()
        };
        request.options.integrator = Some("dop853".into());
        request.options.error = Some(1e-10);
        let results = carom::simulate(loaded.model.as_ref().unwrap(), &request).unwrap();
        let events: Vec<_> = results
            .events
            .iter()
            .map(|e| (e.kind.name(), e.time.to_bits()))
            .collect();
        (path(&results), events)
    };
    let expression = run("bouncing_ball/ball.adm");
    assert!(expression.1.len() > 10);
    for file in ["ball.adm", "ball_library.xml", "ball.xml"] {
        let routine = run(&format!("users_code/{file}"));
        assert_eq!(routine, expression, "{file}");
    }
}
