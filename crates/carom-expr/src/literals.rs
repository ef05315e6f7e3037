//! The numbers that stand in an expression, with names by which a study can vary them.

use crate::functions::{counted, lookup};
use crate::syntax::{Kind, NodeId, Place, Tree, UnaryOp};
use carom_base::{Dialect, Span, SpannedText};
use std::collections::HashMap;

/// A number in an expression, as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// Function, which of them if there are several, and argument, such as `IMPACT.k` or `STEP[2].h1`, if the number is this
    /// argument; `#n` for the nth number of the text, without its sign.
    pub name: String,
    /// Where it stands, with its sign if it is an argument, and with the suffix `D`.
    pub span: Span,
    /// As it is written: degrees, if it has the suffix.
    pub value: f64,
    /// Whether it has the suffix `D`.
    pub degrees: bool,
}

/// See [`crate::Expression::literals`].
pub fn of(text: &SpannedText, tree: &Tree, dialect: Dialect) -> Vec<Literal> {
    let nodes = (0..tree.len()).map(|k| NodeId(k as u32));
    let mut calls: Vec<(Place, NodeId)> = Vec::new();
    let mut numbers: Vec<(Place, f64, bool)> = Vec::new();
    for id in nodes {
        match tree.kind(id) {
            Kind::Call { name_place, .. } => calls.push((*name_place, id)),
            Kind::Number { value, degrees } => {
                // In parentheses it has their place.
                let place = inner(text, tree.place(id));
                numbers.push((place, *value, *degrees));
            }
            _ => {}
        }
    }
    calls.sort_by_key(|(place, _)| place.start);
    numbers.sort_by_key(|(place, ..)| place.start);
    let mut list = Vec::new();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (_, id) in calls {
        let Kind::Call {
            name, arguments, ..
        } = tree.kind(id)
        else {
            continue;
        };
        let number = seen.entry(name).or_default();
        *number += 1;
        let called = match *number {
            1 => name.to_string(),
            n => format!("{name}[{n}]"),
        };
        let Some(function) = lookup(name, dialect) else {
            continue;
        };
        for (k, argument) in counted(tree, function, arguments).iter().enumerate() {
            let last = function.arguments.len().wrapping_sub(1);
            let named = match function.arguments.get(k) {
                Some(a) => a.name.to_string(),
                // The last argument may stand several times.
                None if last < k => format!("{}[{}]", function.arguments[last].name, k - last + 1),
                None => continue,
            };
            if let Some((value, degrees)) = signed(tree, *argument)
                && !piece(text, tree.place(*argument)).starts_with('(')
            {
                list.push(literal(
                    text,
                    format!("{called}.{named}"),
                    tree.place(*argument),
                    (value, degrees),
                ));
            }
        }
    }
    for (k, (place, value, degrees)) in numbers.into_iter().enumerate() {
        list.push(literal(
            text,
            format!("#{}", k + 1),
            place,
            (value, degrees),
        ));
    }
    list
}

fn literal(
    text: &SpannedText,
    name: String,
    place: Place,
    (value, degrees): (f64, bool),
) -> Literal {
    // What is written in degrees is told in degrees, by its digits.
    let written = piece(text, place).replace(char::is_whitespace, "");
    let digits = written.trim_end_matches(['d', 'D']).parse();
    Literal {
        name,
        span: text.span(place.start as usize, place.end as usize),
        value: match digits {
            Ok(x) if degrees => x,
            _ if degrees => value.to_degrees(),
            _ => value,
        },
        degrees,
    }
}

/// The value of a number with signs before it.
fn signed(tree: &Tree, mut id: NodeId) -> Option<(f64, bool)> {
    let mut sign = 1.0;
    loop {
        match tree.kind(id) {
            Kind::Number { value, degrees } => return Some((sign * value, *degrees)),
            Kind::Unary(op, a) => {
                if *op == UnaryOp::Minus {
                    sign = -sign;
                }
                id = *a;
            }
            _ => return None,
        }
    }
}

fn piece(text: &SpannedText, place: Place) -> &str {
    text.text
        .get(place.start as usize..place.end as usize)
        .unwrap_or_default()
}

/// The place without parentheses and blanks around it.
fn inner(text: &SpannedText, place: Place) -> Place {
    let outer = piece(text, place);
    let around = |c: char| c == '(' || c == ')' || c.is_whitespace() || c == ',';
    let start = outer.len() - outer.trim_start_matches(around).len();
    let end = outer.trim_end_matches(around).len();
    if start >= end {
        return place;
    }
    Place {
        start: place.start + start as u32,
        end: place.start + end as u32,
    }
}

#[cfg(test)]
mod tests {
    use crate::Expression;
    use carom_base::{Diagnostics, Dialect, SourceId, Span, SpannedText};

    fn literals(text: &str) -> Vec<(String, f64, String)> {
        let mut spanned = SpannedText::default();
        spanned.push(text, Span::new(SourceId(0), 0, text.len()));
        let e = Expression::parse(spanned, Dialect::Adams, &mut Diagnostics::default());
        let list = e.expect("an expression").literals();
        let at = |s: Span| text[s.start as usize..s.end as usize].to_owned();
        list.into_iter()
            .map(|l| (l.name, l.value, at(l.span)))
            .collect()
    }

    fn one(text: &str, name: &str) -> (f64, String) {
        let found = literals(text).into_iter().find(|(n, ..)| n == name);
        let (_, x, at) = found.unwrap_or_else(|| panic!("{name} of {text}: {:?}", literals(text)));
        (x, at)
    }

    #[test]
    fn arguments_have_names() {
        let text = "2*IMPACT(DZ(20,10), VZ(20,10), 0.1, 1.0E5, 1.5, +50, 1E-4)-IMPACT(1-DZ(2), -VZ(2), 0, 7, 1, 2, 3)";
        assert_eq!(one(text, "IMPACT.k"), (1e5, "1.0E5".into()));
        assert_eq!(one(text, "IMPACT.cmax"), (50.0, "+50".into()));
        assert_eq!(one(text, "IMPACT[2].k"), (7.0, "7".into()));
        assert_eq!(one(text, "#1"), (2.0, "2".into()));
        assert_eq!(one(text, "#7"), (1e5, "1.0E5".into()));
        // 1-DZ(2) is no number
        assert!(!literals(text).iter().any(|(n, ..)| n == "IMPACT[2].x"));
        assert_eq!(one("POLY(TIME, 0, 1, -2, 3)", "POLY.a0").0, 1.0);
    }

    #[test]
    fn signs_degrees_and_parentheses() {
        let text = "SIN(-30D) + (4.5)*COS((7)) - (-6)**2";
        assert_eq!(one(text, "SIN.a"), (-30.0, "-30D".into()));
        assert_eq!(one(text, "#1"), (30.0, "30D".into()));
        assert_eq!(one(text, "#2"), (4.5, "4.5".into()));
        assert_eq!(one(text, "#3"), (7.0, "7".into()));
        assert_eq!(one(text, "#4"), (6.0, "6".into()));
        assert!(!literals(text).iter().any(|(n, ..)| n == "COS.a"));
    }
}
