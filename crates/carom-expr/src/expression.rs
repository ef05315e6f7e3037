//! Expressions as written.

pub use crate::literals::Literal;
pub use crate::tables::{NoTables, Tables, Uses};

use crate::functions;
use crate::literals;
use crate::spline::{Beyond, CurveTable, SplineTable};
use crate::syntax::{Kind, NodeId, Tree, UnaryOp, parse, vectors};
use crate::tape::Builder;
use carom_base::{Diagnostics, Dialect, Span, SpannedText};
use std::fmt;
use std::sync::Arc;

/// An expression as written: its text, with its place, and its syntax tree. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Expression {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    text: SpannedText,
    tree: Tree,
    dialect: Dialect,
    /// The components of vectors were written out: the text is not that of the source.
    derived: bool,
    /// The numbers in `USER(...)`, if that is all.
    user: Option<Vec<f64>>,
}

/// Everything that is asked for exists, to look for inputs before the tables are there.
struct AllTables;

impl Tables for AllTables {
    fn spline(&self, _: u32) -> Option<Arc<SplineTable>> {
        // 1 everywhere: in range for whatever takes the value of a spline.
        Some(Arc::new(SplineTable {
            x: vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
            curves: vec![(0.0, vec![1.0; 6])],
            beyond: Beyond::Parabola,
        }))
    }
    fn curve(&self, _: u32) -> Option<Result<Arc<CurveTable>, String>> {
        Some(Ok(Arc::new(CurveTable {
            x: vec![-1.0, 1.0],
            pieces: std::array::from_fn(|_| vec![[1.0, 0.0, 0.0, 0.0]]),
            corners: false,
        })))
    }
    fn is_named(&self, _: &str) -> bool {
        false
    }
}

impl Expression {
    /// Reads an expression. Problems go to `diagnostics`; `None` if there is no usable tree.
    ///
    /// In a dataset (Adams) a line break followed by a comma is the mark of a continuation line, not a separator;
    /// the text may contain it or not. Names and functions are looked up later, by [`crate::Tape::compile`].
    pub fn parse(
        text: SpannedText,
        dialect: Dialect,
        diagnostics: &mut Diagnostics,
    ) -> Option<Expression> {
        let tree = parse(&text, dialect, diagnostics)?;
        if dialect == Dialect::Adams && vectors::has_vectors(&tree) {
            let number = vectors::number(&tree, &text, diagnostics)?;
            return Self::derived(&number, &text, diagnostics);
        }
        Some(Self::new(text, tree, dialect))
    }

    /// Reads an expression whose value is a vector: its three components. Vectors are part of the Adams language only.
    pub fn parse_vector(
        text: &SpannedText,
        diagnostics: &mut Diagnostics,
    ) -> Option<[Expression; 3]> {
        let tree = parse(text, Dialect::Adams, diagnostics)?;
        let components = vectors::components(&tree, text, diagnostics)?;
        let [x, y, z] = components.map(|c| Self::derived(&c, text, diagnostics));
        Some([x?, y?, z?])
    }

    fn new(text: SpannedText, tree: Tree, dialect: Dialect) -> Self {
        let user = user_arguments(&text, &tree, dialect);
        Self {
            inner: Arc::new(Inner {
                text,
                tree,
                dialect,
                derived: false,
                user,
            }),
        }
    }

    /// An expression without vectors that stands for one with them: its text is written anew, and its places are
    /// those of the whole source.
    fn derived(tree: &Tree, source: &SpannedText, diagnostics: &mut Diagnostics) -> Option<Self> {
        let dialect = Dialect::Adams;
        let mut text = SpannedText::default();
        for piece in tree.to_string().split_inclusive([',', '(', ' ']) {
            text.push(piece, source.whole());
        }
        // It may be too deep once it is written out.
        let tree = parse(&text, dialect, diagnostics)?;
        Some(Self {
            inner: Arc::new(Inner {
                text,
                tree,
                dialect,
                derived: true,
                user: None,
            }),
        })
    }

    /// The number `x` as an expression.
    pub fn constant(x: f64) -> Expression {
        let tree = Tree::number(x);
        let text = SpannedText::bare(tree.to_string());
        // Read from its text, each part of the tree has its place there.
        match parse(&text, Dialect::Adams, &mut Diagnostics::default()) {
            Some(read) => Self::new(text, read, Dialect::Adams),
            None => Self::new(text, tree, Dialect::Adams),
        }
    }
    /// The text as written, continuation lines joined.
    pub fn text(&self) -> &str {
        &self.inner.text.text
    }
    /// Where it stands.
    pub fn span(&self) -> Span {
        self.inner.text.whole()
    }
    /// The language it is written in.
    pub fn dialect(&self) -> Dialect {
        self.inner.dialect
    }
    /// The number, if the expression is nothing but a number, possibly with a sign.
    pub fn number(&self) -> Option<f64> {
        literal(&self.inner.tree)
    }
    /// The arguments r1, r2, ... if the whole expression is `USER(r1, r2, ...)` and all of them are constants.
    /// USER in any other place is refused when the expression is compiled.
    pub fn as_user(&self) -> Option<&[f64]> {
        self.inner.user.as_deref()
    }
    /// Sign (±1), name (upper case) and arguments if the whole expression is one call of a function, with or without signs before it.
    pub fn as_call(&self) -> Option<(f64, &str, Vec<Expression>)> {
        let tree = &self.inner.tree;
        let (mut sign, mut node) = (1.0, tree.root());
        while let Kind::Unary(op, operand) = tree.kind(node) {
            if *op == UnaryOp::Minus {
                sign = -sign;
            }
            node = *operand;
        }
        let Kind::Call {
            name, arguments, ..
        } = tree.kind(node)
        else {
            return None;
        };
        let given = arguments
            .iter()
            .filter(|a| *tree.kind(**a) != Kind::Missing);
        let arguments = given
            .map(|&a| Self::new(self.inner.text.clone(), tree.subtree(a), self.inner.dialect))
            .collect();
        Some((sign, name, arguments))
    }
    /// Its numbers: those that are arguments of functions by name, then all by number, in the order of the text.
    pub fn literals(&self) -> Vec<Literal> {
        // Those of vectors have no place of their own in the source.
        if self.inner.derived {
            return Vec::new();
        }
        literals::of(&self.inner.text, &self.inner.tree, self.inner.dialect)
    }
    /// What it asks of the model. Parts that cannot be compiled are passed over.
    pub fn uses(&self) -> Uses {
        self.examine(&mut Diagnostics::default())
    }

    /// What it asks of the model, and what is wrong with it whatever the model has: unknown functions, wrong arguments,
    /// functions that are not supported.
    pub fn examine(&self, diagnostics: &mut Diagnostics) -> Uses {
        let inner = &*self.inner;
        let new = Builder::new(
            &inner.text,
            &inner.tree,
            inner.dialect,
            &AllTables,
            functions::value,
            diagnostics,
        );
        let mut b = new.blind();
        let _ = b.value(inner.tree.root());
        b.into_uses()
    }

    /// What one part of it asks of the model.
    pub(crate) fn uses_of(&self, part: NodeId) -> Uses {
        let (inner, mut aside) = (&*self.inner, Diagnostics::default());
        let new = Builder::new(
            &inner.text,
            &inner.tree,
            inner.dialect,
            &AllTables,
            functions::value,
            &mut aside,
        );
        let mut b = new.blind();
        let _ = b.value(part);
        b.into_uses()
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.inner.tree
    }
    pub(crate) fn source(&self) -> &SpannedText {
        &self.inner.text
    }
}

/// The same text in the same language, wherever it stands.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text() && self.dialect() == other.dialect()
    }
}

/// The canonical form: upper case, no needless parentheses, shortest numbers. Read again it is the same expression.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.tree.fmt(f)
    }
}

fn literal(tree: &Tree) -> Option<f64> {
    let mut sign = 1.0;
    let mut id = tree.root();
    loop {
        match tree.kind(id) {
            Kind::Number { value, .. } => return Some(sign * value),
            Kind::Unary(op, a) => {
                if *op == UnaryOp::Minus {
                    sign = -sign;
                }
                id = *a;
            }
            _ => return None,
        }
    }
}

fn user_arguments(text: &SpannedText, tree: &Tree, dialect: Dialect) -> Option<Vec<f64>> {
    let Kind::Call {
        name, arguments, ..
    } = tree.kind(tree.root())
    else {
        return None;
    };
    if &**name != "USER" {
        return None;
    }
    let mut ignored = Diagnostics::default();
    let mut b = Builder::new(
        text,
        tree,
        dialect,
        &NoTables,
        functions::value,
        &mut ignored,
    );
    arguments
        .iter()
        .filter(|a| *tree.kind(**a) != Kind::Missing)
        .map(|&a| {
            let v = b.value(a)?;
            b.known(v)
        })
        .collect()
}
