//! The ends of impacts that accumulate: their times, the state there, and the list of impacts before, against closed forms.
//!
//! An end is held to the error of the run itself, in seconds, where the motion between impacts is one that the methods integrate exactly, so that nothing but what is made of the last
//! impacts can be wrong. Rounding adds `ε·t` for each impact, and each displaces the end by (1 + e)/(1 − e) of that.

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::{Units, Vec3};
use carom_dynamics::{EventKind, EventRow};
use carom_model::JointKind;
use carom_model::analysis::{Analysis, ImpactList};
use carom_model::force::Kind;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, Record, at, options, run, turned};

const ERRORS: [f64; 4] = [1e-4, 1e-6, 1e-8, 1e-10];

/// A ball of radius 0.1 whose lowest point is at a height over the floor.
fn falling(height: f64, restitution: f64) -> Deck {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, height + 0.1));
    let law = "IMPACT(DZ(200,1), VZ(200,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    rigid(&mut deck, Some(restitution), NEWTON);
    deck
}

fn list_all(deck: &mut Deck) {
    let contact = deck.0.settings.rigid.as_mut().expect("a rigid contact");
    contact.list = ImpactList::All;
}

/// What rounding of the times of impacts displaces the end by.
fn rounding(end: f64, restitution: f64, impacts: usize) -> f64 {
    let each = f64::EPSILON * end * (1.0 + restitution) / (1.0 - restitution);
    10.0 * each * (impacts as f64).sqrt()
}

fn times(record: &Record, kind: EventKind) -> Vec<f64> {
    of_kind(record, kind).iter().map(|e| e.time).collect()
}

fn in_order(events: &[EventRow]) -> bool {
    events.windows(2).all(|e| e[0].time <= e[1].time)
}

/// t₁(1 + e)/(1 − e), t₁ the time of the fall.
#[test]
fn a_ball_rests_when_its_series_ends_whatever_error_and_restitution() {
    let fall = (2.0 / G).sqrt();
    for e in [1e-3, 0.1, 0.5, 0.9, 0.99, 0.999] {
        let end = fall * (1.0 + e) / (1.0 - e);
        for error in ERRORS {
            let deck = falling(1.0, e);
            let record = run(
                &deck,
                Analysis::Dynamic,
                end + 1.0,
                3,
                &options("auto", error),
            );
            let name = format!("e = {e}, error {error:e}");
            let impacts = times(&record, EventKind::Impact);
            let bound = error + rounding(end, e, impacts.len());
            for kind in [EventKind::Accumulation, EventKind::Closure] {
                let found = times(&record, kind);
                assert_eq!(found.len(), 1, "{name}: {kind:?}");
                close(&name, found[0], end, bound);
            }
            // All that are further apart than the error are told, those that are closer to rounding than to each other among them.
            let told = (0..).take_while(|k| *k == 0 || 2.0 * fall * e.powi(*k) > error);
            let expected: Vec<f64> = told
                .map(|k| end - 2.0 * fall * e.powi(k + 1) / (1.0 - e))
                .collect();
            assert!(impacts.len() >= expected.len(), "{name}: {}", impacts.len());
            for (k, (t, exact)) in impacts.iter().zip(expected).enumerate() {
                // A height is known to the rounding of one metre, and so is when it is zero with the speed of that impact.
                let speed = G * fall * e.powi(k as i32);
                let bound = rounding(end, e, impacts.len()) + f64::EPSILON / speed;
                close(&name, *t, exact, bound);
            }
            assert!(in_order(&record.events), "{name}");
        }
    }
}

#[test]
fn an_end_is_the_same_in_other_units() {
    let e = 0.8;
    let end = (2.0 / G).sqrt() * (1.0 + e) / (1.0 - e);
    for (names, second) in [
        (["newton", "kilogram", "millimeter", "second"], 1.0),
        (["newton", "kilogram", "kilometer", "second"], 1.0),
        (["kilogram_force", "gram", "inch", "minute"], 1.0 / 60.0),
        (["newton", "gram", "micrometer", "millisecond"], 1e3),
    ] {
        let [force, mass, length, time] = names;
        let units = Units::from_names(force, mass, length, time).expect("known names");
        let (model, diagnostics) = falling(1.0, e).0.in_units(&units);
        assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
        let deck = Deck(model);
        let mut counts = Vec::new();
        for error in ERRORS {
            let until = (end + 1.0) * second;
            let record = run(&deck, Analysis::Dynamic, until, 3, &options("auto", error));
            let found = times(&record, EventKind::Accumulation);
            assert_eq!(found.len(), 1, "{names:?} {error:e}");
            close(&format!("{names:?}"), found[0] / second, end, error);
            counts.push(times(&record, EventKind::Impact).len());
        }
        let own = ERRORS.map(|error| {
            let record = run(
                &falling(1.0, e),
                Analysis::Dynamic,
                5.0,
                1,
                &options("auto", error),
            );
            times(&record, EventKind::Impact).len()
        });
        // Rounding may tell one more apart, or one less.
        for (a, b) in counts.iter().zip(own) {
            assert!(a.abs_diff(b) <= 1, "{names:?}: {counts:?} {own:?}");
        }
    }
}

/// Impacts of a ball that is dropped at time 0 from the height `fall` over the table A·sin ωt, and their end: each by Newton's method from Taylor's series of
/// the gap about the impact before, until what is left is below rounding.
fn on_table(amplitude: f64, frequency: f64, fall: f64, e: f64) -> (Vec<f64>, f64) {
    let gap = |t: f64| fall - 0.5 * G * t * t - amplitude * (frequency * t).sin();
    let rate = |t: f64| -G * t - amplitude * frequency * (frequency * t).cos();
    let mut t = 0.0;
    while gap(t) > 0.0 {
        t += 1e-3;
    }
    for _ in 0..50 {
        t -= gap(t) / rate(t);
    }
    let (mut list, mut v) = (vec![t], -e * rate(t));
    loop {
        // The gap s after the impact: v·s + Σ cₖ·sᵏ, from k = 2.
        let (sin, cos) = (frequency * t).sin_cos();
        let mut coefficients = [0.0; 30];
        let mut factor = amplitude;
        for (k, c) in coefficients.iter_mut().enumerate() {
            if k > 0 {
                factor *= frequency / k as f64;
            }
            let derivative = [sin, cos, -sin, -cos][k % 4];
            *c = -factor * derivative;
        }
        coefficients[2] -= 0.5 * G;
        (coefficients[0], coefficients[1]) = (0.0, v);
        let sum = |s: f64| {
            let each = coefficients.iter().enumerate().rev();
            each.fold([0.0; 2], |[p, d], (_, c)| [p * s + c, d * s + p])
        };
        // From the far side, where the gap falls ever faster.
        let mut s = -2.0 * v / coefficients[2];
        for _ in 0..100 {
            let [p, d] = sum(s);
            s -= p / d;
        }
        let next = -e * sum(s)[1];
        (t, v) = (t + s, next);
        list.push(t);
        if s < 1e-17 {
            return (list, t);
        }
    }
}

/// The table of [`on_table`], driven, of 1 kg or heavier than all else; its ball of radius 0.1.
fn table(amplitude: f64, frequency: f64, fall: f64, e: f64) -> Deck {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, fall + 0.1));
    let law = format!(
        "IMPACT(DZ(200,1)-{amplitude}*SIN({frequency}*TIME), VZ(200,1)-{amplitude}*{frequency}*COS({frequency}*TIME), 0.1, 1E5, 1.5, 50, 1E-4)"
    );
    deck.sforce(1, Kind::Translation, true, (200, 1), &law);
    rigid(&mut deck, Some(e), NEWTON);
    deck
}

#[test]
fn a_ball_comes_to_rest_on_a_table_that_moves() {
    for e in [0.2, 0.5, 0.8] {
        let (impacts, end) = on_table(0.02, 12.0, 0.5, e);
        for error in ERRORS {
            for method in ["auto", "dop853", "radau5"] {
                let deck = table(0.02, 12.0, 0.5, e);
                let until = end + 0.01;
                let record = run(&deck, Analysis::Dynamic, until, 3, &options(method, error));
                let name = format!("e = {e}, error {error:e}, {method}");
                let found = times(&record, EventKind::Accumulation);
                assert_eq!(found.len(), 1, "{name}");
                // The flight is a parabola, which each method follows to rounding.
                close(&name, found[0], end, error);
                for (t, exact) in times(&record, EventKind::Impact).iter().zip(&impacts) {
                    // What counts as rounding of the gap, 9e-16 m for a radius of gyration of 1 m, over the speed of the shortest rebounds, 1e-6 m/s.
                    close(&name, *t, *exact, 1e-9);
                }
            }
        }
    }
}

/// A table that falls away while the ball rebounds: it rests from the end of one series to the separation, where A·ω²·sin ωt = g, flies, and comes to rest again.
#[test]
fn a_table_that_falls_away_breaks_off_what_began() {
    let (amplitude, frequency) = (0.05, 15.0f64);
    let leaves = (G / (amplitude * frequency * frequency)).asin() / frequency;
    for error in ERRORS {
        let deck = table(amplitude, frequency, 0.02, 0.4);
        let record = run(&deck, Analysis::Dynamic, 1.2, 3, &options("dop853", error));
        assert!(in_order(&record.events));
        let closures = times(&record, EventKind::Closure);
        let ends = times(&record, EventKind::Accumulation);
        let separations = times(&record, EventKind::Separation);
        assert!(separations.len() >= 2, "{:?}", record.events);
        assert_eq!(closures, ends, "each rest begins at the end of a series");
        let period = std::f64::consts::TAU / frequency;
        for t in separations {
            let phase = (t - leaves) / period;
            close(
                "separation",
                phase.fract().min(1.0 - phase.fract()) * period,
                0.0,
                1e-9,
            );
        }
    }
}

/// A pendulum (1 kg, 0.02 kg·m² about its centre, 0.5 m below its pivot) that gravity holds against a stop at 0.5 rad, from rest at 1 rad. A swing from θ₀ up to θₘ takes
/// `(K(k) − F(φ, k))/ω`, k = sin θₘ/2, sin φ = sin(θ₀/2)/k, ω² = m·g·l/J; the sums of these for e = 0.4 and 0.8, with 50 digits.
#[test]
fn a_pendulum_comes_to_rest_against_a_stop() {
    for (e, end) in [(0.4, 0.762_523_122_794_909_8), (0.8, 3.046_291_236_600_783)] {
        for (error, bound) in [(1e-4, 1e-4), (1e-6, 1e-6), (1e-8, 1e-8), (1e-10, 1e-9)] {
            let mut deck = Deck::new(G);
            let (s, c) = 1f64.sin_cos();
            // x of the part points from the pivot down the pendulum.
            let pose = turned(
                0.5 * s,
                0.0,
                -0.5 * c,
                [0.0, 90.0, 1f64.to_degrees() - 90.0],
            );
            deck.body(2, 1.0, [0.02; 3], pose);
            deck.marker(210, 2, at(-0.5, 0.0, 0.0));
            deck.marker(110, 1, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
            deck.joint(1, JointKind::Revolute, 210, 110);
            let limit = 0.5 * 0.5f64.sin();
            let law = format!("IMPACT(DX(200,1), VX(200,1), {limit:?}, 1E5, 1.5, 50, 1E-4)");
            let mut components = [const { None }; 6];
            components[0] = Some(carom_model::constraint::Function::Expression(
                support::expression(&law),
            ));
            deck.vforce(1, 200, components);
            rigid(&mut deck, Some(e), NEWTON);
            let record = run(&deck, Analysis::Dynamic, 3.5, 3, &options("dop853", error));
            let found = times(&record, EventKind::Accumulation);
            assert_eq!(found.len(), 1, "e = {e}, error {error:e}");
            // The errors of some tens of swings add up.
            close(&format!("e = {e}, error {error:e}"), found[0], end, bound);
        }
    }
}

/// A block that does not turn bounces while it slides with friction. Up to the end of its impacts, T, the floor gives m·(v₁ + g·(T − t₁)) upwards, v₁ the speed of the first impact, and
/// μ times that backwards; then it slides with μ·g until it sticks.
#[test]
fn a_ball_that_slides_through_its_impacts_has_the_speed_of_all_of_them() {
    let (mu, e, height) = (0.3, 0.6, 0.2);
    let fall = (2.0 * height / G).sqrt();
    let end = fall * (1.0 + e) / (1.0 - e);
    let lost = mu * G * (fall + (end - fall));
    // Fast enough to slide on after T; and so slow that it stops at the third impact.
    let third = mu * G * fall * (1.0 + e) * (1.0 + e + 0.5 * e * e);
    for (speed_at_start, slides) in [(lost + 0.5, true), (third, false)] {
        for (method, error) in [
            ("dop853", 1e-4),
            ("dop853", 1e-6),
            ("dop853", 1e-10),
            ("radau5", 1e-6),
            ("radau5", 1e-10),
        ] {
            let mut deck = Deck::new(G);
            deck.body(2, 1.0, [0.004; 3], at(0.0, 0.0, 0.1 + height));
            shape(&mut deck, 1, 200, ball(0.1), false);
            shape(&mut deck, 2, 1, PLANE, false);
            contact(&mut deck, [1, 2], LAW, Some([mu; 2]));
            deck.joint(1, JointKind::Orientation, 200, 1);
            let v = Vec3::new(speed_at_start, 0.0, 0.0);
            speed(&mut deck, 2, v, Vec3::new(0.0, 0.0, 0.0));
            rigid(&mut deck, Some(e), NEWTON);
            let record = run(&deck, Analysis::Dynamic, 3.0, 3, &options(method, error));
            let name = format!("{method} {error:e} {slides}");
            let found = times(&record, EventKind::Accumulation);
            assert_eq!(found.len(), 1, "{name}");
            close(&name, found[0], end, error);
            let stuck = times(&record, EventKind::Stick);
            assert_eq!(stuck.len(), 1, "{name}: {:?}", record.events);
            let (mut x, mut u, mut vz, mut t) = (0.0, speed_at_start, G * fall, 0.0);
            let mut flight = fall;
            for _ in 0..200 {
                x += u * flight;
                u = (u - mu * (1.0 + e) * vz).max(0.0);
                t += flight;
                vz *= e;
                flight = 2.0 * vz / G;
            }
            close(&name, t, end, 1e-14);
            let stop = end + u / (mu * G);
            x += 0.5 * u * u / (mu * G);
            close(&name, u, if slides { 0.5 } else { 0.0 }, 1e-12);
            // Surfaces that move more slowly than the error are at rest; that takes error/μg.
            close(&name, stuck[0], stop, error);
            let last = record.frames.last().expect("frames").bodies[0];
            close(&name, last.position[0], x, 0.1 * error + 1e-11);
            assert!(in_order(&record.events), "{name}");
        }
    }
}

/// t₁ + 2t₁(e + e² + ...): each of them, until they are closer than rounding.
#[test]
fn every_impact_is_listed_to_rounding() {
    let fall = (2.0 / G).sqrt();
    for e in [0.1, 0.5, 0.9] {
        let end = fall * (1.0 + e) / (1.0 - e);
        let mut deck = falling(1.0, e);
        list_all(&mut deck);
        for error in [1e-3, 1e-6, 1e-10] {
            let record = run(
                &deck,
                Analysis::Dynamic,
                end + 1.0,
                2,
                &options("auto", error),
            );
            let impacts = times(&record, EventKind::Impact);
            let name = format!("e = {e}, error {error:e}");
            let apart = |k: i32| 2.0 * fall * e.powi(k);
            // Roundings of the time that the last two are apart.
            let left = apart(impacts.len() as i32 - 1) / (f64::EPSILON * end);
            assert!(
                (1.0..40.0).contains(&left),
                "{name}: {} {left}",
                impacts.len()
            );
            for (k, t) in impacts.iter().enumerate() {
                let exact = end - apart(k as i32 + 1) / (1.0 - e);
                close(&name, *t, exact, rounding(end, e, impacts.len()));
            }
            for event in of_kind(&record, EventKind::Impact) {
                let [before, after] = event.rate;
                close(&name, after, -e * before, 1e-6 * after);
                close(&name, event.impulse, after - before, 1e-6 * after);
            }
            close(
                &name,
                times(&record, EventKind::Closure)[0],
                end,
                rounding(end, e, impacts.len()),
            );
            assert!(in_order(&record.events), "{name}");
        }
    }
}

/// Nothing is told whose time does not come: a run that ends between the last impact that was computed and the end of them all tells no closure, and the next analysis goes on.
#[test]
fn nothing_is_told_after_the_end_of_the_run() {
    let fall = (2.0 / G).sqrt();
    let e = 0.5;
    let end = fall * (1.0 + e) / (1.0 - e);
    let mut deck = falling(1.0, e);
    list_all(&mut deck);
    for before in [1e-3, 1e-6, 1e-9, 1e-12, 1e-14] {
        let until = end - before;
        let record = run(&deck, Analysis::Dynamic, until, 3, &options("auto", 1e-8));
        let impacts = times(&record, EventKind::Impact);
        let told = (0..).take_while(|k| end - 2.0 * fall * e.powi(k + 1) / (1.0 - e) <= until);
        assert!(
            impacts.len().abs_diff(told.count()) <= 1,
            "{before:e}: {}",
            impacts.len()
        );
        assert!(record.events.iter().all(|event| event.time <= until));
        assert_eq!(times(&record, EventKind::Closure).len(), 0, "{before:e}");
    }
}

/// A block that rocks on its edges (`rocking_block` of validation/values/zoo.json): two edges are struck in turn, so that only the intervals tell the end.
#[test]
fn a_rocking_block_comes_to_rest_when_its_series_ends() {
    let (b, h): (f64, f64) = (0.25, 1.0);
    let lean = 0.5 * (b / h).atan();
    // The errors of some hundred arcs, which stand in the impacts as they do in the end.
    for (error, bound) in [
        (1e-4, 1e-4),
        (1e-6, 1e-6),
        (1e-8, 1e-7),
        (1e-10, 1e-9),
        (1e-12, 1e-9),
    ] {
        let mut deck = Deck::new(G);
        let (s, c) = lean.sin_cos();
        // Over its right edge, which is at the origin.
        let pose = turned(
            -b * c + h * s,
            0.0,
            b * s + h * c,
            [90.0, lean.to_degrees(), -90.0],
        );
        deck.body(2, 1.0, [0.354_166_666_666_666_7; 3], pose);
        let block = Shape::BoxFromCenter([2.0 * b, 0.5, 2.0 * h]);
        shape(&mut deck, 1, 200, block, false);
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, Some([2.0; 2]));
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 9.0, 3, &options("dop853", error));
        let ends = times(&record, EventKind::Accumulation);
        assert!(!ends.is_empty(), "{error:e}");
        println!(
            "{error:e} {ends:?} {:?}",
            record
                .events
                .iter()
                .map(|e| (e.time, e.kind))
                .filter(|e| e.1 == EventKind::Impact)
                .map(|e| e.0 - 7.942_808_914_170_65)
                .collect::<Vec<_>>()
        );
        for end in ends {
            close(&format!("{error:e}"), end, 7.942_808_914_170_65, bound);
        }
        assert!(in_order(&record.events), "{error:e}");
    }
}

/// Three balls whose impacts end at other times, two of them at the same.
#[test]
fn series_of_several_contacts_end_each_at_its_own_time() {
    let (e, heights) = (0.7, [0.4, 0.9, 0.4]);
    for error in ERRORS {
        let mut deck = Deck::new(G);
        for (k, height) in heights.into_iter().enumerate() {
            let label = k as u32 + 2;
            deck.body(label, 1.0, [1.0; 3], at(k as f64, 0.0, height + 0.1));
            let law = format!("IMPACT(DZ({label}00,1), VZ({label}00,1), 0.1, 1E5, 1.5, 50, 1E-4)");
            deck.sforce(label, Kind::Translation, true, (label * 100, 1), &law);
        }
        rigid(&mut deck, Some(e), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 3.0, 3, &options("auto", error));
        for (k, height) in heights.into_iter().enumerate() {
            let label = format!("SFORCE/{}", k + 2);
            let end = (2.0 * height / G).sqrt() * (1.0 + e) / (1.0 - e);
            for kind in [EventKind::Accumulation, EventKind::Closure] {
                let own = of_kind(&record, kind);
                let own: Vec<_> = own.iter().filter(|row| row.element == label).collect();
                assert_eq!(own.len(), 1, "{label} {error:e} {kind:?}");
                close(&label, own[0].time, end, error);
            }
        }
        assert!(in_order(&record.events), "{error:e}");
    }
}
