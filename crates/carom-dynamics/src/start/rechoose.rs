//! Rows of the constraints that depend on each other are chosen anew where the choice of the start no longer does.
//!
//! Where a mechanism starts in a singular position, as a parallelogram of four bars stretched in one line, a row depends on the others there
//! and nowhere else: left out for the whole run, it would cease to hold as soon as the mechanism leaves that position. Whether there is such a
//! row is seen by a move to a position near by that meets all constraints ([`rank_nearby`]); then rows that are left out are watched closely, and
//! where one of them is off the rows are chosen among all of them once more, positions and velocities put on them. What then
//! still disagrees is a contradiction.
//!
//! Rows are chosen anew, too, where those that are kept come close to depend on each other, as rows that hold a plane loop in its plane do where a rod has turned
//! to another direction: a singular position of the rows, not of the mechanism. Of places that were printed with few digits rounding of `1e-8` would become errors
//! of `1e-2` near it; there the rows themselves are looked at. Of others it matters at the position alone, and σ says enough, which each step finds in passing.

use crate::equations::Equations;
use crate::start::agreement::{choose_rows, dropped_rows, extent, go_somewhere, says_of_places};
use crate::start::projection::close;
use crate::start::redundancy::{independence, row_lengths};
use crate::start::search::{copy_state, prepare};
use crate::system::System;
use crate::system::row_choice::Independence;
use carom_solve::{Driver, End, Fault, Formulation, Integrator, Problem, Settings};
use std::sync::Arc;

/// How far a mechanism is moved to see how many of its rows are independent, relative to its extent.
const NEARBY: f64 = 0.02;
/// Moves in directions of chance.
const CHANCES: u64 = 3;
/// Choices of rows on the way to a position that meets all of them.
const CHOICES: usize = 4;
/// Up to this part of the extent rows count as met there.
const MET: f64 = 1e-9;

/// Rows that agree to this part of the extent grow no errors that matter.
const EXACT: f64 = 1e-13;
/// Kept rows are compared with others where they are less independent by this factor than when they were chosen: those of few digits, and those that agree.
const LEANS: f64 = 0.3;
const LEANS_FAR: f64 = 0.1;
/// Others are taken where they are more independent by this factor.
const BETTER: f64 = 2.0;

impl Independence {
    /// Of these equations, as they stand; `None`: nothing tells.
    fn now(self, e: &mut Equations) -> Option<f64> {
        match self {
            Self::Share(_) => Some(independence(e)),
            Self::Sigma(_) => e.sigma_here(),
        }
    }

    /// Where they were chosen, and the part of it below which they are compared.
    fn chosen(self) -> (f64, f64) {
        match self {
            Self::Share(chosen) => (chosen, LEANS),
            Self::Sigma(chosen) => (chosen, LEANS_FAR),
        }
    }

    fn with(self, now: f64) -> Self {
        match self {
            Self::Share(_) => Self::Share(now),
            Self::Sigma(_) => Self::Sigma(now),
        }
    }
}

/// The system with its kept rows watched, if some are left out.
pub(crate) fn watch_independence(here: &Equations, mut system: Arc<System>) -> Arc<System> {
    let few_digits = EXACT * extent(here);
    let mut watched = None;
    if !system.left_out.dropped.is_empty() {
        let mut kept = Equations::new(Arc::clone(&system));
        copy_state(here, &mut kept);
        prepare(&mut kept);
        watched = match system.left_out.dropped.iter().any(|d| d.off > few_digits) {
            true => Some(Independence::Share(independence(&kept))),
            false => kept.sigma_here().map(Independence::Sigma),
        };
    }
    Arc::make_mut(&mut system).left_out.independence = watched;
    system
}

/// How many rows are independent near by, where these are more than the `kept` ones of `all` that are so here.
pub(crate) fn rank_nearby(all: &Equations, kept: &[usize]) -> Option<usize> {
    let size = extent(all);
    (0..CHANCES).find_map(|number| {
        let mut trial = only(all, kept);
        go_somewhere(&mut trial, number, NEARBY * size)?;
        let mut chosen = kept.to_vec();
        for _ in 0..CHOICES {
            let mut there = with_rows(all, all.system.rows.clone());
            copy_state(&trial, &mut there);
            prepare(&mut there);
            let next = choose_rows(&there);
            if next == chosen {
                break;
            }
            chosen = next;
            trial = only(&there, &chosen);
            close(&mut trial).ok()?;
        }
        let mut places = only(&trial, &all.system.rows);
        let lengths = row_lengths(&places);
        let rows = places.system.rows.clone();
        let values = places.constraint_values();
        let is_met =
            |(row, length): (&usize, &f64)| values[*row].abs() <= MET * size * length.max(1e-3);
        let met = rows.iter().zip(&lengths).all(is_met);
        (met && chosen.len() > kept.len()).then_some(chosen.len())
    })
}

/// The same state with those of these rows that say something of places, motions aside.
fn only(e: &Equations, rows: &[usize]) -> Equations {
    let says = |row: &usize| says_of_places(&e.system, *row);
    with_rows(e, rows.iter().copied().filter(says).collect())
}

fn with_rows(e: &Equations, rows: Vec<usize>) -> Equations {
    let mut system = System::clone(&e.system);
    system.rows = rows;
    let mut other = Equations::new(Arc::new(system));
    copy_state(e, &mut other);
    prepare(&mut other);
    other
}

impl Equations {
    /// Chooses the rows among those that are kept and those that are left out, where the bodies stand, and puts positions and velocities on
    /// them, or finds that they agree as they are. `false`: no choice does, and all is as it was.
    pub(crate) fn choose_rows_anew(&mut self) -> bool {
        let old = Arc::clone(&self.system);
        let (now, memory) = (self.now.clone(), self.memory.clone());
        if self.try_other_rows(&old).is_ok_and(|done| done) {
            return true;
        }
        self.go_on_with(System::clone(&old));
        (self.now, self.memory) = (now, memory);
        // Kept rows that are none the better for another choice are watched no more.
        let was_watched = Arc::make_mut(&mut self.system)
            .left_out
            .independence
            .take()
            .is_some();
        if was_watched && self.agree().is_ok() {
            return true;
        }
        self.watch_loosely()
    }

    /// Whether the kept rows have come close to depend on each other and others would hold better.
    pub(crate) fn leans(&mut self) -> bool {
        let Some(watched) = self.system.left_out.independence else {
            return false;
        };
        let now = match watched {
            Independence::Share(_) => Some(independence(self)),
            Independence::Sigma(_) => self.singular.approach.sigma(),
        };
        let Some(now) = now.filter(|x| !x.is_nan()) else {
            return false;
        };
        let (chosen, leans) = watched.chosen();
        // What once leaned stands upright again.
        if now > chosen / leans {
            Arc::make_mut(&mut self.system).left_out.independence = Some(watched.with(now));
        }
        if now >= leans * chosen {
            return false;
        }
        let joints = self.system.joint_rows();
        let all = with_rows(self, self.candidates());
        let others = choose_rows(&all);
        // Where fewer are chosen it is the mechanism that stands near a singular position.
        let is_choice = match watched {
            Independence::Share(_) => others != joints,
            Independence::Sigma(_) => others != joints && others.len() == joints.len(),
        };
        let holds = |others| watched.now(&mut with_rows(&all, others));
        if is_choice && holds(others).is_some_and(|x| x > BETTER * now) {
            return true;
        }
        Arc::make_mut(&mut self.system).left_out.independence = Some(watched.with(now));
        false
    }

    /// The rows that are kept, those of contacts aside, and those that are left out; ascending.
    fn candidates(&self) -> Vec<usize> {
        let mut candidates: Vec<usize> =
            self.system.left_out.dropped.iter().map(|d| d.row).collect();
        candidates.extend(self.system.joint_rows());
        candidates.sort_unstable();
        candidates
    }

    /// Rows that were watched closely, since others may have to be left out, and for which no others are: they may be off by what all others may.
    /// Whether they agree to that.
    fn watch_loosely(&mut self) -> bool {
        if !self.system.left_out.dropped.iter().any(|d| d.is_close) {
            return false;
        }
        for dropped in &mut Arc::make_mut(&mut self.system).left_out.dropped {
            dropped.is_close = false;
        }
        self.arrange();
        self.agree().is_ok()
    }

    /// Integrates to a time without asking whether rows that are left out hold. Nothing is told: up to there the run has told all.
    pub(crate) fn go_unwatched(
        &mut self,
        (t, y): (f64, &[f64]),
        until: f64,
        method: &'static dyn Integrator,
        settings: Settings,
    ) -> bool {
        let dropped = std::mem::take(&mut Arc::make_mut(&mut self.system).left_out.dropped);
        let mut driver = Driver::new(method, self, settings);
        let went = driver
            .start(self, t, y)
            .and_then(|()| driver.advance(self, until, &[], &mut ()));
        self.formulate(Formulation::Stabilized);
        self.place(driver.time(), driver.state());
        Arc::make_mut(&mut self.system).left_out.dropped = dropped;
        went == Ok(End::Reached)
    }

    fn try_other_rows(&mut self, old: &Arc<System>) -> Result<bool, Fault> {
        let joints = old.joint_rows();
        let candidates = self.candidates();
        let all = with_rows(self, candidates.clone());
        let chosen = choose_rows(&all);
        if chosen == joints {
            return Ok(false);
        }
        // Rows of contacts stay as they are.
        let of_contacts = old.rows.iter().filter(|r| joints.binary_search(r).is_err());
        let mut rows: Vec<usize> = chosen.iter().chain(of_contacts).copied().collect();
        rows.sort_unstable();
        let mut system = System::clone(old);
        system.rows = rows;
        system.left_out.dropped.clear();
        system.left_out.independence = None;
        self.go_on_with(system);
        self.close()?;
        self.impact_velocities()?;
        let mut all = with_rows(self, candidates);
        let dropped = dropped_rows(&mut all, &chosen);
        let system = Arc::make_mut(&mut self.system);
        system.left_out.independent_nearby =
            (old.left_out.independent_nearby + joints.len()).saturating_sub(chosen.len());
        system.left_out.redundant = dropped.iter().map(|d| old.row_name(d.row)).collect();
        system.left_out.dropped = dropped;
        system.watch_dropped();
        self.arrange();
        self.constraint_values();
        self.agree()?;
        self.system = watch_independence(self, Arc::clone(&self.system));
        self.count_turns();
        Ok(true)
    }
}
