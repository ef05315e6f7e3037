//! IMPACT: the one-sided spring and damper of a compliant stop.

use crate::LawError;
use crate::contact::law::{Argument, ContactLaw, Dimension, argument};
use crate::contact::solid_law::{
    Branches, EXPONENT, Indentation, Parameter, Range, SolidLaw, parameter,
};
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

/// `k·|p|ᵉ` with the sign of p, of an exponent that may be any number, as in a record whose input it is: the slope is that of the law where it begins, for e = 1 as for others.
fn odd_spring<T: Number>(k: T, exponent: T, p: T) -> T {
    let force = k * p.abs().pow(exponent);
    T::select(p, -force, force)
}

/// Fraction of `d` below which the clamp is not watched.
pub const REENTRY: f64 = 1e-6;

/// `k·pᵉ`. Below p = 0 a whole exponent continues as it stands, any other by 0.
#[inline(always)]
pub(super) fn power_spring<T: Number>(k: T, exponent: T, p: T) -> T {
    if exponent.bounds() == [f64::NEG_INFINITY, f64::INFINITY] {
        return odd_spring(k, exponent, p);
    }
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
    const TEXT: &'static str = "the law IMPACT of both solvers in the depth: k·pᵉ, with a damping that grows to its full size at dmax";
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
            "at full depth, F·T·L⁻¹",
            |_| of::F * of::T / of::L,
            Range::NotNegative,
        ),
        parameter(
            "dmax",
            "depth of full damping, L",
            |_| of::L,
            Range::NotNegative,
        ),
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
mod tests;
