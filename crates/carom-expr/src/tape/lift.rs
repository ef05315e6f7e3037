//! Numbers of an expression as inputs, for derivatives by them.

use super::layout::{Switch, Tape};
use super::op::{Op, Reg};
use super::routine;
use crate::input::Input;
use std::sync::Arc;

impl Tape {
    /// The numbers in it, in the order of [`Tape::lifted`].
    pub fn constants(&self) -> &[f64] {
        &self.constants
    }

    /// Replaces them; as many as there are.
    pub fn set_constants(&mut self, values: &[f64]) {
        self.constants.copy_from_slice(values);
    }

    /// Whether another tape does the same, with other numbers at most: inputs, operations and switches in the same order.
    pub fn has_code_of(&self, other: &Self) -> bool {
        let code = |t: &Self| -> Vec<(Op, Reg)> { t.code.iter().map(|i| (i.op, i.to)).collect() };
        let routines = self.routines.iter().zip(&other.routines);
        let is_same = |(a, b): (&routine::Routine, &routine::Routine)| {
            Arc::ptr_eq(&a.code, &b.code)
                && a.component == b.component
                && a.arguments == b.arguments
        };
        let delayed = self.delayed.iter().zip(&other.delayed);
        self.inputs == other.inputs
            && self.constants.len() == other.constants.len()
            && code(self) == code(other)
            && self.arguments == other.arguments
            && self.switches.len() == other.switches.len()
            && (self.switches.iter().zip(&other.switches)).all(|(a, b)| a.does_as(b))
            && self.branches == other.branches
            && self.routines.len() == other.routines.len()
            && routines.into_iter().all(is_same)
            && self.delayed.len() == other.delayed.len()
            && delayed
                .into_iter()
                .all(|(a, b)| a.lag == b.lag && a.tape == b.tape)
            && self.result == other.result
    }

    /// The same with some of its constants (their numbers, ascending) as inputs, behind the others. Each switch has the modes and guards that it had.
    pub fn lifted(&self, which: &[usize]) -> Self {
        let (inputs, constants) = (self.inputs.len(), self.constants.len());
        let register = |r: Reg| -> Reg {
            let Some(k) = (r as usize).checked_sub(inputs).filter(|k| *k < constants) else {
                return r;
            };
            let moved = match which.binary_search(&k) {
                Ok(place) => inputs + place,
                Err(before) => inputs + which.len() + k - before,
            };
            moved as Reg
        };
        let mut tape = self.clone();
        tape.inputs
            .extend(which.iter().map(|k| Input::Named(format!("#{k}"))));
        let span = self
            .input_spans
            .first()
            .copied()
            .unwrap_or(carom_base::Span::NONE);
        tape.input_spans.resize(tape.inputs.len(), span);
        tape.constants = (0..constants)
            .filter(|k| which.binary_search(k).is_err())
            .map(|k| self.constants[k])
            .collect();
        for r in &mut tape.arguments {
            *r = register(*r);
        }
        for b in &mut tape.branches {
            b.test = register(b.test);
            b.values = b.values.map(register);
        }
        for a in tape.routines.iter_mut().flat_map(|r| &mut r.arguments) {
            *a = register(*a);
        }
        for sum in tape.sums.iter_mut().flatten() {
            *sum = sum.map(register);
        }
        tape.result = register(tape.result);
        for number in 0..tape.switches.len() {
            let list = &tape.arguments[tape.switches[number].arguments.range()];
            let varying: Vec<u8> = (0..list.len())
                .filter(|k| !tape.is_constant(list[*k]))
                .map(|k| k as u8)
                .collect();
            let s = &mut tape.switches[number];
            s.varies = varying.len() as u8;
            s.varying[..varying.len()].copy_from_slice(&varying);
        }
        let mut slots = tape.computed as u32;
        for k in 0..tape.code.len() {
            let op = tape.code[k].op.map(register);
            let op = match op {
                Op::PowerReal(a, p) if !tape.is_constant(p) => Op::Power(a, p),
                op => op,
            };
            tape.code[k].op = op;
            tape.code[k].partials = slots;
            slots += tape.partials_of(op);
        }
        tape.registers = slots as usize;
        tape
    }

    /// How many partial derivatives an operation keeps.
    fn partials_of(&self, op: Op) -> u32 {
        match op {
            Op::Switch(s) => u32::from(self.switches[s as usize].varies),
            Op::Series(_, list) => {
                let list = self.arguments[list.range()].iter();
                list.filter(|r| !self.is_constant(**r)).count() as u32
            }
            Op::Routine(n) => self.routines[n as usize].arguments.len() as u32,
            op => op.partials(),
        }
    }
}

/// As [`Tape::has_code_of`], with the same numbers; places in a text do not count.
impl PartialEq for Tape {
    fn eq(&self, other: &Self) -> bool {
        self.constants == other.constants && self.has_code_of(other)
    }
}

impl Switch {
    fn does_as(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.arguments == other.arguments
            && self.watched == other.watched
            && self.slot == other.slot
            && self.within == other.within
    }
}

#[cfg(test)]
mod tests {
    use crate::tables::NoTables;
    use crate::tape::Tape;
    use crate::{Expression, Input};
    use carom_base::{Diagnostics, Dialect, SpannedText};

    fn compile(text: &str) -> Tape {
        let mut d = Diagnostics::default();
        let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d);
        let tape = e.and_then(|e| Tape::compile(&e, &NoTables, &mut d));
        tape.unwrap_or_else(|| panic!("{text}: {d:?}"))
    }

    /// A lifted number is an input like any other: the value stays, and its slope is that of the expressions with other numbers.
    #[test]
    fn numbers_become_inputs() {
        for text in [
            "3.7*SIN(2.3*TIME)+TIME**1.7",
            "IMPACT(TIME,0.3,1.1,1500.0,1.3,7.0,0.2)",
            "STEP(TIME,0.2,1.5,1.9,4.5)*EXP(-0.3*TIME)/7.5",
            "IF(TIME-0.4: 1.5, 2.5*TIME, POLY(TIME, 0.1, 2.2, 3.3, 4.4))",
            "MAX(2.5*TIME,1.6)-ATAN2(TIME+0.3,1.2)",
        ] {
            let tape = compile(text);
            let numbers = tape.constants().to_vec();
            let all: Vec<usize> = (0..numbers.len()).collect();
            let lifted = tape.lifted(&all);
            assert_eq!(lifted.inputs()[0], Input::Time);
            assert_eq!(lifted.inputs().len(), 1 + all.len());
            let (t, mut modes) = (0.9, vec![0; tape.switches()]);
            let mut room = vec![0.0; tape.registers().max(lifted.registers())];
            tape.settle(&[t], &[1.0], &mut modes, &mut room);
            let value = tape.eval(&[t], &modes, &mut room);
            let inputs: Vec<f64> = std::iter::once(t).chain(numbers.clone()).collect();
            let (mut adjoints, mut slopes) = (room.clone(), vec![0.0; inputs.len()]);
            let found = lifted.gradient(&inputs, &modes, &mut room, &mut adjoints, &mut slopes);
            // a power by another routine: a rounding or two
            assert!(
                (found - value).abs() <= 1e-15 * value.abs(),
                "{text}: {found} {value}"
            );
            for k in all {
                let beside = |change: f64| {
                    let mut other = tape.clone();
                    let mut numbers = numbers.clone();
                    numbers[k] += change;
                    other.set_constants(&numbers);
                    assert!(other.has_code_of(&tape));
                    other.eval(&[t], &modes, &mut room.clone())
                };
                let d = 1e-4 * numbers[k].abs().max(0.1);
                let [near, far] =
                    [1.0, 2.0].map(|s| (beside(s * d) - beside(-s * d)) / (2.0 * s * d));
                let expected = (4.0 * near - far) / 3.0;
                // order 4 at 1e-4, and roundings of the value over the change
                let tolerance = 1e-9 * expected.abs() + 1e-14 * value.abs() / d;
                assert!(
                    (slopes[1 + k] - expected).abs() <= tolerance,
                    "{text}, number {k}: {} {expected}",
                    slopes[1 + k]
                );
            }
        }
    }

    #[test]
    fn other_code_is_other_code() {
        let tape = compile("2.0*TIME+3.0");
        assert!(tape.has_code_of(&compile("5.0*TIME+7.0")));
        assert!(tape != compile("5.0*TIME+7.0") && tape == compile("2.0*TIME+3.0"));
        assert!(!tape.has_code_of(&compile("2.0*TIME-3.0")));
    }
}
