//! The parser: precedence climbing over the tokens.
//!
//! ```text
//! sum     = product { (+|-) product }
//! product = factor { (*|/|%) factor }
//! factor  = (+|-) factor  |  primary [ ** factor ]
//! primary = number | name | name(arguments) | (sum) | [sum, sum, sum]
//! ```
//!
//! So `-A**2` is `-(A**2)`, `A**B**C` is `A**(B**C)` and `A**-B` is `A**(-B)`.
//! Source: Adams Solver help, page on operators.

use super::token::{Lexeme, Lexer, Token};
use super::tree::{BinaryOp, CROSS, Kind, LIST, NodeId, Place, Tree, UnaryOp};
use carom_base::{Diagnostic, Diagnostics, Dialect, Span, SpannedText};

/// Most levels of parentheses, calls, signs and powers inside each other.
pub const DEEPEST: usize = 400;

/// Most operands and operators of one expression.
pub const LONGEST: usize = 1_000_000;

/// Reads the tree of a text; problems go to `diagnostics`.
pub fn parse(
    source: &SpannedText,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<Tree> {
    let mut lexer = Lexer::new(source, dialect);
    let next = lexer.next(diagnostics);
    let mut p = Parser {
        source,
        dialect,
        lexer,
        diagnostics,
        next,
        last_end: 0,
        depth: 0,
        tree: Tree::default(),
    };
    if p.next.token == Token::End {
        let at = source.whole();
        p.diagnostics.push(
            Diagnostic::error("expr-empty", at, "the expression is empty")
                .help("write 0 where nothing acts"),
        );
        return None;
    }
    p.sum().and_then(|_| p.end()).ok()?;
    Some(p.tree)
}

fn of_product(t: &Token) -> Option<BinaryOp> {
    match t {
        Token::Star => Some(BinaryOp::Multiply),
        Token::Slash => Some(BinaryOp::Divide),
        _ => None,
    }
}

/// The problem is reported; there is nothing to go on with.
struct Stop;

type Parsed<T = NodeId> = Result<T, Stop>;

struct Parser<'a, 'd> {
    source: &'a SpannedText,
    dialect: Dialect,
    lexer: Lexer<'a>,
    diagnostics: &'d mut Diagnostics,
    next: Lexeme,
    /// Where the last token taken ends.
    last_end: u32,
    depth: usize,
    tree: Tree,
}

impl Parser<'_, '_> {
    fn advance(&mut self) -> Lexeme {
        let next = self.lexer.next(self.diagnostics);
        self.last_end = self.next.place.end;
        std::mem::replace(&mut self.next, next)
    }

    fn span(&self, place: Place) -> Span {
        self.source.span(place.start as usize, place.end as usize)
    }

    fn push(&mut self, kind: Kind, place: Place) -> Parsed {
        if self.tree.len() >= LONGEST {
            return self.fail(
                Diagnostic::error(
                    "expr-too-long",
                    self.span(place),
                    format!("the expression has more than {LONGEST} operands"),
                )
                .help("tabulate it as a SPLINE or split it into VARIABLE statements"),
            );
        }
        Ok(self.tree.push(kind, place))
    }

    fn fail<T>(&mut self, d: Diagnostic) -> Parsed<T> {
        self.diagnostics.push(d);
        Err(Stop)
    }

    /// Runs one level deeper.
    fn deeper(&mut self, f: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth == DEEPEST {
            return self.fail(
                Diagnostic::error(
                    "expr-too-deep",
                    self.span(self.next.place),
                    format!("the expression is nested more than {DEEPEST} levels deep"),
                )
                .help("split it into VARIABLE statements"),
            );
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn sum(&mut self) -> Parsed {
        self.chain(Self::product, |t| match t {
            Token::Plus => Some(BinaryOp::Add),
            Token::Minus => Some(BinaryOp::Subtract),
            _ => None,
        })
    }

    fn product(&mut self) -> Parsed {
        let mut left = self.chain(Self::factor, of_product)?;
        while self.next.token == Token::Percent {
            let at = self.advance().place;
            let right = self.factor()?;
            left = self.cross(left, right, at)?;
            left = self.chain_from(left, Self::factor, of_product)?;
        }
        Ok(left)
    }

    /// `v % v`, which is written out by [`vectors`] before anything else looks at it.
    fn cross(&mut self, left: NodeId, right: NodeId, name_place: Place) -> Parsed {
        let place = self.tree.place(left).to(self.tree.place(right));
        let call = Kind::Call {
            name: CROSS.into(),
            name_place,
            arguments: [left, right].into(),
        };
        self.push(call, place)
    }

    /// Operators of equal strength, from left to right.
    fn chain(
        &mut self,
        operand: fn(&mut Self) -> Parsed,
        operator: fn(&Token) -> Option<BinaryOp>,
    ) -> Parsed {
        let left = operand(self)?;
        self.chain_from(left, operand, operator)
    }

    fn chain_from(
        &mut self,
        mut left: NodeId,
        operand: fn(&mut Self) -> Parsed,
        operator: fn(&Token) -> Option<BinaryOp>,
    ) -> Parsed {
        while let Some(op) = operator(&self.next.token) {
            self.advance();
            let right = operand(self)?;
            left = self.binary(op, left, right)?;
        }
        Ok(left)
    }

    fn binary(&mut self, op: BinaryOp, left: NodeId, right: NodeId) -> Parsed {
        let place = self.tree.place(left).to(self.tree.place(right));
        self.push(Kind::Binary(op, left, right), place)
    }

    fn factor(&mut self) -> Parsed {
        let sign = match self.next.token {
            Token::Plus => UnaryOp::Plus,
            Token::Minus => UnaryOp::Minus,
            _ => {
                let base = self.primary()?;
                if self.next.token != Token::Power {
                    return Ok(base);
                }
                self.advance();
                let exponent = self.deeper(Self::factor)?;
                return self.binary(BinaryOp::Power, base, exponent);
            }
        };
        let place = self.advance().place;
        let operand = self.deeper(Self::factor)?;
        let place = place.to(self.tree.place(operand));
        self.push(Kind::Unary(sign, operand), place)
    }

    fn primary(&mut self) -> Parsed {
        let place = self.next.place;
        match self.next.token {
            Token::Number { value, degrees } => {
                self.advance();
                self.push(Kind::Number { value, degrees }, place)
            }
            Token::Name(ref mut name) => {
                let name = std::mem::take(name);
                self.advance();
                if self.next.token == Token::Open {
                    return self.deeper(|p| p.call(name, place));
                }
                self.push(Kind::Name(name), place)
            }
            Token::Open => self.deeper(|p| {
                p.advance();
                let inside = p.sum()?;
                let close = p.close(place)?;
                p.tree.widen(inside, place.to(close));
                Ok(inside)
            }),
            Token::OpenBracket => self.deeper(|p| p.list(place)),
            _ => self.missing_operand(),
        }
    }

    /// `[a, b, c]`; the bracket comes next.
    fn list(&mut self, open: Place) -> Parsed {
        self.advance();
        let mut components = vec![self.sum()?];
        while self.next.token == Token::Comma {
            self.advance();
            components.push(self.sum()?);
        }
        if self.next.token == Token::End {
            let d = Diagnostic::error("expr-vector", self.span(open), "a bracket is not closed")
                .label("opened here")
                .help("a vector is [x, y, z]");
            return self.fail(d);
        }
        if self.next.token != Token::CloseBracket {
            return self.unexpected();
        }
        let close = self.advance().place;
        let call = Kind::Call {
            name: LIST.into(),
            name_place: open,
            arguments: components.into_boxed_slice(),
        };
        self.push(call, open.to(close))
    }

    fn close(&mut self, open: Place) -> Parsed<Place> {
        match self.next.token {
            Token::Close => Ok(self.advance().place),
            Token::End => {
                let d = Diagnostic::error(
                    "expr-unclosed-parenthesis",
                    self.span(open),
                    "a parenthesis is not closed",
                )
                .label("opened here")
                .help("add ) where the group ends");
                self.fail(d)
            }
            _ => self.unexpected(),
        }
    }

    /// `name` was read, `(` comes next.
    fn call(&mut self, name: Box<str>, name_place: Place) -> Parsed {
        let open = self.advance().place;
        let mut arguments = Vec::new();
        if self.next.token != Token::Close {
            loop {
                // The element after a comma may be left out: `,,` is looked at again when the function is known.
                let argument = if self.next.token == Token::Comma && !arguments.is_empty() {
                    let at = self.next.place;
                    self.push(Kind::Missing, at)?
                } else {
                    self.sum()?
                };
                arguments.push(argument);
                if !self.separator(&name, arguments.len())? {
                    break;
                }
            }
        }
        let close = self.close(open)?;
        self.push(
            Kind::Call {
                name,
                name_place,
                arguments: arguments.into_boxed_slice(),
            },
            name_place.to(close),
        )
    }

    /// Takes what separates arguments, the colon after the test of IF included; `false` where the list ends.
    fn separator(&mut self, name: &str, count: usize) -> Parsed<bool> {
        let colon_wanted = name == "IF" && count == 1;
        match self.next.token {
            Token::Colon if colon_wanted => {
                self.advance();
                Ok(true)
            }
            Token::Comma if colon_wanted => {
                let d = Diagnostic::error(
                    "expr-if-colon",
                    self.span(self.next.place),
                    "the test of IF ends with a colon",
                )
                .label("a colon belongs here")
                .help("IF(test: if negative, if zero, if positive)");
                self.fail(d)
            }
            Token::Comma => {
                self.advance();
                Ok(true)
            }
            Token::Number { .. } | Token::Name(_) | Token::Open
                if self.next.continued && self.dialect == Dialect::Adams =>
            {
                let d = Diagnostic::warning(
                    "expr-missing-comma",
                    self.span(self.next.place),
                    "a comma is missing between two arguments",
                )
                .label("taken as the next argument")
                .help(
                    "end the line before with a comma; the one that opens a line only continues it",
                );
                self.diagnostics.push(d);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn end(&mut self) -> Parsed<()> {
        match self.next.token {
            Token::End => Ok(()),
            _ => self.unexpected(),
        }
    }

    fn missing_operand<T>(&mut self) -> Parsed<T> {
        let place = self.next.place;
        let found = match self.next.token {
            Token::Bad => return Err(Stop),
            Token::End => "the end",
            Token::Close => ")",
            Token::Comma => ",",
            Token::Colon => ":",
            Token::Power => "**",
            Token::Star => "*",
            Token::Slash => "/",
            Token::Percent => "%",
            Token::CloseBracket => "]",
            _ => "this",
        };
        // At the end there is nothing to point at but the last character.
        let span = if self.next.token == Token::End {
            let end = self.last_end as usize;
            self.source.span(end.saturating_sub(1), end)
        } else {
            self.span(place)
        };
        self.fail(
            Diagnostic::error(
                "expr-missing-operand",
                span,
                format!("a number, name or parenthesis is missing before {found}"),
            )
            .label("an operand belongs here"),
        )
    }

    /// A token that cannot follow an operand.
    fn unexpected<T>(&mut self) -> Parsed<T> {
        let span = self.span(self.next.place);
        let d = match self.next.token {
            Token::Bad => return Err(Stop),
            Token::Close => Diagnostic::error(
                "expr-unopened-parenthesis",
                span,
                "a parenthesis closes that was never opened",
            )
            .label("no ( belongs to it"),
            Token::CloseBracket => Diagnostic::error(
                "expr-vector",
                span,
                "a bracket closes that was never opened",
            )
            .label("no [ belongs to it"),
            Token::Colon => Diagnostic::error(
                "expr-misplaced-colon",
                span,
                "a colon stands only after the test of IF",
            )
            .label("not expected here")
            .help("IF(test: if negative, if zero, if positive)"),
            Token::Comma => Diagnostic::error(
                "expr-misplaced-comma",
                span,
                "a comma stands only between the arguments of a function",
            )
            .label("not expected here"),
            _ => Diagnostic::error(
                "expr-missing-operator",
                span,
                "an operator is missing before this",
            )
            .label("two operands follow each other"),
        };
        self.fail(d)
    }
}
