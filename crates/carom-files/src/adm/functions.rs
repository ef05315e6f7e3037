//! Functions inside statements: where they end, what a continuation comma means in them, calls of user code.

use super::lexer::{CONT, Joined};
use super::number;
use carom_base::SpannedText;
use carom_model::constraint::UserFunction;

/// What kind of token stands before a place in an expression.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    Name,
    Number,
    Close,
    Operator,
}

/// The offsets of continuation commas between `start` and `end` that separate two arguments of a function call.
///
/// A leading comma is white space in an expression, except where that would leave two operands side by side
/// in the argument list of a call: `IMPACT(DZ(1,2)` newline `, VZ(1,2), ...`. After an argument comma, as in
/// the manual's own example, it is white space.
pub fn separating_continuations(text: &str, start: usize, end: usize) -> Vec<usize> {
    let b = &text.as_bytes()[..end];
    let mut commas = Vec::new();
    let mut calls: Vec<bool> = Vec::new();
    let mut before = Before::Nothing;
    let mut continued = None;
    let mut k = start;
    while k < end {
        let c = b[k];
        let token = k;
        k += 1;
        let next = if c == CONT as u8 {
            continued = Some(token);
            continue;
        } else if c.is_ascii_whitespace() {
            continue;
        } else if c.is_ascii_alphabetic() || c == b'_' {
            while k < end && (b[k].is_ascii_alphanumeric() || b[k] == b'_') {
                k += 1;
            }
            Before::Name
        } else if c.is_ascii_digit() || c == b'.' {
            while k < end
                && (b[k].is_ascii_alphanumeric()
                    || b[k] == b'.'
                    || (matches!(b[k], b'+' | b'-') && matches!(b[k - 1], b'e' | b'E')))
            {
                k += 1;
            }
            Before::Number
        } else if matches!(c, b')' | b']') {
            calls.pop();
            Before::Close
        } else {
            Before::Operator
        };
        let operand = matches!(next, Before::Name | Before::Number)
            || c == b'['
            || (c == b'(' && before != Before::Name);
        if let Some(at) = continued.take()
            && operand
            && matches!(before, Before::Name | Before::Number | Before::Close)
            && calls.last() == Some(&true)
        {
            commas.push(at);
        }
        if matches!(c, b'(' | b'[') {
            // The components of a vector are a list as well.
            calls.push(before == Before::Name || c == b'[');
        }
        before = next;
    }
    commas
}

/// Where the function that starts at `start` ends: at a backslash, before another argument, or at the end of the
/// statement. The help asks for the backslash before another argument; decks that Adams reads do without it.
pub fn function_end(text: &str, start: usize, is_flag: impl Fn(&str) -> bool) -> usize {
    let mut depth = 0_usize;
    let mut separator = None;
    for (k, c) in text[start..].char_indices().map(|(k, c)| (start + k, c)) {
        match c {
            '\\' => return k,
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            // No expression has an equals sign: a parenthesis is not closed.
            '=' => return separator.unwrap_or(k),
            ',' if depth == 0 => return k,
            ',' => separator = Some(k),
            CONT => {
                separator = Some(k);
                if depth == 0 && begins_argument(&text[k + 1..], &is_flag) {
                    return k;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Whether a text begins with an argument of the statement: `NAME =`, or a flag alone.
pub fn begins_argument(text: &str, is_flag: &impl Fn(&str) -> bool) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let word = &text[..text.len() - rest.len()];
    let rest = rest.trim_start();
    let ends = rest.is_empty() || rest.starts_with([',', CONT, '\\']);
    !word.is_empty() && (rest.starts_with('=') || (ends && is_flag(word)))
}

/// The text of a function with its places; `commas`, ascending, are continuations that separate.
pub fn function_text(body: &Joined, start: usize, end: usize, commas: &[usize]) -> SpannedText {
    let glue = |at| match commas.binary_search(&at) {
        Ok(_) => ",",
        Err(_) => " ",
    };
    body.extract(start, end, glue)
}

/// `USER(...)` as the whole of a function: `None` if it is an expression, `Some(Err(offset))` if a parameter
/// is not a number.
pub fn user_call(text: &SpannedText) -> Option<Result<UserFunction, usize>> {
    let t = text.text.as_str();
    let blanks = |at: usize| at + t[at..].len() - t[at..].trim_start().len();
    let start = blanks(0);
    if !t.get(start..start + 4)?.eq_ignore_ascii_case("USER") {
        return None;
    }
    let open = blanks(start + 4);
    if !t[open..].starts_with('(') {
        return None;
    }
    let mut at = blanks(open + 1);
    let mut parameters = Vec::new();
    while !t[at..].starts_with(')') {
        let Ok(literal) = number::scan(&t[at..]) else {
            return Some(Err(at.min(t.len() - 1)));
        };
        parameters.push(literal.value);
        at = blanks(at + literal.length);
        match t.as_bytes().get(at) {
            Some(b',') => at = blanks(at + 1),
            Some(b')') => {}
            _ => return Some(Err(at.min(t.len() - 1))),
        }
    }
    if !t[at + 1..].trim().is_empty() {
        return Some(Err(at + 1));
    }
    Some(Ok(UserFunction {
        parameters,
        routine: String::new(),
        span: text.whole(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commas(text: &str) -> usize {
        let text = text.replace('¦', "\u{1}");
        separating_continuations(&text, 0, text.len()).len()
    }

    #[test]
    fn continuation_in_expressions() {
        // the manual's example: argument comma, then continuation comma
        assert_eq!(commas("IMPACT(DZ(11,21,21),¦ VZ(11,21,21,21),1.0)"), 0);
        assert_eq!(commas("IMPACT(DZ(11,21,21)¦ VZ(11,21,21,21),1.0)"), 1);
        assert_eq!(commas("POLY(TIME, 0, 1E-3¦ 2¦ 3)"), 2);
        assert_eq!(commas("-100.0*(dm(1,2)-2.0)¦ - 1.0*vr(1,2)¦ + 0.0"), 0);
        assert_eq!(commas("(DX(1,2)*FX(1,2) +¦ DY(1,2))/¦ DM(1,2)"), 0);
        assert_eq!(commas("IF( A: 0, 0,¦ -SIGN( 5, B ) )"), 0);
        assert_eq!(commas("IF( A:¦ -17, 0, 0 )"), 0);
        assert_eq!(commas("[1¦ 2, 3] +¦ [1, 2, 3]"), 1);
        // not in an argument list: a mistake that the expression reader reports
        assert_eq!(commas("(1¦ 2)"), 0);
        // a name and its parenthesis
        assert_eq!(commas("STEP(MAX¦ (1,2),3)"), 0);
    }

    #[test]
    fn ends() {
        let end = |t: &str| {
            let t = t.replace('¦', "\u{1}");
            let k = function_end(&t, 0, |w| w == "HALT");
            t[..k].replace('\u{1}', "¦")
        };
        assert_eq!(end("A(1,2)+3\\ FY=1"), "A(1,2)+3");
        assert_eq!(end("A(1,¦ 2)¦ +3"), "A(1,¦ 2)¦ +3");
        assert_eq!(end("USER(1)¦ ROUTINE=a::b"), "USER(1)");
        assert_eq!(end("[1, 2,¦ DX(1,2)]*3\\ FY=1"), "[1, 2,¦ DX(1,2)]*3");
        assert_eq!(end("TIME, HALT"), "TIME");
        assert_eq!(end("TIME¦ HALT"), "TIME");
        assert_eq!(end("TIME, "), "TIME");
        assert_eq!(end("IF(A: 1, 2¦ I=3"), "IF(A: 1, 2");
    }

    #[test]
    fn user_calls() {
        let user = |t: &str| user_call(&SpannedText::bare(t)).map(|r| r.map(|u| u.parameters));
        assert_eq!(
            user(" user ( 1, 2.5,-3E1 ) "),
            Some(Ok(vec![1.0, 2.5, -30.0]))
        );
        assert_eq!(user("USER()"), Some(Ok(vec![])));
        assert_eq!(user("USERS(1)"), None);
        assert_eq!(user("2*USER(1)"), None);
        assert_eq!(user("USER(x)"), Some(Err(5)));
        assert_eq!(user("USER(1"), Some(Err(5)));
        assert_eq!(user("USER(1)+2"), Some(Err(7)));
    }
}
