//! Expressions as written and as compiled.

use crate::input::Input;
use crate::spline::SplineTable;
use carom_base::{Diagnostics, Dialect, Number, Span, SpannedText};
use std::sync::Arc;

/// An expression as written: its text, with its place, and its syntax tree.
#[derive(Clone, Debug)]
pub struct Expression {
    text: SpannedText,
}

/// What an expression may look up while it is compiled.
pub trait Tables {
    /// The spline with this label.
    fn spline(&self, label: u32) -> Option<Arc<SplineTable>>;
    /// Whether a bare name is an input given from outside ([`Input::Named`]).
    fn is_named(&self, name: &str) -> bool;
}

/// What happened to a switching operation, for the list of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwitchEvent {
    /// IMPACT or BISTOP touches.
    ContactBegin,
    /// Penetration reaches the depth of full damping.
    FullDamping,
    /// The force is clamped at zero although the bodies still overlap.
    ForceOff,
    /// The clamp ends.
    ForceOn,
    /// The gap opens.
    ContactEnd,
    /// Any other switch (IF, ABS, STEP ends, knots).
    Switch,
}

/// A compiled expression. Holds no state: modes and registers belong to the run.
#[derive(Clone, Debug)]
pub struct Tape {}

/// Mode of one switching operation: which branch is in force. Its meaning belongs to the operation.
pub type Mode = i32;

impl Expression {
    /// Reads an expression. Problems go to `diagnostics`; `None` if there is no usable tree.
    pub fn parse(
        text: SpannedText,
        dialect: Dialect,
        diagnostics: &mut Diagnostics,
    ) -> Option<Expression> {
        let _ = (dialect, diagnostics);
        Some(Expression { text })
    }
    /// The number `x` as an expression.
    pub fn constant(x: f64) -> Expression {
        Expression {
            text: SpannedText::bare(x.to_string()),
        }
    }
    /// The text as written, continuation lines joined.
    pub fn text(&self) -> &str {
        &self.text.text
    }
    /// Where it stands.
    pub fn span(&self) -> Span {
        self.text.whole()
    }
}

impl Tape {
    /// Compiles. Unknown names, wrong arguments and functions that are not supported go to `diagnostics`.
    pub fn compile(
        expression: &Expression,
        tables: &dyn Tables,
        diagnostics: &mut Diagnostics,
    ) -> Option<Tape> {
        let _ = (expression, tables, diagnostics);
        todo!()
    }
    /// The inputs, in the order in which their values are handed over.
    pub fn inputs(&self) -> &[Input] {
        todo!()
    }
    /// Where each input is first named.
    pub fn input_span(&self, input: usize) -> Span {
        let _ = input;
        todo!()
    }
    /// Length of the register array that evaluation needs.
    pub fn registers(&self) -> usize {
        todo!()
    }
    /// Number of switching operations, the length of the mode array.
    pub fn switches(&self) -> usize {
        todo!()
    }
    /// The value if the expression is a constant.
    pub fn as_constant(&self) -> Option<f64> {
        todo!()
    }
    /// Value (and derivatives, with dual numbers) in the given modes: each branch is continued smoothly
    /// beyond its end. Not finite if a function left its domain; then ask [`Tape::fault`].
    pub fn eval<T: Number>(&self, inputs: &[T], modes: &[Mode], registers: &mut [T]) -> T {
        let _ = (inputs, modes, registers);
        todo!()
    }
    /// Sets the modes that hold at `inputs`; `rates` (their time derivatives) decide where a guard is exactly zero.
    pub fn settle(&self, inputs: &[f64], rates: &[f64], modes: &mut [Mode], registers: &mut [f64]) {
        let _ = (inputs, rates, modes, registers);
        todo!()
    }
    /// Value with the modes that hold at `inputs`, as in tables and requests.
    pub fn eval_live(&self, inputs: &[f64], registers: &mut [f64]) -> f64 {
        let _ = (inputs, registers);
        todo!()
    }
    /// Value and gradient with respect to the inputs (length = number of inputs) in the given modes.
    pub fn gradient(
        &self,
        inputs: &[f64],
        modes: &[Mode],
        registers: &mut [f64],
        adjoints: &mut [f64],
        gradient: &mut [f64],
    ) -> f64 {
        let _ = (inputs, modes, registers, adjoints, gradient);
        todo!()
    }
    /// Number of guard slots of a switching operation (the most any of its modes watches).
    pub fn guard_slots(&self, switch: usize) -> usize {
        let _ = switch;
        todo!()
    }
    /// All guards in the given modes, slot after slot, switch after switch: (value, rate, tolerance);
    /// positive while the mode is valid, `(+inf, 0, 1)` for slots that the mode does not watch.
    pub fn guards(
        &self,
        inputs: &[f64],
        rates: &[f64],
        modes: &[Mode],
        registers: &mut [carom_base::Dual<f64, 1>],
        out: &mut [(f64, f64, f64)],
    ) {
        let _ = (inputs, rates, modes, registers, out);
        todo!()
    }
    /// The mode after guard `slot` of `switch` fell through zero, and what that means to the user.
    pub fn transition(&self, switch: usize, slot: usize, mode: Mode) -> (Mode, SwitchEvent) {
        let _ = (switch, slot, mode);
        todo!()
    }
    /// Why an evaluation at these inputs is not finite: message and place of the first offending operation.
    pub fn fault(
        &self,
        inputs: &[f64],
        modes: &[Mode],
        registers: &mut [f64],
    ) -> Option<(String, Span)> {
        let _ = (inputs, modes, registers);
        todo!()
    }
}
