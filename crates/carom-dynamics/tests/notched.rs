//! Straight extrusions that are not convex as rigid solids: convex pieces of them touch.

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_dynamics::{EventKind, EventRow};
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, Record, at, options, run, turned};

const HALF: [f64; 3] = [0.1, 0.06, 0.04];

/// A block that tumbles on a plate. A notch in the middle of a side is so narrow that no corner falls into it.
fn tumble(outline: &[[f64; 2]], mu: Option<[f64; 2]>, angles: [f64; 3]) -> Record {
    let mut deck = Deck::new(G);
    deck.body(2, 1.3, [0.004, 0.006, 0.007], turned(0.0, 0.0, 0.2, angles));
    deck.marker(201, 2, at(0.0, 0.0, -HALF[2]));
    let block = Shape::Extrusion {
        outline: outline.to_vec(),
        length: 2.0 * HALF[2],
    };
    shape(&mut deck, 2, 201, block, false);
    deck.marker(11, 1, at(0.1, -0.2, -0.5));
    let plate = Shape::BoxFromCenter([4.0, 4.0, 1.0]);
    shape(&mut deck, 1, 11, plate, false);
    contact(&mut deck, [2, 1], LAW, mu);
    rigid(&mut deck, Some(0.4), NEWTON);
    run(&deck, Analysis::Dynamic, 0.5, 40, &options("dop853", 1e-10))
}

/// The same events at the same times as of the convex block, though it is several pieces that meet in corners and along the block.
#[test]
fn a_narrow_notch_changes_nothing() {
    let [x, y, _] = HALF;
    let block = [[-x, -y], [x, -y], [x, y], [-x, y]];
    let notched = [
        [-x, -y],
        [-1e-3, -y],
        [0.0, 0.3 * y],
        [1e-3, -y],
        [x, -y],
        [x, y],
        [-x, y],
    ];
    for (mu, angles) in [
        (None, [10.0, 30.0, 20.0]),
        (Some([0.4, 0.3]), [0.0, 160.0, 40.0]),
        (Some([0.4, 0.3]), [0.0, 90.0, 5.0]),
    ] {
        let [whole, pieces] = [&block[..], &notched[..]].map(|o| tumble(o, mu, angles));
        let tell = |r: &Record| {
            let all = r.events.iter().map(|e| (e.kind, e.time));
            all.collect::<Vec<_>>()
        };
        let name = format!("{mu:?} {angles:?}: {:?} {:?}", tell(&whole), tell(&pieces));
        assert!(whole.events.len() > 3, "{name}");
        // Until impacts accumulate; then corners strike at one time, in one order or another.
        let series = |e: &&EventRow| e.kind == EventKind::Accumulation;
        let first = whole.events.iter().find(series).map_or(1.0, |e| e.time);
        for (a, b) in whole.events.iter().zip(&pieces.events) {
            if a.time > first - 1e-4 {
                break;
            }
            assert_eq!(a.kind, b.kind, "{name}");
            // The error of the integration, 1e-10 a step, over impacts.
            close(&name, a.time, b.time, 1e-8);
        }
        let [a, b] = [&whole, &pieces].map(|r| r.frames.last().expect("frames").bodies[0]);
        for axis in 0..3 {
            // With friction it matters a little in which order corners strike that do at one time.
            let bound = if mu.is_none() { 1e-8 } else { 1e-5 };
            close(&name, a.position[axis], b.position[axis], bound);
        }
    }
}
