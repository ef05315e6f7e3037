//! Contacts of groups by who is near: as contacts of pairs, closed forms, what is kept, what is refused.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters};

use carom_base::{Diagnostics, Pose, Severity, Vec3};
use carom_dynamics::assemble::assemble as assemble_system;
use carom_dynamics::{RunOptions, Simulation};
use carom_model::analysis::{Analysis, Command, ContactGroups, End};
use carom_model::force::{Friction, Kind, NormalLaw};
use carom_model::graphics::Shape;
use support::solids::{G, PLANE, ball, close, imbalance, shape, speed};
use support::*;

const RADIUS: f64 = 0.01;
const MASS: f64 = 0.0105;
/// Of a solid ball.
const INERTIA: f64 = 0.4 * MASS * RADIUS * RADIUS;
const STIFFNESS: f64 = 1e7;
const LAW: NormalLaw = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
    stiffness: STIFFNESS,
    exponent: 1.5,
    damping: 15.0,
    dmax: 5e-5,
}));
const ELASTIC: NormalLaw = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
    stiffness: STIFFNESS,
    exponent: 1.5,
    damping: 0.0,
    dmax: 5e-5,
}));

fn friction() -> Friction {
    Friction {
        mu_static: 0.3,
        mu_dynamic: 0.2,
        stiction_velocity: 0.05,
        friction_velocity: 0.1,
        dynamics_only: false,
        max_stiction_deformation: None,
    }
}

/// A contact that is computed by who is near, however few there are.
fn connect(
    deck: &mut Deck,
    label: u32,
    sides: (&[u32], &[u32]),
    law: NormalLaw,
    friction: Option<Friction>,
) {
    deck.0.settings.contact_groups = ContactGroups::Near;
    support::solids::connect(deck, label, sides, law, friction);
}

/// A part with a ball of its own label on it.
fn add_ball(deck: &mut Deck, label: u32, at: Vec3) {
    let pose = Pose {
        position: at,
        ..Pose::identity()
    };
    deck.body(label, MASS, [INERTIA; 3], pose);
    shape(deck, label, label * 100, ball(RADIUS), false);
}

/// Numbers between -1 and 1.
fn random() -> impl FnMut() -> f64 {
    let mut state = 7_u64;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Balls off a lattice above each other; their labels.
fn heap(deck: &mut Deck, [nx, ny, nz]: [u32; 3], pitch: f64, low: f64) -> Vec<u32> {
    let mut next = random();
    let mut labels = Vec::new();
    for k in 0..nx * ny * nz {
        let at = [k % nx, k / nx % ny, k / (nx * ny)].map(f64::from);
        let off = Vec3::from_fn(|_| 0.1 * RADIUS * next());
        let middle = Vec3::new(f64::from(nx - 1), f64::from(ny - 1), 0.0) * 0.5;
        let place = (Vec3::from(at) - middle) * pitch + off + Vec3::new(0.0, 0.0, low);
        add_ball(deck, 11 + k, place);
        labels.push(11 + k);
    }
    labels
}

/// Floor and walls: planes, a plate, and a free cylinder in the middle; their labels.
fn surroundings(deck: &mut Deck, half: f64) -> Vec<u32> {
    deck.marker(50, 1, at(-0.2, -0.2, -0.1));
    shape(deck, 1, 50, Shape::BoxFromCorner([0.4, 0.4, 0.1]), false);
    for (k, angle) in [0.0, 90.0, 180.0, 270.0].into_iter().enumerate() {
        // z of the marker towards the middle
        let label = 51 + k as u32;
        let (s, c) = f64::to_radians(angle).sin_cos();
        let place = turned(half * s, -half * c, 0.0, [angle, -90.0, 0.0]);
        deck.marker(label, 1, place);
        shape(deck, 2 + k as u32, label, PLANE, false);
    }
    let across = turned(0.01, -0.012, 0.1, [20.0, 80.0, 10.0]);
    deck.body(3, 0.02, [3e-6, 3e-6, 1e-6], across);
    deck.marker(60, 3, at(0.0, 0.0, -0.01));
    let roller = Shape::Cylinder {
        length: 0.02,
        radius: 0.008,
    };
    shape(deck, 6, 60, roller, false);
    vec![1, 2, 3, 4, 5, 6]
}

/// With an exponent above 2 the force stays away once the damping has taken it; below, it would come back for a moment, which only a guard is sure to see.
const STEEP: NormalLaw = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
    stiffness: 3e9,
    exponent: 2.2,
    damping: 15.0,
    dmax: 5e-5,
}));

/// Eight balls and a cylinder between walls: all in one contact, or a contact for each pair of bodies.
fn box_of_balls(groups: bool) -> Deck {
    let mut d = Deck::new(G);
    let balls = heap(&mut d, [2, 2, 2], 0.021, 0.0103);
    let others = surroundings(&mut d, 0.022);
    if groups {
        let all: Vec<u32> = balls.iter().chain(&others).copied().collect();
        connect(&mut d, 1, (&balls, &all), STEEP, Some(friction()));
        connect(&mut d, 2, (&[6], &others[..5]), STEEP, Some(friction()));
        return d;
    }
    let mut label = 0;
    let mut pair = |d: &mut Deck, i: u32, j: &[u32]| {
        label += 1;
        connect(d, label, (&[i], j), STEEP, Some(friction()));
    };
    for (k, &a) in balls.iter().enumerate() {
        for &b in &balls[k + 1..] {
            pair(&mut d, a, &[b]);
        }
        pair(&mut d, a, &others[..5]);
        pair(&mut d, a, &[6]);
    }
    pair(&mut d, 6, &others[..5]);
    d
}

/// The same model as one contact of groups and as 45 contacts of pairs, which find each touch and each slip as an event.
#[test]
fn groups_move_as_pairs_do() {
    let tight = options("dop853", 1e-10);
    let [groups, pairs] =
        [true, false].map(|g| run(&box_of_balls(g), Analysis::Dynamic, 0.06, 60, &tight));
    assert!(pairs.events.len() > 100, "{}", pairs.events.len());
    let mut touching = 0;
    for (a, b) in groups.frames.iter().zip(&pairs.frames) {
        for (x, y) in a.bodies.iter().zip(&b.bodies) {
            let miss = Vec3::from(x.position) - Vec3::from(y.position);
            // 1e-9 were found, at an error of 1e-10: each impact makes more of what is off
            assert!(miss.norm() < 5e-9, "{} {miss}", a.time);
        }
        // Which solids touch, the smaller label first, and how strongly.
        let rows = |f: &carom_dynamics::Frame| {
            let row = |c: &carom_model::run::ContactRow| {
                let [i, j] = c.solids;
                ([i.min(j), i.max(j)], c.force)
            };
            let mut rows: Vec<([u32; 2], f64)> = f.contacts.iter().map(row).collect();
            rows.sort_by_key(|r| r.0);
            rows
        };
        let forces = [rows(a), rows(b)];
        assert_eq!(forces[0].len(), forces[1].len(), "{}", a.time);
        for (x, y) in forces[0].iter().zip(&forces[1]) {
            assert_eq!(x.0, y.0);
            close("force", x.1, y.1, 1e-4);
        }
        touching += forces[0].len();
    }
    assert!(touching > 100, "{touching}");
}

/// Balls on a line, with a floor: each carries those above it, `N = k·p^1.5`.
#[test]
fn a_column_at_rest() {
    let mut d = Deck::new(G);
    let labels: Vec<u32> = (11..16).collect();
    for (k, l) in labels.iter().enumerate() {
        add_ball(
            &mut d,
            *l,
            Vec3::new(0.0, 0.0, RADIUS * (1.0 + 2.0 * k as f64)),
        );
    }
    shape(&mut d, 1, 1, PLANE, false);
    // Full damping from a depth on that all have soon.
    let law = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
        stiffness: STIFFNESS,
        exponent: 1.5,
        damping: 15.0,
        dmax: 1e-6,
    }));
    connect(&mut d, 1, (&labels, &labels), law.clone(), Some(friction()));
    connect(&mut d, 2, (&labels, &[1]), law, None);
    for (k, text) in ["CONTACT(2,0,4,0)", "CONTACT(2,1,4,0)", "CONTACT(1,0,1,0)"]
        .into_iter()
        .enumerate()
    {
        d.variable(k as u32 + 1, text);
    }
    let record = run(&d, Analysis::Dynamic, 1.0, 1, &options("auto", 1e-9));
    assert_eq!(record.statistics[0].integrator, "rkf45");
    let frame = record.frames.last().expect("told");
    let weight = MASS * G;
    // 1e-6: what a second of damping leaves
    close("floor", frame.variables[0], 5.0 * weight, 1e-6 * weight);
    close(
        "on the floor",
        frame.variables[1],
        -5.0 * weight,
        1e-6 * weight,
    );
    assert_eq!(frame.contacts.len(), 5);
    let mut above = 0.0;
    for row in &frame.contacts {
        let z = row.point[2];
        let carried = 5.0 - (z / (2.0 * RADIUS)).round();
        let above_it = 16 - carried as u32;
        let below_it = if row.contact == 1 { 1 } else { above_it - 1 };
        let mut pair = row.solids;
        pair.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(pair, [above_it, below_it]);
        close("force", row.force, carried * weight, 1e-6 * weight);
        let depth = (carried * weight / STIFFNESS).powf(1.0 / 1.5);
        close("depth", row.depth, depth, 1e-6 * depth);
        above += f64::from(u8::from(row.contact == 0)) * carried * weight;
    }
    // I is the lower of two: all push down
    close("sum", frame.variables[2], above, 1e-5 * weight);
    // The volume of a cap, π·p²·(R − p/3), from the geometry.
    let floor = frame
        .contacts
        .iter()
        .find(|r| r.contact == 1)
        .expect("told");
    let cap = std::f64::consts::PI * floor.depth * floor.depth * (RADIUS - floor.depth / 3.0);
    close("volume", floor.volume, cap, 1e-9 * cap);
}

/// Two equal balls that meet: `m·v²/4 + 2/5·k·p^2.5` stays, and they swap their speeds.
#[test]
fn two_balls_that_meet() {
    let mut d = Deck::new(0.0);
    add_ball(&mut d, 11, Vec3::new(-0.0105, 0.0, 0.0));
    add_ball(&mut d, 12, Vec3::new(0.0105, 0.0, 0.0));
    let v = 1.5;
    speed(&mut d, 11, Vec3::new(v, 0.0, 0.0), Vec3::zeros());
    speed(&mut d, 12, Vec3::zeros(), Vec3::zeros());
    connect(&mut d, 1, (&[11, 12], &[11, 12]), ELASTIC, None);
    let record = run(&d, Analysis::Dynamic, 0.004, 80, &options("auto", 1e-10));
    let mut deepest: f64 = 0.0;
    let start = MASS * v * v / 4.0;
    for frame in &record.frames {
        let depth = frame.contacts.first().map_or(0.0, |c| c.depth);
        let apart = frame.bodies[0].velocity[0] - frame.bodies[1].velocity[0];
        let energy = MASS * apart * apart / 4.0 + 0.4 * STIFFNESS * depth.powf(2.5);
        // the tolerance of the run, 1e-10 m against a depth of 4e-4 m
        close("energy", energy, start, 1e-6 * start);
        deepest = deepest.max(depth);
    }
    let most = (2.5 * start / STIFFNESS).powf(0.4);
    assert!(
        deepest > 0.95 * most && deepest < most * 1.000_001,
        "{deepest} {most}"
    );
    let last = record.frames.last().expect("told");
    // 1.2e-8 were found: the steps over first and last touch
    close("the first", last.bodies[0].velocity[0], 0.0, 5e-8);
    close("the second", last.bodies[1].velocity[0], v, 5e-8);
    assert!(record.events.is_empty());
    assert!(imbalance(&record) < 1e-7);
}

/// Without other forces a cloud of balls with friction keeps momentum and angular momentum.
#[test]
fn momentum_is_kept() {
    let mut d = Deck::new(0.0);
    let labels = heap(&mut d, [3, 3, 3], 0.0205, 0.0);
    let mut next = random();
    for l in &labels {
        let velocity = Vec3::from_fn(|_| 0.5 * next());
        speed(&mut d, *l, velocity, Vec3::from_fn(|_| 20.0 * next()));
    }
    connect(&mut d, 1, (&labels, &labels), LAW, Some(friction()));
    let record = run(&d, Analysis::Dynamic, 0.03, 60, &options("auto", 1e-8));
    let sums = |frame: &carom_dynamics::Frame| {
        frame.bodies.iter().fold([Vec3::zeros(); 2], |[p, l], b| {
            let (r, v) = (Vec3::from(b.position), Vec3::from(b.velocity));
            let spin = Vec3::from(b.angular_velocity) * INERTIA;
            [p + v * MASS, l + r.cross(&v) * MASS + spin]
        })
    };
    let [p, l] = sums(&record.frames[0]);
    let touching: usize = record.frames.iter().map(|f| f.contacts.len()).sum();
    assert!(touching > 30, "{touching}");
    for frame in &record.frames {
        let [q, m] = sums(frame);
        // linear in the state: rounding of all steps. The angular momentum is not, and has the error of the run.
        close("momentum", (q - p).norm(), 0.0, 1e-15);
        close("angular momentum", (m - l).norm(), 0.0, 1e-11);
    }
}

/// Forces depend on the state alone: with other outputs, at which the neighbours are looked for at other times, the bits are the same.
#[test]
fn the_same_bits_on_another_way() {
    let end = |steps: u32| {
        let record = run(
            &box_of_balls(true),
            Analysis::Dynamic,
            0.05,
            steps,
            &options("auto", 1e-6),
        );
        record.frames.last().expect("told").clone()
    };
    let first = end(1);
    for steps in [1, 40] {
        assert_eq!(end(steps), first);
    }
}

/// A fast small ball does not pass a thin plate, which it would cross within a step of the free fall.
#[test]
fn nothing_tunnels() {
    let mut d = Deck::new(0.0);
    add_ball(&mut d, 11, Vec3::new(0.0, 0.0, 2.0));
    add_ball(&mut d, 12, Vec3::new(1.0, 0.0, 2.5));
    for l in [11, 12] {
        speed(&mut d, l, Vec3::new(0.0, 0.0, -20.0), Vec3::zeros());
    }
    d.marker(50, 1, at(-2.0, -2.0, 0.0));
    shape(&mut d, 1, 50, Shape::BoxFromCorner([4.0, 4.0, 0.02]), false);
    connect(&mut d, 1, (&[11, 12], &[1]), ELASTIC, None);
    let record = run(&d, Analysis::Dynamic, 0.2, 1, &options("auto", 1e-4));
    for body in &record.frames.last().expect("told").bodies {
        // 2e-2: an impact at this error
        close("speed back", body.velocity[2], 20.0, 0.4);
    }
}

/// A step ends where a contact would stop what moves: also where any error is welcome, no ball comes back faster than it went.
#[test]
fn steps_end_where_a_contact_would_stop() {
    for k in 0..20 {
        let mut d = Deck::new(0.0);
        add_ball(&mut d, 11, Vec3::new(0.0, 0.0, 0.012 + 7e-4 * f64::from(k)));
        add_ball(&mut d, 12, Vec3::new(1.0, 0.0, 1.0));
        for l in [11, 12] {
            speed(&mut d, l, Vec3::new(0.0, 0.0, -10.0), Vec3::zeros());
        }
        shape(&mut d, 1, 1, PLANE, false);
        connect(&mut d, 1, (&[11, 12], &[1]), ELASTIC, None);
        let record = run(&d, Analysis::Dynamic, 0.01, 1, &options("auto", 1e3));
        let back = record.frames.last().expect("told").bodies[0].velocity[2];
        // 0.035 were found; without that end, thousands
        assert!((back - 10.0).abs() < 0.1, "{k} {back}");
    }
}

/// Balls that fall on a floor only lose energy, whatever the steps of free flight ran into and gave up.
#[test]
fn a_drop_makes_no_energy() {
    let mut d = Deck::new(G);
    let labels = heap(&mut d, [3, 3, 2], 0.0245, 0.03);
    shape(&mut d, 1, 1, PLANE, false);
    let all: Vec<u32> = labels.iter().copied().chain([1]).collect();
    connect(&mut d, 1, (&labels, &all), LAW, Some(friction()));
    for (method, error) in [
        ("auto", 1e-2),
        ("auto", 1e-4),
        ("auto", 1e-6),
        ("dop853", 1e-3),
    ] {
        let record = run(&d, Analysis::Dynamic, 0.3, 100, &options(method, error));
        let energy = |frame: &carom_dynamics::Frame| {
            let bodies = frame.bodies.iter().map(|b| {
                let (v, w) = (Vec3::from(b.velocity), Vec3::from(b.angular_velocity));
                let kinetic = MASS * v.norm_squared() + INERTIA * w.norm_squared();
                0.5 * kinetic + MASS * G * b.position[2]
            });
            bodies.sum::<f64>()
        };
        let start = energy(&record.frames[0]);
        // what an error of 1e-2 may add
        let most = start * (1.0 + error);
        for frame in &record.frames {
            assert!(energy(frame) < most, "{method} {error} {}", frame.time);
        }
        let last = record.frames.last().expect("told");
        assert!(energy(last) < 0.6 * start);
    }
}

fn messages(deck: &Deck) -> String {
    let mut d = Diagnostics::default();
    assert!(assemble_system(&deck.0, &mut d).is_none());
    let errors = d.iter().filter(|d| d.severity == Severity::Error);
    errors
        .map(|d| format!("{} {}\n", d.name, d.message))
        .collect()
}

#[test]
fn refused() {
    let deck = |law, friction, edit: &dyn Fn(&mut Deck)| {
        let mut d = Deck::new(G);
        add_ball(&mut d, 11, Vec3::zeros());
        add_ball(&mut d, 12, Vec3::new(0.0, 0.0, 0.03));
        shape(&mut d, 1, 1, PLANE, false);
        edit(&mut d);
        connect(&mut d, 1, (&[11, 12], &[11, 12, 1]), law, friction);
        d
    };
    let none = |_: &mut Deck| ();
    let asks: [(Deck, &str); 2] = [
        (
            deck(LAW, None, &|d| {
                let id = d.0.graphics.find(12).expect("there");
                d.0.graphics[id].shape = Shape::Circle { radius: 0.1 };
            }),
            "figure in a plane",
        ),
        (
            deck(LAW, None, &|d| {
                d.sforce(1, Kind::Translation, true, (1100, 1), "CONTACT(1,0,4,0)")
            }),
            "looks at CONTACT/1",
        ),
    ];
    for (deck, why) in &asks {
        let messages = messages(deck);
        assert!(messages.starts_with("contact-groups"), "{why}: {messages}");
        assert!(messages.contains(why), "{why}: {messages}");
    }
    let sound = deck(LAW, None, &none);
    let fails = |analysis, options: &RunOptions| {
        let command = Command::Simulate {
            analysis,
            end: Some(End::Time(0.01)),
            output: None,
            span: carom_base::Span::NONE,
        };
        let mut simulation: Simulation = assemble(&sound);
        let failed = simulation.execute(&command, options, &mut Record::default());
        failed.expect_err("refused").message
    };
    let auto = RunOptions::default();
    assert!(fails(Analysis::Static, &auto).contains("static analyses"));
    assert!(fails(Analysis::Linear, &auto).contains("linear analyses"));
    let implicit = fails(Analysis::Dynamic, &options("radau", 1e-6));
    assert!(implicit.contains("implicit method radau"), "{implicit}");
}
