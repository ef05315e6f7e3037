//! The bouncing ball of the README inside the process: 2 s at error 1e-10, all impacts located.

#[path = "../tests/support/mod.rs"]
mod support;

use carom_laws::restitution::NEWTON;
use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use support::*;

fn ball() -> Deck {
    let mut d = Deck::new(9.80665);
    d.body(2, 1.0, [1e-3, 1e-3, 1e-3], at(0.0, 0.0, 1.1));
    let f = "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    d.sforce(1, Kind::Translation, true, (200, 1), f);
    d
}

fn main() {
    let r = run(
        &ball(),
        Analysis::Dynamic,
        2.0,
        1,
        &options("dop853", 1e-10),
    );
    eprintln!("{:?}", r.statistics[0]);
    divan::main();
}

/// Assembly included.
#[divan::bench(args = [("radau5", 1e-6), ("radau5", 1e-10), ("radau9", 1e-10), ("radau13", 1e-10), ("dop853", 1e-10)])]
fn two_seconds(bencher: divan::Bencher, (integrator, error): (&str, f64)) {
    let deck = ball();
    let options = options(integrator, error);
    bencher.bench_local(|| run(&deck, Analysis::Dynamic, 2.0, 1, &options));
}

/// A ball with restitution 0.9 to the end of its impacts, assembly included.
#[divan::bench(args = [1e-6, 1e-10, 1e-12])]
fn to_its_rest(bencher: divan::Bencher, error: f64) {
    let mut deck = ball();
    solids::rigid(&mut deck, Some(0.9), NEWTON);
    let options = options("dop853", error);
    bencher.bench_local(|| run(&deck, Analysis::Dynamic, 9.0, 1, &options));
}

/// Assembly alone.
#[divan::bench]
fn assembly(bencher: divan::Bencher) {
    let deck = ball();
    bencher.bench_local(|| assemble(&deck));
}

/// One evaluation of the right-hand side, in contact.
#[divan::bench]
fn right_hand_side(bencher: divan::Bencher) {
    use carom_solve::Problem;
    let mut deck = ball();
    let id = deck.part_id(2);
    deck.0.parts[id].pose.position.z = 0.09;
    let mut d = carom_base::Diagnostics::default();
    let system = carom_dynamics::assemble::assemble(&deck.0, &mut d).expect("assembles");
    let mut e = carom_dynamics::start::initial::start(&deck.0, system).expect("starts");
    let y = e.unknowns();
    e.settle(0.0, &y).expect("finite");
    let mut f = vec![0.0; y.len()];
    bencher.bench_local(|| e.rhs(0.0, divan::black_box(&y), &mut f));
}

/// One Jacobian, in contact.
#[divan::bench]
fn jacobian(bencher: divan::Bencher) {
    use carom_solve::Problem;
    let deck = ball();
    let mut d = carom_base::Diagnostics::default();
    let system = carom_dynamics::assemble::assemble(&deck.0, &mut d).expect("assembles");
    let mut e = carom_dynamics::start::initial::start(&deck.0, system).expect("starts");
    let y = e.unknowns();
    e.settle(0.0, &y).expect("finite");
    let mut values = vec![0.0; e.pattern().len()];
    bencher.bench_local(|| e.jacobian(0.0, divan::black_box(&y), &mut values));
}

/// All guards with their rates.
#[divan::bench]
fn guards(bencher: divan::Bencher) {
    use carom_solve::Problem;
    let deck = ball();
    let mut d = carom_base::Diagnostics::default();
    let system = carom_dynamics::assemble::assemble(&deck.0, &mut d).expect("assembles");
    let mut e = carom_dynamics::start::initial::start(&deck.0, system).expect("starts");
    let y = e.unknowns();
    e.settle(0.0, &y).expect("finite");
    let dy = vec![0.0; y.len()];
    let mut out = vec![carom_solve::Guard::IDLE; e.guard_count()];
    bencher.bench_local(|| e.guards(0.0, divan::black_box(&y), &dy, &mut out));
}
