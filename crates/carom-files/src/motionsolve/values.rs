//! The values of attributes: numbers, lists, ids, booleans, words, calls of user code.

use carom_base::{Span, SpannedText};

/// A number as decks write it: `1000.`, `-0.5`, `1.0000E-10`, also with a `+` or with `D` for the exponent.
/// Hexadecimal, infinite and not-a-number forms are none.
pub fn number(text: &str) -> Option<f64> {
    let plain =
        |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E' | 'd' | 'D');
    if !text.contains(|c: char| c.is_ascii_digit()) || !text.chars().all(plain) {
        return None;
    }
    let text = text.replace(['d', 'D'], "e");
    text.parse().ok().filter(|x: &f64| x.is_finite())
}

/// A whole number, possibly written as `3.` or `1.0E+02`.
pub fn integer(text: &str) -> Option<i64> {
    // 2^53: from there on a number no longer knows its units.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let x = number(text)?;
    (x.fract() == 0.0 && x.abs() <= LARGEST).then_some(x as i64)
}

/// An id: a whole number from 1 to 2³² − 1; 0 where it means none.
pub fn id(text: &str) -> Option<u32> {
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}

/// TRUE or FALSE, YES or NO, in any case.
pub fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_uppercase().as_str() {
        "TRUE" | "YES" => Some(true),
        "FALSE" | "NO" => Some(false),
        _ => None,
    }
}

/// The pieces of a list with blanks, commas or line ends between them, each with its place.
pub fn list(text: &SpannedText) -> Vec<(&str, Span)> {
    let whole = text.text.as_str();
    let separates = |c: char| c.is_whitespace() || c == ',';
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(start) = whole[at..].find(|c| !separates(c)).map(|k| at + k) {
        let end = whole[start..]
            .find(separates)
            .map_or(whole.len(), |k| start + k);
        pieces.push((&whole[start..end], text.span(start, end)));
        at = end;
    }
    pieces
}

/// The numbers of `USER(p1, p2, ...)`; the offending piece if it is none.
pub fn user(text: &SpannedText) -> Result<Vec<f64>, Span> {
    let whole = text.text.as_str();
    let name = whole
        .get(..4)
        .is_some_and(|n| n.eq_ignore_ascii_case("USER"));
    let inside = whole
        .get(4..)
        .map(str::trim)
        .and_then(|t| t.strip_prefix('(')?.strip_suffix(')'));
    let Some(inside) = inside.filter(|_| name) else {
        return Err(text.whole());
    };
    if inside.trim().is_empty() {
        return Ok(Vec::new());
    }
    inside
        .split(',')
        .map(|p| {
            let start = p.as_ptr() as usize - whole.as_ptr() as usize;
            number(p.trim()).ok_or_else(|| text.span(start, start + p.len().max(1)))
        })
        .collect()
}

/// What begins a template of MotionView in a text: its offset.
pub fn template(text: &str) -> Option<usize> {
    text.find(['`', '{'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, x) in [
            ("1000.", 1000.0),
            ("0.", 0.0),
            (".5", 0.5),
            ("+1", 1.0),
            ("1.0000E-10", 1e-10),
            ("-2.5d3", -2500.0),
            ("-0.95105652", -0.951_056_52),
        ] {
            assert_eq!(number(text), Some(x), "{text}");
        }
        for text in [
            "", ".", "inf", "NaN", "1e999", "0x10", "1,5", "1 2", "e5", "1.2.3", "TIME",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
        assert_eq!(integer("3."), Some(3));
        assert_eq!(integer("3.5"), None);
        assert_eq!(integer("1e300"), None);
        assert_eq!(id("30101010"), Some(30_101_010));
        assert_eq!(id("-1"), None);
        assert_eq!(id("4294967296"), None);
        assert_eq!(boolean("Yes"), Some(true));
        assert_eq!(boolean("1"), None);
    }

    #[test]
    fn lists_and_calls() {
        let text = SpannedText::bare(" 1 ,2\n3,, 4 ");
        let pieces: Vec<&str> = list(&text).into_iter().map(|(p, _)| p).collect();
        assert_eq!(pieces, ["1", "2", "3", "4"]);
        let user = |t: &str| super::user(&SpannedText::bare(t)).ok();
        assert_eq!(
            user("USER(908,30301, 2.5)"),
            Some(vec![908.0, 30301.0, 2.5])
        );
        assert_eq!(user("user ( )"), Some(vec![]));
        assert_eq!(user("USER(1,)"), None);
        assert_eq!(user("USER(a)"), None);
        assert_eq!(user("USE(1)"), None);
        assert_eq!(user("USER(1"), None);
        assert_eq!(user("ÜSER(1)"), None);
    }
}
