//! Normal forces of contacts of solids: a law with parameters, or a formula.

use super::incident::{Incident, OPEN};
use crate::elements::formula::{Formula, Pushed};
use crate::mechanism::kinematics::Flow;
use carom_base::Number;
use carom_laws::contact::solids::{AnyForce, AnyLaw, Branches, Indentation};
use carom_laws::{Guard, SwitchEvent};
use std::sync::Arc;

/// The law of the normal force of a contact.
#[derive(Clone, Debug, PartialEq)]
pub enum Normal {
    /// A law with parameters.
    Parametric(AnyLaw),
    /// A function.
    Formula(Arc<Formula>),
}

/// The same with the arguments of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalForce<T: Number> {
    /// A law with parameters.
    Parametric(AnyForce<T>),
    /// A function.
    Formula(Pushed<T>),
}

impl Normal {
    /// The law with parameters, if it is one.
    pub fn parametric(&self) -> Option<&AnyLaw> {
        match self {
            Self::Parametric(law) => Some(law),
            Self::Formula(_) => None,
        }
    }

    /// Whether direction and point are those of the volume, whatever the rule of the contact is.
    pub fn is_of_volumes(&self) -> bool {
        self.parametric().is_some_and(AnyLaw::asks_volume)
    }

    /// With the arguments of a place; `by_volume` as [`Indentation::by_volume`].
    pub fn at<T: Number>(&self, at: &Incident<T>, by_volume: bool) -> NormalForce<T> {
        let [volume, area] = at.overlap;
        match self {
            Self::Parametric(law) => NormalForce::Parametric(law.at(&Indentation {
                depth: at.depth,
                gap_rate: at.gap_rate,
                volume,
                area,
                by_volume,
            })),
            Self::Formula(_) => NormalForce::Formula(Pushed {
                x: -at.depth,
                force: at.formula,
            }),
        }
    }
}

impl<T: Number> Branches<T> for NormalForce<T> {
    #[inline]
    fn value(&self) -> T {
        match self {
            Self::Parametric(law) => law.value(),
            Self::Formula(law) => law.force,
        }
    }

    #[inline]
    fn value_in(&self, mode: i32) -> T {
        match self {
            Self::Parametric(law) => law.value_in(mode),
            Self::Formula(law) => law.value_in(mode),
        }
    }

    fn guards(&self, mode: i32) -> [Guard<T>; 3] {
        match self {
            Self::Parametric(law) => law.guards(mode),
            Self::Formula(law) => [law.gap(mode), Guard::idle(), Guard::idle()],
        }
    }

    fn after(&self, mode: i32, slot: usize) -> (i32, SwitchEvent) {
        match self {
            Self::Parametric(law) => law.after(mode, slot),
            Self::Formula(_) => Pushed::<T>::after(mode, slot),
        }
    }

    fn steepness(&self, slot: usize, guard: f64, order: Option<f64>) -> f64 {
        match self {
            Self::Parametric(law) => law.steepness(slot, guard, order),
            Self::Formula(_) => f64::from(slot == 0),
        }
    }

    fn decays(&self, mode: i32, slot: usize) -> bool {
        match self {
            Self::Parametric(law) => law.decays(mode, slot),
            Self::Formula(_) => false,
        }
    }
}

impl NormalForce<Flow> {
    /// The mode that holds along the motion; that of a formula says [`crate::equations::Equations`], as its switches come first.
    pub fn mode(&self) -> i32 {
        match self {
            Self::Parametric(law) => law.branch(),
            Self::Formula(_) => OPEN,
        }
    }
}
