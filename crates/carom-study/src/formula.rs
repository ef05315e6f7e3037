//! Formulas over the parameters of a study: the function language of decks, with names for numbers.

use carom::base::{Diagnostic, Diagnostics, Dialect, SpannedText};
use carom::expr::spline::SplineTable;
use carom::expr::{Expression, Input, Tables, Tape};
use std::sync::Arc;

/// A formula, compiled. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Formula {
    tape: Arc<Tape>,
    /// Which of the names feeds each input of the tape.
    feeds: Vec<usize>,
}

struct Names<'a>(&'a [String]);

impl Names<'_> {
    fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|n| n.eq_ignore_ascii_case(name))
    }
}

impl Tables for Names<'_> {
    fn spline(&self, _: u32) -> Option<Arc<SplineTable>> {
        None
    }
    fn is_named(&self, name: &str) -> bool {
        self.position(name).is_some()
    }
}

impl Formula {
    /// Reads a formula over `names`. Errors: `study-formula` and those of expressions.
    pub fn read(
        text: SpannedText,
        names: &[String],
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let names = Names(names);
        let expression = Expression::parse(text, Dialect::Adams, diagnostics)?;
        let tape = Tape::compile(&expression, &names, diagnostics)?;
        let mut feeds = Vec::new();
        for (k, input) in tape.inputs().iter().enumerate() {
            let position = match input {
                Input::Named(name) => names.position(name),
                // The time of a point in a section.
                Input::Time => names.position("time"),
                _ => None,
            };
            match position {
                Some(n) => feeds.push(n),
                None => {
                    let message = format!("{input} is not known before a run");
                    let d = Diagnostic::error("study-formula", tape.input_span(k), message);
                    diagnostics.push(d.help(
                        "a formula knows the parameters and responses that stand before it; what happens in a run is asked by \
                         responses such as { last = \"DZ(2,1)\" }",
                    ));
                    return None;
                }
            }
        }
        Some(Self {
            tape: Arc::new(tape),
            feeds,
        })
    }

    /// Its value; `values` belong to the names it was read with, which may have become more since.
    pub fn value(&self, values: &[f64]) -> f64 {
        let inputs: Vec<f64> = self.feeds.iter().map(|&n| values[n]).collect();
        let mut registers = vec![0.0; self.tape.registers()];
        self.tape.eval_live(&inputs, &mut registers)
    }
}
