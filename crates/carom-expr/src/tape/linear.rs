//! Guards that are sums of inputs: their rates follow from those of the inputs, without a run of the tape.

use super::layout::Tape;
use super::numbers::Ranged;
use super::op::{Op, Reg};
use super::switching::Switching;
use crate::mode::Mode;
use carom_base::Interval;
use carom_laws::{BistopMode, Impact, ImpactMode};

/// A constant and inputs times numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    /// The constant.
    pub constant: f64,
    /// Numbers of inputs, each once, with its factor.
    pub terms: Vec<(usize, f64)>,
}

impl Sum {
    fn input(number: usize) -> Sum {
        Sum {
            constant: 0.0,
            terms: vec![(number, 1.0)],
        }
    }

    fn constant(constant: f64) -> Sum {
        Sum {
            constant,
            terms: Vec::new(),
        }
    }

    /// The constant, if there are no inputs.
    fn as_constant(&self) -> Option<f64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor·other`.
    fn plus(mut self, other: Sum, factor: f64) -> Sum {
        self.constant += factor * other.constant;
        for (input, c) in other.terms {
            match self.terms.iter_mut().find(|(known, _)| *known == input) {
                Some((_, sum)) => *sum += factor * c,
                None => self.terms.push((input, factor * c)),
            }
        }
        self
    }
}

/// Operations of a sum that are looked through: sums that anyone writes into a condition are shorter.
const OPERATIONS_MAX: u32 = 100;

/// A switching operation with guards that are `c ± x`, c a constant and x a sum of inputs times numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearSwitch {
    /// Its number.
    pub switch: usize,
    /// Number of its first guard among all guards of the tape.
    pub slot: usize,
    /// x.
    pub x: Sum,
    /// What the clamp of a stop needs beside its depth.
    pub clamp: Option<LinearClamp>,
}

/// A stop (IMPACT, BISTOP) whose speed is a sum of inputs, with constant parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearClamp {
    /// The rate of x as the stop is given it.
    pub speed: Sum,
    k: f64,
    e: f64,
    cmax: f64,
    d: f64,
}

impl LinearClamp {
    /// Bounds of the guard of the clamp, slot 2, and of its rate, by those of the depth and of the rate of x.
    fn bound(&self, mode: ImpactMode, p: Ranged, speed: Ranged) -> Option<Ranged> {
        let [k, e, cmax, d] = [self.k, self.e, self.cmax, self.d];
        Impact::from([0.0, 0.0, 0.0, k, e, cmax, d]).clamp_range(mode, p, speed)
    }

    /// Bounds of the depth and of its rate by those of the guards that tell it, slots 0 and 1, as `guard` gives them.
    fn depth(&self, mode: ImpactMode, guard: impl Fn(usize) -> Ranged) -> Ranged {
        match mode {
            ImpactMode::Full(_) => guard(1) + self.d,
            _ => guard(0),
        }
    }
}

impl Tape {
    /// The switching operations with such guards.
    pub fn linear_switches(&self) -> Vec<LinearSwitch> {
        let switches = self.switches.iter().enumerate();
        let linear = switches.filter_map(|(switch, s)| {
            let of = &self.arguments[s.arguments.range()];
            let constant = |k: usize| self.sum_of_inputs(of[k])?.as_constant();
            let clamp = |first: usize| {
                Some(LinearClamp {
                    speed: self.sum_of_inputs(of[1])?,
                    k: constant(first)?,
                    e: constant(first + 1)?,
                    cmax: constant(first + 2)?,
                    d: constant(first + 3)?,
                })
            };
            let clamp = match s.kind {
                Switching::Impact => clamp(3),
                Switching::Bistop => clamp(4),
                _ => None,
            };
            let x = match s.kind {
                Switching::Branch | Switching::Abs | Switching::Sign => self.sum_of_inputs(of[0]),
                Switching::Max | Switching::Min => self.difference(of[0], of[1]),
                Switching::Impact if constant(6).is_some() => self.difference(of[0], of[2]),
                Switching::Bistop if [2, 3, 7].iter().all(|k| constant(*k).is_some()) => {
                    self.sum_of_inputs(of[0])
                }
                _ => None,
            };
            x.map(|x| LinearSwitch {
                switch,
                slot: s.slot,
                x,
                clamp,
            })
        });
        linear.collect()
    }

    /// The value of the tape, if it is such a sum.
    pub fn linear_value(&self) -> Option<Sum> {
        self.sum_of_inputs(self.result)
    }

    /// How many guards a switch has.
    pub fn slots_of(&self, linear: &LinearSwitch) -> usize {
        self.switches[linear.switch].kind.slots()
    }

    /// The rates of the guards of a switch among [`Tape::linear_switches`] by that of its x, in a mode; [`None`] for those that are no such sums, and where
    /// the switch is not reached.
    pub fn linear_rates(
        &self,
        linear: &LinearSwitch,
        modes: &[Mode],
        x: Interval,
    ) -> Option<[Option<Interval>; 6]> {
        let switch = linear.switch;
        if !self.is_reached(switch, modes) {
            return None;
        }
        let mut rates = [None; 6];
        let mode = modes[switch];
        let side = |positive: bool| Some(if positive { x } else { -x });
        let stop = |mode: ImpactMode, x: Interval| match mode {
            ImpactMode::Open => [Some(x), None],
            ImpactMode::Partial(_) => [Some(-x), Some(x)],
            ImpactMode::Full(_) => [None, Some(-x)],
        };
        match self.switches[switch].kind {
            Switching::Branch if mode == 0 => {}
            Switching::Branch | Switching::Abs | Switching::Sign => rates[0] = side(mode >= 0),
            Switching::Max => rates[0] = side(mode == 0),
            Switching::Min => rates[0] = side(mode != 0),
            Switching::Impact => {
                [rates[0], rates[1]] = stop(ImpactMode::from_code(mode), x);
            }
            Switching::Bistop => {
                let modes = BistopMode::from_code(mode);
                [rates[0], rates[1]] = stop(modes.lower, x);
                [rates[3], rates[4]] = stop(modes.upper, -x);
            }
            _ => {}
        }
        Some(rates)
    }

    /// Bounds of the guards of clamps, slots 2 and 5, of a switch among [`Tape::linear_switches`], by the rate of x that its stop is given and bounds of its
    /// guards 0, 1, 3 and 4, which tell the depth, all with their rates; each where it is watched. The switch is reached.
    pub fn clamp_ranges(
        &self,
        linear: &LinearSwitch,
        modes: &[Mode],
        speed: Ranged,
        guard: impl Fn(usize) -> Ranged,
    ) -> [Option<Ranged>; 2] {
        let Some(clamp) = &linear.clamp else {
            return [None; 2];
        };
        let of = |mode: ImpactMode, first: usize, speed: Ranged| {
            let depth = clamp.depth(mode, |slot| guard(first + slot));
            clamp.bound(mode, depth, speed)
        };
        let mode = modes[linear.switch];
        match self.switches[linear.switch].kind {
            Switching::Impact => [of(ImpactMode::from_code(mode), 0, speed), None],
            Switching::Bistop => {
                let modes = BistopMode::from_code(mode);
                [of(modes.lower, 0, speed), of(modes.upper, 3, -speed)]
            }
            _ => [None; 2],
        }
    }

    fn difference(&self, a: Reg, b: Reg) -> Option<Sum> {
        Some(self.sum_of_inputs(a)?.plus(self.sum_of_inputs(b)?, -1.0))
    }

    /// A register as a sum of inputs times numbers and a constant; longer ones than [`OPERATIONS_MAX`] are none.
    fn sum_of_inputs(&self, register: Reg) -> Option<Sum> {
        self.sum_within(register, &mut { OPERATIONS_MAX })
    }

    fn sum_within(&self, register: Reg, left: &mut u32) -> Option<Sum> {
        let k = register as usize;
        let inputs = self.inputs.len();
        if k < inputs {
            return Some(Sum::input(k));
        }
        if let Some(constant) = self.constants.get(k - inputs) {
            return Some(Sum::constant(*constant));
        }
        *left = left.checked_sub(1)?;
        let constant = |r: Reg| {
            (r as usize)
                .checked_sub(inputs)
                .and_then(|k| self.constants.get(k))
        };
        let mut times = |r: Reg, factor: f64| {
            let sum = self.sum_within(r, left)?;
            Some(Sum::default().plus(sum, factor))
        };
        match self.code.iter().find(|i| i.to == register)?.op {
            Op::Add(a, b) => Some(times(a, 1.0)?.plus(times(b, 1.0)?, 1.0)),
            Op::Subtract(a, b) => Some(times(a, 1.0)?.plus(times(b, 1.0)?, -1.0)),
            Op::Negate(a) => times(a, -1.0),
            Op::Multiply(a, b) => match (constant(a), constant(b)) {
                (Some(c), _) => times(b, *c),
                (_, Some(c)) => times(a, *c),
                _ => None,
            },
            Op::Divide(a, b) => times(a, 1.0 / constant(b)?),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::{Expression, NoTables};
    use carom_base::{Diagnostics, Dialect, Dual, Number, SpannedText};

    fn tape(text: &str) -> Tape {
        let mut diagnostics = Diagnostics::default();
        let text = SpannedText::bare(text.to_owned());
        let expression = Expression::parse(text, Dialect::Adams, &mut diagnostics);
        Tape::compile(&expression.unwrap(), &NoTables, &mut diagnostics).unwrap()
    }

    /// The rates by the terms are those of the guards in interval arithmetic, in each mode.
    #[test]
    fn rates_are_those_of_the_guards() {
        let rates = [Interval::new(-0.3, 2.0), Interval::new(1.0, 1.5)];
        for (text, most) in [
            (
                "IMPACT(DZ(1,2)-0.3*DX(1,2)+1, 0, 2*DX(1,2), 100, 1.5, 3, 0.1)",
                5,
            ),
            ("BISTOP(-DZ(1,2)/4, 0, -1, 2, 100, 1.5, 3, 0.1)", 25),
            ("MAX(DZ(1,2), 3-DX(1,2))", 2),
            ("MIN(2*(DZ(1,2)-1), DX(1,2))", 2),
            ("ABS(DZ(1,2)+DX(1,2)-5)", 2),
            ("SIGN(3, 2-DZ(1,2))", 2),
        ] {
            let tape = tape(text);
            let linear = tape.linear_switches();
            assert_eq!(linear.len(), 1, "{text}");
            let n = tape.inputs().len();
            let x = linear[0].x.terms.iter().map(|(k, c)| rates[*k] * *c);
            let x = x.fold(Interval::constant(0.0), |a, b| a + b);
            let at = |rate: &Interval| Dual {
                re: Interval::new(-1.0, 1.0),
                eps: [*rate],
            };
            let inputs: Vec<Ranged> = rates[..n].iter().map(at).collect();
            for mode in 0..most {
                let mode = if most == 2 { 1 - 2 * mode } else { mode };
                let mode = if text.starts_with('M') {
                    mode.max(0)
                } else {
                    mode
                };
                let unknown = Ranged::undefined();
                let mut registers = vec![unknown; tape.registers()];
                let (mut guards, mut quotients) = ([unknown; 6], [None; 6]);
                let slots = tape.guard_slots(0);
                let out = (&mut guards[..slots], &mut quotients[..slots]);
                tape.guard_ranges(&inputs, &[mode], &[true; 6][..slots], &mut registers, out);
                let found = tape.linear_rates(&linear[0], &[mode], x).unwrap();
                assert!(found.iter().any(Option::is_some), "{text} {mode}");
                for (rate, guard) in found.iter().zip(&guards) {
                    let Some(rate) = rate else { continue };
                    // 1e-12: rounding
                    let same = |a: f64, b: f64| (a - b).abs() < 1e-12;
                    let eps = guard.eps[0];
                    // x may stand twice in a difference of registers, which the terms collect.
                    assert!(
                        rate.low >= eps.low - 1e-12 && rate.high <= eps.high + 1e-12,
                        "{text} {mode}: {rate:?} {eps:?}"
                    );
                    let alone = !text.contains("DX");
                    assert!(!alone || (same(rate.low, eps.low) && same(rate.high, eps.high)));
                }
            }
        }
    }

    #[test]
    fn what_is_not_a_sum() {
        for text in [
            "IMPACT(DZ(1,2)*DX(1,2), 0, 1, 100, 1.5, 3, 0.1)",
            "IMPACT(DZ(1,2), 0, 1, 100, 1.5, 3, DX(1,2))",
            "BISTOP(DZ(1,2), 0, DX(1,2), 9, 100, 1.5, 3, 0.1)",
            "ABS(SIN(DZ(1,2)))",
            "STEP(DZ(1,2), 0, 0, 1, 1)",
        ] {
            assert!(tape(text).linear_switches().is_empty(), "{text}");
        }
        // Of any length, in a bounded stack.
        let long = format!("ABS({}DX(1,2))", "DZ(1,2)*2+".repeat(5000));
        assert!(tape(&long).linear_switches().is_empty());
    }
}
