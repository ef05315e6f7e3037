//! From a study file to a study that can be run.

use crate::continuation::{Continuation, DIRECTIONS};
use crate::deck::{self, Deck};
use crate::design::{Axis, DESIGNS, Design, Kind};
use crate::formula::Formula;
use crate::input::{Entry, NumberOrText, Reading, Section};
use crate::response::{
    self, EVENT_COLUMNS, REDUCERS, Reducer, Response, Rule, Series, Source, Which,
};
use crate::section::{Every, PointColumn, Section as PointSection};
use crate::sobol;
use crate::table;
use carom::base::{Diagnostic, Diagnostics, Dialect, Sources, Span, SpannedText};
use carom::dynamics::{EventKind, Layout, RunOptions};
use carom::expr::Expression;
use carom::files::Texts;
use carom::files::places::Place;
use carom::model::analysis::{ImpactLaw, ImpactOrder, OutputGrid, RigidContact};
use carom::solve::Locate;
use carom::{Ready, Request};
use std::path::{Path, PathBuf};
use toml::de::DeTable;

/// Most runs of a study.
const MOST_RUNS: u64 = 100_000_000;
/// Most numbers of a design that is kept in memory.
const MOST_NUMBERS: usize = 1 << 28;

/// Names that columns of the dataset have already.
const TAKEN: &[&str] = &[
    "run",
    "status",
    "reason",
    "time",
    "steps",
    "events",
    "point",
    "direction",
];

/// A study that was refused: what is wrong, and the texts that this points into.
#[derive(Clone, Debug, Default)]
pub struct Refused {
    /// What is wrong.
    pub diagnostics: Diagnostics,
    /// The texts.
    pub sources: Sources,
}

/// A parameter of a study.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The numbers of the deck that it takes the place of; none if only formulas use it.
    pub places: Vec<Place>,
    /// Where its values come from.
    pub origin: Origin,
}

/// Where the values of a parameter come from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// The design: this coordinate of its points.
    Varied(usize),
    /// The parameters before it.
    Formula(Formula),
}

/// How each run is carried out.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Integrator, error, largest step, locator.
    pub options: RunOptions,
    /// End of the run; `None`: as the deck says.
    pub end: Option<Formula>,
    /// Output times; `None`: as the deck says.
    pub output: Option<Output>,
    /// Rigid contacts; `None`: by their force laws.
    pub rigid: Option<Rigid>,
}

/// Output times.
#[derive(Clone, Debug)]
pub enum Output {
    /// This many intervals.
    Steps(u32),
    /// One interval.
    Interval(Formula),
}

/// Rigid contacts, with a restitution that may depend on parameters.
#[derive(Clone, Debug)]
pub struct Rigid {
    /// Restitution of contacts that bring none.
    pub restitution: Option<Formula>,
    /// What it means.
    pub law: ImpactLaw,
    /// Contacts that touch at the same time.
    pub order: ImpactOrder,
}

/// When a run ends before its end.
#[derive(Clone, Debug)]
pub enum Stop {
    /// This many events of a kind have happened.
    Events(Which, u64),
    /// An expression has risen above (+1) or fallen below (−1) a value. The expression is one of [`Study`]'s.
    Level {
        /// Which expression.
        expression: usize,
        /// The value.
        value: Formula,
        /// Up or down.
        sign: f64,
    },
}

/// Many runs of one model.
#[derive(Clone, Debug)]
pub struct Study {
    /// The study file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The table of points of a design of kind `file`, as it was read.
    pub points_file: Vec<u8>,
    /// The model.
    pub deck: Deck,
    /// Parameters, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// The points.
    pub design: Design,
    /// How each run is carried out.
    pub settings: Settings,
    /// What is wanted of each run.
    pub responses: Vec<Response>,
    /// Expressions that are evaluated at the output times.
    pub expressions: Vec<Expression>,
    /// What ends runs.
    pub stops: Vec<Stop>,
    /// Points that are kept of each run.
    pub section: Option<PointSection>,
    /// Runs that begin where others ended.
    pub continuation: Option<Continuation>,
    /// Runs in one file of the dataset.
    pub part_runs: u64,
    /// The order of the rows of an output, with the expressions.
    pub layout: Layout,
    /// Notes and warnings on the model and the study.
    pub diagnostics: Diagnostics,
}

const TOP: &[&str] = &[
    "model",
    "commands",
    "run",
    "design",
    "parameters",
    "responses",
    "stop",
    "section",
    "continuation",
    "results",
];

impl Study {
    /// Reads a study file, its model and its table of points.
    ///
    /// # Errors
    /// Everything that is wrong with the file, and with the model as it is.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Refused> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|e| {
            let message = format!("{} cannot be read: {e}", path.display());
            refused_by(
                Diagnostic::error("file-not-readable", Span::NONE, message),
                Sources::default(),
            )
        })?;
        Self::read_text(path, text, &Texts::default(), None)
    }

    /// The same from texts: `path` stands for the file in messages, and names in it are seen from its folder; `texts`
    /// stand for files of the model, and `points` for the table of points.
    ///
    /// # Errors
    /// As [`Study::read`].
    pub fn read_text(
        path: &Path,
        text: String,
        texts: &Texts,
        points: Option<Vec<u8>>,
    ) -> Result<Self, Refused> {
        let mut alone = Sources::default();
        let source = alone.add(path, text.clone());
        let table = match DeTable::parse(&text) {
            Ok(table) => table,
            Err(e) => {
                let range = e.span().unwrap_or(0..1);
                let span = Span::new(source, range.start, range.end.max(range.start + 1));
                let message = e.message().to_owned();
                let d = Diagnostic::error("study-syntax", span, message);
                return Err(refused_by(
                    d.help("a study is a TOML file: https://toml.io"),
                    alone,
                ));
            }
        };
        let mut reading = Reading {
            text: &text,
            source,
            diagnostics: Diagnostics::default(),
        };
        let top = reading.entries(table.get_ref());
        let Some(loaded) = load(path, &top, &mut reading, texts) else {
            return Err(Refused {
                diagnostics: reading.diagnostics,
                sources: alone,
            });
        };
        let Loaded { loaded, commands } = loaded;
        let mut sources = loaded.sources();
        let mut diagnostics = loaded.diagnostics.clone();
        let model_refused = diagnostics.has_errors();
        let deck = Deck::new(loaded, commands);
        let (Some(deck), false) = (deck, model_refused) else {
            return Err(Refused {
                diagnostics,
                sources,
            });
        };
        let mut reading = Reading {
            text: &text,
            source: sources.add(path, text.clone()),
            diagnostics: Diagnostics::default(),
        };
        let top = reading.entries(table.get_ref());
        let read = Reader {
            reading: &mut reading,
            path,
            deck: &deck,
            names: Vec::new(),
            expressions: Vec::new(),
            points_file: points,
        }
        .study(&top);
        diagnostics.extend(reading.diagnostics);
        let parts = read.filter(|_| !diagnostics.has_errors());
        let Some(parts) = parts else {
            return Err(Refused {
                diagnostics,
                sources,
            });
        };
        let study = Self {
            path: path.to_owned(),
            points_file: parts.points_file,
            parameters: parts.parameters,
            design: parts.design,
            settings: parts.settings,
            responses: parts.responses,
            expressions: parts.expressions,
            stops: parts.stops,
            section: parts.section,
            continuation: parts.continuation,
            part_runs: parts.part_runs,
            layout: parts.layout,
            diagnostics,
            deck,
            text: text.clone(),
        };
        Ok(study)
    }

    /// How many runs it has.
    pub fn len(&self) -> u64 {
        let all = self.continuation.as_ref().map(Continuation::runs);
        all.unwrap_or(self.design.len() as u64)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.design.is_empty()
    }

    /// All parameters of a run.
    pub fn values(&self, run: u64) -> Vec<f64> {
        let point = self.continuation.as_ref().map_or(run, |c| c.point(run));
        values(&self.parameters, &self.design.point(point as usize))
    }

    /// The texts that its diagnostics point into.
    pub fn sources(&self) -> Sources {
        deck::with_source(&self.deck.model.sources, &self.path, &self.text)
    }

    /// The text of the deck that is run, for those who want to run it by itself.
    pub fn deck_text(&self, run: u64) -> String {
        let values = self.values(run);
        self.deck.text_with(&self.edits(&values))
    }

    /// The numbers that take the places of those of the deck.
    pub(crate) fn edits(&self, values: &[f64]) -> Vec<(&Place, f64)> {
        let placed = self.parameters.iter().zip(values);
        placed
            .flat_map(|(p, x)| p.places.iter().map(move |place| (place, *x)))
            .collect()
    }

    /// What is asked for beyond the deck.
    pub(crate) fn request(&self, values: &[f64]) -> Request {
        let mut request = request(&self.settings, values);
        if let Some([period, end]) = self.section.as_ref().and_then(|s| s.times(values)) {
            request.output = Some(OutputGrid::Interval(period));
            request.end = Some(end);
        }
        request
    }
}

fn request(settings: &Settings, values: &[f64]) -> Request {
    let value = |f: &Option<Formula>| f.as_ref().map(|f| f.value(values));
    Request {
        end: value(&settings.end),
        output: settings.output.as_ref().map(|o| match o {
            Output::Steps(n) => OutputGrid::Steps(*n),
            Output::Interval(f) => OutputGrid::Interval(f.value(values)),
        }),
        options: settings.options.clone(),
        rigid: settings.rigid.as_ref().map(|r| RigidContact {
            restitution: value(&r.restitution),
            law: r.law,
            order: r.order,
        }),
        ..Request::default()
    }
}

fn values(parameters: &[Parameter], point: &[f64]) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::with_capacity(parameters.len());
    for p in parameters {
        let x = match &p.origin {
            Origin::Varied(k) => point[*k],
            Origin::Formula(f) => f.value(&values),
        };
        values.push(x);
    }
    values
}

fn refused_by(d: Diagnostic, sources: Sources) -> Refused {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(d);
    Refused {
        diagnostics,
        sources,
    }
}

struct Loaded {
    loaded: carom::Loaded,
    commands: Option<PathBuf>,
}

/// The model that the file names.
fn load<'a>(
    path: &Path,
    top: &[Entry<'a>],
    reading: &mut Reading<'a>,
    texts: &Texts,
) -> Option<Loaded> {
    let find = |key: &str| top.iter().find(|e| e.key == key);
    let Some(model) = find("model") else {
        let span = Span::new(reading.source, 0, 1);
        let d = Diagnostic::error("study-missing-key", span, "the study names no model");
        reading
            .diagnostics
            .push(d.help("write model = \"FILE.adm\" into its first lines"));
        return None;
    };
    let model = reading.text(model)?;
    let commands = match find("commands") {
        Some(e) => Some(deck::beside(path, &reading.text(e)?.text)),
        None => None,
    };
    let file = deck::beside(path, &model.text);
    let loaded = carom::open_with(&file, commands.as_deref(), texts);
    if loaded.model.is_none() {
        // A file that is not there, or no model: the place is where the study names it.
        for mut d in loaded.diagnostics {
            d.span = model.whole();
            reading.diagnostics.push(d);
        }
        return None;
    }
    Some(Loaded { loaded, commands })
}

/// What a study file says.
struct Parts {
    parameters: Vec<Parameter>,
    design: Design,
    settings: Settings,
    responses: Vec<Response>,
    expressions: Vec<Expression>,
    stops: Vec<Stop>,
    section: Option<PointSection>,
    continuation: Option<Continuation>,
    part_runs: u64,
    layout: Layout,
    points_file: Vec<u8>,
}

/// A parameter before the design is known.
struct Written {
    parameter: Parameter,
    axis: Option<AxisOrColumn>,
    span: Span,
}

enum AxisOrColumn {
    Axis(Axis),
    Column(String),
}

struct Reader<'a, 'r> {
    reading: &'r mut Reading<'a>,
    path: &'r Path,
    deck: &'r Deck,
    /// Parameters, then responses, as far as they are known.
    names: Vec<String>,
    expressions: Vec<Expression>,
    points_file: Option<Vec<u8>>,
}

impl<'a> Reader<'a, '_> {
    fn error(&mut self, name: &'static str, span: Span, message: impl Into<String>) {
        self.reading.error(name, span, message);
    }

    fn study(mut self, top: &[Entry<'a>]) -> Option<Parts> {
        self.reading.known("a study", top, TOP);
        let find = |key: &str| top.iter().find(|e| e.key == key).cloned();
        let part_runs = find("results")
            .and_then(|e| self.results(&e))
            .unwrap_or(1000);
        let (kind, points, seed, file) = self.design_keys(find("design").as_ref())?;
        let Some(entry) = find("parameters") else {
            let span = Span::new(self.reading.source, 0, 1);
            self.error("study-missing-key", span, "the study has no parameters");
            return None;
        };
        let written = self.parameters(&entry, kind, points.is_some())?;
        let (design, parameters) = self.design((kind, points, seed, file), written)?;
        let continuation = match find("continuation") {
            Some(e) => Some(self.continuation(&e, &design, &parameters)?),
            None => None,
        };
        let mut settings = self.settings(find("run").as_ref())?;
        let by_period = |e: &Entry<'a>| match e.value {
            toml::de::DeValue::Table(t) => t.contains_key("every"),
            _ => false,
        };
        if find("section").is_some_and(|e| by_period(&e)) {
            // How long is said by the section, run by run; the layout does not depend on it.
            settings.end = Formula::read(SpannedText::bare("1"), &[], &mut Diagnostics::default());
        }
        let parameter_names = self.names.clone();
        // What a run tells is known when the model as it is, is assembled.
        let layout = self.layout(&settings, &parameters, &design)?;
        let responses = match find("responses") {
            Some(e) => self.responses(&e, &layout)?,
            None if find("section").is_some() => Vec::new(),
            None => {
                let span = Span::new(self.reading.source, 0, 1);
                let d = Diagnostic::error("study-missing-key", span, "the study has no responses");
                let help =
                    "say what to find of each run: [responses] height = { last = \"PART/2.z\" }";
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
        };
        let stops = match find("stop") {
            Some(e) => self.stops(&e)?,
            None => Vec::new(),
        };
        self.names = parameter_names;
        let section = match find("section") {
            Some(e) => Some(self.point_section(&e, find("run").as_ref(), &layout)?),
            None => None,
        };
        self.try_expressions(&settings, &parameters, &design)?;
        Some(Parts {
            parameters,
            design,
            settings,
            responses,
            expressions: self.expressions,
            stops,
            section,
            continuation,
            part_runs,
            layout,
            points_file: self.points_file.unwrap_or_default(),
        })
    }

    fn results(&mut self, entry: &Entry<'a>) -> Option<u64> {
        let section = self.reading.section(entry, "[results]", &["part"])?;
        self.reading.whole(section.get("part")?, 1, 10_000_000)
    }

    fn design_keys(
        &mut self,
        entry: Option<&Entry<'a>>,
    ) -> Option<(Kind, Option<u64>, u64, Option<SpannedText>)> {
        let Some(entry) = entry else {
            return Some((Kind::Grid, None, 0, None));
        };
        let keys = ["kind", "points", "seed", "file"];
        let section = self.reading.section(entry, "[design]", &keys)?;
        let kind = match section.get("kind") {
            Some(e) => self.reading.word(e, DESIGNS)?,
            None => Kind::Grid,
        };
        let points = match section.get("points") {
            Some(e) => Some(self.reading.whole(e, 1, MOST_RUNS)?),
            None => None,
        };
        let seed = match section.get("seed") {
            Some(e) => self.reading.whole(e, 0, i64::MAX as u64)?,
            None => 0,
        };
        let file = match section.get("file") {
            Some(e) => Some(self.reading.text(e)?),
            None => None,
        };
        let drawn = matches!(kind, Kind::Random | Kind::LatinHypercube | Kind::Sobol);
        let name = DESIGNS.iter().find(|d| d.1 == kind).map_or("", |d| d.0);
        for (key, fits) in [
            ("points", drawn),
            ("seed", drawn && kind != Kind::Sobol),
            ("file", kind == Kind::File),
        ] {
            if let Some(e) = section.get(key).filter(|_| !fits) {
                let message = format!("a design of kind {name} has no {key}");
                self.error("study-conflict", e.key_span, message);
            }
        }
        let needed = if drawn {
            Some("points").filter(|_| points.is_none())
        } else {
            Some("file").filter(|_| kind == Kind::File && file.is_none())
        };
        if let Some(key) = needed {
            let message = format!("a design of kind {name} needs {key}");
            self.error("study-missing-key", section.span, message);
            return None;
        }
        Some((kind, points, seed, file))
    }

    fn parameters(&mut self, entry: &Entry<'a>, kind: Kind, drawn: bool) -> Option<Vec<Written>> {
        let toml::de::DeValue::Table(table) = entry.value else {
            let message =
                "parameters is a table: [parameters] k = { at = ..., from = ..., to = ... }";
            self.error("study-bad-value", entry.span, message);
            return None;
        };
        let entries = self.reading.entries(table);
        if entries.is_empty() {
            self.error(
                "study-missing-key",
                entry.key_span,
                "the study has no parameters",
            );
            return None;
        }
        // All of them are read, so that all mistakes are told.
        let mut sound = true;
        let mut list: Vec<Written> = Vec::new();
        for e in &entries {
            let written = self.name(e).and_then(|()| self.parameter(e, kind, drawn));
            self.names.push(e.key.to_owned());
            match written {
                Some(w) => list.push(w),
                None => sound = false,
            }
        }
        sound.then_some(list)
    }

    /// Whether the key of an entry may name a number.
    fn name(&mut self, e: &Entry<'a>) -> Option<()> {
        let key = e.key;
        let letters = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let mut why = None;
        if !key.starts_with(|c: char| c.is_ascii_alphabetic()) || !letters {
            why = Some("a name has letters, digits and _, and begins with a letter".to_owned());
        } else if self.names.iter().any(|n| n.eq_ignore_ascii_case(key)) {
            why = Some("the name is taken; upper and lower case are the same".to_owned());
        } else if TAKEN.iter().any(|n| n.eq_ignore_ascii_case(key)) {
            why = Some("the dataset has a column of this name".to_owned());
        } else if carom::expr::functions::lookup(key, Dialect::Adams).is_some() {
            why = Some("the name means something in formulas".to_owned());
        }
        match why {
            None => Some(()),
            Some(why) => {
                let message = format!("{key} cannot be used: {why}");
                self.error("study-bad-name", e.key_span, message);
                None
            }
        }
    }

    fn parameter(&mut self, e: &Entry<'a>, kind: Kind, drawn: bool) -> Option<Written> {
        let keys = [
            "at",
            "was",
            "values",
            "from",
            "to",
            "points",
            "scale",
            "mean",
            "deviation",
            "value",
            "column",
        ];
        let section = self
            .reading
            .section(e, &format!("parameters.{}", e.key), &keys)?;
        let places = self.places(&section);
        let forms = ["values", "from", "mean", "value", "column"];
        let given: Vec<&str> = forms
            .into_iter()
            .filter(|k| section.get(k).is_some())
            .collect();
        if let [first, second, ..] = given[..] {
            let span = section.get(second).map_or(section.span, |e| e.key_span);
            let message = format!("{} has {first} and {second}; it has one of them", e.key);
            self.error("study-conflict", span, message);
            return None;
        }
        let owner = |key: &str| match key {
            "to" | "points" | "scale" => Some("from"),
            "deviation" => Some("mean"),
            _ => None,
        };
        for entry in &section.entries {
            if let Some(owner) = owner(entry.key)
                && !given.contains(&owner)
            {
                let message = format!("{} goes with {owner}", entry.key);
                self.error("study-conflict", entry.key_span, message);
                return None;
            }
        }
        let origin = match given.first() {
            Some(&"value") => {
                let formula = self.formula(section.get("value")?);
                Some((Origin::Formula(formula?), None))
            }
            Some(&form) => {
                let axis = self.axis(&section, form, kind, drawn)?;
                Some((Origin::Varied(0), Some(axis)))
            }
            None if kind == Kind::File => {
                let column = AxisOrColumn::Column(e.key.to_owned());
                Some((Origin::Varied(0), Some(column)))
            }
            None => {
                let message = format!("{} has no values", e.key);
                let d = Diagnostic::error("study-missing-key", section.span, message);
                let help = "give it values = [1, 2], or from and to, or mean and deviation, or value = \"formula\"";
                self.reading.diagnostics.push(d.help(help));
                None
            }
        };
        let (origin, axis) = origin?;
        Some(Written {
            parameter: Parameter {
                name: e.key.to_owned(),
                places: places?,
                origin,
            },
            axis,
            span: section.span,
        })
    }

    /// The numbers of the deck that a parameter takes the place of.
    fn places(&mut self, section: &Section<'a>) -> Option<Vec<Place>> {
        let was = match section.get("was") {
            Some(e) => Some((self.reading.number(e)?, e.span)),
            None => None,
        };
        let Some(entry) = section.get("at") else {
            if let Some((_, span)) = was {
                self.error("study-conflict", span, "was goes with at");
                return None;
            }
            return Some(Vec::new());
        };
        let mut places = Vec::new();
        for path in self.reading.texts(entry)? {
            match self.deck.place(&path.text) {
                Err(none) => {
                    let d = Diagnostic::error("study-unknown-place", path.whole(), none.message);
                    self.reading.diagnostics.push(match none.near {
                        Some(near) => d.help(format!("there is {near}")),
                        None => d,
                    });
                    return None;
                }
                Ok(place) => {
                    if let Some((was, span)) = was
                        && place.value != Some(was)
                    {
                        let there = place
                            .value
                            .map_or("no number".to_owned(), |x| x.to_string());
                        let message = format!("{} is {there} in the deck, not {was}", place.path);
                        let d = Diagnostic::error("study-other-value", span, message);
                        self.reading.diagnostics.push(d.related(place.span, "here"));
                        return None;
                    }
                    places.push(place);
                }
            }
        }
        Some(places)
    }

    fn axis(
        &mut self,
        section: &Section<'a>,
        form: &str,
        kind: Kind,
        drawn: bool,
    ) -> Option<AxisOrColumn> {
        let entry = section.get(form)?.clone();
        let wrong = |this: &mut Self, message: String| {
            this.error("study-conflict", entry.key_span, message);
            None
        };
        if (kind == Kind::File) != (form == "column") {
            let message = match form {
                "column" => "column goes with a design of kind file".to_owned(),
                _ => "the values of a design of kind file come from its table".to_owned(),
            };
            return wrong(self, message);
        }
        match form {
            "column" => Some(AxisOrColumn::Column(self.reading.text(&entry)?.text)),
            "values" => Some(AxisOrColumn::Axis(Axis::Values(
                self.reading.numbers(&entry)?,
            ))),
            "mean" => {
                if !drawn {
                    let message = "mean and deviation go with designs that draw their points: random, latin-hypercube, sobol";
                    return wrong(self, message.to_owned());
                }
                let mean = self.reading.number(&entry)?;
                let Some(e) = section.get("deviation") else {
                    self.error("study-missing-key", entry.key_span, "mean needs deviation");
                    return None;
                };
                let deviation = self.reading.number(e)?;
                if deviation < 0.0 {
                    self.error("study-bad-value", e.span, "deviation is below 0");
                    return None;
                }
                Some(AxisOrColumn::Axis(Axis::Normal { mean, deviation }))
            }
            _ => self.range(section, &entry, drawn),
        }
    }

    fn range(
        &mut self,
        section: &Section<'a>,
        entry: &Entry<'a>,
        drawn: bool,
    ) -> Option<AxisOrColumn> {
        let from = self.reading.number(entry)?;
        let Some(e) = section.get("to") else {
            self.error("study-missing-key", entry.key_span, "from needs to");
            return None;
        };
        let to = self.reading.number(e)?;
        let log = match section.get("scale") {
            Some(e) => self.reading.word(e, &[("linear", false), ("log", true)])?,
            None => false,
        };
        if log && !(from > 0.0 && to > 0.0) {
            let message = "a range with scale = \"log\" lies above 0";
            self.error("study-bad-value", entry.span.to(e.span), message);
            return None;
        }
        if !(to - from).is_finite() {
            self.error("study-bad-value", e.span, "the range is too wide");
            return None;
        }
        let points = match section.get("points") {
            Some(e) if drawn => {
                let message = "how many points are drawn is said in [design]";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            Some(e) => Some(self.reading.whole(e, 1, MOST_RUNS)? as usize),
            None if drawn => None,
            None => {
                self.error(
                    "study-missing-key",
                    entry.key_span,
                    "from and to need points",
                );
                return None;
            }
        };
        Some(AxisOrColumn::Axis(Axis::Range {
            from,
            to,
            points,
            log,
        }))
    }

    /// A number, or a formula over the names that are known.
    fn formula(&mut self, entry: &Entry<'a>) -> Option<Formula> {
        let text = match self.reading.number_or_text(entry)? {
            NumberOrText::Text(text) => text,
            NumberOrText::Number(x) => {
                let mut text = SpannedText::default();
                text.push(&format!("{x:?}"), entry.span);
                text
            }
        };
        Formula::read(text, &self.names, &mut self.reading.diagnostics)
    }

    fn optional(&mut self, section: &Section<'a>, key: &str) -> Option<Option<Formula>> {
        match section.get(key) {
            Some(e) => Some(Some(self.formula(e)?)),
            None => Some(None),
        }
    }

    fn design(
        &mut self,
        (kind, points, seed, file): (Kind, Option<u64>, u64, Option<SpannedText>),
        written: Vec<Written>,
    ) -> Option<(Design, Vec<Parameter>)> {
        self.places_once(&written)?;
        let mut axes = Vec::new();
        let mut columns = Vec::new();
        let mut parameters = Vec::new();
        for mut w in written {
            match w.axis {
                Some(AxisOrColumn::Axis(axis)) => {
                    w.parameter.origin = Origin::Varied(axes.len());
                    axes.push((axis, w.span));
                }
                Some(AxisOrColumn::Column(name)) => {
                    w.parameter.origin = Origin::Varied(columns.len());
                    columns.push((name, w.span));
                }
                None => {}
            }
            parameters.push(w.parameter);
        }
        let design = match kind {
            Kind::File => self.points_of(&file?, &columns)?,
            Kind::List => self.list(axes)?,
            Kind::Grid => {
                let last = axes.last().map_or(Span::NONE, |a| a.1);
                let design = Design::grid(axes.into_iter().map(|a| a.0).collect());
                let some = design.filter(|d| d.len() as u64 <= MOST_RUNS);
                if some.is_none() {
                    let message = format!("the grid has more than {MOST_RUNS} points");
                    self.error("study-too-large", last, message);
                }
                some?
            }
            Kind::Random | Kind::LatinHypercube | Kind::Sobol => {
                let last = axes.last().map_or(Span::NONE, |a| a.1);
                let points = points? as usize;
                if points.saturating_mul(axes.len()) > MOST_NUMBERS {
                    let message = format!("the design has more than {MOST_NUMBERS} numbers");
                    self.error("study-too-large", last, message);
                    return None;
                }
                let axes = axes.into_iter().map(|a| a.0).collect();
                let design = Design::drawn(kind, axes, points, seed);
                if design.is_none() {
                    let most = sobol::MOST_DIMENSIONS;
                    let message = format!("a Sobol design has at most {most} varied parameters");
                    self.error("study-too-large", last, message);
                }
                design?
            }
        };
        Some((design, parameters))
    }

    /// Two numbers at one place would be one too many.
    fn places_once(&mut self, written: &[Written]) -> Option<()> {
        let mut all: Vec<(Span, &str, Span)> = Vec::new();
        let mut sound = true;
        for w in written {
            for place in &w.parameter.places {
                let s = place.span;
                let meets = |o: &&(Span, &str, Span)| {
                    let o = o.0;
                    // Arguments that are added stand one after the other.
                    (s.start < o.end && o.start < s.end) || (s == o && place.value.is_some())
                };
                if let Some((_, other, _)) = all.iter().find(meets) {
                    let message =
                        format!("{} and {other} meet at {}", w.parameter.name, place.path);
                    let d = Diagnostic::error("study-same-place", w.span, message);
                    self.reading.diagnostics.push(d.related(s, "this number"));
                    sound = false;
                }
                all.push((s, &w.parameter.name, w.span));
            }
        }
        sound.then_some(())
    }

    fn list(&mut self, axes: Vec<(Axis, Span)>) -> Option<Design> {
        let first = axes.first().and_then(|a| a.0.listed());
        for (axis, span) in &axes {
            if let (Some(n), Some(first)) = (axis.listed(), first)
                && n != first
            {
                let message = format!("it has {n} values, and the first parameter {first}");
                let d = Diagnostic::error("study-conflict", *span, message);
                let help = "a list takes the values one by one: all parameters have as many; a grid takes all combinations";
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
        }
        Some(Design::list(axes.into_iter().map(|a| a.0).collect()))
    }

    fn points_of(&mut self, file: &SpannedText, columns: &[(String, Span)]) -> Option<Design> {
        let path = deck::beside(self.path, &file.text);
        if self.points_file.is_none() {
            match std::fs::read(&path) {
                Ok(bytes) => self.points_file = Some(bytes),
                Err(e) => {
                    let message = format!("{} cannot be read: {e}", path.display());
                    self.error("study-points-file", file.whole(), message);
                    return None;
                }
            }
        }
        let bytes = self.points_file.clone().unwrap_or_default();
        let read = table::read_columns(&path, bytes, columns.iter().map(|c| c.0.as_str()));
        match read {
            Ok(columns) => {
                if columns.first().is_some_and(Vec::is_empty) {
                    let message = format!("{} has no rows", path.display());
                    self.error("study-points-file", file.whole(), message);
                    return None;
                }
                Some(Design::table(&columns))
            }
            Err(table::Unreadable::Column(k, message)) => {
                self.error("study-points-file", columns[k].1, message);
                None
            }
            Err(table::Unreadable::File(message)) => {
                self.error("study-points-file", file.whole(), message);
                None
            }
        }
    }

    fn settings(&mut self, entry: Option<&Entry<'a>>) -> Option<Settings> {
        let mut settings = Settings {
            options: RunOptions::default(),
            end: None,
            output: None,
            rigid: None,
        };
        let Some(entry) = entry else {
            return Some(settings);
        };
        let keys = [
            "end",
            "steps",
            "dt",
            "integrator",
            "error",
            "hmax",
            "contact",
            "restitution",
            "impact-law",
            "impact-order",
            "locator",
        ];
        let section = self.reading.section(entry, "[run]", &keys)?;
        settings.end = self.optional(&section, "end")?;
        if let Some(e) = section.get("steps") {
            let n = self.reading.whole(e, 1, u64::from(u32::MAX))?;
            settings.output = Some(Output::Steps(n as u32));
        }
        if let Some(e) = section.get("dt") {
            if settings.output.is_some() {
                self.error(
                    "study-conflict",
                    e.key_span,
                    "[run] has steps or dt, not both",
                );
                return None;
            }
            settings.output = Some(Output::Interval(self.formula(e)?));
        }
        let options = &mut settings.options;
        if let Some(e) = section.get("integrator") {
            let name = self.reading.text(e)?;
            if !carom::dynamics::accepts_integrator(&name.text) {
                let names = carom::solve::integrators::INTEGRATORS
                    .iter()
                    .map(|i| i.name());
                let message = format!("there is no integrator {}", name.text);
                let d = Diagnostic::error("study-bad-value", name.whole(), message);
                self.reading.diagnostics.push(d.suggest(&name.text, names));
                return None;
            }
            options.integrator = Some(name.text);
        }
        for (key, into) in [("error", &mut options.error), ("hmax", &mut options.hmax)] {
            if let Some(e) = section.get(key) {
                let x = self.reading.number(e)?;
                if x <= 0.0 {
                    let message = format!("{key} is {x}; it has to be above 0");
                    self.reading.error("study-bad-value", e.span, message);
                    return None;
                }
                *into = Some(x);
            }
        }
        if let Some(e) = section.get("locator") {
            let words = [("auto", Locate::Auto), ("henon", Locate::Henon)];
            options.locate = self.reading.word(e, &words)?;
        }
        self.contact(&section, &mut settings)?;
        Some(settings)
    }

    fn contact(&mut self, section: &Section<'a>, settings: &mut Settings) -> Option<()> {
        let words = [
            ("as-modelled", false),
            ("compliant", false),
            ("rigid", true),
        ];
        let rigid = match section.get("contact") {
            Some(e) => self.reading.word(e, &words)?,
            None => false,
        };
        for key in ["restitution", "impact-law", "impact-order"] {
            if let Some(e) = section.get(key).filter(|_| !rigid) {
                let message = format!("{key} goes with contact = \"rigid\"");
                self.error("study-conflict", e.key_span, message);
                return None;
            }
        }
        if !rigid {
            return Some(());
        }
        let restitution = self.optional(section, "restitution")?;
        let law = match section.get("impact-law") {
            Some(e) => {
                let words = [
                    ("newton", ImpactLaw::Newton),
                    ("poisson", ImpactLaw::Poisson),
                ];
                self.reading.word(e, &words)?
            }
            None => ImpactLaw::Newton,
        };
        let order = match section.get("impact-order") {
            // An impulse of compression is that of all contacts together.
            _ if law == ImpactLaw::Poisson => ImpactOrder::Simultaneous,
            Some(e) => {
                let words = [
                    ("sequential", ImpactOrder::Sequential),
                    ("simultaneous", ImpactOrder::Simultaneous),
                ];
                self.reading.word(e, &words)?
            }
            None => ImpactOrder::Sequential,
        };
        settings.rigid = Some(Rigid {
            restitution,
            law,
            order,
        });
        Some(())
    }

    /// What a run tells; the model as it is has to be accepted with the settings of the first run.
    fn layout(
        &mut self,
        settings: &Settings,
        parameters: &[Parameter],
        design: &Design,
    ) -> Option<Layout> {
        let request = request(settings, &values(parameters, &design.point(0)));
        match Ready::new(&self.deck.model, &request) {
            Ok(ready) => Some(ready.simulation.layout().clone()),
            Err(d) => {
                self.reading.diagnostics.extend(d);
                None
            }
        }
    }

    /// Expressions name elements of the model: whether these are there is seen when it is assembled.
    fn try_expressions(
        &mut self,
        settings: &Settings,
        parameters: &[Parameter],
        design: &Design,
    ) -> Option<()> {
        if self.expressions.is_empty() || self.reading.diagnostics.has_errors() {
            return Some(());
        }
        let mut model = self.deck.model.clone();
        crate::run::ask(&mut model, &self.expressions);
        let request = request(settings, &values(parameters, &design.point(0)));
        match Ready::new(&model, &request) {
            Ok(_) => Some(()),
            Err(d) => {
                self.reading.diagnostics.extend(d);
                None
            }
        }
    }

    fn continuation(
        &mut self,
        entry: &Entry<'a>,
        design: &Design,
        parameters: &[Parameter],
    ) -> Option<Continuation> {
        let keys = ["along", "direction"];
        let section = self.reading.section(entry, "[continuation]", &keys)?;
        let Some(e) = section.get("along") else {
            let message = "[continuation] needs along = the name of a parameter";
            self.error("study-missing-key", section.span, message);
            return None;
        };
        let along = self.reading.text(e)?;
        let is_it = |p: &&Parameter| p.name.eq_ignore_ascii_case(&along.text);
        let axis = match parameters.iter().find(is_it).map(|p| &p.origin) {
            Some(Origin::Varied(axis)) => *axis,
            _ => {
                let names = parameters.iter().map(|p| p.name.as_str());
                let message = format!("no parameter {} is varied", along.text);
                let d = Diagnostic::error("study-bad-value", along.whole(), message);
                self.reading.diagnostics.push(d.suggest(&along.text, names));
                return None;
            }
        };
        let directions = match section.get("direction") {
            Some(e) => self.reading.word(e, DIRECTIONS)?,
            None => DIRECTIONS[0].1,
        };
        let continuation = Continuation::new(design, axis, directions);
        if continuation.is_none() {
            let message = "a continuation goes along a parameter of a grid";
            self.error("study-conflict", section.span, message);
        }
        continuation
    }

    fn point_section(
        &mut self,
        entry: &Entry<'a>,
        run: Option<&Entry<'a>>,
        layout: &Layout,
    ) -> Option<PointSection> {
        let keys = ["every", "event", "of", "settle", "points", "columns"];
        let section = self.reading.section(entry, "[section]", &keys)?;
        let every = match (section.get("every"), section.get("event")) {
            (Some(_), Some(e)) => {
                let message = "a section has every or event, not both";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            (None, None) => {
                let d = Diagnostic::error(
                    "study-missing-key",
                    section.span,
                    "the section does not say when points are taken",
                );
                let help = "every = \"2*PI/omega\", or event = \"impact\"";
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
            (Some(e), None) => {
                if let Some(e) = section.get("of") {
                    self.error("study-conflict", e.key_span, "of goes with event");
                    return None;
                }
                self.period_alone(run)?;
                Every::Period(self.formula(e)?)
            }
            (None, Some(e)) => Every::Event(self.which(&section, &e.clone())?),
        };
        let settle = self.optional(&section, "settle")?;
        let points = match section.get("points") {
            Some(e) => self.reading.whole(e, 1, MOST_RUNS)?,
            None => {
                let message = "[section] needs points: how many are kept of each run";
                self.error("study-missing-key", section.span, message);
                return None;
            }
        };
        let Some(e) = section.get("columns") else {
            let d = Diagnostic::error(
                "study-missing-key",
                section.span,
                "the section has no columns",
            );
            let help = "columns = { z = \"PART/2.z\", speed = \"VZ(2,1)\" }; of events time, rate_before, ...";
            self.reading.diagnostics.push(d.help(help));
            return None;
        };
        let columns = self.point_columns(&e.clone(), &every, layout)?;
        Some(PointSection {
            every,
            settle,
            points,
            columns,
        })
    }

    /// A section after each period says itself how long runs are and where their outputs are.
    fn period_alone(&mut self, run: Option<&Entry<'a>>) -> Option<()> {
        let Some(toml::de::DeValue::Table(table)) = run.map(|e| e.value) else {
            return Some(());
        };
        let entries = self.reading.entries(table);
        let both = entries
            .iter()
            .find(|e| ["end", "steps", "dt"].contains(&e.key));
        if let Some(e) = both {
            let message = format!(
                "a section with every says how long runs are: without {}",
                e.key
            );
            self.error("study-conflict", e.key_span, message);
            return None;
        }
        Some(())
    }

    fn point_columns(
        &mut self,
        entry: &Entry<'a>,
        every: &Every,
        layout: &Layout,
    ) -> Option<Vec<(String, PointColumn)>> {
        let toml::de::DeValue::Table(table) = entry.value else {
            let message = "columns is a table: columns = { z = \"PART/2.z\" }";
            self.error("study-bad-value", entry.span, message);
            return None;
        };
        let parameters = self.names.clone();
        let mut columns = Vec::new();
        // Formulas of columns know the time of the point.
        self.names.push("time".to_owned());
        for e in self.reading.entries(table) {
            self.name(&e)?;
            let column = match e.value {
                toml::de::DeValue::Table(_) => {
                    let name = format!("columns.{}", e.key);
                    let section = self.reading.section(&e, &name, &["value"])?;
                    let Some(value) = section.get("value") else {
                        let message = format!("{} has no value", e.key);
                        self.error("study-missing-key", section.span, message);
                        return None;
                    };
                    PointColumn::Formula(self.formula(value)?)
                }
                _ => {
                    let text = self.reading.text(&e)?;
                    match every {
                        Every::Period(_) => PointColumn::Series(self.series(&text, layout)?),
                        Every::Event(_) => PointColumn::Event(self.event_column(&text)?),
                    }
                }
            };
            self.names.push(e.key.to_owned());
            columns.push((e.key.to_owned(), column));
        }
        self.names = parameters;
        Some(columns)
    }

    /// A column of events by its name.
    fn event_column(&mut self, text: &SpannedText) -> Option<usize> {
        let names: Vec<_> = EVENT_COLUMNS.iter().map(|c| c.0).collect();
        let position = names.iter().position(|n| *n == text.text);
        if position.is_none() {
            let message = format!("events have no column {}", text.text);
            let d = Diagnostic::error("study-unknown-column", text.whole(), message);
            let d = d.suggest(&text.text, names.iter().copied());
            self.reading.diagnostics.push(match d.help {
                Some(_) => d,
                None => d.help(format!("they have {}", names.join(", "))),
            });
        }
        position
    }

    fn responses(&mut self, entry: &Entry<'a>, layout: &Layout) -> Option<Vec<Response>> {
        let toml::de::DeValue::Table(table) = entry.value else {
            let message = "responses is a table: [responses] height = { last = \"PART/2.z\" }";
            self.error("study-bad-value", entry.span, message);
            return None;
        };
        let mut sound = true;
        let mut list = Vec::new();
        for e in self.reading.entries(table) {
            let rule = self.name(&e).and_then(|()| self.rule(&e, layout));
            self.names.push(e.key.to_owned());
            match rule {
                Some(rule) => list.push(Response {
                    name: e.key.to_owned(),
                    rule,
                }),
                None => sound = false,
            }
        }
        sound.then_some(list)
    }

    fn rule(&mut self, e: &Entry<'a>, layout: &Layout) -> Option<Rule> {
        let mut keys: Vec<&str> = REDUCERS.iter().map(|r| r.0).collect();
        keys.extend(["value", "event", "of", "from", "to", "time", "number"]);
        let section = self
            .reading
            .section(e, &format!("responses.{}", e.key), &keys)?;
        if let Some(value) = section.get("value") {
            if let Some(other) = section.entries.iter().find(|e| e.key != "value") {
                let message = format!("value stands alone, without {}", other.key);
                self.error("study-conflict", other.key_span, message);
                return None;
            }
            return Some(Rule::Formula(self.formula(value)?));
        }
        let given: Vec<_> = REDUCERS
            .iter()
            .filter_map(|(name, r)| Some((section.get(name)?.clone(), *r)))
            .collect();
        let (asked, reducer) = match &given[..] {
            [one] => one.clone(),
            [] => {
                let message = format!("{} does not say what to find", e.key);
                let d = Diagnostic::error("study-missing-key", section.span, message);
                let names: Vec<_> = REDUCERS.iter().map(|r| r.0).collect();
                let help = format!("it has one of {}, value", names.join(", "));
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
            [first, second, ..] => {
                let message = format!("{} and {} exclude each other", first.0.key, second.0.key);
                self.error("study-conflict", second.0.key_span, message);
                return None;
            }
        };
        let source = self.source(&section, &asked, reducer, layout)?;
        let needed = match reducer {
            Reducer::At => Some("time"),
            Reducer::Nth => Some("number"),
            _ => None,
        };
        for key in ["time", "number"] {
            match (section.get(key), needed == Some(key)) {
                (Some(e), false) => {
                    let owner = if key == "time" { "at" } else { "nth" };
                    let message = format!("{key} goes with {owner}");
                    self.error("study-conflict", e.key_span, message);
                    return None;
                }
                (None, true) => {
                    let message = format!("{} needs {key}", asked.key);
                    self.error("study-missing-key", asked.key_span, message);
                    return None;
                }
                _ => {}
            }
        }
        Some(Rule::Found {
            source,
            reducer,
            from: self.optional(&section, "from")?,
            to: self.optional(&section, "to")?,
            argument: match needed {
                Some(key) => self.optional(&section, key)?,
                None => None,
            },
        })
    }

    fn source(
        &mut self,
        section: &Section<'a>,
        asked: &Entry<'a>,
        reducer: Reducer,
        layout: &Layout,
    ) -> Option<Source> {
        let text = self.reading.text(asked)?;
        if reducer == Reducer::Count {
            if let Some(e) = section.get("event") {
                let message = "count names the kind of event itself: count = \"impact\"";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            let which = self.which(section, asked)?;
            return Some(Source::Events(which, 0));
        }
        if let Some(event) = section.get("event") {
            let which = self.which(section, &event.clone())?;
            let column = self.event_column(&text)?;
            return Some(Source::Events(which, column));
        }
        if let Some(e) = section.get("of") {
            self.error("study-conflict", e.key_span, "of goes with event or count");
            return None;
        }
        if reducer == Reducer::Nth {
            let message = "nth goes with event: { nth = \"time\", event = \"impact\", number = 2 }";
            self.error("study-missing-key", asked.key_span, message);
            return None;
        }
        self.series(&text, layout).map(Source::Outputs)
    }

    /// A column of the results, or an expression of the deck's language.
    fn series(&mut self, text: &SpannedText, layout: &Layout) -> Option<Series> {
        let word = text.text.trim();
        if word.eq_ignore_ascii_case("time") {
            return Some(Series::Time);
        }
        if response::is_column(word) {
            return match response::column(&self.deck.model, layout, word) {
                Ok(series) => Some(series),
                Err(near) => {
                    let message = format!("the results have no column {word}");
                    let d = Diagnostic::error("study-unknown-column", text.whole(), message);
                    let some: Vec<_> = near.iter().take(8).map(String::as_str).collect();
                    let d = d.suggest(word, near.iter().map(String::as_str));
                    self.reading.diagnostics.push(match d.help {
                        Some(_) => d,
                        None => d.help(format!("there are {}", some.join(", "))),
                    });
                    None
                }
            };
        }
        self.expression(text.clone()).map(Series::Expression)
    }

    /// An expression that is to be evaluated at each output; its number.
    fn expression(&mut self, text: SpannedText) -> Option<usize> {
        let mut found = Diagnostics::default();
        let parsed = Expression::parse(text, self.deck.model.dialect, &mut found);
        if let Some(e) = &parsed {
            e.examine(&mut found);
        }
        let sound = !found.has_errors();
        self.reading.diagnostics.extend(found);
        let e = parsed.filter(|_| sound)?;
        self.expressions.push(e);
        Some(self.expressions.len() - 1)
    }

    fn which(&mut self, section: &Section<'a>, kind: &Entry<'a>) -> Option<Which> {
        let words: Vec<_> = EventKind::ALL.iter().map(|k| (k.name(), *k)).collect();
        let kind = self.reading.word(kind, &words)?;
        let element = match section.get("of") {
            Some(e) => Some(self.reading.text(e)?.text),
            None => None,
        };
        Some(Which { kind, element })
    }

    fn stops(&mut self, entry: &Entry<'a>) -> Option<Vec<Stop>> {
        use toml::de::DeValue;
        let list: Vec<Entry<'a>> = match entry.value {
            DeValue::Array(list) => list
                .iter()
                .map(|item| Entry {
                    value: item.get_ref(),
                    span: self.reading.span(item.span()),
                    ..entry.clone()
                })
                .collect(),
            _ => vec![entry.clone()],
        };
        list.iter().map(|e| self.stop(e)).collect()
    }

    fn stop(&mut self, e: &Entry<'a>) -> Option<Stop> {
        let keys = ["event", "of", "count", "when", "above", "below"];
        let section = self.reading.section(e, "stop", &keys)?;
        let conflict = |this: &mut Self, key: &str, message: &str| {
            if let Some(e) = section.get(key) {
                this.error("study-conflict", e.key_span, message);
                return None;
            }
            Some(())
        };
        if let Some(event) = section.get("event") {
            for key in ["when", "above", "below"] {
                conflict(self, key, "a stop has event, or when; not both")?;
            }
            let which = self.which(&section, &event.clone())?;
            let count = match section.get("count") {
                Some(e) => self.reading.whole(e, 1, u64::MAX >> 1)?,
                None => 1,
            };
            return Some(Stop::Events(which, count));
        }
        let Some(when) = section.get("when") else {
            let d = Diagnostic::error("study-missing-key", e.span, "the stop does not say when");
            let help = "stop = { event = \"impact\", count = 3 }, or stop = { when = \"DZ(2,1)\", below = 0 }";
            self.reading.diagnostics.push(d.help(help));
            return None;
        };
        for key in ["of", "count"] {
            conflict(self, key, "of and count go with event")?;
        }
        let (key, sign) = match (section.get("above"), section.get("below")) {
            (Some(_), None) => ("above", 1.0),
            (None, Some(_)) => ("below", -1.0),
            (Some(_), Some(e)) => {
                self.error(
                    "study-conflict",
                    e.key_span,
                    "a stop has above or below, not both",
                );
                return None;
            }
            (None, None) => {
                let message = "when needs a value: above = 1, or below = 1";
                self.error("study-missing-key", when.key_span, message);
                return None;
            }
        };
        let text = self.reading.text(when)?;
        let expression = self.expression(text)?;
        let value = self.formula(section.get(key)?)?;
        Some(Stop::Level {
            expression,
            value,
            sign,
        })
    }
}
