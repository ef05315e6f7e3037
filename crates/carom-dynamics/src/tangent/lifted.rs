//! Numbers of functions as states that do not change, so that the exact Jacobian has the columns of them: no differences between models are left where a parameter stands in
//! functions alone.
//!
//! Models with another value of a parameter show which numbers move with it, and how. Those of functions that forces, differential equations and contacts look at become inputs of
//! them ([`carom_expr::Tape::lifted`]), each an extra state p with p' = 0; a parameter is then a change of the initial state. Motions, constraints by expressions, penalties and delays keep
//! their numbers: they look at time and places in ways of their own.

use crate::elements::constraint::functions_of;
use crate::elements::law::Law;
use crate::equations::Equations;
use crate::mechanism::function::{FunctionId, Source};
use crate::system::{ExtraState, System};
use crate::tangent::column::CHANGE;
use crate::tangent::column::Variants;
use crate::tangent::column::WEIGHTS;
use carom_base::Span;
use carom_expr::Tape;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Lagrange's polynomial through the values at [`super::AT`], at 0.
const MIDDLE: [f64; 4] = [-1.0 / 6.0, 2.0 / 3.0, 2.0 / 3.0, -1.0 / 6.0];

/// A function with numbers that move.
struct Lift {
    function: FunctionId,
    /// As the models beside the point have it; what of the point itself is folded or shared may stand apart there.
    tape: Tape,
    /// The constants, ascending; the state of each.
    constants: Vec<usize>,
    states: Vec<usize>,
}

/// Which numbers move, and what they are states of.
pub(super) struct Lifted {
    lifts: Vec<Lift>,
    /// Values of the new states, which stand before the work of the forces, and their sizes.
    values: Vec<f64>,
    sizes: Vec<f64>,
    /// How they change with each parameter.
    slopes: Vec<Vec<f64>>,
    /// Whether nothing else changes with a parameter.
    is_all: Vec<bool>,
}

impl Lifted {
    /// Of a model and those beside it.
    pub fn new(of: &System, variants: &[Variants]) -> Self {
        let mut lifted = Self {
            lifts: Vec::new(),
            values: Vec::new(),
            sizes: Vec::new(),
            slopes: vec![Vec::new(); variants.len()],
            is_all: Vec::new(),
        };
        let closed = closed_functions(of);
        for f in (0..of.mechanism.functions.len()).filter(|f| !closed.contains(f)) {
            lifted.add(of, f, variants);
        }
        lifted.is_all = variants
            .iter()
            .map(|v| {
                let same = |e: &Equations| bare(&e.system, &lifted, of) == bare(of, &lifted, of);
                v.models.iter().all(same)
            })
            .collect();
        lifted
    }

    /// Number of the new states.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Their values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How they change with a parameter.
    pub fn slopes(&self, parameter: usize) -> &[f64] {
        &self.slopes[parameter]
    }

    /// Whether nothing but them changes with a parameter, once the run has begun.
    pub fn is_all(&self, parameter: usize) -> bool {
        self.is_all[parameter]
    }

    /// Looks for numbers of a function that move.
    fn add(&mut self, of: &System, f: FunctionId, variants: &[Variants]) {
        let own = &of.mechanism.functions[f].tape;
        let tape_of = |e: &Equations| e.system.mechanism.functions.get(f).map(|f| f.tape.clone());
        let tapes: Option<Vec<Vec<Tape>>> = variants
            .iter()
            .map(|v| v.models.iter().map(tape_of).collect())
            .collect();
        let Some(tapes) = tapes else { return };
        let Some(code) = tapes.iter().flatten().find(|t| *t != own) else {
            return;
        };
        if code.switches() != own.switches() {
            return;
        }
        // A parameter without effect here may have the code of the point itself.
        let moves = |t: &[Tape]| t.iter().all(|t| t.has_code_of(code));
        let reference: Vec<f64> = if own.has_code_of(code) {
            own.constants().to_vec()
        } else {
            let beside = tapes.iter().find(|t| moves(t));
            let Some(beside) = beside else { return };
            let at = |k: usize| {
                let each = beside.iter().zip(MIDDLE);
                each.map(|(t, w)| w * t.constants()[k]).sum()
            };
            (0..code.constants().len()).map(at).collect()
        };
        let mut found: Vec<(usize, f64, Vec<f64>)> = Vec::new();
        for (k, value) in reference.iter().enumerate() {
            let mut size = value.abs();
            let slopes: Vec<f64> = variants
                .iter()
                .zip(&tapes)
                .map(|(v, t)| {
                    if !moves(t) {
                        return 0.0;
                    }
                    let each = t.iter().zip(WEIGHTS);
                    let slope = each.map(|(t, w)| w * t.constants()[k]).sum::<f64>() / v.change;
                    size = size.max(slope.abs() * v.change / CHANGE);
                    slope
                })
                .collect();
            let is_moved = tapes.iter().filter(|t| moves(t)).any(|t| {
                let c = |t: &Tape| t.constants()[k].to_bits();
                t.iter().any(|x| c(x) != c(&t[0]))
            });
            if is_moved {
                found.push((k, size, slopes));
            }
        }
        if found.is_empty() {
            return;
        }
        let first = of.extra.states.len() - 1 + self.values.len();
        let mut numbered = code.clone();
        numbered.set_constants(&reference);
        for (k, size, slopes) in &found {
            self.values.push(reference[*k]);
            self.sizes.push(*size);
            for (all, slope) in self.slopes.iter_mut().zip(slopes) {
                all.push(*slope);
            }
        }
        self.lifts.push(Lift {
            function: f,
            tape: numbered,
            states: (first..first + found.len()).collect(),
            constants: found.into_iter().map(|(k, ..)| k).collect(),
        });
    }

    /// A model, that of the point (`of`) itself or one beside it, with the new states. Functions that are others there keep their numbers.
    pub fn widen(&self, system: &System, of: &System) -> Arc<System> {
        let mut wide = system.clone();
        if self.values.is_empty() {
            return Arc::new(wide);
        }
        let work = wide.extra.states.len() - 1;
        let states = self.sizes.iter().map(|s| ExtraState::Number(*s));
        wide.extra.states.splice(work..work, states);
        wide.extra
            .state_start
            .splice(work..work, self.values.iter().copied());
        for lift in &self.lifts {
            let function = &mut wide.mechanism.functions[lift.function];
            let is_one = function.tape == of.mechanism.functions[lift.function].tape;
            if !is_one && !function.tape.has_code_of(&lift.tape) {
                continue;
            }
            let inputs = function.tape.inputs().len();
            function.tape = lift.tape.lifted(&lift.constants);
            function.sources.truncate(inputs);
            let states = lift.states.iter().map(|k| Source::State(*k));
            function.sources.extend(states);
            let states = lift.states.iter().map(|k| *k as u32);
            function.states.extend(states);
        }
        spread_states(&mut wide);
        Arc::new(wide)
    }
}

/// A model to look at, which takes the same rebounds for none as the run does.
pub(super) fn model_of(system: Arc<System>, run: &Equations) -> Equations {
    let mut model = Equations::new(system);
    model.expect_error(run.expected_error());
    model
}

impl Variants {
    /// The same with numbers of functions as states: what moves with these alone does not differ any more.
    pub(super) fn widened(mut self, lifted: &Lifted, of: &Equations) -> Self {
        for e in &mut self.models {
            *e = model_of(lifted.widen(&e.system, &of.system), of);
        }
        self
    }
}

/// A function depends on the states of the functions that it needs; the gradients of all get their places anew.
fn spread_states(system: &mut System) {
    let order: Vec<FunctionId> = system
        .order
        .dynamic
        .iter()
        .chain(&system.order.told)
        .copied()
        .collect();
    let mut all: Vec<BTreeSet<u32>> = (system.mechanism.functions.iter())
        .map(|f| f.states.iter().copied().collect())
        .collect();
    // once for what functions need, which stands before them, and once around each circle
    for _ in 0..2 {
        for &f in &order {
            for g in system.needed(f) {
                let needed = all[g].clone();
                all[f].extend(needed);
            }
            if let Some(which) = system.mechanism.functions[f].algebraic_loop {
                let members = &system.order.loops[which].members;
                let joint: BTreeSet<u32> = members.iter().flat_map(|g| all[*g].clone()).collect();
                members.iter().for_each(|g| all[*g].clone_from(&joint));
            }
        }
    }
    for (function, states) in system.mechanism.functions.iter_mut().zip(all) {
        function.states = states.into_iter().collect();
    }
    for k in 0..system.solid_contacts.contacts.len() {
        let functions: Vec<FunctionId> = system.solid_contacts.contacts[k].functions().collect();
        let states = functions
            .iter()
            .flat_map(|f| &system.mechanism.functions[*f].states);
        let mut joint: BTreeSet<u32> = states.copied().collect();
        joint.extend(&system.solid_contacts.contacts[k].support[1]);
        system.solid_contacts.contacts[k].support[1] = joint.into_iter().collect();
    }
    system.arrays.gradients = 0;
    for &f in &order {
        system.mechanism.functions[f].gradient = system.arrays.gradients;
        if system.order.dynamic.contains(&f) {
            system.arrays.gradients += system.mechanism.functions[f].support();
        }
    }
}

/// Functions whose numbers stay: those that are asked in other ways than by their values, and what they need.
fn closed_functions(system: &System) -> BTreeSet<FunctionId> {
    let of_constraints = functions_of(&system.constraints);
    let of_states = system.extra.states.iter().filter_map(|s| match s {
        ExtraState::MotionDisplacement(f) | ExtraState::MotionVelocity(f) => Some(*f),
        _ => None,
    });
    let of_penalties = system.forces.iter().filter_map(|e| match &e.law {
        Law::Penalty(p) => Some(p.function),
        _ => None,
    });
    let of_delays = system.order.delays.iter().map(|d| d.function);
    let of_samplers = system
        .sensing
        .sensors
        .iter()
        .filter_map(|s| s.sampler.as_ref());
    let of_samplers = of_samplers.map(|s| s.period);
    let mut open: Vec<FunctionId> = of_constraints
        .chain(of_states)
        .chain(of_penalties)
        .chain(of_delays)
        .chain(of_samplers)
        .collect();
    let mut closed = BTreeSet::new();
    while let Some(f) = open.pop() {
        if closed.insert(f) {
            open.extend(system.needed(f));
        }
    }
    closed
}

/// What of a model is to be that of another one if nothing but lifted numbers moves: not where it starts, what sizes are measured by, and where its elements stand in a text.
fn bare(system: &System, lifted: &Lifted, of: &System) -> System {
    let mut bare = system.clone();
    bare.mechanism.scale = of.mechanism.scale;
    bare.extra.state_start = Vec::new();
    bare.sensing.slot_start = Vec::new();
    for (body, other) in bare.mechanism.bodies.iter_mut().zip(&of.mechanism.bodies) {
        body.start = other.start;
    }
    for function in &mut bare.mechanism.functions {
        function.span = Span::NONE;
    }
    for lift in &lifted.lifts {
        let function = &mut bare.mechanism.functions[lift.function];
        let is_one = function.tape == of.mechanism.functions[lift.function].tape;
        if is_one || function.tape.has_code_of(&lift.tape) {
            function.tape = lift.tape.clone();
        }
    }
    let spans = (bare.forces.iter_mut().map(|e| &mut e.span))
        .chain(bare.constraints.iter_mut().map(|e| &mut e.span))
        .chain(bare.frictions.iter_mut().map(|e| &mut e.span))
        .chain(bare.solid_contacts.contacts.iter_mut().map(|e| &mut e.span));
    spans.for_each(|span| *span = Span::NONE);
    bare
}

#[cfg(test)]
mod tests {
    use super::super::AT;
    use super::*;

    #[test]
    fn the_middle_of_a_cubic() {
        let cubic = |x: f64| 3.0 - x + 0.5 * x * x - 0.25 * x.powi(3);
        let sum: f64 = AT.iter().zip(MIDDLE).map(|(x, w)| w * cubic(*x)).sum();
        // a few roundings
        assert!((sum - 3.0).abs() < 1e-14);
    }
}
