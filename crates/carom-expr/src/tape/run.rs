//! Running a tape.

use super::layout::{Block, Switch, Tape};
use super::op::{Arguments, MOST_ARGUMENTS, Op, Series};
use super::switching::Switching;
use crate::mode::{Mode, Rated, UNSET};
use carom_base::Number;

/// Which branch a switching operation takes.
pub(super) trait Modes<T> {
    /// The mode of the switch of this number with these arguments.
    fn mode(&mut self, number: usize, kind: &Switching, args: &[T]) -> Mode;
    /// The switches of this block are not reached.
    fn skip(&mut self, _block: &Block) {}
}

/// Modes as they are given. A switch that has none yet follows its arguments.
pub(super) struct Frozen<'a>(pub &'a [Mode]);

impl<T: Number> Modes<T> for Frozen<'_> {
    #[inline(always)]
    fn mode(&mut self, number: usize, kind: &Switching, args: &[T]) -> Mode {
        match self.0[number] {
            UNSET => live(kind, args),
            mode => mode,
        }
    }
}

/// Modes as the values ask for.
pub(super) struct Live;

impl<T: Number> Modes<T> for Live {
    fn mode(&mut self, _: usize, kind: &Switching, args: &[T]) -> Mode {
        live(kind, args)
    }
}

#[cold]
fn live<T: Number>(kind: &Switching, args: &[T]) -> Mode {
    let mut rated = [Rated::constant(0.0); MOST_ARGUMENTS];
    for (r, a) in rated.iter_mut().zip(args) {
        r.re = a.value();
    }
    kind.decide(&rated[..args.len()])
}

/// Decides modes and writes them down.
pub(super) struct Settle<'a> {
    pub modes: &'a mut [Mode],
    /// Only those that have none yet.
    pub missing_only: bool,
}

impl Modes<Rated> for Settle<'_> {
    fn mode(&mut self, number: usize, kind: &Switching, args: &[Rated]) -> Mode {
        let mode = &mut self.modes[number];
        let decided = || kind.decide(args);
        let resting = matches!(kind, Switching::Branch) && args[0].re == 0.0;
        if !self.missing_only || *mode == UNSET || (resting && args[0].eps[0] == 0.0) {
            *mode = decided();
        }
        *mode
    }

    fn skip(&mut self, block: &Block) {
        self.modes[block.switches.clone()].fill(UNSET);
    }
}

/// The arguments of a switching operation, in order; eight at most.
pub(super) struct Few<T> {
    values: [T; 8],
    count: usize,
}

impl<T> std::ops::Deref for Few<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.values[..self.count]
    }
}

impl Tape {
    /// Loads inputs and constants, runs all, gives the result.
    #[inline]
    pub(super) fn run<T: Number>(
        &self,
        inputs: &[T],
        registers: &mut [T],
        modes: &mut impl Modes<T>,
    ) -> T {
        let n = self.inputs.len();
        registers[..n].copy_from_slice(&inputs[..n]);
        self.run_loaded(registers, modes)
    }

    /// Inputs and constants into their registers.
    pub(super) fn load<T: Number>(&self, inputs: &[T], registers: &mut [T]) {
        let n = self.inputs.len();
        registers[..n].copy_from_slice(&inputs[..n]);
        self.load_constants(registers);
    }

    #[inline(always)]
    fn load_constants<T: Number>(&self, registers: &mut [T]) {
        let n = self.inputs.len();
        for (r, &c) in registers[n..].iter_mut().zip(&self.constants) {
            *r = T::constant(c);
        }
    }

    /// The same with the inputs in their registers.
    #[inline]
    pub(super) fn run_loaded<T: Number>(
        &self,
        registers: &mut [T],
        modes: &mut impl Modes<T>,
    ) -> T {
        self.load_constants(registers);
        self.run_block(&self.main, registers, modes);
        registers[self.result as usize]
    }

    /// What decides on modes and guards: all but a user's routine at the end, whose slopes cost a call for each argument.
    pub(super) fn run_switches<T: Number>(&self, registers: &mut [T], modes: &mut impl Modes<T>) {
        self.load_constants(registers);
        let mut block = self.main.clone();
        if let Some(last) = self.code[block.code.clone()].last()
            && matches!(last.op, Op::Routine(_))
            && last.to == self.result
        {
            block.code.end -= 1;
        }
        self.run_block(&block, registers, modes);
    }

    fn run_block<T: Number>(&self, block: &Block, r: &mut [T], modes: &mut impl Modes<T>) {
        for i in &self.code[block.code.clone()] {
            let y = match i.op {
                Op::Switch(s) => self.run_switch(s as usize, r, modes),
                Op::Series(series, list) => self.run_series(series, list, r),
                Op::Branch(b) => self.run_branch(b as usize, r, modes),
                Op::Routine(n) => self.run_routine(n, r),
                op => op.simple(|k| r[k as usize]),
            };
            r[i.to as usize] = y;
        }
    }

    /// Not part of the caller, whose stack is needed once for each IF inside an IF.
    #[inline(never)]
    fn run_series<T: Number>(&self, series: Series, list: Arguments, r: &[T]) -> T {
        let mut args = [T::zero(); MOST_ARGUMENTS];
        let list = &self.arguments[list.range()];
        for (a, &from) in args.iter_mut().zip(list) {
            *a = r[from as usize];
        }
        series.value(&args[..list.len()])
    }

    #[inline(never)]
    fn run_routine<T: Number>(&self, number: u32, r: &[T]) -> T {
        self.routines[number as usize].run(r)
    }

    #[inline(always)]
    fn run_switch<T: Number>(&self, number: usize, r: &[T], modes: &mut impl Modes<T>) -> T {
        let s = &self.switches[number];
        let args = self.arguments_of(s, r);
        let mode = modes.mode(number, &s.kind, &args);
        if s.watched {
            return T::constant(f64::from(mode));
        }
        s.value(&args, mode)
    }

    fn run_branch<T: Number>(&self, number: usize, r: &mut [T], modes: &mut impl Modes<T>) -> T {
        let b = &self.branches[number];
        let test = r[b.test as usize];
        if test.is_nan() {
            return test;
        }
        let kind = &self.switches[b.switch as usize].kind;
        let way = way(modes.mode(b.switch as usize, kind, &[test]));
        for (k, block) in b.blocks.iter().enumerate() {
            if k != way {
                modes.skip(block);
            }
        }
        self.run_block(&b.blocks[way], r, modes);
        r[b.values[way] as usize]
    }

    #[inline(always)]
    pub(super) fn arguments_of<T: Number>(&self, s: &Switch, r: &[T]) -> Few<T> {
        let list = &self.arguments[s.arguments.range()];
        let mut args = [T::zero(); 8];
        for (a, &from) in args.iter_mut().zip(list) {
            *a = r[from as usize];
        }
        Few {
            values: args,
            count: list.len(),
        }
    }
}

/// Number (0, 1, 2) of the branch that IF takes in a mode.
pub(super) fn way(mode: Mode) -> usize {
    (mode.signum() + 1) as usize
}

impl Switch {
    /// The value in a mode; not a number where an argument is none or out of its range.
    #[inline(always)]
    pub(super) fn value<T: Number>(&self, args: &[T], mode: Mode) -> T {
        // The first two arguments vary; the others are constants or checked.
        let nan = args.iter().take(2).any(|a| a.is_nan());
        if nan || (!self.checked && self.kind.check(args).is_err()) {
            return T::undefined();
        }
        self.kind.value(args, mode)
    }
}
