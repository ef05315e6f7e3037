//! Couplers, general constraints, curves and splines of users' routines, beside closed forms and the same as expressions.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use carom::user::compile;
use carom::{Request, Results};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

fn libraries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_constraints");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_code");
        for (source, library) in [
            ("constraints.c", "in_c.so"),
            ("constraints.f90", "in_fortran.so"),
        ] {
            let work = folder.join(format!("work_{library}"));
            std::fs::create_dir_all(&work).unwrap();
            compile::build(&[sources.join(source)], &folder.join(library), &work)
                .unwrap_or_else(|e| panic!("gcc and gfortran are needed: {e}"));
        }
        std::fs::copy(sources.join("scripts.py"), folder.join("scripts.py")).unwrap();
        folder
    })
}

fn run_file(
    name: &str,
    text: &str,
    end: f64,
    integrator: &str,
    error: f64,
) -> Result<Results, String> {
    let dir = tempfile::tempdir().unwrap();
    let deck = dir.path().join(name);
    std::fs::write(&deck, text).unwrap();
    let mut loaded = carom::open(&deck, None);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
    loaded.path = libraries().join(name);
    loaded.allow_user_code(None);
    let mut request = Request {
        end: Some(end),
        output: Some(carom::model::analysis::OutputGrid::Steps(40)),
        ..Request::default()
    };
    request.analysis = Some(carom::model::analysis::Analysis::Dynamic);
    request.options.integrator = Some(integrator.into());
    request.options.error = Some(error);
    let Some(model) = loaded.model.as_ref() else {
        panic!("{:?}", loaded.diagnostics)
    };
    carom::simulate(model, &request).map_err(|d| {
        let all: Vec<_> = d.iter().map(|d| d.message.clone()).collect();
        format!("{all:?}")
    })
}

fn run(statements: &str, integrator: &str, error: f64) -> Results {
    let text = format!("{HEAD}{statements}\nEND\n");
    let results = run_file("deck.adm", &text, 1.0, integrator, error).unwrap();
    assert!(results.error.is_none(), "{:?}", results.error);
    assert_eq!(results.frames.len(), 41);
    results
}

/// Slider 2 along x, slider 3 along z.
const HEAD: &str = "two sliders
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
MARKER/11, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, VX=1
MARKER/20, PART=2, REULER=90D,90D,0
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
JOINT/1, TRANSLATIONAL, I=20, J=10
JOINT/2, TRANSLATIONAL, I=30, J=11
";

/// With z = c·x² the energy ½·(m₂·x'² + m₃·z'²) + m₃·g·z stays what it was, and z is on the parabola.
fn on_the_parabola(results: &Results, c: f64, tolerance: f64) {
    for f in &results.frames {
        let (a, b) = (&f.bodies[0], &f.bodies[1]);
        let (x, z) = (a.position[0], b.position[2]);
        let energy = 0.5 * (2.0 * a.velocity[0].powi(2) + b.velocity[2].powi(2)) + 9.80665 * z;
        assert!((z - c * x * x).abs() < tolerance, "{x} {z}");
        assert!((energy - 1.0).abs() < tolerance, "{energy}");
    }
    let turned = results.frames.iter().any(|f| f.bodies[0].velocity[0] < 0.0);
    assert!(turned, "the slider climbs and comes back");
}

#[test]
fn couplers_that_are_curved() {
    let deck = |routine: &str| {
        format!("COUPLER/5, JOINTS=1,2, TYPE=T:T, FUNCTION=USER(2)\\, ROUTINE={routine}")
    };
    let path = |r: &Results| -> Vec<f64> {
        let of = r.frames.iter().map(|f| f.bodies[0].position[0]);
        of.collect()
    };
    for integrator in ["dop853", "radau5"] {
        // All derivatives, the first ones alone, none: 1e-7 where second ones are differences, ε^(1/2) of what they are.
        let exact = run(
            &deck("in_c::Cousub, in_c::Firsts, in_c::Seconds"),
            integrator,
            1e-10,
        );
        on_the_parabola(&exact, 2.0, 1e-8);
        let fortran = run(&deck("in_fortran::"), integrator, 1e-10);
        on_the_parabola(&fortran, 2.0, 1e-8);
        let first = run(&deck("in_c::Cousub, in_c::Firsts"), integrator, 1e-10);
        on_the_parabola(&first, 2.0, 1e-7);
        let none = run(&deck("in_c::"), integrator, 1e-10);
        on_the_parabola(&none, 2.0, 1e-6);
        for (a, b) in path(&exact).iter().zip(path(&none)) {
            assert!((a - b).abs() < 1e-6, "{a} {b}");
        }
    }
}

#[test]
fn the_structure_tells_the_coupler() {
    let deck = "COUPLER/5, JOINTS=1,2, TYPE=T:T, FUNCTION=USER(1,2)\\, ROUTINE=in_c::Telling";
    let text = format!("{HEAD}{deck}\nEND\n");
    let results = run_file("deck.adm", &text, 1.0, "dop853", 1e-8).unwrap();
    let why = results.error.map(|e| e.message).unwrap_or_default();
    assert!(why.contains("all is right"), "{why}");
}

/// A bead on a circle that a routine draws is a pendulum: as one whose distance from the pivot is an expression.
#[test]
fn a_bead_on_a_users_circle() {
    const BEAD: &str = "a bead
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0.3,0,-0.4
MARKER/20, PART=2
";
    let run = |statements: &str| {
        let text = format!("{BEAD}{statements}\nEND\n");
        let r = run_file("deck.adm", &text, 1.0, "dop853", 1e-10).unwrap();
        assert!(r.error.is_none(), "{:?}", r.error);
        r
    };
    let joint = run("GCON/1, FUNCTION=DX(20)**2+DZ(20)**2-0.25\nGCON/2, FUNCTION=DY(20)");
    for library in ["in_c", "in_fortran"] {
        let bead = run(&format!(
            "CURVE/3, CLOSED, MINPAR=-3.141592653589793, MAXPAR=3.141592653589793, FUNCTION=USER(0.5)\\, ROUTINE={library}::
PTCV/4, I=20, CURVE=3, RM=10"
        ));
        for (a, b) in joint.frames.iter().zip(&bead.frames) {
            let (a, b) = (&a.bodies[0], &b.bodies[0]);
            for k in [0, 2] {
                // 1e-9 of the extent is how near the curve is to the routine; the speeds follow from the energy.
                let off = (a.position[k] - b.position[k]).abs();
                assert!(off < 1e-7, "{library}: {off:e} {a:?} {b:?}");
                let off = (a.velocity[k] - b.velocity[k]).abs();
                assert!(off < 1e-6, "{library}: {off:e}");
            }
        }
    }
}

#[test]
fn what_a_curve_and_a_spline_lack_is_said() {
    let deck = |s: &str| format!("{HEAD}{s}\nEND\n");
    let why = |s: &str| run_file("deck.adm", &deck(s), 0.1, "dop853", 1e-6).unwrap_err();
    let corners = why("CURVE/3, MINPAR=-0.7, MAXPAR=1, FUNCTION=USER(1)\\, ROUTINE=in_c::Square");
    assert!(
        corners.contains("CURVE/3") && corners.contains("corners"),
        "{corners}"
    );
    let file = why("SPLINE/3, FILE=nowhere.txt, FUNCTION=USER(1)\\, ROUTINE=in_c::");
    assert!(
        file.contains("SPLINE/3") && file.contains("failed"),
        "{file}"
    );
    let open = why("CURVE/3, CLOSED, MINPAR=0, MAXPAR=1, FUNCTION=USER(1)\\, ROUTINE=in_c::Cursub");
    assert!(open.contains("CURVE/3"), "{open}");
}

/// The points of a file by a routine give the same bits as those of the deck.
#[test]
fn splines_from_files() {
    let path = libraries().join("points.txt");
    std::fs::write(&path, "5 1\n-1 1\n0 0\n1 1\n2 4\n3 9.5\n").unwrap();
    let both = libraries().join("family.txt");
    std::fs::write(&both, "4 2\n0 1\n-1 1 2\n0 0 0\n1 1 3\n2 4 6\n").unwrap();
    let force = "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=";
    let bits = |statements: &str| -> Vec<u64> {
        let r = run(statements, "dop853", 1e-9);
        r.frames
            .iter()
            .flat_map(|f| f.bodies[0].position.map(f64::to_bits))
            .collect()
    };
    let deck = bits(&format!(
        "SPLINE/3, X=-1,0,1,2,3, Y=1,0,1,4,9.5\n{force}-AKISPL(DX(20),0,3)"
    ));
    for statement in [
        "FILE=points.txt, FUNCTION=USER(1)\\, ROUTINE=in_c::",
        "FILE=points.txt, ROUTINE=in_c::Spline_read",
        "FILE=points.txt, BLOCK=one, FUNCTION=USER(1)\\, ROUTINE=in_fortran::",
        "FILE=points.txt, FUNCTION=USER(1)\\, ROUTINE=scripts.py::SPLINE_READ",
    ] {
        let read = bits(&format!(
            "SPLINE/3, {statement}\n{force}-AKISPL(DX(20),0,3)"
        ));
        assert_eq!(read, deck, "{statement}");
    }
    let deck = bits(&format!(
        "SPLINE/3, X=-1,0,1,2, Y=0,1,0,1,4, Y=1,2,0,3,6\n{force}-CUBSPL(DX(20),0.3*TIME,3)"
    ));
    let read = bits(&format!(
        "SPLINE/3, FILE=family.txt, FUNCTION=USER(1)\\, ROUTINE=in_c::\n{force}-CUBSPL(DX(20),0.3*TIME,3)"
    ));
    assert_eq!(read, deck);
}

/// GTCURV of a straight line from 0 to 3 along x: its parameter goes from −1 to 1, so that x = 1.5·(1 + alpha) and dx/dalpha = 1.5.
#[test]
fn points_of_a_curve() {
    let with = |order: u32| {
        let r = run(
            &format!(
                "MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0, 1,0,0, 2,0,0, 3,0,0
CURVE/3, MATRIX=1, CURVE_POINTS
VARIABLE/4, FUNCTION=USER(3,{order})\\, ROUTINE=in_c::Along
REQUEST/9, F2=VARVAL(4)"
            ),
            "dop853",
            1e-9,
        );
        r.frames
            .iter()
            .map(|f| (f.time, f.requests[0][1]))
            .collect::<Vec<_>>()
    };
    for (t, x) in with(0) {
        assert!((x - 1.5 * (1.0 + 0.5 * t)).abs() < 1e-14, "{t} {x}");
    }
    for (_, x) in with(1) {
        assert!((x - 1.5).abs() < 1e-14, "{x}");
    }
}

/// A general constraint of a routine, and the same as an expression: a rod, and a skate that moves along its own x alone. Beyond rounding the
/// difference is that of second derivatives by differences, 1e-8 of what they are.
#[test]
fn general_constraints() {
    const MODEL: &str =
        "<Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND'/>
<Force_Gravity grav_z='-9.80665' grav_x='1'/>
<Body_Rigid id='1' IsGround='TRUE'/><Reference_Marker id='10' body_id='1'/>
<Body_Rigid id='2' cg_id='20' mass='2' inertia_xx='0.1' inertia_yy='0.1' inertia_zz='0.1' v_ic_x='0.5' v_ic_x_flag='TRUE' w_ic_z='1' w_ic_z_flag='TRUE'/>
<Reference_Marker id='20' body_id='2' pos_x='0.3' pos_z='-0.4'/>";
    let run = |constraint: &str, integrator: &str| {
        let text = format!(
            "<MultiBodySystem><Model>{MODEL}<Constraint_General id='5' {constraint}/></Model></MultiBodySystem>"
        );
        let r = run_file("m.xml", &text, 1.0, integrator, 1e-10).unwrap();
        assert!(r.error.is_none(), "{:?}", r.error);
        r
    };
    for (expression, routine) in [
        (
            "DX(20,10)**2+DY(20,10)**2+DZ(20,10)**2-0.25",
            "usrsub_param_string='USER(20,10,0.5)' usrsub_dll_name='in_fortran' usrsub_fnc_name='GCOSUB'",
        ),
        (
            "VY(20,0,20)",
            "usrsub_param_string='USER(20)' usrsub_dll_name='in_fortran' usrsub_fnc_name='SKATE'",
        ),
    ] {
        for integrator in ["dop853", "radau5"] {
            let a = run(&format!("expr='{expression}'"), integrator);
            let b = run(routine, integrator);
            let moved = a.frames[0].bodies[0].position[0] - a.frames[40].bodies[0].position[0];
            assert!(moved.abs() > 0.1, "{moved}");
            for (a, b) in a.frames.iter().zip(&b.frames) {
                let pairs = a.bodies[0].position.iter().zip(b.bodies[0].position);
                for (x, y) in pairs {
                    assert!((x - y).abs() < 1e-6, "{routine} {integrator}: {x} {y}");
                }
            }
        }
    }
}

const BODY: &str = "a body
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665, JGRAV=0.5
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=0.1,0.2,0.3, QG=0.3,0,-0.4, VY=0.5, WX=0.3, WZ=2
MARKER/20, PART=2, REULER=0,36.86989764584402D,0
";

fn run_body(statements: &str, integrator: &str) -> Results {
    let text = format!("{BODY}{statements}\nEND\n");
    let r = run_file("deck.adm", &text, 1.0, integrator, 1e-10).unwrap();
    assert!(r.error.is_none(), "{:?}", r.error);
    r
}

/// A rod by UCOSUB in Fortran and Python, a direction of motion by rates, an axis that keeps its height: each as a GCON. Beyond rounding the difference is
/// that of second derivatives by differences, 1e-8 of what they are.
#[test]
fn constraints_of_coordinates() {
    for (expression, routine) in [
        (
            "DX(20)**2+DY(20)**2+DZ(20)**2-0.25",
            "USER(2,0.5)\\, ROUTINE=in_fortran::",
        ),
        (
            "DX(20)**2+DY(20)**2+DZ(20)**2-0.25",
            "USER(2,0.5)\\, ROUTINE=scripts.py::UCOSUB",
        ),
        ("VY(20)-0.5*VX(20)", "USER(2,0.5)\\, ROUTINE=in_c::Slope"),
        ("ORIENT(29,9,20)-0.8", "USER(2,0.8,313)\\, ROUTINE=in_c::"),
    ] {
        for integrator in ["dop853", "radau5"] {
            let a = run_body(&format!("GCON/1, FUNCTION={expression}"), integrator);
            let b = run_body(&format!("UCON/1, FUNCTION={routine}"), integrator);
            let free = run_body("", integrator);
            let off = |a: &Results, b: &Results| {
                let rows = a.frames.iter().zip(&b.frames);
                let pairs = rows.flat_map(|(a, b)| {
                    let (a, b) = (&a.bodies[0], &b.bodies[0]);
                    let places = a.position.into_iter().zip(b.position);
                    places.chain(a.angular_velocity.into_iter().zip(b.angular_velocity))
                });
                pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
            };
            assert!(
                off(&a, &b) < 1e-6,
                "{routine} {integrator}: {}",
                off(&a, &b)
            );
            assert!(off(&a, &free) > 0.01, "{routine}: it does something");
        }
    }
}

#[test]
fn what_a_user_constraint_lacks_is_said() {
    let why = |s: &str| {
        let text = format!("{BODY}UCON/7, FUNCTION={s}\nEND\n");
        run_file("deck.adm", &text, 0.1, "dop853", 1e-6).unwrap_err()
    };
    for (routine, words) in [
        ("USER(2)\\, ROUTINE=in_c::Silent", "names no coordinates"),
        ("USER(2,0,14)\\, ROUTINE=in_c::", "coordinate 14 of PART/2"),
        ("USER(2,0,99)\\, ROUTINE=in_c::", "there are 11 to 13"),
        ("USER(9,0,11)\\, ROUTINE=in_c::", "the part 9"),
    ] {
        let said = why(routine);
        assert!(said.contains("UCON/7") && said.contains(words), "{said}");
    }
    let text = format!("{BODY}UCON/7, FUNCTION=USER(2,0,313)\\, ROUTINE=in_c::\nEND\n");
    let turned = text.replace("IP=0.1,0.2,0.3", "IP=0.1,0.2,0.3,0.01,0,0");
    let said = run_file("deck.adm", &turned, 0.1, "dop853", 1e-6).unwrap_err();
    assert!(said.contains("principal"), "{said}");
}

/// The same of a MotionSolve model.
#[test]
fn a_user_constraint_of_a_motionsolve_model() {
    let model = |constraint: &str| {
        format!("<MultiBodySystem><Model>
<Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND'/>
<Body_Rigid id='1' IsGround='TRUE'/><Reference_Marker id='10' body_id='1'/>
<Body_Rigid id='2' cg_id='20' mass='2' inertia_xx='0.1' inertia_yy='0.2' inertia_zz='0.3' w_ic_y='2' w_ic_y_flag='TRUE' w_ic_x='1' w_ic_x_flag='TRUE'/>
<Reference_Marker id='20' body_id='2'/><Reference_Marker id='21' body_id='2' pos_x='1'/>{constraint}</Model></MultiBodySystem>")
    };
    let run = |constraint: &str| {
        let r = run_file("m.xml", &model(constraint), 1.0, "dop853", 1e-10).unwrap();
        assert!(r.error.is_none(), "{:?}", r.error);
        r
    };
    let a = run("<Constraint_General id='5' expr='DY(21,20)'/>");
    let b = run(
        "<Constraint_UserConstr id='5' usrsub_param_string='USER(2,0,112)' usrsub_dll_name='in_c' usrsub_fnc_name='Ucosub'/>",
    );
    for (a, b) in a.frames.iter().zip(&b.frames) {
        for (x, y) in a.bodies[0]
            .angular_velocity
            .iter()
            .zip(b.bodies[0].angular_velocity)
        {
            // As above.
            assert!((x - y).abs() < 1e-6, "{x} {y}");
        }
    }
}
