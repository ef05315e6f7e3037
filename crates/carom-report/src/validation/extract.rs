//! Takes the value of a record out of a run.

use super::observe::{Recording, Runs};
use super::record::{Quantity, Record};
use carom_base::{Diagnostics, Dialect, SpannedText, Units};
use carom_expr::{Expression, NoTables, Tape};
use carom_files::results::req::RequestFile;
use carom_laws::contact::Dimension;
use carom_model::run::{BodyRow, EventRow, Frame, Linearization};
use std::f64::consts::TAU;

/// Our value and its distance from the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extraction {
    /// Our value. Of a comparison of curves: the largest difference.
    pub value: f64,
    /// |our value − reference|.
    pub error: f64,
}

/// The value of a record.
///
/// # Errors
/// Why there is none: the run failed, or has nothing of the kind.
pub fn extract(record: &Record, reference: f64, runs: &mut Runs) -> Result<Extraction, String> {
    let value = value(record, runs)?;
    let error = (value - reference).abs();
    Ok(Extraction { value, error })
}

fn value(record: &Record, runs: &mut Runs) -> Result<f64, String> {
    match &record.value {
        Quantity::Expression { text } => evaluate(text, 0.0),
        Quantity::Study { find, at } => {
            let found = runs.study(&record.model, find)?;
            let number = found.pointer(at).and_then(serde_json::Value::as_f64);
            number.ok_or_else(|| format!("{find} of {} has no number at {at}", record.model))
        }
        Quantity::Stiffness { k, e, from, to } => {
            let factor = Dimension::Stiffness.factor(&units(from)?, &units(to)?, *e);
            Ok(k * factor)
        }
        Quantity::Twin { model } => {
            let ours = runs.get(&record.model, &record.run)?;
            let other = runs.get(model, &record.run)?;
            difference(&ours, &other)
        }
        Quantity::Table {
            file,
            series,
            either_sign,
        } => {
            let path = runs.root().join(file);
            let table = match path.extension().is_some_and(|e| e == "req") {
                true => requests_of(&path, series)?,
                false => Columns {
                    rows: read_table(&path, series.len() + 1)?,
                    angles: vec![false; series.len()],
                },
            };
            let run = runs.get(&record.model, &record.run)?;
            compare(&run, &table, series, *either_sign)
        }
        of_one_run => of_run(of_one_run, &*runs.get(&record.model, &record.run)?),
    }
}

fn of_run(quantity: &Quantity, run: &Recording) -> Result<f64, String> {
    match quantity {
        Quantity::Event {
            kind,
            nth,
            field,
            over,
        } => {
            let value = event(run, kind, *nth, field)?;
            match over {
                Some(kind) => Ok(value / event(run, kind, 1, field)?),
                None => Ok(value),
            }
        }
        Quantity::At { series, time } => {
            let series = Series::parse(series, run)?;
            let frame = match time {
                Some(t) => frame_at(run, *t)?,
                None => run.frames.last().ok_or("no output")?,
            };
            Ok(series.of(frame))
        }
        Quantity::Peak {
            series,
            minimum,
            time,
            from,
            to,
        } => {
            let [t, x] = peak(run, &Series::parse(series, run)?, *minimum, (*from, *to))?;
            Ok(if *time { t } else { x })
        }
        Quantity::Formula { series, formula } => {
            let series = Series::parse(series, run)?;
            let mut worst: f64 = 0.0;
            for frame in &run.frames {
                worst = worse(worst, series.of(frame) - evaluate(formula, frame.time)?);
            }
            Ok(worst)
        }
        Quantity::Eigenvalue { near, imaginary } => {
            let l = run.linearizations.last().ok_or("no linear analysis")?;
            let distance = |v: &&[f64; 2]| (v[0] - near[0]).hypot(v[1] - near[1]);
            let nearest = l
                .eigenvalues
                .iter()
                .min_by(|a, b| distance(a).total_cmp(&distance(b)));
            let value = nearest.ok_or("no eigenvalues")?;
            Ok(value[usize::from(*imaginary)])
        }
        Quantity::Transfer {
            s,
            input,
            output,
            imaginary,
        } => {
            let l = run.linearizations.last().ok_or("no linear analysis")?;
            let g = transfer(l, *s, *input, *output).ok_or("no such input or output")?;
            Ok(g[usize::from(*imaginary)])
        }
        Quantity::EnergyBalance => {
            let parts = run.statistics.iter().filter_map(|s| s.energy_balance);
            let [miss, scale] = parts.fold([0.0, 0.0_f64], |[m, s], [miss, scale]| {
                [m + miss, s.max(scale)]
            });
            Ok(miss.abs() / scale)
        }
        Quantity::Count { of, containing } => count(run, of, containing),
        _ => Err("not a quantity of one run".into()),
    }
}

/// `C·(s·I − A)⁻¹·B + D` of one input and output, counted from 1.
fn transfer(l: &Linearization, s: [f64; 2], input: usize, output: usize) -> Option<[f64; 2]> {
    let n = l.a.len();
    let column = |m: &[Vec<f64>], r: usize| m.get(r)?.get(input.checked_sub(1)?).copied();
    let row = l.c.get(output.checked_sub(1)?)?;
    // (s·I − A)·x = b as a real system of twice the size, by elimination with row pivots.
    let mut m = vec![vec![0.0; 2 * n + 1]; 2 * n];
    for r in 0..n {
        for c in 0..n {
            let diagonal = f64::from(u8::from(r == c));
            m[r][c] = s[0] * diagonal - l.a[r][c];
            m[n + r][n + c] = m[r][c];
            m[r][n + c] = -s[1] * diagonal;
            m[n + r][c] = s[1] * diagonal;
        }
        m[r][2 * n] = column(&l.b, r)?;
    }
    for k in 0..2 * n {
        let pivot = (k..2 * n).max_by(|&i, &j| m[i][k].abs().total_cmp(&m[j][k].abs()))?;
        m.swap(k, pivot);
        let top = m[k].clone();
        for (r, line) in m.iter_mut().enumerate().filter(|(r, _)| *r != k) {
            debug_assert!(r != k);
            let factor = line[k] / top[k];
            line.iter_mut()
                .zip(&top)
                .for_each(|(x, t)| *x -= factor * t);
        }
    }
    let x = |k: usize| m[k][2 * n] / m[k][k];
    let sum = |first: usize| {
        row.iter()
            .enumerate()
            .map(|(c, y)| y * x(first + c))
            .sum::<f64>()
    };
    Some([sum(0) + column(&l.d, output - 1)?, sum(n)])
}

/// The larger size; not a number stays.
fn worse(worst: f64, difference: f64) -> f64 {
    if difference.abs() > worst || difference.is_nan() {
        difference.abs()
    } else {
        worst
    }
}

fn count(run: &Recording, of: &str, containing: &str) -> Result<f64, String> {
    let n = match of {
        "degrees-of-freedom" => return Ok(run.degrees_of_freedom as f64),
        "redundant" => run
            .redundant
            .iter()
            .filter(|r| r.contains(containing))
            .count(),
        "events" => {
            let named =
                |e: &&EventRow| format!("{} {}", e.kind.name(), e.element).contains(containing);
            run.events.iter().filter(named).count()
        }
        _ => return Err(format!("{of} cannot be counted")),
    };
    Ok(n as f64)
}

fn event(run: &Recording, kind: &str, nth: usize, field: &str) -> Result<f64, String> {
    let of_kind = |e: &&EventRow| e.kind.name() == kind;
    let event = run.events.iter().filter(of_kind).nth(nth.wrapping_sub(1));
    let event = event.ok_or_else(|| format!("there is no {kind} number {nth}"))?;
    Ok(match field {
        "time" => event.time,
        "gap" => event.gap,
        "rate" => event.rate[1],
        "rate-before" => event.rate[0],
        "impulse" => event.impulse,
        "force" => event.force,
        _ => return Err(format!("an event has no {field}")),
    })
}

/// The output at a time, to rounding.
fn frame_at(run: &Recording, t: f64) -> Result<&Frame, String> {
    let near = |f: &&Frame| (f.time - t).abs() <= 1e-9 * (1.0 + t.abs());
    let found = run.frames.iter().rev().find(near);
    found.ok_or_else(|| format!("there is no output at {t}"))
}

/// Time and value of the largest or smallest output, refined by a parabola.
fn peak(
    run: &Recording,
    series: &Series,
    minimum: bool,
    (from, to): (f64, f64),
) -> Result<[f64; 2], String> {
    let sign = if minimum { -1.0 } else { 1.0 };
    let points: Vec<[f64; 2]> = run
        .frames
        .iter()
        .filter(|f| (from..=to).contains(&f.time))
        .map(|f| [f.time, sign * series.of(f)])
        .collect();
    let mut best = 0;
    for (k, p) in points.iter().enumerate() {
        if p[1] > points[best][1] {
            best = k;
        }
    }
    if best == 0 || best + 1 >= points.len() {
        return Err("the extremum lies at an end of the window".into());
    }
    let [a, b, c] = [points[best - 1], points[best], points[best + 1]];
    // Newton's form of the parabola through the three points
    let first = (b[1] - a[1]) / (b[0] - a[0]);
    let second = ((c[1] - b[1]) / (c[0] - b[0]) - first) / (c[0] - a[0]);
    let t = 0.5 * (a[0] + b[0] - first / second);
    let x = a[1] + (t - a[0]) * (first + (t - b[0]) * second);
    Ok([t, sign * x])
}

/// Largest difference of event times, positions, orientations, velocities and forces.
fn difference(a: &Recording, b: &Recording) -> Result<f64, String> {
    if a.events.len() != b.events.len() || a.frames.len() != b.frames.len() {
        return Err(format!(
            "{} and {} events, {} and {} outputs",
            a.events.len(),
            b.events.len(),
            a.frames.len(),
            b.frames.len()
        ));
    }
    let mut worst: f64 = 0.0;
    for (x, y) in a.events.iter().zip(&b.events) {
        if x.kind != y.kind {
            return Err(format!("{} against {}", x.kind.name(), y.kind.name()));
        }
        worst = worse(worst, x.time - y.time);
    }
    for (x, y) in a.frames.iter().zip(&b.frames) {
        worst = worse(worst, x.time - y.time);
        for (p, q) in x.bodies.iter().zip(&y.bodies) {
            for k in 0..BODY_COLUMNS.len() {
                worst = worse(worst, body_column(p, k) - body_column(q, k));
            }
        }
    }
    Ok(worst)
}

/// Rows of numbers of a text file; lines that begin otherwise are headings.
fn read_table(path: &std::path::Path, width: usize) -> Result<Vec<Vec<f64>>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let numbers = |line: &str| -> Option<Vec<f64>> {
        line.split_whitespace().map(|w| w.parse().ok()).collect()
    };
    let rows: Vec<Vec<f64>> = text
        .lines()
        .filter_map(numbers)
        .filter(|r| !r.is_empty())
        .collect();
    if rows.is_empty() || rows.iter().any(|r| r.len() != width) {
        return Err(format!(
            "{}: not {width} numbers in each row",
            path.display()
        ));
    }
    Ok(rows)
}

/// What a run is compared with.
struct Columns {
    /// Time, then one number for each series.
    rows: Vec<Vec<f64>>,
    /// Which series are angles, that are the same a full turn apart.
    angles: Vec<bool>,
}

/// The columns of a request file that belong to the series.
fn requests_of(path: &std::path::Path, series: &[String]) -> Result<Columns, String> {
    let name = || path.display();
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", name()))?;
    let file = RequestFile::read(&text).map_err(|e| format!("{}: {e}", name()))?;
    let find = |series: &String| -> Option<(usize, usize)> {
        let words: Vec<&str> = series.split_whitespace().collect();
        let ["request" | "-request", label, column] = words[..] else {
            return None;
        };
        let column = ["f2", "f3", "f4", "f6", "f7", "f8"]
            .iter()
            .position(|c| *c == column)?;
        Some((file.position(label.parse().ok()?)?, column))
    };
    let places: Option<Vec<(usize, usize)>> = series.iter().map(find).collect();
    let places = places.ok_or_else(|| format!("{} lacks one of {series:?}", name()))?;
    let is_angle =
        |&(row, column): &(usize, usize)| column >= 3 && file.head.requests[row].has_angles();
    let angles: Vec<bool> = places.iter().map(is_angle).collect();
    let row = |(time, rows): &(f64, Vec<[f64; 6]>)| {
        let values = places
            .iter()
            .zip(&angles)
            .map(|(&(r, c), angle)| match angle {
                true => rows[r][c].to_radians(),
                false => rows[r][c],
            });
        std::iter::once(*time).chain(values).collect()
    };
    let rows = file.outputs.iter().map(row).collect();
    Ok(Columns { rows, angles })
}

fn compare(
    run: &Recording,
    table: &Columns,
    series: &[String],
    either_sign: bool,
) -> Result<f64, String> {
    let parse = |s: &String| -> Result<(f64, Series), String> {
        match s.strip_prefix('-') {
            Some(rest) => Ok((-1.0, Series::parse(rest, run)?)),
            None => Ok((1.0, Series::parse(s, run)?)),
        }
    };
    let series: Vec<(f64, Series)> = series.iter().map(parse).collect::<Result<_, _>>()?;
    let mut worst: f64 = 0.0;
    for row in &table.rows {
        let frame = frame_at(run, row[0])?;
        let distance = |turn: f64| {
            let pairs = series.iter().zip(&row[1..]).zip(&table.angles);
            pairs.fold(0.0, |w, (((sign, s), x), angle)| {
                let off = turn * sign * s.of(frame) - x;
                let turns = if *angle { (off / TAU).round() } else { 0.0 };
                worse(w, off - turns * TAU)
            })
        };
        let d = distance(1.0);
        worst = worse(
            worst,
            if either_sign {
                d.min(distance(-1.0))
            } else {
                d
            },
        );
    }
    Ok(worst)
}

/// The value of an expression of nothing but time.
fn evaluate(text: &str, time: f64) -> Result<f64, String> {
    let mut d = Diagnostics::default();
    let expression = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d);
    let tape = expression.and_then(|e| Tape::compile(&e, &NoTables, &mut d));
    let tape = tape.ok_or_else(|| format!("{text}: {d:?}"))?;
    if !tape.only_time() && tape.as_constant().is_none() {
        return Err(format!("{text} needs a model"));
    }
    let inputs = vec![time; tape.inputs().len()];
    let mut registers = vec![0.0; tape.registers()];
    Ok(tape.eval_live(&inputs, &mut registers))
}

fn units([force, mass, length, time]: &[String; 4]) -> Result<Units, String> {
    Units::from_names(force, mass, length, time).map_err(|unknown| format!("no unit {unknown}"))
}

/// The columns of a body, in the order of the table `bodies`.
const BODY_COLUMNS: [&str; 19] = [
    "x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az",
    "bx", "by", "bz",
];

fn body_column(b: &BodyRow, k: usize) -> f64 {
    match k {
        0..3 => b.position[k],
        3..7 => b.orientation[k - 3],
        7..10 => b.velocity[k - 7],
        10..13 => b.angular_velocity[k - 10],
        13..16 => b.acceleration[k - 13],
        _ => b.angular_acceleration[k - 16],
    }
}

/// A number of each output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Series {
    /// Row and column of the bodies.
    Body(usize, usize),
    /// Row and column of the requests.
    Request(usize, usize),
    /// Row and column of the joints.
    Joint(usize, usize),
    /// Row and column of the forces.
    Force(usize, usize),
    /// Row of the variables.
    Variable(usize),
    /// Row of the differential equations; value or rate.
    Diff(usize, usize),
}

impl Series {
    /// From its words: `body 2 z`, `request 1 f2`, `joint JOINT/1 fx`, `force SFORCE/1 tz`, `variable 1`, `diff 1 rate`.
    ///
    /// # Errors
    /// When the run has nothing of the kind.
    pub fn parse(text: &str, run: &Recording) -> Result<Self, String> {
        let none = || format!("the run has no {text}");
        let words: Vec<&str> = text.split_whitespace().collect();
        let (table, who, column) = match words[..] {
            [table, who] => (table, who, ""),
            [table, who, column] => (table, who, column),
            _ => return Err(none()),
        };
        let label: u32 = who.parse().unwrap_or(0);
        let by_label = |list: &[u32]| list.iter().position(|l| *l == label).ok_or_else(none);
        let by_name = |list: &[String]| list.iter().position(|l| l == who).ok_or_else(none);
        let among = |names: &[&str]| names.iter().position(|n| *n == column).ok_or_else(none);
        const WRENCH: [&str; 6] = ["fx", "fy", "fz", "tx", "ty", "tz"];
        const COLUMNS: [&str; 8] = ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"];
        let layout = &run.layout;
        Ok(match table {
            "body" => Self::Body(by_label(&run.parts)?, among(&BODY_COLUMNS)?),
            "request" => Self::Request(by_label(&layout.requests)?, among(&COLUMNS)?),
            "joint" => Self::Joint(by_name(&layout.joints)?, among(&WRENCH)?),
            "force" => Self::Force(by_name(&layout.forces)?, among(&WRENCH)?),
            "variable" => Self::Variable(by_label(&layout.variables)?),
            "diff" => Self::Diff(by_label(&layout.diffs)?, among(&["", "rate"])?),
            _ => return Err(none()),
        })
    }

    /// Its value in an output.
    pub fn of(self, f: &Frame) -> f64 {
        match self {
            Self::Body(r, c) => body_column(&f.bodies[r], c),
            Self::Request(r, c) => f.requests[r][c],
            Self::Joint(r, c) => f.joints[r][c],
            Self::Force(r, c) => f.forces[r][c],
            Self::Variable(r) => f.variables[r],
            Self::Diff(r, c) => f.diffs[r][c],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_model::run::Layout;

    /// Outputs at 0, 0.1, ..., 1 of one variable.
    fn recording(f: impl Fn(f64) -> f64) -> Recording {
        let frame = |k: u32| {
            let time = f64::from(k) / 10.0;
            Frame {
                time,
                variables: vec![f(time)],
                ..Frame::default()
            }
        };
        Recording {
            layout: Layout {
                variables: vec![7],
                ..Layout::default()
            },
            frames: (0..=10).map(frame).collect(),
            ..Recording::default()
        }
    }

    #[test]
    fn the_peak_of_a_parabola_is_exact() {
        let run = recording(|t| 3.0 - 2.0 * (t - 0.43) * (t - 0.43));
        let series = Series::parse("variable 7", &run).unwrap();
        let [t, x] = peak(&run, &series, false, (0.0, 1.0)).unwrap();
        // A few roundings of numbers of order one, divided by the step of 0.1
        assert!((t - 0.43).abs() < 1e-13 && (x - 3.0).abs() < 1e-14);
        assert!(peak(&run, &series, true, (0.2, 0.6)).is_err());
        assert!(Series::parse("variable 8", &run).is_err());
    }

    #[test]
    fn tables_are_compared_row_by_row() {
        let run = recording(|t| t * t);
        let table = |rows: &[Vec<f64>]| Columns {
            rows: rows.to_vec(),
            angles: vec![false],
        };
        let rows = [vec![0.0, 0.0], vec![0.5, -0.25], vec![1.0, -1.25]];
        let series = ["-variable 7".to_string()];
        assert_eq!(compare(&run, &table(&rows), &series, false), Ok(0.25));
        let plain = ["variable 7".to_string()];
        assert_eq!(compare(&run, &table(&rows), &plain, true), Ok(0.25));
        assert_eq!(compare(&run, &table(&rows), &plain, false), Ok(2.25));
        assert!(compare(&run, &table(&[vec![0.05, 0.0]]), &plain, false).is_err());
    }

    #[test]
    fn a_number_that_is_none_is_never_small() {
        assert!(worse(worse(0.0, f64::NAN), 1.0).is_nan());
    }
}
