//! HUNT_CROSSLEY: a one-sided spring whose damping grows with its force.

use crate::LawError;
use crate::contact::damped::{Damped, DampedMode, damped_law};
use crate::contact::impact::power_spring;
use crate::contact::law::{Argument, ContactLaw, Dimension, argument};
use crate::contact::solid_law::{
    Branches, EXPONENT, Indentation, Parameter, Range, SolidLaw, parameter,
};
use crate::error::Check;
use crate::guard::{Guard, SwitchEvent};
use crate::jet::Jet2;
use carom_base::dimension::symbols as of;
use carom_base::{Dialect, Dual, Number};

/// One-sided spring with a damper that is a part of it: pushes below the free length, never pulls.
///
/// ```text
/// F = max(0, k·pᵉ·(1 − c·ẋ))   p = x₁−x > 0,   else 0
/// ```
///
/// | arg    | meaning                       | dimension | range  |
/// |--------|-------------------------------|-----------|--------|
/// | `x`    | distance                      | L         |        |
/// | `xdot` | its rate; closing is negative | L/T       |        |
/// | `x1`   | free length                   | L         | finite |
/// | `k`    | stiffness                     | F·L⁻ᵉ     | ≥ 0    |
/// | `e`    | exponent, 1.5 for round bodies |          | > 0    |
/// | `c`    | damping for a speed           | T·L⁻¹     | ≥ 0    |
///
/// The damper vanishes with the spring: there is no force at first touch, and none pulls at the end. A body that comes in with v₀ never leaves as fast as
/// 1/c, so the clamp acts only where something else pulls it out faster.
///
/// What it gives back follows from one integral, whatever the mass, the stiffness and the exponent: with d = c·v₀ and the restitution r,
/// m·v·dv = −k·pᵉ·(1 + c·v)·dp (v = −ẋ) over the way in and out makes
///
/// ```text
/// d·(1 + r) = ln((1 + d)/(1 − r·d))
/// ```
///
/// ([`hunt_crossley_restitution`], [`hunt_crossley_damping`]). The formulas c = 3·(1−r)/(2·v₀) of Hunt and Crossley, 3·(1−r²)/(4·v₀) of Lankarani and
/// Nikravesh and 8·(1−r)/(5·r·v₀) of Flores and others are approximations of its solution, the first two for r near 1.
///
/// Sources: K. H. Hunt, F. R. E. Crossley, Coefficient of restitution interpreted as damping in vibroimpact, J. Appl. Mech. 42 (1975) (the law);
/// Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedbœuf, A regularized contact model with asymmetric damping and dwell-time dependent friction, Multibody
/// Syst. Dyn. 11 (2004) (the exact relation).
#[inline]
pub fn hunt_crossley<T: Number>(x: T, xdot: T, x1: T, k: T, e: T, c: T) -> T {
    HuntCrossley::from([x, xdot, x1, k, e, c]).value()
}

/// `d − ln(1 + d)`, d > −1, to the digits of its value: the logarithm alone cancels where d is small.
fn excess(d: f64) -> f64 {
    if d.abs() > 0.1 {
        return d - d.ln_1p();
    }
    // d²/2 − d³/3 + ...: 0.1¹⁸ of the first term is below rounding
    (2..20)
        .rev()
        .fold(0.0, |sum, n| 1.0 / f64::from(n) - d * sum)
        * d
        * d
}

/// The restitution of a HUNT_CROSSLEY contact of damping `c` that a body meets with a speed; both from 0 on. It is 1 for none, and 1/(c·speed) for much.
///
/// Solves excess(−r·d) = excess(d), d = c·speed, for u = r·d by Newton's method from above, where the function is convex.
pub fn hunt_crossley_restitution(c: f64, speed: f64) -> f64 {
    let d = c * speed;
    if d <= 0.0 {
        return 1.0;
    }
    let goal = excess(d);
    // −u − ln(1 − u) is above the goal at both
    let mut u = d.min(1.0 - (-1.0 - goal).exp());
    for _ in 0..100 {
        let step = (excess(-u) - goal) * (1.0 - u) / u;
        if step.is_nan() || step <= f64::EPSILON * u {
            break;
        }
        u -= step;
    }
    u / d
}

/// The damping `c` of HUNT_CROSSLEY with which a body of a speed (> 0) comes back with a restitution: `None` for one not above 0 or above 1, as no
/// damping takes all.
pub fn hunt_crossley_damping(restitution: f64, speed: f64) -> Option<f64> {
    let r = restitution;
    if !(r > 0.0 && r <= 1.0 && speed > 0.0) {
        return None;
    }
    if r == 1.0 {
        return Some(0.0);
    }
    // excess(−r·d) − excess(d) falls from d = 0 on, and rises to ∞ at 1/r
    let (mut low, mut high) = (0.0, 1.0 / r);
    loop {
        let d = 0.5 * (low + high);
        if d <= low || d >= high {
            return Some(d / speed);
        }
        if excess(-r * d) > excess(d) {
            high = d;
        } else {
            low = d;
        }
    }
}

/// The arguments of [`hunt_crossley`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HuntCrossley<T> {
    /// Distance.
    pub x: T,
    /// Its rate.
    pub xdot: T,
    /// Free length.
    pub x1: T,
    /// Stiffness.
    pub k: T,
    /// Exponent.
    pub e: T,
    /// Damping for a speed.
    pub c: T,
}

impl<T> From<[T; 6]> for HuntCrossley<T> {
    fn from([x, xdot, x1, k, e, c]: [T; 6]) -> Self {
        Self {
            x,
            xdot,
            x1,
            k,
            e,
            c,
        }
    }
}

impl<T: Number> HuntCrossley<T> {
    /// Names the parameter that is out of its range.
    pub fn check(&self) -> Result<(), LawError> {
        let check = Check("HUNT_CROSSLEY");
        check.finite("x1", self.x1.value())?;
        check.not_negative("k", self.k.value())?;
        check.positive("e", self.e.value())?;
        check.not_negative("c", self.c.value())
    }
}

damped_law!(HuntCrossley, |law: &HuntCrossley<T>| power_spring(
    law.k,
    law.e,
    law.x1 - law.x
));

/// HUNT_CROSSLEY as the normal law of a contact of solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HuntCrossleyParameters {
    /// F·L^(−exponent).
    pub stiffness: f64,
    /// > 0.
    pub exponent: f64,
    /// Part by which a speed of one adds to the force, T·L⁻¹.
    pub damping: f64,
}

impl SolidLaw for HuntCrossleyParameters {
    type Force<T: Number> = HuntCrossley<T>;
    const KEY: &'static str = "hunt_crossley";
    const TEXT: &'static str = "k·pᵉ·(1 + c·ṗ): a spring whose damping grows with its force";
    const PARAMETERS: &'static [Parameter] = &[
        parameter(
            "stiffness",
            "k, force at a depth of one, F·L⁻ᵉ",
            |e| of::F / of::L.power(e),
            Range::Positive,
        ),
        EXPONENT,
        parameter(
            "damping",
            "c, part by which a speed of one adds to the force, T·L⁻¹",
            |_| of::T / of::L,
            Range::NotNegative,
        ),
    ];

    fn from_values(values: &[f64]) -> Self {
        let [stiffness, exponent, damping] = std::array::from_fn(|i| values[i]);
        Self {
            stiffness,
            exponent,
            damping,
        }
    }
    fn values(&self) -> Vec<f64> {
        vec![self.stiffness, self.exponent, self.damping]
    }
    fn at<T: Number>(&self, place: &Indentation<T>) -> HuntCrossley<T> {
        let (k, e) = place.spring(self.stiffness, self.exponent);
        HuntCrossley {
            x: -place.depth,
            xdot: place.gap_rate,
            x1: T::zero(),
            k,
            e: T::constant(e),
            c: T::constant(self.damping),
        }
    }
    fn branch(at: &HuntCrossley<Dual<f64, 1>>) -> i32 {
        at.mode().code()
    }
    fn spring(&self) -> Option<[f64; 2]> {
        Some([self.stiffness, self.exponent])
    }
}

/// HUNT_CROSSLEY in the list of laws.
pub(crate) struct HuntCrossleyLaw;

const ARGUMENTS: &[Argument] = &[
    argument("x", "distance", Dimension::Length, ""),
    argument(
        "xdot",
        "its rate, closing is negative",
        Dimension::Speed,
        "",
    ),
    argument("x1", "free length", Dimension::Length, "finite"),
    argument("k", "stiffness", Dimension::Stiffness, "≥ 0"),
    argument("e", "exponent", Dimension::Number, "> 0"),
    argument("c", "damping for a speed", Dimension::PerSpeed, "≥ 0"),
];

fn arguments<T: Number>(args: &[T]) -> HuntCrossley<T> {
    HuntCrossley::from(std::array::from_fn(|i| args[i]))
}

impl ContactLaw for HuntCrossleyLaw {
    fn name(&self) -> &'static str {
        "HUNT_CROSSLEY"
    }
    fn text(&self) -> &'static str {
        "one-sided spring whose damping grows with its force: no force at first touch, none that pulls"
    }
    fn arguments(&self) -> &'static [Argument] {
        ARGUMENTS
    }
    fn dimension(&self) -> Dimension {
        Dimension::Force
    }
    fn example(&self) -> (&'static [f64], f64) {
        // 1000·0.25^1.5·(1 + 0.2·0.5)
        (&[0.75, -0.5, 1.0, 1000.0, 1.5, 0.2], 137.5)
    }
    fn check(&self, _: Dialect, args: &[f64]) -> Result<(), LawError> {
        arguments(args).check()
    }
    fn value(&self, args: &[f64]) -> f64 {
        arguments(args).value()
    }
    fn jet(&self, args: &[Jet2]) -> Jet2 {
        arguments(args).value()
    }
    fn sign(&self, args: &[f64]) -> f64 {
        if args[0] < args[2] { 1.0 } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DampedMode::{Clamped, Free, Open};

    fn law(x: f64, xdot: f64) -> HuntCrossley<f64> {
        HuntCrossley::from([x, xdot, 1.0, 1000.0, 1.5, 0.2])
    }

    #[test]
    fn values() {
        // powers of two keep the root exact
        assert_eq!(law(0.75, 0.0).value(), 125.0);
        assert_eq!(law(0.75, -5.0).value(), 250.0);
        // faster than 1/c out: it would pull
        assert_eq!(law(0.75, 6.0).value(), 0.0);
        assert_eq!(law(0.75, 10.0).value_in(Free), -125.0);
        assert_eq!([law(1.0, -5.0).value(), law(1.5, -5.0).value()], [0.0, 0.0]);
        assert!(law(f64::NAN, 0.0).value().is_nan());
    }

    /// Each guard falls through zero where the mode changes, and leads to it.
    #[test]
    fn guards_lead_to_the_mode_that_holds() {
        for (x, xdot, a, mode, slot, next) in [
            (0.0, -3.0, 0.0, Open, 0, Free),
            (-0.1, 5.0, 1.0, Free, 1, Clamped),
            (-0.1, 5.0, -1.0, Clamped, 1, Free),
            (0.0, 3.0, 0.0, Free, 0, Open),
            (0.0, 6.0, 0.0, Clamped, 0, Open),
        ] {
            let args = [x, xdot, 0.0, 1000.0, 1.5, 0.2].map(Dual::<f64, 1>::constant);
            let mut law = HuntCrossley::from(args);
            (law.x.eps[0], law.xdot.eps[0]) = (xdot, a);
            let guard = law.guards(mode)[slot].value;
            assert!(guard.re == 0.0 && guard.eps[0] < 0.0, "{mode:?} {guard:?}");
            assert_eq!(mode.after(slot).0, next);
            assert_eq!(law.mode(), next, "{x} {xdot}");
            assert_eq!(DampedMode::from_code(next.code()), next);
        }
    }

    /// A body is integrated through the contact by the classical method of Runge and Kutta in small steps, and comes out as the closed relation says, for any
    /// exponent, mass and stiffness.
    #[test]
    fn what_comes_back_is_what_the_integral_says() {
        for (e, m, k, c, v) in [
            (1.0, 1.0, 1e3, 0.3, 1.0),
            (1.5, 0.2, 1e5, 0.05, 4.0),
            (1.5, 3.0, 1e4, 2.0, 2.0),
            (2.5, 1.0, 1e6, 0.5, 6.0),
        ] {
            let rate = |p: f64, v: f64| -hunt_crossley(-p, -v, 0.0, k, e, c) / m;
            // 4000 steps over twice the depth that the spring alone stops at, at the speed v
            let deepest = (0.5 * m * v * v * (e + 1.0) / k).powf(1.0 / (e + 1.0));
            let h = 2.0 * deepest / v / 4000.0;
            let (mut p, mut u) = (0.0, v);
            let left = loop {
                let (a1, b1) = (u, rate(p, u));
                let (a2, b2) = (u + 0.5 * h * b1, rate(p + 0.5 * h * a1, u + 0.5 * h * b1));
                let (a3, b3) = (u + 0.5 * h * b2, rate(p + 0.5 * h * a2, u + 0.5 * h * b2));
                let (a4, b4) = (u + h * b3, rate(p + h * a3, u + h * b3));
                p += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
                u += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
                if p <= 0.0 {
                    break -u / v;
                }
            };
            let r = hunt_crossley_restitution(c, v);
            // 1e-5: the first and last step, where pᵉ begins, to about h²
            assert!((left - r).abs() < 1e-5, "{e} {c} {v}: {left} {r}");
            let back = hunt_crossley_damping(r, v).unwrap();
            // 1e-13: r is rounded, and d goes with 1/r
            assert!((back / c - 1.0).abs() < 1e-13, "{back} {c}");
        }
    }

    /// The relation over all dampings, and the approximations of others at their end: r → 1 − 2·d/3.
    #[test]
    fn restitution_and_damping_are_inverse() {
        for k in -12..=1 {
            let d = 10f64.powi(k) * 1.7;
            let r = hunt_crossley_restitution(d, 1.0);
            assert!(0.0 < r && r < 1.0);
            let sides = [d * (1.0 + r), d.ln_1p() - (-r * d).ln_1p()];
            // logarithms to a few roundings of d, and of 1 − r·d near its end
            let room = 1e-14 * (1.0 + d) + 1e-16 / (1.0 - r * d);
            assert!((sides[0] - sides[1]).abs() < room, "{d}: {sides:?}");
            if d < 1e-4 {
                // the next term is 4·d²/9; 1e-15: rounding of 1 − r
                assert!((1.0 - r - 2.0 * d / 3.0).abs() < 0.5 * d * d + 1e-15);
            }
            if d < 10.0 {
                let back = hunt_crossley_damping(r, 1.0).unwrap();
                // r is known to a rounding, and d = 3·(1 − r)/2 to that over 1 − r
                assert!((back - d).abs() <= 1e-15 + 1e-13 * d, "{back} {d}");
            }
        }
        assert_eq!(hunt_crossley_restitution(0.0, 1.0), 1.0);
        assert_eq!(hunt_crossley_restitution(1000.0, 1.0), 1e-3);
        assert_eq!(hunt_crossley_damping(1.0, 1.0), Some(0.0));
        assert_eq!(hunt_crossley_damping(0.0, 1.0), None);
        assert_eq!(hunt_crossley_damping(1.1, 1.0), None);
        assert_eq!(hunt_crossley_damping(0.5, 0.0), None);
    }
}
