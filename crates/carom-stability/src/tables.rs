//! Tables of orbits, equilibria, branches and exponents, and their files: Parquet, or comma-separated values.

use crate::branch::{Bifurcation, BifurcationKind, Branch, Branches};
use crate::curves::Curve;
use crate::exponents::Exponents;
use crate::orbit::{Multiplier, Orbit};
use crate::trace::Trace;
use carom_study::Column;
use std::f64::consts::TAU;
use std::path::{Path, PathBuf};

/// A table: its name, and its columns by name.
pub type Table = (&'static str, Vec<(String, Column)>);

/// How tables are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Parquet.
    #[default]
    Parquet,
    /// Comma-separated values.
    Csv,
}

/// Makes columns, row by row.
struct Columns<R> {
    rows: Vec<R>,
    all: Vec<(String, Column)>,
}

impl<R> Columns<R> {
    fn of(rows: Vec<R>) -> Self {
        let all = Vec::new();
        Self { rows, all }
    }

    fn add(mut self, name: impl Into<String>, column: Column) -> Self {
        self.all.push((name.into(), column));
        self
    }

    fn whole(self, name: &str, value: impl Fn(&R) -> usize) -> Self {
        let whole = |r: &R| i64::try_from(value(r)).unwrap_or(i64::MAX);
        let column = self.rows.iter().map(whole).collect();
        self.add(name, Column::Whole(column))
    }

    fn number(self, name: &str, value: impl Fn(&R) -> f64) -> Self {
        let column = self.rows.iter().map(value).collect();
        self.add(name, Column::Number(column))
    }

    /// What is not finite is missing.
    fn maybe(self, name: &str, value: impl Fn(&R) -> f64) -> Self {
        let there = |r: &R| Some(value(r)).filter(|x| x.is_finite());
        let column = self.rows.iter().map(there).collect();
        self.add(name, Column::Maybe(column))
    }

    fn word(self, name: &str, value: impl Fn(&R) -> &'static str) -> Self {
        let column = self.rows.iter().map(value).collect();
        self.add(name, Column::Word(column))
    }

    /// What is empty is missing.
    fn text(self, name: &str, value: impl Fn(&R) -> String) -> Self {
        let there = |r: &R| Some(value(r)).filter(|t| !t.is_empty());
        let column = self.rows.iter().map(there).collect();
        self.add(name, Column::Text(column))
    }
}

/// An orbit of a branch.
#[derive(Clone, Copy)]
struct Place<'a> {
    branch: usize,
    point: usize,
    returns: u32,
    length: f64,
    orbit: &'a Orbit,
}

/// Rows that belong to an orbit begin with where it stands.
fn placed<'a, R>(rows: Vec<R>, parameters: &[&str], of: impl Fn(&R) -> Place<'a>) -> Columns<R> {
    let mut columns = Columns::of(rows)
        .whole("branch", |r| of(r).branch)
        .whole("point", |r| of(r).point);
    for (k, name) in parameters.iter().enumerate() {
        columns = columns.number(name, |r| of(r).orbit.point[k]);
    }
    columns
}

/// The events of an orbit in their order, as text.
fn signature(orbit: &Orbit) -> String {
    let each = orbit.events.iter();
    let each = each.map(|e| format!("{} {}", e.row.kind.name(), e.row.element));
    each.collect::<Vec<_>>().join("; ")
}

/// The tables `orbits`, `multipliers` and `orbit_events`, or `equilibria` and `eigenvalues`; of branches `along` a parameter also `bifurcations` and `branches`.
pub fn of_branches(
    all: &Branches,
    parameters: &[&str],
    states: &[String],
    along: Option<&str>,
) -> Vec<Table> {
    let places: Vec<Place<'_>> = all
        .iter()
        .enumerate()
        .flat_map(|(b, (returns, branch))| {
            let orbits = branch.orbits.iter().zip(&branch.lengths).enumerate();
            orbits.map(move |(k, (orbit, length))| Place {
                branch: b + 1,
                point: k + 1,
                returns: *returns,
                length: *length,
                orbit,
            })
        })
        .collect();
    let mut tables = match places.iter().any(|p| p.orbit.is_at_rest()) {
        true => vec![
            equilibria(&places, parameters, states),
            eigenvalues(&places, parameters),
        ],
        false => vec![
            orbits(&places, parameters, states),
            multipliers(&places, parameters),
            events(&places, parameters),
        ],
    };
    if let Some(along) = along {
        tables.push(bifurcations(all));
        tables.push(branches(all, along));
    }
    tables
}

fn equilibria(places: &[Place<'_>], parameters: &[&str], states: &[String]) -> Table {
    let growth = |o: &Orbit| o.plain().map(|z| z.re).fold(f64::NEG_INFINITY, f64::max);
    let mut columns = placed(places.to_vec(), parameters, |r| *r)
        .number("arclength", |r| r.length)
        .whole("stable", |r| usize::from(r.orbit.is_stable()))
        .maybe("re_max", |r| growth(r.orbit))
        .whole("unstable_eigenvalues", |r| r.orbit.unstable())
        .number("residual", |r| r.orbit.residual);
    for (k, name) in states.iter().enumerate() {
        columns = columns.number(name, |r| r.orbit.state[k]);
    }
    ("equilibria", columns.all)
}

fn eigenvalues(places: &[Place<'_>], parameters: &[&str]) -> Table {
    let columns = placed(each_multiplier(places), parameters, |r| r.0)
        .whole("number", |r| r.1)
        .number("re", |r| r.2.value.re)
        .number("im", |r| r.2.value.im)
        .word("kind", |r| r.2.kind.name());
    ("eigenvalues", columns.all)
}

fn orbits(places: &[Place<'_>], parameters: &[&str], states: &[String]) -> Table {
    let largest = |o: &Orbit| o.plain().map(|m| m.norm()).fold(0.0, f64::max);
    let mut columns = placed(places.to_vec(), parameters, |r| *r)
        .number("arclength", |r| r.length)
        .number("period", |r| r.orbit.period)
        .whole("returns", |r| r.returns as usize)
        .whole("events", |r| r.orbit.events.len())
        .whole("stable", |r| usize::from(r.orbit.is_stable()))
        .number("mu_max", |r| largest(r.orbit))
        .whole("unstable_multipliers", |r| r.orbit.unstable())
        .maybe("slowest_impact", |r| r.orbit.slowest_speed())
        .number("residual", |r| r.orbit.residual)
        .text("signature", |r| signature(r.orbit));
    for (k, name) in states.iter().enumerate() {
        columns = columns.number(name, |r| r.orbit.state[k]);
    }
    ("orbits", columns.all)
}

/// The multipliers of all places, numbered at each.
fn each_multiplier<'a>(places: &[Place<'a>]) -> Vec<(Place<'a>, usize, Multiplier)> {
    let each = places.iter().flat_map(|p| {
        let all = p.orbit.multipliers.iter().enumerate();
        all.map(move |(j, m)| (*p, j + 1, *m))
    });
    each.collect()
}

fn multipliers(places: &[Place<'_>], parameters: &[&str]) -> Table {
    let columns = placed(each_multiplier(places), parameters, |r| r.0)
        .whole("number", |r| r.1)
        .number("re", |r| r.2.value.re)
        .number("im", |r| r.2.value.im)
        .number("abs", |r| r.2.value.norm())
        .word("kind", |r| r.2.kind.name());
    ("multipliers", columns.all)
}

fn events(places: &[Place<'_>], parameters: &[&str]) -> Table {
    let each = places.iter().flat_map(|p| {
        let all = p.orbit.events.iter().enumerate();
        all.map(move |(j, e)| (*p, j + 1, e))
    });
    let columns = placed(each.collect(), parameters, |r| r.0)
        .whole("number", |r| r.1)
        .word("kind", |r| r.2.row.kind.name())
        .text("of", |r| r.2.row.element.clone())
        .number("time", |r| r.2.row.time)
        .maybe("rate_before", |r| r.2.row.rate[0])
        .maybe("rate_after", |r| r.2.row.rate[1])
        .text("flags", |r| r.2.doubt.clone());
    ("orbit_events", columns.all)
}

/// The argument of the multipliers that pass the unit circle at a torus; not a number elsewhere.
fn angle(b: &Bifurcation) -> f64 {
    if b.kind != BifurcationKind::Torus {
        return f64::NAN;
    }
    let pairs = b.orbit.plain().filter(|m| m.im > 0.0);
    let off = |m: &nalgebra::Complex<f64>| (m.norm() - 1.0).abs();
    let nearest = pairs.min_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.map_or(f64::NAN, |m| m.arg())
}

/// The period of an orbit; at a Hopf bifurcation that of the vibration that begins there.
fn period(b: &Bifurcation) -> f64 {
    match b.kind {
        BifurcationKind::Hopf => {
            let pairs = b.orbit.plain().filter(|z| z.im > 0.0);
            let pair = pairs.min_by(|a, b| a.re.abs().total_cmp(&b.re.abs()));
            pair.map_or(f64::NAN, |z| TAU / z.im)
        }
        _ if b.orbit.is_at_rest() => f64::NAN,
        _ => b.orbit.period,
    }
}

/// The element of the slowest impact at a grazing.
fn on_event(b: &Bifurcation) -> String {
    let grazes = b.kind == BifurcationKind::Grazing;
    let slowest = b.orbit.slowest_impact().filter(|_| grazes);
    slowest.map_or_else(String::new, |(e, _)| e.element.clone())
}

/// The numbers in the table `bifurcations` from which the branches leave; 0: from the first orbit.
fn origins(all: &Branches) -> Vec<usize> {
    let number = |[of, k]: [usize; 2]| {
        let before = all[..of].iter().map(|(_, b)| b.bifurcations.len());
        before.sum::<usize>() + k + 1
    };
    let each = all.iter().map(|(_, branch)| branch.from.map_or(0, number));
    each.collect()
}

/// The table `curve` of a curve over two parameters.
pub fn of_curve(curve: &Curve, parameters: &[&str], states: &[String]) -> Table {
    let length = f64::NAN;
    let rows = curve.points.iter().enumerate().map(|(k, p)| {
        let place = Place {
            branch: 1,
            point: k + 1,
            returns: 1,
            length,
            orbit: &p.orbit,
        };
        (place, p)
    });
    let largest = |o: &Orbit| o.plain().map(|m| m.norm()).fold(0.0, f64::max);
    let [x, y] = curve.along.map(|k| parameters[k].to_owned());
    let mut columns = placed(rows.collect(), parameters, |r| r.0)
        .word("type", |_| curve.kind.name())
        .text("x", |_| x.clone())
        .text("y", |_| y.clone())
        .number("error", |r| r.1.error)
        .number("period", |r| r.1.orbit.period)
        .number("mu_max", |r| largest(&r.1.orbit))
        .text("signature", |r| signature(&r.1.orbit));
    for (k, name) in states.iter().enumerate() {
        columns = columns.number(name, |r| r.1.orbit.state[k]);
    }
    ("curve", columns.all)
}

fn bifurcations(all: &Branches) -> Table {
    let each = all.iter().enumerate().flat_map(|(b, (_, branch))| {
        let own = branch.bifurcations.iter();
        own.map(move |x| (b + 1, x))
    });
    let numbered = each.enumerate().map(|(k, (b, x))| (k + 1, b, x));
    let origins = origins(all);
    let new = |number: usize| origins.iter().position(|o| *o == number);
    let columns = Columns::of(numbered.collect())
        .whole("number", |r| r.0)
        .whole("branch", |r| r.1)
        .whole("after_point", |r| r.2.after + 1)
        .word("type", |r| r.2.kind.name())
        .number("value", |r| r.2.value)
        .number("error", |r| r.2.error)
        .maybe("period", |r| period(r.2))
        .text("on_event", |r| on_event(r.2))
        .maybe("angle", |r| angle(r.2))
        .maybe("new_branch", |r| {
            new(r.0).map_or(f64::NAN, |b| b as f64 + 1.0)
        });
    ("bifurcations", columns.all)
}

fn branches(all: &Branches, along: &str) -> Table {
    let origins = origins(all);
    let rows: Vec<(usize, u32, &Branch)> = all
        .iter()
        .enumerate()
        .map(|(b, (returns, branch))| (b, *returns, branch))
        .collect();
    let stable = |b: &Branch| b.orbits.iter().filter(|o| o.is_stable()).count();
    let columns = Columns::of(rows)
        .whole("branch", |r| r.0 + 1)
        .text("along", |_| along.to_owned())
        .whole("from_bifurcation", |r| origins[r.0])
        .whole("returns", |r| r.1 as usize)
        .whole("orbits", |r| r.2.orbits.len())
        .whole("stable_orbits", |r| stable(r.2))
        .text("signature", |r| {
            r.2.orbits.first().map_or_else(String::new, signature)
        })
        .text("ended_down", |r| r.2.ended[0].clone())
        .text("ended_up", |r| r.2.ended[1].clone());
    ("branches", columns.all)
}

/// The table `trajectory`: the motion along an orbit.
pub fn of_trace(trace: &Trace, states: &[String]) -> Table {
    let mut columns =
        Columns::of((0..trace.times.len()).collect::<Vec<_>>()).number("time", |k| trace.times[*k]);
    for (j, name) in states.iter().enumerate() {
        columns = columns.number(name, |k| trace.states[*k][j]);
    }
    ("trajectory", columns.all)
}

/// The tables `exponents` and `convergence`.
pub fn of_exponents(found: &Exponents) -> Vec<Table> {
    let lost = std::iter::repeat_n(None, found.lost);
    let all = found.all.iter().copied().map(Some).chain(lost);
    let columns = Columns::of(all.enumerate().collect())
        .whole("number", |r| r.0 + 1)
        .maybe("value", |r| r.1.map_or(f64::NAN, |e| e.value))
        .maybe("standard_error", |r| r.1.map_or(f64::NAN, |e| e.error))
        .word("kind", |r| if r.1.is_some() { "finite" } else { "lost" });
    let history = found.history.iter().flat_map(|(time, means)| {
        let means = means.iter().enumerate();
        means.map(move |(k, mean)| (*time, k + 1, *mean))
    });
    let convergence = Columns::of(history.collect())
        .number("time", |r| r.0)
        .whole("number", |r| r.1)
        .number("value", |r| r.2);
    vec![("exponents", columns.all), ("convergence", convergence.all)]
}

/// Writes tables to a folder, which is made if it is not there; their files.
///
/// # Errors
/// What the system says, with the name of the folder.
pub fn write(tables: &[Table], folder: &Path, form: Form) -> Result<Vec<PathBuf>, String> {
    let failed = |e: &dyn std::fmt::Display| format!("{}: {e}", folder.display());
    std::fs::create_dir_all(folder).map_err(|e| failed(&e))?;
    let mut files = Vec::new();
    for (name, columns) in tables {
        let (ending, bytes) = match form {
            Form::Parquet => {
                let bytes = carom_study::parquet_table(name, columns);
                ("parquet", bytes.map_err(|e| failed(&e))?)
            }
            Form::Csv => ("csv", csv(columns).into_bytes()),
        };
        let path = folder.join(format!("{name}.{ending}"));
        std::fs::write(&path, bytes).map_err(|e| failed(&e))?;
        files.push(path);
    }
    Ok(files)
}

/// The picture in a folder of tables.
pub const PICTURE: &str = "picture.svg";

/// The tables of orbits, branches, and exponents.
const NAMES: [&str; 11] = [
    "orbits",
    "multipliers",
    "orbit_events",
    "equilibria",
    "eigenvalues",
    "bifurcations",
    "branches",
    "trajectory",
    "exponents",
    "convergence",
    "curve",
];

/// Removes the tables and the picture of an earlier result from a folder, and nothing else.
///
/// # Errors
/// When a file cannot be removed.
pub fn remove(folder: &Path) -> Result<(), String> {
    let tables = NAMES
        .iter()
        .flat_map(|name| ["parquet", "csv"].map(|ending| format!("{name}.{ending}")));
    for name in tables.chain([PICTURE.to_owned()]) {
        let path = folder.join(name);
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                return Err(format!("{}: {e}", path.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A table as comma-separated values; what is missing is empty.
fn csv(columns: &[(String, Column)]) -> String {
    let cells: Vec<Vec<String>> = columns.iter().map(|(_, c)| cells(c)).collect();
    let names: Vec<&str> = columns.iter().map(|(n, _)| n.as_str()).collect();
    let mut text = names.join(",") + "\n";
    for k in 0..cells.first().map_or(0, Vec::len) {
        let row: Vec<&str> = cells.iter().map(|c| c[k].as_str()).collect();
        text.push_str(&row.join(","));
        text.push('\n');
    }
    text
}

fn cells(column: &Column) -> Vec<String> {
    let quoted = |t: &str| match t.contains([',', '"', '\n']) {
        true => format!("\"{}\"", t.replace('"', "\"\"")),
        false => t.to_owned(),
    };
    let digits = |x: &f64| format!("{x:?}");
    match column {
        Column::Whole(v) => v.iter().map(ToString::to_string).collect(),
        Column::Number(v) => v.iter().map(digits).collect(),
        Column::Maybe(v) => v
            .iter()
            .map(|x| x.as_ref().map_or(String::new(), digits))
            .collect(),
        Column::Word(v) => v.iter().map(|t| quoted(t)).collect(),
        Column::Text(v) => v
            .iter()
            .map(|t| quoted(t.as_deref().unwrap_or_default()))
            .collect(),
    }
}
