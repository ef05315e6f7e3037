//! IMPACT: the one-sided spring and damper of a compliant stop.

use crate::LawError;
use crate::contact::solids::{
    Branches, EXPONENT, Indentation, Parameter, Range, SolidLaw, parameter,
};
use crate::contact::{Argument, ContactLaw, Dimension, argument};
use crate::error::Check;
use crate::guard::{Guard, ROUNDING, SwitchEvent, rises};
use crate::jet::Jet2;
use carom_base::dimension::symbols as of;
use carom_base::{Dialect, Dual, Interval, Number, Units};

/// One-sided spring and damper: pushes below the free length, never pulls.
///
/// ```text
/// F = max(0, k·(x₁−x)ᵉ − step(x; x₁−d, c_max, x₁, 0)·ẋ)   if x < x₁,   else 0
///   = max(0, k·pᵉ − c_max·s²(3−2s)·ẋ)                      p = x₁−x > 0,   s = min(1, p/d)
/// ```
///
/// | arg    | meaning                       | dimension | range  |
/// |--------|-------------------------------|-----------|--------|
/// | `x`    | distance                      | L         |        |
/// | `xdot` | its rate; closing is negative | L/T       |        |
/// | `x1`   | free length                   | L         | finite |
/// | `k`    | stiffness                     | F·L⁻ᵉ     | ≥ 0    |
/// | `e`    | exponent                      |           | > 0    |
/// | `cmax` | full damping                  | F·T/L     | ≥ 0    |
/// | `d`    | penetration of full damping   | L         | > 0    |
///
/// Positive F pushes `x` up. F is continuous everywhere, the value at x = x₁ is 0. Side limits:
/// - x → x₁ from below: F′ → 0 for e > 1, −k for e = 1, −∞ for e < 1; F″ is unbounded for 1 < e < 2.
///   Above x₁ all derivatives are 0.
/// - x → x₁−d: F′ is continuous, F″ jumps by 6·c_max·ẋ/d² (inside less that).
/// - at the clamp F = 0 < p the slope breaks; the value 0 has derivatives 0.
///
/// The clamp acts on separation (ẋ > 0) before the gap opens: near p = 0 always for e > 2, never for e < 2.
/// Then, for e < 2, the force comes back in the last `p ≈ (k·d²/(3·c_max·ẋ))^(1/(2−e))`; where that lies below
/// [`REENTRY`]·d (7.5 picometres for a steel ball) the guards do not see it.
///
/// Source: Adams Solver and MotionSolve help, function IMPACT. The Adams pages ask x₁ > 0, its own samples use
/// x₁ = 0; MotionSolve has no such range: any x₁ is accepted. The utility subroutine asks k > 0, the function k ≥ 0: 0 is accepted.
#[inline]
pub fn impact<T: Number>(x: T, xdot: T, x1: T, k: T, e: T, cmax: T, d: T) -> T {
    Impact {
        x,
        xdot,
        x1,
        k,
        e,
        cmax,
        d,
    }
    .value()
}

/// Fraction of `d` below which the clamp is not watched.
pub const REENTRY: f64 = 1e-6;

/// `k·pᵉ`. Below p = 0 a whole exponent continues as it stands, any other by 0.
#[inline(always)]
pub(super) fn power_spring<T: Number>(k: T, exponent: T, p: T) -> T {
    let e = exponent.value();
    let [_, deepest] = p.bounds();
    if deepest <= 0.0 && e.fract() != 0.0 {
        return T::zero();
    }
    // A constant exponent, the common case, needs no logarithm.
    let power = if exponent == T::constant(e) {
        p.powf(e)
    } else if deepest > 0.0 {
        p.pow(exponent)
    } else {
        return T::zero();
    };
    k * if e.fract() == 0.0 {
        power
    } else {
        T::select(p, T::zero(), power)
    }
}

/// The arguments of [`impact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<T> {
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
    /// Full damping.
    pub cmax: T,
    /// Penetration of full damping.
    pub d: T,
}

/// Whether the force stands at its clamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clamp {
    /// Spring minus damper pushes.
    Free,
    /// It would pull: the force is zero.
    Clamped,
}

/// Which branch of IMPACT is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImpactMode {
    /// No contact: x ≥ x₁.
    Open,
    /// Damping still grows with penetration: 0 < p < d.
    Partial(Clamp),
    /// Full damping: p ≥ d.
    Full(Clamp),
}

use Clamp::{Clamped, Free};
use ImpactMode::{Full, Open, Partial};

impl ImpactMode {
    const ALL: [Self; 5] = [
        Open,
        Partial(Free),
        Partial(Clamped),
        Full(Free),
        Full(Clamped),
    ];

    /// As a number, 0 (open) to 4.
    pub fn code(self) -> i32 {
        match self {
            Open => 0,
            Partial(Free) => 1,
            Partial(Clamped) => 2,
            Full(Free) => 3,
            Full(Clamped) => 4,
        }
    }

    /// From [`ImpactMode::code`]; other numbers give their remainder by 5.
    pub fn from_code(code: i32) -> Self {
        Self::ALL[code.rem_euclid(5) as usize]
    }

    /// The mode after the guard `slot` fell through zero, and what that means.
    /// A slot that the mode does not watch changes nothing.
    pub fn after(self, slot: usize) -> (Self, SwitchEvent) {
        match (self, slot) {
            (Open, 0) => (Partial(Free), SwitchEvent::ContactBegin),
            (Partial(_), 0) => (Open, SwitchEvent::ContactEnd),
            (Partial(clamp), 1) => (Full(clamp), SwitchEvent::FullDamping),
            (Full(clamp), 1) => (Partial(clamp), SwitchEvent::Switch),
            (Partial(Free), 2) => (Partial(Clamped), SwitchEvent::ForceOff),
            (Full(Free), 2) => (Full(Clamped), SwitchEvent::ForceOff),
            (Partial(Clamped), 2) => (Partial(Free), SwitchEvent::ForceOn),
            (Full(Clamped), 2) => (Full(Free), SwitchEvent::ForceOn),
            (mode, _) => (mode, SwitchEvent::Switch),
        }
    }
}

impl<T> From<[T; 7]> for Impact<T> {
    /// In the order of the manuals.
    fn from([x, xdot, x1, k, e, cmax, d]: [T; 7]) -> Self {
        Self {
            x,
            xdot,
            x1,
            k,
            e,
            cmax,
            d,
        }
    }
}

impl<T: Number> Impact<T> {
    /// Number of guard slots: touch, full damping, clamp.
    pub const SLOTS: usize = 3;

    #[inline(always)]
    fn penetration(&self) -> T {
        self.x1 - self.x
    }

    /// `k·pᵉ`.
    #[inline(always)]
    fn spring(&self, p: T) -> T {
        power_spring(self.k, self.e, p)
    }

    /// `c_max·s²(3−2s)`, s = p/d.
    #[inline(always)]
    fn partial_damping(&self, p: T) -> T {
        let s = p / self.d;
        self.cmax * (s * s * (s * -2.0 + 3.0))
    }

    /// On the branch that the arguments ask for.
    #[inline]
    pub fn value(&self) -> T {
        let p = self.penetration();
        if p.value() <= 0.0 {
            return T::zero();
        }
        let force = self.pushing(p);
        if force.value() < 0.0 {
            T::zero()
        } else {
            force
        }
    }

    /// In a frozen mode, continued beyond its ends.
    #[inline]
    pub fn value_in(&self, mode: ImpactMode) -> T {
        let p = self.penetration();
        match mode {
            Partial(Free) => self.spring(p) - self.partial_damping(p) * self.xdot,
            Full(Free) => self.spring(p) - self.cmax * self.xdot,
            Open | Partial(Clamped) | Full(Clamped) => T::zero(),
        }
    }

    /// Spring minus damper at the penetration `p`, without the clamp.
    #[inline(always)]
    fn pushing(&self, p: T) -> T {
        self.damped(self.spring(p), p)
    }

    /// The same with a spring that is known.
    #[inline(always)]
    fn damped(&self, spring: T, p: T) -> T {
        let damping = T::select(self.d - p, self.cmax, self.partial_damping(p));
        spring - damping * self.xdot
    }

    /// The unclamped force, below p = [`REENTRY`]·d that at this depth: there it keeps its sign, where
    /// spring and damper both vanish with p.
    fn clamp(&self) -> Guard<T> {
        let (p, least) = (self.penetration(), self.d * REENTRY);
        let p = p.at_least(least);
        let spring = self.spring(p);
        let force = self.damped(spring, p);
        let spring = spring.value();
        let damper = spring - force.value();
        // Rounding of p through the slopes of both terms (≤ e·spring/p, ≤ 2·damper/p), and of the terms.
        let rounding = ROUNDING * (self.x.value().abs() + self.x1.value().abs()) / p.value();
        let slopes = self.e.value() * spring + 2.0 * damper.abs();
        Guard::new(
            force,
            rounding * slopes + ROUNDING * (spring + damper.abs()),
        )
    }

    /// The guard of the clamp over pᵐ, m = min(e, 2), for its bounds: of the same sign, but it does not vanish with p, and as a body leaves it rises or
    /// falls all the way, so that one look decides what takes bounds of the force itself some twenty halvings.
    ///
    /// ```text
    /// k·pᵉ⁻ᵐ − D·ẋ      D = c_max·p²⁻ᵐ·(3 − 2p/d)/d²  for p < d,  c_max·p⁻ᵐ  beyond
    /// ```
    ///
    /// `None` where no clamp is watched, and for an exponent that varies. No guard to switch by: a contact that creeps, its spring balanced by a strong
    /// damper, holds the force at its rounding, which this makes large.
    pub fn clamp_quotient(&self, mode: ImpactMode) -> Option<T> {
        let e = self.e.value();
        let (Partial(clamp) | Full(clamp)) = mode else {
            return None;
        };
        if self.e != T::constant(e) {
            return None;
        }
        let p = self.penetration().at_least(self.d * REENTRY);
        let m = e.min(2.0);
        let spring = if e == m {
            self.k
        } else {
            self.k * p.powf(e - m)
        };
        // Each branch within its own depths: bounds across both are those of what they are there.
        let (inner, outer) = (-(-p).at_least(-self.d), p.at_least(self.d));
        let rise = inner / self.d * -2.0 + 3.0;
        let root = if m == 2.0 {
            T::one()
        } else {
            inner.powf(2.0 - m)
        };
        let partial = root * rise / (self.d * self.d);
        let damper = self.cmax * T::select(self.d - p, outer.powf(-m), partial);
        let quotient = spring - damper * self.xdot;
        Some(match clamp {
            Free => quotient,
            Clamped => -quotient,
        })
    }

    /// The guards of a mode:
    ///
    /// | slot | `Open` | `Partial`       | `Full`          |
    /// |------|--------|-----------------|-----------------|
    /// | 0    | x − x₁ | p               | not watched     |
    /// | 1    |        | d − p           | p − d           |
    /// | 2    |        | ±unclamped force, + if `Free` | the same |
    pub fn guards(&self, mode: ImpactMode) -> [Guard<T>; 3] {
        self.guards_with(mode, true)
    }

    /// The same; that of the clamp, whose powers are most of the work, only on request, else as if it were not watched.
    pub fn guards_with(&self, mode: ImpactMode, with_clamp: bool) -> [Guard<T>; 3] {
        let gap = Guard::difference(self.x, self.x1);
        let depth = || {
            let terms = self.x.value().abs() + self.x1.value().abs() + self.d.value();
            Guard::new(self.penetration() - self.d, ROUNDING * terms)
        };
        let clamp = |clamp| match clamp {
            _ if !with_clamp => Guard::idle(),
            Free => self.clamp(),
            Clamped => self.clamp().flipped(),
        };
        match mode {
            Open => [gap, Guard::idle(), Guard::idle()],
            Partial(c) => [gap.flipped(), depth().flipped(), clamp(c)],
            Full(c) => [Guard::idle(), depth(), clamp(c)],
        }
    }

    /// Names the parameter that is out of its range.
    pub fn check(&self) -> Result<(), LawError> {
        self.check_as("IMPACT")
    }

    pub(crate) fn check_as(&self, law: &'static str) -> Result<(), LawError> {
        let check = Check(law);
        check.finite("x1", self.x1.value())?;
        check.not_negative("k", self.k.value())?;
        check.positive("e", self.e.value())?;
        check.not_negative("cmax", self.cmax.value())?;
        check.positive("d", self.d.value())
    }
}

impl Impact<f64> {
    /// Bounds of the guard of the clamp, slot 2 of [`Impact::guards`], and of its rate, for all penetrations and speeds (the rate of x) within bounds of
    /// them and of their rates, whatever those of this law: spring and damping rise with p. `None` where it is not watched, or nothing is known.
    ///
    /// ```text
    /// F = k·qᵉ − D(q)·ẋ      F′ = (k·e·qᵉ⁻¹ − D′(q)·ẋ)·q′ − D(q)·ẍ      q = max(p, REENTRY·d)
    /// ```
    pub fn clamp_range(
        &self,
        mode: ImpactMode,
        p: Dual<Interval, 1>,
        speed: Dual<Interval, 1>,
    ) -> Option<Dual<Interval, 1>> {
        let (Partial(clamp) | Full(clamp)) = mode else {
            return None;
        };
        if !(p.re.is_bounded() && speed.re.is_bounded()) {
            return None;
        }
        let least = self.d * REENTRY;
        let q = [p.re.low, p.re.high].map(|p| p.max(least));
        let between = |[a, b]: [f64; 2]| Interval::between(a, b);
        let powers = q.map(|q| q.powf(self.e));
        let spring = between(powers) * self.k;
        let steepness = between([0, 1].map(|i| powers[i] / q[i])) * (self.k * self.e);
        let s = q.map(|q| (q / self.d).min(1.0));
        let damping = between(s.map(|s| s * s * (3.0 - 2.0 * s))) * self.cmax;
        // s(1 − s) is largest half way.
        let slopes = s.map(|s| s * (1.0 - s));
        let middle = if s[0] < 0.5 && s[1] > 0.5 {
            0.25
        } else {
            slopes[0]
        };
        let slope = between(slopes).hull(Interval::constant(middle)) * (6.0 * self.cmax / self.d);
        let mut rise = p.eps[0];
        if p.re.low < least {
            rise = rise.hull(Interval::constant(0.0));
        }
        let force = Dual {
            re: spring - damping * speed.re,
            eps: [(steepness - slope * speed.re) * rise - damping * speed.eps[0]],
        };
        Some(match clamp {
            Free => force,
            Clamped => -force,
        })
    }
}

impl Impact<Dual<f64, 1>> {
    /// The mode that holds at these arguments. Their derivatives are rates in time, which decide where a guard is zero.
    pub fn mode(&self) -> ImpactMode {
        if !rises(self.penetration()) {
            return Open;
        }
        let force = self.clamp().value;
        let clamp = if force.re < 0.0 || (force.re == 0.0 && force.eps[0] < 0.0) {
            Clamped
        } else {
            Free
        };
        if rises(self.penetration() - self.d) {
            Full(clamp)
        } else {
            Partial(clamp)
        }
    }
}

/// IMPACT as the normal law of a contact of solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactParameters {
    /// F·L^(−exponent).
    pub stiffness: f64,
    /// > 0.
    pub exponent: f64,
    /// Damping at full penetration, F·T·L⁻¹.
    pub damping: f64,
    /// Penetration of full damping, L.
    pub dmax: f64,
}

impl SolidLaw for ImpactParameters {
    type Force<T: Number> = Impact<T>;
    const KEY: &'static str = "impact";
    const PARAMETERS: &'static [Parameter] = &[
        parameter("stiffness", |e| of::F / of::L.power(e), Range::Positive),
        EXPONENT,
        parameter("damping", |_| of::F * of::T / of::L, Range::NotNegative),
        parameter("dmax", |_| of::L, Range::NotNegative),
    ];

    fn from_values(values: &[f64]) -> Self {
        let [stiffness, exponent, damping, dmax] = std::array::from_fn(|i| values[i]);
        Self {
            stiffness,
            exponent,
            damping,
            dmax,
        }
    }
    fn values(&self) -> Vec<f64> {
        vec![self.stiffness, self.exponent, self.damping, self.dmax]
    }
    fn conflict(&self) -> Option<&'static str> {
        (self.dmax == 0.0 && self.damping != 0.0)
            .then_some("dmax has to be above 0 where there is damping")
    }
    fn settled(self, _: &Units) -> Self {
        // without damping no depth belongs to it
        let dmax = if self.damping == 0.0 { 1.0 } else { self.dmax };
        Self { dmax, ..self }
    }
    fn at<T: Number>(&self, place: &Indentation<T>) -> Impact<T> {
        let (k, e) = place.spring(self.stiffness, self.exponent);
        Impact {
            x: -place.depth,
            xdot: place.gap_rate,
            x1: T::zero(),
            k,
            e: T::constant(e),
            cmax: T::constant(self.damping),
            d: T::constant(self.dmax),
        }
    }
    fn branch(at: &Impact<Dual<f64, 1>>) -> i32 {
        match at.mode() {
            Open => Open.code(),
            _ if at.cmax.re == 0.0 => Partial(Free).code(),
            mode => mode.code(),
        }
    }
    /// Full damping leads to partial damping first.
    fn way_out(branch: i32) -> usize {
        match ImpactMode::from_code(branch) {
            Full(_) => 1,
            _ => 0,
        }
    }
    fn spring(&self) -> Option<[f64; 2]> {
        Some([self.stiffness, self.exponent])
    }
}

impl<T: Number> Branches<T> for Impact<T> {
    fn value(&self) -> T {
        self.value()
    }
    #[inline]
    fn value_in(&self, branch: i32) -> T {
        self.value_in(ImpactMode::from_code(branch))
    }
    /// Without damping neither full damping nor the clamp is watched.
    fn guards(&self, branch: i32) -> [Guard<T>; 3] {
        let mode = ImpactMode::from_code(branch);
        if self.cmax.value() != 0.0 {
            return self.guards(mode);
        }
        let [touch, ..] = self.guards_with(mode, false);
        [touch, Guard::idle(), Guard::idle()]
    }
    fn after(&self, branch: i32, slot: usize) -> (i32, SwitchEvent) {
        let (next, meaning) = ImpactMode::from_code(branch).after(slot);
        (next.code(), meaning)
    }
    /// ∂F/∂p ≤ (e·spring + 2·damper)/p.
    fn steepness(&self, slot: usize, guard: f64, order: Option<f64>) -> f64 {
        if slot < 2 {
            return 1.0;
        }
        if !guard.is_finite() {
            return 0.0;
        }
        let d = self.d.value();
        let p = self.penetration().value().max(d * REENTRY);
        let spring = self.k.value() * p.powf(self.e.value());
        let damper = (spring - guard.abs()).abs();
        (order.unwrap_or(self.e.value()) * spring + 2.0 * damper) / p
    }
    fn decays(&self, branch: i32, slot: usize) -> bool {
        slot == 2 && matches!(ImpactMode::from_code(branch), Partial(Free) | Full(Free))
    }
}

/// IMPACT in the list of laws.
pub(crate) struct ImpactFunction;

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
    argument("cmax", "full damping", Dimension::Damping, "≥ 0"),
    argument("d", "penetration of full damping", Dimension::Length, "> 0"),
];

fn arguments<T: Number>(args: &[T]) -> Impact<T> {
    Impact::from(std::array::from_fn(|i| args[i]))
}

impl ContactLaw for ImpactFunction {
    fn name(&self) -> &'static str {
        "IMPACT"
    }
    fn text(&self) -> &'static str {
        "one-sided spring and damper: pushes below the free length, never pulls"
    }
    fn arguments(&self) -> &'static [Argument] {
        ARGUMENTS
    }
    fn dimension(&self) -> Dimension {
        Dimension::Force
    }
    fn example(&self) -> (&'static [f64], f64) {
        // 100·0.05^1.5 + 12.5·2
        (
            &[0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1],
            26.118_033_988_749_895,
        )
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
    use crate::jet::jet2;
    use crate::suite::Random;
    use carom_base::number::Dual as D;

    /// The examples of both manuals at points computed by hand.
    #[test]
    fn values() {
        let f = |x, v| impact(x, v, 1.0, 100.0, 1.5, 25.0, 0.1);
        // 100·0.05^1.5 + 12.5·2 and 100·0.15^1.5 + 25·2; 1e-12: rounding of 1 − x through the root
        assert!((f(0.95, -2.0) - 26.118_033_988_749_895).abs() < 1e-12);
        assert!((f(0.85, -2.0) - 55.809_475_019_311_13).abs() < 1e-12);
        assert_eq!(f(1.0, -2.0), 0.0);
        assert_eq!(f(1.2, -2.0), 0.0);
        assert_eq!(f(0.95, 2.0), 0.0); // 1.118 − 25: clamped
        // MotionSolve: 2500·1.5 + 1000·s²(3 − 2s) at s = 0.6 (0.648)
        let g = impact(1.0, -1.0, 2.5, 2500.0, 1.0, 1000.0, 2.5);
        assert!((g - 4398.0).abs() < 1e-9);
    }

    #[test]
    fn free_length_zero_or_negative_is_legal() {
        let f = |x1: f64| impact(x1 - 0.05, -2.0, x1, 100.0, 1.5, 25.0, 0.1);
        for x1 in [0.0, -3.0] {
            assert!((f(x1) - f(1.0)).abs() < 1e-12);
        }
        assert!(
            Impact::from([0.0, 0.0, -3.0, 0.0, 0.5, 0.0, 1e-9])
                .check()
                .is_ok()
        );
    }

    #[test]
    fn ranges() {
        let broken = |i: usize, value: f64| {
            let mut args = [0.0, 0.0, 1.0, 100.0, 1.5, 25.0, 0.1];
            args[i] = value;
            let error = Impact::from(args).check().unwrap_err();
            assert_eq!(error.value.to_bits(), value.to_bits());
            error.argument
        };
        assert_eq!(broken(3, -1.0), "k");
        assert_eq!(broken(4, 0.0), "e");
        assert_eq!(broken(5, -1e-300), "cmax");
        assert_eq!(broken(6, 0.0), "d");
        assert_eq!(broken(2, f64::INFINITY), "x1");
        assert_eq!(broken(3, f64::NAN), "k");
    }

    #[test]
    fn a_number_that_is_none_stays_one() {
        let args = [0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1];
        for i in 0..7 {
            let mut a = args;
            a[i] = f64::NAN;
            assert!(Impact::from(a).value().is_nan(), "argument {i}");
        }
    }

    fn jet(x: f64, v: f64, e: f64) -> [[f64; 3]; 3] {
        let c = D::constant;
        jet2(x, v, |x, v| {
            impact(x, v, c(1.0), c(100.0), c(e), c(25.0), c(0.1))
        })
    }

    /// The quotient has the sign of the clamp's guard, and is that over pᵐ; bounds of it over an interval hold what it is inside.
    #[test]
    fn the_quotient_of_the_clamp() {
        use carom_base::Interval;
        let mut seen = [false; 2];
        for e in [0.5, 1.0, 1.5, 2.0, 2.2, 3.0] {
            for step in 0..400 {
                // From a hundredth of the depth that is watched to ten times that of full damping.
                let p = 0.1 * 10f64.powf(-8.0 + 9.0 * f64::from(step) / 400.0);
                let v = 4.0 * (f64::from(step) * 1.7).sin();
                let law = |p: f64| Impact::from([-p, v, 0.0, 100.0, e, 25.0, 0.1]);
                for mode in [Partial(Free), Full(Free), Partial(Clamped), Full(Clamped)] {
                    let [_, _, guard] = law(p).guards(mode);
                    let quotient = law(p).clamp_quotient(mode).unwrap();
                    let scale = p.max(0.1 * REENTRY).powf(e.min(2.0));
                    seen[usize::from(quotient > 0.0)] = true;
                    // 1e-12 of the larger term: a few roundings, and powers
                    let terms = guard.tolerance / f64::EPSILON / scale;
                    assert!(
                        (quotient - guard.value / scale).abs() <= 1e-12 * terms,
                        "{e} {p:e} {v} {mode:?}: {quotient} {}",
                        guard.value / scale
                    );
                    let wide = Interval::new(-2.0 * p, -0.5 * p);
                    let mut args = [0.0, v, 0.0, 100.0, e, 25.0, 0.1].map(Interval::constant);
                    args[0] = wide;
                    let range = Impact::from(args).clamp_quotient(mode).unwrap();
                    for part in [0.5, 0.8, 1.0, 1.3, 2.0] {
                        let inside = law(part * p).clamp_quotient(mode).unwrap();
                        let room = 1e-12 * (range.low.abs() + range.high.abs());
                        assert!(range.low - room <= inside && inside <= range.high + room);
                    }
                }
                assert_eq!(law(p).clamp_quotient(Open), None);
            }
        }
        assert_eq!(seen, [true; 2]);
    }

    /// Bounds of the clamp's guard over depths and speeds hold it and its rate inside, and are no wider than they have to be where the depth is known.
    #[test]
    fn the_range_of_the_clamp() {
        let ranged = |x: [f64; 2], rate: [f64; 2]| Dual {
            re: Interval::new(x[0], x[1]),
            eps: [Interval::new(rate[0], rate[1])],
        };
        for e in [0.5, 1.0, 1.5, 2.2] {
            for step in 0..200 {
                let p = 0.1 * 10f64.powf(-8.0 + 9.0 * f64::from(step) / 200.0);
                let v = 4.0 * (f64::from(step) * 1.7).sin();
                let a = 30.0 * (f64::from(step) * 2.3).sin();
                for mode in [Partial(Free), Full(Free), Partial(Clamped), Full(Clamped)] {
                    let at = |p: f64, v: f64, a: f64| {
                        let law = [-p, v, 0.0, 100.0, e, 25.0, 0.1].map(D::<f64, 1>::constant);
                        let mut law = Impact::from(law);
                        (law.x.eps, law.xdot.eps) = ([v], [a]);
                        law.guards(mode)[2].value
                    };
                    let law = Impact::from([0.0, 0.0, 0.0, 100.0, e, 25.0, 0.1]);
                    let speed = ranged([v - 0.3, v + 0.2], [a - 5.0, a + 2.0]);
                    let rates = [-v - 0.2, -v + 0.3];
                    let range = law.clamp_range(mode, ranged([0.5 * p, 2.0 * p], rates), speed);
                    let range = range.unwrap();
                    for (part, more, faster) in [
                        (0.5, -0.3, 0.0),
                        (1.0, 0.0, 2.0),
                        (1.3, 0.1, -5.0),
                        (2.0, 0.2, -5.0),
                        (0.5, 0.2, 2.0),
                    ] {
                        let inside = at(part * p, v + more, a + faster);
                        for (range, inside) in
                            [(range.re, inside.re), (range.eps[0], inside.eps[0])]
                        {
                            // 1e-12: rounding of both terms
                            let room = 1e-12 * (1.0 + range.low.abs() + range.high.abs());
                            assert!(range.low - room <= inside && inside <= range.high + room);
                        }
                    }
                    let known = law.clamp_range(mode, ranged([p, p], rates), speed).unwrap();
                    let ends = [at(p, v - 0.3, 0.0).re, at(p, v + 0.2, 0.0).re];
                    let room = 1e-12 * (1.0 + ends[0].abs() + ends[1].abs());
                    assert!((known.re.width() - (ends[0] - ends[1]).abs()).abs() <= room);
                }
                let law = Impact::from([0.0, 0.0, 0.0, 100.0, e, 25.0, 0.1]);
                let unit = ranged([0.0, 1.0], [0.0, 1.0]);
                assert_eq!(law.clamp_range(Open, unit, unit), None);
                let unknown = ranged([f64::NAN; 2], [0.0; 2]);
                assert_eq!(law.clamp_range(Full(Free), unknown, unit), None);
            }
        }
    }

    /// Derivatives at x = x₁ from below for each kind of exponent, and the jump at x₁ − d.
    #[test]
    fn side_limits() {
        let touch = |e| jet(1.0 - 1e-12, 0.0, e)[1][0];
        assert!(touch(2.2).abs() < 1e-11); // 100·2.2·1e-12^1.2
        assert!(touch(1.5).abs() < 1.6e-4); // 150·1e-6
        assert!((touch(1.0) + 100.0).abs() < 1e-10);
        assert!(touch(0.5) < -4.9e7); // 50·1e6
        assert!(jet(1.0 - 1e-12, 0.0, 1.5)[2][0] > 7.4e7); // 75·1e6
        assert_eq!(jet(1.0, 0.0, 0.5), [[0.0; 3]; 3]);
        assert_eq!(jet(1.1, -3.0, 1.5), [[0.0; 3]; 3]);
        let (v, h) = (-2.0, 1e-9);
        let (outer, inner) = (jet(0.9 + h, v, 1.5), jet(0.9 - h, v, 1.5));
        // slopes differ by about h·(6·cmax·v/d²) = 3e-5
        assert!((outer[1][0] - inner[1][0]).abs() < 1e-4);
        let jump = outer[2][0] - inner[2][0];
        // cxx = 6·cmax·(1 − 2s)/d² → −6·25/0.01 on the outer side; −cxx·v = 15000·v
        assert!((jump - 15000.0 * v).abs() < 1.0, "{jump}");
        assert_eq!(inner[1][1], -25.0);
    }

    #[test]
    fn exponents_up_to_one() {
        let f = |p: f64, e: f64| impact(1.0 - p, 0.0, 1.0, 100.0, e, 25.0, 0.1);
        // powers of two keep 1 − p exact
        assert_eq!(f(0.25, 1.0), 25.0);
        assert_eq!(f(0.25, 0.5), 50.0);
        assert_eq!(f(2f64.powi(-40), 0.5), 100.0 * 2f64.powi(-20));
        // a frozen mode beyond p = 0: linear goes on, a root has no continuation
        let beyond = |e| Impact::from([1.25, 0.0, 1.0, 100.0, e, 0.0, 0.1]).value_in(Partial(Free));
        assert_eq!(
            [beyond(1.0), beyond(2.0), beyond(0.5), beyond(1.5)],
            [-25.0, 6.25, 0.0, 0.0]
        );
    }

    #[test]
    fn an_exponent_may_vary() {
        // dF/de = k·pᵉ·ln p
        let c = D::<f64, 1>::constant;
        let f = |e: D<f64, 1>, x: f64| impact(c(x), c(0.0), c(1.0), c(100.0), e, c(25.0), c(0.1));
        let y = f(D::variable(1.7, 0), 0.5);
        let expected = 100.0 * 0.5f64.powf(1.7) * 0.5f64.ln();
        assert!((y.eps[0] - expected).abs() < 1e-12);
        let y = f(D::variable(2.0, 0), 0.5);
        assert!((y.eps[0] - 25.0 * 0.5f64.ln()).abs() < 1e-12);
        let law = Impact::from([
            c(1.5),
            c(0.0),
            c(1.0),
            c(100.0),
            D::variable(2.0, 0),
            c(25.0),
            c(0.1),
        ]);
        assert!(law.value_in(Partial(Free)).eps[0].is_finite());
    }

    /// The steel ball of `validation/values/impact_ball.json`: k, e, c, d and the known points of its flight.
    fn ball(p: f64, v: f64) -> Impact<D<f64, 1>> {
        let mut law = Impact::from([0.1 - p, v, 0.1, 1e5, 1.5, 50.0, 1e-4].map(D::constant));
        law.x.eps = [v];
        law
    }

    #[test]
    fn the_ball_passes_its_modes() {
        assert_eq!(ball(-0.1, -4.0).mode(), Open);
        assert_eq!(ball(0.0, -4.4).mode(), Partial(Free));
        assert_eq!(ball(0.5e-4, -4.4).mode(), Partial(Free));
        assert_eq!(ball(1e-2, 1.0).mode(), Full(Free));
        // force off at p = 0.011518871720838503936, v = 2.4725490076901784083
        let off = ball(0.011_518_871_720_838_504, 2.472_549_007_690_178_4);
        let [_, _, clamp] = off.guards(Full(Free));
        // 1e-12 N: rounding of 123 N with x known to 1e-17
        assert!(clamp.value.re.abs() < 1e-12 && clamp.value.eps[0] < 0.0);
        assert!(clamp.tolerance > clamp.value.re.abs() && clamp.tolerance < 1e-11);
        assert_eq!(ball(1e-2, 2.47).mode(), Full(Clamped));
        assert_eq!(ball(0.5e-4, 2.43).mode(), Partial(Clamped));
        // the force comes back below 7.5488541679e-12 with 1e-12 N: in the value, not in the guards
        let tiny = ball(4e-12, 2.426_432_671);
        assert!(tiny.value().re > 0.0 && tiny.value().re < 1e-11);
        assert_eq!(tiny.mode(), Partial(Clamped));
        assert!(
            tiny.guards(Partial(Clamped))
                .iter()
                .all(|g| g.value.re > 0.0)
        );
    }

    /// With light damping the spring alone ends the contact: the clamp is far from firing at p = 0.
    #[test]
    fn a_soft_end_fires_once() {
        for e in [0.5, 1.0, 1.5] {
            let law = Impact::from([1.0, 0.1, 1.0, 100.0, e, 1.0, 0.1]);
            let [gap, _, clamp] = law.guards(Partial(Free));
            assert_eq!(gap.value, 0.0);
            assert!(clamp.value > 100.0 * clamp.tolerance);
        }
    }

    /// Along random smooth motions: guards are positive in the mode that holds, one that falls leads to the next
    /// mode, and the frozen value is the live one.
    #[test]
    fn modes_follow_a_motion() {
        let mut random = Random::new(7);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..200 {
            let e = [0.7, 1.0, 1.5, 2.0, 2.2, 3.0][random.below(6)];
            let k = 10f64.powf(random.between(2.0, 5.0));
            let cmax = 10f64.powf(random.between(-1.0, 3.0));
            let (amplitude, omega) = (random.between(0.05, 0.5), random.between(1.0, 20.0));
            let ripple = random.between(0.0, 0.2);
            let at = |t: f64| {
                let (s, c) = (omega * t).sin_cos();
                // a ripple: the separation slows down and speeds up again
                let (s9, c9) = (9.0 * omega * t).sin_cos();
                let x = 1.0 + amplitude * (c + ripple * s9);
                let v = amplitude * omega * (-s + 9.0 * ripple * c9);
                let a = amplitude * omega * omega * (-c - 81.0 * ripple * s9);
                let mut law = Impact::from([x, v, 1.0, k, e, cmax, 0.1].map(D::<f64, 1>::constant));
                law.x.eps = [v];
                law.xdot.eps = [a];
                law
            };
            let mut mode = at(0.0).mode();
            for i in 1..=4000 {
                // the offset keeps samples off x = x₁, where the rate decides
                let turns = (f64::from(i) + 0.37) * 2.5 / 4000.0;
                let law = at(turns * std::f64::consts::TAU / omega);
                // several ends may lie between two samples: each changes the mode once
                for _ in 0..4 {
                    let fallen = law.guards(mode).iter().position(|g| g.value.re < 0.0);
                    let Some(slot) = fallen else { break };
                    let (next, meaning) = mode.after(slot);
                    assert_ne!(next, mode);
                    seen.insert((mode, next, meaning));
                    mode = next;
                }
                assert_eq!(mode, law.mode(), "{law:?}");
                assert_eq!(law.value_in(mode), law.value(), "{mode:?} {law:?}");
                assert_eq!(ImpactMode::from_code(mode.code()), mode);
            }
        }
        // all of the table but Partial(Clamped) -> Full(Clamped), which a resting x₁ cannot make
        assert_eq!(seen.len(), 10, "{seen:?}");
    }
}
