//! What a model is, without running it.

use crate::advice;
use crate::open::Loaded;
use crate::plan::{self, Request};
use crate::stages::{self, Rehearse};
use crate::summary::{self, DiagnosticSummary, UnitNames};
use carom_dynamics::Simulation;
use carom_model::Model;
use serde::Serialize;

/// What `carom check` reports.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// The file.
    pub model: String,
    /// Its title.
    pub title: String,
    /// Whether a run would be accepted.
    pub accepted: bool,
    /// Whether a run needs an end time beside the model: nothing in it says how long to run.
    pub needs_end: bool,
    /// Units.
    pub units: UnitNames,
    /// How many elements of each kind, kinds that occur.
    pub elements: Vec<(&'static str, usize)>,
    /// 6·bodies (3 for a point mass) − independent constraints; absent if the model cannot be assembled.
    pub degrees_of_freedom: Option<i64>,
    /// Constraint equations that others already imply.
    pub redundant_constraints: Vec<String>,
    /// Statements that were read and are not supported.
    pub unsupported: Vec<UnsupportedSummary>,
    /// What there was to say.
    pub diagnostics: Vec<DiagnosticSummary>,
}

/// A statement that was read and is not supported.
#[derive(Clone, Debug, Serialize)]
pub struct UnsupportedSummary {
    /// `CVCV/3`
    pub statement: String,
    /// `file:line:column`
    pub place: String,
    /// Whether a run without it would move differently.
    pub changes_motion: bool,
    /// Why.
    pub reason: String,
}

/// Assembles the model and counts. Diagnostics of the assembly are added to `loaded`; `None` if no text was read.
pub fn check(loaded: &mut Loaded, strict: bool) -> Option<Check> {
    let request = Request {
        strict,
        ..Request::default()
    };
    check_with(loaded, &request)
}

/// The same for a run with these options: what it would refuse or stop at is refused. That nothing says how long to run is no fault of
/// a model.
pub fn check_with(loaded: &mut Loaded, request: &Request) -> Option<Check> {
    let mut diagnostics = std::mem::take(&mut loaded.diagnostics);
    let model = loaded.model.as_ref();
    let mut needs_end = false;
    let ready = model.and_then(|m| {
        plan::check(request, &mut diagnostics);
        let commands = plan::commands_to_check(m, request, &mut needs_end, &mut diagnostics);
        stages::assemble(m, request, commands, Rehearse::All, &mut diagnostics)
    });
    if let Some(model) = model {
        advice::advise(model, &mut diagnostics);
    }
    let simulation = ready.map(|r| r.simulation);
    let strict = request.strict;
    if strict {
        diagnostics.make_strict();
    }
    loaded.diagnostics = diagnostics;
    let model = loaded.model.as_ref()?;
    let unsupported = model.unsupported.iter().map(|u| UnsupportedSummary {
        statement: u.statement.clone(),
        place: model.sources.place(u.span),
        changes_motion: u.changes_motion,
        reason: u.reason.clone(),
    });
    Some(Check {
        model: loaded.path.display().to_string(),
        title: model.title.clone(),
        accepted: !loaded.diagnostics.has_errors(),
        needs_end,
        units: UnitNames::from(&model.units),
        elements: elements(model),
        degrees_of_freedom: simulation.as_ref().map(Simulation::degrees_of_freedom),
        redundant_constraints: simulation.map_or_else(Vec::new, |s| s.redundant().to_vec()),
        unsupported: unsupported.collect(),
        diagnostics: summary::diagnostics(&loaded.diagnostics, &model.sources),
    })
}

fn elements(m: &Model) -> Vec<(&'static str, usize)> {
    let all = [
        ("parts", m.parts.len()),
        ("markers", m.markers.len()),
        ("joints", m.joints.len()),
        ("joint primitives", m.primitives.len()),
        ("couplers", m.couplers.len()),
        ("gears", m.gears.len()),
        ("points on curves", m.points_on_curves.len()),
        ("curves on curves", m.curves_on_curves.len()),
        ("general constraints", m.general_constraints.len()),
        ("user-written constraints", m.user_constraints.len()),
        ("motions", m.motions.len()),
        ("single forces", m.scalar_forces.len()),
        ("vector forces", m.vector_forces.len()),
        ("vector torques", m.vector_torques.len()),
        ("general forces", m.general_forces.len()),
        ("spring-dampers", m.spring_dampers.len()),
        ("bushings", m.bushings.len()),
        ("beams", m.beams.len()),
        ("fields", m.fields.len()),
        ("multi-point forces", m.multi_points.len()),
        ("forces by penalty", m.penalties.len()),
        ("contacts", m.contacts.len()),
        ("frictions", m.frictions.len()),
        ("variables", m.variables.len()),
        ("differential equations", m.diffs.len()),
        ("arrays", m.arrays.len()),
        ("splines", m.splines.len()),
        ("curves", m.curves.len()),
        ("matrices", m.matrices.len()),
        ("strings", m.strings.len()),
        ("sensors", m.sensors.len()),
        ("requests", m.requests.len()),
        ("graphics", m.graphics.len()),
        ("commands", m.commands.len()),
    ];
    all.into_iter().filter(|(_, n)| *n > 0).collect()
}
