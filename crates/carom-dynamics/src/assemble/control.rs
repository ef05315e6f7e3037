//! Linear systems of equations, transfer functions, and the inputs and outputs of the plant.

use crate::assemble::builder::Builder;
use crate::assemble::builder::SystemArray;
use crate::mechanism::function::{Function, FunctionId};
use crate::system::ExtraState;
use carom_base::Span;
use carom_expr::{Input, Tape};
use carom_model::control::ArrayKind;
use carom_model::{Array, Id, LinearSystem, Plant, Table};

impl Builder<'_> {
    /// The variables of PINPUT, POUTPUT and PSTATE. A variable that was refused has its own diagnostic.
    pub(super) fn plants(&mut self) {
        let model = self.model;
        let resolve = |table: &Table<Plant>| -> Vec<Vec<(String, FunctionId)>> {
            let of = |p: &Plant| {
                p.variables
                    .iter()
                    .filter_map(|v| {
                        let name = model.variables[*v].tag.to_string();
                        Some((name, self.variables[v.index()]?))
                    })
                    .collect()
            };
            table.iter().map(of).collect()
        };
        let plants = [
            &model.plant_inputs,
            &model.plant_outputs,
            &model.plant_states,
        ]
        .map(resolve);
        let [inputs, outputs, states] = plants;
        self.system.outputs.plant_inputs = inputs;
        self.system.outputs.plant_outputs = outputs;
        self.system.outputs.plant_states = states;
    }

    /// LSE, TFSISO and their kin: each state is an extra state, each output a function.
    pub(super) fn linear_systems(&mut self) {
        let model = self.model;
        for s in model
            .linear_systems
            .iter()
            .chain(model.transfer_functions.iter())
        {
            self.linear_system(s);
        }
    }

    fn linear_system(&mut self, s: &LinearSystem) {
        let (n, outputs) = (s.a.len().max(s.b.len()), s.c.len().max(s.d.len()));
        let label = s.tag.to_string();
        let entries = |array: Option<Id<Array>>, row: Option<&Vec<f64>>| -> Vec<(Input, f64)> {
            let (Some(array), Some(row)) = (array, row) else {
                return Vec::new();
            };
            let array = self.model.arrays[array].tag.label;
            let entry = |(k, x): (usize, &f64)| (Input::Array(array, k as u32 + 1), *x);
            row.iter().enumerate().map(entry).collect()
        };
        let row = |of_states: Option<&Vec<f64>>, of_inputs: Option<&Vec<f64>>| {
            [entries(s.states, of_states), entries(s.inputs, of_inputs)].concat()
        };
        let rates: Vec<_> = (0..n).map(|k| row(s.a.get(k), s.b.get(k))).collect();
        let values: Vec<_> = (0..outputs).map(|k| row(s.c.get(k), s.d.get(k))).collect();
        let first = self.system.extra.states.len();
        for (k, terms) in rates.iter().enumerate() {
            let owner = format!("{label}: state {}", k + 1);
            let f = self.linear_function(owner, terms, s.tag.span);
            self.system.extra.states.push(ExtraState::Diff(f));
            self.system
                .extra
                .state_start
                .push(s.initial.get(k).copied().unwrap_or(0.0));
            if s.static_hold {
                self.system.extra.held.push(first + k);
            }
        }
        let of_outputs = values
            .iter()
            .enumerate()
            .map(|(k, terms)| {
                let owner = format!("{label}: output {}", k + 1);
                self.linear_function(owner, terms, s.tag.span)
            })
            .collect();
        self.claim(&label, s.states, SystemArray::States(first), s.tag.span);
        self.claim(
            &label,
            s.outputs,
            SystemArray::Outputs(of_outputs),
            s.tag.span,
        );
    }

    fn linear_function(&mut self, owner: String, terms: &[(Input, f64)], span: Span) -> FunctionId {
        self.system
            .mechanism
            .functions
            .push(Function::new(owner, span, Tape::linear(terms, span)));
        self.system.mechanism.functions.len() - 1
    }

    /// An array of states or outputs belongs to one element.
    pub(super) fn claim(
        &mut self,
        label: &str,
        array: Option<Id<Array>>,
        of: SystemArray,
        span: Span,
    ) {
        let Some(array) = array else { return };
        if self.system_arrays.insert(array, of).is_some() {
            let tag = &self.model.arrays[array].tag;
            self.error(
                "shared-array",
                span,
                format!("{tag} holds the states or outputs of {label} and of another element"),
                Some("give each element an array of its own"),
            );
        }
    }

    /// The source of entry `n` (from 0) of an array of states or outputs.
    pub(super) fn system_array(
        &mut self,
        id: Id<Array>,
        n: Option<usize>,
        span: Span,
    ) -> Option<crate::mechanism::function::Source> {
        use crate::mechanism::function::Source;
        let array = &self.model.arrays[id];
        let size = match array.kind {
            ArrayKind::States(n) | ArrayKind::Outputs(n) => n,
            _ => 0,
        };
        let n = n.filter(|n| *n < size)?;
        match self.system_arrays.get(&id) {
            Some(SystemArray::States(first)) => Some(Source::State(first + n)),
            Some(SystemArray::Held(first)) => Some(Source::Sensor(first + n)),
            Some(SystemArray::Outputs(list)) => list.get(n).map(|f| Source::Function(*f)),
            Some(SystemArray::Refused) => Some(Source::Constant(0.0)),
            None => {
                let (tag, place) = (array.tag.to_string(), span);
                self.error(
                    "unused-array",
                    place,
                    format!("{tag} belongs to no system element, so it has no values"),
                    Some("name it as X or Y of an LSE, a TFSISO or a GSE"),
                );
                Some(Source::Constant(0.0))
            }
        }
    }
}
