//! An argument of a function as the manual describes it.

/// An argument of a function.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Name in the manual.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// Its dimension: `L`, `F`, `T`, `L/T`, `θ` for radians, `id`, `1`; empty if any.
    pub dimension: &'static str,
    /// Its range; empty for an argument that takes any number.
    pub range: &'static str,
    /// May be left out.
    pub optional: bool,
}

/// An argument that has to be given.
pub(super) const fn argument(
    name: &'static str,
    meaning: &'static str,
    dimension: &'static str,
    range: &'static str,
) -> Argument {
    Argument {
        name,
        meaning,
        dimension,
        range,
        optional: false,
    }
}

/// An argument that may be left out.
pub(super) const fn optional(
    name: &'static str,
    meaning: &'static str,
    dimension: &'static str,
    range: &'static str,
) -> Argument {
    Argument {
        name,
        meaning,
        dimension,
        range,
        optional: true,
    }
}
