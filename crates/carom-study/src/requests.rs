//! Requests that a study adds to a model.

use carom::expr::Expression;
use carom::model::constraint::Function;
use carom::model::output::RequestKind;
use carom::model::{self, Element, Model, Table, Tag};

/// A label that no element of a table has, above all others.
pub fn free_label<T: Element>(table: &Table<T>) -> u32 {
    let most = table.labels().max().unwrap_or(0);
    most.checked_add(1).unwrap_or_else(|| {
        let used: std::collections::HashSet<u32> = table.labels().collect();
        (1..u32::MAX)
            .find(|l| !used.contains(l))
            .unwrap_or(u32::MAX)
    })
}

/// Adds a request for each expression; the labels of the requests.
pub fn ask(model: &mut Model, expressions: &[Expression]) -> Vec<u32> {
    let mut labels = Vec::new();
    for e in expressions {
        let mut tag = Tag::new("REQUEST", free_label(&model.requests));
        tag.span = e.span();
        labels.push(tag.label);
        let mut functions: [Option<Function>; 8] = Default::default();
        functions[0] = Some(Function::Expression(e.clone()));
        // The label is free, so the table takes it.
        let _ = model.requests.insert(model::Request {
            tag,
            titles: Vec::new(),
            comment: String::new(),
            kind: RequestKind::Functions(Box::new(functions)),
        });
    }
    labels
}
