//! What the tests share.
#![allow(dead_code)]

use carom_base::{Diagnostics, Dialect, SourceId, Span, SpannedText};
use carom_expr::spline::SplineTable;
use carom_expr::{Expression, Mode, Tables, Tape};
use std::collections::HashMap;
use std::sync::Arc;

/// Reproducible random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// Uniform between `a` and `b`.
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }
    /// Uniform in the logarithm.
    pub fn decades(&mut self, a: f64, b: f64) -> f64 {
        10f64.powf(self.between(a, b))
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
}

/// Splines and names for tests.
#[derive(Default)]
pub struct World {
    pub splines: HashMap<u32, Arc<SplineTable>>,
    pub names: Vec<&'static str>,
}

impl World {
    pub fn with_names(names: &[&'static str]) -> Self {
        Self {
            names: names.to_vec(),
            ..Self::default()
        }
    }
    pub fn with_spline(mut self, label: u32, table: SplineTable) -> Self {
        self.splines.insert(label, Arc::new(table));
        self
    }
}

impl Tables for World {
    fn spline(&self, label: u32) -> Option<Arc<SplineTable>> {
        self.splines.get(&label).cloned()
    }
    fn is_named(&self, name: &str) -> bool {
        self.names.contains(&name)
    }
}

/// The text with places in a source 0.
pub fn spanned(text: &str) -> SpannedText {
    let mut t = SpannedText::default();
    t.push(text, Span::new(SourceId(0), 0, text.len()));
    t
}

pub fn try_compile(text: &str, dialect: Dialect, world: &World) -> (Option<Tape>, Diagnostics) {
    let mut d = Diagnostics::default();
    let tape = Expression::parse(spanned(text), dialect, &mut d)
        .and_then(|e| Tape::compile(&e, world, &mut d));
    assert_eq!(tape.is_none(), d.has_errors(), "{text}: {d:?}");
    (tape, d)
}

pub fn compile(text: &str, world: &World) -> Tape {
    let (tape, d) = try_compile(text, Dialect::Adams, world);
    tape.unwrap_or_else(|| panic!("{text}: {d:?}"))
}

/// The value of an expression without inputs, or with values for its inputs in order.
pub fn value(text: &str, inputs: &[f64]) -> f64 {
    let tape = compile(text, &World::with_names(&["X", "Y", "V"]));
    assert_eq!(tape.inputs().len(), inputs.len(), "{text}");
    tape.eval_live(inputs, &mut vec![0.0; tape.registers()])
}

/// A tape with all the arrays that it needs.
pub struct Run {
    pub tape: Tape,
    pub modes: Vec<Mode>,
    pub registers: Vec<f64>,
    pub guards: Vec<(f64, f64, f64)>,
}

impl Run {
    pub fn new(tape: Tape) -> Self {
        let slots = (0..tape.switches()).map(|s| tape.guard_slots(s)).sum();
        Self {
            modes: vec![0; tape.switches()],
            registers: vec![0.0; tape.registers()],
            guards: vec![(0.0, 0.0, 0.0); slots],
            tape,
        }
    }
    pub fn of(text: &str, names: &[&'static str]) -> Self {
        Self::new(compile(text, &World::with_names(names)))
    }
    pub fn settle(&mut self, inputs: &[f64], rates: &[f64]) {
        self.tape
            .settle(inputs, rates, &mut self.modes, &mut self.registers);
    }
    pub fn eval(&mut self, inputs: &[f64]) -> f64 {
        self.tape.eval(inputs, &self.modes, &mut self.registers)
    }
    pub fn live(&mut self, inputs: &[f64]) -> f64 {
        self.tape.eval_live(inputs, &mut self.registers)
    }
    pub fn gradient(&mut self, inputs: &[f64]) -> (f64, Vec<f64>) {
        let mut gradient = vec![0.0; inputs.len()];
        let mut adjoints = vec![0.0; self.tape.registers()];
        let value = self.tape.gradient(
            inputs,
            &self.modes,
            &mut self.registers,
            &mut adjoints,
            &mut gradient,
        );
        (value, gradient)
    }
    pub fn guards(&mut self, inputs: &[f64], rates: &[f64]) -> Vec<(f64, f64, f64)> {
        let mut registers = vec![carom_base::Dual::constant(0.0); self.tape.registers()];
        self.tape
            .guards(inputs, rates, &self.modes, &mut registers, &mut self.guards);
        self.guards.clone()
    }
}

use carom_base::Number;
