//! A cone that rolls on its side: two contacts share what they carry along a line that turns, so no choice of tangents serves for the whole way.

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::space::{Quaternion, rotation_y};
use carom_base::{Pose, Vec3};
use carom_dynamics::EventKind;
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, at, options, run};

const LENGTH: f64 = 0.4;
const BOTTOM: f64 = 0.2;
const TOP: f64 = 0.1;
/// Speed of rolling, about the line of contact.
const SPEED: f64 = 4.0;

/// A frustum on its side on a plane, its middle at the origin of the part, rolling about its tip.
fn cone(mu: f64) -> Deck {
    cone_on(PLANE, mu)
}

fn cone_on(ground: Shape, mu: f64) -> Deck {
    let lean = ((BOTTOM - TOP) / LENGTH).atan();
    let middle = 0.5 * LENGTH;
    let height = BOTTOM * lean.cos() - middle * lean.sin();
    let mut deck = Deck::new(G);
    let pose = Pose {
        position: Vec3::new(0.0, 0.0, height),
        // The axis points to the tip, and down.
        rotation: rotation_y(0.5 * std::f64::consts::PI + lean),
    };
    deck.body(2, 1.0, [0.016, 0.016, 0.012], pose);
    deck.marker(201, 2, at(0.0, 0.0, -middle));
    let frustum = Shape::Frustum {
        length: LENGTH,
        bottom: BOTTOM,
        top: TOP,
    };
    shape(&mut deck, 1, 201, frustum, false);
    let low = match ground {
        Shape::BoxFromCenter([.., z]) => -0.5 * z,
        _ => 0.0,
    };
    deck.marker(11, 1, at(0.0, 0.0, low));
    shape(&mut deck, 2, 11, ground, false);
    contact(&mut deck, [1, 2], LAW, Some([mu; 2]));
    rigid(&mut deck, Some(0.0), NEWTON);
    let (v, w) = (-SPEED * height, SPEED);
    speed(&mut deck, 2, Vec3::new(0.0, v, 0.0), Vec3::new(w, 0.0, 0.0));
    deck
}

/// It goes round its tip with ω·tan α, more than once, without slip and without an event of friction. The force to the
/// tip, 0.06 of the weight, is little less than friction holds at both contacts together, and more than at one of them.
#[test]
fn a_cone_rolls_round_its_tip() {
    let rate = SPEED * (BOTTOM - TOP) / LENGTH;
    let table = Shape::BoxFromCenter([4.0, 4.0, 1.0]);
    for (method, ground) in [
        ("auto", PLANE),
        ("dop853", PLANE),
        ("radau5", PLANE),
        ("dop853", table),
    ] {
        let record = run(
            &cone_on(ground, 0.5),
            Analysis::Dynamic,
            7.0,
            70,
            &options(method, 1e-9),
        );
        for frame in &record.frames {
            let axis = Quaternion(frame.bodies[0].orientation).matrix().column(2);
            let turned = axis.y.atan2(axis.x) - rate * frame.time;
            // The speed of rolling is held to 1e-9 a step, over some hundred steps and 7 s.
            assert!(
                turned.sin().abs() < 1e-6 && turned.cos() > 0.0,
                "{method}: at {} off by {:e}",
                frame.time,
                turned.sin()
            );
        }
        for kind in [EventKind::Slip, EventKind::Separation, EventKind::Impact] {
            let list = of_kind(&record, kind);
            assert!(list.is_empty(), "{method}: {:?}", list.first());
        }
        assert!(
            imbalance(&record) < 1e-7,
            "{method}: {}",
            imbalance(&record)
        );
    }
}

/// On ice it does not roll but slides as it is: what held it by friction is gone, and so is the turning.
#[test]
fn without_friction_it_does_not_go_round() {
    let mut deck = cone(0.5);
    let id = deck.0.contacts.find(1).expect("there");
    deck.0.contacts[id].friction = None;
    let record = run(&deck, Analysis::Dynamic, 0.5, 5, &options("dop853", 1e-9));
    for frame in &record.frames {
        let v = frame.bodies[0].velocity;
        let start = record.frames[0].bodies[0].velocity;
        // Nothing pushes along the plane: exact but for rounding.
        assert!(
            (v[0] - start[0]).abs() < 1e-9 && (v[1] - start[1]).abs() < 1e-9,
            "{v:?}"
        );
    }
}
