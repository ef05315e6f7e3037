//! Basins of attraction with the multipliers of the motions that were found: as text, tables and pictures.
//!
//! The runs and their labels are those of [`carom_study::basin`]. Each periodic motion is then looked for by Newton's method from the state that a run has come to:
//! that is its refined orbit, whose multipliers say whether it attracts. One that does not was found by runs that began at the boundary of basins.

use crate::family::{Error, Family};
use crate::orbit::{MultiplierKind, Orbit, Return, Section};
use carom::base::Diagnostic;
use carom_study::basin::label::{Attractor, Labels};
use carom_study::basin::{BasinSpec, MotionKind};
use carom_study::{Column, OrbitReturn, Row, Study, parquet_table, write_whole};
use nalgebra::Complex;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

mod picture;

/// Motions whose multipliers are found: those with most starts.
const REFINED: usize = 40;

/// Rows of the printed list.
const SHOWN: usize = 20;

/// What is known of the orbit of an attractor beyond what its runs say.
#[derive(Clone, Debug, PartialEq)]
pub enum Refined {
    /// Its period as a time, and its multipliers but neutral ones, largest first.
    Orbit(f64, Vec<Complex<f64>>),
    /// Why it was not found.
    Missing(String),
    /// It was not looked for.
    Unasked,
}

impl Refined {
    /// Whether it attracts; `None`: not known.
    pub fn is_stable(&self) -> Option<bool> {
        match self {
            Self::Orbit(_, all) => Some(all.iter().all(|m| m.norm() < 1.0)),
            _ => None,
        }
    }
}

/// The basins of a study.
pub struct Basins<'a> {
    study: &'a Study,
    spec: &'a BasinSpec,
    /// The labels of the runs, and what they stand for.
    pub labels: Labels,
    /// In the order of [`Labels::attractors`].
    pub refined: Vec<Refined>,
}

impl<'a> Basins<'a> {
    /// Of the dataset of a study, all of whose runs have ended.
    ///
    /// # Errors
    /// As [`Study::labels`].
    pub fn of(study: &'a Study, folder: &Path) -> Result<Self, Diagnostic> {
        Self::new(study, study.labels(folder)?)
    }

    /// Of all rows of a study, in their order.
    ///
    /// # Errors
    /// As [`Study::labels_of`].
    pub fn of_rows(study: &'a Study, rows: Vec<Row>) -> Result<Self, Diagnostic> {
        Self::new(study, study.labels_of(rows)?)
    }

    fn new(study: &'a Study, labels: Labels) -> Result<Self, Diagnostic> {
        let spec = study.basin_asked()?;
        let family = Family::new(study);
        let refined = labels.attractors.iter().enumerate().map(|(k, a)| {
            let is_asked = match a.kind {
                Some(MotionKind::Periodic) => true,
                Some(MotionKind::Equilibrium) => matches!(spec.at, OrbitReturn::Period(_)),
                _ => false,
            };
            if !is_asked || k >= REFINED {
                return Refined::Unasked;
            }
            match refine(&family, spec, a) {
                Ok(orbit) => {
                    let own = orbit.multipliers.iter();
                    let own = own.filter(|m| m.kind != MultiplierKind::Neutral);
                    Refined::Orbit(orbit.period, own.map(|m| m.value).collect())
                }
                Err(e) => Refined::Missing(e.to_string()),
            }
        });
        Ok(Self {
            study,
            spec,
            refined: refined.collect(),
            labels,
        })
    }

    /// How many starts.
    fn all(&self) -> u64 {
        self.labels.labels.len() as u64
    }

    /// Names of the axes of the grid, with their values.
    fn axes(&self) -> Vec<(&'a str, Vec<f64>)> {
        let study = self.study;
        let name = |axis: usize| {
            let mut all = 0..study.parameters.len();
            let found = all.find(|k| study.coordinate(*k) == Some(axis));
            found.map_or("", |k| study.parameters[k].name.as_str())
        };
        let grid = self.labels.grid.iter();
        grid.map(|&(axis, _)| (name(axis), study.design.axis_values(axis)))
            .collect()
    }

    /// Writes `basin.parquet`, `attractors.parquet`, `attractor_points.parquet` and, of a plane of starts, `basin.svg` beside the rows.
    ///
    /// # Errors
    /// The disk's.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        for (name, columns) in [
            ("basin", self.runs()),
            ("attractors", self.attractors()),
            ("attractor_points", self.points()),
        ] {
            let bytes = parquet_table(name, &columns).map_err(std::io::Error::other)?;
            write_whole(&folder.join(format!("{name}.parquet")), &bytes)?;
        }
        if let Some(figure) = self.figure() {
            write_whole(&folder.join("basin.svg"), figure.svg().as_bytes())?;
        }
        Ok(())
    }

    /// A row for each run.
    fn runs(&self) -> Vec<(String, Column)> {
        let all = 0..self.all();
        let mut columns = vec![(
            "run".to_owned(),
            Column::Whole(all.clone().map(|r| r as i64).collect()),
        )];
        if let [(_, _), (_, n)] = self.labels.grid[..] {
            let n = n as u64;
            for (name, of) in [
                ("row", (|r, n| r / n) as fn(u64, u64) -> u64),
                ("column", |r, n| r % n),
            ] {
                let each = all.clone().map(|r| of(r, n) as i64);
                columns.push((name.to_owned(), Column::Whole(each.collect())));
            }
        }
        let names = self.study.parameters.iter().map(|p| p.name.clone());
        let mut values: Vec<(String, Vec<f64>)> = names.map(|n| (n, Vec::new())).collect();
        for run in all {
            let of_run = self.study.values(run);
            values.iter_mut().zip(of_run).for_each(|(c, x)| c.1.push(x));
        }
        columns.extend(values.into_iter().map(|(n, v)| (n, Column::Number(v))));
        let labels = self.labels.labels.iter().map(|l| i64::from(*l)).collect();
        columns.push(("label".to_owned(), Column::Whole(labels)));
        let returns = self.labels.returns.iter().map(|r| i64::from(*r)).collect();
        columns.push(("returns".to_owned(), Column::Whole(returns)));
        columns
    }

    fn attractors(&self) -> Vec<(String, Column)> {
        let rows = || self.labels.attractors.iter().zip(&self.refined);
        let all = self.all();
        let whole =
            |f: &dyn Fn(&Attractor) -> i64| Column::Whole(rows().map(|(a, _)| f(a)).collect());
        let text = |f: &dyn Fn(&Attractor, &Refined) -> String| {
            let some = |(a, r)| Some(f(a, r)).filter(|t: &String| !t.is_empty());
            Column::Text(rows().map(some).collect())
        };
        let maybe = |f: &dyn Fn(&Refined) -> Option<f64>| {
            Column::Maybe(rows().map(|(_, r)| f(r)).collect())
        };
        let number =
            |f: &dyn Fn(&Attractor) -> f64| Column::Number(rows().map(|(a, _)| f(a)).collect());
        let time = |r: &Refined| match r {
            Refined::Orbit(period, _) => Some(*period),
            _ => None,
        };
        let largest = |r: &Refined| match r {
            Refined::Orbit(_, all) => all.iter().map(|m| m.norm()).reduce(f64::max),
            _ => None,
        };
        [
            ("label", whole(&|a| i64::from(a.label))),
            ("kind", text(&|a, _| kind(a))),
            ("period", whole(&|a| i64::from(a.period))),
            ("period_time", maybe(&time)),
            ("sequence", text(&|a, _| a.sequence.clone())),
            ("reason", text(&|a, _| a.reason.clone())),
            ("starts", whole(&|a| a.starts as i64)),
            ("share", number(&|a| a.share(all))),
            ("standard_error", number(&|a| a.error(all))),
            ("boundary", whole(&|a| a.boundary as i64)),
            (
                "returns_mean",
                number(&|a| a.returns[0] as f64 / a.starts.max(1) as f64),
            ),
            ("returns_max", whole(&|a| a.returns[1] as i64)),
            ("run", whole(&|a| a.run as i64)),
            ("multiplier_max", maybe(&largest)),
            ("multipliers", text(&|_, r| multipliers(r))),
            ("note", text(&note)),
        ]
        .into_iter()
        .map(|(name, column)| (name.to_owned(), column))
        .collect()
    }

    /// The points of all motions.
    fn points(&self) -> Vec<(String, Column)> {
        let rows = || {
            let motions = self.labels.attractors.iter();
            motions.flat_map(|a| a.points.iter().enumerate().map(move |(k, p)| (a, k, p)))
        };
        let mut columns = vec![
            (
                "label".to_owned(),
                Column::Whole(rows().map(|(a, ..)| i64::from(a.label)).collect()),
            ),
            (
                "point".to_owned(),
                Column::Whole(rows().map(|(_, k, _)| k as i64).collect()),
            ),
            (
                "time".to_owned(),
                Column::Number(rows().map(|(a, k, _)| a.times[k]).collect()),
            ),
        ];
        for (j, name) in self.spec.states.iter().enumerate() {
            columns.push((
                name.clone(),
                Column::Number(rows().map(|(.., p)| p[j]).collect()),
            ));
        }
        columns
    }

    /// What was found, in words.
    pub fn text(&self) -> String {
        let all = self.all();
        let motions = self.labels.motions().count();
        let mut text = format!(
            "{all} starts, {motions} motion{} found\n",
            if motions == 1 { "" } else { "s" }
        );
        let _ = writeln!(
            text,
            "{:>5}  {:<12} {:>9} {:>9} {:>8}  {:>10}  events, or why",
            "label", "motion", "starts", "share", "error", "multiplier"
        );
        for (a, r) in self.labels.attractors.iter().zip(&self.refined).take(SHOWN) {
            let largest = match r {
                Refined::Orbit(_, all) => all.iter().map(|m| m.norm()).reduce(f64::max),
                _ => None,
            };
            let largest = largest.map_or_else(|| "-".to_owned(), |m| format!("{m:.4}"));
            let what = match (a.kind, a.sequence.is_empty()) {
                (None, _) => a.reason.as_str(),
                (Some(MotionKind::Periodic), true) => "no events",
                (Some(MotionKind::Equilibrium), true) => "nothing moves",
                _ => a.sequence.as_str(),
            };
            let note = note(a, r);
            let note = if note.is_empty() {
                note
            } else {
                format!("  ({note})")
            };
            let _ = writeln!(
                text,
                "{:>5}  {:<12} {:>9} {:>8.3}% {:>7.3}%  {largest:>10}  {what}{note}",
                a.label,
                a.name(),
                a.starts,
                100.0 * a.share(all),
                100.0 * a.error(all),
            );
        }
        let more = self.labels.attractors.len().saturating_sub(SHOWN);
        if more > 0 {
            let _ = writeln!(text, "       and {more} more, in the table attractors");
        }
        if !self.labels.grid.is_empty() {
            let _ = writeln!(
                text,
                "{} cells have a neighbour of another label",
                self.labels.boundary
            );
        }
        for advice in self.advice() {
            let _ = writeln!(text, "note: {advice}");
        }
        text
    }

    /// What should be looked at.
    pub fn advice(&self) -> Vec<String> {
        let mut list = Vec::new();
        let motions = self.labels.motions().count();
        let alone = self.labels.motions().filter(|a| a.starts == 1).count();
        let unsettled = self.labels.attractor(0).map_or(0, |a| a.starts) - self.labels.further;
        if unsettled > 0 {
            list.push(format!(
                "{unsettled} starts have not settled within {} returns: give [basin] more returns, or a larger tolerance",
                self.spec.returns
            ));
        }
        if self.labels.further > 0 {
            list.push(format!(
                "{} starts have come to motions of their own, beyond the first {}: some number of the state keeps what a run began with; name it in [basin] ignore = [...]",
                self.labels.further,
                carom_study::basin::label::MOST_ATTRACTORS
            ));
        }
        if motions > 10 && alone * 2 > motions {
            list.push(format!(
                "{alone} of the {motions} motions have one start each: where parameters of the model vary, [basin] by = \"events\" takes motions of the same period and events for one"
            ));
        }
        let by_period = matches!(self.spec.at, OrbitReturn::Period(_));
        let others = self
            .labels
            .motions()
            .filter(|a| a.kind == Some(MotionKind::Other));
        let others: u64 = others.map(|a| a.starts).sum();
        if others == self.all() && by_period {
            list.push(
                "no motion repeats itself with this period: is it that of the forcing? Where nothing is forced, say event in place of period".into(),
            );
        }
        if self.labels.motions().next().is_none() && unsettled == 0 {
            list.push("no start has come to a motion; the reasons are above".into());
        }
        list
    }

    /// What was found, as JSON.
    pub fn json(&self) -> Value {
        let all = self.all();
        let one = |(a, r): (&Attractor, &Refined)| {
            let (period, values) = match r {
                Refined::Orbit(period, all) => (
                    json!(period),
                    json!(
                        all.iter()
                            .map(|m| json!({"re": m.re, "im": m.im, "abs": m.norm()}))
                            .collect::<Vec<_>>()
                    ),
                ),
                _ => (Value::Null, Value::Null),
            };
            json!({
                "label": a.label, "kind": kind(a), "period": a.period, "period_time": period,
                "sequence": a.sequence, "reason": a.reason,
                "starts": a.starts, "share": a.share(all), "standard_error": a.error(all), "boundary": a.boundary,
                "returns_mean": a.returns[0] as f64 / a.starts.max(1) as f64, "returns_max": a.returns[1],
                "run": a.run, "times": a.times, "points": a.points,
                "multipliers": values, "stable": r.is_stable(), "note": note(a, r),
            })
        };
        let attractors: Vec<Value> = self
            .labels
            .attractors
            .iter()
            .zip(&self.refined)
            .map(one)
            .collect();
        let axes = self
            .axes()
            .into_iter()
            .map(|(name, values)| json!({"name": name, "values": values}));
        json!({
            "starts": all,
            "motions": self.labels.motions().count(),
            "attractors": attractors,
            "axes": axes.collect::<Vec<_>>(),
            "boundary": self.labels.boundary,
            "states": self.spec.states,
            "tolerance": self.spec.tolerance,
            "notes": self.advice(),
        })
    }
}

/// The orbit next to where the first run of an attractor has come.
fn refine(family: &Family<'_>, spec: &BasinSpec, a: &Attractor) -> Result<Orbit, Error> {
    let study = family.study;
    let values = study.values(a.run);
    let point = study.design.point(a.run as usize);
    let section = Section::new(
        match &spec.at {
            OrbitReturn::Period(formula) => Return::Period(formula.value(&values)),
            OrbitReturn::Event(which) => Return::Event(which.kind, which.element.clone()),
        },
        a.period,
    );
    // Of a period that has to be several of the returns, one at whose phase time begins.
    let is_phase = |time: &f64| match &section.at {
        Return::Period(period) => {
            let number = (time / period).round() as u64;
            number.is_multiple_of(u64::from(a.period.max(1)))
        }
        Return::Event(..) | Return::Rest => true,
    };
    let number = a.times.iter().rposition(is_phase);
    let state = number.and_then(|k| a.points.get(k));
    let state = state.ok_or_else(|| Error::NotFound("it has no point".into()))?;
    let orbit = family.orbit(&point, state, &section)?;
    // Newton's method may leave for another orbit.
    let most = carom_study::basin::SAME * spec.tolerance;
    match spec.measure.is_within(&orbit.state, state, most) {
        true => Ok(orbit),
        false => Err(Error::NotFound(
            "Newton's method goes to another orbit".into(),
        )),
    }
}

fn kind(a: &Attractor) -> String {
    match (a.kind, a.status) {
        (Some(kind), _) => kind.name().to_owned(),
        (None, status) => status.map_or_else(String::new, |s| s.name().to_owned()),
    }
}

/// Multipliers in words: `0.36010+0.27143i`, separated by blanks.
fn multipliers(r: &Refined) -> String {
    let Refined::Orbit(_, all) = r else {
        return String::new();
    };
    let one = |m: &Complex<f64>| match m.im {
        0.0 => format!("{:?}", m.re),
        im => format!("{:?}{im:+?}i", m.re),
    };
    all.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// What has to be said of an attractor.
fn note(a: &Attractor, r: &Refined) -> String {
    let mut notes = Vec::new();
    if r.is_stable() == Some(false) {
        notes.push("unstable: its starts lie at a boundary".to_owned());
    }
    if !a.is_sequence_common {
        notes.push(
            "other runs have other events: contacts that barely touch, or impacts without number"
                .to_owned(),
        );
    }
    if let Refined::Missing(why) = r {
        notes.push(format!("no multipliers: {why}"));
    }
    notes.join("; ")
}
