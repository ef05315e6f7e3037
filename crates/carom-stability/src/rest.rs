//! Equilibria: orbits of no period.
//!
//! With an orthonormal basis B of the changes of positions and extra states that the constraints leave (in the sizes of the unknowns), and the rates f of a body at rest there,
//! accelerations and rates of extra states,
//!
//! ```text
//! F(c) = Bᵀ·f(x₀ ⊕ B·c) = 0      J = ∂F/∂c      M − 1 = D⁻¹·J
//! ```
//!
//! in which D, the lengths of the rows of J and of the changes with the parameters, makes the residual a distance to the equilibrium. J is exact
//! ([`rates_along`]), as are the linear equations that its stability comes from; changes with parameters are differences of order 4 between models.

use crate::chain::{Chain, Space, space_of};
use crate::family::{Error, Family, change};
use carom::dynamics::system::motion::BODY_NUMBERS;
use carom::dynamics::tangent::{AT, WEIGHTS};
use carom::dynamics::{Stepping, rates_along};
use nalgebra::{Complex, DMatrix, DVector};

/// Times after the start at which forces of an equilibrium are looked at again, in units of time of the model: no multiples of each other.
const LATER: [f64; 3] = [0.377, 1.618, 13.71];
/// What the rates may differ by then, as a distance to the equilibrium,
const LASTING: f64 = 1e-8;

/// and its eigenvalues, as a part of the largest: double ones are known to the root of rounding.
const ALIKE: f64 = 1e-6;

/// A row of J below this part of the longest may be rounding.
const ROUNDING: f64 = 1e-6;
/// Velocities below this, in the sizes of positions over a unit of time, are rounding.
const STILL: f64 = 1e-9;

/// A state at rest, with the space of its changes.
struct Place<'a> {
    run: &'a mut Stepping,
    space: Space,
    positions: usize,
    sizes: Vec<f64>,
}

/// A state without velocities.
pub(crate) fn at_rest(run: &Stepping, state: &[f64]) -> Vec<f64> {
    let mut state = state.to_vec();
    let bodies = run.system().mechanism.bodies.len();
    let numbers = BODY_NUMBERS.len();
    for body in state.chunks_exact_mut(numbers).take(bodies) {
        // behind the place and the quaternion
        body[7..].fill(0.0);
    }
    state
}

/// Contacts that are closed.
fn closed(run: &Stepping) -> Vec<String> {
    let system = run.system();
    let stops = system.rigid.stops.iter().enumerate();
    let closed = stops.filter(|(k, _)| system.is_closed(*k));
    closed.map(|(_, stop)| stop.label.clone()).collect()
}

impl<'a> Place<'a> {
    fn of(run: &'a mut Stepping) -> Result<Self, Error> {
        let positions = run.system().mechanism.positions;
        let (columns, sizes) = run.projector()?;
        // neither velocities nor, the last, the work of the forces
        let count = sizes.len();
        let is_free = |k: &usize| *k < positions || (2 * positions..count - 1).contains(k);
        let free: Vec<usize> = (0..count).filter(is_free).collect();
        let only = |x: &Vec<f64>| -> Vec<f64> { free.iter().map(|k| x[*k]).collect() };
        let columns: Vec<Vec<f64>> = free.iter().map(|k| only(&columns[*k])).collect();
        let space = space_of(&columns, &only(&sizes)).widened(&free, count);
        Ok(Self {
            run,
            space,
            positions,
            sizes,
        })
    }

    /// Rates of the state, which stands still.
    ///
    /// # Errors
    /// When motions move it.
    fn rates(&mut self) -> Result<Vec<f64>, Error> {
        let rates = self.run.rates()?;
        let mut velocities = rates.iter().zip(&self.sizes).take(self.positions);
        if velocities.any(|(v, size)| v.abs() > STILL * size) {
            return Err(Error::NotFound(
                "motions of the model move it at the start: an equilibrium is at rest, and what moves steadily is an orbit, [orbit] period = the time of a turn".into(),
            ));
        }
        Ok(rates)
    }

    /// F of rates: accelerations stand where positions do in the space.
    fn of_rates(&self, mut rates: Vec<f64>) -> DVector<f64> {
        rates.copy_within(self.positions..2 * self.positions, 0);
        rates[self.positions..2 * self.positions].fill(0.0);
        self.space.coefficients(&rates)
    }
}

/// The sum of differences of order 4.
fn difference(looks: [DVector<f64>; 4], change: f64) -> DVector<f64> {
    let mut sum = DVector::zeros(looks[0].len());
    for (look, weight) in looks.iter().zip(WEIGHTS) {
        sum += look * (weight / change);
    }
    sum
}

/// Four looks, or the first error.
fn four<T>(look: impl FnMut(f64) -> Result<T, Error>) -> Result<[T; 4], Error> {
    let [a, b, c, d] = AT.map(look);
    Ok([a?, b?, c?, d?])
}

/// Whether each eigenvalue of one is one of the other.
fn are_alike(now: &Chain, then: &Chain) -> bool {
    let (Some(now), Some(then)) = (now.eigenvalues(), then.eigenvalues()) else {
        return false;
    };
    let largest = now.iter().map(|z| z.norm()).fold(0.0, f64::max);
    let near = |z: &Complex<f64>| then.iter().any(|w| (z - w).norm() <= ALIKE * largest);
    now.len() == then.len() && now.iter().all(near)
}

/// What an equilibrium beside a state is found by, and how it changes along some coordinates of the design, so long after the time at which the model starts.
pub(crate) fn chain(
    family: &Family<'_>,
    point: &[f64],
    (after, state): (f64, &[f64]),
    along: &[(usize, f64)],
) -> Result<Chain, Error> {
    let mut run = family.begin_at(point, after, state)?;
    let found = run.state()?;
    let here = at_rest(&run, &found);
    run.set_state(&here)?;
    let held = closed(&run);
    let mut place = Place::of(&mut run)?;
    let rates = place.rates()?;
    let residual = place.of_rates(rates);
    let found = rates_along(place.run, &place.space.basis)?;
    let columns: Vec<DVector<f64>> = found.into_iter().map(|r| place.of_rates(r)).collect();
    let mut by = Vec::new();
    for (k, _) in along {
        let change = change(family.size(point, *k));
        let looks = four(|at| {
            let mut beside = point.to_vec();
            beside[*k] += at * change;
            let begun = family.begin_at(&beside, after, &here);
            let mut run = begun.map_err(|e| family.beside(e, *k, beside[*k]))?;
            holds_the_same(family, &held, &run, *k)?;
            Ok(place.of_rates(run.rates()?))
        })?;
        by.push(difference(looks, change));
    }
    let space = place.space;
    let matrix = match columns.is_empty() {
        true => DMatrix::zeros(0, 0),
        false => DMatrix::from_columns(&columns),
    };
    run.set_state(&here)?;
    let found = run.linearize()?.eigenvalues;
    let spectrum: Vec<_> = found.iter().map(|z| Complex::new(z[0], z[1])).collect();
    let sizes: Vec<f64> = along.iter().map(|(k, _)| family.size(point, *k)).collect();
    let by_rows = scaled(residual, matrix, by, &sizes);
    Ok(Chain::at_rest(space, by_rows, spectrum))
}

/// The residual, J, and changes with parameters of some sizes, by rows of length one; rows of neutral directions are rounding, and stay small.
fn scaled(
    mut residual: DVector<f64>,
    mut matrix: DMatrix<f64>,
    mut by: Vec<DVector<f64>>,
    sizes: &[f64],
) -> (DVector<f64>, DMatrix<f64>, Vec<DVector<f64>>) {
    let length = |i: usize| {
        let by_parameters = by.iter().zip(sizes);
        by_parameters.fold(matrix.row(i).norm(), |length, (b, size)| {
            length.hypot(b[i] * size)
        })
    };
    let lengths: Vec<f64> = (0..residual.len()).map(length).collect();
    let largest = lengths.iter().copied().fold(0.0, f64::max);
    for (i, length) in lengths.into_iter().enumerate() {
        let length = length.max(ROUNDING * largest);
        let scale = if length > 0.0 { length.recip() } else { 1.0 };
        matrix.row_mut(i).scale_mut(scale);
        residual[i] *= scale;
        by.iter_mut().for_each(|b| b[i] *= scale);
    }
    (residual, matrix, by)
}

/// Refuses a parameter beside whose value other contacts are closed.
fn holds_the_same(
    family: &Family<'_>,
    held: &[String],
    run: &Stepping,
    k: usize,
) -> Result<(), Error> {
    let beside = closed(run);
    if beside == held {
        return Ok(());
    }
    let other = held.iter().find(|c| !beside.contains(c));
    let other = other.or_else(|| beside.iter().find(|c| !held.contains(c)));
    Err(Error::NotFound(format!(
        "{} is closed on one side of the equilibrium and open on the other as {} moves: it has no derivative there. A compliant contact has one",
        other.map_or("a contact", String::as_str),
        family.names()[k]
    )))
}

/// Whether nothing moves at an equilibrium later either.
///
/// # Errors
/// When something does.
pub(crate) fn lasts(family: &Family<'_>, point: &[f64], state: &[f64]) -> Result<(), Error> {
    let now = chain(family, point, (0.0, state), &[])?;
    for later in LATER {
        let then = chain(family, point, (later, state), &[]);
        let lasts =
            then.is_ok_and(|then| then.residual().norm() <= LASTING && are_alike(&now, &then));
        if !lasts {
            return Err(Error::NotFound(format!(
                "what is at rest at the start is not at a time of {later} after it: time forces this model, and its motions are orbits, [orbit] period = \"2*PI/omega\""
            )));
        }
    }
    Ok(())
}
