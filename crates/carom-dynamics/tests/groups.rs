//! Contacts with shapes of several parts on a side are the contacts of their pairs of parts: the same motion, forces, events and analyses.

use crate::support;
use carom_laws::contact::solids::{
    AnyLaw, HuntCrossleyParameters, PoissonParameters, VolumeParameters,
};
use carom_laws::restitution::NEWTON;

use carom_base::{Diagnostics, Severity, Vec3};
use carom_dynamics::assemble::assemble as assemble_system;
use carom_dynamics::{EventRow, Frame, Layout, Observer, Progress, RunOptions, Statistics};
use carom_model::analysis::{Analysis, Command, ContactGroups, ContactRule, LinearSettings};
use carom_model::force::{Friction, Kind, NormalLaw};
use carom_model::graphics::Shape;
use carom_model::run::Linearization;
use support::solids::*;
use support::*;

const RADIUS: f64 = 0.1;

/// Three balls and a plate above a plane, of which some are near each other; the shapes of the parts.
fn heap() -> (Deck, Vec<u32>) {
    let mut deck = Deck::new(G);
    shape(&mut deck, 1, 1, PLANE, false);
    let places = [[0.0, 0.0, 0.101], [0.195, 0.02, 0.16], [-0.03, 0.12, 0.27]];
    for (label, [x, y, z]) in (2..).zip(places) {
        deck.body(label, 1.0, [0.004; 3], at(x, y, z));
        shape(&mut deck, label, 100 * label, ball(RADIUS), false);
    }
    deck.body(5, 2.0, [0.02, 0.03, 0.04], at(0.05, 0.05, 0.43));
    shape(
        &mut deck,
        5,
        500,
        Shape::BoxFromCenter([0.5, 0.4, 0.1]),
        false,
    );
    (deck, vec![1, 2, 3, 4, 5])
}

/// Each law that contacts know, with a name.
fn laws() -> Vec<(&'static str, NormalLaw, Option<Friction>)> {
    let bristles = Friction {
        max_stiction_deformation: Some(1e-4),
        ..coulomb([0.3, 0.2])
    };
    let volume = NormalLaw::Parametric(AnyLaw::Volume(VolumeParameters {
        stiffness: 1e7,
        damping: 0.1,
    }));
    let poisson = NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
        penalty: 1e5,
        restitution: 0.5,
        transition_velocity: Some(0.01),
    }));
    let hunt_crossley = NormalLaw::of(HuntCrossleyParameters {
        stiffness: 1e6,
        exponent: 1.5,
        damping: 0.4,
    });
    let function = NormalLaw::Function(expression("1E5*DEPTH+50*DEPTHDOT*STEP(DEPTH,0,0,1E-4,1)"));
    vec![
        ("impact", LAW, None),
        ("friction", LAW, Some(coulomb([0.3, 0.2]))),
        ("bristles", LAW, Some(bristles)),
        ("volume", volume, None),
        ("poisson", poisson, None),
        ("hunt_crossley", hunt_crossley, None),
        ("function", function, None),
    ]
}

/// The heap with one contact of all, or with one for each pair.
fn decks(law: &NormalLaw, friction: Option<&Friction>) -> [Deck; 2] {
    let (mut group, all) = heap();
    connect(
        &mut group,
        1,
        (&all[1..], &all),
        law.clone(),
        friction.cloned(),
    );
    let (mut pairs, _) = heap();
    let mut label = 0;
    for i in 2..=5 {
        for j in 1..=5 {
            if j == 1 || j > i {
                label += 1;
                connect(
                    &mut pairs,
                    label,
                    (&[i], &[j]),
                    law.clone(),
                    friction.cloned(),
                );
            }
        }
    }
    [group, pairs]
}

fn same(name: &str, [group, pairs]: [&Record; 2]) {
    assert_eq!(group.frames.len(), pairs.frames.len(), "{name}");
    for (a, b) in group.frames.iter().zip(&pairs.frames) {
        for (x, y) in a.bodies.iter().zip(&b.bodies) {
            // The same operations in the same order.
            assert_eq!(x, y, "{name} at {}", a.time);
        }
        let force = |rows: &[carom_model::run::ContactRow]| -> Vec3 {
            rows.iter().map(|r| Vec3::from(r.normal) * r.force).sum()
        };
        assert_eq!(
            force(&a.contacts),
            force(&b.contacts),
            "{name} at {}",
            a.time
        );
    }
    let told = |r: &Record| -> Vec<_> { r.events.iter().map(|e| (e.time, e.kind)).collect() };
    assert_eq!(told(group), told(pairs), "{name}");
}

#[test]
fn a_group_moves_as_its_pairs() {
    for (name, law, friction) in laws() {
        for method in ["dop853", "radau5", "gstiff"] {
            let name = format!("{name} {method}");
            let both = decks(&law, friction.as_ref())
                .map(|deck| run(&deck, Analysis::Dynamic, 0.2, 20, &options(method, 1e-6)));
            assert!(!both[0].events.is_empty(), "{name}");
            same(&name, [&both[0], &both[1]]);
        }
    }
}

#[test]
fn rigid_groups_move_as_their_pairs() {
    for friction in [None, Some(coulomb([0.3, 0.2]))] {
        for method in ["dop853", "radau5"] {
            let both = decks(&LAW, friction.as_ref()).map(|mut deck| {
                rigid(&mut deck, Some(0.2), NEWTON);
                run(&deck, Analysis::Dynamic, 0.2, 20, &options(method, 1e-6))
            });
            assert!(!both[0].events.is_empty());
            same(&format!("{method} {friction:?}"), [&both[0], &both[1]]);
        }
    }
}

/// Keeps frames and linear equations.
#[derive(Default)]
struct Found {
    frames: Vec<Frame>,
    linear: Vec<Linearization>,
}

impl Observer for Found {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, frame: &Frame) {
        self.frames.push(frame.clone());
    }
    fn event(&mut self, _: &EventRow) {}
    fn linear(&mut self, found: &Linearization) {
        self.linear.push(found.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, _: &Statistics) {}
}

/// Equilibrium and its frequencies.
#[test]
fn groups_have_all_analyses() {
    let column = |group: bool| {
        let mut deck = Deck::new(G);
        shape(&mut deck, 1, 1, PLANE, false);
        for label in 2..5 {
            let z = RADIUS * (2.0 * f64::from(label) - 3.0);
            deck.body(label, 1.0, [0.004; 3], at(0.0, 0.0, z));
            deck.joint(label, carom_model::JointKind::Translational, 100 * label, 1);
            shape(&mut deck, label, 100 * label, ball(RADIUS), false);
        }
        if group {
            connect(&mut deck, 1, (&[2, 3, 4], &[1, 2, 3, 4]), LAW, None);
        } else {
            for i in 2..5 {
                for j in (1..5).filter(|j| *j == 1 || *j > i) {
                    connect(&mut deck, 10 * i + j, (&[i], &[j]), LAW, None);
                }
            }
        }
        deck
    };
    let found = [true, false].map(|group| {
        let deck = column(group);
        let mut simulation = assemble(&deck);
        let mut record = Found::default();
        let options = RunOptions::default();
        let mut execute = |command: &Command| {
            simulation
                .execute(command, &options, &mut record)
                .expect("runs")
        };
        execute(&Command::Simulate {
            analysis: Analysis::Static,
            end: None,
            output: None,
            span: carom_base::Span::NONE,
        });
        execute(&Command::Linear(
            LinearSettings::default(),
            carom_base::Span::NONE,
        ));
        let linear = record.linear.pop().expect("told");
        let last = record.frames.last().expect("told").clone();
        for (k, body) in last.bodies.iter().enumerate() {
            // Each ball sinks by what those from it on weigh on the ones below: k·p^1.5.
            let sinks = |carried: f64| (carried * G / 1e5).powf(1.0 / 1.5);
            let sunk: f64 = (0..=k).map(|j| sinks(3.0 - j as f64)).sum();
            let z = RADIUS * (2.0 * k as f64 + 1.0) - sunk;
            close(&format!("ball {k}"), body.position[2], z, 1e-12);
        }
        linear.eigenvalues
    });
    assert_eq!(found[0].len(), 6);
    for (a, b) in found[0].iter().zip(&found[1]) {
        assert_eq!(a, b);
    }
}

/// The sum of the forces on side I, also where a force depends on it.
#[test]
fn the_sum_of_a_group() {
    let mut deck = Deck::new(G);
    shape(&mut deck, 1, 1, PLANE, false);
    for label in 2..5 {
        deck.body(
            label,
            f64::from(label),
            [0.004; 3],
            at(f64::from(label), 0.0, RADIUS),
        );
        shape(&mut deck, label, 100 * label, ball(RADIUS), false);
    }
    deck.body(9, 1.0, [0.1; 3], at(0.0, 5.0, 1.0));
    connect(&mut deck, 1, (&[2, 3, 4], &[1]), LAW, None);
    deck.sforce(1, Kind::Translation, true, (900, 1), "CONTACT(1,0,4,0)");
    for (k, text) in ["CONTACT(1,0,4,0)", "CONTACT(1,1,4,0)"]
        .into_iter()
        .enumerate()
    {
        deck.variable(k as u32 + 1, text);
    }
    let record = run(&deck, Analysis::Dynamic, 3.0, 1, &options("radau5", 1e-9));
    let last = record.frames.last().expect("told");
    // 1e-6: what three seconds of damping leave
    close("on I", last.variables[0], 9.0 * G, 1e-6 * G);
    close("on J", last.variables[1], -9.0 * G, 1e-6 * G);
    let lifted = last.bodies.last().expect("there").acceleration[2];
    close("lifted", lifted, 8.0 * G, 1e-6 * G);
}

fn diagnostics(deck: &Deck) -> Diagnostics {
    let mut d = Diagnostics::default();
    assemble_system(&deck.0, &mut d);
    d
}

/// Many pairs are computed by who is near, unless the model asks for pairs, or for what only these have.
#[test]
fn many_pairs() {
    let many = |count: u32, edit: &dyn Fn(&mut Deck)| {
        let mut deck = Deck::new(G);
        shape(&mut deck, 1, 1, PLANE, false);
        let labels: Vec<u32> = (2..2 + count).collect();
        for &label in &labels {
            deck.body(label, 1.0, [0.004; 3], at(f64::from(label), 0.0, RADIUS));
            shape(&mut deck, label, 100 * label, ball(RADIUS), false);
        }
        connect(
            &mut deck,
            1,
            (&labels, &[&[1], &labels[..]].concat()),
            LAW,
            None,
        );
        edit(&mut deck);
        deck
    };
    let note = |deck: &Deck| {
        let d = diagnostics(deck);
        assert!(!d.has_errors(), "{d:?}");
        let own = d.iter().find(|d| d.name == "contact-groups").expect("told");
        own.message.clone()
    };
    // 13 on the plane and 13·12/2 on each other
    assert!(note(&many(13, &|_| ())).contains("91 pairs"));
    assert!(note(&many(14, &|_| ())).contains("without events"));
    let pairs = |d: &mut Deck| d.0.settings.contact_groups = ContactGroups::Pairs;
    assert!(note(&many(14, &pairs)).contains("105 pairs"));
    let near = |d: &mut Deck| d.0.settings.contact_groups = ContactGroups::Near;
    assert!(note(&many(13, &near)).contains("without events"));
    let potential = |d: &mut Deck| d.0.settings.contact_rule = ContactRule::Potential;
    assert!(note(&many(14, &potential)).contains("105 pairs"));
    let is_rigid = |d: &mut Deck| rigid(d, Some(0.5), NEWTON);
    assert!(note(&many(14, &is_rigid)).contains("105 pairs"));
    let refused = diagnostics(&many(101, &is_rigid));
    let errors: Vec<_> = refused
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].message.contains("more than 5000 pairs"),
        "{errors:?}"
    );
}
