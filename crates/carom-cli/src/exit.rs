//! How the program ends.

/// How the program ends. Documented in `--help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All done.
    Done = 0,
    /// The run ended early; results up to there are kept.
    Early = 1,
    /// The input is refused.
    Refused = 2,
    /// A bug of Carom.
    Bug = 3,
}
