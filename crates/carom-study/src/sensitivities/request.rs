//! Which derivatives are asked for.

/// Derivatives of responses with respect to parameters, at the first point of the design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SensitivityRequest {
    /// Numbers of responses.
    pub of: Vec<usize>,
    /// Numbers of parameters, all of them varied ones.
    pub to: Vec<usize>,
    /// On the way back through the run: for many parameters and few responses.
    pub is_reverse: bool,
}
