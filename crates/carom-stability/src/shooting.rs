//! Runs over a period in pieces, with their tangents: multiple shooting.
//!
//! The period is cut at N knots. The state x_k at the start of piece k is an unknown of its own; with the flow φ_k over the piece and an orthonormal basis B_k of the changes
//! that the constraints leave at x_k (in the sizes of the unknowns),
//!
//! ```text
//! r_k = B_{k+1}ᵀ·(φ_k(x_k) − x_{k+1})      M_k = B_{k+1}ᵀ·∂φ_k·B_k      M_k·δ_k − δ_{k+1} = −r_k,   x_N = x_0
//! ```
//!
//! No product of all M_k is needed for Newton's method: a change that grows by 1e10 over the period grows by 10 over each of ten pieces. Their eigenvalues come from a
//! periodic orthogonal iteration ([`Chain::eigenvalues`]).
//!
//! Sources: Ascher, Mattheij, Russell, Numerical Solution of Boundary Value Problems for Ordinary Differential Equations (1995), chapter 4; Bojanczyk, Golub, Van Dooren, The periodic
//! Schur decomposition, SPIE 1770 (1992) 31.

use crate::chain::{Chain, Piece, Space, space_of};
use crate::family::{Error, Family};
use crate::orbit::OrbitEvent;
use crate::rest;
use carom::dynamics::{EventKind, EventRow, Reached, Stepping};
use nalgebra::{DMatrix, DVector};

/// The longest time in which an event is waited for.
pub(crate) const LONGEST: f64 = 1e4;
/// An event so soon after the start of a period, relative to the time it may take, is the one that the period started with.
const AT_ONCE: f64 = 1e-9;

/// When an orbit has come back.
#[derive(Clone, Debug, PartialEq)]
pub enum Return {
    /// After this time.
    Period(f64),
    /// At an event of this kind, of this element if one is named.
    Event(EventKind, Option<String>),
    /// Always: an equilibrium, as the orbit of no period.
    Rest,
}

/// What is asked of an orbit: when it returns, and after how many of these.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// See [`Return`].
    pub at: Return,
    /// How many returns make the period.
    pub count: u32,
    /// In how many pieces a period is run through; none: one, or more where changes grow fast.
    pub knots: Option<usize>,
    /// Coordinates that need not come back, as `PART/2.x` ([`cyclic_names`]).
    pub cyclic: Vec<String>,
    /// The longest time in which an event is waited for.
    pub longest: f64,
}

/// When a piece starts, and when it ends if time says so.
type Times = (f64, Option<f64>);

impl Section {
    /// With one piece or more as needed, and all coordinates coming back.
    pub fn new(at: Return, count: u32) -> Self {
        Self {
            at,
            count,
            knots: None,
            cyclic: Vec::new(),
            longest: LONGEST,
        }
    }

    /// Runs over two returns: the states there.
    pub(crate) fn two_returns(&self, run: &mut Stepping) -> Result<[Vec<f64>; 2], Error> {
        run.take_events();
        let begun = run.time();
        let mut after = |k: u32| -> Result<Vec<f64>, Error> {
            match self.span() {
                Some(span) => {
                    run.run_until(begun + f64::from(k) * span)?;
                }
                None => {
                    self.run_to(run, self.count)?;
                }
            }
            Ok(run.state()?)
        };
        Ok([after(1)?, after(2)?])
    }

    /// Runs to the state behind the n-th event from here; all events on the way.
    pub(crate) fn run_to(&self, run: &mut Stepping, count: u32) -> Result<Vec<EventRow>, Error> {
        if !matches!(self.at, Return::Event(..)) {
            return Ok(Vec::new());
        }
        let begun = run.time();
        let limit = begun + self.longest;
        let (mut events, mut found) = (Vec::new(), 0);
        while found < count {
            if run.advance_to_event(limit)? != Reached::Event {
                return Err(self.no_event());
            }
            let new = run.take_events();
            found += self.counted(&new, begun);
            events.extend(new);
        }
        Ok(events)
    }

    fn no_event(&self) -> Error {
        let Return::Event(kind, element) = &self.at else {
            return Error::NotFound("the run ends within the period".into());
        };
        let of = element
            .as_ref()
            .map_or(String::new(), |e| format!(" of {e}"));
        Error::NotFound(format!(
            "there is no further event {}{of} within a time of {:e}: the motion may have come to rest, or [orbit] event names a kind that this model does not have; `carom run` lists its events",
            kind.name(),
            self.longest
        ))
    }

    /// How many of these events are returns, of a period that began at this time.
    fn counted(&self, events: &[EventRow], begun: f64) -> u32 {
        let Return::Event(kind, element) = &self.at else {
            return 0;
        };
        let is = |e: &&EventRow| {
            let named = |n: &String| n.eq_ignore_ascii_case(&e.element);
            e.kind == *kind
                && element.as_ref().is_none_or(named)
                && e.time - begun > AT_ONCE * begun.abs().max(1.0)
        };
        events.iter().filter(is).count() as u32
    }

    /// How long a period is, where time says it.
    pub(crate) fn span(&self) -> Option<f64> {
        match self.at {
            Return::Period(period) => Some(period * f64::from(self.count)),
            Return::Event(..) | Return::Rest => None,
        }
    }
}

/// Where a piece starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Knot {
    /// So long after the start of the period; of a forced orbit, as a part of it.
    pub at: f64,
    /// The state there, in the order of [`Stepping::state_names`].
    pub state: Vec<f64>,
}

/// The directions of the space of changes of the current state, and the sizes of the unknowns.
pub(crate) fn space(run: &mut Stepping) -> Result<(Vec<Vec<f64>>, Vec<f64>), Error> {
    let (columns, sizes) = run.projector()?;
    Ok((space_of(&columns, &sizes).basis, sizes))
}

/// Names of the changes of a state that may be cyclic, `PART/2.x` to `PART/2.rz` (turns about the axes of the body) for each body.
pub fn cyclic_names(run: &Stepping) -> Vec<String> {
    let system = run.system();
    let names = system.mechanism.bodies.iter().flat_map(|b| {
        let count = if b.turns { 6 } else { 3 };
        let all = ["x", "y", "z", "rx", "ry", "rz"].into_iter().take(count);
        all.map(|n| format!("{}.{n}", b.label))
    });
    names.collect()
}

/// Where a piece starts, with the directions there; the rates, if the start moves with parameters.
struct Start {
    state: Vec<f64>,
    space: Space,
    rates: Vec<f64>,
}

/// The starts of all pieces at the times of their knots, and which numbers of a change are cyclic. `varied`: there are
/// parameters whose tangents are asked for.
fn starts(
    family: &Family<'_>,
    point: &[f64],
    (knots, times): (&[Knot], &[f64]),
    section: &Section,
    varied: bool,
) -> Result<(Vec<Start>, Cyclic), Error> {
    let mut starts = Vec::with_capacity(knots.len());
    let mut cyclic = Cyclic::default();
    for (knot, time) in knots.iter().zip(times) {
        let mut run = family.begin_at(point, *time, &knot.state)?;
        let (columns, sizes) = run.projector()?;
        let rates = match varied && *time != 0.0 {
            true => run.rates()?,
            false => Vec::new(),
        };
        if starts.is_empty() {
            cyclic = cyclic_of(&run, section, sizes.len())?;
        }
        starts.push(Start {
            state: run.state()?,
            space: space_of(&columns, &sizes),
            rates,
        });
    }
    Ok((starts, cyclic))
}

/// An end is compared with a start that moves with the parameters, too, by so much.
fn take_starts(
    chain: &mut Chain,
    starts: &[Start],
    mut started: Vec<Vec<Vec<f64>>>,
    cyclic: &Cyclic,
) {
    let count = starts.len();
    for (k, piece) in chain.pieces.iter_mut().enumerate() {
        let next = (k + 1) % count;
        for (by, moved) in piece.by.iter_mut().zip(&mut started[next]) {
            if next == 0 {
                cyclic.free(moved);
            }
            *by -= starts[next].space.coefficients(moved);
        }
    }
}

/// What the end of a period that is cut into pieces is made of.
struct Ends {
    state: Vec<f64>,
    columns: Vec<Vec<f64>>,
    /// Changes of the start with the parameters: where these move constraints, a state is put on others.
    started: Vec<Vec<f64>>,
    /// Time at the end, from the start of the period.
    time: f64,
}

impl Family<'_> {
    /// Knots of a motion that starts in a state, so many of them; their times are parts of the period that time gives, or of the next return.
    pub(crate) fn knots(
        &self,
        point: &[f64],
        state: &[f64],
        section: &Section,
        count: usize,
    ) -> Result<Vec<Knot>, Error> {
        let first = Knot {
            at: 0.0,
            state: state.to_vec(),
        };
        if count < 2 {
            return Ok(vec![first]);
        }
        let span = match section.span() {
            Some(span) => span,
            None => {
                let mut run = self.begin_at(point, 0.0, state)?;
                run.take_events();
                let begun = run.time();
                section.run_to(&mut run, section.count)?;
                run.time() - begun
            }
        };
        let mut run = self.begin_at(point, 0.0, state)?;
        let begun = run.time();
        let mut all = vec![first];
        for k in 1..count {
            let part = k as f64 / count as f64;
            run.run_until(begun + part * span)?;
            let at = if section.span().is_some() {
                part
            } else {
                part * span
            };
            all.push(Knot {
                at,
                state: run.state()?,
            });
        }
        Ok(all)
    }

    /// Times of the knots, and of the end where time gives it, from the start of the period.
    fn times(section: &Section, knots: &[Knot]) -> Vec<f64> {
        let span = section.span().unwrap_or(1.0);
        knots.iter().map(|k| k.at * span).collect()
    }

    /// One period from these knots, with the tangent of each piece and of some coordinates of the design, each with what the period changes by with it.
    pub(crate) fn shoot(
        &self,
        point: &[f64],
        knots: &[Knot],
        section: &Section,
        along: &[(usize, f64)],
    ) -> Result<Chain, Error> {
        if section.at == Return::Rest {
            return rest::chain(self, point, (0.0, &knots[0].state), along);
        }
        let times = Self::times(section, knots);
        let count = knots.len();
        let (starts, cyclic) = starts(self, point, (knots, &times), section, !along.is_empty())?;
        let mut chain = Chain {
            pieces: Vec::with_capacity(count),
            closing: None,
            period: 0.0,
            events: Vec::new(),
            spectrum: None,
        };
        let mut returns = 0;
        let mut started = Vec::with_capacity(count);
        for k in 0..count {
            let start = &starts[k];
            let goal = times.get(k + 1).copied().or(section.span());
            let ends = self.piece(
                (point, section),
                ((times[k], goal), &start.state, &start.space.basis),
                along,
                (&mut chain.events, &mut returns),
            )?;
            let (by_end, by_start) = ends.columns.split_at(along.len());
            let next = &starts[(k + 1) % count];
            let mut missing = self.change(point, &next.state, &ends.state)?;
            let mut by = next.space.all_coefficients(by_end);
            let matrix = match next.space.all_coefficients(by_start) {
                columns if columns.is_empty() => DMatrix::zeros(next.space.basis.len(), 0),
                columns => DMatrix::from_columns(&columns),
            };
            // A piece that starts later with the parameter.
            if !start.rates.is_empty() && section.span().is_some() {
                let moved = &matrix * start.space.coefficients(&start.rates);
                for (by, (_, rate)) in by.iter_mut().zip(along) {
                    *by -= &moved * (rate * f64::from(section.count) * knots[k].at);
                }
            }
            if k + 1 == count && !cyclic.is_empty() {
                cyclic.free(&mut missing);
                let masked = |all: &[Vec<f64>]| -> Vec<DVector<f64>> {
                    let mut all = all.to_vec();
                    all.iter_mut().for_each(|x| cyclic.free(x));
                    next.space.all_coefficients(&all)
                };
                by = masked(by_end);
                let m = DMatrix::from_columns(&masked(by_start));
                let unit = DMatrix::from_columns(&masked(&next.space.basis));
                chain.closing = Some((m, unit));
            }
            chain.period = ends.time;
            let piece = Piece {
                residual: next.space.coefficients(&missing),
                space: start.space.clone(),
                matrix,
                by,
            };
            is_finite(&piece, &chain.events)?;
            chain.pieces.push(piece);
            started.push(ends.started);
        }
        take_starts(&mut chain, &starts, started, &cyclic);
        Ok(chain)
    }

    /// A piece: its end, with the columns of the parameters and of the directions. `from`: when it starts, and when it ends if time says so.
    fn piece(
        &self,
        (point, section): (&[f64], &Section),
        (times, start, basis): (Times, &[f64], &[Vec<f64>]),
        along: &[(usize, f64)],
        (events, returns): (&mut Vec<OrbitEvent>, &mut u32),
    ) -> Result<Ends, Error> {
        let (at, goal) = times;
        let coordinates: Vec<usize> = along.iter().map(|a| a.0).collect();
        let mut run = self.vary_at(point, (at, start), &coordinates, basis)?;
        let zero = run.time() - at;
        let mut started = run.tangent_here()?;
        started.truncate(along.len());
        run.take_events();
        let mut new = Vec::new();
        // How the time of the end changes.
        let mut moved: Option<Vec<f64>> = None;
        match goal {
            Some(goal) => {
                if run.run_until(zero + goal)? != Reached::Time {
                    return Err(Error::NotFound("the run ends within the period".into()));
                }
                new.extend(run.take_events());
                let span = section.span();
                if span.is_some() && !along.is_empty() {
                    let part = goal / span.unwrap_or(1.0);
                    let by = along
                        .iter()
                        .map(|(_, r)| r * f64::from(section.count) * part);
                    moved = Some(by.chain(basis.iter().map(|_| 0.0)).collect());
                }
                *returns += section.counted(&new, zero);
            }
            None => {
                new.extend(
                    section.run_to(&mut run, section.count.saturating_sub(*returns).max(1))?,
                );
                let last = run.tangent().and_then(|t| t.events().last().cloned());
                moved = Some(last.map(|e| e.time_by).unwrap_or_default());
            }
        }
        let state = run.state()?;
        let mut columns = run.tangent_here()?;
        if let Some(times) = moved {
            let rates = run.rates()?;
            for (x, t) in columns.iter_mut().zip(&times) {
                x.iter_mut().zip(&rates).for_each(|(x, f)| *x += f * t);
            }
        }
        let doubts = run.tangent().map(|t| t.events()).unwrap_or_default();
        let doubt = |e: &EventRow| {
            let mut same = doubts
                .iter()
                .filter(|d| d.time == e.time && d.kind == e.kind);
            same.next().map(|d| d.doubt.clone()).unwrap_or_default()
        };
        events.extend(new.into_iter().map(|row| OrbitEvent {
            doubt: doubt(&row),
            row: EventRow {
                time: row.time - zero,
                ..row
            },
        }));
        Ok(Ends {
            state,
            columns,
            started,
            time: run.time() - zero,
        })
    }

    /// The change that leads from one state to another.
    pub(crate) fn change(
        &self,
        point: &[f64],
        from: &[f64],
        to: &[f64],
    ) -> Result<Vec<f64>, Error> {
        Ok(self.begin(point, None)?.change(from, to))
    }

    /// Knots changed by coefficients in the spaces of a shot from them.
    pub(crate) fn moved(
        &self,
        point: &[f64],
        (knots, section): (&[Knot], &Section),
        chain: &Chain,
        by: &DVector<f64>,
    ) -> Result<Vec<Knot>, Error> {
        let times = Self::times(section, knots);
        let mut first = 0;
        let mut all = Vec::with_capacity(knots.len());
        for ((knot, time), piece) in knots.iter().zip(times).zip(&chain.pieces) {
            let n = piece.space.basis.len();
            let own = &by.as_slice()[first..first + n];
            first += n;
            let mut run = self.begin_at(point, time, &knot.state)?;
            run.shift_state(&piece.space.basis, own)?;
            all.push(Knot {
                at: knot.at,
                state: run.state()?,
            });
        }
        Ok(all)
    }
}

/// Numbers of a change that need not come back, in groups that go on together: places along one axis of ground by one way, as bodies keep their distances; each turn by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cyclic(Vec<Vec<usize>>);

impl Cyclic {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes out of a change what goes on.
    pub fn free(&self, change: &mut [f64]) {
        for group in &self.0 {
            let mean = group.iter().map(|k| change[*k]).sum::<f64>() / group.len() as f64;
            group.iter().for_each(|k| change[*k] -= mean);
        }
    }
}

/// Which numbers of a change are cyclic.
pub(crate) fn cyclic_of(run: &Stepping, section: &Section, length: usize) -> Result<Cyclic, Error> {
    let names = cyclic_names(run);
    let positions = run.system().mechanism.positions;
    let each = section.cyclic.iter().map(|name| {
        let place = names.iter().position(|n| n.eq_ignore_ascii_case(name));
        place.filter(|k| *k < positions.min(length)).ok_or_else(|| {
            Error::Refused(format!(
                "[orbit] cyclic names {name}; the coordinates of this model are {}",
                names.join(", ")
            ))
        })
    });
    let all = each.collect::<Result<Vec<usize>, Error>>()?;
    let along = |axis: &str| -> Vec<usize> {
        let own = all.iter().filter(|k| names[**k].ends_with(axis));
        own.copied().collect()
    };
    let ways = [".x", ".y", ".z"].map(along);
    let turns = [".rx", ".ry", ".rz"].map(along);
    let turns = turns.iter().flatten().map(|k| vec![*k]);
    let ways = ways.into_iter().filter(|group| !group.is_empty());
    Ok(Cyclic(ways.chain(turns).collect()))
}

/// Whether the tangent of a piece is there.
fn is_finite(piece: &Piece, events: &[OrbitEvent]) -> Result<(), Error> {
    let finite = |x: &f64| x.is_finite();
    if piece.matrix.iter().all(finite) && piece.by.iter().all(|b| b.iter().all(finite)) {
        return Ok(());
    }
    let doubtful = events.iter().find(|e| !e.doubt.is_empty());
    let why = doubtful.map_or_else(String::new, |e| {
        let row = &e.row;
        format!(
            ": {} of {} at {:.6e}: {}",
            row.kind.name(),
            row.element,
            row.time,
            e.doubt
        )
    });
    Err(Error::NotFound(format!(
        "the state at the end of the period has no derivative with respect to that at its start{why}"
    )))
}
