//! Variables, differential equations, tables of numbers, sensors.

use crate::constraint::{Function, UserFunction};
use crate::table::{Id, Tag, tagged};
use carom_derive::Field;
use carom_expr::spline::SplineTable;
use std::sync::Arc;

/// VARIABLE, Reference_Variable: a quantity computed from the state.
#[derive(Clone, Debug, Field)]
pub struct Variable {
    /// Label, name, place.
    pub tag: Tag,
    /// Start value for implicit ones.
    #[dimension(ONE)]
    #[absent(0.0)]
    pub initial: f64,
    /// Its value.
    #[dimension(ONE)]
    pub function: Function,
}

/// DIFF, Control_Diff: a user's first-order differential equation.
#[derive(Clone, Debug, Field)]
pub struct Diff {
    /// Label, name, place.
    pub tag: Tag,
    /// Initial value.
    #[dimension(ONE)]
    #[absent(0.0)]
    pub initial: f64,
    /// Initial rate of an implicit equation.
    #[dimension(ONE / T)]
    #[absent(0.0)]
    pub initial_rate: f64,
    /// `0 = function` instead of `rate = function`.
    pub implicit: bool,
    /// Keeps its value in statics.
    pub static_hold: bool,
    /// The rate, or the residual.
    #[dimension(if *implicit { ONE } else { ONE / T })]
    pub function: Function,
}

/// What an array holds.
#[derive(Clone, Debug, Field)]
pub enum ArrayKind {
    /// Constants.
    Constants(#[dimension(ONE)] Vec<f64>),
    /// Inputs: values of variables.
    Inputs(Vec<Id<Variable>>),
    /// States of a system element, `n` of them; 0 while no element uses the array.
    States(usize),
    /// Outputs of a system element, `n` of them; 0 while no element uses the array.
    Outputs(usize),
}

/// ARRAY, Reference_Array.
#[derive(Clone, Debug, Field)]
pub struct Array {
    /// Label, name, place.
    pub tag: Tag,
    /// Its contents.
    pub kind: ArrayKind,
}

/// PINPUT, POUTPUT, PSTATE; Control_PlantInput, Control_PlantOutput, Reference_PlantState: variables that a linear
/// analysis takes as its inputs, outputs or states.
#[derive(Clone, Debug, Field)]
pub struct Plant {
    /// Label, name, place.
    pub tag: Tag,
    /// The variables, in order.
    pub variables: Vec<Id<Variable>>,
}

/// LSE, Control_StateEqn: `x' = A·x + B·u`, `y = C·x + D·u`.
#[derive(Clone, Debug, Field)]
pub struct LinearSystem {
    /// Label, name, place.
    pub tag: Tag,
    /// Array of the states x, which are the system's own.
    pub states: Option<Id<Array>>,
    /// Array of the inputs u.
    pub inputs: Option<Id<Array>>,
    /// Array of the outputs y.
    pub outputs: Option<Id<Array>>,
    /// A, rows by columns; an empty matrix is zero.
    #[dimension(ONE / T)]
    pub a: Vec<Vec<f64>>,
    /// B.
    #[dimension(ONE / T)]
    pub b: Vec<Vec<f64>>,
    /// C.
    #[dimension(ONE)]
    pub c: Vec<Vec<f64>>,
    /// D.
    #[dimension(ONE)]
    pub d: Vec<Vec<f64>>,
    /// Initial states; empty: zero.
    #[dimension(ONE)]
    pub initial: Vec<f64>,
    /// Keeps its states in statics.
    pub static_hold: bool,
}

impl LinearSystem {
    /// The matrices of a transfer function from the coefficients of s⁰, s¹, ... of numerator and denominator, in
    /// controllable canonical form: `y = (b₀ + b₁·s + ...)/(a₀ + a₁·s + ... + aₙ·sⁿ)·u` with the states z, z', z'', ...
    /// of `a₀·z + a₁·z' + ... = u`.
    ///
    /// `None` if the numerator's order is higher or the denominator is zero.
    pub fn transfer_function(numerator: &[f64], denominator: &[f64]) -> Option<[Vec<Vec<f64>>; 4]> {
        let order = |p: &[f64]| p.iter().rposition(|x| *x != 0.0);
        let n = order(denominator)?;
        if order(numerator).is_some_and(|m| m > n) {
            return None;
        }
        let lead = denominator[n];
        let b = |k: usize| numerator.get(k).copied().unwrap_or(0.0);
        let feedthrough = b(n) / lead;
        let mut a = vec![vec![0.0; n]; n];
        let mut input = vec![vec![0.0]; n];
        for k in 0..n {
            if k + 1 < n {
                a[k][k + 1] = 1.0;
            }
            a[n - 1][k] = -denominator[k] / lead;
        }
        if n > 0 {
            input[n - 1][0] = 1.0 / lead;
        }
        let output = (0..n)
            .map(|k| b(k) - feedthrough * denominator[k])
            .collect();
        Some([a, input, vec![output], vec![vec![feedthrough]]])
    }

    /// Numerator and denominator of which [`Self::transfer_function`] makes these very matrices, to the bit, if there are
    /// any.
    pub fn coefficients(&self) -> Option<[Vec<f64>; 2]> {
        let n = self.a.len();
        let [feedthrough] = self.d.first()?[..] else {
            return None;
        };
        let lead = match n {
            0 => 1.0,
            _ => 1.0 / self.b.get(n - 1)?.first()?,
        };
        let last = self.a.last().map_or(&[][..], Vec::as_slice);
        let denominator: Vec<f64> = last.iter().map(|a| -a * lead).chain([lead]).collect();
        let output = self.c.first().map_or(&[][..], Vec::as_slice);
        let numerator = output.iter().zip(&denominator);
        let numerator: Vec<f64> = numerator
            .map(|(c, a)| c + feedthrough * a)
            .chain([feedthrough * lead])
            .collect();
        let [a, b, c, d] = Self::transfer_function(&numerator, &denominator)?;
        let same = a == self.a && b == self.b && c == self.c && d == self.d;
        same.then_some([numerator, denominator])
    }
}

/// GSE, Control_StateEqn by user-written code: `x' = f(x, u, t)`, or with `implicit` `0 = f(x, x', u, t)`; discrete
/// states that are sampled; outputs y. There are as many states and outputs as their arrays hold.
#[derive(Clone, Debug, Field)]
pub struct GeneralSystem {
    /// Label, name, place.
    pub tag: Tag,
    /// Array of the states x, which are the system's own.
    pub states: Option<Id<Array>>,
    /// Array of the inputs u.
    pub inputs: Option<Id<Array>>,
    /// Array of the outputs y.
    pub outputs: Option<Id<Array>>,
    /// Array of the discrete states.
    pub discrete: Option<Id<Array>>,
    /// Array of the initial states; without one they are zero.
    pub start: Option<Id<Array>>,
    /// Array of the initial discrete states.
    pub discrete_start: Option<Id<Array>>,
    /// The equations are residuals.
    pub implicit: bool,
    /// Keeps its states in statics.
    pub static_hold: bool,
    /// Time between samples of discrete states; none without discrete states.
    #[dimension(T)]
    pub sample_period: Option<Function>,
    /// When the first sample is taken, T.
    #[dimension(T)]
    #[absent(0.0)]
    pub sample_offset: f64,
    /// The routines: GSESUB alone, or GSE_DERIV, GSE_OUTPUT, GSE_UPDATE, GSE_SAMP with commas between them.
    pub function: UserFunction,
}

/// SPLINE, Reference_Spline.
#[derive(Clone, Debug, Field)]
pub struct Spline {
    /// Label, name, place.
    pub tag: Tag,
    /// Its points.
    pub table: Arc<SplineTable>,
    /// User-written code that gives its points; the table is empty then.
    #[absent(None)]
    pub routine: Option<SplineRoutine>,
}

/// SPLINE_READ: points from a file in a form of its own.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct SplineRoutine {
    /// The file.
    pub file: String,
    /// The part of it that is meant.
    pub block: String,
    /// The routine.
    pub user: UserFunction,
}

/// STRING, Reference_String.
#[derive(Clone, Debug, Field)]
pub struct Text {
    /// Label, name, place.
    pub tag: Tag,
    /// The text.
    pub text: String,
}

/// Relation that a sensor waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum Comparison {
    /// Crosses the value.
    Equal,
    /// At or above the value.
    GreaterOrEqual,
    /// At or below the value.
    LessOrEqual,
}

/// SENSOR, Sensor_Event.
#[derive(Clone, Debug, Field)]
pub struct Sensor {
    /// Label, name, place.
    pub tag: Tag,
    /// What is watched.
    #[dimension(function.dimension())]
    pub function: Function,
    /// The value it is compared with.
    #[dimension(function.dimension())]
    pub value: f64,
    /// How close counts as equal, > 0.
    #[dimension(function.dimension())]
    pub error: f64,
    /// The relation.
    pub comparison: Comparison,
    /// Ends the run.
    pub halt: bool,
    /// Ends the current SIMULATE command.
    pub ends_command: bool,
    /// Restarts the integrator.
    pub restart: bool,
    /// Writes an output step.
    pub print: bool,
    /// New output interval, T.
    #[dimension(T)]
    pub output_interval: Option<f64>,
    /// Length of the next step, T.
    #[dimension(T)]
    pub step_size: Option<f64>,
    /// Largest step from then on, T.
    #[dimension(T)]
    pub step_limit: Option<f64>,
    /// Stored for SENVAL when the event happens.
    #[dimension(ONE)]
    pub evaluate: Option<Function>,
}

tagged!(
    Variable,
    Diff,
    Array,
    Plant,
    LinearSystem,
    GeneralSystem,
    Spline,
    Text,
    Sensor
);

#[cfg(test)]
mod tests {
    use super::*;

    /// (1 + 2s + 3s²)/(4 + 5s + 6s²) = 1/2 + (−1 − s/2)/(4 + 5s + 6s²).
    #[test]
    fn a_transfer_function_in_canonical_form() {
        let [a, b, c, d] =
            LinearSystem::transfer_function(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).unwrap();
        assert_eq!(a, [[0.0, 1.0], [-4.0 / 6.0, -5.0 / 6.0]]);
        assert_eq!(b, [[0.0], [1.0 / 6.0]]);
        assert_eq!(c, [[-1.0, -0.5]]);
        assert_eq!(d, [[0.5]]);
        let system = LinearSystem {
            tag: Tag::new("TFSISO", 1),
            states: None,
            inputs: None,
            outputs: None,
            a,
            b,
            c,
            d,
            initial: Vec::new(),
            static_hold: false,
        };
        let [p, q] = system.coefficients().unwrap();
        assert_eq!((p, q), (vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]));
        // A gain, with a leading coefficient of zero; a differentiator is none.
        let [a, _, _, d] = LinearSystem::transfer_function(&[6.0], &[2.0, 0.0]).unwrap();
        assert!(a.is_empty() && d == [[3.0]]);
        assert!(LinearSystem::transfer_function(&[0.0, 1.0], &[1.0]).is_none());
        assert!(LinearSystem::transfer_function(&[1.0], &[0.0]).is_none());
    }
}
