//! From tree to tape: names become operations, constants are computed, equal parts are computed once.

use super::op::{Arguments, Elementary, MOST_ARGUMENTS, Op, Reg, Series};
use super::routine::Routine;
use super::switching::{Rated, Switching};
use super::{Block, Branch, Delayed, Instruction, Lag, Mode, Root, Switch, Tables, Tape, fault};
use crate::expression::Uses;
use crate::functions::{Call, find};
use crate::input::Input;
use crate::spline::Method;
use crate::syntax::{BinaryOp, Kind, NodeId, Place, Tree, UnaryOp};
use carom_base::{Diagnostic, Diagnostics, Dialect, Number, Span, SpannedText};
use std::collections::HashMap;

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

pub(crate) struct Builder<'a> {
    pub source: &'a SpannedText,
    pub tree: &'a Tree,
    pub dialect: Dialect,
    pub tables: &'a dyn Tables,
    pub diagnostics: &'a mut Diagnostics,
    inputs: Vec<(Input, Span)>,
    splines: Vec<(u32, Span)>,
    curves: Vec<(u32, Span)>,
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
    earlier: Option<Value>,
    computed: u32,
    /// Inside a branch whose taking is not known: a fault there may never happen.
    conditional: usize,
    errors: usize,
}

/// After so many errors in one expression nobody reads on.
const MOST_ERRORS: usize = 50;

impl<'a> Builder<'a> {
    pub fn new(
        source: &'a SpannedText,
        tree: &'a Tree,
        dialect: Dialect,
        tables: &'a dyn Tables,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            source,
            tree,
            dialect,
            tables,
            diagnostics,
            inputs: Vec::new(),
            splines: Vec::new(),
            curves: Vec::new(),
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
        self.splines.push((label, self.span(place)));
        self.conditional += usize::from(self.blind);
    }

    /// The same of a curve.
    pub fn meet_curve(&mut self, label: u32, place: Place) {
        self.curves.push((label, self.span(place)));
        self.conditional += usize::from(self.blind);
    }

    /// What was met so far.
    pub fn into_uses(self) -> Uses {
        Uses {
            inputs: self.inputs,
            splines: self.splines,
            curves: self.curves,
        }
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
        let number = self.inputs.len() as Reg;
        self.inputs.push((input.clone(), self.span(place)));
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

    /// A part of the expression by itself.
    pub fn part(&mut self, node: NodeId) -> Option<Tape> {
        let mut b = Builder::new(
            self.source,
            self.tree,
            self.dialect,
            self.tables,
            self.diagnostics,
        );
        let value = b.value(node)?;
        Some(b.finish(value))
    }

    /// `before` while the time is earlier than `delay`, else `then` of a part of the expression, TIME in both being earlier by `delay`.
    pub fn delay(
        &mut self,
        delay: Value,
        before: NodeId,
        then: &mut dyn FnMut(&mut Self) -> Option<Value>,
        place: Place,
    ) -> Option<Value> {
        let time = self.time(place);
        let earlier = self.binary(BinaryOp::Subtract, time, delay, place)?;
        let outer = self.earlier.replace(earlier);
        let switch = self.add_switch(Switching::Branch, &[earlier], true, place);
        let ways = [-1, 0, 1].map(|mode| {
            self.block_of(switch, mode, &mut |b| match mode {
                -1 => b.value(before),
                _ => then(b),
            })
        });
        self.earlier = outer;
        self.branched(switch, earlier, ways, place)
    }

    /// What a part of the expression was some time ago.
    pub fn past(&mut self, tape: Tape, lag: Lag, place: Place) -> Value {
        self.delayed.push(Delayed { tape, lag });
        let number = self.delayed.len() as u32 - 1;
        self.input(Input::Delayed(number), place)
    }

    /// The value of a node, unless something in it was refused.
    pub fn value(&mut self, id: NodeId) -> Option<Value> {
        if self.errors >= MOST_ERRORS {
            return None;
        }
        let tree = self.tree;
        let place = tree.place(id);
        match tree.kind(id) {
            Kind::Number { value, .. } => Some(self.constant(*value)),
            Kind::Missing => {
                let d = Diagnostic::error(
                    "expr-missing-argument",
                    self.span(place),
                    "an argument is missing between two commas",
                );
                self.refuse(d)
            }
            Kind::Unary(op, a) => {
                let a = self.value(*a)?;
                match op {
                    UnaryOp::Plus => Some(a),
                    UnaryOp::Minus => self.emit(Op::Negate(a.0), place),
                }
            }
            Kind::Binary(..) => self.chain(id),
            Kind::Name(name) => {
                if self.tables.is_named(name) {
                    return Some(self.input(Input::Named(name.to_string()), place));
                }
                let function = find(self, name, place, false)?;
                Call::new(self, function, place, &[])?.lower(self)
            }
            Kind::Call {
                name,
                name_place,
                arguments,
            } => {
                let function = find(self, name, *name_place, true)?;
                Call::new(self, function, place, arguments)?.lower(self)
            }
        }
    }

    /// Binary operators; the left spine may be as long as the text, so it is walked, not recursed into.
    fn chain(&mut self, id: NodeId) -> Option<Value> {
        let tree = self.tree;
        let mut spine = Vec::new();
        let mut at = id;
        while let Kind::Binary(_, left, _) = tree.kind(at) {
            spine.push(at);
            at = *left;
        }
        let mut sum = self.value(at);
        for id in spine.into_iter().rev() {
            let Kind::Binary(op, _, right) = tree.kind(id) else {
                continue;
            };
            // Both sides are looked at, so that the errors of both are reported.
            let right = self.value(*right);
            let place = tree.place(id);
            sum = match (sum, right) {
                (Some(a), Some(b)) => self.binary(*op, a, b, place),
                _ => None,
            };
        }
        sum
    }

    pub fn binary(&mut self, op: BinaryOp, a: Value, b: Value, place: Place) -> Option<Value> {
        let (a, b) = (a.0, b.0);
        // Sums and products of the same two operands are the same whatever their order.
        let op = match op {
            BinaryOp::Add => Op::Add(a.min(b), a.max(b)),
            BinaryOp::Multiply => Op::Multiply(a.min(b), a.max(b)),
            BinaryOp::Subtract => Op::Subtract(a, b),
            BinaryOp::Divide => Op::Divide(a, b),
            BinaryOp::Power => match self.known(Value(b)) {
                Some(1.0) => return Some(Value(a)),
                Some(n) if n == n.trunc() && n.abs() <= 1024.0 => Op::PowerWhole(a, n as i32),
                Some(e) => match self.even_power(a) {
                    Some((x, n)) => return self.power_of_magnitude(x, n * e, place),
                    None => Op::PowerReal(self.base(a, Some(e), place)?, b),
                },
                None => Op::Power(self.base(a, None, place)?, b),
            },
        };
        self.emit(op, place)
    }

    pub fn unary(&mut self, op: impl FnOnce(Reg) -> Op, a: Value, place: Place) -> Option<Value> {
        let op = match op(a.0) {
            Op::Function(Elementary::Sqrt, a) => match self.even_power(a) {
                Some((x, n)) => return self.power_of_magnitude(x, 0.5 * n, place),
                None => Op::Function(Elementary::Sqrt, self.base(a, Some(0.5), place)?),
            },
            other => other,
        };
        self.emit(op, place)
    }

    pub fn pair(
        &mut self,
        op: impl FnOnce(Reg, Reg) -> Op,
        a: Value,
        b: Value,
        place: Place,
    ) -> Option<Value> {
        self.emit(op(a.0, b.0), place)
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
    fn emit(&mut self, op: Op, place: Place) -> Option<Value> {
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
    pub(super) fn routine(&mut self, routine: Routine, place: Place) -> Value {
        let partials = routine.arguments.len() as u32;
        self.routines.push(routine);
        let number = self.routines.len() as u32 - 1;
        self.push(Op::Routine(number), None, place, partials)
    }

    /// The mode of a law that a user's routine calls with these arguments.
    pub(super) fn watch(&mut self, kind: Switching, args: &[Value], place: Place) -> Value {
        let number = self.add_switch(kind, args, true, place);
        self.switches[number as usize].watched = true;
        self.push(Op::Switch(number), None, place, Self::active(args))
    }

    fn add_switch(&mut self, kind: Switching, args: &[Value], checked: bool, place: Place) -> u32 {
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

    /// `IF(test: negative, zero, positive)`
    pub fn branch(&mut self, test: NodeId, ways: [NodeId; 3], place: Place) -> Option<Value> {
        let Some(test) = self.value(test) else {
            for way in ways {
                self.only_read(way);
            }
            return None;
        };
        if let Some(x) = self.known(test) {
            let taken = usize::from(x >= 0.0) + usize::from(x > 0.0);
            let mut sound = true;
            for way in (0..3).filter(|&w| w != taken) {
                sound &= self.only_read(ways[way]);
            }
            return self.value(ways[taken]).filter(|_| sound);
        }
        let switch = self.add_switch(Switching::Branch, &[test], true, place);
        let ways = [0, 1, 2]
            .map(|way| self.block_of(switch, way as Mode - 1, &mut |b| b.value(ways[way])));
        self.branched(switch, test, ways, place)
    }

    /// The value of the way that the mode of a switch takes.
    fn branched(
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
    fn only_read(&mut self, way: NodeId) -> bool {
        let (code, switches, branches) =
            (self.code.len(), self.switches.len(), self.branches.len());
        let roots = self.roots.len();
        self.open.push(Open::default());
        self.conditional += 1;
        let sound = self.value(way).is_some();
        self.conditional -= 1;
        self.open.pop();
        self.code.truncate(code);
        self.switches.truncate(switches);
        self.branches.truncate(branches);
        self.roots.truncate(roots);
        sound
    }

    fn block_of(
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
        let (inputs, constants) = (self.inputs.len() as Reg, self.constants.len() as Reg);
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
        let (inputs, input_spans) = self.inputs.into_iter().unzip();
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
