//! Periodic orbits by shooting, with their multipliers.
//!
//! Of a forced mechanism with the period T, `n` of which the orbit takes: the state x₀ at the start of a period is sought for which `x(nT; x₀) = x₀`. Newton's method takes
//! the tangent of the run through all its events, in the space of changes that the constraints leave (an orthonormal basis B of it, in the sizes of the unknowns):
//!
//! ```text
//! M = Bᵀ·X(nT)·B      (M − 1)·δ = −Bᵀ·(x(nT) − x₀)
//! ```
//!
//! so that the eigenvalues of M at the orbit are its multipliers, and none of them belongs to the constraints. What is free and unforced, as a point mass
//! that may drift across its line of motion, has multipliers 1: neutral ones, which Newton's method leaves alone (a solution of least length) and stability does not ask.
//!
//! Of a mechanism without forcing the section is an event of a kind: x₀ is the state behind one, x(T) that behind the n-th after it, whose time changes with x₀
//! ([`carom::dynamics::tangent::EventTangent`]). The direction of the flow then has the multiplier 0 in M, which stands for the 1 of the orbit.

use crate::family::{Error, Family};
use carom::dynamics::{EventKind, EventRow, Reached, Stepping};
use carom::solve::eigen::eigen;
use carom_study::OrbitReturn;
use nalgebra::{Complex, DMatrix, DVector};

/// Newton's steps at most.
const STEPS: usize = 30;
/// A step that makes the residual larger is halved so often.
const HALVINGS: usize = 10;
/// A singular value of M − 1 below this, relative to the largest, is zero: a neutral direction.
const NEUTRAL: f64 = 1e-8;
/// A multiplier this close to 1 may be a neutral one; those of a drift are a Jordan block, split by the root of rounding.
const ONE: f64 = 1e-4;
/// How far the motion may be off after one period more, beyond what its multipliers make of the tolerance.
const REPEATS: f64 = 1e-6;
/// A multiplier below this is zero.
const ZERO: f64 = 1e-9;

/// When an orbit has come back.
#[derive(Clone, Debug, PartialEq)]
pub enum Return {
    /// After this time.
    Period(f64),
    /// At an event of this kind, of this element if one is named.
    Event(EventKind, Option<String>),
}

/// What is asked of an orbit: when it returns, and after how many of these.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// See [`Return`].
    pub at: Return,
    /// How many returns make the period.
    pub count: u32,
}

impl Section {
    /// Runs to the state behind the n-th event from here; all events on the way.
    fn run_to(&self, run: &mut Stepping, count: u32) -> Result<Vec<EventRow>, Error> {
        let Return::Event(kind, element) = &self.at else {
            return Ok(Vec::new());
        };
        let is = |e: &&EventRow| {
            let named = |n: &String| n.eq_ignore_ascii_case(&e.element);
            e.kind == *kind && element.as_ref().is_none_or(named)
        };
        let limit = run.time() + LONGEST;
        let (mut events, mut found) = (Vec::new(), 0);
        while found < count {
            if run.advance_to_event(limit)? != Reached::Event {
                return Err(Error::NotFound(format!(
                    "there is no further event {} within a time of {LONGEST:e}",
                    kind.name()
                )));
            }
            let new = run.take_events();
            found += new.iter().filter(is).count() as u32;
            events.extend(new);
        }
        Ok(events)
    }
}

/// An event of an orbit.
#[derive(Clone, Debug, PartialEq)]
pub struct OrbitEvent {
    /// As the run told it, its time from the start of the period.
    pub row: EventRow,
    /// What makes its derivatives doubtful; empty: nothing.
    pub doubt: String,
}

/// What a multiplier says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultiplierKind {
    /// Of the stability of the orbit.
    Plain,
    /// Of a direction in which nothing happens: 1.
    Neutral,
    /// Of a direction that an event takes away (a plastic impact, the onset of sticking), or of the flow across a section: 0.
    Zero,
}

/// A multiplier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multiplier {
    /// Its value.
    pub value: Complex<f64>,
    /// What it says.
    pub kind: MultiplierKind,
}

/// A periodic orbit.
#[derive(Clone, Debug)]
pub struct Orbit {
    /// The varied parameters.
    pub point: Vec<f64>,
    /// Its period.
    pub period: f64,
    /// The state at its start, in the order of [`Stepping::state_names`].
    pub state: Vec<f64>,
    /// Its events.
    pub events: Vec<OrbitEvent>,
    /// What is missing to its closure, in the sizes of the unknowns that tolerances are measured by.
    pub residual: f64,
    /// Newton's steps.
    pub steps: usize,
    /// Multipliers, the largest first.
    pub multipliers: Vec<Multiplier>,
    /// M.
    pub matrix: DMatrix<f64>,
}

impl Orbit {
    /// Whether all multipliers that say it are inside of the unit circle.
    pub fn is_stable(&self) -> bool {
        self.plain().all(|m| m.norm() < 1.0)
    }

    /// The multipliers of its stability.
    pub fn plain(&self) -> impl Iterator<Item = Complex<f64>> + '_ {
        let plain = |m: &&Multiplier| m.kind == MultiplierKind::Plain;
        self.multipliers.iter().filter(plain).map(|m| m.value)
    }

    /// The events in their order, by kind and element.
    pub fn signature(&self) -> Vec<(EventKind, String)> {
        let name = |e: &OrbitEvent| (e.row.kind, e.row.element.clone());
        self.events.iter().map(name).collect()
    }
}

/// One run over a period, with its tangent.
#[derive(Clone)]
pub(crate) struct Shot {
    /// B, one list a direction; coefficients of a change are `dual·change`.
    pub basis: Vec<Vec<f64>>,
    dual: Vec<Vec<f64>>,
    /// Coefficients of x(T) − x₀, and their largest one over all numbers of the change.
    pub residual: DVector<f64>,
    pub matrix: DMatrix<f64>,
    /// Coefficients of the change of x(T) with the parameter, if there is one.
    pub by_parameter: DVector<f64>,
    pub period: f64,
    pub events: Vec<OrbitEvent>,
}

/// A basis of the space that a projector leaves (columns, in the sizes of the unknowns), orthonormal in these sizes: directions, and what gives coefficients.
fn basis(columns: &[Vec<f64>], sizes: &[f64]) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let n = columns.len();
    let scaled = DMatrix::from_fn(n, n, |i, j| columns[j][i] / sizes[i] * sizes[j]);
    // The trace of a projector is the dimension of its space.
    let dimension = scaled.trace().round().max(0.0) as usize;
    let svd = scaled.svd(true, false);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| svd.singular_values[*b].total_cmp(&svd.singular_values[*a]));
    let u = svd.u.unwrap_or_else(|| DMatrix::identity(n, n));
    let columns = order.into_iter().take(dimension);
    let vector = |j: usize, f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        (0..n).map(|i| f(u[(i, j)], sizes[i])).collect()
    };
    columns
        .map(|j| (vector(j, &|u, s| u * s), vector(j, &|u, s| u / s)))
        .unzip()
}

/// The directions of the space of changes of the current state, and the sizes of the unknowns.
pub(crate) fn space(run: &mut Stepping) -> Result<(Vec<Vec<f64>>, Vec<f64>), Error> {
    let (columns, sizes) = run.projector()?;
    Ok((basis(&columns, &sizes).0, sizes))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The solution of least length of `A·x = b` without the `drop` smallest singular values; those that are dropped in any case are below [`NEUTRAL`].
pub(crate) fn least(a: DMatrix<f64>, b: &DVector<f64>, drop: usize) -> DVector<f64> {
    let columns = a.ncols();
    let svd = a.svd(true, true);
    let largest = svd.singular_values.max();
    let mut order: Vec<usize> = (0..svd.singular_values.len()).collect();
    order.sort_by(|x, y| svd.singular_values[*y].total_cmp(&svd.singular_values[*x]));
    let keep = order.len().saturating_sub(drop);
    let mut x = DVector::zeros(columns);
    if let (Some(u), Some(v)) = (&svd.u, &svd.v_t) {
        for &k in order.iter().take(keep) {
            let s = svd.singular_values[k];
            if s > 1e-14 * largest {
                x += v.row(k).transpose() * (u.column(k).dot(b) / s);
            }
        }
    }
    x
}

/// How many directions of M − 1 are neutral.
pub(crate) fn neutral(m: &DMatrix<f64>) -> usize {
    let n = m.nrows();
    let svd = (m - DMatrix::identity(n, n)).svd(false, false);
    let largest = svd.singular_values.max().max(1.0);
    let small = |s: &&f64| **s < NEUTRAL * largest;
    svd.singular_values.iter().filter(small).count()
}

impl Family<'_> {
    /// When orbits of a point return, as the study says.
    ///
    /// # Errors
    /// When the study has no `[orbit]`.
    pub fn section(&self, point: &[f64]) -> Result<Section, Error> {
        let spec = self.spec()?;
        let values = self.study.values_at(point);
        Ok(Section {
            at: match &spec.at {
                OrbitReturn::Period(formula) => Return::Period(formula.value(&values)),
                OrbitReturn::Event(which) => Return::Event(which.kind, which.element.clone()),
            },
            count: spec.periods,
        })
    }

    fn spec(&self) -> Result<&carom_study::OrbitSpec, Error> {
        self.study.orbits.orbit.as_ref().ok_or_else(|| {
            Error::NotFound(
                "the study has no section [orbit], which says when the motion returns: [orbit] period = \"2*PI/omega\"".into(),
            )
        })
    }

    /// The orbit of the first point of the design, from where a run has settled.
    ///
    /// # Errors
    /// As [`Family::orbit`].
    pub fn first_orbit(&self) -> Result<Orbit, Error> {
        let point = self.study.design.point(0);
        let values = self.study.values_at(&point);
        let settle = self.spec()?.settle.value(&values);
        let section = self.section(&point)?;
        if let Return::Period(period) = section.at {
            if !(period > 0.0 && period.is_finite()) {
                return Err(Error::NotFound(format!(
                    "the period is {period}; it has to be above 0"
                )));
            }
            // whole periods: the phase of the forcing is that of the start
            let periods = (settle / period).round().max(0.0);
            let state = self.settle(&point, periods * period)?;
            return self.orbit(&point, &state, &section);
        }
        let state = self.settle_to_event(&point, settle, &section)?;
        self.orbit(&point, &state, &section)
    }

    /// The state behind the first event of a section after a time.
    fn settle_to_event(
        &self,
        point: &[f64],
        time: f64,
        section: &Section,
    ) -> Result<Vec<f64>, Error> {
        let mut run = self.begin(point, None)?;
        if time > 0.0 {
            run.run_until(run.time() + time)?;
        }
        run.take_events();
        section.run_to(&mut run, 1)?;
        Ok(run.state()?)
    }

    /// One period from a state, with the tangent of the state and of one coordinate of the design if it is given; `rate`: what the period changes by with it.
    pub(crate) fn shoot(
        &self,
        point: &[f64],
        state: &[f64],
        section: &Section,
        along: Option<(usize, f64)>,
    ) -> Result<Shot, Error> {
        let mut at_start = self.begin(point, None)?;
        at_start.set_state(state)?;
        let start = at_start.state()?;
        let (columns, sizes) = at_start.projector()?;
        let (basis, dual) = basis(&columns, &sizes);
        let coordinates: Vec<usize> = along.iter().map(|a| a.0).collect();
        let mut run = self.vary_from(point, &start, &coordinates, &basis)?;
        let begun = run.time();
        run.take_events();
        let mut events = Vec::new();
        // The direction in which the section moves the end: f times the change of the time.
        let mut moved: Option<(Vec<f64>, Vec<f64>)> = None;
        match &section.at {
            Return::Period(period) => {
                let end = begun + f64::from(section.count) * period;
                if run.run_until(end)? != Reached::Time {
                    return Err(Error::NotFound("the run ends within the period".into()));
                }
                events.extend(run.take_events());
                if let Some((_, rate)) = along {
                    let rates = run.rates()?;
                    let mut times = vec![0.0; 1 + basis.len()];
                    times[0] = rate * f64::from(section.count);
                    moved = Some((rates, times));
                }
            }
            Return::Event(..) => {
                events.extend(section.run_to(&mut run, section.count)?);
                let last = run.tangent().and_then(|t| t.events().last().cloned());
                let times = last.map(|e| e.time_by).unwrap_or_default();
                moved = Some((run.rates()?, times));
            }
        }
        let end = run.state()?;
        let mut x = run.tangent_here()?;
        if let Some((rates, times)) = moved {
            for (x, t) in x.iter_mut().zip(&times) {
                x.iter_mut().zip(&rates).for_each(|(x, f)| *x += f * t);
            }
        }
        let missing = run.change(&start, &end);
        let coefficients = |change: &[f64]| {
            DVector::from_iterator(dual.len(), dual.iter().map(|d| dot(d, change)))
        };
        let mut columns = x.iter().map(|x| coefficients(x));
        let by_parameter = match along {
            Some(_) => columns
                .next()
                .unwrap_or_else(|| DVector::zeros(basis.len())),
            None => DVector::zeros(basis.len()),
        };
        let columns: Vec<DVector<f64>> = columns.collect();
        let matrix = DMatrix::from_columns(&columns);
        let is_finite = |x: &f64| x.is_finite();
        if !(matrix.iter().all(is_finite) && by_parameter.iter().all(is_finite)) {
            let events = run.tangent().map(|t| t.events()).unwrap_or_default();
            let doubtful = events.iter().find(|e| !e.doubt.is_empty());
            let why = doubtful.map_or_else(String::new, |e| {
                format!(
                    ": {} of {} at {:.6e}: {}",
                    e.kind.name(),
                    e.element,
                    e.time,
                    e.doubt
                )
            });
            return Err(Error::NotFound(format!(
                "the state at the end of the period has no derivative with respect to that at its start{why}"
            )));
        }
        let doubts = run.tangent().map(|t| t.events()).unwrap_or_default();
        let doubt = |e: &EventRow| {
            let mut same = doubts
                .iter()
                .filter(|d| d.time == e.time && d.kind == e.kind);
            same.next().map(|d| d.doubt.clone()).unwrap_or_default()
        };
        let events = events.into_iter().map(|row| OrbitEvent {
            doubt: doubt(&row),
            row: EventRow {
                time: row.time - begun,
                ..row
            },
        });
        Ok(Shot {
            residual: coefficients(&missing),
            events: events.collect(),
            period: run.time() - begun,
            basis,
            dual,
            matrix,
            by_parameter,
        })
    }

    /// A state changed by coefficients in the basis of a shot from it.
    pub(crate) fn moved(
        &self,
        point: &[f64],
        state: &[f64],
        shot: &Shot,
        by: &DVector<f64>,
    ) -> Result<Vec<f64>, Error> {
        let mut run = self.begin(point, None)?;
        run.set_state(state)?;
        run.shift_state(&shot.basis, by.as_slice())?;
        Ok(run.state()?)
    }

    /// The state of a run from the start of the model after a time: a guess for an orbit.
    ///
    /// # Errors
    /// When the run ends before.
    pub fn settle(&self, point: &[f64], time: f64) -> Result<Vec<f64>, Error> {
        let mut run = self.begin(point, None)?;
        if run.run_until(run.time() + time)? != Reached::Time {
            return Err(Error::NotFound("the run ends before it has settled".into()));
        }
        Ok(run.state()?)
    }

    /// The orbit next to a state.
    ///
    /// # Errors
    /// When Newton's method does not come to one; when a run fails.
    pub fn orbit(&self, point: &[f64], state: &[f64], section: &Section) -> Result<Orbit, Error> {
        let mut state = state.to_vec();
        let mut shot = self.shoot(point, &state, section, None)?;
        let goal = self.closed();
        let mut steps = 0;
        while shot.residual.norm() > goal && steps < STEPS {
            let n = shot.matrix.nrows();
            let drop = neutral(&shot.matrix);
            let newton = least(
                &shot.matrix - DMatrix::identity(n, n),
                &-&shot.residual,
                drop,
            );
            let mut share = 1.0;
            let mut better = None;
            for _ in 0..HALVINGS {
                let moved = self.moved(point, &state, &shot, &(&newton * share));
                let trial = moved.and_then(|s| Ok((self.shoot(point, &s, section, None)?, s)));
                if let Ok((trial, moved)) = trial
                    && trial.residual.norm() < shot.residual.norm()
                {
                    better = Some((trial, moved));
                    break;
                }
                share *= 0.5;
            }
            let Some((next, moved)) = better else { break };
            (shot, state, steps) = (next, moved, steps + 1);
        }
        if shot.residual.norm() > 1e3 * goal {
            return Err(Error::NotFound(format!(
                "no periodic orbit was found from this state: after {steps} Newton steps the state at the end of the period differs by {:.3e} from that at its start, in the sizes of the unknowns; let it settle for longer, or look at the period",
                shot.residual.norm()
            )));
        }
        let orbit = self.found(point, state, shot, steps, None);
        self.repeats(&orbit, section)?;
        Ok(orbit)
    }

    /// Whether the motion repeats itself once more: where time forces it with another period than the one that was asked for, it does not.
    fn repeats(&self, orbit: &Orbit, section: &Section) -> Result<(), Error> {
        let mut run = self.begin(&orbit.point, None)?;
        run.set_state(&orbit.state)?;
        let begun = run.time();
        let mut ends = Vec::new();
        for k in 1..=2 {
            match section.at {
                Return::Period(_) => {
                    run.run_until(begun + f64::from(k) * orbit.period)?;
                }
                Return::Event(..) => {
                    run.take_events();
                    section.run_to(&mut run, section.count)?;
                }
            }
            ends.push(run.state()?);
        }
        let (_, sizes) = run.projector()?;
        let change = run.change(&ends[0], &ends[1]);
        let apart = change.iter().zip(&sizes).take(sizes.len() - 1);
        let apart = apart.fold(0.0f64, |m, (x, s)| m.max((x / s).abs()));
        let largest = orbit
            .multipliers
            .first()
            .map_or(1.0, |m| m.value.norm().max(1.0));
        if apart > REPEATS + 1e3 * self.closed() * largest * largest {
            return Err(Error::NotFound(format!(
                "the state comes back after {} and not once more: {apart:.1e} apart in the sizes of the unknowns. Time forces the motion with another period; [orbit] period is to be that of the forcing, or some of them",
                orbit.period
            )));
        }
        Ok(())
    }

    /// What is left of the residual of an orbit: some tolerances of the runs.
    pub(crate) fn closed(&self) -> f64 {
        (10.0 * self.error()).max(1e-12)
    }

    pub(crate) fn found(
        &self,
        point: &[f64],
        state: Vec<f64>,
        shot: Shot,
        steps: usize,
        neutral_ones: Option<usize>,
    ) -> Orbit {
        Orbit {
            multipliers: multipliers(&shot.matrix, neutral_ones),
            residual: shot.residual.norm(),
            point: point.to_vec(),
            period: shot.period,
            events: shot.events,
            matrix: shot.matrix,
            state,
            steps,
        }
    }
}

/// The longest time in which an event is waited for.
const LONGEST: f64 = 1e4;

/// Eigenvalues of M, the largest first; so many of those next to 1 are neutral, or as many as M has such directions.
pub(crate) fn multipliers(m: &DMatrix<f64>, neutral_ones: Option<usize>) -> Vec<Multiplier> {
    if m.nrows() == 0 {
        return Vec::new();
    }
    let Some(found) = eigen(m) else {
        return Vec::new();
    };
    let mut values: Vec<Complex<f64>> = found
        .values
        .iter()
        .map(|z| Complex::new(z.re, z.im))
        .collect();
    let distance = |z: &Complex<f64>| (z - 1.0).norm();
    values.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    let count = neutral_ones.unwrap_or_else(|| match neutral(m) {
        0 => 0,
        _ => values.iter().filter(|z| distance(z) < ONE).count(),
    });
    let mut all: Vec<Multiplier> = values
        .into_iter()
        .enumerate()
        .map(|(k, value)| Multiplier {
            value,
            kind: match () {
                () if k < count => MultiplierKind::Neutral,
                () if value.norm() < ZERO => MultiplierKind::Zero,
                () => MultiplierKind::Plain,
            },
        })
        .collect();
    let key = |m: &Multiplier| (m.value.norm(), m.value.im);
    all.sort_by(|a, b| {
        key(b)
            .partial_cmp(&key(a))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    all
}

impl Shot {
    /// Coefficients of a change.
    pub(crate) fn coefficients(&self, change: &[f64]) -> DVector<f64> {
        DVector::from_iterator(self.dual.len(), self.dual.iter().map(|d| dot(d, change)))
    }
}
