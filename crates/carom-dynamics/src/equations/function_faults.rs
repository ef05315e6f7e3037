//! Functions whose values are not finite, and why, in the user's words.
#![allow(non_snake_case)]

use super::Equations;
use crate::mechanism::function::FunctionId;
use crate::system::motion::View;
use carom_base::Span;
use carom_solve::Fault;

impl Equations {
    pub(super) fn check_functions(&self, functions: &[FunctionId]) -> Result<(), Fault> {
        for &f in functions {
            if !self.now.values[f].is_finite() && self.system.mechanism.functions[f].rows.is_empty()
            {
                return Err(self.function_fault(f));
            }
        }
        Ok(())
    }

    /// Functions that depend on reactions, by the multipliers in the arrays.
    pub(super) fn load_functions(&mut self) {
        let system = &self.system;
        self.now
            .evaluate(system, &self.memory, &system.order.loaded);
    }

    pub(super) fn check_loaded(&self) -> Result<(), Fault> {
        let mut loaded = self.system.order.loaded.iter();
        match loaded.find(|f| !self.now.values[**f].is_finite()) {
            Some(f) => Err(self.function_fault(*f)),
            None => Ok(()),
        }
    }

    /// The first function that makes something not finite of inputs that are: what it did, in the user's words, and where.
    pub(crate) fn function_not_finite(&self) -> Option<(String, Span)> {
        let system = &self.system;
        let view = View {
            system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let functions = system.mechanism.functions.iter().zip(&self.now.values);
        let mut wrong = functions.filter(|(f, value)| {
            !value.is_finite() && f.algebraic_loop.is_none() && f.root_of.is_none()
        });
        wrong.find_map(|(function, _)| {
            let inputs = function.sources.iter();
            let inputs: Vec<f64> = inputs.map(|s| function.input(s, system, &view)).collect();
            if !inputs.iter().all(|x| x.is_finite()) {
                return None;
            }
            let mut registers = vec![0.0; function.tape.registers()];
            let modes = &self.memory.modes[function.modes.clone()];
            let (why, span) = function.tape.fault(&inputs, modes, &mut registers)?;
            Some((format!("{}: {why}", function.owner), span))
        })
    }

    /// Why a function is not finite, in the user's words.
    pub(super) fn function_fault(&self, f: usize) -> Fault {
        let function = &self.system.mechanism.functions[f];
        if let Some(which) = function.algebraic_loop {
            let names = self.system.order.loops[which].names(&self.system.mechanism.functions);
            return Fault {
                message: format!("{names}: no values are found that solve the implicit equations"),
            };
        }
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let inputs: Vec<f64> = function
            .sources
            .iter()
            .map(|s| function.input(s, &self.system, &view))
            .collect();
        if let Some(why) = self.forgotten(function) {
            return Fault {
                message: format!("{}: {why}", function.owner),
            };
        }
        let mut registers = vec![0.0; function.tape.registers()];
        let modes = &self.memory.modes[function.modes.clone()];
        let why = function
            .tape
            .fault(&inputs, modes, &mut registers)
            .map_or_else(|| "its value is not finite".to_string(), |(m, _)| m);
        Fault {
            message: format!("{}: {why}", function.owner),
        }
    }
}
