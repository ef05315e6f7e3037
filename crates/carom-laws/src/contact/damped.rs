//! A one-sided spring whose damper is a part of it, `spring·(1 − c·ẋ)`: what VOLUME and HUNT_CROSSLEY have in common.

use crate::guard::{Guard, ROUNDING, SwitchEvent, rises};
use carom_base::{Dual, Number};

/// Which branch of such a law is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DampedMode {
    /// No contact: x ≥ x₁.
    Open,
    /// Spring and damper push.
    Free,
    /// They would pull: the force is zero.
    Clamped,
}

use DampedMode::{Clamped, Free, Open};

impl DampedMode {
    const ALL: [Self; 3] = [Open, Free, Clamped];

    /// As a number, 0 (open) to 2.
    pub fn code(self) -> i32 {
        self as i32
    }

    /// From [`DampedMode::code`]; other numbers give their remainder by 3.
    pub fn from_code(code: i32) -> Self {
        Self::ALL[code.rem_euclid(3) as usize]
    }

    /// The mode after the guard `slot` fell through zero, and what that means.
    pub fn after(self, slot: usize) -> (Self, SwitchEvent) {
        match (self, slot) {
            (Open, 0) => (Free, SwitchEvent::ContactBegin),
            (_, 0) => (Open, SwitchEvent::ContactEnd),
            (Free, 1) => (Clamped, SwitchEvent::ForceOff),
            (Clamped, 1) => (Free, SwitchEvent::ForceOn),
            (mode, _) => (mode, SwitchEvent::Switch),
        }
    }
}

/// Its arguments without those of the spring.
#[derive(Clone, Copy)]
pub(super) struct Damped<T> {
    /// Distance.
    pub x: T,
    /// Its rate.
    pub xdot: T,
    /// Free length.
    pub x1: T,
    /// Damping for a speed.
    pub c: T,
}

impl<T: Number> Damped<T> {
    /// `1 − c·ẋ`: the force as a part of the spring.
    fn share(&self) -> T {
        -(self.c * self.xdot) + 1.0
    }

    /// On the branch that the arguments ask for.
    #[inline]
    pub fn value(&self, spring: impl FnOnce() -> T) -> T {
        if self.x.value() >= self.x1.value() || self.share().value() <= 0.0 {
            return T::zero();
        }
        self.value_in(Free, spring)
    }

    /// In a frozen mode, continued beyond its ends.
    #[inline]
    pub fn value_in(&self, mode: DampedMode, spring: impl FnOnce() -> T) -> T {
        match mode {
            Free => spring() * self.share(),
            Open | Clamped => T::zero(),
        }
    }

    /// The guards of a mode; without damping the clamp is not watched.
    ///
    /// | slot | `Open` | `Free`   | `Clamped`  |
    /// |------|--------|----------|------------|
    /// | 0    | x − x₁ | p        | p          |
    /// | 1    |        | 1 − c·ẋ  | c·ẋ − 1    |
    pub fn guards(&self, mode: DampedMode) -> [Guard<T>; 2] {
        let gap = Guard::difference(self.x, self.x1);
        let clamp = || {
            let terms = 1.0 + (self.c * self.xdot).value().abs();
            Guard::new(self.share(), ROUNDING * terms)
        };
        match mode {
            Open => [gap, Guard::idle()],
            _ if self.c.value() == 0.0 => [gap.flipped(), Guard::idle()],
            Free => [gap.flipped(), clamp()],
            Clamped => [gap.flipped(), clamp().flipped()],
        }
    }
}

impl Damped<Dual<f64, 1>> {
    /// The mode that holds at these arguments. Their derivatives are rates in time, which decide where a guard is zero.
    pub fn mode(&self) -> DampedMode {
        if !rises(self.x1 - self.x) {
            Open
        } else if rises(-self.share()) {
            Clamped
        } else {
            Free
        }
    }
}

/// The doors of a law of this kind: its struct, and the spring of one.
macro_rules! damped_law {
    ($law:ident, $spring:expr) => {
        impl<T: Number> $law<T> {
            /// Number of guard slots: touch, clamp.
            pub const SLOTS: usize = 2;

            fn damped(&self) -> Damped<T> {
                Damped {
                    x: self.x,
                    xdot: self.xdot,
                    x1: self.x1,
                    c: self.c,
                }
            }

            /// On the branch that the arguments ask for.
            #[inline]
            pub fn value(&self) -> T {
                self.damped().value(|| $spring(self))
            }

            /// In a frozen mode, continued beyond its ends.
            #[inline]
            pub fn value_in(&self, mode: DampedMode) -> T {
                self.damped().value_in(mode, || $spring(self))
            }

            /// The guards of a mode: the touch, and where spring and damper would pull; without damping that is not watched.
            pub fn guards(&self, mode: DampedMode) -> [Guard<T>; 2] {
                self.damped().guards(mode)
            }
        }

        impl $law<Dual<f64, 1>> {
            /// The mode that holds at these arguments. Their derivatives are rates in time, which decide where a guard is zero.
            pub fn mode(&self) -> DampedMode {
                self.damped().mode()
            }
        }

        impl<T: Number> Branches<T> for $law<T> {
            fn value(&self) -> T {
                self.value()
            }
            fn value_in(&self, branch: i32) -> T {
                self.value_in(DampedMode::from_code(branch))
            }
            fn guards(&self, branch: i32) -> [Guard<T>; 3] {
                let [touch, clamp] = self.guards(DampedMode::from_code(branch));
                [touch, clamp, Guard::idle()]
            }
            fn after(&self, branch: i32, slot: usize) -> (i32, SwitchEvent) {
                let (next, meaning) = DampedMode::from_code(branch).after(slot);
                (next.code(), meaning)
            }
        }
    };
}
pub(super) use damped_law;
