//! The arguments of a call, counted against those that the function takes.

use super::call::Call;
use super::entry::Function;
use crate::syntax::{Kind, NodeId, Place, Tree};
use crate::tape::Builder;
use carom_base::Diagnostic;

/// A call of a function, if it has as many arguments as that takes.
pub fn call(
    b: &mut Builder<'_>,
    function: &'static Function,
    place: Place,
    given: &[NodeId],
) -> Option<Call> {
    let arguments = left_out(b, function, given)?;
    let (count, fewest, most) = (arguments.len(), function.fewest(), function.most());
    if count < fewest || count > most {
        let wanted = if fewest == most {
            format!("{fewest}")
        } else {
            format!("{fewest} to {most}")
        };
        let (name, span) = if count < fewest {
            ("expr-too-few-arguments", b.span(place))
        } else {
            let extra = b.tree.place(given[given.len() - 1]);
            ("expr-too-many-arguments", b.span(extra))
        };
        let d = Diagnostic::error(
            name,
            span,
            format!(
                "{} takes {wanted} argument{}, not {count}",
                function.name,
                if most == 1 { "" } else { "s" }
            ),
        )
        .label(if count < fewest {
            "arguments are missing"
        } else {
            "one too many"
        })
        .help(format!("write {}", function.form()));
        return b.refuse(d);
    }
    Some(Call {
        name: function.name,
        declared: function.arguments,
        place,
        arguments,
    })
}

/// The arguments of a call as the function counts them. Nothing between two commas is an argument left out where the
/// function has optional ones; of any other function the second comma is only the mark of a continuation line that was
/// kept, and counts for nothing.
pub fn counted(tree: &Tree, function: &Function, given: &[NodeId]) -> Vec<NodeId> {
    let gaps_count = function.arguments.iter().any(|a| a.optional);
    let counts = |n: &NodeId| gaps_count || *tree.kind(*n) != Kind::Missing;
    given.iter().copied().filter(counts).collect()
}

/// The arguments of a call, see [`counted`]; those left out take their default. Says what is missing or doubled.
fn left_out(
    b: &mut Builder<'_>,
    function: &Function,
    given: &[NodeId],
) -> Option<Vec<Option<NodeId>>> {
    let is_missing = |b: &Builder<'_>, n: NodeId| *b.tree.kind(n) == Kind::Missing;
    if function.arguments.iter().any(|a| a.optional) {
        for (i, &n) in given.iter().enumerate() {
            let optional = function.arguments.get(i).is_some_and(|a| a.optional);
            if is_missing(b, n) && !optional {
                let d = Diagnostic::error(
                    "expr-missing-argument",
                    b.span(b.tree.place(n)),
                    format!("argument {} of {} is missing", i + 1, function.name),
                )
                .label("nothing stands before this comma")
                .help(format!("write {}", function.form()));
                return b.refuse(d);
            }
        }
        let list = given.iter().map(|&n| (!is_missing(b, n)).then_some(n));
        return Some(list.collect());
    }
    if let Some(&n) = given.iter().find(|&&n| is_missing(b, n)) {
        let d = Diagnostic::warning(
            "expr-doubled-comma",
            b.span(b.tree.place(n)),
            format!(
                "two commas between arguments of {} count as one",
                function.name
            ),
        )
        .label("the second comma")
        .help("a comma that only continues a line is not a separator");
        b.diagnostics.push(d);
    }
    let list = counted(b.tree, function, given);
    Some(list.into_iter().map(Some).collect())
}
