//! What is wrong with a STEP file, and where.

/// The kinds of faults of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not a STEP file.
    NotStep,
    /// The file ends too early.
    Truncated,
    /// Characters that the format does not have at this place.
    Syntax,
    /// More of something than is read here.
    Limit,
    /// An entity refers to one that is missing or of another type, or in a circle.
    Reference,
    /// Units are missing or not known.
    Unit,
    /// Faces, loops, edges and vertices do not fit together.
    Topology,
    /// A curve or a surface has values that make none.
    Geometry,
    /// Something that the format has and that is not read here.
    Unsupported,
}

/// A fault of a STEP file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {byte}{}: {message}", entity.as_deref().map(|e| format!(", {e}")).unwrap_or_default())]
pub struct StepError {
    /// What kind.
    pub kind: Fault,
    /// Byte of the file, from 0.
    pub byte: usize,
    /// The entity, as `#123 ADVANCED_FACE`.
    pub entity: Option<String>,
    /// What is wrong.
    pub message: String,
}

pub(super) fn fault<T>(
    kind: Fault,
    byte: usize,
    message: impl Into<String>,
) -> Result<T, StepError> {
    Err(StepError {
        kind,
        byte,
        entity: None,
        message: message.into(),
    })
}
