//! What a tape is made of.

use super::op::{Arguments, Op, Reg};
use super::routine::Routine;
use super::switching::Switching;
use crate::input::Input;
use crate::mode::Mode;
use carom_base::Span;
use std::ops::Range;

/// What a DELAY delays.
#[derive(Clone, Debug)]
pub struct Delayed {
    /// The expression.
    pub tape: Tape,
    /// How long ago its value is wanted.
    pub lag: Lag,
}

/// How long ago something is wanted, T, > 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Lag {
    /// Always as long.
    Constant(f64),
    /// As long as an expression says.
    Varies(Box<Tape>),
}

/// A compiled expression. Holds no state: modes and registers belong to the run.
#[derive(Clone, Debug)]
pub struct Tape {
    pub(super) inputs: Vec<Input>,
    pub(super) input_spans: Vec<Span>,
    pub(super) constants: Vec<f64>,
    /// The operations of all blocks; inner blocks stand before outer ones.
    pub(super) code: Vec<Instruction>,
    /// The sum behind each computed register, where it is one.
    pub(super) sums: Vec<Option<Op>>,
    /// Registers of the arguments of operations with a list of them.
    pub(super) arguments: Vec<Reg>,
    pub(super) switches: Vec<Switch>,
    pub(super) branches: Vec<Branch>,
    /// Powers below 1 that begin at the end of a branch.
    pub(super) roots: Vec<Root>,
    /// What [`Op::Routine`] calls: components of one users' routine.
    pub(super) routines: Vec<Routine>,
    /// What [`Input::Delayed`] asks for.
    pub(super) delayed: Vec<Delayed>,
    /// Whether it has a root: SQRT, or a power with an exponent below 1.
    pub(super) has_root: bool,
    pub(super) main: Block,
    pub(super) result: Reg,
    /// Registers without the slots of partial derivatives.
    pub(super) computed: usize,
    pub(super) registers: usize,
}

/// A power of something that is zero at the end of a branch, whose exponent is no whole number: some derivative has no bound there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The exponent is below 1: the slope has no bound.
    pub steep: bool,
    /// The operation that has the branch.
    pub(super) switch: usize,
    /// Its mode in that branch; `None`: any, or, of IMPACT and BISTOP, any that touches.
    pub(super) mode: Option<Mode>,
}

#[derive(Clone, Debug)]
pub(super) struct Instruction {
    pub(super) op: Op,
    pub(super) to: Reg,
    /// First slot of its partial derivatives.
    pub(super) partials: u32,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Switch {
    pub(super) kind: Switching,
    pub(super) arguments: Arguments,
    /// Numbers of the arguments that are not constants; the first `varies` of them count.
    pub(super) varying: [u8; 8],
    pub(super) varies: u8,
    /// Its arguments were found in range when it was compiled.
    pub(super) checked: bool,
    /// It is a law that a user's routine calls: its value is its mode, which the routine takes.
    pub(super) watched: bool,
    /// Number of its first guard among all guards.
    pub(super) slot: usize,
    /// The IF, and the mode of that, in which it is reached.
    pub(super) within: Option<(u32, Mode)>,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Branch {
    pub(super) switch: u32,
    pub(super) test: Reg,
    /// For a negative test, zero, a positive test.
    pub(super) blocks: [Block; 3],
    pub(super) values: [Reg; 3],
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    pub(super) code: Range<usize>,
    pub(super) switches: Range<usize>,
}
