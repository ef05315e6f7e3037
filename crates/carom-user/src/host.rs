//! Who answers what routines ask.

use carom_laws::Branched;

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

/// What a routine that controls a run asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order<'a> {
    /// ANALYS: an analysis of this kind from the time that is reached to another.
    Analysis {
        /// `STATICS`, `DYNAMICS`, ...
        kind: &'a str,
        /// Where it begins.
        begin: f64,
        /// Where it ends.
        end: f64,
    },
    /// MODIFY: a command of the solver.
    Modify(&'a str),
    /// DATOUT: a row of the results.
    Output,
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
    /// A point of a curve (order 0), or its first or second derivative by the parameter.
    fn curve(&mut self, id: i32, parameter: f64, order: i32) -> Option<[f64; 3]> {
        let _ = (id, parameter, order);
        None
    }
    /// Takes the points of a spline, y curve by curve; whether it may give them here and they fit together.
    fn put_spline(&mut self, id: i32, x: &[f64], y: &[f64], z: &[f64]) -> bool {
        let _ = (id, x, y, z);
        false
    }
    /// UCOVAR: takes the coordinates that a user-written constraint is about, labels of parts and a code for each.
    fn coordinates(&mut self, parts: &[i32], codes: &[i32]) {
        let _ = (parts, codes);
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
    /// A law with branches that the routine calls, or a switch that it declares, with its arguments; the mode in which it is to be evaluated. `None`:
    /// in the one that the arguments ask for.
    fn law(&mut self, law: Branched, arguments: &[f64]) -> Option<i32> {
        let _ = (law, arguments);
        None
    }
    /// Does what a routine that controls the run asks for; the status, 0 for success. `None`: this routine does not control the run.
    fn control(&mut self, order: Order<'_>) -> Option<i32> {
        let _ = order;
        None
    }
    /// Takes a message.
    fn message(&mut self, message: Message) {
        let _ = message;
    }
}
