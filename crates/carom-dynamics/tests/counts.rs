//! The work of whole runs, pinned: a change that costs more work shows here, without any clock.

mod support;

use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use std::fmt::Write;
use support::*;

#[test]
fn work_of_the_ball() {
    let mut ball = Deck::new(9.80665);
    ball.body(2, 1.0, [1e-3; 3], at(0.0, 0.0, 1.1));
    let f = "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    ball.sforce(1, Kind::Translation, true, (200, 1), f);
    let mut table = String::from("method  error  steps   rej     rhs   jac    LU newton events\n");
    for (method, error) in [
        ("radau", 1e-3),
        ("radau", 1e-6),
        ("radau", 1e-10),
        ("radau5", 1e-6),
        ("dop853", 1e-10),
    ] {
        let r = run(&ball, Analysis::Dynamic, 2.0, 1, &options(method, error));
        let s = &r.statistics[0];
        writeln!(
            table,
            "{method:7} {error:5.0e} {:6} {:5} {:7} {:5} {:5} {:6} {:6}",
            s.steps,
            s.rejected,
            s.rhs_evaluations,
            s.jacobians,
            s.factorizations,
            s.newton_iterations,
            s.events
        )
        .expect("strings take everything");
    }
    insta::assert_snapshot!(table);
}
