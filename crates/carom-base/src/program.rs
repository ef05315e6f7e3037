//! Straight-line programs: a formula as a list of operations without a branch.

use crate::number::Number;

/// What an operation does with slots `a`, `b`, `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Code {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Square,
    /// `a·b + c`, each rounded on its own.
    MultiplyAdd,
    /// `a·b − c`.
    MultiplySubtract,
    /// `c − a·b`.
    SubtractProduct,
    Recip,
    Sqrt,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Ln,
    Log10,
    /// With the whole exponent `b`.
    PowerWhole,
    /// With the constant exponent of slot `b`.
    PowerReal,
    Power,
    Abs,
    Round,
    /// `b` where `a` is below zero, else `c`.
    Select,
    AtLeast,
}

impl Code {
    /// How many of the operands are slots.
    pub(crate) fn slots(self) -> usize {
        use Code::*;
        match self {
            Add | Subtract | Multiply | Divide | Atan2 | PowerReal | Power | AtLeast => 2,
            MultiplyAdd | MultiplySubtract | SubtractProduct | Select => 3,
            _ => 1,
        }
    }
}

/// Operations of one kind, one after the other, up to the one of number `end`: what to do is decided once for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub code: Code,
    pub end: usize,
}

/// A formula as a list of operations: each fills the next slot from earlier ones.
///
/// Made by [`record`](crate::recorded::record). Numbers come out bit for bit as the recorded formula gives them, but for the sign of zero, where nothing that was
/// multiplied by a constant zero is infinite or no number.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The first slots.
    pub(crate) constants: Vec<f64>,
    /// Number of the slots behind them, which are inputs.
    pub(crate) inputs: usize,
    /// Slots of the operands of the operations, which fill the slots behind those.
    pub(crate) operands: Vec<[u32; 3]>,
    /// What these operations are.
    pub(crate) runs: Vec<Run>,
    /// Slots of the results.
    pub(crate) outputs: Vec<u32>,
}

/// A sum `constant + Σ factor·input`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Affine {
    /// What stands alone.
    pub constant: f64,
    /// Inputs by their numbers, ascending, each with its factor.
    pub terms: Vec<(usize, f64)>,
}

impl Affine {
    /// A number.
    pub fn constant(constant: f64) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    /// Its multiple.
    pub fn times(&self, factor: f64) -> Self {
        let terms = self.terms.iter().map(|(k, x)| (*k, x * factor));
        Self {
            constant: self.constant * factor,
            terms: terms.collect(),
        }
    }

    /// Both together; inputs whose factors cancel are left out.
    pub fn plus(&self, other: &Self) -> Self {
        let mut terms = self.terms.clone();
        for (k, x) in &other.terms {
            match terms.binary_search_by_key(k, |(k, _)| *k) {
                Ok(at) => terms[at].1 += x,
                Err(at) => terms.insert(at, (*k, *x)),
            }
        }
        terms.retain(|(_, x)| *x != 0.0);
        Self {
            constant: self.constant + other.constant,
            terms,
        }
    }

    /// A product, if one of both is a number.
    fn product(&self, other: &Self) -> Option<Self> {
        match (&self.terms[..], &other.terms[..]) {
            ([], _) => Some(other.times(self.constant)),
            (_, []) => Some(self.times(other.constant)),
            _ => None,
        }
    }
}

impl Program {
    /// Number of operations.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// Whether it computes nothing.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// Number of results.
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Slots for one kind of number, with the constants in them.
    pub fn room<T: Number>(&self) -> Vec<T> {
        let mut slots = Vec::new();
        self.start(&mut slots);
        slots
    }

    /// Makes slots of a room of whatever length, with the constants in them.
    pub fn start<T: Number>(&self, room: &mut Vec<T>) {
        room.resize(
            self.constants.len() + self.inputs + self.operands.len(),
            T::zero(),
        );
        for (slot, x) in room.iter_mut().zip(&self.constants) {
            *slot = T::constant(*x);
        }
    }

    /// The slots of the inputs.
    pub fn inputs<'a, T>(&self, room: &'a mut [T]) -> &'a mut [T] {
        let first = self.constants.len();
        &mut room[first..first + self.inputs]
    }

    /// Computes all slots of a [room](Self::room) from its inputs.
    ///
    /// # Panics
    /// If the room is that of a smaller program.
    pub fn run<T: Number>(&self, room: &mut [T]) {
        let needed = self.constants.len() + self.inputs + self.operands.len();
        assert!(room.len() >= needed, "a room of {} slots", room.len());
        let mut to = self.constants.len() + self.inputs;
        let mut start = 0;
        for run in &self.runs {
            let operands = &self.operands[start..run.end];
            start = run.end;
            // What most operations are has a loop of its own, in which the kind is no question.
            macro_rules! own_loop {
                ($($kind:ident)*) => {
                    match run.code {
                        $(Code::$kind => fill(Code::$kind, operands, room, &mut to),)*
                        code => fill(code, operands, room, &mut to),
                    }
                };
            }
            own_loop!(Add Subtract Multiply Divide Negate Square MultiplyAdd MultiplySubtract SubtractProduct);
        }
    }

    /// The results as sums of inputs, to rounding; `None` for one that is not linear in them.
    pub fn sums_of_inputs(&self) -> Vec<Option<Affine>> {
        let constants = self.constants.iter().map(|x| Affine::constant(*x));
        let inputs = (0..self.inputs).map(|k| Affine {
            constant: 0.0,
            terms: vec![(k, 1.0)],
        });
        let mut slots: Vec<Option<Affine>> = constants.chain(inputs).map(Some).collect();
        let mut start = 0;
        for run in &self.runs {
            for [a, b, c] in &self.operands[start..run.end] {
                let at = |k: &u32| slots[*k as usize].as_ref();
                let product = || at(a)?.product(at(b)?);
                let sum = match run.code {
                    Code::Add => at(a).and_then(|a| Some(a.plus(at(b)?))),
                    Code::Subtract => at(a).and_then(|a| Some(a.plus(&at(b)?.times(-1.0)))),
                    Code::Negate => at(a).map(|a| a.times(-1.0)),
                    Code::Multiply => product(),
                    Code::MultiplyAdd => product().and_then(|p| Some(p.plus(at(c)?))),
                    Code::MultiplySubtract => {
                        product().and_then(|p| Some(p.plus(&at(c)?.times(-1.0))))
                    }
                    Code::SubtractProduct => {
                        product().and_then(|p| Some(p.times(-1.0).plus(at(c)?)))
                    }
                    _ => None,
                };
                slots.push(sum);
            }
            start = run.end;
        }
        let results = self.outputs.iter().map(|k| slots[*k as usize].clone());
        results.collect()
    }

    /// The results, in their order, of a room that was computed.
    pub fn results<'a, T: Copy>(&'a self, room: &'a [T]) -> impl Iterator<Item = T> + 'a {
        self.results_from(0, room)
    }

    /// The same from the one of this number on.
    pub fn results_from<'a, T: Copy>(
        &'a self,
        first: usize,
        room: &'a [T],
    ) -> impl Iterator<Item = T> + 'a {
        self.outputs[first..].iter().map(|k| room[*k as usize])
    }
}

/// Fills slots from `to` on by operations of one kind.
#[inline(always)]
fn fill<T: Number>(code: Code, operands: &[[u32; 3]], slots: &mut [T], to: &mut usize) {
    for of in operands {
        slots[*to] = value(code, *of, |k| slots[k as usize]);
        *to += 1;
    }
}

/// The result of an operation.
#[inline(always)]
pub(crate) fn value<T: Number>(code: Code, [a, b, c]: [u32; 3], at: impl Fn(u32) -> T) -> T {
    match code {
        Code::Add => at(a) + at(b),
        Code::Subtract => at(a) - at(b),
        Code::Multiply => at(a) * at(b),
        Code::Divide => at(a) / at(b),
        Code::Negate => -at(a),
        Code::Square => at(a).square(),
        Code::MultiplyAdd => at(a) * at(b) + at(c),
        Code::MultiplySubtract => at(a) * at(b) - at(c),
        Code::SubtractProduct => at(c) - at(a) * at(b),
        Code::Recip => at(a).recip(),
        Code::Sqrt => at(a).sqrt(),
        Code::Sin => at(a).sin(),
        Code::Cos => at(a).cos(),
        Code::Tan => at(a).tan(),
        Code::Asin => at(a).asin(),
        Code::Acos => at(a).acos(),
        Code::Atan => at(a).atan(),
        Code::Atan2 => at(a).atan2(at(b)),
        Code::Sinh => at(a).sinh(),
        Code::Cosh => at(a).cosh(),
        Code::Tanh => at(a).tanh(),
        Code::Exp => at(a).exp(),
        Code::Ln => at(a).ln(),
        Code::Log10 => at(a).log10(),
        Code::PowerWhole => at(a).powi(b.cast_signed()),
        Code::PowerReal => at(a).powf(at(b).value()),
        Code::Power => at(a).pow(at(b)),
        Code::Abs => at(a).abs(),
        Code::Round => at(a).round(),
        Code::Select => T::select(at(a), at(b), at(c)),
        Code::AtLeast => at(a).at_least(at(b)),
    }
}
