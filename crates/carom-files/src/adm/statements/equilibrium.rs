//! EQUILIBRIUM: limits and tolerances of the search for equilibrium.

use crate::adm::arguments::Args;
use crate::adm::build::Builder;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Argument, Label, Range, Syntax, flag, integer, number, word, words};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::analysis::StaticSettings;

const BY_MOTION: &str =
    "the motion is stopped at each peak of its kinetic energy, and Newton's method ends the search";
const ENOUGH: &str =
    "the search goes on to rounding; where that is out of reach it is content with both of these";
const OWN_SEARCH: &str = "there is one search, with fallbacks of its own";
const NEWTON: &str = "the search decides by its own contraction rate";

/// The arguments of the statement and of the command.
pub(crate) const ARGUMENTS: &[Argument] = &[
    number("ALIMIT")
        .dim("θ")
        .default("10D")
        .range(Range::Positive),
    number("TLIMIT")
        .dim("L")
        .default("20")
        .range(Range::Positive),
    number("ERROR")
        .default("1E-4")
        .range(Range::Positive)
        .partial(ENOUGH),
    number("IMBALANCE")
        .default("1E-4")
        .range(Range::Positive)
        .partial(ENOUGH),
    integer("MAXIT")
        .default("25")
        .range(Range::Positive)
        .partial(
            "of Newton's method before the fallback by dynamics; not given: as many as it needs",
        ),
    number("STABILITY").ignored(NEWTON),
    words("PATTERN", &["T", "F"]).ignored(NEWTON),
    flag("STATIC").default("this"),
    flag("DYNAMIC"),
    number("GLOBAL_DAMPING").ignored(BY_MOTION),
    number("KINETIC_ENERGY_ERROR").ignored(BY_MOTION),
    number("ACCELERATION_ERROR").ignored(BY_MOTION),
    word("METHOD", &["ORIGINAL", "ADVANCED", "AGGRESSIVE"]).ignored(OWN_SEARCH),
    number("ATOL").ignored(OWN_SEARCH),
    number("RTOL").ignored(OWN_SEARCH),
    number("STOL").ignored(OWN_SEARCH),
    number("MAXTOL").ignored(OWN_SEARCH),
    number("ETAMAX").ignored(OWN_SEARCH),
];

/// EQUILIBRIUM
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "EQUILIBRIUM",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("limits, tolerances, and how the search begins"),
        text: "Limits and tolerances of static analysis.",
        source: "Adams Solver help, EQUILIBRIUM",
        arguments: ARGUMENTS,
    },
    SETTINGS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    read(&r.args, &mut b.model.settings.statics);
    Ok(())
}

/// Sets what the arguments give.
pub(crate) fn read(args: &Args, settings: &mut StaticSettings) {
    for (name, slot) in [
        ("IMBALANCE", &mut settings.imbalance),
        ("ERROR", &mut settings.error),
        ("TLIMIT", &mut settings.translation_limit),
        ("ALIMIT", &mut settings.rotation_limit),
    ] {
        *slot = args.number(name).or(*slot);
    }
    settings.by_motion = args.has("DYNAMIC") || (settings.by_motion && !args.has("STATIC"));
    let most = args.number("MAXIT").map(|n| n as u32);
    settings.max_iterations = most.or(settings.max_iterations);
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, refuse};

    #[test]
    fn settings() {
        let s =
            accept("EQUILIBRIUM/ALIMIT=10D, TLIMIT=2, ERROR=1E-6, IMB=1E-7, MAXIT=50, PATTERN=T:F")
                .settings
                .statics;
        assert_eq!(s.rotation_limit, Some(10f64.to_radians()));
        assert_eq!(s.translation_limit, Some(2.0));
        assert_eq!((s.error, s.imbalance), (Some(1e-6), Some(1e-7)));
        assert_eq!(s.max_iterations, Some(50));
        assert!(!s.by_motion);
        let s = accept("EQUILIBRIUM/DYNAMIC, GLOBAL_DAMPING=2")
            .settings
            .statics;
        assert!(s.by_motion);
    }

    #[test]
    fn refused() {
        refuse("EQUILIBRIUM/MAXIT=0", &["adm-out-of-range"]);
    }
}
