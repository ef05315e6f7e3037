//! From expression to tape, with the functions of the language.

use crate::expression::Expression;
use crate::functions;
use crate::syntax::{Kind, parse};
use crate::tables::Tables;
use crate::tape::{Builder, Part, Tape, Wire};
use carom_base::{Diagnostics, Dialect, Span, SpannedText};

impl Tape {
    /// Compiles. Unknown names, wrong arguments and functions that are not supported go to `diagnostics`.
    pub fn compile(
        expression: &Expression,
        tables: &dyn Tables,
        diagnostics: &mut Diagnostics,
    ) -> Option<Tape> {
        let tree = expression.tree();
        let mut b = Builder::new(
            expression.source(),
            tree,
            expression.dialect(),
            tables,
            functions::value,
            diagnostics,
        );
        let result = b.value(tree.root())?;
        Some(b.finish(result))
    }

    /// A component of a routine, as a function of TIME and of what these expressions give. Each is a call such as
    /// `DX(1,2)`; `span` is where the routine is called.
    pub fn routine(
        part: Part<'_>,
        reads: &[String],
        (tables, span): (&dyn Tables, Span),
        diagnostics: &mut Diagnostics,
    ) -> Option<Tape> {
        // One expression for the sake of its tree: a sum, whose terms are taken one by one.
        let mut text = SpannedText::default();
        text.push("TIME", span);
        for read in reads {
            text.push("+", span);
            text.push(read, span);
        }
        let tree = parse(&text, Dialect::Adams, diagnostics)?;
        let mut b = Builder::new(
            &text,
            &tree,
            Dialect::Adams,
            tables,
            functions::value,
            diagnostics,
        );
        let mut terms = Vec::new();
        let mut at = tree.root();
        while let Kind::Binary(_, left, right) = tree.kind(at) {
            terms.push(*right);
            at = *left;
        }
        terms.push(at);
        terms.reverse();
        let arguments = terms
            .into_iter()
            .map(|t| b.value(t))
            .collect::<Option<Vec<_>>>()?;
        let place = tree.place(tree.root());
        let mut all = arguments.clone();
        for watched in part.laws {
            let mut wired = Vec::new();
            for wire in &watched.arguments {
                wired.push(match *wire {
                    Wire::Argument(k) => arguments[k],
                    Wire::Constant(x) => b.constant(x),
                    Wire::Component(c) => b.routine(&part.code, c, &arguments, place),
                });
            }
            all.push(b.watch(watched.law.into(), &wired, place));
        }
        let value = b.routine(&part.code, part.component, &all, place);
        Some(b.finish(value))
    }
}
