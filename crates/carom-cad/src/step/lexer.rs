//! The characters of a Part 21 file: arguments of entities.
//!
//! ```text
//! argument = $ | * | 12 | 1.5E-3 | 'text' | "0AF" | .ENUMERATION. | #12 | ( argument, … ) | TYPE( argument )
//! ```
//!
//! Source: ISO 10303-21.

use super::error::{Fault, StepError, fault};

/// Lists within lists.
const DEEPEST: usize = 32;

/// An argument of an entity.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// `$`
    Unset,
    /// `*`
    Derived,
    Integer(i64),
    Real(f64),
    Text(String),
    /// `.T.`
    Enumeration(String),
    /// `#12`
    Reference(u32),
    List(Vec<Value>),
    /// `LENGTH_MEASURE(25.4)`
    Typed(String, Vec<Value>),
}

/// Reads from a place of a file.
pub(super) struct Lexer<'a> {
    pub text: &'a [u8],
    pub at: usize,
}

impl<'a> Lexer<'a> {
    pub fn wrong<T>(&self, kind: Fault, message: impl Into<String>) -> Result<T, StepError> {
        fault(kind, self.at, message)
    }

    /// Skips blanks, line breaks and comments; gives the next character without taking it.
    pub fn peek(&mut self) -> Result<Option<u8>, StepError> {
        loop {
            match self.text.get(self.at) {
                Some(c) if c.is_ascii_whitespace() => self.at += 1,
                Some(b'/') if self.text.get(self.at + 1) == Some(&b'*') => {
                    let rest = &self.text[self.at + 2..];
                    match rest.windows(2).position(|w| w == b"*/") {
                        Some(end) => self.at += end + 4,
                        None => return self.wrong(Fault::Truncated, "the comment has no end"),
                    }
                }
                other => return Ok(other.copied()),
            }
        }
    }

    /// Takes the next character if it is this one.
    pub fn takes(&mut self, c: u8) -> Result<bool, StepError> {
        let found = self.peek()? == Some(c);
        self.at += usize::from(found);
        Ok(found)
    }

    pub fn expect(&mut self, c: u8) -> Result<(), StepError> {
        match self.peek()? {
            Some(found) if found == c => {
                self.at += 1;
                Ok(())
            }
            Some(found) => self.wrong(
                Fault::Syntax,
                format!(
                    "`{}` is expected, not `{}`",
                    char::from(c),
                    char::from(found).escape_default()
                ),
            ),
            None => self.wrong(
                Fault::Truncated,
                format!("the file ends where `{}` is expected", char::from(c)),
            ),
        }
    }

    /// Characters as long as they are of a kind.
    fn run(&mut self, of: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|c| !of(*c)).unwrap_or(rest.len());
        self.at += length;
        // the kinds are of ASCII characters
        std::str::from_utf8(&rest[..length]).unwrap_or_default()
    }

    /// The name of a type, in capital letters.
    pub fn keyword(&mut self) -> Result<String, StepError> {
        self.peek()?;
        let begin = self.at;
        self.takes(b'!')?;
        let word = self.run(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-');
        match word.is_empty() || word.len() > 200 {
            false => Ok(word.to_ascii_uppercase()),
            true => fault(Fault::Syntax, begin, "the name of a type is expected"),
        }
    }

    /// The number of an entity, after `#`.
    pub fn number(&mut self) -> Result<u32, StepError> {
        let begin = self.at;
        let digits = self.run(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(n) => Ok(n),
            Err(_) => fault(
                Fault::Syntax,
                begin,
                "the number of an entity is expected after `#`",
            ),
        }
    }

    /// Arguments in parentheses.
    pub fn arguments(&mut self, depth: usize) -> Result<Vec<Value>, StepError> {
        if depth == DEEPEST {
            return self.wrong(Fault::Limit, "the lists of an entity are nested too deep");
        }
        self.expect(b'(')?;
        let mut list = Vec::new();
        if self.takes(b')')? {
            return Ok(list);
        }
        loop {
            list.push(self.argument(depth)?);
            if self.takes(b')')? {
                return Ok(list);
            }
            self.expect(b',')?;
        }
    }

    fn argument(&mut self, depth: usize) -> Result<Value, StepError> {
        let Some(c) = self.peek()? else {
            return self.wrong(Fault::Truncated, "the file ends within an entity");
        };
        match c {
            b'(' => Ok(Value::List(self.arguments(depth + 1)?)),
            b'\'' => self.string().map(Value::Text),
            b'$' | b'*' => {
                self.at += 1;
                Ok(if c == b'$' {
                    Value::Unset
                } else {
                    Value::Derived
                })
            }
            b'#' => {
                self.at += 1;
                self.number().map(Value::Reference)
            }
            b'.' if !self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) => {
                self.at += 1;
                let word = self
                    .run(|c| c.is_ascii_alphanumeric() || c == b'_')
                    .to_ascii_uppercase();
                self.expect(b'.')?;
                Ok(Value::Enumeration(word))
            }
            b'"' => {
                self.at += 1;
                let bits = self.run(|c| c.is_ascii_hexdigit()).to_owned();
                self.expect(b'"')?;
                Ok(Value::Text(bits))
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => self.numeral(),
            c if c.is_ascii_alphabetic() || c == b'!' => {
                let name = self.keyword()?;
                Ok(Value::Typed(name, self.arguments(depth + 1)?))
            }
            other => self.wrong(
                Fault::Syntax,
                format!(
                    "`{}` begins no argument",
                    char::from(other).escape_default()
                ),
            ),
        }
    }

    fn numeral(&mut self) -> Result<Value, StepError> {
        let begin = self.at;
        let word = self.run(|c| c.is_ascii_digit() || b"+-.eE".contains(&c));
        if !word.contains(['.', 'e', 'E']) {
            let digits = word.strip_prefix('+').unwrap_or(word);
            return match digits.parse() {
                Ok(n) => Ok(Value::Integer(n)),
                Err(_) => fault(
                    Fault::Syntax,
                    begin,
                    format!("`{word:.20}` is not a number"),
                ),
            };
        }
        match word.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(Value::Real(x)),
            Ok(_) => fault(
                Fault::Syntax,
                begin,
                format!("the number {word:.20} is not finite"),
            ),
            Err(_) => fault(
                Fault::Syntax,
                begin,
                format!("`{word:.20}` is not a number"),
            ),
        }
    }

    /// A text: two apostrophes stand for one; `\X2\…\X0\` and `\X\hh` for characters by their codes, `\S\c` for c + 128.
    fn string(&mut self) -> Result<String, StepError> {
        let begin = self.at;
        let mut end = begin + 1;
        loop {
            match (self.text.get(end), self.text.get(end + 1)) {
                (Some(b'\''), Some(b'\'')) => end += 2,
                (Some(b'\''), _) => break,
                (Some(_), _) => end += 1,
                (None, _) => return self.wrong(Fault::Truncated, "the text has no end"),
            }
        }
        self.at = end + 1;
        // line breaks are no part of a text
        let kept: Vec<u8> = self.text[begin + 1..end]
            .iter()
            .copied()
            .filter(|c| !matches!(c, b'\n' | b'\r'))
            .collect();
        Ok(decoded(&String::from_utf8_lossy(&kept).replace("''", "'")))
    }
}

/// With the escapes of the format resolved; what is none stays as it is.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = wide(rest, "\\X2\\", 4, &mut out)
            .or_else(|| wide(rest, "\\X4\\", 8, &mut out))
            .or_else(|| {
                let code = u8::from_str_radix(rest.strip_prefix("\\X\\")?.get(..2)?, 16).ok()?;
                out.push(char::from(code));
                Some(5)
            })
            .or_else(|| {
                let c = rest
                    .strip_prefix("\\S\\")?
                    .chars()
                    .next()
                    .filter(char::is_ascii)?;
                out.push(char::from(c as u8 + 128));
                Some(4)
            })
            .or_else(|| {
                rest.starts_with("\\\\").then(|| out.push('\\'))?;
                Some(2)
            });
        let taken = taken.unwrap_or_else(|| {
            out.push('\\');
            1
        });
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// Characters by codes of so many digits, between `mark` and `\X0\`: how many bytes of the text they take.
fn wide(text: &str, mark: &str, digits: usize, out: &mut String) -> Option<usize> {
    let codes = text.strip_prefix(mark)?;
    let length = codes.find("\\X0\\")?;
    let codes = &codes.as_bytes()[..length];
    let numbers: Option<Vec<u32>> = codes
        .chunks(digits)
        .map(|c| u32::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok())
        .collect();
    let numbers = numbers?;
    if digits == 4 {
        let units: Vec<u16> = numbers.iter().map(|n| *n as u16).collect();
        out.push_str(&String::from_utf16_lossy(&units));
    } else {
        out.extend(
            numbers
                .iter()
                .map(|n| char::from_u32(*n).unwrap_or('\u{fffd}')),
        );
    }
    Some(mark.len() + length + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Value>, StepError> {
        Lexer {
            text: text.as_bytes(),
            at: 0,
        }
        .arguments(0)
    }

    #[test]
    fn arguments() {
        let found = read("('it''s', $ ,*,#12,-3, +4,1.E-05,.5,.T.,.MILLI., (1.,(2.)),/* a, comment */ LENGTH_MEASURE(25.4),\"0AF\",())").unwrap();
        assert_eq!(
            found,
            [
                Value::Text("it's".into()),
                Value::Unset,
                Value::Derived,
                Value::Reference(12),
                Value::Integer(-3),
                Value::Integer(4),
                Value::Real(1e-5),
                Value::Real(0.5),
                Value::Enumeration("T".into()),
                Value::Enumeration("MILLI".into()),
                Value::List(vec![Value::Real(1.0), Value::List(vec![Value::Real(2.0)])]),
                Value::Typed("LENGTH_MEASURE".into(), vec![Value::Real(25.4)]),
                Value::Text("0AF".into()),
                Value::List(vec![]),
            ]
        );
    }

    #[test]
    fn texts() {
        let text = |t: &str| match read(&format!("('{t}')")).unwrap().remove(0) {
            Value::Text(found) => found,
            other => panic!("{other:?}"),
        };
        assert_eq!(text("\\X2\\00C400D6\\X0\\ok"), "ÄÖok");
        assert_eq!(text("\\X4\\0001F600\\X0\\"), "😀");
        assert_eq!(text("\\X\\E4\\S\\d"), "ää");
        assert_eq!(text("a\\\\b\\c"), "a\\b\\c");
        assert_eq!(text("over\nlines"), "overlines");
        assert_eq!(text("\\X2\\zz\\X0\\"), "\\X2\\zz\\X0\\");
    }

    #[test]
    fn faults() {
        for (text, kind) in [
            ("(1.", Fault::Truncated),
            ("('a", Fault::Truncated),
            ("(/* a", Fault::Truncated),
            ("(1. 2.)", Fault::Syntax),
            ("(1e999)", Fault::Syntax),
            ("(--1)", Fault::Syntax),
            ("(#)", Fault::Syntax),
            ("(NAN)", Fault::Syntax),
            ("(%)", Fault::Syntax),
            ("(#99999999999)", Fault::Syntax),
        ] {
            assert_eq!(read(text).unwrap_err().kind, kind, "{text}");
        }
        assert_eq!(read(&"(".repeat(100_000)).unwrap_err().kind, Fault::Limit);
    }
}
