//! Files of CAD solids: which formats are read.

use crate::{step, xt};

pub use crate::contents::{CadFile, FileError, Refused};

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
