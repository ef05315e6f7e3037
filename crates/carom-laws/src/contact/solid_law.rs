//! What a law of the normal force of two solids is: the place it looks at, its parameters by name, its branches by number.

use crate::guard::{Guard, SwitchEvent};
use carom_base::dimension::symbols::ONE;
use carom_base::{Dimension, Dual, Number, Units};
use std::fmt::Debug;

/// A place where two solids overlap, as a normal law looks at it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Indentation<T> {
    /// Depth, L.
    pub depth: T,
    /// Rate of the gap, L·T⁻¹; closing is negative.
    pub gap_rate: T,
    /// Volume of the overlap, L³, where the law asks for it.
    pub volume: T,
    /// Area of the patch, L², likewise.
    pub area: T,
    /// Whether a spring `k·pᵉ` is to be `k·Vᵉ·|N|`, V being the volume and |N| the area.
    pub by_volume: bool,
}

impl<T: Number> Indentation<T> {
    /// Stiffness and exponent by which `k·pᵉ` is the spring at this place. For one by the volume this is the line through (p, k·Vᵉ·|N|): its value
    /// there, with all derivatives, is that of the spring.
    pub fn spring(&self, k: f64, e: f64) -> (T, f64) {
        if !self.by_volume {
            (T::constant(k), e)
        } else if self.volume.value() > 0.0 {
            (self.volume.powf(e) * self.area * k / self.depth, 1.0)
        } else {
            (T::zero(), 1.0)
        }
    }
}

/// A law with its arguments, its branches by number: 0 is open.
pub trait Branches<T: Number>: Copy + Debug + PartialEq {
    /// On the branch that the arguments ask for.
    fn value(&self) -> T;
    /// In a frozen branch, continued beyond its ends.
    fn value_in(&self, branch: i32) -> T;
    /// Where the branch ends: the first guard is the touch.
    fn guards(&self, branch: i32) -> [Guard<T>; 3];
    /// The branch behind a guard, and what that means.
    fn after(&self, branch: i32, slot: usize) -> (i32, SwitchEvent);

    /// How much a guard, now of the value `guard`, grows at most with the depth, for its rounding. `order`: the power by which the spring grows, if it
    /// is another than the exponent says.
    fn steepness(&self, slot: usize, guard: f64, order: Option<f64>) -> f64 {
        let _ = (guard, order);
        if slot == 0 { 1.0 } else { 0.0 }
    }

    /// Whether a guard is a force that decays without end, where the bodies creep together: it is off only well below its rounding.
    fn decays(&self, branch: i32, slot: usize) -> bool {
        let _ = (branch, slot);
        false
    }
}

/// A parameter of a law, as a model names it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is, with its dimension.
    pub meaning: &'static str,
    /// Its dimension, by the exponent of the law (1 where it has none).
    pub dimension: fn(f64) -> Dimension,
    /// Its range.
    pub range: Range,
    /// What holds if a model does not say it; `None`: it has to.
    pub absent: Option<f64>,
}

/// The range of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Above 0.
    Positive,
    /// 0 or more.
    NotNegative,
    /// From 0 to 1.
    Unit,
    /// Above 0, or NaN for one that is not said.
    PositiveOrUnsaid,
}

impl Range {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Positive | Self::PositiveOrUnsaid => "> 0",
            Self::NotNegative => "≥ 0",
            Self::Unit => "0 to 1",
        }
    }

    pub(super) fn holds(self, x: f64) -> bool {
        match self {
            Self::Positive => x > 0.0,
            Self::NotNegative => x >= 0.0,
            Self::Unit => (0.0..=1.0).contains(&x),
            Self::PositiveOrUnsaid => x > 0.0 || x.is_nan(),
        }
    }

    pub(super) fn wrong(self, name: &str) -> String {
        match self {
            Self::Positive | Self::PositiveOrUnsaid => format!("{name} has to be above 0"),
            Self::NotNegative => format!("{name} may not be below 0"),
            Self::Unit => format!("{name} is from 0 to 1"),
        }
    }
}

/// A parameter that a model has to say.
pub(super) const fn parameter(
    name: &'static str,
    meaning: &'static str,
    dimension: fn(f64) -> Dimension,
    range: Range,
) -> Parameter {
    Parameter {
        name,
        meaning,
        dimension,
        range,
        absent: None,
    }
}

/// The exponent of a spring.
pub(super) const EXPONENT: Parameter = parameter(
    "exponent",
    "power of the depth by which the spring grows",
    |_| ONE,
    Range::Positive,
);

/// A law of the normal force of a contact of solids: its parameters.
pub trait SolidLaw: Copy + Debug + PartialEq {
    /// The law with the arguments of a place.
    type Force<T: Number>: Branches<T>;
    /// As a model names it.
    const KEY: &'static str;
    /// What it is, in one line.
    const TEXT: &'static str;
    /// Its parameters, in order.
    const PARAMETERS: &'static [Parameter];
    /// Whether it asks for the volume of the overlap; then direction and point are those of the volume, whatever the rule of the contact is.
    const ASKS_VOLUME: bool = false;

    /// From the values of its parameters, in order.
    fn from_values(values: &[f64]) -> Self;
    /// The values of its parameters, in order.
    fn values(&self) -> Vec<f64>;
    /// What two parameters that are each in their range must not be together.
    fn conflict(&self) -> Option<&'static str> {
        None
    }
    /// With what a model left open, in its units.
    fn settled(self, _: &Units) -> Self {
        self
    }
    /// With the arguments of a place.
    fn at<T: Number>(&self, place: &Indentation<T>) -> Self::Force<T>;
    /// The branch that holds along a motion: derivatives are rates in time.
    fn branch(at: &Self::Force<Dual<f64, 1>>) -> i32;
    /// The guard of a closed branch that leads out of contact, or a step nearer to it.
    fn way_out(_branch: i32) -> usize {
        0
    }
    /// Stiffness and exponent of its spring `k·pᵉ`, if it has one.
    fn spring(&self) -> Option<[f64; 2]> {
        None
    }
    /// Its coefficient of restitution, if it has one of its own at any speed.
    fn restitution(&self) -> Option<f64> {
        None
    }
}
