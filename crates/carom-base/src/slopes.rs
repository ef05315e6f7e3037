//! Derivatives of a [`Program`] as another program: exact, those that are zero left out, what several of them share computed once.
//!
//! ```
//! use carom_base::{Number, recorded::record, slopes::slopes_by_inputs};
//!
//! let program = record(3, |x| vec![x[0] * x[1], x[2].sin()]).unwrap();
//! let slopes = slopes_by_inputs(&program, 0..2, usize::MAX).unwrap();
//! assert_eq!(slopes.places, [(0, 0), (0, 1), (1, 2)]);
//! let mut room = slopes.program.room::<f64>();
//! slopes.program.inputs(&mut room).copy_from_slice(&[3.0, 5.0, 0.0]);
//! slopes.program.run(&mut room);
//! let values: Vec<f64> = slopes.program.results(&room).collect();
//! assert_eq!(values, [5.0, 3.0, 1.0]);
//! ```

use crate::number::{Dual, Number};
use crate::program::{Code, Program, value};
use crate::recorded::{Recorded, record_within};
use num_traits::{One, Zero};
use std::array::from_fn;
use std::collections::BTreeMap;
use std::ops::Range;

/// How a number moves with some variables: the variables that move it, ascending, each with the derivative.
pub type Moves = Vec<(usize, Recorded)>;

/// Derivatives of results of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Slopes {
    /// Gives them from the inputs of the program whose derivatives they are.
    pub program: Program,
    /// Of each, the result, counted from the first one that was asked for, and the variable.
    pub places: Vec<(usize, usize)>,
}

/// The derivatives of some results by variables that move the inputs as `seeds` says, in up to so many operations; `None`: it would take more.
///
/// They go from each result back to what it depends on, as there are mostly fewer results than variables (Griewank, Walther, Evaluating Derivatives, 2nd ed., 2008, section 3.2).
pub fn slopes(
    of: &Program,
    results: Range<usize>,
    most: usize,
    seeds: impl FnOnce(&[Recorded]) -> Vec<Moves>,
) -> Option<Slopes> {
    let mut places = Vec::new();
    let program = record_within(most, of.inputs, |inputs| {
        let seeds = seeds(inputs);
        let operations = operations(of, inputs, &seeds);
        let first = of.constants.len();
        let mut found = Vec::new();
        let mut weights = vec![Weight::NONE; first + inputs.len() + operations.len()];
        for (result, slot) in of.outputs[results].iter().enumerate() {
            weights.fill(Weight::NONE);
            weights[*slot as usize].add(Recorded::one(), false);
            for (k, operation) in operations.iter().enumerate().rev() {
                let weight = weights[first + inputs.len() + k];
                if !weight.x.is_zero() {
                    operation.hand_on(weight, &mut weights);
                }
            }
            let mut slopes: BTreeMap<usize, Recorded> = BTreeMap::new();
            for (weight, moves) in weights[first..].iter().zip(&seeds) {
                for (variable, slope) in moves.iter().filter(|_| !weight.x.is_zero()) {
                    let sum = slopes.entry(*variable).or_insert(Recorded::zero());
                    *sum += weight.times(*slope);
                }
            }
            for (variable, slope) in slopes.into_iter().filter(|(_, slope)| !slope.is_zero()) {
                places.push((result, variable));
                found.push(slope);
            }
        }
        found
    })?;
    Some(Slopes { program, places })
}

/// The same by all inputs.
pub fn slopes_by_inputs(of: &Program, results: Range<usize>, most: usize) -> Option<Slopes> {
    slopes(of, results, most, |inputs| {
        (0..inputs.len())
            .map(|k| vec![(k, Recorded::one())])
            .collect()
    })
}

/// How the result of an operation moves with its operands, where any of these moves.
struct Operation {
    /// Slots of the operands, and how the weight of the result goes over to each.
    operands: [u32; 3],
    rule: Rule,
}

enum Rule {
    /// Nothing moves.
    Still,
    /// By these factors; zero where an operand does not move.
    Sum([Recorded; 3]),
    /// Where this number is below zero to the first of these operands, else to the second.
    Choice(Recorded, [usize; 2]),
}

/// The operations of a program on these inputs, of which those with `seeds` move.
fn operations(of: &Program, inputs: &[Recorded], seeds: &[Moves]) -> Vec<Operation> {
    let constants = of.constants.iter().map(|x| Recorded::constant(*x));
    let mut numbers: Vec<Recorded> = constants.chain(inputs.iter().copied()).collect();
    let mut moves = vec![false; of.constants.len()];
    moves.extend(seeds.iter().map(|s| !s.is_empty()));
    let mut operations = Vec::with_capacity(of.operands.len());
    let mut start = 0;
    for run in &of.runs {
        for operands in &of.operands[start..run.end] {
            let (number, operation) = operation(run.code, *operands, (&numbers, &moves));
            numbers.push(number);
            moves.push(!matches!(operation.rule, Rule::Still));
            operations.push(operation);
        }
        start = run.end;
    }
    operations
}

/// The result of an operation, and how it moves.
fn operation(
    code: Code,
    operands: [u32; 3],
    (numbers, moves): (&[Recorded], &[bool]),
) -> (Recorded, Operation) {
    let count = code.slots();
    let slot = |k: usize| operands[k] as usize;
    let result = value(code, operands, |k| numbers[k as usize]);
    let is_moved: [bool; 3] = from_fn(|k| k < count && moves[slot(k)]);
    if is_moved == [false; 3] {
        let rule = Rule::Still;
        return (result, Operation { operands, rule });
    }
    let own: [Recorded; 3] = from_fn(|k| match k < count {
        true => numbers[slot(k)],
        false => Recorded::zero(),
    });
    let mut rule = Rule::of(code, operands[1], own);
    if let Rule::Sum(factors) = &mut rule {
        let still = factors.iter_mut().zip(is_moved).filter(|(_, moved)| !moved);
        still.for_each(|(factor, _)| *factor = Recorded::zero());
    }
    (result, Operation { operands, rule })
}

impl Rule {
    /// Of an operation on these numbers; `second`: its second operand.
    fn of(code: Code, second: u32, [a, b, c]: [Recorded; 3]) -> Self {
        match code {
            Code::Select => Self::Choice(a, [1, 2]),
            Code::AtLeast => Self::Choice(a - b, [1, 0]),
            // Not by the quotient xᵖ/x, which is no number where a contact begins.
            Code::PowerReal => {
                let slope = a.powf(b.value() - 1.0) * b;
                Self::Sum([slope, Recorded::zero(), Recorded::zero()])
            }
            // The logarithm is not needed of a power that has not begun.
            Code::Power => {
                let by_exponent = Recorded::select(-a, a.pow(b) * a.ln(), Recorded::zero());
                Self::Sum([a.pow(b - 1.0) * b, by_exponent, Recorded::zero()])
            }
            _ => {
                let numbers = [a, b, c];
                let dual = |k: u32| Dual::<Recorded, 3>::variable(numbers[k as usize], k as usize);
                let second = if code.slots() == 1 { second } else { 1 };
                Self::Sum(value(code, [0, second, 2], dual).eps)
            }
        }
    }
}

impl Operation {
    /// Adds to the weights of the operands what the weight of the result is for each.
    fn hand_on(&self, of: Weight, weights: &mut [Weight]) {
        let mut add = |operand: usize, x: Recorded, is_chosen: bool| {
            weights[self.operands[operand] as usize].add(x, is_chosen);
        };
        match &self.rule {
            Rule::Still => {}
            Rule::Sum(factors) => {
                for (operand, factor) in factors.iter().enumerate().filter(|(_, f)| !f.is_zero()) {
                    add(operand, of.times(*factor), of.is_chosen);
                }
            }
            Rule::Choice(test, [below, otherwise]) => {
                let (x, nothing) = (of.x, Recorded::zero());
                add(*below, Recorded::select(*test, x, nothing), true);
                add(*otherwise, Recorded::select(*test, nothing, x), true);
            }
        }
    }
}

/// How a result moves with a number.
#[derive(Clone, Copy)]
struct Weight {
    x: Recorded,
    /// Whether it is zero where the number belongs to what is not chosen, and may be none.
    is_chosen: bool,
}

impl Weight {
    const NONE: Self = Self {
        x: Recorded::Constant(0.0),
        is_chosen: true,
    };

    fn add(&mut self, x: Recorded, is_chosen: bool) {
        self.x += x;
        self.is_chosen &= is_chosen;
    }

    /// Its product with a factor; nothing where what does not count has a factor that is no number.
    fn times(self, factor: Recorded) -> Recorded {
        match (self.is_chosen, factor) {
            (true, Recorded::Slot(_)) => {
                let product = factor * self.x;
                Recorded::select(-self.x.abs(), product, Recorded::zero())
            }
            _ => factor * self.x,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::recorded::record;

    /// All that a program may do, more than once and with itself.
    pub(crate) fn formula<T: Number>(x: &[T]) -> Vec<T> {
        let [a, b, c] = [x[0], x[1], x[2]];
        let p = (a * b - c) * a + (b - a * c).square() - c / (a.square() + 1.5);
        let q = a.sin() * b.cos() + (c * 0.3).tan() - (a * 0.2).asin() + (b * 0.1).acos();
        let r = (a * b).atan() + a.atan2(c + 3.0) + b.sinh() * a.cosh() - c.tanh() + (-a).exp();
        let s = (a.square() + 2.0).ln() * (b.square() + 1.0).log10() + (c.square() + 0.5).sqrt();
        let t = (a - 4.0).powi(3) + (b.square() + 0.1).powf(1.7) + (c.square() + 0.2).pow(a);
        let u = T::select(a - b, a * c, b * c)
            + (b - 0.4).abs()
            + a.at_least(c)
            + (a + 9.0).recip()
            + (a * 3.0).round() * b;
        vec![p, q, r, s, t, u, T::constant(2.0), b]
    }

    #[test]
    fn slopes_are_those_of_dual_numbers() {
        let program = record(3, formula).expect("no branch");
        let slopes = slopes_by_inputs(&program, 0..8, usize::MAX).expect("no limit");
        for x in [[0.3, -0.4, 1.2], [0.9, 0.8, -0.7], [-1.3, 2.0, 0.1]] {
            let duals: Vec<_> = (0..3).map(|k| Dual::<f64, 3>::variable(x[k], k)).collect();
            let exact = formula(&duals);
            let mut room = slopes.program.room::<f64>();
            slopes.program.inputs(&mut room).copy_from_slice(&x);
            slopes.program.run(&mut room);
            let mut found = [[0.0; 3]; 8];
            for ((r, v), slope) in slopes.places.iter().zip(slopes.program.results(&room)) {
                found[*r][*v] = slope;
            }
            for (found, exact) in found.iter().flatten().zip(exact.iter().flat_map(|y| y.eps)) {
                // some roundings of numbers of order ten
                assert!(
                    (found - exact).abs() < 1e-13 * (1.0 + exact.abs()),
                    "{found} {exact}"
                );
            }
        }
        // what does not move has no place
        assert!(slopes.places.iter().all(|(r, _)| *r != 6));
        assert_eq!(slopes.places.last(), Some(&(7, 1)));
    }

    /// Along other variables than inputs: both inputs move by s, one of them by what the other is times t.
    #[test]
    fn seeds_say_what_moves() {
        let program = record(2, |x| vec![x[0] * x[1]]).expect("no branch");
        let slopes = slopes(&program, 0..1, usize::MAX, |x| {
            let one = Recorded::one();
            vec![vec![(0, one)], vec![(0, one), (1, x[0])]]
        });
        let slopes = slopes.expect("no limit");
        let mut room = slopes.program.room::<f64>();
        slopes
            .program
            .inputs(&mut room)
            .copy_from_slice(&[3.0, 5.0]);
        slopes.program.run(&mut room);
        assert_eq!(slopes.places, [(0, 0), (0, 1)]);
        assert_eq!(
            slopes.program.results(&room).collect::<Vec<f64>>(),
            [8.0, 9.0]
        );
    }

    /// What is not chosen does not count, though its values and slopes are no numbers.
    #[test]
    fn what_is_not_chosen_adds_nothing() {
        let formula = |x: &[Recorded]| {
            let root = x[0].sqrt() * x[1] / (x[0] + 1.0);
            vec![Recorded::select(x[0], x[1] * 3.0, root) + x[1]]
        };
        let program = record(2, formula).expect("no branch");
        let slopes = slopes_by_inputs(&program, 0..1, usize::MAX).expect("no limit");
        let mut room = slopes.program.room::<f64>();
        let mut at = |x: [f64; 2]| {
            slopes.program.inputs(&mut room).copy_from_slice(&x);
            slopes.program.run(&mut room);
            slopes.program.results(&room).collect::<Vec<f64>>()
        };
        assert_eq!(at([-1.0, 2.0]), [0.0, 4.0]);
        // √x·y/(x + 1) at (1, 2): (1/2 − 1/2)·y/2 by x, 1/2 by y
        assert_eq!(at([1.0, 2.0]), [0.0, 1.5]);
    }

    /// Where a power begins its slope is a number.
    #[test]
    fn powers_at_their_begin() {
        let program = record(2, |x| vec![x[0].powf(1.5), x[0].pow(x[1])]).expect("no branch");
        let slopes = slopes_by_inputs(&program, 0..2, usize::MAX).expect("no limit");
        let mut room = slopes.program.room::<f64>();
        slopes
            .program
            .inputs(&mut room)
            .copy_from_slice(&[0.0, 1.3]);
        slopes.program.run(&mut room);
        assert!(slopes.program.results(&room).all(|x: f64| x == 0.0));
    }

    #[test]
    fn too_long_a_program_is_none() {
        let program = record(3, formula).expect("no branch");
        assert_eq!(slopes_by_inputs(&program, 0..8, 10), None);
    }
}
