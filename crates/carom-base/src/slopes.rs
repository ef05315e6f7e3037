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
pub fn slopes(
    of: &Program,
    results: Range<usize>,
    most: usize,
    seeds: impl FnOnce(&[Recorded]) -> Vec<Moves>,
) -> Option<Slopes> {
    let mut places = Vec::new();
    let program = record_within(most, of.inputs, |inputs| {
        let constants = of
            .constants
            .iter()
            .map(|x| (Recorded::constant(*x), Vec::new()));
        let moved = inputs.iter().copied().zip(seeds(inputs));
        let mut slots: Vec<(Recorded, Moves)> = constants.chain(moved).collect();
        let mut start = 0;
        for run in &of.runs {
            for operands in &of.operands[start..run.end] {
                slots.push(moved_result(run.code, *operands, &slots));
            }
            start = run.end;
        }
        let mut found = Vec::new();
        for (result, slot) in of.outputs[results].iter().enumerate() {
            for (variable, slope) in &slots[*slot as usize].1 {
                places.push((result, *variable));
                found.push(*slope);
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

/// The result of an operation, and how it moves.
fn moved_result(code: Code, operands: [u32; 3], slots: &[(Recorded, Moves)]) -> (Recorded, Moves) {
    let of_slots = &operands[..code.slots()];
    let moves = of_slots.iter().flat_map(|k| &slots[*k as usize].1);
    let mut variables: Vec<usize> = moves.map(|(variable, _)| *variable).collect();
    variables.sort_unstable();
    variables.dedup();
    let along = |variable: usize| {
        let dual = |k: u32| {
            let (re, moves) = &slots[k as usize];
            let at = moves.binary_search_by_key(&variable, |(v, _)| *v);
            let eps = [at.map_or(Recorded::zero(), |at| moves[at].1)];
            Dual { re: *re, eps }
        };
        (variable, slope(code, operands, dual))
    };
    let moves = variables.into_iter().map(along);
    let moves = moves.filter(|(_, slope)| !slope.is_zero()).collect();
    (value(code, operands, |k| slots[k as usize].0), moves)
}

/// The derivative of an operation on numbers that move along one variable.
fn slope(code: Code, operands: [u32; 3], at: impl Fn(u32) -> Dual<Recorded, 1>) -> Recorded {
    let [a, b, _] = operands;
    match code {
        // Not by the quotient xᵖ/x, which is no number where a contact begins.
        Code::PowerReal => {
            let (x, p) = (at(a), at(b).re);
            x.re.powf(p.value() - 1.0) * p * x.eps[0]
        }
        // The logarithm is not needed of a power that has not begun.
        Code::Power => {
            let (x, p) = (at(a), at(b));
            let by_exponent = x.re.pow(p.re) * x.re.ln() * p.eps[0];
            let by_exponent = Recorded::select(-x.re, by_exponent, Recorded::zero());
            x.re.pow(p.re - 1.0) * p.re * x.eps[0] + by_exponent
        }
        _ => value(code, operands, at).eps[0],
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
