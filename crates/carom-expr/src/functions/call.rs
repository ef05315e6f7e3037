//! A call of a function: what stands in its parentheses.

use super::argument::Argument;
use crate::syntax::{Kind, NodeId, Place, UnaryOp};
use crate::tape::{Builder, Value};
use carom_base::Diagnostic;

/// A call with as many arguments as the function takes.
pub struct Call {
    /// The name of the function.
    pub name: &'static str,
    /// The arguments that the function takes.
    pub declared: &'static [Argument],
    /// The whole call.
    pub place: Place,
    /// `None` where an optional argument was left out.
    pub arguments: Vec<Option<NodeId>>,
}

impl Call {
    fn node(&self, i: usize) -> Option<NodeId> {
        self.arguments.get(i).copied().flatten()
    }

    pub fn place_of(&self, b: &Builder<'_>, i: usize) -> Place {
        self.node(i).map_or(self.place, |n| b.tree.place(n))
    }

    /// The node of an argument that cannot be left out.
    pub fn required(&self, i: usize) -> NodeId {
        self.node(i)
            .expect("the number of arguments was checked and this one is not optional")
    }

    /// The value of an argument that cannot be left out.
    pub fn value(&self, b: &mut Builder<'_>, i: usize) -> Option<Value> {
        b.value(self.required(i))
    }

    /// The values of all arguments; all are looked at for their errors.
    pub fn values(&self, b: &mut Builder<'_>) -> Option<Vec<Value>> {
        let values: Vec<Option<Value>> = (0..self.arguments.len())
            .map(|i| self.value(b, i))
            .collect();
        values.into_iter().collect()
    }

    /// A whole number written as such in `low..=high`; `None` (inside) if it was left out.
    pub fn whole(&self, b: &mut Builder<'_>, i: usize, low: u32, high: u32) -> Option<Option<u32>> {
        let Some(node) = self.node(i) else {
            return Some(None);
        };
        let mut at = node;
        while let Kind::Unary(UnaryOp::Plus, a) = b.tree.kind(at) {
            at = *a;
        }
        let argument = &self.declared[i.min(self.declared.len() - 1)];
        if let Kind::Number {
            value,
            degrees: false,
        } = b.tree.kind(at)
            && value.trunc() == *value
            && (f64::from(low)..=f64::from(high)).contains(value)
        {
            return Some(Some(*value as u32));
        }
        let d = Diagnostic::error(
            "expr-id-expected",
            b.span(b.tree.place(node)),
            format!(
                "argument {} of {} must be {}",
                argument.name,
                self.name,
                whole_range(low, high)
            ),
        )
        .label(argument.meaning);
        let named = matches!(b.tree.kind(at), Kind::Name(_));
        b.refuse(match named {
            true => d.help("functions name elements by their ids, which are whole numbers"),
            false => d,
        })
    }

    /// A label that must be given and is not 0.
    pub fn label(&self, b: &mut Builder<'_>, i: usize) -> Option<u32> {
        self.whole(b, i, 1, u32::MAX)?
    }

    /// A label that may be left out or 0.
    pub fn optional_label(&self, b: &mut Builder<'_>, i: usize) -> Option<Option<u32>> {
        let label = self.whole(b, i, 0, u32::MAX)?;
        Some(label.filter(|&l| l != 0))
    }
}

fn whole_range(low: u32, high: u32) -> String {
    match (low, high) {
        (1, u32::MAX) => "a whole number greater than 0".into(),
        (0, u32::MAX) => "a whole number, or 0 for the global frame".into(),
        _ => format!("a whole number from {low} to {high}"),
    }
}
