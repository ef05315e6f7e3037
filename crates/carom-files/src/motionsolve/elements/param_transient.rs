//! Param_Transient: the integrator.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Range, Section, boolean, integer, number, word};
use carom_model::Command;
use carom_model::analysis::IntegratorSettings;

const OWN: &str = "Carom's integrators steer their iterations by themselves";
const ONE_TOLERANCE: &str = "one tolerance holds for positions and velocities";

/// Param_Transient
///
/// The name of the integrator and the index of the formulation (as i1, i2, i3) are kept as written; a run says
/// which of Carom's integrators stands in for it. Before the first Simulate it sets where the run begins, later it
/// changes what it gives from there on.
pub const ELEMENT: Element = Element {
    status: Status::Partial("tolerance, steps and order; the rest tunes iterations"),
    section: Section::Both,
    attributes: &[&[
        word(
            "integrator_type",
            &[
                "DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "GSTIFF", "HSTIFF", "WSTIFF", "HHT",
                "NEWMARK",
            ],
        )
        .default("DSTIFF"),
        number("integr_tol")
            .dim("L, and that of differential equations")
            .range(Range::Positive),
        number("h_max").dim("T").range(Range::Positive),
        number("h_min").dim("T").range(Range::Positive),
        number("h0_max").dim("T").range(Range::Positive),
        integer("max_order").range(Range::Positive),
        integer("dae_index").default("3").range(Range::Positive),
        number("vel_tol_factor").ignored(ONE_TOLERANCE),
        number("dae_alg_tol_factor").ignored(ONE_TOLERANCE),
        number("rel_abs_tol_ratio").ignored(ONE_TOLERANCE),
        number("dae_constr_tol").ignored(OWN),
        number("dae_corrector_maxit").ignored(OWN),
        number("dae_corrector_minit").ignored(OWN),
        boolean("dae_vel_ctrl").ignored(ONE_TOLERANCE),
        number("dae_jacob_eval").ignored(OWN),
        number("dae_eval_expiry").ignored(OWN),
        number("dae_jacob_init").ignored(OWN),
        boolean("dae_interpolation")
            .ignored("outputs come from dense output, exactly at their times"),
        boolean("central_difference").ignored("derivatives are exact"),
        number("hht_alpha").ignored("Carom's method has its own damping"),
        number("newmark_beta").ignored("Carom's method has its own damping"),
        number("newmark_gamma").ignored("Carom's method has its own damping"),
    ]],
    once: true,
    changes_motion: false,
    build: Some(build),
    command: Some(command),
    ..Element::new(
        "Param_Transient",
        "The integrator of transient analyses and its tolerance.",
        "MotionSolve help, xml-format_79 and xml-format_24; exported models",
    )
};

/// What is given replaces what holds.
fn merge(r: &Record, settings: &mut IntegratorSettings) {
    if let Some(name) = r.word("integrator_type") {
        settings.name = Some(name.to_ascii_lowercase());
    }
    if let Some(index) = r.number("dae_index") {
        settings.formulation = Some(format!("i{index}"));
    }
    settings.error = r.number("integr_tol").or(settings.error);
    settings.hmax = r.number("h_max").or(settings.hmax);
    settings.hmin = r.number("h_min").or(settings.hmin);
    settings.hinit = r.number("h0_max").or(settings.hinit);
    let order = r.number("max_order").map(|n| n.min(100.0) as u32);
    settings.max_order = order.or(settings.max_order);
}

fn build(r: &Record, b: &mut Builder) -> Built {
    merge(r, &mut b.model.settings.integrator);
    Ok(())
}

fn command(r: &Record, b: &mut Builder) -> Built {
    merge(r, &mut b.integrator);
    let settings = b.integrator.clone();
    if b.simulated {
        b.model.commands.push(Command::Integrator(settings, r.span));
    } else {
        b.model.settings.integrator = settings;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_of, model_with, names_of};
    use carom_model::Command;

    #[test]
    fn settings() {
        let m = model_of(
            "<Param_Transient integrator_type='dstiff' integr_tol='0.001' h_max='0.007' h0_max='1.0000E-08'
               h_min='1.0000E-06' max_order='5' vel_tol_factor='1000.' dae_index='3' dae_vel_ctrl='FALSE'/>",
        );
        let s = &m.settings.integrator;
        assert_eq!(
            (s.name.as_deref(), s.formulation.as_deref()),
            (Some("dstiff"), Some("i3"))
        );
        assert_eq!(
            (s.error, s.hmax, s.hmin, s.hinit),
            (Some(0.001), Some(0.007), Some(1e-6), Some(1e-8))
        );
        assert_eq!(s.max_order, Some(5));
        assert_eq!(
            names_of("<Param_Transient integr_tol='0'/>"),
            ["xml-out-of-range"]
        );
        assert_eq!(
            names_of("<Param_Transient integrator_type='RADAU'/>"),
            ["xml-bad-value"]
        );
        assert_eq!(
            names_of("<Param_Transient dae_index='2.5'/>"),
            ["xml-bad-number"]
        );
    }

    #[test]
    fn in_commands() {
        let m = model_with(
            "<Param_Transient integr_tol='0.001' h_max='0.1'/>",
            "<Param_Transient h_max='0.01'/><Simulate analysis_type='Transient' end_time='1' num_step='1'/>
             <Param_Transient integr_tol='1e-6'/>",
        );
        assert_eq!(m.settings.integrator.hmax, Some(0.01));
        let Some(Command::Integrator(s, _)) = m.commands.get(1) else {
            panic!("{:?}", m.commands)
        };
        assert_eq!((s.error, s.hmax), (Some(1e-6), Some(0.01)));
    }
}
