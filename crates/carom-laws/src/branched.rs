//! Laws with branches, by name.

/// A law with branches: what users' routines call by name, and tapes watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branched {
    /// IMPACT.
    Impact,
    /// BISTOP.
    Bistop,
    /// STEP.
    Step,
    /// STEP5.
    Step5,
    /// HAVSIN.
    Havsin,
    /// The sign of a number: modes 1 (also at zero) and −1.
    Sign,
}
