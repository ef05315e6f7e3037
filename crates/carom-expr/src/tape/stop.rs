//! Stops: the gap behind IMPACT and BISTOP.

use super::layout::{Root, Switch, Tape};
use super::op::{Elementary, Op};
use super::switching::Switching;
use crate::mode::Rated;
use carom_laws::{BistopMode, ImpactMode};

/// An expression that is one IMPACT or BISTOP call and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleImpact {
    /// Its switching operation.
    pub switch: usize,
    /// BISTOP, with a second stop at `x2`; otherwise IMPACT.
    pub bistop: bool,
    /// Registers of the arguments in the order of the manuals: x, xdot, x1, (x2,) k, e, cmax, d.
    pub arguments: [usize; 8],
}

impl SingleImpact {
    /// Number of arguments, 7 or 8.
    pub fn count(&self) -> usize {
        if self.bistop { 8 } else { 7 }
    }
}

impl Tape {
    /// Whether the whole expression is exactly one IMPACT or BISTOP call.
    pub fn single_impact(&self) -> Option<SingleImpact> {
        let last = self.code[self.main.code.clone()].last()?;
        let Op::Switch(number) = last.op else {
            return None;
        };
        let s = &self.switches[number as usize];
        let bistop = match s.kind {
            Switching::Impact => false,
            Switching::Bistop => true,
            _ => return None,
        };
        if last.to != self.result {
            return None;
        }
        let mut arguments = [0; 8];
        for (a, &r) in arguments
            .iter_mut()
            .zip(&self.arguments[s.arguments.range()])
        {
            *a = r as usize;
        }
        Some(SingleImpact {
            switch: number as usize,
            bistop,
            arguments,
        })
    }

    /// What begins as a power whose exponent is no whole number: IMPACT and BISTOP, and powers of what is zero at the end of a branch. Exponents that
    /// are computed are not among them.
    pub fn roots(&self) -> impl Iterator<Item = Root> + '_ {
        let stops = self.switches.iter().enumerate().filter_map(|(switch, s)| {
            let e = self.exponent(s)?;
            (e.fract() != 0.0).then_some(Root {
                steep: e < 1.0,
                switch,
                mode: None,
            })
        });
        stops.chain(self.roots.iter().copied())
    }

    /// Whether there is any power whose exponent is no whole number, or any root.
    pub fn has_powers(&self) -> bool {
        let is_power = |op: &Op| {
            matches!(op, Op::Power(..) | Op::PowerReal(..))
                || matches!(op, Op::Function(Elementary::Sqrt, _))
        };
        self.roots().next().is_some() || self.code.iter().any(|i| is_power(&i.op))
    }

    /// The exponent of IMPACT or BISTOP, where it is a number.
    fn exponent(&self, s: &Switch) -> Option<f64> {
        let at = match s.kind {
            Switching::Impact => 4,
            Switching::Bistop => 5,
            _ => return None,
        };
        let exponent = self.arguments[s.arguments.range()][at] as usize;
        let number = exponent.checked_sub(self.inputs.len())?;
        self.constants.get(number).copied()
    }

    /// Whether a root acts: its branch is the one that is taken, its stop is touched.
    pub fn acts(&self, root: Root, modes: &[super::Mode]) -> bool {
        let open = ImpactMode::Open;
        let Root { switch, mode, .. } = root;
        self.is_reached(switch, modes)
            && mode.is_none_or(|mode| modes[switch] == mode)
            && match self.switches[switch].kind {
                Switching::Impact => ImpactMode::from_code(modes[switch]) != open,
                Switching::Bistop => {
                    let mode = BistopMode::from_code(modes[switch]);
                    mode.lower != open || mode.upper != open
                }
                _ => true,
            }
    }

    /// The gap of a stop (negative when the bodies overlap) and its rate along the motion, from the registers that
    /// [`Tape::guards`] left: `x − x1` for IMPACT; for BISTOP the stop that is touched, or the nearer one.
    /// `None` for other operations and in a branch that is not taken.
    pub fn switch_gap(
        &self,
        switch: usize,
        modes: &[super::Mode],
        registers: &[Rated],
    ) -> Option<(f64, f64)> {
        let s = &self.switches[switch];
        if !self.is_reached(switch, modes) {
            return None;
        }
        let a = self.arguments_of(s, registers);
        let gap = match s.kind {
            Switching::Impact => a[0] - a[2],
            Switching::Bistop => {
                let (lower, upper) = (a[0] - a[2], a[3] - a[0]);
                let mode = BistopMode::from_code(modes[switch]);
                let nearer = if lower.re <= upper.re { lower } else { upper };
                match (mode.lower, mode.upper) {
                    (ImpactMode::Open, ImpactMode::Open) => nearer,
                    (_, ImpactMode::Open) => lower,
                    (ImpactMode::Open, _) => upper,
                    _ => nearer,
                }
            }
            _ => return None,
        };
        Some((gap.re, gap.eps[0]))
    }
}
