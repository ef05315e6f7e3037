//! A dynamic analysis in the hands of a Python program.

use crate::callback::{Bind, Callback, bind};
use crate::diagnostics::{self, refused};
use crate::model::{Linear, Model, Options, linear};
use carom::dynamics::{RunError, Stepping};
use carom::simulation::{Output, value_of};
use carom::{Reached, StepError};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use std::sync::Arc;

/// An event: time, kind, element, gap, rate before and after, impulse, force.
type Event = (f64, &'static str, String, f64, f64, f64, f64, f64);

#[pyclass(module = "carom._carom")]
pub struct Simulation {
    inner: carom::Simulation,
    outputs: Vec<Output>,
    functions: Vec<Arc<Callback>>,
    model: Py<Model>,
}

/// As a number that Python makes a word of: time, event, end, halted.
fn code(reached: Reached) -> u8 {
    match reached {
        Reached::Time => 0,
        Reached::Event => 1,
        Reached::End => 2,
        Reached::Halted => 3,
    }
}

impl Simulation {
    /// The `carom.StepError` of a run that has ended, with what a function of the model raised as its cause.
    fn failed(&self, py: Python<'_>, error: &RunError) -> PyErr {
        let cause = self.functions.iter().find_map(|f| f.take_raised());
        let raise = || {
            let class = py.import("carom._errors")?.getattr("StepError")?;
            class.call1((error.time, &error.message, &error.help))
        };
        let raised = raise().map_or_else(|e| e, PyErr::from_value);
        match cause {
            Some(cause) if !cause.is_instance_of::<pyo3::exceptions::PyException>(py) => cause,
            Some(cause) => {
                raised.set_cause(py, Some(cause));
                raised
            }
            None => raised,
        }
    }

    fn error(&self, py: Python<'_>, error: StepError) -> PyErr {
        match error {
            StepError::Refused(d) => refused(py, &d, self.model.get().sources()),
            StepError::Unknown { message, help } => {
                let help = help.map_or_else(String::new, |h| format!("; {h}"));
                PyKeyError::new_err(message + &help)
            }
            StepError::Run(e) => self.failed(py, &e),
        }
    }

    fn number_of(&self, numbers: usize, known: usize) -> PyResult<()> {
        match numbers < known {
            true => Ok(()),
            false => Err(PyValueError::new_err("there is no such number")),
        }
    }
}

#[pymethods]
impl Simulation {
    #[new]
    fn new(
        py: Python<'_>,
        model: Py<Model>,
        options: Options,
        inputs: Vec<(String, f64)>,
        functions: Vec<Bind>,
    ) -> PyResult<Self> {
        let request = options.request()?;
        let mut loaded = carom::Loaded::from_model(model.get().model().clone());
        let functions = bind(&mut loaded, functions);
        let inputs: Vec<(&str, f64)> = inputs.iter().map(|(n, x)| (n.as_str(), *x)).collect();
        let made = py.detach(|| match &loaded.model {
            Some(bound) => carom::Simulation::with_inputs(bound, &request, &inputs),
            None => Err(StepError::Refused(loaded.diagnostics.clone())),
        });
        match made {
            Ok(inner) => {
                let names: Vec<&str> = inner.output_names().collect();
                let outputs = names.iter().map(|n| inner.find_output(n));
                let outputs = outputs.collect::<Result<_, _>>();
                let outputs = outputs.map_err(|e| PyKeyError::new_err(e.to_string()))?;
                Ok(Self {
                    inner,
                    outputs,
                    functions,
                    model,
                })
            }
            Err(e) => {
                let raised = functions.iter().find_map(|f| f.take_raised());
                let error = match e {
                    StepError::Run(e) => {
                        let class = py.import("carom._errors")?.getattr("StepError")?;
                        PyErr::from_value(class.call1((e.time, &e.message, &e.help))?)
                    }
                    StepError::Refused(d) => refused(py, &d, model.get().sources()),
                    StepError::Unknown { message, .. } => PyKeyError::new_err(message),
                };
                if let Some(raised) = raised {
                    error.set_cause(py, Some(raised));
                }
                Err(error)
            }
        }
    }

    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        diagnostics::list(py, &self.inner.diagnostics, self.model.get().sources())
    }

    #[getter]
    fn time(&self) -> f64 {
        self.inner.time()
    }

    #[getter]
    fn end(&self) -> f64 {
        self.inner.end()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over().is_some()
    }

    #[getter]
    fn has_events(&self) -> bool {
        self.inner.has_events()
    }

    #[getter]
    fn degrees_of_freedom(&self) -> i64 {
        self.inner.degrees_of_freedom()
    }

    fn step(&mut self, py: Python<'_>, dt: f64) -> PyResult<u8> {
        let inner = &mut self.inner;
        let gone = py.detach(|| inner.step(dt));
        gone.map(code).map_err(|e| self.failed(py, &e))
    }

    fn run_until(&mut self, py: Python<'_>, time: f64) -> PyResult<u8> {
        let inner = &mut self.inner;
        let gone = py.detach(|| inner.run_until(time));
        gone.map(code).map_err(|e| self.failed(py, &e))
    }

    fn advance_to_event(&mut self, py: Python<'_>, limit: f64) -> PyResult<u8> {
        let inner = &mut self.inner;
        let gone = py.detach(|| inner.advance_to_event(limit));
        gone.map(code).map_err(|e| self.failed(py, &e))
    }

    fn events(&mut self) -> Vec<Event> {
        let events = self.inner.take_events().into_iter();
        events
            .map(|e| {
                let [before, after] = e.rate;
                let kind = e.kind.name();
                (
                    e.time, kind, e.element, e.gap, before, after, e.impulse, e.force,
                )
            })
            .collect()
    }

    fn state_names(&self) -> Vec<String> {
        self.inner.state_names()
    }

    fn state<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let state = PyArray1::zeros(py, self.inner.state_len(), false);
        let mut room = state.readwrite();
        let found = self.inner.state_into(room.as_slice_mut()?);
        found.map_err(|e| self.failed(py, &e))?;
        drop(room);
        Ok(state)
    }

    fn set_state(&mut self, py: Python<'_>, state: PyReadonlyArray1<'_, f64>) -> PyResult<()> {
        let state = state.as_slice()?;
        self.inner.set_state(state).map_err(|e| self.failed(py, &e))
    }

    fn save<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let saved = self.inner.save().map_err(|e| self.failed(py, &e))?;
        Ok(PyBytes::new(py, &saved))
    }

    fn restore(&mut self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        for f in &self.functions {
            f.take_raised();
        }
        self.inner.restore(saved).map_err(|e| self.failed(py, &e))
    }

    fn input_names(&self) -> Vec<String> {
        self.inner.inputs().map(str::to_owned).collect()
    }

    fn input(&self, number: usize) -> PyResult<f64> {
        self.number_of(number, self.inner.inputs().count())?;
        Ok(Stepping::input(&self.inner, number))
    }

    fn set_input(&mut self, py: Python<'_>, number: usize, value: f64) -> PyResult<()> {
        self.number_of(number, self.inner.inputs().count())?;
        let set = Stepping::set_input(&mut self.inner, number, value);
        set.map_err(|e| self.failed(py, &e))
    }

    fn output_names(&self) -> Vec<String> {
        self.inner.output_names().map(str::to_owned).collect()
    }

    fn output(&mut self, py: Python<'_>, number: usize) -> PyResult<f64> {
        self.number_of(number, self.outputs.len())?;
        let output = self.outputs[number];
        match self.inner.frame() {
            Ok(frame) => Ok(value_of(frame, output)),
            Err(e) => Err(self.failed(py, &e)),
        }
    }

    fn output_number(&self, py: Python<'_>, name: &str) -> PyResult<usize> {
        let mut names = self.inner.output_names();
        match names.position(|n| n.eq_ignore_ascii_case(name)) {
            Some(number) => Ok(number),
            None => match self.inner.find_output(name) {
                Err(e) => Err(self.error(py, e)),
                Ok(_) => Err(PyKeyError::new_err(name.to_owned())),
            },
        }
    }

    fn velocity_names(&self) -> Vec<String> {
        self.inner.velocity_names()
    }

    fn constraint_names(&self) -> Vec<String> {
        self.inner.constraint_names()
    }

    fn mass_matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let n = self.inner.system().mechanism.positions;
        self.inner.mass_matrix().to_pyarray(py).reshape([n, n])
    }

    fn constraint_jacobian<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let g = self.inner.constraint_jacobian();
        let g = g.map_err(|e| self.failed(py, &e))?;
        let system = self.inner.system();
        g.to_pyarray(py)
            .reshape([system.rows.len(), system.mechanism.positions])
    }

    fn generalized_forces<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let q = self.inner.generalized_forces();
        Ok(q.map_err(|e| self.failed(py, &e))?.to_pyarray(py))
    }

    #[allow(clippy::type_complexity)]
    fn accelerations<'py>(
        &mut self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
        let found = self.inner.accelerations();
        let (a, lambda) = found.map_err(|e| self.failed(py, &e))?;
        Ok((a.to_pyarray(py), lambda.to_pyarray(py)))
    }

    fn residual<'py>(
        &mut self,
        py: Python<'py>,
        accelerations: PyReadonlyArray1<'_, f64>,
        multipliers: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (a, lambda) = (accelerations.as_slice()?, multipliers.as_slice()?);
        let r = self.inner.residual(a, lambda);
        Ok(r.map_err(|e| self.failed(py, &e))?.to_pyarray(py))
    }

    fn linearize(&mut self, py: Python<'_>) -> PyResult<Linear> {
        let found = self.inner.linearize();
        found.map(linear).map_err(|e| self.failed(py, &e))
    }

    /// Counts: steps, rejected, evaluations, events.
    fn counts(&self) -> (u64, u64, u64, u64) {
        let s = self.inner.statistics();
        (s.steps, s.rejected, s.rhs_evaluations, s.events)
    }
}
