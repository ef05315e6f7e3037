//! Mechanisms whose contacts are rigid.

use super::*;
use carom_laws::restitution::{NEWTON, POISSON, STRONGE};
use carom_model::analysis::{ImpactOrder, RigidContact};
use support::solids::LAW;

/// What impacts of a mechanism are like: no rebound, a full one or one in between, by any law, one after the other or together.
fn impacts(m: &mut Mechanism) {
    let part = m.random.unit();
    let restitution = m.random.one_of(&[0.0, 1.0, part, part, part]);
    m.deck.0.settings.rigid = Some(RigidContact {
        restitution: Some(restitution),
        law: m.random.one_of(&[NEWTON, POISSON, STRONGE]),
        order: m
            .random
            .one_of(&[ImpactOrder::Simultaneous, ImpactOrder::Sequential]),
        ..RigidContact::default()
    });
}

/// Stops of the distance between points of two bodies, at its least and perhaps at its most; where it begins is between them, or at one of them.
fn stop(m: &mut Mechanism, a: u32, b: u32) {
    let poses = [a, b].map(|_| somewhere(&mut m.random, 1.0));
    let distance = (poses[0].position - poses[1].position).norm();
    let ends = [(a, poses[0]), (b, poses[1])].map(|(part, pose)| m.marker(part, &pose));
    let [i, j] = ends;
    m.label += 1;
    let low = distance * m.random.between(0.7, 1.0);
    let high = distance * m.random.between(1.0, 1.3);
    let text = match m.random.pick(3) {
        0 => format!("IMPACT(DM({i},{j}),VR({i},{j}),{low},5000,1.5,5,0.01)"),
        1 => format!("-IMPACT({high}-DM({i},{j}),-VR({i},{j}),0,5000,1.5,5,0.01)"),
        _ => format!("BISTOP(DM({i},{j}),VR({i},{j}),{low},{high},5000,1.5,5,0.01)"),
    };
    m.deck
        .sforce(m.label, Kind::Translation, false, (i, j), &text);
}

/// A spring with a damper.
fn pull(m: &mut Mechanism, a: u32, b: u32) {
    let ends = [a, b].map(|part| {
        let pose = somewhere(&mut m.random, 1.0);
        m.marker(part, &pose)
    });
    let [i, j] = ends;
    m.label += 1;
    let stiffness = m.random.between(5.0, 100.0);
    let text = format!("-{stiffness}*(DM({i},{j})-0.5)-0.3*VR({i},{j})");
    m.deck
        .sforce(m.label, Kind::Translation, false, (i, j), &text);
}

/// A force on the body that comes and goes.
fn shake(m: &mut Mechanism, body: u32) {
    let pose = somewhere(&mut m.random, 1.0);
    let ends = [body, 1].map(|part| m.marker(part, &pose));
    m.label += 1;
    let (size, rate) = (m.random.between(2.0, 20.0), m.random.between(3.0, 20.0));
    let text = format!("{size}*SIN({rate}*TIME)");
    m.deck
        .sforce(m.label, Kind::Translation, true, (ends[0], ends[1]), &text);
}

/// Bodies on joints between stops, with springs, perhaps a loop and a motion.
fn with_stops(seed: u64) -> Deck {
    let mut m = Mechanism::new(seed);
    impacts(&mut m);
    let bodies = 1 + m.random.pick(4) as u32;
    for k in 0..bodies {
        let body = m.body();
        let other = 1 + m.random.pick(k as usize + 1) as u32;
        if m.random.chance(0.1) {
            m.drive(body, other);
        } else {
            let kind = m.random.one_of(&KINDS);
            m.join(kind, body, other);
        }
        for _ in 0..m.random.pick(3) {
            let to = 1 + m.random.pick(k as usize + 1) as u32;
            stop(&mut m, body, to);
        }
        if m.random.chance(0.5) {
            let to = 1 + m.random.pick(k as usize + 1) as u32;
            pull(&mut m, body, to);
        }
    }
    if m.random.chance(0.3) {
        let kind = m
            .random
            .one_of(&[JointKind::InPlane, JointKind::InLine, JointKind::Spherical]);
        let a = 2 + m.random.pick(bodies as usize) as u32;
        let b = 1 + m.random.pick(a as usize - 1) as u32;
        m.join(kind, a, b);
    }
    m.deck
}

/// Bodies on joints, each with a solid, that meet each other, a floor and a wall: with friction or without.
fn with_solids(seed: u64) -> Deck {
    solids(seed, false)
}

/// The same between stops, without friction.
fn with_solids_and_stops(seed: u64) -> Deck {
    solids(seed, true)
}

fn solids(seed: u64, between_stops: bool) -> Deck {
    let mut m = Mechanism::new(seed);
    impacts(&mut m);
    let bodies = 1 + m.random.pick(3) as u32;
    let has_friction = m.random.chance(0.5) && !between_stops;
    // Where joints leave a point fewer than three directions to move in, an impact with friction is not determined: rounding would tell.
    let loose = [
        JointKind::InLine,
        JointKind::InPlane,
        JointKind::ParallelAxes,
    ];
    for k in 0..bodies {
        let body = m.body();
        let least = usize::from(has_friction && k > 0);
        let other = (1 + least + m.random.pick(k as usize + 1 - least)) as u32;
        let kind = m.random.one_of(&[
            JointKind::Revolute,
            JointKind::Spherical,
            JointKind::Translational,
            JointKind::Planar,
            JointKind::Universal,
            JointKind::InLine,
        ]);
        let kind = match other {
            1 if has_friction => m.random.one_of(&loose),
            _ => kind,
        };
        m.join(kind, body, other);
        if m.random.chance(0.5) {
            shake(&mut m, body);
        }
        if between_stops {
            stop(&mut m, body, other);
        }
    }
    for part in 2..=bodies + 1 {
        let size = m.random.between(0.1, 0.3);
        let own = match m.random.pick(3) {
            0 | 1 => ball(size),
            _ => Shape::BoxFromCenter([size, 0.7 * size, 1.3 * size]),
        };
        let pose = m.poses[part as usize - 1];
        let marker = m.marker(part, &pose);
        shape(&mut m.deck, part, marker, own, false);
    }
    // The lowest and the farthest one are near.
    let of = |f: fn(&Pose) -> f64| m.poses[1..].iter().map(f).fold(f64::INFINITY, f64::min);
    let (low, near) = (of(|p| p.position.z), of(|p| p.position.y));
    let way = m.random.one_of(&[0.31, 0.4]);
    for (k, pose) in [
        (100, at(0.0, 0.0, low - way)),
        (101, turned(0.0, near - 0.4, 0.0, [0.0, -90.0, 0.0])),
    ] {
        let marker = m.marker(1, &pose);
        shape(&mut m.deck, k, marker, PLANE, false);
    }
    let pairs = (2..=bodies + 1).flat_map(|i| (2..i).chain([100, 101]).map(move |j| (i, j)));
    for (k, (i, j)) in pairs.enumerate() {
        let mu = m.random.between(0.1, 1.0);
        let friction = (has_friction && m.random.chance(0.7)).then(|| coulomb([1.2 * mu, mu]));
        connect(&mut m.deck, k as u32 + 1, (&[i], &[j]), LAW, friction);
    }
    m.deck
}

/// Mechanisms between rigid stops.
#[test]
fn rigid_stops_on_joints_act_alike_in_both_coordinates() {
    let [runs, events] = count_alike(with_stops, 100, 1e-12);
    assert!(runs > 50 && events > 100, "{runs} runs, {events} events");
}

/// Mechanisms whose solids are rigid.
#[test]
fn rigid_solids_on_joints_meet_alike_in_both_coordinates() {
    let [runs, events] = count_alike(with_solids, 60, 1e-12);
    assert!(runs > 30 && events > 40, "{runs} runs, {events} events");
}

/// Mechanisms with both: gaps that are functions of displacements, and gaps of solids.
#[test]
fn stops_and_solids_act_alike_in_both_coordinates() {
    let [runs, events] = count_alike(with_solids_and_stops, 40, 1e-12);
    assert!(runs > 20 && events > 40, "{runs} runs, {events} events");
}

/// A point mass needs no joint: its coordinates are its displacements.
#[test]
fn point_masses_between_stops_act_alike_in_both_coordinates() {
    let mut deck = Deck::new(9.81);
    let mut part = Part::new(Tag::new("POINT_MASS", 2), PartKind::Point);
    (part.mass, part.pose) = (2.0, at(0.1, -0.2, 0.3));
    let id = deck.0.parts.insert(part).expect("a new label");
    deck.marker(200, 2, Pose::identity());
    deck.0.parts[id].cm = deck.0.markers.find(200);
    let law = "BISTOP(DZ(200,1),VZ(200,1),0.2,0.4,1E5,1.5,50,1E-4)";
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    deck.sforce(2, Kind::Translation, true, (200, 1), "60*SIN(25*TIME)");
    deck.0.settings.rigid = Some(RigidContact {
        restitution: Some(0.6),
        law: NEWTON,
        ..RigidContact::default()
    });
    let events = move_alike(0, &deck, 1e-10).expect("joint coordinates serve");
    assert!(events > 1, "{events} events");
}
