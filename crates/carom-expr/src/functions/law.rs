//! What the laws share: the ranges of their arguments are checked when they are known.

use super::call::Call;
use crate::tape::{Builder, Switching, Value};
use carom_base::Diagnostic;

/// A law whose first `free` arguments have no range; `pair` are two arguments that must differ or ascend.
pub fn lower(
    b: &mut Builder<'_>,
    call: &Call,
    kind: Switching,
    free: usize,
    pair: Option<[usize; 2]>,
) -> Option<Value> {
    let values = call.values(b)?;
    let known: Vec<Option<f64>> = values.iter().map(|&v| b.known(v)).collect();
    // Arguments that are not known yet get a number that no range refuses.
    let mut numbers: Vec<f64> = known.iter().map(|k| k.unwrap_or(1.0)).collect();
    if let Some([low, high]) = pair {
        match (known[low], known[high]) {
            (Some(_), Some(_)) => {}
            (Some(x), None) => numbers[high] = x + 1.0 + x.abs(),
            (None, Some(x)) => numbers[low] = x - 1.0 - x.abs(),
            (None, None) => numbers[low] = 0.0,
        }
    }
    if let Err(e) = kind.check(&numbers) {
        let names = call.declared.iter();
        let at = names.map(|a| a.name).position(|n| n == e.argument);
        let place = at.map_or(call.place, |i| call.place_of(b, i));
        let d = Diagnostic::error("expr-argument-range", b.span(place), e.to_string())
            .label(format!("must be {}", e.range));
        return b.refuse(d);
    }
    let checked = known[free..].iter().all(Option::is_some);
    b.switch(kind, &values, checked, call.place)
}
