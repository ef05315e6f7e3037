//! Param_Simulation: tolerances of all analyses.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Range, Section, USERSUB, number, text, word};

const OWN: &str = "Carom keeps constraints to rounding accuracy with its own iteration";

/// Param_Simulation
pub const ELEMENT: Element = Element {
    status: Status::Ignored("it tunes the iterations of MotionSolve; Carom has its own"),
    section: Section::Both,
    attributes: &[
        &[
            number("constr_tol").range(Range::Positive).ignored(OWN),
            number("implicit_diff_tol")
                .range(Range::Positive)
                .ignored(OWN),
            number("nr_converg_ratio")
                .alias(&["nr_converge_ratio"])
                .ignored(OWN),
            word("linsolver", &[]).ignored("Carom has one sparse solver"),
            text("collision_engine").ignored("Carom has one engine for contact geometry"),
            text("acusolve_cosim").ignored("it belongs to a co-simulation with a flow solver"),
        ],
        USERSUB,
    ],
    once: true,
    changes_motion: false,
    build: Some(build),
    command: Some(build),
    ..Element::new(
        "Param_Simulation",
        "Tolerances and solvers of all analyses.",
        "MotionSolve help, xml-format_77 and xml-format_22; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if let Some(user) = b.user_code(r) {
        b.report_user_code(r, &user);
    }
    Ok(())
}
