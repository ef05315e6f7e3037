//! From a study file to a [`Study`].

use super::{Parameter, Refused, Settings, Stop, Study, request, values};
use crate::basin::BasinSpec;
use crate::continuation::Continuation;
use crate::deck;
use crate::deck::Deck;
use crate::design::{Axis, Design};
use crate::formula::Formula;
use crate::input::{Entry, NumberOrText, Reading, Section};
use crate::orbit::OrbitSpecs;
use crate::response::{Reducer, Response, Rule};
use crate::section::Section as PointSection;
use crate::sensitivities::SensitivityRequest;
use carom::Ready;
use carom::base::{Diagnostic, Diagnostics, SourceId, Sources, Span, SpannedText};
use carom::dynamics::Layout;
use carom::expr::Expression;
use carom::files::Texts;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::DeTable;

mod basin;
mod design;
mod orbits;
mod parameters;
mod points;
mod responses;
mod sensitivities;
mod settings;
mod stops;

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
    "sensitivities",
    "results",
    "orbit",
    "equilibrium",
    "branch",
    "curve",
    "exponents",
    "basin",
];

/// Largest study file, bytes.
const LARGEST: u64 = 64 << 20;

impl Study {
    /// Reads a study file, its model and its table of points.
    ///
    /// # Errors
    /// Everything that is wrong with the file, and with the model as it is.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Refused> {
        Self::read_with(path, None)
    }

    /// The same of a model that may call user-written code: from `library` where it names none.
    ///
    /// # Errors
    /// As [`Study::read`].
    pub fn read_with(path: impl AsRef<Path>, user: Option<UserLeave>) -> Result<Self, Refused> {
        let path = path.as_ref();
        let text = carom::files::special::read_text(path, LARGEST).map_err(|e| {
            let message = format!("{} cannot be read: {e}", path.display());
            refused_by(
                Diagnostic::error("file-not-readable", Span::NONE, message),
                Sources::default(),
            )
        })?;
        Self::read_all(path, text, &Texts::default(), None, user)
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
        Self::read_all(path, text, texts, points, None)
    }

    fn read_all(
        path: &Path,
        text: String,
        texts: &Texts,
        points: Option<Vec<u8>>,
        user: Option<UserLeave>,
    ) -> Result<Self, Refused> {
        let mut alone = Sources::default();
        let source = alone.add(path, text.clone());
        let table = match parse(&text, source) {
            Ok(table) => table,
            Err(d) => return Err(refused_by(d, alone)),
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
        let Loaded {
            mut loaded,
            commands,
        } = loaded;
        if let Some(UserLeave { library }) = user {
            loaded.allow_user_code(library);
        }
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
        Ok(parts.study(path, deck, diagnostics, text.clone()))
    }
}

/// Leave to call user-written code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserLeave {
    /// The library of routines that are named without one.
    pub library: Option<PathBuf>,
}

/// Whether a section of a study says how long its runs are.
fn ends_elsewhere<'a>(
    find: &impl Fn(&str) -> Option<Entry<'a>>,
    has_end: bool,
    has_basin: bool,
) -> bool {
    let by_period = |e: Entry<'a>| match e.value {
        toml::de::DeValue::Table(t) => t.contains_key("every"),
        _ => false,
    };
    let by_orbit = find("orbit").or(find("equilibrium")).is_some();
    (!has_end && (by_orbit || has_basin)) || find("section").is_some_and(by_period)
}

/// The table that a study file is.
fn parse(text: &str, source: SourceId) -> Result<Spanned<DeTable<'_>>, Diagnostic> {
    DeTable::parse(text).map_err(|e| {
        let range = e.span().unwrap_or(0..1);
        let span = Span::new(source, range.start, range.end.max(range.start + 1));
        let message = e.message().to_owned();
        let d = Diagnostic::error("study-syntax", span, message);
        d.help("a study is a TOML file: https://toml.io")
    })
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
    sensitivities: Option<SensitivityRequest>,
    orbits: OrbitSpecs,
    basin: Option<BasinSpec>,
    part_runs: u64,
    layout: Layout,
    points_file: Vec<u8>,
}

impl Parts {
    /// The study of a deck, with what there was to say of it.
    fn study(self, path: &Path, deck: Deck, diagnostics: Diagnostics, text: String) -> Study {
        Study {
            path: path.to_owned(),
            points_file: self.points_file,
            parameters: self.parameters,
            design: self.design,
            settings: self.settings,
            responses: self.responses,
            expressions: self.expressions,
            stops: self.stops,
            section: self.section,
            continuation: self.continuation,
            sensitivities: self.sensitivities,
            orbits: self.orbits,
            basin: self.basin,
            part_runs: self.part_runs,
            layout: self.layout,
            diagnostics,
            deck,
            text,
        }
    }
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
        let written = match find("parameters") {
            Some(entry) => self.parameters(&entry, kind, points.is_some())?,
            // An orbit, an equilibrium, and exponents, are of one point: the model as it is.
            None if find("orbit").or(find("equilibrium")).is_some() => Vec::new(),
            None => {
                let span = Span::new(self.reading.source, 0, 1);
                self.error("study-missing-key", span, "the study has no parameters");
                return None;
            }
        };
        let (design, parameters) = self.design((kind, points, seed, file), written)?;
        let continuation = match find("continuation") {
            Some(e) => Some(self.continuation(&e, &design, &parameters)?),
            None => None,
        };
        let mut settings = self.settings(find("run").as_ref())?;
        let first = values(&parameters, &design.point(0));
        let end = first_end(&mut self, find("run").as_ref(), &settings, &first)?;
        let orbits = self.orbit_specs(&find, &parameters)?;
        let basin = match find("basin") {
            Some(e) => Some(self.basin_spec(&e, &find, &settings, &parameters, &design)?),
            None => None,
        };
        if ends_elsewhere(&find, settings.end.is_some(), basin.is_some()) {
            // How long is said by the section, run by run; the layout does not depend on it.
            settings.end = Formula::read(SpannedText::bare("1"), &[], &mut Diagnostics::default());
        }
        let parameter_names = self.names.clone();
        // What a run tells is known when the model as it is, is assembled.
        let layout = self.layout(&settings, &parameters, &design)?;
        let responses = match find("responses") {
            Some(e) => self.responses(&e, &layout)?,
            None if find("section").is_some() || orbits.orbit.is_some() || basin.is_some() => {
                Vec::new()
            }
            None => return self.no_responses(),
        };
        if let (Some(e), Some(end)) = (find("responses"), end) {
            times_of_responses(&mut self, &e, &responses, (end, &first));
        }
        let stops = match find("stop") {
            Some(e) => self.stops(&e)?,
            None => Vec::new(),
        };
        self.names = parameter_names;
        let section = match find("section") {
            Some(e) => Some(self.point_section(&e, find("run").as_ref(), &layout)?),
            None => None,
        };
        let sensitivities = match find("sensitivities") {
            Some(e) => Some(self.sensitivities(&e, &responses, &parameters)?),
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
            sensitivities,
            orbits,
            basin,
            part_runs,
            layout,
            points_file: self.points_file.unwrap_or_default(),
        })
    }

    fn no_responses(&mut self) -> Option<Parts> {
        let span = Span::new(self.reading.source, 0, 1);
        let d = Diagnostic::error("study-missing-key", span, "the study has no responses");
        let help = "say what to find of each run, [responses] height = { last = \"PART/2.z\" }; `carom orbit` and `carom branch` ask for [orbit] period = \"2*PI/omega\", or [equilibrium]";
        self.reading.diagnostics.push(d.help(help));
        None
    }

    fn results(&mut self, entry: &Entry<'a>) -> Option<u64> {
        let section = self.reading.section(entry, "[results]", &["part"])?;
        self.reading.whole(section.get("part")?, 1, 10_000_000)
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
        crate::requests::ask(&mut model, &self.expressions);
        let request = request(settings, &values(parameters, &design.point(0)));
        match Ready::new(&model, &request) {
            Ok(_) => Some(()),
            Err(d) => {
                self.reading.diagnostics.extend(d);
                None
            }
        }
    }
}

/// Warns of responses that look behind the end of the first run, where they find nothing.
fn times_of_responses<'a>(
    reader: &mut Reader<'a, '_>,
    entry: &Entry<'a>,
    responses: &[Response],
    (end, values): (f64, &[f64]),
) {
    let toml::de::DeValue::Table(table) = entry.value else {
        return;
    };
    for (e, response) in reader.reading.entries(table).iter().zip(responses) {
        let Rule::Found {
            reducer,
            from,
            argument,
            ..
        } = &response.rule
        else {
            continue;
        };
        let asked = match reducer {
            Reducer::At => ("time", argument),
            _ => ("from", from),
        };
        let (key, Some(at)) = asked else { continue };
        let at = at.value(values);
        if at > end {
            let name = &response.name;
            let message = format!(
                "{name} has no value in the first run: {key} is {at}, and the run ends at {end}"
            );
            let d = Diagnostic::warning("study-bad-value", e.span, message);
            reader.reading.diagnostics.push(d);
        }
    }
}

/// The end of the first run, where the study says it.
///
/// An end that is no time is refused where it stands.
fn first_end<'a>(
    reader: &mut Reader<'a, '_>,
    run: Option<&Entry<'a>>,
    settings: &Settings,
    values: &[f64],
) -> Option<Option<f64>> {
    let Some(end) = settings.end.as_ref().map(|end| end.value(values)) else {
        return Some(None);
    };
    if end.is_finite() && end >= 0.0 {
        return Some(Some(end));
    }
    let entries = match run.map(|e| e.value) {
        Some(toml::de::DeValue::Table(table)) => reader.reading.entries(table),
        _ => Vec::new(),
    };
    let at = entries.iter().find(|e| e.key == "end");
    let span = at.map_or(Span::new(reader.reading.source, 0, 1), |e| e.span);
    let message = format!("end is {end} in the first run; it has to be a time, 0 or later");
    reader.error("study-bad-value", span, message);
    None
}
