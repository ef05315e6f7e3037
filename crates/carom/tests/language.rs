//! Words of the input languages, each against a closed form or against the same mechanism said in other words.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::{Loaded, Request, Results};
use std::fs;

/// Every comparison with a closed form: integration at a tolerance of 1e-11 leaves less than 1e-9 of numbers of
/// order one.
const CLOSE: f64 = 1e-8;
const ERROR: f64 = 1e-11;

/// A body with marker 20 at its centre of mass, turned on the body, and a floating marker of ground.
const BODY: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, QP=0.5,-1,2, REULER=40D,70D,-20D
MARKER/9, PART=1, FLOATING
PART/2, MASS=2, CM=20, IP=0.5,0.8,1.1, QG=1,2,3, REULER=20D,30D,40D, VX=0.3, VY=-0.2, VZ=0.1, WX=0.5, WY=1.5, WZ=-0.7
MARKER/20, PART=2
MARKER/21, PART=2, QP=0.2,0.1,-0.3, REULER=10D,50D,-30D
";

fn load(deck: &str, commands: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.acf");
    fs::write(folder.path().join("m.adm"), format!("title\n{deck}END\n")).unwrap();
    fs::write(&path, format!("m\n\n{commands}")).unwrap();
    carom::open(&path, None)
}

/// What a loaded model does, by an integrator.
fn simulate(loaded: &Loaded, integrator: &str) -> Results {
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = Request::default();
    request.options.error = Some(ERROR);
    request.options.integrator = Some(integrator.into());
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None, "{integrator}");
    results
}

fn run(statements: &str, integrator: &str) -> Results {
    let commands = "SIMULATE/DYNAMICS, END=1, STEPS=10\n";
    simulate(&load(&format!("{BODY}{statements}"), commands), integrator)
}

#[track_caller]
fn refused(loaded: &Loaded, name: &str) {
    assert!(loaded.accepted().is_none());
    let told: Vec<_> = loaded.diagnostics.iter().map(|d| d.name).collect();
    assert!(told.contains(&name), "{told:?}");
}

/// What reads well and is refused when a run begins.
#[track_caller]
fn not_run(loaded: &Loaded, name: &str) {
    let Err(told) = carom::simulate(loaded.accepted().unwrap(), &Request::default()) else {
        panic!("it runs")
    };
    let told: Vec<_> = told.iter().map(|d| d.name).collect();
    assert!(told.contains(&name), "{told:?}");
}

#[track_caller]
fn close(is: f64, shall: f64, what: &str) {
    assert!((is - shall).abs() < CLOSE, "{what}: {is} is not {shall}");
}

/// A charge in a field along z: m·v' = q·v × B, so v turns by −q·B·t/m about z, whatever the integrator. Written
/// with vectors, and the
/// same written out in components.
#[test]
fn a_force_from_a_vector_product() {
    let vectors = "GFORCE/1, I=20, JFLOAT=9, RM=1, FXYZ=3*VXYZ(20)%[0,0,2]\n";
    for integrator in ["radau5", "gstiff", "dop853", "hht"] {
        let results = run(&format!("{vectors}REQUEST/1, VELOCITY, I=20\n"), integrator);
        for (t, row) in results.times().iter().zip(results.request(1)) {
            let angle = -3.0 * 2.0 * t / 2.0;
            let (s, c) = angle.sin_cos();
            let shall = [0.3 * c + 0.2 * s, 0.3 * s - 0.2 * c, 0.1];
            // the trapezoidal method of order two resolves 1e-11 per step and adds up some thousand of them
            let more = if integrator == "hht" { 1e3 } else { 1.0 };
            for k in 0..3 {
                assert!(
                    (row[k + 1] - shall[k]).abs() < more * CLOSE,
                    "{integrator} {t}: {row:?} is not {shall:?}"
                );
            }
        }
    }
    let parts = "VFORCE/1, I=20, JFLOAT=9, RM=1, FX=6*VY(20)\\FY=-6*VX(20)\\FZ=0\n";
    let last = |statements: &str| {
        let results = run(&format!("{statements}REQUEST/1, D, I=20\n"), "radau5");
        results.request(1).last().copied().unwrap()
    };
    let (a, b) = (last(vectors), last(parts));
    for k in 0..8 {
        close(a[k], b[k], "components");
    }
}

/// A spring and damper to a point in all directions at once, and a torque against the angular velocity.
#[test]
fn forces_and_torques_as_vectors() {
    let vectors = "GFORCE/1, I=20, JFLOAT=9, RM=2, FXYZ=-(8*DXYZ(20,2,2) + VXYZ(20,2,2)*0.5)
, TXYZ = -WXYZ(20,1,2)/4\n";
    let parts = "GFORCE/1, I=20, JFLOAT=9, RM=2
, FX=-8*DX(20,2,2)-0.5*VX(20,2,2)\\FY=-8*DY(20,2,2)-0.5*VY(20,2,2)\\FZ=-8*DZ(20,2,2)-0.5*VZ(20,2,2)\\
, TX=-WX(20,1,2)/4\\TY=-WY(20,1,2)/4\\TZ=-WZ(20,1,2)/4\n";
    let last = |statements: &str| {
        let requests = "REQUEST/1, D, I=21, J=2\n";
        let results = run(&format!("{statements}{requests}"), "radau5");
        results.request(1).last().copied().unwrap()
    };
    let (a, b) = (last(vectors), last(parts));
    for k in 0..8 {
        close(a[k], b[k], "components");
    }
}

/// Numbers from vectors: magnitudes, unit vectors, axes of markers, change of axes, products.
#[test]
fn numbers_from_vectors() {
    let pairs = [
        ("MAG(DXYZ(21,2))", "DM(21,2)"),
        ("MAG(VXYZ(21,2,1,20))", "VM(21,2,20)"),
        ("MAG(WXYZ(21,2))", "WM(21,2)"),
        ("MAG(ACCXYZ(21,2))", "ACCM(21,2)"),
        ("MAG(2*DXYZ(21,2))", "2*DM(21,2)"),
        ("DXYZ(21,2)*DXYZ(21,2)", "DM(21,2)**2"),
        ("UV(DXYZ(21,2))*VXYZ(21,2)", "VR(21,2)"),
        ("UVX(20)*DXYZ(21,2)", "DX(21,2,20)"),
        ("UVY(20,2)*DXYZ(21,1,2)", "DY(21,1,20)"),
        ("DXYZ(21,2)*UVZ(20)", "DZ(21,2,20)"),
        ("TRANS(DXYZ(21,2,21), 21, 2)*[1,0,0]", "DX(21,2,2)"),
        ("TRANS(DXYZ(21,2,21), 21)*[0,1,0]", "DY(21,2)"),
        ("UVX(20)%UVY(20)*[TIME,0,1]", "0"),
        ("(UVX(20)%UVY(20))*UVZ(20)", "1"),
        (
            "-DXYZ(21,2)*(-[1,2,3]/2)",
            "(DX(21,2)+2*DY(21,2)+3*DZ(21,2))/2",
        ),
        ("MAG(FXYZ(20,9))", "FM(20,9)"),
        ("[0,0,1]*TXYZ(20,9,21)", "TZ(20,9,21)"),
    ];
    // `v%w*u` reads from the left.
    let force = "GFORCE/1, I=20, JFLOAT=9, RM=1, FX=1\\FY=TIME\\FZ=0\\TX=0.1\\TY=0\\TZ=0.2\n";
    let mut statements = force.to_string();
    for (k, (vector, number)) in pairs.iter().enumerate() {
        if *number == "0" {
            statements += &format!("REQUEST/{}, F2={vector}\\F3=(UVZ(20)*[TIME,0,1])\n", k + 1);
        } else {
            statements += &format!("REQUEST/{}, F2={vector}\\F3={number}\n", k + 1);
        }
    }
    let results = run(&statements, "radau5");
    for (k, (vector, number)) in pairs.iter().enumerate() {
        let rows = results.request(k as u32 + 1);
        assert_eq!(rows.len(), 11);
        for row in rows {
            // 1e-12: the same numbers in another order, of order ten
            assert!(
                (row[1] - row[2]).abs() < 1e-12,
                "{vector} is not {number}: {row:?}"
            );
        }
    }
}

/// Where a number is wanted a vector is refused, and the other way round.
#[test]
fn vectors_where_they_do_not_belong() {
    for statements in [
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=DXYZ(20,1)\n",
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=SIN([1,2,3])\n",
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=1/DXYZ(20,1)\n",
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=1+DXYZ(20,1)\n",
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=DX(20,1)%2\n",
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=MAG(1)\n",
        "VFORCE/1, I=20, JFLOAT=9, FXYZ=DX(20,1)\n",
        "VFORCE/1, I=20, JFLOAT=9, FXYZ=DXYZ(20,1)**2\n",
    ] {
        let loaded = load(&format!("{BODY}{statements}"), "SIMULATE/DYNAMICS, END=1\n");
        refused(&loaded, "expr-vector");
    }
}

/// A floating marker is where marker I of its force is.
#[test]
fn a_floating_marker_has_a_place() {
    let statements = "VFORCE/1, I=21, JFLOAT=9, RM=1, FX=-DX(9,1)\\FY=-DY(9,2)\\FZ=-DM(9,1)
REQUEST/1, F2=DX(9,2,21)\\F3=DM(1,9)\\F4=INCANG(1,9,2)\\F6=DZ(21,9)
REQUEST/2, F2=DX(21,2,21)\\F3=DM(1,21)\\F4=INCANG(1,21,2)\\F6=0\n";
    let fixed = statements
        .replacen("(9,1)", "(21,1)", 1)
        .replacen("(9,2)", "(21,2)", 1);
    let fixed = fixed.replacen("DM(9,1)", "DM(21,1)", 1);
    let (a, b) = (run(statements, "radau5"), run(&fixed, "radau5"));
    assert_eq!(a.request(1), a.request(2));
    assert_eq!(a.request(1), b.request(2));
    assert!(a.request(1).last().unwrap()[1].abs() > 0.1);
    // It has neither axes nor a velocity.
    for function in ["DX(20,1,9)", "VX(9,1)", "AZ(9,1)"] {
        let force = format!("VFORCE/1, I=20, JFLOAT=9, FX={function}\n");
        let loaded = load(&format!("{BODY}{force}"), "SIMULATE/DYNAMICS, END=1\n");
        not_run(&loaded, "floating-marker");
    }
}

/// NFORCE(): on each marker the linear law, on J the opposite of all of them, with their arms.
#[test]
fn forces_on_the_markers_of_a_multi_point_force() {
    let diagonal: Vec<String> = (0..144)
        .map(|k| {
            if k % 13 == 0 {
                format!("{}", 1 + k / 13)
            } else {
                "0".into()
            }
        })
        .collect();
    let statements = format!(
        "PART/3, MASS=1, CM=30, IP=1,1,1, QG=-1,0,1\nMARKER/30, PART=3
MATRIX/1, FULL=RORDER, ROWS=12, COLUMNS=12, VALUES={}
NFORCE/5, IMARKERS=20,30, J=2, KMATRIX=1, CRATIO=0
REQUEST/1, F2=NFORCE(5,20,2,2)\\F3=NFORCE(5,20,3,2)\\F4=NFORCE(5,30,4,2)\\F6=-1*DX(20,2,2)\\F7=-2*DY(20,2,2)\\F8=-9*DZ(30,2,2)
REQUEST/2, F2=NFORCE(5,2,2)\\F3=NFORCE(5,2,3)\\F4=NFORCE(5,2,4)
, F6=-NFORCE(5,20,2)-NFORCE(5,30,2)\\F7=-NFORCE(5,20,3)-NFORCE(5,30,3)\\F8=-NFORCE(5,20,4)-NFORCE(5,30,4)
REQUEST/3, F2=NFORCE(5,2,6)\\F3=NFORCE(5,20,1)
, F6=-NFORCE(5,20,6)-NFORCE(5,30,6)-DY(20,2)*NFORCE(5,20,4)+DZ(20,2)*NFORCE(5,20,3)
, -DY(30,2)*NFORCE(5,30,4)+DZ(30,2)*NFORCE(5,30,3)\\
, F7=SQRT(NFORCE(5,20,2)**2+NFORCE(5,20,3)**2+NFORCE(5,20,4)**2)\n",
        diagonal.join("\n, ")
    );
    let results = run(&statements, "radau5");
    for request in 1..=3 {
        for row in results.request(request) {
            for k in 1..4 {
                // 1e-12: the same sums in another order, of numbers of order ten
                assert!((row[k] - row[k + 4]).abs() < 1e-12, "{request}: {row:?}");
            }
        }
    }
    let elsewhere = "NFORCE/5, IMARKERS=20, J=2\nREQUEST/1, F2=NFORCE(5,21,2)\n";
    not_run(
        &load(&format!("{BODY}{elsewhere}"), "SIMULATE/DYNAMICS, END=1\n"),
        "missing-element",
    );
}

/// INTERP: straight lines by method 1, the cubics of CUBSPL by method 3.
#[test]
fn interpolation_by_method() {
    let results = run(
        "SPLINE/1, X=0,0.25,0.5,0.75,1, Y=0,1,4,9,16
REQUEST/1, F2=INTERP(TIME,1,1)\\F3=INTERP(TIME,3,1)\\F4=CUBSPL(TIME,0,1)\\F6=INTERP(TIME,3,1,1)\\F7=CUBSPL(TIME,0,1,1)\n",
        "radau5",
    );
    for (t, row) in results.times().iter().zip(results.request(1)) {
        let k = (4.0 * t).floor().min(3.0);
        let line = k * k + (2.0 * k + 1.0) * (4.0 * t - k);
        // 1e-14: rounding of numbers of order ten
        assert!((row[1] - line).abs() < 1e-14 * 10.0, "{t}: {row:?}");
        assert_eq!((row[2], row[5]), (row[3], row[6]));
    }
    let loaded = load(
        &format!(
            "{BODY}SPLINE/1, X=0,1,2,3, Y=0,1,4,9\nSFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=INTERP(TIME,2,1)\n"
        ),
        "SIMULATE/DYNAMICS, END=1\n",
    );
    refused(&loaded, "expr-interp-method");
    // What is said of a table names the function that is written.
    let deck = format!(
        "{BODY}SPLINE/1, X=0,0.2,0.5,0.7, Y=0,1,4,9\nSFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=INTERP(TIME,1,1)\n"
    );
    let results = simulate(&load(&deck, "SIMULATE/DYNAMICS, END=1\n"), "dop853");
    let told: Vec<&str> = results
        .diagnostics
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    assert!(
        told.iter().any(|m| m.contains("INTERP is extrapolated")),
        "{told:?}"
    );
}

/// FORMULATION=LUGRE: a slider pressed by N = m·g and pushed by F slides in the end at the speed where
/// F = N·(g(v) + σ₂·v).
#[test]
fn friction_by_bristles() {
    let deck = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1, REULER=90D,90D,0D
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2, REULER=90D,90D,0D
ACCGRAV/KGRAV=-10
JOINT/1, TRANSLATIONAL, I=20, J=1
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=8
FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, FORMULATION=LUGRE, BRISTLE_STIFFNESS_COEFFICIENT=500
, DAMPING_COEFFICIENT=2, VISCOUS_FRICTION_COEFFICIENT=0.05, VELOCITY_THRESHOLD_STRIBECK=0.1, DECAY_EXPONENT_STRIBECK=2
, INPUTS=REACTION_FORCE
REQUEST/1, VELOCITY, I=20, J=1, RM=1\n";
    for integrator in ["radau5", "gstiff"] {
        let loaded = load(deck, "SIMULATE/DYNAMICS, END=60, STEPS=6\n");
        let results = simulate(&loaded, integrator);
        // 0.4 = 0.2 + 0.1·exp(−(v/0.1)²) + 0.05·v: v = 4 to the last digit, reached with exp(−0.05·10·60/1) = 1e-13
        close(results.request(1).last().unwrap()[3], 4.0, integrator);
    }
    not_run(
        &load(
            &deck.replace(", DECAY_EXPONENT_STRIBECK=2", ", DECAY_EXPONENT_STRIBECK=1"),
            "SIMULATE/DYNAMICS, END=1\n",
        ),
        "unsupported-statement",
    );
    refused(
        &load(&deck.replace("DAMPING_COEFFICIENT=2, ", ""), ""),
        "adm-missing-argument",
    );
}

/// An implicit variable makes its expression zero: x³ + x = t, by Cardano's formula.
#[test]
fn an_implicit_variable() {
    let xml = |expr: &str| {
        format!(
            "<MultiBodySystem><Model><Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND'/>
<Body_Rigid id='1' isground='TRUE'/><Reference_Marker id='1' body_id='1' body_type='RigidBody'/>
<Body_Rigid id='2' cg_id='2' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>
<Reference_Marker id='2' body_id='2' body_type='RigidBody'/>
<Reference_Variable id='3' type='EXPRESSION' expr='{expr}' is_implicit='TRUE'/>
<Force_Vector_OneBody id='1' type='ForceOnly' marker_id='2' ref_marker_id='1' fx_expression='VARVAL(3)' fy_expression='0' fz_expression='0'/>
<Post_Request id='1' type='EXPRESSION' expr2='VARVAL(3)' expr3='VX(2,1)'/></Model>
<Command><Simulate analysis_type='Transient' end_time='2' num_step='4'/></Command></MultiBodySystem>"
        )
    };
    let open = |expr: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.xml");
        fs::write(&path, xml(expr)).unwrap();
        carom::open(&path, None)
    };
    let root = |t: f64| {
        let d = (t * t / 4.0 + 1.0 / 27.0_f64).sqrt();
        (t / 2.0 + d).cbrt() + (t / 2.0 - d).cbrt()
    };
    let loaded = open("VARVAL(3)**3+VARVAL(3)-TIME");
    for integrator in ["radau5", "gstiff", "dop853"] {
        let results = simulate(&loaded, integrator);
        for (t, row) in results.times().iter().zip(results.request(1)) {
            close(row[1], root(*t), integrator);
            // ∫x dt = ∫x·(3x² + 1) dx = 3x⁴/4 + x²/2
            let x = root(*t);
            close(row[2], 0.75 * x.powi(4) + 0.5 * x * x, integrator);
        }
    }
    refused(&open("TIME"), "xml-implicit-variable");
}

/// PART of a command file: how a body starts before the first analysis, its mass later.
#[test]
fn parts_change_between_analyses() {
    let deck = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/9, PART=1, FLOATING
VFORCE/1, I=20, JFLOAT=9, RM=1, FX=6\\FY=0\\FZ=0
REQUEST/1, D, I=20, J=1
REQUEST/2, V, I=20, J=1\n";
    let first = "PART/2, QG=1,2,3, VX=5, VY=-1\n";
    let analyses =
        "SIMULATE/DYNAMICS, END=1, STEPS=1\nPART/2, MASS=3\nSIMULATE/DYNAMICS, END=2, STEPS=1\n";
    let results = simulate(&load(deck, &format!("{first}{analyses}")), "radau5");
    let (d, v) = (results.request(1), results.request(2));
    close(d[0][1], 1.0, "x(0)");
    close(d[0][3], 3.0, "z(0)");
    // 5 + 3·1, then 2 more a second
    let (d, v) = (d.last().unwrap(), v.last().unwrap());
    close(v[1], 10.0, "vx(2)");
    close(d[1], 1.0 + 5.0 + 1.5 + 8.0 + 1.0, "x(2)");
    close(d[2], 0.0, "y(2)");
    // Later it would move a body in the middle of a run.
    for late in ["QG=0,0,0", "REULER=1,0,0", "VX=1", "CM=20"] {
        let commands =
            format!("SIMULATE/DYNAMICS, END=1\nPART/2, {late}\nSIMULATE/DYNAMICS, END=2\n");
        let told: Vec<_> = load(deck, &commands)
            .diagnostics
            .iter()
            .map(|d| d.name)
            .collect();
        assert!(
            told.contains(&"acf-unsupported-command"),
            "{late}: {told:?}"
        );
    }
}

/// DEFAULT takes back what commands and statements have set.
#[test]
fn settings_go_back_to_their_defaults() {
    use carom::model::analysis::Command;
    let deck =
        format!("{BODY}INTEGRATOR/HHT, ERROR=1E-3, HMAX=0.1\nEQUILIBRIUM/ALIMIT=1D, MAXIT=3\n");
    let commands = "INTEGRATOR/DEFAULT, ERROR=1E-6\nSIMULATE/DYNAMICS, END=1\nEQUILIBRIUM/DEFAULT, TLIMIT=2\nSTOP\n";
    let loaded = load(&deck, commands);
    let model = loaded.accepted().unwrap();
    let settings = model.commands.iter().find_map(|c| match c {
        Command::Integrator(s, _) => Some(s.clone()),
        _ => None,
    });
    let settings = settings.unwrap();
    assert_eq!((settings.error, settings.hmax), (Some(1e-6), None));
    let statics = model.commands.iter().find_map(|c| match c {
        Command::Equilibrium(s, _) => Some(s.clone()),
        _ => None,
    });
    let statics = statics.unwrap();
    assert_eq!(
        (statics.translation_limit, statics.rotation_limit),
        (Some(2.0), None)
    );
    assert_eq!(statics.max_iterations, None);
}

/// BEAM of FORMULATION=STRING: a mass whose axes stay, on a beam that is pulled by P, swings across with
/// (12·E·I/l³ + 6·P/(5·l))/m.
#[test]
fn a_beam_under_tension_is_stiffer() {
    let (e, area, i, l, m, pull) = (1e6, 1e-3, 2e-8, 0.5, 2.0, 40.0);
    // As long as the pull makes it.
    let x = l * (1.0 + pull / (e * area));
    let deck = |formulation: &str| {
        format!(
            "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/9, PART=1, FLOATING
PART/2, MASS={m}, CM=20, IP=1,1,1, QG={x},0,0
MARKER/20, PART=2
JPRIM/1, ORIENTATION, I=20, J=1
BEAM/1, I=20, J=1, LENGTH={l}, AREA={area}, IXX=1E-8, IYY={i}, IZZ={}, EMODULUS={e}, GMODULUS=4E5, FORMULATION={formulation}
VFORCE/1, I=20, JFLOAT=9, RM=1, FX={pull}\\FY=0\\FZ=0\n",
            3.0 * i
        )
    };
    for (formulation, tension) in [("STRING", pull), ("LINEAR", 0.0)] {
        let loaded = load(&deck(formulation), "LINEAR/EIGENSOL\n");
        let results = simulate(&loaded, "radau5");
        let mut found: Vec<f64> = results.linearizations[0]
            .eigenvalues
            .iter()
            .filter(|z| z[1] > 0.0)
            .map(|z| z[1] * z[1] * m)
            .collect();
        found.sort_by(f64::total_cmp);
        let bend = |i: f64| 12.0 * e * i / l.powi(3) + 6.0 * tension / (5.0 * l);
        let mut shall = [bend(i), bend(3.0 * i), e * area / l];
        shall.sort_by(f64::total_cmp);
        for (f, s) in found.iter().zip(&shall) {
            // 1e-9: the eigenvalues of a matrix of exact derivatives
            assert!(
                (f / s - 1.0).abs() < 1e-9,
                "{formulation}: {found:?} is not {shall:?}"
            );
        }
        assert_eq!(found.len(), 3);
    }
}

/// A string beam without bending stiffness, deflected by y with its axes kept: the force along y is 6·y/(5·l)·N, and
/// it pulls by N = E·A·s with
/// s = 3·y²/(5·l²).
#[test]
fn a_string_pulls_as_it_is_deflected() {
    let deck = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=2,0,0
MARKER/20, PART=2
JPRIM/1, ORIENTATION, I=20, J=1
JPRIM/2, INPLANE, I=20, J=1
MARKER/5, PART=1, QP=2,0,0, REULER=90D,90D,0D
JPRIM/3, INPLANE, I=20, J=5
MOTION/1, I=20, J=1, Y, DISPLACEMENT, FUNCTION=0.3*TIME
BEAM/1, I=20, J=1, LENGTH=2, AREA=0.1, IXX=1, IYY=0, IZZ=0, EMODULUS=500, GMODULUS=1, FORMULATION=STRING
REQUEST/1, F2=BEAM(1,0,2,0)\\F3=BEAM(1,0,3,0)\\F4=BEAM(1,0,8,0)\n";
    let results = simulate(&load(deck, "SIMULATE/DYNAMICS, END=1, STEPS=4\n"), "radau5");
    for (t, row) in results.times().iter().zip(results.request(1)) {
        let (y, l) = (0.3 * t, 2.0);
        let n = 500.0 * 0.1 * 0.6 * y * y / l / l;
        close(row[1], -n, "pull");
        close(row[2], -n * 1.2 * y / l, "across");
        close(row[3], n * 0.1 * y, "torque");
    }
}
