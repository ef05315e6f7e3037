//! Who answers what routines ask.

/// How a spline is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spline {
    /// AKISPL.
    Akima,
    /// CUBSPL.
    Cubic,
}

/// A message of a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its kind as the routine gave it, in upper case: `INFO`, `WARN`, `ERROR`, ...
    pub kind: String,
    /// What it says.
    pub text: String,
    /// The number that goes with it.
    pub id: i32,
}

/// The simulation as a routine sees it.
///
/// Everything has an answer for a host that knows nothing: the utility raises its error flag.
pub trait Host {
    /// Values of a state function (SYSFNC: one, SYSARY: `array`), written to `out`; how many there are. `None`: there is no such function.
    fn read(&mut self, array: bool, name: &str, ids: &[i32], out: &mut [f64]) -> Option<usize> {
        let _ = (array, name, ids, out);
        None
    }
    /// Takes the partial derivatives of the result by the values of one state function; whether they have the right count.
    fn partials(&mut self, name: &str, ids: &[i32], partials: &[f64]) -> bool {
        let _ = (name, ids, partials);
        true
    }
    /// Whether partial derivatives are wanted.
    fn wants_partials(&self) -> bool {
        false
    }
    /// Value (order 0), the derivatives by x and z (1), or by xx, xz, zz (2) of a spline.
    fn spline(&mut self, how: Spline, id: i32, x: f64, z: f64, order: i32) -> Option<[f64; 3]> {
        let _ = (how, id, x, z, order);
        None
    }
    /// The numbers of an array of initial conditions.
    fn array(&self, id: i32) -> Option<&[f64]> {
        let _ = id;
        None
    }
    /// The text of a STRING.
    fn string(&self, id: i32) -> Option<&str> {
        let _ = id;
        None
    }
    /// Sizes of the units of time, length, force and mass in SI, if the model has units.
    fn units(&self) -> Option<[f64; 4]> {
        None
    }
    /// The acceleration of gravity.
    fn gravity(&self) -> [f64; 3] {
        [0.0; 3]
    }
    /// The kind of analysis, in the codes of MODE.
    fn mode(&self) -> i32 {
        4
    }
    /// Takes a message.
    fn message(&mut self, message: Message) {
        let _ = message;
    }
}
