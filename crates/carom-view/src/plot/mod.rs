//! Curves of result tables.
//!
//! A curve is named `TABLE.COLUMN[IDS]`: `bodies.z[2]`, `requests.f2`, `forces.fz[SFORCE/1]`, `bodies.v[ball]`; see [`select`](mod@select). Without any, requests are
//! drawn, or else positions.

pub mod select;
pub mod transform;

use crate::quantity::{self, with_unit};
use crate::run::Run;
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Span};
use carom_plot::{Axis, Curve, Figure, Mark, Panel, Scale, Style};
use select::{MOST_ELEMENTS, Series, select};

/// Panels that are drawn unasked; naming curves draws more.
const MOST_PANELS: usize = 12;
/// Panels at all.
const MOST_PANELS_ASKED: usize = 60;

/// What is to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Curves; none: the defaults.
    pub y: Vec<String>,
    /// Over which; `None`: time.
    pub x: Option<String>,
    /// From and to which time.
    pub from: Option<f64>,
    /// See `from`.
    pub to: Option<f64>,
    /// Points at the times of this period instead of lines, the first of them at `phase` or the first output.
    pub poincare: Option<f64>,
    /// See `poincare`.
    pub phase: Option<f64>,
    /// Amplitudes over frequency.
    pub spectrum: bool,
    /// Which events are marked.
    pub events: Events,
    /// All curves in one panel.
    pub together: bool,
    /// A unit is as long on both axes.
    pub equal: bool,
    /// Logarithmic axes.
    pub log: [bool; 2],
    /// Above the picture; `None`: the title of the model.
    pub title: Option<String>,
    /// Width of the picture in pixels.
    pub width: Option<f64>,
    /// Height of the area of each panel in pixels.
    pub height: Option<f64>,
}

/// Which events are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Events {
    /// All, when there is one run and time runs along the axis.
    #[default]
    Auto,
    /// None.
    None,
    /// All.
    All,
    /// Of these kinds.
    Kinds(Vec<String>),
}

/// A figure, and what there is to say about it.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The figure.
    pub figure: Figure,
    /// Notes: what was left out or interpolated.
    pub notes: Vec<Diagnostic>,
}

/// Draws one or several runs. Errors: an option out of range, a table, column or element that is not there, nothing to draw.
pub fn draw(runs: &[Run], request: &Request) -> Result<Drawn, Diagnostic> {
    check(request)?;
    let mut notes = Vec::new();
    let mut charts: Vec<Chart> = Vec::new();
    for (r, run) in runs.iter().enumerate() {
        for line in lines(run, request, &mut notes)? {
            add(&mut charts, Line { run: r, ..line }, request.together);
        }
    }
    if charts
        .iter()
        .all(|c| c.lines.iter().all(|l| l.points.is_empty()))
    {
        let message = "no row of the results is in what was asked for";
        return Err(
            Diagnostic::error("view-nothing-to-plot", Span::NONE, message)
                .help("`carom plot RUN --list` shows what there is"),
        );
    }
    let most = if request.y.is_empty() {
        MOST_PANELS
    } else {
        MOST_PANELS_ASKED
    };
    if charts.len() > most {
        let message = format!("{} panels are left out", charts.len() - most);
        notes
            .push(Diagnostic::note("view-left-out", Span::NONE, message).help(
                "choose what is drawn with --y; `carom plot RUN --list` shows what there is",
            ));
        charts.truncate(most);
    }
    Ok(Drawn {
        figure: figure(runs, request, charts)?,
        notes,
    })
}

/// The tables of a run with their columns and the elements that have rows, as `--list` shows them.
pub fn list(run: &Run) -> String {
    let mut out = String::new();
    for (spec, table) in run.tables() {
        let columns: Vec<_> = select::columns(spec);
        out += &format!(
            "{} ({} rows): {}\n",
            spec.name,
            table.len(),
            columns.join(" ")
        );
        let owners = select::owners(run, spec.name, table);
        for owner in owners.iter().take(50) {
            if owner.name == owner.id {
                out += &format!("    [{}]\n", owner.id);
            } else {
                out += &format!("    [{}] {}\n", owner.id, owner.name);
            }
            if spec.name == "requests"
                && let Some(r) = run
                    .scene
                    .requests
                    .iter()
                    .find(|r| r.id.to_string() == owner.id)
            {
                let titled = r
                    .titles
                    .iter()
                    .enumerate()
                    .filter(|(_, t)| !t.trim().is_empty());
                let titled: Vec<_> = titled
                    .map(|(k, t)| format!("f{} {}", k + 1, t.trim()))
                    .collect();
                if !titled.is_empty() {
                    out += &format!("        {}\n", titled.join(", "));
                }
            }
        }
        if owners.len() > 50 {
            out += &format!("    and {} more\n", owners.len() - 50);
        }
    }
    out
}

fn out_of_range(what: &str) -> Diagnostic {
    let message = format!("{what} is out of its range");
    Diagnostic::error("view-bad-option", Span::NONE, message)
}

/// Refuses pictures and panels that are too small or too large.
pub fn check_size(width: Option<f64>, height: Option<f64>) -> Result<(), Diagnostic> {
    if !width.is_none_or(|w| (200.0..=8000.0).contains(&w)) {
        return Err(out_of_range("--width"));
    }
    if !height.is_none_or(|h| (40.0..=8000.0).contains(&h)) {
        return Err(out_of_range("--height"));
    }
    Ok(())
}

fn check(request: &Request) -> Result<(), Diagnostic> {
    let positive = |v: Option<f64>| v.is_none_or(|v| v.is_finite() && v > 0.0);
    if !positive(request.poincare) {
        return Err(out_of_range("--poincare"));
    }
    check_size(request.width, request.height)?;
    let over_time = request.x.as_deref().is_none_or(|x| x == "time");
    if request.equal && (over_time || request.log != [false; 2]) {
        let message = "--equal needs --x, and linear axes";
        return Err(Diagnostic::error("view-bad-option", Span::NONE, message)
            .help("--equal draws a path to scale: --x bodies.x[2] --y bodies.z[2]"));
    }
    if request.spectrum && (request.poincare.is_some() || request.x.is_some()) {
        let message = "--spectrum goes neither with --x nor with --poincare";
        return Err(Diagnostic::error("view-bad-option", Span::NONE, message));
    }
    Ok(())
}

/// A curve that is ready to be put into a panel.
struct Line {
    run: usize,
    series: Series,
    points: Vec<[f64; 2]>,
    x_label: String,
    style: Style,
}

/// A panel in the making.
struct Chart {
    key: String,
    x_label: String,
    lines: Vec<Line>,
}

fn add(charts: &mut Vec<Chart>, line: Line, together: bool) {
    let key = if together {
        String::new()
    } else {
        line.series.panel.clone()
    };
    let there = charts
        .iter_mut()
        .find(|c| c.key == key && c.x_label == line.x_label);
    match there {
        Some(chart) => chart.lines.push(line),
        None => charts.push(Chart {
            key,
            x_label: line.x_label.clone(),
            lines: vec![line],
        }),
    }
}

/// What is asked for, or what a run without wishes shows.
fn chosen(run: &Run, request: &Request) -> Result<Vec<Series>, Diagnostic> {
    let mut ys = Vec::new();
    for text in &request.y {
        ys.extend(select(run, text)?);
    }
    if request.y.is_empty() {
        ys = select::defaults(run);
    }
    Ok(ys)
}

/// The spectra of what is over time.
fn spectra(ys: Vec<Series>, frequency: &str) -> Result<Vec<Line>, Diagnostic> {
    ys.into_iter()
        .filter(|s| s.over_time)
        .map(|s| {
            let points = transform::spectrum(&s.times, &s.values).map_err(|why| {
                let message = format!("{}: {why}", s.name);
                Diagnostic::error("view-bad-option", Span::NONE, message)
            })?;
            Ok(line(s, points, frequency.to_owned(), Style::Line))
        })
        .collect()
}

fn lines(
    run: &Run,
    request: &Request,
    notes: &mut Vec<Diagnostic>,
) -> Result<Vec<Line>, Diagnostic> {
    let mut ys = chosen(run, request)?;
    left_out(&ys, notes);
    for s in &mut ys {
        s.clip(request.from, request.to);
    }
    let units = &run.about.units;
    let time = with_unit("time", &quantity::unit("time", units));
    if request.spectrum {
        let frequency = with_unit("frequency", &quantity::unit("frequency", units));
        return spectra(ys, &frequency);
    }
    let mut xs = match &request.x {
        Some(text) if text != "time" => select(run, text)?,
        _ => Vec::new(),
    };
    for s in &mut xs {
        s.clip(request.from, request.to);
    }
    let several = xs.len() > 1;
    let mut list = Vec::new();
    for y in ys {
        let x = match several {
            true => xs.iter().find(|x| x.owner == y.owner && x.table == y.table),
            false => xs.first(),
        };
        if several && x.is_none() {
            continue;
        }
        let label = x.map_or_else(
            || {
                if y.over_time {
                    time.clone()
                } else {
                    y.along.clone()
                }
            },
            |x| match several {
                true => x.quantity.label(),
                false => with_unit(&x.name, &x.quantity.unit),
            },
        );
        let (points, style) = match request.poincare {
            Some(period) if y.over_time => {
                let (points, between) = transform::poincare(&y, x, period, request.phase);
                if between > 0 {
                    let message = format!(
                        "{}: {between} of {} points lie between output times and are interpolated",
                        y.name,
                        points.len()
                    );
                    notes.push(
                        Diagnostic::note("view-interpolated", Span::NONE, message)
                            .help("an output interval that divides the period gives exact points"),
                    );
                }
                (points, Style::Dots)
            }
            _ => (
                transform::pairs(&y, x),
                if x.is_some() && y.style == Style::Stems {
                    Style::Dots
                } else {
                    y.style
                },
            ),
        };
        list.push(line(y, points, label, style));
    }
    Ok(list)
}

/// Says of which tables a selection of the elements is drawn.
fn left_out(ys: &[Series], notes: &mut Vec<Diagnostic>) {
    let mut tables: Vec<&str> = Vec::new();
    for s in ys {
        let Some(of) = s.of.filter(|_| !tables.contains(&s.table)) else {
            continue;
        };
        tables.push(s.table);
        let table = s.table;
        let message = format!("{table}: {MOST_ELEMENTS} of {of} elements are drawn, evenly spread");
        let id = &s.owner;
        notes.push(Diagnostic::note("view-left-out", Span::NONE, message).help(format!(
            "`carom plot RUN --y 'TABLE.COLUMN[{id}]'` draws the ones that are named, and [*] all; `--list` shows what there is"
        )));
    }
}

fn line(series: Series, points: Vec<[f64; 2]>, x_label: String, style: Style) -> Line {
    Line {
        run: 0,
        series,
        points,
        x_label,
        style,
    }
}

fn figure(runs: &[Run], request: &Request, charts: Vec<Chart>) -> Result<Figure, Diagnostic> {
    let height = request.height.unwrap_or(match charts.len() {
        1 if request.equal => 560.0,
        1 => 340.0,
        2 => 220.0,
        3 | 4 => 160.0,
        _ => 130.0,
    });
    let over_time = request.x.as_deref().is_none_or(|x| x == "time") && !request.spectrum;
    let whole = over_time.then(|| span(&charts)).flatten();
    let count = charts.len();
    let mut panels = Vec::new();
    for (k, chart) in charts.into_iter().enumerate() {
        let timed = over_time && chart.lines.iter().all(|l| l.series.over_time);
        let mut panel = panel(runs, request, chart);
        panel.height = height;
        if timed {
            panel.x.range = whole;
            panel.marks = marks(runs, request, panels.is_empty())?;
            if k + 1 < count {
                panel.x.label.clear();
            }
        }
        panels.push(panel);
    }
    let titles: Vec<_> = runs.iter().map(|r| r.about.title.trim()).collect();
    let same = titles.windows(2).all(|w| w[0] == w[1]);
    let own = if same {
        titles[0].to_owned()
    } else {
        String::new()
    };
    let names: Vec<_> = run_names(runs);
    let title = request.title.clone().unwrap_or(own);
    Ok(Figure {
        description: format!("{title}: {}", names.join(", ")),
        title,
        subtitle: match names.as_slice() {
            [_] => String::new(),
            _ => names.join(" · "),
        },
        width: request.width.unwrap_or(820.0),
        columns: 1,
        panels,
    })
}

/// The times that all panels over time show.
fn span(charts: &[Chart]) -> Option<[f64; 2]> {
    let lines = charts
        .iter()
        .flat_map(|c| &c.lines)
        .filter(|l| l.series.over_time);
    let times = lines.flat_map(|l| l.points.iter().map(|p| p[0]));
    let times = times.filter(|t| t.is_finite());
    let [low, high] = times.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], t| {
        [a.min(t), b.max(t)]
    });
    (low < high).then_some([low, high])
}

/// Names of runs; paths where names are alike.
fn run_names(runs: &[Run]) -> Vec<String> {
    let names: Vec<_> = runs.iter().map(Run::name).collect();
    let alike = |k: usize| names.iter().filter(|n| **n == names[k]).count() > 1;
    (0..runs.len())
        .map(|k| {
            if alike(k) {
                runs[k].folder.display().to_string()
            } else {
                names[k].clone()
            }
        })
        .collect()
}

fn panel(runs: &[Run], request: &Request, chart: Chart) -> Panel {
    let names = run_names(runs);
    let mut kinds: Vec<String> = Vec::new();
    let units: Vec<_> = chart.lines.iter().map(|l| &l.series.quantity).collect();
    let first = units[0].clone();
    let one_unit = units.iter().all(|q| q.unit == first.unit);
    let one_quantity = units.iter().all(|q| **q == first);
    let one_name = chart
        .lines
        .iter()
        .all(|l| l.series.name == chart.lines[0].series.name);
    let amplitude = if request.spectrum {
        "amplitude of "
    } else {
        ""
    };
    let words = if one_name {
        chart.lines[0].series.name.clone()
    } else if one_quantity && !first.words.is_empty() {
        first.words.clone()
    } else {
        chart.lines[0].series.group.clone()
    };
    let title = with_unit(
        &format!("{amplitude}{words}"),
        if one_unit { &first.unit } else { "" },
    );
    let title = match chart.lines.iter().find_map(|l| l.series.of) {
        Some(of) => format!("{title} ({MOST_ELEMENTS} of {of} elements)"),
        None => title,
    };
    let mut curves = Vec::new();
    for line in chart.lines {
        let name = match one_unit {
            true => line.series.name.clone(),
            false => with_unit(&line.series.name, &line.series.quantity.unit),
        };
        let k = kinds.iter().position(|n| *n == name).unwrap_or_else(|| {
            kinds.push(name.clone());
            kinds.len() - 1
        });
        let (label, number, dash) = match (runs.len(), one_name) {
            (1, _) => (name, k, k / carom_plot::PALETTE.len()),
            // One quantity of several runs: a colour for each run.
            (_, true) => (
                names[line.run].clone(),
                line.run,
                line.run / carom_plot::PALETTE.len(),
            ),
            (_, false) => (format!("{name} · {}", names[line.run]), k, line.run),
        };
        curves.push(Curve {
            style: line.style,
            dash: dash % 4,
            ..Curve::number(number, label, line.points)
        });
    }
    let axis = |log: bool, label: String| Axis {
        label,
        scale: if log { Scale::Log } else { Scale::Linear },
        range: None,
    };
    Panel {
        title,
        x: axis(request.log[0], chart.x_label),
        y: axis(request.log[1] || request.spectrum, String::new()),
        equal: request.equal,
        curves,
        ..Panel::default()
    }
}

/// Colours of events, so that a kind looks the same in each picture; others are black.
const KINDS: &[(&str, usize)] = &[
    ("contact-begin", 2),
    ("full-damping", 5),
    ("force-off", 1),
    ("force-on", 3),
    ("contact-end", 4),
    ("impact", 1),
    ("closure", 2),
    ("separation", 4),
    ("accumulation", 3),
    ("painleve", 5),
    ("softened", 5),
    ("stick", 2),
    ("slip", 1),
];

/// The colour of a kind of event, counted through [`carom_plot::PALETTE`].
pub fn event_colour(kind: &str) -> usize {
    KINDS
        .iter()
        .find(|(k, _)| *k == kind)
        .map_or(6, |(_, c)| *c)
}

fn marks(runs: &[Run], request: &Request, named: bool) -> Result<Vec<Mark>, Diagnostic> {
    let wanted = |kind: &str| match &request.events {
        Events::Auto => runs.len() == 1,
        Events::None => false,
        Events::All => true,
        Events::Kinds(kinds) => kinds.iter().any(|k| k == kind),
    };
    if let Events::Kinds(kinds) = &request.events {
        let known: Vec<_> = carom_model_kinds();
        if let Some(k) = kinds.iter().find(|k| !known.contains(&k.as_str())) {
            let message = format!("there is no kind of event {k}");
            let d = Diagnostic::error("view-unknown-event", Span::NONE, message);
            return Err(match closest(k, known.iter().copied()) {
                Some(near) => d.help(format!("did you mean {near}?")),
                None => d.help(format!("kinds are {}", known.join(", "))),
            });
        }
    }
    let mut list = Vec::new();
    for table in runs.iter().filter_map(|r| r.table("events")) {
        let kinds = table.words("kind");
        for (&x, kind) in table.numbers("time").iter().zip(kinds) {
            if wanted(kind) {
                list.push(Mark {
                    x,
                    colour: event_colour(kind),
                    label: String::new(),
                    name: if named {
                        kind.to_owned()
                    } else {
                        String::new()
                    },
                });
            }
        }
    }
    Ok(list)
}

fn carom_model_kinds() -> Vec<&'static str> {
    use carom_model::run::EventKind;
    EventKind::ALL.iter().map(|k| k.name()).collect()
}
