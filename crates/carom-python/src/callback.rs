//! Python functions in the place of functions of a model.

use carom::Loaded;
use carom::expr::tape::External;
use carom::model::{Binding, Bound};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A Python function of time and of some expressions: the element, with the component if it has several; the expressions; whether it gives its first
/// and second derivative in time with its value; the function.
#[derive(FromPyObject)]
pub struct Bind(String, Vec<String>, bool, Py<PyAny>);

/// Puts functions into a model; they are asked later what they raised.
pub fn bind(loaded: &mut Loaded, functions: Vec<Bind>) -> Vec<Arc<Callback>> {
    let mut all = Vec::new();
    for Bind(element, arguments, with_rates, function) in functions {
        let callback = Arc::new(Callback {
            function,
            with_rates,
            last: Mutex::default(),
            is_out: AtomicBool::new(false),
            fault: Mutex::default(),
            raised: Mutex::default(),
        });
        all.push(Arc::clone(&callback));
        if let Some(model) = &mut loaded.model {
            model.bindings.push(Binding {
                element,
                bound: Bound::Function {
                    code: callback,
                    component: 0,
                    arguments,
                },
            });
        }
    }
    all
}

/// A Python function of time and of some measures, as an operation of a tape. Its slopes are differences with steps of √ε·max(|x|, 1); the second
/// derivative in time, which motions need, one with ε^(1/4), unless the function gives them.
#[derive(Debug)]
pub struct Callback {
    function: Py<PyAny>,
    with_rates: bool,
    /// The arguments of the last call, and what came of it: the value, and the rates if it gives them.
    last: Mutex<(Vec<f64>, [f64; 3])>,
    /// It has raised, and is not called any more.
    is_out: AtomicBool,
    fault: Mutex<Option<String>>,
    raised: Mutex<Option<PyErr>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Callback {
    /// What it has raised. From then on it is called again.
    pub fn take_raised(&self) -> Option<PyErr> {
        self.is_out.store(false, Ordering::Release);
        *locked(&self.fault) = None;
        locked(&self.last).0.clear();
        locked(&self.raised).take()
    }

    fn ask(&self, py: Python<'_>, arguments: &[f64]) -> PyResult<[f64; 3]> {
        let arguments = PyTuple::new(py, arguments)?;
        let answer = self.function.bind(py).call1(arguments)?;
        if self.with_rates {
            return answer.extract::<[f64; 3]>();
        }
        Ok([answer.extract::<f64>()?, f64::NAN, f64::NAN])
    }

    /// Value and rates for these arguments; not numbers after a fault.
    fn call(&self, arguments: &[f64]) -> [f64; 3] {
        let nothing = [f64::NAN; 3];
        if self.is_out.load(Ordering::Acquire) || arguments.iter().any(|x| !x.is_finite()) {
            return nothing;
        }
        let (fault, raised) = match Python::attach(|py| self.ask(py, arguments)) {
            Ok(answer) if answer[0].is_finite() => return answer,
            Ok([value, ..]) => {
                let given: Vec<String> = arguments.iter().map(f64::to_string).collect();
                let given = given.join(", ");
                (
                    format!("the Python function gives {value} for ({given})"),
                    None,
                )
            }
            Err(e) => (format!("the Python function raised {e}"), Some(e)),
        };
        locked(&self.fault).get_or_insert(fault);
        if let Some(raised) = raised {
            self.is_out.store(true, Ordering::Release);
            locked(&self.raised).get_or_insert(raised);
        }
        nothing
    }

    /// The same, remembered: the value is asked for before the slopes.
    fn at(&self, arguments: &[f64]) -> [f64; 3] {
        let is_last = |last: &[f64]| {
            let mut pairs = last.iter().zip(arguments);
            last.len() == arguments.len() && pairs.all(|(a, b)| a.to_bits() == b.to_bits())
        };
        {
            let last = locked(&self.last);
            if is_last(&last.0) {
                return last.1;
            }
        }
        // Not while it is locked: the function may run a simulation of its own.
        let answer = self.call(arguments);
        let mut last = locked(&self.last);
        last.0.clear();
        last.0.extend_from_slice(arguments);
        last.1 = answer;
        answer
    }

    fn moved(&self, arguments: &[f64], k: usize, step: f64) -> f64 {
        let mut moved = arguments.to_vec();
        moved[k] += step;
        self.call(&moved)[0]
    }
}

impl External for Callback {
    fn value(&self, _: usize, arguments: &[f64]) -> f64 {
        self.at(arguments)[0]
    }

    fn slopes(&self, _: usize, arguments: &[f64], slopes: &mut [f64]) -> f64 {
        let [value, rate, _] = self.at(arguments);
        for k in 0..arguments.len() {
            if k == 0 && self.with_rates {
                slopes[0] = rate;
                continue;
            }
            let x = arguments[k];
            if arguments.len() == 1 {
                // Of time alone, as of a motion, whose rate is a velocity: central.
                let h = f64::EPSILON.cbrt() * x.abs().max(1.0);
                slopes[k] =
                    (self.moved(arguments, k, h) - self.moved(arguments, k, -h)) / (2.0 * h);
                continue;
            }
            let h = (x + f64::EPSILON.sqrt() * x.abs().max(1.0)) - x;
            slopes[k] = (self.moved(arguments, k, h) - value) / h;
        }
        value
    }

    /// By time alone: motions are functions of time.
    fn curved(&self) -> usize {
        1
    }

    fn curvature(&self, _: usize, arguments: &[f64], _: [usize; 2]) -> f64 {
        let [value, _, second] = self.at(arguments);
        if self.with_rates {
            return second;
        }
        if arguments.len() > 1 {
            return 0.0;
        }
        let h = f64::EPSILON.sqrt().sqrt() * arguments[0].abs().max(1.0);
        (self.moved(arguments, 0, h) - 2.0 * value + self.moved(arguments, 0, -h)) / (h * h)
    }

    fn fault(&self) -> Option<String> {
        locked(&self.fault).clone()
    }
}
