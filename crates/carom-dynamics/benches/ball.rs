//! The bouncing ball of the README inside the process: 2 s at error 1e-10, all impacts located.

#[path = "../tests/support/mod.rs"]
mod support;

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
        &options("radau9", 1e-10),
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

/// Assembly alone.
#[divan::bench]
fn assembly(bencher: divan::Bencher) {
    let deck = ball();
    bencher.bench_local(|| assemble(&deck));
}
