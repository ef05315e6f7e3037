//! Which integrator a run takes, and why.

use crate::analysis::run_options::{DEFAULT_INTEGRATOR, RunOptions};
use carom_base::{Diagnostic, Diagnostics, Span};
use carom_model::analysis::IntegratorSettings;
use carom_solve::Integrator;
use carom_solve::integrators::integrator;

/// The method of `auto` for contacts of groups, whose touches it steps over without events: a high order buys nothing there. 1000 balls that drop into a box reach
/// an accuracy with 1.4 to 1.6 times as many evaluations by `dop853`.
const EXPLICIT: &str = "rkf45";

/// An integrator, and the reason in the user's words.
#[derive(Clone)]
pub struct IntegratorSelection {
    /// The method.
    pub method: &'static dyn Integrator,
    /// Why this one.
    pub reason: String,
}

/// What a deck's formulation means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Nothing said, SI2, or one that only the stabilized formulation comes near to.
    Stabilized,
    /// I3, an index of 3.
    Positions,
}

fn wanted(settings: &IntegratorSettings) -> Wanted {
    match settings.formulation.as_deref() {
        Some("i3") => Wanted::Positions,
        _ => Wanted::Stabilized,
    }
}

/// The method that a deck names, with its formulation where the method has several.
fn named(settings: &IntegratorSettings) -> Option<&'static dyn Integrator> {
    let name = settings.name.as_deref()?.to_ascii_lowercase();
    let positions = match wanted(settings) {
        Wanted::Positions => integrator(&format!("{name}_i3")),
        Wanted::Stabilized => None,
    };
    positions.or_else(|| integrator(&name))
}

/// The integrator of a dynamic analysis: that of the command line, else the one that the model names, else our own choice.
pub(crate) fn choose(
    settings: &IntegratorSettings,
    options: &RunOptions,
) -> Result<IntegratorSelection, String> {
    let ours = |name: &str| name.eq_ignore_ascii_case(DEFAULT_INTEGRATOR);
    if let Some(name) = options.integrator.as_deref().filter(|name| !ours(name)) {
        let method =
            integrator(name).ok_or_else(|| format!("there is no integrator called {name}"))?;
        let reason = "named on the command line".into();
        return Ok(IntegratorSelection { method, reason });
    }
    let deck = settings.name.as_deref().filter(|name| !ours(name));
    if let (Some(name), None) = (deck, &options.integrator) {
        let method =
            named(settings).ok_or_else(|| format!("there is no integrator called {name}"))?;
        let name = name.to_ascii_uppercase();
        let reason = match &settings.formulation {
            Some(f) => format!("the model names {name}, {}", f.to_ascii_uppercase()),
            None => format!("the model names {name}"),
        };
        return Ok(IntegratorSelection { method, reason });
    }
    automatic()
}

fn automatic() -> Result<IntegratorSelection, String> {
    let method = integrator(DEFAULT_INTEGRATOR)
        .ok_or_else(|| format!("there is no integrator called {DEFAULT_INTEGRATOR}"))?;
    // What it came to is told after the run.
    let reason = String::new();
    Ok(IntegratorSelection { method, reason })
}

/// The method for a model with contacts of groups, whose forces have no Jacobian: explicit, or why not.
pub(crate) fn explicit(
    choice: IntegratorSelection,
    contact: &str,
) -> Result<IntegratorSelection, String> {
    let name = choice.method.name();
    if name == DEFAULT_INTEGRATOR {
        let method = integrator(EXPLICIT)
            .ok_or_else(|| format!("there is no integrator called {EXPLICIT}"))?;
        let reason = format!("{contact} is between groups, which run explicitly");
        return Ok(IntegratorSelection { method, reason });
    }
    if choice.method.profile().is_stiff {
        return Err(format!(
            "{contact} is between groups of shapes on several bodies, which the implicit method {name} ({}) does not run",
            choice.reason
        ));
    }
    Ok(choice)
}

/// Whether a method has no need of a Jacobian, at least where it begins.
pub(crate) fn is_explicit(method: &dyn Integrator) -> bool {
    method.name() == DEFAULT_INTEGRATOR || !method.profile().is_stiff
}

/// Most changes of method that are told one by one.
const MOST_TOLD: usize = 12;

/// What `auto` did in a run: names of the methods, why these, and when it changed from one to the other.
pub(crate) fn outcome(
    steps: u64,
    implicit_steps: u64,
    changes: &[(f64, bool)],
) -> (&'static str, String) {
    match implicit_steps {
        0 => ("dop853", "the model is not stiff".into()),
        all if all == steps => ("radau", "the model is stiff from the start".into()),
        some => {
            let name = |implicit: bool| if implicit { "radau" } else { "dop853" };
            let told = changes.iter().take(MOST_TOLD);
            let mut told: Vec<String> = told
                .map(|(t, implicit)| format!("{} from {t:.6e}", name(*implicit)))
                .collect();
            if let Some(more) = changes.len().checked_sub(MOST_TOLD).filter(|n| *n > 0) {
                told.push(format!("and {more} more changes"));
            }
            let when = told.join(", ");
            (
                "dop853, radau",
                format!("the model is stiff in {some} of {steps} steps: {when}"),
            )
        }
    }
}

/// Adds the changes of a segment that began at `begin`. Segments begin explicit: one that becomes implicit goes on as the last one did.
pub(crate) fn join(all: &mut Vec<(f64, bool)>, begin: f64, of_segment: &[(f64, bool)]) {
    let was_implicit = all.last().is_some_and(|(_, implicit)| *implicit);
    if was_implicit && of_segment.is_empty() {
        all.push((begin, false));
    }
    for change in of_segment {
        if all.last().map_or(change.1, |last| last.1 != change.1) {
            all.push(*change);
        }
    }
}

/// Whether [`RunOptions::integrator`] may have this name, in any case.
pub fn accepts_integrator(name: &str) -> bool {
    integrator(name).is_some()
}

/// Says what of the deck's formulation runs otherwise.
pub(crate) fn notes(settings: &IntegratorSettings, diagnostics: &mut Diagnostics) {
    if let (Some("si1" | "i1"), Some(name)) = (settings.formulation.as_deref(), &settings.name)
        && named(settings).is_some()
    {
        diagnostics.push(Diagnostic::note(
            "integrator-formulation",
            Span::NONE,
            format!(
                "{} runs in the stabilized formulation of index 2 (SI2): there is none of index 1 for it",
                name.to_uppercase()
            ),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_deck(name: &str, formulation: Option<&str>) -> String {
        let settings = IntegratorSettings {
            name: Some(name.into()),
            formulation: formulation.map(Into::into),
            ..IntegratorSettings::default()
        };
        match choose(&settings, &RunOptions::default()) {
            Ok(choice) => choice.method.name().into(),
            Err(message) => message,
        }
    }

    /// All names that the readers let through.
    const NAMES: [(&str, &str, &str); 11] = [
        ("gstiff", "gstiff", "gstiff_i3"),
        ("wstiff", "wstiff", "wstiff_i3"),
        ("dstiff", "gstiff", "gstiff_i3"),
        ("hastiff", "gstiff", "gstiff_i3"),
        ("hstiff", "gstiff", "gstiff_i3"),
        ("constant_bdf", "gstiff", "gstiff_i3"),
        ("vstiff", "wstiff", "wstiff"),
        ("mstiff", "wstiff", "wstiff"),
        ("hht", "hht", "hht"),
        ("newmark", "newmark", "newmark"),
        ("abam", "abam", "abam"),
    ];

    #[test]
    fn each_name_of_a_deck_runs_what_it_says() {
        for (name, stabilized, positions) in NAMES {
            assert_eq!(of_deck(name, None), stabilized);
            assert_eq!(of_deck(name, Some("si2")), stabilized);
            assert_eq!(of_deck(&name.to_uppercase(), Some("i3")), positions);
        }
        assert_eq!(of_deck("rkf45", None), "rkf45");
    }

    #[test]
    fn the_command_line_goes_first_and_auto_overrides_the_deck() {
        let deck = IntegratorSettings {
            name: Some("gstiff".into()),
            ..IntegratorSettings::default()
        };
        let mut options = RunOptions {
            integrator: Some("DOP853".into()),
            ..RunOptions::default()
        };
        let chosen = |options: &RunOptions| choose(&deck, options).map(|c| c.method.name());
        assert_eq!(chosen(&options), Ok("dop853"));
        options.integrator = Some("auto".into());
        assert_eq!(chosen(&options), Ok(DEFAULT_INTEGRATOR));
        options.integrator = Some("gear".into());
        assert!(chosen(&options).is_err());
    }

    #[test]
    fn index_1_is_said_to_run_as_index_2() {
        let mut diagnostics = Diagnostics::default();
        let mut settings = IntegratorSettings {
            name: Some("gstiff".into()),
            formulation: Some("si1".into()),
            ..IntegratorSettings::default()
        };
        notes(&settings, &mut diagnostics);
        assert_eq!(diagnostics.iter().count(), 1);
        settings.formulation = Some("si2".into());
        notes(&settings, &mut diagnostics);
        assert_eq!(diagnostics.iter().count(), 1);
    }
}
