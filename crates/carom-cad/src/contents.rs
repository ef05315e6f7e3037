//! What a file of solids gives, and why it may give less.

use crate::brep::{Attribute, Bodies};
use crate::{step, xt};

/// The bodies of a file.
#[derive(Clone, Debug, Default)]
pub struct CadFile {
    /// Those that are represented, and where they stand.
    pub solids: Bodies,
    /// Those that are not, and why.
    pub refused: Vec<Refused>,
}

/// A body that cannot be represented.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Its name.
    pub name: String,
    /// Its attributes, as far as they could be read.
    pub attributes: Vec<Attribute>,
    /// Why.
    pub error: FileError,
}

/// A file, or a body of it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Of Parasolid.
    #[error(transparent)]
    Xt(#[from] xt::XtError),
    /// Of STEP.
    #[error(transparent)]
    Step(#[from] step::StepError),
}

impl FileError {
    /// Byte of the file, from 0.
    pub fn byte(&self) -> usize {
        match self {
            Self::Xt(e) => e.byte,
            Self::Step(e) => e.byte,
        }
    }
}
