//! CONSUB: a routine that runs analyses, changes the model and writes rows, against closed forms.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use carom::user::compile;
use carom::{Loaded, Request, Results};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The libraries, compiled once for all tests.
fn libraries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_control");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_code");
        for (source, library) in [("control.c", "in_c.so"), ("control.f90", "in_fortran.so")] {
            let work = folder.join(format!("work_{library}"));
            std::fs::create_dir_all(&work).unwrap();
            compile::build(&[sources.join(source)], &folder.join(library), &work)
                .unwrap_or_else(|e| panic!("gcc and gfortran are needed: {e}"));
        }
        folder
    })
}

/// A part of 2 kg on a spring of 200 N/m, whose length it moves along.
const DECK: &str = "a part on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0,0,HEIGHT
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=10
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-200*DZ(20,10)
ACCGRAV/KGRAV=GRAVITY
REQUEST/1, F2=DZ(20,10)
END
";

fn opened(commands: &str, height: f64, gravity: f64) -> Loaded {
    let dir = tempfile::tempdir().unwrap();
    let deck = DECK
        .replace("HEIGHT", &height.to_string())
        .replace("GRAVITY", &gravity.to_string());
    std::fs::write(dir.path().join("deck.adm"), deck).unwrap();
    let acf = dir.path().join("deck.acf");
    std::fs::write(&acf, format!("deck\n\n{commands}\nSTOP\n")).unwrap();
    let mut loaded = carom::open(&acf, None);
    loaded.path = libraries().join("deck.acf");
    loaded
}

fn run(commands: &str, height: f64, gravity: f64) -> Results {
    let mut loaded = opened(commands, height, gravity);
    loaded.allow_user_code(None);
    let mut request = Request::default();
    request.options.error = Some(1e-9);
    let model = loaded.model.as_ref().unwrap();
    carom::simulate(model, &request).unwrap_or_else(|d| panic!("{d:?} {:?}", loaded.diagnostics))
}

/// The rows of the first request: time and height.
fn rows(r: &Results) -> Vec<(f64, f64)> {
    let of_request = r.frames.iter().map(|f| (f.time, f.requests[0][1]));
    of_request.collect()
}

#[test]
fn three_analyses_with_changes_between_them() {
    let r = run(
        "CONTROL/FUNCTION=USER(200,2,9.81)\\, ROUTINE=in_c::",
        0.0,
        -9.81,
    );
    assert!(r.error.is_none(), "{:?}", r.error);
    let kinds: Vec<&str> = r.statistics.iter().map(|s| s.kind.as_str()).collect();
    assert_eq!(kinds, ["static", "static", "dynamic"]);
    let start = -4.0 * 9.81 / 200.0;
    let shall = [
        (0.0, -2.0 * 9.81 / 200.0),
        (0.0, start),
        (0.5, start * (0.5 * 50.0_f64.sqrt()).cos()),
    ];
    let rows = rows(&r);
    // DATOUT alone writes rows.
    assert_eq!(rows.len(), 3, "{rows:?}");
    for ((t, z), (at, height)) in rows.iter().zip(shall) {
        // 1e-6: a thousand times the tolerance of a step, for some tens of steps
        assert!(*t == at && (z - height).abs() < 1e-6, "{rows:?}");
    }
}

#[test]
fn in_fortran() {
    let r = run(
        "CONTROL/FUNCTION=USER(200)\\, ROUTINE=in_fortran::",
        0.1,
        0.0,
    );
    assert!(r.error.is_none(), "{:?}", r.error);
    assert_eq!(r.statistics.len(), 3);
    for (k, (t, z)) in rows(&r).into_iter().enumerate() {
        let at = 0.5 * (k + 1) as f64;
        let height = 0.1 * (10.0 * at).cos();
        assert!(t == at && (z - height).abs() < 1e-6, "{t} {z} {height}");
    }
}

#[test]
fn what_fails_is_told_with_its_reason() {
    let of = |name: &str| {
        let commands = format!("CONTROL/FUNCTION=USER(0)\\, ROUTINE=in_c::{name}");
        run(&commands, 0.1, 0.0)
    };
    let text = of("Fails").error.unwrap().message;
    assert!(
        text.contains("the analysis failed (id 1)") && text.contains("no analysis MAGIC"),
        "{text}"
    );
    let text = of("Unknown").error.unwrap().message;
    assert!(
        text.contains("the command failed (id 1)") && text.contains("PARTY"),
        "{text}"
    );
    let r = of("Ignores");
    assert!(r.error.is_none() && r.frames.len() == 1, "{:?}", r.error);
}

#[test]
fn without_leave_it_is_refused() {
    let mut loaded = opened("CONTROL/FUNCTION=USER(0)\\, ROUTINE=in_c::", 0.1, 0.0);
    let check = carom::check(&mut loaded, false).unwrap();
    assert!(!check.accepted);
    let errors = loaded.diagnostics.take_errors();
    assert!(
        errors.len() == 1 && errors[0].name == "user-code" && errors[0].message.contains("CONTROL"),
        "{errors:?}"
    );
}
