//! How the motion changes with parameters, along a stepped run.
#![allow(non_snake_case)]

use super::Stepping;
use crate::analysis::integration::Integration;
use crate::analysis::observer::RunError;
use crate::analysis::simulation::Simulation;
use crate::output::Frame;
use crate::tangent::Tangent;
use crate::tangent::{AT, NEARER, Variants, add_nearer, wants_nearer};
use crate::tangent::{Gradient, Seeds};
use carom_solve::Problem;

impl Variants {
    /// Models with their analysis begun, at p + [`AT`](crate::tangent::AT)·`change`.
    pub fn new(name: &str, change: f64, models: [Stepping; 4]) -> Self {
        Self {
            name: name.to_owned(),
            change,
            models: models.map(Stepping::into_equations).into(),
            nearer: Vec::new(),
        }
    }

    /// Adds models nearer to the point of those parameters of a varied run that move what forces with corners look at: `begin` gives that of a parameter, by its number among those of the run, at
    /// p + `share`·`change`.
    ///
    /// # Errors
    /// Those of `begin`.
    pub fn add_nearer<E>(
        run: &mut Stepping,
        mut begin: impl FnMut(usize, f64) -> Result<Stepping, E>,
    ) -> Result<(), E> {
        let simulation = &mut run.simulation;
        let Some(tangent) = simulation.tangent.as_deref_mut() else {
            return Ok(());
        };
        for j in wants_nearer(tangent) {
            let mut models = Vec::with_capacity(AT.len());
            for at in AT {
                models.push(begin(j, at / NEARER)?.into_equations());
            }
            add_nearer(tangent, j, models, &simulation.equations);
        }
        Ok(())
    }
}

impl Stepping {
    /// Follows from here on how the motion changes with parameters, and with changes of the current state along `directions` (as [`Tangent::column`]). The flow of
    /// the tangent has a local error of `error` at most, relative to it.
    ///
    /// # Errors
    /// As said at [`Tangent`]: what has no derivative, or is not known.
    pub fn vary(
        &mut self,
        variants: Vec<Variants>,
        directions: &[Vec<f64>],
        error: f64,
    ) -> Result<(), RunError> {
        self.cut()?;
        let e = &mut self.simulation.equations;
        let mut tangent =
            Tangent::new(e, variants, error).map_err(|f| self.simulation.refuse(f.message))?;
        tangent.add_directions(directions);
        self.simulation.tangent = Some(Box::new(tangent));
        Ok(())
    }

    /// As [`Stepping::vary`], for gradients of few numbers by many parameters: see [`Stepping::gradients`].
    ///
    /// # Errors
    /// As [`Stepping::vary`].
    pub fn vary_back(&mut self, variants: Vec<Variants>, error: f64) -> Result<(), RunError> {
        self.vary(variants, &[], error)?;
        let simulation = &mut self.simulation;
        let kept = match simulation.tangent.as_deref_mut() {
            Some(tangent) => tangent.keep_record(&simulation.equations),
            None => Ok(()),
        };
        kept.map_err(|f| self.refuse(f.message))
    }

    /// Marks the current time as one at which numbers are read: what the number of an output is to [`Seeds::outputs`].
    ///
    /// # Errors
    /// When the variations cannot be solved for.
    pub fn mark_output(&mut self) -> Result<usize, RunError> {
        self.find()?;
        let in_hand = self.integration.as_ref().and_then(Integration::in_hand);
        let Some(tangent) = self.simulation.tangent.as_deref_mut() else {
            return Ok(0);
        };
        let here = (self.time, &self.y[..]);
        let found = tangent.mark(&self.simulation.equations, in_hand, here);
        found.map_err(|f| self.refuse(f.message))
    }

    /// Gradients of weighted sums of what `read` finds at outputs and of what events tell, one for each of `seeds`, by all parameters and the initial state: from the end of the run back to its
    /// start, at a cost that does not grow with the number of parameters of functions. After [`Stepping::vary_back`] and the run.
    ///
    /// # Errors
    /// When the variations cannot be solved for.
    pub fn gradients(
        &mut self,
        read: &dyn Fn(&Frame) -> Vec<f64>,
        seeds: &[Seeds],
    ) -> Result<Vec<Gradient>, RunError> {
        let Some(tangent) = self.simulation.tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.gradients(read, seeds);
        found.map_err(|f| self.refuse(f.message))
    }

    /// How the motion changes, as far as it has come, where [`Stepping::vary`] asked for it.
    pub fn tangent(&self) -> Option<&Tangent> {
        self.simulation.tangent.as_deref()
    }

    /// The columns of the tangent at the current time ([`Tangent::column`]).
    ///
    /// # Errors
    /// When the variations cannot be solved for.
    pub fn tangent_here(&mut self) -> Result<Vec<Vec<f64>>, RunError> {
        let in_hand = self.integration.as_ref().and_then(Integration::in_hand);
        let Some(tangent) = self.simulation.tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.at(&self.simulation.equations, in_hand, self.time);
        found.map_err(|f| self.refuse(f.message))
    }

    /// Replaces the columns of the tangent that are of initial states by sums of them, a list of factors each, and forgets the events so far.
    pub fn mix_directions(&mut self, factors: &[Vec<f64>]) {
        if let Some(tangent) = self.simulation.tangent.as_deref_mut() {
            tangent.mix(factors);
        }
    }

    /// Derivatives of numbers of the frame at the current time, one list for each column of the tangent.
    ///
    /// # Errors
    /// When the variations cannot be solved for, or the frame not be computed.
    pub fn derivatives(
        &mut self,
        read: &dyn Fn(&Frame) -> Vec<f64>,
    ) -> Result<Vec<Vec<f64>>, RunError> {
        let x = self.tangent_here()?;
        self.find()?;
        let Simulation {
            equations, tangent, ..
        } = &mut self.simulation;
        let Some(tangent) = tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.of_frame(equations, self.time, &self.y, &x, read);
        found.map_err(|f| self.refuse(f.message))
    }

    /// How fast numbers of the frame change along the motion, at the current time. Empty where nothing is varied ([`Stepping::vary`]).
    ///
    /// # Errors
    /// When the accelerations, or the frame, cannot be computed.
    pub fn frame_rates(&mut self, read: &dyn Fn(&Frame) -> Vec<f64>) -> Result<Vec<f64>, RunError> {
        self.find()?;
        let Simulation {
            equations, tangent, ..
        } = &mut self.simulation;
        let Some(tangent) = tangent.as_deref_mut() else {
            return Ok(Vec::new());
        };
        let found = tangent.rates_of_frame(equations, self.time, &self.y, read);
        found.map_err(|f| self.refuse(f.message))
    }

    /// The change that leads from one state to another, both as [`Stepping::state`] has them: as [`Tangent::column`].
    pub fn change(&self, from: &[f64], to: &[f64]) -> Vec<f64> {
        crate::tangent::space::change(self.system(), from, to)
    }

    /// A state changed by a sum of changes; [`Stepping::set_state`] puts it on the constraints.
    pub fn moved_state(&self, from: &[f64], along: &[Vec<f64>], by: &[f64]) -> Vec<f64> {
        crate::tangent::space::moved(self.system(), from, along, by)
    }

    /// The projector on the changes of the current state that meet the constraints, one list for each unknown, and the sizes of the unknowns that tolerances are
    /// measured by.
    ///
    /// # Errors
    /// When the constraints cannot be met beside this state.
    pub fn projector(&mut self) -> Result<(Vec<Vec<f64>>, Vec<f64>), RunError> {
        self.cut()?;
        let found = crate::tangent::space::projector(&self.simulation.equations, self.time);
        found.map_err(|f| self.refuse(f.message))
    }

    /// Rates of the state at the current time, as [`Tangent::column`].
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn rates(&mut self) -> Result<Vec<f64>, RunError> {
        self.find()?;
        let mut dy = vec![0.0; self.system().differential()];
        let e = &mut self.simulation.equations;
        let found = e.derivative(self.time, &self.y[..dy.len()], &mut dy);
        let rates = crate::tangent::space::rates(e, &dy);
        found.map(|()| rates).map_err(|f| self.refuse(f.message))
    }
}
