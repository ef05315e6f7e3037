//! Tokens. The lexer sees one character after another and never looks back.

use super::excerpt::excerpt;
use super::tree::Place;
use carom_base::{Diagnostic, Diagnostics, Dialect, SpannedText};

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Number {
        value: f64,
        degrees: bool,
    },
    /// In upper case.
    Name(Box<str>),
    Plus,
    Minus,
    Star,
    Slash,
    /// The cross product of vectors.
    Percent,
    Power,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    /// A character that was reported; the parser stops there without a second message.
    Bad,
    End,
}

pub struct Lexer<'a> {
    source: &'a SpannedText,
    text: &'a [u8],
    dialect: Dialect,
    at: usize,
}

/// A token, where it stands, and whether it is the first one on a continuation line.
pub struct Lexeme {
    pub token: Token,
    pub place: Place,
    pub continued: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(source: &'a SpannedText, dialect: Dialect) -> Self {
        Self {
            source,
            text: source.text.as_bytes(),
            dialect,
            at: 0,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn peek_after(&self, n: usize) -> Option<u8> {
        self.text.get(self.at + n).copied()
    }

    /// Skips blanks and line breaks. In a dataset a comma that opens a line is the mark of continuation,
    /// not a separator.
    fn skip_blanks(&mut self) -> bool {
        let mut broken = false;
        while let Some(c) = self.peek() {
            match c {
                b'\n' => broken = true,
                b' ' | b'\t' | b'\r' | 0x0c => {}
                b',' if broken && self.dialect == Dialect::Adams && self.opens_line() => {}
                _ => break,
            }
            self.at += 1;
        }
        broken
    }

    fn opens_line(&self) -> bool {
        self.text[..self.at]
            .iter()
            .rev()
            .find(|c| !matches!(c, b' ' | b'\t'))
            .is_some_and(|&c| c == b'\n' || c == b'\r')
    }

    pub fn next(&mut self, diagnostics: &mut Diagnostics) -> Lexeme {
        let continued = self.skip_blanks();
        let start = self.at;
        let token = match self.peek() {
            None => Token::End,
            Some(b'0'..=b'9') => self.number(diagnostics),
            Some(b'.') if self.peek_after(1).is_some_and(|c| c.is_ascii_digit()) => {
                self.number(diagnostics)
            }
            Some(c) if c.is_ascii_alphabetic() || c == b'_' => self.name(),
            Some(c) => self.symbol(c, diagnostics),
        };
        Lexeme {
            token,
            place: self.place(start),
            continued,
        }
    }

    fn place(&self, start: usize) -> Place {
        Place {
            start: start as u32,
            end: self.at as u32,
        }
    }

    fn name(&mut self) -> Token {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|c| c.is_ascii_alphanumeric() || c == b'_')
        {
            self.at += 1;
        }
        let name = self.source.text[start..self.at].to_ascii_uppercase();
        Token::Name(name.into_boxed_str())
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
    }

    /// `12`, `1.`, `.5`, `7.8E-006`, `90D`.
    fn number(&mut self, diagnostics: &mut Diagnostics) -> Token {
        let start = self.at;
        self.digits();
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits();
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.peek_after(1), Some(b'+' | b'-')));
            if self
                .peek_after(1 + sign)
                .is_some_and(|c| c.is_ascii_digit())
            {
                self.at += 1 + sign;
                self.digits();
            }
        }
        let end = self.at;
        let degrees = matches!(self.peek(), Some(b'd' | b'D'));
        if degrees {
            self.at += 1;
        }
        let tail = self.at;
        while self
            .peek()
            .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.'))
        {
            self.at += 1;
        }
        let text = &self.source.text[start..end];
        if degrees && self.at == tail {
            self.signed_exponent();
        }
        if self.at > tail {
            diagnostics.push(self.malformed(start, end, tail, degrees));
            return Token::Bad;
        }
        let value: f64 = text
            .parse()
            .expect("digits with a point and an exponent are a number");
        if value.is_infinite() {
            diagnostics.push(
                Diagnostic::error(
                    "expr-number-too-large",
                    self.source.span(start, self.at),
                    format!("the number {} is too large", excerpt(text)),
                )
                .label("beyond 1.8E308"),
            );
            return Token::Bad;
        }
        Token::Number {
            value: if degrees { value.to_radians() } else { value },
            degrees,
        }
    }

    /// Takes what follows the D of `1.0D-3` and looks like the exponent of a Fortran number: a sign and digits without a
    /// blank between. Degrees less a number would be read from it, 0.0175 - 3, silently; nobody writes that for three
    /// thousandths. `90D-30D`, `90D-0.5` and `90D - 3` are differences.
    fn signed_exponent(&mut self) {
        let start = self.at;
        if matches!(self.peek(), Some(b'+' | b'-')) {
            self.at += 1;
            self.digits();
        }
        let is_more = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_');
        if self.at < start + 2 || self.peek().is_some_and(is_more) {
            self.at = start;
        }
    }

    fn malformed(&self, start: usize, end: usize, tail: usize, degrees: bool) -> Diagnostic {
        let all = &self.source.text[start..self.at];
        let rest = &self.source.text[tail..self.at];
        let span = self.source.span(start, self.at);
        let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        let exponent = unsigned.bytes().all(|c| c.is_ascii_digit());
        if degrees && exponent {
            let number = excerpt(&self.source.text[start..end]);
            let mut help = format!("write {number}E{}", excerpt(rest));
            if unsigned != rest {
                let sign = &rest[..1];
                help += &format!(", or {number}D {sign} {unsigned} for degrees");
            }
            return Diagnostic::error(
                "expr-double-exponent",
                span,
                format!(
                    "{} is neither degrees nor a number with an exponent",
                    excerpt(all)
                ),
            )
            .label("D after a number means degrees")
            .help(help);
        }
        Diagnostic::error(
            "expr-malformed-number",
            span,
            format!("the number {} cannot be read", excerpt(all)),
        )
        .label("letters or points follow the digits")
    }

    /// After a star: a second one makes a power, with or without blanks between (`* *` stands in decks).
    fn star_or_power(&mut self) -> Token {
        let start = self.at;
        self.skip_blanks();
        if self.peek() == Some(b'*') {
            self.at += 1;
            return Token::Power;
        }
        self.at = start;
        Token::Star
    }

    fn symbol(&mut self, c: u8, diagnostics: &mut Diagnostics) -> Token {
        self.at += 1;
        match c {
            b'+' => Token::Plus,
            b'-' => Token::Minus,
            b'*' => self.star_or_power(),
            b'/' => Token::Slash,
            b'(' => Token::Open,
            b')' => Token::Close,
            b'%' if self.dialect == Dialect::Adams => Token::Percent,
            b'[' if self.dialect == Dialect::Adams => Token::OpenBracket,
            b']' if self.dialect == Dialect::Adams => Token::CloseBracket,
            b',' => Token::Comma,
            b':' => Token::Colon,
            _ => {
                let start = self.at - 1;
                let character = self.source.text[start..].chars().next().unwrap_or('?');
                self.at = start + character.len_utf8();
                diagnostics.push(unexpected(
                    character,
                    Diagnostic::error(
                        "expr-unexpected-character",
                        self.source.span(start, self.at),
                        format!("the character {character:?} has no meaning in an expression"),
                    ),
                ));
                Token::Bad
            }
        }
    }
}

fn unexpected(character: char, d: Diagnostic) -> Diagnostic {
    match character {
        '^' => d.help("powers are written with **"),
        '<' | '>' | '=' => {
            d.help("there are no comparisons; IF(a - b: less, equal, greater) compares a with b")
        }
        '%' | '[' | ']' => Diagnostic {
            name: "expr-vector",
            message: format!("{character} works on vectors, which this language does not have"),
            ..d
        }
        .help("write the components out with scalar functions"),
        '\u{2212}' | '\u{2013}' | '\u{2014}' => {
            d.help("it looks like a minus and is another sign; the minus of a keyboard is -")
        }
        '×' | '·' | '⋅' | '∗' => d.help("products are written with *"),
        '÷' | '∕' => d.help("quotients are written with /"),
        '²' | '³' => d.help("powers are written with **"),
        '{' | '}' => d.help("group with parentheses"),
        '"' | '\'' | '`' => d.help("an expression holds no quoted text"),
        '&' | '!' | '\\' | ';' => d.help(
            "this character belongs between arguments of a statement, not inside an expression",
        ),
        _ => d,
    }
}
