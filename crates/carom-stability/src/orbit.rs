//! Periodic orbits by shooting, with their multipliers.
//!
//! Of a forced mechanism with the period T, `n` of which the orbit takes: the state x₀ at the start of a period is sought for which `x(nT; x₀) = x₀`. Newton's method takes
//! the tangent of the run through all its events, in the space of changes that the constraints leave (an orthonormal basis B of it, in the sizes of the unknowns):
//!
//! ```text
//! M = Bᵀ·X(nT)·B      (M − 1)·δ = −Bᵀ·(x(nT) − x₀)
//! ```
//!
//! so that the eigenvalues of M at the orbit are its multipliers, and none of them belongs to the constraints. Where changes grow fast, the period is cut into pieces
//! (`shooting`). What is free and unforced, as a point mass
//! that may drift across its line of motion, has multipliers 1: neutral ones, which Newton's method leaves alone (a solution of least length) and stability does not ask.
//!
//! Of a mechanism without forcing the section is an event of a kind: x₀ is the state behind one, x(T) that behind the n-th after it, whose time changes with x₀
//! ([`carom::dynamics::tangent::EventTangent`]). The direction of the flow then has the multiplier 0 in M, which stands for the 1 of the orbit.

use crate::chain::Chain;
use crate::family::{Error, Family};
use crate::rest;
use crate::shooting::Cyclic;
pub use crate::shooting::{Knot, Return, Section, cyclic_names};
use carom::dynamics::{EventKind, EventRow, Reached, Stepping};
use carom_study::OrbitReturn;
pub use event::OrbitEvent;
use nalgebra::{Complex, DMatrix, DVector};

mod event;

/// Newton's steps at most.
const STEPS: usize = 30;
/// A step that makes the residual larger is halved so often.
const HALVINGS: usize = 10;
/// A multiplier this close to 1 may be a neutral one; those of a drift are a Jordan block, split by the root of rounding.
const ONE: f64 = 1e-4;
/// How far the motion may be off after one period more, beyond what its multipliers make of the tolerance.
const REPEATS: f64 = 1e-6;
/// A multiplier below this is zero.
const ZERO: f64 = 1e-9;
/// A change that grows by more than this over a piece asks for more pieces,
const GROWS: f64 = 1e3;
/// so many that it grows by about this over each,
const PER_PIECE: f64 = 30.0;
/// but no more than this.
const PIECES: usize = 64;
/// A coordinate goes on if a return moves it by more than this, in the sizes of the unknowns,
const MOVES: f64 = 1e-3;
/// and the next one by as much, to this part of it. Velocities come back to this.
const ALIKE: f64 = 0.05;
/// An event that ends the period is waited for so many periods of the first guess, or of the orbit beside.
pub(crate) const WAIT: f64 = 10.0;
/// An event is at the start of a period where it is nearer to it than this part of it.
const START: f64 = 1e-6;
/// Events of one instant are no further from each other than this part of the period.
const INSTANT: f64 = 1e-10;
/// Pieces of the second attempt, where one is not enough.
const MORE_PIECES: usize = 8;
/// A real part of an eigenvalue below this, beside the size of the largest, is rounding: eigenvalues of undamped vibrations that come together are known to its root.
const UNDAMPED: f64 = 1e-8;
/// What is left of the rates at an equilibrium, in the sizes of the unknowns by which the stiffness leads to them.
const AT_REST: f64 = 1e-11;

/// A motion that has gone this far while it settled, in the sizes of the unknowns, grows without bound: rounding leaves little of changes by which derivatives are taken.
const BEYOND: f64 = 1e9;

/// What a multiplier says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultiplierKind {
    /// Of the stability of the orbit.
    Plain,
    /// Of a direction in which nothing happens: 1; of an equilibrium 0.
    Neutral,
    /// Of a direction that an event takes away (a plastic impact, the onset of sticking), or of the flow across a section: 0.
    Zero,
}

impl MultiplierKind {
    /// In a word.
    pub(crate) fn name(self) -> &'static str {
        match self {
            MultiplierKind::Plain => "plain",
            MultiplierKind::Neutral => "neutral",
            MultiplierKind::Zero => "zero",
        }
    }
}

/// A multiplier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multiplier {
    /// Its value.
    pub value: Complex<f64>,
    /// What it says.
    pub kind: MultiplierKind,
}

/// A periodic orbit, or an equilibrium: an orbit of no period.
#[derive(Clone, Debug)]
pub struct Orbit {
    /// The varied parameters.
    pub point: Vec<f64>,
    /// Its period; 0 of an equilibrium.
    pub period: f64,
    /// The state at its start, in the order of [`carom::dynamics::Stepping::state_names`].
    pub state: Vec<f64>,
    /// Where its pieces start, the first with this state.
    pub knots: Vec<Knot>,
    /// Its events.
    pub events: Vec<OrbitEvent>,
    /// What is missing to its closure, in the sizes of the unknowns that tolerances are measured by.
    pub residual: f64,
    /// Newton's steps.
    pub steps: usize,
    /// Multipliers, the largest first. Of an equilibrium the eigenvalues λ of its linear equations, of which `exp(λ·t)` are the multipliers over a time; the largest real part first.
    pub multipliers: Vec<Multiplier>,
    /// M, the product over all pieces; of an equilibrium one more than the matrix of its residual.
    pub matrix: DMatrix<f64>,
    /// How many directions are neutral: changes that come back as they are, whatever the parameters.
    pub neutral: usize,
}

impl Orbit {
    /// Whether it is an equilibrium.
    pub fn is_at_rest(&self) -> bool {
        self.period == 0.0
    }

    /// Whether all multipliers that say it are inside of the unit circle; of an equilibrium, whether no change of it grows: without damping its eigenvalues lie on the imaginary axis.
    pub fn is_stable(&self) -> bool {
        self.unstable() == 0
    }

    /// How many multipliers are outside of the unit circle, or eigenvalues right of the imaginary axis.
    pub fn unstable(&self) -> usize {
        match self.is_at_rest() {
            true => self.plain().filter(|z| z.re > self.rounding()).count(),
            false => self.plain().filter(|m| m.norm() >= 1.0).count(),
        }
    }

    /// What is rounding of a real part of the eigenvalues of an equilibrium.
    fn rounding(&self) -> f64 {
        UNDAMPED * self.plain().map(|z| z.norm()).fold(0.0, f64::max)
    }

    /// How fast the vibration of an equilibrium that grows fastest, or decays slowest, does it; none without vibrations.
    pub(crate) fn flutter(&self) -> Option<f64> {
        let pairs = self.plain().filter(|z| z.im > 0.0);
        pairs.map(|z| z.re).reduce(f64::max)
    }

    /// Whether a vibration of an equilibrium neither grows nor decays.
    pub(crate) fn is_undamped(&self) -> bool {
        self.flutter().is_some_and(|x| x.abs() <= self.rounding())
    }

    /// The multipliers of its stability.
    pub fn plain(&self) -> impl Iterator<Item = Complex<f64>> + '_ {
        let plain = |m: &&Multiplier| m.kind == MultiplierKind::Plain;
        self.multipliers.iter().filter(plain).map(|m| m.value)
    }

    /// The slowest beginning of a contact, with its speed.
    pub fn slowest_impact(&self) -> Option<(&EventRow, f64)> {
        let each = self.events.iter();
        let all = each.filter_map(|e| Some((&e.row, e.approach()?)));
        all.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Speed of the slowest impact; not a number without one.
    pub(crate) fn slowest_speed(&self) -> f64 {
        self.slowest_impact().map_or(f64::NAN, |(_, speed)| speed)
    }

    /// An event that has come to the start of the period, where time forces it: whether it belongs to this period or to the one before is rounding, and no orbit beyond has the same events.
    pub(crate) fn at_the_start(&self, section: &Section) -> Option<&EventRow> {
        let span = section.span()?;
        let beside = |t: f64| t < START * span || t > (1.0 - START) * span;
        let mut rows = self.events.iter().map(|e| &e.row);
        rows.find(|e| beside(e.time))
    }

    /// The events in their order, by kind and element. Those of one instant, as an impact of one contact that lets another one part, stand in the order of their kinds: which of them
    /// the run tells first is rounding.
    pub fn signature(&self) -> Vec<(EventKind, String)> {
        let name = |e: &OrbitEvent| (e.row.kind, e.row.element.clone());
        let instant = INSTANT * self.period;
        let groups = self
            .events
            .chunk_by(|a, b| b.row.time - a.row.time <= instant);
        let each = groups.flat_map(|group| {
            let mut names: Vec<_> = group.iter().map(name).collect();
            names.sort_by(|a, b| (a.0 as usize, &a.1).cmp(&(b.0 as usize, &b.1)));
            names
        });
        each.collect()
    }
}

/// What is said of an event that has come to the start of the period.
pub(crate) fn told_at_the_start(e: &EventRow) -> String {
    format!(
        "the {} of {} comes to the start of the period, and is in the one before it beyond. Let the forcing begin at another phase, as SIN(w*TIME+1) in place of SIN(w*TIME), so that the period begins between two events",
        e.kind.name(),
        e.element
    )
}

/// The solution of least length of `A·x = b` without the `drop` smallest singular values; those that are dropped in any case are zero to rounding.
pub(crate) fn least(a: DMatrix<f64>, b: &DVector<f64>, drop: usize) -> DVector<f64> {
    let columns = a.ncols();
    if a.is_empty() {
        return DVector::zeros(columns);
    }
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
                Some(OrbitReturn::Period(formula)) => Return::Period(formula.value(&values)),
                Some(OrbitReturn::Event(which)) => Return::Event(which.kind, which.element.clone()),
                None => Return::Rest,
            },
            count: spec.periods,
            knots: match spec.at {
                None => Some(1),
                Some(_) => spec.knots,
            },
            cyclic: spec.cyclic.clone(),
            longest: crate::shooting::LONGEST,
        })
    }

    fn spec(&self) -> Result<&carom_study::OrbitSpec, Error> {
        self.study.orbits.orbit.as_ref().ok_or_else(|| {
            Error::Refused(
                "the study has no section [orbit], which says when the motion returns: [orbit] period = \"2*PI/omega\"".into(),
            )
        })
    }

    /// The orbit of the first point of the design, from where a run has settled.
    ///
    /// # Errors
    /// As [`Family::orbit`].
    pub fn first_orbit(&self) -> Result<Orbit, Error> {
        let point = self.first_point()?;
        let values = self.study.values_at(&point);
        let settle = self.spec()?.settle.value(&values);
        let section = self.section(&point)?;
        if let Return::Period(period) = section.at {
            if !(period > 0.0 && period.is_finite()) {
                return Err(Error::Refused(format!(
                    "the period is {period}; it has to be above 0"
                )));
            }
            // whole periods: the phase of the forcing is that of the start
            let periods = (settle / period).round().max(0.0);
            let state = self.settle(&point, periods * period)?;
            return self.orbit(&point, &state, &section);
        }
        let state = match section.at {
            Return::Rest => {
                let settled = self.settle(&point, settle)?;
                rest::at_rest(&self.begin(&point, None)?, &settled)
            }
            _ => self.settle_to_event(&point, settle, &section)?,
        };
        self.orbit(&point, &state, &section)
    }

    /// The parameters of the first orbit.
    pub(crate) fn first_point(&self) -> Result<Vec<f64>, Error> {
        let mut point = self.study.design.point(0);
        for (coordinate, value) in &self.spec()?.start {
            point[*coordinate] = *value;
        }
        Ok(point)
    }

    /// The state behind the first event of a section after a time.
    fn settle_to_event(
        &self,
        point: &[f64],
        time: f64,
        section: &Section,
    ) -> Result<Vec<f64>, Error> {
        let mut run = self.begin(point, None)?;
        let start = run.state()?;
        if time > 0.0 {
            run.run_until(run.time() + time)?;
        }
        run.take_events();
        section.run_to(&mut run, 1)?;
        bounded(&mut run, &start)
    }

    /// The state of a run from the start of the model after a time: a guess for an orbit.
    ///
    /// # Errors
    /// When the run ends before.
    pub fn settle(&self, point: &[f64], time: f64) -> Result<Vec<f64>, Error> {
        let mut run = self.begin(point, None)?;
        let start = run.state()?;
        if run.run_until(run.time() + time)? != Reached::Time {
            return Err(Error::NotFound("the run ends before it has settled".into()));
        }
        bounded(&mut run, &start)
    }

    /// The orbit next to a state.
    ///
    /// # Errors
    /// When Newton's method does not come to one; when a run fails.
    pub fn orbit(&self, point: &[f64], state: &[f64], section: &Section) -> Result<Orbit, Error> {
        let count = match section.knots {
            Some(count) => count,
            None => self.pieces(point, state, section)?,
        };
        let tried = |count: usize| {
            let knots = self.knots(point, state, section, count)?;
            self.orbit_at(point, knots, section)
        };
        let checked = |count: usize| {
            let orbit = tried(count)?;
            self.repeats(&orbit, section).map(|()| orbit)
        };
        match checked(count) {
            Err(Error::NotFound(why)) => {
                // what the motion does by itself may say why it does not close
                let names = self.going_on(point, state, section).unwrap_or_default();
                if !names.is_empty() {
                    return Err(Error::NotFound(format!(
                        "no periodic orbit was found: the velocities come back, but each return moves {} by as much as the one before. What goes on like this is to be named: [orbit] cyclic = {:?}",
                        names.join(", "),
                        [&section.cyclic[..], &names[..]].concat()
                    )));
                }
                match section.knots.is_none() && count < MORE_PIECES {
                    true => checked(MORE_PIECES).map_err(|_| Error::NotFound(why)),
                    false => Err(Error::NotFound(why)),
                }
            }
            Err(e) if section.knots.is_none() && count < MORE_PIECES => {
                checked(MORE_PIECES).map_err(|_| e)
            }
            found => found,
        }
    }

    /// Names of coordinates that go on by as much in one return as in the next, of a motion whose velocities come back.
    fn going_on(
        &self,
        point: &[f64],
        state: &[f64],
        section: &Section,
    ) -> Result<Vec<String>, Error> {
        let mut run = self.begin_at(point, 0.0, state)?;
        let sizes = run.projector()?.1;
        let (names, positions) = (cyclic_names(&run), run.system().mechanism.positions);
        let start = run.state()?;
        let [one, two] = section.two_returns(&mut run)?;
        let (first, second) = (run.change(&start, &one), run.change(&one, &two));
        let part = |k: usize| (first[k] / sizes[k]).abs();
        let repeats = |k: usize| (second[k] - first[k]).abs() < ALIKE * first[k].abs();
        // the work of the forces, the last, is no state of the mechanism
        if (positions..sizes.len() - 1).any(|k| part(k) > ALIKE) {
            return Ok(Vec::new());
        }
        let moves = |k: &usize| {
            !section
                .cyclic
                .iter()
                .any(|c| c.eq_ignore_ascii_case(&names[*k]))
        };
        let each = (0..positions.min(names.len())).filter(|k| part(*k) > MOVES && repeats(*k));
        Ok(each.filter(moves).map(|k| names[k].clone()).collect())
    }

    /// In how many pieces a period from a state is run through.
    fn pieces(&self, point: &[f64], state: &[f64], section: &Section) -> Result<usize, Error> {
        let knots = self.knots(point, state, section, 1)?;
        let growth = self.shoot(point, &knots, section, &[])?.growth();
        if growth < GROWS {
            return Ok(1);
        }
        let pieces = (growth.ln() / PER_PIECE.ln()).ceil();
        Ok((pieces.min(PIECES as f64) as usize).max(2))
    }

    /// Newton's method from knots.
    fn orbit_at(
        &self,
        point: &[f64],
        mut knots: Vec<Knot>,
        section: &Section,
    ) -> Result<Orbit, Error> {
        let mut chain = self.shoot(point, &knots, section, &[])?;
        let section = &Section {
            longest: section.longest.min(WAIT * chain.period),
            ..section.clone()
        };
        let goal = self.closed(section);
        let mut steps = 0;
        while chain.residual().norm() > goal && steps < STEPS {
            let size = chain.residual().norm();
            let newton = least(chain.jacobian(1.0), &-chain.residual(), chain.neutral());
            let mut share = 1.0;
            let mut better = None;
            for _ in 0..HALVINGS {
                let by = &newton * share;
                let moved = self.moved(point, (&knots, section), &chain, &by);
                let trial = moved.and_then(|s| Ok((self.shoot(point, &s, section, &[])?, s)));
                if let Ok((trial, moved)) = trial
                    && trial.residual().norm() < size
                {
                    better = Some((trial, moved));
                    break;
                }
                share *= 0.5;
            }
            let Some((next, moved)) = better else { break };
            (chain, knots, steps) = (next, moved, steps + 1);
        }
        let left = chain.residual().norm();
        if left > 1e3 * goal && section.at == Return::Rest {
            return Err(Error::NotFound(format!(
                "no equilibrium was found from this state: after {steps} Newton steps it is {left:.3e} away, in the sizes of the unknowns. Begin nearer to one: let a damped motion settle ([equilibrium] settle), or take other values of the parameters for the first ([equilibrium] start)",
            )));
        }
        if left > 1e3 * goal {
            return Err(Error::NotFound(format!(
                "no periodic orbit was found from this state: after {steps} Newton steps the state at the end of the period differs by {left:.3e} from that at its start, in the sizes of the unknowns. Let it settle for longer ([orbit] settle), ask for the period or a multiple of it that the motion has ([orbit] periods), or begin at values of the parameters where a run comes to the orbit ([orbit] start)",
            )));
        }
        Ok(self.found(point, knots, &chain, steps, None))
    }

    /// Whether the motion repeats itself once more: where time forces it with another period than the one that was asked for, it does not.
    fn repeats(&self, orbit: &Orbit, section: &Section) -> Result<(), Error> {
        if orbit.is_at_rest() {
            return rest::lasts(self, &orbit.point, &orbit.state);
        }
        let count = orbit.knots.len();
        let mut sizes = Vec::new();
        let mut apart = 0.0f64;
        let mut look = |from: &[f64], to: &[f64], cyclic: &Cyclic| -> Result<(), Error> {
            if sizes.is_empty() {
                let mut run = self.begin_at(&orbit.point, 0.0, &orbit.state)?;
                sizes = run.projector()?.1;
            }
            let mut change = self.change(&orbit.point, from, to)?;
            cyclic.free(&mut change);
            // the work of the forces, the last, is no state of the mechanism
            let each = change.iter().zip(&sizes).take(sizes.len() - 1);
            apart = each.fold(apart, |m, (x, s)| m.max((x / s).abs()));
            Ok(())
        };
        let start = self.begin_at(&orbit.point, 0.0, &orbit.state)?;
        let cyclic = crate::shooting::cyclic_of(&start, section, usize::MAX)?;
        let mut growth = orbit
            .multipliers
            .first()
            .map_or(1.0, |m| m.value.norm().max(1.0));
        match section.span() {
            Some(span) if count > 1 => {
                growth = growth.powf(1.0 / count as f64).max(PER_PIECE);
                for (k, knot) in orbit.knots.iter().enumerate() {
                    let mut run =
                        self.begin_at(&orbit.point, (1.0 + knot.at) * span, &knot.state)?;
                    let zero = run.time() - (1.0 + knot.at) * span;
                    let next = orbit.knots.get(k + 1);
                    run.run_until(zero + (1.0 + next.map_or(1.0, |n| n.at)) * span)?;
                    let to = next.map_or(&orbit.state, |n| &n.state);
                    let nothing = Cyclic::default();
                    let own = if next.is_none() { &cyclic } else { &nothing };
                    look(to, &run.state()?, own)?;
                }
            }
            _ => {
                let mut run = start;
                let [one, two] = section.two_returns(&mut run)?;
                look(&one, &two, &cyclic)?;
            }
        }
        if apart > REPEATS + 1e3 * self.closed(section) * growth * growth {
            return Err(Error::NotFound(format!(
                "the state comes back after {} and not once more: {apart:.1e} apart in the sizes of the unknowns. Either time forces the motion with another period, and [orbit] period is to be that of the forcing, or some of them; or a coordinate goes on by as much each period, as those of a walker do, and is to be named in [orbit] cyclic",
                orbit.period
            )));
        }
        Ok(())
    }

    /// What is left of the residual of an orbit: some tolerances of the runs; of an equilibrium, which no run leads to, rounding.
    pub(crate) fn closed(&self, section: &Section) -> f64 {
        match section.at {
            Return::Rest => AT_REST,
            Return::Period(_) | Return::Event(..) => (10.0 * self.error()).max(1e-12),
        }
    }

    pub(crate) fn found(
        &self,
        point: &[f64],
        knots: Vec<Knot>,
        chain: &Chain,
        steps: usize,
        neutral: Option<(usize, usize)>,
    ) -> Orbit {
        let (neutral, ones) = match neutral {
            Some((neutral, ones)) => (neutral, Some(ones)),
            None => (chain.neutral(), None),
        };
        Orbit {
            multipliers: multipliers(chain, neutral, ones),
            neutral,
            residual: chain.residual().norm(),
            point: point.to_vec(),
            period: chain.period,
            events: chain.events.clone(),
            matrix: chain.product(),
            state: knots[0].state.clone(),
            knots,
            steps,
        }
    }
}

/// The state that a run has settled to from its start. Where it has gone beyond all bounds, changes of it are below its rounding.
fn bounded(run: &mut Stepping, start: &[f64]) -> Result<Vec<f64>, Error> {
    let state = run.state()?;
    let sizes = run.projector()?.1;
    let change = run.change(start, &state);
    // the work of the forces, the last, is no state of the mechanism
    let each = change.iter().zip(&sizes).take(sizes.len() - 1);
    let most = each.fold(0.0f64, |m, (x, size)| {
        if x.is_finite() {
            m.max((x / size).abs())
        } else {
            f64::INFINITY
        }
    });
    if most > BEYOND {
        return Err(Error::NotFound(format!(
            "no orbit or equilibrium was found: at the time {} the motion has gone {most:.1e} from where it started, in the sizes of the unknowns, and seems to grow without bound. Runs do not come to what repels them: begin next to it with a shorter settling (settle), or at values of the parameters where runs come to it (start)",
            run.time()
        )));
    }
    Ok(state)
}

/// Eigenvalues of M, the largest first; so many of those next to 1 are neutral, or as many as M has such directions.
fn multipliers(chain: &Chain, neutral: usize, neutral_ones: Option<usize>) -> Vec<Multiplier> {
    let Some(mut values) = chain.eigenvalues() else {
        return Vec::new();
    };
    let is_at_rest = chain.period == 0.0;
    let largest = values
        .iter()
        .map(|z| z.norm())
        .fold(f64::MIN_POSITIVE, f64::max);
    let distance = |z: &Complex<f64>| match is_at_rest {
        true => z.norm() / largest,
        false => (z - 1.0).norm(),
    };
    values.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    let count = neutral_ones.unwrap_or_else(|| match neutral {
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
                () if !is_at_rest && value.norm() < ZERO => MultiplierKind::Zero,
                () => MultiplierKind::Plain,
            },
        })
        .collect();
    let key = |m: &Multiplier| match is_at_rest {
        true => (m.value.re, m.value.im),
        false => (m.value.norm(), m.value.im),
    };
    all.sort_by(|a, b| {
        key(b)
            .partial_cmp(&key(a))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    all
}
