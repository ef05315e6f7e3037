//! States in which some unknowns vary, for derivatives.
#![allow(non_snake_case)]

use crate::elements::friction::{Friction, MOST_ROWS};
use crate::mechanism::frames::{Frames, FunctionId, marker_of};
use crate::mechanism::function::{FED, Single, follow};
use crate::mechanism::kinematics::{Body, Carrier, Flow, SEEDS, Seeded};
use crate::system::System;
use crate::system::motion::{DiscreteState, EvaluatedState};
use carom_base::{Dual, Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Mode;
use std::borrow::Cow;
use std::ops::Range;

/// A state with the unknowns of one body as variables.
pub struct Seeds<'a> {
    system: &'a System,
    now: &'a EvaluatedState<f64>,
    memory: &'a DiscreteState,
    index: usize,
    body: Body<Seeded>,
    /// Gradients of functions, so that their values carry derivatives too; empty: values are constants.
    gradients: &'a [f64],
}

impl<'a> Seeds<'a> {
    /// The unknowns of body `index` vary.
    pub fn new(
        system: &'a System,
        now: &'a EvaluatedState<f64>,
        memory: &'a DiscreteState,
        index: usize,
        gradients: &'a [f64],
    ) -> Self {
        let body = now.bodies[index].seed(system.mechanism.bodies[index].turns);
        Self {
            system,
            now,
            memory,
            index,
            body,
            gradients,
        }
    }
}

impl Frames<Seeded> for Seeds<'_> {
    fn time(&self) -> Seeded {
        Seeded::constant(self.now.time)
    }
    fn body(&self, b: usize) -> Cow<'_, Body<Seeded>> {
        if b == self.index {
            Cow::Borrowed(&self.body)
        } else {
            Cow::Owned(self.now.bodies[b].lift())
        }
    }
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<Seeded>> {
        Cow::Owned(marker_of(&self.system.mechanism.markers, self, m))
    }
    fn carrier(&self, m: usize) -> Carrier {
        self.system.mechanism.markers[m].carrier
    }
    fn modes(&self, range: &Range<usize>) -> &[Mode] {
        &self.memory.modes[range.clone()]
    }
    fn turns(&self, slot: usize, wrapped: f64) -> f64 {
        follow(self.memory.turns[slot], wrapped)
    }
    fn mode(&self) -> f64 {
        self.memory.mode
    }
    fn value(&self, f: FunctionId) -> Seeded {
        let mut value = Seeded::constant(self.now.values[f]);
        if !self.gradients.is_empty() {
            let function = &self.system.mechanism.functions[f];
            if let Ok(k) = function.bodies.binary_search(&(self.index as u32)) {
                let start = function.gradient + SEEDS * k;
                value
                    .eps
                    .copy_from_slice(&self.gradients[start..start + SEEDS]);
            }
        }
        value
    }
    fn state(&self, k: usize) -> Seeded {
        Seeded::constant(self.now.states[k])
    }
    fn touch(&self, place: usize) -> crate::elements::solid::Touch {
        self.now.touches[place]
    }
    fn delayed(&self, k: usize, time: Seeded) -> Seeded {
        self.memory.pasts[k].at(time, self.system.order.delays[k].lag)
    }
    fn sensor(&self, k: usize) -> f64 {
        self.memory.sensors[k]
    }
    fn acceleration(&self, k: usize) -> Seeded {
        Seeded::constant(self.now.fed[k])
    }
    fn multiplier(&self, row: usize) -> Seeded {
        Seeded::constant(self.now.multipliers[row])
    }
    fn reaction(&self, c: usize, at_j: bool) -> (Vec3<Seeded>, Vec3<Seeded>) {
        self.system.constraints[c].reaction_in(&self.system.mechanism, self, at_j)
    }
}

/// A state with one extra state or one multiplier as the variable.
pub struct SingleSeeds<'a> {
    system: &'a System,
    now: &'a EvaluatedState<f64>,
    memory: &'a DiscreteState,
    single: Single,
    gradients: &'a [f64],
}

impl<'a> SingleSeeds<'a> {
    /// `single` varies; functions vary with it by their gradients.
    pub fn new(
        system: &'a System,
        now: &'a EvaluatedState<f64>,
        memory: &'a DiscreteState,
        single: Single,
        gradients: &'a [f64],
    ) -> Self {
        Self {
            system,
            now,
            memory,
            single,
            gradients,
        }
    }
}

impl SingleSeeds<'_> {
    fn vary(&self, value: f64, of: Single) -> Flow {
        let slope = if of == self.single { 1.0 } else { 0.0 };
        Dual {
            re: value,
            eps: [slope],
        }
    }
}

impl Frames<Flow> for SingleSeeds<'_> {
    fn time(&self) -> Flow {
        Flow::constant(self.now.time)
    }
    fn body(&self, b: usize) -> Cow<'_, Body<Flow>> {
        Cow::Owned(self.now.bodies[b].lift())
    }
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<Flow>> {
        Cow::Owned(marker_of(&self.system.mechanism.markers, self, m))
    }
    fn carrier(&self, m: usize) -> Carrier {
        self.system.mechanism.markers[m].carrier
    }
    fn modes(&self, range: &Range<usize>) -> &[Mode] {
        &self.memory.modes[range.clone()]
    }
    fn turns(&self, slot: usize, wrapped: f64) -> f64 {
        follow(self.memory.turns[slot], wrapped)
    }
    fn mode(&self) -> f64 {
        self.memory.mode
    }
    fn value(&self, f: FunctionId) -> Flow {
        let function = &self.system.mechanism.functions[f];
        let first = function.gradient + SEEDS * function.bodies.len();
        let place = match self.single {
            Single::State(k) => function.states.binary_search(&(k as u32)),
            Single::Row(k) => {
                let place = function.rows.binary_search(&(k as u32));
                place.map(|k| function.states.len() + k)
            }
        };
        let slope = place.map_or(0.0, |k| self.gradients[first + k]);
        Dual {
            re: self.now.values[f],
            eps: [slope],
        }
    }
    fn state(&self, k: usize) -> Flow {
        self.vary(self.now.states[k], Single::State(k))
    }
    fn touch(&self, place: usize) -> crate::elements::solid::Touch {
        self.now.touches[place]
    }
    fn delayed(&self, k: usize, time: Flow) -> Flow {
        self.memory.pasts[k].at(time, self.system.order.delays[k].lag)
    }
    fn sensor(&self, k: usize) -> f64 {
        self.memory.sensors[k]
    }
    fn acceleration(&self, k: usize) -> Flow {
        self.vary(self.now.fed[k], Single::Row(FED as usize + k))
    }
    fn multiplier(&self, row: usize) -> Flow {
        self.vary(self.now.multipliers[row], Single::Row(row))
    }
    fn reaction(&self, c: usize, at_j: bool) -> (Vec3<Flow>, Vec3<Flow>) {
        self.system.constraints[c].reaction_in(&self.system.mechanism, self, at_j)
    }
}

/// A state with the multipliers of a joint and the states of its friction as the variables, in this order: six and six.
pub struct LoadSeeds<'a> {
    system: &'a System,
    now: &'a EvaluatedState<f64>,
    memory: &'a DiscreteState,
    rows: Range<usize>,
    states: Range<usize>,
}

impl<'a> LoadSeeds<'a> {
    /// What `friction` depends on varies.
    pub fn new(
        system: &'a System,
        now: &'a EvaluatedState<f64>,
        memory: &'a DiscreteState,
        friction: &Friction,
    ) -> Self {
        let joint = &system.constraints[friction.joint];
        Self {
            system,
            now,
            memory,
            rows: joint.first_row..joint.first_row + joint.rows(),
            states: friction.states(),
        }
    }
}

fn variable(range: &Range<usize>, k: usize, offset: usize, value: f64) -> Seeded {
    let mut x = Seeded::constant(value);
    if range.contains(&k) {
        x.eps[offset + k - range.start] = 1.0;
    }
    x
}

impl Frames<Seeded> for LoadSeeds<'_> {
    fn time(&self) -> Seeded {
        Seeded::constant(self.now.time)
    }
    fn body(&self, b: usize) -> Cow<'_, Body<Seeded>> {
        Cow::Owned(self.now.bodies[b].lift())
    }
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<Seeded>> {
        Cow::Owned(marker_of(&self.system.mechanism.markers, self, m))
    }
    fn carrier(&self, m: usize) -> Carrier {
        self.system.mechanism.markers[m].carrier
    }
    fn modes(&self, range: &Range<usize>) -> &[Mode] {
        &self.memory.modes[range.clone()]
    }
    fn turns(&self, slot: usize, wrapped: f64) -> f64 {
        follow(self.memory.turns[slot], wrapped)
    }
    fn mode(&self) -> f64 {
        self.memory.mode
    }
    fn value(&self, f: FunctionId) -> Seeded {
        Seeded::constant(self.now.values[f])
    }
    fn state(&self, k: usize) -> Seeded {
        variable(&self.states, k, MOST_ROWS, self.now.states[k])
    }
    fn sensor(&self, k: usize) -> f64 {
        self.memory.sensors[k]
    }
    fn multiplier(&self, row: usize) -> Seeded {
        variable(&self.rows, row, 0, self.now.multipliers[row])
    }
}
