//! Which curves: `TABLE`, `TABLE.COLUMN`, `TABLE.COLUMN[ID,ID]`.
//!
//! | part | what it may be |
//! |---|---|
//! | TABLE | a table of the run: `bodies`, `requests`, `joints`, `forces`, `contacts`, `events`, `eigenvalues`, `modes`; alone: all its columns that vary |
//! | COLUMN | a column; without its x, y, z the length of the vector (`bodies.v`, `forces.f`); in `requests` also the title of a column |
//! | ID | the label or the name of a part, joint, request, contact (`2`, `ball`), an element (`SFORCE/1`), `contact.incident` (`1.2`), in contacts of groups `contact.solid-solid` (`1.12-13`); `*`: all; none: all, or a selection of many |

use crate::quantity::{self, Quantity};
use crate::run::Run;
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Span};
use carom_files::results::read::Table;
use carom_files::results::tables::{ColumnKind, TableSpec};
use carom_plot::Style;
use std::collections::HashMap;

/// Elements of which curves are drawn unasked; naming them draws more. Requests are all drawn: who writes them wants to see them.
pub const MOST_ELEMENTS: usize = 30;

/// Letters of an expression that stand for it where nothing else does.
const LONGEST_NAME: usize = 48;

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
    /// Of how many elements some are drawn; none if all are.
    pub of: Option<usize>,
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
    /// As a curve names it: `2`, `SFORCE/1`, `1.2`, `1.12-13`.
    pub id: String,
    /// Its label, if it has one.
    pub label: Option<u32>,
    /// What it is called: with its label or its incident where names alone would not tell.
    pub name: String,
    /// Its rows.
    pub rows: Vec<usize>,
}

/// The owners of the rows of a table, in the order in which they come.
pub fn owners(run: &Run, name: &str, table: &Table) -> Vec<Owner> {
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
        "contacts" => touches(run, table),
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
                name: String::new(),
                rows: Vec::new(),
            });
            list.len() - 1
        });
        list[k].rows.push(row);
    }
    let names = names(run, name, &list);
    for (owner, name) in list.iter_mut().zip(names) {
        owner.name = name;
    }
    list
}

/// Volumes of contacts; in contacts of groups, pairs of solids.
fn touches(run: &Run, table: &Table) -> Vec<(String, Option<u32>)> {
    let [contacts, incidents, i, j] =
        ["contact", "incident", "solid_i", "solid_j"].map(|c| table.ids(c));
    let mut groups: HashMap<u32, bool> = HashMap::new();
    let mut key = |r: usize| {
        let (contact, incident) = (contacts[r], incidents[r]);
        let of_groups = *groups
            .entry(contact)
            .or_insert_with(|| run.is_of_groups(contact));
        let id = match (of_groups && i[r] > 0, incident) {
            (false, _) => format!("{contact}.{incident}"),
            (true, 1) => format!("{contact}.{}-{}", i[r], j[r]),
            (true, _) => format!("{contact}.{}-{}.{incident}", i[r], j[r]),
        };
        (id, Some(contact))
    };
    (0..table.len()).map(&mut key).collect()
}

fn names(run: &Run, table: &str, all: &[Owner]) -> Vec<String> {
    let several = all.iter().any(|o| o.label != all[0].label);
    let mode = |owner: &Owner| {
        let (analysis, mode) = owner.id.split_once('.').unwrap_or(("1", &owner.id));
        if several {
            format!("mode {mode} of analysis {analysis}")
        } else {
            format!("mode {mode}")
        }
    };
    // What elements are called, how many have this name, and how many rows of owners each has.
    let mut called: HashMap<u32, String> = HashMap::new();
    let mut incidents: HashMap<u32, usize> = HashMap::new();
    for id in all.iter().filter_map(|o| o.label) {
        called.entry(id).or_insert_with(|| run.name_of(table, id));
        *incidents.entry(id).or_default() += 1;
    }
    let mut alike: HashMap<&str, usize> = HashMap::new();
    for name in called.values() {
        *alike.entry(name).or_default() += 1;
    }
    let element = |owner: &Owner, id: u32| {
        let name = &called[&id];
        let name = match alike[name.as_str()] {
            1 => name.clone(),
            _ => format!("{name} ({id})"),
        };
        match owner.id.split_once('.') {
            Some((_, pair)) if pair.contains('-') => format!("{name} {pair}"),
            Some((_, incident)) if incidents[&id] > 1 => format!("{name} volume {incident}"),
            _ => name,
        }
    };
    let name = |owner: &Owner| match (table, owner.label) {
        ("eigenvalues", Some(k)) => format!("linear analysis {k}"),
        ("modes", Some(_)) => mode(owner),
        (_, Some(id)) => element(owner, id),
        (_, None) => owner.id.clone(),
    };
    all.iter().map(name).collect()
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
    let all = owners(run, spec.name, table);
    let chosen = choose(spec, &all, ids)?;
    let of = (ids.is_none() && chosen.len() < all.len()).then_some(all.len());
    let Some(column) = column else {
        return Ok(out_of(of, whole(run, spec, table, &all, &chosen)));
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
        _ => Ok(out_of(of, list)),
    }
}

fn out_of(of: Option<usize>, mut list: Vec<Series>) -> Vec<Series> {
    for s in &mut list {
        s.of = of;
    }
    list
}

/// What is drawn when nothing is chosen: requests if any of them varies, else positions.
pub fn defaults(run: &Run) -> Vec<Series> {
    for (spec, table) in run.tables() {
        let all = owners(run, spec.name, table);
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
        let all = owners(run, spec.name, table);
        let chosen = some(spec, &all);
        let mut list = whole(run, spec, table, &all, &chosen);
        list.retain(|s| {
            columns
                .iter()
                .any(|c| s.name.starts_with(&format!("{c} of")))
        });
        let of = (chosen.len() < all.len()).then_some(all.len());
        (!list.is_empty()).then(|| out_of(of, list))
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

/// All elements, or, of many, some that are evenly spread.
fn some<'a>(spec: &TableSpec, all: &'a [Owner]) -> Vec<&'a Owner> {
    let count = all.len();
    if count <= MOST_ELEMENTS || spec.name == "requests" {
        return all.iter().collect();
    }
    (0..MOST_ELEMENTS)
        .map(|k| &all[k * count / MOST_ELEMENTS])
        .collect()
}

fn choose<'a>(
    spec: &TableSpec,
    all: &'a [Owner],
    ids: Option<&str>,
) -> Result<Vec<&'a Owner>, Diagnostic> {
    let Some(ids) = ids else {
        return Ok(some(spec, all));
    };
    if ids.trim() == "*" {
        return Ok(all.iter().collect());
    }
    let mut list = Vec::new();
    for id in ids.split(',').map(str::trim) {
        let is_it = |o: &&Owner| {
            o.id == id
                || o.label.is_some_and(|l| l.to_string() == id)
                || o.name.eq_ignore_ascii_case(id)
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
        let all = numbers_of(table, column);
        owner.rows.iter().map(|&r| all[r]).collect()
    };
    let quantity = quantity::of(
        run,
        spec.name,
        if vector { &parts[0] } else { column },
        owner.label,
    );
    let who = owner.name.clone();
    let word = if vector {
        format!("|{column}|")
    } else {
        quantity::own_words(spec.name, column)
            .unwrap_or(column)
            .to_owned()
    };
    let title = (spec.name == "requests")
        .then(|| title_of(run, column, owner.label))
        .flatten();
    let name = match &title {
        Some(title) if all.len() == 1 => title.clone(),
        Some(title) => format!("{title} of {who}"),
        None => format!("{word} of {who}"),
    };
    // What is not known to be alike does not share an axis, but for the components of one standard request without titles.
    let panel = match (spec.name, &title) {
        ("requests", Some(title)) if quantity.words == *title || quantity.words.is_empty() => {
            format!("{title}|{}|{}", quantity.unit, who)
        }
        ("requests", _) => format!("{}|{}|{}", quantity.words, quantity.unit, owner.id),
        _ => format!("{}|{}|{}", spec.name, quantity.words, quantity.unit),
    };
    let (along, over_time) = match spec.name {
        "eigenvalues" => ("mode", false),
        "modes" => ("part", false),
        _ => ("time", true),
    };
    let along_values = numbers_of(table, along);
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
        of: None,
    };
    if spec.name == "contacts" {
        break_gaps(&mut series, &run.times());
    }
    series
}

fn title_of(run: &Run, column: &str, label: Option<u32>) -> Option<String> {
    let k = quantity::request_column(column)?;
    let request = run.scene.requests.iter().find(|r| Some(r.id) == label)?;
    let [title, column] = [&request.titles[k], &request.columns[k]].map(|t| t.trim());
    match (title, column) {
        ("", "") => None,
        ("", column) => Some(shortened(column)),
        (title, _) => Some(title.to_owned()),
    }
}

/// The beginning of an expression that is too long for a name.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
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

/// A column of a table as numbers, labels too.
fn numbers_of(table: &Table, name: &str) -> Vec<f64> {
    let numbers = table.numbers(name);
    if numbers.is_empty() {
        return table.ids(name).iter().map(|&id| f64::from(id)).collect();
    }
    numbers.to_vec()
}
