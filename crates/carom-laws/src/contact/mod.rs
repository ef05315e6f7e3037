//! Contact and friction laws, and the list of them.

pub mod bistop;
pub mod coulomb;
pub mod damped;
pub mod hunt_crossley;
pub mod impact;
mod law;
pub mod poisson;
mod solid_law;
pub mod solids;
pub mod volume;

pub use law::{Argument, ContactLaw, Dimension};

/// All contact and friction laws, in the order of the manuals.
pub const CONTACT_LAWS: &[&dyn ContactLaw] = &[
    &impact::ImpactFunction,
    &bistop::BistopLaw,
    &poisson::PoissonLaw,
    &volume::VolumeLaw,
    &hunt_crossley::HuntCrossleyLaw,
    &coulomb::CoulombLaw,
];

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::{Dialect, Units};
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
