//! Contact and friction laws, and the list of them.

pub mod bistop;
pub mod coulomb;
pub mod damped;
pub mod hunt_crossley;
pub mod impact;
pub mod poisson;
pub mod solids;
pub mod volume;

use crate::LawError;
use crate::jet::Jet2;
use carom_base::{Dialect, Units};

/// All contact and friction laws, in the order of the manuals.
pub const CONTACT_LAWS: &[&dyn ContactLaw] = &[
    &impact::ImpactFunction,
    &bistop::BistopLaw,
    &poisson::PoissonLaw,
    &volume::VolumeLaw,
    &hunt_crossley::HuntCrossleyLaw,
    &coulomb::CoulombLaw,
];

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
    /// Its range, empty if there is none.
    pub range: &'static str,
}

/// A law in [`CONTACT_LAWS`]: it describes itself and evaluates; it holds no state.
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

const fn argument(
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn units(force: &str, length: &str, time: &str) -> Units {
        Units::from_names(force, "kilogram", length, time).unwrap()
    }

    #[test]
    fn stiffness_scales_with_the_exponent() {
        let (mm, m) = (units("newton", "millimeter", "second"), Units::si());
        let si =
            impact::ImpactFunction.converted(&[2.0, 3.0, 1.0, 3800.0, 2.0, 10.0, 0.1], &mm, &m);
        let expected = [2e-3, 3e-3, 1e-3, 3.8e9, 2.0, 1e4, 1e-4];
        for (got, expected) in si.into_iter().zip(expected) {
            // 1e-15: one or two roundings
            assert!((got / expected - 1.0).abs() < 1e-15);
        }
        // seconds to milliseconds: cmax = F·T/L grows by 1000
        let ms = units("knewton", "meter", "millisecond");
        assert!((Dimension::Damping.factor(&m, &ms, 2.0) - 1.0).abs() < 1e-15);
        assert!((Dimension::Stiffness.factor(&m, &ms, 2.0) - 1e-3).abs() < 1e-18);
    }

    #[test]
    fn the_list_is_complete_in_itself() {
        let mut names = HashSet::new();
        for law in CONTACT_LAWS {
            assert!(names.insert(law.name()), "{} twice", law.name());
            assert!(!law.text().is_empty());
            let mut arguments = HashSet::new();
            for a in law.arguments() {
                assert!(arguments.insert(a.name) && !a.meaning.is_empty());
            }
            let (args, value) = law.example();
            assert_eq!(args.len(), law.arguments().len());
            assert_eq!(law.check(Dialect::Adams, args), Ok(()));
            assert!(
                (law.value(args) / value - 1.0).abs() < 1e-12,
                "{}",
                law.name()
            );
        }
    }

    #[test]
    fn each_range_is_tested_by_its_name() {
        for law in CONTACT_LAWS {
            let (args, _) = law.example();
            for (i, a) in law.arguments().iter().enumerate() {
                if a.range.is_empty() {
                    continue;
                }
                let mut broken = args.to_vec();
                broken[i] = f64::NAN;
                let error = law.check(Dialect::Adams, &broken).unwrap_err();
                assert_eq!(error.argument, a.name, "{}", law.name());
            }
        }
    }
}
