//! Sums, products, powers and functions of values: which operation each becomes.

use super::builder::{Builder, Value};
use super::op::{Elementary, Op, Reg};
use crate::syntax::{BinaryOp, Place};

impl Builder<'_> {
    pub fn binary(&mut self, op: BinaryOp, a: Value, b: Value, place: Place) -> Option<Value> {
        let (a, b) = (a.0, b.0);
        // Sums and products of the same two operands are the same whatever their order.
        let op = match op {
            BinaryOp::Add => Op::Add(a.min(b), a.max(b)),
            BinaryOp::Multiply => Op::Multiply(a.min(b), a.max(b)),
            BinaryOp::Subtract => Op::Subtract(a, b),
            BinaryOp::Divide => Op::Divide(a, b),
            BinaryOp::Power => match self.known(Value(b)) {
                Some(1.0) => return Some(Value(a)),
                Some(n) if n == n.trunc() && n.abs() <= 1024.0 => Op::PowerWhole(a, n as i32),
                Some(e) => match self.even_power(a) {
                    Some((x, n)) => return self.power_of_magnitude(x, n * e, place),
                    None => Op::PowerReal(self.base(a, Some(e), place)?, b),
                },
                None => Op::Power(self.base(a, None, place)?, b),
            },
        };
        self.emit(op, place)
    }

    pub fn unary(&mut self, op: impl FnOnce(Reg) -> Op, a: Value, place: Place) -> Option<Value> {
        let op = match op(a.0) {
            Op::Function(Elementary::Sqrt, a) => match self.even_power(a) {
                Some((x, n)) => return self.power_of_magnitude(x, 0.5 * n, place),
                None => Op::Function(Elementary::Sqrt, self.base(a, Some(0.5), place)?),
            },
            other => other,
        };
        self.emit(op, place)
    }

    pub fn pair(
        &mut self,
        op: impl FnOnce(Reg, Reg) -> Op,
        a: Value,
        b: Value,
        place: Place,
    ) -> Option<Value> {
        self.emit(op(a.0, b.0), place)
    }

    /// ABS(x)**e, as which a power of an even power of x is computed.
    fn power_of_magnitude(&mut self, x: Reg, e: f64, place: Place) -> Option<Value> {
        let size = self.magnitude(Value(x), place)?;
        let e = self.constant(e);
        self.binary(BinaryOp::Power, size, e, place)
    }
}
