//! An element as written: its attributes matched against the table of the language.

use super::diagnostics::Reading;
use super::syntax::{Attribute, Content, Kind, Section, Syntax};
use super::values;
use super::xml::Node;
use crate::common::coverage::Status;
use crate::places::place::{self, Place};
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Span, SpannedText};
use carom_expr::Expression;
use carom_model::Tag;

/// The value of an attribute.
#[derive(Clone, Debug)]
pub enum Value {
    /// Numbers, one or several; each with its place.
    Numbers(Vec<(f64, Span)>),
    /// Ids; an id 0 is left out.
    Ids(Vec<(u32, Span)>),
    /// TRUE or FALSE.
    Bool(bool),
    /// A word in the spelling of the table.
    Word(&'static str),
    /// A text.
    Text(SpannedText),
    /// An expression; none if it is empty or NULL.
    Expression(Option<Expression>),
}

impl Value {
    /// Whether it says the same, wherever it stands. Of expressions this is not known.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Numbers(a), Self::Numbers(b)) => a.iter().map(|x| x.0).eq(b.iter().map(|x| x.0)),
            (Self::Ids(a), Self::Ids(b)) => a.iter().map(|x| x.0).eq(b.iter().map(|x| x.0)),
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Word(a), Self::Word(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a.text == b.text,
            _ => false,
        }
    }
}

/// An attribute that stands in an element.
#[derive(Clone, Debug)]
pub struct Given {
    /// Where its name stands.
    pub name: Span,
    /// Where its value stands.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// An element with its attributes read.
pub struct Record {
    /// How the element is written.
    pub syntax: Syntax,
    /// `Body_Rigid/2`, `Param_Unit`.
    pub who: String,
    /// The id; 0 for an element without one.
    pub label: u32,
    /// The label in the deck.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The numbers in it, each with its place.
    pub numbers: Vec<(f64, Span)>,
    /// Whether all of it was read without an error.
    pub sound: bool,
    /// Attributes whose value could not be read, or that an attribute which there is not may have meant.
    pub lost: Vec<&'static str>,
    /// Attributes that Carom does not support: name, reason, place.
    pub refused: Vec<(&'static str, &'static str, Span)>,
    given: Vec<Option<Given>>,
}

/// Elements that only say what is told of a run.
const TELLS: &[&str] = &["Post_Request", "Reference_String", "ResOutput"];

/// Attributes that describe or show an element and say nothing of the motion, whatever element they stand at.
const SHOWN: &[&str] = &[
    "color",
    "comment",
    "description",
    "full_label",
    "hidden",
    "label",
    "name",
    "notes",
    "transparency",
    "visible",
];

impl Record {
    /// Reads the attributes of an element.
    ///
    /// Errors: `xml-bad-id`, `xml-bad-number`, `xml-bad-value`, `xml-duplicate-attribute`,
    /// `xml-missing-attribute`, `xml-out-of-range`, `xml-template`, `xml-unexpected-child`, `xml-unknown-attribute`, those
    /// of expressions. Warnings: `xml-unexpected-text`. An unknown attribute that does not change the motion is a warning
    /// or a note.
    pub fn read(node: &Node, syntax: Syntax, section: Section, reading: &mut Reading) -> Self {
        let mut record = Self {
            syntax,
            who: syntax.name.to_string(),
            label: 0,
            name: String::new(),
            span: node.span,
            numbers: Vec::new(),
            sound: true,
            lost: Vec::new(),
            refused: Vec::new(),
            given: vec![None; syntax.all().count()],
        };
        record.identify(node);
        for a in &node.attributes {
            record.attribute(a, reading);
        }
        // In Command an element of the model gives only what changes.
        let changes = section == Section::Command && syntax.section == Section::Both;
        for (position, a) in syntax.all().enumerate() {
            // what is refused for one attribute needs no other in its place
            let needed = a.required && (!changes || a.name == "id") && record.refused.is_empty();
            let stands =
                |n: &super::xml::Attribute| a.names().any(|x| x.eq_ignore_ascii_case(&n.name));
            if needed && record.given[position].is_none() && !node.attributes.iter().any(stands) {
                record.lost.push(a.name);
                let message = format!("{}: {} is needed", record.who, a.name);
                record.error(reading, "xml-missing-attribute", node.span, message);
            }
        }
        record.content(node, reading);
        record
    }

    /// Whether the element can be made of its sound attributes, so that others which name it can be looked at: what is lost
    /// says nothing of where it is.
    pub fn is_usable(&self) -> bool {
        let inertial = |name: &&str| {
            let of_body = self.syntax.name == "Body_Rigid";
            of_body && (*name == "mass" || name.starts_with("inertia_"))
        };
        self.lost.iter().all(inertial)
    }

    /// Finds id and label before anything else, so that messages can name the element.
    fn identify(&mut self, node: &Node) {
        let find = |name: &str| {
            let named = |a: &&super::xml::Attribute| a.name.eq_ignore_ascii_case(name);
            node.attributes
                .iter()
                .find(named)
                .map(|a| a.value.text.as_str())
        };
        if self.syntax.has_id()
            && let Some(id) = find("id").and_then(values::id)
        {
            self.label = id;
            self.who = format!("{}/{id}", self.syntax.name);
        }
        let name = find("label")
            .filter(|l| !l.is_empty())
            .or_else(|| find("full_label"));
        self.name = name.unwrap_or_default().to_string();
    }

    /// An attribute that the table does not have. What it was meant to say is not known: that is an error, as in a dataset,
    /// but where the element or the attribute only tells or shows something.
    fn unknown_attribute(&mut self, a: &super::xml::Attribute, reading: &mut Reading) {
        let message = format!("{} has no attribute {}", self.who, a.name);
        let says = ("xml-unknown-attribute", a.span, message);
        let d = if SHOWN.iter().any(|n| n.eq_ignore_ascii_case(&a.name)) {
            Diagnostic::note(says.0, says.1, says.2)
                .help("it only describes the element; nothing is lost")
        } else if TELLS.contains(&self.syntax.name) {
            Diagnostic::warning(says.0, says.1, says.2)
        } else {
            self.sound = false;
            if let Some(near) = closest(&a.name, self.syntax.all().flat_map(Attribute::names)) {
                let meant = |entry: &&Attribute| entry.names().any(|n| n == near);
                self.lost
                    .extend(self.syntax.all().find(meant).map(|entry| entry.name));
            }
            Diagnostic::error(says.0, says.1, says.2)
        };
        let names = self.syntax.all().flat_map(Attribute::names);
        reading.push(match d.help {
            Some(_) => d,
            None => {
                let d = d.suggest(&a.name, names);
                match d.help {
                    Some(_) => d,
                    None => d.help(format!(
                        "carom explain {} lists its attributes",
                        self.syntax.name
                    )),
                }
            }
        });
    }

    fn attribute(&mut self, a: &super::xml::Attribute, reading: &mut Reading) {
        let named = |entry: &Attribute| entry.names().any(|n| n.eq_ignore_ascii_case(&a.name));
        let Some((position, entry)) = self.syntax.all().enumerate().find(|(_, e)| named(e)) else {
            // What an element that is not supported holds is not looked at closely.
            if self.syntax.used {
                self.unknown_attribute(a, reading);
            }
            return;
        };
        if let Some(first) = &self.given[position] {
            let message = format!("{}: {} stands twice", self.who, entry.name);
            let d = Diagnostic::error("xml-duplicate-attribute", a.span, message)
                .related(first.name, "first here");
            self.sound = false;
            reading.push(d);
            return;
        }
        match entry.status {
            Status::Ignored(why) => {
                reading.ignore(self.syntax.name, entry.name, why, a.span);
                return;
            }
            Status::Refused(why) => {
                self.refused.push((entry.name, why, a.span));
                return;
            }
            Status::Full | Status::Partial(_) => {}
        }
        match self.value(entry, &a.value, reading) {
            Some(value) => {
                self.given[position] = Some(Given {
                    name: a.span,
                    span: a.value.whole(),
                    value,
                });
            }
            None => self.lost.push(entry.name),
        }
    }

    /// The value of an attribute; none after an error.
    fn value(
        &mut self,
        entry: &'static Attribute,
        text: &SpannedText,
        reading: &mut Reading,
    ) -> Option<Value> {
        let (span, word) = (text.whole(), text.text.as_str());
        let what = format!("{}: {}", self.who, entry.name);
        if entry.kind != Kind::Text
            && let Some(at) = values::template(word)
        {
            let message = format!("{what} is a template of MotionView");
            let d = Diagnostic::error("xml-template", text.span(at, at + 1), message).help(
                "back-quotes and {...} are replaced when MotionView exports the solver deck: \
                 export it again, and read that file",
            );
            self.sound = false;
            reading.push(d);
            return None;
        }
        let mut bad = |name, why: &str| {
            self.error(reading, name, span, format!("{what} {why}"));
            None
        };
        match entry.kind {
            Kind::Text => Some(Value::Text(text.clone())),
            Kind::Number => match values::number(word) {
                Some(x) => self.in_range(entry, x, span, reading),
                None => bad(
                    "xml-bad-number",
                    &format!("needs a number, not {}", shown(word)),
                ),
            },
            Kind::Integer if entry.name == "id" => match values::id(word) {
                Some(id) if id > 0 => Some(Value::Ids(vec![(id, span)])),
                _ => bad(
                    "xml-bad-id",
                    &format!("is a whole number above 0, not {}", shown(word)),
                ),
            },
            Kind::Integer => match values::integer(word) {
                Some(n) => self.in_range(entry, n as f64, span, reading),
                None => bad(
                    "xml-bad-number",
                    &format!("needs a whole number, not {}", shown(word)),
                ),
            },
            Kind::Numbers => self.read_numbers(&what, text, reading),
            Kind::Id(_) | Kind::Ids(_) => self.read_ids(&what, entry, text, reading),
            Kind::Bool => match values::boolean(word) {
                Some(x) => Some(Value::Bool(x)),
                None => bad(
                    "xml-bad-value",
                    &format!("is TRUE or FALSE, not {}", shown(word)),
                ),
            },
            Kind::Word(list) => self.read_word(&what, list, text, reading),
            Kind::User => match values::user(text) {
                Ok(list) => Some(Value::Numbers(
                    list.into_iter().map(|x| (x, span)).collect(),
                )),
                Err(place) => {
                    let message = format!("{what} has the form USER(number, number, ...)");
                    self.error(reading, "xml-bad-number", place, message);
                    None
                }
            },
            Kind::Expression if word.is_empty() || word.eq_ignore_ascii_case("NULL") => {
                Some(Value::Expression(None))
            }
            Kind::Expression => {
                let read = reading.expression(&what, text.clone());
                self.sound &= read.is_some();
                read.map(|e| Value::Expression(Some(e)))
            }
        }
    }

    fn read_word(
        &mut self,
        what: &str,
        list: &'static [&'static str],
        text: &SpannedText,
        reading: &mut Reading,
    ) -> Option<Value> {
        let word = text.text.as_str();
        match list.iter().find(|w| w.eq_ignore_ascii_case(word)) {
            Some(w) => Some(Value::Word(w)),
            None => {
                let message = format!("{what} does not accept {}", shown(word));
                let d = Diagnostic::error("xml-bad-value", text.whole(), message);
                let d = d.suggest(word, list.iter().copied());
                let d = if d.help.is_none() {
                    d.help(format!("it is one of {}", list.join(", ")))
                } else {
                    d
                };
                self.sound = false;
                reading.push(d);
                None
            }
        }
    }

    fn read_numbers(
        &mut self,
        what: &str,
        text: &SpannedText,
        reading: &mut Reading,
    ) -> Option<Value> {
        let mut list = Vec::new();
        for (piece, place) in values::list(text) {
            let Some(x) = values::number(piece) else {
                let message = format!("{what} needs numbers, not {}", shown(piece));
                self.error(reading, "xml-bad-number", place, message);
                return None;
            };
            list.push((x, place));
        }
        Some(Value::Numbers(list))
    }

    fn read_ids(
        &mut self,
        what: &str,
        entry: &Attribute,
        text: &SpannedText,
        reading: &mut Reading,
    ) -> Option<Value> {
        let single = matches!(entry.kind, Kind::Id(_));
        let mut list = Vec::new();
        for (piece, place) in values::list(text) {
            let Some(id) = values::id(piece) else {
                let message = format!("{what} needs an id, not {}", shown(piece));
                self.error(reading, "xml-bad-id", place, message);
                return None;
            };
            list.push((id, place));
        }
        if list.is_empty() || (single && list.len() > 1) {
            let count = if single { "one id" } else { "ids" };
            let message = format!("{what} needs {count}, not {}", shown(&text.text));
            self.error(reading, "xml-bad-id", text.whole(), message);
            return None;
        }
        list.retain(|(id, _)| *id != 0);
        Some(Value::Ids(list))
    }

    fn in_range(
        &mut self,
        entry: &Attribute,
        x: f64,
        span: Span,
        reading: &mut Reading,
    ) -> Option<Value> {
        if entry.range.holds(x) {
            return Some(Value::Numbers(vec![(x, span)]));
        }
        let message = format!(
            "{}: {} is {x}, and has to be {}",
            self.who,
            entry.name,
            entry.range.words()
        );
        self.error(reading, "xml-out-of-range", span, message);
        None
    }

    /// What stands between the tags.
    fn content(&mut self, node: &Node, reading: &mut Reading) {
        let content = self.syntax.content;
        if let Some(child) = node.children.first()
            && content != Content::Anything
        {
            let message = format!("{} holds an element {}", self.who, child.name);
            let d = Diagnostic::error("xml-unexpected-child", child.span, message)
                .help("the elements of a model stand side by side; an end tag or a / before > may be missing")
                .related(node.span, "in this element");
            self.sound = false;
            reading.push(d);
        }
        match content {
            Content::Anything => {}
            Content::Nothing => {
                if let Some(start) = node.text.text.find(|c: char| !c.is_whitespace()) {
                    let message = format!("{} holds a text, which is not used", self.who);
                    let span = node.text.span(start, node.text.text.trim_end().len());
                    reading.push(Diagnostic::warning("xml-unexpected-text", span, message));
                }
            }
            Content::Numbers => {
                for (piece, place) in values::list(&node.text) {
                    let Some(x) = values::number(piece) else {
                        let message = format!("{} holds numbers, not {}", self.who, shown(piece));
                        self.error(reading, "xml-bad-number", place, message);
                        return;
                    };
                    self.numbers.push((x, place));
                }
            }
        }
    }

    fn error(&mut self, reading: &mut Reading, name: &'static str, span: Span, message: String) {
        self.sound = false;
        reading.push(Diagnostic::error(name, span, message));
    }

    /// The numbers of its attributes; `who` names it.
    pub fn places(&self, who: &str, text: &str, list: &mut Vec<Place>) {
        for (attribute, given) in self.syntax.all().zip(&self.given) {
            let path = format!("{who}.{}", attribute.name);
            let single = matches!(attribute.kind, Kind::Number | Kind::Integer);
            let place = match given.as_ref().map(|g| &g.value) {
                None if single && attribute.name != "id" => {
                    let around = [format!(" {}=\"", attribute.name), "\"".to_owned()];
                    Place::missing(path, self.span, around)
                }
                Some(Value::Numbers(numbers)) if single => Place::number(path, numbers[0].1, text),
                Some(Value::Numbers(numbers)) if attribute.kind == Kind::Numbers => {
                    list.extend(place::several(&path, numbers, false, text));
                    continue;
                }
                Some(Value::Expression(Some(e))) => {
                    list.extend(place::expression(&path, e, text));
                    continue;
                }
                _ => continue,
            };
            list.push(match attribute.kind {
                Kind::Integer => place.whole(),
                _ => place,
            });
        }
    }

    /// Label, name and place for an element of the model.
    pub fn tag(&self) -> Tag {
        Tag {
            statement: self.syntax.name,
            label: self.label,
            name: self.name.clone(),
            span: self.span,
            active: true,
        }
    }

    /// All that it gives, in some words.
    pub fn digest(&self) -> String {
        format!("{} {:?} {:?}", self.who, self.given, self.numbers)
    }

    /// Takes an attribute away.
    pub fn clear(&mut self, name: &str) {
        if let Some(k) = self.syntax.position(name) {
            self.given[k] = None;
        }
    }

    /// What `by`, a record of the same element, gives takes the place of what stands here.
    pub fn replace(&mut self, by: &Self) {
        for (own, other) in self.given.iter_mut().zip(&by.given) {
            if other.is_some() {
                own.clone_from(other);
            }
        }
        if !by.numbers.is_empty() {
            self.numbers.clone_from(&by.numbers);
        }
    }

    /// An attribute, if it was given.
    pub fn get(&self, name: &str) -> Option<&Given> {
        let position = self.syntax.position(name);
        debug_assert!(position.is_some(), "{} has no {name}", self.syntax.name);
        self.given.get(position?)?.as_ref()
    }

    /// Whether an attribute was given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The place of an attribute, or of the element if it is not given.
    pub fn place(&self, name: &str) -> Span {
        self.get(name).map_or(self.span, |g| g.span)
    }

    /// Numbers with their places; empty if not given.
    pub fn list(&self, name: &str) -> &[(f64, Span)] {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Numbers(list)) => list,
            _ => &[],
        }
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.list(name).first().map(|(x, _)| *x)
    }

    /// One number for each name, 0 where it is not given.
    pub fn numbers_of<const N: usize>(&self, names: [&str; N]) -> [f64; N] {
        names.map(|n| self.number(n).unwrap_or(0.0))
    }

    /// Ids with their places, without 0; empty if not given.
    pub fn ids(&self, name: &str) -> &[(u32, Span)] {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Ids(list)) => list,
            _ => &[],
        }
    }

    /// An id with its place; none if it is 0.
    pub fn id(&self, name: &str) -> Option<(u32, Span)> {
        self.ids(name).first().copied()
    }

    /// TRUE or FALSE.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)?.value {
            Value::Bool(x) => Some(x),
            _ => None,
        }
    }

    /// A word in the spelling of the table.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)?.value {
            Value::Word(w) => Some(w),
            _ => None,
        }
    }

    /// A text; empty if not given.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name).map(|g| &g.value) {
            Some(Value::Text(t)) => &t.text,
            _ => "",
        }
    }

    /// An expression; none if it is not given, empty or NULL.
    pub fn expression(&self, name: &str) -> Option<&Expression> {
        match &self.get(name)?.value {
            Value::Expression(e) => e.as_ref(),
            _ => None,
        }
    }

    /// All expressions with the names of their attributes.
    pub fn expressions(&self) -> impl Iterator<Item = (&'static str, &Expression)> {
        let given = self.syntax.all().zip(&self.given);
        given.filter_map(|(a, given)| match &given.as_ref()?.value {
            Value::Expression(e) => Some((a.name, e.as_ref()?)),
            _ => None,
        })
    }

    /// All attributes that name other elements: which names those have, and the ids.
    pub fn references(&self) -> impl Iterator<Item = (&'static [&'static str], &[(u32, Span)])> {
        self.syntax.all().zip(&self.given).filter_map(|(a, given)| {
            match (a.kind, &given.as_ref()?.value) {
                (Kind::Id(of) | Kind::Ids(of), Value::Ids(list)) if !of.is_empty() => {
                    Some((of, list.as_slice()))
                }
                _ => None,
            }
        })
    }
}

/// A value for a message: quoted and not too long.
pub fn shown(text: &str) -> String {
    const MOST: usize = 30;
    let mut short: String = text.chars().take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    format!("{short:?}")
}
