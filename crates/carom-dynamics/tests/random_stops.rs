//! Random rows of masses between stops, against the motion in closed form: every impact found, none invented.
//!
//! 1000 systems, 10 000 where `CI` is set; `CAROM_SYSTEMS` sets another number, as `bench/random_stops` does, and `CAROM_FIRST` the first of them.
#![allow(non_snake_case)]

#[path = "random_stops/exact.rs"]
mod exact;
use crate::support;

use carom_dynamics::EventKind;
use carom_model::PartKind;
use carom_model::analysis::{Analysis, RigidContact};
use carom_model::force::Kind;
use carom_model::{Part, Tag};
use exact::{Impact, Last, Line};
use support::random::Random;
use support::{Deck, at, options, run};

/// How far a run goes.
const END: f64 = 8.0;
/// Impacts of a run that are compared.
const MOST: usize = 12;

/// Two or three masses; a floor below, mostly a ceiling above, neighbours that hit each other.
fn random_line(number: u64) -> Line {
    let mut r = Random(number);
    let n = if r.chance(0.5) { 2 } else { 3 };
    let has_springs = r.chance(0.7);
    let mut springs = Vec::new();
    if has_springs {
        for i in 0..n {
            if i == 0 || r.chance(0.6) {
                springs.push((i, usize::MAX, r.between(0.1, 5.0)));
            }
            if i > 0 && r.chance(0.4) {
                springs.push((i, i - 1, r.between(0.1, 5.0)));
            }
        }
    }
    let gravity = if r.chance(0.5) {
        r.between(0.2, 3.0)
    } else {
        0.0
    };
    let masses: Vec<f64> = (0..n).map(|_| r.between(0.2, 3.0)).collect();
    let forces = masses.iter().map(|m| -m * gravity).collect();
    // Gaps: floor, between neighbours, ceiling.
    let mut stops = vec![vec![(0, 1.0)]];
    let mut offsets = vec![0.0];
    for i in 1..n {
        stops.push(vec![(i, 1.0), (i - 1, -1.0)]);
        offsets.push(0.0);
    }
    let ceiling = r.chance(0.7) || !has_springs;
    if ceiling {
        stops.push(vec![(n - 1, -1.0)]);
        offsets.push(f64::from(n as u32) + 1.0);
    }
    let mut x = Vec::new();
    let mut place = 0.0;
    for _ in 0..n {
        place += r.between(0.2, 1.0);
        x.push(place);
    }
    let v = (0..n).map(|_| r.between(-1.0, 1.0)).collect();
    let restitution = r.between(0.3, 1.0);
    Line {
        masses,
        springs,
        forces,
        stops,
        offsets,
        restitution,
        x,
        v,
    }
}

/// The same as a deck: point masses along z, IMPACT forces as stops.
fn deck_of(line: &Line) -> Deck {
    let mut deck = Deck::new(0.0);
    let label = |i: usize| 2 + i as u32;
    for (i, &mass) in line.masses.iter().enumerate() {
        let mut part = Part::new(Tag::new("POINT_MASS", label(i)), PartKind::Point);
        part.mass = mass;
        part.pose = at(0.0, 0.0, line.x[i]);
        part.velocity = [None, None, Some(line.v[i])];
        let id = deck.0.parts.insert(part).expect("a new label");
        deck.marker(100 * label(i), label(i), carom_base::Pose::identity());
        deck.0.parts[id].cm = deck.0.markers.find(100 * label(i));
    }
    for (i, force) in line.forces.iter().enumerate() {
        let mut text = format!("{force:e}");
        for &(a, b, k) in &line.springs {
            let (a, b) = (a.min(b), a.max(b));
            let stretch = |to: u32| format!("DZ({},{to})", 100 * label(i));
            if b == usize::MAX && a == i {
                text += &format!("-{k:e}*{}", stretch(1));
            } else if b != usize::MAX && (a == i || b == i) {
                let other = if a == i { b } else { a };
                text += &format!("-{k:e}*{}", stretch(100 * label(other)));
            }
        }
        deck.sforce(
            50 + i as u32,
            Kind::Translation,
            true,
            (100 * label(i), 1),
            &text,
        );
    }
    for (k, (terms, offset)) in line.stops.iter().zip(&line.offsets).enumerate() {
        let name = k as u32 + 1;
        match terms[..] {
            [(i, 1.0), (j, _)] => {
                let (i, j) = (100 * label(i), 100 * label(j));
                let law = format!("IMPACT(DZ({i},{j}), VZ({i},{j}), 0, 1E5, 1.5, 50, 1E-4)");
                deck.sforce(name, Kind::Translation, false, (i, j), &law);
            }
            [(i, sign)] => {
                let i = 100 * label(i);
                let law = if sign > 0.0 {
                    format!("IMPACT(DZ({i},1), VZ({i},1), 0, 1E5, 1.5, 50, 1E-4)")
                } else {
                    format!("-IMPACT({offset:e}-DZ({i},1), -VZ({i},1), 0, 1E5, 1.5, 50, 1E-4)")
                };
                deck.sforce(name, Kind::Translation, true, (i, 1), &law);
            }
            _ => unreachable!("a stop has one mass or two"),
        }
    }
    deck.0.settings.rigid = Some(RigidContact {
        restitution: Some(line.restitution),
        ..RigidContact::default()
    });
    deck
}

/// How much an error of the state at the start grows until each impact: by a neighbouring motion.
fn conditions(line: &Line, impacts: &[Impact]) -> Vec<f64> {
    const SHIFT: f64 = 1e-7;
    let mut other = line.clone();
    for (k, v) in other.v.iter_mut().enumerate() {
        *v += SHIFT * if k % 2 == 0 { 1.0 } else { -0.7 };
    }
    let (moved, _, _) = other.impacts(END, MOST);
    let mut worst = 1.0_f64;
    let pairs = impacts.iter().zip(&moved);
    pairs
        .map_while(|(a, b)| {
            worst = worst.max((a.time - b.time).abs() / SHIFT);
            (a.stop == b.stop).then_some(worst)
        })
        .collect()
}

/// Compares one system; how many impacts were compared, and the worst error of a time.
fn compare(number: u64) -> (usize, f64) {
    let line = random_line(number);
    let (mut impacts, mut until, last) = line.impacts(END, MOST);
    // Errors of the integration grow with the conditions: compared as long as they stay below 100.
    let conditions = conditions(&line, &impacts);
    let good = conditions.iter().take_while(|c| **c < 100.0).count();
    if good < impacts.len() {
        until = until.min(impacts[good].time - 1e-3);
    }
    impacts.retain(|i| i.time < until);
    let end = if last == Last::End && until == END {
        END
    } else {
        until.max(1e-3)
    };
    let deck = deck_of(&line);
    let record = run(
        &deck,
        Analysis::Dynamic,
        END.min(end),
        1,
        &options("dop853", 1e-12),
    );
    let found: Vec<_> = record.events.iter().filter(|e| e.time < until).collect();
    let name = format!("system {number}: {line:?}");
    let kinds: Vec<_> = found.iter().map(|e| (e.kind, e.time)).collect();
    assert_eq!(
        found.len(),
        impacts.len(),
        "{name}\n{kinds:?}\n{impacts:?} until {until}"
    );
    let mut worst = 0.0_f64;
    for (event, exact) in found.iter().zip(&impacts) {
        assert_eq!(event.kind, EventKind::Impact, "{name}");
        assert_eq!(
            event.element,
            format!("SFORCE/{}", exact.stop + 1),
            "{name}"
        );
        worst = worst.max((event.time - exact.time).abs());
        // 1e-9: the integration's 1e-12 a step, over the run, times the condition
        assert!(
            (event.time - exact.time).abs() < 1e-9,
            "{name}\n{event:?}\n{exact:?}"
        );
        for k in 0..2 {
            assert!((event.rate[k] - exact.rate[k]).abs() < 1e-8, "{name}");
        }
        assert!((event.impulse - exact.impulse).abs() < 1e-7, "{name}");
    }
    (impacts.len(), worst)
}

#[test]
fn every_impact_is_found_and_none_invented() {
    let usual = if std::env::var_os("CI").is_some() {
        10_000
    } else {
        1000
    };
    let asked = |name: &str| std::env::var(name).map(|n| n.parse().expect("a number"));
    let (first, systems) = (
        asked("CAROM_FIRST").unwrap_or(0),
        asked("CAROM_SYSTEMS").unwrap_or(usual),
    );
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let workers: Vec<_> = (0..threads)
        .map(|k| {
            std::thread::spawn(move || {
                let (mut count, mut worst) = (0, 0.0_f64);
                for number in (k..systems).step_by(threads as usize) {
                    let (impacts, error) = compare(first + number);
                    count += impacts;
                    worst = worst.max(error);
                }
                (count, worst)
            })
        })
        .collect();
    let results = workers.into_iter().map(|w| w.join().expect("no panic"));
    let (count, worst) = results.fold((0, 0.0_f64), |(n, w), (m, x)| (n + m, w.max(x)));
    println!("{systems} systems, {count} impacts, worst error of a time {worst:e}");
    // Most systems hit something several times.
    assert!(count as u64 > 2 * systems);
}
