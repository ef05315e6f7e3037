//! Param_Static: equilibrium.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Range, Section, integer, number, word};
use carom_model::Command;
use carom_model::analysis::StaticSettings;

const OWN: &str = "Carom finds equilibrium with its own iteration";

/// Param_Static
pub const ELEMENT: Element = Element {
    status: Status::Partial("tolerances and the number of iterations; the method is Carom's own"),
    section: Section::Both,
    attributes: &[&[
        word("method", &["MKEAM", "FIM_S", "FIM_D"]).ignored(OWN),
        number("max_imbalance").dim("F").range(Range::Positive),
        number("max_error").range(Range::Positive),
        integer("max_num_iter").range(Range::Positive),
        number("stability").ignored(OWN),
        number("max_ke_tol").ignored(OWN),
        number("max_dq_tol").ignored(OWN),
        number("compliance_delta").ignored(OWN),
    ]],
    once: true,
    changes_motion: false,
    build: Some(build),
    command: Some(command),
    ..Element::new(
        "Param_Static",
        "How static equilibrium is found.",
        "MotionSolve help, xml-format_23; exported models",
    )
};

/// What is given replaces what holds.
fn merge(r: &Record, s: &mut StaticSettings) {
    s.imbalance = r.number("max_imbalance").or(s.imbalance);
    s.error = r.number("max_error").or(s.error);
    let most = r.number("max_num_iter").map(|n| n.min(1e9) as u32);
    s.max_iterations = most.or(s.max_iterations);
}

fn build(r: &Record, b: &mut Builder) -> Built {
    merge(r, &mut b.model.settings.statics);
    Ok(())
}

fn command(r: &Record, b: &mut Builder) -> Built {
    merge(r, &mut b.statics);
    let settings = b.statics.clone();
    if b.simulated {
        let command = Command::Equilibrium(settings, r.span);
        b.model.commands.push(command);
    } else {
        b.model.settings.statics = settings;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_of, model_with};
    use carom_model::Command;

    #[test]
    fn settings() {
        let m = model_of(
            "<Param_Static method='FIM_D' max_error='0.0001' max_imbalance='0.002' max_num_iter='75'/>",
        );
        let s = &m.settings.statics;
        assert_eq!(
            (s.error, s.imbalance, s.max_iterations),
            (Some(1e-4), Some(2e-3), Some(75))
        );
        let simulate = "<Simulate analysis_type='Static'/>";
        let change = "<Param_Static max_num_iter='9'/>";
        let m = model_with("", &format!("{change}{simulate}"));
        assert_eq!(m.settings.statics.max_iterations, Some(9));
        let m = model_with("", &format!("{simulate}{change}{simulate}"));
        let Some(Command::Equilibrium(s, _)) = m.commands.get(1) else {
            panic!("settings between analyses: {:?}", m.commands);
        };
        assert_eq!(s.max_iterations, Some(9));
    }
}
