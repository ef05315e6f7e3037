//! Small decks that strangers' use brought to light, each against a closed form.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::base::dimension::symbols::F;
use carom::base::{Scale, Units};
use carom::dynamics::{Coordinates, RunOptions};
use carom::expr::Expression;
use carom::model::analysis::{OutputGrid, RigidContact};
use carom::model::run::EventKind;
use carom::{Loaded, Request, Results};
use std::fs;

const SI: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
";

fn load(deck: &str, commands: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("title\n{deck}END\n")).unwrap();
    if commands.is_empty() {
        return carom::open(&path, None);
    }
    let path = folder.path().join("m.acf");
    fs::write(&path, format!("m\n\n{commands}STOP\n")).unwrap();
    carom::open(&path, None)
}

#[track_caller]
fn run(deck: &str, commands: &str, request: &Request) -> Results {
    let loaded = load(deck, commands);
    let model = loaded.accepted();
    let model = model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    carom::simulate(model, request).unwrap_or_else(|d| panic!("{d:?}"))
}

fn to(end: f64, steps: u32) -> Request {
    Request {
        end: Some(end),
        output: Some(OutputGrid::Steps(steps)),
        ..Request::default()
    }
}

/// The columns f2, f3, … of the first request in the last row.
fn last(results: &Results) -> [f64; 8] {
    results.frames.last().unwrap().requests[0]
}

/// A four-bar driven through a radian between outputs, and by a linkage that is nearly one that changes its branch: by integration to 1e-11 the same.
#[test]
fn kinematics_stays_on_its_branch_between_coarse_outputs() {
    let deck = format!(
        "{SI}MARKER/2, PART=1, QP=3.1572402607620704,0,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.9879833991769358,-0.15456003024969797,0
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3, QP=-0.9879833991769358,-0.15456003024969797,0
MARKER/31, PART=3, QP=0.9139911223449317,0.170511449733212,0
PART/4, MASS=1, CM=40, IP=1,1,1
MARKER/40, PART=4, QP=3.1572402607620704,0,0
MARKER/41, PART=4, QP=0.9139911223449317,0.170511449733212,0
JOINT/1, REVOLUTE, I=20, J=10
JOINT/2, REVOLUTE, I=30, J=21
JOINT/3, REVOLUTE, I=41, J=31
JOINT/4, REVOLUTE, I=40, J=2
MOTION/1, JOINT=1, FUNCTION=10*TIME
REQUEST/1, F2=AZ(20,10)\\F3=AZ(30,10)\\F4=AZ(40,2)\\F6=WZ(40)
"
    );
    for steps in [4, 10, 40, 2000] {
        let results = run(
            &deck,
            &format!("SIM/KIN, END=4, STEPS={steps}\n"),
            &Request::default(),
        );
        let [_, crank, coupler, rocker, _, rate, ..] = last(&results);
        assert!((crank - 40.0).abs() < 1e-12);
        // positions to rounding of Newton's method; the numbers by dop853 at 1e-12
        for (is, shall) in [
            (coupler, 1.139_483_229_053_8),
            (rocker, -0.502_918_414_108_7),
            (rate, -4.264_476_821_369),
        ] {
            assert!((is - shall).abs() < 1e-10, "{steps}: {is} {shall}");
        }
    }
}

/// A series of equilibria goes where a motion turns by far between outputs: an arm of 2 kg at 1 m has M = m·g·cos(7·t).
#[test]
fn equilibria_follow_a_motion_that_turns_far() {
    let deck = format!(
        "{SI}ACCGRAV/JGRAV=-9.81
PART/2, MASS=2, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-1,0,0
JOINT/1, REVOLUTE, I=21, J=10
MOTION/1, JOINT=1, FUNCTION=7*TIME
REQUEST/1, F2=AZ(21,10)\\F3=MOTION(1,0,8,0)
"
    );
    let results = run(&deck, "SIM/STATICS, END=1, STEPS=2\n", &Request::default());
    assert_eq!(results.error, None);
    let [_, angle, moment, ..] = last(&results);
    assert!((angle - 7.0).abs() < 1e-9 && (moment.abs() - 19.62 * 7f64.cos()).abs() < 1e-8);
}

/// A kinematic analysis behind a static one moves from its first row on, however slowly, and MODE says 3 where initial conditions are looked at.
#[test]
fn analyses_after_statics_move_at_once() {
    for w in [2.0, 1e-4] {
        let deck = format!(
            "{SI}PART/2, MASS=2, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-1,0,0
JOINT/1, REVOLUTE, I=21, J=10
MOTION/1, JOINT=1, FUNCTION={w}*TIME
REQUEST/1, F2=WZ(20)\\F3=JOINT(1,0,2,0)\\F4=MODE
"
        );
        let commands = "SIM/STATICS\nSIM/KIN, END=1, STEPS=1\n";
        let results = run(&deck, commands, &Request::default());
        let [_, rate, force, mode, ..] = results.frames[1].requests[0];
        // m·r·w²; 1e-12: rounding of one linear system
        let exact = 2.0 * w * w;
        assert!((rate - w).abs() < 1e-12 * w && mode == 1.0, "{rate}");
        assert!((force.abs() - exact).abs() < 1e-11 * exact, "{force}");
        let results = run(&deck, "SIM/STATICS\nSIM/INIT\n", &Request::default());
        assert_eq!(last(&results)[3], 3.0);
    }
}

/// Statics refuses a model whose DIFF has no rest, and finds the equilibrium of one that has.
#[test]
fn statics_refuses_states_that_move_on() {
    let deck = |rate: &str, by_state: &str| {
        format!(
            "{SI}ACCGRAV/KGRAV=-10
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,0.1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=10
DIFF/1, IC=0, FUNCTION={rate}
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-8*DZ(20,10){by_state}
REQUEST/1, F2=DZ(20,10)\\F3=DIF(1)
"
        )
    };
    for rate in ["1", "1+DIF(1)**2"] {
        let results = run(&deck(rate, ""), "SIM/STATICS\n", &Request::default());
        let said = results.error.map(|e| e.message).unwrap_or_default();
        assert!(
            said.contains("DIFF/1") && said.contains("STATIC_HOLD"),
            "{rate}: {said}"
        );
    }
    for (rate, z, state) in [
        ("DZ(20,10)", 0.0, -4.0),
        (
            "DZ(20,10)+2.4-0.01*DIF(1)",
            -2.401_574_803_149_6,
            -0.157_480_314_960_6,
        ),
    ] {
        let deck = deck(rate, "-5*DIF(1)");
        let results = run(&deck, "SIM/STATICS\n", &Request::default());
        assert_eq!(results.error, None);
        let [_, at, x, ..] = last(&results);
        assert!(
            (at - z).abs() < 1e-9 && (x - state).abs() < 1e-9,
            "{rate}: {at} {x}"
        );
    }
}

/// A rotor with K = I = 1 about the axis of a bushing or field turns by 10·sin(t), beyond half a turn.
#[test]
fn a_bushing_counts_the_turn_about_its_axis() {
    let rotor = |force: &str| {
        format!(
            "{SI}PART/2, MASS=1, CM=20, IP=1,1,1, WZ=10
MARKER/20, PART=2
JOINT/1, REVOLUTE, I=20, J=10
{force}
REQUEST/1, F2=WZ(20)
"
        )
    };
    let mut request = to(2.0, 2);
    request.options.error = Some(1e-11);
    for force in [
        "BUSHING/1, I=20, J=10, K=0,0,0, C=0,0,0, KT=0,0,1, CT=0,0,0",
        "FIELD/1, I=20, J=10, CRATIO=0, LENGTH=0,0,0,0,0,0, KMATRIX=0,0,0,0,0,0, 0,0,0,0,0,0\n, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,1",
    ] {
        for coordinates in [
            carom::dynamics::Coordinates::Absolute,
            carom::dynamics::Coordinates::Joint,
        ] {
            request.options.coordinates = coordinates;
            let rate = last(&run(&rotor(force), "", &request))[1];
            // 1e-9: a hundred times the tolerance
            assert!((rate - 10.0 * 2f64.cos()).abs() < 1e-9, "{force}: {rate}");
        }
    }
}

/// A floating marker has the place of the force's marker I, in requests as in functions, and neither axes nor velocity.
#[test]
fn requests_find_a_floating_marker() {
    let deck = format!(
        "{SI}PART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,5,0
MARKER/30, PART=3
MARKER/31, PART=3, FLOATING
VFORCE/1, I=20, JFLOAT=31, RM=10, FX=0\\FY=0\\FZ=0
REQUEST/1, DISPLACEMENT, I=31, J=10
REQUEST/2, VELOCITY, I=31, J=10
"
    );
    let results = run(&deck, "", &to(0.1, 1));
    let [size, x, y, z, ..] = last(&results);
    assert_eq!([size, x, y, z], [1.0, 1.0, 0.0, 0.0]);
    assert!(results.frames[0].requests[1][1].is_nan());
    let told = results
        .diagnostics
        .iter()
        .filter(|d| d.name == "floating-marker");
    assert!(told.count() > 0);
}

/// A box of 2 kg that comes to rest on bristles, by all defaults: the table says where (by `radau` and `gstiff` at 1e-9, to 1e-5).
#[test]
fn stiction_holds_at_the_default_tolerance() {
    for (g, vs, vd, x) in [
        ("IGRAV=0.0, KGRAV=-9806.65", 10.0, 100.0, 203.8225),
        ("IGRAV=1702.9061, KGRAV=-9657.6642", 100.0, 1000.0, 586.058),
    ] {
        let deck = format!(
            "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
ACCGRAV/{g}
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=-5000,-500,-100
GRAPHICS/1, BOX, CORNER=11, X=10000, Y=1000, Z=100
PART/2, MASS=2, CM=20, IP=20000,20000,20000, QG=0,0,50, VX=1000
MARKER/20, PART=2
MARKER/21, PART=2, QP=-150,-100,-50
GRAPHICS/2, BOX, CORNER=21, X=300, Y=200, Z=100
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=2.2, DAMPING=10, DMAX=0.1
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.25, STICTION_TRANSITION_VELOCITY={vs}, FRICTION_TRANSITION_VELOCITY={vd}
, STICTION=ON
REQUEST/1, F2=DX(20,10)\\F3=VX(20,10)
"
        );
        let results = run(&deck, "", &to(3.0, 3));
        assert_eq!(results.error, None);
        let [_, at, rate, ..] = last(&results);
        // a part in 1e4 of the way
        assert!(
            (at - x).abs() < 0.06 && rate.abs() < 1e-6,
            "{g}: {at} {rate}"
        );
    }
}

const BALL: &str = "ACCGRAV/KGRAV=-9.81
MARKER/11, PART=1, QP=0,0,-1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
SFORCE/1, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=IMPACT(DZ(20,11,11),VZ(20,11,11,11),0.1,1e5,1.5,50,1e-4)
";

fn rigid(e: f64, end: f64) -> Request {
    Request {
        rigid: Some(RigidContact {
            restitution: Some(e),
            ..RigidContact::default()
        }),
        ..to(end, 4)
    }
}

/// HALT counts where an impact makes the value of a sensor jump, also where the ball stays.
#[test]
fn halt_at_an_impact_that_ends_a_fall() {
    let deck = format!("{SI}{BALL}SENSOR/1, GE, VALUE=-0.1, HALT, FUNCTION=VZ(20,10)\n");
    let exact = (2.0f64 * 0.9 / 9.81).sqrt();
    for e in [0.0, 0.5] {
        let results = run(&deck, "", &rigid(e, 1.0));
        let end = results.statistics[0].end;
        assert!((end - exact).abs() < 1e-9, "{e}: {end} {exact}");
    }
}

/// A box slides from one plate to the next that is flush with it, and stops after v²/(2·μ·g).
#[test]
fn a_box_slides_over_the_joint_of_two_plates() {
    let deck = |plates: &str, turn: &str| {
        format!(
            "{SI}ACCGRAV/KGRAV=-9.81
MARKER/11, PART=1, QP=-2,-0.5,-0.2
GRAPHICS/1, BOX, CORNER=11, X=2, Y=1, Z=0.2
MARKER/13, PART=1, QP=0,-0.5,-0.2
GRAPHICS/3, BOX, CORNER=13, X=2, Y=1, Z=0.2
PART/2, MASS=1, CM=20, IP=0.0041667,0.0041667,0.0066667, QG=-0.5,0,0.05, VX=2.5{turn}
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.1,-0.1,-0.05
GRAPHICS/2, BOX, CORNER=21, X=0.2, Y=0.2, Z=0.1
{plates}
REQUEST/1, F2=DX(20,10)\\F3=DZ(20,10)
"
        )
    };
    let contact = |id: u32, plates: &str| {
        format!(
            "CONTACT/{id}, IGEOM=2, JGEOM={plates}, IMPACT, STIFFNESS=1E7, EXPONENT=1.5, DAMPING=1E3, DMAX=1E-5
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.3, STICTION_TRANSITION_VELOCITY=1E-3, FRICTION_TRANSITION_VELOCITY=2E-3\n"
        )
    };
    let exact = -0.5 + 2.5 * 2.5 / (2.0 * 0.3 * 9.81);
    for plates in [contact(1, "1,3"), contact(1, "1") + &contact(2, "3")] {
        for turn in ["", ", REULER=20D,0,0"] {
            let results = run(&deck(&plates, turn), "", &rigid(0.0, 1.0));
            assert_eq!(results.error, None, "{plates} {turn}");
            let [_, x, z, ..] = last(&results);
            // 1e-6: the tolerance
            assert!(
                (x - exact).abs() < 1e-6 && (z - 0.05).abs() < 1e-9,
                "{turn}: {x} {z}"
            );
        }
    }
}

/// A box that tips over the edge of a table slips and leaves it, however the deck is turned: at 0.33232 and 0.46468 s by an integration of the plane motion.
#[test]
fn a_box_tips_over_an_edge() {
    for (corner, place, moments, size) in [
        (
            "-2,-0.5,-1",
            "0.005,0,0.05",
            "0.0041667,0.0083333,0.0108333",
            [0.3, 0.2],
        ),
        (
            "-0.5,-2,-1",
            "0,0.005,0.05",
            "0.0083333,0.0041667,0.0108333",
            [0.2, 0.3],
        ),
    ] {
        let plate = if size[0] > size[1] {
            "X=2, Y=1"
        } else {
            "X=1, Y=2"
        };
        let deck = format!(
            "{SI}ACCGRAV/KGRAV=-9.81
MARKER/11, PART=1, QP={corner}
GRAPHICS/1, BOX, CORNER=11, {plate}, Z=1
PART/2, MASS=1, CM=20, IP={moments}, QG={place}
MARKER/20, PART=2
MARKER/21, PART=2, QP={},{},-0.05
GRAPHICS/2, BOX, CORNER=21, X={}, Y={}, Z=0.1
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E8, EXPONENT=1.5, DAMPING=1E4, DMAX=1E-5
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.3, STICTION_TRANSITION_VELOCITY=1E-4, FRICTION_TRANSITION_VELOCITY=2E-4
",
            -0.5 * size[0],
            -0.5 * size[1],
            size[0],
            size[1]
        );
        let results = run(&deck, "", &rigid(0.0, 1.0));
        assert_eq!(results.error, None, "{corner}");
        let time = |kind| {
            results
                .events
                .iter()
                .find(|e| e.kind == kind)
                .map(|e| e.time)
        };
        let [slip, leave] = [EventKind::Slip, EventKind::Separation].map(time);
        // the digits of the integration
        assert!((slip.unwrap() - 0.33232).abs() < 2e-5 && (leave.unwrap() - 0.46468).abs() < 2e-5);
    }
}

/// A rigid contact of solids rests and acts between analyses as a compliant one does.
#[test]
fn a_rigid_contact_rests_between_analyses() {
    let deck = format!(
        "{SI}ACCGRAV/KGRAV=-9.81
GRAPHICS/1, PLANE, RM=10, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1
PART/2, MASS=1, CM=20, IP=.004,.004,.004, QG=0,0,1.1
MARKER/20, PART=2
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=.2, YSCALE=.2, ZSCALE=.2
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=1.5, DAMPING=50, DMAX=1E-4
REQUEST/1, F2=DZ(20,10)
"
    );
    let off = "SIM/DYN, END=0.3, STEPS=1\nDEACTIVATE/CONTACT, ID=1\nSIM/DYN, END=1, STEPS=1\n";
    let results = run(
        &deck,
        off,
        &Request {
            end: None,
            output: None,
            ..rigid(0.5, 1.0)
        },
    );
    assert_eq!(results.error, None);
    // 1.1 − g/2
    assert!((last(&results)[1] + 3.805).abs() < 1e-9);
    let on = "DEACTIVATE/CONTACT, ID=1\nSIM/DYN, END=0.1, STEPS=1\nACTIVATE/CONTACT, ID=1\nSIM/DYN, END=1, STEPS=1\n";
    let results = run(
        &deck,
        on,
        &Request {
            end: None,
            output: None,
            ..rigid(0.5, 1.0)
        },
    );
    let impacts = results
        .events
        .iter()
        .filter(|e| e.kind == EventKind::Impact);
    assert!(results.error.is_none() && impacts.count() > 0);
}

/// A shape that is named twice on one side counts once, with a warning.
#[test]
fn a_shape_named_twice_counts_once() {
    let deck = |list: &str| {
        format!(
            "{SI}ACCGRAV/KGRAV=-9.81
GRAPHICS/1, PLANE, RM=10, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1
PART/2, MASS=1, CM=20, IP=.004,.004,.004, QG=0,0,0.0999
MARKER/20, PART=2
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=.2, YSCALE=.2, ZSCALE=.2
CONTACT/1, IGEOM={list}, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=1, DAMPING=50, DMAX=1E-4
REQUEST/1, F2=DZ(20,10)
"
        )
    };
    let height = |list: &str| {
        let results = run(&deck(list), "SIM/STATICS\n", &Request::default());
        let told = results
            .diagnostics
            .iter()
            .any(|d| d.name == "contact-shape-twice");
        (last(&results)[1], told)
    };
    let (once, twice) = (height("2"), height("2,2"));
    // m·g/k below 0.1
    assert!((once.0 - (0.1 - 9.81e-5)).abs() < 1e-9 && !once.1);
    assert!(once.0 == twice.0 && twice.1);
}

/// A number that a reader makes an expression of converts like one that is written.
#[test]
fn numbers_convert_as_expressions() {
    let units = |force| Units::from_names(force, "kilogram", "meter", "second").unwrap();
    for (x, force, written) in [
        (-0.5, "millinewton", "-500"),
        (0.1, "millinewton", "100"),
        (12.5, "knewton", "0.0125"),
    ] {
        let scale = Scale::between(&Units::si(), &units(force));
        let other = Expression::constant(x).in_units(F, &scale);
        assert_eq!(other.unwrap().text(), written);
    }
}

/// By this method at 1e-9.
fn by(integrator: &str, coordinates: Coordinates, request: Request) -> Request {
    let options = RunOptions {
        integrator: Some(integrator.into()),
        error: Some(1e-9),
        coordinates,
        ..RunOptions::default()
    };
    Request { options, ..request }
}

/// What switches without a nest, and what is the same by a switch that looks at another one: it begins where both are zero.
#[test]
fn a_switch_that_looks_at_another_one_follows_it() {
    let impact = "IMPACT(DZ(20,10),VZ(20,10),0,1E4,1.5,50,0.001)";
    let linear = "IMPACT(DZ(20,10),VZ(20,10),0,1E4,1,50,0.001)";
    let stop = "MAX(0,-1E4*DZ(20,10))".to_owned();
    let nested = [
        (format!("MAX(0,{impact})"), impact.to_owned()),
        (format!("MAX({linear},0)"), linear.to_owned()),
        (format!("ABS(-{linear})"), linear.to_owned()),
        (format!("SQRT((-{impact})**2)"), impact.to_owned()),
        (format!("DIM({impact},0)"), impact.to_owned()),
        (format!("MAX(0,{stop})"), stop.clone()),
        ("1E4*ABS(MIN(0,DZ(20,10)))".to_owned(), stop),
        ("MAX(0,VARVAL(1))".to_owned(), impact.to_owned()),
    ];
    let deck = |function: &str, z: f64| {
        format!(
            "{SI}ACCGRAV/KGRAV=-10
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,{z}
MARKER/20, PART=2
VARIABLE/1, FUNCTION={impact}
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION={function}
REQUEST/1, F2=DZ(20,10)\\F3=VZ(20,10)
"
        )
    };
    for (nested, plain) in &nested {
        for z in [0.0, 1.1e-7, 4.8e-6, 1e-3, 0.1] {
            for integrator in ["dop853", "gstiff"] {
                let request = by(integrator, Coordinates::Auto, to(0.5, 5));
                let [a, b] = [nested, plain].map(|f| run(&deck(f, z), "", &request));
                assert_eq!(a.error, None, "{nested} {z} {integrator}");
                let ([_, z1, v1, ..], [_, z2, v2, ..]) = (last(&a), last(&b));
                // Some ten steps by gstiff are made otherwise: errors of some tens of 1e-9 each, times the rates of a spring of 100 rad/s.
                assert!(
                    (z1 - z2).abs() < 1e-6 && (v1 - v2).abs() < 1e-4,
                    "{nested} {z} {integrator}: {z1} {z2}"
                );
            }
        }
    }
}

/// SIGN of what is zero is positive, also where it comes to rest there: a mass is drawn down with 30 m/s² above z = 0, where STEP ends, and pushed up with 10 below. How the last STEP
/// rounds to zero depends on the height.
#[test]
fn the_sign_of_what_rests_at_zero_is_positive() {
    for k in 0..20 {
        let z = 0.01 + 0.0007 * f64::from(k);
        let deck = format!(
            "{SI}ACCGRAV/KGRAV=-10
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,{z}
MARKER/20, PART=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=20*SIGN(1,(-MIN(0,DZ(20,10)+0.02))-STEP(DZ(20,10),0,0,0.05,1))
REQUEST/1, F2=DZ(20,10)
"
        );
        let begin = (2.0 * z / 30.0).sqrt();
        let below = 0.1 - begin;
        let place = -30.0 * begin * below + 5.0 * below.powi(2);
        for integrator in ["dop853", "gstiff"] {
            let request = by(integrator, Coordinates::Auto, to(0.1, 2));
            let [_, found, ..] = last(&run(&deck, "", &request));
            // pieces of second order, by both methods to their tolerance
            assert!(
                (found - place).abs() < 1e-8,
                "{integrator} {z}: {found} {place}"
            );
        }
    }
}

/// A cart that a motion sets off at 0.5 s with 2 m/s; a rod of 1 kg hinged on it turns with 0.3 rad/s before. The impulse has no moment about the hinge:
/// (I + m·L²)·Δω = −m·L·cos θ·Δv, and nothing turns the rod afterwards.
#[test]
fn velocities_jump_where_a_motion_has_a_kink() {
    let deck = format!(
        "{SI}MARKER/11, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2, REULER=90D,90D,0
MARKER/21, PART=2, REULER=0,90D,0
PART/3, MASS=1, CM=30, IP=0.1,0.1,0.1, QG=0.7071067811865476,0,-0.7071067811865476
MARKER/30, PART=3
MARKER/31, PART=3, QP=-0.7071067811865476,0,0.7071067811865476, REULER=0,90D,0
JOINT/1, TRANSLATIONAL, I=20, J=11
JOINT/2, REVOLUTE, I=31, J=21, IC=0,0.3
MOTION/1, JOINT=1, TRANSLATION, FUNCTION=MAX(0,2*(TIME-0.5))
REQUEST/1, F2=VX(20)\\F3=WY(31)
"
    );
    let theta = std::f64::consts::FRAC_PI_4 + 0.15;
    let rate = 0.3 - theta.cos() * 2.0 / 1.1;
    for (integrator, bar) in [
        ("dop853", 1e-12),
        ("abam", 1e-9),
        ("gstiff", 1e-8),
        ("radau", 1e-8),
        ("hht", 1e-5),
    ] {
        for coordinates in [Coordinates::Auto, Coordinates::Absolute] {
            let request = by(integrator, coordinates, to(1.0, 4));
            let results = run(&deck, "", &request);
            assert_eq!(results.error, None);
            let [_, cart, rod, ..] = last(&results);
            // what the methods leave of a rate that is constant behind the kink
            assert!(
                (cart - 2.0).abs() < 1e-9 && (rod.abs() - rate.abs()).abs() < bar,
                "{integrator}: {rod} {rate}"
            );
            let jumps: Vec<_> = results
                .events
                .iter()
                .filter(|e| e.kind == EventKind::Jump)
                .collect();
            let [jump] = jumps[..] else {
                panic!("{:?}", results.events)
            };
            assert!((jump.time - 0.5).abs() < 1e-14 && jump.element == "MOTION/1");
            assert!(jump.rate[0].abs() < 1e-12 && (jump.rate[1] - 2.0).abs() < 1e-12);
            // of the cart and, by the slope of the rod, of a part of the rod: 2·(2 − cos²θ/1.1)
            let impulse = 2.0 * (2.0 - theta.cos().powi(2) / 1.1);
            assert!(
                (jump.impulse - impulse).abs() < 1e-4,
                "{} {impulse}",
                jump.impulse
            );
        }
    }
}

/// A slide whose velocity is switched drags a mass of 1 kg by a spring of 100 N/m: the mass by itself, from piece to piece.
#[test]
fn a_switched_velocity_is_followed_at_once() {
    let deck = format!(
        "{SI}PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
JOINT/1, TRANSLATIONAL, I=20, J=10
JOINT/2, TRANSLATIONAL, I=30, J=10
SFORCE/1, TRANSLATIONAL, I=30, J=10, ACTIONONLY, FUNCTION=-100*DZ(30,20)
MOTION/1, JOINT=1, TRANSLATION, VELOCITY, FUNCTION=IF(TIME-0.5:1,1,-2)
REQUEST/1, F2=DZ(20)\\F3=DZ(30)
"
    );
    let [x, v] = [-(5f64.sin()) / 10.0, 3.0 - 5f64.cos()];
    let apart = x * 5f64.cos() + v / 10.0 * 5f64.sin();
    for integrator in ["auto", "dop853", "gstiff", "wstiff", "radau"] {
        let request = by(integrator, Coordinates::Auto, to(1.0, 2));
        let results = run(&deck, "", &request);
        assert_eq!(results.error, None);
        let [_, slide, mass, ..] = last(&results);
        // global errors of gstiff at 1e-9
        assert!(
            (slide + 0.5).abs() < 1e-10 && (mass - slide - apart).abs() < 1e-6,
            "{integrator}: {mass}"
        );
    }
}

/// No motion follows a displacement that jumps: the run ends there and says why, in any coordinates.
#[test]
fn a_displacement_that_jumps_ends_the_run() {
    let deck = format!(
        "{SI}PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,0,1
MARKER/30, PART=3
JOINT/1, TRANSLATIONAL, I=20, J=10
JOINT/2, TRANSLATIONAL, I=30, J=20
MOTION/1, JOINT=1, TRANSLATION, FUNCTION=IF(TIME-0.5:0,0,1)
"
    );
    for coordinates in [Coordinates::Joint, Coordinates::Absolute] {
        let request = by("dop853", coordinates, to(1.0, 2));
        let results = run(&deck, "", &request);
        let error = results.error.unwrap().to_string();
        assert!(
            error.contains("0.5")
                && error.contains("MOTION/1 asks for a position that jumps by 1.0"),
            "{error}"
        );
    }
}

/// A motion that begins half a turn from where the joint is drawn.
#[test]
fn a_motion_begins_half_a_turn_away() {
    for angle in ["180D", "-180D", "540D", "PI"] {
        let deck = format!(
            "{SI}PART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-1,0,0
JOINT/1, REVOLUTE, I=21, J=10
MOTION/1, JOINT=1, FUNCTION={angle}-90D*TIME
REQUEST/1, F2=DX(20)\\F3=DY(20)
"
        );
        let [_, x, y, ..] = last(&run(&deck, "", &to(0.5, 2)));
        // a quarter of a half turn back from the other side
        let half = std::f64::consts::FRAC_1_SQRT_2;
        assert!(
            (x + half).abs() < 1e-12 && (y - half).abs() < 1e-12,
            "{angle}: {x} {y}"
        );
    }
}

/// A box in a plane, by a PLANAR joint: what the joint holds has no answer but rounding, and the corners slide when the force is μ·m·g.
#[test]
fn a_box_held_in_a_plane_slips() {
    let deck = format!(
        "{SI}ACCGRAV/KGRAV=-9.81
MARKER/12, PART=1, QP=0,0,0.1, REULER=0,90D,0
MARKER/14, PART=1, QP=0,0,0.1, REULER=90D,90D,0
GRAPHICS/3, PLANE, RM=10, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5
PART/2, MASS=10, CM=20, IP=0.2416666666666667,0.8666666666666667,1.0416666666666667, QG=0,0,0.1
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.5,-0.25,-0.1
MARKER/22, PART=2, REULER=0,90D,0
MARKER/23, PART=2, REULER=90D,90D,0
GRAPHICS/2, BOX, CORNER=21, X=1.0, Y=0.5, Z=0.2
CONTACT/1, IGEOM=2, JGEOM=3, IMPACT, STIFFNESS=1E7, EXPONENT=1.5, DAMPING=1E3, DMAX=1E-4
, COULOMB_FRICTION=ON, MU_STATIC=0.5, MU_DYNAMIC=0.5, STICTION_TRANSITION_VELOCITY=0.001, FRICTION_TRANSITION_VELOCITY=0.002
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=23, J=14, FUNCTION=100*TIME
JOINT/2, PLANAR, I=22, J=12
REQUEST/1, F2=VX(20)
"
    );
    let request = Request {
        rigid: Some(RigidContact {
            restitution: Some(0.0),
            ..RigidContact::default()
        }),
        ..to(1.0, 2)
    };
    let results = run(&deck, "", &request);
    assert_eq!(results.error, None);
    let [_, speed, ..] = last(&results);
    let start: f64 = 0.5 * 9.81 * 10.0 / 100.0;
    // 5·(1 − t)² by the default error of 1e-6
    assert!(
        (speed - 5.0 * (1.0 - start).powi(2)).abs() < 1e-6,
        "{speed}"
    );
}

/// A ball of 1 kg strikes the middle of a plate of 2 kg that stands on its four corners, e = 1: the ball comes back and takes the plate with it, straight up.
#[test]
fn a_plate_struck_in_its_middle_does_not_turn() {
    let deck = format!(
        "{SI}GRAPHICS/1, PLANE, RM=10, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5
PART/2, MASS=2, CM=20, IP=.03,.2,.22, QG=0,0,.05
MARKER/20, PART=2
MARKER/21, PART=2, QP=-.5,-.2,-.05
GRAPHICS/2, BOX, CORNER=21, X=1, Y=.4, Z=.1
PART/3, MASS=1, CM=30, IP=.004,.004,.004, QG=0,0,.3, VZ=-2
MARKER/30, PART=3
GRAPHICS/3, ELLIPSOID, CM=30, XSCALE=.2, YSCALE=.2, ZSCALE=.2
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E7, EXPONENT=1.5, DAMPING=1E3, DMAX=1E-4
CONTACT/2, IGEOM=3, JGEOM=2, IMPACT, STIFFNESS=1E7, EXPONENT=1.5, DAMPING=1E3, DMAX=1E-4
REQUEST/1, F2=WX(20)\\F3=WY(20)\\F4=VX(20)\\F6=VZ(20)\\F7=VZ(30)
"
    );
    let request = Request {
        rigid: Some(RigidContact {
            restitution: Some(1.0),
            ..RigidContact::default()
        }),
        ..to(0.06, 2)
    };
    let results = run(&deck, "", &request);
    assert_eq!(results.error, None);
    let [_, wx, wy, vx, _, plate, ball, _] = last(&results);
    // rounding of impulses of some N·s over inertias of 0.03
    assert!(
        wx.abs() < 1e-12 && wy.abs() < 1e-12 && vx == 0.0,
        "{wx} {wy} {vx}"
    );
    // e = 1 keeps the energy, all of which is in straight motions
    let energy = plate.powi(2) + 0.5 * ball.powi(2);
    assert!((energy - 2.0).abs() < 1e-12, "{plate} {ball}");
}

/// A state finds its equilibrium where the bodies have theirs already, and one of their ways is free.
#[test]
fn states_come_to_rest_beside_bodies_that_are() {
    let deck = format!(
        "{SI}ACCGRAV/KGRAV=-9.81
PART/2, MASS=1, CM=20, IP=.1,.1,.1, QG=0,0,-1
MARKER/20, PART=2
MARKER/21, PART=2, QP=0,0,1
JOINT/1, SPHERICAL, I=21, J=10
DIFF/1, IC=2, FUNCTION=-DIF(1)+3
REQUEST/1, F2=DIF(1)
"
    );
    let results = run(&deck, "SIM/STATICS\n", &Request::default());
    assert_eq!(results.error, None);
    // Newton's method of a linear equation
    assert!((last(&results)[1] - 3.0).abs() < 1e-12);
}

/// A law of contacts in a variable stays compliant as one in a sum does, and that is said.
#[test]
fn a_law_in_a_variable_is_told_to_stay_compliant() {
    let deck = format!(
        "{SI}PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,1
MARKER/20, PART=2
VARIABLE/1, FUNCTION=IMPACT(DZ(20,10),VZ(20,10),0,1E5,1.5,0,0.1)
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=VARVAL(1)
"
    );
    let request = Request {
        rigid: Some(RigidContact::default()),
        ..to(0.1, 1)
    };
    let results = run(&deck, "", &request);
    let is_told = results
        .diagnostics
        .iter()
        .any(|d| d.name == "rigid-stays-compliant");
    assert!(is_told, "{:?}", results.diagnostics);
}

/// A ball in a shallow V of triangles: of its two volumes one goes where they merge, and comes back deep. Damping takes energy; what comes out is slower than what went in.
#[test]
fn a_volume_that_comes_back_deep_has_full_damping() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("v.stl"), V).unwrap();
    let path = folder.path().join("m.adm");
    let deck = format!(
        "t\n{SI}ACCGRAV/JGRAV=-9.80665
GRAPHICS/1, EXTERNAL, RM=10, FILE=v.stl
PART/2, MASS=1, CM=20, IP=.004,.004,.004, QG=0.001,.2,0
MARKER/20, PART=2
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=.2, YSCALE=.2, ZSCALE=.2
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=300, DMAX=1E-4
REQUEST/1, F2=VX(20)\\F3=VY(20)
END
"
    );
    fs::write(&path, deck).unwrap();
    let loaded = carom::open(&path, None);
    let results = carom::simulate(loaded.accepted().unwrap(), &to(0.2, 200)).unwrap();
    assert_eq!(results.error, None);
    let speeds = results
        .frames
        .iter()
        .map(|f| f.requests[0][1].hypot(f.requests[0][2]));
    let fastest = speeds.fold(0.0, f64::max);
    // √(2·g·0.1) = 1.4005 before; the ball touches some 4e-4 m later
    assert!(fastest < 1.405, "{fastest}");
}

/// Two flanks of 5.7 degrees, closed below.
const V: &str = "solid v\nfacet normal 0 0 0\nouter loop\nvertex -1 -0.5 1\nvertex 1 -0.5 1\nvertex 0 0 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex -1 -0.5 -1\nvertex 0 0 -1\nvertex 1 -0.5 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex -1 -0.5 1\nvertex 0 0 1\nvertex -1 0.1 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex -1 -0.5 -1\nvertex -1 0.1 -1\nvertex 0 0 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 1 -0.5 1\nvertex 1 0.1 1\nvertex 0 0 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 1 -0.5 -1\nvertex 0 0 -1\nvertex 1 0.1 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex -1 -0.5 1\nvertex -1 -0.5 -1\nvertex 1 -0.5 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex -1 -0.5 1\nvertex 1 -0.5 -1\nvertex 1 -0.5 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 1 -0.5 1\nvertex 1 -0.5 -1\nvertex 1 0.1 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 1 -0.5 1\nvertex 1 0.1 -1\nvertex 1 0.1 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 1 0.1 1\nvertex 1 0.1 -1\nvertex 0 0 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 1 0.1 1\nvertex 0 0 -1\nvertex 0 0 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 1\nvertex 0 0 -1\nvertex -1 0.1 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 1\nvertex -1 0.1 -1\nvertex -1 0.1 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex -1 0.1 1\nvertex -1 0.1 -1\nvertex -1 -0.5 -1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex -1 0.1 1\nvertex -1 -0.5 -1\nvertex -1 -0.5 1\nendloop\nendfacet\nendsolid v\n";
