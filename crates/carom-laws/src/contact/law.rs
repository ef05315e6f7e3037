//! A contact or friction law as the list has it: its arguments with their dimensions, its check, value and example.

use crate::LawError;
use crate::jet::Jet2;
use carom_base::{Dialect, Units};

/// Dimension of an argument or of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// 1
    Number,
    /// L
    Length,
    /// L/T
    Speed,
    /// F
    Force,
    /// F·L⁻ᵉ, `e` being the law's exponent.
    Stiffness,
    /// F·T/L
    Damping,
    /// L³
    Volume,
    /// F·L⁻³
    Foundation,
    /// T/L
    PerSpeed,
}

impl Dimension {
    /// What a number of this dimension is multiplied with when the units change; `e` is the law's exponent.
    ///
    /// `k = 3800` N/mm² (e = 2) is 3800 · 1000² = 3.8e9 N/m².
    pub fn factor(self, from: &Units, to: &Units, e: f64) -> f64 {
        let force = from.force.si / to.force.si;
        let length = from.length.si / to.length.si;
        let time = from.time.si / to.time.si;
        match self {
            Self::Number => 1.0,
            Self::Length => length,
            Self::Speed => length / time,
            Self::Force => force,
            Self::Stiffness => force / length.powf(e),
            Self::Damping => force * time / length,
            Self::Volume => length.powi(3),
            Self::Foundation => force / length.powi(3),
            Self::PerSpeed => time / length,
        }
    }
}

/// An argument of a law as the manual describes it.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Name in the formula.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// Its dimension.
    pub dimension: Dimension,
    /// Its range; empty for a parameter that takes any number.
    pub range: &'static str,
}

/// A law in [`CONTACT_LAWS`](super::CONTACT_LAWS): it describes itself and evaluates; it holds no state.
///
/// `args` everywhere: all arguments in the order of [`ContactLaw::arguments`].
pub trait ContactLaw: Sync {
    /// Its name in the input languages, or in ours if they have none.
    fn name(&self) -> &'static str;
    /// One line for a list.
    fn text(&self) -> &'static str;
    /// The arguments, in order.
    fn arguments(&self) -> &'static [Argument];
    /// Dimension of the value.
    fn dimension(&self) -> Dimension;
    /// Arguments and value of a worked example, exact to the digits of an `f64` up to 1e-12 relative.
    fn example(&self) -> (&'static [f64], f64);
    /// Names the argument that is out of its range.
    fn check(&self, dialect: Dialect, args: &[f64]) -> Result<(), LawError>;
    /// The law.
    fn value(&self, args: &[f64]) -> f64;
    /// The law with exact first and second derivatives carried along.
    fn jet(&self, args: &[Jet2]) -> Jet2;
    /// The sign that the value may have at these arguments (0: only zero): a stop pushes, friction brakes.
    fn sign(&self, args: &[f64]) -> f64;

    /// The index of the argument of this name.
    fn index(&self, name: &str) -> Option<usize> {
        self.arguments().iter().position(|a| a.name == name)
    }

    /// The arguments in other units.
    fn converted(&self, args: &[f64], from: &Units, to: &Units) -> Vec<f64> {
        let e = self.index("e").map_or(1.0, |i| args[i]);
        self.arguments()
            .iter()
            .zip(args)
            .map(|(argument, x)| x * argument.dimension.factor(from, to, e))
            .collect()
    }
}

/// An argument with all it has.
pub(super) const fn argument(
    name: &'static str,
    meaning: &'static str,
    dimension: Dimension,
    range: &'static str,
) -> Argument {
    Argument {
        name,
        meaning,
        dimension,
        range,
    }
}
