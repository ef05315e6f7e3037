//! Normal laws of contacts that are functions.

use super::Builder;
use super::functions::ModelTables;
use crate::formula::{Asked, Formula, MOST_INPUTS, MOST_SLOTS};
use crate::function::{Function, Source};
use crate::solid::Normal;
use carom_expr::{Expression, Incident, Input, Tape};
use std::sync::Arc;

/// Whether an expression asks for volume or area.
pub(super) fn measures_overlap(e: &Expression) -> bool {
    let asked = e.uses().inputs;
    let is_overlap = |i: &Input| matches!(i, Input::Incident(Incident::Volume | Incident::Area));
    asked.iter().any(|(input, _)| is_overlap(input))
}

impl Builder<'_> {
    /// A normal law as it is written. What it asks of the model becomes functions of the system.
    pub(super) fn formula(&mut self, c: &carom_model::Contact, e: &Expression) -> Option<Normal> {
        let tape = Tape::compile(e, &ModelTables(self.model), self.diagnostics)?;
        let mut asked = Vec::new();
        for (k, input) in tape.inputs().iter().enumerate() {
            let span = tape.input_span(k);
            asked.push(match input {
                Input::Incident(what) => Asked::Place(*what),
                Input::Time | Input::Mode | Input::Sensor(_) => {
                    Asked::Model(self.source(input, span)?)
                }
                _ => {
                    let one = Tape::linear(&[(input.clone(), 1.0)], span);
                    let function = Function::new(c.tag.to_string(), span, one);
                    self.system.functions.push(function);
                    Asked::Model(Source::Function(self.system.functions.len() - 1))
                }
            });
        }
        let formula = Formula::new(e.span(), tape, asked);
        let inputs = formula.inputs();
        if inputs > MOST_INPUTS || formula.slots() > MOST_SLOTS {
            let message = format!(
                "{}: its normal law has {inputs} inputs and {} places where it may change, more than {MOST_INPUTS} or {MOST_SLOTS}",
                c.tag,
                formula.slots()
            );
            let help = "split it over several VARIABLEs";
            self.error("too-many-switches", e.span(), message, Some(help));
            return None;
        }
        Some(Normal::Formula(Arc::new(formula)))
    }

    /// Normal laws may not look at what follows from them.
    pub(super) fn refuse_formulas(&mut self) {
        for k in 0..self.system.contacts.len() {
            let reach = self.reach(self.system.contacts[k].functions().collect());
            let found = reach.into_iter().find_map(|f| {
                let function = &self.system.functions[f];
                let loops = |s: &Source| matches!(s, Source::Contact { .. }) || s.needs_solution();
                let input = function.sources.iter().position(loops)?;
                Some(function.tape.input_span(input))
            });
            let Some(span) = found else { continue };
            let message = format!(
                "the normal law of {} looks at a force of a contact, a reaction or an acceleration, which follow from it",
                self.system.contacts[k].label
            );
            let help = "it may look at displacements, velocities, variables, differential equations and at DEPTH, DEPTHDOT, VOLUME and AREA";
            self.error("algebraic-loop", span, message, Some(help));
        }
    }
}
