//! `mrf`: the binary master results file of MotionSolve. Its layout is not public. Refused rather than guessed.

use super::error::ResultError;
use super::format::{Heading, ResultFormat, ResultWriter};

/// The format `mrf`.
pub struct Mrf;

const REASON: &str = "the layout of MotionSolve's binary results is not public; tables or plt carry the same numbers";

impl ResultFormat for Mrf {
    fn name(&self) -> &'static str {
        "mrf"
    }
    fn text(&self) -> &'static str {
        "MotionSolve binary results; not written"
    }
    fn refusal(&self) -> Option<&'static str> {
        Some(REASON)
    }
    fn create(&self, _: &Heading) -> Result<Box<dyn ResultWriter>, ResultError> {
        Err(ResultError::Refused {
            format: "mrf",
            reason: REASON,
        })
    }
}
