//! Rigid contacts at rest: statics, quasi-static sweeps, what follows them, linear equations; against closed forms.

mod support;

use carom_dynamics::{EventKind, RunError, RunOptions, Simulation};
use carom_model::JointKind;
use carom_model::analysis::{Analysis, Command, End, OutputGrid, RestitutionLaw};
use carom_model::force::Kind;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, Record, assemble, at, options, run, turned};

fn go(
    simulation: &mut Simulation,
    record: &mut Record,
    (analysis, end, steps): (Analysis, Option<f64>, u32),
) -> Result<(), RunError> {
    let command = Command::Simulate {
        analysis,
        end: end.map(End::Time),
        output: end.map(|_| OutputGrid::Steps(steps)),
        span: carom_base::Span::NONE,
    };
    simulation.execute(&command, &options("dop853", 1e-9), record)
}

/// One equilibrium from the start.
fn equilibrium(deck: &Deck) -> Record {
    let mut record = Record::default();
    let mut simulation = assemble(deck);
    go(&mut simulation, &mut record, (Analysis::Static, None, 0)).expect("an equilibrium");
    record
}

#[test]
fn a_box_in_a_guide() {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [0.01, 0.012, 0.014], at(0.0, 0.0, 0.1));
    deck.marker(201, 2, at(-0.1, -0.1, -0.1));
    deck.joint(1, JointKind::Translational, 200, 1);
    shape(&mut deck, 1, 201, Shape::BoxFromCorner([0.2; 3]), false);
    shape(&mut deck, 2, 1, PLANE, false);
    contact(&mut deck, [1, 2], LAW, None);
    rigid(&mut deck, Some(0.3), RestitutionLaw::Newton);
    let record = run(&deck, Analysis::Static, 0.1, 2, &RunOptions::default());
    for frame in &record.frames {
        println!("{:?} {:?}", frame.bodies[0].position, frame.forces);
    }
    println!("{:?}", record.events);
}
