//! Values of the nodes of the syntax tree: operators, branches, what is delayed, and what is named.

use super::builder::{Builder, Named, Value};
use super::layout::Tape;
use super::op::Op;
use super::switching::Switching;
use crate::input::Input;
use crate::mode::Mode;
use crate::syntax::{BinaryOp, Kind, NodeId, Place, UnaryOp};
use carom_base::Diagnostic;

/// After so many errors in one expression nobody reads on.
const MOST_ERRORS: usize = 50;

impl Builder<'_> {
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
                let named = Named {
                    name,
                    name_place: place,
                    place,
                    arguments: None,
                };
                (self.names)(self, &named)
            }
            Kind::Call {
                name,
                name_place,
                arguments,
            } => {
                let named = Named {
                    name,
                    name_place: *name_place,
                    place,
                    arguments: Some(arguments),
                };
                (self.names)(self, &named)
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

    /// `IF(test: negative, zero, positive)`
    pub fn branch(&mut self, test: NodeId, ways: [NodeId; 3], place: Place) -> Option<Value> {
        let Some(test) = self.value(test) else {
            for way in ways {
                self.only_read(|b| b.value(way));
            }
            return None;
        };
        if let Some(x) = self.known(test) {
            let taken = usize::from(x >= 0.0) + usize::from(x > 0.0);
            let mut sound = true;
            for way in (0..3).filter(|&w| w != taken) {
                sound &= self.only_read(|b| b.value(ways[way]));
            }
            return self.value(ways[taken]).filter(|_| sound);
        }
        let switch = self.add_switch(Switching::Branch, &[test], true, place);
        let ways = [0, 1, 2]
            .map(|way| self.block_of(switch, way as Mode - 1, &mut |b| b.value(ways[way])));
        self.branched(switch, test, ways, place)
    }

    /// A part of the expression by itself.
    pub fn part(&mut self, node: NodeId) -> Option<Tape> {
        let mut b = Builder::new(
            self.source,
            self.tree,
            self.dialect,
            self.tables,
            self.names,
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
}
