//! POISSON: a one-sided spring that gives back a part of the work it took.

use crate::LawError;
use crate::contact::law::{Argument, ContactLaw, Dimension, argument};
use crate::contact::solid_law::{Branches, Indentation, Parameter, Range, SolidLaw, parameter};
use crate::error::Check;
use crate::guard::{Guard, ROUNDING, SwitchEvent, rises};
use crate::jet::Jet2;
use carom_base::dimension::symbols as of;
use carom_base::{Dialect, Dual, Number, Units};

/// One-sided spring, full on the way in and weakened by ε² on the way out: pushes below the free length, never pulls.
///
/// ```text
/// F = k·p·(ε² + (1 − ε²)·step(w; −vₜ, 0, vₜ, 1))   p = x₁−x > 0,   w = −ẋ,   else 0
///   = k·p      w ≥ vₜ
///   = ε²·k·p   w ≤ −vₜ
/// ```
///
/// | arg    | meaning                       | dimension | range  |
/// |--------|-------------------------------|-----------|--------|
/// | `x`    | distance                      | L         |        |
/// | `xdot` | its rate; closing is negative | L/T       |        |
/// | `x1`   | free length                   | L         | finite |
/// | `k`    | penalty                       | F·L⁻¹     | ≥ 0    |
/// | `restitution` | ε                      |           | 0 to 1 |
/// | `vt`   | transition velocity           | L/T       | > 0    |
///
/// A body that comes in much faster than vₜ leaves at ε times its speed, whatever its mass: the way in stores k·p²/2, the way out gives
/// ε² times that. Around rest the step is a damper, so that what rests does not tremble. F is continuous with its first derivative in ẋ; the second jumps
/// at ẋ = ±vₜ.
///
/// The help pages of both solvers name a penalty, a coefficient of restitution and (MotionSolve) a transition velocity, and give no formula. This one is
/// ours, made to return that coefficient; it is no claim about theirs.
#[inline]
pub fn poisson<T: Number>(x: T, xdot: T, x1: T, k: T, restitution: T, vt: T) -> T {
    Poisson::from([x, xdot, x1, k, restitution, vt]).value()
}

/// The arguments of [`poisson`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poisson<T> {
    /// Distance.
    pub x: T,
    /// Its rate.
    pub xdot: T,
    /// Free length.
    pub x1: T,
    /// Penalty.
    pub k: T,
    /// ε.
    pub restitution: T,
    /// Transition velocity.
    pub vt: T,
}

/// Which branch of POISSON is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PoissonMode {
    /// No contact: x ≥ x₁.
    Open,
    /// Closing at vₜ or faster: the full spring.
    Closing,
    /// Slower than vₜ either way.
    Turning,
    /// Leaving at vₜ or faster: the weakened spring.
    Leaving,
}

use PoissonMode::{Closing, Leaving, Open, Turning};

impl PoissonMode {
    const ALL: [Self; 4] = [Open, Closing, Turning, Leaving];

    /// As a number, 0 (open) to 3.
    pub fn code(self) -> i32 {
        match self {
            Open => 0,
            Closing => 1,
            Turning => 2,
            Leaving => 3,
        }
    }

    /// From [`PoissonMode::code`]; other numbers give their remainder by 4.
    pub fn from_code(code: i32) -> Self {
        Self::ALL[code.rem_euclid(4) as usize]
    }

    /// The mode after the guard `slot` fell through zero, and what that means. What opens the gap leaves, and what closes it closes: which
    /// of the three it is at touch decides `w` against `vt`, see [`Poisson::touched`].
    pub fn after(self, slot: usize) -> (Self, SwitchEvent) {
        match (self, slot) {
            (Open, 0) => (Closing, SwitchEvent::ContactBegin),
            (_, 0) => (Open, SwitchEvent::ContactEnd),
            (Closing, 1) | (Leaving, 2) => (Turning, SwitchEvent::Switch),
            (Turning, 1) => (Closing, SwitchEvent::Switch),
            (Turning, 2) => (Leaving, SwitchEvent::Switch),
            (mode, _) => (mode, SwitchEvent::Switch),
        }
    }
}

impl<T> From<[T; 6]> for Poisson<T> {
    fn from([x, xdot, x1, k, restitution, vt]: [T; 6]) -> Self {
        Self {
            x,
            xdot,
            x1,
            k,
            restitution,
            vt,
        }
    }
}

impl<T: Number> Poisson<T> {
    /// Number of guard slots: touch, ẋ = −vₜ, ẋ = vₜ.
    pub const SLOTS: usize = 3;

    /// The part of the spring that acts in a closed mode.
    fn share(&self, mode: PoissonMode) -> T {
        let back = self.restitution * self.restitution;
        match mode {
            Open | Closing => T::one(),
            Leaving => back,
            Turning => {
                // step(w; −vₜ, 0, vₜ, 1) = s²(3 − 2s), s = (1 + w/vₜ)/2
                let s = (-(self.xdot / self.vt) + 1.0) * 0.5;
                back + (-back + 1.0) * (s * s * (s * -2.0 + 3.0))
            }
        }
    }

    /// The closed mode at this rate.
    pub fn touched(&self) -> PoissonMode {
        let (w, vt) = (-self.xdot.value(), self.vt.value());
        if w >= vt {
            Closing
        } else if w <= -vt {
            Leaving
        } else {
            Turning
        }
    }

    /// On the branch that the arguments ask for.
    #[inline]
    pub fn value(&self) -> T {
        let p = self.x1 - self.x;
        if p.value() <= 0.0 {
            return T::zero();
        }
        self.k * p * self.share(self.touched())
    }

    /// In a frozen mode, continued beyond its ends.
    #[inline]
    pub fn value_in(&self, mode: PoissonMode) -> T {
        if mode == Open {
            return T::zero();
        }
        self.k * (self.x1 - self.x) * self.share(mode)
    }

    /// The guards of a mode:
    ///
    /// | slot | `Open` | `Closing` | `Turning` | `Leaving` |
    /// |------|--------|-----------|-----------|-----------|
    /// | 0    | x − x₁ | p         | p         | p         |
    /// | 1    |        | w − vₜ    | vₜ − w    |           |
    /// | 2    |        |           | vₜ + w    | −vₜ − w   |
    pub fn guards(&self, mode: PoissonMode) -> [Guard<T>; 3] {
        let gap = Guard::difference(self.x, self.x1);
        let end = |value: T| {
            let terms = self.xdot.value().abs() + self.vt.value();
            Guard::new(value, ROUNDING * terms)
        };
        let (closing, leaving) = (end(-self.xdot - self.vt), end(self.xdot - self.vt));
        match mode {
            Open => [gap, Guard::idle(), Guard::idle()],
            Closing => [gap.flipped(), closing, Guard::idle()],
            Turning => [gap.flipped(), closing.flipped(), leaving.flipped()],
            Leaving => [gap.flipped(), Guard::idle(), leaving],
        }
    }

    /// Names the parameter that is out of its range.
    pub fn check(&self) -> Result<(), LawError> {
        let check = Check("POISSON");
        check.finite("x1", self.x1.value())?;
        check.not_negative("k", self.k.value())?;
        let e = self.restitution.value();
        let fits = (0.0..=1.0).contains(&e);
        check.relation(fits, "restitution", e, "from 0 to 1")?;
        check.positive("vt", self.vt.value())
    }
}

impl Poisson<Dual<f64, 1>> {
    /// The mode that holds at these arguments. Their derivatives are rates in time, which decide where a guard is zero.
    pub fn mode(&self) -> PoissonMode {
        if !rises(self.x1 - self.x) {
            Open
        } else if rises(-self.xdot - self.vt) {
            Closing
        } else if rises(self.xdot - self.vt) {
            Leaving
        } else {
            Turning
        }
    }
}

/// POISSON as the normal law of a contact of solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoissonParameters {
    /// Penalty, F·L⁻¹.
    pub penalty: f64,
    /// In [0, 1].
    pub restitution: f64,
    /// Velocity beyond which the restitution is whole, L·T⁻¹; `None`: a millimetre per second.
    pub transition_velocity: Option<f64>,
}

/// The transition velocity of one that does not say it, m/s: what the modeller of MotionSolve starts with.
const TRANSITION_SI: f64 = 1e-3;

impl SolidLaw for PoissonParameters {
    type Force<T: Number> = Poisson<T>;
    const KEY: &'static str = "poisson";
    const TEXT: &'static str =
        "a spring, weaker on the way out, that gives back a part of the work it took";
    const PARAMETERS: &'static [Parameter] = &[
        parameter(
            "penalty",
            "stiffness, F·L⁻¹",
            |_| of::F / of::L,
            Range::Positive,
        ),
        parameter(
            "restitution",
            "part of the speed that comes back",
            |_| of::ONE,
            Range::Unit,
        ),
        Parameter {
            absent: Some(f64::NAN),
            ..parameter(
                "transition_velocity",
                "speed beyond which the restitution is whole, L·T⁻¹; a millimetre per second if it is not said",
                |_| of::L / of::T,
                Range::PositiveOrUnsaid,
            )
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        Self {
            penalty: values[0],
            restitution: values[1],
            transition_velocity: Some(values[2]).filter(|v| !v.is_nan()),
        }
    }
    fn values(&self) -> Vec<f64> {
        let transition = self.transition_velocity.unwrap_or(f64::NAN);
        vec![self.penalty, self.restitution, transition]
    }
    fn settled(self, units: &Units) -> Self {
        let usual = TRANSITION_SI * units.time.si / units.length.si;
        Self {
            transition_velocity: self.transition_velocity.or(Some(usual)),
            ..self
        }
    }
    fn at<T: Number>(&self, place: &Indentation<T>) -> Poisson<T> {
        Poisson {
            x: -place.depth,
            xdot: place.gap_rate,
            x1: T::zero(),
            k: place.spring(self.penalty, 1.0).0,
            restitution: T::constant(self.restitution),
            vt: T::constant(self.transition_velocity.unwrap_or(TRANSITION_SI)),
        }
    }
    fn branch(at: &Poisson<Dual<f64, 1>>) -> i32 {
        at.mode().code()
    }
    fn spring(&self) -> Option<[f64; 2]> {
        Some([self.penalty, 1.0])
    }
    fn restitution(&self) -> Option<f64> {
        Some(self.restitution)
    }
}

impl<T: Number> Branches<T> for Poisson<T> {
    fn value(&self) -> T {
        self.value()
    }
    fn value_in(&self, branch: i32) -> T {
        self.value_in(PoissonMode::from_code(branch))
    }
    fn guards(&self, branch: i32) -> [Guard<T>; 3] {
        self.guards(PoissonMode::from_code(branch))
    }
    /// What touches may do so slowly.
    fn after(&self, branch: i32, slot: usize) -> (i32, SwitchEvent) {
        let before = PoissonMode::from_code(branch);
        let (next, meaning) = before.after(slot);
        let begins = before == Open && next != before;
        let next = if begins { self.touched() } else { next };
        (next.code(), meaning)
    }
}

/// POISSON in the list of laws.
pub(crate) struct PoissonLaw;

const ARGUMENTS: &[Argument] = &[
    argument("x", "distance", Dimension::Length, ""),
    argument(
        "xdot",
        "its rate, closing is negative",
        Dimension::Speed,
        "",
    ),
    argument("x1", "free length", Dimension::Length, "finite"),
    argument("k", "penalty", Dimension::Stiffness, "≥ 0"),
    argument(
        "restitution",
        "coefficient of restitution",
        Dimension::Number,
        "0 to 1",
    ),
    argument("vt", "transition velocity", Dimension::Speed, "> 0"),
];

fn arguments<T: Number>(args: &[T]) -> Poisson<T> {
    Poisson::from(std::array::from_fn(|i| args[i]))
}

impl ContactLaw for PoissonLaw {
    fn name(&self) -> &'static str {
        "POISSON"
    }
    fn text(&self) -> &'static str {
        "one-sided spring that gives back the square of a coefficient of restitution of the work it took"
    }
    fn arguments(&self) -> &'static [Argument] {
        ARGUMENTS
    }
    fn dimension(&self) -> Dimension {
        Dimension::Force
    }
    fn example(&self) -> (&'static [f64], f64) {
        // w/vₜ = ½: step 27/32; 100·0.05·(¼ + ¾·27/32)
        (&[0.95, -1.0, 1.0, 100.0, 0.5, 2.0], 4.414_062_5)
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

    #[test]
    fn values() {
        let f = |x, v| poisson(x, v, 1.0, 100.0, 0.5, 2.0);
        // 1e-14: rounding of 1 − 0.95
        assert!((f(0.95, -3.0) - 5.0).abs() < 1e-14);
        assert!((f(0.95, 3.0) - 1.25).abs() < 1e-14);
        assert!((f(0.95, 0.0) - 3.125).abs() < 1e-14);
        assert_eq!([f(1.0, -3.0), f(1.1, -3.0)], [0.0, 0.0]);
        assert!(f(f64::NAN, 0.0).is_nan());
    }

    /// Each guard falls through zero where the mode changes, and leads to it.
    #[test]
    fn guards_lead_to_the_mode_that_holds() {
        let along = |x: f64, xdot: f64, accelerates: f64| {
            let mut law =
                Poisson::from([x, xdot, 0.0, 100.0, 0.5, 2.0].map(Dual::<f64, 1>::constant));
            (law.x.eps[0], law.xdot.eps[0]) = (xdot, accelerates);
            law
        };
        for (x, xdot, a, mode, slot, next) in [
            (0.0, -3.0, 0.0, Open, 0, Closing),
            (-0.1, -2.0, 1.0, Closing, 1, Turning),
            (-0.1, 2.0, 1.0, Turning, 2, Leaving),
            (-0.1, -2.0, -1.0, Turning, 1, Closing),
            (-0.1, 2.0, -1.0, Leaving, 2, Turning),
            (0.0, 3.0, 0.0, Leaving, 0, Open),
        ] {
            let law = along(x, xdot, a);
            let guard = law.guards(mode)[slot].value;
            assert!(guard.re == 0.0 && guard.eps[0] < 0.0, "{mode:?} {guard:?}");
            assert_eq!(mode.after(slot).0, next);
            assert_eq!(law.mode(), next, "{x} {xdot}");
            assert_eq!(PoissonMode::from_code(next.code()), next);
        }
    }

    /// Frozen modes meet in value and in the slope by the rate.
    #[test]
    fn modes_meet() {
        for (end, fast) in [(-2.0, Closing), (2.0, Leaving)] {
            let law = Poisson::from([
                Dual::<f64, 1>::constant(0.95),
                Dual {
                    re: end,
                    eps: [1.0],
                },
                Dual::constant(1.0),
                Dual::constant(100.0),
                Dual::constant(0.5),
                Dual::constant(2.0),
            ]);
            let (a, b) = (law.value_in(fast), law.value_in(Turning));
            // 1e-14: rounding
            assert!((a.re - b.re).abs() < 1e-14 && (a.eps[0] - b.eps[0]).abs() < 1e-14);
        }
    }
}
