//! Files of CAD solids: which formats are read, and what a file gives.

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

/// A format of files of solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Parasolid XT text.
    Xt,
    /// STEP.
    Step,
}

/// Endings of names of files.
const ENDINGS: &[(&str, Format)] = &[
    ("x_t", Format::Xt),
    ("xmt_txt", Format::Xt),
    ("x_b", Format::Xt),
    ("xmt_bin", Format::Xt),
    ("step", Format::Step),
    ("stp", Format::Step),
    ("p21", Format::Step),
];

impl Format {
    /// The format of a file name, by its ending. Binary Parasolid files count as Parasolid; reading them says that they are binary.
    pub fn of(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let found = ENDINGS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(ending))?;
        Some(found.1)
    }

    /// Reads a file. A body that cannot be represented stands among those refused; the others are read.
    ///
    /// # Errors
    /// The file as a whole cannot be read.
    pub fn read(self, file: &[u8]) -> Result<CadFile, FileError> {
        Ok(match self {
            Self::Xt => xt::read(file)?,
            Self::Step => step::read(file)?,
        })
    }
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
