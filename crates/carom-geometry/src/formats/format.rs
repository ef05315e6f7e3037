//! What a format of mesh files says of itself, and errors with their place in a file.

use crate::Mesh;

/// A format of mesh files.
pub trait Format: Sync {
    /// Lower case; also the extension of its files.
    fn name(&self) -> &'static str;
    /// In one line.
    fn text(&self) -> &'static str;
    /// Reads a file. Vertices and triangles stand as in the file; whether they enclose a solid is for
    /// [`ClosedMesh`](crate::ClosedMesh) to say.
    fn read(&self, bytes: &[u8]) -> Result<Mesh, FormatError>;
}

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Line, from 1.
    Line(usize),
    /// Byte, from 0.
    Byte(usize),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Line(n) => write!(f, "line {n}"),
            Self::Byte(n) => write!(f, "byte {n}"),
        }
    }
}

/// A file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct FormatError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

pub(super) fn at_line<T>(line: usize, message: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError {
        place: Place::Line(line),
        message: message.into(),
    })
}

pub(super) fn at_byte<T>(byte: usize, message: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError {
        place: Place::Byte(byte),
        message: message.into(),
    })
}

/// A finite coordinate.
pub(super) fn coordinate(line: usize, word: Option<&str>) -> Result<f64, FormatError> {
    let Some(word) = word else {
        return at_line(line, "a coordinate is missing");
    };
    match word.parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        Ok(_) => at_line(line, format!("the coordinate {word} is not finite")),
        Err(_) => at_line(line, format!("{word} is not a number")),
    }
}

/// Text with numbered lines; bytes that are not UTF-8 are errors of their line.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<&str, FormatError>)> {
    bytes.split(|b| *b == b'\n').enumerate().map(|(k, line)| {
        let text = std::str::from_utf8(line).map_err(|_| FormatError {
            place: Place::Line(k + 1),
            message: "not a text".to_owned(),
        });
        (k + 1, text)
    })
}
