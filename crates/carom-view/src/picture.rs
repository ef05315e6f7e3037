//! Pictures as files.

use carom_base::{Diagnostic, Span};
use carom_plot::Figure;
use std::path::Path;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Lines and letters.
    Svg,
    /// Pixels.
    Png,
}

impl Kind {
    /// By the ending of the file.
    pub fn of(file: &Path) -> Result<Self, Diagnostic> {
        let ending = file.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => {
                let message = format!("{} is not a picture by its ending", file.display());
                Err(
                    Diagnostic::error("view-unknown-ending", Span::NONE, message)
                        .help("pictures are .svg and .png"),
                )
            }
        }
    }
}

/// The bytes of a figure; `scale` pixels of PNG for each unit of its width.
pub fn encode(figure: &Figure, kind: Kind, scale: f64) -> Result<Vec<u8>, Diagnostic> {
    match kind {
        Kind::Svg => Ok(figure.svg().into_bytes()),
        Kind::Png => figure.png(scale).map_err(|e| {
            Diagnostic::error("view-bad-option", Span::NONE, e.to_string())
                .help("--scale, --width and --height say how large a picture is")
        }),
    }
}
