//! Contacts of solids as rigid contacts, against closed forms.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, PoissonParameters};
use carom_laws::restitution::{NEWTON, POISSON, STRONGE};

use carom_base::{Diagnostics, Vec3};
use carom_dynamics::{EventKind, RunOptions, Simulation};
use carom_model::analysis::Analysis;
use carom_model::force::{Friction, Kind, NormalLaw};
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, at, options, run, turned};

fn near(name: &str, value: [f64; 3], exact: Vec3, bound: f64) {
    let miss = (Vec3::from(value) - exact).norm();
    assert!(miss < bound, "{name}: {value:?} instead of {exact:?}");
}

/// POISSON brings its coefficient: the ball of the other tests, to its rest.
#[test]
fn a_ball_bounces_on_a_plane_by_its_own_restitution() {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(0.3, 0.2, 1.1));
    shape(&mut deck, 1, 200, ball(0.1), false);
    shape(&mut deck, 2, 1, PLANE, false);
    let law = NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
        penalty: 1e6,
        restitution: 0.8,
        transition_velocity: None,
    }));
    contact(&mut deck, [1, 2], law, None);
    rigid(&mut deck, None, NEWTON);
    let record = run(&deck, Analysis::Dynamic, 4.5, 9, &options("dop853", 1e-10));
    let end = of_kind(&record, EventKind::Accumulation);
    assert_eq!(end.len(), 1);
    close("end", end[0].time, 4.064_406_801_766_088, 1e-9);
    let last = record.frames.last().expect("frames");
    near(
        "force",
        [last.forces[0][0], last.forces[0][1], last.forces[0][2]],
        Vec3::new(0.0, 0.0, G),
        1e-11,
    );
    near(
        "place",
        last.bodies[0].position,
        Vec3::new(0.3, 0.2, 0.1),
        1e-11,
    );
}

/// Bodies that yield at 0.5 m/s: each bounce gives back e₀·(v_y/v)^¼ of the speed, by every law and with friction, until it is slower than that; then the bounces come
/// to their end as those with e₀ do.
#[test]
fn a_ball_that_yields_loses_more_where_it_is_struck_fast() {
    let (e0, yields) = (0.8, 0.5);
    for law in [NEWTON, POISSON, STRONGE] {
        for friction in [None, Some([0.3, 0.2])] {
            let mut deck = Deck::new(G);
            deck.body(2, 1.0, [1.0; 3], at(0.3, 0.2, 1.1));
            shape(&mut deck, 1, 200, ball(0.1), false);
            shape(&mut deck, 2, 1, PLANE, false);
            contact(&mut deck, [1, 2], LAW, friction);
            rigid(&mut deck, Some(e0), law);
            let settings = deck.0.settings.rigid.as_mut().expect("set");
            settings.yield_speed = Some(yields);
            let record = run(&deck, Analysis::Dynamic, 3.0, 3, &options("dop853", 1e-11));
            let impacts = of_kind(&record, EventKind::Impact);
            let (mut v, mut t) = ((2.0 * G).sqrt(), (2.0 / G).sqrt());
            for (k, impact) in impacts.iter().take(20).enumerate() {
                // 1e-9: the error of the run over the bounces
                close(&format!("{law:?} {k}"), -impact.rate[0], v, 1e-9);
                close(&format!("{law:?} {k}"), impact.time, t, 1e-9);
                let e = e0 * f64::min(1.0, (yields / v).powf(0.25));
                v *= e;
                t += 2.0 * v / G;
            }
            assert!(impacts.len() > 20 && impacts[0].rate[0] < -yields);
            let end = of_kind(&record, EventKind::Accumulation);
            assert_eq!(end.len(), 1);
            let left = 2.0 * v / G * (1.0 / (1.0 - e0) - 1.0);
            close("end", end[0].time, t + left, 1e-9);
        }
    }
}

/// A box against its eight corners as forces of their own.
#[test]
fn a_box_on_a_plane_is_its_corners() {
    let bodies = |deck: &mut Deck| {
        let inertia = [0.1 / 3.0, 0.05 / 3.0, 0.13 / 3.0];
        deck.body(2, 1.0, inertia, turned(0.0, 0.0, 0.7, [10.0, 35.0, 25.0]));
    };
    let mut solid = Deck::new(G);
    bodies(&mut solid);
    // From a corner, so that its centre is not on its marker. Side I is the plane.
    solid.marker(201, 2, at(-0.2, 0.3, -0.1));
    shape(
        &mut solid,
        1,
        201,
        Shape::BoxFromCorner([0.4, -0.6, 0.2]),
        false,
    );
    shape(&mut solid, 2, 1, PLANE, false);
    contact(&mut solid, [2, 1], LAW, None);
    rigid(&mut solid, Some(0.3), NEWTON);
    let mut corners = Deck::new(G);
    bodies(&mut corners);
    for k in 0..8 {
        let side = |bit: u32| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        corners.marker(201 + k, 2, at(0.2 * side(0), 0.3 * side(1), 0.1 * side(2)));
        let law = format!(
            "IMPACT(DZ({0},1), VZ({0},1), 0, 1E5, 1.5, 50, 1E-4)",
            201 + k
        );
        corners.sforce(k + 1, Kind::Translation, true, (201 + k, 1), &law);
    }
    rigid(&mut corners, Some(0.3), NEWTON);
    let settings = options("dop853", 1e-9);
    let [a, b] = [&solid, &corners].map(|d| run(d, Analysis::Dynamic, 0.55, 11, &settings));
    assert!(a.events.len() > 5 && a.events.len() == b.events.len());
    for (x, y) in a.events.iter().zip(&b.events) {
        // The same sums in another order, over impacts that multiply rounding.
        close("time", x.time, y.time, 1e-11);
        close("impulse", x.impulse, y.impulse, 1e-10);
    }
}

#[test]
fn two_balls_part_along_the_line_of_their_centres() {
    const E: f64 = 0.5;
    let mut deck = Deck::new(0.0);
    deck.body(2, 1.0, [1.0; 3], at(-1.0, 0.1, 0.05));
    deck.body(3, 2.0, [1.0; 3], at(0.0, 0.0, 0.0));
    let part = deck.part_id(2);
    deck.0.parts[part].velocity = [Some(2.0), None, None];
    shape(&mut deck, 1, 200, ball(0.1), false);
    shape(&mut deck, 2, 300, ball(0.2), false);
    contact(&mut deck, [1, 2], LAW, None);
    rigid(&mut deck, Some(E), NEWTON);
    let record = run(&deck, Analysis::Dynamic, 1.0, 1, &options("dop853", 1e-10));
    // Centres 0.3 apart.
    let x = -(0.09f64 - 0.01 - 0.0025).sqrt();
    let n = Vec3::new(x, 0.1, 0.05) * (1.0 / 0.3);
    let closing = 2.0 * n.x;
    let impulse = -(1.0 + E) * closing / (1.0 + 0.5);
    let impacts = of_kind(&record, EventKind::Impact);
    assert_eq!(impacts.len(), 1);
    close("time", impacts[0].time, (x + 1.0) / 2.0, 1e-13);
    close("rate", impacts[0].rate[0], closing, 1e-13);
    close("impulse", impacts[0].impulse, impulse, 1e-13);
    let bodies = &record.frames[1].bodies;
    near(
        "first",
        bodies[0].velocity,
        Vec3::new(2.0, 0.0, 0.0) + n * impulse,
        1e-13,
    );
    near("second", bodies[1].velocity, n * (-0.5 * impulse), 1e-13);
    near("no spin", bodies[0].angular_velocity, Vec3::zeros(), 1e-15);
}

#[test]
fn a_ball_in_a_bowl_swings_like_a_pendulum_and_a_dropped_one_stays() {
    let bowl = |position: Vec3| {
        let mut deck = Deck::new(G);
        deck.body(2, 1.0, [1.0; 3], at(position.x, position.y, position.z));
        shape(&mut deck, 1, 200, ball(0.1), false);
        shape(&mut deck, 2, 1, ball(0.6), true);
        contact(&mut deck, [1, 2], LAW, None);
        rigid(&mut deck, Some(0.0), NEWTON);
        deck
    };
    // At rest on the wall, 60 degrees from the lowest point; radius of its circle 0.5.
    let angle = std::f64::consts::FRAC_PI_3;
    let deck = bowl(Vec3::new(0.5 * angle.sin(), 0.0, -0.5 * angle.cos()));
    let record = run(
        &deck,
        Analysis::Dynamic,
        3.0,
        300,
        &options("dop853", 1e-11),
    );
    for frame in &record.frames {
        let body = &frame.bodies[0];
        let place = Vec3::from(body.position);
        close("radius", place.norm(), 0.5, 1e-10);
        let speed = Vec3::from(body.velocity).norm();
        let fallen = -0.5 * angle.cos() - place.z;
        close("speed", 0.5 * speed * speed, G * fallen, 1e-9);
        // N = g·(3·cos θ − 2·cos θ₀)
        let force = frame.forces[0];
        let force = Vec3::new(force[0], force[1], force[2]).norm();
        close(
            "force",
            force,
            G * (-6.0 * place.z - 2.0 * angle.cos()),
            1e-8,
        );
    }
    assert!(of_kind(&record, EventKind::Impact).is_empty());
    // From the centre, where the distance has no direction.
    let deck = bowl(Vec3::zeros());
    let record = run(&deck, Analysis::Dynamic, 1.0, 1, &options("dop853", 1e-10));
    close("time", record.events[0].time, (1.0 / G).sqrt(), 1e-12);
    near(
        "place",
        record.frames[1].bodies[0].position,
        Vec3::new(0.0, 0.0, -0.5),
        1e-11,
    );
    close("force", record.frames[1].forces[0][2], G, 1e-10);
}

/// A ball against a plate of a millimetre at 100 m/s: on its face, and on its edge.
#[test]
fn nothing_tunnels_through_a_thin_plate() {
    const E: f64 = 0.5;
    for (name, x) in [("face", 0.1), ("edge", 0.505)] {
        let mut deck = Deck::new(0.0);
        deck.body(2, 1.0, [1.0; 3], at(x, 0.0, 0.5));
        let part = deck.part_id(2);
        deck.0.parts[part].velocity = [None, None, Some(-100.0)];
        shape(&mut deck, 1, 200, ball(0.01), false);
        shape(
            &mut deck,
            2,
            1,
            Shape::BoxFromCenter([1.0, 1.0, 1e-3]),
            false,
        );
        contact(&mut deck, [1, 2], LAW, None);
        rigid(&mut deck, Some(E), NEWTON);
        // Steps are as long as they like: ten times the plate is crossed in 1e-4 s.
        let settings = RunOptions {
            error: Some(1e-3),
            ..options("dop853", 1e-3)
        };
        let record = run(&deck, Analysis::Dynamic, 0.02, 1, &settings);
        let out = (x - 0.5f64).max(0.0);
        let up = (1e-4 - out * out).sqrt();
        let n = Vec3::new(out, 0.0, up) * 100.0;
        let event = &record.events[0];
        close(name, event.time, (0.5 - 5e-4 - up) / 100.0, 1e-13);
        let before = Vec3::new(0.0, 0.0, -100.0);
        let after = before - n * ((1.0 + E) * before.dot(&n));
        near(name, record.frames[1].bodies[0].velocity, after, 1e-9);
        assert_eq!(record.events.len(), 1);
        assert!(imbalance(&record) < 1e-14);
    }
}

#[test]
fn what_has_no_formula_is_refused() {
    let refusal = |deck: &Deck| {
        let mut d = Diagnostics::default();
        assert!(Simulation::assemble(&deck.0, &mut d).is_none());
        d.iter().map(|d| d.name).collect::<Vec<_>>()
    };
    let with = |solid: Shape, restitution| {
        let mut deck = Deck::new(G);
        deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 1.0));
        shape(&mut deck, 1, 200, solid, false);
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, None);
        rigid(&mut deck, restitution, NEWTON);
        deck
    };
    let egg = Shape::Ellipsoid([0.1, 0.1, 0.2]);
    let mut deck = with(egg, Some(0.5));
    // A cavity instead of the plane.
    let id = deck.0.graphics.find(2).expect("there");
    deck.0.graphics[id].shape = ball(2.0);
    deck.0.graphics[id].cavity = true;
    assert_eq!(refusal(&deck), ["contact-shape"]);
    assert_eq!(refusal(&with(ball(0.1), None)), ["rigid-restitution"]);
    // Friction is none of the reasons; a static coefficient below the dynamic one is told.
    let mut deck = with(ball(0.1), Some(0.5));
    let id = deck.0.contacts.find(1).expect("there");
    deck.0.contacts[id].friction = Some(Friction {
        mu_static: 0.2,
        mu_dynamic: 0.3,
        stiction_velocity: 0.01,
        friction_velocity: 0.1,
        dynamics_only: false,
        max_stiction_deformation: None,
    });
    let mut d = Diagnostics::default();
    assert!(Simulation::assemble(&deck.0, &mut d).is_some());
    let names: Vec<_> = d.iter().map(|d| d.name).collect();
    assert_eq!(names, ["rigid-static-friction"]);
}
