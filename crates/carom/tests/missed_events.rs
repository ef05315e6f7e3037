//! Events that a step can pass over: conditions that swing faster than the method steps, touches in passing, switches that a constraint holds.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::analysis::{Analysis, OutputGrid, RigidContact};
use carom::model::run::EventKind;
use carom::{Request, Results};
use std::f64::consts::PI;
use std::fs;

const SI: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
";
const MASS: &str = "PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
";
const METHODS: [&str; 9] = [
    "auto", "dop853", "radau5", "radau13", "gstiff", "hht", "abam", "rkf45", "rk4",
];

fn simulate(deck: &str, request: Request) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("title\n{SI}{deck}END\n")).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded.accepted();
    let model = model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let results = carom::simulate(model, &request).unwrap();
    assert!(results.error.is_none(), "{:?}", results.error);
    results
}

fn to(end: f64, method: &str) -> Request {
    let mut request = Request {
        end: Some(end),
        output: Some(OutputGrid::Steps(10)),
        ..Request::default()
    };
    request.options.integrator = Some(method.into());
    request.options.hmax = (method == "rk4").then_some(0.037 * end);
    request.options.verbose_events = true;
    request
}

/// Height and speed of 1 kg after the time `end` under 10 N wherever sin(w·t) > 0, from rest.
fn square_wave(w: f64, end: f64) -> [f64; 2] {
    let (mut z, mut v, mut t) = (0.0, 0.0, 0.0);
    for k in 1.. {
        let next = f64::min(f64::from(k) * PI / w, end);
        let (h, a) = (next - t, if k % 2 == 1 { 10.0 } else { 0.0 });
        z += h * (v + 0.5 * a * h);
        v += a * h;
        t = next;
        if t == end {
            break;
        }
    }
    [z, v]
}

/// A force that switches with a sine, written in three ways; z = 265.784318948224 after 10 s for 5 rad/s.
#[test]
fn square_waves_of_time() {
    assert!((square_wave(5.0, 10.0)[0] - 265.784_318_948_224_3).abs() < 1e-11);
    let forms = [
        (5.0, "IF(SIN(5*TIME):0,0,10)"),
        (20.0, "5 + SIGN(5, SIN(20*TIME))"),
        (60.0, "10*MAX(SIGN(1, SIN(60*TIME)), 0)"),
    ];
    for (w, form) in forms {
        let deck =
            format!("{MASS}SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION={form}\n");
        let exact = square_wave(w, 10.0);
        for method in METHODS {
            let results = simulate(&deck, to(10.0, method));
            let body = &results.frames.last().unwrap().bodies[0];
            // 1e-9 of some hundreds: sums of a hundred pieces, by gstiff within its tolerance of Newton's method
            assert!(
                (body.position[2] - exact[0]).abs() < 1e-7,
                "{form} {method}: {}",
                body.position[2]
            );
            assert!(
                (body.velocity[2] - exact[1]).abs() < 1e-8,
                "{form} {method}: {}",
                body.velocity[2]
            );
        }
    }
}

/// The same wave over a way: what switches depends on a state that moves evenly, and, in the second deck, on time as well.
#[test]
fn square_waves_of_a_place() {
    for (place, time) in [(40.0, 0.0), (30.0, 20.0)] {
        let deck = format!(
            "PART/2, MASS=1, CM=20, IP=1,1,1, VX=0.5
MARKER/20, PART=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=IF(SIN({place}*DX(20,10)+{time}*TIME):0,0,10)\n"
        );
        let exact = square_wave(0.5 * place + time, 10.0);
        for method in METHODS {
            let results = simulate(&deck, to(10.0, method));
            let body = &results.frames.last().unwrap().bodies[0];
            assert!(
                (body.position[2] - exact[0]).abs() < 1e-6,
                "{place} {method}: {}",
                body.position[2]
            );
        }
    }
}

/// A condition that a function makes jump when it switches itself: MOD falls from its period to zero, and IF with it.
#[test]
fn a_saw_tooth_switches_what_looks_at_it() {
    let deck = format!(
        "{MASS}SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=IF(MOD(TIME, 0.5)-0.2: 10, 0, 0)\n"
    );
    for method in METHODS {
        let results = simulate(&deck, to(10.0, method));
        let speed = results.frames.last().unwrap().bodies[0].velocity[2];
        // 20 pulses of 0.2 s: 40 m/s; 1e-9: rounding, and Newton's method of gstiff
        assert!((speed - 40.0).abs() < 1e-9, "{method}: {speed}");
    }
}

/// SIN(1E4*TIME) passes zero 3183 times in a second; so does a sensor's value on a wave of a place, and one between two levels.
#[test]
fn sensors_see_every_crossing() {
    let cases = [
        ("SIN(1E4*TIME)", "0", 3183),
        ("SIN(2E3*DX(20,10))", "0", 318),
        ("SIN(1E3*TIME)", "0.999", 318),
    ];
    for (function, value, count) in cases {
        let deck = format!(
            "PART/2, MASS=1, CM=20, IP=1,1,1, VX=0.5
MARKER/20, PART=2
SENSOR/1, FUNCTION={function}, VALUE={value}, ERROR=1E-6, EQ, PRINT\n"
        );
        for method in ["auto", "radau5", "gstiff"] {
            let results = simulate(&deck, to(1.0, method));
            let seen = results
                .events
                .iter()
                .filter(|e| e.kind == EventKind::Sensor);
            assert_eq!(seen.count(), count, "{function} {method}");
        }
    }
}

/// A mass passes a post of 50 mm at 30 mm, which takes 0.8 ms at 100 m/s: IMPACT and BISTOP of the distance touch once.
#[test]
fn fast_touches_of_functions() {
    for (speed, law) in [
        (100.0, "IMPACT(DM(20,10),VR(20,10),0.05,1E5,1.5,0,1E-4)"),
        (1000.0, "IMPACT(DM(20,10),VR(20,10),0.05,1E5,1.5,0,1E-4)"),
        (100.0, "BISTOP(DM(20,10),VR(20,10),0.05,1E3,1E5,1.5,0,1E-4)"),
    ] {
        let deck = format!(
            "MARKER/11, PART=1, FLOATING
PART/2, MASS=1, CM=20, IP=1,1,1, QG=-50,0.03,0, VX={speed}
MARKER/20, PART=2
VFORCE/1, I=20, JFLOAT=11, RM=10, FX=0\\FY={law}\\FZ=0\n"
        );
        for method in ["auto", "radau5", "radau13", "gstiff", "abam", "rkf45"] {
            let results = simulate(&deck, to(100.0 / speed, method));
            let count = |kind| results.events.iter().filter(|e| e.kind == kind).count();
            let told = [count(EventKind::ContactBegin), count(EventKind::ContactEnd)];
            assert_eq!(told, [1, 1], "{speed} {law} {method}");
            let begin = results
                .events
                .iter()
                .find(|e| e.kind == EventKind::ContactBegin);
            let exact = (50.0 - 0.04) / speed;
            // 1e-9 of the time: no force acts before; BDF reaches it within its tolerance
            assert!(
                (begin.unwrap().time - exact).abs() < 1e-9 * exact,
                "{speed} {law} {method}"
            );
        }
    }
}

/// Balls of 25 mm that pass at an offset of 30 mm, rigid: one impact, whatever the speed.
#[test]
fn fast_touches_of_rigid_balls() {
    for speed in [1.0, 5.0, 300.0] {
        let deck = format!(
            "GRAPHICS/1, ELLIPSOID, CM=10, XSCALE=0.05, YSCALE=0.05, ZSCALE=0.05
PART/2, MASS=1, CM=20, IP=1,1,1, QG=-2.5,0.03,0, VX={speed}
MARKER/20, PART=2
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.05, YSCALE=0.05, ZSCALE=0.05
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=0, DMAX=1E-4\n"
        );
        for method in ["auto", "radau5", "gstiff"] {
            let mut request = to(5.0 / speed, method);
            request.rigid = Some(RigidContact {
                restitution: Some(1.0),
                ..RigidContact::default()
            });
            let results = simulate(&deck, request);
            let impacts = results
                .events
                .iter()
                .filter(|e| e.kind == EventKind::Impact);
            assert_eq!(impacts.count(), 1, "{speed} {method}");
        }
    }
}

/// A switch that a motion or a joint holds at its value is no event, in dynamics by any method; when the motion goes on, it is one.
#[test]
fn held_switches() {
    let arm = |motion: &str, functions: &str| {
        format!(
            "MARKER/11, PART=1, REULER=0D,85D,0D
PART/2, MASS=1, CM=20, IP=1,1,1, REULER=0D,85D,0D
MARKER/20, PART=2, QP=0.3,0.2,0.1
MARKER/21, PART=2
JOINT/1, REVOLUTE, I=21, J=11
MOTION/1, JOINT=1, ROTATION, FUNCTION={motion}
{functions}ACCGRAV/KGRAV=-9.81\n"
        )
    };
    let speed = "SFORCE/1, ROTATION, I=21, J=11, FUNCTION=IF(WZ(21,11,11): 1, 0, -1)\n";
    let functions = [
        speed,
        "SFORCE/1, ROTATION, I=21, J=11, FUNCTION=IF(AZ(21,11)-0: -0.137*WZ(21,11,11), 0, 0)\n",
        "SFORCE/1, ROTATION, I=21, J=11, FUNCTION=IMPACT(AZ(21,11),WZ(21,11,11),0,1E3,1.5,1,1E-3)\n",
    ];
    for method in ["auto", "dop853", "radau5", "gstiff", "hht"] {
        for function in functions {
            let mut request = to(1.0, method);
            request.analysis = Some(Analysis::Dynamic);
            let results = simulate(&arm("0", function), request);
            assert!(
                results.events.is_empty(),
                "{method} {function}: {:?}",
                results.events
            );
        }
    }
    // Held until t = 1, then turned back: the speed falls below zero once.
    let mut request = to(2.0, "radau5");
    request.analysis = Some(Analysis::Dynamic);
    let results = simulate(&arm("-STEP(TIME, 1, 0, 3, 1)", speed), request);
    let switches: Vec<f64> = results.events.iter().map(|e| e.time).collect();
    let turns = switches.iter().filter(|t| **t > 1.0 - 1e-9).count();
    assert!(
        turns >= 1 && switches.iter().all(|t| *t < 1.001),
        "{switches:?}"
    );
}

/// A sensor of the time that stores a reaction is located by the time: nothing of it is only sampled. The weight of a kilogram hangs on the joint.
#[test]
fn a_sensor_of_time_that_stores_a_reaction_is_proved() {
    let deck = format!(
        "{MASS}JOINT/1, FIXED, I=20, J=10\nACCGRAV/KGRAV=-9\n\
         SENSOR/1, GE, VALUE=0.5, PRINT, FUNCTION=TIME\\ EVALUATE=FZ(20,10,20)\nREQUEST/1, F2=SENVAL(1)\n"
    );
    for method in ["dop853", "radau5"] {
        let r = simulate(&deck, to(1.0, method));
        assert_eq!(r.statistics[0].guards.sampled, 0, "{method}");
        assert_eq!(r.events[0].time, 0.5, "{method}");
        let last = r.frames.last().unwrap().requests[0][1];
        // rounding of a reaction
        assert!((last.abs() - 9.0).abs() < 1e-12, "{method}: {last}");
    }
}

/// What a jump leaves far beyond the value of a sensor may come back within the next step; and a jump may end on the value.
#[test]
fn sensors_on_what_jumps() {
    let cases: [(&str, &str, &[f64]); 8] = [
        // falls below 0.01 with the jump, reaches it again at 0.31
        ("GE, VALUE=0.01", "IF(TIME-0.3:TIME+1,0,TIME-0.3)", &[0.31]),
        ("LE, VALUE=0.01", "MOD(TIME,0.3)", &[0.3, 0.6, 0.9]),
        // onto the value, once or more than once
        ("GE, VALUE=1", "IF(TIME-0.4:0,0,1)", &[0.4]),
        ("EQ, VALUE=1", "IF(TIME-0.4:0,0,1)", &[0.4]),
        ("LE, VALUE=0", "IF(TIME-0.4:1,0,0)", &[0.4]),
        (
            "GE, VALUE=1",
            "IF(TIME-0.4:0,0,1)+IF(TIME-0.6:0,0,1)",
            &[0.4],
        ),
        ("GE, VALUE=1", "IF(MOD(TIME,0.4)-0.2:0,0,1)", &[0.2, 0.6]),
        ("EQ, VALUE=1", "IF(MOD(TIME,0.4)-0.2:0,0,1)", &[0.2, 0.6]),
    ];
    for (condition, function, times) in cases {
        let deck = format!("{MASS}SENSOR/1, {condition}, PRINT, FUNCTION={function}\n");
        for method in METHODS {
            let results = simulate(&deck, to(0.95, method));
            let sensors = results
                .events
                .iter()
                .filter(|e| e.kind == EventKind::Sensor);
            let seen: Vec<f64> = sensors.map(|e| e.time).collect();
            let close = seen.len() == times.len()
                && seen.iter().zip(times).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(close, "{condition} {function} {method}: {seen:?}");
        }
    }
}

/// A ball that bounces at 0.4516 s with half of its speed of 4.429 rises, and VZ falls through 1 after (2.2143 − 1)/9.80665 s.
#[test]
fn a_sensor_sees_a_fall_right_after_an_impact() {
    let deck = "ACCGRAV/KGRAV=-9.80665
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,1
MARKER/20, PART=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=IMPACT(DZ(20,10),VZ(20,10),0,1E5,1.5,50,1E-4)
SENSOR/1, LE, VALUE=1, HALT, FUNCTION=VZ(20,10)
";
    let g: f64 = 9.80665;
    let (falls, speed) = ((2.0 / g).sqrt(), (2.0 * g).sqrt());
    for method in METHODS {
        let mut request = to(1.5, method);
        request.options.hmax = (method == "rk4").then_some(0.02);
        request.rigid = Some(RigidContact {
            restitution: Some(0.5),
            ..RigidContact::default()
        });
        let results = simulate(deck, request);
        let sensor = results.events.iter().find(|e| e.kind == EventKind::Sensor);
        let end = sensor.unwrap().time;
        // 1e-8: where the impact is, by methods of the default error
        let exact = falls + (0.5 * speed - 1.0) / g;
        assert!((end - exact).abs() < 1e-8, "{method}: {end} {exact}");
    }
}

/// What a sensor on a reaction looks at beside the present is not before the start, where forces and motions may have no value.
#[test]
fn nothing_is_looked_at_before_the_start() {
    let deck = format!(
        "{MASS}JOINT/1, TRANSLATIONAL, I=20, J=10
MOTION/1, JOINT=1, FUNCTION=TIME**3.5
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=TIME**1.5
SENSOR/1, GE, VALUE=1, PRINT, FUNCTION=MOTION(1,0,4,0)
"
    );
    // 8.75·t^1.5 − t^1.5 = 1
    let at = (1.0f64 / 7.75).powf(2.0 / 3.0);
    let results = simulate(&deck, to(1.0, "dop853"));
    let found = results
        .events
        .iter()
        .find(|e| e.kind == EventKind::Sensor)
        .map(|e| e.time);
    assert!((found.unwrap() - at).abs() < 1e-9, "{found:?} {at}");
}

/// A box on another one that glides from under it at the speed `v`: without friction it tips where the edge comes below its middle, 0.271 m on, and the edge slides
/// off it then without a blow, before anything strikes the floor.
fn box_on_a_box(v: f64) -> String {
    let law = "IMPACT, STIFFNESS=1E7, EXPONENT=1.5, DAMPING=1E3, DMAX=1E-4";
    format!(
        "ACCGRAV/KGRAV=-9.81
GRAPHICS/1, PLANE, RM=10, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5
PART/2, MASS=2.072, CM=20, IP=0.0301130666667,0.044282784,0.0694230506667, QG=-0.02,0,0.06, VX={v:?}
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.246,-0.2,-0.06
GRAPHICS/2, BOX, CORNER=21, X=0.492, Y=0.4, Z=0.12
PART/3, MASS=3.008, CM=30, IP=0.0531373226667,0.0492269226667,0.0763029333333, QG=0.005,0,0.234
MARKER/30, PART=3
MARKER/31, PART=3, QP=-0.19,-0.2,-0.114
GRAPHICS/3, BOX, CORNER=31, X=0.38, Y=0.4, Z=0.228
CONTACT/1, IGEOM=2, JGEOM=1, {law}
CONTACT/2, IGEOM=3, JGEOM=1, {law}
CONTACT/3, IGEOM=3, JGEOM=2, {law}
"
    )
}

/// At a quarter of these speeds the box did not tip: of contacts that share a load one had pulled by rounding where this crossed the line of two others, and went on to
/// hold it down; and where the edge slid off, rounding decided whether there was a blow.
#[test]
fn a_box_tips_where_its_middle_comes_over_the_edge() {
    for v in [1.001, 1.009, 1.035, 1.081, 1.104, 1.156, 1.234] {
        let mut request = to(0.47, "dop853");
        request.rigid = Some(RigidContact {
            restitution: Some(0.5),
            ..RigidContact::default()
        });
        let results = simulate(&box_on_a_box(v), request);
        let of = |kind: EventKind, element: &str| {
            let events = results.events.iter();
            let own = events.filter(|e| e.kind == kind && e.element == element);
            own.map(|e| e.time).collect::<Vec<f64>>()
        };
        let opens = of(EventKind::Separation, "CONTACT/3");
        let exact = 0.271 / v;
        // 1e-9 s: steps along straight lines are exact, events are located to rounding.
        let tips = opens.iter().any(|t| (t - exact).abs() < 1e-9);
        assert!(tips, "{v}: {exact} {opens:?}");
        let floor = of(EventKind::Impact, "CONTACT/2");
        let struck = of(EventKind::Impact, "CONTACT/3");
        let first = floor.first().copied().unwrap_or(f64::INFINITY);
        assert!(
            struck.iter().all(|t| *t >= first),
            "{v}: {struck:?} {floor:?}"
        );
    }
}

/// A ball starts over the middle of a box, to a rounding, and flies off beside it: no event. In the coordinates of the joints the middle was on the other side of the
/// rounding than where the gap had been set up, and the ball struck a wall that had no end.
#[test]
fn a_ball_over_the_middle_of_a_box_meets_no_ghost() {
    let deck = include_str!("contacts/ball_over_the_middle.adm");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, deck).unwrap();
    let loaded = carom::open(&path, None);
    let mut request = to(0.3, "auto");
    request.options.verbose_events = false;
    request.rigid = Some(RigidContact {
        restitution: Some(0.0),
        ..RigidContact::default()
    });
    let results = carom::simulate(loaded.accepted().unwrap(), &request).unwrap();
    assert!(results.error.is_none(), "{:?}", results.error);
    assert!(results.events.is_empty(), "{:?}", results.events);
}

/// Friction by SIGN of the velocity that it stops: at v = 0 both of its branches drive the mass to the other one, and the motion that is meant, at rest, is that of neither.
/// With nothing else acting both branches accelerate by the same; the run must not go on along one of them, which would drive the mass. It stops after v0/F.
#[test]
fn friction_by_a_jump_does_not_drive_what_it_has_stopped() {
    for (v, f) in [(2.5, 2.0), (2.0, 3.0), (1.1, 2.0), (0.7, 2.0), (3.0, 0.9)] {
        let deck = format!(
            "PART/2, MASS=1, CM=20, IP=1,1,1, VX={v}\nMARKER/20, PART=2, REULER=90D,90D,0D\nMARKER/11, PART=1, REULER=90D,90D,0D\n\
             JOINT/1, TRANSLATIONAL, I=20, J=11\n\
             SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=11, FUNCTION=-{f}*SIGN(1,VZ(20,11,11))\n"
        );
        for method in ["auto", "dop853", "radau5", "gstiff", "abam", "rkf45"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("m.adm");
            fs::write(&path, format!("title\n{SI}{deck}END\n")).unwrap();
            let loaded = carom::open(&path, None);
            let request = to(3.5, method);
            let results = carom::simulate(loaded.accepted().unwrap(), &request).unwrap();
            let ended = results
                .error
                .unwrap_or_else(|| panic!("{v} {f} {method} goes on"));
            let who = format!("{v} {f} {method}: {ended:?}");
            // the methods' errors at the default tolerance; straight and uniformly accelerated motion leaves less
            assert!((ended.time - v / f).abs() < 1e-6, "{who}");
        }
    }
}
