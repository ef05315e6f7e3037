//! Linear forces between several markers, beside fields and in closed form.

use crate::support;

use carom_dynamics::Frame;
use carom_model::analysis::Analysis;
use carom_model::force::Damping;
use carom_model::*;
use support::*;

/// Two bodies that fly, beside a third one that flies, too.
fn deck() -> Deck {
    let mut d = Deck::new(0.0);
    for (label, x) in [(2, 0.0), (3, 1.0), (4, -0.5)] {
        d.body(
            label,
            1.0 + x * x,
            [0.2, 0.3, 0.4],
            turned(x, 0.1 * x, 0.2, [5.0, 8.0, -6.0 * x]),
        );
        d.marker(label * 10, label, turned(0.1, -0.1, 0.05, [3.0, 2.0, 4.0]));
        let id = d.part_id(label);
        d.0.parts[id].velocity = [Some(0.1), Some(-0.2 * x), Some(0.3)];
        d.0.parts[id].angular_velocity = [Some(0.2 * x), Some(0.1), Some(-0.1)];
    }
    d
}

/// A stiffness with coupling, not symmetric.
fn block(k: f64) -> [f64; 36] {
    std::array::from_fn(|at| {
        let (r, c) = (at / 6, at % 6);
        if r == c {
            k
        } else {
            0.05 * (r as f64 - 0.7 * c as f64)
        }
    })
}

fn field(d: &mut Deck, label: u32, i: u32, k: f64) {
    let f = Field {
        tag: Tag::new("FIELD", label),
        i: d.marker_id(i),
        j: d.marker_id(20),
        stiffness: block(k),
        damping: Damping::Ratio(0.05),
        length: [0.1, 0.0, 0.2, 0.01, 0.0, -0.02],
        preload: [0.3, 0.0, 0.0, 0.1, 0.0, 0.2],
        user: None,
    };
    d.0.fields.insert(f).expect("a new label");
}

fn last(d: &Deck, integrator: &str) -> Frame {
    let record = run(d, Analysis::Dynamic, 1.0, 4, &options(integrator, 1e-9));
    record.frames.last().expect("frames").clone()
}

/// A matrix of two blocks is two fields, bit by bit the same forces on the same bodies.
#[test]
fn blocks_are_fields() {
    let mut fields = deck();
    field(&mut fields, 1, 30, 4.0);
    field(&mut fields, 2, 40, 7.0);
    let mut one = deck();
    let n = 12;
    let mut stiffness = vec![0.0; n * n];
    for (at, k) in [(0, 4.0), (6, 7.0)] {
        let block = block(k);
        for r in 0..6 {
            stiffness[(at + r) * n + at..][..6].copy_from_slice(&block[6 * r..][..6]);
        }
    }
    let twice = |x: [f64; 6]| [x, x].concat();
    let force = MultiPoint {
        tag: Tag::new("NFORCE", 1),
        markers: [30, 40].map(|m| one.marker_id(m)).into(),
        j: one.marker_id(20),
        damping: stiffness.iter().map(|k| 0.05 * k).collect(),
        stiffness,
        length: twice([0.1, 0.0, 0.2, 0.01, 0.0, -0.02]),
        preload: twice([0.3, 0.0, 0.0, 0.1, 0.0, 0.2]),
    };
    one.0.multi_points.insert(force).expect("a new label");
    for integrator in ["radau", "dop853"] {
        let (a, b) = (last(&fields, integrator), last(&one, integrator));
        for (x, y) in a.bodies.iter().zip(&b.bodies) {
            for k in 0..3 {
                // The same numbers in another order: rounding.
                assert!((x.position[k] - y.position[k]).abs() < 1e-13);
                assert!((x.angular_velocity[k] - y.angular_velocity[k]).abs() < 1e-13);
            }
        }
        assert_eq!(a.forces.len(), b.forces.len());
    }
}

/// Two masses on ground with K = [2k, −k; −k, 2k] along x swing with k and 3·k: x₁ ± x₂ are cosines.
#[test]
fn two_masses_in_closed_form() {
    let (m, k) = (2.0, 50.0);
    let mut d = Deck::new(0.0);
    for (label, x) in [(2, 0.3), (3, -0.1)] {
        d.body(label, m, [1.0; 3], at(x, 0.0, 0.0));
    }
    let n = 12;
    let mut stiffness = vec![0.0; n * n];
    for (r, c, x) in [(0, 0, 2.0 * k), (0, 6, -k), (6, 0, -k), (6, 6, 2.0 * k)] {
        stiffness[r * n + c] = x;
    }
    let force = MultiPoint {
        tag: Tag::new("NFORCE", 1),
        markers: [200, 300].map(|m| d.marker_id(m)).into(),
        j: d.marker_id(1),
        stiffness,
        damping: vec![0.0; n * n],
        length: vec![0.0; n],
        preload: vec![0.0; n],
    };
    d.0.multi_points.insert(force).expect("a new label");
    let f = last(&d, "dop853");
    let (slow, fast) = ((k / m).sqrt(), (3.0 * k / m).sqrt());
    let (sum, difference) = (0.2 * slow.cos(), 0.4 * fast.cos());
    let x = [0, 1].map(|b| f.bodies[b].position[0]);
    // Errors of 1e-9 in each of some ten steps.
    assert!((x[0] - (sum + difference) / 2.0).abs() < 1e-8);
    assert!((x[1] - (sum - difference) / 2.0).abs() < 1e-8);
}

/// A torque about z that grows with the angle through half a turn and beyond: I·θ'' = −k·θ from rest at zero with the speed 10 swings by 5 rad.
#[test]
fn turns_about_z_are_counted() {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    let id = d.part_id(2);
    d.0.parts[id].angular_velocity = [Some(0.0), Some(0.0), Some(10.0)];
    let mut stiffness = vec![0.0; 36];
    stiffness[35] = 4.0;
    let force = MultiPoint {
        tag: Tag::new("NFORCE", 1),
        markers: [d.marker_id(200)].into(),
        j: d.marker_id(1),
        stiffness,
        damping: vec![0.0; 36],
        length: vec![0.0; 6],
        preload: vec![0.0; 6],
    };
    d.0.multi_points.insert(force).expect("a new label");
    for integrator in ["radau", "dop853"] {
        let frame = last(&d, integrator);
        let speed = frame.bodies[0].angular_velocity[2];
        // 1e-7: a hundred times the tolerance of the integration
        assert!(
            (speed - 10.0 * 2f64.cos()).abs() < 1e-7,
            "{integrator}: {speed}"
        );
    }
}
