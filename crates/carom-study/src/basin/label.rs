//! Which motions of the runs of a basin are the same.
//!
//! The rows are looked at in the order of the runs. A motion that repeats itself is one that was found before if it has the same period and its points are
//! those of the other, from some point of it on, within [`SAME`] tolerances; else it is a new one. (A study may ask for motions of the same period and
//! events to be one: [`By::Events`].) Motions without a period are the same if means
//! and deviations of their points are, as far as so many points tell. What ends runs early is told apart by its reason, without the numbers in it.

use super::{BasinSpec, By, Motion, MotionKind, SAME};
use crate::dataset::{POINTS, RUNS};
use crate::row::{Row, Status};
use crate::study::Study;
use crate::table::{self, Values};
use carom::base::{Diagnostic, Span};
use carom::files::special;
use std::path::Path;

/// More motions than this are no attractors, but a family whose members each keep what they began with.
pub const MOST_ATTRACTORS: usize = 1000;
/// Reasons that are told apart.
const MOST_REASONS: usize = 20;
/// Means of motions without a period that differ by less than this part of the deviation are the same: an estimate from some hundred points that remember a
/// few of those before them is off by a tenth or two.
const MEANS: f64 = 0.5;
/// And so are deviations whose ratio is below this.
const DEVIATIONS: f64 = 1.6;

/// What starts come to: a motion, or an end.
#[derive(Clone, Debug, PartialEq)]
pub struct Attractor {
    /// From 1 on: a motion, the one with most starts first; 0: starts that have not settled; from −1 down: runs that ended.
    pub label: i32,
    /// The motion; `None`: an end of runs.
    pub kind: Option<MotionKind>,
    /// How the runs ended, if there is no motion.
    pub status: Option<Status>,
    /// Why, with `...` for numbers that differ from run to run.
    pub reason: String,
    /// Returns of its period; 0: none.
    pub period: u32,
    /// The events of a period in the first run that came to it.
    pub sequence: String,
    /// Whether other runs that came to it had other events: a contact that barely touches, or impacts without number.
    pub is_sequence_common: bool,
    /// How many starts come to it.
    pub starts: u64,
    /// The first of these runs.
    pub run: u64,
    /// Times of the points below.
    pub times: Vec<f64>,
    /// The states at its returns; of a motion without a period their mean and their standard deviation.
    pub points: Vec<Vec<f64>>,
    /// Returns until it was recognised: the sum over all starts, and the most.
    pub returns: [u64; 2],
    /// Cells of the grid that come to it and have a neighbour that does not.
    pub boundary: u64,
}

/// The labels of all runs of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    /// By run: the label of an [`Attractor`].
    pub labels: Vec<i32>,
    /// By run: returns until the motion was recognised.
    pub returns: Vec<u32>,
    /// What they stand for: motions by their starts, then what has not settled, then ends.
    pub attractors: Vec<Attractor>,
    /// Starts whose motion is one more than [`MOST_ATTRACTORS`]; their label is 0.
    pub further: u64,
    /// Numbers of values along the axes of the grid that vary, by their coordinates in the design; empty if the design is no grid.
    pub grid: Vec<(usize, usize)>,
    /// Cells with a neighbour along an axis that has another label.
    pub boundary: u64,
}

impl Attractor {
    /// The share of its starts among so many.
    pub fn share(&self, all: u64) -> f64 {
        self.starts as f64 / all.max(1) as f64
    }

    /// The standard error of that share for independent random starts. A grid, a Latin hypercube and a Sobol sequence cover evenly: for them it is an upper
    /// bound in all but contrived cases.
    pub fn error(&self, all: u64) -> f64 {
        let s = self.share(all);
        (s * (1.0 - s) / all.max(1) as f64).sqrt()
    }

    /// What it is, as tables and pictures say it.
    pub fn name(&self) -> String {
        match (self.kind, self.status) {
            (Some(MotionKind::Periodic), _) => format!("period {}", self.period),
            (Some(kind), _) => kind.name().to_owned(),
            (None, Some(status)) => status.name().to_owned(),
            (None, None) => String::new(),
        }
    }
}

/// A row, as far as it matters here.
struct Found {
    run: u64,
    motion: Option<Motion>,
    status: Status,
    reason: String,
    times: Vec<f64>,
    points: Vec<Vec<f64>>,
}

impl Study {
    /// Finds the labels of all runs in the dataset of a study with `[basin]`.
    ///
    /// # Errors
    /// The study has no such section; runs are missing, or a file is damaged.
    pub fn labels(&self, folder: &Path) -> Result<Labels, Diagnostic> {
        let spec = self.basin_asked()?;
        let mut finder = Finder::new(spec);
        for part in 0..self.len().div_ceil(self.part_runs) {
            for found in read_part(folder, part, spec.states.len())? {
                finder.take(found);
            }
        }
        self.finish_labels(finder, folder)
    }

    /// The same of rows at hand, all of them in their order.
    ///
    /// # Errors
    /// The study has no such section; rows are missing.
    pub fn labels_of(&self, rows: impl IntoIterator<Item = Row>) -> Result<Labels, Diagnostic> {
        let spec = self.basin_asked()?;
        let mut finder = Finder::new(spec);
        for row in rows {
            let width = spec.states.len() + 1;
            let points = row.points.chunks_exact(width);
            finder.take(Found {
                run: row.run,
                motion: row.motion,
                status: row.status,
                reason: row.reason,
                times: points.clone().map(|p| p[0]).collect(),
                points: points.map(|p| p[1..].to_vec()).collect(),
            });
        }
        self.finish_labels(finder, &self.path)
    }

    /// What is asked about basins.
    ///
    /// # Errors
    /// Nothing is.
    pub fn basin_asked(&self) -> Result<&BasinSpec, Diagnostic> {
        self.basin.as_ref().ok_or_else(|| {
            let message = "the study has no [basin], which says when the motion returns";
            let d = Diagnostic::error("study-missing-key", Span::NONE, message);
            d.help("[basin] period = \"2*PI/omega\", or event = \"impact\"")
        })
    }

    fn finish_labels(&self, finder: Finder<'_>, place: &Path) -> Result<Labels, Diagnostic> {
        if finder.labels.len() as u64 != self.len() {
            let why = "the rows are not those of this study".to_owned();
            return Err(bad(place, why));
        }
        let mut found = finder.finish();
        if let Some(counts) = self.design.counts() {
            let varied = counts.iter().copied().enumerate().filter(|(_, n)| *n > 1);
            found.grid = varied.collect();
            found.find_boundary();
        }
        Ok(found)
    }
}

impl Labels {
    /// The entry of a label.
    pub fn attractor(&self, label: i32) -> Option<&Attractor> {
        self.attractors.iter().find(|a| a.label == label)
    }

    /// The motions that attract.
    pub fn motions(&self) -> impl Iterator<Item = &Attractor> {
        self.attractors.iter().filter(|a| a.label > 0)
    }

    fn find_boundary(&mut self) {
        let mut own = std::collections::BTreeMap::<i32, u64>::new();
        for k in 0..self.labels.len() {
            let here = self.labels[k];
            let mut stride = self.labels.len();
            let is_at_boundary = self.grid.iter().any(|&(_, n)| {
                let above = stride;
                stride /= n;
                let at = k % above / stride;
                let beside = [
                    (at > 0).then(|| k - stride),
                    (at + 1 < n).then(|| k + stride),
                ];
                beside.into_iter().flatten().any(|j| self.labels[j] != here)
            });
            if is_at_boundary {
                self.boundary += 1;
                *own.entry(here).or_default() += 1;
            }
        }
        for a in &mut self.attractors {
            a.boundary = own.get(&a.label).copied().unwrap_or(0);
        }
    }
}

/// Finds motions row by row.
struct Finder<'a> {
    spec: &'a BasinSpec,
    /// In the order in which they were found.
    attractors: Vec<Attractor>,
    /// By run: which of them.
    labels: Vec<usize>,
    returns: Vec<u32>,
    further: u64,
}

impl<'a> Finder<'a> {
    fn new(spec: &'a BasinSpec) -> Self {
        Self {
            spec,
            attractors: Vec::new(),
            labels: Vec::new(),
            returns: Vec::new(),
            further: 0,
        }
    }

    fn take(&mut self, mut found: Found) {
        let wide = self.attractors.iter().filter(|a| a.kind.is_some()).count();
        let known = self.attractors.iter().position(|a| self.is_same(a, &found));
        if known.is_none() && found.motion.is_some() && wide >= MOST_ATTRACTORS {
            self.further += 1;
            if let Some(m) = &mut found.motion {
                (m.kind, m.period) = (MotionKind::Unsettled, 0);
            }
        }
        let known = known.or_else(|| self.attractors.iter().position(|a| self.is_same(a, &found)));
        let returns = found.motion.as_ref().map_or(0, |m| m.returns);
        let number = known.unwrap_or_else(|| {
            self.attractors.push(first(&found));
            self.attractors.len() - 1
        });
        let a = &mut self.attractors[number];
        a.starts += 1;
        a.returns = [
            a.returns[0] + u64::from(returns),
            a.returns[1].max(u64::from(returns)),
        ];
        if let Some(m) = &found.motion {
            a.is_sequence_common &= m.sequence == a.sequence;
        }
        self.labels.push(number);
        self.returns.push(returns);
    }

    fn is_same(&self, a: &Attractor, found: &Found) -> bool {
        let Some(motion) = &found.motion else {
            let reasons = || self.attractors.iter().filter(|a| a.kind.is_none()).count();
            let same = a.status == Some(found.status) && a.reason == masked(&found.reason);
            return a.kind.is_none()
                && (same || a.reason == OTHER_REASONS && reasons() > MOST_REASONS);
        };
        if a.kind != Some(motion.kind) || a.period != motion.period {
            return false;
        }
        let most = SAME * self.spec.tolerance;
        match motion.kind {
            MotionKind::Unsettled => true,
            MotionKind::Other if self.spec.by == By::Events => true,
            _ if self.spec.by == By::Events => a.sequence == motion.sequence,
            MotionKind::Other => self.is_alike(&a.points, &found.points),
            MotionKind::Periodic | MotionKind::Equilibrium => {
                let n = a.points.len();
                let near = |shift: usize| {
                    let mut pairs = found.points.iter().enumerate();
                    pairs.all(|(k, x)| {
                        self.spec
                            .measure
                            .is_within(&a.points[(k + shift) % n], x, most)
                    })
                };
                found.points.len() == n && (0..n).any(near)
            }
        }
    }

    /// Whether two motions without a period have the same means and deviations.
    fn is_alike(&self, a: &[Vec<f64>], b: &[Vec<f64>]) -> bool {
        let ([mean, deviation], [other_mean, other_deviation]) = (a, b) else {
            return a.len() == b.len();
        };
        let most = SAME * self.spec.tolerance;
        self.spec.measure.numbers().all(|(k, size)| {
            let (s, t) = (deviation[k], other_deviation[k]);
            let (less, more) = (s.min(t), s.max(t));
            (mean[k] - other_mean[k]).abs() <= MEANS * more + most * size
                && more <= DEVIATIONS * less + most * size
        })
    }

    /// Labels by starts.
    fn finish(self) -> Labels {
        let mut order: Vec<usize> = (0..self.attractors.len()).collect();
        let class = |k: usize| match self.attractors[k].kind {
            Some(MotionKind::Unsettled) => 1,
            Some(_) => 0,
            None => 2,
        };
        order.sort_by_key(|k| (class(*k), u64::MAX - self.attractors[*k].starts, *k));
        let mut label_of = vec![0; order.len()];
        let (mut up, mut down) = (0, 0);
        for &k in &order {
            label_of[k] = match class(k) {
                0 => {
                    up += 1;
                    up
                }
                1 => 0,
                _ => {
                    down -= 1;
                    down
                }
            };
        }
        let attractors = order.iter().map(|&k| Attractor {
            label: label_of[k],
            ..self.attractors[k].clone()
        });
        Labels {
            attractors: attractors.collect(),
            labels: self.labels.iter().map(|k| label_of[*k]).collect(),
            returns: self.returns,
            further: self.further,
            grid: Vec::new(),
            boundary: 0,
        }
    }
}

const OTHER_REASONS: &str = "other reasons";

/// What a row begins.
fn first(found: &Found) -> Attractor {
    let motion = found.motion.as_ref();
    Attractor {
        label: 0,
        kind: motion.map(|m| m.kind),
        status: motion.is_none().then_some(found.status),
        reason: match motion {
            Some(_) => String::new(),
            None => masked(&found.reason),
        },
        period: motion.map_or(0, |m| m.period),
        sequence: motion.map_or_else(String::new, |m| m.sequence.clone()),
        is_sequence_common: true,
        starts: 0,
        run: found.run,
        times: found.times.clone(),
        points: found.points.clone(),
        returns: [0, 0],
        boundary: 0,
    }
}

/// The first line of a reason without its numbers; those in names of elements stay.
fn masked(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    let words = line.split(' ').map(|word| {
        let bare = word.trim_end_matches([',', ';', ':', '.', ')']);
        match bare.trim_start_matches('(').parse::<f64>() {
            Ok(_) => format!("...{}", &word[bare.len()..]),
            Err(_) => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn bad(path: &Path, why: String) -> Diagnostic {
    let message = format!("{}: {why}", path.display());
    Diagnostic::error("view-bad-table", Span::NONE, message)
}

/// The rows of a file of the dataset.
fn read_part(folder: &Path, part: u64, width: usize) -> Result<Vec<Found>, Diagnostic> {
    let file = |table: &str| folder.join(table).join(format!("part-{part:06}.parquet"));
    let read = |path: &Path| -> Result<Vec<(String, Values)>, Diagnostic> {
        let bytes = special::read(path, special::LARGEST).map_err(|e| bad(path, e.to_string()))?;
        table::read(bytes).map_err(|e| bad(path, e.to_string()))
    };
    let (runs_file, points_file) = (file(RUNS), file(POINTS));
    let (runs, points) = (read(&runs_file)?, read(&points_file)?);
    let missing = |name: &str, path: &Path| bad(path, format!("it has no column {name}"));
    let numbers = |table: &'_ [(String, Values)], name: &str, path: &Path| match table
        .iter()
        .find(|c| c.0 == name)
    {
        Some((_, Values::Numbers(v))) => Ok(v.clone()),
        _ => Err(missing(name, path)),
    };
    let words = |name: &str| match runs.iter().find(|c| c.0 == name) {
        Some((_, Values::Words(v))) => Ok(v),
        _ => Err(missing(name, &runs_file)),
    };
    let owner = numbers(&points, "run", &points_file)?;
    let time = numbers(&points, "time", &points_file)?;
    let columns: Vec<&Vec<f64>> = (points.iter().rev().take(width).rev())
        .filter_map(|c| match &c.1 {
            Values::Numbers(v) => Some(v),
            Values::Words(_) => None,
        })
        .collect();
    if columns.len() != width || points.len() < width + 2 {
        return Err(bad(
            &points_file,
            "its columns are not those of the state".into(),
        ));
    }
    let run = numbers(&runs, "run", &runs_file)?;
    let period = numbers(&runs, "period", &runs_file)?;
    let returns = numbers(&runs, "returns", &runs_file)?;
    let (kind, sequence) = (words("kind")?, words("sequence")?);
    let (status, reason) = (words("status")?, words("reason")?);
    let mut next = 0;
    let mut list = Vec::new();
    for k in 0..run.len() {
        let kind = MotionKind::ALL.into_iter().find(|m| m.name() == kind[k]);
        let known = Status::ALL.into_iter().find(|s| s.name() == status[k]);
        let begin = next;
        while owner.get(next).is_some_and(|r| *r == run[k]) {
            next += 1;
        }
        list.push(Found {
            run: run[k] as u64,
            motion: kind.map(|kind| Motion {
                kind,
                period: period[k] as u32,
                returns: returns[k] as u32,
                sequence: sequence[k].clone(),
            }),
            status: known.ok_or_else(|| missing("status", &runs_file))?,
            reason: reason[k].clone(),
            times: time[begin..next].to_vec(),
            points: (begin..next)
                .map(|j| columns.iter().map(|c| c[j]).collect())
                .collect(),
        });
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basin::Measure;
    use crate::orbit::OrbitReturn;
    use crate::response::Which;
    use carom::dynamics::EventKind;

    fn spec() -> BasinSpec {
        BasinSpec {
            at: OrbitReturn::Event(Which {
                kind: EventKind::Impact,
                element: None,
            }),
            periods: 4,
            returns: 100,
            by: By::Points,
            tolerance: 1e-6,
            states: vec!["x".into()],
            measure: Measure::plain(1),
        }
    }

    fn found(run: u64, kind: MotionKind, points: &[f64]) -> Found {
        let period = match kind {
            MotionKind::Periodic | MotionKind::Equilibrium => points.len() as u32,
            _ => 0,
        };
        Found {
            run,
            motion: Some(Motion {
                kind,
                period,
                returns: 10 + run as u32,
                sequence: "impact SFORCE/1".into(),
            }),
            status: Status::Done,
            reason: String::new(),
            times: vec![0.0; points.len()],
            points: points.iter().map(|x| vec![*x]).collect(),
        }
    }

    fn ended(run: u64, reason: &str) -> Found {
        Found {
            run,
            motion: None,
            status: Status::Early,
            reason: reason.into(),
            times: Vec::new(),
            points: Vec::new(),
        }
    }

    fn labels(rows: Vec<Found>) -> Labels {
        let spec = spec();
        let mut finder = Finder::new(&spec);
        rows.into_iter().for_each(|r| finder.take(r));
        finder.finish()
    }

    #[test]
    fn the_same_orbit_from_another_point_is_the_same() {
        use MotionKind::{Equilibrium, Other, Periodic, Unsettled};
        let found = labels(vec![
            found(0, Periodic, &[1.0]),
            found(1, Periodic, &[3.0, 1.0]),
            found(2, Periodic, &[1.0 + 9e-6, 3.0 - 9e-6]),
            found(3, Periodic, &[1.0, 3.0 + 1.1e-5]),
            found(4, Equilibrium, &[1.0]),
            found(5, Periodic, &[1.0, 3.0]),
            // mean and deviation
            found(6, Other, &[0.4, 0.2]),
            found(7, Other, &[0.45, 0.25]),
            found(8, Other, &[-0.4, 0.2]),
            found(9, Unsettled, &[0.4]),
            ended(10, "SFORCE/2: its parts overlap by 0.3 at the start"),
            ended(11, "SFORCE/2: its parts overlap by 1.5e-2 at the start"),
            ended(12, "SFORCE/3: its parts overlap by 1.5e-2 at the start"),
        ]);
        let expected = [3, 1, 1, 4, 5, 1, 2, 2, 6, 0, -1, -1, -2];
        assert_eq!(found.labels, expected);
        let first = &found.attractors[0];
        assert_eq!((first.starts, first.run, first.returns), (3, 1, [38, 15]));
        assert_eq!(first.share(13), 3.0 / 13.0);
        // √(s·(1 − s)/n)
        assert!((first.error(13) - (3.0 * 10.0 / 13.0_f64.powi(3)).sqrt()).abs() < 1e-15);
        let last = &found.attractors[7];
        assert_eq!(
            last.reason,
            "SFORCE/2: its parts overlap by ... at the start"
        );
    }

    /// Motions that each start has for itself are no attractors.
    #[test]
    fn a_family_has_an_end() {
        let rows = 0..MOST_ATTRACTORS as u64 + 7;
        let rows = rows.map(|k| found(k, MotionKind::Equilibrium, &[k as f64]));
        let found = labels(rows.collect());
        assert_eq!(
            (found.further, found.motions().count()),
            (7, MOST_ATTRACTORS)
        );
        assert_eq!(found.attractor(0).map(|a| a.starts), Some(7));
    }

    #[test]
    fn cells_at_the_boundary() {
        let mut found = labels(
            (0..12)
                .map(|k| {
                    // a grid of 3 by 4: the last column, and the middle of the first
                    let other = k % 4 == 3 || k == 4;
                    found(k, MotionKind::Equilibrium, &[f64::from(u8::from(other))])
                })
                .collect(),
        );
        found.grid = vec![(0, 3), (1, 4)];
        found.find_boundary();
        // in the first column all three, beside it the middle one, the last two columns
        assert_eq!(found.boundary, 3 + 1 + 3 + 3);
        let own: Vec<u64> = found.attractors.iter().map(|a| a.boundary).collect();
        assert_eq!(own, [6, 4]);
    }
}
