//! Tables of orbits, branches and exponents as pictures.
//!
//! | folder | panels |
//! |---|---|
//! | of branches | the impacts (or the state that moves most) over the parameter, stable orbits solid, unstable ones dashed; multipliers on the unit circle |
//! | of branches of equilibria | the state that moves most over the parameter; eigenvalues in their plane |
//! | of one orbit | the orbit with its events; its multipliers |
//! | of a curve over two parameters, too | its one parameter over the other |
//! | of exponents | what was known of them over time |

use crate::tables::Table;
use carom::base::diagnostic::closest;
use carom::base::{Diagnostic, Span};
use carom_plot::{Axis, Curve, Figure, Mark, Panel, Scale, Style};
use carom_study::{Column, Values};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::Path;

/// Speeds of impacts, as a quantity.
const IMPACTS: &str = "impacts";
/// Multipliers in their plane.
const MULTIPLIERS: &str = "multipliers";
/// Eigenvalues of equilibria in their plane.
const EIGENVALUES: &str = "eigenvalues";
/// The orbit in its phase plane.
const PHASE: &str = "phase";
/// A curve over two parameters.
const CURVE: &str = "curve";
/// Exponents over time.
const CONVERGENCE: &str = "convergence";

/// Multipliers farther from 0 are out of their picture: those of an orbit that is far from stable would hide the unit circle.
const SEEN: f64 = 1.5;

/// The tables that a folder may have.
pub const NAMES: [&str; 11] = [
    "orbits",
    "equilibria",
    EIGENVALUES,
    MULTIPLIERS,
    "orbit_events",
    "bifurcations",
    "branches",
    "trajectory",
    CURVE,
    "exponents",
    CONVERGENCE,
];

/// What is to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `impacts`, `multipliers`, `eigenvalues`, `phase`, `convergence`, or columns of `orbits` or `orbit_events`; none: what the folder is about.
    pub y: Vec<String>,
    /// Over which column of `orbits`; `None`: the parameter of the branch. Of `phase`: a state.
    pub x: Option<String>,
    /// Logarithmic axes.
    pub log: [bool; 2],
    /// Above the picture.
    pub title: String,
    /// Width of the picture in pixels.
    pub width: Option<f64>,
    /// Height of the area of each panel in pixels.
    pub height: Option<f64>,
}

/// Rows of a sweep that are drawn behind branches.
#[derive(Clone, Debug, Default)]
pub struct Cloud {
    /// All columns of the sweep.
    pub columns: Vec<(String, Values)>,
    /// Those that are no parameters and count nothing.
    pub own: Vec<String>,
    /// Which one to draw; `None`: that of the name of the quantity, else the only one.
    pub column: Option<String>,
}

/// Tables as they are drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    tables: Vec<(String, Columns)>,
}

/// Heights of a line by the bits of the number of a point.
type Heights = BTreeMap<u64, f64>;

/// Columns by name.
type Columns = Vec<(String, Values)>;

fn error(name: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(name, Span::NONE, message.into())
}

fn values(column: &Column) -> Values {
    match column {
        Column::Whole(v) => Values::Numbers(v.iter().map(|x| *x as f64).collect()),
        Column::Number(v) => Values::Numbers(v.clone()),
        Column::Maybe(v) => Values::Numbers(v.iter().map(|x| x.unwrap_or(f64::NAN)).collect()),
        Column::Word(v) => Values::Words(v.iter().map(|w| (*w).to_owned()).collect()),
        Column::Text(v) => Values::Words(v.iter().map(|w| w.clone().unwrap_or_default()).collect()),
    }
}

fn numbers<'a>(columns: &'a Columns, name: &str) -> Option<&'a [f64]> {
    match columns.iter().find(|c| c.0 == name) {
        Some((_, Values::Numbers(v))) => Some(v),
        _ => None,
    }
}

fn words<'a>(columns: &'a Columns, name: &str) -> &'a [String] {
    match columns.iter().find(|c| c.0 == name) {
        Some((_, Values::Words(v))) => v,
        _ => &[],
    }
}

fn spread(values: &[f64]) -> f64 {
    let finite = values.iter().filter(|x| x.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
        (l.min(*x), h.max(*x))
    });
    high - low
}

impl Drawing {
    /// Of tables in memory.
    pub fn of(tables: &[Table]) -> Self {
        let columns = |table: &Table| -> Columns {
            let each = table.1.iter();
            each.map(|(name, c)| (name.clone(), values(c))).collect()
        };
        let tables = tables.iter().map(|t| (t.0.to_owned(), columns(t)));
        Self {
            tables: tables.collect(),
        }
    }

    /// Of the files in a folder. `None` if it has no tables of orbits or exponents.
    ///
    /// # Errors
    /// A file that is damaged.
    pub fn read(folder: &Path) -> Result<Option<Self>, Diagnostic> {
        let mut found = Self::default();
        for name in NAMES {
            let files = ["parquet", "csv"].map(|e| folder.join(format!("{name}.{e}")));
            let Some(file) = files.iter().find(|f| f.is_file()) else {
                continue;
            };
            let bad = |why: String| error("view-bad-table", format!("{}: {why}", file.display()));
            let columns = carom_study::read_table(file).map_err(bad)?;
            found.tables.push((name.to_owned(), columns));
        }
        let is_own = ["orbits", "equilibria", "exponents"]
            .iter()
            .any(|n| found.has(n));
        Ok(Some(found).filter(|_| is_own))
    }

    /// The tables with their columns, as `--list` shows them.
    pub fn list(&self) -> String {
        let lines = self.tables.iter().map(|(name, columns)| {
            let names: Vec<&str> = columns.iter().map(|c| c.0.as_str()).collect();
            let count = columns.first().map_or(0, |c| c.1.len());
            format!("{name} ({count} rows): {}\n", names.join(" "))
        });
        lines.collect()
    }

    fn has(&self, name: &str) -> bool {
        self.tables.iter().any(|t| t.0 == name)
    }

    fn table(&self, name: &str) -> Option<&Columns> {
        self.tables.iter().find(|t| t.0 == name).map(|t| &t.1)
    }

    fn numbers(&self, table: &str, column: &str) -> &[f64] {
        let found = self.table(table).and_then(|t| numbers(t, column));
        found.unwrap_or_default()
    }

    /// The parameter of the branches.
    fn along(&self) -> Option<&str> {
        let branches = self.table("branches")?;
        words(branches, "along").first().map(String::as_str)
    }

    fn is_at_rest(&self) -> bool {
        self.has("equilibria")
    }

    /// The table with a row for each orbit or equilibrium.
    fn places(&self) -> &'static str {
        if self.is_at_rest() {
            "equilibria"
        } else {
            "orbits"
        }
    }

    /// The names of the states: the columns of `orbits` or `equilibria` behind their own.
    fn states(&self) -> Vec<&str> {
        let orbits = self.table(self.places()).map_or(&[][..], Vec::as_slice);
        let last = if self.is_at_rest() {
            "residual"
        } else {
            "signature"
        };
        let own = orbits.iter().position(|c| c.0 == last);
        let behind = own.map_or(&[][..], |k| &orbits[k + 1..]);
        behind.iter().map(|c| c.0.as_str()).collect()
    }

    /// What the folder is about.
    fn defaults(&self) -> Vec<String> {
        if !self.has(self.places()) {
            return vec![CONVERGENCE.into()];
        }
        let first = match (self.along(), self.has_impacts()) {
            (None, _) if self.is_at_rest() => return vec![EIGENVALUES.into()],
            (Some(_), true) => IMPACTS.into(),
            (Some(_), false) => self.widest_state(),
            (None, _) => PHASE.into(),
        };
        let second = if self.is_at_rest() {
            EIGENVALUES
        } else {
            MULTIPLIERS
        };
        let mut all = vec![first, second.into()];
        if self.has(CURVE) {
            all.push(CURVE.into());
        }
        all
    }

    fn has_impacts(&self) -> bool {
        let rates = self.numbers("orbit_events", "rate_before");
        rates.iter().any(|r| *r < 0.0)
    }

    fn widest_state(&self) -> String {
        let by = |name: &&str| spread(self.numbers(self.places(), name));
        let states = self.states();
        let widest = states.iter().max_by(|a, b| by(a).total_cmp(&by(b)));
        widest.map_or_else(String::new, |name| (*name).to_owned())
    }

    /// The picture.
    ///
    /// # Errors
    /// A column that is not there; nothing to draw.
    pub fn draw(&self, request: &Request, cloud: Option<&Cloud>) -> Result<Figure, Diagnostic> {
        let wanted = match request.y.is_empty() {
            true => self.defaults(),
            false => request.y.clone(),
        };
        let mut panels = Vec::new();
        for y in &wanted {
            let mut panel = match y.as_str() {
                MULTIPLIERS => self.circle()?,
                EIGENVALUES => self.eigenvalues()?,
                PHASE => self.phase(request.x.as_deref())?,
                CONVERGENCE => self.convergence()?,
                CURVE => self.curve()?,
                y => self.diagram(y, request.x.as_deref(), cloud)?,
            };
            if !panel.equal {
                let scale = |log: bool| if log { Scale::Log } else { Scale::Linear };
                panel.x.scale = scale(request.log[0]);
                panel.y.scale = scale(request.log[1]);
            }
            panel.height = request.height.unwrap_or(320.0);
            panels.push(panel);
        }
        let finite = |p: &[f64; 2]| p.iter().all(|x| x.is_finite());
        let mut drawn = panels.iter().flat_map(|p| &p.curves);
        if !drawn.any(|c| c.points.iter().any(finite)) {
            let message = "the tables have no row of what was asked for";
            return Err(error("view-nothing-to-plot", message)
                .help("`carom plot FOLDER --list` shows what there is"));
        }
        let what: Vec<&str> = panels.iter().map(|p| p.title.as_str()).collect();
        let description = format!("{}: {}", request.title, what.join("; "));
        Ok(Figure {
            title: request.title.clone(),
            width: request.width.unwrap_or(760.0),
            ..Figure::of(panels, description)
        })
    }

    /// A column that a diagram may show, and the table that has it; its sign.
    fn quantity(&self, name: &str) -> Result<(&'static str, String, f64), Diagnostic> {
        if name == IMPACTS {
            return Ok(("orbit_events", "rate_before".into(), -1.0));
        }
        for table in [self.places(), "orbit_events"] {
            let found = self.table(table).and_then(|t| numbers(t, name));
            if found.is_some() {
                return Ok((table, name.to_owned(), 1.0));
            }
        }
        let all = [self.places(), "orbit_events"].into_iter();
        let all = all.filter_map(|t| self.table(t)).flatten();
        let all = all.filter(|c| matches!(c.1, Values::Numbers(_)));
        let names: Vec<&str> = all.map(|c| c.0.as_str()).collect();
        let special = [IMPACTS, MULTIPLIERS, EIGENVALUES, PHASE, CONVERGENCE];
        let d = error(
            "view-unknown-column",
            format!("the tables have no column {name} of numbers"),
        );
        Err(match closest(name, names.iter().copied().chain(special)) {
            Some(near) => d.help(format!("did you mean {near}?")),
            None => d.help(format!(
                "there are {}; columns: {}",
                special.join(", "),
                names.join(", ")
            )),
        })
    }

    /// A quantity over the parameter: one line for each branch (of events: each event of a branch), with gaps where stability changes.
    fn diagram(
        &self,
        y: &str,
        x: Option<&str>,
        cloud: Option<&Cloud>,
    ) -> Result<Panel, Diagnostic> {
        let Some(x) = x.or_else(|| self.along()) else {
            return Err(error(
                "view-nothing-to-plot",
                format!("{y} of one orbit has no parameter to be drawn over"),
            )
            .help("--x names a column; --y phase and --y multipliers draw the orbit itself"));
        };
        let (table, column, sign) = self.quantity(y)?;
        self.quantity(x)?;
        let title = match y == IMPACTS {
            true => "speed of impacts".to_owned(),
            false => y.to_owned(),
        };
        let mut curves = Vec::new();
        if let Some(cloud) = cloud {
            curves.push(cloud.curve(y, x)?);
        }
        let [stable, unstable] = self.lines(table, &column, sign, x);
        let line = |name: &str, colour: usize, dash: usize, points| Curve {
            name: name.into(),
            points,
            style: Style::Line,
            colour,
            dash,
        };
        curves.push(line("stable", 0, 0, stable));
        curves.push(line("unstable", 1, 1, unstable));
        curves.retain(|c| !c.points.is_empty());
        let is_along = self.along() == Some(x);
        Ok(Panel {
            title: format!("{title} over {x}"),
            x: Axis::named(x),
            y: Axis::named(title),
            curves,
            marks: if is_along { self.marks() } else { Vec::new() },
            ..Panel::default()
        })
    }

    /// Lines of stable and of unstable orbits. Between a stable and an unstable one the bifurcation parts them, where it is known.
    fn lines(&self, table: &str, column: &str, sign: f64, x: &str) -> [Vec<[f64; 2]>; 2] {
        let own = |name: &str| self.numbers(self.places(), name);
        let (branch, point, stable, at) = (own("branch"), own("point"), own("stable"), own(x));
        let mut lines = [Vec::new(), Vec::new()];
        for (of, heights) in self.series(table, column) {
            let mut before: Option<([f64; 2], bool)> = None;
            for k in (0..branch.len()).filter(|k| branch[*k] == of) {
                let Some(height) = heights.get(&point[k].to_bits()) else {
                    before = None;
                    continue;
                };
                let here = ([at[k], sign * height], stable[k] > 0.0);
                if let Some(last) = before {
                    let mut way = vec![(last.0, last.1 && here.1), (here.0, here.1)];
                    if last.1 != here.1
                        && let Some(middle) = self.parting(x, of, point[k] - 1.0, [last.0, here.0])
                    {
                        way[0].1 = last.1;
                        way.insert(1, (middle, here.1));
                    }
                    for pair in way.windows(2) {
                        let line = &mut lines[usize::from(!pair[0].1)];
                        let (from, to) = (pair[0].0, pair[1].0);
                        if line.last() != Some(&from) {
                            line.extend([[f64::NAN; 2], from]);
                        }
                        line.push(to);
                    }
                }
                before = Some(here);
            }
        }
        lines
    }

    /// Where a bifurcation behind a point of a branch lies on the straight line between two orbits; none if it does not lie there, as a fold.
    fn parting(&self, x: &str, branch: f64, after: f64, [a, b]: [[f64; 2]; 2]) -> Option<[f64; 2]> {
        let get = |name: &str| self.numbers("bifurcations", name);
        let (branches, points, values) = (get("branch"), get("after_point"), get("value"));
        if self.along() != Some(x) {
            return None;
        }
        let mut own = (0..values.len()).filter(|k| branches[*k] == branch && points[*k] == after);
        let share = (values[own.next()?] - a[0]) / (b[0] - a[0]);
        let middle = || [0, 1].map(|k| a[k] + share * (b[k] - a[k]));
        (0.0..=1.0).contains(&share).then(middle)
    }

    /// The lines of a diagram: the branch of each, and its height by point. Of events each has a line of its own.
    fn series(&self, table: &str, column: &str) -> Vec<(f64, Heights)> {
        let get = |name: &str| self.numbers(table, name);
        let (branch, point, value) = (get("branch"), get("point"), get(column));
        let is_event = table == "orbit_events";
        let mut lines: BTreeMap<(u64, usize), Heights> = BTreeMap::new();
        let (mut at, mut nth) = ((f64::NAN, f64::NAN), 0);
        for (k, y) in value.iter().enumerate() {
            if at != (branch[k], point[k]) {
                (at, nth) = ((branch[k], point[k]), 0);
            }
            // Contacts that are left have no speed of an impact.
            if !is_event || column != "rate_before" || *y < 0.0 {
                let line = lines.entry((branch[k] as u64, nth)).or_default();
                line.insert(point[k].to_bits(), *y);
                nth += 1;
            }
        }
        let lines = lines.into_iter();
        lines.map(|((b, _), line)| (b as f64, line)).collect()
    }

    fn marks(&self) -> Vec<Mark> {
        let Some(table) = self.table("bifurcations") else {
            return Vec::new();
        };
        let all = words(table, "type").iter();
        let all = all.zip(numbers(table, "value").unwrap_or_default());
        let mark = |(kind, x): (&String, &f64)| {
            let (label, colour) = match kind.as_str() {
                "fold" => ("LP", 2),
                "branch-point" => ("BP", 7),
                "hopf" => ("H", 4),
                "period-doubling" => ("PD", 3),
                "torus" => ("NS", 4),
                "grazing" => ("GR", 5),
                other => (other, 6),
            };
            Mark {
                x: *x,
                colour,
                label: label.into(),
                name: kind.clone(),
            }
        };
        all.map(mark).collect()
    }

    /// The multipliers in their plane, with the unit circle.
    fn circle(&self) -> Result<Panel, Diagnostic> {
        let Some(table) = self.table(MULTIPLIERS) else {
            return Err(error(
                "view-nothing-to-plot",
                "there is no table multipliers",
            ));
        };
        let get = |name: &str| numbers(table, name).unwrap_or_default();
        let (re, im, kind) = (get("re"), get("im"), words(table, "kind"));
        let around = (0..=120).map(|k| f64::from(k) / 120.0 * TAU);
        let circle = around.map(|a| [a.cos(), a.sin()]).collect();
        let mut curves = vec![Curve {
            name: "unit circle".into(),
            points: circle,
            colour: 6,
            ..Curve::default()
        }];
        for (name, colour) in [("plain", 0), ("neutral", 2), ("zero", 3)] {
            let all = re.iter().zip(im).zip(kind);
            let own = all.filter(|(_, kind)| *kind == name);
            let points: Vec<[f64; 2]> = own.map(|((re, im), _)| [*re, *im]).collect();
            if !points.is_empty() {
                curves.push(Curve {
                    name: name.into(),
                    points,
                    style: Style::Dots,
                    colour,
                    dash: 0,
                });
            }
        }
        let farther = re.iter().zip(im).filter(|(re, im)| re.hypot(**im) > SEEN);
        let farther = match farther.count() {
            0 => String::new(),
            n => format!(" ({n} farther away)"),
        };
        let axis = |label: &str| Axis {
            range: Some([-SEEN, SEEN]),
            ..Axis::named(label)
        };
        Ok(Panel {
            title: format!("multipliers in their plane{farther}"),
            x: axis("real part"),
            y: axis("imaginary part"),
            equal: true,
            curves,
            ..Panel::default()
        })
    }

    /// The eigenvalues in their plane, with the imaginary axis.
    fn eigenvalues(&self) -> Result<Panel, Diagnostic> {
        let none = || error("view-nothing-to-plot", "there is no table eigenvalues");
        let table = self.table(EIGENVALUES).ok_or_else(none)?;
        let [re, im] = ["re", "im"].map(|name| numbers(table, name).unwrap_or_default());
        let highest = im.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let axis = Curve {
            name: "imaginary axis".into(),
            points: vec![[0.0, -highest], [0.0, highest]],
            colour: 6,
            ..Curve::default()
        };
        let dots = Curve {
            name: "eigenvalues".into(),
            points: re.iter().zip(im).map(|(re, im)| [*re, *im]).collect(),
            style: Style::Dots,
            colour: 0,
            dash: 0,
        };
        Ok(Panel {
            title: "eigenvalues in their plane".into(),
            x: Axis::named("real part"),
            y: Axis::named("imaginary part"),
            curves: vec![axis, dots],
            ..Panel::default()
        })
    }

    /// The orbit in a phase plane: the state that moves most and its rate, or the two that are asked for.
    fn phase(&self, x: Option<&str>) -> Result<Panel, Diagnostic> {
        let Some(table) = self.table("trajectory") else {
            return Err(
                error("view-nothing-to-plot", "there is no table trajectory")
                    .help("`carom orbit STUDY.toml --out DIR` writes one"),
            );
        };
        let names: Vec<&str> = table.iter().skip(1).map(|c| c.0.as_str()).collect();
        let moves = |name: &str| spread(numbers(table, name).unwrap_or_default());
        let has_rate = |n: &str| {
            names
                .iter()
                .position(|m| *m == n)
                .is_some_and(|k| rate_of(&names, k).is_some())
        };
        let widest = names
            .iter()
            .copied()
            .filter(|n| has_rate(n))
            .max_by(|a, b| moves(a).total_cmp(&moves(b)));
        let Some(x) = x.or(widest).or(names.first().copied()) else {
            return Err(error("view-nothing-to-plot", "the orbit has no states"));
        };
        let Some(k) = names.iter().position(|n| *n == x) else {
            let d = error("view-unknown-column", format!("there is no state {x}"));
            return Err(d.help(format!("there are {}", names.join(", "))));
        };
        let y = rate_of(&names, k).unwrap_or("time");
        let [xs, ys] = [x, y].map(|n| numbers(table, n).unwrap_or_default());
        let points = xs.iter().zip(ys).map(|(x, y)| [*x, *y]).collect();
        let mut curves = vec![Curve::line("orbit", points)];
        let times = numbers(table, "time").unwrap_or_default();
        let events = self.numbers("orbit_events", "time");
        let behind = |t: &f64| times.iter().position(|s| s > t);
        let dots: Vec<[f64; 2]> = events
            .iter()
            .filter_map(behind)
            .map(|k| [xs[k], ys[k]])
            .collect();
        if !dots.is_empty() {
            curves.push(Curve {
                name: "behind events".into(),
                points: dots,
                style: Style::Dots,
                colour: 1,
                dash: 0,
            });
        }
        Ok(Panel {
            title: format!("{y} over {x}"),
            x: Axis::named(x),
            y: Axis::named(y),
            curves,
            ..Panel::default()
        })
    }

    /// One parameter over the other along a curve.
    fn curve(&self) -> Result<Panel, Diagnostic> {
        let none = || error("view-unknown-column", "the folder has no table curve");
        let table = self.table(CURVE).ok_or_else(none)?;
        let word = |name: &str| words(table, name).first().cloned().unwrap_or_default();
        let [x, y] = [word("x"), word("y")];
        let [xs, ys] = [&x, &y].map(|n| numbers(table, n).unwrap_or_default());
        let points = xs.iter().zip(ys).map(|(x, y)| [*x, *y]);
        let curve = Curve {
            name: String::new(),
            points: points.collect(),
            style: Style::Line,
            colour: 0,
            dash: 0,
        };
        Ok(Panel {
            title: format!("{}: {y} over {x}", word("type")),
            x: Axis::named(x),
            y: Axis::named(y),
            curves: vec![curve],
            ..Panel::default()
        })
    }

    /// What was known of the exponents over time.
    fn convergence(&self) -> Result<Panel, Diagnostic> {
        let Some(table) = self.table(CONVERGENCE) else {
            return Err(error(
                "view-nothing-to-plot",
                "there is no table convergence",
            ));
        };
        let get = |name: &str| numbers(table, name).unwrap_or_default();
        let (time, number, value) = (get("time"), get("number"), get("value"));
        let count = number.iter().fold(0.0, |m: f64, x| m.max(*x)) as usize;
        let curve = |k: usize| {
            let all = time.iter().zip(number).zip(value);
            let own = all.filter(|((_, n), _)| **n == (k + 1) as f64);
            let points = own.map(|((t, _), v)| [*t, *v]).collect();
            Curve::number(k, format!("exponent {}", k + 1), points)
        };
        Ok(Panel {
            title: "exponents by the time they were looked at".into(),
            x: Axis::named("time"),
            y: Axis::named("exponent"),
            curves: (0..count).map(curve).collect(),
            ..Panel::default()
        })
    }
}

/// The name of the rate of a state: `PART/2.vz` of `PART/2.z`.
fn rate_of<'a>(names: &[&'a str], k: usize) -> Option<&'a str> {
    let (part, coordinate) = names[k].rsplit_once('.')?;
    let rate = format!("{part}.v{coordinate}");
    names.iter().find(|n| **n == rate).copied()
}

impl Cloud {
    /// The dots of a quantity over a parameter.
    fn curve(&self, y: &str, x: &str) -> Result<Curve, Diagnostic> {
        let Some(at) = numbers(&self.columns, x) else {
            let message = format!("the study that is drawn behind has no parameter {x}");
            return Err(error("view-unknown-column", message));
        };
        let same = |name: &&String| name.eq_ignore_ascii_case(y);
        let named = self.own.iter().find(same);
        let only = self.own.first().filter(|_| self.own.len() == 1);
        let (sign, column) = match (&self.column, named.or(only)) {
            (Some(name), _) => match name.strip_prefix('-') {
                Some(name) => (-1.0, name),
                None => (1.0, name.as_str()),
            },
            // a rate before an impact is drawn as its speed
            (None, Some(name)) => (if y == IMPACTS { -1.0 } else { 1.0 }, name.as_str()),
            (None, None) => {
                let message = format!("which column of the study is drawn behind {y}?");
                let help = format!("--cloud names it: {}", self.own.join(", "));
                return Err(error("view-bad-option", message).help(help));
            }
        };
        let Some(values) = numbers(&self.columns, column) else {
            let d = error(
                "view-unknown-column",
                format!("the study has no column {column} of numbers"),
            );
            return Err(d.help(format!("it has {}", self.own.join(", "))));
        };
        let points = at.iter().zip(values).map(|(x, y)| [*x, sign * y]);
        Ok(Curve {
            name: "runs of the study".into(),
            points: points.collect(),
            style: Style::Dots,
            colour: 4,
            dash: 0,
        })
    }
}
