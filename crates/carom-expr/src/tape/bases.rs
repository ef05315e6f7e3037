//! Bases of powers and roots that a branch keeps from going below zero: `MAX(x,0)**1.5`, `SQRT(ABS(x))`, `IF(x: (-x)**0.3, 0, 0)`.
//!
//! A frozen branch goes on beyond its end, by a part of a step until the end is found and by rounding where it is, and a power of a number below zero
//! has no value there. Such a base goes on as zero, as the penetration of IMPACT does.

use super::builder::{Builder, Value};
use super::layout::Root;
use super::op::{Elementary, Op, Reg};
use super::switching::Switching;
use crate::mode::Mode;
use crate::syntax::Place;

/// Products and powers that are looked through.
const DEPTH_MAX: u8 = 8;

/// Where a base is zero: at the end of a branch, as a power of the distance from there.
#[derive(Clone, Copy)]
struct Zero {
    switch: u32,
    /// The mode of the branch; `None`: any.
    mode: Option<Mode>,
    order: i32,
}

impl Builder<'_> {
    /// The base of a power with the exponent `e`, or of one that is not known, kept from going below zero where a branch does so.
    pub(super) fn base(&mut self, a: Reg, e: Option<f64>, place: Place) -> Option<Reg> {
        let Some(zero) = self.zero_of(a, DEPTH_MAX) else {
            return Some(a);
        };
        let e = e.map_or(0.0, |e| e * f64::from(zero.order));
        if e > 0.0 && e.fract() != 0.0 {
            self.roots.push(Root {
                steep: e < 1.0,
                switch: zero.switch as usize,
                mode: zero.mode,
            });
        }
        if zero.order % 2 == 0 {
            return Some(a);
        }
        let positive = Op::Function(Elementary::Positive, a);
        self.emit(positive, place).map(|v| v.0)
    }

    /// x and n of an even power xⁿ that no branch ends at zero: `(x**2)**0.15` has a slope without bounds there, and a kink `SQRT(x**2)`.
    pub(super) fn even_power(&self, a: Reg) -> Option<(Reg, f64)> {
        let (x, n) = match self.origin(a)? {
            Op::Multiply(x, y) if x == y => (x, 2),
            Op::PowerWhole(x, n) if n > 0 && n % 2 == 0 => (x, n),
            _ => return None,
        };
        self.zero_of(a, DEPTH_MAX)
            .is_none()
            .then_some((x, f64::from(n)))
    }

    /// ABS: the number itself where that is a root, a power or a square, which are never negative. A branch there would end where that touches zero.
    pub fn magnitude(&mut self, a: Value, place: Place) -> Option<Value> {
        if self.is_never_negative(a.0, DEPTH_MAX) {
            return Some(a);
        }
        self.switch(Switching::Abs, &[a], true, place)
    }

    fn is_never_negative(&self, a: Reg, depth: u8) -> bool {
        if let Some(x) = self.known(Value(a)) {
            return x >= 0.0;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let is = |r: Reg| self.is_never_negative(r, depth);
        match self.origin(a) {
            Some(Op::PowerReal(..) | Op::Function(Elementary::Sqrt, _)) => true,
            Some(Op::Switch(number)) => {
                matches!(self.switches[number as usize].kind, Switching::Abs)
            }
            Some(Op::PowerWhole(x, n)) => n % 2 == 0 || is(x),
            Some(Op::Multiply(x, y)) => x == y || (is(x) && is(y)),
            Some(Op::Divide(x, y) | Op::Add(x, y)) => is(x) && is(y),
            _ => false,
        }
    }

    /// Where `a`, which is not negative inside of a branch, is zero at its end.
    fn zero_of(&self, a: Reg, depth: u8) -> Option<Zero> {
        let of_way = |&(switch, mode): &(u32, Mode)| {
            let test = self.test_of(switch);
            let holds = (mode > 0 && a == test) || (mode < 0 && self.are_opposite(a, test));
            holds.then_some(Zero {
                switch,
                mode: Some(mode),
                order: 1,
            })
        };
        if let Some(zero) = self.ways.iter().rev().find_map(of_way) {
            return Some(zero);
        }
        let depth = depth.checked_sub(1)?;
        let is_positive = |r: Reg| self.known(Value(r)).is_some_and(|x| x > 0.0);
        match self.origin(a)? {
            Op::Switch(number) => self.zero_of_switch(number, false),
            Op::Negate(b) => match self.origin(b)? {
                Op::Switch(number) => self.zero_of_switch(number, true),
                _ => None,
            },
            Op::Multiply(x, y) if x == y => self.zero_of_square(x, 2, depth),
            Op::Multiply(x, y) if is_positive(x) => self.zero_of(y, depth),
            Op::Multiply(x, y) | Op::Divide(x, y) if is_positive(y) => self.zero_of(x, depth),
            Op::PowerWhole(x, n) if n > 0 && n % 2 == 0 => self.zero_of_square(x, n, depth),
            Op::PowerWhole(x, n) if n > 0 => {
                let zero = self.zero_of(x, depth)?;
                let order = zero.order.saturating_mul(n);
                Some(Zero { order, ..zero })
            }
            _ => None,
        }
    }

    /// Of an even power of something of either sign.
    fn zero_of_square(&self, x: Reg, n: i32, depth: u8) -> Option<Zero> {
        let of_way = |&(switch, mode): &(u32, Mode)| {
            let test = self.test_of(switch);
            let is_zero = mode != 0 && (x == test || self.are_opposite(x, test));
            is_zero.then_some(Zero {
                switch,
                mode: Some(mode),
                order: n,
            })
        };
        self.ways.iter().rev().find_map(of_way).or_else(|| {
            let zero = self.zero_of(x, depth)?;
            let order = zero.order.saturating_mul(n);
            Some(Zero { order, ..zero })
        })
    }

    /// Of ABS(x) and MAX(x,0), or of −MIN(x,0).
    fn zero_of_switch(&self, number: u32, negated: bool) -> Option<Zero> {
        let s = &self.switches[number as usize];
        let mode = match (&s.kind, negated) {
            (Switching::Abs, false) => None,
            (Switching::Max, false) | (Switching::Min, true) => {
                let arguments = &self.arguments[s.arguments.range()];
                let is_zero = |r: &Reg| self.known(Value(*r)) == Some(0.0);
                // The mode in which the other one is the value.
                let zero = arguments.iter().position(is_zero)?;
                Some(Mode::from(zero == 0))
            }
            _ => return None,
        };
        Some(Zero {
            switch: number,
            mode,
            order: 1,
        })
    }

    fn test_of(&self, switch: u32) -> Reg {
        let arguments = self.switches[switch as usize].arguments;
        self.arguments[arguments.start as usize]
    }

    /// Whether one is the negative of the other, as they are written.
    fn are_opposite(&self, a: Reg, b: Reg) -> bool {
        match (self.origin(a), self.origin(b)) {
            (Some(Op::Negate(x)), _) if x == b => true,
            (_, Some(Op::Negate(x))) if x == a => true,
            (Some(Op::Subtract(x, y)), Some(Op::Subtract(p, q))) => x == q && y == p,
            _ => false,
        }
    }

    /// The operation behind a value.
    fn origin(&self, a: Reg) -> Option<Op> {
        let code = self.open.iter().rev().flat_map(|o| o.code.iter().rev());
        code.clone().find(|i| i.to == a).map(|i| i.op)
    }
}
