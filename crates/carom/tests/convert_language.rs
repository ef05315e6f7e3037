//! Forms of the language that came later than others, converted: to the same bits in their own units, and up to rounding in others.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::convert::{Form, convert, units};
use carom::files::{Texts, acf, adm, native};
use carom::model::analysis::OutputGrid;
use carom::{Request, Results, simulate};
use carom_model::Model;
use std::fs;
use std::path::PathBuf;

/// Forces that look at accelerations (an added inertia on a hinge, one along a line), and angles of sequences of rotations.
const PENDULUM: (&str, &str) = (
    "m.adm",
    "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=0.1,0.2,0.3
MARKER/20, PART=2, QP=1,0,0
MARKER/21, PART=2, REULER=90D,90D,0
PART/3, MASS=1, CM=30, IP=0.1,0.2,0.3, QG=0,3,0, WX=1, WY=0.3
MARKER/30, PART=3
JOINT/1, REVOLUTE, I=21, J=10
SFORCE/1, ROTATION, I=21, J=10, FUNCTION=-0.1*WDTZ(21,10,10)-2*ORIENT(1,1,20,1)-SIN(ORIENT(14,3,30,20))
SFORCE/2, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=-0.2*ACCZ(20)
REQUEST/1, F2=ORIENT(29,5,30,10)\\ F3=ORIENT(28,1,30,10)\\ F4=ORIENT(8,2,30)
ACCGRAV/KGRAV=-9.8
END
",
);

/// A force by integrals of time, of a displacement and of the integral itself.
const INTEGRALS: (&str, &str) = (
    "m.xml",
    r#"<?xml version="1.0" encoding="UTF-8"?>
<MultiBodySystem><Model>
 <Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="METER" time_unit="SECOND"/>
 <Body_Rigid id="1" IsGround="TRUE"/>
 <Reference_Marker id="1" body_id="1"/>
 <Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
 <Reference_Marker id="20" body_id="2"/>
 <Control_Diff id="1" type="EXPRESSION" expr="-DIF(1)" ic="1"/>
 <Reference_Variable id="1" type="EXPRESSION" expr="1-VARVAL(1)-2*DX(20,1)" dot_form="TRUE" ic="2"/>
 <Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" ref_marker_id="1"
  fx_expression="VARVAL(1)-3*DX(20,1)" fy_expression="DIF(1)" fz_expression="0"/>
 <Post_Request id="1" type="EXPRESSION" expr2="VARVAL(1)" expr3="DIF(1)" expr4="0"/>
</Model><Command>
 <Simulate analysis_type="Transient" end_time="1." num_step="10"/>
</Command></MultiBodySystem>
"#,
);

fn model((name, text): (&str, &str)) -> Model {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    model.clone()
}

/// Written in a form, and read again.
fn again(model: &Model, form: Form, to: Option<&str>) -> Model {
    let to = to.map(|names| units(names).unwrap());
    let converted = convert(model, "again", form, to.as_ref());
    assert!(!converted.diagnostics.has_errors(), "{converted:#?}");
    let files = converted.files.iter();
    let texts: Texts = files
        .map(|(name, text)| (PathBuf::from(name), text.clone()))
        .collect();
    let (read, diagnostics) = match (form, converted.files.len()) {
        (Form::Toml, _) => native::read_with("again.carom.toml", &texts),
        (Form::Adm, 1) => adm::read_with("again.adm", &texts),
        (Form::Adm, _) => acf::read_with("again.acf", &texts),
    };
    assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    read.unwrap()
}

fn run(model: &Model) -> Results {
    let mut request = Request {
        end: Some(1.0),
        output: Some(OutputGrid::Steps(10)),
        ..Request::default()
    };
    request.options.error = Some(1e-9);
    let results = simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    results
}

fn assert_same(before: &Results, other: &Model) {
    let after = run(other);
    assert_eq!(before.frames, after.frames);
    assert_eq!(before.request(1), after.request(1));
}

#[test]
fn the_same_bits_in_the_same_units() {
    let pendulum = model(PENDULUM);
    let native = again(&pendulum, Form::Toml, None);
    let before = run(&pendulum);
    assert_same(&before, &native);
    assert_same(&before, &again(&native, Form::Adm, None));
    // A model of MotionSolve is not written as a dataset of Adams.
    let integrals = model(INTEGRALS);
    assert_same(&run(&integrals), &again(&integrals, Form::Toml, None));
}

/// Angles and parameters of rotations have no dimension, so that requests of them do not change with units of force, mass and
/// length; neither do differential equations of numbers.
#[test]
fn the_same_motion_in_other_units() {
    let model = model(PENDULUM);
    let before = run(&model);
    for names in [
        "newton,tonne,millimeter,second",
        "pound_force,slug,foot,second",
    ] {
        let after = run(&again(&model, Form::Adm, Some(names)));
        for (a, b) in before.request(1).iter().zip(after.request(1)) {
            for (a, b) in a.iter().zip(b) {
                // The step control sees other numbers: some hundred tolerances.
                assert!((a - b).abs() < 1e-6, "{names}: {a} is not {b}");
            }
        }
    }
}

/// A doubled comma of the manual is one separator: the arguments after it keep their places, and with them their units.
#[test]
fn a_doubled_comma_shifts_no_unit() {
    let deck = |force: &str| {
        format!(
            "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
ACCGRAV/KGRAV=-9806.65
PART/2, GROUND
MARKER/21, PART=2
PART/1, MASS=1, CM=11, IP=1,1,1, QG=0,0,3
MARKER/11, PART=1
SFORCE/1, I=11, J=21, TRANSLATION, ACTIONONLY, FUNCTION={force}
REQUEST/1, F1=DZ(11)\\F2=SFORCE(1,0,4,0)
END
"
        )
    };
    let impact = "IMPACT(DZ(11,21,21),, VZ(11,21,21,21),1.0, 3800, 2.0, 25, 0.1)";
    let bistop = "BISTOP(DZ(11,21,21), VZ(11,21,21,21),, 1.0, 2.5, 380, 2.0,, 2.5, 0.1)";
    let step = "100*STEP(DZ(11,21,21),, 1.0, 20.0,, 3.0, -4)";
    for doubled in [impact, bistop, step] {
        let text = deck(doubled);
        let model = model(("m.adm", &text));
        let before = run(&model);
        let plain = deck(&doubled.replace(",,", ","));
        assert_same(&before, &self::model(("m.adm", &plain)));
        let after = run(&again(
            &model,
            Form::Adm,
            Some("newton,kilogram,meter,second"),
        ));
        for (a, b) in before.request(1).iter().zip(after.request(1)) {
            for ((a, b), scale) in a.iter().zip(b).zip([1e-3, 1.0]) {
                // The runs' tolerance is 1e-9 of their lengths (1e3 millimetres, some newtons of 4e3 N/mm and its like).
                let off = (a * scale - b).abs();
                assert!(off < 1e-6 * b.abs().max(1.0), "{doubled}: {a}, {b}");
            }
        }
    }
}
