//! Gradients on the way back against the tangent on the way forth: two ways through the same run.

// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::common;

use carom::dynamics::tangent::Seeds;
use carom::dynamics::{Frame, Stepping};
use carom_stability::{Family, sensitivities};
use carom_study::Study;
use common::study;

/// Runs to some times, and reads there.
fn run(study: &Study, times: &[f64], run: &mut Stepping, mut at: impl FnMut(&mut Stepping)) {
    assert!(!study.parameters.is_empty());
    for t in times {
        run.run_until(*t).unwrap();
        at(run);
    }
}

/// All numbers at all times, and all times and numbers of events that have no doubt, by all parameters: both ways, within a tolerance of the largest of each number.
fn compare(study: &Study, times: &[f64], read: &dyn Fn(&Frame) -> Vec<f64>, tolerance: f64) {
    let family = Family::new(study);
    let point = study.design.point(0);
    let all: Vec<usize> = (0..point.len()).collect();
    let end = times.last().copied();
    let mut forward = family.vary(&point, &all, &[], end).unwrap();
    // number by number, one list of parameters each
    let mut expected: Vec<(String, Vec<f64>)> = Vec::new();
    run(study, times, &mut forward, |run| {
        let by = run.derivatives(read).unwrap();
        for k in 0..by[0].len() {
            let name = format!("number {k} at {}", run.time());
            expected.push((name, by.iter().map(|by| by[k]).collect()));
        }
    });
    let mut back = family.vary_back(&point, &all, end).unwrap();
    let mut seeds = Vec::new();
    run(study, times, &mut back, |run| {
        let output = run.mark_output().unwrap();
        let count = read(run.frame().unwrap()).len();
        for k in 0..count {
            let mut weights = vec![0.0; count];
            weights[k] = 1.0;
            seeds.push(Seeds {
                outputs: vec![(output, weights)],
                events: Vec::new(),
            });
        }
    });
    let events = forward.tangent().unwrap().events();
    assert_eq!(events.len(), back.tangent().unwrap().events().len());
    for (k, event) in events.iter().enumerate() {
        assert_eq!(event.doubt, "");
        expected.push((format!("time of event {k}"), event.time_by.clone()));
        seeds.push(Seeds {
            outputs: Vec::new(),
            events: vec![(k, 1.0, [0.0; 5])],
        });
        for number in 0..5 {
            let by: Vec<f64> = event.numbers_by.iter().map(|n| n[number]).collect();
            if by.iter().any(|x| x.is_nan()) {
                continue;
            }
            expected.push((format!("number {number} of event {k}"), by));
            let mut weights = [0.0; 5];
            weights[number] = 1.0;
            seeds.push(Seeds {
                outputs: Vec::new(),
                events: vec![(k, 0.0, weights)],
            });
        }
    }
    let found = back.gradients(read, &seeds).unwrap();
    for ((name, by), gradient) in expected.iter().zip(&found) {
        // for a change of each parameter by its own size
        let scale = by.iter().zip(&point);
        let scale = scale.fold(1.0f64, |m, (x, p)| m.max((x * p).abs()));
        for (j, (f, g)) in by.iter().zip(&gradient.parameters).enumerate() {
            let (f, g) = (f * point[j], g * point[j]);
            assert!(
                (f - g).abs() <= tolerance * scale,
                "{name} by parameter {j}: {f} forth, {g} back"
            );
        }
    }
}

fn of_body(body: usize) -> impl Fn(&Frame) -> Vec<f64> {
    move |f| {
        let b = &f.bodies[body];
        [&b.position[..], &b.velocity[..]].concat()
    }
}

/// A ball on IMPACT: branches of a law, by all its numbers, gravity, mass and height.
#[test]
fn a_ball_on_a_compliant_table() {
    let deck = include_str!("../../../examples/bouncing_ball/ball.adm");
    let study = study(
        deck,
        r#"
[run]
end = 1.2
integrator = "dop853"
error = 1e-11
[parameters]
k = { at = "SFORCE/1.function.IMPACT.k", values = [1e5] }
e = { at = "SFORCE/1.function.IMPACT.e", values = [1.5] }
cmax = { at = "SFORCE/1.function.IMPACT.cmax", values = [50] }
d = { at = "SFORCE/1.function.IMPACT.d", values = [1e-4] }
x1 = { at = "SFORCE/1.function.IMPACT.x1", values = [0.1] }
z0 = { at = "PART/2.qg.z", values = [1.1] }
m = { at = "PART/2.mass", values = [1] }
[responses]
z = { last = "PART/2.z" }
"#,
    );
    // Both go by the same steps; differences at events are of 1e-11, and the impact multiplies them by some ten.
    compare(&study, &[0.3, 0.46, 0.8, 1.2], &of_body(0), 1e-8);
}

/// Two masses in joints that part and collide: separation and impacts.
#[test]
fn two_masses_part_and_collide() {
    let deck = include_str!("../../../examples/two_masses/two_masses.adm");
    let study = study(
        deck,
        r#"
[run]
end = 20
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-11
[parameters]
c1 = { at = "SFORCE/2.function#4", was = 0.15, values = [0.15] }
k1 = { at = "SFORCE/2.function#1", was = 0.9, values = [0.9] }
P1 = { at = "SFORCE/2.function#7", was = 0.5, values = [0.5] }
e = { values = [0.8] }
v0 = { at = ["PART/2.vz", "PART/3.vz"], values = [-0.3039] }
m1 = { at = "PART/2.mass", values = [1] }
w = { at = "SFORCE/2.function#8", was = 0.4, values = [0.4] }
k2 = { at = "SFORCE/3.function#1", was = 0.2, values = [0.2] }
[responses]
z = { last = "PART/2.z" }
"#,
    );
    compare(&study, &[3.0, 11.0, 20.0], &of_body(0), 1e-8);
    compare(&study, &[20.0], &of_body(1), 1e-8);
}

/// All responses of the example, forth and back: reducers of outputs and events, formulas, a window.
#[test]
fn a_study_both_ways() {
    let deck = include_str!("../../../examples/bouncing_ball/ball.adm");
    let toml = include_str!("../../../examples/studies/ball_sensitivities.toml");
    let (_, rest) = toml.split_once("[run]").unwrap();
    let study = study(deck, &format!("[run]{rest}"));
    let mut request = study.seek(None, None).unwrap();
    let forward = sensitivities(&study, &request).unwrap();
    request.is_reverse = true;
    let back = sensitivities(&study, &request).unwrap();
    assert_eq!(forward.events.len(), back.events.len());
    for (f, b) in forward.responses.iter().zip(&back.responses) {
        assert_eq!(f.value, b.value, "{}", f.name);
        let sizes = || forward.parameters.iter().map(|p| p.value);
        let scale = f.by.iter().zip(sizes());
        let scale = scale.fold(0.1f64, |m, (x, p)| m.max((x * p).abs()));
        for ((x, y), p) in f.by.iter().zip(&b.by).zip(sizes()) {
            // differences at the events of the impact, 1e-11, times some hundred; the error of the run is 1e-10
            assert!(
                (x * p - y * p).abs() <= 1e-7 * scale,
                "{}: {x} forth, {y} back",
                f.name
            );
        }
    }
}

/// The derivatives of a study on the way back, of a response by a parameter.
fn back(study: &Study) -> impl Fn(&str, &str) -> f64 + use<> {
    let mut request = study.seek(None, None).unwrap();
    request.is_reverse = true;
    let found = sensitivities(study, &request).unwrap();
    move |response, parameter| {
        let j = found.parameters.iter().position(|p| p.name == parameter);
        let r = found.responses.iter().find(|r| r.name == response);
        r.unwrap().by[j.unwrap()]
    }
}

const OF_RUN: &str = "[run]\nsteps = 1\nintegrator = \"dop853\"\nerror = 1e-12\n";

/// A mass on a rail along x, at the height p of a joint, comes with the speed 2 to a wall x + y = 1 that pushes along x without loss: at the time (1 − p)/2 + t₀, and it is at
/// `−2·(T − t) + 1 − p` behind. Constraints move with p, so X is not in what they leave.
#[test]
fn an_event_behind_a_joint_that_moves() {
    let deck = "\
mass that comes to a wall
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART=1, QP=0,0.1,0, REULER=90D,90D,0
MARKER/11, PART=1
PART/2, MASS=1, CM=21, IP=1,1,1, QG=0,0.1,0, VX=2
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=21, J=10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=21, J=10, FUNCTION=-IMPACT(1-DX(21,11)-DY(21,11),-VX(21,11)-VY(21,11),0,1E4,1.5,0,1E-3)
END
";
    let toml = format!(
        "{OF_RUN}end = 1\n[parameters]\np = {{ at = \"MARKER/10.qp.y\", values = [0.1] }}\n[responses]\nt = {{ first = \"time\", event = \"contact-begin\" }}\nx = {{ last = \"PART/2.x\" }}\ny = {{ last = \"PART/2.y\" }}\n"
    );
    let by = back(&study(deck, &toml));
    for (response, expected) in [("t", -0.5), ("x", -2.0), ("y", 1.0)] {
        let found = by(response, "p");
        // differences between models, 1e-10, times the slopes of the force on the way, some hundred
        assert!((found - expected).abs() < 2e-7, "{response}: {found}");
    }
}

/// A wall that a motion drives along a·t meets a mass that comes from 1 with the speed 2, at 1/(2 + a); the mass leaves with 2·a + 2, at the time r and the place a·r.
#[test]
fn an_event_behind_a_motion() {
    let deck = "\
mass that comes to a wall
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=21, IP=1,1,1
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=21, J=10
MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=0.5*TIME
PART/3, MASS=1, CM=31, IP=1,1,1, QG=1,0,0, VX=-2
MARKER/31, PART=3, REULER=90D,90D,0
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=31, J=10, FUNCTION=IMPACT(DX(31,21),VX(31,21),0,1E4,1.5,0,1E-3)
END
";
    let toml = format!(
        "{OF_RUN}end = 1\n[parameters]\na = {{ at = \"MOTION/1.function#1\", values = [0.5] }}\n[responses]\nt = {{ first = \"time\", event = \"contact-begin\" }}\nr = {{ first = \"time\", event = \"contact-end\" }}\nx = {{ last = \"PART/3.x\" }}\n"
    );
    let study = study(deck, &toml);
    let by = back(&study);
    let found = by("t", "a");
    // differences between models: 1e-10, and tolerances of the run
    assert!((found + 0.16).abs() < 1e-8, "{found}");
    let request = study.seek(None, None).unwrap();
    let forward = sensitivities(&study, &request).unwrap();
    let r = forward.responses[1].value.unwrap();
    // x = a·r + (2·a + 2)·(1 − r)
    let expected = r + 2.0 * (1.0 - r) + by("r", "a") * (0.5 - 3.0);
    let found = by("x", "a");
    assert!((found - expected).abs() < 1e-8, "{found} {expected}");
    let ahead = forward.responses[2].by[0];
    assert!((found - ahead).abs() < 1e-8, "{found} {ahead}");
}

/// A response without a value has no derivative, and those beside it keep theirs: z = h + v·t − g·t²/2.
#[test]
fn a_response_without_a_value() {
    let deck = include_str!("../../../examples/bouncing_ball/ball.adm");
    let toml = format!(
        "{OF_RUN}end = 0.2\n[parameters]\nh = {{ at = \"PART/2.qg.z\", values = [1.1] }}\n[responses]\nz = {{ last = \"PART/2.z\" }}\nt = {{ nth = \"time\", event = \"contact-begin\", number = 9 }}\n"
    );
    let by = back(&study(deck, &toml));
    assert!(by("t", "h").is_nan());
    let found = by("z", "h");
    // a free fall: roundings
    assert!((found - 1.0).abs() < 1e-10, "{found}");
}

/// A ball falls from h on a rigid table and bounces until it rests, at the time `t₁·(1 + e)/(1 − e)`; a force along x as large as its height gives it the speed
///
/// ```text
/// ∫z dt = u³/(3·g²)·(1 + e³)/(1 − e³),   u = √(2·g·h)
/// ```
#[test]
fn impacts_that_come_to_an_end() {
    let deck = "\
ball that bounces to rest
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, REULER=90D,90D,0
POINT_MASS/2, MASS=1, CM=20, QG=0,0,1
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=IMPACT(DZ(20,10),VZ(20,10),0.0,1E6,1.5,50.0,1E-4)
SFORCE/2, TRANSLATIONAL, ACTIONONLY, I=20, J=11, FUNCTION=1.0*DZ(20,10)
END
";
    let (g, h, e) = (9.80665f64, 1.0f64, 0.6f64);
    let toml = format!(
        "{OF_RUN}end = 3\ncontact = \"rigid\"\nrestitution = \"e\"\n[parameters]\nh = {{ at = \"POINT_MASS/2.qg.z\", values = [{h}] }}\ne = {{ values = [{e}] }}\n[responses]\nrest = {{ last = \"time\", event = \"closure\" }}\nspeed = {{ last = \"VX(20,10)\" }}\nslowest = {{ last = \"rate_before\", event = \"impact\" }}\n"
    );
    let study = study(deck, &toml);
    let by = back(&study);
    let ahead = sensitivities(&study, &study.seek(None, None).unwrap()).unwrap();
    let first = (2.0 * h / g).sqrt();
    let rest = first * (1.0 + e) / (1.0 - e);
    let unit = (2.0 * g * h).powf(1.5) / (3.0 * g * g);
    let cube = e.powi(3);
    let speed = unit * (1.0 + cube) / (1.0 - cube);
    // The last impact that is told, after so many: −eⁿ·√(2·g·h).
    let slowest = ahead.responses[2].value.unwrap();
    let number = ((-slowest / (g * first)).ln() / e.ln()).round();
    let expected = [
        ("rest", "h", rest / (2.0 * h)),
        ("rest", "e", 2.0 * first / (1.0 - e).powi(2)),
        ("speed", "h", 1.5 * speed / h),
        ("speed", "e", unit * 6.0 * e * e / (1.0 - cube).powi(2)),
        ("slowest", "h", slowest / (2.0 * h)),
        ("slowest", "e", slowest * number / e),
    ];
    for (response, parameter, expected) in expected {
        // Differences at each of some thirty impacts, 1e-10. The speeds of those to come, 8e-12, are told from one of 2e-6, which is changed by a hundredth: a speed of 4 rounds to 5e-8 of that.
        let tolerance = if response == "slowest" { 5e-7 } else { 1e-8 };
        let j = ahead.parameters.iter().position(|p| p.name == parameter);
        let r = ahead.responses.iter().find(|r| r.name == response);
        let both = [by(response, parameter), r.unwrap().by[j.unwrap()]];
        for found in both {
            assert!(
                (found - expected).abs() < tolerance * expected.abs(),
                "{response} by {parameter}: {found} {expected}"
            );
        }
    }
}

/// Two rods on pins with stiction, whose creep is small beside the motion: both ways, which take their steps by other columns.
#[test]
fn rods_on_pins_with_stiction() {
    let deck = "\
rods on pins with stiction
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
MARKER/109, PART=1, REULER=0D,90D,0D
PART/2, MASS=1, CM=205, IP=0.05,0.05,0.05
MARKER/200, PART=2, REULER=0D,90D,0D
MARKER/205, PART=2, QP=0.4,0,0
MARKER/209, PART=2, QP=0.8,0,0, REULER=0D,90D,0D
JOINT/2, REVOLUTE, I=200, J=109
FRICTION/2, JOINT=2, MU_STATIC=0.3, MU_DYNAMIC=0.2, PIN_RADIUS=0.05, FRICTION_ARM=0.05, BENDING_REACTION_ARM=0.1, EFFECT=ALL
PART/3, MASS=0.7, CM=305, IP=0.03,0.03,0.03, QG=0.8,0,0
MARKER/300, PART=3, REULER=0D,90D,0D
MARKER/305, PART=3, QP=0.3,0,0
JOINT/3, REVOLUTE, I=300, J=209
FRICTION/3, JOINT=3, MU_STATIC=0.3, MU_DYNAMIC=0.2, PIN_RADIUS=0.05, FRICTION_ARM=0.05, BENDING_REACTION_ARM=0.1, EFFECT=ALL
SFORCE/3, ROTATIONAL, I=300, J=209, FUNCTION=1.5*SIN(4.0*TIME)-2.0*WZ(300,209)
END
";
    let toml = r#"
end = 2
[parameters]
a = { at = "SFORCE/3.function#1", was = 1.5, values = [1.5] }
m = { at = "PART/2.mass", values = [1] }
mu = { at = "FRICTION/2.mu_dynamic", values = [0.2] }
l = { at = "MARKER/209.qp.x", values = [0.8] }
[responses]
x = { last = "PART/3.x" }
v = { last = "PART/3.vx" }
"#;
    let study = study(deck, &format!("{OF_RUN}{toml}"));
    let by = back(&study);
    let ahead = sensitivities(&study, &study.seek(None, None).unwrap()).unwrap();
    for r in &ahead.responses {
        for (p, forth) in ahead.parameters.iter().zip(&r.by) {
            let found = by(&r.name, &p.name);
            // Differences between models, 1e-10; with the stages that the steepness asks for it was 4e-7.
            let name = format!("{} by {}: {forth} {found}", r.name, p.name);
            assert!((found - forth).abs() < 1e-9 * forth.abs(), "{name}");
        }
    }
}

/// A rigid ball falls on a table and rolls from its first impact on, at `v = (5·v₀ + 2·r·w)/7` with the spin w about y, through slower and slower impacts until it rests on it: slips that the
/// friction of a slow impact cannot take would slide.
#[test]
fn a_ball_that_rolls_through_ever_slower_impacts() {
    let deck = "\
ball on a table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=-5,5,-1
GRAPHICS/1, BOX, CORNER=11, X=10, Y=10, Z=1
PART/8, MASS=1, CM=80, IP=0.004,0.004,0.004, QG=0,8,0.3, VX=1.2, WY=-5
MARKER/80, PART=8
GRAPHICS/8, ELLIPSOID, CM=80, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
CONTACT/8, IGEOM=8, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=1.5, DAMPING=20, DMAX=0.001
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=0.2
END
";
    let toml = "end = 1.2\ncontact = \"rigid\"\nrestitution = 0.5\n[parameters]\nv = { at = \"PART/8.vx\", values = [1.2] }\nw = { at = \"PART/8.wy\", values = [-5] }\n[responses]\nx = { last = \"PART/8.x\" }\nvelocity = { last = \"PART/8.vx\" }\n";
    let by = back(&study(deck, &format!("{OF_RUN}{toml}")));
    let (r, end) = (0.1f64, 1.2f64);
    let first = (2.0 * (0.3 - r) / 9.80665f64).sqrt();
    let rolls = end - first;
    let expected = [
        ("velocity", "v", 5.0 / 7.0),
        ("velocity", "w", 2.0 * r / 7.0),
        ("x", "v", first + 5.0 / 7.0 * rolls),
        ("x", "w", 2.0 * r / 7.0 * rolls),
    ];
    for (response, parameter, expected) in expected {
        let found = by(response, parameter);
        // Speeds of order one round at 1e-16, over a hundredth of the slowest impact, 1e-6.
        assert!(
            (found - expected).abs() < 3e-8 * expected,
            "{response} by {parameter}: {found} {expected}"
        );
    }
}
