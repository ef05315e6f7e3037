//! Stepping: the same bits as a run without stopping, and what a program may do between steps.
// The whole file is a test: what fails here fails the test.
#![allow(clippy::unwrap_used)]

use carom::dynamics::Coordinates;
use carom::dynamics::RunOptions;
use carom::model::Model;
use carom::model::analysis::{Analysis, OutputGrid, RigidContact};
use carom::model::run::EventRow;
use carom::simulation::{BODY, value_of};
use carom::{Reached, Request, Results, Simulation, StepError};
use std::path::Path;

fn example(path: &str) -> Model {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let loaded = carom::open(root.join(path), None);
    assert!(!loaded.diagnostics.has_errors(), "{path}");
    let mut model = loaded.model.unwrap();
    model.commands.clear();
    model
}

fn text(deck: &str) -> Model {
    let (model, diagnostics) = carom::files::adm::read_text("deck.adm", deck);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    model.unwrap()
}

/// All bits of the motion, of forces and of requests of a frame, and of an event.
fn bits(frame: &carom::model::run::Frame) -> Vec<u64> {
    let bodies = frame.bodies.iter().flat_map(|b| {
        [
            &b.position[..],
            &b.orientation,
            &b.velocity,
            &b.angular_velocity,
            &b.acceleration,
        ]
        .concat()
    });
    let others = frame
        .requests
        .iter()
        .flatten()
        .chain(frame.joints.iter().flatten());
    let all = bodies.chain(others.chain(frame.forces.iter().flatten()).copied());
    all.map(f64::to_bits).collect()
}

fn event_bits(e: &EventRow) -> (u64, &'static str, String, u64, u64) {
    let (t, force, after) = (e.time.to_bits(), e.force.to_bits(), e.rate[1].to_bits());
    (t, e.kind.name(), e.element.clone(), force, after)
}

/// Steps a model through the output times of a run, stopping at `extra` times in between, and compares every bit.
fn compare(model: &Model, request: &Request, extra: usize) -> usize {
    let dynamic = Request {
        analysis: Some(Analysis::Dynamic),
        ..request.clone()
    };
    let run = carom::simulate(model, &dynamic).unwrap();
    assert!(run.error.is_none(), "{:?}", run.error);
    let mut sim = Simulation::new(model, request, &[]).unwrap();
    let mut events = Vec::new();
    let mut last = 0.0;
    for frame in &run.frames {
        for k in 1..=extra {
            let t = last + (frame.time - last) * k as f64 / (extra + 1) as f64;
            sim.run_until(t).unwrap();
        }
        let reached = sim.run_until(frame.time).unwrap();
        assert_eq!(reached == Reached::End, Some(frame.time) == request.end);
        assert_eq!(bits(sim.frame().unwrap()), bits(frame), "at {}", frame.time);
        events.extend(sim.take_events());
        last = frame.time;
    }
    let stepped: Vec<_> = events.iter().map(event_bits).collect();
    let whole: Vec<_> = run.events.iter().map(event_bits).collect();
    assert_eq!(stepped, whole);
    let (a, b) = (sim.statistics(), &run.statistics[0]);
    assert_eq!(
        (a.steps, a.rejected, a.events),
        (b.steps, b.rejected, b.events)
    );
    whole.len()
}

fn request(end: f64, dt: f64) -> Request {
    Request {
        end: Some(end),
        output: Some(OutputGrid::Interval(dt)),
        ..Request::default()
    }
}

fn with(method: &str, request: Request) -> Request {
    Request {
        options: RunOptions {
            integrator: Some(method.into()),
            ..request.options
        },
        ..request
    }
}

#[test]
fn a_stepped_run_has_the_bits_of_one_without_stops() {
    let ball = example("bouncing_ball/ball.adm");
    for method in ["auto", "radau5", "gstiff", "dop853", "abam", "hht"] {
        let events = compare(&ball, &with(method, request(1.0, 0.01)), 3);
        assert!(events >= 4, "{method}: {events}");
    }
    // Impacts that accumulate, whose end is known before its time.
    let rigid = Request {
        rigid: Some(RigidContact {
            restitution: Some(0.5),
            ..RigidContact::default()
        }),
        ..request(3.0, 0.05)
    };
    assert!(compare(&ball, &rigid, 2) > 10);
    // Closed loops: the constraints hold at the times in between too.
    compare(&example("four_bar/four_bar.adm"), &request(0.2, 0.01), 1);
}

#[test]
fn how_often_a_run_stops_does_not_matter_without_an_end_either() {
    let ball = example("bouncing_ball/ball.adm");
    let go = |stops: &[f64]| {
        let mut sim = Simulation::new(&ball, &Request::default(), &[]).unwrap();
        for t in stops {
            sim.run_until(*t).unwrap();
        }
        let state = sim.state().unwrap();
        let times: Vec<f64> = sim.take_events().iter().map(|e| e.time).collect();
        (state, times)
    };
    let whole = go(&[2.0]);
    let many: Vec<f64> = (1..=2000).map(|k| f64::from(k) / 1000.0).collect();
    assert!(whole.1.len() > 8);
    assert_eq!(go(&many), whole);
    assert_eq!(go(&[0.4515, 0.4516, 0.4517, 2.0]), whole);
}

#[test]
fn events_are_stopped_at_one_by_one() {
    let ball = example("bouncing_ball/ball.adm");
    let run: Results = carom::simulate(&ball, &request(1.0, 1.0)).unwrap();
    let mut sim = Simulation::new(&ball, &request(1.0, 1.0), &[]).unwrap();
    let mut seen = Vec::new();
    while sim.advance_to_event(1.0).unwrap() == Reached::Event {
        let event = sim.take_events();
        assert_eq!(event.len(), 1);
        assert_eq!(event[0].time.to_bits(), sim.time().to_bits());
        seen.push(event_bits(&event[0]));
    }
    let whole: Vec<_> = run.events.iter().map(event_bits).collect();
    assert_eq!(seen, whole);
    assert_eq!((sim.time(), sim.is_over().is_some()), (1.0, true));
    // √(2h/g), h = 1 m; the tolerance of the run is 1e-6, the fall has no error of the method.
    assert!((run.events[0].time - (2.0f64 / 9.80665).sqrt()).abs() < 1e-12);
}

const PUSHED: &str = "\
A pushed mass on a spring, with a stop
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1, REULER=90D,90D,0D
PART/2, MASS=2, CM=2, IP=1,1,1
MARKER/2, PART=2, REULER=90D,90D,0D
JOINT/1, TRANSLATIONAL, I=2, J=1
SFORCE/1, I=2, J=1, TRANSLATION, ACTIONONLY, FUNCTION=-8*DX(2,1)
SFORCE/2, I=2, J=1, TRANSLATION, ACTIONONLY, FUNCTION=0
VARIABLE/1, FUNCTION=0
SFORCE/3, I=2, J=1, TRANSLATION, ACTIONONLY, FUNCTION=STEP(VARVAL(1),0,0,1,6)
REQUEST/1, F2=SFORCE(2,0,1,0)\\F3=VARVAL(1)
END
";

#[test]
fn inputs_hold_from_the_time_on_at_which_they_are_set() {
    // x'' = −4·x + u/2, from rest at zero with u = 4 (by SFORCE/2): x = (1 − cos 2t)/2.
    let tight = || Request {
        options: RunOptions {
            error: Some(1e-10),
            ..RunOptions::default()
        },
        ..Request::default()
    };
    let model = text(PUSHED);
    let mut sim = Simulation::new(&model, &tight(), &["SFORCE/2", "VARIABLE/1"]).unwrap();
    assert_eq!(sim.inputs().collect::<Vec<_>>(), ["VARIABLE/1", "SFORCE/2"]);
    sim.set_input("sforce/2", 4.0).unwrap();
    sim.run_until(0.3).unwrap();
    let x = sim.output("PART/2.x").unwrap();
    // a hundred times the tolerance
    assert!((x - 0.5 * (1.0 - 0.6f64.cos())).abs() < 1e-8, "{x}");
    // At 0.7 the force is taken away, and the variable pushes with 6 N: x = 0.75 + A cos 2s + B sin 2s.
    sim.run_until(0.7).unwrap();
    let (x, v) = (
        sim.output("PART/2.x").unwrap(),
        sim.output("PART/2.vx").unwrap(),
    );
    sim.set_input("SFORCE/2", 0.0).unwrap();
    sim.set_input("VARIABLE/1", 1.5).unwrap();
    assert_eq!(sim.output("PART/2.x").unwrap(), x);
    assert_eq!(sim.output("SFORCE/2.fx").unwrap(), 0.0);
    assert!((sim.output("PART/2.ax").unwrap() - (3.0 - 4.0 * x)).abs() < 1e-9);
    sim.run_until(1.9).unwrap();
    let s = 2.0 * 1.2f64;
    let exact = 0.75 + (x - 0.75) * s.cos() + 0.5 * v * s.sin();
    assert!((sim.output("PART/2.x").unwrap() - exact).abs() < 1e-8);
    assert_eq!(sim.output("VARIABLE/1").unwrap(), 1.5);
    assert_eq!(sim.input("VARIABLE/1").unwrap(), 1.5);
}

/// A cart with a pole on it, a wall and a push that a program sets in each period of 20 ms.
const CART: &str = include_str!("user_code/cart.adm");

/// The method keeps its step length behind an input: counts of work, and the accuracy of a run that begins with care in each period.
#[test]
fn an_input_in_each_period_costs_about_a_step() {
    let model = text(CART);
    let periods = 200;
    let push = |k: usize| 3.0 * (0.7 * k as f64).sin();
    let run = |error: f64, careful: bool| {
        let mut request = with("dop853", Request::default());
        request.options.error = Some(error);
        let mut sim = Simulation::new(&model, &request, &["SFORCE/1"]).unwrap();
        let mut x = Vec::new();
        let before = sim.statistics().rhs_evaluations;
        for k in 0..periods {
            sim.set_input("SFORCE/1", push(k)).unwrap();
            if careful {
                let saved = sim.save().unwrap();
                sim.restore(&saved).unwrap();
            }
            sim.run_until(0.02 * (k + 1) as f64).unwrap();
            x.push(sim.state().unwrap()[0]);
        }
        let per_period = (sim.statistics().rhs_evaluations - before) as f64 / periods as f64;
        (x, per_period)
    };
    let (exact, _) = run(1e-11, true);
    let (x, per_period) = run(1e-5, false);
    println!("{per_period} evaluations in a period");
    // A step of the method has 12 stages and its start one; a step that was refused, and those at the wall, come on top.
    assert!(per_period < 25.0, "{per_period}");
    // Beyond the wall small differences grow.
    for (a, b) in exact.iter().zip(&x).take(50) {
        assert!((a - b).abs() < 1e-4, "{a} {b}");
    }
}

#[test]
fn a_saved_state_goes_on_to_the_same_bits() {
    let ball = example("bouncing_ball/ball.adm");
    let rigid = Request {
        rigid: Some(RigidContact {
            restitution: Some(0.8),
            ..RigidContact::default()
        }),
        ..Request::default()
    };
    for request in [Request::default(), rigid] {
        let mut sim = Simulation::new(&ball, &request, &[]).unwrap();
        // Inside of a step, and inside of a contact.
        sim.run_until(0.4523).unwrap();
        let saved = sim.save().unwrap();
        let before = sim.state().unwrap();
        sim.take_events();
        let end = |sim: &mut Simulation| {
            sim.run_until(1.7).unwrap();
            let state: Vec<u64> = sim.state().unwrap().iter().map(|x| x.to_bits()).collect();
            let events: Vec<_> = sim.take_events().iter().map(event_bits).collect();
            (state, events)
        };
        let went = end(&mut sim);
        assert!(!went.1.is_empty());
        sim.restore(&saved).unwrap();
        assert_eq!((sim.time(), sim.state().unwrap()), (0.4523, before));
        assert_eq!(end(&mut sim), went);
        // Another one, from its beginning.
        let mut other = Simulation::new(&ball, &request, &[]).unwrap();
        other.restore(&saved).unwrap();
        assert_eq!(end(&mut other), went);
    }
    let mut sim = Simulation::new(&ball, &Request::default(), &[]).unwrap();
    let other = text(PUSHED);
    let foreign = Simulation::new(&other, &Request::default(), &[])
        .unwrap()
        .save()
        .unwrap();
    let refused = sim.restore(&foreign).unwrap_err();
    assert!(refused.message.contains("another model"), "{refused}");
}

/// A four-bar that stands on a table which turns: its redundant rows are chosen in its plane, which turns with it.
#[test]
fn a_linkage_on_a_table_goes_on_to_the_same_bits() {
    let linkage = text(
        "a four-bar on a table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, REULER=0,90D,0
MARKER/22, PART=2, QP=1,0,0, REULER=0,90D,0
PART/3, MASS=1, CM=30, IP=0.1,0.1,0.1, QG=0.15,0,0.2
MARKER/30, PART=3
MARKER/31, PART=3, QP=-0.15,0,-0.2, REULER=0,90D,0
MARKER/32, PART=3, QP=0.15,0,0.2, REULER=0,90D,0
PART/4, MASS=1, CM=40, IP=0.1,0.1,0.1, QG=0.7,0,0.5
MARKER/40, PART=4
MARKER/41, PART=4, QP=-0.4,0,-0.1, REULER=0,90D,0
MARKER/42, PART=4, QP=0.4,0,0.1, REULER=0,90D,0
PART/5, MASS=1, CM=50, IP=0.1,0.1,0.1, QG=1.05,0,0.3
MARKER/50, PART=5
MARKER/51, PART=5, QP=0.05,0,0.3, REULER=0,90D,0
MARKER/52, PART=5, QP=-0.05,0,-0.3, REULER=0,90D,0
JOINT/1, REVOLUTE, I=20, J=10
MOTION/1, ROTATION, JOINT=1, FUNCTION=2*TIME
JOINT/2, REVOLUTE, I=31, J=21
JOINT/3, REVOLUTE, I=41, J=32
JOINT/4, REVOLUTE, I=51, J=42
JOINT/5, REVOLUTE, I=52, J=22
ACCGRAV/KGRAV=-9.80665
END
",
    );
    for coordinates in [Coordinates::Absolute, Coordinates::Auto] {
        let mut request = with("dop853", request(1.0, 0.1));
        request.options.coordinates = coordinates;
        let mut sim = Simulation::new(&linkage, &request, &[]).unwrap();
        sim.run_until(0.53).unwrap();
        let saved = sim.save().unwrap();
        let end = |sim: &mut Simulation| {
            sim.run_until(1.0).unwrap();
            sim.state().unwrap()
        };
        let went = end(&mut sim);
        let mut other = Simulation::new(&linkage, &request, &[]).unwrap();
        other.restore(&saved).unwrap();
        assert_eq!(end(&mut other), went);
        let whole = end(&mut Simulation::new(&linkage, &request, &[]).unwrap());
        let off = went.iter().zip(&whole).map(|(a, b)| (a - b).abs());
        // A new start of the method: a hundred tolerances of 1e-6.
        assert!(off.fold(0.0, f64::max) < 1e-4, "{coordinates:?}");
    }
}

#[test]
fn a_state_can_be_set() {
    let ball = example("bouncing_ball/ball.adm");
    let mut sim = Simulation::new(&ball, &Request::default(), &[]).unwrap();
    sim.run_until(0.3).unwrap();
    let names = sim.state_names();
    assert_eq!(names[..3], ["PART/2.x", "PART/2.y", "PART/2.z"]);
    let mut state = sim.state().unwrap();
    assert_eq!(state.len(), sim.state_len());
    (state[2], state[9]) = (0.6, -1.0);
    sim.set_state(&state).unwrap();
    assert_eq!(sim.state().unwrap()[2], 0.6);
    sim.run_until(0.4).unwrap();
    let z = 0.6 - 0.1 - 0.5 * 9.80665 * 0.01;
    // rounding of numbers below 1
    assert!((sim.state().unwrap()[2] - z).abs() < 1e-14);
    // Inside of the contact: its branch is found, and the force with it.
    (state[2], state[9]) = (0.1 - 1e-3, 0.0);
    sim.set_state(&state).unwrap();
    let force = sim.output("SFORCE/1.fz").unwrap();
    // k·pᵉ
    assert!(
        (force - 1e5 * 1e-3f64.powf(1.5)).abs() < 1e-9 * force,
        "{force}"
    );

    for (k, x, what) in [
        (2, f64::NAN, "PART/2.z is NaN"),
        (3, 0.0, "quaternion of PART/2"),
    ] {
        let mut wrong = state.clone();
        wrong[k] = x;
        let refused = sim.set_state(&wrong).unwrap_err();
        assert!(refused.message.contains(what), "{refused}");
    }
    assert!(sim.set_state(&state[1..]).is_err());
    assert_eq!(sim.state().unwrap(), state);
}

#[test]
fn positions_that_are_set_are_put_on_the_constraints() {
    let model = example("four_bar/four_bar.adm");
    let mut sim = Simulation::new(&model, &Request::default(), &[]).unwrap();
    let mut state = sim.state().unwrap();
    state[0] += 1e-3;
    sim.set_state(&state).unwrap();
    sim.step(1e-3).unwrap();
    let g = sim.constraint_jacobian().unwrap();
    let n = sim.velocity_names().len();
    let v = velocities(&mut sim);
    let names = sim.constraint_names();
    let size = v.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    // What is driven has a rate of its own.
    let still = g
        .chunks(n)
        .zip(&names)
        .filter(|(_, name)| !name.starts_with("MOTION"));
    for (row, _) in still {
        let rate: f64 = row.iter().zip(&v).map(|(g, v)| g * v).sum();
        // velocities are put on the constraints to rounding
        assert!(rate.abs() < 1e-9 * size.max(1.0), "{rate}");
    }
}

/// v in the order of the matrices: angular velocities on body axes.
fn velocities(sim: &mut Simulation) -> Vec<f64> {
    let state = sim.state().unwrap();
    let bodies = sim.system().mechanism.bodies.len();
    let mut v = Vec::new();
    for x in state.chunks(13).take(bodies) {
        let r = carom::base::Quaternion([x[3], x[4], x[5], x[6]]).matrix();
        let w = r.transpose() * carom::base::Vec3::new(x[10], x[11], x[12]);
        v.extend_from_slice(&x[7..10]);
        v.extend(w.to_array());
    }
    v
}

#[test]
fn matrices_are_those_of_the_equations_of_motion() {
    let model = example("four_bar/four_bar.adm");
    let mut sim = Simulation::new(&model, &Request::default(), &[]).unwrap();
    sim.run_until(0.05).unwrap();
    let frame = sim.frame().unwrap().clone();
    let (a, lambda) = sim.accelerations().unwrap();
    let (m, g, q) = (
        sim.mass_matrix(),
        sim.constraint_jacobian().unwrap(),
        sim.generalized_forces().unwrap(),
    );
    let n = sim.velocity_names().len();
    let rows = sim.constraint_names().len();
    assert_eq!(
        (a.len(), lambda.len(), g.len(), m.len()),
        (n, rows, rows * n, n * n)
    );
    // The accelerations of the results, found by another way (the sparse solution of the whole).
    for (b, row) in frame.bodies.iter().enumerate() {
        assert_eq!(a[6 * b..6 * b + 3], row.acceleration);
    }
    let scale = q.iter().fold(1.0f64, |s, q| s.max(q.abs()));
    for i in 0..n {
        let inertia: f64 = (0..n).map(|j| m[i * n + j] * a[j]).sum();
        let reaction: f64 = (0..rows).map(|r| g[r * n + i] * lambda[r]).sum();
        // rounding of a solution of this size
        assert!((inertia - q[i] - reaction).abs() < 1e-9 * scale, "{i}");
    }
    let r = sim.residual(&a, &lambda).unwrap();
    assert!(r.iter().all(|r| r.abs() < 1e-9 * scale));
    // A force more is what more acceleration takes.
    let mut more = a.clone();
    more[0] += 1.0;
    let r = sim.residual(&more, &lambda).unwrap();
    assert!((r[0] - m[0]).abs() < 1e-9 * scale);
    // Rows of G: the constraints do not change along v.
    let v = velocities(&mut sim);
    let names = sim.constraint_names();
    let still = (0..rows).filter(|k| !names[*k].starts_with("MOTION"));
    assert!(rows > 1);
    let worst = still.map(|k| (0..n).map(|j| g[k * n + j] * v[j]).sum::<f64>().abs());
    assert!(worst.fold(0.0, f64::max) < 1e-9);
    assert!(sim.residual(&a[1..], &lambda).is_err());
}

#[test]
fn a_linearization_leaves_the_run_as_it_was() {
    let model = text(PUSHED);
    let mut sim = Simulation::new(&model, &Request::default(), &[]).unwrap();
    let found = sim.linearize().unwrap();
    // x'' = −4·x
    let frequency = found.eigenvalues.iter().fold(0.0f64, |m, e| m.max(e[1]));
    assert!((frequency - 2.0).abs() < 1e-9, "{:?}", found.eigenvalues);
    let mut other = Simulation::new(&model, &Request::default(), &[]).unwrap();
    sim.run_until(1.0).unwrap();
    other.run_until(1.0).unwrap();
    assert_eq!(sim.state().unwrap(), other.state().unwrap());
}

#[test]
fn wrong_calls_are_refused_where_they_are_made() {
    let ball = example("bouncing_ball/ball.adm");
    let mut sim = Simulation::new(&ball, &request(1.0, 0.1), &[]).unwrap();
    sim.run_until(0.5).unwrap();
    assert!(sim.run_until(0.4).is_err());
    assert!(sim.run_until(f64::NAN).is_err());
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(sim.step(dt).is_err(), "{dt}");
    }
    assert_eq!(sim.time(), 0.5);
    let StepError::Unknown { message, help } = sim.output("PART/2.zz").unwrap_err() else {
        panic!("another error");
    };
    assert_eq!(message, "there is no output PART/2.zz");
    assert!(help.unwrap().contains("PART/2.z"));
    assert!(matches!(
        sim.set_input("SFORCE/1", 1.0),
        Err(StepError::Unknown { .. })
    ));
    let refused = Simulation::new(&ball, &Request::default(), &["SFORCE/7"])
        .err()
        .unwrap();
    assert!(refused.to_string().contains("SFORCE/7"), "{refused}");
    assert_eq!(sim.run_until(2.0).unwrap(), Reached::End);
    assert_eq!(sim.time(), 1.0);
    // Over is over, and says so again.
    assert_eq!(sim.step(1.0).unwrap(), Reached::End);
    let mut open = Simulation::new(&ball, &Request::default(), &[]).unwrap();
    assert!(open.run_until(f64::INFINITY).is_err());
    let names: Vec<_> = sim.output_names().collect();
    assert!(names.contains(&"REQUEST/1.f2") && names.contains(&"SFORCE/1.fz"));
    let frame = sim.frame().unwrap().clone();
    let output = sim.find_output("PART/2.vz").unwrap();
    assert_eq!(value_of(&frame, output), frame.bodies[0].velocity[2]);
    assert_eq!(BODY.len(), 19);
}
