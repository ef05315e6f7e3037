//! Algebraic loops: each that reaches itself, with all that it reaches so, becomes a [`AlgebraicLoop`].

use crate::assemble::builder::Builder;
use crate::mechanism::function::FunctionId;
use crate::system::algebraic_loop::AlgebraicLoop;

/// The walk of Tarjan (Depth-first search and linear graph algorithms, 1972) for strongly connected components.
struct Walk<'a> {
    needed: &'a [Vec<FunctionId>],
    /// When each function was reached, from 1; 0: not yet.
    reached: Vec<usize>,
    /// The earliest function on the stack that it reaches.
    low: Vec<usize>,
    stack: Vec<FunctionId>,
    on_stack: Vec<bool>,
    count: usize,
    components: Vec<Vec<FunctionId>>,
}

impl Walk<'_> {
    fn visit(&mut self, f: FunctionId) {
        self.count += 1;
        (self.reached[f], self.low[f]) = (self.count, self.count);
        self.stack.push(f);
        self.on_stack[f] = true;
        for k in 0..self.needed[f].len() {
            let g = self.needed[f][k];
            if self.reached[g] == 0 {
                self.visit(g);
                self.low[f] = self.low[f].min(self.low[g]);
            } else if self.on_stack[g] {
                self.low[f] = self.low[f].min(self.reached[g]);
            }
        }
        if self.low[f] == self.reached[f] {
            let at = self.stack.iter().rposition(|g| *g == f).unwrap_or(0);
            let component = self.stack.split_off(at);
            component.iter().for_each(|g| self.on_stack[*g] = false);
            self.components.push(component);
        }
    }
}

impl Builder<'_> {
    /// Finds the circles.
    pub(super) fn find_loops(&mut self) {
        let count = self.system.mechanism.functions.len();
        let needed: Vec<Vec<FunctionId>> = (0..count).map(|f| self.system.needed(f)).collect();
        let mut walk = Walk {
            needed: &needed,
            reached: vec![0; count],
            low: vec![0; count],
            stack: Vec::new(),
            on_stack: vec![false; count],
            count: 0,
            components: Vec::new(),
        };
        for f in 0..count {
            if walk.reached[f] == 0 {
                walk.visit(f);
            }
        }
        let components = std::mem::take(&mut walk.components);
        let mut first = 0;
        for mut members in components {
            if members.len() == 1 && !needed[members[0]].contains(&members[0]) {
                continue;
            }
            members.sort_unstable();
            let start = |f: &FunctionId| {
                let given = self.starts.iter().find(|(g, _)| g == f);
                given.map_or(0.0, |(_, x)| *x)
            };
            let start: Vec<f64> = members.iter().map(start).collect();
            for &f in &members {
                self.system.mechanism.functions[f].algebraic_loop =
                    Some(self.system.order.loops.len());
            }
            let circle = AlgebraicLoop {
                members,
                first,
                start,
            };
            first += circle.len();
            self.system.order.loops.push(circle);
        }
        self.refuse_roots_of_nothing();
    }

    /// An implicit equation that looks at neither its rate nor its state, directly or not, says nothing about them.
    fn refuse_roots_of_nothing(&mut self) {
        for f in 0..self.system.mechanism.functions.len() {
            let function = &self.system.mechanism.functions[f];
            if function.root_of.is_some() && function.algebraic_loop.is_none() {
                let (span, owner) = (function.span, function.owner.clone());
                self.error(
                    "implicit-diff",
                    span,
                    format!("the equation of {owner} contains neither its state nor its rate"),
                    Some("an implicit equation is 0 = F(DIF, DIF1, ...); without IMPLICIT the function is the rate"),
                );
            }
        }
    }
}
