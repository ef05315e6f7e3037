//! Why a mesh has no convex pieces.

use crate::MeshError;

/// Why a mesh has no convex pieces.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PiecesError {
    /// It encloses no solid.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A solid with many concave edges.
    #[error(
        "it is not convex, and its {concave} concave edges make more than {most} convex pieces"
    )]
    TooMany {
        /// Its concave edges.
        concave: usize,
        /// The most pieces that there may be.
        most: usize,
    },
    /// Faces that are not plane, or edges so short that rounding hides them.
    #[error(
        "it is not convex, and was not cut into convex pieces: {reason}; its faces may not be plane to 1e-9 of its size"
    )]
    NotCut {
        /// What went wrong.
        reason: String,
    },
}
