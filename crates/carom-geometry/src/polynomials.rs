//! A curve in space as polynomials.

/// A curve along its parameter, component by component: cubics between values of the parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomials {
    /// Where each begins, and where the last one ends, from −1 to 1.
    pub ends: Vec<f64>,
    /// Of x, y and z: coefficients of the powers of the distance from where it begins, constant first.
    pub pieces: [Vec<[f64; 4]>; 3],
}
