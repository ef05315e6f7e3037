//! The functions of a state, computed in their order; those of an algebraic loop all at once by Newton's method (see [`crate::system::algebraic_loop`]).
#![allow(non_snake_case)]

use crate::mechanism::frames::Frames;
use crate::mechanism::function::{Function, FunctionId, Source};
use crate::mechanism::kinematics::{Body, Carrier, Flow};
use crate::system::System;
use crate::system::algebraic_loop::{AlgebraicLoop, Room, eliminate};
use crate::system::motion::{DiscreteState, EvaluatedState, View};
use crate::system::source::source_value;
use carom_base::{Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Mode;
use std::borrow::Cow;
use std::ops::Range;

impl<T: Number> EvaluatedState<T> {
    /// Computes functions in the given order, in the modes of `memory`.
    pub fn evaluate(&mut self, system: &System, memory: &DiscreteState, order: &[FunctionId]) {
        for &f in order {
            if let Some(which) = system.mechanism.functions[f].algebraic_loop {
                // All of it where its first function stands.
                if system.order.loops[which].members[0] == f {
                    solve(self, system, memory, which, None);
                }
                continue;
            }
            let view = View {
                system,
                now: self,
                memory,
                reactions: None,
            };
            let function = &system.mechanism.functions[f];
            let modes = &memory.modes[function.modes.clone()];
            let value = function.eval_with(|source| view.input(source), modes);
            self.values[f] = value;
        }
    }
}

impl<T: Number> View<'_, T> {
    /// The value of a source. Most are times, states and measures: these are found without a detour.
    fn input(&self, source: &Source) -> T {
        match source {
            Source::Time => self.now.time,
            Source::Constant(x) => T::constant(*x),
            Source::Function(f) => self.now.values[*f],
            Source::State(k) => self.now.states[*k],
            Source::Acceleration(k) => self.now.fed[*k],
            Source::Measure {
                measure,
                markers,
                slot: None,
            } => self.measure(*measure, markers),
            _ => source_value(source, self.system, self),
        }
    }
}

/// Computes the functions of circle `which`; not numbers if its equations have no root that Newton's method finds. `added` is a
/// number added to the value of one of them.
///
/// Numbers that carry derivatives get them by further iterations with the same matrix: each gives one order more.
pub fn solve<T: Number>(
    now: &mut EvaluatedState<T>,
    system: &System,
    memory: &DiscreteState,
    which: usize,
    added: Option<(FunctionId, T)>,
) {
    let circle = &system.order.loops[which];
    let n = circle.len();
    let start = &memory.loops[circle.first..circle.first + n];
    for (&f, &x) in circle.members.iter().zip(start) {
        now.values[f] = T::constant(x);
    }
    let mut room = std::mem::take(&mut now.room);
    let orders = if size_of::<T>() == size_of::<f64>() {
        0
    } else {
        3
    };
    let (mut last, mut left, mut found) = (f64::INFINITY, None, false);
    for _ in 0..ITERATIONS {
        residuals(now, system, memory, circle, added, &mut room);
        let small = |(r, terms): (&T, &f64)| r.value().abs() <= ROUNDING * terms;
        let rounded = room.residual[..n].iter().zip(&room.terms).all(small);
        if !eliminate(&mut room.matrix[..n * n], &mut room.residual[..n]) {
            break;
        }
        let (mut change, mut size) = (0.0_f64, 0.0_f64);
        for (&f, d) in circle.members.iter().zip(&room.residual) {
            now.values[f] -= *d;
            change = change.max(d.value().abs());
            size = size.max(now.values[f].value().abs());
        }
        let stalls = change >= 0.5 * last && change <= 1e-9 * size;
        last = change;
        left = match left {
            None if rounded || stalls || change <= f64::EPSILON * size => Some(orders),
            None => None,
            Some(more) => Some(more - 1),
        };
        if left == Some(0) {
            found = true;
            break;
        }
        if !change.is_finite() {
            break;
        }
    }
    if !found {
        for &f in &circle.members {
            now.values[f] = T::undefined();
        }
    }
    now.room = room;
}

/// R and ∂R/∂z at the values in `now`.
fn residuals<T: Number>(
    now: &EvaluatedState<T>,
    system: &System,
    memory: &DiscreteState,
    circle: &AlgebraicLoop,
    added: Option<(FunctionId, T)>,
    room: &mut Room<T>,
) {
    let n = circle.len();
    let view = View {
        system,
        now,
        memory,
        reactions: None,
    };
    for (k, &f) in circle.members.iter().enumerate() {
        let function = &system.mechanism.functions[f];
        room.matrix[k * n..(k + 1) * n].fill(0.0);
        if function.root_of.is_some() {
            continue;
        }
        let inputs = function.sources.len();
        for (input, source) in room.inputs.iter_mut().zip(&function.sources) {
            *input = function.input(source, system, &view);
        }
        let registers = &mut room.registers[..function.tape.registers()];
        let modes = view.modes(&function.modes);
        let mut value = function.tape.eval(&room.inputs[..inputs], modes, registers);
        if let Some((g, x)) = added
            && g == f
        {
            value += x;
        }
        for (plain, input) in room.plain_inputs.iter_mut().zip(&room.inputs[..inputs]) {
            *plain = input.value();
        }
        partials(
            function,
            modes,
            room.plain_inputs.as_slice(),
            &mut room.plain,
            &mut room.adjoints,
            &mut room.partials,
        );
        room.residual[k] = now.values[f] - value;
        room.terms[k] = now.values[f].value().abs() + value.value().abs();
        room.matrix[k * n + k] = 1.0;
        for ((source, p), x) in function
            .sources
            .iter()
            .zip(&room.partials)
            .zip(&room.plain_inputs)
        {
            room.terms[k] += (p * x).abs();
            for (j, &g) in circle.members.iter().enumerate() {
                room.matrix[k * n + j] -= p * slope(system, now, memory, source, g);
            }
        }
    }
    for (k, &f) in circle.members.iter().enumerate() {
        if let Some(j) = system.mechanism.functions[f]
            .root_of
            .and_then(|g| circle.position(g))
        {
            room.residual[k] = now.values[circle.members[j]];
            room.terms[k] = room.terms[j];
            room.matrix[k * n + j] = 1.0;
        }
    }
}

/// How the value of a source changes with that of a function.
pub fn slope<T: Number>(
    system: &System,
    now: &EvaluatedState<T>,
    memory: &DiscreteState,
    source: &Source,
    of: FunctionId,
) -> f64 {
    let has = |element: usize| system.forces[element].functions.contains(&Some(of));
    let through_others = match source {
        Source::Function(g) => return f64::from(*g == of),
        Source::Delayed { lag, .. } => *lag == Some(of),
        Source::Applied { element, .. } => has(*element),
        Source::Sum { forces, .. } => forces.iter().any(|(element, _)| has(*element)),
        _ => false,
    };
    if !through_others {
        return 0.0;
    }
    let seeds = ValueSeeds {
        view: View {
            system,
            now,
            memory,
            reactions: None,
        },
        of,
    };
    source_value::<Flow>(source, system, &seeds).eps[0]
}

/// A state with the value of one function as the variable.
struct ValueSeeds<'a, T> {
    view: View<'a, T>,
    of: FunctionId,
}

fn plain<T: Number>(x: T) -> Flow {
    Flow::constant(x.value())
}

impl<T: Number> Frames<Flow> for ValueSeeds<'_, T> {
    fn time(&self) -> Flow {
        plain(self.view.time())
    }
    fn body(&self, b: usize) -> Cow<'_, Body<Flow>> {
        let body = self.view.body(b);
        Cow::Owned(Body {
            r: body.r.map(plain),
            R: body.R.map(plain),
            v: body.v.map(plain),
            w: body.w.map(plain),
        })
    }
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<Flow>> {
        let marker = self.view.marker(m);
        Cow::Owned(MarkerState {
            p: marker.p.map(plain),
            R: marker.R.map(plain),
            v: marker.v.map(plain),
            w: marker.w.map(plain),
            a: marker.a.map(plain),
            wdot: marker.wdot.map(plain),
        })
    }
    fn carrier(&self, m: usize) -> Carrier {
        self.view.carrier(m)
    }
    fn modes(&self, range: &Range<usize>) -> &[Mode] {
        self.view.modes(range)
    }
    fn turns(&self, slot: usize, wrapped: f64) -> f64 {
        self.view.turns(slot, wrapped)
    }
    fn mode(&self) -> f64 {
        self.view.mode()
    }
    fn value(&self, f: FunctionId) -> Flow {
        let slope = f64::from(f == self.of);
        Flow {
            re: self.view.value(f).value(),
            eps: [slope],
        }
    }
    fn state(&self, k: usize) -> Flow {
        plain(self.view.state(k))
    }
    fn delayed(&self, k: usize, time: Flow) -> Flow {
        self.view.memory.pasts[k].at(time, self.view.system.order.delays[k].lag)
    }
    fn sensor(&self, k: usize) -> f64 {
        self.view.sensor(k)
    }
    fn acceleration(&self, k: usize) -> Flow {
        plain(self.view.acceleration(k))
    }
    fn multiplier(&self, row: usize) -> Flow {
        plain(self.view.multiplier(row))
    }
    fn reaction(&self, c: usize, at_j: bool) -> (Vec3<Flow>, Vec3<Flow>) {
        let (f, t) = self.view.reaction(c, at_j);
        (f.map(plain), t.map(plain))
    }
}

fn partials(
    function: &Function,
    modes: &[Mode],
    inputs: &[f64],
    registers: &mut [f64],
    adjoints: &mut [f64],
    out: &mut [f64],
) {
    let (n, r) = (function.sources.len(), function.tape.registers());
    let (registers, adjoints) = (&mut registers[..r], &mut adjoints[..r]);
    function
        .tape
        .gradient(&inputs[..n], modes, registers, adjoints, &mut out[..n]);
}

/// A residual this small, relative to the terms that it is the sum of, is rounding.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Most iterations of Newton's method.
const ITERATIONS: usize = 60;
