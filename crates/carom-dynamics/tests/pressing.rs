//! Forces of closed rigid contacts are bounded over each step: what stands, rests, slides and rolls on a table is proved to do so, and a pull that lifts it
//! for a moment is found.

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::Vec3;
use carom_dynamics::{EventKind, EventRow, Frame};
use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, at, options, run, turned};

/// A body of 1 kg on the floor, with this force upwards.
fn on_floor(solid: Shape, height: f64, mu: Option<[f64; 2]>, force: &str) -> Deck {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [0.004; 3], at(0.0, 0.0, height));
    shape(&mut deck, 1, 200, solid, false);
    shape(&mut deck, 2, 1, PLANE, false);
    contact(&mut deck, [1, 2], LAW, mu);
    deck.sforce(9, Kind::Translation, true, (200, 1), force);
    rigid(&mut deck, Some(0.0), NEWTON);
    deck
}

/// A box from its middle.
fn cube() -> Shape {
    Shape::BoxFromCenter([0.2; 3])
}

#[test]
fn rest_is_proved() {
    let loads = [
        "0",
        "-3",
        "5*SIN(7*TIME)",
        "-2*VZ(200,1)",
        "IF(TIME-0.3: 0, 1, 2)",
    ];
    let solids = [(ball(0.1), 0.1), (cube(), 0.1)];
    let mut doubted = Vec::new();
    for method in ["auto", "dop853", "radau5", "gstiff", "hht", "rkf45"] {
        // All loads by the methods that runs take by themselves.
        let some = if matches!(method, "auto" | "radau5") {
            5
        } else {
            3
        };
        for load in loads.into_iter().take(some) {
            for (solid, height) in &solids {
                for mu in [None, Some([0.4, 0.3])] {
                    let deck = on_floor(solid.clone(), *height, mu, load);
                    let record = run(&deck, Analysis::Dynamic, 1.0, 5, &options(method, 1e-6));
                    let guards = &record.statistics[0].guards;
                    // What Newton's iteration leaves of a step from index 3, and of the first steps after an event, is acceleration, too.
                    let leaves = matches!(method, "gstiff" | "hht");
                    let few = if leaves { guards.proved / 10 } else { 0 };
                    if guards.sampled > few {
                        doubted.push(format!("{method} {load} {solid:?} {mu:?}: {guards:?}"));
                    }
                }
            }
        }
    }
    assert!(doubted.is_empty(), "{doubted:#?}");
}

/// What slides without turning, to its rest.
#[test]
fn slides_are_proved() {
    let solids = [
        (ball(0.1), None),
        (cube(), None),
        (cube(), Some([0.4, 0.3])),
    ];
    for (solid, mu) in solids {
        let mut deck = on_floor(solid, 0.1, mu, "0");
        speed(
            &mut deck,
            2,
            Vec3::from([2.0, 0.5, 0.0]),
            Vec3::from([0.0; 3]),
        );
        let record = run(&deck, Analysis::Dynamic, 1.0, 5, &options("dop853", 1e-8));
        assert_eq!(of_kind(&record, EventKind::Stick).is_empty(), mu.is_none());
        let guards = &record.statistics[0].guards;
        // Steps that end where slips or loads of corners do have guards at zero: an eighth of all at most, as corners that share a load have no guard each.
        let all = guards.proved + guards.bisected + guards.sampled;
        assert!(8 * guards.sampled <= all, "{guards:?}");
        assert!(guards.proved > 3, "{guards:?}");
    }
}

/// Columns of boxes without friction on the floor: the sides of the boxes of each, and how fast they glide along x, half as fast along y.
fn columns(list: &[([f64; 3], [f64; 3])]) -> Deck {
    let mut deck = Deck::new(G);
    shape(&mut deck, 1, 1, PLANE, false);
    let mut label = 2;
    for (column, (sides, speeds)) in list.iter().enumerate() {
        let (mut below, mut top) = (1, 0.0);
        for (side, v) in sides.iter().zip(speeds) {
            let place = at(column as f64, 0.0, top + 0.5 * side);
            deck.body(label, 1.0, [0.004; 3], place);
            let box_of = Shape::BoxFromCenter([*side; 3]);
            shape(&mut deck, label, 100 * label, box_of, false);
            connect(&mut deck, label, (&[label], &[below]), LAW, None);
            let v = Vec3::from([*v, 0.5 * v, 0.0]);
            speed(&mut deck, label, v, Vec3::from([0.0; 3]));
            (below, top) = (label, top + side);
            label += 1;
        }
    }
    rigid(&mut deck, Some(0.0), NEWTON);
    deck
}

/// Equal boxes and smaller ones upon larger ones, more rows together than are bounded as one.
#[test]
fn columns_at_rest_are_proved() {
    let sides = [[0.2; 3], [0.2, 0.15, 0.1], [0.1, 0.2, 0.3], [0.2, 0.2, 0.1]];
    let deck = columns(&sides.map(|sides| (sides, [0.0; 3])));
    for method in ["dop853", "radau5"] {
        let record = run(&deck, Analysis::Dynamic, 0.3, 5, &options(method, 1e-6));
        let later = record.events.iter().filter(|e| e.time > 0.0);
        assert_eq!(later.count(), 0, "{method}: {:?}", record.events);
        let guards = &record.statistics[0].guards;
        assert!(
            guards.sampled == 0 && guards.proved > 50,
            "{method}: {guards:?}"
        );
    }
}

/// Where boxes glide upon each other, the load of one moves over the corners of the next below: these carry in turn, always those that are enough. Nothing opens, and
/// nothing is struck, as long as no corner comes to an edge.
#[test]
fn loads_that_glide_open_nothing() {
    let ways = [
        [0.0, 0.1, 0.15],
        [0.0, -0.1, 0.15],
        [0.1, 0.1, -0.05],
        [0.3, 0.3, 0.3],
    ];
    let deck = columns(&ways.map(|speeds| ([0.3, 0.2, 0.1], speeds)));
    for method in ["dop853", "radau5", "gstiff", "rkf45"] {
        let record = run(&deck, Analysis::Dynamic, 0.15, 5, &options(method, 1e-6));
        let others = record
            .events
            .iter()
            .filter(|e| e.kind != EventKind::Closure || e.time > 0.0);
        let others: Vec<_> = others.collect();
        assert!(others.is_empty(), "{method}: {others:#?}");
    }
}

/// Loads on the crossing of the diagonals of all boxes below at once: two choices of the corners that carry are equal in each layer, and the motion says which
/// of them lasts. The boxes are turned about the vertical in several ways, so that no two layers choose alike.
#[test]
fn loads_on_diagonals_choose_once() {
    let angles = [120.1, 293.7, 0.0, 0.0, 70.7, 223.5];
    let speeds = [[0.244, 0.0], [0.0, 0.197], [0.0, -0.179], [0.0, 0.0845]];
    for first in 0..3 {
        let mut deck = Deck::new(G);
        shape(&mut deck, 1, 1, PLANE, false);
        let (mut below, mut top) = (1, 0.0);
        for (k, [vx, vy]) in speeds.into_iter().enumerate() {
            let (label, angle) = (k as u32 + 2, angles[first + k]);
            let shrink = 0.5_f64.powi(k as i32);
            let sides = [0.35 * shrink, 0.38 * shrink, 0.15];
            let place = turned(0.0, 0.0, top + 0.075, [angle, 0.0, 0.0]);
            deck.body(label, 1.0 + k as f64, [0.01, 0.01, 0.02], place);
            shape(
                &mut deck,
                label,
                100 * label,
                Shape::BoxFromCenter(sides),
                false,
            );
            connect(&mut deck, label, (&[label], &[below]), LAW, None);
            speed(
                &mut deck,
                label,
                Vec3::from([vx, vy, 0.0]),
                Vec3::from([0.0; 3]),
            );
            (below, top) = (label, top + 0.15);
        }
        rigid(&mut deck, Some(0.0), NEWTON);
        for method in ["dop853", "radau5", "rkf45"] {
            let record = run(&deck, Analysis::Dynamic, 0.02, 5, &options(method, 1e-6));
            let later = record.events.iter().filter(|e| e.time > 0.0);
            assert_eq!(later.count(), 0, "{method} {first}: {:#?}", record.events);
        }
    }
}

/// The speeds of a pile that is dragged: those above follow, and nothing leaves the line or turns.
fn drags_straight(
    what: &str,
    frames: &[Frame],
    ([vx, vy], friction, together): ([f64; 2], f64, f64),
    slows: f64,
) {
    for frame in frames {
        let t = frame.time;
        let follows = friction * t.min((2.0 * together - t).max(0.0));
        let slides = vx.hypot(vy) - friction * slows * t;
        for (k, body) in frame.bodies.iter().enumerate() {
            let speed = if k == 0 { follows.max(slides) } else { follows };
            let [x, y, z] = body.velocity;
            let (ahead, aside) = ((x * vx + y * vy) / vx.hypot(vy), x * vy - y * vx);
            // 1e-6: a hundred times the tolerance, for what some ten steps leave inside of one
            let miss = [ahead - speed, aside, z, body.angular_velocity[2]];
            assert!(
                miss.iter().all(|x| x.abs() < 1e-6),
                "{what} at {t}: {miss:?}"
            );
        }
    }
}

/// The lowest box of a pile slides and drags the others, which rest on each other: they go on together once they are as fast, and come to rest. With the masses M
/// below and m above, v = |v₀| and μ: t₁ = v/(μ·g·((M + 2·m)/M + 1)), and as long again. Nothing else happens, however the load moves over the corners.
#[test]
fn a_pile_that_is_dragged_comes_to_rest() {
    // Masses, then the speed of the lowest box along x and y.
    let piles: [(&[f64], [f64; 2]); 4] = [
        (&[2.47, 2.75], [-0.0027, -0.0167]),
        (&[3.0, 0.5], [0.0, -0.3]),
        (&[1.3, 0.9, 0.4], [0.15, 0.0]),
        (&[0.7, 1.9], [-0.2, 0.33]),
    ];
    let mu = [0.3, 0.2];
    for (masses, [vx, vy]) in piles {
        let mut deck = Deck::new(G);
        shape(&mut deck, 1, 1, PLANE, false);
        let (mut below, mut top) = (1, 0.0);
        for (k, mass) in masses.iter().enumerate() {
            let label = k as u32 + 2;
            let sides = [0.4 / (k + 1) as f64, 0.5 / (k + 1) as f64, 0.1];
            let inertia = mass / 12.0 * sides[0].powi(2);
            deck.body(
                label,
                *mass,
                [inertia, inertia, 2.0 * inertia],
                at(0.0, 0.0, top + 0.05),
            );
            shape(
                &mut deck,
                label,
                100 * label,
                Shape::BoxFromCenter(sides),
                false,
            );
            connect(
                &mut deck,
                label,
                (&[label], &[below]),
                LAW,
                Some(coulomb(mu)),
            );
            (below, top) = (label, top + 0.1);
        }
        speed(
            &mut deck,
            2,
            Vec3::from([vx, vy, 0.0]),
            Vec3::from([0.0; 3]),
        );
        rigid(&mut deck, Some(0.0), NEWTON);
        let (own, upper) = (masses[0], masses[1..].iter().sum::<f64>());
        let together = vx.hypot(vy) / (mu[1] * G * ((own + 2.0 * upper) / own + 1.0));
        // A pile of three takes ten times as long as one of two.
        let methods: &[&str] = match masses.len() {
            2 => &["dop853", "radau5", "rkf45"],
            _ => &["dop853"],
        };
        for method in methods {
            let end = 2.5 * together;
            let record = run(&deck, Analysis::Dynamic, end, 5, &options(method, 1e-8));
            let what = format!("{method} {masses:?}");
            let opens = |e: &&EventRow| {
                matches!(e.kind, EventKind::Separation | EventKind::Impact)
                    || e.kind == EventKind::Closure && e.time > 0.0
            };
            let others: Vec<_> = record.events.iter().filter(opens).collect();
            assert!(others.is_empty(), "{what}: {others:#?}");
            let sticks = of_kind(&record, EventKind::Stick);
            let times: Vec<f64> = sticks.iter().map(|e| e.time).filter(|t| *t > 0.0).collect();
            // 1e-8: the tolerance of the places over the speeds of 1e-2 and more that end, times seconds of the scale
            for (name, exact) in [("together", together), ("rest", 2.0 * together)] {
                let near = times.iter().filter(|t| (*t - exact).abs() < 1e-2 * exact);
                assert!(near.clone().count() >= 3, "{what} {name}: {times:?}");
                near.for_each(|t| close(&format!("{what} {name}"), *t, exact, 1e-8));
            }
            drags_straight(
                &what,
                &record.frames,
                ([vx, vy], mu[1] * G, together),
                (own + 2.0 * upper) / own,
            );
        }
    }
}

/// A pull that exceeds the weight for 2 ms, without any switch, while nothing else happens: the contact opens at the time of the formula.
#[test]
fn a_short_pull_lifts_what_rests() {
    let width = 1e-3;
    for method in ["auto", "dop853", "radau5", "gstiff", "rkf45"] {
        for (k, middle) in [0.4, 0.618, 0.777].into_iter().enumerate() {
            let peak = [20.0, 12.0, 40.0][k];
            let load = format!("{peak}*EXP(-((TIME-{middle})/{width})**2)");
            for mu in [None, Some([0.4, 0.3])] {
                let deck = on_floor(ball(0.1), 0.1, mu, &load);
                let record = run(&deck, Analysis::Dynamic, 1.0, 5, &options(method, 1e-8));
                let opens = of_kind(&record, EventKind::Separation);
                let exact = middle - width * (peak / G).ln().sqrt();
                assert!(!opens.is_empty(), "{method} {middle}: {:?}", record.events);
                // 1e-9: the rounding of forces over their rate, 1e4 N/s and more
                close(method, opens[0].time, exact, 1e-9);
            }
        }
    }
}
