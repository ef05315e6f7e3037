//! Friction with a regime of sliding, a transition, and a regime of stiction that carries load at rest by a small creep.

use super::{Friction, Tangent, dot, length, plus, times};
use crate::LawError;
use crate::error::Check;
use carom_base::Number;

/// Which effects act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Effect {
    /// Stiction and sliding.
    #[default]
    All,
    /// Stiction alone: the coefficient falls to zero over the transition.
    Stiction,
    /// Sliding alone: μ_d, smoothed through zero below v_s; no creep, a body under load slides on slowly.
    Sliding,
}

/// With `x = |u|/v_s`, `r = |z|/Δ`:
///
/// ```text
/// sliding      |u| ≥ v_d          μ_d·u/|u|
/// transition   v_s ≤ |u| ≤ v_d    step(|u|; v_s, μ_s, v_d, μ_d)·u/|u|
/// stiction     |u| ≤ v_s          μ_s·((1 − c)·b·z/|z| + c·u/|u|),   b = r·(3 − r²)/2,   c = x·(3 − x²)/2
///
/// creep        z' = u   while |z| < Δ;   held at |z| = Δ while the slip pushes outward (what is left of u turns z)
/// ```
///
/// | parameter | meaning                                | dimension | range |
/// |-----------|----------------------------------------|-----------|-------|
/// | `mu_static`, `mu_dynamic` | coefficients at rest and of sliding | 1 | ≥ 0 |
/// | `vs`      | velocity below which there is stiction | L/T       | > 0   |
/// | `vd`      | velocity from which there is sliding   | L/T       | > v_s |
/// | `creep`   | Δ, the largest creep                   | L         | > 0   |
///
/// `b` and `c` are STEP functions through zero, from −1 to 1. The coefficient is continuous and at most `μ_s`; at rest it
/// is `μ_s·b(z)`, so any load up to `μ_s·N` is carried at zero velocity. Its slope jumps at v_s and v_d, where the regime
/// changes, and in stiction where the slip turns round (1 − c).
///
/// Regimes, the use of creep, velocity and μ_s in stiction and the STEP of the transition are those of the Adams help (FRICTION; friction
/// regime determination); how creep and velocity are combined there is not published, and is our choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickSlip {
    /// μ_s.
    pub mu_static: f64,
    /// μ_d.
    pub mu_dynamic: f64,
    /// v_s.
    pub vs: f64,
    /// v_d.
    pub vd: f64,
    /// Δ.
    pub creep: f64,
    /// What acts.
    pub effect: Effect,
}

/// Where a law of stick and slip stands: kept while an integrator steps, left where a guard falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Regime {
    /// 0 stiction, ±1 transition, ±2 sliding. The sign is that of the slip in one direction, + in more.
    pub speed: i32,
    /// Whether the creep is held at its limit.
    pub held: bool,
}

impl StickSlip {
    /// Number of guard slots: slower, faster, creep.
    pub const SLOTS: usize = 3;

    /// The static coefficient that acts.
    fn at_rest(&self) -> f64 {
        if self.effect == Effect::Sliding {
            self.mu_dynamic
        } else {
            self.mu_static
        }
    }

    /// The coefficient of sliding that acts.
    fn sliding(&self) -> f64 {
        if self.effect == Effect::Stiction {
            0.0
        } else {
            self.mu_dynamic
        }
    }

    /// For slip `u` and creep `z` in a frozen regime, continued beyond its ends. `scalar`: only the first component counts.
    pub fn value_in<T: Number>(
        &self,
        u: &Tangent<T>,
        z: &Tangent<T>,
        regime: Regime,
        scalar: bool,
    ) -> Friction<T> {
        let along = |u: &Tangent<T>| {
            if scalar {
                let sign = T::constant(f64::from(regime.speed.signum()));
                (u[0] * sign, [sign, T::zero(), T::zero()])
            } else {
                let speed = length(u);
                (speed, times(u, speed.recip()))
            }
        };
        let (coefficient, direction) = match regime.speed.abs() {
            0 => {
                let direction = self.stiction(u, z, regime.held);
                (times(&direction, T::constant(self.at_rest())), direction)
            }
            1 => {
                let (speed, direction) = along(u);
                let d = (speed - self.vs) / (self.vd - self.vs);
                let fall = d * d * (d * -2.0 + 3.0) * (self.sliding() - self.at_rest());
                (times(&direction, fall + self.at_rest()), direction)
            }
            _ => {
                let (_, direction) = along(u);
                (times(&direction, T::constant(self.sliding())), direction)
            }
        };
        Friction {
            coefficient,
            direction,
            rate: self.creeping(u, z, regime.held, scalar),
        }
    }

    /// `(1 − c)·b·z/|z| + c·u/|u|`
    fn stiction<T: Number>(&self, u: &Tangent<T>, z: &Tangent<T>, held: bool) -> Tangent<T> {
        let x = length(u) / self.vs;
        // c·u/|u| = (3 − x²)/2·u/v_s has no corner at rest
        let slope = (-(x * x) + 3.0) * 0.5;
        let c = times(u, slope / self.vs);
        if self.effect == Effect::Sliding {
            return c;
        }
        let b = if held {
            times(z, length(z).recip())
        } else {
            let r = times(z, T::constant(1.0 / self.creep));
            times(&r, (-dot(&r, &r) + 3.0) * 0.5)
        };
        plus(times(&b, -(slope * x) + 1.0), c)
    }

    fn creeping<T: Number>(
        &self,
        u: &Tangent<T>,
        z: &Tangent<T>,
        held: bool,
        scalar: bool,
    ) -> Tangent<T> {
        if self.effect == Effect::Sliding || (held && scalar) {
            [T::zero(); 3]
        } else if held {
            plus(*u, times(z, -(dot(u, z) / dot(z, z))))
        } else {
            *u
        }
    }

    /// The regime that holds for slip `u` and creep `z`.
    pub fn regime(&self, u: &Tangent<f64>, z: &Tangent<f64>, scalar: bool) -> Regime {
        let speed = length(u);
        let size = if speed >= self.vd {
            2
        } else {
            i32::from(speed > self.vs)
        };
        let sign = if scalar && u[0] < 0.0 { -1 } else { 1 };
        // 1e-12: a creep that was held at its limit and drifted by rounding
        let full = length(z) >= self.creep * (1.0 - 1e-12);
        Regime {
            speed: size * sign,
            held: full && dot(u, z) >= 0.0,
        }
    }

    /// Positive while the regime holds: not slower, not faster, creep. `None`: not watched.
    pub fn guards<T: Number>(
        &self,
        u: &Tangent<T>,
        z: &Tangent<T>,
        regime: Regime,
        scalar: bool,
    ) -> [Option<T>; 3] {
        let speed = if scalar && regime.speed != 0 {
            u[0] * f64::from(regime.speed.signum())
        } else {
            length(u)
        };
        let (slower, faster) = match regime.speed.abs() {
            0 => (None, Some((-speed + self.vs) / self.vs)),
            1 => (
                Some((speed - self.vs) / self.vs),
                Some((-speed + self.vd) / self.vs),
            ),
            _ => (Some((speed - self.vd) / self.vs), None),
        };
        let creep = match (self.effect, regime.held) {
            (Effect::Sliding, _) => None,
            (_, true) => Some(dot(u, z) / (self.vs * self.creep)),
            (_, false) => Some(-(length(z) / self.creep) + 1.0),
        };
        [slower, faster, creep]
    }

    /// The regime behind the guard in `slot` (0 slower, 1 faster, 2 creep), with the slip at that moment.
    pub fn after(&self, regime: Regime, slot: usize, u: &Tangent<f64>, scalar: bool) -> Regime {
        let sign = if scalar && u[0] < 0.0 { -1 } else { 1 };
        match slot {
            0 => Regime {
                speed: regime.speed - regime.speed.signum(),
                ..regime
            },
            1 => Regime {
                speed: sign * (regime.speed.abs() + 1).min(2),
                ..regime
            },
            _ => Regime {
                held: !regime.held,
                ..regime
            },
        }
    }

    /// All parameters in their ranges.
    pub fn check(&self) -> Result<(), LawError> {
        let check = Check("friction");
        check.not_negative("mu_static", self.mu_static)?;
        check.not_negative("mu_dynamic", self.mu_dynamic)?;
        check.positive("vs", self.vs)?;
        check.relation(self.vd > self.vs, "vd", self.vd, "more than vs")?;
        check.positive("creep", self.creep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Dual;

    const LAW: StickSlip = StickSlip {
        mu_static: 0.3,
        mu_dynamic: 0.2,
        vs: 0.1,
        vd: 0.15,
        creep: 0.01,
        effect: Effect::All,
    };

    fn first(x: f64) -> Tangent<f64> {
        [x, 0.0, 0.0]
    }

    /// The coefficient in one direction, on the regime that holds.
    fn mu(law: &StickSlip, u: f64, z: f64) -> f64 {
        let regime = law.regime(&first(u), &first(z), true);
        law.value_in(&first(u), &first(z), regime, true).coefficient[0]
    }

    /// Against the functions of the language: STEP in the transition and for creep and velocity.
    #[test]
    fn formula() {
        for (u, z) in [
            (0.5, 0.002),
            (0.12, 0.01),
            (-0.13, 0.0),
            (0.03, 0.004),
            (-0.07, 0.004),
            (0.0, -0.006),
        ] {
            let (b, c) = (
                crate::step(z, -0.01, -1.0, 0.01, 1.0),
                crate::step(u, -0.1, -1.0, 0.1, 1.0),
            );
            let expected = if f64::abs(u) < 0.1 {
                0.3 * ((1.0 - c.abs()) * b + c)
            } else {
                crate::step(f64::abs(u), 0.1, 0.3, 0.15, 0.2) * f64::signum(u)
            };
            // 1e-15: rounding of numbers of order one
            assert!((mu(&LAW, u, z) - expected).abs() < 1e-15, "{u} {z}");
        }
    }

    /// Continuous where regimes meet, whatever the creep; never more than the static coefficient.
    #[test]
    fn continuous_and_bounded() {
        let e = 1e-12;
        for z in [-0.01, 0.0, 0.003, 0.01] {
            for u in [0.1, -0.1, 0.15, -0.15, 0.0] {
                // 1e-10: a slope of about 30 over 2e-12
                assert!((mu(&LAW, u + e, z) - mu(&LAW, u - e, z)).abs() < 1e-10);
            }
            for k in -100..=100 {
                assert!(mu(&LAW, 0.002 * f64::from(k), z).abs() <= 0.3 + 1e-15);
            }
        }
    }

    /// A vector along an axis is the scalar law; a turned vector is the turned law.
    #[test]
    fn isotropic() {
        let (cos, sin) = (0.6, 0.8);
        for (u, z) in [(0.5, 0.004), (0.12, 0.004), (0.04, -0.004)] {
            let regime = LAW.regime(&first(u), &first(z), false);
            let turned = |x: f64| [x * cos, 0.0, x * sin];
            let f = LAW.value_in(&turned(u), &turned(z), regime, false);
            let m = mu(&LAW, u, z);
            for (got, expected) in f.coefficient.iter().zip([m * cos, 0.0, m * sin]) {
                assert!((got - expected).abs() < 1e-15);
            }
        }
    }

    /// A held creep keeps its length and turns with the slip.
    #[test]
    fn held_creep() {
        let held = Regime {
            speed: 2,
            held: true,
        };
        let f = LAW.value_in(&[1.0, 2.0, 0.0], &[0.01, 0.0, 0.0], held, false);
        assert_eq!(f.rate, [0.0, 2.0, 0.0]);
        assert_eq!(
            LAW.value_in(&first(1.0), &first(0.01), held, true).rate,
            [0.0; 3]
        );
    }

    /// Each guard falls through zero where the live regime changes, and leads to it.
    #[test]
    fn guards_lead_to_the_regime_that_holds() {
        let along = |re: f64, rate: f64| {
            [
                Dual { re, eps: [rate] },
                Dual::constant(0.0),
                Dual::constant(0.0),
            ]
        };
        for (before, slot, u, z, rate) in [
            ((2, false), 0, 0.15, 0.0, -1.0),
            ((-2, false), 0, -0.15, 0.0, 1.0),
            ((1, false), 0, 0.1, 0.0, -1.0),
            ((1, false), 1, 0.15, 0.0, 1.0),
            ((0, false), 1, -0.1, 0.0, -1.0),
            ((0, false), 2, 0.05, 0.01, 0.0),
            ((0, true), 2, -1e-9, 0.01, -1.0),
        ] {
            let regime = Regime {
                speed: before.0,
                held: before.1,
            };
            let creep_rate = if slot == 2 { u } else { 0.0 };
            let guards = LAW.guards(&along(u, rate), &along(z, creep_rate), regime, true);
            let guard = guards[slot].expect("watched");
            assert!(
                guard.re.abs() < 1e-6 && guard.eps[0] < 0.0,
                "{before:?} {guard:?}"
            );
            let next = LAW.after(regime, slot, &first(u), true);
            let ahead = LAW.regime(&first(u + 1e-6 * rate), &first(z + 1e-6 * creep_rate), true);
            assert_eq!(next, ahead, "{before:?}");
        }
    }

    #[test]
    fn effects() {
        let sliding = StickSlip {
            effect: Effect::Sliding,
            ..LAW
        };
        assert_eq!(mu(&sliding, 0.0, 0.005), 0.0);
        assert!((mu(&sliding, 0.11, 0.0) - 0.2).abs() < 1e-15);
        let stiction = StickSlip {
            effect: Effect::Stiction,
            ..LAW
        };
        assert_eq!(mu(&stiction, 1.0, 0.0), 0.0);
        assert_eq!(mu(&stiction, 0.0, 0.005), mu(&LAW, 0.0, 0.005));
    }

    #[test]
    fn ranges() {
        assert!(LAW.check().is_ok());
        assert!(StickSlip { vd: 0.1, ..LAW }.check().is_err());
        assert!(StickSlip { creep: 0.0, ..LAW }.check().is_err());
    }
}
