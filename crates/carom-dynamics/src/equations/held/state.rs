//! Which switches are held.

/// Which guards are held.
#[derive(Default)]
pub(in crate::equations) struct Held {
    /// By how much the zero of each guard is lowered; zero for those that are free. Empty where none is held.
    pub room: Vec<f64>,
    /// What a move of size one (L, radians, and both per T) changes of each guard, as last seen; zero where nothing is known of it.
    pub(in crate::equations) sizes: Vec<f64>,
}
