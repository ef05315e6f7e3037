//! Why a value is not finite, in words.

use super::layout::{Block, Tape};
use super::op::{Op, Reg};
use super::run::way;
use super::switching::Switching;
use crate::mode::{Mode, UNSET};
use carom_base::Span;
use std::fmt;

/// What a simple operation could not do with its operands.
pub(super) fn simple(op: &Op, r: impl Fn(Reg) -> f64) -> String {
    let r = |k| Short(r(k));
    match *op {
        Op::Divide(a, b) if r(b).0 == 0.0 => format!("division of {} by zero", r(a)),
        Op::Divide(a, b) => format!("{} divided by {} overflows", r(a), r(b)),
        Op::Add(a, b) => format!("{} + {} overflows", r(a), r(b)),
        Op::Subtract(a, b) => format!("{} - {} overflows", r(a), r(b)),
        Op::Multiply(a, b) => format!("{}*{} overflows", r(a), r(b)),
        Op::Negate(a) => format!("-{} overflows", r(a)),
        Op::PowerWhole(a, n) => format!("{} to the power {n}", r(a)),
        Op::PowerReal(a, b) | Op::Power(a, b) => format!("{} to the power {}", r(a), r(b)),
        Op::Function(f, a) => format!("{} of {}", f.name(), r(a)),
        Op::Atan2(a, b) => format!("ATAN2 of {} and {}", r(a), r(b)),
        Op::Series(series, _) => format!("{} overflows", series.name()),
        Op::Switch(_) | Op::Branch(_) | Op::Routine(_) => "the value is not finite".into(),
    }
}

/// The shortest digits that read back as the number: `-0.25`, `3`, `1e300`.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// What a switching operation could not do with its arguments.
pub(super) fn switching(kind: &Switching, args: &[f64]) -> String {
    match kind.check(args) {
        Err(e) => e.to_string(),
        Ok(()) => {
            let list: Vec<String> = args.iter().map(|&x| Short(x).to_string()).collect();
            format!("{}({}) is not finite", kind.name(), list.join(", "))
        }
    }
}

impl Tape {
    /// The first operation that made something not finite, after a run on these registers.
    pub(super) fn first_fault(&self, modes: &[Mode], r: &[f64]) -> Option<(String, Span)> {
        for (k, (input, span)) in self.inputs.iter().zip(&self.input_spans).enumerate() {
            if !r[k].is_finite() {
                return Some((format!("{input} is {}", Short(r[k])), *span));
            }
        }
        self.fault_in(&self.main, modes, r)
    }

    fn routine_fault(&self, number: u32) -> String {
        let fault = self.routines[number as usize].code.fault();
        fault.unwrap_or_else(|| "the value of its routine is not finite".into())
    }

    fn fault_in(&self, block: &Block, modes: &[Mode], r: &[f64]) -> Option<(String, Span)> {
        let read = |k: Reg| r[k as usize];
        for i in &self.code[block.code.clone()] {
            if let Op::Branch(b) = i.op {
                let branch = &self.branches[b as usize];
                let mode = match modes[branch.switch as usize] {
                    UNSET => {
                        Mode::from(read(branch.test) > 0.0) - Mode::from(read(branch.test) < 0.0)
                    }
                    mode => mode,
                };
                if let Some(fault) = self.fault_in(&branch.blocks[way(mode)], modes, r) {
                    return Some(fault);
                }
            }
            if read(i.to).is_finite() {
                continue;
            }
            let message = match i.op {
                Op::Switch(s) => {
                    let s = &self.switches[s as usize];
                    switching(&s.kind, &self.arguments_of(s, r))
                }
                Op::Routine(n) => self.routine_fault(n),
                op => simple(&op, read),
            };
            return Some((message, i.span));
        }
        None
    }
}
