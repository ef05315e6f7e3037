//! Rigid contacts with friction: friction is against the slip, what stands stands, and runs go to their end.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::dynamics::RunOptions;
use carom::laws::restitution::{CHATTERJEE_RUINA, NEWTON, POISSON, RestitutionLaw, STRONGE};
use carom::model::analysis::{Analysis, ImpactOrder, OutputGrid, RigidContact};
use carom::model::run::{EventKind, EventRow, Frame};
use carom::{Request, Results};
use std::fs;
use std::path::Path;

/// A deck of the folder beside this file, changed in its text.
fn deck(name: &str, changes: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rigid_friction");
    let mut text = fs::read_to_string(path.join(name)).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old} in {name}");
        text = text.replace(old, new);
    }
    text
}

fn run(text: &str, end: f64, rigid: Option<RigidContact>, options: RunOptions) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, text).unwrap();
    let loaded = carom::open(&path, None);
    let request = Request {
        analysis: Some(Analysis::Dynamic),
        end: Some(end),
        output: Some(OutputGrid::Steps(300)),
        rigid,
        options,
        ..Request::default()
    };
    let results = carom::simulate(loaded.accepted().unwrap(), &request).unwrap();
    assert_eq!(results.error, None);
    results
}

fn with(integrator: Option<&str>, error: Option<f64>) -> RunOptions {
    RunOptions {
        integrator: integrator.map(Into::into),
        error,
        ..RunOptions::default()
    }
}

fn rigid(restitution: f64, law: RestitutionLaw, order: ImpactOrder) -> Option<RigidContact> {
    Some(RigidContact {
        restitution: Some(restitution),
        law,
        order,
        ..RigidContact::default()
    })
}

/// Power of the contact force at a block that does not turn.
fn power(frame: &Frame) -> f64 {
    let (v, f) = (frame.bodies[0].velocity, frame.forces.last().unwrap());
    f[0] * v[0] + f[1] * v[1]
}

/// A slip that turns by more than 90 degrees within a step has its friction against it, by every method. The end is that of runs at 1e-10.
#[test]
fn friction_is_against_a_slip_that_turns_far() {
    let slides = rigid(0.0, NEWTON, ImpactOrder::Sequential);
    for (name, exact) in [
        ("turning_force.adm", [-0.319_7, 0.093_8]),
        ("turning_force_slow.adm", [1.220_653_5, -0.302_134_9]),
    ] {
        for method in ["radau13", "radau5", "dop853", "rkf45", "gstiff"] {
            let record = run(
                &deck(name, &[]),
                3.0,
                slides,
                with(Some(method), Some(1e-4)),
            );
            for frame in &record.frames {
                // Rounding of velocities that are nearly nothing.
                assert!(power(frame) <= 1e-12, "{name} {method} at {}", frame.time);
            }
            let last = record.frames.last().unwrap().bodies[0].position;
            let miss = (last[0] - exact[0]).hypot(last[1] - exact[1]);
            // Some hundred steps at this tolerance, and what the turns make of their errors.
            assert!(miss < 2e-2, "{name} {method}: {last:?}");
        }
    }
}

/// Of solids that tumble friction never does work on the motion: power of the force and torque of the contact at the marker of the solid.
#[test]
fn friction_takes_energy_from_solids_that_tumble() {
    for (name, restitution, order) in [
        ("torus.adm", 0.2, ImpactOrder::Simultaneous),
        ("box_corners.adm", 0.5, ImpactOrder::Simultaneous),
        ("box_corners.adm", 0.2, ImpactOrder::Sequential),
        ("box_stronge.adm", 0.5, ImpactOrder::Simultaneous),
    ] {
        let contact = rigid(restitution, NEWTON, order);
        let record = run(&deck(name, &[]), 3.0, contact, with(None, None));
        let text = deck(name, &[]);
        // QP of the marker of the solid.
        let at = text.split("QP=").nth(1).unwrap().lines().next().unwrap();
        let at: Vec<f64> = at.split(',').map(|x| x.trim().parse().unwrap()).collect();
        for frame in &record.frames {
            let body = &frame.bodies[0];
            let turn = carom::base::space::Quaternion(body.orientation).matrix();
            let r = turn * carom::base::Vec3::new(at[0], at[1], at[2]);
            let [v, w] = [body.velocity, body.angular_velocity].map(carom::base::Vec3::from);
            let f = frame.forces.last().unwrap();
            let force = carom::base::Vec3::new(f[0], f[1], f[2]);
            let torque = carom::base::Vec3::new(f[3], f[4], f[5]);
            let power = force.dot(&(v + w.cross(&r))) + torque.dot(&w);
            // The tolerance of positions and velocities between steps, times a force of some newtons.
            assert!(power < 1e-5, "{name} at {}: {power:e}", frame.time);
        }
    }
}

/// Boxes that slide on corners which carry together go on to the end.
#[test]
fn boxes_that_slide_on_their_corners_go_on() {
    for (name, law, order) in [
        ("box_stronge.adm", STRONGE, ImpactOrder::Sequential),
        ("box_poisson.adm", POISSON, ImpactOrder::Simultaneous),
        ("box_poisson.adm", STRONGE, ImpactOrder::Sequential),
        ("box_stronge.adm", NEWTON, ImpactOrder::Simultaneous),
        ("box_stronge.adm", CHATTERJEE_RUINA, ImpactOrder::Sequential),
    ] {
        let record = run(
            &deck(name, &[]),
            3.0,
            rigid(0.2, law, order),
            with(None, Some(1e-9)),
        );
        assert_eq!(record.frames.last().unwrap().time, 3.0);
    }
}

const ROUND: [(&str, &str); 3] = [
    (
        "CYLINDER, CM=21, LENGTH=.1, RADIUS=.2",
        "CYLINDER, CM=21, LENGTH=.1, RADIUS=.2",
    ),
    (
        "CYLINDER, CM=21, LENGTH=.1, RADIUS=.2",
        "FRUSTUM, CM=21, LENGTH=.1, BOTTOM=.2, TOP=.1",
    ),
    (
        "CYLINDER, CM=21, LENGTH=.1, RADIUS=.2",
        "TORUS, CM=20, MAJOR_RADIUS=.15, MINOR_RADIUS=.05",
    ),
];

/// Cylinders, frusta and tori stand where they are put, with any friction and law.
#[test]
fn round_solids_stand() {
    for change in ROUND {
        for law in [NEWTON, POISSON, STRONGE] {
            let record = run(
                &deck("cylinder.adm", &[change]),
                0.2,
                rigid(0.0, law, ImpactOrder::Sequential),
                with(None, None),
            );
            let frame = record.frames.last().unwrap();
            assert!(
                (frame.bodies[0].position[2] - 0.05).abs() < 1e-12,
                "{change:?}"
            );
            // Weight 2·9.81, rounding of forces.
            let weight = frame.forces.last().unwrap()[2];
            assert!((weight - 19.62).abs() < 1e-10, "{change:?}: {weight}");
        }
    }
}

/// Dropped with a tilt of a thousandth they rattle to rest on their face.
#[test]
fn round_solids_rattle_to_rest() {
    let drop = ("QG=0,0,.05", "QG=0,0,.08, REULER=0.3,0.001,0.1");
    for change in ROUND {
        for restitution in [0.0, 0.3] {
            let contact = rigid(restitution, NEWTON, ImpactOrder::Sequential);
            let text = deck("cylinder.adm", &[change, drop]);
            let record = run(&text, 2.0, contact, with(None, None));
            let body = &record.frames.last().unwrap().bodies[0];
            assert!((body.position[2] - 0.05).abs() < 1e-10, "{change:?}");
            let [_, x, y, _] = body.orientation;
            assert!(x.hypot(y) < 1e-10, "{change:?}: {x:e} {y:e}");
            assert!(body.velocity.iter().all(|v| v.abs() < 1e-12), "{change:?}");
        }
    }
}

/// A cube slides and turns on the four corners of a face until it rests. What each corner carries is not determined: three carry, one is held, and the
/// load moves between them. One that takes over does not come to rest before the others do: these runs ended there, without an answer.
#[test]
fn a_tossed_cube_comes_to_rest() {
    let starts = [
        [
            "0.144010241128, -0.280278996658, 0.14643725343",
            "2.66712523037, 0.0896255883812, 2.73297596519",
            "VX=-0.449458514659, VY=0.996607651726, VZ=0.174250146624",
            "WX=0.212532369083, WY=-4.18172144408, WZ=-1.18289104713",
        ],
        [
            "-0.0624605087525, -0.290801806629, 0.109503063471",
            "-1.63605115421, 1.39532625614, -1.49991839062",
            "VX=0.328281589606, VY=1.20073676352, VZ=0.0265206185471",
            "WX=1.94245670638, WY=0.639610462207, WZ=4.87506442681",
        ],
        [
            "-0.285987677778, 0.00146386752298, 0.143109687114",
            "-0.950597975295, 1.55995201208, -2.09814692686",
            "VX=1.17791367197, VY=0.0112496649277, VZ=0.0803199627329",
            "WX=1.76568678387, WY=-3.65940239083, WZ=-1.76121381287",
        ],
    ];
    let laws = [
        (NEWTON, ImpactOrder::Sequential),
        (POISSON, ImpactOrder::Simultaneous),
        (STRONGE, ImpactOrder::Sequential),
    ];
    for [place, angles, velocity, spin] in starts {
        let changes = [
            ("PLACE", place),
            ("ANGLES", angles),
            ("SPEEDS", velocity),
            ("SPIN", spin),
        ];
        let text = deck("tossed_cube.adm", &changes);
        for (law, order) in laws {
            let error = 1e-7;
            let results = run(
                &text,
                0.8,
                rigid(0.125, law, order),
                with(None, Some(error)),
            );
            let rest = &results.frames.last().unwrap().bodies[0];
            let speed = rest.velocity.iter().chain(&rest.angular_velocity);
            let fastest = speed.fold(0.0, |m: f64, v| m.max(v.abs()));
            // On a face, by the error of its places, and still by that of its speeds.
            assert!((rest.position[2] - 0.0524).abs() < error, "{law:?}");
            assert!(fastest < error, "{law:?}: {fastest}");
        }
    }
}

/// No event is told after the end of the run, wherever a guard is located there.
#[test]
fn nothing_happens_after_the_end() {
    for end in [2.0, 1.5, 1.25] {
        let record = run(&deck("plate_end.adm", &[]), end, None, with(None, None));
        let late = record.events.iter().find(|e| e.time > end);
        assert!(late.is_none(), "{late:?}");
        assert_eq!(record.frames.last().unwrap().time, end);
    }
}

/// A rod slides on its end to where its friction draws it in: after 0.1129545624797 s by an independent computation (docs/published.md). Behind that point
/// forces are finite again, so that a long step could lead across; the run has to end there with every method and error.
#[test]
fn no_step_leads_across_painleves_paradox() {
    let deck = include_str!("../../../examples/published/rod_jams.adm");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, deck).unwrap();
    let loaded = carom::open(&path, None);
    // what the method leaves of the time, from the largest error on
    for (integrator, error, miss) in [
        ("dop853", 1e-3, 1e-7),
        ("dop853", 1e-6, 1e-8),
        ("dop853", 1e-8, 1e-9),
        ("rkf45", 1e-6, 1e-6),
        ("radau", 1e-4, 1e-5),
        ("radau", 1e-6, 1e-8),
        ("gstiff", 1e-6, 1e-5),
        ("abam", 1e-4, 1e-3),
        ("abam", 1e-6, 1e-5),
    ] {
        let request = Request {
            analysis: Some(Analysis::Dynamic),
            end: Some(0.2),
            rigid: rigid(0.0, NEWTON, ImpactOrder::Simultaneous),
            options: with(Some(integrator), Some(error)),
            ..Request::default()
        };
        let results = carom::simulate(loaded.accepted().unwrap(), &request).unwrap();
        let ended = results.error.unwrap();
        let who = format!("{integrator} {error}: {ended:?}");
        assert!(
            ended.message.starts_with("CONTACT/1: friction draws"),
            "{who}"
        );
        assert!((ended.time - 0.1129545624797).abs() < miss, "{who}");
        assert!(ended.help.unwrap().contains("--contact compliant"), "{who}");
    }
}

/// A box glides off a fixed one that touches the floor, where nothing can give way. With friction mu what presses a box of height h is ahead of its middle by mu*h/2,
/// it slows down by mu*g, and it tips when that place comes to an edge of the box below: times by hand (`bench/random_piles/tipping.py`). Until then it does not turn.
#[test]
fn a_box_that_glides_off_tips_where_what_presses_it_is() {
    for (name, tips) in [
        ("glides_off.adm", 0.25969828123450683),
        ("glides_off_far.adm", 0.37671280596755063),
    ] {
        for integrator in ["dop853", "radau"] {
            let record = run(
                &deck(name, &[]),
                1.02 * tips,
                rigid(0.5, NEWTON, ImpactOrder::Simultaneous),
                with(Some(integrator), Some(1e-8)),
            );
            // straight motion is exact, its end is located to rounding
            let is_at_the_end = |time: f64| (time - tips).abs() < 1e-9;
            let opens = |e: &&EventRow| e.kind == EventKind::Separation && is_at_the_end(e.time);
            assert!(record.events.iter().any(|e| opens(&e)), "{name}");
            let strikes = |e: &&EventRow| e.kind == EventKind::Impact;
            assert!(record.events.iter().find(strikes).is_none(), "{name}");
            for frame in record.frames.iter().filter(|f| f.time < tips - 1e-9) {
                let turns = frame.bodies.iter().map(|b| b.angular_velocity);
                let most = turns.map(|w| w.iter().fold(0.0, |m: f64, x| m.max(x.abs())));
                // rounding of the forces over the run
                assert!(most.fold(0.0, f64::max) < 1e-9, "{name} at {}", frame.time);
            }
        }
    }
}

/// Where joints and motions say how both parts of a contact move, no force determines anything: standing is no event, closing a contradiction that is told.
#[test]
fn where_nothing_can_give_way_a_contact_carries_nothing() {
    let text = deck("pressed_on.adm", &[]);
    let record = run(
        &text,
        1.0,
        rigid(0.5, NEWTON, ImpactOrder::Simultaneous),
        with(None, None),
    );
    assert!(record.events.is_empty(), "{:?}", record.events);
    // 2 kg on a rail: the motion carries all, to rounding
    let last = record.frames.last().unwrap();
    let along: f64 = last.joints.iter().map(|row| row[2]).sum();
    assert!((along - 2.0 * 9.80665).abs() < 1e-9, "{along}");
    let pressed = deck(
        "pressed_on.adm",
        &[("FUNCTION = 0", "FUNCTION = 0.1 - 0.2*TIME")],
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, pressed).unwrap();
    let loaded = carom::open(&path, None);
    let request = Request {
        analysis: Some(Analysis::Dynamic),
        end: Some(1.0),
        rigid: rigid(0.5, NEWTON, ImpactOrder::Simultaneous),
        ..Request::default()
    };
    let ended = carom::simulate(loaded.accepted().unwrap(), &request)
        .unwrap()
        .error
        .unwrap();
    assert!(
        ended.message.starts_with("CONTACT/1 closes at -0.2"),
        "{ended:?}"
    );
    assert!((ended.time - 0.5).abs() < 1e-9, "{ended:?}");
}
