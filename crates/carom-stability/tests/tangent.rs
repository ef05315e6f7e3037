//! The tangent of runs against reference values: closed forms and computations of 50 digits and more (`validation/values/stability.json`).

use crate::common;

use carom::dynamics::{Frame, Stepping};
use carom_stability::Family;
use common::{number, study, values};
use serde_json::Value;

const BALL: &str = "\
Ball on a table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,1
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=IMPACT(DZ(20,10),VZ(20,10),0.0,1E6,1.5,50.0,1E-4)
END
";

fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    let error = (found - expected).abs() / expected.abs().max(1.0);
    assert!(error < tolerance, "{what}: {found} for {expected}");
}

/// z and v of a ball after n bounces on a rigid table, the time of the last one and the speed after it, by h0, g and e.
#[test]
fn a_ball_on_a_rigid_table() {
    let study = study(
        BALL,
        r#"
[run]
end = 3.9
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-12
[parameters]
h0 = { at = "POINT_MASS/2.qg.z", values = [1] }
gg = { values = [9.80665] }
g = { at = "ACCGRAV.kgrav", value = "-gg" }
e = { values = [0.8] }
[responses]
z = { last = "DZ(20,10)" }
"#,
    );
    let values = &values()["bouncing_ball_fixed_table"]["cases"];
    let point = study.design.point(0);
    let mut run = Family::new(&study)
        .vary(&point, &[0, 1, 2], &[], Some(4.0))
        .unwrap();
    let read = |f: &Frame| vec![f.bodies[0].position[2], f.bodies[0].velocity[2]];
    for case in ["e0.8_T1.0", "e0.8_T1.5", "e0.8_T3.0", "e0.8_T3.9"] {
        let case = &values[case];
        run.run_until(number(&case["T"])).unwrap();
        let found = run.derivatives(&read).unwrap();
        let events = run.tangent().unwrap().events();
        assert_eq!(events.len() as f64, number(&case["bounces"]));
        let last = events.last().unwrap();
        assert_eq!(last.doubt, "");
        for (j, name) in ["d_h0", "d_g", "d_e"].into_iter().enumerate() {
            let all = [
                ("z", found[j][0]),
                ("v", found[j][1]),
                ("t_last_impact", last.time_by[j]),
                ("v_plus_last_impact", last.numbers_by[j][2]),
            ];
            for (what, x) in all {
                // Differences of order 4 at 3e-5 leave roundings of 1e-16/3e-5 for each of the 14 bounces.
                near(what, x, number(&case[name][what]), 5e-11);
            }
        }
    }
}

/// Events of the run: the derivatives of their times.
fn times_by(run: &Stepping, kinds: &[&str]) -> Vec<Vec<f64>> {
    let events = run.tangent().expect("it is followed").events().iter();
    let told = events.filter(|e| kinds.contains(&e.kind.name()));
    told.map(|e| e.time_by.clone()).collect()
}

/// Compares derivatives of event times and of the state with those of a case.
fn compare(
    run: &mut Stepping,
    of: &Value,
    names: &[&str],
    (kinds, state): (&[&str], &str),
    read: &dyn Fn(&Frame) -> Vec<f64>,
    tolerance: f64,
) {
    let found = run.derivatives(read).expect("there are some");
    let times = times_by(run, kinds);
    for (j, name) in names.iter().enumerate() {
        let expected = of[*name]["event_times"].as_array().expect("a list");
        assert_eq!(expected.len(), times.len(), "{times:?}");
        for (k, t) in expected.iter().enumerate() {
            near(
                &format!("t{k} by {name}"),
                times[k][j],
                number(t),
                tolerance,
            );
        }
        let expected = of[*name][state].as_array().expect("a list");
        for (k, x) in expected.iter().enumerate() {
            near(
                &format!("x{k} by {name}"),
                found[j][k],
                number(x),
                tolerance,
            );
        }
    }
}

/// Two masses that press against each other, part, and collide twice; separation and impacts, by ten parameters.
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
error = 1e-12
[parameters]
c1 = { at = "SFORCE/2.function#4", was = 0.15, values = [0.15] }
k1 = { at = "SFORCE/2.function#1", was = 0.9, values = [0.9] }
P1 = { at = "SFORCE/2.function#7", was = 0.5, values = [0.5] }
e = { values = [0.8] }
u0 = { at = "PART/2.qg.z", values = [-0.1302] }
v0 = { at = ["PART/2.vz", "PART/3.vz"], values = [-0.3039] }
m1 = { at = "PART/2.mass", values = [1] }
w = { at = "SFORCE/2.function#8", was = 0.4, values = [0.4] }
c2 = { at = "SFORCE/3.function#5", was = 0.05, values = [0.05] }
k2 = { at = "SFORCE/3.function#1", was = 0.2, values = [0.2] }
u1 = { at = "PART/3.qg.z", value = "u0+1" }
[responses]
z = { last = "DZ(20,10)" }
"#,
    );
    let names = ["c1", "k1", "P1", "e", "u0", "v0", "m1", "w", "c2", "k2"];
    let point = study.design.point(0);
    let all: Vec<usize> = (0..10).collect();
    let mut run = Family::new(&study)
        .vary(&point, &all, &[], Some(21.0))
        .unwrap();
    run.run_until(20.0).unwrap();
    let read = |f: &Frame| {
        let [a, b] = [&f.bodies[0], &f.bodies[1]];
        vec![
            a.position[2],
            a.velocity[2],
            b.position[2] - 1.0,
            b.velocity[2],
        ]
    };
    let of = &values()["dedow_murphy"]["case_A"]["d"];
    let kinds: &[&str] = &["separation", "impact"];
    // Differences at 3e-5, and the run's tolerance of 1e-12 over 20 s.
    compare(&mut run, of, &names, (kinds, "state_t20"), &read, 1e-9);
}

/// A rod that swings against a wall: a joint, by angle, restitution, place of the wall and gravity.
#[test]
fn a_rod_swings_against_a_wall() {
    let deck = "\
Rod and wall
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1, REULER=0,90D,0
MARKER/11, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=22, REULER=90D,1.0,-90D
, IP=0.083333333333333333,0.083333333333333333,1E-3
MARKER/20, PART=2, REULER=0,90D,0
MARKER/22, PART=2, QP=0,0,-0.5
MARKER/23, PART=2, QP=0,0,-1
JOINT/1, REVOLUTE, I=20, J=10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=23, J=11
, FUNCTION=-IMPACT(0.3-DZ(23,11,11),-VZ(23,11,11,11),0.0,1E6,1.5,50.0,1E-4)
END
";
    let study = study(
        deck,
        r#"
[run]
end = 2
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-12
[parameters]
theta0 = { values = [-1] }
e = { values = [0.7] }
xw = { at = "SFORCE/1.function#1", was = 0.3, values = [0.3] }
g = { values = [9.80665] }
angle = { at = "PART/2.reuler[2]", value = "-theta0" }
weight = { at = "ACCGRAV.kgrav", value = "-g" }
[responses]
z = { last = "DZ(23,11)" }
"#,
    );
    let point = study.design.point(0);
    let mut run = Family::new(&study)
        .vary(&point, &[0, 1, 2, 3], &[], Some(2.5))
        .unwrap();
    run.run_until(2.0).unwrap();
    let read = |f: &Frame| {
        let body = &f.bodies[0];
        let [x, _, z] = body.position;
        vec![x.atan2(-z), -body.angular_velocity[1]]
    };
    let of = &values()["pendulum_wall"]["d"];
    let names = ["theta0", "e", "xw", "g"];
    // As above.
    compare(&mut run, of, &names, (&["impact"], "state_T2"), &read, 1e-9);
}

/// A mass on a belt that sticks, slips, and sticks again: times of its events by all numbers of the model, and by the place at which it starts.
#[test]
fn a_mass_on_a_belt_by_its_numbers() {
    let deck = include_str!("../../../validation/decks/rigid/belt.adm");
    let deck = deck.replace("FUNCTION = -DX(20,10)", "FUNCTION = -1.0*DX(20,10)");
    let study = study(
        &deck,
        r#"
[run]
end = 25
contact = "rigid"
restitution = 0
integrator = "dop853"
error = 1e-12
[parameters]
m = { at = "PART/2.mass", values = [1] }
k = { at = "SFORCE/2.function#1", was = 1.0, values = [1] }
vb = { at = ["MOTION/3.function#1", "PART/2.vx", "PART/3.vx"], values = [0.2] }
Fs = { values = [1] }
Fk = { values = [0.5] }
mus = { at = "CONTACT/1.mu_static", value = "Fs/(m*9.80665)" }
muk = { at = "CONTACT/1.mu_dynamic", value = "Fk/(m*9.80665)" }
x0 = { at = "PART/2.qg.x", values = [0] }
[responses]
x = { last = "DX(20,10)" }
"#,
    );
    let point = study.design.point(0);
    let mut run = Family::new(&study)
        .vary(&point, &[0, 1, 2, 3, 4, 5], &[], Some(25.0))
        .unwrap();
    run.run_until(20.0).unwrap();
    let read = |f: &Frame| vec![f.bodies[0].position[0], f.bodies[0].velocity[0]];
    let of = &values()["stick_slip"]["from_x0_stick"]["d"];
    let found = run.derivatives(&read).unwrap();
    let events = run.tangent().unwrap().events();
    let events: Vec<_> = events.iter().filter(|e| e.time > 0.1).collect();
    assert_eq!(events.len(), 4);
    for (j, name) in ["m", "k", "vb", "Fs", "Fk"].into_iter().enumerate() {
        for (k, event) in events.iter().enumerate() {
            // differences at 3e-5, and the faint part of the guard of a slip that ends
            let expected = number(&of[name]["event_times"][k]);
            near(
                &format!("event {k} by {name}"),
                event.time_by[j],
                expected,
                1e-7,
            );
        }
        for (k, x) in found[j].iter().enumerate() {
            let expected = number(&of[name]["state_t20"][k]);
            near(&format!("state {k} by {name}"), *x, expected, 1e-8);
        }
    }
    // It rides with the belt from x0: all is earlier by x0/vb, and at 20 it rides again.
    for event in events {
        near("an event by x0", event.time_by[5], -5.0, 1e-7);
    }
    near("x by x0", found[5][0], 1.0, 1e-8);
}

/// Two point masses on massless rods in maximal coordinates: constraints are met by the columns, before and after the impact.
#[test]
fn a_double_pendulum_hits_a_wall() {
    let deck = "\
Double pendulum and wall
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, REULER=90D,90D,0
POINT_MASS/2, MASS=1, CM=20, QG=-0.8,0,-0.6
MARKER/20, POINT_MASS=2
POINT_MASS/3, MASS=1, CM=30, QG=-0.8,0,-1.6
MARKER/30, POINT_MASS=3
GCON/1, FUNCTION=DM(20,10)-1
GCON/2, FUNCTION=DM(30,20)-1
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=30, J=11
, FUNCTION=-IMPACT(0.8-DZ(30,11,11),-VZ(30,11,11,11),0.0,1E6,1.5,50.0,1E-4)
END
";
    let study = study(
        deck,
        r#"
[run]
end = 2
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-12
[parameters]
a0 = { values = [-1] }
b0 = { values = [-0.6] }
e = { values = [0.7] }
xw = { at = "SFORCE/1.function#1", was = 0.8, values = [0.8] }
g = { values = [9.80665] }
weight = { at = "ACCGRAV.kgrav", value = "-g" }
x1 = { at = "POINT_MASS/2.qg.x", value = "SIN(a0)" }
z1 = { at = "POINT_MASS/2.qg.z", value = "-COS(a0)" }
x2 = { at = "POINT_MASS/3.qg.x", value = "SIN(a0)+SIN(b0)" }
z2 = { at = "POINT_MASS/3.qg.z", value = "-COS(a0)-COS(b0)" }
[responses]
z = { last = "DZ(20,10)" }
"#,
    );
    let point = study.design.point(0);
    let mut run = Family::new(&study)
        .vary(&point, &[0, 1, 2, 3, 4], &[], Some(2.5))
        .unwrap();
    run.run_until(2.0).unwrap();
    let read = |f: &Frame| {
        let [a, b] = [&f.bodies[0], &f.bodies[1]];
        let angle = |p: [f64; 3]| p[0].atan2(-p[2]);
        let rate =
            |p: [f64; 3], v: [f64; 3]| (v[2] * p[0] - v[0] * p[2]) / (p[0] * p[0] + p[2] * p[2]);
        let less = |x: [f64; 3], y: [f64; 3]| [x[0] - y[0], x[1] - y[1], x[2] - y[2]];
        let (p, v) = (less(b.position, a.position), less(b.velocity, a.velocity));
        vec![
            angle(a.position),
            angle(p),
            rate(a.position, a.velocity),
            rate(p, v),
        ]
    };
    let of = &values()["double_pendulum_wall"]["d"];
    let names = ["a0", "b0", "e", "xw", "g"];
    // As above.
    compare(&mut run, of, &names, (&["impact"], "state_T2"), &read, 1e-9);
    // Columns stand across the rods: G·δq = 0, for unit rods.
    let x = run.tangent_here().unwrap();
    let frame = run.frame().unwrap();
    let [a, b] = [frame.bodies[0].position, frame.bodies[1].position];
    for x in &x {
        let first: f64 = (0..3).map(|k| a[k] * x[k]).sum();
        let second: f64 = (0..3).map(|k| (b[k] - a[k]) * (x[3 + k] - x[k])).sum();
        // what the projection of the state at this time leaves
        assert!(
            first.abs() < 1e-10 && second.abs() < 1e-10,
            "{first} {second}"
        );
    }
}

/// IMPACT with the exponent 1.5: times and speeds of its events by all numbers of the law.
#[test]
fn a_ball_with_impact() {
    let deck = include_str!("../../../examples/bouncing_ball/ball.adm");
    for (method, error) in [("dop853", 1e-12), ("radau9", 1e-11)] {
        let study = study(
            deck,
            &format!(
                r#"
[run]
end = 0.6
integrator = "{method}"
error = {error:e}
[parameters]
k = {{ at = "SFORCE/1.function.IMPACT.k", values = [1e5] }}
cm = {{ at = "SFORCE/1.function.IMPACT.cmax", values = [50] }}
d = {{ at = "SFORCE/1.function.IMPACT.d", values = [1e-4] }}
e = {{ at = "SFORCE/1.function.IMPACT.e", values = [1.5] }}
x1 = {{ at = "SFORCE/1.function.IMPACT.x1", values = [0.1] }}
h0 = {{ at = "PART/2.qg.z", values = [1.1] }}
gg = {{ values = [9.80665] }}
g = {{ at = "ACCGRAV.kgrav", value = "-gg" }}
m = {{ at = "PART/2.mass", values = [1] }}
[responses]
z = {{ last = "DZ(20,10)" }}
"#
            ),
        );
        let names = ["k", "cm", "d", "e", "x1", "h0", "g", "m"];
        let point = study.design.point(0);
        let all: Vec<usize> = (0..8).collect();
        let mut run = Family::new(&study)
            .vary(&point, &all, &[], Some(0.7))
            .unwrap();
        run.run_until(0.6).unwrap();
        let of = &values()["impact_ball"]["d"];
        let events = run.tangent().unwrap().events();
        let told = [
            // speeds of approach are below zero as rates
            ("contact-begin", "t_contact", "v_contact", -1.0),
            ("full-damping", "t_full", "v_full", -1.0),
            ("force-off", "t_force_off", "v_force_off", 1.0),
            ("contact-end", "t_gap_open", "v_gap_open", 1.0),
        ];
        for (kind, time, speed, sign) in told {
            let event = events.iter().find(|e| e.kind.name() == kind).unwrap();
            for (j, name) in names.iter().enumerate() {
                // Roundings of differences at 3e-5, of d at 3e-9. Where the law's own lengths change, p^1.5 is looked at beside p = 0 where its second derivative has no
                // bound: what that leaves is of the order of (3e-5·x1)^1.5 of the force.
                let tolerance = match *name {
                    "x1" => 5e-6,
                    "d" => 2e-7,
                    _ => 2e-9,
                };
                let what = |q: &str| format!("{method}: {q} by {name}");
                near(
                    &what(time),
                    event.time_by[j],
                    number(&of[*name][time]),
                    tolerance,
                );
                near(
                    &what(speed),
                    sign * event.numbers_by[j][1],
                    number(&of[*name][speed]),
                    tolerance,
                );
            }
        }
    }
}

/// A state that is put into a run whose contact is closed is taken as it is: the contact opens.
#[test]
fn a_state_of_a_run_whose_contact_is_closed() {
    let deck = include_str!("../../../examples/two_masses/two_masses.adm");
    let study = study(
        deck,
        "[run]\nend = 1\ncontact = \"rigid\"\nrestitution = 0.8\n[parameters]\nm = { at = \"PART/2.mass\", values = [1] }\n[responses]\nz = { last = \"DZ(20,10)\" }\n",
    );
    let mut run = Family::new(&study).begin(&[1.0], None).unwrap();
    let mut state = run.state().unwrap();
    // 0.5 apart, and faster
    state[15] += 0.5;
    state[22] += 0.2;
    run.set_state(&state).unwrap();
    let now = run.state().unwrap();
    let apart = now.iter().zip(&state).map(|(x, y)| (x - y).abs());
    // joints are met already: rounding
    assert!(apart.fold(0.0, f64::max) < 1e-14, "{now:?}");
}
