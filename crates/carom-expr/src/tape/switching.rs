//! Operations with branches: the value in a mode, the mode that holds, the guards that end it.

use crate::mode::{Mode, ROUNDING, Rated, sign};
use crate::spline::Surface;
use carom_base::{Dialect, Number};
use carom_laws::{
    Bistop, BistopMode, Branched, Guard, Havsin, Impact, ImpactMode, LawError, Piece, Ramp, Step,
    Step5, Sweep, SweepMode, SwitchEvent,
};
use std::sync::Arc;

/// Mode of AINT and ANINT beyond the whole numbers that a mode can hold: no guard, the value as it comes.
const BEYOND: Mode = Mode::MAX;

/// The most guards that one switching operation watches.
pub const MOST_SLOTS: usize = 6;

/// Kinds of switching operations.
#[derive(Clone, Debug, PartialEq)]
pub enum Switching {
    /// IF; the mode is the sign of the test. The tape itself runs the branch.
    Branch,
    /// ABS; modes 1 and -1.
    Abs,
    /// The sign that SIGN takes from its second argument; modes 1 (also at zero) and -1.
    Sign,
    /// MAX of two; mode 0 the first, 1 the second.
    Max,
    /// MIN of two.
    Min,
    /// AINT; the mode is the value.
    Truncate,
    /// ANINT; the mode is the value.
    Round,
    Step,
    Step5,
    Havsin,
    Sweep(Dialect),
    Impact,
    Bistop,
    /// A spline; the mode is the piece.
    Spline(Arc<Surface>),
}

fn pick<T: Copy, const N: usize>(args: &[T]) -> [T; N] {
    std::array::from_fn(|i| args[i])
}

fn ramp<T: Copy>(args: &[T]) -> Ramp<T> {
    Ramp::from(pick(args))
}

impl Switching {
    /// Name for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Branch => "IF",
            Self::Abs => "ABS",
            Self::Sign => "SIGN",
            Self::Max => "MAX",
            Self::Min => "MIN",
            Self::Truncate => "AINT",
            Self::Round => "ANINT",
            Self::Step => "STEP",
            Self::Step5 => "STEP5",
            Self::Havsin => "HAVSIN",
            Self::Sweep(_) => "SWEEP",
            Self::Impact => "IMPACT",
            Self::Bistop => "BISTOP",
            Self::Spline(s) => s.name(),
        }
    }

    /// Number of guards.
    pub fn slots(&self) -> usize {
        match self {
            Self::Abs | Self::Sign | Self::Max | Self::Min => 1,
            Self::Branch | Self::Truncate | Self::Round => 2,
            Self::Step | Self::Step5 | Self::Havsin => Ramp::<f64>::SLOTS,
            Self::Sweep(_) => Sweep::<f64>::SLOTS,
            Self::Impact => Impact::<f64>::SLOTS,
            Self::Bistop => Bistop::<f64>::SLOTS,
            Self::Spline(s) => s.slots(),
        }
    }

    /// The value in a mode, continued smoothly beyond its end.
    #[inline]
    pub fn value<T: Number>(&self, a: &[T], mode: Mode) -> T {
        match self {
            Self::Branch => unreachable!("the tape runs the branches of IF"),
            Self::Impact => Impact::from(pick(a)).value_in(ImpactMode::from_code(mode)),
            Self::Bistop => Bistop::from(pick(a)).value_in(BistopMode::from_code(mode)),
            Self::Abs => {
                if mode < 0 {
                    -a[0]
                } else {
                    a[0]
                }
            }
            Self::Sign => T::constant(if mode < 0 { -1.0 } else { 1.0 }),
            Self::Max | Self::Min => a[usize::from(mode != 0)],
            Self::Truncate | Self::Round if mode == BEYOND => match a[0].bounds() {
                [low, high] if low < high => T::undefined(),
                _ => T::constant(a[0].value().trunc()),
            },
            Self::Truncate | Self::Round => T::constant(f64::from(mode)),
            Self::Step => Step(ramp(a)).value_in(piece(mode)),
            Self::Step5 => Step5(ramp(a)).value_in(piece(mode)),
            Self::Havsin => Havsin(ramp(a)).value_in(piece(mode)),
            Self::Sweep(d) => Sweep::new(*d, pick(a)).value_in(SweepMode::from_code(mode)),
            Self::Spline(s) => s.value(a[0], a[1], mode),
        }
    }

    /// The mode that holds; the derivatives of the arguments are rates in time, which decide on an edge.
    pub fn decide(&self, a: &[Rated]) -> Mode {
        match self {
            Self::Branch => sign(a[0]),
            Self::Abs | Self::Sign => {
                if sign(a[0]) < 0 {
                    -1
                } else {
                    1
                }
            }
            Self::Max => Mode::from(sign(a[0] - a[1]) < 0),
            Self::Min => Mode::from(sign(a[0] - a[1]) > 0),
            Self::Truncate => whole(a[0], f64::trunc),
            Self::Round => whole(a[0], f64::round),
            Self::Step => code(Step(ramp(a)).mode()),
            Self::Step5 => code(Step5(ramp(a)).mode()),
            Self::Havsin => code(Havsin(ramp(a)).mode()),
            Self::Sweep(d) => Sweep::new(*d, pick(a)).mode().code(),
            Self::Impact => Impact::from(pick(a)).mode().code(),
            Self::Bistop => Bistop::from(pick(a)).mode().code(),
            Self::Spline(s) => s.decide(a[0], a[1]),
        }
    }

    /// The guards of a mode, slot after slot. `rounding` gives the rounding of an argument by its number.
    pub fn guards<T: Number>(
        &self,
        a: &[T],
        mode: Mode,
        rounding: impl Fn(usize) -> f64,
        out: &mut [Guard<T>],
    ) {
        let side = |mode: Mode, g: T, tolerance: f64| Guard {
            value: if mode < 0 { -g } else { g },
            tolerance,
        };
        match self {
            Self::Branch if mode == 0 => {
                // The test stays zero; the branch ends where it leaves zero by more than rounding.
                let tolerance = rounding(0);
                let band = T::constant(16.0 * tolerance);
                out[0] = side(1, band + a[0], tolerance);
                out[1] = side(1, band - a[0], tolerance);
            }
            Self::Branch => {
                out[0] = side(mode, a[0], rounding(0));
                out[1] = Guard::idle();
            }
            Self::Abs | Self::Sign => out[0] = side(mode, a[0], rounding(0)),
            Self::Max | Self::Min => {
                let first = (mode == 0) == matches!(self, Self::Max);
                let tolerance = rounding(0) + rounding(1);
                out[0] = side(if first { 1 } else { -1 }, a[0] - a[1], tolerance);
            }
            Self::Truncate | Self::Round if mode == BEYOND => out.fill(Guard::idle()),
            Self::Truncate | Self::Round => {
                let (low, high) = ends(matches!(self, Self::Round), f64::from(mode));
                out[0] = side(1, a[0] - low, rounding(0).max(ROUNDING * low.abs()));
                out[1] = side(-1, a[0] - high, rounding(0).max(ROUNDING * high.abs()));
            }
            Self::Step => out.copy_from_slice(&Step(ramp(a)).guards(piece(mode))),
            Self::Step5 => out.copy_from_slice(&Step5(ramp(a)).guards(piece(mode))),
            Self::Havsin => out.copy_from_slice(&Havsin(ramp(a)).guards(piece(mode))),
            Self::Sweep(d) => {
                out.copy_from_slice(&Sweep::new(*d, pick(a)).guards(SweepMode::from_code(mode)))
            }
            Self::Impact => {
                out.copy_from_slice(&Impact::from(pick(a)).guards(ImpactMode::from_code(mode)));
            }
            Self::Bistop => {
                out.copy_from_slice(&Bistop::from(pick(a)).guards(BistopMode::from_code(mode)));
            }
            Self::Spline(s) => s.guards(a[0], a[1], mode, out),
        }
    }

    /// Guards over something positive, which have their signs and are easier to bound, where there are such.
    pub fn quotients<T: Number>(&self, a: &[T], mode: Mode, out: &mut [Option<T>]) {
        match self {
            Self::Impact => {
                let law = Impact::from(pick(a));
                out[2] = law.clamp_quotient(ImpactMode::from_code(mode));
            }
            Self::Bistop => {
                let law = Bistop::from(pick(a));
                [out[2], out[5]] = law.clamp_quotients(BistopMode::from_code(mode));
            }
            _ => {}
        }
    }

    /// The mode after guard `slot` fell through zero.
    pub fn after(&self, slot: usize, mode: Mode) -> (Mode, SwitchEvent) {
        let next = match self {
            Self::Branch if mode == 0 => [-1, 1][slot.min(1)],
            Self::Branch | Self::Abs | Self::Sign => {
                if mode < 0 {
                    1
                } else {
                    -1
                }
            }
            Self::Max | Self::Min => 1 - mode,
            Self::Truncate | Self::Round => {
                if slot == 0 {
                    mode.saturating_sub(1)
                } else {
                    mode.saturating_add(1)
                }
            }
            Self::Step | Self::Step5 | Self::Havsin => code(piece(mode).after(slot).0),
            Self::Sweep(_) => SweepMode::from_code(mode).after(slot).0.code(),
            Self::Impact => {
                let (next, event) = ImpactMode::from_code(mode).after(slot);
                return (next.code(), event);
            }
            Self::Bistop => {
                let (next, event) = BistopMode::from_code(mode).after(slot);
                return (next.code(), event);
            }
            Self::Spline(s) => s.after(slot, mode),
        };
        (next, SwitchEvent::Switch)
    }

    /// Names the argument that is out of its range.
    pub fn check<T: Number>(&self, a: &[T]) -> Result<(), LawError> {
        match self {
            Self::Step => Step(ramp(a)).check(),
            Self::Step5 => Step5(ramp(a)).check(),
            Self::Havsin => Havsin(ramp(a)).check(),
            Self::Sweep(d) => Sweep::new(*d, pick(a)).check(),
            Self::Impact => Impact::from(pick(a)).check(),
            Self::Bistop => Bistop::from(pick(a)).check(),
            _ => Ok(()),
        }
    }
}

impl From<Branched> for Switching {
    fn from(law: Branched) -> Self {
        match law {
            Branched::Impact => Self::Impact,
            Branched::Bistop => Self::Bistop,
            Branched::Step => Self::Step,
            Branched::Step5 => Self::Step5,
            Branched::Havsin => Self::Havsin,
            Branched::Sign => Self::Sign,
        }
    }
}

fn piece(mode: Mode) -> Piece {
    Piece(mode.clamp(0, 2) as u8)
}

fn code(piece: Piece) -> Mode {
    Mode::from(piece.0)
}

/// The whole number that AINT or ANINT makes of `a` just after now.
fn whole(a: Rated, rule: fn(f64) -> f64) -> Mode {
    let n = rule(a.re);
    if n.abs() >= f64::from(Mode::MAX - 1) {
        return BEYOND;
    }
    let (low, high) = ends(rule(0.5) != 0.0, n);
    // `as` is exact here; NaN becomes 0 and shows up as a value that is not finite elsewhere
    let n = n as Mode;
    if a.re == low && a.eps[0] < 0.0 {
        n - 1
    } else if a.re == high && a.eps[0] > 0.0 {
        n + 1
    } else {
        n
    }
}

/// The interval on which AINT (or ANINT, `round`) gives `n`.
fn ends(round: bool, n: f64) -> (f64, f64) {
    if round {
        (n - 0.5, n + 0.5)
    } else {
        (
            if n > 0.0 { n } else { n - 1.0 },
            if n < 0.0 { n } else { n + 1.0 },
        )
    }
}
