//! A place of a number in a deck, with its name.

use carom_base::Span;
use carom_expr::Expression;

/// A number of a deck that can be given another value.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its name.
    pub path: String,
    /// Another spelling of the name: by number where the first is by coordinate.
    also: Option<String>,
    /// What its value takes the place of; empty where the deck has nothing yet.
    pub span: Span,
    /// The number that stands there; `None` where there is none yet, or an expression.
    pub value: Option<f64>,
    /// What stands around the value.
    around: [String; 2],
    /// Whether a negative value needs parentheses.
    operand: bool,
    /// Whether only whole numbers may stand there.
    pub whole: bool,
}

impl Place {
    /// An argument that is one number.
    pub(crate) fn number(path: String, span: Span, text: &str) -> Self {
        let written = piece(text, span);
        let degrees = written.ends_with(['d', 'D']);
        Self {
            path,
            also: None,
            span,
            value: parse(written.trim_end_matches(['d', 'D'])),
            around: [String::new(), if degrees { "D" } else { "" }.to_owned()],
            operand: false,
            whole: false,
        }
    }

    /// An argument that the deck does not give: it is added at a place, between two texts.
    pub(crate) fn missing(path: String, at: Span, around: [String; 2]) -> Self {
        Self {
            path,
            also: None,
            span: Span {
                start: at.end,
                ..at
            },
            value: None,
            around,
            operand: false,
            whole: false,
        }
    }

    pub(crate) fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// What stands in the deck with this value in it.
    ///
    /// Numbers are written so that the reader gets the same bits back.
    pub fn written(&self, value: f64) -> String {
        let [before, after] = &self.around;
        // Whole numbers in the way that ids and counts are written.
        let digits = if self.whole {
            format!("{value:.0}")
        } else {
            format!("{value:?}")
        };
        if self.operand && digits.starts_with('-') {
            format!("{before}({digits}{after})")
        } else {
            format!("{before}{digits}{after}")
        }
    }

    pub(super) fn is(&self, path: &str) -> bool {
        let same = |p: &str| p.eq_ignore_ascii_case(path);
        same(&self.path) || self.also.as_deref().is_some_and(same)
    }
}

/// The places of an argument that holds several numbers. `coordinates`: whether x, y, z name them.
pub(crate) fn several(
    path: &str,
    numbers: &[(f64, Span)],
    coordinates: bool,
    text: &str,
) -> impl Iterator<Item = Place> {
    let one = move |(k, (_, span)): (usize, &(f64, Span))| {
        let numbered = format!("{path}[{}]", k + 1);
        let name = coordinates.then(|| ["x", "y", "z"].get(k)).flatten();
        let (path, also) = match name {
            Some(name) => (format!("{path}.{name}"), Some(numbered)),
            None => (numbered, None),
        };
        let place = Place::number(path, *span, text);
        Place { also, ..place }
    };
    numbers.iter().enumerate().map(one)
}

/// The places of an expression: the whole, and its numbers.
pub(crate) fn expression(path: &str, expression: &Expression, text: &str) -> Vec<Place> {
    let span = expression.span();
    // What comes behind keeps its line.
    let lines = piece(text, span).matches('\n').count();
    let mut list = vec![Place {
        path: path.to_owned(),
        also: None,
        span,
        value: expression.number(),
        around: [String::new(), "\n".repeat(lines)],
        operand: false,
        whole: false,
    }];
    list.extend(expression.literals().into_iter().map(|l| {
        let numbered = l.name.starts_with('#');
        Place {
            path: format!("{path}{}{}", if numbered { "" } else { "." }, l.name),
            also: None,
            span: l.span,
            value: Some(l.value),
            around: [String::new(), if l.degrees { "D" } else { "" }.to_owned()],
            operand: numbered,
            whole: false,
        }
    }));
    list
}

fn piece(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize)
        .unwrap_or_default()
}

fn parse(written: &str) -> Option<f64> {
    // MotionSolve writes exponents with D, too.
    written.replace(['d', 'D'], "e").parse().ok()
}

/// Names of elements: those of one name without id are numbered from the second on.
#[derive(Default)]
pub(crate) struct Names {
    seen: std::collections::HashMap<String, usize>,
}

impl Names {
    /// The name of the next element that calls itself `who`.
    pub fn next(&mut self, who: &str) -> String {
        let count = self.seen.entry(who.to_ascii_uppercase()).or_default();
        *count += 1;
        match *count {
            1 => who.to_owned(),
            n => format!("{who}[{n}]"),
        }
    }
}
