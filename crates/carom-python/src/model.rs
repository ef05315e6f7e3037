//! Models and their runs.

use crate::callback::{Bind, bind};
use crate::diagnostics::{self, refused};
use crate::listener::Listener;
use crate::table::Table;
use carom::base::{Diagnostics, Sources};
use carom::convert::{Form, convert};
use carom::dynamics::{Coordinates, RunOptions};
use carom::files::results::ResultFormat;
use carom::files::results::tables::TABLES;
use carom::files::{Texts, adm, results};
use carom::laws::RestitutionLaw;
use carom::model::Element;
use carom::model::analysis::{
    Analysis, ContactGroups, ContactRule, ImpactList, ImpactOrder, OutputGrid, RigidContact,
};
use carom::model::run::Linearization;
use carom::solve::Locate;
use carom::summary::{Summary, UnitNames};
use carom::{LinearRequest, Loaded, Request};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::path::PathBuf;
use std::time::Duration;

/// A model as read, accepted by its reader.
#[pyclass(frozen, module = "carom._carom")]
pub struct Model {
    loaded: Loaded,
}

/// What the caller asks for, as keyword arguments.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    analysis: Option<String>,
    end: Option<f64>,
    steps: Option<i64>,
    dt: Option<f64>,
    integrator: Option<String>,
    error: Option<f64>,
    hmax: Option<f64>,
    contact: String,
    contact_rule: Option<String>,
    contact_groups: Option<String>,
    impact: Impact,
    locator: String,
    coordinates: String,
    verbose_events: bool,
    strict: bool,
    formats: Vec<String>,
    out: Option<PathBuf>,
    resume: bool,
    overwrite: bool,
    patient: bool,
    checkpoint: Option<f64>,
    /// A linear analysis at the end: find equilibrium first; keep forces from depending on velocities.
    linear: Option<[bool; 2]>,
}

/// How rigid contacts answer impacts.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Impact {
    restitution: Option<f64>,
    yield_speed: Option<f64>,
    impact_law: String,
    impact_order: String,
    impacts: String,
}

/// One of a few words, or the complaint that it is none of them.
fn word<T: Copy>(argument: &str, given: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == given);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|(n, _)| format!("'{n}'")).collect();
        let names = names.join(", ");
        PyValueError::new_err(format!("{argument} must be one of {names}, not '{given}'"))
    })
}

fn wrong<T>(message: String) -> PyResult<T> {
    Err(PyValueError::new_err(message))
}

impl Options {
    pub fn request(self) -> PyResult<Request> {
        let output = self.output()?;
        let rigid = self.rigid()?;
        let formats = self.formats()?;
        let checkpoint = self.checkpoint()?;
        let analysis = self.analysis.as_deref();
        let analysis = analysis.map(|name| word("analysis", name, &Analysis::WORDS));
        let rule = self.contact_rule.as_deref();
        let rule = rule.map(|name| word("contact_rule", name, &ContactRule::WORDS));
        let groups = self.contact_groups.as_deref();
        let groups = groups.map(|name| word("contact_groups", name, &ContactGroups::WORDS));
        let locator = [("auto", Locate::Auto), ("henon", Locate::Henon)];
        Ok(Request {
            analysis: analysis.transpose()?,
            end: self.end,
            output,
            options: RunOptions {
                integrator: self.integrator,
                error: self.error,
                hmax: self.hmax,
                verbose_events: self.verbose_events,
                strict: self.strict,
                patient: self.patient,
                latest: None,
                locate: word("locator", &self.locator, &locator)?,
                coordinates: word("coordinates", &self.coordinates, &Coordinates::WORDS)?,
            },
            formats,
            out: self.out,
            strict: self.strict,
            linear: self.linear.map(|[equilibrium, undamped]| LinearRequest {
                equilibrium,
                undamped,
            }),
            rigid,
            contact_rule: rule.transpose()?,
            contact_groups: groups.transpose()?,
            resume: self.resume,
            overwrite: self.overwrite,
            checkpoint,
        })
    }

    /// When there is output: after steps, or at intervals.
    fn output(&self) -> PyResult<Option<OutputGrid>> {
        match (self.steps, self.dt) {
            (Some(_), Some(_)) => wrong("give steps or dt, not both".into()),
            (Some(n), None) => match u32::try_from(n) {
                Ok(n) => Ok(Some(OutputGrid::Steps(n))),
                Err(_) => wrong(format!("steps is {n}; it has to be above 0")),
            },
            (None, dt) => Ok(dt.map(OutputGrid::Interval)),
        }
    }

    /// How rigid contacts rebound, if all contacts are rigid.
    fn rigid(&self) -> PyResult<Option<RigidContact>> {
        let contact = [
            ("as-modelled", false),
            ("compliant", false),
            ("rigid", true),
        ];
        let rigid = word("contact", &self.contact, &contact)?;
        let told = &self.impact;
        for (name, given) in [
            ("restitution", told.restitution),
            ("yield_speed", told.yield_speed),
        ] {
            if given.is_some() && !rigid {
                return wrong(format!("{name} belongs to contact='rigid'"));
            }
        }
        let law = word("impact_law", &told.impact_law, &RestitutionLaw::words())?;
        let order = word("impact_order", &told.impact_order, &ImpactOrder::WORDS)?;
        let list = word("impacts", &told.impacts, &ImpactList::WORDS)?;
        Ok(rigid.then_some(RigidContact {
            restitution: told.restitution,
            yield_speed: told.yield_speed,
            law,
            order,
            list,
        }))
    }

    /// The formats of the results on disk.
    fn formats(&self) -> PyResult<Vec<&'static dyn ResultFormat>> {
        let known: Vec<_> = results::RESULT_FORMATS
            .iter()
            .map(|f| (f.name(), *f))
            .collect();
        let names = self.formats.iter();
        names.map(|name| word("formats", name, &known)).collect()
    }

    /// How often the state of the run is kept.
    fn checkpoint(&self) -> PyResult<Option<Duration>> {
        let Some(s) = self.checkpoint else {
            return Ok(None);
        };
        match Duration::try_from_secs_f64(s) {
            Ok(d) => Ok(Some(d)),
            Err(_) => wrong(format!("checkpoint is {s}; it has to be a time in seconds")),
        }
    }
}

/// How a run ended, before it becomes a `carom.Result`.
#[pyclass(frozen, get_all, module = "carom._carom")]
pub struct Outcome {
    /// The tables in the order of the manual; empty if they are on disk.
    tables: Vec<Py<Table>>,
    /// Folder of the results on disk.
    folder: Option<PathBuf>,
    /// What run.json says, as JSON.
    summary: String,
    /// Linear analyses: time, names of states, inputs, outputs, A, B, C, D, eigenvalues as pairs.
    linear: Vec<Linear>,
    /// What there was to say beyond the diagnostics of the model: a list of `carom.Diagnostic`.
    diagnostics: Py<PyList>,
    /// The callback asked for the end.
    stopped: bool,
    /// What Python raised during the run.
    raised: Option<Py<PyAny>>,
    /// What a function of the model raised, which ended the run.
    failed: Option<Py<PyAny>>,
}

/// What stands in a column of a result table.
#[derive(IntoPyObject)]
enum Key {
    Label(u32),
    Word(String),
}

fn names(model: &carom::model::Model) -> Vec<(&'static str, String, Key)> {
    fn labels<'a, T: Element + 'a>(
        column: &'static str,
        elements: &'a carom::model::Table<T>,
    ) -> impl Iterator<Item = (&'static str, String, Key)> + 'a {
        let tags = elements.iter().map(Element::tag);
        tags.map(move |t| (column, t.name.clone(), Key::Label(t.label)))
    }
    fn words<T: Element>(
        elements: &carom::model::Table<T>,
    ) -> impl Iterator<Item = (&'static str, String, Key)> {
        let tags = elements.iter().map(Element::tag);
        tags.map(|t| ("element", t.name.clone(), Key::Word(t.to_string())))
    }
    let m = model;
    labels("part", &m.parts)
        .chain(labels("request", &m.requests))
        .chain(labels("joint", &m.joints))
        .chain(labels("contact", &m.contacts))
        .chain(words(&m.joints))
        .chain(words(&m.primitives))
        .chain(words(&m.couplers))
        .chain(words(&m.gears))
        .chain(words(&m.points_on_curves))
        .chain(words(&m.curves_on_curves))
        .chain(words(&m.general_constraints))
        .chain(words(&m.user_constraints))
        .chain(words(&m.motions))
        .chain(words(&m.scalar_forces))
        .chain(words(&m.vector_forces))
        .chain(words(&m.vector_torques))
        .chain(words(&m.general_forces))
        .chain(words(&m.spring_dampers))
        .chain(words(&m.bushings))
        .chain(words(&m.beams))
        .chain(words(&m.fields))
        .chain(words(&m.multi_points))
        .chain(words(&m.penalties))
        .chain(words(&m.contacts))
        .chain(words(&m.frictions))
        .chain(words(&m.sensors))
        .filter(|(_, name, _)| !name.is_empty())
        .collect()
}

type Matrix = Vec<Vec<f64>>;
pub type Linear = (f64, [Vec<String>; 3], [Matrix; 4], Vec<[f64; 2]>);

pub fn linear(l: Linearization) -> Linear {
    let names = [l.states, l.inputs, l.outputs];
    (l.time, names, [l.a, l.b, l.c, l.d], l.eigenvalues)
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|e| PyRuntimeError::new_err(e.to_string()))
}

#[pymethods]
impl Model {
    /// Reads a file.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        commands: Option<PathBuf>,
        strict: bool,
        allow_user_code: bool,
        user_library: Option<PathBuf>,
    ) -> PyResult<Self> {
        let mut loaded = py.detach(|| carom::open(&path, commands.as_deref()));
        if allow_user_code {
            loaded.allow_user_code(user_library);
        }
        if strict {
            loaded.diagnostics.make_strict();
        }
        Self::accept(py, loaded)
    }

    /// Makes a model of the text of a dataset that a program wrote, or that stands for the file that it was read from, with its commands.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        deck: String,
        file: Option<PathBuf>,
        commands: Option<String>,
        allow_user_code: bool,
        user_library: Option<PathBuf>,
    ) -> PyResult<Self> {
        if let Some(file) = &file
            && file
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("xml"))
        {
            let texts = Texts::default().with(file, deck);
            let mut loaded = py.detach(|| carom::open_with(file, None, &texts));
            if allow_user_code {
                loaded.allow_user_code(user_library);
            }
            return Self::accept(py, loaded);
        }
        if let Some(file) = file {
            let (dataset, acf) = (file.with_extension("adm"), file.with_extension("acf"));
            let mut texts = Texts::default().with(&dataset, deck);
            if let Some(commands) = &commands {
                texts = texts.with(&acf, commands.clone());
            }
            let with = commands.is_some().then_some(acf.as_path());
            let mut loaded = py.detach(|| carom::open_with(&dataset, with, &texts));
            loaded.path = file;
            if allow_user_code {
                loaded.allow_user_code(user_library);
            }
            return Self::accept(py, loaded);
        }
        let (model, diagnostics) = py.detach(|| adm::read_text("model", deck));
        let loaded = Loaded {
            path: PathBuf::from("model"),
            model,
            diagnostics,
        };
        Self::accept(py, loaded)
    }

    /// The model as statements of a dataset, taken apart (`SFORCE/3`, name, arguments), and as command file.
    #[allow(clippy::type_complexity)]
    fn statements(
        &self,
        py: Python<'_>,
    ) -> PyResult<(Vec<(String, String, Vec<String>)>, Option<String>)> {
        let model = self.model();
        let stem = self.loaded.stem();
        let converted = convert(model, &stem, Form::Adm, None);
        if converted.diagnostics.has_errors() {
            return Err(refused(py, &converted.diagnostics, self.sources()));
        }
        let mut files = converted.files.into_iter();
        let commands = files.find(|(name, _)| name.ends_with(".acf"));
        let (statements, _) = adm::write::statements(model);
        let taken = statements.into_iter();
        let taken = taken.map(|s| (s.head, s.name, s.arguments)).collect();
        Ok((taken, commands.map(|(_, text)| text)))
    }

    /// The number at a place of the deck (`PART/2.mass`), as studies name it; `None` where the deck has none yet, or an expression.
    fn number(&self, path: &str) -> PyResult<Option<f64>> {
        match carom::files::places::find(self.model(), path) {
            Ok(place) => Ok(place.value),
            Err(no) => {
                let near = no
                    .near
                    .map_or(String::new(), |n| format!("; did you mean {n}?"));
                Err(PyKeyError::new_err(format!("{}{near}", no.message)))
            }
        }
    }

    /// Names of elements: the column of result tables in which they stand, the name, and what stands there for it.
    #[getter]
    fn names(&self) -> Vec<(&'static str, String, Key)> {
        self.loaded.model.as_ref().map_or_else(Vec::new, names)
    }

    /// Names of elements, and the elements: `SFORCE/3`.
    #[getter]
    fn element_names(&self) -> Vec<(String, String)> {
        fn tags<T: Element>(
            elements: &carom::model::Table<T>,
        ) -> impl Iterator<Item = (String, String)> {
            let tags = elements.iter().map(Element::tag);
            tags.map(|t| (t.name.clone(), t.to_string()))
        }
        let m = self.model();
        let words = names(m).into_iter().filter_map(|(_, name, key)| match key {
            Key::Word(word) => Some((name, word)),
            Key::Label(_) => None,
        });
        tags(&m.parts)
            .chain(tags(&m.requests))
            .chain(tags(&m.variables))
            .chain(tags(&m.diffs))
            .filter(|(name, _)| !name.is_empty())
            .chain(words)
            .collect()
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.loaded.path.clone()
    }

    #[getter]
    fn title(&self) -> String {
        self.loaded
            .model
            .as_ref()
            .map_or_else(String::new, |m| m.title.clone())
    }

    /// Force, mass, length, time by name and the units consistency factor, as JSON.
    #[getter]
    fn units(&self) -> PyResult<String> {
        json(
            &self
                .loaded
                .model
                .as_ref()
                .map(|m| UnitNames::from(&m.units)),
        )
    }

    /// What the reader said: a list of `carom.Diagnostic`.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        diagnostics::list(py, &self.loaded.diagnostics, self.sources())
    }

    /// What `carom check --json` says, and a list of all `carom.Diagnostic`.
    fn check<'py>(&self, py: Python<'py>, strict: bool) -> PyResult<(String, Bound<'py, PyList>)> {
        let mut loaded = self.loaded.clone();
        let check = py.detach(|| carom::check(&mut loaded, strict));
        let list = diagnostics::list(py, &loaded.diagnostics, self.sources())?;
        Ok((json(&check)?, list))
    }

    /// Runs the model with its results in memory.
    #[pyo3(signature = (options, callback, functions = Vec::new()))]
    fn simulate(
        &self,
        py: Python<'_>,
        options: Options,
        callback: Option<Py<PyAny>>,
        functions: Vec<Bind>,
    ) -> PyResult<Outcome> {
        let request = options.request()?;
        let mut listener = Listener::new(callback);
        let mut loaded = self.loaded.clone();
        let bound = bind(&mut loaded, functions);
        let run = py.detach(|| carom::tabulate(&loaded, &request, &mut listener));
        listener.take_raised(&bound);
        let run = run.map_err(|d| refused(py, &d, self.sources()))?;
        let tables = run.tables.into_iter().map(Table::from_rows);
        self.outcome(
            py,
            Ended {
                tables: tables.map(|t| Py::new(py, t?)).collect::<PyResult<_>>()?,
                folder: None,
                summary: run.summary,
                linearizations: run.linearizations,
                diagnostics: run.diagnostics,
            },
            listener,
        )
    }

    /// Runs the model with its results on disk.
    #[pyo3(signature = (options, callback, functions = Vec::new()))]
    fn run(
        &self,
        py: Python<'_>,
        options: Options,
        callback: Option<Py<PyAny>>,
        functions: Vec<Bind>,
    ) -> PyResult<Outcome> {
        let request = options.request()?;
        let mut listener = Listener::new(callback);
        let mut loaded = self.loaded.clone();
        let bound = bind(&mut loaded, functions);
        let known = loaded.diagnostics.iter().count();
        let report = py.detach(|| carom::run(&mut loaded, &request, &mut listener));
        listener.take_raised(&bound);
        let Some(report) = report else {
            return Err(refused(py, &loaded.diagnostics, self.sources()));
        };
        let mut own = Diagnostics::default();
        own.extend(loaded.diagnostics.into_iter().skip(known));
        self.outcome(
            py,
            Ended {
                tables: Vec::new(),
                folder: Some(report.folder),
                summary: report.summary,
                linearizations: report.linearizations,
                diagnostics: own,
            },
            listener,
        )
    }
}

/// What both kinds of runs leave.
struct Ended {
    tables: Vec<Py<Table>>,
    folder: Option<PathBuf>,
    summary: Summary,
    linearizations: Vec<Linearization>,
    diagnostics: Diagnostics,
}

impl Model {
    /// The model, if its reader has no complaint.
    fn accept(py: Python<'_>, loaded: Loaded) -> PyResult<Self> {
        match loaded.accepted() {
            Some(_) => Ok(Self { loaded }),
            None => Err(refused(py, &loaded.diagnostics, &loaded.sources())),
        }
    }

    pub fn model(&self) -> &carom::model::Model {
        let model = self.loaded.model.as_ref();
        model.expect("only accepted models are kept")
    }

    pub fn sources(&self) -> &Sources {
        &self.model().sources
    }

    fn outcome(&self, py: Python<'_>, ended: Ended, listener: Listener) -> PyResult<Outcome> {
        debug_assert!(ended.tables.is_empty() || ended.tables.len() == TABLES.len());
        let said = diagnostics::list(py, &ended.diagnostics, self.sources())?;
        Ok(Outcome {
            tables: ended.tables,
            folder: ended.folder,
            summary: json(&ended.summary)?,
            linear: ended.linearizations.into_iter().map(linear).collect(),
            diagnostics: said.unbind(),
            stopped: listener.stopped,
            raised: listener.raised.map(|e| e.into_value(py).into_any()),
            failed: listener.failed.map(|e| e.into_value(py).into_any()),
        })
    }
}

/// What `run.json` of a folder says, as JSON; `None` if it is no folder of results.
#[pyfunction]
pub fn read_summary(folder: PathBuf) -> PyResult<Option<String>> {
    Summary::read(&folder).map(|s| json(&s)).transpose()
}
