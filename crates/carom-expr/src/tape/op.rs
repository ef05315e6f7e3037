//! The operations of a tape.

use carom_base::Number;

/// Number of a register.
pub type Reg = u32;

/// Functions of one argument without branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elementary {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Log,
    Log10,
    Sqrt,
    /// The number itself, zero below zero.
    Positive,
}

impl Elementary {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sin => "SIN",
            Self::Cos => "COS",
            Self::Tan => "TAN",
            Self::Asin => "ASIN",
            Self::Acos => "ACOS",
            Self::Atan => "ATAN",
            Self::Sinh => "SINH",
            Self::Cosh => "COSH",
            Self::Tanh => "TANH",
            Self::Exp => "EXP",
            Self::Log => "LOG",
            Self::Log10 => "LOG10",
            Self::Sqrt => "SQRT",
            Self::Positive => "the positive part",
        }
    }

    #[inline]
    pub fn value<T: Number>(self, a: T) -> T {
        match self {
            Self::Sin => a.sin(),
            Self::Cos => a.cos(),
            Self::Tan => a.tan(),
            Self::Asin => a.asin(),
            Self::Acos => a.acos(),
            Self::Atan => a.atan(),
            Self::Sinh => a.sinh(),
            Self::Cosh => a.cosh(),
            Self::Tanh => a.tanh(),
            Self::Exp => a.exp(),
            Self::Log => a.ln(),
            Self::Log10 => a.log10(),
            Self::Sqrt => root(a),
            Self::Positive => T::select(a, T::zero(), a),
        }
    }
}

/// Sums over a list of coefficients: arguments x, x0, (w,) a0, a1, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Series {
    Poly,
    Cheby,
    Forcos,
    Forsin,
}

/// The most arguments that a single operation takes: x, x0, w and 31 coefficients.
pub const MOST_ARGUMENTS: usize = 34;

impl Series {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Poly => "POLY",
            Self::Cheby => "CHEBY",
            Self::Forcos => "FORCOS",
            Self::Forsin => "FORSIN",
        }
    }

    pub fn value<T: Number>(self, a: &[T]) -> T {
        match self {
            Self::Poly => carom_laws::poly(a[0], a[1], &a[2..]),
            Self::Cheby => carom_laws::cheby(a[0], a[1], &a[2..]),
            Self::Forcos => carom_laws::forcos(a[0], a[1], a[2], &a[3..]),
            Self::Forsin => carom_laws::forsin(a[0], a[1], a[2], &a[3..]),
        }
    }
}

/// Arguments in the tape's list of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arguments {
    pub start: u32,
    pub count: u8,
}

impl Arguments {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + usize::from(self.count)
    }
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Add(Reg, Reg),
    Subtract(Reg, Reg),
    Multiply(Reg, Reg),
    Divide(Reg, Reg),
    Negate(Reg),
    /// A whole, constant exponent.
    PowerWhole(Reg, i32),
    /// A constant exponent, the second register.
    PowerReal(Reg, Reg),
    /// A varying exponent.
    Power(Reg, Reg),
    Function(Elementary, Reg),
    Atan2(Reg, Reg),
    Series(Series, Arguments),
    /// The switching operation of this number.
    Switch(u32),
    /// The IF of this number.
    Branch(u32),
    /// The user's routine of this number.
    Routine(u32),
}

impl Op {
    /// The value of an operation that neither switches nor has a list of arguments.
    #[inline(always)]
    pub fn simple<T: Number>(self, r: impl Fn(Reg) -> T) -> T {
        match self {
            Op::Add(a, b) => r(a) + r(b),
            Op::Subtract(a, b) => r(a) - r(b),
            Op::Multiply(a, b) => r(a) * r(b),
            Op::Divide(a, b) => r(a) / r(b),
            Op::Negate(a) => -r(a),
            Op::PowerWhole(a, n) => r(a).powi(n),
            Op::PowerReal(a, p) => power(r(a), r(p).value()),
            Op::Power(a, p) => r(a).pow(r(p)),
            Op::Function(f, a) => f.value(r(a)),
            Op::Atan2(a, b) => atan2(r(a), r(b)),
            Op::Series(..) | Op::Switch(_) | Op::Branch(_) | Op::Routine(_) => {
                unreachable!("these read a list of arguments")
            }
        }
    }

    /// How many partial derivatives a simple operation keeps between the two sweeps of a gradient.
    pub fn partials(self) -> u32 {
        match self {
            Op::PowerWhole(..) | Op::PowerReal(..) | Op::Function(..) => 1,
            Op::Power(..) | Op::Atan2(..) => 2,
            _ => 0,
        }
    }

    /// Calls `f` on each register that the operation itself names.
    pub fn for_each(self, mut f: impl FnMut(Reg)) {
        match self {
            Op::Add(a, b)
            | Op::Subtract(a, b)
            | Op::Multiply(a, b)
            | Op::Divide(a, b)
            | Op::Power(a, b)
            | Op::PowerReal(a, b)
            | Op::Atan2(a, b) => {
                f(a);
                f(b);
            }
            Op::Negate(a) | Op::PowerWhole(a, _) | Op::Function(_, a) => f(a),
            Op::Series(..) | Op::Switch(_) | Op::Branch(_) | Op::Routine(_) => {}
        }
    }

    /// The same operation on other registers.
    pub fn map(self, f: impl Fn(Reg) -> Reg) -> Op {
        match self {
            Op::Add(a, b) => Op::Add(f(a), f(b)),
            Op::Subtract(a, b) => Op::Subtract(f(a), f(b)),
            Op::Multiply(a, b) => Op::Multiply(f(a), f(b)),
            Op::Divide(a, b) => Op::Divide(f(a), f(b)),
            Op::Power(a, b) => Op::Power(f(a), f(b)),
            Op::PowerReal(a, b) => Op::PowerReal(f(a), f(b)),
            Op::Atan2(a, b) => Op::Atan2(f(a), f(b)),
            Op::Negate(a) => Op::Negate(f(a)),
            Op::PowerWhole(a, n) => Op::PowerWhole(f(a), n),
            Op::Function(g, a) => Op::Function(g, f(a)),
            Op::Series(..) | Op::Switch(_) | Op::Branch(_) | Op::Routine(_) => self,
        }
    }
}

/// The angle of the point (x, y); not a number at the origin, where the manuals call it an error.
#[inline]
fn atan2<T: Number>(y: T, x: T) -> T {
    if y.vanishes() && x.vanishes() {
        return T::undefined();
    }
    without_cut(y.atan2(x))
}

/// An angle that is told in (−π, π] and jumps there: an enclosure that goes on beyond says nothing about it.
#[inline]
pub fn without_cut<T: Number>(angle: T) -> T {
    use std::f64::consts::PI;
    let [low, high] = angle.bounds();
    if low < -PI || high > PI {
        return T::undefined();
    }
    angle
}

/// The slope of a root at zero is infinite and no use to anyone; as the magnitude of a vector it counts as zero,
/// the mean of all directions.
#[inline]
fn root<T: Number>(a: T) -> T {
    if a.vanishes() { T::zero() } else { a.sqrt() }
}

/// With a constant exponent; fractional exponents below 1 are roots.
#[inline]
fn power<T: Number>(a: T, p: f64) -> T {
    if a.vanishes() && 0.0 < p && p < 1.0 {
        T::zero()
    } else {
        a.powf(p)
    }
}
