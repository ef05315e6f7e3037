//! INTEGRATOR: the method and its tolerances.

use crate::adm::arguments::Args;
use crate::adm::build::Builder;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Argument, Label, Range, Syntax, flag, integer, number, word, words};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::analysis::IntegratorSettings;

/// The methods.
pub(crate) const METHODS: &[&str] = &[
    "GSTIFF",
    "WSTIFF",
    "DSTIFF",
    "HASTIFF",
    "HHT",
    "NEWMARK",
    "ABAM",
    "RKF45",
    "CONSTANT_BDF",
];
const FORMULATIONS: &[&str] = &["I3", "SI2", "SI1"];
const NEWTON: &str = "the corrector decides by its own contraction rate";
const DENSE: &str = "output between steps is always interpolated, to the order of the method";

/// The arguments of the statement and of the command.
pub(crate) const ARGUMENTS: &[Argument] = &[
    flag("GSTIFF"),
    flag("WSTIFF"),
    flag("DSTIFF"),
    flag("HASTIFF"),
    flag("HHT"),
    flag("NEWMARK"),
    flag("ABAM"),
    flag("RKF45"),
    flag("CONSTANT_BDF"),
    flag("I3"),
    flag("SI2"),
    flag("SI1"),
    number("ERROR").range(Range::Positive),
    number("HMAX").dim("T").range(Range::Positive),
    number("HMIN").dim("T").range(Range::Positive),
    number("HINIT").dim("T").range(Range::Positive),
    integer("KMAX").range(Range::Positive),
    integer("MAXIT").range(Range::Positive).ignored(NEWTON),
    word("INTERPOLATE", &["ON", "OFF"]).ignored(DENSE),
    words("PATTERN", &["T", "F"]).ignored(NEWTON),
    word("CORRECTOR", &["ORIGINAL", "MODIFIED", "ORIG_CONSTANT"]).ignored(NEWTON),
    number("ALPHA").ignored("the method has its own default"),
    number("BETA").ignored("the method has its own default"),
    number("GAMMA").ignored("the method has its own default"),
    number("ADAPTIVITY").ignored(NEWTON),
];

/// INTEGRATOR
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "INTEGRATOR",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("method, formulation, tolerance, steps and order"),
        text: "Method of integration, its tolerance and limits.",
        source: "Adams Solver help, INTEGRATOR",
        arguments: ARGUMENTS,
    },
    SETTINGS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    b.choice(r, METHODS)?;
    b.choice(r, FORMULATIONS)?;
    read(&r.args, &mut b.model.settings.integrator);
    Ok(())
}

/// Sets what the arguments give.
pub(crate) fn read(args: &Args, settings: &mut IntegratorSettings) {
    let flag = |names: &[&str]| names.iter().find(|n| args.has(n)).map(|n| n.to_lowercase());
    settings.name = flag(METHODS).or(settings.name.take());
    settings.formulation = flag(FORMULATIONS).or(settings.formulation.take());
    for (name, slot) in [
        ("ERROR", &mut settings.error),
        ("HMAX", &mut settings.hmax),
        ("HMIN", &mut settings.hmin),
        ("HINIT", &mut settings.hinit),
    ] {
        *slot = args.number(name).or(*slot);
    }
    let order = args.number("KMAX").map(|k| k as u32);
    settings.max_order = order.or(settings.max_order);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, refuse};

    #[test]
    fn settings() {
        let s = accept(
            "INTEGRATOR/GSTIFF, SI2, ERROR = 0.001, HMAX =  4.000000E-03, HMIN=1E-9, HINIT=1E-5, KMAX=5\n, INTERPOLATE = ON",
        );
        assert_eq!(
            s.settings.integrator,
            IntegratorSettings {
                name: Some("gstiff".into()),
                formulation: Some("si2".into()),
                error: Some(0.001),
                hmax: Some(4e-3),
                hmin: Some(1e-9),
                hinit: Some(1e-5),
                max_order: Some(5),
            }
        );
        let s = accept("INTEGRATOR/\n, HHT\n, ERROR = 5.0E-006");
        assert_eq!(s.settings.integrator.name.as_deref(), Some("hht"));
        assert_eq!(s.settings.integrator.hmax, None);
    }

    #[test]
    fn refused() {
        refuse("INTEGRATOR/GSTIFF, HHT", &["adm-conflicting-arguments"]);
        refuse("INTEGRATOR/GSTIFF, ERROR=0", &["adm-out-of-range"]);
        refuse("INTEGRATOR/H", &["adm-ambiguous-argument"]);
        refuse("INTEGRATOR/GSTIFF, KMAX=2.5", &["adm-bad-value"]);
    }
}
