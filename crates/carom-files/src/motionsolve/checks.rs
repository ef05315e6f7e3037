//! What has to hold for the model as a whole.

use super::build::Builder;
use super::record::Record;
use carom_base::{Diagnostic, Span};
use carom_model::constraint::MotionTarget;
use carom_model::{PartId, PartKind};
use std::collections::HashSet;

/// Looks through a model.
///
/// Errors: `xml-no-ground`, `xml-massless-body`. Notes: `xml-no-units`.
pub fn check(records: &[&Record], b: &mut Builder) {
    if !records.iter().any(|r| r.syntax.name == "Param_Unit") {
        let message = "the model has no Param_Unit: force = mass · acceleration without a factor";
        b.reading
            .push(Diagnostic::note("xml-no-units", Span::NONE, message));
    }
    let grounds = |r: &&Record| r.syntax.name == "Body_Rigid" && r.flag("isground") == Some(true);
    if !records.iter().any(grounds) {
        let span = records.first().map_or(Span::NONE, |r| r.span);
        b.reading.push(
            Diagnostic::error("xml-no-ground", span, "the model has no ground body")
                .help("one body has IsGround=\"TRUE\": <Body_Rigid id=\"1\" IsGround=\"TRUE\"/>"),
        );
    }
    massless(b);
}

/// A body without mass moves only as constraints make it move.
fn massless(b: &mut Builder) {
    // An element that is not supported, or was wrong, may be what holds the body.
    if !b.model.general_constraints.is_empty()
        || !b.model.user_constraints.is_empty()
        || b.model.unsupported.iter().any(|u| u.changes_motion)
        || b.reading.found.diagnostics.has_errors()
    {
        return;
    }
    let m = &b.model;
    let joints = m
        .joints
        .iter()
        .chain(&m.primitives)
        .flat_map(|j| [j.i, j.j]);
    let motions = m.motions.iter().flat_map(|x| match x.target {
        MotionTarget::Markers(i, j, _) => vec![i, j],
        MotionTarget::Joint(..) => Vec::new(),
    });
    let held: HashSet<PartId> = joints.chain(motions).map(|k| m.markers[k].part).collect();
    let free: Vec<PartId> = m
        .parts
        .ids()
        .filter(|p| m.parts[*p].kind != PartKind::Ground)
        .filter(|p| m.parts[*p].mass == 0.0 && !held.contains(p))
        .collect();
    for p in free {
        let tag = &b.model.parts[p].tag;
        let message = format!("{tag} has no mass, and no constraint holds it");
        let d = Diagnostic::error("xml-massless-body", tag.span, message)
            .help("give it a mass, or fix it to another body with a Constraint_Joint");
        b.reading.push(d);
    }
}
