//! A number that writes down what is done with it, and programs made so.
//!
//! A formula written over [`Number`] and run with [`Recorded`] becomes a [`Program`]: its operations in order, those on constants done, what repeats itself once,
//! what adds zero or multiplies by one or zero left out. What is fixed in a formula (frames that do not turn, axes, masses) costs nothing from then on.
//!
//! A program has no branch: where a formula asks for the value of a number to decide something, [`record`] says that there is no program. [`Number::select`] and
//! [`Number::at_least`] are operations, and `==` is false between numbers that are not the same constant, as a formula treats a special case only to be quicker.
//!
//! ```
//! use carom_base::{Number, recorded::record};
//!
//! let formula = |x: [f64; 2]| (x[0] * 2.0).sin() * 0.0 + x[1] * x[0];
//! let program = record(2, |x| {
//!     vec![(x[0] * 2.0).sin() * 0.0 + x[1] * x[0]]
//! }).unwrap();
//! assert_eq!(program.len(), 1);
//! let mut room = program.room::<f64>();
//! program.inputs(&mut room).copy_from_slice(&[3.0, 0.7]);
//! program.run(&mut room);
//! assert_eq!(program.results(&room).next(), Some(formula([3.0, 0.7])));
//! ```

use crate::number::Number;
use crate::program::{Code, Program, Run};
use foldhash::HashMap;
use foldhash::fast::RandomState;
use num_traits::{One, Zero};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::f64::consts::{FRAC_PI_2, PI};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A constant, or a number that an operation gives, by its place in the record of this thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recorded {
    /// Known while the formula is recorded.
    Constant(f64),
    /// An input or the result of an operation.
    Slot(u32),
}

use Recorded::{Constant, Slot};

/// An operation on numbers; the second operand of [`Code::PowerWhole`] is the exponent.
#[derive(Clone, Copy)]
struct Written {
    code: Code,
    operands: [Recorded; 3],
}

/// An operation by what it does and the places of its operands: slots, and constants by [`Record::place`].
type Key = (Code, [u32; 3]);

/// Operations that a record has room for at first.
const FIRST_ROOM: usize = 512;

/// The places of constants in a [`Key`] begin here.
const CONSTANTS: u32 = 1 << 31;

/// So many times the operations of a program are recorded before those are left out that nothing needs.
const RECORDED: usize = 8;

#[derive(Default)]
struct Record {
    inputs: usize,
    ops: Vec<Written>,
    known: HashMap<Key, u32>,
    /// Places of constants, by their bits.
    constants: HashMap<u64, u32>,
    /// Operations of the program, and those that are recorded for it.
    most: usize,
    most_recorded: usize,
    /// Somebody asked for the value of a number, or there are too many operations.
    stopped: bool,
}

thread_local! {
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// The program of a formula of so many inputs. `None`: it asks for values, so that it is not the same for all.
pub fn record(
    inputs: usize,
    formula: impl FnOnce(&[Recorded]) -> Vec<Recorded>,
) -> Option<Program> {
    record_within(usize::MAX, inputs, formula)
}

/// The same of up to so many operations; `None` also where there are more.
pub fn record_within(
    most: usize,
    inputs: usize,
    formula: impl FnOnce(&[Recorded]) -> Vec<Recorded>,
) -> Option<Program> {
    let new = Record {
        inputs,
        most,
        most_recorded: most.saturating_mul(RECORDED),
        known: HashMap::with_capacity_and_hasher(FIRST_ROOM, RandomState::default()),
        ..Record::default()
    };
    let outer = RECORD.replace(Some(new));
    let slots: Vec<Recorded> = (0..inputs as u32).map(Slot).collect();
    let outputs = formula(&slots);
    let record = RECORD.replace(outer)?;
    match record.stopped {
        true => None,
        false => record.program(&outputs),
    }
}

/// The value that stands for one that is not known.
fn look() -> f64 {
    RECORD.with_borrow_mut(|record| {
        if let Some(record) = record {
            record.stopped = true;
        }
    });
    1.0
}

fn write(code: Code, operands: [Recorded; 3]) -> Recorded {
    RECORD.with_borrow_mut(|record| {
        let Some(record) = record else {
            return Constant(f64::NAN);
        };
        if record.stopped || record.ops.len() >= record.most_recorded {
            record.stopped = true;
            return Constant(f64::NAN);
        }
        let key = (code, operands.map(|x| record.place(x)));
        let next = (record.inputs + record.ops.len()) as u32;
        let slot = *record.known.entry(key).or_insert(next);
        if slot == next {
            record.ops.push(Written { code, operands });
        }
        Slot(slot)
    })
}

/// The operation that gives a number, if it is one of a kind.
fn operands_of(code: Code, x: Recorded) -> Option<[Recorded; 3]> {
    let Slot(slot) = x else { return None };
    RECORD.with_borrow(|record| {
        let record = record.as_ref()?;
        let op = record
            .ops
            .get((slot as usize).checked_sub(record.inputs)?)?;
        (op.code == code).then_some(op.operands)
    })
}

fn unary(code: Code, x: Recorded, of: impl Fn(f64) -> f64) -> Recorded {
    match x {
        Constant(x) => Constant(of(x)),
        x => write(code, [x, Constant(0.0), Constant(0.0)]),
    }
}

fn binary(code: Code, a: Recorded, b: Recorded, of: impl Fn(f64, f64) -> f64) -> Recorded {
    match (a, b) {
        (Constant(a), Constant(b)) => Constant(of(a, b)),
        (a, b) => write(code, [a, b, Constant(0.0)]),
    }
}

/// Operands that may change places in one order.
fn in_order(a: Recorded, b: Recorded) -> [Recorded; 2] {
    match (a, b) {
        (Slot(x), Slot(y)) if x > y => [b, a],
        (Constant(_), Slot(_)) => [b, a],
        _ => [a, b],
    }
}

fn negative_of(x: Recorded) -> Option<Recorded> {
    operands_of(Code::Negate, x).map(|[x, ..]| x)
}

impl Record {
    /// The place of an operand in a [`Key`].
    fn place(&mut self, x: Recorded) -> u32 {
        match x {
            Slot(k) => k,
            Constant(x) => {
                let next = CONSTANTS + self.constants.len() as u32;
                *self.constants.entry(x.to_bits()).or_insert(next)
            }
        }
    }

    /// What leads to the outputs, constants first. `None`: it is too long.
    fn program(&self, outputs: &[Recorded]) -> Option<Program> {
        let mut uses = vec![0_u32; self.inputs + self.ops.len()];
        let mut count = |x: &Recorded| {
            if let Slot(k) = x {
                uses[*k as usize] += 1;
            }
        };
        outputs.iter().for_each(&mut count);
        for (k, op) in self.ops.iter().enumerate().rev() {
            if uses[self.inputs + k] > 0 {
                op.slots().for_each(|x| {
                    if let Slot(k) = x {
                        uses[*k as usize] += 1;
                    }
                });
            }
        }
        let fused: Vec<_> = (0..self.ops.len()).map(|k| self.fused(k, &uses)).collect();
        for (_, product) in fused.iter().flatten() {
            uses[*product as usize] = 0;
        }
        let length = uses[self.inputs..].iter().filter(|uses| **uses > 0).count();
        (length <= self.most).then(|| self.numbered(&uses, &fused, outputs))
    }

    fn op(&self, x: Recorded) -> Option<&Written> {
        let Slot(slot) = x else { return None };
        self.ops.get((slot as usize).checked_sub(self.inputs)?)
    }

    /// A sum with a product that nothing else uses as one operation, and the slot of the product.
    fn fused(&self, k: usize, uses: &[u32]) -> Option<(Written, u32)> {
        let op = &self.ops[k];
        let product = |x: Recorded| {
            let Slot(slot) = x else { return None };
            let op = self.op(x).filter(|op| op.code == Code::Multiply)?;
            (uses[slot as usize] == 1).then_some((op.operands, slot))
        };
        let [a, b, _] = op.operands;
        let (whole, parts) = match op.code {
            Code::Add => (Code::MultiplyAdd, Code::MultiplyAdd),
            Code::Subtract => (Code::MultiplySubtract, Code::SubtractProduct),
            _ => return None,
        };
        let of_second = product(b).map(|found| (parts, found, a));
        let of_first = || product(a).map(|found| (whole, found, b));
        let (code, ([x, y, _], slot), other) = of_second.or_else(of_first)?;
        let operands = [x, y, other];
        (uses[self.inputs + k] > 0).then_some((Written { code, operands }, slot))
    }

    fn numbered(
        &self,
        uses: &[u32],
        fused: &[Option<(Written, u32)>],
        outputs: &[Recorded],
    ) -> Program {
        let written = |k: usize| fused[k].as_ref().map_or(&self.ops[k], |(op, _)| op);
        let is_kept = |k: &usize| uses[self.inputs + k] > 0;
        let kept = in_runs(self.inputs, (0..self.ops.len()).filter(is_kept), written);
        let mut constants: Vec<f64> = Vec::new();
        let mut places: HashMap<u64, u32> = HashMap::default();
        let operands = kept.iter().flat_map(|k| written(*k).slots());
        for x in operands.chain(outputs) {
            if let Constant(x) = x {
                places.entry(x.to_bits()).or_insert_with(|| {
                    constants.push(*x);
                    constants.len() as u32 - 1
                });
            }
        }
        let first = constants.len() as u32;
        let mut slot_of: Vec<u32> = (0..self.inputs as u32).map(|k| first + k).collect();
        slot_of.resize(uses.len(), u32::MAX);
        for (place, k) in kept.iter().enumerate() {
            slot_of[self.inputs + k] = first + (self.inputs + place) as u32;
        }
        let slot = |x: &Recorded| match x {
            Constant(x) => places[&x.to_bits()],
            Slot(k) => slot_of[*k as usize],
        };
        let operands_of = |k: &usize| {
            let op = written(*k);
            let mut operands = [0; 3];
            for (to, x) in operands.iter_mut().zip(op.slots()) {
                *to = slot(x);
            }
            if let (Code::PowerWhole, Constant(n)) = (op.code, op.operands[1]) {
                operands[1] = (n as i32).cast_unsigned();
            }
            operands
        };
        let operands = kept.iter().map(operands_of).collect();
        let mut runs: Vec<Run> = Vec::new();
        for (place, k) in kept.iter().enumerate() {
            let (code, end) = (written(*k).code, place + 1);
            match runs.last_mut().filter(|run| run.code == code) {
                Some(run) => run.end = end,
                None => runs.push(Run { code, end }),
            }
        }
        let outputs = outputs.iter().map(slot).collect();
        Program {
            constants,
            inputs: self.inputs,
            operands,
            runs,
            outputs,
        }
    }
}

/// Operations in an order in which many of one kind follow each other, each behind those that give its operands: of those that are ready all of one kind, then those
/// of the kind that most are ready of.
fn in_runs<'a>(
    inputs: usize,
    kept: impl Iterator<Item = usize>,
    written: impl Fn(usize) -> &'a Written,
) -> Vec<usize> {
    let kept: Vec<usize> = kept.collect();
    let needs = |k: usize| {
        written(k).slots().filter_map(|x| match x {
            Slot(slot) => (*slot as usize).checked_sub(inputs),
            Constant(_) => None,
        })
    };
    let all = kept.last().map_or(0, |last| last + 1);
    let mut waits = vec![0; all];
    // Who takes a result: a chain of pairs of taker and next pair for each of them.
    let mut first_taker = vec![usize::MAX; all];
    let mut takers: Vec<(usize, usize)> = Vec::with_capacity(2 * kept.len());
    for k in kept.iter().rev() {
        waits[*k] = needs(*k).count();
        for of in needs(*k) {
            takers.push((*k, std::mem::replace(&mut first_taker[of], takers.len())));
        }
    }
    let mut ready: BTreeMap<Code, VecDeque<usize>> = BTreeMap::new();
    for k in kept.iter().filter(|k| waits[**k] == 0) {
        ready.entry(written(*k).code).or_default().push_back(*k);
    }
    let mut order = Vec::with_capacity(kept.len());
    let most = |ready: &BTreeMap<Code, VecDeque<usize>>| {
        let longest = ready.iter().max_by_key(|(_, list)| list.len());
        longest
            .filter(|(_, list)| !list.is_empty())
            .map(|(code, _)| *code)
    };
    while let Some(code) = most(&ready) {
        while let Some(k) = ready.get_mut(&code).and_then(VecDeque::pop_front) {
            order.push(k);
            let mut next = first_taker[k];
            while let Some((taker, behind)) = takers.get(next).copied() {
                next = behind;
                waits[taker] -= 1;
                if waits[taker] == 0 {
                    ready
                        .entry(written(taker).code)
                        .or_default()
                        .push_back(taker);
                }
            }
        }
    }
    order
}

impl Written {
    fn slots(&self) -> impl Iterator<Item = &Recorded> {
        self.operands[..self.code.slots()].iter()
    }
}

impl Add for Recorded {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        if self.is_zero() {
            return b;
        }
        if b.is_zero() {
            return self;
        }
        if let Some(b) = negative_of(b) {
            return self - b;
        }
        if let Some(a) = negative_of(self) {
            return b - a;
        }
        let [a, b] = in_order(self, b);
        binary(Code::Add, a, b, |a, b| a + b)
    }
}

impl Sub for Recorded {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        if b.is_zero() {
            return self;
        }
        if self.is_zero() {
            return -b;
        }
        if let Some(b) = negative_of(b) {
            return self + b;
        }
        binary(Code::Subtract, self, b, |a, b| a - b)
    }
}

impl Mul for Recorded {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        for (x, other) in [(self, b), (b, self)] {
            if let Constant(x) = x {
                match x {
                    0.0 => return Constant(0.0),
                    1.0 => return other,
                    -1.0 => return -other,
                    _ => {}
                }
            }
        }
        match (negative_of(self), negative_of(b)) {
            (Some(a), Some(b)) => return a * b,
            (Some(a), None) => return -(a * b),
            (None, Some(b)) => return -(self * b),
            (None, None) => {}
        }
        let [a, b] = in_order(self, b);
        binary(Code::Multiply, a, b, |a, b| a * b)
    }
}

impl Div for Recorded {
    type Output = Self;
    fn div(self, b: Self) -> Self {
        if b == Constant(1.0) {
            return self;
        }
        binary(Code::Divide, self, b, |a, b| a / b)
    }
}

impl Neg for Recorded {
    type Output = Self;
    fn neg(self) -> Self {
        negative_of(self).unwrap_or_else(|| unary(Code::Negate, self, |x| -x))
    }
}

macro_rules! with_plain {
    ($($of:ident $name:ident)*) => {$(
        impl $of<f64> for Recorded {
            type Output = Self;
            fn $name(self, b: f64) -> Self {
                self.$name(Constant(b))
            }
        }
    )*};
}
with_plain!(Add add Sub sub Mul mul Div div);

macro_rules! assigning {
    ($($of:ident $name:ident $plain:ident)*) => {$(
        impl $of for Recorded {
            fn $name(&mut self, b: Self) {
                *self = self.$plain(b);
            }
        }
    )*};
}
assigning!(AddAssign add_assign add SubAssign sub_assign sub MulAssign mul_assign mul DivAssign div_assign div);

impl Zero for Recorded {
    fn zero() -> Self {
        Constant(0.0)
    }
    fn is_zero(&self) -> bool {
        matches!(self, Constant(x) if *x == 0.0)
    }
}

impl One for Recorded {
    fn one() -> Self {
        Constant(1.0)
    }
}

macro_rules! functions {
    ($($name:ident $code:ident)*) => {$(
        fn $name(self) -> Self {
            unary(Code::$code, self, f64::$name)
        }
    )*};
}

impl Number for Recorded {
    fn constant(x: f64) -> Self {
        Constant(x)
    }

    /// A formula without a value is no program.
    fn undefined() -> Self {
        look();
        Constant(f64::NAN)
    }

    fn value(self) -> f64 {
        match self {
            Constant(x) => x,
            Slot(_) => look(),
        }
    }

    fn is_nan(self) -> bool {
        matches!(self, Constant(x) if x.is_nan())
    }

    fn vanishes(self) -> bool {
        self.is_zero()
    }

    fn bounds(self) -> [f64; 2] {
        if let Constant(x) = self {
            return [x, x];
        }
        let is = |code| operands_of(code, self).is_some();
        if is(Code::Atan2) || is(Code::Acos) {
            [-PI, PI]
        } else if is(Code::Atan) || is(Code::Asin) {
            [-FRAC_PI_2, FRAC_PI_2]
        } else {
            [f64::NEG_INFINITY, f64::INFINITY]
        }
    }

    fn select(test: Self, negative: Self, otherwise: Self) -> Self {
        match test {
            Constant(x) if x < 0.0 => negative,
            Constant(_) => otherwise,
            _ if negative == otherwise => otherwise,
            test => write(Code::Select, [test, negative, otherwise]),
        }
    }

    fn choose<const N: usize>(
        test: Self,
        negative: impl FnOnce() -> [Self; N],
        otherwise: impl FnOnce() -> [Self; N],
    ) -> [Self; N] {
        let (negative, otherwise) = (negative(), otherwise());
        std::array::from_fn(|k| Self::select(test, negative[k], otherwise[k]))
    }

    fn at_least(self, least: Self) -> Self {
        binary(Code::AtLeast, self, least, f64::at_least)
    }

    fn square(self) -> Self {
        unary(Code::Square, self, |x| x * x)
    }

    fn powi(self, n: i32) -> Self {
        match self {
            Constant(x) => Constant(x.powi(n)),
            x => write(Code::PowerWhole, [x, Constant(f64::from(n)), Constant(0.0)]),
        }
    }

    fn powf(self, p: f64) -> Self {
        binary(Code::PowerReal, self, Constant(p), Number::powf)
    }

    fn pow(self, p: Self) -> Self {
        binary(Code::Power, self, p, Number::pow)
    }

    fn power_slope(self, power: Self, p: f64) -> Self {
        power / self * p
    }

    fn atan2(self, x: Self) -> Self {
        binary(Code::Atan2, self, x, f64::atan2)
    }

    functions!(
        recip Recip sqrt Sqrt sin Sin cos Cos tan Tan asin Asin acos Acos atan Atan
        sinh Sinh cosh Cosh tanh Tanh exp Exp ln Ln log10 Log10 abs Abs round Round
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Interval;
    use crate::number::Dual;
    use crate::space::exp_so3;
    use crate::{Mat3, Vec3};

    fn run<T: Number>(program: &Program, inputs: &[T]) -> Vec<T> {
        let mut room = program.room();
        program.inputs(&mut room).copy_from_slice(inputs);
        program.run(&mut room);
        program.results(&room).collect()
    }

    /// A rotation that turns a constant vector, with functions of all kinds: the same bits as without a record, derivatives and enclosures too.
    fn formula<T: Number>(x: &[T]) -> Vec<T> {
        let turn = exp_so3(&Vec3::new(x[0], x[1], T::zero()));
        let v = turn * Vec3::new(T::constant(0.3), T::zero(), x[2]);
        let w = turn.tr_mul(&v.cross(&Vec3::new(x[1], -x[0], T::one())));
        let p = (w.x.square() + 1.0).powf(1.5) - v.y.powi(3) / (x[2] * x[2] + 2.0);
        let q = T::select(x[0] - 0.1, v.x, w.y).at_least(T::constant(-0.2));
        vec![p, q, (v.z - w.z).sin().atan2(w.norm()), w.x * 0.0 + 2.5]
    }

    #[test]
    fn a_program_gives_the_bits_of_its_formula() {
        let program = record(3, formula).expect("no branch");
        for x in [
            [0.3, -0.4, 1.2],
            [0.0; 3],
            [1e-3, 2e-3, 0.5],
            [-2.0, 0.1, -3.0],
        ] {
            assert_eq!(run(&program, &x), formula(&x));
            let dual: Vec<_> = (0..3).map(|k| Dual::<f64, 3>::variable(x[k], k)).collect();
            let (found, exact) = (run(&program, &dual), formula(&dual));
            for (found, exact) in found.iter().zip(&exact).filter(|_| x != [0.0; 3]) {
                assert_eq!(found.re, exact.re);
                for (a, b) in found.eps.iter().zip(exact.eps) {
                    // 1e-14: sums of the same terms in another order
                    assert!((a - b).abs() < 1e-14 * (1.0 + b.abs()), "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn enclosures_hold_the_values() {
        let program = record(3, formula).expect("no branch");
        let middle = [0.6, -0.4, 1.2];
        let around = middle.map(|x| Interval::around(x, 1e-3));
        let bounds = run(&program, &around);
        for corner in 0..8 {
            let x: [f64; 3] = std::array::from_fn(|k| {
                middle[k] + if corner >> k & 1 == 0 { -1e-3 } else { 1e-3 }
            });
            for (bound, value) in bounds.iter().zip(formula::<f64>(&x)) {
                // 1e-15: rounding, to which bounds hold
                assert!(bound.low - 1e-15 <= value && value <= bound.high + 1e-15);
            }
        }
    }

    #[test]
    fn what_is_fixed_costs_nothing() {
        let turned = Mat3::from_fn(|i, j| if i == j { 1.0 } else { 0.0 });
        let program = record(2, |x| {
            let v = turned.map(Recorded::constant) * Vec3::new(x[0], x[1], Recorded::zero());
            // twice the same, negated once
            vec![v.x * v.y + 1.0, -(v.y * -v.x) + 1.0, v.z]
        });
        let program = program.expect("no branch");
        assert_eq!(program.len(), 1, "{program:?}");
        assert_eq!(run(&program, &[3.0, 5.0]), [16.0, 16.0, 0.0]);
    }

    #[test]
    fn sums_of_inputs_are_known_as_such() {
        let program = record(3, |x| {
            let sum = (x[0] - x[2] * 0.5) * -2.0 + 3.0 - x[1];
            vec![sum, -sum + x[0], x[0] * x[1], sum.sin(), Constant(4.0)]
        });
        let sums = program.expect("no branch").sums_of_inputs();
        let sum = |k: usize| sums[k].as_ref().map(|s| (s.constant, &s.terms[..]));
        // −2·x₀ + x₂ + 3 − x₁, by hand.
        assert_eq!(sum(0), Some((3.0, &[(0, -2.0), (1, -1.0), (2, 1.0)][..])));
        assert_eq!(sum(1), Some((-3.0, &[(0, 3.0), (1, 1.0), (2, -1.0)][..])));
        assert_eq!((sum(2), sum(3)), (None, None));
        assert_eq!(sum(4), Some((4.0, &[][..])));
    }

    #[test]
    fn a_formula_that_asks_for_values_is_no_program() {
        assert_eq!(
            record(1, |x| vec![if x[0].value() < 0.0 { x[0] } else { -x[0] }]),
            None
        );
        assert_eq!(record(1, |x| vec![x[0] + Recorded::undefined()]), None);
        // A sine, and a product with a sum in one.
        let two = |x: &[Recorded]| vec![x[0] * x[0] + x[0].sin()];
        assert_eq!(record_within(1, 1, two), None);
        assert_eq!(
            record_within(2, 1, two).map(|program| program.len()),
            Some(2)
        );
        // One inside of the other leaves this one alone.
        let outer = record(1, |x| {
            assert_eq!(record(1, |y| vec![Constant(y[0].value())]), None);
            vec![x[0] * 2.0]
        });
        assert_eq!(outer.map(|program| program.len()), Some(1));
    }
}
