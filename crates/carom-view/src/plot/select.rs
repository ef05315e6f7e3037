//! Which curves: `TABLE`, `TABLE.COLUMN`, `TABLE.COLUMN[ID,ID]`.
//!
//! | part | what it may be |
//! |---|---|
//! | TABLE | a table of the run: `bodies`, `requests`, `joints`, `forces`, `contacts`, `events`, `eigenvalues`, `modes`; alone: all its columns that vary |
//! | COLUMN | a column; without its x, y, z the length of the vector (`bodies.v`, `forces.f`); in `requests` also the title of a column |
//! | ID | the label or the name of a part, joint, request, contact (`2`, `ball`), an element (`SFORCE/1`), `contact.incident` (`1.2`); none: all |

use crate::quantity::{self, Quantity};
use crate::run::Run;
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Span};
use carom_files::results::read::Table;
use carom_files::results::tables::{ColumnKind, TableSpec};
use carom_plot::Style;
use std::collections::HashMap;

/// One quantity of one element.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Which table.
    pub table: &'static str,
    /// Whose rows: see [`Owner::id`].
    pub owner: String,
    /// `z of ball`
    pub name: String,
    /// What it measures.
    pub quantity: Quantity,
    /// Title of a panel that has several quantities: what the rows belong to.
    pub group: String,
    /// Series of one panel have the same.
    pub panel: String,
    /// Times, or what the table runs over instead.
    pub times: Vec<f64>,
    /// Values.
    pub values: Vec<f64>,
    /// Whether `times` are times.
    pub over_time: bool,
    /// What `times` are else.
    pub along: String,
    /// How it is best drawn.
    pub style: Style,
}

impl Series {
    /// Keeps a stretch of time.
    pub fn clip(&mut self, from: Option<f64>, to: Option<f64>) {
        if !self.over_time {
            return;
        }
        let inside = |t: f64| from.is_none_or(|a| t >= a) && to.is_none_or(|b| t <= b);
        let keep: Vec<bool> = self.times.iter().map(|&t| inside(t)).collect();
        let mut k = keep.iter();
        self.times.retain(|_| *k.next().unwrap_or(&false));
        let mut k = keep.iter();
        self.values.retain(|_| *k.next().unwrap_or(&false));
    }

    fn range(&self) -> f64 {
        let finite = self.values.iter().filter(|v| v.is_finite());
        let [low, high] = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], &v| {
            [a.min(v), b.max(v)]
        });
        if low < high { high - low } else { 0.0 }
    }
}

/// The rows of a table that belong together.
#[derive(Clone, Debug)]
pub struct Owner {
    /// As a curve names it: `2`, `SFORCE/1`, `1.2`.
    pub id: String,
    /// Its label, if it has one.
    pub label: Option<u32>,
    /// Its rows.
    pub rows: Vec<usize>,
}

/// The owners of the rows of a table, in the order in which they come.
pub fn owners(name: &str, table: &Table) -> Vec<Owner> {
    let one = |column: &str| -> Vec<(String, Option<u32>)> {
        table
            .ids(column)
            .iter()
            .map(|id| (id.to_string(), Some(*id)))
            .collect()
    };
    let two = |first: &str, second: &str| -> Vec<(String, Option<u32>)> {
        let pairs = table.ids(first).iter().zip(table.ids(second));
        pairs.map(|(a, b)| (format!("{a}.{b}"), Some(*a))).collect()
    };
    let words = |column: &str| -> Vec<(String, Option<u32>)> {
        table
            .words(column)
            .into_iter()
            .map(|w| (w.to_owned(), None))
            .collect()
    };
    let keys = match name {
        "bodies" => one("part"),
        "requests" => one("request"),
        "joints" => one("joint"),
        "contacts" => two("contact", "incident"),
        "eigenvalues" => one("analysis"),
        "modes" => two("analysis", "mode"),
        _ => words("element"),
    };
    let mut list: Vec<Owner> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (row, (id, label)) in keys.into_iter().enumerate() {
        let k = *known.entry(id.clone()).or_insert_with(|| {
            list.push(Owner {
                id,
                label,
                rows: Vec::new(),
            });
            list.len() - 1
        });
        list[k].rows.push(row);
    }
    list
}

/// What an owner is called: with its label or its incident where names alone would not tell.
pub fn owner_name(run: &Run, table: &str, owner: &Owner, all: &[Owner]) -> String {
    match (table, owner.label) {
        ("eigenvalues", Some(k)) => format!("linear analysis {k}"),
        ("modes", Some(_)) => {
            let (analysis, mode) = owner.id.split_once('.').unwrap_or(("1", &owner.id));
            let several = all.iter().any(|o| o.label != owner.label);
            if several {
                format!("mode {mode} of analysis {analysis}")
            } else {
                format!("mode {mode}")
            }
        }
        (_, Some(id)) => {
            let name = run.name_of(table, id);
            let alike = |o: &&Owner| {
                o.label != owner.label && o.label.is_some_and(|l| run.name_of(table, l) == name)
            };
            let name = if all.iter().any(|o| alike(&o)) {
                format!("{name} ({id})")
            } else {
                name
            };
            let incidents = all.iter().filter(|o| o.label == owner.label).count();
            match owner.id.split_once('.') {
                Some((_, incident)) if incidents > 1 => format!("{name} volume {incident}"),
                _ => name,
            }
        }
        (_, None) => owner.id.clone(),
    }
}

/// The columns of numbers of a table, and the lengths of vectors among them.
pub fn columns(spec: &TableSpec) -> Vec<&'static str> {
    let numbers = spec
        .columns
        .iter()
        .filter(|(c, kind)| *kind == ColumnKind::Number && *c != "time");
    let mut list: Vec<&'static str> = numbers.map(|(c, _)| *c).collect();
    let has = |stem: &str| {
        spec.columns
            .iter()
            .any(|(c, _)| c.strip_suffix('x') == Some(stem))
    };
    let vectors = ["v", "w", "a", "b", "f", "t", "ft", "s"];
    list.extend(vectors.into_iter().filter(|v| has(v)));
    list
}

/// The series that a text names.
pub fn select(run: &Run, text: &str) -> Result<Vec<Series>, Diagnostic> {
    let text = text.trim();
    let (head, ids) = match text.split_once('[') {
        Some((head, rest)) => (head, Some(rest.trim_end().trim_end_matches(']'))),
        None => (text, None),
    };
    let (name, column) = match head.split_once('.') {
        Some((table, column)) => (table, Some(column)),
        None => (head, None),
    };
    let Some((spec, table)) = run.tables().find(|(spec, _)| spec.name == name) else {
        return Err(unknown_table(run, text, name));
    };
    let all = owners(spec.name, table);
    let chosen = choose(run, spec, &all, ids)?;
    let Some(column) = column else {
        return Ok(whole(run, spec, table, &all, &chosen));
    };
    if chosen.is_empty() {
        // an empty table has columns all the same
        known_column(run, spec, column, None)?;
    }
    let mut list = Vec::new();
    let mut unknown = None;
    for owner in chosen {
        match known_column(run, spec, column, owner.label) {
            Ok(column) => list.push(series(run, spec, table, &column, owner, &all)),
            Err(d) => unknown = Some(d),
        }
    }
    // A title belongs to some requests only.
    match unknown {
        Some(d) if list.is_empty() => Err(d),
        _ => Ok(list),
    }
}

/// What is drawn when nothing is chosen: requests if any of them varies, else positions.
pub fn defaults(run: &Run) -> Vec<Series> {
    for (spec, table) in run.tables() {
        let all = owners(spec.name, table);
        let chosen: Vec<&Owner> = all.iter().collect();
        if spec.name == "requests" {
            let list = whole(run, spec, table, &all, &chosen);
            if list.iter().any(|s| s.range() > 0.0) {
                return list;
            }
        }
    }
    let of = |name: &str, columns: &[&str]| {
        let (spec, table) = run.tables().find(|(spec, _)| spec.name == name)?;
        let all = owners(spec.name, table);
        let chosen: Vec<&Owner> = all.iter().collect();
        let mut list = whole(run, spec, table, &all, &chosen);
        list.retain(|s| {
            columns
                .iter()
                .any(|c| s.name.starts_with(&format!("{c} of")))
        });
        (!list.is_empty()).then_some(list)
    };
    of("bodies", &["x", "y", "z"])
        .or_else(|| of("eigenvalues", &["imag"]))
        .or_else(|| of("forces", &["fx", "fy", "fz"]))
        .unwrap_or_default()
}

fn unknown_table(run: &Run, text: &str, name: &str) -> Diagnostic {
    let names: Vec<_> = run.tables().map(|(spec, _)| spec.name).collect();
    let message = format!("{text}: the run has no table {name}");
    let d = Diagnostic::error("view-unknown-table", Span::NONE, message);
    match closest(name, names.iter().copied()) {
        Some(near) => d.help(format!("did you mean {near}?")),
        None => d.help(format!(
            "its tables are {}; a curve is TABLE.COLUMN[ID], such as bodies.z[2]",
            names.join(", ")
        )),
    }
}

/// The column that is meant; a title of a request becomes its column.
fn known_column(
    run: &Run,
    spec: &TableSpec,
    column: &str,
    label: Option<u32>,
) -> Result<String, Diagnostic> {
    if columns(spec).contains(&column)
        || spec
            .columns
            .iter()
            .any(|(c, kind)| *c == column && *kind != ColumnKind::Text)
    {
        return Ok(column.to_owned());
    }
    let requests = run
        .scene
        .requests
        .iter()
        .filter(|r| label.is_none_or(|l| r.id == l));
    let mut titles = requests.flat_map(|r| r.titles.iter().enumerate());
    if spec.name == "requests"
        && let Some((k, _)) = titles.find(|(_, t)| t.trim().eq_ignore_ascii_case(column.trim()))
    {
        return Ok(format!("f{}", k + 1));
    }
    let message = format!("the table {} has no column {column}", spec.name);
    let d = Diagnostic::error("view-unknown-column", Span::NONE, message);
    let known = columns(spec);
    Err(match closest(column, known.iter().copied()) {
        Some(near) => d.help(format!("did you mean {near}?")),
        None => d.help(format!("its columns are {}", known.join(", "))),
    })
}

fn choose<'a>(
    run: &Run,
    spec: &TableSpec,
    all: &'a [Owner],
    ids: Option<&str>,
) -> Result<Vec<&'a Owner>, Diagnostic> {
    let Some(ids) = ids.filter(|i| i.trim() != "*") else {
        return Ok(all.iter().collect());
    };
    let mut list = Vec::new();
    for id in ids.split(',').map(str::trim) {
        let is_it = |o: &&Owner| {
            o.id == id
                || o.label.is_some_and(|l| l.to_string() == id)
                || owner_name(run, spec.name, o, all).eq_ignore_ascii_case(id)
        };
        let before = list.len();
        list.extend(all.iter().filter(is_it));
        if list.len() == before {
            let message = format!("the table {} has no rows of {id}", spec.name);
            let d = Diagnostic::error("view-unknown-element", Span::NONE, message);
            let names: Vec<_> = all.iter().map(|o| o.id.as_str()).take(20).collect();
            return Err(d.help(match names.is_empty() {
                true => "it is empty".to_owned(),
                false => format!("it has rows of {}", names.join(", ")),
            }));
        }
    }
    Ok(list)
}

/// All columns of a table that vary: next to the others of their kind, what rounding leaves of a zero does not.
fn whole(
    run: &Run,
    spec: &'static TableSpec,
    table: &Table,
    all: &[Owner],
    chosen: &[&Owner],
) -> Vec<Series> {
    if spec.name == "eigenvalues" {
        return plane(run, spec, table, all, chosen);
    }
    let numbers = spec
        .columns
        .iter()
        .filter(|(c, kind)| *kind == ColumnKind::Number && *c != "time");
    let mut list: Vec<Series> = Vec::new();
    for (column, _) in numbers {
        list.extend(
            chosen
                .iter()
                .map(|o| series(run, spec, table, column, o, all)),
        );
    }
    let mut largest: HashMap<String, f64> = HashMap::new();
    for s in &list {
        let entry = largest.entry(s.quantity.words.clone()).or_default();
        *entry = entry.max(s.range());
    }
    let known = |s: &Series| !s.quantity.words.is_empty() && spec.name != "requests";
    let varies = |s: &Series| {
        let scale = if known(s) {
            largest[&s.quantity.words]
        } else {
            0.0
        };
        s.range() > 1e-6 * scale
    };
    // Where nothing varies there is still something to see.
    if list.iter().any(varies) {
        list.retain(varies);
    } else {
        list.retain(|s| s.values.iter().any(|v| v.is_finite()));
    }
    list
}

/// Eigenvalues in the complex plane.
fn plane(
    run: &Run,
    spec: &'static TableSpec,
    table: &Table,
    all: &[Owner],
    chosen: &[&Owner],
) -> Vec<Series> {
    let one = |o: &&Owner| {
        let real = series(run, spec, table, "real", o, all);
        Series {
            times: real.values,
            along: real.quantity.label(),
            style: Style::Dots,
            ..series(run, spec, table, "imag", o, all)
        }
    };
    chosen.iter().map(one).collect()
}

fn series(
    run: &Run,
    spec: &'static TableSpec,
    table: &Table,
    column: &str,
    owner: &Owner,
    all: &[Owner],
) -> Series {
    let parts = ["x", "y", "z"].map(|c| format!("{column}{c}"));
    let vector = parts
        .iter()
        .all(|p| spec.columns.iter().any(|(c, _)| c == p));
    let values: Vec<f64> = if vector {
        let [x, y, z] = parts.each_ref().map(|p| table.numbers(p));
        let length = |&r: &usize| x[r].hypot(y[r]).hypot(z[r]);
        owner.rows.iter().map(length).collect()
    } else {
        let all = super::column(table, column);
        owner.rows.iter().map(|&r| all[r]).collect()
    };
    let quantity = quantity::of(
        run,
        spec.name,
        if vector { &parts[0] } else { column },
        owner.label,
    );
    let who = owner_name(run, spec.name, owner, all);
    let word = if vector {
        format!("|{column}|")
    } else {
        column.to_owned()
    };
    let title = (spec.name == "requests")
        .then(|| title_of(run, column, owner.label))
        .flatten();
    let name = match &title {
        Some(title) if all.len() == 1 => title.clone(),
        Some(title) => format!("{title} of {who}"),
        None => format!("{word} of {who}"),
    };
    // What is not known to be alike does not share an axis, but for the columns of one request without titles.
    let panel = match (spec.name, &title) {
        ("requests", Some(title)) => format!("{title}|{}|{}", quantity.unit, who),
        ("requests", None) => format!("{}|{}|{}", quantity.words, quantity.unit, owner.id),
        _ => format!("{}|{}|{}", spec.name, quantity.words, quantity.unit),
    };
    let (along, over_time) = match spec.name {
        "eigenvalues" => ("mode", false),
        "modes" => ("part", false),
        _ => ("time", true),
    };
    let along_values = super::column(table, along);
    let times: Vec<f64> = owner.rows.iter().map(|&r| along_values[r]).collect();
    let style = match spec.name {
        "events" | "eigenvalues" | "modes" => Style::Stems,
        _ => Style::Line,
    };
    let mut series = Series {
        table: spec.name,
        owner: owner.id.clone(),
        name,
        quantity,
        group: who,
        panel,
        times,
        values,
        over_time,
        along: along.to_owned(),
        style,
    };
    if spec.name == "contacts" {
        break_gaps(&mut series, &run.times());
    }
    series
}

fn title_of(run: &Run, column: &str, label: Option<u32>) -> Option<String> {
    let k = quantity::request_column(column)?;
    let request = run.scene.requests.iter().find(|r| Some(r.id) == label)?;
    let title = request.titles[k].trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// A contact that opens has no rows until it closes again: the curve breaks there.
fn break_gaps(s: &mut Series, outputs: &[f64]) {
    let mut times = Vec::with_capacity(s.times.len());
    let mut values = Vec::with_capacity(s.values.len());
    for k in 0..s.times.len() {
        if k > 0 {
            let after = outputs.partition_point(|&t| t <= s.times[k - 1]);
            if outputs.get(after).is_some_and(|&next| next < s.times[k]) {
                times.push(outputs[after]);
                values.push(f64::NAN);
            }
        }
        times.push(s.times[k]);
        values.push(s.values[k]);
    }
    s.times = times;
    s.values = values;
}
