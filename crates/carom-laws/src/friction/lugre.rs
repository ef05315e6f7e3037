//! The bristles of Canudas de Wit, Olsson, Åström, Lischinsky (1995): a smooth law of stiction, Stribeck effect and sliding.

use super::{Friction, Tangent, length, plus, times};
use crate::LawError;
use crate::error::Check;
use carom_base::Number;

/// ```text
/// g(u) = μ_d + (μ_s − μ_d)·exp(−(|u|/v_s)²)
/// z'   = u − σ₀·|u|·z/g
/// coefficient = σ₀·z + σ₁·z' + σ₂·u          direction = (σ₀·z + σ₁·z')/g
/// ```
///
/// | parameter | meaning                                | dimension | range |
/// |-----------|----------------------------------------|-----------|-------|
/// | `mu_static`, `mu_dynamic` | coefficients at rest and of sliding | 1 | μ_s ≥ μ_d > 0 |
/// | `vs`      | velocity of the Stribeck effect        | L/T       | > 0   |
/// | `stiffness` | σ₀, of the bristles                  | L⁻¹       | > 0   |
/// | `damping` | σ₁, of the bristles                    | T·L⁻¹     | ≥ 0   |
/// | `viscous` | σ₂, viscous friction                   | T·L⁻¹     | ≥ 0   |
///
/// Steady sliding at `u` has `σ₀·z = g·u/|u|`, so the coefficient `g + σ₂·|u|`. In more than one direction the bristles bend as a vector.
/// The slope of z' with respect to `u` jumps where the slip stops (|u|); value and force are continuous.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LuGre {
    /// μ_s.
    pub mu_static: f64,
    /// μ_d.
    pub mu_dynamic: f64,
    /// v_s.
    pub vs: f64,
    /// σ₀.
    pub stiffness: f64,
    /// σ₁.
    pub damping: f64,
    /// σ₂.
    pub viscous: f64,
}

impl LuGre {
    /// For slip `u` and bristles bent by `z`.
    pub fn value<T: Number>(&self, u: &Tangent<T>, z: &Tangent<T>) -> Friction<T> {
        let speed = length(u);
        let x = speed / self.vs;
        let g = (-(x * x)).exp() * (self.mu_static - self.mu_dynamic) + self.mu_dynamic;
        let rate = plus(*u, times(z, speed * -self.stiffness / g));
        let elastic = plus(
            times(z, T::constant(self.stiffness)),
            times(&rate, T::constant(self.damping)),
        );
        Friction {
            coefficient: plus(elastic, times(u, T::constant(self.viscous))),
            direction: times(&elastic, g.recip()),
            rate,
        }
    }

    /// All parameters in their ranges.
    pub fn check(&self) -> Result<(), LawError> {
        let check = Check("LuGre friction");
        check.positive("mu_dynamic", self.mu_dynamic)?;
        let fits = self.mu_static >= self.mu_dynamic;
        check.relation(fits, "mu_static", self.mu_static, "at least mu_dynamic")?;
        check.positive("vs", self.vs)?;
        check.positive("stiffness", self.stiffness)?;
        check.not_negative("damping", self.damping)?;
        check.not_negative("viscous", self.viscous)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: LuGre = LuGre {
        mu_static: 0.3,
        mu_dynamic: 0.2,
        vs: 0.1,
        stiffness: 100.0,
        damping: 0.3,
        viscous: 0.01,
    };

    /// Steady sliding in any direction: z' = 0, coefficient g + σ₂|u| along the slip, direction of length one.
    #[test]
    fn steady_sliding() {
        for u in [[0.05, 0.0, 0.0], [0.3, -0.4, 1.2]] {
            let speed = length(&u);
            let g = 0.2 + 0.1 * (-(speed / 0.1).powi(2)).exp();
            let z = u.map(|u| u / speed * g / 100.0);
            let f = LAW.value(&u, &z);
            for k in 0..3 {
                // 1e-15: rounding of numbers of order one
                assert!(f.rate[k].abs() < 1e-15);
                let along = u[k] / speed;
                assert!((f.coefficient[k] - along * (g + 0.01 * speed)).abs() < 1e-15);
                assert!((f.direction[k] - along).abs() < 1e-15);
            }
        }
    }

    /// At rest the bristles are springs.
    #[test]
    fn at_rest() {
        let f = LAW.value(&[0.0; 3], &[1e-3, 0.0, -2e-3]);
        assert_eq!(f.coefficient, [0.1, 0.0, -0.2]);
        assert_eq!(f.rate, [0.0; 3]);
    }

    #[test]
    fn ranges() {
        assert!(LAW.check().is_ok());
        assert!(
            LuGre {
                mu_static: 0.1,
                ..LAW
            }
            .check()
            .is_err()
        );
        assert!(
            LuGre {
                stiffness: 0.0,
                ..LAW
            }
            .check()
            .is_err()
        );
        assert!(
            LuGre {
                damping: f64::NAN,
                ..LAW
            }
            .check()
            .is_err()
        );
    }
}
