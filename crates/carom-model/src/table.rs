//! Tables of elements with typed indices; labels are the ids that a deck uses.

use carom_base::Span;
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// Index of an element in its [`Table`]. Not the label that the deck uses.
pub struct Id<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The position in the table.
    pub fn index(self) -> usize {
        self.index as usize
    }
    pub(crate) fn new(index: usize) -> Self {
        Self {
            index: index as u32,
            kind: PhantomData,
        }
    }
}
impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}
impl<T> Eq for Id<T> {}
impl<T> std::hash::Hash for Id<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// What every element has: its label, its name, its statement and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// Statement or element name as the language spells it: `SFORCE`, `Force_Contact`.
    pub statement: &'static str,
    /// The id in the deck.
    pub label: u32,
    /// The name in the deck (`adams_view_name`, `label`), empty if none.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it works. An element that rests is as if it were not there, but keeps its place in the results.
    pub active: bool,
}

impl Tag {
    /// A tag without name and place.
    pub fn new(statement: &'static str, label: u32) -> Self {
        Self {
            statement,
            label,
            name: String::new(),
            span: Span::NONE,
            active: true,
        }
    }
}

impl fmt::Display for Tag {
    /// `SFORCE/3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.statement, self.label)
    }
}

/// Anything with a [`Tag`].
pub trait Element {
    /// Its tag.
    fn tag(&self) -> &Tag;
    /// Its tag, to be changed.
    fn tag_mut(&mut self) -> &mut Tag;
}

/// Implements [`Element`] for structs with a field `tag`.
macro_rules! tagged {
    ($($t:ty),+) => {$(
        impl $crate::table::Element for $t {
            fn tag(&self) -> &$crate::table::Tag {
                &self.tag
            }
            fn tag_mut(&mut self) -> &mut $crate::table::Tag {
                &mut self.tag
            }
        }
    )+};
}
pub(crate) use tagged;

/// Elements of one kind in the order of the deck, found by label.
#[derive(Clone, Debug)]
pub struct Table<T> {
    items: Vec<T>,
    by_label: HashMap<u32, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            by_label: HashMap::new(),
        }
    }
}

impl<T: Element> Table<T> {
    /// Adds an element. If its label is taken, the table stays as it is and the first owner's index comes back as the error.
    pub fn insert(&mut self, item: T) -> Result<Id<T>, Id<T>> {
        let label = item.tag().label;
        if let Some(&first) = self.by_label.get(&label) {
            return Err(Id::new(first as usize));
        }
        let id = Id::new(self.items.len());
        self.by_label.insert(label, id.index);
        self.items.push(item);
        Ok(id)
    }

    /// Adds an element that yields its label: it is found by it only if no other element has it already.
    /// For point masses, which share a table with the rigid parts and have labels of their own.
    pub fn insert_aside(&mut self, item: T) -> Id<T> {
        let id = Id::new(self.items.len());
        self.by_label.entry(item.tag().label).or_insert(id.index);
        self.items.push(item);
        id
    }

    /// The element with a label.
    pub fn find(&self, label: u32) -> Option<Id<T>> {
        self.by_label.get(&label).map(|&i| Id::new(i as usize))
    }

    /// All labels, in the order of the deck.
    pub fn labels(&self) -> impl Iterator<Item = u32> + '_ {
        self.items.iter().map(|i| i.tag().label)
    }
}

impl<T> Table<T> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The elements in the order of the deck, to be changed. Labels stay as they are.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// The elements in the order of the deck.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// The indices in the order of the deck.
    pub fn ids(&self) -> impl Iterator<Item = Id<T>> + use<T> {
        (0..self.items.len()).map(Id::new)
    }
}

impl<T> Index<Id<T>> for Table<T> {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}
impl<T> IndexMut<Id<T>> for Table<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        &mut self.items[id.index()]
    }
}
impl<'a, T> IntoIterator for &'a Table<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}
