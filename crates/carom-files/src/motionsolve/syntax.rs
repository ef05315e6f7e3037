//! How elements are written: names, attributes, ranges.

pub use crate::common::range::Range;
use crate::common::slot::Slot;

/// What an attribute holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Number,
    /// Numbers with blanks or commas between them.
    Numbers,
    /// A whole number.
    Integer,
    /// TRUE or FALSE, YES or NO.
    Bool,
    /// A word of a list.
    Word(&'static [&'static str]),
    /// The id of an element of one of these names; 0 is none.
    Id(&'static [&'static str]),
    /// Such ids with blanks or commas between them.
    Ids(&'static [&'static str]),
    /// A function expression; empty or NULL is none.
    Expression,
    /// `USER(p1, p2, ...)`.
    User,
    /// Any text.
    Text,
}

/// One attribute of an element; its names in lower case.
pub type Attribute = Slot<Kind>;

/// A number.
pub const fn number(name: &'static str) -> Attribute {
    Attribute::new(name, Kind::Number)
}

/// Numbers.
pub const fn numbers(name: &'static str) -> Attribute {
    Attribute::new(name, Kind::Numbers)
}

/// A whole number.
pub const fn integer(name: &'static str) -> Attribute {
    Attribute::new(name, Kind::Integer)
}

/// TRUE or FALSE.
pub const fn boolean(name: &'static str) -> Attribute {
    Attribute::new(name, Kind::Bool)
}

/// A word of a list.
pub const fn word(name: &'static str, choices: &'static [&'static str]) -> Attribute {
    Attribute::new(name, Kind::Word(choices))
}

/// The id of a marker.
pub const fn marker(name: &'static str) -> Attribute {
    Attribute::new(name, Kind::Id(&["Reference_Marker"]))
}

/// The id of an element; no names if the element looks it up by itself.
pub const fn id(name: &'static str, of: &'static [&'static str]) -> Attribute {
    Attribute::new(name, Kind::Id(of))
}

/// Ids of elements.
pub const fn ids(name: &'static str, of: &'static [&'static str]) -> Attribute {
    Attribute::new(name, Kind::Ids(of))
}

/// A function expression.
pub const fn expression(name: &'static str) -> Attribute {
    Attribute::new(name, Kind::Expression)
}

/// Any text.
pub const fn text(name: &'static str) -> Attribute {
    Attribute::new(name, Kind::Text)
}

/// What every element with an id has.
pub const LABELLED: &[Attribute] = &[
    Attribute::new("id", Kind::Integer).required(),
    text("label"),
    text("full_label"),
];

const SCRIPT: &str = "Python, where user-written code is called; MATLAB is not run";
/// Where user-written code is called.
pub const CALLED: &str = "called in forces, contacts, variables, differential and state equations, motions, requests and sensors, with --allow-user-code";

/// How an element names user-written code.
pub const USERSUB: &[Attribute] = &[
    Attribute::new("usrsub_param_string", Kind::User)
        .alias(&["usrsub_param_name"])
        .partial(CALLED),
    text("usrsub_dll_name").partial(CALLED),
    text("usrsub_fnc_name").partial(CALLED),
    text("script_name").partial(SCRIPT),
    word("interpreter", &["PYTHON", "MATLAB"]).partial(SCRIPT),
];

/// The attribute `type` of elements with an expression.
pub const FUNCTION_TYPE: &[Attribute] = &[word("type", &["EXPRESSION", "USERSUB"])];

/// The section of a model in which an element may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Only in Model.
    Model,
    /// Only in Command.
    Command,
    /// In both; in Command it changes what is in Model.
    Both,
}

/// What an element may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Nothing,
    /// Numbers with blanks, commas or line ends between them.
    Numbers,
    /// Something that is not looked at.
    Anything,
}

/// How an element is written.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// Its name.
    pub name: &'static str,
    /// Where it may stand.
    pub section: Section,
    /// Its attributes, in groups.
    pub attributes: &'static [&'static [Attribute]],
    /// What stands between its tags.
    pub content: Content,
    /// Whether a model moves differently without it.
    pub changes_motion: bool,
    /// Whether something becomes of it: what it holds is looked at closely.
    pub used: bool,
}

impl Syntax {
    /// Whether it has an id.
    pub fn has_id(&self) -> bool {
        self.all().any(|a| a.name == "id")
    }

    /// All attributes.
    pub fn all(&self) -> impl Iterator<Item = &'static Attribute> + use<> {
        self.attributes.iter().flat_map(|group| group.iter())
    }

    /// The position of an attribute.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.all().position(|a| a.name == name)
    }
}

/// The kind of an attribute in words, with its range.
pub fn kind_words(a: &Attribute) -> String {
    let range = match a.range {
        Range::Any => String::new(),
        r => format!(", {}", r.words()),
    };
    match a.kind {
        Kind::Number => format!("number{range}"),
        Kind::Numbers => format!("numbers{range}"),
        Kind::Integer => format!("whole number{range}"),
        Kind::Bool => "TRUE or FALSE".into(),
        Kind::Word(list) => list.join(" or "),
        Kind::Id([]) => "id".into(),
        Kind::Id(of) => format!("id of {}", of.join(" or ")),
        Kind::Ids([]) => "ids".into(),
        Kind::Ids(of) => format!("ids of {}", of.join(" or ")),
        Kind::Expression => "expression".into(),
        Kind::User => "USER(...)".into(),
        Kind::Text => "text".into(),
    }
}
