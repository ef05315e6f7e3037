//! The syntax tree, and how it is written back.

use std::fmt::{self, Write};

/// Number of a node in its [`Tree`]. Children have smaller numbers than their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(pub u32);

/// Bytes `start..end` of the expression's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub start: u32,
    pub end: u32,
}

impl Place {
    pub fn to(self, other: Place) -> Place {
        Place {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Plus,
    Minus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Number {
        /// In radians if it was given in degrees.
        value: f64,
        /// Written with the suffix `D`.
        degrees: bool,
    },
    /// A name without parentheses, upper case.
    Name(Box<str>),
    /// `NAME(arguments)`; the name in upper case. IF has its test as the first of four.
    Call {
        name: Box<str>,
        name_place: Place,
        arguments: Box<[NodeId]>,
    },
    Unary(UnaryOp, NodeId),
    Binary(BinaryOp, NodeId, NodeId),
    /// An argument left out between two commas.
    Missing,
}

/// The name under which `[a, b, c]` stands in the tree.
pub const LIST: &str = "[";
/// The name under which `v % v` stands in the tree.
pub const CROSS: &str = "%";

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub place: Place,
}

/// A whole expression. Nodes lie in one list, so a sum of a million terms is no deep recursion.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub fn push(&mut self, kind: Kind, place: Place) -> NodeId {
        self.nodes.push(Node { kind, place });
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The last node is the whole expression.
    pub fn root(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn kind(&self, id: NodeId) -> &Kind {
        &self.nodes[id.0 as usize].kind
    }

    pub fn place(&self, id: NodeId) -> Place {
        self.nodes[id.0 as usize].place
    }

    /// The node stands in parentheses.
    pub fn widen(&mut self, id: NodeId, place: Place) {
        self.nodes[id.0 as usize].place = place;
    }

    /// The tree of a number.
    pub fn number(value: f64) -> Tree {
        let place = Place { start: 0, end: 0 };
        let mut tree = Tree::default();
        let number = tree.push(
            Kind::Number {
                value: value.abs(),
                degrees: false,
            },
            place,
        );
        if value.is_sign_negative() {
            tree.push(Kind::Unary(UnaryOp::Minus, number), place);
        }
        tree
    }

    /// The part below a node, as a tree of its own.
    pub fn subtree(&self, root: NodeId) -> Tree {
        // Marks what is needed from the root down, then copies in order, so children stay before parents.
        let n = root.0 as usize + 1;
        let mut needed = vec![false; n];
        needed[n - 1] = true;
        for i in (0..n).rev() {
            if needed[i] {
                self.children(NodeId(i as u32), |c| needed[c.0 as usize] = true);
            }
        }
        let mut tree = Tree::default();
        let mut moved = vec![NodeId(0); n];
        for i in (0..n).filter(|&i| needed[i]) {
            let node = &self.nodes[i];
            let at = |c: &NodeId| moved[c.0 as usize];
            let kind = match &node.kind {
                Kind::Unary(op, a) => Kind::Unary(*op, at(a)),
                Kind::Binary(op, a, b) => Kind::Binary(*op, at(a), at(b)),
                Kind::Call {
                    name,
                    name_place,
                    arguments,
                } => Kind::Call {
                    name: name.clone(),
                    name_place: *name_place,
                    arguments: arguments.iter().map(at).collect(),
                },
                other => other.clone(),
            };
            moved[i] = tree.push(kind, node.place);
        }
        tree
    }

    fn children(&self, id: NodeId, mut visit: impl FnMut(NodeId)) {
        match self.kind(id) {
            Kind::Number { .. } | Kind::Name(_) | Kind::Missing => {}
            Kind::Unary(_, a) => visit(*a),
            Kind::Binary(_, a, b) => {
                visit(*a);
                visit(*b);
            }
            Kind::Call { arguments, .. } => arguments.iter().for_each(|a| visit(*a)),
        }
    }
}

/// How tightly an operator binds. A unary sign binds like a factor on the left of `**` and like a whole
/// operand on its right.
fn strength(kind: &Kind) -> u8 {
    match kind {
        Kind::Binary(BinaryOp::Add | BinaryOp::Subtract, ..) => 1,
        Kind::Binary(BinaryOp::Multiply | BinaryOp::Divide, ..) => 2,
        Kind::Unary(..) => 3,
        Kind::Binary(BinaryOp::Power, ..) => 4,
        Kind::Number { .. } | Kind::Name(_) | Kind::Call { .. } | Kind::Missing => 5,
    }
}

/// What is still to be written.
enum Task<'a> {
    Node(NodeId, u8),
    Text(&'a str),
}

/// The canonical form: upper case, a blank around `+ -`, none around other operators, no needless
/// parentheses, shortest numbers. Read again it gives the same tree.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stack = vec![Task::Node(self.root(), 0)];
        while let Some(task) = stack.pop() {
            let (id, needed) = match task {
                Task::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Task::Node(id, needed) => (id, needed),
            };
            let kind = self.kind(id);
            let mine = strength(kind);
            if mine < needed {
                f.write_char('(')?;
                stack.push(Task::Text(")"));
            }
            match kind {
                Kind::Missing => {}
                Kind::Name(name) => f.write_str(name)?,
                Kind::Number { value, degrees } => write_number(f, *value, *degrees)?,
                Kind::Unary(op, a) => {
                    f.write_char(if *op == UnaryOp::Minus { '-' } else { '+' })?;
                    stack.push(Task::Node(*a, 3));
                }
                Kind::Binary(op, a, b) => {
                    let (text, left, right) = match op {
                        BinaryOp::Add => (" + ", 1, 2),
                        BinaryOp::Subtract => (" - ", 1, 2),
                        BinaryOp::Multiply => ("*", 2, 3),
                        BinaryOp::Divide => ("/", 2, 3),
                        BinaryOp::Power => ("**", 5, 3),
                    };
                    stack.push(Task::Node(*b, right));
                    stack.push(Task::Text(text));
                    stack.push(Task::Node(*a, left));
                }
                Kind::Call {
                    name, arguments, ..
                } => {
                    write!(f, "{name}(")?;
                    stack.push(Task::Text(")"));
                    for (i, a) in arguments.iter().enumerate().rev() {
                        stack.push(Task::Node(*a, 0));
                        match i {
                            0 => {}
                            1 if &**name == "IF" => stack.push(Task::Text(": ")),
                            _ => stack.push(Task::Text(", ")),
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn write_number(f: &mut fmt::Formatter<'_>, value: f64, degrees: bool) -> fmt::Result {
    let short = |x: f64| {
        let text = format!("{x:?}");
        text.strip_suffix(".0").map_or(text.clone(), String::from)
    };
    if degrees {
        // The neighbour in degrees that reads back as the same radians.
        let d = value.to_degrees();
        let exact = [d, d.next_up(), d.next_down()]
            .into_iter()
            .find(|d| d.to_radians() == value);
        if let Some(d) = exact {
            return write!(f, "{}D", short(d));
        }
    }
    f.write_str(&short(value))
}
