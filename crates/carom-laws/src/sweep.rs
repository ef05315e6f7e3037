//! SWEEP: a sine of constant amplitude whose frequency runs from one value to another.

use crate::LawError;
use crate::error::Check;
use crate::guard::{Guard, Piece, SwitchEvent};
use crate::ramp::Ramp;
use crate::step5::Step5;
use carom_base::{Dialect, Dual, Number};
use std::f64::consts::TAU;

/// Sine of amplitude `a`, frequency `f0` up to `x0`, `f1` from `x1` on, linear between; faded in over `dx`.
///
/// ```text
/// Adams         a · STEP5(x, x₀, 0, x₀+Δx, 1) · sin 2πφ(x)
///               φ = f₀·x                                                     x ≤ x₀
///                   f₀·x + (f₁−f₀)·(x−x₀)²/(2(x₁−x₀))                         between
///                   f₁·x − (f₁−f₀)·(x₁+x₀)/2                                  x ≥ x₁
/// MotionSolve   a · STEP5(x, 0, 0, Δx, 1) · sin 2πf(x)x
///               f = f₀,   f₀ + ½(f₁−f₀)·(x−x₀)/(x₁−x₀),   f₁
/// ```
///
/// | arg        | meaning                         | dimension     | range   |
/// |------------|---------------------------------|---------------|---------|
/// | `x`        | variable, mostly TIME           | any           |         |
/// | `a`        | amplitude                       | any           |         |
/// | `x0`, `x1` | where the frequency runs        | of `x`        | x₀ < x₁ |
/// | `f0`, `f1` | frequency there, in cycles      | 1 / that of `x` |       |
/// | `dx`       | over which the sine is faded in | of `x`        | > 0     |
///
/// The Adams phase is continuous with its slope; the MotionSolve law, kept as its help prints it, jumps
/// at x₁. The Adams fade begins at x₀, as the text of a licensed copy of the help asks
/// ("fully active at x₀+Δx"), although the formula printed there begins it at 0.
/// Sources: SolidWorks Motion help and MotionSolve help, function SWEEP.
pub fn sweep<T: Number>(dialect: Dialect, x: T, a: T, x0: T, f0: T, x1: T, f1: T, dx: T) -> T {
    Sweep::new(dialect, [x, a, x0, f0, x1, f1, dx]).value()
}

/// The arguments of [`sweep`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep<T> {
    /// Whose law.
    pub dialect: Dialect,
    /// Variable.
    pub x: T,
    /// Amplitude.
    pub a: T,
    /// Where the frequency begins to run.
    pub x0: T,
    /// Frequency up to `x0`, cycles per unit of `x`.
    pub f0: T,
    /// Where it ends.
    pub x1: T,
    /// Frequency from `x1` on, cycles per unit of `x`.
    pub f1: T,
    /// Over which the sine is faded in.
    pub dx: T,
}

/// Mode of a SWEEP: which piece of the frequency, which piece of the fade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SweepMode {
    /// 0 up to x₀, 1 between, 2 from x₁ on.
    pub frequency: Piece,
    /// 0 still silent, 1 being faded in, 2 fully active.
    pub fade: Piece,
}

impl SweepMode {
    /// As a number, 0 to 8.
    pub fn code(self) -> i32 {
        i32::from(self.frequency.0) * 3 + i32::from(self.fade.0)
    }
    /// From [`SweepMode::code`]; other numbers give a code's remainder by 9.
    pub fn from_code(code: i32) -> Self {
        let code = code.rem_euclid(9) as u8;
        Self {
            frequency: Piece(code / 3),
            fade: Piece(code % 3),
        }
    }
    /// The mode after the guard `slot` fell through zero.
    pub fn after(self, slot: usize) -> (Self, SwitchEvent) {
        let mut next = self;
        if slot < 2 {
            next.frequency = self.frequency.after(slot).0;
        } else {
            next.fade = self.fade.after(slot - 2).0;
        }
        (next, SwitchEvent::Switch)
    }
}

impl<T: Number> Sweep<T> {
    /// Number of guard slots: x₀, x₁, both ends of the fade.
    pub const SLOTS: usize = 4;

    /// Arguments in the order of the manuals.
    pub fn new(dialect: Dialect, [x, a, x0, f0, x1, f1, dx]: [T; 7]) -> Self {
        Self {
            dialect,
            x,
            a,
            x0,
            f0,
            x1,
            f1,
            dx,
        }
    }

    fn fade(&self) -> Step5<T> {
        let from = match self.dialect {
            Dialect::Adams => self.x0,
            Dialect::MotionSolve => T::zero(),
        };
        Step5(Ramp {
            x: self.x,
            x0: from,
            h0: T::zero(),
            x1: from + self.dx,
            h1: T::one(),
        })
    }

    /// Cycles since x = 0 on a piece of the frequency.
    fn cycles(&self, piece: Piece) -> T {
        let (x, half) = (self.x, (self.f1 - self.f0) * 0.5);
        let run = (x - self.x0) / (self.x1 - self.x0);
        match (self.dialect, piece.0) {
            (_, 0) => self.f0 * x,
            (Dialect::Adams, 1) => self.f0 * x + half * run * (x - self.x0),
            (Dialect::Adams, _) => self.f1 * x - half * (self.x1 + self.x0),
            (Dialect::MotionSolve, 1) => (self.f0 + half * run) * x,
            (Dialect::MotionSolve, _) => self.f1 * x,
        }
    }

    /// On the branch that the arguments ask for.
    pub fn value(&self) -> T {
        let x = self.x.value();
        let piece = if x <= self.x0.value() {
            0
        } else if x < self.x1.value() {
            1
        } else {
            2
        };
        self.a * self.fade().value() * (self.cycles(Piece(piece)) * TAU).sin()
    }

    /// In a frozen mode, continued beyond its ends.
    pub fn value_in(&self, mode: SweepMode) -> T {
        self.a * self.fade().value_in(mode.fade) * (self.cycles(mode.frequency) * TAU).sin()
    }

    fn past(&self) -> [Guard<T>; 2] {
        [self.x0, self.x1].map(|end| Guard::difference(self.x, end))
    }

    /// The guards of a mode: x₀, x₁, begin and end of the fade.
    pub fn guards(&self, mode: SweepMode) -> [Guard<T>; 4] {
        let [a, b] = mode.frequency.guards(self.past());
        let [c, d] = self.fade().guards(mode.fade);
        [a, b, c, d]
    }

    /// Names the argument that is out of its range.
    pub fn check(&self) -> Result<(), LawError> {
        let check = Check("SWEEP");
        check.finite("a", self.a.value())?;
        check.finite("x0", self.x0.value())?;
        check.finite("f0", self.f0.value())?;
        let x1 = self.x1.value();
        check.relation(x1 > self.x0.value(), "x1", x1, "greater than x0")?;
        check.finite("f1", self.f1.value())?;
        check.positive("dx", self.dx.value())
    }
}

impl Sweep<Dual<f64, 1>> {
    /// The mode that holds at these arguments, whose derivatives are rates in time.
    pub fn mode(&self) -> SweepMode {
        SweepMode {
            frequency: Piece::at(self.past()),
            fade: self.fade().mode(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jet::{Jet1, jet1};

    const ARGS: [f64; 6] = [3.0, 1.0, 2.0, 4.0, 5.0, 0.5]; // a, x0, f0, x1, f1, dx

    fn at(dialect: Dialect, x: f64) -> [f64; 3] {
        let [a, x0, f0, x1, f1, dx] = ARGS.map(Jet1::constant);
        jet1(x, |x| sweep(dialect, x, a, x0, f0, x1, f1, dx))
    }

    #[test]
    fn adams_points_by_hand() {
        let f = |x| at(Dialect::Adams, x)[0];
        assert_eq!(f(0.9), 0.0); // faded out before x0
        // half way: 2·2.5 + 3·1.5²/6 cycles; beyond: 5x − 3·5/2; 1e-13: rounding of an angle of 2π·20
        assert!((f(2.5) - 3.0 * (TAU * (5.0 + 1.125)).sin()).abs() < 1e-13);
        assert!((f(5.3) - 3.0 * (TAU * (26.5 - 7.5)).sin()).abs() < 1e-13);
        assert!((f(1.25) - 3.0 * 0.5 * (TAU * (2.5 + 0.5 * 0.0625)).sin()).abs() < 1e-13);
        // continuous with its slope at x1 (2e-9 wide, slope ≤ 3·2π·5, second derivative ≤ 3·(2π·5)²)
        let (l, r) = (
            at(Dialect::Adams, 4.0 - 1e-9),
            at(Dialect::Adams, 4.0 + 1e-9),
        );
        assert!((l[0] - r[0]).abs() < 2e-7 && (l[1] - r[1]).abs() < 7e-6);
    }

    #[test]
    fn motionsolve_points_by_hand() {
        let f = |x| at(Dialect::MotionSolve, x)[0];
        assert_eq!(f(-0.1), 0.0);
        // fade from 0 to 0.5; f0 up to x0 = 1
        assert!((f(0.25) - 3.0 * 0.5 * (TAU * 0.5).sin()).abs() < 1e-13);
        assert!((f(0.8) - 3.0 * (TAU * 1.6).sin()).abs() < 1e-13);
        assert!((f(2.5) - 3.0 * (TAU * 2.75 * 2.5).sin()).abs() < 1e-13);
        assert!((f(4.2) - 3.0 * (TAU * 21.0).sin()).abs() < 1e-13);
        // the jump of the printed law at x1 = 4.05: from 3.5·4.05 to 5·4.05 cycles
        let s = |x| sweep(Dialect::MotionSolve, x, 1.0, 1.0, 2.0, 4.05, 5.0, 0.5);
        let jump = (TAU * 20.25).sin() - (TAU * 3.5 * 4.05).sin();
        assert!((s(4.05 + 1e-12) - s(4.05 - 1e-12) - jump).abs() < 1e-9);
    }

    #[test]
    fn derivatives_and_modes() {
        for dialect in [Dialect::Adams, Dialect::MotionSolve] {
            for i in 0..60 {
                let x = 0.1 * f64::from(i) - 0.333;
                let h = 1e-6;
                let d = |k: usize| (at(dialect, x + h)[k] - at(dialect, x - h)[k]) / (2.0 * h);
                // h² · third derivative (2π·20)³·3/6 ≈ 1e-6, and one order more for the second
                assert!((at(dialect, x)[1] - d(0)).abs() < 1e-5);
                assert!((at(dialect, x)[2] - d(1)).abs() < 1e-3);
                let args = [x, 3.0, 1.0, 2.0, 4.0, 5.0, 0.5].map(Dual::<f64, 1>::constant);
                let law = Sweep::new(dialect, args);
                let mode = law.mode();
                assert_eq!(law.value_in(mode).re, at(dialect, x)[0]);
                assert!(law.guards(mode).iter().all(|g| g.value.re > 0.0));
                assert_eq!(SweepMode::from_code(mode.code()), mode);
            }
        }
        let mode = SweepMode::from_code(0);
        assert_eq!(mode.after(0).0.frequency, Piece(1));
        assert_eq!(mode.after(2).0.fade, Piece(1));
    }

    #[test]
    fn ranges() {
        let check = |i: usize, value: f64| {
            let mut args = [0.0, 3.0, 1.0, 2.0, 4.0, 5.0, 0.5];
            args[i] = value;
            Sweep::new(Dialect::Adams, args)
                .check()
                .map_err(|e| e.argument)
        };
        assert_eq!(check(4, 1.0), Err("x1"));
        assert_eq!(check(6, 0.0), Err("dx"));
        assert_eq!(check(1, f64::NAN), Err("a"));
        assert_eq!(check(1, 0.0), Ok(()));
    }
}
