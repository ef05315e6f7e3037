//! From tree to tape: names become operations, constants are computed, equal parts are computed once.

use super::fault;
use super::layout::{Block, Branch, Delayed, Instruction, Lag, Root, Switch, Tape};
use super::op::{Arguments, Elementary, MOST_ARGUMENTS, Op, Reg, Series};
use super::routine::{External, Routine};
use super::switching::Switching;
use crate::input::Input;
use crate::mode::{Mode, Rated};
use crate::spline::Method;
use crate::syntax::{NodeId, Place, Tree};
use crate::tables::{Tables, Uses};
use carom_base::{Diagnostic, Diagnostics, Dialect, Number, Span, SpannedText};
use std::collections::HashMap;
use std::sync::Arc;

/// A number that the tape computes, before its register is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Value(pub(super) Reg);

/// The kind of a value stands in the two upper bits.
const KIND: u32 = 0b11 << 30;
const INPUT: u32 = 0;
const CONSTANT: u32 = 1 << 30;
const COMPUTED: u32 = 2 << 30;

/// Two operations with the same key give the same value.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Op(Op),
    Series(Series, Vec<Reg>),
    Switch(&'static str, Vec<Reg>),
    Spline(u32, Method, u8, Vec<Reg>),
    /// Label, component, order of the derivative.
    Curve(u32, u32, u8, Vec<Reg>),
}

/// A branch of IF under construction, or the whole expression.
#[derive(Default)]
pub(super) struct Open {
    pub(super) code: Vec<Instruction>,
    known: HashMap<Key, Value>,
    /// Where the switches of the block begin.
    switches: usize,
}

/// A name in an expression that is none of an input: a function, a constant or a variable.
pub(crate) struct Named<'t> {
    pub name: &'t str,
    /// Where the name stands.
    pub name_place: Place,
    /// Where it stands with its parentheses.
    pub place: Place,
    /// What stands in the parentheses; `None` where there are none.
    pub arguments: Option<&'t [NodeId]>,
}

/// The value of what is named. The functions are written with the builder, so it does not know them.
pub(crate) type Names = fn(&mut Builder<'_>, &Named<'_>) -> Option<Value>;

pub(crate) struct Builder<'a> {
    pub source: &'a SpannedText,
    pub tree: &'a Tree,
    pub dialect: Dialect,
    pub tables: &'a dyn Tables,
    pub(super) names: Names,
    pub diagnostics: &'a mut Diagnostics,
    uses: Uses,
    /// The tables hold stand-ins: the value of a spline means nothing.
    blind: bool,
    input_numbers: HashMap<Input, Reg>,
    constants: Vec<f64>,
    constant_numbers: HashMap<u64, Reg>,
    pub(super) open: Vec<Open>,
    code: Vec<Instruction>,
    pub(super) arguments: Vec<Reg>,
    pub(super) switches: Vec<Switch>,
    branches: Vec<Branch>,
    /// Branches of IF around what is being built, the outermost first.
    pub(super) ways: Vec<(u32, Mode)>,
    pub(super) roots: Vec<Root>,
    routines: Vec<Routine>,
    delayed: Vec<Delayed>,
    /// What stands for TIME: an earlier time, in what is delayed.
    pub(super) earlier: Option<Value>,
    computed: u32,
    /// Inside a branch whose taking is not known: a fault there may never happen.
    conditional: usize,
    pub(super) errors: usize,
}

impl<'a> Builder<'a> {
    pub fn new(
        source: &'a SpannedText,
        tree: &'a Tree,
        dialect: Dialect,
        tables: &'a dyn Tables,
        names: Names,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            source,
            tree,
            dialect,
            tables,
            names,
            diagnostics,
            uses: Uses::default(),
            blind: false,
            input_numbers: HashMap::new(),
            constants: Vec::new(),
            constant_numbers: HashMap::new(),
            open: vec![Open::default()],
            code: Vec::new(),
            arguments: Vec::new(),
            switches: Vec::new(),
            branches: Vec::new(),
            ways: Vec::new(),
            roots: Vec::new(),
            routines: Vec::new(),
            delayed: Vec::new(),
            earlier: None,
            computed: 0,
            conditional: 0,
            errors: 0,
        }
    }

    /// For tables of stand-ins: faults that follow from the value of a spline are not told.
    pub fn blind(self) -> Self {
        Self {
            blind: true,
            ..self
        }
    }

    /// Notes that a spline is asked for.
    pub fn meet_spline(&mut self, label: u32, place: Place) {
        self.uses.splines.push((label, self.span(place)));
        self.conditional += usize::from(self.blind);
    }

    /// The same of a curve.
    pub fn meet_curve(&mut self, label: u32, place: Place) {
        self.uses.curves.push((label, self.span(place)));
        self.conditional += usize::from(self.blind);
    }

    /// What was met so far.
    pub fn into_uses(self) -> Uses {
        self.uses
    }

    pub fn span(&self, place: Place) -> Span {
        self.source.span(place.start as usize, place.end as usize)
    }

    /// Reports an error; there is no value.
    pub fn refuse<T>(&mut self, d: Diagnostic) -> Option<T> {
        self.diagnostics.push(d);
        self.errors += 1;
        None
    }

    // ---- values

    pub fn constant(&mut self, x: f64) -> Value {
        let next = self.constants.len() as Reg;
        let number = *self.constant_numbers.entry(x.to_bits()).or_insert(next);
        if number == next {
            self.constants.push(x);
        }
        Value(CONSTANT | number)
    }

    pub fn known(&self, v: Value) -> Option<f64> {
        (v.0 & KIND == CONSTANT).then(|| self.constants[(v.0 & !KIND) as usize])
    }

    pub fn input(&mut self, input: Input, place: Place) -> Value {
        if let Some(&number) = self.input_numbers.get(&input) {
            return Value(INPUT | number);
        }
        let number = self.uses.inputs.len() as Reg;
        self.uses.inputs.push((input.clone(), self.span(place)));
        self.input_numbers.insert(input, number);
        Value(INPUT | number)
    }

    /// TIME, or the earlier time that stands for it.
    pub fn time(&mut self, place: Place) -> Value {
        match self.earlier {
            Some(earlier) => earlier,
            None => self.input(Input::Time, place),
        }
    }

    /// The tables hold stand-ins, so that values mean nothing.
    pub fn is_blind(&self) -> bool {
        self.blind
    }

    /// What a part of the expression was some time ago.
    pub fn past(&mut self, tape: Tape, lag: Lag, place: Place) -> Value {
        self.delayed.push(Delayed { tape, lag });
        let number = self.delayed.len() as u32 - 1;
        self.input(Input::Delayed(number), place)
    }

    // ---- operations

    fn look_up(&self, key: &Key) -> Option<Value> {
        self.open
            .iter()
            .rev()
            .find_map(|o| o.known.get(key).copied())
    }

    fn top(&mut self) -> &mut Open {
        self.open
            .last_mut()
            .expect("the block of the whole expression stays open")
    }

    fn push(&mut self, op: Op, key: Option<Key>, place: Place, partials: u32) -> Value {
        let to = COMPUTED | self.computed;
        self.computed += 1;
        let instruction = Instruction {
            op,
            to,
            partials,
            span: self.span(place),
        };
        let top = self.top();
        top.code.push(instruction);
        if let Some(key) = key {
            top.known.insert(key, Value(to));
        }
        Value(to)
    }

    /// A simple operation: computed now if its operands are known, once if it was met before.
    pub(super) fn emit(&mut self, op: Op, place: Place) -> Option<Value> {
        let mut known = true;
        op.for_each(|r| known &= r & KIND == CONSTANT);
        if known {
            let read = |r: Reg| self.constants[(r & !KIND) as usize];
            let x = op.simple(read);
            if x.is_finite() {
                return Some(self.constant(x));
            }
            let message = fault::simple(&op, read);
            self.not_finite(message, place)?;
        }
        let key = Key::Op(op);
        if let Some(v) = self.look_up(&key) {
            return Some(v);
        }
        let partials = op.partials();
        Some(self.push(op, Some(key), place, partials))
    }

    /// A constant part has no value: an error, unless it may never be computed.
    fn not_finite(&mut self, message: String, place: Place) -> Option<()> {
        if self.conditional > 0 {
            return Some(());
        }
        let d = Diagnostic::error("expr-not-finite", self.span(place), message)
            .label("has no finite value");
        self.refuse(d)
    }

    fn list(&mut self, args: &[Value]) -> Arguments {
        debug_assert!(args.len() <= MOST_ARGUMENTS);
        let start = self.arguments.len() as u32;
        self.arguments.extend(args.iter().map(|v| v.0));
        Arguments {
            start,
            count: args.len() as u8,
        }
    }

    fn numbers(&self, args: &[Value]) -> Option<Vec<f64>> {
        args.iter().map(|&v| self.known(v)).collect()
    }

    fn active(args: &[Value]) -> u32 {
        args.iter().filter(|v| v.0 & KIND != CONSTANT).count() as u32
    }

    pub fn series(&mut self, series: Series, args: &[Value], place: Place) -> Option<Value> {
        if let Some(numbers) = self.numbers(args) {
            let x = series.value(&numbers);
            if x.is_finite() {
                return Some(self.constant(x));
            }
            self.not_finite(
                format!("{} of these numbers overflows", series.name()),
                place,
            )?;
        }
        let key = Key::Series(series, args.iter().map(|v| v.0).collect());
        if let Some(v) = self.look_up(&key) {
            return Some(v);
        }
        let list = self.list(args);
        Some(self.push(
            Op::Series(series, list),
            Some(key),
            place,
            Self::active(args),
        ))
    }

    /// A switching operation; `checked` if its arguments are known to be in range.
    pub fn switch(
        &mut self,
        kind: Switching,
        args: &[Value],
        checked: bool,
        place: Place,
    ) -> Option<Value> {
        let key = Key::Switch(kind.name(), args.iter().map(|v| v.0).collect());
        self.switch_as(kind, args, checked, key, place)
    }

    /// The derivative of order `order` of the spline with this label.
    pub fn spline(
        &mut self,
        kind: Switching,
        label: u32,
        method: Method,
        order: u8,
        args: &[Value],
        place: Place,
    ) -> Option<Value> {
        let key = Key::Spline(label, method, order, args.iter().map(|v| v.0).collect());
        self.switch_as(kind, args, true, key, place)
    }

    /// The derivative of order `order` of a component of the curve with this label.
    pub fn curve(
        &mut self,
        kind: Switching,
        (label, component, order): (u32, u32, u8),
        args: &[Value],
        place: Place,
    ) -> Option<Value> {
        let key = Key::Curve(label, component, order, args.iter().map(|v| v.0).collect());
        self.switch_as(kind, args, true, key, place)
    }

    fn switch_as(
        &mut self,
        kind: Switching,
        args: &[Value],
        checked: bool,
        key: Key,
        place: Place,
    ) -> Option<Value> {
        if let Some(numbers) = self.numbers(args) {
            let mode = kind.decide(&rated(&numbers));
            let x = kind.value(&numbers, mode);
            if x.is_finite() && kind.check(&numbers).is_ok() {
                return Some(self.constant(x));
            }
            self.not_finite(fault::switching(&kind, &numbers), place)?;
        }
        if let Some(v) = self.look_up(&key) {
            return Some(v);
        }
        let number = self.add_switch(kind, args, checked, place);
        Some(self.push(Op::Switch(number), Some(key), place, Self::active(args)))
    }

    /// A component of a user's routine.
    pub fn routine(
        &mut self,
        code: &Arc<dyn External>,
        component: usize,
        arguments: &[Value],
        place: Place,
    ) -> Value {
        let partials = arguments.len() as u32;
        self.routines.push(Routine {
            code: Arc::clone(code),
            component,
            arguments: arguments.iter().map(|v| v.0).collect(),
        });
        let number = self.routines.len() as u32 - 1;
        self.push(Op::Routine(number), None, place, partials)
    }

    /// The mode of a law that a user's routine calls with these arguments.
    pub fn watch(&mut self, kind: Switching, args: &[Value], place: Place) -> Value {
        let number = self.add_switch(kind, args, true, place);
        self.switches[number as usize].watched = true;
        self.push(Op::Switch(number), None, place, Self::active(args))
    }

    pub(super) fn add_switch(
        &mut self,
        kind: Switching,
        args: &[Value],
        checked: bool,
        place: Place,
    ) -> u32 {
        let arguments = self.list(args);
        let mut varying = [0; 8];
        let mut varies = 0;
        for (k, _) in args
            .iter()
            .enumerate()
            .filter(|(_, v)| v.0 & KIND != CONSTANT)
        {
            varying[varies] = k as u8;
            varies += 1;
        }
        self.switches.push(Switch {
            kind,
            arguments,
            varying,
            varies: varies as u8,
            checked,
            watched: false,
            slot: 0,
            within: None,
            span: self.span(place),
        });
        self.switches.len() as u32 - 1
    }

    /// The value of the way that the mode of a switch takes.
    pub(super) fn branched(
        &mut self,
        switch: u32,
        test: Value,
        [a, b, c]: [Option<(Block, Value)>; 3],
        place: Place,
    ) -> Option<Value> {
        let ((a, x), (b, y), (c, z)) = (a?, b?, c?);
        self.branches.push(Branch {
            switch,
            test: test.0,
            blocks: [a, b, c],
            values: [x.0, y.0, z.0],
        });
        let number = self.branches.len() as u32 - 1;
        Some(self.push(Op::Branch(number), None, place, 0))
    }

    /// Looks for errors in a part that will never be computed.
    pub(super) fn only_read(&mut self, way: impl FnOnce(&mut Self) -> Option<Value>) -> bool {
        let (code, switches, branches) =
            (self.code.len(), self.switches.len(), self.branches.len());
        let roots = self.roots.len();
        self.open.push(Open::default());
        self.conditional += 1;
        let sound = way(self).is_some();
        self.conditional -= 1;
        self.open.pop();
        self.code.truncate(code);
        self.switches.truncate(switches);
        self.branches.truncate(branches);
        self.roots.truncate(roots);
        sound
    }

    pub(super) fn block_of(
        &mut self,
        switch: u32,
        mode: Mode,
        way: &mut dyn FnMut(&mut Self) -> Option<Value>,
    ) -> Option<(Block, Value)> {
        self.open.push(Open {
            switches: self.switches.len(),
            ..Open::default()
        });
        self.conditional += 1;
        self.ways.push((switch, mode));
        let value = way(self);
        self.ways.pop();
        self.conditional -= 1;
        let open = self
            .open
            .pop()
            .expect("the block was opened in this function");
        let block = self.close(open);
        for s in &mut self.switches[block.switches.clone()] {
            s.within.get_or_insert((switch, mode));
        }
        value.map(|v| (block, v))
    }

    fn close(&mut self, open: Open) -> Block {
        let start = self.code.len();
        self.code.extend(open.code);
        Block {
            code: start..self.code.len(),
            switches: open.switches..self.switches.len(),
        }
    }

    // ---- the finished tape

    /// Numbers the registers: inputs, constants, computed values, then the slots of partial derivatives.
    pub fn finish(mut self, result: Value) -> Tape {
        let whole = self
            .open
            .pop()
            .expect("the block of the whole expression stays open");
        let main = self.close(whole);
        let (inputs, constants) = (self.uses.inputs.len() as Reg, self.constants.len() as Reg);
        let register = |r: Reg| match r & KIND {
            INPUT => r,
            CONSTANT => inputs + (r & !KIND),
            _ => inputs + constants + (r & !KIND),
        };
        let base = inputs + constants + self.computed;
        let mut slots = base;
        for i in &mut self.code {
            i.op = i.op.map(register);
            i.to = register(i.to);
            // So far the number of slots, from now on the first of them.
            slots += std::mem::replace(&mut i.partials, slots);
        }
        for r in &mut self.arguments {
            *r = register(*r);
        }
        for b in &mut self.branches {
            b.test = register(b.test);
            b.values = b.values.map(register);
        }
        for routine in &mut self.routines {
            for a in &mut routine.arguments {
                *a = register(*a);
            }
        }
        let mut guards = 0;
        for s in &mut self.switches {
            s.slot = guards;
            guards += s.kind.slots();
        }
        let mut sums = vec![None; self.computed as usize];
        for i in &self.code {
            if matches!(i.op, Op::Add(..) | Op::Subtract(..) | Op::Negate(_)) {
                sums[(i.to - inputs - constants) as usize] = Some(i.op);
            }
        }
        let (inputs, input_spans) = self.uses.inputs.into_iter().unzip();
        let is_root = |op: &Op| {
            matches!(
                op,
                Op::Function(Elementary::Sqrt, _) | Op::PowerReal(..) | Op::Power(..)
            )
        };
        Tape {
            has_root: self.code.iter().any(|i| is_root(&i.op)),
            inputs,
            input_spans,
            sums,
            constants: self.constants,
            code: self.code,
            arguments: self.arguments,
            switches: self.switches,
            branches: self.branches,
            roots: self.roots,
            routines: self.routines,
            delayed: self.delayed,
            main,
            result: register(result.0),
            computed: base as usize,
            registers: slots as usize,
        }
    }
}

/// Numbers that do not change.
fn rated(numbers: &[f64]) -> Vec<Rated> {
    numbers.iter().map(|&x| Rated::constant(x)).collect()
}
