//! Mechanisms in the coordinates of their joints: the same motion as in absolute coordinates.

#[path = "joint_coordinates/rigid.rs"]
mod rigid;

use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters, PoissonParameters};

use carom_base::space::exp_so3;
use carom_base::{Diagnostics, Pose, Vec3};
use carom_dynamics::Coordinates;
use carom_dynamics::{BodyRow, RunOptions, Simulation};
use carom_model::analysis::Analysis;
use carom_model::constraint::{Freedom, Function, MotionLevel, MotionTarget};
use carom_model::force::{Friction, Kind, NormalLaw};
use carom_model::graphics::Shape;
use carom_model::*;
use support::random::Random;
use support::solids::{PLANE, ball, connect, coulomb, shape};
use support::*;

/// The kinds of joints that a tree may have.
const KINDS: [JointKind; 12] = [
    JointKind::Fixed,
    JointKind::Revolute,
    JointKind::Translational,
    JointKind::Cylindrical,
    JointKind::Spherical,
    JointKind::Universal,
    JointKind::Hooke,
    JointKind::Planar,
    JointKind::InLine,
    JointKind::InPlane,
    JointKind::Orientation,
    JointKind::ParallelAxes,
];

fn somewhere(random: &mut Random, size: f64) -> Pose {
    let turn = random.vector(2.0);
    Pose {
        position: random.vector(size),
        rotation: exp_so3(&turn),
    }
}

/// The pose of I for one of J, as the joint allows.
fn allowed(kind: JointKind, j: &Pose, random: &mut Random) -> Pose {
    let mut about = |axis: Vec3| {
        let angle = random.between(-2.0, 2.0);
        exp_so3(&(axis * angle))
    };
    let turn = match kind {
        JointKind::Revolute
        | JointKind::Cylindrical
        | JointKind::Planar
        | JointKind::ParallelAxes => about(Vec3::z()),
        JointKind::Universal => {
            about(Vec3::z())
                * exp_so3(&(Vec3::x() * std::f64::consts::FRAC_PI_2))
                * about(Vec3::z())
        }
        // x of I at right angles to y of J.
        JointKind::Hooke => about(Vec3::y()) * about(Vec3::x()),
        JointKind::Spherical | JointKind::InLine | JointKind::InPlane => {
            about(Vec3::x()) * about(Vec3::y()) * about(Vec3::z())
        }
        _ => carom_base::Mat3::identity(),
    };
    let shift = random.vector(0.3);
    let shift = match kind {
        JointKind::Translational | JointKind::Cylindrical | JointKind::InLine => {
            Vec3::new(0.0, 0.0, shift.z)
        }
        JointKind::Planar | JointKind::InPlane => Vec3::new(shift.x, shift.y, 0.0),
        JointKind::Orientation | JointKind::ParallelAxes => shift,
        _ => Vec3::zeros(),
    };
    *j * Pose {
        position: shift,
        rotation: turn,
    }
}

/// A mechanism: bodies on joints, springs, some loops and a motion.
struct Mechanism {
    deck: Deck,
    random: Random,
    poses: Vec<Pose>,
    label: u32,
}

impl Mechanism {
    fn new(seed: u64) -> Self {
        Self {
            deck: Deck::new(9.81),
            random: Random(seed),
            poses: vec![Pose::identity()],
            label: 10_000,
        }
    }

    /// A marker of a part (1: ground) at a global pose.
    fn marker(&mut self, part: u32, global: &Pose) -> u32 {
        self.label += 1;
        let own = self.poses[part as usize - 1].inverse() * *global;
        self.deck.marker(self.label, part, own);
        self.label
    }

    fn body(&mut self) -> u32 {
        let label = self.poses.len() as u32 + 1;
        let pose = somewhere(&mut self.random, 1.0);
        let mut one = || self.random.between(0.05, 0.2);
        let inertia = [one(), one(), one()];
        let inertia = [
            inertia[0] + inertia[1],
            inertia[1] + inertia[2],
            inertia[2] + inertia[0],
        ];
        self.poses.push(pose);
        self.deck
            .body(label, self.random.between(0.5, 2.0), inertia, pose);
        label
    }

    /// A joint of a body with another one, where they stand.
    fn join(&mut self, kind: JointKind, body: u32, other: u32) -> u32 {
        let j = somewhere(&mut self.random, 1.0);
        let i = allowed(kind, &j, &mut self.random);
        let markers = match self.random.chance(0.5) {
            true => (self.marker(body, &i), self.marker(other, &j)),
            false => (self.marker(other, &i), self.marker(body, &j)),
        };
        self.label += 1;
        self.deck.joint(self.label, kind, markers.0, markers.1);
        self.label
    }

    /// A joint with both markers at a pose.
    fn hinge(&mut self, kind: JointKind, (body, other): (u32, u32), at: &Pose) {
        let markers = [body, other].map(|part| self.marker(part, at));
        self.label += 1;
        self.deck.joint(self.label, kind, markers[0], markers[1]);
    }

    /// A spring with a damper between two bodies.
    fn spring(&mut self, a: u32, b: u32) {
        let ends = [a, b].map(|part| {
            let pose = somewhere(&mut self.random, 1.0);
            self.marker(part, &pose)
        });
        self.label += 1;
        let [i, j] = ends;
        let text = match self.random.pick(3) {
            0 => format!("-20*(DM({i},{j})-0.5)-VR({i},{j})"),
            1 => format!("IMPACT(DM({i},{j}),VR({i},{j}),0.8,500,1.5,5,0.01)-10*DM({i},{j})"),
            _ => format!("BISTOP(DM({i},{j}),VR({i},{j}),0.4,1.5,300,2.1,3,0.01)"),
        };
        self.deck
            .sforce(self.label, Kind::Translation, false, (i, j), &text);
    }

    /// A bushing with both markers at a pose.
    fn bushing(&mut self, (body, other): (u32, u32), at: &Pose) {
        let [i, j] = [body, other].map(|part| self.marker(part, at));
        self.label += 1;
        let mut six = |size: f64| [0; 6].map(|_| size * self.random.between(0.5, 2.0));
        let bushing = Bushing {
            tag: Tag::new("BUSHING", self.label),
            i: self.deck.marker_id(i),
            j: self.deck.marker_id(j),
            stiffness: six(300.0),
            damping: six(1.0),
            preload: [0.0; 6],
        };
        self.deck.0.bushings.insert(bushing).expect("a new label");
    }

    /// A coupler of two hinges, with their factors.
    fn couple(&mut self, a: (u32, f64), b: (u32, f64)) {
        self.label += 1;
        let joint = |label: u32| self.deck.0.joints.find(label).expect("made before");
        let term = |(label, factor): (u32, f64)| (joint(label), Freedom::Rotation, factor);
        let coupler = Coupler {
            tag: Tag::new("COUPLER", self.label),
            terms: vec![term(a), term(b)],
            user: None,
        };
        self.deck.0.couplers.insert(coupler).expect("a new label");
    }

    /// Drives a revolute joint of a body from where it stands.
    fn drive(&mut self, body: u32, other: u32) {
        let at = somewhere(&mut self.random, 1.0);
        let ends = [body, other].map(|part| self.marker(part, &at));
        self.label += 2;
        self.deck
            .joint(self.label - 1, JointKind::Revolute, ends[0], ends[1]);
        let motion = Motion {
            tag: Tag::new("MOTION", self.label),
            target: MotionTarget::Joint(
                self.deck.0.joints.find(self.label - 1).expect("made"),
                Freedom::Rotation,
            ),
            level: MotionLevel::Displacement,
            initial_displacement: None,
            initial_velocity: None,
            function: Function::Expression(expression("1-COS(2*TIME)+3*TIME")),
        };
        self.deck.0.motions.insert(motion).expect("a new label");
    }
}

/// Bodies each on a random one before it, springs, and as many loops as asked for.
fn mechanism(seed: u64) -> Deck {
    let mut m = Mechanism::new(seed);
    let bodies = 1 + m.random.pick(6) as u32;
    for k in 0..bodies {
        let body = m.body();
        let other = 1 + m.random.pick(k as usize + 1) as u32;
        if m.random.chance(0.15) {
            m.drive(body, other);
        } else if m.random.chance(0.9) {
            let kind = m.random.one_of(&KINDS);
            m.join(kind, body, other);
        }
        if m.random.chance(0.5) {
            let to = 1 + m.random.pick(k as usize + 1) as u32;
            m.spring(body, to);
        }
    }
    if m.random.chance(0.4) {
        let kind = m
            .random
            .one_of(&[JointKind::InPlane, JointKind::InLine, JointKind::Spherical]);
        let a = 2 + m.random.pick(bodies as usize) as u32;
        let b = 1 + m.random.pick(a as usize - 1) as u32;
        m.join(kind, a, b);
    }
    m.deck
}

/// A planar linkage, somewhere in space: a chain of three to five bodies whose last one is hinged to ground, or slides on it; perhaps with a second loop.
fn linkage(seed: u64) -> Deck {
    let mut m = Mechanism::new(seed);
    link(&mut m, 1);
    m.deck
}

/// The same on a table that turns.
fn carried_linkage(seed: u64) -> Deck {
    let mut m = Mechanism::new(seed);
    let table = m.body();
    m.drive(table, 1);
    link(&mut m, table);
    m.deck
}

fn link(m: &mut Mechanism, base: u32) {
    let plane = somewhere(&mut m.random, 1.0);
    let hinge = |m: &mut Mechanism, x: f64| {
        let y = m.random.between(-0.5, 0.5);
        plane * turned(x, y, 0.0, [m.random.between(0.0, 360.0), 0.0, 0.0])
    };
    let bodies = 3 + m.random.pick(3) as u32;
    for k in 0..bodies {
        let at = hinge(m, f64::from(k));
        let body = m.body();
        let before = if k == 0 { base } else { body - 1 };
        m.hinge(JointKind::Revolute, (body, before), &at);
    }
    let [first, end] = [base + 1, base + bodies];
    let last = hinge(m, f64::from(bodies));
    let slides = m.random.chance(0.3);
    if slides {
        // Its z axis lies in the plane.
        let across = Pose {
            position: last.position,
            rotation: plane.rotation * exp_so3(&(Vec3::y() * std::f64::consts::FRAC_PI_2)),
        };
        let block = m.body();
        m.hinge(JointKind::Revolute, (block, end), &last);
        m.hinge(JointKind::Translational, (block, base), &across);
    } else {
        m.hinge(JointKind::Revolute, (end, base), &last);
    }
    if bodies == 5 {
        let at = hinge(m, 2.5);
        let link = m.body();
        m.hinge(JointKind::Revolute, (link, first + 2), &at);
        let at = hinge(m, 3.5);
        m.hinge(JointKind::Revolute, (link, base), &at);
    }
    m.spring(first, base);
    m.spring(end - 1, base);
}

/// Bodies on hinges, screws, motions and bushings; two of the hinges are coupled.
fn coupled(seed: u64) -> Deck {
    let mut m = Mechanism::new(seed);
    let bodies = 2 + m.random.pick(4) as u32;
    let mut hinges = Vec::new();
    for k in 0..bodies {
        let body = m.body();
        let other = 1 + m.random.pick(k as usize + 1) as u32;
        let at = somewhere(&mut m.random, 1.0);
        match m.random.pick(5) {
            0 => m.hinge(JointKind::Screw { pitch: 0.2 }, (body, other), &at),
            1 => m.drive(body, other),
            2 => m.bushing((body, other), &at),
            _ => {
                m.hinge(JointKind::Revolute, (body, other), &at);
                hinges.push(m.label);
            }
        }
        if m.random.chance(0.4) {
            let to = 1 + m.random.pick(k as usize + 1) as u32;
            m.spring(body, to);
        }
    }
    if let [a, b, ..] = hinges[..] {
        m.couple((a, 1.0), (b, -1.7));
    }
    m.deck
}

/// Bodies on joints, each with a solid, that meet each other and solids of ground: with friction or without, some of it in stiction.
fn with_contacts(seed: u64) -> Deck {
    let mut m = Mechanism::new(seed);
    let bodies = 1 + m.random.pick(3) as u32;
    for k in 0..bodies {
        let body = m.body();
        let other = 1 + m.random.pick(k as usize + 1) as u32;
        let kind = m.random.one_of(&[
            JointKind::Revolute,
            JointKind::Spherical,
            JointKind::Translational,
            JointKind::Planar,
            JointKind::Universal,
        ]);
        m.join(kind, body, other);
    }
    let mut solids = Vec::new();
    for part in 1..=bodies + 1 {
        let size = m.random.between(0.2, 0.5);
        let own = match m.random.pick(3) {
            0 => ball(size),
            1 => Shape::BoxFromCorner([size, 0.7 * size, 1.3 * size]),
            _ => Shape::Cylinder {
                length: size,
                radius: 0.5 * size,
            },
        };
        let pose = match part {
            1 => somewhere(&mut m.random, 1.5),
            _ => m.poses[part as usize - 1],
        };
        let marker = m.marker(part, &pose);
        shape(&mut m.deck, part, marker, own, false);
        solids.push(part);
    }
    // A floor and a wall.
    for (k, pose) in [
        (100, at(0.0, 0.0, -1.2)),
        (101, turned(0.0, 1.3, 0.0, [0.0, 90.0, 0.0])),
    ] {
        let marker = m.marker(1, &pose);
        shape(&mut m.deck, k, marker, PLANE, false);
    }
    let pairs = (2..=bodies + 1).flat_map(|i| (1..i).chain([100, 101]).map(move |j| (i, j)));
    for (k, (i, j)) in pairs.enumerate() {
        let normal = match m.random.pick(3) {
            0 => NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
                penalty: 4000.0,
                restitution: 0.7,
                transition_velocity: None,
            })),
            _ => NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
                stiffness: 3000.0,
                exponent: 1.0,
                damping: 20.0,
                dmax: 0.01,
            })),
        };
        let friction = m.random.chance(0.5).then(|| Friction {
            stiction_velocity: 0.1,
            friction_velocity: 0.2,
            max_stiction_deformation: m.random.chance(0.3).then_some(0.01),
            ..coulomb([0.4, 0.3])
        });
        connect(&mut m.deck, k as u32 + 1, (&[i], &[j]), normal, friction);
    }
    m.deck
}

fn by(coordinates: Coordinates, integrator: &str, error: f64) -> RunOptions {
    RunOptions {
        coordinates,
        verbose_events: true,
        ..options(integrator, error)
    }
}

/// The largest difference of places, orientations and velocities, relative to the largest of them and one.
fn apart(a: &[BodyRow], b: &[BodyRow]) -> f64 {
    let numbers = |r: &BodyRow| {
        let all = [&r.position[..], &r.velocity, &r.angular_velocity].concat();
        let sign = r.orientation[0].signum();
        [all, r.orientation.map(|x| x * sign).to_vec()].concat()
    };
    let [a, b] = [a, b].map(|rows| rows.iter().flat_map(numbers).collect::<Vec<f64>>());
    let largest = a.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    let pairs = a.iter().zip(&b);
    pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) / largest
}

/// Whether both coordinates give the same motion and events, or `None` where one of them does not run; the number of events. With rigid contacts also where each has
/// its part of the run.
fn move_alike(seed: u64, deck: &Deck, error: f64) -> Option<usize> {
    let found = moves_as_in_absolute(Coordinates::Joint, seed, deck, error);
    match deck.0.settings.rigid {
        Some(_) => found.and(moves_as_in_absolute(Coordinates::Auto, seed, deck, error)),
        None => found,
    }
}

fn moves_as_in_absolute(
    coordinates: Coordinates,
    seed: u64,
    deck: &Deck,
    error: f64,
) -> Option<usize> {
    // A loop may lock what a motion drives.
    Simulation::assemble(&deck.0, &mut Diagnostics::default())?;
    let [joints, absolute] = [coordinates, Coordinates::Absolute].map(|coordinates| {
        let options = by(coordinates, "dop853", error);
        try_run(deck, Analysis::Dynamic, 0.5, 5, &options)
    });
    let absolute = absolute.ok()?;
    let joints = match joints {
        Ok(record) => record,
        Err(error) if error.message.contains("coordinates of joints") => return None,
        Err(error) => panic!("seed {seed}: {error}"),
    };
    for (a, b) in joints.frames.iter().zip(&absolute.frames) {
        // A thousand times the tolerance over half a second, and a hundred times that for mechanisms that meet something, whose error a collision multiplies.
        let off = apart(&a.bodies, &b.bodies);
        assert!(off < 1e-7, "seed {seed}, t = {}: {off:e}", a.time);
    }
    // Where bristles are loaded by next to nothing their switches are rounding.
    let has_bristles = |c: &Contact| {
        let friction = c.friction.as_ref();
        friction.is_some_and(|f| f.max_stiction_deformation.is_some())
    };
    let skips = deck.0.contacts.iter().any(has_bristles);
    // How many of the impacts that accumulate come before the rest is rounding, too.
    let is_last = |e: &carom_model::run::EventRow| e.impulse != 0.0 && e.rate[0].abs() < 1e-6;
    let [joints, absolute] = [&joints, &absolute].map(|record| {
        let all = record.events.iter();
        all.filter(|e| !(skips && e.gap.is_nan() || is_last(e)))
            .collect::<Vec<_>>()
    });
    let told = |events: &[&carom_model::run::EventRow]| {
        let all = events.iter();
        let lines = all.map(|e| format!("{:.12} {} {}", e.time, e.kind.name(), e.element));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        joints.len(),
        absolute.len(),
        "seed {seed}\n{}\n\n{}",
        told(&joints),
        told(&absolute)
    );
    for (a, b) in joints.iter().zip(&absolute) {
        // Likewise.
        assert!((a.time - b.time).abs() < 1e-7, "seed {seed}: {a:?}, {b:?}");
        let is_near = |x: f64, y: f64| x.is_nan() || (x - y).abs() < 1e-6 * (1.0 + y.abs());
        let is_same = is_near(a.rate[1], b.rate[1]) && is_near(a.impulse, b.impulse);
        assert!(
            a.kind == b.kind && a.element == b.element && is_same,
            "seed {seed}: {a:?}, {b:?}"
        );
    }
    Some(joints.len())
}

/// How many of the mechanisms that are asked for, or of so many, run in both coordinates, and their events.
fn count_alike(mechanism: impl Fn(u64) -> Deck, count: u64, error: f64) -> [usize; 2] {
    let asked = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let first = asked("CAROM_FIRST").unwrap_or(0);
    let seeds = first..first + asked("CAROM_MECHANISMS").unwrap_or(count);
    let all = seeds.filter_map(|seed| move_alike(seed, &mechanism(seed), error));
    all.fold([0, 0], |[runs, events], more| [runs + 1, events + more])
}

/// Random mechanisms of all joints, with springs, stops, loops and motions: in the coordinates of their joints they move as in absolute ones.
#[test]
fn random_mechanisms_move_alike_in_both_coordinates() {
    let [runs, events] = count_alike(mechanism, 200, 1e-10);
    assert!(runs > 120 && events > 100, "{runs} runs, {events} events");
}

/// The same for planar linkages, whose constraints imply each other.
#[test]
fn planar_linkages_move_alike_in_both_coordinates() {
    let [runs, events] = count_alike(linkage, 60, 1e-10);
    assert!(runs > 40 && events > 20, "{runs} runs, {events} events");
}

/// The same with couplers, screws and bushings.
#[test]
fn coupled_mechanisms_move_alike_in_both_coordinates() {
    let [runs, events] = count_alike(coupled, 60, 1e-10);
    assert!(runs > 40 && events > 20, "{runs} runs, {events} events");
}

/// Mechanisms whose solids meet.
#[test]
fn solids_on_joints_meet_alike_in_both_coordinates() {
    let [runs, events] = count_alike(with_contacts, 60, 1e-12);
    assert!(runs > 40 && events > 40, "{runs} runs, {events} events");
}

/// The same on a table that turns.
#[test]
fn carried_linkages_move_alike_in_both_coordinates() {
    let [runs, events] = count_alike(carried_linkage, 40, 1e-10);
    assert!(runs > 30 && events > 10, "{runs} runs, {events} events");
}

/// Planes that lie askew to the axes of ground, of whose redundant rows some would hold the mechanism by the sine of a small angle: of 1461 one of 3e-5, and steps of
/// a thousandth of the length with an error of the energy of a thousand tolerances.
#[test]
fn rows_of_plane_loops_are_chosen_to_hold_well() {
    for seed in [1461, 1507, 1592, 1457, 243, 81] {
        let options = by(Coordinates::Absolute, "dop853", 1e-9);
        let record = run(&linkage(seed), Analysis::Dynamic, 0.5, 5, &options);
        // Ten tolerances.
        let off = support::solids::imbalance(&record);
        assert!(off < 1e-8, "seed {seed}: {off:e}");
        let steps = record.statistics[0].steps;
        // Others of their kind take 7 to 50.
        assert!(steps < 100, "seed {seed}: {steps} steps");
    }
}
