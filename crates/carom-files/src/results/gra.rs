//! `gra`: the animation file of Adams. Its layout is not public, and the one real file at hand (a single part,
//! two rows of integers without a legend) does not say which number means what. Refused rather than guessed.

use super::error::ResultError;
use super::format::{Heading, ResultFormat, ResultWriter};

/// The format `gra`.
pub struct Gra;

const REASON: &str =
    "the layout of Adams animation files is not public; tables or res carry the same motion";

impl ResultFormat for Gra {
    fn name(&self) -> &'static str {
        "gra"
    }
    fn text(&self) -> &'static str {
        "Adams animation file; not written"
    }
    fn refusal(&self) -> Option<&'static str> {
        Some(REASON)
    }
    fn create(&self, _: &Heading) -> Result<Box<dyn ResultWriter>, ResultError> {
        Err(ResultError::Refused {
            format: "gra",
            reason: REASON,
        })
    }
}
