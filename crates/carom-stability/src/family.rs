//! A model as a function of its parameters.

use carom::Simulation;
use carom::dynamics::tangent::{AT, CHANGE, Variants};
use carom::dynamics::{RunError, Stepping};
use carom_study::Study;

/// Why something was not found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// The model with these values is refused.
    #[error("{0}")]
    Refused(String),
    /// The run ended early.
    #[error(transparent)]
    Run(#[from] RunError),
    /// What was asked for does not exist, or was not found.
    #[error("{0}")]
    NotFound(String),
}

/// A number below this may be what rounding leaves of zero, as 0.3 − 3·0.1 is: a change in proportion to it would be lost in what it is added to.
pub(crate) const NOTHING: f64 = 1e-15;

/// [`CHANGE`] of a size, as a power of two: what is that far from a point with few digits is exact, and so are the slopes of what is linear in a parameter.
pub(crate) fn change(size: f64) -> f64 {
    (CHANGE * size).log2().round().exp2()
}

/// The models of a study.
pub struct Family<'a> {
    /// The study.
    pub study: &'a Study,
    /// Sizes of the coordinates of its design: what counts as a change of order one.
    sizes: Vec<f64>,
}

impl<'a> Family<'a> {
    /// Of a study; the sizes of its parameters are those of its points.
    pub fn new(study: &'a Study) -> Self {
        let runs = study.design.len().max(1);
        let some = [0, runs / 2, runs - 1].map(|k| study.design.point(k));
        let sizes = (0..some[0].len()).map(|k| {
            let size = some.iter().fold(0.0f64, |s, point| s.max(point[k].abs()));
            if size > NOTHING { size } else { 1.0 }
        });
        Self {
            sizes: sizes.collect(),
            study,
        }
    }

    /// Where a run with these values of the varied parameters begins. `end`: none if it goes as far as it is asked to.
    ///
    /// # Errors
    /// When the model is refused, or cannot begin.
    pub fn begin(&self, point: &[f64], end: Option<f64>) -> Result<Stepping, Error> {
        let values = self.study.values_at(point);
        let (model, _) = self.study.model_with(&values).map_err(Error::Refused)?;
        let mut request = self.study.request_with(&values);
        request.end = end;
        let made = Simulation::new(&model, &request, &[]).map_err(|e| match e {
            carom::StepError::Refused(d) => Error::Refused(self.study.first_error(&d)),
            carom::StepError::Run(e) => Error::Run(e),
            e => Error::Refused(e.to_string()),
        })?;
        Ok(made.into_stepping())
    }

    /// The same with the tangent: first the columns of these coordinates of the design, then those of directions of the initial state.
    ///
    /// # Errors
    /// As [`Family::begin`]; when there is no derivative at the start.
    pub fn vary(
        &self,
        point: &[f64],
        coordinates: &[usize],
        directions: &[Vec<f64>],
        end: Option<f64>,
    ) -> Result<Stepping, Error> {
        let mut run = self.begin(point, end)?;
        let variants = self.variants(point, None, coordinates, end)?;
        run.vary(variants, directions, self.error())?;
        add_nearer(self, &mut run, (point, coordinates), end)?;
        Ok(run)
    }

    /// The same from another state, at the time at which the model starts.
    ///
    /// # Errors
    /// As [`Family::vary`]; when the state does not meet the constraints.
    pub fn vary_from(
        &self,
        point: &[f64],
        state: &[f64],
        coordinates: &[usize],
        directions: &[Vec<f64>],
    ) -> Result<Stepping, Error> {
        self.vary_at(point, (0.0, state), coordinates, directions)
    }

    /// The same so long after the time at which the model starts.
    pub(crate) fn vary_at(
        &self,
        point: &[f64],
        (after, state): (f64, &[f64]),
        coordinates: &[usize],
        directions: &[Vec<f64>],
    ) -> Result<Stepping, Error> {
        let mut run = self.begin_at(point, after, state)?;
        let variants = self.variants(point, Some((after, state)), coordinates, None)?;
        run.vary(variants, directions, self.error())?;
        add_nearer(self, &mut run, (point, coordinates), None)?;
        Ok(run)
    }

    /// A run from a state, so long after the time at which the model starts.
    pub(crate) fn begin_at(
        &self,
        point: &[f64],
        after: f64,
        state: &[f64],
    ) -> Result<Stepping, Error> {
        let mut run = self.begin(point, None)?;
        run.set_state_at(run.time() + after, state)?;
        Ok(run)
    }

    /// As [`Family::vary`], for gradients on the way back ([`Stepping::gradients`]).
    ///
    /// # Errors
    /// As [`Family::vary`].
    pub fn vary_back(
        &self,
        point: &[f64],
        coordinates: &[usize],
        end: Option<f64>,
    ) -> Result<Stepping, Error> {
        let mut run = self.begin(point, end)?;
        let variants = self.variants(point, None, coordinates, end)?;
        run.vary_back(variants, self.error())?;
        add_nearer(self, &mut run, (point, coordinates), end)?;
        Ok(run)
    }

    /// The models beside a point, in a state so long after their start if one is given.
    fn variants(
        &self,
        point: &[f64],
        state: Option<(f64, &[f64])>,
        coordinates: &[usize],
        end: Option<f64>,
    ) -> Result<Vec<Variants>, Error> {
        let each = coordinates.iter().map(|&k| {
            let change = change(self.size(point, k));
            let [a, b, c, d] =
                AT.map(|at| begin_beside(self, (point, k), at * change, (state, end)));
            Ok(Variants::new(name(self, k), change, [a?, b?, c?, d?]))
        });
        each.collect()
    }

    /// An error of a model beside the point, with the value of the parameter that it has.
    pub(crate) fn beside(&self, error: Error, k: usize, value: f64) -> Error {
        let Error::Refused(why) = error else {
            return error;
        };
        let name = name(self, k);
        Error::Refused(format!("with {name} = {value}, beside the point: {why}"))
    }

    /// What counts as a change of order one of a coordinate.
    pub fn size(&self, point: &[f64], k: usize) -> f64 {
        let own = point[k].abs();
        let size = own.max(1e-2 * self.sizes[k]);
        if own == 0.0 || own > NOTHING {
            return size;
        }
        // What has to be above zero, as a small mass, is no rounding.
        let is_taken =
            |by: f64| begin_beside(self, (point, k), by * change(size), (None, None)).is_ok();
        match is_taken(-2.0) && is_taken(2.0) {
            true => size,
            false => own,
        }
    }

    /// The local error of the tangent's flow: that of the runs.
    pub fn error(&self) -> f64 {
        let options = &self.study.settings.options;
        options.error.unwrap_or(1e-6).clamp(1e-13, 1e-4)
    }
}

/// The parameter of a coordinate of the design.
fn name<'a>(family: &Family<'a>, k: usize) -> &'a str {
    let study = family.study;
    let mut parameters = study.parameters.iter().enumerate();
    let own = parameters.find(|(n, _)| study.coordinate(*n) == Some(k));
    own.map_or("a parameter", |(_, p)| p.name.as_str())
}

/// The model with a coordinate of the point changed, in a state so long after its start if one is given.
fn begin_beside(
    family: &Family<'_>,
    (point, k): (&[f64], usize),
    by: f64,
    (state, end): (Option<(f64, &[f64])>, Option<f64>),
) -> Result<Stepping, Error> {
    let mut point = point.to_vec();
    point[k] += by;
    let begun = family.begin(&point, end);
    let mut run = begun.map_err(|e| family.beside(e, k, point[k]))?;
    if let Some((after, state)) = state {
        run.set_state_at(run.time() + after, state)?;
    }
    Ok(run)
}

/// Gives a varied run models nearer to the point, where it wants some.
fn add_nearer(
    family: &Family<'_>,
    run: &mut Stepping,
    (point, coordinates): (&[f64], &[usize]),
    end: Option<f64>,
) -> Result<(), Error> {
    Variants::add_nearer(run, |j, share| {
        let k = coordinates[j];
        let by = share * change(family.size(point, k));
        begin_beside(family, (point, k), by, (None, end))
    })
}
