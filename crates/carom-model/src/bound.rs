//! Functions of elements that a program takes the place of.

use carom_expr::tape::External;
use std::sync::Arc;

/// What stands in the place of an element's function.
#[derive(Clone, Debug)]
pub enum Bound {
    /// A number that is held, and that a program sets between steps; at first this one.
    Input(f64),
    /// A component of a function of a program.
    Function {
        /// The function.
        code: Arc<dyn External>,
        /// Which of its components.
        component: usize,
        /// What it is a function of beside time: expressions such as `DX(2,1)`.
        arguments: Vec<String>,
    },
}

/// A function of an element, and what stands in its place.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The element, with the component if it has several: `SFORCE/1`, `VFORCE/2 FX`.
    pub element: String,
    /// What it is.
    pub bound: Bound,
}
