//! The nodes of a file: read once into flat arrays, then asked by the names of their fields.
//!
//! ```text
//! stream = T, version, key, [largest type], user fields, node…, 1 0
//! node   = type, [description of the type], [length], index, fields
//! ```
//!
//! Each value is one `f64`: whole numbers of the format have 32 bits, characters and logicals are their codes, and what is unset
//! is no number. A pointer is the index of another node; 0, and an index that no node has, are null.

use super::error::{Fault, XtError, fault};
use super::lexer::Lexer;
use super::schema::{self, Field, Layout};
use std::collections::HashMap;

/// Files with more nodes are refused: 47 000 nodes are 43 bodies.
const MOST_NODES: usize = 20_000_000;

#[derive(Clone, Copy)]
struct Record {
    layout: u32,
    start: usize,
    length: u32,
    byte: usize,
}

/// All nodes of a file.
pub(super) struct Nodes {
    layouts: Vec<Layout>,
    values: Vec<f64>,
    table: HashMap<u32, Record>,
    /// Indices in the order of the file.
    order: Vec<u32>,
}

/// A node.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    nodes: &'a Nodes,
    record: Record,
    pub index: u32,
}

impl Nodes {
    /// Reads all nodes.
    pub fn read(file: &[u8]) -> Result<Self, XtError> {
        let mut lexer = Lexer::new(file)?;
        let lexer = &mut lexer;
        lexer.char()?;
        lexer.string()?;
        let byte = lexer.byte();
        let key = lexer.string()?.to_owned();
        let embedded = schema::embedded(&key, byte)?;
        if embedded {
            lexer.count()?;
        }
        let byte = lexer.byte();
        let user = lexer.count()?;
        if user != 0 {
            let message = format!("{user} user fields in each node are not supported");
            return fault(Fault::Unsupported, byte, message);
        }
        let mut nodes = Self {
            layouts: Vec::new(),
            values: Vec::new(),
            table: HashMap::new(),
            order: Vec::new(),
        };
        let mut known: HashMap<u32, u32> = HashMap::new();
        loop {
            let byte = lexer.byte();
            let number = lexer.count()?;
            if number == 1 {
                return match lexer.count() {
                    Ok(0) => Ok(nodes),
                    // the blank after the last number may have been cut
                    Err(e)
                        if e.kind == Fault::Truncated && file.trim_ascii_end().ends_with(b" 0") =>
                    {
                        Ok(nodes)
                    }
                    Err(e) => Err(e),
                    Ok(_) => fault(Fault::Syntax, byte, "the end of the nodes is `1 0`"),
                };
            }
            let layout = match known.get(&number) {
                Some(&layout) => layout,
                None => {
                    let layout = match (embedded, schema::base(number)) {
                        (true, _) => schema::described(number, lexer)?,
                        (false, Some(base)) => base,
                        (false, None) => {
                            let message =
                                format!("node type {number} is not known in schema 13006");
                            return fault(Fault::Schema, byte, message);
                        }
                    };
                    nodes.layouts.push(layout);
                    let layout = nodes.layouts.len() as u32 - 1;
                    known.insert(number, layout);
                    layout
                }
            };
            nodes.node(layout, byte, lexer)?;
        }
    }

    fn node(&mut self, layout: u32, byte: usize, lexer: &mut Lexer) -> Result<(), XtError> {
        let of = &self.layouts[layout as usize];
        let start = self.values.len();
        let length = if of.is_variable() { lexer.count()? } else { 0 };
        let index = lexer.count()?;
        let named = |e: XtError| XtError {
            node: Some(name(index, of)),
            ..e
        };
        for field in &of.fields {
            let count = match field.count {
                0 => 1,
                1 => length as usize,
                n => n,
            };
            take(lexer, field, count, &mut self.values).map_err(named)?;
        }
        let record = Record {
            layout,
            start,
            length,
            byte,
        };
        if index == 0 || self.table.insert(index, record).is_some() {
            return fault(
                Fault::Syntax,
                byte,
                format!("the node index {index} is used twice or is 0"),
            )
            .map_err(named);
        }
        if self.order.len() == MOST_NODES {
            return fault(
                Fault::Limit,
                byte,
                format!("the file has more than {MOST_NODES} nodes"),
            );
        }
        self.order.push(index);
        Ok(())
    }

    /// A node by its index.
    pub fn get(&self, index: u32) -> Option<Node<'_>> {
        let record = *self.table.get(&index)?;
        Some(Node {
            nodes: self,
            record,
            index,
        })
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.order.len()
    }
}

fn name(index: u32, layout: &Layout) -> String {
    format!("node {index} ({})", layout.name.escape_default())
}

/// Reads the values of a field.
fn take(
    lexer: &mut Lexer,
    field: &Field,
    count: usize,
    values: &mut Vec<f64>,
) -> Result<(), XtError> {
    if field.kind == b'c' && field.count != 0 {
        // two characters may stand for nine
        lexer.bounded(count / 5, "characters")?;
        return lexer.escaped(count, |c| values.push(f64::from(c)));
    }
    lexer.bounded(count, "values")?;
    for _ in 0..count {
        if field.kind != b'c' && lexer.unset() {
            values.extend(std::iter::repeat_n(f64::NAN, field.width()));
            continue;
        }
        match field.kind {
            b'c' => values.push(f64::from(lexer.char()?)),
            b'l' => values.push(f64::from(u8::from(lexer.logical()?))),
            b'p' => values.push(f64::from(lexer.count()?)),
            b'f' | b'i' | b'v' | b'b' | b'h' => {
                for _ in 0..field.width() {
                    values.push(lexer.real()?);
                }
            }
            _ => values.push(f64::from(lexer.integer()?)),
        }
    }
    Ok(())
}

impl<'a> Node<'a> {
    fn layout(&self) -> &'a Layout {
        &self.nodes.layouts[self.record.layout as usize]
    }

    /// Number of its type.
    pub fn kind(&self) -> u32 {
        self.layout().number
    }

    /// Name of its type.
    pub fn type_name(&self) -> &'a str {
        &self.layout().name
    }

    /// An error of this node.
    pub fn wrong<T>(&self, kind: Fault, message: impl Into<String>) -> Result<T, XtError> {
        Err(XtError {
            kind,
            byte: self.record.byte,
            node: Some(name(self.index, self.layout())),
            message: message.into(),
        })
    }

    /// The values of a field; what is unset is no number.
    pub fn values(&self, name: &str) -> Result<&'a [f64], XtError> {
        let mut at = self.record.start;
        for field in &self.layout().fields {
            let count = match field.count {
                0 => 1,
                1 => self.record.length as usize,
                n => n,
            };
            let end = at + count * field.width();
            if field.name == name {
                return Ok(&self.nodes.values[at..end]);
            }
            at = end;
        }
        self.wrong(Fault::Schema, format!("it has no field {name}"))
    }

    fn one(&self, name: &str) -> Result<f64, XtError> {
        match self.values(name)?.first() {
            Some(&x) => Ok(x),
            None => self.wrong(Fault::Schema, format!("the field {name} is empty")),
        }
    }

    /// A real; none if it is unset.
    pub fn maybe(&self, name: &str) -> Result<Option<f64>, XtError> {
        let x = self.one(name)?;
        Ok((!x.is_nan()).then_some(x))
    }

    /// A number that must be set.
    pub fn number(&self, name: &str) -> Result<f64, XtError> {
        match self.maybe(name)? {
            Some(x) => Ok(x),
            None => self.wrong(Fault::Geometry, format!("{name} is unset")),
        }
    }

    /// A whole number that must be set.
    pub fn integer(&self, name: &str) -> Result<i64, XtError> {
        Ok(self.number(name)? as i64)
    }

    /// A logical; unset is false.
    pub fn is(&self, name: &str) -> Result<bool, XtError> {
        Ok(self.one(name)? == 1.0)
    }

    /// A character.
    pub fn char(&self, name: &str) -> Result<u8, XtError> {
        Ok(self.number(name)? as u8)
    }

    /// +1 or −1 for the characters + and −.
    pub fn sense(&self) -> Result<bool, XtError> {
        match self.char("sense")? {
            b'+' => Ok(true),
            b'-' => Ok(false),
            other => self.wrong(
                Fault::Geometry,
                format!(
                    "the sense is `{}`, neither + nor -",
                    char::from(other).escape_default()
                ),
            ),
        }
    }

    /// A vector that must be set.
    pub fn vector(&self, name: &str) -> Result<[f64; 3], XtError> {
        match *self.values(name)? {
            [x, y, z] if !(x.is_nan() || y.is_nan() || z.is_nan()) => Ok([x, y, z]),
            _ => self.wrong(Fault::Geometry, format!("{name} is unset")),
        }
    }

    /// The node that a field points to; none for null.
    pub fn to(&self, name: &str) -> Result<Option<Node<'a>>, XtError> {
        Ok(self.nodes.get(self.number(name)? as u32))
    }

    /// The node that a field points to, which must be of one of these types.
    pub fn needs(&self, name: &str, types: &[u32]) -> Result<Node<'a>, XtError> {
        match self.to(name)? {
            Some(node) => self.typed(node, name, types),
            None => self.wrong(Fault::Reference, format!("{name} leads to no node")),
        }
    }

    /// The same, or none for null.
    pub fn maybe_to(&self, name: &str, types: &[u32]) -> Result<Option<Node<'a>>, XtError> {
        self.to(name)?
            .map(|node| self.typed(node, name, types))
            .transpose()
    }

    fn typed(&self, node: Node<'a>, name: &str, types: &[u32]) -> Result<Node<'a>, XtError> {
        match types.contains(&node.kind()) {
            true => Ok(node),
            false => self.wrong(
                Fault::Reference,
                format!(
                    "{name} leads to node {}, which is of the type {}",
                    node.index,
                    node.type_name().escape_default()
                ),
            ),
        }
    }

    /// The nodes of a field of pointers, without nulls.
    pub fn all(&self, name: &str) -> Result<Vec<Node<'a>>, XtError> {
        let values = self.values(name)?;
        Ok(values
            .iter()
            .filter_map(|&x| self.nodes.get(x as u32))
            .collect())
    }

    /// The chain of nodes that begins in the field `first` and goes on by `next`.
    pub fn chain(&self, first: &str, next: &str, types: &[u32]) -> Result<Vec<Node<'a>>, XtError> {
        let mut found = Vec::new();
        let mut at = self.maybe_to(first, types)?;
        while let Some(node) = at {
            found.push(node);
            if found.len() > self.nodes.len() {
                return self.wrong(
                    Fault::Reference,
                    format!("the chain of {first} runs in a circle"),
                );
            }
            at = node.maybe_to(next, types)?;
        }
        Ok(found)
    }

    /// Characters, of bytes or of UTF-16 units.
    pub fn text(&self, name: &str) -> Result<String, XtError> {
        let values = self.values(name)?;
        let wide = self
            .layout()
            .fields
            .iter()
            .any(|f| f.name == name && f.kind == b'w');
        Ok(match wide {
            true => String::from_utf16_lossy(&values.iter().map(|x| *x as u16).collect::<Vec<_>>()),
            false => String::from_utf8_lossy(&values.iter().map(|x| *x as u8).collect::<Vec<_>>())
                .into_owned(),
        })
    }
}
