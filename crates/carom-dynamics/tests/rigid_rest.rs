//! Rigid contacts at rest: statics, quasi-static sweeps, what follows them, linear equations; against closed forms, in three systems of units, two of them
//! turned and moved.

use crate::support;
use carom_laws::restitution::NEWTON;
#[path = "rigid_rest/worlds.rs"]
pub mod worlds;

use carom_base::{Diagnostics, Mat3, Pose, Span, Units, Vec3};
use carom_dynamics::{
    EventKind, Frame, Layout, Observer, Progress, RunError, RunOptions, Simulation, Statistics,
};
use carom_model::analysis::{Analysis, Command, End, LinearSettings, OutputGrid};
use carom_model::constraint::{Freedom, Function, Motion, MotionLevel, MotionTarget};
use carom_model::force::Kind;
use carom_model::graphics::Shape;
use carom_model::run::Linearization;
use carom_model::{JointKind, Tag};
use support::solids::*;
use support::{Deck, Record, expression, options, turned};
use worlds::{World, frequencies, linearize, simulate, upright, worlds};

/// Bound of positions (m) and forces (N): numbers of order 1 and 10 through a Newton iteration to rounding, in frames that stand hundreds of units off.
const EXACT: f64 = 1e-9;

/// A ball on a plate on a spring, with a stop below: carried by the spring, or by the stop where the load is more than its travel takes.
#[test]
fn a_ball_on_a_plate_with_a_stop() {
    for (mass, k, travel) in [(2.0, 400.0, 0.1), (9.0, 400.0, 0.1)] {
        for mut w in worlds() {
            w.body(2, 1.0, [0.01, 0.02, 0.03], [0.0, 0.0, 0.5], upright());
            w.body(3, mass, [0.01; 3], [0.02, -0.03, 0.75], upright());
            w.deck.joint(1, JointKind::Translational, 200, 1);
            let (k, zero, stop) = (w.stiffness(k), w.length(0.5), w.length(0.5 - travel));
            let spring = format!("-{k:e}*(DZ(200,1,1)-{zero:e})");
            w.deck.sforce(1, Kind::Translation, true, (200, 1), &spring);
            let law = format!("IMPACT(DZ(200,1,1),VZ(200,1,1),{stop:e},1E6,1.5,10,1E-4)");
            w.deck.sforce(2, Kind::Translation, true, (200, 1), &law);
            w.ball(1, 300, 0.1);
            w.plane(2, 200);
            w.contact(1, (1, 2), None);
            w.rigid();
            let record = w.equilibrium();
            let frame = &record.frames[0];
            let load = (1.0 + mass) * G;
            let sinks = (load / 400.0).min(travel);
            w.expect("plate", w.place(frame, 0).z, 0.5 - sinks, EXACT);
            w.expect_all("ball", w.place(frame, 1), [0.02, -0.03, 0.6 - sinks], EXACT);
            w.expect_all(
                "spring",
                w.pressing(frame, 0),
                [0.0, 0.0, 400.0 * sinks],
                EXACT,
            );
            w.expect_all(
                "stop",
                w.pressing(frame, 1),
                [0.0, 0.0, load - 400.0 * sinks],
                EXACT,
            );
            w.expect_all("contact", w.pressing(frame, 2), [0.0, 0.0, mass * G], EXACT);
        }
    }
}

/// Legs of a body with its centre at (x, y): each a ball at a corner, a contact of its own.
fn table(w: &mut World, legs: &[[f64; 2]], load: [f64; 2], height: f64) {
    w.body(
        2,
        3.0,
        [0.2, 0.3, 0.4],
        [load[0], load[1], height],
        upright(),
    );
    w.plane(1, 1);
    for (k, [x, y]) in legs.iter().enumerate() {
        let label = 10 + k as u32;
        w.marker(label, 2, [x - load[0], y - load[1], -0.4], upright());
        w.ball(label, label, 0.05);
        w.contact(label, (label, 1), None);
    }
    w.rigid();
}

/// Three legs carry what balances; four share with the least sum of squares, `F/4·(1 ± x/a ± y/b)`; where one would pull it carries nothing.
#[test]
fn tables_under_an_eccentric_load() {
    let weight = 3.0 * G;
    for lifted in [0.0, 0.02] {
        for mut w in worlds() {
            let (x, y, a, b) = (0.1, -0.05, 0.4, 0.3);
            table(
                &mut w,
                &[[a, b], [-a, b], [-a, -b], [a, -b]],
                [x, y],
                0.45 + lifted,
            );
            let record = w.equilibrium();
            let frame = &record.frames[0];
            w.expect("height", w.place(frame, 0).z, 0.45, EXACT);
            for (k, [s, t]) in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
                .iter()
                .enumerate()
            {
                let share = weight / 4.0 * (1.0 + s * x / a + t * y / b);
                w.expect_all("leg", w.pressing(frame, k), [0.0, 0.0, share], EXACT);
            }
        }
        for mut w in worlds() {
            let legs = [[0.4, 0.3], [-0.4, 0.3], [-0.1, -0.35]];
            let load = [0.03, 0.1];
            table(&mut w, &legs, load, 0.45 + lifted);
            let record = w.equilibrium();
            // Barycentric coordinates of the load.
            let cross = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
                (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
            };
            let whole = cross(legs[0], legs[1], legs[2]);
            for k in 0..3 {
                let share = cross(load, legs[(k + 1) % 3], legs[(k + 2) % 3]) / whole;
                let force = w.pressing(&record.frames[0], k);
                w.expect_all("leg", force, [0.0, 0.0, share * weight], EXACT);
            }
        }
    }
}

/// Two legs of a beam in its plane: the law of the lever.
#[test]
fn a_beam_on_two_legs() {
    for mut w in worlds() {
        table(&mut w, &[[-0.6, 0.0], [0.4, 0.0]], [0.1, 0.0], 0.5);
        // z of the joint across the plane.
        let across = carom_base::space::rotation_x(-std::f64::consts::FRAC_PI_2);
        w.ground(90, [0.0; 3], across);
        w.marker(91, 2, [0.0; 3], across);
        w.deck.joint(1, JointKind::Planar, 91, 90);
        let record = w.equilibrium();
        let frame = &record.frames[0];
        w.expect("height", w.place(frame, 0).z, 0.45, EXACT);
        w.expect_all(
            "left",
            w.pressing(frame, 0),
            [0.0, 0.0, 0.3 * 3.0 * G],
            EXACT,
        );
        w.expect_all(
            "right",
            w.pressing(frame, 1),
            [0.0, 0.0, 0.7 * 3.0 * G],
            EXACT,
        );
    }
}

/// A ball dropped beside the bottom of a groove of two planes: `N = m·g·sin β/sin(α + β)`, and the same with α.
#[test]
fn a_ball_in_a_corner_of_two_planes() {
    let (alpha, beta) = (0.5, 0.9);
    for mut w in worlds() {
        w.body(2, 2.0, [0.01; 3], [0.3, 0.1, 0.6], upright());
        w.ball(1, 200, 0.1);
        w.ground(10, [0.0; 3], carom_base::space::rotation_y(alpha));
        w.ground(11, [0.0; 3], carom_base::space::rotation_y(-beta));
        w.plane(2, 10);
        w.plane(3, 11);
        w.contact(1, (1, 2), None);
        w.contact(2, (1, 3), None);
        w.rigid();
        let record = w.equilibrium();
        let frame = &record.frames[0];
        let whole = 2.0 * G / f64::sin(alpha + beta);
        let one = [alpha.sin(), 0.0, alpha.cos()].map(|n| n * whole * beta.sin());
        let two = [-beta.sin(), 0.0, beta.cos()].map(|n| n * whole * alpha.sin());
        w.expect_all("first", w.pressing(frame, 0), one, EXACT);
        w.expect_all("second", w.pressing(frame, 1), two, EXACT);
        // The centre is 0.1 from both planes.
        let p = w.place(frame, 0);
        w.expect(
            "first gap",
            p.x * alpha.sin() + p.z * alpha.cos(),
            0.1,
            EXACT,
        );
        w.expect(
            "second gap",
            -p.x * beta.sin() + p.z * beta.cos(),
            0.1,
            EXACT,
        );
    }
}

/// A lever on a pivot: its weight presses it on a stop until the load lifts it against a spring.
fn lever(w: &mut World) {
    let across = carom_base::space::rotation_x(-std::f64::consts::FRAC_PI_2);
    w.body(2, 4.0, [0.1, 0.2, 0.2], [0.3, 0.0, 0.5], upright());
    w.marker(20, 2, [-0.3, 0.0, 0.0], across);
    w.ground(21, [0.0, 0.0, 0.5], across);
    w.deck.joint(1, JointKind::Revolute, 20, 21);
    // The stop under the tip, and the load on it.
    w.marker(22, 2, [0.3, 0.0, 0.0], upright());
    w.ball(1, 22, 0.05);
    w.ground(23, [0.0, 0.0, 0.45], upright());
    w.plane(2, 23);
    w.contact(1, (1, 2), None);
    let load = w.force(50.0);
    w.deck.sforce(
        1,
        Kind::Translation,
        true,
        (22, 1),
        &format!("{load:e}*TIME"),
    );
    let (k, zero) = (w.stiffness(200.0), w.length(0.5));
    let spring = format!("-{k:e}*(DZ(22,1,1)-{zero:e})");
    w.deck.sforce(2, Kind::Translation, true, (22, 1), &spring);
    w.rigid();
}

/// It lifts off where `50·t·0.6 = 4·g·0.3`, and then stands where `(50·t − 200·h)·0.6·cos φ = 4·g·0.3·cos φ`, h = 0.6·sin φ; on the way back it sits down at
/// the same load.
#[test]
fn a_lever_lifts_off() {
    let lifts = 4.0 * G * 0.3 / (50.0 * 0.6);
    for mut w in worlds() {
        lever(&mut w);
        let mut record = Record::default();
        let mut simulation = w.assemble();
        simulate(
            &mut simulation,
            &mut record,
            Analysis::Static,
            Some((1.0, 20)),
        )
        .expect("a sweep");
        let kinds: Vec<EventKind> = record.events.iter().map(|e| e.kind).collect();
        assert_eq!(kinds, [EventKind::Closure, EventKind::Separation]);
        // Gaps below 1e-10 m count as closed, and that far it lifts within 1e-9 s.
        w.expect("lifts", record.events[1].time, lifts, 1e-9);
        assert_eq!(record.frames.len(), 21);
        for frame in &record.frames {
            let load = 50.0 * frame.time;
            let (force, height) = (w.pressing(frame, 2).z, w.place(frame, 0).z - 0.5);
            let h = (load - 2.0 * G).max(0.0) / 200.0;
            w.expect("force", force, (2.0 * G - load).max(0.0), EXACT);
            w.expect("height", height, 0.5 * h, EXACT);
        }
    }
}

/// A dynamic run goes on from an equilibrium without an impact, also where what it stands on begins to move.
#[test]
fn motion_goes_on_from_an_equilibrium() {
    for mut w in worlds() {
        w.body(2, 2.0, [0.01; 3], [0.2, 0.1, 0.3], upright());
        w.deck.joint(1, JointKind::Translational, 200, 1);
        let (rest, amplitude) = (w.length(0.1), w.length(0.05));
        let law = format!(
            "IMPACT(DZ(200,1,1)-{amplitude:e}*SIN(10*TIME),VZ(200,1,1),{rest:e},1E6,1.5,10,1E-4)"
        );
        w.deck.sforce(1, Kind::Translation, true, (200, 1), &law);
        w.rigid();
        let mut record = Record::default();
        let mut simulation = w.assemble();
        simulate(&mut simulation, &mut record, Analysis::Static, None).expect("an equilibrium");
        w.expect_all(
            "weight",
            w.pressing(&record.frames[0], 0),
            [0.0, 0.0, 2.0 * G],
            EXACT,
        );
        record.frames.clear();
        record.events.clear();
        simulate(
            &mut simulation,
            &mut record,
            Analysis::Dynamic,
            Some((1.0, 10)),
        )
        .expect("a run");
        assert!(record.events.is_empty(), "{:?}", record.events);
        for frame in &record.frames {
            let phase = 10.0 * frame.time;
            w.expect(
                "place",
                w.place(frame, 0).z,
                0.1 + 0.05 * phase.sin(),
                EXACT,
            );
            // 1e-7: the tolerance of the integration, twice differentiated at 10 rad/s.
            let force = 2.0 * (G - 5.0 * phase.sin());
            w.expect("force", w.pressing(frame, 0).z, force, 1e-7);
        }
    }
}

/// A box dropped aslant comes to lie on a face, and one that stands in the floor is put upon it.
#[test]
fn a_box_comes_to_lie() {
    for (height, turn) in [(0.5, Vec3::new(0.3, -0.2, 0.4)), (0.09, Vec3::zeros())] {
        for mut w in worlds() {
            let rotation = carom_base::space::exp_so3(&turn);
            w.body(2, 2.0, [0.02, 0.03, 0.04], [0.1, 0.2, height], rotation);
            let sides = [0.4, 0.3, 0.2].map(|x| w.length(x));
            shape(&mut w.deck, 1, 200, Shape::BoxFromCenter(sides), false);
            w.plane(2, 1);
            w.contact(1, (1, 2), None);
            w.rigid();
            let record = w.equilibrium();
            let frame = &record.frames[0];
            w.expect("height", w.place(frame, 0).z, 0.1, EXACT);
            w.expect_all("force", w.pressing(frame, 0), [0.0, 0.0, 2.0 * G], EXACT);
            let mut record = Record::default();
            let mut simulation = w.assemble();
            simulate(&mut simulation, &mut record, Analysis::Static, None).expect("an equilibrium");
            record.events.clear();
            simulate(
                &mut simulation,
                &mut record,
                Analysis::Dynamic,
                Some((0.5, 5)),
            )
            .expect("a run");
            assert!(record.events.is_empty(), "{:?}", record.events);
            let last = record.frames.last().expect("frames");
            w.expect("rest", w.place(last, 0).z, 0.1, EXACT);
        }
    }
}

/// A rod on a ball at one end and a spring at the other. Without friction `ω² = 3·k/m`; where the ball sticks it rolls, and `ω² = k·l²/(m·(l²/3 + r²))`.
#[test]
fn eigenvalues_of_a_rod_on_a_stop() {
    let (m, l, r, k) = (1.5, 0.8, 0.05, 600.0);
    for mu in [None, Some(0.5)] {
        for mut w in worlds() {
            let across = carom_base::space::rotation_x(-std::f64::consts::FRAC_PI_2);
            let inertia = m * l * l / 12.0;
            w.body(2, m, [0.01, inertia, inertia], [0.5 * l, 0.0, r], upright());
            w.marker(20, 2, [0.0; 3], across);
            w.ground(21, [0.0; 3], across);
            w.deck.joint(1, JointKind::Planar, 20, 21);
            w.marker(22, 2, [-0.5 * l, 0.0, 0.0], upright());
            w.marker(23, 2, [0.5 * l, 0.0, 0.0], upright());
            w.ball(1, 22, r);
            w.plane(2, 1);
            w.contact(1, (1, 2), mu);
            let (stiff, half) = (w.stiffness(k), w.force(0.5 * m * G));
            let height = w.length(r);
            let spring = format!("{half:e}-{stiff:e}*(DZ(23,1,1)-{height:e})");
            // Along z of marker 1.
            let components = [
                None,
                None,
                Some(Function::Expression(expression(&spring))),
                None,
                None,
                None,
            ];
            w.deck.vforce(1, 23, components);
            let id = w.deck.0.vector_forces.find(1).expect("made before");
            w.deck.0.vector_forces[id].rm = Some(w.deck.marker_id(1));
            w.rigid();
            let mut simulation = w.assemble();
            let mut record = Record::default();
            simulate(&mut simulation, &mut record, Analysis::Static, None).expect("an equilibrium");
            w.expect(
                "half",
                w.pressing(&record.frames[0], 1).z,
                0.5 * m * G,
                EXACT,
            );
            let found = frequencies(&linearize(&mut simulation).expect("linear equations"));
            let rolls = mu.map_or(0.0, |_| r * r);
            let exact = (k * l * l / (m * (l * l / 3.0 + rolls))).sqrt();
            assert_eq!(found.len(), 1, "{found:?}");
            w.expect("frequency", found[0], exact, 1e-9);
            assert!(simulation.take_remarks().is_empty());
        }
    }
}

/// A ball at the bottom of a bowl: `ω² = g/(R − r)` without friction, and 5/7 of that where it rolls.
#[test]
fn eigenvalues_of_a_ball_in_a_bowl() {
    let (big, r, m) = (1.0, 0.2, 0.7);
    for (mu, share) in [(None, 1.0), (Some(0.4), 5.0 / 7.0)] {
        for mut w in worlds() {
            w.body(2, m, [0.4 * m * r * r; 3], [0.0, 0.0, r - big], upright());
            w.ball(1, 200, r);
            let wide = w.length(big);
            shape(&mut w.deck, 2, 1, ball(wide), true);
            w.contact(1, (1, 2), mu);
            w.rigid();
            let mut simulation = w.assemble();
            let found = frequencies(&linearize(&mut simulation).expect("linear equations"));
            assert_eq!(found.len(), 2, "{found:?}");
            for f in found {
                w.expect("frequency", f, (share * G / (big - r)).sqrt(), 1e-9);
            }
        }
    }
}

/// A contact without a force is on the edge between open and closed.
#[test]
fn the_edge_is_told() {
    let mut w = worlds().remove(0);
    w.body(2, 1.0, [0.01; 3], [0.0, 0.0, 0.1], upright());
    w.deck.joint(1, JointKind::Translational, 200, 1);
    let spring = format!("{:e}-100*(DZ(200,1,1)-0.1)", G);
    w.deck.sforce(1, Kind::Translation, true, (200, 1), &spring);
    w.ball(1, 200, 0.1);
    w.plane(2, 1);
    w.contact(1, (1, 2), None);
    w.rigid();
    let mut simulation = w.assemble();
    simulate(
        &mut simulation,
        &mut Record::default(),
        Analysis::Static,
        None,
    )
    .expect("statics");
    linearize(&mut simulation).expect("linear equations");
    let remarks = simulation.take_remarks();
    assert_eq!(remarks.len(), 1);
    assert_eq!(remarks[0].name, "linear-contact-edge");
    assert!(remarks[0].message.contains("CONTACT/1"));
}

/// A block on an incline: without friction it slides to the stop at its foot, and where there is none it stays where friction holds it.
fn block(w: &mut World, slope: f64, mu: Option<f64>) {
    let turn = carom_base::space::rotation_y(slope);
    let up = turn.column(2) * 0.1;
    w.body(2, 2.0, [0.02, 0.03, 0.04], up.to_array(), turn);
    let sides = [0.4, 0.3, 0.2].map(|x| w.length(x));
    shape(&mut w.deck, 1, 200, Shape::BoxFromCenter(sides), false);
    w.ground(10, [0.0; 3], turn);
    w.plane(2, 10);
    w.contact(1, (1, 2), mu);
    w.rigid();
}

#[test]
fn friction_holds_what_nothing_else_does() {
    let slope: f64 = 0.4;
    for mut w in worlds() {
        block(&mut w, slope, Some(1.01 * slope.tan()));
        let mut simulation = w.assemble();
        let mut record = Record::default();
        simulate(&mut simulation, &mut record, Analysis::Static, None).expect("held");
        let frame = &record.frames[0];
        w.expect_all("force", w.pressing(frame, 0), [0.0, 0.0, 2.0 * G], EXACT);
        let remarks = simulation.take_remarks();
        assert_eq!(remarks.len(), 1);
        assert_eq!(remarks[0].name, "static-friction");
        record.events.clear();
        simulate(
            &mut simulation,
            &mut record,
            Analysis::Dynamic,
            Some((0.5, 5)),
        )
        .expect("a run");
        assert!(record.events.is_empty(), "{:?}", record.events);
        let moved =
            w.place(record.frames.last().expect("frames"), 0) - w.place(frame_of(&record), 0);
        assert!(moved.norm() < EXACT, "{moved:?}");
    }
    for mut w in worlds() {
        block(&mut w, slope, Some(0.99 * slope.tan()));
        let mut record = Record::default();
        let found = simulate(&mut w.assemble(), &mut record, Analysis::Static, None);
        let message = found.expect_err("it slips").message;
        assert!(message.contains("CONTACT/1 slips"), "{message}");
    }
}

fn frame_of(record: &Record) -> &Frame {
    &record.frames[0]
}

/// At the foot of the incline a second plane: there the block lies without friction.
#[test]
fn without_friction_it_slides_to_its_stop() {
    let slope: f64 = 0.4;
    for mut w in worlds() {
        block(&mut w, slope, Some(0.5));
        let turn = carom_base::space::rotation_y(slope);
        // Its normal looks up the slope, half a metre down.
        let across = turn * carom_base::space::rotation_y(-std::f64::consts::FRAC_PI_2);
        let at = turn.column(0) * 0.5;
        w.ground(11, at.to_array(), across);
        w.plane(3, 11);
        w.contact(2, (1, 3), None);
        let record = w.equilibrium();
        let frame = &record.frames[0];
        let along = turn.tr_mul(&w.place(frame, 0));
        w.expect_all("place", along, [0.3, 0.0, 0.1], EXACT);
        let down = turn.tr_mul(&w.pressing(frame, 0));
        w.expect_all("below", down, [0.0, 0.0, 2.0 * G * slope.cos()], 1e-8);
        let stop = turn.tr_mul(&w.pressing(frame, 1));
        w.expect_all("stop", stop, [-2.0 * G * slope.sin(), 0.0, 0.0], 1e-8);
    }
}

/// A driven slider reaches a stop that nothing can give way to.
#[test]
fn kinematics_end_where_a_gap_closes() {
    for (end, stops) in [(0.25, false), (1.0, true)] {
        for mut w in worlds() {
            w.body(2, 1.0, [0.01; 3], [0.0, 0.0, 0.5], upright());
            w.deck.joint(1, JointKind::Translational, 200, 1);
            let function = format!("{:e}-{:e}*TIME", w.length(0.5), w.length(0.8));
            let motion = Motion {
                tag: Tag::new("MOTION", 1),
                target: MotionTarget::Joint(
                    w.deck.0.joints.find(1).expect("made before"),
                    Freedom::Translation,
                ),
                level: MotionLevel::Displacement,
                initial_displacement: None,
                initial_velocity: None,
                function: Function::Expression(expression(&function)),
            };
            w.deck.0.motions.insert(motion).expect("a new label");
            w.ball(1, 200, 0.1);
            w.plane(2, 1);
            w.contact(1, (1, 2), None);
            w.rigid();
            let mut record = Record::default();
            let found = simulate(
                &mut w.assemble(),
                &mut record,
                Analysis::Kinematic,
                Some((end, 10)),
            );
            if !stops {
                found.expect("nothing is met");
                assert_eq!(record.frames.len(), 11);
                continue;
            }
            let why = found.expect_err("it meets the stop");
            w.expect("time", why.time, 0.5, 1e-10);
            assert!(why.message.contains("CONTACT/1"), "{}", why.message);
            assert_eq!(record.frames.len(), 6);
        }
    }
}

/// Two boxes of which one lies on the other, and a box that hangs over its edge by less than half: it stays; by more it falls to the floor beside it.
#[test]
fn boxes_on_boxes() {
    for mut w in worlds() {
        let sides = [0.4, 0.3, 0.2].map(|x| w.length(x));
        for (label, x, z) in [(2, 0.0, 0.1), (3, 0.15, 0.3)] {
            w.body(
                label,
                2.0,
                [0.02, 0.03, 0.04],
                [x, 0.0, z + 0.01 * f64::from(label - 1)],
                upright(),
            );
            shape(
                &mut w.deck,
                label,
                label * 100,
                Shape::BoxFromCenter(sides),
                false,
            );
        }
        w.plane(1, 1);
        w.contact(1, (2, 1), None);
        w.contact(2, (3, 2), None);
        w.rigid();
        let record = w.equilibrium();
        let frame = &record.frames[0];
        w.expect_all("lower", w.place(frame, 0), [0.0, 0.0, 0.1], EXACT);
        w.expect_all("upper", w.place(frame, 1), [0.15, 0.0, 0.3], EXACT);
        w.expect_all("floor", w.pressing(frame, 0), [0.0, 0.0, 4.0 * G], EXACT);
        w.expect_all("between", w.pressing(frame, 1), [0.0, 0.0, 2.0 * G], EXACT);
    }
}

/// What overlaps and cannot be apart is named.
#[test]
fn what_cannot_be_apart_is_named() {
    let mut w = worlds().remove(0);
    w.body(2, 1.0, [0.01; 3], [0.0, 0.0, 0.05], upright());
    w.deck.joint(1, JointKind::Fixed, 200, 1);
    w.ball(1, 200, 0.1);
    w.plane(2, 1);
    w.contact(1, (1, 2), None);
    w.rigid();
    let mut d = Diagnostics::default();
    let mut simulation = Simulation::assemble(&w.deck.0, &mut d).expect("a model");
    let found = simulate(
        &mut simulation,
        &mut Record::default(),
        Analysis::Static,
        None,
    );
    let message = found.expect_err("it overlaps").message;
    assert!(
        message.contains("CONTACT/1") && message.contains("overlap"),
        "{message}"
    );
}

/// Masses in a row between a floor and a ceiling, each on a spring of its own: of all sets of closed stops the one whose positions have no overlap and whose
/// forces press. The energy is convex, so that it is the only one.
fn row_at_rest(
    springs: &[[f64; 2]],
    loads: &[f64],
    gaps: &[f64],
    ceiling: f64,
) -> Option<Vec<f64>> {
    let n = springs.len();
    // Stop k: x_k − x_(k−1) ≥ gap_k, x_(−1) the floor at 0; the last: ceiling − x_(n−1) ≥ gap_n.
    let row = |k: usize| {
        let mut w = vec![0.0; n];
        if k < n {
            w[k] = 1.0;
        }
        if k > 0 {
            w[k - 1] = -1.0;
        }
        (w, if k == n { gaps[k] - ceiling } else { gaps[k] })
    };
    (0..1u32 << (n + 1)).find_map(|set| {
        let closed: Vec<usize> = (0..=n).filter(|k| set >> k & 1 == 1).collect();
        let m = n + closed.len();
        let mut a = nalgebra::DMatrix::zeros(m, m);
        let mut b = nalgebra::DVector::zeros(m);
        for k in 0..n {
            a[(k, k)] = springs[k][0];
            b[k] = springs[k][0] * springs[k][1] + loads[k];
        }
        for (c, k) in closed.iter().enumerate() {
            let (w, limit) = row(*k);
            for (i, w) in w.iter().enumerate() {
                a[(i, n + c)] = -w;
                a[(n + c, i)] = *w;
            }
            b[n + c] = limit;
        }
        let x = a.lu().solve(&b)?;
        let presses = x.rows(n, closed.len()).iter().all(|f| *f >= 0.0);
        let apart = (0..=n).all(|k| {
            let (w, limit) = row(k);
            w.iter().zip(x.iter()).map(|(w, x)| w * x).sum::<f64>() >= limit - 1e-12
        });
        (presses && apart).then(|| x.rows(0, n).iter().copied().collect())
    })
}

#[test]
fn random_rows_of_masses() {
    let mut random = support::random::Random(20_261);
    for case in 0..150 {
        let n = 1 + random.pick(4);
        let springs: Vec<[f64; 2]> = (0..n)
            .map(|k| {
                [
                    10f64.powf(random.between(0.0, 4.0)),
                    random.between(-0.5, 1.5) + 0.3 * k as f64,
                ]
            })
            .collect();
        let loads: Vec<f64> = (0..n).map(|_| random.between(-300.0, 300.0)).collect();
        let gaps: Vec<f64> = (0..=n).map(|_| random.between(0.05, 0.3)).collect();
        let ceiling = gaps.iter().sum::<f64>() + random.between(0.01, 1.0);
        let Some(exact) = row_at_rest(&springs, &loads, &gaps, ceiling) else {
            panic!("case {case} has no answer");
        };
        let mut deck = Deck::new(0.0);
        deck.marker(90, 1, support::at(0.0, 0.0, ceiling));
        // Some start where they overlap.
        let mut z = 0.0;
        for k in 0..n {
            z += gaps[k] + random.between(-0.02, 0.01);
            let label = k as u32 + 2;
            deck.body(
                label,
                random.between(0.1, 5.0),
                [0.01; 3],
                support::at(0.0, 0.0, z),
            );
            deck.joint(label, JointKind::Translational, label * 100, 1);
            let force = format!(
                "{:e}-{:e}*(DZ({},1)-({:e}))",
                loads[k],
                springs[k][0],
                label * 100,
                springs[k][1]
            );
            deck.sforce(label, Kind::Translation, true, (label * 100, 1), &force);
        }
        for (k, gap) in gaps.iter().enumerate() {
            let below = if k == 0 { 1 } else { (k as u32 + 1) * 100 };
            let above = if k == n { 90 } else { (k as u32 + 2) * 100 };
            let law =
                format!("IMPACT(DZ({above},{below}),VZ({above},{below}),{gap:e},1E6,1.5,10,1E-4)");
            deck.sforce(
                50 + k as u32,
                Kind::Translation,
                false,
                (above, below),
                &law,
            );
        }
        rigid(&mut deck, Some(0.4), NEWTON);
        let mut record = Record::default();
        let found = simulate(
            &mut support::assemble(&deck),
            &mut record,
            Analysis::Static,
            None,
        );
        found.unwrap_or_else(|why| panic!("case {case}: {why}"));
        for (k, x) in exact.iter().enumerate() {
            // 1e-9: rounding of forces of 1e4 N on springs of 1 N/m.
            close(
                &format!("case {case}, mass {k}"),
                record.frames[0].bodies[k].position[2],
                *x,
                1e-9,
            );
        }
    }
}

/// Solids dropped on a plane as chance has it come to lie: the plane carries their weight, and a motion from there goes nowhere.
#[test]
fn random_solids_come_to_lie() {
    let mut random = support::random::Random(7);
    for case in 0..60 {
        let shape_of = match case % 6 {
            0 => Shape::BoxFromCenter([0.4, 0.3, 0.2]),
            1 => Shape::Cylinder {
                length: 0.3,
                radius: 0.1,
            },
            2 => Shape::Frustum {
                length: 0.3,
                bottom: 0.2,
                top: 0.1,
            },
            3 => Shape::Ellipsoid([0.3, 0.25, 0.2]),
            4 => Shape::Torus {
                major: 0.2,
                minor: 0.05,
            },
            _ => ball(0.1),
        };
        let angles = [0, 1, 2].map(|_| random.between(-180.0, 180.0));
        let mut deck = Deck::new(G);
        let pose = turned(
            random.between(-0.5, 0.5),
            0.1,
            random.between(0.3, 0.8),
            angles,
        );
        deck.body(2, 1.5, [0.02, 0.025, 0.03], pose);
        // Away from the centre of mass.
        let off = [0, 1, 2].map(|_| random.between(-0.02, 0.02));
        deck.marker(201, 2, support::at(off[0], off[1], off[2] - 0.05));
        shape(&mut deck, 1, 201, shape_of.clone(), false);
        shape(&mut deck, 2, 1, PLANE, false);
        let mu = random.chance(0.5).then_some([0.3, 0.3]);
        contact(&mut deck, [1, 2], LAW, mu);
        rigid(&mut deck, Some(0.4), NEWTON);
        let name = format!("case {case}: {shape_of:?} {angles:?}");
        let mut record = Record::default();
        let mut simulation = support::assemble(&deck);
        let found = simulate(&mut simulation, &mut record, Analysis::Static, None);
        found.unwrap_or_else(|why| panic!("{name}: {why}"));
        let [x, y, z, ..] = record.frames[0].forces[0];
        close(
            &name,
            (Vec3::new(x, y, z) - Vec3::new(0.0, 0.0, 1.5 * G)).norm(),
            0.0,
            1e-8,
        );
        let start = Vec3::from(record.frames[0].bodies[0].position);
        record.events.clear();
        let found = simulate(
            &mut simulation,
            &mut record,
            Analysis::Dynamic,
            Some((0.3, 3)),
        );
        found.unwrap_or_else(|why| panic!("{name}, motion: {why}"));
        assert!(
            record.events.iter().all(|e| e.kind != EventKind::Impact),
            "{name}: {:?}",
            record.events
        );
        let end = Vec3::from(record.frames.last().expect("frames").bodies[0].position);
        // What 1e-12 of the weight does in 0.3 s, and what an unstable rest makes of it.
        close(&name, (end - start).norm(), 0.0, 1e-7);
    }
}
