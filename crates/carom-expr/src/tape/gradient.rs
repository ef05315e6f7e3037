//! Gradients: a sweep forward that keeps partial derivatives, a sweep backward that multiplies them.

use super::op::{MOST_ARGUMENTS, Op, Reg};
use super::run::{Frozen, Modes, way};
use super::switching::UNSET;
use super::{Block, Instruction, Mode, Tape};
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

    fn is_constant(&self, r: Reg) -> bool {
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
                Op::Series(series, list) => {
                    let list = &self.arguments[list.range()];
                    self.partials(list, slot, r, |args: &[Dual<f64, 1>]| series.value(args))
                }
                Op::Switch(s) => {
                    let switch = &self.switches[s as usize];
                    let list = &self.arguments[switch.arguments.range()];
                    let mode = match modes[s as usize] {
                        UNSET => {
                            let args = self.arguments_of(switch, r);
                            Frozen(modes).mode(s as usize, &switch.kind, &args)
                        }
                        mode => mode,
                    };
                    if switch.arguments.count > 4 {
                        // Contact laws mostly vary in a distance and its rate: both at once.
                        self.partials(list, slot, r, |args: &[Dual<f64, 2>]| {
                            switch.value(args, mode)
                        })
                    } else {
                        self.partials(list, slot, r, |args: &[Dual<f64, 1>]| {
                            switch.value(args, mode)
                        })
                    }
                }
                Op::Branch(b) => self.forward_branch(b as usize, modes, r),
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

    /// Partial derivatives of an operation by its varying arguments, `N` in one evaluation, into the slots from
    /// `slot` on. Gives its value.
    fn partials<const N: usize>(
        &self,
        list: &[Reg],
        slot: usize,
        r: &mut [f64],
        f: impl Fn(&[Dual<f64, N>]) -> Dual<f64, N>,
    ) -> f64 {
        let mut args = [Dual::<f64, N>::constant(0.0); MOST_ARGUMENTS];
        let mut varying = [0; MOST_ARGUMENTS];
        let mut count = 0;
        for (k, &from) in list.iter().enumerate() {
            args[k].re = r[from as usize];
            if !self.is_constant(from) {
                varying[count] = k;
                count += 1;
            }
        }
        let args = &mut args[..list.len()];
        let mut value = 0.0;
        for first in (0..count).step_by(N) {
            let last = (first + N).min(count);
            for k in first..last {
                args[varying[k]].eps[k - first] = 1.0;
            }
            let y = f(args);
            for k in first..last {
                args[varying[k]].eps[k - first] = 0.0;
                r[slot + k] = y.eps[k - first];
            }
            value = y.re;
        }
        if count == 0 { f(args).re } else { value }
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
                    let list = self.switches[s as usize].arguments;
                    self.backward_list(&self.arguments[list.range()], i, r, adjoints);
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
