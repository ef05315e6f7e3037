//! Vectors of the C++ dialect of Adams: each expression that uses them becomes one of numbers, or three.
//!
//! ```text
//! [a, b, c]   v + v   v − v   −v   s·v   v·s   v/s      vectors
//! v*v   MAG(v)                                          numbers
//! v%v   DXYZ ...   UV(v)   UVX ...   TRANS(v, i, j)     vectors
//! ```
//!
//! The components are written with the scalar functions of the same measures (`DXYZ(i,j,k)` is `DX`, `DY`, `DZ` of
//! the same markers), the axes of a marker with its Euler parameters. So derivatives, units and guards of vector
//! expressions are those of numbers, and every reader and writer sees numbers only.
//!
//! Source: Adams Solver (C++) help, operators and vector functions.

use super::excerpt::excerpt;
use super::parser::LONGEST;
use super::tree::{BinaryOp, CROSS, Kind, LIST, NodeId, Place, Tree, UnaryOp};
use carom_base::{Diagnostic, Diagnostics, SpannedText};

/// Measures with components: name, those of the components, that of the magnitude and the arguments that it takes.
const MEASURES: &[(&str, [&str; 3], &str, &[usize])] = &[
    ("DXYZ", ["DX", "DY", "DZ"], "DM", &[0, 1]),
    ("VXYZ", ["VX", "VY", "VZ"], "VM", &[0, 1, 3]),
    ("WXYZ", ["WX", "WY", "WZ"], "WM", &[0, 1]),
    ("ACCXYZ", ["ACCX", "ACCY", "ACCZ"], "ACCM", &[0, 1, 3]),
    ("WDTXYZ", ["WDTX", "WDTY", "WDTZ"], "WDTM", &[0, 1, 3]),
    ("FXYZ", ["FX", "FY", "FZ"], "FM", &[0, 1]),
    ("TXYZ", ["TX", "TY", "TZ"], "TM", &[0, 1]),
];

/// Fewest and most arguments, and how many of the first are vectors.
fn arity(name: &str) -> Option<(usize, usize, usize)> {
    Some(match name {
        LIST => (3, 3, 0),
        CROSS => (2, 2, 2),
        "DXYZ" | "WXYZ" | "FXYZ" | "TXYZ" => (1, 3, 0),
        "VXYZ" | "ACCXYZ" | "WDTXYZ" => (1, 4, 0),
        "UVX" | "UVY" | "UVZ" => (1, 2, 0),
        "UV" | "MAG" => (1, 1, 1),
        "TRANS" => (2, 3, 1),
        _ => return None,
    })
}

/// Whether a function takes or gives vectors.
pub fn is_of_vectors(name: &str) -> bool {
    arity(name).is_some()
}

/// Whether an expression uses vectors.
pub fn has_vectors(tree: &Tree) -> bool {
    (0..tree.len()).any(|k| match tree.kind(NodeId(k as u32)) {
        Kind::Call { name, .. } => arity(name).is_some(),
        _ => false,
    })
}

/// The number that an expression with vectors is, as an expression without.
pub fn number(tree: &Tree, text: &SpannedText, found: &mut Diagnostics) -> Option<Tree> {
    let mut e = Expansion::new(tree, text, found)?;
    e.wanted(tree.root(), false)?;
    e.scalar(tree.root())?;
    Some(e.out)
}

/// The three components of a vector as expressions without vectors.
pub fn components(tree: &Tree, text: &SpannedText, found: &mut Diagnostics) -> Option<[Tree; 3]> {
    let mut e = Expansion::new(tree, text, found)?;
    e.wanted(tree.root(), true)?;
    let nodes = e.vector(tree.root())?;
    Some(nodes.map(|node| e.out.subtree(node)))
}

type Vector = [NodeId; 3];

struct Expansion<'a, 'd> {
    tree: &'a Tree,
    text: &'a SpannedText,
    found: &'d mut Diagnostics,
    /// Which nodes are vectors.
    vectors: Vec<bool>,
    out: Tree,
}

impl<'a, 'd> Expansion<'a, 'd> {
    /// With the shapes of all nodes; `None` after a message where they do not fit.
    fn new(tree: &'a Tree, text: &'a SpannedText, found: &'d mut Diagnostics) -> Option<Self> {
        let mut e = Self {
            tree,
            text,
            found,
            vectors: Vec::with_capacity(tree.len()),
            out: Tree::default(),
        };
        // Children stand before their parents.
        for k in 0..tree.len() {
            let shape = e.shape(NodeId(k as u32))?;
            e.vectors.push(shape);
        }
        Some(e)
    }

    fn is_vector(&self, id: NodeId) -> bool {
        self.vectors[id.0 as usize]
    }

    fn fail<T>(&mut self, place: Place, message: &str) -> Option<T> {
        let span = self.text.span(place.start as usize, place.end as usize);
        self.found
            .push(Diagnostic::error("expr-vector", span, message));
        None
    }

    fn wanted(&mut self, id: NodeId, vector: bool) -> Option<()> {
        match (self.is_vector(id), vector) {
            (false, true) => self.fail(
                self.tree.place(id),
                "this is a number, and a vector is wanted here",
            ),
            (true, false) => self.fail(
                self.tree.place(id),
                "this is a vector, and a number is wanted here",
            ),
            _ => Some(()),
        }
    }

    /// Whether a node is a vector, from those below it.
    fn shape(&mut self, id: NodeId) -> Option<bool> {
        match self.tree.kind(id) {
            Kind::Number { .. } | Kind::Name(_) | Kind::Missing => Some(false),
            Kind::Unary(_, a) => Some(self.is_vector(*a)),
            Kind::Binary(op, a, b) => self.shape_of_two(id, *op, *a, *b),
            Kind::Call {
                name, arguments, ..
            } => {
                let Some((fewest, most, vectors)) = arity(name) else {
                    for a in arguments {
                        self.wanted(*a, false)?;
                    }
                    return Some(false);
                };
                let count = arguments.len();
                if count < fewest || count > most {
                    let message = match &**name {
                        LIST => format!("a vector has three components, not {count}"),
                        _ if fewest == most => {
                            format!("{} takes {most} argument, not {count}", excerpt(name))
                        }
                        _ => format!(
                            "{} takes {fewest} to {most} arguments, not {count}",
                            excerpt(name)
                        ),
                    };
                    return self.fail(self.tree.place(id), &message);
                }
                for (k, a) in arguments.iter().enumerate() {
                    self.wanted(*a, k < vectors)?;
                }
                Some(&**name != "MAG")
            }
        }
    }

    fn shape_of_two(&mut self, id: NodeId, op: BinaryOp, a: NodeId, b: NodeId) -> Option<bool> {
        let place = self.tree.place(id);
        match (op, self.is_vector(a), self.is_vector(b)) {
            (_, false, false) => Some(false),
            (BinaryOp::Add | BinaryOp::Subtract, true, true) => Some(true),
            (BinaryOp::Add | BinaryOp::Subtract, ..) => {
                self.fail(place, "a vector and a number have no sum")
            }
            (BinaryOp::Multiply, x, y) => Some(x != y),
            (BinaryOp::Divide, true, false) => Some(true),
            (BinaryOp::Divide, ..) => self.fail(place, "nothing is divided by a vector"),
            (BinaryOp::Power, ..) => self.fail(place, "a vector has no powers"),
        }
    }

    fn push(&mut self, kind: Kind, place: Place) -> Option<NodeId> {
        if self.out.len() >= LONGEST {
            let span = self.text.span(place.start as usize, place.end as usize);
            let message = format!("its components have more than {LONGEST} operands");
            self.found
                .push(Diagnostic::error("expr-too-long", span, message));
            return None;
        }
        Some(self.out.push(kind, place))
    }

    fn two(&mut self, op: BinaryOp, a: NodeId, b: NodeId, place: Place) -> Option<NodeId> {
        self.push(Kind::Binary(op, a, b), place)
    }

    fn literal(&mut self, value: f64, place: Place) -> Option<NodeId> {
        let number = Kind::Number {
            value,
            degrees: false,
        };
        self.push(number, place)
    }

    fn call(&mut self, name: &str, arguments: &[NodeId], place: Place) -> Option<NodeId> {
        let call = Kind::Call {
            name: name.into(),
            name_place: place,
            arguments: arguments.into(),
        };
        self.push(call, place)
    }

    /// A number of the source, written again.
    fn scalar(&mut self, id: NodeId) -> Option<NodeId> {
        // A sum may be as long as the text: its left spine is walked.
        let (mut spine, mut at) = (Vec::new(), id);
        while let Kind::Binary(_, a, b) = self.tree.kind(at)
            && !self.is_vector(*a)
            && !self.is_vector(*b)
        {
            spine.push(at);
            at = *a;
        }
        let mut value = self.base(at)?;
        for node in spine.into_iter().rev() {
            if let Kind::Binary(op, _, b) = self.tree.kind(node) {
                let b = self.scalar(*b)?;
                value = self.two(*op, value, b, self.tree.place(node))?;
            }
        }
        Some(value)
    }

    fn base(&mut self, id: NodeId) -> Option<NodeId> {
        let place = self.tree.place(id);
        match self.tree.kind(id) {
            Kind::Unary(op, a) => {
                let a = self.scalar(*a)?;
                self.push(Kind::Unary(*op, a), place)
            }
            Kind::Binary(_, a, b) => {
                let (a, b) = (self.vector(*a)?, self.vector(*b)?);
                self.dot(a, b, place)
            }
            Kind::Call {
                name, arguments, ..
            } => {
                if &**name == "MAG" {
                    return self.magnitude(arguments[0], place);
                }
                let arguments = self.scalars(arguments)?;
                self.call(name, &arguments, place)
            }
            other => self.push(other.clone(), place),
        }
    }

    fn scalars(&mut self, list: &[NodeId]) -> Option<Vec<NodeId>> {
        list.iter().map(|a| self.scalar(*a)).collect()
    }

    fn dot(&mut self, a: Vector, b: Vector, place: Place) -> Option<NodeId> {
        let mut sum = self.two(BinaryOp::Multiply, a[0], b[0], place)?;
        for k in 1..3 {
            let term = self.two(BinaryOp::Multiply, a[k], b[k], place)?;
            sum = self.two(BinaryOp::Add, sum, term, place)?;
        }
        Some(sum)
    }

    /// |v|: a measure of its own where the language has one, which knows its gradient at zero.
    fn magnitude(&mut self, id: NodeId, place: Place) -> Option<NodeId> {
        if let Kind::Call {
            name, arguments, ..
        } = self.tree.kind(id)
            && let Some((_, _, of, taken)) = MEASURES.iter().find(|m| m.0 == &**name)
        {
            let last = taken.iter().rposition(|k| *k < arguments.len());
            let mut list = Vec::new();
            for k in &taken[..last.map_or(0, |l| l + 1)] {
                list.push(self.scalar(arguments[*k])?);
            }
            return self.call(of, &list, place);
        }
        let v = self.vector(id)?;
        let square = self.dot(v, v, place)?;
        self.call("SQRT", &[square], place)
    }

    fn each(&mut self, mut f: impl FnMut(&mut Self, usize) -> Option<NodeId>) -> Option<Vector> {
        Some([f(self, 0)?, f(self, 1)?, f(self, 2)?])
    }

    /// A vector of the source, component by component.
    fn vector(&mut self, id: NodeId) -> Option<Vector> {
        let (mut spine, mut at) = (Vec::new(), id);
        while let Kind::Binary(_, a, _) = self.tree.kind(at)
            && self.is_vector(*a)
        {
            spine.push(at);
            at = *a;
        }
        let mut v = self.vector_base(at)?;
        for node in spine.into_iter().rev() {
            let Kind::Binary(op, _, b) = self.tree.kind(node) else {
                continue;
            };
            let place = self.tree.place(node);
            v = match op {
                BinaryOp::Add | BinaryOp::Subtract => {
                    let w = self.vector(*b)?;
                    self.each(|e, k| e.two(*op, v[k], w[k], place))?
                }
                _ => {
                    let s = self.scalar(*b)?;
                    self.each(|e, k| e.two(*op, v[k], s, place))?
                }
            };
        }
        Some(v)
    }

    fn vector_base(&mut self, id: NodeId) -> Option<Vector> {
        let place = self.tree.place(id);
        match self.tree.kind(id) {
            Kind::Unary(op, a) => {
                let v = self.vector(*a)?;
                match op {
                    UnaryOp::Plus => Some(v),
                    UnaryOp::Minus => self.each(|e, k| e.push(Kind::Unary(*op, v[k]), place)),
                }
            }
            Kind::Binary(op, a, b) => {
                let (s, v) = (self.scalar(*a)?, self.vector(*b)?);
                self.each(|e, k| e.two(*op, s, v[k], place))
            }
            Kind::Call {
                name, arguments, ..
            } => self.vector_of_call(name, arguments, place),
            _ => self.fail(place, "this is a number, and a vector is wanted here"),
        }
    }

    fn vector_of_call(&mut self, name: &str, list: &[NodeId], place: Place) -> Option<Vector> {
        if let Some((_, names, _, _)) = MEASURES.iter().find(|m| m.0 == name) {
            let arguments = self.scalars(list)?;
            return self.each(|e, k| e.call(names[k], &arguments, place));
        }
        match name {
            LIST => self.each(|e, k| e.scalar(list[k])),
            CROSS => {
                let (a, b) = (self.vector(list[0])?, self.vector(list[1])?);
                self.each(|e, k| {
                    let (l, m) = ((k + 1) % 3, (k + 2) % 3);
                    let plus = e.two(BinaryOp::Multiply, a[l], b[m], place)?;
                    let minus = e.two(BinaryOp::Multiply, a[m], b[l], place)?;
                    e.two(BinaryOp::Subtract, plus, minus, place)
                })
            }
            "UV" => {
                let length = self.magnitude(list[0], place)?;
                let v = self.vector(list[0])?;
                self.each(|e, k| e.two(BinaryOp::Divide, v[k], length, place))
            }
            "UVX" | "UVY" | "UVZ" => {
                let column = usize::from(name.as_bytes()[2] - b'X');
                let markers = self.scalars(list)?;
                self.each(|e, row| e.cosine(row, column, &markers, place))
            }
            // v on the axes of i, written on those of j: the columns of i in j, each times its component.
            "TRANS" => {
                let v = self.vector(list[0])?;
                let markers = self.scalars(&list[1..])?;
                self.each(|e, row| {
                    let mut axis = [NodeId(0); 3];
                    for (column, entry) in axis.iter_mut().enumerate() {
                        *entry = e.cosine(row, column, &markers, place)?;
                    }
                    e.dot(axis, v, place)
                })
            }
            _ => self.fail(place, "this is a number, and a vector is wanted here"),
        }
    }

    /// Entry of the matrix whose columns are the axes of marker i on those of j, by Euler parameters: on the diagonal
    /// `2·(e₀² + eᵣ²) − 1`, beside it `2·(eᵣ·e_c ∓ e₀·eₖ)` with the third axis k.
    fn cosine(
        &mut self,
        row: usize,
        column: usize,
        markers: &[NodeId],
        place: Place,
    ) -> Option<NodeId> {
        let mut e = [NodeId(0); 4];
        for (k, entry) in e.iter_mut().enumerate() {
            let mut arguments = vec![self.literal(27.0, place)?];
            arguments.push(self.literal((k + 1) as f64, place)?);
            arguments.extend(markers);
            *entry = self.call("ORIENT", &arguments, place)?;
        }
        let two = self.literal(2.0, place)?;
        if row == column {
            let a = self.two(BinaryOp::Multiply, e[0], e[0], place)?;
            let b = self.two(BinaryOp::Multiply, e[row + 1], e[row + 1], place)?;
            let sum = self.two(BinaryOp::Add, a, b, place)?;
            let double = self.two(BinaryOp::Multiply, two, sum, place)?;
            let one = self.literal(1.0, place)?;
            return self.two(BinaryOp::Subtract, double, one, place);
        }
        let third = 3 - row - column;
        let a = self.two(BinaryOp::Multiply, e[row + 1], e[column + 1], place)?;
        let b = self.two(BinaryOp::Multiply, e[0], e[third + 1], place)?;
        // R₂₁ = 2·(e₁·e₂ + e₀·e₃), R₁₂ = 2·(e₁·e₂ − e₀·e₃), and so on around.
        let op = match (row + 3 - column) % 3 {
            1 => BinaryOp::Add,
            _ => BinaryOp::Subtract,
        };
        let sum = self.two(op, a, b, place)?;
        self.two(BinaryOp::Multiply, two, sum, place)
    }
}
