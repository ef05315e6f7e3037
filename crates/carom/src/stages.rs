//! All that can refuse a model, found in one go: the errors of one stage do not hide those of the next.
//!
//! ```text
//! texts -> statements and arguments -> options -> functions, geometry -> assembly -> what the commands ask for
//! ```
//!
//! A reader makes of a text what can be made of it. Where it has found errors, or assembly has, the elements at fault rest and the
//! others are looked at again. What would follow from the missing elements alone is not said: one cause, one message.

use crate::control;
use crate::plan::{self, Request};
use carom_base::{Diagnostic, Diagnostics, Severity, Sources, Span};
use carom_dynamics::Simulation;
use carom_model::Model;
use carom_model::analysis::Command;
use std::collections::HashSet;

/// How often the others are looked at again.
const ROUNDS: usize = 8;

/// Errors that may follow from an element that is not there.
const FOLLOW: &[&str] = &[
    "missing-element",
    "array-entry",
    "unused-array",
    "unknown-name",
];

/// A model ready to run, with the commands that are left to carry out.
pub(crate) struct Ready {
    pub simulation: Simulation,
    pub commands: Vec<Command>,
}

/// How far commands are looked at before anything moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rehearse {
    /// Up to the first analysis: a run goes as far as it can.
    First,
    /// All of them.
    All,
}

/// Assembles the model as the commands before the first analysis leave it. `None` after an error; then everything that can be said is.
pub(crate) fn assemble(
    model: &Model,
    request: &Request,
    commands: Vec<Command>,
    rehearse: Rehearse,
    diagnostics: &mut Diagnostics,
) -> Option<Ready> {
    let (changed, commands) = plan::begin(model, request, commands);
    let model = changed.as_ref().unwrap_or(model);
    let early = diagnostics.take_errors();
    let is_whole = early.is_empty();
    let simulation = Simulation::assemble(model, diagnostics);
    drop_causes(diagnostics);
    let mut is_assembled = simulation.is_some();
    if let Some(mut simulation) = simulation
        && is_whole
    {
        control::prepare(&mut simulation, model, &commands, diagnostics);
        let looked_at = match rehearse {
            Rehearse::All => &commands[..],
            Rehearse::First => up_to_the_first(&commands),
        };
        refuse_commands(&simulation, looked_at, request, diagnostics);
        return (!diagnostics.has_errors()).then_some(Ready {
            simulation,
            commands,
        });
    }
    let found = diagnostics.take_errors();
    let mut told: HashSet<(&'static str, Span)> = early.iter().map(|d| (d.name, d.span)).collect();
    let mut fresh = Vec::new();
    for d in found {
        if told.insert((d.name, d.span)) && (is_whole || !follows(&d)) {
            fresh.push(d);
        }
    }
    let mut all = early;
    let mut rest = model.clone();
    rest.unsupported.clear();
    for round in 0..ROUNDS {
        // The first time it is without what is not supported.
        let mut changed = round == 0;
        // What a reader does not support is in no table.
        let in_a_table = |d: &&Diagnostic| !d.name.contains("-unsupported-");
        for d in fresh.iter().filter(in_a_table) {
            changed |= rest.rest_at(d.span);
        }
        all.append(&mut fresh);
        if is_assembled || !changed {
            break;
        }
        let mut found = Diagnostics::default();
        is_assembled = Simulation::assemble(&rest, &mut found).is_some();
        let errors = found.take_errors().into_iter();
        fresh = errors
            .filter(|d| told.insert((d.name, d.span)) && !follows(d))
            .collect();
    }
    refuse_unsupported(&commands, diagnostics);
    all.extend(std::mem::take(diagnostics));
    diagnostics.extend(in_order(all, &model.sources));
    None
}

/// What a reader has said of an element and an error of the assembly says again, with its consequence, is said once.
fn drop_causes(diagnostics: &mut Diagnostics) {
    let all: Vec<Diagnostic> = std::mem::take(diagnostics).into_iter().collect();
    let consequence = |d: &&Diagnostic| {
        let names = ["contact-shape", "impossible-inertia"];
        d.severity == Severity::Error && names.contains(&d.name)
    };
    let errors: Vec<String> = all
        .iter()
        .filter(consequence)
        .map(|d| d.message.clone())
        .collect();
    let told = |d: &Diagnostic| {
        let cause = d.name.ends_with("-mesh-file") || d.name.ends_with("-inertia-triangle");
        let who = d.message.split(':').next().unwrap_or_default();
        // GRAPHICS/1 is not GRAPHICS/12.
        let names = |m: &String| {
            let mut places = m.match_indices(who).map(|(at, w)| &m[at + w.len()..]);
            places.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        cause && errors.iter().any(names)
    };
    diagnostics.extend(all.into_iter().filter(|d| !told(d)));
}

/// Whether an error may be there only because other elements are not.
fn follows(d: &Diagnostic) -> bool {
    let needs_mass = d.name == "cannot-start" && d.message.contains("no mass");
    FOLLOW.contains(&d.name) || needs_mass
}

/// In the order of the texts; what stands in none comes last.
fn in_order(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    all.sort_by_key(|d| match sources.get(d.span.source) {
        Some(_) if d.span != Span::NONE => (false, Some(d.span.source), d.span.start),
        _ => (true, None, 0),
    });
    all
}

fn up_to_the_first(commands: &[Command]) -> &[Command] {
    let analysis = |c: &Command| {
        matches!(
            c,
            Command::Simulate { .. } | Command::Linear(..) | Command::Control { .. }
        )
    };
    let first = commands.iter().position(analysis);
    &commands[..first.map_or(0, |k| k + 1)]
}

/// Commands that a run would stop at.
fn refuse_commands(
    simulation: &Simulation,
    commands: &[Command],
    request: &Request,
    diagnostics: &mut Diagnostics,
) {
    refuse_unsupported(commands, diagnostics);
    let supported = |c: &&Command| !matches!(c, Command::Unsupported { .. });
    let supported: Vec<Command> = commands.iter().filter(supported).cloned().collect();
    if let Err((span, why)) = simulation.rehearse(&supported, &request.options) {
        let d = Diagnostic::error("session-run-stops", span, why.message);
        diagnostics.push(match why.help {
            Some(help) => d.help(help),
            None => d,
        });
    }
}

/// The warnings of the readers about commands that are not supported become errors.
fn refuse_unsupported(commands: &[Command], diagnostics: &mut Diagnostics) {
    for command in commands {
        let Command::Unsupported { name, span } = command else {
            continue;
        };
        let by_reader = |d: &Diagnostic| {
            let near = d.span.source == span.source && d.span.start >= span.start;
            d.name.ends_with("-unsupported-command") && near && d.message.contains(name.as_str())
        };
        let told = diagnostics
            .iter()
            .any(|d| by_reader(d) && d.severity == Severity::Error && d.span == *span);
        if !told && !diagnostics.raise(by_reader) {
            let message = format!("the command {name} is not supported");
            diagnostics.push(Diagnostic::error("session-run-stops", *span, message));
        }
    }
}
