//! From text to tree: characters, tokens, precedence.

mod excerpt;
mod parser;
mod token;
mod tree;
pub(crate) mod vectors;

pub(crate) use excerpt::excerpt;
pub(crate) use parser::parse;
pub use parser::{DEEPEST, LONGEST};
pub(crate) use tree::{BinaryOp, Kind, NodeId, Place, Tree, UnaryOp};
