//! Accelerations and reactions at a state.
#![allow(non_snake_case)]

use crate::equations::Equations;
use crate::function::FunctionId;
use crate::kinematics::Carrier;
use crate::motion::{Reactions, View};
use crate::source::source_value;
use std::sync::Arc;

/// What follows from a state when its accelerations are known; keeps its room.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    pub(crate) reactions: Reactions,
    pub(crate) inputs: Vec<f64>,
    pub(crate) registers: Vec<f64>,
}

impl Solution {
    /// Accelerations of markers and reactions of constraints, of the state that [`Equations::accelerations`] solved.
    pub fn find(&mut self, e: &mut Equations) {
        self.accelerate_markers(e);
        self.find_reactions(e);
    }

    pub(crate) fn accelerate_markers(&self, e: &mut Equations) {
        let system = Arc::clone(&e.system);
        for (state, marker) in e.now.markers.iter_mut().zip(&system.mechanism.markers) {
            if let Carrier::Body(b) = marker.carrier {
                let (a, wdot) = system.mechanism.bodies[b as usize].accelerations(&e.kkt.a);
                let body = &e.now.bodies[b as usize];
                (state.a, state.wdot) = marker.acceleration(body, &a, &wdot);
            }
        }
    }

    pub(crate) fn find_reactions(&mut self, e: &Equations) {
        let (system, view) = (&e.system, e.view());
        self.reactions.at_i.clear();
        self.reactions.at_j.clear();
        for c in &system.constraints {
            let lambda = &e.multipliers()[c.first_row..c.first_row + c.rows()];
            let on_body = |b: usize| {
                let mut sum = [0.0; 6];
                c.forces(&system.mechanism, &view, lambda, &mut |on, q: [f64; 6]| {
                    if on == b {
                        sum.iter_mut().zip(q).for_each(|(s, q)| *s += q);
                    }
                });
                sum
            };
            self.reactions
                .at_i
                .push(c.reaction(&system.mechanism, &view, lambda, false, on_body));
            self.reactions
                .at_j
                .push(c.reaction(&system.mechanism, &view, lambda, true, on_body));
        }
    }

    /// Computes functions that may look at accelerations and reactions, in the given order.
    pub fn evaluate(&mut self, e: &mut Equations, order: &[FunctionId]) {
        let system = Arc::clone(&e.system);
        for &f in order {
            let function = &system.mechanism.functions[f];
            let view = View {
                system: &system,
                now: &e.now,
                memory: &e.memory,
                reactions: Some(&self.reactions),
            };
            self.inputs.clear();
            self.inputs.extend(
                function
                    .sources
                    .iter()
                    .map(|s| source_value::<f64>(s, &system, &view)),
            );
            self.registers.resize(function.tape.registers(), 0.0);
            e.now.values[f] = function.tape.eval_live(&self.inputs, &mut self.registers);
        }
    }
}
