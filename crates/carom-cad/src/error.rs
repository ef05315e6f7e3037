//! What is wrong with a solid, by the names of its entities.

/// A body that cannot be represented, meshed or measured. Entities carry the names of their file (`#123`, `face 12`).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CadError {
    /// An entity is inconsistent or outside of what is supported.
    #[error("body {body}: {entity}: {what}")]
    Entity {
        /// Name of the body.
        body: String,
        /// Name of the face, edge, curve or surface.
        entity: String,
        /// What is wrong, as the end of a sentence.
        what: String,
    },
    /// A face cannot be divided into triangles.
    #[error("body {body}: {face} on a {surface}: {what}")]
    Face {
        /// Name of the body.
        body: String,
        /// Name of the face.
        face: String,
        /// Kind of its surface.
        surface: &'static str,
        /// What is wrong, as the end of a sentence.
        what: String,
    },
    /// The triangles of all faces do not enclose a solid.
    #[error("body {body}: its mesh does not enclose a solid: {source}")]
    Mesh {
        /// Name of the body.
        body: String,
        /// What the check of closed meshes says.
        source: carom_geometry::MeshError,
    },
    /// A tolerance that is not a positive number, or that would need more triangles than the limit.
    #[error("body {body}: {what}")]
    Options {
        /// Name of the body.
        body: String,
        /// What is wrong.
        what: String,
    },
}
