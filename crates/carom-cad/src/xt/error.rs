//! What is wrong with a Parasolid text file, and where.

/// The kinds of faults of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not a Parasolid file.
    NotXt,
    /// A binary Parasolid file, which is not read.
    Binary,
    /// A schema, or a node type of it, that is not known here.
    Schema,
    /// The file ends too early.
    Truncated,
    /// Characters that the format does not have at this place.
    Syntax,
    /// A count or a number that the length of the file does not bear out, or that is larger than what is read here.
    Limit,
    /// A node refers to a node that is missing, of another type, or reached in a circle.
    Reference,
    /// Faces, loops, edges and vertices do not fit together.
    Topology,
    /// A curve or a surface has values that make none.
    Geometry,
    /// Something that the format has and that is not read here.
    Unsupported,
}

/// A fault of a Parasolid text file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {byte}{}: {message}", node.as_deref().map(|n| format!(", {n}")).unwrap_or_default())]
pub struct XtError {
    /// What kind.
    pub kind: Fault,
    /// Byte of the file, from 0.
    pub byte: usize,
    /// The node, as `node 17 (FACE)`.
    pub node: Option<String>,
    /// What is wrong.
    pub message: String,
}

pub(super) fn fault<T>(kind: Fault, byte: usize, message: impl Into<String>) -> Result<T, XtError> {
    Err(XtError {
        kind,
        byte,
        node: None,
        message: message.into(),
    })
}
