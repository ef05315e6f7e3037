//! The arguments of a statement, by the names of its table.

use super::syntax::Syntax;
use crate::common::keyword;
use carom_base::Span;
use carom_model::constraint::Function;

/// The value of an argument.
#[derive(Clone, Debug)]
pub enum Value {
    /// The keyword alone.
    Flag,
    /// Numbers, each with its place.
    Numbers(Vec<(f64, Span)>),
    /// Ids, each with its place.
    Ids(Vec<(u32, Span)>),
    /// Words, in the spelling of the table if it lists them.
    Words(Vec<(String, Span)>),
    /// A text.
    Text(String),
    /// An expression or a call of user-written code.
    Function(Function),
    /// The components of an expression whose value is a vector.
    Vector(Box<[Function; 3]>),
}

/// An argument that stands in a statement.
#[derive(Clone, Debug)]
pub struct Given {
    /// The keyword.
    pub keyword: Span,
    /// Keyword and value.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// What stands in a statement.
#[derive(Clone, Debug)]
pub struct Args {
    syntax: &'static Syntax,
    given: Vec<Vec<Given>>,
    /// Whether all of it was read without an error.
    pub sound: bool,
    /// Arguments whose value could not be read, or that a word which is no argument may have meant.
    pub lost: Vec<&'static str>,
    /// Arguments that Carom does not support: name, reason, place.
    pub refused: Vec<(&'static str, &'static str, Span)>,
}

impl Args {
    /// None yet.
    pub fn new(syntax: &'static Syntax) -> Self {
        Self {
            syntax,
            given: vec![Vec::new(); syntax.arguments.len()],
            sound: true,
            lost: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Adds an occurrence of the argument at a place of the table.
    pub fn add(&mut self, position: usize, given: Given) {
        self.given[position].push(given);
    }

    /// Takes an argument away.
    pub fn clear(&mut self, name: &str) {
        if let Some(k) = self.syntax.position(name) {
            self.given[k].clear();
        }
    }

    /// What `by` gives takes the place of what stands here. Both tables begin with the same arguments.
    pub fn replace(&mut self, by: &Self) {
        for (own, other) in self.given.iter_mut().zip(&by.given) {
            if !other.is_empty() {
                own.clone_from(other);
            }
        }
    }

    /// The occurrences of the argument at a place of the table.
    pub fn at(&self, position: usize) -> &[Given] {
        &self.given[position]
    }

    /// All occurrences of an argument.
    pub fn all(&self, name: &str) -> &[Given] {
        let position = self.syntax.position(name);
        debug_assert!(position.is_some(), "{} has no {name}", self.syntax.name);
        position.map_or(&[], |k| &self.given[k])
    }

    /// An argument, if it was given.
    pub fn get(&self, name: &str) -> Option<&Given> {
        self.all(name).first()
    }

    /// Whether an argument was given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Where an argument stands.
    pub fn span(&self, name: &str) -> Option<Span> {
        self.get(name).map(|g| g.span)
    }

    /// Numbers with their places; empty if not given.
    pub fn placed_numbers(&self, name: &str) -> &[(f64, Span)] {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Numbers(list)) => list,
            _ => &[],
        }
    }

    /// Numbers; empty if not given.
    pub fn numbers(&self, name: &str) -> Vec<f64> {
        self.placed_numbers(name).iter().map(|(x, _)| *x).collect()
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.placed_numbers(name).first().map(|(x, _)| *x)
    }

    /// `N` numbers; the table has checked how many there are.
    pub fn array<const N: usize>(&self, name: &str) -> Option<[f64; N]> {
        <[f64; N]>::try_from(self.numbers(name)).ok()
    }

    /// Ids with their places; empty if not given.
    pub fn ids(&self, name: &str) -> &[(u32, Span)] {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Ids(list)) => list,
            _ => &[],
        }
    }

    /// An id with its place.
    pub fn id(&self, name: &str) -> Option<(u32, Span)> {
        self.ids(name).first().copied()
    }

    /// Words with their places; empty if not given.
    pub fn words(&self, name: &str) -> &[(String, Span)] {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Words(list)) => list,
            _ => &[],
        }
    }

    /// A word.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.words(name).first().map(|(w, _)| w.as_str())
    }

    /// A text; empty if not given.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The name of a file, without quotes of either kind around it; empty if not given.
    pub fn file(&self, name: &str) -> &str {
        keyword::without_quotes(self.text(name))
    }

    /// A function; if it calls user code, with the routine that the argument `routine` names.
    pub fn function(&self, name: &str, routine: Option<&str>) -> Option<Function> {
        let Some(Value::Function(function)) = self.get(name).map(|g| &g.value) else {
            return None;
        };
        let mut function = function.clone();
        if let (Function::User(user), Some(routine)) = (&mut function, routine) {
            user.routine = self.text(routine).to_string();
        }
        Some(function)
    }

    /// The components of a vector.
    pub fn vector(&self, name: &str) -> Option<[Function; 3]> {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Vector(components)) => Some((**components).clone()),
            _ => None,
        }
    }

    /// All functions, with the names of their arguments.
    pub fn functions(&self) -> impl Iterator<Item = (&'static str, &Function)> {
        let named = self.syntax.arguments.iter().zip(&self.given);
        named.flat_map(|(argument, given)| {
            let all = given.iter().flat_map(|g| match &g.value {
                Value::Function(f) => std::slice::from_ref(f),
                Value::Vector(components) => components.as_slice(),
                _ => &[],
            });
            all.map(|f| (argument.name, f))
        })
    }
}
