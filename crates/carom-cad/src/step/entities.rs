//! The entities of a file: their places are indexed once, their arguments are read when they are asked for.

use super::error::{Fault, StepError, fault};
use super::lexer::{Lexer, Value};
use std::collections::HashMap;

/// Files with more entities are refused.
const MOST_ENTITIES: usize = 20_000_000;

/// Stands for the type of complex instances.
pub(super) const COMPLEX: &str = "";

/// The entities of a file.
pub(super) struct Entities<'a> {
    text: &'a [u8],
    /// Where the type of an entity begins.
    places: HashMap<u32, usize>,
    /// Numbers in the order of the file.
    order: Vec<u32>,
}

/// One type of an entity with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub name: String,
    pub values: Vec<Value>,
}

/// An entity: one record, or several of a complex instance.
#[derive(Clone, Debug)]
pub(super) struct Entity {
    pub id: u32,
    byte: usize,
    pub records: Vec<Record>,
}

impl<'a> Entities<'a> {
    /// Finds all entities.
    pub fn index(text: &'a [u8]) -> Result<Self, StepError> {
        let mut lexer = Lexer { text, at: 0 };
        if lexer.peek()?.is_none() || !text[lexer.at..].starts_with(b"ISO-10303-21") {
            return fault(
                Fault::NotStep,
                0,
                "this is no STEP file: it does not begin with ISO-10303-21",
            );
        }
        let mut found = Self {
            text,
            places: HashMap::new(),
            order: Vec::new(),
        };
        statement(&mut lexer)?;
        let mut inside = false;
        while let Some(c) = lexer.peek()? {
            if c == b'#' && inside {
                found.entity(&mut lexer)?;
                continue;
            }
            let begin = lexer.at;
            if c.is_ascii_alphabetic() {
                let word = lexer.keyword()?;
                inside = match word.as_str() {
                    "DATA" => true,
                    "ENDSEC" => false,
                    "END-ISO-10303-21" => return Ok(found),
                    _ => inside,
                };
                lexer.at = begin;
                statement(&mut lexer)?;
                continue;
            }
            return fault(
                Fault::Syntax,
                begin,
                "an entity, as `#12 = TYPE(…);`, is expected",
            );
        }
        fault(
            Fault::Truncated,
            text.len(),
            "the file ends before END-ISO-10303-21",
        )
    }

    fn entity(&mut self, lexer: &mut Lexer) -> Result<(), StepError> {
        let begin = lexer.at;
        lexer.at += 1;
        let id = lexer.number()?;
        lexer.expect(b'=')?;
        let first = lexer.peek()?;
        let place = lexer.at;
        if first == Some(b'&') {
            return fault(
                Fault::Unsupported,
                place,
                "scopes of entities are not supported",
            );
        }
        if first != Some(b'(') {
            lexer.keyword()?;
        }
        statement(lexer)?;
        if self.places.insert(id, place).is_some() {
            return fault(
                Fault::Syntax,
                begin,
                format!("#{id} stands twice in the file"),
            );
        }
        if self.order.len() == MOST_ENTITIES {
            return fault(
                Fault::Limit,
                begin,
                format!("the file has more than {MOST_ENTITIES} entities"),
            );
        }
        self.order.push(id);
        Ok(())
    }

    /// Numbers of all entities of these types, in the order of the file.
    pub fn of_types(&self, types: &[&str]) -> Vec<u32> {
        let of = |id: &u32| {
            types
                .iter()
                .any(|t| t.eq_ignore_ascii_case(self.type_of(*id)))
        };
        self.order.iter().copied().filter(of).collect()
    }

    /// Numbers of all simple entities whose type ends so.
    pub fn of_types_ending(&self, ending: &str) -> Vec<u32> {
        let of = |id: &u32| self.type_of(*id).to_ascii_uppercase().ends_with(ending);
        self.order.iter().copied().filter(of).collect()
    }

    /// The type of a simple entity; empty for complex ones.
    fn type_of(&self, id: u32) -> &'a str {
        let rest = self
            .places
            .get(&id)
            .and_then(|at| self.text.get(*at..))
            .unwrap_or_default();
        let end = rest
            .iter()
            .position(|c| !(c.is_ascii_alphanumeric() || b"_-!".contains(c)));
        std::str::from_utf8(&rest[..end.unwrap_or(rest.len())]).unwrap_or_default()
    }

    /// An entity by its number.
    pub fn get(&self, id: u32) -> Result<Entity, StepError> {
        let Some(&byte) = self.places.get(&id) else {
            return fault(Fault::Reference, 0, format!("#{id} is not in the file"));
        };
        let mut lexer = Lexer {
            text: self.text,
            at: byte,
        };
        let name_it = |e: StepError| StepError {
            entity: Some(format!("#{id}")),
            ..e
        };
        let mut records = Vec::new();
        if lexer.peek()? == Some(b'(') {
            lexer.at += 1;
            while !lexer.takes(b')').map_err(name_it)? {
                records.push(record(&mut lexer).map_err(name_it)?);
            }
        } else {
            records.push(record(&mut lexer).map_err(name_it)?);
        }
        lexer.expect(b';').map_err(name_it)?;
        match records.is_empty() {
            false => Ok(Entity { id, byte, records }),
            true => fault(Fault::Syntax, byte, format!("#{id} has no type")),
        }
    }
}

fn record(lexer: &mut Lexer) -> Result<Record, StepError> {
    let name = lexer.keyword()?;
    let values = lexer.arguments(0)?;
    Ok(Record { name, values })
}

/// Goes on behind the next `;` that is in no text and no comment.
fn statement(lexer: &mut Lexer) -> Result<(), StepError> {
    loop {
        match lexer.peek()? {
            None => return lexer.wrong(Fault::Truncated, "the file ends within a statement"),
            Some(b';') => {
                lexer.at += 1;
                return Ok(());
            }
            Some(quote @ (b'\'' | b'"')) => {
                let rest = &lexer.text[lexer.at + 1..];
                match rest.iter().position(|c| *c == quote) {
                    Some(end) => lexer.at += end + 2,
                    None => return lexer.wrong(Fault::Truncated, "the text has no end"),
                }
            }
            Some(_) => lexer.at += 1,
        }
    }
}

impl Entity {
    /// Type of a simple entity, all types of a complex one.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.records.iter().map(|r| r.name.as_str()).collect();
        names.join(" ")
    }

    /// Whether it is of this type.
    pub fn is(&self, name: &str) -> bool {
        self.records.iter().any(|r| r.name == name)
    }

    /// An error of this entity.
    pub fn wrong<T>(&self, kind: Fault, message: impl Into<String>) -> Result<T, StepError> {
        let name: String = self.name().chars().take(80).collect();
        Err(StepError {
            kind,
            byte: self.byte,
            entity: Some(format!("#{} {name}", self.id)),
            message: message.into(),
        })
    }

    /// Arguments of one of its types.
    pub fn of(&self, name: &str) -> Result<Arguments<'_>, StepError> {
        match self.records.iter().find(|r| r.name == name) {
            Some(record) => Ok(Arguments {
                entity: self,
                values: &record.values,
            }),
            None => self.wrong(Fault::Reference, format!("it is not of the type {name}")),
        }
    }

    /// Arguments of a simple entity, which must have so many.
    pub fn simple(&self, count: usize) -> Result<Arguments<'_>, StepError> {
        let values = &self.records[0].values;
        match self.records.len() == 1 && values.len() >= count {
            true => Ok(Arguments {
                entity: self,
                values,
            }),
            false => self.wrong(
                Fault::Syntax,
                format!("{count} arguments are expected, not {}", values.len()),
            ),
        }
    }
}

/// The arguments of a type of an entity, counted from 0.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'e> {
    pub entity: &'e Entity,
    pub values: &'e [Value],
}

impl<'e> Arguments<'e> {
    pub fn get(&self, k: usize) -> Result<&'e Value, StepError> {
        match self.values.get(k) {
            Some(value) => Ok(value),
            None => self
                .entity
                .wrong(Fault::Syntax, format!("argument {} is missing", k + 1)),
        }
    }

    fn wrong<T>(&self, k: usize, expected: &str) -> Result<T, StepError> {
        self.entity.wrong(
            Fault::Syntax,
            format!("argument {} must be {expected}", k + 1),
        )
    }

    pub fn real(&self, k: usize) -> Result<f64, StepError> {
        number(self.get(k)?).map_or_else(|| self.wrong(k, "a number"), Ok)
    }

    pub fn count(&self, k: usize) -> Result<usize, StepError> {
        match self.get(k)? {
            Value::Integer(n @ 0..=0xff_ffff) => Ok(*n as usize),
            _ => self.wrong(k, "a whole number of zero or more"),
        }
    }

    pub fn reference(&self, k: usize) -> Result<u32, StepError> {
        self.maybe_reference(k)?
            .map_or_else(|| self.wrong(k, "an entity"), Ok)
    }

    pub fn maybe_reference(&self, k: usize) -> Result<Option<u32>, StepError> {
        match self.get(k)? {
            Value::Reference(id) => Ok(Some(*id)),
            Value::Unset | Value::Derived => Ok(None),
            _ => self.wrong(k, "an entity"),
        }
    }

    pub fn text(&self, k: usize) -> Result<&'e str, StepError> {
        match self.get(k)? {
            Value::Text(text) => Ok(text),
            Value::Unset | Value::Derived => Ok(""),
            _ => self.wrong(k, "a text"),
        }
    }

    pub fn is_true(&self, k: usize) -> Result<bool, StepError> {
        match self.get(k)? {
            Value::Enumeration(word) if word == "T" => Ok(true),
            Value::Enumeration(word) if word == "F" => Ok(false),
            _ => self.wrong(k, ".T. or .F."),
        }
    }

    pub fn list(&self, k: usize) -> Result<&'e [Value], StepError> {
        match self.get(k)? {
            Value::List(list) => Ok(list),
            _ => self.wrong(k, "a list"),
        }
    }

    pub fn references(&self, k: usize) -> Result<Vec<u32>, StepError> {
        let one = |v: &Value| match v {
            Value::Reference(id) => Some(*id),
            _ => None,
        };
        let list: Option<Vec<u32>> = self.list(k)?.iter().map(one).collect();
        list.map_or_else(|| self.wrong(k, "a list of entities"), Ok)
    }

    pub fn reals(&self, k: usize) -> Result<Vec<f64>, StepError> {
        let list: Option<Vec<f64>> = self.list(k)?.iter().map(number).collect();
        list.map_or_else(|| self.wrong(k, "a list of numbers"), Ok)
    }

    pub fn counts(&self, k: usize) -> Result<Vec<usize>, StepError> {
        let one = |v: &Value| match v {
            Value::Integer(n @ 0..=0xff_ffff) => Some(*n as usize),
            _ => None,
        };
        let list: Option<Vec<usize>> = self.list(k)?.iter().map(one).collect();
        list.map_or_else(|| self.wrong(k, "a list of whole numbers"), Ok)
    }
}

/// A number, also within the name of its measure.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Real(x) => Some(*x),
        // some writers drop the decimal point
        Value::Integer(n) => Some(*n as f64),
        Value::Typed(_, inner) => match &inner[..] {
            [Value::Real(x)] => Some(*x),
            [Value::Integer(n)] => Some(*n as f64),
            _ => None,
        },
        _ => None,
    }
}
