//! The rows of a study as a picture: a dot for each run, or for each point of its sections.
//!
//! A section over the parameter that varies is a bifurcation diagram; where runs were continued in both directions, each has its colour.

use crate::dataset::{POINTS, RUNS, Summary, read_summary};
use crate::table::{self, Values};
use carom::base::diagnostic::closest;
use carom::base::{Diagnostic, Span};
use carom_plot::{Axis, Curve, Figure, Panel, Scale, Style};
use std::path::{Path, PathBuf};

/// What is to be drawn.
#[derive(Clone, Debug, Default)]
pub struct PictureRequest {
    /// Columns; none: those of the section, or else the responses. `runs.` or `points.` in front says which table is meant.
    pub y: Vec<String>,
    /// Over which column; `None`: the first parameter that varies.
    pub x: Option<String>,
    /// All columns in one panel.
    pub together: bool,
    /// Logarithmic axes.
    pub log: [bool; 2],
    /// A unit is as long on both axes.
    pub equal: bool,
    /// Above the picture; `None`: the name of the study.
    pub title: Option<String>,
    /// Width of the picture in pixels.
    pub width: Option<f64>,
    /// Height of the area of each panel in pixels.
    pub height: Option<f64>,
}

/// A table of a study, all files of it.
pub(crate) struct Rows {
    name: &'static str,
    columns: Vec<(String, Values)>,
}

impl Rows {
    /// `None` if the study has no such table, or no file of it yet.
    pub(crate) fn read(folder: &Path, name: &'static str) -> Result<Option<Self>, Diagnostic> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join(name))
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "parquet"))
            .collect();
        files.sort();
        let mut columns: Vec<(String, Values)> = Vec::new();
        for file in files {
            let bad = |why: String| {
                let message = format!("{}: {why}", file.display());
                Diagnostic::error("view-bad-table", Span::NONE, message)
            };
            let bytes = carom::files::special::read(&file, carom::files::special::LARGEST)
                .map_err(|e| bad(e.to_string()))?;
            let part = table::read(bytes).map_err(|e| bad(e.to_string()))?;
            if columns.is_empty() {
                columns = part;
                continue;
            }
            let same = columns.iter().map(|c| &c.0).eq(part.iter().map(|c| &c.0));
            let whole = same
                && columns
                    .iter_mut()
                    .zip(part)
                    .all(|(to, from)| to.1.append(from.1));
            if !whole {
                return Err(bad("its columns are not those of the other files".into()));
            }
        }
        Ok(Some(Self { name, columns }).filter(|rows| !rows.columns.is_empty()))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// A column of numbers.
    pub(crate) fn numbers(&self, name: &str) -> Result<&[f64], Diagnostic> {
        let found = self.columns.iter().find(|c| c.0 == name);
        match found.map(|(_, values)| values) {
            Some(Values::Numbers(values)) => Ok(values),
            Some(Values::Words(_)) => {
                let message = format!("column {name} of {} holds words", self.name);
                Err(Diagnostic::error(
                    "view-unknown-column",
                    Span::NONE,
                    message,
                ))
            }
            None => {
                let message = format!("{} has no column {name}", self.name);
                let d = Diagnostic::error("view-unknown-column", Span::NONE, message);
                Err(match closest(name, self.names()) {
                    Some(near) => d.help(format!("did you mean {near}?")),
                    None => d.help(format!(
                        "it has {}",
                        self.names().collect::<Vec<_>>().join(", ")
                    )),
                })
            }
        }
    }

    /// The words of `direction`; none if nothing was continued.
    fn directions(&self) -> &[String] {
        let found = self.columns.iter().find(|c| c.0 == "direction");
        match found {
            Some((_, Values::Words(words))) => words,
            _ => &[],
        }
    }
}

/// A column with the table that has it.
struct Chosen<'a> {
    rows: &'a Rows,
    name: String,
}

/// The picture of a study by its folder. Errors: a column that is not there, nothing to draw, a damaged table.
pub fn picture(folder: &Path, request: &PictureRequest) -> Result<Figure, Diagnostic> {
    let (summary, tables) = open(folder)?;
    let first = &tables[0];
    let chosen: Vec<Chosen> = match request.y.as_slice() {
        [] => defaults(&summary, first)
            .into_iter()
            .map(|name| Chosen { rows: first, name })
            .collect(),
        wanted => wanted
            .iter()
            .map(|text| choose(&tables, text))
            .collect::<Result<_, _>>()?,
    };
    let mut panels: Vec<Panel> = Vec::new();
    for Chosen { rows, name } in &chosen {
        let x = match &request.x {
            Some(text) => text.rsplit('.').next().unwrap_or(text).to_owned(),
            None => varied(&summary, rows),
        };
        let points = rows.numbers(&x)?.iter().zip(rows.numbers(name)?);
        let points: Vec<[f64; 2]> = points.map(|(x, y)| [*x, *y]).collect();
        if request.together && !panels.is_empty() {
            let panel = &mut panels[0];
            panel.title = "value".into();
            add(panel, rows, name, &points);
            continue;
        }
        let axis = |label: String, log: bool| Axis {
            label,
            scale: if log { Scale::Log } else { Scale::Linear },
            range: None,
        };
        let mut panel = Panel {
            title: name.clone(),
            x: axis(x, request.log[0]),
            y: axis(String::new(), request.log[1]),
            equal: request.equal,
            ..Panel::default()
        };
        add(&mut panel, rows, name, &points);
        panels.push(panel);
    }
    let finite = |p: &[f64; 2]| p.iter().all(|v| v.is_finite());
    let mut curves = panels.iter().flat_map(|p| &p.curves);
    if !curves.any(|c| c.points.iter().any(finite)) {
        let message = "no row of the study has what was asked for";
        return Err(
            Diagnostic::error("view-nothing-to-plot", Span::NONE, message)
                .help("`carom plot STUDY.sweep --list` shows what there is"),
        );
    }
    let height = request.height.unwrap_or(match panels.len() {
        1 => 380.0,
        2 => 240.0,
        _ => 160.0,
    });
    panels.iter_mut().for_each(|p| p.height = height);
    let title = request.title.clone().unwrap_or_else(|| {
        let stem = Path::new(&summary.study).file_stem();
        stem.map_or_else(String::new, |s| s.to_string_lossy().into_owned())
    });
    Ok(Figure {
        title: title.clone(),
        width: request.width.unwrap_or(820.0),
        ..Figure::of(panels, title)
    })
}

/// The tables with their columns, as `--list` shows them.
pub fn list(folder: &Path) -> Result<String, Diagnostic> {
    let (_, tables) = open(folder)?;
    let lines = tables.iter().map(|rows| {
        let names: Vec<&str> = rows.names().collect();
        let count = rows.columns.first().map_or(0, |c| c.1.len());
        format!("{} ({count} rows): {}\n", rows.name, names.join(" "))
    });
    Ok(lines.collect())
}

/// The rows of a study, as a diagram has them.
#[derive(Clone, Debug)]
pub struct Shown {
    /// All columns of the points, or if it keeps none, of the runs.
    pub columns: Vec<(String, Values)>,
    /// Those that a picture shows without being told which.
    pub own: Vec<String>,
}

/// The rows of a study by its folder. Errors: no rows yet, a damaged table.
pub fn shown(folder: &Path) -> Result<Shown, Diagnostic> {
    let (summary, mut tables) = open(folder)?;
    let own = defaults(&summary, &tables[0]);
    let columns = tables.swap_remove(0).columns;
    Ok(Shown { columns, own })
}

/// What the folder of a study says.
pub(crate) fn summary_of(folder: &Path) -> Result<Summary, Diagnostic> {
    read_summary(folder).ok_or_else(|| {
        let message = format!("{} is not the folder of a study", folder.display());
        Diagnostic::error("view-not-a-run", Span::NONE, message)
    })
}

/// What the folder says, and its tables, points first.
fn open(folder: &Path) -> Result<(Summary, Vec<Rows>), Diagnostic> {
    let summary = summary_of(folder)?;
    let mut tables = Vec::new();
    for name in [POINTS, RUNS] {
        tables.extend(Rows::read(folder, name)?);
    }
    if tables.is_empty() {
        let message = format!("{} has no file of rows yet", folder.display());
        return Err(Diagnostic::error("view-no-tables", Span::NONE, message)
            .help("a file is written when all of its runs have ended: let the study go on"));
    }
    Ok((summary, tables))
}

/// A column by its name, with or without its table.
fn choose<'a>(tables: &'a [Rows], text: &str) -> Result<Chosen<'a>, Diagnostic> {
    let (table, name) = match text.split_once('.') {
        Some((table, name)) => (Some(table), name),
        None => (None, text),
    };
    let mut fitting = tables.iter().filter(|t| table.is_none_or(|n| n == t.name));
    let Some(first) = fitting.clone().next() else {
        let message = format!("the study has no table {}", table.unwrap_or_default());
        let names: Vec<_> = tables.iter().map(|t| t.name).collect();
        return Err(Diagnostic::error("view-unknown-table", Span::NONE, message)
            .help(format!("it has {}", names.join(", "))));
    };
    let rows = fitting
        .find(|t| t.names().any(|n| n == name))
        .unwrap_or(first);
    rows.numbers(name)?;
    Ok(Chosen {
        rows,
        name: name.to_owned(),
    })
}

/// What a study is about.
fn defaults(summary: &Summary, rows: &Rows) -> Vec<String> {
    if rows.name == RUNS {
        return summary.responses.clone();
    }
    let known = ["run", "direction", "point", "time"];
    let own = |n: &&str| !known.contains(n) && !summary.parameters.iter().any(|p| p == n);
    rows.names().filter(own).map(str::to_owned).collect()
}

/// The first parameter of which there is more than one value; the number of the run if there is none.
fn varied(summary: &Summary, rows: &Rows) -> String {
    let varies = |name: &&String| {
        let values = rows.numbers(name).unwrap_or_default();
        values.windows(2).any(|w| w[0] != w[1])
    };
    let found = summary.parameters.iter().find(varies);
    found.cloned().unwrap_or_else(|| "run".to_owned())
}

/// Adds a column: one set of dots, or one for each direction.
fn add(panel: &mut Panel, rows: &Rows, name: &str, points: &[[f64; 2]]) {
    let mut dots = |label: String, points: Vec<[f64; 2]>| {
        let curve = Curve::number(panel.curves.len(), label, points);
        panel.curves.push(Curve {
            style: Style::Dots,
            dash: 0,
            ..curve
        });
    };
    let directions = rows.directions();
    let mut kinds: Vec<&String> = Vec::new();
    for d in directions {
        if !kinds.contains(&d) {
            kinds.push(d);
        }
    }
    if kinds.len() < 2 {
        dots(name.to_owned(), points.to_vec());
        return;
    }
    for kind in kinds {
        let of = points.iter().zip(directions).filter(|(_, d)| *d == kind);
        dots(format!("{name}, {kind}"), of.map(|(p, _)| *p).collect());
    }
}
