//! Laws of the normal force of two solids, as a contact has them: parameters by name, branches by number.
//!
//! A law of this kind is a [`SolidLaw`] in the file of its formula, and a line in the list at the end of this one. What a contact can be told, its ranges
//! and dimensions, its guards and the bounds of them follow from there.

pub use super::hunt_crossley::HuntCrossleyParameters;
pub use super::impact::ImpactParameters;
pub use super::poisson::PoissonParameters;
pub use super::solid_law::{Branches, Indentation, Parameter, Range, SolidLaw};
pub use super::volume::{LayersParameters, VolumeParameters};
use crate::guard::{Guard, SwitchEvent};
use carom_base::{Dual, Number, Units};

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
