//! Functions that a program takes the place of.

use super::functions::ModelTables;
use super::systems::OWN;
use crate::assemble::builder::Builder;
use crate::mechanism::function::{Function, FunctionId};
use carom_base::Span;
use carom_expr::tape::Part;
use carom_expr::{Input, Tape};
use carom_model::Bound;
use std::sync::Arc;

/// Labels from here on are those of inputs, behind those of systems.
const OF_INPUTS: u32 = OWN + 100_000_000;

impl Builder<'_> {
    /// The number of the binding of a function.
    pub(super) fn binding(&self, owner: &str) -> Option<usize> {
        let mut bindings = self.model.bindings.iter();
        bindings.position(|b| b.element == owner)
    }

    /// What is bound, in the place of a function that is written at `span`.
    pub(super) fn bound(&mut self, number: usize, span: Span) -> Option<FunctionId> {
        let binding = &self.model.bindings[number];
        self.used_bindings[number] = true;
        let tape = match &binding.bound {
            Bound::Input(start) => {
                let slot = self.system.sensing.sensor_slots;
                self.system.sensing.sensor_slots += 1;
                self.system.sensing.slot_start.push(*start);
                let label = OF_INPUTS + number as u32;
                self.own_slots.insert(label, slot);
                self.system
                    .sensing
                    .inputs
                    .push((binding.element.clone(), slot));
                Tape::linear(&[(Input::Sensor(label), 1.0)], span)
            }
            Bound::Function {
                code,
                component,
                arguments,
            } => {
                let arguments: Vec<String> = arguments.iter().map(|a| format!("({a})")).collect();
                let place = (&ModelTables(self.model) as &dyn carom_expr::Tables, span);
                let part = Part {
                    code: Arc::clone(code),
                    component: *component,
                    laws: &[],
                };
                Tape::routine(part, &arguments, place, self.diagnostics)?
            }
        };
        let function = Function::new(binding.element.clone(), span, tape);
        self.system.mechanism.functions.push(function);
        Some(self.system.mechanism.functions.len() - 1)
    }

    pub(super) fn refuse_unused_bindings(&mut self) {
        let bindings = self.model.bindings.iter().zip(&self.used_bindings);
        let unused: Vec<String> = bindings
            .filter(|(_, used)| !**used)
            .map(|(b, _)| b.element.clone())
            .collect();
        for element in unused {
            let message =
                format!("{element} has no function that a program could take the place of");
            let help =
                "forces, motions, variables, differential equations, sensors and requests have one";
            self.error("unknown-binding", Span::NONE, message, Some(help));
        }
    }
}
