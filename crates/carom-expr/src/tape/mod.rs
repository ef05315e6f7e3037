//! Expressions as compiled.
//!
//! A tape is a list of operations on registers: inputs first, then constants, then one register for each
//! operation, so every register is written once and equal parts share one. Each branch of IF is a list of its own
//! that runs only when it is taken. A contact law is a single operation whose derivatives come from the law itself.

mod arithmetic;
mod bases;
mod builder;
mod fault;
mod gradient;
mod layout;
mod lift;
mod linear;
mod nodes;
mod numbers;
mod op;
mod routine;
mod run;
mod stop;
pub(crate) mod switching;

pub use crate::mode::{Mode, UNSET};
pub(crate) use builder::{Builder, Named, Value};
pub use carom_laws::SwitchEvent;
pub use layout::{Delayed, Lag, Root, Tape};
pub use linear::{LinearClamp, LinearSwitch, Sum};
pub use numbers::{Ranged, TimeJet};
pub use op::without_cut;
pub(crate) use op::{Elementary, Op, Series};
pub use routine::{External, Part, Watched, Wire};
pub use stop::SingleImpact;
pub(crate) use switching::Switching;

use crate::input::Input;
use crate::mode::{ROUNDING, Rated};
use crate::syntax::{BinaryOp, Tree};
use crate::tables::NoTables;
use carom_base::{Diagnostics, Dialect, Dual, Number, Span, SpannedText};
use carom_laws::{Guard, Impact, ImpactMode};
use layout::Block;
use op::Reg;
use run::{Frozen, Live, Settle};
use switching::MOST_SLOTS;

/// Whether it calls routines of a user, whose values may depend on more than their arguments.
pub fn has_routines(tape: &Tape) -> bool {
    !tape.routines.is_empty()
}

impl Tape {
    /// The sum of inputs times numbers; `span` is where it belongs. The numbers have to be finite.
    pub fn linear(terms: &[(Input, f64)], span: Span) -> Tape {
        let (text, tree) = (SpannedText::bare(String::new()), Tree::number(0.0));
        let place = tree.place(tree.root());
        let mut none = Diagnostics::default();
        // There are no names in it.
        let names = |_: &mut Builder<'_>, _: &Named<'_>| None;
        let mut b = Builder::new(&text, &tree, Dialect::Adams, &NoTables, names, &mut none);
        let mut sum = None;
        for (input, factor) in terms.iter().filter(|(_, factor)| *factor != 0.0) {
            let (x, c) = (b.input(input.clone(), place), b.constant(*factor));
            let term = b.binary(BinaryOp::Multiply, x, c, place);
            sum = match (sum, term) {
                (Some(sum), Some(term)) => b.binary(BinaryOp::Add, sum, term, place),
                (_, term) => term,
            };
        }
        let sum = sum.unwrap_or_else(|| b.constant(0.0));
        let mut tape = b.finish(sum);
        tape.input_spans.fill(span);
        for i in &mut tape.code {
            i.span = span;
        }
        tape
    }
    /// The inputs, in the order in which their values are handed over.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }
    /// Whether it has a root, whose slope may be infinite ([`Tape::is_steep`]).
    pub fn has_root(&self) -> bool {
        self.has_root
    }
    /// Whether some root is taken of zero while that changes, after a run on these registers: the slope of the value is infinite, though the run has
    /// taken it as zero.
    pub fn is_steep<T: Number>(&self, modes: &[Mode], registers: &[Dual<T, 1>]) -> bool {
        self.is_steep_in(&self.main, modes, registers)
    }
    fn is_steep_in<T: Number>(&self, block: &Block, modes: &[Mode], r: &[Dual<T, 1>]) -> bool {
        let begins = |a: Reg| {
            let a = &r[a as usize];
            a.re.value() == 0.0 && a.eps[0].value() != 0.0
        };
        self.code[block.code.clone()].iter().any(|i| match i.op {
            Op::Function(Elementary::Sqrt, a) => begins(a),
            Op::PowerReal(a, p) | Op::Power(a, p) => {
                let p = r[p as usize].re.value();
                0.0 < p && p < 1.0 && begins(a)
            }
            Op::Branch(b) => {
                let branch = &self.branches[b as usize];
                let way = run::way(modes[branch.switch as usize]);
                self.is_steep_in(&branch.blocks[way], modes, r)
            }
            _ => false,
        })
    }
    /// Whether it calls a user's routine.
    pub fn is_routine(&self) -> bool {
        !self.routines.is_empty()
    }
    /// What [`Input::Delayed`] of this number asks for.
    pub fn delayed(&self, number: u32) -> &Delayed {
        &self.delayed[number as usize]
    }
    /// Where each input is first named.
    pub fn input_span(&self, input: usize) -> Span {
        self.input_spans[input]
    }
    /// Length of the arrays of registers and adjoints that evaluation needs.
    pub fn registers(&self) -> usize {
        self.registers
    }
    /// Number of switching operations, the length of the mode array.
    pub fn switches(&self) -> usize {
        self.switches.len()
    }
    /// Where a switching operation stands, and the name of its function.
    pub fn switch_place(&self, switch: usize) -> (&'static str, Span) {
        let s = &self.switches[switch];
        (s.kind.name(), s.span)
    }
    /// The value if the expression is a constant.
    pub fn as_constant(&self) -> Option<f64> {
        let n = self.inputs.len();
        let k = (self.result as usize).checked_sub(n)?;
        self.constants.get(k).copied()
    }
    /// Whether TIME is its only input, if it has one at all.
    pub fn only_time(&self) -> bool {
        self.inputs.iter().all(|i| *i == Input::Time)
    }
    /// Value (and derivatives, with dual numbers) in the given modes: each branch is continued smoothly
    /// beyond its end. Not finite if a function left its domain; then ask [`Tape::fault`].
    pub fn eval<T: Number>(&self, inputs: &[T], modes: &[Mode], registers: &mut [T]) -> T {
        self.run(inputs, registers, &mut Frozen(modes))
    }
    /// The same with the inputs where they are needed: in the first registers.
    pub fn eval_loaded<T: Number>(&self, modes: &[Mode], registers: &mut [T]) -> T {
        self.run_loaded(registers, &mut Frozen(modes))
    }
    /// Sets the modes that hold at `inputs`; `rates` (their time derivatives) decide where a guard is exactly zero.
    /// Switches in branches of IF that are not taken become [`UNSET`].
    ///
    /// Not for the step loop: a long tape makes it allocate.
    pub fn settle(&self, inputs: &[f64], rates: &[f64], modes: &mut [Mode], registers: &mut [f64]) {
        let _ = registers;
        self.decide(inputs, rates, modes, false);
    }
    /// Completes the modes after transitions: switches of a branch of IF just entered get the mode that holds,
    /// those of a branch just left become [`UNSET`], and an IF whose test is zero and stays there takes its middle
    /// branch. All other modes stay.
    pub fn refresh(&self, inputs: &[f64], rates: &[f64], modes: &mut [Mode]) {
        self.decide(inputs, rates, modes, true);
    }
    fn decide(&self, inputs: &[f64], rates: &[f64], modes: &mut [Mode], missing_only: bool) {
        let mut policy = Settle {
            modes,
            missing_only,
        };
        let rated: Vec<Rated> = inputs
            .iter()
            .zip(rates)
            .map(|(&re, &rate)| Rated { re, eps: [rate] })
            .collect();
        // Registers on the stack for tapes of the usual length.
        let mut few = [Rated::constant(0.0); 64];
        let mut many = Vec::new();
        let registers = if self.computed <= few.len() {
            &mut few[..self.computed]
        } else {
            many.resize(self.computed, Rated::constant(0.0));
            &mut many[..]
        };
        registers[..self.inputs.len()].copy_from_slice(&rated[..self.inputs.len()]);
        self.run_switches(registers, &mut policy);
    }
    /// Value with the modes that hold at `inputs`, as in tables and requests.
    pub fn eval_live(&self, inputs: &[f64], registers: &mut [f64]) -> f64 {
        self.run(inputs, registers, &mut Live)
    }
    /// Value and gradient with respect to the inputs (length = number of inputs) in the given modes.
    pub fn gradient(
        &self,
        inputs: &[f64],
        modes: &[Mode],
        registers: &mut [f64],
        adjoints: &mut [f64],
        gradient: &mut [f64],
    ) -> f64 {
        self.sweep(inputs, modes, registers, adjoints, gradient)
    }
    /// Value, first and second derivative at time `t` of a tape whose only input is TIME ([`Tape::only_time`]).
    pub fn time_jet(&self, t: f64, modes: &[Mode], registers: &mut [TimeJet]) -> [f64; 3] {
        let time = [TimeJet::variable(Dual::variable(t, 0), 0)];
        let y = self.eval(&time[..self.inputs.len()], modes, registers);
        [y.re.re, y.re.eps[0], y.eps[0].eps[0]]
    }
    /// Whether a switching operation is a spline.
    pub fn is_spline(&self, switch: usize) -> bool {
        matches!(self.switches[switch].kind, Switching::Spline(_))
    }

    /// Where a spline's points end, if it is beyond them in these modes and nothing says how it goes on there.
    pub fn beyond(&self, switch: usize, modes: &[Mode]) -> Option<f64> {
        let reached = self.is_reached(switch, modes) && modes[switch] != UNSET;
        match &self.switches[switch].kind {
            Switching::Spline(s) if reached => s.beyond(modes[switch]),
            _ => None,
        }
    }

    /// Number of guard slots of a switching operation (the most any of its modes watches).
    pub fn guard_slots(&self, switch: usize) -> usize {
        self.switches[switch].kind.slots()
    }
    /// All guards in the given modes, slot after slot, switch after switch: (value, rate, tolerance);
    /// positive while the mode is valid, `(+inf, 0, 1)` for slots that the mode does not watch.
    ///
    /// The tolerance covers the rounding of what the tape computes from its inputs, not that of the inputs.
    pub fn guards(
        &self,
        inputs: &[f64],
        rates: &[f64],
        modes: &[Mode],
        registers: &mut [Rated],
        out: &mut [(f64, f64, f64)],
    ) {
        self.run_rated(inputs, rates, modes, registers);
        for (number, s) in self.switches.iter().enumerate() {
            let mut guards = [Guard::idle(); MOST_SLOTS];
            let guards = &mut guards[..s.kind.slots()];
            if self.is_reached(number, modes) {
                let list = &self.arguments[s.arguments.range()];
                let args = self.arguments_of(s, registers);
                let rounding = |k: usize| self.rounding(list[k], registers);
                s.kind.guards(&args, modes[number], rounding, guards);
            }
            for (g, o) in guards.iter().zip(&mut out[s.slot..]) {
                *o = (g.value.re, g.value.eps[0], g.tolerance);
            }
        }
    }
    /// Enclosures of all guards, with those of their rates, while the inputs (with their rates) stay within theirs: in the order of
    /// [`Tape::guards`]. Infinite to both sides where nothing is known, +∞ for slots that the mode does not watch. `quotients`: the same of other functions
    /// with the signs of the guards, where there are such. Guards that are not `wanted` may be left as if they were not watched.
    pub fn guard_ranges(
        &self,
        inputs: &[Ranged],
        modes: &[Mode],
        wanted: &[bool],
        registers: &mut [Ranged],
        (out, quotients): (&mut [Ranged], &mut [Option<Ranged>]),
    ) {
        if self.switches_on_inputs() {
            self.load(inputs, registers);
        } else {
            registers[..self.inputs.len()].copy_from_slice(&inputs[..self.inputs.len()]);
            self.run_switches(registers, &mut Frozen(modes));
        }
        quotients.fill(None);
        for (number, s) in self.switches.iter().enumerate() {
            let slots = s.slot..s.slot + s.kind.slots();
            let wanted = &wanted[slots.clone()];
            let mut guards = [Guard::idle(); MOST_SLOTS];
            let guards = &mut guards[..slots.len()];
            if wanted.contains(&true) && self.is_reached(number, modes) {
                let args = self.arguments_of(s, registers);
                let quotients = &mut quotients[slots];
                match s.kind {
                    // The clamp is most of the work, and often the gap alone counts.
                    Switching::Impact if !wanted[2] => {
                        let law = Impact::from(std::array::from_fn(|k| args[k]));
                        let mode = ImpactMode::from_code(modes[number]);
                        guards.copy_from_slice(&law.guards_with(mode, false));
                    }
                    _ => {
                        s.kind.guards(&args, modes[number], |_| 0.0, guards);
                        s.kind.quotients(&args, modes[number], quotients);
                    }
                }
            }
            for (g, o) in guards.iter().zip(&mut out[s.slot..]) {
                *o = g.value;
            }
        }
    }
    /// Whether all switching operations look at inputs and constants alone, so that their guards need no run of the tape.
    fn switches_on_inputs(&self) -> bool {
        let known = self.inputs.len() + self.constants.len();
        self.branches.is_empty() && self.arguments.iter().all(|r| (*r as usize) < known)
    }
    /// What guards look at, with its rates.
    fn run_rated(&self, inputs: &[f64], rates: &[f64], modes: &[Mode], registers: &mut [Rated]) {
        let n = self.inputs.len();
        for k in 0..n {
            registers[k] = Rated {
                re: inputs[k],
                eps: [rates[k]],
            };
        }
        self.run_switches(registers, &mut Frozen(modes));
    }
    /// Whether a switch has a mode and stands in a branch that is taken.
    fn is_reached(&self, switch: usize, modes: &[Mode]) -> bool {
        let mut at = switch;
        loop {
            if modes[at] == UNSET {
                return false;
            }
            match self.switches[at].within {
                None => return true,
                Some((parent, mode)) => {
                    if modes[parent as usize].signum() != mode {
                        return false;
                    }
                    at = parent as usize;
                }
            }
        }
    }
    /// Rounding of a register: of its own value, or of the terms it is the sum of.
    fn rounding(&self, register: Reg, registers: &[Rated]) -> f64 {
        let size = self.size(register, registers, 6);
        (ROUNDING * size).max(f64::MIN_POSITIVE)
    }
    fn size(&self, register: Reg, registers: &[Rated], depth: u8) -> f64 {
        let own = registers[register as usize].re.abs();
        let first = self.inputs.len() + self.constants.len();
        if depth == 0 || (register as usize) < first {
            return own;
        }
        match self.sums[register as usize - first] {
            Some(Op::Add(a, b) | Op::Subtract(a, b)) => {
                self.size(a, registers, depth - 1) + self.size(b, registers, depth - 1)
            }
            Some(Op::Negate(a)) => self.size(a, registers, depth - 1),
            _ => own,
        }
    }
    /// The mode after guard `slot` of `switch` fell through zero, and what that means to the user.
    /// After the last transition of an event, [`Tape::refresh`] completes the modes.
    pub fn transition(&self, switch: usize, slot: usize, mode: Mode) -> (Mode, SwitchEvent) {
        self.switches[switch].kind.after(slot, mode)
    }
    /// Whether this mode of a switch holds also where what it looks at is zero and stays so.
    pub fn holds_at_zero(&self, switch: usize, mode: Mode) -> bool {
        matches!(self.switches[switch].kind, Switching::Abs | Switching::Sign) && mode > 0
    }
    /// Why an evaluation at these inputs is not finite: message and place of the first offending operation.
    pub fn fault(
        &self,
        inputs: &[f64],
        modes: &[Mode],
        registers: &mut [f64],
    ) -> Option<(String, Span)> {
        self.eval(inputs, modes, registers);
        self.first_fault(modes, registers)
    }
}
