//! Dimensions of quantities, and numbers carried from one system of units into another.
//!
//! Force, mass, length and time are independent of each other: a model's factor between force and mass · acceleration
//! ([`Units::ucf`]) follows from its units. Angles are numbers.

use crate::units::Units;
use std::ops::{Div, Mul};

/// Exponents of the four units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Dimension {
    /// Of force.
    pub force: f64,
    /// Of mass.
    pub mass: f64,
    /// Of length.
    pub length: f64,
    /// Of time.
    pub time: f64,
}

/// The letters of dimensions: `F / L`, `M * L * L`.
pub mod symbols {
    use super::Dimension;

    const fn dimension(force: f64, mass: f64, length: f64, time: f64) -> Dimension {
        Dimension {
            force,
            mass,
            length,
            time,
        }
    }
    /// A number.
    pub const ONE: Dimension = dimension(0.0, 0.0, 0.0, 0.0);
    /// Force.
    pub const F: Dimension = dimension(1.0, 0.0, 0.0, 0.0);
    /// Mass.
    pub const M: Dimension = dimension(0.0, 1.0, 0.0, 0.0);
    /// Length.
    pub const L: Dimension = dimension(0.0, 0.0, 1.0, 0.0);
    /// Time.
    pub const T: Dimension = dimension(0.0, 0.0, 0.0, 1.0);
}

impl Dimension {
    /// The exponents of force, mass, length and time.
    pub fn exponents(self) -> [f64; 4] {
        [self.force, self.mass, self.length, self.time]
    }

    /// Whether it is a number.
    pub fn is_one(self) -> bool {
        self == symbols::ONE
    }

    /// `selfⁿ`.
    pub fn power(self, n: f64) -> Self {
        Self {
            force: self.force * n,
            mass: self.mass * n,
            length: self.length * n,
            time: self.time * n,
        }
    }
}

impl Mul for Dimension {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self {
            force: self.force + other.force,
            mass: self.mass + other.mass,
            length: self.length + other.length,
            time: self.time + other.time,
        }
    }
}

impl Div for Dimension {
    type Output = Self;
    #[allow(clippy::suspicious_arithmetic_impl)] // exponents
    fn div(self, other: Self) -> Self {
        self * other.power(-1.0)
    }
}

/// From one system of units into another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// New units in an old one, for force, mass, length and time: a factor and a divisor, one of which is 1. So metric
    /// sets multiply and divide by whole powers of ten, and numbers with few digits keep few digits.
    ratios: [[f64; 2]; 4],
}

impl Scale {
    /// Carries numbers in units `old` into units `new`.
    pub fn between(old: &Units, new: &Units) -> Self {
        let ratio = |old: f64, new: f64| {
            if old >= new {
                [short(old / new), 1.0]
            } else {
                [1.0, short(new / old)]
            }
        };
        Self {
            ratios: [
                ratio(old.force.si, new.force.si),
                ratio(old.mass.si, new.mass.si),
                ratio(old.length.si, new.length.si),
                ratio(old.time.si, new.time.si),
            ],
        }
    }

    /// `x` of a dimension in the new units.
    pub fn apply(&self, x: f64, dimension: Dimension) -> f64 {
        let [mut times, mut over] = [1.0, 1.0];
        for ([up, down], n) in self.ratios.into_iter().zip(dimension.exponents()) {
            let (a, b) = if n < 0.0 { (down, up) } else { (up, down) };
            times *= power(a, n.abs());
            over *= power(b, n.abs());
        }
        x * times / over
    }

    /// The factor of a dimension.
    pub fn factor(&self, dimension: Dimension) -> f64 {
        self.apply(1.0, dimension)
    }
}

fn power(x: f64, n: f64) -> f64 {
    if n == n.trunc() && n < 64.0 {
        x.powi(n as i32)
    } else {
        x.powf(n)
    }
}

/// A quotient of sizes of units without its rounding error: 1000 where division says 999.9999999999999.
fn short(x: f64) -> f64 {
    let near: f64 = format!("{x:.11e}").parse().unwrap_or(x);
    // 4e-16: two roundings, of the quotient and of the sizes
    if (near / x - 1.0).abs() < 4e-16 {
        near
    } else {
        x
    }
}

#[cfg(test)]
mod tests {
    use super::symbols::*;
    use super::*;

    fn units(f: &str, m: &str, l: &str, t: &str) -> Units {
        Units::from_names(f, m, l, t).expect("known names")
    }

    #[test]
    fn numbers_with_few_digits_keep_few_digits() {
        let (si, mm) = (
            Units::si(),
            units("newton", "tonne", "millimeter", "second"),
        );
        let to = Scale::between(&si, &mm);
        assert_eq!(to.apply(9.80665, L / T / T), 9806.65);
        assert_eq!(to.apply(7850.0, M / L.power(3.0)), 7.85e-9);
        assert_eq!(to.apply(2.1e11, F / L / L), 2.1e5);
        let back = Scale::between(&mm, &si);
        assert_eq!(back.apply(9806.65, L / T / T), 9.80665);
        assert_eq!(back.apply(2.1e5, F / L / L), 2.1e11);
        assert_eq!(back.apply(0.1, ONE), 0.1);
    }

    /// 1e5 N/m^1.5 are 1e5/1000^1.5 N/mm^1.5.
    #[test]
    fn broken_powers() {
        let to = Scale::between(
            &Units::si(),
            &units("newton", "kilogram", "millimeter", "second"),
        );
        let k = to.apply(1e5, F / L.power(1.5));
        // 1e-15: powf is good to an ulp or two
        assert!((k / (1e5 / 1000f64.powf(1.5)) - 1.0).abs() < 1e-15);
    }

    /// The factors of force and of mass · acceleration agree with the factors of consistency of both systems.
    #[test]
    fn consistent_with_the_factors_of_the_systems() {
        let si = Units::si();
        for new in [
            units("newton", "kilogram", "millimeter", "second"),
            units("pound_force", "pound_mass", "inch", "second"),
            units("dyne", "gram", "centimeter", "millisecond"),
            units("knewton", "slug", "foot", "minute"),
        ] {
            let s = Scale::between(&si, &new);
            let quotient = s.factor(F) * new.ucf / s.factor(M * L / T / T);
            // 1e-14: eight roundings of factors
            assert!((quotient - 1.0).abs() < 1e-14, "{new:?}: {quotient}");
        }
    }
}
