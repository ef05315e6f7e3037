//! Gradients: a sweep forward that keeps partial derivatives, a sweep backward that multiplies them.

use super::layout::{Block, Instruction, Switch, Tape};
use super::op::{Arguments, MOST_ARGUMENTS, Op, Reg, Series};
use super::run::{Frozen, Modes, way};
use crate::mode::{Mode, UNSET};
use carom_base::{Dual, Number};

impl Tape {
    pub(super) fn sweep(
        &self,
        inputs: &[f64],
        modes: &[Mode],
        registers: &mut [f64],
        adjoints: &mut [f64],
        gradient: &mut [f64],
    ) -> f64 {
        let n = self.inputs.len();
        registers[..n].copy_from_slice(&inputs[..n]);
        registers[n..n + self.constants.len()].copy_from_slice(&self.constants);
        self.forward(&self.main, modes, registers);
        adjoints[..self.computed].fill(0.0);
        adjoints[self.result as usize] = 1.0;
        self.backward(&self.main, modes, registers, adjoints);
        gradient[..n].copy_from_slice(&adjoints[..n]);
        registers[self.result as usize]
    }

    pub(super) fn is_constant(&self, r: Reg) -> bool {
        let n = self.inputs.len();
        (n..n + self.constants.len()).contains(&(r as usize))
    }

    fn forward(&self, block: &Block, modes: &[Mode], r: &mut [f64]) {
        for i in &self.code[block.code.clone()] {
            let slot = i.partials as usize;
            r[i.to as usize] = match i.op {
                Op::PowerWhole(a, _) | Op::PowerReal(a, _) | Op::Function(_, a) => {
                    let y = i.op.simple(|k| {
                        let x = r[k as usize];
                        if k == a {
                            Dual::<f64, 1>::variable(x, 0)
                        } else {
                            Dual::constant(x)
                        }
                    });
                    r[slot] = y.eps[0];
                    y.re
                }
                Op::Power(a, b) | Op::Atan2(a, b) => {
                    let (x, y) = (r[a as usize], r[b as usize]);
                    let (x, y) = (Dual::variable(x, 0), Dual::<f64, 2>::variable(y, 1));
                    let z = match i.op {
                        Op::Power(..) => x.pow(y),
                        // Not a number at the origin, as in `simple`.
                        _ => Op::Atan2(0, 1).simple(|k| if k == 0 { x } else { y }),
                    };
                    r[slot..slot + 2].copy_from_slice(&z.eps);
                    z.re
                }
                Op::Series(series, list) => self.series_partials(series, list, slot, r),
                Op::Switch(s) => self.switch_partials(s as usize, modes, slot, r),
                Op::Branch(b) => self.forward_branch(b as usize, modes, r),
                Op::Routine(n) => self.routines[n as usize].partials(slot, r),
                op => op.simple(|k| r[k as usize]),
            };
        }
    }

    fn forward_branch(&self, number: usize, modes: &[Mode], r: &mut [f64]) -> f64 {
        let b = &self.branches[number];
        let test = r[b.test as usize];
        if test.is_nan() {
            return test;
        }
        let way = self.way_taken(number, modes, r);
        self.forward(&b.blocks[way], modes, r);
        r[b.values[way] as usize]
    }

    fn way_taken(&self, number: usize, modes: &[Mode], r: &[f64]) -> usize {
        let b = &self.branches[number];
        let s = b.switch as usize;
        way(Frozen(modes).mode(s, &self.switches[s].kind, &[r[b.test as usize]]))
    }

    /// Value of a switching operation; its slopes by the arguments that vary go into the slots from `slot` on.
    #[inline]
    fn switch_partials(&self, number: usize, modes: &[Mode], slot: usize, r: &mut [f64]) -> f64 {
        let s = &self.switches[number];
        let mode = match modes[number] {
            UNSET => Frozen(modes).mode(number, &s.kind, &self.arguments_of(s, r)),
            mode => mode,
        };
        if s.watched {
            r[slot..slot + usize::from(s.varies)].fill(0.0);
            return f64::from(mode);
        }
        // Contact laws mostly vary in a distance and its rate: two slopes in one evaluation.
        let mut args = self.arguments_as(s, r);
        let mut y = Dual::<f64, 2>::constant(0.0);
        for first in (0..usize::from(s.varies).max(1)).step_by(2) {
            let pair = &s.varying[first..usize::from(s.varies).min(first + 2)];
            for (k, &a) in pair.iter().enumerate() {
                args[usize::from(a)].eps[k] = 1.0;
            }
            y = s.value(&args[..usize::from(s.arguments.count)], mode);
            for (k, &a) in pair.iter().enumerate() {
                args[usize::from(a)].eps[k] = 0.0;
                r[slot + first + k] = y.eps[k];
            }
        }
        y.re
    }

    /// The arguments as constants.
    #[inline(always)]
    fn arguments_as<const N: usize>(&self, s: &Switch, r: &[f64]) -> [Dual<f64, N>; 8] {
        let mut args = [Dual::constant(0.0); 8];
        for (a, &from) in args.iter_mut().zip(&self.arguments[s.arguments.range()]) {
            a.re = r[from as usize];
        }
        args
    }

    /// The same of a series.
    #[inline(never)]
    fn series_partials(&self, series: Series, list: Arguments, slot: usize, r: &mut [f64]) -> f64 {
        let list = &self.arguments[list.range()];
        let mut args = [Dual::<f64, 1>::constant(0.0); MOST_ARGUMENTS];
        for (a, &from) in args.iter_mut().zip(list) {
            a.re = r[from as usize];
        }
        let args = &mut args[..list.len()];
        let mut value = f64::NAN;
        let varying = (0..list.len()).filter(|&k| !self.is_constant(list[k]));
        for (n, k) in varying.enumerate() {
            args[k].eps[0] = 1.0;
            let y = series.value(args);
            args[k].eps[0] = 0.0;
            r[slot + n] = y.eps[0];
            value = y.re;
        }
        value
    }

    fn backward(&self, block: &Block, modes: &[Mode], r: &[f64], adjoints: &mut [f64]) {
        for i in self.code[block.code.clone()].iter().rev() {
            let adjoint = adjoints[i.to as usize];
            if adjoint == 0.0 {
                continue;
            }
            let mut add = |k: Reg, x: f64| adjoints[k as usize] += x;
            match i.op {
                Op::Add(a, b) => {
                    add(a, adjoint);
                    add(b, adjoint);
                }
                Op::Subtract(a, b) => {
                    add(a, adjoint);
                    add(b, -adjoint);
                }
                Op::Negate(a) => add(a, -adjoint),
                Op::Multiply(a, b) => {
                    add(a, adjoint * r[b as usize]);
                    add(b, adjoint * r[a as usize]);
                }
                Op::Divide(a, b) => {
                    let inverse = 1.0 / r[b as usize];
                    add(a, adjoint * inverse);
                    add(b, -adjoint * inverse * r[i.to as usize]);
                }
                Op::PowerWhole(a, _) | Op::PowerReal(a, _) | Op::Function(_, a) => {
                    add(a, adjoint * r[i.partials as usize]);
                }
                Op::Power(a, b) | Op::Atan2(a, b) => {
                    add(a, adjoint * r[i.partials as usize]);
                    add(b, adjoint * r[i.partials as usize + 1]);
                }
                Op::Series(_, list) => {
                    self.backward_list(&self.arguments[list.range()], i, r, adjoints);
                }
                Op::Switch(s) => {
                    let s = &self.switches[s as usize];
                    let list = &self.arguments[s.arguments.range()];
                    for (k, &a) in s.varying[..usize::from(s.varies)].iter().enumerate() {
                        let slope = r[i.partials as usize + k];
                        adjoints[list[usize::from(a)] as usize] += adjoint * slope;
                    }
                }
                Op::Routine(n) => {
                    for (k, &a) in self.routines[n as usize].arguments.iter().enumerate() {
                        adjoints[a as usize] += adjoint * r[i.partials as usize + k];
                    }
                }
                Op::Branch(b) => {
                    let branch = &self.branches[b as usize];
                    if r[branch.test as usize].is_nan() {
                        continue;
                    }
                    let way = self.way_taken(b as usize, modes, r);
                    add(branch.values[way], adjoint);
                    self.backward(&branch.blocks[way], modes, r, adjoints);
                }
            }
        }
    }

    fn backward_list(&self, list: &[Reg], i: &Instruction, r: &[f64], adjoints: &mut [f64]) {
        let adjoint = adjoints[i.to as usize];
        let mut slot = i.partials as usize;
        for &k in list {
            if !self.is_constant(k) {
                adjoints[k as usize] += adjoint * r[slot];
                slot += 1;
            }
        }
    }
}
