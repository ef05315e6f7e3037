//! Normal forces of contacts of solids.
#![allow(non_snake_case)]

use super::{FREE, OPEN};
use crate::formula::{Formula, Pushed};
use carom_base::Number;
use carom_laws::{
    Guard, Impact, ImpactMode, Poisson, PoissonMode, SwitchEvent, Volume, VolumeMode,
};
use std::sync::Arc;

/// The law of the normal force of a contact.
#[derive(Clone, Debug, PartialEq)]
pub enum Normal {
    /// IMPACT.
    Impact {
        /// F·L⁻ᵉ; by the rule `potential` F·L⁻²⁻³ᵉ.
        stiffness: f64,
        /// > 0.
        exponent: f64,
        /// Full damping, F·T·L⁻¹.
        damping: f64,
        /// Depth of full damping, L, > 0.
        dmax: f64,
    },
    /// POISSON.
    Poisson {
        /// F·L⁻¹; by the rule `potential` F·L⁻⁵.
        penalty: f64,
        /// ε.
        restitution: f64,
        /// Transition velocity, L·T⁻¹, > 0.
        transition: f64,
    },
    /// VOLUME.
    Volume {
        /// F·L⁻³.
        stiffness: f64,
        /// T·L⁻¹.
        damping: f64,
    },
    /// A function.
    Formula(Arc<Formula>),
}

/// The law of the normal force with the arguments of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalForce<T> {
    /// IMPACT.
    Impact(Impact<T>),
    /// POISSON.
    Poisson(Poisson<T>),
    /// VOLUME.
    Volume(Volume<T>),
    /// A function.
    Formula(Pushed<T>),
}

impl<T: Number> NormalForce<T> {
    /// On the branch that the arguments ask for.
    #[inline]
    pub fn value(&self) -> T {
        match self {
            Self::Impact(law) => law.value(),
            Self::Poisson(law) => law.value(),
            Self::Volume(law) => law.value(),
            Self::Formula(law) => law.force,
        }
    }

    /// In a frozen mode.
    pub fn value_in(&self, mode: i32) -> T {
        match self {
            Self::Impact(law) => law.value_in(ImpactMode::from_code(mode)),
            Self::Poisson(law) => law.value_in(PoissonMode::from_code(mode)),
            Self::Volume(law) => law.value_in(VolumeMode::from_code(mode)),
            Self::Formula(law) => law.value_in(mode),
        }
    }

    /// Its guards in a mode.
    pub fn guards(&self, mode: i32) -> [Guard<T>; 3] {
        match self {
            // without damping neither full damping nor the clamp is watched
            Self::Impact(law) if law.cmax.value() == 0.0 => {
                let [touch, ..] = law.guards(ImpactMode::from_code(mode));
                [touch, Guard::idle(), Guard::idle()]
            }
            Self::Impact(law) => law.guards(ImpactMode::from_code(mode)),
            Self::Poisson(law) => law.guards(PoissonMode::from_code(mode)),
            Self::Volume(law) => {
                let [touch, clamp] = law.guards(VolumeMode::from_code(mode));
                [touch, clamp, Guard::idle()]
            }
            Self::Formula(law) => [law.gap(mode), Guard::idle(), Guard::idle()],
        }
    }

    /// The mode behind a guard, and what that means.
    pub fn after(&self, mode: i32, slot: usize) -> (i32, SwitchEvent) {
        match self {
            Self::Impact(_) => {
                let (next, meaning) = ImpactMode::from_code(mode).after(slot);
                (next.code(), meaning)
            }
            Self::Poisson(law) => {
                let before = PoissonMode::from_code(mode);
                let (next, meaning) = before.after(slot);
                // what touches may do so slowly
                let begins = before == PoissonMode::Open && next != before;
                let next = if begins { law.touched() } else { next };
                (next.code(), meaning)
            }
            Self::Volume(_) => {
                let (next, meaning) = VolumeMode::from_code(mode).after(slot);
                (next.code(), meaning)
            }
            Self::Formula(_) => Pushed::<T>::after(mode, slot),
        }
    }
}

impl NormalForce<crate::kinematics::Flow> {
    /// The mode that holds along the motion; that of a formula says [`crate::equations::Equations`], as its switches come first.
    pub fn mode(&self) -> i32 {
        match self {
            Self::Impact(law) => match law.mode() {
                ImpactMode::Open => OPEN,
                _ if law.cmax.re == 0.0 => FREE,
                mode => mode.code(),
            },
            Self::Poisson(law) => law.mode().code(),
            Self::Volume(law) => law.mode().code(),
            Self::Formula(_) => OPEN,
        }
    }
}
