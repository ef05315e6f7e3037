//! Fields in users' routines (FIESUB), beside a GFORCE with the same components.
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
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_fields");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_code");
        for (source, library) in [("fields.c", "in_c.so"), ("fields.f90", "in_fortran.so")] {
            let work = folder.join(format!("work_{library}"));
            std::fs::create_dir_all(&work).unwrap();
            compile::build(&[sources.join(source)], &folder.join(library), &work)
                .unwrap_or_else(|e| panic!("gcc and gfortran are needed: {e}"));
        }
        folder
    })
}

/// Two parts that move and turn, J's axes turned against those of its part.
const HEAD: &str = "two parts
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/11, PART=3, FLOATING
PART/2, MASS=2, CM=21, IP=1,2,3, QG=0.3,-0.1,0.2, VX=0.5, WX=0.3, WY=0.2
MARKER/20, PART=2, QP=0.1,0.2,0
MARKER/21, PART=2
PART/3, MASS=3, CM=12, IP=2,2,3, VY=0.1, WZ=0.4
MARKER/10, PART=3, QP=0,0.1,0.1, REULER=20D,30D,40D
MARKER/12, PART=3
REQUEST/1, F2=FIELD(1,0,2,10)\\F3=FIELD(1,1,2,10)
";

fn run(statement: &str, integrator: &str) -> Results {
    let dir = tempfile::tempdir().unwrap();
    let deck = dir.path().join("deck.adm");
    std::fs::write(&deck, format!("{HEAD}{statement}\nEND\n")).unwrap();
    let mut loaded = carom::open(&deck, None);
    loaded.path = libraries().join("deck.adm");
    loaded.allow_user_code(None);
    let mut request = Request {
        end: Some(2.0),
        output: Some(carom::model::analysis::OutputGrid::Steps(40)),
        ..Request::default()
    };
    request.options.integrator = Some(integrator.into());
    request.options.error = Some(1e-9);
    let model = loaded.model.as_ref().unwrap();
    carom::simulate(model, &request).unwrap_or_else(|d| {
        let all: Vec<_> = d.iter().map(|d| (&d.message, &d.help)).collect();
        panic!("{all:?} {:?}", loaded.diagnostics)
    })
}

fn path(r: &Results) -> Vec<f64> {
    assert!(r.error.is_none(), "{:?}", r.error);
    assert_eq!(r.frames.len(), 41);
    let bodies = r.frames.iter().flat_map(|f| &f.bodies);
    bodies
        .flat_map(|b| [b.position, b.velocity, b.angular_velocity].concat())
        .collect()
}

#[test]
fn a_field_is_the_force_and_torque_with_its_components() {
    let of = |d: &str, v: &str| format!("-30*{d}*{d}*{d}-2*{v}");
    let turn = |d: &str, v: &str| format!("-30*{d}(20,10)*{d}(20,10)*{d}(20,10)-2*{v}(20,10,10)");
    let go = |a: &str| of(&format!("D{a}(20,10,10)"), &format!("V{a}(20,10,10,10)"));
    let force = format!(
        "GFORCE/1, I=20, JFLOAT=11, RM=10, FX={}\\FY={}-VX(20,10,10,10)\\FZ={}\\TX={}\\TY={}\\TZ={}",
        go("X"),
        go("Y"),
        go("Z"),
        turn("AX", "WX"),
        turn("AY", "WY"),
        turn("AZ", "WZ")
    );
    let empty = "FIELD/1, I=21, J=12, KMATRIX=".to_owned() + &vec!["0"; 36].join(",");
    for integrator in ["dop853", "radau5"] {
        let expected = path(&run(&format!("{force}\n{empty}"), integrator));
        for library in ["in_c", "in_fortran"] {
            let field = format!("FIELD/1, I=20, J=10, FUNCTION=USER(30,2)\\, ROUTINE={library}::");
            let results = run(&field, integrator);
            for (a, b) in path(&results).iter().zip(&expected) {
                // ten times the tolerance of a step, for some tens of them
                assert!((a - b).abs() < 1e-8, "{integrator} {library}: {a} {b}");
            }
            // The force on J is that on I, turned round.
            let told = &results.frames.last().unwrap().requests[0];
            assert!(
                told[1].abs() > 1e-3 && (told[1] + told[2]).abs() < 1e-12,
                "{told:?}"
            );
        }
    }
}
