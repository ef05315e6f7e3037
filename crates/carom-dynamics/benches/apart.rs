//! A hundred contacts of solids that are apart: what a step costs with and without them.
//!
//! `-- dop853 with 0.2` is one run to that time, and `without` in place of `with` one without contacts: of the instructions of two such runs with different
//! ends, the difference is that of steps alone.

#[path = "../tests/support/mod.rs"]
mod support;

use carom_laws::contact::solids::{AnyLaw, ImpactParameters};
use carom_model::analysis::Analysis;
use carom_model::force::NormalLaw;
use carom_model::graphics::{Graphic, Shape};
use carom_model::{Contact, JointKind, Tag};
use support::*;

const CONTACTS: u32 = 100;
const IMPACT: NormalLaw = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
    stiffness: 1e5,
    exponent: 1.5,
    damping: 50.0,
    dmax: 1e-4,
}));

/// Pendulums in a row, each with a solid at its end; with contacts between neighbours.
fn row(with_contacts: bool) -> Deck {
    let mut d = Deck::new(9.8);
    for k in 0..=CONTACTS {
        let (label, x) = (k + 2, 2.0 * f64::from(k));
        d.body(label, 1.0, [0.1, 0.2, 0.3], at(x, 0.0, -1.0));
        d.marker(100_000 + k, 1, at(x, 0.0, 0.0));
        d.marker(200_000 + k, label, at(0.0, 0.0, 1.0));
        d.joint(label, JointKind::Spherical, 200_000 + k, 100_000 + k);
        let part = d.part_id(label);
        let spin = [Some(0.5), Some(0.3), Some(1.0 + 0.01 * f64::from(k))];
        d.0.parts[part].angular_velocity = spin;
        let shape = match k % 4 {
            0 => Shape::Ellipsoid([0.3; 3]),
            1 => Shape::BoxFromCenter([0.3, 0.2, 0.1]),
            2 => Shape::Cylinder {
                length: 0.4,
                radius: 0.1,
            },
            _ => Shape::Ellipsoid([0.3, 0.2, 0.1]),
        };
        let graphic = Graphic {
            tag: Tag::new("GRAPHICS", label),
            marker: Some(d.marker_id(label * 100)),
            shape,
            cavity: false,
        };
        d.0.graphics.insert(graphic).expect("a new label");
    }
    for k in 0..CONTACTS * u32::from(with_contacts) {
        let side = |label: u32| vec![d.0.graphics.find(label).expect("made before")];
        let contact = Contact {
            tag: Tag::new("CONTACT", k + 1),
            i: side(k + 2),
            j: side(k + 3),
            flipped: Vec::new(),
            normal: IMPACT,
            friction: None,
            friction_routine: None,
        };
        d.0.contacts.insert(contact).expect("a new label");
    }
    d
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [integrator, which, end, ..] = words.as_slice()
        && let Ok(end) = end.parse::<f64>()
    {
        let mut options = options(integrator, 1e-2);
        options.hmax = Some(2e-3);
        let r = run(&row(which == "with"), Analysis::Dynamic, end, 1, &options);
        println!("{} steps", r.statistics[0].steps);
        return;
    }
    for integrator in ["dop853", "radau5"] {
        // The two in turn, the shortest of ten: a machine is busy now and then.
        let mut best = [f64::INFINITY; 2];
        for _ in 0..10 {
            for (best, with_contacts) in best.iter_mut().zip([false, true]) {
                let mut options = options(integrator, 1e-2);
                options.hmax = Some(2e-3);
                let r = run(&row(with_contacts), Analysis::Dynamic, 1.0, 1, &options);
                let s = &r.statistics[0];
                *best = best.min(s.wall_s / s.steps as f64);
            }
        }
        let [without, with] = best.map(|s| s * 1e6);
        println!(
            "{integrator}: {without:.1} µs a step without contacts, {with:.1} µs with {CONTACTS} of them, ratio {:.2}",
            with / without
        );
    }
}
