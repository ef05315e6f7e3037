//! Functions that depend on each other in an algebraic loop: variables of themselves, and implicit differential equations.
//!
//! An implicit equation `0 = F(t, x, x', ...)` gives its rate `x'` as the root of F. If no implicit equation looks at the rate, it
//! gives the state `x` itself. Either is an unknown beside the values of the functions of the circle, and all of them are found
//! by Newton's method wherever functions are computed, so that for every integrator the model stays one of explicit rates:
//!
//! ```text
//! R(z, w) = 0     z unknowns of the circle, w what it looks at outside     dz = −(∂R/∂z)⁻¹·(∂R/∂w)·dw
//! ```
//!
//! The second equation is the theorem of implicit functions; it gives the exact derivatives. The method starts from the values at the
//! end of the last accepted step, so that an equation with several roots stays on one of them.

#![allow(non_snake_case)]

use crate::frames::Frames;
use crate::function::{Function, FunctionId, Source};
use crate::kinematics::{Body, Carrier, Flow};
use crate::motion::{DiscreteState, EvaluatedState, View};
use crate::source::source_value;
use crate::system::System;
use carom_base::{Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Mode;
use std::borrow::Cow;
use std::ops::Range;

/// Most iterations of Newton's method.
const ITERATIONS: usize = 60;
/// A residual this small, relative to the terms that it is the sum of, is rounding.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// A pivot this small, relative to the largest entry, is rounding: the equations do not determine their unknowns.
const SINGULAR: f64 = 1e-14;

/// An algebraic loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AlgebraicLoop {
    /// Its functions, ascending.
    pub members: Vec<FunctionId>,
    /// Place of the first of them in [`DiscreteState::loops`].
    pub first: usize,
    /// Where the search for each begins.
    pub start: Vec<f64>,
}

impl AlgebraicLoop {
    /// The number of a function among the members.
    pub fn position(&self, f: FunctionId) -> Option<usize> {
        self.members.binary_search(&f).ok()
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// An algebraic loop has at least one function.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Its functions in the user's words.
    pub fn names(&self, system: &System) -> String {
        let mut names: Vec<&str> = Vec::new();
        for &f in &self.members {
            let owner = system.mechanism.functions[f].owner.as_str();
            let name = owner.strip_suffix(EQUATION).unwrap_or(owner);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }
}

/// What the function of an implicit equation is called, after its owner.
pub const EQUATION: &str = ": its equation";

/// Room for the largest circle, in one kind of number.
#[derive(Clone, Debug)]
pub struct Room<T> {
    matrix: Vec<f64>,
    residual: Vec<T>,
    /// How large the terms of each residual are.
    terms: Vec<f64>,
    inputs: Vec<T>,
    registers: Vec<T>,
    plain_inputs: Vec<f64>,
    plain: Vec<f64>,
    adjoints: Vec<f64>,
    partials: Vec<f64>,
}

impl<T> Default for Room<T> {
    fn default() -> Self {
        Self {
            matrix: Vec::new(),
            residual: Vec::new(),
            terms: Vec::new(),
            inputs: Vec::new(),
            registers: Vec::new(),
            plain_inputs: Vec::new(),
            plain: Vec::new(),
            adjoints: Vec::new(),
            partials: Vec::new(),
        }
    }
}

impl<T: Number> Room<T> {
    /// Enough for each circle of a system.
    pub fn new(system: &System) -> Self {
        let members = system.loops.iter().flat_map(|l| &l.members);
        let functions = || members.clone().map(|&f| &system.mechanism.functions[f]);
        let inputs = functions().map(|f| f.sources.len()).max().unwrap_or(0);
        let registers = functions().map(|f| f.tape.registers()).max().unwrap_or(0);
        let n = system
            .loops
            .iter()
            .map(AlgebraicLoop::len)
            .max()
            .unwrap_or(0);
        Self {
            matrix: vec![0.0; n * n],
            residual: vec![T::zero(); n],
            terms: vec![0.0; n],
            inputs: vec![T::zero(); inputs],
            registers: vec![T::zero(); registers],
            plain_inputs: vec![0.0; inputs],
            plain: vec![0.0; registers],
            adjoints: vec![0.0; registers],
            partials: vec![0.0; inputs],
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
    let circle = &system.loops[which];
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
        self.view.memory.pasts[k].at(time, self.view.system.delays[k].lag)
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

/// Solves `A·x = b` by Gauss's elimination with row pivoting, `x` in place of `b`. `b` has one or more numbers a row, row by row.
/// `false` if A is singular to rounding.
pub fn eliminate<T: Number>(a: &mut [f64], b: &mut [T]) -> bool {
    let n = a.len().isqrt();
    let columns = b.len() / n.max(1);
    let largest = a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    for k in 0..n {
        let size = |r: &usize| a[r * n + k].abs();
        let pivot = (k..n)
            .max_by(|p, q| size(p).total_cmp(&size(q)))
            .unwrap_or(k);
        let size = a[pivot * n + k].abs();
        if size.is_nan() || size <= SINGULAR * largest {
            return false;
        }
        if pivot != k {
            (k..n).for_each(|c| a.swap(k * n + c, pivot * n + c));
            (0..columns).for_each(|c| b.swap(k * columns + c, pivot * columns + c));
        }
        for r in k + 1..n {
            let factor = a[r * n + k] / a[k * n + k];
            if factor != 0.0 {
                for c in k..n {
                    a[r * n + c] -= factor * a[k * n + c];
                }
                for c in 0..columns {
                    let above = b[k * columns + c];
                    b[r * columns + c] -= above * factor;
                }
            }
        }
    }
    for k in (0..n).rev() {
        for c in 0..columns {
            let mut sum = b[k * columns + c];
            for j in k + 1..n {
                sum -= b[j * columns + c] * a[k * n + j];
            }
            b[k * columns + c] = sum / a[k * n + k];
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::eliminate;

    /// A·x = b with a zero on the diagonal; two right-hand sides.
    #[test]
    fn elimination() {
        let mut a = [0.0, 2.0, 1.0, 1.0, -1.0, 0.0, 3.0, 0.5, -2.0];
        let (x, y) = ([1.0, -2.0, 4.0], [0.5, 3.0, -1.0]);
        let mut b = [0.0; 6];
        for r in 0..3 {
            for c in 0..3 {
                b[2 * r] += a[3 * r + c] * x[c];
                b[2 * r + 1] += a[3 * r + c] * y[c];
            }
        }
        assert!(eliminate(&mut a, &mut b));
        for r in 0..3 {
            // Rounding of a well conditioned matrix.
            assert!((b[2 * r] - x[r]).abs() < 1e-14 && (b[2 * r + 1] - y[r]).abs() < 1e-14);
        }
        assert!(!eliminate(&mut [1.0, 2.0, 2.0, 4.0], &mut [1.0, 2.0]));
        assert!(!eliminate(&mut [f64::NAN], &mut [1.0]));
    }
}
