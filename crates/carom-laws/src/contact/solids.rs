//! Laws of the normal force of two solids, as a contact has them: parameters by name, branches by number.
//!
//! A law of this kind is a [`SolidLaw`] in the file of its formula, and a line in the list at the end of this one. What a contact can be told, its ranges
//! and dimensions, its guards and the bounds of them follow from there.

pub use super::hunt_crossley::HuntCrossleyParameters;
pub use super::impact::ImpactParameters;
pub use super::poisson::PoissonParameters;
pub use super::volume::{LayersParameters, VolumeParameters};
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

    fn holds(self, x: f64) -> bool {
        match self {
            Self::Positive => x > 0.0,
            Self::NotNegative => x >= 0.0,
            Self::Unit => (0.0..=1.0).contains(&x),
            Self::PositiveOrUnsaid => x > 0.0 || x.is_nan(),
        }
    }

    fn wrong(self, name: &str) -> String {
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

macro_rules! solid_laws {
    ($($(#[$about:meta])* $name:ident($law:ty),)+) => {
        /// One of the laws of the normal force of two solids.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyLaw {
            $($(#[$about])* $name($law),)+
        }

        /// The same with the arguments of a place.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyForce<T: Number> {
            $($(#[$about])* $name(<$law as SolidLaw>::Force<T>),)+
        }

        $(impl From<$law> for AnyLaw {
            fn from(law: $law) -> Self {
                Self::$name(law)
            }
        })+

        impl AnyLaw {
            /// What the laws are, in the order of their names.
            pub const TEXTS: &'static [&'static str] = &[$(<$law>::TEXT),+];
            /// The names of the laws, as models have them.
            pub const KEYS: &'static [&'static str] = &[$(<$law>::KEY),+];

            /// The parameters of a law.
            pub fn parameters(key: &str) -> Option<&'static [Parameter]> {
                $(if key == <$law>::KEY {
                    return Some(<$law>::PARAMETERS);
                })+
                None
            }

            /// A law from the values of its parameters, in order.
            pub fn make(key: &str, values: &[f64]) -> Option<Self> {
                $(if key == <$law>::KEY {
                    return Some(Self::$name(<$law>::from_values(values)));
                })+
                None
            }

            /// Its name.
            pub fn key(&self) -> &'static str {
                match self { $(Self::$name(_) => <$law>::KEY,)+ }
            }

            /// The values of its parameters, in order.
            pub fn values(&self) -> Vec<f64> {
                match self { $(Self::$name(law) => law.values(),)+ }
            }

            fn conflict(&self) -> Option<&'static str> {
                match self { $(Self::$name(law) => law.conflict(),)+ }
            }

            /// See [`SolidLaw::ASKS_VOLUME`].
            pub fn asks_volume(&self) -> bool {
                match self { $(Self::$name(_) => <$law>::ASKS_VOLUME,)+ }
            }

            /// See [`SolidLaw::settled`].
            pub fn settled(self, units: &Units) -> Self {
                match self { $(Self::$name(law) => Self::$name(law.settled(units)),)+ }
            }

            /// See [`SolidLaw::at`].
            #[inline]
            pub fn at<T: Number>(&self, place: &Indentation<T>) -> AnyForce<T> {
                match self { $(Self::$name(law) => AnyForce::$name(law.at(place)),)+ }
            }

            /// See [`SolidLaw::way_out`].
            pub fn way_out(&self, branch: i32) -> usize {
                match self { $(Self::$name(_) => <$law>::way_out(branch),)+ }
            }

            /// See [`SolidLaw::spring`].
            pub fn spring(&self) -> Option<[f64; 2]> {
                match self { $(Self::$name(law) => law.spring(),)+ }
            }

            /// See [`SolidLaw::restitution`].
            pub fn restitution(&self) -> Option<f64> {
                match self { $(Self::$name(law) => law.restitution(),)+ }
            }
        }

        impl<T: Number> Branches<T> for AnyForce<T> {
            #[inline]
            fn value(&self) -> T {
                match self { $(Self::$name(law) => Branches::value(law),)+ }
            }
            #[inline]
            fn value_in(&self, branch: i32) -> T {
                match self { $(Self::$name(law) => Branches::value_in(law, branch),)+ }
            }
            fn guards(&self, branch: i32) -> [Guard<T>; 3] {
                match self { $(Self::$name(law) => Branches::guards(law, branch),)+ }
            }
            fn after(&self, branch: i32, slot: usize) -> (i32, SwitchEvent) {
                match self { $(Self::$name(law) => Branches::after(law, branch, slot),)+ }
            }
            fn steepness(&self, slot: usize, guard: f64, order: Option<f64>) -> f64 {
                match self { $(Self::$name(law) => law.steepness(slot, guard, order),)+ }
            }
            fn decays(&self, branch: i32, slot: usize) -> bool {
                match self { $(Self::$name(law) => law.decays(branch, slot),)+ }
            }
        }

        impl AnyForce<Dual<f64, 1>> {
            /// See [`SolidLaw::branch`].
            pub fn branch(&self) -> i32 {
                match self { $(Self::$name(law) => <$law>::branch(law),)+ }
            }
        }
    };
}

impl AnyLaw {
    /// The exponent by which the dimension of its stiffness is.
    pub fn exponent(&self) -> f64 {
        self.spring().map_or(1.0, |[_, e]| e)
    }

    /// What is out of its range.
    pub fn wrong(&self) -> Option<String> {
        let parameters = Self::parameters(self.key()).unwrap_or_default();
        let values = self.values();
        let mut wrong = parameters.iter().zip(values).filter_map(|(p, x)| {
            let holds = p.range.holds(x) && !x.is_infinite();
            (!holds).then(|| p.range.wrong(p.name))
        });
        wrong.next().or_else(|| self.conflict().map(str::to_owned))
    }
}

solid_laws! {
    /// The IMPACT law in the penetration.
    Impact(ImpactParameters),
    /// Penalty and coefficient of restitution.
    Poisson(PoissonParameters),
    /// An elastic foundation, by the volume of the overlap.
    Volume(VolumeParameters),
    /// Likewise, the foundation made of two layers: MotionSolve's volume model.
    Layers(LayersParameters),
    /// A spring whose damping grows with its force.
    HuntCrossley(HuntCrossleyParameters),
}
