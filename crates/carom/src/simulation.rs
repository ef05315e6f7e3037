//! A dynamic analysis in the hands of a program.
//!
//! ```
//! use carom::{Reached, Request, Simulation};
//!
//! // A mass of 1 kg that a program pushes with SFORCE/1.
//! let deck = "\
//! Mass on a rail
//! UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
//! PART/1, GROUND
//! MARKER/1, PART=1, REULER=90D,90D,0D
//! PART/2, MASS=1, CM=2, IP=1,1,1
//! MARKER/2, PART=2, REULER=90D,90D,0D
//! JOINT/1, TRANSLATIONAL, I=2, J=1
//! SFORCE/1, I=2, J=1, TRANSLATION, ACTIONONLY, FUNCTION=0
//! SENSOR/1, FUNCTION=DX(2,1), VALUE=1, GE
//! END
//! ";
//! let (model, diagnostics) = carom::files::adm::read_text("mass.adm", deck);
//! assert!(!diagnostics.has_errors());
//! let mut sim = Simulation::new(&model.unwrap(), &Request::default(), &["SFORCE/1"])?;
//!
//! sim.set_input("SFORCE/1", 2.0)?; // along z of the rail, which is x
//! assert_eq!(sim.run_until(0.5)?, Reached::Time);
//! assert!((sim.output("PART/2.x")? - 0.25).abs() < 1e-9); // a·t²/2
//! assert_eq!(sim.advance_to_event(10.0)?, Reached::Event);
//! assert!((sim.time() - 1.0).abs() < 1e-9);
//! assert_eq!(sim.take_events()[0].element, "SENSOR/1");
//! sim.set_input("SFORCE/1", 0.0)?;
//! sim.step(1.0)?; // goes on with 2 m/s
//! assert!((sim.output("PART/2.x")? - 3.0).abs() < 1e-9);
//! # Ok::<(), carom::StepError>(())
//! ```

use crate::memory::Ready;
use crate::plan::Request;
use carom_base::{Diagnostic, Diagnostics, Severity, Span};
use carom_dynamics::{EventRow, Frame, Observer, Progress, RunError, Statistics, Stepping};
use carom_model::analysis::{Analysis, Command};
use carom_model::run::{BodyRow, Layout, Linearization};
use carom_model::{Binding, Bound, Model};

/// Why a call on a [`Simulation`] did not do what was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StepError {
    /// The model, or an option, is refused.
    #[error("{}", first(.0))]
    Refused(Diagnostics),
    /// There is nothing of this name.
    #[error("{message}")]
    Unknown {
        /// What was asked for.
        message: String,
        /// The nearest name that there is.
        help: Option<String>,
    },
    /// The run has ended, or an argument is wrong.
    #[error(transparent)]
    Run(#[from] RunError),
}

fn first(diagnostics: &Diagnostics) -> String {
    let mut errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let first = errors.next();
    first.map_or_else(|| "the model is refused".into(), |d| d.message.clone())
}

/// What an output is, by its place in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Output {
    /// A number of a body, of [`BODY`].
    Body(usize, usize),
    /// F1 ... F8 of a request.
    Request(usize, usize),
    /// A component of the reaction of a constraint.
    Joint(usize, usize),
    /// A component of a force.
    Force(usize, usize),
    /// A variable.
    Variable(usize),
    /// A differential equation, or its rate.
    Diff(usize, usize),
}

/// Numbers of a body, as the table `bodies` has them.
pub const BODY: [&str; 19] = [
    "x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az",
    "bx", "by", "bz",
];
const REQUEST: [&str; 8] = ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"];
const COMPONENTS: [&str; 6] = ["fx", "fy", "fz", "tx", "ty", "tz"];

/// The number of an output in a frame.
pub fn value_of(frame: &Frame, output: Output) -> f64 {
    match output {
        Output::Body(b, k) => body_value(&frame.bodies[b], k),
        Output::Request(r, k) => frame.requests[r][k],
        Output::Joint(j, k) => frame.joints[j][k],
        Output::Force(f, k) => frame.forces[f][k],
        Output::Variable(v) => frame.variables[v],
        Output::Diff(d, k) => frame.diffs[d][k],
    }
}

fn body_value(row: &BodyRow, k: usize) -> f64 {
    match k {
        0..3 => row.position[k],
        3..7 => row.orientation[k - 3],
        7..10 => row.velocity[k - 7],
        10..13 => row.angular_velocity[k - 10],
        13..16 => row.acceleration[k - 13],
        _ => row.angular_acceleration[k - 16],
    }
}

/// A dynamic analysis that goes on when it is asked to. Everything that [`Stepping`] has, and names.
pub struct Simulation {
    stepping: Stepping,
    /// All outputs by name.
    outputs: Vec<(String, Output)>,
    /// Notes and warnings.
    pub diagnostics: Diagnostics,
}

impl std::ops::Deref for Simulation {
    type Target = Stepping;
    fn deref(&self) -> &Stepping {
        &self.stepping
    }
}

impl std::ops::DerefMut for Simulation {
    fn deref_mut(&mut self) -> &mut Stepping {
        &mut self.stepping
    }
}

/// Looks at nothing: commands before the analysis tell nobody.
struct Quiet;

impl Observer for Quiet {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, _: &Frame) {}
    fn event(&mut self, _: &EventRow) {}
    fn linear(&mut self, _: &Linearization) {}
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, _: &Statistics) {}
}

impl Simulation {
    /// Assembles the model, carries out its commands before the first analysis, and stands ready to step. Of the request, the end (`None`: there is none),
    /// the options of the integration and those of contacts matter. `inputs` are elements whose functions the program sets, such as `SFORCE/1`, `VARIABLE/2` or
    /// `GFORCE/3 FX`: zero at first.
    ///
    /// # Errors
    /// When the model or an option is refused.
    pub fn new(model: &Model, request: &Request, inputs: &[&str]) -> Result<Self, StepError> {
        let inputs: Vec<(&str, f64)> = inputs.iter().map(|name| (*name, 0.0)).collect();
        Self::with_inputs(model, request, &inputs)
    }

    /// The same with the values of the inputs at the start.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn with_inputs(
        model: &Model,
        request: &Request,
        inputs: &[(&str, f64)],
    ) -> Result<Self, StepError> {
        let mut bound = model.clone();
        for (name, start) in inputs {
            bound.bindings.push(Binding {
                element: (*name).to_owned(),
                bound: Bound::Input(*start),
            });
        }
        let asked = Request {
            analysis: Some(Analysis::Dynamic),
            // Some end, so that the commands are complete.
            end: request.end.or(Some(f64::MAX)),
            ..request.clone()
        };
        let mut ready = Ready::new(&bound, &asked).map_err(StepError::Refused)?;
        let is_analysis = |c: &Command| {
            matches!(
                c,
                Command::Simulate {
                    analysis: Analysis::Dynamic,
                    ..
                }
            )
        };
        let first = ready.commands.iter().position(is_analysis);
        ready.commands.truncate(first.unwrap_or(0));
        ready.carry_out(&asked, &mut Quiet)?;
        let stepping = Stepping::new(ready.simulation, request.end, &asked.options)?;
        Ok(Self {
            outputs: outputs(model, stepping.layout()),
            stepping,
            diagnostics: ready.diagnostics,
        })
    }

    /// The analysis without the names.
    pub fn into_stepping(self) -> Stepping {
        self.stepping
    }

    /// The names of all outputs, such as `PART/2.x`, `REQUEST/1.f2`, `JOINT/1.fx`, `SFORCE/3.fz`, `VARIABLE/4`, `DIFF/1`, `DIFF/1.rate`.
    pub fn output_names(&self) -> impl Iterator<Item = &str> {
        self.outputs.iter().map(|(name, _)| name.as_str())
    }

    /// Which output has this name, in any case.
    ///
    /// # Errors
    /// When there is none.
    pub fn find_output(&self, name: &str) -> Result<Output, StepError> {
        let mut all = self.outputs.iter();
        let found = all.find(|(known, _)| known.eq_ignore_ascii_case(name));
        let found = found.map(|(_, output)| *output);
        found.ok_or_else(|| unknown("output", name, self.output_names()))
    }

    /// An output at the current time.
    ///
    /// # Errors
    /// When there is none of this name, or it cannot be computed.
    pub fn output(&mut self, name: &str) -> Result<f64, StepError> {
        let output = self.find_output(name)?;
        Ok(value_of(self.stepping.frame()?, output))
    }

    /// The number of an input.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn find_input(&self, name: &str) -> Result<usize, StepError> {
        let found = self.inputs().position(|i| i.eq_ignore_ascii_case(name));
        found.ok_or_else(|| unknown("input", name, self.inputs()))
    }

    /// Sets an input by name. It holds from the current time on.
    ///
    /// # Errors
    /// When there is none of this name, or the value is not finite.
    pub fn set_input(&mut self, name: &str, value: f64) -> Result<(), StepError> {
        let number = self.find_input(name)?;
        Ok(self.stepping.set_input(number, value)?)
    }

    /// The value of an input by name.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn input(&self, name: &str) -> Result<f64, StepError> {
        let number = self.find_input(name)?;
        Ok(self.stepping.input(number))
    }
}

fn unknown<'a>(what: &str, name: &str, all: impl Iterator<Item = &'a str>) -> StepError {
    let message = format!("there is no {what} {name}");
    let d = Diagnostic::error("unknown-name", Span::NONE, message).suggest(name, all);
    StepError::Unknown {
        message: d.message,
        help: d.help,
    }
}

fn outputs(model: &Model, layout: &Layout) -> Vec<(String, Output)> {
    let mut all = Vec::new();
    let mut add = |element: String, columns: &[&str], make: &dyn Fn(usize) -> Output| {
        for (k, column) in columns.iter().enumerate() {
            all.push((format!("{element}.{column}"), make(k)));
        }
    };
    for (b, part) in layout.bodies.iter().enumerate() {
        let tag = &model.parts[*part].tag;
        add(tag.to_string(), &BODY, &|k| Output::Body(b, k));
    }
    for (r, label) in layout.requests.iter().enumerate() {
        add(format!("REQUEST/{label}"), &REQUEST, &|k| {
            Output::Request(r, k)
        });
    }
    for (j, name) in layout.joints.iter().enumerate() {
        add(name.clone(), &COMPONENTS, &|k| Output::Joint(j, k));
    }
    for (f, name) in layout.forces.iter().enumerate() {
        add(name.clone(), &COMPONENTS, &|k| Output::Force(f, k));
    }
    for (d, label) in layout.diffs.iter().enumerate() {
        add(format!("DIFF/{label}"), &["value", "rate"], &|k| {
            Output::Diff(d, k)
        });
    }
    for (v, label) in layout.variables.iter().enumerate() {
        all.push((format!("VARIABLE/{label}"), Output::Variable(v)));
    }
    for (d, label) in layout.diffs.iter().enumerate() {
        all.push((format!("DIFF/{label}"), Output::Diff(d, 0)));
    }
    all
}
