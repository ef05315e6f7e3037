//! EQUILIBRIUM: limits and tolerances of the search for equilibrium.

use super::{Built, SETTINGS, Statement};
use crate::adm::arguments::Args;
use crate::adm::build::{Builder, Record};
use crate::adm::syntax::{Argument, Label, Range, Syntax, flag, integer, number, words};
use crate::common::coverage::Status;
use carom_model::analysis::StaticSettings;

const BY_MOTION: &str = "equilibrium by damped motion is not computed";
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
    number("ERROR").default("1E-4").range(Range::Positive),
    number("IMBALANCE").default("1E-4").range(Range::Positive),
    integer("MAXIT").default("25").range(Range::Positive),
    number("STABILITY").ignored(NEWTON),
    words("PATTERN", &["T", "F"]).ignored(NEWTON),
    flag("STATIC").default("this"),
    flag("DYNAMIC").refused(BY_MOTION),
    number("GLOBAL_DAMPING").refused(BY_MOTION),
    number("KINETIC_ENERGY_ERROR").refused(BY_MOTION),
    number("ACCELERATION_ERROR").refused(BY_MOTION),
];

/// EQUILIBRIUM
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "EQUILIBRIUM",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("statics by Newton's method only"),
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
    let most = args.number("MAXIT").map(|n| n as u32);
    settings.max_iterations = most.or(settings.max_iterations);
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, refuse, unsupported};

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
    }

    #[test]
    fn refused() {
        refuse("EQUILIBRIUM/MAXIT=0", &["adm-out-of-range"]);
        unsupported("EQUILIBRIUM/DYNAMIC", &["EQUILIBRIUM"]);
    }
}
