//! What is refused or warned of before an analysis begins.

use crate::analysis::observer::RunError;
use crate::analysis::run_options::RunOptions;
use crate::analysis::simulation::Simulation;
use crate::elements::constraint::{Constraint, Equations as Rows, PairRow};
use crate::equations::Equations;
use crate::mechanism::coordinate::Coordinate;
use carom_base::{Diagnostic, Diagnostics, Span};
use carom_model::Model;
use carom_model::analysis::{Analysis, IntegratorSettings};

/// Friction of a joint whose reaction is not determined.
pub(super) fn undetermined_friction(equations: &Equations, diagnostics: &mut Diagnostics) {
    let system = &equations.system;
    for friction in &system.frictions {
        let joint = &system.constraints[friction.joint];
        let mut rows = joint.first_row..joint.first_row + joint.rows();
        if rows.any(|row| system.rows.binary_search(&row).is_err()) {
            let message = format!(
                "{}: some constraints of {} are redundant, so that its load is not determined",
                friction.label, joint.label
            );
            let d = Diagnostic::warning("friction-redundant", friction.span, message);
            diagnostics.push(d.help(
                "a joint that removes fewer freedoms, with the same motion, has a load that is",
            ));
        }
    }
    for &f in &system.order.loaded {
        let function = &system.mechanism.functions[f];
        let redundant = |row: &&u32| {
            **row < crate::mechanism::function::FED
                && system.rows.binary_search(&(**row as usize)).is_err()
        };
        if let Some(row) = function.rows.iter().find(redundant) {
            let message = format!(
                "{} looks at a reaction that is not determined: {} is redundant",
                function.owner,
                system.row_name(*row as usize)
            );
            let d = Diagnostic::warning("reaction-redundant", function.span, message);
            diagnostics.push(d.help(
                "a joint that removes fewer freedoms, with the same motion, has a reaction that is",
            ));
        }
    }
}

/// Joints that stand on the other branch of their equations: `z_I ⟂ x_J, y_J` says that the z axes are parallel, not to which side they point.
pub(super) fn half_turns(equations: &Equations, diagnostics: &mut Diagnostics) {
    let system = &equations.system;
    let has = |rows: &[PairRow], coordinate| {
        let mut kinds = rows.iter().map(|(kind, ..)| *kind);
        kinds.any(|kind| kind == coordinate)
    };
    let opposite = |c: &&Constraint| {
        let Rows::Pair(rows) = &c.equations else {
            return None;
        };
        if !has(rows, Coordinate::Dot(2, 0)) || !has(rows, Coordinate::Dot(2, 1)) {
            return None;
        }
        let [i, j] = [c.i, c.j].map(|m| equations.now.marker(system, m).R);
        let points_away = |axis: usize| i.column(axis).dot(&j.column(axis)) < 0.0;
        match points_away(2) {
            true => Some("z"),
            false if has(rows, Coordinate::Dot(0, 1)) && points_away(0) => Some("x"),
            false => None,
        }
    };
    let found = system.constraints.iter();
    let found: Vec<(&Constraint, &str)> = found.filter_map(|c| Some((c, opposite(&c)?))).collect();
    let Some((first, axis)) = found.first() else {
        return;
    };
    let more = match found.len() - 1 {
        0 => String::new(),
        n => format!(", and {n} more do so"),
    };
    let message = format!(
        "{} holds its markers half a turn off: their {axis} axes point to opposite sides{more}",
        first.label
    );
    let d = Diagnostic::note("joint-half-turn", first.span, message);
    diagnostics.push(d.help(
        "where the parts start both ways meet its equations, and the nearer one is taken; turn one marker around, or start the parts nearer to the other, if that is meant",
    ));
}

/// Depth at the start relative to the thinner solid from which on a contact is reported: stiff contacts stay below a thousandth, soft ones may reach tenths.
const DEEP_START: f64 = 0.25;

/// Contacts whose solids stand deep inside each other at the start: their force throws them apart.
pub(super) fn deep_starts(equations: &Equations, diagnostics: &mut Diagnostics) {
    for (contact, [a, b], depth) in equations.deep_pairs(DEEP_START) {
        let message = format!(
            "{}: {} and {} stand {depth:.3e} deep in each other at the start",
            contact.label, a.label, b.label
        );
        let d = Diagnostic::warning("contact-deep-start", contact.span, message);
        diagnostics.push(d.help(
            "the contact throws them apart; look at their places, at the lengths of the shapes, and at which side their material is on: a plane has it below z of its marker",
        ));
    }
}

/// Where the element stands that a message begins with or speaks of.
pub(super) fn span_of_culprit(model: &Model, equations: &Equations, message: &str) -> Span {
    let system = &equations.system;
    let parts = system
        .mechanism
        .bodies
        .iter()
        .map(|b| (b.label.as_str(), model.parts[b.part].tag.span));
    let forces = system.forces.iter().map(|f| (f.label.as_str(), f.span));
    let contacts = system
        .solid_contacts
        .contacts
        .iter()
        .map(|c| (c.label.as_str(), c.span));
    let functions = system
        .mechanism
        .functions
        .iter()
        .map(|f| (f.owner.as_str(), f.span));
    let constraints = system
        .constraints
        .iter()
        .map(|c| (c.label.as_str(), c.span));
    let speaks_of = |label: &str| {
        message.match_indices(label).any(|(at, _)| {
            // PART/3 is not PART/30.
            !message[at + label.len()..].starts_with(|c: char| c.is_ascii_digit())
        })
    };
    forces
        .chain(contacts)
        .chain(functions)
        .chain(constraints)
        .chain(parts)
        .find(|(label, _)| speaks_of(label))
        .map_or(Span::NONE, |(_, span)| span)
}

impl Simulation {
    /// Refuses an analysis that the assembled model does not have.
    pub(crate) fn is_possible(
        &self,
        analysis: Analysis,
        settings: &IntegratorSettings,
        options: &RunOptions,
    ) -> Result<(), RunError> {
        let frees = self.degrees_of_freedom();
        if analysis == Analysis::Kinematic && frees > 0 {
            return Err(RunError {
                time: self.time,
                message: format!(
                    "a kinematic analysis needs a mechanism without degrees of freedom; this one has {frees}"
                ),
                help: Some("drive them with motions, or ask for a dynamic analysis".into()),
            });
        }
        self.knows(analysis, &self.equations.system)?;
        match analysis {
            Analysis::Static => {
                self.refuse_nonholonomic("static")?;
                self.refuse_groups("static")
            }
            Analysis::Linear => {
                self.refuse_nonholonomic("linear")?;
                self.refuse_groups("linear")?;
                self.refuse_delays()
            }
            Analysis::Dynamic => self.method_for(settings, options).map(|_| ()),
            Analysis::Kinematic if self.integrates() => {
                self.method_for(settings, options).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// A constraint that restricts velocities alone.
    pub(super) fn nonholonomic(&self) -> Option<&Constraint> {
        let mut acting = self.equations.system.acting();
        // What sticks holds velocities, too, and where all is at rest positions.
        acting.find(|c| matches!(c.equations, Rows::Nonholonomic(_)))
    }

    pub(super) fn refuse_nonholonomic(&self, kind: &str) -> Result<(), RunError> {
        let Some(c) = self.nonholonomic() else {
            return Ok(());
        };
        Err(RunError {
            time: self.time,
            message: format!(
                "{} restricts velocities and not positions (nonholonomic), which {kind} analyses do not know",
                c.label
            ),
            help: Some("deactivate it for this analysis, or ask for a dynamic one".into()),
        })
    }

    /// A contact between groups, if there is one.
    pub(super) fn group_label(&self) -> Option<&str> {
        let system = &self.equations.system;
        let contact_group = system.solid_contacts.contact_groups.first()?;
        Some(&system.solid_contacts.contacts[contact_group.contact].label)
    }

    /// A delay has no finite number of states, to be linearized in.
    pub(super) fn refuse_delays(&self) -> Result<(), RunError> {
        let system = &self.equations.system;
        let Some(delay) = system.order.delays.first() else {
            return Ok(());
        };
        let message = format!(
            "{} looks back, and a delay has no finite number of states to be linearized in",
            system.mechanism.functions[delay.function].owner
        );
        Err(RunError {
            help: Some("a transfer function (TFSISO, Control_SISO) of a Padé approximation of the delay has".into()),
            ..self.refuse(message)
        })
    }

    /// Refuses an analysis that needs the Jacobian, which forces of groups do not have.
    pub(super) fn refuse_groups(&self, kind: &str) -> Result<(), RunError> {
        let Some(label) = self.group_label() else {
            return Ok(());
        };
        let message = format!(
            "{label} is between groups of shapes on several bodies, which {kind} analyses do not know"
        );
        Err(RunError {
            help: Some("--contact-groups pairs knows all analyses, of up to 5000 pairs of shapes; a dynamic analysis with damping comes to rest where the equilibrium is".into()),
            ..self.refuse(message)
        })
    }
}
