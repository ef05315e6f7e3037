//! A function of the language as the list has it: its arguments, its text and example, how it becomes operations.

use super::argument::Argument;
use super::call::Call;
use crate::tape::{Builder, Value};
use carom_base::Dialect;

/// A function, constant or variable of the language.
#[derive(Debug)]
pub struct Function {
    /// Its name, upper case.
    pub name: &'static str,
    /// Part of the Adams language. What is in neither language is Carom's own, and known beside both.
    pub adams: bool,
    /// Part of the MotionSolve language.
    pub motionsolve: bool,
    /// Written with parentheses; constants and variables are not.
    pub called: bool,
    /// What stands in the parentheses.
    pub arguments: &'static [Argument],
    /// How often the last argument may stand; 1 unless it is a list.
    pub repeats: usize,
    /// How its arguments share in the dimension of its value, one for each, the last for those that follow; empty: they
    /// are numbers, and so is the value, unless it is measured.
    pub scaling: &'static [Share],
    /// One line on the value.
    pub text: &'static str,
    /// Formula, frames, signs, what happens at the edges; may be empty.
    pub details: &'static str,
    /// A worked example.
    pub example: Example,
    /// Where its definition stands.
    pub source: &'static str,
    /// Whether it can be used.
    pub status: Status,
    pub(super) lower: Lower,
}

/// How an argument shares in dimensions: with the variable x, which is the first argument that says so, or with the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// A number.
    Number,
    /// A dimension that nothing else has.
    Own,
    /// That of x.
    X,
    /// One over that of x.
    PerX,
    /// That of x over T.
    Rate,
    /// A time.
    Time,
    /// That of the value.
    Value,
    /// That of the value over the nth power of that of x; the next argument has n + 1.
    Coefficient(u8),
    /// The square of that of the value.
    Square,
    /// That of the value over that of x to a power, which is the argument at this position.
    Stiffness(u8),
    /// That of the value times T over that of x.
    Damping,
}

/// An expression that uses a function.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The expression.
    pub text: &'static str,
    /// Its value where it does not depend on a model.
    pub value: Option<f64>,
}

/// Whether a function can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It works.
    Works,
    /// It is known by name and refused, with the reason.
    Refused(&'static str),
}

impl Function {
    /// Whether it is Carom's own.
    pub fn is_own(&self) -> bool {
        !self.adams && !self.motionsolve
    }

    /// Whether it is known where a language is written.
    pub fn is_in(&self, dialect: Dialect) -> bool {
        self.is_own()
            || match dialect {
                Dialect::Adams => self.adams,
                Dialect::MotionSolve => self.motionsolve,
            }
    }

    /// Whether it takes or gives a vector.
    pub fn is_of_vectors(&self) -> bool {
        crate::syntax::vectors::is_of_vectors(self.name)
    }

    /// Fewest arguments.
    pub fn fewest(&self) -> usize {
        self.arguments.iter().filter(|a| !a.optional).count()
    }

    /// Most arguments.
    pub fn most(&self) -> usize {
        self.arguments.len() + self.repeats - 1
    }

    /// How it is written: `DX(i[, j][, k])`.
    pub fn form(&self) -> String {
        if !self.called {
            return self.name.into();
        }
        let mut form = format!("{}(", self.name);
        for (k, a) in self.arguments.iter().enumerate() {
            let before = match k {
                0 => "",
                1 if self.name == "IF" => ": ",
                _ => ", ",
            };
            form += &if a.optional {
                format!("[{before}{}]", a.name)
            } else {
                format!("{before}{}", a.name)
            };
        }
        if self.repeats > 1 {
            form += ", ...";
        }
        form + ")"
    }
}

/// An entry to be completed: in both languages, without arguments.
pub(super) const fn entry(name: &'static str, lower: Lower) -> Function {
    Function {
        name,
        adams: true,
        motionsolve: true,
        called: true,
        arguments: &[],
        repeats: 1,
        scaling: &[],
        text: "",
        details: "",
        example: Example {
            text: "",
            value: None,
        },
        source: "",
        status: Status::Works,
        lower,
    }
}

/// How a call becomes operations of the tape.
pub(super) type Lower = fn(&mut Builder<'_>, &Call) -> Option<Value>;

/// An entry that is known and refused.
pub(super) const fn refused(name: &'static str, reason: &'static str) -> Function {
    Function {
        status: Status::Refused(reason),
        ..entry(name, |_, _| None)
    }
}

/// An example with its value.
pub(super) const fn example(text: &'static str, value: f64) -> Example {
    Example {
        text,
        value: Some(value),
    }
}

/// An example whose value depends on a model.
pub(super) const fn usage(text: &'static str) -> Example {
    Example { text, value: None }
}
